"""A wheel has the core twice: both count and search alike, and the environment can ask for the plain one."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from damiera import _core

ROOT = Path(__file__).parent.parent.parent.parent
GAMES = {
    "italian": 7,
    "english": 7,
    "russian": 7,
    "international": 6,
    "frisian": 5,
    "turkish": 5,
    "canadian": 5,
}
ASK = f"""
import sys
sys.path[:0] = sys.argv[1:]
from damiera import _core
print(_core.INSTRUCTIONS, _core.Move.__module__)
for game, depth in {GAMES}.items():
    start = _core.rules(game).start()
    print(game, start.perft(depth), _core.rules(game + "~choice=weight").start().perft(4))
    found = _core.Search(start.rules).think(start, depth=6)
    print(found.move, found.score_cp, found.nodes)
"""


def test_the_loaded_core_says_what_it_is() -> None:
    assert _core.INSTRUCTIONS in {"baseline", "x86-64-v3"}
    assert _core.Move.__module__ == "damiera._core"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what a wheel for any machine installs."""
    built, installed = tmp_path_factory.mktemp("built"), tmp_path_factory.mktemp("installed")
    settings = ["-C", "cmake.define.DAMIERA_PORTABLE=ON", "-C", f"build-dir={built}/core"]
    _pip("wheel", "--no-deps", "--no-build-isolation", *settings, "--wheel-dir", str(built), str(ROOT))
    _pip("install", "--no-deps", "--target", str(installed), *map(str, built.glob("*.whl")))
    return installed


def _pip(*arguments: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pip", *arguments], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def _asked(wheel: Path, isa: str) -> list[str]:
    """What the wheel's core answers; without `site`, which would find the one installed here first."""
    command = [sys.executable, "-S", "-c", ASK, str(wheel), sysconfig.get_path("purelib")]
    env = os.environ | {"DAMIERA_ISA": isa}
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.deep
def test_the_environment_asks_for_the_baseline(wheel: Path) -> None:
    assert _asked(wheel, "baseline")[0] == "baseline damiera._core"


@pytest.mark.deep
def test_the_processor_decides_otherwise(wheel: Path) -> None:
    assert _asked(wheel, "")[0].split()[0] in {"baseline", "x86-64-v3"}


@pytest.mark.deep
def test_both_count_and_search_alike(wheel: Path) -> None:
    plain, chosen = _asked(wheel, "baseline"), _asked(wheel, "")
    assert len(plain) == 1 + 2 * len(GAMES)
    assert plain[1:] == chosen[1:]
