"""A server that is killed while people play: what the tool that does it says is what was."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from damiera.cli.main import main
from damiera.web.loadtest import chaos
from damiera.web.loadtest.chaos import ChaosPlan, differences, run_chaos
from damiera.web.loadtest.own_server import OwnServer, ServerNotStarted
from damiera.web.loadtest.visitors import LoadRefused


class Immortal:
    """A server that is not killed: its sockets are cut, or nothing happens to it."""

    is_alive = True

    def __init__(self, server: Any) -> None:
        self.url = server.base
        self.killed = 0

    def kill(self) -> None:
        self.killed += 1

    def start(self) -> None:
        pass


def _play(server: Any, **plan: Any) -> chaos.ChaosResult:
    stand_in: Any = Immortal(server)
    found = asyncio.run(run_chaos(ChaosPlan(**{"every_s": 0.1, "games": 2, **plan}), stand_in))
    assert stand_in.killed == found.kills
    return found


def test_people_play_on_beside_those_who_are_slow(server: Any) -> None:
    found = _play(server, kills=2, slow=6)
    assert (found.deaths, found.lost, found.doubled) == (0, 0, 0)
    assert found.acknowledged > 4
    assert found.p50_ms is not None


def test_a_server_that_ended_by_itself_is_counted(server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Immortal, "is_alive", False)
    assert _play(server, kills=1, slow=0).deaths == 2


def test_a_move_on_its_way_in_one_game_is_not_forgotten_for_a_loss_in_another() -> None:
    counts = chaos._Counts()
    table = chaos._BrokenTable(ChaosPlan(), 0, "http://127.0.0.1:1", counts)
    table._played = {"over": [(1, 5)], "going": []}
    table._id, table._unsure = "going", chaos._Sent(0, (22, 18), ())
    table._compare("over", [])
    table._compare("going", [(22, 18)])
    assert (counts.lost, counts.doubled) == (1, 0)


def test_what_was_done_until_it_is_stopped_is_told(server: Any) -> None:
    async def play() -> tuple[chaos.ChaosResult, int]:
        stand_in: Any = Immortal(server)
        stop = asyncio.Event()
        plan = ChaosPlan(kills=1000, games=2, every_s=0.1, slow=0)
        running = asyncio.create_task(run_chaos(plan, stand_in, stop))
        async with asyncio.timeout(60):
            while stand_in.killed < 2:
                await asyncio.sleep(0.01)
            stop.set()
            return await running, stand_in.killed

    found, killed = asyncio.run(play())
    assert 2 <= found.kills == killed < 10
    assert found.acknowledged > 2
    assert (found.deaths, found.lost, found.doubled) == (0, 0, 0)


class Refusing:
    """A line by which a server says first what it has, and then that it has more to say or will not."""

    def __init__(self, *frames: str) -> None:
        self._frames = list(frames)

    async def send(self, text: str) -> None:
        pass

    async def recv(self, *, decode: bool) -> str:
        if not self._frames:
            await asyncio.Event().wait()
        return self._frames.pop(0)


REFUSED = '{"t":"failed","code":"not-found","text":"gone"}'
WAITS = '{"t":"failed","code":"busy","text":"Your move waits."}'
ACK = '{"t":"ack","ply":4,"version":9,"id":"4"}'


def test_a_screen_that_is_refused_is_not_waited_for() -> None:
    line: Any = Refusing(REFUSED)
    table = chaos._BrokenTable(ChaosPlan(), 0, "http://127.0.0.1:1", chaos._Counts())
    with pytest.raises(LoadRefused, match="gone"):
        asyncio.run(asyncio.wait_for(table._until_shown(line, None, 0), 5))


def test_a_move_that_waits_is_not_refused_and_one_that_is_refused_does_not_wait() -> None:
    counts = chaos._Counts()
    table = chaos._BrokenTable(ChaosPlan(), 0, "http://127.0.0.1:1", counts)
    table._id, table._played = "a", {"a": []}
    waits: Any = Refusing(WAITS, ACK)
    asyncio.run(asyncio.wait_for(table._send(waits, chaos._Sent(4, (22, 18), ())), 5))
    assert (counts.acknowledged, table._unsure) == (1, None)
    refused: Any = Refusing(WAITS, WAITS.replace('"busy"', '"busy","id":"5"'))
    with pytest.raises(LoadRefused):
        asyncio.run(asyncio.wait_for(table._send(refused, chaos._Sent(5, (11, 15), ())), 5))
    assert table._unsure is not None


def test_games_that_end_are_followed_by_others_and_read_back_too(server: Any) -> None:
    async def play() -> tuple[list[int], chaos._Counts]:
        counts = chaos._Counts()
        table = chaos._BrokenTable(ChaosPlan(game="antidraughts"), 0, server.base, counts)
        playing = asyncio.create_task(table.play())
        async with asyncio.timeout(120):
            while len(table._played) < 2:
                await asyncio.sleep(0.02)
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        first = next(iter(table._played.values()))
        first.append((1, 5))
        await table.settle()
        return [len(one) for one in table._played.values()], counts

    lengths, counts = asyncio.run(play())
    assert len(lengths) >= 2
    assert (counts.lost, counts.doubled) == (1, 0)


@pytest.mark.parametrize(
    ("stored", "lost", "doubled"),
    [
        ([(1, 5), (2, 6)], 0, 0),
        ([(1, 5), (2, 6), (3, 7)], 0, 0),
        ([(1, 5)], 1, 0),
        ([(1, 5), (2, 6), (9, 9)], 0, 1),
        ([(1, 5), (1, 5), (2, 6)], 1, 2),
    ],
)
def test_what_is_lost_and_what_is_doubled(stored: list[tuple[int, ...]], lost: int, doubled: int) -> None:
    assert differences([(1, 5), (2, 6)], stored, (3, 7)) == (lost, doubled)


@pytest.mark.slow
def test_a_server_that_does_not_start_is_told(tmp_path: Path) -> None:
    (tmp_path / "damiera.sqlite3").write_bytes(b"no database at all" * 100)
    with pytest.raises(ServerNotStarted):
        OwnServer(tmp_path).start()


@pytest.mark.slow
def test_two_kills_and_nothing_lost(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["chaos", "--kills", "2", "--games", "4", "--slow", "20", "--every", "0.5", "--json"])
    found = json.loads(capsys.readouterr().out)
    assert not stop.value.code
    assert (found["kills"], found["deaths"], found["lost"], found["doubled"], found["faults"]) == (
        2,
        0,
        0,
        0,
        0,
    )
    assert found["acknowledged"] > 20
    assert found["returns"] >= 4


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="no system to say what a program has begun")
@pytest.mark.parametrize("ended_by", [signal.SIGINT, signal.SIGTERM])
def test_it_tells_what_it_has_when_it_is_ended_and_leaves_no_server(ended_by: signal.Signals) -> None:
    call = [sys.executable, "-m", "damiera", "chaos", "--kills", "9999", "--games", "2", "--slow", "0"]
    begun = subprocess.Popen(
        [*call, "--every", "0.2", "--json"], stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    threads = Path(f"/proc/{begun.pid}/task")
    with begun:
        assert begun.stdout is not None
        seen: set[str] = set()
        while len(seen) < 2 and begun.poll() is None:  # one was killed and another started
            seen |= {pid for one in threads.glob("*/children") for pid in one.read_text().split()}
            time.sleep(0.05)
        os.killpg(begun.pid, ended_by)  # as a terminal does: to all of the group
        found = json.loads(begun.stdout.read())
    assert (found["lost"], found["doubled"], found["deaths"], found["faults"]) == (0, 0, 0, 0)
    assert begun.returncode == 130
    assert not [pid for pid in seen if Path(f"/proc/{pid}").exists()]


def test_a_port_is_kept(tmp_path: Path) -> None:
    server = OwnServer(tmp_path)
    server.stop()
    server.kill()
    assert not server.is_alive
    port = int(server.url.rpartition(":")[2])
    socket.create_server(("127.0.0.1", port)).close()
