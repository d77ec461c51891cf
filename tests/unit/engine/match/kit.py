"""Matches and engines to try matches with."""

from __future__ import annotations

import sys

from damiera.engine.limits import SearchLimits
from damiera.engine.match.openings import openings_from
from damiera.engine.match.settings import MatchSettings
from damiera.engine.spec import EngineSpec
from damiera.game.clock import ClockSettings
from damiera.rules.ruleset import ITALIAN, Ruleset

BUILTIN = EngineSpec.parse("builtin:hash=1")
QUICK = SearchLimits(nodes=200)


def settings(
    a: EngineSpec = BUILTIN,
    b: EngineSpec = BUILTIN,
    *,
    games: int = 2,
    game: Ruleset = ITALIAN,
    limits: SearchLimits = QUICK,
    clock: ClockSettings | None = None,
    max_plies: int = 120,
    patience_s: float = 20.0,
    openings: str = "random:4",
) -> MatchSettings:
    starts = openings_from(game, openings, 7, (games + 1) // 2)
    return MatchSettings(game, (a, b), starts, games, clock, limits, max_plies, 7, patience_s)


def engine(body: str, extra: str = "") -> EngineSpec:
    """A Hub engine that obeys `body` at `go`, with `n` counting the positions it was sent."""
    code = f"""
import sys, time
def say(text): print(text, flush=True)
n = 0
for line in sys.stdin:
    word = line.split()[0] if line.split() else ""
    if word == "hub": say("id name=Other version=1"); {extra or "pass"}; say("wait")
    elif word == "init": say("ready")
    elif word == "quit": break
    elif word == "pos": n += 1
    elif word == "go":
        {body}
"""
    return EngineSpec("hub:other", (sys.executable, "-c", code))
