"""The players' phones in a browser: register, find one's board, report, confirm; desk and hall see it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from tests.e2e.test_hall import clean, pair

PHONE: ViewportSize = {"width": 390, "height": 780}


@pytest.mark.slow
def test_from_the_link_to_a_result_that_everybody_sees(
    page: Page, browser: Browser, roomy_server: str
) -> None:
    page.goto(f"{roomy_server}/hall/new")
    page.locator("#name").fill("Trofeo dei telefoni")
    page.locator("#rounds").fill("3")
    page.get_by_role("button", name="Open the event").click()
    page.wait_for_url("**/players")
    event = page.url.removesuffix("/players").partition("#")[0]
    page.goto(f"{event}/phones")
    page.get_by_role("button", name="Open registration").click()
    page.get_by_role("button", name="Let the players report").click()
    link = page.locator("#join-link").inner_text()
    clean(page)

    phones = [browser.new_context(viewport=PHONE, locale="en-GB") for _ in range(2)]
    people = [
        register(phone, link, name) for phone, name in zip(phones, ("Neri Ada", "Verdi Ugo"), strict=True)
    ]
    expect(page.locator("#asks")).to_have_text("2 ask to play")  # by itself
    page.locator("[data-copy='#join-link']").click()  # also when the page was written anew
    expect(page.locator("#said")).to_contain_text("Copied: http")
    page.get_by_role("button", name="Enter all whose name is new").click()
    for person in people:
        expect(person.get_by_role("link", name="My board")).to_be_visible()  # by itself
        person.get_by_role("link", name="My board").click()

    watcher = browser.new_context(viewport=PHONE, locale="it-IT").new_page()
    watcher.goto(f"{event}/public")
    page.goto(event)
    pair(page, 1)
    expect(watcher.locator("#news")).to_have_text("Turno 1 abbinato: cerca il tuo tavolo.")
    expect(watcher.locator("#said")).to_have_text("Turno 1 abbinato: cerca il tuo tavolo.")
    white, black = sorted(people, key=lambda p: p.locator(".versus").inner_text().find("you") > 20)
    for person in people:
        expect(person.get_by_role("heading", name="Round 1, board 1")).to_be_visible()
    clean(white)
    white.get_by_role("button", name="I won").click()
    expect(page.locator("p.reported")).to_contain_text("has not yet")
    black.get_by_role("button", name="I won").click()
    expect(page.locator("p.reported.differ")).to_be_visible()
    expect(page.get_by_text("The players disagree: board 1")).to_be_visible()
    clean(page)
    clean(black)
    black.get_by_role("button", name=re.compile("confirm")).click()
    for person in (white, black):
        expect(person.locator(".final")).to_have_text(re.compile("Recorded: (2-0|0-2)"))
    expect(watcher.locator("table.wall .res").last).to_have_text(re.compile("2-0|0-2"))
    expect(page.locator("tr[data-board='1'] [aria-pressed=true]")).to_have_count(1)
    clean(watcher)
    for path in ("phones/cards", "games"):
        page.goto(f"{event}/{path}")
        clean(page)
    for phone in phones:
        phone.close()


def register(phone: BrowserContext, link: str, name: str) -> Page:
    """Write somebody in by the link."""
    page = phone.new_page()
    page.goto(link)
    clean(page)
    page.locator("#name").fill(name)
    page.locator("#agree").check()
    page.get_by_role("button", name="Ask to play").click()
    expect(page.get_by_text("The arbiter has still to confirm")).to_be_visible()
    return page
