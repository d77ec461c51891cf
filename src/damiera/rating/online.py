"""Ratings of games played here, by Glicko-2: each game is reckoned as soon as it is over.

Glickman reckons in periods of ten to fifteen games, within which ratings stand still. Here a game is a period
of its own for the two who played it; what time does, his step 6 for those who do not play, is done when
somebody plays again: a deviation of 50 is 111 after two years. The slug of a game and its speed make a
rating; one speed says nothing of another.

Source:
    Mark E. Glickman, Example of the Glicko-2 system, 2013. Periods of one game and the days are ours.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Final, Literal

from damiera.rating.glicko import GlickoRating, glicko2

__all__ = ["PROVISIONAL", "GameSpeed", "RatingClass", "after_game", "after_rest", "class_of", "speed_of"]

GameSpeed = Literal["blitz", "rapid", "standard", "post"]
"""By which clocks a game is played; `post` counts days."""
RatingClass = Literal[
    "blitz", "rapid", "standard", "post", "bots-blitz", "bots-rapid", "bots-standard", "bots-post"
]
"""Which games make one rating: those of people at one speed, or those at one speed in which a bot plays."""
PROVISIONAL: Final = 110.0
"""A rating with a larger deviation is not to be relied on yet."""
_DAY_MS: Final = 86_400_000
_PERIOD_MS: Final = 8 * _DAY_MS  # 50 grows to 111 in some two years at a volatility of 0.06
_SCALE: Final = 173.7178
_MOVES: Final = 40
_BLITZ_MS: Final = 10 * 60_000
_RAPID_MS: Final = 30 * 60_000


def speed_of(base_ms: int, increment_ms: int, *, counts_days: bool = False) -> GameSpeed:
    """Return at which speed a game is played: by the time that forty moves may take.

    Args:
        base_ms: the time of a side, in milliseconds.
        increment_ms: what a move adds, in milliseconds.
        counts_days: the clock gives days.

    >>> speed_of(300_000, 3_000), speed_of(900_000, 5_000), speed_of(1_800_000, 10_000)
    ('blitz', 'rapid', 'standard')
    """
    if counts_days:
        return "post"
    estimate = base_ms + _MOVES * increment_ms
    return "blitz" if estimate < _BLITZ_MS else "rapid" if estimate < _RAPID_MS else "standard"


def class_of(speed: GameSpeed, *, with_bot: bool) -> RatingClass:
    """Return which ratings a game at a speed changes: never those that people have among themselves by a bot.

    >>> class_of("blitz", with_bot=True), class_of("blitz", with_bot=False)
    ('bots-blitz', 'blitz')
    """
    return f"bots-{speed}" if with_bot else speed  # type: ignore[return-value]


def after_rest(own: GlickoRating, rest_ms: int) -> GlickoRating:
    """Return a rating after some time without games: less is known of it, at most as little as at first.

    Args:
        own: the rating after the last game.
        rest_ms: the time since then, in milliseconds.

    >>> round(after_rest(GlickoRating(1500, 50), 730 * 86_400_000).deviation)
    111
    """
    phi = own.deviation / _SCALE
    grown = math.sqrt(phi**2 + own.volatility**2 * max(0, rest_ms) / _PERIOD_MS) * _SCALE
    return replace(own, deviation=max(own.deviation, min(grown, 350.0)))


def after_game(own: GlickoRating, other: GlickoRating, score: float) -> GlickoRating:
    """Return a rating after one game, with the score 1, 0.5 or 0 against the other as they were before it.

    >>> after = after_game(GlickoRating(), GlickoRating(), 1)
    >>> round(after.rating), round(after.deviation)
    (1662, 290)
    """
    return glicko2(own, [(other, score)])
