"""A game by ear and by word: the recorded lines, the browser's voice, speech, a finger that explores."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from damiera.game.state import Game
from damiera.notation.moves import format_move
from damiera.rules.squares import square_name
from tests.e2e.conftest import Table
from tests.spoken import FAMILIES, heard, recorded, sentence

HERE = {"game": "italian", "seat": "both"}
FULL, SHORT = "verbosity=full", "order=piece"


def slowly(slug: str) -> Any:
    """A game whose test takes seconds."""
    return pytest.param(slug, marks=pytest.mark.slow)


SLOWLY = [slowly(slug) for slug in FAMILIES]
# A voice and an ear as the browser would have them, which keep what is said and hear what a test feeds them.
VOICE = """
window.said = [];
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
const synthesis = {
  getVoices: () => ["en-GB", "it-IT", "fr-FR"].map((lang) => ({ lang, localService: true, default: true })),
  speak: ({ text, lang, rate, voice }) => window.said.push({ text, lang, rate, voice: voice?.lang }),
  cancel: () => undefined,
  speaking: false,
  pending: false,
};
window.hold = (speaking) => Object.assign(synthesis, { speaking });
Object.defineProperty(window, "speechSynthesis", { value: synthesis, configurable: true });
"""
EAR = """
window.SpeechRecognition = window.webkitSpeechRecognition = class extends EventTarget {
  start() { window.ear = this; window.listens = (window.listens ?? 0) + 1; }
  abort() { window.ear = null; }
};
window.feed = (text) => {
  const ear = window.ear;
  window.ear = null;
  const result = Object.assign([{ transcript: text }], { isFinal: true });
  ear.dispatchEvent(Object.assign(new Event("result"), { results: [result] }));
  ear.dispatchEvent(new Event("end"));
};
window.fail = (error) => window.ear.dispatchEvent(Object.assign(new Event("error"), { error }));
"""


def prefer(table: Table, *choices: str) -> None:
    """Keep choices of how things are said, as the page of preferences does."""
    form: dict[str, Any] = dict(choice.split("=") for choice in choices)
    answer = table.page.context.request.post(
        f"{table.server}/prefs", form=form, headers={"Origin": table.server, "Accept": "application/json"}
    )
    assert answer.ok


def said(page: Page) -> list[dict[str, Any]]:
    """Return what the voice was given."""
    told: list[dict[str, Any]] = page.evaluate("window.said")
    return told


def written(game: Game, ply: int) -> str:
    """Return a move with all its squares, as somebody types it."""
    return format_move(game.positions[ply], game.moves[ply], long=True)


def press(table: Table, game: Game, square: int) -> None:
    """Bring the keyboard to a square by the name it has on the board, and choose it."""
    table.keys(*square_name(game.ruleset, square), "Enter", "Enter")


def choose_route(table: Table, path: tuple[int, ...]) -> None:
    """Where several routes are open, light the one meant by its figure, and take it."""
    find = (
        "(path) => document.getElementById('board').routes.findIndex((route) => route.path.join() === path)"
    )
    index = table.page.evaluate(find, ",".join(map(str, path)))
    if index >= 0:
        table.keys(str(index + 1), "Enter")


@pytest.mark.parametrize("slug", ["alquerque-losing", *map(slowly, ("russian", "italian", "reentry"))])
def test_the_live_region_says_the_recorded_lines(table: Table, slug: str) -> None:
    whole = recorded(slug)
    lines = heard(whole)
    prefer(table, FULL)
    page = table.begin(game=slug, seat="both").page
    url = page.url.split("?")[0]
    for ply in range(whole.ply):
        answer = page.context.request.post(
            f"{url}/say", form={"text": written(whole, ply)}, headers={"Origin": table.server}
        )
        assert answer.ok, (ply, written(whole, ply))
    both = (lines.squares_first, lines.pieces_first)
    for column in both if slug != "russian" else both[:1]:
        page.goto(f"{url}?ply=0")
        table.ready()
        for line in column[: whole.ply]:
            table.keys(".")
            expect(page.locator("#move")).to_have_text(line, use_inner_text=False)
        prefer(table, "verbosity=short", SHORT)


@pytest.mark.parametrize("slug", SLOWLY)
def test_a_whole_game_by_keys(table: Table, slug: str) -> None:
    """Squares by their names on the board, Enter to choose; a figure where there are several ways."""
    whole = recorded(slug)
    page = table.begin(game=slug, seat="both").page
    page.keyboard.press("n")
    for ply, path in enumerate(whole.paths):
        for square in (*whole.moves[ply].drops, *path):
            if page.locator(".chooser").count():
                break
            press(table, whole, square)
        if page.locator(".chooser").count():
            choose_route(table, path)
        expect(table.moves).to_have_count(ply + 1)
    _the_end(page, whole)


@pytest.mark.parametrize("slug", SLOWLY)
def test_a_whole_game_by_lines(table: Table, slug: str) -> None:
    whole = recorded(slug)
    page = table.begin(game=slug, seat="both").page
    line = page.locator("#command-text")
    for ply in range(whole.ply):
        line.fill(written(whole, ply))
        line.press("Enter")
        expect(table.moves).to_have_count(ply + 1)
    _the_end(page, whole)
    before = page.url
    line.fill("rematch")
    line.press("Enter")
    page.wait_for_function("(url) => location.href !== url", arg=before)


@pytest.mark.parametrize("slug", SLOWLY)
def test_a_whole_game_by_speech(table: Table, slug: str) -> None:
    """Every move is said, read back and confirmed: after the question the page listens for its answer."""
    whole = recorded(slug)
    table.page.add_init_script(EAR)
    page = table.begin(game=slug, seat="both").page
    for ply in range(whole.ply):
        page.locator("button.listen").click()
        page.evaluate("(text) => feed(text)", sentence(whole, ply, "en"))
        expect(page.locator("#reply")).to_be_visible()
        if page.get_by_role("button", name="Yes").count():
            page.wait_for_function("() => Boolean(window.ear)")
            page.evaluate("feed('yes')")
        else:
            page.locator("#command-text").fill(written(whole, ply))
            page.locator("#command-text").press("Enter")
        expect(table.moves).to_have_count(ply + 1)
    _the_end(page, whole)


def _the_end(page: Page, whole: Game) -> None:
    assert whole.outcome is not None
    expect(page.locator("#result .score")).to_have_text(whole.outcome.score)


@pytest.mark.slow
def test_a_move_is_said_read_back_and_confirmed(table: Table) -> None:
    table.page.add_init_script(VOICE + EAR)
    prefer(table, "voice=on", "lang=it")
    page = table.begin(**HERE).page
    reply = page.locator("#reply")
    table.keys("s")
    page.evaluate("hold(true)")
    page.evaluate("feed('ventidue diciotto')")
    expect(reply).to_contain_text("22 in 18?")
    page.wait_for_timeout(700)
    assert page.evaluate("window.listens") == 1, "it does not listen while the voice reads the question"
    page.evaluate("hold(false)")
    expect(page.locator("#captions")).to_contain_text("22 in 18?")
    expect(table.moves).to_have_count(0)
    page.wait_for_function("() => window.listens === 2")
    page.evaluate("feed('no')")
    expect(table.moves).to_have_count(0)
    expect(page.get_by_role("button", name="Sì")).to_have_count(0)
    page.locator("#command-text").fill("ventitré diciannove")
    page.locator("#command-text").press("Enter")
    page.get_by_role("button", name="Sì").click()
    expect(table.moves).to_have_count(1)
    page.locator("button.listen").click()
    page.evaluate("feed('che bella giornata')")
    expect(reply).to_contain_text("che bella giornata")
    expect(table.moves).to_have_count(1)
    page.locator("button.listen").click()
    page.evaluate("fail('not-allowed')")
    expect(reply).to_contain_text("microfono")


@pytest.mark.slow
def test_the_voice_reads_what_is_seen(table: Table) -> None:
    """Off until one key turns it on; then in the page's language, squares spelt, each with its caption."""
    table.page.add_init_script(VOICE)
    page = table.begin(game="russian", seat="both").page
    table.keys("n")
    assert said(page) == []
    with page.expect_response("**/prefs"):  # what is chosen below is chosen after it
        table.keys("v")
    expect(page.locator("html")).to_have_attribute("data-voice", "on")
    page.wait_for_function("() => window.said.length")
    table.keys("ArrowLeft")
    label = table.focused
    page.wait_for_function(
        "(name) => window.said.at(-1).text.startsWith(name)", arg=f"{label[0]} {label[1]},"
    )
    table.click(22, 17)
    page.wait_for_function("() => window.said.some(({ text }) => text === 'c 3 to b 4')")
    assert {(one["lang"], one["voice"], one["rate"]) for one in said(page)} == {("en", "en-GB", 1)}
    expect(page.locator("#captions")).to_be_visible()
    expect(page.locator("#captions")).to_contain_text("c3 to b4")
    prefer(table, "rate=slow", "lang=fr", "order=piece")
    page.reload()
    table.ready()
    table.keys("n")
    page.wait_for_function("() => window.said.length")
    words = said(page)[-1]
    assert (words["lang"], words["voice"], words["rate"]) == ("fr", "fr-FR", 0.7)
    assert words["text"].startswith("pion noir, ")
    table.keys("v")
    expect(page.locator("html")).to_have_attribute("data-voice", "off")


@pytest.mark.slow
def test_a_finger_explores_and_a_double_tap_chooses(table: Table) -> None:
    """Dragging says each square and moves nothing; two quick taps are what Enter is to the keyboard."""
    prefer(table, "explore=on")
    page = table.begin(**HERE).page
    touch = page.context.new_cdp_session(page)
    now = page.evaluate("Date.now() / 1000")  # of the finger: how quick it is, this machine does not say

    def place(square: int) -> dict[str, float]:
        box = table.cell(square).bounding_box()
        assert box is not None
        return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}

    def send(kind: str, *squares: int, after: float = 0.05) -> None:
        nonlocal now
        now += after
        points = [place(square) for square in squares]
        event = {"type": kind, "touchPoints": points, "timestamp": now}
        touch.send("Input.dispatchTouchEvent", event)

    def drag(*squares: int) -> None:
        send("touchStart", squares[0])
        for square in squares:
            send("touchMove", square, after=0.35)
            expect(page.locator("#board-live")).to_contain_text(f"{square}, ")
        send("touchEnd")

    def double_tap(square: int) -> None:
        send("touchStart", square, after=0.5)
        send("touchEnd")
        send("touchStart", square)
        send("touchEnd")

    drag(25, 22, 18)
    expect(page.locator("#board-live")).to_contain_text("18, empty")
    expect(table.moves).to_have_count(0)
    drag(21, 22)
    double_tap(22)
    expect(page.locator("#board-live")).to_contain_text("22 chosen: ")
    drag(21, 18)
    double_tap(18)
    expect(table.moves).to_have_count(1)
    expect(table.piece(18)).to_have_count(1)
