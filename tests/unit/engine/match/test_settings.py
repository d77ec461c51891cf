"""Matches that are none."""

from __future__ import annotations

import pytest

from damiera.engine.errors import MatchError
from damiera.engine.match.openings import MatchOpening
from damiera.engine.match.settings import MatchSettings
from damiera.game.clock import ClockSettings
from damiera.rules.ruleset import ITALIAN, ruleset
from tests.unit.engine.match.kit import BUILTIN, settings


def test_more_than_two_do_not_play() -> None:
    with pytest.raises(MatchError, match="more than two"):
        settings(game=ruleset("chinese-checkers~seats=3"))


def test_nothing_to_play_is_refused() -> None:
    with pytest.raises(MatchError):
        MatchSettings(ITALIAN, (BUILTIN, BUILTIN), (MatchOpening(ITALIAN.start()),), 0)
    with pytest.raises(MatchError, match="Engines do not play"):
        settings(clock=ClockSettings.parse("5d"))
