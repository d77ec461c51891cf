"""Chats over the wire: each screen hears what its reader may read, once, and what it missed."""

from __future__ import annotations

from typing import Any

import pytest

from damiera.service.chat import PHRASES
from damiera.web.common.settings import ServerSettings
from tests.unit.web.conftest import Person, Running
from tests.wording import shows, words_of

JSON = {"Accept": "application/json"}


def _say(person: Person, where: str, **fields: str) -> Any:
    return person.http.post(where, data=fields, headers={"Origin": person.base, **JSON})


def _game(server: Running) -> tuple[str, Person, Person]:
    anna, bruno = server.person(), server.person("it")
    id = anna.begin(game="italian", friend=True, seat="white")
    assert bruno.post(f"/join/{anna.view(id)['invite']}", name="Bruno").status_code == 303
    return id, anna, bruno


def test_what_one_player_says_the_other_hears_in_their_language(server: Running) -> None:
    id, anna, bruno = _game(server)
    with bruno.sit(id) as his, anna.sit(id) as hers:
        for line in (his, hers):
            line.send("listen", rooms={"players": 0})
            line.ask("ping", "pong")
        answer = _say(anna, f"/g/{id}/chat", phrase="good-game")
        assert answer.json()["text"] == PHRASES["good-game"].text("en")
        heard = his.hear("chat")
        assert heard["room"] == "players"
        assert [(one["text"], one["mine"]) for one in heard["lines"]] == [
            (PHRASES["good-game"].text("it"), False)
        ]
        own = hers.hear("chat")["lines"]
        assert [(one["id"], one["mine"]) for one in own] == [(answer.json()["id"], True)]
    assert PHRASES["good-game"].text("it") in bruno.get(f"/g/{id}").text


def test_a_screen_that_was_away_hears_what_it_missed_and_no_more(server: Running) -> None:
    id, anna, bruno = _game(server)
    _say(anna, f"/g/{id}/chat", text="one")
    _say(anna, f"/g/{id}/chat", text="two")
    with bruno.sit(id) as line:
        line.send("listen", rooms={"players": 1})
        assert [one["text"] for one in line.hear("chat")["lines"]] == ["two"]


def test_players_hear_no_spectator_before_the_end(server: Running) -> None:
    id, anna, bruno = _game(server)
    carla = server.person()
    with anna.sit(id) as hers, carla.sit(id) as line:
        for one in (hers, line):
            one.send("listen", rooms={"players": 0, "watchers": 0})
            one.ask("ping", "pong")
        _say(bruno, f"/g/{id}/chat", text="between us")
        assert hers.hear("chat")["lines"][0]["text"] == "between us"
        _say(carla, f"/g/{id}/chat", room="watchers", text="White wins")
        told = line.hear("chat")
        assert (told["room"], [one["text"] for one in told["lines"]]) == ("watchers", ["White wins"])
        assert "White wins" not in anna.get(f"/g/{id}").text
        assert "between us" not in carla.get(f"/g/{id}").text
        anna.post(f"/g/{id}/act", what="resign")
        hers.send("listen", rooms={"watchers": 0})
        assert hers.hear("chat")["lines"][0]["text"] == "White wins"  # and nothing of it came before


def test_a_line_that_is_taken_away_goes_from_every_screen(server: Running) -> None:
    id, anna, bruno = _game(server)
    admin = server.person()
    admin.post("/register", name="Moderatrix", password="quattro mosse al centro")
    server.parts.accounts.set_role("Moderatrix", "admin")
    said = _say(anna, f"/g/{id}/chat", text="something <rude>").json()
    page = bruno.get(f"/chat/{said['id']}")
    assert "something &lt;rude&gt;" in page.text
    assert bruno.post(f"/chat/{said['id']}", do="report", words="").status_code == 303
    assert "something &lt;rude&gt;" in admin.get("/reports").text
    with bruno.sit(id) as line:
        line.send("listen", rooms={"players": 1})
        line.ask("ping", "pong")
        assert admin.post(f"/chat/{said['id']}", do="remove").status_code == 303
        [changed] = line.hear("chat")["lines"]
        assert (changed["id"], changed["removed"]) == (said["id"], True)
        assert "rude" not in changed["text"]
    assert "something &lt;rude&gt;" in admin.get("/moderation").text
    assert admin.post(f"/chat/{said['id']}", do="mute", hours="24").status_code == 303
    assert _say(anna, f"/g/{id}/chat", phrase="same").status_code == 409
    assert anna.get("/moderation").status_code == 403


def test_a_page_without_script_says_and_shows_it_too(server: Running) -> None:
    id, anna, bruno = _game(server)
    answer = anna.post(f"/g/{id}/chat", room="players", text="good evening")
    assert (answer.status_code, answer.headers["location"]) == (303, f"/g/{id}#chat")
    assert "good evening" in bruno.get(f"/g/{id}").text
    assert anna.post(f"/g/{id}/chat", room="players", text=" ").status_code == 422


def test_what_is_said_at_the_club_moves_its_stamp(server: Running) -> None:
    anna, bruno = server.person(), server.person()
    before = bruno.get("/club/stamp").json()
    assert _say(anna, "/club/chat", text="qua dentro?").status_code == 200
    after = bruno.get("/club/stamp").json()
    assert (after["t"] - before["t"], after["v"]) == (1, before["v"])
    assert bruno.get("/club/chat").json()[-1]["text"] == "qua dentro?"
    assert "qua dentro?" in bruno.get("/club").text


def test_who_wants_no_chat_sees_none(server: Running) -> None:
    id, anna, _ = _game(server)
    _say(anna, "/club/chat", text="hello there")
    assert shows(anna.get(f"/g/{id}").text, "Between the players")
    anna.post("/prefs", chat="off", back="/")
    assert not shows(anna.get(f"/g/{id}").text, "Between the players")
    assert "hello there" not in anna.get("/club").text


@pytest.mark.parametrize("path", ["/club/chat", "/chat/none", "/g/none/chat"])
def test_what_is_not_there_is_not_found(server: Running, path: str) -> None:
    if path != "/club/chat":
        assert server.person().get(path).status_code == 404


def test_a_server_without_chat(tmp_path: Any, run_server: Any) -> None:
    settings = ServerSettings(data_dir=tmp_path, engine="thread", limits=False, chat=False)
    with run_server(settings) as server:
        id, anna, _ = _game(server)
        assert not shows(anna.get(f"/g/{id}").text, "Between the players")
        assert words_of("Chat of the club") not in anna.get("/club").text
        for path in (f"/g/{id}/chat", "/club/chat"):
            assert _say(anna, path, phrase="hello").status_code == 404
        assert anna.get("/club/chat").status_code == 404
