"""Every addend of a player's tie-breaks, what stands above them, and how ties were settled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from damiera.messages import Joined, Lang, Message, Text
from damiera.tournament.model import Kind
from damiera.tournament.pairing.keizer import KeizerAddend
from damiera.tournament.standings import Standing, StandingRow
from damiera.tournament.tiebreak.catalogue import tiebreak
from damiera.tournament.tiebreak.procedure import TieStep
from damiera.web.tournament.views.words import KINDS

__all__ = ["SettledTie", "TiebreakSums", "keizer_sum", "settled_ties", "tiebreak_sums"]


class AddendView(msgspec.Struct, frozen=True):
    """One addend: its figure, from whom or why, and whether it is cut."""

    said: str
    reason: str
    cut: bool
    name: str
    round: int | None


class TiebreakSum(msgspec.Struct, frozen=True):
    """A tie-break of a player with its addends; `means`: what it is, where that needs saying."""

    short: str
    name: str
    value: str
    parts: tuple[AddendView, ...]
    means: str


class TiebreakSums(msgspec.Struct, frozen=True):
    """The tie-breaks of a player; `above`: what puts whoever is above them there."""

    lines: tuple[TiebreakSum, ...]
    above: str


class SettledTie(msgspec.Struct, frozen=True):
    """A step of the procedure: who was tied, what was asked, each one's figure, the order if it decided."""

    names: tuple[str, ...]
    step: str
    figures: tuple[tuple[str, str], ...]
    order: tuple[tuple[str, ...], ...]
    said: str


_STEPS: Final = {
    "direct": Message("games among the tied"),
    "wins": Message("wins", context="how many"),
    "playoff": Message("play-off"),
}


def settled_ties(whole: Standing, lang: Lang) -> tuple[SettledTie, ...]:
    """Return how ties were settled, step by step."""
    return tuple(
        SettledTie(
            names=tuple(whole.names[n] for n in step.tied),
            step=_STEPS[step.step].text(lang),
            figures=tuple((whole.names[n], _figure(whole, step, f)) for n, f in step.figures),
            order=tuple(tuple(whole.names[n] for n in group) for group in step.groups)
            if step.decided
            else (),
            said=step.said.text(lang),
        )
        for step in whole.steps
    )


def _figure(whole: Standing, step: TieStep, figure: int) -> str:
    return whole.books.sheet.scoring.said(figure) if step.step == "direct" else str(figure)


def tiebreak_sums(whole: Standing, row: StandingRow, lang: Lang) -> TiebreakSums:
    """Return every addend of a player's tie-breaks."""
    unit = whole.books.sheet.unit
    lines = []
    for code, value in zip(whole.rules.tiebreaks, row.values, strict=True):
        if value is None:
            continue
        kind = tiebreak(code)
        parts = tuple(
            AddendView(
                said=kind.said(a.value, unit),
                reason=a.reason.text(lang),
                cut=a.cut,
                name=whole.names.get(a.opponent, "") if a.opponent else "",
                round=a.round,
            )
            for a in whole.addends(row.number, code)
        )
        means = kind.means.text(lang) if kind.means else ""
        if any(part.reason == means for part in parts):
            means = ""  # said already
        lines.append(TiebreakSum(kind.short, kind.name.text(lang), kind.said(value, unit), parts, means))
    return TiebreakSums(tuple(lines), _above(whole, row, lang))


_KEIZER: Final = Message("one's own value, then what each evening brought")
_OWN: Final = Message("own value")
_SHARE: Final = Message("{share} of {value}")
_VALUE: Final = Message("value {value}")


def keizer_sum(
    addends: Sequence[KeizerAddend], names: Mapping[int, str], points: str, lang: Lang
) -> TiebreakSum:
    """Return what a player's Keizer points are made of: own value first, then evening by evening.

    >>> from fractions import Fraction
    >>> own = KeizerAddend(0, 1, None, None, 6, Fraction(1), 6)
    >>> won = KeizerAddend(1, 1, 2, Kind.PLAYED, 4, Fraction(1, 2), 2)
    >>> [(one.said, one.name, one.reason) for one in keizer_sum((own, won), {2: "Neri"}, "8", "en").parts]
    [('6', '', 'own value'), ('2', 'Neri', '1/2 of 4')]
    """
    parts = tuple(
        AddendView(
            said=str(one.points),
            reason=_shared(one).text(lang),
            cut=False,
            name=names.get(one.opponent, "") if one.opponent else "",
            round=one.round or None,
        )
        for one in addends
    )
    return TiebreakSum("Keizer", _KEIZER.text(lang), points, parts, "")


def _shared(one: KeizerAddend) -> Text:
    """Say which share of which value an evening brought, and what it was where no game was played."""
    if one.kind is None:
        return _OWN
    said = _SHARE.format(share=one.share, value=one.value)
    if one.opponent is not None:
        return _VALUE.format(value=one.value) if one.share == 1 else said
    return Joined((KINDS.get(one.kind, KINDS[Kind.ZERO_BYE]), said), ": ")


_ABOVE: Final = Message("Behind {name}: {what} decides, {a} to {b}.")
_FURTHER: Final = Message("{name} came further in the bracket.")
_SHARED: Final = Message("Level with {name}.")
_STEP: Final = Message("Level on points and quotients with {name}: the tie-break procedure decides.")
_POINTS: Final = Message("the score")


def _above(whole: Standing, row: StandingRow, lang: Lang) -> str:
    if row.rank is None:
        return ""
    rows = whole.ranked
    place = next(i for i, r in enumerate(rows) if r.number == row.number)
    if not place:
        return ""
    up = rows[place - 1]
    name = whole.names[up.number]
    if up.rank == row.rank:
        return _SHARED.format(name=name).text(lang)
    came = whole.books.sheet.stages
    if came and came[up.number] != came[row.number]:
        return _FURTHER.format(name=name).text(lang)
    if up.points != row.points:
        a, b = whole.points_said(up), whole.points_said(row)
        return _ABOVE.format(name=name, what=_POINTS, a=a, b=b).text(lang)
    ups, mine = whole.values_said(up), whole.values_said(row)
    for code, a, b in zip(whole.rules.tiebreaks, ups, mine, strict=True):
        if a != b:
            return _ABOVE.format(name=name, what=tiebreak(code).name, a=a, b=b).text(lang)
        if code == "direct":
            break
    return _STEP.format(name=name).text(lang)
