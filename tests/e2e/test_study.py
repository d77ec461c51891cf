"""Studies in a browser: written together, drawn on, kept without a connection, solved; every look by axe."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import APIResponse, Browser, BrowserContext, Page, Route, expect

from damiera.study.files import LARGEST_FILE
from tests.e2e.conftest import somebody, violations

TEXT = """[StudyName "Roads"][ChapterName "Two roads"][White "Anna"][Black "Bruno"]
1. 22-19 10-14 2. 19x10 5x14 {[%csl Y14][%cal B2218] two} (2... 6x13 {one} 3. 23-20) 3. 23-20!? *

[ChapterName "To solve"][ChapterKind "guess white"]
1. 22-19 (1. 21-17 {hope} 12-16 2. 25-21) 10-14 2. 19x10 {well} 5x14 3. 23-20 *
"""
LOOKS = ("light", "dark", "contrast")


def begin(page: Page, base: str) -> str:
    """Begin a study open to whoever has the link; return the address of its first chapter."""
    answer = page.context.request.post(
        f"{base}/studies", form={"game": "italian", "title": "", "text": TEXT}, headers={"Origin": base}
    )
    chapter = answer.url.split("?")[0]
    study, _, id = chapter.rpartition("/")
    page.context.request.post(
        f"{study}/act", form={"what": "share", "sharing": "link", "chapter": id}, headers={"Origin": base}
    )
    return chapter


def ready(page: Page) -> None:
    expect(page.locator("#study-panel .tabs")).to_be_visible()
    expect(page.locator("draughts-board .pc[transform]").first).to_be_attached()


@contextmanager
def reading(browser: Browser, address: str) -> Iterator[Page]:
    with somebody(browser) as other:
        page = other.new_page()
        page.goto(address)
        ready(page)
        yield page


def draw_circle(page: Page, square: int) -> None:
    """Draw one by keys, and wait until it is stored."""
    page.locator(f'#board [role=gridcell][data-square="{square}"]').focus()
    with page.expect_response("**/api/study/*"):
        page.keyboard.press("d")
        page.keyboard.press("d")


def waiting_for(page: Page, asked: list[Any]) -> None:
    """Let the page go on until something was asked."""
    for _ in range(600):
        if asked:
            return
        page.wait_for_timeout(50)
    raise AssertionError("nothing was asked")


def middle(page: Page, square: int) -> tuple[float, float]:
    box = page.locator(f'#board [role=gridcell][data-square="{square}"]').bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_study_is_written_together(browser: Browser, page: Page, roomy_server: str) -> None:
    chapter = begin(page, roomy_server)
    page.goto(chapter)
    ready(page)
    expect(page.locator('#line-tools button[value="undo"]')).to_be_hidden()  # nothing has been changed
    with reading(browser, chapter) as reader:
        page.locator(
            '[role="gridcell"][data-square="23"][data-grip]'
        ).click()  # it is known what may be moved
        page.locator('[role="gridcell"][data-square="20"]').click()
        expect(page.locator("#study-tree a.now")).to_have_text("23-20")
        expect(reader.locator("#study-tree .variation").last).to_contain_text("23-20")
        page.locator("#tab-signs").click()
        page.locator('#sign-choices button[value="sign:!!"]').click()
        expect(reader.locator("#study-tree")).to_contain_text("23-20!!")
        page.locator("#tab-moves").click()
        page.locator('#line-tools button[value="main"]').click()
        expect(reader.locator("#study-line > .row-of-moves a").first).to_contain_text("23-20")
        page.locator('#line-tools button[value="undo"]').click()
        expect(reader.locator("#study-line > .row-of-moves a").first).to_have_text("22-19")
        page.context.set_offline(True)
        page.locator("#tab-comment").click()
        page.locator("#words").fill("on the train")
        page.locator("#comment-form button").click()
        expect(page.locator("#study-net")).to_be_visible()
        page.context.set_offline(False)
        expect(reader.locator("#study-tree")).to_contain_text("on the train")
        expect(page.locator("#study-net")).to_be_hidden()


@pytest.mark.slow
def test_a_guest_is_asked_once_what_to_call_them(browser: Browser, page: Page, roomy_server: str) -> None:
    """Who had no name was "Somebody without a name" to all others, and nobody asked."""
    chapter = begin(page, roomy_server)
    page.goto(chapter)
    ready(page)
    with reading(browser, chapter) as reader:
        beside = page.locator("#study-company")
        expect(beside).to_have_text("A guest looks on with you")
        reader.get_by_text("What may we call you?").click()
        reader.locator("#my-name").fill("Carla")
        assert violations(reader, context=".chapters") == []
        reader.get_by_role("button", name="Keep it").click()
        expect(beside).to_have_text("Carla looks on with you")
        ready(reader)
        expect(reader.locator("#asks-name")).to_have_count(0)
        assert reader.url == chapter
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        page.locator("#tab-share").click()
        page.locator("[data-copy='#link']").click()
        expect(page.locator("#said")).to_contain_text("Copied")
        assert page.evaluate("navigator.clipboard.readText()") == chapter


def test_an_author_draws_and_walks(page: Page, roomy_server: str) -> None:
    page.goto(begin(page, roomy_server))
    ready(page)
    for way in ("next", "next", "next", "next"):
        page.locator(f'[data-go="{way}"]').click()
    expect(page.locator("#board .drawn polyline.B")).to_have_count(1)
    expect(page.locator("#board .drawn circle.Y")).to_have_count(1)
    page.locator(".pen-R").click()
    page.mouse.move(*middle(page, 23))
    page.mouse.down(button="right")
    for square in (19, 15, 11, 6):
        page.mouse.move(*middle(page, square), steps=4)
    page.mouse.up(button="right")
    expect(page.locator("#board .drawn polyline.R")).to_have_count(1)
    page.reload()
    ready(page)
    expect(page.locator("#board .drawn polyline.R")).to_have_count(1)
    page.locator("#moves").press("ArrowDown")
    expect(page.locator("#study-tree a.now")).to_have_text("6×13")
    page.locator("#moves").press("Home")
    expect(page.locator("#here-move")).to_have_text("The first position.")


@pytest.mark.slow
def test_the_number_of_a_move_stands_beside_it(page: Page, roomy_server: str) -> None:
    page.goto(begin(page, roomy_server))
    ready(page)
    expect(page.locator("#study-tree .numbered")).to_have_count(5)
    lines = "[...document.querySelectorAll('#study-tree .numbered')].map(one => one.getClientRects().length)"
    for width in range(340, 400, 10):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate(lines) == [1] * 5


@pytest.mark.slow
def test_a_reader_guesses_the_moves(browser: Browser, page: Page, roomy_server: str) -> None:
    chapter = begin(page, roomy_server)
    with reading(browser, chapter) as reader:
        reader.locator(".chapterlist a").nth(1).click()
        ready(reader)
        expect(reader.locator("#study-tree a")).to_have_count(0)
        reader.locator("#quiz-move").fill("21-17")
        reader.locator("#quiz-move").press("Enter")
        expect(reader.locator("#quiz-said .msg.bad")).to_be_visible()
        expect(reader.locator("#quiz-said")).to_contain_text("hope")
        reader.locator("#quiz-again").click()
        expect(reader.locator("#quiz-said .msg")).to_have_count(0)
        reader.locator('[role="gridcell"][data-square="22"]').click()
        reader.locator('[role="gridcell"][data-square="19"]').click()
        expect(reader.locator("#quiz-said .msg.good")).to_be_visible()
        expect(reader.locator("#study-tree a")).to_have_count(2)
        for move, found in (("19x10", 4), ("23-20", 8)):
            expect(reader.locator("#quiz-move")).to_be_enabled()
            reader.locator("#quiz-move").fill(move)
            reader.locator("#quiz-move").press("Enter")
            expect(reader.locator("#study-tree a")).to_have_count(found)
        expect(reader.locator("#quiz")).to_contain_text("Solved")


@pytest.mark.slow
@pytest.mark.parametrize("look", LOOKS)
def test_studies_have_no_barrier(context: BrowserContext, roomy_server: str, look: str) -> None:
    page = context.new_page()
    context.add_cookies([{"name": "damiera_prefs", "value": f"theme={look}", "url": roomy_server}])
    chapter = begin(page, roomy_server)
    page.goto(f"{chapter}?at=22-19 10-14 19x10 5x14")
    ready(page)
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 844})
        for tab in ("moves", "comment", "signs", "share"):
            page.locator(f"#tab-{tab}").click()
            assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.goto(f"{roomy_server}/studies?game=italian&find=%3F:W23")
    assert violations(page) == []


RULED = """[ChapterName "Ruled"][GameType "22"]
1. 21-17 12-15 2. 22-18 {[%jump B:W17,18,32:B5,15 fid.italian.2008:8.1.6] It stood.} 2... 5-10 3. 17-13 *
"""


@pytest.mark.slow
def test_a_game_whose_board_changed_is_walked_whole(page: Page, roomy_server: str) -> None:
    answer = page.context.request.post(
        f"{roomy_server}/studies",
        form={"game": "italian", "title": "", "text": RULED},
        headers={"Origin": roomy_server},
    )
    page.goto(answer.url.split("?")[0])
    ready(page)
    pieces = page.locator("draughts-board .pc[transform]")
    expect(pieces).to_have_count(5)
    back, on = page.locator('[data-go="prev"]'), page.locator('[data-go="next"]')
    back.click()
    expect(page.locator("#study-tree a.now")).to_have_text("22-18")
    expect(pieces).to_have_count(24)
    expect(page.locator("#board .can")).to_have_count(0)
    page.locator('#study-tree [data-earlier="1"]').click()
    expect(page.locator("#here-move")).to_have_text("21-17")
    on.click()
    expect(page.locator("#study-tree a.now")).to_have_text("12-15")
    on.click()
    on.click()
    expect(page.locator("#here-move")).to_have_text("The first position.")
    expect(pieces).to_have_count(5)
    on.click()
    expect(page.locator("#here-move")).to_have_text("2… 5-10")
    assert violations(page, context="#study-tree") == []


@pytest.mark.slow
def test_an_author_draws_by_keys_and_the_chapter_keeps_it(page: Page, roomy_server: str) -> None:
    chapter = begin(page, roomy_server)
    page.goto(chapter)
    ready(page)
    page.locator('#pens input[value="R"]').focus()
    page.keyboard.press("Space")
    page.locator('#board [role=gridcell][data-square="22"]').focus()
    page.keyboard.press("d")
    page.keyboard.press("d")
    expect(page.locator("#board .drawn circle.R")).to_have_count(1)
    page.keyboard.press("d")
    page.locator('#board [role=gridcell][data-square="18"]').focus()
    page.keyboard.press("d")
    expect(page.locator("#board .drawn path.R")).to_have_count(1)
    expect(page.locator("#study-net")).to_be_hidden()
    page.reload()
    ready(page)
    expect(page.locator("#board .drawn circle.R")).to_have_count(1)
    expect(page.locator("#board .drawn path.R")).to_have_count(1)
    page.locator('#board [role=gridcell][data-square="22"]').focus()
    page.keyboard.press("D")
    expect(page.locator("#board .drawn > *")).to_have_count(0)


@pytest.mark.slow
@pytest.mark.parametrize("stored", [True, False])
def test_a_page_without_the_last_drawing_does_not_take_it_away(
    browser: Browser, roomy_server: str, stored: bool
) -> None:
    """The next drawing would be stored without it; whether it was stored meanwhile or still waits."""
    with browser.new_context(service_workers="block") as context:
        page = context.new_page()
        chapter = begin(page, roomy_server)
        page.goto(chapter)
        ready(page)
        held: list[tuple[Route, APIResponse]] = []

        def hold(route: Route) -> None:
            if route.request.resource_type == "fetch":
                held.append((route, route.fetch()))
            else:
                route.continue_()

        page.route(re.compile(re.escape(chapter)), hold)
        page.locator('#pens input[value="R"]').focus()
        page.keyboard.press("Space")
        draw_circle(page, 22)
        waiting_for(page, held)
        if stored:
            draw_circle(page, 18)
        else:
            page.route("**/api/study/*", lambda route: None)
            page.locator('#board [role=gridcell][data-square="18"]').focus()
            page.keyboard.press("d")
            page.keyboard.press("d")
        expect(page.locator("#board .drawn circle.R")).to_have_count(2)
        route, before = held.pop()
        with page.expect_response(lambda answer: answer.url == route.request.url):
            route.fulfill(response=before)
        page.wait_for_timeout(500)
        assert page.locator("#board .drawn circle.R").count() == 2


@pytest.mark.slow
def test_a_reader_draws_for_themselves_alone(browser: Browser, page: Page, roomy_server: str) -> None:
    chapter = begin(page, roomy_server)
    page.goto(chapter)
    ready(page)
    with reading(browser, chapter) as reader:
        sent: list[str] = []
        reader.on("request", lambda request: sent.append(request.method))
        reader.locator('#board [role=gridcell][data-square="22"]').focus()
        reader.keyboard.press("d")
        reader.keyboard.press("d")
        expect(reader.locator("#board .drawn circle.B")).to_have_count(1)
        assert "POST" not in sent
    expect(page.locator("#board .drawn circle.B")).to_have_count(0)


def test_the_keys_of_a_study_fit_the_narrowest_phone(page: Page, roomy_server: str) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(f"{roomy_server}/studies")
    page.keyboard.press("Enter")
    page.wait_for_url("**/study/*/*")
    expect(page.locator(".studykeys .pen")).to_have_count(3)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("width", [320, 390, 844])
def test_large_letters_leave_a_margin_round_the_signs_of_the_keys(
    page: Page, roomy_server: str, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 844 if width < 844 else 390})
    page.goto(begin(page, roomy_server))
    ready(page)
    page.evaluate("document.documentElement.style.fontSize = '32px'")
    margins = page.locator(".studykeys .btn.icon:visible").evaluate_all(
        """(keys) => keys.map((key) => {
          const [box, sign] = [key, key.querySelector("svg")].map((one) => one.getBoundingClientRect());
          return Math.min(sign.left - box.left, box.right - sign.right, sign.top - box.top);
        })"""
    )
    assert len(margins) == 6
    assert min(margins) >= 2


@pytest.mark.slow
def test_panels_on_a_phone_are_a_sheet_that_never_reaches_the_board(page: Page, roomy_server: str) -> None:
    chapter = begin(page, roomy_server)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(chapter)
    ready(page)
    board = page.locator("#board-box").bounding_box()
    assert board
    page.locator("#tab-signs").click()
    sheet = page.locator("#study-panel").bounding_box()
    assert sheet
    assert page.evaluate("scrollY") == 0
    assert sheet["y"] >= board["y"] + board["height"]
    assert sheet["y"] + sheet["height"] == 844
    assert violations(page, context="#study-panel") == []
    page.keyboard.press("Escape")
    expect(page.locator("#tab-moves")).to_be_focused()
    expect(page.locator("#panel-signs")).to_be_hidden()
    page.set_viewport_size({"width": 844, "height": 390})
    on_its_side = page.locator("#board-box").bounding_box()
    assert on_its_side
    assert on_its_side["height"] >= 376
    assert on_its_side["y"] + on_its_side["height"] <= 390


@pytest.mark.slow
def test_lines_of_moves_under_a_finger_stand_as_close_as_its_height_allows(
    browser: Browser, roomy_server: str
) -> None:
    """Between two lines of the tree there was room for a third."""
    context = browser.new_context(viewport={"width": 320, "height": 640}, has_touch=True)
    page = context.new_page()
    page.goto(begin(page, roomy_server))
    ready(page)
    boxes = [
        one.bounding_box() for one in page.locator("#study-line > .row-of-moves").first.locator("a").all()
    ]
    heights = {box["height"] for box in boxes if box}
    assert len(heights) == 1
    assert 36 <= heights.pop() <= 48
    context.close()


@pytest.mark.slow
def test_a_file_larger_than_a_study_takes_is_not_sent(page: Page, roomy_server: str, tmp_path: Path) -> None:
    """Eight megabytes were sent before it was said that they are too many."""
    large, small = tmp_path / "all.pdn", tmp_path / "one.pdn"
    with large.open("wb") as sparse:
        sparse.truncate(LARGEST_FILE + 1)
    small.write_text("1. 22-18 *")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.method))
    for address, field, fold in (
        (f"{roomy_server}/studies", "#begin-file", "#begin summary"),
        (begin(page, roomy_server), "#add-file", ".adder summary"),
    ):
        page.goto(address)
        page.locator(fold).click()
        page.locator(field).set_input_files(large)
        expect(page.locator(f"{field}-wrong")).to_contain_text("all.pdn")
        assert violations(page, context="form:has(.msg)") == []
        sent.clear()
        page.locator(f"form:has({field}) button").last.click()
        assert "POST" not in sent
        page.locator(field).set_input_files(small)
        expect(page.locator(f"{field}-wrong")).to_be_hidden()
        page.locator(f"form:has({field}) button").last.click()
        page.wait_for_url("**/study/**")
        expect(page.locator("#board")).to_be_visible()
        assert sent.count("POST") == 1


PASTE = """([selector, length]) => {
  const field = document.querySelector(selector), given = new DataTransfer();
  given.setData("text/plain", "1. 22-18 *\\n".repeat(Math.ceil(length / 11)));
  const event = new ClipboardEvent("paste", { clipboardData: given, bubbles: true, cancelable: true });
  field.focus();
  return field.dispatchEvent(event);
}"""


@pytest.mark.parametrize(
    ("path", "field", "length", "told"),
    [
        ("/studies", "#begin-text", 100_000_000, "101 MB"),
        ("/import", "#text", 100_000_000, "101 MB"),
        ("/analysis", "#setup-fen", 30_000, "30008"),
    ],
)
def test_a_text_longer_than_a_field_takes_is_not_pasted(
    page: Page, roomy_server: str, path: str, field: str, length: int, told: str
) -> None:
    """A hundred megabytes were laid out, and a browser stood still for minutes; else the end was lost."""
    page.goto(roomy_server + path)
    page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
    text = page.locator(field)
    text.fill("1. 22-18 *")
    assert not page.evaluate(PASTE, [field, length])
    expect(page.locator(f"{field}-wrong")).to_contain_text(told)
    expect(text).to_have_value("1. 22-18 *")
    assert page.evaluate(PASTE, [field, 1_000])
    expect(page.locator(f"{field}-wrong")).to_be_hidden()


def _comment(page: Page, words: str) -> None:
    page.locator("#tab-comment").click()
    page.locator("#words").fill(words)
    page.locator("#comment-form button").click()


@pytest.mark.slow
def test_a_change_that_comes_too_fast_is_sent_again(browser: Browser, roomy_server: str) -> None:
    """What was answered with "wait a few seconds" was told and thrown away."""
    with browser.new_context(service_workers="block") as context:  # what passes by one is not answered here
        page = context.new_page()
        chapter = begin(page, roomy_server)
        page.goto(chapter)
        ready(page)
        busy = [429]
        page.route(
            "**/api/study/*",
            lambda route: route.fulfill(status=busy.pop(), json={}) if busy else route.continue_(),
        )
        _comment(page, "after the rush")
        expect(page.locator("#study-net")).to_be_visible()
        expect(page.locator("#study-tree")).to_contain_text("after the rush")
        expect(page.locator("#study-net")).to_be_hidden()
        page.reload()
        expect(page.locator("#study-tree")).to_contain_text("after the rush")


@pytest.mark.slow
def test_what_two_tabs_write_without_a_connection_is_all_kept(page: Page, roomy_server: str) -> None:
    """The tab that wrote last wrote over what the other had put by."""
    chapter = begin(page, roomy_server)
    page.goto(chapter)
    other = page.context.new_page()
    other.goto(f"{chapter}?at=22-19")
    ready(page)
    ready(other)
    page.context.set_offline(True)
    _comment(page, "from the first tab")
    _comment(other, "from the second tab")
    expect(other.locator("#study-net")).to_be_visible()
    page.close()
    other.close()
    last = page.context.new_page()
    page.context.set_offline(False)
    last.goto(chapter)
    expect(last.locator("#study-tree")).to_contain_text("from the first tab")
    expect(last.locator("#study-tree")).to_contain_text("from the second tab")
    expect(last.locator("#study-net")).to_be_hidden()


def _said(page: Page) -> str:
    return " ".join(page.locator("#study-line").inner_text().split())


@pytest.mark.slow
def test_what_comes_next_is_in_sight_on_a_phone(page: Page, roomy_server: str) -> None:
    """Below a solved chapter, and an exercise that is done, it stood under the bar at the foot."""
    page.set_viewport_size({"width": 390, "height": 664})
    page.goto(begin(page, roomy_server))
    quiz = page.locator("#study-chapters a").nth(1).get_attribute("href")
    third = {
        "what": "add",
        "chapter": str(quiz).rpartition("/")[2],
        "name": "",
        "text": "1. 21-17 *",
        "game": "italian",
    }
    page.context.request.post(
        f"{roomy_server}{str(quiz).rpartition('/')[0]}/act", form={**third}, headers={"Origin": roomy_server}
    )
    page.goto(f"{roomy_server}{quiz}?at=22-19+10-14+19x10+5x14+23-20&as=reader")
    foot = page.locator("nav.tabbar").bounding_box()
    assert foot
    for address, next in (("", "#quiz-next"), ("/learn/italian/4.1", "#exercise-next")):
        if address:
            page.goto(f"{roomy_server}{address}")
            page.locator("#exercise-move").fill("22-18")
            page.locator("#exercise-move").press("Enter")
            expect(page.locator("#exercise-next.main")).to_be_visible()
        box = page.locator(next).bounding_box()
        assert box
        assert box["y"] + box["height"] <= foot["y"], next


@pytest.mark.slow
def test_moves_are_made_without_a_connection(browser: Browser, page: Page, roomy_server: str) -> None:
    """A new move waited for the server, which alone knew the law; the tree showed nothing that waited."""
    chapter = begin(page, roomy_server)
    with page.expect_request(
        re.compile(r"/ahead\?(?!.*whole=1)")
    ):  # what was told of the whole tree is known
        page.goto(chapter)
        ready(page)
    page.context.set_offline(True)
    for move in ("23-20", "12-15", "20-16"):
        page.locator("#study-move").fill(move)
        page.locator("#study-move").press("Enter")
        expect(page.locator("#study-line a.now")).to_have_text(move)
    _comment(page, "on the train")
    page.locator("#tab-moves").click()
    assert "A 1. 23-20 12-15 2. 20-16 on the train 1… 10-14" in _said(page)
    page.locator('#line-tools button[value="main"]').click()
    assert _said(page).startswith("1. 23-20 A 1. 22-19")
    page.locator('#line-tools button[value="undo"]').click()
    assert _said(page).startswith("1. 22-19 A 1. 23-20")
    with reading(browser, chapter) as other:
        expect(other.locator("#study-line")).not_to_contain_text("on the train")
        page.context.set_offline(False)
        expect(other.locator("#study-line")).to_contain_text("on the train")
        assert _said(other) == _said(page)
    expect(page.locator("#study-net")).to_be_hidden()


TANGLED = """1. 22-19 $3 10-14! {[%clk 0:59:10] a}
(1... 11-14?? {b} (1... 11-15 (1... 12-15 {c} 2. 19x12 8x15)) 2. 24-20)
({said before} 1... 9-13 2. 21-17 {d}) {said after} 2. 19x10 $10 5x14
(2... 6x13 {one} 3. 23-20 (3. 21-17)) 3. 23-20!? *
"""


@pytest.mark.slow
def test_the_tree_of_the_browser_is_that_of_the_server(page: Page, roomy_server: str) -> None:
    """What waits for the server is shown in the tree, which the browser writes then; the rest stays."""
    answer = page.context.request.post(
        f"{roomy_server}/studies",
        form={"game": "italian", "title": "Tangled", "text": TANGLED},
        headers={"Origin": roomy_server},
    )
    page.goto(answer.url)
    ready(page)
    whole = _said(page)
    assert "said before" in whole
    page.context.set_offline(True)
    page.locator('#study-line a:text-is("12-15")').click()
    _comment(page, "c")
    page.locator("#tab-moves").click()
    assert _said(page) == whole
    for what in ("promote", "main", "delete"):
        page.locator(f'#line-tools button[value="{what}"]').click()
    here = _said(page)
    page.context.set_offline(False)
    expect(page.locator("#study-net")).to_be_hidden()
    page.reload()
    ready(page)
    assert _said(page) == here != whole


def test_words_that_cannot_be_kept_are_shown_to_be_copied(page: Page, roomy_server: str) -> None:
    chapter = begin(page, roomy_server)
    page.goto(chapter)
    ready(page)
    page.context.clear_cookies()
    _comment(page, "my best thought")
    expect(page.locator("#study-notice")).to_contain_text("my best thought")
    _comment(page, "and another one")
    expect(page.locator("#study-notice")).to_contain_text("and another one")
    expect(page.locator("#study-notice")).to_contain_text("my best thought")


@pytest.mark.slow
def test_a_pattern_and_a_first_position_are_set_up_on_a_board(page: Page, roomy_server: str) -> None:
    """A search was typed as `?:W22,K31:B18:E14`, and so was a position to begin with."""
    begin(page, roomy_server)
    page.goto(f"{roomy_server}/studies")
    page.locator("#setup summary").click()

    def tap(piece: str, *squares: int) -> None:
        page.locator(f'#setup-form input[value="{piece}"]').check()
        for square in squares:
            page.locator(f'#setup-board [role="gridcell"][data-square="{square}"]').click()

    tap("w", 21, 24, 25)
    tap("w", 25)  # a second tap takes it off
    tap("b", 14)
    tap("E", 22, 10)
    expect(page.locator("#setup-board .pc[transform]")).to_have_count(3)
    assert violations(page, context="#setup") == []
    page.locator("#setup-search").click()
    page.wait_for_url("**find=**")
    assert page.locator("#find").input_value() == "?:W21,24:B14:E10,22"
    expect(page.locator(".studylist").first).to_contain_text("Two roads")
    page.goto(f"{roomy_server}/studies?board=1&game=international")
    tap("W", 50)
    tap("b", 5)
    page.locator("#setup-side").select_option("B")
    page.locator("#setup-begin").click()
    page.wait_for_url("**/study/*/*")
    expect(page.locator("#fen")).to_have_text("B:WK50:B5")
