"""The fast generator and the slow one written from the text agree, move by move."""

from __future__ import annotations

import random

import pytest

from damiera import _core
from tests.differential import reference

GAMES = sorted(reference.GAMES)


def _board(position: _core.Position, game: reference.Game) -> reference.Board:
    cells = game.cells()
    return {cells[square - 1]: piece for square, piece in position.pieces.items()}


def _fast(position: _core.Position) -> set[reference.Found]:
    return {
        reference.Found(m.origin, m.destination, frozenset(m.captured), m.promotes) for m in position.moves()
    }


def _agree(position: _core.Position, game: reference.Game) -> None:
    slow = reference.moves(game, _board(position, game), position.side.letter)
    fast = _fast(position)
    assert fast == slow, position.fen
    assert len(position.moves()) == len(fast), f"a move is listed twice: {position.fen}"


@pytest.mark.parametrize("slug", GAMES)
def test_start_position_is_the_regulation_s(slug: str) -> None:
    game = reference.GAMES[slug]
    board, first = reference.start(game)
    position = _core.rules(slug).start()
    assert _board(position, game) == board
    assert position.side.letter == first


@pytest.mark.parametrize("slug", GAMES)
def test_random_games(slug: str) -> None:
    game, rng = reference.GAMES[slug], random.Random(f"games-{slug}")
    for _ in range(12):
        position = _core.rules(slug).start()
        for _ in range(90):
            _agree(position, game)
            moves = position.moves()
            if not moves:
                break
            position = position.play(rng.choice(moves))


@pytest.mark.parametrize("slug", GAMES)
def test_random_positions_with_many_kings(slug: str) -> None:
    """Crowded boards, where captures branch, turn in circles and cross their own start."""
    game, rng = reference.GAMES[slug], random.Random(f"positions-{slug}")
    for _ in range(700):
        _agree(_scatter(slug, rng), game)


def _scatter(slug: str, rng: random.Random) -> _core.Position:
    rules = _core.rules(slug)
    squares = list(range(1, rules.squares + 1))
    rng.shuffle(squares)
    groups: dict[str, list[int]] = {"w": [], "W": [], "b": [], "B": []}
    each = rng.randint(2, rules.squares // 5)
    for i, square in enumerate(squares[: 2 * each]):
        side = _core.Side.WHITE if i % 2 else _core.Side.BLACK
        crowned = square in rules.promotion_squares(side) or rng.random() < 0.45
        letter = "W" if side is _core.Side.WHITE else "B"
        groups[letter if crowned else letter.lower()].append(square)
    side = rng.choice([_core.Side.WHITE, _core.Side.BLACK])
    return rules.position(side, groups["w"], groups["W"], groups["b"], groups["B"])
