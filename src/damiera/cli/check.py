"""`damiera check`: is this machine ready to serve?"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from damiera.cli.common import emit, lang_option, language
from damiera.cli.serve import origin
from damiera.cli.stored_data import where_options
from damiera.messages import Lang, Message

if TYPE_CHECKING:
    from damiera.cli.machine_check import MachineReport

__all__ = ["command"]

_MARKS: Final = {"well": "+", "note": "·", "wrong": "!"}
_WRONG: Final = Message("{n} thing is wrong.", plural="{n} things are wrong.")
_WELL: Final = Message("Ready to serve.")


@click.command("check")
@where_options
@click.option("--public", default=None, metavar="URL", help="Ask the server by its public address too.")
@click.option("--json", "as_json", is_flag=True)
@lang_option
def command(
    data: Path | None, database: str | None, public: str | None, as_json: bool, lang: Lang | None
) -> int:
    """Look whether the program, its data, its disk and its engine will do; 1 if something is wrong.

    Nothing is changed, and the server may run meanwhile.
    """
    address = origin(public) if public is not None else None
    wrong = 0
    for one in _all(data, database, address):
        wrong += one.grade == "wrong"
        if as_json:
            remedy = one.remedy.text(language()) if one.remedy else None
            told = {
                "name": one.name,
                "grade": one.grade,
                "found": one.found.text(language()),
                "remedy": remedy,
            }
            emit(told)
        else:
            click.echo(_line(one))
    if not as_json:
        click.echo((_WRONG.format(n=wrong) if wrong else _WELL).text(language()))
    return 1 if wrong else 0


def _all(data: Path | None, database: str | None, public: str | None) -> Iterator[MachineReport]:
    from damiera.cli.machine_check import MachineGrade, MachineReport, check_machine
    from damiera.cli.public_check import check_public
    from damiera.web.common.connections import lines_for, open_files

    yield from check_machine(data, database)
    found = Message("up to {n} connections at once", n=lines_for(open_files()))
    yield MachineReport("connections", MachineGrade.WELL, found)
    if public is not None:
        yield from check_public(public)


def _line(one: MachineReport) -> str:
    line = f"{_MARKS[one.grade]} {one.found.text(language())}"
    return f"{line}\n    {one.remedy.text(language())}" if one.remedy else line
