"""What a newcomer meets: the names of `import damiera`, the map of its rooms, the index of the pages."""

from __future__ import annotations

import importlib
import inspect
import re
import tomllib
from importlib.util import find_spec
from itertools import chain
from pathlib import Path

import click
import pytest

import damiera
from damiera.cli.main import COMMANDS, cli, main

ROOT = Path(__file__).parents[2]
ROOMS = sorted(p.parent.name for p in Path(damiera.__file__).parent.glob("*/__init__.py"))


@pytest.mark.parametrize("name", damiera.__all__)
def test_a_name_is_documented(name: str) -> None:
    thing = getattr(damiera, name)
    if inspect.isclass(thing) or inspect.isroutine(thing):
        said = inspect.getdoc(thing) or ""
        assert said.count(" ") > 3
        assert not said.startswith(f"{name}("), "a signature is no docstring"


def test_names_are_those_of_the_rooms() -> None:
    """What is named twice is one thing: the same object, and `from damiera import *` brings all of it."""
    shown: dict[str, object] = {}
    exec("from damiera import *", shown)
    assert set(damiera.__all__) <= set(shown)
    assert damiera.parse_fen is importlib.import_module("damiera.notation.fen").parse_fen


def _whole(room: str, said: str) -> str:
    return said if said.startswith("damiera.") else f"damiera.{room}.{said}"


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_is_on_the_map_and_says_what_it_is(room: str) -> None:
    assert re.search(rf"`(damiera\.)?{room}`", damiera.__doc__ or "")
    said = importlib.import_module(f"damiera.{room}").__doc__ or ""
    assert said.count(" ") > 3
    for named in re.findall(r"`((?:[a-z_]+\.)+[A-Za-z_]+)`", said):
        module, _, name = _whole(room, named).rpartition(".")
        there = hasattr(importlib.import_module(module), name) or find_spec(f"{module}.{name}")
        assert there, f"{room} names {named}"


def test_there_is_one_version(capsys: pytest.CaptureFixture[str]) -> None:
    """The one of pyproject.toml: in the package, on the command line, at the head of the changelog."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert damiera.__version__ == project["version"]
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out == f"damiera, version {damiera.__version__}\n"
    assert f"\n## {damiera.__version__} " in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_a_name_that_is_not_there_is_said() -> None:
    misspelt = "ITALAIN"
    with pytest.raises(AttributeError, match="module 'damiera' has no attribute 'ITALAIN'"):
        getattr(damiera, misspelt)


def test_what_a_user_installs_is_not_what_development_needs() -> None:
    """Extras are for users and stand once; tools are in dependency groups, which are never published."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras, groups = project["project"]["optional-dependencies"], project["dependency-groups"]
    assert set(extras) == {
        *(
            "cluster",
            "dutch",
            "openid",
            "people",
            "postgresql",
            "print",
            "print-cjk",
            "spreadsheet",
            "training",
        )
    }
    assert set(groups) == {"bench", "dev", "docs", "lint", "soak"}
    needs = [*project["project"]["dependencies"], *chain(*extras.values(), *groups.values())]
    names = [re.split(r"[^\w-]", need)[0] for need in needs if isinstance(need, str)]
    assert sorted(names) == sorted(set(names))


def test_every_page_is_in_the_index() -> None:
    docs = ROOT / "docs"
    index = (docs / "README.md").read_text(encoding="utf-8")
    missing = [page.name for page in docs.glob("*.md") if f"({page.name})" not in index]
    assert missing == ["README.md"]


def test_a_rule_set_shows_itself_in_a_word() -> None:
    assert repr(damiera.ruleset("german~landing=adjacent")) == "<Ruleset german~landing=adjacent>"
    assert len(repr(damiera.Setup.from_position(damiera.ITALIAN.start()))) < 500


def test_the_command_line_says_whole_sentences(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    with pytest.raises(SystemExit):
        main(["--help"])
    said = capsys.readouterr().out.partition("Commands:")[2]
    assert "..." not in said
    assert all(re.search(rf"^  {name} ", said, re.M) for name in COMMANDS)


def _options(command: click.Command, ctx: click.Context) -> set[frozenset[str]]:
    """Every option of a command and of those under it, as the set of its spellings."""
    own = {frozenset(p.opts + p.secondary_opts) for p in command.params if isinstance(p, click.Option)}
    if isinstance(command, click.Group):
        below = (command.get_command(ctx, name) for name in command.list_commands(ctx))
        own = own.union(*(_options(one, ctx) for one in below if one is not None))
    return own


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_is_described_and_every_one_described_is_there(name: str) -> None:
    page = (Path(__file__).parents[2] / "docs" / "command-line.md").read_text(encoding="utf-8")
    head, *sections = re.split(r"^## `damiera ", page, flags=re.M)
    told = {s.partition("\n")[0].split()[0].strip("`"): s for s in sections}
    said = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", told[name]))
    if name == "pdn":  # `pdn annotate` is described where `annotate` is
        said |= set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", told["annotate"]))
    ctx = click.Context(cli)
    command = cli.get_command(ctx, name)
    assert command is not None
    there = _options(command, ctx)
    assert said - {"--lang"} <= frozenset().union(*there)
    missing = [sorted(names) for names in there if not names & said and not names & {"--lang", "--help"}]
    assert not missing
    assert "--lang" in head
