"""Matches of two engines: openings, colours reversed, clocks, faults, and the games as PDN while they end.

A match is a list of games known beforehand: game 2k and game 2k + 1 have the same opening, the first engine
begins in one and the second in the other. Every game starts with engines that remember nothing, so that its
moves depend on nothing but its number: with a limit of nodes or depth the same match gives the same games,
whatever the number of games played side by side.

| for | look in |
|---|---|
| where the games begin | `openings` |
| what is played | `settings` |
| who sits at a board | `players` |
| one game, and how it ended | `referee`, `verdict` |
| all the games, side by side | `boards` |
| the score | `table` |
| the games as PDN, and going on from them | `paper` |
"""

from __future__ import annotations

from damiera.engine.match.boards import play_match
from damiera.engine.match.openings import MatchOpening, openings_from
from damiera.engine.match.paper import read_played, to_pdn
from damiera.engine.match.player import MatchPlayer
from damiera.engine.match.referee import MatchGame, play_game
from damiera.engine.match.settings import MatchSettings
from damiera.engine.match.table import MatchScore

__all__ = [
    "MatchGame",
    "MatchOpening",
    "MatchPlayer",
    "MatchScore",
    "MatchSettings",
    "openings_from",
    "play_game",
    "play_match",
    "read_played",
    "to_pdn",
]
