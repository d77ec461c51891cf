"""Before the first move of one's own: the ballot on the board, and the contract's auction."""

from __future__ import annotations

from dataclasses import replace

from msgspec import structs

from damiera._core import Side
from damiera.game.auction import Auction
from damiera.game.base import BaseGame, G
from damiera.game.conduct import article_on
from damiera.game.errors import IllegalRoute, OutOfOrder, WrongSideToMove
from damiera.game.events import Balloted, Bid, Passed
from damiera.game.procedures.refusals import refuse
from damiera.game.sides import side_named, side_text
from damiera.messages import Message, Text
from damiera.regulations.citations import implements
from damiera.rules.explain import explain_move
from damiera.rules.routes import move_along

__all__: list[str] = []


@implements("fid.italian:7.2")
def balloted(game: G, event: Balloted) -> G:
    """Return the game with the drawn moves played: they count as moves, and no clock was running."""
    if game.ply or game.opening is not None:
        raise refuse(game.book, "wrong_board", _TOO_LATE)
    after = game
    for path in event.paths:
        move = move_along(after.position, path)
        if move is None:
            raise IllegalRoute(after.position, path, explain_move(after.position, path, game.rulebook))
        after = after.advanced(move, after.position.paths(move)[0], after.position.play(move))
    clock = after.clock
    if clock is not None:
        white = sum(position.side is Side.WHITE for position in after.positions[:-1])
        clock = clock.hand_to(after.side, event.at, charge=False).with_moves(white, after.ply - white)
        clock = clock.stop(event.at) if game.conduct.halt else clock
    which = "".join(f" {part}" for part in (event.deck, event.number) if part)
    said = _ON_THE_BOARD.format(which=which, seed=event.seed or "-")
    conduct = after.conduct.noted(event.at, "rules", said, article_on(game.book, "ballot"))
    return replace(after, opening=event, clock=clock, conduct=conduct)


def bid(game: G, event: Bid) -> G:
    """Return the game after a bid of the contract's auction."""
    auction = _auction_of(game, event)
    return _called(game, auction.bid(event.pieces), event, _BID.format(n=event.pieces))


def passed(game: G, event: Passed) -> G:
    """Return the game after a pass of the contract's auction."""
    return _called(game, _auction_of(game, event).passed(), event, _PASS)


def _auction_of(game: BaseGame, event: Bid | Passed) -> Auction:
    if game.auction is None:
        raise OutOfOrder(_NO_AUCTION)
    if game.auction.is_open and side_named(event.side) is not game.auction.turn:
        raise WrongSideToMove(game.auction.turn, side_text(game.auction.turn))
    return game.auction


def _called(game: G, auction: Auction, event: Bid | Passed, said: Text) -> G:
    """Return the game after a call: the next to call is to act, or who moves first."""
    who = auction.turn if auction.is_open else auction.mover
    text = Message("{side}: {said}.").format(side=side_text(side_named(event.side)), said=said)
    conduct = game.conduct.noted(event.at, event.side, text, article_on(game.book, "auction"))
    clock = game.clock.hand_to(who, event.at) if game.clock else None
    if clock is not None and any(
        clock.first_ms
    ):  # a call is no move: the time for the first begins behind it
        whole = 1000 * game.conditions.first_move_s
        clock = structs.replace(clock, first_ms=(whole, whole))
    after = replace(game, auction=auction, conduct=conduct, clock=clock)
    return after.placed(game.position.with_side(who))


_TOO_LATE = Message("A ballot is put on the board before any move.")
_ON_THE_BOARD = Message("Opening drawn by lot{which}, seed {seed}: its moves are played moves.")
_NO_AUCTION = Message("This game has no auction.")
_BID = Message("{n} piece", plural="{n} pieces")
_PASS = Message("pass")
