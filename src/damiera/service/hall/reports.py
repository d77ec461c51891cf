"""Results that players report: one proposes, the other confirms, the arbiter rules.

Every report is a line of the log with who and when. Two equal reports make the result; two that differ wait
for the arbiter, or for one of the two to see his mistake. What the arbiter enters stands, whatever was
reported before, and no report changes it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from damiera.messages import Message
from damiera.service.errors import BadTerms, Conflict, NotYours
from damiera.service.hall.acts import Hall
from damiera.service.hall.event import RESULTS, LiveEvent
from damiera.service.hall.phones import bound_player
from damiera.service.hall.results import game_at
from damiera.service.hall.sitting import Sitting
from damiera.service.identity import Visitor
from damiera.tournament import acts
from damiera.tournament.acts import ReportedResult
from damiera.tournament.errors import BadEvent
from damiera.tournament.model import Colour, Event, Game, Player
from damiera.tournament.state import Margin, Said

__all__ = ["REPORTED", "BoardSaid", "Reports", "boards_of", "said_of", "signed"]

REPORTED: Final[tuple[ReportedResult, ...]] = ("win", "draw", "loss")
"""What players may report, as White's chair sees it."""

_OFF: Final = Message("In this event the arbiter enters the results: tell him.")
_NOBODY: Final = Message("This phone is no player's yet: enter your code first.")
_NOT_YOURS: Final = Message(
    "Others play at board {b} of round {r}: you may report the result of your own board."
)
_STANDS: Final = Message("Board {b} has its result already: {now}. If it is wrong, the arbiter corrects it.")
_PAST: Final = Message("Round {r} is closed: if something is missing, tell the arbiter.")
_WHICH: Final = Message("Won, drawn or lost.")


@dataclass(frozen=True, slots=True)
class BoardSaid:
    """What the two at a board have reported; None: nothing yet."""

    game: Game
    white: Said | None = None
    black: Said | None = None

    @property
    def state(self) -> Literal["over", "differ", "agreed", "waiting", "open"]:
        """Where the result stands. `agreed` without a result: the arbiter took it back."""
        if self.game.is_over:
            return "over"
        if self.white and self.black:
            return "agreed" if self.white.result == self.black.result else "differ"
        return "waiting" if self.white or self.black else "open"

    def of(self, colour: Colour) -> Said | None:
        """Return what one side has reported."""
        return self.white if colour == "white" else self.black


def said_of(margin: Margin, game: Game) -> BoardSaid:
    """Return what has been reported of a game."""
    both = margin.said.get((game.round, game.board, game.leg), {})
    return BoardSaid(game, both.get("white"), both.get("black"))


def boards_of(event: Event, number: int, round: int | None = None) -> tuple[Game, ...]:
    """Return the games of a player in a round, in the last one if none is named; rests are none."""
    held = event.round(round or event.played_rounds)
    games = held.games if held else ()
    return tuple(g for g in games if number in (g.white, g.black) and g.black is not None)


def signed(player: Player) -> str:
    """Return how the log calls a player who acts."""
    return f"{player.name} ({player.number})"


class Reports:
    """The use cases of players who report."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall

    def switch(self, id: str, who: Visitor, *, on: bool) -> LiveEvent:
        """Let players report, or not any more; only an arbiter may say so."""

        def step(sitting: Sitting) -> None:
            if sitting.log.state.margin.reporting != on:
                sitting.act(acts.Reporting(on=on))

        return self._hall.change(id, who, step)

    def report(
        self, id: str, who: Visitor, round: int, board: int, result: str, *, leg: int = 1
    ) -> LiveEvent:
        """Let a player say how his game ended; it is recorded once the other says the same.

        Args:
            result: win, draw or loss, as White's chair sees it.
        Raises:
            NotYours: if players do not report here, or the phone is not one of the two's.
            Conflict: if the board has another result already.
            BadTerms, NotFound, BadEvent: for what cannot be.
        """
        told = next((known for known in REPORTED if known == result), None)
        if told is None:
            raise BadTerms("result", _WHICH)

        def step(sitting: Sitting) -> None:
            _report(sitting, round, board, leg, told)

        return self._hall.change(id, who, step, player=True)


def _report(sitting: Sitting, round: int, board: int, leg: int, result: ReportedResult) -> None:
    margin, event = sitting.log.state.margin, sitting.log.event
    if not margin.reporting:
        raise NotYours(_OFF)
    number = bound_player(sitting.work, sitting.live, sitting.who.id)
    if number is None:
        raise NotYours(_NOBODY)
    game = game_at(event, round, board, leg)
    if number not in (game.white, game.black) or game.black is None:
        raise NotYours(_NOT_YOURS.format(b=board, r=round))
    white, black, kind = RESULTS[result]
    if game.is_over:
        if (game.white_mark, game.black_mark, game.kind) == (white, black, kind):
            return
        raise Conflict(sitting.live.version, _STANDS.format(b=board, now=game.result(event.settings.scoring)))
    held = event.round(round)
    if held is None or held.closed:
        raise BadEvent(_PAST.format(r=round))
    sitting.name = signed(event.player(number))
    colour: Colour = "white" if number == game.white else "black"
    said = said_of(margin, game)
    mine, theirs = said.of(colour), said.of("black" if colour == "white" else "white")
    if mine is None or mine.result != result:
        told = acts.Reported(round=round, board=board, leg=leg, colour=colour, result=result)
        sitting.act(told)
    if theirs is not None and theirs.result == result:
        both = acts.Result(
            round=round, board=board, leg=leg, white=white, black=black, kind=kind, was="none", by="players"
        )
        sitting.act(both)
