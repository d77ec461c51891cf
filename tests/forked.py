"""Tests shared out among processes that are forked once all tests have been gathered.

`python -m pytest -p tests.forked --workers 3`. Each of pytest-xdist's workers gathers the tests for itself
(some 20,000, of 500 modules), and says every phase of every test by a message of its own. Here they are
gathered once, the workers are forked with all of them at hand, and say a test's reports together.

Each worker begins with a stretch of the list, so that what tests of a module share is made once, and takes
half of the longest that is left when its own is done. One that dies fails the test it ran; the others go on.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import traceback
import warnings
from collections.abc import Iterator, Sequence
from ctypes import c_bool, c_int
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkProcess
from typing import Any

import pytest

_NONE = -1
_PATIENCE_S = 60.0  # for what a worker that is stopped has to clear away


class Shares:
    """Which worker runs which tests, by their places in the list; known to all processes forked after it."""

    def __init__(self, tests: int, workers: int) -> None:
        context = multiprocessing.get_context("fork")
        edges = [tests * n // workers for n in range(workers + 1)]
        self._begin = context.RawArray(c_int, edges[:-1])
        self._end = context.RawArray(c_int, edges[1:])
        self._held = [context.RawArray(c_int, [_NONE, _NONE]) for _ in range(workers)]
        self._stopped = context.RawValue(c_bool, False)
        self._lock = context.Lock()

    def tests(self, worker: int) -> Iterator[tuple[int, int | None]]:
        """Take tests for a worker until there are none; each with the one that it runs after it."""
        at = self._take(worker)
        while at is not None:
            after = self._take(worker)
            self._held[worker][:] = [at, _NONE if after is None else after]
            yield at, after
            at = after
        self._held[worker][:] = [_NONE, _NONE]

    def held(self, worker: int) -> list[int]:
        """Return what a worker has taken and not done: the test that it runs, and the one after it."""
        return [at for at in self._held[worker] if at != _NONE]

    def left(self) -> int:
        """Return how many tests nobody has taken."""
        return sum(self._end) - sum(self._begin)

    def stop(self) -> None:
        """Let nobody take another."""
        self._stopped.value = True

    def _take(self, worker: int) -> int | None:
        with self._lock:
            if self._stopped.value:
                return None
            if self._begin[worker] == self._end[worker]:
                self._take_over(worker)
            at = self._begin[worker]
            if at == self._end[worker]:
                return None
            self._begin[worker] += 1
            return at

    def _take_over(self, worker: int) -> None:
        """Give a worker the later half of the longest stretch."""
        lengths = [end - begin for begin, end in zip(self._begin, self._end, strict=True)]
        other = max(range(len(lengths)), key=lengths.__getitem__)
        end = self._end[other]
        self._end[other] = begin = end - (lengths[other] + 1) // 2
        self._begin[worker], self._end[worker] = begin, end


class _Worker:
    """What a forked process does; its reports go to the process that forked it."""

    def __init__(self, session: pytest.Session, number: int, shares: Shares, line: Connection) -> None:
        self.session = session
        self.config = session.config
        self.number = number
        self.shares = shares
        self.line = line
        self._reports: list[dict[str, Any]] = []

    def run(self) -> None:
        """Run tests until there are none, or one says that no more shall be run."""
        try:
            self._be_alone()
            for at, after in self.shares.tests(self.number):
                self._run_one(at, after)
                if self.session.shouldfail or self.session.shouldstop:
                    break
            self.line.send(("done", None))
        except KeyboardInterrupt:
            self.line.send(("done", None))
        except BaseException:
            self.line.send(("broken", traceback.format_exc()))
        finally:
            self.session._setupstate.teardown_exact(None)

    def _be_alone(self) -> None:
        """Leave the terminal, the files of what is printed and the folders of tests to others."""
        for name in ("terminalreporter", "terminalprogress"):
            self.config.pluginmanager.unregister(name=name)
        self.config.pluginmanager.register(self)
        capture = self.config.pluginmanager.getplugin("capturemanager")
        capture.read_global_capture()
        capture.stop_global_capturing()
        capture.start_global_capturing()
        capture.suspend_global_capture()
        folders = self.config._tmp_path_factory  # type: ignore[attr-defined]
        folders._basetemp = folders.getbasetemp() / f"worker-{self.number}"
        folders._basetemp.mkdir(mode=0o700)

    def _run_one(self, at: int, after: int | None) -> None:
        items = self.session.items
        nextitem = None if after is None else items[after]
        self.config.hook.pytest_runtest_protocol(item=items[at], nextitem=nextitem)
        self.line.send(("reports", (at, self._reports)))
        self._reports = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        said = self.config.hook.pytest_report_to_serializable(config=self.config, report=report)
        self._reports.append(said)

    def pytest_warning_recorded(
        self, warning_message: warnings.WarningMessage, when: str, nodeid: str, location: Any
    ) -> None:
        warning_message.source = None
        self.line.send(("warning", (warning_message, when, nodeid, location)))


class _Crew:
    """The workers, and the process that forked them and hears what they say."""

    def __init__(self, session: pytest.Session, workers: int) -> None:
        self.session = session
        self.shares = Shares(len(session.items), workers)
        self._lines: dict[Connection, tuple[int, ForkProcess]] = {}
        self._done: list[ForkProcess] = []
        session.config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]  # before there are many
        context = multiprocessing.get_context("fork")
        for number in range(workers):
            ours, theirs = context.Pipe(duplex=False)
            worker = _Worker(session, number, self.shares, theirs)
            process = context.Process(target=worker.run, name=f"worker {number}")
            process.start()
            theirs.close()
            self._lines[ours] = number, process

    def hear(self) -> None:
        """Pass on what the workers say, until all have gone."""
        while self._lines:
            ready = wait([*self._lines, *(process.sentinel for _, process in self._lines.values())])
            for line, (number, process) in list(self._lines.items()):
                if line in ready or process.sentinel in ready:
                    self._hear(line, number, process)

    def _hear(self, line: Connection, number: int, process: ForkProcess) -> None:
        try:
            while line.poll():
                kind, what = line.recv()
                if kind == "reports":
                    self._pass_on(*what)
                elif kind == "warning":
                    self._warn(*what)
                elif kind == "broken":
                    raise RuntimeError(f"a worker was broken:\n{what}")
                else:
                    self._part(line, process)
                    return
        except EOFError:
            pass
        else:
            if process.is_alive():
                return
        self._part(line, process)
        self._mourn(number, process)

    def _part(self, line: Connection, process: ForkProcess) -> None:
        self._done.append(process)
        del self._lines[line]
        line.close()

    def _pass_on(self, at: int, reports: Sequence[dict[str, Any]]) -> None:
        hook = self.session.config.hook
        for said in reports:
            report = hook.pytest_report_from_serializable(config=self.session.config, data=said)
            hook.pytest_runtest_logreport(report=report)
        item = self.session.items[at]
        hook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
        if self.session.shouldfail or self.session.shouldstop:
            self.shares.stop()

    def _warn(self, warning: warnings.WarningMessage, when: str, nodeid: str, location: Any) -> None:
        hook = self.session.config.hook
        hook.pytest_warning_recorded.call_historic(
            kwargs={"warning_message": warning, "when": when, "nodeid": nodeid, "location": location}
        )

    def _mourn(self, number: int, process: ForkProcess) -> None:
        """Fail what a worker that died has not done."""
        process.join()
        for place, at in enumerate(self.shares.held(number)):
            item = self.session.items[at]
            why = "was not run: its process had died" if place else "was run by a process that died"
            report = pytest.TestReport(
                item.nodeid, item.location, {}, "failed", f"{why} (exit code {process.exitcode})", "call"
            )
            self.session.config.hook.pytest_runtest_logreport(report=report)

    def dismiss(self) -> None:
        """Let all go, and stop those who still work; they clear away what they have made."""
        self.shares.stop()
        working = [process for _, process in self._lines.values()]
        for process in working:
            if process.is_alive() and process.pid is not None:
                os.kill(process.pid, signal.SIGINT)
        for process in self._done + working:
            process.join(_PATIENCE_S)
            process.kill()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--workers", type=int, default=1, help="run tests in so many processes, forked when gathered"
    )


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """Run the tests in several processes, if several are asked for and this system can fork them."""
    workers = min(session.config.getoption("workers"), len(session.items))
    failed = session.testsfailed and not session.config.option.continue_on_collection_errors
    if workers < 2 or failed or session.config.option.collectonly:
        return None
    if "fork" not in multiprocessing.get_all_start_methods():
        return None
    if reporter := session.config.pluginmanager.getplugin("terminalreporter"):
        reporter.showfspath = False  # tests of several files end in turn
    crew = _Crew(session, workers)
    try:
        crew.hear()
    finally:
        with contextlib.suppress(KeyboardInterrupt):
            crew.dismiss()
    if session.shouldfail:
        raise session.Failed(session.shouldfail)
    if session.shouldstop:
        raise session.Interrupted(session.shouldstop)
    if left := crew.shares.left():
        raise session.Interrupted(f"all workers died; {left} tests were not run")
    return True
