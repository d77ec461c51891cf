"""The page of the laboratory: a list of runs, or one with its figures, its plots and the same in words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import datetime
from typing import ClassVar, Final
from urllib.parse import quote

import msgspec
from markupsafe import Markup

from damiera.engine.runlog import RunKind
from damiera.messages import Lang, Message
from damiera.messages.dates import day_and_time
from damiera.rules.ruleset import CATALOGUE
from damiera.service.laboratory import LabFolder, LabRun, RunPoint, RunStage, RunState, TunedWay
from damiera.web.analysis.views.run_plot import PlotLine, PlotPoint, run_plot, signed
from damiera.web.book.views.values import LabelledValue
from damiera.web.common.pages import PageView

__all__ = ["LaboratoryPage", "laboratory_page"]

ROWS: Final = 12
"""Lines of the table that says in numbers what a plot shows."""
_STEPS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)

_KINDS: Final[dict[RunKind, Message]] = {
    "match": Message("Match", context="laboratory"),
    "gauntlet": Message("Gauntlet", context="laboratory"),
    "sprt": Message("Test of parameters", context="laboratory"),
    "tune": Message("Tuning", context="laboratory"),
    "training": Message("Training", context="laboratory"),
}
_STATES: Final[dict[RunState, Message]] = {
    "running": Message("at work", context="laboratory"),
    "over": Message("over", context="laboratory"),
    "stopped": Message("stopped", context="laboratory"),
    "broken": Message("broken off", context="laboratory"),
    "unknown": Message("not known", context="laboratory"),
}
_STATES_SAID: Final[dict[RunState, Message]] = {
    "running": Message("At work; begun {began}, something was kept last {last}."),
    "over": Message("Begun {began}, and played to its end {last}."),
    "stopped": Message("Begun {began}, stopped {last}: the same command goes on."),
    "broken": Message("Begun {began}, ended without a word {last}: the same command goes on."),
    "unknown": Message("Its records do not say whether somebody is at it; they were written last {last}."),
}
_STARTED: Final = Message("It was taken up again {n} time.", plural="It was taken up again {n} times.")
_AGAINST: Final = Message("{first} against {second}")
_USUAL: Final = Message("the usual parameters")
_NEW_WEIGHTS: Final = Message("New weights against those before")
_GAMES: Final = Message("{n} game", plural="{n} games")
_STEPS_DONE: Final = Message("{n} step", plural="{n} steps")
_OF: Final = Message("{done} of {all}")
_ELO: Final = Message("Elo {elo} [{low}, {high}]")
_ELO_ALONE: Final = Message("Elo {elo}, no interval yet")
_LEFT: Final = Message("{n}, about {time}")
_MINUTES: Final = Message("{n} minute", plural="{n} minutes")
_HOURS: Final = Message("{n} hour", plural="{n} hours")
_ACCEPTS: Final = Message("the test accepts {elo} Elo")
_GOES_ON: Final = Message("the test has not decided")
_RATIO: Final = Message("{ratio}, between {low} ({elo0} Elo) and {high} ({elo1} Elo)")
_COURSE_SAID: Final = Message(
    "After {games}: {elo} Elo, and with 95 per cent certainty between {low} and {high}."
)
_RATIO_SAID: Final = Message("The ratio stands at {ratio}; the test ends at {low} or at {high}.")
_LABELS: Final = {
    "game": Message("Game"),
    "pace": Message("A move", context="laboratory"),
    "games": Message("Games", context="laboratory"),
    "steps": Message("Steps"),
    "points": Message("Won, drawn, lost"),
    "score": Message("Score"),
    "elo": Message("Elo, with its interval"),
    "better": Message("Chance that the first is the stronger"),
    "ratio": Message("Log-likelihood ratio"),
    "verdict": Message("Verdict"),
    "speed": Message("Speed"),
    "left": Message("Left to do"),
}
_SPEEDS: Final = {
    "games": Message("{n} games an hour"),
    "steps": Message("{n} steps an hour"),
}
_STAGES: Final = {
    "games": Message("Quick games of generation {n}"),
    "weights": Message("Weights of generation {n}"),
    "match": Message("Match of generation {n}"),
}
_FOUND: Final = Message("found", context="laboratory")
_NOT_FOUND: Final = Message("not yet", context="laboratory")


class LabCard(msgspec.Struct, frozen=True):
    """A run in the list; `figures` is how it stands, in a line."""

    name: str
    href: str
    kind: str
    title: str
    game: str
    state: RunState
    state_text: str
    figures: str
    damaged: bool


class LabPlot(msgspec.Struct, frozen=True):
    """A course: the drawing for wide and for narrow rooms, the same in words and in rows.

    Attributes:
        heads: of the columns, `rows` what stands in them.
    """

    id: str
    title: str
    wide: Markup
    narrow: Markup
    said: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]


class LabParam(msgspec.Struct, frozen=True):
    """A parameter that is tuned; `way` draws its course."""

    name: str
    began: str
    now: str
    least: str
    most: str
    way: Markup


class LabStage(msgspec.Struct, frozen=True):
    """Part of a training: what, how much in words, and as a bar of `all`, which is 0 where none is drawn."""

    name: str
    said: str
    done: int
    all: int


class LabEngine(msgspec.Struct, frozen=True):
    """What a move took of an engine; `processor` is empty where that is not told."""

    name: str
    ms: str
    processor: str
    nodes: str
    speed: str
    faults: int


class LabDetail(msgspec.Struct, frozen=True):
    """A run with all that is known of it.

    Attributes:
        said: whether somebody is at it, and since when, in sentences.
        done, goal: for a bar; no goal is 0, and a run that is over has none.
        facts: figures with their names.
        damage: what is wrong with its records; empty if nothing is.
    """

    card: LabCard
    said: str
    done: int
    goal: int
    facts: Sequence[LabelledValue]
    plots: Sequence[LabPlot]
    params: Sequence[LabParam]
    stages: Sequence[LabStage]
    engines: Sequence[LabEngine]
    damage: str


class LaboratoryPage(PageView, frozen=True):
    """The laboratory.

    Attributes:
        folder: where the records lie.
        here: the address of this page.
        chosen: the run that is shown; None for the list alone.
        others: files that are no runs, and why.
        passed_over: files that were not looked at.
        is_live: whether what is shown is still growing.
    """

    template: ClassVar[str] = "analysis/laboratory.html"

    folder: str
    here: str
    runs: Sequence[LabCard]
    chosen: LabDetail | None
    others: Sequence[LabelledValue]
    passed_over: int
    is_live: bool


def laboratory_page(found: LabFolder, name: str, lang: Lang) -> LaboratoryPage:
    """Return the page of a folder, with the run of that name if there is one."""
    chosen = next((run for run in found.runs if run.name == name), None) if name else None
    watched = found.runs if chosen is None else (chosen,)
    return LaboratoryPage(
        folder=str(found.path),
        here=_href(chosen.name) if chosen else "/laboratory",
        runs=[_card(run, lang) for run in found.runs],
        chosen=_detail(chosen, lang) if chosen else None,
        others=[LabelledValue(other.name, other.why.text(lang)) for other in found.others],
        passed_over=found.passed_over,
        is_live=any(run.state == "running" for run in watched),
    )


def _href(name: str) -> str:
    return f"/laboratory?run={quote(name, safe='')}"


def _card(run: LabRun, lang: Lang) -> LabCard:
    return LabCard(
        name=run.name,
        href=_href(run.name),
        kind=_KINDS[run.kind].text(lang),
        title=_title(run, lang),
        game=_game(run, lang),
        state=run.state,
        state_text=_STATES[run.state].text(lang),
        figures=_figures(run, lang),
        damaged=run.damage is not None,
    )


def _game(run: LabRun, lang: Lang) -> str:
    return CATALOGUE[run.game].name.text(lang) if run.game in CATALOGUE else run.game


def _title(run: LabRun, lang: Lang) -> str:
    if run.sides:
        first, second = (side or _USUAL.text(lang) for side in run.sides)
        return _AGAINST.format(first=first, second=second).text(lang)
    if run.kind == "training":
        return _NEW_WEIGHTS.text(lang)
    return ", ".join(param.name for param in run.params)


def _figures(run: LabRun, lang: Lang) -> str:
    parts = [_done(run, lang)]
    if run.found is not None and math.isfinite(run.found.elo):
        parts.append(_elo(run, lang))
    if run.test is not None and run.test.accepted is not None:
        parts.append(_ACCEPTS.format(elo=signed(run.test.accepted)).text(lang))
    return " · ".join(parts)


def _done(run: LabRun, lang: Lang) -> str:
    counted = (_STEPS_DONE if run.kind == "tune" else _GAMES).format(n=run.goal or run.done).text(lang)
    return _OF.format(done=run.done, all=counted).text(lang) if run.goal else counted


def _elo(run: LabRun, lang: Lang) -> str:
    found = run.found
    assert found is not None
    elo = signed(found.elo)
    if found.error is None:
        return _ELO_ALONE.format(elo=elo).text(lang)
    return _ELO.format(elo=elo, low=signed(found.low), high=signed(found.high)).text(lang)


def _detail(run: LabRun, lang: Lang) -> LabDetail:
    return LabDetail(
        card=_card(run, lang),
        said=_said(run, lang),
        done=min(run.done, run.goal),
        goal=0 if run.state == "over" else run.goal,
        facts=_facts(run, lang),
        plots=_plots(run, lang),
        params=[_param(param) for param in run.params],
        stages=[_stage(stage, lang) for stage in run.stages],
        engines=[
            LabEngine(
                one.name,
                f"{one.ms:.1f}",
                "" if one.processor_ms is None else f"{one.processor_ms:.1f}",
                _large(one.nodes),
                _large(round(one.nodes / one.processor_ms)) if one.processor_ms else "",
                one.faults,
            )
            for one in run.engines
        ],
        damage=run.damage.text(lang) if run.damage else "",
    )


def _said(run: LabRun, lang: Lang) -> str:
    def moment(seconds: float) -> str:
        return day_and_time(datetime.fromtimestamp(seconds), lang)

    parts = [_STATES_SAID[run.state].format(began=moment(run.began), last=moment(run.last))]
    if run.starts > 1:
        parts.append(_STARTED.format(n=run.starts - 1))
    return " ".join(part.text(lang) for part in parts)


def _facts(run: LabRun, lang: Lang) -> list[LabelledValue]:
    told = [("game", _game(run, lang)), ("pace", run.pace)]
    told.append(("steps" if run.kind == "tune" else "games", _done(run, lang)))
    found, test = run.found, run.test
    if sum(run.points):
        won, drawn, lost = run.points
        told += [("points", f"+{won} ={drawn} −{lost}")]
    if found is not None:
        told += [("score", f"{100 * found.score:.1f} %")]
        told += [("elo", _elo(run, lang))] if math.isfinite(found.elo) else []
        told += [("better", f"{100 * found.los:.0f} %")] if found.error is not None else []
    if test is not None:
        ratio = _RATIO.format(
            ratio=signed(test.ratio, 2),
            low=signed(test.low, 2),
            high=signed(test.high, 2),
            elo0=signed(test.elo0),
            elo1=signed(test.elo1),
        )
        verdict = _GOES_ON if test.accepted is None else _ACCEPTS.format(elo=signed(test.accepted))
        told += [("ratio", ratio.text(lang)), ("verdict", verdict.text(lang))]
    if run.an_hour is not None:
        speed = _SPEEDS["steps" if run.kind == "tune" else "games"].format(n=_large(round(run.an_hour)))
        told.append(("speed", speed.text(lang)))
    if run.left:
        told.append(("left", _left(run, lang)))
    return [LabelledValue(value, _LABELS[name].text(lang)) for name, value in told if value]


def _left(run: LabRun, lang: Lang) -> str:
    counted = (_STEPS_DONE if run.kind == "tune" else _GAMES).format(n=run.left)
    if run.left_s is None:
        return counted.text(lang)
    minutes = max(1, round(run.left_s / 60))
    time = _MINUTES.format(n=minutes) if minutes < 100 else _HOURS.format(n=round(minutes / 60))
    return _LEFT.format(n=counted.text(lang), time=time.text(lang)).text(lang)


def _plots(run: LabRun, lang: Lang) -> list[LabPlot]:
    if len(run.course) < 2 or run.found is None:
        return []
    return [_elo_plot(run, lang), *([_ratio_plot(run, lang)] if run.test is not None else [])]


def _elo_plot(run: LabRun, lang: Lang) -> LabPlot:
    points = [PlotPoint(one.games, one.elo, one.low, one.high) for one in run.course]
    last = run.course[-1]
    games = _GAMES.format(n=last.games).text(lang)
    said = _COURSE_SAID.format(
        games=games, elo=signed(last.elo), low=_bound(last.low), high=_bound(last.high)
    )
    return LabPlot(
        id="elo",
        title=_ELO_TITLE.text(lang),
        wide=run_plot(points, _round_levels(points), games, "wide"),
        narrow=run_plot(points, _round_levels(points), games, "narrow"),
        said=said.text(lang),
        heads=[head.text(lang) for head in (_LABELS["games"], _ELO_HEAD, _LOW_HEAD, _HIGH_HEAD)],
        rows=[
            (str(one.games), signed(one.elo), _bound(one.low), _bound(one.high)) for one in _some(run.course)
        ],
    )


def _ratio_plot(run: LabRun, lang: Lang) -> LabPlot:
    test = run.test
    assert test is not None
    points = [PlotPoint(one.games, one.ratio or 0.0) for one in run.course]
    levels = [PlotLine(level, signed(level, 2)) for level in (test.low, test.high)] + [PlotLine(0.0, "0")]
    games = _GAMES.format(n=run.course[-1].games).text(lang)
    said = _RATIO_SAID.format(ratio=signed(test.ratio, 2), low=signed(test.low, 2), high=signed(test.high, 2))
    return LabPlot(
        id="ratio",
        title=_LABELS["ratio"].text(lang),
        wide=run_plot(points, levels, games, "wide"),
        narrow=run_plot(points, levels, games, "narrow"),
        said=said.text(lang),
        heads=[_LABELS["games"].text(lang), _LABELS["ratio"].text(lang)],
        rows=[(str(one.games), signed(one.ratio or 0.0, 2)) for one in _some(run.course)],
    )


def _some(course: Sequence[RunPoint]) -> list[RunPoint]:
    """Return some points of a course, evenly, the last among them."""
    count = min(ROWS, len(course))
    return [course[(n + 1) * len(course) // count - 1] for n in range(count)]


def _bound(value: float | None) -> str:
    return "?" if value is None else signed(value)


def _round_levels(points: Sequence[PlotPoint]) -> list[PlotLine]:
    """Return round levels about where a course has settled, nought among them where it is near."""
    settled = points[len(points) // 5 :]
    values = [bound for one in settled for bound in (one.value, one.low, one.high) if bound is not None]
    least, most = min(values), max(values)
    step = next((one for one in _STEPS if (most - least) / one <= 5), _STEPS[-1])
    first = int(least // step) * step
    return [
        PlotLine(level, signed(level) if level else "0") for level in range(first, int(most) + step, step)
    ]


def _param(param: TunedWay) -> LabParam:
    return LabParam(
        name=param.name,
        began=f"{param.values[0]:g}",
        now=f"{param.values[-1]:.1f}",
        least=f"{param.least:g}",
        most=f"{param.most:g}",
        way=_way(param),
    )


def _way(param: TunedWay) -> Markup:
    """Draw where a parameter stood after each step, between its bounds."""
    if len(param.values) < 2:
        return Markup("")
    width, height, most = 160, 34, 160
    step = max(1, len(param.values) // most)
    shown = [*param.values[:-1:step], param.values[-1]]
    span = (param.most - param.least) or 1.0
    line = " ".join(
        f"{2 + (width - 4) * n / (len(shown) - 1):.1f},"
        f"{height - 3 - (height - 6) * min(max((value - param.least) / span, 0.0), 1.0):.1f}"
        for n, value in enumerate(shown)
    )
    return Markup(
        '<svg class="spark way" viewBox="0 0 {} {}" aria-hidden="true"><polyline points="{}"/></svg>'
    ).format(width, height, line)


def _stage(stage: RunStage, lang: Lang) -> LabStage:
    name = _STAGES[stage.kind].format(n=stage.generation).text(lang)
    if stage.kind == "weights":
        return LabStage(name, (_FOUND if stage.done else _NOT_FOUND).text(lang), 0, 0)
    counted = _GAMES.format(n=stage.goal or stage.done).text(lang)
    said = _OF.format(done=stage.done, all=counted).text(lang) if stage.goal else counted
    return LabStage(name, said, min(stage.done, stage.goal), stage.goal)


def _large(number: int) -> str:
    """Return a number with narrow spaces, as every language reads it."""
    return f"{number:_}".replace("_", "\u202f")


_ELO_TITLE: Final = Message("Difference in Elo, with its interval of 95 per cent")
_ELO_HEAD: Final = Message("Elo")
_LOW_HEAD: Final = Message("at least")
_HIGH_HEAD: Final = Message("at most")
