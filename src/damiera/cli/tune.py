"""`damiera tune`: move search parameters, many at once, towards what wins."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from damiera.cli.common import (
    GAME,
    WRITTEN_FILE,
    Amount,
    lang_option,
    language,
    leave_threads,
    terminable,
)
from damiera.messages import Lang, Message

if TYPE_CHECKING:
    from rich.table import Table

    from damiera.rules.ruleset import Ruleset
    from damiera.training.trials import Tuning
    from damiera.training.workers import Workers

__all__ = ["command", "sparkline"]

BARS = "▁▂▃▄▅▆▇█"
PLOT_WIDTH = 40
_STEPS_OF_SILENCE = 20  # without a terminal one line tells of so many steps

_STEP = Message("{done}/{steps} steps")
_PARAM = Message("parameter")
_BEGAN = Message("began")
_NOW = Message("now")
_WAY = Message("its way")
_FOUND = Message("Found in {n} step: {found}", plural="Found in {n} steps: {found}")
_PROVE = Message("Prove it: {command}")
_KEPT = Message("What is done is kept in {path}: the same command goes on.")


@click.command("tune")
@click.argument("game", type=GAME)
@click.option(
    "--params",
    required=True,
    metavar="NAME[=START[:LEAST:MOST:STEP]],...",
    help="What is tuned; a wrong name lists the right ones.",
)
@click.option("--fixed", default="", metavar="NAME=NUMBER,...", help="Parameters that both sides play with.")
@click.option("--steps", type=click.IntRange(1, 10**7), default=1_000, show_default=True)
@click.option("--pairs", type=click.IntRange(1, 10_000), default=4, show_default=True, help="Of each step.")
@click.option(
    "--nodes", type=click.IntRange(1, 10**9), default=20_000, show_default=True, help="Nodes a move."
)
@click.option(
    "--openings", default="", help="A deck, a file of PDN, random:N: as `damiera match` takes them."
)
@click.option(
    "--level",
    type=click.IntRange(0, 30_000),
    default=50,
    show_default=True,
    help="Openings less even than so many centipieces are left out; 0: none is.",
)
@click.option(
    "--rate",
    type=Amount(0.0001, 1),
    default=0.02,
    show_default=True,
    help="How far a game won moves a parameter.",
)
@click.option("--seed", type=click.IntRange(0, 2**62), default=1, show_default=True)
@click.option("--threads", type=click.IntRange(1, 256), default=1, show_default=True)
@click.option("--scheduler", default="", help="Of a Dask cluster that plays: tcp://host:8786.")
@click.option("--file", "path", type=WRITTEN_FILE, help="Where it is kept, and resumed.")
@lang_option
def command(
    game: Ruleset,
    params: str,
    fixed: str,
    steps: int,
    pairs: int,
    nodes: int,
    openings: str,
    level: int,
    rate: float,
    seed: int,
    threads: int,
    scheduler: str,
    path: Path | None,
    lang: Lang | None,
) -> None:
    """Tune search parameters of GAME: move them all at once, step by step, towards what wins."""
    from damiera.engine.runlog import RunSession, logged_run
    from damiera.training.spsa import Spsa, parse_params, parse_tuned, set_text
    from damiera.training.trials import TrialPlan, Tuning, alone_with

    plan = TrialPlan(game.slug, nodes, openings, level, seed)
    spsa = Spsa(parse_tuned(params), steps, seed, rate)
    path = path or Path(f"{game.slug}.tune.jsonl")
    lang = lang or language()
    with terminable(), alone_with(path), workers_of(scheduler, game.slug, threads) as workers:
        tuning = Tuning(game, plan, spsa, pairs, parse_params(fixed), path, workers)
        session = RunSession("tune", game.slug, goal=steps, done=tuning.step)
        try:
            with logged_run(path, session, is_locked=True) as run, _shown(tuning, lang) as show:
                tuning.run(show)
                run.is_complete = True
        finally:
            click.echo(_FOUND.format(n=tuning.step, found=set_text(tuning.found)).text(lang))
            if not tuning.is_over:
                click.echo(_KEPT.format(path=path).text(lang))
    words = f"damiera sprt {game.slug} --first {set_text(tuning.found)} --nodes {nodes}"
    click.echo(_PROVE.format(command=words).text(lang))


@contextmanager
def workers_of(scheduler: str, game: str, threads: int) -> Iterator[Workers]:
    """Yield those who play: a cluster, or threads of this machine, for whom an interruption does not wait."""
    from damiera.training.workers import Cluster, Threads

    try:
        with Cluster(scheduler, game) if scheduler else Threads(threads) as workers:
            yield workers
    except KeyboardInterrupt:
        if scheduler:
            raise
        leave_threads()


def sparkline(values: Sequence[float], least: float, most: float, width: int = PLOT_WIDTH) -> str:
    """Draw a course of values as a line of bars: the last ones, so wide at most.

    >>> sparkline([0, 5, 10], 0, 10)
    '▁▅█'
    """
    thinned = [values[i * len(values) // width] for i in range(width)] if len(values) > width else values
    scale = (len(BARS) - 1) / ((most - least) or 1)
    return "".join(BARS[round(min(max(value - least, 0), most - least) * scale)] for value in thinned)


def _plot(tuning: Tuning, lang: Lang) -> Table:
    from rich.table import Table

    said = _STEP.format(done=tuning.step, steps=tuning.spsa.steps).text(lang)
    table = Table(title=said, title_justify="left", box=None)
    for head in (_PARAM, _BEGAN, _NOW, _WAY):
        table.add_column(head.text(lang), justify="left" if head in (_PARAM, _WAY) else "right")
    ways = zip(*tuning.path_taken, strict=True)
    for param, way in zip(tuning.spsa.params, ways, strict=True):
        drawn = sparkline(way, param.least, param.most)
        table.add_row(param.name, str(param.start), f"{way[-1]:.1f}", drawn)
    return table


@contextmanager
def _shown(tuning: Tuning, lang: Lang) -> Iterator[Callable[[], object]]:
    """Show where the parameters stand: a plot on a terminal, a line now and then elsewhere."""
    from rich.console import Console
    from rich.live import Live

    from damiera.training.spsa import set_text

    def line() -> None:
        if tuning.step % _STEPS_OF_SILENCE == 0:
            said = _STEP.format(done=tuning.step, steps=tuning.spsa.steps).text(lang)
            click.echo(f"{said}  {set_text(tuning.spsa.rounded(tuning.path_taken[-1]))}", err=True)

    console = Console(stderr=True)
    if not console.is_terminal:
        yield line
        return
    with Live(_plot(tuning, lang), console=console, transient=True) as live:
        yield lambda: live.update(_plot(tuning, lang))
