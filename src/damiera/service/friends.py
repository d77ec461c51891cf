"""Friends: two accounts who agreed to be, and so see when the other is here and what they play.

One asks, the other agrees or does not. Whoever wants no requests, or is not to be seen, says so once for all.
Of whom one keeps the other away cannot be friends.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final, Literal

import msgspec

from damiera.messages import Message
from damiera.records.games import GameRecord
from damiera.records.people import AccountRecord, FriendChoiceRecord, FriendRecord
from damiera.service.errors import NotFound, NotYours, RefusedAct
from damiera.service.names import name_key
from damiera.service.ports import ServerClock, StorePort, Transaction

__all__ = ["FriendOverview", "FriendService", "FriendSight", "FriendState", "friend_state"]

MOST: Final = 200
"""People with whom somebody may be friends, or would be."""
MOST_ASKED: Final = 20
"""Requests that somebody may have open."""
_MOST_GAMES: Final = 50

FriendState = Literal["", "friends", "asked", "asks"]
"""What another is to somebody: nothing, a friend, asked by them, or asking them."""

_SIGN_IN: Final = Message("Sign in first: this belongs to an account.")
_NOBODY: Final = Message("Nobody is called so here.")
_YOURSELF: Final = Message("This is you.")
_NOT_NOW: Final = Message("{name} does not take requests now.")
_ALREADY: Final = Message("You are friends already.")
_ASKED: Final = Message("You have asked {name} already: now it is their turn.")
_MANY: Final = Message("You have {n} friends and requests: remove some first.")
_MANY_ASKED: Final = Message("You have {n} requests open: wait for answers, or take some back.")
_NOTHING: Final = Message("There is no request of {name} any more.")


class FriendSight(msgspec.Struct, frozen=True):
    """A friend as somebody sees them now.

    Attributes:
        is_here: whether they are here, as far as they let friends see it.
        game: the game that they sit at and that may be watched; None if there is none.
    """

    friend: FriendRecord
    is_here: bool
    game: GameRecord | None


class FriendOverview(msgspec.Struct, frozen=True):
    """Somebody's friends, who asks them, whom they asked, and what they let others do."""

    friends: tuple[FriendSight, ...]
    asking: tuple[FriendRecord, ...]
    asked: tuple[FriendRecord, ...]
    choice: FriendChoiceRecord


def friend_state(friend: FriendRecord | None, player_id: str) -> FriendState:
    """Return what another is to somebody.

    >>> friend_state(FriendRecord("p2", "Bruno", "p2", 1, None, True), "p1")
    'asks'
    """
    if friend is None:
        return ""
    if friend.accepted_at is not None:
        return "friends"
    return "asked" if friend.asked_by == player_id else "asks"


class FriendService:
    """The use cases of people who want to find each other again."""

    def __init__(self, store: StorePort, clock: ServerClock) -> None:
        self._store = store
        self._clock = clock

    def ask(self, player_id: str | None, name: str) -> AccountRecord:
        """Ask another to be friends; if they have asked already, agree. Return the other.

        Raises:
            NotYours, NotFound: for guests, for nobody.
            RefusedAct: for oneself or again, with too many, or if the other takes no requests.
        """
        with self._store.write() as work:
            me, other = _pair(work, player_id, name)
            known = work.friends.of(me.player_id)
            found = next((one for one in known if one.player_id == other.player_id), None)
            match friend_state(found, me.player_id):
                case "friends":
                    raise RefusedAct(_ALREADY)
                case "asked":
                    raise RefusedAct(_ASKED.format(name=other.name))
                case "asks":
                    work.friends.accept(me.player_id, other.player_id, at=self._clock.now_ms())
                case _:
                    self._require_room(known, me.player_id)
                    is_away = work.accounts.blocks_between(me.player_id, (other.player_id,))
                    is_full = len(work.friends.of(other.player_id)) >= MOST
                    if is_away or is_full or not work.friends.choice(other.player_id).may_ask:
                        raise RefusedAct(_NOT_NOW.format(name=other.name))
                    work.friends.ask(me.player_id, other.player_id, at=self._clock.now_ms())
        return other

    def _require_room(self, known: Sequence[FriendRecord], player_id: str) -> None:
        if len(known) >= MOST:
            raise RefusedAct(_MANY.format(n=MOST))
        if sum(friend_state(one, player_id) == "asked" for one in known) >= MOST_ASKED:
            raise RefusedAct(_MANY_ASKED.format(n=MOST_ASKED))

    def accept(self, player_id: str | None, name: str) -> AccountRecord:
        """Agree to what another has asked; return the other. Raises `NotYours`, `NotFound`, `RefusedAct`."""
        with self._store.write() as work:
            me, other = _pair(work, player_id, name)
            if not work.friends.accept(me.player_id, other.player_id, at=self._clock.now_ms()):
                raise NotFound(name, _NOTHING.format(name=other.name))
        return other

    def remove(self, player_id: str | None, name: str) -> AccountRecord:
        """Be friends no longer, decline a request, or take one's own back; return the other.

        The other is told nothing. Raises `NotYours`, `NotFound`, `RefusedAct`.
        """
        with self._store.write() as work:
            me, other = _pair(work, player_id, name)
            work.friends.remove(me.player_id, other.player_id)
        return other

    def choose(self, player_id: str | None, choice: FriendChoiceRecord) -> None:
        """Keep what somebody lets others do. Raises `NotYours`."""
        with self._store.write() as work:
            me = _account(work, player_id)
            work.friends.choose(me.player_id, choice)

    def state(self, player_id: str | None, other_id: str) -> FriendState:
        """Return what another is to somebody; nothing to who has no account."""
        if player_id is None:
            return ""
        with self._store.read() as work:
            found = [one for one in work.friends.of(player_id) if one.player_id == other_id]
        return friend_state(found[0] if found else None, player_id)

    def asking(self, player_id: str) -> int:
        """Return how many ask somebody to be friends."""
        with self._store.read() as work:
            return sum(friend_state(one, player_id) == "asks" for one in work.friends.of(player_id))

    def friends_of(
        self,
        player_id: str | None,
        here: Collection[str],
        sits: Callable[[str, str], bool],
    ) -> FriendOverview:
        """Return somebody's friends as they see them now, those who play first, then those who are here.

        Args:
            here: the players who are here.
            sits: whether a player has a screen at a game, by their ids.
        Raises:
            NotYours: for guests.
        """
        with self._store.read() as work:
            me = _account(work, player_id)
            known = work.friends.of(me.player_id)
            seen = [
                _sight(work, one, here, sits) for one in known if friend_state(one, me.player_id) == "friends"
            ]
            choice = work.friends.choice(me.player_id)
        seen.sort(key=lambda one: (one.game is None, not one.is_here))
        return FriendOverview(
            tuple(seen),
            tuple(one for one in known if friend_state(one, me.player_id) == "asks"),
            tuple(one for one in known if friend_state(one, me.player_id) == "asked"),
            choice,
        )


def _sight(
    work: Transaction, friend: FriendRecord, here: Collection[str], sits: Callable[[str, str], bool]
) -> FriendSight:
    if not friend.is_seen or friend.player_id not in here:
        return FriendSight(friend, False, None)
    for id in work.ratings.unfinished(friend.player_id)[:_MOST_GAMES]:
        if not sits(friend.player_id, id):
            continue
        row, agreed = work.games.get(id), work.ratings.agreed(id)
        is_private = agreed is not None and agreed.private
        if row is not None and not is_private and all(seat.kind != "open" for seat in row.seats):
            return FriendSight(friend, True, row)
    return FriendSight(friend, True, None)


def _account(work: Transaction, player_id: str | None) -> AccountRecord:
    found = work.accounts.get(player_id) if player_id else None
    if found is None:
        raise NotYours(_SIGN_IN)
    return found


def _pair(work: Transaction, player_id: str | None, name: str) -> tuple[AccountRecord, AccountRecord]:
    """Return the account of somebody, and that of another by name."""
    me, other = _account(work, player_id), work.accounts.by_key(name_key(name[:400]))
    if other is None:
        raise NotFound(name, _NOBODY)
    if other.player_id == me.player_id:
        raise RefusedAct(_YOURSELF)
    return me, other
