"""docs/data.md names the source of every data file of the package, and what it says of them is so."""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "damiera"
PAGE = (ROOT / "docs" / "data.md").read_text(encoding="utf-8")
CODE = {".py", ".pyi", ".pyc", ".so", ".pyd", ".mako", ".typed", ".md"}
ROWS = [line for line in PAGE.splitlines() if line.startswith("| `")]
PATTERNS = [pattern for row in ROWS for pattern in re.findall(r"`([^`]+)`", row.split("|")[1])]


def data_files() -> list[str]:
    """Every file of the package that is no code, by its place in it."""
    files = (path for path in PACKAGE.rglob("*") if path.is_file() and path.suffix not in CODE)
    return sorted(path.relative_to(PACKAGE).as_posix() for path in files)


def test_every_data_file_has_a_row() -> None:
    assert [file for file in data_files() if not covers(file)] == []


def covers(file: str) -> bool:
    return file == "analysis/data/puzzles.jsonl" or any(fnmatchcase(file, pattern) for pattern in PATTERNS)


def test_every_row_has_a_file() -> None:
    files = data_files()
    assert len(PATTERNS) > 60
    assert [pattern for pattern in PATTERNS if not any(fnmatchcase(file, pattern) for file in files)] == []


BOOKS = sorted(
    path.relative_to(PACKAGE).as_posix()
    for folder in ("regulations", "regulations/competition")
    for path in (PACKAGE / folder).glob("*.toml")
)


@pytest.mark.parametrize("file", BOOKS)
def test_the_row_of_a_rulebook_says_its_source(file: str) -> None:
    book = tomllib.loads((PACKAGE / file).read_text(encoding="utf-8"))
    row = next(row for row in ROWS if row.startswith(f"| `{file}` |"))
    assert f"| {book['source']} |" in row


def test_puzzles_are_counted_by_collection() -> None:
    lines = (PACKAGE / "analysis" / "data" / "puzzles.jsonl").read_text(encoding="utf-8").splitlines()
    games = Counter(json.loads(line)["game"] for line in lines)
    told: Counter[str] = Counter()
    for game, puzzles in re.findall(r"^\| (\w+) \| (\d+) \|", PAGE, re.M):
        told[game] += int(puzzles)
    assert told == games
    assert f"{len(lines)} positions" in PAGE


def test_the_notice_goes_with_every_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    shipped = {path.name for pattern in project["license-files"] for path in ROOT.glob(pattern)}
    named = re.findall(r"\(\.\./LICENSES/([\w.-]+)\)", PAGE)
    assert named
    assert shipped == {"LICENSE", *named}
    notice = (ROOT / "LICENSES" / "hcheckers.txt").read_text(encoding="utf-8")
    assert "Copyright Ilya Portnov (c) 2018" in notice
    assert "Redistributions in binary form must reproduce the above" in notice
