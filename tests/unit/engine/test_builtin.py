"""The built-in mind in this process."""

from __future__ import annotations

import threading
import time

import pytest

from damiera import _core
from damiera._core import Side
from damiera.engine.builtin import BuiltinMind
from damiera.engine.errors import NoMoveError, UnknownLevel
from damiera.engine.limits import Limits
from damiera.engine.protocol import Mind

from .conftest import GAMES

START = _core.rules("italian").start()


@pytest.mark.parametrize("game", GAMES)
def test_the_built_in_search_is_a_mind(game: str) -> None:
    mind: Mind = BuiltinMind(game, hash_mb=4)
    position = _core.rules(game).start()
    choice = mind.choose(position, limits=Limits(depth=7))
    assert choice.move in position.moves()
    assert (choice.depth, choice.score.side) == (7, position.side)
    assert choice.nodes > 100


def test_an_unknown_game_and_level_are_refused() -> None:
    with pytest.raises(KeyError):
        BuiltinMind("chess")
    with pytest.raises(UnknownLevel):
        BuiltinMind("italian", hash_mb=1).choose(START, level=21)


def test_a_finished_game_has_nothing_to_choose() -> None:
    over = START.rules.position(Side.BLACK, [21], [], [], [])
    mind = BuiltinMind("italian", hash_mb=1)
    with pytest.raises(NoMoveError, match="the game is over") as caught:
        mind.choose(over, level=1)
    assert caught.value.fen == over.fen
    with pytest.raises(NoMoveError):
        next(mind.analyse(over))


def test_a_forced_move_is_not_thought_about_for_long() -> None:
    forced = START.rules.position(Side.WHITE, [32], [21], [18, 5, 6, 7], [1])
    assert forced.count() == 1
    asked = time.monotonic()
    BuiltinMind("italian", hash_mb=1).choose(forced, limits=Limits(time_ms=10_000))
    assert time.monotonic() - asked < 2


def test_analysis_deepens_and_stops_when_left() -> None:
    mind = BuiltinMind("italian", hash_mb=4)
    analysis = mind.analyse(START, multipv=2)
    seen = [next(analysis) for _ in range(8)]
    assert [(info.depth, info.multipv) for info in seen] == [(d, k) for d in (1, 2, 3, 4) for k in (1, 2)]
    asked = time.monotonic()
    analysis.close()  # type: ignore[attr-defined]
    assert time.monotonic() - asked < 1
    assert mind.choose(START, limits=Limits(depth=2)).depth == 2, "free for the next question"


def test_analysis_is_stopped_from_another_thread() -> None:
    mind = BuiltinMind("international", hash_mb=4)
    timer = threading.Timer(0.1, mind.stop)
    timer.start()
    infos = list(mind.analyse(_core.rules("international").start()))
    timer.join()
    assert infos[-1].nodes > 1_000


def test_two_questions_at_once_wait_for_each_other() -> None:
    mind = BuiltinMind("italian", hash_mb=4)
    answers: list[bool] = []

    def ask() -> None:
        answers.append(mind.choose(START, limits=Limits(time_ms=50)).move in START.moves())

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [True] * 4


def test_what_was_learnt_can_be_forgotten() -> None:
    mind = BuiltinMind("italian", hash_mb=4)
    limits = Limits(depth=9)
    first = mind.choose(START, limits=limits)
    warm = mind.choose(START, limits=limits)
    mind.clear()
    again = mind.choose(START, limits=limits)
    assert warm.nodes != first.nodes == again.nodes
