"""`damiera people`: who has an account on this server, for whoever runs it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from damiera.cli.common import emit, lang_option, language
from damiera.cli.stored_data import where_options
from damiera.messages import Lang, Message
from damiera.service.names import show_code

if TYPE_CHECKING:
    from damiera.service.account_data import AccountData
    from damiera.service.accounts import Accounts

__all__ = ["command"]

_NOBODY: Final = Message("Nobody has an account here.")
_CODE: Final = Message("{name} comes in at /recover with this code, which is good once: {code}")
_ROLE: Final = Message("{name} is {role} now.")
_GONE: Final = Message("The account of {name} is removed; games with others stay theirs.")
_SURE: Final = Message("Remove the account of {name} for good?")


@click.group("people")
def command() -> None:
    """Accounts: who has one and what they may do, and a way in for who forgot the password."""


@command.command("list")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
@where_options
@lang_option
def listed(as_json: bool, data: Path | None, database: str | None, lang: Lang | None) -> None:
    """List the accounts: name, role, since when."""
    with _opened(database or data) as (accounts, _data):
        everybody = accounts.everybody()
    for one in everybody:
        if as_json:
            emit({"name": one.name, "role": one.role, "since": one.since})
        else:
            day = datetime.fromtimestamp(one.since / 1000).date().isoformat()
            click.echo(f"{one.name:<40} {one.role:<8} {day}")
    if not everybody and not as_json:
        click.echo(_NOBODY.text(language()))


@command.command("add")
@click.argument("name")
@click.option("--role", default="player", help="What they may do: player, arbiter or admin.")
@where_options
@lang_option
def add(name: str, role: str, data: Path | None, database: str | None, lang: Lang | None) -> None:
    """Make an account called NAME and print the code that opens it once."""
    with _opened(database or data) as (accounts, _data):
        made, code = accounts.add(name, role)
    click.echo(_CODE.format(name=made.name, code=show_code(code)).text(language()))


@command.command("role")
@click.argument("name")
@click.argument("role")
@where_options
@lang_option
def role(name: str, role: str, data: Path | None, database: str | None, lang: Lang | None) -> None:
    """Let the account called NAME be ROLE: player, arbiter or admin."""
    with _opened(database or data) as (accounts, _data):
        found = accounts.set_role(name, role)
    click.echo(_ROLE.format(name=found.name, role=role).text(language()))


@command.command("reset")
@click.argument("name")
@where_options
@lang_option
def reset(name: str, data: Path | None, database: str | None, lang: Lang | None) -> None:
    """Take NAME's password and codes away, sign all devices out, and print a new code."""
    with _opened(database or data) as (accounts, _data):
        found, code = accounts.called(name), accounts.reset(name)
    click.echo(_CODE.format(name=found.name, code=show_code(code)).text(language()))


@command.command("remove")
@click.argument("name")
@click.option("--yes", is_flag=True, help="Do not ask.")
@where_options
@lang_option
def remove(name: str, yes: bool, data: Path | None, database: str | None, lang: Lang | None) -> None:
    """Remove the account called NAME: games under way are resigned, games with others stay theirs."""
    with _opened(database or data) as (accounts, stored):
        found = accounts.called(name)
        if not yes:
            click.confirm(_SURE.format(name=found.name).text(language()), abort=True)
        stored.remove(found.player_id)
    click.echo(_GONE.format(name=found.name).text(language()))


@contextmanager
def _opened(where: Path | str | None) -> Iterator[tuple[Accounts, AccountData]]:
    """Open the data for as long as a command lasts; a server may have it open too."""
    from damiera.service.account_data import AccountData
    from damiera.service.accounts import Accounts
    from damiera.service.archive import ArchiveService
    from damiera.service.live import GameCache
    from damiera.service.play import Play
    from damiera.service.rated_games import RatedGames
    from damiera.service.wall_clock import WallClock
    from damiera.store.database import open_store

    store, clock = open_store(where), WallClock()
    try:
        cache = GameCache(store, clock)
        rated = RatedGames(store, clock)
        yield Accounts(store, clock), AccountData(cache, Play(cache), ArchiveService(cache), rated)
    finally:
        store.close()
