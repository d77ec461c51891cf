"""Our gathered rules of Lasca: what is its own."""

from __future__ import annotations

from damiera.rules.explain import explain_move
from tests.articles.desk import Desk

DESK = Desk("damiera.lasca.default")
moves, cited = DESK.moves, DESK.cited


def test_art_01_04_eleven_soldiers_each() -> None:
    fen = DESK.game.start().fen
    assert (fen.count("=w"), fen.count("=b"), DESK.game.core.squares) == (11, 11, 25)


def test_art_03_02_a_soldier_takes_forward_only() -> None:
    assert moves("W:a1=w,b2=b") == {"a1xc3"}
    assert moves("W:d4=w,c3=b") == {"d4-c5", "d4-e5"}
    assert cited("W:d4=w,c3=b", "d4", "b2") == "3.2"


def test_art_03_04_an_officer_takes_the_piece_beside_it_both_ways() -> None:
    assert moves("W:d4=W,c5=b,e5=b,e3=b") == {"d4xb6", "d4xf6", "d4xf2"}
    assert moves("W:c3=W,e5=b,a1=b") == {"c3-b2", "c3-b4", "c3-d2", "c3-d4"}  # not from afar
    assert cited("W:c3=W,d4=b,e5=b", "c3", "e5") == "3.4"


def test_art_03_07_only_the_top_piece_goes_under_the_tower() -> None:
    assert DESK.after("W:c3=w,d4=wb", "c3xe5") == "B:e5=bw,d4=w"
    told = explain_move(DESK.at("W:c3=w,d4=wb"), DESK.squares("c3", "e5"), DESK.id)
    assert DESK.number(told.articles[-1]) == "3.7"


def test_art_03_08_a_soldier_on_the_last_row_stops() -> None:
    assert moves("W:c5=w,d6=b,f6=b") == {"c5xe7"}
    assert DESK.after("W:c5=w,d6=b,f6=b", "c5xe7") == "B:e7=bW,f6=b"
    assert cited("W:c5=w,d6=b,f6=b", "c5", "e7", "g5") == "3.8"
