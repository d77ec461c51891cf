"""Bringing a PDN file: the form, how far its reading has come, and what was wrong in it."""

from __future__ import annotations

from functools import partial

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from damiera.messages import translations
from damiera.service.errors import BadTerms, NotFound
from damiera.service.identity import Visitor
from damiera.service.imports import LARGEST_FILE
from damiera.web.common.bodies import with_file
from damiera.web.common.identity import known_visitor, remember, welcome
from damiera.web.common.pages import language, show
from damiera.web.common.parts import app_of
from damiera.web.games.import_views import import_form_page, import_job_page

__all__ = ["ROUTES"]


async def ask(request: Request) -> Response:
    """Show the form and the files brought before."""
    return await _form(request)


async def _form(request: Request, wrong: str = "", status: int = 200) -> Response:
    lang, app = language(request), app_of(request)
    visitor = await known_visitor(request)
    jobs = await app.database.read(app.imports.mine, visitor.id, lang) if visitor else ()
    return show(request, import_form_page(jobs, wrong, lang), status=status)


async def take(request: Request) -> Response:
    """Take a file, or pasted text, and begin to read it."""
    app, lang = app_of(request), language(request)
    async with request.form(max_part_size=LARGEST_FILE) as form:
        name, data = await _given(form.get("file"), form.get("text"))
        beginnings = bool(form.get("beginnings"))
        game = str(form.get("game") or "")
    try:
        who = await welcome(request)
        start = partial(app.imports.start, beginnings=beginnings, game=game)
        job = await app.database.write(start, who.visitor.id, name, data, lang)
    except BadTerms as error:
        return await _form(request, error.text(lang), 422)
    if job.status == "running":
        app.importer.read(job.id)
    return remember(request, RedirectResponse(f"/import/{job.id}", 303), who)


async def _given(file: UploadFile | str | None, text: UploadFile | str | None) -> tuple[str, bytes]:
    if isinstance(file, UploadFile):
        return file.filename or "", await file.read(LARGEST_FILE + 1)
    return "", text.encode() if isinstance(text, str) else b""


async def watch(request: Request) -> Response:
    """Show how far a file has come, and what was wrong in it."""
    lang, visitor = language(request), await _owner(request)
    app = app_of(request)
    job = await app.database.read(app.imports.state, request.path_params["id"], visitor.id, lang)
    return show(request, import_job_page(job, lang))


async def answer(request: Request) -> Response:
    """Take somebody's word for which game a waiting file is of, and begin to read it."""
    lang, visitor = language(request), await _owner(request)
    app, job_id = app_of(request), request.path_params["id"]
    async with request.form() as form:
        game = str(form.get("game") or form.get("other") or "")
        overrules = bool(form.get("overrules"))
    try:
        said = partial(app.imports.answer, overrules=overrules)
        job = await app.database.write(said, job_id, visitor.id, game, lang)
    except BadTerms as error:
        job = await app.database.read(app.imports.state, job_id, visitor.id, lang)
        wrong = error.text(lang) if game else translations(lang).gettext("Choose a game first.")
        return show(request, import_job_page(job, lang, wrong), status=422)
    if job.status == "running":
        app.importer.read(job.id)
    return RedirectResponse(f"/import/{job_id}", 303)


async def progress(request: Request) -> Response:
    """Return how far a file has come, for a script that asks again and again."""
    lang, visitor = language(request), await _owner(request)
    app = app_of(request)
    job = await app.database.read(app.imports.state, request.path_params["id"], visitor.id, lang)
    fields = {name: getattr(job, name) for name in ("status", "done", "total", "imported", "text")}
    return JSONResponse({**fields, "left_s": job.seconds_left}, headers={"Cache-Control": "no-store"})


async def stop(request: Request) -> Response:
    """Stop reading and keep what was read."""
    lang, visitor = language(request), await _owner(request)
    app = app_of(request)
    await app.database.write(app.imports.stop, request.path_params["id"], visitor.id, lang)
    return RedirectResponse(f"/import/{request.path_params['id']}", 303)


async def errors(request: Request) -> Response:
    """Return everything that was refused, one line each, to be saved."""
    lang, visitor = language(request), await _owner(request)
    app = app_of(request)
    found = await app.database.read(app.imports.errors, request.path_params["id"], visitor.id, lang)
    headers = {"Content-Disposition": 'attachment; filename="damiera-errors.txt"'}
    return PlainTextResponse("".join(f"{e.text}\n" for e in found), headers=headers)


async def _owner(request: Request) -> Visitor:
    visitor = await known_visitor(request)
    if visitor is None:
        raise NotFound(request.path_params["id"])
    return visitor


BODIES = {"/import": with_file(LARGEST_FILE)}
ROUTES = [
    Route("/import", ask),
    Route("/import", take, methods=["POST"]),
    Route("/import/{id}", watch),
    Route("/import/{id}/errors.txt", errors),
    Route("/import/{id}/answer", answer, methods=["POST"]),
    Route("/import/{id}/stop", stop, methods=["POST"]),
    Route("/api/imports/{id}", progress),
]
