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
    """One side of a board.

    Attributes:
        side: the side, by its name in stored games.
        kind: `human`, `engine` or `open`.
        player_id: the player who holds the seat; None for an engine or an open seat.
        level: the engine's level; None for a player.
        name: what the player or the engine is called in this game; of an open seat, who is awaited there, if
            anybody.
        invite: the code that opens the seat, or did; None where there was none.
        is_bot: whether the player was a program when they sat down; the store sees to it.

    >>> SeatRecord("white", "engine", level=5).player_id is None
    True
    """

    side: str
    kind: str
    player_id: str | None = None
    level: int | None = None
    name: str = ""
    invite: str | None = None
    is_bot: bool = False


@dataclass(frozen=True, slots=True)
class GameTerms:
    """What a game is played under.

    Attributes:
        game: the rule set (slug).
        rulebook: the edition of its articles.
        start_fen: where the game begins; None for the usual start.
        base_ms: the time of a side, in milliseconds; None without a clock.
        increment_ms: what a move adds, in milliseconds; None without a clock.
        clock: the whole clock as JSON; None where `base_ms` and `increment_ms` say all.
        conditions: the way of playing as JSON; None where nothing is unusual.

    >>> GameTerms("italian", "fid.italian.2008", base_ms=300_000, increment_ms=3_000).clock is None
    True
    """

    game: str
    rulebook: str
    start_fen: str | None = None
    base_ms: int | None = None
    increment_ms: int | None = None
    clock: str | None = None
    conditions: str | None = None


@dataclass(frozen=True, slots=True)
class GameStand:
    """Where a game stands: `score`, `winner` and `termination` are None while it is played.

    Attributes:
        ply: how many plies (half-moves) were played.
        turn: the side to move.
        fen: the position.
        last_move: the last move as it is written; empty at the start.
        draw_offer: the side that offers a draw; None without an offer.
        score: the points, as games are scored.
        winner: the side that won; None for a draw.
        termination: how the game ended.

    >>> GameStand(0, "white", "W:W21:B12").winner is None
    True
    """

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
    """What moves do not change about a game: its terms and its seats.

    Attributes:
        id: the game's name in links.
        created_by: the player who made it; None where nobody is known.
        created_at: when it was made.
        started_at: when the last seat was taken; None while one is open.
        seats: its seats, White's first.

    >>> seats = (SeatRecord("white", "human", "p1"), SeatRecord("black", "open", invite="k7"))
    >>> facts = GameFacts(
    ...     game="italian", rulebook="fid.italian.2008", id="g1", created_by="p1",
    ...     created_at=1_700_000_000_000, started_at=None, seats=seats,
    ... )
    >>> [seat.kind for seat in facts.seats]
    ['human', 'open']
    """

    id: str
    created_by: str | None
    created_at: int
    started_at: int | None
    seats: tuple[SeatRecord, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRecord(GameFacts):
    """A game at one version, and where it stands.

    Attributes:
        sealed: the move in the envelope of an adjourned game, which nobody may see; None without one.
        version: the number of its last event.
        updated_at: when that happened.
        stand: the position and the result.

    >>> record = GameRecord(
    ...     game="italian", rulebook="fid.italian.2008", id="g1", created_by=None, created_at=1, started_at=1,
    ...     seats=(), sealed=None, version=3, updated_at=9, stand=GameStand(3, "black", "B:W21:B12"),
    ... )
    >>> record.stand.turn
    'black'
    """

    sealed: str | None
    version: int
    updated_at: int
    stand: GameStand


@dataclass(frozen=True, slots=True)
class EventRecord:
    """One event of a game: `seq` is the version it made, `body` its JSON.

    >>> EventRecord(1, 1_700_000_000_000, "p1", '{"e": "resigned", "side": "white"}').seq
    1
    """

    seq: int
    at: int
    player_id: str | None
    body: str


@dataclass(frozen=True, slots=True)
class MoveRecord:
    """One half-move of the current line: its `path` as text, and the event (`seq`) that made it.

    >>> MoveRecord(ply=1, seq=1, path="22-18", at=1_700_000_000_000).path
    '22-18'
    """

    ply: int
    seq: int
    path: str
    at: int


@dataclass(frozen=True, slots=True)
class NoteRecord:
    """A comment or a mark that somebody set at a half-move.

    >>> NoteRecord(ply=12, comment="Better was 10-14.", mark="?").mark
    '?'
    """

    ply: int
    comment: str
    mark: str
