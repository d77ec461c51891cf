"""The web app: everything is wired here; nothing is decided in this package."""

from __future__ import annotations

import hashlib
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from damiera.messages import Lang, Message
from damiera.service.account_data import AccountData
from damiera.service.account_safety import AccountSafety
from damiera.service.accounts import Accounts
from damiera.service.analysis import Analysis
from damiera.service.archive import ArchiveService
from damiera.service.arenas import ArenaService
from damiera.service.bots import BotService
from damiera.service.bus import Bus, LocalBus
from damiera.service.chat import CLUB_ROOM, ChatService
from damiera.service.club import ClubService
from damiera.service.club_calendar import ClubCalendar
from damiera.service.club_matches import ClubMatchService
from damiera.service.commands import CommandService
from damiera.service.conduct import ConductService
from damiera.service.contacts import ContactService
from damiera.service.deliveries import DeliveryService
from damiera.service.engine_moves import EngineMoves
from damiera.service.explorer import ExplorerService
from damiera.service.federation.event_links import EventLinks
from damiera.service.federation.office import RatingOffice
from damiera.service.federation.people_lists import PeopleLists
from damiera.service.federation.register import FederationRegister
from damiera.service.friends import FriendService
from damiera.service.identity import Identity
from damiera.service.imports import ImportService
from damiera.service.laboratory import Laboratory
from damiera.service.learning import LearningService
from damiera.service.links import read_all_rules
from damiera.service.live import GameCache
from damiera.service.mail_moves import MailMoves
from damiera.service.mail_recovery import MailRecovery
from damiera.service.member_clubs import MemberClubService
from damiera.service.notices import NoticeService
from damiera.service.openid import OpenIdService
from damiera.service.passkeys import Passkeys
from damiera.service.play import Play
from damiera.service.ports import ServerClock
from damiera.service.profiles import Profiles
from damiera.service.pulse import Pulse
from damiera.service.push import PushService, has_push
from damiera.service.puzzles import PuzzleService
from damiera.service.rated_games import RatedGames
from damiera.service.signed_links import SignedLinks
from damiera.service.simul import SimulService
from damiera.service.store_watch import StoreWatch
from damiera.service.studies import StudyService
from damiera.service.tournament.acts import TournamentService
from damiera.service.tournament.evening import EveningService
from damiera.service.tournament.online import OnlineBoardService
from damiera.service.tournament.people import EventPeopleService
from damiera.service.tournament.phones import PhoneService
from damiera.service.tv import TvService
from damiera.service.vacations import VacationService
from damiera.service.wall_clock import WallClock
from damiera.service.worker_group import WorkerGroup
from damiera.service.workers.analysts import Analysts, GameJudge
from damiera.service.workers.endgames import EndgameWork
from damiera.service.workers.engine_queue import EngineQueue
from damiera.service.workers.engines import AT_ONCE, Engines
from damiera.service.workers.idle_tables import IdleTables
from damiera.service.workers.indexer import PositionIndexer
from damiera.service.workers.nats_bus import NatsBus
from damiera.service.workers.ponder_thread import MOST_S
from damiera.store.database import Database, default_data_dir, open_store
from damiera.store.errors import StoreError
from damiera.web.analysis import endgame_routes, laboratory_routes
from damiera.web.analysis import routes as analysis_routes
from damiera.web.book import atlas_routes, catalogue_routes, openings_routes, paper_routes, rules_routes
from damiera.web.book import routes as book_routes
from damiera.web.chat import routes as chat_routes
from damiera.web.chat.screens import ChatScreens
from damiera.web.club import arena_routes, bot_routes, club_match_routes, member_club_routes, tv_routes
from damiera.web.club import routes as club_routes
from damiera.web.club.arena_clock import ArenaClock
from damiera.web.club.elsewhere import ClubElsewhere
from damiera.web.club.feed import ClubFeed
from damiera.web.club.presence import ClubPresence
from damiera.web.common.admission import comes_from_us, may_change, names_us
from damiera.web.common.assets import asset_routes
from damiera.web.common.bodies import BodyLimit
from damiera.web.common.bot_access import BotTokens
from damiera.web.common.coworkers import Coworkers
from damiera.web.common.database import DatabaseThreads
from damiera.web.common.failures import HANDLERS, NoTraceback, RefusedRequest, on_http
from damiera.web.common.guard import SecurityHeaders
from damiera.web.common.layers import OnlyHttp
from damiera.web.common.limits import RequestLimits
from damiera.web.common.metrics import ServerMetrics
from damiera.web.common.network_access import NetworkAccess
from damiera.web.common.own_cookies import OwnCookies, mark_of
from damiera.web.common.pages import compile_templates
from damiera.web.common.parts import App, app_of
from damiera.web.common.passwords import PasswordThreads
from damiera.web.common.request_log import RequestLog
from damiera.web.common.request_queue import RequestPlaces, RequestQueue
from damiera.web.common.settings import ServerSettings
from damiera.web.federation import office_routes
from damiera.web.federation import routes as federation_routes
from damiera.web.games import import_routes
from damiera.web.games import routes as games_routes
from damiera.web.games.importer import FileImporter
from damiera.web.home import access_routes, health_routes, metrics_routes, preferences_routes
from damiera.web.home import routes as home_routes
from damiera.web.learn import routes as learn_routes
from damiera.web.people import (
    account_routes,
    contact_routes,
    friend_routes,
    notice_routes,
    openid_routes,
    passkey_routes,
    profile_routes,
    push_routes,
    vacation_routes,
)
from damiera.web.people.mailer import Mailer
from damiera.web.people.notice_feed import NoticeFeed
from damiera.web.people.openid_provider import OpenIdProvider
from damiera.web.people.ratings import GameRatings
from damiera.web.play import api_routes, conduct_routes
from damiera.web.play import routes as play_routes
from damiera.web.play.game_views import GameViews
from damiera.web.play.running_games import RunningGames
from damiera.web.simul import routes as simul_routes
from damiera.web.study import lesson_routes, puzzle_routes, study_routes
from damiera.web.study.company import StudyCompany
from damiera.web.tournament.evenings import EveningClock
from damiera.web.tournament.live import EventWatchers
from damiera.web.tournament.ready import EventReadiness
from damiera.web.tournament.results import EventResults
from damiera.web.tournament.routes import evening as evening_routes
from damiera.web.tournament.routes import events as tournament_routes
from damiera.web.tournament.routes import games as paper_game_routes
from damiera.web.tournament.routes import phones as phones_routes
from damiera.web.tournament.routes import prints as print_routes
from damiera.web.tournament.routes import public as public_routes
from damiera.web.tournament.site_writer import EventSites
from damiera.web.tournament.views.site import site_files

if TYPE_CHECKING:
    from damiera.engine.protocol import Engine

__all__ = ["create_app"]

QUIET_S = 600.0
"""How long nobody may have done anything before tables are built."""

SAFE = ("GET", "HEAD", "OPTIONS")


def create_app(
    settings: ServerSettings,
    *,
    clock: ServerClock | None = None,
    engine: Callable[[str], Engine] | None = None,
) -> Starlette:
    """Return the app, with its memory open.

    Args:
        clock: the time to use; the machine's if none is given.
        engine: how the engine of a game (slug) is made; as the settings say if not given.
    Raises:
        StoreError: if the data cannot be kept where the settings say.
    """
    read_all_rules()
    store = open_store(settings.database or settings.data_dir)
    parts = _build_parts(settings, store, clock or WallClock(), engine)
    rooms = (
        home_routes,
        health_routes,
        metrics_routes,
        analysis_routes,
        learn_routes,
        lesson_routes,
        puzzle_routes,
        study_routes,
        endgame_routes,
        laboratory_routes,
        paper_routes,
        play_routes,
        club_routes,
        tv_routes,
        member_club_routes,
        arena_routes,
        club_match_routes,
        bot_routes,
        chat_routes,
        simul_routes,
        conduct_routes,
        games_routes,
        import_routes,
        catalogue_routes,
        rules_routes,
        book_routes,
        openings_routes,
        atlas_routes,
        federation_routes,
        office_routes,
        tournament_routes,
        evening_routes,
        paper_game_routes,
        phones_routes,
        public_routes,
        print_routes,
        access_routes,
        preferences_routes,
        account_routes,
        contact_routes,
        vacation_routes,
        passkey_routes,
        openid_routes,
        push_routes,
        profile_routes,
        friend_routes,
        notice_routes,
        api_routes,
    )
    bodies = (
        import_routes.BODIES
        | api_routes.BODIES
        | puzzle_routes.BODIES
        | learn_routes.BODIES
        | study_routes.BODIES
        | book_routes.BODIES
        | rules_routes.BODIES
        | tournament_routes.BODIES
        | federation_routes.BODIES
        | office_routes.BODIES
        | bot_routes.BODIES
        | passkey_routes.BODIES
        | push_routes.BODIES
    )
    places = parts.places
    parts.metrics.gauge("requests_waiting", "Requests that wait for a place.", lambda: places.waiting)
    app = Starlette(
        routes=[*asset_routes(), *(route for room in rooms for route in room.ROUTES)],
        middleware=[
            Middleware(RequestLog, metrics=parts.metrics),
            Middleware(OnlyHttp, SecurityHeaders),
            Middleware(NoTraceback),
            Middleware(OwnCookies, mark=mark_of(settings, WorkerGroup(store, WallClock()).key)),
            Middleware(OnlyHttp, partial(RequestQueue, places=places)),
            Middleware(OnlyHttp, partial(GZipMiddleware, minimum_size=600, compresslevel=6)),
            Middleware(BotTokens),
            Middleware(OnlyHttp, partial(_RequestGuard, parts=parts)),
            Middleware(OnlyHttp, partial(BodyLimit, most=bodies)),
        ],
        exception_handlers=HANDLERS,
        lifespan=_lifespan,
    )
    app.state.parts = parts
    return app


def _build_parts(
    settings: ServerSettings, store: Database, clock: ServerClock, engine: Callable[[str], Engine] | None
) -> App:
    metrics = ServerMetrics()
    watch = StoreWatch(clock)
    database = DatabaseThreads(
        StoreError, store.together, committed=metrics.committed, watch=watch, changed=store.changes
    )
    group = WorkerGroup(store, clock)
    key = group.key() if settings.nats else None
    bus: Bus = NatsBus(settings.nats, _subjects(key)) if settings.nats and key else LocalBus()
    identity = Identity(store, clock)
    mark = (settings.data_dir or default_data_dir()) / "alive"
    pulse = Pulse(clock, mark=mark, is_shared=bus.is_shared)
    coworkers = Coworkers(group, database, bus, pulse)
    cache = GameCache(store, clock, pulse=pulse, watch=watch)
    games, archive, imports = Play(cache), ArchiveService(cache), ImportService(store, clock)
    views = GameViews(archive, clock)
    looking = Analysis(cache, archive)
    engines = Engines(
        settings.engine,
        settings.engine_processes,
        engine,
        dict(settings.foreign_engines),
        MOST_S if settings.ponders else 0.0,
    )
    if isinstance(bus, NatsBus):
        engines.elsewhere = EngineQueue(bus.client).ask
    analysts = Analysts(settings.engine, settings.engine_processes or AT_ONCE, engine, engines.at_work)
    endgames = EndgameWork(settings.data_dir)
    tournaments = TournamentService(store, clock)
    phones = PhoneService(tournaments, store, clock)
    online = OnlineBoardService(tournaments, cache, store)
    links = EventLinks(tournaments, store, clock)
    evenings = EveningService(tournaments, online, cache, store)
    tournaments.followers += [online.follow, links.follow, evenings.follow]
    explorer = ExplorerService(cache)
    studies = StudyService(store, clock)
    club, arenas = ClubService(cache, games), ArenaService(cache)
    member_clubs = MemberClubService(store, clock)
    chat = ChatService(store, games.load, clock, is_on=settings.chat, guests_write=settings.public is None)
    company = StudyCompany(studies.stamps)
    presence = ClubPresence(club.stamps, lambda: chat.versions((CLUB_ROOM,))[CLUB_ROOM], key)
    simul = SimulService(cache)
    rated = RatedGames(store, clock)
    judge, indexer = GameJudge(looking, analysts, endgames.folder), PositionIndexer(explorer)
    idle_tables = IdleTables(endgames, lambda: time.monotonic() - metrics.last_use >= QUIET_S)
    for work in (judge, indexer, idle_tables):
        work.expect(StoreError)
        if bus.is_shared:
            work.share(lambda: coworkers.is_on_duty)
    running = RunningGames(
        games, EngineMoves(cache), views, database, engines, clock, pulse, watch, bus, coworkers
    )
    club_watchers = EventWatchers(presence.stamps, database)
    chat_screens = ChatScreens(chat, running.rooms, database, bus)
    _add_gauges(metrics, database, running, engines)
    accounts, links_signed, notices = (
        Accounts(store, clock),
        SignedLinks(store, clock),
        NoticeService(store, evenings.boards_ready),
    )
    contacts, deliveries = ContactService(store, clock, links_signed), DeliveryService(cache, notices)
    recovery = MailRecovery(store, clock, accounts, links_signed)
    site = settings.public or settings.network_address or "http://127.0.0.1"
    provider = OpenIdProvider(settings.openid, site, clock) if settings.openid else None
    issuer = provider.issuer if provider else ""
    conduct = ConductService(cache)
    moves = MailMoves(cache, games, links_signed)
    push = PushService(store, clock, site) if has_push() and site.startswith("https:") else None
    mailer = Mailer(
        settings.mail, site, deliveries, contacts, recovery, moves, push, database, coworkers, clock
    )
    return App(
        settings=settings,
        clock=clock,
        store=store,
        bus=bus,
        coworkers=coworkers,
        database=database,
        identity=identity,
        accounts=accounts,
        account_data=AccountData(cache, games, archive, rated),
        account_safety=AccountSafety(store, archive, clock),
        profiles=Profiles(store),
        passwords=PasswordThreads(),
        passkeys=Passkeys(store, clock, issuer),
        openid=OpenIdService(store, clock, issuer, provider.name if provider else ""),
        openid_provider=provider,
        bots=BotService(store, clock),
        ratings=GameRatings(rated, database, coworkers),
        play=games,
        conduct=conduct,
        vacations=VacationService(cache, settings.vacation_days),
        commands=CommandService(cache, games),
        archive=archive,
        imports=imports,
        tournaments=tournaments,
        phones=phones,
        people=EventPeopleService(tournaments, store, clock),
        register=FederationRegister(store, clock),
        event_links=links,
        people_lists=PeopleLists(store, clock),
        rating_office=RatingOffice(store, clock, links),
        online=online,
        event_watchers=EventWatchers(phones.stamps, database),
        event_results=EventResults(online, database, coworkers),
        evenings=evenings,
        club_matches=ClubMatchService(tournaments, cache, store),
        evening_clock=EveningClock(evenings, database, coworkers, clock),
        event_readiness=EventReadiness(tournaments, database),
        event_sites=EventSites(
            settings.sites, partial(_site_of, tournaments), phones.stamps, database, coworkers
        ),
        views=views,
        engines=engines,
        running=running,
        importer=FileImporter(imports, database, coworkers),
        network=NetworkAccess(settings.network_address),
        limits=RequestLimits(),
        places=RequestPlaces(),
        metrics=metrics,
        analysis=looking,
        puzzles=PuzzleService(cache),
        analysts=analysts,
        judge=judge,
        endgames=endgames,
        laboratory=Laboratory((settings.data_dir or default_data_dir()) / "laboratory"),
        idle_tables=idle_tables,
        explorer=explorer,
        indexer=indexer,
        learning=LearningService(store, clock),
        studies=studies,
        study_company=company,
        study_watchers=EventWatchers(company.stamps, database),
        arenas=arenas,
        arena_clock=ArenaClock(arenas, running, database, coworkers),
        arena_watchers=EventWatchers(arenas.stamps, database),
        club=club,
        club_presence=presence,
        club_elsewhere=ClubElsewhere(presence, coworkers, identity, database, bus),
        club_watchers=club_watchers,
        club_feed=ClubFeed(club, presence, running, club_watchers, database, bus),
        simul=simul,
        simul_watchers=EventWatchers(simul.stamps, database),
        chat=chat,
        tv=TvService(store),
        notices=notices,
        notice_feed=NoticeFeed(bus),
        contacts=contacts,
        deliveries=deliveries,
        mail_recovery=recovery,
        mail_moves=moves,
        mailer=mailer,
        push=push,
        member_clubs=member_clubs,
        club_calendar=ClubCalendar(member_clubs, arenas, tournaments),
        friends=FriendService(store, clock),
        chat_screens=chat_screens,
    )


def _site_of(tournaments: TournamentService, id: str, lang: Lang) -> tuple[int, Mapping[str, bytes]]:
    """Return the files of an event's site, and up to which line of its log they tell."""
    live = tournaments.load(id)
    return live.version, site_files(live, lang)


def _subjects(key: str) -> str:
    """Return how the subjects of all workers of this server begin, and of no other server."""
    return f"damiera.{hashlib.blake2s(key.encode(), digest_size=6).hexdigest()}"


def _add_gauges(
    metrics: ServerMetrics, database: DatabaseThreads, running: RunningGames, engines: Engines
) -> None:
    """Add what is read of the parts when somebody asks for it."""
    metrics.gauge("games_open", "Games that somebody looks at.", lambda: len(running.rooms.games()))
    metrics.gauge("players_present", "People at the boards of games.", lambda: len(running.rooms.players))
    metrics.gauge("writes_waiting", "Small writes that wait to be kept.", lambda: database.waiting)
    metrics.gauge(
        "engine_questions_waiting", "Moves for which the engines have no place yet.", lambda: engines.waiting
    )


@asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:
    parts: App = app.state.parts
    if parts.settings.public or parts.bus.is_shared:  # many come at once; at home it would be waited for
        compile_templates(*_WAITED_FOR)
    await parts.metrics.start()
    await parts.bus.start()
    await parts.running.start()
    await parts.indexer.start()
    await parts.judge.start()
    await parts.idle_tables.start()
    await parts.event_watchers.start()
    await parts.event_results.start()
    await parts.evening_clock.start()
    await parts.event_sites.start()
    await parts.event_readiness.start()
    await parts.ratings.start()
    await parts.mailer.start()
    await parts.study_watchers.start()
    await parts.club_watchers.start()
    await parts.arena_watchers.start()
    await parts.arena_clock.start()
    await parts.simul_watchers.start()
    await parts.chat_screens.start()
    parts.club_elsewhere.start()
    parts.club_feed.start()
    parts.notice_feed.start()
    await parts.coworkers.start()
    try:
        yield
    finally:
        await parts.coworkers.stop()
        parts.notice_feed.stop()
        await parts.club_feed.stop()
        parts.club_elsewhere.stop()
        await parts.chat_screens.stop()
        await parts.simul_watchers.stop()
        await parts.arena_clock.stop()
        await parts.arena_watchers.stop()
        await parts.club_watchers.stop()
        await parts.study_watchers.stop()
        parts.network.close()
        await parts.mailer.stop()
        await parts.ratings.stop()
        await parts.event_readiness.stop()
        await parts.event_sites.stop()
        await parts.evening_clock.stop()
        await parts.event_results.stop()
        await parts.event_watchers.stop()
        await parts.idle_tables.stop()
        await parts.judge.stop()
        await parts.indexer.stop()
        await parts.importer.stop()
        await parts.running.stop()
        await parts.bus.stop()
        await parts.metrics.stop()
        parts.endgames.close()
        parts.engines.close()
        parts.analysts.close()
        parts.passwords.close()
        if parts.openid_provider is not None:
            parts.openid_provider.close()
        parts.database.close()
        parts.store.close()


class _RequestGuard:
    """Refuse requests that name another server, changes that come from other pages, and floods."""

    def __init__(self, app: ASGIApp, parts: App) -> None:
        self.app = app
        self.is_encrypted = (parts.settings.public or "").startswith("https:")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            if self.is_encrypted:  # up to the proxy, whether or not it says so: cookies are to be kept so
                scope["scheme"] = "https"
            request = Request(scope)
            refusal = self._check(request)
            if refusal is not None:
                response = await on_http(request, refusal)
                await response(scope, receive, send)
                return
        await self.app(scope, receive, send)

    def _check(self, request: Request) -> RefusedRequest | None:
        if not names_us(request):
            return RefusedRequest(400, _OTHER_HOST)
        if request.method in SAFE:
            return None
        if not comes_from_us(request):
            return RefusedRequest(403, _OTHER_PAGE)
        if not may_change(request):
            return RefusedRequest(429, _TOO_MANY, app_of(request).limits.changes.wait_s)
        return None


_WAITED_FOR = (
    *("club/club.html", "club/_club.html"),
    *("play/game.html", "play/_panels.html", "chat/_game.html"),
)
"""What people wait for of one another: the way from the club to a board."""
_OTHER_HOST = Message("This address is not Damiera's: open the one printed at the start.")
_OTHER_PAGE = Message("This request comes from another page: nothing was changed.")
_TOO_MANY = Message("Too many requests in a short time.")
