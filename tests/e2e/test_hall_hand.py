"""A round chosen by hand in the browser: the check speaks as boards are chosen, Enter goes on."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.test_hall import clean, open_event


@pytest.mark.slow
def test_the_check_speaks_as_boards_are_chosen(page: Page, roomy_server: str) -> None:
    event = open_event(page, roomy_server, rounds=3)
    page.goto(f"{event}/hand")
    remarks = page.locator("#remarks")
    expect(remarks).to_contain_text("8 still to pair")
    page.locator("input[name=white1]").fill("1")
    page.locator("input[name=white1]").press("Enter")
    expect(page.locator("input[name=black1]")).to_be_focused()
    page.locator("input[name=black1]").fill("1")
    page.locator("input[name=black1]").press("Enter")
    expect(remarks).to_contain_text("is paired more than once")
    page.locator("input[name=black1]").fill("99")
    page.locator("input[name=black1]").press("Tab")
    expect(remarks).to_contain_text("'99' is nobody")
    page.locator("input[name=black1]").fill("4")
    page.locator("input[name=black1]").press("Tab")
    expect(remarks).to_contain_text("6 still to pair")
    clean(page)
    page.get_by_role("button", name="The others by the system").click()
    expect(remarks).not_to_contain_text("still to pair")
    page.locator("#reason").fill("drawn in public")
    page.get_by_role("button", name="Pair it so").click()
    expect(page.locator("tr.open")).to_have_count(4)
    expect(page.locator("main")).to_contain_text("drawn in public")
