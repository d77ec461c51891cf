"""Pages in a browser: nothing for axe to find, nothing wider than a phone, all of it without script too."""

from __future__ import annotations

import json
import re
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, FilePayload, Page, expect

from tests.e2e.conftest import BROWSERS, PATIENCE_MS, serving, violations

TWO_WAYS = "W:W17,20,22,23,24,25,26,28,29,30,31:B1,3,4,5,7,8,9,10,11,18,19"
PAGES = (
    "/",
    "/new",
    "/new?against=friend",
    "/new?game=german-losing~landing=adjacent",
    "/catalogue",
    "/catalogue?q=dama&only=8x8&lose=1",
    "/rules/italian",
    "/rules/turkish",
    "/rules/german~rows=2?name=Zia%20Rosa",
    "/rules/new?base=english&king-range=flying",
    "/rules/new?base=english&rows=5&landing=any",
    "/book",
    "/book/fid.italian.2008/6",
    "/book/fmjd.international/4",
    "/openings",
    "/openings/it-2m-43?seed=Livorno&round=3",
    "/openings/it-3m-125",
    "/atlas",
    "/atlas/it-3m-174/5",
    "/prefs",
    "/games",
    "/archive",
    "/import",
    "/join",
    "/join/0000-0000",
    "/nowhere",
)
FAMILY = ("/", "/new", "/catalogue", "/rules/italian", "/import", "/join", "/prefs", "/games", "/book")
CONTRAST = "theme=contrast&voice=on"
NEXT_FRAME = "new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))"
GROUND = "getComputedStyle(document.documentElement).backgroundColor"
# What a finger is to hit, and is smaller than 44 pixels; a link within a sentence may be as high as its line.
SMALL = """() => {
  const controls = "a[href], button, input:not([type=hidden]), select, textarea, summary";
  const inSentence = (node) =>
    node.matches("a") && getComputedStyle(node).display === "inline" &&
    node.parentElement.textContent.trim() !== node.textContent.trim();
  const frame = (node) => (node.matches("input") && node.closest("label")) || node;
  return [...document.querySelectorAll(controls)]
    .filter((node) => node.tabIndex >= 0 && node.getClientRects().length)
    .filter((node) => !node.closest("draughts-board, .cmd, .sr") && !inSentence(node))
    .filter((node) => getComputedStyle(node, "::after").position !== "absolute")
    .filter((node) => {
      const { width, height } = frame(node).getBoundingClientRect();
      return width < 43.5 || height < 43.5;
    })
    .map((node) => node.outerHTML.slice(0, 120));
}"""
PDN = """[Event "Prova"]
[White "Rossi"]
[Black "Bianchi"]
[GameType "22"]

1. 22-18 11-14 2. 18x11 2-0

[Event "Rotta"]
[GameType "22"]

1. 22-18 11-15 2. 24-19 1-0
"""


class App:
    """A server seen by one person."""

    def __init__(self, context: BrowserContext, base: str) -> None:
        self.context = context
        self.base = base

    def begin(self, **terms: object) -> str:
        """Begin a game and return its path."""
        answer = self.context.request.post(
            f"{self.base}/api/games",
            data=json.dumps(terms),
            headers={"Content-Type": "application/json", "Origin": self.base},
        )
        url: str = answer.json()["url"]
        return url

    def bring(self, text: str) -> str:
        """Bring a PDN file and return the path of its reading."""
        file: FilePayload = {"name": "prova.pdn", "mimeType": "text/plain", "buffer": text.encode()}
        answer = self.context.request.post(
            f"{self.base}/import", multipart={"file": file}, headers={"Origin": self.base}
        )
        return answer.url.removeprefix(self.base)

    def everything(self) -> list[str]:
        """Return the path of every kind of page, with something on it."""
        over = self.begin(seat="both", fen=TWO_WAYS)
        self.context.request.post(
            f"{self.base}{over}/act", form={"what": "resign"}, headers={"Origin": self.base}
        )
        games = [self.begin(path=[22, 18]), self.begin(seat="both", fen=TWO_WAYS), over]
        games.append(self.begin(game="international", friend=True, clock={"base_ms": 900_000}))
        read = self.bring(PDN)
        page = self.context.new_page()
        page.goto(self.base + read)
        expect(page.locator("#job")).to_have_attribute("data-status", "done")
        page.goto(f"{self.base}/archive")
        replay = page.locator("table.games a").first.get_attribute("href") or ""
        page.close()
        return [*PAGES, *games, read, replay]


def _person(browser: Browser, base: str, **how: object) -> BrowserContext:
    context = browser.new_context(**{"locale": "en-GB", "viewport": {"width": 1280, "height": 860}, **how})  # type: ignore[arg-type]
    context.set_default_timeout(PATIENCE_MS)
    return context


@pytest.fixture
def parts(context: BrowserContext, roomy_server: str) -> App:
    return App(context, roomy_server)


@pytest.mark.slow
def test_axe_finds_nothing_on_any_page(browser: Browser, shared_server: str) -> None:
    """By day by all its rules; by night, on the page as it stands, the contrast of all that is written."""
    context = _person(browser, shared_server, locale="it-IT")
    parts, page = App(context, shared_server), context.new_page()
    found = []
    for path in parts.everything():
        page.emulate_media(color_scheme="light")
        page.goto(shared_server + path)
        day = page.evaluate(GROUND)
        found += [(path, "light", *what) for what in violations(page)]
        page.emulate_media(color_scheme="dark")
        found += [(path, "dark", *what) for what in violations(page, "color-contrast")]
        assert page.evaluate(GROUND) != day, "the night has come"
    context.close()
    assert found == []


@pytest.mark.deep
def test_axe_finds_nothing_on_any_page_in_high_contrast(browser: Browser, roomy_server: str) -> None:
    context = _person(browser, roomy_server, locale="it-IT")
    context.add_cookies([{"name": "damiera_prefs", "value": CONTRAST, "url": roomy_server}])
    parts, page = App(context, roomy_server), context.new_page()
    found = []
    for path in parts.everything():
        page.goto(roomy_server + path)
        found += [(path, *what) for what in violations(page)]
    context.close()
    assert found == []


@pytest.mark.slow
def test_nothing_is_wider_than_the_screen(browser: Browser, shared_server: str) -> None:
    """At 320 pixels, and with letters twice as large on a phone and at 768."""
    context = _person(browser, shared_server, locale="it-IT")
    parts, page = App(context, shared_server), context.new_page()
    wide = []
    for path in parts.everything():
        page.set_viewport_size({"width": 320, "height": 640})
        page.goto(shared_server + path)
        for width, zoom in ((320, "100%"), (390, "200%"), (768, "200%")):
            page.set_viewport_size({"width": width, "height": 640})
            page.evaluate("zoom => { document.documentElement.style.fontSize = zoom; }", zoom)
            page.evaluate(NEXT_FRAME)
            reached = page.evaluate("document.documentElement.scrollWidth")
            if reached > width:
                wide.append((path, zoom, reached))
    context.close()
    assert wide == []


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["fr", "en-XA"])
def test_longer_words_overflow_nowhere(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lang: str
) -> None:
    """French, and a made language whose words are two fifths longer, with accents and marks of direction."""
    monkeypatch.setenv("DAMIERA_PSEUDO", "1")
    wide = []
    with serving(tmp_path) as base:
        context = _person(browser, base)
        context.add_cookies([{"name": "damiera_prefs", "value": f"lang={lang}", "url": base}])
        parts, page = App(context, base), context.new_page()
        for path in parts.everything():
            page.goto(base + path)
            assert page.evaluate("document.documentElement.lang") == lang
            for width in (360, 820, 1280):
                page.set_viewport_size({"width": width, "height": 800})
                page.evaluate(NEXT_FRAME)
                reached = page.evaluate("document.documentElement.scrollWidth")
                if reached > width:
                    wide.append((path, width, reached))
        context.close()
    assert wide == []


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en-GB", "it-IT", "fr-FR"])
def test_letters_twice_as_large_are_no_wider_than_a_phone(
    browser: Browser, shared_server: str, lang: str
) -> None:
    """A reader's own size of 32 px: pages get longer, none gets wider."""
    program = next(filter(None, map(shutil.which, BROWSERS)))
    large = browser.browser_type.launch(executable_path=program, args=["--blink-settings=defaultFontSize=32"])
    page = large.new_context(viewport={"width": 390, "height": 844}, locale=lang).new_page()
    wide = []
    for path in (
        "/",
        "/new",
        "/prefs",
        "/club",
        "/learn",
        "/learn/italian/6.6",
        "/puzzles",
        "/studies",
        "/endgame",
    ):
        page.goto(shared_server + path)
        if not page.evaluate("document.documentElement.scrollWidth <= innerWidth"):
            wide.append(path)
    large.close()
    assert wide == []


@pytest.mark.slow
def test_a_finger_finds_what_it_looks_for(browser: Browser, shared_server: str) -> None:
    """On the pages of a family that wants to play tonight."""
    phone = {"width": 390, "height": 780}
    context = _person(browser, shared_server, locale="it-IT", viewport=phone, has_touch=True, is_mobile=True)
    parts, page = App(context, shared_server), context.new_page()
    small = []
    for path in (parts.begin(path=[22, 18]), *FAMILY):
        page.goto(shared_server + path)
        small += [(path, node) for node in page.evaluate(SMALL)]
    context.close()
    assert small == []


@pytest.mark.slow
def test_what_is_chosen_is_seen_without_colours(browser: Browser, shared_server: str) -> None:
    """Forced colours take every ground and shadow away: an outline says which of several is chosen."""
    context = _person(browser, shared_server, forced_colors="active")
    page = context.new_page()
    for path, chosen in (
        ("/", "nav [aria-current]"),
        ("/catalogue", ".chip[aria-current]"),
        ("/new", ".pick:has(:checked)"),
        ("/endgame", ".pick:has(:checked)"),
    ):
        page.goto(shared_server + path)
        expect(page.locator(f"{chosen}:visible").first).to_have_css("outline-style", "solid")
    context.close()


@pytest.mark.slow
@pytest.mark.parametrize("way", ["Close", "Done"])
def test_the_panel_of_appearance_says_how_it_is_left(page: Page, roomy_server: str, way: str) -> None:
    """On a phone it lies over the whole page, and nothing on it led back."""
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(roomy_server)
    page.locator("#look-link").click()
    panel = page.locator("#look-panel")
    expect(panel.get_by_role("heading", name="Appearance")).to_be_visible()
    assert violations(page, context="#look-panel") == []
    panel.get_by_role("button", name=way).click()
    expect(panel).to_have_count(0)
    expect(page.locator("#look-link")).to_be_focused()


@pytest.mark.slow
def test_what_is_chosen_is_tried_on_a_live_board(page: Page, shared_server: str) -> None:
    page.add_init_script(
        "window.heard = []; window.made = [];"
        "document.addEventListener('damiera:sound',"
        " ({ detail: { set, sound } }) => heard.push(`${set} ${sound}`));"
        "document.addEventListener('board-move', ({ detail }) => made.push(detail.made.path.join('-')))"
    )
    page.goto(f"{shared_server}/prefs")
    man = page.locator('#board .pc[data-square="18"]')
    expect(page.locator("#board .pc[transform]").first).to_be_attached()  # drawn anew: the board is alive
    turned = page.locator("#p-w").inner_html()
    page.get_by_label("Flat").check(force=True)
    _comes(page, f"document.getElementById('p-w').innerHTML === {json.dumps(turned)}", False)
    page.get_by_label("Stone").check(force=True)
    _comes(page, "heard.join()", "stone move")
    page.locator('#board [data-square="18"][role=gridcell]').click()
    page.locator('#board [data-square="14"][role=gridcell]').click()
    expect(page.locator("#move")).to_have_text("18 to 14")
    _comes(page, "made.join()", "18-14")
    expect(man).to_be_attached()  # it is taken back
    page.get_by_label("Its squares").check(force=True)  # a move shows what is chosen of the last one
    _comes(page, "made.join()", "18-14,18-13")
    expect(man).to_be_attached()
    assert page.evaluate("heard") == ["stone move"] * 3
    assert violations(page) == []


def _comes(page: Page, what: str, wanted: object) -> None:
    """Wait until a script of the page has a value: it forbids to be asked over and over by one of its own."""
    until = time.monotonic() + 30
    while page.evaluate(what) != wanted and time.monotonic() < until:
        page.wait_for_timeout(50)
    assert page.evaluate(what) == wanted


@pytest.mark.slow
def test_appearance_changes_at_once_and_is_kept(page: Page, shared_server: str) -> None:
    page.goto(shared_server)
    link = page.locator("#look-link")
    link.click()
    panel = page.get_by_role("dialog", name="Appearance")
    expect(panel.get_by_label("As the device")).to_be_focused()
    panel.get_by_label("Dark").check()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    dark = page.evaluate("getComputedStyle(document.body).color")
    panel.get_by_label("Cotto").check()
    expect(page.locator("html")).to_have_attribute("data-board", "cotto")
    page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    expect(link).to_be_focused()
    page.reload()
    assert page.evaluate("getComputedStyle(document.body).color") == dark
    expect(page.locator("html")).to_have_attribute("data-board", "cotto")


@pytest.mark.slow
def test_the_other_language_keeps_the_page(page: Page, shared_server: str) -> None:
    page.goto(f"{shared_server}/book/fid.italian.2008/6?from=test")
    page.locator(".langs > summary").click()
    page.get_by_role("button", name="Italiano").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Quale presa")
    assert page.url.endswith("/book/fid.italian.2008/6?from=test")


def test_voice_and_keys_writes_down_what_is_said(page: Page, parts: App) -> None:
    page.goto(parts.base + parts.begin(seat="both"))
    voice = page.get_by_role("button", name="Voice and keys")
    expect(page.locator("#captions")).to_be_hidden()
    with page.expect_response("**/prefs"):
        voice.click()
    expect(voice).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#keys")).to_have_attribute("open", "")
    page.locator("#command-text").fill("22-18")
    page.keyboard.press("Enter")
    expect(page.locator("#captions p").filter(has_text="18").first).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="Voice and keys")).to_have_attribute("aria-pressed", "true")


def test_a_level_is_asked_only_for_the_computer(page: Page, roomy_server: str) -> None:
    page.goto(f"{roomy_server}/new")
    expect(page.get_by_role("group", name="How strong")).to_be_visible()
    page.get_by_role("radio", name="Two players, here").check()
    expect(page.get_by_role("group", name="How strong")).to_be_hidden()
    expect(page.get_by_role("group", name="Your colour")).to_be_hidden()


def test_a_game_is_chosen_and_begun_without_leaving_the_keys(page: Page, roomy_server: str) -> None:
    page.goto(f"{roomy_server}/new")
    expect(page.get_by_role("button", name="Show its options")).to_have_count(0)
    page.get_by_role("radio", name="At the club").focus()
    page.keyboard.press("ArrowLeft")
    home = page.get_by_role("radio", name="At home")
    expect(home).to_be_checked()
    expect(home).to_have_accessible_description(re.compile("two shots in five"))
    page.keyboard.press("Enter")
    expect(page.locator("#plate-top")).to_contain_text("3")
    expect(page.locator("#command-text")).to_be_visible()


def test_an_article_can_be_tried_and_cited(page: Page, context: BrowserContext, roomy_server: str) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{roomy_server}/book/fid.italian.2008/6")
    page.get_by_role("button", name="Cite 6.6").click()
    expect(page.locator("#said")).to_have_text("Copied: FID 2008, 6.6")
    assert page.evaluate("navigator.clipboard.readText()") == "FID 2008, 6.6"
    page.get_by_role("button", name="Try it 6.6").click()
    expect(page.locator("#book .says")).to_contain_text("6.6")


def test_what_the_server_does_not_give_is_not_copied(
    page: Page, context: BrowserContext, roomy_server: str
) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{roomy_server}/analysis")
    page.get_by_role("button", name="Copy FEN").click()
    expect(page.locator("#said")).to_contain_text("Copied: W:W")
    page.route("**/line.pdn*", lambda route: route.fulfill(status=503, body="<!doctype html>busy"))
    page.get_by_role("button", name="Copy PDN").click()
    expect(page.locator("#said")).to_have_text("The server cannot be asked now.")
    assert page.evaluate("navigator.clipboard.readText()").startswith("W:W")
    page.unroute("**/line.pdn*")
    page.get_by_role("button", name="Copy PDN").click()
    expect(page.locator("#said")).to_contain_text("Copied: [")
    assert page.evaluate("navigator.clipboard.readText()").startswith("[")


def test_a_dropped_file_is_read_and_its_errors_are_shown(page: Page, roomy_server: str) -> None:
    page.goto(f"{roomy_server}/import")
    page.evaluate(
        """text => {
          const data = new DataTransfer();
          data.items.add(new File([text], "lasciato.pdn", { type: "text/plain" }));
          const event = new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true });
          document.getElementById("drop").dispatchEvent(event);
        }""",
        PDN,
    )
    expect(page.get_by_role("heading", level=1)).to_have_text("lasciato.pdn")
    expect(page.locator("#job-headline")).to_have_text("1 game read, 1 not")
    expect(page.get_by_text("Game 2, line 11, column 19")).to_be_visible()
    expect(page.locator("mark")).to_have_text("24-19")
    page.get_by_role("link", name="Open the archive").click()
    page.get_by_role("link", name="Rossi – Bianchi").click()
    expect(page.locator("#moves [data-ply]")).to_have_count(3)


@pytest.mark.slow
def test_a_note_follows_the_move_that_is_shown(page: Page, parts: App) -> None:
    page.goto(parts.base + parts.bring(PDN))
    page.get_by_role("link", name="Open the archive").click()
    page.get_by_role("link", name="Rossi – Bianchi").click()
    expect(page.locator("#note-title")).to_have_text("Note on 18x11")
    page.locator("#moves").get_by_role("link", name="22-18").click()
    expect(page.locator("#note-title")).to_have_text("Note on 22-18")
    page.get_by_label("Sign").select_option("!")
    page.get_by_label("Comment").fill("well begun")
    page.get_by_role("button", name="Keep the note").click()
    expect(page.locator("#moves .now")).to_contain_text("22-18!")
    expect(page.get_by_label("Comment")).to_have_value("well begun")


@pytest.mark.slow
def test_two_people_meet_by_link(browser: Browser, page: Page, parts: App) -> None:
    page.goto(parts.base + parts.begin(friend=True))
    link = page.locator("#invite-link").inner_text()
    friend = _person(browser, parts.base, locale="it-IT")
    other = friend.new_page()
    other.goto(link)
    other.get_by_label("Il tuo nome").fill("Bruno")
    other.get_by_role("button", name="Siediti e gioca").click()
    expect(page.locator("#invite")).to_be_hidden()
    page.locator("#command-text").fill("22-18")
    page.keyboard.press("Enter")
    expect(other.locator("#moves [data-ply]")).to_have_text(["22-18"])
    expect(other.locator("#plate-bottom")).to_contain_text("Bruno")
    friend.close()


@pytest.mark.slow
def test_a_finger_hits_the_tick_of_a_game_of_the_archive(parts: App, context: BrowserContext) -> None:
    parts.everything()
    page = context.new_page()
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 780})
        page.goto(f"{parts.base}/archive")
        tick = page.locator(".games input[type=checkbox]").first
        expect(tick).to_be_visible()
        assert [html for html in page.evaluate(SMALL) if "checkbox" in html] == []
        page.locator(".games .hit").first.click(position={"x": 2, "y": 2})
        expect(tick).to_be_checked()


@pytest.fixture
def plain(browser: Browser, roomy_server: str) -> Iterator[Page]:
    """Somebody whose browser runs no scripts."""
    context = _person(browser, roomy_server, java_script_enabled=False)
    yield context.new_page()
    context.close()


@pytest.mark.slow
def test_a_game_begins_is_played_and_is_taken_away_without_script(plain: Page, shared_server: str) -> None:
    plain.goto(shared_server)
    plain.get_by_label("First move").select_option("22-18")
    plain.locator("main").get_by_role("button", name="Play").click()
    expect(plain.locator("#moves [data-ply]").first).to_have_text("22-18")
    plain.locator("#command-text").fill("1-2")
    plain.keyboard.press("Enter")
    expect(plain.locator("#reply")).to_be_visible()
    plain.get_by_role("button", name="Resign").click()
    expect(plain.locator("#result h2")).to_contain_text("You lose")
    plain.locator("#moves").get_by_role("link", name="First position").click()
    expect(plain.locator('.pc[data-square="22"]')).to_have_count(1)
    plain.get_by_role("button", name="Menu").click()
    with plain.expect_download() as download:
        plain.get_by_role("link", name="PDN", exact=True).click()
    assert "1. 22-18" in Path(download.value.path()).read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_file_is_brought_without_script(plain: Page, roomy_server: str, tmp_path: Path) -> None:
    file = tmp_path / "senza.pdn"
    file.write_text(PDN, encoding="utf-8")
    plain.goto(f"{roomy_server}/import")
    plain.get_by_label("A PDN file").set_input_files(file)
    plain.locator("#drop-send").click()
    expect(plain.get_by_text("1 game read, 1 not")).to_be_visible()
    plain.get_by_role("link", name="Open the archive").click()
    plain.get_by_role("link", name="Rossi – Bianchi").click()
    plain.get_by_role("link", name="First position").click()
    expect(plain.locator('.pc[data-square="22"]')).to_have_count(1)


def test_looks_are_chosen_without_script(plain: Page, roomy_server: str) -> None:
    plain.goto(f"{roomy_server}/games")
    plain.locator("#look-link").click()
    plain.get_by_label("High contrast").check()
    plain.get_by_role("button", name="Keep").click()
    assert plain.url == f"{roomy_server}/games"
    expect(plain.locator("html")).to_have_attribute("data-theme", "contrast")


def test_an_address_of_nothing_leads_back_to_play(page: Page, roomy_server: str) -> None:
    answer = page.goto(f"{roomy_server}/g/nothing")
    assert answer is not None
    assert answer.status == 404
    page.get_by_role("main").get_by_role("link", name="Play").click()
    expect(page.locator("draughts-board")).to_be_visible()


@pytest.mark.slow
def test_new_game_shows_the_options_of_the_game_as_it_is_chosen(page: Page, shared_server: str) -> None:
    page.goto(f"{shared_server}/new")
    chooser = page.get_by_label("Game", exact=True)
    chooser.focus()
    chooser.select_option("german")
    page.locator("#more > summary").click()
    expect(page.locator("#about")).to_contain_text("Reconstructed")
    chooser.focus()
    expect(chooser).to_be_focused()
    page.get_by_label("lands just behind the piece").check()
    page.get_by_label("Play to lose").check()
    expect(page.locator("#opts")).to_contain_text("Whoever is blocked")
    expect(page.get_by_label("lands just behind the piece")).to_be_checked()
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("draughts-board")).to_have_attribute("game", "german-losing~landing=adjacent")


def test_composer_answers_as_one_changes_a_field(page: Page, roomy_server: str) -> None:
    page.goto(f"{roomy_server}/rules/new?base=english")
    expect(page.locator("#outcome")).to_contain_text("It can be played.")
    rows = page.get_by_label("Rows of men")
    rows.fill("5")
    expect(page.locator("#outcome")).to_contain_text("It cannot be played")
    expect(rows).to_be_focused()
    rows.fill("2")
    expect(page.locator("#outcome")).to_contain_text("It can be played.")
    expect(page).to_have_url(f"{roomy_server}/rules/new?base=english&rows=2")
    page.get_by_role("link", name="Play against the computer").click()
    expect(page.get_by_label("Game", exact=True)).to_have_value("english~rows=2")


def test_catalogue_finds_as_one_types(page: Page, roomy_server: str) -> None:
    page.goto(f"{roomy_server}/catalogue")
    page.get_by_label("Look for a game").press_sequentially("spagnola")
    expect(page.locator(".gcard").first).to_contain_text("Spanish")
    expect(page.get_by_label("Look for a game")).to_have_value("spagnola")


@pytest.mark.slow
def test_who_waits_for_tables_keeps_his_place(page: Page, shared_server: str) -> None:
    page.goto(f"{shared_server}/endgame?game=italian")
    page.locator('#work input[value="3"]').check(force=True)
    page.get_by_role("button", name="Build", exact=True).press("Enter")
    expect(page.locator("#job-bar")).to_be_visible()
    page.wait_for_load_state()  # the browser goes to the fragment of the address, and takes the focus along
    page.locator("#typed > summary").click()
    page.locator("#fen").fill("W:W29,32:B23")
    expect(page.locator("#work-say")).to_contain_text("the tables up to 3 pieces are there", timeout=120_000)
    expect(page.locator("#fen")).to_be_focused()
    expect(page.locator("#fen")).to_have_value("W:W29,32:B23")
    expect(page.locator("table.stock tbody tr")).to_have_count(10)  # eight come with Damiera, two were built
    assert violations(page) == []


@pytest.mark.slow
def test_who_waits_for_a_file_keeps_his_place(page: Page, shared_server: str) -> None:
    games = "\n".join(
        f'[White "Player {n}"]\n[GameType "22"]\n\n1. 21-17 12-15 2. 23-19 *\n'
        for n in range(1_500)  # enough to be still read when the page is there
    )
    file: FilePayload = {"name": "many.pdn", "mimeType": "text/plain", "buffer": games.encode()}
    page.goto(f"{shared_server}/import")
    page.locator("#file").set_input_files(file)
    page.locator("#drop-send").click()
    page.get_by_role("button", name="Stop and keep").focus()
    expect(page.locator("#job-say")).to_have_text(re.compile("1.?500 games read"), timeout=60_000)
    expect(page.locator("#job-title")).to_be_focused()


@pytest.mark.slow
def test_a_field_for_a_position_shows_one_of_the_game_chosen(page: Page, shared_server: str) -> None:
    for address, field in (("/endgame", "#fen"), ("/analysis", "#setup-fen"), ("/new", "#fen")):
        page.goto(shared_server + address)
        expect(page.locator(field)).to_have_attribute("placeholder", "W:W21,22:BK1")
        page.locator("main select[name=game]").select_option("turkish")
        expect(page.locator(field)).to_have_attribute("placeholder", "W:Wa3,b3:BKa7")
