"""The bell: there for who is signed in, with what waits in their language."""

from __future__ import annotations

from html import unescape

from argon2 import PasswordHasher

from damiera.service.passwords import PasswordHashing
from tests.unit.web.conftest import Person, Running
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
