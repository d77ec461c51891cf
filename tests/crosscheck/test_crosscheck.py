"""The comparison itself, against a worker of our own that answers rightly, wrongly or not at all."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from damiera.notation.fen import parse_fen
from damiera.rules.ruleset import ruleset
from tests.crosscheck import worker
from tests.crosscheck.comparing import GAMES, compare
from tests.crosscheck.known import FAULTS
from tests.crosscheck.libraries import Fault, Library, LibraryFailed, ours

FAKE = """
import json, sys
from damiera import _core

for line in sys.stdin:
    asked = json.loads(line)
    if "hello" in asked:
        print(json.dumps({"version": "1.0"}), flush=True)
        continue
    rules = _core.rules(asked["game"])
    of = {letter: [rules.square_at(f, r) for p, f, r in asked["pieces"] if p == letter] for letter in "wWbB"}
    side = _core.Side.WHITE if asked["side"] == "W" else _core.Side.BLACK
    position = rules.position(side, of["w"], of["W"], of["b"], of["B"])
    at = rules.coordinates
    moves = [[at(m.origin), at(m.destination), [at(s) for s in m.captured]] for m in position.moves()]
    WRONG
    print(json.dumps({"moves": moves}), flush=True)
"""


def fake(folder: Path, wrong: str = "pass") -> Library:
    script = folder / "fake.py"
    script.write_text(FAKE.replace("WRONG", wrong), encoding="utf-8")
    return Library("pydraughts", [sys.executable, str(script)])


def test_a_library_that_is_right_differs_nowhere(tmp_path: Path) -> None:
    with fake(tmp_path) as library:
        report = compare(library, "italian", range(40))
    assert (library.version, report.compared, report.excused, report.unexpected) == ("1.0", 40, {}, [])


def test_a_move_left_out_is_unexpected_and_named_by_its_seed(tmp_path: Path) -> None:
    with fake(tmp_path, "moves = moves[1:]") as library:
        report = compare(library, "english", range(10))
    assert report.unexpected
    assert report.unexpected[0].startswith("seed ")
    assert "lacks 1, has 0 too many" in report.unexpected[0]
    assert any("UNEXPECTED" in line for line in report.lines())


def test_a_known_fault_is_listed_and_excuses_nothing_else(tmp_path: Path) -> None:
    slack = Fault("pydraughts", "english", "forgets", lambda position, right, theirs: theirs < right)
    with fake(tmp_path, "moves = moves[1:]") as library:
        report = compare(library, "english", range(10), [slack])
        assert not report.unexpected
        assert any("known: forgets" in line for line in report.lines())
        assert compare(library, "russian", range(3), [slack]).unexpected


def test_what_a_library_raises_is_told(tmp_path: Path) -> None:
    wrong = 'print(json.dumps({"error": "ValueError: no"}), flush=True); continue'
    with fake(tmp_path, wrong) as library:
        assert "ValueError: no" in compare(library, "english", range(1)).unexpected[0]


def test_a_worker_that_ends_is_an_error(tmp_path: Path) -> None:
    with fake(tmp_path, "sys.exit(3)") as library, pytest.raises(LibraryFailed, match="code 3"):
        library.moves("english", ruleset("english").start())


CASES = {
    "italian": "W:W21,K27,K32:BK5,7,12,13,K14,15,K19,K22,K26",
    "turkish": "W:WKa1,a4:Bh8",
    "frisian": "B:WK4,K8,13,41,47:BK21,K24,36,K48",
    "english": "B:W18,32:B14,1",
}


TOLD = [fault for fault in FAULTS if fault.game in CASES]


@pytest.mark.parametrize("fault", TOLD, ids=lambda fault: f"{fault.library} {fault.game}")
def test_a_fault_excuses_itself_and_no_other_difference(fault: Fault) -> None:
    """Where both agree nothing is excused; nor is an answer with no moves at all, but for routes left out."""
    position = parse_fen(CASES[fault.game], ruleset(fault.game)).position()
    right = ours(position)
    assert not fault.explains(position, right, right)
    if "leaves out" not in fault.what:
        assert not fault.explains(position, right, frozenset())
    quiet = parse_fen("W:W32:B1" if fault.game != "turkish" else "W:Wa2:Bh7", ruleset(fault.game)).position()
    assert not fault.explains(quiet, ours(quiet), frozenset())


def test_the_worker_names_squares_as_its_library_does() -> None:
    asked = {"game": "italian", "side": "W", "files": 8, "ranks": 8, "pieces": [["w", 7, 0], ["B", 0, 7]]}
    of = worker.squares(asked, upwards=False)
    assert worker.fen(asked, lambda cell: str(of.number[cell])) == "W:W32:BK1"
    russian = worker.squares({**asked, "game": "russian"}, upwards=True)
    assert (russian.cell[1], russian.cell[32]) == ((0, 0), (7, 7))


def test_every_game_compared_is_one_of_ours() -> None:
    assert all(ruleset(game) for games in GAMES.values() for game in games)
    assert {(fault.library, fault.game) for fault in FAULTS} <= {
        (library, game) for library, games in GAMES.items() for game in games
    }
