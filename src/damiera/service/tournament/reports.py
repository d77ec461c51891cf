"""Results that players report: one proposes, the other confirms, the arbiter rules.

Every report is a line of the log with who and when. Two equal reports make the result; two that differ wait
for the arbiter, or for one of the two to see their mistake. What the arbiter enters stands, whatever was
reported before, and no report changes it.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from damiera.messages import Message
from damiera.service.errors import BadTerms, Conflict, NotYours
from damiera.service.identity import Visitor
from damiera.service.tournament.acts import TournamentService
from damiera.service.tournament.event import RESULTS, LiveEvent
from damiera.service.tournament.phones import bound_player
from damiera.service.tournament.results import game_at
from damiera.service.tournament.transaction import EventTransaction
from damiera.tournament import acts
from damiera.tournament.acts import ReportedResult
from damiera.tournament.errors import BadTournament
from damiera.tournament.model import Colour, Event, EventPlayer, RoundGame
from damiera.tournament.state import PhoneNotes, PlayerReport

__all__ = ["REPORTED", "BoardReports", "ReportService", "boards_of", "said_of", "signed"]

REPORTED: Final[tuple[ReportedResult, ...]] = ("win", "draw", "loss")
"""What players may report, as White's chair sees it."""

_OFF: Final = Message("In this event the arbiter enters the results: tell them.")
_NOBODY: Final = Message("This phone is no player's yet: enter your code first.")
_NOT_YOURS: Final = Message(
    "Others play at board {b} of round {r}: you may report the result of your own board."
)
_STANDS: Final = Message("Board {b} has its result already: {now}. If it is wrong, the arbiter corrects it.")
_PAST: Final = Message("Round {r} is closed: if something is missing, tell the arbiter.")
_WHICH: Final = Message("Won, drawn or lost.")


class BoardReports(msgspec.Struct, frozen=True):
    """What the two at a board have reported; None: nothing yet."""

    game: RoundGame
    white: PlayerReport | None = None
    black: PlayerReport | None = None

    @property
    def state(self) -> Literal["over", "differ", "agreed", "waiting", "open"]:
        """Where the result stands. `agreed` without a result: the arbiter took it back."""
        if self.game.is_over:
            return "over"
        if self.white and self.black:
            return "agreed" if self.white.result == self.black.result else "differ"
        return "waiting" if self.white or self.black else "open"

    def of(self, colour: Colour) -> PlayerReport | None:
        """Return what one side has reported."""
        return self.white if colour == "white" else self.black


def said_of(margin: PhoneNotes, game: RoundGame) -> BoardReports:
    """Return what has been reported of a game."""
    both = margin.said.get((game.round, game.board, game.leg), {})
    return BoardReports(game, both.get("white"), both.get("black"))


def boards_of(event: Event, number: int, round: int | None = None) -> tuple[RoundGame, ...]:
    """Return the games of a player in a round, in the last one if none is named; rests are none."""
    held = event.round(round or event.played_rounds)
    games = held.games if held else ()
    return tuple(g for g in games if number in (g.white, g.black) and g.black is not None)


def signed(player: EventPlayer) -> str:
    """Return how the log calls a player who acts."""
    return f"{player.name} ({player.number})"


class ReportService:
    """The use cases of players who report."""

    def __init__(self, tournaments: TournamentService) -> None:
        self._tournaments = tournaments

    def switch(self, id: str, who: Visitor, *, on: bool) -> LiveEvent:
        """Let players report, or not any more; only an arbiter may say so."""

        def step(transaction: EventTransaction) -> None:
            if transaction.log.state.margin.reporting != on:
                transaction.act(acts.ReportingNote(on=on))

        return self._tournaments.change(id, who, step)

    def report(
        self, id: str, who: Visitor, round: int, board: int, result: str, *, leg: int = 1
    ) -> LiveEvent:
        """Let a player say how their game ended; it is recorded once the other says the same.

        Args:
            result: win, draw or loss, as White's chair sees it.
        Raises:
            NotYours: if players do not report here, or the phone is not one of the two's.
            Conflict: if the board has another result already.
            BadTerms, NotFound, BadTournament: for what cannot be.
        """
        told = next((known for known in REPORTED if known == result), None)
        if told is None:
            raise BadTerms("result", _WHICH)

        def step(transaction: EventTransaction) -> None:
            _report(transaction, round, board, leg, told)

        return self._tournaments.change(id, who, step, player=True)


def _report(transaction: EventTransaction, round: int, board: int, leg: int, result: ReportedResult) -> None:
    margin, event = transaction.log.state.margin, transaction.log.event
    if not margin.reporting:
        raise NotYours(_OFF)
    number = bound_player(transaction.work, transaction.live, transaction.who.id)
    if number is None:
        raise NotYours(_NOBODY)
    game = game_at(event, round, board, leg)
    if number not in (game.white, game.black) or game.black is None:
        raise NotYours(_NOT_YOURS.format(b=transaction.live.board_name(round, board), r=round))
    white, black, kind = RESULTS[result]
    if game.is_over:
        if (game.white_mark, game.black_mark, game.kind) == (white, black, kind):
            return
        name, now = transaction.live.board_name(round, board), game.result(event.settings.scoring)
        raise Conflict(transaction.live.version, _STANDS.format(b=name, now=now))
    held = event.round(round)
    if held is None or held.closed:
        raise BadTournament(_PAST.format(r=round))
    transaction.name = signed(event.player(number))
    colour: Colour = "white" if number == game.white else "black"
    said = said_of(margin, game)
    mine, theirs = said.of(colour), said.of("black" if colour == "white" else "white")
    if mine is None or mine.result != result:
        told = acts.ReportedNote(round=round, board=board, leg=leg, colour=colour, result=result)
        transaction.act(told)
    if theirs is not None and theirs.result == result:
        both = acts.ResultAct(
            round=round, board=board, leg=leg, white=white, black=black, kind=kind, was="none", by="players"
        )
        transaction.act(both)
