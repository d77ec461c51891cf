"""The table of an event: a crosstable by rounds, the square of all-play-all, the bracket of a knockout."""

from __future__ import annotations

from typing import Any

from damiera.messages import Lang, Message
from damiera.service.tournament.event import LiveEvent
from damiera.tournament.crosstable import crosstable, round_robin_table
from damiera.tournament.model import Event, System, entries
from damiera.tournament.pairing.knockout import survivors, winner

__all__ = ["bracket_facts", "cross_facts"]

_TO_COME = Message("winner of round {r}, match {n}")


def cross_facts(live: LiveEvent, lang: Lang) -> dict[str, Any]:
    """Return the table that belongs to the event's system."""
    system, whole, field = live.event.settings.system, live.standing, live.field
    names = [(row.number, whole.names[row.number], whole.points_said(row)) for row in whole.rows]
    facts: dict[str, Any] = {"kind": "rounds", "rounds": [r.number for r in field.rounds], "rows": []}
    if system is System.KNOCKOUT:
        return {**facts, "kind": "bracket", "bracket": bracket_facts(live, lang)}
    if system is System.ROUND_ROBIN:
        square = round_robin_table(field, whole)
        rows = [
            {
                "place": place,
                "name": name,
                "points": points,
                "cells": [
                    None if other == number else " ".join(square.cells.get((number, other), ()))
                    for other in square.order
                ],
            }
            for place, (number, name, points) in enumerate(names, 1)
        ]
        return {**facts, "kind": "square", "rows": rows}
    rows = [
        {
            "place": place,
            "name": name,
            "points": points,
            "cells": [[(cell.text, cell.said(lang)) for cell in games] for games in line.cells],
        }
        for place, ((_, name, points), line) in enumerate(
            zip(names, crosstable(field, whole), strict=True), 1
        )
    ]
    return {**facts, "rows": rows}


def bracket_facts(live: LiveEvent, lang: Lang) -> list[dict[str, Any]]:
    """Return the rounds of a knockout, those to come too: who meets whom, the score, who goes on."""
    field = live.field
    if len(field.players) < 2:
        return []
    seats: list[int | None] = list(survivors(field, 1))
    out: list[dict[str, Any]] = []
    number = 1
    while len(seats) > 1:
        matches = []
        on: list[int | None] = []
        for place, (a, b) in enumerate(zip(seats[::2], seats[1::2], strict=True), 1):
            won = _through(field, number, a, b)
            on.append(won)
            said = [
                _side(field, number, one, other, won, lang, 2 * place - 1 + k)
                for k, (one, other) in enumerate(((a, b), (b, a)))
            ]
            matches.append({"sides": said, "bye": a is None or b is None})
        out.append({"number": number, "matches": matches, "third": None})
        seats, number = on, number + 1
    if live.event.settings.third_place and out:
        out[-1]["third"] = _third(field, number - 1, out[-1], lang)
    return out


_OPEN = 0
"""Stands for a seat whose winner is not known yet."""


def _through(field: Event, round: int, a: int | None, b: int | None) -> int | None:
    if a is None or b is None:
        return a if b is None else b
    if _OPEN in (a, b) or field.round(round) is None:
        return _OPEN
    return winner(field, round, a, b) or _OPEN


def _side(
    field: Event, round: int, one: int | None, other: int | None, won: int | None, lang: Lang, feeder: int
) -> dict[str, Any]:
    if one is None:
        return {"name": "", "points": "", "won": False, "known": False}
    if one == _OPEN:
        said = _TO_COME.format(r=round - 1, n=feeder).text(lang)
        return {"name": said, "points": "", "won": False, "known": False}
    points = _points(field, round, one, other)
    return {"name": field.player(one).name, "points": points, "won": won == one, "known": True}


def _points(field: Event, round: int, one: int, other: int | None) -> str:
    lines = [e for e in entries(field, one, round) if e.round == round and e.opponent == other]
    if not other or not any(e.mark is not None for e in lines):
        return ""
    return field.settings.scoring.said(sum(e.points for e in lines))


def _third(field: Event, last: int, final: dict[str, Any], lang: Lang) -> dict[str, Any] | None:
    """Return the match for the third place, once it is paired."""
    held = field.round(last)
    names = {side["name"] for match in final["matches"] for side in match["sides"]}
    game = next(
        (g for g in held.games if g.black is not None and field.player(g.white).name not in names), None
    ) if held else None  # fmt: skip
    if game is None or game.black is None:
        return None
    won = winner(field, last, game.white, game.black)
    pairs = ((game.white, game.black), (game.black, game.white))
    return {"sides": [_side(field, last, a, b, won, lang, 0) for a, b in pairs], "bye": False}
