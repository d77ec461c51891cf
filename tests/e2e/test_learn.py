"""Lessons in a browser: a move that is not due is refused by its article, pieces are marked on the board."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import violations


def square(page: Page, number: int) -> Locator:
    return page.locator(f'#board [role="gridcell"][data-square="{number}"]')


def test_a_lesson_is_done_on_the_board(page: Page, roomy_server: str) -> None:
    page.goto(f"{roomy_server}/learn")
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
    page.goto(f"{roomy_server}/learn/italian")
    expect(page.locator(".lesson.done a")).to_have_attribute("href", "/learn/italian/6.6")
    tick = page.locator(".lesson.done .tick").bounding_box()
    assert tick is not None
    assert tick["height"] == tick["width"]


@pytest.mark.slow
def test_a_phone_stays_where_it_is_when_a_lesson_is_done(page: Page, roomy_server: str) -> None:
    """The board went up and half out of sight, so that what comes next was seen below a line for typing."""
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{roomy_server}/learn/english/1.5")
    page.wait_for_load_state("networkidle")
    square(page, 11).click()
    square(page, 15).click()
    expect(page.locator("#exercise-said .msg.good")).to_be_visible()
    expect(page.locator("#exercise-next")).to_be_focused()
    following, bar = page.locator("#exercise-next").bounding_box(), page.locator(".tabbar").bounding_box()
    assert following is not None
    assert bar is not None
    assert following["y"] + following["height"] <= bar["y"]
    assert page.evaluate("scrollY") == 0
    expect(page.locator("#exercise-form")).to_be_hidden()
    page.locator("#exercise-again").click()
    expect(page.locator("#exercise-form")).to_be_visible()


@pytest.mark.slow
def test_an_ending_is_defended_by_the_tables(page: Page, roomy_server: str) -> None:
    """A wrong move is told with its answer and taken back; the right one is answered on the board."""
    page.goto(f"{roomy_server}/learn/italian/endings?set=1&n=4")
    said = page.locator("#exercise-said")
    expect(page.locator("#ending-place")).to_have_text("4 / 9")
    page.wait_for_load_state("networkidle")
    before = page.locator("#fen").inner_text()
    square(page, 22).click()
    square(page, 18).click()
    expect(said.locator(".msg.bad")).to_contain_text("23x32")
    expect(page.locator("#fen")).to_have_text(before)
    square(page, 28).click()
    square(page, 24).click()
    expect(said.locator(".msg.good")).to_be_visible()
    expect(page.locator("#exercise-next")).to_be_focused()
    assert page.locator("#fen").inner_text() != before
    assert violations(page) == []
    page.keyboard.press("Enter")
    page.wait_for_url("**/endings?set=1&n=5")
    assert page.locator(".seg a .ic").count() == 1


@pytest.mark.parametrize("path", ["/learn/italian/6.6", "/learn/italian/endings", "/puzzles"])
def test_on_its_side_a_phone_gives_its_height_to_the_board(page: Page, roomy_server: str, path: str) -> None:
    """What is asked stands beside the board, one part under the other."""
    page.set_viewport_size({"width": 844, "height": 390})
    page.goto(roomy_server + path)
    if path == "/puzzles":
        page.goto(roomy_server + (page.locator("a[href^='/puzzles/']").first.get_attribute("href") or ""))
    box = page.locator("#board .board").bounding_box()
    assert box is not None
    assert box["height"] >= 376
    heading = page.locator(".analysis-side h1").bounding_box()
    card = page.locator(".analysis-side .card").first.bounding_box()
    assert heading is not None
    assert card is not None
    assert heading["y"] >= 0
    assert heading["y"] + heading["height"] <= card["y"]
