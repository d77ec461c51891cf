"""What the engine says of a position: lines, odds, sentences; for a page and for a script."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from damiera._core import Side
from damiera.analysis.motifs import threat
from damiera.analysis.odds import curve_of, odds_of
from damiera.analysis.reasons import gains_text, reason_for
from damiera.analysis.words import colour, is_known, line_text, score_text, verdict
from damiera.endgame.sentences import table_sentences
from damiera.engine.protocol import Info
from damiera.game.outcome import Outcome
from damiera.game.sides import SideName, side_name
from damiera.game.state import Game
from damiera.messages import Lang, Message, Number, Text
from damiera.rules.ruleset import ruleset
from damiera.service.analysis_lines import line_view
from damiera.service.views import PlyView
from damiera.service.workers.analysts import Question

__all__ = ["EngineLine", "EngineLines", "engine_lines"]

LINE_PLIES: Final = 12


class EngineLine(msgspec.Struct, frozen=True):
    """One line of play that the engine expects."""

    score: str
    moves: tuple[PlyView, ...]


class EngineLines(msgspec.Struct, frozen=True):
    """What the engine has found at one depth.

    Attributes:
        fen, side: the position, and whose turn it is.
        speed: how many nodes a second, in words.
        white: points White may expect of one.
        odds: of a hundred games: won by White, drawn, won by Black; None where the result is known.
        said: what can be said of the best line, sentence by sentence.
        measured: whether the odds were measured for this game.
    """

    fen: str
    side: SideName
    depth: int
    speed: str
    white: float
    odds: tuple[int, int, int] | None
    score: str
    lines: tuple[EngineLine, ...]
    said: tuple[str, ...]
    measured: bool


def engine_lines(infos: Sequence[Info], question: Question, lang: Lang, tables: Path) -> EngineLines:
    """Return the lines of a depth, best first, with what can be said of the best. Reads endgame tables."""
    first, curve = infos[0], curve_of(question.game)
    ended = Game.start(ruleset(question.game), position=question.position).outcome
    known = [_ended(ended)] if ended else table_sentences(question.position, tables)
    odds = odds_of(first.score.seen_by(Side.WHITE), curve)
    seconds = max(first.time_ms, 1) / 1000
    return EngineLines(
        fen=question.position.fen,
        side=side_name(question.position.side),
        depth=first.depth,
        speed=_speed(first.nodes / seconds, lang),
        white=_points(ended.winner) if ended else round(odds.expectation, 4),
        odds=None if known or is_known(first.score) else odds.percent(),
        score=score_text(first.score).text(lang),
        lines=tuple(
            EngineLine(score_text(info.score).text(lang), line_view(question.position, info.pv[:LINE_PLIES]))
            for info in infos
        ),
        said=tuple(text.text(lang) for text in (*known, *(() if ended else _sentences(question, first)))),
        measured=curve.measured,
    )


def _ended(outcome: Outcome) -> Text:
    """Say that the book ends the game here, though there are moves."""
    if outcome.winner is None:
        return _BOOK_DRAWS.format(said=outcome.said)
    return _BOOK_WINS.format(said=outcome.said, side=colour(outcome.winner))


def _points(winner: Side | None) -> float:
    return 0.5 if winner is None else float(winner is Side.WHITE)


def _speed(nodes_a_second: float, lang: Lang) -> str:
    return f"{Number(nodes_a_second / 1e6, 1).text(lang)} M/s"


def _sentences(question: Question, first: Info) -> list[Text]:
    position = question.position
    sentences = [verdict(first.score, curve_of(question.game), figures=False)]
    reason = reason_for(position, first.pv, first.score, history=question.history)
    if reason is not None:
        sentences.append(reason.text)
    feared = threat(position)
    if feared is not None and (reason is None or reason.motif.value != "parries"):
        sentences.append(_THREAT.format(line=line_text(feared.steps), gains=gains_text(feared)))
    return sentences


_BOOK_DRAWS: Final = Message("{said} By the book the game is over here: a draw.")
_BOOK_WINS: Final = Message("{said} By the book the game is over here: {side} wins.")
_THREAT: Final = Message("The threat is {line}: {gains}.")
