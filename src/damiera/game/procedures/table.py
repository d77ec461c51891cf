"""Which procedure carries out which event."""

from __future__ import annotations

from typing import Protocol, TypeVar

from damiera.game import events
from damiera.game.base import G
from damiera.game.procedures import appeals, board, claims, moves, opening, pauses, requests, spoken

__all__ = ["PROCEDURES"]


E = TypeVar("E", bound=events.Event)
E_contra = TypeVar("E_contra", bound=events.Event, contravariant=True)


class _Procedure(Protocol[E_contra]):
    """What carries out events of one kind."""

    def __call__(self, game: G, event: E_contra, /) -> G: ...


def _of(kind: type[E], procedure: _Procedure[E]) -> tuple[type, _Procedure[events.Event]]:
    """Return a procedure under the kind of events that it takes."""

    def carried_out(game: G, event: events.Event, /) -> G:
        if not isinstance(event, kind):
            raise TypeError(f"{kind.__name__} is asked for, not {type(event).__name__}")
        return procedure(game, event)

    return kind, carried_out


PROCEDURES: dict[type, _Procedure[events.Event]] = dict(
    (
        _of(events.Moved, moves.moved),
        _of(events.Resigned, requests.resigned),
        _of(events.DrawOffered, requests.draw_offered),
        _of(events.DrawAccepted, requests.draw_accepted),
        _of(events.DrawDeclined, requests.draw_declined),
        _of(events.CalledOff, requests.called_off),
        _of(events.TimeGiven, requests.time_given),
        _of(events.AbsenceClaimed, requests.absence_claimed),
        _of(events.UndoAsked, requests.undo_asked),
        _of(events.UndoAccepted, requests.undo_accepted),
        _of(events.UndoDeclined, requests.undo_declined),
        _of(events.Flagged, claims.flagged),
        _of(events.RepetitionClaimed, claims.repetition_claimed),
        _of(events.CountRequested, claims.count_requested),
        _of(events.Balloted, opening.balloted),
        _of(events.Bid, opening.bid),
        _of(events.Passed, opening.passed),
        _of(events.Touched, board.touched),
        _of(events.Announced, spoken.announced),
        _of(events.Repeated, spoken.repeated),
        _of(events.Consented, board.consented),
        _of(events.Crowned, board.crowned),
        _of(events.Irregular, board.irregular),
        _of(events.ImproperCapture, board.improper_capture),
        _of(events.Corrected, board.corrected),
        _of(events.LetStand, board.let_stand),
        _of(events.Annulled, board.annulled),
        _of(events.Refused, board.refused),
        _of(events.Ruled, board.ruled),
        _of(events.Claimed, appeals.claimed),
        _of(events.ClaimRuled, appeals.claim_ruled),
        _of(events.Replayed, appeals.replayed),
        _of(events.ReplayOf, appeals.replay_of),
        _of(events.Pressed, pauses.pressed),
        _of(events.Sealed, pauses.sealed),
        _of(events.Opened, pauses.opened),
        _of(events.Adjourned, pauses.adjourned),
        _of(events.Interrupted, pauses.interrupted),
        _of(events.Resumed, pauses.resumed),
        _of(events.PauseAsked, pauses.pause_asked),
        _of(events.PauseAccepted, pauses.pause_accepted),
        _of(events.PauseDeclined, pauses.pause_declined),
        _of(events.VacationBegun, pauses.vacation_begun),
        _of(events.VacationEnded, pauses.vacation_ended),
        _of(events.HostArrived, pauses.host_arrived),
        _of(events.HostLeft, pauses.host_left),
        _of(events.QuickMoves, pauses.quick_moves),
    )
)
"""For each kind of event, the function that checks it and returns the game after it."""
