"""A browser, and a server of our own for each test: its port is free, its data folder new."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Queue
from threading import Thread

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect, sync_playwright

START_S = 120.0
STOP_S = 60.0
PATIENCE_MS = 30_000  # a busy machine is slow, and what comes in time costs no waiting
expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium as the system has it."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        pytest.skip("no chromium on this machine: install the package `chromium`")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path)
        yield chromium
        chromium.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A person with an English browser of an everyday size, who minds when a script fails."""
    context = browser.new_context(viewport={"width": 1280, "height": 860}, locale="en-GB")
    context.set_default_timeout(PATIENCE_MS)
    failures: list[str] = []
    context.on("weberror", lambda error: failures.append(str(error.error)))
    yield context
    context.close()
    assert failures == []


@pytest.fixture
def page(context: BrowserContext) -> Page:
    """A page of that person."""
    return context.new_page()


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Let a fresh server run for as long as the block lasts; yield its address."""
    command = [sys.executable, "-m", "damiera", "serve", "--port", "0", "--data", str(folder), "--no-browser"]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1", "NO_COLOR": "1", "COLUMNS": "200"}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment
    ) as process:
        try:
            yield _address(process)
        finally:
            process.terminate()
            process.wait(timeout=STOP_S)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    """The address of a fresh server."""
    with serving(tmp_path) as address:
        yield address


@pytest.fixture(scope="module")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server for all tests of a module: each brings its own people."""
    with serving(tmp_path_factory.mktemp("data")) as address:
        yield address


def _address(process: subprocess.Popen[str]) -> str:
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


class Table:
    """A page with a game on it, and hands to play."""

    def __init__(self, page: Page, server: str) -> None:
        self.page = page
        self.server = server

    def begin(self, **terms: object) -> Table:
        """Begin a game by these terms (as `POST /api/games` takes them) and sit down to it."""
        self.page.goto(self.server)
        made = self.page.evaluate(
            """async (terms) => {
              const body = JSON.stringify(terms);
              const headers = { "Content-Type": "application/json" };
              return (await fetch("/api/games", { method: "POST", headers, body })).json();
            }""",
            terms,
        )
        self.page.goto(self.server + made["url"])
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
def table(page: Page, server: str) -> Table:
    """A chair at a fresh server."""
    return Table(page, server)


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
