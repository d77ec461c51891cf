"""Beginning: one tap from home, the switch, a button always in sight, a board set up by hand."""

from __future__ import annotations

import re
import shutil
from itertools import product

import pytest
from playwright.sync_api import Browser, Page, expect

from .conftest import BROWSERS, violations

BEGUN = "Move a man: the game has begun."
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


def test_a_tap_on_a_taste_begins_a_game_and_the_name_is_asked_once(page: Page, roomy_server: str) -> None:
    page.goto(roomy_server)
    page.get_by_role("button", name="First moves").click()
    expect(page.locator("#command-text")).to_be_visible()
    page.goto(roomy_server)
    page.get_by_label("What may we call you?").fill("Anna")
    page.get_by_role("button", name="Keep it").click()
    expect(page.get_by_label("What may we call you?")).to_have_count(0)
    page.get_by_role("button", name="Again").click()
    expect(page.locator("#plate-bottom")).to_contain_text("Anna")
    expect(page.locator("#plate-top")).to_contain_text("1")


BROKEN_WORDS = """() => [...document.querySelectorAll(".taste b")].flatMap(e => {
  const range = document.createRange(), text = e.firstChild;
  return [...text.data.matchAll(/\\S+/g)].map(word => {
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    return new Set([...range.getClientRects()].map(at => at.top)).size > 1 ? word[0] : "";
  }).filter(Boolean);
})"""


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "it", "fr"])
def test_no_word_of_a_taste_is_broken_on_a_narrow_phone(
    browser: Browser, roomy_server: str, lang: str
) -> None:
    page = browser.new_page(locale=lang, viewport={"width": 320, "height": 640})
    for width, path in product((320, 360, 390, 412), ("/", "/new")):
        page.set_viewport_size({"width": width, "height": 640})
        page.goto(roomy_server + path)
        expect(page.locator(".taste b")).to_have_count(5)
        assert page.evaluate(BROKEN_WORDS) == [], (width, path)
    page.context.close()


BEGIN_IS_SEEN = """() => {
  const box = document.querySelector(".beginbar .btn").getBoundingClientRect();
  return box.top >= 0 && box.bottom <= document.querySelector(".tabbar").getBoundingClientRect().top;
}"""


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "it", "fr"])
def test_home_with_letters_twice_as_large_breaks_no_word_and_is_no_wider(
    browser: Browser, roomy_server: str, lang: str
) -> None:
    large = browser.browser_type.launch(
        executable_path=next(filter(None, map(shutil.which, BROWSERS))),
        args=["--blink-settings=defaultFontSize=32"],
    )
    page = large.new_page(locale=lang)
    for width, height in ((390, 844), (844, 390), (820, 1180), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(roomy_server)
        assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
        assert page.evaluate(BROKEN_WORDS) == [], width
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
    page.set_viewport_size({"width": 320, "height": 568})
    page.goto(f"{roomy_server}/new")
    page.wait_for_function(BEGIN_IS_SEEN)
    large.close()


def test_the_switch_opens_the_house_and_shuts_it(browser: Browser, server: str) -> None:
    """The address is a real one of this machine: whoever has a network can be reached by it."""
    page = browser.new_page()
    page.goto(server)
    switch = page.get_by_role("switch", name="Open to the house")
    expect(switch).to_have_attribute("aria-checked", "false")
    switch.click()
    address = page.locator("#house-address")
    if not address.count() and page.locator("h1").inner_text() != BEGUN:
        pytest.skip("this machine is in no network")
    expect(switch).to_have_attribute("aria-checked", "true")
    expect(page.locator(".house-facts .qr svg")).to_be_visible()
    outside = address.inner_text()
    guest = browser.new_page()
    guest.goto(outside)
    expect(guest.locator("draughts-board")).to_be_visible()
    expect(guest.get_by_role("switch")).to_have_count(0)
    switch.click()
    expect(switch).to_have_attribute("aria-checked", "false")
    with pytest.raises(Exception, match="ERR_"):
        guest.goto(outside)
    page.close()
    guest.close()


@pytest.mark.slow
def test_a_page_shows_that_the_switch_has_shut_by_itself(page: Page, server: str) -> None:
    """It showed the address and its code until it was loaded anew."""
    page.goto(server)
    page.clock.install()
    page.get_by_role("switch", name="Open to the house").click()
    switch = page.get_by_role("switch", name="Open to the house")
    if not page.locator("#house-address").count() and page.locator("h1").inner_text() != BEGUN:
        pytest.skip("this machine is in no network")
    expect(switch).to_have_attribute("aria-checked", "true")
    page.clock.fast_forward("03:00:00")
    expect(switch).to_have_attribute("aria-checked", "true")
    closed = page.context.request.post(
        f"{server}/house", form={"house": "closed", "back": "/"}, headers={"Origin": server}
    )
    assert closed.ok
    page.clock.fast_forward("01:00:05")
    expect(switch).to_have_attribute("aria-checked", "false")
    expect(page.locator("#house-address")).to_have_count(0)
    expect(page.locator("#said")).to_have_text("The app is closed to the house again.")


@pytest.mark.slow
def test_the_endgame_page_begins_with_a_board_set_up_by_hand(page: Page, roomy_server: str) -> None:
    page.goto(f"{roomy_server}/endgame")
    expect(page.locator("#fen")).to_be_hidden()
    board = page.locator("#setup-board")
    board.locator('[role=gridcell][data-square="30"]').click()
    page.get_by_label("black king").check(force=True)
    board.locator('[role=gridcell][data-square="1"]').click()
    board.locator('[role=gridcell][data-square="5"]').click()
    board.locator('[role=gridcell][data-square="5"]').click()
    page.get_by_label("To move").select_option("black")
    page.get_by_role("button", name="Ask the tables").click()
    expect(page).to_have_url(re.compile(r"fen=B%3AW30%3ABK1$"))
    expect(page.locator("#told-title")).to_be_visible()
    expect(board.locator('[data-square="1"]').first).to_have_attribute("aria-label", re.compile("black king"))
    expect(page.get_by_label("To move")).to_have_value("black")


WIDE = """() => [...document.querySelectorAll("html, .tablewrap, .stock *, #more, #more *")]
  .filter((one) => one.clientWidth && one.scrollWidth > one.clientWidth + 1).map((one) => one.outerHTML)"""


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "it", "fr"])
def test_what_tables_there_are_is_read_on_a_narrow_phone(
    browser: Browser, roomy_server: str, lang: str
) -> None:
    """And how more are built: nothing is scrolled sideways."""
    page = browser.new_page(locale=lang, viewport={"width": 320, "height": 640})
    for width in (320, 360, 390):
        page.set_viewport_size({"width": width, "height": 640})
        page.goto(f"{roomy_server}/endgame")
        expect(page.locator(".stock tbody tr")).not_to_have_count(0)
        expect(page.locator("#more li")).to_have_count(3)
        assert page.evaluate(WIDE) == [], width
        assert violations(page) == []
    page.context.close()


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_begin_is_in_the_first_screen_at_every_size(
    page: Page, roomy_server: str, size: tuple[int, int], theme: str
) -> None:
    width, height = size
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    for path, what in (
        ("/new", ".beginbar .btn"),
        ("/new?against=friend", ".beginbar .btn"),
        ("/", "#board"),
    ):
        page.goto(roomy_server + path)
        box = page.locator(what).bounding_box()
        assert box is not None
        foot = page.locator(".tabbar").bounding_box() if page.locator(".tabbar").is_visible() else None
        assert box["y"] + box["height"] <= (foot["y"] if foot and path != "/" else height), path
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
        assert violations(page) == [], path


@pytest.mark.parametrize("size", [(844, 390), (932, 430), (740, 360)])
def test_the_board_of_home_is_whole_on_a_phone_on_its_side(
    browser: Browser, roomy_server: str, size: tuple[int, int]
) -> None:
    """A finger's targets are higher than a mouse's: they pushed the last row of the board off the screen."""
    width, height = size
    context = browser.new_context(
        viewport={"width": width, "height": height}, has_touch=True, is_mobile=True, locale="fr-FR"
    )
    page = context.new_page()
    page.goto(roomy_server)
    box = page.locator("#board").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= height
    cut = (
        "[...document.querySelectorAll('.pickline *')].filter((one) => one.scrollWidth > one.clientWidth + 1)"
    )
    assert page.evaluate(f"{cut}.filter((one) => one.clientWidth).map((one) => one.textContent)") == []
    context.close()


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "it", "fr"])
def test_the_five_parts_stand_in_one_row(browser: Browser, roomy_server: str, lang: str) -> None:
    """Their French names made two rows of the bar, where a phone on its side has height for one."""
    page = browser.new_page(locale=lang)
    for width in (721, 740, 791, 820, 844, 981, 1024, 1181, 1280):
        page.set_viewport_size({"width": width, "height": 390})
        page.goto(f"{roomy_server}/new")
        box = page.locator(".top").bounding_box()
        assert box is not None
        assert box["height"] <= 62, width
    page.context.close()


def test_every_row_of_a_new_game_begins_right_below_its_name_on_a_phone(
    page: Page, roomy_server: str
) -> None:
    """The row of the clock stood lower: a line that is not shown made room above it."""
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{roomy_server}/new")
    gaps = page.locator("fieldset.termrow:visible").evaluate_all(
        """(rows) => rows.map((row) => {
          const [name, ...shown] = [...row.children].filter((one) => one.getClientRects().length);
          return Math.round(shown[0].getBoundingClientRect().top - name.getBoundingClientRect().bottom);
        })"""
    )
    assert len(gaps) >= 4
    assert set(gaps) == {0}


@pytest.mark.slow
def test_a_new_game_is_one_key_away_but_not_while_something_is_typed(page: Page, roomy_server: str) -> None:
    page.goto(f"{roomy_server}/catalogue")
    page.locator("input[type=search]").first.fill("Dama")
    page.keyboard.press("Shift+N")
    expect(page.locator("input[type=search]").first).to_have_value("DamaN")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Shift+N")
    page.wait_for_url("**/new")


@pytest.mark.parametrize("on", ["body", "#game", "input[name=against][value=engine]"])
def test_enter_begins_a_new_game_from_where_it_has_nothing_else_to_do(
    page: Page, roomy_server: str, on: str
) -> None:
    page.goto(f"{roomy_server}/new")
    expect(page.locator("[data-plain]")).to_have_count(0)
    if on != "body":
        page.locator(on).focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/g/*")


@pytest.mark.parametrize(("path", "begun"), [("/", "**/g/*"), ("/studies", "**/study/*/*")])
def test_enter_begins_from_home_and_among_studies(
    page: Page, roomy_server: str, path: str, begun: str
) -> None:
    page.goto(roomy_server + path)
    page.keyboard.press("Enter")
    page.wait_for_url(begun)


def test_enter_on_a_piece_of_the_board_at_home_begins_nothing(page: Page, roomy_server: str) -> None:
    page.goto(f"{roomy_server}/")
    page.locator('#board [role=gridcell][data-square="22"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator('#board [role=gridcell][data-square="18"]')).to_have_accessible_name(re.compile("18"))
    assert page.url == f"{roomy_server}/"


def test_enter_does_what_a_button_or_a_fold_says(page: Page, roomy_server: str) -> None:
    page.goto(f"{roomy_server}/new")
    fold = page.locator("main details > summary").first
    fold.focus()
    page.keyboard.press("Enter")
    expect(page.locator("main details").first).to_have_attribute("open", "")
    assert page.url.endswith("/new")


@pytest.mark.slow
@pytest.mark.parametrize("size", [(390, 844), (844, 390), (568, 320)])
def test_a_new_game_is_a_sheet_over_home_that_ends_with_begin(
    page: Page, roomy_server: str, size: tuple[int, int]
) -> None:
    """It was a page away; the sheet has the address of that page, and Escape, the cross and Back close it."""
    width, height = size
    page.set_viewport_size({"width": width, "height": height})
    page.goto(roomy_server)
    sheet = page.locator("dialog[open]")
    page.locator('a[href="/new?against=here"]').first.click()
    expect(sheet.locator('[name="against"][value="here"]')).to_be_checked()
    assert page.url == f"{roomy_server}/new?against=here"
    button = sheet.locator(".beginbar button").bounding_box()
    assert button
    assert button["y"] + button["height"] <= height
    focus = "() => document.activeElement === document.body || !!document.activeElement.closest('dialog')"
    for _ in range(40):
        page.keyboard.press("Tab")
        assert page.evaluate(focus)
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    assert page.url == f"{roomy_server}/"
    page.evaluate("document.activeElement.blur()")
    for leave in (page.go_back, lambda: page.locator("#sheet-shut").click()):
        page.keyboard.press("Shift+N")
        expect(sheet.locator("#begins")).to_be_visible()
        leave()
        expect(sheet).to_have_count(0)
        page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Shift+N")
    expect(sheet.locator("select#game")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**/g/*")
