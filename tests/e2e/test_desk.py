"""The arbiter's desk, the auction and blindfold play, in a browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.conftest import violations
from tests.wording import words_of


def begin(page: Page, server: str, **choices: str) -> None:
    """Begin a game from the form; `desk` and the like are ticked, the rest filled."""
    page.goto(f"{server}/new?" + "&".join(f"{name}={value}" for name, value in choices.items()))
    page.locator("form.terms button.main").click()
    page.wait_for_url("**/g/*")


def say(page: Page, text: str) -> None:
    page.locator("#command-text").fill(text)
    page.locator("#command-text").press("Enter")


def door(page: Page, name: str) -> None:
    page.locator(f"#door-{name} > summary").click()


@pytest.mark.slow
def test_an_arbiter_records_an_irregularity_and_the_opponent_decides(page: Page, roomy_server: str) -> None:
    begin(page, roomy_server, against="here", desk="yes", white_name="Rossi", black_name="Bianchi")
    expect(page.locator("#doors")).to_be_visible()
    say(page, "22-18")
    expect(page.locator("#moves [data-ply]")).to_have_count(1)
    door(page, "touched")
    page.locator("#touched-black").check()
    page.locator("#touched-square").fill("11")
    page.locator("#door-touched .btn.main").click()
    expect(page.locator("#record li").first).to_contain_text("3.7")
    expect(page.locator("#door-touched > summary")).to_be_focused()
    page.locator("#hands-begin").click()
    for square in (9, 13):
        page.locator(f'[role=gridcell][data-square="{square}"]').click()
    page.locator(".handreading.book .btn").click()
    pending = page.locator("#pending")
    expect(pending).to_contain_text("8.1.3")
    expect(pending).to_contain_text("Only White decides")
    expect(page.locator('[role=gridcell][data-square="13"]')).to_have_attribute("aria-label", "13, black man")
    assert violations(page, context="#main" if page.locator("#main").count() else None) == []
    pending.get_by_role("button", name="White has it corrected").press("Enter")
    expect(pending).to_have_count(0)
    expect(page.locator("#board [role=gridcell]:focus")).to_have_count(1)  # what it stood on is gone
    expect(page.locator('[role=gridcell][data-square="9"]')).to_have_attribute("aria-label", "9, black man")
    expect(page.locator("#conduct-facts")).to_contain_text("11 was touched")
    page.reload()
    expect(page.locator("#record li")).to_have_count(3)


def test_what_cannot_be_is_said_beside_the_doors_and_nothing_typed_is_lost(
    page: Page, roomy_server: str
) -> None:
    begin(page, roomy_server, against="here", desk="yes")
    door(page, "touched")
    page.locator("#touched-square").fill("99")
    page.locator("#door-touched .btn.main").click()
    expect(page.locator("#deed-answer")).to_contain_text("99")
    expect(page.locator("#touched-square")).to_have_value("99")


@pytest.mark.slow
def test_what_is_filled_in_stays_when_the_desk_is_written_anew(page: Page, roomy_server: str) -> None:
    begin(page, roomy_server, against="here", desk="yes")
    door(page, "touched")
    page.locator("#touched-black").check()
    page.locator("#touched-square").fill("11")
    page.locator("#touched-adjust").check()
    door(page, "end")
    page.locator("#resign-black").check()
    page.locator("#refused-article").select_option("9.2.5")
    with page.expect_response("**/panels*"):
        say(page, "22-18")
    expect(page.locator("#record li")).to_have_count(1)
    expect(page.locator("#door-end")).to_have_attribute("open", "")
    expect(page.locator("#resign-black")).to_be_checked()
    expect(page.locator("#refused-article")).to_have_value("9.2.5")
    door(page, "touched")
    expect(page.locator("#touched-black")).to_be_checked()
    expect(page.locator("#touched-square")).to_have_value("11")
    expect(page.locator("#touched-adjust")).to_be_checked()


@pytest.mark.slow
def test_what_was_recorded_is_cleared_though_the_desk_was_written_anew_before_the_answer_came(
    page: Page, roomy_server: str
) -> None:
    """Otherwise the form stands filled in and open, and a second press records it twice."""
    begin(page, roomy_server, against="here", desk="yes")

    def late(route: Route) -> None:
        """Answer when the desk has been written anew."""
        answer = route.fetch()
        expect(page.locator("#record li")).to_contain_text(["3.11"])
        expect(page.locator("#door-touched")).to_have_attribute("open", "")
        route.fulfill(response=answer)

    page.route("**/do", late)
    door(page, "touched")
    page.locator("#touched-black").check()
    page.locator("#touched-square").fill("11")
    page.locator("#door-touched .btn.main").click()
    expect(page.locator("#door-touched")).not_to_have_attribute("open", "")
    expect(page.locator("#touched-square")).to_have_value("")
    expect(page.locator("#touched-white")).to_be_checked()


@pytest.mark.slow
def test_an_auction_comes_before_the_first_move(page: Page, roomy_server: str) -> None:
    begin(page, roomy_server, game="contract", against="engine", seat="white", level="1")
    auction = page.locator("#auction")
    expect(auction.locator(".calls li")).to_have_count(1)
    page.locator("#bid-pieces").select_option("8")
    bid, passing = (auction.get_by_role("button", name=name).bounding_box() for name in ("Bid", "Pass"))
    assert bid
    assert passing
    assert bid["y"] == passing["y"], "the two answers stand beside each other"
    card, below = (page.locator(part).bounding_box() for part in ("#auction", "#moves"))
    assert card
    assert below
    assert card["y"] + card["height"] >= below["y"] + below["height"], "nothing of the list looks out"
    auction.get_by_role("button", name="Bid").click()
    said = words_of("{side} has undertaken to win with at least {n} piece left.", side=words_of("White"), n=8)
    expect(page.locator("#contract")).to_have_text(said)
    expect(auction).to_have_count(0)  # the list of moves is seen again
    expect(page.locator("#moves [data-ply]")).to_have_count(1)  # the engine, Black, moves first


@pytest.mark.slow
def test_blindfold_the_board_is_empty_and_moves_are_typed(page: Page, roomy_server: str) -> None:
    begin(page, roomy_server, against="engine", level="1", way="blindfold", blind="white", seat="white")
    expect(page.locator("#blindfold")).to_be_visible()
    expect(page.locator(".pieces .pc")).to_have_count(0)
    say(page, "22-18")
    expect(page.locator("#moves [data-ply]")).to_have_count(2)
    expect(page.locator(".pieces .pc")).to_have_count(0)
    expect(page.locator("#move")).to_have_text(re.compile(r"^Black: \d+[-×]\d+\.$"))
    say(page, "pieces")
    expect(page.locator("#reply")).to_contain_text("without seeing the board")


def test_a_drawn_opening_is_on_the_board(page: Page, roomy_server: str) -> None:
    begin(page, roomy_server, against="here", deck="it-2m-43", seed="prova")
    expect(page.locator("#moves [data-ply]")).to_have_count(2)
    expect(page.locator("#conduct-facts")).to_contain_text("seed prova")


@pytest.mark.slow
def test_touch_move_binds_on_the_screen_where_it_was_agreed(page: Page, roomy_server: str) -> None:
    begin(page, roomy_server, against="engine", level="1", seat="white", touch="yes")
    page.locator('[role=gridcell][data-square="22"]').click()
    expect(page.locator("#conduct-facts")).to_contain_text("22 was touched")
    page.keyboard.press("Escape")
    page.locator('[role=gridcell][data-square="23"]').click()
    expect(page.locator("#sheet")).to_contain_text("You touched 22")


@pytest.mark.slow
def test_articles_are_searched_by_words_those_on_competitions_too(page: Page, roomy_server: str) -> None:
    begin(page, roomy_server, against="here", desk="yes")
    door(page, "end")
    articles = page.locator("#refused-article")
    every = articles.locator("option:enabled").count()
    page.locator("#refused-article-search").fill("EXPULSIONS")
    expect(articles).to_have_value("fid.competition.2008:9.4")
    assert articles.locator("option:enabled").count() == 2  # with the one that names none
    page.locator("#refused-article-search").fill("no such words")
    expect(articles).to_have_value("")
    page.locator("#refused-article-search").fill("")
    assert articles.locator("option:enabled").count() == every
    page.locator("#refused-article-search").fill("expulsions")
    page.locator("#door-end").get_by_role("button", name="Refuses a provision").click()
    expect(page.locator("#record li").first).to_contain_text("9.4")
    expect(page.locator("#result")).to_be_visible()


@pytest.mark.slow
def test_the_log_is_beside_the_board_and_what_is_taken_along_is_in_the_menu(
    page: Page, roomy_server: str
) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    begin(page, roomy_server, against="here", desk="yes")
    expect(page.locator("#record")).to_be_in_viewport(ratio=1)
    expect(page.locator("#take")).not_to_be_visible()
    page.locator("#menu").click()
    for part in ("#take", "#own-board", "#keys"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    assert violations(page, context="#more") == []
    page.keyboard.press("Escape")
    expect(page.locator("#take")).not_to_be_visible()
