"""The survey page at Juegopedia, Dama a rientro: what it says of moves, as it says it."""

from __future__ import annotations

from damiera.rules.explain import explain_move
from tests.articles.desk import Desk

DESK = Desk("juegopedia.reentry.2019")
moves = DESK.moves


def test_art_01_01_a_man_at_the_far_end_leaves_the_board() -> None:
    assert moves("W:W5:B20:R0,0") == {"5-1", "5-2"}
    assert DESK.after("W:W5:B20:R0,0", "5-1") == "B:W:B20:R1,0"
    told = explain_move(DESK.at("W:W5:B20:R0,0"), DESK.squares("5", "1"), DESK.id)
    assert told.articles[-1] == f"{DESK.id}:1.1"


def test_art_01_02_it_comes_back_on_its_base_at_the_first_turn() -> None:
    steps = "21-17", "21-18", "29-25", "29-26", "30-26", "30-27", "31-27", "31-28", "32-28"
    assert moves("W:W21,29,30,31:B1:R1,0") == {f"32@{step}" for step in steps}


def test_art_01_03_re_entries_come_before_the_move_and_do_not_replace_it() -> None:
    """Whoever comes back moves too, and captures if that is possible then."""
    assert moves("W:W22:B18:R1,0") == {"29@22x13", "30@22x13", "31@22x13", "32@22x13"}
    both = (f"{DESK.id}:1.2", f"{DESK.id}:1.3")
    for path in (("22", "13"), ("29", "25")):  # where it comes back is asked; then that it comes back first
        assert explain_move(DESK.at("W:W22:B18:R1,0"), DESK.squares(*path), DESK.id).articles == both
