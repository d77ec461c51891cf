"""Names of the package: one public class name has one meaning, and none is a metaphor."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Mapping

from tests.sources import MODULES, PACKAGE, tree

GLOSSARY = PACKAGE.parent.parent / "docs" / "glossary.md"

METAPHORS = {
    *("bench", "course", "crew", "deed", "deeds", "desk", "door", "hall", "house"),
    *("mind", "minds", "said", "say", "shelf", "showing", "sitting", "told"),
}
THINGS = {
    *("bidding", "crowning", "decoding", "drawing", "ending", "evening", "grading", "learning", "numbering"),
    *("opening", "pairing", "rating", "spelling", "testing", "timing", "training", "wording"),
}
"""Words in -ing that name a thing; any other names a doing, and no module."""
NOUNS = {"feed", "seed", "speed"}
"""Words in -ed that name a thing; any other says what was done to one, which goes before it."""
TRADE = {
    *("accepted", "answer", "article", "asked", "board", "card", "change", "choice", "choices"),
    *("clock", "count", "data", "database", "declined", "draw", "entry", "error", "event"),
    *("fault", "field", "file", "filter", "form", "frame", "game", "games", "graph", "group", "job"),
    *(
        "kind",
        "limit",
        "line",
        "lines",
        "link",
        "list",
        "log",
        "mark",
        "match",
        "memory",
        "message",
        "move",
        "moves",
    ),
    *("offer", "opening", "option", "outcome", "page", "part", "player", "position", "problem"),
    *("query", "record", "refused", "reply", "report", "request", "result", "round", "row"),
    *("rulebook", "rules", "settings", "state", "step", "store", "table", "task", "team", "text"),
    *("value", "verdict", "wanted"),
}
"""Words of programs, tournaments and board games that classes are called by, and that need no glossary."""
OF_THE_TRADE = {
    "damiera.cli.bench": "the command `damiera bench`",
    "damiera.engine.bench": "an engine's benchmark is called so",
    "damiera.store.migrations.versions.r0036_study_solved": "the databases that took this step know its name",
}


def public_classes(module: str) -> list[str]:
    """Return the classes that a module defines for others."""
    body = tree(MODULES[module]).body
    return [node.name for node in body if isinstance(node, ast.ClassDef) and not node.name.startswith("_")]


def words(name: str) -> list[str]:
    """Return the words of a name, in small letters; the arbiter's desk, a page of that name, is one word.

    >>> words("HallLine"), words("hall_live")
    (['hall', 'line'], ['hall', 'live'])
    """
    plain = re.sub(r"arbiter_desk|ArbiterDesk", "Arbiterdesk", name)
    return [word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z][a-z0-9]*|[a-z0-9]+", plain)]


def test_a_public_class_name_is_used_once() -> None:
    where = defaultdict(list)
    for module in MODULES:
        for name in public_classes(module):
            where[name].append(module)
    twice = {name: places for name, places in where.items() if len(places) > 1}
    assert not twice, "each of these names needs to say which it is"


def test_no_class_is_a_metaphor() -> None:
    poetic = [
        f"{module}: {name}"
        for module in MODULES
        for name in public_classes(module)
        if METAPHORS & {*words(name)}
    ]
    assert not poetic


def test_no_module_is_a_metaphor_a_gerund_or_a_participle() -> None:
    poetic = []
    for module in MODULES:
        *_, last = named = words(module.rpartition(".")[2])
        is_gerund = last.endswith("ing") and last not in THINGS
        is_participle = last.endswith("ed") and last not in NOUNS
        if module not in OF_THE_TRADE and (is_gerund or is_participle or METAPHORS & {*named}):
            poetic.append(module)
    assert not poetic


def heads() -> Mapping[str, list[str]]:
    """Return the last words of the names of public classes, each with the names that end in it."""
    found = defaultdict(list)
    for module in MODULES:
        for name in public_classes(module):
            found[words(name)[-1]].append(name)
    return found


def explained() -> set[str]:
    """Return the words that the glossary explains: Italian and English ones, and those of the program."""
    field, _, program = GLOSSARY.read_text("utf-8").partition("## The words of the program")
    terms = [" ".join(pair) for pair in re.findall(r"^\| (.+?) \| (.+?) \|", field, re.MULTILINE)]
    terms += re.findall(r"^\| (.+?) \|", program, re.MULTILINE)
    return {word for term in terms for word in re.findall(r"\w+", term)}


def test_a_word_of_ours_is_in_the_glossary() -> None:
    """What three classes or more are called, if no player, arbiter or programmer knows it, is explained."""
    ours = {word for word, names in heads().items() if len(names) >= 3} - TRADE
    assert not ours - explained(), f"explain it in {GLOSSARY.name}, or choose a word that people know"


def test_the_glossary_names_classes_that_there_are() -> None:
    section = GLOSSARY.read_text("utf-8").partition("## The words of the program")[2]
    named = set(re.findall(r"`([A-Z][a-z]\w*)`", section))
    public = {name for module in MODULES for name in public_classes(module)}
    assert named
    assert not named - public


def test_what_is_found_is_found() -> None:
    """The checks see what they look for: classes of one package, and words within names."""
    assert "Game" in public_classes("damiera.game.state")
    assert words("HubSyntaxError") == ["hub", "syntax", "error"]
    assert words("DXPClient") == ["dxp", "client"]
    assert METAPHORS & {*words("HallLine")}
    assert not METAPHORS & {*words("Challenge")}
