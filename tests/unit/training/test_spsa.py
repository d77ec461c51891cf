"""The arithmetic of tuning, against numbers worked out by hand and a game whose best parameters are known."""

from __future__ import annotations

from random import Random

import pytest

from damiera import _core
from damiera.messages import Message
from damiera.training.errors import TrainingError
from damiera.training.spsa import Spsa, TunedParam, parse_params, parse_tuned, set_text
from tests.wording import raises

TWO = (TunedParam("probe-margin", 20, 0, 80, 8.0), TunedParam("probe-margin-ply", 4, 0, 12, 2.0))


def test_the_last_step_moves_by_the_rate_and_the_first_by_more() -> None:
    # At the last step k = N both gains are 1: a game won moves by rate x step = 0.02 x 8 and 0.02 x 2.
    spsa = Spsa(TWO, steps=100)
    played = spsa.perturbed([20.0, 4.0], 100)
    moved = spsa.moved([20.0, 4.0], played, points=3, step=100)
    assert moved == pytest.approx([20 + played.coins[0] * 0.48, 4 + played.coins[1] * 0.12])
    # At the first, ((10 + 100) / (10 + 1))^0.602 / 100^0.101 = 10^0.602 / 10^0.202 = 10^0.4.
    played = spsa.perturbed([20.0, 4.0], 1)
    moved = spsa.moved([20.0, 4.0], played, points=-1, step=1)
    assert moved == pytest.approx(
        [20 - played.coins[0] * 0.16 * 10**0.4, 4 - played.coins[1] * 0.04 * 10**0.4]
    )


def test_the_two_sets_lie_on_both_sides_and_are_whole() -> None:
    spsa = Spsa(TWO, steps=50, seed=3)
    for step in (1, 25, 50):
        played = spsa.perturbed([20.3, 4.0], step)
        shrink = (50 / step) ** 0.101
        for param, coin, value in zip(TWO, played.coins, (20.3, 4.0), strict=True):
            above, below = played.first[param.name], played.second[param.name]
            assert abs(above - (value + coin * param.step * shrink)) <= 1
            assert abs(below - (value - coin * param.step * shrink)) <= 1
    assert spsa.perturbed([20.0, 4.0], 7) == spsa.perturbed([20.0, 4.0], 7)


def test_a_value_between_two_numbers_is_played_as_either_so_that_the_mean_is_right() -> None:
    spsa = Spsa((TunedParam("window", 25, 1, 100, 0.25),), steps=1)
    firsts = [Spsa(spsa.params, 1, seed).perturbed([25.0], 1) for seed in range(2000)]
    above = [p.first["window"] - p.coins[0] * 0.25 for p in firsts]
    assert sum(above) / len(above) == pytest.approx(25.0, abs=0.05)


def test_bounds_are_kept() -> None:
    spsa = Spsa(TWO, steps=10)
    played = spsa.perturbed([80.0, 0.0], 10)
    assert min(played.first["probe-margin-ply"], played.second["probe-margin-ply"]) >= 0
    assert max(played.first["probe-margin"], played.second["probe-margin"]) <= 80
    for points in (-1000, 1000):
        margin, ply = spsa.moved([80.0, 0.0], played, points, 10)
        assert 0 <= margin <= 80
        assert 0 <= ply <= 12


def test_what_wins_is_found() -> None:
    """Games whose chances fall with the distance of the set that plays from the best one."""
    best = {"probe-margin": 50, "probe-margin-ply": 9}
    spsa = Spsa(TWO, steps=2000)
    chance, values = Random(5), spsa.start

    def worth(values: dict[str, int]) -> float:
        return -sum(((values[p.name] - best[p.name]) / p.step) ** 2 for p in TWO)

    for step in range(1, spsa.steps + 1):
        played = spsa.perturbed(values, step)
        better = 0.5 + max(-0.4, min(0.4, (worth(played.first) - worth(played.second)) / 40))
        points = sum(1 if chance.random() < better else -1 for _ in range(4))
        values = spsa.moved(values, played, points, step)
    found = spsa.rounded(values)
    assert abs(found["probe-margin"] - 50) <= 8
    assert abs(found["probe-margin-ply"] - 9) <= 2


def test_sets_are_read_and_written() -> None:
    assert parse_params(" probe-depth=3, reduce-from=1 ") == {"probe-depth": 3, "reduce-from": 1}
    assert parse_params(set_text({"window": 9})) == {"window": 9}
    usual = {name: usual for name, (usual, _, _) in _core.search_params().items()}
    assert parse_params(set_text(usual)) == usual
    for name in usual:
        [param] = parse_tuned(name)
        assert param.least <= param.start <= param.most


@pytest.mark.parametrize(
    "text", ["probe-depth", "probe-depth=", "probe-depth=x", "probe-depth=-3", "probe-depth=²"]
)
def test_what_is_no_set_is_refused(text: str) -> None:
    message = '"{found}" is no set of search parameters: write NAME=NUMBER,NAME=NUMBER'
    with raises(TrainingError, Message(message, found=text)):
        parse_params(text)


@pytest.mark.parametrize("text", ["window=x", "window=1:2", "window=9:1:20:nan"])
def test_what_is_nothing_to_tune_is_refused(text: str) -> None:
    message = '"{found}" is nothing to tune: write NAME, NAME=START or NAME=START:LEAST:MOST:STEP'
    with raises(TrainingError, Message(message, found=text)):
        parse_tuned(text)


@pytest.mark.parametrize("text", ["window=0", "window=0:0:20:1", "window=9:1:2000:1"])
def test_bounds_of_the_search_are_kept(text: str) -> None:
    with raises(TrainingError, Message("{name}={value}: it may be from {least} to {most}", name="window")):
        parse_tuned(text)


def test_an_unknown_name_and_none_at_all() -> None:
    with raises(
        TrainingError, Message("there is no search parameter {name}: there are {names}", name="book")
    ):
        parse_tuned("book")
    with raises(TrainingError, Message("name the parameters to tune")):
        parse_tuned(" ,")


@pytest.mark.parametrize("text", ["window,window=30", "window=30,probe-margin=20:0:60:8,window"])
def test_a_parameter_is_tuned_once(text: str) -> None:
    with raises(TrainingError, Message("{name} is named twice: each parameter has one value", name="window")):
        parse_tuned(text)


def test_a_parameter_of_a_set_has_one_value() -> None:
    with raises(TrainingError, Message("{name} is named twice: each parameter has one value", name="window")):
        parse_params("window=30,probe-margin=4,window=31")


@pytest.mark.parametrize("numbers", ["20:30:10:8", "5:10:30:8", "20:0:60:0", "20:0:60:-1", "70:0:60:8"])
def test_numbers_out_of_order_are_told_from_numbers_out_of_bounds(numbers: str) -> None:
    said = Message(
        "{found} is nothing to tune: in NAME=START:LEAST:MOST:STEP the start lies between least and most, "
        "and the step is above nought",
        found=f"probe-margin={numbers}",
    )
    with raises(TrainingError, said):
        parse_tuned(f"probe-margin={numbers}")
    beyond = Message(
        "{name}={value}: it may be from {least} to {most}", name="probe-margin", value=501, least=0, most=500
    )
    with raises(TrainingError, beyond):
        parse_tuned("probe-margin=20:0:501:8")
