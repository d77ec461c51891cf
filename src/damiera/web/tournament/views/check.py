"""What the independent check says of every round."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

import msgspec

from damiera.messages import Lang, Message
from damiera.service.tournament.event import LiveEvent
from damiera.tournament.certificate import CertificateState, certified_rounds
from damiera.tournament.check import RoundFinding, check_event
from damiera.web.tournament.views.head import EventPage, event_head

__all__ = ["CheckPage", "CheckRemark", "check_page", "rehearse_check", "remark"]


_CERTIFIED: Final[Mapping[CertificateState, Message]] = {
    "holds": Message("The certificate was counted anew from the log: it holds."),
    "input": Message("The certificate does not hold: the log tells of another event than it was made of."),
    "verdict": Message("The certificate does not hold: the check says something else than it said then."),
    "none": Message("Without a certificate: paired by an earlier version, or brought in from a file."),
}


class CheckRemark(msgspec.Struct, frozen=True):
    """Something the check has to say; `gravity`: error, warning or note."""

    gravity: str
    said: str


class CheckedRound(msgspec.Struct, frozen=True):
    """A round that was checked.

    Attributes:
        gaps: the squares of the differences of points, `least` what they could have been.
        clashes: boards whose two players were due the same colour.
        errors: how many findings are against the rules.
        certificate: whether its certificate holds, counted anew, in words; `certified` in one.
    """

    number: int
    boards: int
    gaps: int
    least: int
    clashes: int
    errors: int
    findings: tuple[CheckRemark, ...]
    certificate: str
    certified: CertificateState


class CheckPage(EventPage, kw_only=True, frozen=True):
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
    states = _certificates(live)
    rounds = tuple(
        CheckedRound(
            number=verdict.round,
            boards=verdict.boards,
            gaps=verdict.gaps,
            least=verdict.least,
            clashes=verdict.clashes,
            errors=sum(f.gravity == "error" for f in verdict.findings),
            findings=tuple(remark(f, lang) for f in verdict.findings),
            certificate=_CERTIFIED[states.get(verdict.round, "none")].text(lang),
            certified=states.get(verdict.round, "none"),
        )
        for verdict in check_event(live.field)
    )
    return CheckPage(
        head=event_head(live, lang), rounds=rounds, errors=sum(r.errors for r in rounds), brought=brought
    )


def rehearse_check(live: LiveEvent) -> None:
    """Count the certificates of an event before anybody asks: they hold for as long as their lines stand."""
    _certificates(live.whole)


def _certificates(live: LiveEvent) -> dict[int, CertificateState]:
    """Return by the round what the certificate of its last pairing is worth, counted anew from the log."""
    section = live.section.number if live.section else 0
    counted = certified_rounds(live.log.within(0))
    return {one.round: one.state for one in counted if one.section == section}
