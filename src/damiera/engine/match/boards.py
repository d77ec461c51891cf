"""The games of a match, side by side: each board has two engines of its own and takes the next game."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Generator, Iterable
from queue import Empty, SimpleQueue

from damiera.engine.errors import EngineError
from damiera.engine.limits import SearchLimits
from damiera.engine.match.player import MatchPlayer
from damiera.engine.match.players import player_of
from damiera.engine.match.referee import MatchGame, play_game
from damiera.engine.match.settings import MatchSettings
from damiera.engine.match.verdict import MatchGameEnding
from damiera.engine.protocol import Choice
from damiera.engine.spec import EngineSpec, no_start
from damiera.game.state import Game

__all__ = ["play_match"]


def play_match(
    settings: MatchSettings,
    *,
    skip: Iterable[int] = (),
    concurrency: int = 1,
    stop: threading.Event | None = None,
    make: Callable[[EngineSpec], MatchPlayer] | None = None,
) -> Generator[MatchGame, None, None]:
    """Play the games of a match and yield each when it ends; closing the iterator ends the match.

    Args:
        settings: what is played.
        skip: games that are played already.
        concurrency: how many games side by side.
        stop: set it to end the match; games under way are dropped.
        make: makes the players, for tests.
    Raises:
        MatchError: if an engine does not start at all.

    >>> from damiera.engine.match.openings import openings_from
    >>> from damiera.rules.ruleset import ITALIAN
    >>> two = (EngineSpec.parse("builtin:hash=1"), EngineSpec.parse("builtin:hash=1,learned=0"))
    >>> starts = openings_from(ITALIAN, "none", seed=1, count=1)
    >>> settings = MatchSettings(ITALIAN, two, starts, games=2, limits=SearchLimits(depth=1), max_plies=4)
    >>> [played.verdict.ending.value for played in play_match(settings)]
    ['adjudicated', 'adjudicated']
    """
    seats = make or (lambda spec: player_of(spec, settings))
    ended = stop or threading.Event()
    todo: SimpleQueue[int] = SimpleQueue()
    done = frozenset(skip)
    left = [number for number in range(1, settings.games + 1) if number not in done]
    for number in left:
        todo.put(number)
    found: SimpleQueue[MatchGame | BaseException | None] = SimpleQueue()
    tables = [_tried_out(settings, seats)]
    while len(tables) < min(concurrency, len(left)):
        tables.append((seats(settings.engines[0]), seats(settings.engines[1])))
    boards = [
        threading.Thread(target=_board, args=(settings, players, todo, found, ended), daemon=True)
        for players in tables
    ]
    for board in boards:
        board.start()
    try:
        yield from _collected(found, len(boards))
    finally:
        ended.set()
        for player in (player for players in tables for player in players):
            player.close()
        for board in boards:
            board.join(5.0)


def _collected(
    found: SimpleQueue[MatchGame | BaseException | None], boards: int
) -> Generator[MatchGame, None, None]:
    while boards:
        try:
            item = found.get(timeout=0.2)  # short, so that an interruption is heard
        except Empty:
            continue
        if item is None:
            boards -= 1
        elif isinstance(item, MatchGame):
            yield item
        else:
            raise item


def _tried_out(
    settings: MatchSettings, seats: Callable[[EngineSpec], MatchPlayer]
) -> tuple[MatchPlayer, MatchPlayer]:
    """Return the players of the first table; refuse a match with an engine that cannot even begin.

    They stay: a program that takes one call over DXP is not called and left.
    """
    with contextlib.ExitStack() as made:
        players: list[MatchPlayer] = []
        for spec in settings.engines:
            try:
                players.append(made.enter_context(contextlib.closing(seats(spec))))
                players[-1].new_game()
            except EngineError as error:
                raise no_start(spec, error) from None
        made.pop_all()
    return players[0], players[1]


def _board(
    settings: MatchSettings,
    players: tuple[MatchPlayer, MatchPlayer],
    todo: SimpleQueue[int],
    found: SimpleQueue[MatchGame | BaseException | None],
    ended: threading.Event,
) -> None:
    """Play games until there are none left; one board has two engines of its own."""
    try:
        while not ended.is_set():
            try:
                number = todo.get_nowait()
            except Empty:
                break
            played = play_game(settings, number, (_Heeding(players[0], ended), _Heeding(players[1], ended)))
            # An interruption reaches the engines too: their death then is nobody's fault.
            if played.verdict.ending is MatchGameEnding.CRASH and ended.wait(0.3):
                break
            found.put(played)
    except _Stopped:
        pass
    except BaseException as error:  # handed on to whoever collects the games
        found.put(error)
    finally:
        for player in players:
            player.close()
        found.put(None)


class _Stopped(Exception):  # never leaves this module
    """The match is over: the game under way is dropped."""


class _Heeding:
    """A player that hears, before each move, that the match is over."""

    def __init__(self, player: MatchPlayer, ended: threading.Event) -> None:
        self._player, self._ended = player, ended

    def choose(self, game: Game, limits: SearchLimits, seed: int) -> Choice:
        if self._ended.is_set():
            raise _Stopped
        return self._player.choose(game, limits, seed)

    def ponder(self, expected: Game, limits: SearchLimits) -> None:
        self._player.ponder(expected, limits)

    def new_game(self) -> None:
        self._player.new_game()

    def restart(self) -> None:
        self._player.restart()

    def close(self) -> None:
        self._player.close()

    @property
    def late(self) -> bool:
        return self._player.late

    @property
    def processor_s(self) -> float | None:
        return self._player.processor_s
