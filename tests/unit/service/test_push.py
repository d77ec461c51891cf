"""Web Push: chosen in a browser, ended with its session, encrypted, posted to makers of browsers alone."""

from __future__ import annotations

import base64
import json
import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from damiera.messages import Message
from damiera.records.contacts import PushDeviceRecord
from damiera.service.errors import BadTerms, NotYours
from damiera.service.push import PushService, PushUnsent
from tests.unit.service.kit import App
from tests.unit.service.test_contacts import Telling
from tests.wording import raises

ENDPOINT = "https://fcm.googleapis.com/fcm/send/abc"
SITE = "https://dama.example"
NO_SERVICE = Message("This browser is told by a service that is not known here.")


def text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


SECRET = ec.generate_private_key(ec.SECP256R1())
KEY = text(SECRET.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))
AUTH = text(b"0123456789abcdef")


class Pushing(Telling):
    """Anna with a browser; what is posted is kept, and answered as `answers` say."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.posted: list[tuple[str, dict[str, str]]] = []
        self.answer: int | None = 201
        self.push = PushService(app.store, app.clock, SITE, self._post)
        self.token = self.accounts.sign_in(self.accounts.credentials("Anna"), None).token

    def _post(self, device: PushDeviceRecord, payload: str, key: str) -> int:
        assert "PRIVATE KEY" in key
        self.posted.append((device.endpoint, json.loads(payload)))
        if self.answer is None:
            raise PushUnsent("ConnectionError")
        return self.answer

    def tell(self, endpoint: str = ENDPOINT) -> None:
        self.push.tell(self.token, endpoint, KEY, AUTH, "it")

    def due(self) -> list[str]:
        return [one.kind for one in self.deliveries.due("push")]


@pytest.fixture
def pushing(app: App) -> Pushing:
    return Pushing(app)


def test_nothing_is_pushed_until_a_browser_is_chosen(pushing: Pushing) -> None:
    pushing.game()
    pushing.look()
    pushing.app.clock.now += 60_000
    assert pushing.due() == []
    pushing.tell()
    assert {
        kind for kind, ways in pushing.contacts.facts(pushing.anna.id).choices.items() if "push" in ways
    } == {*("move", "reminder", "board", "friend", "club")}
    pushing.look()
    pushing.app.clock.now += 60_000
    assert pushing.due() == ["move"]


def test_what_was_chosen_stays_when_another_browser_is_told(pushing: Pushing) -> None:
    pushing.tell()
    pushing.contacts.choose(pushing.anna.id, {"friend": ["push"]}, "it")
    pushing.tell(ENDPOINT + "2")
    assert "push" not in pushing.contacts.facts(pushing.anna.id).choices["move"]
    assert len(pushing.push.devices(pushing.anna.id)) == 2


def test_a_browser_that_is_signed_out_is_told_no_more(pushing: Pushing, app: App) -> None:
    pushing.tell()
    app.identity.leave(pushing.token)
    assert pushing.push.devices(pushing.anna.id) == []
    with pytest.raises(NotYours):
        pushing.tell()
    pushing.token = app.identity.welcome(None, name="Guest").token or ""
    with pytest.raises(NotYours):
        pushing.tell()


def test_a_browser_is_told_what_is_for_one_person(pushing: Pushing) -> None:
    """Who signs in after another in a browser is told, the other no more; nobody ends another's."""
    pushing.tell()
    pushing.push.end(pushing.bruno.id, ENDPOINT)
    assert len(pushing.push.devices(pushing.anna.id)) == 1
    token = pushing.accounts.sign_in(pushing.accounts.credentials("Bruno"), None).token
    pushing.push.tell(token, ENDPOINT, KEY, AUTH, "it")
    assert pushing.push.devices(pushing.anna.id) == []
    pushing.push.end(pushing.bruno.id, ENDPOINT)
    assert pushing.push.devices(pushing.bruno.id) == []


def test_ten_browsers_are_told_at_most(pushing: Pushing) -> None:
    for number in range(12):
        pushing.app.clock.now += 1
        pushing.tell(f"{ENDPOINT}{number}")
    told = [one.endpoint for one in pushing.push.devices(pushing.anna.id)]
    assert told == [f"{ENDPOINT}{number}" for number in range(2, 12)]


@pytest.mark.parametrize(
    "endpoint",
    [
        *(
            "http://fcm.googleapis.com/x",
            "https://127.0.0.1/x",
            "https://localhost:5432/",
            "file:///etc/passwd",
        ),
        *("https://fcm.googleapis.com.evil.example/x", "https://evilfcm.googleapis.com/x", "https://[::1/x"),
        *("https://fcm.googleapis.com@evil.example/x", "https://fcm.googleapis.com:22/x", "", "x" * 2000),
        *(
            "https://a:b@fcm.googleapis.com/x",
            "https://evil.example\\.push.apple.com/x",
            "https://push.apple.com/x",
        ),
    ],
)
def test_this_server_is_made_to_ask_nowhere_else(pushing: Pushing, endpoint: str) -> None:
    with raises(BadTerms, NO_SERVICE):
        pushing.tell(endpoint)


@pytest.mark.parametrize(
    ("key", "auth"),
    [("", AUTH), (KEY, ""), (KEY, KEY), ("é", AUTH), (KEY + "A", AUTH)],
    ids=["no key", "no secret", "a key as secret", "no letters of a key", "a key too long"],
)
def test_keys_that_are_none_are_refused(pushing: Pushing, key: str, auth: str) -> None:
    with raises(BadTerms, NO_SERVICE):
        pushing.push.tell(pushing.token, ENDPOINT, key, auth, "it")


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(pushing: Pushing, status: int) -> None:
    pushing.tell()
    pushing.answer = status
    gone = pushing.push.send(pushing.push.devices(pushing.anna.id), "Zeno e Zoe", "/g/1", "move-1-0")
    assert pushing.posted == [(ENDPOINT, {"text": "Zeno e Zoe", "address": "/g/1", "key": "move-1-0"})]
    pushing.push.forget(gone)
    assert pushing.push.devices(pushing.anna.id) == []


@pytest.mark.parametrize("status", [500, 429, None])
def test_what_fails_is_told_of(pushing: Pushing, status: int | None) -> None:
    pushing.tell()
    pushing.answer = status
    with pytest.raises(PushUnsent):
        pushing.push.send(pushing.push.devices(pushing.anna.id), "Zeno e Zoe", "/g/1", "move-1-0")


def test_the_key_is_made_once_and_kept(pushing: Pushing, app: App) -> None:
    first = pushing.push.public_key()
    assert len(base64.urlsafe_b64decode(first + "=")) == 65
    assert PushService(app.store, app.clock, SITE).public_key() == first


@pytest.fixture
def service() -> Iterator[tuple[str, list[tuple[dict[str, str], bytes]]]]:
    """Where a maker of browsers would take what is sent."""
    received: list[tuple[dict[str, str], bytes]] = []

    class Taker(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            received.append(({name.lower(): value for name, value in self.headers.items()}, body))
            elsewhere = self.path == "/elsewhere"
            self.send_response(307 if elsewhere else 201)
            if elsewhere:
                self.send_header("Location", "/taken")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Taker)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", received
    server.shutdown()
    thread.join()
    server.server_close()


def test_only_the_browser_can_read_what_is_sent(
    app: App, service: tuple[str, list[tuple[dict[str, str], bytes]]]
) -> None:
    where, received = service
    push = PushService(app.store, app.clock, SITE)
    device = PushDeviceRecord("h", "p", "s", f"{where}/taken", KEY, AUTH, 0)
    assert push.send([device], "Zeno è qui", "/g/1", "k") == []
    [(headers, body)] = received
    assert b"Zeno" not in body
    assert headers["authorization"].startswith("vapid t=")
    assert (headers["ttl"], headers["content-encoding"]) == ("86400", "aes128gcm")
    assert re.fullmatch(r"[A-Za-z0-9_-]{32}", headers["topic"])  # the same again replaces it: RFC 8030, 5.4
    read = http_ece.decrypt(body, private_key=SECRET, auth_secret=b"0123456789abcdef", version="aes128gcm")
    assert json.loads(read) == {"text": "Zeno è qui", "address": "/g/1", "key": "k"}
    received.clear()
    with pytest.raises(PushUnsent):
        push.send([PushDeviceRecord("h", "p", "s", f"{where}/elsewhere", KEY, AUTH, 0)], "x", "/", "k")
    assert len(received) == 1  # it was not followed
