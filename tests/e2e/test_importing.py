"""A file that does not say its game, in a browser: nothing is kept before somebody says it."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import violations

SHORT = '[White "Rossi"]\n[Black "Verdi"]\n\n1. 22-18 *\n'


@pytest.mark.slow
def test_a_short_file_asks_which_game_it_is(page: Page, roomy_server: str) -> None:
    page.goto(f"{roomy_server}/import")
    page.locator("input[type=file]").set_input_files(
        {"name": "short.pdn", "mimeType": "text/plain", "buffer": SHORT.encode()}
    )
    button = page.locator("main form button").first
    if button.is_visible():
        button.click()
    page.wait_for_url("**/import/*")
    choices = page.locator("#job-answer [name=game]")
    assert choices.first.get_attribute("value") == "italian"
    assert {"german", "argentine"} <= {box.get_attribute("value") for box in choices.all()}
    assert violations(page, context="#job-answer") == []
    page.locator("#job-answer input[value=argentine]").check(force=True)
    page.locator("#job-go").click()
    page.locator('#job-card a[href="/archive"]').click()
    page.get_by_role("link", name="Rossi – Verdi").click()
    expect(page.locator("draughts-board").first).to_have_attribute("game", "argentine")


def test_a_file_that_is_too_large_is_not_sent(page: Page, roomy_server: str, tmp_path: Path) -> None:
    """A hundred megabytes were sent before it was said that they are too many."""
    file = tmp_path / "all.pdn"
    with file.open("wb") as sparse:
        sparse.truncate(100_000_000)
    page.goto(f"{roomy_server}/import")
    page.locator("#file").set_input_files(file)
    expect(page.locator("#too-large")).to_contain_text("all.pdn")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.method))
    page.locator("#drop-send").click()
    expect(page.locator("#too-large")).to_be_visible()
    assert page.url.endswith("/import")
    assert "POST" not in sent
    small = tmp_path / "one.pdn"
    small.write_text("1. 22-18 *")
    page.locator("#file").set_input_files(small)
    expect(page.locator("#too-large")).to_be_hidden()
