"""How one server is set up."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from damiera.engine.spec import EngineSpec

__all__ = ["OWN_PROXIES", "MailSettings", "OpenIdSettings", "ServerSettings"]

OWN_PROXIES: Final = ("127.0.0.1", "::1")
"""Proxies on this computer."""


@dataclass(frozen=True, slots=True)
class MailSettings:
    """The server that takes our mail, and whom it is from.

    Attributes:
        host, port: where it listens.
        sender: the address that mails are from, `Damiera <damiera@dama.example>`.
        user, password: how we sign in there; empty: we do not.
        is_encrypted: whether the line is encrypted from its first byte; else from STARTTLS on, where the
            server offers it. A password is sent over an encrypted line alone, but to this computer itself.
    """

    host: str
    port: int
    sender: str
    user: str = ""
    password: str = field(default="", repr=False)
    is_encrypted: bool = False


@dataclass(frozen=True, slots=True)
class OpenIdSettings:
    """The identity provider by which people may come in (OpenID Connect).

    Attributes:
        issuer: its address, exactly as it names itself.
        client_id: what it calls this server.
        secret: by which this server proves that to it; empty where it gave none.
        name: what people call it.
    """

    issuer: str
    client_id: str
    secret: str = field(default="", repr=False)
    name: str = ""


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """What `damiera serve` was told.

    Attributes:
        data_dir: the data folder; None for the user's own.
        database: a database address instead of the folder's own file.
        nats: where NATS is, by which the workers of one server tell one another; None where there is one.
        network_address: where other devices reach the server from its start; None if they do not.
        hosts: names by which this server may be called besides its own addresses.
        public: how everybody reaches this server, `https://dama.example`, where it stands behind a proxy on
            the internet: links and printed codes say so, and nobody sits at its computer. None at home.
        proxies: addresses of the proxies whose word on who asks, and how, is believed.
        watchers: further addresses that may read the server's figures, beside this computer's own.
        engine: where the engine thinks: in a process of its own, or in a thread of ours.
        foreign_engines: games that a program of another make plays, and how it is called.
        ponders: whether the strongest engine may think in the player's time, in a game with a clock.
        engine_processes: how many games may be thought about at once; None for as many as the machine has
            room for.
        limits: whether to count what each visitor asks for.
        chat: whether people may write to one another.
        vacation_days: how many days of vacation everybody has in a year, by correspondence.
        mail: the server that takes our mail; None: this server sends none.
        openid: by which provider people may come in; None: by none.
        sites: the folder to which the sites of events are written by themselves; None: they are not.
    """

    data_dir: Path | None = None
    database: str | None = None
    nats: str | None = None
    network_address: str | None = None
    hosts: tuple[str, ...] = ()
    public: str | None = None
    proxies: tuple[str, ...] = OWN_PROXIES
    watchers: tuple[str, ...] = ()
    engine: Literal["process", "thread"] = "process"
    foreign_engines: tuple[tuple[str, EngineSpec], ...] = ()
    ponders: bool = True
    engine_processes: int | None = None
    limits: bool = True
    chat: bool = True
    vacation_days: int = 30
    sites: Path | None = None
    mail: MailSettings | None = None
    openid: OpenIdSettings | None = None
