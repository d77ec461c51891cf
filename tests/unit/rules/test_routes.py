"""A row of squares means the move that the same squares, written out, mean to the core."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from damiera import _core
from damiera.rules.routes import move_along, moves_along
from tests.examples import samples

SLUGS = [
    "italian",
    "international",
    "frisian",
    "russian",
    "turkish",
    "bashni",
    "reentry",
    pytest.param("chinese-checkers-3", marks=pytest.mark.slow),
]


def _walk(slug: str, plies: int, seed: int) -> Iterator[_core.Position]:
    chance, position = random.Random(seed), _core.rules(slug).start()
    for _ in range(plies):
        moves = position.moves()
        if not moves:
            return
        yield position
        captures = [move for move in moves if move.is_capture]
        position = position.play(chance.choice(captures or list(moves)))


def _asked(
    position: _core.Position, chance: random.Random
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Paths that are legal, half said, said by what they take, said as Hub does, and wrong."""
    for move in position.moves():
        ends = (move.origin, move.destination)
        for route in position.paths(move):
            yield route, move.drops
            yield route, ()
            yield (route[0], *(square for square in route[1:-1] if chance.random() < 0.5), route[-1]), ()
        yield ends, ()
        yield (move.origin, *move.captured, move.destination), ()
        yield (move.origin, *reversed(move.captured), move.destination), ()
        yield (*ends, *move.captured), ()
        yield (move.origin, chance.randint(1, position.rules.squares), move.destination), ()
        yield (move.origin, chance.randint(1, position.rules.squares)), ()
        yield ends, (chance.randint(1, position.rules.squares),)
        yield ends, move.drops[:1]
    yield (chance.randint(1, position.rules.squares),), ()


def _written(path: tuple[int, ...], drops: tuple[int, ...]) -> str:
    entries = "".join(f"@{square}" for square in drops)
    return (f"{entries}/" if entries else "") + "-".join(map(str, path))


@pytest.mark.parametrize("slug", SLUGS)
def test_a_path_means_what_its_text_means(slug: str) -> None:
    chance, asked = random.Random(7), 0
    for seed in range(samples(3)):
        for position in _walk(slug, 30, seed):
            for path, drops in _asked(position, chance):
                verdict, texts = _core.parse_move(position, _written(path, drops))
                found = moves_along(position, path, drops)
                assert found == texts, (position.fen, path, drops)
                assert (move_along(position, path, drops) is not None) == (verdict == "ok")
                asked += 1
    assert asked > 500


def test_two_captures_with_the_same_ends_need_more_words() -> None:
    position = _core.rules("international").read("W:WK25:B8,9,10,22,38,40")
    twins = [move for move in position.moves() if move.destination == 35]
    assert len(twins) == 2
    assert moves_along(position, (25, 35)) == twins
    assert move_along(position, (25, 35)) is None
    for move in twins:
        assert move_along(position, (25, *move.captured, 35)) == move


def test_one_square_is_no_move_even_where_a_circuit_ends_on_it() -> None:
    position = _core.rules("international").read("W:WK30:B24,31,32,42,43")
    assert any(move.origin == move.destination for move in position.moves())
    assert moves_along(position, (30,)) == []
