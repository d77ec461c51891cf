"""Standings as the pages of the hall show them: places, cells, every addend."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any, Final

from damiera.lang import Lang, Text
from damiera.service.hall_event import LiveEvent
from damiera.tournament.model import Entry as Line
from damiera.tournament.model import Event, Kind, Mark, entries
from damiera.tournament.standings import (
    Rules,
    Standing,
    StandingRow,
    classification,
    classifications,
    club_classification,
    parse_tiebreaks,
    standing,
)
from damiera.tournament.tiebreak.catalogue import tiebreak
from damiera.web.hallwords import CHANGES, KINDS

__all__ = ["column", "standing_facts", "standing_now"]

_AGAINST_WHITE: Final = Text("col Bianco contro", "as White against")
_AGAINST_BLACK: Final = Text("col Nero contro", "as Black against")


def standing_now(live: LiveEvent, after: int | None = None) -> Standing:
    """Return the standing by the tie-breaks that were announced."""
    codes = parse_tiebreaks(live.announced.tiebreaks)
    return standing(live.event, Rules(codes) if codes else None, after)


def standing_facts(
    live: LiveEvent, lang: Lang, *, after: int | None, by: str, opened: int | None
) -> dict[str, Any]:
    """Return the standing after a round: everybody, or the classifications asked for."""
    event = live.event
    shown = after if after and event.round(after) else event.played_rounds
    whole = standing_now(live, shown)
    ranks = {r.number: r.rank for r in whole.rows}
    columns = [(column(code), _column_name(code, lang)) for code in whole.rules.tiebreaks]
    tables: list[dict[str, Any]] = []

    def table(title: str, rows: Sequence[StandingRow]) -> None:
        tables.append({
            "title": title,
            "rows": [_standing_row(live, whole, row, ranks, lang, opened) for row in rows],
        })  # fmt: skip

    clubs: list[dict[str, Any]] = []
    if by in ("category", "province", "group"):
        for fact, rows in classifications(whole, event, by).items():  # type: ignore[arg-type]
            table(fact, rows)
    elif by == "women":
        women = {p.number for p in event.players if p.sex == "f"}
        table("", classification(whole, lambda n: n in women))
    elif by == "club":
        clubs = [
            {
                "rank": c.rank,
                "club": c.club,
                "points": event.settings.scoring.said(c.points),
                "players": [event.player(n).name for n in c.counted],
            }
            for c in club_classification(whole, event)
        ]
    else:
        table("", whole.rows)
    return {
        "after": shown,
        "rounds": [r.number for r in event.rounds if r.number <= shown],
        "all_rounds": [r.number for r in event.rounds],
        "columns": columns,
        "tables": tables,
        "clubs": clubs,
        "by": by,
        "steps": [_step_said(live, s, lang) for s in whole.steps],
        "open": len(live.open_games) if shown == event.played_rounds else 0,
    }


def column(code: str) -> str:
    """Return what stands above a tie-break's column."""
    return "=" if code == "direct" else tiebreak(code).short


def _column_name(code: str, lang: Lang) -> str:
    return (
        Text("incontro diretto", "direct encounter").get(lang)
        if code == "direct"
        else tiebreak(code).name.get(lang)
    )


def _step_said(live: LiveEvent, step: Any, lang: Lang) -> str:
    said = getattr(step, "said", None)
    return said.get(lang) if isinstance(said, Text) else ""


def _standing_row(
    live: LiveEvent,
    whole: Standing,
    row: StandingRow,
    ranks: dict[int, int | None],
    lang: Lang,
    opened: int | None,
) -> dict[str, Any]:
    event = live.event
    player = event.player(row.number)
    return {
        "number": row.number,
        "rank": row.rank,
        "name": player.name,
        "club": player.club,
        "category": player.category,
        "elo": player.elo,
        "points": whole.points_said(row),
        "values": whole.values_said(row),
        "cells": _cells(event, row.number, whole.after_round, ranks, lang),
        "record": f"{row.won} {row.drawn} {row.lost}",
        "left": CHANGES[row.left].get(lang) if row.left else "",
        "sums": _sums(live, whole, row, lang) if opened == row.number else None,
    }


def _cells(
    event: Event, number: int, after: int, ranks: dict[int, int | None], lang: Lang
) -> list[dict[str, Any]]:
    out = []
    own = entries(event, number, after)
    for round, lines in groupby(own, key=lambda e: e.round):
        out.append({"round": round, "games": [_cell(event, e, ranks, lang) for e in lines]})
    return out


def _cell(event: Event, line: Line, ranks: dict[int, int | None], lang: Lang) -> dict[str, Any]:
    scoring = event.settings.scoring
    if line.opponent is None:
        return {
            "bye": True,
            "points": scoring.said(line.points),
            "said": KINDS.get(line.kind, KINDS[Kind.ZERO_BYE]).get(lang),
        }
    under_way = line.mark is None and line.kind is not Kind.ANNULLED
    return {
        "bye": False,
        "rank": ranks.get(line.opponent) or f"n{line.opponent}",
        "white": line.colour == "white",
        "points": "" if under_way else scoring.said(line.points),
        "mark": {Mark.WIN: "w", Mark.DRAW: "d", Mark.LOSS: "l", None: ""}[line.mark],
        "forfeit": line.kind is Kind.FORFEIT,
        "annulled": line.kind is Kind.ANNULLED,
        "said": (_AGAINST_WHITE if line.colour == "white" else _AGAINST_BLACK).get(lang),
        "who": event.player(line.opponent).name,
    }


def _sums(live: LiveEvent, whole: Standing, row: StandingRow, lang: Lang) -> dict[str, Any]:
    """Return every addend of a player's tie-breaks, and what puts the one above him there."""
    unit = whole.books.sheet.unit
    lines = []
    for code, value in zip(whole.rules.tiebreaks, row.values, strict=True):
        if value is None:
            continue
        kind = tiebreak(code)
        parts = [
            {
                "said": kind.said(a.value, unit),
                "reason": a.reason.get(lang),
                "cut": a.cut,
                "name": whole.names.get(a.opponent, "") if a.opponent else "",
                "round": a.round,
            }
            for a in whole.addends(row.number, code)
        ]
        lines.append({
            "short": kind.short,
            "name": kind.name.get(lang),
            "value": kind.said(value, unit),
            "parts": parts,
            "means": kind.means.get(lang) if kind.means else "",
        })  # fmt: skip
    return {"lines": lines, "above": _above(whole, row, lang)}


_ABOVE: Final = Text(
    "Dopo {name}: decide {what}, {a} contro {b}.", "Behind {name}: {what} decides, {a} to {b}."
)
_SHARED: Final = Text("Alla pari con {name}.", "Level with {name}.")
_STEP: Final = Text(
    "Pari a punti e quozienti con {name}: decide la procedura di spareggio.",
    "Level on points and quotients with {name}: the tie-break procedure decides.",
)
_POINTS: Final = Text("il punteggio", "the score")


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
        return _SHARED.format(name=name).get(lang)
    if up.points != row.points:
        a, b = whole.points_said(up), whole.points_said(row)
        return _ABOVE.format(name=name, what=_POINTS, a=a, b=b).get(lang)
    ups, mine = whole.values_said(up), whole.values_said(row)
    for code, a, b in zip(whole.rules.tiebreaks, ups, mine, strict=True):
        if a != b:
            return _ABOVE.format(name=name, what=tiebreak(code).name, a=a, b=b).get(lang)
    return _STEP.format(name=name).get(lang)
