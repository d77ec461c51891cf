"""The targets of `make soak`, every day on their seeds and on some text of any kind."""

from __future__ import annotations

import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from damiera.errors import DamieraError
from damiera.messages import Lang
from fuzz.seeds import seeds, with_many_digits
from fuzz.targets import GAMES, TARGETS, target, walked

_NAMES = pytest.mark.parametrize("name", TARGETS)
_GAME = {game.slug: index for index, game in enumerate(GAMES)}


@cache
def begun_with(name: str) -> tuple[bytes, ...]:
    """The seeds of a target: games are played to make them."""
    return tuple(seeds(name))


@_NAMES
def test_the_seeds_of_a_target_pass_it(name: str) -> None:
    begun = begun_with(name)
    assert begun
    for data in random.Random(name).sample(begun, min(40, len(begun))):
        TARGETS[name](data)


@pytest.mark.slow
@_NAMES
def test_numbers_that_python_does_not_convert_pass_a_target(name: str) -> None:
    for data in with_many_digits(name):
        TARGETS[name](data)


@_NAMES
@given(data=st.binary(max_size=200))
@settings(max_examples=60)
def test_any_bytes_pass_a_target(name: str, data: bytes) -> None:
    TARGETS[name](data)


@_NAMES
@given(data=st.data())
@settings(max_examples=30)
def test_seeds_cut_and_mixed_pass_a_target(name: str, data: st.DataObject) -> None:
    """A seed with a piece of it exchanged for another."""
    begun = begun_with(name)
    one, other = (data.draw(st.sampled_from(begun)) for _ in range(2))
    here, there = data.draw(st.integers(0, len(one))), data.draw(st.integers(0, len(other)))
    length = data.draw(st.integers(0, 40))
    TARGETS[name](one[:here] + other[there : there + length] + one[here + length :])


def test_a_target_forgives_our_own_errors_and_no_others() -> None:
    class Ours(DamieraError):
        def text(self, lang: Lang) -> str:
            return "so"

    def ours(data: bytes) -> None:
        raise Ours

    def theirs(data: bytes) -> None:
        raise KeyError(data)

    fenced = {made.__name__: target(made) for made in (ours, theirs)}
    for made in fenced:
        del TARGETS[made]
    fenced["ours"](b"")
    with pytest.raises(KeyError):
        fenced["theirs"](b"")


def test_a_walk_ends_where_nobody_can_move() -> None:
    assert all(walked(game, bytes(10)).rules is game.core for game in GAMES)
    assert not walked(GAMES[0], b"\7" * 2000).moves()


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("events", bytes([_GAME["reentry"]]) + b'{"way":"eleven-men","without":[3,30]}\n\n'),
        ("events", b'\0{"way":"\xde"}\n\n'),
    ],
)
def test_what_was_found_once_stays_mended(name: str, data: bytes) -> None:
    TARGETS[name](data)
