"""Which procedure carries out which event: all that `Game` does not do by itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from damiera.game import events
from damiera.game.procedures import board, opening, pauses

if TYPE_CHECKING:
    from damiera.game.state import Game

__all__ = ["PROCEDURES"]

PROCEDURES: dict[type, Callable[[Game, Any], Game]] = {
    events.Balloted: opening.balloted,
    events.Bid: opening.bid,
    events.Passed: opening.passed,
    events.Touched: board.touched,
    events.Crowned: board.crowned,
    events.Irregular: board.irregular,
    events.Corrected: board.corrected,
    events.LetStand: board.let_stand,
    events.Annulled: board.annulled,
    events.Refused: board.refused,
    events.Ruled: board.ruled,
    events.Pressed: pauses.pressed,
    events.Sealed: pauses.sealed,
    events.Opened: pauses.opened,
    events.Adjourned: pauses.adjourned,
    events.Resumed: pauses.resumed,
    events.PauseAsked: pauses.pause_asked,
    events.PauseAccepted: pauses.pause_accepted,
    events.PauseDeclined: pauses.pause_declined,
    events.VacationBegun: pauses.vacation_begun,
    events.VacationEnded: pauses.vacation_ended,
    events.HostArrived: pauses.host_arrived,
    events.HostLeft: pauses.host_left,
    events.QuickMoves: pauses.quick_moves,
}
