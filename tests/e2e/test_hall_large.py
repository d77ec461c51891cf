"""An event of 1,000 players and nine rounds in a browser: every page is there, and fits a phone's width."""

from __future__ import annotations

import pytest
from playwright.sync_api import FilePayload, Page, expect

from damiera.testing.tournaments import played_log
from damiera.tournament.log import dump

PAGES = (
    "", "?round=1", "/second", "/players", "/players/1", "/settings", "/log", "/public", "/card/1",
    "/standings", "/crosstable", "/ratings", "/ratings?row=7", "/check", "/about", "/games", "/groups",
    "/sections", "/titles", "/people", "/hand?round=9", "/phones", "/teams", "/screens", "/screen", "/print",
)  # fmt: skip
OVERFLOWS = """() => {
  const most = document.documentElement.clientWidth;
  return document.scrollingElement.scrollWidth - most;
}"""

COVERED = (
    "[...document.querySelectorAll('.cell > [title]')].filter(e => e.scrollWidth > e.clientWidth).length"
)


@pytest.mark.slow
@pytest.mark.parametrize("width", [390, 1280])
def test_every_page_of_the_largest_event_opens_and_fits(page: Page, roomy_server: str, width: int) -> None:
    data = dump(played_log(1000, 9)).encode()
    file: FilePayload = {"name": "event.damiera", "mimeType": "text/plain", "buffer": data}
    page.set_viewport_size({"width": width, "height": 844})
    brought = page.request.post(
        f"{roomy_server}/hall/import",
        multipart={"file": file},
        headers={"Origin": roomy_server},
        max_redirects=0,
    )
    assert brought.status == 303, brought.text()
    event = roomy_server + "/".join(brought.headers["location"].split("/")[:3])
    wrong = {}
    for path in PAGES:
        answer = page.goto(event + path)
        assert answer is not None
        wide = page.evaluate(OVERFLOWS)
        if answer.status != 200 or wide > 0:
            wrong[path] = (answer.status, wide)
    assert wrong == {}
    page.goto(f"{event}/standings")
    assert page.evaluate(COVERED) == 0
    page.goto(event)
    club = page.locator("tr[data-board='444'] .club").first
    assert club.evaluate("e => getComputedStyle(e).display") == ("inline-block" if width == 1280 else "block")
    expect(page.locator("#shows")).to_be_visible()
    page.keyboard.press("/")
    page.keyboard.type("444")
    page.keyboard.press("Enter")
    expect(page.locator("tr[data-board='444'] button").first).to_be_focused()
    page.keyboard.press("2")
    expect(page.locator("tr[data-board='444'] .state.ok")).to_be_visible()
