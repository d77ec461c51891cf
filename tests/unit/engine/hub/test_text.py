"""Lines, boards and moves of the Hub protocol."""

from __future__ import annotations

import pytest

from damiera import _core
from damiera._core import Side
from damiera.engine.hub.text import (
    HubLine,
    HubSyntaxError,
    format_board,
    format_line,
    format_move,
    parse_board,
    parse_line,
    parse_move,
)
from damiera.messages import Message
from tests.unit.engine.conftest import GAMES, walk
from tests.wording import raises


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("init", HubLine("init")),
        ("go think", HubLine("go", {"think": ""})),
        ("level move-time=0.5", HubLine("level", {"move-time": "0.5"})),
        ('  pos  pos=Wbe   moves="32-28 19-23" ', HubLine("pos", {"pos": "Wbe", "moves": "32-28 19-23"})),
        ('id name="" author="A B"', HubLine("id", {"name": "", "author": "A B"})),
    ],
)
def test_lines_are_read(text: str, line: HubLine) -> None:
    assert parse_line(text) == line


@pytest.mark.parametrize(
    ("text", "place"),
    [("", "line"), ('pos pos="Wbe', "column 5"), ('a b="c"d', "column 3"), ("a =b", "column 3")],
)
def test_a_damaged_line_is_refused_with_its_place(text: str, place: str) -> None:
    with pytest.raises(HubSyntaxError) as caught:
        parse_line(text)
    assert caught.value.place == place
    assert str(caught.value).startswith(f"{place}: found")
    assert caught.value.text("it").startswith(f"{place}: trovato")


def test_values_are_quoted_where_they_need_it_and_come_back() -> None:
    fields = {"a": 1, "b": "", "c": "two words", "d": "x=y", "e": 'say "hi"\nnow'}
    text = format_line("info", fields)
    assert text == """info a=1 b="" c="two words" d="x=y" e="say 'hi' now\""""
    assert parse_line(text).fields == {"a": "1", "b": "", "c": "two words", "d": "x=y", "e": "say 'hi' now"}


def test_a_number_is_checked() -> None:
    line = parse_line("level depth=x nodes=12")
    assert (line.number("nodes"), line.number("time")) == (12.0, None)
    with raises(
        HubSyntaxError,
        Message("{place}: found {shown!r}, expected {expected}", place="level depth", expected="a number"),
    ):
        line.number("depth")


def test_the_start_of_international_is_written_square_by_square() -> None:
    assert format_board(_core.rules("international").start()) == "W" + "b" * 20 + "e" * 10 + "w" * 20


@pytest.mark.parametrize("game", [*GAMES, "proof-english-6x6"])
def test_boards_and_moves_come_back(game: str) -> None:
    for seed in range(3):
        for position in walk(game, seed, 150):
            assert parse_board(format_board(position), position.rules) == position
            for move in position.moves():
                assert parse_move(position, format_move(move)) == move


@pytest.mark.parametrize(
    ("board", "message"),
    [
        (
            "Wbe",
            Message(
                "{place}: found {shown!r}, expected {expected}",
                place="pos",
                expected="a side and 32 squares (33 letters)",
            ),
        ),
        (
            "X" + "e" * 32,
            Message(
                "{place}: found {shown!r}, expected {expected}",
                place="pos, letter 1",
                expected="W or B, the side to move",
            ),
        ),
        (
            "We" + "x" + "e" * 30,
            Message(
                "{place}: found {shown!r}, expected {expected}",
                place="pos, square 2",
                expected="one of w W b B e",
            ),
        ),
        (
            "W:W1:B1",
            Message(
                "{place}: found {shown!r}, expected {expected}",
                place="pos",
                expected="a FEN: square 1 is given twice: a square holds one piece",
            ),
        ),
    ],
)
def test_a_board_that_cannot_be_read_says_where(board: str, message: Message) -> None:
    with raises(HubSyntaxError, message):
        parse_board(board, _core.rules("italian"))


@pytest.mark.parametrize("text", ["", "22", "22x", "22-18x3", "a3-b4", "22-19-15", "22-14", "31-27"])
def test_what_is_no_legal_move_is_refused(text: str) -> None:
    with raises(HubSyntaxError, Message("{place}: found {shown!r}, expected {expected}", place="move")):
        parse_move(_core.rules("italian").start(), text)


def test_captured_squares_tell_apart_what_the_ends_do_not() -> None:
    position = _core.rules("english").position(Side.WHITE, [], [20], [8, 15, 16, 23, 24], [])
    short, long = parse_move(position, "20x4x16x8"), parse_move(position, "20x4x8x15x23x24")
    assert (short.captured, long.captured) == ((8, 16), (8, 15, 23, 24))
    with raises(
        HubSyntaxError,
        Message(
            "{place}: found {shown!r}, expected {expected}",
            place="move",
            expected="a legal move of W:WK20:B8,15,16,23,24",
        ),
    ):
        parse_move(position, "20x4")
