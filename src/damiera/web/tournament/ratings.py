"""The ratings of an event, line by line: the federation's, and two that clubs may use instead."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from damiera.errors import DamieraError
from damiera.messages import Lang, Message
from damiera.rating.board import expected_board
from damiera.rating.categories import CATEGORIES
from damiera.rating.editions import Edition, edition, edition_at, editions, replaced
from damiera.rating.elo_rubele import RatingChange, RatingReport
from damiera.rating.fide import rate_fide
from damiera.rating.glicko import GlickoRating, rate_glicko
from damiera.rating.lists import RatingListLine, updated
from damiera.rating.report import list_csv, promotions_csv, report_csv
from damiera.rating.trace import TraceLine, decimal, signed
from damiera.service.tournament.event import LiveEvent
from damiera.tournament.rated import entrants, rate_event, rated_games

__all__ = ["gains_of", "rated", "rating_facts", "rating_file"]

_NAMES = {c.id: c.name for c in CATEGORIES}
_ENDED = {
    "withdrawn": Message("withdrawn"),
    "disqualified": Message("disqualified"),
    "forfeited": Message("forfeit"),
}
_GAINS_UP_TO = 400


def edition_of(live: LiveEvent, wanted: str = "") -> Edition:
    """Return the edition asked for, or that in force on the event's last day, with the arbiter's own tables.

    Raises:
        UnknownEdition: if there is none.
    """
    day = live.event.ends or live.event.starts
    found = edition(wanted) if wanted else edition_at(day) if day else edition(editions()[-1])
    return replaced(found, live.slots) if live.slots else found


def rated(live: LiveEvent, wanted: str = "") -> RatingReport:
    """Return the report by Elo-Rubele."""
    return rate_event(
        live.event,
        weight=live.announced.elo_weight,
        scope=live.announced.scope,
        edition=edition_of(live, wanted),
        overrides=live.overrides,
    )


def gains_of(live: LiveEvent) -> dict[int, str]:
    """Return what each player gains or loses, for the standings; nothing where it cannot be counted."""
    if not live.announced.elo_weight or len(live.event.players) > _GAINS_UP_TO or not live.event.rounds:
        return {}
    try:
        report = rated(live)
    except DamieraError:
        return {}
    return {c.entrant.number: f"{c.final - c.initial:+d}" for c in report.changes if c.played}


def rating_facts(
    live: LiveEvent, lang: Lang, by: str, wanted: str, k: int, opened: int | None
) -> dict[str, Any]:
    """Return a page of ratings by "rubele", "fide" or "glicko"."""
    facts: dict[str, Any] = {
        "by": by,
        "editions": [(id, edition(id).name.text(lang), edition(id).since.isoformat()) for id in editions()],
        "edition": "",
        "k": k,
        "remarks": [],
        "promotions": [],
        "leavers": [],
        "slots": live.slots,
    }
    if by == "fide":
        return {**facts, "rows": _fide(live, lang, k, opened)}
    if by == "glicko":
        return {**facts, "rows": _glicko(live)}
    report = rated(live, wanted)
    return {
        **facts,
        "edition": report.edition.id,
        "edition_name": report.edition.name.text(lang),
        "weight": report.weight,
        "remarks": [remark.text(lang) for remark in report.remarks],
        "rows": [_rubele(change, lang, opened) for change in report.changes],
        "promotions": [
            {"said": p.said().text(lang), "not_federation": p.not_federation} for p in report.promotions
        ],
        "leavers": [
            {
                "number": c.entrant.number,
                "name": c.entrant.name,
                "ended": _ENDED[c.entrant.ending].text(lang),
                "override": live.overrides.get(c.entrant.number),
            }
            for c in report.changes
            if c.entrant.ending != "finished"
        ],
    }


def _category(id: str, lang: Lang) -> str:
    return _NAMES[id].text(lang) if id in _NAMES else id


def _lines(trace: Sequence[TraceLine], lang: Lang) -> list[dict[str, str]]:
    return [
        {"label": line.label.text(lang), "sum": line.sum, "remark": line.remark.text(lang)} for line in trace
    ]


def _rubele(change: RatingChange, lang: Lang, opened: int | None) -> dict[str, Any]:
    number = change.entrant.number
    return {
        "number": number,
        "name": change.entrant.name,
        "club": change.entrant.club,
        "category": _category(change.before, lang),
        "initial": change.initial,
        "played": change.played,
        "left_out": change.left_out,
        "points": change.points,
        "expected": decimal(change.expected),
        "coefficient": change.coefficient,
        "variation": signed(change.variation, 2),
        "bonus": change.bonus,
        "final": change.final,
        "gain": f"{change.final - change.initial:+d}",
        "barred": change.barred,
        "after": _category(change.after, lang) if change.promoted else "",
        "lines": _lines(change.trace, lang) if opened == number else None,
    }


def _fide(live: LiveEvent, lang: Lang, k: int, opened: int | None) -> list[dict[str, Any]]:
    return [
        {
            "number": c.entrant.number,
            "name": c.entrant.name,
            "club": c.entrant.club,
            "after": "",
            "barred": False,
            "initial": c.initial,
            "played": c.played,
            "points": decimal(Fraction(c.points, 2), 1),
            "expected": decimal(c.expected, 2),
            "final": c.final,
            "gain": f"{c.final - c.initial:+d}",
            "lines": _lines(c.trace, lang) if opened == c.entrant.number else None,
        }
        for c in rate_fide(entrants(live.event), rated_games(live.event), k=k)
    ]


def _glicko(live: LiveEvent) -> list[dict[str, Any]]:
    people = entrants(live.event)
    before = {e.number: GlickoRating() if e.rating is None else GlickoRating(float(e.rating)) for e in people}
    after = rate_glicko(before, rated_games(live.event))
    return [
        {
            "number": e.number,
            "name": e.name,
            "club": e.club,
            "after": "",
            "barred": False,
            "initial": round(before[e.number].rating),
            "final": round(after[e.number].rating),
            "gain": f"{round(after[e.number].rating) - round(before[e.number].rating):+d}",
            "deviation": round(after[e.number].deviation),
            "volatility": f"{after[e.number].volatility:.4f}",
            "between": " – ".join(map(str, after[e.number].interval)),
            "lines": None,
        }
        for e in people
    ]


def rating_file(live: LiveEvent, lang: Lang, what: str, wanted: str) -> str | None:
    """Return a file of the ratings: "report", "promotions", "list" or "board"; None for any other."""
    report = rated(live, wanted)
    match what:
        case "report":
            return report_csv(report, lang)
        case "promotions":
            return promotions_csv(report, lang)
        case "list":
            known = [
                RatingListLine(c.entrant.name, c.initial, c.before, c.entrant.card, c.entrant.club)
                for c in report.changes
            ]
            return list_csv(updated(known, report), lang)
        case "board":
            return expected_board([c.entrant for c in report.changes], live.event.game, report.edition).csv(
                lang
            )
        case _:
            return None
