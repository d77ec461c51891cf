"""Who may come in, what may be asked, and what is said when something breaks."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.requests import ClientDisconnect

from damiera.web.common.failures import NoTraceback
from damiera.web.common.guard import host_allowed
from damiera.web.common.limits import Limiter
from damiera.web.common.settings import ServerSettings
from tests.wording import shows, words_of


@pytest.mark.parametrize(
    "host", ["localhost", "localhost:8080", "127.0.0.1:8080", "192.168.1.7", "[::1]:8080", "damiera.local:80"]
)
def test_hosts_of_the_house_are_let_in(host: str) -> None:
    assert host_allowed(host)


@pytest.mark.parametrize(
    "host",
    [
        *("", "evil.example", "127.0.0.1.evil.example", "localhost.evil.example:80"),
        *("127.0.0.1[8080", "[::1", "[localhost]:8080"),
    ],
)
def test_names_from_elsewhere_are_not(host: str) -> None:
    assert not host_allowed(host)


def test_a_name_may_be_allowed() -> None:
    assert host_allowed("dama.example", ("dama.example",))


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1[8080"])
def test_a_request_under_a_foreign_name_is_refused(anna: Any, host: str) -> None:
    answer = anna.get("/", headers={"Host": host})
    assert answer.status_code == 400
    assert "not Damiera" in answer.text
    assert "script-src 'self'" in answer.headers["Content-Security-Policy"]


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1[8080"},
        {"Origin": "http://[localhost]:8080"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_changes_from_pages_of_others_are_refused(anna: Any, headers: dict[str, str]) -> None:
    answer = anna.http.post("/api/games", json={}, headers=headers)
    assert answer.status_code == 403
    assert answer.json()["code"] == "not-yours"
    assert anna.cookie("damiera_session") is None


@pytest.mark.parametrize(
    "body",
    [
        *(b"", b"nonsense", b"[1]", b'{"game":7}', b'{"more":1}', b'{"path":["a"]}', b'{"seat":"queen"}'),
        b'{"game":"\xde"}',
    ],
)
def test_a_body_that_is_not_ours_is_refused_in_words(anna: Any, body: bytes) -> None:
    answer = anna.http.post("/api/games", content=body, headers={"Origin": anna.base})
    assert answer.status_code == 422
    assert answer.json()["code"] == "bad-message"
    assert shows(answer.json()["text"], "I do not understand this request: {why}.")


@pytest.mark.parametrize(
    ("terms", "status"),
    [
        ({"game": "chess"}, 422),
        ({"level": 0}, 422),
        ({"fen": "W:W1:B2"}, 422),
        ({"clock": {"base_ms": 1}}, 422),
        ({"path": [21, 5]}, 409),
        ({"path": [9, 13]}, 409),
        ({"path": [22]}, 409),
    ],
)
def test_terms_that_make_no_game_are_refused(server: Any, terms: dict[str, Any], status: int) -> None:
    person = server.person()
    answer = person.http.post("/api/games", json=terms, headers={"Origin": person.base})
    assert answer.status_code == status
    assert answer.json()["text"]
    assert 'class="card gline' not in person.get("/games").text


def test_unknown_things_of_the_api_are_404_in_json(anna: Any) -> None:
    for path in ("/api/games/none", "/api/geometry/chess", "/api/nothing"):
        answer = anna.get(path)
        assert answer.status_code == 404, path
        assert answer.json()["code"] == "not-found"


def test_our_own_mistake_shows_words_and_no_traceback(
    server: Any, bruno: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("secret detail")

    monkeypatch.setattr(type(server.parts.play), "load", broken)
    page, data = bruno.get("/g/abc"), bruno.get("/api/games/abc")
    assert (page.status_code, data.status_code) == (500, 500)
    assert words_of("Something broke here.", "it") in page.text
    assert "script-src 'self'" in page.headers["Content-Security-Policy"]
    assert "secret" not in page.text + data.text
    assert "Traceback" not in page.text + data.text


def test_who_leaves_while_he_is_asking_is_no_mistake_of_ours(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def hangs_up(*_: object) -> None:
        raise ClientDisconnect

    async def sends(_: object) -> None:
        raise AssertionError("nobody is there to be answered")

    scope = {"type": "http", "method": "POST", "path": "/hall/x/result", "headers": []}
    asyncio.run(NoTraceback(hangs_up)(scope, sends, sends))  # type: ignore[arg-type]
    assert [record.levelname for record in caplog.records if "failed" in record.message] == []


def test_a_flood_of_changes_is_slowed_down(tmp_path: Path, run_server: Any) -> None:
    with run_server(ServerSettings(data_dir=tmp_path, engine="thread")) as server:
        person = server.person()
        assert person.post("/prefs", theme="dark").status_code == 303
        answers = (person.post("/prefs", theme="dark") for _ in range(400))
        refused = next(answer for answer in answers if answer.status_code == 429)
        assert refused.headers["retry-after"] == "1"
        assert words_of("Go back and try again in {n} second: nothing was changed.", n=1) in refused.text


def test_who_tries_passwords_too_often_is_told_when_to_try_again(tmp_path: Path, run_server: Any) -> None:
    with run_server(ServerSettings(data_dir=tmp_path, engine="thread")) as server:
        person = server.person()
        answers = (person.post("/sign-in", name="Anna", password="no") for _ in range(40))
        refused = next(answer for answer in answers if answer.status_code == 429)
        assert refused.headers["retry-after"] == "30"
        assert words_of("Go back and try again in {n} second: nothing was changed.", n=30) in refused.text


def test_a_bucket_fills_again_with_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr("throttled.utils.time", SimpleNamespace(monotonic=lambda: now[0]))
    bucket = Limiter(2)
    assert [bucket.take("a") for _ in range(3)] == [True, True, False]
    now[0] = 1001.5
    assert [bucket.take("a") for _ in range(2)] == [True, False]
    now[0] = 1100.0
    assert [bucket.take("a") for _ in range(3)] == [True, True, False]


def test_each_name_has_its_own_bucket_and_old_names_are_forgotten() -> None:
    limiter = Limiter(1, every_s=3600, names=2)
    assert limiter.take("a")
    assert not limiter.take("a")
    assert limiter.take("b")
    assert limiter.take("c")
    assert limiter.take("a")
