"""How the engine takes part in the contract's auction: at once, and without thinking long."""

from __future__ import annotations

from typing import Final

from damiera.game.events import Bid, Passed
from damiera.game.sides import side_name
from damiera.service.live import GameTransaction

__all__ = ["BOLDNESS", "engine_calls"]

BOLDNESS: Final = 4
"""The engine's highest bid, in pieces: won games of English draughts end with about as many left, or more."""


def engine_calls(transaction: GameTransaction) -> None:
    """Let the engine call, as long as it is its turn in an auction."""
    while (auction := transaction.live.game.auction) is not None and auction.is_open:
        seat = transaction.live.seat(auction.turn)
        if seat.kind != "engine" or transaction.live.waiting:
            return
        side, bid = side_name(auction.turn), auction.highest + 1
        if bid <= BOLDNESS:
            transaction.happen(Bid(side=side, pieces=bid, at=transaction.now), None)
        else:
            transaction.happen(Passed(side=side, at=transaction.now), None)
