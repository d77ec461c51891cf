"""Tests say codes, not sentences: what is asserted is a message and its arguments (tests/wording.py).

A string of three words or more that a test compares or matches, and that the program says in English, Italian
or French, is a sentence written out. Wording has its own few tests; what only looks like a sentence of the
program is named, each with what it is.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from damiera.messages.catalogues import FOLDER
from tests.wording import ids

TESTS = Path(__file__).parent

WORDING = {
    "unit/cli/test_wording.py",
    "unit/endgame/test_wording.py",
    "unit/game/test_clock_wording.py",
    "unit/game/test_outcome.py",
    "unit/messages/test_catalogues.py",
    "unit/messages/test_text.py",
    "unit/rules/test_explain.py",
    "unit/rules/test_setup_wording.py",
    "unit/rules/test_words.py",
}
"""What these prove is the wording itself."""

CORE = {"unit/core/test_compose.py", "unit/core/test_families.py"}
"""What the C++ core tells who programs: English, no message of a catalogue; its words are all that tells one
refusal from another.
"""

_ARTICLE = "words of an article of a rulebook, which is data: the names of irregularities share some"
_EARLIER = "as an earlier version stored it, in two languages"

DATA: Mapping[tuple[str, str], str] = {
    ("articles/test_fid_english_2008__conduct.py", "Taking a move back"): _ARTICLE,
    ("articles/test_fid_english_2008__conduct.py", "of the opponent's."): _ARTICLE,
    ("articles/test_fid_english_2008__conduct.py", "pieces of one's own"): _ARTICLE,
    ("articles/test_fid_italian_2006.py", "Removing one's own"): _ARTICLE,
    ("articles/test_fid_italian_2006.py", "one's own piece and moving another"): _ARTICLE,
    ("articles/test_fid_italian_2006.py", "one's own piece."): _ARTICLE,
    ("articles/test_fid_italian_2008__conduct.py", "Taking a move back"): _ARTICLE,
    ("articles/test_fid_italian_2008__conduct.py", "of the opponent's."): _ARTICLE,
    ("articles/test_fid_italian_2008__conduct.py", "pieces of one's own"): _ARTICLE,
    ("proofs/test_proofs.py", "return a or b"): "Python code that is changed",
    ("unit/notation/pdn/test_earlier.py", "Did not capture."): "a remark in the PDN file that is read",
    ("unit/service/test_analysis.py", "22-19 is a shot. "): _EARLIER,
    ("unit/service/test_analysis.py", "22-19 è un tiro. "): _EARLIER,
    ("unit/service/test_analysis.py", "Il motore si è fermato."): _EARLIER,
    ("unit/service/test_commands.py", "a chi tocca?"): "what a person types",
    ("unit/store/test_database.py", "Mossa «22-19»: non c'è."): _EARLIER,
    ("unit/web/test_prints_hall.py", "First place: trophy and medal"): "what the arbiter typed into the form",
}
"""What only looks like a sentence of the program, by file and text, and what it is: given to the program, or
data of its own.
"""

CALLS = {"Message", "shows", "words_of"}
"""What takes the id of a message: no sentence written out."""

OWN = {
    ("unit/service/test_analysis.py", "the engine died"),
    ("unit/service/test_cache.py", "Somebody is always quicker."),
    ("unit/store/test_database.py", "Round {n} is complete."),
    ("unit/web/test_form_reader.py", "'{word}' is no colour: choose one."),
    ("unit/web/test_form_reader.py", "A point is two numbers."),
}
"""Messages that a test makes by itself, to see what becomes of them."""

PLACE = re.compile(r"\{[^{}]*\}|%\(\w+\)[sd]")
WORD = re.compile(r"[^\W\d_]+")


def triples(text: str) -> set[tuple[str, ...]]:
    """Return every three words that follow one another in a text, in small letters, within its own parts.

    >>> sorted(triples("Round {n} cannot be paired"))
    [('cannot', 'be', 'paired')]
    """
    found = set()
    for part in re.split(r"[\d.:;!?\n]+", PLACE.sub(".", text)):
        words = [word.lower() for word in WORD.findall(part)]
        found |= {tuple(words[i : i + 3]) for i in range(len(words) - 2)}
    return found


@cache
def said() -> frozenset[tuple[str, ...]]:
    """Return the three words that stand in some sentence of the program; articles of rulebooks apart."""
    found: set[tuple[str, ...]] = set()
    for lang in ("it", "fr"):
        with (FOLDER / lang / "LC_MESSAGES" / "damiera.po").open("rb") as file:
            for message in read_po(file):
                if not re.fullmatch(r"[\w.-]+:[\w.()-]+", message.context or ""):
                    for text in (message.id, message.string):
                        for form in [text] if isinstance(text, str) else text or ():
                            found |= triples(form)
    return frozenset(found)


def strings(node: ast.AST) -> Iterator[str]:
    """Yield the strings of several words within a node, but the ids of messages and those of test cases."""
    if isinstance(node, ast.Call):
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        if name in CALLS:
            return
    if isinstance(node, ast.keyword) and node.arg in ("id", "ids"):
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
        yield node.value
    for child in ast.iter_child_nodes(node):
        yield from strings(child)


def sentences(tree: ast.Module) -> list[str]:
    """Return the sentences that a module writes out where it compares, matches or parametrizes."""
    places: list[ast.AST] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Assert):
            places += [inner for inner in ast.walk(node.test) if isinstance(inner, ast.Compare)]
        elif isinstance(node, ast.keyword) and node.arg == "match":
            places.append(node.value)
        elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "parametrize":
            places.append(node)
    return sorted({text for place in places for text in strings(place) if triples(text) & said()})


def named(tree: ast.Module) -> Iterator[tuple[str, str | None]]:
    """Yield the ids that a module names, with their contexts."""
    own = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    for node in ast.walk(tree):
        if not (
            isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLS - own
        ):
            continue
        where = 1 if node.func.id == "shows" else 0
        if len(node.args) > where and isinstance(one := node.args[where], ast.Constant):
            contexts = [word.value for word in node.keywords if word.arg == "context"]
            context = contexts[0].value if contexts and isinstance(contexts[0], ast.Constant) else None
            yield str(one.value), None if context is None else str(context)


MODULES = [
    path.relative_to(TESTS).as_posix() for path in sorted(TESTS.rglob("*.py")) if path != Path(__file__)
]


@cache
def parsed(name: str) -> ast.Module:
    """Return the syntax of a module of tests: parsed when it is asked for, not while tests are collected."""
    return ast.parse((TESTS / name).read_text("utf-8"))


@cache
def found() -> frozenset[tuple[str, str]]:
    """Return the file and the text of every sentence written out, where wording is not what is proved."""
    here = [name for name in MODULES if name not in WORDING | CORE]
    return frozenset((name, text) for name in here for text in sentences(parsed(name)))


def test_no_test_writes_a_sentence_out() -> None:
    assert not found() - DATA.keys(), "assert the message and its arguments instead: tests/wording.py"


def test_what_is_let_through_as_data_is_there() -> None:
    assert not DATA.keys() - found(), "it is written out no more: take it off the list"


@pytest.mark.parametrize("name", [name for name in MODULES if name not in WORDING])
def test_a_message_that_a_test_names_is_one_of_the_program(name: str) -> None:
    unknown = [one for one in named(parsed(name)) if one not in ids() and (name, one[0]) not in OWN]
    assert not unknown, "no such message: its English has changed, or was never so"


def test_what_is_looked_for_is_found() -> None:
    tree = ast.parse(
        'assert "This event is played in groups" in page\n'
        'assert words_of("Who are you?") in page\n'
        'assert shows(page, "There is no round {r} yet.", r=3)\n'
        'assert "nobody ever says so" in page\n'
        'assert game == "italian~king-range=flying"\n'
        '@pytest.mark.parametrize("n", [pytest.param(1, id="men capture forward only")])\n'
        "def test_numbers(n): pass\n"
    )
    assert sentences(tree) == ["This event is played in groups"]
    assert set(named(tree)) == {("Who are you?", None), ("There is no round {r} yet.", None)}
