"""Browsers that are told while no page is open, over HTTP."""

from __future__ import annotations

from pathlib import Path

import pytest
from argon2 import PasswordHasher

from damiera.records.contacts import PushDeviceRecord
from damiera.service.passwords import PasswordHashing
from damiera.web.common.settings import ServerSettings
from damiera.web.people import mailer
from tests.unit.service.test_push import AUTH, ENDPOINT, KEY
from tests.unit.web.conftest import LateClock, Person, Running, run, until
from tests.unit.web.rightskit import PASSWORD

SITE = "https://dama.example"


def _member(server: Running, name: str) -> Person:
    server.parts.passwords._hashing = PasswordHashing(PasswordHasher(1, 8, 1))
    person = server.person()
    answer = person.http.post(
        "/register", data={"name": name, "password": PASSWORD}, headers={"Origin": SITE}
    )
    person.http.headers["Cookie"] = answer.headers["set-cookie"].partition(";")[
        0
    ]  # it is for encrypted lines
    return person


def test_a_browser_is_told_unless_a_page_is_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mailer, "LOOK_S", 0.02)
    monkeypatch.setattr(mailer, "SEND_S", 0.02)
    clock, posted = LateClock(), list[str]()
    settings = ServerSettings(data_dir=tmp_path, engine="thread", limits=False, public=SITE)
    with run(settings, clock=clock) as server:
        push = server.parts.push
        assert push is not None

        def post(device: PushDeviceRecord, payload: str, key: str) -> int:
            posted.append(payload)
            return 201

        monkeypatch.setattr(push, "_post", post)
        anna = _member(server, "Anna Spinta")
        _member(server, "Bruno Spinto")
        headers = {"Origin": SITE, "Accept": "application/json"}
        assert len(anna.get("/push/key").json()["key"]) == 87
        assert anna.get("/push-worker.js").headers["content-type"].startswith("text/javascript")
        told = {"endpoint": ENDPOINT, "keys": {"p256dh": KEY, "auth": AUTH}, "expirationTime": None}
        assert anna.http.post("/push", json=told, headers=headers).status_code == 204
        assert anna.http.post("/push", content=b"[]", headers=headers).status_code == 422
        friends = server.parts.friends
        ids = {name: server.parts.accounts.called(name).player_id for name in ("Anna Spinta", "Bruno Spinto")}
        friends.ask(ids["Bruno Spinto"], "Anna Spinta")
        until(lambda: _scheduled(server))
        assert len(anna.get("/notices/now?seen").json()) == 1
        clock.ahead_ms += 60_001
        until(lambda: not _scheduled(server))
        assert posted == []  # the bell has told it
        monkeypatch.setattr(mailer, "_LOOKS_S", 0.0)
        friends.remove(ids["Anna Spinta"], "Bruno Spinto")
        _member(server, "Carla Spinta")
        friends.ask(server.parts.accounts.called("Carla Spinta").player_id, "Anna Spinta")
        until(lambda: _scheduled(server))
        clock.ahead_ms += 60_001
        until(lambda: posted)
        assert "Carla Spinta" in posted[0]
        assert anna.http.post("/push/end", json={"endpoint": ENDPOINT}, headers=headers).status_code == 204
        assert push.devices(ids["Anna Spinta"]) == []


def _scheduled(server: Running) -> bool:
    with server.parts.store.read() as work:
        return work.contacts.waiting("push") > 0
