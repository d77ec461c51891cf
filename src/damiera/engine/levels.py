"""Ten levels of play, from a beginner a child can beat to all the engine can do.

A level is how far the engine looks and how often it is content with less than the best: among the moves it
finds plausible (within a window below the best score) it draws one, the likelier the better. A beginner looks
one move ahead and has a wide window; he still takes the better of two captures, and never overlooks that
he has won. How the levels fare against each other is in `docs/levels.md`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from damiera._core import Position
from damiera.engine.errors import UnknownLevel
from damiera.engine.limits import Limits
from damiera.engine.protocol import Info
from damiera.lang import Text

__all__ = ["HIGHEST", "LEVELS", "LOWEST", "LevelSettings", "level", "pick", "settings_in"]

CAPTURE_WINDOW_CP = 40


@dataclass(frozen=True, slots=True)
class LevelSettings:
    """What one level does.

    Attributes:
        number: 1 to 10.
        name: what players call it.
        limits: how far it looks; a limit of nodes keeps a level the same on every machine.
        lines: how many moves it weighs up.
        window_cp: how much worse than the best a move may look and still be played, in centipieces.
        temperature_cp: a move worse by this much is drawn 1/e times as often; 0 = the best only.
    """

    number: int
    name: Text
    limits: Limits
    lines: int = 1
    window_cp: int = 0
    temperature_cp: float = 0.0

    @property
    def looks_far(self) -> bool:
        """True if it profits from remembering what it found out at earlier moves."""
        return not self.limits.nodes or self.limits.nodes > 100_000


LEVELS: tuple[LevelSettings, ...] = (
    LevelSettings(1, Text("Alle prime armi", "First steps"), Limits(depth=1, nodes=2_000), 64, 450, 260.0),
    LevelSettings(2, Text("Principiante", "Beginner"), Limits(depth=1, nodes=2_000), 64, 280, 130.0),
    LevelSettings(3, Text("Dilettante", "Casual"), Limits(depth=1, nodes=2_000), 64, 160, 65.0),
    LevelSettings(4, Text("Amatore", "Amateur"), Limits(depth=1, nodes=2_000), 64, 85, 32.0),
    LevelSettings(5, Text("Circolo", "Club"), Limits(depth=2, nodes=4_000), 64, 60, 25.0),
    LevelSettings(6, Text("Provinciale", "County"), Limits(depth=3, nodes=8_000), 64, 45, 18.0),
    LevelSettings(7, Text("Regionale", "Region"), Limits(depth=5, nodes=20_000), 8, 28, 12.0),
    LevelSettings(8, Text("Nazionale", "National"), Limits(depth=7, nodes=60_000), 4, 16, 7.0),
    LevelSettings(9, Text("Maestro", "Master"), Limits(depth=11, nodes=250_000)),
    LevelSettings(10, Text("Grande Maestro", "Grandmaster"), Limits(time_ms=1_500)),
)
LOWEST, HIGHEST = LEVELS[0].number, LEVELS[-1].number


def level(number: int) -> LevelSettings:
    """Return the settings of a level.

    Raises:
        UnknownLevel: unless `number` is 1 to 10.
    """
    if not LOWEST <= number <= HIGHEST:
        raise UnknownLevel(number)
    return LEVELS[number - LOWEST]


def settings_in(number: int, position: Position) -> LevelSettings:
    """Return the settings of a level in a position.

    While every man is on the board the strongest levels too choose among moves of the same worth, so that no
    two games need begin alike.

    Raises:
        UnknownLevel: unless `number` is 1 to 10.
    """
    settings = level(number)
    if settings.lines > 1 or len(position.pieces) < 2 * position.rules.men:
        return settings
    return replace(settings, lines=3, window_cp=12, temperature_cp=6.0)


def pick(lines: Sequence[Info], settings: LevelSettings, rng: Random) -> Info:
    """Draw the line this level plays from those it weighed up, best first.

    Captures are seen by everybody: when the best line takes a piece the window is narrow.
    """
    best = lines[0]
    taking = bool(best.pv) and best.pv[0].is_capture
    window = min(settings.window_cp, CAPTURE_WINDOW_CP) if taking else settings.window_cp
    losses = [best.score.cp - line.score.cp for line in lines]
    plausible = [(line, loss) for line, loss in zip(lines, losses, strict=True) if loss <= window]
    if len(plausible) < 2 or not settings.temperature_cp:
        return best
    weights = [math.exp(-loss / settings.temperature_cp) for _, loss in plausible]
    return rng.choices([line for line, _ in plausible], weights)[0]
