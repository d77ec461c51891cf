"""The screens that show a game. They are told what has happened in it; nothing is decided here.

One that does not keep up is dropped, never waited for: it comes back, says which version it has, and gets
what it missed.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterable
from time import monotonic

from damiera.messages import Lang
from damiera.service.chat import GameRoom
from damiera.service.identity import Visitor
from damiera.web.common.connections import SocketLine
from damiera.web.play.deltas import ShownView

__all__ = ["Screen", "Screens"]


class Screen:
    """One socket: who sits behind it, in which language, and how it is written to.

    `version` is the newest version of the game it was sent; `silent` tells that it was not heard when it
    should have been, `every_ms` within which it says that it will be (0: it is to be asked; None: it says
    nothing); `due` is the timer that misses or asks it; `deltas` tells that it takes what has changed, and
    `seen` is the view that it was sent last; `chat` are the rooms whose chat it shows, each with the version
    that it was sent.
    """

    __slots__ = (
        "chat",
        "deltas",
        "due",
        "every_ms",
        "lang",
        "line",
        "seen",
        "silent",
        "version",
        "visitor",
    )

    def __init__(self, visitor: Visitor | None, lang: Lang, line: SocketLine) -> None:
        self.visitor = visitor
        self.lang = lang
        self.version = 0
        self.silent = False
        self.every_ms: int | None = None
        self.deltas = False
        self.seen: ShownView | None = None
        self.due: asyncio.TimerHandle | None = None
        self.line = line
        self.chat: dict[GameRoom, int] = {}

    @property
    def player_id(self) -> str | None:
        """The player behind this screen; None for a stranger."""
        return self.visitor.id if self.visitor else None

    def show(self, shown: ShownView) -> None:
        """Send a view, or what has changed in it, unless a newer one was sent before."""
        if shown.view.version < self.version:
            return
        base, self.seen, self.version = self.seen, shown, shown.view.version
        self.line.write(shown.since(base) if self.deltas and base is not None else shown.whole)


class Screens:
    """The screens at each game.

    Args:
        elsewhere: returns who is seen at a game by other workers. `anywhere`: at any game.
    """

    def __init__(
        self,
        elsewhere: Callable[[str], frozenset[str]] = lambda game_id: frozenset(),
        anywhere: Callable[[], frozenset[str]] = frozenset,
    ) -> None:
        self._elsewhere = elsewhere
        self._anywhere = anywhere
        self._rooms: dict[str, set[Screen]] = defaultdict(set)
        self._left: dict[str, dict[str, float]] = {}  # by game and player, in seconds of the loop's clock
        self._opened: dict[str, float] = {}

    def enter(self, game_id: str, screen: Screen) -> None:
        """Seat a screen at a game."""
        self._rooms[game_id].add(screen)
        self._opened.setdefault(game_id, monotonic())

    def leave(self, game_id: str, screen: Screen) -> None:
        """Take a screen away."""
        self._rooms[game_id].discard(screen)
        self.miss(game_id, screen)
        if not self._rooms[game_id]:
            del self._rooms[game_id], self._opened[game_id]
            self._left.pop(game_id, None)

    def miss(self, game_id: str, screen: Screen) -> None:
        """Note since when the player of a screen is not seen at a game, if no other screen of theirs is."""
        if screen.player_id is not None:
            self.note(game_id, (screen.player_id,))

    def note(self, game_id: str, players: Iterable[str]) -> None:
        """Note of players who were seen at a game, those who are not any more: from now on they are away."""
        gone = set(players) - self.present(game_id)
        if gone:
            self._left.setdefault(game_id, {}).update(dict.fromkeys(gone, monotonic()))

    def away_ms(self, game_id: str, player_id: str) -> int:
        """Return for how long a player has not been seen at a game, which others look at; 0: they are here.

        Who was not seen at all is away since the first screen came, as everybody is after a restart.
        """
        since = self._left.get(game_id, {}).get(player_id, self._opened.get(game_id))
        if since is None or player_id in self.present(game_id):
            return 0
        return int((monotonic() - since) * 1000)

    def screens(self, game_id: str, players: Iterable[str] = ()) -> list[Screen]:
        """Return the screens at a game, those of `players` first."""
        first = set(players)
        found = self._rooms.get(game_id, ())
        return [s for s in found if s.player_id in first] + [s for s in found if s.player_id not in first]

    def present(self, game_id: str) -> frozenset[str]:
        """Return the players who have a screen at a game that is heard, wherever."""
        return self.present_here(game_id) | self._elsewhere(game_id)

    def present_here(self, game_id: str) -> frozenset[str]:
        """Return the players who have a screen at a game that is heard by this worker."""
        screens = self._rooms.get(game_id, ())
        return frozenset(s.player_id for s in screens if s.player_id is not None and not s.silent)

    def games(self) -> list[str]:
        """Return the games that somebody is looking at."""
        return list(self._rooms)

    @property
    def players(self) -> frozenset[str]:
        """The players who have a screen at any game that is heard, wherever."""
        return self._anywhere().union(*(self.present_here(game) for game in self._rooms))

    def watched(self, game_id: str) -> int:
        """Return how many screens look at a game."""
        return len(self._rooms.get(game_id, ()))

    def count(self, player_id: str | None, game_id: str) -> int:
        """Return how many screens a player has at a game."""
        return sum(screen.player_id == player_id for screen in self._rooms.get(game_id, ()))
