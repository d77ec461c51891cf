"""Two workers behind a proxy: people play on while one is killed, ended, or loses NATS or PostgreSQL."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from damiera.service.verify import verify_all
from damiera.service.wall_clock import WallClock
from damiera.store.backup import opened_to_read
from damiera.web.loadtest.chaos import Breakable, ChaosPlan, run_chaos
from damiera.web.loadtest.own_workers import OwnWorkers
from tests.e2e.conftest import Table, somebody
from tests.nats import Nats, serving_nats
from tests.postgresql import BACKENDS, Postgres, serving

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif("postgresql" not in BACKENDS, reason="no PostgreSQL on this machine"),
]


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    with serving() as server:
        yield server


@pytest.fixture(scope="module")
def nats() -> Iterator[Nats]:
    with serving_nats() as server:
        yield server


@pytest.fixture
def database(postgres: Postgres) -> str:
    return postgres.bare()


@pytest.fixture
def workers(tmp_path: Path, database: str, nats: Nats) -> Iterator[OwnWorkers]:
    """Two workers that begin at the same time on an empty database: one makes its tables, the other waits."""
    both = OwnWorkers(tmp_path, database, nats.url)
    both.start()
    try:
        yield both
    finally:
        both.stop()


def nothing_is_wrong(database: str) -> bool:
    with opened_to_read(database) as store:
        return all(one.fault is None for one in verify_all(store, WallClock()))


class Breaks:
    """Workers of which something that they need is taken away and given back."""

    def __init__(self, workers: OwnWorkers, take: Callable[[], None], give: Callable[[], None]) -> None:
        self._workers = workers
        self.kill = take
        self.start = give

    @property
    def url(self) -> str:
        return self._workers.url

    @property
    def is_alive(self) -> bool:
        return self._workers.is_alive


@pytest.mark.parametrize("broken", ["worker", "nats", "postgresql"])
def test_many_play_on_whatever_is_taken_away(
    workers: OwnWorkers, database: str, nats: Nats, postgres: Postgres, broken: str
) -> None:
    breaks: dict[str, Breakable] = {
        "worker": workers,
        "nats": Breaks(workers, nats.stop, nats.start),
        "postgresql": Breaks(workers, postgres.stop, postgres.start),
    }
    plan = ChaosPlan(kills=2, games=6, every_s=1.0, slow=0)
    with ThreadPoolExecutor(1) as apart:  # a browser's loop may still stand in this thread
        found = apart.submit(lambda: asyncio.run(run_chaos(plan, breaks[broken]))).result()
    assert found.acknowledged > 20
    assert (found.lost, found.doubled, found.deaths) == (0, 0, 0)
    assert nothing_is_wrong(database)


HELD_S = 20.0


@pytest.mark.parametrize("held", ["nats", "postgresql"])
def test_many_play_on_once_what_stood_still_answers_again(
    workers: OwnWorkers, database: str, nats: Nats, postgres: Postgres, held: str
) -> None:
    """NATS, or PostgreSQL with all who work for it, stands still for twenty seconds and then goes on."""
    stands = nats if held == "nats" else postgres
    health: list[int] = []

    def let_go() -> None:
        begun = time.monotonic()
        health.append(httpx.get(f"{workers.workers[0].url}/healthz", timeout=HELD_S).status_code)
        time.sleep(max(0.0, HELD_S - (time.monotonic() - begun)))
        stands.let_go()

    plan = ChaosPlan(kills=1, games=6, every_s=1.0, slow=0)
    with ThreadPoolExecutor(1) as apart:
        breaks = Breaks(workers, stands.hold, let_go)
        found = apart.submit(lambda: asyncio.run(run_chaos(plan, breaks))).result()
    assert found.acknowledged > 20
    assert (found.lost, found.doubled, found.deaths) == (0, 0, 0)
    assert health == [200 if held == "nats" else 503]
    assert nothing_is_wrong(database)


# Quiet moves and captures of Italian draughts; each is two taps.
MOVES = [(24, 20), (12, 16), (21, 18), (11, 14), (18, 11), (6, 24), (22, 19), (2, 6)]


def begun(pages: list[Page], address: str) -> str:
    """Have two sit down at a game, and return its address."""
    white, black = pages
    table = Table(white, address)
    table.begin(game="italian", seat="white", friend=True)
    code = white.locator("#invite-link").inner_text().partition("/join/")[2]
    black.goto(f"{address}/join/{code}")
    black.locator("form[action^='/join/'] button").first.click()
    black.wait_for_url("**/g/*")
    Table(black, address).ready()
    return white.url


def play(pages: list[Page], address: str, plies: range) -> None:
    """Have two play some half-moves by turns, each once they see the one before."""
    for ply in plies:
        table = Table(pages[ply % 2], address)
        expect(table.moves).to_have_count(ply)
        table.click(*MOVES[ply])
        expect(table.moves).to_have_count(ply + 1)


def test_four_browsers_play_on_while_a_worker_is_killed_and_another_is_ended(
    browser: Browser, workers: OwnWorkers, database: str
) -> None:
    with ExitStack() as stack:
        pages = [stack.enter_context(somebody(browser)).new_page() for _ in range(4)]
        games = [pages[:2], pages[2:]]
        for players in games:
            begun(players, workers.url)
            play(players, workers.url, range(2))
        workers.kill()
        for players in games:
            play(players, workers.url, range(2, 4))
        workers.start()
        for players in games:
            play(players, workers.url, range(4, 6))
        workers.workers[0].stop()
        for players in games:
            play(players, workers.url, range(6, 8))
        for page in pages:
            expect(page.locator("#moves [data-ply]")).to_have_count(8)
            expect(page.locator("#net")).to_be_hidden()
            expect(page.locator(".plate .sub", has_text="away")).to_have_count(0)
    assert nothing_is_wrong(database)
