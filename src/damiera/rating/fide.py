"""The rating of the chess federation, as an alternative for clubs: expected score from a table, K a point.

The two tables are those of the FIDE rating regulations (8.1.1 and 8.1.2): hundredths of a game for a
difference of rating, and a difference for a percentage. Points here are halves of a game, so that a win is 2.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from damiera.messages import Message
from damiera.rating.event import Entrant, RatedGame, card_index, mean, refuse_impossible
from damiera.rating.trace import TraceLine, decimal, half_up, signed

__all__ = [
    "FideChange",
    "expected_hundredths",
    "expected_hundredths_uncapped",
    "perfect_performance",
    "performance",
    "performance_difference",
    "rate_fide",
]

# 8.1.2: the last difference at which 50, 51, ... 99 hundredths are expected; 100 above.
_LAST = (
    3,
    10,
    17,
    25,
    32,
    39,
    46,
    53,
    61,
    68,
    76,
    83,
    91,
    98,
    106,
    113,
    121,
    129,
    137,
    145,
    153,
    162,
    170,
    179,
    188,
    197,
    206,
    215,
    225,
    235,
    245,
    256,
    267,
    278,
    290,
    302,
    315,
    328,
    344,
    357,
    374,
    391,
    411,
    432,
    456,
    484,
    517,
    559,
    619,
    735,
)
# 8.1.1: the difference for 50, 51, ... 100 per cent of the points.
_DIFFERENCE = (
    0,
    7,
    14,
    21,
    29,
    36,
    43,
    50,
    57,
    65,
    72,
    80,
    87,
    95,
    102,
    110,
    117,
    125,
    133,
    141,
    149,
    158,
    166,
    175,
    184,
    193,
    202,
    211,
    220,
    230,
    240,
    251,
    262,
    273,
    284,
    296,
    309,
    322,
    336,
    351,
    366,
    383,
    401,
    422,
    444,
    470,
    501,
    538,
    589,
    677,
    800,
)
_CAP = 400


def expected_hundredths_uncapped(difference: int) -> int:
    """Return the hundredths of a game expected of a player rated `difference` above the opponent.

    Source:
        FIDE rating regulations, 8.1.2.

    >>> expected_hundredths_uncapped(0), expected_hundredths_uncapped(-100), expected_hundredths_uncapped(736)
    (50, 36, 100)
    """
    upper = 50 + bisect_left(_LAST, abs(difference))
    return upper if difference >= 0 else 100 - upper


def expected_hundredths(difference: int, *, cap: int = _CAP) -> int:
    """The same, a difference above `cap` counting as `cap` (8.3.1).

    >>> expected_hundredths(1000)
    92
    """
    return expected_hundredths_uncapped(max(-cap, min(cap, difference)))


def performance_difference(points: int, games: int) -> int:
    """Return the difference of rating that fits `points` (halves of a game) out of `games`.

    Args:
        points: points made, in halves of a game: 2 a win, 1 a draw.
        games: how many games, at least 1.
    Source:
        FIDE rating regulations, 8.1.1.

    >>> performance_difference(7, 5), performance_difference(0, 2)
    (149, -800)
    """
    percent = half_up(Fraction(points * 50, games))
    return _DIFFERENCE[percent - 50] if percent >= 50 else -_DIFFERENCE[50 - percent]


def performance(points: int, ratings: Sequence[int]) -> int:
    """Return the performance against opponents of these ratings: their rounded mean, and the difference.

    Args:
        points: points made, in halves of a game: 2 a win, 1 a draw.
        ratings: the opponents' ratings.

    >>> performance(7, [1800, 1600, 2150, 1500, 2050])
    1969
    """
    return half_up(mean(ratings)) + performance_difference(points, len(ratings))


def perfect_performance(points: int, ratings: Sequence[int]) -> int:
    """Return the lowest rating whose expected score against these opponents reaches the points made.

    With no points it is the lowest opponent less 800; with all of them, the highest and 800.

    Args:
        points: points made, in halves of a game: 2 a win, 1 a draw.
        ratings: the opponents' ratings.
    Raises:
        ValueError: without opponents.

    >>> perfect_performance(4, [1800, 1800]), perfect_performance(2, [1800, 1800])
    (2600, 1797)
    """
    if points == 0:
        return min(ratings) - 800
    if points == 2 * len(ratings):
        return max(ratings) + 800
    low, high = min(ratings) - 800, max(ratings) + 800
    while low < high:
        middle = (low + high) // 2
        if sum(expected_hundredths_uncapped(middle - r) for r in ratings) >= 50 * points:
            high = middle
        else:
            low = middle + 1
    return low


@dataclass(frozen=True, slots=True)
class FideChange:
    """A player's new rating, with the arithmetic.

    Attributes:
        entrant: the player.
        initial: rating before the event.
        played: games that count.
        points: points made in them, in halves of a game.
        expected: games expected to be won, in whole games.
        k: points of rating a whole game more than expected is worth.
        final: rating after the event.
        trace: the arithmetic, a line a step.

    >>> two = [Entrant(1, "Rossi", 1500), Entrant(2, "Bianchi", 1500)]
    >>> change = rate_fide(two, [RatedGame(1, 1, 2, 2)])[0]
    >>> change.points, change.expected, change.final
    (2, Fraction(1, 2), 1510)
    """

    entrant: Entrant
    initial: int
    played: int
    points: int
    expected: Fraction
    k: int
    final: int
    trace: tuple[TraceLine, ...]


def rate_fide(
    entrants: Sequence[Entrant],
    games: Sequence[RatedGame],
    *,
    k: int = 20,
    unrated: int = 1400,
    cap: int = _CAP,
) -> tuple[FideChange, ...]:
    """Return everybody's new rating: R + K (W - We), rounded half up; unplayed rounds do not count.

    Args:
        k: points a whole game more than expected is worth.
        unrated: what a player without a rating begins with; a convention of the club, not FIDE's.
        cap: a larger difference of rating counts as this one (8.3.1).
    Raises:
        ImpossibleGames: if the results cannot be.
    Source:
        FIDE rating regulations, 8.1.2 and 8.3.1.

    >>> two = [Entrant(1, "Rossi", 1500), Entrant(2, "Bianchi", 1500)]
    >>> [c.final for c in rate_fide(two, [RatedGame(1, 1, 2, 2)])]
    [1510, 1490]
    """
    refuse_impossible(entrants, games)
    rating = {e.number: unrated if e.rating is None else e.rating for e in entrants}
    names = {e.number: e.name for e in entrants}
    cards = card_index(games)
    out = []
    for entrant in entrants:
        own, initial = cards.get(entrant.number, ()), rating[entrant.number]
        counted = [g for g in own if g.left_out is None and g.opponent is not None]
        lines = [TraceLine(Message("Initial rating"), str(initial))]
        expected = points = 0
        for game in counted:
            assert game.opponent is not None
            theirs = rating[game.opponent]
            hundredths = expected_hundredths(initial - theirs, cap=cap)
            expected, points = expected + hundredths, points + game.points
            label = Message("Round {n}, {who} ({r})")
            due, made = decimal(Fraction(hundredths, 100)), decimal(Fraction(game.points, 2))
            arithmetic = f"{signed(initial - theirs)} → {due}; {made}"
            lines.append(
                TraceLine(label.format(n=game.round, who=names[game.opponent], r=theirs), arithmetic)
            )
        gain = Fraction(points, 2) - Fraction(expected, 100)
        final = half_up(initial + k * gain)
        lines.append(TraceLine(Message("Final rating"), f"{initial} + {k} × {signed(gain)} → {final}"))
        out.append(
            FideChange(
                entrant, initial, len(counted), points, Fraction(expected, 100), k, final, tuple(lines)
            )
        )
    return tuple(out)
