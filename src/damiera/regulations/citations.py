"""The link from code to the article it carries out."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

__all__ = ["cited", "implements"]

_T = TypeVar("_T", bound=Callable[..., object])


def implements(*refs: str) -> Callable[[_T], _T]:
    """Mark a function or class as the place where articles are carried out.

    The references are checked against the rulebooks by `tests/test_citations.py`, which reads the source,
    so that importing code never opens a rulebook.

    >>> @implements("fid.italian:6.7")
    ... def king_before_man() -> None: ...
    >>> cited(king_before_man)
    ('fid.italian:6.7',)
    """

    def mark(target: _T) -> _T:
        target.__articles__ = cited(target) + refs  # type: ignore[attr-defined]
        return target

    return mark


def cited(target: object) -> tuple[str, ...]:
    """Return the references `implements` left on `target`, outermost last."""
    refs: tuple[str, ...] = getattr(target, "__articles__", ())
    return refs
