"""Asking an engine about a position, and keeping what it said last of every line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from damiera._core import Move, Position
from damiera.engine.limits import SearchLimits
from damiera.engine.protocol import Engine, Info

__all__ = ["SHALLOW", "EngineView", "gather", "look"]

SHALLOW = 3
"""Plies of a short look: what a player sees at once."""


@dataclass(frozen=True, slots=True)
class EngineView:
    """What an engine sees in a position.

    Attributes:
        position: the position.
        lines: the best lines, best first; none where the game is over.
        shallow: the moves that led after one, two and three plies.

    >>> from damiera.engine.builtin import BuiltinEngine
    >>> from damiera.rules.ruleset import ITALIAN
    >>> engine = BuiltinEngine("italian", hash_mb=1)
    >>> looked = look(engine, ITALIAN.start(), (), SearchLimits(depth=4))
    >>> looked.depth, len(looked.lines)
    (4, 2)
    """

    position: Position
    lines: tuple[Info, ...]
    shallow: tuple[Move, ...] = ()

    @property
    def line(self) -> tuple[Move, ...]:
        """The best line; empty where the game is over."""
        return self.lines[0].pv if self.lines else ()

    @property
    def depth(self) -> int:
        """Plies searched in full."""
        return self.lines[0].depth if self.lines else 0


def look(
    engine: Engine, position: Position, history: Sequence[Position], limits: SearchLimits, *, lines: int = 2
) -> EngineView:
    """Ask an engine for its best lines in a position.

    Raises:
        EngineError: if the engine cannot answer.

    >>> from damiera.engine.builtin import BuiltinEngine
    >>> from damiera.rules.ruleset import ITALIAN
    >>> engine = BuiltinEngine("italian", hash_mb=1)
    >>> looked = look(engine, ITALIAN.start(), (), SearchLimits(depth=4))
    >>> looked.position == ITALIAN.start(), looked.line[0] in ITALIAN.start().moves()
    (True, True)
    """
    if not position.has_moves():
        return EngineView(position, ())
    wanted = min(lines, position.count())
    return gather(position, engine.analyse(position, history=history, limits=limits, multipv=wanted))


def gather(position: Position, told: Iterable[Info]) -> EngineView:
    """Keep the last word on each move, best first, and what led at a glance.

    A line for which a depth was not finished keeps the word of the depth before; moves that have fallen
    behind since are left out.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> gather(ITALIAN.start(), []).lines
    ()
    """
    last: dict[Move, Info] = {}
    best: Info | None = None
    shallow: dict[Move, None] = {}
    width = 1
    for info in told:
        if not info.pv:
            continue
        last[info.pv[0]] = info
        width = max(width, info.multipv)
        if info.multipv == 1:
            best = info
            if info.depth <= SHALLOW:
                shallow[info.pv[0]] = None
    if best is None:
        return EngineView(position, ())
    first = best.pv[0]
    fresh = [info for move, info in last.items() if move != first and info.depth >= best.depth - 1]
    others = sorted(fresh, key=lambda info: (-info.depth, info.multipv))[: width - 1]
    others.sort(key=lambda info: -info.score.cp)
    return EngineView(position, (best, *others), tuple(shallow))
