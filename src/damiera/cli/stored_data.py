"""What the commands about stored data share: where it lies, and what is said of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from damiera.cli.common import Function, language
from damiera.messages import Message

if TYPE_CHECKING:
    from damiera.store.backup import DatabaseFacts

__all__ = ["say_facts", "where_options"]

_FACTS: Final = Message(
    "{where}: schema {schema}, {games} games, {events} events, {studies} studies, {archive} imported games"
)
_SIZE: Final = Message("{size:.1f} MB")


def where_options(function: Function) -> Function:
    """Add `--data` and `--database`, as the server has them."""
    data = click.option(
        "--data", type=click.Path(path_type=Path, file_okay=False), default=None, help="Data folder."
    )
    database = click.option("--database", default=None, help="Database URL instead of the folder's own file.")
    return data(database(function))


def say_facts(facts: DatabaseFacts) -> None:
    """Print what a database holds."""
    rows = facts.rows
    words = _FACTS.format(
        where=facts.where,
        schema=facts.schema,
        games=rows.get("game", 0),
        events=rows.get("tournament", 0),
        studies=rows.get("study", 0),
        archive=rows.get("archive_game", 0),
    ).text(language())
    size = "" if facts.size is None else ", " + _SIZE.format(size=facts.size / 1e6).text(language())
    click.echo(words + size)
