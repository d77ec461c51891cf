"""Lessons in a browser: a move that is not due is refused by its article, pieces are marked on the board."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import violations


def square(page: Page, number: int) -> Locator:
    return page.locator(f'#board [role="gridcell"][data-square="{number}"]')


def test_a_lesson_is_done_on_the_board(page: Page, shared_server: str) -> None:
    page.goto(f"{shared_server}/learn")
    page.locator("a[href='/learn/italian/6.6']").click()
    expect(page.locator("#board-box.unhinted")).to_be_visible()  # the script is at work
    square(page, 22).click()
    said = page.locator("#exercise-said")
    expect(said.locator(".msg.bad a")).to_contain_text("6.6")
    square(page, 21).click()
    square(page, 7).click()
    expect(said.locator(".msg.good")).to_be_visible()
    expect(page.locator("#exercise-next")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**/6.6?n=2")
    page.wait_for_load_state("networkidle")
    square(page, 24).click()
    expect(page.locator("input[data-square='24']")).to_be_checked()
    page.locator("#exercise-check").click()
    expect(said.locator(".msg.bad a")).to_contain_text("6.6")
    square(page, 24).click()
    square(page, 29).click()
    page.locator("#exercise-check").click()
    expect(said.locator(".msg.good")).to_be_visible()
    assert violations(page) == []
    page.goto(f"{shared_server}/learn/italian")
    expect(page.locator(".lesson.done a")).to_have_attribute("href", "/learn/italian/6.6")
