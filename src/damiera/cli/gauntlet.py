"""`damiera gauntlet`: one engine against several, each a match of its own that goes on where it was left."""

from __future__ import annotations

import hashlib
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from damiera.cli.common import GAME, INTERRUPTED, MOST_NODES, Amount, emit, lang_option, language, terminable
from damiera.cli.match import MatchRun, games_file, logged_match, pace_of
from damiera.messages import Lang, Message

if TYPE_CHECKING:
    from damiera.engine.match.settings import MatchSettings
    from damiera.engine.match.table import MatchScore
    from damiera.rules.ruleset import Ruleset

__all__ = ["command"]

_OPPONENT = Message("opponent")
_GAMES = Message("games")
_SCORE = Message("won, drawn, lost")
_USED = Message("processor ms a move, nodes")
_FAULTS = Message("faults")
_KEPT = Message("The games are in {path}: the same command goes on.")
_TWICE = Message("Each opponent is to be named once: {found}")


@click.command("gauntlet")
@click.argument("engine")
@click.argument("opponents", nargs=-1, required=True)
@click.option("--game", type=GAME, required=True, help="The game they play.")
@click.option(
    "--games", type=click.IntRange(1, 1_000_000), default=100, show_default=True, help="With each opponent."
)
@click.option("--movetime", type=Amount(0.001, 86_400), help="Seconds a move.  [default: 0.1]")
@click.option("--cpu", type=Amount(0.001, 3600), help="Seconds of processor time a move, on average.")
@click.option("--depth", type=click.IntRange(1, 99), help="Plies searched for each move.")
@click.option("--nodes", type=click.IntRange(1, MOST_NODES), help="Positions searched for each move.")
@click.option("--openings", metavar="DECK|FILE.pdn|random:N|none", help="As `damiera match` takes them.")
@click.option("--concurrency", type=click.IntRange(1, 256), default=1, show_default=True, help="At a time.")
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("gauntlet"),
    show_default=True,
    help="Where the games are kept, a file an opponent; what is there is not played again.",
)
@click.option("--seed", type=click.IntRange(0, 2**31 - 1), default=1, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="One JSON object, at the end.")
@lang_option
def command(
    engine: str,
    opponents: tuple[str, ...],
    game: Ruleset,
    games: int,
    movetime: float | None,
    cpu: float | None,
    depth: int | None,
    nodes: int | None,
    openings: str | None,
    concurrency: int,
    folder: Path,
    seed: int,
    as_json: bool,
    lang: Lang | None,
) -> None:
    """Let ENGINE play each of OPPONENTS, engines named as `damiera match` has them."""
    from damiera.engine.errors import MatchError
    from damiera.engine.match.openings import openings_from
    from damiera.engine.match.settings import MatchSettings
    from damiera.engine.spec import EngineSpec

    lang = lang or language()
    if len(set(opponents)) < len(opponents):
        raise click.UsageError(_TWICE.format(found=", ".join(opponents)).text(lang))
    _, limits = pace_of(None, movetime, depth, nodes, cpu)
    starts = openings_from(game, openings, seed, (games + 1) // 2)
    own = EngineSpec.parse(engine)
    folder.mkdir(parents=True, exist_ok=True)
    runs: list[MatchRun] = []
    refused: list[MatchError] = []
    complete = True
    with terminable():
        for opponent in [EngineSpec.parse(text) for text in opponents]:
            settings = MatchSettings(
                game,
                (own, opponent),
                starts,
                games,
                limits=limits,
                max_plies=500,
                seed=seed,
                processor_ms=round((cpu or 0) * 1000),
            )
            runs.append(MatchRun(settings, None, lang, as_json))
            path = _path(folder, settings)
            try:
                with (
                    games_file(settings, runs[-1], path, resume=True) as file,
                    logged_match(runs[-1], path, "gauntlet") as run,
                ):
                    complete = run.is_complete = runs[-1].play(file, concurrency)
            except MatchError as error:  # the others play all the same
                refused.append(error)
            if not complete:
                break
    _tell(runs, complete and not refused, lang, as_json)
    for one in refused:
        click.echo(one.text(lang), err=True)
    if not complete:
        if not as_json:
            click.echo(_KEPT.format(path=folder).text(lang))
        sys.exit(INTERRUPTED)
    if refused:
        sys.exit(2)


def _path(folder: Path, settings: MatchSettings) -> Path:
    """Return where the games with an opponent lie: one match, one file."""
    opponent = settings.engines[1]
    word = "".join(letter if letter.isalnum() else "-" for letter in opponent.name)[:40]
    digest = hashlib.sha256(settings.digest.encode()).hexdigest()[:8]
    return folder / f"{word}-{digest}.pdn"


def _tell(runs: list[MatchRun], complete: bool, lang: Lang, as_json: bool) -> None:
    rows = [_row(run.table) for run in runs if run.table is not None and run.table.games]
    if as_json:
        emit({"complete": complete, "opponents": [asdict(row) for row in rows]})
        return
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None)
    table.add_column(_OPPONENT.text(lang))
    for head in (_GAMES.text(lang), _SCORE.text(lang), "Elo", _USED.text(lang), _FAULTS.text(lang)):
        table.add_column(head, justify="right")
    for row in rows:
        elo = "" if row.elo is None else "{1:+.0f} [{0:+.0f}, {2:+.0f}]".format(*row.elo)
        used = "  ".join(f"{ms or 0:.2f}, {n:,}" for ms, n in zip(row.processor_ms, row.nodes, strict=True))
        score = f"+{row.wins} ={row.draws} -{row.losses}"
        table.add_row(row.opponent, str(row.games), score, elo, used, " ".join(map(str, row.faults)))
    Console().print(table)


@dataclass(frozen=True, slots=True)
class _Row:
    """How it stands with an opponent; `elo` is the lower bound, the difference and the upper bound."""

    opponent: str
    games: int
    wins: int
    draws: int
    losses: int
    elo: tuple[float, float, float] | None
    processor_ms: tuple[float | None, float | None]
    nodes: tuple[int, int]
    faults: tuple[int, int]


def _row(table: MatchScore) -> _Row:
    from damiera.engine.statistics import estimate

    found = estimate(table.pairs)
    is_bounded = found is not None and found.error is not None
    return _Row(
        table.settings.engines[1].name,
        table.games,
        table.wins,
        table.draws,
        table.losses,
        (found.low, found.elo, found.high) if found is not None and is_bounded else None,
        table.processor_ms or (None, None),
        table.nodes_a_move,
        table.faults,
    )
