"""Two workers with one database: what one does the other's screens see, with NATS and while it is away."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher
from websockets.sync.client import ClientConnection, connect

from damiera.engine.protocol import Engine
from damiera.service.bus import BusMessage
from damiera.service.passwords import PasswordHashing
from damiera.service.workers.engine_queue import EngineWorker
from damiera.service.workers.engines import Engines
from damiera.service.workers.nats_bus import connect_nats, nats_client, settle
from damiera.web.common.settings import ServerSettings
from tests.nats import Nats, serving_nats
from tests.postgresql import BACKENDS, Postgres
from tests.unit.web.conftest import PATIENCE_S, FirstMove, LateClock, Person, Running, Talk, until

pytestmark = pytest.mark.skipif("postgresql" not in BACKENDS, reason="no PostgreSQL on this machine")


@pytest.fixture(scope="module")
def nats() -> Iterator[Nats]:
    with serving_nats() as server:
        yield server


def _settings(folder: Path, database: str, nats: Nats) -> ServerSettings:
    return ServerSettings(data_dir=folder, database=database, nats=nats.url, engine="thread", limits=False)


@pytest.fixture
def workers(
    tmp_path: Path, run_server: Any, postgres: Postgres, nats: Nats
) -> Iterator[tuple[Running, Running]]:
    """Two workers, with nobody at them."""
    database = postgres.ready()
    settings = [_settings(tmp_path / name, database, nats) for name in ("one", "two")]
    with run_server(settings[0]) as one, run_server(settings[1]) as two:
        until(lambda: one.parts.bus.is_heard and two.parts.bus.is_heard)
        yield one, two


def there(person: Person, worker: Running) -> Person:
    """Return the same person at another worker, as a proxy would send them there."""
    same = worker.person()
    same.http.cookies.update(dict(person.http.cookies))
    return same


@pytest.fixture(autouse=True)
def quick_beats(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("damiera.web.common.coworkers.BEAT_S", 0.15)


@pytest.fixture
def no_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have workers begun after this hear of one another by the bus alone."""
    monkeypatch.setattr("damiera.web.play.running_games.LOOK_AROUND_S", 3600.0)
    monkeypatch.setattr("damiera.web.play.running_games.LOOK_AROUND_SELDOM_S", 3600.0)


@pytest.mark.usefixtures("no_looks")
def test_a_move_at_one_worker_is_shown_at_the_other_without_reading_it(
    workers: tuple[Running, Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = workers
    anna = one.person()
    game = anna.begin(seat="both")
    with anna.sit(game) as here, there(anna, two).sit(game) as elsewhere:
        here.ask("hello", "state", version=0)
        seen = elsewhere.ask("hello", "state", version=0)["view"]["version"]
        monkeypatch.setattr(two.parts.running, "_catch_up", None)
        here.ask("move", "ack", ply=0, path=[22, 18])
        assert elsewhere.view(seen + 1)["ply"] == 1
        elsewhere.ask("move", "ack", ply=1, path=[12, 15])
        assert here.view(seen + 2)["ply"] == 2
    assert anna.view(game)["history"] == there(anna, two).view(game)["history"]


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
        move = b'{"e":"moved","path":[1,2],"at":5}'
        forged = (b"%d %b" % (version + 1, event) for event in (b"x", move, b'{"e":"moved"}'))
        for data in (b"", b"x", b"-1", str(version).encode(), b"999", b"\xff", *forged):
            for name in (game, "nobody"):
                message = BusMessage(f"game.{name}", data, is_own=False)
                one.call(lambda message=message: bus._local.deliver(message))  # type: ignore[misc]
        here.ask("move", "ack", ply=0, path=[22, 18])
        assert here.view(version + 1)["ply"] == 1


def kill(worker: Running) -> None:
    """Have a worker do nothing more among the others, as one that was killed."""

    def die() -> None:
        for task in worker.parts.coworkers._tasks:
            task.cancel()
        running = worker.parts.running
        for timer in running._flags.values():
            timer.cancel()
        for task in running._tasks:
            task.cancel()

    worker.call(die)


def is_here(side: str, talk: Talk) -> bool:
    """Tell whether the next view has the player of a side at the board."""
    return bool(talk.hear("state")["view"]["players"][side]["here"])


def test_who_is_seen_at_one_worker_is_seen_at_the_other_and_is_not_once_they_left_or_it_was_killed(
    workers: tuple[Running, Running],
) -> None:
    one, two = workers
    anna, bruno = one.person(), two.person()
    game = anna.begin(friend=True, seat="white")
    code = anna.view(game)["invite"]
    assert bruno.post(f"/join/{code}", name="Bruno").status_code == 303
    with anna.sit(game) as sees:
        sees.ask("hello", "state", version=0)
        with bruno.sit(game) as sits:
            sits.ask("hello", "state", version=0)
            while not is_here("black", sees):
                pass
            sits.send("hello", version=0)
            while not is_here("white", sits):  # the other worker may be heard of after the first view
                pass
        while is_here("black", sees):
            pass
        with bruno.sit(game):
            while not is_here("black", sees):
                pass
            kill(two)
            while is_here("black", sees):
                pass


def test_screens_at_every_worker_come_back_when_a_session_ends(workers: tuple[Running, Running]) -> None:
    one, two = workers
    anna = one.person()
    game = anna.begin(seat="both")
    with there(anna, two).sit(game) as elsewhere:
        elsewhere.ask("hello", "state", version=0)
        player = next(iter(two.parts.running.rooms.present(game)))
        one.call(lambda: one.parts.running.sign_again(player))
        assert elsewhere.closed() is not None


def test_people_at_the_club_see_and_challenge_one_another_whichever_worker_they_are_at(
    workers: tuple[Running, Running],
) -> None:
    one, two = workers
    anna, bruno = one.person(), two.person()
    for person, name in ((anna, "Anna Verdi"), (bruno, "Bruno Neri")):
        person.post("/name", name=name)
    with at_club(anna), at_club(bruno):
        until(lambda: "Bruno Neri" in anna.get("/club/now").text)
        until(lambda: "Anna Verdi" in bruno.get("/club/now").text)
        presence = one.parts.club_presence
        handle = next(presence.handle(who) for who in presence.people if who.name == "Bruno Neri")
        assert anna.post(f"/club/challenge/{handle}", game="italian", at="5+3").status_code == 303
        asked = two.parts.club_presence.challenges
        until(lambda: asked._known)
        id = next(iter(asked._known))
        begun = bruno.post(f"/club/answer/{id}", what="accept")
        assert begun.status_code == 303
        game = begun.headers["location"].rpartition("/")[2]
        until(lambda: presence.challenges._known[id].game_id == game)
        assert {seat["name"] for seat in anna.view(game)["players"].values()} == {"Anna Verdi", "Bruno Neri"}
    until(lambda: not one.parts.club_presence.ids and not two.parts.club_presence.ids)


@pytest.mark.slow
def test_a_seek_and_what_waits_are_told_at_the_other_worker_without_a_look(
    workers: tuple[Running, Running],
) -> None:
    one, two = workers
    for worker in workers:
        worker.parts.club_watchers._every_s = worker.parts.notice_feed._every_s = 3600.0
        worker.parts.passwords._hashing = PasswordHashing(PasswordHasher(1, 8, 1))
    anna, bruno = one.person(), two.person()
    for person, name in ((anna, "Anna Verdi"), (bruno, "Bruno Neri")):
        assert person.post("/register", name=name, password="quattro mosse al centro").status_code == 200
    with hearing(bruno, "/club/live") as club, at_club(anna):
        until(lambda: len(two.parts.club_presence.ids) == 2)
        waits = anna.post("/club/seek", game="italian", pace="5+3").headers["location"]
        assert waits == "/club?game=italian"
        while not (offered := re.search(r"/club/sit/(\w+)", str(club.recv(timeout=PATIENCE_S)))):
            pass  # that she is there may be told before what she seeks
        game = bruno.post(f"/club/sit/{offered[1]}").headers["location"].rpartition("/")[2]
        assert {seat["name"] for seat in anna.view(game)["players"].values()} == {"Anna Verdi", "Bruno Neri"}
    with hearing(bruno, "/notices/live") as bell:
        assert json.loads(bell.recv(timeout=PATIENCE_S)) == []
        anna.post("/friends", do="ask", name="Bruno Neri")
        assert [notice["kind"] for notice in json.loads(bell.recv(timeout=PATIENCE_S))] == ["friend"]


@contextmanager
def at_club(person: Person) -> Iterator[None]:
    with hearing(person, "/club/live"):
        yield


def hearing(person: Person, path: str) -> ClientConnection:
    cookies = "; ".join(f"{c.name}={c.value}" for c in person.http.cookies.jar)
    url = person.base.replace("http", "ws") + path
    return connect(url, additional_headers={"Cookie": cookies}, proxy=None)


@pytest.mark.slow
def test_one_worker_has_the_general_duty_and_the_other_takes_over_what_it_leaves(
    tmp_path: Path, run_server: Any, postgres: Postgres, nats: Nats
) -> None:
    database, clock = postgres.ready(), LateClock()
    settings = [_settings(tmp_path / name, database, nats) for name in ("one", "two")]
    with run_server(settings[0], clock=clock) as one:
        assert one.parts.coworkers.is_on_duty
        with run_server(settings[1], clock=clock) as two:
            until(lambda: one.parts.bus.is_heard and two.parts.bus.is_heard)
            assert not two.parts.coworkers.is_on_duty
            anna = one.person()
            game = anna.begin(seat="both", clock={"base_ms": 10_000})
            asked: list[str] = []
            one.parts.running.wake_engine = asked.append
            waiting = anna.begin(path=[22, 18])
            assert asked == [waiting]
            kill(one)
            clock.ahead_ms = 10_000
            until(lambda: two.parts.coworkers.is_on_duty)
            seen = there(anna, two)
            assert seen.wait(waiting, lambda v: v["ply"] == 2)
            over = seen.wait(game, lambda v: v["outcome"] is not None)
            assert over["outcome"]["termination"] == "time"


def test_a_worker_that_ends_as_it_should_leaves_its_duties_at_once(
    tmp_path: Path, run_server: Any, postgres: Postgres, nats: Nats, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("damiera.web.common.coworkers.BEAT_S", 3600.0)
    database = postgres.ready()
    settings = [_settings(tmp_path / name, database, nats) for name in ("one", "two")]
    with ExitStack() as stack:
        with run_server(settings[0]) as one:
            two = stack.enter_context(run_server(settings[1]))
            until(lambda: one.parts.bus.is_heard and two.parts.bus.is_heard)
            assert (one.parts.coworkers.is_on_duty, two.parts.coworkers.is_on_duty) == (True, False)
        until(lambda: two.parts.coworkers.is_on_duty)


def test_what_two_workers_want_to_do_one_does(workers: tuple[Running, Running]) -> None:
    async def take(worker: Running) -> bool:
        return await worker.parts.coworkers.take("engine.g")

    one, two = workers

    def ask(worker: Running, act: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(act, worker.app.state.loop).result(30.0)

    assert ask(one, take(one))
    assert not ask(one, take(one))
    assert not ask(two, take(two))
    ask(one, one.parts.coworkers.free("engine.g"))
    assert ask(two, take(two))
    kill(two)
    until(lambda: ask(one, take(one)))


def test_the_computer_s_moves_are_thought_about_by_an_engine_worker_if_there_is_one(
    tmp_path: Path, run_server: Any, postgres: Postgres, nats: Nats
) -> None:
    def none_here(game: str) -> Engine:
        raise AssertionError("an engine elsewhere has room")

    async def work(begun: threading.Event, ending: threading.Event) -> int:
        client = nats_client()
        engines = Engines("thread", 1, lambda game: FirstMove(), ponder_s=0.0)
        worker = EngineWorker(client, engines, 1)
        await connect_nats(client, nats.url, "test")
        await worker.start()
        await settle(client)
        begun.set()
        await asyncio.get_running_loop().run_in_executor(None, ending.wait, 30.0)
        await worker.stop()
        engines.close()
        await client.close()
        return worker.answered

    begun, ending = threading.Event(), threading.Event()
    settings = _settings(tmp_path, postgres.ready(), nats)
    with ThreadPoolExecutor(1) as elsewhere, run_server(settings, engine=none_here) as server:
        answered = elsewhere.submit(asyncio.run, work(begun, ending))
        assert begun.wait(30.0)
        until(lambda: server.parts.bus.is_heard)
        person = server.person()
        game = person.begin(path=[22, 18], level=1)
        person.wait(game, lambda v: v["ply"] == 2)
        ending.set()
        assert answered.result(30.0) == 1


@pytest.mark.slow
def test_a_worker_hears_of_games_that_are_looked_at_there_and_of_no_others(
    workers: tuple[Running, Running],
) -> None:
    one, two = workers
    person = one.person()
    watched, other = (person.begin(seat="both") for _ in range(2))
    heard: list[str] = []
    hear = two.parts.running._hear
    two.parts.running._hear = lambda message: (heard.append(message.name), hear(message))  # type: ignore
    with two.person().sit(watched) as looks, person.sit(watched) as talk, person.sit(other) as alone:
        looks.ask("hello", "state")
        alone.ask("move", "ack", ply=0, path=[22, 18])
        talk.ask("move", "ack", ply=0, path=[22, 18])
        until(lambda: two.parts.running._told.get(watched, 0) >= 2)
        assert set(heard) <= {watched}
        assert set(two.parts.running._games_heard) == {watched}
    until(lambda: not two.parts.running._games_heard)
