"""A browser, and servers of our own: their ports are free, their data folders new.

To start a server costs as much as a short test. Tests bring their own people (a browser context is one), who
do not see each other's games and events: so they share a server, and only what must be alone starts one.
"""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect, sync_playwright

START_S = 120.0
STOP_S = 60.0
PATIENCE_MS = 1000 * int(os.environ.get("DAMIERA_PATIENCE_S", "30"))  # what comes in time costs no waiting
expect.set_options(timeout=PATIENCE_MS)

# The first that there is: one that never had a window opens pages in half the time.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")

# A server that takes what all the tests send from one address: the limits are for strangers, and have theirs.
ROOMY = """
import sys
from damiera.web.common import limits
begun = limits.RequestLimits.__init__
limits.RequestLimits.__init__ = lambda self: begun(self) or [
    setattr(self, name, limits.Limiter(10_000, 1_000))
    for name in list(vars(self))
] and None
from damiera.cli.main import main
main(sys.argv[1:])
"""


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Chromium as the system has it, for the tests of this folder alone.

    While it is open, the event loop that drives it counts as running in this thread, where no other may run.
    """
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        pytest.skip("no chromium on this machine: install the package `chromium`")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path)
        yield chromium
        chromium.close()


@contextmanager
def somebody(browser: Browser) -> Iterator[BrowserContext]:
    """A person with an English browser of an everyday size, who minds when a script fails."""
    context = browser.new_context(viewport={"width": 1280, "height": 860}, locale="en-GB")
    context.set_default_timeout(PATIENCE_MS)
    failures: list[str] = []
    context.on("weberror", lambda error: failures.append(str(error.error)))
    yield context
    for page in context.pages:
        page.unroute_all(behavior="ignoreErrors")  # a test may end while a page still asks for something
    context.close()
    assert failures == []


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A newcomer."""
    with somebody(browser) as context:
        yield context


@pytest.fixture
def page(context: BrowserContext) -> Page:
    """A page of that person."""
    return context.new_page()


def start(folder: Path, *program: str, port: int = 0) -> subprocess.Popen[str]:
    """Start a server; 0 is any free port."""
    command = [sys.executable, *(program or ("-m", "damiera"))]
    command += ["serve", "--port", str(port), "--data", str(folder), "--no-browser"]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1", "NO_COLOR": "1", "COLUMNS": "200"}
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment
    )


def free_port() -> int:
    """Return a port of 127.0.0.1 that stays free while its server is away.

    Those that a system gives to whoever asks for any, and to connections, are higher ones.
    """
    chance = random.SystemRandom()
    while True:
        port = chance.randrange(20_000, 32_000)
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


@contextmanager
def serving(folder: Path, *program: str) -> Iterator[str]:
    """Let a fresh server run for as long as the block lasts; yield its address."""
    with start(folder, *program) as process:
        try:
            yield address_of(process)
        finally:
            process.terminate()
            process.wait(timeout=STOP_S)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    """The address of a fresh server, as a user starts it."""
    with serving(tmp_path) as address:
        yield address


@pytest.fixture(scope="module")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server, as a user starts it, for all tests of a module: each brings its own people."""
    with serving(tmp_path_factory.mktemp("data")) as address:
        yield address


@pytest.fixture(scope="session")
def roomy_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server for the tests of all modules, which takes as much as they send."""
    with serving(tmp_path_factory.mktemp("data"), "-c", ROOMY) as address:
        yield address


def address_of(process: subprocess.Popen[str]) -> str:
    """Return the address that the server prints; what it prints afterwards is read and let go."""
    lines: Queue[str | None] = Queue()

    def read() -> None:
        assert process.stdout is not None
        for line in process.stdout:
            lines.put(line)
        lines.put(None)

    Thread(target=read, daemon=True).start()
    said = []
    while (line := lines.get(timeout=START_S)) is not None:
        said.append(line)
        if found := re.search(r"http://[\w.]+:\d+", line):
            return found[0]
    pytest.fail(f"the server did not start: {''.join(said)}")


def violations(page: Page, *rules: str, context: str | None = None) -> list[tuple[str, str]]:
    """Return what axe minds on a page, by all its rules or by some: the rule, and where it is broken.

    It is asked for violations alone: to describe everything that is well costs it more than to look.
    """
    options: dict[str, Any] = {"resultTypes": ["violations"], **({"runOnly": list(rules)} if rules else {})}
    page.wait_for_load_state()  # a page that is half there has other faults
    if not page.evaluate("Boolean(window.axe)"):
        page.evaluate(Axe().axe_script)
    found = page.evaluate(f"axe.run({json.dumps(context)} ?? document, {json.dumps(options)})")
    return [
        (one["id"], f"{node['html']}: {node.get('failureSummary', '')}")
        for one in found["violations"]
        for node in one["nodes"]
    ]


def stop_time(page: Page) -> None:
    """Let no timer of a page run out from now on: what is to be done within seconds may take its time."""
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 60)  # a time to come, as if it had slept


class Table:
    """A page with a game on it, and hands to play."""

    def __init__(self, page: Page, server: str) -> None:
        self.page = page
        self.server = server

    def begin(self, **terms: object) -> Table:
        """Begin a game by these terms (as `POST /api/games` takes them) and sit down to it."""
        answer = self.page.context.request.post(
            f"{self.server}/api/games", data=terms, headers={"Origin": self.server}
        )
        assert answer.status == 201, answer.text()
        self.page.goto(self.server + answer.json()["url"])
        self.ready()
        return self

    def ready(self) -> None:
        """Wait until the page has taken the board over."""
        expect(self.page.locator("draughts-board [data-square][aria-label]").first).to_be_visible()
        expect(self.page.locator("draughts-board .pc[transform]").first).to_be_attached()

    def cell(self, square: int) -> Locator:
        return self.page.locator(f'#board [role=gridcell][data-square="{square}"]')

    def piece(self, square: int) -> Locator:
        return self.page.locator(f'#board .pc[data-square="{square}"]')

    @property
    def moves(self) -> Locator:
        return self.page.locator("#moves [data-ply]")

    def click(self, *squares: int) -> None:
        for square in squares:
            self.cell(square).click()

    def keys(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def go(self, square: int) -> None:
        """Bring the keyboard to a square by its number."""
        self.keys(*str(square), "Enter")

    @property
    def focused(self) -> str:
        """The name of what has the keyboard."""
        name: str = self.page.evaluate("document.activeElement.getAttribute('aria-label') ?? ''")
        return name


@pytest.fixture
def table(page: Page, roomy_server: str) -> Table:
    """A chair at the server of all."""
    return Table(page, roomy_server)


@pytest.fixture
def whole_game() -> tuple[tuple[int, ...], ...]:
    """A short game of Italian draughts, from the first move to the last: 25 is shut in and White has lost.

    It holds captures of two pieces, a promotion, and one capture (14-23-30) that may be made in two ways.
    """
    text = (
        "24-20 12-16 21-18 11-14 18-11 6-15-24 22-19 2-6 26-22 8-12 19-15 12-19-26 30-21 4-8 29-26 7-11 "
        "23-19 11-14 21-18 14-23-30 18-13 30-21 28-23 9-18 31-28 24-31 32-28 31-24 23-20 24-15"
    )
    return tuple(tuple(map(int, move.split("-"))) for move in text.split())
