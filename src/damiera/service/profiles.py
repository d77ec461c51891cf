"""What others may see of somebody with an account: ratings and how they came, games, opponents."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

import msgspec

from damiera.messages import Lang, Message
from damiera.records.people import AccountRecord, OpponentRecord, RatingChangeRecord, RatingRecord
from damiera.service.errors import NotFound
from damiera.service.game_views import game_line, result_words
from damiera.service.names import name_key
from damiera.service.ports import StorePort
from damiera.service.views import GameLine

__all__ = ["PlayerProfile", "ProfileGame", "Profiles"]

LAST_GAMES: Final = 10
MOST_CHANGES: Final = 2_000
MOST_OPPONENTS: Final = 20
_NOBODY: Final = Message("Nobody is called so here.")


class ProfileGame(msgspec.Struct, frozen=True):
    """A game that is over, as somebody's profile lists it; `change` is what it did to their rating.

    The line is the player's own; `result` says to whoever reads it how the game ended.
    """

    line: GameLine
    result: str
    change: RatingChangeRecord | None


class PlayerProfile(msgspec.Struct, frozen=True):
    """Somebody with an account.

    Attributes:
        account: who they are; its password is not to be shown.
        games: how many of their games are over and public.
        ratings: the one of most games first.
        changes: what rated games did to them, the newest first.
        private: which of those games are not to be found here.
        last: their last public games.
        opponents: whom they have met most.
        yours: whether it is who asks.
        blocked: whether who asks keeps them away.
        is_bot: whether they are a program. `owner`: who answers for it; empty for people, and once gone.
    """

    account: AccountRecord
    games: int
    ratings: Sequence[RatingRecord]
    changes: Sequence[RatingChangeRecord]
    private: Collection[str]
    last: Sequence[ProfileGame]
    opponents: Sequence[OpponentRecord]
    yours: bool
    blocked: bool
    is_bot: bool = False
    owner: str = ""


class Profiles:
    """The use cases of whoever looks somebody up."""

    def __init__(self, store: StorePort) -> None:
        self._store = store

    def profile(self, name: str, viewer: str | None, lang: Lang) -> PlayerProfile:
        """Return the profile of an account, by its name in any spelling that means it. Raises `NotFound`."""
        with self._store.read() as work:
            account = work.accounts.by_key(name_key(name[:400]))
            if account is None:
                raise NotFound(name, _NOBODY)
            id = account.player_id
            changes = work.ratings.changes(id, limit=MOST_CHANGES)
            rows = (work.games.get(one) for one in work.ratings.public_games(id, limit=LAST_GAMES))
            games = [(game_line(row, id, lang), result_words(row, lang)) for row in rows if row is not None]
            done = {change.game_id: change for change in changes}
            bot = work.bots.get(id)
            owner = work.accounts.get(bot.owner_id) if bot and bot.owner_id else None
            return PlayerProfile(
                account=account,
                games=work.ratings.count_public(id),
                ratings=work.ratings.of_player(id),
                changes=changes,
                private=work.ratings.private_games(id),
                last=[ProfileGame(line, result, done.get(line.id)) for line, result in games],
                opponents=work.ratings.opponents(id, limit=MOST_OPPONENTS),
                yours=viewer == id,
                blocked=any(viewer and other == id for other, _ in work.accounts.blocked(viewer or "")),
                is_bot=bot is not None,
                owner=owner.name if owner else "",
            )
