"""Reports on games, how players fared with puzzles, and what is counted of games by position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["CountedGame", "CountedStep", "ExploredGame", "ExplorerFilter", "ReportRecord", "TryRecord"]


@dataclass(frozen=True, slots=True)
class ReportRecord:
    """A report on a game: status is waiting, done, stopped or failed; `body` and `why` are JSON."""

    game_id: str
    player_id: str | None
    status: str
    done: int
    total: int
    nodes: int
    body: str | None
    why: str | None


@dataclass(frozen=True, slots=True)
class TryRecord:
    """How a player fared with a puzzle; `helped`: 1 a hint was shown, 2 the solution."""

    puzzle_id: str
    tries: int
    helped: int
    solved_at: int | None


CountedStep = tuple[int, int, str, int]
"""A position of a game: its key, the half-move, the move played there, the rating of who is to move."""


@dataclass(frozen=True, slots=True)
class CountedGame:
    """A game to be counted on a shelf; the names also as they are searched, each key of `steps` once."""

    shelf: int
    source: str
    version: int
    white: str
    black: str
    white_folded: str
    black_folded: str
    event: str
    date: str
    day: int
    result: int
    steps: Sequence[CountedStep]


@dataclass(frozen=True, slots=True)
class ExploredGame:
    """A game that passes through a position; `played` tells whether it was played here."""

    source: str
    played: int
    ply: int
    move: str
    white: str
    black: str
    event: str
    date: str
    result: int


@dataclass(frozen=True, slots=True)
class ExplorerFilter:
    """Which games to count: part of a folded name, its colour ("" for either), whole years, result.

    The years stand as their first and last day, 0 and 0 for all; None is any result.
    """

    player: str = ""
    colour: str = ""
    days: tuple[int, int] = (0, 0)
    result: int | None = None
