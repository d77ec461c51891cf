"""An arena of a club in browsers: paired, counted, paired again, and over while a game is played."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import violations
from tests.e2e.members import club_of, led_to_boards, mortal_server, play, resign

OPENING = ((24, 20), (12, 16))


@pytest.mark.slow
def test_an_arena_from_its_form_to_the_last_game(browser: Browser, tmp_path: Path) -> None:
    """Three play; the server is killed, and its time is over while a game is played."""
    names = ("Anna", "Bruno", "Carla")
    with mortal_server(tmp_path) as server, club_of(browser, server.address, *names) as (club, people):
        anna, known = people["Anna"], set[str]()
        arena = _found(anna, club)
        anna.get_by_role("button", name="Pair nobody for now").press("Enter")
        again = anna.get_by_role("button", name="Pair again")
        expect(again).to_be_visible()
        for page in people.values():  # however long it takes: nobody's time for a first move runs meanwhile
            page.goto(arena)
            page.get_by_role("button", name="I play").press("Enter")
        expect(anna.locator("table.stand tbody tr")).to_have_count(3)
        again.press("Enter")
        [board] = led_to_boards(people, known, 1).values()
        third = next(people[name] for name in names if name not in board)
        expect(third.locator("#mynow-title")).to_have_text("You are in")
        assert violations(third) == []
        play(people, board, OPENING)
        winner, loser = (people[name] for name in board)
        resign(loser)
        expect(third.locator("table.stand tbody tr td.big").first).to_have_text("2")

        [board] = led_to_boards(people, known, 1).values()  # the third meets who has won
        assert third in {people[name] for name in board}
        assert winner in {people[name] for name in board}
        loser.goto(arena)
        loser.get_by_role("button", name="Sit out").press("Enter")
        expect(loser.locator("#mynow-title")).to_have_text("You sit out")
        play(people, board, OPENING)
        server.kill()
        _end_in(tmp_path / "damiera.sqlite3", 5)
        expect(loser.locator("#lost")).to_be_visible()
        server.go_on()
        loser.goto(arena)
        expect(loser.locator("#mynow-title")).to_have_text("The time is over")
        assert violations(loser) == []
        resign(third)
        expect(loser.locator("#mynow-title")).to_have_text("The arena is over.")
        expect(loser.locator("table.stand tbody tr td.big")).to_have_text(["4", "0", "0"])
        assert violations(loser) == []


def _found(page: Page, club: str) -> str:
    """Make an arena that begins at once; return its page."""
    page.goto(club)
    page.get_by_role("link", name="New arena").press("Enter")
    page.get_by_label("Name").fill("Noon")
    page.locator("#starts_in").fill("0")
    assert violations(page) == []
    page.get_by_label("Name").press("Enter")
    page.wait_for_url("**/arenas/*")
    return page.url


def _end_in(database: Path, seconds: int) -> None:
    """Have the time of all arenas be over in so many seconds: none may be made that is as short."""
    ends = int(time.time() * 1000) + 1000 * seconds
    with sqlite3.connect(database) as data:
        data.execute("UPDATE arena SET terms = json_set(terms, '$.ends', ?)", (ends,))
    data.close()
