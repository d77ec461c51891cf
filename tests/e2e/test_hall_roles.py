"""Two browsers, two roles: codes given, used, and taken back while the page is open."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import somebody
from tests.e2e.test_hall import clean, enter, open_event, pair, stored
from tests.wording import words_of


def give(page: Page, event: str, role: str, name: str) -> str:
    """Give a code on the page of the people, and return it."""
    page.goto(f"{event}/people")
    page.locator("#name").fill(name)
    page.locator(f"#role-{role}").check()
    page.locator("form[aria-labelledby=give-title] button").click()
    expect(page.locator("#made-title")).to_contain_text(name)
    return page.locator("#new-code").inner_text()


def come_in(page: Page, server: str, code: str, name: str) -> None:
    """Write a code and a name on the page of the events."""
    page.goto(f"{server}/hall")
    page.locator("#code").fill(code)
    page.locator("#name").fill(name)
    page.locator("form[action='/hall/join'] button").click()
    page.wait_for_load_state()


def withdraw(page: Page, event: str, name: str) -> None:
    page.goto(f"{event}/people")
    page.locator("#people li", has_text=name).locator("form:has(input[value=withdraw]) button").click()
    expect(page.locator("#people li.gone", has_text=name)).to_have_count(1)


@pytest.mark.slow
def test_a_clerk_enters_results_until_the_arbiter_takes_the_code_back(
    page: Page, browser: Browser, roomy_server: str
) -> None:
    event = open_event(page, roomy_server, rounds=3)
    page.goto(event)
    pair(page, 1)
    code = give(page, event, "results", "Bruno Neri")
    clean(page)
    arbiters = page.context.new_page()
    arbiters.goto(event)
    with somebody(browser) as other:
        clerk = other.new_page()
        come_in(clerk, roomy_server, code, "bruno")
        expect(clerk.locator(".reader")).to_contain_text("Bruno Neri")
        expect(clerk.locator("#pair, #prints, #by-hand, #undo")).to_have_count(0)
        clean(clerk)
        enter(clerk, 1, "win")
        stored(arbiters, 1, "win")  # the arbiter's open desk follows
        expect(arbiters.locator("ul.log li").first).to_contain_text("Bruno Neri")
        withdraw(page, event, "Bruno Neri")
        shut = clerk.locator("#shut [role=alert]")
        expect(shut).to_have_text(
            words_of("The code by which you came in opens nothing any more. What you entered stands.")
        )
        expect(clerk.locator("#desk")).to_have_attribute("inert", "")
        clerk.goto(event)
        expect(clerk).to_have_url(f"{event}/public")
    expect(arbiters.locator("tr[data-board='1'] button[value=win]")).to_have_attribute("aria-pressed", "true")


@pytest.mark.slow
def test_two_say_who_is_here_and_see_each_other(page: Page, browser: Browser, roomy_server: str) -> None:
    event = open_event(page, roomy_server, rounds=3)
    code = give(page, event, "check-in", "Carla Verdi")
    with somebody(browser) as other:
        clerk = other.new_page()
        come_in(clerk, roomy_server, code, "Carla Verdi")
        expect(clerk.locator("#people-here li")).to_have_count(8)
        clean(clerk)
        page.goto(f"{event}/players")
        page.locator("#p1 button[name=do]").click()
        expect(clerk.locator("#p1 button")).to_have_attribute("aria-pressed", "true")  # by itself
        clerk.locator("#p2 button").click()
        expect(clerk.locator("#p2 button")).to_have_attribute("aria-pressed", "true")
        clerk.locator("#find").fill(clerk.locator("#p3 b").inner_text().lower())
        expect(clerk.locator("#people-here li:visible")).to_have_count(1)
        clerk.locator("#find").blur()
        withdraw(page, event, "Carla Verdi")
        expect(clerk.locator("#shut [role=alert]")).to_be_visible()
