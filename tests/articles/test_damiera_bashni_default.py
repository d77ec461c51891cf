"""Our gathered rules of Bashni: what is its own."""

from __future__ import annotations

from damiera.game.outcome import Termination
from damiera.rules.explain import explain_move
from tests.articles.desk import Desk

DESK = Desk("damiera.bashni.default")
moves, cited = DESK.moves, DESK.cited


def test_art_03_02_a_man_takes_forward_and_back() -> None:
    assert moves("W:c3=w,d4=b") == {"c3xe5"}
    assert moves("W:d4=w,c3=b") == {"d4xb2"}
    assert cited("W:c3=w,d4=b,e5=b", "c3", "e5") == "3.2"


def test_art_03_07_only_the_top_piece_goes_under_the_tower() -> None:
    """Black's tower on d4 loses its commander; the white man below commands what is left."""
    assert DESK.after("W:c3=w,d4=wb", "c3xe5") == "B:e5=bw,d4=w"
    assert DESK.after("W:c3=w,d4=wb,f6=b,h8=b", "c3xe5xg7") == "B:h8=b,g7=bbw,d4=w"
    assert told("W:c3=w,d4=wb") == [*told("W:c3=w,d4=b"), "3.7"]


def told(fen: str) -> list[str]:
    """The articles that are told of a legal capture from c3 to e5."""
    articles = explain_move(DESK.at(fen), DESK.squares("c3", "e5"), DESK.id).articles
    return [DESK.number(one) for one in articles]


def test_art_03_08_a_man_becomes_a_king_in_passing() -> None:
    assert moves("W:f6=w,e7=b,b6=b") == {"f6xd8xa5"}
    told = explain_move(DESK.at("W:f6=w,e7=b,b6=b"), DESK.squares("f6", "d8", "a5"), DESK.id)
    assert DESK.number(told.articles[-1]) == "3.8"


def test_art_03_10_a_king_lands_where_it_can_go_on() -> None:
    assert moves("W:a1=W,d4=b,f4=b") == {"a1xe5xg3", "a1xe5xh2"}
    assert cited("W:a1=W,d4=b,f4=b", "a1", "f6") == "3.10"


def test_art_03_11_the_same_tower_is_not_jumped_twice_in_succession() -> None:
    """d4 has another black piece, and the king, behind it, may not turn round for it at once."""
    assert moves("W:a1=W,d4=bb") == {"a1xe5", "a1xf6", "a1xg7", "a1xh8"}
    assert moves("W:d4=W,f6=wb,b2=b") >= {"d4xa1xg7", "d4xa1xh8"}
    assert cited("W:a1=W,d4=bb", "a1", "e5", "a1") == "3.11"


def test_art_03_12_a_captured_king_stays_a_king() -> None:
    assert DESK.after("W:c3=w,d4=bB", "c3xe5") == "B:e5=Bw,d4=b"
    assert told("W:c3=w,d4=bB") == [*told("W:c3=w,d4=bb"), "3.12"]


def test_art_03_12_only_the_commander_is_crowned() -> None:
    assert DESK.after("W:c7=bww,a1=w,h2=b", "c7-b8") == "B:b8=bwW,h2=b,a1=w"


def test_art_04_01_the_choice_is_free() -> None:
    assert moves("W:d4=w,c5=b,e5=b,e7=b") == {"d4xb6", "d4xf6xd8"}


def progress(fen: str, *texts: str) -> list[int]:
    """The plies without progress that are counted after some moves, if they are."""
    tally = DESK.play(DESK.start(fen), *texts).tally
    return [count.plies for count in tally.counts if count.termination is Termination.NO_PROGRESS]


def test_art_05_07_neither_capture_nor_crowning_with_kings_on_both_sides() -> None:
    """A man's move is no progress here; where one side has no king nothing is counted."""
    assert progress("W:c1=W,a3=w,f8=B,h6=b") == [0]
    assert progress("W:c1=W,a3=w,f8=B,h6=b", "a3-b4") == [1]
    assert progress("W:c1=w,a3=w,f8=B,h6=b", "a3-b4") == []
