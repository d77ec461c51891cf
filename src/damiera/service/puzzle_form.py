"""How somebody solves puzzles: themes, what a puzzle is rated, the solver's own rating and their run.

The rating of a puzzle is an estimate from its data: how long the solution is, and whether a short look finds
its first move. A solver's rating follows Elo's rule; only the first answer to a puzzle counts, and to ask for
help before it counts as not solved.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from damiera.messages import Message, Text
from damiera.records.learning import PuzzleFormRecord
from damiera.service.puzzle_views import PuzzleView

__all__ = ["THEMES", "puzzle_rating", "rated", "theme_of"]

BEGINS: Final = 1200
"""The rating of a solver before their first puzzle, and of the easiest puzzles."""
A_MOVE: Final = 120
HIDDEN: Final = 300
SURE_AFTER: Final = 20
QUICK, SLOW = 48, 24
_SCALE: Final = 400

THEMES: Final[dict[str, Text]] = {
    "shots": Message("Shots"),
    "exchanges": Message("Exchanges"),
    "threats": Message("Threats"),
    "kings": Message("On the way to a king"),
    "wins": Message("The last blow"),
    "quiet": Message("Quiet moves"),
}
"""The themes of puzzles, in the order in which they are shown, with their names."""

_THEME_OF: Final = {
    "shot": "shots",
    "takes": "shots",
    "exchange": "exchanges",
    "threat": "threats",
    "parries": "threats",
    "king": "kings",
    "run": "kings",
    "win": "wins",
}


def theme_of(puzzle: PuzzleView) -> str:
    """Return the theme of a puzzle: a key of `THEMES`.

    >>> from damiera.service.puzzle_views import shipped
    >>> {theme_of(puzzle) for puzzle in shipped().values()} == set(THEMES)
    True
    """
    return _THEME_OF.get(puzzle.theme, "quiet")


def puzzle_rating(puzzle: PuzzleView) -> int:
    """Return what a puzzle is rated.

    >>> from damiera.service.puzzle_views import shipped
    >>> {puzzle_rating(one) for one in shipped().values() if one.easy and len(one.solution) == 1}
    {1200}
    """
    own_moves = (len(puzzle.solution) + 1) // 2
    return BEGINS + A_MOVE * (own_moves - 1) + (0 if puzzle.easy else HIDDEN)


def rated(before: PuzzleFormRecord | None, puzzle: PuzzleView, *, solved: bool) -> PuzzleFormRecord:
    """Return how somebody solves the puzzles of a game after their first answer to one more.

    >>> from damiera.service.puzzle_views import shipped
    >>> easy = next(one for one in shipped().values() if puzzle_rating(one) == 1200)
    >>> rated(None, easy, solved=True).rating, rated(None, easy, solved=False).run
    (1224, 0)
    """
    form = before or PuzzleFormRecord(puzzle.game, BEGINS, 0, 0, 0)
    expected = 1 / (1 + 10 ** ((puzzle_rating(puzzle) - form.rating) / _SCALE))
    step = QUICK if form.rated < SURE_AFTER else SLOW
    run = form.run + 1 if solved else 0
    return replace(
        form,
        rating=max(100, round(form.rating + step * (solved - expected))),
        rated=form.rated + 1,
        run=run,
        best_run=max(form.best_run, run),
    )
