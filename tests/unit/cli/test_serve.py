"""`damiera serve`: how mail is sent, and by which identity provider people come in."""

from __future__ import annotations

from pathlib import Path

import click
import pytest

from damiera.cli import serve
from damiera.cli.main import main
from damiera.web.common.settings import MailSettings, OpenIdSettings

FROM = "Club <damiera@dama.example>"


@pytest.mark.parametrize(
    ("url", "host", "port", "user", "password", "encrypted"),
    [
        ("smtp://127.0.0.1:2525", "127.0.0.1", 2525, "", "", False),
        ("smtp://mail.example", "mail.example", 25, "", "", False),
        ("smtp://anna@mail.example", "mail.example", 587, "anna", "", False),
        (
            "smtps://anna%40dama.example:p%3Aw@mail.example/",
            "mail.example",
            465,
            "anna@dama.example",
            "p:w",
            True,
        ),
        ("smtps://[::1]:1465", "::1", 1465, "", "", True),
    ],
)
def test_a_mail_server_is_named_by_its_address(
    url: str, host: str, port: int, user: str, password: str, encrypted: bool
) -> None:
    found = serve.mail_settings(url, FROM)
    assert found == MailSettings(host, port, FROM, user, password, encrypted)
    assert not password or password not in repr(found)


@pytest.mark.parametrize(
    "url", ["mail.example", "http://mail.example", "smtp://", "smtp://a:b:c", "smtps://m/x"]
)
def test_what_is_no_mail_server_is_refused(url: str) -> None:
    with pytest.raises(click.BadParameter):
        serve.mail_settings(url, FROM)


@pytest.mark.parametrize("sender", ["", "damiera", "Club <club>"])
def test_what_is_no_sender_is_refused(sender: str) -> None:
    with pytest.raises(click.BadParameter):
        serve.mail_settings("smtp://127.0.0.1", sender)


def test_a_password_is_read_where_nobody_else_sees_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = tmp_path / "secret"
    secret.write_text("from the file\n", "utf-8")
    monkeypatch.setenv("DAMIERA_SMTP_PASSWORD", "from outside")
    at, public = "smtps://anna@mail.example", "https://dama.example"
    by_file, by_env = serve._mail(at, FROM, secret, public), serve._mail(at, FROM, None, public)
    assert by_file is not None
    assert by_env is not None
    assert (by_file.password, by_env.password) == ("from the file", "from outside")


def test_the_secret_of_a_provider_is_read_where_nobody_else_sees_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = tmp_path / "secret"
    secret.write_text("from the file\n", "utf-8")
    monkeypatch.setenv("DAMIERA_OPENID_SECRET", "from outside")
    at, public = "https://id.example/realms/club", "https://dama.example"
    by_file, by_env = (serve._openid(at, "club", file, "Il Comune", public) for file in (secret, None))
    assert by_file == OpenIdSettings(at, "club", "from the file", "Il Comune")
    assert by_env == OpenIdSettings(at, "club", "from outside", "Il Comune")
    assert "from the file" not in repr(by_file)


@pytest.mark.parametrize(
    "issuer",
    ["id.example", "http://id.example", "https://", "https://id.example/?a=b", "https://a@id.example"],
)
def test_what_is_no_provider_is_refused(issuer: str) -> None:
    with pytest.raises(click.BadParameter):
        serve.openid_settings(issuer, "club")


@pytest.mark.parametrize(
    "args",
    [
        ["--smtp", "smtp://127.0.0.1"],
        ["--mail-from", FROM],
        ["--smtp", "smtp://127.0.0.1", "--mail-from", FROM],
        ["--openid", "https://id.example"],
        ["--openid-client", "club"],
        ["--openid", "https://id.example", "--openid-client", "club"],
    ],
)
def test_what_belongs_together_is_asked_for_together(args: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["serve", "--no-browser", *args])
    assert ended.value.code == 2
