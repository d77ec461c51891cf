"""The pages of a simultaneous display: who may do what, what a host and guests see, the strip of boards."""

from __future__ import annotations

import json
import time
from datetime import datetime
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from damiera.messages import long_date
from damiera.web.play import running_games, screens
from tests.unit.web.conftest import Person, Running, Talk
from tests.wording import words_of

TERMS = {"title": "Elena's display", "side": "white", "most": "20"}


def _announce(host: Person, **terms: str) -> str:
    answer = host.post("/simul", **{"name": "Elena", **TERMS, **terms})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"]).rpartition("/")[2]


def _display(server: Running, guests: int = 1, **terms: str) -> tuple[str, Person, list[Person]]:
    host = server.person()
    id = _announce(host, **terms)
    people = [server.person() for _ in range(guests)]
    for number, person in enumerate(people, 1):
        assert person.post(f"/simul/{id}/join", name=f"Guest {number}").status_code == 303
    return id, host, people


def _game(person: Person, id: str, board: int = 1) -> str:
    """Return the game of a board, from the page."""
    page = person.get(f"/simul/{id}").text
    found: str = page.split('href="/g/')[board].partition('"')[0]
    return found


def test_guests_come_and_the_host_begins(server: Running) -> None:
    id, host, (anna, bruno) = _display(server, 2, title="An evening & more")
    page = host.get(f"/simul/{id}").text
    assert "An evening &amp; more" in page
    assert words_of("Free board %(n)s, %(name)s", n=1, name="Guest 1") in page
    assert words_of("Take a board") not in anna.get(f"/simul/{id}").text
    assert words_of("Take a board") in server.person().get(f"/simul/{id}").text
    host.post(f"/simul/{id}/begin")
    game = _game(anna, id)
    view = anna.view(game)
    assert view["you"] == "black"
    assert [player["name"] for player in view["players"].values()] == ["Elena", "Guest 1"]
    assert words_of("To your board") in bruno.get(f"/simul/{id}").text
    assert words_of("Next: board %(n)s", n=1) in host.get(f"/simul/{id}").text
    assert host.post(f"/simul/{id}/at/2").headers["location"] == f"/g/{_game(host, id, 2)}"


def test_a_host_is_here_at_every_board_while_they_are_at_one(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A guest was offered to claim the game of a host who was at another board for a minute."""
    monkeypatch.setattr(running_games, "ROUND_MS", 50)
    id, host, (anna, bruno) = _display(server, 2, host_clock="60")
    host.post(f"/simul/{id}/begin")
    first, second = _game(host, id, 1), _game(host, id, 2)
    with anna.sit(first) as at_first, bruno.sit(second) as at_second:
        at_first.ask("hello", "state")
        at_second.ask("hello", "state")
        with host.sit(first) as talk:
            talk.ask("hello", "state")
        with host.sit(second) as talk:
            talk.ask("hello", "state")
            later = time.monotonic() + 301
            with monkeypatch.context() as clock:
                clock.setattr(screens, "monotonic", lambda: later)
                seen = anna.wait(first, lambda view: bool(view["white"]["here"]))
                assert seen["claim_ms"] is None
                refused = anna.post(f"/g/{first}/do", e="absence-claimed", side="black")
                assert refused.status_code == 409
        anna.wait(first, lambda view: not view["white"]["here"])
        gone = time.monotonic() + 301
        monkeypatch.setattr(screens, "monotonic", lambda: gone)
        assert anna.view(first)["claim_ms"] == 0
        assert anna.post(f"/g/{first}/do", e="absence-claimed", side="black").status_code == 303


def test_guests_are_told_of_a_host_who_leaves_all_boards_and_comes_back(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running_games, "ROUND_MS", 50)
    id, host, (anna, bruno) = _display(server, 2, host_clock="60")
    host.post(f"/simul/{id}/begin")
    first, second = _game(host, id, 1), _game(host, id, 2)

    def told(talk: Talk, *, here: bool) -> None:
        while talk.hear("state")["view"]["white"]["here"] is not here:
            pass

    with anna.sit(first) as at_first, bruno.sit(second) as at_second:
        at_first.ask("hello", "state")
        at_second.ask("hello", "state")
        with host.sit(first) as talk:
            talk.ask("hello", "state")
            told(at_first, here=True)
        told(at_first, here=False)
        with host.sit(second) as talk:
            talk.ask("hello", "state")
            told(at_first, here=True)


def test_a_card_has_no_code_that_leads_nowhere(server: Running) -> None:
    id, host, _ = _display(server)
    page = host.get(f"/simul/{id}/card").text
    assert long_date(datetime.now(), "en") in page
    assert (
        words_of("This link works on this computer only, until the other screens of the house are let in.")
        in page
    )
    assert 'class="qr"' not in page
    assert "127.0.0.1" not in page


def test_the_terms_say_how_long_a_clock_runs(server: Running) -> None:
    """They said "60" alone."""
    id, host, _ = _display(server, 1, host_clock="60", guest_clock="30+10")
    page = host.get(f"/simul/{id}").text
    hour, half = (
        words_of("{minutes} min", minutes="60"),
        words_of("{minutes} min + {seconds} s", minutes="30", seconds=10),
    )
    assert words_of("host {host}, guests {guest}", host=hour, guest=half) in page


def test_the_page_of_a_game_has_the_boards_for_the_host_and_a_line_for_a_guest(server: Running) -> None:
    id, host, (anna, _) = _display(server, 2)
    host.post(f"/simul/{id}/begin")
    game = _game(host, id)
    assert f'action="/simul/{id}/at/2"' in host.get(f"/g/{game}").text
    seen = anna.get(f"/g/{game}").text
    assert f'href="/simul/{id}"' in seen
    assert "/at/2" not in seen
    alone = anna.begin(game="italian", level=1)
    assert 'id="displaybar"' not in anna.get(f"/g/{alone}").text


def test_the_host_who_walks_moves_only_where_they_are(server: Running) -> None:
    id, host, _ = _display(server, 2, host_clock="30", walks="yes")
    host.post(f"/simul/{id}/begin")
    game = _game(host, id)
    with host.sit(game) as talk:
        talk.send("hello", version=0)
        move = talk.hear("state")["view"]["moves"][0]
        talk.send("move", ply=0, path=move["paths"][0], drops=[])
        assert talk.hear("failed")
        host.post(f"/simul/{id}/at/1")
        assert talk.hear("state")
        talk.send("move", ply=0, path=move["paths"][0], drops=[])
        talk.hear("ack")
    assert words_of("thinks", context="board of a display") in host.get(f"/simul/{id}").text


def test_a_blindfold_host_sees_no_board_until_they_look(server: Running) -> None:
    id, host, (anna,) = _display(server, 1, blindfold="yes")
    host.post(f"/simul/{id}/begin")
    squares = "p-w"  # a white man in a drawing
    assert squares not in host.get(f"/simul/{id}/now").text
    assert squares in anna.get(f"/simul/{id}/now").text
    looked = host.post(f"/simul/{id}/look/1")
    assert looked.status_code == 200
    assert squares in looked.text
    assert words_of("%(n)s look at the boards", n=1) in anna.get(f"/simul/{id}/card").text


@pytest.mark.parametrize(
    ("field", "text"),
    [("most", "1"), ("most", "x"), ("target", "0"), ("host_clock", "soon"), ("game", "none")],
)
def test_a_form_that_makes_no_display_is_shown_again(server: Running, field: str, text: str) -> None:
    answer = server.person().post("/simul", **{"name": "Elena", **TERMS, field: text})
    assert answer.status_code in (400, 404, 422), answer.text
    assert 'role="alert"' in answer.text


def test_screens_are_told_when_a_guest_comes(server: Running) -> None:
    id, *_ = _display(server)
    address = server.base.replace("http", "ws") + f"/simul/{id}/live"
    with connect(address, additional_headers={"Origin": server.base}, proxy=None) as line:
        first = json.loads(line.recv(timeout=30))
        server.person().post(f"/simul/{id}/join", name="Late")
        assert json.loads(line.recv(timeout=30)) != first
    with (
        pytest.raises(InvalidStatus),
        connect(address, additional_headers={"Origin": "http://evil.example"}, proxy=None),
    ):
        pass


def test_what_is_not_there(server: Running) -> None:
    anna: Any = server.person()
    assert anna.get("/simul/nothing").status_code == 404
    assert anna.get("/simul/nothing/now").status_code == 404
    address = server.base.replace("http", "ws") + "/simul/nothing/live"
    with (
        connect(address, additional_headers={"Origin": server.base}, proxy=None) as line,
        pytest.raises(ConnectionClosed),
    ):
        line.recv(timeout=30)
