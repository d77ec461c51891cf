"""Playing: begin, join, move, act, take back. One call is one transaction.

Whoever knows a game's name may watch it: the link is the secret. Only who holds a seat may act, and only for
the side of his seat. A move is stored before anybody is told of it; the same move sent again gets the same
answer, another move for a half-move that was played is refused.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, get_args

from damiera import _core
from damiera._core import Side
from damiera.game.events import (
    CountRequested,
    DrawAccepted,
    DrawDeclined,
    DrawOffered,
    Event,
    Flagged,
    Moved,
    RepetitionClaimed,
    Resigned,
    UndoAccepted,
    UndoAsked,
    UndoDeclined,
)
from damiera.game.procedures.moving import move_words
from damiera.game.sides import SideName, side_name, side_named, sides_of
from damiera.messages import Message
from damiera.records.games import SeatRecord
from damiera.regulations.citing import implements
from damiera.service.bidding import engine_calls
from damiera.service.errors import BadTerms, Conflict, GameIsOver, NotFound, NotYours, NotYourTurn, Refused
from damiera.service.identity import Visitor
from damiera.service.live import Desk, LiveGame, RematchOffer, Sitting, with_rematch
from damiera.service.names import new_code, new_id, read_code
from damiera.service.new_game import add_game, at_start
from damiera.service.ports import UnitOfWork
from damiera.service.terms import DEFAULT_LEVEL, NewGame, Terms, read_terms

__all__ = ["Act", "Play", "Played", "check_path", "play_path", "require_turn"]

Act = Literal[
    "resign", "offer-draw", "accept-draw", "decline-draw", "claim-repetition", "ask-count",
    "ask-undo", "accept-undo", "decline-undo", "flag",
]  # fmt: skip

LONGEST_PATH: Final = 64
DAY_MS: Final = 86_400_000
ON_THE_WAY_MS: Final = 10_000  # from the old board to the new one: nobody is away so soon after offering
_WAITING: Final = Message("The other seat is still open: send the link, and wait.")


@dataclass(frozen=True, slots=True)
class Played:
    """A move that is stored: half-move `ply`, which made `version`. `repeated`: it was stored before."""

    live: LiveGame
    ply: int
    version: int
    repeated: bool = False


class Play:
    """The use cases of people at a board."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def create(self, visitor: Visitor, new: NewGame) -> LiveGame:
        """Begin a game, with its first move if that is made already.

        Raises:
            BadTerms: if the terms make no game.
            Refused, NotYourTurn: if the first move cannot be played; there is no game then.
        """
        terms = read_terms(new)
        game_id, now = new_id(), self._desk.clock.now_ms()
        with self._desk.store.write() as work:
            _add_game(work, game_id, terms, visitor, now, friend=new.friend)
            sitting = Sitting(work, self._desk.fetch(work, game_id), now)
            if terms.ballot is not None:
                sitting.happen(terms.ballot.event(now), None)
            engine_calls(sitting)
            if new.path:
                require_turn(sitting.live, visitor.id)
                play_path(sitting, new.path, visitor.id)
        self._desk.keep(sitting.live)
        return sitting.live

    def load(self, game_id: str) -> LiveGame:
        """Return a game as it stands. Raises `NotFound`."""
        return self._desk.load(game_id)

    def hold(self, game_id: str) -> None:
        """Keep a game in memory: somebody looks at it."""
        self._desk.hold(game_id)

    def release(self, game_id: str) -> None:
        """Take note that nobody looks at a game any more."""
        self._desk.release(game_id)

    def versions(self, game_ids: Sequence[str]) -> Mapping[str, int]:
        """Return the versions of games as they stand; those that are no more are left out."""
        with self._desk.store.read() as work:
            return work.games.versions(game_ids)

    def invited(self, code: str) -> LiveGame:
        """Return the game to which a code invites, typed in any way; once used, nobody is `waiting` there.

        Raises:
            NotFound: if the code is wrong.
        """
        return self._desk.load(self._by_code(code))

    def join(self, code: str, visitor: Visitor) -> LiveGame:
        """Take the open seat that a code stands for; a clock begins to run.

        Whoever holds a seat already gets his game back and takes nothing.

        Raises:
            NotFound: if the code is wrong, or another has used it.
        """
        game_id = self._by_code(code)

        def sit(sitting: Sitting) -> LiveGame:
            live = sitting.live
            if live.sides_of(visitor.id):
                return live
            side = next(side for side in live.game.sides if live.seat(side).invite == read_code(code))
            if live.seat(side).kind != "open":
                raise _unknown_code(code)
            sitting.take_seat(side, visitor.id, visitor.name)
            return sitting.live

        return self._desk.change(game_id, sit)

    def withdraw(self, game_id: str, player_id: str) -> None:
        """Take away a game that nobody joined.

        Raises:
            NotYours: to who has no seat in it.
            Refused: once somebody sits opposite.
        """

        def remove(sitting: Sitting) -> None:
            if not sitting.live.sides_of(player_id):
                raise NotYours
            if not sitting.live.waiting:
                raise Refused(Message("The game has begun: it can be resigned, not taken away."))
            sitting.touch()
            sitting.work.games.remove(game_id)

        self._desk.change(game_id, remove)
        self._desk.forget(game_id)

    def move(
        self,
        game_id: str,
        player_id: str | None,
        ply: int,
        path: tuple[int, ...],
        drops: tuple[int, ...] = (),
    ) -> Played:
        """Play a route as half-move `ply` (0 is the first). Safe to send again.

        Raises:
            NotYours: without the seat of that half-move.
            NotYourTurn: if the other side is to move.
            Conflict: if another move was played there, or the game has not come so far.
            Refused: if the rules forbid it; carries the explanation.
            GameIsOver: if the game has its result, or the clock has run out, which is stored then.
        """
        check_path(path)

        def play(sitting: Sitting) -> Played:
            live = sitting.live
            if not live.sides_of(player_id):
                raise NotYours
            if 0 <= ply < live.game.ply:
                return _again(live, player_id, ply, path, drops)
            if ply != live.game.ply:
                raise Conflict(live.version)
            require_turn(live, player_id)
            play_path(sitting, path, player_id, drops)
            return Played(sitting.live, ply, sitting.live.version)

        return _unless_late(self._desk.change(game_id, play))

    def act(self, game_id: str, player_id: str | None, what: Act, side: SideName | None = None) -> LiveGame:
        """Do anything that is not a move.

        Who plays against himself, or against the engine, has his request to undo granted at once; an offer of
        a draw to oneself is agreed. The engine answers offers through `MindMoves`.

        Args:
            side: needed only where one player holds both seats; the side to move if left out.
        Raises:
            NotYours: without a seat, or with the other's.
            Refused: if it does not fit the game as it stands.
            GameIsOver: if the game has its result.
        """
        if what not in get_args(Act):
            said = Message("I do not know how to do '{what}'.")
            raise BadTerms("what", said.format(what=what))

        def do(sitting: Sitting) -> LiveGame:
            _act(sitting, player_id, what, _acting(sitting.live, player_id, what, side))
            return sitting.live

        return self._desk.change(game_id, do)

    def claim_flag(self, game_id: str) -> LiveGame | None:
        """End a game whose running clock has run out; a timer calls this. None if there is time left."""

        def claim(sitting: Sitting) -> LiveGame | None:
            clock = sitting.live.game.clock
            if sitting.live.game.outcome is not None or clock is None or not clock.flagged(sitting.now):
                return None
            sitting.happen(Flagged(at=sitting.now), None)
            return sitting.live

        return self._desk.change(game_id, claim)

    def timed_games(self) -> list[tuple[str, int]]:
        """Return the games with a clock that runs, and when it will have run out, in ms since 1970."""
        with self._desk.store.read() as work:
            ids = work.games.with_clock()
        found = ((id, flag_due(self._desk.load(id))) for id in ids)
        return [(id, due) for id, due in found if due is not None]

    def rematch(self, game_id: str, visitor: Visitor, *, here: Collection[str] | None = None) -> LiveGame:
        """Offer the game again with colours swapped, or agree to it; return the game that follows.

        It begins, and its clock with it, when everybody who played has agreed: at once against the engine and
        for two at one screen. Until then who has agreed sits at it, and it is `waiting`.

        Args:
            here: the players who are known to be at either board; None where that is not known. Who offered
                and has gone is not made to lose time: on a clock of less than a day it does not begin.
        Raises:
            NotYours: to who had no seat.
            Refused: while the game goes on; or if who offered is away.
        """

        def again(sitting: Sitting) -> str:
            live = sitting.live = with_rematch(sitting.work, sitting.live)
            if not live.sides_of(visitor.id):
                raise NotYours
            if live.rematch is not None:
                return live.rematch
            if live.game.outcome is None:
                raise Refused(
                    Message("Finish this game first."),
                )
            offer = live.rematch_offer
            if offer is None:
                return _offer_rematch(sitting, visitor)
            if visitor.id not in offer.agreed:
                _require_here(sitting, offer, here)
                _agree(sitting, offer, visitor)
            return offer.id

        return self._desk.load(self._desk.change(game_id, again))

    def decline_rematch(self, game_id: str, player_id: str | None) -> str | None:
        """Turn down, or take back, an offer to play again; return the game that will not be, if any.

        Raises:
            NotYours: to who had no seat.
        """

        def decline(sitting: Sitting) -> str | None:
            live = sitting.live = with_rematch(sitting.work, sitting.live)
            if not live.sides_of(player_id):
                raise NotYours
            if live.rematch_offer is None:
                return None
            sitting.touch()
            sitting.work.games.remove(live.rematch_offer.id)
            sitting.live = replace(sitting.live, rematch_offer=None)
            return live.rematch_offer.id

        gone = self._desk.change(game_id, decline)
        if gone is not None:
            self._desk.forget(gone)
        return gone

    def _by_code(self, code: str) -> str:
        with self._desk.store.read() as work:
            found = work.games.by_invite(read_code(code))
        if found is None:
            raise _unknown_code(code)
        return found


def flag_due(live: LiveGame) -> int | None:
    """Return when the running clock will have run out, in ms since 1970; None where none runs."""
    clock = live.game.clock
    if live.game.outcome is not None or clock is None or clock.running is None:
        return None
    return clock.falls_at()


def check_path(path: tuple[int, ...]) -> None:
    """Refuse what cannot be a route on any board. Raises `BadTerms`."""
    if not 2 <= len(path) <= LONGEST_PATH or not all(0 < square < 1000 for square in path):
        raise BadTerms(
            "path",
            Message("A move is a row of squares, from where it leaves to where it arrives."),
        )


def require_turn(live: LiveGame, player_id: str | None) -> None:
    """Refuse a move by somebody whose turn it is not.

    Raises:
        NotYours, NotYourTurn, GameIsOver, Refused: in this order of importance.
    """
    sides = live.sides_of(player_id)
    if not sides:
        raise NotYours
    if live.game.outcome is not None:
        raise GameIsOver(live.game.outcome.score)
    if live.waiting and live.timed:
        raise Refused(_WAITING)
    if live.game.side not in sides:
        raise NotYourTurn


def play_path(
    sitting: Sitting, path: tuple[int, ...], player_id: str | None, drops: tuple[int, ...] = ()
) -> None:
    """Let the side to move play a route; past the end of its time the game is lost instead, and stored so."""
    side = side_name(sitting.live.game.side)
    sitting.happen(Moved(path=path, drops=drops, at=sitting.now, side=side), player_id)


def _unless_late(played: Played) -> Played:
    """Return what was played, unless the clock had run out before."""
    outcome = played.live.game.outcome
    if outcome is not None and played.live.game.ply == played.ply:
        raise GameIsOver(outcome.score)
    return played


def _again(
    live: LiveGame, player_id: str | None, ply: int, path: tuple[int, ...], drops: tuple[int, ...]
) -> Played:
    """Answer a move sent for a half-move that was played."""
    position = live.game.positions[ply]
    if position.side not in live.sides_of(player_id):
        raise NotYourTurn
    status, found = _core.parse_move(position, move_words(path, drops))
    if status != "ok" or found[0] != live.game.moves[ply]:
        raise Conflict(live.version)
    return Played(live, ply, live.seqs[ply], repeated=True)


def _acting(live: LiveGame, player_id: str | None, what: Act, named: SideName | None) -> Side:
    """Return the side for which a player acts."""
    sides = live.sides_of(player_id)
    if not sides:
        raise NotYours
    if named is not None and side_named(named) not in sides:
        raise NotYours
    if named is not None:
        return side_named(named)
    if len(sides) == 1:
        return sides[0]
    if what == "ask-undo":
        return live.game.positions[-2].side if live.game.ply else live.game.side  # who moved last
    asked = live.game.draw_offer if what in ("accept-draw", "decline-draw") else None
    asked = live.game.undo_request if what in ("accept-undo", "decline-undo") else asked
    return live.game.side if asked is None else next(side for side in sides if side is not asked)


def _act(sitting: Sitting, player_id: str | None, what: Act, side: Side) -> None:
    if sitting.live.game.outcome is not None:
        raise GameIsOver(sitting.live.game.outcome.score)
    if sitting.live.waiting:
        raise Refused(_WAITING)
    if what == "resign" and _others_play_on(sitting.live, side):
        sitting.give_to_engine(side, DEFAULT_LEVEL)
        return
    sitting.happen(_event(what, side_name(side), sitting.now), player_id)
    answer = _answer_at_once(sitting, what, side)
    if answer is not None and sitting.live.game.outcome is None:
        sitting.happen(answer, sitting.live.seat(side_named(answer.side)).player_id)


def _others_play_on(live: LiveGame, side: Side) -> bool:
    """Whether people are left who play on, so that the engine may take the place of one who leaves."""
    others = (live.seat(other) for other in live.game.sides if other is not side)
    people = [seat for seat in others if seat.kind == "human" and seat.player_id != live.seat(side).player_id]
    return len(live.game.sides) > 2 and bool(people)


def _answer_at_once(sitting: Sitting, what: Act, side: Side) -> UndoAccepted | DrawAccepted | None:
    """Return the assent of opponents who need not be asked: the engine to undo, oneself to anything."""
    mine = sitting.live.seat(side)
    others = [other for other in sitting.live.game.sides if other is not side]
    seats = [sitting.live.seat(other) for other in others]
    alone = all(seat.player_id is not None and seat.player_id == mine.player_id for seat in seats)
    name = side_name(others[0])
    if what == "ask-undo" and (alone or all(seat.kind == "engine" for seat in seats)):
        return UndoAccepted(side=name, at=sitting.now)
    if what == "offer-draw" and alone:
        return DrawAccepted(side=name, at=sitting.now)
    return None


def _event(what: Act, side: SideName, at: int) -> Event:
    match what:
        case "resign":
            return Resigned(side=side, at=at)
        case "offer-draw":
            return DrawOffered(side=side, at=at)
        case "accept-draw":
            return DrawAccepted(side=side, at=at)
        case "decline-draw":
            return DrawDeclined(side=side, at=at)
        case "claim-repetition":
            return RepetitionClaimed(side=side, at=at)
        case "ask-count":
            return CountRequested(side=side, at=at)
        case "ask-undo":
            return UndoAsked(side=side, at=at)
        case "accept-undo":
            return UndoAccepted(side=side, at=at)
        case "decline-undo":
            return UndoDeclined(side=side, at=at)
        case "flag":
            return Flagged(at=at)


def _add_game(
    work: UnitOfWork, game_id: str, terms: Terms, visitor: Visitor, now: int, *, friend: bool
) -> None:
    add_game(work, game_id, terms, visitor, now, started_at=None if friend else now)
    for side in sides_of(terms.ruleset.core):
        if side in terms.sides:
            name = terms.name_of(side) if len(terms.sides) > 1 else visitor.name
            seat = SeatRecord(side_name(side), "human", player_id=visitor.id, name=name)
        elif friend:
            seat = SeatRecord(side_name(side), "open", invite=new_code())
        else:
            seat = SeatRecord(side_name(side), "engine", level=terms.level)
        work.games.add_seat(game_id, seat)


@implements("fid.italian:2.9", "fid.english:2.8")
def _offer_rematch(sitting: Sitting, visitor: Visitor) -> str:
    """Add the game that follows, known to who looks at this one; it begins if nobody need agree."""
    sitting.touch()
    live, row, game_id = sitting.live, sitting.live.row, new_id()
    seats = [_seat_again(live.seat(before), side, visitor) for side, before in _moved_on(live)]
    waits = any(seat.kind == "open" for seat in seats)
    sitting.work.games.add(
        game_id,
        row,
        at_start(live.game.start_position),
        created_by=visitor.id,
        rematch_of=row.id,
        at=sitting.now,
        started_at=None if waits else sitting.now,
    )
    for seat in seats:
        sitting.work.games.add_seat(game_id, seat)
    sitting.live = with_rematch(sitting.work, sitting.live)
    return game_id


def _moved_on(live: LiveGame) -> list[tuple[Side, Side]]:
    """Return the sides of the next game, each with the side that its player had in this one."""
    sides = live.game.sides
    return list(zip(sides, (*sides[1:], sides[0]), strict=True))


def _seat_again(old: SeatRecord, side: Side, visitor: Visitor) -> SeatRecord:
    """Return a seat of the next game: open if somebody has still to agree who held it in the last."""
    if old.kind == "human" and old.player_id != visitor.id:
        return SeatRecord(side_name(side), "open", invite=new_code())
    return SeatRecord(side_name(side), old.kind, player_id=old.player_id, level=old.level, name=old.name)


def _require_here(sitting: Sitting, offer: RematchOffer, here: Collection[str] | None) -> None:
    """Refuse to begin while who offered is away, where a clock would run. Raises `Refused`."""
    base_ms = sitting.live.row.base_ms
    if here is None or base_ms is None or base_ms >= DAY_MS or sitting.now - offer.at < ON_THE_WAY_MS:
        return
    away = [seat.name for seat in sitting.live.row.seats if seat.player_id in offer.agreed - set(here)]
    if away:
        said = Message(
            "{name} is not at the board any more, and their clock would start: try again when they are back."
        )
        raise Refused(said.format(name=away[0]))


def _agree(sitting: Sitting, offer: RematchOffer, visitor: Visitor) -> None:
    """Let a player take their seats in the game that is offered; with the last one it begins."""
    sitting.touch()
    games = sitting.work.games
    for side, before in _moved_on(sitting.live):
        if sitting.live.seat(before).player_id == visitor.id:
            version = games.version(offer.id)
            taken = version is not None and games.take_seat(
                offer.id,
                version=version,
                side=side_name(side),
                player_id=visitor.id,
                name=visitor.name,
                at=sitting.now,
            )
            if not taken:
                raise Conflict(sitting.live.version)
    sitting.live = with_rematch(sitting.work, sitting.live)


def _unknown_code(code: str) -> NotFound:
    return NotFound(
        code,
        Message("This invitation is no longer good, or the code has a mistake: ask for another."),
    )
