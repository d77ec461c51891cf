"""A round made again, and boards that stay as they are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import UNSET

from damiera.errors import DamieraError
from damiera.game.clock import ClockSettings
from damiera.messages import Message
from damiera.service.errors import BadTerms
from damiera.service.tournament.transaction import EventTransaction, Step, close_last, due, pair_act
from damiera.tournament.acts import ExtraAct, ProtectAct
from damiera.tournament.errors import BadTournament
from damiera.tournament.model import Colour, Pair, Pairing
from damiera.tournament.pairing.apart import pair_apart

__all__ = ["by_hand", "pair_again", "play_off", "protect"]

_NOT_LAST = Message("Only the last round can be made again.")
_LONGEST_CLOCK: Final = 60
_LONG_CLOCK = Message("A clock is said in {n} letters at most.")
_REASON = Message("Write why the round is made again.")


def pair_again(round: int, reason: str) -> Step:
    """Pair the last round again, before it has results; protected boards stay."""

    def step(transaction: EventTransaction) -> None:
        event = transaction.log.event
        if event.round(round) is None or round != event.played_rounds:
            raise BadTournament(_NOT_LAST)
        if not reason.strip():
            raise BadTerms("reason", _REASON)
        transaction.act(pair_act(transaction, pair_apart(event, round)), reason)

    return step


def by_hand(round: int, pairs: Sequence[Pair], reason: str) -> Step:
    """Pair a round as the arbiter says, with a reason."""

    def step(transaction: EventTransaction) -> None:
        if transaction.log.event.round(round) is None:
            due(transaction, round)
            close_last(transaction)
        made = Pairing(round, transaction.log.event.settings.system, tuple(pairs))
        transaction.act(pair_act(transaction, made, manual=True), reason)

    return step


def protect(round: int, board: int, *, kept: bool) -> Step:
    """Keep a board as it is when the round is paired again, or not any more."""
    return lambda transaction: transaction.act(ProtectAct(round=round, board=board, protected=kept))


def play_off(
    round: int,
    board: int,
    *,
    clock: str = "",
    games: int = 1,
    draw_for: Colour | None = None,
    rated: bool = True,
) -> Step:
    """Let a knockout match that is even go on: see `ExtraAct`. A clock played here must be one.

    Raises:
        BadTerms: for a clock that is too long to say, or that boards played here cannot have.
    """
    clock = " ".join(clock.split())
    if len(clock) > _LONGEST_CLOCK:
        raise BadTerms("clock", _LONG_CLOCK.format(n=_LONGEST_CLOCK))

    def step(transaction: EventTransaction) -> None:
        if clock and transaction.log.state.margin.plays_online:
            try:
                ClockSettings.parse(clock)
            except DamieraError as error:
                raise BadTerms("clock", error.message) from error
        transaction.act(
            ExtraAct(
                round=round,
                board=board,
                clock=clock or UNSET,
                games=2 if games == 2 else UNSET,
                draw_for=draw_for or UNSET,
                rated=UNSET if rated else False,
            )
        )

    return step
