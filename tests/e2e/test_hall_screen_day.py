"""A screen of the hall that nobody touches for a day: it turns, does not grow, and outlives the server."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import CDPSession, Page, Route, expect

from tests.e2e.test_hall import open_event, pair
from tests.e2e.test_hall_slips import Killed, a_round

NEARLY = "03:55:00"
HOURS = 24
COUNT_TIMERS = """(() => {
  const plain = { set: setInterval, clear: clearInterval };
  window.repeating = new Set();
  window.setInterval = (...given) => { const id = plain.set(...given); repeating.add(id); return id; };
  window.clearInterval = (id) => { repeating.delete(id); plain.clear(id); };
})()"""


def held(page: Page, session: CDPSession) -> dict[str, float]:
    """What the page holds: nodes, listeners, bytes of script, repeating timers."""
    session.send("HeapProfiler.collectGarbage")
    told = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
    kept = {name: told[name] for name in ("Nodes", "JSEventListeners", "JSHeapUsedSize")}
    return {**kept, "timers": page.evaluate("repeating.size")}


@pytest.mark.slow
def test_a_screen_runs_a_day_without_a_hand(page: Page, tmp_path: Path) -> None:
    server = Killed(tmp_path)
    try:
        event = a_round(page, server.address, 120)
        desk, screen = page, page.context.new_page()
        screen.add_init_script(COUNT_TIMERS)
        screen.clock.install()
        screen.goto(f"{event}/screen")
        session = screen.context.new_cdp_session(screen)
        session.send("Performance.enable")
        expect(screen.locator(".slide:visible")).to_have_count(1)
        seen, first = set[str](), held(screen, session)
        for turn in range(HOURS // 4):
            for _ in range(12):
                screen.clock.run_for(12_500)
                seen.add(screen.locator("#turn").inner_text())
            screen.clock.run_for(NEARLY)
            last = held(screen, session)
            assert last["Nodes"] <= first["Nodes"] + 50
            assert last["JSEventListeners"] <= first["JSEventListeners"] + 5  # those of a socket called again
            assert last["timers"] == first["timers"]
            assert last["JSHeapUsedSize"] <= first["JSHeapUsedSize"] + 1_000_000
            if turn == 2:
                expect(screen.locator("#lost")).to_be_hidden()
                server.kill()  # a socket that is cut is told at once, one that is silent after a while
                screen.clock.run_for(30_000)
                expect(screen.locator("#lost")).to_be_visible()
                server.start()
                for _ in range(31):  # it calls again after half a minute at most
                    screen.clock.run_for(1_000)
                    if screen.locator("#lost").is_hidden():
                        break
                expect(screen.locator("#lost")).to_be_hidden()
            with screen.expect_navigation():
                screen.clock.fast_forward("00:06:00")
            expect(screen.locator(".slide:visible")).to_have_count(1)
        assert len(seen) >= 3
        for board in range(60):
            desk.goto(f"{event}?find={board + 1}") if board == 0 else None
            desk.locator("tr.open button[value=win]").first.click()
        expect(desk.locator("tr.open")).to_have_count(0)
        pair(desk, 2)
        expect(screen.locator("#news")).to_be_visible()
    finally:
        server.kill()


@pytest.mark.slow
def test_a_clock_set_back_stops_no_screen(page: Page, roomy_server: str) -> None:
    event = a_round(page, roomy_server, 120)
    page.clock.install()
    page.goto(f"{event}/screen")
    expect(page.locator(".slide:visible")).to_have_count(1)
    before = page.locator("#turn").inner_text()
    page.clock.set_system_time(page.evaluate("Date.now() / 1000") - 3600)
    with page.expect_navigation():  # how late it is is asked of the server again
        page.clock.run_for(1_000)
    expect(page.locator(".slide:visible")).to_have_count(1)
    page.clock.run_for(13_000)
    expect(page.locator("#turn")).not_to_have_text(before)


@pytest.mark.slow
def test_a_page_that_is_slow_to_come_is_asked_for_once(page: Page, roomy_server: str) -> None:
    event = a_round(page, roomy_server, 4)
    page.clock.install()
    page.goto(f"{event}/screen")
    expect(page.locator(".slide:visible")).to_have_count(1)
    asked = list[Route]()
    page.route("**/screen", lambda route: asked.append(route))
    page.clock.set_system_time(page.evaluate("Date.now() / 1000") - 3600)
    while not asked:
        page.wait_for_timeout(20)
    page.wait_for_timeout(3_000)  # six ticks more
    assert len(asked) == 1
    with page.expect_navigation():
        asked[0].continue_()


NAMES = (
    "Von Unterberger Massimiliano",
    "Lo Presti Maria Antonietta Carlotta",
    "De Santis Imparato Giuseppina",
)
CUT = """() => [...document.querySelectorAll(".slide:not([hidden]) :is(td, th, h1)")]
  .filter(c => c.scrollWidth > c.clientWidth + 1 || c.getBoundingClientRect().bottom > innerHeight)
  .map(cell => cell.textContent)"""


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (1366, 768)])
@pytest.mark.parametrize("every", [1, 30])
def test_no_name_is_cut_on_a_screen(
    page: Page, roomy_server: str, width: int, height: int, every: int
) -> None:
    """Whether most names are long, or one in thirty."""
    names = tuple(f"{NAMES[n % 3]} {n}" if n % every == 0 else f"Riva Leo {n}" for n in range(240))
    event = open_event(page, roomy_server, rounds=3, names=names)
    page.goto(event)
    pair(page, 1)
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{event}/screen")
    pages = page.locator(".slide").count()
    assert pages > 4
    for _ in range(pages):
        assert page.evaluate(CUT) == []
        page.keyboard.press("ArrowRight")
