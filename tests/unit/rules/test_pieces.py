"""Every letter the core writes is a piece, with its side and kind."""

from __future__ import annotations

import pytest

from damiera import _core
from damiera._core import Side
from damiera.rules.pieces import DRAUGHTSMEN, Piece, piece_at, pieces_of, tower_of


def test_draughts() -> None:
    position = _core.rules("italian").read("W:W21,K30:B1,K5")
    assert pieces_of(position) == {
        1: Piece.BLACK_MAN, 5: Piece.BLACK_KING, 21: Piece.WHITE_MAN, 30: Piece.WHITE_KING,
    }  # fmt: skip
    assert piece_at(position, 30) is Piece.WHITE_KING
    assert piece_at(position, 2) is None


@pytest.mark.parametrize("slug", ["italian", "bashni", "reentry", "chinese-checkers-6", "chinese-checkers-3"])
def test_the_piece_that_moves_is_the_movers(slug: str) -> None:
    position = _core.rules(slug).start()
    for _ in range(12):
        moves = [move for move in position.moves() if not move.drops]
        for move in moves:
            piece = piece_at(position, move.origin)
            assert piece is not None
            assert piece.side is position.side
            assert piece.is_marble == (position.rules.by_seat)
        position = position.play(moves[0])


def test_of_a_tower_the_top_piece_commands() -> None:
    position = _core.rules("bashni").read("W:a1=bbW,c3=wb")
    assert set(pieces_of(position).values()) == {Piece.WHITE_KING, Piece.BLACK_MAN}
    assert set(map(tower_of, position.stacks.values())) == {
        (Piece.BLACK_MAN, Piece.BLACK_MAN, Piece.WHITE_KING),
        (Piece.WHITE_MAN, Piece.BLACK_MAN),
    }


@pytest.mark.parametrize("letters", ["", "x", "wx", "0", "w0"])
def test_what_is_no_tower(letters: str) -> None:
    assert tower_of(letters) is None


def test_letters_and_sides() -> None:
    assert [piece.letter for piece in DRAUGHTSMEN] == ["w", "W", "b", "B"]
    assert [Piece.named(piece.letter) for piece in Piece] == list(Piece)
    assert Piece.named("e") is None
    assert [Piece.man_of(side) for side in (Side.WHITE, Side.BLACK)] == [Piece.WHITE_MAN, Piece.BLACK_MAN]
    assert [piece.side for piece in Piece if piece.is_marble] == [
        Side.WHITE, Side.RED, Side.GREEN, Side.BLACK, Side.BLUE, Side.YELLOW,
    ]  # fmt: skip
