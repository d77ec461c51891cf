"""Scripts come when they come: what a page shows before keeps its place and its size."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route

from tests.e2e.conftest import Table

GAMES = ("italian", "international", "canadian")
PHONES = ((320, 640), (360, 740), (390, 844), (412, 915))
PLACES = """(parts) => [...document.querySelectorAll(parts)].map((node) => {
  const { x, y, width, height } = node.getBoundingClientRect();
  return [x, y, width, height];
})"""
STANDS = """() => document.readyState === "interactive"
  && document.querySelectorAll("link[rel=stylesheet]").length <= document.styleSheets.length"""


class LateScripts:
    """A page whose scripts are held back until they are let go."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._held: list[Route] | None = []
        page.route(re.compile(r"\.js$"), self._come)

    def _come(self, route: Route) -> None:
        if self._held is None:
            route.continue_()
        else:
            self._held.append(route)

    def open(self, address: str) -> None:
        """Open a page, and wait until it stands without its scripts."""
        self.page.goto(address, wait_until="commit")
        self.page.wait_for_function(STANDS)

    def let_go(self) -> None:
        """Let the scripts come, and wait until they have done what they do first."""
        held, self._held = self._held or [], None
        for route in held:
            route.continue_()
        self.page.wait_for_load_state("load")

    def places(self, parts: str) -> list[list[float]]:
        found: list[list[float]] = self.page.evaluate(PLACES, parts)
        assert found
        return found


def moved(before: list[list[float]], after: list[list[float]]) -> float:
    assert len(before) == len(after)
    pairs = zip(before, after, strict=True)
    return max(abs(a - b) for one, other in pairs for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize(
    ("game", "width", "height"),
    [
        ("italian", 390, 844),
        ("international", 360, 740),
        ("canadian", 390, 844),
        pytest.param("italian", 820, 1180, marks=pytest.mark.slow),
        pytest.param("italian", 1280, 800, marks=pytest.mark.slow),
        *(pytest.param(game, *size, marks=pytest.mark.slow) for game in GAMES for size in PHONES),
    ],
)
def test_the_numbers_of_the_squares_are_as_high_before_their_script_comes(
    page: Page, roomy_server: str, game: str, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    Table(page, roomy_server).begin(game=game, seat="both")
    late = LateScripts(page)
    late.open(page.url)
    before = late.places("#board .coords text")
    shown = page.locator("#board .coords text").first.is_visible()
    late.let_go()
    page.wait_for_selector("#board .coords text[text-anchor]", state="attached")
    beside = page.locator("#board .coords.beside").count() == 1  # the squares are too small for names
    assert shown != beside
    assert beside or moved(before, late.places("#board .coords text")) < 1


@pytest.mark.parametrize(
    ("width", "height"), [(390, 844), pytest.param(844, 390, marks=pytest.mark.slow), (1280, 800)]
)
@pytest.mark.parametrize(
    ("address", "ready", "parts"),
    [
        ("/analysis?game=italian", "#engine-go:not([hidden])", "#engine, #moves, #engine-said"),
        ("/endgame", "#setup:not([hidden])", "#ask-form, #typed, #work"),
        ("/new", "form:not(:has([data-plain]))", "fieldset, #game"),
        ("/catalogue", "#seek ~ [data-plain][hidden]", ".seek, #seek, .cards"),
    ],
)
def test_nothing_moves_once_its_script_comes(
    page: Page, roomy_server: str, address: str, ready: str, parts: str, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    late = LateScripts(page)
    late.open(roomy_server + address)
    before = late.places(parts)
    late.let_go()
    page.wait_for_selector(ready, state="attached")
    assert moved(before, late.places(parts)) < 1
