"""Where people find somebody to play with: who looks for a game on which terms, and what is played.

A game of the club is like any other, but everybody who comes by may see it and take its open seat. A game on
a clock is offered only as long as who waits is here: nobody sits down opposite an empty chair. One by
correspondence waits for as long as it takes.
"""

from __future__ import annotations

import time
import zlib
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import fields
from typing import Final

import msgspec
from msgspec.structs import replace

from damiera.messages import Message
from damiera.records.games import GameRecord, GameTerms
from damiera.records.people import RatedGameRecord, RatingRecord
from damiera.service.challenges import Challenge, not_now
from damiera.service.errors import BadTerms, NotFound, NotYours, RefusedAct, ServiceError
from damiera.service.identity import Visitor
from damiera.service.live import GameCache, LiveGame, is_by_correspondence
from damiera.service.new_game import kept_terms
from damiera.service.play import Play
from damiera.service.ports import Transaction
from damiera.service.rated_games import game_speed, rating_class
from damiera.service.terms import NewGame, read_terms

__all__ = ["ClubGame", "ClubService", "ClubState", "require_club_terms"]

MOST: Final = 200
"""Games of each kind that are looked through, those that wait longest first."""
SHOWN: Final = 60
"""Those of them that a page shows."""
MOST_OF_ONE: Final = 5
"""Games that one person may have waiting."""
ARRIVES_MS = 10_000
"""For so long who asked for a game counts as here: their page may still be loading."""
_FREE: Final = RatedGameRecord(rated=False, private=False)
_FOR_TWO: Final = Message("At the club two play, each at their own screen: choose a friend.")
_MANY: Final = Message("You wait at {n} boards already: take one of them back first.")
_PRIVATE: Final = Message("At the club everybody sees the games: leave out one or the other.")
_NOT_YOURS: Final = Message("You wait here yourself: somebody else has to sit down.")
_PEOPLE_ONLY: Final = Message("A person waits here for a person: a bot sits down only if it is let to.")
_TAKEN: Final = Message("The seat is taken: somebody was quicker.")


class ClubGame(msgspec.Struct, frozen=True):
    """A game of the club.

    Attributes:
        row: its terms and seats, and where it stands.
        free: the side that is open; None once the game has begun.
        by: the player who offered it.
        here: whether who waits is here, or need not be; a game that has begun is.
        is_rated: whether its result changes ratings.
        has_account: whether who offered it has an account.
        rating: theirs in this game at this speed, if they have one.
        is_bot: whether who offered it is a program.
    """

    row: GameRecord
    free: str | None
    by: str | None
    here: bool
    is_rated: bool = False
    has_account: bool = False
    rating: RatingRecord | None = None
    is_bot: bool = False


class ClubState(msgspec.Struct, frozen=True):
    """What happens at the club now: games that wait for somebody, oldest first, and that are played."""

    waiting: tuple[ClubGame, ...]
    running: tuple[ClubGame, ...]


class ClubService:
    """The use cases of people who look for somebody to play with."""

    def __init__(self, cache: GameCache, play: Play) -> None:
        self._cache = cache
        self._play = play
        self._seen: tuple[tuple[int, frozenset[str], int], ClubState] | None = None

    def offer(self, visitor: Visitor, new: NewGame, agreed: RatedGameRecord = _FREE) -> LiveGame:
        """Begin a game in which anybody may take the other seat.

        Args:
            agreed: whether it is rated; not if left out.
        Raises:
            BadTerms: if the terms make no game for two at two screens.
            RefusedAct: if the visitor waits at many boards already.
        """
        require_club_terms(new)
        if agreed.private:
            raise BadTerms("rated", _PRIVATE)
        if sum(game.by == visitor.id for game in self.state(()).waiting) >= MOST_OF_ONE:
            raise RefusedAct(_MANY.format(n=MOST_OF_ONE))
        live = self._play.create(visitor, new, agreed)
        with self._cache.store.write() as work:
            work.games.show_in_club(live.id, at=self._cache.clock.now_ms())
        return live

    def seek(
        self, visitor: Visitor, new: NewGame, *, here: Collection[str], is_rated: bool = False
    ) -> LiveGame:
        """Sit down opposite who waits longest for this game on these terms, or wait for somebody.

        Other games on a clock that the visitor offered and nobody joined are taken back: one plays one.

        Two who ask in the same moment meet: who has just asked counts as here, and who began to wait
        beside an older game of the same kind goes over to it.

        Args:
            here: the players who are here; on a clock nobody is put opposite who is not. No person is
            put opposite a bot.
            is_rated: for a game whose result changes ratings, which takes an account.
        Raises:
            BadTerms, RefusedAct: as `offer`.
        """
        require_club_terms(new)
        self._take_back(visitor)
        found = self._meet(visitor, new, here, is_rated, before=None)
        if found is not None:
            return found
        waits = self.offer(visitor, new, RatedGameRecord(rated=is_rated, private=False))
        found = self._meet(visitor, new, here, is_rated, before=(waits.row.created_at, waits.id))
        if found is None:
            return waits
        with suppress(ServiceError):  # somebody has just sat down: then both are played
            self._play.withdraw(waits.id, visitor.id)
        return found

    def _meet(
        self,
        visitor: Visitor,
        new: NewGame,
        here: Collection[str],
        is_rated: bool,
        *,
        before: tuple[int, str] | None,
    ) -> LiveGame | None:
        """Sit down opposite who waits longest, at a game made before; None where nobody waits."""
        wanted, now = kept_terms(read_terms(new)), self._cache.clock.now_ms()
        for other in self.state(here).waiting:
            row = other.row
            if other.by == visitor.id or other.is_rated != is_rated or _terms_of(row) != wanted:
                continue
            if not other.here and now - row.created_at >= ARRIVES_MS:
                continue
            if before is not None and (row.created_at, row.id) >= before:
                continue
            if other.is_bot and not visitor.is_bot:
                continue  # people are put opposite people: with a bot they sit down if they will
            with suppress(ServiceError):  # somebody was quicker, or one keeps the other away: the next
                return self.sit(row.id, visitor)
        return None

    def require_welcome(self, visitor: Visitor, other: Visitor) -> None:
        """Refuse a challenge between two of whom one keeps the other away. Raises `RefusedAct`."""
        with self._cache.store.read() as work:
            if work.accounts.blocks_between(visitor.id, (other.id,)):
                raise not_now(other)

    def accept(self, challenge: Challenge) -> LiveGame:
        """Begin the game of a challenge: who was asked sits down opposite who asked.

        Games on a clock that one of them offered and nobody joined are taken back: one plays one.

        Raises:
            BadTerms: if the terms make no game for two at two screens.
            NotYours: if one keeps the other away meanwhile.
        """
        require_club_terms(challenge.new)
        for one in (challenge.by, challenge.to):
            self._take_back(one)
        agreed = RatedGameRecord(rated=challenge.is_rated, private=False)
        live = self._play.create(challenge.by, challenge.new, agreed)
        with self._cache.store.write() as work:
            work.games.show_in_club(live.id, at=self._cache.clock.now_ms())
        try:
            return self._sit(live.id, challenge.to)
        except ServiceError:
            self._play.withdraw(live.id, challenge.by.id)
            raise

    def sit(self, game_id: str, visitor: Visitor) -> LiveGame:
        """Take the open seat of a game of the club.

        Raises:
            NotFound: if there is no such game at the club.
            RefusedAct: if somebody was quicker, or the visitor offered it.
            NotYours: to a bot where a person has offered it, unless it is let among people.
        """
        live = self._play.load(game_id)
        with self._cache.store.read() as work:
            if not work.games.is_in_club(game_id):
                raise NotFound(game_id)
            bot = work.bots.get(visitor.id) if visitor.is_bot else None
        offered_by_bot = any(seat.is_bot for seat in live.row.seats)
        if bot is not None and not bot.among_people and not offered_by_bot:
            raise NotYours(_PEOPLE_ONLY)
        return self._sit(game_id, visitor)

    def _sit(self, game_id: str, visitor: Visitor) -> LiveGame:
        live = self._play.load(game_id)
        if live.sides_of(visitor.id):
            raise RefusedAct(_NOT_YOURS)
        code = next((seat.invite for seat in live.row.seats if seat.kind == "open"), None)
        if code is None:
            raise RefusedAct(_TAKEN)
        try:
            return self._play.join(code, visitor)
        except NotFound as error:
            raise RefusedAct(_TAKEN) from error

    def glance(self, here: Collection[str]) -> ClubState:
        """Return what is shown of the club: made once a second, or when a game waits, begins or ends.

        Args:
            here: the players who are here.
        """
        (stamp, _) = self.stamps(("",))[""]
        key = (stamp, frozenset(here), int(time.monotonic()))
        if self._seen is None or self._seen[0] != key:
            self._seen = (key, self.state(here, most=SHOWN))
        return self._seen[1]

    def state(self, here: Collection[str], *, most: int = MOST) -> ClubState:
        """Return what happens at the club.

        Args:
            here: the players who are here.
            most: how many games of each kind.
        """
        with self._cache.store.read() as work:
            waiting = work.games.of_club(started=False, limit=most)
            running = work.games.of_club(started=True, limit=most)
            return ClubState(
                tuple(_with_rating(work, _seen(row, here)) for row in waiting),
                tuple(_seen(row, here) for row in running),
            )

    def waiting(self, here: Collection[str]) -> int:
        """Return how many games wait for somebody; see `state`."""
        with self._cache.store.read() as work:
            return sum(_seen(row, here).here for row in work.games.of_club(started=False, limit=MOST))

    def stamps(self, names: Sequence[str]) -> dict[str, tuple[int, int]]:
        """Return for each name a number that changes when a game of the club waits, begins or ends."""
        with self._cache.store.read() as work:
            waiting = work.games.club_ids(started=False, limit=MOST)
            running = work.games.club_ids(started=True, limit=MOST)
        now = zlib.crc32(" ".join((*waiting, "|", *running)).encode())
        return dict.fromkeys(names, (now, 0))

    def _take_back(self, visitor: Visitor) -> None:
        for game in self.state((visitor.id,)).waiting:
            if game.by == visitor.id and not is_by_correspondence(game.row):
                with suppress(ServiceError):  # somebody has just sat down: then it is played
                    self._play.withdraw(game.row.id, visitor.id)


def require_club_terms(new: NewGame) -> None:
    """Raise `BadTerms` for terms under which nobody else could sit down."""
    if not new.friend or new.seat == "both":
        raise BadTerms("against", _FOR_TWO)


def _seen(row: GameRecord, here: Collection[str]) -> ClubGame:
    free = next((seat.side for seat in row.seats if seat.kind == "open"), None)
    by = next((seat.player_id for seat in row.seats if seat.player_id is not None), None)
    is_bot = any(seat.is_bot for seat in row.seats if seat.player_id == by)
    return ClubGame(row, free, by, free is None or by in here or is_by_correspondence(row), is_bot=is_bot)


def _with_rating(work: Transaction, game: ClubGame) -> ClubGame:
    speed, by = game_speed(game.row), game.by
    kind = rating_class(game.row, speed) if speed else None
    agreed = work.ratings.agreed(game.row.id)
    has_account = by is not None and work.accounts.get(by) is not None
    rating = work.ratings.get(by, game.row.game, kind) if has_account and by and kind else None
    return replace(game, is_rated=agreed is not None and agreed.rated, has_account=has_account, rating=rating)


def _terms_of(row: GameRecord) -> GameTerms:
    """Return what two must agree on to be put at one board; which colour each has is left to the first."""
    return GameTerms(**{field.name: getattr(row, field.name) for field in fields(GameTerms)})
