"""The web app: everything is wired here, and decided nowhere in this room."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from damiera.engine.protocol import Mind
from damiera.lang import Text
from damiera.regulations.book import rulebook, rulebooks
from damiera.service.analysis import Analysis
from damiera.service.archive import Archive
from damiera.service.conduct import Conducting
from damiera.service.exploring import Exploring
from damiera.service.hall.acts import Hall
from damiera.service.hall.online import Online
from damiera.service.hall.phones import Phones
from damiera.service.identity import Identity
from damiera.service.imports import Imports
from damiera.service.live import Desk
from damiera.service.minds import MindMoves
from damiera.service.play import Play
from damiera.service.ports import Clock, WallClock
from damiera.service.say import Say
from damiera.store.database import Store, open_store
from damiera.web.analysing import Analysts, Judging
from damiera.web.assets import asset_routes
from damiera.web.bodies import BodyLimit
from damiera.web.database import DatabaseThreads
from damiera.web.endgames import EndgameWork
from damiera.web.engines import Engines
from damiera.web.failures import HANDLERS, NoTraceback, Refusal, on_http
from damiera.web.guard import SecurityHeaders, host_allowed, same_origin
from damiera.web.hall.games import HallGames
from damiera.web.hall.live import HallLive
from damiera.web.house import House
from damiera.web.importing import Importing
from damiera.web.indexing import Indexing
from damiera.web.limits import Limits
from damiera.web.pondering import MOST_S
from damiera.web.routes import (
    analysis,
    api,
    book,
    catalogue,
    conduct,
    endgame,
    hall,
    hall_games,
    hall_phones,
    hall_public,
    home,
    importing,
    lessons,
    mine,
    openings,
    papers,
    play,
    prefs,
    prints,
    puzzles,
    rules,
)
from damiera.web.settings import Settings
from damiera.web.showing import Showing
from damiera.web.tables import Tables

__all__ = ["create_app"]

SAFE = ("GET", "HEAD", "OPTIONS")


def create_app(
    settings: Settings, *, clock: Clock | None = None, mind: Callable[[str], Mind] | None = None
) -> Starlette:
    """Return the app, with its memory open.

    Args:
        clock: the time to use; the machine's if none is given.
        mind: how the engine of a game (slug) is made; as the settings say if not given.
    Raises:
        StoreError: if the data cannot be kept where the settings say.
    """
    _read_books()
    store = open_store(settings.database or settings.data_dir)
    house = _build_house(settings, store, clock or WallClock(), mind)
    rooms = (
        home,
        analysis,
        lessons,
        puzzles,
        endgame,
        papers,
        play,
        conduct,
        mine,
        importing,
        catalogue,
        rules,
        book,
        openings,
        hall,
        hall_games,
        hall_phones,
        hall_public,
        prints,
        prefs,
        api,
    )
    bodies = importing.BODIES | api.BODIES | puzzles.BODIES | rules.BODIES | hall.BODIES
    app = Starlette(
        routes=[*asset_routes(), *(route for room in rooms for route in room.ROUTES)],
        middleware=[
            Middleware(SecurityHeaders),
            Middleware(NoTraceback),
            Middleware(GZipMiddleware, minimum_size=600, compresslevel=6),
            Middleware(_Door, house=house),
            Middleware(BodyLimit, most=bodies),
        ],
        exception_handlers=HANDLERS,
        lifespan=_lifespan,
    )
    app.state.house = house
    return app


def _read_books() -> None:
    """Have every rulebook read before anybody asks: who comes back after a restart finds them there."""
    for id in rulebooks():
        rulebook(id)


def _build_house(settings: Settings, store: Store, clock: Clock, mind: Callable[[str], Mind] | None) -> House:
    database = DatabaseThreads()
    desk = Desk(store, clock)
    games, archive, imports = Play(desk), Archive(desk), Imports(store, clock)
    showing = Showing(archive, clock)
    looking = Analysis(desk, archive)
    engines = Engines(
        settings.engine,
        settings.engine_processes,
        mind,
        dict(settings.foreign_engines),
        MOST_S if settings.ponders else 0.0,
    )
    analysts = Analysts(settings.engine, settings.engine_processes, mind, engines.at_work)
    endgames = EndgameWork(settings.data_dir)
    hall_ = Hall(store, clock)
    phones = Phones(hall_, store, clock)
    online = Online(hall_, desk, store)
    hall_.followers.append(online.follow)
    exploring = Exploring(desk)
    return House(
        settings=settings,
        clock=clock,
        store=store,
        database=database,
        identity=Identity(store, clock),
        play=games,
        conducting=Conducting(desk),
        say=Say(desk, games),
        archive=archive,
        imports=imports,
        hall=hall_,
        phones=phones,
        online=online,
        hall_live=HallLive(phones.stamps, database),
        hall_games=HallGames(online, database),
        showing=showing,
        engines=engines,
        tables=Tables(games, MindMoves(desk), showing, database, engines, clock),
        importing=Importing(imports, database),
        limits=Limits(),
        analysis=looking,
        analysts=analysts,
        judging=Judging(looking, analysts, endgames.folder),
        endgames=endgames,
        exploring=exploring,
        indexing=Indexing(exploring),
    )


@asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:
    house: House = app.state.house
    await house.tables.start()
    await house.importing.start()
    await house.indexing.start()
    await house.judging.start()
    await house.hall_live.start()
    await house.hall_games.start()
    try:
        yield
    finally:
        await house.hall_games.stop()
        await house.hall_live.stop()
        await house.judging.stop()
        await house.indexing.stop()
        await house.importing.stop()
        await house.tables.stop()
        house.endgames.close()
        house.engines.close()
        house.analysts.close()
        house.database.close()
        house.store.close()


class _Door:
    """Refuse requests that name another house, changes that come from other pages, and floods."""

    def __init__(self, app: ASGIApp, house: House) -> None:
        self.app = app
        self.house = house

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            request = Request(scope)
            refusal = self._check(request)
            if refusal is not None:
                response = await on_http(request, refusal)
                await response(scope, receive, send)
                return
        await self.app(scope, receive, send)

    def _check(self, request: Request) -> Refusal | None:
        settings = self.house.settings
        if not host_allowed(request.headers.get("host", ""), settings.hosts):
            return Refusal(400, _OTHER_HOST)
        if request.method in SAFE:
            return None
        if not same_origin(request):
            return Refusal(403, _OTHER_PAGE)
        address = request.client.host if request.client else ""
        if settings.limits and not self.house.limits.changes.take(address):
            return Refusal(429, _TOO_MANY)
        return None


_OTHER_HOST = Text(
    "Questo indirizzo non è di Damiera: apri quello scritto all'avvio.",
    "This address is not Damiera's: open the one printed at the start.",
)
_OTHER_PAGE = Text(
    "Questa richiesta viene da un'altra pagina: non ho cambiato nulla.",
    "This request comes from another page: nothing was changed.",
)
_TOO_MANY = Text("Troppe richieste in poco tempo.", "Too many requests in a short time.")
