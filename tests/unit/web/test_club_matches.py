"""The pages of a match between clubs: the form, the answer, the teams, the boards."""

from __future__ import annotations

import re
from typing import Any

from tests.unit.web.rightskit import MATCH, match
from tests.wording import words_of


def test_a_match_from_the_form_to_the_teams(server: Any) -> None:
    scene = match(server)
    page = f"/matches/{scene.words['id']}"
    founder, visitor, member, stranger = (
        scene.people[one] for one in ("founder", "visitor", "member", "stranger")
    )
    assert words_of("Accept") in founder.get(page).text
    assert words_of("Withdraw the challenge") in visitor.get(page).text
    assert words_of("Accept") not in member.get(page).text
    assert stranger.post(page, do="accept").headers["location"].startswith("/sign-in")
    assert founder.post(page, do="dance").status_code == 422
    assert founder.post(page, do="accept", words="With pleasure.").status_code == 303
    assert founder.post(page, do="decline").status_code == 409
    assert member.post(page, do="join", side="home").status_code == 403
    assert member.post(page, do="join", side="away").status_code == 303
    assert visitor.post(page, do="join", side="home").status_code == 303
    assert words_of("You are in") in member.get(page).text
    shown = visitor.get(page).text
    assert shown.count('value="drop"') == 1  # of their own team alone
    assert "With pleasure." in shown
    event = re.search(r'data-event="(\w+)"', shown)
    assert event
    assert member.get(f"/hall/{event[1]}/evening").headers["location"] == page
    founder.post(f"/hall/{event[1]}/evening", do="open")  # nobody joins but by a team
    evening = server.parts.tournaments.load(event[1]).state.evening
    assert not evening.open
    assert founder.post(page, do="call-off", words="Snow.").status_code == 303
    assert "Snow." in stranger.get(page).text


def test_the_form_of_a_match_says_what_is_wrong_and_keeps_what_was_typed(server: Any) -> None:
    scene = match(server)
    visitor = scene.people["visitor"]
    club = re.search(r'href="(/clubs/(?!new)\w+)"', visitor.get(f"/matches/{scene.words['id']}").text)
    assert club
    answer = visitor.post(f"{club[1]}/match", **{**MATCH, "other": "Nowhere <b>", "words": "Friday?"})
    assert answer.status_code == 422
    assert 'value="Nowhere &lt;b&gt;"' in answer.text
    assert "Friday?" in answer.text
    assert visitor.get(f"{club[1]}/match?other=Pisa").text.count('value="Pisa"') == 1
    assert visitor.get("/clubs/none/match").status_code == 404
    assert visitor.get("/matches/none").status_code == 404


def test_the_page_of_a_club_lists_its_matches(server: Any) -> None:
    scene = match(server)
    founder, stranger = scene.people["founder"], scene.people["stranger"]
    page = founder.get(f"/matches/{scene.words['id']}").text
    clubs = re.findall(r'<span><a href="(/clubs/\w+)"', page)
    ours = clubs[1]
    assert f'href="/matches/{scene.words["id"]}"' in founder.get(ours).text
    assert words_of("Answer") in founder.get(ours).text
    assert f'href="/matches/{scene.words["id"]}"' not in stranger.get(ours).text  # it is only asked for
