"""The regression: it finds what made the results, says what it found, and does it alike each time."""

from __future__ import annotations

import random
import struct
from typing import Any

import pytest

from damiera import _core
from damiera._core import Weights
from damiera.training.regression import fit

ITALIAN = _core.rules("italian")
RECORDS = _core.self_play(ITALIAN, games=120, nodes=10, plies=(2, 12), seed=4)
WIDTH = 32
NO_POINTS = 3


def points_of(records: bytes) -> list[int]:
    """What came of each position: 0 to 2, or `NO_POINTS` of one beside the games."""
    return [rest >> 16 & 0xFF for *_, rest in struct.iter_unpack("<4Q", records)]


def made_up(records: bytes, man: float, king: float, spread: float, seed: int = 3) -> bytes:
    """The same positions, with results drawn from what a man and a king are worth, and scores that say it."""
    rng, out = random.Random(seed), bytearray()
    for at in range(0, len(records), WIDTH):
        white, black, kings, rest = struct.unpack_from("<4Q", records, at)
        side = rest >> 24 & 1
        own, other = (white, black) if side == 0 else (black, white)
        men_ahead = (own & ~kings).bit_count() - (other & ~kings).bit_count()
        odds = man * men_ahead + king * ((own & kings).bit_count() - (other & kings).bit_count())
        won = rng.random() < 1 / (1 + 2.718281828**-odds)
        score = max(-2_000, min(2_000, round(odds * spread)))
        out += struct.pack("<4Q", white, black, kings, score & 0xFFFF | (2 if won else 0) << 16 | side << 24)
    return bytes(out)


def worth_of_a_man(numbers: bytes) -> int:
    weights, start = Weights(ITALIAN, numbers), ITALIAN.start()
    fewer = ITALIAN.position(start.side, start.white_men, [], start.black_men[:-1], [])
    return _core.evaluate(fewer, weights=weights) - _core.evaluate(start, weights=weights)


def test_records_are_counted() -> None:
    assert _core.count_records(ITALIAN, RECORDS) == len(RECORDS) // WIDTH > 2_000


def test_beside_the_games_there_are_nearly_as_many_positions_without_a_result() -> None:
    beside = points_of(RECORDS).count(NO_POINTS)
    assert set(points_of(RECORDS)) == {0, 1, 2, NO_POINTS}
    assert 0.3 < beside / (len(RECORDS) // WIDTH) < 0.6


def test_of_positions_beside_the_games_only_the_score_is_taught() -> None:
    """However much results are trusted, a position without one is taught what the search thought of it."""
    beside = b"".join(
        record
        for at in range(0, len(RECORDS), WIDTH)
        if points_of(record := RECORDS[at : at + WIDTH]) == [NO_POINTS]
    )
    one, other, third = (_core.Regression(ITALIAN) for _ in range(3))
    one.teach(beside, rate=0.5, trust=0, spread=150, seed=1)
    other.teach(beside, rate=0.5, trust=1, spread=150, seed=1)
    third.teach(RECORDS, rate=0.5, trust=1, spread=150, seed=1)
    assert one.numbers(150) == other.numbers(150) != third.numbers(150)
    assert one.judge(beside)[1:3] == (0, 0)  # nothing that anything came of


@pytest.mark.parametrize("trust", [0.0, 1.0])
def test_it_finds_the_weights_that_made_the_results(trust: float) -> None:
    """Odds of 1.5 for a man: found from results as from what the search thought."""
    made = b"".join(made_up(RECORDS, 1.5, 4, 110, seed) for seed in range(4))
    best = fit(ITALIAN, [made], trust=trust, rounds=6)
    assert best.positions == len(made) // WIDTH
    assert best.loss < 0.75 * best.before
    assert 90 < best.spread_cp < 160
    assert 100 < worth_of_a_man(best.numbers) < 240


def test_the_spread_is_seen_in_scores_and_results() -> None:
    made = b"".join(made_up(RECORDS, 1.0, 3, 170, seed) for seed in range(6))
    assert _core.spread_of(ITALIAN, made) == pytest.approx(170, abs=15)


def test_a_fit_is_the_same_each_time_and_another_by_another_seed() -> None:
    parts = [RECORDS[: 3_200 * WIDTH], RECORDS[3_200 * WIDTH :]]
    told: list[tuple[int, int]] = []
    one = fit(ITALIAN, parts, rounds=2, tell=lambda step, steps, loss: told.append((step, steps)))
    assert told == [(1, 2), (2, 2)]
    assert fit(ITALIAN, parts, rounds=2) == one
    assert fit(ITALIAN, parts, rounds=2, seed=2).numbers != one.numbers


def test_many_parts_are_held_out_whole() -> None:
    parts = [RECORDS[at * 100 * WIDTH : (at + 1) * 100 * WIDTH] for at in range(20)]
    told: list[tuple[int, int]] = []
    found = fit(ITALIAN, parts, rounds=1, tell=lambda step, steps, loss: told.append((step, steps)))
    assert found.positions == 2_000
    assert told == [(step, 19) for step in range(1, 20)]


def test_nothing_teaches_nothing() -> None:
    with pytest.raises(ValueError, match="play more games"):
        fit(ITALIAN, [RECORDS[: 3 * WIDTH]])


def test_records_of_another_game_are_refused() -> None:
    regression = _core.Regression(ITALIAN)
    with pytest.raises(ValueError, match="no records"):
        _core.count_records(ITALIAN, RECORDS[:-1])
    with pytest.raises(ValueError, match="no records"):
        regression.teach(b"\xff" * 320, rate=0.1, trust=0.5, spread=150, seed=1)
    with pytest.raises(ValueError, match="no records"):
        regression.judge(RECORDS[:-8])


@pytest.mark.parametrize(
    ("wrong", "said"), [({"rate": 0}, "rate"), ({"trust": 1.5}, "trust"), ({"spread": -1}, "spread")]
)
def test_numbers_that_make_no_sense_are_refused(wrong: dict[str, float], said: str) -> None:
    sound: dict[str, Any] = {"rate": 0.1, "trust": 0.5, "spread": 150, "seed": 1}
    with pytest.raises(ValueError, match=said):
        _core.Regression(ITALIAN).teach(RECORDS, **{**sound, **wrong})


def test_a_game_of_towers_has_nothing_to_learn() -> None:
    with pytest.raises(ValueError, match="made by hand"):
        _core.Regression(_core.rules("bashni"))
