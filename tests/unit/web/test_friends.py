"""The page of friends, and the buttons on a profile."""

from __future__ import annotations

from argon2 import PasswordHasher

from damiera.service.passwords import PasswordHashing
from tests.unit.web.conftest import Person, Running, until
from tests.unit.web.test_club import _arrive
from tests.wording import shows

PASSWORD = "quattro mosse al centro"


def _member(server: Running, name: str) -> Person:
    server.parts.passwords._hashing = PasswordHashing(PasswordHasher(1, 8, 1))
    person = server.person()
    assert person.post("/register", name=name, password=PASSWORD).status_code == 200
    return person


def test_from_a_request_to_a_challenge(server: Running) -> None:
    anna, bruno = _member(server, "Anna Amica"), _member(server, "Bruno Amico")
    asked = anna.post("/friends", do="ask", name="Bruno Amico", back="/people/Bruno%20Amico")
    assert (asked.status_code, asked.headers["location"]) == (303, "/people/Bruno%20Amico")
    assert shows(anna.get("/people/Bruno Amico").text, "Take the request back")
    assert shows(bruno.get("/people/Anna Amica").text, "Agree to be friends")
    assert shows(bruno.get("/friends").text, "They want to be your friends")
    assert bruno.post("/friends", do="accept", name="Anna Amica").status_code == 303
    assert shows(anna.get("/friends").text, "not here now")
    with _arrive(bruno):
        until(lambda: server.parts.club_presence.ids)
        page = anna.get("/friends/now").text
        assert "/club/challenge/" in page
        game = bruno.begin(game="italian", level=1)
        with bruno.sit(game) as line:
            line.ask("ping", "pong")
            assert f'href="/g/{game}"' in anna.get("/friends/now").text
    assert anna.post("/friends", do="remove", name="Bruno Amico").status_code == 303
    assert shows(anna.get("/people/Bruno Amico").text, "Ask to be friends")


def test_what_is_wrong_is_told_beside_the_form(server: Running) -> None:
    anna = _member(server, "Anna Sola")
    answer = anna.post("/friends", do="ask", name='Nobody "here" <b>')
    assert answer.status_code == 404
    assert shows(answer.text, "Nobody is called so here.")
    assert 'value="Nobody &#34;here&#34; &lt;b&gt;"' in answer.text
    assert anna.post("/friends", do="dance").status_code == 422
    assert server.person().get("/friends").headers["location"] == "/sign-in?back=/friends"


def test_the_choices_are_kept(server: Running) -> None:
    anna = _member(server, "Anna Schiva")
    anna.post("/friends", do="choose", is_seen="yes")
    page = anna.get("/friends").text
    assert 'name="is_seen" value="yes" checked' in page
    assert 'name="may_ask" value="yes" checked' not in page
