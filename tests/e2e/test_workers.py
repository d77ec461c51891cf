"""Two workers behind a proxy: people play on while one is killed, ended, or loses NATS or PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from damiera.service.ports import WallClock
from damiera.service.verify import verify_all
from damiera.store.backup import opened_to_read
from damiera.web.loadtest.chaos import ChaosPlan, run_chaos
from damiera.web.loadtest.own_workers import OwnWorkers
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


def test_many_play_on_while_one_worker_after_the_other_is_killed(workers: OwnWorkers, database: str) -> None:
    plan = ChaosPlan(kills=2, games=6, every_s=1.0, slow=0)
    found = asyncio.run(run_chaos(plan, workers))
    assert found.acknowledged > 50
    assert (found.lost, found.doubled, found.deaths) == (0, 0, 0)
    assert nothing_is_wrong(database)
