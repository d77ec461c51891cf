"""`damiera calibrate`: measure what the engine's scores come to, on quick games with itself."""

from __future__ import annotations

from datetime import UTC, datetime
from importlib.metadata import version

import click

from damiera.cli.common import GAME, emit
from damiera.rules.ruleset import Ruleset

__all__ = ["command"]


@click.command("calibrate")
@click.argument("game", type=GAME)
@click.option("--games", type=click.IntRange(1, 1_000_000), default=400, show_default=True)
@click.option("--nodes", type=click.IntRange(100), default=3_000, show_default=True, help="Nodes a move.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
@click.option("--json", "as_json", is_flag=True)
def command(game: Ruleset, games: int, nodes: int, seed: int, as_json: bool) -> None:
    """Play GAMES quick games of GAME and print the curve from scores to win, draw and loss."""
    from damiera.analysis.odds import fit
    from damiera.analysis.selfplay import samples
    from damiera.cli.judging import progress_bar

    found: list[tuple[int, int]] = []
    with progress_bar() as progress:
        task = progress.add_task(game.slug, total=games)
        for game_samples in samples(game.core, games=games, nodes=nodes, seed=seed):
            found += game_samples
            progress.advance(task)
    if not found:
        raise click.ClickException(f"{game.slug}: {games} games gave nothing to measure; play more")
    scale, margin = fit(found)
    made = f"damiera calibrate {game.slug} --games {games} --nodes {nodes} --seed {seed}"
    entry = {
        "game": game.slug,
        "scale_cp": round(scale, 2),
        "margin_cp": round(margin, 2),
        "games": games,
        "positions": len(found),
        "nodes": nodes,
        "source": f"{made}; version {version('damiera')}; {datetime.now(UTC):%Y-%m-%d}",
    }
    if as_json:
        emit(entry)
        return
    click.echo("[[curve]]")
    for name, value in entry.items():
        click.echo(f'{name} = "{value}"' if isinstance(value, str) else f"{name} = {value}")
