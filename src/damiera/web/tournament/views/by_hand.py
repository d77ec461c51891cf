"""A round by hand: its boards, who is still to be paired, and what the check has to say of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import ClassVar

import msgspec

from damiera.errors import DamieraError
from damiera.messages import Lang
from damiera.service.tournament.by_hand import people_of, said_name
from damiera.service.tournament.event import LiveEvent
from damiera.tournament.check import check_pairs
from damiera.tournament.model import EventPlayer, Pair
from damiera.web.tournament.views.check import CheckRemark, remark
from damiera.web.tournament.views.head import EventPage, event_head, field_of, refusal

__all__ = ["ManualRoundPage", "ManualRoundView", "manual_round_page"]


class ManualRoundView(msgspec.Struct, frozen=True):
    """The form of a round by hand.

    Attributes:
        rows: White and Black of each board, as written; those still to be filled are empty.
        people: who can be paired, as the fields show them, each with Elo, club and province.
        missing: who is still to be paired.
        checked: whether there are pairs that the check has seen.
    """

    round: int
    rows: tuple[tuple[str, str], ...]
    people: tuple[tuple[str, str], ...]
    missing: tuple[str, ...]
    findings: tuple[CheckRemark, ...]
    checked: bool


class ManualRoundPage(EventPage, kw_only=True, frozen=True):
    """A round by hand; `waits` says why it cannot be paired yet, `field` where the form is refused."""

    template: ClassVar[str] = "tournament/hand.html"
    tab: str = "desk"
    hand: ManualRoundView
    waits: str
    fields: Mapping[str, str]
    field: str


def manual_round_page(
    live: LiveEvent,
    lang: Lang,
    round: int,
    pairs: Sequence[Pair],
    *,
    typed: Sequence[tuple[str, str]] = (),
    fields: Mapping[str, str],
    wrong: DamieraError | None = None,
) -> ManualRoundPage:
    """Return the form of a round by hand; its boards are as `typed` where no pairs came of them."""
    coming = live.next_round()
    return ManualRoundPage(
        head=event_head(live, lang),
        hand=_round(live, lang, round, pairs, typed if wrong and not pairs else ()),
        waits=coming.waits.text(lang) if coming.waits and round == coming.number else "",
        fields=fields,
        field=field_of(wrong),
        wrong=refusal(wrong, lang),
    )


def _round(
    live: LiveEvent, lang: Lang, round: int, pairs: Sequence[Pair], typed: Sequence[tuple[str, str]]
) -> ManualRoundView:
    people = people_of(live, round)
    names = {p.number: said_name(p) for p in live.field.players}
    seated = Counter(n for p in pairs for n in (p.white, p.black) if n)
    rows = tuple((names.get(p.white, str(p.white)), names.get(p.black or 0, "")) for p in pairs)
    empty = max(0, (len(people) - sum(seated.values()) + 1) // 2)
    findings = check_pairs(live.field, round, pairs).findings if pairs else ()
    return ManualRoundView(
        round=round,
        rows=tuple(typed) or rows + (("", ""),) * empty,
        people=tuple((said_name(p), _about(p)) for p in people),
        missing=tuple(said_name(p) for p in people if p.number not in seated),
        findings=tuple(remark(f, lang) for f in findings if f.rule != "missing"),
        checked=bool(pairs),
    )


def _about(player: EventPlayer) -> str:
    return " · ".join(filter(None, (str(player.elo or ""), player.club, player.province)))
