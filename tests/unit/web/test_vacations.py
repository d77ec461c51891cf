"""The page of one's vacation by correspondence."""

from __future__ import annotations

import pytest

from tests.unit.web.conftest import Person, Running
from tests.wording import shows


def _game(one: Person, other: Person, vacation: str) -> str:
    terms = {"way": "correspondence", "days": "3d", "vacation": vacation, "seat": "white", "name": "Anna"}
    answer = one.post("/new", game="italian", against="friend", **terms)
    assert answer.status_code == 303, answer.text
    game = answer.headers["location"].rpartition("/")[2]
    code = one.view(game)["invite"]
    assert other.post(f"/join/{code}", name="Bruno").status_code == 303
    return str(game)


def test_going_and_coming_back(server: Running) -> None:
    anna, bruno = server.person(), server.person()
    assert anna.get("/vacation").headers["location"] == "/sign-in?back=/vacation"
    game = _game(anna, bruno, "year")
    assert 'href="/vacation"' in anna.get(f"/g/{game}").text
    assert shows(anna.get("/vacation").text, "Go on vacation in %(n)s game", n=1)
    answer = anna.post("/vacation", do="away", days="5")
    assert (answer.status_code, answer.headers["location"]) == (303, "/vacation")
    assert shows(anna.get("/vacation").text, "Your clock stands in %(n)s game.", n=1)
    assert bruno.view(game)["clock"]["white_note"].startswith("away until ")
    assert "away until " in bruno.get(f"/g/{game}").text
    later = _game(anna, server.person(), "14d")
    assert shows(anna.get("/vacation").text, "Also in %(n)s game begun since", n=1)
    assert anna.post("/vacation", do="too").status_code == 303
    assert anna.view(later)["clock"]["running"] is None
    assert anna.post("/vacation", do="back").status_code == 303
    assert anna.view(game)["clock"]["white_note"] == ""
    assert shows(anna.get("/vacation").text, "For how many days, from now")


@pytest.mark.parametrize("days", ["", "0", "-3", '"><b>', "400", "9" * 40])
def test_what_is_wrong_is_told_beside_the_form(server: Running, days: str) -> None:
    anna = server.person()
    _game(anna, server.person(), "30d")
    answer = anna.post("/vacation", do="away", days=days)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert '"><b>' not in answer.text
    assert anna.post("/vacation", do="dance").status_code == 422
    assert anna.post("/vacation", do="too").status_code == 409
