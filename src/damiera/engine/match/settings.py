"""What is played in a match, and who sits where in each of its games."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from damiera._core import Side
from damiera.engine.errors import MatchError
from damiera.engine.limits import SearchLimits
from damiera.engine.match.openings import MatchOpening
from damiera.engine.spec import EngineSpec
from damiera.game.clock import ClockSettings
from damiera.game.sides import is_for_two
from damiera.messages import Message
from damiera.rules.ruleset import Ruleset

__all__ = ["MatchSettings"]

DEFAULT_LIMITS = SearchLimits(time_ms=100)


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """What is played.

    Attributes:
        game: the game.
        engines: the two engines.
        starts: the openings; each pair of games takes the next one, and the first again after the last.
        games: how many games; an odd number leaves the last pair incomplete.
        clock: time for each side; None for a limit on each move.
        limits: the limit on each move, where there is no clock.
        processor_ms: milliseconds of processor time that a move takes on average, instead of a clock and
            limits, see `damiera.engine.match.processor`; 0 for none.
        max_plies: a game longer than this is a draw; 0 for no such end.
        seed: of the openings, and of levels that choose among moves.
        patience_s: how late an answer may be before an engine counts as silent, in seconds.
        ponder: engines that can think in the opponent's time.
        margin_ms: how late a move may come after its flag and still count, as the clock's last millisecond.
    Raises:
        MatchError: for a game of more than two, no game or no opening, or a clock no engine plays on.

    >>> from damiera.engine.match.openings import openings_from
    >>> from damiera.rules.ruleset import ITALIAN
    >>> two = (EngineSpec.parse("builtin"), EngineSpec.parse("builtin:level=5"))
    >>> settings = MatchSettings(ITALIAN, two, openings_from(ITALIAN, "none", 1, 1), 2)
    >>> settings.pace, settings.engine_at(1, Side.WHITE), settings.engine_at(2, Side.WHITE)
    ('ms 100', 0, 1)
    """

    game: Ruleset
    engines: tuple[EngineSpec, EngineSpec]
    starts: tuple[MatchOpening, ...]
    games: int
    clock: ClockSettings | None = None
    limits: SearchLimits = DEFAULT_LIMITS
    max_plies: int = 0
    seed: int = 0
    patience_s: float = 10.0
    ponder: bool = False
    margin_ms: int = 0
    processor_ms: int = 0

    def __post_init__(self) -> None:
        if not is_for_two(self.game.core):
            raise MatchError(_ONLY_FOR_TWO.format(game=self.game.name))
        if self.games < 1 or not self.starts:
            raise MatchError(_NOTHING_TO_PLAY)
        if self.clock is not None and self.clock.kind not in ("fischer", "bronstein", "delay"):
            raise MatchError(_ODD_CLOCK.format(clock=self.clock.code))
        if any(engine.address for engine in self.engines) and self.clock is None and not self.limits.time_ms:
            raise MatchError(_DXP_KNOWS_TIME)
        if self.processor_ms and (self.clock is not None or self.limits.is_finite or self.ponder):
            raise MatchError(_PROCESSOR_ALONE)

    def start(self, number: int) -> MatchOpening:
        """Return the opening of a game, counted from 1."""
        return self.starts[(number - 1) // 2 % len(self.starts)]

    def engine_at(self, number: int, side: Side) -> int:
        """Return which engine, 0 or 1, plays a side of a game: the first begins in every odd game."""
        return (number - 1) % 2 if side is self.game.core.first_mover else number % 2

    @property
    def pace(self) -> str:
        """How long the engines think and how late they may be, in a word."""
        bounds = self.limits
        limited = [
            ("depth", bounds.depth),
            ("nodes", bounds.nodes),
            ("ms", bounds.time_ms),
            ("processor ms", self.processor_ms),
        ]
        words = [f"{name} {value}" for name, value in limited if value and self.clock is None]
        if self.clock is not None:
            words = [self.clock.code]
        named = [("ponder", self.ponder), (f"margin {self.margin_ms} ms", self.clock and self.margin_ms)]
        return " ".join([*words, *(word for word, is_so in named if is_so)])

    @property
    def digest(self) -> str:
        """Twelve hex digits that name this match: games kept of another one are not taken for its own."""
        starts = ";".join(f"{s.position.fen} {s.moves}" for s in self.starts)
        parts = [
            self.game.slug,
            *(e.text for e in self.engines),
            self.pace,
            self.max_plies,
            self.seed,
            starts,
        ]
        return hashlib.sha256("\n".join(map(str, parts)).encode()).hexdigest()[:12]


_DXP_KNOWS_TIME = Message("DXP knows time alone: choose a clock (--time) or seconds a move (--movetime).")
_PROCESSOR_ALONE = Message(
    "Processor time a move goes without a clock, without other limits and without pondering."
)
_ONLY_FOR_TWO = Message("{game} is played by more than two: a match here has two engines.")
_NOTHING_TO_PLAY = Message("No game to play: ask for one.")
_ODD_CLOCK = Message("Engines do not play on the clock {clock}: choose 1+1, for example (minutes + seconds).")
