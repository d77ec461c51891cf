"""Two people who do not know each other find a game at the club, each in a browser of their own."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, expect

from tests.e2e.test_hall import clean

BOARD = re.compile(r".*/g/\w+$")


def test_whoever_waits_goes_to_the_board_when_somebody_sits_down(
    page: Page, browser: Browser, roomy_server: str
) -> None:
    page.goto(f"{roomy_server}/club?game=frisian")
    page.locator("#my-name").fill("Anna")
    page.locator("button[value='3+2']").click()
    expect(page.locator(".pace.mine")).to_be_visible()
    expect(page.locator(".offers li.mine")).to_be_visible()
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
