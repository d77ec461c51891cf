"""A server for everybody behind a proxy: its name, its pages, its cookies, and nobody at its computer."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from damiera.cli.main import main
from damiera.web.app.serve import listen
from damiera.web.common import pages
from damiera.web.common.identity import COOKIE
from damiera.web.common.limits import Limiter, RequestLimits
from damiera.web.common.settings import ServerSettings
from tests.disks import disk_that_holds
from tests.unit.web.conftest import Person, Running, run
from tests.wording import words_of

PUBLIC = "https://dama.example"
BY_PROXY = {"Host": "dama.example", "X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "https"}


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    settings = ServerSettings(
        data_dir=tmp_path_factory.mktemp("club"),
        engine="thread",
        public=PUBLIC,
        network_address=PUBLIC,
        hosts=("dama.example",),
    )
    with run(settings) as running:
        yield running


@pytest.fixture
def guest(club: Running) -> Person:
    person = club.person()
    person.http.headers.update(BY_PROXY)
    return person


def test_on_the_way_from_the_club_to_a_board_no_template_has_still_to_be_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It took most of the first seconds of a worker that had just begun, while two waited for a board."""
    compiled = pages._CompiledOnce()
    monkeypatch.setattr(pages, "_COMPILED", compiled)
    pages._environment.cache_clear()
    settings = ServerSettings(
        data_dir=tmp_path, engine="thread", public=PUBLIC, network_address=PUBLIC, hosts=("dama.example",)
    )
    with run(settings) as club:
        at_start = set(compiled._code)
        anna = club.person()
        anna.http.headers.update(BY_PROXY)
        terms = {"game": "italian", "seat": "white", "friend": True}
        game = anna.http.post("/api/games", json=terms, headers={"Origin": PUBLIC})
        for path in ("/club", f"/g/{game.json()['id']}"):
            assert anna.get(path, headers={"Accept-Language": "it"}).status_code == 200
    pages._environment.cache_clear()
    assert at_start
    assert set(compiled._code) == at_start


def test_its_name_is_its_own_and_others_are_not(club: Running, guest: Person) -> None:
    assert guest.get("/").status_code == 200
    assert club.person().get("/", headers={"Host": "evil.example"}).status_code == 400


@pytest.mark.parametrize("host", ["dama.example", "127.0.0.1:8080"])
def test_a_change_from_its_pages_is_done_whatever_the_proxy_calls_it(guest: Person, host: str) -> None:
    answer = guest.http.post("/api/games", json={}, headers={"Origin": PUBLIC, "Host": host})
    assert answer.status_code == 201


@pytest.mark.parametrize("origin", ["https://evil.example", "http://dama.example.evil", "null"])
def test_a_change_from_pages_of_others_is_refused(guest: Person, origin: str) -> None:
    assert guest.http.post("/api/games", json={}, headers={"Origin": origin}).status_code == 403


def test_cookies_are_for_encrypted_lines_even_if_the_proxy_does_not_say(guest: Person) -> None:
    del guest.http.headers["X-Forwarded-Proto"]
    answer = guest.http.post("/api/games", json={}, headers={"Origin": PUBLIC})
    assert "; secure" in answer.headers["set-cookie"].lower()


def test_nobody_sits_at_its_computer(club: Running) -> None:
    """A proxy on the same machine that says nothing of who asks looks like somebody who sits there."""
    person = club.person()
    assert 'role="switch"' not in person.get("/").text
    for path in ("/endgame/build", "/endgame/stop"):
        answer = person.http.post(path, data={"game": "italian"}, headers={"Origin": person.base})
        assert answer.status_code == 403, path


def test_links_for_others_bear_its_name(guest: Person) -> None:
    answer = guest.http.post("/api/games", json={"friend": True}, headers={"Origin": PUBLIC})
    given = answer.headers.get_list("set-cookie")
    token = next(cookie for cookie in given if cookie.startswith(COOKIE)).split(";")[0]
    headers = {"Cookie": token, "Host": "127.0.0.1:8080"}  # a client sends it by encrypted lines only
    page = guest.get(f"/g/{answer.json()['id']}", headers=headers)
    assert f"{PUBLIC}/join/" in page.text
    assert "127.0.0.1" not in page.text


def test_a_school_behind_one_address_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("throttled.utils.time", SimpleNamespace(monotonic=lambda: 1000.0))
    limits = RequestLimits()
    assert all(limits.take_change("school", f"pupil {n}") for n in range(30) for _ in range(20))
    assert not limits.take_change("school", "pupil 31"), "the address as a whole has a limit"


def test_one_browser_cannot_take_the_allowance_of_its_school() -> None:
    limits = RequestLimits()
    limits.arrivals = Limiter(3, every_s=3600)
    assert [limits.take_arrival("school", "greedy") for _ in range(5)] == [True] * 3 + [False] * 2
    assert limits.take_arrival("school", "another")
    assert [limits.take_arrival("elsewhere", None) for _ in range(4)] == [True] * 3 + [False]


@pytest.mark.parametrize(
    "address",
    [
        "dama.example",
        "ftp://dama.example",
        "https://",
        "https://dama.example/club",
        "https://x:y",
        "https://a@b",
    ],
)
def test_an_address_that_is_no_site_is_refused(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["serve", "--public", address, "--no-browser", "--lang", "en"])
    assert stop.value.code == 2
    told = words_of("write the address of the site and nothing after it: https://dama.example", "en")
    assert told in capsys.readouterr().err.replace("\n", " ")


def test_every_address_old_and_new_is_one_socket() -> None:
    listening = listen("::", 0)
    try:
        port = listening.getsockname()[1]
        for host in ("127.0.0.1", "::1"):
            socket.create_connection((host, port), timeout=5).close()
    finally:
        listening.close()


@pytest.mark.slow
@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_a_full_disk_is_told_to_who_watches(tmp_path: Path, run_server: Any, path: str) -> None:
    settings = ServerSettings(data_dir=tmp_path, engine="thread", limits=False)
    with run_server(settings) as server:
        watcher = server.person()
        found = watcher.get(path)
        assert (found.status_code, found.json()["ok"]) == (200, True)
        assert found.headers["cache-control"] == "no-store"
        log = tmp_path / "damiera.sqlite3-wal"
        with disk_that_holds(max(4096, log.stat().st_size)):
            told = _until(watcher, path, 503)
            assert (told["ok"], told["reads"], told["writes"]) == (False, True, False)
        assert _until(watcher, path, 200)["writes"] is True


def _until(watcher: Person, path: str, status: int) -> Any:
    """Ask until an answer has a status: what was found counts for a second."""
    late = time.monotonic() + 30
    while (found := watcher.get(path)).status_code != status:
        assert time.monotonic() < late
        time.sleep(0.05)
    return found.json()
