"""`damiera tournament site`: the site of an event as plain files, from its whole log."""

from __future__ import annotations

from pathlib import Path

import click

from damiera.cli.common import lang_option, language
from damiera.messages import Lang

__all__ = ["site_command"]


@click.command("site")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--out", type=click.Path(file_okay=False, path_type=Path), required=True, help="The folder of the files."
)
@lang_option
def site_command(file: Path, out: Path, lang: Lang | None) -> None:
    """Write the site of an event (FILE: its whole log, `event.damiera`) to a folder, as plain files.

    Files of the same names are replaced, each whole or not at all. Ends with 2 if one cannot be written.
    """
    from damiera.disk import write_whole
    from damiera.records.tournaments import TournamentRecord
    from damiera.service.tournament.event import LiveEvent
    from damiera.tournament.log import load
    from damiera.web.tournament.views.site import site_files

    log = load(file.read_bytes().decode("utf-8-sig", errors="replace"))
    row = TournamentRecord(file.stem, log.event.name, "{}", "", "", 0, 0, len(log.lines))
    files = site_files(LiveEvent(row, (), log), lang or language())
    out.mkdir(parents=True, exist_ok=True)
    for name, data in files.items():
        write_whole(out / name, data)
