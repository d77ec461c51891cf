"""Standings as the pages of the hall show them: places, cells, every addend."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import Any, Final, Literal, cast

from damiera.messages import Lang, Message, Text
from damiera.rating.categories import CATEGORIES, letters
from damiera.service.tournament.event import LiveEvent
from damiera.tournament.model import Event, GameMark, Kind, System, entries
from damiera.tournament.model import PlayerGame as Line
from damiera.tournament.standings import (
    Classified,
    Standing,
    StandingRow,
    classification,
    classifications,
    club_classification,
    standing,
)
from damiera.tournament.tiebreak.catalogue import tiebreak
from damiera.tournament.tiebreak.procedure import TieStep
from damiera.tournament.tiebreak.unplayed import names as unplayed_names
from damiera.web.tournament.ratings import gains_of
from damiera.web.tournament.words import CHANGES, CLASSIFIED, KINDS

__all__ = ["column", "standing_facts", "standing_now", "standing_views", "winners_of"]

_AGAINST_WHITE: Final = Message("as White against")
_AGAINST_BLACK: Final = Message("as Black against")


def standing_now(live: LiveEvent, after: int | None = None) -> Standing:
    """Return the standing by what was announced: of teams where teams play."""
    return live.standing_after(after)


def classified(live: LiveEvent) -> tuple[str, ...]:
    """Return the classifications to be shown: those announced, or the usual ones."""
    chosen = live.announced.classifications or ("category", "club", "province", "women")
    more = ("group",) if len({p.group for p in live.event.players}) > 1 and "group" not in chosen else ()
    return (*chosen, *more)


def standing_views(live: LiveEvent, lang: Lang) -> list[tuple[str, str]]:
    """Return the ways to look at the standing: name in addresses, and in words."""
    views = [("all", _TEAMS if live.event.settings.boards else _ALL), ("technical", _TECHNICAL)]
    if live.event.settings.boards:
        return [(id, said.text(lang)) for id, said in (*views, ("players", _PLAYERS))]
    return [(id, said.text(lang)) for id, said in (*views, *((c, CLASSIFIED[c]) for c in classified(live)))]


def standing_facts(
    live: LiveEvent, lang: Lang, *, after: int | None, by: str, opened: int | None
) -> dict[str, Any]:
    """Return the standing after a round: everybody, or the classifications asked for."""
    shown = after if after and live.event.round(after) else live.event.played_rounds
    views = standing_views(live, lang)
    by = by if by in dict(views) else "all"
    alone = bool(live.event.settings.boards) and by == "players"
    whole = standing(live.event, None, shown) if alone else live.standing_after(shown)
    event = live.event if alone else live.field
    gains = gains_of(live) if shown == live.event.played_rounds and event is live.event else {}
    view = _View(event, whole, {r.number: r.rank for r in whole.rows}, lang, opened, gains)
    return {
        "after": shown,
        "rounds": [r.number for r in event.rounds if r.number <= shown],
        "all_rounds": [r.number for r in event.rounds],
        "columns": [(column(code), _column_name(code, lang)) for code in whole.rules.tiebreaks],
        "tables": [] if by == "club" else _tables(live, view, by),
        "clubs": _clubs(live, whole, lang) if by == "club" else [],
        "best": live.announced.club_best,
        "gains": bool(gains),
        "by": by,
        "views": views,
        "unplayed": unplayed_names[whole.rules.unplayed].text(lang),
        "ties": _ties(whole, lang) if by in ("all", "technical", "players") else [],
        "playoffs_needed": _playoffs_needed(live, whole) if by in ("all", "technical") else [],
        "playoffs": [[(n, whole.names.get(n, str(n))) for n in order] for order in live.playoffs],
        "open": len(live.open_games) if shown == event.played_rounds else 0,
    }


def _playoffs_needed(live: LiveEvent, whole: Standing) -> list[list[tuple[int, str]]]:
    """Return who must play off, once all rounds are played."""
    if not live.played_out or whole.after_round < live.event.played_rounds:
        return []
    return [[(n, whole.names[n]) for n in group] for group in whole.playoffs_needed]


@dataclass(frozen=True, slots=True)
class _View:
    """What every line of a standing's page needs."""

    event: Event
    whole: Standing
    ranks: dict[int, int | None]
    lang: Lang
    opened: int | None
    gains: dict[int, str]

    def rows(self, rows: Sequence[StandingRow]) -> list[dict[str, Any]]:
        return [_standing_row(self, row) for row in rows]


def _tables(live: LiveEvent, view: _View, by: str) -> list[dict[str, Any]]:
    whole = view.whole
    if by in ("category", "province", "group"):
        found = classifications(whole, view.event, cast("Classified", by))
        return [{"title": _titled(fact, view.lang), "rows": view.rows(rows)} for fact, rows in found.items()]
    if by in ("women", "men", "under"):
        keep = _keeping(live, by)
        return [{"title": "", "rows": view.rows(classification(whole, lambda n: n in keep))}]
    return [{"title": "", "rows": view.rows(whole.rows)}]


def _titled(fact: str, lang: Lang) -> str:
    """Return what a table is of: a category by its name."""
    return next((c.name.text(lang) for c in CATEGORIES if c.id == fact), fact)


def _keeping(live: LiveEvent, by: str) -> set[int]:
    """Return who is in a classification by sex or age. Under age: by the year of birth."""
    if by == "under":
        day = live.event.ends or live.event.starts or date.today()
        youngest = day.year - live.announced.under
        return {p.number for p in live.event.players if (year := _year(p.born)) and year > youngest}
    wanted = "f" if by == "women" else "m"
    return {p.number for p in live.event.players if p.sex == wanted}


def winners_of(live: LiveEvent, whole: Standing) -> list[tuple[Text | None, tuple[StandingRow, ...]]]:
    """Return the classifications that give prizes: the general one, men, women and young where wanted."""
    out: list[tuple[Text | None, tuple[StandingRow, ...]]] = [(None, whole.ranked)]
    if live.event.settings.boards:
        return out
    for by in ("men", "women", "under"):
        if by in live.announced.classifications:
            keep = _keeping(live, by)
            out.append((CLASSIFIED[by], classification(whole, keep.__contains__)))
    return out


def _year(born: str) -> int:
    """Return the year of a date of birth, however it is written; 0 if there is none."""
    found = _YEAR.search(born)
    return int(found[0]) if found else 0


_YEAR: Final = re.compile(r"(?:19|20)[0-9]{2}")


def _clubs(live: LiveEvent, whole: Standing, lang: Lang) -> list[dict[str, Any]]:
    """Return the classification of clubs: of all, and of men and women where those are asked for."""
    event, best = live.event, live.announced.club_best
    parts: list[tuple[Text | None, Literal["m", "f"] | None]] = [(None, None)]
    if {"men", "women"} & set(live.announced.classifications):
        parts += [(CLASSIFIED["men"], "m"), (CLASSIFIED["women"], "f")]
    return [
        {
            "title": said.text(lang) if said else "",
            "rows": [
                {
                    "rank": c.rank,
                    "club": c.club,
                    "points": event.settings.scoring.said(c.points),
                    "players": [event.player(n).name for n in c.counted],
                }
                for c in club_classification(whole, event, best=best, sex=sex)
            ],
        }
        for said, sex in parts
    ]


def _ties(whole: Standing, lang: Lang) -> list[dict[str, Any]]:
    """Return the procedure step by step: who was tied, what was asked, each one's figure, the order."""
    return [
        {
            "names": [whole.names[n] for n in step.tied],
            "step": _STEPS[step.step].text(lang),
            "figures": [(whole.names[n], _figure(whole, step, f)) for n, f in step.figures],
            "order": [[whole.names[n] for n in group] for group in step.groups] if step.decided else [],
            "said": step.said.text(lang),
        }
        for step in whole.steps
    ]


def _figure(whole: Standing, step: TieStep, figure: int) -> str:
    return whole.books.sheet.scoring.said(figure) if step.step == "direct" else str(figure)


_STEPS: Final = {
    "direct": Message("games among the tied"),
    "wins": Message("wins", context="how many"),
    "playoff": Message("play-off"),
}
_ALL: Final = Message("All")
_TEAMS: Final = Message("Teams")
_TECHNICAL: Final = Message("Technical")
_PLAYERS: Final = Message("Players", context="standings")


def column(code: str) -> str:
    """Return what stands above a tie-break's column."""
    return "=" if code == "direct" else tiebreak(code).short


def _column_name(code: str, lang: Lang) -> str:
    return (
        Message("direct encounter", context="tie-break").text(lang)
        if code == "direct"
        else tiebreak(code).name.text(lang)
    )


def _standing_row(view: _View, row: StandingRow) -> dict[str, Any]:
    event, whole, lang = view.event, view.whole, view.lang
    player = event.player(row.number)
    return {
        "number": row.number,
        "rank": row.rank,
        "technical": row.technical,
        "name": player.name,
        "club": player.club,
        "category": letters(player.category),
        "elo": player.elo,
        "points": whole.points_said(row),
        "values": whole.values_said(row),
        "cells": _cells(event, row.number, whole.after_round, view.ranks, lang),
        "record": f"{row.won} {row.drawn} {row.lost}",
        "gain": view.gains.get(row.number, ""),
        "left": CHANGES[row.left].text(lang) if row.left else "",
        "sums": _sums(whole, row, lang) if view.opened == row.number else None,
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
            "said": KINDS.get(line.kind, KINDS[Kind.ZERO_BYE]).text(lang),
        }
    under_way = line.mark is None and line.kind is not Kind.ANNULLED
    return {
        "bye": False,
        "against": _against(event, line.opponent, ranks),
        "white": line.colour == "white",
        "points": "" if under_way else scoring.said(line.points),
        "mark": {GameMark.WIN: "w", GameMark.DRAW: "d", GameMark.LOSS: "l", None: ""}[line.mark],
        "forfeit": line.kind is Kind.FORFEIT,
        "annulled": line.kind is Kind.ANNULLED,
        "said": (_AGAINST_WHITE if line.colour == "white" else _AGAINST_BLACK).text(lang),
        "who": event.player(line.opponent).name,
    }


def _against(event: Event, opponent: int, ranks: dict[int, int | None]) -> str:
    """Say whom a game was against: by place, or by number where that says nothing; by name in a knockout."""
    if event.settings.system is System.KNOCKOUT:
        return event.player(opponent).name
    place = ranks.get(opponent)
    is_his_alone = place is not None and list(ranks.values()).count(place) == 1
    return str(place) if is_his_alone else f"n{opponent}"


def _sums(whole: Standing, row: StandingRow, lang: Lang) -> dict[str, Any]:
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
                "reason": a.reason.text(lang),
                "cut": a.cut,
                "name": whole.names.get(a.opponent, "") if a.opponent else "",
                "round": a.round,
            }
            for a in whole.addends(row.number, code)
        ]
        lines.append({
            "short": kind.short,
            "name": kind.name.text(lang),
            "value": kind.said(value, unit),
            "parts": parts,
            "means": kind.means.text(lang) if kind.means else "",
        })  # fmt: skip
    return {"lines": lines, "above": _above(whole, row, lang)}


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
