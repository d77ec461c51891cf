"""The players of a match: the built-in engine, a Hub program, a program that speaks DXP."""

from __future__ import annotations

import threading
import time

from damiera._core import Position
from damiera.endgame.files import default_folder
from damiera.engine.builtin import BuiltinEngine
from damiera.engine.dxp.client import DxpClient
from damiera.engine.errors import EngineSilent
from damiera.engine.hub.client import HubClient
from damiera.engine.levels import level as settings_of
from damiera.engine.limits import SearchLimits
from damiera.engine.match.player import MatchPlayer
from damiera.engine.match.processor import ProcessorTimed
from damiera.engine.match.settings import MatchSettings
from damiera.engine.protocol import Choice
from damiera.engine.spec import EngineSpec, foreign_engine
from damiera.engine.weightfile import weights_of
from damiera.game.state import Game
from damiera.rules.ruleset import Ruleset

__all__ = ["player_of"]

LONGEST_ANSWER_S = 3600.0
"""Of an engine that has a depth to reach, and goes on talking."""


class _Builtin:
    """The built-in engine, in this process."""

    late = False

    def __init__(self, spec: EngineSpec, game: Ruleset) -> None:
        self._level = spec.level
        # With helpers the time of the whole process counts: then one game at a time is to be played.
        self._clock = time.thread_time if spec.threads == 1 else time.process_time
        self._used_s = 0.0
        self._expected: Position | None = None
        if spec.learned:
            weights_of(game.slug)  # a match tells of what it says it plays with, and of nothing else
        self._engine = BuiltinEngine(
            game.slug,
            hash_mb=spec.hash_mb,
            threads=spec.threads,
            tables=default_folder() if spec.tables else None,
            learned=spec.learned,
            params=dict(spec.search),
        )

    def new_game(self) -> None:
        self._expected = None
        self._engine.clear()

    @property
    def processor_s(self) -> float:
        return self._used_s

    def choose(self, game: Game, limits: SearchLimits, seed: int) -> Choice:
        begun = self._clock()
        try:
            return self._chosen(game, limits, seed)
        finally:
            self._used_s += self._clock() - begun

    def _chosen(self, game: Game, limits: SearchLimits, seed: int) -> Choice:
        expected, self._expected = self._expected, None
        if expected is not None and expected == game.position:
            return self._engine.ponder_hit()
        bounds: SearchLimits | None = limits
        if self._level is not None and not (game.clock and settings_of(self._level).limits.time_ms):
            bounds = None
        return self._engine.choose(
            game.position,
            history=game.positions[:-1],
            level=self._level,
            limits=bounds,
            seed=seed,
            draw_in=game.facts.plies_to_draw or 0,
        )

    def ponder(self, expected: Game, limits: SearchLimits) -> None:
        if self._level is None:
            self._engine.ponder(
                expected.position,
                history=expected.positions[:-1],
                limits=limits,
                draw_in=expected.facts.plies_to_draw or 0,
            )
            self._expected = expected.position

    def restart(self) -> None:
        self.new_game()

    def close(self) -> None:
        self._engine.ponder_miss()
        self._engine.stop()


class _Hub:
    """A Hub engine in a process of its own, with an eye on how long it talks."""

    def __init__(self, spec: EngineSpec, game: Ruleset, patience_s: float) -> None:
        client = foreign_engine(
            spec, game.slug, patience_s=patience_s, silence_s=max(60.0, patience_s), niceness=0
        )
        assert isinstance(client, HubClient)
        self._client = client
        self.late = False
        self._used_s: float | None = 0.0
        self._expected: Position | None = None

    @property
    def processor_s(self) -> float | None:
        return self._used_s

    def new_game(self) -> None:
        self.late = False
        self._expected = None
        self._client.new_game()

    def choose(self, game: Game, limits: SearchLimits, seed: int) -> Choice:
        begun = self._client.processor_s if self._client.alive else 0.0
        choice = self._chosen(game, limits, seed)
        ended = self._client.processor_s
        if self._used_s is None or begun is None or ended is None:
            self._used_s = None
        else:
            self._used_s += max(0.0, ended - begun)
        return choice

    def _chosen(self, game: Game, limits: SearchLimits, seed: int) -> Choice:
        watch = threading.Timer(LONGEST_ANSWER_S, self._end)
        watch.daemon = True
        watch.start()
        expected, self._expected = self._expected, None
        try:
            if expected is not None and expected == game.position:
                return self._client.ponder_hit()
            return self._client.choose(
                game.position,
                history=game.positions[:-1],
                limits=limits,
                seed=seed,
                draw_in=game.facts.plies_to_draw or 0,
            )
        except ValueError:
            if not self.late:
                raise
            raise EngineSilent("go think", LONGEST_ANSWER_S) from None
        finally:
            watch.cancel()

    def ponder(self, expected: Game, limits: SearchLimits) -> None:
        self._client.ponder(
            expected.position,
            history=expected.positions[:-1],
            limits=limits,
            draw_in=expected.facts.plies_to_draw or 0,
        )
        self._expected = expected.position if self._client.is_pondering else None

    def _end(self) -> None:
        self.late = True
        self._client.close()

    def restart(self) -> None:
        self._client.close()

    def close(self) -> None:
        self._client.close()


class _Dxp:
    """A program that takes calls over DXP. It hears of a game where its first move is asked for."""

    late = False
    processor_s = None

    def __init__(self, spec: EngineSpec, game: Ruleset, patience_s: float) -> None:
        client = foreign_engine(spec, game.slug, patience_s=patience_s)
        assert isinstance(client, DxpClient)
        self._client = client

    def new_game(self) -> None:
        self._client.new_game()

    def choose(self, game: Game, limits: SearchLimits, seed: int) -> Choice:
        return self._client.choose(game.position, history=game.positions[:-1], limits=limits)

    def ponder(self, expected: Game, limits: SearchLimits) -> None:
        """Nothing: whether it thinks in the opponent's time is its own affair."""

    def restart(self) -> None:
        self._client.close()

    def close(self) -> None:
        self._client.close()


def player_of(spec: EngineSpec, settings: MatchSettings) -> MatchPlayer:
    """Return an engine as it sits at a board.

    Raises:
        DxpError: for a game that DXP cannot play.
        EngineError, WeightsError: if the built-in engine cannot be made.

    >>> from damiera.engine.match.openings import openings_from
    >>> from damiera.rules.ruleset import ITALIAN
    >>> two = (EngineSpec.parse("builtin:hash=1"), EngineSpec.parse("builtin:hash=1,learned=0"))
    >>> starts = openings_from(ITALIAN, "none", seed=1, count=1)
    >>> settings = MatchSettings(ITALIAN, two, starts, games=2, limits=SearchLimits(depth=1), max_plies=4)
    >>> player = player_of(settings.engines[0], settings)
    >>> player.late
    False
    >>> player.close()
    """
    if spec.address is not None:
        return _Dxp(spec, settings.game, settings.patience_s)
    player = _Hub(spec, settings.game, settings.patience_s) if spec.command else _Builtin(spec, settings.game)
    return ProcessorTimed(player, settings.processor_ms / 1000) if settings.processor_ms else player
