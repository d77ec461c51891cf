"""A game of draughts as a value: what has happened in it, and what may happen next.

`Game.apply(event)` returns a new game; the old one stays as it was. Applying the events of a game one after
the other to its start gives the same game again: that is how a store rebuilds one. An event costs the same,
give or take the copy of a few rows of references, whether the game is ten moves old or a thousand.

What the rulebooks leave open is decided thus:
- The clock of the first to move runs from the start of the game, where nothing else was agreed. No rulebook
  says who starts it. With `Conditions.arbiter_starts` the clocks stand until the arbiter does, which begins
  the round, from which FID 2008, 7.2 to 7.4 count ten minutes. Between two people far from each other
  `Conditions.first_move_s` has the first move of each side start its clock.
- Once a flag has fallen, whatever event comes next finds the game lost on time and is itself not carried out.
- A draw offer stands until the opponent answers or moves; a move declines it. One may offer again after one's
  own next move. Two offers cannot stand at once.
- Undo goes back to where the asker was to move before their last move: one ply, or two if it is their turn
  again. It needs the opponent's assent. Any move annuls the request. No time is given back, and no increment
  taken.
- A game adjourned, paused, or with a move in the envelope takes only what ends it or has it go on.
- A claim of repetition is about the position on the board; either player may make it. Where checking takes no
  time a wrong claim costs nothing and is refused; otherwise it is an event of the game and is charged.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from damiera._core import Position, Side
from damiera.game.auction import Auction
from damiera.game.base import BaseGame
from damiera.game.clock import ClockSettings, GameClock
from damiera.game.conduct import Conduct
from damiera.game.draws import DrawRules
from damiera.game.ending import count_of, decided_at_start
from damiera.game.errors import GameOver, OutOfOrder, WrongGame
from damiera.game.events import (
    AbsenceClaimed,
    Annulled,
    Balloted,
    Bid,
    CalledOff,
    Claimed,
    ClaimRuled,
    Consented,
    Corrected,
    CountRequested,
    Crowned,
    DrawAccepted,
    DrawDeclined,
    DrawOffered,
    Event,
    Flagged,
    ImproperCapture,
    Irregular,
    LetStand,
    Opened,
    Passed,
    Refused,
    RepetitionClaimed,
    Replayed,
    ReplayOf,
    Resigned,
    Resumed,
    Ruled,
)
from damiera.game.outcome import Outcome, Termination
from damiera.game.procedures.refusals import refuse
from damiera.game.procedures.table import PROCEDURES
from damiera.game.sides import side_named, side_text, sides_of
from damiera.game.ways import Conditions
from damiera.messages import Message
from damiera.regulations.book import Rulebook, rulebook
from damiera.regulations.citations import implements
from damiera.rules.ruleset import Ruleset

__all__ = ["Game"]

# What a game that stands still takes: what ends it, or has it go on.
_WHILE_HALTED = (
    Opened,
    Resumed,
    Resigned,
    DrawOffered,
    DrawAccepted,
    DrawDeclined,
    Ruled,
    Replayed,
    AbsenceClaimed,
)
# And while the arbiter has stopped the clocks, what they are called for.
_AT_THE_BOARD = (
    Annulled,
    Claimed,
    ClaimRuled,
    Consented,
    Corrected,
    CountRequested,
    Crowned,
    ImproperCapture,
    Irregular,
    LetStand,
    Refused,
    RepetitionClaimed,
)
# Before the arbiter has started the clocks: what is settled before the first move.
_BEFORE_THE_ROUND = (Balloted, ReplayOf)
_WHILE_BIDDING = (Bid, Passed, Resigned, CalledOff, AbsenceClaimed, Flagged, Ruled, Replayed, ReplayOf)


@dataclass(frozen=True, slots=True, repr=False)
class Game(BaseGame):
    """One game, from its start to what has happened so far. Make one with `Game.start`.

    Its attributes are those of `BaseGame`.
    """

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
            recorded, automatic_count, count_limit: those fields of `Conditions`, if nothing else was agreed.
            conditions: what was agreed, in place of those three.
            at: when the game, or its round, begins, milliseconds.
        Raises:
            WrongGame: for a position or a rulebook of another game.
            UnknownRulebook: for a rulebook that does not exist.
            BadCountLimit: for a `count_limit` the rulebook does not allow.
            BadConditions: for conditions that contradict one another, or the game.

        >>> from damiera.game.events import Moved
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
            clock=_clock(clock, first.side, agreed, at) if clock else None,
            conditions=agreed,
            auction=_auction(first) if agreed.auction else None,
            conduct=Conduct(halt="unstarted" if agreed.arbiter_starts else None),
            begun_at=at,
        )
        outcome = decided_at_start(first, rules, book)
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
            after = self._never_begun() if self.clock.awaits_first else self._lost_on_time()
        else:
            self._refuse_third(event)
            self._refuse_if_waiting(event)
            after = PROCEDURES[type(event)](self, event)
        known = len(self.conduct.log)
        if len(after.conduct.log) > known:
            return after.changed(
                events=(*self.events, event), conduct=after.conduct.placed_at(self.ply, known)
            )
        return after.changed(events=(*self.events, event))

    def replay(self, events: Iterable[Event]) -> Game:
        """Return the game after all `events`, in order. Raises as `apply` does."""
        game = self
        for event in events:
            game = game.apply(event)
        return game

    @implements("fid.italian:1.3", "fid.english:1.3")
    def _refuse_third(self, event: Event) -> None:
        """Refuse an event of a side that does not play this game."""
        name = getattr(event, "side", None)
        if name is None or name == "arbiter":
            return
        side = side_named(name)
        if side not in sides_of(self.ruleset.core):
            raise refuse(self.book, "players", _NOT_PLAYING.format(side=side_text(side)))

    def _refuse_if_waiting(self, event: Event) -> None:
        """Refuse what a game that stands still, or whose auction is open, does not take."""
        halt = self.conduct.halt
        taken = {"adjourned": _AT_THE_BOARD, "unstarted": _BEFORE_THE_ROUND}.get(halt or "", ())
        called = isinstance(event, taken)
        if halt is not None and not called and not isinstance(event, _WHILE_HALTED):
            raise OutOfOrder(_HALTED[halt])
        if self.auction is not None and self.auction.is_open and not isinstance(event, _WHILE_BIDDING):
            raise OutOfOrder(_BIDDING)

    @implements("fid.italian:9.2.4", "fid.english:9.2.4", "stock:time")
    @implements("fmjd.international:7.2.4")
    def _lost_on_time(self) -> Game:
        """Return the game ended at the moment the flag of the running side fell."""
        assert self.clock is not None
        fell_at = self.clock.falls_at()
        assert fell_at is not None
        return self.ended(self.result(self.side.opponent, Termination.TIME, "rules"), fell_at)

    def _never_begun(self) -> Game:
        """Return the game called off at the moment the time for a first move was over: nobody has lost."""
        assert self.clock is not None
        over_at = self.clock.falls_at()
        assert over_at is not None
        return self.ended(Outcome(None, Termination.CALLED_OFF, None, "rules"), over_at)

    def __repr__(self) -> str:
        result = f", {self.outcome.score}" if self.outcome else ""
        return f"<Game {self.ruleset.slug}, ply {self.ply}, {self.position.fen}{result}>"


_HALTED = {
    "sealed": Message("A move is sealed: the game stands still until it is opened."),
    "adjourned": Message("The game is adjourned: the arbiter has it resumed."),
    "unstarted": Message("The round has not begun: the arbiter starts the clocks."),
    "pause": Message("The game is paused: resume it before going on."),
    "interrupted": Message("The game stands still since the computer did not run: resume it to go on."),
}
_NOT_PLAYING = Message("{side} does not play in this game.")
_BIDDING = Message("The auction comes first: bid or pass.")


def _auction(first: Position) -> Auction:
    """Return the auction before a game: who would move first bids first."""
    return Auction(first.side, min(count_of(first, Side.WHITE), count_of(first, Side.BLACK)))


def _clock(settings: ClockSettings, side: Side, agreed: Conditions, at: int) -> GameClock:
    first_ms = 1000 * agreed.first_move_s
    clock = GameClock.start(settings, side, at, host=agreed.clocked_host(), first_ms=first_ms)
    return clock.stop(at) if agreed.arbiter_starts else clock


def _book(ruleset: Ruleset, id: str | None) -> Rulebook:
    book = rulebook(id if id is not None else ruleset.rulebooks[0])
    if book.game != ruleset.slug and book.id not in ruleset.rulebooks:
        raise WrongGame(ruleset.slug, book.game)
    return book
