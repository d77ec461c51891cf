"""What the use cases need from outside, in their own words: a memory and the time.

The store satisfies these by shape alone; neither knows the other. Rows are read-only; what is written is
named argument by argument. Every method runs inside the transaction of its `UnitOfWork`.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

__all__ = [
    "Archive",
    "ArchiveLineRow",
    "ArchiveRow",
    "Clock",
    "EventRow",
    "GameFacts",
    "GameRow",
    "Games",
    "ImportErrorRow",
    "ImportRow",
    "Imports",
    "NoteRow",
    "PlayerRow",
    "Players",
    "SeatRow",
    "Store",
    "UnitOfWork",
    "WallClock",
]


class Clock(Protocol):
    """The time of this server."""

    def now_ms(self) -> int:
        """Return milliseconds since 1970, UTC."""
        ...


class WallClock:
    """The clock of the machine."""

    def now_ms(self) -> int:
        """Return milliseconds since 1970, UTC."""
        return time.time_ns() // 1_000_000


class PlayerRow(Protocol):
    """A person who has done something here."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...


class SeatRow(Protocol):
    """One side of a board: `kind` is human, engine or open; `invite` the code that opens it, or did."""

    @property
    def side(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def player_id(self) -> str | None: ...
    @property
    def level(self) -> int | None: ...
    @property
    def name(self) -> str: ...
    @property
    def invite(self) -> str | None: ...


class GameFacts(Protocol):
    """What moves do not change about a game: its terms and its seats, White's first.

    `started_at` is when the last seat was taken; None while one is open.
    """

    @property
    def id(self) -> str: ...
    @property
    def game(self) -> str: ...
    @property
    def rulebook(self) -> str: ...
    @property
    def start_fen(self) -> str | None: ...
    @property
    def base_ms(self) -> int | None: ...
    @property
    def increment_ms(self) -> int | None: ...
    @property
    def clock(self) -> str | None: ...
    @property
    def conditions(self) -> str | None: ...
    @property
    def created_by(self) -> str | None: ...
    @property
    def created_at(self) -> int: ...
    @property
    def started_at(self) -> int | None: ...
    @property
    def seats(self) -> Sequence[SeatRow]: ...


class GameRow(GameFacts, Protocol):
    """A game and where it stands."""

    @property
    def sealed(self) -> str | None: ...

    @property
    def version(self) -> int: ...
    @property
    def updated_at(self) -> int: ...
    @property
    def ply(self) -> int: ...
    @property
    def turn(self) -> str: ...
    @property
    def fen(self) -> str: ...
    @property
    def last_move(self) -> str: ...
    @property
    def score(self) -> str | None: ...
    @property
    def winner(self) -> str | None: ...


class EventRow(Protocol):
    """One event: `seq` is the version it made, `body` its JSON."""

    @property
    def seq(self) -> int: ...
    @property
    def body(self) -> str: ...


class NoteRow(Protocol):
    """A comment or a mark at a half-move."""

    @property
    def ply(self) -> int: ...
    @property
    def comment(self) -> str: ...
    @property
    def mark(self) -> str: ...


class ArchiveLineRow(Protocol):
    """What a list shows of an archived game."""

    @property
    def id(self) -> str: ...
    @property
    def player_id(self) -> str: ...
    @property
    def game(self) -> str: ...
    @property
    def white(self) -> str: ...
    @property
    def black(self) -> str: ...
    @property
    def event(self) -> str: ...
    @property
    def date(self) -> str: ...
    @property
    def result(self) -> str: ...
    @property
    def plies(self) -> int: ...
    @property
    def source(self) -> str: ...
    @property
    def number(self) -> int: ...


class ArchiveRow(ArchiveLineRow, Protocol):
    """A whole archived game; `pdn` is everything the file said about it."""

    @property
    def tags(self) -> str: ...
    @property
    def start_fen(self) -> str | None: ...
    @property
    def moves(self) -> str: ...
    @property
    def pdn(self) -> str: ...


class ImportRow(Protocol):
    """A PDN file on its way into an archive; `status` is running, done or stopped."""

    @property
    def id(self) -> str: ...
    @property
    def player_id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def created_at(self) -> int: ...
    @property
    def updated_at(self) -> int: ...
    @property
    def status(self) -> str: ...
    @property
    def total(self) -> int: ...
    @property
    def done(self) -> int: ...
    @property
    def imported(self) -> int: ...
    @property
    def duplicates(self) -> int: ...
    @property
    def refused(self) -> int: ...


class ImportErrorRow(Protocol):
    """A game of the file that was refused, where, and why."""

    @property
    def game(self) -> int: ...
    @property
    def line(self) -> int: ...
    @property
    def column(self) -> int: ...
    @property
    def reason_it(self) -> str: ...
    @property
    def reason_en(self) -> str: ...
    @property
    def excerpt(self) -> str: ...


class Players(Protocol):
    """People and their sessions."""

    def add(self, *, id: str, name: str, at: int) -> None: ...
    def get(self, id: str) -> PlayerRow | None: ...
    def rename(self, id: str, name: str) -> None: ...
    def open_session(self, *, token_hash: str, player_id: str, at: int) -> None: ...
    def of_session(self, token_hash: str) -> PlayerRow | None: ...
    def close_session(self, token_hash: str) -> None: ...
    def close_sessions(self, player_id: str) -> int: ...


class Games(Protocol):
    """Games, events, the current line. `accept`, `touch` and `take_seat` write only on top of `version`."""

    def add(
        self,
        *,
        id: str,
        game_slug: str,
        rulebook: str,
        start_fen: str | None,
        base_ms: int | None,
        increment_ms: int | None,
        clock: str | None,
        conditions: str | None,
        created_by: str,
        rematch_of: str | None,
        at: int,
        started_at: int | None,
        turn: str,
        fen: str,
    ) -> None: ...
    def add_seat(
        self,
        game_id: str,
        *,
        side: str,
        kind: str,
        player_id: str | None,
        level: int | None,
        name: str,
        invite: str | None,
    ) -> None: ...
    def get(self, id: str) -> GameRow | None: ...
    def version(self, id: str) -> int | None: ...
    def events(self, id: str, *, after: int, up_to: int) -> Sequence[EventRow]: ...
    def accept(
        self,
        id: str,
        *,
        version: int,
        at: int,
        player_id: str | None,
        body: str,
        ply: int,
        turn: str,
        fen: str,
        last_move: str,
        draw_offer: str | None,
        score: str | None,
        winner: str | None,
        termination: str | None,
    ) -> bool: ...
    def touch(self, id: str, *, version: int, at: int) -> bool: ...
    def add_move(self, id: str, *, ply: int, seq: int, path: str, at: int) -> None: ...
    def drop_moves(self, id: str, *, from_ply: int) -> int: ...
    def by_invite(self, code: str) -> str | None: ...
    def take_seat(self, id: str, *, version: int, side: str, player_id: str, name: str, at: int) -> bool: ...
    def give_to_engine(self, id: str, *, side: str, level: int) -> None: ...
    def keep_sealed(self, id: str, sealed: str | None) -> None: ...
    def rematch_of(self, id: str) -> str | None: ...
    def remove(self, id: str) -> None: ...
    def of_player(self, player_id: str, *, limit: int, offset: int = 0) -> Sequence[GameRow]: ...
    def count_of_player(self, player_id: str) -> int: ...
    def awaiting_engine(self) -> Sequence[str]: ...
    def with_clock(self) -> Sequence[str]: ...
    def notes(self, id: str, player_id: str) -> Sequence[NoteRow]: ...
    def set_note(self, id: str, player_id: str, *, ply: int, comment: str, mark: str) -> None: ...


class Archive(Protocol):
    """Games that came from files."""

    def add(
        self,
        *,
        id: str,
        player_id: str,
        job_id: str | None,
        game_slug: str,
        white: str,
        black: str,
        event: str,
        date: str,
        result: str,
        plies: int,
        tags: str,
        start_fen: str | None,
        moves: str,
        pdn: str,
        source: str,
        number: int,
        search: str,
        digest: str,
        at: int,
    ) -> bool: ...
    def get(self, id: str) -> ArchiveRow | None: ...
    def known(self, players: Sequence[str], digests: Sequence[str]) -> Collection[str]: ...
    def page(
        self, players: Sequence[str], *, words: Sequence[str], game_slug: str | None, limit: int, offset: int
    ) -> Sequence[ArchiveLineRow]: ...
    def count(self, players: Sequence[str], *, words: Sequence[str], game_slug: str | None) -> int: ...
    def remove(self, id: str, player_id: str) -> bool: ...
    def notes(self, id: str, player_id: str) -> Sequence[NoteRow]: ...
    def set_note(self, id: str, player_id: str, *, ply: int, comment: str, mark: str) -> None: ...


class Imports(Protocol):
    """Files being read. `advance` and `finish` write only while the import is running."""

    def add(self, *, id: str, player_id: str, name: str, total: int, data: bytes, at: int) -> None: ...
    def get(self, id: str) -> ImportRow | None: ...
    def data(self, id: str) -> bytes: ...
    def running(self) -> Sequence[ImportRow]: ...
    def of_player(self, player_id: str, *, limit: int) -> Sequence[ImportRow]: ...
    def advance(
        self, id: str, *, expected: int, done: int, imported: int, duplicates: int, refused: int, at: int
    ) -> bool: ...
    def finish(self, id: str, *, status: str, total: int, at: int) -> bool: ...
    def add_error(
        self,
        id: str,
        *,
        number: int,
        game: int,
        line: int,
        column: int,
        reason_it: str,
        reason_en: str,
        excerpt: str,
    ) -> None: ...
    def errors(self, id: str, *, limit: int, offset: int = 0) -> Sequence[ImportErrorRow]: ...


class UnitOfWork(Protocol):
    """One transaction."""

    @property
    def players(self) -> Players: ...
    @property
    def games(self) -> Games: ...
    @property
    def archive(self) -> Archive: ...
    @property
    def imports(self) -> Imports: ...


class Store(Protocol):
    """The memory. What a `write` block did is kept once the block has ended, and not at all if it raised."""

    def read(self) -> AbstractContextManager[UnitOfWork]: ...
    def write(self) -> AbstractContextManager[UnitOfWork]: ...
