"""Requests to the pages of an event: who may do what, what forms bring, where answers go."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from msgspec.structs import replace
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from damiera.errors import DamieraError
from damiera.messages import Message
from damiera.service.errors import BadTerms, NotFound, NotYours, ServiceError
from damiera.service.identity import Visitor
from damiera.service.tournament.acts import TournamentService
from damiera.service.tournament.event import LiveEvent
from damiera.service.tournament.rights import Right, demand
from damiera.web.common.failures import STATUS
from damiera.web.common.forms import text_of
from damiera.web.common.identity import known_visitor
from damiera.web.common.network_access import network_address
from damiera.web.common.numbers import whole
from damiera.web.common.pages import language, show
from damiera.web.common.parts import app_of
from damiera.web.tournament.views.head import EventPage, ReaderFacts
from damiera.web.tournament.views.list_parts import Wanted

__all__ = [
    "MOST_BYTES",
    "FormAction",
    "allowed",
    "arbiter",
    "decoded",
    "file_answer",
    "followed_at",
    "look",
    "posting",
    "sent",
    "server_address",
    "show_event",
    "status_of",
    "wanted_of",
]

MOST_BYTES: Final = 4 * 1024 * 1024
_FOR_ARBITERS = Message(
    "This page is for the arbiters of the event. Whoever has the code comes in by 'Events'."
)
_TOO_LARGE = Message("The file is too large.")

FormAction = Callable[[TournamentService, LiveEvent, Visitor, Mapping[str, str]], LiveEvent]
Again = Callable[[Request, LiveEvent, DamieraError, Mapping[str, str]], Awaitable[Response]]


async def look(request: Request) -> tuple[LiveEvent, Visitor | None]:
    """Return the event of the address, and who asks."""
    app = app_of(request)
    visitor = await known_visitor(request)
    live = await app.database.read(app.tournaments.load, request.path_params["id"])
    if live.section and _page_of(request, live) in _OF_THE_WHOLE:
        live = live.whole
    request.state.reader = ReaderFacts.of(live, visitor, language(request))
    return live, visitor


_OF_THE_WHOLE: Final = frozenset({
    "about", "entry", "event.damiera", "groups", "join", "leave", "log", "me", "people", "phones", "screen",
    "screens", "sections", "settings", "titles",
})  # fmt: skip
"""Pages that an event has once, whichever section they are reached from."""


def _page_of(request: Request, live: LiveEvent) -> str:
    """Return which page of an event an address is, without what follows it."""
    return request.url.path.removeprefix(f"/hall/{live.id}").strip("/").partition("/")[0]


async def arbiter(request: Request) -> tuple[LiveEvent, Visitor]:
    """Return the event and whoever runs it. Raises `NotYours` for anybody else."""
    return await allowed(request, Right.RUN)


async def allowed(request: Request, right: Right) -> tuple[LiveEvent, Visitor]:
    """Return the event and who asks. Raises `NotYours` for whoever has not this right."""
    live, visitor = await look(request)
    if visitor is None or (live.role_of(visitor.id) is None and not live.was_withdrawn(visitor.id)):
        raise NotYours(_FOR_ARBITERS)
    demand(live, visitor, right)
    return live, visitor


def show_event(request: Request, view: EventPage, *, status: int = 200) -> HTMLResponse:
    """Show a page of an event to whoever asks: its menu has what their role may open."""
    reader: ReaderFacts = request.state.reader
    if reader.runs:
        site = app_of(request).event_sites.state(request.path_params.get("id", "").partition("~")[0])
        if site is not None and site.trouble is not None:
            reader = replace(reader, trouble=site.trouble.text(language(request)))
    return show(
        request,
        replace(view, head=replace(view.head, reader=reader)),
        status=status,
    )


async def sent(request: Request, *, most: int = MOST_BYTES) -> tuple[dict[str, str], bytes]:
    """Return the fields of a form, and what is in its file. Raises `BadTerms` if that is too much."""
    async with request.form(max_part_size=most) as form:
        file = form.get("file")
        if not isinstance(file, UploadFile) or not file.size:
            return text_of(form), b""
        if file.size > most:
            raise BadTerms("file", _TOO_LARGE)
        return text_of(form), await file.read()


def decoded(data: bytes) -> str:
    """Return the text of a file in UTF-8, or as older programs wrote it."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def wanted_of(query: Mapping[str, str]) -> Wanted:
    """Return which part of a long list an address asks for."""
    return Wanted(whole(query.get("page")), whole(query.get("row")), query.get("name", "")[:80])


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


def file_answer(text: str | bytes, name: str, kind: str = "text/csv; charset=utf-8") -> Response:
    """Give a file to be kept."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(text, media_type=kind, headers=headers)


def posting(
    action: FormAction,
    back: Callable[[LiveEvent, Mapping[str, str]], str],
    again: Again,
    *,
    right: Right = Right.RUN,
) -> Callable[[Request], Awaitable[Response]]:
    """Return a route that does something, then goes `back`; refused, it shows the page `again`."""

    async def route(request: Request) -> Response:
        live, visitor = await allowed(request, right)
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
