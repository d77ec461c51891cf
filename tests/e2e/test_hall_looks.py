"""How pages of an event are set: marks level with words, no empty column, a phone on its side."""

from __future__ import annotations

import pytest
from playwright.sync_api import FilePayload, Page, expect

from damiera.testing.tournaments import played_log
from damiera.tournament.log import dump

OFF_THE_MIDDLE = """cell => {
  const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  while (walker.nextNode() && !walker.currentNode.data.trim());
  const range = document.createRange();
  range.selectNodeContents(walker.currentNode);
  const [word, row] = [range, cell.parentElement].map(part => part.getBoundingClientRect());
  return (word.top + word.bottom - row.top - row.bottom) / 2;
}"""


@pytest.fixture
def event(page: Page, roomy_server: str) -> str:
    """An event of fourteen whose second round has just been paired."""
    file: FilePayload = {
        "name": "event.damiera", "mimeType": "text/plain", "buffer": dump(played_log(14, 2)).encode(),
    }  # fmt: skip
    brought = page.request.post(
        f"{roomy_server}/hall/import",
        multipart={"file": file},
        headers={"Origin": roomy_server},
        max_redirects=0,
    )
    return roomy_server + brought.headers["location"]


def test_the_mark_of_a_recorded_result_is_level_with_its_row(page: Page, event: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(event)
    page.locator("tr[data-board='1'] button").first.click()
    expect(page.locator("tr[data-board='1'] .state.ok")).to_be_visible()
    recorded, playing = (page.locator(f"tr[data-board='{n}'] .st").evaluate(OFF_THE_MIDDLE) for n in (1, 2))
    assert abs(recorded) < 1, recorded
    assert abs(playing) < 1, playing


def test_a_list_of_players_has_no_column_in_which_nothing_stands(page: Page, event: str) -> None:
    page.goto(f"{event}/players")
    expect(page.locator("th.of-club")).to_be_visible()
    expect(page.locator("th.of-cat")).to_be_hidden()
    page.locator("td.of-cat").first.evaluate("cell => { cell.textContent = 'M' }")
    expect(page.locator("th.of-cat")).to_be_visible()
    expect(page.locator("th.of-state")).to_be_hidden()  # of nobody is anything to be told
    page.locator("td.of-state").first.evaluate("cell => { cell.textContent = 'absent' }")
    expect(page.locator("th.of-state")).to_be_visible()


def test_the_ring_of_a_result_lies_over_the_results_beside_it(page: Page, event: str) -> None:
    page.goto(event)
    page.keyboard.press("Tab")  # rings are for keys
    result = page.locator("tr[data-board='1'] button").first
    result.focus()
    order = "e => [getComputedStyle(e).position, getComputedStyle(e).zIndex]"
    assert result.evaluate(order) == ["relative", "1"]


def test_on_a_phone_on_its_side_a_page_begins_above_the_fold(page: Page, event: str) -> None:
    page.set_viewport_size({"width": 844, "height": 390})
    for path, heading in (("/card/1", "main h2"), ("/public", "main h2"), ("/players", "main h2")):
        page.goto(event + path)
        box = page.locator(heading).first.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] < 0.65 * 390, (path, box)
        chosen = page.locator(".eventnav [aria-current]")
        if chosen.count():
            expect(chosen).to_be_in_viewport(ratio=0.9)
