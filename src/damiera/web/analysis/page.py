"""The page of the bench, at one half-move of what lies there."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from damiera._core import Position
from damiera.game.sides import is_for_two, side_text
from damiera.messages import Lang, translations
from damiera.notation.fen import example_fen
from damiera.paper.boards import pieces_on
from damiera.paper.geometry import geometry
from damiera.paper.svg import Marks, board
from damiera.rules.ruleset import CATALOGUE
from damiera.service.analysis import GameReport, JudgingProgress
from damiera.service.game_views import pieces_view
from damiera.web.analysis.explorer import explorer_panel
from damiera.web.analysis.report import betters, graph, notes, plies, summary, with_signs
from damiera.web.analysis.subject import Subject
from damiera.web.common.numbers import whole
from damiera.web.common.pages import as_json, language, page

__all__ = ["analysis_page"]


async def analysis_page(
    request: Request,
    subject: Subject,
    progress: JudgingProgress | None,
    *,
    wrong: str = "",
    told: dict[str, Any] | None = None,
    status: int = 200,
    fen: str = "",
) -> Response:
    """Return the page of what is on the bench, at the half-move that the address asks for.

    Args:
        request: what was asked, with `ply` and `flip`.
        subject: what is on the bench.
        progress: of a game: how far its judging has come, if it was asked for.
        wrong: why what was typed could not be read.
        told: what the engine says of it, for a page without a script.
        status: of the answer.
        fen: what was typed.
    """
    lang = language(request)
    report = progress.report if progress else None
    if report is not None and len(report.plies) != len(subject.history):
        report = None
    wanted = whole(request.query_params.get("ply"))
    last = len(subject.history)
    ply = min(wanted, last) if wanted is not None else 0 if subject.id else last
    here = subject.positions[ply]
    flipped = "flip" in request.query_params
    judged = report.plies[ply - 1] if report and ply else None
    white = judged.white if judged else report.start if report else 0.5
    explored = await explorer_panel(request, here)
    return page(
        request,
        "analysis/analysis.html",
        status=status,
        subject=subject,
        ply=ply,
        last=last,
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
        graph=graph(report, subject.base) if report else None,
        example=example_fen(subject.game),
        games=[
            (one.slug, one.name.text(lang), example_fen(one))
            for one in CATALOGUE.values()
            if is_for_two(one.core)
        ],
        wrong=wrong,
        told=told,
        typed_fen=fen,
        explored=explored,
        moves_texts=" ".join(one.text for one in subject.history[:ply]),
    )


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


def _data(subject: Subject, report: GameReport | None, ply: int, lang: Lang) -> dict[str, Any]:
    return {
        "game": subject.game.slug,
        "game_name": subject.game.name.text(lang),
        "plain": subject.game.core.family == "draughts",
        "start_fen": subject.start.fen,
        "start_pieces": pieces_view(subject.start),
        "history": with_signs(subject.history, report),
        "at": ply,
        "start_white": report.start if report else None,
        "report": plies(report, subject, lang),
        "base": subject.base,
        "id": subject.id,
        "back": subject.back,
    }
