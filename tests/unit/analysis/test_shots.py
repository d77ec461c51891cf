"""Shots: what a side gets by force, and nothing that it does not."""

from __future__ import annotations

import pytest

from damiera._core import Position, Side
from damiera.analysis.balance import PieceCount, balance, settled
from damiera.analysis.shots import best_shot, prove
from damiera.notation.moves import parse_move
from damiera.rules.ruleset import ENGLISH, INTERNATIONAL, ITALIAN, Ruleset, ruleset
from tests.unit.analysis.kit import at, line, texts

TWO_FOR_ONE = "W:W21,22,24,25,26,27,30,31,32:B1,2,3,4,7,8,11,13,14"


@pytest.mark.parametrize(
    ("game", "fen", "moves", "taken", "lost"),
    [
        (ITALIAN, TWO_FOR_ONE, "21-18 14x21 26x10", PieceCount(2), PieceCount(1)),
        (
            ITALIAN,
            "W:W10,14,18,26,27,28,29,31:B1,2,3,5,7,9,12,19",
            "18-13 9x18 27-22 18x27 31x8",
            PieceCount(3),
            PieceCount(2),
        ),
        (ENGLISH, "W:W26,31:B10,18,19", "31-27", PieceCount(0), PieceCount(0)),
    ],
)
def test_a_shot_is_counted_out(
    game: Ruleset, fen: str, moves: str, taken: PieceCount, lost: PieceCount
) -> None:
    position = at(fen, game)
    shot = prove(position, parse_move(position, moves.split()[0]))
    if not taken.pieces:
        assert shot is None  # a move that forces nothing
        return
    assert shot is not None
    assert texts(position, shot.moves) == moves
    assert (shot.taken, shot.lost, shot.gives) == (taken, lost, True)
    assert shot.gain == 2 * (taken.pieces - lost.pieces)
    assert balance(shot.after, position.side) - balance(position, position.side) == shot.gain


def test_the_other_side_chooses_what_costs_it_least() -> None:
    """Of two captures that it may choose between it takes the one after which nothing is taken back."""
    position = at("W:W17,24,30:B13,14,20,16", ENGLISH)
    for move in position.moves():
        shot = prove(position, move)
        if shot is None:
            continue
        for answer in position.play(move).moves():
            after = position.play(move).play(answer)
            best = max((balance(after.play(m), Side.WHITE) for m in after.moves()), default=-99)
            assert balance(position, Side.WHITE) + shot.gain <= max(best, balance(after, Side.WHITE))


def test_every_claim_holds_against_every_answer() -> None:
    """Whatever the defender answers at his first choice, the balance claimed can still be had."""
    position = at(TWO_FOR_ONE)
    shot = best_shot(position)
    assert shot is not None
    start, side = balance(position, position.side), position.side
    after = position.play(shot.moves[0])
    for answer in after.moves():
        here = after.play(answer)
        assert max(_kept(here.play(move), side) for move in here.moves()) - start >= shot.gain


def _kept(position: Position, side: Side) -> int:
    """The least the side has after the captures that now follow."""
    if not position.detect():
        return balance(position, side)
    values = [_kept(position.play(move), side) for move in position.moves()]
    return max(values) if position.side is side else min(values)


def test_a_bad_sacrifice_gains_nothing() -> None:
    position = at("W:W18,29,32:B10,1,2")
    shot = prove(position, parse_move(position, "18-14"))
    assert shot is None or shot.gain < 0


def test_a_king_is_part_of_the_gain() -> None:
    position = at("B:W13,18,19,24,26,27,29,31,32:B1,2,3,4,5,7,9,11,12")
    shot = prove(position, parse_move(position, "11-14"))
    assert shot is not None
    assert texts(position, shot.moves) == "11-14 19x10 5x30"
    assert (shot.promoted, shot.taken, shot.lost) == (1, PieceCount(3), PieceCount(1))


def test_flying_kings_and_captures_backwards() -> None:
    position = at("W:W27,32,38:B16,18,22", INTERNATIONAL)
    shot = best_shot(position)
    assert shot is None or all(step.before.is_legal(step.move) for step in shot.steps)


def test_where_pieces_are_not_worth_having_nothing_is_claimed() -> None:
    losing = ruleset("italian-losing")
    position = at(TWO_FOR_ONE, losing)
    assert best_shot(position) is None
    assert best_shot(ruleset("bashni").start()) is None


def test_an_exchange_is_counted_from_where_it_began() -> None:
    before = at("W:W22,26,27:B14,9,5")
    moves = line(before, "22-18")
    middle = before.play(moves[0])
    assert settled([before], middle) == before
    assert settled([], before) == before
