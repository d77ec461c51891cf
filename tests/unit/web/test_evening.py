"""The page of an evening: what its players and its arbiters see, and that it goes on by itself."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

import pytest

from tests.unit.web.rightskit import evening
from tests.wording import words_of


def until(true: Callable[[], bool], patience_s: float = 20.0) -> None:
    deadline = time.monotonic() + patience_s
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.05)


@pytest.mark.slow
def test_an_evening_from_the_tap_to_the_next_round(server: Any) -> None:
    scene = evening(server)
    page = f"/hall/{scene.words['id']}/evening"
    founder, keeper, member, stranger = (
        scene.people[one] for one in ("founder", "keeper", "member", "stranger")
    )
    assert words_of("Sign in to play") in stranger.get(page).text
    assert stranger.post(page, do="join").headers["location"].startswith("/sign-in")
    for person in (founder, keeper, member):
        assert words_of("I play") in person.get(page).text
        assert person.post(page, do="join").status_code == 303
        assert words_of("You are in") in person.get(page).text
    assert founder.post(page, do="dance").status_code == 422
    assert founder.post(page, do="pair", round="7").status_code == 422
    assert member.post(page, do="pair", round="1").status_code == 403
    assert founder.post(page, do="pair", round="1").status_code == 303
    pages = {person: person.get(f"{page}?part=1").text for person in (founder, keeper, member)}
    players = [one for one, text in pages.items() if 'data-board="1.1.1.' in text]
    assert len(players) == 2  # the third rests
    games = {
        one.post(page.replace("evening", "sit"), round="1", board="1").headers["location"] for one in players
    }
    [game] = games
    assert f'href="{page}"' in players[0].get(game).text  # the way back
    assert server.parts.play.agreed(game[3:]).rated
    with players[0].sit(game[3:]) as talk:
        talk.send("act", what="resign")
        talk.hear("state")
    until(lambda: 'data-board=""' in players[0].get(f"{page}?part=1").text)
    over = players[0].get(game).text
    assert f'class="btn main" href="{page}"' in over, "where it goes on, and no rematch meanwhile"
    assert f'action="{game}/rematch"' not in over
    shown = players[0].get(page).text
    assert re.search(r'data-until="\d+"', shown)  # the next round is on its way
    assert words_of("The next round begins in") in shown


def test_the_form_of_an_evening_says_what_is_wrong_and_keeps_what_was_typed(server: Any) -> None:
    scene = evening(server)
    founder = scene.people["founder"]
    club = re.search(r"/clubs/(?!new)\w+", founder.get("/clubs").text)
    assert club
    terms = {"name": "Thursday", "game": "italian", "system": "optimal", "rounds": "0", "pace": "5+3"}
    answer = founder.post(f"{club[0]}/evening", **terms, wait="5", pause="1")
    assert answer.status_code == 422
    assert 'value="Thursday"' in answer.text
    assert founder.get("/clubs/none/evening").status_code == 404


def test_an_event_that_is_no_evening_has_no_such_page(server: Any, anna: Any) -> None:
    answer = anna.post("/hall", name="Trofeo", rounds="3")
    event = answer.headers["location"].removesuffix("/players")
    assert anna.get(f"{event}/evening").headers["location"] == f"{event}/public"
    assert anna.post(f"{event}/evening", do="join").status_code == 404
