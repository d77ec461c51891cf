"""`damiera atlas`: it builds, goes on, and shows."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from damiera.analysis.atlas import read_rows
from damiera.cli.main import main
from tests.wording import shows

QUICK = ("--nodes", "1000", "--game-nodes", "100")


def _run(*words: str) -> int:
    with pytest.raises(SystemExit) as stop:
        main(words)
    return int(stop.value.code or 0)


@pytest.mark.slow
def test_it_builds_goes_on_and_shows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "atlas.jsonl"
    build = ("atlas", "build", "italian", "--out", str(out), "--deck", "it-2m-43", *QUICK)
    assert _run(*build, "--games", "1") == 0
    first = read_rows(out.read_text(encoding="utf-8"))
    assert len(first) == 43
    assert _run(*build, "--games", "2") == 0
    rows = read_rows(out.read_text(encoding="utf-8"))
    assert out.read_text(encoding="utf-8").count("\n") == 43
    assert all(rows[fen].results.startswith(row.results) for fen, row in first.items())
    assert {len(row.results) for row in rows.values()} == {2}
    capsys.readouterr()
    assert _run("atlas", "show", "it-2m-43", "--file", str(out), "--json") == 0
    shown = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one["number"] for one in shown[:3]] == [1, 2, 3]
    assert shown[0]["atlas"]["verdict"] in ("white", "even", "black")
    assert _run("atlas", "show", "it-2m-43", "1", "--file", str(out)) == 0
    text = capsys.readouterr().out
    assert shown[0]["atlas"]["line"][0] in text


@pytest.mark.slow
def test_a_file_made_in_another_way_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "atlas.jsonl"
    build = ("atlas", "build", "italian", "--out", str(out), "--deck", "it-2m-43", "--games", "0")
    assert _run(*build, *QUICK) == 0
    assert _run(*build, *QUICK, "--seed", "2", "--games", "1") != 0
    assert shows(
        capsys.readouterr().err, "{fen}: this row was made with other limits, another seed or other weights."
    )
    assert _run("atlas", "build", "turkish", "--out", str(out)) == 2
    assert _run("atlas", "show", "ru-2m") == 2
