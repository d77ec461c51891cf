"""`damiera analyse`, `annotate`, `puzzles`, `calibrate`: what a position and a whole file come to."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from damiera.cli.main import main
from damiera.engine.builtin import BuiltinEngine
from damiera.engine.limits import SearchLimits
from damiera.notation.moves import format_move
from damiera.rules.ruleset import ruleset
from tests.disks import disk_that_holds
from tests.unit.cli import interrupts
from tests.wording import shows, words_of

GOOD = '[White "Anna"]\n[GameType "22"]\n\n1. 21-17 12-15 2. 23-19 11-14 3. 19x12 8x15 *\n'
BAD = '[White "Carla"]\n[GameType "22"]\n\n1. 21-17 12-15 2. 23-14 11-14 *\n'
BLUNDER = '[White "Dino"]\n[GameType "22"]\n[FEN "W:W18,29,32:B10,1,2"]\n\n1. 18-14 10x19 *\n'


def run(capsys: pytest.CaptureFixture[str], *args: object) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as stop:
        main([str(a) for a in args])
    out = capsys.readouterr()
    return int(stop.value.code or 0), out.out, out.err


@pytest.fixture
def collection(tmp_path: Path) -> Path:
    path = tmp_path / "three.pdn"
    path.write_text("\n".join((GOOD, BAD, BLUNDER)), encoding="utf-8")
    return path


def test_analyse_explains(capsys: pytest.CaptureFixture[str]) -> None:
    fen = "W:W21,22,24,25,27,28,30:B1,2,3,4,8,13,14"
    code, out, _ = run(capsys, "analyse", "italian", fen, "--nodes", "20000", "--explain", "--lang", "it")
    assert code == 0
    assert "la migliore: 21-18" in out
    assert (
        words_of(
            "{move} is a shot: {gains} ({line}).",
            "it",
            move="21-18",
            gains="il Bianco dà una pedina e prende due pedine",
            line="21-18 14x21 25x9",
        )
        in out
    )
    code, out, _ = run(capsys, "analyse", "italian", fen, "--nodes", "20000", "--explain", "--json")
    *depths, last = [json.loads(text) for text in out.splitlines()]
    assert abs(sum(depths[-1]["odds"].values()) - 1) < 0.001
    assert last["motif"] == "shot"
    assert last["measured"] is True
    assert len(last["said"]) >= 2


def test_analyse_several_lines_and_a_finished_game(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "analyse", "italian", "start", "--depth", "3", "--multipv", "3", "--json")
    assert code == 0
    assert {json.loads(text)["multipv"] for text in out.splitlines()} == {1, 2, 3}
    code, out, _ = run(capsys, "analyse", "italian", "W:W:B1", "--depth", "3", "--explain", "--lang", "it")
    assert (code, words_of("the game is over: no move", "it") in out) == (0, True)


def test_analyse_evaluates_as_the_engine_that_plays(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "analyse", "english", "start", "--depth", "9", "--json")
    assert code == 0
    position = ruleset("english").start()
    played = BuiltinEngine("english", hash_mb=64).choose(position, limits=SearchLimits(depth=9))
    last = json.loads(out.splitlines()[-1])
    assert (last["depth"], last["score_cp"]) == (played.depth, played.score.white)
    assert last["pv"][0] == format_move(position, played.move)


def test_annotate_passes_over_a_damaged_game(capsys: pytest.CaptureFixture[str], collection: Path) -> None:
    out = collection.with_name("out.pdn")
    args = ("--nodes", "3000", "--output", out, "--lang", "en")
    code, _, err = run(capsys, "annotate", collection, *args)
    assert code == 1
    assert "three.pdn:9:" in err
    assert "3 games: 2 annotated" in err
    text = out.read_text(encoding="utf-8")
    assert text.count("[Event ") == 2
    assert "18-14?" in text
    assert "Black takes a man" in text
    assert not out.with_name("out.pdn.part").exists()
    code, counts, _ = run(capsys, "annotate", collection, *args, "--json")
    assert json.loads(counts)["refused"] == 1
    assert run(capsys, "annotate", collection, "--json")[0] == 2
    assert run(capsys, "annotate", collection, "--output", collection)[0] == 2


def test_annotate_blames_nobody_for_the_lot(capsys: pytest.CaptureFixture[str], collection: Path) -> None:
    args = ("annotate", collection, "--nodes", "3000", "--lang", "en")
    _, _, err = run(capsys, *args)
    assert "0 mistakes" not in err
    _, out, err = run(capsys, *args, "--ballot", "15")
    assert "2 annotated, 0 mistakes" in err
    assert " ".join(out.split()).count(words_of("Up to here the lot has chosen.")) == 2


def test_annotate_goes_on_where_it_was_interrupted(
    capsys: pytest.CaptureFixture[str], collection: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from damiera.cli import annotate

    out, part = collection.with_name("out.pdn"), collection.with_name("out.pdn.part")
    args = ("annotate", collection, "--nodes", "3000", "--output", out, "--lang", "en")
    run(capsys, *args)
    whole = out.read_text(encoding="utf-8")
    out.unlink()
    real, judged = annotate.judged, list[int]()

    def stopping(number: int, *rest: object) -> annotate.AnnotatedGame:
        if number == 3:
            raise KeyboardInterrupt
        return real(number, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(annotate, "judged", stopping)
    code, _, err = run(capsys, *args)
    assert code == 130
    assert (
        words_of("Interrupted: {n} games are in {path}; the same command goes on from there.", n=2, path=part)
        in err
    )
    assert part.read_bytes().count(b"\n") == 3
    assert not out.exists()
    with part.open("ab") as file:
        file.write(b'{"number":3,"te')  # the machine stopped in the middle of a line

    def counting(number: int, *rest: object) -> annotate.AnnotatedGame:
        judged.append(number)
        return real(number, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(annotate, "judged", counting)
    code, _, err = run(capsys, *args)
    assert (code, judged) == (1, [3])
    assert words_of("Going on from game {n}.", n=3) in err
    assert out.read_text(encoding="utf-8") == whole


@pytest.mark.slow
@pytest.mark.parametrize(
    ("jobs", "how", "tell"),
    [
        ("1", signal.SIGINT, os.kill),
        ("2", signal.SIGINT, os.killpg),
        ("2", signal.SIGTERM, os.kill),
        ("2", signal.SIGTERM, os.killpg),
    ],
)
def test_annotate_hears_an_interruption(
    tmp_path: Path, jobs: str, how: signal.Signals, tell: Callable[[int, int], None]
) -> None:
    """A terminal tells it to every process; whoever asks one alone is heard as well. No process stays."""
    many, out = tmp_path / "many.pdn", tmp_path / "out.pdn"
    many.write_text("\n".join(GOOD.replace("Anna", f"Anna {n}") for n in range(400)), encoding="utf-8")
    command = [sys.executable, "-m", "damiera", "annotate", str(many), "--output", str(out), "--jobs", jobs]
    with interrupts.heard():
        process = subprocess.Popen(
            [*command, "--lang", "en"], stderr=subprocess.PIPE, text=True, start_new_session=True
        )
    part, patience = tmp_path / "out.pdn.part", time.monotonic() + 60
    while not part.exists() or part.read_bytes().count(b"\n") < 3:
        assert time.monotonic() < patience
        time.sleep(0.02)
    tell(process.pid, how)
    _, err = process.communicate(timeout=20)  # the end of `err`: the last process has let go of it
    assert process.returncode == 130
    assert "Traceback" not in err
    assert shows(err, "Interrupted: {n} games are in {path}; the same command goes on from there.", path=part)
    assert not out.exists()


def test_annotate_without_a_file_writes_game_by_game(
    capsys: pytest.CaptureFixture[str], collection: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from damiera.cli import annotate

    real = annotate.judged

    def stopping(number: int, *rest: object) -> annotate.AnnotatedGame:
        if number == 3:
            raise KeyboardInterrupt
        return real(number, *rest)  # type: ignore[arg-type]

    args = ("annotate", collection, "--nodes", "3000", "--lang", "en")
    whole = run(capsys, *args)[1]
    monkeypatch.setattr(annotate, "judged", stopping)
    code, out, err = run(capsys, *args)
    assert code == 130
    assert out
    assert whole.startswith(out)
    assert words_of("Interrupted: {n} games are written.", n=2) in err


@pytest.fixture
def signals_heard() -> Iterator[None]:
    """Ctrl-C as a terminal gives it; TERM ends nobody who does not ask for it."""
    before = signal.signal(signal.SIGTERM, signal.SIG_IGN)
    with interrupts.heard():
        yield
    signal.signal(signal.SIGTERM, before)


@pytest.mark.usefixtures("signals_heard")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_puzzles_and_verdicts_that_are_interrupted_say_so(
    capsys: pytest.CaptureFixture[str],
    collection: Path,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    how: signal.Signals,
) -> None:
    from damiera.analysis import ballots
    from damiera.cli import puzzles

    def stopping(*_: object) -> Iterator[Any]:
        signal.raise_signal(how)
        yield from ()

    monkeypatch.setattr(puzzles, "_of_game", stopping)
    monkeypatch.setattr(ballots, "judge", stopping)
    code, _, err = run(capsys, "puzzles", collection, "--lang", "en")
    assert (code, "Interrupted." in err, "0 puzzles found" in err) == (130, True, True)
    kept = tmp_path / "kept.csv"
    code, _, err = run(capsys, "ballot", "judge", "italian", "--out", kept, "--lang", "it")
    assert (code, kept.exists()) == (130, False)
    assert "Interrotto: 0 aperture su" in err


def test_a_file_that_cannot_be_written_is_named(capsys: pytest.CaptureFixture[str], collection: Path) -> None:
    out = collection.with_name("nowhere") / "out.pdn"
    code, _, err = run(capsys, "annotate", collection, "--nodes", "100", "--output", out, "--lang", "en")
    assert code == 2
    said = "there is no folder {name}: make it, or name another file"
    assert words_of(said, name=str(out.parent)) in err


def test_annotate_on_a_full_disk_loses_nothing(capsys: pytest.CaptureFixture[str], collection: Path) -> None:
    out = collection.with_name("out.pdn")
    args = ("annotate", collection, "--nodes", "100", "--output", out, "--lang", "en")
    with disk_that_holds(700):
        code, _, err = run(capsys, *args)
    assert code == 2
    assert words_of("Cannot read or write {what}: {why}.", what=f"{out}.part", why="File too large") in err
    assert words_of("Going on from game {n}.", n=2) in run(capsys, *args)[2]


def test_annotate_begins_anew_when_asked_otherwise(
    capsys: pytest.CaptureFixture[str], collection: Path
) -> None:
    out = collection.with_name("out.pdn")
    out.with_name("out.pdn.part").write_bytes(b"damiera annotate other settings\n")
    code, _, err = run(capsys, "annotate", collection, "--depth", "2", "--output", out, "--lang", "en")
    assert code == 1
    assert "Going on" not in err
    assert "2 annotated" in err


def test_annotate_begins_anew_when_the_game_is_another(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was written of a file read as Italian draughts says nothing of it as English."""
    from damiera.cli import annotate

    path, out = tmp_path / "two.pdn", tmp_path / "out.pdn"
    path.write_text('[White "A"]\n\n1. 22-18 12-15 *\n\n[White "B"]\n\n1. 22-18 12-15 *\n', encoding="utf-8")
    args = ("annotate", path, "--depth", "2", "--output", out, "--lang", "en", "--game")
    with monkeypatch.context() as patched:
        real = annotate.judged

        def stopping(number: int, *rest: object) -> annotate.AnnotatedGame:
            if number == 2:
                raise KeyboardInterrupt
            return real(number, *rest)  # type: ignore[arg-type]

        patched.setattr(annotate, "judged", stopping)
        assert run(capsys, *args, "italian")[0] == 130
    assert "Going on" not in run(capsys, *args, "english")[2]


def test_several_processes_write_the_same(capsys: pytest.CaptureFixture[str], collection: Path) -> None:
    one = run(capsys, "annotate", collection, "--depth", "3", "--lang", "it")
    two = run(capsys, "annotate", collection, "--depth", "3", "--lang", "it", "--jobs", "2")
    assert one[:2] == two[:2]


def test_puzzles_of_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "shot.pdn"
    head = '[White "Anna"]\n[GameType "22"]\n[FEN "W:W17,21,24,25,26,29,32:B3,4,8,9,10,14,19"]\n\n'
    path.write_text(head + "1. 32-28 4-7 *\n\n" + BAD, encoding="utf-8")
    args = ("puzzles", path, "--nodes", "10000", "--verify", "60000")
    code, out, err = run(capsys, *args, "--json")
    assert code == 1
    assert "two" not in err
    found = [json.loads(text) for text in out.splitlines()]
    [shot] = [one for one in found if one["solution"][0] == "19-22"]
    assert shot["solution"] == ["19-22", "26x19", "14x32"]
    assert (shot["theme"], shot["from"]["White"]) == ("shot", "Anna")
    text = run(capsys, *args, "--most", "1", "--lang", "it")[1]
    assert text.count("[FEN ") == 1


def test_calibrate_writes_an_entry(capsys: pytest.CaptureFixture[str]) -> None:
    import tomllib

    code, out, _ = run(capsys, "calibrate", "italian", "--games", "3", "--nodes", "300")
    assert code == 0
    [entry] = tomllib.loads(out)["curve"]
    assert (entry["game"], entry["games"], entry["nodes"]) == ("italian", 3, 300)
    assert json.loads(run(capsys, "calibrate", "italian", "--games", "2", "--nodes", "300", "--json")[1])
    assert run(capsys, "calibrate")[0] == 2


def test_calibrate_keeps_what_was_stale(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from damiera.analysis import odds

    path = tmp_path / "curves.toml"
    old = dict(odds.kept())
    path.write_text("".join(map(odds.entry_of, old.values())), encoding="utf-8")
    monkeypatch.setattr(odds.keep, "__defaults__", (path,))
    monkeypatch.setattr(odds, "stale", lambda: ("pool", "russian"))
    args = ("calibrate", "--stale", "--games", "2", "--nodes", "200")
    assert run(capsys, *args)[0] == 0
    assert odds.kept(path) == old
    assert run(capsys, *args, "--write")[0] == 0
    new = odds.kept(path)
    assert [game for game in new if new[game] != old[game]] == ["russian", "pool"]
    monkeypatch.setattr(odds, "stale", tuple)
    code, out, err = run(capsys, *args)
    assert (code, out) == (0, "")
    assert words_of("every curve was measured with the weights in use") in err


def test_openings_of_other_games_count_as_known(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path, book = tmp_path / "one.pdn", tmp_path / "book.pdn"
    path.write_text(GOOD, encoding="utf-8")
    book.write_text(GOOD.replace("3. 19x12 8x15", "3. 19x12 7x16"), encoding="utf-8")
    args = ("annotate", path, "--depth", "2", "--lang", "en")
    alone = " ".join(run(capsys, *args)[1].split())
    known = " ".join(run(capsys, *args, "--book", book)[1].split())
    ends = "Here the known openings end."
    assert alone.index(ends) < known.index(ends)
