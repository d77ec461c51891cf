"""Cold start and first page: the app beside a bare Starlette page, in the same run.

Seconds from starting the process to the last byte of the first page; bytes a browser fetches to show it.
Where there is a Chromium: milliseconds until somebody who was never here can play the first board (aim: 500).
"""

from __future__ import annotations

import argparse
import http.client
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

__all__ = ["main"]

BARE = """
import uvicorn
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route
app = Starlette(routes=[Route("/", lambda request: PlainTextResponse("hello"))])
uvicorn.run(app, host="127.0.0.1", port={port}, log_level="error")
"""
LIMIT_S = 30.0
BROWSERS = ("chromium-headless-shell", "chromium")
TERMS = {"game": "italian", "seat": "both", "clock": {"base_ms": 600_000, "increment_ms": 5_000}}
# When the board of a page can first be played: its pieces are its own, and a square is named.
WATCH_BOARD = """
new MutationObserver((_, watch) => {
  const pieces = document.querySelector("#board .pc[transform]");
  if (!pieces || !document.querySelector("#board [data-grip]")) return;
  window.playable = performance.now();
  watch.disconnect();
}).observe(document, { subtree: true, childList: true, attributes: true });
"""
LINKED = re.compile(r"""(?:href|src)="(/[^"]+\.(?:css|js|svg|png|ico|webmanifest)[^"]*)\"""")


def main(argv: Sequence[str] | None = None) -> None:
    """Print seconds to the first page for both, their ratio, and the weight of the first page."""
    parser = argparse.ArgumentParser(prog="benchmarks web", description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    args = parser.parse_args(argv)
    bare = [_start(_bare)[0] for _ in range(args.runs)]
    ours = [_start(_damiera) for _ in range(args.runs)]
    seconds = min(s for s, _ in ours)
    print(f"first page, cold   damiera {seconds:.2f} s   bare Starlette {min(bare):.2f} s", end="")
    print(f"   ratio {seconds / min(bare):.2f}   (best of {args.runs})")
    weight = ours[-1][1]
    total = sum(weight.values())
    assert "/" in weight
    print(f"first page, weight {total / 1000:.0f} kB in {len(weight)} answers, compressed as sent")
    for path, size in sorted(weight.items(), key=lambda item: -item[1])[:8]:
        print(f"    {size:>7,}  {path}")
    boards = _first_boards(args.runs)
    if boards:
        print(f"first board, to be played {min(boards):.0f} ms   (best of {args.runs}; all: ", end="")
        print(", ".join(f"{ms:.0f}" for ms in boards) + ")")


def _bare(port: int, _: str) -> list[str]:
    return [sys.executable, "-c", BARE.format(port=port)]


def _damiera(port: int, data: str) -> list[str]:
    return [sys.executable, "-m", "damiera", "serve", "--port", str(port), "--data", data, "--no-browser"]


def _start(command: Callable[[int, str], list[str]]) -> tuple[float, dict[str, int]]:
    """Start a server; return seconds to its first page and the bytes of all that the page loads."""
    begun = time.perf_counter()
    with _serving(command) as port:
        first = _first_page(port, begun)
        return time.perf_counter() - begun, _weigh(port, first)


@contextmanager
def _serving(command: Callable[[int, str], list[str]]) -> Iterator[int]:
    """Run a server at a free port."""
    with tempfile.TemporaryDirectory() as data, socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
        free.close()
        server = subprocess.Popen(command(port, data), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            yield port
        finally:
            server.terminate()
            server.wait(10)


def _first_boards(runs: int) -> list[float]:
    """Return milliseconds from asking for a game to a board that can be played; none without a browser."""
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        return []
    from playwright.sync_api import sync_playwright

    taken: list[float] = []
    with _serving(_damiera) as port, sync_playwright() as playwright:
        _first_page(port, time.perf_counter())
        address = f"http://127.0.0.1:{port}"
        browser = playwright.chromium.launch(executable_path=path)
        for _ in range(runs):
            newcomer = browser.new_context(locale="it-IT")
            page = newcomer.new_page()
            page.add_init_script(WATCH_BOARD)
            begun = newcomer.request.post(f"{address}/api/games", data=TERMS, headers={"Origin": address})
            page.goto(address + begun.json()["url"])
            page.wait_for_function("window.playable")
            taken.append(page.evaluate("window.playable"))
            newcomer.close()
        browser.close()
    return taken


def _first_page(port: int, begun: float) -> bytes:
    while time.perf_counter() - begun < LIMIT_S:
        try:
            return _get(port, "/")[1]
        except OSError:
            time.sleep(0.005)
    raise SystemExit(f"no page within {LIMIT_S:.0f} s")


def _get(port: int, path: str, encoding: str = "identity") -> tuple[int, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=LIMIT_S)
    connection.request("GET", path, headers={"Accept-Encoding": encoding})
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    assert answer.status == 200, (path, answer.status)
    return len(body), body


def _weigh(port: int, page: bytes) -> dict[str, int]:
    """Bytes by path: the page, what it links to, and the modules those import."""
    sizes = {"/": _get(port, "/", "gzip")[0]}
    todo = LINKED.findall(page.decode())
    while todo:
        path = todo.pop()
        if path in sizes:
            continue
        sizes[path] = _get(port, path, "gzip")[0]
        if path.split("?")[0].endswith(".js"):
            folder = path.rsplit("/", 1)[0]
            text = _get(port, path)[1].decode()
            found = re.findall(r"""(?:from|import)\s*\(?["'](\.{1,2}/[^"']+)["']""", text)
            todo += [_joined(folder, name) for name in found]
    return sizes


def _joined(folder: str, name: str) -> str:
    parts = folder.split("/")
    for step in name.split("/"):
        if step == "..":
            parts.pop()
        elif step != ".":
            parts.append(step)
    return "/".join(parts)


if __name__ == "__main__":
    main()
