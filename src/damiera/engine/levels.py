"""Twenty levels of play, from a beginner a child can beat to all the engine can do.

A level is how far the engine looks, what it overlooks, and how often it is content with less than the
best. Among the moves that seem good to it (within a window below the best) it draws one, the likelier the
better.

A beginner goes wrong as people do. Often they judge a move that lets the opponent take by a glance at the
board, as if nothing were taken: so they walk into shots and miss their own, while they see better that a
single man is simply left to be taken. They take what is offered, crown their men, and never miss a move
that ends the game at once. How the levels fare against each other is in `docs/levels.md`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from random import Random

from damiera import _core
from damiera._core import Position
from damiera.engine.errors import UnknownLevel
from damiera.engine.limits import SearchLimits
from damiera.engine.protocol import Info
from damiera.messages import Message, Text

__all__ = ["HIGHEST", "LEVELS", "LOWEST", "USUAL", "LevelSettings", "level", "pick", "settings_in"]

CAPTURE_WINDOW_CP = 40
_ONE, _TWO, _THREE = (
    SearchLimits(1, 2_000),
    SearchLimits(2, 4_000),
    SearchLimits(3, 8_000),
)  # plies, and positions at most


@dataclass(frozen=True, slots=True)
class LevelSettings:
    """What one level does.

    Attributes:
        number: 1 to 20.
        name: what players call it.
        limits: how far it looks; a limit of nodes keeps a level the same on every machine.
        lines: how many moves it weighs up.
        window_cp: how much worse than the best a move may seem and still be played, in centipieces.
        temperature_cp: a move that seems worse by this much is drawn 1/e times as often; 0 = the best only.
        overlooks: chance of not seeing what a shot or an exchange leads to; of not seeing that a single man
            can be taken for nothing, its square.

    >>> level(1).name.text("en"), level(1).window_cp, level(20).looks_far
    ('First steps', 140, True)
    """

    number: int
    name: Text
    limits: SearchLimits
    lines: int = 1
    window_cp: int = 0
    temperature_cp: float = 0.0
    overlooks: float = 0.0

    @property
    def looks_far(self) -> bool:
        """True if it judges by what was learned, and profits from what it found out at earlier moves."""
        return not self.limits.nodes or self.limits.nodes > 100_000


LEVELS: tuple[LevelSettings, ...] = (
    LevelSettings(1, Message("First steps"), _ONE, 64, 140, 80.0, 0.72),
    LevelSettings(2, Message("Novice"), _ONE, 64, 120, 66.0, 0.55),
    LevelSettings(3, Message("Beginner"), _ONE, 64, 104, 55.0, 0.40),
    LevelSettings(4, Message("Learner"), _ONE, 64, 88, 44.0, 0.25),
    LevelSettings(5, Message("Casual"), _ONE, 64, 71, 32.0, 0.10),
    LevelSettings(6, Message("Amateur"), _TWO, 64, 60, 25.0, 0.09),
    LevelSettings(7, Message("Club"), _TWO, 64, 48, 18.0),
    LevelSettings(8, Message("Club champion"), _THREE, 64, 60, 26.0, 0.06),
    LevelSettings(9, Message("County"), _THREE, 64, 45, 18.0),
    LevelSettings(10, Message("County champion"), SearchLimits(4, 12_000), 16, 40, 16.0),
    LevelSettings(11, Message("Prospect"), SearchLimits(5, 20_000), 16, 50, 23.0),
    LevelSettings(12, Message("Region"), SearchLimits(5, 20_000), 8, 28, 12.0),
    LevelSettings(13, Message("Region champion"), SearchLimits(6, 40_000), 6, 22, 10.0),
    LevelSettings(14, Message("National"), SearchLimits(7, 60_000), 4, 18, 8.0),
    LevelSettings(15, Message("National champion"), SearchLimits(9, 80_000), 3, 12, 6.0),
    LevelSettings(16, Message("Candidate master"), SearchLimits(8, 120_000)),
    LevelSettings(17, Message("Master"), SearchLimits(12, 300_000)),
    LevelSettings(18, Message("International master"), SearchLimits(14, 600_000)),
    LevelSettings(19, Message("Challenger"), SearchLimits(16, 1_000_000)),
    LevelSettings(20, Message("Grandmaster"), SearchLimits(time_ms=1_500)),
)
"""The levels of play, weakest first."""
LOWEST, HIGHEST = LEVELS[0].number, LEVELS[-1].number
"""The numbers of the first level and of the last, 1 and 20."""
USUAL = 5
"""The level when nobody says."""


def level(number: int) -> LevelSettings:
    """Return the settings of a level.

    Raises:
        UnknownLevel: unless `number` is 1 to 20.

    >>> level(5).limits
    SearchLimits(depth=1, nodes=2000, time_ms=0, draw_in=0, soft_ms=0)
    """
    if not LOWEST <= number <= HIGHEST:
        raise UnknownLevel(number)
    return LEVELS[number - LOWEST]


def settings_in(number: int, position: Position) -> LevelSettings:
    """Return the settings of a level in a position.

    While every man is on the board the strongest levels too choose among moves of the same worth, so that no
    two games need begin alike.

    Raises:
        UnknownLevel: unless `number` is 1 to 20.

    >>> settings_in(20, _core.rules("italian").start()).lines, level(20).lines
    (3, 1)
    """
    settings = level(number)
    if settings.lines > 1 or len(position.pieces) < 2 * position.rules.men:
        return settings
    return replace(settings, lines=3, window_cp=12, temperature_cp=6.0)


def pick(position: Position, lines: Sequence[Info], settings: LevelSettings, rng: Random) -> Info:
    """Draw the line this level plays from those it weighed up in a position, best first.

    Captures are seen by everybody: when the best line takes a piece nothing is overlooked and the window is
    narrow. A level that overlooks crowns a man when it can, where crowning is of use; the others weigh it.

    >>> from damiera.engine.builtin import BuiltinEngine
    >>> start = _core.rules("italian").start()
    >>> *_, last = BuiltinEngine("italian", hash_mb=1).analyse(start, limits=SearchLimits(depth=2))
    >>> pick(start, [last], level(7), Random(1)) == last
    True
    """
    taking = bool(lines[0].pv) and lines[0].pv[0].is_capture
    window = min(settings.window_cp, CAPTURE_WINDOW_CP) if taking else settings.window_cp
    if taking or not settings.overlooks:
        seem = [line.score.cp for line in lines]
    else:
        seem = [_at_sight(position, line, settings.overlooks, rng) for line in lines]
    best = max(seem)
    losses = [best - worth for worth in seem]
    plausible = [(line, loss) for line, loss in zip(lines, losses, strict=True) if loss <= window]
    if settings.overlooks and not taking and position.rules.traits["goal"] != "lose":
        plausible = [one for one in plausible if one[0].pv[0].promotes] or plausible
    if not settings.temperature_cp:
        return min(plausible, key=itemgetter(1))[0]
    weights = [math.exp(-loss / settings.temperature_cp) for _, loss in plausible]
    return rng.choices([line for line, _ in plausible], weights)[0]


def _at_sight(position: Position, line: Info, overlooks: float, rng: Random) -> int:
    """Return what a move seems worth: what it is, or what the board shows after it to who sees no answer."""
    after = position.play(line.pv[0])
    if not after.detect():
        return line.score.cp
    unseen = overlooks * overlooks if _is_plain(after) else overlooks
    return -_core.evaluate(after) if rng.random() < unseen else line.score.cp


def _is_plain(position: Position) -> bool:
    """Whether all that can be taken is one piece at a time, for nothing."""
    captures = [move for move in position.moves() if move.is_capture]
    return all(len(move.captured) == 1 and not position.play(move).detect() for move in captures)
