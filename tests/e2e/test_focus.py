"""Who has no pointer is never left nowhere: after every act the keyboard stands where one goes on."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import Table, stop_time
from tests.e2e.test_hall import NAMES, enter, open_event, pair, stored
from tests.wording import words_of

HERE = {"game": "italian", "seat": "both"}
TWO_WAYS = "W:W17,20,22,23,24,25,26,28,29,30,31:B1,3,4,5,7,8,9,10,11,18,19"


def test_a_question_gives_the_keyboard_back(table: Table) -> None:
    page = table.begin(**HERE).page
    stop_time(page)  # for three seconds an answer can be undone
    actions = page.locator("#actions")
    for name, yes in (("Resign", "Resign"), ("Draw", "Offer")):
        asking = actions.get_by_role("button", name=name)
        asking.press("Enter")
        expect(page.locator("#offers").get_by_role("button", name=yes)).to_be_focused()
        page.locator("#offers").get_by_role("button", name="Play on").press("Enter")
        expect(asking).to_be_focused()
        asking.press("Enter")
        page.locator("#offers").get_by_role("button", name=yes).press("Enter")
        page.locator("#offers").get_by_role("button", name="Undo").press("Enter")
        expect(asking).to_be_focused()


def test_a_question_on_a_phone_has_the_keyboard(table: Table) -> None:
    table.page.set_viewport_size({"width": 390, "height": 780})
    page = table.begin(**HERE).page
    asking = page.locator("#actions").get_by_role("button", name="Resign")
    asking.press("Enter")
    expect(page.locator("#offers").get_by_role("button", name="Resign")).to_be_focused()
    page.locator("#offers").get_by_role("button", name="Play on").press("Enter")
    expect(asking).to_be_focused()


@pytest.mark.slow
def test_the_end_has_the_keyboard_where_what_it_stood_on_is_gone(table: Table) -> None:
    page = table.begin(**HERE).page
    page.locator("#actions").get_by_role("button", name="Resign").press("Enter")
    page.locator("#offers").get_by_role("button", name="Resign").press("Enter")
    expect(page.locator("#result")).to_be_focused()
    expect(page.get_by_role("region", name=re.compile("Black wins"))).to_be_focused()


def test_a_move_taken_back_leads_to_the_board(table: Table) -> None:
    page = table.begin(**HERE).page
    table.click(22, 18)
    expect(table.moves).to_have_text(["22-18"])
    page.locator("#actions").get_by_role("button", name="Take back").press("Enter")
    expect(table.moves).to_have_count(0)
    expect(page.locator("#board [role=gridcell]:focus")).to_have_count(1)


def test_a_move_of_the_list_is_held_while_the_game_goes_on(table: Table) -> None:
    page = table.begin(**HERE).page
    table.click(22, 18)
    page.locator("#moves [data-ply='0']").focus()
    page.context.request.post(f"{page.url}/say", form={"text": "11-14"}, headers={"Origin": table.server})
    expect(table.moves).to_have_text(["22-18", "11-14"])
    expect(page.locator("#moves [data-ply='0']")).to_be_focused()


@pytest.mark.slow
@pytest.mark.parametrize("key", ["Enter", "Escape"])
def test_an_article_that_was_read_leads_back_to_the_board(table: Table, key: str) -> None:
    page = table.begin(**HERE, fen=TWO_WAYS).page
    table.click(31)
    page.locator("#sheet").get_by_role("link", name="Read").click()
    expect(page.locator("#reading")).to_be_focused()
    page.locator("#reading").get_by_role("button", name="Close").press(key)
    expect(page.locator("#reading")).to_have_count(0)
    expect(page.locator("#board [data-square='31']:focus")).to_have_count(1)


def test_who_types_a_capture_of_two_ways_is_asked_there_and_goes_on_typing(table: Table) -> None:
    page = table.begin(**HERE, fen=TWO_WAYS).page
    page.locator("#command-text").fill("22x6")
    page.locator("#command-text").press("Enter")
    expect(page.get_by_role("radio", name=re.compile("Over 18 and 10"))).to_be_focused()
    table.keys("2", "Enter")
    expect(table.moves).to_have_text(["22x15x6"])
    expect(page.locator("#command-text")).to_be_focused()


@pytest.mark.slow
def test_who_waits_and_who_asks_is_told_what_came_of_it(browser: Browser, table: Table) -> None:
    page = table.begin(game="italian", seat="white", friend=True).page
    guests = browser.new_context(locale="it-IT")
    friend = guests.new_page()
    _sit_down(friend, page.locator("#invite-link").inner_text(), table.server)
    expect(page.locator("#move")).to_have_text(re.compile(r"^\S.* is at the table\. Your move\.\s*$"))
    page.locator("#actions").get_by_role("button", name="Draw").press("Enter")
    page.locator("#offers").get_by_role("button", name="Offer").press("Enter")
    friend.locator("#offers").get_by_role("button", name="Si continua").press("Enter")
    expect(page.locator("#reply")).to_have_text("Black wants to play on.")
    expect(page.locator("#answer")).to_contain_text("Black wants to play on.")
    table.click(22, 18)
    expect(friend.locator("#moves [data-ply]")).to_have_text(["22-18"])
    page.locator("#actions").get_by_role("button", name="Take back").press("Enter")
    expect(page.locator("#answer")).to_contain_text("You ask to take the move back.")
    guests.close()


WATCH = """(considers) => {
    const place = () => ["#board", "#plate-top", "#plate-bottom", "#actions"].map((one) => {
        const { x, y, width, height } = document.querySelector(one).getBoundingClientRect();
        return [one, x, y, width, height].join(" ");
    }).join();
    window.seen = { before: place(), while: [], heard: [] };
    const sub = document.querySelector("#plate-top .sub");
    new MutationObserver(() => {
        if (sub.textContent === considers) window.seen.while.push(place());
    }).observe(sub, { childList: true, characterData: true, subtree: true });
    const answer = document.querySelector("#answer");
    new MutationObserver(() => answer.textContent.trim() && window.seen.heard.push(answer.textContent.trim()))
        .observe(answer, { childList: true });
}"""


def test_a_computer_that_thinks_about_a_draw_is_seen_to_and_heard_once(table: Table) -> None:
    page = table.begin(game="italian", level=3, clock={"base_ms": 600_000, "increment_ms": 0}).page
    page.evaluate(WATCH, words_of("considers the draw"))
    page.locator("#actions").get_by_role("button", name="Draw").press("Enter")
    page.locator("#offers").get_by_role("button", name="Offer").press("Enter")
    expect(page.locator("#reply")).to_have_text("Black wants to play on.")
    expect(page.locator("#answer")).to_contain_text("Black wants to play on.")
    seen = page.evaluate("window.seen")
    assert set(seen["while"]) == {seen["before"]}, "it is seen, and nothing moves for it"
    assert " ".join(seen["heard"]).count(words_of("The computer considers the draw.")) == 1


@pytest.mark.slow
def test_a_note_that_is_being_written_stays_while_others_come_and_go(browser: Browser, table: Table) -> None:
    page = table.begin(game="italian", seat="white", friend=True).page
    guests = browser.new_context(locale="en-GB")
    friend = guests.new_page()
    _sit_down(friend, page.locator("#invite-link").inner_text(), table.server)
    expect(page.locator("#invite")).to_be_hidden()
    table.click(22, 18)
    expect(friend.locator("#moves [data-ply]")).to_have_text(["22-18"])
    friend.locator("#command-text").fill("resign")
    friend.locator("#command-text").press("Enter")
    page.locator("#note-text").fill("he was ten minutes late")
    guests.close()
    expect(page.locator("#plate-top .sub")).to_have_text("away")
    expect(page.locator("#note-text")).to_have_value("he was ten minutes late")


@pytest.mark.slow
def test_who_checks_sixty_players_in_stays_in_the_list(page: Page, roomy_server: str) -> None:
    names = tuple(f"Giocatore {n}" for n in range(1, 61))
    open_event(page, roomy_server, rounds=3, names=names)
    for name in names[40:42]:
        button = page.get_by_role("button", name=f"Here: {name}")
        button.press("Enter")
        expect(button).to_have_attribute("aria-pressed", "true")
        expect(button).to_be_focused()
        expect(button).to_be_in_viewport()
    everybody = page.get_by_role("button", name="All are here")
    everybody.press("Enter")
    expect(page.get_by_role("button", name="Nobody is here")).to_be_focused()


@pytest.mark.slow
def test_what_is_refused_has_the_keyboard_and_keeps_it(page: Page, roomy_server: str) -> None:
    event = open_event(page, roomy_server, rounds=3, names=NAMES[:4])
    page.locator("#name").fill(NAMES[0])
    page.locator("#elo").fill("a lot")
    page.get_by_role("button", name="Enter the player").press("Enter")
    expect(page.locator("#entered")).to_contain_text("is no number")
    expect(page.locator("#entered")).to_be_in_viewport()
    expect(page.locator("#elo")).to_be_focused()
    expect(page.locator("#elo")).to_have_attribute("aria-invalid", "true")
    refused = page.locator("#wrong")
    page.goto(event)
    pair(page, 1)
    page.goto(f"{event}?round=1&board=1#board")
    second = page.context.new_page()
    second.goto(event)
    page.locator("#reason").fill("slip read again")
    page.get_by_role("button", name="Write it down").focus()
    enter(second, 1, "win")
    stored(page, 1, "win")  # the desk has followed
    page.get_by_role("button", name="Write it down").press("Enter")
    expect(refused).to_contain_text("on board 1")
    expect(refused).to_be_focused()
    enter(second, 2, "loss")
    stored(page, 2, "loss")
    expect(refused).to_be_focused()


@pytest.mark.slow
def test_a_desk_tells_what_was_entered_and_that_nothing_is_missing(page: Page, roomy_server: str) -> None:
    """The keyboard goes on to the next board: the ear hears what became of this one."""
    open_event(page, roomy_server, rounds=3, names=NAMES[:4])
    page.get_by_role("link", name="Desk").click()
    pair(page, 1)
    first, last = page.get_by_role("group", name="Board 1"), page.get_by_role("group", name="Board 2")
    expect(first.get_by_role("button", name="2-0")).to_be_focused()
    page.keyboard.press("1")
    expect(page.locator("#said")).to_have_text("Board 1: 1-1.")
    expect(last.get_by_role("button", name="2-0")).to_be_focused()
    page.keyboard.press("2")
    expect(page.locator("#said")).to_have_text("Round 1 is complete")
    page.locator("#undo").press("Enter")
    expect(last.get_by_role("button", name="2-0")).to_have_attribute("aria-pressed", "false")
    expect(last.get_by_role("button", name="2-0")).to_be_focused()
    page.locator("#undo").press("Enter")
    expect(first.get_by_role("button", name="1-1")).to_have_attribute("aria-pressed", "false")
    expect(first.get_by_role("button", name="2-0")).to_be_focused()


def _sit_down(page: Page, link: str, server: str) -> None:
    page.goto(re.sub(r"^https?://[^/]+", server, link))
    page.locator("main form button").first.click()
    page.wait_for_url("**/g/*")
    expect(page.locator("draughts-board [data-square][aria-label]").first).to_be_visible()
