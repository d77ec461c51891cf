"""A game with an arbiter and both players, each at a screen of their own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page, expect

from damiera.messages import Message
from tests.e2e.conftest import somebody, violations
from tests.wording import words_of

MOVED_ON = "{side} has moved since, on move {n}, and has lost the right to claim this."


@pytest.fixture
def people(browser: Browser) -> Iterator[tuple[Page, Page, Page]]:
    """The arbiter, and who is to have White and Black, on phones."""
    with ExitStack() as stack:
        pages = [stack.enter_context(somebody(browser)).new_page() for _ in range(3)]
        for page in pages[1:]:
            page.set_viewport_size({"width": 390, "height": 844})
        yield pages[0], pages[1], pages[2]


def _seated(server: str, people: tuple[Page, Page, Page], screens: str, timing: str = "") -> None:
    """Begin on the page of a new game, and let both players come by their links."""
    arbiter, white, black = people
    arbiter.goto(f"{server}/new")
    arbiter.locator("#more > summary").click()
    arbiter.locator("#ways > summary").click()
    arbiter.locator("#desk").check()
    arbiter.locator(f"#screens-{screens}").check()
    if timing:
        arbiter.locator("#timing").fill(timing)
    expect(arbiter.locator("#against")).to_be_hidden()  # both come by links: nothing else is to be chosen
    arbiter.locator("form.terms button.main").last.click()
    arbiter.wait_for_url("**/g/*")
    assert violations(arbiter, context="#invite") == []
    for page, side, name in ((white, "white", "Bianchi"), (black, "black", "Neri")):
        path = arbiter.locator(f"#invite-link-{side}").inner_text().partition("/join/")[2]
        page.goto(f"{server}/join/{path}")
        page.locator("#name").fill(name)
        page.locator("form button.main").click()
        page.wait_for_url("**/g/*")
        expect(arbiter.locator(f'[data-seat-of="{side}"]')).to_be_hidden()
    expect(arbiter.locator("#plate-bottom")).to_contain_text("Bianchi")


def _claim(page: Page, why: str) -> None:
    page.locator("#to-arbiter").click()
    page.locator("#own-claim > summary").click()
    page.locator("#own-claim-text").fill(why)
    page.locator("#own-claim button.main").click()
    expect(page.locator("#before-arbiter")).to_be_hidden()  # the sheet closes


@pytest.mark.slow
def test_players_at_a_real_board_claim_demand_and_are_told_the_ruling(
    people: tuple[Page, Page, Page], roomy_server: str
) -> None:
    arbiter, white, black = people
    _seated(roomy_server, people, "claim")
    white.locator("#command-text").fill("22-18")  # the moves are made at the board
    white.locator("#command-text").press("Enter")
    expect(white.locator("#moves [data-ply]")).to_have_count(0)
    arbiter.locator("#command-text").fill("22-18")
    arbiter.locator("#command-text").press("Enter")
    expect(black.locator("#moves [data-ply]")).to_have_count(1)

    _claim(black, "urtata la 11")
    expect(white.locator("#claim-black")).to_contain_text("urtata la 11")
    assert violations(black, context="#conduct") == []
    arbiter.locator("#claim-black-author").fill("Verdi")
    arbiter.locator("#claim-black button.main").click()
    for page in (white, black):
        expect(page.locator("#notices")).to_contain_text("7.8")
        expect(page.locator("#notices")).to_contain_text("Verdi")
        expect(page.locator("#claim-black button")).to_have_count(0)

    arbiter.locator("#hands-begin").click()  # Black moves a man two rows on
    for square in (9, 17):
        arbiter.locator(f'[role=gridcell][data-square="{square}"]').click()
    arbiter.locator(".handreading.book .btn").first.click()
    expect(white.locator("#pending")).to_contain_text("8.1")
    expect(black.locator("#pending .btn")).to_have_count(0)  # only the opponent decides
    white.locator("#pending .btn.main").click()
    expect(arbiter.locator("#pending")).to_have_count(0)

    white.locator("#to-arbiter").click()
    white.locator("#own-claim > summary").click()
    white.locator("#own-claim-ply").fill("0")  # White has moved since
    white.locator("#own-claim button.main").click()
    said = words_of(
        "{side} has moved since, on move {n}, and has lost the right to claim this.",
        n=1,
        side=Message("White"),
    )
    expect(white.locator("#deed-answer")).to_contain_text(said)
    black.locator("#to-arbiter").click()
    black.locator("#own-call").click()
    for page in people:
        expect(page.locator("#halt")).to_be_visible()
    expect(black.locator("#halt button")).to_have_count(0)
    arbiter.locator("#halt button").click()
    expect(black.locator("#halt")).to_have_count(0)


@pytest.mark.slow
def test_players_move_on_their_screens_and_who_moves_on_is_told_the_claim_has_lapsed(
    people: tuple[Page, Page, Page], roomy_server: str
) -> None:
    arbiter, white, black = people
    _seated(roomy_server, people, "move", "60+30")
    expect(white.locator("#halt")).to_be_visible()  # both sit there, and the clocks stand
    expect(white.locator("#halt button")).to_have_count(0)
    expect(arbiter.locator("#door-anomaly")).to_be_hidden()
    assert violations(arbiter, context="#halt") == []
    arbiter.locator("#halt button").press("Enter")
    expect(white.locator("#halt")).to_have_count(0)
    expect(arbiter.locator("#door-anomaly")).to_be_visible()
    _claim(white, "orologio fermo")
    expect(arbiter.locator("#claim-white")).to_be_visible()
    for square in (22, 18):
        white.locator(f'[role=gridcell][data-square="{square}"]').click()
    expect(black.locator("#moves [data-ply]")).to_have_count(1)
    expect(white.locator("#notices")).to_contain_text("7.8")
    expect(arbiter.locator("#claim-white")).to_have_count(0)
