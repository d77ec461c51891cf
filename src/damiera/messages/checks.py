"""What a catalogue must satisfy, so that a translated sentence never breaks the page it stands on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from string import Formatter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from babel.messages import Catalog

__all__ = ["CatalogueFault", "faults", "missing", "places"]

_PERCENT = re.compile(r"%\((\w+)\)[sd]")
_COUNTS = frozenset({"n", "%n", "%num", "%count", "count"})  # a form for one need not say the number
_LONE_PERCENT = re.compile(r"%(?![%(])")
_TAG = re.compile(r"</?[a-zA-Z][a-zA-Z0-9-]*")


@dataclass(frozen=True, slots=True)
class CatalogueFault:
    """What is wrong with one entry of a catalogue, and where.

    Attributes:
        id: the English sentence.
        context: the context that is part of its id; None where there is none.
        why: what is wrong, in English, for the translator.
        line: the line of the file; None where it is not known.

    >>> str(CatalogueFault("Round {n}", None, "{n} is missing", 12))
    "line 12: 'Round {n}': {n} is missing"
    """

    id: str
    context: str | None
    why: str
    line: int | None

    def __str__(self) -> str:
        where = f"line {self.line}: " if self.line else ""
        return f"{where}{self.id!r}: {self.why}"


def places(sentence: str) -> frozenset[str]:
    """Return the named places of a sentence: `{name}` of the code, `%(name)s` of the templates.

    Raises:
        ValueError: if a brace is open.

    >>> sorted(places("{white} beats {black}, %(n)s moves"))
    ['%n', 'black', 'white']
    """
    named = {f"%{name}" for name in _PERCENT.findall(sentence)}
    return frozenset(
        named | {name.partition(".")[0] for _, name, _, _ in Formatter().parse(sentence) if name}
    )


def faults(parsed: Catalog) -> Iterator[CatalogueFault]:
    """Return what would break a sentence: places that differ, a wrong count of plurals, markup not kept.

    >>> from babel.messages import Catalog
    >>> catalogue = Catalog("it")
    >>> entry = catalogue.add("Round {n}", "Turno {m}")
    >>> [fault.why for fault in faults(catalogue)]
    ['{n} is missing']
    """
    for entry in list(parsed):
        if entry.id and (why := _why_not(_forms(entry.id), _forms(entry.string), parsed.num_plurals)):
            yield CatalogueFault(_forms(entry.id)[0], entry.context, why, entry.lineno)


def missing(parsed: Catalog) -> Iterator[CatalogueFault]:
    """Return the entries that are not translated, or not wholly, or only guessed (fuzzy).

    >>> from babel.messages import Catalog
    >>> catalogue = Catalog("it")
    >>> entry = catalogue.add("Round {n}", "")
    >>> [fault.id for fault in missing(catalogue)]
    ['Round {n}']
    """
    for entry in parsed:
        if entry.id and (not all(_forms(entry.string)) or entry.fuzzy):
            yield CatalogueFault(_forms(entry.id)[0], entry.context, "it is not translated", entry.lineno)


def _forms(said: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    """Return a sentence as its forms: one, or one for each plural."""
    return (said or "",) if isinstance(said, str) or said is None else tuple(said)


def _why_not(ids: tuple[str, ...], strings: tuple[str, ...], plurals: int) -> str | None:
    if not any(strings):
        return None
    if len(ids) == 1:
        return _differs(ids[0], strings[0]) if len(strings) == 1 else "it has plurals, the source has none"
    if len(strings) != plurals:
        return f"it has {len(strings)} plural forms, the language has {plurals}"
    needed, allowed = _places_of(ids)
    faults = [_differs(ids[1], strings[0], needed - _COUNTS, allowed)]
    faults += [_differs(ids[1], one, needed, allowed) for one in strings[1:]]
    return next(filter(None, faults), None)


def _places_of(ids: tuple[str, ...]) -> tuple[frozenset[str], frozenset[str]]:
    """Return the places every plural form needs, and those it may have: `one move` needs no figure."""
    try:
        one, many = places(ids[0]), places(ids[1])
    except ValueError:
        return frozenset(), frozenset()
    return one & many, one | many


def _differs(
    source: str, words: str, needed: frozenset[str] | None = None, allowed: frozenset[str] | None = None
) -> str | None:
    if not words:
        return None
    try:
        there = places(source)
    except ValueError:
        return None  # the source itself is no pattern: its braces are text
    try:
        here = places(words)
    except ValueError:
        return "a brace is not closed"
    if lacking := (there if needed is None else needed) - here:
        return f"{_braced(lacking)} is missing"
    if strange := here - (there if allowed is None else allowed):
        return f"{_braced(strange)} is not in the source"
    if _LONE_PERCENT.search(words.replace("%%", "")) and not _LONE_PERCENT.search(source.replace("%%", "")):
        return "a % stands alone, which breaks the page of a template: write it in letters"
    if sorted(_TAG.findall(source)) != sorted(_TAG.findall(words)):
        return "its markup is not that of the source"
    return None


def _braced(names: frozenset[str]) -> str:
    return ", ".join(f"%({name[1:]})s" if name.startswith("%") else f"{{{name}}}" for name in sorted(names))
