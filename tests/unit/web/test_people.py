"""Accounts over HTTP: coming in on two devices, rated games, what is refused and how."""

from __future__ import annotations

import re

from tests.unit.web.conftest import Person, Running

PASSWORD = "quattro mosse al centro"


def register(person: Person, name: str, password: str = PASSWORD) -> list[str]:
    """Make an account and return its recovery codes."""
    answer = person.post("/register", name=name, password=password)
    assert answer.status_code == 200, answer.text
    return re.findall(r'<li class="code">([0-9a-z-]+)</li>', answer.text)


def test_a_guest_s_games_are_the_account_s_on_every_device(server: Running) -> None:
    anna = server.person()
    game = anna.begin(game="italian", friend=True)
    codes = register(anna, "Anna")
    assert len(codes) == 8
    assert anna.view(game)["you"] == "white"
    second = server.person()
    assert second.view(game)["you"] is None
    assert (
        second.post("/sign-in", name=" ANNA ", password=PASSWORD, back="/games").headers["location"]
        == "/games"
    )
    assert second.view(game)["you"] == "white"
