"""WebKit, the engine of Safari, lays the pages out as Chromium does, and a game is begun and played in it.

It is driven by the WebDriver protocol itself (W3C, WebDriver 2): `WebKitWebDriver` of the package
`webkit2gtk-driver`, on a screen of `xvfb`.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress

import httpx
import msgspec
import pytest
from playwright.sync_api import Page

from tests.e2e.conftest import free_port

pytestmark = pytest.mark.slow

BEGINS_S = 60.0
ANSWERS_S = 30.0
PAGES = ("/new?against=friend", "/hall/new", "/prefs", "/endgame")
# Where titles, fields and buttons stand, by what they are called.
PLACES = """return (() => {
  const found = {};
  for (const node of document.querySelectorAll("main :is(h1, h2, fieldset, select, input, textarea)")) {
    const { x, width, height } = node.getBoundingClientRect();
    if (node.checkVisibility() && width > 30 && height > 15) {
      found[`${node.tagName} ${node.id || node.name || node.textContent.trim().slice(0, 30)}`] ??= [x, width];
    }
  }
  return [innerWidth, document.documentElement.scrollWidth, found];
})()"""
MIDDLE = """const cell = document.querySelector('#board [data-square="%d"]');
const { x, y, width, height } = cell.getBoundingClientRect();
return [Math.round(x + width / 2), Math.round(y + height / 2)];"""


class WebKit:
    """A window of WebKit."""

    def __init__(self, address: str) -> None:
        self._ask = httpx.Client(base_url=address, timeout=60)
        session = self._post("/session", {"capabilities": {"alwaysMatch": {}}})
        assert isinstance(session, dict)
        self._path = f"/session/{session['sessionId']}"

    def _post(self, path: str, body: object) -> object:
        answer = self._ask.post(path, json=body)
        assert answer.is_success, answer.text
        return answer.json()["value"]

    def resize(self, width: int, height: int) -> None:
        self._post(f"{self._path}/window/rect", {"width": width, "height": height})

    def open(self, address: str) -> None:
        self._post(f"{self._path}/url", {"url": address})

    def run(self, script: str) -> object:
        return self._post(f"{self._path}/execute/sync", {"script": script, "args": []})

    def press(self, square: int) -> None:
        """Press and let go in the middle of a square, as a mouse does."""
        place = self.run(MIDDLE % square)
        assert isinstance(place, list)
        moved = {"type": "pointerMove", "duration": 0, "x": place[0], "y": place[1]}
        deeds = [moved, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": deeds}
        self._post(f"{self._path}/actions", {"actions": [mouse]})

    def close(self) -> None:
        self._ask.delete(self._path)
        self._ask.close()


@pytest.fixture(scope="module")
def webkit() -> Iterator[WebKit]:
    if not (shutil.which("WebKitWebDriver") and shutil.which("xvfb-run")):
        pytest.skip("no WebKit on this machine: install the packages `webkit2gtk-driver` and `xvfb`")
    port = free_port()
    command = ["xvfb-run", "-a", "-s", "-screen 0 1400x1000x24", "WebKitWebDriver", f"--port={port}"]
    quiet = subprocess.DEVNULL
    with subprocess.Popen(command, stdout=quiet, stderr=quiet, start_new_session=True) as driver:
        try:
            wait_for_port(port)
            window = WebKit(f"http://127.0.0.1:{port}")
            try:
                yield window
            finally:
                window.close()
        finally:
            os.killpg(driver.pid, signal.SIGTERM)  # `xvfb-run` would leave the driver behind


def wait_for_port(port: int) -> None:
    until = time.monotonic() + BEGINS_S
    while True:
        with suppress(httpx.TransportError):
            if httpx.get(f"http://127.0.0.1:{port}/status").is_success:
                return
        assert time.monotonic() < until, "WebKitWebDriver does not answer"
        time.sleep(0.1)


@pytest.mark.parametrize("path", PAGES)
def test_titles_and_fields_stand_in_webkit_where_they_stand_in_chromium(
    webkit: WebKit, page: Page, roomy_server: str, path: str
) -> None:
    """As wide, and as far from the left, within a twentieth of the window: fonts and scroll bars differ."""
    webkit.resize(1280, 900)
    webkit.open(roomy_server + path)
    wait_for(webkit, "return document.readyState === 'complete'")
    inner, whole, there = placed(webkit.run(PLACES))
    page.set_viewport_size({"width": inner, "height": 800})
    page.goto(roomy_server + path)
    _, _, here = placed(page.evaluate(f"() => {{ {PLACES} }}"))
    assert whole <= inner
    assert there.keys() & here.keys()
    off = {
        name: (at, here[name]) for name, at in there.items() if name in here and apart(at, here[name], inner)
    }
    assert off == {}


def placed(told: object) -> tuple[int, int, dict[str, list[float]]]:
    """Return how wide a window is, how wide its page, and where what is in it stands."""
    return msgspec.convert(told, tuple[int, int, dict[str, list[float]]])


def apart(one: list[float], other: list[float], inner: int) -> bool:
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) > inner / 20


def test_a_game_is_begun_and_answered_in_webkit(webkit: WebKit, roomy_server: str) -> None:
    webkit.resize(1280, 900)
    webkit.open(roomy_server + "/")
    wait_for(
        webkit,
        "return !!customElements.get('draughts-board') && !!document.querySelector('#board .can')",
    )
    webkit.press(22)
    wait_for(webkit, "return document.querySelectorAll('#board .dest').length > 0")
    webkit.press(18)
    wait_for(webkit, "return location.pathname.startsWith('/g/')")
    wait_for(
        webkit,
        "return [...document.querySelectorAll('.moves')].some((m) => m.innerText.match(/22-18\\s+\\d/))",
    )


def wait_for(webkit: WebKit, script: str) -> None:
    until = time.monotonic() + ANSWERS_S
    while not webkit.run(script):
        assert time.monotonic() < until, script
        time.sleep(0.1)
