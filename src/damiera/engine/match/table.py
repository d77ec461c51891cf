"""The score of a match."""

from __future__ import annotations

from dataclasses import dataclass, field

from damiera.engine.match.referee import MatchGame
from damiera.engine.match.settings import MatchSettings
from damiera.engine.statistics import Pentanomial

__all__ = ["MatchScore"]


@dataclass(slots=True)
class MatchScore:
    """The score of a match, as its first engine sees it.

    Attributes:
        settings: what is played.
        wins, draws, losses: games, of the first engine.
        faults: games that each engine lost without being beaten: by a crash, silence, an illegal move.
        thought_ms: how long each engine thought, in milliseconds.
        answers: how many moves each engine was asked for.
        processor_us: microseconds of the processors that each engine used; None once a game did not tell.
        nodes: positions that each engine visited, as it says.

    >>> from damiera._core import Side
    >>> from damiera.engine.match.openings import openings_from
    >>> from damiera.engine.match.verdict import MatchGameEnding, MatchGameResult
    >>> from damiera.engine.spec import EngineSpec
    >>> from damiera.messages import Verbatim
    >>> from damiera.rules.ruleset import ITALIAN
    >>> two = (EngineSpec.parse("builtin"), EngineSpec.parse("builtin:level=5"))
    >>> starts = openings_from(ITALIAN, "none", 1, 1)
    >>> table = MatchScore(MatchSettings(ITALIAN, two, starts, 2))
    >>> for number, winner in ((1, Side.WHITE), (2, None)):
    ...     result = MatchGameResult(winner, MatchGameEnding.RULES, Verbatim(""))
    ...     table.add(MatchGame(number, ITALIAN.start(), (), result))
    >>> table.wins, table.draws, table.pairs
    (1, 1, (0, 0, 0, 1, 0))
    """

    settings: MatchSettings
    wins: int = 0
    draws: int = 0
    losses: int = 0
    faults: tuple[int, int] = (0, 0)
    thought_ms: tuple[int, int] = (0, 0)
    answers: tuple[int, int] = (0, 0)
    processor_us: tuple[int, int] | None = (0, 0)
    nodes: tuple[int, int] = (0, 0)
    _points: dict[int, int] = field(default_factory=dict)

    def add(self, played: MatchGame) -> None:
        """Count a game."""
        settings, winner = self.settings, played.verdict.winner
        first = None if winner is None else settings.engine_at(played.number, winner) == 0
        points = 1 if first is None else 2 * first
        self._points[played.number] = points
        self.wins += points == 2
        self.draws += points == 1
        self.losses += points == 0
        if played.verdict.ending.is_fault and first is not None:
            a, b = self.faults
            self.faults = (a, b + 1) if first else (a + 1, b)
        self.thought_ms = _sum(self.thought_ms, played.thought_ms)
        self.answers = _sum(self.answers, played.answers)
        self.nodes = _sum(self.nodes, played.nodes)
        first_us, second_us = played.processor_us
        if self.processor_us is None or first_us is None or second_us is None:
            self.processor_us = None
        else:
            self.processor_us = _sum(self.processor_us, (first_us, second_us))

    @property
    def games(self) -> int:
        """Games counted."""
        return len(self._points)

    @property
    def pairs(self) -> Pentanomial:
        """Complete pairs that brought 0, ½, 1, 1½ and 2 points."""
        counts = [0] * 5
        for number, points in self._points.items():
            if number % 2 and number + 1 in self._points:
                counts[points + self._points[number + 1]] += 1
        return (counts[0], counts[1], counts[2], counts[3], counts[4])

    @property
    def pace_ms(self) -> tuple[float, float]:
        """Milliseconds that each engine took a move, on average."""
        a, b = (ms / max(1, n) for ms, n in zip(self.thought_ms, self.answers, strict=True))
        return a, b

    @property
    def processor_ms(self) -> tuple[float, float] | None:
        """Milliseconds of the processors that each engine used a move, on average; None if not known."""
        if self.processor_us is None:
            return None
        a, b = (us / 1000 / max(1, n) for us, n in zip(self.processor_us, self.answers, strict=True))
        return a, b

    @property
    def nodes_a_move(self) -> tuple[int, int]:
        """Positions that each engine visited a move, on average."""
        a, b = (nodes // max(1, n) for nodes, n in zip(self.nodes, self.answers, strict=True))
        return a, b


def _sum(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    return one[0] + other[0], one[1] + other[1]
