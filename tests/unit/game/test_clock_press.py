"""Pressing the clock too early warns, by both wordings of 4.4.5, and blocks nothing."""

from __future__ import annotations

import pytest

from damiera._core import Side
from damiera.game.clock import ClockSettings
from damiera.game.events import Moved, Pressed
from damiera.game.scoresheet import PressFault, press_warnings
from damiera.game.state import Game
from damiera.game.ways import Conditions, ScoresheetRule
from damiera.rules.ruleset import ITALIAN
from tests.wording import words_of


@pytest.mark.parametrize(
    ("rule", "moved", "recorded", "fault"),
    [
        ("fid2008", True, 5, None),
        ("fid2008", True, 4, PressFault.NOT_RECORDED),
        ("fid2008", False, 5, PressFault.NOT_MOVED),
        ("fid2020-proposal", True, 5, None),
        ("fid2020-proposal", True, 4, None),
        ("fid2020-proposal", True, 3, PressFault.BEHIND),
        ("fid2020-proposal", False, 4, PressFault.NOT_MOVED),
    ],
)
def test_the_fifth_ply_by_both_wordings(
    rule: ScoresheetRule, moved: bool, recorded: int, fault: PressFault | None
) -> None:
    found = press_warnings(rule, moved=moved, recorded=recorded, ply=5)
    assert [warning.fault for warning in found] == ([fault] if fault else [])
    for warning in found:
        assert warning.article == "Capo III, 4.4.5"
        assert "4.4.5" in warning.text("it")
        assert warning.text("it") != warning.text("en")


def test_a_warning_is_noted_and_the_game_goes_on() -> None:
    game = Game.start(ITALIAN, clock=ClockSettings(60_000, 1_000), conditions=Conditions(arbitrated=True))
    game = game.apply(Moved(path=(22, 18), at=500))
    after = game.apply(Pressed(side="white", at=600, recorded=0))
    assert [entry.text.text("en") for entry in after.conduct.log] == [
        words_of(
            "The clock was pressed before the move was written down ({article}).", article="Capo III, 4.4.5"
        )
    ]
    assert after.clock == game.clock
    assert after.apply(Moved(path=(10, 14), at=900)).side is Side.WHITE


def test_a_press_in_order_is_not_noted() -> None:
    game = Game.start(ITALIAN, clock=ClockSettings(60_000)).apply(Moved(path=(22, 18), at=500))
    assert game.apply(Pressed(side="white", at=600)).conduct.log == ()
