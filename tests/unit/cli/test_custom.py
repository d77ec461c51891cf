"""Options and house rules from the command line."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from damiera.cli.main import main
from tests.wording import words_of

RULES = 'name = "Zia Rosa"\nbase = "italian"\n\n[rules]\nking-range = "flying"\n'


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as stop:
        main(args)
    out = capsys.readouterr()
    return int(stop.value.code or 0), out.out, out.err


def run_json(capsys: pytest.CaptureFixture[str], *args: str) -> Any:
    code, out, err = run(capsys, *args)
    assert code == 0, err
    return json.loads(out)


@pytest.fixture(name="file")
def rules_file(tmp_path: Path) -> str:
    path = tmp_path / "rosa.toml"
    path.write_text(RULES, encoding="utf-8")
    return str(path)


def test_a_file_is_a_game(capsys: pytest.CaptureFixture[str], file: str) -> None:
    king = run_json(capsys, "moves", file, "W:WK29:B4", "--json")
    assert king["game"] == "italian~king-range=flying"
    assert len(king["moves"]) == 7
    code, out, _ = run(capsys, "perft", file, "3")
    assert code == 0
    assert "302" in out
    told = run_json(capsys, "explain", file, "W:WK29:B4", "29-8", "--json")
    assert told["legal"]
    assert told["articles"] == ["house.italian~king-range=flying:2.1"]


def test_a_file_is_checked(capsys: pytest.CaptureFixture[str], file: str) -> None:
    code, out, _ = run(capsys, "custom", "check", file, "--lang", "it")
    assert code == 0
    assert out.splitlines()[0] == "Zia Rosa"
    assert out.splitlines()[-1] == "italian~king-range=flying?name=Zia%20Rosa"
    said = run_json(capsys, "custom", "check", file, "--json")
    assert said["game"] == "italian~king-range=flying"
    assert said["problems"] == []


def test_every_problem_of_a_file_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = 'base = "italian"\n[rules]\nrows = 5\nlanding = "any"\n'
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    code, out, err = run(capsys, "custom", "check", "-", "--lang", "it")
    assert (code, out) == (1, "")
    assert [line.split(":")[0] for line in err.splitlines()] == ["riga 3, rows", "riga 4, landing"]
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    code, out, err = run(capsys, "custom", "check", "-", "--json")
    assert code == 1
    assert [(p["field"], p["line"]) for p in json.loads(out)["problems"]] == [("rows", 3), ("landing", 4)]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('base = "italian"\n[rules]\nrows = \n', "Line 3, column"),
        ('base = "italian"\n[rules]\nrows = 5\n', "line 3, rows:"),
    ],
)
def test_a_bad_file_is_no_game(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str, said: str
) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text, encoding="utf-8")
    code, out, err = run(capsys, "moves", str(path))
    assert (code, out) == (2, "")
    assert said in err


@pytest.mark.parametrize("command", [["custom", "check"], ["moves"]])
def test_a_file_that_is_not_in_utf8_is_refused_with_its_place(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: list[str]
) -> None:
    path = tmp_path / "latin.toml"
    path.write_bytes('base = "italian"\nname = "Zia Noè"\n'.encode("latin-1"))
    code, out, err = run(capsys, *command, str(path))
    assert (code, out) == (2, "")
    assert (
        words_of(
            "Line {line}, column {column}: the file is not written in UTF-8 ({reason}). Save it as text "
            "in UTF-8.",
            line=2,
            column=15,
            reason="0xe8",
        )
        in err
    )


def test_a_file_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "moves", "nowhere.toml")
    assert code == 2
    assert words_of("there is no file {name}", name="nowhere.toml") in err


def test_a_bad_option_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "moves", "german~landing=near")
    assert code == 2
    assert words_of("Write one of these: {names}.", names="any, adjacent, killer") in err


def test_options_of_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "options", "german~landing=adjacent")
    assert code == 0
    assert [line.split()[1] for line in out.splitlines() if line.startswith("*")] == [
        "german~landing=adjacent",
        "german~first=white",
    ]
    said = run_json(capsys, "options", "german", "--json", "--lang", "it")
    assert said["options"][1]["values"] == {"white": "Bianco", "black": "Nero"}


def test_fields_of_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "custom", "fields", "hexdame")
    assert code == 0
    assert "hex-forward, hex" in out
    assert run_json(capsys, "custom", "fields", "turkish", "--json")["lone-pieces"]["value"] == "draw"


def test_a_file_is_written(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "custom", "write", "italian~king-range=flying", "--name", "Zia Rosa")
    assert (code, out) == (0, RULES)
    said = run_json(capsys, "custom", "write", "italian~king-range=flying", "--json")
    assert said["rules"] == {"king-range": "flying"}
