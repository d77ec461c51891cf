"""The documentation is true: its examples run, its links lead somewhere, every command is described."""

from __future__ import annotations

import doctest
import html
import importlib
import json
import linecache
import re
import shlex
from functools import cache
from io import StringIO
from pathlib import Path

import pytest

from damiera.cli.main import COMMANDS, main

ROOT = Path(__file__).parent.parent
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
IDS = [str(p.relative_to(ROOT)) for p in PAGES]
MANUALS = ROOT / "docs" / "it"
SOURCE = ROOT / "src" / "damiera"
WITH_EXAMPLES = sorted(
    ".".join(("damiera", *p.relative_to(SOURCE).with_suffix("").parts)).removesuffix(".__init__")
    for p in SOURCE.rglob("*.py")
    if ">>> " in p.read_text(encoding="utf-8")
)
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@pytest.mark.parametrize("page", PAGES, ids=IDS)
def test_python_examples_of_pages(page: Path) -> None:
    """Fenced python blocks with a prompt are run as one conversation."""
    blocks = re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.S)
    text = "\n".join(b for b in blocks if ">>> " in b)
    test = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    assert doctest.DocTestRunner(optionflags=FLAGS, verbose=False).run(test).failed == 0


@pytest.mark.parametrize("page", PAGES, ids=IDS)
def test_commands_of_pages(
    page: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A console block's `$ damiera …` prints what is printed below it; `...` stands for anything.

    The pages of docs/it are read by Italians, whose commands answer in Italian.
    """
    monkeypatch.chdir(ROOT)
    lang = "it" if page.parent == MANUALS else "en"
    for name, value in (("COLUMNS", "100"), ("LANG", "C.UTF-8"), ("DAMIERA_LANG", lang)):
        monkeypatch.setenv(name, value)
    for block in re.findall(r"```console\n(.*?)```", page.read_text(encoding="utf-8"), re.S):
        for command, expected in re.findall(r"^\$ (damiera .*)\n((?:(?!\$ ).*\n)*)", block, re.M):
            if expected.strip():
                head, _, tail = command.partition(" <<< ")
                monkeypatch.setattr("sys.stdin", StringIO(shlex.split(tail)[0] + "\n" if tail else ""))
                with pytest.raises(SystemExit):
                    main(shlex.split(head)[1:])
                got = "".join(capsys.readouterr())
                same = doctest.OutputChecker().check_output(expected, got, FLAGS)
                assert same, f"$ {command}\nexpected:\n{expected}\ngot:\n{got}"


@pytest.mark.parametrize("page", PAGES, ids=IDS)
def test_links_of_pages(page: Path) -> None:
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.S)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if not re.match(r"[a-z]+:", target) and not target.startswith("#"):
            assert (page.parent / target.split("#")[0]).exists(), f"{page.name} points to {target}"


@cache
def words_of_the_app() -> str:
    """All text of the package, as a page shows it: entities read, spaces and apostrophes all alike."""
    texts = (p for p in SOURCE.rglob("*") if p.suffix in {".py", ".html", ".js", ".po", ".toml", ".json"})
    return shown(" ".join(p.read_text(encoding="utf-8") for p in sorted(texts)))


def shown(text: str) -> str:
    joined = re.sub(r'"\n"', "", text)
    return re.sub(r"\s+", " ", html.unescape(joined).replace("’", "'"))


@pytest.mark.parametrize("page", sorted(MANUALS.glob("manuale-*.md")), ids=lambda page: page.stem)
def test_what_a_manual_names_is_on_a_page(page: Path) -> None:
    """What stands in bold in an Italian manual is a word of the app: a button, a heading, a field."""
    named = re.findall(r"\*\*([^*]+)\*\*", page.read_text(encoding="utf-8"))
    assert len(named) > 30
    assert [label for label in named if not is_shown(label)] == []


def is_shown(label: str) -> bool:
    """Whether a label is in the app, with a number of its own where the app puts one in."""
    number = r"(?:\d+|%\(\w+\)s|\{\w+\})"
    return (
        re.search(re.sub(r"\d+", lambda _: number, re.escape(shown(label))), words_of_the_app()) is not None
    )


@pytest.mark.parametrize("module", WITH_EXAMPLES)
def test_examples_of_docstrings(module: str) -> None:
    linecache.clearcache()  # before each docstring doctest looks whether any file in it has changed
    found = doctest.testmod(importlib.import_module(module), optionflags=FLAGS)
    assert found.attempted
    assert found.failed == 0


def test_every_command_is_described() -> None:
    page = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
    missing = [name for name in COMMANDS if f"## `damiera {name}" not in page]
    assert not missing


def test_json_blocks_are_json() -> None:
    for page in PAGES:
        for block in re.findall(r"```json\n(.*?)```", page.read_text(encoding="utf-8"), re.S):
            json.loads(block)
