"""Many people who play at once: what the tool that measures says is what was."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest

from damiera.web.loadtest import run
from damiera.web.loadtest.measure import cpu_s, percentile, resident_mb
from damiera.web.loadtest.run import LoadPlan, run_load
from damiera.web.loadtest.spectators import keep_asking
from damiera.web.loadtest.visitors import LoadRefused, LoadVisitor, SeenFrame, seen_after


@pytest.mark.parametrize(("whole", "spectators"), [(False, 4), (True, 0)])
def test_every_move_that_was_due_is_played_and_found_again(server: Any, whole: bool, spectators: int) -> None:
    plan = LoadPlan(
        server.base, os.getpid(), games=3, spectators=spectators, rate=40, seconds=0.6, whole=whole, idle_s=0
    )
    found = asyncio.run(run_load(plan))
    assert (found.due, found.acknowledged) == (24, 24)
    assert (found.refused, found.unanswered, found.lost, found.doubled) == (0, 0, 0, 0)
    assert found.p50_ms is not None
    assert found.p99_ms is not None
    assert 0 < found.p50_ms <= found.p99_ms
    assert (found.told_p50_ms is not None) == bool(spectators)
    assert found.memory_mb is None or found.memory_mb > 1


def test_no_move_is_played_where_nobody_looks_on_any_more(server: Any) -> None:
    """Those who look on stay at a game that is over; half of the moves that were counted nobody saw."""
    plan = LoadPlan(server.base, games=1, spectators=2, one_board=True, rate=50, seconds=4, idle_s=0)
    found = asyncio.run(run_load(plan))
    assert 40 < found.due < 60  # by this seed a game of 49 half-moves
    assert found.due == found.acknowledged
    assert (found.refused, found.unanswered, found.lost, found.doubled) == (0, 0, 0, 0)
    assert found.took_s < 4


def test_who_are_not_looked_at_begin_another_game(server: Any) -> None:
    plan = LoadPlan(server.base, games=1, rate=50, seconds=1.6, idle_s=0)
    found = asyncio.run(run_load(plan))
    assert (found.due, found.acknowledged, found.lost) == (80, 80, 0)


@pytest.mark.parametrize(("change", "lost", "doubled"), [("one more", 1, 0), ("one less", 0, 1)])
def test_a_move_that_is_lost_or_doubled_is_counted(server: Any, change: str, lost: int, doubled: int) -> None:
    async def play() -> tuple[int, int]:
        plan = LoadPlan(server.base, games=1)
        table = run._Table(plan, 77, run._Counts())
        await table.open()
        playing = asyncio.create_task(table.play())
        for _ in range(4):
            table.due.put_nowait(0.0)
        await table.due.join()
        playing.cancel()
        (played,) = table._played.values()
        assert len(played) == 4
        played.append((1, 5)) if change == "one more" else played.pop()
        return await table.close()

    assert asyncio.run(play()) == (lost, doubled)


def test_a_move_counts_as_told_once_though_more_is_told_of_the_game(server: Any) -> None:
    told: list[int] = []

    async def play() -> None:
        table = run._Table(LoadPlan(server.base, games=1), 78, run._Counts())
        await table.open()
        watcher = await table._sit(LoadVisitor(server.base), told.append)
        while not told:
            await asyncio.sleep(0.01)
        playing = asyncio.create_task(table.play())
        table.due.put_nowait(0.0)
        await table.due.join()
        playing.cancel()
        player, other = table._players
        await player.close()  # the others are told that they have gone
        while len(told) < 2 or other.game is None or other.game.ply < 1:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.2)
        await other.close()
        await watcher.close()

    asyncio.run(play())
    assert told == [0, 1]


def test_every_screen_asks_as_often_as_a_page_does() -> None:
    asked = {"player": 0, "watcher": 0}

    async def ask(name: str) -> None:
        asked[name] += 1

    async def wait() -> None:
        screens = [SimpleNamespace(ping=partial(ask, name)) for name in asked]
        asking = asyncio.create_task(keep_asking(lambda: cast(Any, screens), every_ms=20))
        while min(asked.values()) < 3:
            await asyncio.sleep(0.001)
        asking.cancel()

    asyncio.run(wait())
    assert abs(asked["player"] - asked["watcher"]) <= 1


def test_a_late_answer_is_of_the_move_that_was_sent_and_word_of_waiting_is_none() -> None:
    async def play() -> list[object]:
        table = run._Table(LoadPlan("http://127.0.0.1:9"), 1, run._Counts())
        table._played["g"] = []
        table._sent = {"g/0": (0, (22, 18)), "g/1": (0, (21, 17))}
        mover = SimpleNamespace(answers=asyncio.Queue())
        for answer in (
            SeenFrame("failed", code="busy"),
            SeenFrame("ack", ply=0, id="g/0"),
            SeenFrame("failed", code="conflict", id="g/1"),
        ):
            mover.answers.put_nowait(answer)
        told: list[object] = [await table._answered(cast(Any, mover), "g/1"), *table._played["g"]]
        mover.answers.put_nowait(SeenFrame("failed", text="the line was cut"))
        return [*told, await table._answered(cast(Any, mover), "g/2")]

    assert asyncio.run(play()) == [False, (22, 18), False]


def test_a_server_that_is_not_there_is_named() -> None:
    with pytest.raises(LoadRefused, match=r"127\.0\.0\.1:9"):
        LoadVisitor("http://127.0.0.1:9").begin("italian")


def test_what_has_changed_leaves_the_rest_as_it_was() -> None:
    whole = b'{"id":"g","version":3,"ply":2,"moves":[{"paths":[[22,18]]}]}'
    before = seen_after(None, SeenFrame("state", msgspec.Raw(whole)))
    assert before is not None
    after = seen_after(before, SeenFrame("delta", msgspec.Raw(b'{"version":4,"ply":3}')))
    assert after is not None
    assert (after.id, after.version, after.ply, after.moves) == ("g", 4, 3, before.moves)
    assert seen_after(None, SeenFrame("delta", msgspec.Raw(b"{}"))) is None


def test_a_game_that_is_over_can_be_read() -> None:
    whole = b'{"id":"g","version":3,"ply":2,"outcome":{"score":"2-0"}}'
    over = seen_after(None, SeenFrame("state", msgspec.Raw(whole)))
    assert over is not None
    assert over.outcome
    going = seen_after(over, SeenFrame("delta", msgspec.Raw(b'{"version":4,"outcome":null}')))
    assert going is not None
    assert going.outcome is None


def test_measures_of_a_process_that_is_not_there_are_unknown() -> None:
    assert cpu_s(2**30) is None
    assert resident_mb(2**30) is None
    assert percentile(range(1, 101), 99) == 99


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="no system to say what a program has begun")
@pytest.mark.parametrize("tool", ["loadtest", "chaos"])
def test_a_tool_that_is_ended_while_its_server_begins_leaves_none(tool: str) -> None:
    call = [sys.executable, "-m", "damiera", tool, "--games", "2"]
    servers: set[str] = set()
    with subprocess.Popen(call, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as begun:
        while not servers and begun.poll() is None:
            found = Path(f"/proc/{begun.pid}/task").glob("*/children")
            servers = {pid for one in found for pid in one.read_text().split()}
            time.sleep(0.02)
        begun.send_signal(signal.SIGTERM)
    assert begun.returncode == 130
    assert servers
    assert not [pid for pid in servers if Path(f"/proc/{pid}").exists()]
