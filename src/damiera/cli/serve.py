"""`damiera serve`: the app in the browser."""

from __future__ import annotations

import gc
import os
from email.utils import formataddr, parseaddr
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

import click

from damiera.cli.common import NATS_ADDRESSES, lang_option, language
from damiera.messages import Lang, Message

if TYPE_CHECKING:
    from damiera.engine.spec import EngineSpec
    from damiera.web.app.logs import LogFormat
    from damiera.web.common.settings import MailSettings, OpenIdSettings

__all__ = ["command", "mail_settings", "openid_settings", "origin"]

_NO_ORIGIN = Message("write the address of the site and nothing after it: https://dama.example")
_NO_SMTP = Message("write the address of a mail server: smtps://user@mail.example or smtp://127.0.0.1:25")
_SMTP_TOO = Message("name the mail server, too, with --smtp")
_SENDER_TOO = Message(
    "mails have a sender, and links that lead here: name both, --mail-from damiera@dama.example and --public"
)
_NO_ISSUER = Message("write the address of the identity provider as it names itself: https://id.example")
_ISSUER_TOO = Message("name the identity provider, too, with --openid")
_CLIENT_TOO = Message(
    "the provider calls this server something, and leads people back: name both, --openid-client and --public"
)
_NO_LIBRARY = Message("what speaks with providers is not installed: {command}")
_ONE_DATABASE = Message("workers share a database: name it, too, with --database postgresql://…")
_NO_ENGINE = Message("write hub:COMMAND, dxp:HOST:PORT, or GAME= before one of them")


@click.command("serve")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8080, show_default=True, help="0: any free port."
)
@click.option("--lan", is_flag=True, help="Open the app to the other screens of the house.")
@click.option("--host", default=None, metavar="ADDRESS", help="Listen at this address; :: is all of them.")
@click.option(
    "--public",
    default=None,
    metavar="URL",
    help="How everybody reaches the server, behind a proxy: https://dama.example.",
)
@click.option("--proxy", "proxies", multiple=True, metavar="ADDRESS", help="A proxy on another machine.")
@click.option("--data", type=click.Path(path_type=Path, file_okay=False), default=None, help="Data folder.")
@click.option("--database", default=None, help="Database URL instead of the folder's own file.")
@click.option(
    "--nats",
    type=NATS_ADDRESSES,
    default=None,
    metavar="URL",
    help="NATS, where several workers share a database: nats://host:4222.",
)
@click.option(
    "--engine",
    "engines",
    multiple=True,
    metavar="[GAME=]hub:COMMAND|dxp:HOST:PORT",
    help="Seat another program that speaks Hub or DXP; for international draughts unless GAME is named.",
)
@click.option("--no-ponder", is_flag=True, help="Let no engine think in the player's time.")
@click.option("--no-chat", is_flag=True, help="Let nobody write to others.")
@click.option(
    "--vacation",
    "vacation_days",
    type=click.IntRange(0, 365),
    default=30,
    show_default=True,
    metavar="DAYS",
    help="How many days of vacation everybody has in a year, by correspondence.",
)
@click.option(
    "--sites",
    type=click.Path(path_type=Path, file_okay=False),
    default=None,
    help="Write the sites of events here after every act, for those whose arbiter wants it.",
)
@click.option(
    "--watcher", "watchers", multiple=True, metavar="ADDRESS", help="Another machine that may read /metrics."
)
@click.option(
    "--smtp",
    default=None,
    metavar="URL",
    help="What takes our mail: smtps://user@mail.example; its password by DAMIERA_SMTP_PASSWORD.",
)
@click.option(
    "--smtp-password-file",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    default=None,
    help="The file with the password of the mail server.",
)
@click.option(
    "--mail-from", default=None, metavar="ADDRESS", help="Whom mails are from: damiera@dama.example."
)
@click.option(
    "--openid",
    default=None,
    metavar="URL",
    help="An identity provider by which people may sign in (OpenID Connect): https://id.example.",
)
@click.option("--openid-client", default=None, metavar="ID", help="What the provider calls this server.")
@click.option(
    "--openid-secret-file",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    default=None,
    help="The file with the secret that it gave; else DAMIERA_OPENID_SECRET, or none.",
)
@click.option("--openid-name", default="", metavar="NAME", help="What people call the provider.")
@click.option("--access-log", is_flag=True, help="Log each request, without who made it.")
@click.option(
    "--log-format",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="Lines of the log: for people, or an object each for programs.",
)
@click.option("--no-browser", is_flag=True, help="Only print the address.")
@lang_option
def command(
    port: int,
    lan: bool,
    host: str | None,
    public: str | None,
    proxies: tuple[str, ...],
    data: Path | None,
    database: str | None,
    nats: str | None,
    engines: tuple[str, ...],
    no_ponder: bool,
    no_chat: bool,
    vacation_days: int,
    sites: Path | None,
    watchers: tuple[str, ...],
    smtp: str | None,
    smtp_password_file: Path | None,
    mail_from: str | None,
    openid: str | None,
    openid_client: str | None,
    openid_secret_file: Path | None,
    openid_name: str,
    access_log: bool,
    log_format: LogFormat,
    no_browser: bool,
    lang: Lang | None,
) -> int:
    """Start the app, print its address, open the browser."""
    gc.disable()  # what is imported stays: to look it through for garbage is a sixth of the time it takes
    try:
        from damiera.web.app.serve import serve
    finally:
        gc.enable()

    if nats is not None and not (database or "").startswith("postgresql"):
        raise click.BadParameter(_ONE_DATABASE.text(language()), param_hint="--nats")
    return serve(
        host=host or ("0.0.0.0" if lan else "127.0.0.1"),
        port=port,
        data_dir=data,
        database=database,
        nats=nats,
        open_browser=not no_browser,
        lang=language(),
        foreign_engines=tuple(_seated(text) for text in engines),
        ponders=not no_ponder,
        chat=not no_chat,
        vacation_days=vacation_days,
        sites=sites,
        public=origin(public) if public is not None else None,
        proxies=proxies,
        watchers=watchers,
        mail=_mail(smtp, mail_from, smtp_password_file, public),
        openid=_openid(openid, openid_client, openid_secret_file, openid_name, public),
        log_format=log_format,
        access_log=access_log,
    )


def origin(text: str) -> str:
    """Return the address of a public server as browsers name it: scheme, host, and an unusual port.

    Raises:
        click.BadParameter: if it is not one.
    """
    try:
        parts = urlsplit(text.strip())
        port = parts.port
    except ValueError:
        raise click.BadParameter(_NO_ORIGIN.text(language()), param_hint="--public") from None
    bare = parts.path in ("", "/") and not (parts.query or parts.fragment or parts.username)
    if parts.scheme not in ("http", "https") or not parts.hostname or not bare:
        raise click.BadParameter(_NO_ORIGIN.text(language()), param_hint="--public")
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    usual = {"http": 80, "https": 443}[parts.scheme]
    return f"{parts.scheme}://{host}" + (f":{port}" if port not in (None, usual) else "")


def mail_settings(url: str, sender: str, password: str | None = None) -> MailSettings:
    """Return how mail is sent, from an address such as `smtps://user@mail.example:465`.

    Args:
        password: instead of one in the address, which whoever lists the programs of a computer can read.
    Raises:
        click.BadParameter: if one of them is none.
    """
    from damiera.service.contacts import mail_address
    from damiera.service.errors import BadTerms
    from damiera.web.common.settings import MailSettings

    try:
        parts = urlsplit(url.strip())
        port = parts.port
    except ValueError:
        raise click.BadParameter(_NO_SMTP.text(language()), param_hint="--smtp") from None
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname or parts.path not in ("", "/"):
        raise click.BadParameter(_NO_SMTP.text(language()), param_hint="--smtp")
    name, address = parseaddr(sender)
    try:
        kept = mail_address(address)
    except BadTerms as error:
        raise click.BadParameter(error.text(language()), param_hint="--mail-from") from None
    is_encrypted = parts.scheme == "smtps"
    return MailSettings(
        parts.hostname,
        port or (465 if is_encrypted else 587 if parts.username else 25),
        formataddr((" ".join(name.split()), kept)),
        unquote(parts.username or ""),
        password if password is not None else unquote(parts.password or ""),
        is_encrypted,
    )


def _mail(
    url: str | None, sender: str | None, secret: Path | None, public: str | None
) -> MailSettings | None:
    if url is None:
        if sender is not None or secret is not None:
            raise click.BadParameter(_SMTP_TOO.text(language()), param_hint="--smtp")
        return None
    if sender is None or public is None:
        raise click.BadParameter(_SENDER_TOO.text(language()), param_hint="--smtp")
    password = os.environ.get("DAMIERA_SMTP_PASSWORD")
    if secret is not None:
        password = secret.read_text("utf-8").strip()
    return mail_settings(url, sender, password)


def openid_settings(issuer: str, client: str, secret: str = "", name: str = "") -> OpenIdSettings:
    """Return by which identity provider people come in.

    Raises:
        click.BadParameter: if the address is not that of one, or the library is not installed.
    """
    from damiera.service.openid import has_openid
    from damiera.web.common.settings import OpenIdSettings
    from damiera.web.people.openid_provider import is_safe

    given = issuer.strip()
    if not is_safe(given) or "?" in given or "#" in given or "@" in given:
        raise click.BadParameter(_NO_ISSUER.text(language()), param_hint="--openid")
    if not has_openid():
        said = _NO_LIBRARY.format(command='pip install "damiera[openid]"')
        raise click.BadParameter(said.text(language()), param_hint="--openid")
    return OpenIdSettings(given, client.strip(), secret, " ".join(name.split())[:40])


def _openid(
    issuer: str | None, client: str | None, secret: Path | None, name: str, public: str | None
) -> OpenIdSettings | None:
    if issuer is None:
        if client is not None or secret is not None or name:
            raise click.BadParameter(_ISSUER_TOO.text(language()), param_hint="--openid")
        return None
    if not (client or "").strip() or public is None:
        raise click.BadParameter(_CLIENT_TOO.text(language()), param_hint="--openid")
    known = os.environ.get("DAMIERA_OPENID_SECRET", "")
    if secret is not None:
        known = secret.read_text("utf-8").strip()
    return openid_settings(issuer, client or "", known, name)


def _seated(text: str) -> tuple[str, EngineSpec]:
    """Return the game that another program is to play, and how it is called, after seeing that it starts."""
    from damiera.engine.errors import EngineError
    from damiera.engine.spec import EngineSpec, foreign_engine, no_start
    from damiera.rules.ruleset import ruleset

    game, named, rest = text.partition("=") if not text.startswith(("hub:", "hub(", "dxp:")) else ("", "", "")
    slug = ruleset(game).slug if named else "international"
    spec = EngineSpec.parse(rest if named else text)
    if not spec.command and spec.address is None:
        raise click.BadParameter(_NO_ENGINE.text(language()), param_hint="--engine")
    try:
        with foreign_engine(spec, slug) as engine:
            engine.start()
    except EngineError as error:
        raise no_start(spec, error) from None
    return slug, spec
