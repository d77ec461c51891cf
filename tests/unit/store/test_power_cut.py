"""The power goes at any moment: every move that was acknowledged is there, and the data is sound.

What a program writes and when it waits for the disk is recorded below it. A disk may have kept of what was
not waited for all, nothing, or any part, in any order, the last page in half: each is tried.
"""

from __future__ import annotations

import os
import random
import shutil
import struct
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from damiera.store.database import FILE_NAME, open_store

ROUNDS = 120
MOMENTS = 60
HEAD = struct.Struct("<cHQQ")


@dataclass(frozen=True)
class Written:
    """One thing that was done to a file: `w` bytes at a place, `t` cut there, `s` waited for, `u` removed."""

    what: str
    name: str
    at: int
    data: bytes


@dataclass
class Disk:
    """Files as they are on the disk for certain, and what was done to them since, by name."""

    kept: dict[str, bytearray] = field(default_factory=lambda: defaultdict(bytearray))
    loose: dict[str, list[Written]] = field(default_factory=lambda: defaultdict(list))

    def take(self, one: Written) -> None:
        if one.what == "u":
            self.kept.pop(one.name, None)
            self.loose.pop(one.name, None)
            return
        if one.what != "s":
            self.loose[one.name].append(one)
            return
        for step in self.loose.pop(one.name, ()):
            done(self.kept[one.name], step)

    def after_a_cut(self, luck: random.Random, share: float) -> dict[str, bytes]:
        """Return what is found when there is power again, if that share of what was loose was kept."""
        found = {name: bytearray(data) for name, data in self.kept.items()}
        for name, steps in self.loose.items():
            for step in steps:
                if luck.random() < share:
                    data = step.data[: luck.choice((len(step.data), len(step.data) // 2))]
                    done(found.setdefault(name, bytearray()), Written(step.what, name, step.at, data))
        return {name: bytes(data) for name, data in found.items()}


def done(file: bytearray, step: Written) -> None:
    if step.what == "t":
        del file[step.at :]
        return
    file.extend(bytes(max(0, step.at - len(file))))
    file[step.at : step.at + len(step.data)] = step.data


def recorded(log: Path) -> Iterator[Written]:
    data, place = log.read_bytes(), 0
    while place < len(data):
        what, name, at, length = HEAD.unpack_from(data, place)
        place += HEAD.size
        called, place = data[place : place + name].decode(), place + name
        size = length if what == b"w" else 0
        yield Written(what.decode(), called, at, data[place : place + size])
        place += size


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> list[Written]:
    """Play, and return what was written meanwhile."""
    compiler = shutil.which("cc")
    if not sys.platform.startswith("linux") or compiler is None:
        assert not os.environ.get("DAMIERA_NO_SKIPS"), "this test wants Linux and a C compiler"
        pytest.skip("no C compiler, or not Linux")
    folder = tmp_path_factory.mktemp("recorded")
    library, log, data = folder / "recorded.so", folder / "log", folder / "data"
    data.mkdir()
    source = Path(__file__).with_name("recorded.c")
    subprocess.run([compiler, "-O1", "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
    record = {"LD_PRELOAD": str(library), "RECORD_FOLDER": str(data), "RECORD_TO": str(log)}
    play = [sys.executable, "-m", "tests.unit.store.power_cut_player", str(data), str(ROUNDS)]
    subprocess.run(play, check=True, env=os.environ | record)
    return list(recorded(log))


@pytest.mark.slow
@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_every_acknowledged_move_is_there_whenever_the_power_goes(
    written: list[Written], tmp_path: Path, share: float
) -> None:
    luck = random.Random(share)
    acknowledging = [n for n, one in enumerate(written) if one.name == "acknowledged"]
    assert len(acknowledging) == ROUNDS
    first = acknowledging[0]
    assert any(one.name == FILE_NAME for one in written[first:]), "no checkpoint was among it"
    moments = {len(written), *luck.choices(acknowledging, k=MOMENTS // 2)}
    moments |= {luck.randrange(first, len(written)) for _ in range(MOMENTS // 2)}
    disk, said = Disk(), list[str]()
    for number, one in enumerate([*written, Written("end", "", 0, b"")]):
        if number in moments:
            _is_all_there(disk.after_a_cut(luck, share), said, tmp_path / str(number))
        if one.name == "acknowledged":
            said += one.data.decode().splitlines()
        else:
            disk.take(one)
    assert len(said) > 2 * ROUNDS


def _is_all_there(files: dict[str, bytes], said: list[str], folder: Path) -> None:
    folder.mkdir()
    for name in (FILE_NAME, f"{FILE_NAME}-wal", f"{FILE_NAME}-journal"):
        if name in files:
            (folder / name).write_bytes(files[name])
    store = open_store(folder)
    with store.read() as work:
        lines = {id: [one.path for one in work.games.line(id)] for id in {line.split()[0] for line in said}}
    for line in said:
        id, ply, path = line.split()
        assert lines[id][int(ply)] == path
    with store._engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA integrity_check").scalar() == "ok"
    store.close()
    shutil.rmtree(folder)


def test_a_disk_that_is_not_waited_for_may_lose_what_it_was_given() -> None:
    """The record itself can tell: without a sync nothing is certain."""
    disk = Disk()
    disk.take(Written("w", "a", 0, b"22-18"))
    assert disk.after_a_cut(random.Random(1), 0.0) == {}
    disk.take(Written("s", "a", 0, b""))
    disk.take(Written("w", "a", 5, b" 10-14"))
    assert disk.after_a_cut(random.Random(1), 0.0) == {"a": b"22-18"}
