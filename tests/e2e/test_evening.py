"""An evening of a club in browsers, from the form that makes it to the standings of its last round."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import violations
from tests.e2e.members import club_of, led_to_boards, mortal_server, play, resign, resume


@pytest.mark.slow
def test_an_evening_of_two_rounds(
    browser: Browser, tmp_path: Path, whole_game: tuple[tuple[int, ...], ...]
) -> None:
    """Five join; boards are led to, resigned and played to the end; the server is killed in the middle."""
    names = ("Anna", "Bruno", "Carla", "Dario", "Elsa")
    with mortal_server(tmp_path) as server, club_of(browser, server.address, *names) as (club, people):
        anna, known = people["Anna"], set[str]()
        evening = _found(anna, club)
        for page in people.values():
            page.goto(evening)
            page.get_by_role("button", name="I play").press("Enter")
            expect(page.locator("#mynow-title")).to_have_text("You are in")
        expect(anna.locator("#evening")).to_contain_text(
            "Elsa"
        )  # who came last, on the page of who came first
        assert violations(anna) == []
        expect(anna.locator("#head-players")).to_have_text("5 players")
        anna.get_by_role("button", name="Begin the round now").press("Enter")
        # She and all others are led to their boards.
        first, second = led_to_boards(people, known, 2).values()
        rests = next(people[name] for name in names if name not in {*first, *second})
        expect(rests.locator("#mynow-title")).to_have_text("You rest in round 1")
        assert violations(rests) == []
        resign(people[first[0]])
        expect(rests.locator("progress")).to_have_attribute("value", "1")  # the result came by itself
        play(people, second, whole_game[:8])
        server.kill()
        expect(rests.locator("#lost")).to_be_visible()
        server.go_on(away_s=60)
        for name in second:
            expect(people[name].locator("#net")).to_be_hidden()  # what is typed before waits
        resume(people[second[0]])
        play(people, second, whole_game[8:], made=8)

        boards = led_to_boards(people, known, 2).values()  # round 2 by itself
        for board in boards:
            resign(people[board[0]])
        for page in people.values():
            page.goto(evening)
            expect(page.locator("#mynow-title")).to_have_text("The evening is over.")
        points = anna.locator("table.stand tbody tr td.big").all_inner_texts()
        assert len(points) == len(names)
        assert violations(anna) == []


def _found(page: Page, club: str) -> str:
    """Make an evening of two rounds without a pause that an arbiter begins; return its page."""
    page.goto(club)
    page.get_by_role("link", name="New evening").press("Enter")
    page.get_by_label("Name").fill("Friday")
    assert violations(page) == []
    for field, value in (("rounds", "2"), ("pause", "0"), ("wait", "60")):
        page.locator(f"#{field}").fill(value)
    page.locator("#pause").press("Enter")
    page.wait_for_url("**/hall/*/evening")
    return page.url
