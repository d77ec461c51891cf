"""What a player does with a game of his own: walk, try lines and come back, learn from the mistakes."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.test_analysis import SHOT, bring, expect_judged


@pytest.fixture
def judged(page: Page, shared_server: str) -> str:
    """The address of a game that was judged."""
    path = bring(page, shared_server)
    page.goto(shared_server + path)
    page.get_by_role("button", name="Judge this game").click()
    expect_judged(page)
    return shared_server + path


def play(page: Page, origin: int, destination: int) -> None:
    """Play a move by two clicks, as soon as it is known what may be moved."""
    page.locator(f'[role="gridcell"][data-square="{origin}"][data-grip]').click()
    page.locator(f'[role="gridcell"][data-square="{destination}"]').click()


@pytest.mark.slow
def test_mistakes_are_played_again(page: Page, judged: str) -> None:
    page.goto(judged)
    better = page.locator('[data-better="14.0"]')
    best = better.inner_text()
    better.click()
    expect(page.locator("#tried-moves")).to_have_text(best)
    page.locator('.moves [data-ply="13"]').click()
    expect(page.locator(".board .arrows .head")).to_have_count(1)  # of the move that is better than the next
    page.get_by_role("button", name="White: learn from").click()
    expect(page.locator(".board .arrows .head")).to_have_count(0)
    said = page.locator("#learn-said")
    for _ in range(10):
        expect(said).to_contain_text(re.compile(r"White played [0-9x-]+[?!]+: find"))
        if "25-21" in said.inner_text():
            break
        page.locator("#learn-show").click()
        page.locator("#learn-next").click()
    expect(page.locator("#engine")).to_be_hidden()
    expect(page.locator("#moves")).to_be_hidden()
    play(page, 25, 21)
    expect(said).to_contain_text("25-21 is what was played: look for another.")
    origin, destination = best.split("-")
    play(page, int(origin), int(destination))
    expect(said).to_contain_text(f"Right: {best} is the move.")
    expect(page.locator("#learn-next")).to_be_focused()
    page.locator("#learn-next").press("Enter")
    expect(said).to_contain_text("you found 1 of")
    page.locator("#learn-leave").press("Enter")
    expect(page.locator("#engine")).to_be_visible()
    expect(page.locator("#learn")).to_be_hidden()


@pytest.mark.slow
def test_a_finger_hits_the_mistakes_in_the_course(page: Page, judged: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(judged)
    marks = page.locator("#course .mark")
    boxes = [mark.bounding_box() for mark in marks.all()]
    assert boxes
    assert all(box and box["width"] >= 43 and box["height"] >= 43 for box in boxes)
    last = boxes[-1]
    assert last
    marks.last.click(position={"x": 4, "y": last["height"] - 4}, force=True)  # beside the sign
    ply = marks.last.get_attribute("data-ply")
    expect(page.locator(".moves [aria-current]")).to_have_attribute("data-ply", str(ply))


@pytest.mark.slow
def test_lines_tried_stay_and_arrows_walk(page: Page, shared_server: str) -> None:
    page.goto(shared_server + SHOT)
    play(page, 24, 20)
    expect(page.locator("#tried-moves")).to_have_text("24-20")
    page.keyboard.press("ArrowLeft")  # the board was used by pointer: the arrows walk through the moves
    expect(page.locator("#turn")).to_have_text("White to move")
    play(page, 28, 23)
    expect(page.locator("#tried-moves")).to_have_text("28-23")
    expect(page.locator("#tried-others li")).to_have_count(1)
    page.keyboard.press("Home")
    play(page, 24, 20)  # the same again is the line that was there
    expect(page.locator("#tried-moves")).to_have_text("24-20")
    expect(page.locator("#tried-others li")).to_have_count(1)
    page.locator('#tried-others [data-tried="1.1"]').click()
    expect(page.locator("#tried-moves")).to_have_text("28-23")
    page.wait_for_url("**moves=28-23&ply=1**")
    page.locator("#tried-others [data-drop]").click()
    expect(page.locator("#tried-others li")).to_have_count(0)
    page.reload()
    expect(page.locator(".moves [aria-current]")).to_contain_text("28-23")
    page.locator('[role="gridcell"][data-square="9"]').focus()
    page.keyboard.press("Tab")
    page.locator('[role="gridcell"][data-square="9"]').focus()
    page.keyboard.press("ArrowRight")  # with keys alone they walk over the board
    expect(page.locator('[role="gridcell"][data-square="9"]')).not_to_be_focused()
    expect(page.locator(".moves [aria-current]")).to_contain_text("28-23")


@pytest.mark.slow
def test_going_back_asks_nobody(page: Page, shared_server: str) -> None:
    page.goto(shared_server + SHOT)
    expect(page.locator(".moves .none")).to_be_visible()
    play(page, 24, 20)
    expect(page.locator("#turn")).to_have_text("Black to move")
    expect(page.locator(".moves .none")).to_be_hidden()  # "the moves will be written here": they are, below
    page.route("**/api/analysis/at?**", lambda route: route.abort())
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#turn")).to_have_text("White to move")
    play(page, 28, 23)
    expect(page.locator("#tried-moves")).to_have_text("28-23")


@pytest.mark.slow
def test_a_server_that_is_gone_is_told_of_and_asked_again(page: Page, shared_server: str) -> None:
    page.goto(shared_server + SHOT)
    expect(page.locator('[aria-label*="can move"]')).not_to_have_count(0)
    page.route("**/api/analysis/at?**", lambda route: route.abort())
    play(page, 24, 20)
    expect(page.locator("#engine-trouble")).to_have_text("No word from the server. I go on asking.")
    page.unroute("**/api/analysis/at?**")
    expect(page.locator("#engine-trouble")).to_be_hidden()
    expect(page.locator("#turn")).to_have_text("Black to move")
    play(page, 13, 18)
    expect(page.locator("#tried-moves")).to_contain_text("13-18")
