"""The designed screens at eight sizes and three looks: where their parts stand, against a record of our own.

What is kept of a screen is the place of its named parts, not its pixels: letters are drawn otherwise on every
machine, and where a board, a clock or a bar of buttons stands is what a design says. A part may be off by
`TOLERANCE` pixels, for the letters in it; one that is recorded as unseen stays unseen. A look changes colours
alone: in the dark and in high contrast every part stands where it stands in the light, but for `THICKER`
pixels, and axe finds nothing.

`DAMIERA_LAYOUT=write python -m pytest tests/e2e/test_layout.py` writes the record anew; look at the screens
then.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import violations

RECORD = Path(__file__).parents[1] / "golden" / "layout"
TOLERANCE = 8.0
THICKER = 4.0
"""Pixels by which the lines of high contrast, which are thicker, may move what follows them."""
SIZES = (
    (390, 844),
    (390, 664),
    (320, 568),
    (844, 390),
    (820, 1180),
    (1024, 768),
    (1280, 800),
    (1920, 1080),
)
LOOKS: tuple[tuple[Literal["light", "dark"], Literal["more", "no-preference"]], ...] = (
    ("light", "no-preference"),
    ("dark", "no-preference"),
    ("light", "more"),
)
TWO_WAYS = "W:W17,20,22,23,24,25,26,28,29,30,31:B1,3,4,5,7,8,9,10,11,18,19"
STUDY = """[ChapterName "La 22-18"][White "Anna"][Black "Bruno"][GameType "22"]
1. 22-19 10-14 2. 19x10 5x14 {two} (2... 6x13) 3. 23-20!? *"""

# Places in the page, scrolled to its top; None for what is not seen.
PLACES = """(names) => Object.fromEntries(Object.entries(names).map(([name, selector]) => {
  const all = [...document.querySelectorAll(selector)];
  const node = all.find((one) => one.checkVisibility({visibilityProperty: true}));
  const box = node?.getBoundingClientRect();
  const seen = box && box.width > 0 && box.height > 0;
  const place = () => [box.x, box.y + scrollY, box.width, box.height].map((n) => Math.round(n * 10) / 10);
  return [name, seen ? place() : null];
}))"""


@dataclass(frozen=True, slots=True)
class Screen:
    """A designed screen: how it is reached, and the parts of it whose places are kept."""

    reach: Callable[[Page, str], str]
    parts: dict[str, str]


def _game(page: Page, server: str) -> str:
    terms: dict[str, Any] = {
        "game": "italian",
        "seat": "both",
        "fen": TWO_WAYS,
        "clock": {"base_ms": 600_000, "increment_ms": 5000},
    }
    answer = page.context.request.post(f"{server}/api/games", data=terms, headers={"Origin": server})
    return str(server + answer.json()["url"])


def _study(page: Page, server: str) -> str:
    form: dict[str, str | float | bool] = {"game": "italian", "title": "Roads", "text": STUDY}
    answer = page.context.request.post(f"{server}/studies", form=form, headers={"Origin": server})
    return answer.url.split("?")[0] + "?at=22-19%2010-14%2019x10%205x14"


def _at(path: str) -> Callable[[Page, str], str]:
    return lambda _, server: server + path


FRAME = {"top": "header.top", "tabbar": ".tabbar"}
SCREENS = {
    "home": Screen(_at("/"), {**FRAME, "board": "#board-box", "heading": "h1"}),
    "new": Screen(
        _at("/new"),
        {**FRAME, "game": "#which", "against": "#against", "bar": ".beginbar", "begin": ".beginbar .btn"},
    ),
    "game": Screen(
        _game,
        {
            "top": "header.top",
            "board": "#board .board",
            "above": "#plate-top",
            "below": "#plate-bottom",
            "clock": "#plate-bottom .clock",
            "card": ".speaks",
            "acts": ".acts",
            "walk": ".gametable .navbar",
            "line": ".gametable .cmd",
        },
    ),
    "study": Screen(
        _study,
        {
            **FRAME,
            "board": "#board-box",
            "keys": "#study-keys",
            "pens": "#pens",
            "tabs": "#study-panel .tabs",
            "tree": "#moves",
        },
    ),
    "analysis": Screen(
        _at("/analysis?game=italian&moves=22-18"),
        {**FRAME, "board": "#board-box", "keys": ".keysbox", "engine": "#engine"},
    ),
    "puzzle": Screen(
        _at("/puzzles/a51f521cdfd5"), {**FRAME, "board": "#board-box", "card": "#puzzle", "task": "h1"}
    ),
    "learn": Screen(_at("/learn"), {**FRAME, "heading": "h1"}),
    "settings": Screen(_at("/prefs"), {**FRAME, "heading": "h1", "form": "#look-form"}),
    "club": Screen(_at("/club"), {**FRAME, "heading": "h1"}),
    "catalogue": Screen(_at("/catalogue"), {**FRAME, "heading": "h1"}),
    "article": Screen(_at("/book/fid.italian.2008/6/6.1"), {**FRAME, "board": "#board-box"}),
    "events": Screen(_at("/hall"), {**FRAME, "heading": "h1"}),
}


def _ready(page: Page) -> None:
    """Wait until a board, where there is one, is the script's."""
    if page.locator("draughts-board").count():
        expect(page.locator("draughts-board .pc[transform]").first).to_be_attached()
    if page.locator("#study-panel").count():
        expect(page.locator("#study-panel .tabs")).to_be_visible()
    if page.locator(".newgame [data-live]").count():
        expect(page.locator("[data-plain]")).to_have_count(0)
    page.evaluate("document.fonts.ready")


def _measured(page: Page, screen: Screen) -> Iterator[tuple[str, dict[str, Any]]]:
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)))")
        page.evaluate("scrollTo(0, 0)")
        yield f"{width}x{height}", page.evaluate(PLACES, screen.parts)


def _off(now: list[float] | None, then: list[float] | None, by: float) -> bool:
    if now is None or then is None:
        return now is not then
    return any(abs(one - other) > by for one, other in zip(now, then, strict=True))


@pytest.mark.slow
@pytest.mark.parametrize("name", SCREENS)
def test_parts_stand_where_the_record_has_them(browser: Browser, shared_server: str, name: str) -> None:
    screen, file = SCREENS[name], RECORD / f"{name}.json"
    context = browser.new_context(locale="en-GB", reduced_motion="reduce")
    page = context.new_page()
    address = screen.reach(page, shared_server)
    page.goto(address)
    _ready(page)
    found = dict(_measured(page, screen))
    if os.environ.get("DAMIERA_LAYOUT") == "write":
        rows = [f"{json.dumps(size)}: {json.dumps(parts)}" for size, parts in found.items()]
        file.parent.mkdir(exist_ok=True)
        file.write_text("{\n" + ",\n".join(rows) + "\n}\n", "utf-8")
    kept = json.loads(file.read_text("utf-8"))
    assert set(kept) == set(found)
    moved = [
        f"{size} {part}: {then} -> {found[size][part]}"
        for size, parts in kept.items()
        for part, then in parts.items()
        if _off(found[size][part], then, TOLERANCE)
    ]
    context.close()
    assert moved == []


@pytest.mark.slow
@pytest.mark.parametrize("name", SCREENS)
def test_a_look_changes_colours_alone(browser: Browser, shared_server: str, name: str) -> None:
    screen, seen = SCREENS[name], list[dict[str, Any]]()
    context = browser.new_context(locale="en-GB", reduced_motion="reduce")
    page = context.new_page()
    address = screen.reach(page, shared_server)
    for scheme, contrast in LOOKS:
        page.emulate_media(color_scheme=scheme, contrast=contrast, reduced_motion="reduce")
        page.goto(address)
        _ready(page)
        places = {}
        for size, parts in _measured(page, screen):
            places[size] = parts
            if size in ("390x844", "844x390", "1280x800"):
                assert violations(page) == [], (scheme, contrast, size)
        seen.append(places)
    context.close()
    light, *others = seen
    for other in others:
        for size, parts in light.items():
            if name == "study":  # a heavier letter of high contrast may break a line of the tree
                parts = {part: place for part, place in parts.items() if part != "tree"}
            for part, then in parts.items():
                assert not _off(other[size][part], then, THICKER), (size, part)
