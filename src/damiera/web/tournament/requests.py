"""Requests to the pages of an event: who may do what, what forms bring, where answers go."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from damiera.errors import DamieraError
from damiera.messages import Message
from damiera.service.errors import BadTerms, NotFound, NotYours, ServiceError
from damiera.service.identity import Visitor
from damiera.service.tournament.acts import TournamentService
from damiera.service.tournament.event import LiveEvent
from damiera.web.common.failures import STATUS
from damiera.web.common.forms import text_of
from damiera.web.common.identity import known_visitor
from damiera.web.common.network_access import network_address
from damiera.web.common.parts import app_of

__all__ = [
    "MOST_BYTES",
    "FormAction",
    "arbiter",
    "decoded",
    "file_answer",
    "followed_at",
    "look",
    "posting",
    "sent",
    "server_address",
    "status_of",
]

MOST_BYTES: Final = 4 * 1024 * 1024
_TOO_LARGE = Message("The file is too large.")

FormAction = Callable[[TournamentService, LiveEvent, Visitor, Mapping[str, str]], LiveEvent]
Again = Callable[[Request, LiveEvent, DamieraError, Mapping[str, str]], Awaitable[Response]]


async def look(request: Request) -> tuple[LiveEvent, Visitor | None]:
    """Return the event of the address, and who asks."""
    app = app_of(request)
    visitor = await known_visitor(request)
    return await app.database.read(app.tournaments.load, request.path_params["id"]), visitor


async def arbiter(request: Request) -> tuple[LiveEvent, Visitor]:
    """Return the event and its arbiter. Raises `NotYours` for anybody else."""
    live, visitor = await look(request)
    if visitor is None or not live.is_arbiter(visitor.id):
        raise NotYours(
            Message("This page is for the arbiters of the event. Whoever has the code comes in by 'Events'.")
        )
    return live, visitor


async def sent(request: Request) -> tuple[dict[str, str], bytes]:
    """Return the fields of a form, and what is in its file. Raises `BadTerms` if that is too much."""
    async with request.form(max_part_size=MOST_BYTES) as form:
        file = form.get("file")
        if not isinstance(file, UploadFile) or not file.size:
            return text_of(form), b""
        if file.size > MOST_BYTES:
            raise BadTerms("file", _TOO_LARGE)
        return text_of(form), await file.read()


def decoded(data: bytes) -> str:
    """Return the text of a file in UTF-8, or as older programs wrote it."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def status_of(wrong: DamieraError | None) -> int:
    """Return the HTTP status of a page that shows what was refused."""
    if wrong is None:
        return 200
    return STATUS[wrong.code] if isinstance(wrong, ServiceError) else 422


def server_address(request: Request) -> str:
    """Return how phones in the hall reach this server: its own address where it is known."""
    return (network_address(request) or str(request.base_url)).rstrip("/")


def followed_at(request: Request, live: LiveEvent) -> str:
    """Return the address for phones in the hall: the server's own where it is known."""
    return f"{server_address(request)}/hall/{live.id}/public"


def file_answer(text: str, name: str, kind: str = "text/csv; charset=utf-8") -> Response:
    """Give a file to be kept."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(text, media_type=kind, headers=headers)


def posting(
    action: FormAction, back: Callable[[LiveEvent, Mapping[str, str]], str], again: Again
) -> Callable[[Request], Awaitable[Response]]:
    """Return a route that does something, then goes `back`; refused, it shows the page `again`."""

    async def route(request: Request) -> Response:
        live, visitor = await arbiter(request)
        fields, app = text_of(await request.form()), app_of(request)
        try:
            live = await app.database.write(action, app.tournaments, live, visitor, fields)
        except (NotYours, NotFound):
            raise
        except DamieraError as error:
            live = await app.database.read(app.tournaments.load, live.id)
            return await again(request, live, error, fields)
        return RedirectResponse(back(live, fields), 303)

    return route
