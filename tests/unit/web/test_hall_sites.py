"""The sites of events write themselves: only what changed, whole, and what is in the way is said."""

from __future__ import annotations

import asyncio
import errno
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from damiera.disk import write_whole
from damiera.messages import Message, Text
from damiera.web.tournament import site_writer
from damiera.web.tournament.site_writer import MARK, EventSites
from tests.wording import holds


class OneWorker:
    """A server with one worker and a database that answers at once."""

    is_on_duty = True

    async def read(self, use_case: Callable[..., Any], *args: Any) -> Any:
        return use_case(*args)


class Written:
    """An event whose site the test decides."""

    def __init__(self, folder: Path) -> None:
        self.files: dict[str, bytes] = {"index.html": b"first", "round-1.html": b"boards"}
        self.version = 1
        worker: Any = OneWorker()
        self.sites = EventSites(folder, self._files, self._stamps, worker, worker, every_s=0.01)

    def _files(self, id: str, lang: str) -> tuple[int, Mapping[str, bytes]]:
        return self.version, dict(self.files)

    def _stamps(self, ids: Sequence[str]) -> Mapping[str, tuple[int, ...]]:
        return dict.fromkeys(ids, (self.version,))

    def run(self, until: Callable[[], bool]) -> None:
        """Let the server look until something is so."""

        async def looked() -> None:
            await self.sites.start()
            for _ in range(500):
                if until():
                    break
                await asyncio.sleep(0.01)
            await self.sites.stop()
            assert until()

        asyncio.run(looked())


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Written:
    monkeypatch.setattr(site_writer, "AGAIN_S", 0.02)
    return Written(tmp_path / "sites")


def test_only_what_has_changed_is_written(written: Written, tmp_path: Path) -> None:
    folder = tmp_path / "sites" / "e1"
    written.sites.turn_on("e1", "it")
    written.run(lambda: (folder / "index.html").exists())
    assert (folder / "round-1.html").read_bytes() == b"boards"
    before = (folder / "index.html").stat().st_mtime_ns
    written.files["round-1.html"], written.version = b"boards, one result", 2
    written.files["round-2.html"] = b"new"
    written.run(lambda: (folder / "round-2.html").exists())
    assert (folder / "round-1.html").read_bytes() == b"boards, one result"
    assert (folder / "index.html").stat().st_mtime_ns == before
    del written.files["round-2.html"]
    written.version = 3
    written.run(lambda: not (folder / "round-2.html").exists())


def test_it_goes_on_after_the_server_has_been_away(written: Written, tmp_path: Path) -> None:
    folder = tmp_path / "sites" / "e1"
    written.sites.turn_on("e1", "fr")
    written.run(lambda: (folder / "index.html").exists())
    before = (folder / "index.html").stat().st_mtime_ns
    again = Written(tmp_path / "sites")
    again.files["round-1.html"], again.version = b"later", 9
    again.run(lambda: _version(again.sites) == 9)
    assert (folder / "round-1.html").read_bytes() == b"later"
    assert (folder / "index.html").stat().st_mtime_ns == before  # the same as it lay there
    state = again.sites.state("e1")
    assert state is not None
    assert (state.on, state.trouble, state.version) == (True, None, 9)


@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EIO])
def test_a_full_disk_is_said_and_tried_again(
    written: Written, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: int
) -> None:
    def full(path: Path, *parts: bytes) -> None:
        raise OSError(error, "no room", str(path))

    written.sites.turn_on("e1", "it")
    monkeypatch.setattr("damiera.web.tournament.site_writer.write_whole", full)
    written.run(lambda: _trouble(written.sites) is not None)
    trouble = _trouble(written.sites)
    assert (
        holds(trouble, Message("nothing more fits there"))
        if error == errno.ENOSPC
        else "no room" in str(trouble)
    )
    monkeypatch.setattr("damiera.web.tournament.site_writer.write_whole", write_whole)
    written.run(lambda: _trouble(written.sites) is None)
    assert (tmp_path / "sites" / "e1" / "index.html").read_bytes() == b"first"


def test_a_stick_that_was_pulled_out_is_written_when_it_is_back(written: Written, tmp_path: Path) -> None:
    folder, away = tmp_path / "sites", tmp_path / "pulled"
    written.sites.turn_on("e1", "it")
    written.run(lambda: (folder / "e1" / "index.html").exists())
    folder.rename(away)
    written.version = 2
    written.run(lambda: _trouble(written.sites) is not None)
    (away / "e1" / "round-1.html").unlink()
    away.rename(folder)
    written.run(lambda: _trouble(written.sites) is None)
    assert (folder / "e1" / "round-1.html").read_bytes() == b"boards"


def test_it_is_turned_off_and_the_files_stay(written: Written, tmp_path: Path) -> None:
    folder = tmp_path / "sites" / "e1"
    written.sites.turn_on("e1", "it")
    written.run(lambda: (folder / "index.html").exists())
    written.sites.turn_off("e1")
    assert not (folder / MARK).exists()
    assert (folder / "index.html").exists()
    state = written.sites.state("e1")
    assert state is not None
    assert not state.on


def test_without_a_folder_nothing_is_offered() -> None:
    worker: Any = OneWorker()
    assert EventSites(None, lambda _id, _lang: (0, {}), lambda _ids: {}, worker, worker).state("e1") is None


def _version(sites: EventSites) -> int:
    state = sites.state("e1")
    return 0 if state is None else state.version


def _trouble(sites: EventSites) -> Text | None:
    state = sites.state("e1")
    return None if state is None else state.trouble
