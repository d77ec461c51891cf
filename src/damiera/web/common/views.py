"""What several features show: a page that says what went wrong, and a list page by page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from damiera.web.common.pages import PageView

__all__ = ["ErrorPage", "Pager"]


@dataclass(frozen=True, slots=True)
class ErrorPage(PageView):
    """What was wrong, where, and what to do now; `where` may be empty. `event`: the page to go back to."""

    template: ClassVar[str] = "common/error.html"
    what: str
    where: str
    now: str
    event: str = ""


@dataclass(frozen=True, slots=True)
class Pager:
    """A page of a list: its number, from 1, and how many there are."""

    number: int
    of: int

    @property
    def before(self) -> bool:
        """Whether a page comes before it."""
        return self.number > 1

    @property
    def more(self) -> bool:
        """Whether a page comes after it."""
        return self.number < self.of
