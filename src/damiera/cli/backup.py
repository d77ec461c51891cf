"""`damiera backup`: all data in one file, while the server runs."""

from __future__ import annotations

from pathlib import Path

import click

from damiera.cli.common import lang_option
from damiera.cli.stored_data import say_facts, where_options
from damiera.messages import Lang

__all__ = ["command"]


@click.command("backup")
@click.argument("to", type=click.Path(path_type=Path), default=Path())
@where_options
@lang_option
def command(to: Path, data: Path | None, database: str | None, lang: Lang | None) -> int:
    """Write all data into one new file TO, or into a folder under the time's name; the server may run.

    The file is checked before it is put there whole. What can be made again, such as endgame tables, is left
    out.
    """
    from damiera.store.backup import back_up

    say_facts(back_up(database or data, to))
    return 0
