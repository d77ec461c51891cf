"""The club's page: looking for a game, sitting down, taking back, and who is here."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from damiera._core import Side
from damiera.game.sides import side_text
from damiera.messages import Message
from damiera.rules.ruleset import CATALOGUE
from damiera.service.game_choices import new_game
from damiera.service.terms import read_terms
from damiera.web.club.feed import ClubFeed
from damiera.web.club.views import PACES, pace_choices
from damiera.web.common.settings import ServerSettings
from tests.unit.web.conftest import PATIENCE_S, until
from tests.wording import shows, words_of

TEN = {"game": "italian", "pace": "10+5"}


@pytest.fixture
def club(tmp_path: Path, run_server: Any) -> Iterator[Any]:
    """A server where nobody waits yet."""
    with run_server(ServerSettings(data_dir=tmp_path, engine="thread", limits=False)) as server:
        yield server


def _arrive(person: Any, query: str = "") -> Any:
    """Open the club's socket, as its page does: who has one is here."""
    cookies = "; ".join(f"{c.name}={c.value}" for c in person.http.cookies.jar)
    headers = {"Cookie": cookies, "Origin": person.base}
    url = person.base.replace("http", "ws") + f"/club/live{query}"
    return connect(url, additional_headers=headers, proxy=None)


def test_who_looks_waits_until_another_wants_the_same(club: Any) -> None:
    anna, bruno = club.person(), club.person("it")
    waits = anna.post("/club/seek", name="Anna", **TEN)
    assert (waits.status_code, waits.headers["location"]) == (303, "/club?game=italian")
    assert shows(anna.get("/club").text, "looking for an opponent")
    with _arrive(anna) as line:
        until(lambda: len(club.parts.club_presence.ids) == 1)
        assert "Anna" in bruno.get("/club").text
        line.recv(timeout=10)
        begun = bruno.post("/club/seek", name="Bruno", **TEN)
        assert begun.headers["location"].startswith("/g/")
        line.recv(timeout=10)  # she is told, and her page finds the game it goes to
        game = begun.headers["location"].removeprefix("/g/")
        assert f'data-mine="{game}"' in anna.get("/club/now").text
    until(lambda: not club.parts.club_presence.ids)


def test_the_last_who_is_here_may_go() -> None:
    """Whoever looked on lost their socket then, time and again."""
    feed = ClubFeed.__new__(ClubFeed)
    feed._changes = {}
    news = feed._moved({"anna": "Anna"}, {})
    assert news is not None
    assert (news.came, news.left) == ((), ("anna",))


def test_nobody_is_put_opposite_somebody_who_has_gone(club: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("damiera.service.club.ARRIVES_MS", 0)  # they had the time to come
    anna, bruno = club.person(), club.person()
    anna.post("/club/seek", name="Anna", **TEN)
    assert bruno.post("/club/seek", name="Bruno", **TEN).headers["location"] == "/club?game=italian"
    assert "Anna" not in bruno.get("/club/now").text


def test_a_seat_is_taken_by_name_and_once(club: Any) -> None:
    anna, bruno, carla = (club.person() for _ in range(3))
    location = anna.post(
        "/new", game="english", against="friend", seat="any", club="yes", clock="none", my_name="Anna"
    ).headers["location"]
    game = location.removeprefix("/g/")
    with anna.sit(game):
        until(lambda: bool(club.parts.running.rooms.players))
        assert f"/club/sit/{game}" in bruno.get("/club/now").text
    assert bruno.post(f"/club/sit/{game}", name="Bruno").headers["location"] == location
    late = carla.post(f"/club/sit/{game}", name="Carla")
    assert late.status_code == 409
    assert shows(late.text, "The seat is taken: somebody was quicker.")
    assert {seat["name"] for seat in bruno.view(game)["players"].values()} == {"Anna", "Bruno"}


def test_a_game_with_a_friend_is_not_shown_and_its_seat_not_taken(club: Any) -> None:
    anna, bruno = club.person(), club.person()
    game = anna.begin(friend=True, seat="white")
    with anna.sit(game):
        assert game not in bruno.get("/club/now").text
        assert bruno.post(f"/club/sit/{game}", name="Bruno").status_code == 404


def test_an_offer_is_taken_back_by_who_made_it(club: Any) -> None:
    anna, bruno = club.person(), club.person()
    anna.post("/club/seek", name="Anna", **TEN)
    (waits,) = club.parts.club.state(()).waiting
    bruno.post("/club/seek", name="Bruno", game="english", pace="3+2")
    assert bruno.post(f"/club/back/{waits.row.id}").status_code == 403
    assert anna.post(f"/club/back/{waits.row.id}").status_code == 303
    assert [one.row.game for one in club.parts.club.state(()).waiting] == ["english"]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        (
            {"game": "italian", "pace": "1+0"},
            Message("There is no such pace: choose one of those on the page."),
        ),
        (
            {"game": "italian", "pace": "3+2", "name": "x" * 41},
            Message("The name has {n} letters: {most} at most.", n=41, most=40),
        ),
    ],
)
def test_what_cannot_be_looked_for_is_said_on_the_page(
    club: Any, fields: dict[str, str], said: Message
) -> None:
    answer = club.person().post("/club/seek", **fields)
    assert answer.status_code == 422
    assert said.text("en") in answer.text
    assert club.parts.club.state(()).waiting == ()


@pytest.mark.parametrize("game", CATALOGUE)
def test_every_game_can_be_looked_for_at_every_pace(game: str) -> None:
    for pace in PACES:
        chosen = pace_choices(game, pace)
        assert chosen is not None
        assert read_terms(new_game(chosen)).ruleset.slug == game


@pytest.mark.parametrize("game", ["contract", "nonsense"])
def test_a_game_that_is_asked_for_has_its_page_and_any_other_is_italian(club: Any, game: str) -> None:
    answer = club.person().get(f"/club?game={game}")
    assert answer.status_code == 200
    assert f'name="game" value="{game if game in CATALOGUE else "italian"}"' in answer.text


def test_home_tells_how_many_wait(club: Any) -> None:
    anna, bruno = club.person(), club.person()
    assert words_of("{n} player waits", n=1) not in bruno.get("/").text
    anna.post("/club/seek", name="Anna", game="italian", pace="3d")
    assert words_of("{n} player waits", n=1) in bruno.get("/").text


def test_which_side_is_left_is_said_in_the_reader_s_words(club: Any) -> None:
    club.person().post("/club/seek", name="Anna", game="italian", pace="3d")
    page = club.person("it").get("/club").text
    said = [words_of("you have %(side)s", "it", side=side_text(side)) for side in (Side.WHITE, Side.BLACK)]
    assert sum(words in page for words in said) == 1


def _handle(person: Any, name: str) -> str:
    """Return by which handle somebody sees another at the club."""
    said = re.escape(words_of("Challenge %(name)s", name=name))
    (handle,) = re.findall(rf'/club/challenge/([\w-]+)"\s+aria-label="{said}"', person.get("/club/now").text)
    return str(handle)


def _challenge(person: Any, page: str) -> str:
    """Return the one challenge that somebody is shown, which must stand so."""
    (found,) = re.findall(rf'data-challenge="(\w+)" data-state="{page}"', person.get("/club/now").text)
    return str(found)


@pytest.fixture
def two(club: Any) -> Iterator[tuple[Any, Any]]:
    """Anna and Bruno at the club, each with its page open."""
    anna, bruno = club.person(), club.person()
    for person, name, game in ((anna, "Anna", "english"), (bruno, "Bruno", "spanish")):
        person.post("/club/seek", name=name, game=game, pace="3d")
    with _arrive(anna), _arrive(bruno):
        until(lambda: len(club.parts.club_presence.ids) == 2)
        yield anna, bruno
    until(lambda: not club.parts.club_presence.ids)


def test_a_challenge_is_accepted_and_both_are_told_of_the_board(club: Any, two: tuple[Any, Any]) -> None:
    anna, bruno = two
    asked = anna.post(f"/club/challenge/{_handle(anna, 'Bruno')}", game="frisian", at="5+3")
    assert (asked.status_code, asked.headers["location"]) == (303, "/club?game=frisian")
    _challenge(anna, "made")
    page = bruno.get("/club/now").text
    assert words_of("%(name)s challenges you", name="Anna") in page
    assert "5 + 3" in page
    begun = bruno.post(f"/club/answer/{_challenge(bruno, 'given')}", what="accept")
    game = begun.headers["location"].removeprefix("/g/")
    _challenge(anna, "begun")
    assert f'data-game="{game}"' in anna.get("/club/now").text
    assert "data-challenge" not in bruno.get("/club/now").text
    view = anna.view(game)
    assert {seat["name"] for seat in view["players"].values()} == {"Anna", "Bruno"}
    assert view["clock"] is not None
    assert "/club/challenge/" not in anna.get("/club/now").text  # Bruno plays


def test_a_challenge_is_declined_or_taken_back(club: Any, two: tuple[Any, Any]) -> None:
    anna, bruno = two
    to_bruno = f"/club/challenge/{_handle(anna, 'Bruno')}"
    anna.post(to_bruno, game="italian", at="5+3")
    assert anna.post(f"/club/answer/{_challenge(anna, 'made')}", what="back").status_code == 303
    assert "data-challenge" not in bruno.get("/club/now").text
    anna.post(to_bruno, game="italian", at="5+3")
    assert bruno.post(f"/club/answer/{_challenge(bruno, 'given')}", what="decline").status_code == 303
    _challenge(anna, "declined")
    again = anna.post(to_bruno, game="italian", at="5+3")
    assert again.status_code == 409
    assert shows(again.text, "{name} does not take a challenge now.", name="Bruno")


def test_who_challenges_and_goes_leaves_nobody_at_an_empty_board(club: Any) -> None:
    anna, bruno = club.person(), club.person()
    for person, name, game in ((anna, "Anna", "english"), (bruno, "Bruno", "spanish")):
        person.post("/club/seek", name=name, game=game, pace="3d")
    with _arrive(bruno):
        until(lambda: len(club.parts.club_presence.ids) == 1)
        with _arrive(anna):
            until(lambda: len(club.parts.club_presence.ids) == 2)
            to_bruno = f"/club/challenge/{_handle(anna, 'Bruno')}"
            anna.post(to_bruno, game="italian", at="5+3")
        until(lambda: len(club.parts.club_presence.ids) == 1)
        given = _challenge(bruno, "given")
        answer = bruno.post(f"/club/answer/{given}", what="accept")
        assert shows(answer.text, "{name} has left the club: there is nobody to play with.", name="Anna")
    until(lambda: not club.parts.club_presence.ids)
    gone = anna.post(to_bruno, game="italian", at="5+3")
    assert (gone.status_code, shows(gone.text, "Who you want to challenge has left the club.")) == (404, True)


@pytest.mark.parametrize("what", ["accept", "decline", "back", "nonsense", ""])
def test_nobody_else_answers_a_challenge(club: Any, two: tuple[Any, Any], what: str) -> None:
    anna, bruno = two
    anna.post(f"/club/challenge/{_handle(anna, 'Bruno')}", game="italian", at="5+3")
    path = f"/club/answer/{_challenge(bruno, 'given')}"
    carla = club.person()
    carla.begin(game="italian", level=1)
    for other in (carla, club.person()):
        wanted = 404 if what in ("accept", "decline", "back") else 422
        assert other.post(path, what=what).status_code == wanted
    assert (bruno if what == "back" else anna).post(path, what=what).status_code in (404, 422)
    _challenge(bruno, "given")


def test_a_challenge_needs_a_pace_of_ours(club: Any, two: tuple[Any, Any]) -> None:
    anna, bruno = two
    answer = anna.post(f"/club/challenge/{_handle(anna, 'Bruno')}", game="italian", at="1+0")
    assert answer.status_code == 422
    assert shows(answer.text, "There is no such pace: choose one of those on the page.")
    assert "data-challenge" not in bruno.get("/club/now").text


def _sent(screen: ClientConnection, until: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    """Return the first of what a screen is sent that is as it should be."""
    while True:
        news: dict[str, Any] = json.loads(screen.recv(timeout=PATIENCE_S))
        if until(news):
            return news


def test_a_screen_is_sent_who_looks_for_a_game_and_need_not_ask(club: Any) -> None:
    ugo, vera = club.person(), club.person()
    for person, name in ((ugo, "Ugo"), (vera, "Vera")):
        person.post("/club/seek", game="frisian", pace="3d", name=name)
    ugo.post("/club/seek", game="kenyan", pace="3d", name="Ugo")
    with _arrive(vera, "?game=kenyan") as screen:
        whole = _sent(screen, lambda news: news.get("whole"))
        assert "Ugo" in whole["parts"]["club-seeks"]
        me = whole["me"]
        assert [key for key, _, _ in whole["came"]].count(me) == 1
        began = time.monotonic()
        ugo.post("/club/seek", game="russian", pace="3d", name="Ugo")
        news = _sent(screen, lambda news: "club-seeks" in news.get("parts", {}))
        assert time.monotonic() - began < 5
        assert words_of("Russian draughts", "en") in unescape(news["parts"]["club-seeks"])
        assert "whole" not in news
        assert not news.get("came")  # nobody has come, and whoever is here is sent once
        with _arrive(ugo) as other:
            his = _sent(other, lambda news: news.get("whole"))
            assert 'class="mine"' in his["parts"]["club-seeks"]
            came = _sent(screen, lambda news: news.get("came"))
            [(key, html, _)] = came["came"]
            assert (key, "Ugo" in html) == (his["me"], True)
        left = _sent(screen, lambda news: news.get("left"))
        assert left["left"] == [his["me"]]
