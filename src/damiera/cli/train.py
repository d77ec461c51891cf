"""`damiera train`: train the evaluation of a game and keep what wins."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from damiera.cli.common import GAME, Amount, lang_option, language, terminable
from damiera.cli.tune import workers_of
from damiera.disk import write_whole
from damiera.engine.weightfile import path_of
from damiera.messages import Lang, Message, Text
from damiera.training.run import NOTHING, RIDGE, TRUST, Plan, TrainingRun

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

    from damiera._core import Position
    from damiera.rules.ruleset import Ruleset

__all__ = ["command"]

MOST_OPENINGS = 2_000

_NONE_ACCEPTED = Message("no weights were accepted: play more games, or be content with those there are")
_CALIBRATE = Message("Its scores mean something else now: {command}")
_AGAINST_WEIGHTS = Message("{path}: {match} against the weights before")
_AGAINST_HAND = Message("{path}: {match} against the evaluation made by hand")
_STOPPED = Message("{why}. What is done is kept: when that is mended, give the same command again")
_NOT_IN_PLACE = Message("{path} was accepted, but not put in its place: {why}")


class _Bars:
    """Shows how far a run has come: a bar a step."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._bars: dict[str, TaskID] = {}

    def __call__(self, what: Text, done: int, all: int, detail: Text = NOTHING) -> None:
        """Move the bar of a step."""
        said, beside = what.text(language()), detail.text(language())
        if said not in self._bars:
            self._bars[said] = self._progress.add_task(said, total=all, detail="")
        self._progress.update(self._bars[said], completed=done, total=all, detail=beside)


@click.command("train")
@click.argument("game", type=GAME)
@click.option(
    "--games", type=click.IntRange(1, 10**7), default=60_000, show_default=True, help="Games a generation."
)
@click.option(
    "--nodes", type=click.IntRange(1, 10**9), default=1_000, show_default=True, help="Nodes a move."
)
@click.option(
    "--plies",
    type=(int, int),
    metavar="N N",
    default=(4, 10),
    show_default=True,
    help="Random moves at the start.",
)
@click.option("--openings", default="", help="A deck, a file of PDN: as `damiera match` takes them.")
@click.option("--generations", type=click.IntRange(1, 20), default=1, show_default=True)
@click.option(
    "--trust",
    type=Amount(0, 1),
    default=TRUST,
    show_default=True,
    help="Of results, against what the search thought.",
)
@click.option(
    "--ridge",
    type=Amount(0.001, 10**6),
    default=RIDGE,
    show_default=True,
    help="How firmly weights of what is seen seldom are held where they start.",
)
@click.option(
    "--start",
    default="",
    metavar="GAME|FILE",
    help="Weights to start from, of a game with the same patterns.",
)
@click.option(
    "--correct",
    is_flag=True,
    help="Keep the weights in use, and teach a network that corrects them what the search thought.",
)
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
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=None,
    help="Of the run; it may be resumed.",
)
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=None,
    help="Where accepted weights go.",
)
@lang_option
def command(
    game: Ruleset,
    games: int,
    nodes: int,
    plies: tuple[int, int],
    openings: str,
    generations: int,
    trust: float,
    ridge: float,
    start: str,
    correct: bool,
    pairs: int,
    time_ms: int,
    sprt: tuple[float, float],
    threads: int,
    scheduler: str,
    seed: int,
    folder: Path | None,
    output: Path | None,
    lang: Lang | None,
) -> None:
    """Train the evaluation of GAME, and keep the weights if they win against those before."""
    slug = game.slug
    plan = Plan(
        slug,
        games,
        nodes,
        plies,
        openings,
        generations,
        trust,
        ridge,
        start,
        correct,
        pairs,
        time_ms,
        sprt,
        seed,
    )
    with _told_what_is_kept():
        run, best = _trained(game, plan, folder or Path(".training") / slug, scheduler, threads)
    if best is None or run.accepted is None:
        raise click.ClickException(_NONE_ACCEPTED.text(language()))
    target = output or path_of(slug)
    _put_in_place(*best, target, plan)
    said = _AGAINST_WEIGHTS if best[1]["against"] == "weights" else _AGAINST_HAND
    click.echo(said.format(path=target, match=run.accepted.message).text(language()))
    if output is None:
        click.echo(_CALIBRATE.format(command=f"damiera calibrate {slug} --write").text(language()))


@contextmanager
def _told_what_is_kept() -> Iterator[None]:
    """Say of a disk that is full, or a folder that is closed, that nothing is lost."""
    try:
        yield
    except OSError as error:
        why = ": ".join(filter(None, (error.filename, error.strerror))) or str(error)
        raise click.ClickException(_STOPPED.format(why=why).text(language())) from error


def _trained(
    game: Ruleset, plan: Plan, place: Path, scheduler: str, threads: int
) -> tuple[TrainingRun, tuple[Path, dict[str, object]] | None]:
    """Do the run; return it with the weights it accepted last, and where they come from."""
    with terminable(), workers_of(scheduler, game.slug, threads) as workers, _progress() as progress:
        run = TrainingRun(plan, place, _Bars(progress), openings=_starts(game, plan), workers=workers)
        return run, run.run()


def _starts(game: Ruleset, plan: Plan) -> tuple[Position, ...]:
    from damiera.engine.match.openings import openings_from

    starts = []
    for opening in openings_from(game, plan.openings, plan.seed, MOST_OPENINGS) if plan.openings else ():
        position = opening.position
        for move in opening.moves:
            position = position.play(move)
        starts.append(position)
    return tuple(starts)


def _progress() -> Progress:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[detail]}"),
    )
    return Progress(*columns, console=Console(stderr=True))


def _put_in_place(path: Path, about: dict[str, object], target: Path, plan: Plan) -> None:
    """Put accepted weights in their place, and beside them where they come from."""
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
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        write_whole(target, path.read_bytes())
        write_whole(target.with_suffix(".provenance.toml"), ("\n".join(lines) + "\n").encode())
    except OSError as error:
        raise click.ClickException(_NOT_IN_PLACE.format(path=path, why=error).text(language())) from error


def _command(plan: Plan) -> str:
    words = [
        f"damiera train {plan.game} --games {plan.games} --nodes {plan.nodes}",
        f"--plies {plan.plies[0]} {plan.plies[1]} --generations {plan.generations}",
        f"--start {plan.start}" if plan.start else "",
        "--correct" if plan.correct else f"--trust {plan.trust:g} --ridge {plan.ridge:g}",
        f"--pairs {plan.pairs}",
        f"--time {plan.time_ms} --sprt {plan.sprt[0]:g} {plan.sprt[1]:g} --seed {plan.seed}",
        f"--openings {plan.openings}" if plan.openings else "",
    ]
    return " ".join(filter(None, words))


def _toml(value: object) -> str:
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return str(value)
