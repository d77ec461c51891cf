"""The board of expected scores: what each player is expected to make against each other one, before a game.

Tables 13 to 17 of the federation are such boards by bands of rating; ours is that of the players of an event.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from damiera.messages import Lang, Message
from damiera.rating.cells import write_csv
from damiera.rating.editions import Edition, SlotSource
from damiera.rating.event import Entrant
from damiera.rating.trace import decimal

__all__ = ["BoardExpectation", "expected_board"]


@dataclass(frozen=True, slots=True)
class BoardExpectation:
    """Expected points of each player against each other one, before a game.

    Attributes:
        entrants: the players, in the order of the lines.
        ratings: Elo points by the player's number.
        points: expected points of the first against the second, of two a game.
        mark: where the table behind them comes from.
    """

    entrants: tuple[Entrant, ...]
    ratings: Mapping[int, int]
    points: Mapping[tuple[int, int], Fraction]
    mark: SlotSource

    def csv(self, lang: Lang) -> str:
        """Return the board as CSV, a line and a column for each player.

        Returns:
            CSV text, its numbers with up to three decimals; `…` marks a number that was cut off.

        >>> from damiera.rating.editions import edition
        >>> two = [Entrant(1, "Rossi", 3000), Entrant(2, "Bianchi", 2600)]
        >>> board = expected_board(two, "italian", edition("fid.elo-rubele.2008"))
        >>> board.csv("en").splitlines()[-1]
        '2,Bianchi,2600,0.617,'
        """
        numbers = [e.number for e in self.entrants]
        remark = [[f"# {self.mark.label.text(lang)}"]] if self.mark.label.text(lang) else []
        lines = [
            [e.number, e.name, self.ratings[e.number], *(self._cell(e.number, n) for n in numbers)]
            for e in self.entrants
        ]
        return write_csv([*remark, [*(t.text(lang) for t in _HEADER), *numbers], *lines])

    def _cell(self, first: int, second: int) -> str:
        return "" if first == second else decimal(self.points[first, second])


def expected_board(entrants: Sequence[Entrant], discipline: str, edition: Edition) -> BoardExpectation:
    """Return the board of some players, in the order given.

    >>> from damiera.rating.editions import edition
    >>> two = [Entrant(1, "Rossi", 3000), Entrant(2, "Bianchi", 2600)]
    >>> float(expected_board(two, "italian", edition("fid.elo-rubele.2008")).points[2, 1])
    0.617
    """
    ratings = {
        e.number: edition.first_rating(discipline, e.category) if e.rating is None else e.rating
        for e in entrants
    }
    points = {
        (a, b): edition.expectation.points(ratings[a] - ratings[b])
        for a in ratings
        for b in ratings
        if a != b
    }
    return BoardExpectation(tuple(entrants), ratings, points, edition.mark("expectation"))


_HEADER = (Message("No."), Message("Player"), Message("Elo"))
