"""The page of analysis, at one half-move of what is looked into."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

import msgspec
from markupsafe import Markup

from damiera._core import Position
from damiera.game.sides import is_for_two, side_text
from damiera.messages import Lang, translations
from damiera.notation.fen import example_fen
from damiera.paper.boards import pieces_on
from damiera.paper.geometry import geometry
from damiera.paper.svg import Marks, board
from damiera.rules.pieces import kinds_of
from damiera.rules.ruleset import CATALOGUE, Ruleset
from damiera.service.game_reports import GameReport, JudgingProgress
from damiera.service.game_views import pieces_view
from damiera.service.spoken import piece_words
from damiera.service.views import PlyView
from damiera.web.analysis.views.explorer import ExplorerPanel
from damiera.web.analysis.views.lines import EngineLines
from damiera.web.analysis.views.report import (
    BetterMove,
    PlyFindings,
    ReportGraph,
    ReportSummary,
    betters,
    graph,
    notes,
    plies,
    summary,
    with_signs,
)
from damiera.web.analysis.views.subject import Subject
from damiera.web.common.numbers import whole
from damiera.web.common.pages import PageView, as_json

__all__ = ["AnalysedGame", "AnalysisPage", "analysed_games", "analysis_page", "shown_ply"]


class AnalysedGame(msgspec.Struct, frozen=True):
    """A game to choose, with a position of it as an example."""

    slug: str
    name: str
    example: str


class AnalysisData(msgspec.Struct, frozen=True):
    """What the script of the page begins with.

    Attributes:
        plain: whether pieces are put on its board by hand, one on a square.
        at: the half-move that is shown.
        start_white: points White may expect at the start; None without a report.
        id, back: of a game: its name, and the path of its own page.
    """

    game: str
    game_name: str
    plain: bool
    start_fen: str
    start_pieces: dict[str, str]
    history: tuple[PlyView, ...]
    at: int
    start_white: float | None
    report: tuple[PlyFindings, ...]
    base: str
    id: str
    back: str


class AnalysisPage(PageView, frozen=True):
    """A game or a line, at the half-move that the address asks for.

    Attributes:
        ply, last: the half-move that is shown, of how many.
        flipped: whether Black is at the bottom.
        notes, betters: what is said of moves, and the better lines, by ply.
        turn: who is to move, in words.
        pieces: how many each side has; empty where that is not counted.
        white_tenths: White's share of the bar, of 600.
        progress: of a game: how far its judging has come; None if nobody asked for it.
        why: why the judging failed.
        example: a position of the game, as FEN.
        wrong: why what was typed could not be read; empty if it could.
        told: what the engine says of it, for a page without a script.
        typed_fen: what was typed.
        is_part: whether what was typed says more of a game than is shown here; a study shows it whole.
        kinds: what can be put on the board by hand, by its letter.
    """

    template: ClassVar[str] = "analysis/analysis.html"

    subject: Subject
    ply: int
    last: int
    flipped: bool
    drawn: Markup
    history: Sequence[PlyView]
    notes: Mapping[int, str]
    betters: Mapping[int, Sequence[BetterMove]]
    data_json: Markup
    geometry_json: Markup
    here_fen: str
    turn: str
    pieces: str
    white_tenths: int
    progress: JudgingProgress | None
    why: str
    report: ReportSummary | None
    graph: ReportGraph | None
    example: str
    games: Sequence[AnalysedGame]
    wrong: str
    told: EngineLines | None
    typed_fen: str
    is_part: bool
    kinds: tuple[tuple[str, str], ...]
    explored: ExplorerPanel


def shown_ply(subject: Subject, ply: str) -> int:
    """Return the half-move an address means: the first one of a game if it names none, the last of a line."""
    wanted, last = whole(ply), len(subject.history)
    return min(wanted, last) if wanted is not None else 0 if subject.id else last


def analysed_games(lang: Lang) -> list[AnalysedGame]:
    """Return the games that can be analysed."""
    return [
        AnalysedGame(one.slug, one.name.text(lang), example_fen(one))
        for one in CATALOGUE.values()
        if is_for_two(one.core)
    ]


def analysis_page(
    subject: Subject,
    ply: int,
    explored: ExplorerPanel,
    lang: Lang,
    *,
    progress: JudgingProgress | None = None,
    flipped: bool = False,
    wrong: str = "",
    told: EngineLines | None = None,
    fen: str = "",
    is_part: bool = False,
) -> AnalysisPage:
    """Return the page of a game or a line, at one half-move.

    Args:
        subject: what is looked into.
        ply: the half-move.
        explored: what was played from the position there.
        lang: the language of the reader.
        progress: of a game: how far its judging has come, if it was asked for.
        flipped: whether Black is at the bottom.
        wrong: why what was typed could not be read.
        told: what the engine says of it, for a page without a script.
        fen: what was typed.
        is_part: whether that says more of a game than a line does.
    """
    report = progress.report if progress else None
    if report is not None and len(report.plies) != len(subject.history):
        report = None
    here = subject.positions[ply]
    judged = report.plies[ply - 1] if report and ply else None
    white = judged.white if judged else report.start if report else 0.5
    return AnalysisPage(
        subject=subject,
        ply=ply,
        last=len(subject.history),
        flipped=flipped,
        drawn=_drawn(subject, ply, flipped, lang),
        history=with_signs(subject.history, report),
        notes=notes(report, lang) if report else {},
        betters=betters(report, subject) if report else {},
        data_json=as_json(_data(subject, report, ply, lang)),
        geometry_json=as_json(geometry(subject.game.core)),
        here_fen=here.fen,
        turn=side_text(here.side).text(lang),
        pieces=_count(here),
        white_tenths=round(600 * white),
        progress=progress,
        why=progress.why.text(lang) if progress and progress.why else "",
        report=summary(report, subject, lang) if report else None,
        graph=graph(report) if report else None,
        example=example_fen(subject.game),
        games=analysed_games(lang),
        wrong=wrong,
        told=told,
        typed_fen=fen,
        is_part=is_part,
        kinds=_kinds(subject.game, lang),
        explored=explored,
    )


def _kinds(game: Ruleset, lang: Lang) -> tuple[tuple[str, str], ...]:
    """Return what stands on the board where its pieces alone make a position; nothing of other games."""
    kinds = kinds_of(game.core) if game.core.family in ("draughts", "chessmen") else ()
    return tuple((kind.letter, piece_words(kind.letter).text(lang)) for kind in kinds)


def _drawn(subject: Subject, ply: int, flipped: bool, lang: Lang) -> Markup:
    _ = translations(lang).gettext
    label = _("{game}, Black at the bottom") if flipped else _("{game}, White at the bottom")
    here = subject.positions[ply]
    shape = geometry(subject.game.core)
    return board(
        shape,
        pieces_on(here),
        label=label.format(game=subject.game.name.text(lang)),
        _=_,
        marks=Marks(last=subject.history[ply - 1].path if ply else ()),
        flipped=flipped,
        hands=here.hands if shape.hands else (0, 0),
    )


def _count(here: Position) -> str:
    white = len(here.white_men) + len(here.white_kings)
    black = len(here.black_men) + len(here.black_kings)
    return f"{white} – {black}" if white or black else ""


def _data(subject: Subject, report: GameReport | None, ply: int, lang: Lang) -> AnalysisData:
    return AnalysisData(
        game=subject.game.slug,
        game_name=subject.game.name.text(lang),
        plain=bool(_kinds(subject.game, lang)),
        start_fen=subject.start.fen,
        start_pieces=pieces_view(subject.start),
        history=with_signs(subject.history, report),
        at=ply,
        start_white=report.start if report else None,
        report=plies(report, subject, lang),
        base=subject.base,
        id=subject.id,
        back=subject.back,
    )
