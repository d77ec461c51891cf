"""Tables that are built while nobody plays: which, when, and when not."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pytest
from msgspec.structs import replace

from damiera.messages import Verbatim
from damiera.service.workers.endgames import BuildJob
from damiera.service.workers.idle_tables import PIECES, IdleTables


@dataclass
class Builds:
    """Builds that end when the test says so."""

    folder: Path
    begun: list[str] = field(default_factory=list)
    last: BuildJob | None = None

    def job(self) -> BuildJob | None:
        return self.last

    def start(self, game: str, pieces: int, *, distances: bool, idle: bool) -> bool:
        assert (pieces, distances) == (PIECES, False)
        self.begun.append(game)
        self.last = BuildJob(game, pieces, 0, 9, running=True, stopped=False, failed=None, idle=idle)
        return True

    def end(self, failed: str | None = None) -> None:
        assert self.last is not None
        self.last = replace(self.last, running=False, failed=Verbatim(failed) if failed else None)

    def stop(self) -> None:
        assert self.last is not None
        self.last = replace(self.last, running=False, stopped=True)


@dataclass
class Quiet:
    now: bool = True

    def __call__(self) -> bool:
        return self.now


@pytest.fixture
def builds(tmp_path: Path) -> Builds:
    return Builds(tmp_path / "endgame")


@pytest.fixture
def quiet() -> Quiet:
    return Quiet()


@pytest.fixture
def idle(builds: Builds, quiet: Quiet) -> IdleTables:
    return IdleTables(builds, quiet)  # type: ignore[arg-type]


def _complete(monkeypatch: pytest.MonkeyPatch, *games: str) -> None:
    monkeypatch.setattr(IdleTables, "_is_complete", lambda self, game: game in games)


def test_nothing_is_built_before_it_is_allowed(idle: IdleTables, builds: Builds) -> None:
    assert idle.piece() is None
    idle.allow(True)
    assert IdleTables(builds, Quiet()).is_allowed, "after a restart too"  # type: ignore[arg-type]
    assert idle.piece() is not None
    assert builds.begun == ["brazilian"]


def test_it_waits_until_nobody_plays_and_leaves_off_when_somebody_does(
    idle: IdleTables, builds: Builds, quiet: Quiet
) -> None:
    idle.allow(True)
    quiet.now = False
    assert idle.piece() is not None
    assert builds.begun == []
    quiet.now = True
    idle.piece()
    idle.piece()
    assert builds.begun == ["brazilian"], "once"
    quiet.now = False
    idle.piece()
    assert builds.last is not None
    assert builds.last.stopped
    quiet.now = True
    idle.piece()
    assert builds.begun == ["brazilian", "brazilian"], "what is finished stays, and it goes on"


def test_one_game_comes_after_the_other_and_then_nothing(
    idle: IdleTables, builds: Builds, monkeypatch: pytest.MonkeyPatch
) -> None:
    idle.allow(True)
    small = ["brazilian", "english", "italian", "pool", "russian", "spanish"]
    _complete(monkeypatch, *small[:-1])
    assert idle.next_game() == "spanish"
    _complete(monkeypatch, *small)
    assert idle.next_game() == "international", "the largest board comes last"
    _complete(monkeypatch, *small, "international")
    assert idle.piece() is None
    assert builds.begun == []


def test_what_somebody_asked_for_is_left_alone(idle: IdleTables, builds: Builds, quiet: Quiet) -> None:
    idle.allow(True)
    builds.last = BuildJob("turkish", 4, 0, 9, running=True, stopped=False, failed=None)
    quiet.now = False
    idle.piece()
    assert not builds.last.stopped


def test_it_ends_when_it_is_not_allowed_any_more(idle: IdleTables, builds: Builds) -> None:
    idle.allow(True)
    idle.piece()
    idle.allow(False)
    idle.piece()
    assert builds.last is not None
    assert builds.last.stopped
    assert idle.piece() is None


def test_after_a_failure_it_rests_for_hours_and_tries_again(
    idle: IdleTables, builds: Builds, caplog: pytest.LogCaptureFixture
) -> None:
    idle.allow(True)
    idle.piece()
    builds.end(failed="the disk is full")
    rest = idle.piece()
    assert rest is not None
    assert rest >= 3600
    assert "the disk is full" in caplog.text
    idle.piece()
    assert builds.begun == ["brazilian", "brazilian"]
