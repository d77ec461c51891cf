"""What a viewer of a game is shown: plain values, in his language, ready for the wire.

A view is made for one viewer. Legal moves and the reasons against others are in it only for the side whose
turn it is, if the viewer holds that seat: the browser knows no rules.
"""

from __future__ import annotations

from typing import Literal

import msgspec

__all__ = [
    "ArticleLink",
    "BookCard",
    "ClockView",
    "CountView",
    "Facts",
    "GameView",
    "MoveView",
    "OutcomeView",
    "PlayerView",
    "PlyView",
    "Refusal",
    "SideName",
]

SideName = Literal["white", "black"]


class ArticleLink(msgspec.Struct, frozen=True):
    """An article as the page prints it: its number and where it can be read."""

    number: str
    href: str


class MoveView(msgspec.Struct, frozen=True):
    """A legal move. `paths` holds every route the rules allow: origin, each landing, destination."""

    text: str
    origin: int
    destination: int
    captured: tuple[int, ...]
    promotes: bool
    paths: tuple[tuple[int, ...], ...]


class PlyView(msgspec.Struct, frozen=True):
    """A move that was played. Captured squares are in the order jumped."""

    ply: int
    text: str
    path: tuple[int, ...]
    captured: tuple[int, ...]
    promotes: bool
    side: SideName
    comment: str = ""
    mark: str = ""


class Refusal(msgspec.Struct, frozen=True):
    """Why a piece or a move is refused: `title` says what, `text` is the book's voice."""

    title: str
    text: str
    articles: tuple[ArticleLink, ...]
    squares: tuple[int, ...] = ()


class BookCard(msgspec.Struct, frozen=True):
    """What must be done now and which articles say so."""

    title: str
    text: str
    articles: tuple[ArticleLink, ...]


class PlayerView(msgspec.Struct, frozen=True):
    """Who sits here. `level` is the engine's; `here` says that one of his screens is connected."""

    name: str
    kind: Literal["human", "engine", "open"]
    level: int | None = None
    here: bool = True


class ClockView(msgspec.Struct, frozen=True):
    """Both clocks at `at_ms` of the server's time; `running` counts down from there."""

    white_ms: int
    black_ms: int
    running: SideName | None
    increment_ms: int
    at_ms: int


class CountView(msgspec.Struct, frozen=True):
    """The procedure of counting moves, under way: moves made by each side, and the limit."""

    white: int
    black: int
    limit: int


class Facts(msgspec.Struct, frozen=True):
    """What may end the game: pieces, repetition, the count."""

    white_pieces: int
    black_pieces: int
    repetition: int
    repetition_limit: int | None
    repetition_claimable: bool
    count: CountView | None
    count_text: str
    count_claimable: bool


class OutcomeView(msgspec.Struct, frozen=True):
    """How the game ended, and by which article."""

    score: str
    winner: SideName | None
    termination: str
    title: str
    text: str
    article: ArticleLink | None


class GameView(msgspec.Struct, frozen=True):
    """One game as one viewer sees it. `version` grows with every event."""

    id: str
    version: int
    game: str
    game_name: str
    rulebook: str
    rulebook_name: str
    lang: str
    fen: str
    start_fen: str
    start_pieces: dict[str, str]
    pieces: dict[str, str]
    ply: int
    side: SideName
    you: Literal["white", "black", "both"] | None
    white: PlayerView
    black: PlayerView
    turn_text: str
    moves: tuple[MoveView, ...]
    must: tuple[int, ...]
    refusals: dict[str, Refusal]
    book: BookCard | None
    history: tuple[PlyView, ...]
    clock: ClockView | None
    outcome: OutcomeView | None
    draw_offer: SideName | None
    undo_request: SideName | None
    can_undo: bool
    thinking: bool
    facts: Facts
    invite: str | None = None
