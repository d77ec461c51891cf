"""An engine in its own process: it answers, it can die, it can hang, and play goes on."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from damiera import _core
from damiera._core import Side
from damiera.engine.errors import (
    EngineDied,
    EngineLacks,
    EngineRefused,
    EngineSilent,
    NoMoveError,
    WrongEngineGame,
)
from damiera.engine.hub.client import HubClient
from damiera.engine.hub.program import Program
from damiera.engine.limits import SearchLimits, TimeLeft, allot
from damiera.engine.protocol import Engine
from damiera.messages import Message
from tests.unit.engine.conftest import walk
from tests.wording import holds, raises

OURS = (
    sys.executable,
    "-c",
    "import sys; from damiera.engine.hub.server import run_hub; run_hub(sys.stdin, sys.stdout, 'italian')",
)
START = _core.rules("italian").start()


def foreign(body: str, params: str = "") -> tuple[str, ...]:
    """An engine of another make: shakes hands, then obeys `body` for each later line."""
    return (
        sys.executable,
        "-c",
        f"""
import sys, time
def say(text): print(text, flush=True)
for line in sys.stdin:
    line = line.strip()
    if line == "hub": say("id name=Other version=1"); {params or "pass"}; say("wait")
    elif line == "init": say("ready")
    elif line == "quit": break
    else:
        {body}
""",
    )


@pytest.fixture(scope="module")
def client() -> Iterator[HubClient]:
    with HubClient("italian", OURS, hash_mb=4) as client:
        yield client


def test_the_client_is_a_mind(client: HubClient) -> None:
    engine: Engine = client
    choice = engine.choose(START, limits=SearchLimits(depth=6))
    assert choice.move in START.moves()
    assert (choice.depth, choice.pv[0]) == (6, choice.move)
    assert client.alive
    assert client.identity["name"] == "Damiera"


def test_levels_and_seeds_reach_the_engine(client: HubClient) -> None:
    moves = [client.choose(START, level=1, seed=seed).move for seed in (1, 2, 3, 4, 5, 1, 2, 3, 4, 5)]
    assert moves[:5] == moves[5:]
    assert len(set(moves)) > 1
    assert client.choose(START, limits=SearchLimits(depth=5)).depth == 5, (
        "a level does not outlast its question"
    )


def test_history_reaches_the_engine(client: HubClient) -> None:
    rules = START.rules
    position = rules.position(Side.WHITE, [], [32], [], [1])
    history = []
    for origin in (32, 1, 28 if rules.neighbour(32, "nw") == 28 else 27, 5):
        move = next(m for m in position.moves() if m.origin == origin)
        history.append(position)
        position = position.play(move)
        if position in history:
            break
    info = list(client.analyse(position, history=history, limits=SearchLimits(depth=2)))
    assert info[-1].pv


def test_analysis_is_told_depth_by_depth(client: HubClient) -> None:
    infos = list(client.analyse(START, limits=SearchLimits(depth=4), multipv=2))
    assert [(info.depth, info.multipv) for info in infos] == [(d, k) for d in (1, 2, 3, 4) for k in (1, 2)]
    assert infos[-2].score.cp >= infos[-1].score.cp
    assert all(info.pv[0] in START.moves() for info in infos)


def test_an_analysis_left_early_leaves_the_engine_ready(client: HubClient) -> None:
    for info in client.analyse(START):
        if info.depth >= 3:
            break
    assert client.choose(START, limits=SearchLimits(nodes=1_000)).move in START.moves()


def test_an_endless_analysis_can_be_stopped_from_elsewhere(client: HubClient) -> None:
    timer = threading.Timer(0.2, client.stop)
    timer.start()
    infos = list(client.analyse(START))
    timer.join()
    assert infos[-1].depth > 3


def test_a_position_without_moves_is_refused_here(client: HubClient) -> None:
    over = START.rules.position(Side.WHITE, [], [], [5], [])
    with pytest.raises(NoMoveError):
        client.choose(over)
    with raises(NoMoveError, Message("No legal move in {fen}: the game is over.", fen="W:W:B5")):
        next(client.analyse(over))


def test_the_engine_gives_way_to_others(client: HubClient) -> None:
    client.start()
    assert client.pid is not None
    tasks = Path(f"/proc/{client.pid}/task")
    threads = [int(task.name) for task in tasks.iterdir()] if tasks.is_dir() else [client.pid]
    own = os.getpriority(os.PRIO_PROCESS, 0)
    assert {os.getpriority(os.PRIO_PROCESS, thread) for thread in threads} == {min(own + client.niceness, 19)}


@pytest.mark.slow
def test_a_killed_engine_is_reported_and_starts_again() -> None:
    with HubClient("italian", OURS, hash_mb=1) as client:
        client.start()
        assert client.pid is not None
        killer = threading.Timer(0.2, os.kill, (client.pid, signal.SIGKILL))
        killer.start()
        with pytest.raises(EngineDied) as caught:
            client.choose(START, limits=SearchLimits(time_ms=30_000))
        killer.join()
        assert caught.value.returncode == -signal.SIGKILL
        assert caught.value.text("it").startswith("Il motore si è fermato: segnale 9")
        assert not client.alive
        assert client.choose(START, limits=SearchLimits(depth=2)).move in START.moves()


@pytest.mark.slow
def test_an_engine_killed_between_questions_is_not_noticed() -> None:
    with HubClient("italian", OURS, hash_mb=1) as client:
        client.start()
        assert client.pid is not None
        os.kill(client.pid, signal.SIGKILL)
        while client.alive:
            time.sleep(0.01)
        assert client.choose(START, limits=SearchLimits(depth=2)).move in START.moves()


def test_a_hanging_engine_is_ended_in_time() -> None:
    with HubClient("italian", foreign("pass"), patience_s=0.3) as client:
        asked = time.monotonic()
        with raises(
            EngineSilent,
            Message(
                'The engine did not answer "{request}" within {seconds} s and was closed. Try again.',
                request="go think",
                seconds="0.4",
            ),
        ) as caught:
            client.choose(START, limits=SearchLimits(time_ms=100))
        assert time.monotonic() - asked < 3
        assert not client.alive
        assert holds(
            caught.value,
            Message(
                'The engine did not answer "{request}" within {seconds} s and was closed. Try again.',
                request="go think",
                seconds="0.4",
            ),
        )


@pytest.mark.slow
@pytest.mark.parametrize(
    "body", ["pass", "while True: say('info depth=1 pv=22-18')"], ids=["says nothing", "goes on"]
)
def test_an_engine_that_does_not_stop_is_ended(body: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("damiera.engine.hub.client.LISTEN_S", 0.1)
    with HubClient("italian", foreign(body), patience_s=0.5) as client:
        client.start()
        timer = threading.Timer(0.3, client.stop)
        timer.start()
        with raises(
            EngineSilent,
            Message(
                'The engine did not answer "{request}" within {seconds} s and was closed. Try again.',
                request="stop",
                seconds="0.5",
            ),
        ):
            list(client.analyse(START))
        timer.join()
        assert not client.alive


def test_an_engine_that_never_shakes_hands_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    deaf = (sys.executable, "-c", "import time; time.sleep(60)")
    monkeypatch.setattr("damiera.engine.hub.client.FIRST_WORD_S", 0.5)
    said = r'"hub" within 0\.5 s'
    with HubClient("italian", deaf, patience_s=0.4) as client, pytest.raises(EngineSilent, match=said):
        client.start()
    assert not client.alive


@pytest.mark.slow
def test_an_engine_that_talks_and_never_shakes_hands_is_ended() -> None:
    chatty = (sys.executable, "-c", "while True: print('id', flush=True)")
    said = r'"hub" within 3 s'
    with HubClient("italian", chatty, patience_s=0.5) as client, pytest.raises(EngineSilent, match=said):
        client.start()
    assert not client.alive


@pytest.mark.slow
def test_an_engine_that_talks_and_never_gets_ready_is_ended() -> None:
    chatty = foreign("pass")
    chatty = (*chatty[:2], chatty[2].replace('say("ready")', "\n        while True: say('info')"))
    said = r'"init" within 3 s'
    with HubClient("italian", chatty, patience_s=0.5) as client, pytest.raises(EngineSilent, match=said):
        client.start()
    assert not client.alive


@pytest.mark.slow
def test_an_engine_may_introduce_itself_slowly() -> None:
    slow = foreign("pass")
    slow = (*slow[:2], slow[2].replace('say("wait")', 'time.sleep(2.2); say("wait")'))
    with HubClient("italian", slow, patience_s=2.0) as client:
        client.start()
        assert client.alive


@pytest.mark.slow
@pytest.mark.parametrize("others_have_the_processors", [True, False])
def test_an_engine_that_gets_no_processor_is_slow_and_does_not_hang(
    others_have_the_processors: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    late = foreign("if line.startswith('go'): time.sleep(1.5); say('done move=22-18')")
    with HubClient("italian", late, patience_s=0.3) as client:
        client.start()
        begun, share = time.monotonic_ns(), 0.9 if others_have_the_processors else 0.0
        monkeypatch.setattr(
            "damiera.engine.hub.program._waits_of",
            lambda pid: {"its thread": round(share * (time.monotonic_ns() - begun))},
        )
        if others_have_the_processors:
            assert client.choose(START, limits=SearchLimits(time_ms=100)).move.origin == 22
        else:
            with raises(
                EngineSilent,
                Message(
                    'The engine did not answer "{request}" within {seconds} s and was closed. Try again.',
                    request="go think",
                    seconds="0.4",
                ),
            ):
                client.choose(START, limits=SearchLimits(time_ms=100))


@pytest.mark.skipif(not Path("/proc/self/schedstat").exists(), reason="this system does not tell who waits")
def test_who_waits_for_a_processor_is_told_from_who_hangs() -> None:
    busy = (sys.executable, "-c", "while True: pass")
    programs = [Program(busy), Program(busy)]
    try:
        for program in programs:
            os.sched_setaffinity(program.pid, {min(os.sched_getaffinity(0))})
        deadline = time.monotonic() + 30
        while min(program.waited_s() for program in programs) < 0.1:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        os.kill(programs[0].pid, signal.SIGSTOP)
        while Path(f"/proc/{programs[0].pid}/stat").read_text().rpartition(") ")[2][0] != "T":
            assert time.monotonic() < deadline
            time.sleep(0.01)
        waited = programs[0].waited_s()
        time.sleep(0.3)
        assert programs[0].waited_s() == waited
    finally:
        for program in programs:
            program.end()


def test_an_engine_that_stops_with_words_is_quoted() -> None:
    dying = (sys.executable, "-c", "import sys; sys.exit('no weights found')")
    with (
        HubClient("italian", dying) as client,
        raises(
            EngineDied,
            Message(
                "The engine has stopped: {status}{words}. It starts again by itself at the next move.",
                status=Message("exit status {returncode}", returncode=1),
                words=" (no weights found)",
            ),
        ),
    ):
        client.start()


def test_a_program_that_is_not_there_is_named() -> None:
    with HubClient("italian", ("./no-such-engine",)) as client:
        with raises(
            EngineDied,
            Message(
                "The engine has stopped: {status}{words}. It starts again by itself at the next move.",
                status=Message("it did not start"),
                words=" (./no-such-engine: No such file or directory)",
            ),
        ) as caught:
            client.choose(START)
        assert caught.value.returncode is None


def test_a_foreign_engine_takes_the_chair() -> None:
    answer = "say('info depth=3 score=0.50 pv=\"21-17 9-13 x-y\"'), say('done move=21-17 ponder=9-13')"
    with HubClient("italian", foreign(f"line.startswith('go') and ({answer})")) as client:
        choice = client.choose(START, level=3)
    assert (choice.depth, choice.score.cp, len(choice.pv)) == (3, 50, 2)


@pytest.mark.parametrize("words", ["error message=broken", "done move=1-2", "done"])
def test_a_foreign_engine_that_errs_is_quoted(words: str) -> None:
    body = f"line.startswith('go') and say('{words}')"
    with HubClient("italian", foreign(body)) as client, pytest.raises(EngineRefused):
        client.choose(START, limits=SearchLimits(depth=1))


@pytest.mark.parametrize("told", ["depth=deep", "depth=1e400", "score=nan", "score=-inf", "nodes=1,000"])
def test_what_an_engine_tells_badly_is_passed_over(told: str) -> None:
    """Its answer counts, and is not left lying there to be taken for that to the next question."""
    body = f"""
if line.startswith("go"):
    say("info depth=2 score=0.25"); say("info {told}")
    say("done move=" + ("24-20" if asked else "21-17")); asked.append(line)
""".strip().replace("\n", "\n        ")
    program = foreign(body)
    program = (*program[:2], program[2].replace("import sys, time", "import sys, time\nasked = []"))
    with HubClient("italian", program) as client:
        first = client.choose(START, limits=SearchLimits(depth=1))
        assert (first.move.origin, first.score.cp) == (21, 25)
        assert client.choose(START, limits=SearchLimits(depth=1)).move.origin == 24
        assert [info.depth for info in client.analyse(START, limits=SearchLimits(depth=1))] == [2]


@pytest.mark.parametrize("words", ["done move={n}-17", "done move=21x{n}x{n}"])
def test_a_move_of_monstrous_squares_is_refused(words: str) -> None:
    body = f"""line.startswith('go') and say('{words}'.format(n='9' * 5000))"""
    with (
        HubClient("italian", foreign(body)) as client,
        raises(EngineRefused, Message("The engine refused the request: {reason}")),
    ):
        client.choose(START, limits=SearchLimits(depth=1))


@pytest.mark.parametrize(("score", "cp"), [("299.9", 29_990), ("1000", 28_000), ("-1e300", -28_000)])
def test_a_score_beyond_the_scale_is_no_proof(score: str, cp: int) -> None:
    body = f"line.startswith('go') and (say('info depth=1 score={score} pv=21-17'), say('done move=21-17'))"
    with HubClient("italian", foreign(body)) as client:
        assert client.choose(START, limits=SearchLimits(depth=1)).score.cp == cp


def test_the_variant_is_set_in_the_words_of_the_engine() -> None:
    params = "say('param name=variant value=killer type=enum values=\"normal killer\"')"
    body = "line.startswith('set-param') and say('error message=' + line.replace(' ', '_').replace('=', ':'))"
    with (
        HubClient("international", foreign(body, params)) as client,
        raises(
            EngineRefused,
            Message("The engine refused the request: {reason}", reason="set-param_name:variant_value:normal"),
        ),
    ):
        client.start()


@pytest.mark.slow
def test_closing_twice_and_restarting() -> None:
    client = HubClient("italian", OURS, hash_mb=1)
    client.close()
    client.start()
    first = client.pid
    client.restart()
    assert client.alive
    assert client.pid != first
    client.new_game()
    client.close()
    client.close()
    assert not client.alive
    assert client.pid is None


def test_the_wrong_game_is_told_apart() -> None:
    english = walk("english", 1, 3)[-1]
    with (
        HubClient("italian", OURS, hash_mb=1) as client,
        raises(
            WrongEngineGame,
            Message(
                "This engine plays {game}, the position is of {asked}: ask the engine of that game.",
                game="italian",
                asked="english",
            ),
        ),
    ):
        client.choose(english, limits=SearchLimits(depth=1))


@pytest.mark.slow
def test_an_engine_that_talks_and_never_answers_is_ended() -> None:
    body = """
        if line.startswith("go"):
            while True: say("info depth=1"); time.sleep(0.01)
    """
    with HubClient("italian", foreign(body), patience_s=1.5) as client:
        begun = time.monotonic()
        with pytest.raises(EngineSilent):
            client.choose(START, limits=SearchLimits(time_ms=10))
        assert time.monotonic() - begun < 15
        assert not client.alive


# ------------------------------------------------------------------------------------------------ pondering


def test_the_opponents_time_is_used(client: HubClient) -> None:
    first = client.choose(START, limits=SearchLimits(depth=8))
    expected = START.play(first.pv[0]).play(first.pv[1])
    client.ponder(expected, history=[START, START.play(first.pv[0])], limits=allot(TimeLeft(6_000)))
    assert client.is_pondering
    time.sleep(0.5)
    asked = time.monotonic()
    choice = client.ponder_hit()
    waited_ms = (time.monotonic() - asked) * 1000
    assert choice.time_ms - waited_ms > 100  # thought before the hit, however busy the machine
    assert choice.move in expected.moves()
    assert choice.depth >= 8
    assert not client.is_pondering


def test_another_question_ends_pondering(client: HubClient) -> None:
    client.ponder(START, limits=SearchLimits(time_ms=60_000))
    assert client.choose(START, limits=SearchLimits(depth=3)).depth == 3
    client.ponder(START, limits=SearchLimits(time_ms=60_000))
    assert [info.depth for info in client.analyse(START, limits=SearchLimits(depth=2))] == [1, 2]
    client.ponder(START, limits=SearchLimits(time_ms=60_000))
    client.ponder_miss()
    client.ponder_miss()
    with pytest.raises(ValueError, match="nothing is being pondered"):
        client.ponder_hit()


def test_an_engine_that_does_not_ponder_is_left_alone() -> None:
    with HubClient("italian", foreign("say('done move=21-17')")) as client:
        client.ponder(START, limits=SearchLimits(depth=1))
        assert not client.is_pondering
        assert client.choose(START, limits=SearchLimits(depth=1)).move.destination == 17


def test_an_engine_that_dies_while_it_ponders_is_reported() -> None:
    body = "sys.exit(3) if line.startswith('go') else None"
    with HubClient("italian", foreign(body, "say('param name=ponder type=bool value=false')")) as client:
        client.ponder(START, limits=SearchLimits(depth=1))
        with pytest.raises(EngineDied):
            client.ponder_hit()
        assert not client.is_pondering


def test_a_foreign_engine_is_told_the_clock() -> None:
    """It names in its answer's expected reply nothing; what it was sent comes back as an error."""
    body = "if line.startswith('level'): say('error message=\"' + line + '\"')"
    for time_left, told in (
        (TimeLeft(60_000, gain_ms=1_000), "level time=60.0 inc=1.0"),
        (TimeLeft(60_000, moves_to_go=12), "level moves=12 time=60.0"),
        (TimeLeft(0), "level time=0.001"),
        (TimeLeft(10_000, moves_to_go=1, renews=True), "level move-time=7.984"),
    ):
        with HubClient("italian", foreign(body)) as client, pytest.raises(EngineRefused, match=told):
            client.choose(START, limits=allot(time_left))


def test_the_reply_an_engine_expects_is_kept() -> None:
    with HubClient("italian", foreign("say('done move=21-17 ponder=9-13')")) as client:
        assert len(client.choose(START, limits=SearchLimits(depth=1)).pv) == 2


def test_an_engine_that_complains_is_begun_anew() -> None:
    """What it says afterwards would be taken for the answer to the next question."""
    body = """
if line.startswith("level"): say("error message=odd")
elif line.startswith("go"): say("done move=24-20")
""".strip().replace("\n", "\n        ")
    with HubClient("italian", foreign(body)) as client:
        client.start()
        first = client.pid
        with raises(EngineRefused, Message("The engine refused the request: {reason}", reason="odd")):
            client.choose(START, limits=SearchLimits(depth=1))
        client.start()
        assert client.pid != first


FLOOD = """
if line.startswith("pos"):
    sys.stderr.write("noise " * 200000); sys.stderr.flush()
    for i in range(12000): print("info depth=1 score=0.1")
    print("x" * 5_000_000, flush=True)
elif line.startswith("go"): say("done move=24-20")
"""


@pytest.mark.slow
def test_an_engine_that_says_far_too_much_fills_neither_memory_nor_disk() -> None:
    body = FLOOD.strip().replace("\n", "\n        ")
    with HubClient("italian", foreign(body)) as client:
        choice = client.choose(START, limits=SearchLimits(depth=1))
        assert (choice.move.origin, choice.move.destination) == (24, 20)
        assert client._program is not None
        assert len(client._program._ears._words) <= 2_000


def test_parameters_are_set_and_unknown_ones_refused() -> None:
    params = "say('param name=book'); say('param name=variant value=normal type=enum values=\"normal bt\"')"
    body = """
if line.startswith("set-param"): said.append(line)
elif line.startswith("go"): say('error message="' + " / ".join(said) + '"')
""".strip().replace("\n", "\n        ")
    program = foreign(body, params)
    program = (*program[:2], program[2].replace("import sys, time", "import sys, time\nsaid = []"))
    start = _core.rules("breakthrough").start()
    with (
        HubClient("breakthrough", program, params={"book": "false"}) as client,
        raises(EngineRefused, Message("The engine refused the request: {reason}")),
    ):
        client.choose(start, limits=SearchLimits(depth=1))
    with HubClient("breakthrough", program, params={"bok": "1"}) as client:
        with raises(
            EngineLacks,
            Message(
                'The engine has no parameter "{name}": it has {known}.', name="bok", known="book, variant"
            ),
        ):
            client.start()
        assert not client.alive
    with (
        HubClient("italian", program) as client,
        raises(
            EngineLacks,
            Message(
                "The engine does not know {name}={value}: it knows {known}.",
                name="variant",
                value="italian",
                known="normal bt",
            ),
        ),
    ):
        client.start()
    with HubClient("italian", program, params={"variant": "bt"}) as client:
        client.start()


def test_an_engine_runs_in_the_folder_it_wants(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "settings.ini").write_text("24-20")
    body = "line.startswith('go') and say('done move=' + open('settings.ini').read())"
    with HubClient("italian", foreign(body), folder=str(tmp_path)) as client:
        assert client.choose(START, limits=SearchLimits(depth=1)).move.origin == 24
    with (
        HubClient("italian", foreign(body), folder="/no/such/folder") as client,
        raises(
            EngineDied,
            Message(
                "The engine has stopped: {status}{words}. It starts again by itself at the next move.",
                status=Message("it did not start"),
                words=" (/no/such/folder: no such folder)",
            ),
        ),
    ):
        client.start()
    program = tmp_path / "en gine"
    program.write_text(f"#!{sys.executable}\n" + foreign("pass")[2])
    monkeypatch.chdir(tmp_path)
    for command, words in (
        ("./en gine", "Permission denied"),
        (str(tmp_path), "this is a folder"),
        ("en gine", "write ./en gine"),
    ):
        with HubClient("italian", (command,)) as client, pytest.raises(EngineDied, match=words):
            client.start()
    program.chmod(0o755)
    monkeypatch.setenv("HOME", str(tmp_path))
    for command in ("./en gine", "~/en gine"):
        with HubClient("italian", (command,)) as client:
            client.start()
            assert client.identity["name"] == "Other"


def test_an_engine_may_take_its_time_to_get_ready() -> None:
    slow = foreign("pass")
    slow = (*slow[:2], slow[2].replace('say("ready")', 'time.sleep(1.2); say("ready")'))
    with HubClient("italian", slow, patience_s=1.0) as client:
        client.start()
        assert client.alive
