"""The score of a match."""

from __future__ import annotations

from damiera._core import Side
from damiera.engine.match.referee import MatchGame
from damiera.engine.match.table import MatchScore
from damiera.engine.match.verdict import MatchGameEnding, MatchGameResult
from damiera.messages import Verbatim
from damiera.rules.ruleset import ITALIAN
from tests.unit.engine.match.kit import settings


def played(number: int, winner: Side | None) -> MatchGame:
    return MatchGame(
        number, ITALIAN.start(), (), MatchGameResult(winner, MatchGameEnding.RULES, Verbatim(""))
    )


def test_the_table_counts_for_the_first_engine() -> None:
    table = MatchScore(settings(games=6))
    for game in (played(1, Side.WHITE), played(2, Side.BLACK), played(4, None), played(3, Side.BLACK)):
        table.add(game)
    table.add(played(5, None))
    assert (table.wins, table.draws, table.losses, table.games) == (2, 2, 1, 5)
    assert table.pairs == (0, 1, 0, 0, 1)  # games 3 and 4: ½; games 1 and 2: 2; game 5 waits for its pair
