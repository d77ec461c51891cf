"""A game as use cases hold it: what the store says about it, and its state rebuilt from its events.

`GameCache` gives one game to one transaction. Each process keeps the games it used last; a kept game counts
only while its version is the store's, and one that has fallen behind takes in the events it missed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final, TypeVar

import msgspec

from damiera._core import Move, Position, Side
from damiera.game.clock import ClockSettings
from damiera.game.errors import GameError, GameOver, IllegalRoute
from damiera.game.errors import WrongSideToMove as OtherSideToMove
from damiera.game.events import Event, Interrupted, Moved, decode, encode
from damiera.game.sides import SideName, side_name, side_named
from damiera.game.state import Game
from damiera.game.ways import Conditions, Way
from damiera.notation.fen import parse_fen
from damiera.notation.moves import format_move
from damiera.records.games import GameFacts, GameRecord, GameStand, SeatRecord
from damiera.records.tournaments import TournamentKind
from damiera.rules.crowning import becomes_king, leaves_board
from damiera.rules.explain import Explanation, Reason
from damiera.rules.ruleset import ruleset
from damiera.service.cache import LiveCache, Overtaken
from damiera.service.errors import GameIsOver, NotFound, NotYourTurn, RefusedAct, ServiceError
from damiera.service.ports import ServerClock, StorePort, Transaction
from damiera.service.pulse import Interruption, Pulse
from damiera.service.store_watch import SHORTEST_MS, StoreWatch
from damiera.service.views import PlyView

__all__ = [
    "GameCache",
    "GameTransaction",
    "LiveGame",
    "RematchOffer",
    "after_view",
    "captured_in_order",
    "clock_of",
    "is_by_correspondence",
    "move_due",
    "ply_view",
    "rebuild",
    "refused",
    "stand_of",
    "with_rematch",
]

T = TypeVar("T")
KEPT: Final = 512


class RematchOffer(msgspec.Struct, frozen=True):
    """A game that follows another once all agree: `agreed` sit at it since `at`, other seats are open."""

    id: str
    agreed: frozenset[str]
    at: int


class _Places:
    """Who sits where in a game, ready to be asked: many times a move."""

    __slots__ = ("by_side", "of_player", "seats")

    def __init__(self, seats: tuple[SeatRecord, ...], sides: Sequence[Side]) -> None:
        self.seats = seats
        by_name = {seat.side: seat for seat in seats}
        self.by_side = {side: by_name[name] for side in sides if (name := side_name(side)) in by_name}
        self.of_player: dict[str | None, tuple[Side, ...]] = {}
        for side, seat in self.by_side.items():
            if seat.player_id is not None:
                self.of_player[seat.player_id] = (*self.of_player.get(seat.player_id, ()), side)


@dataclass(frozen=True, slots=True)
class LiveGame:
    """One game at one version.

    Attributes:
        row: its terms and seats.
        version: grows with everything that happens.
        game: its state.
        history: the current line, ready to be shown.
        seqs: for each move of the current line, the version it made.
        rematch: the name of the game that follows it, if there is one.
        rematch_offer: a game that would follow it, if somebody offers one and the others have not agreed.
        plans: what sides have laid ahead by correspondence, as `MovePlan.encode` writes it.
        tournament: the kind of tournament in which it is a board; "" for none.
    """

    row: GameFacts
    version: int
    game: Game
    history: tuple[PlyView, ...] = ()
    seqs: tuple[int, ...] = ()
    rematch: str | None = None
    rematch_offer: RematchOffer | None = None
    plans: Mapping[str, str] = field(default_factory=dict)
    tournament: TournamentKind = ""
    _places: _Places | None = field(default=None, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self._places is None or self._places.seats is not self.row.seats:
            object.__setattr__(self, "_places", _Places(self.row.seats, self.game.sides))

    @property
    def id(self) -> str:
        """The game's name."""
        return self.row.id

    @property
    def waiting(self) -> bool:
        """Whether a seat is still open."""
        return self.row.started_at is None

    @property
    def timed(self) -> bool:
        """Whether the game is played with a clock, running or not yet."""
        return self.row.base_ms is not None

    @property
    def host_id(self) -> str | None:
        """Who gives the display that the game belongs to; None for any other game."""
        host = self.game.conditions.host
        return None if host is None else self.seat(side_named(host)).player_id

    @property
    def by_correspondence(self) -> bool:
        """Whether it is played by correspondence."""
        return is_by_correspondence(self.row)

    def is_arbiter(self, player_id: str | None) -> bool:
        """Tell whether a player writes this game down as its arbiter: who made it, on a real board."""
        return self.game.conditions.arbitrated and player_id is not None and player_id == self.row.created_by

    def only_claims(self, player_id: str | None) -> bool:
        """Tell whether a player moves at a real board, and has a screen only to claim and to consent."""
        return self.game.conditions.screens == "claim" and not self.is_arbiter(player_id)

    @property
    def newest_move(self) -> bytes | None:
        """The move that made this version, as an event is written; None if something else made it."""
        last = self.game.events[-1] if self.game.events else None
        is_move = isinstance(last, Moved) and bool(self.seqs) and self.seqs[-1] == self.version
        return encode(last) if is_move and last is not None else None

    def seat(self, side: Side) -> SeatRecord:
        """Return the seat of a side."""
        assert self._places is not None
        return self._places.by_side[side]

    def sides_of(self, player_id: str | None) -> tuple[Side, ...]:
        """Return the sides a player acts for: none, one, or all; the arbiter writes down what either does."""
        if player_id is None:
            return ()
        if self.game.conditions.arbitrated and self.is_arbiter(player_id):
            return self.game.sides
        assert self._places is not None
        return self._places.of_player.get(player_id, ())

    def after(self, event: Event, seq: int) -> LiveGame:
        """Return the game after an event, which makes version `seq`."""
        game = self.game.apply(event)
        kept = min(game.ply, len(self.seqs))
        if game.conduct.restarts > self.game.conduct.restarts:
            kept = 0
        new = range(kept, game.ply)
        history = (*self.history[:kept], *(ply_view(game, ply) for ply in new))
        seqs = (*self.seqs[:kept], *(seq for _ in new))
        return replace(self, version=seq, game=game, history=history, seqs=seqs)


class GameTransaction:
    """One game within one transaction.

    Attributes:
        live: the game as it stands after what has been done so far.
        now: when that came which is done, milliseconds since 1970.
        stood: whether the clocks stood, which is part of what is done.
    """

    def __init__(self, work: Transaction, live: LiveGame, now: int) -> None:
        self.work = work
        self.live = live
        self.now = now
        self.stood = False

    def happen(self, event: Event, player_id: str | None) -> None:
        """Let an event happen, and store it.

        Raises:
            RefusedAct, GameIsOver, NotYourTurn: if it does not fit the game.
        """
        before = self.live
        seq = before.version + 1
        try:
            after = before.after(event, seq)
        except GameError as error:
            raise refused(error) from error
        added = range(before.game.ply, after.game.ply)
        paths = [",".join(map(str, after.game.paths[ply])) for ply in added]
        path = paths[0] if len(paths) == 1 else None
        if not _accept(self.work, before, after, event, player_id, path):
            raise Overtaken
        games = self.work.games
        if path is None:
            for ply, one in zip(added, paths, strict=True):
                games.add_move(before.id, ply=ply, seq=seq, path=one, at=event.at)
        if after.game.ply < before.game.ply:
            games.drop_moves(before.id, from_ply=after.game.ply)
        self.live = after

    def interrupt(self, interruption: Interruption) -> None:
        """Let the game stand still from when the program did not run, if its clock would have run on.

        A game by correspondence goes on: days are its clock, and nobody need be here.
        """
        last = _latest(self.live.game)
        if not self._may_stand() or last >= interruption.until:
            return
        since = max(last, interruption.since)
        if since < self.now:
            self.happen(Interrupted(at=since, until=interruption.until), None)
            self.stood = True

    def stand_while(self, stalls: Sequence[Interruption]) -> None:
        """Let the clocks stand for as long as the store did not answer; the game goes on.

        What came before counts from when it came; what came meanwhile, from when the store answered again.
        """
        for stall in stalls:
            last = _latest(self.live.game)
            if stall.since < last <= stall.until:
                self.now = max(self.now, last)
            since = max(last, stall.since)
            is_short = stall.until - since < SHORTEST_MS
            if is_short or stall.since >= self.now or not self._may_stand():
                continue
            self.happen(Interrupted(at=since, until=stall.until, goes_on=True), None)
            self.now = max(self.now, stall.until)
            self.stood = True

    def _may_stand(self) -> bool:
        """Tell whether a clock runs that may be made to stand."""
        game = self.live.game
        if game.outcome is not None or game.clock is None or game.clock.running is None:
            return False
        is_in_auction = game.auction is not None and game.auction.is_open
        return not is_in_auction and not self.live.by_correspondence

    def take_seat(self, side: Side, player_id: str, name: str) -> None:
        """Seat a player on the open seat; a clock begins to run now."""
        version, named = self.live.version, side_name(side)
        if not self.work.games.take_seat(
            self.live.id, version=version, side=named, player_id=player_id, name=name, at=self.now
        ):
            raise Overtaken
        self.live = rebuild(self.work, self.live.id)

    def give_to_engine(self, side: Side, level: int) -> None:
        """Let the engine play on for somebody who leaves."""
        self.touch()
        self.work.games.give_to_engine(self.live.id, side=side_name(side), level=level)
        version = self.live.version
        self.live = replace(rebuild(self.work, self.live.id), version=version)

    def touch(self) -> None:
        """Make a new version without an event: nobody else can write to the game until we are done."""
        if not self.work.games.touch(self.live.id, version=self.live.version, at=self.now):
            raise Overtaken
        self.live = replace(self.live, version=self.live.version + 1)


def _latest(game: Game) -> int:
    """Return until when it is known what happened in a game."""
    if not game.events:
        return game.begun_at
    last = game.events[-1]
    return last.until if isinstance(last, Interrupted) else last.at


class GameCache(LiveCache[LiveGame]):
    """Hands out games, one transaction at a time. It keeps those that are held, and those used last.

    Threads may share it.

    Args:
        pulse: tells when the process did not run; whatever comes next to a game finds it standing still.
        watch: tells when what is done came, and when the store did not answer.
    """

    def __init__(
        self,
        store: StorePort,
        clock: ServerClock,
        *,
        kept: int = KEPT,
        pulse: Pulse | None = None,
        watch: StoreWatch | None = None,
    ) -> None:
        super().__init__(store, _as_it_stands, kept=kept)
        self.clock = clock
        self.pulse = pulse
        self.watch = watch or StoreWatch(clock)

    def change(self, game_id: str, step: Callable[[GameTransaction], T]) -> T:
        """Do something with a game in one transaction; what it raises undoes all of it.

        If another process wrote meanwhile, `step` is done again on the game as it is then.

        Raises:
            NotFound: if there is no such game.
            Conflict: if others are always quicker.
        """

        def sit(work: Transaction, live: LiveGame) -> tuple[LiveGame, T]:
            transaction = GameTransaction(work, live, self.watch.came_ms())
            if self.pulse is not None:
                self.pulse.beat()
                if self.pulse.last is not None:
                    transaction.interrupt(self.pulse.last)
            transaction.stand_while(self.watch.stalls())
            result = step(transaction)
            return transaction.live, result

        return self.update(game_id, sit, trusting=True)[1]


def _as_it_stands(work: Transaction, game_id: str, known: LiveGame | None) -> LiveGame:
    """Return a game as a transaction sees it; one that is kept takes in the events it missed."""
    if known is None:
        return rebuild(work, game_id)
    if work.games.version(game_id) == known.version:
        return known
    return _caught_up(work, known)


def rebuild(work: Transaction, game_id: str) -> LiveGame:
    """Return the game from its beginning and its events.

    Raises:
        NotFound: if there is no such game.
    """
    row = _row(work, game_id)
    rules = ruleset(row.game)
    position = parse_fen(row.start_fen, rules).position() if row.start_fen else None
    game = Game.start(
        rules,
        rulebook=row.rulebook,
        position=position,
        clock=clock_of(row),
        conditions=Conditions.decode(row.conditions) if row.conditions else None,
        at=row.started_at or row.created_at,
    )
    if row.started_at is None:
        game = replace(game, clock=None)  # no time passes while a seat is open
    live = LiveGame(row, row.version, game, tournament=work.phones.directed(game_id))
    live = _with_plans(work, with_rematch(work, live))
    return _with_events(work, live, row.version, after=0)


def with_rematch(work: Transaction, live: LiveGame) -> LiveGame:
    """Return a game that knows what follows it, or would."""
    found = work.games.rematch_of(live.id)
    row = work.games.get(found) if found is not None else None
    if row is None or row.started_at is not None:
        return replace(live, rematch=row.id if row is not None else None, rematch_offer=None)
    agreed = frozenset(seat.player_id for seat in row.seats if seat.player_id is not None)
    return replace(live, rematch=None, rematch_offer=RematchOffer(row.id, agreed, row.created_at))


def _with_plans(work: Transaction, live: LiveGame) -> LiveGame:
    """Return a game that knows what was laid ahead in it; only games by correspondence are asked."""
    return replace(live, plans=work.games.plans(live.id)) if live.by_correspondence else live


def clock_of(row: GameFacts) -> ClockSettings | None:
    """Return how the clocks of a game are set; None for a game without."""
    if row.base_ms is None:
        return None
    if row.clock is not None:
        return ClockSettings.decode(row.clock)
    return ClockSettings(row.base_ms, row.increment_ms or 0)


def is_by_correspondence(row: GameFacts) -> bool:
    """Tell whether a game is played by correspondence: it was agreed so, or the clock counts days."""
    clock = clock_of(row)
    if clock is not None and clock.counts_days:
        return True
    return row.conditions is not None and Conditions.decode(row.conditions).way is Way.CORRESPONDENCE


def move_due(live: LiveGame) -> int | None:
    """Return when the time of who is to move ends, in ms since 1970, where a clock counts days; else None.

    A vacation that has begun is reckoned as used to its end.
    """
    settings, clock = clock_of(live.row), live.game.clock
    if settings is None or clock is None or live.game.outcome is not None:
        return None
    return clock.falls_at() if settings.counts_days else None


def refused(error: GameError) -> ServiceError:
    """Return what a use case says when a game refuses an event."""
    match error:
        case GameOver():
            return GameIsOver(error.outcome.score)
        case OtherSideToMove():
            return NotYourTurn()
        case IllegalRoute():
            candidates = _candidates(error.position, error.path, error.explanation)
            return RefusedAct(
                error.message,
                explanation=error.explanation,
                position=error.position,
                candidates=candidates,
                path=error.path,
            )
        case _:
            return RefusedAct(error.message)


def ply_view(game: Game, ply: int) -> PlyView:
    """Return a move of the current line as it is shown, without notes."""
    before, move, path = game.positions[ply], game.moves[ply], game.paths[ply]
    return PlyView(
        ply=ply,
        text=format_move(before, move),
        path=path,
        captured=captured_in_order(before, move, path),
        promotes=becomes_king(before.rules, move),
        leaves=leaves_board(before.rules, move),
        becomes=move.becomes,
        side=side_name(before.side),
        after=_pieces_of(game.positions[ply + 1]) if game.conduct.jumps else after_view(before, move),
        drops=move.drops,
    )


def _pieces_of(position: Position) -> dict[str, str]:
    """Return what stands where: a browser cannot tell by itself once the board changed without a move."""
    return {str(square): piece for square, piece in (position.stacks or position.pieces).items()}


def after_view(position: Position, move: Move) -> dict[str, str] | None:
    """Return what stands where after a move; None where captured pieces just leave and nothing comes.

    Then a browser can tell by itself.
    """
    if position.rules.family not in ("towers", "reentry", "chessmen"):
        return None
    return _pieces_of(position.play(move))


def captured_in_order(position: Position, move: Move, path: Sequence[int]) -> tuple[int, ...]:
    """Return the captured squares of a move in the order in which its route jumps them."""
    if len(move.captured) < 2 or position.rules.family in ("towers", "chessmen"):
        return move.captured
    place = position.rules.coordinates
    found: list[int] = []
    for start, end in pairwise(path):
        found += (
            s for s in move.captured if s not in found and _is_between(place(start), place(s), place(end))
        )
    return tuple(found)


def _is_between(start: tuple[int, int], square: tuple[int, int], end: tuple[int, int]) -> bool:
    """Tell whether a square lies on the straight line between two others."""
    (a, b), (c, d) = _step(start, square), _step(square, end)
    return a * d == b * c and a * c + b * d > 0


def _step(start: tuple[int, int], end: tuple[int, int]) -> tuple[int, int]:
    return end[0] - start[0], end[1] - start[1]


def _candidates(position: Position, path: tuple[int, ...], explanation: Explanation) -> tuple[Move, ...]:
    """Return the moves that a route may mean, where it may mean several."""
    if explanation.reason is not Reason.AMBIGUOUS:
        return ()
    ends = (path[0], path[-1])
    return tuple(move for move in position.moves() if (move.origin, move.destination) == ends)


def _row(work: Transaction, game_id: str) -> GameRecord:
    row = work.games.get(game_id)
    if row is None:
        raise NotFound(game_id)
    return row


def _caught_up(work: Transaction, known: LiveGame) -> LiveGame:
    """Return a kept game with the events it missed; a seat taken meanwhile may have started its clock."""
    row = _row(work, known.id)
    if row.started_at != known.row.started_at:
        return rebuild(work, known.id)
    fresh = _with_plans(work, with_rematch(work, replace(known, row=row)))
    return _with_events(work, fresh, row.version, after=known.version)


def _with_events(work: Transaction, live: LiveGame, version: int, *, after: int) -> LiveGame:
    """Return a game with the events between two versions: not every version is an event's.

    Others may write while we read; what came after `version` is not ours to see yet.
    """
    for event in work.games.events(live.id, after=after, up_to=version):
        live = live.after(decode(event.body), event.seq)
    return replace(live, version=version)


def _accept(
    work: Transaction,
    before: LiveGame,
    after: LiveGame,
    event: Event,
    player_id: str | None,
    path: str | None,
) -> bool:
    """Store an event, the half-move that it is, and where the game stands after it, for the lists."""
    body = encode(event).decode()
    return work.games.accept(
        before.id,
        stand_of(after),
        version=before.version,
        at=event.at,
        player_id=player_id,
        body=body,
        path=path,
    )


def stand_of(live: LiveGame) -> GameStand:
    """Return where a game stands, as the lists show it."""
    game, outcome = live.game, live.game.outcome
    return GameStand(
        ply=game.ply,
        turn=side_name(game.side),
        fen=game.position.fen,
        last_move=live.history[-1].text if live.history else "",
        draw_offer=_named(game.draw_offer),
        score=outcome.score if outcome else None,
        winner=_named(outcome.winner) if outcome else None,
        termination=outcome.termination.value if outcome else None,
    )


def _named(side: Side | None) -> SideName | None:
    return None if side is None else side_name(side)
