"""The switch that lets the other devices of the house in, while the app runs."""

from __future__ import annotations

import re
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from damiera.web.app import network_socket
from damiera.web.common.network_access import NetworkAccess
from damiera.web.common.settings import ServerSettings
from tests.wording import shows

# Another address of this machine stands for its address in a network, so that the test needs none.
LAN = "127.0.0.2"
PATIENCE_S = 10.0

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="only Linux has all of 127.0.0.0/8 without being asked"
)


@pytest.fixture(autouse=True)
def network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network_socket, "local_address", lambda: LAN)


@pytest.fixture
def house(server: Any) -> Iterator[Any]:
    """A server whose door is shut again after the test."""
    yield server
    server.person().post("/house", house="closed")


def _outside(server: Any) -> str:
    return str(server.base.replace("127.0.0.1", LAN))


def _answers(url: str) -> bool:
    try:
        return httpx.get(url, trust_env=False, timeout=PATIENCE_S).status_code == 200
    except httpx.TransportError:
        return False


def test_it_is_shut_from_the_start_and_the_page_has_the_switch_and_a_warning(house: Any) -> None:
    html = house.person().get("/").text
    assert 'role="switch" aria-checked="false"' in html
    assert shows(
        html,
        "Whoever is in your network can then come in, play and watch: fine at home; leave it off in a café or"
        " hotel.",
    )
    assert not _answers(_outside(house))


def test_one_switch_opens_it_and_shuts_it_again(house: Any) -> None:
    anna = house.person()
    answer = anna.post("/house", house="open", hours="1")
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert _answers(_outside(house))
    html = anna.get("/").text
    assert 'role="switch" aria-checked="true"' in html
    assert f'id="house-address">{_outside(house)}<' in html
    assert "<svg" in html[html.index('class="qr"') :]
    assert shows(html, "It closes by itself in %(time)s.", time="1 h")
    anna.post("/house", house="closed")
    assert not _answers(_outside(house))
    assert _answers(house.base)


def test_a_link_to_join_leads_to_the_house_while_it_is_open(house: Any) -> None:
    anna = house.person()
    game = anna.begin(game="italian", friend=True)
    page = anna.get(f"/g/{game}").text
    assert f'name="back" value="/g/{game}"' in page
    anna.post("/house", house="open", back=f"/g/{game}")
    assert re.search(rf'id="invite-link">http://{LAN}:\d+/join/', anna.get(f"/g/{game}").text)


def test_only_who_sits_here_may_turn_it(house: Any) -> None:
    anna = house.person()
    anna.post("/house", house="open")
    guest = httpx.Client(base_url=_outside(house), headers={"Accept-Language": "en"}, trust_env=False)
    with guest:
        assert 'role="switch"' not in guest.get("/").text
        for way in ("open", "closed"):
            answer = guest.post("/house", data={"house": way}, headers={"Origin": _outside(house)})
            assert answer.status_code == 403
            assert shows(
                answer.text, "Only who sits at the computer on which Damiera runs can let the house in."
            )
    assert _answers(_outside(house))


def test_a_page_from_elsewhere_cannot_turn_it(house: Any) -> None:
    anna = house.person()
    for origin in ("https://evil.example", _outside(house)):
        answer = anna.http.post("/house", data={"house": "open"}, headers={"Origin": origin})
        assert answer.status_code == 403
    assert not _answers(_outside(house))


def test_the_rules_of_names_hold_for_who_comes_by_the_network(house: Any) -> None:
    house.person().post("/house", house="open")
    answer = httpx.get(_outside(house), headers={"Host": "evil.example"}, trust_env=False)
    assert answer.status_code == 400
    assert "script-src 'self'" in answer.headers["Content-Security-Policy"]


def test_when_it_shuts_lines_that_came_in_there_are_cut(house: Any) -> None:
    anna = house.person()
    anna.post("/house", house="open")
    port = int(house.base.rpartition(":")[2])
    with socket.create_connection((LAN, port), timeout=PATIENCE_S) as line:
        anna.post("/house", house="closed")
        line.settimeout(PATIENCE_S)
        assert line.recv(1000) == b""
    assert anna.get("/").status_code == 200


def test_a_line_that_was_being_accepted_as_it_shut_is_cut_too(
    house: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is not there yet when those that came in are looked for; 2 s later it is."""
    anna = house.person()
    anna.post("/house", house="open")
    whole, asked = network_socket.NetworkSocket._lines, []

    def lines(self: network_socket.NetworkSocket) -> list[Any]:
        asked.append(self)
        return whole(self) if len(asked) > 1 else []

    monkeypatch.setattr(network_socket.NetworkSocket, "_lines", lines)
    port = int(house.base.rpartition(":")[2])
    with socket.create_connection((LAN, port), timeout=PATIENCE_S) as line:
        anna.post("/house", house="closed")
        line.settimeout(PATIENCE_S)
        assert line.recv(1000) == b""


@pytest.mark.parametrize("fields", [{"house": "ajar"}, {"house": "open", "hours": "9"}, {}, {"hours": "x"}])
def test_a_switch_turned_to_nowhere_is_refused_in_words(house: Any, fields: dict[str, str]) -> None:
    answer = house.person().post("/house", **fields)
    assert answer.status_code in (400, 422)
    assert "Traceback" not in answer.text
    assert not _answers(_outside(house))


def test_without_a_network_it_says_so(house: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network_socket, "local_address", lambda: None)
    answer = house.person().post("/house", house="open")
    assert answer.status_code == 409
    assert shows(
        answer.text,
        "This computer is in no network: connect it to the one of the house, then turn the switch again.",
    )


def test_it_shuts_by_itself(house: Any) -> None:
    door: NetworkAccess = house.parts.network
    house.person().post("/house", house="open")
    assert _answers(_outside(house))

    def soon() -> None:
        house.app.state.soon = house.app.state.loop.create_task(door.open(0.05))

    house.call(soon)
    deadline = time.monotonic() + PATIENCE_S
    while _answers(_outside(house)):
        assert time.monotonic() < deadline
        time.sleep(0.02)
    assert door.address is None


def test_a_server_open_from_the_start_has_no_switch(tmp_path: Path, run_server: Any) -> None:
    settings = ServerSettings(data_dir=tmp_path, engine="thread", network_address="http://192.0.2.5:8080")
    with run_server(settings) as server:
        html = server.person().get("/").text
        assert 'role="switch"' not in html
        assert 'id="house-address">http://192.0.2.5:8080<' in html
        server.person().post("/house", house="closed")
        assert 'id="house-address">http://192.0.2.5:8080<' in server.person().get("/").text


def test_who_comes_in_as_it_opens_again_is_not_cut_with_those_before(
    house: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page of a guest lost its scripts on their way: lines of before were looked for by their address."""
    monkeypatch.setattr(network_socket, "GRACE_S", 1234.5)
    loop = house.app.state.loop
    put_off: list[Callable[[], object]] = []
    later = loop.call_later

    def call_later(delay: float, act: Any, *args: Any, **more: Any) -> Any:
        if delay == network_socket.GRACE_S:
            put_off.append(lambda: act(*args))
        return later(delay, act, *args, **more)

    monkeypatch.setattr(loop, "call_later", call_later)
    anna = house.person()
    anna.post("/house", house="open")
    assert _answers(_outside(house))
    anna.post("/house", house="closed")
    anna.post("/house", house="open")
    with httpx.Client(base_url=_outside(house), trust_env=False, timeout=PATIENCE_S) as guest:
        first = guest.get("/").extensions["network_stream"]
        done = threading.Event()
        house.call(put_off[-1])
        house.call(done.set)
        assert done.wait(PATIENCE_S)
        assert guest.get("/").extensions["network_stream"] is first, "by the line that it came in by"
