"""How docstrings of the house are read for the site: examples as code, and one item a line.

An extension of griffe, see mkdocs.yml. Docstrings are written to be read in the source: an example follows
without a heading, several arguments share a line (`low, high: …`), a second line of an item stands below its
first. Griffe reads examples only under a heading, items with one name, and second lines that are indented.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import griffe

_SECTION = re.compile(r"(Args|Attributes|Raises):$")
_ITEM = re.compile(r"    (?P<names>\*{0,2}[\w.]+(?:,\s\*{0,2}[\w.]+)*):\s(?P<text>.*)")
_OPEN = re.compile(r"    [\w.]+(?:, [\w.]+)+,$")  # names that go on in the next line


class Docstrings(griffe.Extension):
    """Makes each docstring readable before it is parsed."""

    def on_object(self, *, obj: griffe.Object, **kwargs: Any) -> None:
        """Rewrite the docstring of a module, class, function or attribute; leave out `__eq__` and such."""
        if obj.name.startswith("__"):
            obj.public = obj.name == "__init__"  # the site joins it to its class
        if obj.docstring is not None:
            obj.docstring.value = readable(obj.docstring.value)

    def on_package(self, *, pkg: griffe.Module, **kwargs: Any) -> None:
        """Rewrite the docstring of the package itself, which `on_object` is not called for."""
        if pkg.docstring is not None and "```pycon" not in pkg.docstring.value:
            pkg.docstring.value = readable(pkg.docstring.value)


def readable(docstring: str) -> str:
    """Return a docstring as griffe reads it.

    >>> for line in readable("Args:\\n    a, b: two\\n    numbers.").splitlines():
    ...     print(line)
    Args:
        a: two
            numbers.
        b: two
            numbers.
    >>> readable("Add.\\n>>> 1 + 2\\n3").splitlines()
    ['Add.', '', '```pycon', '>>> 1 + 2', '3', '```']
    """
    return "\n".join(_fenced(_itemised(docstring.splitlines())))


def _itemised(lines: list[str]) -> Iterator[str]:
    """Give each name of a section an item of its own, with all its text."""
    items: list[tuple[list[str], list[str]]] = []
    within = False
    for line in _joined(lines):
        if within and line.startswith("    "):
            item = _ITEM.match(line)
            if item is not None:
                items.append((re.split(r",\s", item["names"]), [item["text"]]))
            elif items:
                items[-1][1].append(line.strip())
            continue
        yield from _written(items)
        items = []
        within = _SECTION.match(line) is not None
        yield line
    yield from _written(items)


def _joined(lines: list[str]) -> Iterator[str]:
    """Join a line of names that ends with a comma to the next."""
    before = ""
    for line in lines:
        whole = f"{before} {line.strip()}" if before else line
        before = whole if _OPEN.match(whole) else ""
        if not before:
            yield whole
    if before:
        yield before


def _written(items: list[tuple[list[str], list[str]]]) -> Iterator[str]:
    for names, (first, *others) in items:
        for name in names:
            yield f"    {name}: {first}"
            yield from (f"        {other}" for other in others)


def _fenced(lines: Iterator[str]) -> Iterator[str]:
    """Put each example, up to the blank line after it, between fences."""
    within = False
    for line in lines:
        if not within and line.startswith(">>> "):
            within = True
            yield from ("", "```pycon")
        elif within and not line.strip():
            within = False
            yield "```"
        yield line
    if within:
        yield "```"
