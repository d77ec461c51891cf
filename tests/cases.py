"""Many small cases in one test: pytest spends more on a test of its own than most of them take."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def case(*names: object) -> Iterator[None]:
    """Name the case in what fails within the block.

    >>> with case("italian", 7):
    ...     assert True
    """
    try:
        yield
    except Exception as error:
        error.add_note(f"case: {', '.join(map(str, names))}")
        raise
