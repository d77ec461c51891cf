"""Arrangements: every reason at once, in words, and tolerance by name."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damiera import _core
from damiera.messages import languages
from damiera.rules.ruleset import CATALOGUE, ENGLISH, INTERNATIONAL, ITALIAN, Ruleset, ruleset
from damiera.rules.setup import IllegalSetup, Setup, SetupProblem

WHITE = _core.Side.WHITE
BLACK = _core.Side.BLACK
NOTHING = SetupProblem(0)
OF_EVERY_FAMILY = [
    *(game for game in CATALOGUE.values() if game.core.family != "draughts"),
    *map(ruleset, ("italian", "frisian", "turkish", "chinese-checkers-6")),
]


def squares(*numbers: int) -> frozenset[int]:
    return frozenset(numbers)


def test_the_start_is_a_position() -> None:
    for game in (ITALIAN, ENGLISH, INTERNATIONAL):
        setup = Setup.from_position(game.start())
        assert setup.problems() == NOTHING
        assert setup.reasons("it") == []
        assert setup.position() == game.start()


def test_one_side_may_be_without_pieces() -> None:
    """The last position of many a game."""
    assert Setup(ITALIAN, WHITE, white_kings=squares(10)).problems() == NOTHING


def test_every_reason_at_once() -> None:
    setup = Setup(
        ITALIAN,
        WHITE,
        white_men=frozenset(range(1, 14)),
        black_men=squares(13, 32, 40),
    )
    problems = setup.problems()
    assert problems == (
        SetupProblem.NO_SUCH_SQUARE
        | SetupProblem.SQUARE_TWICE
        | SetupProblem.TOO_MANY_WHITE
        | SetupProblem.WHITE_MAN_ON_LAST_ROW
        | SetupProblem.BLACK_MAN_ON_LAST_ROW
    )
    with pytest.raises(IllegalSetup) as caught:
        setup.position()
    for lang in languages():
        assert len(setup.reasons(lang)) == 5
        assert caught.value.text(lang) == " ".join(setup.reasons(lang))


def test_a_problem_may_be_tolerated_by_name() -> None:
    setup = Setup(ITALIAN, WHITE, white_men=squares(3), black_men=frozenset(range(5, 18)))
    assert setup.problems() == SetupProblem.WHITE_MAN_ON_LAST_ROW | SetupProblem.TOO_MANY_BLACK
    with pytest.raises(IllegalSetup) as caught:
        setup.position(tolerate=SetupProblem.TOO_MANY_BLACK)
    assert caught.value.problems == SetupProblem.WHITE_MAN_ON_LAST_ROW
    position = setup.position(tolerate=SetupProblem.TOO_MANY_BLACK | SetupProblem.WHITE_MAN_ON_LAST_ROW)
    assert len(position.black_men) == 13
    assert position.white_men == (3,)


@pytest.mark.parametrize(
    "setup",
    [
        Setup(ITALIAN, WHITE, white_men=squares(22), black_kings=squares(22)),
        Setup(ITALIAN, WHITE, white_men=squares(99)),
        Setup(ruleset("bashni"), WHITE, stacks=((1, "w" * 13), (5, "b"))),
        Setup(ruleset("lasca"), WHITE, stacks=((1, "b" * 7), (5, "wbbbbbb"))),
        Setup(ruleset("reentry"), WHITE, white_men=squares(21, 22), black_men=squares(9), hands=(11, 0)),
        Setup(ruleset("chinese-checkers"), WHITE, marbles=((1, 0), (121, 3)), home=(3, 3)),
    ],
)
def test_what_no_board_can_hold_is_never_tolerated(setup: Setup) -> None:
    with pytest.raises(IllegalSetup):
        setup.position(tolerate=~NOTHING)


def test_captures_without_number_are_refused_and_said_so() -> None:
    """A king before six rows of six men, each with room behind it: more routes than are ever listed."""
    game = ruleset("south-african")
    rows = [range(first, first + 6) for first in (15, 29, 43, 57, 71, 85)]
    setup = Setup(game, WHITE, white_kings=squares(50), black_men=frozenset(chain(*rows)))
    assert setup.problems() is SetupProblem.TOO_MANY_ROUTES
    with pytest.raises(IllegalSetup) as caught:
        setup.position(tolerate=SetupProblem.TOO_MANY_ROUTES)
    assert caught.value.text("it").startswith("Qui una presa ha troppe strade")
    fewer = Setup(game, WHITE, white_kings=squares(50), black_men=frozenset(chain(*rows[:3])))
    assert fewer.position().moves()


def test_an_empty_board_may_be_wanted() -> None:
    assert Setup(ITALIAN, WHITE).position(tolerate=SetupProblem.EMPTY_BOARD).pieces == {}


pieces = st.frozensets(st.integers(-1, 52), max_size=22)


@given(st.sampled_from([ITALIAN, ENGLISH, INTERNATIONAL]), pieces, pieces, pieces, pieces)
def test_a_setup_is_a_position_or_says_why_not(
    game: Ruleset, wm: frozenset[int], wk: frozenset[int], bm: frozenset[int], bk: frozenset[int]
) -> None:
    setup = Setup(game, WHITE, wm, wk, bm, bk)
    for lang in languages():
        reasons = setup.reasons(lang)
        assert len(reasons) == len(setup.problems())
        assert all("{" not in reason and reason[0].isupper() and reason.endswith(".") for reason in reasons)
    if setup.problems():
        with pytest.raises(IllegalSetup):
            setup.position()
    else:
        assert Setup.from_position(setup.position()) == setup


def test_a_tower_game_with_one_piece_too_many_may_be_tolerated() -> None:
    """Twelve pieces of a side fit where eleven are the rule: an arbiter may want to see them."""
    setup = Setup(ruleset("lasca"), WHITE, stacks=((1, "w" * 12), (5, "b")))
    assert setup.problems() == SetupProblem.TOO_MANY_WHITE
    assert setup.position(tolerate=SetupProblem.TOO_MANY_WHITE).stacks[1] == "w" * 12


@st.composite
def anything(draw: st.DrawFn) -> Setup:
    """Any arrangement of any family, most of them impossible."""
    game = draw(st.sampled_from(OF_EVERY_FAMILY))
    core = game.core
    square = st.integers(0, core.squares + 1)
    side = draw(st.sampled_from((_core.Side.WHITE, _core.Side.BLACK)))
    if core.family == "towers":
        stack = st.text("wbWB", min_size=1, max_size=14) | st.text("wbx", max_size=2)
        stacks = draw(st.lists(st.tuples(square, stack), max_size=6, unique_by=lambda one: one[0]))
        return Setup(game, side, stacks=tuple(stacks))
    if core.by_seat:
        seat = st.sampled_from(core.seats) | st.integers(0, 5)
        marbles = draw(st.lists(st.tuples(square, seat), max_size=14, unique_by=lambda one: one[0]))
        home = tuple(draw(st.lists(seat, max_size=3)))
        return Setup(game, side, marbles=tuple(marbles), home=home, seat=draw(seat))
    men, kings = st.frozensets(square, max_size=12), st.frozensets(square, max_size=2)
    flat = Setup(game, side, draw(men), draw(kings), draw(men), draw(kings))
    if core.family == "reentry":
        return replace(flat, hands=draw(st.tuples(st.integers(0, 1_000), st.integers(0, 13))))
    run = st.none() | st.tuples(square, st.integers(0, 5))
    return replace(flat, white_run=draw(run), black_run=draw(run))


@given(anything(), st.booleans())
def test_a_setup_of_any_family_is_a_position_or_says_why_not(setup: Setup, tolerant: bool) -> None:
    try:
        found = Setup.from_position(setup.position(tolerate=~NOTHING if tolerant else NOTHING)).fen
    except IllegalSetup as error:
        found = error.setup.fen
    assert found == setup.fen
