"""A round made again, and boards that stay as they are."""

from __future__ import annotations

from collections.abc import Sequence

from damiera.messages import Message
from damiera.service.errors import BadTerms
from damiera.service.tournament.transaction import EventTransaction, Step, close_last, due, pair_act
from damiera.tournament.acts import ExtraAct, ProtectAct
from damiera.tournament.errors import BadTournament
from damiera.tournament.model import Pair, Pairing
from damiera.tournament.pairing.apart import pair_apart

__all__ = ["by_hand", "one_more_game", "pair_again", "protect"]

_NOT_LAST = Message("Only the last round can be made again.")
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


def one_more_game(round: int, board: int) -> Step:
    """Let a knockout match that is even go on with one more game, colours reversed."""
    return lambda transaction: transaction.act(ExtraAct(round=round, board=board))
