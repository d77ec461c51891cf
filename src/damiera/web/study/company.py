"""Who has a study open: nobody is kept who has gone, and nothing is stored."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from damiera.service.identity import Visitor

__all__ = ["StudyCompany"]


class StudyCompany:
    """The people with a screen at each study, and how many strangers look on.

    Args:
        stamps: how far some studies have come.
    """

    def __init__(self, stamps: Callable[[Sequence[str]], Mapping[str, tuple[int, int]]]) -> None:
        self._stamps = stamps
        self._screens: defaultdict[str, Counter[Visitor | None]] = defaultdict(Counter)
        self._came_and_went: Counter[str] = Counter()

    @contextmanager
    def present(self, study: str, visitor: Visitor | None) -> Iterator[None]:
        """Count a screen in for as long as the block lasts."""
        screens = self._screens[study]
        screens[visitor] += 1
        self._came_and_went[study] += 1
        try:
            yield
        finally:
            screens[visitor] -= 1
            self._came_and_went[study] += 1
            if not screens.total():
                del self._screens[study]

    def beside(self, study: str, visitor: Visitor | None) -> tuple[list[str], int]:
        """Return who else looks at a study: their names in order, and how many have none."""
        screens = self._screens.get(study, Counter[Visitor | None]())
        me = visitor.id if visitor else None
        known = {one.id: one.name for one, n in screens.items() if one is not None and n and one.id != me}
        strangers = screens[None] - (me is None and screens[None] > 0)
        return sorted(known.values(), key=str.casefold), strangers

    def stamps(self, studies: Sequence[str]) -> dict[str, tuple[int, int]]:
        """Return how far some studies have come, and how often somebody has come to each or gone."""
        found = self._stamps(studies)
        return {id: (version, self._came_and_went[id]) for id, (version, _) in found.items()}
