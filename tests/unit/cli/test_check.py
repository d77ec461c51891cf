"""`damiera check`: what is looked at, and what is said where something will not do."""

from __future__ import annotations

import json
import lzma
import os
import shutil
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from damiera.cli import machine_check, public_check
from damiera.cli.machine_check import MachineGrade, MachineReport, check_machine
from damiera.cli.main import main
from damiera.cli.public_check import check_public
from damiera.engine import weightfile
from damiera.messages import Message
from damiera.store.database import FILE_NAME, open_store
from damiera.web.common.settings import ServerSettings
from tests.unit.web.conftest import run as run_server
from tests.wording import holds

OLD = Path(__file__).parents[2] / "olddata" / "data.sqlite3.xz"


class _Room(NamedTuple):
    free: int


def _by_name(found: Iterator[MachineReport]) -> dict[str, MachineReport]:
    return {one.name: one for one in found}


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out the engine's process, and the files of weights."""
    well = MachineReport("engine", MachineGrade.WELL, Message("its sockets open"))
    monkeypatch.setattr(machine_check, "_engine", lambda: well)
    monkeypatch.setattr(machine_check, "_weights", lambda: well)


@pytest.mark.slow
def test_a_new_machine_is_ready(tmp_path: Path) -> None:
    found = _by_name(check_machine(tmp_path / "new", None))
    assert {one.grade for one in found.values()} == {MachineGrade.WELL}
    looks = ["program", "books", "folder", "room", "disk", "data", "engine", "weights", "tables", "extras"]
    assert list(found) == looks
    assert holds(found["data"].found, Message("nothing stored yet"))
    assert list(tmp_path.iterdir()) == []


def test_weights_that_cannot_be_used_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weightfile, "_FOLDER", tmp_path)
    damaged = tmp_path / "frisian.weights"
    damaged.write_bytes(b"damiera weights 3\n{}\n")
    found = machine_check._weights()
    assert found.grade == MachineGrade.WRONG
    assert str(damaged) in str(found.found)
    assert found.remedy is not None
    assert holds(found.remedy, Message("Until then the engine plays {game} by the evaluation made by hand."))


def test_data_that_is_whole(tmp_path: Path, quick: None) -> None:
    open_store(tmp_path).close()
    found = _by_name(check_machine(tmp_path, None))["data"]
    assert found.grade == MachineGrade.WELL
    said = Message("{where}: {n} games, no damage found; `damiera verify` replays them", n=0)
    assert holds(found.found, said)


def test_older_data_is_told_and_left_as_it_is(tmp_path: Path, quick: None) -> None:
    (tmp_path / FILE_NAME).write_bytes(lzma.decompress(OLD.read_bytes()))
    before = (tmp_path / FILE_NAME).read_bytes()
    found = _by_name(check_machine(tmp_path, None))["data"]
    assert found.grade == MachineGrade.NOTE
    assert holds(found.found, Message("data of an earlier version ({schema})", schema="0010"))
    assert (tmp_path / FILE_NAME).read_bytes() == before


def test_damaged_data_is_wrong(tmp_path: Path, quick: None) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"no database at all" * 100)
    found = _by_name(check_machine(tmp_path, None))["data"]
    assert found.grade == MachineGrade.WRONG
    assert found.remedy is not None


def test_a_closed_folder_is_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    assert machine_check._folder(tmp_path).grade == MachineGrade.WRONG


@pytest.mark.parametrize(
    ("free", "grade"),
    [(10**6, MachineGrade.WRONG), (5 * 10**8, MachineGrade.NOTE), (10**11, MachineGrade.WELL)],
)
def test_a_full_disk(
    free: int, grade: MachineGrade, tmp_path: Path, quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda path: _Room(free))
    assert _by_name(check_machine(tmp_path, None))["room"].grade == grade


def test_a_disk_that_does_not_keep_or_is_slow(
    tmp_path: Path, quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(file: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(machine_check, "_write_time_ms", lambda folder: 90.0)
    slow = _by_name(check_machine(tmp_path, None))["disk"]
    monkeypatch.undo()
    monkeypatch.setattr(os, "fsync", refuse)
    full = machine_check._disk(tmp_path)
    assert (slow.grade, full.grade) == (MachineGrade.NOTE, MachineGrade.WRONG)
    assert holds(full.found, Message("its disk cannot be written: {why}", why="No space left on device"))
    assert list(tmp_path.iterdir()) == [tmp_path / ".lock"]


def test_a_server_by_its_public_address(tmp_path: Path) -> None:
    with run_server(ServerSettings(data_dir=tmp_path, engine="thread")) as running:
        found = _by_name(check_public(running.base))
    assert {name: one.grade for name, one in found.items()} == {
        "public": MachineGrade.WELL,
        "sockets": MachineGrade.WELL,
    }


def test_nobody_at_the_public_address() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
    (found,) = check_public(f"http://127.0.0.1:{port}")
    assert found.grade == MachineGrade.WRONG


@pytest.mark.parametrize(
    ("told", "grade"),
    [
        ({"ok": False, "version": "0.1.0"}, MachineGrade.WRONG),
        ({"ok": True, "version": "0.0.9"}, MachineGrade.NOTE),
    ],
)
def test_what_a_server_tells_of_itself(told: dict[str, Any], grade: MachineGrade) -> None:
    assert public_check._health("https://dama.example", told).grade == grade


@pytest.mark.parametrize(("days", "grade"), [(60, MachineGrade.WELL), (3, MachineGrade.NOTE)])
def test_a_certificate_ends(days: int, grade: MachineGrade) -> None:
    assert public_check._certificate(days).grade == grade


def test_a_proxy_that_passes_no_sockets_on(tmp_path: Path) -> None:
    with run_server(ServerSettings(data_dir=tmp_path, engine="thread")) as running:
        found = public_check._sockets(running.base + "/nowhere")
    assert found.grade == MachineGrade.WRONG


def test_on_the_command_line(
    tmp_path: Path, quick: None, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(*words: str) -> int:
        with pytest.raises(SystemExit) as stop:
            main(["check", "--data", str(tmp_path), *words])
        return int(stop.value.code or 0)

    assert run("--lang", "en") == 0
    assert capsys.readouterr().out.splitlines()[-1] == Message("Ready to serve.").text("en")
    assert run("--json") == 0
    names = [json.loads(line)["name"] for line in capsys.readouterr().out.splitlines()]
    assert names[-1] == "connections"
    (tmp_path / FILE_NAME).write_bytes(b"no database at all" * 100)
    assert run("--lang", "en") == 1
    out = capsys.readouterr().out.splitlines()
    assert out[-1] == Message("{n} thing is wrong.", plural="{n} things are wrong.", n=1).text("en")
    assert any(line.startswith("! ") for line in out)
