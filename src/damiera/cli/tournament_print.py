"""`damiera tournament print`: everything an arbiter prints, from a report file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from damiera.cli.common import WrittenFile, lang_option, language
from damiera.cli.report_file import event_of, file_argument
from damiera.disk import write_whole
from damiera.messages import Lang, Message

if TYPE_CHECKING:
    from damiera.paper.prints.job import Paper

__all__ = ["print_command"]

KINDS = (
    "form",
    "entries",
    "pairings",
    "names",
    "cards",
    "slips",
    "sheets",
    "standings",
    "crosstable",
    "ratings",
    "prizes",
    "certificates",
)
_LETTERS = Message("Names with letters that no font of the print has: {who}.")
_NO_SUM = Message('--money: "{w}" is no whole sum.')
_NOT_WRITTEN = Message("I cannot write {file}: {why}.")


@click.command("print")
@file_argument
@click.argument("what", type=click.Choice(KINDS))
@click.option("--out", type=WrittenFile(allow_dash=True), required=True, help="The PDF.")
@click.option(
    "--round", "number", type=click.IntRange(min=0), default=0, help="Of or after this round; the last one."
)
@click.option("--paper", type=click.Choice(["A4", "A3"]), default="A4", help="Of lists for the wall.")
@click.option("--time", default="", help="When the round begins, large on the wall.")
@click.option("--address", default="", help="Where the event is followed: a code to be scanned.")
@click.option("--deck", help="Openings are drawn from this deck, one for each round.")
@click.option("--seed", default="", help="What they are drawn from.")
@click.option("--money", default="", help="Prizes in whole euro, by place, with commas: 500,300.")
@click.option(
    "--places", type=click.IntRange(0, 99), default=3, show_default=True, help="How many take a prize."
)
@click.option(
    "--share",
    type=click.Choice(["technical", "equal"]),
    default="technical",
    show_default=True,
    help="On a shared place: by technical classification, or in equal parts.",
)
@click.option(
    "--medals/--no-medals", default=True, show_default=True, help="Gold, silver, bronze for the first three."
)
@click.option("--top", type=click.IntRange(min=0), default=0, help="Certificates only up to this place.")
@lang_option
def print_command(
    file: Path,
    what: str,
    out: Path,
    number: int,
    paper: Paper,
    time: str,
    address: str,
    deck: str | None,
    seed: str,
    money: str,
    places: int,
    share: Literal["technical", "equal"],
    medals: bool,
    top: int,
    lang: Lang | None,
) -> None:
    """Print WHAT of FILE as PDF: lists for the wall, slips, score sheets, standings, certificates."""
    from datetime import datetime

    from damiera.game.openings.drawing import draw
    from damiera.paper.fonts import code_points
    from damiera.paper.prints import PrintedDraw, pdf, unprintable

    lang = lang or language()
    sums = _sums(money, lang)
    event = event_of(file)
    drawn = None
    if deck:
        drawn = PrintedDraw.of(draw(deck, seed, round=max(number or event.played_rounds, 1)))
    data = pdf(
        event, what, lang, printed=datetime.now(), number=number, paper=paper, time=time, address=address,
        drawn=drawn, money=sums, places=places, share=share, medals=medals, top=top,
    )  # fmt: skip
    lacking = unprintable(event)
    if lacking:
        who = "; ".join(f"{player.name} ({code_points(letters)})" for player, letters in lacking)
        click.echo(_LETTERS.format(who=who).text(lang), err=True)
    _write(out, data, lang)


def _write(out: Path, data: bytes, lang: Lang) -> None:
    if str(out) == "-":
        sys.stdout.buffer.write(data)
        return
    try:
        write_whole(out, data)
    except OSError as error:
        said = _NOT_WRITTEN.format(file=out, why=error.strerror or "?")
        raise click.ClickException(said.text(lang)) from None


def _sums(text: str, lang: Lang) -> list[int]:
    words = [word.strip() for word in text.split(",") if word.strip()]
    wrong = next((w for w in words if not (w.isascii() and w.isdigit())), None)
    if wrong is not None:
        raise click.UsageError(_NO_SUM.format(w=wrong).text(lang))
    return [int(word) for word in words]
