"""A tie-break: its name, its value for everybody, and for one player the addends of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Literal

import msgspec

from damiera.messages import Text
from damiera.tournament.tiebreak.sheet import Sheet
from damiera.tournament.tiebreak.unplayed_rounds import Unplayed, adjusted, against

__all__ = ["Addend", "Scale", "TieBreak", "TieBreakSheet", "Value", "folded", "unfolded"]

Value = int | Fraction
"""A tie-break's value: exact, never a float."""
Scale = Literal["count", "points", "products", "rating"]
"""What a value counts, which decides how many decimals it is printed with."""
_DECIMALS = {"count": 0, "points": 2, "products": 2, "rating": 0}


class Addend(msgspec.Struct, frozen=True):
    """A part of a value: from which round and opponent, and why it counts so. What is `cut` does not.

    >>> from damiera.messages import Message
    >>> Addend(1, 2, 4, Message("a win")).cut
    False
    """

    round: int | None
    opponent: int | None
    value: Value
    reason: Text
    cut: bool = False


class TieBreakSheet(msgspec.Struct):
    """A sheet under a rule for unplayed rounds; what several tie-breaks need is counted once.

    >>> from damiera.tournament.model import Event, RoundGame, GameMark, EventPlayer, Round
    >>> two = (EventPlayer(1, "Rossi", 3000, club="Livorno"), EventPlayer(2, "Bianchi", 2600))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)),))
    >>> from damiera.tournament.tiebreak.sheet import sheet_of
    >>> books = TieBreakSheet(sheet_of(event))
    >>> books.numbers, books.against(1)
    ((1, 2), [0])
    """

    sheet: Sheet
    rule: Unplayed = "virtual"
    _scores: dict[bool, Mapping[int, int]] = {}
    _against: dict[bool, dict[int, list[int]]] = {}
    _values: dict[str, Mapping[int, Value]] = {}
    _boards: TieBreakSheet | None = None

    @property
    def numbers(self) -> Sequence[int]:
        """Everybody."""
        return tuple(self.sheet.cards)

    @property
    def fide(self) -> bool:
        """Do FIDE's rules hold, which cut a round missed by one's own doing first?"""
        return self.rule.startswith("fide")

    @property
    def uses_rule(self) -> bool:
        """Whether a value counted so far asked what opponents made, so that `rule` matters."""
        return bool(self._scores) or (self._boards is not None and self._boards.uses_rule)

    @property
    def boards(self) -> TieBreakSheet:
        """The same sheet counted by the points of the boards; this one where nobody plays in teams."""
        if self.sheet.boards is None:
            return self
        if self._boards is None:
            self._boards = TieBreakSheet(self.sheet.boards, self.rule)
        return self._boards

    def scores(self, *, fore: bool = False) -> Mapping[int, int]:
        """The score each counts with for their opponents."""
        if fore not in self._scores:
            self._scores[fore] = adjusted(self.sheet, self.rule, fore=fore)
        return self._scores[fore]

    def against(self, number: int, *, fore: bool = False) -> list[int]:
        """The score each line of a card counts with: the opponent's, or what stands for it."""
        if fore not in self._against:
            scores = self.scores(fore=fore)
            self._against[fore] = {
                n: against(self.sheet, n, self.rule, scores, fore=fore) for n in self.sheet.cards
            }
        return self._against[fore][number]

    def values(self, tiebreak: TieBreak) -> Mapping[int, Value]:
        """Everybody's value of a tie-break."""
        if tiebreak.code not in self._values:
            self._values[tiebreak.code] = {n: tiebreak.value(self, n) for n in self.sheet.cards}
        return self._values[tiebreak.code]


_PLACE = 1 << 16


def folded(points: Sequence[int]) -> int:
    """Several numbers as one that compares as they do, one after the other.

    >>> folded((3, 0)) > folded((2, 9)), unfolded(folded((3, 0, 7)))
    (True, (3, 0, 7))
    """
    value = 1
    for part in points:
        value = value * _PLACE + part
    return value


def unfolded(value: int) -> tuple[int, ...]:
    """The numbers that make a value of `folded`.

    >>> unfolded(folded(()))
    ()
    """
    out: list[int] = []
    while value > 1:
        value, part = divmod(value, _PLACE)
        out.append(part)
    return tuple(reversed(out))


class TieBreak(msgspec.Struct, frozen=True):
    """A tie-break by number: who has more is before.

    `value` and `addends` are told by the same books; where a value is a sum, it is that of its addends that
    are not cut. `means` tells what is done with them where it is not the sum.
    """

    code: str
    short: str
    name: Text
    scale: Scale
    value: Callable[[TieBreakSheet, int], Value]
    addends: Callable[[TieBreakSheet, int], tuple[Addend, ...]]
    means: Text | None = None
    decimals: int | None = None
    fewer: bool = False  # who has less is before
    by_board: bool = False  # the value holds halves of points of several boards, folded

    def said(self, value: Value, unit: int) -> str:
        """Write a value as it is printed; `unit` is the sheet's.

        >>> from damiera.tournament.tiebreak.catalogue import TIEBREAKS
        >>> TIEBREAKS["sonneborn-berger"].said(39, 2)
        '9.75'
        """
        if self.by_board:
            return "/".join(f"{part / 2:g}" for part in unfolded(int(value)))
        power = {"points": 1, "products": 2}.get(self.scale, 0)
        exact = Fraction(value, 1) / unit**power
        places = _DECIMALS[self.scale] if self.decimals is None else self.decimals
        scaled = exact * 10**places
        whole = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
        sign, digits = "-" if whole < 0 else "", f"{abs(whole):0{places + 1}d}"
        if not places:
            return sign + digits
        text = f"{digits[:-places]}.{digits[-places:]}"
        return sign + text.rstrip("0").rstrip(".")
