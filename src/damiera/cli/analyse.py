"""`damiera analyse`: what the engine thinks of a position, and why."""

from __future__ import annotations

from functools import partial

import click

from damiera._core import Info, Position, Result, Search
from damiera.cli.common import GAME, MOST_NODES, Amount, emit, lang_option, language, position_of
from damiera.engine.weightfile import usable_weights
from damiera.messages import Lang, Message
from damiera.notation.moves import format_move
from damiera.rules.ruleset import Ruleset

__all__ = ["command"]

DEFAULT_SECONDS = 3.0
_BEST, _OVER = (
    Message("best"),
    Message("the game is over: no move"),
)
_THREAT = Message("Threat {line}: if {side} passed, {gains}.")


@click.command("analyse")
@click.argument("game", type=GAME)
@click.argument("fen")
@click.option("--time", "seconds", type=Amount(0.001, 86_400), help="In seconds.")
@click.option("--depth", type=click.IntRange(1, 99), default=None)
@click.option("--nodes", type=click.IntRange(1, MOST_NODES), default=None)
@click.option("--multipv", type=click.IntRange(1, 50), default=1, show_default=True, help="Best moves shown.")
@click.option("--threads", type=click.IntRange(1, 256), default=1, show_default=True)
@click.option("--explain", is_flag=True, help="Say in words how the game stands and what the best move does.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a depth.")
@lang_option
def command(
    game: Ruleset,
    fen: str,
    seconds: float | None,
    depth: int | None,
    nodes: int | None,
    multipv: int,
    threads: int,
    explain: bool,
    as_json: bool,
    lang: Lang | None,
) -> None:
    """Analyse FEN ('start' for the start position); scores are hundredths of a man, from White's side."""
    lang = lang or language()
    position = position_of(game, None if fen == "start" else fen)
    if seconds is None and depth is None and nodes is None:
        seconds = DEFAULT_SECONDS
    show = _json if as_json else partial(_human, lang)
    _say_what_tables_know(position, lang, as_json)
    engine = _engine(game, threads)
    result = engine.think(
        position,
        depth=depth or 0,
        nodes=nodes or 0,
        time_ms=round((seconds or 0) * 1000),
        multipv=multipv,
        on_info=lambda info: show(game, position, info),
    )
    if result.move is None:
        click.echo(_OVER.text(lang) if not as_json else '{"move":null}')
        return
    if not as_json:
        click.secho(f"{_BEST.text(lang)}: {format_move(position, result.move)}", bold=True)
    if explain:
        _explain(position, result, lang, as_json)


def _engine(game: Ruleset, threads: int) -> Search:
    """Return a search that judges as the engine that plays, and asks the same tables."""
    from damiera.engine.adviser import TableAdviser

    tables = TableAdviser(game.core).for_search()
    return Search(game.core, threads=threads, weights=usable_weights(game.slug), tables=tables)


def _say_what_tables_know(position: Position, lang: Lang, as_json: bool) -> None:
    """Say what endgame tables know of the position, before the engine is asked."""
    from damiera.endgame.sentences import table_sentences

    said = [text.text(lang) for text in table_sentences(position)]
    if said and as_json:
        emit({"tables": said})
    for text in said if not as_json else ():
        click.secho(text, bold=True)


def _line(position: Position, info: Info) -> list[str]:
    texts, here = [], position
    for move in info.pv:
        texts.append(format_move(here, move))
        here = here.play(move)
    return texts


def _white_cp(position: Position, info: Info) -> int:
    return info.score_cp if position.side.letter == "W" else -info.score_cp


def _json(game: Ruleset, position: Position, info: Info) -> None:
    from damiera._core import Side
    from damiera.analysis.odds import curve_of, odds_of
    from damiera.engine.score import Score

    odds = odds_of(Score(info.score_cp, position.side).seen_by(Side.WHITE), curve_of(game.slug))
    emit(
        {
            "game": game.slug,
            "fen": position.fen,
            "depth": info.depth,
            "multipv": info.multipv,
            "score_cp": _white_cp(position, info),
            "odds": {"win": round(odds.win, 4), "draw": round(odds.draw, 4), "loss": round(odds.loss, 4)},
            "nodes": info.nodes,
            "time_ms": info.time_ms,
            "pv": _line(position, info),
        }
    )


def _human(lang: Lang, game: Ruleset, position: Position, info: Info) -> None:
    from damiera.analysis.words import score_text
    from damiera.engine.score import Score

    score = score_text(Score(info.score_cp, position.side)).text(lang)
    line = " ".join(_line(position, info))
    click.echo(f"{info.depth:>3}  {score:>7}  {info.nodes:>12,}  {info.time_ms / 1000:7.2f} s  {line}")


def _explain(position: Position, result: Result, lang: Lang, as_json: bool) -> None:
    """Say what the score means, what the best move does, and what the other side threatens."""
    from damiera.analysis.motifs import threat
    from damiera.analysis.odds import curve_of
    from damiera.analysis.reasons import gains_text, reason_for
    from damiera.analysis.words import capital, colour, line_text, verdict
    from damiera.engine.score import Score

    score, curve = Score(result.score_cp, position.side), curve_of(position.rules.slug)
    reason = reason_for(position, result.pv, score)
    feared = threat(position)
    said = [verdict(score, curve)]
    if reason is not None:
        said.append(reason.text)
    if feared is not None:
        said.append(
            capital(
                _THREAT.format(
                    line=line_text(feared.steps),
                    side=colour(position.side),
                    gains=gains_text(feared),
                )
            )
        )
    if as_json:
        motif = reason.motif.value if reason else None
        emit({"said": [text.text(lang) for text in said], "motif": motif, "measured": curve.measured})
        return
    for text in said:
        click.echo(text.text(lang))
