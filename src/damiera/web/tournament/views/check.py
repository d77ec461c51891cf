"""What the independent check says of every round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from damiera.messages import Lang
from damiera.service.tournament.event import LiveEvent
from damiera.tournament.check import RoundFinding, check_event
from damiera.web.tournament.views.head import EventPage, event_head

__all__ = ["CheckPage", "CheckRemark", "check_page", "remark"]


@dataclass(frozen=True, slots=True)
class CheckRemark:
    """Something the check has to say; `gravity`: error, warning or note."""

    gravity: str
    said: str


@dataclass(frozen=True, slots=True)
class CheckedRound:
    """A round that was checked.

    Attributes:
        gaps: the squares of the differences of points, `least` what they could have been.
        clashes: boards whose two players were due the same colour.
        errors: how many findings are against the rules.
    """

    number: int
    boards: int
    gaps: int
    least: int
    clashes: int
    errors: int
    findings: tuple[CheckRemark, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckPage(EventPage):
    """The check of every round; `brought`: the event has just come from a file."""

    template: ClassVar[str] = "tournament/check.html"
    tab: str = "log"
    rounds: tuple[CheckedRound, ...]
    errors: int
    brought: bool


def remark(finding: RoundFinding, lang: Lang) -> CheckRemark:
    """Return a finding in words."""
    return CheckRemark(finding.gravity, finding.text(lang))


def check_page(live: LiveEvent, lang: Lang, *, brought: bool) -> CheckPage:
    """Return the check of every round."""
    rounds = tuple(
        CheckedRound(
            number=verdict.round,
            boards=verdict.boards,
            gaps=verdict.gaps,
            least=verdict.least,
            clashes=verdict.clashes,
            errors=sum(f.gravity == "error" for f in verdict.findings),
            findings=tuple(remark(f, lang) for f in verdict.findings),
        )
        for verdict in check_event(live.field)
    )
    return CheckPage(
        head=event_head(live, lang), rounds=rounds, errors=sum(r.errors for r in rounds), brought=brought
    )
