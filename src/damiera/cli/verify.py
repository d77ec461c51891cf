"""`damiera verify`: does what is stored hold together?"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Final

import click

from damiera.cli.common import lang_option, language
from damiera.cli.stored_data import say_facts, where_options
from damiera.messages import Lang, Message, Text

__all__ = ["command"]

_FAULT: Final[dict[str, Message]] = {
    "game": Message("game {id}: {fault}"),
    "event": Message("event {id}: {fault}"),
    "study": Message("study {id}: {fault}"),
    "archive": Message("imported game {id}: {fault}"),
}
_WELL: Final = Message(
    "{games} games, {events} events, {studies} studies, {archive} imported games gone through: all is well"
)
_FAULTS: Final = Message("{n} fault was found.", plural="{n} faults were found.")


@click.command("verify")
@click.option("--pages-only", is_flag=True, help="Look for damage of the file alone; play nothing through.")
@where_options
@lang_option
def command(pages_only: bool, data: Path | None, database: str | None, lang: Lang | None) -> int:
    """Look for damage, replay every game, check every event's chain; 1 if something does not hold.

    Nothing is changed, and a server may run meanwhile.
    """
    from damiera.service.verify import verify_all
    from damiera.service.wall_clock import WallClock
    from damiera.store.backup import check_database, opened_to_read

    say_facts(check_database(database or data))
    if pages_only:
        return 0
    seen, faults = Counter[str](), 0
    with opened_to_read(database or data) as store:
        for found in verify_all(store, WallClock()):
            seen[found.kind] += 1
            if found.fault is not None:
                faults += 1
                click.echo(_said(found.kind, found.id, found.fault))
    if faults:
        click.echo(_FAULTS.format(n=faults).text(language()))
        return 1
    well = _WELL.format(
        games=seen["game"], events=seen["event"], studies=seen["study"], archive=seen["archive"]
    )
    click.echo(well.text(language()))
    return 0


def _said(kind: str, id: str, fault: Text) -> str:
    return _FAULT[kind].format(id=id, fault=fault).text(language())
