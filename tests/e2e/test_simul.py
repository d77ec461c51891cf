"""A simultaneous display: a host and three guests, each in a browser of their own."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.test_hall import clean

BOARD = re.compile(r".*/g/\w+$")


@pytest.mark.slow
def test_a_host_goes_from_board_to_board(page: Page, browser: Browser, roomy_server: str) -> None:
    page.goto(f"{roomy_server}/simul")
    clean(page)
    page.locator("#my-name").fill("Elena")
    page.locator("#host-clock").fill("60")
    page.locator("#walks").check()
    page.locator("form button.main").click()
    expect(page.locator("#display")).to_be_visible()
    contexts = [browser.new_context() for _ in range(3)]
    guests = [context.new_page() for context in contexts]
    try:
        for number, guest in enumerate(guests, 1):
            guest.goto(page.url)
            guest.locator("#my-name").fill(f"Guest {number}")
            guest.locator("button[form=join]").click()
            expect(guest.locator(".boardcell.mine")).to_be_visible()
        expect(page.locator(".boardcell")).to_have_count(3)
        clean(page)
        page.locator("form[action$=begin] button").click()
        expect(page.locator(".boardcell.waits")).to_have_count(3)
        for guest in guests:
            expect(guest).to_have_url(BOARD)
        clean(page)
        page.keyboard.press("n")
        expect(page.locator("#displaybar [aria-current]")).to_have_text("1")
        clean(page)
        first = page.url
        expect(page.locator("#plate-bottom .clock.run")).to_be_visible()
        page.locator("#command-text").fill("22-18")
        page.locator("#command-text").press("Enter")
        expect(page.locator("#displaybar [aria-current]")).to_have_text("2")  # by itself
        assert page.url != first
        guests[0].locator("#command-text").fill("10-13")
        guests[0].locator("#command-text").press("Enter")
        expect(page.locator(".boardchip.waits")).to_have_count(3)
        page.wait_for_load_state()  # keys are heard
        page.keyboard.press("Escape")
        page.locator("h1").first.evaluate("node => document.activeElement && document.activeElement.blur()")
        page.keyboard.press("n")
        expect(page.locator("#displaybar [aria-current]")).to_have_text("3")
    finally:
        for context in contexts:
            context.close()
