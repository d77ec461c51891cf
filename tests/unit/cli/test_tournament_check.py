"""`damiera tournament generate`, `check --again` and the certificates of a whole log."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from damiera.cli.main import main
from damiera.testing.tournaments import played_log
from damiera.tournament.log import dump
from tests.wording import words_of


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str]:
    with pytest.raises(SystemExit) as stop:
        main(["tournament", *args])
    return int(stop.value.code or 0), capsys.readouterr().out


@pytest.mark.parametrize("version", ["trf16", "trf26"])
def test_a_generated_event_is_paired_the_same_anew(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, version: str
) -> None:
    code, text = run(
        capsys,
        "generate",
        "--players",
        "13",
        "--rounds",
        "4",
        "--seed",
        "7",
        "--unrest",
        "0.1",
        "--format",
        version,
    )
    assert code == 0
    assert run(capsys, "generate", "--players", "13", "--rounds", "4", "--seed", "7", "--unrest", "0.1",
               "--format", version)[1] == text  # fmt: skip
    file = tmp_path / "made.trf"
    file.write_text(text, encoding="utf-8", newline="")
    code, said = run(capsys, "check", str(file), "--system", "dutch-2026", "--again", "--lang", "en")
    assert (code, said.splitlines()[-1]) == (0, words_of("Paired anew, every round is the same."))


def test_rounds_that_differ_are_told_with_their_boards(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    _, text = run(capsys, "generate", "--players", "12", "--rounds", "3", "--system", "optimal")
    file = tmp_path / "made.trf"
    file.write_text(text, encoding="utf-8", newline="")
    code, said = run(capsys, "check", str(file), "--system", "rotation", "--again", "--json")
    told = json.loads(said)
    assert code == 1
    assert told["otherwise"][0]["held"]
    assert len(told["otherwise"][0]["held"]) == len(told["otherwise"][0]["ruled"])
    assert run(capsys, "check", str(file), "--system", "rotation", "--again", "--lang", "it")[0] == 1


def test_certificates_of_a_log_are_verified(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "event.damiera"
    log = played_log(8, 2)
    file.write_text(dump(log), encoding="utf-8")
    code, said = run(capsys, "check", str(file), "--json")
    states = [one["state"] for one in json.loads(said)["certificates"]]
    assert (code, states) == (0, ["holds", "holds"])
    code, said = run(capsys, "check", str(file), "--lang", "en")
    first = next(line.number for line in log.lines if line.entry.act == "pair")
    assert said.splitlines()[0] == words_of("Round {r}, entry {n}: the certificate holds.", r=1, n=first)
