"""Games played without a pointer: by keys on the board, by lines on the command line, by ear."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

if TYPE_CHECKING:
    from tests.e2e.conftest import Table

# White must take two with 22, over 18 and 10 or over 19 and 11; both ways end on 6.
TWO_WAYS = "W:W17,20,22,23,24,25,26,28,29,30,31:B1,3,4,5,7,8,9,10,11,18,19"
HERE = {"game": "italian", "seat": "both"}
LISTEN = """() => {
  window.transcript = [];
  window.regions = ["move", "answer", "board-live"].map((id) => document.getElementById(id));
  for (const region of window.regions) {
    new MutationObserver(() => {
      const text = region.textContent.replaceAll("\\u00a0", "").trim();
      if (text) window.transcript.push([region.id, text]);
    }).observe(region, { childList: true, characterData: true, subtree: true });
  }
}"""


def heard(page: Page, region: str, count: int) -> list[str]:
    """Return all that a region has said since the listening began, once it has spoken `count` times."""
    texts: list[str] = []
    until = time.monotonic() + 30
    while len(texts) < count and time.monotonic() < until:
        told: list[tuple[str, str]] = page.evaluate("window.transcript")
        texts = [text for name, text in told if name == region]
        page.wait_for_timeout(50)
    return texts


@pytest.mark.slow
def test_a_whole_game(table: Table, whole_game: tuple[tuple[int, ...], ...]) -> None:
    """Squares by their numbers, Enter to choose and to play, a number and Enter where there are two ways."""
    table.begin(**HERE)
    page = table.page
    page.keyboard.press("n")
    for ply, path in enumerate(whole_game, 1):
        table.go(path[0])
        table.keys("Enter")
        table.go(path[-1])
        table.keys("Enter")
        if path == (14, 23, 30):
            way = page.get_by_role("radio", name="Over 19 and 27 by way of 23")
            table.keys((way.get_attribute("value") == "1" and "2") or "1")
            expect(way).to_be_checked()
            table.keys("Enter")
        expect(table.moves).to_have_count(ply)
    expect(page.locator("#result .score")).to_have_text("0-2")
    expect(page.locator("#move")).to_contain_text("Black wins")


def test_from_home_by_keys(table: Table) -> None:
    page = table.page
    page.goto(table.server)
    expect(page.locator("#board .can")).to_have_count(4)
    for _ in range(40):
        table.keys("Tab")
        if "can move" in table.focused:
            break
    assert table.focused == "21, white man, can move", "one Tab stop leads onto the board"
    table.keys("n", "Enter", "ArrowUp", "Enter")
    page.wait_for_url("**/g/*")
    expect(table.moves).to_have_count(2)
    table.keys("l")
    expect(page.locator("#answer")).to_contain_text("Black: ")


def test_the_board_of_home_is_a_few_keys_away(table: Table) -> None:
    page = table.page
    page.goto(table.server)
    expect(page.locator("#board .pc[transform]").first).to_be_attached()
    table.keys("Tab", "Tab", "Tab")  # past the skip link to the page, and voice and keys, which come first
    expect(page.get_by_role("link", name="Skip to the board")).to_be_focused()
    table.keys("Enter", "Tab")
    assert table.focused == "21, white man, can move"


@pytest.mark.slow
def test_the_way_of_a_capture(table: Table) -> None:
    table.begin(**HERE, fen=TWO_WAYS)
    page = table.page
    table.keys("c")
    assert table.focused == "22, white man, must capture two pieces"
    table.keys("Enter")
    table.go(6)
    table.keys("Enter")
    expect(page.locator("#answer")).to_contain_text("two ways: one, over 18 and 10; two, over 19 and 11")
    expect(page.get_by_role("radio").first).to_be_focused()
    table.keys("Escape")
    expect(page.locator(".chooser")).to_have_count(0)
    assert table.focused.startswith("6,")
    table.go(22)
    table.keys("Enter")
    table.go(6)
    table.keys("Enter", "ArrowDown")
    expect(page.get_by_role("radio").nth(1)).to_be_checked()
    table.keys("Enter")
    expect(table.piece(18)).to_have_count(1)
    expect(table.piece(19)).to_have_count(0)
    assert table.focused.startswith("6, white man")


def test_a_game_with_letters_is_heard_in_letters(table: Table) -> None:
    """The chooser, the moves of a square and the move itself name squares as the board prints them."""
    table.begin(game="russian", seat="both", fen="W:WK27:B6,10,15,16,18,21")
    page = table.page
    table.keys("f", "2", "Enter")
    assert table.focused.startswith("f2, white king")
    table.keys("Enter")
    expect(page.locator("#board-live")).to_contain_text("f2 chosen: f2 takes ")
    table.keys("h", "4", "Enter", "Enter")
    legend = page.locator(".chooser legend")
    expect(legend).to_contain_text("f2×h4: which way?")
    for words in (*page.locator(".choice").all_inner_texts(), page.locator("#answer").inner_text()):
        assert re.search(r"[a-h]\d", words)
        assert not re.search(r"(?<![a-h\d])\d\d|(?<![a-h]) \d+(,| and)", words), words


def test_a_refusal_is_heard_and_the_piece_is_shown(table: Table) -> None:
    table.begin(**HERE, fen=TWO_WAYS)
    page = table.page
    table.keys("c")
    table.go(23)
    table.keys("Enter")
    expect(page.locator("#answer")).to_contain_text("23 cannot move now. Art. 6.6")
    table.keys("Tab")
    expect(page.get_by_role("button", name="Close")).to_be_focused()
    table.keys("Escape")
    expect(page.locator("#sheet")).to_be_hidden()


def test_walking_with_comma_and_full_stop(table: Table) -> None:
    table.begin(**HERE)
    for ply, move in enumerate(((22, 18), (10, 14)), 1):
        table.click(*move)
        expect(table.moves).to_have_count(ply)
    table.keys(",")
    expect(table.moves.first).to_have_attribute("aria-current", "true")
    expect(table.page.locator("#move")).to_have_text(re.compile("White: 22 to 18"))
    table.keys(".", "f")
    expect(table.page.locator(".board")).to_have_attribute("aria-label", re.compile("Black at the bottom"))
    table.keys("?")
    expect(table.page.locator("#keys")).to_have_attribute("open", "")


@pytest.mark.slow
def test_the_command_line_plays_asks_and_answers(table: Table) -> None:
    table.begin(**HERE, fen=TWO_WAYS)
    page = table.page
    table.keys("c", "/")
    line = page.locator("#command-text")
    expect(line).to_be_focused()

    def say(text: str) -> None:
        line.fill(text)
        line.press("Enter")

    say("23-19")
    expect(page.get_by_role("dialog", name="Why not")).to_be_visible()
    say("quadrilatero")
    expect(page.locator("#reply")).to_be_visible()
    say("22x6")
    expect(page.locator(".chooser")).to_be_visible()
    say("22x15x6")
    expect(table.moves).to_have_count(1)
    expect(page.locator(".chooser")).to_have_count(0)
    expect(table.piece(19)).to_have_count(0)
    line.press("Escape")
    expect(page.locator("#board [role=gridcell]:focus")).to_have_count(1)


def test_each_event_is_told_once(table: Table) -> None:
    """The regions are never replaced, and the same words twice are two utterances."""
    table.begin(**HERE)
    page = table.page
    page.evaluate(LISTEN)
    shuffle = ((22, 18), (10, 14), (18, 13), (9, 18), (27, 22))
    for ply, move in enumerate(shuffle, 1):
        table.click(*move)
        expect(table.moves).to_have_count(ply)
        heard(page, "move", ply)
    told = heard(page, "move", len(shuffle))
    assert len(told) == len(shuffle), told
    assert told[0].startswith("22 to 18")
    assert told[3] == "9 takes 18"
    table.keys("l")
    heard(page, "answer", 1)
    table.keys("l")
    answers = heard(page, "answer", 2)
    assert len(answers) == 2
    assert answers[0] == answers[1]
    assert page.evaluate("window.regions.every((region) => region === document.getElementById(region.id))")


def test_captions_show_what_is_said(table: Table) -> None:
    table.begin(**HERE)
    table.page.get_by_role("button", name="Voice and keys").click()
    expect(table.page.locator("#keys")).to_have_attribute("open", "")
    table.click(22, 18)
    expect(table.page.locator("#captions")).to_contain_text("22 to 18")
    expect(table.page.locator("#captions")).to_be_visible()


@pytest.mark.slow
def test_italian_is_spoken_in_italian(table: Table) -> None:
    table.page.goto(table.server)
    table.page.locator(".langs > summary").click()
    table.page.get_by_role("button", name="Italiano").click()
    expect(table.page.locator("html")).to_have_attribute("lang", "it")
    table.begin(**HERE, fen=TWO_WAYS)
    table.keys("c")
    assert table.focused == "22, pedina bianca, deve prendere due pezzi"
    table.keys("Enter")
    table.go(15)
    table.keys("Enter")
    expect(table.page.locator("#move")).to_contain_text("22 prende 15 6")
