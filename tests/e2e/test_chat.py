"""Two people talk while they play: what one says appears where the other looks, and nothing moves."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import Table, somebody
from tests.e2e.test_hall import clean


def test_a_line_is_heard_at_once_and_nothing_moves(page: Page, browser: Browser, roomy_server: str) -> None:
    table = Table(page, roomy_server)
    table.begin(game="italian", seat="white", friend=True)
    expect(page.locator("#talk")).to_be_disabled()  # it has its place, and nobody to talk to
    link = page.locator("#invite-link").inner_text()
    with somebody(browser) as other:
        opposite = other.new_page()
        opposite.goto(re.sub(r"^https?://[^/]+", roomy_server, link))
        opposite.locator("main form button").first.click()
        opposite.wait_for_url("**/g/*")
        expect(page.locator("#talk")).to_be_visible()  # there is somebody to talk to now
        board = page.locator("#board-box").bounding_box()
        opposite.locator("#talk").click()
        opposite.locator(".chatwrite input[name=text]").fill("shall <i>we</i> begin?")
        opposite.keyboard.press("Enter")
        expect(page.locator("#talk .unread")).to_be_visible()
        expect(page.locator("#board-live")).to_contain_text("shall <i>we</i> begin?")
        page.locator("#talk").click()
        expect(page.locator("#talk .unread")).to_be_hidden()
        expect(page.locator(".chatlines li")).to_have_text(re.compile(r"shall <i>we</i> begin\?"))
        clean(page)
        page.locator(".phrases button").nth(1).click()
        expect(opposite.locator(".chatlines li")).to_have_count(2)
        expect(opposite.locator(".chatlines li.mine")).to_have_count(1)
        expect(opposite.locator(".chatwrite input[name=text]")).to_have_value("")
        table.click(22, 18)
        expect(table.moves).to_have_count(1)  # the chat is open, and the board is played on
        assert page.locator("#board-box").bounding_box() == board
        page.locator(".chatwrite input[name=text]").press("Escape")
        expect(page.locator(".chatlines")).to_be_hidden()
        expect(page.locator("#talk")).to_be_focused()
