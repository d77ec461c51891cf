"""What a player says to the other: that they resign, offer a draw, ask for their move back."""

from __future__ import annotations

from dataclasses import replace

from damiera._core import Side
from damiera.game.base import BaseGame, G
from damiera.game.clock import GameClock
from damiera.game.errors import AlreadyAsked, NoOffer, NothingToUndo, OnlyForTwo, OutOfOrder, TooSoon
from damiera.game.events import (
    AbsenceClaimed,
    CalledOff,
    DrawAccepted,
    DrawDeclined,
    DrawOffered,
    Resigned,
    TimeGiven,
    UndoAccepted,
    UndoAsked,
    UndoDeclined,
)
from damiera.game.outcome import Outcome, Termination
from damiera.game.procedures.refusals import refuse
from damiera.game.sides import is_for_two, side_name, side_named, side_text
from damiera.game.timing.units import length_words
from damiera.game.ways import Way
from damiera.messages import Message
from damiera.regulations.citations import implements

__all__: list[str] = []


@implements("fid.italian:9.2.1", "fid.english:9.2.1", "fmjd.international:7.2.1", "stock:resignation")
def resigned(game: G, event: Resigned) -> G:
    """Return the game lost by whoever gives it up; among more than two nobody has won yet."""
    side = side_named(event.side)
    winner = side.opponent if is_for_two(game.ruleset.core) else None
    return game.ended(game.result(winner, Termination.RESIGNATION, event.side), event.at)


def called_off(game: G, event: CalledOff) -> G:
    """Return the game ended without a result: nobody has lost what had hardly begun."""
    if game.conditions.arbitrated:
        raise OutOfOrder(_ARBITER_DECIDES)
    if game.ply >= len(game.sides):
        raise OutOfOrder(_TOO_LATE_TO_CALL_OFF)
    return game.ended(Outcome(None, Termination.CALLED_OFF, None, event.side), event.at)


def time_given(game: G, event: TimeGiven) -> G:
    """Return the game where the opponent of a side has more time."""
    if game.conditions.arbitrated:
        raise OutOfOrder(_ARBITER_DECIDES)
    if game.clock is None or game.clock.settings.counts_days or not is_for_two(game.ruleset.core):
        raise OutOfOrder(_NO_CLOCK_TO_GIVE)
    other = side_named(event.side).opponent
    said = _TIME_GIVEN.format(side=side_text(other), time=length_words(event.ms))
    clock = game.clock.adjust(other, event.ms, event.at)
    return replace(game, clock=clock, conduct=game.conduct.noted(event.at, event.side, said))


def absence_claimed(game: G, event: AbsenceClaimed) -> G:
    """Return the game won by the side whose opponent has left it."""
    if game.conditions.arbitrated:
        raise OutOfOrder(_ARBITER_DECIDES)
    if not is_for_two(game.ruleset.core):
        raise OnlyForTwo
    if game.conditions.way is Way.CORRESPONDENCE:
        raise OutOfOrder(_DAYS_TO_ANSWER)
    won = Outcome(side_named(event.side), Termination.ABSENCE, None, event.side)
    return game.ended(won, event.at)


_ARBITER_DECIDES = Message("This game has an arbiter: they decide.")
_TOO_LATE_TO_CALL_OFF = Message("Both have moved: the game can be resigned, not called off.")
_NO_CLOCK_TO_GIVE = Message("There is no clock on which time could be given.")
_TIME_GIVEN = Message("{side} is given {time}")
_DAYS_TO_ANSWER = Message("By correspondence there are days to answer: the clock decides.")


def draw_offered(game: G, event: DrawOffered) -> G:
    """Return the game with a draw offer that stands."""
    side = side_named(event.side)
    if not is_for_two(game.ruleset.core):
        raise OnlyForTwo
    if game.draw_offer is not None:
        raise AlreadyAsked("draw", own=game.draw_offer is side)
    if ("draw", side) in game.declined:
        raise TooSoon("draw")
    return replace(game, draw_offer=side)


@implements("fid.italian:9.3.a", "fid.english:9.3.a", "fmjd.international:7.3.1", "stock:agreement")
def draw_accepted(game: G, event: DrawAccepted) -> G:
    """Return the game drawn by agreement."""
    side = side_named(event.side)
    if game.draw_offer is None or game.draw_offer is side:
        raise NoOffer("draw", own=game.draw_offer is side)
    return game.ended(game.result(None, Termination.AGREEMENT, side_name(side)), event.at)


def draw_declined(game: G, event: DrawDeclined) -> G:
    """Return the game where the draw offer was declined."""
    side = side_named(event.side)
    if game.draw_offer is None or game.draw_offer is side:
        raise NoOffer("draw", own=game.draw_offer is side)
    return replace(game, draw_offer=None, declined=game.declined | {("draw", game.draw_offer)})


def undo_asked(game: G, event: UndoAsked) -> G:
    """Return the game where a side asks to take its last move back."""
    side = side_named(event.side)
    if game.conditions.way is Way.CORRESPONDENCE:
        raise refuse(game.book, Way.CORRESPONDENCE.topic, _SENT)
    if game.undo_request is not None:
        raise AlreadyAsked("undo", own=game.undo_request is side)
    if game.plies_back(side) > game.ply:
        raise NothingToUndo
    if ("undo", side) in game.declined:
        raise TooSoon("undo")
    return replace(game, undo_request=side)


def undo_accepted(game: G, event: UndoAccepted) -> G:
    """Return the game as before the move that its side takes back."""
    side = side_named(event.side)
    if game.undo_request is None or game.undo_request is side:
        raise NoOffer("undo", own=game.undo_request is side)
    keep = game.ply - game.plies_back(game.undo_request)
    waiting = game.men_to_crown(game.positions[keep])
    return replace(
        game,
        positions=game.positions[: keep + 1],
        moves=game.moves[:keep],
        paths=game.paths[:keep],
        clock_times=game.clock_times[:keep],
        tallies=game.tallies[: keep + 1],
        clock=_clock_back_to(game, keep, game.undo_request, event.at),
        draw_offer=None,
        undo_request=None,
        conduct=replace(game.conduct.after_undo(keep), uncrowned=waiting),
    )


def _clock_back_to(game: BaseGame, ply: int, side: Side, at: int) -> GameClock | None:
    """Return the clocks after the game went back to `ply`, with `side` to move: no time is given back."""
    if game.clock is None:
        return None
    white = sum(position.side is Side.WHITE for position in game.positions[:ply])
    return game.clock.hand_to(side, at).with_moves(white, ply - white)


def undo_declined(game: G, event: UndoDeclined) -> G:
    """Return the game where the request to undo was declined."""
    side = side_named(event.side)
    if game.undo_request is None or game.undo_request is side:
        raise NoOffer("undo", own=game.undo_request is side)
    return replace(game, undo_request=None, declined=game.declined | {("undo", game.undo_request)})


_SENT = Message("By correspondence a move sent is not taken back.")
