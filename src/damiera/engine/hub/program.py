"""A program in a process of its own, spoken to in lines: how it starts, what it says, how it ends."""

from __future__ import annotations

import contextlib
import ctypes
import os
import subprocess
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from queue import Full, Queue
from typing import IO

from damiera.engine.errors import EngineDied

__all__ = ["AnswerTime", "Program", "lower_priority"]

LONGEST_LINE = 1 << 16
"""More characters of a line than this are not kept: no engine has so much to say."""
MOST_LINES = 10_000  # that wait to be read; an engine that says more waits until they are
LAST_WORDS = 2_000  # characters of standard error that are kept
READINGS = 3  # of the processor time of a family, until none of its members has left meanwhile


class Program:
    """A running program.

    Args:
        command: the program and its arguments.
        folder: where it runs; None for here.
        niceness: added to its priority number by `give_way`, where the system knows priorities.
    Raises:
        EngineDied: if it does not start.

    >>> import sys
    >>> program = Program((sys.executable, "-c", "print(input())"))
    >>> program.write("hello"), program.read(10.0)
    (True, 'hello\\n')
    >>> program.end()
    """

    def __init__(self, command: Sequence[str], *, folder: str | None = None, niceness: int = 0) -> None:
        name = os.path.expanduser(command[0])
        try:
            self._process = subprocess.Popen(
                (name, *command[1:]),
                cwd=None if folder is None else os.path.expanduser(folder),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                errors="replace",
            )
        except (OSError, ValueError) as error:
            raise EngineDied(None, _why_not_started(name, folder, error)) from None
        self._niceness = niceness
        self._waits: dict[str, int] = {}
        self._waited_ns = 0
        self._ears = _Ears(self._process)
        self._writing = threading.Lock()

    def give_way(self) -> None:
        """Let others go before it, now that it has started: whoever waits for it waits for that."""
        lower_priority(self._process.pid, self._niceness)

    @property
    def alive(self) -> bool:
        """True while the process runs."""
        return self._process.poll() is None

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        """Its exit status; None while it runs."""
        return self._process.returncode

    def write(self, text: str) -> bool:
        """Write one line; return False if nobody is there to read it."""
        stdin = self._process.stdin
        if stdin is None:
            return False
        try:
            with self._writing:
                stdin.write(text + "\n")
                stdin.flush()
        except (OSError, ValueError):
            return False
        return True

    def read(self, seconds: float | None) -> str | None:
        """Return the next line it says; None if it says no more.

        Raises:
            queue.Empty: if nothing came within `seconds`; None waits for ever.
        """
        return self._ears.lines.get(timeout=seconds)

    def waited_s(self) -> float:
        """Return how many seconds it was ready to run while others had the processors; 0 where nobody tells.

        Of several threads the one that waited longest counts, from one call to the next. A program that hangs
        waits for something else.
        """
        waits = _waits_of(self._process.pid)
        self._waited_ns += max((ns - self._waits.get(thread, 0) for thread, ns in waits.items()), default=0)
        self._waits = waits
        return self._waited_ns / 1e9

    def processor_s(self) -> float | None:
        """Return how many seconds of the processors it and the processes it started have used.

        None where the system does not tell. Children count while they live and once they were waited for, on
        Linux; elsewhere the process counts alone. A child that left its family (a daemon) is not known.
        """
        return _family_s(self._process.pid)

    def wait(self, seconds: float) -> None:
        """Give it so many seconds to end by itself."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(seconds)

    def last_words(self) -> str:
        """Return the end of what it said on standard error; to be asked of a process that is over."""
        return self._ears.last_words()

    def end(self) -> None:
        """Leave no process behind."""
        self._process.kill()
        self._process.wait()
        if self._process.stdin is not None:
            with contextlib.suppress(OSError):
                self._process.stdin.close()
        self._ears.close()


class AnswerTime:
    """The time in which a program is to answer; what it waits for a processor meanwhile is not counted.

    Args:
        program: who is to answer.
        seconds: how long it may take.

    >>> import sys
    >>> program = Program((sys.executable, "-c", "input()"))
    >>> 0.0 < AnswerTime(program, 10.0).left_s() <= 10.0
    True
    >>> program.end()
    """

    def __init__(self, program: Program, seconds: float) -> None:
        self.seconds = seconds
        self._program, self._waited_s = program, program.waited_s()
        self._begun = time.monotonic()

    def left_s(self) -> float:
        """Return how much of it is left, in seconds; 0 or less when patience is lost."""
        left = self.seconds - (time.monotonic() - self._begun)
        return left if left > 0 else left + self._program.waited_s() - self._waited_s


def _family_s(pid: int) -> float | None:
    """Return the seconds of a process, of its children and theirs; None where its own are not told."""
    total = None
    for _ in range(READINGS):
        own, reaped = _processor_s(pid), _reaped_s(pid)
        if own is None:
            return None
        total = own + reaped + sum(_family_s(child) or 0.0 for child in _children_of(pid))
        if _reaped_s(pid) == reaped:  # else a child was waited for while we read: it would count twice
            break
    return total


def _reaped_s(pid: int) -> float:
    """Return the seconds of the children that a process has waited for, and of theirs; Linux (proc(5))."""
    try:
        words = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
        return (int(words[13]) + int(words[14])) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError, AttributeError):
        return 0.0


def _children_of(pid: int) -> list[int]:
    """Return the processes that a process has started and that are still there, as far as Linux tells."""
    children: list[int] = []
    with contextlib.suppress(OSError, ValueError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            children += map(int, (task / "children").read_text().split())
    return children


def _processor_s(pid: int) -> float | None:
    """Return what the clock of a process shows, its ended threads included (POSIX: clock_getcpuclockid)."""
    clock = ctypes.c_int()
    try:
        if ctypes.CDLL(None).clock_getcpuclockid(pid, ctypes.byref(clock)) != 0:
            return None
        return time.clock_gettime(clock.value)
    except (OSError, TypeError, AttributeError):  # no such function, no such process
        return None


def _waits_of(pid: int) -> dict[str, int]:
    """Return how many ns each thread of a process has waited for a processor, as far as Linux tells."""
    waits: dict[str, int] = {}
    with contextlib.suppress(OSError, ValueError, IndexError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            waits[task.name] = int((task / "schedstat").read_text().split()[1])
    return waits


def lower_priority(pid: int, niceness: int) -> None:
    """Have a process, with all its threads, give way to others by so many steps, where the system lets us.

    >>> import subprocess, sys
    >>> with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as process:
    ...     lower_priority(process.pid, 5)
    """
    if not hasattr(os, "setpriority"):
        return
    threads = [pid]
    with contextlib.suppress(OSError):
        threads = [int(task.name) for task in Path(f"/proc/{pid}/task").iterdir()]
    for thread in threads:
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, 0) + niceness)


class _Ears:
    """What an engine says, as it says it; as much as it likes, and no memory or disk is filled with it."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.lines: Queue[str | None] = Queue(MOST_LINES)
        self._process, self._words = process, ""
        self._closed = threading.Event()
        self._threads = [
            threading.Thread(target=hear, daemon=True) for hear in (self._listen, self._overhear)
        ]
        for thread in self._threads:
            thread.start()

    def last_words(self) -> str:
        """Return the end of what a process that is over said on standard error."""
        self._threads[1].join(1.0)
        return " ".join(self._words.split("\n")[-4:]).strip()[-LAST_WORDS // 4 :]

    def close(self) -> None:
        """Listen no more; a thread ends when the last one that can write has gone."""
        self._closed.set()
        for thread in self._threads:
            thread.join(0.5)

    def _listen(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            for text in _lines_of(self._process.stdout):
                if text.strip() and not self._put(text):
                    break
        self._put(None)
        self._shut(self._process.stdout)

    def _put(self, text: str | None) -> bool:
        while not self._closed.is_set():
            with contextlib.suppress(Full):
                self.lines.put(text, timeout=0.2)
                return True
        return False

    def _overhear(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            while self._process.stderr is not None and (text := self._process.stderr.readline(LAST_WORDS)):
                self._words = (self._words + text)[-LAST_WORDS:]
        self._shut(self._process.stderr)

    @staticmethod
    def _shut(stream: IO[str] | None) -> None:
        if stream is not None:
            with contextlib.suppress(OSError):
                stream.close()


def _lines_of(stream: IO[str] | None) -> Iterator[str]:
    """Yield lines; what is longer than any line should be is cut."""
    is_rest = False
    while stream is not None and (text := stream.readline(LONGEST_LINE)):
        if not is_rest:
            yield text
        is_rest = not text.endswith("\n")


def _why_not_started(program: str, folder: str | None, error: OSError | ValueError) -> str:
    if folder is not None and not os.path.isdir(os.path.expanduser(folder)):
        return f"{folder}: no such folder"
    if os.path.isdir(program):
        return f"{program}: this is a folder"
    is_here = (
        isinstance(error, FileNotFoundError)
        and os.path.basename(program) == program
        and Path(program).is_file()
    )
    hint = f" (write ./{program}?)" if is_here else ""
    return f"{program}: {getattr(error, 'strerror', None) or error}{hint}"
