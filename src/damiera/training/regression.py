"""Logistic regression on what quick games came to: the weights under which it was likeliest.

The core says what each position has (`_core.features_of_records`), a sparse matrix; scipy finds the weights
(L-BFGS). What is taught is mostly what the search thought of a position, and partly what the game came to: a
thought of a thousand positions is a better witness than the end of a quick game. A ridge holds weights near
where they start, which is nought or the weights of a game alike, so that what is seen seldom stays there: a
search meets patterns that games do not.

It needs the extra `training` (`numpy`, `scipy`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq, minimize
from scipy.sparse import csr_array
from scipy.special import expit

from damiera import _core
from damiera._core import Rules
from damiera.messages import Message
from damiera.training.errors import TrainingError

__all__ = ["Fit", "RecordColumns", "fit", "losses", "split_parts", "spread_of"]

_TOO_FEW = Message(
    "{n} position teaches nothing: play more games", plural="{n} positions teach nothing: play more games"
)

HELD_OUT = 20
SEEN = 20
STEPS = 120
"""Most steps of the minimiser; it ends before where the loss hardly falls any more."""
ENOUGH = 1e-7
"""How much of the loss a step must be worth, or it is the last."""
LOOSE = 0.1
"""The ridge of men, kings and terms, which every position has."""
SPREADS = (40.0, 600.0)
GREAT = 400
"""Centipieces from which a score says little of the spread."""
KEPT_BYTES = 2 << 30
"""What positions may take in memory; those over it are read from their records in each step."""
NO_POINTS = 3
FINE = 16
MOST = 32_767

Floats = NDArray[np.float64]
Singles = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Fit:
    """What a regression found.

    Attributes:
        numbers: what `_core.Weights` reads.
        positions: how many were there that were not proved, those held out included.
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
    trust: float,
    ridge: float,
    start: bytes = b"",
    tell: Callable[[int, int, float], None] = lambda step, steps, loss: None,
) -> Fit:
    """Find the weights; the last part of twenty is held out and only judges them.

    The same arguments give the same weights, bit by bit, on one machine.

    Args:
        rules: the game.
        parts: records of quick games, as `_core.self_play` gives them.
        trust: how much of a result is taught, against what the search thought; 0 to 1.
        ridge: how firmly the weights of patterns are held where they start, in positions seen; above 0.
        start: numbers as `_core.Weights` reads them, where weights start and what is never seen stays; nought
            if there are none.
        tell: called after each step with how many were done, of how many at most, and the mean loss there.
    Raises:
        TrainingError: if there are too few positions.
        ValueError: for records of another game, or numbers that make no sense.
    """
    if not 0 <= trust <= 1:
        raise ValueError("give a trust from 0 to 1")
    if not (ridge > 0 and math.isfinite(ridge)):
        raise ValueError("give a ridge above 0")
    taught, held = split_parts(rules, parts)
    spread = spread_of(rules, taught[:SEEN])
    problem = _Problem(rules, taught, trust, spread, ridge, _weights_in(rules, start, spread))
    weights = problem.solved(tell)
    judged = _judged(rules, held, weights)
    return Fit(
        _numbers(weights, judged.spread or spread),
        problem.positions + judged.positions,
        judged.loss,
        judged.before,
        judged.spread or spread,
    )


def spread_of(rules: Rules, parts: Sequence[bytes]) -> float:
    """Return how many centipieces of what the search thought make odds of e to 1 in what games came to.

    Too small a spread promises more than was won by those who stood well. From 40 to 600.

    Raises:
        ValueError: for records of another game.
    """
    seen = [RecordColumns.read(rules, part) for part in parts]
    scores = np.concatenate([one.scores[one.is_ended] for one in seen])
    results = np.concatenate([one.results[one.is_ended] for one in seen])

    def promised(spread: float) -> float:
        return float(np.sum(scores * (expit(scores / spread) - results)))

    low, high = SPREADS
    if promised(low) <= 0:
        return low
    return high if promised(high) >= 0 else float(brentq(promised, low, high, xtol=0.5))


@dataclass(frozen=True, slots=True)
class RecordColumns:
    """What a regression asks of the positions of records, as White sees them, one a row.

    Attributes:
        found: how often each weight counts.
        phases: shares of the opening and of the ending.
        scores: what the search thought, in centipieces.
        is_ended: whether its game came to something.
        results: what it came to, 0 to 1.
    """

    found: csr_array
    phases: Singles
    scores: Floats
    is_ended: NDArray[np.bool_]
    results: Floats

    @classmethod
    def read(cls, rules: Rules, records: bytes) -> RecordColumns:
        """Return the columns of records.

        Raises:
            ValueError: for records of another game, or a game whose evaluation is made by hand.
        """
        columns = _core.features_of_records(rules, records)
        kinds = ("<i4", "<i4", "i1", "<f4", "<i2", "u1")
        rows, weights, times, opening, scores, points = (
            np.frombuffer(column, kind) for column, kind in zip(columns, kinds, strict=True)
        )
        size = (len(scores), _core.contents_of(rules)["pairs"])
        return cls(
            csr_array((times.astype(np.float32), weights, rows), shape=size),
            np.stack([opening, 1 - opening], axis=1),
            scores.astype(np.float64),
            points != NO_POINTS,
            points / 2.0,
        )

    def odds(self, weights: Singles) -> Floats:
        """White's odds (natural logarithm) of winning under weights, two of each."""
        phased: Singles = (self.found @ weights) * self.phases
        odds: Floats = phased.sum(axis=1, dtype=np.float64)
        return odds

    def squares(self) -> csr_array:
        """How often each weight counts, squared."""
        found = self.found
        return csr_array((found.data**2, found.indices, found.indptr), shape=found.shape)

    def targets(self, trust: float, spread: float) -> Floats:
        """White's chance, as it is taught."""
        trusted = np.where(self.is_ended, trust, 0.0)
        thought: Floats = expit(self.scores / spread)
        return trusted * self.results + (1 - trusted) * thought

    @property
    def size(self) -> int:
        """Bytes in memory."""
        entries, row = 8, 40
        return int(entries * self.found.nnz) + row * len(self.scores)


def losses(odds: Floats, targets: Floats) -> Floats:
    """The cross entropy of the odds, where White's chance turned out to be `targets`."""
    return np.logaddexp(0, odds) - targets * odds


@dataclass
class _Problem:
    """The loss on what is taught, as a function of how far the weights of all that was seen there moved."""

    rules: Rules
    parts: Sequence[bytes]
    trust: float
    spread: float
    ridge: float
    start: Singles
    positions: int = 0
    _kept: list[RecordColumns] = field(default_factory=list)
    _room: int = KEPT_BYTES

    def __post_init__(self) -> None:
        contents = _core.contents_of(self.rules)
        self._shape = contents["pairs"], 2
        self._ridges = np.full(self._shape, self.ridge)
        self._ridges[contents["men"] :] = LOOSE
        curvature = np.zeros(self._shape)
        for one in self._all():
            self.positions += len(one.scores)
            curvature += one.squares().T @ (one.phases**2 / 4)
        self._seen = curvature > 0
        self._held = self._ridges[self._seen]
        self._scale = 1 / np.sqrt(curvature[self._seen] + self._held)  # as far as one step may go

    def solved(self, tell: Callable[[int, int, float], None]) -> Singles:
        """Return the weights that make it least."""
        done = 0

        def count(intermediate_result: object) -> None:
            nonlocal done
            done += 1
            tell(done, STEPS, float(intermediate_result.fun))  # type: ignore[attr-defined]

        found = minimize(
            self._loss,
            np.zeros(len(self._scale)),
            method="L-BFGS-B",
            jac=True,
            callback=count,
            options={"maxiter": STEPS, "ftol": ENOUGH, "gtol": 0.0, "maxcor": 10},
        )
        if done < STEPS:
            tell(STEPS, STEPS, float(found.fun))
        return self._weights(found.x)

    def _weights(self, at: Floats) -> Singles:
        weights = self.start.copy()
        weights[self._seen] += at * self._scale
        return weights

    def _loss(self, at: Floats) -> tuple[float, Floats]:
        """The mean loss with the ridge, and where it rises."""
        weights = self._weights(at)
        loss, slope = 0.0, np.zeros(self._shape)
        for one in self._all():
            odds, targets = one.odds(weights), one.targets(self.trust, self.spread)
            loss += float(np.sum(losses(odds, targets)))
            off = (expit(odds) - targets).astype(np.float32)
            slope += one.found.T @ (off[:, None] * one.phases)
        own = at * self._scale
        loss += float(np.sum(self._held * own**2)) / 2
        rise = (slope[self._seen] + self._held * own) * self._scale
        return loss / self.positions, rise / self.positions

    def _all(self) -> Iterator[RecordColumns]:
        """The positions of each part: kept from the first time, as far as memory allows."""
        yield from self._kept
        for part in self.parts[len(self._kept) :]:
            one = RecordColumns.read(self.rules, part)
            self._room -= one.size
            if self._room >= 0:
                self._kept.append(one)
            yield one


@dataclass(frozen=True, slots=True)
class _Verdict:
    """What positions held out say of weights; the spread is 0 if it is not to be seen."""

    positions: int
    loss: float
    before: float
    spread: float


def _judged(rules: Rules, records: bytes, weights: Singles) -> _Verdict:
    """Judge weights: on results, and by how they speak of pieces against the search that played."""
    seen = RecordColumns.read(rules, records)
    odds = seen.odds(weights)
    ended, results = odds[seen.is_ended], seen.results[seen.is_ended]
    loss = float(np.mean(losses(ended, results))) if len(ended) else 0.0
    mean = min(max(float(np.mean(results)), 1e-6), 1 - 1e-6) if len(ended) else 0.5
    before = -(mean * math.log(mean) + (1 - mean) * math.log(1 - mean))
    told = (seen.scores != 0) & (np.abs(seen.scores) < GREAT)
    worth, thought = float(np.sum(odds[told] ** 2)), float(np.sum(seen.scores[told] ** 2))
    return _Verdict(len(odds), loss, before, math.sqrt(thought / worth) if worth and thought else 0.0)


def _weights_in(rules: Rules, numbers: bytes, spread: float) -> Singles:
    """The weights in a file's numbers, or nought; the inverse of `_numbers`."""
    shape = _core.contents_of(rules)["pairs"], 2
    if not numbers:
        return np.zeros(shape, np.float32)
    whole = np.frombuffer(numbers, "<i2")
    if whole.size != shape[0] * shape[1]:
        raise ValueError("these are the numbers of another game")
    weights: Singles = (whole.reshape(shape) / (spread * FINE)).astype(np.float32)
    return weights


def _numbers(weights: Singles, spread: float) -> bytes:
    """The weights as files hold them; `spread` centipieces make odds of e to 1."""
    whole: NDArray[np.int16] = np.clip(np.rint(weights * (spread * FINE)), -MOST, MOST).astype("<i2")
    return whole.tobytes()


def split_parts(rules: Rules, parts: Sequence[bytes]) -> tuple[list[bytes], bytes]:
    """Return what is taught, and what judges: whole parts, or the end of the only one.

    Raises:
        TrainingError: if there are too few positions.
        ValueError: for records of another game.
    """
    if len(parts) >= HELD_OUT:
        step = len(parts) // HELD_OUT
        held = range(len(parts) - 1, 0, -step)[: len(parts) // HELD_OUT]
        return [part for i, part in enumerate(parts) if i not in held], b"".join(parts[i] for i in held)
    whole = b"".join(parts)
    count = _core.count_records(rules, whole)
    if count < HELD_OUT:
        raise TrainingError(_TOO_FEW.format(n=count))
    at = (count - count // HELD_OUT) * (len(whole) // count)
    return [whole[:at]], whole[at:]
