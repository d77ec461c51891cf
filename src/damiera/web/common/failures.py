"""Errors as people and programs meet them: what, where, what now; a status that fits; never a traceback."""

from __future__ import annotations

import logging
from asyncio import CancelledError
from collections.abc import Mapping
from contextlib import suppress
from typing import Final, cast

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, ExceptionHandler, Receive, Scope, Send
from starlette.types import Message as Sent
from starlette.websockets import WebSocket, WebSocketDisconnect

from damiera.errors import DamieraError
from damiera.messages import Message, Text
from damiera.service.errors import ServiceError
from damiera.service.studies import UnreadableStudy
from damiera.web.common.database import NotStored
from damiera.web.common.guard import LATER
from damiera.web.common.metrics import route_of
from damiera.web.common.pages import language, show
from damiera.web.common.views import ErrorPage

__all__ = ["HANDLERS", "NOT_STORED", "NoTraceback", "RefusedRequest", "on_http", "status_of", "wants_json"]

log = logging.getLogger("damiera.web")

STATUS: Final = {
    "refused": 409,
    "conflict": 409,
    "not-yours": 403,
    "not-found": 404,
    "over": 409,
    "bad-message": 422,
    "too-many": 429,
    "busy": 503,
}
_NOT_HERE: Final = Message("This page is not here, or not open to all.")
_CODES: Final = {403: "not-yours", 404: "not-found", 429: "too-many"}
_WHAT: Final = {
    400: Message("I do not understand this request."),
    403: Message("This request comes from another page."),
    404: _NOT_HERE,
    405: Message("This address is not used in this way."),
    413: Message("It is too large."),
    429: Message("Too many requests in a short time."),
}
_NOW: Final = {
    404: Message("Check the address, or start from here."),
    429: Message("Wait a few seconds and try again."),
}
_AGAIN_S: Final = Message(
    "Go back and try again in {n} second: nothing was changed.",
    plural="Go back and try again in {n} seconds: nothing was changed.",
)
_AGAIN_MINUTES: Final = Message(
    "Go back and try again in {n} minute: nothing was changed.",
    plural="Go back and try again in {n} minutes: nothing was changed.",
)
_BACK: Final = Message("Go back and try again, or start from here.")
_KEPT: Final = Message("Nothing was thrown away: what can be read of it is yours as a file.")
NOT_STORED: Final = Message(
    "This cannot be read or stored: the disk of Damiera is full, or its database does not answer."
)
_ROOM: Final = Message(
    "What you saw stored is safe. Whoever started Damiera finds the reason in its window: make room there, "
    "and try again."
)
_BROKEN: Final = Message("Something broke here.")
_SAFE: Final = Message(
    "Your games are safe: every move is stored when you see it. Load the page again; if it happens "
    "again, the reason is written in the window where you started Damiera."
)


class RefusedRequest(HTTPException):
    """A request refused before any page saw it, with words for it.

    Args:
        wait_s: for one of too many, the seconds after which another may be sent; 0 for any other.
    """

    def __init__(self, status: int, text: Text, wait_s: int = 0) -> None:
        headers = {"Retry-After": str(wait_s)} if wait_s else None
        super().__init__(status, text.text("en"), headers)
        self.text = text
        self.wait_s = wait_s


def status_of(error: ServiceError) -> int:
    """Return the HTTP status that says what a use case refused."""
    return STATUS[error.code]


def wants_json(request: Request) -> bool:
    """Tell whether a program asks, and not somebody who reads pages."""
    return request.url.path.startswith("/api/") or "application/json" in request.headers.get("accept", "")


async def on_refusal(request: Request, error: Exception) -> Response:
    """Answer what a use case or a reader refused."""
    assert isinstance(error, DamieraError)
    lang = language(request)
    code = error.code if isinstance(error, ServiceError) else "bad-message"
    if wants_json(request):
        return JSONResponse({"code": code, "text": error.text(lang)}, STATUS[code])
    now = (_NOW[404] if code == "not-found" else _BACK).text(lang)
    event = _event_of(request) if code == "not-yours" else ""
    rescue = ""
    if isinstance(error, UnreadableStudy) and error.for_author:
        rescue, now = f"/study/{error.id}.pdn", _KEPT.text(lang)
    return show(request, ErrorPage(error.text(lang), "", now, event, rescue), status=STATUS[code])


def _event_of(request: Request) -> str:
    """Return the page of the event that a refusal came from, which everybody may open; "" for none."""
    id = request.path_params.get("id")
    return f"/hall/{id}/public" if id and request.url.path.startswith("/hall/") else ""


async def on_http(request: Request, error: Exception) -> Response:
    """Answer what was refused before any page saw it: no such page, wrong method, not from here."""
    assert isinstance(error, HTTPException)
    lang, status = language(request), error.status_code
    what = error.text if isinstance(error, RefusedRequest) else _WHAT.get(status, _WHAT[400])
    if wants_json(request):
        told = {"code": _CODES.get(status, "bad-message"), "text": what.text(lang)}
        return JSONResponse(told, status, error.headers)
    wait_s = error.wait_s if isinstance(error, RefusedRequest) else 0
    now = _again(wait_s) if wait_s else _NOW.get(status, _BACK)
    answer = show(request, ErrorPage(what.text(lang), "", now.text(lang)), status=status)
    answer.headers.update(error.headers or {})
    return answer


def _again(wait_s: int) -> Message:
    """Return the words that say when to try again."""
    return _AGAIN_S.format(n=wait_s) if wait_s < 120 else _AGAIN_MINUTES.format(n=-(-wait_s // 60))


async def on_crash(request: Request, error: Exception) -> Response:
    """Answer our own mistake: the log has the traceback, the reader has words."""
    log.error("%s %s failed", request.method, route_of(request.scope), exc_info=error)
    lang = language(request)
    if wants_json(request):
        return JSONResponse({"code": "busy", "text": _BROKEN.text(lang)}, 500)
    return show(request, ErrorPage(_BROKEN.text(lang), request.url.path, _SAFE.text(lang)), status=500)


async def on_store(request: Request | WebSocket, error: Exception) -> Response | None:
    """Answer that the database can be used no longer; a socket is ended, and will be tried again."""
    if isinstance(request, WebSocket):
        with suppress(RuntimeError):  # it has gone meanwhile
            await request.close(LATER)
        return None
    lang, status = language(request), STATUS["busy"]
    if wants_json(request):
        return JSONResponse({"code": "busy", "text": NOT_STORED.text(lang)}, status)
    return show(request, ErrorPage(NOT_STORED.text(lang), "", _ROOM.text(lang)), status=status)


class NoTraceback:
    """Turn a mistake of ours into words, and keep serving. What was half sent cannot be helped."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            with suppress(WebSocketDisconnect):  # it left before it was answered
                await self.app(scope, receive, send)
            return
        begun = False

        async def watched(message: Sent) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self.app(scope, receive, watched)
        except ClientDisconnect:
            log.info("%s %s: whoever asked has left", scope["method"], route_of(scope))
        except CancelledError:  # uvicorn ends what still waits once the server is to end
            log.info("%s %s: ended with the server", scope["method"], route_of(scope))
        except Exception as error:
            if begun:
                raise
            response = await on_crash(Request(scope), error)
            await response(scope, receive, send)


HANDLERS: Final[Mapping[type[Exception], ExceptionHandler]] = {
    DamieraError: on_refusal,
    NotStored: cast("ExceptionHandler", on_store),  # of both kinds
    HTTPException: on_http,
}
