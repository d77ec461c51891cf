"""What has nothing to do with sockets is no part of what one costs while it is open."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from damiera.web.common.layers import OnlyHttp
from tests.unit.web.conftest import Running


@pytest.mark.parametrize(("kind", "went_through"), [("http", ["layer"]), ("websocket", []), ("lifespan", [])])
def test_requests_go_through_a_layer_that_sockets_pass_by(kind: str, went_through: list[str]) -> None:
    went: list[str] = []
    frames: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        went.append("app")

    def beneath(scope: Any, receive: Any, send: Any) -> Any:
        frames.append(app(scope, receive, send))
        return frames[-1]

    def layer(inner: Any) -> Any:
        async def through(scope: Any, receive: Any, send: Any) -> None:
            went.append("layer")
            await inner(scope, receive, send)

        return through

    nothing: Any = None
    asked: Any = OnlyHttp(beneath, layer)({"type": kind}, nothing, nothing)
    if kind != "http":
        assert [asked] == frames  # nothing waits between
    asyncio.run(asked)
    assert went == [*went_through, "app"]


def test_what_a_browser_said_of_itself_is_not_kept_while_its_board_is_open(server: Running) -> None:
    person = server.person()
    game = person.begin(seat="both")
    with person.sit(game) as talk:
        talk.ask("hello", "state")
        [screen] = server.parts.running.rooms.screens(game)
        line: Any = screen.line
        assert line.scope["headers"] == []
