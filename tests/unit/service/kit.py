"""What the tests of the use cases share."""

from __future__ import annotations

from pathlib import Path

from damiera.service import ports
from damiera.service.archive import ArchiveService
from damiera.service.commands import CommandService
from damiera.service.engine_moves import EngineMoves
from damiera.service.game_views import build_view
from damiera.service.identity import Identity, Visitor
from damiera.service.imports import ImportService
from damiera.service.live import GameCache, LiveGame
from damiera.service.play import Play
from damiera.service.terms import NewGame
from damiera.service.views import GameView
from damiera.store.database import open_store

__all__ = ["BEGIN", "App", "FakeClock", "moves_of", "score"]

BEGIN = 1_700_000_000_000


class FakeClock:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.now = BEGIN

    def now_ms(self) -> int:
        return self.now


class App:
    """All use cases over a folder or an address. Two houses over the same are what two processes would be."""

    def __init__(self, where: Path | str, clock: FakeClock | None = None) -> None:
        self.clock = clock or FakeClock()
        self.opened = open_store(where)
        self.store: ports.StorePort = self.opened
        self.cache = GameCache(self.store, self.clock)
        self.identity = Identity(self.store, self.clock)
        self.play = Play(self.cache)
        self.engine_moves = EngineMoves(self.cache)
        self.say = CommandService(self.cache, self.play)
        self.archive = ArchiveService(self.cache)
        self.imports = ImportService(self.store, self.clock)

    def close(self) -> None:
        self.opened.close()

    def guest(self, name: str) -> Visitor:
        return self.identity.welcome(None, name=name).visitor

    def friends(self, new: NewGame | None = None) -> tuple[LiveGame, Visitor, Visitor]:
        """Return a game between Anna (White) and Bruno (Black), both seated."""
        anna, bruno = self.guest("Anna"), self.guest("Bruno")
        game = self.play.create(anna, new or NewGame(friend=True))
        code = game.row.seats[1].invite
        assert code is not None
        return self.play.join(code, bruno), anna, bruno

    def view(self, game: LiveGame, viewer: Visitor | None = None) -> GameView:
        return build_view(game, viewer.id if viewer else None, "it", now_ms=self.clock.now)


def moves_of(game: LiveGame) -> list[str]:
    """Return the current line as text."""
    return [ply.text for ply in game.history]


def score(game: LiveGame) -> str | None:
    """Return White's points and Black's; None while the game goes on."""
    return game.game.outcome.score if game.game.outcome else None
