"""Versions that are read again only once somebody has stored something."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Final

from damiera.service.ports import StorePort, Transaction

__all__ = ["KnownVersions"]


class KnownVersions:
    """The versions of what is looked at each second, while hardly anybody does anything.

    Args:
        read: returns the versions of what is asked for; what there is not may be left out.
    """

    def __init__(
        self, store: StorePort, read: Callable[[Transaction, Collection[str]], Mapping[str, int]]
    ) -> None:
        self._store = store
        self._read = read
        self._known = _NOTHING

    def of(self, names: Collection[str]) -> Mapping[str, int]:
        """Return the versions of these as they stand."""
        changes = self._store.changes()  # before it is read: what is stored meanwhile is found next time
        known = self._known if changes is not None and changes == self._known[0] else _NOTHING
        unknown = frozenset(names) - known[1]
        if unknown:
            with self._store.read() as work:
                found = {**known[2], **self._read(work, unknown)}
            known = self._known = changes, known[1] | unknown, found
        return {name: known[2][name] for name in names if name in known[2]}


_NOTHING: Final[tuple[int | None, frozenset[str], Mapping[str, int]]] = None, frozenset(), {}
