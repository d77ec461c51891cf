"""Plain data made into typed values, safely for programs with several threads.

msgspec finds out about a class when it first makes one, and dies if two threads do that at once. Whoever
reads data of a class says so here when their module is loaded, which one thread does; after that it is known.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

__all__ = ["converter", "prepared"]

T = TypeVar("T")


def converter(kind: type[T]) -> Callable[[Any], T]:
    """Return what makes plain data into a value of a class, which is found out about now.

    The returned function raises `msgspec.ValidationError` for data that does not fit.
    """
    prepared(kind)

    def convert(data: Any) -> T:
        return msgspec.convert(data, kind)

    return convert


def prepared(*kinds: type[Any]) -> None:
    """Find out about classes now, so that `msgspec.convert` may make them in any thread later."""
    for kind in kinds:
        msgspec.json.Decoder(kind)
