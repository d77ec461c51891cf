"""`damiera explore`: what was played from a position, in PDN files or in the games of the app."""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import click

from damiera._core import Position, Side
from damiera.analysis.explorer import (
    PLIES,
    Explored,
    GameFilter,
    GameStatistics,
    NamedOpening,
    PlayedMove,
    PositionCounter,
    Result,
    check_indexed,
    facts_of,
    legal_part,
)
from damiera.analysis.words import score_text
from damiera.cli.common import GAME, emit, lang_option, language, position_of, printable, progress_bar
from damiera.cli.judge import FILE, place_of
from damiera.game.sides import side_text
from damiera.messages import Lang, Message
from damiera.notation.moves import parse_move
from damiera.notation.pdn.errors import PdnError
from damiera.rules.ruleset import Ruleset

if TYPE_CHECKING:
    from damiera.analysis.ballots import JudgedOpening
    from damiera.notation.pdn.bulk import BulkGame
    from damiera.notation.pdn.model import PdnGame

__all__ = ["command"]

_SIDES = {"white": Side.WHITE, "black": Side.BLACK}
_RESULTS = {"white": Result.WHITE, "draw": Result.DRAW, "black": Result.BLACK}
_SCORES = {Result.WHITE: "2-0", Result.DRAW: "1-1", Result.BLACK: "0-2", Result.OPEN: "*"}
_AT_ONCE = 100  # games in a transaction
_APP_OR_FILES = Message("--data and --mine are for the app's games: leave out --pdn")
_NONE = Message("No game passes through here.")
_HEAD = Message("{n} games; {side} to move")
_HEAD_OF_ONE = Message("1 game; {side} to move")
_COLUMNS = Message("move|games|won|drawn|lost|rating|years")
_ENDED = Message("{n} end here")
_ENGINE = Message("the engine: {score}, depth {depth}")
_OTHERS = Message("+{n} by other moves")


@click.command("explore")
@click.argument("game", type=GAME)
@click.argument("where", nargs=-1, metavar="[FEN|MOVES]...")
@click.option("--pdn", "files", type=FILE, multiple=True, help="A PDN file to count; may be repeated.")
@click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False),
    default=None,
    help="The app's data folder, where no file is named.",
)
@click.option("--player", default="", help="Only games of a player: part of the name.")
@click.option("--side", type=click.Choice(["white", "black"]), default=None, help="The player's colour.")
@click.option("--since", type=click.IntRange(1, 9999), default=None, help="The first year.")
@click.option("--until", type=click.IntRange(1, 9999), default=None, help="The last year.")
@click.option("--result", type=click.Choice(["white", "draw", "black"]), default=None, help="How they ended.")
@click.option("--mine", is_flag=True, help="Only games that were played in the app.")
@click.option("--games", "most", type=click.IntRange(0, 1000), default=0, help="List so many games.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@lang_option
def command(
    game: Ruleset,
    where: tuple[str, ...],
    files: tuple[Path, ...],
    data: Path | None,
    player: str,
    side: str | None,
    since: int | None,
    until: int | None,
    result: str | None,
    mine: bool,
    most: int,
    as_json: bool,
    lang: Lang | None,
) -> None:
    """Count the moves played in GAME from a position: a FEN, or moves from the start.

    Counted are the games of the PDN files, or, without any, the server's archive and the games played in the
    app. Won, drawn and lost are those of the side to move.
    """
    lang = lang or language()
    check_indexed(game)
    position = _position(game, where)
    wanted = GameFilter(
        player=player.strip(),
        side=_SIDES.get(side or ""),
        since=since or 0,
        until=until or 0,
        result=_RESULTS.get(result or ""),
    )
    if files and (mine or data):
        raise click.UsageError(_APP_OR_FILES.text(lang))
    if files:
        explored = _in_files(files, game, PositionCounter(position, wanted, most), lang)
    else:
        explored = _in_app(data, position, wanted, mine=mine, most=most)
    if as_json:
        emit(_entry(explored, lang))
    else:
        _print(explored, lang)


def _position(game: Ruleset, where: tuple[str, ...]) -> Position:
    text = " ".join(where)
    if ":" in text:
        return position_of(game, text)
    position = game.start()
    for move in text.replace(",", " ").split():
        position = position.play(parse_move(position, move))
    return position


def _in_files(files: tuple[Path, ...], game: Ruleset, count: PositionCounter, lang: Lang) -> Explored:
    from damiera.notation.pdn.stream import read_file

    with progress_bar() as bar:
        for path in files:
            task = bar.add_task(path.name, total=None)
            source = BytesIO(sys.stdin.buffer.read()) if str(path) == "-" else path
            for number, item in enumerate(read_file(source, default=game), 1):
                if isinstance(item, PdnError):
                    click.echo(place_of(path.name, item, lang), err=True)
                    part = legal_part(item, game)
                    if part is not None:
                        _take(count, part, path.name, number)
                else:
                    _take(count, item, path.name, number)
                bar.advance(task)
    return count.explored()


def _take(count: PositionCounter, game: PdnGame | BulkGame, name: str, number: int) -> None:
    from damiera.notation.pdn.results import winner_of

    over = game.result not in ("*", "0-0")
    winner = winner_of(game.result, game.ruleset) if over else None
    count.take(facts_of(game.tags, winner, over=over), game.start, game.moves[: PLIES + 1], name, number)


def _in_app(data: Path | None, position: Position, wanted: GameFilter, *, mine: bool, most: int) -> Explored:
    from damiera.service.explorer import ExplorerService
    from damiera.service.live import GameCache
    from damiera.service.wall_clock import WallClock
    from damiera.store.database import default_data_dir, open_store

    store = open_store(data or default_data_dir())
    try:
        exploring = ExplorerService(GameCache(store, WallClock()))
        with progress_bar() as bar:
            task = bar.add_task("index", total=None)
            while done := exploring.step(games=_AT_ONCE):
                bar.advance(task, done)
        return exploring.explore(
            None, position, wanted, which="mine" if mine else "all", machine=True, games=most
        )
    finally:
        store.close()


def _entry(explored: Explored, lang: Lang) -> dict[str, object]:
    position = explored.position
    return {
        "game": position.rules.slug,
        "fen": position.fen,
        **_numbers(explored.tally, position.side),
        "ended": explored.ended,
        "names": list(explored.names),
        "openings": [_opening(one) for one in explored.openings],
        "engine": _verdict(explored.verdict),
        "moves": [
            {
                "move": one.text,
                **_numbers(one.tally, position.side),
                "reached": one.reached,
                "names": list(one.names),
                "openings": [_opening(named) for named in one.openings],
                "engine": _verdict(one.verdict),
            }
            for one in explored.moves
        ],
        "list": [
            {
                "source": one.source,
                "number": one.number,
                "ply": one.ply,
                "move": one.move or None,
                "white": one.facts.white,
                "black": one.facts.black,
                "event": one.facts.event,
                "date": one.facts.date,
                "result": _SCORES[one.facts.result],
            }
            for one in explored.games
        ],
    }


def _numbers(tally: GameStatistics, side: Side) -> dict[str, object]:
    return {
        "games": tally.games,
        "won": tally.won(side),
        "drawn": tally.draws,
        "lost": tally.won(side.opponent),
        "rating": tally.rating,
        "years": list(tally.years) if tally.years else None,
    }


def _opening(named: NamedOpening) -> dict[str, object]:
    return {"deck": named.deck, "number": named.number}


def _verdict(verdict: JudgedOpening | None) -> dict[str, object] | None:
    return None if verdict is None else {"white_cp": verdict.score.white, "depth": verdict.depth}


def _print(explored: Explored, lang: Lang) -> None:
    side, games = explored.position.side, explored.tally.games
    head = _HEAD_OF_ONE if games == 1 else _HEAD
    click.echo(head.format(n=games, side=side_text(side)).text(lang) if games else _NONE.text(lang))
    for name in explored.names:
        click.echo(f"  {name}")
    for named in explored.openings:
        click.echo(f"  {named.name.text(lang)}, {named.number}")
    if not games:
        return
    columns = _COLUMNS.text(lang).split("|")
    click.echo(f"{columns[0]:<10}" + "".join(f"{name:>10}" for name in columns[1:]))
    for one in explored.moves:
        click.echo(_line(one.text, one.tally, side) + _remarks(one, lang))
    if explored.ended:
        click.echo(_ENDED.format(n=explored.ended).text(lang))
    for found in explored.games:
        facts = found.facts
        who = f"{facts.white or '?'} - {facts.black or '?'}"
        told = f"{found.source}  {who}  {facts.event}  {facts.date}  {_SCORES[facts.result]}  {found.move}"
        click.echo(printable(told))


def _line(text: str, tally: GameStatistics, side: Side) -> str:
    years = "-" if tally.years is None else "-".join(map(str, dict.fromkeys(tally.years)))
    numbers = (tally.games, tally.won(side), tally.draws, tally.won(side.opponent), tally.rating or "-")
    return f"{text:<10}" + "".join(f"{number:>10}" for number in numbers) + f"{years:>10}"


def _remarks(one: PlayedMove, lang: Lang) -> str:
    said = [*one.names, *(f"{named.name.text(lang)}, {named.number}" for named in one.openings)]
    if one.verdict is not None:
        score = score_text(one.verdict.score)
        said.append(_ENGINE.format(score=score, depth=one.verdict.depth).text(lang))
    if one.reached > one.tally.games:
        said.append(_OTHERS.format(n=one.reached - one.tally.games).text(lang))
    return "  " + "; ".join(said) if said else ""
