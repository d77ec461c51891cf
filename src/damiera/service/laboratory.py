"""The runs of the laboratory as their records in a folder tell them: matches, tests, tunings, trainings.

Whoever plays appends to the records while somebody reads here: what is cut off at the end of a file is being
written. What is damaged, and what is no record, is said of the file, and all others are read.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from damiera.engine.runlog import RunKind, RunLog, log_of, read_run_log
from damiera.engine.statistics import BadSprt, Estimate, Pentanomial, Sprt, estimate
from damiera.messages import Message, Text
from damiera.notation.pdn.guess import said_by_tags
from damiera.notation.pdn.results import canonical_result
from damiera.rules.ruleset import CATALOGUE

__all__ = [
    "LabFolder",
    "LabRun",
    "Laboratory",
    "MeasuredEngine",
    "OtherFile",
    "RunPoint",
    "RunStage",
    "RunState",
    "TestRun",
    "TunedWay",
]

RunState = Literal["running", "over", "stopped", "broken", "unknown"]
"""At work; come to its end; left off; ended without a word; nothing is known of it."""

MOST_FILES: Final = 300
MOST_BYTES: Final = 64_000_000
MOST_POINTS: Final = 120
SILENT_S: Final = 600
"""Where the system cannot say whether a run is at work, it is while its records grow at least so often."""
PARAM_FIELDS: Final = ("start", "least", "most")

_TAG: Final = re.compile(r'^\[(\w+) "((?:[^"\\]|\\.)*)"\]\s*$')
_RECORDS: Final = re.compile(r"\d+-(\d+)\.records")
_DAMAGED: Final = (
    ValueError,
    KeyError,
    TypeError,
    IndexError,
    AttributeError,
    OverflowError,
    RecursionError,
)
"""What reading data raises that no run has written."""
_NO_RUN: Final = Message("no record of a run")
_NO_MATCH: Final = Message("games, but not of an engine match")
_EMPTY: Final = Message("empty")
_UNREADABLE: Final = Message("it cannot be read: {why}")
_LARGE: Final = Message("too large to be shown: {mb} MB")
_NO_TEXT: Final = Message("damaged: no text")
_DAMAGED_LINE: Final = Message("Line {line} is damaged: what stands from there on is not shown.")
_OTHER_MATCH: Final = Message("Games of another match stand in the file too: they are not counted.")
_DAMAGED_PART: Final = Message("Damaged, and not counted: {file}")


class RunPoint(msgspec.Struct, frozen=True):
    """How it stood after some games: the difference in Elo, its interval, the ratio of a test.

    Attributes:
        low, high: None where nothing is known of the error yet.
        ratio: log-likelihood ratio; None without a test.
    """

    games: int
    elo: float
    low: float | None
    high: float | None
    ratio: float | None = None


class TestRun(msgspec.Struct, frozen=True):
    """A sequential test: its hypotheses, its ratio and bounds, what it accepts.

    Attributes:
        accepted: the difference in Elo that it accepts; None while it goes on.
    """

    elo0: float
    elo1: float
    ratio: float
    low: float
    high: float
    accepted: float | None


class TunedWay(msgspec.Struct, frozen=True):
    """A parameter that is tuned: its bounds, and where it stood after each step, the first where it began."""

    name: str
    least: float
    most: float
    values: tuple[float, ...]


class RunStage(msgspec.Struct, frozen=True):
    """Part of a training: quick games of a generation, or its match, how much is done of how much.

    Attributes:
        goal: 0 where nothing says how much.
    """

    kind: Literal["games", "weights", "match"]
    generation: int
    done: int
    goal: int


class MeasuredEngine(msgspec.Struct, frozen=True):
    """What a match took of an engine a move.

    Attributes:
        processor_ms: None where a game does not tell.
        faults: games lost without being beaten.
    """

    name: str
    ms: float
    processor_ms: float | None
    nodes: int
    faults: int


class LabRun(msgspec.Struct, frozen=True):
    """A run of the laboratory, as far as it has come.

    Attributes:
        name: of its file or folder, within the folder of all.
        game: slug; empty where nothing says it.
        sides: whose points are counted, and against whom; of a tuning and a training none.
        pace: how long a move takes, in the words of its records.
        state: whether somebody is at it.
        starts: how often it was started; 0 where nothing says it.
        began: when it began for the first time, and `last` when something was kept last: seconds since 1970.
        done: games played, or steps of a tuning done, of `goal`, which is 0 where nothing says how many.
        points: games that the first side has won, drawn and lost; of whole pairs, where games are not told.
        found: what they say.
        course: the same after each pair, thinned.
        an_hour: games or steps an hour of the last start; None where too little is known.
        damage: what is wrong with its records; None if nothing is.
    """

    name: str
    kind: RunKind
    game: str = ""
    sides: tuple[str, ...] = ()
    pace: str = ""
    state: RunState = "unknown"
    starts: int = 0
    began: float = 0.0
    last: float = 0.0
    done: int = 0
    goal: int = 0
    points: tuple[int, int, int] = (0, 0, 0)
    found: Estimate | None = None
    course: tuple[RunPoint, ...] = ()
    test: TestRun | None = None
    params: tuple[TunedWay, ...] = ()
    stages: tuple[RunStage, ...] = ()
    engines: tuple[MeasuredEngine, ...] = ()
    an_hour: float | None = None
    damage: Text | None = None

    @property
    def left(self) -> int:
        """Games or steps that are still to be done; 0 where nothing is, or nobody knows."""
        return 0 if self.state == "over" else max(0, self.goal - self.done)

    @property
    def left_s(self) -> float | None:
        """Seconds that these will take at the pace of the last start; None where that is not known."""
        return self.left / self.an_hour * 3600 if self.left and self.an_hour else None


class OtherFile(msgspec.Struct, frozen=True):
    """A file that is not shown as a run, and why."""

    name: str
    why: Text


class LabFolder(msgspec.Struct, frozen=True):
    """What there is in a folder.

    Attributes:
        path: the folder.
        runs: those that are at work first, then the latest first.
        others: what is no run, or cannot be read.
        passed_over: how many files were not looked at, because there are too many.
    """

    path: Path
    runs: tuple[LabRun, ...]
    others: tuple[OtherFile, ...]
    passed_over: int = 0


class _NoRun(Exception):
    """A file is not shown, and why."""

    def __init__(self, why: Text) -> None:
        super().__init__(str(why))
        self.why = why


class Laboratory:
    """The runs whose records lie in a folder. May be asked from several threads.

    Args:
        folder: it need not be there.

    >>> Laboratory(Path("no such folder")).read(now=0.0).runs
    ()
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._known: dict[str, tuple[object, LabRun]] = {}

    def read(self, now: float) -> LabFolder:
        """Return the runs there are, and what else lies there. Never raises.

        Args:
            now: seconds since 1970.
        """
        runs, others = [], []
        places = sorted(_places(self.folder), key=lambda place: -_written(place))
        for place in places[:MOST_FILES]:
            name = place.relative_to(self.folder).as_posix()
            try:
                runs.append(self._run(place, name, now))
            except _NoRun as found:
                others.append(OtherFile(name, found.why))
            except OSError as error:
                others.append(OtherFile(name, _UNREADABLE.format(why=error.strerror or error)))
        runs.sort(key=lambda run: (run.state != "running", -run.last))
        others.sort(key=lambda one: one.name)
        return LabFolder(self.folder, tuple(runs), tuple(others), max(0, len(places) - MOST_FILES))

    def _run(self, place: Path, name: str, now: float) -> LabRun:
        log = read_run_log(place)
        if place.is_dir():
            return _with_times(_training(place, name, log), log, _written(place), now)
        stamp = (place.stat().st_mtime_ns, place.stat().st_size, len(log.sessions))
        known = self._known.get(name)
        if known is None or known[0] != stamp:
            known = self._known[name] = (stamp, _of_file(place, name, log))
        return _with_times(known[1], log, _written(place), now)


def _places(folder: Path) -> Iterator[Path]:
    """Yield what may be a record: files, folders of trainings, files of other folders (a gauntlet's)."""
    for place in _inside(folder):
        try:
            is_one = not place.is_dir() or (place / "plan.json").exists()
            found = [place] if is_one else [inner for inner in _inside(place) if inner.is_file()]
        except OSError:  # closed to us: why is said where it is read
            found = [place]
        yield from found


def _inside(folder: Path) -> list[Path]:
    with suppress(OSError):
        return [one for one in folder.iterdir() if not one.name.startswith(".") and one.suffix != ".run"]
    return []


def _written(place: Path) -> float:
    """Return when something was written last, in seconds since 1970."""
    try:
        times = [place.stat().st_mtime]
        if place.is_dir():
            times += [one.stat().st_mtime for one in place.glob("*") if one.name != log_of(place).name]
            times += [one.stat().st_mtime for one in place.glob("*/*.records")]
    except OSError:
        return 0.0
    return max(times)


def _of_file(place: Path, name: str, log: RunLog) -> LabRun:
    if place.suffix not in (".pdn", ".jsonl"):
        raise _NoRun(_NO_RUN)
    text = _text(place)
    return _match(text, name, log) if place.suffix == ".pdn" else _trial(text, name, log)


def _text(path: Path) -> str:
    if not path.is_file():  # a pipe would keep us waiting
        raise _NoRun(_NO_RUN)
    size = path.stat().st_size
    if size > MOST_BYTES:
        raise _NoRun(_LARGE.format(mb=size // 1_000_000))
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeError:
        raise _NoRun(_NO_TEXT) from None
    if not text.strip():
        raise _NoRun(_EMPTY)
    return text


def _with_times(run: LabRun, log: RunLog, last: float, now: float) -> LabRun:
    """Return a run with what its log tells: whether it is at work, how fast it goes, how far it is to go."""
    if not log.sessions:
        return replace(run, last=last)
    first, session = log.sessions[0], log.sessions[-1]
    is_running = now - last < SILENT_S if log.is_running is None else log.is_running
    state: RunState = "over" if session.is_complete else "stopped" if session.ended else "broken"
    if not session.ended and is_running:
        state = "running"
    done, seconds = run.done - session.done, last - session.began
    return replace(
        run,
        kind="gauntlet" if session.kind == "gauntlet" and run.kind == "match" else run.kind,
        state=state,
        starts=len(log.sessions),
        began=first.began,
        last=last,
        goal=run.goal or (session.goal if run.kind != "training" else 0),
        an_hour=3600 * done / seconds if done > 0 and seconds > 0 and run.kind != "training" else None,
    )


# ---------------------------------------------------------------- points, Elo, tests


def _measured(run: LabRun, pairs: Sequence[int], test: Sprt | None) -> LabRun:
    """Return a run with what its pairs say; each brought 0 to 4 half points to the first side."""
    counts = [0, 0, 0, 0, 0]
    course: list[RunPoint] = []
    shown = set(_thinned(len(pairs)))
    for number, points in enumerate(pairs, 1):
        counts[points] += 1
        found = estimate(counts) if number in shown else None
        if found is not None and math.isfinite(found.elo):
            bounded = found.error is not None
            course.append(
                RunPoint(
                    2 * number,
                    found.elo,
                    found.low if bounded else None,
                    found.high if bounded else None,
                    test.ratio(counts) if test else None,
                )
            )
    whole: Pentanomial = (counts[0], counts[1], counts[2], counts[3], counts[4])
    return replace(
        run,
        found=estimate(whole),
        course=tuple(course),
        test=_test(test, whole) if test else None,
    )


def _thinned(count: int) -> list[int]:
    """Return as many numbers from 1 to `count` as an eye can tell apart, the last among them."""
    if count <= MOST_POINTS:
        return list(range(1, count + 1))
    return [round((n + 1) * count / MOST_POINTS) for n in range(MOST_POINTS)]


def _test(test: Sprt, pairs: Pentanomial) -> TestRun:
    decided = test.accepts(pairs)
    accepted = None if decided is None else test.elo1 if decided == "elo1" else test.elo0
    return TestRun(test.elo0, test.elo1, test.ratio(pairs), *test.bounds, accepted)


def _sprt_of(log: RunLog) -> Sprt | None:
    told = log.sessions[-1].test if log.sessions else None
    try:
        return Sprt(*told) if told else None
    except BadSprt:
        return None


# ---------------------------------------------------------------- matches


class _Told(msgspec.Struct):
    """What the tags of a match's games tell, summed up."""

    points: dict[int, int] = {}
    pairs: list[int] = []
    used_ms: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    answers: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    used_us: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    nodes: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    faults: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    is_timed: bool = True


FAULTS: Final = ("crash", "silence", "illegal move", "refusal")


def _match(text: str, name: str, log: RunLog) -> LabRun:
    games = list(_tags(text))
    if games and not text.rstrip().endswith("*"):
        games.pop()  # it is being written
    known = next((tags for tags in games if tags.get("Match")), None)
    if known is None:
        raise _NoRun(_EMPTY if not games else _NO_MATCH)
    own = [tags for tags in games if tags.get("Match") == known["Match"]]
    slug = log.sessions[-1].game if log.sessions else ""
    said = said_by_tags(known)
    if slug not in CATALOGUE:
        slug = said.ruleset.slug if said is not None and said.ruleset is not None else ""
    told = _Told()
    begins_as = "Black" if slug and CATALOGUE[slug].core.first_mover.name == "BLACK" else "White"
    for tags in own:
        with suppress(ValueError):
            _count(told, tags)
    other = "White" if begins_as == "Black" else "Black"
    is_odd = int(known["Round"]) % 2 == 1 if known.get("Round", "").isdecimal() else True
    sides = (known.get(begins_as, "?"), known.get(other, "?"))
    sides = sides if is_odd else (sides[1], sides[0])
    results = list(told.points.values())
    run = LabRun(
        name,
        "match",
        slug,
        sides,
        known.get("Pace", ""),
        done=len(results),
        points=(results.count(2), results.count(1), results.count(0)),
        engines=_engines(told, sides),
        damage=_OTHER_MATCH if len(own) < len(games) else None,
    )
    return _measured(run, told.pairs, _sprt_of(log))


def _tags(text: str) -> Iterator[dict[str, str]]:
    """Yield the tags of each game of a text."""
    tags: dict[str, str] = {}
    in_head = False
    for line in text.splitlines():
        found = _TAG.match(line) if line.startswith("[") else None
        if found is None:
            in_head = in_head and not line.strip()
            continue
        if not in_head and tags:
            yield tags
            tags = {}
        in_head = True
        tags[found[1]] = re.sub(r"\\(.)", r"\1", found[2])
    if tags:
        yield tags


def _count(told: _Told, tags: Mapping[str, str]) -> None:
    """Add a game. Raises `ValueError` for one that has no number or no result."""
    number, result = int(tags.get("Round", "")), canonical_result(tags.get("Result", ""))
    thought, used = _pairs_of(tags.get("Thought", "")), _pairs_of(tags.get("Processor", ""))
    points = {"1-0": 2, "1/2-1/2": 1, "0-1": 0}.get(result or "", -1)
    if points < 0 or number < 1 or number in told.points:
        raise ValueError(tags)
    points = points if number % 2 else 2 - points  # the first engine begins in every odd game
    told.points[number] = points
    partner = told.points.get(number + 1 if number % 2 else number - 1)
    if partner is not None:
        told.pairs.append(points + partner)
    if tags.get("Termination") in FAULTS and points != 1:
        told.faults[points == 2] += 1
    told.is_timed = told.is_timed and used is not None
    for engine in (0, 1):
        if thought is not None:
            told.used_ms[engine] += thought[engine][0]
            told.answers[engine] += thought[engine][1]
        if used is not None:
            told.used_us[engine] += used[engine][0]
            told.nodes[engine] += used[engine][1]


def _pairs_of(text: str) -> list[tuple[int, int]] | None:
    words = re.findall(r"(\d{1,15})/(\d{1,15})", text)
    return [(int(one), int(other)) for one, other in words] if len(words) == 2 else None


def _engines(told: _Told, sides: tuple[str, str]) -> tuple[MeasuredEngine, ...]:
    return tuple(
        MeasuredEngine(
            sides[n],
            told.used_ms[n] / max(1, told.answers[n]),
            told.used_us[n] / 1000 / max(1, told.answers[n]) if told.is_timed else None,
            told.nodes[n] // max(1, told.answers[n]),
            told.faults[n],
        )
        for n in (0, 1)
    )


# ---------------------------------------------------------------- tests of parameters, tunings


def _trial(text: str, name: str, log: RunLog) -> LabRun:
    """Return a test or a tuning that a file of JSON lines holds; a line without an end is being written."""
    lines = text.split("\n")[:-1]
    try:
        head = json.loads(lines[0])
        plan = head["trial"] if "trial" in head else head["tuning"]
        slug, nodes = str(plan["game"]), int(plan["nodes"])
        if "trial" in head:
            sides = (str(head["first"]), str(head["second"]))
            run = LabRun(name, "sprt", slug, sides, f"nodes {nodes}")
        else:
            params = tuple(_param(told) for told in head["spsa"]["params"])
            run = LabRun(
                name, "tune", slug, (), f"nodes {nodes}", goal=int(head["spsa"]["steps"]), params=params
            )
    except _DAMAGED:
        raise _NoRun(_NO_RUN) from None
    if run.kind == "tune":
        return _tuning(run, lines[1:])
    return _tested(run, lines[1:], _sprt_of(log))


def _param(told: Mapping[str, object]) -> TunedWay:
    start, least, most = (_finite(told[name]) for name in PARAM_FIELDS)
    return TunedWay(str(told["name"]), least, most, (start,))


def _finite(value: object) -> float:
    """Return a number. Raises `ValueError` for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise ValueError(value)
    return float(value)


def _lines(lines: Sequence[str], read: Callable[[Mapping[str, object]], None]) -> Text | None:
    """Have each line read up to the first that is damaged, which is said."""
    for number, line in enumerate(lines, 2):
        try:
            read(json.loads(line))
        except _DAMAGED:
            return _DAMAGED_LINE.format(line=number)
    return None


def _tested(run: LabRun, lines: Sequence[str], test: Sprt | None) -> LabRun:
    points: dict[int, tuple[int, int]] = {}

    def read(line: Mapping[str, object]) -> None:
        number, both = line["pair"], line["points"]
        if not isinstance(number, int) or not isinstance(both, list) or not {*both} <= {0, 1, 2}:
            raise ValueError(line)
        first, second = both
        points[number] = (first, second)

    damage = _lines(lines, read)
    ordered: list[tuple[int, int]] = []  # up to the first pair that is missing, as the test counts
    while len(ordered) in points:
        ordered.append(points[len(ordered)])
    results = [one for pair in ordered for one in pair]
    counted = replace(
        run,
        done=len(results),
        points=(results.count(2), results.count(1), results.count(0)),
        damage=damage,
    )
    return _measured(counted, [sum(pair) for pair in ordered], test)


def _tuning(run: LabRun, lines: Sequence[str]) -> LabRun:
    ways: list[list[float]] = [list(one.values) for one in run.params]
    steps = 0

    def read(line: Mapping[str, object]) -> None:
        nonlocal steps
        values = line["values"]
        if line["step"] != steps + 1 or not isinstance(values, list) or len(values) != len(ways):
            raise ValueError(line)
        numbers = [_finite(value) for value in values]
        steps += 1
        for way, value in zip(ways, numbers, strict=True):
            way.append(value)

    damage = _lines(lines, read)
    params = tuple(replace(one, values=tuple(way)) for one, way in zip(run.params, ways, strict=True))
    return replace(run, done=steps, params=params, damage=damage)


# ---------------------------------------------------------------- trainings


def _training(folder: Path, name: str, log: RunLog) -> LabRun:
    try:
        plan = json.loads(_text(folder / "plan.json"))
        slug, nodes = str(plan["game"]), int(plan["nodes"])
    except _DAMAGED:
        raise _NoRun(_NO_RUN) from None
    session = log.sessions[-1] if log.sessions else None
    games = session.goal if session else 0
    stages: list[RunStage] = []
    damage: Text | None = None
    pairs: list[int] = []
    generation, most = 1, session.generations if session else 1
    while generation <= max(most, 1) or (folder / f"{generation}.weights").exists():
        played = _records(folder, generation)
        stages.append(RunStage("games", generation, played, games))
        stages.append(RunStage("weights", generation, int((folder / f"{generation}.weights").exists()), 1))
        path = folder / f"{generation}.match.json"
        if path.exists():
            try:
                pairs = _chunks(json.loads(_text(path)))
            except (*_DAMAGED, _NoRun):
                damage, pairs = _DAMAGED_PART.format(file=path.name), []
            stages.append(RunStage("match", generation, 2 * len(pairs), 2 * session.pairs if session else 0))
        generation += 1
    run = LabRun(
        name,
        "training",
        slug,
        pace=f"nodes {nodes}",
        done=2 * len(pairs),
        stages=tuple(stages),
        damage=damage,
    )
    return _measured(run, pairs, _sprt_of(log))


def _records(folder: Path, generation: int) -> int:
    """Return how many quick games of a generation are kept."""
    parts = {
        part.name: int(found[1])
        for place in folder.glob(f"{generation}*")
        if place.is_dir() and re.fullmatch(rf"{generation}(-\w+)?", place.name)
        for part in place.glob("*.records")
        if (found := _RECORDS.fullmatch(part.name))
    }
    return sum(parts.values())


def _chunks(told: Mapping[str, Mapping[str, Sequence[Sequence[int]]]]) -> list[int]:
    """Return half points by pair, in their order, up to the first chunk that is missing."""
    chunks = {int(number): chunk for number, chunk in told["points"].items()}
    pairs: list[int] = []
    for number in range(len(chunks)):
        for as_white, as_black in chunks.get(number, ()):
            total = as_white + as_black
            if total not in range(5):
                raise ValueError(total)
            pairs.append(total)
        if number not in chunks:
            break
    return pairs
