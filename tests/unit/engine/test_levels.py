"""Levels: who they are, and how a level draws among the moves it weighed up."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from damiera import _core
from damiera._core import Move, Position, Side
from damiera.engine.builtin import BuiltinMind
from damiera.engine.errors import UnknownLevel
from damiera.engine.levels import CAPTURE_WINDOW_CP, LEVELS, LevelSettings, level, pick, settings_in
from damiera.engine.limits import Limits
from damiera.engine.protocol import Info
from damiera.engine.score import Score
from damiera.lang import Text

from .conftest import GAMES, walk

START = _core.rules("english").start()
SOFT = LevelSettings(1, Text("", ""), Limits(depth=1), 64, 100, 30.0)


def line(move: Move, cp: int) -> Info:
    return Info(1, Score(cp, Side.BLACK), 1, 0, (move,))


def draws(lines: list[Info], settings: LevelSettings, times: int = 400) -> Counter[int]:
    rng = Random(1)
    return Counter(lines.index(pick(lines, settings, rng)) for _ in range(times))


def test_levels_are_numbered_from_one_to_ten_and_named() -> None:
    assert [settings.number for settings in LEVELS] == list(range(1, 11))
    assert all(settings.limits.is_finite and settings.name.it and settings.name.en for settings in LEVELS)
    assert [level(n).number for n in (1, 10)] == [1, 10]


@pytest.mark.parametrize("number", [0, 11, -3])
def test_a_level_that_does_not_exist_is_refused_in_both_languages(number: int) -> None:
    with pytest.raises(UnknownLevel, match=f"no level {number}: choose from 1 to 10") as caught:
        level(number)
    assert caught.value.level == number
    assert caught.value.text("it") == f"Il livello {number} non esiste: scegli da 1 a 10."


def test_levels_grow_less_tolerant() -> None:
    windows = [settings.window_cp for settings in LEVELS]
    assert windows == sorted(windows, reverse=True)
    assert windows[0] > 100 > windows[4], (
        "a beginner may lose a man by oversight, a club player does not mean to"
    )


def test_better_moves_are_drawn_more_often_and_bad_ones_never() -> None:
    lines = [line(move, cp) for move, cp in zip(START.moves(), (50, 40, 0, -49, -51), strict=False)]
    drawn = draws(lines, SOFT)
    assert drawn[0] > drawn[1] > drawn[2] > drawn[3] > 0
    assert drawn[4] == 0


def test_the_best_alone_is_played_without_a_temperature() -> None:
    lines = [line(move, 0) for move in START.moves()]
    assert draws(lines, LEVELS[-1]) == {0: 400}


def test_a_win_is_never_overlooked() -> None:
    lines = [line(START.moves()[0], 29_999), line(START.moves()[1], 200)]
    assert draws(lines, LEVELS[0]) == {0: 400}


def test_captures_are_chosen_with_care() -> None:
    position = START.rules.position(Side.BLACK, [18, 19, 27], [], [14, 15], [])
    two, one = (next(m for m in position.moves() if len(m.captured) == n) for n in (2, 1))
    assert draws([line(two, 100), line(one, 100 - CAPTURE_WINDOW_CP - 1)], LEVELS[0]) == {0: 400}
    assert draws([line(two, 100), line(one, 100 - CAPTURE_WINDOW_CP)], LEVELS[0])[1] > 0


@pytest.mark.parametrize("game", GAMES)
def test_every_level_plays_legal_moves_anywhere(game: str) -> None:
    mind = BuiltinMind(game, hash_mb=1)
    positions = [p for seed in range(3) for p in walk(game, seed, 120)[seed::9] if p.has_moves()]
    for number, position in enumerate(positions):
        settings = number % 10 + 1
        quick = Limits(nodes=2_000) if settings > 5 else None
        choice = mind.choose(position, level=settings, limits=quick, seed=number)
        assert choice.move in position.moves()
        assert choice.pv[0] == choice.move
        assert_playable(position, choice.pv)


def assert_playable(position: Position, moves: tuple[Move, ...]) -> None:
    for move in moves:
        assert position.is_legal(move)
        position = position.play(move)


@pytest.mark.parametrize("number", [1, 3, 5])
def test_a_seed_makes_a_level_repeatable(number: int) -> None:
    position = walk("italian", 4, 10)[-1]
    mind, other = BuiltinMind("italian"), BuiltinMind("italian")
    other.choose(position, limits=Limits(depth=9))
    for seed in range(6):
        first, second = (m.choose(position, level=number, seed=seed) for m in (mind, other))
        assert (first.move, first.score, first.pv, first.nodes) == (
            second.move,
            second.score,
            second.pv,
            second.nodes,
        )


def test_the_strongest_begin_their_games_differently_and_play_the_best_later() -> None:
    assert settings_in(10, START).lines == 3
    later = START.rules.position(Side.BLACK, START.white_men[1:], [], START.black_men, [])
    assert settings_in(10, later) == level(10)
    assert settings_in(4, START) == level(4)
    mind = BuiltinMind("english", hash_mb=1)
    moves = {mind.choose(START, level=10, limits=Limits(depth=9), seed=seed).move for seed in range(20)}
    assert len(moves) > 1


def test_a_beginner_varies() -> None:
    mind = BuiltinMind("english")
    assert len({mind.choose(START, level=1, seed=seed).move for seed in range(40)}) >= 4
