"""A match between two clubs in browsers, from the challenge to its result in the lists of both."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import violations
from tests.e2e.members import club_of, led_to_boards, mortal_server, resign, send


@pytest.mark.slow
def test_a_match_of_two_boards(browser: Browser, tmp_path: Path) -> None:
    """Challenged and accepted by forms; four are led to their boards, over a kill of the server."""
    with (
        mortal_server(tmp_path) as server,
        club_of(browser, server.address, "Anna", "Bruno") as (home, ours),
        club_of(browser, server.address, "Ugo", "Vera", name="Pisa") as (away, theirs),
    ):
        people, known = {**ours, **theirs}, set[str]()
        anna, ugo = people["Anna"], people["Ugo"]
        match = _challenged(anna, home)
        ugo.goto(away)
        ugo.get_by_role("link", name="Answer", exact=True).press("Enter")
        assert violations(ugo) == []
        ugo.get_by_label("A word to the other club").fill("With pleasure.")
        ugo.get_by_role("button", name="Accept").press("Enter")
        for page in people.values():
            page.goto(match)
            page.get_by_role("button", name="I play for").press("Enter")
            expect(page.locator("#mynow-title")).to_have_text("You are in")
        expect(anna.get_by_role("region", name="Pisa")).to_contain_text(
            "Vera"
        )  # who came last came by itself
        anna.get_by_role("button", name="Up: Bruno").press("Enter")
        expect(anna.get_by_role("region", name="Circolo").get_by_role("listitem").first).to_contain_text(
            "Bruno"
        )
        assert violations(anna) == []
        server.kill()
        server.go_on()
        event = anna.locator("#hall").get_attribute("data-event")
        send(anna, server.address, f"/hall/{event}/evening", do="pair", round="1")  # as its arbiter
        first, second = led_to_boards(people, known, 2).values()
        watcher = browser.new_page()
        watcher.goto(match)
        alone = people[second[1]]
        _is_whole_on_a_phone_on_its_side(alone)
        _has_nobody_opposite(alone)
        resign(people[first[0]])
        alone.wait_for_url(match)  # from a board that is decided by forfeit, as soon as that is heard
        expect(watcher.locator("progress")).to_have_attribute("value", "1")
        assert violations(watcher) == []
        resign(people[second[0]])
        expect(watcher.locator("#mynow-title")).to_have_text("The match is over.")
        for club, page in ((home, anna), (away, ugo)):
            page.goto(club)
            expect(page.locator("#matches-title ~ ul li")).to_have_count(1)
            expect(page.locator("#matches-title ~ ul .num")).to_contain_text("–")
        watcher.close()


def _is_whole_on_a_phone_on_its_side(page: Page) -> None:
    """The bar of the match leaves the board all of its place."""
    page.set_viewport_size({"width": 844, "height": 390})
    ends = page.locator("#board").evaluate("(board) => [scrollY, board.getBoundingClientRect().bottom]")
    assert ends[0] == 0
    assert ends[1] <= 390
    page.set_viewport_size({"width": 1280, "height": 860})


def _has_nobody_opposite(page: Page) -> None:
    """Have the server tell a player from now on that the other did not come to their board."""
    place = page.locator("#eveningbar").get_attribute("data-board")
    body = f'<div id="evening" data-board="" data-decided="{place}"></div>'
    page.route("**/matches/*part=1", lambda route: route.fulfill(body=body, content_type="text/html"))


def _challenged(page: Page, club: str) -> str:
    """Challenge the other club by the form; return the page of the match."""
    page.goto(club)
    page.get_by_role("link", name="Challenge a club").press("Enter")
    page.locator("#other").fill("Pisa")
    page.locator("#boards").fill("2")
    page.locator("#wait").fill("60")
    assert violations(page) == []
    page.get_by_role("button", name="Send the challenge").press("Enter")
    page.wait_for_url("**/matches/*")
    return page.url
