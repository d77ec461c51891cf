"""The rows of coverage: the code that each names, the tests that it names, and a hash of both."""

from __future__ import annotations

import ast
import hashlib
import re
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from damiera.messages import Message
from damiera.regulations.book import Article, Rulebook, article, split_ref
from damiera.regulations.scenario import Scenario, scenarios
from damiera.rules.entry import Example
from damiera.rules.ruleset import ruleset
from tests.articles.test_examples import examples_of
from tests.proofs.helpers import told_of
from tests.proofs.mutants import functions_of
from tests.proofs.traits import FAMILIES, game_of, governed, is_trait, options_of
from tests.test_citations import CORE, PACKAGE, ROOT, book_of, gathered_for, in_code, in_tests

TOWERS = "families/towers.hpp"
ARTICLES = ROOT / "tests" / "articles"
_EXAMPLE = "example of "


@dataclass(frozen=True)
class Row:
    """A row of coverage that names both code of the package and tests of articles.

    Attributes:
        ref: the article, `fid.italian.2008:6.1`.
        places: functions as `(file below the package, qualified name)`.
        traits: rules of the core as `(header, field)`.
        tests: `(file, function, case)`; the case is an article's number where the test has one for each.
    """

    ref: str
    places: tuple[tuple[str, str], ...]
    traits: tuple[tuple[str, str], ...]
    tests: tuple[tuple[str, str, str], ...]


def row_of(book: Rulebook, a: Article) -> Row:
    """What the row of an article names, with that of the one it is like."""
    ref = f"{book.id}:{a.number}"
    named = gathered_for(in_code(), a, ref)
    places = {found for place in named for found in _functions(place)}
    traits = {trait for place in named if (trait := _trait(place)) is not None}
    header = f"rules/{book.game.replace('-', '_')}.hpp"
    if (CORE / header).exists():
        traits |= {(header, trait) for topic in a.governs for trait in governed(topic)}
    elif book.game and (family := FAMILIES.get((game := ruleset(book.game)).core.family)):
        traits |= {(family, option) for topic in a.governs for option in options_of(game, topic)}
    elif book.game and ruleset(book.game).core.family == "towers":
        traits |= {(TOWERS, "board") for topic in a.governs if "board" in governed(topic)}
    return Row(ref, tuple(sorted(places)), tuple(sorted(traits)), tuple(sorted(_tests(a, ref))))


def _tests(a: Article, ref: str) -> set[tuple[str, str, str]]:
    """The tests of an article and of those it is like; the catalogue's examples where that is all."""
    named = [(one, name) for one in _likes(a, ref) for name in in_tests().get(one, ())]
    own = [(one, name) for one, name in named if not name.startswith(_EXAMPLE)]
    return {found for one, name in own or named if (found := _test(one, name)) is not None}


def _likes(a: Article, ref: str) -> list[str]:
    """The article itself, and those it is like, one after another."""
    found = [ref]
    while a.like:
        found.append(":".join(split_ref(a.like)))
        a = article(found[-1])
    return found


def _functions(place: str) -> list[tuple[str, str]]:
    path, _, name = place.partition(": ")
    if not path.endswith(".py") or not name or "`" in name or not (PACKAGE / path).exists():
        return []
    return [(path, qualname) for qualname in functions_of(module_tree(path), name)]


def _trait(place: str) -> tuple[str, str] | None:
    path, _, name = place.partition(": ")
    name = name.strip("`")
    return (path, name) if path.endswith(".hpp") and is_trait(name) and game_of(path) else None


def _test(ref: str, name: str) -> tuple[str, str, str] | None:
    """The test behind what a row calls it."""
    id, _, number = ref.partition(":")
    if name.startswith("every book: "):
        return "test_every_book.py", "test_article", f"{id} {number} {name.removeprefix('every book: ')}"
    if name.startswith(_EXAMPLE):
        return "test_examples.py", "test_example", f"{id} {number}"
    if name == "scenario":
        return "test_scenarios.py", "test_scenario", f"{id} {number}"
    function, _, case = name.rstrip("]").partition("[")
    stem = f"test_{re.sub('[.-]', '_', id)}"
    for path in sorted(ARTICLES.glob(f"{stem}*.py")):
        if path.stem.partition("__")[0] == stem and function in test_functions(path.name):
            return path.name, function, case
    return None


@cache
def module_tree(path: str) -> ast.Module:
    """A module of the package, parsed."""
    return ast.parse((PACKAGE / path).read_text(encoding="utf-8"))


@cache
def test_functions(name: str) -> frozenset[str]:
    """The names of the functions of a file of tests."""
    tree = ast.parse((ARTICLES / name).read_text(encoding="utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


def fingerprint(row: Row) -> str:
    """A hash of what a proof is about: the functions, the tests with what they call, the article as data."""
    a = article(row.ref)
    parts = [row.ref, *a.governs]
    for path, qualname in row.places:
        parts += [path, qualname, _dumped(path, qualname)]
    for path, name in row.traits:
        parts += [path, *_lines_of(path, name)]
    for name, function, case in row.tests:
        parts += [name, case, *test_told(name, function, case)]
        if function == "test_scenario":
            parts += [_told(one) for one in scenarios(*case.split(" "))]
        if function == "test_example":
            parts += [_shown(one) for one in examples_of(*case.split(" "))]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def test_told(name: str, function: str, case: str) -> tuple[str, ...]:
    """A test and the helpers that it calls, each as its tree in words."""
    words = set(case.split())
    if function == "test_scenario":
        words |= {outcome for one in scenarios(*case.split(" ")) for outcome in one.outcomes}
    return told_of(ROOT, f"tests/articles/{name}", function, frozenset(words))


def _told(scenario: Scenario) -> str:
    """What a scenario says, in words; not what it leaves out."""
    fields = scenario.__dataclass_fields__.items()
    said = {
        name: getattr(scenario, name) for name, field in fields if getattr(scenario, name) != field.default
    }
    return str({name: value for name, value in said.items() if name != "says"})


def _shown(example: Example) -> str:
    """What an example of the catalogue shows; its words are for people."""
    return str(replace(example, caption=Message("")))


@cache
def _lines_of(path: str, name: str) -> tuple[str, ...]:
    """What a header says of a trait."""
    lines = (CORE / path).read_text(encoding="utf-8").splitlines()
    return tuple(line.strip() for line in lines if line.strip().startswith(f".{name} "))


@cache
def _dumped(path: str, qualname: str) -> str:
    """A function as its tree in words, without its docstring."""
    node = functions_of(module_tree(path), qualname)[qualname]
    body = node.body[1:] if ast.get_docstring(node) is not None else node.body
    return "".join(map(ast.dump, (node.args, *body)))


def rows_of(id: str) -> list[Row]:
    """The rows of a book that name tests."""
    book = book_of(id)
    rows = [row_of(book, a) for a in book.articles if a.software]
    return [row for row in rows if row.tests]


def tests_root() -> Path:
    return ARTICLES
