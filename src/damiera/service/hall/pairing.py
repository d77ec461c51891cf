"""A round made again, and boards that stay as they are."""

from __future__ import annotations

from collections.abc import Sequence

from damiera.messages import Message
from damiera.service.errors import BadTerms
from damiera.service.hall.sitting import Sitting, Step, close_last, due, pair_act
from damiera.tournament.acts import Extra, Protect
from damiera.tournament.errors import BadEvent
from damiera.tournament.model import Pair, Pairing
from damiera.tournament.pairing.apart import pair_apart

__all__ = ["by_hand", "one_more_game", "pair_again", "protect"]

_NOT_LAST = Message("Only the last round can be made again.")
_REASON = Message("Write why the round is made again.")


def pair_again(round: int, reason: str) -> Step:
    """Pair the last round again, before it has results; protected boards stay."""

    def step(sitting: Sitting) -> None:
        event = sitting.log.event
        if event.round(round) is None or round != event.played_rounds:
            raise BadEvent(_NOT_LAST)
        if not reason.strip():
            raise BadTerms("reason", _REASON)
        sitting.act(pair_act(sitting, pair_apart(event, round)), reason)

    return step


def by_hand(round: int, pairs: Sequence[Pair], reason: str) -> Step:
    """Pair a round as the arbiter says, with a reason."""

    def step(sitting: Sitting) -> None:
        if sitting.log.event.round(round) is None:
            due(sitting, round)
            close_last(sitting)
        made = Pairing(round, sitting.log.event.settings.system, tuple(pairs))
        sitting.act(pair_act(sitting, made, manual=True), reason)

    return step


def protect(round: int, board: int, *, kept: bool) -> Step:
    """Keep a board as it is when the round is paired again, or not any more."""
    return lambda sitting: sitting.act(Protect(round=round, board=board, protected=kept))


def one_more_game(round: int, board: int) -> Step:
    """Let a knockout match that is even go on with one more game, colours reversed."""
    return lambda sitting: sitting.act(Extra(round=round, board=board))
