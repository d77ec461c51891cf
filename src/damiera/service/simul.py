"""Simultaneous displays (FID, art. 15.1.2 and 15.1.5): one host, many boards.

Guests take boards by the display's link; when the host begins, each board becomes a game like any other, with
the host in one seat. The host may agree to walk: then the clock of a board runs for them only while they are
there. A host who plays blindfold sees no board, and each look is written down.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from damiera._core import Side
from damiera.errors import DamieraError
from damiera.game.clock import ClockSettings
from damiera.game.events import HostArrived, HostLeft
from damiera.game.sides import SideName, is_for_two, side_name, side_named
from damiera.game.ways import Conditions, Way
from damiera.messages import Message
from damiera.records.displays import DisplayBoardRecord, DisplayLookRecord, DisplayRecord
from damiera.records.games import GameRecord, SeatRecord
from damiera.rules.ruleset import ruleset
from damiera.service.errors import BadTerms, NotFound, NotYours, RefusedAct
from damiera.service.identity import Visitor
from damiera.service.live import GameCache, GameTransaction, LiveGame
from damiera.service.names import new_id
from damiera.service.new_game import add_game
from damiera.service.ports import Transaction
from damiera.service.terms import NewGame, read_terms

__all__ = ["MOST_BOARDS", "Display", "DisplayBoard", "DisplayTally", "DisplayTerms", "SimulService"]

HostSide = Literal["white", "black", "alternate"]

MOST_BOARDS: Final = 100
_TITLE_LENGTH: Final = 60
_LISTED: Final = 50
_FULL: Final = Message("All {n} boards are taken.")
_BEGUN: Final = Message("The display has begun: nobody can come or go any more.")
_OVER: Final = Message("This display was called off.")
_OWN: Final = Message("You give this display: a board is for somebody else.")
_NO_GUESTS: Final = Message("Nobody sits at a board yet.")
_NO_BOARD: Final = Message("There is no board {n}.")
_NOT_BEGUN: Final = Message("The display has not begun.")
_SEES: Final = Message("In this display the host sees the boards.")
_NOT_FOR_TWO: Final = Message("A display is of games for two.")
_BOARDS: Final = Message("From 2 to {most} boards.")
_TARGET: Final = Message("A target is from 1 to 100 percent of the points.")
_WALKS: Final = Message("Without clocks there is none that could run at one board only.")
_TITLE: Final = Message("At most {n} letters.")


class DisplayTerms(msgspec.Struct, frozen=True, kw_only=True):
    """A display as it is asked for; see `DisplayRecord`."""

    title: str = ""
    game: str = "italian"
    rulebook: str | None = None
    host_clock: str = ""
    guest_clock: str = ""
    side: HostSide = "white"
    walks: bool = False
    blindfold: bool = False
    target: int | None = None
    most: int = 20


class DisplayTally(msgspec.Struct, frozen=True):
    """How the host stands.

    Attributes:
        won, drawn, lost: finished games, from the host's side.
        playing: games that go on.

    >>> DisplayTally(3, 1, 0, 16).percent, DisplayTally(3, 1, 0, 16).reach
    (87.5, (17.5, 97.5))
    """

    won: int
    drawn: int
    lost: int
    playing: int

    @property
    def points(self) -> float:
        """One for a win, a half for a draw."""
        return self.won + self.drawn / 2

    @property
    def boards(self) -> int:
        """All boards that count."""
        return self.won + self.drawn + self.lost + self.playing

    @property
    def percent(self) -> float:
        """Of the points of the games that are over; 0 before the first."""
        over = self.boards - self.playing
        return 100 * self.points / over if over else 0.0

    @property
    def reach(self) -> tuple[float, float]:
        """Percent of all points that the host has for certain, and can still get."""
        return 100 * self.points / self.boards, 100 * (self.points + self.playing) / self.boards

    def target_met(self, target: int) -> bool | None:
        """Whether a target in percent is reached; None while both can still be."""
        least, most = self.reach
        return True if least >= target else False if most < target else None


class DisplayBoard(msgspec.Struct, frozen=True):
    """A board of a display.

    Attributes:
        number, name: of the board, and of its guest.
        player_id: the guest.
        side: the host's.
        game: as it stands; None before the display begins, or if it was taken away.
    """

    number: int
    name: str
    player_id: str | None
    side: Side
    game: GameRecord | None

    @property
    def waits_for_host(self) -> bool:
        """Whether the host is to move."""
        game = self.game
        return game is not None and game.stand.score is None and game.stand.turn == side_name(self.side)

    @property
    def host_result(self) -> Literal["won", "drawn", "lost"] | None:
        """How the game ended for the host; None while it goes on."""
        if self.game is None or self.game.stand.score is None:
            return None
        winner = self.game.stand.winner
        if winner is None:
            return "drawn"
        return "won" if winner == side_name(self.side) else "lost"


class Display(msgspec.Struct, frozen=True):
    """A display as it stands.

    Attributes:
        looks: those of a blindfold host.
    """

    record: DisplayRecord
    boards: tuple[DisplayBoard, ...]
    looks: tuple[DisplayLookRecord, ...] = ()

    @property
    def score(self) -> DisplayTally:
        """How the host stands; games that were called off do not count."""
        results = [board.host_result for board in self.boards if _counts(board.game)]
        return DisplayTally(
            results.count("won"), results.count("drawn"), results.count("lost"), results.count(None)
        )

    def board_of(self, player_id: str | None) -> DisplayBoard | None:
        """Return the board of a guest; None for anybody else."""
        return next(
            (one for one in self.boards if player_id is not None and one.player_id == player_id), None
        )

    def next_board(self, after: int | None = None) -> DisplayBoard | None:
        """Return the board that has waited longest for the host; not board `after`, if another waits."""
        waiting = sorted(
            (one for one in self.boards if one.waits_for_host),
            key=lambda one: (one.number == after, one.game.updated_at if one.game else 0, one.number),
        )
        return waiting[0] if waiting else None


class SimulService:
    """The use cases of simultaneous displays."""

    def __init__(self, cache: GameCache) -> None:
        self._cache = cache

    def create(self, host: Visitor, asked: DisplayTerms) -> str:
        """Announce a display; return its name.

        Raises:
            BadTerms: with the field it is about.
        """
        record = _record(host, asked, new_id(), self._cache.clock.now_ms())
        for side in {_host_side(record, number) for number in (1, 2)}:
            read_terms(_game_of(record, side))
        with self._cache.store.write() as work:
            work.displays.add(record)
        return record.id

    def load(self, id: str) -> Display:
        """Return a display as it stands. Raises `NotFound`."""
        with self._cache.store.read() as work:
            return _display(work, _found(work, id))

    def place(self, game_id: str) -> tuple[str, int] | None:
        """Return the display and the board that a game is played at; None for any other game."""
        with self._cache.store.read() as work:
            return work.displays.of_game(game_id)

    def of_player(self, player_id: str) -> Sequence[DisplayRecord]:
        """Return the displays that a player gives or plays in, the newest first."""
        with self._cache.store.read() as work:
            return work.displays.of_player(player_id, limit=_LISTED)

    def join(self, id: str, guest: Visitor) -> int:
        """Give somebody the first free board; return its number. Who has one keeps it.

        Raises:
            NotFound: if there is no such display.
            RefusedAct: if it has begun or is full, or they give it themselves.
        """
        with self._cache.store.write() as work:
            record = _open(work, id)
            boards = work.displays.boards(id)
            mine = next((one.number for one in boards if one.player_id == guest.id), None)
            if mine is not None:
                return mine
            if record.host_id == guest.id:
                raise RefusedAct(_OWN)
            if len(boards) >= record.most:
                raise RefusedAct(_FULL.format(n=record.most))
            taken = {one.number for one in boards}
            number = next(n for n in range(1, record.most + 1) if n not in taken)
            work.displays.add_board(id, DisplayBoardRecord(number, guest.id, guest.name))
            return number

    def leave(self, id: str, who: Visitor, number: int) -> None:
        """Free a board before the display begins: a guest their own, the host any.

        Raises:
            NotFound, RefusedAct: as `join`. NotYours: to anybody else.
        """
        with self._cache.store.write() as work:
            record = _open(work, id)
            board = next((one for one in work.displays.boards(id) if one.number == number), None)
            if board is None:
                return
            if who.id not in (board.player_id, record.host_id):
                raise NotYours
            work.displays.drop_board(id, number)

    def begin(self, id: str, host: Visitor) -> tuple[str, ...]:
        """Begin to play at every board; return the games. Done again, it changes nothing.

        Raises:
            NotFound: if there is no such display. NotYours: to anybody but the host.
            RefusedAct: if nobody came, or it was called off.
        """
        now = self._cache.clock.now_ms()
        with self._cache.store.write() as work:
            record = _hosted(work, id, host)
            boards = work.displays.boards(id)
            if record.begun_at is not None:
                return tuple(one.game_id for one in boards if one.game_id is not None)
            if record.ended_at is not None:
                raise RefusedAct(_OVER)
            if not boards:
                raise RefusedAct(_NO_GUESTS)
            made = []
            for board in boards:
                made.append(_add_game(work, record, board, host, now))
                work.displays.play(id, board.number, made[-1])
            work.displays.begin(id, at=now)
        return tuple(made)

    def call_off(self, id: str, host: Visitor) -> None:
        """Let a display that has not begun not take place.

        Raises:
            NotFound, NotYours: as `begin`. RefusedAct: if it has begun.
        """
        with self._cache.store.write() as work:
            if _hosted(work, id, host).begun_at is not None:
                raise RefusedAct(_BEGUN)
            work.displays.end(id, at=self._cache.clock.now_ms())

    def arrive(self, id: str, host: Visitor, number: int) -> tuple[LiveGame, ...]:
        """Let a host who walks be at a board, and at no other; return the games that have changed.

        Raises:
            NotFound, NotYours: as `begin`, and where there is no such board.
        """
        display = self._mine(id, host)
        board = _board(display, number)
        changed = []
        for one in sorted(display.boards, key=lambda one: one is board):  # left before arrived
            if one.game is None or one.game.stand.score is not None or not display.record.walks:
                continue
            live = self._cache.change(one.game.id, _arrive if one is board else _leave)
            changed += [live] if live is not None else []
        return tuple(changed)

    def look(self, id: str, host: Visitor, number: int) -> GameRecord:
        """Show a blindfold host a board, and write that down.

        Raises:
            NotFound, NotYours: as `arrive`. RefusedAct: if they see the boards anyhow, or play has not begun.
        """
        display = self._mine(id, host)
        game = _board(display, number).game
        if not display.record.blindfold:
            raise RefusedAct(_SEES)
        if game is None:
            raise RefusedAct(_NOT_BEGUN)
        with self._cache.store.write() as work:
            work.displays.look(id, number, at=self._cache.clock.now_ms(), ply=game.stand.ply)
        return game

    def stamps(self, ids: Sequence[str]) -> dict[str, tuple[int, int]]:
        """Return for each display a number that changes with whatever happens to it."""
        with self._cache.store.read() as work:
            found = work.displays.stamps(ids)
        return {id: (zlib.crc32(repr(numbers).encode()), 0) for id, numbers in found.items()}

    def _mine(self, id: str, host: Visitor) -> Display:
        with self._cache.store.read() as work:
            return _display(work, _hosted(work, id, host))


def _record(host: Visitor, asked: DisplayTerms, id: str, now: int) -> DisplayRecord:
    rules = ruleset(asked.game)
    title = " ".join(asked.title.split()) or host.name
    if not is_for_two(rules.core):
        raise BadTerms("game", _NOT_FOR_TWO)
    if len(title) > _TITLE_LENGTH:
        raise BadTerms("title", _TITLE.format(n=_TITLE_LENGTH))
    if not 2 <= asked.most <= MOST_BOARDS:
        raise BadTerms("most", _BOARDS.format(most=MOST_BOARDS))
    if asked.target is not None and not 1 <= asked.target <= 100:
        raise BadTerms("target", _TARGET)
    host_clock, guest_clock = asked.host_clock.strip(), asked.guest_clock.strip()
    if asked.walks and not (host_clock or guest_clock):
        raise BadTerms("walks", _WALKS)
    return DisplayRecord(
        id=id,
        host_id=host.id,
        host_name=host.name,
        title=title,
        game=rules.slug,
        rulebook=asked.rulebook or rules.rulebooks[0],
        host_clock=host_clock or guest_clock,
        guest_clock=guest_clock or host_clock,
        side=asked.side,
        walks=asked.walks,
        blindfold=asked.blindfold,
        target=asked.target,
        most=asked.most,
        created_at=now,
        begun_at=None,
        ended_at=None,
    )


def _host_side(record: DisplayRecord, number: int) -> Side:
    """Return the host's side at a board; in turn, White at odd numbers."""
    if record.side == "alternate":
        return Side.WHITE if number % 2 else Side.BLACK
    name: SideName = "white" if record.side == "white" else "black"
    return side_named(name)


def _game_of(record: DisplayRecord, side: Side) -> NewGame:
    """Return the terms of a board at which the host has a side."""
    blind = record.blindfold
    own = side_name(side)
    conditions = Conditions(
        way=Way.BLINDFOLD_SIMULTANEOUS if blind else Way.SIMULTANEOUS,
        host=own,
        host_walks=record.walks,
        blindfold=(own,) if blind else (),
    )
    new = NewGame(
        game=record.game, rulebook=record.rulebook, friend=True, conditions=conditions, first_move_s=0
    )
    if not record.host_clock:
        return new
    white, black = record.host_clock, record.guest_clock
    if side is Side.BLACK:
        white, black = black, white
    try:
        clock = ClockSettings.parse(white if white == black else f"{white} vs {black}")
    except DamieraError as error:
        raise BadTerms("clock", error.message) from error
    return replace(new, clock=clock, base_ms=clock.base_ms, increment_ms=clock.increment_ms)


def _add_game(
    work: Transaction, record: DisplayRecord, board: DisplayBoardRecord, host: Visitor, now: int
) -> str:
    side, game_id = _host_side(record, board.number), new_id()
    add_game(work, game_id, read_terms(_game_of(record, side)), host, now, started_at=now)
    people = {side: (record.host_id, record.host_name), side.opponent: (board.player_id, board.name)}
    for one in (Side.WHITE, Side.BLACK):
        player, name = people[one]
        work.games.add_seat(game_id, SeatRecord(side_name(one), "human", player, name=name))
    return game_id


def _arrive(transaction: GameTransaction) -> LiveGame | None:
    clock = transaction.live.game.clock
    if clock is None or clock.host is None or clock.host_here:
        return None
    transaction.happen(HostArrived(at=transaction.now), transaction.live.seat(clock.host).player_id)
    return transaction.live


def _leave(transaction: GameTransaction) -> LiveGame | None:
    clock = transaction.live.game.clock
    if clock is None or clock.host is None or not clock.host_here or clock.flagged(transaction.now):
        return None
    transaction.happen(HostLeft(at=transaction.now), transaction.live.seat(clock.host).player_id)
    return transaction.live


def _found(work: Transaction, id: str) -> DisplayRecord:
    record = work.displays.get(id)
    if record is None:
        raise NotFound(id)
    return record


def _open(work: Transaction, id: str) -> DisplayRecord:
    record = _found(work, id)
    if record.ended_at is not None:
        raise RefusedAct(_OVER)
    if record.begun_at is not None:
        raise RefusedAct(_BEGUN)
    return record


def _hosted(work: Transaction, id: str, host: Visitor) -> DisplayRecord:
    record = _found(work, id)
    if record.host_id != host.id:
        raise NotYours
    return record


def _board(display: Display, number: int) -> DisplayBoard:
    board = next((one for one in display.boards if one.number == number), None)
    if board is None:
        raise NotFound(f"{display.record.id}/{number}", _NO_BOARD.format(n=number))
    return board


def _display(work: Transaction, record: DisplayRecord) -> Display:
    boards = []
    for one in work.displays.boards(record.id):
        game = work.games.get(one.game_id) if one.game_id is not None else None
        side = _host_side(record, one.number)
        boards.append(DisplayBoard(one.number, one.name, one.player_id, side, game))
    looks = work.displays.looks(record.id) if record.blindfold else ()
    return Display(record, tuple(boards), tuple(looks))


def _counts(game: GameRecord | None) -> bool:
    return game is not None and game.stand.score != "*"
