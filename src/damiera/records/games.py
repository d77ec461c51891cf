"""Games that are played here, as they are kept. Times are milliseconds since 1970, UTC."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = [
    "EventRecord",
    "GameFacts",
    "GameRecord",
    "GameStand",
    "GameTerms",
    "MoveRecord",
    "NoteRecord",
    "SeatRecord",
]


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """One side of a board: `kind` is human, engine or open; `invite` the code that opens it, or did."""

    side: str
    kind: str
    player_id: str | None = None
    level: int | None = None
    name: str = ""
    invite: str | None = None


@dataclass(frozen=True, slots=True)
class GameTerms:
    """What a game is played under; `clock` and `conditions` are JSON, None where nothing is unusual."""

    game: str
    rulebook: str
    start_fen: str | None = None
    base_ms: int | None = None
    increment_ms: int | None = None
    clock: str | None = None
    conditions: str | None = None


@dataclass(frozen=True, slots=True)
class GameStand:
    """Where a game stands: `score`, `winner` and `termination` are None while it is played."""

    ply: int
    turn: str
    fen: str
    last_move: str = ""
    draw_offer: str | None = None
    score: str | None = None
    winner: str | None = None
    termination: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameFacts(GameTerms):
    """What moves do not change about a game: its terms and its seats, White's first.

    `started_at` is when the last seat was taken; None while one is open.
    """

    id: str
    created_by: str | None
    created_at: int
    started_at: int | None
    seats: tuple[SeatRecord, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRecord(GameFacts):
    """A game at one version, and where it stands; `sealed` is the move in the envelope, for nobody to see."""

    sealed: str | None
    version: int
    updated_at: int
    stand: GameStand


@dataclass(frozen=True, slots=True)
class EventRecord:
    """One event of a game: `seq` is the version it made, `body` its JSON."""

    seq: int
    at: int
    player_id: str | None
    body: str


@dataclass(frozen=True, slots=True)
class MoveRecord:
    """One half-move of the current line: its `path` as text, and the event (`seq`) that made it."""

    ply: int
    seq: int
    path: str
    at: int


@dataclass(frozen=True, slots=True)
class NoteRecord:
    """A comment or a mark that somebody set at a half-move."""

    ply: int
    comment: str
    mark: str
