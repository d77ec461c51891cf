"""The regression: it finds what made the results, says what it found, and does it alike each time."""

from __future__ import annotations

import math
import random
import struct
from array import array

import numpy as np
import pytest

from damiera import _core
from damiera._core import Position, Rules, Side, Weights
from damiera.engine.weightfile import numbers_of, path_of
from damiera.training import regression
from damiera.training.errors import TrainingError
from damiera.training.regression import Fit, fit, spread_of
from damiera.training.run import RIDGE, TRUST
from tests.wording import shows

ITALIAN = _core.rules("italian")
CONTENTS = _core.contents_of(ITALIAN)
RECORDS = _core.self_play(ITALIAN, games=120, nodes=10, plies=(2, 12), seed=4)
WIDTH = 32
NO_POINTS = 3


@pytest.fixture(autouse=True)
def few_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Enough for what is tested here, and short."""
    monkeypatch.setattr(regression, "STEPS", 20)


def points_of(records: bytes) -> list[int]:
    """What came of each position: 0 to 2, or `NO_POINTS` of one beside the games."""
    return [rest >> 16 & 0xFF for *_, rest in struct.iter_unpack("<4Q", records)]


def bits_of(game: Rules) -> dict[int, int]:
    """The bit of each square in records: those of weights of kings stand in the order of bits."""
    seen = 0
    for white, black, *_ in struct.iter_unpack("<4Q", RECORDS):
        seen |= white | black
    bits = [bit for bit in range(64) if seen >> bit & 1]
    contents = _core.contents_of(game)
    found = {}
    for square in range(1, len(bits) + 1):
        weights = _core.features(game.position(Side.WHITE, [], [square], [], []))[0]
        (own,) = (weight for weight in weights if contents["kings"] <= weight < contents["terms"])
        found[square] = bits[own - contents["kings"]]
    return found


def record_of(position: Position, score: int, points: int, side: int) -> bytes:
    bits = bits_of(ITALIAN)
    white, black = (
        sum(1 << bits[square] for square in men) for men in (position.white_men, position.black_men)
    )
    return struct.pack("<4Q", white, black, 0, score & 0xFFFF | points << 16 | side << 24)


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


def fitted(parts: list[bytes], trust: float = TRUST, ridge: float = RIDGE) -> Fit:
    return fit(ITALIAN, parts, trust=trust, ridge=ridge)


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


def columns(records: bytes) -> list[array[float]]:
    """What the core tells of records, as numbers."""
    kinds = ("i", "i", "b", "f", "h", "B")
    return [
        array(kind, column)
        for kind, column in zip(kinds, _core.features_of_records(ITALIAN, records), strict=True)
    ]


def test_the_columns_of_records_say_what_is_told_of_each_position() -> None:
    """What counts, the phase, score and points, as White sees them whoever is to move."""
    white, black = (ITALIAN.position(side, [21, 22], [], [5], []) for side in (Side.WHITE, Side.BLACK))
    for position, side in ((white, 0), (black, 1)):
        record = record_of(position, score=-37, points=2, side=side)
        rows, weights, times, opening, scores, points = columns(record)
        counted: dict[float, float] = {}
        for weight, often in zip(weights, times, strict=True):
            counted[weight] = counted.get(weight, 0) + often
        told, phase, full = _core.features(position)
        assert counted == told
        assert list(rows) == [0, len(weights)]
        assert list(opening) == pytest.approx([phase / full])
        assert (list(scores), list(points)) == (([-37], [2]) if side == 0 else ([37], [0]))


def test_columns_of_no_records_are_empty_and_proved_positions_are_left_out() -> None:
    assert [list(column) for column in columns(b"")] == [[0], [], [], [], [], []]
    proved = record_of(ITALIAN.start(), score=29_990, points=2, side=0)
    assert len(columns(proved + RECORDS[:WIDTH])[4]) == 1


def test_of_positions_beside_the_games_only_the_score_is_taught() -> None:
    """However much results are trusted, a position without one is taught what the search thought of it."""
    beside = regression.RecordColumns.read(ITALIAN, without_results(RECORDS))
    assert not beside.is_ended.any()
    assert (beside.targets(1.0, 150) == beside.targets(0.0, 150)).all()
    games = regression.RecordColumns.read(ITALIAN, RECORDS)
    assert (games.targets(1.0, 150)[games.is_ended] == games.results[games.is_ended]).all()
    assert (games.targets(1.0, 150)[~games.is_ended] == games.targets(0.0, 150)[~games.is_ended]).all()


def without_results(records: bytes) -> bytes:
    return b"".join(
        record
        for at in range(0, len(records), WIDTH)
        if points_of(record := records[at : at + WIDTH]) == [NO_POINTS]
    )


@pytest.mark.parametrize("start", [b"", numbers_of(path_of("italian"))], ids=["nought", "weights"])
def test_the_slope_is_that_of_the_loss(start: bytes) -> None:
    weights = regression._weights_in(ITALIAN, start, 150)
    problem = regression._Problem(ITALIAN, [RECORDS[: 40 * WIDTH]], TRUST, 150, RIDGE, weights)
    rng = np.random.default_rng(1)
    at = rng.normal(size=len(problem._scale))
    chosen = rng.choice(len(at), 12, replace=False)

    def loss(place: int, by: float) -> float:
        there = at.copy()
        there[place] += by
        return problem._loss(there)[0]

    slope = problem._loss(at)[1]
    for place in chosen:
        risen = (loss(place, 1e-2) - loss(place, -1e-2)) / 2e-2
        assert slope[place] == pytest.approx(risen, rel=1e-2, abs=1e-5)


@pytest.mark.slow
def test_what_does_not_fit_into_memory_is_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    parts = [RECORDS[at * 100 * WIDTH : (at + 1) * 100 * WIDTH] for at in range(20)]
    kept = fitted(parts)
    monkeypatch.setattr(regression._Problem, "_room", 100_000)
    assert fitted(parts) == kept


@pytest.mark.slow
def test_a_ridge_holds_what_is_seen_seldom() -> None:
    def size(ridge: float) -> int:
        numbers = array("h", fitted([RECORDS], ridge=ridge).numbers)
        return sum(map(abs, numbers[: 2 * _core.contents_of(ITALIAN)["men"]]))

    assert size(1_000) < size(30) / 2


def test_what_is_never_seen_stays_where_it_starts() -> None:
    """And a ridge without end holds the rest there too, but for what tells a man from none."""
    start = numbers_of(path_of("italian"))
    found = fit(ITALIAN, [RECORDS], trust=TRUST, ridge=1e12, start=start)
    patterns = 2 * CONTENTS["men"]
    before = np.frombuffer(start, "<i2")[:patterns].astype(float)
    after = np.frombuffer(found.numbers, "<i2")[:patterns].astype(float)
    large = np.abs(before) > 400
    ratio = float(np.median(after[large] / before[large]))
    assert np.abs(after - ratio * before).max() < 2, "alike, in the centipieces of the search that played"
    assert abs(worth_of_a_man(found.numbers)) > 0


def test_a_start_of_another_board_is_refused() -> None:
    with pytest.raises(ValueError, match="another game"):
        fit(ITALIAN, [RECORDS], trust=TRUST, ridge=RIDGE, start=numbers_of(path_of("killer")))


@pytest.mark.slow
@pytest.mark.parametrize("trust", [0.0, 1.0])
def test_it_finds_the_weights_that_made_the_results(trust: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Odds of 1.5 for a man: found from results as from what the search thought."""
    made = b"".join(made_up(RECORDS, 1.5, 4, 110, seed) for seed in range(4))
    monkeypatch.setattr(regression, "STEPS", 60)
    best = fitted([made], trust)
    assert best.positions == len(made) // WIDTH
    assert best.loss < 0.75 * best.before
    assert 90 < best.spread_cp < 160
    assert 100 < worth_of_a_man(best.numbers) < 240


def test_the_spread_is_seen_in_scores_and_results() -> None:
    made = b"".join(made_up(RECORDS, 1.0, 3, 170, seed) for seed in range(6))
    assert spread_of(ITALIAN, [made]) == pytest.approx(170, abs=15)


@pytest.mark.parametrize(("spread", "found"), [(5, 40), (5_000, 600)])
def test_a_spread_is_never_absurd(spread: float, found: float) -> None:
    made = b"".join(made_up(RECORDS, 1.0, 3, spread, seed) for seed in range(2))
    assert spread_of(ITALIAN, [made]) == found


@pytest.mark.slow
def test_a_fit_is_the_same_each_time_and_tells_of_its_steps() -> None:
    parts = [RECORDS[: 3_200 * WIDTH], RECORDS[3_200 * WIDTH :]]
    told: list[tuple[int, int, float]] = []

    def tell(step: int, steps: int, loss: float) -> None:
        told.append((step, steps, loss))

    one = fit(ITALIAN, parts, trust=TRUST, ridge=RIDGE, tell=tell)
    assert fitted(parts) == one
    steps = [step for step, _, _ in told]
    assert steps == sorted(steps)
    assert told[-1][:2] == (regression.STEPS, regression.STEPS)
    losses = [loss for _, _, loss in told]
    assert losses == sorted(losses, reverse=True)
    assert losses[-1] < losses[0]


@pytest.mark.slow
def test_many_parts_are_held_out_whole() -> None:
    parts = [RECORDS[at * 100 * WIDTH : (at + 1) * 100 * WIDTH] for at in range(20)]
    taught, held = regression.split_parts(ITALIAN, parts)
    assert (taught, held) == (parts[:-1], parts[-1])
    assert fitted(parts).positions == 2_000


def test_nothing_teaches_nothing() -> None:
    with pytest.raises(TrainingError) as caught:
        fitted([RECORDS[: 3 * WIDTH]])
    assert shows(str(caught.value), "{n} position teaches nothing: play more games", n=3)


def test_records_of_another_game_are_refused() -> None:
    with pytest.raises(ValueError, match="no records"):
        _core.count_records(ITALIAN, RECORDS[:-1])
    with pytest.raises(ValueError, match="no records"):
        _core.features_of_records(ITALIAN, b"\xff" * 320)
    with pytest.raises(ValueError, match="no records"):
        fitted([RECORDS, RECORDS[:-8]])


@pytest.mark.parametrize(
    ("trust", "ridge", "said"),
    [
        (1.5, RIDGE, "trust"),
        (math.nan, RIDGE, "trust"),
        (TRUST, 0, "ridge"),
        (TRUST, math.inf, "ridge"),
    ],
)
def test_numbers_that_make_no_sense_are_refused(trust: float, ridge: float, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        fitted([RECORDS], trust, ridge)


def test_a_game_of_towers_has_nothing_to_learn() -> None:
    with pytest.raises(ValueError, match=r"bashni.*by hand"):
        _core.features_of_records(_core.rules("bashni"), b"")
