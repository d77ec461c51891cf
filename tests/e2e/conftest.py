"""A browser, and a server of our own for each test: its port is free, its data folder new."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from queue import Queue
from threading import Thread

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

START_S = 20.0


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
    context.set_default_timeout(10_000)
    failures: list[str] = []
    context.on("weberror", lambda error: failures.append(str(error.error)))
    yield context
    context.close()
    assert failures == []


@pytest.fixture
def page(context: BrowserContext) -> Page:
    """A page of that person."""
    return context.new_page()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    """The address of a fresh server."""
    command = [
        sys.executable,
        "-m",
        "damiera",
        "serve",
        "--port",
        "0",
        "--data",
        str(tmp_path),
        "--no-browser",
    ]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1", "NO_COLOR": "1", "COLUMNS": "200"}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment
    ) as process:
        try:
            yield _address(process)
        finally:
            process.terminate()
            process.wait(timeout=10)


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
