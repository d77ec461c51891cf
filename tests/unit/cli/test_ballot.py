"""Openings by lot from the command line."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from damiera.cli.main import main
from damiera.game.openings import deck
from damiera.messages import Message
from tests.wording import shows


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as stop:
        main(["ballot", *args])
    out = capsys.readouterr()
    return int(stop.value.code or 0), out.out, out.err


def run_json(capsys: pytest.CaptureFixture[str], *args: str) -> Any:
    code, out, err = run(capsys, *args, "--json")
    assert code == 0, err
    return json.loads(out)


@pytest.fixture(name="table4")
def file_of_125(tmp_path: Path) -> str:
    path = tmp_path / "tabella 4.txt"
    openings = deck("it-3m-174").openings[:125]
    path.write_text("\n".join(" ".join(opening.moves) for opening in openings), encoding="utf-8")
    return str(path)


def test_the_decks(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "decks", "--lang", "it")
    assert code == 0
    assert "it-3m-125       0  VUOTO" in out
    entries = run_json(capsys, "decks")
    found = next(entry for entry in entries if entry["deck"] == "en-3m-156")
    assert (found["count"], found["status"], found["game"]) == (156, "published", "english")
    assert found["checksum"] == deck("en-3m-156").checksum


def test_the_list_of_a_deck(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "list", "en-3m-174", "--lang", "en")
    assert code == 0
    lines = out.splitlines()
    assert len(lines) == 3 + 174
    assert re.fullmatch(r"   1  9-13 21-17 5-9  \[cross-board\]  [-+]\d\.\d\d", lines[3])
    assert lines[12].startswith("  10  9-13 22-18 12-16 = 12-16 22-18 9-13  [cross-board]  ")
    entry = run_json(capsys, "list", "it-2m-43")
    assert len(entry["openings"]) == entry["count"] == 43
    first = entry["openings"][0]
    assert (first["number"], first["moves"], first["class"]) == (1, ["21-17", "9-13"], "playable")
    assert first["fen"] == "W:W17,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,10,11,12,13"


def test_a_draw_says_how_to_check_it(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "draw", "it-2m-43", "--seed", "due parole", "--round", "2", "--explain")
    assert code == 0
    command = shlex.split(out.splitlines()[-1].split(": ", 1)[1])
    assert command[:3] == ["damiera", "ballot", "verify"]
    code, said, _ = run(capsys, *command[2:])
    assert code == 0
    assert said.startswith("Yes: round 2 drew number")
    assert "sha256sum" in said
    assert said.splitlines()[1:] == out.splitlines()[3:-1]


def test_a_draw_without_a_seed_tells_it(capsys: pytest.CaptureFixture[str]) -> None:
    drawn = run_json(capsys, "draw", "it-2m-43")
    again = run_json(capsys, "draw", "it-2m-43", "--seed", drawn["seed"])
    assert again["drawn"] == drawn["drawn"]
    assert len(drawn["seed"]) == 16


def test_the_rounds_of_an_event(capsys: pytest.CaptureFixture[str]) -> None:
    drawn = run_json(capsys, "draw", "it-2m-43", "--seed", "x", "--count", "43")["drawn"]
    assert [one["round"] for one in drawn] == list(range(1, 44))
    assert len({one["number"] for one in drawn}) == 43
    later = run_json(capsys, "draw", "it-2m-43", "--seed", "x", "--round", "5", "--count", "2")["drawn"]
    assert later == drawn[4:6]
    free = run_json(capsys, "draw", "it-2m-43", "--seed", "x", "--count", "43", "--repeat")["drawn"]
    assert len({one["number"] for one in free}) < 43
    board = run_json(capsys, "draw", "it-2m-43", "--seed", "x", "--board", "7")["drawn"]
    assert board[0]["lots"][0]["line"].endswith("|x|1|7|1")


def test_a_wrong_number(capsys: pytest.CaptureFixture[str]) -> None:
    right = run_json(capsys, "draw", "it-2m-43", "--seed", "x")["drawn"][0]["number"]
    wrong = str(1 if right != 1 else 2)
    code, out, _ = run(capsys, "verify", "it-2m-43", wrong, "--seed", "x", "--lang", "it")
    assert code == 1
    assert out.startswith(f"No: nel turno 1 è uscita la numero {right}")
    code, out, _ = run(capsys, "verify", "it-2m-43", wrong, "--seed", "x", "--json")
    assert code == 1
    said = json.loads(out)
    assert (said["right"], said["claimed"], said["number"]) == (False, int(wrong), right)


def test_a_file_fills_the_empty_deck(capsys: pytest.CaptureFixture[str], table4: str) -> None:
    code, out, err = run(capsys, "draw", "it-3m-125")
    assert (code, out) == (2, "")
    assert "--file" in err
    code, out, _ = run(capsys, "draw", "it-3m-125", "--seed", "x", "--file", table4)
    assert code == 0
    command = shlex.split(out.splitlines()[-1].split(": ", 1)[1])
    assert command[-2:] == ["--file", table4]
    assert run(capsys, *command[2:])[0] == 0
    assert run_json(capsys, "list", "it-3m-125", "--file", table4)["status"] == "ours"


SEED = Message("The seed is a short text, not empty, of at most {most} characters and without '|'.")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (
            ["draw", "it-2m-34"],
            Message(
                "There is no deck '{id}'.{near} There are: {known}.",
                id="it-2m-34",
                near=Message(" Perhaps '{g}'?", g="it-2m-49"),
            ),
        ),
        (["draw", "it-2m-43", "--seed", ""], SEED),
        (["draw", "it-2m-43", "--seed", "a|b"], SEED),
        (["draw", "it-2m-43", "--round", "0"], Message("{value} is not in the range {range}.", value="0")),
        (["draw", "it-2m-43", "--round", "100001"], Message("Round {n}: rounds go from 1 to {most}.")),
        (
            ["draw", "it-2m-43", "--board", "a|b"],
            Message("The name of the board has at most {most} characters and no '|'."),
        ),
        (
            ["verify", "it-2m-43", "8", "--seed", "x"],
            Message("The deck '{deck}' has no number {number}: see the list of the deck.", number="8"),
        ),
        (["verify", "it-2m-43", "9"], Message("Missing option {name}.", name="'--seed'")),
        (
            ["list", "it-2m-43", "--file", __file__],
            Message("the deck '{id}' has its openings: a file fills an empty deck only."),
        ),
        (["list", "it-3m-125", "--file", __file__], Message("there must be three moves, and there are {n}.")),
        (["list", "it-3m-125", "--file", "/no/such/file"], Message("File {name} does not exist.")),
    ],
)
def test_bad_usage(capsys: pytest.CaptureFixture[str], args: list[str], said: Message) -> None:
    code, out, err = run(capsys, *args)
    assert (code, out) == (2, "")
    assert shows(err, said)
    assert "Traceback" not in err
