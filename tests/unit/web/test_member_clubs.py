"""The pages of clubs with members."""

from __future__ import annotations

from argon2 import PasswordHasher

from damiera.service.passwords import PasswordHashing
from tests.unit.web.conftest import Person, Running
from tests.wording import shows, words_of

PASSWORD = "quattro mosse al centro"


def _member(server: Running, name: str) -> Person:
    server.parts.passwords._hashing = PasswordHashing(PasswordHasher(1, 8, 1))
    person = server.person()
    assert person.post("/register", name=name, password=PASSWORD).status_code == 200
    return person


def test_from_founding_a_club_to_closing_it(server: Running) -> None:
    elena, bruno = _member(server, "Elena Fonda"), _member(server, "Bruno Entra")
    assert elena.post("/clubs", name=" ").status_code == 422
    where = elena.post("/clubs", name="Circolo <Uno>", about="Line one\nline two").headers["location"]
    assert shows(bruno.get(where).text, "Ask to come in")
    assert bruno.post(where, do="ask").status_code == 303
    assert shows(bruno.get(where).text, "You have asked to come in.")
    assert shows(elena.get(where).text, "They ask to come in")
    elena.post(where, do="accept", name="Bruno Entra")
    elena.post(where, do="note", text="Only for <members>")
    assert "Only for &lt;members&gt;" in bruno.get(where).text
    assert "Only for" not in server.person().get(where).text
    elena.post(where, do="event", title="Evening", address="/hall", time="Friday")
    assert '<a href="/hall">Evening</a>' in server.person().get(where).text
    refused = bruno.post(where, do="note", text="Mine")
    assert refused.status_code == 403
    assert shows(refused.text, "Only the admins of the club may do this.")
    assert elena.post(where, do="dance").status_code == 422
    elena.post(where, do="close", knows="yes")
    assert bruno.get(where).status_code == 404


def test_the_page_of_the_club_tells_what_goes_on_in_ones_own_clubs(server: Running) -> None:
    elena, bruno = _member(server, "Elena Calendario"), _member(server, "Bruno Calendario")
    where = elena.post("/clubs", name="Circolo <Calendario>", about="").headers["location"]
    assert not shows(elena.get("/club").text, "In your clubs")
    elena.post(where, do="event", title="Cup & tea", address="/book", time="Friday")
    seen = elena.get("/club").text
    assert shows(seen, "In your clubs")
    assert '<a class="card pad" href="/book"><b>Cup &amp; tea</b>' in seen
    assert "Circolo &lt;Calendario&gt; · " in seen
    for other in (bruno, server.person()):
        assert "Cup &amp; tea" not in other.get("/club").text


def test_a_link_lets_people_in(server: Running) -> None:
    elena, carla = _member(server, "Elena Lega"), _member(server, "Carla Lega")
    where = elena.post("/clubs", name="Circolo del link").headers["location"]
    elena.post(where, do="link")
    link = elena.get(where).text.partition('id="club-link">')[2].partition("<")[0]
    path = "/clubs/join/" + link.rpartition("/")[2]
    assert link == elena.base + path
    assert link not in carla.get(where).text
    assert f"/sign-in?back={path}" in server.person().get(path).text
    assert carla.post(path).headers["location"] == where
    assert shows(carla.get(where).text, "Leave the club")
    assert carla.post(path).status_code == 409


def test_clubs_are_listed_with_ones_own_first(server: Running) -> None:
    elena = _member(server, "Elena Elenca")
    elena.post("/clubs", name="Zeta di Elena")
    page = elena.get("/clubs?q=zeta").text
    assert words_of("Yours") in page
    assert page.count("Zeta di Elena") == 1
    assert shows(server.person().get("/clubs?q=nothing%25like").text, "No other club is called so.")
    assert server.person().get("/clubs/new").headers["location"] == "/sign-in?back=/clubs/new"
