"""Bots: programs that have an account, play by a token, and are known as programs wherever they are seen.

Whoever has an account makes them and answers for them. A bot's token opens what a bot may do and nothing
else; only its hash is kept. Nobody signs in as a bot, and a bot has no account's page, friends or chat.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Final

import msgspec

from damiera.messages import Message
from damiera.records.bots import BotRecord
from damiera.records.people import AccountRecord
from damiera.service.errors import BadTerms, NotFound, NotYours, RefusedAct
from damiera.service.identity import token_hash
from damiera.service.names import name_key, new_id
from damiera.service.passwords import NO_PASSWORD, account_name
from damiera.service.ports import ServerClock, StorePort, Transaction

__all__ = ["BotFacts", "BotGames", "BotService", "BotToken", "is_bot_token", "require_bot_in_club"]

PREFIX: Final = "bot_"
MOST: Final = 20
"""Bots that one person may have."""
MOST_LISTED: Final = 500
_DEVICE: Final = "bot"
_SIGN_IN: Final = Message("Sign in first: this belongs to an account.")
_TAKEN: Final = Message(
    "There is somebody called so, or so alike that one is taken for the other: choose another name."
)
_MANY: Final = Message("You have {n} bots: give one of them another token instead.")
_NO_BOT: Final = Message("You have no bot called {name}.")
_PEOPLE_PLAY: Final = Message("Here people play: whoever makes it for the club may let bots play, too.")
_OWNER_OUT: Final = Message("A bot plays where its owner is in the club, or an admin of this server lets it.")
_ADMINS_ONLY: Final = Message("Only an admin lets a bot play where people meet.")


class BotFacts(msgspec.Struct, frozen=True):
    """A bot as who answers for it sees it.

    Attributes:
        owner: who made it; empty once they are gone.
        plays: whether it has a token that counts.
        seen: when it was last heard of, in milliseconds since 1970; None if never, or without a token.
    """

    name: str
    owner: str
    among_people: bool
    plays: bool
    seen: int | None


class BotToken(msgspec.Struct, frozen=True):
    """A token that was just made, to be shown this once."""

    name: str
    token: str


class BotGames(msgspec.Struct, frozen=True):
    """The games of a bot that are not over: those that are played, and those that wait for somebody."""

    playing: tuple[str, ...]
    waiting: tuple[str, ...]


def is_bot_token(token: str | None) -> bool:
    """Tell whether a token is a bot's, by its looks; whether it is good is for the store to say.

    >>> is_bot_token("bot_x7"), is_bot_token("x7"), is_bot_token(None)
    (True, False, False)
    """
    return token is not None and token.startswith(PREFIX)


class BotService:
    """The use cases of bots and of those who answer for them."""

    def __init__(self, store: StorePort, clock: ServerClock) -> None:
        self._store = store
        self._clock = clock

    def make(self, owner_id: str, name: str) -> BotToken:
        """Make a bot of somebody with an account.

        Raises:
            NotYours: without an account, and to bots.
            BadTerms: if the name cannot be had.
            RefusedAct: if they have very many.
        """
        tidy, now, id = account_name(name), self._clock.now_ms(), new_id()
        with self._store.write() as work:
            _require_person(work, owner_id)
            if len(work.bots.of_owner(owner_id)) >= MOST:
                raise RefusedAct(_MANY.format(n=MOST))
            made = AccountRecord(id, tidy, name_key(tidy), NO_PASSWORD, "player", now)
            if work.accounts.by_key(made.key) is not None:
                raise BadTerms("name", _TAKEN)
            work.players.add(id=id, name=tidy, at=now)
            if not work.accounts.add(made):
                raise BadTerms("name", _TAKEN)
            work.bots.add(BotRecord(id, owner_id, among_people=False, created_at=now))
            return BotToken(tidy, _new_token(work, id, now))

    def renew(self, asker_id: str, name: str) -> BotToken:
        """Give a bot another token; the one before opens nothing any more. Raises `NotYours`, `NotFound`."""
        with self._store.write() as work:
            account, _ = _bot_of(work, asker_id, name)
            work.accounts.end_sessions(account.player_id)
            return BotToken(account.name, _new_token(work, account.player_id, self._clock.now_ms()))

    def end(self, asker_id: str, name: str) -> str:
        """Let the token of a bot open nothing any more; return the player that the bot is.

        Its games run out on their clocks. Raises `NotYours`, `NotFound`.
        """
        with self._store.write() as work:
            account, _ = _bot_of(work, asker_id, name)
            work.accounts.end_sessions(account.player_id)
            return account.player_id

    def let_among_people(self, asker_id: str, name: str, *, is_let: bool) -> None:
        """Let a bot take seats that people offer to whoever comes, and play in their arenas; or no longer.

        Raises:
            NotYours: to whoever is no admin of the server.
            NotFound: if there is no such bot.
        """
        with self._store.write() as work:
            account, _ = _bot_of(work, asker_id, name)
            if not _is_admin(work, asker_id):
                raise NotYours(_ADMINS_ONLY)
            work.bots.let_among_people(account.player_id, is_let=is_let)

    def of(self, asker_id: str) -> Sequence[BotFacts]:
        """Return somebody's bots, the oldest first; to an admin those of everybody, the newest first."""
        with self._store.read() as work:
            found = (
                work.bots.all(limit=MOST_LISTED)
                if _is_admin(work, asker_id)
                else work.bots.of_owner(asker_id)
            )
            return [_facts(work, one) for one in found]

    def record(self, player_id: str | None) -> BotRecord | None:
        """Return what is kept of a bot; None for anybody else."""
        with self._store.read() as work:
            return work.bots.get(player_id) if player_id else None

    def games(self, player_id: str) -> BotGames:
        """Return the games of a bot that are not over."""
        with self._store.read() as work:
            rows = [work.games.get(id) for id in work.ratings.unfinished(player_id)]
        known = [row for row in rows if row is not None]
        return BotGames(
            tuple(row.id for row in known if row.started_at is not None),
            tuple(row.id for row in known if row.started_at is None),
        )


def require_bot_in_club(work: Transaction, bot: BotRecord, club_id: str, *, bots_play: bool) -> None:
    """Refuse a bot what a club plays among people, such as an evening.

    Args:
        bots_play: whether those who made it let bots play.
    Raises:
        NotYours: where they do not, and to a bot whose owner is not in the club, unless an admin of the
            server lets it among people.
    """
    if not bots_play:
        raise NotYours(_PEOPLE_PLAY)
    if bot.among_people or not club_id:
        return
    clubs = work.member_clubs.of_player(bot.owner_id) if bot.owner_id else ()
    if not any(club.id == club_id and role != "asking" for club, role in clubs):
        raise NotYours(_OWNER_OUT)


def _new_token(work: Transaction, player_id: str, now: int) -> str:
    token = PREFIX + secrets.token_urlsafe(32)
    work.players.open_session(token_hash=token_hash(token), player_id=player_id, at=now, device=_DEVICE)
    return token


def _require_person(work: Transaction, player_id: str) -> AccountRecord:
    account = work.accounts.get(player_id)
    if account is None or work.bots.get(player_id) is not None:
        raise NotYours(_SIGN_IN)
    return account


def _is_admin(work: Transaction, player_id: str) -> bool:
    account = work.accounts.get(player_id)
    return account is not None and account.role == "admin"


def _bot_of(work: Transaction, asker_id: str, name: str) -> tuple[AccountRecord, BotRecord]:
    """Return a bot for which somebody answers: its owner, or an admin."""
    _require_person(work, asker_id)
    account = work.accounts.by_key(name_key(name[:400]))
    found = work.bots.get(account.player_id) if account else None
    if account is None or found is None or not (found.owner_id == asker_id or _is_admin(work, asker_id)):
        raise NotFound(name[:60], _NO_BOT.format(name=name[:60]))
    return account, found


def _facts(work: Transaction, record: BotRecord) -> BotFacts:
    account = work.accounts.get(record.player_id)
    owner = work.accounts.get(record.owner_id) if record.owner_id else None
    sessions = work.accounts.sessions(record.player_id)
    return BotFacts(
        name=account.name if account else "",
        owner=owner.name if owner else "",
        among_people=record.among_people,
        plays=bool(sessions),
        seen=max((one.seen_at for one in sessions if one.seen_at is not None), default=None),
    )
