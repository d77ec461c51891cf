"""FEN: what is taken, what is refused and where, what is written."""

from __future__ import annotations

import pytest

from damiera._core import Side
from damiera.messages import Message
from damiera.notation.errors import FenError
from damiera.notation.fen import example_fen, format_fen, parse_fen
from damiera.rules.ruleset import CATALOGUE, ENGLISH, INTERNATIONAL, ITALIAN, Ruleset, ruleset
from damiera.rules.setup import Setup, SetupProblem
from tests.wording import raises

WANTED = Setup(
    ITALIAN,
    Side.BLACK,
    white_men=frozenset({21, 22}),
    white_kings=frozenset({30}),
    black_men=frozenset({1, 2, 3}),
)


@pytest.mark.parametrize(
    "text",
    [
        "B:W21,22,K30:B1,2,3",
        "B:W21,22,K30:B1-3",
        "B:B1-3:W21,22,K30",
        "b:w21,22,k30:b1,2,3",
        "B:W21,22,K30:B1,2,3.",
        ' "B:W21,22,K30:B1,2,3." ',
        '[FEN "B:W21,22,K30:B1,2,3"]',
        "  B : W 21 , 22 , K 30 : B 1 - 3 ",
        "B:Wb3,d3,Kd1:Ba8,c8,e8",
        "B:WB3,D3,KD1:BA8,C8,E8",
        "B:W21-22,K30-30:B01,02,03",
        "B:W21,22,K30:B1,2,3:H0:F12",
        "B:\nW21,22,K30:\tB1,2,3",
    ],
)
def test_one_arrangement_written_in_many_ways(text: str) -> None:
    assert parse_fen(text, ITALIAN) == WANTED


@pytest.mark.parametrize(
    ("tail", "fen"),
    [
        (":M46/2,-", "W:W31,K46:B4,K5:M46/2,-"),
        (":H0:F50:+2+0", "W:W31,K46:B4,K5:M-,5/2"),  # Black's first
        (":H0:F50:+205+346", "W:W31,K46:B4,K5:M46/3,5/2"),
        (":H0:F50:+0+147", "W:W31,K46:B4,K5"),  # that king stands there no more
        (":+0+0", "W:W31,K46:B4,K5"),
        (":M46/9,5/0", "W:W31,K46:B4,K5"),  # no limit follows from these
    ],
)
def test_the_moves_of_a_frisian_king_in_every_form(tail: str, fen: str) -> None:
    setup = parse_fen(f"W:WK46,31:BK5,4{tail}", ruleset("frisian"))
    assert (setup.fen, setup.position().fen) == (fen, fen)


def test_the_moves_of_a_king_that_limit_nothing_are_left_out() -> None:
    """A side without men has no limit (C.1), and of two kings there is no telling which one moved."""
    frisian = ruleset("frisian")
    for text, fen in {
        "W:WK46:BK5,4:M46/2,5/1": "W:WK46:B4,K5:M-,5/1",
        "W:WK46,K47,31:BK5,4:+1+2": "W:W31,K46,K47:B4,K5:M-,5/1",
    }.items():
        assert parse_fen(text, frisian).position().fen == fen
    assert parse_fen("W:W31:B4:H0:F1:+0+0", INTERNATIONAL).fen == "W:W31:B4"
    with raises(
        FenError,
        Message(
            "FEN, column {column}: {detail}",
            column=10,
            detail=Message(
                "found {found}, expected {expected}. {remedy}",
                found=Message("'{short}'", short="+"),
                expected=Message("a number"),
                remedy=Message(
                    "Write the moves of Black's king and of White's, such as :+2+0, or with its square, "
                    "such as :+214+0."
                ),
            ),
        ),
    ):
        parse_fen("W:W31:B4:+x", frisian)
    assert parse_fen("W:WK46,31:B4:M31/2,-", frisian).problems() is SetupProblem.BAD_KING_RUN


@pytest.mark.parametrize(
    ("text", "white", "black"),
    [
        ("W:W21", {21}, set()),
        ("W:W21:B", {21}, set()),
        ("W::B3", set(), {3}),
        ("W", set(), set()),
        ("W::", set(), set()),
    ],
)
def test_a_colour_may_be_missing(text: str, white: set[int], black: set[int]) -> None:
    setup = parse_fen(text, ITALIAN)
    assert (set(setup.white_men), set(setup.black_men)) == (white, black)


def test_black_squares_and_the_square_b4_are_told_apart() -> None:
    assert parse_fen("B:Bb4:Wf6", ENGLISH) == parse_fen("B:W11:B17", ENGLISH)
    assert parse_fen("B:B4:W5", ENGLISH).black_men == {4}


@pytest.mark.parametrize(
    ("text", "column", "found"),
    [
        ("", 1, ""),
        ("   ", 4, ""),
        ("X:W1", 1, "X"),
        ("?:W29:B4", 1, "?"),
        ("21", 1, "21"),
        ("WW21", 2, "W21"),
        ("W:", None, None),
        ("W:G21", 3, "G21"),
        ("W:W33", 4, "33"),
        ("W:W0", 4, "0"),
        ("W:W21,,22", 7, ","),
        ("W:W21,", 7, ""),
        ("W:W21;22", 6, ";"),
        ("W:W21 22", 7, "22"),
        ("W:W21,#7", 7, "#"),
        ("W:W21,²", 7, "²"),
        ("W:W21,K", 8, ""),
        ("W:WKK21", 5, "K21"),
        ("W:W12-3", 7, "3"),
        ("W:W12-", 7, ""),
        ("W:W12-33", 7, "33"),
        ("W:W21,21", 7, "21"),
        ("W:W1-5,3", 8, "3"),
        ("W:W21:W22", 7, "W22"),
        ("W:Wa1", 4, "a1"),
        ("W:W99999999999999999999", 4, "99999999999999999999"),
        ("W:W21:B1:x", 10, "x"),
    ],
)
def test_says_where_and_what(text: str, column: int | None, found: str | None) -> None:
    if column is None:
        assert parse_fen(text, ITALIAN) == Setup(ITALIAN, Side.WHITE)
        return
    with pytest.raises(FenError) as caught:
        parse_fen(text, ITALIAN)
    error = caught.value
    assert (error.column, error.found) == (column, found)
    for lang in ("it", "en"):
        assert error.expected.text(lang) in error.text(lang)
        assert error.remedy.text(lang) in error.text(lang)
        assert str(column) in error.text(lang)
    assert str(error) == error.text("en")


def test_all_squares_off_the_board_are_told_at_once() -> None:
    with pytest.raises(FenError) as caught:
        parse_fen("W:W33,34,22:B1,40", ITALIAN)
    assert (caught.value.column, caught.value.found) == (4, "33")
    assert "34 (column 7), 40 (column 16)" in str(caught.value)
    with raises(FenError, Message("Nor are there: {squares}.")):
        parse_fen(f"W:W{'9' * 5_000},40", ITALIAN)


@pytest.mark.parametrize(
    ("text", "game", "name"),
    [
        ("W:W31-50:B1-20", "italian", "International draughts"),
        ("W:Wa3,b3:Ba7", "italian", "Turkish draughts"),
        ("W:a3=w,c3=bW", "italian", "Bashni"),
        ("W:W21-32:B1-12", "bashni", "Italian draughts"),
        ("W:W21-32:B1-12", "chinese-checkers", "Italian draughts"),
    ],
)
def test_a_position_of_another_game_is_told_as_such(text: str, game: str, name: str) -> None:
    with pytest.raises(FenError) as caught:
        parse_fen(text, ruleset(game))
    assert str(caught.value).endswith(f"As it stands it is of another game: {name}.")


@pytest.mark.parametrize("ruleset", CATALOGUE.values(), ids=CATALOGUE)
def test_the_example_is_a_position_of_the_game(ruleset: Ruleset) -> None:
    assert parse_fen(example_fen(ruleset), ruleset).position().fen == example_fen(ruleset)


def test_who_is_told_how_to_write_sees_squares_of_the_game() -> None:
    with raises(
        FenError,
        Message(
            "Write the side to move, then the pieces of both colours, such as {example}.",
            example="W:Wa3,b3:BKa7",
        ),
    ):
        parse_fen("W:Xa3", ruleset("turkish"))


def test_an_illegal_arrangement_is_read_for_setup_to_judge() -> None:
    setup = parse_fen("W:W1,22:BK22", ITALIAN)
    assert len(setup.reasons("it")) == 2


@pytest.mark.parametrize("ruleset", CATALOGUE.values(), ids=str)
def test_the_start_is_written_canonically(ruleset: Ruleset) -> None:
    start = ruleset.start()
    assert parse_fen(format_fen(start), ruleset).position() == start
    assert format_fen(Setup.from_position(start)) == format_fen(start) == start.fen


def test_ranges_of_the_large_board() -> None:
    assert parse_fen("W:W31-50:B1-20", INTERNATIONAL).position() == INTERNATIONAL.start()


def test_a_setup_is_written_with_kings_in_their_place() -> None:
    assert format_fen(WANTED) == "B:W21,22,K30:B1,2,3"
    assert format_fen(Setup(ITALIAN, Side.WHITE)) == "W:W:B"


def test_the_eleventh_column_is_no_king() -> None:
    """Where squares have letters and there are more than ten columns, k14 is a square, Kk14 a king on it."""
    halma, house = ruleset("halma"), ruleset("italian~board=12x12~squares=letters")
    assert parse_fen("W:Wk14:BK3", halma).standing == {43: "w", 219: "b"}
    assert parse_fen("W:Wk2,Kk4:Ba2", house).standing == {
        **Setup.from_position(house.core.read("W:Wk2,Kk4:Ba2")).standing
    }
