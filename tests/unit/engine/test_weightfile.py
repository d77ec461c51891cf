"""Files of learned weights: written, read, and refused with the reason when something is wrong with them."""

from __future__ import annotations

import random
import shutil
import sys
from array import array
from collections.abc import Iterator
from pathlib import Path

import pytest

from damiera import _core
from damiera.analysis.odds import curve_of
from damiera.engine.bench import nodes_of
from damiera.engine.builtin import BuiltinEngine
from damiera.engine.limits import SearchLimits
from damiera.engine.match.openings import openings_from
from damiera.engine.match.players import player_of
from damiera.engine.match.settings import MatchSettings
from damiera.engine.spec import EngineSpec
from damiera.engine.weightfile import (
    WeightsError,
    network_of,
    numbers_of,
    path_of,
    read_weights,
    relative_of,
    signature_of,
    signature_of_file,
    source_of,
    usable_weights,
    weights_of,
    write_weights,
)
from damiera.messages import Message
from damiera.rules.ruleset import ruleset
from tests.wording import holds, raises

from .conftest import walk

ITALIAN = _core.rules("italian")
CONTENTS = _core.contents_of(ITALIAN)
SIZE = 4 * CONTENTS["pairs"]
SMALL, LARGE = 3**8, 3**12
RELATED = [game for game in _core.slugs() if relative_of(game)]
LEARNED = [game for game in _core.slugs() if path_of(game).exists()]


def some_weights(seed: int = 1) -> array[int]:
    """Weights by chance, two by two; most patterns have none, so that a test does not take long."""
    rng, numbers = random.Random(seed), array("h", bytes(SIZE))
    for at in rng.sample(range(2 * CONTENTS["men"]), 120_000):
        numbers[at] = rng.randint(-200, 200)
    for at in range(2 * CONTENTS["men"], 2 * CONTENTS["pairs"]):
        numbers[at] = rng.randint(-900, 900)
    return numbers


def packed(numbers: array[int]) -> bytes:
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers.tobytes()


@pytest.fixture(scope="module")
def numbers() -> bytes:
    return packed(some_weights())


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory, numbers: bytes) -> Path:
    """A file of weights: to pack it takes longer than all these tests."""
    target = tmp_path_factory.mktemp("weights") / "italian.weights"
    write_weights(target, "italian", numbers, {"games": 5})
    return target


@pytest.fixture
def path(tmp_path: Path, written: Path) -> Path:
    """A copy of it that a test may harm."""
    return Path(shutil.copy(written, tmp_path))


@pytest.mark.slow
def test_what_is_written_is_read(written: Path) -> None:
    weights = read_weights(written, ITALIAN)
    assert weights.rules is ITALIAN
    assert written.stat().st_size < SIZE / 2
    assert not list(written.parent.glob("*.tmp"))


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with raises(WeightsError, Message("it cannot be read: {error}")):
        read_weights(tmp_path / "no-such.weights", ITALIAN)


@pytest.mark.parametrize("at", [0.2, 0.5, 0.9, 0.999])
def test_one_byte_changed_is_noticed(path: Path, at: float) -> None:
    data = bytearray(path.read_bytes())
    data[int(at * len(data))] ^= 0x10
    path.write_bytes(bytes(data))
    with raises(WeightsError, Message("the file is damaged")):
        read_weights(path, ITALIAN)


@pytest.mark.parametrize(
    ("kept", "why"),
    [
        (0, Message("it is no file of weights of Damiera")),
        (10, Message("it is no file of weights of Damiera")),
        (40, Message("the file is damaged")),
        (300, Message("the file is damaged")),
        (5_000, Message("the file is damaged")),
    ],
)
def test_a_file_cut_short_is_noticed(path: Path, kept: int, why: Message) -> None:
    path.write_bytes(path.read_bytes()[:kept])
    with raises(WeightsError, why):
        read_weights(path, ITALIAN)


def test_bytes_after_the_end_are_noticed(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"more")
    with raises(WeightsError, Message("the file is damaged")):
        read_weights(path, ITALIAN)


@pytest.mark.parametrize(
    "line", [b"", b"{", b"[]", b"null", b"[" * 100_000], ids=["none", "cut", "list", "null", "many lists"]
)
def test_a_damaged_line_is_noticed(path: Path, line: bytes) -> None:
    magic, _, packed = path.read_bytes().split(b"\n", 2)
    path.write_bytes(b"\n".join((magic, line, packed)))
    with raises(WeightsError, Message("the file is damaged")):
        read_weights(path, ITALIAN)


def test_the_signature_is_told_without_the_numbers(path: Path) -> None:
    told = signature_of_file(path)
    magic, line, _ = path.read_bytes().split(b"\n", 2)
    path.write_bytes(b"\n".join((magic, line, b"no numbers")))
    assert signature_of_file(path) == told != ""
    for other in (b"{}", b"[]", b"{"):
        path.write_bytes(b"\n".join((magic, other, b"")))
        with raises(WeightsError, Message("the file is damaged")):
            signature_of_file(path)


NETWORK = _core.network_shape(ITALIAN)


def some_network() -> bytes:
    """A network by chance."""
    size = (NETWORK["inputs"] + 1) * NETWORK["hidden"] + NETWORK["parts"] * (
        NETWORK["second"] * (NETWORK["hidden"] + 2) + 1
    )
    rng = random.Random(2)
    return packed(array("h", (rng.randint(-300, 300) for _ in range(size))))


@pytest.fixture(scope="module")
def with_network(tmp_path_factory: pytest.TempPathFactory, written: Path) -> Path:
    """The same weights with a network."""
    target = tmp_path_factory.mktemp("network") / "italian.weights"
    write_weights(target, "italian", bytes(SIZE), {"epochs": 5}, some_network())
    return target


def test_a_network_goes_with_its_weights(with_network: Path, written: Path) -> None:
    weights = read_weights(with_network, ITALIAN)
    assert weights.has_network
    assert not read_weights(written, ITALIAN).has_network
    assert (numbers_of(with_network), network_of(with_network)) == (bytes(SIZE), some_network())
    start = ITALIAN.start()
    assert _core.evaluate(start, weights=weights) == _core.evaluate(
        start, weights=_core.Weights(ITALIAN, bytes(SIZE), some_network())
    )
    assert _core.evaluate(start, weights=weights) != _core.evaluate(
        start, weights=_core.Weights(ITALIAN, bytes(SIZE))
    )


@pytest.mark.parametrize(
    ("told", "why"),
    [
        (b"-2", Message("the file is damaged")),
        (b'"2"', Message("the file is damaged")),
        (b"99999999", Message("the file is damaged")),
        (b"40", Message("its size is wrong: {error}")),
    ],
)
def test_a_network_of_another_size_is_noticed(
    with_network: Path, tmp_path: Path, told: bytes, why: Message
) -> None:
    path = tmp_path / "italian.weights"
    size = str(len(some_network()) // 2).encode()
    path.write_bytes(with_network.read_bytes().replace(b'"network": ' + size, b'"network": ' + told, 1))
    with raises(WeightsError, why):
        read_weights(path, ITALIAN)


def test_a_network_that_the_board_does_not_have_is_refused(numbers: bytes) -> None:
    for network in (b"12", some_network()[:-2], some_network() + b"12"):
        with pytest.raises(ValueError, match="a network of italian has"):
            _core.Weights(ITALIAN, numbers, network)
    with pytest.raises(ValueError, match="numbers are too large"):
        _core.Weights(ITALIAN, numbers, b"\xff\x7f" * (len(some_network()) // 2))
    with pytest.raises(ValueError, match=r"^bashni "):
        _core.network_shape(_core.rules("bashni"))


def test_another_file_and_another_version_are_told_apart(path: Path) -> None:
    path.write_bytes(b"PK\x03\x04" + bytes(100))
    with raises(WeightsError, Message("it is no file of weights of Damiera")):
        read_weights(path, ITALIAN)
    path.write_bytes(b"damiera weights 4\n{}\n")
    with raises(WeightsError, Message("it is of another version of the format")) as caught:
        read_weights(path, ITALIAN)
    assert holds(caught.value, Message("it is of another version of the format"))


def test_weights_of_another_game_are_refused(path: Path, numbers: bytes) -> None:
    with raises(
        WeightsError, Message("it is of the game '{found}', not of '{slug}'", found="italian", slug="english")
    ):
        read_weights(path, _core.rules("english"))
    path.write_bytes(path.read_bytes().replace(b'"game": "italian"', b'"game": "international"', 1))
    with raises(WeightsError, Message("its size is wrong: {error}")):
        read_weights(path, _core.rules("international"))
    with pytest.raises(ValueError, match="weights are of italian"):
        _core.Search(_core.rules("english"), weights=_core.Weights(ITALIAN, numbers))


@pytest.fixture
def of_another_version(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """A file of weights that this program does not know, in the place of that of every game."""
    path = tmp_path / "italian.weights"
    path.write_bytes(b"damiera weights 4\n{}\n")
    monkeypatch.setattr("damiera.engine.weightfile.path_of", lambda game: path)
    for known in (weights_of, usable_weights, curve_of):
        known.cache_clear()
    yield path
    for known in (weights_of, usable_weights, curve_of):
        known.cache_clear()


def test_who_plays_goes_on_without_weights_that_cannot_be_used(
    of_another_version: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """As strong as the evaluation made by hand; the log says why, once however many engines begin."""
    start, limits = ITALIAN.start(), SearchLimits(depth=7)
    played = [BuiltinEngine("italian", hash_mb=1).choose(start, limits=limits) for _ in range(2)]
    by_hand = BuiltinEngine("italian", hash_mb=1, learned=False).choose(start, limits=limits)
    assert [choice.score for choice in played] == [by_hand.score] * 2
    assert [str(of_another_version) in record.message for record in caplog.records] == [True]
    assert not curve_of("italian").measured, "its scores are not those that the curve was measured on"


def test_who_measures_is_refused_weights_that_cannot_be_used(of_another_version: Path) -> None:
    spec, by_hand = EngineSpec.parse("builtin:hash=1"), EngineSpec.parse("builtin:hash=1,learned=0")
    starts = openings_from(ruleset("italian"), "none", seed=1, count=1)
    settings = MatchSettings(
        ruleset("italian"), (spec, by_hand), starts, games=2, limits=SearchLimits(depth=1)
    )
    with raises(WeightsError, Message("it is of another version of the format")):
        player_of(spec, settings)
    player_of(by_hand, settings).close()
    with raises(WeightsError, Message("it is of another version of the format")):
        nodes_of("italian", depth=1)


def test_games_of_families_have_no_weights() -> None:
    with pytest.raises(ValueError, match=r"bashni.*by hand"):
        _core.contents_of(_core.rules("bashni"))


def worth_of(position: _core.Position, numbers: array[int]) -> int:
    """What the side to move is worth, weight by weight."""
    counts, phase, full = _core.features(position)
    opening = sum(times * numbers[2 * weight] for weight, times in counts.items())
    ending = sum(times * numbers[2 * weight + 1] for weight, times in counts.items())
    sixteenths = opening * phase + ending * (full - phase)
    white = abs(sixteenths) // (full * 16) * (1 if sixteenths > 0 else -1)
    return white if position.side is _core.Side.WHITE else -white


@pytest.mark.parametrize("game", ["italian", "international", "turkish", "frisian"])
def test_the_evaluation_is_the_sum_of_the_weights_of_what_there_is(game: str) -> None:
    """What is added into large patterns, or told of two kings at once, a regression counts one by one."""
    rules = _core.rules(game)
    size, rng = _core.contents_of(rules)["pairs"], random.Random(4)
    positions = [p for seed in range(4) for p in walk(game, seed, 90) if len(p.pieces) > 8 or not kings(p)]
    numbers = array("h", bytes(4 * size))
    for position in positions:
        for weight in _core.features(position)[0]:
            numbers[2 * weight], numbers[2 * weight + 1] = rng.randint(-99, 99), rng.randint(-99, 99)
    weights = _core.Weights(rules, packed(numbers[:]))
    assert any(kings(position) for position in positions)
    for position in positions:
        assert _core.evaluate(position, weights=weights) == worth_of(position, numbers)


def kings(position: _core.Position) -> bool:
    return bool(position.white_kings or position.black_kings)


def test_a_pattern_is_counted_for_white_and_turned_for_black() -> None:
    """One shape of the Italian board, square by square: 1 for a man of White's, 2 for one of Black's."""
    position = next(p for p in walk("italian", 3, 12) if len(p.pieces) < 24)
    counts, phase, full = _core.features(position)
    assert (phase, full) == (len(position.pieces), 24)
    for shape, squares in enumerate(CONTENTS["small"]):
        own, turned = (pattern(seen, squares) for seen in (position, position.rotated()))
        if own == turned:
            continue
        assert counts[shape * SMALL + own] == 1
        assert counts[shape * SMALL + turned] == -1
    assert len(CONTENTS["small"]) == 5
    assert len(CONTENTS["large"]) == 3
    assert all(len(squares) == 12 for squares in CONTENTS["large"])


def pattern(position: _core.Position, squares: tuple[int, ...]) -> int:
    digits = [{"w": 1, "b": 2}.get(position.piece_at(square) or "", 0) for square in in_bits(squares)]
    return sum(digit * 3**i for i, digit in enumerate(digits))


def in_bits(squares: tuple[int, ...]) -> list[int]:
    """Squares in the order of their bits: from White's left on the far rank, where his corner on the left
    is played on.

    The Italian board is the mirror of that: numbers run the other way along each rank.
    """
    return sorted(squares, key=lambda square: ((square - 1) // 4, 3 - (square - 1) % 4))


def test_learned_weights_know_no_colour(numbers: bytes) -> None:
    weights = _core.Weights(ITALIAN, numbers)
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


@pytest.mark.parametrize("game", RELATED)
def test_a_game_plays_with_the_weights_of_a_relative_where_it_has_none(game: str) -> None:
    """Those of a game with the same patterns, and its own as soon as it has them."""
    relative = relative_of(game)
    assert not path_of(game).exists()
    assert source_of(game) == path_of(relative)
    weights = weights_of(game)
    assert weights is not None
    assert weights.rules is _core.rules(game)
    assert signature_of(game) == signature_of(relative)


def test_weights_of_its_own_come_before_those_of_a_relative(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "frysk.weights"
    shutil.copy(path_of("frisian"), own)
    monkeypatch.setattr("damiera.engine.weightfile.path_of", lambda game: tmp_path / f"{game}.weights")
    assert (relative_of("frysk"), source_of("frysk")) == ("", own)
    own.unlink()
    assert (relative_of("frysk"), source_of("frysk")) == ("", own), "nor has the relative any"


@pytest.mark.parametrize("game", sorted({*LEARNED, *RELATED}))
def test_minds_use_what_was_learned_unless_told_otherwise(game: str) -> None:
    start, limits = _core.rules(game).start(), SearchLimits(depth=7)
    learned = BuiltinEngine(game, hash_mb=1).choose(start, limits=limits)
    by_hand = BuiltinEngine(game, hash_mb=1, learned=False).choose(start, limits=limits)
    assert learned.nodes != by_hand.nodes
    assert not EngineSpec.parse("builtin:learned=0").learned
