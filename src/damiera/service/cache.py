"""What a process keeps of games and events, and how it is changed when others may write at the same time.

A kept value counts only while its version is the store's. Nobody waits for anybody: whoever finds when they
write that somebody else was quicker looks again.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from typing import Final, Generic, Protocol, TypeVar

from cachetools import LRUCache

from damiera.errors import DamieraError
from damiera.messages import Text
from damiera.service.errors import Conflict
from damiera.service.ports import StorePort, Transaction

__all__ = ["ATTEMPTS", "LiveCache", "Overtaken", "Versioned"]

ATTEMPTS: Final = 6
"""How often a step is tried that others overtake."""


class Versioned(Protocol):
    """Something that has a name and a version; the version grows with every change."""

    @property
    def id(self) -> str: ...
    @property
    def version(self) -> int: ...


T = TypeVar("T")
Live = TypeVar("Live", bound=Versioned)
Refresh = Callable[[Transaction, str, Live | None], Live]


class Overtaken(Exception):
    """Somebody else wrote first: the step is to be done again on what they wrote."""


class LiveCache(Generic[Live]):
    """Values by name: those that are held, and those used last. Threads may share it.

    Args:
        refresh: returns the value of a name as a transaction sees it; it is given the one that is kept, if
            any. It raises `NotFound` if there is none.
        kept: how many of those used last are kept, beside those that are held.
        overtaken: what is said to somebody who is always overtaken.
    """

    def __init__(
        self, store: StorePort, refresh: Refresh[Live], *, kept: int, overtaken: Text | None = None
    ) -> None:
        self.store = store
        self._refresh = refresh
        self._overtaken = overtaken
        self._recent: LRUCache[str, Live] = LRUCache(kept)
        self._held: dict[str, Live | None] = {}
        self._lock = threading.Lock()

    def load(self, id: str) -> Live:
        """Return the value as it stands now. Raises `NotFound`."""
        with self.store.read() as work:
            live = self.fetch(work, id)
        self.keep(live)
        return live

    def fetch(self, work: Transaction, id: str) -> Live:
        """Return the value as a transaction sees it. Raises `NotFound`."""
        with self._lock:
            known = self._known(id)
        return self._refresh(work, id, known)

    def update(
        self,
        id: str,
        step: Callable[[Transaction, Live], tuple[Live, T]],
        *,
        trusting: bool = False,
    ) -> tuple[Live, T]:
        """Do something with a value in one transaction; what it raises undoes all of it.

        Args:
            step: is given the value and returns the one after it, with a result of its own. It raises
                `Overtaken` if another process wrote meanwhile, and is done again on the value as it is then.
            trusting: first try the value that is kept without asking the store for its version. Only for a
                step that writes nothing to a value that is not the store's; where it writes nothing, or
                refuses, the version is looked at before it is believed.
        Raises:
            NotFound: if there is no such value.
            Conflict: if others are always quicker.
        """
        for attempt in range(ATTEMPTS):
            try:
                trusts = trusting and attempt == 0
                with self.store.write(bare=trusts) as work:
                    if trusts:
                        live, result = self._trust(work, id, step)
                    else:
                        live, result = step(work, self.fetch(work, id))
                    work.when_stored(partial(self.keep, live))
            except Overtaken:
                continue
            return live, result
        raise Conflict(self.load(id).version, self._overtaken)

    def _trust(
        self, work: Transaction, id: str, step: Callable[[Transaction, Live], tuple[Live, T]]
    ) -> tuple[Live, T]:
        """Do a step on the value that is kept. Raises `Overtaken` if that is none, or not the store's."""
        with self._lock:
            known = self._known(id)
        if known is None:
            raise Overtaken
        try:
            live, result = step(work, known)
        except DamieraError as error:
            if self._refresh(work, id, known).version != known.version:
                raise Overtaken from error
            raise
        if live.version == known.version and self._refresh(work, id, known).version != known.version:
            raise Overtaken
        return live, result

    def keep(self, live: Live) -> None:
        """Remember a value, unless a newer version of it is known."""
        with self._lock:
            known = self._known(live.id)
            newest = live if known is None or known.version <= live.version else known
            if live.id in self._held:
                self._held[live.id] = newest
                return
            self._recent[live.id] = newest

    def kept(self, id: str) -> Live | None:
        """Return the value that is kept, if any; it may not be the store's any more."""
        with self._lock:
            return self._known(id)

    def forget(self, id: str) -> None:
        """Forget a value: it is no more, or is to be read anew."""
        with self._lock:
            self._recent.pop(id, None)
            if id in self._held:
                self._held[id] = None

    def hold(self, id: str) -> None:
        """Keep a value until it is released, however many others are used."""
        with self._lock:
            if id not in self._held:
                self._held[id] = self._recent.pop(id, None)

    def release(self, id: str) -> None:
        """Keep a value only as long as others that are used."""
        with self._lock:
            live = self._held.pop(id, None)
        if live is not None:
            self.keep(live)

    def _known(self, id: str) -> Live | None:
        return self._held.get(id) or self._recent.get(id)
