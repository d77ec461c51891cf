"""Games played with the pointer: by one, by two on one screen, by two on two screens."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, Route, WebSocketRoute, expect

from tests.e2e.conftest import Table, somebody, stop_time, violations
from tests.wording import words_of

# White must take two with 22, over 18 and 10 or over 19 and 11; both ways end on 6.
TWO_WAYS = "W:W17,20,22,23,24,25,26,28,29,30,31:B1,3,4,5,7,8,9,10,11,18,19"
COVERED = """(squares) => {
  const pop = document.querySelector("#sheet").getBoundingClientRect();
  return squares.some((square) => {
    const cell = document.querySelector(`[role=gridcell][data-square="${square}"]`).getBoundingClientRect();
    const across = cell.left < pop.right && pop.left < cell.right;
    return across && cell.top < pop.bottom && pop.top < cell.bottom;
  });
}"""
HERE = {"game": "italian", "seat": "both"}


def test_a_whole_game(table: Table, whole_game: tuple[tuple[int, ...], ...]) -> None:
    """Every move is two taps, or three where a landing tells the way; the end is told by its article."""
    table.begin(**HERE)
    for ply, path in enumerate(whole_game, 1):
        table.click(path[0], *path[1:-1]) if len(path) > 2 and path[0] == 14 else table.click(
            path[0], path[-1]
        )
        expect(table.moves).to_have_count(ply)
    result = table.page.locator("#result")
    expect(result).to_be_visible()
    expect(result.locator(".title")).to_have_text("Black wins")
    expect(result.locator(".score")).to_have_text("0-2")
    expect(result.locator(".art").first).to_have_text(re.compile(r"^9\.\d"))
    expect(table.page).to_have_title(re.compile("^Black wins"))
    expect(table.page.locator("#actions")).to_be_hidden()
    table.page.get_by_role("button", name="Menu").click()
    expect(table.page.locator("#facts dt", has_text="Repetition")).to_be_visible()
    expect(table.page.locator("#facts dt", has_text="Count")).to_be_hidden()
    assert table.page.locator("#board [data-grip]").count() == 0


def test_from_home_one_tap_on_a_man_and_one_on_a_dot(table: Table) -> None:
    page = table.page
    page.goto(table.server)
    expect(page.locator("#board .can")).to_have_count(4)
    table.click(22)
    expect(page.locator("#board .dest")).to_have_count(2)
    table.click(18)
    page.wait_for_url("**/g/*")
    expect(table.moves.first).to_have_text("22-18")
    expect(table.moves).to_have_count(2)
    expect(table.piece(18)).to_have_attribute("data-piece", "w")
    expect(page.locator("#plate-bottom .sub")).to_have_text("your move")


@pytest.mark.slow
def test_a_reload_in_mid_game_finds_it_as_it_was(table: Table) -> None:
    table.begin(game="italian", seat="white", level=1)
    table.click(22, 18)
    expect(table.moves).to_have_count(2)
    before = table.page.locator("#fen").inner_text()
    table.page.reload()
    table.ready()
    expect(table.moves).to_have_count(2)
    assert table.page.locator("#fen").inner_text() == before
    expect(table.page.locator("#board .last:not(.edge)")).to_have_count(1)
    own = table.page.locator("#board [data-grip]").first.get_attribute("data-square")
    assert own is not None


def test_every_sound_has_its_moment(table: Table) -> None:
    table.begin(**HERE, fen=TWO_WAYS)
    table.page.evaluate(
        """() => {
          window.sounds = [];
          document.addEventListener("damiera:sound", (event) => window.sounds.push(event.detail.sound));
        }"""
    )
    table.click(23)
    table.click(22, 15)
    expect(table.moves).to_have_count(1)
    assert table.page.evaluate("window.sounds") == ["illegal", "capture"]


@pytest.mark.parametrize(("sounds", "knocks"), [("wood", [1900]), ("stone", [3600]), ("bells", [])])
def test_a_set_of_sounds_is_heard(table: Table, sounds: str, knocks: list[int]) -> None:
    page = table.page
    page.add_init_script(
        """window.knocks = [];
        window.tones = 0;
        window.OscillatorNode = class extends OscillatorNode {
          constructor(context, how) { super(context, how); window.tones += 1; }
        };
        window.BiquadFilterNode = class extends BiquadFilterNode {
          constructor(context, how) { super(context, how); window.knocks.push(how.frequency); }
        };
        window.AudioContext = class extends AudioContext {
          constructor() { super(); window.audio = this; }
        };"""
    )
    page.context.request.post(
        f"{table.server}/prefs", form={"sounds": sounds}, headers={"Origin": table.server}
    )
    table.begin(**HERE)
    table.click(22)
    page.wait_for_function("() => window.audio?.state === 'running'")  # woken by the first touch
    table.click(18)
    page.wait_for_function("() => window.knocks.length + window.tones > 0")
    assert page.evaluate("window.knocks") == knocks


PDN = """[White "Rossi"]
[Black "Verdi"]
[Result "1-0"]
[GameType "22"]

1. 22-18 {Towards the middle} 10-14 2. 18-13 9x18 3. 27-22 18x27 1-0
"""


def _brought(table: Table, pdn: str, plies: int) -> Page:
    """Bring the game of Rossi and Verdi into the archive, and open it there."""
    page = table.page
    page.goto(f"{table.server}/import")
    page.locator("input[type=file]").set_input_files(
        {"name": "one.pdn", "mimeType": "text/plain", "buffer": pdn.encode()}
    )
    button = page.locator("main form button").first
    if button.is_visible():
        button.click()
    page.wait_for_url("**/import/*")
    page.get_by_role("link", name="Open the archive").click()
    page.wait_for_url("**/archive")
    page.get_by_role("link", name="Rossi – Verdi").click()
    table.ready()
    expect(table.moves).to_have_count(plies)
    return page


@pytest.mark.slow
def test_remarks_far_down_the_list_make_the_page_no_longer(table: Table) -> None:
    head = '[White "Rossi"] [Black "Verdi"] [GameType "22"] [Result "*"] [FEN "W:WK32:BK1"]'
    page = _brought(table, f"{head}\n{'32-28 1-5 28-32 5-1 ' * 20} {{To and fro}} *", 80)
    below = "scrollHeight - scrollY - document.querySelector('main').getBoundingClientRect().bottom"
    assert page.evaluate(f"document.documentElement.{below}") < 100


@pytest.mark.slow
def test_an_archived_game_is_walked_through(table: Table) -> None:
    page = _brought(table, PDN, 6)
    page.locator(".navbar [data-go=first]").click()
    page.keyboard.press(".")
    expect(table.piece(18)).to_have_count(1)
    expect(page.locator("#move")).to_have_text(re.compile("White: 22 to 18. Towards the middle"))
    expect(page.locator("#note-text")).to_have_value("Towards the middle")
    page.locator(".navbar [data-go=end]").click()
    expect(page.locator("#fen")).to_have_text(re.compile("^W:"))
    expect(table.piece(27)).to_have_attribute("data-piece", "b")


@pytest.mark.slow
def test_the_game_is_found_again_from_home(table: Table) -> None:
    table.begin(game="italian", seat="white", level=1)
    table.click(22, 18)
    expect(table.moves).to_have_count(2)
    address = table.page.url
    table.page.goto(table.server)
    table.page.locator(".resume a").first.click()
    table.page.wait_for_url(address)


@pytest.mark.slow
def test_a_move_on_its_way_survives_a_reload(table: Table) -> None:
    """A browser that loses the network keeps the move, tells so, and sends it when it is back."""
    table.begin(**HERE)
    page = table.page
    page.context.set_offline(True)
    page.evaluate("dispatchEvent(new Event('pagehide'))")  # the socket closes as when the page is left
    table.click(22, 18)
    expect(page.locator("#net")).to_contain_text("No word from the server.")
    expect(page.locator("#net")).to_contain_text("Your move 22-18 is safe here")
    page.context.set_offline(False)
    page.reload()
    table.ready()
    expect(table.moves).to_have_text(["22-18"])


class Line:
    """A line to the server that can be cut without a word: nothing comes through until it is mended."""

    def __init__(self, page: Page) -> None:
        self._is_cut = False
        self._late: list[Callable[[], None]] = []
        page.route_web_socket(re.compile(r"/g/.*/ws"), self._carry)

    def cut(self) -> None:
        self._is_cut = True

    def mend(self) -> None:
        """Let through what is on its way: a line loses nothing, not even the greeting of a new connection."""
        self._is_cut = False
        for arrives in self._late:
            arrives()

    def _carry(self, socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        socket.on_message(lambda frame: self._pass(server.send, frame))
        server.on_message(lambda frame: self._pass(socket.send, frame))

    def _pass(self, send: Callable[[str | bytes], None], frame: str | bytes) -> None:
        if self._is_cut:
            self._late.append(lambda: send(frame))
        else:
            send(frame)


@pytest.mark.slow
def test_a_line_that_is_lost_is_told_on_both_sides(browser: Browser, page: Page, roomy_server: str) -> None:
    """Nobody was told for 28 s, and the clock of who had moved stood while it ran at the server.

    That it takes three seconds at most is proved on clocks of its own, in `tests/unit/web/test_lost_line.py`.
    """
    line, table = Line(page), Table(page, roomy_server)
    table.begin(game="italian", seat="white", friend=True, clock={"base_ms": 180_000, "increment_ms": 0})
    link = page.locator("#invite-link").inner_text()
    with somebody(browser) as other:
        opposite = other.new_page()
        _sit_down(opposite, link, roomy_server)
        expect(page.locator('.plate[data-side="black"] .sub')).not_to_contain_text("away")
        table.click(24, 20)  # the first moves, which start the clocks
        expect(opposite.locator("#moves [data-ply]")).to_have_count(1)
        Table(opposite, roomy_server).click(9, 13)
        expect(table.moves).to_have_count(2)
        line.cut()
        table.click(22, 18)
        clock = page.locator('.plate[data-side="white"] .clock')
        expect(page.locator("#net")).to_contain_text("No word from the server.")
        expect(opposite.locator('.plate[data-side="white"] .sub')).to_contain_text("away")
        expect(page.locator("#net")).to_contain_text("Your move 22-18 is safe here")
        expect(clock).to_have_class(re.compile(r"\bunsure\b"))
        expect(clock).to_have_class(re.compile(r"\brun\b"))
        line.mend()
        expect(opposite.locator("#moves [data-ply]")).to_have_text(["24-20", "9-13", "22-18"])
        expect(page.locator("#net")).to_be_hidden()
        expect(clock).not_to_have_class(re.compile(r"\b(unsure|run)\b"))
        expect(opposite.locator('.plate[data-side="white"] .sub')).not_to_contain_text("away")


@pytest.mark.slow
def test_who_leaves_after_a_move_is_shown_as_away(browser: Browser, page: Page, roomy_server: str) -> None:
    """The plate said what they had moved, and nothing else, for as long as they were away."""
    table = Table(page, roomy_server)
    table.begin(game="italian", seat="white", friend=True)
    link = page.locator("#invite-link").inner_text()
    with somebody(browser) as other:
        opposite = other.new_page()
        _sit_down(opposite, link, roomy_server)
        plate = opposite.locator('.plate[data-side="white"] .sub')
        table.click(24, 20)
        expect(plate).to_have_text("moved 24-20")
        page.goto("about:blank")
        expect(plate).to_contain_text("away")
        opposite.reload()
        expect(plate).to_contain_text("away")


@pytest.mark.slow
def test_a_line_that_stays_silent_is_changed_for_a_new_one(page: Page, roomy_server: str) -> None:
    sockets: list[WebSocketRoute] = []
    beginning: list[str | bytes] = []

    def carry(socket: WebSocketRoute) -> None:
        """Carry the frames of every connection but the first, which says nothing after its beginning."""
        server, first = socket.connect_to_server(), not sockets
        sockets.append(socket)

        def back(frame: str | bytes) -> None:
            if first and len(beginning) == 2:
                return
            if first:
                beginning.append(frame)
            socket.send(frame)

        socket.on_message(server.send)
        server.on_message(back)

    page.route_web_socket(re.compile(r"/g/.*/ws"), carry)
    page.clock.install()
    table = Table(page, roomy_server).begin(**HERE)
    while len(beginning) < 2:
        page.wait_for_timeout(20)
    stop_time(page)
    page.clock.run_for(3_000)
    expect(page.locator("#net")).to_contain_text("No word from the server.")
    page.clock.run_for(5_000)  # it is given up after six seconds
    expect(page.locator("#net")).to_contain_text("The server is back.")
    assert len(sockets) == 2
    page.clock.resume()
    table.click(22, 18)
    expect(table.moves).to_have_text(["22-18"])


@pytest.mark.slow
def test_two_screens_of_one_person_that_move_at_once(browser: Browser, table: Table) -> None:
    """The first move stands; the other is taken back on its screen, and that is told."""
    table.begin(**HERE)
    context = browser.new_context(storage_state=table.page.context.storage_state(), locale="en-GB")
    late = context.new_page()
    late.goto(table.page.url)
    expect(late.locator("#board .can")).to_have_count(4)
    context.set_offline(True)
    late.evaluate("dispatchEvent(new Event('pagehide'))")
    for square in (21, 17):
        late.locator(f'#board [role=gridcell][data-square="{square}"]').click()
    expect(late.locator('#board .pc[data-square="17"]')).to_have_count(1)
    table.click(22, 18)
    expect(table.moves).to_have_text(["22-18"])
    context.set_offline(False)
    expect(late.locator("#moves [data-ply]")).to_have_text(["22-18"])
    expect(late.locator('#board .pc[data-square="17"]')).to_have_count(0)
    expect(late.locator("#reply, #sheet").filter(visible=True)).not_to_be_empty()
    expect(table.moves).to_have_text(["22-18"])
    context.close()


@pytest.mark.slow
def test_two_browsers_on_one_game(browser: Browser, table: Table) -> None:
    """Each sees the other's move; who only watches cannot touch a piece."""
    table.begin(game="italian", seat="white", friend=True)
    link = table.page.locator("#invite-link").inner_text()
    friend = browser.new_context(locale="en-GB").new_page()
    _sit_down(friend, link, table.server)
    watcher = browser.new_context(locale="en-GB").new_page()
    watcher.goto(table.page.url)
    expect(table.page.locator("#invite")).to_be_hidden()

    table.click(22, 18)
    expect(friend.locator("#moves [data-ply]")).to_have_text(["22-18"])
    expect(watcher.locator("#moves [data-ply]")).to_have_text(["22-18"])
    assert watcher.locator("#board [data-grip]").count() == 0
    for square in (10, 14):
        friend.locator(f'#board [role=gridcell][data-square="{square}"]').click()
    expect(table.moves).to_have_text(["22-18", "10-14"])
    expect(table.page.locator("#plate-bottom .sub")).to_have_text("your move")

    friend.locator("#actions").get_by_role("button", name="Draw").click()
    friend.locator("#offers").get_by_role("button", name="Offer").click()
    expect(table.page.locator("#offers")).to_contain_text("Black offers a draw. Accept?")
    expect(table.page.locator("#plate-top[data-offers] .sub")).to_have_text("offers a draw")
    table.page.locator("#offers").get_by_role("button", name="Accept").click()
    for page in (table.page, friend, watcher):
        expect(page.locator("#result .score")).to_have_text("1-1")
    friend.context.close()
    watcher.context.close()


def test_a_move_laid_ahead_goes_when_it_is_legal_else_it_is_dropped(browser: Browser, table: Table) -> None:
    table.begin(game="italian", seat="white", friend=True)
    friend = browser.new_context(locale="en-GB").new_page()
    _sit_down(friend, table.page.locator("#invite-link").inner_text(), table.server)
    expect(table.page.locator("#invite")).to_be_hidden()

    def answer(moves: list[str], *squares: int) -> None:
        expect(friend.locator("#moves [data-ply]")).to_have_text(moves)
        Table(friend, table.server).click(*squares)

    table.click(22, 18)
    expect(table.moves).to_have_text(["22-18"])
    expect(table.cell(27)).to_have_attribute("data-grip", "")
    table.click(23, 19)
    expect(table.page.locator("#ahead b")).to_have_text("Laid ahead: 23-19.")
    expect(table.page.locator("#board rect.ahead")).to_have_count(2)
    assert friend.locator("#board rect.ahead").count() == 0
    answer(["22-18"], 10, 13)
    expect(table.moves).to_have_text(["22-18", "10-13", "23-19"])
    expect(table.page.locator("#ahead")).to_be_hidden()
    table.click(26, 22)
    answer(["22-18", "10-13", "23-19"], 13, 22)
    expect(table.moves).to_have_text(["22-18", "10-13", "23-19", "13x22"])
    expect(table.page.locator("#reply")).to_contain_text("26-22, laid ahead, cannot be made now.")
    assert table.page.locator("#board rect.ahead").count() == 0
    friend.context.close()


@pytest.mark.slow
def test_a_piece_touched_before_the_own_move_is_acknowledged_stays_touched(
    browser: Browser, table: Table
) -> None:
    """A slow line: the server's word for a move comes while the next one is being laid ahead."""
    held: list[str | bytes] = []
    slow = False
    let_through: Callable[[str | bytes], None] = held.append

    def route(socket: WebSocketRoute) -> None:
        nonlocal let_through
        server = socket.connect_to_server()
        let_through = socket.send
        server.on_message(lambda text: held.append(text) if slow else socket.send(text))

    table.page.route_web_socket(re.compile(r".*/g/\w+/ws"), route)
    table.begin(game="italian", seat="white", friend=True)
    friend = browser.new_context(locale="en-GB").new_page()
    _sit_down(friend, table.page.locator("#invite-link").inner_text(), table.server)
    expect(table.page.locator("#invite")).to_be_hidden()
    slow = True
    table.click(22, 18)
    expect(table.cell(27)).to_have_attribute("data-grip", "")  # all own men are free to be laid ahead
    table.click(23)
    expect(table.page.locator("#board rect.ahead")).to_have_count(1)
    while not held:
        table.page.wait_for_timeout(20)
    slow = False
    for text in held:
        let_through(text)
    expect(table.moves).to_have_count(1)  # the server's word has come
    table.click(19)
    expect(table.page.locator("#ahead b")).to_have_text("Laid ahead: 23-19.")
    friend.context.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("standing", "moves"), [("W18,29,30,31", ["1-5", "@32/18-13"]), ("W18,29,30", ["1-5"])]
)
def test_a_move_laid_ahead_takes_the_man_that_comes_back_with_it(
    browser: Browser, table: Table, standing: str, moves: list[str]
) -> None:
    """Where there is one place for it; where there are more, nobody has said which: it is dropped."""
    table.begin(game="reentry", seat="white", friend=True, fen=f"B:{standing}:B1,6:R1,0")
    friend = browser.new_context(locale="en-GB").new_page()
    _sit_down(friend, table.page.locator("#invite-link").inner_text(), table.server)
    expect(table.page.locator("#invite")).to_be_hidden()
    while not table.page.evaluate("!!document.getElementById('board').ahead"):  # nobody waits for its script
        table.page.wait_for_timeout(20)
    table.click(18, 13)
    expect(table.page.locator("#ahead b")).to_have_text(words_of("Laid ahead: {move}.", move="18-13"))
    Table(friend, table.server).click(1, 5)
    expect(table.moves).to_have_text(moves)
    expect(table.page.locator("#ahead")).to_be_hidden()
    friend.context.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "fen", "ahead", "answer", "ways", "moves"),
    [
        ("italian", "B:W17,22,26,27,28:B1,10,11,18,19", (22, 6), (1, 5), 2, ["1-5", "22x15x6"]),
        ("cheskers", "B:Wa7,Kh2:BKh8,h6", (5, 1), (12, 16), 3, ["h6-g5", "a7-b8=B"]),
    ],
)
def test_a_move_laid_ahead_that_may_be_made_in_several_ways_is_asked_about(
    browser: Browser,
    table: Table,
    game: str,
    fen: str,
    ahead: tuple[int, ...],
    answer: tuple[int, ...],
    ways: int,
    moves: list[str],
) -> None:
    table.begin(game=game, seat="white", friend=True, fen=fen)
    friend = browser.new_context(locale="en-GB").new_page()
    _sit_down(friend, table.page.locator("#invite-link").inner_text(), table.server)
    expect(table.page.locator("#invite")).to_be_hidden()
    while not table.page.evaluate("!!document.getElementById('board').ahead"):  # nobody waits for its script
        table.page.wait_for_timeout(20)
    table.click(*ahead)
    expect(table.page.locator("#ahead b")).to_be_visible()
    Table(friend, table.server).click(*answer)
    expect(table.page.locator(".chooser input")).to_have_count(ways)
    expect(table.page.locator("#ahead")).to_be_hidden()
    play = table.page.locator(".choosing button.main")
    assert play.evaluate(
        "(e) => e.getBoundingClientRect().bottom <= e.closest('.sheet').getBoundingClientRect().bottom"
    )
    table.page.locator(".chooser label").nth(1).click()
    play.click()
    expect(table.moves).to_have_text(moves)
    friend.context.close()


def _sit_down(page: Page, link: str, server: str) -> None:
    page.goto(re.sub(r"^https?://[^/]+", server, link))
    page.locator("main form button").first.click()
    page.wait_for_url("**/g/*")


@pytest.mark.slow
def test_the_way_of_a_capture_is_asked(table: Table) -> None:
    table.begin(**HERE, fen=TWO_WAYS)
    page = table.page
    table.click(22, 6)
    chooser = page.locator(".chooser")
    expect(chooser).to_contain_text("22×6: which way?")
    expect(chooser.get_by_role("radio", name="Over 18 and 10 by way of 13")).to_be_checked()
    expect(page.locator("#book")).to_be_hidden()
    assert violations(page) == []
    chooser.get_by_text("Over 19 and 11").click()
    expect(page.locator("#board .cross")).to_have_count(2)
    page.get_by_role("button", name="Play 2").click()
    expect(table.moves).to_have_count(1)
    expect(table.piece(18)).to_have_count(1)
    expect(table.piece(19)).to_have_count(0)
    expect(chooser).to_have_count(0)


@pytest.mark.slow
def test_a_refused_piece_is_told_why_beside_it(table: Table) -> None:
    table.begin(**HERE, fen=TWO_WAYS)
    page = table.page
    table.click(23)
    pop = page.get_by_role("dialog", name="Why not")
    expect(pop).to_contain_text("23 cannot move now")
    expect(pop.locator(".says .art")).to_have_text("Art. 6.6")
    expect(page.locator("#answer")).to_contain_text("23 cannot move now")
    expect(page.locator("#board .refused")).to_have_count(1)
    assert violations(page) == []
    covered = page.evaluate(COVERED, [str(square) for square in range(1, 33)])
    assert not covered, "the card covers no square"
    pop.get_by_role("button", name="Show me 22").click()
    expect(pop).to_have_count(0)
    expect(page.locator("#board .flash")).to_have_count(1)
    assert table.focused == "22, white man, must capture two pieces"


def test_an_article_is_read_beside_the_board(table: Table) -> None:
    table.begin(**HERE, fen=TWO_WAYS)
    page = table.page
    address = page.url
    table.click(23)
    page.get_by_role("link", name="Read 6.6").click()
    expect(page.locator("#reading .art").first).to_have_text("6.6")
    assert page.url == address
    page.locator("#reading").get_by_role("button", name="Close").click()
    expect(page.locator("#reading")).to_have_count(0)


def test_a_square_out_of_reach_is_explained_by_the_server(table: Table) -> None:
    table.begin(**HERE)
    table.click(22, 14)
    pop = table.page.get_by_role("dialog", name="Why not")
    expect(pop.locator(".art").first).to_have_text(re.compile(r"^Art\. 4\.\d"))
    table.page.keyboard.press("Escape")
    expect(pop).to_have_count(0)


@pytest.mark.slow
def test_resigning_asks_once_and_can_be_undone(table: Table) -> None:
    table.begin(game="italian", seat="white", level=1)
    page = table.page
    stop_time(page)  # for three seconds it can be undone
    page.locator("#actions").get_by_role("button", name="Resign").click()
    offers = page.locator("#offers")
    expect(offers).to_contain_text("Resign this game?")
    offers.get_by_role("button", name="Resign").click()
    offers.get_by_role("button", name="Undo").click()
    expect(offers).to_be_hidden()
    page.clock.resume()
    page.locator("#actions").get_by_role("button", name="Resign").click()
    offers.get_by_role("button", name="Resign").click()
    expect(page.locator("#result .score")).to_have_text("0-2")
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_url("**/g/*")
    expect(page.locator("#plate-bottom .name")).to_contain_text("(you)")
    expect(page.locator('.plate[data-side="black"] .name')).to_contain_text("(you)")


@pytest.mark.slow
def test_a_rematch_begins_when_the_other_accepts_it(browser: Browser, table: Table) -> None:
    table.begin(game="italian", seat="white", friend=True, clock={"base_ms": 180_000, "increment_ms": 0})
    page, link = table.page, table.page.locator("#invite-link").inner_text()
    with somebody(browser) as other:
        opposite = other.new_page()
        _sit_down(opposite, link, table.server)
        expect(page.locator("#invite")).to_be_hidden()
        table.click(22, 18)
        page.locator("#actions").get_by_role("button", name="Resign").click()
        page.locator("#offers").get_by_role("button", name="Resign").click()
        old = page.url
        page.get_by_role("button", name="Rematch, colours swapped").click()
        page.wait_for_url(lambda url: url != old)
        expect(page.locator("#plate-top .name")).to_have_text(re.compile("^Guest"))  # who is awaited there
        expect(page.locator(".clock.run")).to_have_count(0)
        result = opposite.locator("#result")
        expect(result.locator("#rematch-offer")).to_contain_text("offers a rematch, colours swapped.")
        expect(opposite.locator("#plate-top .sub")).to_have_text("offers a rematch")
        expect(opposite.locator("#plate-top .who")).not_to_have_attribute("data-seen", re.compile(""))
        assert violations(opposite) == []
        result.get_by_role("button", name="Accept the rematch").click()
        opposite.wait_for_url(page.url)
        note = page.locator('.plate[data-side="white"] .note')
        expect(note).to_have_text(re.compile(r"^\d\d s for the first move$"))
        expect(page.locator(".clock.run")).to_have_count(0)
        expect(opposite.locator("#plate-bottom .sub")).to_have_text("your move")
        expect(opposite.locator("#plate-bottom")).to_have_attribute("data-side", "white")


def test_a_move_is_taken_back(table: Table) -> None:
    table.begin(game="italian", seat="white", level=1)
    table.click(22, 18)
    expect(table.moves).to_have_count(2)
    table.page.locator("#actions").get_by_role("button", name="Take back").click()
    expect(table.moves).to_have_count(0)
    expect(table.piece(22)).to_have_count(1)
    expect(table.page.locator("#board .can")).to_have_count(4)


@pytest.mark.slow
def test_walking_through_the_moves(table: Table) -> None:
    table.begin(**HERE)
    for ply, move in enumerate(((22, 18), (10, 14), (23, 20)), 1):
        table.click(*move)
        expect(table.moves).to_have_count(ply)  # what is clicked before the answer is there may be lost
    page = table.page
    page.locator(".navbar [data-go=first]").click()
    expect(table.piece(22)).to_have_count(1)
    expect(page.locator("#fen")).to_have_text(re.compile("^W:W21,22,23,24"))
    assert page.locator("#board [data-grip]").count() == 0, "the past is not played on"
    table.moves.nth(1).click()
    expect(table.piece(14)).to_have_count(1)
    expect(table.moves.nth(1)).to_have_attribute("aria-current", "true")
    page.locator(".navbar [data-go=end]").click()
    expect(table.piece(20)).to_have_count(1)
    expect(page.locator("#board [data-grip]")).not_to_have_count(0)


def test_turning_the_board_turns_the_players(table: Table) -> None:
    table.begin(game="italian", seat="white", level=1)
    table.page.locator(".navbar [data-go=flip]").click()
    expect(table.page.locator("#plate-top")).to_have_attribute("data-side", "white")
    expect(table.page.locator(".board")).to_have_attribute(
        "aria-label", "Italian draughts, Black at the bottom"
    )
    table.click(22, 18)
    expect(table.moves).to_have_count(2)


def test_a_clock_runs_and_stands_when_the_move_is_made(table: Table) -> None:
    table.begin(**HERE, clock={"base_ms": 600_000, "increment_ms": 0})
    white = table.page.locator('.plate[data-side="white"] .clock')
    black = table.page.locator('.plate[data-side="black"] .clock')
    expect(white).to_have_class(re.compile(r"\brun\b"))
    expect(white.locator("time")).to_have_text(re.compile(r"^9:[0-5]\d$"))
    table.click(22, 18)
    expect(black).to_have_class(re.compile(r"\brun\b"))
    expect(white).not_to_have_class(re.compile(r"\brun\b"))
    expect(black.locator("time")).to_have_text(re.compile(r"^9:[0-5]\d$"))


def test_the_mark_of_a_running_clock_is_round_on_every_size(table: Table) -> None:
    table.begin(**HERE, clock={"base_ms": 60_000, "increment_ms": 0})
    mark = table.page.locator(".clock.run > i")
    for width, height in ((1280, 860), (390, 844)):
        table.page.set_viewport_size({"width": width, "height": height})
        box = mark.bounding_box()
        assert box is not None
        assert (box["width"], box["height"]) == (10, 10)


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone_the_answers_come_as_a_sheet(
    browser: Browser, roomy_server: str, scheme: Literal["light", "dark"]
) -> None:
    context = browser.new_context(
        viewport={"width": 390, "height": 844},
        has_touch=True,
        is_mobile=True,
        locale="it-IT",
        color_scheme=scheme,
    )
    page = context.new_page()
    Table(page, roomy_server).begin(seat="both", fen=TWO_WAYS)
    cell = page.locator('#board [role=gridcell][data-square="23"]')
    top = cell.bounding_box()
    cell.tap()
    sheet = page.locator("#sheet")
    expect(sheet).to_contain_text("La 23 non può muovere ora")
    expect(sheet.get_by_role("button", name="Mostrami la 22")).to_be_in_viewport()
    assert cell.bounding_box() == top, "the board does not move"
    for square in (22, 6):
        page.locator(f'#board [role=gridcell][data-square="{square}"]').tap()
    expect(sheet).to_contain_text("22×6: da che parte?")
    sheet.get_by_text("Sopra 19 e 11").tap()
    sheet.get_by_role("button", name="Gioca la 2").tap()
    expect(sheet).to_be_hidden()
    expect(page.locator("#moves [data-ply]")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    context.close()


@pytest.mark.slow
def test_the_board_is_as_its_player_wants_it(table: Table) -> None:
    """The board alone, blindfold, another set of pieces, no rings and no dots: at any moment, and kept."""
    table.begin(**HERE)
    page = table.page
    begun = page.locator("#board .board").bounding_box()
    rings = page.locator("#board .can")
    expect(rings).not_to_have_count(0)
    held: list[Route] = []  # the first answer is late: neither choice must undo the other
    page.route("**/prefs", lambda route: route.continue_() if held else held.append(route))
    page.locator("#menu").click()
    wide = page.locator('#own-board [data-turn="fullscreen"]')
    wide.click()
    expect(wide).to_have_attribute("aria-pressed", "true")
    page.evaluate("document.exitFullscreen()")
    expect(wide).to_have_attribute("aria-pressed", "false")
    page.locator("#menu").focus()  # where a menu that closes gives the focus back
    page.keyboard.press("z")
    expect(page.locator("#moves")).not_to_be_visible()
    page.keyboard.press("b")
    expect(page.locator("#board .pieces")).to_have_css("visibility", "hidden")
    expect(rings.first).to_have_css("visibility", "hidden")  # they say where men stand
    assert page.locator("#board .board").bounding_box() == begun
    with page.expect_response(lambda answer: "blind" in (answer.request.post_data or "")):
        held[0].continue_()
    page.reload()
    table.ready()
    expect(page.locator("#board .pieces")).to_have_css("visibility", "hidden")
    page.keyboard.press("z")
    page.keyboard.press("b")
    expect(page.locator("#moves")).to_be_visible()
    expect(page.locator("#board .pieces")).to_have_css("visibility", "visible")

    turned = page.locator("#p-w").inner_html()
    page.locator("#look-link").click()
    for name, value in (("pieces", "flat"), ("halos", "off"), ("hints", "off")):
        page.locator(f'#look-panel input[name="{name}"][value="{value}"]').check()
    expect(rings).to_have_count(0)
    flat = page.locator("#p-w").inner_html()
    assert flat != turned
    page.locator("#look-link").click()
    table.click(22)
    expect(page.locator("#board .sel")).to_have_count(1)
    assert page.locator("#board .dest").count() == 0
    page.reload()
    table.ready()
    assert page.locator("#p-w").inner_html() == flat


@pytest.mark.slow
def test_no_key_is_named_where_there_is_but_a_finger(browser: Browser, roomy_server: str) -> None:
    for has_touch, shown in ((True, 0), (False, 2)):
        context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=has_touch)
        table = Table(context.new_page(), roomy_server).begin(**HERE)
        table.page.locator("#menu").click()
        expect(table.page.locator("#own-board kbd").filter(visible=True)).to_have_count(shown)
        expect(table.page.locator(".cmd .hint").filter(visible=True)).to_have_count(int(shown > 0))
        context.close()


@pytest.mark.slow
def test_conditional_moves_are_made_on_a_board(browser: Browser, page: Page, roomy_server: str) -> None:
    """They had to be typed."""
    begun = page.context.request.post(
        f"{roomy_server}/new",
        form={"against": "friend", "game": "italian", "seat": "white", "way": "correspondence", "days": "5d"},
        headers={"Origin": roomy_server},
    )
    page.goto(begun.url)
    with somebody(browser) as other:
        opposite = other.new_page()
        _sit_down(opposite, page.locator("#invite-link").inner_text(), roomy_server)
        table = Table(page, roomy_server)
        table.ready()
        table.click(22, 18)
        expect(table.moves).to_have_text(["22-18"])
        page.locator('[popovertarget="more"]').click()
        page.locator("#plan summary").click()
        page.locator("[data-plan-board]").click()
        mine = page.locator(".planboard")
        for origin, destination in ((11, 14), (18, 11)):
            mine.locator(f'[role=gridcell][data-square="{origin}"][data-grip]').click()  # it may be moved
            mine.locator(f'[role=gridcell][data-square="{destination}"]').click()
        expect(mine.locator(".planline")).to_have_text("11-14 18×11")
        assert violations(page, context=".planboard") == []
        mine.locator(".btn.main").click()
        expect(mine.locator(".planline")).to_have_text("–")
        page.keyboard.press("Escape")
        expect(page.locator("#plan-text")).to_have_value("11-14 18x11")
        page.locator('#plan button:not([type="button"])').click()
        expect(page.locator("#plan summary")).to_contain_text("1")
        expect(table.moves).to_have_text(["22-18"])  # the game's own board stands as it stood
        Table(opposite, roomy_server).click(11, 14)
        expect(opposite.locator("#moves [data-ply]")).to_have_text(["22-18", "11-14", "18x11"])


def test_the_wait_for_the_computer_counts_down_where_it_is_seen_and_is_read_out_once(table: Table) -> None:
    lines: list[WebSocketRoute] = []

    def route(socket: WebSocketRoute) -> None:
        lines.append(socket)
        server = socket.connect_to_server()
        server.on_message(socket.send)

    def wait(seconds: int) -> str:
        text = words_of("The computer is thinking about other games first: about {n} s.", n=seconds)
        lines[-1].send(json.dumps({"t": "failed", "code": "busy", "text": text, "wait_s": seconds}))
        return text

    table.page.route_web_socket(re.compile(r".*/g/\w+/ws"), route)
    table.begin(game="italian", seat="white", level=1)
    shown, read = table.page.locator("#reply"), table.page.locator("#answer")
    first = wait(22)
    expect(shown).to_have_text(first)
    expect(read).to_have_text(first)
    expect(shown).to_have_text(wait(17))
    expect(shown).to_have_count(1)
    expect(read).to_have_text(first)
    table.click(22, 18)
    expect(shown).to_have_count(0)
