"""What a player has learned: exercises done, and how they solve puzzles."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["ExerciseRecord", "PuzzleFormRecord"]


@dataclass(frozen=True, slots=True)
class ExerciseRecord:
    """An exercise that a player has done: of which article of which book, counted from 1.

    >>> ExerciseRecord("fid.italian.2008", "4.1", 1).number
    1
    """

    book: str
    article: str
    number: int


@dataclass(frozen=True, slots=True)
class PuzzleFormRecord:
    """How a player solves the puzzles of a game.

    Attributes:
        rating: their rating as a solver.
        rated: how many puzzles were rated.
        run: how many they have solved one after another at the first try; `best_run` the most so far.

    >>> PuzzleFormRecord("italian", 1500, 0, 0, 0).run
    0
    """

    game_slug: str
    rating: int
    rated: int
    run: int
    best_run: int
