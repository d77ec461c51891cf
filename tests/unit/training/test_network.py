"""The network that corrects weights: it learns what they do not say, and the core reads what was learned."""

from __future__ import annotations

import random
import struct

import numpy as np
import pytest

from damiera import _core
from damiera.messages import Message
from damiera.training import network
from damiera.training.errors import TrainingError
from damiera.training.network import fit_network
from damiera.training.regression import spread_of
from tests.unit.training.test_regression import record_of
from tests.wording import raises

ITALIAN = _core.rules("italian")
RECORDS = _core.self_play(ITALIAN, games=120, nodes=10, plies=(2, 12), seed=4)
NO_WEIGHTS = bytes(4 * _core.contents_of(ITALIAN)["pairs"])
WIDTH = 32


def rescored(records: bytes, worth: int) -> bytes:
    """The same positions, whose scores say that a man of White's on the highest bit is worth so much."""
    whites = [white for white, *_ in struct.iter_unpack("<4Q", records)]
    top = max(white.bit_length() for white in whites) - 1
    out, rng = bytearray(), random.Random(1)
    for white, black, kings, rest in struct.iter_unpack("<4Q", records):
        score = worth if white >> top & 1 else -worth
        score = -score if rest >> 24 & 1 else score
        points = (2 if score > 0 else 0) if rng.random() < 0.8 else 1
        out += struct.pack("<4Q", white, black, kings, score & 0xFFFF | points << 16 | rest & 1 << 24)
    return bytes(out)


@pytest.fixture(autouse=True)
def small_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Batches as small as the data."""
    monkeypatch.setattr(network, "BATCH", 256)
    monkeypatch.setattr(network, "WARM", 10)


def test_it_learns_what_weights_do_not_say() -> None:
    losses: list[float] = []
    found = fit_network(
        ITALIAN,
        [rescored(RECORDS, 200)],
        NO_WEIGHTS,
        epochs=12,
        tell=lambda step, steps, loss: losses.append(loss),
    )
    assert found.positions == _core.count_records(ITALIAN, RECORDS)
    assert found.loss < found.before - 0.1
    assert len(losses) == 12
    assert losses[-1] < losses[0]


def test_the_same_positions_teach_the_same_network() -> None:
    records = rescored(RECORDS, 200)
    first, again = (fit_network(ITALIAN, [records], NO_WEIGHTS, epochs=2).numbers for _ in range(2))
    other = fit_network(ITALIAN, [records], NO_WEIGHTS, epochs=2, seed=2).numbers
    assert first == again != other


def test_the_core_says_what_was_learned() -> None:
    """Of positions with men alone, to a centipiece: numbers are rounded, and some are cut off."""
    records = rescored(RECORDS, 200)
    whole = network._Network(ITALIAN, 1)
    spread = spread_of(ITALIAN, [records])
    pairs = np.zeros((len(NO_WEIGHTS) // 4, 2), np.float32)
    seen = network._Positions.read(ITALIAN, records, pairs, spread)
    for _ in range(30):
        whole.learn(seen, 2e-3)
    weights = _core.Weights(ITALIAN, NO_WEIGHTS, whole.numbers(spread))
    games, chance, compared = [ITALIAN.start()], random.Random(5), 0
    while len(games) < 60:
        moves = games[-1].moves()
        games.append(games[-1].play(chance.choice(list(moves))) if moves else ITALIAN.start())
    for position in games:
        if position.white_kings or position.black_kings:
            continue
        record = record_of(position, score=0, points=1, side=0 if position.side == _core.Side.WHITE else 1)
        one = network._Positions.read(ITALIAN, record, pairs, spread)
        told = float(whole._odds(one)[0][0]) * spread
        assert _core.evaluate(position, weights=weights) == pytest.approx(told, abs=1.5)
        compared += 1
    assert compared > 20


def test_sums_of_the_first_layer_fit_however_far_it_went() -> None:
    whole = network._Network(ITALIAN, 1)
    whole._layers["rows"][:] = 1e9
    whole._layers["start"][:] = -1e9
    pairs = np.zeros((len(NO_WEIGHTS) // 4, 2), np.float32)
    whole.learn(network._Positions.read(ITALIAN, RECORDS, pairs, 150.0), 1e-3)
    _core.Weights(ITALIAN, NO_WEIGHTS, whole.numbers(150.0))


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(ValueError, match="another board"):
        fit_network(ITALIAN, [RECORDS], NO_WEIGHTS[:-4], epochs=1)
    with raises(TrainingError, Message("{n} position teaches nothing: play more games", n=5)):
        fit_network(ITALIAN, [RECORDS[: 5 * WIDTH]], NO_WEIGHTS, epochs=1)
