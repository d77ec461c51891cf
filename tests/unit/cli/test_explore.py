"""`damiera explore`: files counted without the app, damaged games up to where they are legal."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from damiera.cli.main import main
from tests.wording import words_of

HEAD = '[White "Rossi"]\n[Black "Verdi"]\n[Date "2001.05.06"]\n[GameType "22"]\n[Result "1-0"]\n\n'
PDN = HEAD + "1. 21-17 12-15 1-0\n\n" + HEAD + "1. 21-17 11-14\n2. 32-1 1-0\n\n"


def run(*words: str) -> int:
    with pytest.raises(SystemExit) as stop:
        main(["explore", *words])
    return int(stop.value.code or 0)


def test_files_are_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.pdn"
    file.write_text(PDN, encoding="utf-8")
    assert run("italian", "21-17", "--pdn", str(file), "--games", "5", "--json") == 0
    out, err = capsys.readouterr()
    told = msgspec.json.decode(out)
    assert (told["games"], told["lost"], told["years"]) == (2, 2, [2001, 2001])
    assert sorted(one["move"] for one in told["moves"]) == ["11-14", "12-15"]
    assert len(told["list"]) == 2
    assert err.startswith("a.pdn:")
    assert run("italian", "--pdn", str(file), "--lang", "it") == 0
    assert capsys.readouterr().out.startswith("2 partite; muove il Bianco")


def test_the_apps_folder_and_what_cannot_be_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("italian", "--data", str(tmp_path), "--lang", "it") == 0
    assert capsys.readouterr().out == (words_of("No game passes through here.", "it") + "\n")
    assert run("bashni") == 2
    assert run("italian", "32-1") == 2
    assert run("italian", "W:W99:B1") == 2


def test_named_openings_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.pdn"
    file.write_text('[GameType "21"]\n[Result "1-0"]\n\n1. 11-15 24-20 8-11 1-0\n\n', encoding="utf-8")
    assert run("english", "11-15", "--pdn", str(file), "--json") == 0
    told = msgspec.json.decode(capsys.readouterr().out)
    assert (told["names"], told["moves"][0]["names"]) == (["Old Faithful"], ["Ayrshire Lassie"])
    assert run("english", "11-15", "--pdn", str(file)) == 0
    out = capsys.readouterr().out
    assert "  Old Faithful\n" in out
    assert "Ayrshire Lassie" in out


def test_an_opening_has_its_name_where_no_game_went(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("english", "11-15", "--data", str(tmp_path)) == 0
    assert capsys.readouterr().out == (words_of("No game passes through here.") + "\n  Old Faithful\n")


def test_one_game_is_said_as_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.pdn"
    file.write_text(HEAD + "1. 21-17 12-15 1-0\n\n", encoding="utf-8")
    assert run("italian", "--pdn", str(file)) == 0
    assert capsys.readouterr().out.startswith("1 game; White to move\n")
