"""Logistic regression on what quick games came to: the weights under which their results were likeliest.

A position's worth is the sum of the weights of what it has, between two phases: with the board full of men,
and with none. The chance of its side to move is the logistic function of that. Weights are pulled towards
nought (L2), those of pieces towards what a man and a king are worth on the whole; the best is found by
L-BFGS (D. Liu and J. Nocedal, On the limited memory BFGS method for large scale optimization, Mathematical
Programming 45, 1989).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from damiera import _core
from damiera._core import Rules

__all__ = ["Fit", "Model", "Rows", "fit", "join", "read_rows"]

Floats = NDArray[np.float64]

PATTERNS = 3**8
CHUNK = 65_536
MEMORY = 10
PROVED = 29_000


@dataclass(frozen=True, slots=True)
class Model:
    """The weights of a game as a regression sees them.

    Attributes:
        shapes: how many there are, each with 3^8 patterns.
        squares: of the board.
        terms: how many terms the evaluation has besides.
        full: how many men count as a full board.
    """

    shapes: int
    squares: int
    terms: int
    full: int

    @classmethod
    def of(cls, rules: Rules) -> Model:
        """Return the model of a game."""
        shapes, _, full = _core.shapes_of(rules)
        count, _, _, terms, *_ = _core.features(
            rules, _core.self_play(rules, games=1, nodes=1, plies=(0, 0), seed=1)
        )
        return cls(len(shapes), rules.squares, len(terms) // count, full)

    @property
    def plain(self) -> int:
        """Weights that are no patterns: men and kings on their squares, terms, a man, a king."""
        return 2 * self.squares + self.terms + 2

    @property
    def weights(self) -> int:
        """How many pairs of weights a fit looks for."""
        return self.shapes * PATTERNS + self.plain


@dataclass(frozen=True, slots=True)
class Rows:
    """Positions as a regression sees them.

    Attributes:
        patterns: (n, shapes) int32, which weight each shape reads.
        plain: (n, plain) int8, what there is of everything else.
        opening: (n,) float32, 1 with the board full of men, 0 with none.
        points: (n,) float32, what came of it for the side to move: 1, 0.5 or 0.
        score: (n,) float32, what the search thought, in centipieces.
    """

    patterns: NDArray[np.int32]
    plain: NDArray[np.int8]
    opening: NDArray[np.float32]
    points: NDArray[np.float32]
    score: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.points)

    def split(self, share: float) -> tuple[Rows, Rows]:
        """Return the first part and the rest, of which `share` is asked; games lie in one or the other."""
        at = round(len(self) * (1 - share))
        return self[:at], self[at:]

    def __getitem__(self, where: slice) -> Rows:
        return Rows(
            self.patterns[where],
            self.plain[where],
            self.opening[where],
            self.points[where],
            self.score[where],
        )


def read_rows(rules: Rules, model: Model, records: bytes) -> Rows:
    """Return the rows of records as `_core.self_play` gives them, proved positions left out.

    Raises:
        ValueError: for records of another game.
    """
    count, patterns, pieces, terms, phase, score, points = _core.features(rules, records)
    found = np.frombuffer(patterns, np.uint16).reshape(count, model.shapes).astype(np.int32)
    found += np.arange(model.shapes, dtype=np.int32) * PATTERNS
    squares = np.frombuffer(pieces, np.int8).reshape(count, 2, model.squares)
    sums = squares.sum(axis=2, dtype=np.int8)
    plain = np.hstack(
        [
            squares.reshape(count, -1),
            np.frombuffer(terms, np.int8).reshape(count, model.terms),
            sums,
        ]
    )
    thought = np.frombuffer(score, np.int16).astype(np.float32)
    rows = Rows(
        found,
        plain,
        np.frombuffer(phase, np.uint8).astype(np.float32) / np.float32(model.full),
        np.frombuffer(points, np.uint8).astype(np.float32) / np.float32(2),
        thought,
    )
    sound = np.abs(thought) < PROVED
    if sound.all():
        return rows
    return Rows(
        rows.patterns[sound], rows.plain[sound], rows.opening[sound], rows.points[sound], rows.score[sound]
    )


def join(parts: Sequence[Rows]) -> Rows:
    """Return the rows of several parts, one after the other."""
    return Rows(
        np.concatenate([part.patterns for part in parts]),
        np.concatenate([part.plain for part in parts]),
        np.concatenate([part.opening for part in parts]),
        np.concatenate([part.points for part in parts]),
        np.concatenate([part.score for part in parts]),
    )


@dataclass(frozen=True, slots=True)
class Fit:
    """What a regression found.

    Attributes:
        numbers: what `_core.Weights` reads.
        loss: mean cross entropy on what was held out, in nats.
        before: the same if every position had the mean of the results.
        spread_cp: centipieces that make odds of e to 1.
    """

    numbers: bytes
    loss: float
    before: float
    spread_cp: float


class _Problem:
    """The loss over rows and its slope."""

    def __init__(self, model: Model, rows: Rows, trust: float, pull: float) -> None:
        self.model, self.rows, self.pull = model, rows, pull
        self.wanted = _target(rows, trust).astype(np.float32)
        self.pulled = np.full((model.weights, 2), pull)
        self.pulled[-2:] = pull / 1000  # a man and a king are what they are
        self.pulled[-2 - model.terms : -2] = pull / 10

    def curvature(self) -> Floats:
        """A bound on the second derivative by each weight, from counts."""
        model, rows = self.model, self.rows
        out = self.pulled.copy()
        for phase, share in enumerate((rows.opening, 1 - rows.opening)):
            square = (share * share / 4).astype(np.float64)
            for shape in range(model.shapes):
                out[: -model.plain, phase] += np.bincount(
                    rows.patterns[:, shape], square, model.shapes * PATTERNS
                )
            for at in range(0, len(rows), CHUNK):
                part = rows.plain[at : at + CHUNK].astype(np.float32)
                out[-model.plain :, phase] += (part * part).T @ square[at : at + CHUNK].astype(np.float32)
        return out

    def __call__(self, weights: Floats) -> tuple[float, Floats]:
        rows = self.rows
        slope = self.pulled * weights
        loss = 0.5 * float((slope * weights).sum())
        loss += _core.add_slope(
            rows.patterns, rows.plain, rows.opening, self.wanted, weights.astype(np.float32), slope
        )
        return loss, slope


def _worth(model: Model, weights: Floats, rows: Rows) -> Floats:
    patterns = weights[: -model.plain].astype(np.float32)
    both = sum(patterns[rows.patterns[:, shape]] for shape in range(model.shapes))
    both = both + rows.plain.astype(np.float32) @ weights[-model.plain :].astype(np.float32)
    return (both[:, 0] * rows.opening + both[:, 1] * (1 - rows.opening)).astype(np.float64)


def _target(rows: Rows, trust: float) -> Floats:
    """The chance each position is taught: what it came to, and, by 1 - `trust`, what the search thought."""
    thought = 1 / (1 + np.exp(-rows.score.astype(np.float64) / 110))
    return trust * rows.points.astype(np.float64) + (1 - trust) * thought


def fit(
    model: Model,
    rows: Rows,
    *,
    trust: float = 0.75,
    pull: float = 20.0,
    steps: int = 60,
    tell: Callable[[int, float], None] = lambda step, loss: None,
) -> Fit:
    """Find the weights; a tenth of the rows is held out and only judges them.

    Args:
        model: of the game.
        rows: positions, game after game.
        trust: how much of a result is taught, against what the search thought; 0 to 1.
        pull: of the weights towards nought.
        steps: at most.
        tell: called after each step with its number and the mean loss.
    Raises:
        ValueError: if there are no rows.
    """
    if len(rows) < 10:
        raise ValueError(f"{len(rows)} positions teach nothing: play more games")
    taught, held = rows.split(0.1)
    problem = _Problem(model, taught, trust, pull)
    weights = _minimum(problem, model, steps, lambda step, loss: tell(step, loss / len(taught)))
    worth, wanted = _worth(model, weights, held), _target(held, 1.0)
    mean = float(np.clip(taught.points.mean(), 1e-6, 1 - 1e-6))
    spread = _spread(worth, held.score.astype(np.float64))
    return Fit(
        _numbers(model, weights * spread),
        float((np.logaddexp(0, worth) - wanted * worth).mean()),
        float(-(wanted * np.log(mean) + (1 - wanted) * np.log(1 - mean)).mean()),
        spread,
    )


def _spread(worth: Floats, score: Floats) -> float:
    """Centipieces that make odds of e to 1: the weights then speak of pieces as the search that taught them
    did."""
    near = (np.abs(score) < 400) & (np.abs(score) > 0)
    if not near.any() or not worth[near].std():
        return 110.0
    return float(score[near].std() / worth[near].std())


def _minimum(problem: _Problem, model: Model, steps: int, tell: Callable[[int, float], None]) -> Floats:
    """L-BFGS from nought, each weight measured by the curvature there."""
    scale = 1 / np.sqrt(problem.curvature())
    at = np.zeros((model.weights, 2))
    loss, slope = problem(at)
    slope *= scale
    moves: list[tuple[Floats, Floats]] = []
    for step in range(1, steps + 1):
        way = _way(slope, moves)
        length, bent = 1.0, float((way * slope).sum())
        while True:
            there = at + length * way * scale
            new_loss, new_slope = problem(there)
            if new_loss <= loss + 1e-4 * length * bent or length < 1e-6:
                break
            length /= 3
        new_slope = new_slope * scale
        moves = [*moves[1 - MEMORY :], (length * way, new_slope - slope)]
        gained = loss - new_loss
        at, loss, slope = there, new_loss, new_slope
        tell(step, loss)
        if gained < 1e-5 * abs(loss):
            break
    return at


def _way(slope: Floats, moves: list[tuple[Floats, Floats]]) -> Floats:
    """The direction to go: the two loops of L-BFGS."""
    way = -slope
    shares = []
    for moved, turned in reversed(moves):
        share = float((moved * way).sum() / (moved * turned).sum())
        shares.append(share)
        way = way - share * turned
    if moves:
        moved, turned = moves[-1]
        way = way * float((moved * turned).sum() / (turned * turned).sum())
    for (moved, turned), share in zip(moves, reversed(shares), strict=True):
        way = way + (share - float((turned * way).sum() / (moved * turned).sum())) * moved
    return way


def _numbers(model: Model, cp: Floats) -> bytes:
    """Weights in centipieces as `_core.Weights` reads them: a man and a king told square by square."""
    out = cp[:-2].copy()
    first = model.shapes * PATTERNS
    out[first : first + model.squares] += cp[-2]
    out[first + model.squares : first + 2 * model.squares] += cp[-1]
    return np.clip(np.rint(out * 16), -32767, 32767).astype("<i2").tobytes()
