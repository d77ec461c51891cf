"""Two people who do not know each other find a game at the club, each in a browser of their own."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.test_hall import clean

BOARD = re.compile(r".*/g/\w+$")


@pytest.mark.slow
def test_whoever_waits_goes_to_the_board_when_somebody_sits_down(
    page: Page, browser: Browser, roomy_server: str
) -> None:
    page.goto(f"{roomy_server}/club?game=frisian")
    page.locator("#my-name").fill("Anna")
    page.locator("button[value='3+2']").click()
    expect(page.locator(".pace.mine")).to_be_visible()
    expect(page.locator(".offers li.mine")).to_be_visible()
    expect(page.locator(".offers li.mine .points")).to_have_text("–")  # a guest has no rating
    expect(page.locator(".here")).to_contain_text("Anna")
    clean(page)
    with browser.new_context() as other:
        bruno = other.new_page()
        bruno.goto(f"{roomy_server}/club?game=frisian")
        expect(bruno.locator(".offers")).to_contain_text("Anna")
        bruno.locator("#my-name").fill("Bruno")
        bruno.locator(".offers li", has_text="Anna").get_by_role("button").click()
        expect(bruno).to_have_url(BOARD)
        expect(page).to_have_url(bruno.url)
        expect(page.locator("#board")).to_be_visible()
        bruno.goto(f"{roomy_server}/club")
        expect(bruno.locator(".tv")).to_be_visible()
        clean(bruno)


def test_a_challenge_is_seen_at_once_and_both_go_to_the_board(
    page: Page, browser: Browser, roomy_server: str
) -> None:
    with browser.new_context() as other:
        bruno = other.new_page()
        for one, name, game in ((page, "Anna Challenge", "turkish"), (bruno, "Bruno Challenge", "thai")):
            one.goto(f"{roomy_server}/club?game={game}")
            one.locator("#my-name").fill(name)
            one.locator("button[value='3d']").click()
            expect(one.locator(".here")).to_contain_text(name)
        page.locator("#at").select_option("5+3")
        page.locator(".here li", has_text="Bruno Challenge").get_by_role("button").click()
        expect(page.locator(".challenge.made")).to_be_visible()
        clean(page)
        expect(bruno.locator(".challenge.given")).to_contain_text("Anna Challenge")
        expect(bruno.locator("#said")).to_contain_text("Anna Challenge")
        clean(bruno)
        bruno.locator(".challenge.given button[value=accept]").click()
        expect(bruno).to_have_url(BOARD)
        expect(page).to_have_url(bruno.url)
