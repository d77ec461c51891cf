"""The tournament hall in a browser: an arbiter runs a whole event with mouse and keyboard."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import violations

NAMES = (
    "Rossi Anna",
    "Bianchi Bruno",
    "Verdi Carla",
    "Neri Dario",
    "Russo Elena",
    "Greco Fabio",
    "Conti Gaia",
    "Costa Ugo",
)


LONG = "Della Rovere Massimiliano Alessandro"

MIDDLE = "element => { const box = element.getBoundingClientRect(); return (box.top + box.bottom) / 2 }"


def fill_event(page: Page, server: str, rounds: int) -> None:
    """Fill the form of a new event, and fold again what was unfolded."""
    page.goto(f"{server}/hall")
    page.get_by_role("link", name="New event").first.click()
    page.locator("#name").fill("Trofeo di prova")
    page.locator("#rounds").fill(str(rounds))
    page.locator("[data-fold=openings] summary").click()
    page.locator("#deck").select_option("it-2m-43")
    page.locator("#seed").fill("Livorno 2026")
    page.locator("[data-fold=openings] summary").click()


def open_event(page: Page, server: str, *, rounds: int, names: tuple[str, ...] = NAMES) -> str:
    """Make an event with players from a pasted list; return its address."""
    fill_event(page, server, rounds)
    page.get_by_role("button", name="Open the event").click()
    page.wait_for_url("**/players")
    table = "\n".join(f"{name};{max(3000 - 10 * n, 1000)};Circolo {n % 3}" for n, name in enumerate(names))
    page.locator("#list").fill("Nome;Elo;Circolo\n" + table)
    page.get_by_role("button", name="Enter them all").click()
    expect(page.locator("table.people tbody tr")).to_have_count(len(names))
    page.wait_for_load_state()  # its scripts are at work
    return page.url.removesuffix("/players").partition("#")[0]


def pair(page: Page, round: int) -> None:
    page.wait_for_load_state()
    expect(page.locator("#pair")).to_be_enabled(timeout=60_000)  # the server takes two changes a second
    page.locator("#pair").click()
    expect(page.locator(".rounds [aria-current=step]")).to_have_text(f"Round {round}")
    page.wait_for_load_state()  # keys are heard


def enter(page: Page, board: int, result: str) -> None:
    """Enter a result by the mouse; wait until the desk tells that the server has it."""
    page.locator(f"tr[data-board='{board}'] button[value={result}]").click()
    stored(page, board, result)


def stored(page: Page, board: int, result: str) -> None:
    """Wait until a row of the desk tells of a result that the server has."""
    row = page.locator(f"tr[data-board='{board}']")
    expect(row.locator("input[name=was]")).to_have_value(result)
    expect(row.locator(f"button[value={result}]")).to_have_attribute("aria-pressed", "true")


def clean(page: Page) -> None:
    """Nothing that a checker of accessibility minds."""
    assert violations(page) == []


@pytest.mark.slow
def test_a_fold_says_what_is_chosen_in_it_and_opens_where_something_is_refused(
    page: Page, roomy_server: str
) -> None:
    fill_event(page, roomy_server, 3)
    expect(page.locator("[data-fold=openings] .chosen")).to_contain_text("Seed of the lots: Livorno 2026")
    page.locator("[data-fold=apart] summary").click()
    page.locator("#weak_rounds").fill("500")
    page.locator("[data-fold=apart] summary").click()
    page.get_by_role("button", name="Open the event").click()
    expect(page.locator("#weak_rounds")).to_be_focused()  # refused by the browser: the fold is open again
    page.locator("#weak_rounds").fill("1")
    page.get_by_role("button", name="Open the event").click()
    page.wait_for_url("**/players")


def test_without_scripts_the_server_opens_the_fold(browser: Browser, roomy_server: str) -> None:
    plain = browser.new_context(locale="en-GB", java_script_enabled=False)
    page = plain.new_page()
    fill_event(page, roomy_server, 3)
    page.locator("[data-fold=apart] summary").click()
    page.locator("#weak_rounds").fill("500")
    page.locator("[data-fold=apart] summary").click()
    page.get_by_role("button", name="Open the event").click()
    expect(page.locator("#weak_rounds")).to_have_value("500")
    expect(page.locator("#weak_rounds")).to_be_visible()
    expect(page.locator("#seed")).to_have_value("Livorno 2026")
    plain.close()


@pytest.mark.slow
def test_an_event_of_eight_players_and_three_rounds(page: Page, server: str) -> None:
    event = open_event(page, server, rounds=3)
    clean(page)
    page.get_by_role("button", name="by Elo").click()
    page.get_by_role("button", name="All are here").click()
    expect(page.get_by_text("8 checked in")).to_be_visible()
    page.goto(event)
    for round in (1, 2, 3):
        pair(page, round)
        expect(page.locator("tr.open")).to_have_count(4)
        expect(page.locator("#pair")).to_be_disabled()
        page.locator("tr.open button").first.focus()
        for key in "2102":  # focus goes down by itself
            page.keyboard.press(key)
        expect(page.locator("tr.open")).to_have_count(0)
        pressed = page.locator(".rseg [aria-pressed=true]")
        expect(pressed).to_have_text(["2-0", "1-1", "0-2", "2-0"])
        if round == 1:
            clean(page)
            expect(page.locator(".ballot .lot")).not_to_be_empty()
    expect(page.locator("#waits")).to_have_text("All 3 planned rounds are there.")
    page.get_by_role("link", name="Standings", exact=True).click()
    expect(page.locator("table.stand tbody tr")).to_have_count(8)
    page.locator("table.stand tbody th a").first.click()
    expect(page.locator("tr.sum")).to_have_count(1)
    expect(page.locator(".sums")).to_contain_text("+")
    clean(page)
    page.get_by_role("navigation", name="This event").get_by_role("link", name="Log").click()
    expect(page.get_by_text(re.compile("The chain of all \\d+ lines holds"))).to_be_visible()
    clean(page)


@pytest.mark.slow
def test_a_result_of_a_closed_round_is_corrected_with_a_reason(page: Page, roomy_server: str) -> None:
    event = open_event(page, roomy_server, rounds=3)
    page.goto(event)
    pair(page, 1)
    for board in range(1, 5):
        enter(page, board, "win")
    expect(page.locator("tr.open")).to_have_count(0)
    pair(page, 2)
    page.get_by_role("link", name="Round 1").click()
    page.locator("tr[data-board='1'] a.x").click()
    page.locator("#result").select_option("draw")
    page.locator("#reason").fill("slip read again")
    page.get_by_role("button", name="Write it down").click()
    expect(page.locator("ul.log li").first).to_contain_text("Round 1, board 1: 2-0 to 1-1, slip read again")
    expect(page.locator("tr[data-board='1'] .shut")).to_have_text("1-1")
    page.locator("#undo").click()
    expect(page.locator("ul.log li").first).to_contain_text("Undone: Round 1, board 1: 2-0 to 1-1")
    page.get_by_role("link", name="Round 1").click()
    expect(page.locator("tr[data-board='1'] .shut")).to_have_text("2-0")


@pytest.mark.slow
def test_phones_in_the_hall_see_what_happens(page: Page, browser: Browser, roomy_server: str) -> None:
    event = open_event(page, roomy_server, rounds=3)
    phone = browser.new_context(viewport={"width": 390, "height": 780}, locale="it-IT")
    guest = phone.new_page()
    guest.goto(event)
    expect(guest).to_have_url(re.compile("/public$"))
    expect(guest.get_by_text("Il primo turno non è ancora abbinato")).to_be_visible()
    page.goto(event)
    pair(page, 1)
    expect(guest.locator("table.wall tbody tr")).to_have_count(4)
    clean(guest)
    page.locator("tr[data-board='2'] button[value=loss]").click()
    expect(guest.locator("table.wall tbody tr").nth(1)).to_contain_text("0-2")
    phone.close()


@pytest.mark.slow
def test_the_desk_works_without_scripts_and_on_a_phone(browser: Browser, roomy_server: str) -> None:
    plain = browser.new_context(
        viewport={"width": 390, "height": 780}, locale="en-GB", java_script_enabled=False
    )
    page = plain.new_page()
    event = open_event(page, roomy_server, rounds=2)
    page.goto(event)
    pair(page, 1)
    page.locator("tr[data-board='1'] button[value=win]").click()
    expect(page.locator("tr[data-board='1'] [aria-pressed=true]")).to_have_text("2-0")
    plain.close()


@pytest.mark.slow
def test_desk_and_standings_are_readable(browser: Browser, roomy_server: str) -> None:
    """On a phone, by day and by night."""
    context = browser.new_context(viewport={"width": 390, "height": 780}, locale="it-IT")
    page = context.new_page()
    page.goto(f"{roomy_server}/hall/new")
    page.locator("#name").fill("Trofeo")
    page.locator("form.stack button.main").click()
    page.locator("#list").fill(
        "Nome;Elo;Circolo\n" + "\n".join(f"{n};2500;Circolo Damistico Livornese" for n in (*NAMES[:4], LONG))
    )
    page.get_by_role("button", name="Iscrivili tutti").click()
    event = page.url.partition("/players")[0]
    page.goto(event)
    page.locator("#pair").click()
    expect(page.locator("tr.open")).to_have_count(2)
    tables = ("/standings?row=1", "/crosstable")
    for path in ("", "/players", "/players/1", *tables, "/log", "/settings", "/public"):
        page.emulate_media(color_scheme="light")
        page.goto(event + path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, path
        if path.startswith("/standings"):
            points = page.locator("table.stand td.big").first.bounding_box()
            assert points is not None
            assert points["x"] + points["width"] <= 390, "the points stay in sight beside the longest name"
        clean(page)
        page.emulate_media(color_scheme="dark")
        assert violations(page, "color-contrast") == []
    context.close()


@pytest.mark.deep
def test_sixty_players_and_nine_rounds(page: Page, roomy_server: str) -> None:
    """A whole event of the size of a national one, from the list to the last print."""
    lot = random.Random(2026)
    names = tuple(f"Cognome{n:02d} Nome" for n in range(1, 61))
    event = open_event(page, roomy_server, rounds=9, names=names)
    page.get_by_role("button", name="by Elo").click()
    page.get_by_role("button", name="All are here").click()
    expect(page.get_by_text("60 checked in")).to_be_visible()
    page.goto(event)
    total = 0
    for round in range(1, 10):
        pair(page, round)
        expect(page.locator("tr.open")).to_have_count(30)
        page.locator("tr.open button").first.focus()
        for _ in range(30):
            page.keyboard.press(lot.choice("210"))
        expect(page.locator("tr.open")).to_have_count(0, timeout=60_000)
        total += 60
    expect(page.locator("#waits")).to_have_text("All 9 planned rounds are there.", timeout=60_000)
    expect(page.locator("#desk .state.ok")).to_have_count(30, timeout=60_000)  # what was typed is stored
    page.get_by_role("link", name="Standings", exact=True).click()
    rows = page.locator("table.stand tbody tr")
    expect(rows).to_have_count(60)
    points = [int(text) for text in page.locator("table.stand tbody td.big").all_text_contents()]
    assert sum(points) == total
    assert points == sorted(points, reverse=True)
    pairs = set()
    for number in range(1, 10):
        page.goto(f"{event}?round={number}")
        for row in page.locator("tr[data-board]").all():
            pairs.add(frozenset(row.locator("td.w b, td.k b").all_text_contents()))
    assert len(pairs) == 270  # nobody met twice
    page.get_by_role("navigation", name="This event").get_by_role("link", name="Log").click()
    expect(page.get_by_text(re.compile("The chain of all \\d+ lines holds"))).to_be_visible()
    for what in ("pairings", "standings", "crosstable", "certificates"):
        answer = page.request.get(f"{event}/print/{what}.pdf")
        assert answer.ok
        assert answer.body().startswith(b"%PDF")


@pytest.mark.slow
def test_a_bracket_scrolls_in_itself_and_its_final_stands_in_the_middle(
    page: Page, roomy_server: str
) -> None:
    fill_event(page, roomy_server, 0)
    page.locator("#system").select_option("knockout")
    page.locator("[data-fold=kinds] summary").click()
    page.get_by_label("Knockout: the losers of the semifinals play for the third place").check()
    page.get_by_role("button", name="Open the event").click()
    page.wait_for_url("**/players")
    page.locator("#list").fill("Nome;Elo\n" + "\n".join(f"{n};{9 - at}" for at, n in enumerate(NAMES)))
    page.get_by_role("button", name="Enter them all").click()
    expect(page.locator("table.people tbody tr")).to_have_count(len(NAMES))
    event = page.url.removesuffix("/players").partition("#")[0]
    for round in (1, 2, 3):
        page.goto(event)
        pair(page, round)
        if round < 3:
            for board in range(1, 2 ** (3 - round) + 1):
                enter(page, board, "win")
            expect(page.get_by_role("heading", name=f"Round {round} is complete")).to_be_visible()
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(f"{event}/crosstable")
    expect(page.locator(".bracket .third .match")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    final = page.locator(".bracket section:last-child .matches > .match").evaluate(MIDDLE)
    semifinals = [m.evaluate(MIDDLE) for m in page.locator(".bracket section:nth-child(2) .match").all()]
    assert abs(final - sum(semifinals) / 2) < 2


@pytest.mark.slow
def test_who_leaves_the_desk_at_once_loses_no_result_it_shows(page: Page, roomy_server: str) -> None:
    event = open_event(page, roomy_server, rounds=2)
    page.goto(event)
    pair(page, 1)
    with page.expect_navigation():
        page.evaluate(
            """there => {
                const draws = document.querySelectorAll("tr[data-board] button[value=draw]");
                for (const button of draws) button.click();
                location.assign(there);
            }""",
            f"{event}/standings",
        )
    page.goto(event)
    expect(page.get_by_role("heading", name="Round 1 is complete")).to_be_visible()
    expect(page.locator("tr[data-board] [aria-pressed=true]")).to_have_text(["1-1"] * 4)


@pytest.mark.slow
def test_a_page_of_an_event_begins_at_its_top_and_shows_where_one_is(page: Page, roomy_server: str) -> None:
    event = open_event(page, roomy_server, rounds=2)
    for width, height in ((1280, 420), (390, 420)):
        page.set_viewport_size({"width": width, "height": height})
        for path in ("/players", "/print", "/settings"):
            page.goto(event + path)
            here = page.locator(".eventnav [aria-current]")
            expect(here).to_be_in_viewport(ratio=0.95)  # scrolled by whole pixels
            assert page.evaluate("document.scrollingElement.scrollHeight") > height
            assert page.evaluate("scrollY") == 0


@pytest.mark.slow
def test_a_finger_hits_the_tick_of_a_player_in_no_taller_a_row(page: Page, roomy_server: str) -> None:
    event = open_event(page, roomy_server, rounds=2)
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 780})
        page.goto(f"{event}/players")
        row = page.locator("table.people tbody tr").first
        tick, hit = row.locator(".hit input"), row.locator(".hit")
        box = hit.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
        assert abs(tick.evaluate(MIDDLE) - row.evaluate(MIDDLE)) < 1
        hit.click(position={"x": 2, "y": 2})
        expect(tick).to_be_checked()
        height = row.evaluate("row => row.offsetHeight")
        hit.evaluate("hit => { hit.style.display = 'none'; }")
        assert row.evaluate("row => row.offsetHeight") == height
