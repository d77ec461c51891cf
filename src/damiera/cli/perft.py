"""`damiera perft`: count the leaves of the tree of legal moves."""

from __future__ import annotations

import time

import click

from damiera.cli.common import GAME, emit, language, position_of
from damiera.messages import Message
from damiera.notation.moves import format_move
from damiera.rules.ruleset import Ruleset

__all__ = ["command"]

_COUNTED = Message("{game} depth {depth}: {nodes}")


@click.command("perft")
@click.argument("game", type=GAME)
@click.argument("depth", type=click.IntRange(1, 40))
@click.option("--fen", default=None, help="Count from this position.")
@click.option("--divide", is_flag=True, help="The count under each first move.")
@click.option("--json", "as_json", is_flag=True)
def command(game: Ruleset, depth: int, fen: str | None, divide: bool, as_json: bool) -> None:
    """Count the positions DEPTH plies away. Routes that take the same pieces are one move."""
    position = position_of(game, fen)
    begun = time.process_time()
    parts = position.divide(depth) if divide else []
    nodes = sum(n for _, n in parts) if divide else position.perft(depth)
    spent = time.process_time() - begun
    named = {format_move(position, move): n for move, n in parts}
    if as_json:
        entry = {"game": game.slug, "fen": position.fen, "depth": depth, "nodes": nodes}
        emit({**entry, "divide": named} if divide else entry)
        return
    for name, n in named.items():
        click.echo(f"{name:>12}  {n:>15,}")
    rate = f"  {nodes / spent / 1e6:,.0f} M/s" if spent > 0.01 else ""
    said = _COUNTED.format(game=game.slug, depth=depth, nodes=f"{nodes:,}").text(language())
    click.echo(f"{said}  {spent:.2f} s{rate}")
