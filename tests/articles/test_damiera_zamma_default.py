"""Our gathered rules of zamma: what is its own."""

from __future__ import annotations

from damiera.notation.numbering import parse_square
from damiera.rules.explain import Reason, explain_move
from tests.articles.desk import Desk

DESK = Desk("damiera.zamma.default")
moves, cited = DESK.moves, DESK.cited


def test_art_01_02_diagonals_leave_every_second_point() -> None:
    core = DESK.game.core
    ways = {}
    for name in ("d4", "d5"):
        point = parse_square(DESK.game, name)
        ways[name] = {way for way in core.directions if core.neighbour(point, way)}
    assert len(ways["d4"]) == 8
    assert ways["d5"] == {"n", "e", "s", "w"}


def test_art_01_04_only_the_point_in_the_middle_is_free() -> None:
    start = DESK.game.start()
    named = {DESK.name(square) for square in (*start.white_men, *start.black_men)}
    assert len(start.white_men) == len(start.black_men) == 40
    assert "e5" not in named
    assert {DESK.name(s) for s in start.white_men} >= {"f5", "i5"}


def test_art_02_01_a_man_goes_ahead_along_the_lines() -> None:
    assert moves("W:Wd4:Ba9") == {"d4-d5", "d4-c5", "d4-e5"}
    assert moves("W:Wd5:Ba9") == {"d5-d6"}
    told = explain_move(DESK.at("W:Wd5:Ba9"), [parse_square(DESK.game, s) for s in ("d5", "e6")])
    assert told.reason is Reason.NOT_DIAGONAL


def test_art_02_04_a_mullah_flies_along_the_lines() -> None:
    reached = {move.partition("-")[2] for move in moves("W:WKd5:Bi9")}
    assert reached == {*(f"d{n}" for n in (1, 2, 3, 4, 6, 7, 8, 9)), *(f"{x}5" for x in "abcefghi")}


def test_art_03_02_a_man_captures_every_way_along_the_lines() -> None:
    assert moves("W:Wd4:Bc5") | moves("W:Wd4:Be3") | moves("W:Wd4:Bd3") == {"d4xb6", "d4xf2", "d4xd2"}
    assert moves("W:Wd5:Be6,d6,i9") == {"d5xd7"}


def test_the_option_of_mauritania() -> None:
    """What is taken goes off at once: its point may be crossed again."""
    fen = "W:WKe1:Be3,c5,g5,i9"
    assert Desk(DESK.id, "zamma~removal=immediate").game.core.traits["removal"] == "immediate"
    assert moves(fen)
