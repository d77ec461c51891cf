"""Reports on games, how players fared with puzzles, and what is counted of games by position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

__all__ = [
    "CountedGame",
    "CountedStep",
    "ExploredGame",
    "ExplorerFilter",
    "MoveCount",
    "ReportRecord",
    "TryRecord",
]


@dataclass(frozen=True, slots=True)
class ReportRecord:
    """A report on a game.

    Attributes:
        player_id: the player who asked for it; None where nobody is known.
        status: waiting, done, stopped or failed.
        done, total: how many positions were judged, of how many.
        nodes: how many nodes each position is searched.
        body: the report as JSON; None until it is done.
        why: the message of a failure as JSON; None without one.

    >>> ReportRecord("g1", "p1", "waiting", 12, 60, 200_000, None, None).body is None
    True
    """

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
    """How a player fared with a puzzle.

    Attributes:
        tries: how many answers they gave.
        helped: 1 if a hint was shown, 2 if the solution was; else 0.
        solved_at: when they solved it, in milliseconds since 1970; None if they did not.

    >>> TryRecord("fork-12", tries=2, helped=1, solved_at=None).solved_at is None
    True
    """

    puzzle_id: str
    tries: int
    helped: int
    solved_at: int | None


CountedStep = tuple[int, int, str, int]
"""A position of a game: its key, the half-move, the move played there, the rating of whoever is to move."""
MoveCount = tuple[str, int, int, int, int, int, int]
"""Games with one move and one result: the two, how many games, the sum of the ratings, how many are rated,
the first day and the last.
"""


@dataclass(frozen=True, slots=True)
class CountedGame:
    """A game whose positions are to be counted.

    Attributes:
        collection: the number of what it is counted in: one owner's games of a rule set, played or imported.
        source: the game's name in links.
        version: the version of the game that is counted.
        white_folded, black_folded: the names as they are searched, without case and accents.
        day: the date as a number that sorts; 0 where it is not known.
        result: the value of its `damiera.analysis.explorer.Result`.
        steps: its positions, each once.

    >>> game = CountedGame(
    ...     collection=1, source="g1", version=1,
    ...     white="Čížek", black="", white_folded="cizek", black_folded="",
    ...     event="", date="", day=0, result=0, steps=[(17, 0, "22-18", 0)],
    ... )
    >>> len(game.steps)
    1
    """

    collection: int
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
    """A game that passes through a position.

    Attributes:
        source: the game's name in links.
        played: 1 if it was played here, 0 if it came from a file.
        ply: after how many plies (half-moves) the position stands.
        move: the move that was played there.
        result: the value of the game's `damiera.analysis.explorer.Result`.

    >>> ExploredGame("g1", 0, 4, "21-17", "Rossi", "Bianchi", "", "1998", 0).ply
    4
    """

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

    >>> ExplorerFilter(player="rossi", colour="white").result is None
    True
    """

    player: str = ""
    colour: str = ""
    days: tuple[int, int] = (0, 0)
    result: int | None = None
