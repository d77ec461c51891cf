"""Which procedure carries out which event."""

from __future__ import annotations

from typing import Any, Protocol

from damiera.game import events
from damiera.game.base import G
from damiera.game.procedures import board, claims, moves, opening, pauses, requests

__all__ = ["PROCEDURES"]


class _Procedure(Protocol):
    def __call__(self, game: G, event: Any, /) -> G: ...


PROCEDURES: dict[type, _Procedure] = {
    events.Moved: moves.moved,
    events.Resigned: requests.resigned,
    events.DrawOffered: requests.draw_offered,
    events.DrawAccepted: requests.draw_accepted,
    events.DrawDeclined: requests.draw_declined,
    events.UndoAsked: requests.undo_asked,
    events.UndoAccepted: requests.undo_accepted,
    events.UndoDeclined: requests.undo_declined,
    events.Flagged: claims.flagged,
    events.RepetitionClaimed: claims.repetition_claimed,
    events.CountRequested: claims.count_requested,
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
