"""A network that corrects the weights of an evaluation, taught what the search thought.

The core says what a network sees of each position (`_core.inputs_of_records`) and what the weights say of it
(`_core.features_of_records`); numpy goes down the loss with the steps of Adam (D. Kingma, J. Ba, "Adam: A
method for stochastic optimization", 2015). What is taught is the search's thought alone: with results the
loss on results held out is less, and the games are lost (docs/training.md). The numbers found are rounded to
those of `_core.network_shape`.

It needs the extra `training` (`numpy`, `scipy`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from damiera import _core
from damiera._core import Rules
from damiera.training.regression import RecordColumns, losses, split_parts, spread_of

__all__ = ["EPOCHS", "NetworkFit", "fit_network"]

EPOCHS = 20
"""How often each position is looked at."""
BATCH = 8_192
RATE = 2e-3
"""The longest step; it falls along half a cosine, after `WARM` steps in which it rises."""
WARM = 200
MEMORY = 0.9, 0.999
MOST_WEIGHT = 1.98
"""Of the second layer, in ones: no number is greater."""
SEEN = 20

Singles = NDArray[np.float32]
Layers = dict[str, Singles]


@dataclass(frozen=True, slots=True)
class NetworkFit:
    """What was found.

    Attributes:
        numbers: what `_core.Weights` reads as `network`.
        positions: how many were there that were not proved, those held out included.
        loss: mean cross entropy of what the search thought of what was held out, in nats.
        before: the same by the weights alone.
        spread_cp: centipieces that make odds of e to 1.
    """

    numbers: bytes
    positions: int
    loss: float
    before: float
    spread_cp: float


def fit_network(
    rules: Rules,
    parts: Sequence[bytes],
    weights: bytes,
    *,
    epochs: int = EPOCHS,
    seed: int = 1,
    tell: Callable[[int, int, float], None] = lambda step, steps, loss: None,
) -> NetworkFit:
    """Find a network that corrects weights; the last part of twenty is held out and only judges it.

    The same arguments give the same network on one machine.

    Args:
        rules: the game.
        parts: records of quick games, as `_core.self_play` gives them.
        weights: what is corrected: numbers as `_core.Weights` reads them.
        epochs: how often each position is looked at.
        seed: of what the layers begin with, and of the order.
        tell: called after each epoch with how many were done, of how many, and the mean loss there.
    Raises:
        TrainingError: if there are too few positions.
        ValueError: for records of another game, or weights of another size.
    """
    taught, held = split_parts(rules, parts)
    spread = spread_of(rules, taught[:SEEN])
    pairs = np.frombuffer(weights, "<i2").reshape(-1, 2).astype(np.float32)
    seen = _Positions.together([_Positions.read(rules, part, pairs, spread) for part in taught])
    judging = _Positions.read(rules, held, pairs, spread)
    network = _Network(rules, seed)
    order = np.random.default_rng(seed)
    size = min(BATCH, len(seen.base))
    each = len(seen.base) // size
    for epoch in range(epochs):
        shuffled, loss = order.permutation(len(seen.base)), 0.0
        for number in range(each):
            batch = np.sort(shuffled[number * size : (number + 1) * size])
            step = epoch * each + number
            rate = RATE * (1 + np.cos(np.pi * step / (epochs * each))) / 2 * min(1.0, (step + 1) / WARM)
            loss += network.learn(seen.at(batch), float(rate))
        tell(epoch + 1, epochs, loss / each)
    return NetworkFit(
        network.numbers(spread),
        len(seen.base) + len(judging.base),
        network.loss(judging),
        float(np.mean(_lost(judging.base, judging.targets))),
        spread,
    )


@dataclass(frozen=True, slots=True)
class _Positions:
    """What is taught, as the side to move sees it: rows of bits, the odds by the weights, and targets."""

    bits: NDArray[np.uint8]
    base: Singles
    targets: Singles

    @classmethod
    def read(cls, rules: Rules, records: bytes, pairs: Singles, spread: float) -> _Positions:
        columns = RecordColumns.read(rules, records)
        if columns.found.shape[1] != len(pairs):
            raise ValueError("these weights are of another board")
        bits, sides = _core.inputs_of_records(rules, records)
        side = np.frombuffer(sides, "i1").astype(np.float32)
        odds = columns.odds(pairs) / (_core.network_shape(rules)["fine"] * spread)
        return cls(
            np.frombuffer(bits, "u1").reshape(len(side), -1),
            (odds * side).astype(np.float32),
            expit(columns.scores * side / spread).astype(np.float32),
        )

    @classmethod
    def together(cls, all: Sequence[_Positions]) -> _Positions:
        return cls(
            np.concatenate([one.bits for one in all]),
            np.concatenate([one.base for one in all]),
            np.concatenate([one.targets for one in all]),
        )

    def at(self, rows: NDArray[np.int64] | slice) -> _Positions:
        return _Positions(self.bits[rows], self.base[rows], self.targets[rows])


class _Network:
    """The layers, in ones, while they learn."""

    def __init__(self, rules: Rules, seed: int) -> None:
        shape = _core.network_shape(rules)
        self._inputs, self._one, self._fine = shape["inputs"], shape["one"], shape["fine"]
        self._parts, self._second = shape["parts"], shape["second"]
        self._part_of = np.array(shape["part_of"])
        self._most_row = (
            32_000 / self._one / (self._inputs / 4 + 1)
        )  # that no sum of the first layer overflows
        hidden, chance = shape["hidden"], np.random.default_rng(seed)

        def drawn(scale: float, *size: int) -> Singles:
            return (chance.standard_normal(size, dtype=np.float32) * np.float32(scale)).astype(np.float32)

        self._layers: Layers = {
            "rows": drawn(0.15, self._inputs, hidden),
            "start": np.full(hidden, 0.1, np.float32),
            "second": drawn(hidden**-0.5, hidden, self._parts * self._second),
            "second_start": np.full(self._parts * self._second, 0.1, np.float32),
            "last": drawn(0.1, self._parts, self._second),
            "last_start": np.zeros(self._parts, np.float32),
        }
        self._mean = {name: np.zeros_like(layer) for name, layer in self._layers.items()}
        self._square = {name: np.zeros_like(layer) for name, layer in self._layers.items()}
        self._steps = 0

    def learn(self, batch: _Positions, rate: float) -> float:
        """Go one step down the loss of a batch; return what it was before."""
        loss, slopes = self._slopes(batch)
        self._steps += 1
        for name, slope in slopes.items():
            mean, square = self._mean[name], self._square[name]
            mean += (1 - MEMORY[0]) * (slope - mean)
            square += (1 - MEMORY[1]) * (slope**2 - square)
            far = rate / (1 - MEMORY[0] ** self._steps)
            self._layers[name] -= far * mean / (np.sqrt(square / (1 - MEMORY[1] ** self._steps)) + 1e-8)
        for name, most in (("rows", self._most_row), ("start", self._most_row), ("second", MOST_WEIGHT)):
            np.clip(self._layers[name], -most, most, out=self._layers[name])
        return loss

    def loss(self, seen: _Positions) -> float:
        """Return the mean loss of positions."""
        sums = 0.0
        for first in range(0, len(seen.base), BATCH):
            some = seen.at(slice(first, first + BATCH))
            sums += float(np.sum(_lost(self._odds(some)[0], some.targets)))
        return sums / len(seen.base)

    def _odds(self, batch: _Positions) -> tuple[Singles, tuple[Singles, ...], NDArray[np.int64]]:
        """The odds of the side to move, with what the layers came to and the part of each position."""
        layers = self._layers
        inputs = np.unpackbits(batch.bits, axis=1, count=self._inputs, bitorder="little").astype(np.float32)
        part = self._part_of[inputs.sum(axis=1).astype(np.int64)]
        hidden = inputs @ layers["rows"] + layers["start"]
        second = np.clip(hidden, 0, 1) @ layers["second"] + layers["second_start"]
        own = second.reshape(-1, self._parts, self._second)[np.arange(len(part)), part]
        odds = (
            np.sum(np.clip(own, 0, 1) * layers["last"][part], axis=1)
            + layers["last_start"][part]
            + batch.base
        )
        return odds, (inputs, hidden, own), part

    def _slopes(self, batch: _Positions) -> tuple[float, Layers]:
        layers = self._layers
        odds, (inputs, hidden, own), part = self._odds(batch)
        off = (expit(odds) - batch.targets) / len(part)
        into = off[:, None] * layers["last"][part] * ((own > 0) & (own < 1))
        second = np.zeros((len(part), self._parts, self._second), np.float32)
        second[np.arange(len(part)), part] = into
        second = second.reshape(len(part), -1)
        first = (second @ layers["second"].T) * ((hidden > 0) & (hidden < 1))
        chosen = np.zeros((len(part), self._parts), np.float32)
        chosen[np.arange(len(part)), part] = off
        return float(np.mean(_lost(odds, batch.targets))), {
            "rows": inputs.T @ first,
            "start": first.sum(axis=0),
            "second": np.clip(hidden, 0, 1).T @ second,
            "second_start": second.sum(axis=0),
            "last": chosen.T @ np.clip(own, 0, 1),
            "last_start": chosen.sum(axis=0),
        }

    def numbers(self, spread: float) -> bytes:
        """Return the layers as the core reads them; `spread` centipieces make odds of e to 1."""
        layers, last = self._layers, spread * self._fine
        hidden = layers["start"].size
        second = layers["second"].reshape(hidden, self._parts, self._second).transpose(1, 2, 0)
        whole = [
            layers["rows"] * self._one,
            layers["start"] * self._one,
            second * self._one,
            layers["second_start"] * self._one,
            layers["last"] * last,
            layers["last_start"] * last,
        ]
        flat = np.concatenate([layer.ravel() for layer in whole])
        rounded: NDArray[np.int16] = np.clip(np.rint(flat), -32_767, 32_767).astype("<i2")
        return rounded.tobytes()


def _lost(odds: Singles, targets: Singles) -> NDArray[np.float64]:
    return losses(odds.astype(np.float64), targets.astype(np.float64))
