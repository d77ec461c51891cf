"""Glicko-2, Mark Glickman's rating with a deviation and a volatility, as an alternative for clubs.

An event is one rating period. Steps 1-8 are numbered as in his description (Example of the Glicko-2 system,
2013); the worked example there is a test. Floats: an estimate is what is asked for.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from damiera.rating.event import RatedGame, card_index

__all__ = ["GlickoRating", "glicko2", "rate_glicko"]

_SCALE = 173.7178
_TOLERANCE = 1e-6


@dataclass(frozen=True, slots=True)
class GlickoRating:
    """A rating with what is known of its certainty.

    Attributes:
        rating: points of Glicko-2; 1500 for a newcomer.
        deviation: one standard deviation, in the same points; 350 for a newcomer.
        volatility: how much the player's strength is expected to change in a period; no unit.

    >>> GlickoRating(1500, 50).interval
    (1400, 1600)
    """

    rating: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06

    @property
    def interval(self) -> tuple[int, int]:
        """The rating lies between these with 95 % confidence."""
        return round(self.rating - 2 * self.deviation), round(self.rating + 2 * self.deviation)


def glicko2(
    own: GlickoRating, results: Sequence[tuple[GlickoRating, float]], *, tau: float = 0.5
) -> GlickoRating:
    """Return a player's rating after a period.

    Args:
        results: each opponent as before the period, and the score: 1, 0.5 or 0.
        tau: how fast the volatility may change, 0.3 to 1.2.
    Source:
        Mark E. Glickman, Example of the Glicko-2 system, 2013, steps 1 to 8.

    >>> after = glicko2(GlickoRating(1500, 200, 0.06), [
    ...     (GlickoRating(1400, 30), 1), (GlickoRating(1550, 100), 0), (GlickoRating(1700, 300), 0)])
    >>> round(after.rating, 2), round(after.deviation, 2), round(after.volatility, 5)
    (1464.05, 151.52, 0.06)
    """
    mu, phi = (own.rating - 1500) / _SCALE, own.deviation / _SCALE  # step 2
    if not results:
        grown = math.hypot(phi, own.volatility) * _SCALE
        return GlickoRating(own.rating, min(grown, 350.0), own.volatility)
    terms = [(_g(o.deviation / _SCALE), (o.rating - 1500) / _SCALE, s) for o, s in results]
    expected = [1 / (1 + math.exp(-g * (mu - m))) for g, m, _ in terms]
    variance = 1 / sum(g * g * e * (1 - e) for (g, _, _), e in zip(terms, expected, strict=True))  # step 3
    pull = sum(g * (s - e) for (g, _, s), e in zip(terms, expected, strict=True))
    delta = variance * pull  # step 4
    sigma = _volatility(delta, phi, variance, own.volatility, tau)  # step 5
    star = math.hypot(phi, sigma)  # step 6
    new_phi = 1 / math.sqrt(1 / star**2 + 1 / variance)  # step 7
    new_mu = mu + new_phi**2 * pull
    return GlickoRating(new_mu * _SCALE + 1500, new_phi * _SCALE, sigma)  # step 8


def rate_glicko(
    ratings: Mapping[int, GlickoRating], games: Sequence[RatedGame], *, tau: float = 0.5
) -> dict[int, GlickoRating]:
    """Return everybody's rating after an event; who is not in `ratings` begins with 1500 ± 350.

    Rounds left out do not count, as for the other ratings.

    Args:
        ratings: everybody's rating before the event, by number.
        games: the games of the event.
        tau: how fast the volatility may change, 0.3 to 1.2.

    >>> {n: round(after.rating) for n, after in rate_glicko({}, [RatedGame(1, 1, 2, 2)]).items()}
    {1: 1662, 2: 1338}
    """
    cards = card_index([g for g in games if g.left_out is None and g.second is not None])
    before = {n: ratings.get(n, GlickoRating()) for n in (*ratings, *cards)}
    return {
        number: glicko2(
            own,
            [(before[g.opponent], g.points / 2) for g in cards.get(number, ()) if g.opponent is not None],
            tau=tau,
        )
        for number, own in before.items()
    }


def _g(phi: float) -> float:
    return 1 / math.sqrt(1 + 3 * phi**2 / math.pi**2)


def _volatility(delta: float, phi: float, variance: float, sigma: float, tau: float) -> float:
    """Step 5: the Illinois method for the root of f."""
    a = math.log(sigma**2)

    def f(x: float) -> float:
        grown = math.exp(x)
        total = phi**2 + variance + grown
        return grown * (delta**2 - total) / (2 * total**2) - (x - a) / tau**2

    low = a
    if delta**2 > phi**2 + variance:
        high = math.log(delta**2 - phi**2 - variance)
    else:
        steps = 1
        while f(a - steps * tau) < 0:
            steps += 1
        high = a - steps * tau
    f_low, f_high = f(low), f(high)
    while abs(high - low) > _TOLERANCE:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return math.exp(high / 2)
