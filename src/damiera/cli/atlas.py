"""`damiera atlas`: what search, games of the engine with itself, shots and proofs say of each opening."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from damiera.cli.common import (
    GAME,
    INTERRUPTED,
    MOST_NODES,
    WRITTEN_FILE,
    emit,
    lang_option,
    language,
    progress_bar,
    terminable,
)
from damiera.disk import write_whole
from damiera.messages import Lang, Message
from damiera.rules.ruleset import Ruleset

if TYPE_CHECKING:
    from collections.abc import Mapping

    from damiera.analysis.atlas import AtlasRow
    from damiera.analysis.atlas_build import AtlasJob, AtlasOpening

__all__ = ["command"]

_NO_DECKS = Message("{game}: no openings are drawn in this game; see damiera ballot decks.")
_STOPPED = Message("Interrupted: {n} of {total} openings are complete. The same command goes on from there.")
_DONE = Message("{n} openings are in {file}.")
_NO_ATLAS = Message("{game}: there is no atlas of its openings here; damiera atlas build makes one.")
_NOT_IN_IT = Message("not in the atlas")
_VERDICTS = {
    "white": Message("White is better"),
    "black": Message("Black is better"),
    "even": Message("no advantage measured"),
}


@click.group("atlas")
def command() -> None:
    """The atlas of openings: make its rows, show them."""


@command.command("build")
@click.argument("game", type=GAME)
@click.option("--out", type=WRITTEN_FILE, required=True, help="The file to go on with.")
@click.option("--deck", "only", multiple=True, help="Only the openings of this deck; again for another.")
@click.option(
    "--nodes",
    type=click.IntRange(1000, MOST_NODES),
    default=10_000_000,
    show_default=True,
    help="An opening's search.",
)
@click.option(
    "--game-nodes",
    type=click.IntRange(100, MOST_NODES),
    default=10_000,
    show_default=True,
    help="A move of a game.",
)
@click.option("--games", type=click.IntRange(0, 100_000), default=24, show_default=True, help="An opening.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Of the games.")
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="Processes.")
@lang_option
def build(
    game: Ruleset,
    out: Path,
    only: tuple[str, ...],
    nodes: int,
    game_nodes: int,
    games: int,
    seed: int,
    jobs: int,
    lang: Lang | None,
) -> None:
    """Search every opening of the decks of GAME, play games from it, and keep what is found.

    A run that is stopped goes on where it was, with the same command; with more games it plays those missing.
    """
    from datetime import UTC, datetime
    from importlib.metadata import version

    from damiera.analysis.atlas import AtlasMethod
    from damiera.analysis.atlas_build import AtlasJob, places_of
    from damiera.engine.weightfile import signature_of
    from damiera.game.openings import decks_of

    places = [one for one in places_of(only or decks_of(game.slug)) if one.game == game.slug]
    if not places:
        raise click.UsageError(_NO_DECKS.format(game=game.slug).text(lang or language()))
    method = AtlasMethod(
        version=version("damiera"),
        weights=signature_of(game.slug)[:12],
        nodes=nodes,
        game_nodes=game_nodes,
        seed=seed,
        date=f"{datetime.now(UTC):%Y-%m-%d}",
    )
    _build(AtlasJob(method, games), places, out, jobs, lang or language())


def _build(job: AtlasJob, places: list[AtlasOpening], out: Path, jobs: int, lang: Lang) -> None:
    """Add to a file row by row; in the end, however it comes, leave one row a position in order."""
    from damiera.analysis.atlas import read_rows, write_rows
    from damiera.analysis.atlas_build import build_rows

    rows = read_rows(out.read_bytes()) if out.exists() else {}
    write_whole(out, write_rows(rows.values()).encode())
    stopped = False
    try:
        with terminable(), out.open("a", encoding="utf-8") as stream, progress_bar() as progress:
            task = progress.add_task(out.name, total=len(places) * (job.games + 1))
            progress.advance(task, sum(1 + len(rows[p.fen].results) for p in places if p.fen in rows))
            for row in build_rows(job, places, dict(rows), jobs=jobs):
                rows[row.fen] = row
                stream.write(write_rows([row]))
                stream.flush()
                progress.advance(task)
    except KeyboardInterrupt:
        stopped = True
    order = {place.fen: n for n, place in enumerate(places)}
    kept = sorted(rows.values(), key=lambda row: order.get(row.fen, len(order)))
    write_whole(out, write_rows(kept).encode())
    complete = sum(p.fen in rows and len(rows[p.fen].results) >= job.games for p in places)
    said = _STOPPED if stopped else _DONE
    click.echo(said.format(n=complete, total=len(places), file=str(out)).text(lang), err=True)
    if stopped:
        sys.exit(INTERRUPTED)


@command.command("show")
@click.argument("deck")
@click.argument("number", type=int, required=False)
@click.option(
    "--file",
    "file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A file of your own that damiera atlas build wrote.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object an opening.")
@lang_option
def show(deck: str, number: int | None, file: Path | None, as_json: bool, lang: Lang | None) -> None:
    """Show what the atlas has about the openings of DECK, or about one NUMBER."""
    from damiera.analysis.atlas import atlas_of, read_rows
    from damiera.game.openings import deck as deck_of

    chosen, lang = deck_of(deck), lang or language()
    rows: Mapping[str, AtlasRow]
    rows = atlas_of(chosen.game) if file is None else read_rows(file.read_bytes())
    if not rows:
        raise click.UsageError(_NO_ATLAS.format(game=chosen.game).text(lang))
    openings = chosen.openings if number is None else (chosen.opening(number),)
    for one in openings:
        row = rows.get(one.position(chosen.ruleset).fen)
        if as_json:
            emit({"number": one.number, "moves": one.moves, **_entry(row)})
            continue
        head = f"{one.number:>4}  {one.said(chosen.ruleset).text(lang):<22}"
        click.echo(head + (_NOT_IN_IT.text(lang) if row is None else _said(row, lang)))
        if row is not None and number is not None:
            click.echo(f"      {' '.join(row.line)}")
            for trap in row.traps:
                click.echo(f"      ({trap.ply}) {' '.join(trap.moves)}  {trap.won:+}")


def _said(row: AtlasRow, lang: Lang) -> str:
    (low, high), (white, drawn, black) = row.bounds, row.counts
    games = f"+{white} ={drawn} -{black}  {row.score:.0%} [{low:.0%}, {high:.0%}]"
    return f"{row.cp / 100:+.2f}  {games}  {_VERDICTS[row.verdict].text(lang)}"


def _entry(row: AtlasRow | None) -> dict[str, object]:
    import msgspec

    if row is None:
        return {"atlas": None}
    measured = {"score": row.score, "interval": row.bounds, "verdict": row.verdict}
    return {"atlas": {**msgspec.to_builtins(row), **measured}}
