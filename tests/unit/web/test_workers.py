"""Two workers with one database: what one does the other's screens see, with NATS and while it is away."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from damiera.service.bus import BusMessage
from damiera.web.common.settings import ServerSettings
from tests.nats import Nats, serving_nats
from tests.postgresql import BACKENDS, Postgres
from tests.unit.web.conftest import Person, Running, until

pytestmark = pytest.mark.skipif("postgresql" not in BACKENDS, reason="no PostgreSQL on this machine")


@pytest.fixture(scope="module")
def nats() -> Iterator[Nats]:
    with serving_nats() as server:
        yield server


@pytest.fixture
def workers(
    tmp_path: Path, run_server: Any, postgres: Postgres, nats: Nats
) -> Iterator[tuple[Running, Running]]:
    """Two workers, with nobody at them."""
    database = postgres.ready()

    def settings(name: str) -> ServerSettings:
        return ServerSettings(
            data_dir=tmp_path / name, database=database, nats=nats.url, engine="thread", limits=False
        )

    with run_server(settings("one")) as one, run_server(settings("two")) as two:
        until(lambda: one.parts.bus.is_heard and two.parts.bus.is_heard)
        yield one, two


def there(person: Person, worker: Running) -> Person:
    """Return the same person at another worker, as a proxy would send them there."""
    same = worker.person()
    same.http.cookies.update(dict(person.http.cookies))
    return same


@pytest.fixture
def no_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have workers begun after this hear of one another by the bus alone."""
    monkeypatch.setattr("damiera.web.play.running_games.LOOK_AROUND_S", 3600.0)
    monkeypatch.setattr("damiera.web.play.running_games.LOOK_AROUND_SELDOM_S", 3600.0)


@pytest.mark.usefixtures("no_looks")
def test_a_move_at_one_worker_is_told_at_the_other_without_a_look(
    workers: tuple[Running, Running],
) -> None:
    one, two = workers
    anna = one.person()
    game = anna.begin(seat="both")
    with anna.sit(game) as here, there(anna, two).sit(game) as elsewhere:
        here.ask("hello", "state", version=0)
        seen = elsewhere.ask("hello", "state", version=0)["view"]["version"]
        here.ask("move", "ack", ply=0, path=[22, 18])
        assert elsewhere.view(seen + 1)["ply"] == 1
        elsewhere.ask("move", "ack", ply=1, path=[12, 15])
        assert here.view(seen + 2)["ply"] == 2


def test_a_clock_is_watched_by_the_worker_that_changed_its_game_last(
    workers: tuple[Running, Running],
) -> None:
    one, two = workers
    anna = one.person()
    game = anna.begin(seat="both", clock={"base_ms": 600_000})
    watched: Callable[[Running], bool] = lambda worker: game in worker.parts.running._flags  # noqa: E731
    until(lambda: watched(one))
    assert there(anna, two).post(f"/g/{game}/say", text="22-18").status_code == 303
    until(lambda: watched(two) and not watched(one))


@pytest.mark.slow
def test_moves_cross_by_looking_while_nats_is_away_and_the_state_of_things_is_told(
    workers: tuple[Running, Running], nats: Nats
) -> None:
    one, two = workers
    anna = one.person()
    game = anna.begin(seat="both")
    with anna.sit(game) as here, there(anna, two).sit(game) as elsewhere:
        here.ask("hello", "state", version=0)
        seen = elsewhere.ask("hello", "state", version=0)["view"]["version"]
        assert anna.get("/readyz").json()["nats"] is True
        nats.stop()
        try:
            until(lambda: not one.parts.bus.is_heard and not two.parts.bus.is_heard)
            here.ask("move", "ack", ply=0, path=[22, 18])
            assert elsewhere.view(seen + 1)["ply"] == 1
            until(lambda: anna.get("/readyz").json()["nats"] is False)
            assert anna.get("/readyz").status_code == 200, "games go on"
        finally:
            nats.start()
        until(lambda: one.parts.bus.is_heard and two.parts.bus.is_heard)


def test_a_message_that_is_late_wrong_or_about_no_game_does_no_harm(
    workers: tuple[Running, Running],
) -> None:
    one, _ = workers
    anna = one.person()
    game = anna.begin(seat="both")
    with anna.sit(game) as here:
        version = here.ask("hello", "state", version=0)["view"]["version"]
        bus: Any = one.parts.bus
        for data in (b"", b"x", b"-1", str(version).encode(), b"999", b"\xff"):
            for name in (game, "nobody"):
                message = BusMessage(f"game.{name}", data, is_own=False)
                one.call(lambda message=message: bus._local.deliver(message))  # type: ignore[misc]
        here.ask("move", "ack", ply=0, path=[22, 18])
        assert here.view(version + 1)["ply"] == 1
