"""Two servers on one machine: each keeps its people signed in, though a browser sends both all cookies."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx

from damiera.web.common.identity import COOKIE
from damiera.web.common.settings import ServerSettings

PASSWORD = "quattro mosse al centro"


def _registered(browser: httpx.Client, base: str, name: str) -> None:
    answer = browser.post(
        f"{base}/register", data={"name": name, "password": PASSWORD}, headers={"Origin": base}
    )
    assert answer.status_code in {200, 303}


def test_two_servers_on_one_machine_sign_nobody_out_of_the_other(tmp_path: Path, run_server: Any) -> None:
    one = ServerSettings(data_dir=tmp_path / "one", engine="thread")
    two = ServerSettings(data_dir=tmp_path / "two", engine="thread")
    with run_server(one) as first, run_server(two) as second, httpx.Client() as browser:
        _registered(browser, first.base, "Anna")
        assert "Anna" not in browser.get(second.base).text
        _registered(browser, second.base, "Bruna")
        for base, name, other in ((first.base, "Anna", "Bruna"), (second.base, "Bruna", "Anna")) * 2:
            page = browser.get(f"{base}/account")
            assert page.status_code == 200
            assert f"<h1>{name}" in page.text or name in page.text
            assert other not in page.text
        browser.post(f"{second.base}/sign-out", headers={"Origin": second.base})
        assert browser.get(f"{second.base}/account").status_code == 303
        assert browser.get(f"{first.base}/account").status_code == 200


def test_who_is_signed_in_stays_so_where_the_data_are_moved(tmp_path: Path, run_server: Any) -> None:
    there, here = tmp_path / "there", tmp_path / "here"
    with httpx.Client() as browser:
        with run_server(ServerSettings(data_dir=there, engine="thread")) as server:
            _registered(browser, server.base, "Anna")
        there.rename(here)
        with run_server(ServerSettings(data_dir=here, engine="thread")) as server:
            assert browser.get(f"{server.base}/account").status_code == 200


def test_a_session_of_before_is_taken_where_there_is_none_of_ours(tmp_path: Path, run_server: Any) -> None:
    with run_server(ServerSettings(data_dir=tmp_path, engine="thread")) as server:
        with httpx.Client() as browser:
            _registered(browser, server.base, "Anna")
            (given,) = [value for name, value in browser.cookies.items() if name.startswith(COOKIE)]
        with httpx.Client(cookies={COOKIE: given}) as browser:
            assert browser.get(f"{server.base}/account").status_code == 200
