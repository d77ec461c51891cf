"""`damiera rating`: lists in, events counted, lists out, all counted again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from damiera.cli.main import main

LIVORNO = Path(__file__).parents[3] / "docs" / "examples" / "livorno.trf"


def _run(*args: str, folder: Path) -> int:
    """Run the command on a folder; return its exit code."""
    with pytest.raises(SystemExit) as stop:
        main(["rating", *args, "--data", str(folder), "--lang", "en"])
    return int(stop.value.code or 0)


def test_a_list_an_event_and_a_list(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    opening = tmp_path / "list.csv"
    opening.write_text("Nome;Elo;Cat\nRossi Mario;3870;M\nGallo Piero;12x;R\n", encoding="utf-8")
    by = ("--by", "Elena")
    opens = ("import", str(opening), "--name", "L", "--day", "2022-01-01", "--opens")
    assert _run(*opens, *by, folder=tmp_path) == 1
    assert "Line 3, column 2 (Elo)" in capsys.readouterr().err
    assert _run("event", str(LIVORNO), "--day", "2022-05-01", "--weight", "50", *by, folder=tmp_path) == 0
    assert _run("publish", "2022-06-01", "--name", "June", *by, folder=tmp_path) == 0
    capsys.readouterr()
    assert _run("list", "--json", folder=tmp_path) == 0
    listed = {one["name"]: one["rating"] for one in map(json.loads, capsys.readouterr().out.splitlines())}
    assert listed["Rossi Mario"] != 3870
    assert _run("find", "mario ross", "--json", folder=tmp_path) == 0
    person = json.loads(capsys.readouterr().out)["id"]
    fixed = ("--day", "2022-02-01", "--rating", "3900", "--reason", "misread", *by)
    assert _run("correct", person, *fixed, folder=tmp_path) == 0
    assert _run("check", folder=tmp_path) == 0
    capsys.readouterr()
    assert _run("list", "--day", "2022-01-15", "--json", folder=tmp_path) == 0
    assert json.loads(capsys.readouterr().out)["rating"] == 3870
    assert _run("publish", "1990-01-01", *by, folder=tmp_path) == 2
