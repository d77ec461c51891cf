"""Kill a server again and again while many people play and others are slow; say what became of the moves.

Everybody plays as fast as they are answered. A player whose line is cut comes back, as a browser does, and
sends again what was not acknowledged. Each move that was acknowledged has to be there after every start,
once, and nothing that nobody played.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from dataclasses import dataclass, field
from typing import Final, Protocol
from urllib.parse import urlsplit

import msgspec
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import WebSocketException

from damiera.web.loadtest.measure import percentile
from damiera.web.loadtest.visitors import LoadRefused, LoadVisitor, SeenGame, read_frame, seen_after

__all__ = ["Breakable", "ChaosPlan", "ChaosResult", "run_chaos"]

_ANSWER_S: Final = 30.0
_AGAIN_S: Final = 0.05  # before somebody whose line was cut tries again
_TRICKLE_S: Final = 2.0  # between two bytes of who is slow
_TOO_EARLY: Final = (OSError, WebSocketException, LoadRefused, TimeoutError, msgspec.DecodeError)


class Breakable(Protocol):
    """A server, or several workers of one, that can be killed and started again."""

    @property
    def url(self) -> str: ...
    @property
    def is_alive(self) -> bool: ...
    def kill(self) -> None: ...
    def start(self) -> None: ...


class ChaosPlan(msgspec.Struct, frozen=True):
    """What is to be done to a server.

    Attributes:
        kills: how often it is killed.
        games: how many are played at once, by two people each.
        every_s: seconds between a start and the next kill, about.
        slow: lines that send a byte now and then, and sockets that read nothing, half of them each.
        game: which game, by its slug.
        seed: of moves and times.
    """

    kills: int = 10
    games: int = 20
    every_s: float = 2.0
    slow: int = 100
    game: str = "italian"
    seed: int = 1


class ChaosResult(msgspec.Struct, frozen=True):
    """What became of a server and of the moves; times in milliseconds.

    Attributes:
        kills: how often it was killed. `deaths`: how often it ended by itself.
        acknowledged: moves that the server said it had. `lost`: of those, the ones it had not later.
        doubled: moves that it had and nobody played, or twice.
        returns: how often a player came back.
        p50_ms, p99_ms: until a move was acknowledged, those during a kill left out.
        back_ms: the longest time from a start until every player was answered again.
    """

    kills: int
    deaths: int
    acknowledged: int
    lost: int
    doubled: int
    returns: int
    p50_ms: float | None
    p99_ms: float | None
    back_ms: float | None


@dataclass(slots=True)
class _Counts:
    """What all games together have counted."""

    waits: list[float] = field(default_factory=list)
    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    returns: int = 0


class _Sent(msgspec.Struct, frozen=True):
    """A move as it was sent."""

    ply: int
    path: tuple[int, ...]
    drops: tuple[int, ...]


class _BrokenTable:
    """One game at a time, and two people who play it whatever happens to the server."""

    def __init__(self, plan: ChaosPlan, number: int, url: str, counts: _Counts) -> None:
        self._plan = plan
        self._random = random.Random(f"{plan.seed}/{number}")
        self._people = [LoadVisitor(url, f"127.3.{number // 250}.{2 + number % 250}") for _ in range(2)]
        self._counts = counts
        self._id = ""
        self._played: dict[str, list[tuple[int, ...]]] = {}
        self._unsure: _Sent | None = None
        self.answered_at = 0.0

    async def play(self) -> None:
        """Play on until cancelled."""
        while True:
            try:
                if not self._id:
                    await self.begin()
                await self._sit_and_play()
            except _TOO_EARLY:
                self._counts.returns += 1
                await asyncio.sleep(_AGAIN_S * (1 + self._random.random()))

    async def settle(self) -> None:
        """Read all games back, and count what is lost or doubled. Raises `LoadRefused`."""
        for game in self._played:
            stored = (await asyncio.to_thread(self._people[0].see, game)).paths
            self._compare(game, stored)

    async def begin(self) -> None:
        """Begin a game and sit down at it. Raises `LoadRefused`."""
        first, second = self._people
        game = await asyncio.to_thread(first.begin, self._plan.game)
        code = (await asyncio.to_thread(first.see, game)).invite
        if code is None:
            raise LoadRefused(first.url, game)
        await asyncio.to_thread(second.join, code)
        self._id, self._played[game] = game, []

    async def _sit_and_play(self) -> None:
        async with contextlib.AsyncExitStack() as stack:
            lines = []
            for person in self._people:
                line = await person.sit(self._id)
                stack.push_async_callback(_hang_up, line)
                lines.append(line)
                await line.send(b'{"t":"hello","version":0,"deltas":true}'.decode())
            seen = [await self._until_shown(line, None, 0) for line in lines]
            self._compare(self._id, seen[0].paths)
            if (sent := self._unsure) is not None:
                await self._send(lines[sent.ply % 2], sent)
            while True:
                ply = len(self._played[self._id])
                mover = ply % 2
                seen[mover] = await self._until_shown(lines[mover], seen[mover], ply)
                if seen[mover].outcome is not None or not seen[mover].moves:
                    self._id = ""
                    return
                chosen = self._random.choice(seen[mover].moves)
                await self._send(lines[mover], _Sent(ply, self._random.choice(chosen.paths), chosen.drops))

    async def _send(self, line: ClientConnection, move: _Sent) -> None:
        """Send a move, perhaps once more, and wait for its acknowledgement."""
        self._unsure = move
        began = time.perf_counter()
        frame = {"t": "move", "ply": move.ply, "path": move.path, "drops": move.drops, "id": str(move.ply)}
        await line.send(msgspec.json.encode(frame).decode())
        async with asyncio.timeout(_ANSWER_S):
            while True:
                answer = read_frame(await line.recv(decode=False))
                if answer.t == "ack" and answer.ply == move.ply:
                    break
                if answer.t == "failed" and (answer.id or answer.code != "busy"):  # else it says: it waits
                    raise LoadRefused(self._people[0].url, answer.text)
        self._counts.waits.append(time.perf_counter() - began)
        self._counts.acknowledged += 1
        self._played[self._id].append(move.path)
        self._unsure = None
        self.answered_at = time.perf_counter()

    async def _until_shown(self, line: ClientConnection, game: SeenGame | None, ply: int) -> SeenGame:
        """Read until the game is shown with so many half-moves. Raises `LoadRefused` if it will not be."""
        async with asyncio.timeout(_ANSWER_S):
            while game is None or game.ply < ply:
                frame = read_frame(await line.recv(decode=False))
                if frame.t == "failed":
                    raise LoadRefused(self._people[0].url, frame.text)
                game = seen_after(game, frame) or game
        return game

    def _compare(self, game: str, stored: list[tuple[int, ...]]) -> None:
        """Count what is not as acknowledged; a move on its way may be there or not."""
        unsure = self._unsure.path if self._unsure is not None and game == self._id else None
        lost, doubled = differences(self._played[game], stored, unsure)
        self._counts.lost += lost
        self._counts.doubled += doubled
        if lost or doubled:  # each is counted once
            self._played[game] = list(stored)
            if game == self._id:
                self._unsure = None


def differences(
    played: list[tuple[int, ...]], stored: list[tuple[int, ...]], unsure: tuple[int, ...] | None
) -> tuple[int, int]:
    """Return how many acknowledged moves are not stored, and how many stored ones nobody played.

    Args:
        played: the moves that were acknowledged.
        unsure: one that was sent after them and not acknowledged; it may be stored.

    >>> differences([(1, 5), (2, 6)], [(1, 5), (2, 6), (3, 7)], (3, 7))
    (0, 0)
    >>> differences([(1, 5), (2, 6)], [(1, 5)], None), differences([(1, 5)], [(1, 5), (1, 5)], None)
    ((1, 0), (0, 1))
    """
    known = played if unsure is None else [*played, unsure]
    kept = sum(1 for a, b in zip(played, stored, strict=False) if a == b)
    ours = sum(1 for a, b in zip(known, stored, strict=False) if a == b)
    return len(played) - kept, len(stored) - ours


async def _hang_up(line: ClientConnection) -> None:
    with contextlib.suppress(*_TOO_EARLY):
        async with asyncio.timeout(1.0):
            await line.close()


async def run_chaos(plan: ChaosPlan, server: Breakable, stop: asyncio.Event | None = None) -> ChaosResult:
    """Do to a server, or to one of its workers at a time, as planned; it runs before this and after it.

    Args:
        stop: once it is set, nothing is killed any more; what was done until then is told.
    Raises:
        ServerNotStarted: if it does not come back.
        LoadRefused: if no game can be begun, or none be read at the end.
    """
    counts, luck, stop = _Counts(), random.Random(plan.seed), stop or asyncio.Event()
    tables = [_BrokenTable(plan, number, server.url, counts) for number in range(plan.games)]
    for table in tables:
        await table.begin()
    tasks = [asyncio.create_task(table.play()) for table in tables]
    tasks += [asyncio.create_task(_trickle(server.url, number)) for number in range(plan.slow)]
    kills = deaths = 0
    back: list[float] = []
    try:
        await _until_answered(tables, time.perf_counter(), stop)
        while kills < plan.kills:
            await _rest(plan.every_s * (0.5 + luck.random()), stop)
            if stop.is_set():
                break
            deaths += not server.is_alive
            server.kill()
            kills += 1
            await asyncio.to_thread(server.start)
            if (took := await _until_answered(tables, time.perf_counter(), stop)) is not None:
                back.append(took)
        await _rest(plan.every_s, stop)
        deaths += not server.is_alive
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    for table in tables:
        await table.settle()
    return ChaosResult(
        kills=kills,
        deaths=deaths,
        acknowledged=counts.acknowledged,
        lost=counts.lost,
        doubled=counts.doubled,
        returns=counts.returns,
        p50_ms=_ms(percentile(counts.waits, 50)),
        p99_ms=_ms(percentile(counts.waits, 99)),
        back_ms=_ms(max(back, default=None)),
    )


async def _until_answered(tables: list[_BrokenTable], since: float, stop: asyncio.Event) -> float | None:
    """Wait until a move of every game was acknowledged; return the seconds. A minute is too much.

    None if it was stopped before.
    """
    deadline = time.perf_counter() + 2 * _ANSWER_S
    while any(table.answered_at < since for table in tables) and time.perf_counter() < deadline:
        if stop.is_set():
            return None
        await asyncio.sleep(0.02)
    return time.perf_counter() - since


async def _rest(seconds: float, stop: asyncio.Event) -> None:
    """Wait so long, or until it is stopped."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await stop.wait()


async def _trickle(url: str, number: int) -> None:
    """Be slow: send a head byte by byte, or look at a page's worth of answers and read none; come again."""
    place = urlsplit(url)
    address = f"127.4.{number // 250}.{2 + number % 250}"
    asks = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 200 if number % 2 else b"GET / HTTP/1.1\r\nHost: "
    while True:
        try:
            reader, writer = await asyncio.open_connection(
                place.hostname, place.port, local_addr=(address, 0), limit=1
            )
        except OSError:
            await asyncio.sleep(_TRICKLE_S)
            continue
        try:
            writer.write(asks)
            while not writer.is_closing() and not reader.at_eof():
                await asyncio.sleep(_TRICKLE_S)
                writer.write(b"\r\n" if number % 2 else b"x")  # tells whether the server is still there
                if not number % 2:
                    await writer.drain()
        except OSError:
            pass
        finally:
            writer.transport.abort()
            with contextlib.suppress(OSError):
                await writer.wait_closed()


def _ms(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds * 1000, 1)
