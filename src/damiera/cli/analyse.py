"""`damiera analyse`: what the engine thinks of a position."""

from __future__ import annotations

import click

from damiera._core import Info, Position, Search
from damiera.cli.common import GAME, emit, position_of
from damiera.notation.moves import format_move
from damiera.rules.ruleset import Ruleset

__all__ = ["command"]

DEFAULT_SECONDS = 3.0


@click.command("analyse")
@click.argument("game", type=GAME)
@click.argument("fen")
@click.option("--time", "seconds", type=click.FloatRange(0.001, 86_400), default=None, help="In seconds.")
@click.option("--depth", type=click.IntRange(1, 99), default=None)
@click.option("--nodes", type=click.IntRange(1), default=None)
@click.option("--multipv", type=click.IntRange(1, 50), default=1, show_default=True, help="Best moves shown.")
@click.option("--threads", type=click.IntRange(1, 256), default=1, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a depth.")
def command(
    game: Ruleset,
    fen: str,
    seconds: float | None,
    depth: int | None,
    nodes: int | None,
    multipv: int,
    threads: int,
    as_json: bool,
) -> None:
    """Analyse FEN ('start' for the start position); scores are hundredths of a man, from White's side."""
    position = position_of(game, None if fen == "start" else fen)
    if seconds is None and depth is None and nodes is None:
        seconds = DEFAULT_SECONDS
    show = _json if as_json else _human
    mind = Search(game.core, threads=threads)
    result = mind.think(
        position,
        depth=depth or 0,
        nodes=nodes or 0,
        time_ms=round((seconds or 0) * 1000),
        multipv=multipv,
        on_info=lambda info: show(game, position, info),
    )
    if result.move is None:
        click.echo("the game is over: no move" if not as_json else '{"move":null}')
    elif not as_json:
        click.secho(f"best: {format_move(position, result.move)}", bold=True)


def _line(position: Position, info: Info) -> list[str]:
    texts, here = [], position
    for move in info.pv:
        texts.append(format_move(here, move))
        here = here.play(move)
    return texts


def _white_cp(position: Position, info: Info) -> int:
    return info.score_cp if position.side.letter == "W" else -info.score_cp


def _json(game: Ruleset, position: Position, info: Info) -> None:
    emit(
        {
            "game": game.slug,
            "fen": position.fen,
            "depth": info.depth,
            "multipv": info.multipv,
            "score_cp": _white_cp(position, info),
            "nodes": info.nodes,
            "time_ms": info.time_ms,
            "pv": _line(position, info),
        }
    )


def _human(game: Ruleset, position: Position, info: Info) -> None:
    score = _white_cp(position, info) / 100
    line = " ".join(_line(position, info))
    click.echo(f"{info.depth:>3}  {score:+7.2f}  {info.nodes:>12,}  {info.time_ms / 1000:7.2f} s  {line}")
