"""What was found of a judged game, as its page shows it: signs, sentences, better lines, a table, a graph."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final
from urllib.parse import urlencode

import msgspec

from damiera._core import Side
from damiera.analysis.grading import Class
from damiera.game.sides import side_name, side_text
from damiera.messages import Lang, translations
from damiera.service.analysis import GameReport, PlyReport, class_name, line_view, read_line
from damiera.service.views import PlyView
from damiera.web.analysis.subject import Subject

__all__ = ["betters", "graph", "notes", "plies", "summary", "with_signs"]

GRAPH: Final = (600, 96)
REACH: Final = 37  # to either side: on a phone, where the picture is 360 pixels wide, a mark is 44 wide


def with_signs(history: Sequence[PlyView], report: GameReport | None) -> tuple[PlyView, ...]:
    """Return the moves with the sign that a report gives each."""
    if report is None:
        return tuple(history)
    pairs = zip(history, report.plies, strict=True)
    return tuple(msgspec.structs.replace(ply, mark=one.sign) for ply, one in pairs)


def notes(report: GameReport, lang: Lang) -> dict[int, str]:
    """Return what is said of moves, by ply."""
    return {one.ply: said for one in report.plies if (said := one.said_in(lang))}


def betters(report: GameReport, subject: Subject) -> dict[int, list[tuple[str, str]]]:
    """Return the better lines, by ply: each move and where the position after it is shown."""
    game, out = subject.game.slug, {}
    for one in report.plies:
        texts, fen = one.line.split(), subject.positions[one.ply].fen
        links = ["/analysis?" + urlencode({"game": game, "fen": fen, "moves": " ".join(texts[: n + 1])})
                 for n in range(len(texts))]  # fmt: skip
        if texts:
            out[one.ply] = list(zip(texts, links, strict=True))
    return out


def plies(report: GameReport | None, subject: Subject, lang: Lang) -> list[dict[str, Any]]:
    """Return what was found of each move, for a script; nothing without a report."""
    if report is None:
        return []
    return [
        {
            "white": one.white,
            "score": one.score_in(lang),
            "said": one.said_in(lang),
            "bad": one.is_bad,
            "better": _better(subject, one),
        }
        for one in report.plies
    ]


def _better(subject: Subject, one: PlyReport) -> tuple[PlyView, ...]:
    """Return the line that was better than a mistake, as a board can play it."""
    if not one.line:
        return ()
    position = subject.positions[one.ply]
    line = read_line(subject.game.slug, position.fen, one.line)
    return line_view(position, line.moves, ply=one.ply)


def summary(report: GameReport, subject: Subject, lang: Lang) -> dict[str, Any]:
    """Return a report as the page's table and its few figures."""
    first = 0 if subject.start.side is Side.WHITE else 1
    rows = [
        {
            "ply": one.ply,
            "number": (one.ply + (subject.start.side is not subject.game.core.first_mover)) // 2 + 1,
            "side": side_text(Side.WHITE if (one.ply + first) % 2 == 0 else Side.BLACK).text(lang),
            "text": one.text,
            "sign": one.sign,
            "score": one.score_in(lang),
            "white": round(100 * one.white),
            "klass": class_name(one.klass, lang),
            "bad": one.is_bad,
            "said": one.said_in(lang),
        }
        for one in report.plies
    ]
    forced = [Class.FORCED] if any(one.klass == Class.FORCED.value for one in report.plies) else []
    counted = [Class.BEST, Class.GOOD, Class.INEXACT, Class.MISTAKE, Class.BLUNDER, *forced]
    table = [
        (class_name(one.value, lang), report.count(first, one), report.count(1 - first, one))
        for one in counted
    ]
    missed = [one.ply for one in report.plies if one.missed]
    out = report.plies[report.out].text if report.out is not None and report.out < len(report.plies) else ""
    return {
        "rows": rows,
        "table": table,
        "missed": [
            (ply, rows[ply]["number"], report.plies[ply].text, report.plies[ply].missed) for ply in missed
        ],
        "learn": _learn(report, first, lang),
        "out": out,
        "out_ply": report.out,
        "by_lot": sum(one.klass == Class.LOT.value for one in report.plies),
        "depth": report.depth,
        "measured": report.measured,
    }


def _learn(report: GameReport, first: int, lang: Lang) -> list[tuple[str, str]]:
    """Return the sides that have mistakes to learn from, each with the words of its button."""
    ngettext = translations(lang).ngettext
    out: list[tuple[str, str]] = []
    for side in (Side.WHITE, Side.BLACK):
        number = first if side is Side.WHITE else 1 - first
        n = sum(bool(one.line) and one.is_bad for one in report.plies[number::2])
        label = ngettext("{side}: learn from {n} mistake", "{side}: learn from {n} mistakes", n)
        out += [(side_name(side), label.format(side=side_text(side).text(lang), n=n))] if n else []
    return out


def _reaches(places: Sequence[float], width: float) -> list[tuple[float, float]]:
    """Return for each mark where what a finger hits begins and how wide it is, half the way to the next."""
    ends = [-places[0], *places, 2 * width - places[-1]] if places else []
    out = []
    for before, here, after in zip(ends, places, ends[2:], strict=False):
        left = max(here - REACH, (before + here) / 2)
        out.append((round(left, 1), round(min(here + REACH, (here + after) / 2) - left, 1)))
    return out


def graph(report: GameReport, base: str) -> dict[str, Any]:
    """Return the course of the game as points of a picture, and the moves to be marked on it."""
    width, height = GRAPH
    values = [report.start, *(one.white for one in report.plies)]
    step = (width - 24) / max(1, len(values) - 1)
    points = [(round(12 + i * step, 1), round(8 + (height - 16) * (1 - v), 1)) for i, v in enumerate(values)]
    middle = height / 2
    path = " ".join(f"{x},{y}" for x, y in points)
    marks: list[dict[str, Any]] = [
        {
            "ply": one.ply,
            "x": points[one.ply + 1][0],
            "y": min(max(points[one.ply + 1][1], 12), height - 12),
            "sign": one.sign or "?",
            "text": one.text,
            "from": round(100 * values[one.ply]),
            "to": round(100 * one.white),
        }
        for one in report.plies
        if one.is_bad
    ]
    for mark, reach in zip(marks, _reaches([mark["x"] for mark in marks], width), strict=True):
        mark["left"], mark["wide"] = reach
    area = f"{points[0][0]},{middle} {path} {points[-1][0]},{middle}"
    return {"line": path, "area": area, "marks": marks, "points": points, "width": width, "height": height}
