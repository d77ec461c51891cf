"""What several features show: a page that says what went wrong, and a list page by page."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from damiera.web.common.pages import PageView

__all__ = ["ErrorPage", "Pager"]


class ErrorPage(PageView, frozen=True):
    """What was wrong, where, and what to do now; `where` may be empty.

    Attributes:
        event: the page to go back to. `rescue`: a file with what can still be read.
    """

    template: ClassVar[str] = "common/error.html"
    what: str
    where: str
    now: str
    event: str = ""
    rescue: str = ""


class Pager(msgspec.Struct, frozen=True):
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
