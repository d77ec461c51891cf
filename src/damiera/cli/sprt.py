"""`damiera sprt`: one set of search parameters against another, until a sequential test decides."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from damiera.cli.common import GAME, WRITTEN_FILE, emit, lang_option, language, terminable
from damiera.cli.tune import sparkline, workers_of
from damiera.messages import Lang, Message

if TYPE_CHECKING:
    from damiera.engine.statistics import Pentanomial, Sprt
    from damiera.rules.ruleset import Ruleset
    from damiera.training.trials import ParamTrial

__all__ = ["command"]

_PAIRS_OF_SILENCE = 10  # without a terminal one line tells of so many pairs

_GAMES = Message("{n} game", plural="{n} games")
_ACCEPTED = Message("The test accepts {elo} Elo.")
_OPEN = Message("The test has not decided.")
_KEPT = Message("What is done is kept in {path}: the same command goes on.")


@click.command("sprt")
@click.argument("game", type=GAME)
@click.option("--first", required=True, metavar="NAME=NUMBER,...", help="Search parameters on trial.")
@click.option("--second", default="", metavar="NAME=NUMBER,...", help="Against these.  [default: the usual]")
@click.option("--elo", default="0,5", show_default=True, metavar="ELO0,ELO1[,ALPHA,BETA]", help="The test.")
@click.option(
    "--pairs", type=click.IntRange(1, 10**6), default=2_000, show_default=True, help="Of games, at most."
)
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
@click.option("--seed", type=click.IntRange(0, 2**62), default=1, show_default=True)
@click.option("--threads", type=click.IntRange(1, 256), default=1, show_default=True)
@click.option("--scheduler", default="", help="Of a Dask cluster that plays: tcp://host:8786.")
@click.option("--file", "path", type=WRITTEN_FILE, help="Where it is kept, and resumed.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object, at the end.")
@lang_option
def command(
    game: Ruleset,
    first: str,
    second: str,
    elo: str,
    pairs: int,
    nodes: int,
    openings: str,
    level: int,
    seed: int,
    threads: int,
    scheduler: str,
    path: Path | None,
    as_json: bool,
    lang: Lang | None,
) -> None:
    """Test search parameters of GAME: do they win by ELO1 rather than ELO0, at equal nodes?"""
    from damiera.engine.runlog import RunSession, logged_run
    from damiera.engine.statistics import Sprt
    from damiera.training.spsa import parse_params
    from damiera.training.trials import ParamTrial, TrialPlan, alone_with

    plan = TrialPlan(game.slug, nodes, openings, level, seed)
    test = Sprt.parse(elo)
    path = path or Path(f"{game.slug}.sprt.jsonl")
    lang = lang or language()
    with terminable(), alone_with(path), workers_of(scheduler, game.slug, threads) as workers:
        trial = ParamTrial(game, plan, parse_params(first), parse_params(second), test, pairs, path, workers)
        told = (test.elo0, test.elo1, test.alpha, test.beta)
        session = RunSession("sprt", game.slug, goal=2 * pairs, done=2 * sum(trial.pairs), test=told)
        try:
            with logged_run(path, session, is_locked=True) as run, _shown(trial, lang) as show:
                trial.run(show)
                run.is_complete = True
        finally:
            if as_json:
                emit(_object(trial))
            else:
                click.echo(_line(trial.pairs, test, lang))
                if not trial.is_over:
                    click.echo(_KEPT.format(path=path).text(lang))
    if not as_json:
        click.echo(_verdict(trial).text(lang))


def _verdict(trial: ParamTrial) -> Message:
    decided = trial.test.accepts(trial.pairs)
    if decided is None:
        return _OPEN
    return _ACCEPTED.format(elo=f"{trial.test.elo1 if decided == 'elo1' else trial.test.elo0:g}")


def _line(pairs: Pentanomial, test: Sprt, lang: Lang) -> str:
    """Say how it stands: games, pairs, Elo, the ratio and where it ends."""
    from damiera.engine.statistics import estimate

    found = estimate(pairs)
    low, high = test.bounds
    parts = [_GAMES.format(n=2 * sum(pairs)).text(lang), " ".join(map(str, pairs))]
    if found is not None:
        parts.append(f"Elo {found.elo:+.1f} [{found.low:+.1f}, {found.high:+.1f}]")
    parts.append(f"LLR {test.ratio(pairs):.2f} [{low:.2f}, {high:.2f}]")
    return "  ".join(parts)


def _object(trial: ParamTrial) -> dict[str, object]:
    from damiera.engine.statistics import estimate

    found = estimate(trial.pairs)
    return {
        "pairs": trial.pairs,
        "elo": [found.low, found.elo, found.high] if found is not None and found.deviation else None,
        "llr": trial.test.ratio(trial.pairs),
        "bounds": trial.test.bounds,
        "accepted": trial.test.accepts(trial.pairs),
    }


@contextmanager
def _shown(trial: ParamTrial, lang: Lang) -> Iterator[Callable[[Pentanomial], object]]:
    """Show how it stands: the course of the ratio on a terminal, a line now and then elsewhere."""
    from rich.console import Console
    from rich.live import Live

    ratios: list[float] = []
    low, high = trial.test.bounds

    def drawn(pairs: Pentanomial) -> str:
        ratios.append(trial.test.ratio(pairs))
        return f"{_line(pairs, trial.test, lang)}\n{sparkline(ratios, low, high)}"

    def line(pairs: Pentanomial) -> None:
        if sum(pairs) and sum(pairs) % _PAIRS_OF_SILENCE == 0:
            click.echo(_line(pairs, trial.test, lang), err=True)

    console = Console(stderr=True)
    if not console.is_terminal:
        yield line
        return
    with Live(drawn(trial.pairs), console=console, transient=True) as live:
        yield lambda pairs: live.update(drawn(pairs))
