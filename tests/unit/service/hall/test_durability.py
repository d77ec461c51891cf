"""An event keeps what was acknowledged: the power fails, and two arbiters write at once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from subprocess import PIPE

from damiera.service.hall.acts import Hall
from damiera.service.hall.event import Announced, LiveEvent
from damiera.service.identity import Visitor
from damiera.tournament.log import dump, load, verify
from damiera.tournament.model import Player
from tests.unit.service.kit import House

ROOT = Path(__file__).parents[4]


def worker(folder: Path, live: LiveEvent, who: Visitor, seed: int) -> subprocess.Popen[str]:
    command = [
        sys.executable,
        "-m",
        "tests.unit.service.hall.worker",
        str(folder),
        live.id,
        who.id,
        str(seed),
    ]
    process = subprocess.Popen(command, cwd=ROOT, stdin=PIPE, stdout=PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def begin(process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None
    process.stdin.write("go\n")
    process.stdin.flush()


def acknowledged(lines: list[str]) -> list[tuple[int, str]]:
    whole = [line.split() for line in lines if line.endswith("\n")]
    return [(int(number), digest) for number, digest in whole]


def opened(house: House, who: Visitor, rounds: int) -> tuple[Hall, LiveEvent]:
    hall = Hall(house.store, house.clock)
    live = hall.create(who, Announced("Trofeo", rounds=rounds))
    return hall, hall.enter(live.id, who, [Player(0, f"P{n}", elo=2000 - n) for n in range(1, 13)])


def sound(house: House, id: str) -> LiveEvent:
    """The event as another process finds it: its chain holds and replays to the same."""
    live = Hall(house.store, house.clock).load(id)
    assert verify(live.log.entries) is None
    assert load(dump(live.log)).event == live.event
    return live


def test_nothing_acknowledged_is_lost_when_the_power_fails(tmp_path: Path) -> None:
    house = House(tmp_path)
    anna = house.guest("Anna")
    _, live = opened(house, anna, 9)
    seen: list[tuple[int, str]] = []
    for seed, wanted in ((1, 20), (2, 7)):
        process = worker(tmp_path, live, anna, seed)
        begin(process)
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(wanted)]
        process.kill()
        lines += process.stdout.readlines()  # what was read ahead, too, which `communicate` would leave out
        process.communicate(timeout=30)
        assert process.returncode == -9
        seen += acknowledged(lines)
        stored = sound(house, live.id).log.entries
        assert all(stored[number - 1].digest == digest for number, digest in seen)
    house.close()
    assert len(seen) >= 27


def test_two_arbiters_lose_nothing_of_each_other_s(tmp_path: Path) -> None:
    house = House(tmp_path)
    anna, bruno = house.guest("Anna"), house.guest("Bruno")
    hall, live = opened(house, anna, 3)
    hall.join(live.row.code, bruno)
    both = [worker(tmp_path, live, who, seed) for who, seed in ((anna, 4), (bruno, 5))]
    for process in both:
        begin(process)
    seen = [acknowledged(process.communicate(timeout=60)[0].splitlines(keepends=True)) for process in both]
    assert [process.returncode for process in both] == [0, 0]
    after = sound(house, live.id)
    house.close()
    assert after.event.played_rounds == 3
    assert all(game.is_over for game in after.event.games)
    digests = {number: entry.digest for number, entry in enumerate(after.log.entries, 1)}
    for acts in seen:
        assert acts
        assert all(digests[number] == digest for number, digest in acts)
    assert {entry.who for entry in after.log.entries} >= {"Anna", "Bruno"}
