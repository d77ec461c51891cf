"""A game of draughts as a value: what has happened in it, and what may happen next.

`Game.apply(event)` returns a new game; the old one stays as it was. Applying the events of a game one after
the other to its start gives the same game again: that is how a store rebuilds one. An event costs the same,
give or take the copy of a few rows of references, whether the game is ten moves old or a thousand.

What the rulebooks leave open is decided thus:
- The clock of the first to move runs from the start of the game.
- Once a flag has fallen, whatever event comes next finds the game lost on time and is itself not carried out.
- A draw offer stands until the opponent answers or moves; a move declines it. One may offer again after one's
  own next move. Two offers cannot stand at once.
- Undo goes back to where the asker was to move before his last move: one ply, or two if it is his turn again.
  It needs the opponent's assent. Any move annuls the request. No time is given back, and no increment taken.
- A game adjourned, paused, or with a move in the envelope takes only what ends it or has it go on.
- A claim of repetition is about the position on the board; either player may make it. Where checking takes no
  time a wrong claim costs nothing and is refused; otherwise it is an event of the game and is charged.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from operator import attrgetter
from typing import Any

from damiera import _core
from damiera._core import Move, Position, Side
from damiera.game.auction import Auction, contract_score
from damiera.game.clock import Clock, ClockSettings
from damiera.game.conduct import Conduct, Jump, article_on
from damiera.game.draws import (
    DrawRules,
    MoveCount,
    Tally,
    article_of,
    is_short_of_time,
    plies_to_draw,
    time_after_wrong_claim,
)
from damiera.game.errors import (
    AlreadyAsked,
    BadCountLimit,
    FlagNotFallen,
    GameOver,
    IllegalRoute,
    NoOffer,
    NothingToClaim,
    NothingToCount,
    NothingToUndo,
    NotYourTurn,
    OnlyForTwo,
    OutOfOrder,
    TooSoon,
    WrongGame,
)
from damiera.game.events import (
    Annulled,
    Balloted,
    Bid,
    Corrected,
    CountRequested,
    Crowned,
    DrawAccepted,
    DrawDeclined,
    DrawOffered,
    Event,
    Flagged,
    Irregular,
    LetStand,
    Moved,
    Opened,
    Passed,
    Refused,
    RepetitionClaimed,
    Resigned,
    Resumed,
    Ruled,
    UndoAccepted,
    UndoAsked,
    UndoDeclined,
)
from damiera.game.irregular import after_irregularity
from damiera.game.outcome import Declarer, Outcome, Termination
from damiera.game.procedures.refusing import refuse
from damiera.game.procedures.table import PROCEDURES
from damiera.game.sides import is_for_two, side_name, side_named, side_text, sides_of
from damiera.game.timing.units import length_words
from damiera.game.ways import Conditions, Way
from damiera.lang import Text
from damiera.regulations.book import Rulebook, rulebook
from damiera.regulations.citing import implements
from damiera.rules.explain import explain_move
from damiera.rules.ruleset import Ruleset

__all__ = ["Facts", "Game", "move_words"]

_NOBODY: frozenset[Side] = frozenset()
_USUAL = Conditions()
_UNTROUBLED = Conduct()
# What a game that stands still takes: what ends it, or has it go on.
_WHILE_HALTED = (Opened, Resumed, Resigned, DrawOffered, DrawAccepted, DrawDeclined, Ruled)
# And while the arbiter has stopped the clocks, what he is called for.
_AT_THE_BOARD = (
    Annulled,
    Corrected,
    CountRequested,
    Crowned,
    Irregular,
    LetStand,
    Refused,
    RepetitionClaimed,
)
_WHILE_BIDDING = (Bid, Passed, Resigned, Flagged, Ruled)


@dataclass(frozen=True, slots=True)
class Facts:
    """What may end the game, as it stands.

    Attributes:
        white_pieces, black_pieces: pieces on the board.
        repetitions: how many times this position has come.
        repetition_limit: how many times make a draw; None where there is no such draw.
        repetition_claimable: a player may claim the draw by repetition now.
        count: the count nearest to a draw, if one is under way.
        count_claimable: a player may ask for the count of king moves now.
        plies_to_draw: plies until the nearest count makes a draw; None if nothing is counted.
    """

    white_pieces: int
    black_pieces: int
    repetitions: int
    repetition_limit: int | None
    repetition_claimable: bool
    count: MoveCount | None
    count_claimable: bool
    plies_to_draw: int | None


@dataclass(frozen=True, slots=True, repr=False)
class Game:
    """One game, from its start to what has happened so far. Make one with `Game.start`.

    Attributes:
        ruleset: the game played.
        rulebook: id of the rulebook that judges it.
        recorded: the moves are written down, which some draws need.
        draw_rules: the rulebook's draws as they hold here.
        positions: the start and the position after each move.
        moves: the moves played and not undone.
        paths: the route of each: origin, every landing, destination.
        tallies: what was counted at each position.
        events: all that happened, undone moves too.
        clock: both clocks; None in a game without.
        outcome: the result; None while the game goes on.
        draw_offer: the side whose draw offer stands.
        undo_request: the side whose request to undo stands.
        declined: the requests declined, which their side may not repeat before its own next move.
        sheltered: sides that made their one free wrong claim when short of time.
        conditions: what was agreed before the first move.
        conduct: what was touched, what went wrong, what was ruled, why the game stands still.
        auction: the contract's auction; None in a game without.
        opening: the ballot on the board; None if nothing was drawn.
        begun_at: when the game, or its round, began.
    """

    ruleset: Ruleset
    rulebook: str
    recorded: bool
    draw_rules: DrawRules
    positions: tuple[Position, ...]
    moves: tuple[Move, ...] = ()
    paths: tuple[tuple[int, ...], ...] = ()
    tallies: tuple[Tally, ...] = ()
    events: tuple[Event, ...] = ()
    clock: Clock | None = None
    outcome: Outcome | None = None
    draw_offer: Side | None = None
    undo_request: Side | None = None
    declined: frozenset[tuple[str, Side]] = frozenset()
    sheltered: frozenset[Side] = _NOBODY
    conditions: Conditions = _USUAL
    conduct: Conduct = _UNTROUBLED
    auction: Auction | None = None
    opening: Balloted | None = None
    begun_at: int = 0

    @classmethod
    def start(
        cls,
        ruleset: Ruleset,
        *,
        rulebook: str | None = None,
        position: Position | None = None,
        clock: ClockSettings | None = None,
        recorded: bool = True,
        automatic_count: bool = True,
        count_limit: int | None = None,
        conditions: Conditions | None = None,
        at: int = 0,
    ) -> Game:
        """Return a game about to begin, or already over if its start position decides it.

        Args:
            ruleset: the game.
            rulebook: id of the rulebook; the game's first if left out.
            position: a legal start position; the game's own if left out.
            clock: time for each side; that of the side to move runs from `at`.
            recorded: the moves are written down: repetition may need it.
            automatic_count: the count of king moves begins by itself; False where an arbiter or the players
                ask for it.
            count_limit: king moves by each player in place of the rulebook's, within what it allows.
            conditions: what else was agreed; `recorded`, `automatic_count` and `count_limit` are then taken
                from there.
            at: when the game, or its round, begins, milliseconds.
        Raises:
            WrongGame: for a position or a rulebook of another game.
            UnknownRulebook: for a rulebook that does not exist.
            BadCountLimit: for a `count_limit` the rulebook does not allow.
            BadConditions: for conditions that contradict one another, or the game.

        >>> from damiera.rules.ruleset import ITALIAN
        >>> game = Game.start(ITALIAN).apply(Moved(path=(22, 18), at=900))
        >>> game.ply, game.side.name, game.outcome
        (1, 'BLACK', None)
        """
        agreed = conditions or Conditions(
            recorded=recorded, automatic_count=automatic_count, count_limit=count_limit
        )
        agreed.check(ruleset, clock)
        first = position or agreed.start(ruleset) or ruleset.start()
        book = _book(ruleset, rulebook)
        if first.rules is not ruleset.core:
            raise WrongGame(ruleset.slug, first.rules.slug)
        rules = DrawRules.of(
            book,
            recorded=agreed.recorded,
            automatic_count=agreed.automatic_count,
            count_limit=agreed.count_limit,
            changed=ruleset.parameters,
        )
        game = cls(
            ruleset=ruleset,
            rulebook=book.id,
            recorded=agreed.recorded,
            draw_rules=rules,
            positions=(first,),
            tallies=(rules.first(first),),
            clock=Clock.start(clock, first.side, at, host=agreed.clocked_host()) if clock else None,
            conditions=agreed,
            auction=_auction(first) if agreed.auction else None,
            begun_at=at,
        )
        outcome = _decided_at_start(game, first)
        return game.ended(outcome, at) if outcome else game

    def apply(self, event: Event) -> Game:
        """Return the game after `event`.

        Raises:
            GameOver: the game has a result already.
            IllegalRoute, NotYourTurn, NoOffer, AlreadyAsked, TooSoon, NothingToClaim, NothingToCount,
            NothingToUndo, FlagNotFallen, OutOfOrder, BadBid: the event does not fit the game as it stands.
        """
        if self.outcome is not None:
            raise GameOver(self.outcome)
        if self.clock is not None and self.clock.flagged(event.at):
            after = self._lost_on_time()
        else:
            self._refuse_if_waiting(event)
            after = self.happened(event)
        return after.changed(events=(*self.events, event))

    def changed(self, **changes: Any) -> Game:
        """Return the game with some attributes changed: `dataclasses.replace`, at a third of its cost."""
        values = list(_ALL(self))
        for name, value in changes.items():
            values[_PLACE[name]] = value
        return Game(*values)

    def _refuse_if_waiting(self, event: Event) -> None:
        """Refuse what a game that stands still, or whose auction is open, does not take."""
        halt = self.conduct.halt
        called = halt == "adjourned" and isinstance(event, _AT_THE_BOARD)
        if halt is not None and not called and not isinstance(event, _WHILE_HALTED):
            raise OutOfOrder(_HALTED[halt])
        if self.auction is not None and self.auction.is_open and not isinstance(event, _WHILE_BIDDING):
            raise OutOfOrder(_BIDDING)

    def replay(self, events: Iterable[Event]) -> Game:
        """Return the game after all `events`, in order. Raises as `apply` does."""
        game = self
        for event in events:
            game = game.apply(event)
        return game

    @property
    def start_position(self) -> Position:
        """The position in which the game began."""
        return self.positions[0]

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self.positions[-1]

    @property
    def side(self) -> Side:
        """The side to move."""
        return self.positions[-1].side

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides that play: White and Black, or up to six on a star."""
        return sides_of(self.ruleset.core)

    @property
    def ply(self) -> int:
        """How many moves have been played, of both sides, those undone not counted."""
        return len(self.moves)

    @property
    def book(self) -> Rulebook:
        """The rulebook that judges the game."""
        return rulebook(self.rulebook)

    @property
    def tally(self) -> Tally:
        """What is counted at the position on the board."""
        return self.tallies[-1]

    @property
    def repetitions(self) -> int:
        """How many times the position on the board has come, the same side to move; 1 the first time."""
        return self.tallies[-1].repetitions

    @property
    def count(self) -> MoveCount | None:
        """The count nearest to a draw, if one is under way."""
        return self.tallies[-1].shown

    @property
    def can_claim_repetition(self) -> bool:
        """Whether a claim of repetition would be upheld now."""
        if self.outcome is not None or not is_for_two(self.ruleset.core):
            return False
        return self.draw_rules.can_claim_repetition(self.tally, self.positions)

    @property
    def can_ask_count(self) -> bool:
        """Whether the count of king moves can be asked for now."""
        if self.outcome is not None:
            return False
        return self.draw_rules.claimable(self.tally) is not None or _why_no_count(self) is None

    @property
    def can_undo(self) -> frozenset[Side]:
        """The sides that have a move to take back."""
        if self.outcome is not None:
            return _NOBODY
        return frozenset(side for side in self.sides if self._plies_back(side) <= self.ply)

    @property
    def facts(self) -> Facts:
        """What may end the game, as it stands."""
        position = self.position
        return Facts(
            white_pieces=_count_of(position, Side.WHITE),
            black_pieces=_count_of(position, Side.BLACK),
            repetitions=self.repetitions,
            repetition_limit=self.draw_rules.repetition,
            repetition_claimable=self.can_claim_repetition,
            count=self.count,
            count_claimable=self.can_ask_count,
            plies_to_draw=None if self.outcome else plies_to_draw(self),
        )

    def __repr__(self) -> str:
        result = f", {self.outcome.score}" if self.outcome else ""
        return f"<Game {self.ruleset.slug}, ply {self.ply}, {self.position.fen}{result}>"

    @property
    def contract_score(self) -> tuple[int, int] | None:
        """The points of White and of Black that the contract gives; None before the end, or without one."""
        if self.auction is None or self.outcome is None:
            return None
        return contract_score(self.auction, self.outcome, self.position)

    def happened(self, event: Event) -> Game:
        """Return the game after an event, without its place in `events`: for the procedures of the game."""
        match event:
            case Moved():
                return self._moved(event)
            case Resigned():
                return self._resigned(event)
            case DrawOffered():
                return self._draw_offered(side_named(event.side))
            case DrawAccepted():
                return self._draw_accepted(side_named(event.side), event.at)
            case DrawDeclined():
                return self._draw_declined(side_named(event.side))
            case RepetitionClaimed():
                return self._repetition_claimed(event)
            case CountRequested():
                return self._count_requested(event)
            case Flagged():
                raise FlagNotFallen(self.clock.remaining(self.side, event.at) if self.clock else None)
            case UndoAsked():
                return self._undo_asked(side_named(event.side))
            case UndoAccepted():
                return self._undo_accepted(side_named(event.side), event.at)
            case UndoDeclined():
                return self._undo_declined(side_named(event.side))
            case _:
                return PROCEDURES[type(event)](self, event)

    def placed(self, position: Position) -> Game:
        """Return the game where `position` stands on the board without a move: counting begins anew."""
        return replace(
            self,
            positions=(*self.positions[:-1], position),
            tallies=(*self.tallies[:-1], self.draw_rules.first(position)),
        )

    def back_to_start(self) -> Game:
        """Return the game as before its first move; its clocks and its events stay."""
        jumps = self.conduct.jumps
        first = jumps[0].before if jumps and jumps[0].ply == 0 else self.start_position
        return replace(
            self,
            positions=(first,),
            moves=(),
            paths=(),
            tallies=(self.draw_rules.first(first),),
            draw_offer=None,
            undo_request=None,
            declined=frozenset(),
            opening=None,
        )

    def advanced(self, move: Move, path: tuple[int, ...], after: Position) -> Game:
        """Return the game with one more move on the board; clocks, offers and conduct as they were."""
        tally = self.draw_rules.next(self.tally, self.positions, move, after)
        return replace(
            self,
            positions=(*self.positions, after),
            moves=(*self.moves, move),
            paths=(*self.paths, path),
            tallies=(*self.tallies, tally),
        )

    def decided(self) -> Outcome | None:
        """Return how the game ends as the board stands, if it does."""
        return _decided(self, self.position)

    def _moved(self, event: Moved) -> Game:
        mover = self.side
        if event.side is not None and side_named(event.side) is not mover:
            raise NotYourTurn(mover, side_text(mover))
        move, path = self._resolved(event.path, event.drops)
        self._refuse_another(move)
        after = self.position.play(move) if event.crowned else self._left_uncrowned(move)
        tally = self.draw_rules.next(self.tally, self.positions, move, after)
        played = self.changed(
            **self._answers_by_moving(mover),
            positions=(*self.positions, after),
            moves=(*self.moves, move),
            paths=(*self.paths, path),
            tallies=(*self.tallies, tally),
            clock=self.clock.press(mover, event.at) if self.clock else None,
            conduct=self._conduct_after(move, after, crowned=event.crowned),
        )
        outcome = _decided(self, after) or self.draw_rules.due(tally)
        return played.ended(outcome, event.at) if outcome else played

    @implements("fid.italian:3.7", "fid.italian:3.8", "fid.english:3.7", "fid.english:3.8")
    def _refuse_another(self, move: Move) -> None:
        """Refuse a move of another piece than the one that was touched."""
        bound = self.conduct.bound
        if bound is not None and move.origin != bound:
            raise refuse(self.book, "touch_move", _PLAY_TOUCHED.format(square=bound))

    @implements("fid.italian:4.5", "fid.english:4.5")
    def _left_uncrowned(self, move: Move) -> Position:
        """Return the position after a move to the last row where nobody crowned the man: it is no king."""
        if not self.conditions.arbitrated or self.recorded or self.position.rules.family != "draughts":
            raise refuse(self.book, "crowned_in_records", _ALWAYS_CROWNED)
        if not move.promotes:
            raise refuse(self.book, "promotion", _NOTHING_CROWNED)
        route = (move.origin, move.destination)
        return after_irregularity(self.position, self.side, route, move.captured, ())

    def _conduct_after(self, move: Move, after: Position, *, crowned: bool) -> Conduct:
        conduct = self.conduct.moved()
        if crowned and not conduct.uncrowned:
            return conduct
        still = {s for s in conduct.uncrowned if after.pieces.get(s) in ("w", "b")}
        if crowned:
            return replace(conduct, uncrowned=frozenset(still))
        said = _UNCROWNED.format(side=side_text(self.side), square=move.destination)
        ref = article_on(self.book, "crowned_in_records")
        jump = Jump(self.ply + 1, self.position.play(move), after, said, ref)
        left = frozenset(still | {move.destination})
        return replace(conduct, uncrowned=left, jumps=(*conduct.jumps, jump))

    def _resolved(self, path: tuple[int, ...], drops: tuple[int, ...]) -> tuple[Move, tuple[int, ...]]:
        """Return the legal move that `path` names, after men have entered on `drops`, and its whole route."""
        status, found = _core.parse_move(self.position, move_words(path, drops))
        if status != "ok":
            raise IllegalRoute(self.position, path, explain_move(self.position, path, self.rulebook))
        routes = self.position.paths(found[0])
        return found[0], next((route for route in routes if _leads_through(route, path)), routes[0])

    def _answers_by_moving(self, mover: Side) -> dict[str, Any]:
        """Return what changes because the move of `mover` has answered what was asked.

        It declines the opponent's draw offer, annuls any request to undo, and lets the mover ask anew.
        """
        if self.draw_offer is None and self.undo_request is None and not self.declined:
            return {}
        declined = {(what, side) for what, side in self.declined if side is not mover}
        offer = self.draw_offer
        if offer is not None and offer is not mover:
            declined.add(("draw", offer))
            offer = None
        if self.undo_request is not None and self.undo_request is not mover:
            declined.add(("undo", self.undo_request))
        return {"draw_offer": offer, "undo_request": None, "declined": frozenset(declined)}

    @implements("fid.italian:9.2.1", "fid.english:9.2.1", "fmjd.international:7.2.1")
    def _resigned(self, event: Resigned) -> Game:
        side = side_named(event.side)
        winner = side.opponent if is_for_two(self.ruleset.core) else None
        return self.ended(self._outcome(winner, Termination.RESIGNATION, event.side), event.at)

    @implements("fid.italian:9.2.4", "fid.english:9.2.4")
    def _lost_on_time(self) -> Game:
        """Return the game ended at the moment the flag of the running side fell."""
        assert self.clock is not None
        fell_at = self.clock.falls_at()
        assert fell_at is not None
        return self.ended(self._outcome(self.side.opponent, Termination.TIME, "rules"), fell_at)

    def _draw_offered(self, side: Side) -> Game:
        if not is_for_two(self.ruleset.core):
            raise OnlyForTwo
        if self.draw_offer is not None:
            raise AlreadyAsked("draw", own=self.draw_offer is side)
        if ("draw", side) in self.declined:
            raise TooSoon("draw")
        return replace(self, draw_offer=side)

    @implements("fid.italian:9.3.a", "fid.english:9.3.a", "fmjd.international:7.3.1")
    def _draw_accepted(self, side: Side, at: int) -> Game:
        if self.draw_offer is None or self.draw_offer is side:
            raise NoOffer("draw", own=self.draw_offer is side)
        return self.ended(self._outcome(None, Termination.AGREEMENT, side_name(side)), at)

    def _draw_declined(self, side: Side) -> Game:
        if self.draw_offer is None or self.draw_offer is side:
            raise NoOffer("draw", own=self.draw_offer is side)
        return replace(self, draw_offer=None, declined=self.declined | {("draw", self.draw_offer)})

    @implements("fid.italian:9.3.b1", "fid.italian:9.3.b2")
    def _repetition_claimed(self, event: RepetitionClaimed) -> Game:
        if self.can_claim_repetition:
            return self.ended(self.draw_rules.by_repetition(self.tally, event.side), event.at)
        if event.check_ms == 0 or self.draw_rules.repetition is None:
            needed = self.draw_rules.repetition
            raise NothingToClaim(_why_no_claim(self), self.repetitions, needed)
        return self._charged_for_claim(event)

    def _charged_for_claim(self, event: RepetitionClaimed) -> Game:
        """Return the game after a claim that was checked and found wrong.

        Running clocks stand for as long as the check takes; those that stood already did so during it.
        """
        if self.clock is None:
            return self._claim_noted(event, 0)
        until = event.at + (event.check_ms if self.clock.running is not None else 0)
        if event.side == "arbiter":
            left = self.clock.remaining(self.side, event.at)
            clock = self.clock.set_remaining(self.side, left, event.at, until)
            return replace(self._claim_noted(event, 0), clock=clock)
        side = side_named(event.side)
        left = self.clock.remaining(side, event.at)
        charged = time_after_wrong_claim(self.book, left, event.check_ms, sheltered=side in self.sheltered)
        return replace(
            self._claim_noted(event, left - charged),
            clock=self.clock.set_remaining(side, charged, event.at, until),
            sheltered=self.sheltered | {side} if is_short_of_time(self.book, left) else self.sheltered,
        )

    def _claim_noted(self, event: RepetitionClaimed, cost_ms: int) -> Game:
        """Return the game with a wrong claim in its log: what the check found, and what it cost."""
        cost = _COSTS.format(time=length_words(cost_ms)) if cost_ms else _COSTS_NOTHING
        said = _CLAIMED_WRONGLY.format(
            times=_times(self.repetitions), needed=self.draw_rules.repetition or 0, cost=cost
        )
        article = article_on(self.book, "repetition_check")
        return replace(self, conduct=self.conduct.noted(event.at, event.side, said, article))

    @implements("fid.italian:10.2", "fid.english:10.2")
    def _count_requested(self, event: CountRequested) -> Game:
        full = self.draw_rules.claimable(self.tally)
        if full is not None:
            return self.ended(replace(full.outcome(), declared_by=event.side), event.at)
        why_not = _why_no_count(self)
        if why_not is not None:
            raise NothingToCount(why_not)
        limit = self._lowered(event) if event.limit is not None else None
        tally = self.draw_rules.asked(self.tally, self.position, event.side, limit=limit)
        said = _COUNT_BEGINS.format(limit=limit or self.draw_rules.move_count or 0)
        conduct = self.conduct.noted(event.at, event.side, said, article_on(self.book, "count_request"))
        return replace(self, tallies=(*self.tallies[:-1], tally), conduct=conduct)

    @implements("fid.italian:11", "fid.italian.2006:11")
    def _lowered(self, event: CountRequested) -> int:
        """Return the lower number of moves that an arbiter sets in a promotional event."""
        if event.side != "arbiter" or not self.conditions.promotional:
            raise refuse(self.book, "count_limit", _NOT_PROMOTIONAL)
        lowest, highest = self.book.parameters.move_count_min, self.book.parameters.move_count
        if highest is None or not (lowest or highest) <= event.limit <= highest:  # type: ignore[operator]
            raise BadCountLimit(event.limit or 0, lowest, highest)
        return event.limit or highest

    def _undo_asked(self, side: Side) -> Game:
        if self.conditions.way is Way.CORRESPONDENCE:
            raise refuse(self.book, Way.CORRESPONDENCE.topic, _SENT)
        if self.undo_request is not None:
            raise AlreadyAsked("undo", own=self.undo_request is side)
        if self._plies_back(side) > self.ply:
            raise NothingToUndo
        if ("undo", side) in self.declined:
            raise TooSoon("undo")
        return replace(self, undo_request=side)

    def _undo_accepted(self, side: Side, at: int) -> Game:
        if self.undo_request is None or self.undo_request is side:
            raise NoOffer("undo", own=self.undo_request is side)
        keep = self.ply - self._plies_back(self.undo_request)
        return replace(
            self,
            positions=self.positions[: keep + 1],
            moves=self.moves[:keep],
            paths=self.paths[:keep],
            tallies=self.tallies[: keep + 1],
            clock=self._clock_back_to(keep, self.undo_request, at),
            draw_offer=None,
            undo_request=None,
            conduct=self.conduct.after_undo(keep),
        )

    def _clock_back_to(self, ply: int, side: Side, at: int) -> Clock | None:
        """Return the clocks after the game went back to `ply`, with `side` to move: no time is given back."""
        if self.clock is None:
            return None
        white = sum(position.side is Side.WHITE for position in self.positions[:ply])
        return self.clock.hand_to(side, at).with_moves(white, ply - white)

    def _undo_declined(self, side: Side) -> Game:
        if self.undo_request is None or self.undo_request is side:
            raise NoOffer("undo", own=self.undo_request is side)
        return replace(self, undo_request=None, declined=self.declined | {("undo", self.undo_request)})

    def _plies_back(self, side: Side) -> int:
        """How many plies an undo for `side` takes back: to where it was to move before."""
        back = (ply for ply in range(1, self.ply + 1) if self.positions[-1 - ply].side is side)
        return next(back, self.ply + 1)

    def _outcome(self, winner: Side | None, termination: Termination, by: Declarer) -> Outcome:
        return Outcome(winner, termination, article_of(self.book, termination), by)

    def ended(self, outcome: Outcome, at: int) -> Game:
        """Return the game over with a result: the clocks stop, offers lapse."""
        clock = self.clock.stop(at) if self.clock else None
        return replace(self, outcome=outcome, clock=clock, draw_offer=None, undo_request=None)


_ALL = attrgetter(*(field.name for field in fields(Game)))
_PLACE = {field.name: place for place, field in enumerate(fields(Game))}

_HALTED = {
    "sealed": Text(
        "C'è una mossa in busta: la partita è sospesa finché non la si apre.",
        "A move is sealed: the game stands still until it is opened.",
    ),
    "adjourned": Text(
        "La partita è sospesa: la fa riprendere l'arbitro.",
        "The game is adjourned: the arbiter has it resumed.",
    ),
    "pause": Text(
        "La partita è in pausa: riprendila prima di continuare.",
        "The game is paused: resume it before going on.",
    ),
}
_BIDDING = Text("Prima si chiude la licita: dichiara o passa.", "The auction comes first: bid or pass.")
_PLAY_TOUCHED = Text(
    "Hai toccato il pezzo in {square}, che può muovere: devi giocare quello.",
    "You touched the piece on {square}, which can move: you must play it.",
)
_UNCROWNED = Text("Il {side} non ha damato in {square}.", "{side} has not crowned on {square}.")
_ALWAYS_CROWNED = Text(
    "Dove la partita si trascrive la pedina arrivata in fondo è dama senz'altro.",
    "Where the game is recorded a man that reaches the last row is a king at once.",
)
_NOTHING_CROWNED = Text("Questa mossa non porta a dama.", "This move crowns nothing.")
_CLAIMED_WRONGLY = Text(
    "Reclamo di posizione ripetuta, respinto: si è vista {times}, ne servono {needed}. {cost}",
    "Claim of a repeated position, rejected: it has been here {times}, {needed} are needed. {cost}",
)
_COSTS = Text("Costa {time} a chi reclama.", "It costs the claimant {time}.")
_COSTS_NOTHING = Text("Non costa tempo a nessuno.", "It costs nobody time.")
_COUNT_BEGINS = Text(
    "Comincia il conteggio delle mosse, fino a {limit}.", "The count of moves begins, up to {limit}."
)
_NOT_PROMOTIONAL = Text(
    "Il conteggio lo riduce l'arbitro, e solo nelle gare promozionali.",
    "The arbiter lowers the count, and in promotional events only.",
)
_SENT = Text(
    "Per corrispondenza una mossa spedita non si riprende.",
    "By correspondence a move sent is not taken back.",
)


def _auction(first: Position) -> Auction:
    """Return the auction before a game: who would move first bids first."""
    return Auction(first.side, min(_count_of(first, Side.WHITE), _count_of(first, Side.BLACK)))


def _decided(game: Game, position: Position) -> Outcome | None:
    """Return how the game ends at a position, if it does; draws by counting are judged elsewhere."""
    rules = position.rules
    if rules.family == "stars":
        return _arrived(game, position)
    if rules.goal == "breakthrough" and (position.white_kings or position.black_kings):
        return _won(game, position.winner(), Termination.BREAKTHROUGH)
    few = _few_pieces(game, position)
    if few is not None or position.has_moves():
        return few
    return _given_up(game, position) if rules.goal == "lose" else _stuck(game, position)


@implements("fid.italian:9.2.2", "fid.italian:9.2.3", "fid.english:9.2.2", "fid.english:9.2.3")
@implements("fmjd.international:7.2.2", "fmjd.international:7.2.3")
def _stuck(game: Game, position: Position) -> Outcome:
    """Return the win of the side not to move: the other has no move left, or no piece."""
    none = not _count_of(position, position.side)
    return _won(game, position.side.opponent, Termination.NO_PIECES if none else Termination.NO_MOVES)


def _given_up(game: Game, position: Position) -> Outcome:
    """Return the result of a game played to lose: no piece left wins; blocked wins, or the fewer do."""
    mine, theirs = _count_of(position, position.side), _count_of(position, position.side.opponent)
    if mine == 0:
        return _won(game, position.side, Termination.GAVE_ALL)
    if game.draw_rules.said.blocked == "wins" or mine < theirs:
        return _won(game, position.side, Termination.BLOCKED)
    return _won(game, position.side.opponent if mine > theirs else None, Termination.BLOCKED)


def _few_pieces(game: Game, position: Position) -> Outcome | None:
    """Return the end that some books set for one piece against one, or for a last piece."""
    said = game.draw_rules.said
    if said.lone_pieces == "play" and not said.last_piece_loses:
        return None
    counts = {side: _count_of(position, side) for side in (Side.WHITE, Side.BLACK)}
    if said.last_piece_loses and 1 in counts.values() and max(counts.values()) > 1:
        loser = Side.WHITE if counts[Side.WHITE] == 1 else Side.BLACK
        return _won(game, loser.opponent, Termination.LAST_PIECE)
    if said.lone_pieces == "play" or set(counts.values()) != {1} or position.detect():
        return None
    if said.lone_pieces == "draw":
        return _won(game, None, Termination.LONE_PIECES)
    if bool(position.white_kings) == bool(position.black_kings):
        return None
    return _won(game, Side.WHITE if position.white_kings else Side.BLACK, Termination.LONE_PIECES)


def _arrived(game: Game, position: Position) -> Outcome | None:
    """Return the places on a star, once all but one are home or nobody can move."""
    if position.places is None:
        return None
    by_seat = dict(zip(position.rules.seats, game.sides, strict=True))
    places = tuple(by_seat[seat] for seat in position.places)
    won = _won(game, places[0] if places else None, Termination.HOME)
    return won if is_for_two(position.rules) else replace(won, places=places)


def _won(game: Game, winner: Side | None, termination: Termination) -> Outcome:
    return Outcome(winner, termination, article_of(game.book, termination))


def _decided_at_start(game: Game, position: Position) -> Outcome | None:
    """Return the result of a start position in which somebody has nothing left to play with."""
    bare = position.rules.family == "draughts" and not _count_of(position, position.side.opponent)
    if bare and position.rules.goal == "win":
        return _won(game, position.side, Termination.NO_PIECES)
    if bare and position.rules.goal == "lose":
        return _won(game, position.side.opponent, Termination.GAVE_ALL)
    return _decided(game, position)


def _count_of(position: Position, side: Side) -> int:
    """Return the pieces of a side: those that it commands, and those that wait."""
    if side is Side.WHITE:
        return len(position.white_men) + len(position.white_kings) + position.hands[0]
    return len(position.black_men) + len(position.black_kings) + position.hands[1]


def move_words(path: Sequence[int], drops: Sequence[int] = ()) -> str:
    """Return a route, and where men enter before it, as the core reads them: `@29/22-18`."""
    entries = "".join(f"@{square}" for square in drops)
    return (f"{entries}/" if entries else "") + "-".join(map(str, path))


def _book(ruleset: Ruleset, id: str | None) -> Rulebook:
    book = rulebook(id if id is not None else ruleset.rulebooks[0])
    if book.game != ruleset.slug and book.id not in ruleset.rulebooks:
        raise WrongGame(ruleset.slug, book.game)
    return book


def _leads_through(route: Sequence[int], squares: Sequence[int]) -> bool:
    """Tell whether all `squares` lie on `route` in this order."""
    rest = iter(route)
    return all(square in rest for square in squares)


def _why_no_claim(game: Game) -> Text:
    needed = game.draw_rules.repetition
    if needed is not None:
        return Text(
            "Questa posizione si è vista {times}, e per la patta ne servono {needed}: si continua.",
            "This position has been here {times}, and a draw takes {needed}: play on.",
        ).format(times=_times(game.repetitions), needed=needed)
    if game.book.parameters.repetition is not None:
        return Text(
            "La ripetizione vale solo dove la partita si trascrive. Si continua.",
            "Repetition counts only where the game is written down. Play on.",
        )
    return Text(
        "Questo regolamento non conosce la patta per ripetizione.", "This rulebook has no draw by repetition."
    )


def _times(n: int) -> Text:
    return Text("una volta", "once") if n == 1 else Text(f"{n} volte", f"{n} times")


def _why_no_count(game: Game) -> Text | None:
    """Return why the count of king moves cannot begin now; None if it can."""
    if game.draw_rules.move_count is None:
        return Text(
            "Questo regolamento non conosce il conteggio delle mosse.", "This rulebook has no count of moves."
        )
    if game.tally.count(Termination.MOVE_COUNT) is not None:
        return Text("Il conteggio delle mosse è già in corso.", "The count of moves is already under way.")
    if not game.draw_rules.allows_count(game.position):
        return Text(
            "Per contare le mosse serve almeno una dama per parte.",
            "The count needs at least one king on each side.",
        )
    return None
