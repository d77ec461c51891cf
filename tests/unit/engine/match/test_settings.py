"""Matches that are none."""

from __future__ import annotations

import pytest

from damiera.engine.errors import MatchError
from damiera.engine.match.openings import MatchOpening
from damiera.engine.match.settings import MatchSettings
from damiera.game.clock import ClockSettings
from damiera.messages import Message
from damiera.rules.ruleset import ITALIAN, ruleset
from tests.unit.engine.match.kit import BUILTIN, settings
from tests.wording import raises


def test_more_than_two_do_not_play() -> None:
    with raises(
        MatchError,
        Message(
            "{game} is played by more than two: a match here has two engines.",
            game=Message("Chinese checkers for three"),
        ),
    ):
        settings(game=ruleset("chinese-checkers~seats=3"))


def test_nothing_to_play_is_refused() -> None:
    with pytest.raises(MatchError):
        MatchSettings(ITALIAN, (BUILTIN, BUILTIN), (MatchOpening(ITALIAN.start()),), 0)
    with raises(
        MatchError,
        Message(
            "Engines do not play on the clock {clock}: choose 1+1, for example (minutes + seconds).",
            clock="5d",
        ),
    ):
        settings(clock=ClockSettings.parse("5d"))
