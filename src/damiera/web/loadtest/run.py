"""Play many games at once against a server, at a rate that does not wait for it, and say how it did.

The rate is an open loop: a move is due at its time, whatever became of the ones before, and what a player
waits counts from then. Each game comes from an address of its own where the server is on this machine, so no
limit has to be switched off. At the end every game is read back: an acknowledged move that is not
there is lost, one that is there and nobody played is doubled. Whose game is over begin another, unless
others look on: nobody would look at that one, so there they stop.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Final
from urllib.parse import urlsplit

import msgspec
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from damiera.web.loadtest.gallery import Gallery, GalleryPlan, WatchedGame
from damiera.web.loadtest.measure import cpu_s, percentile, resident_mb
from damiera.web.loadtest.spectators import PING_MS, Questions, keep_asking
from damiera.web.loadtest.visitors import (
    LoadRefused,
    LoadVisitor,
    SeenFrame,
    SeenGame,
    read_frame,
    seen_after,
)

__all__ = ["LoadPlan", "LoadResult", "run_load"]

_AT_ONCE: Final = 16  # games begun at the same time
_ANSWER_S: Final = 60.0


class LoadPlan(msgspec.Struct, frozen=True):
    """What is to be played.

    Attributes:
        url: where the server is.
        pid: its process, if it is on this machine; its time and memory are not known otherwise.
        games: how many are played at once, by two people each.
        spectators: how many more look on, shared out over the games.
        one_board: whether they all look at the first game.
        rate: moves due a second, in all games together.
        seconds: how long moves are due.
        game: which game, by its slug.
        seed: of the moves that are chosen.
        pings: whether screens see to it that the server is there, as pages do.
        idle_s: seconds for which nobody moves at first, to see what that costs.
        others: further workers of that server, each with its process, as `url` and `pid`. The two who play a
            game sit at different ones; `together` at the same, as with a proxy that goes by the game.
        whole: whether screens ask for whole views, as those of earlier versions do.
    """

    url: str
    pid: int | None = None
    games: int = 100
    spectators: int = 0
    one_board: bool = False
    rate: float = 50.0
    seconds: float = 10.0
    game: str = "italian"
    seed: int = 1
    whole: bool = False
    pings: bool = False
    idle_s: float = 2.0
    others: tuple[tuple[str, int | None], ...] = ()
    together: bool = False

    @property
    def urls(self) -> tuple[str, ...]:
        """Where all workers are."""
        return (self.url, *(url for url, _ in self.others))

    @property
    def pids(self) -> tuple[int, ...] | None:
        """The processes of all workers; None if one is not known."""
        found = (self.pid, *(pid for _, pid in self.others))
        known = tuple(pid for pid in found if pid is not None)
        return known if len(known) == len(found) else None


class LoadResult(msgspec.Struct, frozen=True):
    """How a server did; times in milliseconds from when a move was due. None: not known.

    Attributes:
        due: moves that were due. `acknowledged` are those stored, in `took_s` seconds.
        seen_p50_ms, seen_p99_ms: until the other player saw a move, at another worker if there are several.
        told_p50_ms, told_p99_ms, told_last_ms: until those who look on saw a move.
        refused: moves that the server would not take. `unanswered`: those without an answer at the end.
        cpu_per_move_ms: processor time of the server for each acknowledged move.
        idle_cores: processor time of the server a second, before the first move was due.
        wire_kb: kilobytes, before they are deflated, that came to all screens for each move.
    """

    due: int
    acknowledged: int
    refused: int
    unanswered: int
    lost: int
    doubled: int
    took_s: float
    p50_ms: float | None
    p99_ms: float | None
    seen_p50_ms: float | None
    seen_p99_ms: float | None
    told_p50_ms: float | None
    told_p99_ms: float | None
    told_last_ms: float | None
    cpu_per_move_ms: float | None
    idle_cores: float | None
    memory_mb: float | None
    wire_kb: float


@dataclass(slots=True)
class _Counts:
    """What all games together have counted so far."""

    waits: list[float] = field(default_factory=list)
    seen: list[float] = field(default_factory=list)
    refused: int = 0
    unanswered: int = 0
    received: int = 0

    def receive(self, size: int) -> None:
        """Count the bytes of a message."""
        self.received += size


class _Screen:
    """A socket, the newest view that came by it, and the answers that came."""

    def __init__(self, line: ClientConnection, counts: _Counts, seen: Callable[[int], None]) -> None:
        self._line = line
        self._counts = counts
        self._seen = seen
        self._questions = Questions()
        self.game: SeenGame | None = None
        self.answers: asyncio.Queue[SeenFrame] = asyncio.Queue()
        self.came = asyncio.Event()
        self.reading = asyncio.create_task(self._read())

    async def send(self, message: dict[str, object]) -> None:
        """Send a message."""
        await self._line.send(msgspec.json.encode(message).decode())

    async def ping(self) -> None:
        """Ask if the server is there, unless it says so by itself; nobody waits for the answer."""
        if (question := self._questions.next(PING_MS)) is not None:
            with contextlib.suppress(ConnectionClosed):
                await self.send(question)

    async def close(self) -> None:
        """Leave."""
        self.reading.cancel()
        await self._line.close()

    async def _read(self) -> None:
        try:
            while True:
                data = await self._line.recv(decode=False)
                frame = read_frame(data)
                if frame.t == "beat":
                    self._questions.beat()
                if frame.t in ("beat", "pong"):
                    continue
                self._counts.receive(len(data))
                if (game := seen_after(self.game, frame)) is not None:
                    is_new = self.game is None or self.game.ply != game.ply
                    self.game = game
                    if is_new:  # who comes and goes is told too, and is no move
                        self._seen(game.ply)
                    self.came.set()
                elif frame.t in ("ack", "failed"):
                    self.answers.put_nowait(frame)
        except ConnectionClosed as error:
            self.answers.put_nowait(SeenFrame("failed", text=str(error)))


class _Table:
    """One game: two who play when a move is due.

    Attributes:
        due: when moves are due. `due_at`: when each half-move of each game was.
        is_over: whether no more is played here: others looked on, and the game is over.
        left_out: moves that were due after that.
    """

    def __init__(self, plan: LoadPlan, number: int, counts: _Counts) -> None:
        self._plan = plan
        self._counts = counts
        self._number = number
        self._random = random.Random(f"{plan.seed}/{number}")
        self._address = _address(plan.url, number)
        self._players: list[_Screen] = []
        self._people: list[LoadVisitor] = []
        self._played: dict[str, list[tuple[int, ...]]] = {}
        self._sent: dict[str, tuple[int, tuple[int, ...]]] = {}
        self._unsure: set[str] = set()
        self._id = ""
        self._is_watched = _share(plan, number) > 0
        self.is_over = False
        self.left_out = 0
        self.due: asyncio.Queue[float] = asyncio.Queue()
        self.due_at: dict[str, dict[int, float]] = {}

    async def open(self) -> None:
        """Begin a game and sit at it."""
        urls, step = self._plan.urls, not self._plan.together
        self._people = [
            LoadVisitor(urls[(self._number + step * n) % len(urls)], self._address) for n in range(2)
        ]
        await self._begin()

    async def play(self) -> None:
        """Play a move whenever one is due."""
        while True:
            due = await self.due.get()
            try:
                async with asyncio.timeout(_ANSWER_S):
                    await self._move(due)
            except TimeoutError:
                self._counts.unanswered += 1
                self._unsure.add(self._id)
            finally:
                self.due.task_done()

    @property
    def screens(self) -> tuple[_Screen, ...]:
        """All who sit at it now."""
        return tuple(self._players)

    def places(self, spectators: int) -> list[WatchedGame]:
        """Return where so many may look on."""
        urls = [self._plan.urls[number % len(self._plan.urls)] for number in range(spectators)]
        return [
            WatchedGame(url, _address(url, 100_000 + number), self._id) for number, url in enumerate(urls)
        ]

    async def close(self) -> tuple[int, int]:
        """Leave, read every game back, and return how many moves are lost, and how many doubled."""
        await self._leave()
        lost = doubled = 0
        for game_id, played in self._played.items():
            stored = (await asyncio.to_thread(self._people[0].see, game_id)).paths
            kept = sum(a == b for a, b in zip(played, stored, strict=False))
            lost += len(played) - kept
            doubled += max(0, len(stored) - len(played) - (game_id in self._unsure))
        return lost, doubled

    async def _begin(self) -> None:
        first, second = self._people
        self._id = await asyncio.to_thread(first.begin, self._plan.game)
        code = (await asyncio.to_thread(first.see, self._id)).invite
        if code is None:
            raise LoadRefused(self._plan.url, self._id)
        await asyncio.to_thread(second.join, code)
        self._played[self._id] = []
        self.due_at[self._id] = {}
        self._players = [
            await self._sit(person, partial(self._player_saw, seat))
            for seat, person in enumerate((first, second))
        ]

    async def _sit(self, person: LoadVisitor, seen: Callable[[int], None]) -> _Screen:
        screen = _Screen(await person.sit(self._id, beats=self._plan.pings), self._counts, seen)
        await screen.send({"t": "hello", "version": 0, "deltas": not self._plan.whole})
        return screen

    async def _leave(self) -> None:
        for screen in self.screens:
            await screen.close()

    async def _move(self, due: float) -> None:
        """Play the next half-move: whoever's turn it is waits for their view, as a person does."""
        if self.is_over:
            self.left_out += 1
            return None
        ply = len(self._played[self._id])
        mover = self._players[ply % 2]
        while mover.game is None or mover.game.ply < ply:
            mover.came.clear()
            await mover.came.wait()
        if self._is_watched and (mover.game.outcome is not None or not mover.game.moves):
            self.is_over = True
            return await self._move(due)
        if mover.game.outcome is not None or not mover.game.moves:
            await self._leave()
            await self._begin()
            return await self._move(time.perf_counter())  # what a new game takes is no wait for a move
        chosen = self._random.choice(mover.game.moves)
        path = self._random.choice(chosen.paths)
        self.due_at[self._id][ply + 1] = due
        name = f"{self._id}/{len(self._sent)}"
        self._sent[name] = ply, path
        await mover.send({"t": "move", "ply": ply, "path": path, "drops": chosen.drops, "id": name})
        if await self._answered(mover, name):
            self._counts.waits.append(time.perf_counter() - due)
        else:
            self._counts.refused += 1
        return None

    async def _answered(self, mover: _Screen, name: str) -> bool:
        """Tell whether a move is acknowledged, once it is answered; late answers are of others."""
        while True:
            answer = await mover.answers.get()
            if answer.t == "ack" and answer.id in self._sent:
                ply, path = self._sent[answer.id]
                played = self._played[answer.id.partition("/")[0]]
                if ply == len(played):
                    played.append(path)
            if answer.id == name:
                return answer.t == "ack"
            if answer.t == "failed" and not answer.id and answer.code != "busy":  # that says it waits
                return False

    def _player_saw(self, seat: int, ply: int) -> None:
        """Time what a player sees of a move of the other."""
        due = self.due_at[self._id].get(ply)
        if due is not None and ply % 2 == seat:
            self._counts.seen.append(time.perf_counter() - due)


def _address(url: str, number: int) -> str | None:
    """Return an address of this machine for the people of a game; None where the server is elsewhere."""
    if urlsplit(url).hostname != "127.0.0.1":
        return None
    high, low = divmod(number, 250)
    return f"127.{1 + high // 250}.{high % 250}.{2 + low}"


async def run_load(plan: LoadPlan) -> LoadResult:
    """Play as planned.

    Raises:
        LoadRefused: if the server cannot be reached, or does not do as asked.
    """
    counts = _Counts()
    tables = [_Table(plan, number, counts) for number in range(plan.games)]
    await _open_all(tables)
    places = [place for number, table in enumerate(tables) for place in table.places(_share(plan, number))]
    gallery = await Gallery.open(GalleryPlan(tuple(places), plan.whole, plan.pings)) if places else None
    gc.freeze()  # our own searches for garbage would be counted as the server's
    pinging = asyncio.create_task(keep_asking(partial(_screens, tables))) if plan.pings else None
    idle = await _idle_cores(plan)
    playing = [asyncio.create_task(table.play()) for table in tables]
    counts.received = 0
    if gallery is not None:
        gallery.count()
    before = _of_all(cpu_s, plan)
    began = time.perf_counter()
    due = await _keep_time(tables, plan, began)
    await asyncio.gather(*(table.due.join() for table in tables))
    took = time.perf_counter() - began
    after, memory = _of_all(cpu_s, plan), _of_all(resident_mb, plan)
    for task in (*playing, *([pinging] if pinging is not None else ())):
        task.cancel()
    told: list[float] = []
    if gallery is not None:
        told, received = await gallery.close(
            {id: due for table in tables for id, due in table.due_at.items()}
        )
        counts.received += received
    found = [await table.close() for table in tables]
    moves = len(counts.waits)
    return LoadResult(
        due=due - sum(table.left_out for table in tables),
        acknowledged=moves,
        refused=counts.refused,
        unanswered=counts.unanswered,
        lost=sum(lost for lost, _ in found),
        doubled=sum(doubled for _, doubled in found),
        took_s=round(took, 2),
        p50_ms=_ms(percentile(counts.waits, 50)),
        p99_ms=_ms(percentile(counts.waits, 99)),
        seen_p50_ms=_ms(percentile(counts.seen, 50)),
        seen_p99_ms=_ms(percentile(counts.seen, 99)),
        told_p50_ms=_ms(percentile(told, 50)),
        told_p99_ms=_ms(percentile(told, 99)),
        told_last_ms=_ms(max(told, default=None)),
        cpu_per_move_ms=_ms((after - before) / moves) if before is not None and after and moves else None,
        idle_cores=idle,
        memory_mb=round(memory, 1) if memory is not None else None,
        wire_kb=round(counts.received / 1000 / max(1, moves), 2),
    )


async def _open_all(tables: list[_Table]) -> None:
    room = asyncio.Semaphore(_AT_ONCE)

    async def open_one(table: _Table) -> None:
        async with room:
            await table.open()

    await asyncio.gather(*map(open_one, tables))


def _share(plan: LoadPlan, number: int) -> int:
    """Return how many look on at a game."""
    if plan.one_board:
        return plan.spectators if number == 0 else 0
    return plan.spectators // plan.games + (number < plan.spectators % plan.games)


def _screens(tables: list[_Table]) -> list[_Screen]:
    """Return the screens of all who play now."""
    return [screen for table in tables for screen in table.screens]


async def _idle_cores(plan: LoadPlan) -> float | None:
    """Return how much of a core the server uses while nobody moves, once all have arrived."""
    if plan.pids is None or not plan.idle_s:
        return None
    await asyncio.sleep(min(1.0, plan.idle_s))  # what arrivals have left to do
    before, began = _of_all(cpu_s, plan), time.perf_counter()
    await asyncio.sleep(plan.idle_s)
    after = _of_all(cpu_s, plan)
    if before is None or after is None:
        return None
    return round((after - before) / (time.perf_counter() - began), 3)


async def _keep_time(tables: list[_Table], plan: LoadPlan, began: float) -> int:
    """Say at its time that a move is due, in one game after the other; return how many were."""
    due = int(plan.rate * plan.seconds)
    for number in range(due):
        at = began + number / plan.rate
        if (wait := at - time.perf_counter()) > 0:
            await asyncio.sleep(wait)
        playing = [table for table in tables if not table.is_over] if plan.spectators else tables
        if not playing:
            return number
        playing[number % len(playing)].due.put_nowait(at)
    return due


def _of_all(figure: Callable[[int], float | None], plan: LoadPlan) -> float | None:
    """Return a figure of all workers together; None if it is not known of one."""
    found = [figure(pid) for pid in plan.pids or ()]
    known = [one for one in found if one is not None]
    return sum(known) if known and len(known) == len(found) else None


def _ms(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds * 1000, 2)
