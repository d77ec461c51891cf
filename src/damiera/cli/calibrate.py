"""`damiera calibrate`: measure what the engine's scores come to, on quick games with itself."""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, datetime
from importlib.metadata import version
from typing import TYPE_CHECKING

import click

from damiera.cli.common import GAME, MOST_NODES, emit, language, progress_bar
from damiera.messages import Message
from damiera.rules.ruleset import Ruleset, ruleset

if TYPE_CHECKING:
    from damiera.analysis.odds import Curve

__all__ = ["command"]

_NO_GAME = Message("name a game, or give --stale")
_NONE_STALE = Message("every curve was measured with the weights in use")
_NOT_WRITTEN = Message("the curve of {game} cannot be written: {why}")
_NOTHING = Message("{game}: {n} games gave nothing to measure; play more")


@click.command("calibrate")
@click.argument("games_to_measure", metavar="[GAME]...", type=GAME, nargs=-1)
@click.option("--stale", "is_stale", is_flag=True, help="The games whose weights changed since.")
@click.option("--games", type=click.IntRange(1, 1_000_000), default=400, show_default=True)
@click.option(
    "--nodes", type=click.IntRange(100, MOST_NODES), default=6_000, show_default=True, help="Nodes a move."
)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
@click.option("--write", "is_written", is_flag=True, help="Keep the curve in place of that of the game.")
@click.option("--json", "as_json", is_flag=True)
def command(
    games_to_measure: tuple[Ruleset, ...],
    is_stale: bool,
    games: int,
    nodes: int,
    seed: int,
    is_written: bool,
    as_json: bool,
) -> None:
    """Play quick games of each GAME and print the curve from scores to win, draw and loss."""
    from damiera.analysis.odds import entry_of, keep, stale

    chosen = (*games_to_measure, *(ruleset(game) for game in stale())) if is_stale else games_to_measure
    if not chosen and not is_stale:
        raise click.UsageError(_NO_GAME.text(language()))
    if not chosen:
        click.echo(_NONE_STALE.text(language()), err=True)
    for game in dict.fromkeys(chosen):
        curve = _measured(game, games, nodes, seed)
        if is_written:
            try:
                keep(curve)
            except OSError as error:
                said = _NOT_WRITTEN.format(game=game.slug, why=error)
                raise click.ClickException(said.text(language())) from error
        if as_json:
            emit(asdict(curve))
        else:
            click.echo(entry_of(curve))


def _measured(game: Ruleset, games: int, nodes: int, seed: int) -> Curve:
    from damiera.analysis.odds import Curve, fit
    from damiera.analysis.selfplay import samples
    from damiera.engine.weightfile import signature_of

    found: list[tuple[int, int]] = []
    with progress_bar() as progress:
        task = progress.add_task(game.slug, total=games)
        for game_samples in samples(game.core, games=games, nodes=nodes, seed=seed):
            found += game_samples
            progress.advance(task)
    if not found:
        raise click.ClickException(_NOTHING.format(game=game.slug, n=games).text(language()))
    scale, margin = fit(found)
    made = f"damiera calibrate {game.slug} --games {games} --nodes {nodes} --seed {seed}"
    return Curve(
        game.slug,
        scale_cp=round(scale, 2),
        margin_cp=round(margin, 2),
        games=games,
        positions=len(found),
        nodes=nodes,
        weights=signature_of(game.slug),
        source=f"{made}; version {version('damiera')}; {datetime.now(UTC):%Y-%m-%d}",
    )
