"""The search of the core: what it finds, how it ends, what it refuses."""

from __future__ import annotations

import contextlib
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from damiera import _core
from damiera._core import Info, Position, Result, Search, Side
from damiera.notation.fen import parse_fen
from damiera.rules.ruleset import ruleset

from .conftest import GAMES, walk

SHOTS = [
    ("italian", "W:W6,14,16,23,27,28:B5,13,17,19,24,26", "23-20"),
    ("italian", "B:W5,9,10,19,25,27:B6,7,13,16,18,24", "24-28"),
    ("italian", "B:W10,13,16,21,23,27:B6,15,19,25,26,28", "26-29"),
    ("english", "W:W7,11,13,22,24,25,28:B5,6,10,14,15,18,27", "13-9"),
    ("english", "B:W13,14,18,20,23,26:B6,11,19,21,24,27", "11-16"),
    ("english", "W:W6,7,12,14,19,25:B5,9,11,21,26,28", "7-3"),
    ("international", "W:W27,28,38,39,40,42,44,46,47,48,49,50:B1,2,4,5,8,9,12,16,18,19,29", "27-21"),
    (
        "international",
        "B:W23,32,33,34,35,39,40,41,42,44,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,12,14,22,24,25",
        "24-30",
    ),
    (
        "international",
        "B:W24,26,31,33,34,37,38,41,43,44,45,47,48,49,50:B2,3,4,5,6,7,8,10,11,12,16,17,18,21,23",
        "21-27",
    ),
    (
        "international",
        "W:W30,33,35,37,38,39,41,42,43,44,45,46,47,48,49,50:B2,3,4,5,6,8,9,10,11,12,14,15,17,19,22,23,24",
        "33-28",
    ),
]
WON_ENDINGS = [
    ("italian", "W:WK14,K18:BK5"),
    ("english", "W:WK14,K18:BK3"),
    ("english", "B:WK32:BK15,K19,K10"),
    ("international", "W:WK28,K33,K39:B31"),
]

# Positions in which one of the moves loses in a few plies, and others do not.
PITFALLS = [
    ("english", "W:WK4,K6:BK10,K15", "6-2"),
    ("english", "B:WK14,K18,K19:B13,K27,K28", "27-32"),
    ("lasca", "B:g5=wW,c3=wwww,g3=b,b2=BBbBbbW,d2=Wwb,e1=B,g1=wwbB", "18-21"),
]


def search_of(game: str) -> Search:
    return Search(_core.rules(game), hash_mb=8)


def position_of(game: str, fen: str) -> Position:
    return parse_fen(fen, ruleset(game)).position()


def men(position: Position, side: Side) -> int:
    own = position.white_men if side is Side.WHITE else position.black_men
    kings = position.white_kings if side is Side.WHITE else position.black_kings
    return len(own) + 2 * len(kings)


# ------------------------------------------------------------------------------------------------ strength


@pytest.mark.parametrize(("game", "fen", "best"), SHOTS)
def test_shots_are_found_within_few_nodes(game: str, fen: str, best: str) -> None:
    position = position_of(game, fen)
    result = search_of(game).think(position, nodes=60_000)
    assert result.move is not None
    assert f"{result.move.origin}-{result.move.destination}" == best
    us, them = position.side, position.side.opponent
    after = position
    for move in result.pv[:9]:
        after = after.play(move)
    gained = (men(after, us) - men(after, them)) - (men(position, us) - men(position, them))
    assert gained >= 1 or result.score_cp > 29_000
    assert position.play(result.move).detect(), "the shot begins with a sacrifice"


CROWNS = [
    ("italian", "W:W13,14,22,23:B1,2,9,27", "14-11"),
    ("international", "W:W13,23,41,44:B5,30,32,45", "44-40"),
    ("international", "W:W41,42,44,49:B3,6,32,45", "44-40"),
    ("russian", "W:Wc3,e3,d2,a1:Bf8,d6,b2", "23-19"),
    ("russian", "W:Wh6,b4,d2,f2:Bd8,d6,b2", "26-22"),
]


@pytest.mark.parametrize(("game", "fen", "best"), CROWNS)
def test_a_man_crowned_where_the_search_ends_is_seen(game: str, fen: str, best: str) -> None:
    position = position_of(game, fen)
    assert str(search_of(game).think(position, depth=1).move) == best
    assert str(search_of(game).think(position, depth=9).move) == best


@pytest.mark.parametrize("game", ["russian", "brazilian", "pool", "spanish"])
def test_three_kings_know_the_long_road(game: str) -> None:
    """Whoever holds it decides three kings against one: Russian endgame tables say so of 96 in a hundred."""
    rules = _core.rules(game)
    road = {rules.square_at(i, i) or rules.square_at(7 - i, i) for i in range(8)}
    corner, *_, beside = sorted(square for square in road if square)
    off = [square for square in range(9, 25) if square not in road][:3]

    def score(strong: list[int], alone: int) -> int:
        position = rules.position(Side.BLACK, [], strong, [], [alone])
        assert not position.moves()[0].is_capture
        return search_of(game).think(position, depth=1).score_cp

    held = score([beside, *off[:2]], off[2])
    lost = score(off, corner)
    assert held < -200 < -100 < lost < 0


@pytest.mark.parametrize(("game", "fen", "pitfall"), PITFALLS)
def test_a_position_of_the_game_that_comes_again_is_no_refuge(game: str, fen: str, pitfall: str) -> None:
    """The opponent need not play on as before; only as often as the rules say is it a draw."""
    position = position_of(game, fen)
    move = next(move for move in position.moves() if str(move) == pitfall)
    after = position.play(move)

    def score(history: list[Position], repeats: int = 3) -> int:
        found = search_of(game).think(
            position, history=history, depth=10, repeats=repeats, searchmoves=[move]
        )
        return found.score_cp

    chosen = search_of(game).think(position, history=[after], depth=10)
    assert chosen.move != move
    assert -500 < chosen.score_cp < 0
    assert score([after]) == score([]) < -29_000
    assert score([after, after]) == 0
    assert score([after, after], repeats=4) == score([after] * 9, repeats=0) == score([])
    assert score([after] * 3, repeats=4) == 0


@pytest.mark.parametrize(("game", "fen", "pitfall"), PITFALLS)
def test_who_wins_gains_no_more_than_a_draw_by_coming_again(game: str, fen: str, pitfall: str) -> None:
    position = position_of(game, fen)
    won = position.play(next(move for move in position.moves() if str(move) == pitfall))
    best = search_of(game).think(won, depth=10)
    assert best.move is not None
    assert best.score_cp > 29_000
    again = search_of(game).think(won, history=[won.play(best.move)], depth=10, searchmoves=[best.move])
    assert again.score_cp == 0


@pytest.mark.parametrize(("game", "fen"), WON_ENDINGS)
def test_won_endings_are_won(game: str, fen: str) -> None:
    search, position = search_of(game), position_of(game, fen)
    winner, history = position.side, list[Position]()
    for _ in range(90):
        if not position.has_moves():
            break
        move = search.think(position, history=history, nodes=20_000).move
        assert move is not None
        history.append(position)
        position = position.play(move)
    assert not position.has_moves()
    assert position.side is not winner


@pytest.mark.parametrize("game", GAMES)
def test_a_random_mover_never_holds(game: str) -> None:
    search = search_of(game)
    for seed in range(20):
        rng, position = random.Random(seed), _core.rules(game).start()
        ours = (Side.WHITE, Side.BLACK)[seed % 2]
        history: list[Position] = []
        while position.has_moves() and len(history) < 200:
            move = search.think(position, history=history, nodes=1_500).move
            history.append(position)
            position = position.play(move if move and position.side is ours else rng.choice(position.moves()))
        assert not position.has_moves()
        assert position.side is not ours


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_two_plies_deeper_plays_better(game: str) -> None:
    search, points = Search(_core.rules(game), hash_mb=1), 0.0
    for number in range(40):
        history = walk(game, number // 2, 4)
        position = history.pop()
        deeper = (Side.WHITE, Side.BLACK)[number % 2]
        while position.has_moves() and len(history) < 120 and history.count(position) < 2:
            search.clear()  # so that the deeper player lends nothing to the other
            depth = 5 if position.side is deeper else 3
            move = search.think(position, history=history, depth=depth).move
            assert move is not None
            history.append(position)
            position = position.play(move)
        points += 0.5 if position.has_moves() else position.side is not deeper
    assert points >= 26


def test_a_win_is_counted_in_plies() -> None:
    position = position_of("italian", "W:W22,30:B18")
    result = search_of("italian").think(position, depth=5)
    assert (result.score_cp, len(result.pv)) == (29_999, 1)
    lost = position_of("italian", "B:W22,30:B14")
    assert search_of("italian").think(lost, depth=9).score_cp < -29_900


# ------------------------------------------------------------------------------------------------ evaluation


@pytest.mark.parametrize("game", [*GAMES, "proof-english-6x6", "proof-international-6x6"])
def test_evaluation_knows_no_colour(game: str) -> None:
    for seed in range(4):
        for position in walk(game, seed, 120):
            worth = _core.evaluate(position)
            assert worth == _core.evaluate(position.rotated())
            assert worth == -_core.evaluate(position.with_side(position.side.opponent))


@pytest.mark.parametrize("game", GAMES)
def test_a_man_more_is_worth_about_a_man_and_a_king_more_than_that(game: str) -> None:
    rules = _core.rules(game)
    start = rules.start()
    fewer = rules.position(Side.WHITE, start.white_men, [], start.black_men[:-1], [])
    assert 70 < _core.evaluate(fewer) - _core.evaluate(start) < 140
    king = rules.position(Side.WHITE, start.white_men[1:], start.white_men[:1], start.black_men, [])
    assert _core.evaluate(king) > 25


@pytest.mark.parametrize("game", ["italian-losing", "russian-losing", "international-losing"])
def test_who_is_to_lose_all_his_men_keeps_them_back(game: str) -> None:
    rules = _core.rules(game)
    start = rules.start()
    near = next(square for square in start.black_men if rules.coordinates(square)[1] == rules.ranks - 2)
    black = [square for square in start.black_men if square != near]
    home = rules.position(Side.WHITE, start.white_men, [], black, [])
    gone_forward = rules.position(Side.WHITE, [*start.white_men[:-1], near], [], black, [])
    assert _core.evaluate(gone_forward) < _core.evaluate(home) - 20


@pytest.mark.parametrize("game", ["turkish-losing", "gothic-losing"])
def test_where_nobody_knows_better_what_is_good_to_win_is_bad_to_lose(game: str) -> None:
    for position in walk(game, 3, 40):
        twin = position_of(game.removesuffix("-losing"), position.fen)
        assert _core.evaluate(position) == -_core.evaluate(twin)


# ------------------------------------------------------------------------------------------------ guarantees


@pytest.mark.parametrize("game", [*GAMES, "proof-english-6x6", "proof-international-6x6"])
def test_lines_are_legal_sorted_and_distinct(game: str) -> None:
    search = search_of(game)
    for position in walk(game, 7, 100)[::7]:
        result = search.think(position, depth=5, multipv=3)
        assert len(result.lines) == min(3, position.count())
        assert [line.multipv for line in result.lines] == list(range(1, len(result.lines) + 1))
        scores = [line.score_cp for line in result.lines]
        assert scores == sorted(scores, reverse=True)
        assert len({line.pv[0] for line in result.lines}) == len(result.lines)
        for line in result.lines:
            after = position
            for move in line.pv:
                after = after.play(move)


def summary(result: Result) -> tuple[object, ...]:
    return result.move, result.score_cp, result.depth, result.nodes, result.pv


@pytest.mark.parametrize("game", GAMES)
def test_one_thread_and_a_limit_of_nodes_repeat_themselves(game: str) -> None:
    position = walk(game, 3, 12)[-1]
    search = search_of(game)
    first = summary(search.think(position, nodes=30_000))
    search.think(position, nodes=50_000)
    search.clear()
    assert summary(search.think(position, nodes=30_000)) == first
    assert summary(search_of(game).think(position, nodes=30_000)) == first


@pytest.mark.parametrize("game", GAMES)
def test_a_limit_of_nodes_is_kept(game: str) -> None:
    start = _core.rules(game).start()
    for nodes in (1, 2, 57, 1_000, 20_000):
        assert search_of(game).think(start, nodes=nodes).nodes == nodes


def test_a_limit_of_depth_is_kept() -> None:
    start = _core.rules("italian").start()
    told: list[Info] = []
    result = search_of("italian").think(start, depth=6, on_info=told.append)
    assert [info.depth for info in told] == [1, 2, 3, 4, 5, 6]
    assert (result.depth, told[-1].pv, told[-1].score_cp) == (6, result.pv, result.score_cp)


def test_a_limit_of_time_is_kept() -> None:
    start = _core.rules("international").start()
    began = time.monotonic()
    result = search_of("international").think(start, time_ms=100)
    assert 90 <= result.time_ms < 1_000
    assert time.monotonic() - began < 2


def test_stop_is_heeded_at_once() -> None:
    search, start = search_of("international"), _core.rules("international").start()
    delays = []
    for _ in range(5):
        results: list[Result] = []
        deep = threading.Event()

        def heed(info: Info, deep: threading.Event = deep) -> None:
            if info.depth == 8:
                deep.set()

        def think(into: list[Result] = results, heed: Callable[[Info], None] = heed) -> None:
            into.append(search.think(start, on_info=heed))

        thinker = threading.Thread(target=think)
        thinker.start()
        assert deep.wait(20)
        began = time.monotonic()
        search.stop()
        thinker.join(10)
        delays.append(time.monotonic() - began)
        assert results[0].move in start.moves()
    assert min(delays) < 0.02


def test_the_interpreter_runs_on_while_it_thinks() -> None:
    counted = 0
    start = _core.rules("english").start()
    thinker = threading.Thread(target=search_of("english").think, args=(start,), kwargs={"time_ms": 200})
    thinker.start()
    while thinker.is_alive():
        counted += 1
    assert counted > 1_000


def test_threads_share_a_limit_of_nodes() -> None:
    start = _core.rules("italian").start()
    result = Search(start.rules, hash_mb=8, threads=3).think(start, nodes=200_000)
    assert result.move in start.moves()
    assert 200_000 <= result.nodes < 220_000


def _work_of_threads() -> dict[int, int]:
    """Ticks on a processor (10 ms as a rule) of each thread of this process, by its number."""
    work = {}
    for task in Path("/proc/self/task").iterdir():
        with contextlib.suppress(OSError):  # it has ended meanwhile
            told = (task / "stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
            work[int(task.name)] = int(told[11]) + int(told[12])  # utime and stime of proc(5)
    return work


@pytest.mark.parametrize("threads", [1, 3])
def test_threads_share_the_work(threads: int) -> None:
    """Beside the one that was asked, so many others as were allowed work until the search is stopped."""
    if sys.platform != "linux":
        pytest.skip("only here the system tells what each thread has done")
    start = _core.rules("italian").start()
    search = Search(start.rules, hash_mb=8, threads=threads)
    asked = threading.Thread(target=search.think, args=(start,), kwargs={"depth": 60})
    before = set(_work_of_threads())
    asked.start()
    worked: dict[int, int] = {}
    end = time.monotonic() + 30
    while time.monotonic() < end and sum(done > 1 for done in worked.values()) < threads:
        time.sleep(0.01)
        worked = {task: done for task, done in _work_of_threads().items() if task not in before}
    search.stop()
    asked.join(30)
    assert not asked.is_alive()
    assert asked.native_id in worked
    assert sum(done > 1 for done in worked.values()) == len(worked) == threads


def test_where_the_system_has_no_more_threads_fewer_search() -> None:
    resource = pytest.importorskip("resource")
    if sys.platform != "linux":
        pytest.skip("only here a process without room for stacks gets no threads")
    code = (
        "from damiera import _core; rules = _core.rules('italian');"
        "search = _core.Search(rules, hash_mb=1, threads=256);"
        "print(search.think(rules.start(), depth=6).depth)"
    )
    room = 1_000 << 20  # a stack has 8 MiB, as a rule
    told = subprocess.run(
        [sys.executable, "-c", code],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (room, room)),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (told.stdout, told.stderr) == ("6\n", "")


@pytest.mark.parametrize("nodes", range(1, 12))
def test_of_moves_that_were_not_searched_nothing_is_said(nodes: int) -> None:
    start = _core.rules("italian").start()
    result = search_of("italian").think(start, nodes=nodes, multipv=12)
    assert result.depth == 0
    assert [line.score_cp for line in result.lines] == [_core.evaluate(start)] * start.count()
    assert [line.pv for line in result.lines] == [[move] for move in start.moves()]


@pytest.mark.parametrize("game", ["turkish~board=14x9", "international~board=14x14"])
def test_no_heap_of_kings_is_a_proof(game: str) -> None:
    rules = _core.rules(game)
    for side in (Side.WHITE, Side.BLACK):
        heap = rules.position(side, [], range(4, rules.squares + 1), [], [1])
        assert abs(_core.evaluate(heap)) == 28_000
    heap = rules.position(Side.WHITE, [], range(4, rules.squares + 1), [], [1])
    result = Search(rules, hash_mb=8).think(heap, depth=1)
    assert result.score_cp <= 28_000 or 30_000 - result.score_cp == len(result.pv), "a proof counts plies"


def test_only_the_moves_asked_for_are_searched() -> None:
    start = _core.rules("english").start()
    for move in start.moves():
        assert search_of("english").think(start, depth=3, searchmoves=[move]).move == move


def test_going_back_in_the_game_is_a_draw() -> None:
    position = position_of("english", "W:WK14,K18:BK3")
    move = position.moves()[0]
    search = search_of("english")
    assert search.think(position, depth=6, searchmoves=[move]).score_cp > 50
    search.clear()
    again = search.think(position, depth=6, searchmoves=[move], history=[position.play(move)])
    assert again.score_cp == 0


def test_a_finished_game_has_no_move() -> None:
    over = _core.rules("english").position(Side.WHITE, [], [], [1], [])
    result = search_of("english").think(over, depth=3)
    assert (result.move, result.score_cp, result.lines, result.pv, result.nodes) == (None, -30_000, [], [], 0)


# ------------------------------------------------------------------------------------------------ refusals


@pytest.mark.parametrize("name", ["depth", "nodes", "time_ms"])
def test_a_limit_below_nought_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=f"{name} is -1"):
        search_of("italian").think(_core.rules("italian").start(), **{name: -1})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "value"), [("hash_mb", 0), ("hash_mb", 1 << 20), ("threads", 0), ("threads", 999)]
)
def test_a_size_out_of_range_is_refused(name: str, value: int) -> None:
    with pytest.raises(ValueError, match=f"{name} is {value}: .* from 1"):
        Search(_core.rules("italian"), **{name: value})  # type: ignore[arg-type]


def test_strangers_are_refused() -> None:
    search, start = search_of("italian"), _core.rules("italian").start()
    english = _core.rules("english").start()
    with pytest.raises(ValueError, match=r"plays italian.* of english"):
        search.think(english, depth=1)
    with pytest.raises(ValueError, match=r"plays italian.* of english"):
        search.think(start, depth=1, history=[english])
    later = walk("italian", 1, 5)[-1]
    with pytest.raises(ValueError, match=r"legal in [BW]:"):
        search.think(start, depth=1, searchmoves=later.moves())


def test_a_second_question_at_the_same_time_is_refused() -> None:
    search, start = search_of("italian"), _core.rules("italian").start()
    refused: list[str] = []

    def ask_again(_: Info) -> None:
        for question in (lambda: search.think(start, depth=1), search.clear):
            try:
                question()
            except ValueError as error:
                refused.append(str(error))

    search.think(start, depth=1, on_info=ask_again)
    assert len(refused) == 2
    assert all("thinking already" in words for words in refused)


def test_what_the_listener_raises_ends_the_search() -> None:
    search, start = Search(_core.rules("italian"), hash_mb=1, threads=2), _core.rules("italian").start()

    def trip(info: Info) -> None:
        if info.depth == 3:
            raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        search.think(start, on_info=trip)
    assert search.think(start, depth=2).depth == 2
