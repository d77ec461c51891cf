"""A tournament report file (TRF) as the argument of a command."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from damiera.cli.common import Function, language

if TYPE_CHECKING:
    from damiera.tournament.model import Event

__all__ = ["event_of", "file_argument"]


def file_argument(command: Function) -> Function:
    """Add FILE: a report file, or `-` for standard input."""
    return click.argument(
        "file", type=click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path)
    )(command)


def event_of(file: Path) -> Event:
    """The event of a report file; its warnings go to standard error."""
    from damiera.tournament.trf import parse_trf

    data = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    report = parse_trf(data)
    for warning in report.warnings:
        click.echo(warning.text(language()), err=True)
    return report.event
