"""`damiera people`: accounts from the command line."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from damiera.cli.main import main
from damiera.service.accounts import Accounts
from damiera.service.wall_clock import WallClock
from damiera.store.database import open_store
from tests.wording import shows


def people(folder: Path, *args: str) -> int:
    """Run the command on a folder; return its exit code."""
    with pytest.raises(SystemExit) as stop:
        main(["people", *args, "--data", str(folder), "--lang", "en"])
    return int(stop.value.code or 0)


def test_an_account_from_its_making_to_its_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert people(tmp_path, "list") == 0
    assert shows(capsys.readouterr().out, "Nobody has an account here.")
    assert people(tmp_path, "add", "Anna Rossi", "--role", "arbiter") == 0
    first = re.findall(r"[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4}", capsys.readouterr().out)[0]
    assert people(tmp_path, "role", "anna rossi", "admin") == 0
    assert shows(capsys.readouterr().out, "{name} is {role} now.", name="Anna Rossi", role="admin")
    assert people(tmp_path, "list", "--json") == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert (json.loads(line)["name"], json.loads(line)["role"]) == ("Anna Rossi", "admin")
    assert people(tmp_path, "reset", "ANNA ROSSI") == 0
    code = re.findall(r"[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4}", capsys.readouterr().out)[0]
    assert code != first
    store = open_store(tmp_path)
    came = Accounts(store, WallClock()).recover("Anna Rossi", code, "hash", None)
    store.close()
    assert came.visitor.name == "Anna Rossi"
    assert people(tmp_path, "remove", "Anna Rossi", "--yes") == 0
    capsys.readouterr()
    assert people(tmp_path, "list", "--json") == 0
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    "args",
    [("role", "Nobody", "admin"), ("reset", "Nobody"), ("remove", "Nobody", "--yes"), ("add", "<b>"),
     ("add", "Anna", "--role", "king")],
)  # fmt: skip
def test_what_cannot_be_done_is_said_in_one_line(
    tmp_path: Path, args: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert people(tmp_path, *args) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.splitlines()) == 1
