"""Prints in a browser: a PDF from the page of prints, and the browser's own print of the hall's pages."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import PATIENCE_MS
from tests.e2e.test_hall import clean, open_event, pair


def inks(page: Page, where: str) -> set[str]:
    """The colours of the texts that a print would show."""
    found = page.locator(where).evaluate_all(
        "all => all.filter(e => e.checkVisibility()).map(e => getComputedStyle(e).color)"
    )
    return set(found)


@pytest.mark.slow
def test_the_page_of_prints_and_the_browsers_own(browser: Browser, roomy_server: str) -> None:
    context = browser.new_context(
        locale="en-GB", color_scheme="dark", viewport={"width": 1280, "height": 860}
    )
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    event = open_event(page, roomy_server, rounds=3)
    page.goto(event)
    pair(page, 1)
    page.get_by_label(re.compile("^Board 1,")).get_by_role("button", name="2-0").click()
    expect(page.get_by_label(re.compile("^Board 1,")).get_by_role("button", name="2-0")).to_have_attribute(
        "aria-pressed", "true"
    )
    page.get_by_role("link", name="Prints").click()
    clean(page)
    page.locator("select[name=lang]").select_option("it")
    page.get_by_label("The round begins at").fill("16:15")
    with context.expect_event("response", lambda answer: ".pdf" in answer.url) as seen:
        page.get_by_role("button", name="Pairings").click()
    assert seen.value.status == 200
    assert seen.value.headers["content-type"] == "application/pdf"
    assert "time=16%3A15" in seen.value.url
    assert "lang=it" in seen.value.url

    page.emulate_media(media="print", color_scheme="dark")
    for path, rows in (
        ("", "table.pairs tbody tr"),
        ("/standings", "table.stand tbody tr"),
        ("/public", "li"),
    ):
        page.goto(event + path)
        expect(page.locator(rows).first).to_be_visible()
        for gone in (".top", ".eventnav", "main nav", ".btn", "aside"):
            shown = page.locator(gone).filter(visible=True)
            assert shown.count() == 0, f"{gone} is printed on {path or 'the desk'}"
        assert (
            page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
            == "rgb(255, 255, 255)"
        )
        assert inks(page, "h1, h2, td, th, b") <= {"rgb(0, 0, 0)", "rgb(51, 51, 51)"}
    page.goto(event)
    results = [text for text in page.locator(".res").all_inner_texts() if text.strip()]
    assert results == ["Result", "2-0"], "a result is printed, what could be chosen is not"
    context.close()
