"""Tests run by several processes say what they say in one."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.forked import Shares

ROOT = Path(__file__).parents[2]
TESTS = """
import os, pytest

@pytest.mark.parametrize("n", range(30))
def test_passes(n, capfd, tmp_path):
    os.system(f"echo {n}")
    assert capfd.readouterr().out == f"{n}\\n"
    (tmp_path / "mine").write_text(str(n))
    assert os.listdir(tmp_path) == ["mine"]

def test_fails():
    print("said before")
    assert [1, 2] == [1, 3]

@pytest.fixture
def broken():
    raise ValueError("no")

def test_is_not_set_up(broken):
    pass

@pytest.fixture
def left_broken():
    yield
    raise ValueError("no")

def test_is_not_torn_down(left_broken):
    pass

def test_skips():
    pytest.skip("for a reason")

@pytest.mark.xfail(strict=True)
def test_is_known_to_fail():
    assert not "yet"

def test_dies():
    os.kill(os.getpid(), 9)

@pytest.mark.parametrize("n", range(30))
def test_passes_later(n):
    pass
"""
HANGS = """
import pathlib, pytest, time

@pytest.fixture
def noted():
    yield
    pathlib.Path("torn-down").touch()

def test_hangs(noted):
    pathlib.Path("begun").touch()
    time.sleep(600)

def test_passes():
    pass
"""


def _command(folder: Path, *args: str) -> list[str]:
    return [
        *(sys.executable, "-m", "pytest", "-p", "tests.forked", "--workers", "3", "-p", "no:cacheprovider"),
        *("--basetemp", str(folder / "temporary"), "-o", f"pythonpath={ROOT}", f"--rootdir={folder}"),
        *("-c", str(folder / "pytest.ini"), *args),
    ]


def _written(folder: Path, text: str) -> Path:
    (folder / "pytest.ini").write_text("[pytest]\n")
    (folder / "test_them.py").write_text(text)
    return folder


def _kind(case: ElementTree.Element) -> str:
    return next((child.tag for child in case if child.tag in ("failure", "error", "skipped")), "passed")


def test_every_test_is_told_as_it_went(tmp_path: Path) -> None:
    _written(tmp_path, TESTS)
    ran = subprocess.run(
        _command(tmp_path, "--junitxml=told.xml"),
        cwd=tmp_path,
        env=_environment(),
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 1, ran.stdout + ran.stderr
    cases = list(ElementTree.parse(tmp_path / "told.xml").iter("testcase"))
    kinds = {str(case.get("name")): _kind(case) for case in cases}
    died = {name for name, kind in kinds.items() if kind == "failure"} - {"test_fails"}
    assert "test_dies" in died
    assert len(died) in (1, 2)  # what its process had taken as the next is not run either, and that is said
    assert {
        name: kind for name, kind in kinds.items() if name not in died | {"test_fails"} and kind != "passed"
    } == {
        "test_is_not_set_up": "error",
        "test_is_not_torn_down": "error",
        "test_skips": "skipped",
        "test_is_known_to_fail": "skipped",
    }
    assert len(kinds) == 30 + 6 + 30
    assert "said before" in ran.stdout
    assert "At index 1 diff" in ran.stdout
    assert "Traceback" not in ran.stderr


@pytest.mark.slow
def test_no_more_are_taken_after_the_failures_that_are_allowed(tmp_path: Path) -> None:
    waits = "import time\ndef test_fails(): assert 0\n" + "".join(
        f"def test_waits_{n}(): time.sleep(0.2)\n" for n in range(90)
    )
    _written(tmp_path, waits)
    began = time.monotonic()
    ran = subprocess.run(
        _command(tmp_path, "-x", "-q"), cwd=tmp_path, env=_environment(), capture_output=True, text=True
    )
    assert ran.returncode == 1, ran.stdout
    assert "1 failed" in ran.stdout
    passed = int(ran.stdout.split(" passed")[0].split()[-1]) if " passed" in ran.stdout else 0
    assert passed < 45, time.monotonic() - began


@pytest.mark.slow
def test_an_interrupt_clears_away_what_tests_have_made(tmp_path: Path) -> None:
    _written(tmp_path, HANGS)
    with subprocess.Popen(
        _command(tmp_path), cwd=tmp_path, env=_environment(), stdout=subprocess.PIPE, text=True
    ) as run:
        while not (tmp_path / "begun").exists():
            time.sleep(0.05)
        run.send_signal(signal.SIGINT)
        out, _ = run.communicate(timeout=60)
    assert run.returncode == pytest.ExitCode.INTERRUPTED, out
    assert (tmp_path / "torn-down").exists()


def test_all_are_taken_once_in_stretches() -> None:
    shares = Shares(10, 3)
    first, second, third = (shares.tests(worker) for worker in range(3))
    assert next(second) == (3, 4)
    assert list(first) == [(0, 1), (1, 2), (2, 8), (8, 9), (9, 7), (7, 5), (5, 6), (6, None)]
    assert list(second) == [(4, None)]
    assert list(third) == []
    assert shares.left() == 0


def test_who_stops_leaves_the_rest() -> None:
    shares = Shares(10, 2)
    running = shares.tests(0)
    assert next(running) == (0, 1)
    assert shares.held(0) == [0, 1]
    shares.stop()
    assert next(running) == (1, None)
    assert shares.held(0) == [1]
    assert list(running) == []
    assert shares.held(0) == []
    assert list(shares.tests(1)) == []
    assert shares.left() == 8


def _environment() -> dict[str, str]:
    return {"PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT)}
