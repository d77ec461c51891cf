"""Who is at the club: everybody with its page open. Nobody is kept who has gone, and nothing is stored."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from damiera.service.challenges import Challenges
from damiera.service.identity import Visitor

__all__ = ["ClubPresence"]


class ClubPresence:
    """The people with a screen at the club, and how many strangers look on.

    Args:
        stamps: what changes when a game of the club waits, begins or ends.
        said: how far the chat of the club has come.

    Attributes:
        challenges: who has asked whom for a game.
    """

    def __init__(
        self,
        stamps: Callable[[Sequence[str]], Mapping[str, tuple[int, int]]],
        said: Callable[[], int] = lambda: 0,
    ) -> None:
        self._stamps = stamps
        self._said = said
        self.challenges = Challenges()
        self._handles: dict[str, str] = {}
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
            self._handles.setdefault(visitor.id, secrets.token_urlsafe(8))
            self._came_and_went += 1

    def leave(self, visitor: Visitor | None) -> None:
        """See a screen out."""
        if visitor is None:
            self.strangers -= 1
            return
        self._screens[visitor.id] -= 1
        if not self._screens[visitor.id]:
            del self._screens[visitor.id], self._known[visitor.id], self._handles[visitor.id]
            self._came_and_went += 1

    @property
    def ids(self) -> frozenset[str]:
        """The players who are here."""
        return frozenset(self._known)

    @property
    def people(self) -> list[Visitor]:
        """Who is here, by name."""
        return sorted(self._known.values(), key=lambda one: (one.name.casefold(), one.id))

    def handle(self, visitor: Visitor) -> str:
        """Return by which word the others name somebody who is here to the server; empty once they left."""
        return self._handles.get(visitor.id, "")

    def named(self, handle: str) -> Visitor | None:
        """Return who is here under a handle; None once they left."""
        return next((self._known[id] for id, own in self._handles.items() if own == handle), None)

    def stamps(self, names: Sequence[str]) -> dict[str, tuple[int, int, int]]:
        """Return for each name how far the club has come: its games, people with challenges, and its chat."""
        people, said = self._came_and_went + self.challenges.changes, self._said()
        return {name: (games, people, said) for name, (games, _) in self._stamps(names).items()}
