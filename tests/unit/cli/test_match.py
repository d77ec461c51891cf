"""`damiera match`: what it prints, what it keeps, how it goes on and how it ends."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from damiera.cli.main import main
from damiera.engine.runlog import read_run_log
from damiera.notation.pdn.model import PdnGame
from damiera.notation.pdn.reader import read_pdn
from tests.disks import disk_that_holds
from tests.unit.cli import interrupts
from tests.wording import shows, words_of

WEAK, STRONG = "builtin:level=1,hash=1", "builtin:hash=1"
QUICK = ("--game", "italian", "--nodes", "300", "--max-plies", "100")


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as stop:
        main(("match", *args))
    out = capsys.readouterr()
    return int(stop.value.code or 0), out.out, out.err


def games_in(path: Path) -> list[PdnGame]:
    entries = list(read_pdn(path.read_bytes()))
    assert all(isinstance(entry, PdnGame) for entry in entries)
    return [entry for entry in entries if isinstance(entry, PdnGame)]


def test_a_match_as_json_and_its_games(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "match.pdn"
    code, out, err = run(capsys, STRONG, WEAK, *QUICK, "--games", "4", "--pdn", str(file), "--json")
    assert code == 0, err
    told = json.loads(out)
    assert told["games"] == told["wins"] + told["draws"] + told["losses"] == 4
    assert sum(told["pairs"]) == 2
    assert told["wins"] >= 3
    assert told["complete"]
    assert told["sprt"] is None
    assert told["a"]["engine"] == STRONG
    [session] = read_run_log(file).sessions
    assert (session.kind, session.game, session.goal, session.is_complete) == ("match", "italian", 4, True)
    games = games_in(file)
    assert [game.tags["Round"] for game in games] == ["1", "2", "3", "4"]
    assert games[0].tags["White"] == games[1].tags["Black"]
    assert games[0].moves[:2] == games[1].moves[:2]


def test_a_match_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, STRONG, WEAK, *QUICK, "--games", "10", "--lang", "it")
    assert code == 0, err
    assert "Partite: 10 di 10" in out
    assert "Coppie da" in out
    assert shows(out, "{name}: a move {used}; {faults} games lost by its own fault", "it")


SLOW_HUB = """
import sys, time
for line in sys.stdin:
    word = line.split()[0]
    if word == "hub": print("id name=Slow version=1\\nwait", flush=True)
    elif word == "init": print("ready", flush=True)
    elif word == "go":
        time.sleep(0.1)
        print("info depth=1 time=0.001 nodes=1 score=0 pv=\\"22-18\\"\\ndone move=22-18", flush=True)
"""


@pytest.mark.slow
def test_an_engine_that_lies_about_its_time_is_told_of(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """It says that it took a millisecond, and a flag would fall by our clock; without a clock it is said."""
    program = tmp_path / "slow.py"
    program.write_text(SLOW_HUB)
    engines = (f"hub:{sys.executable} {program}", STRONG, "--game", "italian", "--movetime", "0.02")
    args = (*engines, "--games", "2", "--openings", "none", "--max-plies", "1")
    code, out, err = run(capsys, *args, "--lang", "en")
    assert code == 0, err
    said = "{name} took {times} times the time for a move: this is no match at equal time."
    assert shows(out, said, "en")
    code, out, _ = run(capsys, *args, "--json")
    assert json.loads(out)["a"]["times_given"] > 4
    code, out, _ = run(capsys, STRONG, STRONG, *QUICK, "--games", "2", "--json")
    assert json.loads(out)["a"]["times_given"] is None


def test_the_test_stops_the_match(capsys: pytest.CaptureFixture[str]) -> None:
    args = (STRONG, WEAK, *QUICK, "--games", "400", "--sprt", "0,200", "--json")
    code, out, err = run(capsys, *args)
    assert code == 0, err
    told = json.loads(out)
    assert told["sprt"]["accepted"] == "elo1"
    assert told["games"] < 200
    assert "LLR" in err


def test_a_match_goes_on_where_it_was(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole.pdn", tmp_path / "broken.pdn"
    args = (STRONG, WEAK, *QUICK, "--games", "4", "--json", "--pdn")
    _, first, _ = run(capsys, *args, str(whole))
    text = whole.read_text()
    broken.write_text(text[: text.rindex("[Event") + 300])  # killed while it wrote the fourth game
    code, out, err = run(capsys, *args, str(broken), "--resume")
    assert code == 0, err
    told, before = json.loads(out), json.loads(first)
    assert (told["wins"], told["draws"], told["losses"]) == (
        before["wins"],
        before["draws"],
        before["losses"],
    )
    assert [g.moves for g in games_in(broken)] == [g.moves for g in games_in(whole)]
    code, out, _ = run(capsys, *args, str(whole), "--resume")
    assert (code, json.loads(out)["games"]) == (0, 4)


def test_games_are_not_written_over(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "mine.pdn"
    file.write_text("precious")
    code, _, err = run(capsys, STRONG, WEAK, *QUICK, "--games", "1", "--pdn", str(file), "--lang", "en")
    assert code == 2
    assert "--resume" in err
    assert file.read_text() == "precious"


@pytest.mark.parametrize(
    "args",
    [
        ("builtin", "nonsense", "--game", "italian"),
        ("builtin", "builtin", "--game", "nonsense"),
        ("builtin", "builtin"),
        ("builtin", "builtin", "--game", "italian", "--time", "10+0.1", "--nodes", "5"),
        ("builtin", "builtin", "--game", "italian", "--time", "soon"),
        ("builtin", "builtin", "--game", "italian", "--time", "0"),
        ("builtin", "builtin", "--game", "italian", "--time", "nan"),
        ("builtin", "builtin", "--game", "italian", "--time", "-5"),
        ("builtin", "builtin", "--game", "italian", "--time", "0/60"),
        ("builtin", "builtin", "--game", "italian", "--time", "9" * 30),
        ("builtin", "builtin", "--game", "italian", "--movetime", "nan"),
        ("builtin", "builtin", "--game", "italian", "--patience", "inf"),
        ("builtin", "builtin", "--game", "italian", "--sprt", "nan,5"),
        ("builtin", "dxp:127.0.0.1:1", "--game", "italian", "--depth", "3"),
        ("builtin", "dxp:127.0.0.1:1", "--game", "italian", "--movetime", "1"),
        ("builtin", "dxp:127.0.0.1", "--game", "bashni", "--movetime", "1"),
        ("builtin", "builtin", "--game", "italian", "--sprt", "5,0"),
        ("builtin", "builtin", "--game", "italian", "--resume"),
        ("builtin", "builtin", "--game", "italian", "--openings", "nowhere"),
        ("builtin", "hub:/no/such/program", "--game", "italian"),
        ("builtin", "builtin", "--game", "italian", "--pdn", "/no/such/folder/x.pdn"),
    ],
)
def test_what_cannot_be_played_is_refused(capsys: pytest.CaptureFixture[str], args: tuple[str, ...]) -> None:
    code, out, err = run(capsys, *args)
    assert (code, out) == (2, "")
    assert err.strip()
    assert "Traceback" not in err


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_an_interruption_leaves_the_table_and_the_games(tmp_path: Path, how: signal.Signals) -> None:
    file = tmp_path / "match.pdn"
    hub = f"hub:{sys.executable} -m damiera hub --game italian"
    with interrupts.heard():
        process = subprocess.Popen(
            (
                sys.executable,
                "-m",
                "damiera",
                "match",
                hub,
                WEAK,
                *QUICK,
                "--games",
                "100000",
                "--pdn",
                str(file),
            ),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
    deadline = time.monotonic() + 60
    while not (file.exists() and file.stat().st_size) and time.monotonic() < deadline:
        time.sleep(0.05)
    os.killpg(process.pid, how)  # as a terminal does: the engines hear it too
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert "100000" in out
    assert "Traceback" not in err
    games = games_in(file)
    assert games
    assert {game.tags["Termination"] for game in games} <= {"rules", "adjudicated"}


def test_a_full_disk_ends_a_match_and_names_its_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """What was kept before is kept, and nothing lies beside it."""
    file = tmp_path / "match.pdn"
    args = (STRONG, WEAK, *QUICK, "--games", "6", "--pdn", str(file), "--lang", "en")
    with disk_that_holds(2_000):
        code, out, err = run(capsys, *args)
    assert code == 2
    assert words_of("The games cannot be written to {path}: {why}.", path=file, why="File too large") in err
    assert "Interrupted." in out
    kept = file.read_bytes()
    with disk_that_holds(100):
        code, _, err = run(capsys, *args, "--resume")
    assert code == 2
    assert words_of("The games cannot be written to {path}: {why}.", path=file, why="File too large") in err
    assert {path.name for path in tmp_path.iterdir()} == {"match.pdn", "match.pdn.run", ".match.pdn.lock"}
    assert file.read_bytes() == kept
    assert run(capsys, *args, "--resume")[0] == 0
    assert [game.tags["Round"] for game in games_in(file)] == ["1", "2", "3", "4", "5", "6"]
