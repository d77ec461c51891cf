"""Who is at the club: everybody with its page open. Nobody is kept who has gone, and nothing is stored."""

from __future__ import annotations

import hashlib
import secrets
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from damiera.service.challenges import Challenges
from damiera.service.identity import Visitor

__all__ = ["ClubPresence"]


class ClubPresence:
    """The people with a screen at the club, and how many strangers look on.

    Args:
        stamps: what changes when a game of the club waits, begins or ends.
        said: how far the chat of the club has come.
        key: of the words by which people name one another to the server: the same for all its workers.

    Attributes:
        challenges: who has asked whom for a game.
        when_changed: called when somebody has come here or gone.
    """

    def __init__(
        self,
        stamps: Callable[[Sequence[str]], Mapping[str, tuple[int, int]]],
        said: Callable[[], int] = lambda: 0,
        key: str | None = None,
    ) -> None:
        self._stamps = stamps
        self._said = said
        self.challenges = Challenges()
        self.when_changed: Callable[[], None] = lambda: None
        self._key = hashlib.blake2s((key or secrets.token_urlsafe()).encode()).digest()
        self._elsewhere: dict[str, Visitor] = {}
        self._known: dict[str, Visitor] = {}
        self._screens: Counter[str] = Counter()
        self._came_and_went = 0
        self.strangers = 0

    def enter(self, visitor: Visitor | None) -> None:
        """Let a screen in."""
        if visitor is None:
            self.strangers += 1
            return
        self._screens[visitor.id] += 1
        if self._known.get(visitor.id) != visitor:
            self._known[visitor.id] = visitor
            self._came_and_went += 1
            self.when_changed()

    def leave(self, visitor: Visitor | None) -> None:
        """See a screen out."""
        if visitor is None:
            self.strangers -= 1
            return
        self._screens[visitor.id] -= 1
        if not self._screens[visitor.id]:
            del self._screens[visitor.id], self._known[visitor.id]
            self._came_and_went += 1
            self.when_changed()

    def see_elsewhere(self, people: Iterable[Visitor]) -> None:
        """Take note of who has the page open at other workers."""
        self._elsewhere = {one.id: one for one in people}
        self._came_and_went += 1

    @property
    def here(self) -> frozenset[str]:
        """The players whose screen is at this worker."""
        return frozenset(self._known)

    @property
    def ids(self) -> frozenset[str]:
        """The players who are here."""
        return self.here | self._elsewhere.keys()

    @property
    def people(self) -> list[Visitor]:
        """Who is here, by name."""
        everybody = {**self._elsewhere, **self._known}.values()
        return sorted(everybody, key=lambda one: (one.name.casefold(), one.id))

    def handle(self, visitor: Visitor) -> str:
        """Return by which word the others name somebody who is here to the server; empty once they left."""
        if visitor.id not in self._known and visitor.id not in self._elsewhere:
            return ""
        return hashlib.blake2s(visitor.id.encode(), key=self._key, digest_size=8).hexdigest()

    def named(self, handle: str) -> Visitor | None:
        """Return who is here under a handle; None once they left."""
        return next((one for one in self.people if handle and self.handle(one) == handle), None)

    def stamps(self, names: Sequence[str]) -> dict[str, tuple[int, int, int]]:
        """Return for each name how far the club has come: its games, people with challenges, and its chat."""
        people, said = self._came_and_went + self.challenges.changes, self._said()
        return {name: (games, people, said) for name, (games, _) in self._stamps(names).items()}
