"""The screens that show a game. They are told what has happened in it; nothing is decided here.

One that does not keep up is dropped, never waited for: it comes back, says which version it has, and gets
what it missed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from time import monotonic
from typing import TypeAlias

from damiera.messages import Lang
from damiera.service.chat import GameRoom
from damiera.service.identity import Visitor
from damiera.web.common.connections import SocketLine, write_all
from damiera.web.play.deltas import ShownView

__all__ = ["Screen", "Screens", "show_all"]


class Screen:
    """One socket: who sits behind it, in which language, and how it is written to.

    `player_id` is the player behind it, None for a stranger; `version` is the newest version of the game it
    was sent; `silent` tells that it was not heard when it should have been, `every_ms` within which it says
    that it will be (0: it is to be asked; None: it says nothing); `due` is the timer that misses or asks it;
    `takes_beats` tells that it is given the `beat` and need not ask; `deltas` tells that it takes what has
    changed, and `seen` is the view that it was sent last; `chat` are the rooms whose chat it shows, each with
    the version that it was sent.
    """

    __slots__ = (
        "chat",
        "deltas",
        "due",
        "every_ms",
        "lang",
        "line",
        "player_id",
        "seen",
        "silent",
        "takes_beats",
        "version",
        "visitor",
    )

    def __init__(self, visitor: Visitor | None, lang: Lang, line: SocketLine) -> None:
        self.visitor = visitor
        self.player_id = visitor.id if visitor else None
        self.lang = lang
        self.version = 0
        self.silent = False
        self.every_ms: int | None = None
        self.takes_beats = False
        self.deltas = False
        self.seen: ShownView | None = None
        self.due: asyncio.TimerHandle | None = None
        self.line = line
        self.chat: dict[GameRoom, int] = {}

    def show(self, shown: ShownView) -> None:
        """Send a view, or what has changed in it, unless a newer one was sent before."""
        if shown.view.version < self.version:
            return
        base, self.seen, self.version = self.seen, shown, shown.view.version
        self.line.write(shown.since(base) if self.deltas and base is not None else shown.whole())


def show_all(screens: Iterable[Screen], shown: ShownView) -> None:
    """Send a view to many who are shown the same, each as `Screen.show` does.

    It is encoded once for all of them; so is what has changed, for those who were sent the same view before,
    as most of a crowd were.
    """
    version = shown.view.version
    whole: list[SocketLine] = []
    known: ShownView | None = None
    changed: list[SocketLine] = []
    for screen in screens:
        if version < screen.version:
            continue
        base, screen.seen, screen.version = screen.seen, shown, version
        if base is None or not screen.deltas:
            whole.append(screen.line)
            continue
        if base is not known:
            if known is not None:
                write_all(changed, shown.since(known))
            known, changed = base, []
        changed.append(screen.line)
    if known is not None:
        write_all(changed, shown.since(known))
    if whole:
        write_all(whole, shown.whole())


class _Room:
    """The screens at one game, with what was made out about them until one comes, goes or falls silent.

    `opened` is when the first came, `left` when players were seen here last, in seconds of one clock.
    """

    __slots__ = ("_parted", "_present", "left", "opened", "screens")

    def __init__(self) -> None:
        self.screens: set[Screen] = set()
        self.left: dict[str, float] = {}
        self.opened = monotonic()
        self._parted: tuple[frozenset[str], _Parted] | None = None
        self._present: frozenset[str] | None = None

    def add(self, screen: Screen) -> None:
        self.screens.add(screen)
        self._forget(screen)

    def discard(self, screen: Screen) -> None:
        self.screens.discard(screen)
        self._forget(screen)

    def set_silent(self, screen: Screen, silent: bool) -> None:
        screen.silent = silent
        self._present = None

    def _forget(self, screen: Screen) -> None:
        self._parted = None
        if screen.player_id is not None:
            self._present = None

    def set_deltas(self, screen: Screen, deltas: bool) -> None:
        screen.deltas = deltas
        self._parted = None

    def parted(self, players: frozenset[str]) -> _Parted:
        if self._parted is None or self._parted[0] != players:
            theirs = [screen for screen in self.screens if screen.player_id in players]
            crowds: dict[tuple[Lang, bool], list[Screen]] = {}
            for screen in self.screens.difference(theirs):
                crowds.setdefault((screen.lang, screen.deltas), []).append(screen)
            self._parted = players, (theirs, crowds)
        return self._parted[1]

    @property
    def present(self) -> frozenset[str]:
        if self._present is None:
            heard = (screen.player_id for screen in self.screens if not screen.silent)
            self._present = frozenset(player for player in heard if player is not None)
        return self._present


_Parted: TypeAlias = tuple[Sequence[Screen], Mapping[tuple[Lang, bool], Sequence[Screen]]]


class Screens:
    """The screens at each game.

    Args:
        elsewhere: returns who is seen at a game by other workers. `anywhere`: at any game.

    Attributes:
        entered: how many screens have come so far.
    """

    def __init__(
        self,
        elsewhere: Callable[[str], frozenset[str]] = lambda game_id: frozenset(),
        anywhere: Callable[[], frozenset[str]] = frozenset,
    ) -> None:
        self._elsewhere = elsewhere
        self._anywhere = anywhere
        self._rooms: dict[str, _Room] = {}
        self._chatting: dict[Screen, str] = {}
        self.entered = 0

    def enter(self, game_id: str, screen: Screen) -> None:
        """Seat a screen at a game."""
        room = self._rooms.get(game_id)
        if room is None:
            room = self._rooms[game_id] = _Room()
        room.add(screen)
        self.entered += 1

    def leave(self, game_id: str, screen: Screen) -> None:
        """Take a screen away."""
        room = self._rooms[game_id]
        room.discard(screen)
        self._chatting.pop(screen, None)
        self.miss(game_id, screen)
        if not room.screens:
            del self._rooms[game_id]

    def set_deltas(self, game_id: str, screen: Screen, deltas: bool) -> None:
        """Note whether a screen takes what has changed."""
        room = self._rooms.get(game_id)
        if room is not None:
            room.set_deltas(screen, deltas)

    def set_silent(self, game_id: str, screen: Screen, silent: bool) -> None:
        """Note that a screen was not heard when it should have been, or is heard again."""
        room = self._rooms.get(game_id)
        if room is not None:
            room.set_silent(screen, silent)
            if silent:
                self.miss(game_id, screen)

    def miss(self, game_id: str, screen: Screen) -> None:
        """Note since when the player of a screen is not seen at a game, if no other screen of theirs is."""
        if screen.player_id is not None:
            self.note(game_id, (screen.player_id,))

    def note(self, game_id: str, players: Iterable[str]) -> None:
        """Note of players who were seen at a game, those who are not any more: from now on they are away."""
        gone, room = set(players) - self.present(game_id), self._rooms.get(game_id)
        if gone and room is not None:
            room.left.update(dict.fromkeys(gone, monotonic()))

    def away_ms(self, game_id: str, player_id: str) -> int:
        """Return for how long a player has not been seen at a game, which others look at; 0: they are here.

        Who was not seen at all is away since the first screen came, as everybody is after a restart.
        """
        room = self._rooms.get(game_id)
        if room is None or player_id in self.present(game_id):
            return 0
        return int((monotonic() - room.left.get(player_id, room.opened)) * 1000)

    def away_anywhere_ms(self, game_id: str, player_id: str) -> int:
        """Return for how long a player has not been seen at any game; 0: they are at one, wherever.

        Who was not seen at all is away since the first screen came to this game.
        """
        if player_id in self.players:
            return 0
        left = [room.left[player_id] for room in self._rooms.values() if player_id in room.left]
        room = self._rooms.get(game_id)
        if not left and room is None:
            return 0
        return int((monotonic() - (max(left) if left or room is None else room.opened)) * 1000)

    def screens(self, game_id: str) -> tuple[Screen, ...]:
        """Return the screens at a game."""
        room = self._rooms.get(game_id)
        return tuple(room.screens) if room is not None else ()

    def show_chat(self, game_id: str, screen: Screen) -> None:
        """Note that a screen at a game shows its chat."""
        if screen in self.screens(game_id):
            self._chatting[screen] = game_id

    def chatting(self) -> Iterator[tuple[str, Screen]]:
        """Return the screens that show a chat, each with its game, while none comes or goes."""
        return ((game_id, screen) for screen, game_id in self._chatting.items())

    def parted(self, game_id: str, players: frozenset[str]) -> _Parted:
        """Return the screens of `players` at a game, and those of all others by language and `deltas`."""
        room = self._rooms.get(game_id)
        return room.parted(players) if room is not None else ((), {})

    def present(self, game_id: str) -> frozenset[str]:
        """Return the players who have a screen at a game that is heard, wherever."""
        here, elsewhere = self.present_here(game_id), self._elsewhere(game_id)
        return here | elsewhere if elsewhere else here

    def present_here(self, game_id: str) -> frozenset[str]:
        """Return the players who have a screen at a game that is heard by this worker."""
        room = self._rooms.get(game_id)
        return room.present if room is not None else frozenset()

    def games(self) -> list[str]:
        """Return the games that somebody is looking at."""
        return list(self._rooms)

    @property
    def players(self) -> frozenset[str]:
        """The players who have a screen at any game that is heard, wherever."""
        return self._anywhere().union(*(room.present for room in self._rooms.values()))

    def watched(self, game_id: str) -> int:
        """Return how many screens look at a game."""
        room = self._rooms.get(game_id)
        return len(room.screens) if room is not None else 0

    def count(self, player_id: str | None, game_id: str) -> int:
        """Return how many screens a player has at a game."""
        return sum(screen.player_id == player_id for screen in self.screens(game_id))
