"""What an engine thinks a position is worth, and for whom.

Centipieces: 100 is about the worth of one man. A score near the end of the scale is not an estimate but a
proof: the side to move wins (or loses) in a stated number of plies. A little below it endgame tables say who
wins, but not when.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from damiera._core import Side
from damiera.messages import Joined, Message, Number, Text, Verbatim

__all__ = ["WIN", "Score", "on_scale", "signed"]

WIN = 30_000
"""The end of the scale in centipieces: a win on the board; one proved in n plies is n less."""
_PROVED = WIN - 1_000
_TABLED = _PROVED - 1_000  # of the search: 28800 less the plies to a table
_SPREAD_CP = 110.0


@dataclass(frozen=True, slots=True)
class Score:
    """A score from the point of view of `side`.

    Attributes:
        cp: centipieces, hundredths of a man; `WIN` less the plies to the end where the end is proved.
        side: whose point of view.

    >>> Score(150, Side.BLACK).white
    -150
    >>> str(Score(29_993, Side.WHITE))
    'win in 7 plies'
    """

    cp: int
    side: Side

    @property
    def relative(self) -> int:
        """Centipieces as `side` sees them."""
        return self.cp

    @property
    def white(self) -> int:
        """Centipieces as White sees them."""
        return self.cp if self.side is Side.WHITE else -self.cp

    @property
    def is_win(self) -> bool:
        """True if `side` is proved to win."""
        return self.cp > _PROVED

    @property
    def is_loss(self) -> bool:
        """True if `side` is proved to lose."""
        return self.cp < -_PROVED

    @property
    def plies(self) -> int | None:
        """Plies (one side's turn each) to the end of a proved win or loss; None for an estimate."""
        return WIN - abs(self.cp) if abs(self.cp) > _PROVED else None

    @property
    def expectation(self) -> float:
        """Points `side` may expect from this game: 1 a win, 0.5 a draw, 0 a loss.

        An estimate takes the logistic curve on which a man ahead is worth about 0.71.
        """
        if self.plies is not None:
            return 1.0 if self.is_win else 0.0
        return 1.0 / (1.0 + math.exp(-self.cp / _SPREAD_CP))

    @property
    def is_tabled(self) -> bool:
        """True if endgame tables say who wins, in an unknown number of plies."""
        return _TABLED < abs(self.cp) <= _PROVED

    def seen_by(self, side: Side) -> Score:
        """Return the same judgement from the point of view of `side`."""
        return self if side is self.side else Score(-self.cp, side)

    def text(self) -> Text:
        """Say it: "+1.50", or the plies to a proved end.

        >>> Score(28_790, Side.WHITE).text().text("en")
        'won by the tables'
        """
        if self.is_tabled:
            return _WON if self.cp > 0 else _LOST
        if self.plies is None:
            return signed(self.cp)
        if self.is_win:
            return _WIN_IN.format(n=self.plies)
        return _LOSS_IN.format(n=self.plies)

    def __str__(self) -> str:
        return str(self.text())


def signed(cp: int) -> Text:
    """Write centipieces, hundredths of a man, as men with the sign: +1.50.

    >>> signed(-42).text("en"), signed(0).text("it")
    ('-0.42', '+0,00')
    """
    return Joined((Verbatim("-" if cp < 0 else "+"), Number(abs(cp) / 100, 2)), "")


def on_scale(cp: int) -> int:
    """Return what another program's score is on our scale, in centipieces.

    Beyond the end of our scale it is the highest estimate there is.

    >>> on_scale(150), on_scale(-1_000_000)
    (150, -28000)
    """
    return cp if abs(cp) < WIN else max(-_TABLED, min(cp, _TABLED))


_WON = Message("won by the tables")
_LOST = Message("lost by the tables")
_WIN_IN = Message("win in {n} ply", plural="win in {n} plies")
_LOSS_IN = Message("loss in {n} ply", plural="loss in {n} plies")
