"""The breaking itself, what is kept of it, and the long run that breaks everything."""

from __future__ import annotations

import ast
import importlib
import subprocess
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from damiera.game import sides
from damiera.regulations.book import rulebook
from tests.proofs import rows as naming
from tests.proofs import runner, stored
from tests.proofs.helpers import told_of
from tests.proofs.mutants import Function, code_of, function_at, functions_of, mutants_of
from tests.proofs.rows import Row, fingerprint, module_tree, row_of, rows_of
from tests.proofs.traits import game_of, others
from tests.test_citations import BOOKS, PACKAGE, ROOT


@cache
def rows() -> list[Row]:
    """Return the rows of all rulebooks."""
    return [row for book in BOOKS for row in rows_of(book.id)]


def row(ref: str) -> Row:
    id, _, number = ref.partition(":")
    return row_of(rulebook(id), rulebook(id).article(number))


def words(function: Function) -> str:
    return "\n".join(map(ast.unparse, function.body))


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("if a:\n    b()", {"if not a:\n    b()", "if a:\n    pass"}),
        ("return a < b", {"return not a < b", "return a <= b"}),
        ("return a and b", {"return not (a and b)", "return a or b"}),
        ("return replace(a, b=1, c=2)", {"return replace(a, c=2)", "return replace(a, b=1)"}),
        ("raise a", {"pass"}),
        ("return a + b", {"return a - b"}),
        ("return True", {"return False"}),
        ("c = a\nc = b", {"c = a\npass"}),
        ("return [a for a in b if c]", {"return [a for a in b if not c]"}),
        ("'''What it does.'''\nreturn a", {"'What it does.'\nreturn None"}),
        ("pass", set[str]()),
    ],
)
def test_a_condition_is_turned_round_and_an_effect_dropped(text: str, changed: set[str]) -> None:
    source = "def f(a, b):\n" + "\n".join(f"    {line}" for line in text.splitlines())
    function = ast.parse(source).body[0]
    assert isinstance(function, ast.FunctionDef)
    assert {words(mutant.function) for mutant in mutants_of(function)} == changed
    assert ast.unparse(function) == ast.unparse(ast.parse(source))


def test_what_is_returned_is_what_came_in() -> None:
    function = ast.parse("def f(game: G, event: E) -> G:\n    return after(game, event)").body[0]
    assert isinstance(function, ast.FunctionDef)
    assert [words(mutant.function) for mutant in mutants_of(function)] == ["return game"]


def test_a_function_is_broken_where_it_lives_and_mended() -> None:
    path, name = "game/sides.py", "is_for_two"
    function = functions_of(module_tree(path), name)[name]
    mutant = next(iter(mutants_of(function)))
    target = function_at(sides, name)
    assert target is not None
    right, core = target.__code__, game_of("rules/italian.hpp")
    assert core is not None
    try:
        target.__code__ = code_of(module_tree(path), name, mutant.function, str(PACKAGE / path))
        assert sides.is_for_two(core.core) is False
    finally:
        target.__code__ = right
    assert sides.is_for_two(core.core) is True


def test_every_function_that_a_row_names_can_be_broken() -> None:
    places = {place for row in rows() for place in row.places}
    assert len(places) > 100
    for path, name in sorted(places):
        module = "damiera." + path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        target = function_at(importlib.import_module(module), name)
        assert target is not None, (path, name)
        node = functions_of(module_tree(path), name)[name]
        again = code_of(module_tree(path), name, node, str(PACKAGE / path))
        assert again.co_freevars == target.__code__.co_freevars, (path, name)


def test_a_rule_of_the_core_has_other_values() -> None:
    assert [rules.slug for rules in others("italian", "removal")] == ["italian~removal=immediate"]
    assert len(list(others("italian", "choice"))) > 5


@cache
def right() -> Row:
    """Return a row that is proved; to read what rows name takes a second, so only who asks for it pays."""
    return row("fid.italian.2008:3.8")


@pytest.mark.slow
def test_a_test_that_sees_nothing_proves_nothing() -> None:
    """The same code with a test that has nothing to do with it."""
    blind = replace(right(), tests=row("fid.italian.2008:2.3").tests, traits=())
    command = f"""
from tests.proofs.rows import Row
from tests.proofs.runner import prove
for row in ({right()!r}, {blind!r}):
    prove([row], keep=lambda ref, hash, seen: print([seen]))
"""
    done = subprocess.run([sys.executable, "-c", command], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    lines = [line for line in done.stdout.splitlines() if line.startswith("[(")]
    assert lines[0].startswith("[('game/conduct.py: Conduct.touched (condition, effect)'")
    assert lines[1] == "[()]"


@pytest.mark.parametrize("number", ["8.1.5", "8.1.17"])
def test_a_neighbour_s_number_is_another_article(number: str) -> None:
    id = "fid.italian.2006"
    book = rulebook(id)
    other = runner._neighbour(book, number)
    assert other is not None
    assert other.rpartition(".")[0] == "8.1"
    assert other != number


def test_a_proof_holds_until_the_code_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    print_ = fingerprint(right())
    monkeypatch.setattr(stored, "_kept", lambda: {right().ref: (print_, ("seen",))})
    assert stored.proof_of(right()) == ("seen",)
    monkeypatch.setattr(naming, "_dumped", lambda path, qualname: "changed")
    assert stored.proof_of(right()) == ()


def test_or_the_test_or_the_article(monkeypatch: pytest.MonkeyPatch) -> None:
    before = fingerprint(right())
    with monkeypatch.context() as patched:
        patched.setattr(naming, "test_told", lambda name, function, case: ("another",))
        assert fingerprint(right()) != before
    assert fingerprint(replace(right(), ref="fid.italian.2008:3.7")) != before
    assert fingerprint(right()) == before


MODULE = """
from tests.cases import case
from tests.desk import Desk, ended

PROOFS = {}

def proves(topic):
    return lambda proof: PROOFS.setdefault(topic, proof)

def helper():
    return 1

@proves("ends")
def it_ends(desk):
    assert ended(desk.first())

@proves("begins")
def it_begins(desk):
    assert helper() == 1

NUMBERS = ["1"]
TABLE = {"1": it_begins, "2": it_ends}

@pytest.mark.parametrize("number", NUMBERS)
def test_it(number):
    TABLE[number](Desk())

@pytest.mark.parametrize(("book", "topic"), NUMBERS)
def test_every(book, topic):
    PROOFS[topic](Desk())
"""
DESK = """
class Desk:
    def first(self):
        'What it is.'
        return self.second()
    def second(self):
        return 2
    def third(self):
        return 3

def ended(what):
    return what == 2
"""


def told(root: Path, module: str, desk: str, test: str, *words: str) -> tuple[str, ...]:
    (root / "tests").mkdir(parents=True)
    (root / "tests" / "test_it.py").write_text(module, encoding="utf-8")
    (root / "tests" / "desk.py").write_text(desk, encoding="utf-8")
    return told_of(root, "tests/test_it.py", test, frozenset(words))


@pytest.mark.parametrize(
    ("test", "words", "sees"),
    [
        ("test_it", (), "helper table second ended cases"),
        ("test_it", ("1",), "helper cases"),  # of the table, the line that the case asks for
        ("test_it", ("2",), "second ended cases"),
        ("test_every", ("a.book", "ends"), "second ended"),  # a case told whole: the others do not count
        ("test_every", ("a.book", "begins"), "helper"),
    ],
)
def test_a_proof_is_also_of_what_a_test_calls(
    tmp_path: Path, test: str, words: tuple[str, ...], sees: str
) -> None:
    changes = {
        "helper": (MODULE.replace("return 1", "return 2"), DESK),
        "table": (MODULE.replace('"2": it_ends', '"2": it_ends, "3": it_ends'), DESK),
        "cases": (MODULE.replace('["1"]', '["2"]'), DESK),
        "second": (MODULE, DESK.replace("return 2", "return 4")),
        "ended": (MODULE, DESK.replace("what == 2", "what != 2")),
        "third": (MODULE, DESK.replace("return 3", "return 4")),
        "docstring": (MODULE, DESK.replace("What it is", "What it does")),
        "comment": (f"# Nothing else.\n{MODULE}", DESK),
    }
    assert all(change != (MODULE, DESK) for change in changes.values())
    before = told(tmp_path / "before", MODULE, DESK, test, *words)
    seen = {
        name for name, change in changes.items() if told(tmp_path / name, *change, test, *words) != before
    }
    assert seen == set(sees.split())


def test_what_is_kept_is_of_rows_that_there_are() -> None:
    assert set(stored.read()) <= {row.ref for row in rows()}


def test_every_row_was_proved_once_or_says_why_it_cannot_be() -> None:
    """Whether it is proved as it stands now the pages say, which are written anew."""
    kept = stored.read()
    assert {ref for ref, (_, seen) in kept.items() if not seen} == set(stored.reasons())
    assert len(stored.reasons()) <= MOST_UNPROVED


MOST_UNPROVED = 14
"""It may only shrink; what a new family of the core does not prove yet needs a reason, and room here.

These fourteen are tried like the others: only their code cannot be broken here. Nine are of Cheskers, whose
moves are compared with those of a slow generator."""


def test_few_rows_are_proved_by_their_number_alone() -> None:
    """It may only shrink: all are of games whose moves are compiled and not set by options."""
    by_number = {ref for ref, (_, seen) in stored.read().items() if seen == ("article",)}
    assert len(by_number) <= MOST_BY_NUMBER


MOST_BY_NUMBER = 28


def test_what_is_written_is_read(tmp_path: Path) -> None:
    found = {"fid.italian.2008:10.4": ("00ff", ("a: b (effect)", "article")), "apca.pool:1.1": ("01", ())}
    stored.write(found, tmp_path / "proved.toml")
    assert stored.read(tmp_path / "proved.toml") == found
    assert stored.read(tmp_path / "none.toml") == {}


def test_a_row_is_written_as_soon_as_it_is_tried(tmp_path: Path) -> None:
    path = tmp_path / "proved.toml"
    stored.write({"apca.pool:1.1": ("01", ()), "apca.pool:1.2": ("02", ())}, path)
    stored.keep("apca.pool:1.1", "03", ("article",), path)
    stored.keep("fid.italian.2008:10.4", "04", (), path)
    assert stored.read(path) == {
        "apca.pool:1.1": ("03", ("article",)),
        "apca.pool:1.2": ("02", ()),
        "fid.italian.2008:10.4": ("04", ()),
    }
    stored.forget_all_but({"apca.pool:1.2"}, path)
    assert stored.read(path) == {"apca.pool:1.2": ("02", ())}
    assert sorted(tmp_path.iterdir()) == [path]


@pytest.mark.deep
def test_every_row_is_proved_as_it_is_written() -> None:
    """All of it anew: what was found otherwise is written, and asks to be committed."""
    before = stored.read()
    subprocess.run([sys.executable, "-m", "tests.proofs", "--all"], cwd=ROOT, check=True)
    assert stored.read() == before, "tests/proofs/proved.toml has been written anew: look and commit it"
