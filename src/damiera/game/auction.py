"""The contract's auction and its score: who undertakes to win, and with how many pieces left.

No published rules of contract checkers are known. These are our proposal, and are marked so wherever they
appear: the players bid in turn how many of their pieces they will have left when they win, each bid higher
than the one before; who passes after a bid lets the other be the declarer. The declarer moves second. They
score their bid if they win with at least so many pieces; otherwise, a draw included, their opponent scores
it. If both pass at once a plain game is played, worth one point to whoever wins it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from damiera._core import Position, Side
from damiera.game.errors import BadBid
from damiera.game.outcome import Outcome
from damiera.messages import Message
from damiera.regulations.citations import implements

__all__ = ["PLAIN_POINTS", "Auction", "contract_score"]

PLAIN_POINTS = 1
"""What the winner of a game in which nobody bid scores, in points."""


@dataclass(frozen=True, slots=True)
class Auction:
    """The bidding so far.

    Attributes:
        first: the side that bids first.
        most: the highest bid there can be: the pieces of a side.
        calls: the bids in turn; None for a pass.

    >>> Auction(Side.BLACK, 12).bid(5).bid(6).passed().contract
    (Side.WHITE, 6)
    """

    first: Side
    most: int
    calls: tuple[int | None, ...] = ()

    @property
    def turn(self) -> Side:
        """The side to call."""
        return self.first if len(self.calls) % 2 == 0 else self.first.opponent

    @property
    def highest(self) -> int:
        """The highest bid so far; 0 if there is none."""
        return max((call for call in self.calls if call is not None), default=0)

    @property
    def is_open(self) -> bool:
        """Whether a call is awaited."""
        if self.highest == self.most:
            return False
        passes = sum(call is None for call in self.calls)
        return passes == 0 or (passes == 1 and self.highest == 0)

    @property
    def contract(self) -> tuple[Side, int] | None:
        """The declarer and what they undertook; None while the auction is open, or if nobody bid."""
        if self.is_open or not self.highest:
            return None
        last = max(i for i, call in enumerate(self.calls) if call is not None)
        return (self.first if last % 2 == 0 else self.first.opponent), self.highest

    @property
    @implements("damiera.contract.default:7.2")
    def mover(self) -> Side:
        """Who moves first once the auction is over: the opponent of the declarer.

        Source:
            Damiera, contract checkers: 7.2 [damiera.contract.default].
        """
        return self.contract[0].opponent if self.contract else self.first

    @implements("damiera.contract.default:7.1")
    def bid(self, pieces: int) -> Auction:
        """Return the auction after a bid.

        Args:
            pieces: how many pieces the bidder undertakes to have left.
        Raises:
            BadBid: if the auction is over, or the bid is not higher than the last one, or above `most`.
        Source:
            Damiera, contract checkers: 7.1 [damiera.contract.default].
        """
        if not self.is_open:
            raise BadBid(_CLOSED)
        if not self.highest < pieces <= self.most:
            raise BadBid(_NOT_HIGHER.format(low=self.highest + 1, high=self.most))
        return replace(self, calls=(*self.calls, pieces))

    def passed(self) -> Auction:
        """Return the auction after a pass.

        Raises:
            BadBid: if the auction is over.
        """
        if not self.is_open:
            raise BadBid(_CLOSED)
        return replace(self, calls=(*self.calls, None))


_CLOSED = Message("The auction is over: it is time to move.")
_NOT_HIGHER = Message("The bid must be {low} to {high}, or pass.")


@implements("damiera.contract.default:7.3")
def contract_score(auction: Auction, outcome: Outcome, final: Position) -> tuple[int, int]:
    """Return the points of White and of Black for a game that has ended.

    A contract scores its bid; a plain game 1 point for a win, nothing for a draw.

    Args:
        auction: the auction, over.
        outcome: how the game ended.
        final: the last position.
    Source:
        Damiera, contract checkers: 7.3 [damiera.contract.default].

    >>> from damiera.game.outcome import Termination
    >>> from damiera.rules.ruleset import ITALIAN
    >>> won = Outcome(Side.WHITE, Termination.RESIGNATION, None)
    >>> contract_score(Auction(Side.BLACK, 12).bid(5).bid(6).passed(), won, ITALIAN.start())
    (6, 0)
    """
    contract = auction.contract
    if contract is None:
        return (
            PLAIN_POINTS if outcome.winner is Side.WHITE else 0,
            PLAIN_POINTS if outcome.winner is Side.BLACK else 0,
        )
    declarer, bid = contract
    men, kings = (
        (final.white_men, final.white_kings)
        if declarer is Side.WHITE
        else (final.black_men, final.black_kings)
    )
    made = outcome.winner is declarer and len(men) + len(kings) >= bid
    scorer = declarer if made else declarer.opponent
    return (bid, 0) if scorer is Side.WHITE else (0, bid)
