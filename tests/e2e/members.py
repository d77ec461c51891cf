"""The members of a club, each in a browser of their own, on a server that may be killed and goes on."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import ROOMY, STOP_S, address_of, free_port, somebody, start

BOARD = re.compile(r".*/g/\w+$")
PASSWORD = "quattro mosse al centro"

People = Mapping[str, Page]


class MortalServer:
    """A server that takes as much as tests send, and keeps its address when it is killed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._process = start(folder, "-c", ROOMY, port=free_port())
        self.address = address_of(self._process)

    def kill(self) -> None:
        """End it without a word."""
        self._process.kill()
        self._end()

    def stop(self) -> None:
        """End it as a user does."""
        self._process.terminate()
        self._end()

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Let it answer nobody for as long as the block lasts."""
        self._process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._process.send_signal(signal.SIGCONT)

    def _end(self) -> None:
        with self._process:
            self._process.wait(timeout=STOP_S)

    def go_on(self, *, away_s: float = 0) -> None:
        """Start it again with what it has kept, as if it had been away for so many seconds more."""
        mark = self.folder / "alive"
        seen = mark.stat().st_mtime - away_s
        os.utime(mark, (seen, seen))
        self._process = start(self.folder, "-c", ROOMY, port=int(self.address.rpartition(":")[2]))
        address_of(self._process)


@contextmanager
def mortal_server(folder: Path) -> Iterator[MortalServer]:
    """Let a server run for as long as the block lasts."""
    server = MortalServer(folder)
    try:
        yield server
    finally:
        server.stop()


@contextmanager
def club_of(
    browser: Browser, server: str, *names: str, name: str = "Circolo"
) -> Iterator[tuple[str, People]]:
    """Yield the page of a club, and its members with a page each: the first is its founder."""
    with ExitStack() as stack:
        people = {one: stack.enter_context(somebody(browser)).new_page() for one in names}
        for one, page in people.items():
            send(page, server, "/register", name=one, password=PASSWORD)
        founder = people[names[0]]
        club = send(founder, server, "/clubs", name=name)
        for one in names[1:]:
            send(people[one], server, club, do="ask")
            send(founder, server, club, do="accept", name=one)
        yield server + club, people


def send(page: Page, server: str, path: str, **form: str) -> str:
    """Send a form as a person's browser does; return where the answer leads."""
    answer = page.context.request.post(
        server + path, form=dict(form), headers={"Origin": server}, max_redirects=0
    )
    assert answer.status in {200, 303}, answer.text()
    return answer.headers.get("location", "")


def at_boards(people: People, known: set[str]) -> dict[str, list[str]]:
    """Return the boards that somebody sits at, new ones only, with who sits there."""
    boards: dict[str, list[str]] = {}
    for name, page in people.items():
        if BOARD.match(page.url) and page.url not in known:
            boards.setdefault(page.url, []).append(name)
    return boards


def led_to_boards(people: People, known: set[str], n: int) -> dict[str, list[str]]:
    """Wait until `n` boards that were not there before have both their players."""
    anybody = next(iter(people.values()))
    for _ in range(300):
        boards = {url: names for url, names in at_boards(people, known).items() if len(names) == 2}
        if len(boards) == n:
            known.update(boards)
            return boards
        anybody.wait_for_timeout(200)
    raise AssertionError(f"no {n} new boards: {[page.url for page in people.values()]}")


def at_the_board(page: Page) -> None:
    """Wait until the script of a game has taken its page over."""
    expect(page.locator("draughts-board .pc[transform]").first).to_be_attached()


def resign(page: Page) -> None:
    """Resign by what the page of a game offers, by keys where it asks whether one means it."""
    at_the_board(page)  # before, the button sends its form unasked
    page.locator("#actions button[value=resign]").click()
    yes = page.locator("#offers").get_by_role("button").first
    expect(yes).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#result .score")).to_be_visible()


def resume(page: Page) -> None:
    """Go on with a game that stands still because the server was away for longer than some seconds."""
    go_on = page.locator("#halt").get_by_role("button")
    go_on.press("Enter")
    expect(go_on).to_have_count(0)


def play(people: People, names: list[str], moves: Sequence[Sequence[int]], *, made: int = 0) -> None:
    """Play moves at the board of two, each typed by whose turn it is; `made` were played before."""
    pages = [people[name] for name in names]
    for page in pages:
        at_the_board(page)
    is_white = pages[0].locator("draughts-board[side=white]").count() == 1
    turns = pages if is_white else pages[::-1]
    for ply, move in enumerate(moves, made):
        page = turns[ply % 2]
        expect(page.locator("#moves [data-ply]")).to_have_count(ply)
        page.locator("#command-text").fill("-".join(map(str, move)))
        page.locator("#command-text").press("Enter")
    for page in pages:
        expect(page.locator("#moves [data-ply]")).to_have_count(made + len(moves))
