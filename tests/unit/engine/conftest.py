"""A Hub engine to talk to, in this process, and random positions of every game."""

from __future__ import annotations

import os
import random
import threading
import time
from collections.abc import Callable, Iterator
from queue import Empty, SimpleQueue

import pytest

from damiera import _core
from damiera._core import Position
from damiera.engine.hub.server import run_hub

GAMES = ("italian", "english", "international")


class Driver:
    """Speaks to a Hub server on two pipes; every wait has an end."""

    def __init__(self, game: str) -> None:
        theirs, ours = os.pipe()
        back, out = os.pipe()
        self._stdin, self._stdout = os.fdopen(theirs, "r"), os.fdopen(out, "w")
        self._send, self._receive = os.fdopen(ours, "w"), os.fdopen(back, "r")
        self.lines: SimpleQueue[str] = SimpleQueue()
        self.transcript: list[str] = []
        self.server = threading.Thread(target=self._serve, args=(game,), daemon=True)
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self.server.start()
        self._listener.start()

    def _serve(self, game: str) -> None:
        run_hub(self._stdin, self._stdout, game)
        self._stdout.close()

    def _listen(self) -> None:
        for line in self._receive:
            self.lines.put(line.rstrip("\n"))

    def send(self, *lines: str) -> None:
        for line in lines:
            self._send.write(line + "\n")
        self._send.flush()

    def until(self, command: str, seconds: float = 20.0) -> str:
        """Return the next line that is this command; what comes before goes to the transcript."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                line = self.lines.get(timeout=max(0.0, deadline - time.monotonic()))
            except Empty:
                raise AssertionError(f"no {command!r} within {seconds} s; heard {self.transcript}") from None
            self.transcript.append(line)
            if line.split(" ")[0] == command:
                return line

    def quiet_for(self, seconds: float) -> bool:
        """True if nothing is said for so long."""
        try:
            self.transcript.append(self.lines.get(timeout=seconds))
        except Empty:
            return True
        return False

    def end_input(self) -> None:
        self._send.close()

    def close(self) -> None:
        if not self._send.closed:
            if self.server.is_alive():
                self.send("quit")
            self._send.close()
        self.server.join(10)
        assert not self.server.is_alive(), "the server did not quit"
        self._listener.join(10)
        self._receive.close()
        self._stdin.close()


@pytest.fixture
def hub() -> Iterator[Callable[[str], Driver]]:
    """A maker of drivers that are closed after the test."""
    made: list[Driver] = []

    def make(game: str) -> Driver:
        made.append(Driver(game))
        return made[-1]

    yield make
    for driver in made:
        driver.close()


def walk(game: str, seed: int, plies: int) -> list[Position]:
    """The positions of a game played at random, from the start on, while there are moves."""
    rng = random.Random(seed)
    positions = [_core.rules(game).start()]
    for _ in range(plies):
        moves = positions[-1].moves()
        if not moves:
            break
        positions.append(positions[-1].play(rng.choice(moves)))
    return positions
