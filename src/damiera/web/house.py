"""Everything one server has: memory, use cases, threads. Made once in `app.py`, found by any request."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import HTTPConnection

from damiera.service.analysis import Analysis
from damiera.service.archive import Archive
from damiera.service.conduct import Conducting
from damiera.service.exploring import Exploring
from damiera.service.hall.acts import Hall
from damiera.service.hall.online import Online
from damiera.service.hall.phones import Phones
from damiera.service.identity import Identity
from damiera.service.imports import Imports
from damiera.service.play import Play
from damiera.service.ports import Clock
from damiera.service.say import Say
from damiera.store.database import Store
from damiera.web.analysing import Analysts, Judging
from damiera.web.database import DatabaseThreads
from damiera.web.endgames import EndgameWork
from damiera.web.engines import Engines
from damiera.web.hall.games import HallGames
from damiera.web.hall.live import HallLive
from damiera.web.importing import Importing
from damiera.web.indexing import Indexing
from damiera.web.limits import Limits
from damiera.web.settings import Settings
from damiera.web.showing import Showing
from damiera.web.tables import Tables

__all__ = ["House", "house_of"]


@dataclass(frozen=True, slots=True)
class House:
    """The parts of a running server."""

    settings: Settings
    clock: Clock
    store: Store
    database: DatabaseThreads
    identity: Identity
    play: Play
    conducting: Conducting
    say: Say
    archive: Archive
    imports: Imports
    hall: Hall
    phones: Phones
    online: Online
    hall_live: HallLive
    hall_games: HallGames
    showing: Showing
    engines: Engines
    tables: Tables
    importing: Importing
    limits: Limits
    analysis: Analysis
    analysts: Analysts
    judging: Judging
    endgames: EndgameWork
    exploring: Exploring
    indexing: Indexing


def house_of(connection: HTTPConnection) -> House:
    """Return the server that a request came to."""
    house: House = connection.app.state.house
    return house
