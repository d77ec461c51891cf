"""Our gathered rules of Dameo: what is its own."""

from __future__ import annotations

import pytest

from damiera.notation.numbering import parse_square
from damiera.rules.explain import Reason, explain_move
from tests.articles.desk import Desk

DESK = Desk("damiera.dameo.default")
moves, cited = DESK.moves, DESK.cited


def test_art_01_04_eighteen_men_each() -> None:
    start = DESK.game.start()
    rows = [sum(DESK.name(square)[1] == digit for square in start.white_men) for digit in "123"]
    assert rows == [8, 6, 4]


def test_art_02_04_a_king_moves_as_a_queen() -> None:
    assert len(moves("W:WKd4:Bh7")) == 27


def test_art_02_05_a_line_of_men_moves_as_one() -> None:
    """Each man of the line may be the last of it: the part behind him stays."""
    straight = {move for move in moves("W:Wd2,d3,d4:Ba8") if move.endswith("-d5")}
    assert straight == {"d2-d5", "d3-d5", "d4-d5"}
    assert DESK.after("W:Wd2,d3,d4:Ba8", "d2-d5") == "B:Wd5,d4,d3:Ba8"
    assert moves("W:Wb2,c3:Ba8") >= {"b2-d4", "c3-d4"}
    assert "d2-f4" not in moves("W:Wd2:Ba8")


def test_art_02_05_a_line_moves_to_the_last_row() -> None:
    assert DESK.after("W:Wd6,d7:Ba3", "d6-d8") == "B:WKd8,d7:Ba3"


def test_art_02_05_black_lines_too() -> None:
    assert moves("B:Wh1:Bd6,d7") >= {"d7-d5", "d6-d5"}


@pytest.mark.parametrize(
    ("fen", "refused"),
    [
        ("W:Wd2,d4:Ba8", ("d2", "d5")),  # a gap
        ("W:Wd2,d3:Bd4,a8", ("d2", "d4")),  # nothing free at the head
        ("W:Wd2,Kd3:Ba8", ("d2", "d4")),  # kings take no part
        ("W:Wc2,d2:Ba8", ("c2", "e2")),  # sideways nobody moves
        ("W:Wd2,d3,e4:Bf4", ("d2", "d4")),  # a capture comes first
    ],
)
def test_art_02_05_what_is_no_line(fen: str, refused: tuple[str, str]) -> None:
    assert "-".join(refused) not in moves(fen)
    path = [parse_square(DESK.game, square) for square in refused]
    assert not explain_move(DESK.at(fen), path).legal


def test_art_02_05_is_cited() -> None:
    assert cited("W:Wd2,d3,d4:Ba8", "d2", "d5") == "2.5"
    assert cited("W:Wd2,d4:Ba8", "d2", "d5") == "2.5"
    assert cited("W:Wd2,d3:Ba8", "d3", "d4") == "2.1"
    told = explain_move(DESK.at("W:Wd2,d4:Ba8"), [parse_square(DESK.game, s) for s in ("d2", "d5")])
    assert told.reason is Reason.LINE_BROKEN
    assert told.squares == (parse_square(DESK.game, "d3"),)


def test_a_game_of_lines_has_no_endgame_tables() -> None:
    """They are counted backwards by moves of one man."""
    from damiera import _endgame

    with pytest.raises(ValueError):
        _endgame.Tables(DESK.game.core)
