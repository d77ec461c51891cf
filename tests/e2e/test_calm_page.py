"""The page of a game at every size: the board takes the window, nothing moves, nothing lies on the board.

What is measured stands here as data. A side of the board may be larger than its row says, never smaller; what
must not move may differ by a pixel from state to state, for the rounding of a browser.
"""

from __future__ import annotations

import re
import shutil
from typing import Literal
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, Response, expect

from tests.e2e.conftest import BROWSERS, Table, somebody, stop_time, violations

# Window and least side of a square board in it. A phone upright gives its width, one on its side its height.
SIZES = (
    (390, 844, 390),
    (390, 664, 390),
    (320, 568, 320),
    (844, 390, 376),
    (820, 1180, 780),
    (1180, 820, 748),
    (1280, 800, 728),
    (1920, 1080, 1008),
)
EVERYDAY = (SIZES[0],)
LOOKS: tuple[tuple[Literal["light", "dark"], Literal["more", "no-preference"]], ...] = (
    ("light", "no-preference"),
    ("dark", "no-preference"),
    ("light", "more"),
)
TWO_WAYS = "W:W17,20,22,23,24,25,26,28,29,30,31:B1,3,4,5,7,8,9,10,11,18,19"
TERMS = {"game": "italian", "seat": "both", "clock": {"base_ms": 600_000, "increment_ms": 5_000}}
FIXED = ("#board .board", "#plate-top", "#plate-bottom", "#plate-bottom .clock", ".speaks", ".acts", "#menu")
ROUNDING = 1.0
FIRST_BOARD_BYTES = 100_000

# What shifts is counted whether or not a hand has just been at work.
WATCH_SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    const nodes = entry.sources.map(({ node }) => node?.className || node?.parentNode?.outerHTML || "");
    window.shifts.push([entry.value, ...nodes]);
  }
}).observe({ type: "layout-shift", buffered: true });
"""
# Texts that are wider or higher than what holds them, where nothing scrolls and no ellipsis tells of more.
CUT = """() => [...document.querySelectorAll(".act, .clock, .speaks :is(.btn, b), .plate, .navbar .btn")]
  .filter((node) => node.checkVisibility())
  .filter((node) => node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 1)
  .filter((node) => getComputedStyle(node).display !== "inline")
  .map((node) => `${node.className}: ${node.textContent.trim()}`)"""
# Parts of the page that lie on one another.
OVERLAPS = """() => {
  const parts = "#plate-top, #board-box, #plate-bottom, .speaks, .moves, .navbar, .cmd, .acts";
  const boxes = [...document.querySelectorAll(parts)].map((node) => [node, node.getBoundingClientRect()]);
  const across = (a, b) => a.left < b.right - 1 && b.left < a.right - 1;
  const meet = (a, b) => across(a, b) && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const pairs = boxes.flatMap((one, i) => boxes.slice(i + 1).map((other) => [one, other]));
  return pairs.filter(([[, a], [, b]]) => meet(a, b)).map((pair) => pair.map(([node]) => node.className));
}"""


# Words of neighbouring acts that touch, and words that reach over the rim of their act.
TOUCHING = """() => {
  const shown = [...document.querySelectorAll(".acts .act")].filter((node) => node.checkVisibility());
  const words = shown.map((node) => {
    const range = document.createRange();
    range.selectNode([...node.childNodes].find((child) => child.nodeType === 3 && child.data.trim()));
    return [node, range.getBoundingClientRect()];
  });
  return words
    .filter(([node, { left, right }], at) => {
      const rim = node.getBoundingClientRect();
      return left < rim.left || right > rim.right || words[at + 1]?.[1].left < right + 2;
    })
    .map(([node]) => node.textContent.trim());
}"""


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "it", "fr"])
def test_words_of_five_acts_do_not_touch(page: Page, roomy_server: str, lang: str) -> None:
    page.context.request.post(f"{roomy_server}/prefs", form={"lang": lang}, headers={"Origin": roomy_server})
    Table(page, roomy_server).begin(**TERMS)
    page.locator("#talk").evaluate("(node) => { node.hidden = false; }")
    for width, height in ((320, 640), (360, 740), (390, 844), (844, 390), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.locator(".acts .act").filter(visible=True).count() == 5
        assert page.evaluate(TOUCHING) == [], width


@pytest.mark.parametrize(("width", "height"), [(320, 640), (390, 844), (844, 390)])
def test_a_game_that_waits_for_a_friend_is_read_from_its_top(
    page: Page, roomy_server: str, width: int, height: int
) -> None:
    """An invitation higher than its card begins at its top; a plate with two things to tell has two lines."""
    page.set_viewport_size({"width": width, "height": height})
    Table(page, roomy_server).begin(game="italian", seat="white", friend=True, clock=TERMS["clock"])
    card = placed(page, "#invite")
    assert placed(page, "#invite b")[1] >= card[1]
    page.locator("#plate-bottom .note").evaluate(
        "(node) => { node.textContent = '44 s for the first move'; }"
    )
    plate, name, note = (placed(page, f"#plate-bottom{part}") for part in ("", " .name", " .note"))
    assert name[1] >= plate[1]
    assert note[1] + note[3] <= plate[1] + plate[3]


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 740), (320, 640)])
def test_six_players_of_a_star_have_whole_names_on_a_phone(
    page: Page, roomy_server: str, width: int, height: int
) -> None:
    """Nobody's name is cut, and on a phone of the usual height the acts are in the first screen."""
    page.set_viewport_size({"width": width, "height": height})
    Table(page, roomy_server).begin(game="chinese-checkers-6", seat="white", level=1)
    names = page.locator(".plate .name")
    assert names.count() == 6
    assert names.evaluate_all("(all) => all.filter((one) => one.scrollWidth > one.clientWidth).length") == 0
    acts, board = placed(page, ".acts"), placed(page, "#board .board")
    assert board[2] >= min(width, 340)
    assert acts[1] + acts[3] <= height + 2 or height < 844


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390), (820, 1180), (1280, 800)])
def test_what_is_said_is_written_where_it_covers_nothing(
    page: Page, roomy_server: str, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.context.request.post(f"{roomy_server}/prefs", form={"voice": "on"}, headers={"Origin": roomy_server})
    table = Table(page, roomy_server).begin(**TERMS)
    begun = places(page)
    table.click(22, 18)
    expect(page.locator("#captions p").last).to_be_visible()
    left, top, wide, high = placed(page, "#captions")
    for name in ("#plate-top", "#plate-bottom", ".acts", "#board .board", "#speaks"):
        x, y, w, h = placed(page, name)
        assert left + wide <= x + 1 or x + w <= left + 1 or top + high <= y + 1 or y + h <= top + 1, name
    assert top + high <= height
    assert places(page) == begun


@pytest.mark.parametrize(("width", "height", "side"), EVERYDAY)
def test_nothing_moves_from_state_to_state(
    page: Page, roomy_server: str, width: int, height: int, side: int
) -> None:
    walk_through_states(page, roomy_server, width, height, side)


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height", "side"), SIZES)
@pytest.mark.parametrize(("scheme", "contrast"), LOOKS)
def test_every_size_and_look(
    browser: Browser,
    roomy_server: str,
    scheme: Literal["light", "dark"],
    contrast: Literal["more", "no-preference"],
    width: int,
    height: int,
    side: int,
) -> None:
    context = browser.new_context(color_scheme=scheme, contrast=contrast, locale="en-GB")
    walk_through_states(context.new_page(), roomy_server, width, height, side, axe=True)
    context.close()


def walk_through_states(
    page: Page, server: str, width: int, height: int, side: int, *, axe: bool = False
) -> None:
    """Go from a duty to a refusal, a question, a choice of routes and the end; measure each."""
    page.set_viewport_size({"width": width, "height": height})
    page.add_init_script(WATCH_SHIFTS)
    table = Table(page, server).begin(**TERMS, fen=TWO_WAYS)
    begun = places(page)
    box = begun["#board .board"]
    assert min(box[2], box[3]) >= side
    assert page.evaluate(OVERLAPS) == []

    def same(state: str) -> None:
        for name, place in places(page).items():
            gone = max(abs(now - then) for now, then in zip(place, begun[name], strict=True))
            assert gone <= ROUNDING, f"{name} moves by {gone} px when {state}"
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), state
        if axe:
            assert violations(page) == [], state

    same("a capture is due")
    table.click(23)
    expect(page.get_by_role("dialog", name="Why not")).to_be_visible()
    same("a piece is refused")
    table.click(22, 6)
    expect(page.locator(".chooser")).to_be_visible()
    same("a way is chosen")
    page.get_by_role("button", name="Play 1").click()
    expect(table.moves).to_have_count(1)
    same("a move was made")
    page.get_by_role("button", name="Menu").click()
    expect(page.locator("#take")).to_be_visible()
    board, menu = box, placed(page, "#more")
    assert menu[0] >= board[0] + board[2] or menu[1] >= board[1] + board[3] or height < 700, (
        "it covers no square"
    )
    same("the menu is open")
    page.keyboard.press("Escape")
    page.locator("#actions").get_by_role("button", name="Resign").click()
    same("it is asked")
    page.locator("#offers").get_by_role("button", name="Resign").click()
    expect(page.locator("#result")).to_be_visible()
    expect(page.locator("#after")).to_be_attached()
    same("the game is over")
    assert page.evaluate("window.shifts") == []


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), [(390, 664), (844, 390), (1280, 800)])
def test_nothing_moves_while_a_slow_phone_reads_the_page(
    page: Page, roomy_server: str, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.add_init_script(WATCH_SHIFTS)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 6})
    Table(page, roomy_server).begin(**TERMS, fen=TWO_WAYS)
    assert page.evaluate("window.shifts") == []


@pytest.mark.slow
def test_nothing_moves_when_a_friend_sits_down_and_begins(
    browser: Browser, page: Page, roomy_server: str
) -> None:
    """Acts made room for the chat, names for marks, and plates for a second line until the first move."""
    page.set_viewport_size({"width": 390, "height": 844})
    page.add_init_script(WATCH_SHIFTS)
    clock = {"base_ms": 180_000, "increment_ms": 2_000}
    table = Table(page, roomy_server).begin(game="russian", seat="white", friend=True, clock=clock)
    pace, terms = page.locator(".headline i"), page.locator(".headline b")
    expect(pace).to_have_text("3+2")
    expect(pace).to_be_in_viewport(ratio=1)
    assert terms.evaluate("(node) => node.scrollWidth <= node.clientWidth")
    with somebody(browser) as other:
        friend = Table(other.new_page(), roomy_server)
        friend.page.add_init_script(WATCH_SHIFTS)
        friend.page.goto(roomy_server + urlsplit(page.locator("#invite-link").inner_text()).path)
        friend.page.locator("main form button").first.click()
        friend.page.wait_for_url("**/g/*")
        for one in (table, friend):
            one.ready()
            expect(one.page.locator(".who.opens .note")).to_contain_text("s for the first move")
            expect(one.page.locator(".who.opens .state")).to_be_hidden()
        note = page.locator(".who.opens .note")
        assert note.evaluate("(node) => node.scrollWidth <= node.clientWidth")
        expect(page.locator("#talk")).to_be_enabled()
        for mover, path in ((table, (22, 18)), (friend, (11, 15))):
            mover.click(*path)
            for one in (table, friend):
                expect(one.page.locator("#moves [aria-current]")).to_have_count(1)
        expect(table.moves).to_have_count(2)
        expect(friend.moves).to_have_count(2)
        for one in (table, friend):
            expect(one.page.locator(".who.opens")).to_have_count(0)
            assert one.page.evaluate("window.shifts") == []


def test_a_question_that_is_answered_leaves_a_long_page_where_it_is(table: Table) -> None:
    """Where more has happened than moves, the page went up by a quarter of a phone with each answer."""
    page = table.page
    page.set_viewport_size({"width": 390, "height": 844})
    terms: dict[str, str | float | bool] = {
        "game": "contract",
        "against": "engine",
        "seat": "white",
        "level": "1",
    }
    begun = page.context.request.post(f"{table.server}/new", form=terms, headers={"Origin": table.server})
    page.goto(begun.url)
    table.ready()
    speaks = page.locator("#speaks")
    speaks.get_by_role("button", name="Pass").click()
    expect(page.locator("#contract")).to_be_visible()
    expect(page.locator("#actions button[value=resign]")).to_be_enabled()
    page.evaluate("scrollTo(0, 0)")
    for place in (
        page.locator("#actions button[value=resign]"),
        speaks.get_by_role("button", name="Play on"),
    ):
        box = place.bounding_box()  # a finger scrolls nothing; `click` brings into the middle what it touches
        assert box is not None
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator("#actions button[value=resign]")).to_be_focused()
    assert page.evaluate("[scrollY, document.documentElement.scrollHeight > innerHeight]") == [0, True]


# The places of a clock that is not sure of its time, and of its time, before and after it is sure.
UNSURE = """() => [...document.querySelectorAll(".clock.unsure")].map((clock) => {
  const parts = [clock, clock.querySelector("time")];
  const places = () => JSON.stringify(parts.map((one) => one.getBoundingClientRect()));
  const unsure = places();
  clock.classList.remove("unsure");
  return [unsure, places()];
})"""


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), [(390, 664), (844, 390), (640, 400), (1280, 800)])
def test_a_clock_moves_nothing_when_the_server_is_no_longer_heard(
    page: Page, roomy_server: str, width: int, height: int
) -> None:
    """The sign that its time is not sure made it wider."""
    page.set_viewport_size({"width": width, "height": height})
    page.add_init_script(WATCH_SHIFTS)
    page.route_web_socket(re.compile(r"/g/.*/ws"), lambda socket: socket.close())
    Table(page, roomy_server).begin(**TERMS)
    expect(page.locator(".clock.unsure")).to_have_count(2)
    for unsure, sure in page.evaluate(UNSURE):
        assert unsure == sure
    assert page.evaluate("window.shifts") == []


def places(page: Page) -> dict[str, tuple[float, float, float, float]]:
    return {name: placed(page, name) for name in FIXED}


def placed(page: Page, name: str) -> tuple[float, float, float, float]:
    """Return where a part of the page stands in it, and how large it is."""
    box = page.locator(name).evaluate(
        "(node) => { const box = node.getBoundingClientRect();"
        " return [box.left + scrollX, box.top + scrollY, box.width, box.height]; }"
    )
    return box[0], box[1], box[2], box[3]


CHOICES: tuple[dict[str, str | float | bool], ...] = (
    {},
    {"pieces": "flat", "numbers": "outside", "last": "squares", "halos": "off", "hints": "off"},
    {"pieces": "ivory", "board": "noce", "zen": "on", "motion": "slow", "last": "off"},
    {"blind": "on", "numbers": "off", "motion": "off"},
)
"""How a player may have the board, by `/prefs`."""


@pytest.mark.slow
@pytest.mark.parametrize("choices", CHOICES, ids=lambda one: "-".join(map(str, one.values())) or "usual")
@pytest.mark.parametrize(("width", "height", "side"), [SIZES[0], (1280, 800, 728)])
def test_nothing_shifts_in_a_whole_game(
    page: Page,
    roomy_server: str,
    whole_game: tuple[tuple[int, ...], ...],
    width: int,
    height: int,
    side: int,
    choices: dict[str, str | float | bool],
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.context.request.post(f"{roomy_server}/prefs", form=choices, headers={"Origin": roomy_server})
    page.add_init_script(WATCH_SHIFTS)
    table = Table(page, roomy_server).begin(**TERMS)
    begun = places(page)
    for ply, path in enumerate(whole_game, 1):
        table.click(path[0], *path[1:-1]) if len(path) > 2 and path[0] == 14 else table.click(
            path[0], path[-1]
        )
        expect(table.moves).to_have_count(ply)
        for name, place in places(page).items():
            assert max(abs(now - then) for now, then in zip(place, begun[name], strict=True)) <= ROUNDING, (
                name,
                ply,
            )
    expect(page.locator("#result")).to_be_visible()
    assert page.evaluate("window.shifts") == []


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390), (820, 1180), (1280, 800)])
def test_letters_twice_as_large_cut_nothing(
    browser: Browser, roomy_server: str, width: int, height: int
) -> None:
    """A reader's size of 32 px is what 200 % of text is: the page follows both alike."""
    launched = browser.browser_type.launch(
        executable_path=next(filter(None, map(shutil.which, BROWSERS))),
        args=["--blink-settings=defaultFontSize=32"],
    )
    context = launched.new_context(viewport={"width": width, "height": height}, locale="it-IT")
    page = context.new_page()
    table = Table(page, roomy_server).begin(**TERMS, fen=TWO_WAYS)
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
    for state in ((), (23,), (22, 6)):
        table.click(*state)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), state
        assert page.evaluate(CUT) == [], state
        assert page.evaluate(OVERLAPS) == [], state
    launched.close()


def test_a_second_quick_click_is_no_button_of_a_card(page: Page, roomy_server: str) -> None:
    """No card comes to lie on the board: what is clicked there is the board, however quick."""
    page.set_viewport_size({"width": 1280, "height": 800})
    table = Table(page, roomy_server).begin(**TERMS, fen=TWO_WAYS)
    table.click(23)
    hit = page.evaluate(
        """() => [...document.querySelectorAll("#board [role=gridcell]")].filter((cell) => {
          const box = cell.getBoundingClientRect();
          return !document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.closest("#board");
        }).length"""
    )
    assert hit == 0


@pytest.mark.parametrize(
    "game", ["italian", "international", "turkish", "hexdame", "bashni", "alquerque", "black-white"]
)
def test_names_of_squares_stand_over_the_men_on_a_phone(page: Page, roomy_server: str, game: str) -> None:
    """Every square has its name, drawn after the men and marks, at least 12 px high and on a rim."""
    page.set_viewport_size({"width": 390, "height": 844})
    Table(page, roomy_server).begin(game=game, seat="both")
    names = page.locator("#board .coords text")
    assert names.count() == page.locator("#board [role=gridcell]").count()
    assert page.locator("#board .board > :is(.pieces, .over) ~ .coords").count() == 1
    height, rim = names.first.evaluate(
        "(node) => [parseFloat(getComputedStyle(node).fontSize) * node.getScreenCTM().a,"
        " parseFloat(getComputedStyle(node).strokeWidth)]"
    )
    assert height >= 12
    assert rim > 0


@pytest.mark.slow
@pytest.mark.parametrize("game", ["canadian", "south-african", "chinese-checkers", "halma"])
def test_where_squares_are_small_the_rows_are_named(page: Page, roomy_server: str, game: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    Table(page, roomy_server).begin(game=game, seat="both")
    rows = page.locator("#board [role=row]").count()
    assert page.locator("#board .coords text").count() >= rows


def test_the_first_board_is_light(browser: Browser, roomy_server: str) -> None:
    """What a newcomer's browser fetches until the board of a new game can be played.

    What a page fetches a second later is not in it, however long this machine takes: its time stands still.
    """
    newcomer = browser.new_context(locale="it-IT")
    page = newcomer.new_page()
    stop_time(page)
    begun = newcomer.request.post(f"{roomy_server}/api/games", data=TERMS, headers={"Origin": roomy_server})
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))
    page.goto(roomy_server + begun.json()["url"])
    page.wait_for_selector("#board [data-grip]", state="attached")
    weights = [weight(answer) for answer in answers]
    newcomer.close()
    assert sum(weights) <= FIRST_BOARD_BYTES, weights


FIRST_BOARD_MS = 500.0


def test_the_first_board_is_quick(browser: Browser, roomy_server: str) -> None:
    """What server and page work, in ms of a processor, until a new game can be played: the least of three."""
    newcomer = browser.new_context(locale="it-IT")
    spent = [worked(newcomer, roomy_server) for _ in range(3)]
    newcomer.close()
    assert min(spent) <= FIRST_BOARD_MS, spent


def worked(somebody: BrowserContext, server: str) -> float:
    """Return the work of the server and of the process of the page for one new game, in ms."""
    begun = somebody.request.post(f"{server}/api/games", data=TERMS, headers={"Origin": server})
    page = somebody.new_page()
    watch = somebody.new_cdp_session(page)
    watch.send("Performance.enable", {"timeDomain": "threadTicks"})
    watch.send("Network.setCacheDisabled", {"cacheDisabled": True})
    idle, before = page_seconds(watch), server_seconds(somebody, server)
    page.goto(server + begun.json()["url"])
    page.wait_for_selector("#board [data-grip]", state="attached")
    spent = page_seconds(watch) - idle + server_seconds(somebody, server) - before
    page.close()
    return 1000 * spent


def page_seconds(watch: CDPSession) -> float:
    """Return what the process of a page has worked, on all its threads."""
    figures = watch.send("Performance.getMetrics")["metrics"]
    return float(next(one["value"] for one in figures if one["name"] == "ProcessTime"))


def server_seconds(somebody: BrowserContext, server: str) -> float:
    """Return what the server has worked since it began."""
    told = somebody.request.get(f"{server}/metrics").text()
    found = re.search(r"^process_cpu_seconds_total (\S+)$", told, re.MULTILINE)
    assert found
    return float(found[1])


def weight(response: Response) -> int:
    """Return the bytes of an answer on the way, compressed if the server compresses it."""
    if urlsplit(response.url).scheme not in ("http", "https"):
        return 0
    return response.request.sizes()["responseBodySize"]


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), [(640, 400), (667, 375), (568, 320)])  # 640: a desk at 200 %
def test_a_name_is_read_beside_its_clock_where_a_window_is_low_and_narrow(
    table: Table, width: int, height: int
) -> None:
    table.page.set_viewport_size({"width": width, "height": height})
    table.begin(**TERMS)
    for plate in table.page.locator(".plate").all():
        cut = plate.locator(".name").evaluate("name => name.scrollWidth - name.clientWidth")
        clock = plate.locator(".clock").bounding_box()
        assert clock
        assert cut <= 1
        assert clock["x"] + clock["width"] <= width
