"""Bringing a PDN file: the form, how far its reading has come, and what was wrong in it."""

from __future__ import annotations

import re
from functools import partial

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from damiera.messages import Lang, translations
from damiera.service.errors import BadTerms, NotFound
from damiera.service.identity import Visitor
from damiera.service.imports import LARGEST_FILE
from damiera.service.views import ImportErrorView, ImportView
from damiera.web.common.bodies import with_file
from damiera.web.common.identity import known_visitor, remember, welcome
from damiera.web.common.pages import language, page
from damiera.web.common.parts import app_of

__all__ = ["ROUTES", "marked"]

_QUOTED = re.compile(r"(?<!\w)[«“\"']([^»”\"']+)[»”\"']")


async def ask(request: Request) -> Response:
    """Show the form and the files brought before."""
    return await _form(request)


async def _form(request: Request, wrong: str = "", status: int = 200) -> Response:
    lang, app = language(request), app_of(request)
    visitor = await known_visitor(request)
    jobs = await app.database.read(app.imports.mine, visitor.id, lang) if visitor else ()
    return page(
        request,
        "games/import.html",
        status=status,
        wrong=wrong,
        jobs=[{"id": j.id, "name": j.name, "text": j.text} for j in jobs],
        limit_mb=LARGEST_FILE // (1024 * 1024),
    )


async def take(request: Request) -> Response:
    """Take a file, or pasted text, and begin to read it."""
    app, lang = app_of(request), language(request)
    async with request.form(max_part_size=LARGEST_FILE) as form:
        name, data = await _given(form.get("file"), form.get("text"))
        beginnings = bool(form.get("beginnings"))
    try:
        who = await welcome(request)
        start = partial(app.imports.start, beginnings=beginnings)
        job = await app.database.write(start, who.visitor.id, name, data, lang)
    except BadTerms as error:
        return await _form(request, error.text(lang), 422)
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
    return page(
        request,
        "games/import_job.html",
        job=_job(job, lang),
        errors=[_error(e) for e in job.errors],
        more=job.refused > len(job.errors),
    )


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


def _job(job: ImportView, lang: Lang) -> dict[str, object]:
    return {
        "id": job.id,
        "name": job.name,
        "status": job.status,
        "running": job.status == "running",
        "done": job.done,
        "total": job.total,
        "imported": job.imported,
        "duplicates": job.duplicates,
        "refused": job.refused,
        "headline": _headline(job, lang),
        "guessed": job.guessed,
    }


def _headline(job: ImportView, lang: Lang) -> str:
    _ = translations(lang)
    read = job.done - job.refused
    said = _.ngettext("{n} game read", "{n} games read", read).format(n=read)
    if job.refused:
        said += ", " + _.ngettext("{n} not", "{n} not", job.refused).format(n=job.refused)
    return said + (_.gettext(", stopped here") if job.status == "stopped" else "")


def _error(error: ImportErrorView) -> dict[str, object]:
    """Return a refused game, the words that its reason quotes marked in the excerpt."""
    before, mark, after = marked(error.excerpt, error.reason, error.column - 1)
    return {
        "game": error.game,
        "line": error.line,
        "column": error.column,
        "reason": error.reason[:1].upper() + error.reason[1:],
        "excerpt": error.excerpt,
        "before": before,
        "mark": mark,
        "after": after,
    }


def marked(excerpt: str, reason: str, near: int) -> tuple[str, str, str]:
    """Split an excerpt round the words that a reason quotes, where they stand nearest to `near`.

    >>> marked("1. 23-19 12-15 2. 24-20", "«24-20» non è una mossa legale", 18)
    ('1. 23-19 12-15 2. ', '24-20', '')
    """
    quoted = _QUOTED.search(reason)
    words = quoted[1] if quoted else ""
    places = [at.start() for at in re.finditer(re.escape(words), excerpt)] if words else []
    if not places:
        return excerpt, "", ""
    start = min(places, key=lambda place: abs(place - near))
    end = start + len(words)
    return excerpt[:start], excerpt[start:end], excerpt[end:]


BODIES = {"/import": with_file(LARGEST_FILE)}
ROUTES = [
    Route("/import", ask),
    Route("/import", take, methods=["POST"]),
    Route("/import/{id}", watch),
    Route("/import/{id}/errors.txt", errors),
    Route("/import/{id}/stop", stop, methods=["POST"]),
    Route("/api/imports/{id}", progress),
]
