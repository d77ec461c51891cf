"""`damiera restore`: put a backup back."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from damiera.cli.common import lang_option, language
from damiera.cli.stored_data import say_facts, where_options
from damiera.messages import Lang, Message

__all__ = ["command"]

_KEPT: Final = Message("What was there before is kept in {file}.")


@click.command("restore")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@where_options
@lang_option
def command(file: Path, data: Path | None, database: str | None, lang: Lang | None) -> int:
    """Put the backup FILE in place, and bring it up to this program's tables; stop the server before.

    The data that was there is kept beside it under another name. A database at an address must be empty: so
    one moves from SQLite to PostgreSQL, and back.
    """
    from damiera.store.backup import restore

    done = restore(file, database or data)
    say_facts(done.facts)
    if done.before is not None:
        click.echo(_KEPT.format(file=done.before).text(language()))
    return 0
