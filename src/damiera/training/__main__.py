"""`python -m damiera.training GAME`: train the evaluation of a game and keep what wins."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from damiera._core import Move, Position
from damiera.disk import write_whole
from damiera.engine.match.openings import openings_from
from damiera.engine.weightfile import path_of
from damiera.errors import DamieraError
from damiera.rules.ruleset import Ruleset, ruleset
from damiera.training.regression import RATE, TRUST
from damiera.training.run import Plan, TrainingRun
from damiera.training.workers import Cluster, Threads, Workers

__all__ = ["main"]

MOST_OPENINGS = 2_000


class _Bars:
    """Shows how far a course has come: a bar a step."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._bars: dict[str, TaskID] = {}

    def __call__(self, what: str, done: int, all: int, detail: str = "") -> None:
        """Move the bar of a step."""
        if what not in self._bars:
            self._bars[what] = self._progress.add_task(what, total=all, detail="")
        self._progress.update(self._bars[what], completed=done, total=all, detail=detail)


@click.command(context_settings={"help_option_names": ["--help"]})
@click.argument("game")
@click.option(
    "--games", type=click.IntRange(1, 10**7), default=60_000, show_default=True, help="Games a generation."
)
@click.option(
    "--nodes", type=click.IntRange(1, 10**9), default=1_000, show_default=True, help="Nodes a move."
)
@click.option(
    "--plies", type=(int, int), default=(4, 10), show_default=True, help="Random moves at the start."
)
@click.option("--openings", default="", help="A deck, a file of PDN: as `damiera match` takes them.")
@click.option("--generations", type=click.IntRange(1, 20), default=1, show_default=True)
@click.option("--trust", type=click.FloatRange(0, 1), default=TRUST, show_default=True, help="Of results.")
@click.option("--rate", type=click.FloatRange(0.001, 10), default=RATE, show_default=True, help="Of steps.")
@click.option(
    "--pairs", type=click.IntRange(1, 10**6), default=400, show_default=True, help="Of the match, at most."
)
@click.option(
    "--time", "time_ms", type=click.IntRange(1, 10**6), default=10, show_default=True, help="ms a move of it."
)
@click.option(
    "--sprt", type=(float, float), default=(0.0, 10.0), show_default=True, help="Elo it tells apart."
)
@click.option("--threads", type=click.IntRange(1, 256), default=1, show_default=True)
@click.option("--scheduler", default="", help="Of a Dask cluster that plays: tcp://host:8786.")
@click.option("--seed", type=click.IntRange(0, 2**62), default=1, show_default=True)
@click.option(
    "--folder", type=click.Path(path_type=Path), default=None, help="Of the course; it may be resumed."
)
@click.option("--output", type=click.Path(path_type=Path), default=None, help="Where accepted weights go.")
def main(
    game: str,
    games: int,
    nodes: int,
    plies: tuple[int, int],
    openings: str,
    generations: int,
    trust: float,
    rate: float,
    pairs: int,
    time_ms: int,
    sprt: tuple[float, float],
    threads: int,
    scheduler: str,
    seed: int,
    folder: Path | None,
    output: Path | None,
) -> None:
    """Train the evaluation of GAME, and keep the weights if they win against those before."""
    with _told_of_trouble():
        rules = ruleset(game)
        plan = Plan(
            *(rules.slug, games, nodes, plies, openings, generations, trust, rate, pairs, time_ms, sprt, seed)
        )
        place = folder or Path(".training") / rules.slug
        best = _best(rules, plan, place, scheduler, threads)
    if best is None:
        raise click.ClickException(
            "no weights were accepted: play more games, or be content with those there are"
        )
    _put_in_place(*best, output or path_of(rules.slug), plan)
    if output is None:
        click.echo(f"Its scores mean something else now: damiera calibrate {rules.slug} --write")


@contextmanager
def _told_of_trouble() -> Iterator[None]:
    """Say in a sentence what a course cannot go on for."""
    try:
        yield
    except (DamieraError, ValueError) as error:
        raise click.ClickException(str(error)) from error
    except OSError as error:
        said = ": ".join(filter(None, (error.filename, error.strerror))) or str(error)
        raise click.ClickException(
            f"{said}. What is done is kept: when that is mended, give the same command again"
        ) from error


def _best(
    rules: Ruleset, plan: Plan, place: Path, scheduler: str, threads: int
) -> tuple[Path, dict[str, object]] | None:
    """Run the course; return the weights it accepted last, and where they come from."""
    starts = openings_from(rules, plan.openings, plan.seed, MOST_OPENINGS) if plan.openings else ()
    played = tuple(_played(start.position, start.moves) for start in starts)
    with _workers(scheduler, rules.slug, threads) as workers, _progress() as progress:
        return TrainingRun(plan, place, _Bars(progress), openings=played, workers=workers).run()


def _put_in_place(path: Path, about: dict[str, object], target: Path, plan: Plan) -> None:
    try:
        _publish(path, target, plan, about)
    except OSError as error:
        raise click.ClickException(f"{path} was accepted, but not put in its place: {error}") from error


def _workers(scheduler: str, game: str, threads: int) -> AbstractContextManager[Workers]:
    return Cluster(scheduler, game) if scheduler else Threads(threads)


def _played(position: Position, moves: tuple[Move, ...]) -> Position:
    for move in moves:
        position = position.play(move)
    return position


def _progress() -> Progress:
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[detail]}"),
    )
    return Progress(*columns, console=Console(stderr=True))


def _publish(path: Path, target: Path, plan: Plan, about: dict[str, object]) -> None:
    """Put accepted weights in their place, and beside them where they come from."""
    target.parent.mkdir(parents=True, exist_ok=True)
    told = {
        "game": plan.game,
        "date": datetime.now(UTC).date().isoformat(),
        **about,
        "command": _command(plan),
    }
    lines = [
        "# Where these weights come from.",
        *(f"{name} = {_toml(value)}" for name, value in told.items()),
    ]
    write_whole(target, path.read_bytes())
    write_whole(target.with_suffix(".provenance.toml"), ("\n".join(lines) + "\n").encode())
    click.echo(f"{target}: {about['match']} against {about['against']}")


def _command(plan: Plan) -> str:
    words = [
        f"python -m damiera.training {plan.game} --games {plan.games} --nodes {plan.nodes}",
        f"--plies {plan.plies[0]} {plan.plies[1]} --generations {plan.generations}",
        f"--trust {plan.trust:g} --rate {plan.rate:g} --pairs {plan.pairs}",
        f"--time {plan.time_ms} --sprt {plan.sprt[0]:g} {plan.sprt[1]:g} --seed {plan.seed}",
        f"--openings {plan.openings}" if plan.openings else "",
    ]
    return " ".join(filter(None, words))


def _toml(value: object) -> str:
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return str(value)


if __name__ == "__main__":
    sys.exit(main())
