"""When a game stands still, and what the clocks do then: envelopes, pauses, vacations, hosts, quick moves."""

from __future__ import annotations

from dataclasses import replace

from damiera.game.base import BaseGame, G
from damiera.game.clock import GameClock
from damiera.game.errors import AlreadyAsked, NoOffer, OutOfOrder, WrongSideToMove
from damiera.game.events import (
    Adjourned,
    HostArrived,
    HostLeft,
    Interrupted,
    Moved,
    Opened,
    PauseAccepted,
    PauseAsked,
    PauseDeclined,
    Pressed,
    QuickMoves,
    Resumed,
    Sealed,
    VacationBegun,
    VacationEnded,
)
from damiera.game.procedures.moves import moved
from damiera.game.scoresheet import press_warnings
from damiera.game.sealed_moves import is_in_envelope
from damiera.game.sides import side_named, side_text
from damiera.messages import Message, Text

__all__: list[str] = []


def sealed(game: G, event: Sealed) -> G:
    """Return the game adjourned with a move in the envelope; the clocks stand."""
    side = side_named(event.side)
    if side is not game.side:
        raise WrongSideToMove(game.side, side_text(game.side))
    conduct = replace(game.conduct.moved(), halt="sealed", envelope=event.envelope)
    said = _SEALED.format(side=side_text(side))
    return _stopped(replace(game, conduct=conduct.noted(event.at, event.side, said)), event.at)


def opened(game: G, event: Opened) -> G:
    """Return the game after the move that was in the envelope; its time had been paid when it was sealed."""
    envelope = game.conduct.envelope
    if envelope is None:
        raise OutOfOrder(_NO_ENVELOPE)
    if not is_in_envelope(envelope, event.path, event.salt, event.drops):
        raise OutOfOrder(_OTHER_MOVE)
    conduct = replace(game.conduct, halt=None, envelope=None).noted(event.at, "rules", _OPENED)
    clock = game.clock.hand_to(game.side, event.at, charge=False) if game.clock else None
    going_on = replace(game, conduct=conduct, clock=clock)
    return moved(going_on, Moved(path=event.path, at=event.at, drops=event.drops))


def adjourned(game: G, event: Adjourned) -> G:
    """Return the game broken off as it stands: by the arbiter, or by a player who calls the arbiter."""
    if event.side == "arbiter":
        said: Text = _ADJOURNED
    elif game.conditions.arbitrated:
        said = _CALLED.format(side=side_text(side_named(event.side)))
    else:
        raise OutOfOrder(_ARBITER_ADJOURNS)
    conduct = replace(game.conduct, halt="adjourned").noted(event.at, event.side, said)
    return _stopped(replace(game, conduct=conduct), event.at)


def interrupted(game: G, event: Interrupted) -> G:
    """Return the game after the program that keeps the time did not run, or could not store."""
    if event.goes_on:
        return _stood(game, event)
    minutes = max(1, round((event.until - event.at) / 60_000))
    said = _INTERRUPTED.format(n=minutes)
    conduct = replace(game.conduct, halt="interrupted").noted(event.at, "rules", said)
    return _stopped(replace(game, conduct=conduct), event.at)


def _stood(game: G, event: Interrupted) -> G:
    """Return the game going on after its clocks stood for a while."""
    said = _NOT_STORED.format(n=max(1, round((event.until - event.at) / 1000)))
    clock = (
        game.clock.pause(event.at).resume(event.until) if game.clock and game.clock.running else game.clock
    )
    return replace(game, clock=clock, conduct=game.conduct.noted(event.at, "rules", said))


def resumed(game: G, event: Resumed) -> G:
    """Return the game going on, or begun: the round begins when the arbiter starts the clocks."""
    halt = game.conduct.halt
    if halt is None:
        raise OutOfOrder(_NOT_HALTED)
    if halt == "sealed":
        raise OutOfOrder(_OPEN_IT)
    if halt in _BY_ARBITER and event.side != "arbiter":
        raise OutOfOrder(_BY_ARBITER[halt])
    clock = game.clock.hand_to(game.side, event.at, charge=False) if game.clock else None
    said = _STARTED if halt == "unstarted" else _RESUMED
    conduct = replace(game.conduct, halt=None).noted(event.at, event.side, said)
    begun_at = event.at if halt == "unstarted" else game.begun_at
    return replace(game, conduct=conduct, clock=clock, begun_at=begun_at)


def pause_asked(game: G, event: PauseAsked) -> G:
    """Return the game where a side asks for a pause."""
    side, asked = side_named(event.side), game.conduct.pause_request
    if asked is not None:
        raise AlreadyAsked("pause", own=asked is side)
    return replace(game, conduct=replace(game.conduct, pause_request=side))


def pause_accepted(game: G, event: PauseAccepted) -> G:
    """Return the game paused by agreement: both clocks stand until either side resumes."""
    _asked_by_other(game, event)
    conduct = replace(game.conduct, pause_request=None, halt="pause").noted(event.at, event.side, _PAUSED)
    return _stopped(replace(game, conduct=conduct), event.at)


def pause_declined(game: G, event: PauseDeclined) -> G:
    """Return the game going on: the pause was declined."""
    _asked_by_other(game, event)
    return replace(game, conduct=replace(game.conduct, pause_request=None))


def _asked_by_other(game: BaseGame, event: PauseAccepted | PauseDeclined) -> None:
    asked = game.conduct.pause_request
    if asked is None or asked is side_named(event.side):
        raise NoOffer("pause", own=asked is not None)


def vacation_begun(game: G, event: VacationBegun) -> G:
    """Return the game while a side is on vacation: its time stands still within what was agreed."""
    side = side_named(event.side)
    clock = _clock_of(game).on_vacation(side, event.at, event.until)
    said = _AWAY.format(side=side_text(side))
    return replace(game, clock=clock, conduct=game.conduct.noted(event.at, event.side, said))


def vacation_ended(game: G, event: VacationEnded) -> G:
    """Return the game with a side back from vacation."""
    side = side_named(event.side)
    clock = _clock_of(game).back(side, event.at)
    said = _BACK.format(side=side_text(side))
    return replace(game, clock=clock, conduct=game.conduct.noted(event.at, event.side, said))


def host_arrived(game: G, event: HostArrived) -> G:
    """Return the game with the host of a simultaneous display at the board."""
    if game.conditions.host is None:
        raise OutOfOrder(_NO_HOST)
    return replace(game, clock=game.clock.host_arrives(event.at) if game.clock else None)


def host_left(game: G, event: HostLeft) -> G:
    """Return the game with the host of a simultaneous display gone on."""
    if game.conditions.host is None:
        raise OutOfOrder(_NO_HOST)
    return replace(game, clock=game.clock.host_leaves(event.at) if game.clock else None)


def quick_moves(game: G, event: QuickMoves) -> G:
    """Return the game where the arbiter begins or ends to count the moves aloud."""
    if not game.conditions.arbitrated:
        raise OutOfOrder(_NO_COUNTING)
    clock = _clock_of(game)
    clock = clock.with_quick_moves(event.at) if event.begin else clock.without_quick_moves(event.at)
    said = _QUICK if event.begin else _QUICK_OVER
    return replace(game, clock=clock, conduct=game.conduct.noted(event.at, "arbiter", said))


def pressed(game: G, event: Pressed) -> G:
    """Return the game with a warning noted if the clock was pressed too early: it never blocks."""
    recorded = game.ply if event.recorded is None else event.recorded
    conduct = game.conduct
    rule = game.conditions.scoresheet
    for warning in press_warnings(rule, moved=event.moved, recorded=recorded, ply=game.ply):
        conduct = conduct.noted(event.at, event.side, warning.said)
    return replace(game, conduct=conduct)


def _clock_of(game: BaseGame) -> GameClock:
    if game.clock is None:
        raise OutOfOrder(_NO_CLOCK)
    return game.clock


def _stopped(game: G, at: int) -> G:
    return replace(game, clock=game.clock.stop(at)) if game.clock else game


_SEALED = Message("{side} seals a move.")
_NO_ENVELOPE = Message("There is no envelope to open.")
_OTHER_MOVE = Message(
    "This is not the move in the envelope: open it with the move and the code it was sealed with."
)
_OPENED = Message("The envelope is opened: the move is played.")
_ARBITER_ADJOURNS = Message("It is the arbiter who breaks a game off: offer your opponent a pause.")
_ADJOURNED = Message("The arbiter stops the clocks.")
_CALLED = Message("{side} stops the clocks and calls the arbiter.")
_INTERRUPTED = Message(
    "The computer slept or was switched off for {n} minute: the clocks stood meanwhile.",
    plural="The computer slept or was switched off for {n} minutes: the clocks stood meanwhile.",
)
_NOT_STORED = Message(
    "Nothing could be stored for {n} second: the clocks stood meanwhile.",
    plural="Nothing could be stored for {n} seconds: the clocks stood meanwhile.",
)
_NOT_HALTED = Message("The game is not standing still.")
_OPEN_IT = Message("A move is sealed: open it to go on.")
_BY_ARBITER = {
    "adjourned": Message("The arbiter has it resumed."),
    "unstarted": Message("The arbiter starts the clocks."),
}
_STARTED = Message("The round begins: the arbiter starts the clocks.")
_RESUMED = Message("The game goes on.")
_PAUSED = Message("A pause by agreement: the clocks stand.")
_AWAY = Message("{side} is on vacation.")
_BACK = Message("{side} is back.")
_NO_HOST = Message("This is no simultaneous display.")
_NO_COUNTING = Message("Quick moves are counted by an arbiter: there is none here.")
_QUICK = Message("Quick moves begin.")
_QUICK_OVER = Message("Quick moves are over.")
_NO_CLOCK = Message("This game is played without a clock.")
