"""Move texts: the many ways to write one, what is refused and why, how they are written."""

from __future__ import annotations

import pickle

import pytest

from damiera._core import Position
from damiera.messages import Message
from damiera.notation.errors import AmbiguousMove, IllegalMove, MoveSyntaxError, NotationError, quoted
from damiera.notation.fen import parse_fen
from damiera.notation.moves import (
    best_route,
    example_move,
    format_move,
    format_path,
    parse_move,
    plain_move,
    squares_of,
)
from damiera.notation.pdn.bulk import BulkGame, read_bulk
from damiera.notation.pdn.model import PdnGame
from damiera.notation.pdn.reader import read_pdn
from damiera.rules.explain import Reason
from damiera.rules.ruleset import CATALOGUE, ENGLISH, INTERNATIONAL, ITALIAN, Ruleset, ruleset
from tests.wording import words_of


def _italian(fen: str) -> Position:
    return parse_fen(fen, ITALIAN).position()


# From the Italian championship of 2005, game 46: two routes of one capture, over different men.
TWO = _italian("B:W6,13,14,21,22:B3")


@pytest.mark.parametrize(
    "text",
    [
        "22-18", " 22 - 18 ", "22x18", "22:18", "22–18", "22—18", "22−18", "22×18", "22X18", "2218", "22-18!",
        "22-18 (!?)", "22-18*", "022-018", "c3-d4", "C3-D4", "c3d4", "c3:d4", "c3 - d4 ?!",
    ],
)  # fmt: skip
def test_one_move_written_in_many_ways(text: str) -> None:
    position = parse_fen("W:W22:B1", ENGLISH).position()
    move = parse_move(position, text)
    assert (move.origin, move.destination) == (22, 18)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "22",
        "22-",
        "-18",
        "22--18",
        "hello",
        "22 18",
        "218",
        "22-18-",
        "22/18",
        "1" * 5000,
        "²²-18",
        "\ud800-18",
        "22\x00-18",
        "c3d",
    ],
)
def test_not_the_shape_of_a_move(text: str) -> None:
    with pytest.raises(MoveSyntaxError) as caught:
        parse_move(ITALIAN.start(), text)
    assert "22-18" in caught.value.text("it")
    assert "22-18" in caught.value.text("en")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("18-14", Reason.EMPTY_SQUARE),
        ("10-14", Reason.NOT_YOUR_PIECE),
        ("26-22", Reason.OCCUPIED),
        ("22-33", Reason.OFF_BOARD),
        ("22-a1", Reason.OFF_BOARD),
        ("22-14", Reason.NOT_DIAGONAL),
    ],
)
def test_an_illegal_move_carries_its_explanation(text: str, reason: Reason) -> None:
    with pytest.raises(IllegalMove) as caught:
        parse_move(ITALIAN.start(), text)
    error = caught.value
    assert error.explanation.reason is reason
    assert error.explanation.articles[0].rpartition(":")[2] in error.text("it")
    assert error.explanation.text.text("en") in error.text("en")
    assert error.found == text


def test_an_ambiguous_capture_lists_its_routes() -> None:
    with pytest.raises(AmbiguousMove) as caught:
        parse_move(TWO, "3x26")
    error = caught.value
    assert error.choices == ("3x10x17x26", "3x10x19x26")
    assert [parse_move(TWO, choice) for choice in error.choices] == list(error.candidates)
    assert all(choice in error.text("it") for choice in error.choices)


def test_written_short_unless_another_capture_has_the_same_ends() -> None:
    texts = sorted(format_move(TWO, move) for move in TWO.moves())
    assert texts == ["3x10x17x26", "3x10x19x26"]
    alone = _italian("B:W6,13,21:B3")
    assert [format_move(alone, move) for move in alone.moves()] == ["3x26"]
    assert [format_move(alone, move, long=True) for move in alone.moves()] == ["3x10x17x26"]


@pytest.mark.parametrize(
    ("fen", "text", "captured"),
    [
        # 31x24x15x22x29 lands on 22 too, and 11x18x27x20x11x4 ends where 11x4 does
        ("W:WK3,K31:B10,18,19,20,25,K26,27,K28", "31x22x29", (25, 26)),
        ("W:WK11,K31,K32:B8,K15,K16,K23,24,K29", "11x4", (8,)),
    ],
)
def test_a_route_named_whole_is_no_part_of_a_longer_one(
    fen: str, text: str, captured: tuple[int, ...]
) -> None:
    position = parse_fen(fen, ENGLISH).position()
    move = parse_move(position, text)
    assert move.captured == captured
    assert format_move(position, move) == text
    [game] = read_bulk(f'[GameType "21"][FEN "{fen}"] 1... {text} *')
    assert isinstance(game, BulkGame)
    assert game.moves == (move,)


def test_a_flying_king_is_written_with_the_nearest_landing() -> None:
    # PDN 3.0, section on disambiguated captures: 47x38x24x13x36 and 47x38x20x9x36, not 47x33x24x13x36.
    position = parse_fen("B:W14,19,29,31,42:BK47", INTERNATIONAL).position()
    texts = {format_move(position, move) for move in position.moves()}
    assert {"47x38x24x13x36", "47x38x20x9x36"} <= texts
    for move in position.moves():
        assert best_route(position, move) in position.paths(move)
        assert parse_move(position, format_move(position, move, long=True)) == move


@pytest.mark.parametrize("ruleset", [ITALIAN, ENGLISH, INTERNATIONAL], ids=str)
def test_paths_are_joined_with_the_sign_of_the_game(ruleset: Ruleset) -> None:
    assert format_path(ruleset, (22, 18), capture=False) == "22-18"
    assert format_path(ruleset, (22, 15, 8), capture=True) == "22x15x8"


def test_squares_named_by_a_text() -> None:
    assert squares_of(ITALIAN, "22x15x8") == [22, 15, 8]
    assert squares_of(ITALIAN, "h1-g2") == [32, 28]
    assert squares_of(ITALIAN, "h1g2") == [32, 28]
    assert squares_of(ITALIAN, "22-33") == [22, 0]
    assert squares_of(ITALIAN, "22") == []


def test_a_long_row_of_marks_is_no_burden() -> None:
    assert plain_move("22-18" + "!" * 100_000) == "22-18"
    with pytest.raises(MoveSyntaxError):
        parse_move(ITALIAN.start(), "!" * 100_000 + "x")


def test_errors_travel_between_processes() -> None:
    with pytest.raises(NotationError) as caught:
        parse_move(ITALIAN.start(), "22-")
    copy = pickle.loads(pickle.dumps(caught.value))
    assert (type(copy), str(copy), copy.text("it")) == (
        MoveSyntaxError,
        str(caught.value),
        caught.value.text("it"),
    )


@pytest.mark.parametrize("text", ["32/29-25", "@31/29-25", "@32@31/29-25"])
def test_men_that_come_back_elsewhere_are_told_where(text: str) -> None:
    """The move after them is legal; what is wrong is where they come back."""
    game = ruleset("reentry")
    position = parse_fen("W:W29,30,31:B20:R2,0", game).position()
    with pytest.raises(IllegalMove) as caught:
        parse_move(position, text)
    assert not caught.value.explanation.legal
    book = "damiera.reentry.default"
    assert caught.value.explanation.articles == (f"{book}:2.5", f"{book}:2.6")  # two wait, one square is free
    assert words_of(
        "A man comes back on {where}, and then you move: choose the move.",
        context="men-enter-first",
        where="32",
    ) in str(caught.value)


@pytest.mark.parametrize("game", CATALOGUE.values(), ids=CATALOGUE)
def test_who_is_told_how_to_write_sees_a_move_of_the_game(game: Ruleset) -> None:
    with pytest.raises(MoveSyntaxError) as caught:
        parse_move(game.start(), "perhaps")
    assert caught.value.text("en").endswith(f"such as {example_move(game)}.")
    assert parse_move(game.start(), example_move(game)) in game.start().moves()


RUSSIAN = CATALOGUE["russian"]


@pytest.mark.parametrize(("text", "move"), [("cd4", "c3-d4"), ("c-b4", "c3-b4"), ("GH4!", "g3-h4")])
def test_russian_players_write_of_the_first_square_its_file(text: str, move: str) -> None:
    start = RUSSIAN.start()
    assert format_move(start, parse_move(start, text)) == move


def test_the_file_alone_is_enough_for_a_capture_also_through_other_squares() -> None:
    position = parse_fen("W:Wg3,a1:Bf4,d6,h8", RUSSIAN).position()
    for text in ("g:e5:c7", "g:c7", "gxe5xc7", "gc7"):
        assert format_move(position, parse_move(position, text)) == "g3:c7", text
    with pytest.raises(IllegalMove):
        parse_move(position, "g:e5")


def test_the_file_alone_says_which_squares_it_may_mean() -> None:
    position = parse_fen("W:WKc1,Kc5:Bh8", RUSSIAN).position()
    with pytest.raises(AmbiguousMove) as caught:
        parse_move(position, "ce3")
    assert set(caught.value.choices) == {"c1-e3", "c5-e3"}
    assert [format_move(position, parse_move(position, one)) for one in caught.value.choices] == [
        *caught.value.choices
    ]
    assert caught.value.message == Message(
        "{found} may be more than one move: write the whole of the first square ({choices}).",
        found=quoted("ce3"),
        choices=", ".join(caught.value.choices),
    )


def test_the_file_alone_takes_only_where_there_is_a_capture_and_only_in_games_of_letters() -> None:
    with pytest.raises(IllegalMove):
        parse_move(RUSSIAN.start(), "c:d4")
    with pytest.raises(MoveSyntaxError):
        parse_move(ITALIAN.start(), "cd4")


def test_a_file_of_games_in_short_notation_is_read() -> None:
    (game,) = read_pdn('[GameType "25"]\n1. cd4 d6-c5 2. bc3 fg5 3. cb4 *\n')
    assert isinstance(game, PdnGame)
    assert [move.text for move in game.mainline] == ["c3-d4", "d6-c5", "b2-c3", "f6-g5", "c3-b4"]
