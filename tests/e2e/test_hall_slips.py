"""No slip is lost: results wait in the browser while the server is away, and leave, each once."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.e2e.conftest import ROOMY, free_port, somebody
from tests.e2e.test_hall import clean, open_event, pair
from tests.wording import words_of

RESULT = re.compile(r".*/result$")


def names(players: int) -> tuple[str, ...]:
    return tuple(f"Cognome{n:03d} Nome" for n in range(1, players + 1))


def a_round(page: Page, server: str, players: int) -> str:
    """An event whose first round is paired, and shown on the desk."""
    event = open_event(page, server, rounds=3, names=names(players))
    page.goto(event)
    pair(page, 1)
    return event


def patient(page: Page) -> None:
    """Have a page wait for an answer as long as a test holds it back: by itself it asks again."""
    page.add_init_script("AbortSignal.timeout = () => new AbortController().signal;")


def logged(page: Page, event: str) -> int:
    """How many results the log of an event holds."""
    return page.request.get(f"{event}/event.damiera").text().count('"act":"result"')


def test_results_wait_while_the_server_is_away_and_are_stored_once(page: Page, roomy_server: str) -> None:
    event = a_round(page, roomy_server, 8)
    page.route(RESULT, lambda route: route.abort())
    page.locator("tr.open button").first.focus()
    for key in "210":
        page.keyboard.press(key)
    expect(page.locator("#slips")).to_contain_text("3")
    expect(page.locator(".state.waits")).to_have_count(3)
    clean(page)
    page.reload()  # nothing is lost with the page
    expect(page.locator("#slips")).to_be_visible()
    expect(page.locator(".rseg [aria-pressed=true]")).to_have_text(["2-0", "1-1", "0-2"])
    page.goto(f"{event}/players")  # nor on another page of the event
    expect(page.locator("#slips")).to_be_visible()
    page.unroute(RESULT)
    page.get_by_role("button", name="Try now").click()
    expect(page.locator("#slips.glad, #slips[hidden]")).to_have_count(1)
    page.goto(event)
    expect(page.locator(".state.ok")).to_have_count(3)
    assert logged(page, event) == 3


@pytest.mark.slow
def test_an_answer_that_is_lost_makes_no_second_result(page: Page, roomy_server: str) -> None:
    event = a_round(page, roomy_server, 4)
    lost: list[int] = []

    def arrives_unanswered(route: Route) -> None:
        if lost:
            return route.continue_()
        lost.append(route.fetch().status)
        return route.abort()

    page.route(RESULT, arrives_unanswered)
    page.locator("tr[data-board='1'] button[value=win]").click()
    page.locator("tr[data-board='1'] button[value=draw]").click()  # changed before the first was answered
    expect(page.locator("tr[data-board='1'] .state.ok")).to_be_visible()
    expect(page.locator("tr[data-board='1'] input[name=was]")).to_have_value("draw")
    assert lost == [200]
    assert logged(page, event) == 2
    assert page.locator("#wrong").count() == 0


@pytest.mark.slow
def test_a_row_that_does_not_show_yet_what_was_stored_can_be_changed(page: Page, roomy_server: str) -> None:
    """Who changed their mind in that moment was told that somebody else had entered another result."""
    a_round(page, roomy_server, 4)
    row = page.locator("tr[data-board='1']")
    row.locator("button[value=win]").click()
    expect(row.locator("input[name=was]")).to_have_value("win")
    row.locator("input[name=was]").evaluate("field => (field.value = 'none')")
    row.locator("button[value=draw]").click()
    expect(row.locator("input[name=was]")).to_have_value("draw")
    expect(page.locator("#wrong")).to_have_count(0)


def test_how_long_the_server_is_away_is_told_though_the_clock_is_set_back(
    page: Page, roomy_server: str
) -> None:
    page.add_init_script("const now = Date.now; Date.now = () => now() - (window.back ?? 0)")
    a_round(page, roomy_server, 4)
    page.route(RESULT, lambda route: route.abort())
    page.locator("tr[data-board='1'] button[value=win]").click()
    expect(page.locator("#slips .since")).to_have_text(re.compile(r"^0:0\d$"))
    page.evaluate("window.back = 3600e3")  # an hour: the laptop's clock is put right
    expect(page.locator("#slips .since")).to_have_text(re.compile(r"^0:(0[3-9]|[1-5]\d)$"))


@pytest.mark.slow
def test_no_result_waits_for_the_browser_s_own_disk(page: Page, roomy_server: str) -> None:
    """Where the browser could keep nothing just then, a result was "typed" or "sending" until it could."""
    page.add_init_script("indexedDB.open = () => ({})")  # it never answers: a full disk, a busy laptop
    event = a_round(page, roomy_server, 4)
    row = page.locator("tr[data-board='1']")
    row.locator("button[value=win]").click()
    expect(row.locator(".state.ok")).to_be_visible()
    expect(row.locator("input[name=was]")).to_have_value("win")
    assert logged(page, event) == 1


@pytest.mark.slow
def test_another_arbiter_s_result_is_told_and_stays(
    page: Page, context: BrowserContext, roomy_server: str
) -> None:
    a_round(page, roomy_server, 4)
    page.route(re.compile(r".*/(boards|live|stamp)\b"), lambda route: route.abort())
    other = context.new_page()
    other.goto(page.url)
    other.locator("tr[data-board='1'] button[value=draw]").click()
    expect(other.locator("tr[data-board='1'] .state.ok")).to_be_visible()
    page.locator("tr[data-board='1'] button[value=win]").click()
    expect(page.locator("#wrong")).to_contain_text("1-1")
    expect(page.locator("tr[data-board='1'] [aria-pressed=true]")).to_have_text("1-1")


@pytest.mark.slow
def test_boards_are_found_by_number_and_name_from_any_page(page: Page, roomy_server: str) -> None:
    event = a_round(page, roomy_server, 40)
    expect(page.locator("#shows")).to_be_visible()  # the scripts that hear the keys are there
    page.keyboard.press("/")
    page.keyboard.type("17")
    page.keyboard.press("Enter")
    expect(page.locator("tr[data-board='17'] button").first).to_be_focused()
    page.keyboard.press("2")
    expect(page.locator("tr[data-board='17'] .state.ok")).to_be_visible()
    page.locator("#shows button[value=open]").click()
    expect(page.locator("tr[data-board]:visible")).to_have_count(19)
    expect(page.locator("#map .cells .done")).to_have_count(1)
    clean(page)
    page.goto(f"{event}/standings")
    page.keyboard.press("/")
    page.keyboard.type("cognome033")
    page.keyboard.press("Enter")
    expect(page.locator("tr:focus-within")).to_contain_text("Cognome033")
    page.keyboard.press("/")
    page.keyboard.type("Nessuno")
    page.keyboard.press("Enter")
    expect(page.locator("#found")).to_have_text(
        words_of("Neither a board nor a player of this round: {what}", what="Nessuno")
    )


@pytest.mark.slow
def test_a_board_is_found_by_one_key_on_the_page_for_the_hall(
    page: Page, browser: Browser, roomy_server: str
) -> None:
    event = a_round(page, roomy_server, 40)
    with somebody(browser) as stranger:
        hall = stranger.new_page()
        hall.goto(f"{event}/public")
        expect(hall.locator("#findhere")).to_be_visible()
        hall.keyboard.press("/")
        hall.keyboard.type("17")
        expect(hall.locator("tr[data-board='17.1']")).to_be_visible()
        expect(hall.locator("tr[data-board='16.1']")).to_be_hidden()
        hall.locator("#findhere").fill("cognome033")
        expect(hall.locator("tr[data-board]:visible")).to_have_count(1)
        expect(hall.locator(".finder li:visible")).to_have_count(1)
        clean(hall)
        for other in ("standings", "card/1"):
            hall.goto(f"{event}/{other}")
            hall.keyboard.press("/")
            hall.keyboard.type("cognome033")
            clean(hall)
            hall.keyboard.press("Enter")
            hall.wait_for_url("**/public?find=cognome033")
            expect(hall.locator("tr[data-board]:visible")).to_have_count(1)
            expect(hall.locator("#findhere")).to_have_value("cognome033")


class Killed:
    """A server that is killed and started again, at the same address and with the same data."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.command = [sys.executable, "-c", ROOMY, "serve", "--no-browser"]
        self.command += ["--port", str(self.port), "--data", str(folder)]
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if self.address in line:
                return

    def kill(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
        if self.process.stdout:
            self.process.stdout.close()


@pytest.fixture
def killed(tmp_path: Path) -> Iterator[Killed]:
    server = Killed(tmp_path)
    yield server
    server.kill()


@pytest.mark.parametrize(
    ("boards", "kills"),
    [
        pytest.param(40, 3, marks=pytest.mark.slow),
        pytest.param(250, 20, marks=pytest.mark.deep),
    ],
)
def test_the_server_is_killed_while_boards_are_entered(
    page: Page, killed: Killed, boards: int, kills: int
) -> None:
    event = a_round(page, killed.address, 2 * boards)
    page.locator("tr.open button").first.focus()
    every = boards // kills
    for done in range(boards):
        if done % every == every // 2:
            killed.kill()
        page.keyboard.press("210"[done % 3])
        if done % every == every - 2:
            killed.start()
    if killed.process.poll() is not None:  # it was away when the last board was entered
        killed.start()
    expect(page.locator("tr.open")).to_have_count(0)
    expect(page.locator(".state.ok")).to_have_count(boards, timeout=120_000)
    assert logged(page, event) == boards
    page.reload()
    figures = [("2-0", "1-1", "0-2")[done % 3] for done in range(boards)]
    expect(page.locator(".rseg [aria-pressed=true]")).to_have_text(figures)
