"""Logistic regression on what quick games came to: the weights under which it was likeliest.

The core goes over positions one after the other (`_core.Regression`); here is the course of it: rounds with
ever smaller steps, the parts of the records and what lies in them in an order by chance, some held out to
judge. What is taught is mostly what the search thought of a position, and partly what the game came to: a
thought of a thousand positions is a better witness than the end of a quick game.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from damiera import _core
from damiera._core import Rules

__all__ = ["RATE", "ROUNDS", "TRUST", "Fit", "fit"]

TRUST = 0.3
RATE = 0.7
ROUNDS = 5
HELD_OUT = 20
SEEN = 20
SHARES = (1.0, 0.5, 0.25)
LAST_SHARE = 0.1


@dataclass(frozen=True, slots=True)
class Fit:
    """What a regression found.

    Attributes:
        numbers: what `_core.Weights` reads.
        positions: how many were there, those held out included.
        loss: mean cross entropy on the results of what was held out, in nats.
        before: the same if every position had the mean of the results.
        spread_cp: centipieces that make odds of e to 1.
    """

    numbers: bytes
    positions: int
    loss: float
    before: float
    spread_cp: float


def fit(
    rules: Rules,
    parts: Sequence[bytes],
    *,
    trust: float = TRUST,
    rate: float = RATE,
    rounds: int = ROUNDS,
    seed: int = 1,
    tell: Callable[[int, int, float], None] = lambda step, steps, loss: None,
) -> Fit:
    """Find the weights; the last part of twenty is held out and only judges them.

    The same arguments give the same weights, bit by bit.

    Args:
        rules: the game.
        parts: records of quick games, as `_core.self_play` gives them.
        trust: how much of a result is taught, against what the search thought; 0 to 1.
        rate: how far a weight goes at first.
        rounds: how often everything is gone over.
        seed: of the order.
        tell: called after each part of each round with how many were gone over, of how many, and the mean
            loss there.
    Raises:
        ValueError: if there are no positions, or for records of another game.
    """
    taught, held = _split(rules, parts)
    regression, spread = _core.Regression(rules), _core.spread_of(rules, b"".join(taught[:SEEN]))
    chance = Random(seed)
    done = 0
    for number in range(rounds):
        for part in chance.sample(taught, len(taught)):
            loss = regression.teach(
                part,
                rate=rate * _share(number, rounds),
                trust=trust,
                spread=spread,
                seed=chance.getrandbits(63),
            )
            done += 1
            tell(done, rounds * len(taught), loss)
    judged, loss, mean, found = regression.judge(held)
    mean = min(max(mean, 1e-6), 1 - 1e-6)
    return Fit(
        regression.numbers(found or spread),
        sum(_core.count_records(rules, part) for part in taught) + judged,
        loss,
        -(mean * math.log(mean) + (1 - mean) * math.log(1 - mean)),
        found or spread,
    )


def _share(number: int, rounds: int) -> float:
    """How much of the first step is gone in a round; in the last, little."""
    return LAST_SHARE if number == rounds - 1 else SHARES[min(number, len(SHARES) - 1)]


def _split(rules: Rules, parts: Sequence[bytes]) -> tuple[list[bytes], bytes]:
    """What is taught, and what judges: whole parts, or the end of the only one."""
    if len(parts) >= HELD_OUT:
        step = len(parts) // HELD_OUT
        held = range(len(parts) - 1, 0, -step)[: len(parts) // HELD_OUT]
        return [part for i, part in enumerate(parts) if i not in held], b"".join(parts[i] for i in held)
    whole = b"".join(parts)
    count = _core.count_records(rules, whole)
    if count < HELD_OUT:
        raise ValueError(f"{count} positions teach nothing: play more games")
    at = (count - count // HELD_OUT) * (len(whole) // count)
    return [whole[:at]], whole[at:]
