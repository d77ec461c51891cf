"""Builds endgame tables beside the app, in a process of its own; its files tell how far it is."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import msgspec

from damiera._core import rules
from damiera.endgame.files import default_folder
from damiera.endgame.material import FEWEST, materials, serves
from damiera.endgame.stock import stock
from damiera.engine.hub.program import lower_priority
from damiera.messages import Lang, Message, Text, Verbatim

__all__ = ["BuildJob", "EndgameWork", "most_pieces"]

LARGEST_FOR_FIVE = 50
PATIENCE_S = 20.0
LAST_WORDS = 500
_NICENESS = 5
_IDLE_NICENESS = 15
_ENDED_FROM_OUTSIDE = Message(
    "The program that built them was ended from outside ({status}), perhaps for want of memory. "
    "What was finished is not lost: build again to go on."
)


class BuildJob(msgspec.Struct, frozen=True):
    """A build of tables: which, how far it has come, and whether it goes on.

    Attributes:
        game: slug.
        pieces: up to how many.
        done, total: tables, counted by their files.
        running: whether it is at work.
        stopped: whether somebody has asked it to end.
        failed: why it failed; None if it did not.
        idle: whether it was begun because nobody played.
    """

    game: str
    pieces: int
    done: int
    total: int
    running: bool
    stopped: bool
    failed: Text | None
    idle: bool = False


class _Running(msgspec.Struct):
    game: str
    pieces: int
    distances: bool
    process: subprocess.Popen[str]
    idle: bool
    stopped: bool = False
    said: str = ""


class EndgameWork:
    """Builds tables for the app, one game at a time."""

    def __init__(self, data_dir: Path | None) -> None:
        chosen = os.environ.get("DAMIERA_ENDGAME")
        self.folder = data_dir / "endgame" if data_dir is not None and not chosen else default_folder()
        self._lock = threading.Lock()
        self._last: _Running | None = None

    def start(
        self, game: str, pieces: int, *, distances: bool, lang: Lang = "en", idle: bool = False
    ) -> bool:
        """Begin to build; return False if a build is going on already.

        The process writes in `lang`. It gives way to everything else on the machine, more so when `idle`.

        Raises:
            OSError: if the process does not start.
        """
        with self._lock:
            if self._last is not None and self._last.process.poll() is None:
                return False
            command = [sys.executable, "-m", "damiera", "endgame", "build", game, "--pieces", str(pieces)]
            command += ["--folder", str(self.folder), "--threads", str(max(1, (os.cpu_count() or 2) // 2))]
            command += ["--lang", lang, *(["--distance"] if distances else [])]
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                text=True,
                errors="replace",
            )
            lower_priority(process.pid, _IDLE_NICENESS if idle else _NICENESS)
            self._last = _Running(game, pieces, distances, process, idle)
            threading.Thread(target=_listen, args=(self._last,), daemon=True).start()
            return True

    def job(self) -> BuildJob | None:
        """Return the build that is going on, or the last one; None if there was none."""
        last = self._last
        if last is None:
            return None
        code = last.process.poll()
        total = sum(len(materials(rules(last.game), n)) for n in range(FEWEST, last.pieces + 1))
        there = [one for one in stock(rules(last.game), self.folder) if one.pieces <= last.pieces]
        done = sum(one.distances if last.distances else one.verdicts for one in there)
        failed = _why(code, last.said) if code and not last.stopped else None
        return BuildJob(last.game, last.pieces, done, total, code is None, last.stopped, failed, last.idle)

    def stop(self) -> None:
        """End the build that is going on, if any; what is finished stays."""
        last = self._last
        if last is not None and last.process.poll() is None:
            last.stopped = True
            last.process.terminate()

    def close(self) -> None:
        """Stop, and wait until the process has gone."""
        self.stop()
        last = self._last
        if last is None:
            return
        try:
            last.process.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            last.process.kill()
            last.process.wait()


def _why(code: int, said: str) -> Text:
    """Return why a build has failed: its own words, or that somebody else has ended it."""
    words = said.strip()
    if words and code > 0:
        return Verbatim(words)
    status = Message("signal {code}", code=-code) if code < 0 else Message("code {code}", code=code)
    return _ENDED_FROM_OUTSIDE.format(status=status)


def most_pieces(slug: str) -> int:
    """Return up to how many pieces the app offers to build: minutes of work; 0 for a game without tables."""
    if not serves(rules(slug)):
        return 0
    return 5 if rules(slug).squares <= LARGEST_FOR_FIVE else 4


def _listen(running: _Running) -> None:
    """Keep the last words of the process."""
    assert running.process.stderr is not None
    with running.process.stderr as stream:
        for line in stream:
            running.said = (running.said + line)[-LAST_WORDS:]
