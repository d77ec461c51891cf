"""Our gathered rules of Tobit: what is its own."""

from __future__ import annotations

import pytest

from damiera.messages import Message
from damiera.rules.explain import Reason, explain_move
from damiera.rules.ruleset import ruleset
from tests.articles.desk import Desk
from tests.wording import holds

DESK = Desk("damiera.tobit.default")
moves, cited = DESK.moves, DESK.cited


def with_option(option: str, fen: str) -> set[tuple[int, int]]:
    """The ends of the legal moves where an option is chosen."""
    return {(move.origin, move.destination) for move in ruleset(f"tobit~{option}").core.read(fen).moves()}


def test_art_01_02_an_end_is_joined_to_its_crossing_only() -> None:
    """Ends of long lines are in the first and last rows, those of cross lines at the sides."""
    for end, crossing in ((34, 28), (38, 32), (1, 7), (5, 11), (27, 28), (33, 32), (6, 7), (19, 18)):
        ways = [DESK.game.core.neighbour(end, way) for way in DESK.game.core.directions]
        assert [square for square in ways if square is not None] == [crossing]


def test_art_01_02_no_piece_on_an_end_is_captured() -> None:
    """There is no point behind it."""
    for beside in ("27", "6", "27,6", "K34"):
        assert not any("x" in move for move in moves(f"W:WK28,K7:B{beside}"))


def test_art_01_03_numbers_run_from_the_far_side() -> None:
    core = DESK.game.core
    assert [core.coordinates(square) for square in (1, 6, 33, 38)] == [(1, 5), (0, 4), (6, 1), (5, 0)]


def test_art_01_04_five_ends_and_a_whole_cross_line() -> None:
    start = DESK.game.start()
    assert start.white_men == (*range(27, 39),)
    assert start.black_men == (*range(1, 13),)


def test_art_02_02_a_man_at_the_side_is_not_crowned() -> None:
    """The end of a cross line is no last row: from there a man comes back onto the line."""
    assert DESK.after("W:W7:B33", "7-6") == "B:W6:B33"
    assert DESK.after("W:W7:B33", "7-1") == "B:WK1:B33"
    assert moves("W:W6:B33") == {"6-7"}


@pytest.mark.parametrize(("here", "to"), [(35, 36), (20, 13), (23, 15)])
def test_art_02_01_where_no_line_leads(here: int, to: int) -> None:
    """Along the rim, from end to end, and aslant."""
    told = explain_move(DESK.at(f"W:W{here}:B1"), [here, to])
    assert (told.reason, told.articles[0]) == (Reason.NOT_DIAGONAL, "damiera.tobit.default:2.1")
    said = Message(
        "No line of the board leads from {here} to {to}.",
        context="not-diagonal-lined",
        here=str(here),
        to=str(to),
    )
    assert holds(told.text, said)


def test_art_03_02_men_capture_forward_and_sideways() -> None:
    assert moves("W:W23:B16,22,24,30") == {"23x9", "23x21", "23x25"}
    assert with_option("man-captures=orthogonals", "W:W16:B23") == {(16, 30)}


def test_art_03_10_a_king_lands_where_the_capture_goes_on() -> None:
    assert {move[:5] for move in moves("W:WK36:B23,18")} == {"36x16"}
    assert cited("W:WK36:B23,18", "36", "9") == "3.10"


def test_art_04_01_nobody_need_take_the_most() -> None:
    assert moves("W:W23:B22,24,18") == {"23x21", "23x25x11"}
    assert with_option("choice=number", "W:W23:B22,24,18") == {(23, 11)}
