"""`damiera puzzles`: the positions of a PDN file in which one move alone wins, or holds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import click

from damiera.analysis.puzzles import Puzzle, candidates, task_text, verified
from damiera.analysis.truth import TableTruth
from damiera.cli.common import (
    GAME,
    INTERRUPTED,
    MOST_NODES,
    emit,
    lang_option,
    language,
    progress_bar,
    terminable,
)
from damiera.cli.judge import FILE, EngineAsker, place_of, read_games
from damiera.engine.limits import SearchLimits
from damiera.game.sides import is_for_two
from damiera.messages import Lang, Message, to_data
from damiera.notation.moves import format_move
from damiera.notation.pdn.errors import PdnError
from damiera.notation.pdn.model import PdnGame, pdn_game
from damiera.notation.pdn.writer import write_pdn
from damiera.rules.ruleset import Ruleset

__all__ = ["command"]

_FOUND = Message("{games} games read, {n} puzzles found")
_INTERRUPTED = Message("Interrupted.")
_TAGS = ("White", "Black", "Event", "Site", "Date")


@click.command("puzzles")
@click.argument("file", type=FILE)
@click.option(
    "--nodes",
    type=click.IntRange(100, MOST_NODES),
    default=60_000,
    show_default=True,
    help="To look for them.",
)
@click.option(
    "--verify",
    type=click.IntRange(100, MOST_NODES),
    default=1_000_000,
    show_default=True,
    help="Nodes to prove each.",
)
@click.option("--most", type=click.IntRange(1), default=None, help="Stop when so many are found.")
@click.option("--game", type=GAME, default=None, help="The game where the file does not say.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a puzzle; PDN otherwise.")
@lang_option
def command(
    file: Path,
    nodes: int,
    verify: int,
    most: int | None,
    game: Ruleset | None,
    as_json: bool,
    lang: Lang | None,
) -> int:
    """Find puzzles in the games of FILE. Each is searched anew: its move must be the only one."""
    lang = lang or language()
    games = found = refused = 0
    seen: set[str] = set()
    interrupted = False
    try:
        with terminable(), progress_bar() as progress:
            task = progress.add_task(file.name, total=most)
            for item in read_games(file, game):
                games += 1
                if isinstance(item, PdnError):
                    refused += 1
                    click.echo(place_of(file.name, item, lang), err=True)
                    continue
                for puzzle in _of_game(item, nodes, verify):
                    if puzzle.id in seen or (most is not None and found >= most):
                        continue
                    seen.add(puzzle.id)
                    found += 1
                    _write(puzzle, item, found, as_json, lang)
                progress.update(task, completed=found if most else games)
                if most is not None and found >= most:
                    break
    except KeyboardInterrupt:
        click.echo(_INTERRUPTED.text(lang), err=True)
        interrupted = True
    click.echo(f"{file.name}: {_FOUND.format(games=games, n=found).text(lang)}", err=True)
    return INTERRUPTED if interrupted else 1 if refused else 0


def _of_game(game: PdnGame, nodes: int, verify: int) -> Iterator[Puzzle]:
    from damiera.analysis.report import looks, parts_seen

    if not is_for_two(game.ruleset.core):
        return
    quick = EngineAsker(game.ruleset.slug, SearchLimits(nodes=nodes))
    seen = list(looks(game, quick))[::-1]
    tables = TableTruth()
    for part, begin, here in parts_seen(game, seen):
        for ply in candidates(part, here):
            deep = EngineAsker(game.ruleset.slug, SearchLimits(nodes=verify))
            puzzle = verified(part.positions[ply], part.positions[:ply], deep, truth=tables)
            if puzzle is not None:
                yield replace(puzzle, ply=begin + puzzle.ply)


def _write(puzzle: Puzzle, game: PdnGame, number: int, as_json: bool, lang: Lang) -> None:
    if as_json:
        emit(entry(puzzle, game))
        return
    task = task_text(puzzle.position, puzzle.goal)
    tags = {
        "Event": f"{task.text(lang)} ({number})",
        "White": game.tags.get("White", "?"),
        "Black": game.tags.get("Black", "?"),
        "Date": game.tags.get("Date", "????.??.??"),
    }
    comment = puzzle.reason.text.text(lang) if puzzle.reason else ""
    written = pdn_game(game.ruleset, puzzle.solution, start=puzzle.position, tags=tags, comment=comment)
    click.echo(("" if number == 1 else "\n") + write_pdn(written), nl=False)


def entry(puzzle: Puzzle, game: PdnGame) -> dict[str, object]:
    """Return a puzzle as one JSON object."""
    moves, here = [], puzzle.position
    for move in puzzle.solution:
        moves.append(format_move(here, move))
        here = here.play(move)
    reason = puzzle.reason
    return {
        "id": puzzle.id,
        "game": game.ruleset.slug,
        "fen": puzzle.position.fen,
        "goal": puzzle.goal,
        "solution": moves,
        "theme": puzzle.theme,
        "reason": to_data(reason.text) if reason else None,
        "best_cp": puzzle.best.cp,
        "second_cp": puzzle.second.cp,
        "depth": puzzle.depth,
        "easy": puzzle.seen,
        "ply": puzzle.ply,
        "from": {name: game.tags[name] for name in _TAGS if game.tags.get(name, "?").strip("?.")},
    }
