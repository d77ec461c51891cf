"""Judged games as they are kept: each move with its worth and what is said of it, worded when it is read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import msgspec

from damiera._core import Move, Position, Side
from damiera.analysis.books import plies_by_lot
from damiera.analysis.grading import CLASS_NAMES, Class
from damiera.analysis.odds import Odds, odds_of
from damiera.analysis.report import BY_LOT, AnalysisReport, ReportNote, notes, with_notes
from damiera.analysis.words import score_text
from damiera.messages import Lang, Recorded, Text, Verbatim, from_data, to_data
from damiera.notation.moves import format_move, parse_move
from damiera.notation.pdn.model import PdnGame
from damiera.notation.pdn.reader import read_pdn
from damiera.notation.pdn.writer import write_pdn

__all__ = [
    "GameReport",
    "JudgingProgress",
    "PlyReport",
    "class_name",
    "made_report",
    "moves_text",
    "read_report",
]

SHOWN_PLIES: Final = 12


class PlyReport(msgspec.Struct, frozen=True):
    """One move of a judged game.

    Attributes:
        white: points White may expect of one, after the move.
        score: the score after it, from White's side, as `to_data` writes it.
        klass: how good it is, a value of `Class`.
        sign: of art. 13.
        missed: a win that it let go: tables, proved, likely, or empty.
        said: why, where there is something to say, as `to_data` writes it.
        best: the better move and its line; empty where it was the best.
        remark: what the annotated game says of it, likewise; None in reports of earlier versions, which
            kept `score` and `said` as two sentences, Italian and English.
    """

    ply: int
    text: str
    white: float
    score: object
    klass: str
    sign: str
    missed: str
    said: object
    best: str
    line: str
    remark: object = None

    def score_in(self, lang: Lang) -> str:
        """Return the score for a reader of `lang`."""
        return _read(self.score).text(lang)

    def said_in(self, lang: Lang) -> str:
        """Return why, for a reader of `lang`; empty where there is nothing to say."""
        return _read(self.said).text(lang)

    @property
    def is_bad(self) -> bool:
        """True for a mistake or a blunder."""
        return self.klass in (Class.MISTAKE.value, Class.BLUNDER.value)


class GameReport(msgspec.Struct, frozen=True):
    """A judged game, as it is kept.

    Attributes:
        plies: each move.
        start: points White may expect at the start, and the score there.
        out: the first ply that no known opening has.
        depth: the least depth searched.
        measured: whether the odds were measured for this game.
        pdn: the game with the report in it, in Italian and in English: in reports of earlier versions only.
    """

    plies: tuple[PlyReport, ...]
    start: float
    out: int | None
    depth: int
    nodes: int
    measured: bool
    pdn: tuple[str, ...] = ()

    def annotated(self, game: PdnGame, lang: Lang) -> str:
        """Return the game with the report in it as PDN, worded for a reader of `lang`."""
        if self.pdn:
            return _read(list(self.pdn)).text(lang)
        told = [
            _note(one, position, entry.move)
            for one, position, entry in zip(self.plies, game.all_positions[:-1], game.entries, strict=True)
        ]
        return write_pdn(with_notes(game, told, lang))

    def count(self, side: int, klass: Class) -> int:
        """Return how many moves of a class the first (0) or second (1) player of the game made."""
        return sum(one.klass == klass.value for one in self.plies[side::2])


class JudgingProgress(msgspec.Struct, frozen=True):
    """How far the judging of a game has come; `report` once it is done, `why` if it could not be."""

    status: str
    done: int
    total: int
    report: GameReport | None
    why: Text | None


def made_report(game: PdnGame, report: AnalysisReport, nodes: int) -> GameReport:
    """Return a report in the form in which it is kept."""
    positions, told, entries = game.all_positions, notes(report), game.entries
    plies = tuple(
        PlyReport(
            ply=one.ply,
            text=entries[one.ply].text,
            white=_whites(one.graded.odds, one.side),
            score=to_data(score_text(one.graded.after)),
            klass=one.graded.klass.value,
            sign=one.graded.sign,
            missed=one.graded.missed_win,
            said=to_data(
                one.reason.text if one.reason else BY_LOT if one.ply == report.by_lot - 1 else _NOTHING
            ),
            best=format_move(positions[one.ply], one.graded.best) if one.graded.is_bad else "",
            line=moves_text(positions[one.ply], one.graded.line) if one.graded.is_bad else "",
            remark=to_data(told[one.ply].remark),
        )
        for one in report.moves
    )
    start = odds_of(report.start.seen_by(Side.WHITE), report.curve).expectation
    return GameReport(plies, start, report.out_of_book, report.depth, nodes, report.curve.measured)


def read_report(body: str, game: PdnGame) -> GameReport | None:
    """Return the report of a game as kept; None where an earlier version judged the last part alone."""
    report = _report_decoder.decode(body)
    return _spared(report, game) if len(report.plies) == len(game.entries) else None


def _spared(report: GameReport, game: PdnGame) -> GameReport:
    """Return a report without blame for what the lot chose: those kept before the lot was heeded have it."""
    lot = plies_by_lot(game.part_games[0])
    if all(one.klass == Class.LOT.value for one in report.plies[:lot]):
        return report
    drawn = tuple(
        msgspec.structs.replace(one, klass=Class.LOT.value, sign="", missed="", said="", best="", line="")
        for one in report.plies[:lot]
    )
    drawn = (*drawn[:-1], msgspec.structs.replace(drawn[-1], said=to_data(BY_LOT)))
    texts = tuple(_spared_text(text, game, lot) for text in report.pdn)
    return msgspec.structs.replace(report, plies=drawn + report.plies[lot:], pdn=texts)


def _spared_text(text: str, game: PdnGame, lot: int) -> str:
    """Return an annotated game with the moves that the lot chose as they were written down."""
    [told] = (one for one in read_pdn(text) if isinstance(one, PdnGame))
    return write_pdn(replace(told, mainline=game.entries[:lot] + told.mainline[lot:]))


def _whites(odds: Odds, side: Side) -> float:
    return round(odds.expectation if side is Side.WHITE else 1 - odds.expectation, 4)


def _read(kept: object) -> Text:
    """Return a sentence of a report as it is kept; earlier versions wrote it in Italian and in English."""
    return Recorded(dict(zip(("it", "en"), kept, strict=True))) if isinstance(kept, list) else from_data(kept)


def _note(one: PlyReport, position: Position, played: Move) -> ReportNote:
    """Return what an annotated game says of a move."""
    better = list[Move]()
    for text in one.line.split():
        better.append(parse_move(position, text))
        position = position.play(better[-1])
    return ReportNote(_read(one.remark), one.sign, tuple(better) if better[:1] != [played] else ())


def moves_text(position: Position, moves: Sequence[Move]) -> str:
    """Return the first moves of a line as the game writes them."""
    out = []
    for move in moves[:SHOWN_PLIES]:
        out.append(format_move(position, move))
        position = position.play(move)
    return " ".join(out)


def class_name(klass: str, lang: Lang) -> str:
    """Return what a class of moves is called."""
    return CLASS_NAMES[Class(klass)].text(lang)


_report_decoder = msgspec.json.Decoder(GameReport)
_NOTHING: Final = Verbatim("")
