"""What towers and men that come back are thought worth: weights that regressions on games found."""

from __future__ import annotations

import pytest

from damiera import _core
from damiera.notation.fen import parse_fen
from damiera.rules.ruleset import ruleset

from .conftest import walk

FAMILIES = ("bashni", "bashni-losing", "lasca", "lasca-losing", "reentry", "reentry-losing")


def worth(game: str, fen: str) -> int:
    return _core.evaluate(parse_fen(fen, ruleset(game)).position())


@pytest.mark.parametrize("game", FAMILIES)
def test_to_be_on_move_is_worth_the_same_in_every_position_and_the_rest_changes_sides(game: str) -> None:
    on_move = _core.evaluate(_core.rules(game).start())
    for position in walk(game, 5, 60):
        side, rest = position.fen[0], position.fen[1:]
        other = worth(game, ("B" if side == "W" else "W") + rest)
        assert _core.evaluate(position) + other == 2 * on_move


@pytest.mark.parametrize("game", ["bashni", "lasca"])
def test_friends_under_the_commander_and_captives_are_worth_having(game: str) -> None:
    alone = worth(game, "W:c3=w,g5=b")
    captive = worth(game, "W:c3=bw,g5=b")
    guarded = worth(game, "W:c3=ww,g5=b")
    assert alone < captive < guarded
    assert worth(game, "W:c3=www,g5=b") - guarded < 2 * (guarded - alone)


@pytest.mark.parametrize("game", ["bashni-losing", "lasca-losing"])
def test_who_is_to_lose_his_towers_keeps_them_back(game: str) -> None:
    assert worth(game, "W:d6=w,g7=b") < worth(game, "W:d2=w,g7=b")


def test_a_man_that_waits_is_worth_more_than_one_that_has_set_out() -> None:
    waiting = worth("reentry", "W:W22:B10:R1,0")
    assert waiting > worth("reentry", "W:W22,18:B10:R0,0")
    assert waiting > worth("reentry", "W:W22:B10:R0,0") + 100


def test_who_is_to_lose_his_men_wants_fewer() -> None:
    assert worth("reentry-losing", "W:W22,32:B10,1:R0,0") < worth("reentry-losing", "W:W22:B10,1:R0,0")
