"""`damiera pdn`: whole collections, and what is wrong in them."""

from __future__ import annotations

import json
import re
from io import StringIO
from pathlib import Path

import pytest

from damiera.cli.main import main
from damiera.messages import Message
from tests.disks import disk_that_holds
from tests.wording import shows, words_of

GOOD = (
    '[White "Anna"]\n[Black "Bruno"]\n[GameType "22"]\n[Result "1-0"]\n\n1. 21-17 12-15 2. 23-19 11-14 1-0\n'
)
BAD = '[White "Carla"]\n[Black "Dino"]\n[GameType "22"]\n\n1. 21-17 12-15\n2. 23-18 11-14 1/2-1/2\n'


@pytest.fixture
def collection(tmp_path: Path) -> Path:
    path = tmp_path / "two.pdn"
    path.write_text(GOOD + "\n" + BAD.replace("23-18", "23-14"), encoding="utf-8")
    return path


def run(capsys: pytest.CaptureFixture[str], *args: object) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as stop:
        main([str(a) for a in args])
    out = capsys.readouterr()
    return int(stop.value.code or 0), out.out, out.err


def test_check_places_each_error(capsys: pytest.CaptureFixture[str], collection: Path) -> None:
    code, out, _ = run(capsys, "pdn", "check", collection, "--json")
    found = json.loads(out)
    assert code == 1
    assert (found["games"], found["legal"], found["rules"]) == (2, 1, ["italian"])
    [error] = found["errors"]
    assert (error["game"], error["line"], error["column"]) == (2, 13, 4)
    assert "23" in error["reason"]


def test_check_of_a_good_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "one.pdn"
    path.write_text(GOOD, encoding="utf-8")
    code, out, err = run(capsys, "pdn", "check", path)
    assert (code, err) == (0, "")
    assert "one.pdn: 1 game, 1 legal (" in out


def test_an_import_on_a_full_disk_is_told_in_a_sentence(
    capsys: pytest.CaptureFixture[str], collection: Path, tmp_path: Path
) -> None:
    """What was in the archive stays; what the import was at is gone on with when there is room."""
    data, many = tmp_path / "data", tmp_path / "many.pdn"
    run(capsys, "pdn", "import", collection, "--data", data)
    games = (f'[White "P{n}"]\n[GameType "22"]\n\n1. 21-17 12-15 {{{"so " * 2_000}}} *\n' for n in range(200))
    many.write_text("\n".join(games), encoding="utf-8")
    held = max(path.stat().st_size for path in data.iterdir())
    with disk_that_holds(held + 100_000):
        code, _, err = run(capsys, "pdn", "import", many, "--data", data, "--lang", "en")
    assert code == 2
    assert err.startswith(f"The disk with {data / 'damiera.sqlite3'} fails ")
    _, out, _ = run(capsys, "pdn", "export", "--data", data)
    assert '[White "Anna"]' in out
    assert run(capsys, "pdn", "import", many, "--data", data)[0] == 0


def test_import_then_export(capsys: pytest.CaptureFixture[str], collection: Path, tmp_path: Path) -> None:
    data = tmp_path / "data"
    code, out, err = run(capsys, "pdn", "import", collection, "--data", data, "--json")
    counts = json.loads(out)
    assert code == 1, err
    assert (counts["games"], counts["imported"], counts["refused"]) == (2, 1, 1)
    code, out, _ = run(capsys, "pdn", "import", collection, "--data", data, "--json")
    assert json.loads(out)["duplicates"] == 1
    code, out, _ = run(capsys, "pdn", "export", "--data", data, "--query", "anna")
    assert code == 0
    assert '[White "Anna"]' in out
    assert "21-17 12-15 2. 23-19 11-14" in out
    code, out, _ = run(capsys, "pdn", "export", "--data", data, "--query", "nobody")
    assert out == ""


def test_annotate_marks_a_blunder(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "blunder.pdn"
    # 18-14 gives a man away for nothing
    path.write_text('[GameType "22"]\n[FEN "W:W18,29,32:B10,1,2"]\n\n1. 18-14 10x19 *\n', encoding="utf-8")
    code, out, err = run(capsys, "pdn", "annotate", path, "--nodes", "20000", "--lang", "en")
    assert code == 0, err
    assert "18-14?" in out
    assert "Better" in out


def test_a_folder_that_cannot_be_written(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "one.pdn"
    file.write_text(GOOD, encoding="utf-8")
    code, _, err = run(capsys, "pdn", "import", file, "--data", file / "below")
    assert code == 2
    assert str(file) in err
    assert "Traceback" not in err


def test_a_damaged_file_cannot_command_the_terminal(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "damaged.pdn"
    path.write_bytes(b'[White "Anna"]\n\n1. 21-17 \x1b[2J\x07 12-15 *\n')
    code, _, err = run(capsys, "pdn", "check", path)
    assert code == 1
    assert "\x1b" not in err
    assert "\x07" not in err


def test_convert_writes_strictly_and_tells_what_it_left_out(
    capsys: pytest.CaptureFixture[str], collection: Path, tmp_path: Path
) -> None:
    code, out, err = run(capsys, "pdn", "convert", collection, "--lang", "en")
    assert code == 1
    assert out.startswith('[Event "?"]\n')
    assert out.endswith("1. 21-17 12-15 2. 23-19 11-14 *\n")
    assert "two.pdn:13:4" in err
    target = tmp_path / "out.pdn"
    code, out, err = run(
        capsys, "pdn", "convert", collection, "--output", target, "--json", "--ending", "result"
    )
    found = json.loads(out)
    assert (code, err, found["games"], found["legal"], len(found["errors"])) == (1, "", 2, 1, 1)
    assert target.read_text(encoding="utf-8").endswith("11-14 1-0\n")
    kept = run(capsys, "pdn", "convert", collection, "--tags", "kept")[1]
    assert kept.startswith('[White "Anna"]\n[Black "Bruno"]\n')


def test_convert_leaves_the_file_there_was_where_the_disk_is_full(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    many, target = tmp_path / "many.pdn", tmp_path / "out.pdn"
    games = (f'[White "P{n}"]\n[GameType "22"]\n\n1. 21-17 12-15 {{{"so " * 2_000}}} *\n' for n in range(50))
    many.write_text("\n".join(games), encoding="utf-8")
    target.write_text("of before", encoding="utf-8")
    with disk_that_holds(100_000):
        code, _, err = run(capsys, "pdn", "convert", many, "--output", target, "--lang", "en")
    assert code == 2
    assert words_of("Cannot read or write {what}: {why}.", what=str(target), why="File too large") in err
    assert target.read_text("utf-8") == "of before"
    assert sorted(tmp_path.iterdir()) == [many, target]


def test_convert_does_not_write_over_what_it_reads(
    capsys: pytest.CaptureFixture[str], collection: Path
) -> None:
    before = collection.read_bytes()
    for args in (["--output", collection], ["--json"]):
        code, _, err = run(capsys, "pdn", "convert", collection, *args)
        assert code == 2
        assert err
    assert collection.read_bytes() == before


def test_check_tells_what_it_read_round(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "words.pdn"
    path.write_text(GOOD.replace("12-15", "12-15 loose"), encoding="utf-8")
    code, out, _ = run(capsys, "pdn", "check", path, "--notes", "--json", "--lang", "en")
    [note] = json.loads(out)["notes"]
    assert code == 0
    assert (note["line"], note["column"]) == (6, 16)
    assert (
        words_of(
            "Words outside braces, such as {found}, are taken as a remark.",
            found=Message("'{short}'", short="loose"),
        )
        in note["reason"]
    )


def test_a_sheet_is_printed(capsys: pytest.CaptureFixture[str], collection: Path, tmp_path: Path) -> None:
    out = tmp_path / "sheet.pdf"
    assert run(capsys, "pdn", "sheet", collection, "--out", out)[0] == 0
    assert out.read_bytes().startswith(b"%PDF-")
    code, _, err = run(capsys, "pdn", "sheet", collection, "--game", "2", "--out", out)
    assert (code, "13:4" in err) == (1, True)
    code, _, err = run(capsys, "pdn", "sheet", collection, "--game", "3", "--out", out)
    assert (code, "no game 3" in err) == (2, True)


def test_convert_writes_every_landing(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "long.pdn"
    path.write_text('[GameType "22"]\n[FEN "W:W22,31:B10,18"]\n\n1. 22x6 (1. 22x6 {a}) *\n', encoding="utf-8")
    assert "1. 22x13x6 (1. 22x13x6 {a}) *" in run(capsys, "pdn", "convert", path, "--long")[1]
    assert "1. 22x6 (1. 22x6 {a}) *" in run(capsys, "pdn", "convert", path)[1]


def test_check_tells_once_which_games_were_guessed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "bare.pdn"
    bare = GOOD.replace('[GameType "22"]\n', "")
    wrong = '[White "A"]\n[GameType "20"]\n\n1. 11-15 23-19 2. 8-11 22-17 *\n'
    said = "games whose tags cannot be right, told by their moves: {n}"
    path.write_text(GOOD + "\n" + bare, encoding="utf-8")
    assert words_of(said, n=1) not in run(capsys, "pdn", "check", path, "--lang", "en")[1]
    assert json.loads(run(capsys, "pdn", "check", path, "--json")[1])["guessed"] == 1
    path.write_text(f"{GOOD}\n{bare}\n{wrong}", encoding="utf-8")
    assert words_of(said, n=1) in run(capsys, "pdn", "check", path, "--lang", "en")[1]
    assert json.loads(run(capsys, "pdn", "check", path, "--json")[1])["guessed"] == 2


def test_the_legal_beginning_is_kept_if_asked_for(
    capsys: pytest.CaptureFixture[str], collection: Path, tmp_path: Path
) -> None:
    data = tmp_path / "data"
    args = ("import", collection, "--beginnings", "--data", data, "--json", "--lang", "en")
    code, out, _ = run(capsys, "pdn", *args)
    told = json.loads(out)
    assert code == 1
    assert (told["games"], told["imported"], told["refused"]) == (2, 2, 1)
    [error] = told["errors"]
    assert shows(
        error["reason"],
        "{reason} The legal beginning, {n} plies, is in the archive with the rest as a remark.",
        n=2,
    )
    _, out, _ = run(capsys, "pdn", "export", "--query", "Carla", "--data", data)
    assert "1. 21-17 12-15 " in out
    assert "23-14 11-14 1/2-1/2" in out, "what follows is kept as a remark"


OPEN = '[White "Open"]\n\n1. 11-15 23-19 *\n\n[White "Tagged"]\n[GameType "22"]\n\n1. 21-17 *\n'
SURE = '[White "A"]\n\n1. 10-15 22-17 2. 9-14 17x10 *\n\n' * 3


@pytest.fixture
def doubtful(tmp_path: Path) -> Path:
    path = tmp_path / "open.pdn"
    path.write_text(OPEN, encoding="utf-8")
    return path


def test_check_says_what_a_file_is_and_why(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "sure.pdn"
    path.write_text(SURE, encoding="utf-8")
    _, out, _ = run(capsys, "pdn", "check", path)
    why = (
        "Without tag: {game}, {n} of {all}, because these are possible in it from the first move to the "
        "last{others}."
    )
    assert words_of(why, game="English draughts", n=3, all=3, others="") in out
    _, out, _ = run(capsys, "pdn", "check", path, "--json")
    found = json.loads(out)
    assert (found["sure"], found["likely"]) == (True, {"english": 3})


def test_check_says_what_is_not_certain_and_the_game_asked_for_wins(
    capsys: pytest.CaptureFixture[str], doubtful: Path
) -> None:
    _, out, _ = run(capsys, "pdn", "check", doubtful)
    assert words_of("Say it with --game {slug}, or with another game.", slug="english") in out
    _, out, _ = run(capsys, "pdn", "check", doubtful, "--game", "pool", "--json")
    found = json.loads(out)
    assert (found["sure"], found["rules"], found["legal"]) == (True, ["pool"], 1)
    over = "Read as {game}, as was asked, though tags say otherwise: {games}."
    assert found["judgement"] == words_of(over, game="Pool checkers", games="Italian draughts (1)")


def test_a_doubtful_file_is_not_brought_in_before_the_game_is_said(
    capsys: pytest.CaptureFixture[str], doubtful: Path, tmp_path: Path
) -> None:
    data = tmp_path / "data"
    code, _, err = run(capsys, "pdn", "import", doubtful, "--data", data)
    unsure = (
        "{file}: it is not certain which game this is: nothing was brought in. Say it with --game {slug}, or "
        "with another game."
    )
    assert (code, err.strip()) == (1, words_of(unsure, file="open.pdn", slug="english"))
    code, out, _ = run(capsys, "pdn", "import", doubtful, "--data", data, "--json")
    assert (code, json.loads(out)["sure"]) == (1, False)
    assert run(capsys, "pdn", "export", "--data", data)[1] == ""
    code, _, _ = run(capsys, "pdn", "import", doubtful, "--data", data, "--game", "pool")
    assert code == 1  # the Italian one is not legal in pool
    assert run(capsys, "pdn", "export", "--data", data)[1].count('[GameType "23') == 1


@pytest.mark.parametrize(
    ("typed", "code", "types"), [("2\n", 0, ["22", "23"]), ("99\nspanish\n", 0, ["22", "24"]), ("\n", 1, [])]
)
def test_at_a_terminal_the_game_is_asked_for(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    doubtful: Path,
    tmp_path: Path,
    typed: str,
    code: int,
    types: list[str],
) -> None:
    data, terminal = tmp_path / "data", StringIO(typed)
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setattr("sys.stdin", terminal)
    assert run(capsys, "pdn", "import", doubtful, "--data", data)[0] == code
    monkeypatch.undo()
    text = run(capsys, "pdn", "export", "--data", data)[1]
    assert sorted(re.findall(r'\[GameType "(\d+)', text)) == types


def test_convert_says_that_a_game_is_not_certain(
    capsys: pytest.CaptureFixture[str], doubtful: Path, tmp_path: Path
) -> None:
    say = words_of("Say it with --game {slug}, or with another game.", slug="english")
    assert say in run(capsys, "pdn", "convert", doubtful, "--output", tmp_path / "a.pdn")[2]
    err = run(capsys, "pdn", "convert", doubtful, "--output", tmp_path / "b.pdn", "--game", "english")[2]
    assert say not in err
