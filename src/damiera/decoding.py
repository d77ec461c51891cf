"""Plain data made into typed values, safely for programs with several threads.

msgspec finds out about a class when it first makes one, and dies if two threads do that at once. Whoever
reads data of a class says so here when their module is loaded, which one thread does; after that it is known.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import msgspec

__all__ = ["converter", "prepared"]

T = TypeVar("T")
_known: set[type] = set()


def converter(
    kind: type[T], hook: Callable[[type, object], object] | None = None, *, strict: bool = True
) -> Callable[[object], T]:
    """Return what makes plain data into a value of a class, which is found out about now.

    `hook` makes the fields of types that msgspec does not know; where it is not `strict`, text may stand for
    a number. The returned function raises `msgspec.ValidationError` for data that does not fit.
    """
    prepared(kind)

    def convert(data: object) -> T:
        return msgspec.convert(data, kind, dec_hook=hook, strict=strict)

    return convert


def prepared(*kinds: type) -> None:
    """Find out about classes now, so that `msgspec.convert` may make them in any thread later."""
    for kind in kinds:
        if kind not in _known:
            msgspec.json.Decoder(kind)
            _known.add(kind)
