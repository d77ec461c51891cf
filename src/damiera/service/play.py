"""Playing: begin, join, move, act, take back. One call is one transaction.

Whoever knows a game's name may watch it: the link is the secret. Only who holds a seat may act, and only for
the side of their seat. A move is stored before anybody is told of it; the same move sent again gets the same
answer, another move for a half-move that was played is refused.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Final, Literal, get_args

import msgspec

from damiera._core import Side
from damiera.game.errors import GameError
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
    decode,
)
from damiera.game.sides import SideName, side_name, side_named, sides_of
from damiera.game.ways import Conditions
from damiera.messages import Message
from damiera.records.games import SeatRecord
from damiera.records.people import RatedGameRecord
from damiera.regulations.citations import implements
from damiera.rules.routes import move_along
from damiera.service.bidding import engine_calls
from damiera.service.errors import BadTerms, Conflict, GameIsOver, NotFound, NotYours, NotYourTurn, RefusedAct
from damiera.service.game_views import is_deleted
from damiera.service.identity import Visitor
from damiera.service.known_versions import KnownVersions
from damiera.service.live import (
    GameCache,
    GameTransaction,
    LiveGame,
    RematchOffer,
    clock_of,
    with_rematch,
)
from damiera.service.move_plans import answer_by_plan
from damiera.service.names import new_code, new_id, read_code
from damiera.service.new_game import add_game, at_start, play_opening_again
from damiera.service.ports import Transaction
from damiera.service.rated_games import agree_again, agree_upon, require_welcome
from damiera.service.terms import DEFAULT_LEVEL, NewGame, NewGameTerms, read_terms

__all__ = ["Act", "Play", "StoredMove", "check_path", "play_path", "require_turn"]

Act = Literal[
    "resign", "offer-draw", "accept-draw", "decline-draw", "claim-repetition", "ask-count",
    "ask-undo", "accept-undo", "decline-undo", "flag",
]  # fmt: skip
"""What a player may do besides moving, as the protocol names it."""

LONGEST_PATH: Final = 64
DAY_MS: Final = 86_400_000
ON_THE_WAY_MS: Final = 10_000  # from the old board to the new one: nobody is away so soon after offering
_NOTHING_AGREED: Final = RatedGameRecord(rated=False, private=False)
_BETWEEN_PLAYERS: Final = ("ask-undo", "accept-undo", "decline-undo")
_ARBITER_TAKES_BACK: Final = Message("Moves are not taken back here: claim of the arbiter what was wrong.")
_ARBITER_WRITES: Final = Message(
    "Here the moves are made on the board, and the arbiter writes them down: claim, or call the arbiter."
)
_NOBODY_AGAIN: Final = Message("Nobody is there to play again: the account of the other player was deleted.")
_WAITING: Final = Message("The other seat is still open: send the link, and wait.")


class StoredMove(msgspec.Struct, frozen=True):
    """A move that is stored: half-move `ply`, which made `version`. `repeated`: it was stored before."""

    live: LiveGame
    ply: int
    version: int
    repeated: bool = False


class Play:
    """The use cases of people at a board."""

    def __init__(self, cache: GameCache) -> None:
        self._cache = cache
        self._versions = KnownVersions(cache.store, lambda work, ids: work.games.versions(tuple(ids)))

    def create(self, visitor: Visitor, new: NewGame, agreed: RatedGameRecord = _NOTHING_AGREED) -> LiveGame:
        """Begin a game, with its first move if that is made already.

        Args:
            agreed: whether it is rated, or private, which only an account may say.
        Raises:
            BadTerms: if the terms make no game.
            RefusedAct, NotYourTurn: if the first move cannot be played; there is no game then.
        """
        terms = read_terms(new)
        game_id, now = new_id(), self._cache.clock.now_ms()
        with self._cache.store.write() as work:
            _add_game(work, game_id, terms, visitor, now, friend=new.friend)
            agree_upon(work, game_id, visitor.id, new, terms, agreed)
            transaction = GameTransaction(work, self._cache.fetch(work, game_id), now)
            if terms.ballot is not None:
                transaction.happen(terms.ballot.event(now), None)
            engine_calls(transaction)
            if new.path:
                require_turn(transaction.live, visitor.id)
                play_path(transaction, new.path, visitor.id)
        self._cache.keep(transaction.live)
        return transaction.live

    def load(self, game_id: str) -> LiveGame:
        """Return a game as it stands. Raises `NotFound`."""
        return self._cache.load(game_id)

    def agreed(self, game_id: str) -> RatedGameRecord:
        """Return whether a game is rated, or private."""
        with self._cache.store.read() as work:
            return work.ratings.agreed(game_id) or _NOTHING_AGREED

    def offered_to(self, game_id: str) -> str:
        """Return the name of the first player who is offered a game as a rematch and has not agreed yet.

        Empty where a game is no rematch, or all have agreed.
        """
        with self._cache.store.read() as work:
            before = work.games.before_rematch(game_id)
            last, row = work.games.get(before) if before else None, work.games.get(game_id)
        if last is None or row is None or row.started_at is not None:
            return ""
        agreed = {seat.player_id for seat in row.seats}
        names = (s.name for s in last.seats if s.player_id is not None and s.player_id not in agreed)
        return next(filter(None, names), "")

    def told(self, game_id: str, version: int, event: bytes) -> LiveGame | None:
        """Return a game after the move that another worker has stored as its version, without the store.

        None if it has to be read: it is not kept as it stood before, or more has happened than that move.

        Args:
            event: as `LiveGame.newest_move` writes it.
        """
        known = self._cache.kept(game_id)
        if known is None or known.version != version - 1 or known.by_correspondence:
            return None
        try:
            after = known.after(decode(event), version)
        except GameError:
            return None  # of another version of the program, or of another game
        self._cache.keep(after)
        return after

    def hold(self, game_id: str) -> None:
        """Keep a game in memory: somebody looks at it."""
        self._cache.hold(game_id)

    def release(self, game_id: str) -> None:
        """Take note that nobody looks at a game any more."""
        self._cache.release(game_id)

    def versions(self, game_ids: Sequence[str]) -> Mapping[str, int]:
        """Return the versions of games as they stand; those that are no more are left out."""
        return self._versions.of(game_ids)

    def invited(self, code: str) -> LiveGame:
        """Return the game to which a code invites, typed in any way; once used, nobody is `waiting` there.

        Raises:
            NotFound: if the code is wrong.
        """
        return self._cache.load(self._by_code(code))

    def join(self, code: str, visitor: Visitor) -> LiveGame:
        """Take the open seat that a code stands for; a clock begins to run.

        Whoever holds a seat already gets their game back and takes nothing.

        Raises:
            NotFound: if the code is wrong, or another has used it.
            NotYours: to a guest where the game is rated; where one does not want to play the other.
        """
        game_id = self._by_code(code)

        def sit(transaction: GameTransaction) -> LiveGame:
            live = transaction.live
            if live.sides_of(visitor.id):
                return live
            side = next(side for side in live.game.sides if live.seat(side).invite == read_code(code))
            if live.seat(side).kind != "open":
                raise _unknown_code(code)
            require_welcome(transaction.work, live, visitor.id)
            transaction.take_seat(side, visitor.id, visitor.name)
            return transaction.live

        return self._cache.change(game_id, sit)

    def withdraw(self, game_id: str, player_id: str) -> str | None:
        """Take away a game that nobody joined; return the game that it was offered to follow, if any.

        Raises:
            NotYours: to whoever has no seat in it.
            RefusedAct: once somebody sits opposite.
        """

        def remove(transaction: GameTransaction) -> str | None:
            live = transaction.live
            is_theirs = live.is_arbiter(player_id) or not live.game.conditions.arbitrated
            if not live.sides_of(player_id) or not is_theirs:
                raise NotYours
            if not live.waiting:
                raise RefusedAct(Message("The game has begun: it can be resigned, not taken away."))
            transaction.touch()
            before = transaction.work.games.before_rematch(game_id)
            transaction.work.games.remove(game_id)
            return before

        def no_longer_offered(transaction: GameTransaction) -> None:
            transaction.touch()
            transaction.live = with_rematch(transaction.work, transaction.live)

        before = self._cache.change(game_id, remove)
        self._cache.forget(game_id)
        if before is not None:
            self._cache.change(before, no_longer_offered)
        return before

    def move(
        self,
        game_id: str,
        player_id: str | None,
        ply: int,
        path: tuple[int, ...],
        drops: tuple[int, ...] = (),
        *,
        version: int | None = None,
    ) -> StoredMove:
        """Play a route as half-move `ply` (0 is the first). Safe to send again.

        Args:
            version: that the game must be at for a move not played yet; None: any.
        Raises:
            NotYours: without the seat of that half-move.
            NotYourTurn: if the other side is to move.
            Conflict: if another move was played there, or the game has not come so far.
            RefusedAct: if the rules forbid it; carries the explanation.
            GameIsOver: if the game has its result, or the clock has run out, which is stored then.
        """
        check_path(path)

        def play(transaction: GameTransaction) -> StoredMove:
            live = transaction.live
            if not live.sides_of(player_id):
                raise NotYours
            if 0 <= ply < live.game.ply:
                return _again(live, player_id, ply, path, drops)
            if ply != live.game.ply or version not in (None, live.version):
                raise Conflict(live.version)
            require_turn(live, player_id)
            play_path(transaction, path, player_id, drops)
            seq = transaction.live.version
            answer_by_plan(transaction)
            return StoredMove(transaction.live, ply, seq)

        return _unless_late(self._cache.change(game_id, play))

    def act(self, game_id: str, player_id: str | None, what: Act, side: SideName | None = None) -> LiveGame:
        """Do anything that is not a move.

        A player on both sides, or against the engine, has a request to undo granted at once; an offer of
        a draw to oneself is agreed. The engine answers offers through `EngineMoves`.

        Args:
            side: needed only where one player holds both seats; the side to move if left out.
        Raises:
            NotYours: without a seat, or with the other's.
            RefusedAct: if it does not fit the game as it stands.
            GameIsOver: if the game has its result.
        """
        if what not in get_args(Act):
            said = Message("I do not know how to do '{what}'.")
            raise BadTerms("what", said.format(what=what))

        def do(transaction: GameTransaction) -> LiveGame:
            _act(transaction, player_id, what, _acting(transaction.live, player_id, what, side))
            return transaction.live

        return self._cache.change(game_id, do)

    def claim_flag(self, game_id: str) -> LiveGame | None:
        """End a game whose running clock has run out; a timer calls this. None if there is time left.

        Its clocks may have stood meanwhile: then it is returned, and goes on.
        """

        def claim(transaction: GameTransaction) -> LiveGame | None:
            transaction.work.games.version(game_id)  # if the store does not answer, a move may wait for it
            transaction.now = max(transaction.now, self._cache.clock.now_ms())
            transaction.stand_while(self._cache.watch.stalls())
            game = transaction.live.game
            if game.outcome is not None or game.clock is None or not game.clock.flagged(transaction.now):
                return transaction.live if transaction.stood else None
            transaction.happen(Flagged(at=transaction.now), None)
            return transaction.live

        return self._cache.change(game_id, claim)

    def interrupted(self, game_id: str) -> LiveGame | None:
        """Let a game stand still if the program did not run, or could not store, while its clock did.

        None if nothing of it has changed by that, and it does not stand still.
        """

        def stand(transaction: GameTransaction) -> LiveGame | None:
            live = transaction.live
            halts = live.game.conduct.halt == "interrupted" or live.game.outcome is not None
            return live if halts or transaction.stood else None

        return self._cache.change(game_id, stand)

    def try_store(self) -> None:
        """See whether the store answers; nothing is written."""
        with self._cache.store.write():
            pass

    def timed_games(self) -> list[tuple[str, int]]:
        """Return the games with a clock that runs, and when it will have run out, in ms since 1970."""
        with self._cache.store.read() as work:
            ids = work.games.with_clock()
        found = ((id, flag_due(self._cache.load(id))) for id in ids)
        return [(id, due) for id, due in found if due is not None]

    def rematch(self, game_id: str, visitor: Visitor, *, here: Collection[str] | None = None) -> LiveGame:
        """Offer the game again with colours swapped, or agree to it; return the game that follows.

        It begins, and its clock with it, when everybody who played has agreed: at once against the engine and
        for two at one screen. Until then who has agreed sits at it, and it is `waiting`.

        Args:
            here: the players who are known to be at either board; None where that is not known. Who offered
                and has gone is not made to lose time: on a clock of less than a day it does not begin.
        Raises:
            NotYours: to whoever had no seat.
            RefusedAct: while the game goes on; if who offered is away, or another has deleted their account.
        """

        def again(transaction: GameTransaction) -> str:
            live = transaction.live = with_rematch(transaction.work, transaction.live)
            if not live.sides_of(visitor.id):
                raise NotYours
            if live.rematch is not None:
                return live.rematch
            if live.game.outcome is None:
                raise RefusedAct(
                    Message("Finish this game first."),
                )
            if any(map(is_deleted, live.row.seats)):
                raise RefusedAct(_NOBODY_AGAIN)
            require_welcome(transaction.work, live, visitor.id)
            offer = live.rematch_offer
            if offer is None:
                return _offer_rematch(transaction, visitor)
            if visitor.id not in offer.agreed:
                _require_here(transaction, offer, here)
                _agree(transaction, offer, visitor)
            return offer.id

        return self._cache.load(self._cache.change(game_id, again))

    def decline_rematch(self, game_id: str, player_id: str | None) -> str | None:
        """Turn down, or take back, an offer to play again; return the game that will not be, if any.

        Raises:
            NotYours: to whoever had no seat.
        """

        def decline(transaction: GameTransaction) -> str | None:
            live = transaction.live = with_rematch(transaction.work, transaction.live)
            if not live.sides_of(player_id):
                raise NotYours
            if live.rematch_offer is None:
                return None
            transaction.touch()
            transaction.work.games.remove(live.rematch_offer.id)
            transaction.live = replace(transaction.live, rematch_offer=None)
            return live.rematch_offer.id

        gone = self._cache.change(game_id, decline)
        if gone is not None:
            self._cache.forget(gone)
        return gone

    def _by_code(self, code: str) -> str:
        with self._cache.store.read() as work:
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
        NotYours, NotYourTurn, GameIsOver, RefusedAct: in this order of importance.
    """
    sides = live.sides_of(player_id)
    if not sides:
        raise NotYours
    if live.game.outcome is not None:
        raise GameIsOver(live.game.outcome.score)
    if live.waiting and live.timed:
        raise RefusedAct(_WAITING)
    if live.only_claims(player_id):
        raise RefusedAct(_ARBITER_WRITES)
    if live.game.side not in sides:
        raise NotYourTurn


def play_path(
    transaction: GameTransaction, path: tuple[int, ...], player_id: str | None, drops: tuple[int, ...] = ()
) -> None:
    """Let the side to move play a route; past the end of its time the game is lost instead, and stored so."""
    side = side_name(transaction.live.game.side)
    transaction.happen(Moved(path=path, drops=drops, at=transaction.now, side=side), player_id)


def _unless_late(played: StoredMove) -> StoredMove:
    """Return what was played, unless the clock had run out before."""
    outcome = played.live.game.outcome
    if outcome is not None and played.live.game.ply == played.ply:
        raise GameIsOver(outcome.score)
    return played


def _again(
    live: LiveGame, player_id: str | None, ply: int, path: tuple[int, ...], drops: tuple[int, ...]
) -> StoredMove:
    """Answer a move sent for a half-move that was played."""
    position = live.game.positions[ply]
    if position.side not in live.sides_of(player_id):
        raise NotYourTurn
    if move_along(position, path, drops) != live.game.moves[ply]:
        raise Conflict(live.version)
    return StoredMove(live, ply, live.seqs[ply], repeated=True)


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


def _act(transaction: GameTransaction, player_id: str | None, what: Act, side: Side) -> None:
    if transaction.live.game.outcome is not None:
        raise GameIsOver(transaction.live.game.outcome.score)
    if transaction.live.waiting:
        raise RefusedAct(_WAITING)
    if what == "resign" and _others_play_on(transaction.live, side):
        transaction.give_to_engine(side, DEFAULT_LEVEL)
        return
    is_arbiter = transaction.live.is_arbiter(player_id)
    if what in _BETWEEN_PLAYERS and transaction.live.game.conditions.arbitrated and not is_arbiter:
        raise RefusedAct(_ARBITER_TAKES_BACK)
    transaction.happen(_event(what, side_name(side), transaction.now), player_id)
    answer = _answer_at_once(transaction, what, side, is_arbiter=is_arbiter)
    if answer is not None and transaction.live.game.outcome is None:
        transaction.happen(answer, transaction.live.seat(side_named(answer.side)).player_id)


def _others_play_on(live: LiveGame, side: Side) -> bool:
    """Whether people are left who play on, so that the engine may take the place of one who leaves."""
    others = (live.seat(other) for other in live.game.sides if other is not side)
    people = [seat for seat in others if seat.kind == "human" and seat.player_id != live.seat(side).player_id]
    return len(live.game.sides) > 2 and bool(people)


def _answer_at_once(
    transaction: GameTransaction, what: Act, side: Side, *, is_arbiter: bool
) -> UndoAccepted | DrawAccepted | None:
    """Return the assent of opponents who need not be asked: the engine to undo, oneself to anything.

    Nor are they asked when the arbiter takes back what was written wrongly.
    """
    mine = transaction.live.seat(side)
    others = [other for other in transaction.live.game.sides if other is not side]
    seats = [transaction.live.seat(other) for other in others]
    alone = all(seat.player_id is not None and seat.player_id == mine.player_id for seat in seats)
    name = side_name(others[0])
    if what == "ask-undo" and (alone or is_arbiter or all(seat.kind == "engine" for seat in seats)):
        return UndoAccepted(side=name, at=transaction.now)
    if what == "offer-draw" and alone:
        return DrawAccepted(side=name, at=transaction.now)
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
    work: Transaction, game_id: str, terms: NewGameTerms, visitor: Visitor, now: int, *, friend: bool
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
def _offer_rematch(transaction: GameTransaction, visitor: Visitor) -> str:
    """Add the game that follows, known to whoever looks at this one; it begins if nobody need agree.

    An opening drawn by lot is played again: each has it with the other colour.
    """
    transaction.touch()
    live, row, game_id = transaction.live, transaction.live.row, new_id()
    asker = None if live.is_arbiter(visitor.id) else visitor.id
    seats = [_seat_again(live.seat(before), side, asker) for side, before in _moved_on(live)]
    waits = any(seat.kind == "open" for seat in seats)
    made_by = row.created_by if live.game.conditions.arbitrated else visitor.id
    agreed = _conditions_again(live)
    begun = agreed.start(live.game.ruleset) or live.game.start_position
    clock = clock_of(row)
    if clock is not None and clock.black is not None:
        clock = clock.exchanged()
        row = replace(row, base_ms=clock.base_ms, increment_ms=clock.increment_ms, clock=clock.encode())
    transaction.work.games.add(
        game_id,
        replace(
            row,
            start_fen=begun.fen if agreed.without else row.start_fen,
            conditions=agreed.encode() if agreed != Conditions() else None,
        ),
        at_start(begun),
        created_by=made_by or visitor.id,
        rematch_of=row.id,
        at=transaction.now,
        started_at=None if waits else transaction.now,
    )
    for seat in seats:
        transaction.work.games.add_seat(game_id, seat)
    agree_again(transaction.work, row.id, game_id)
    play_opening_again(transaction, game_id, None)
    transaction.live = with_rematch(transaction.work, transaction.live)
    return game_id


def _conditions_again(live: LiveGame) -> Conditions:
    """Return what is agreed for the next game: who sees nothing, is host or gives odds stays it."""
    agreed = live.game.conditions
    now = {side_name(before): side_name(side) for side, before in _moved_on(live)}
    blindfold = tuple(sorted((now[name] for name in agreed.blindfold), reverse=True))
    host = None if agreed.host is None else now[agreed.host]
    without = agreed.without_exchanged(live.game.ruleset)
    return replace(agreed, blindfold=blindfold, host=host, without=without)


def _moved_on(live: LiveGame) -> list[tuple[Side, Side]]:
    """Return the sides of the next game, each with the side that its player had in this one."""
    sides = live.game.sides
    return list(zip(sides, (*sides[1:], sides[0]), strict=True))


def _seat_again(old: SeatRecord, side: Side, asker: str | None) -> SeatRecord:
    """Return a seat of the next game: open, with their name, if who held it in the last has still to agree.

    Where the arbiter has it played again (`asker` is None) nobody need agree.
    """
    if old.kind == "human" and asker is not None and old.player_id != asker:
        return SeatRecord(side_name(side), "open", name=old.name, invite=new_code())
    return SeatRecord(side_name(side), old.kind, player_id=old.player_id, level=old.level, name=old.name)


def _require_here(transaction: GameTransaction, offer: RematchOffer, here: Collection[str] | None) -> None:
    """Refuse to begin while who offered is away, where a clock would run. Raises `RefusedAct`."""
    base_ms = transaction.live.row.base_ms
    if here is None or base_ms is None or base_ms >= DAY_MS or transaction.now - offer.at < ON_THE_WAY_MS:
        return
    away = [seat.name for seat in transaction.live.row.seats if seat.player_id in offer.agreed - set(here)]
    if away:
        said = Message(
            "{name} is not at the board any more, and their clock would start: try again when they are back."
        )
        raise RefusedAct(said.format(name=away[0]))


def _agree(transaction: GameTransaction, offer: RematchOffer, visitor: Visitor) -> None:
    """Let a player take their seats in the game that is offered; with the last one it begins."""
    transaction.touch()
    games = transaction.work.games
    for side, before in _moved_on(transaction.live):
        if transaction.live.seat(before).player_id == visitor.id:
            version = games.version(offer.id)
            taken = version is not None and games.take_seat(
                offer.id,
                version=version,
                side=side_name(side),
                player_id=visitor.id,
                name=visitor.name,
                at=transaction.now,
            )
            if not taken:
                raise Conflict(transaction.live.version)
    transaction.live = with_rematch(transaction.work, transaction.live)


def _unknown_code(code: str) -> NotFound:
    return NotFound(
        code,
        Message("This invitation is no longer good, or the code has a mistake: ask for another."),
    )
