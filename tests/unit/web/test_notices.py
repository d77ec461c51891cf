"""The bell: there for who is signed in, with what waits in their language."""

from __future__ import annotations

import json
import time
from html import unescape

import pytest
from argon2 import PasswordHasher
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect

from damiera.service.passwords import PasswordHashing
from damiera.web.people.notice_feed import LOOK_S
from tests.unit.web.conftest import PATIENCE_S, Person, Running
from tests.wording import shows, words_of


def _member(server: Running, name: str, lang: str = "en") -> Person:
    server.parts.passwords._hashing = PasswordHashing(PasswordHasher(1, 8, 1))
    person = server.person(lang)
    assert person.post("/register", name=name, password="quattro mosse al centro").status_code == 200
    return person


def test_the_bell_tells_what_waits(server: Running) -> None:
    anna, bruno = _member(server, "Anna Campana", "it"), _member(server, "Bruno Campana")
    assert anna.get("/notices/now").json() == []
    assert 'id="bell"' in anna.get("/book").text
    bruno.post("/friends", do="ask", name="Anna Campana")
    [notice] = anna.get("/notices/now").json()
    assert (notice["kind"], notice["address"]) == ("friend", "/friends")
    assert notice["text"] == words_of("{name} asks to be your friend", "it", name="Bruno Campana")
    assert notice["text"] in unescape(anna.get("/notices").text)
    anna.post("/friends", do="remove", name="Bruno Campana")
    assert shows(anna.get("/notices").text, "Nothing waits for you.", lang="it")


def test_guests_have_no_bell(server: Running) -> None:
    guest = server.person()
    guest.begin(game="italian", level=1)
    assert 'id="bell"' not in guest.get("/book").text
    assert guest.get("/notices").headers["location"] == "/sign-in?back=/notices"
    assert guest.get("/notices/now").json() == []


def _bell(person: Person) -> ClientConnection:
    cookies = "; ".join(f"{one.name}={one.value}" for one in person.http.cookies.jar)
    url = person.base.replace("http", "ws") + "/notices/live"
    head = {"Cookie": cookies, "Accept-Language": "en"}
    return connect(url, additional_headers=head, open_timeout=PATIENCE_S, proxy=None)


def _rung(bell: ClientConnection) -> list[dict[str, str]]:
    found: list[dict[str, str]] = json.loads(bell.recv(timeout=PATIENCE_S))
    return found


def test_what_waits_is_sent_at_once_and_only_when_it_changes(server: Running) -> None:
    carla, dario = _member(server, "Carla Campana"), _member(server, "Dario Campana")
    with _bell(carla) as bell:
        assert _rung(bell) == []
        began = time.monotonic()
        dario.post("/friends", do="ask", name="Carla Campana")
        [notice] = _rung(bell)
        assert notice["kind"] == "friend"
        assert time.monotonic() - began < LOOK_S / 2  # long before it would be looked for
        carla.post("/friends", do="remove", name="Dario Campana")
        assert _rung(bell) == []
        bell.send("looked-at")
        with pytest.raises(TimeoutError):
            bell.recv(timeout=0.2)


def test_a_move_by_correspondence_rings(server: Running) -> None:
    elio, fulvia = _member(server, "Elio Campana"), _member(server, "Fulvia Campana")
    elio.post("/club/seek", game="turkish", pace="3d")
    id = fulvia.post("/club/seek", game="turkish", pace="3d").headers["location"].rpartition("/")[2]
    view = elio.view(id)
    mover, other = (elio, fulvia) if view["you"] == view["side"] else (fulvia, elio)
    with _bell(other) as bell:
        assert _rung(bell) == []
        with mover.sit(id) as talk:
            view = talk.ask("hello", "state", version=0)["view"]
            talk.send("move", ply=0, path=view["moves"][0]["paths"][0])
            [notice] = _rung(bell)
        assert (notice["kind"], notice["address"]) == ("move", f"/g/{id}")


def test_nobody_else_has_a_bell(server: Running) -> None:
    guest = server.person()
    guest.begin(game="italian", level=1)
    with pytest.raises(InvalidStatus):
        _bell(guest)
