"""Passkeys over HTTP: for the name that everybody uses, whatever a request calls the server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from damiera.service.passwords import PasswordHashing
from damiera.web.common.limits import Limiter, RequestLimits
from damiera.web.common.settings import ServerSettings
from tests.authenticator import Authenticator
from tests.unit.web.conftest import Person, Running, run

PASSWORD = "quattro mosse al centro"
SITE = "http://dama.example:8443"


def _settings(folder: Path, *, limits: bool) -> ServerSettings:
    return ServerSettings(
        data_dir=folder, engine="thread", limits=limits, public=SITE, hosts=("dama.example",)
    )


@pytest.fixture(scope="module")
def counting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Return a server that counts what each visitor asks for."""
    with run(_settings(tmp_path_factory.mktemp("counted"), limits=True)) as running:
        yield running


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with run(_settings(tmp_path_factory.mktemp("keys"), limits=False)) as running:
        running.parts.passwords._hashing = PasswordHashing(PasswordHasher(1, 8, 1))
        yield running


def _json(person: Person, path: str, **body: object) -> tuple[int, dict[str, object]]:
    answer = person.http.post(path, json=body, headers={"Origin": SITE, "Accept": "application/json"})
    return answer.status_code, answer.json()


def test_a_key_is_added_by_password_and_opens_the_account(public: Running) -> None:
    anna, phone = public.person(), Authenticator()
    anna.post("/register", name="Anna Chiave", password=PASSWORD)
    assert _json(anna, "/account/passkeys/ask", password="not this one")[0] == 409
    anna.http.headers["Host"] = "127.0.0.1"
    asked = anna.http.post("/account/passkeys/ask", json={"password": PASSWORD}, headers={"Origin": SITE})
    assert asked.json()["rp"]["id"] == "dama.example"
    made = phone.made(asked.text, host="dama.example", origin=SITE)
    assert _json(anna, "/account/passkeys", credential=made, name="") == (200, {"to": "/account#passkeys"})
    stranger = public.person()
    asked = stranger.http.post("/sign-in/passkey/ask", json={}, headers={"Origin": SITE})
    answer = phone.signed(asked.text, host="dama.example", origin=SITE)
    told = _json(stranger, "/sign-in/passkey", credential=answer, back="//evil.example")
    assert told == (200, {"to": "/"})
    page = stranger.get("/account").text
    assert "Anna Chiave" in page
    assert _json(stranger, "/sign-in/passkey", credential=answer)[0] == 403


@pytest.mark.parametrize("body", [b"", b"[]", b"{}", b'{"credential": 7}', b"\xff"])
def test_what_is_no_answer_is_refused_in_words(public: Running, body: bytes) -> None:
    anna = public.person()
    anna.post("/register", name=f"Anna {sum(body)}", password=PASSWORD)
    for path in ("/sign-in/passkey", "/account/passkeys"):
        answer = anna.http.post(path, content=body, headers={"Origin": SITE, "Accept": "application/json"})
        assert answer.status_code == 422
        assert answer.json()["text"]


def test_a_school_behind_one_address_comes_in(counting: Running) -> None:
    """What is counted is tries of one key; thirty browsers without a cookie do not share ten tries."""
    pupil = counting.person()
    for number in range(40):
        asked = pupil.http.post("/sign-in/passkey/ask", json={}, headers={"Origin": SITE})
        assert asked.status_code == 200
        answer = Authenticator(b"a key of nobody %d" % number).signed(
            asked.text, host="dama.example", origin=SITE
        )
        assert _json(pupil, "/sign-in/passkey", credential=answer)[0] == 403


def test_tries_of_one_key_are_counted(counting: Running) -> None:
    thief = counting.person()
    tried = [_json(thief, "/sign-in/passkey", credential={"id": "a key"})[0] for _ in range(12)]
    assert tried == [403] * 10 + [429] * 2
    assert _json(thief, "/sign-in/passkey", credential={"id": "another"})[0] == 403


def test_one_address_is_asked_for_passkeys_very_often_and_no_more() -> None:
    limits = RequestLimits()
    limits.passkeys_by_address = Limiter(100, every_s=3600)
    assert [limits.take_passkey("school", f"key {n}") for n in range(101)] == [True] * 100 + [False]
    assert not limits.take_passkey("school")
    assert limits.take_passkey("elsewhere")
