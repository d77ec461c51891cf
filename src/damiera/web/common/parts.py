"""Everything one server has: memory, use cases, threads. Made once by `app.create`, found by any request."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from starlette.requests import HTTPConnection

if TYPE_CHECKING:  # features find the server here, and it is made of their parts
    from damiera.service.account_data import AccountData
    from damiera.service.account_safety import AccountSafety
    from damiera.service.accounts import Accounts
    from damiera.service.analysis import Analysis
    from damiera.service.archive import ArchiveService
    from damiera.service.arenas import ArenaService
    from damiera.service.bots import BotService
    from damiera.service.bus import Bus
    from damiera.service.chat import ChatService
    from damiera.service.club import ClubService
    from damiera.service.club_calendar import ClubCalendar
    from damiera.service.club_matches import ClubMatchService
    from damiera.service.commands import CommandService
    from damiera.service.conduct import ConductService
    from damiera.service.contacts import ContactService
    from damiera.service.deliveries import DeliveryService
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
    from damiera.service.mail_moves import MailMoves
    from damiera.service.mail_recovery import MailRecovery
    from damiera.service.member_clubs import MemberClubService
    from damiera.service.notices import NoticeService
    from damiera.service.openid import OpenIdService
    from damiera.service.passkeys import Passkeys
    from damiera.service.play import Play
    from damiera.service.ports import ServerClock
    from damiera.service.profiles import Profiles
    from damiera.service.push import PushService
    from damiera.service.puzzles import PuzzleService
    from damiera.service.simul import SimulService
    from damiera.service.studies import StudyService
    from damiera.service.tournament.acts import TournamentService
    from damiera.service.tournament.evening import EveningService
    from damiera.service.tournament.online import OnlineBoardService
    from damiera.service.tournament.people import EventPeopleService
    from damiera.service.tournament.phones import PhoneService
    from damiera.service.tv import TvService
    from damiera.service.vacations import VacationService
    from damiera.service.workers.analysts import Analysts, GameJudge
    from damiera.service.workers.endgames import EndgameWork
    from damiera.service.workers.engines import Engines
    from damiera.service.workers.idle_tables import IdleTables
    from damiera.service.workers.indexer import PositionIndexer
    from damiera.store.database import Database
    from damiera.web.chat.screens import ChatScreens
    from damiera.web.club.arena_clock import ArenaClock
    from damiera.web.club.elsewhere import ClubElsewhere
    from damiera.web.club.feed import ClubFeed
    from damiera.web.club.presence import ClubPresence
    from damiera.web.common.coworkers import Coworkers
    from damiera.web.common.database import DatabaseThreads
    from damiera.web.common.limits import RequestLimits
    from damiera.web.common.metrics import ServerMetrics
    from damiera.web.common.network_access import NetworkAccess
    from damiera.web.common.passwords import PasswordThreads
    from damiera.web.common.request_queue import RequestPlaces
    from damiera.web.common.settings import ServerSettings
    from damiera.web.games.importer import FileImporter
    from damiera.web.people.mailer import Mailer
    from damiera.web.people.notice_feed import NoticeFeed
    from damiera.web.people.openid_provider import OpenIdProvider
    from damiera.web.people.ratings import GameRatings
    from damiera.web.play.game_views import GameViews
    from damiera.web.play.running_games import RunningGames
    from damiera.web.study.company import StudyCompany
    from damiera.web.tournament.evenings import EveningClock
    from damiera.web.tournament.live import EventWatchers
    from damiera.web.tournament.ready import EventReadiness
    from damiera.web.tournament.results import EventResults
    from damiera.web.tournament.site_writer import EventSites


__all__ = ["App", "app_of"]


class App(msgspec.Struct, frozen=True):
    """The parts of a running server."""

    settings: ServerSettings
    clock: ServerClock
    store: Database
    bus: Bus
    coworkers: Coworkers
    database: DatabaseThreads
    identity: Identity
    accounts: Accounts
    account_data: AccountData
    account_safety: AccountSafety
    profiles: Profiles
    passwords: PasswordThreads
    passkeys: Passkeys
    openid: OpenIdService
    openid_provider: OpenIdProvider | None
    bots: BotService
    ratings: GameRatings
    play: Play
    conduct: ConductService
    vacations: VacationService
    commands: CommandService
    archive: ArchiveService
    imports: ImportService
    tournaments: TournamentService
    phones: PhoneService
    people: EventPeopleService
    register: FederationRegister
    event_links: EventLinks
    people_lists: PeopleLists
    rating_office: RatingOffice
    online: OnlineBoardService
    event_watchers: EventWatchers
    event_results: EventResults
    evenings: EveningService
    club_matches: ClubMatchService
    evening_clock: EveningClock
    event_readiness: EventReadiness
    event_sites: EventSites
    views: GameViews
    engines: Engines
    running: RunningGames
    importer: FileImporter
    network: NetworkAccess
    limits: RequestLimits
    places: RequestPlaces
    metrics: ServerMetrics
    analysis: Analysis
    puzzles: PuzzleService
    analysts: Analysts
    judge: GameJudge
    endgames: EndgameWork
    idle_tables: IdleTables
    laboratory: Laboratory
    explorer: ExplorerService
    indexer: PositionIndexer
    learning: LearningService
    studies: StudyService
    study_company: StudyCompany
    study_watchers: EventWatchers
    arenas: ArenaService
    arena_clock: ArenaClock
    arena_watchers: EventWatchers
    club: ClubService
    club_presence: ClubPresence
    club_elsewhere: ClubElsewhere
    club_watchers: EventWatchers
    club_feed: ClubFeed
    simul: SimulService
    simul_watchers: EventWatchers
    chat: ChatService
    tv: TvService
    notices: NoticeService
    notice_feed: NoticeFeed
    contacts: ContactService
    deliveries: DeliveryService
    mail_recovery: MailRecovery
    mail_moves: MailMoves
    mailer: Mailer
    push: PushService | None
    member_clubs: MemberClubService
    club_calendar: ClubCalendar
    friends: FriendService
    chat_screens: ChatScreens


def app_of(connection: HTTPConnection) -> App:
    """Return the server that a request came to."""
    app: App = connection.app.state.parts
    return app
