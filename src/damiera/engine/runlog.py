"""What a run of the laboratory tells of itself beside its records: when it began, how far it is to go.

The records of matches, tests, tunings and trainings hold what was played. Beside each stands a log of JSON
lines, in which every start of the run and every end is a line, so that whoever looks at the records later, or
meanwhile, knows what is still to be played and whether anybody is at it. A log that cannot be written stops
no run; records without one are read all the same.
"""

from __future__ import annotations

import contextlib
import json
import os
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Literal

import msgspec

from damiera.decoding import converter
from damiera.disk import held_alone, is_held

__all__ = ["LoggedRun", "RunKind", "RunLog", "RunSession", "log_of", "logged_run", "read_run_log"]

RunKind = Literal["match", "gauntlet", "sprt", "tune", "training"]
"""What is run: by which command."""
LATEST_S = 1e11
"""No time after this is believed, and no count above `MOST`."""
MOST = 10**9
LOCK_TRIES = 20
LOCK_PAUSE_S = 0.01


@dataclass(slots=True)
class RunSession:
    """One start of a run, and its end.

    Attributes:
        kind: what is run.
        game: slug.
        goal: games that are to be played, or steps of a tuning; 0 where nothing says how many.
        done: how many of them there were when it began.
        test: the sequential test that may end it sooner: two differences in Elo, two chances of error.
        generations: of a training, each of `goal` quick games and a match of `pairs` pairs at most.
        began: seconds since 1970.
        ended: when it ended; 0 while it runs, and where it ended without a word.
        is_complete: whether nothing was left to do then.

    >>> RunSession("sprt", "italian", goal=40).is_complete
    False
    """

    kind: RunKind
    game: str
    goal: int = 0
    done: int = 0
    test: tuple[float, float, float, float] | None = None
    generations: int = 0
    pairs: int = 0
    began: float = 0.0
    ended: float = 0.0
    is_complete: bool = False


_read_session = converter(RunSession)


@dataclass(frozen=True, slots=True)
class RunLog:
    """What is known of a run beside its records.

    Attributes:
        sessions: its starts, the first one first; none where there is no log.
        is_running: whether somebody is at it; None where that cannot be known.

    >>> RunLog().sessions
    ()
    """

    sessions: tuple[RunSession, ...] = ()
    is_running: bool | None = None


@dataclass(slots=True)
class LoggedRun:
    """A run while it goes on; it says here whether it has come to its end.

    Attributes:
        is_complete: whether nothing is left to do.

    >>> LoggedRun().is_complete
    False
    """

    is_complete: bool = False


def log_of(record: Path) -> Path:
    """Return where the log of a record lies: beside a file, inside a folder.

    >>> log_of(Path("keep.jsonl")).name
    'keep.jsonl.run'
    """
    return record / "run" if record.is_dir() else record.with_name(f"{record.name}.run")


def _lock_of(record: Path) -> tuple[Path, str]:
    return (record, ".lock") if record.is_dir() else (record.parent, f".{record.name}.lock")


@contextmanager
def logged_run(record: Path, session: RunSession, *, is_locked: bool) -> Iterator[LoggedRun]:
    """Have a run tell beside its record that it has begun, and how it ends.

    Args:
        record: its file or folder.
        session: what is told; when it began is filled in.
        is_locked: whether the run holds its record against others itself.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     record = Path(folder) / "a.pdn"
    ...     with logged_run(record, RunSession("match", "italian", goal=8), is_locked=False) as run:
    ...         running = read_run_log(record).is_running
    ...         run.is_complete = True
    ...     [kept] = read_run_log(record).sessions
    >>> running in (True, None), kept.goal, kept.is_complete
    (True, 8, True)
    """
    path, run = log_of(record), LoggedRun()
    session.began = time.time()
    told = {name: value for name, value in asdict(session).items() if value and name != "ended"}
    with ExitStack() as held:
        if not is_locked:
            _hold(held, record)
        _add(path, {"begun": told})
        try:
            yield run
        finally:
            _add(path, {"ended": time.time(), "is_complete": run.is_complete})


def _hold(stack: ExitStack, record: Path) -> None:
    """Hold a record for as long as the stack is; whoever looks at it holds it for an instant only."""
    for _ in range(LOCK_TRIES):
        if stack.enter_context(held_alone(*_lock_of(record))):
            return
        time.sleep(LOCK_PAUSE_S)


def _add(path: Path, line: dict[str, object]) -> None:
    with contextlib.suppress(OSError), path.open("a+b") as file:
        data = json.dumps(line).encode() + b"\n"
        if file.tell():
            file.seek(-1, os.SEEK_END)
            data = data if file.read(1) == b"\n" else b"\n" + data  # a line was cut off by a full disk
        file.write(data)


def read_run_log(record: Path) -> RunLog:
    """Return what the log beside a record says; damaged lines are passed over, and where none is nothing.

    >>> read_run_log(Path("no such record"))
    RunLog(sessions=(), is_running=None)
    """
    try:
        text = log_of(record).read_text(encoding="utf-8") if log_of(record).is_file() else ""
    except (OSError, UnicodeError):
        return RunLog()
    sessions: list[RunSession] = []
    for line in text.splitlines():
        try:
            _take_in(line, sessions)
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError, msgspec.ValidationError):
            continue
    if not sessions:
        return RunLog()
    return RunLog(tuple(sessions), False if sessions[-1].ended else is_held(*_lock_of(record)))


def _take_in(line: str, sessions: list[RunSession]) -> None:
    """Add what a line tells. Raises `ValueError` and others for one that was not written here."""
    told = json.loads(line)
    if "begun" in told:
        sessions.append(_sensible(_read_session(told["begun"])))
    elif sessions:
        ended, complete = float(told["ended"]), told["is_complete"] is True
        sessions[-1] = _sensible(replace(sessions[-1], ended=ended, is_complete=complete))


def _sensible(session: RunSession) -> RunSession:
    """Return a session. Raises `ValueError` for one with times and counts that cannot be."""
    counts = (session.goal, session.done, session.generations, session.pairs)
    if not all(0 <= n <= MOST for n in counts) or not all(
        0 <= at < LATEST_S for at in (session.began, session.ended)
    ):
        raise ValueError(session)
    return session
