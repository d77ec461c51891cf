"""Our proposal of Contract Checkers: the auction before the game, and the score after it."""

from __future__ import annotations

import pytest

from damiera.game.auction import Auction, contract_score
from damiera.game.clock import ClockSettings
from damiera.game.errors import BadBid, OutOfOrder
from damiera.game.events import Bid, Moved, Passed, Resigned
from damiera.game.outcome import Outcome, Termination
from damiera.game.sides import SideName
from damiera.game.state import Game
from damiera.game.ways import Conditions
from tests.articles.desk import BLACK, WHITE, Desk

DESK = Desk("damiera.contract.default")


def begun() -> Game:
    return Game.start(DESK.game, conditions=Conditions(auction=True))


def test_art_07_01_each_bid_is_higher_than_the_last() -> None:
    auction = Auction(BLACK, 12).bid(5)
    assert auction.turn is WHITE
    for pieces in (5, 0, 13):
        with pytest.raises(BadBid):
            auction.bid(pieces)
    assert auction.bid(12).contract == (WHITE, 12)
    assert auction.bid(6).passed().contract == (WHITE, 6)


def test_art_07_01_nobody_moves_before_it_is_over() -> None:
    with pytest.raises(OutOfOrder):
        begun().apply(Moved(path=(11, 15), at=0))
    with pytest.raises(BadBid):
        begun().apply(Bid(side="black", pieces=5, at=0)).apply(Bid(side="white", pieces=4, at=1))


@pytest.mark.parametrize(("pieces", "said"), [(1, "Black: 1 piece."), (5, "Black: 5 pieces.")])
def test_art_07_01_a_bid_is_told_in_words(pieces: int, said: str) -> None:
    told = begun().apply(Bid(side="black", pieces=pieces, at=0)).conduct.log[-1]
    assert told.text.text("en") == said


def test_art_07_01_calls_take_nothing_of_the_time_for_a_first_move() -> None:
    agreed = Conditions(auction=True, first_move_s=30)
    game = Game.start(DESK.game, clock=ClockSettings.parse("5+3"), conditions=agreed)
    game = game.apply(Bid(side="black", pieces=5, at=20_000)).apply(Passed(side="white", at=45_000))
    assert game.clock is not None
    assert (game.clock.running, game.clock.falls_at()) == (WHITE, 75_000)


@pytest.mark.parametrize(
    ("calls", "mover"),
    [((5, None), "white"), ((5, 6, None), "black"), ((None, 3), "black"), ((None, None), "black")],
)
def test_art_07_02_the_last_bidder_moves_second(calls: tuple[int | None, ...], mover: str) -> None:
    game = begun()
    for at, call in enumerate(calls):
        side: SideName = ("black", "white")[at % 2]
        game = game.apply(Passed(side=side, at=at) if call is None else Bid(side=side, pieces=call, at=at))
    assert game.auction is not None
    assert not game.auction.is_open
    assert game.side.name.lower() == mover


@pytest.mark.parametrize(
    ("winner", "left", "score"),
    [("white", 6, (6, 0)), ("white", 5, (0, 6)), ("black", 6, (0, 6)), (None, 6, (0, 6))],
)
def test_art_07_03_the_bid_is_scored_by_the_declarer_or_by_the_opponent(
    winner: str | None, left: int, score: tuple[int, int]
) -> None:
    """White undertook six pieces: with fewer, or without a win, Black has the points."""
    auction = Auction(BLACK, 12).bid(5).bid(6).passed()
    final = DESK.at(f"W:W{','.join(map(str, range(21, 21 + left)))}:B1")
    side = {"white": WHITE, "black": BLACK, None: None}[winner]
    assert contract_score(auction, Outcome(side, Termination.RESIGNATION, None), final) == score


def test_art_07_03_in_a_game_the_score_comes_with_the_result() -> None:
    game = begun().apply(Bid(side="black", pieces=5, at=0)).apply(Passed(side="white", at=1))
    assert game.contract_score is None
    assert game.apply(Resigned(side="white", at=2)).contract_score == (0, 5)
    assert game.apply(Resigned(side="black", at=2)).contract_score == (5, 0)
