"""What the games of a match say about two engines: Elo difference, its error, and when to stop playing.

Every opening is played twice with colours reversed, so the unit is the pair: it brings 0, ½, 1, 1½ or 2
points, and the five counts (the pentanomial) hold what the games of a pair have in common. Their variance is
smaller than that of single games, since a one-sided opening gives each engine its win.

Sources:
    A. E. Elo, The Rating of Chessplayers, Past and Present, 1978 (the logistic curve, 400 points for 10:1).
    A. Wald, Sequential Tests of Statistical Hypotheses, Ann. Math. Statist. 16 (1945), 117-186 (the bounds).
    M. Van den Bergh, The Generalized Sequential Probability Ratio Test for Expected Values, note of 2019 for
    the testing of chess engines (the maximum likelihood under a given mean, and pentanomial counts).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from damiera.errors import DamieraError
from damiera.messages import Message, Text

__all__ = [
    "BadSprt",
    "Estimate",
    "Pentanomial",
    "Sprt",
    "elo_of_score",
    "estimate",
    "likelihood_ratio",
    "score_of_elo",
]

Pentanomial = tuple[int, int, int, int, int]
"""Pairs that brought 0, ½, 1, 1½ and 2 points."""

Z_95 = 1.959963984540054
_POINTS = (0.0, 0.25, 0.5, 0.75, 1.0)  # of a pair, by game
_NEVER_SEEN = 1e-3  # pairs held to have happened of a kind that did not, so that no likelihood is 0


class BadSprt(DamieraError):
    """The numbers do not make a sequential test; `message` says why."""

    def __init__(self, why: Text) -> None:
        super().__init__(str(why))
        self.message = why


def elo_of_score(score: float) -> float:
    """Return the Elo difference that gives a mean score per game; infinite at 0 and 1.

    Source:
        A. E. Elo, The Rating of Chessplayers, Past and Present, 1978.

    >>> round(elo_of_score(0.75), 2)
    190.85
    """
    if score <= 0.0:
        return -math.inf
    return math.inf if score >= 1.0 else -400.0 * math.log10(1.0 / score - 1.0)


def score_of_elo(elo: float) -> float:
    """Return the mean score per game that an Elo difference gives.

    Source:
        A. E. Elo, The Rating of Chessplayers, Past and Present, 1978.

    >>> round(score_of_elo(400), 4)
    0.9091
    """
    return 1.0 / (1.0 + math.pow(10.0, -elo / 400.0))


@dataclass(frozen=True, slots=True)
class Estimate:
    """What finished pairs say about the difference between two engines, as the first sees it.

    Attributes:
        pairs: how many pairs it rests on.
        score: mean points per game, 0 to 1.
        deviation: standard error of `score`; None where all pairs are alike, which says nothing of the error.
        elo: the difference, in Elo.
        low, high: Elo; 95 % of such intervals hold the true difference; infinite where nothing can be said.
        los: likelihood of superiority, the chance that the first engine is the stronger one.

    >>> found = estimate((0, 2, 5, 6, 1))
    >>> found.pairs, round(found.elo, 1), round(found.error, 1)
    (14, 75.6, 79.8)
    """

    pairs: int
    score: float
    deviation: float | None
    elo: float
    low: float
    high: float
    los: float

    @property
    def error(self) -> float | None:
        """Half the width of the interval, in Elo; None where it is not bounded."""
        return (self.high - self.low) / 2 if math.isfinite(self.high - self.low) else None


def estimate(pairs: Sequence[int]) -> Estimate | None:
    """Return what a pentanomial says; None for no pair.

    The mean of n pairs is nearly normal with variance (mean of squares - square of mean) / n; the interval is
    taken on the scale of points and carried over to Elo. The likelihood of superiority is the normal
    distribution at (score - ½) / deviation.

    >>> found = estimate((1, 2, 4, 2, 1))
    >>> found.elo, round(found.deviation, 4), round(found.los, 2)
    (0.0, 0.0866, 0.5)
    """
    n = sum(pairs)
    if not n:
        return None
    score = _mean(pairs) / n
    variance = sum(count * (points - score) ** 2 for count, points in zip(pairs, _POINTS, strict=True)) / n
    elo = elo_of_score(score) + 0.0
    if variance <= 0.0:
        los = 0.5 if score == 0.5 else float(score > 0.5)
        return Estimate(n, score, None, elo, -math.inf, math.inf, los)
    deviation = math.sqrt(variance / n)
    low, high = (elo_of_score(score + sign * Z_95 * deviation) for sign in (-1, 1))
    los = (1.0 + math.erf((score - 0.5) / deviation / math.sqrt(2.0))) / 2.0
    return Estimate(n, score, deviation, elo, low, high, los)


def _mean(pairs: Sequence[float]) -> float:
    return sum(count * points for count, points in zip(pairs, _POINTS, strict=True))


@dataclass(frozen=True, slots=True)
class Sprt:
    """Wald's sequential test of "the difference is `elo1`" against "it is `elo0`", in logistic Elo.

    Attributes:
        elo0, elo1: the two hypotheses.
        alpha: how often to accept `elo1` though `elo0` is true.
        beta: how often to accept `elo0` though `elo1` is true.
    Raises:
        BadSprt: unless elo0 < elo1 and both chances are above 0 and below ½.
    Source:
        A. Wald, Sequential Tests of Statistical Hypotheses, Ann. Math. Statist. 16 (1945), 117-186.

    >>> Sprt(0.0, 10.0).accepts((5, 40, 100, 90, 40))
    'elo1'
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not (math.isfinite(self.elo0) and math.isfinite(self.elo1) and self.elo0 < self.elo1):
            raise BadSprt(_ORDER.format(elo0=f"{self.elo0:g}", elo1=f"{self.elo1:g}"))
        if not (0.0 < self.alpha < 0.5 and 0.0 < self.beta < 0.5):
            raise BadSprt(_CHANCES.format(alpha=f"{self.alpha:g}", beta=f"{self.beta:g}"))

    @classmethod
    def parse(cls, text: str) -> Sprt:
        """Read `ELO0,ELO1` or `ELO0,ELO1,ALPHA,BETA`.

        Raises:
            BadSprt: for anything else.

        >>> Sprt.parse("0,5").bounds
        (-2.9444389791664403, 2.9444389791664403)
        """
        try:
            numbers = [float(word) for word in text.split(",")]
        except ValueError:
            raise BadSprt(_FORM.format(found=text)) from None
        if len(numbers) not in (2, 4):
            raise BadSprt(_FORM.format(found=text))
        return cls(*numbers)

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which `elo0` and `elo1` are accepted: log β/(1-α), log (1-β)/α."""
        return math.log(self.beta / (1.0 - self.alpha)), math.log((1.0 - self.beta) / self.alpha)

    def ratio(self, pairs: Sequence[int]) -> float:
        """Return the log-likelihood ratio that a pentanomial gives; 0 for no pair."""
        return likelihood_ratio(pairs, score_of_elo(self.elo0), score_of_elo(self.elo1))

    def accepts(self, pairs: Sequence[int]) -> Literal["elo0", "elo1"] | None:
        """Return the hypothesis that a pentanomial decides for, or None: play on."""
        ratio = self.ratio(pairs)
        low, high = self.bounds
        return "elo1" if ratio >= high else "elo0" if ratio <= low else None


def likelihood_ratio(pairs: Sequence[int], score0: float, score1: float) -> float:
    """Return log of (greatest likelihood of `pairs` with mean `score1`) / (the same with mean `score0`).

    Among all distributions on the five results that have the mean m, the likeliest is
    p_i / (1 + θ (a_i - m)) with the observed shares p_i and points a_i, where θ makes the mean right.

    Source:
        M. Van den Bergh, The Generalized Sequential Probability Ratio Test for Expected Values, 2019.

    >>> round(likelihood_ratio((1, 5, 10, 9, 3), 0.5, 0.55), 3)
    0.994
    """
    if not sum(pairs):
        return 0.0
    counts = [count or _NEVER_SEEN for count in pairs]
    shares = [count / sum(counts) for count in counts]
    fitted0, fitted1 = _likeliest(shares, score0), _likeliest(shares, score1)
    return sum(n * math.log(p1 / p0) for n, p0, p1 in zip(counts, fitted0, fitted1, strict=True))


def _likeliest(shares: Sequence[float], mean: float) -> list[float]:
    away = [points - mean for points in _POINTS]

    def slope(theta: float) -> float:
        return sum(p * d / (1.0 + theta * d) for p, d in zip(shares, away, strict=True))

    theta = _root(slope, -1.0 / away[-1], -1.0 / away[0])
    return [p / (1.0 + theta * d) for p, d in zip(shares, away, strict=True)]


def _root(falling: Callable[[float], float], low: float, high: float) -> float:
    """Return where a falling function is 0 between two poles, by halving."""
    margin = (high - low) * 1e-12
    low, high = low + margin, high - margin
    for _ in range(200):
        middle = (low + high) / 2.0
        if falling(middle) > 0.0:
            low = middle
        else:
            high = middle
    return (low + high) / 2.0


_FORM = Message('"{found}" is no sequential test: write ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA, for example 0,5.')
_ORDER = Message("The test compares ELO0 = {elo0} with ELO1 = {elo1}: the second must be the greater.")
_CHANCES = Message(
    "The chances of error are {alpha} and {beta}: each must lie between 0 and 0.5, both excluded."
)
