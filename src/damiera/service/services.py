"""All use cases over one store, as a door (web, command line) holds them."""

from __future__ import annotations

from damiera.service.archive import Archive
from damiera.service.identity import Identity
from damiera.service.imports import Imports
from damiera.service.live import Desk
from damiera.service.minds import MindMoves
from damiera.service.play import Play
from damiera.service.ports import Clock, Store, WallClock
from damiera.service.say import Say

__all__ = ["Services"]


class Services:
    """The use cases. Safe to share between threads; every call is at least one transaction of its own.

    Attributes:
        clock: the time of this server.
        identity: who is here.
        play: people at a board.
        minds: the engine at a board.
        say: the command line of a board.
        archive: finding, replaying, annotating, exporting games.
        imports: bringing in PDN files.
    """

    def __init__(self, store: Store, clock: Clock | None = None) -> None:
        self.clock: Clock = clock if clock is not None else WallClock()
        desk = Desk(store, self.clock)
        self.identity = Identity(store, self.clock)
        self.play = Play(desk)
        self.minds = MindMoves(desk)
        self.say = Say(desk, self.play)
        self.archive = Archive(desk)
        self.imports = Imports(store, self.clock)
