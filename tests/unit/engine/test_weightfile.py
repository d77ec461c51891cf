"""Files of learned weights: written, read, and refused with the reason when something is wrong with them."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from damiera import _core
from damiera.engine.builtin import BuiltinMind
from damiera.engine.limits import Limits
from damiera.engine.match import EngineSpec
from damiera.engine.weightfile import WeightsError, path_of, read_weights, weights_of, write_weights

from .conftest import walk

ITALIAN = _core.rules("italian")
SHAPES, TURNED, FULL = _core.shapes_of(ITALIAN)
PATTERNS = 3**8
SIZE = 4 * (len(SHAPES) * PATTERNS + 2 * 32 + 7)
LEARNED = [game for game in _core.slugs() if path_of(game).exists()]


def some_weights(seed: int = 1) -> list[tuple[int, int]]:
    rng = random.Random(seed)
    return [(rng.randint(-900, 900), rng.randint(-900, 900)) for _ in range(SIZE // 4)]


def packed(pairs: list[tuple[int, int]]) -> bytes:
    return b"".join(number.to_bytes(2, "little", signed=True) for pair in pairs for number in pair)


NUMBERS = packed([(7, -7)] * 50_000 + some_weights()[50_000:])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    target = tmp_path / "italian.weights"
    write_weights(target, "italian", NUMBERS, {"games": 5})
    return target


def test_what_is_written_is_read(path: Path) -> None:
    weights = read_weights(path, ITALIAN)
    assert weights.rules is ITALIAN
    assert path.stat().st_size < SIZE / 2
    assert not list(path.parent.glob("*.part"))


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(WeightsError, match="no-such"):
        read_weights(tmp_path / "no-such.weights", ITALIAN)


@pytest.mark.parametrize("at", [0.2, 0.5, 0.9, 0.999])
def test_one_byte_changed_is_noticed(path: Path, at: float) -> None:
    data = bytearray(path.read_bytes())
    data[int(at * len(data))] ^= 0x10
    path.write_bytes(bytes(data))
    with pytest.raises(WeightsError, match="damaged"):
        read_weights(path, ITALIAN)


@pytest.mark.parametrize("kept", [0, 10, 40, 300, 5_000])
def test_a_file_cut_short_is_noticed(path: Path, kept: int) -> None:
    path.write_bytes(path.read_bytes()[:kept])
    with pytest.raises(WeightsError, match=r"damaged|no file of weights|another version"):
        read_weights(path, ITALIAN)


def test_bytes_after_the_end_are_noticed(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"more")
    with pytest.raises(WeightsError, match="damaged"):
        read_weights(path, ITALIAN)


def test_another_file_and_another_version_are_told_apart(path: Path) -> None:
    path.write_bytes(b"PK\x03\x04" + bytes(100))
    with pytest.raises(WeightsError, match="no file of weights"):
        read_weights(path, ITALIAN)
    path.write_bytes(b"damiera weights 2\n{}\n")
    with pytest.raises(WeightsError, match="another version") as caught:
        read_weights(path, ITALIAN)
    assert "un'altra versione" in caught.value.text("it")


def test_weights_of_another_game_are_refused(path: Path) -> None:
    with pytest.raises(WeightsError, match="of the game 'italian', not of 'english'"):
        read_weights(path, _core.rules("english"))
    write_weights(path, "international", packed(some_weights()), {})
    with pytest.raises(WeightsError, match="its size is wrong"):
        read_weights(path, _core.rules("international"))
    with pytest.raises(ValueError, match="weights are of italian"):
        _core.Search(_core.rules("english"), weights=_core.Weights(ITALIAN, packed(some_weights())))


def test_a_damaged_file_is_never_quietly_left_aside(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])
    monkeypatch.setattr("damiera.engine.weightfile.path_of", lambda game: path)
    weights_of.cache_clear()
    try:
        with pytest.raises(WeightsError):
            BuiltinMind("italian")
        BuiltinMind("italian", learned=False)
    finally:
        weights_of.cache_clear()


def test_games_of_families_have_no_weights() -> None:
    with pytest.raises(ValueError, match="made by hand"):
        _core.shapes_of(_core.rules("bashni"))


def counted(position: _core.Position) -> tuple[list[int], int]:
    """The pattern of every shape as the side to move sees it, and the phase."""
    seen = position if position.side is _core.Side.WHITE else position.rotated()
    patterns = []
    for shape in SHAPES:
        digits = [{"w": 1, "b": 2}.get(seen.piece_at(square) or "", 0) for square in in_bits(shape)]
        patterns.append(sum(digit * 3**i for i, digit in enumerate(digits)))
    return patterns, min(len(seen.white_men) + len(seen.black_men), FULL)


def in_bits(squares: tuple[int, ...]) -> list[int]:
    """Squares in the order of their bits: from White's left on the far rank, where his corner on the left
    is played on.

    The Italian board is the mirror of that: numbers run the other way along each rank.
    """
    return sorted(squares, key=lambda square: ((square - 1) // 4, 3 - (square - 1) % 4))


def test_patterns_are_weighed_as_the_side_to_move_sees_them() -> None:
    pairs = [(0, 0)] * (SIZE // 4)
    for at, pair in enumerate(some_weights()[: len(SHAPES) * PATTERNS]):
        pairs[at] = pair
    weights = _core.Weights(ITALIAN, packed(pairs))
    checked = 0
    for seed in range(6):
        for position in walk("italian", seed, 60):
            if position.white_kings or position.black_kings:
                continue
            patterns, phase = counted(position)
            both = [pairs[shape * PATTERNS + pattern] for shape, pattern in enumerate(patterns)]
            opening, ending = sum(a for a, _ in both), sum(b for _, b in both)
            wanted = abs(opening * phase + ending * (FULL - phase)) // (FULL * 16)
            assert abs(_core.evaluate(position, weights=weights)) == wanted
            checked += 1
    assert checked > 150


def test_learned_weights_know_no_colour() -> None:
    weights = _core.Weights(ITALIAN, packed(some_weights()))
    for seed in range(4):
        for position in walk("italian", seed, 100):
            worth = _core.evaluate(position, weights=weights)
            assert worth == _core.evaluate(position.rotated(), weights=weights)


@pytest.mark.parametrize("game", LEARNED)
def test_every_file_that_is_shipped_is_sound_and_tells_where_it_comes_from(game: str) -> None:
    assert weights_of(game) is not None
    origin = path_of(game).with_suffix(".provenance.toml").read_text(encoding="utf-8")
    assert all(
        f"\n{name} = " in origin
        for name in ("game", "games", "nodes_per_move", "generations", "date", "command")
    )


@pytest.mark.parametrize("game", LEARNED)
def test_minds_use_what_was_learned_unless_told_otherwise(game: str) -> None:
    start, limits = _core.rules(game).start(), Limits(depth=7)
    learned = BuiltinMind(game, hash_mb=1).choose(start, limits=limits)
    by_hand = BuiltinMind(game, hash_mb=1, learned=False).choose(start, limits=limits)
    assert learned.nodes != by_hand.nodes
    assert not EngineSpec.parse("builtin:learned=0").learned
