"""Pages of the hall that are written anew while somebody uses them: nothing is lost, nothing goes astray."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.e2e.test_hall import NAMES, enter, open_event, pair, stored
from tests.e2e.test_hall_phones import PHONE, register
from tests.e2e.test_hall_slips import patient


def begun(page: Page, server: str, *, names: tuple[str, ...] = NAMES[:4]) -> tuple[str, Page]:
    """Begin an event; return its address and a second page of its arbiter, both at the desk of round 1."""
    event = open_event(page, server, rounds=3, names=names)
    page.goto(event)
    pair(page, 1)
    second = page.context.new_page()
    second.goto(event)
    return event, second


@pytest.mark.slow
def test_who_is_left_out_stays_ticked_while_the_desk_follows(page: Page, roomy_server: str) -> None:
    event = open_event(page, roomy_server, rounds=3, names=NAMES[:6])
    second = page.context.new_page()
    second.goto(f"{event}/players")
    for name in NAMES[:3]:
        second.get_by_role("button", name=f"Here: {name}").click()
        expect(second.get_by_role("button", name=f"Here: {name}")).to_have_attribute("aria-pressed", "true")
    page.goto(event)
    page.locator("#present").check()
    page.locator("#pair").focus()
    second.get_by_role("button", name=f"Here: {NAMES[3]}").click()
    expect(page.get_by_text("2 have not checked in")).to_be_visible()  # the desk has followed
    expect(page.locator("#present")).to_be_checked()
    expect(page.locator("#pair")).to_be_focused()
    page.locator("#pair").click()
    expect(page.locator("tr[data-board]")).to_have_count(2)


@pytest.mark.slow
def test_a_correction_that_is_open_neither_stops_the_desk_nor_is_lost(page: Page, roomy_server: str) -> None:
    event, second = begun(page, roomy_server, names=NAMES[:6])
    page.goto(f"{event}?round=1&board=3#board")
    row = page.locator("tr[data-board='3']")  # the board that is asked about stays a row of the table
    assert row.evaluate("e => getComputedStyle(e).display") == "table-row"
    expect(page.locator("#correct")).to_have_attribute("open", "")
    enter(second, 1, "win")
    stored(page, 1, "win")  # the desk has followed
    expect(page.locator("#correct")).to_have_attribute("open", "")
    page.locator("#result").select_option("draw")
    page.locator("#reason").fill("slip read again")
    page.locator("#result").focus()
    page.locator("tr[data-board='1'] button[value=win]").focus()
    enter(second, 2, "loss")
    stored(page, 2, "loss")
    expect(page.locator("#result")).to_have_value("draw")
    expect(page.locator("#reason")).to_have_value("slip read again")
    expect(page.locator("tr[data-board='1'] button[value=win]")).to_be_focused()
    enter(second, 3, "win")  # the very board: what is written about it stays until its arbiter decides
    stored(page, 3, "win")
    expect(page.locator("#reason")).to_have_value("slip read again")
    page.get_by_role("button", name="Write it down").click()
    expect(page.locator("#wrong")).to_contain_text("2-0")
    expect(page.locator("#reason")).to_have_value("slip read again")


@pytest.mark.slow
def test_a_key_pressed_as_a_round_begins_writes_no_result_into_it(page: Page, roomy_server: str) -> None:
    _, second = begun(page, roomy_server)
    for board in (1, 2):
        enter(page, board, "win")
    stored(second, 2, "win")
    page.locator("tr[data-board='2'] button[value=win]").focus()
    pair(second, 2)
    expect(page.locator(".rounds [aria-current=step]")).to_have_text("Round 2")  # the desk has followed
    expect(page.locator("#said")).to_have_text("Round 2: boards and results")
    with page.expect_event("console", lambda message: message.text == "handled"):
        page.keyboard.press("0")
        page.evaluate("console.log('handled')")
    expect(page.locator("tr.open")).to_have_count(2)
    enter(page, 1, "draw")
    expect(page.locator("tr.open")).to_have_count(1)


@pytest.mark.slow
def test_a_refused_result_is_told_until_that_board_is_entered_again(page: Page, roomy_server: str) -> None:
    page.route_web_socket("**/live", lambda socket: None)
    page.route("**/stamp", lambda route: route.abort())  # this arbiter's page does not hear of the others
    _, second = begun(page, roomy_server)
    enter(second, 1, "loss")
    page.locator("tr[data-board='1'] button[value=win]").focus()
    page.keyboard.press("2")
    page.keyboard.press("1")  # the next board, before anything is answered
    stored(page, 2, "draw")
    stored(page, 1, "loss")
    expect(page.locator("#wrong")).to_contain_text("on board 1")
    enter(page, 1, "win")
    expect(page.locator("#wrong")).to_have_count(0)


@pytest.mark.slow
def test_what_is_entered_and_not_yet_stored_stands_in_the_list(page: Page, roomy_server: str) -> None:
    """Otherwise the keys go back to boards that were entered already."""
    patient(page)
    begun(page, roomy_server, names=NAMES)
    held: list[Route] = []
    page.route("**/result", lambda route: held.append(route))
    page.locator("tr[data-board='1'] button").first.focus()
    for key in "210":
        page.keyboard.press(key)
    expect(page.locator("tr.open")).to_have_count(1)
    for board, result in ((1, "win"), (2, "draw"), (3, "loss")):
        with page.expect_response("**/result"):
            while not held:
                page.wait_for_timeout(20)
            held.pop().continue_()
        stored(page, board, result)
        expect(page.locator("tr.open")).to_have_count(1)


@pytest.mark.slow
def test_an_answer_takes_no_button_from_under_the_mouse(page: Page, roomy_server: str) -> None:
    """Between press and release of one board the result of another is answered: both are entered."""
    patient(page)
    begun(page, roomy_server)
    held: list[Route] = []
    page.route("**/result", lambda route: held.append(route))
    page.locator("tr[data-board='1'] button[value=win]").click()
    page.locator("tr[data-board='2'] button[value=loss]").hover()
    page.mouse.down()
    with page.expect_response("**/result") as answer:
        while not held:
            page.wait_for_timeout(20)
        held.pop().continue_()
    answer.value.finished()
    page.evaluate("fetch('/').then((answer) => answer.text())")  # whatever the page did with it is done
    page.unroute("**/result")
    page.mouse.up()
    stored(page, 1, "win")
    stored(page, 2, "loss")


@pytest.mark.slow
def test_the_desk_does_not_jump_to_the_row_with_the_focus(page: Page, roomy_server: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 400})
    _, second = begun(page, roomy_server, names=NAMES)
    page.locator("tr[data-board='1'] button").first.focus()
    page.evaluate("scrollTo(0, 10000)")
    expect(page.locator("tr[data-board='1']")).not_to_be_in_viewport()
    before = page.evaluate("scrollY")
    enter(second, 3, "win")
    stored(page, 3, "win")
    assert page.evaluate("scrollY") == before
    expect(page.locator("tr[data-board='1'] button").first).to_be_focused()


@pytest.mark.slow
def test_the_button_of_one_who_asks_stays_his(page: Page, browser: Browser, roomy_server: str) -> None:
    page.goto(f"{roomy_server}/hall/new")
    page.locator("#name").fill("Trofeo")
    page.get_by_role("button", name="Open the event").click()
    page.wait_for_url("**/players")
    event = page.url.removesuffix("/players").partition("#")[0]
    page.goto(f"{event}/phones")
    page.get_by_role("button", name="Open registration").click()
    link = page.locator("#join-link").inner_text()
    phones = [browser.new_context(viewport=PHONE, locale="en-GB") for _ in range(3)]
    for phone, name in zip(phones, NAMES[:3], strict=True):
        register(phone, link, name)
    expect(page.locator("#asks")).to_have_text("3 ask to play")
    page.locator("#at_once").check()
    page.get_by_role("button", name=f"Accept {NAMES[1]}").focus()
    second = page.context.new_page()
    second.goto(f"{event}/phones")
    second.get_by_role("button", name=f"Accept {NAMES[0]}").click()
    expect(page.locator("#asks")).to_have_text("2 ask to play")
    expect(page.get_by_role("button", name=f"Accept {NAMES[1]}")).to_be_focused()
    expect(page.locator("#at_once")).to_be_checked()
    for phone in phones:
        phone.close()


def test_what_is_chosen_while_an_answer_is_on_its_way_stays_chosen(page: Page, roomy_server: str) -> None:
    page.goto(f"{roomy_server}/rules/new")
    fields = page.locator("#fields select")
    first, second = (fields.nth(n).locator("option:not(:checked):enabled").first for n in (0, 1))
    wanted = [option.get_attribute("value") or "" for option in (first, second)]
    late: list[str] = []

    def answer(route: Route) -> None:
        """Choose something else as soon as the first answer is on its way."""
        response = route.fetch()
        if not late:
            late.append(wanted[1])
            fields.nth(1).select_option(wanted[1])
        route.fulfill(response=response)

    page.route("**/rules/new?*", answer)
    fields.nth(0).select_option(wanted[0])
    expect(page.locator("#outcome .listed li")).to_have_count(2)
    for n in (0, 1):
        expect(fields.nth(n)).to_have_value(wanted[n])
