"""Analysis: of a position, of a game; live, or as a report."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Final
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from damiera._core import Side
from damiera.errors import DamieraError
from damiera.game.sides import side_text
from damiera.messages import Lang, Message, translations
from damiera.notation.pdn.model import PdnGame
from damiera.service.analysis import AnalysisLine, line_view, read_line, state_of
from damiera.service.errors import RefusedAct
from damiera.service.pasted import looks_like_pdn, pasted_game, pdn_of
from damiera.web.analysis.access import admit, answer, check_line, line_asked
from damiera.web.analysis.explorer import explorer_panel
from damiera.web.analysis.live import WatchedStream, events, looked_once, question_of, refused
from damiera.web.analysis.page import analysis_page
from damiera.web.analysis.subject import Subject
from damiera.web.common.failures import status_of
from damiera.web.common.forms import text_of
from damiera.web.common.identity import known_visitor, remember, welcome
from damiera.web.common.pages import language, page
from damiera.web.common.parts import app_of

__all__ = ["ROUTES"]


async def position(request: Request) -> Response:
    """Show any position, to be looked into."""
    asked = request.query_params
    lang, app = language(request), app_of(request)
    wrong, line = "", read_line("italian", "", "")
    game, fen = asked.get("game", "italian"), asked.get("fen", "")
    try:
        if looks_like_pdn(fen):
            return _to_pasted(pasted_game(fen, game))
        line = read_line(game, fen, asked.get("moves", ""))
        await check_line(request, line)
    except DamieraError as error:
        wrong, line = error.text(lang), _fallback(asked.get("game", ""))
    told = await looked_once(app, line, lang) if "look" in asked and not wrong else None
    subject = Subject(
        base="/analysis",
        title=line.game.name.text(lang),
        game=line.game,
        start=line.start,
        history=line_view(line.start, line.moves),
        positions=line.positions,
    )
    status = 422 if wrong else 200
    return await analysis_page(
        request, subject, None, wrong=wrong, told=told, status=status, fen=asked.get("fen", "")
    )


def _to_pasted(game: PdnGame) -> Response:
    """Lead from a game that was pasted to the page of its line."""
    start = "" if game.start == game.ruleset.start() else game.start.fen
    moves = " ".join(ply.text for ply in game.mainline)
    where = {"game": game.ruleset.slug, "fen": start, "moves": moves, "ply": "0"}
    return RedirectResponse("/analysis?" + urlencode(where), 303)


def _fallback(game: str) -> AnalysisLine:
    """Return what to show in place of what could not be read: the start of the game, if that is known."""
    try:
        return read_line(game, "", "")
    except DamieraError:
        return read_line("italian", "", "")


async def line_pdn(request: Request) -> Response:
    """Return a line as PDN, to be copied or saved."""
    return PlainTextResponse(pdn_of(await line_asked(request)))


async def game(request: Request) -> Response:
    """Show a game, played here or brought in, to be looked into."""
    lang, app = language(request), app_of(request)
    id = request.path_params["id"]
    try:
        await app.database.read(app.analysis.check_game, id)
    except RefusedAct as error:
        _ = translations(lang).gettext
        facts = {"what": error.text(lang), "where": "", "now": _("Come back when it is over.")}
        return page(request, "common/error.html", status=status_of(error), **facts)
    visitor = await known_visitor(request)
    record, outcome = await app.database.read(app.archive.record, id, visitor.id if visitor else None)
    progress = await app.database.read(app.analysis.progress, id)
    back = request.url.path.removesuffix("/analysis")
    subject = Subject(
        base=request.url.path,
        title=_title(record, lang),
        game=record.ruleset,
        start=record.start,
        history=line_view(record.start, record.moves),
        positions=record.positions,
        id=id,
        back=back,
        over=outcome is not None or back.startswith("/archive"),
    )
    return await analysis_page(request, subject, progress)


def _title(record: PdnGame, lang: Lang) -> str:
    names = [record.tags.get(name, "?") for name in ("White", "Black")]
    sides = (side_text(Side.WHITE).text(lang), side_text(Side.BLACK).text(lang))
    return " – ".join(
        side if name.strip("?") == "" else name for name, side in zip(names, sides, strict=True)
    )


async def ask(request: Request) -> Response:
    """Ask for a game to be judged, or leave off."""
    app, id = app_of(request), request.path_params["id"]
    what = text_of(await request.form()).get("what", "judge")
    who = await welcome(request)
    if what == "stop":
        await app.database.write(app.analysis.stop, id, who.visitor.id)
    else:
        await app.database.write(app.analysis.ask, id, who.visitor.id)
        app.judge.wake()
    ply = request.query_params.get("ply", "")
    here = f"?ply={ply}" if ply.isascii() and ply.isdecimal() else ""
    return remember(request, RedirectResponse(f"{request.url.path}{here}#report", 303), who)


async def annotated_pdn(request: Request) -> Response:
    """Return a judged game as PDN, to be saved."""
    app, id, lang = app_of(request), request.path_params["id"], language(request)
    await app.database.read(app.analysis.check_game, id)
    text = await app.database.read(app.analysis.annotated, id, lang)
    if text is None:
        raise RefusedAct(_NOT_JUDGED)
    headers = {"Content-Disposition": f'attachment; filename="damiera-{id}.pdn"'}
    return PlainTextResponse(text, headers=headers)


async def job(request: Request) -> Response:
    """Return how far the judging of a game has come, for a script that asks again and again."""
    app = app_of(request)
    progress = await app.database.read(app.analysis.progress, request.path_params["id"])
    status = progress.status if progress else "none"
    done, total = (progress.done, progress.total) if progress else (0, 0)
    return answer({"status": status, "done": done, "total": total})


async def at(request: Request) -> Response:
    """Return a position with its moves, for a script that walks."""
    line = await line_asked(request)
    return answer(state_of(line, language(request)))


async def explorer(request: Request) -> Response:
    """Return what was played from a position as a piece of the page, for a script that walks."""
    line = await line_asked(request)
    return page(request, "analysis/_explorer.html", explored=await explorer_panel(request, line.position))


async def live(request: Request) -> Response:
    """Let a page watch the engine think: one event for each depth, until nobody watches.

    A browser that asks for events cannot read the body of a refusal: it is told in an event, too.
    """
    try:
        watching = await _watching(request)
    except DamieraError as error:
        if "text/event-stream" not in request.headers.get("accept", ""):
            raise
        watching = refused(error.text(language(request)))
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return WatchedStream(watching, 200, headers, "text/event-stream")


async def _watching(request: Request) -> AsyncIterator[bytes]:
    address = admit(request)
    line = await line_asked(request)
    visitor = await known_visitor(request)
    question = question_of(line, request.query_params)
    return events(app_of(request), visitor.id if visitor else address, question, language(request))


_NOT_JUDGED: Final = Message("This game has not been judged yet.")

ROUTES = [
    Route("/analysis", position),
    *(
        route
        for where in ("/g", "/archive")
        for route in (
            Route(where + "/{id}/analysis", game),
            Route(where + "/{id}/analysis", ask, methods=["POST"]),
            Route(where + "/{id}/analysis.pdn", annotated_pdn),
        )
    ),
    Route("/api/analysis/at", at),
    Route("/analysis/line.pdn", line_pdn),
    Route("/analysis/explorer", explorer),
    Route("/api/analysis/live", live),
    Route("/api/analysis/jobs/{id}", job),
]
