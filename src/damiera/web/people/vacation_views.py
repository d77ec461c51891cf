"""The page of one's vacation by correspondence."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar

from damiera.messages import Lang, long_date
from damiera.service.vacations import VacationFacts
from damiera.web.common.pages import PageView

__all__ = ["VacationPage", "vacation_page"]


class VacationPage(PageView, frozen=True):
    """How somebody stands with their vacation, and the form of one.

    Attributes:
        could_go, away: in how many games they could go on vacation, and are.
        days: how many they have in a year; `left` is what they have still of `year`.
        most: the longest vacation that can begin now; it may go on in the next year.
        until: to when they are away; empty where they are not.
        wrong: what was refused; empty where nothing is.
        given: the days that were asked for then.
    """

    template: ClassVar[str] = "people/vacation.html"
    could_go: int
    away: int
    days: int
    left: int
    most: int
    year: int
    until: str
    wrong: str = ""
    given: str = ""


def vacation_page(facts: VacationFacts, lang: Lang, *, wrong: str = "", given: str = "") -> VacationPage:
    """Return the page as its reader sees it now."""
    until = facts.until
    return VacationPage(
        could_go=facts.could,
        away=facts.away,
        days=facts.days,
        left=facts.left,
        most=facts.most,
        year=facts.year,
        until="" if until is None else long_date(datetime.fromtimestamp(until / 1000).date(), lang),
        wrong=wrong,
        given=given,
    )
