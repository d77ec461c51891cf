"""Levels: who they are, how a level draws among the moves it weighed up, and that each beats those below."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from damiera import _core
from damiera._core import Move, Position, Side
from damiera.engine.builtin import BuiltinEngine
from damiera.engine.errors import UnknownLevel
from damiera.engine.levels import CAPTURE_WINDOW_CP, LEVELS, USUAL, LevelSettings, level, pick, settings_in
from damiera.engine.limits import SearchLimits
from damiera.engine.protocol import Info
from damiera.engine.score import Score
from damiera.messages import Message, Verbatim
from tests.wording import raises

from .conftest import GAMES, walk

START = _core.rules("english").start()
SOFT = LevelSettings(1, Verbatim(""), SearchLimits(depth=1), 64, 100, 30.0)
Men = tuple[list[int], list[int], list[int], list[int]]
PLAIN: Men = ([24, 25, 26, 28, 29, 30, 32], [], [3, 4, 5, 9, 15], [])
SHOT: Men = ([22, 24, 26, 27, 28, 29, 30], [], [3, 4, 5, 15, 17], [])
BLIND = LevelSettings(1, Verbatim(""), SearchLimits(depth=1), 64, 50, 1.0, 0.5)


def line(move: Move, cp: int) -> Info:
    return Info(1, Score(cp, Side.BLACK), 1, 0, (move,))


def draws(lines: list[Info], settings: LevelSettings, times: int = 400, at: Position = START) -> Counter[int]:
    rng = Random(1)
    return Counter(lines.index(pick(at, lines, settings, rng)) for _ in range(times))


def test_levels_are_numbered_from_one_to_twenty_and_named() -> None:
    assert [settings.number for settings in LEVELS] == list(range(1, 21))
    assert all(
        settings.limits.is_finite and settings.name.text("it") and settings.name.text("en")
        for settings in LEVELS
    )
    assert (
        len(
            {settings.name.text("it") for settings in LEVELS}
            | {settings.name.text("en") for settings in LEVELS}
        )
        == 40
    )
    assert [level(n).number for n in (1, 20)] == [1, 20]
    assert level(USUAL).number == USUAL


@pytest.mark.parametrize("number", [0, 21, -3])
def test_a_level_that_does_not_exist_is_refused_in_both_languages(number: int) -> None:
    with raises(UnknownLevel, Message("There is no level {level}: choose from 1 to 20.")) as caught:
        level(number)
    assert caught.value.level == number
    assert caught.value.text("it") == f"Il livello {number} non esiste: scegli da 1 a 20."


def test_levels_look_farther_and_overlook_less() -> None:
    for lower, higher in pairwise(LEVELS[:-1]):
        assert lower.limits.nodes <= higher.limits.nodes
        assert lower.limits.depth <= higher.limits.depth or higher.looks_far > lower.looks_far
        if lower.limits == higher.limits:
            assert lower.overlooks >= higher.overlooks
            assert lower.window_cp > higher.window_cp
    assert LEVELS[0].overlooks > 0.5
    assert not any(settings.overlooks for settings in LEVELS[10:])


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
    for loss in (0, 1):
        lines = [line(two, 100), line(one, 100 - CAPTURE_WINDOW_CP - loss)]
        assert (draws(lines, LEVELS[0], at=position)[1] > 0) is (loss == 0)


@pytest.mark.parametrize("game", GAMES)
def test_every_level_plays_legal_moves_anywhere(game: str) -> None:
    engine = BuiltinEngine(game, hash_mb=1)
    positions = [p for seed in range(3) for p in walk(game, seed, 120)[seed::9] if p.has_moves()]
    for number, position in enumerate(positions):
        settings = number % 20 + 1
        quick = SearchLimits(nodes=2_000) if settings > 11 else None
        choice = engine.choose(position, level=settings, limits=quick, seed=number)
        assert choice.move in position.moves()
        assert choice.pv[0] == choice.move
        assert_playable(position, choice.pv)


def assert_playable(position: Position, moves: tuple[Move, ...]) -> None:
    for move in moves:
        assert position.is_legal(move)
        position = position.play(move)


@pytest.mark.parametrize("number", [1, 5, 9])
def test_a_seed_makes_a_level_repeatable(number: int) -> None:
    position = walk("italian", 4, 10)[-1]
    engine, other = BuiltinEngine("italian"), BuiltinEngine("italian")
    other.choose(position, limits=SearchLimits(depth=9))
    for seed in range(6):
        first, second = (m.choose(position, level=number, seed=seed) for m in (engine, other))
        assert (first.move, first.score, first.pv, first.nodes) == (
            second.move,
            second.score,
            second.pv,
            second.nodes,
        )


def test_the_strongest_begin_their_games_differently_and_play_the_best_later() -> None:
    assert settings_in(20, START).lines == 3
    later = START.rules.position(Side.BLACK, START.white_men[1:], [], START.black_men, [])
    assert settings_in(20, later) == level(20)
    assert settings_in(7, START) == level(7)
    engine = BuiltinEngine("english", hash_mb=1)
    moves = {
        engine.choose(START, level=20, limits=SearchLimits(depth=9), seed=seed).move for seed in range(20)
    }
    assert len(moves) > 1


def test_a_beginner_varies() -> None:
    engine = BuiltinEngine("english")
    assert len({engine.choose(START, level=1, seed=seed).move for seed in range(40)}) >= 4


def test_what_a_glance_does_not_show_is_overlooked_a_man_left_to_be_taken_less_often() -> None:
    """By 15-19 a man is given for nothing, by 5-9 two are lost: both look as good as any other move."""
    for fen, moved, share in ((PLAIN, (15, 19), 0.25), (SHOT, (5, 9), 0.5)):
        position = START.rules.position(Side.BLACK, *fen)
        bad = next(move for move in position.moves() if (move.origin, move.destination) == moved)
        good = next(move for move in position.moves() if not position.play(move).detect())
        lines = [line(good, -300), line(bad, -450)]
        assert 0.8 * share < draws(lines, BLIND, at=position)[1] / 400 < 1.2 * share
        assert draws(lines, SOFT, at=position) == {0: 400}


def test_a_beginner_misses_a_shot_of_his_own() -> None:
    """The same man given away, were it to win three: at a glance nothing is won."""
    position = START.rules.position(Side.BLACK, *SHOT)
    gift = next(move for move in position.moves() if (move.origin, move.destination) == (5, 9))
    quiet = next(move for move in position.moves() if not position.play(move).detect())
    assert 150 < draws([line(gift, 300), line(quiet, 0)], BLIND, at=position)[1] < 250


@pytest.mark.parametrize(
    ("white", "men", "kings", "wins"),
    [([28], [13, 20], [19], (20, 24)), ([12], [3, 4], [2], (4, 8)), ([20], [8, 16], [13], (8, 11))],
)
def test_the_lowest_level_ends_the_game_when_a_move_does(
    white: list[int], men: list[int], kings: list[int], wins: tuple[int, int]
) -> None:
    position = START.rules.position(Side.BLACK, white, [], men, kings)
    engine = BuiltinEngine("english", hash_mb=1)
    for seed in range(20):
        move = engine.choose(position, level=1, seed=seed).move
        assert (move.origin, move.destination) == wins


@pytest.mark.parametrize("level", [1, 5])
def test_a_beginner_crowns_a_man_when_he_can_but_not_where_kings_lose(level: int) -> None:
    """The man on 5 stands before the crowning row."""
    for game, crowns in (("english", {True}), ("italian", {True}), ("english-losing", {True, False})):
        position = _core.rules(game).position(Side.WHITE, [5, 26, 27, 31], [], [11, 12, 4], [])
        engine = BuiltinEngine(game, hash_mb=1)
        assert {engine.choose(position, level=level, seed=n).move.promotes for n in range(40)} == crowns


@pytest.mark.slow
@pytest.mark.parametrize(
    ("low", "game"), [(1, "italian"), (4, "english"), (7, "international"), (10, "italian")]
)
def test_a_level_beats_that_four_below(low: int, game: str) -> None:
    """By 80 % or more, measured over hundreds of games; the seeds are fixed, so this comes out alike."""
    points = sum(match(game, low + 4, low, opening) for opening in range(5))
    assert points >= 7, f"{points} of 10"


def match(game: str, high: int, low: int, opening: int) -> float:
    """Return the points of the higher level in two games from the same opening, with either colour."""
    return played(game, (high, low), opening) + 1 - played(game, (low, high), opening)


def played(game: str, levels: tuple[int, int], opening: int) -> float:
    engine_moves = [BuiltinEngine(game, hash_mb=1) for _ in levels]
    history = list(walk(game, opening, 4))
    while (position := history[-1]).has_moves() and len(history) < 140 and history.count(position) < 3:
        turn = int(position.side is not history[0].side)
        choice = engine_moves[turn].choose(
            position, history=history[:-1], level=levels[turn], seed=opening * 1000 + len(history)
        )
        history.append(position.play(choice.move))
    if position.has_moves():
        return 0.5
    return float(position.side is not history[0].side)
