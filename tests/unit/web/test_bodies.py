"""How much may be sent: bounded while it is read, refused with 413 and words."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from damiera.web.common.bodies import LARGEST_BODY, BodyLimit

MB = 1024 * 1024
PATHS = ["/api/games", "/api/puzzles/1", "/new", "/import", "/hall/import", "/hall/1/games", "/rules/file"]


def _answer(base: str, head: str) -> str:
    """Return the first line of what is answered to a head whose body never comes."""
    host = urlsplit(base).netloc
    with socket.create_connection(host.split(":"), timeout=10) as line:  # type: ignore[arg-type]
        line.sendall(f"{head} HTTP/1.1\r\nHost: {host}\r\nContent-Length: 400000000\r\n\r\n".encode())
        return line.makefile("rb").readline().decode()


@pytest.mark.parametrize("path", PATHS)
def test_a_body_that_says_it_is_too_large_is_not_waited_for(server: Any, path: str) -> None:
    assert _answer(server.base, f"POST {path}").split()[1] == "413"


@pytest.mark.parametrize("path", ["/api/games", "/api/puzzles/1", "/rules/file", "/new"])
def test_a_body_that_hides_its_size_is_refused_in_words(anna: Any, path: str) -> None:
    def chunks() -> Iterator[bytes]:
        yield b"--b\r\nContent-Disposition: form-data; name=file; filename=f\r\n\r\n"
        for _ in range(24):
            yield bytes(MB // 8)

    headers = {"Origin": anna.base, "Content-Type": "multipart/form-data; boundary=b"}
    answer = anna.http.post(path, content=chunks(), headers=headers)
    assert answer.status_code == 413
    assert "too large: at most" in (answer.json()["text"] if path.startswith("/api") else answer.text)


def test_a_file_that_is_a_little_too_large_is_still_told_what_it_may_be(anna: Any) -> None:
    answer = anna.http.post(
        "/hall/import", files={"file": ("a.trf", bytes(4 * MB + 1))}, headers={"Origin": anna.base}
    )
    assert answer.status_code == 422


async def _reads(request: Request) -> Response:
    return PlainTextResponse(str(len(await request.body())))


def _sent(path: str, chunk: int, chunks: int) -> tuple[str, int]:
    """Send a body in chunks; return what was said to it and how many bytes of it were taken."""
    app = Starlette(
        routes=[Route("/small/{id}", _reads, methods=["POST"]), Route("/", _reads, methods=["POST"])]
    )
    taken, said = 0, []

    async def receive() -> dict[str, Any]:
        nonlocal taken
        taken += chunk
        return {"type": "http.request", "body": bytes(chunk), "more_body": taken < chunk * chunks}

    async def send(message: Any) -> None:
        said.append(message.get("body", b"").decode())

    scope = {"type": "http", "method": "POST", "path": path, "headers": [], "query_string": b""}
    asyncio.run(BodyLimit(app, {"/small/{id}": 1000})(scope, receive, send))
    return "".join(said), taken


def test_no_more_is_taken_than_a_route_allows() -> None:
    assert _sent("/small/7", 100, 10) == ("1000", 1000)
    said, taken = _sent("/small/7", 100, 10**6)
    assert taken == 1100
    assert "too large" in said


def test_every_other_route_has_a_limit_too() -> None:
    assert _sent("/", 64 * 1024, 16) == (str(LARGEST_BODY), LARGEST_BODY)
    assert _sent("/", 64 * 1024, 10**6)[1] == LARGEST_BODY + 64 * 1024
