"""`damiera bench`: the nodes of a fixed search over all games, one number."""

from __future__ import annotations

import time

import click

from damiera.cli.common import emit, language
from damiera.engine.bench import DEPTH, games, nodes_of
from damiera.messages import Message

__all__ = ["command"]

_NOT_SEARCHED = Message("no search by this for {games}: see `damiera games`")


@click.command("bench")
@click.argument("names", metavar="[GAME]...", nargs=-1)
@click.option("--depth", type=click.IntRange(1, 99), default=DEPTH, show_default=True, help="Plies.")
@click.option(
    "--by-hand", is_flag=True, help="With the evaluation made by hand, even where weights were learned."
)
@click.option("--json", "as_json", is_flag=True)
def command(names: tuple[str, ...], depth: int, by_hand: bool, as_json: bool) -> None:
    """Search fixed positions of every game, or of some, and print how many nodes it took.

    The number is the signature of search and evaluation: a change that is meant to change nothing leaves it
    as it was.
    """
    unknown = sorted(set(names) - set(games()))
    if unknown:
        raise click.UsageError(_NOT_SEARCHED.format(games=", ".join(unknown)).text(language()))
    found: dict[str, int] = {}
    spent = 0.0
    for game in names or games():
        begun = time.process_time()
        found[game] = nodes_of(game, depth, learned=not by_hand)
        took = time.process_time() - begun
        spent += took
        if not as_json:
            rate = f"{found[game] / took / 1e6:8.2f} Mn/s" if took > 0.01 else ""
            click.echo(f"{game:24} {found[game]:>12,} nodes {rate}")
    total = sum(found.values())
    if as_json:
        emit({"depth": depth, "games": found, "nodes": total})
        return
    click.echo(f"bench {total} nodes, {spent:.2f} s")
