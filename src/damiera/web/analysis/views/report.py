"""What was found of a judged game, as its page shows it: signs, sentences, better lines, a table, a graph."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final
from urllib.parse import urlencode

import msgspec

from damiera.analysis.grading import Class
from damiera.game.sides import SideName, side_named, side_text
from damiera.messages import Lang, translations
from damiera.service.analysis_lines import line_view, read_line
from damiera.service.game_reports import GameReport, PlyReport, class_name
from damiera.service.views import PlyView
from damiera.web.analysis.views.subject import Subject

__all__ = [
    "BetterMove",
    "PlyFindings",
    "ReportGraph",
    "ReportSummary",
    "betters",
    "graph",
    "notes",
    "plies",
    "summary",
    "with_signs",
]

GRAPH: Final = (600, 96)
REACH: Final = 37  # to either side: on a phone, where the picture is 360 pixels wide, a mark is 44 wide


class BetterMove(msgspec.Struct, frozen=True):
    """A move of a better line, and where the position after it is shown."""

    text: str
    href: str


class PlyFindings(msgspec.Struct, frozen=True):
    """What was found of one move, for a script.

    Attributes:
        white: points White may expect of one, after the move.
        said: why it is good or bad; empty where there is nothing to say.
        better: the line that was better than a mistake, as a board can play it.
    """

    white: float
    score: str
    said: str
    bad: bool
    better: tuple[PlyView, ...]


class JudgedRow(msgspec.Struct, frozen=True):
    """One move in the table of all moves. `white` is what White may expect of a hundred points."""

    ply: int
    number: int
    side: str
    text: str
    sign: str
    score: str
    white: int
    klass: str
    bad: bool
    said: str


class ClassCount(msgspec.Struct, frozen=True):
    """How many moves of a class each side made."""

    name: str
    white: int
    black: int


class MissedWin(msgspec.Struct, frozen=True):
    """A move that let a win go: one that the tables know, one that is proved, or one that is likely."""

    ply: int
    number: int
    text: str
    kind: str


class LessonButton(msgspec.Struct, frozen=True):
    """A side that has mistakes to learn from, and the words of its button."""

    side: SideName
    label: str


class ReportSummary(msgspec.Struct, frozen=True):
    """A report as the page's table and its few figures.

    Attributes:
        out: the first move that no known opening has; empty where all are known.
        by_lot: how many plies the lot chose.
        depth: the least depth searched.
        measured: whether the odds were measured for this game.
    """

    rows: Sequence[JudgedRow]
    table: Sequence[ClassCount]
    missed: Sequence[MissedWin]
    learn: Sequence[LessonButton]
    out: str
    by_lot: int
    depth: int
    measured: bool


class GraphMark(msgspec.Struct, frozen=True):
    """A mistake in the graph.

    Attributes:
        x, y: its place.
        before, after: what White might expect of a hundred points before the move, and after it.
        left, width: where what a finger hits begins, and how wide it is.
    """

    ply: int
    x: float
    y: float
    sign: str
    text: str
    before: int
    after: int
    left: float
    width: float


class ReportGraph(msgspec.Struct, frozen=True):
    """The course of a game as points of a picture, and the moves to be marked on it."""

    line: str
    area: str
    marks: Sequence[GraphMark]
    points: Sequence[tuple[float, float]]
    width: int
    height: int


def with_signs(history: Sequence[PlyView], report: GameReport | None) -> tuple[PlyView, ...]:
    """Return the moves with the sign that a report gives each."""
    if report is None:
        return tuple(history)
    pairs = zip(history, report.plies, strict=True)
    return tuple(msgspec.structs.replace(ply, mark=one.sign) for ply, one in pairs)


def notes(report: GameReport, lang: Lang) -> dict[int, str]:
    """Return what is said of moves, by ply."""
    return {one.ply: text for one in report.plies if (text := one.said_in(lang))}


def betters(report: GameReport, subject: Subject) -> Mapping[int, Sequence[BetterMove]]:
    """Return the better lines, by ply."""
    return {one.ply: _better_moves(one, subject) for one in report.plies if one.line}


def _better_moves(one: PlyReport, subject: Subject) -> list[BetterMove]:
    texts, fen, game = one.line.split(), subject.positions[one.ply].fen, subject.game.slug
    return [
        BetterMove(
            text,
            "/analysis?" + urlencode({"game": game, "fen": fen, "moves": " ".join(texts[:number])}),
        )
        for number, text in enumerate(texts, 1)
    ]


def plies(report: GameReport | None, subject: Subject, lang: Lang) -> tuple[PlyFindings, ...]:
    """Return what was found of each move, for a script; nothing without a report."""
    if report is None:
        return ()
    return tuple(
        PlyFindings(one.white, one.score_in(lang), one.said_in(lang), one.is_bad, _better(subject, one))
        for one in report.plies
    )


def _better(subject: Subject, one: PlyReport) -> tuple[PlyView, ...]:
    """Return the line that was better than a mistake, as a board can play it."""
    if not one.line:
        return ()
    position = subject.positions[one.ply]
    line = read_line(subject.game.slug, position.fen, one.line)
    return line_view(position, line.moves, ply=one.ply)


def summary(report: GameReport, subject: Subject, lang: Lang) -> ReportSummary:
    """Return a report as the page's table and its few figures."""
    rows = [_row(one, subject, lang) for one in report.plies]
    forced = [Class.FORCED] if any(one.klass == Class.FORCED.value for one in report.plies) else []
    counted = [Class.BEST, Class.GOOD, Class.INEXACT, Class.MISTAKE, Class.BLUNDER, *forced]
    out = report.plies[report.out].text if report.out is not None and report.out < len(report.plies) else ""
    return ReportSummary(
        rows=rows,
        table=[
            ClassCount(class_name(one.value, lang), *(_count(report, subject, name, one) for name in _BOTH))
            for one in counted
        ],
        missed=[
            MissedWin(one.ply, rows[one.ply].number, one.text, one.missed)
            for one in report.plies
            if one.missed
        ],
        learn=_learn(report, subject, lang),
        out=out,
        by_lot=sum(one.klass == Class.LOT.value for one in report.plies),
        depth=report.depth,
        measured=report.measured,
    )


def _count(report: GameReport, subject: Subject, side: SideName, klass: Class) -> int:
    """Return how many moves of a class a side made."""
    return sum(one.klass == klass.value and subject.history[one.ply].side == side for one in report.plies)


_BOTH: Final[tuple[SideName, SideName]] = ("white", "black")


def _row(one: PlyReport, subject: Subject, lang: Lang) -> JudgedRow:
    return JudgedRow(
        ply=one.ply,
        number=(one.ply + (subject.start.side is not subject.game.core.first_mover)) // 2 + 1,
        side=side_text(side_named(subject.history[one.ply].side)).text(lang),
        text=one.text,
        sign=one.sign,
        score=one.score_in(lang),
        white=round(100 * one.white),
        klass=class_name(one.klass, lang),
        bad=one.is_bad,
        said=one.said_in(lang),
    )


def _learn(report: GameReport, subject: Subject, lang: Lang) -> list[LessonButton]:
    """Return the sides that have mistakes to learn from."""
    ngettext = translations(lang).ngettext
    out: list[LessonButton] = []
    for name in _BOTH:
        side = side_named(name)
        theirs = (one for one in report.plies if subject.history[one.ply].side == name)
        n = sum(bool(one.line) and one.is_bad for one in theirs)
        label = ngettext("{side}: learn from {n} mistake", "{side}: learn from {n} mistakes", n)
        words = label.format(side=side_text(side).text(lang), n=n)
        out += [LessonButton(name, words)] if n else []
    return out


def _reaches(places: Sequence[float], width: float) -> list[tuple[float, float]]:
    """Return for each mark where what a finger hits begins and how wide it is, half the way to the next."""
    ends = [-places[0], *places, 2 * width - places[-1]] if places else []
    out = []
    for before, here, after in zip(ends, places, ends[2:], strict=False):
        left = max(here - REACH, (before + here) / 2)
        out.append((round(left, 1), round(min(here + REACH, (here + after) / 2) - left, 1)))
    return out


def graph(report: GameReport) -> ReportGraph:
    """Return the course of the game as points of a picture, and the moves to be marked on it."""
    width, height = GRAPH
    values = [report.start, *(one.white for one in report.plies)]
    step = (width - 24) / max(1, len(values) - 1)
    points = [(round(12 + i * step, 1), round(8 + (height - 16) * (1 - v), 1)) for i, v in enumerate(values)]
    middle = height / 2
    path = " ".join(f"{x},{y}" for x, y in points)
    bad = [one for one in report.plies if one.is_bad]
    reaches = _reaches([points[one.ply + 1][0] for one in bad], width)
    marks = [
        GraphMark(
            ply=one.ply,
            x=points[one.ply + 1][0],
            y=min(max(points[one.ply + 1][1], 12), height - 12),
            sign=one.sign or "?",
            text=one.text,
            before=round(100 * values[one.ply]),
            after=round(100 * one.white),
            left=left,
            width=wide,
        )
        for one, (left, wide) in zip(bad, reaches, strict=True)
    ]
    area = f"{points[0][0]},{middle} {path} {points[-1][0]},{middle}"
    return ReportGraph(path, area, marks, points, width, height)
