"""Ways of playing that are set up and written down in a browser: pieces off the board, what is said aloud."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.wording import words_of


def form(page: Page, server: str, **choices: str) -> None:
    page.goto(f"{server}/new?" + "&".join(f"{name}={value}" for name, value in choices.items()))
    expect(page.locator("#odds-board .pc[transform]").first).to_be_attached()


def tap(page: Page, *squares: int) -> None:
    for square in squares:
        page.locator(f'#odds-board [role=gridcell][data-square="{square}"]').click()


@pytest.mark.slow
def test_art_15_01_09_the_pieces_of_one_side_are_tapped_off(page: Page, roomy_server: str) -> None:
    form(page, roomy_server, against="here", way="odds-pieces")
    said = page.locator("#odds-said")
    expect(page.locator("#without-typed")).to_be_hidden()
    tap(page, 30, 21)
    expect(said).to_have_text(words_of("White plays without {squares}.", squares="21, 30"))
    tap(page, 1)
    expect(said).to_have_text(words_of("Odds are given by one side only: put the other pieces back first."))
    tap(page, 17)
    expect(said).to_have_text(words_of("Nothing stands there at the start: tap a piece."))
    tap(page, 30)
    expect(page.locator("#without")).to_have_value("21")
    page.locator("form.terms button.main").click()
    page.wait_for_url("**/g/*")
    expect(page.locator("draughts-board .pieces .pc")).to_have_count(23)


@pytest.mark.slow
def test_art_15_01_11_one_man_of_each_is_taken_off_by_keys(page: Page, roomy_server: str) -> None:
    form(page, roomy_server, against="here", way="eleven-men")
    said = page.locator("#odds-said")
    expect(said).to_have_text(words_of("None is taken off: they are drawn by lot."))
    page.locator('#odds-board [role=gridcell][tabindex="0"]').focus()
    page.keyboard.press("Enter")
    expect(said).to_have_text(words_of("Taken off: {squares}. Take one of White off too.", squares="1"))
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    expect(page.locator("#without")).to_have_value("2")
    tap(page, 30)
    expect(page.locator("#without")).to_have_value("2, 30")
    page.locator("#odds-clear").click()
    expect(page.locator("#without")).to_have_value("")
    tap(page, 2, 30)
    page.locator("form.terms button.main").click()
    page.wait_for_url("**/g/*")
    expect(page.locator("draughts-board .pieces .pc")).to_have_count(22)


def test_art_15_01_09_another_game_brings_its_own_board(page: Page, roomy_server: str) -> None:
    form(page, roomy_server, against="here", way="odds-pieces")
    tap(page, 30)
    page.locator("#game").select_option("international")
    expect(page.locator("#odds-board .pieces .pc[transform]")).to_have_count(40)
    expect(page.locator("#without")).to_have_value("")
    tap(page, 50)
    expect(page.locator("#without")).to_have_value("50")
    page.locator("#way").select_option("eleven-men")
    tap(page, 49)
    expect(page.locator("#without")).to_have_value("49")


@pytest.mark.slow
def test_art_15_01_08_what_is_said_aloud_is_written_down_at_the_desk(page: Page, roomy_server: str) -> None:
    page.goto(f"{roomy_server}/new?against=here&desk=yes&way=blind-players")
    page.locator("form.terms button.main").click()
    page.wait_for_url("**/g/*")
    page.locator("#door-speaking summary").click()
    page.locator("#announced").select_option("22-18")
    page.locator("#door-speaking .btn.main").click()
    expect(page.locator("#spoken")).to_contain_text("22-18")
    page.locator("#repeated").click()
    expect(page.locator("#log")).to_contain_text(
        words_of("{side} repeats {move}.", side=words_of("Black"), move="22-18")
    )
    page.locator("#play-spoken").click()
    expect(page.locator("#moves [data-ply]")).to_have_count(1)
    expect(page.locator("#spoken")).to_have_count(0)
