"""What is known of a game at any moment, and the plain steps from one moment to the next.

The procedures (`damiera.game.procedures`) are written upon it; `state.Game` is such a game that takes events.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from operator import attrgetter
from typing import Self, TypedDict, TypeVar, Unpack

from damiera._core import Move, Position, Side
from damiera.game.auction import Auction, contract_score
from damiera.game.clock import GameClock
from damiera.game.conduct import Conduct
from damiera.game.draws import DrawRules, MoveCount, PositionTally, article_of, plies_to_draw
from damiera.game.ending import count_of, decided
from damiera.game.events import Balloted, Event
from damiera.game.irregular import crowned_late
from damiera.game.outcome import Declarer, Outcome, Termination
from damiera.game.sides import is_for_two, sides_of
from damiera.game.ways import Conditions
from damiera.messages import Message, Text
from damiera.regulations.book import Rulebook, rulebook
from damiera.regulations.citations import implements
from damiera.rules.ruleset import Ruleset

__all__ = ["Answered", "BaseGame", "DrawFacts", "G"]

_NOBODY: frozenset[Side] = frozenset()
_NO_COUNT = Message("This rulebook has no count of moves.")
_COUNTED = Message("The count of moves is already under way.")
_KING_EACH = Message("The count needs at least one king on each side.")
_USUAL = Conditions()
_UNTROUBLED = Conduct()


@dataclass(frozen=True, slots=True)
class DrawFacts:
    """What may end the game, as it stands.

    Attributes:
        white_pieces, black_pieces: pieces on the board.
        repetitions: how many times this position has come.
        repetition_limit: how many times make a draw; None where there is no such draw.
        repetition_claimable: a player may claim the draw by repetition now.
        count: the count nearest to a draw, if one is under way.
        count_claimable: a player may ask for the count of king moves now.
        plies_to_draw: plies until the nearest count makes a draw; None if nothing is counted.

    >>> from damiera.game.state import Game
    >>> from damiera.rules.ruleset import ITALIAN
    >>> facts = Game.start(ITALIAN).facts
    >>> facts.white_pieces, facts.repetitions, facts.repetition_claimable, facts.plies_to_draw
    (12, 1, False, None)
    """

    white_pieces: int
    black_pieces: int
    repetitions: int
    repetition_limit: int | None
    repetition_claimable: bool
    count: MoveCount | None
    count_claimable: bool
    plies_to_draw: int | None


class Answered(TypedDict, total=False):
    """What a move changes of a game because it answers what was asked.

    >>> Answered(draw_offer=None)
    {'draw_offer': None}
    """

    draw_offer: Side | None
    undo_request: Side | None
    declined: frozenset[tuple[str, Side]]


class _Changes(Answered, total=False):
    """What an event mostly changes of a game."""

    positions: tuple[Position, ...]
    moves: tuple[Move, ...]
    paths: tuple[tuple[int, ...], ...]
    clock_times: tuple[int | None, ...]
    tallies: tuple[PositionTally, ...]
    events: tuple[Event, ...]
    clock: GameClock | None
    conduct: Conduct


@dataclass(frozen=True, slots=True, repr=False)
class BaseGame:
    """A game from its start to what has happened so far, and the plain steps that events are made of.

    Attributes:
        ruleset: the game played.
        rulebook: id of the rulebook that judges it.
        recorded: the moves are written down, which some draws need.
        draw_rules: the rulebook's draws as they hold here.
        positions: the start and the position after each move.
        moves: the moves played and not undone.
        paths: the route of each: origin, every landing, destination.
        clock_times: what the clock of whoever made each move showed then, in milliseconds; None without one.
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

    >>> from damiera.game.state import Game
    >>> from damiera.rules.ruleset import ITALIAN
    >>> game = Game.start(ITALIAN)
    >>> game.ply, game.repetitions, game.decided()
    (0, 1, None)
    """

    ruleset: Ruleset
    rulebook: str
    recorded: bool
    draw_rules: DrawRules
    positions: tuple[Position, ...]
    moves: tuple[Move, ...] = ()
    paths: tuple[tuple[int, ...], ...] = ()
    clock_times: tuple[int | None, ...] = ()
    tallies: tuple[PositionTally, ...] = ()
    events: tuple[Event, ...] = ()
    clock: GameClock | None = None
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
        """How many plies (one side's move each) have been played, those undone not counted."""
        return len(self.moves)

    @property
    def book(self) -> Rulebook:
        """The rulebook that judges the game."""
        return rulebook(self.rulebook)

    @property
    def tally(self) -> PositionTally:
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
        return self.draw_rules.claimable(self.tally) is not None or self.why_no_count is None

    @property
    def can_undo(self) -> frozenset[Side]:
        """The sides that have a move to take back."""
        if self.outcome is not None:
            return _NOBODY
        sides = frozenset(self.sides)
        left = set(sides)
        for ply in range(1, self.ply + 1):
            left.discard(self.positions[-1 - ply].side)
            if not left:
                break
        return sides - left

    @property
    def facts(self) -> DrawFacts:
        """What may end the game, as it stands."""
        position = self.position
        return DrawFacts(
            white_pieces=count_of(position, Side.WHITE),
            black_pieces=count_of(position, Side.BLACK),
            repetitions=self.repetitions,
            repetition_limit=self.draw_rules.repetition,
            repetition_claimable=self.can_claim_repetition,
            count=self.count,
            count_claimable=self.can_ask_count,
            plies_to_draw=None if self.outcome else plies_to_draw(self),
        )

    @property
    def contract_score(self) -> tuple[int, int] | None:
        """The points of White and of Black that the contract gives; None before the end, or without one."""
        if self.auction is None or self.outcome is None:
            return None
        return contract_score(self.auction, self.outcome, self.position)

    @property
    def why_no_count(self) -> Text | None:
        """Why the count of king moves cannot begin now; None if it can."""
        if self.draw_rules.move_count is None:
            return _NO_COUNT
        if self.tally.count(Termination.MOVE_COUNT) is not None:
            return _COUNTED
        if not self.draw_rules.allows_count(self.position):
            return _KING_EACH
        return None

    def plies_back(self, side: Side) -> int:
        """How many plies an undo for `side` takes back: to where it was to move before."""
        back = (ply for ply in range(1, self.ply + 1) if self.positions[-1 - ply].side is side)
        return next(back, self.ply + 1)

    def result(self, winner: Side | None, termination: Termination, by: Declarer) -> Outcome:
        """Return a result with the article of the book in use."""
        return Outcome(winner, termination, article_of(self.book, termination), by)

    def changed(self, **changes: Unpack[_Changes]) -> Self:
        """Return the game with some attributes changed: `dataclasses.replace`, at a third of its cost."""
        values = list(_ALL(self))
        for name, value in changes.items():
            values[_PLACE[name]] = value
        return type(self)(*values)

    def placed(self, position: Position) -> Self:
        """Return the game where `position` stands on the board without a move: counting begins anew."""
        return replace(
            self,
            positions=(*self.positions[:-1], position),
            tallies=(*self.tallies[:-1], self.draw_rules.first(position)),
        )

    def back_to_start(self) -> Self:
        """Return the game as before its first move; its clocks and its events stay."""
        jumps = self.conduct.jumps
        first = jumps[0].before if jumps and jumps[0].ply == 0 else self.start_position
        return replace(
            self,
            positions=(first,),
            moves=(),
            paths=(),
            clock_times=(),
            tallies=(self.draw_rules.first(first),),
            draw_offer=None,
            undo_request=None,
            declined=frozenset(),
            opening=None,
        )

    def advanced(self, move: Move, path: tuple[int, ...], after: Position) -> Self:
        """Return the game with one more move on the board; clocks, offers and conduct as they were."""
        tally = self.draw_rules.next(self.tally, self.positions, move, after)
        return replace(
            self,
            positions=(*self.positions, after),
            moves=(*self.moves, move),
            paths=(*self.paths, path),
            clock_times=(*self.clock_times, None),
            tallies=(*self.tallies, tally),
        )

    @property
    def crowns_by_hand(self) -> bool:
        """Whether a man that arrives is a king only once somebody crowns it: on a real board, unrecorded."""
        return self.conditions.arbitrated and not self.recorded and self.position.rules.family == "draughts"

    def men_to_crown(self, position: Position) -> frozenset[int]:
        """Return the squares of the men on the last row of a position: none was crowned on its arrival."""
        if not self.crowns_by_hand:
            return frozenset()
        last = position.rules.promotion_squares
        white, black = {*position.white_men}, {*position.black_men}
        return frozenset(white.intersection(last(Side.WHITE)) | black.intersection(last(Side.BLACK)))

    @property
    def waiting_men(self) -> tuple[int, ...]:
        """The squares of the men that arrived and were not crowned, ascending."""
        men = {*self.position.white_men, *self.position.black_men}
        return tuple(sorted(self.conduct.uncrowned & men))

    @implements("fid.italian:4.4", "fid.english:4.5")
    def decided(self) -> Outcome | None:
        """Return how the game ends as the board stands, if it does.

        Whoever is to move may still crown a man left uncrowned: without another move they have that one.

        Source:
            FID 2008, 4.4 [fid.italian].
            FID English 2008, 4.5 [fid.english].
        """
        outcome = decided(self.position, self.draw_rules, self.book)
        if outcome is None or not self.conduct.uncrowned or self.position.has_moves():
            return outcome
        own = self.position.white_men if self.side is Side.WHITE else self.position.black_men
        late = crowned_late(self.position, self.conduct.uncrowned.intersection(own))
        return decided(late, self.draw_rules, self.book)

    def ended(self, outcome: Outcome, at: int) -> Self:
        """Return the game over with a result: the clocks stop, offers lapse."""
        clock = self.clock.stop(at) if self.clock else None
        return replace(self, outcome=outcome, clock=clock, draw_offer=None, undo_request=None)


_ALL = attrgetter(*(field.name for field in fields(BaseGame)))
_PLACE = {field.name: place for place, field in enumerate(fields(BaseGame))}

G = TypeVar("G", bound=BaseGame)
"""A kind of game: a method that returns a changed game returns one of the same kind."""
