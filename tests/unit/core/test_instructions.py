"""The core is compiled twice: both count and search alike, and the environment can ask for the plain one."""

from __future__ import annotations

import os
import subprocess
import sys

from damiera import _core

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
from damiera import _core
print(_core.INSTRUCTIONS, _core.Move.__module__)
for game, depth in {GAMES}.items():
    start = _core.rules(game).start()
    print(game, start.perft(depth), _core.rules(game + "~choice=weight").start().perft(4))
    found = _core.Search(start.rules).think(start, depth=6)
    print(found.move, found.score_cp, found.nodes)
"""


def _asked(isa: str) -> list[str]:
    command = [sys.executable, "-c", ASK]
    env = os.environ | {"DAMIERA_ISA": isa}
    return subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout.splitlines()


def test_the_environment_asks_for_the_baseline() -> None:
    assert _asked("baseline")[0] == "baseline damiera._core"


def test_the_processor_decides_otherwise() -> None:
    assert _asked("")[0].split()[0] in {"baseline", "x86-64-v3"}


def test_both_count_and_search_alike() -> None:
    plain, chosen = _asked("baseline"), _asked("")
    assert len(plain) == 1 + 2 * len(GAMES)
    assert plain[1:] == chosen[1:]


def test_the_loaded_core_says_what_it_is() -> None:
    assert _core.INSTRUCTIONS in {"baseline", "x86-64-v3"}
