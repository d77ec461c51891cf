"""`damiera endgame`: built, checked, asked, told as sentences and as JSON."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from damiera.cli.judge import EngineAsker
from damiera.cli.main import main
from damiera.endgame.plan import plan_build
from damiera.engine.limits import SearchLimits
from damiera.notation.fen import parse_fen
from damiera.rules.ruleset import ITALIAN
from tests.unit.cli import interrupts
from tests.wording import shows, words_of


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("tables")
    with pytest.raises(SystemExit) as done:
        main(("endgame", "build", "italian", "--pieces", "3", "--distance", "--folder", str(place)))
    assert not done.value.code
    return place


def run(capsys: pytest.CaptureFixture[str], folder: Path, *args: str) -> tuple[int, str, str]:
    capsys.readouterr()
    with pytest.raises(SystemExit) as done:
        main(("endgame", *args, "--folder", str(folder)))
    out = capsys.readouterr()
    return int(done.value.code or 0), out.out, out.err


def answer(capsys: pytest.CaptureFixture[str], folder: Path, *args: str) -> Any:
    code, out, err = run(capsys, folder, *args, "--json")
    assert (code, err) == (0, "")
    return json.loads(out)


def test_build_finds_what_is_there(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    told = answer(capsys, folder, "build", "italian", "--pieces", "3")
    assert (told["game"], told["tables"], told["found"]) == ("italian", 16, 16)
    _, out, _ = run(capsys, folder, "build", "italian", "--pieces", "2", "--lang", "it")
    assert out.startswith("italian: 4 tavole fino a 2 pezzi (4 c'erano già)")


def test_plan(
    capsys: pytest.CaptureFixture[str], folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick = partial(plan_build, sample_s=0.0)  # how fast this machine is does not matter here
    monkeypatch.setattr("damiera.endgame.plan.plan_build", quick)
    told = answer(capsys, tmp_path, "plan", "italian", "--pieces", "7", "--distance")
    assert (told["tables"], told["pairs"], told["tables_there"], told["places"]) == (
        259,
        134,
        0,
        39_715_204_180,
    )
    assert told["largest"]["memory_bytes"] == 19_079_308_584
    assert sum(wave["places"] for wave in told["waves"]) == told["places_left"] == told["places"]
    assert told["processor_s"] > 0 < told["disk_bytes"]
    _, out, _ = run(capsys, folder, "plan", "italian", "--pieces", "3", "--distance", "--lang", "it")
    assert shows(out, "All of them are in {folder}: nothing is left to build.", "it")
    _, out, _ = run(capsys, folder, "plan", "italian", "--pieces", "4", "--only", "1111", "--lang", "fr")
    assert shows(out, "Disk: about {mb} MB", "fr")
    assert out.count("\n") == 9


def test_probe(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    code, out, _ = run(capsys, folder, "probe", "italian", "W:W29,32:B23", "--lang", "en")
    assert code == 0
    assert out.splitlines() == [
        words_of("Won in {n} moves with best play.", n=33),
        "Only 29-25 (33) wins.",
        "  29-25  wins in 33 moves",
        "  29-26  draws",
        "  32-28  loses in 7 moves",
    ]
    told = answer(capsys, folder, "probe", "italian", "W:W29,32:B23")
    assert (told["verdict"], told["plies"]) == ("win", 65)
    assert told["moves"][1] == {"notation": "29-26", "verdict": "draw", "plies": None}


def test_info_is_told_by_class(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    _, out, _ = run(capsys, folder, "info", "italian", "--pieces", "2", "--json")
    lines = [json.loads(line) for line in out.splitlines()]
    kings = next(line for line in lines if line["class"] == [0, 1, 0, 1])
    assert [kings[key] for key in ("positions", "wins", "draws", "losses")] == [992, 230, 654, 108]
    assert (kings["longest_win"], kings["longest_loss"]) == (11, 10)
    assert sum(line["wins"] for line in lines) == 866
    _, human, _ = run(capsys, folder, "info", "italian", "--pieces", "2")
    assert len(human.splitlines()) == 4


def test_verify(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    told = answer(capsys, folder, "verify", "italian", "--pieces", "3")
    assert told == {
        "game": "italian",
        "tables": 16,
        "positions": 199_520,
        "distances": True,
        "wrong": 0,
        "errors": [],
    }
    _, out, _ = run(capsys, folder, "verify", "italian", "--pieces", "2", "--lang", "en")
    assert out == (
        words_of(
            "{game}: {positions} positions in {n} tables, all right", game="italian", positions="3,488", n=4
        )
        + "\n"
    )


def test_list(capsys: pytest.CaptureFixture[str], folder: Path, tmp_path: Path) -> None:
    told = answer(capsys, folder, "list")
    assert [(one["game"], one["pieces"], one["complete"]) for one in told["tables"]] == [
        ("italian", 2, True),
        ("italian", 3, True),
    ]
    _, out, _ = run(capsys, folder, "list", "italian", "--lang", "en")
    assert out.splitlines()[1].startswith("  2 pieces: 4/4 tables, 4 with distances")
    assert [(one["game"], one["pieces"]) for one in told["shipped"] if one["game"] == "english"] == [
        ("english", 2),
        ("english", 3),
        ("english", 4),
    ]
    assert out.splitlines()[-1] == words_of(
        "{game}: tables up to {pieces} pieces come with Damiera", game="italian", pieces=4
    )
    _, out, _ = run(capsys, tmp_path, "list", "--lang", "it")
    assert shows(out, "No tables in {folder}. Build some with 'damiera endgame build GAME --pieces N'.", "it")


def test_analyse_begins_with_the_tables(
    capsys: pytest.CaptureFixture[str], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DAMIERA_ENDGAME", str(folder))
    capsys.readouterr()
    for more, said in ((("--lang", "en"), "Only 29-25 (33) wins."), (("--lang", "it"), "Vinta in 33 mosse")):
        with pytest.raises(SystemExit):
            main(("analyse", "italian", "W:W29,32:B23", "--depth", "2", *more))
        assert said in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(("analyse", "italian", "W:W29,32:B23", "--depth", "2", "--json", "--lang", "en"))
    first = json.loads(capsys.readouterr().out.splitlines()[0])
    assert first == {"tables": [words_of("Won in {n} moves with best play.", n=33), "Only 29-25 (33) wins."]}


@pytest.mark.usefixtures("nothing_shipped")
def test_analyse_asks_the_tables_on_its_way(
    capsys: pytest.CaptureFixture[str], folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    for place in (folder, tmp_path):
        monkeypatch.setenv("DAMIERA_ENDGAME", str(place))
        capsys.readouterr()
        with pytest.raises(SystemExit):
            main(("analyse", "italian", "W:W26,27:B23,24", "--depth", "3", "--json"))
        found.append(json.loads(capsys.readouterr().out.splitlines()[-1])["score_cp"])
    assert found[0] > 20_000 > found[1]
    monkeypatch.setenv("DAMIERA_ENDGAME", str(folder))
    with pytest.raises(SystemExit):
        main(
            (
                "analyse",
                "italian",
                "W:W26,27:B23,24",
                "--depth",
                "3",
                "--explain",
                "--lang",
                "it",
                "--multipv",
                "2",
            )
        )
    told = capsys.readouterr().out
    assert "B vince (tavole)" in told
    assert words_of("{side} wins, say the endgame tables.", "it", side="Il Bianco") in told
    assert not shows(told, "{now}: of a hundred games such a position wins {win} and draws {draw}.", "it")


@pytest.mark.usefixtures("nothing_shipped")
def test_who_judges_games_asks_them_on_his_way(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    for place in (folder, tmp_path):
        monkeypatch.setenv("DAMIERA_ENDGAME", str(place))
        seen = EngineAsker("italian", SearchLimits(depth=3))(
            parse_fen("W:W26,27:B23,24", ITALIAN).position(), ()
        )
        found.append(seen.lines[0].score.cp)
    assert found[0] > 20_000 > found[1]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("probe", "italian", "W:W29,30,31,32:B23"), "endgame build italian --pieces 5"),
        (("probe", "italian", "W:W29,30,32:B23,23"), "23"),
        (("verify", "italian", "--pieces", "4"), "endgame build italian --pieces 4"),
        (("build", "lasca", "--pieces", "2"), "lasca"),
        (("build", "italian", "--pieces", "9"), "9"),
        (("build", "killer", "--pieces", "4", "--counted", "--scheduler", "tcp://localhost:1"), "--counted"),
        (("build", "italian", "--pieces", "4", "--only", "21x1"), "21x1"),
        (("plan", "italian", "--pieces", "3", "--only", "2101"), "2101"),
        (("build", "nothing", "--pieces", "2"), "nothing"),
        (("info", "canadian", "--pieces", "2"), "canadian"),
    ],
)
def test_bad_input(
    capsys: pytest.CaptureFixture[str], folder: Path, args: tuple[str, ...], said: str
) -> None:
    code, out, err = run(capsys, folder, *args)
    assert (code, out) == (2, "")
    assert said in err


def test_a_wrong_table_has_exit_code_one(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The verdicts of one game under the name of another, whose men take kings."""
    from damiera import _core
    from damiera.endgame.files import open_table, path_of, rules_digest, write_table
    from damiera.endgame.material import SliceMaterial

    assert run(capsys, tmp_path, "build", "italian", "--pieces", "2")[0] == 0
    assert run(capsys, tmp_path, "build", "english", "--pieces", "2")[0] == 0
    italian, english, material = _core.rules("italian"), _core.rules("english"), SliceMaterial(1, 0, 0, 1)
    table = open_table(
        path_of(tmp_path, english, material, distances=False), english, material, distances=False
    )
    head = {name: getattr(table.head, name) for name in table.head.__struct_fields__}
    head |= {"game": "italian", "rules": rules_digest(italian)}
    path = path_of(tmp_path, italian, material, distances=False)
    assert table.small is not None
    write_table(path, type(table.head)(**head), table.small)
    code, out, _ = run(capsys, tmp_path, "verify", "italian", "--pieces", "2", "--lang", "en")
    assert code == 1
    assert "1001: " in out
    assert "Without distances" in out


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_build_says_so_and_goes_on(tmp_path: Path, how: signal.Signals) -> None:
    command = [sys.executable, "-m", "damiera", "endgame", "build", "international", "--pieces", "5"]
    command += ["--folder", str(tmp_path), "--threads", "1", "--lang", "en"]
    with interrupts.heard():
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        patience = time.monotonic() + 60
        while not list(tmp_path.rglob("0101.wld")):
            assert time.monotonic() < patience
            time.sleep(0.05)
        process.send_signal(how)
        _, err = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 130
    assert shows(
        err, "Stopped: {done} of {total} tables are finished and stay. The same command goes on from here."
    )
    assert not list(tmp_path.rglob("*.tmp"))
