"""Those who look on, in a process of their own.

A thousand spectators are a thousand machines. In the process of the players they would read a move before
the players read their answers, and what they take would count as the server's.
"""

from __future__ import annotations

import asyncio
import gc
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections import defaultdict
from collections.abc import Mapping
from typing import Final

import msgspec

from damiera.web.common.connections import open_files
from damiera.web.loadtest.spectators import Spectator, keep_asking
from damiera.web.loadtest.visitors import LoadRefused, LoadVisitor

__all__ = ["Gallery", "GalleryPlan", "WatchedGame"]

_LARGEST: Final = 1 << 30
"""Bytes of what was seen, at most: ten of each spectator for each move."""
_AT_ONCE: Final = 16  # who come at the same time
_OPEN: Final = b"open\n"
_COUNT: Final = b"count\n"
_END: Final = b"end\n"


class WatchedGame(msgspec.Struct, frozen=True):
    """Where one looks on: a worker, the address one comes from (None: any), and a game."""

    url: str
    address: str | None
    game_id: str


class GalleryPlan(msgspec.Struct, frozen=True):
    """Who look on, and how.

    Attributes:
        whole, pings: as in `LoadPlan`.
    """

    places: tuple[WatchedGame, ...]
    whole: bool = False
    pings: bool = False


class _Seen(msgspec.Struct):
    """When each half-move of each game was seen, by one clock of the machine, and how many bytes came."""

    at: dict[str, dict[int, list[float]]]
    received: int = 0
    refused: str = ""


_PLANS: Final = msgspec.json.Decoder(GalleryPlan)
_SEEN: Final = msgspec.json.Decoder(_Seen, strict=False)


class Gallery:
    """The process of those who look on, as who measures sees it."""

    def __init__(self, process: Process) -> None:
        self._process = process

    @classmethod
    async def open(cls, plan: GalleryPlan) -> Gallery:
        """Let them come, and return when all of them are there.

        Raises:
            LoadRefused: if the server does not let one of them in.
        """
        call = (sys.executable, "-m", "damiera.web.loadtest.gallery")
        gallery = cls(await asyncio.create_subprocess_exec(*call, stdin=PIPE, stdout=PIPE, limit=_LARGEST))
        gallery._say(msgspec.json.encode(plan) + b"\n")
        if await gallery._hear() != _OPEN:
            refused = (await gallery._end()).refused
            raise LoadRefused(plan.places[0].url, refused)
        return gallery

    def count(self) -> None:
        """Count what comes from now on."""
        self._say(_COUNT)

    async def close(self, due: Mapping[str, Mapping[int, float]]) -> tuple[list[float], int]:
        """Let them go; return how many seconds after it was due each saw each move, and the bytes that came.

        Args:
            due: when the half-moves of each game were due; what nobody was to play is left out.
        """
        seen = await self._end()
        waits = [
            at - due[game_id][ply]
            for game_id, plies in seen.at.items()
            for ply, times in plies.items()
            if ply in due.get(game_id, ())
            for at in times
        ]
        return waits, seen.received

    async def _end(self) -> _Seen:
        self._say(_END)
        seen = _SEEN.decode(await self._hear())
        await self._process.wait()
        return seen

    def _say(self, line: bytes) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line)

    async def _hear(self) -> bytes:
        assert self._process.stdout is not None
        return await self._process.stdout.readline()


class _Onlookers:
    """The spectators, in their own process."""

    def __init__(self, plan: GalleryPlan) -> None:
        self._plan = plan
        self.spectators: list[Spectator] = []
        self.seen = _Seen({})

    async def open(self) -> None:
        """Let all of them come."""
        room = asyncio.Semaphore(_AT_ONCE)

        async def come(place: WatchedGame) -> None:
            async with room:
                self.spectators.append(await self._sit(place))

        await asyncio.gather(*map(come, self._plan.places))

    async def _sit(self, place: WatchedGame) -> Spectator:
        times = self.seen.at.setdefault(place.game_id, defaultdict(list))
        line = await LoadVisitor(place.url, place.address).sit(place.game_id, beats=self._plan.pings)

        def saw(ply: int) -> None:
            times[ply].append(time.perf_counter())

        spectator = Spectator(line, saw, self._receive)
        spectator.send({"t": "hello", "version": 0, "deltas": not self._plan.whole})
        return spectator

    def _receive(self, size: int) -> None:
        self.seen.received += size


async def _look_on() -> None:
    """Look on as the plan on standard input says, until the next lines say that it is enough."""
    lines = asyncio.StreamReader(limit=_LARGEST)
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    plan = _PLANS.decode(await lines.readline())
    onlookers = _Onlookers(plan)
    try:
        await onlookers.open()
    except LoadRefused as error:
        onlookers.seen.refused = str(error)
        _answer(b"refused\n")
    else:
        _answer(_OPEN)
    gc.freeze()
    asking = asyncio.create_task(keep_asking(lambda: onlookers.spectators)) if plan.pings else None
    while await lines.readline() == _COUNT:
        onlookers.seen.received = 0
    if asking is not None:
        asking.cancel()
    for spectator in onlookers.spectators:
        spectator.close()
    _answer(msgspec.json.encode(onlookers.seen) + b"\n")


def _answer(line: bytes) -> None:
    sys.stdout.buffer.write(line)
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    open_files()
    asyncio.run(_look_on())
