"""The built-in mind in this process."""

from __future__ import annotations

import threading
import time

import pytest

from damiera import _core
from damiera._core import Side
from damiera.engine.builtin import BuiltinEngine
from damiera.engine.errors import NoMemory, NoMoveError, UnknownLevel
from damiera.engine.limits import SearchLimits
from damiera.engine.protocol import Engine
from damiera.messages import Message
from damiera.rules.errors import UnknownGame
from tests.wording import raises

from .conftest import GAMES, walk

START = _core.rules("italian").start()


@pytest.mark.parametrize("game", GAMES)
def test_the_built_in_search_is_a_mind(game: str) -> None:
    engine: Engine = BuiltinEngine(game, hash_mb=4)
    position = _core.rules(game).start()
    choice = engine.choose(position, limits=SearchLimits(depth=7))
    assert choice.move in position.moves()
    assert (choice.depth, choice.score.side) == (7, position.side)
    assert choice.nodes > 100


def test_an_unknown_game_and_level_are_refused() -> None:
    with pytest.raises(UnknownGame):
        BuiltinEngine("chess")
    with pytest.raises(UnknownLevel):
        BuiltinEngine("italian", hash_mb=1).choose(START, level=21)


def test_a_position_is_a_draw_as_often_as_the_rulebook_says() -> None:
    """One move loses in a few plies, and draws where it brings a position for the fourth time."""
    engine = BuiltinEngine("english", hash_mb=4)
    position = _core.rules("english").read("B:WK14,K18,K19:B13,K27,K28")
    pitfall = next(move for move in position.moves() if str(move) == "27-32")
    chosen = []
    for times in (1, 2, 3):
        engine.clear()
        history = [position.play(pitfall)] * times
        chosen.append(engine.choose(position, history=history, limits=SearchLimits(depth=10)))
    assert [choice.move == pitfall for choice in chosen] == [False, False, True]
    assert chosen[-1].score.cp == 0


def test_a_finished_game_has_nothing_to_choose() -> None:
    over = START.rules.position(Side.BLACK, [21], [], [], [])
    engine = BuiltinEngine("italian", hash_mb=1)
    with raises(NoMoveError, Message("No legal move in {fen}: the game is over.", fen="B:W21:B")) as caught:
        engine.choose(over, level=1)
    assert caught.value.fen == over.fen
    with pytest.raises(NoMoveError):
        next(engine.analyse(over))


def test_a_forced_move_is_not_thought_about_for_long() -> None:
    forced = START.rules.position(Side.WHITE, [32], [21], [18, 5, 6, 7], [1])
    assert forced.count() == 1
    asked = time.monotonic()
    BuiltinEngine("italian", hash_mb=1).choose(forced, limits=SearchLimits(time_ms=10_000))
    assert time.monotonic() - asked < 2


def test_analysis_deepens_and_stops_when_left() -> None:
    engine = BuiltinEngine("italian", hash_mb=4)
    analysis = engine.analyse(START, multipv=2)
    seen = [next(analysis) for _ in range(8)]
    assert [(info.depth, info.multipv) for info in seen] == [(d, k) for d in (1, 2, 3, 4) for k in (1, 2)]
    asked = time.monotonic()
    analysis.close()  # type: ignore[attr-defined]
    assert time.monotonic() - asked < 1
    assert engine.choose(START, limits=SearchLimits(depth=2)).depth == 2, "free for the next question"


def test_analysis_is_stopped_from_another_thread() -> None:
    engine = BuiltinEngine("international", hash_mb=4)
    analysis = engine.analyse(_core.rules("international").start())
    infos = [next(analysis)]
    timer = threading.Timer(0.1, engine.stop)
    timer.start()
    infos += analysis
    timer.join()
    assert infos[-1].nodes > 1_000


def test_a_search_that_breaks_is_not_taken_for_one_that_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = BuiltinEngine("italian", hash_mb=1)

    def broken(*_: object, **__: object) -> None:
        raise MemoryError("std::bad_alloc")

    monkeypatch.setattr("damiera.engine.builtin._think", broken)
    with pytest.raises(MemoryError, match="bad_alloc"):
        list(engine.analyse(START))


def test_a_table_that_is_too_large_is_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise MemoryError("std::bad_alloc")

    monkeypatch.setattr(_core, "Search", full)
    with raises(
        NoMemory,
        Message("There is no memory for a table of {mb} MiB: ask for a smaller one (hash).", mb=4096),
    ):
        BuiltinEngine("italian", hash_mb=4096)


def test_two_questions_at_once_wait_for_each_other() -> None:
    engine = BuiltinEngine("italian", hash_mb=4)
    answers: list[bool] = []

    def ask() -> None:
        answers.append(engine.choose(START, limits=SearchLimits(time_ms=50)).move in START.moves())

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [True] * 4


def test_what_was_learnt_can_be_forgotten() -> None:
    engine = BuiltinEngine("italian", hash_mb=4)
    limits = SearchLimits(depth=9)
    first = engine.choose(START, limits=limits)
    warm = engine.choose(START, limits=limits)
    engine.clear()
    again = engine.choose(START, limits=limits)
    assert warm.nodes != first.nodes == again.nodes


# ------------------------------------------------------------------------------------------------ clocks


def test_the_opponents_time_is_used() -> None:
    engine = BuiltinEngine("italian", hash_mb=4)
    engine.ponder(START, limits=SearchLimits(time_ms=20_000, soft_ms=300))
    time.sleep(0.5)
    asked = time.process_time()  # of the thread that searches, too
    choice = engine.ponder_hit()
    assert time.process_time() - asked < 0.1
    assert choice.move in START.moves()
    assert choice.time_ms >= 400


def test_the_hard_limit_counts_from_the_hit() -> None:
    engine = BuiltinEngine("international", hash_mb=4)
    start = _core.rules("international").start()
    engine.ponder(start, limits=SearchLimits(time_ms=200))
    time.sleep(0.4)
    asked, worked = time.monotonic(), time.process_time()
    engine.ponder_hit()
    assert time.monotonic() - asked > 0.15
    assert time.process_time() - worked < 1.0


@pytest.mark.parametrize("limits", [SearchLimits(depth=3), SearchLimits(nodes=500), SearchLimits(time_ms=20)])
def test_pondering_goes_beyond_the_limits_and_ends_at_once(limits: SearchLimits) -> None:
    engine = BuiltinEngine("italian", hash_mb=4)
    engine.ponder(START, limits=limits)
    time.sleep(0.2)
    choice = engine.ponder_hit()
    assert choice.depth > 5
    assert choice.nodes > 5_000


def test_a_missed_ponder_is_dropped_and_leaves_limits_as_they_were() -> None:
    engine = BuiltinEngine("italian", hash_mb=4)
    for _ in range(5):
        engine.ponder(START, limits=SearchLimits(time_ms=60_000))
        engine.ponder_miss()
    engine.ponder(START, limits=SearchLimits(time_ms=60_000))
    assert engine.choose(START, limits=SearchLimits(depth=3)).depth == 3
    with pytest.raises(ValueError, match="nothing is being pondered"):
        engine.ponder_hit()


def test_pondering_leaves_a_search_of_nodes_as_it_is() -> None:
    alone, after = BuiltinEngine("italian", hash_mb=4), BuiltinEngine("italian", hash_mb=4)
    after.ponder(START, limits=SearchLimits(time_ms=60_000))
    after.clear()
    answers = [engine.choose(START, limits=SearchLimits(nodes=30_000)) for engine in (alone, after)]
    assert [(a.move, a.score, a.depth, a.pv, a.nodes) for a in answers[:1]] == [
        (a.move, a.score, a.depth, a.pv, a.nodes) for a in answers[1:]
    ]


FAMILIES = ("bashni", "reentry", "chinese-checkers", "chinese-checkers-3")


@pytest.mark.parametrize("game", FAMILIES)
def test_towers_men_that_come_back_and_stars_are_pondered_on_too(game: str) -> None:
    engine, start = BuiltinEngine(game, hash_mb=4), _core.rules(game).start()
    engine.ponder(start, limits=SearchLimits(nodes=50))
    time.sleep(0.1)
    asked = time.process_time()
    choice = engine.ponder_hit()
    assert time.process_time() - asked < 0.1
    assert choice.nodes > 1_000
    assert engine.choose(start, limits=SearchLimits(nodes=50)).nodes <= 51


@pytest.mark.parametrize("game", FAMILIES)
def test_their_limits_of_time_count_from_the_hit(game: str) -> None:
    engine, start = BuiltinEngine(game, hash_mb=4), _core.rules(game).start()
    engine.ponder(start, limits=SearchLimits(time_ms=100))
    time.sleep(0.2)
    asked, worked = time.monotonic(), time.process_time()
    assert engine.ponder_hit().move in start.moves()
    assert time.monotonic() - asked > 0.05
    assert time.process_time() - worked < 0.6


@pytest.mark.parametrize("game", FAMILIES)
def test_a_missed_ponder_ends_at_once_there_too(game: str) -> None:
    engine, start = BuiltinEngine(game, hash_mb=4), _core.rules(game).start()
    for seconds in (0.0, 0.05):
        engine.ponder(start, limits=SearchLimits(time_ms=60_000))
        time.sleep(seconds)
        asked = time.process_time()
        engine.ponder_miss()
        assert time.process_time() - asked < 0.2
        assert engine.choose(start, limits=SearchLimits(depth=2)).depth == 2


def test_a_soft_limit_is_about_kept() -> None:
    engine = BuiltinEngine("italian", hash_mb=4)
    choice = engine.choose(START, limits=SearchLimits(time_ms=10_000, soft_ms=200))
    assert 40 <= choice.time_ms <= 3_000
    assert choice.depth >= 8


def test_a_forced_move_takes_no_time() -> None:
    forced = next(p for seed in range(50) for p in walk("italian", seed, 60) if p.count() == 1)
    search = _core.Search(forced.rules, hash_mb=4)
    assert search.think(forced, time_ms=60_000, soft_ms=20_000).time_ms < 500


def test_the_only_move_that_does_not_lose_is_played_soon() -> None:
    """Black's man would take and win; one move of White's answers it, the rest lose at once."""
    search = _core.Search(_core.rules("english"), hash_mb=4)
    position = next(
        p
        for seed in range(400)
        for p in walk("english", seed, 90)
        if 2 <= p.count() <= 4 and _count_lost(search, p) == p.count() - 1
    )
    result = search.think(position, time_ms=60_000, soft_ms=20_000)
    assert result.time_ms < 2_000
    assert result.depth <= 10


def _count_lost(search: _core.Search, position: _core.Position) -> int:
    lines = search.think(position, depth=3, multipv=8).lines
    return sum(line.score_cp < -29_000 for line in lines)


def test_an_interruption_while_a_search_begins_leaves_none_at_work(monkeypatch: pytest.MonkeyPatch) -> None:
    begin = threading.Thread.start

    def interrupted(self: threading.Thread) -> None:
        begin(self)
        raise KeyboardInterrupt

    engine = BuiltinEngine("italian", hash_mb=1)
    with monkeypatch.context() as patched:
        patched.setattr(threading.Thread, "start", interrupted)
        with pytest.raises(KeyboardInterrupt):
            next(engine.analyse(START))
    assert engine.choose(START, limits=SearchLimits(depth=2)).move in START.moves()
    assert not any(thread.name.endswith("(_think_aloud)") for thread in threading.enumerate())
