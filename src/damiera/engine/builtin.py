"""The built-in engine: the search of the core, in this process."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue
from random import Random

from damiera import _core
from damiera._core import Move, Position
from damiera.engine.adviser import TableAdviser
from damiera.engine.errors import NoMemory
from damiera.engine.levels import HIGHEST, LevelSettings, pick, settings_in
from damiera.engine.levels import level as settings_of
from damiera.engine.limits import UNLIMITED, SearchLimits
from damiera.engine.protocol import Choice, Info, check_question, rules_of
from damiera.engine.score import Score
from damiera.engine.weightfile import usable_weights
from damiera.game.draws import parameters_with
from damiera.regulations.book import rulebook
from damiera.rules.errors import UnknownGame
from damiera.rules.ruleset import ruleset

__all__ = ["BuiltinEngine"]

FORCED_NODES = 20_000
QUICK_NODES = 30_000
"""So many are searched in some milliseconds: whoever asks for no more is answered at the end."""
START_S = 1.0  # that a thread may take to begin


_USUAL_REPEATS = 3
"""How many times the same position makes a draw in a game without a rulebook."""


class BuiltinEngine:
    """The core's search as a `Engine`: one game, one transposition table.

    Args:
        game: slug of the game.
        hash_mb: size of the transposition table in MiB.
        threads: threads that search together.
        tables: the folder of endgame tables to play by at full strength, and to search with; None for none.
        learned: False for the evaluation made by hand, even where weights have been learned. Weights that
            cannot be used are said once in the log, and left aside.
        params: search parameters that are not as usual, see `_core.search_params`.
    Raises:
        UnknownGame: if there is no such game.
        NoMemory: if the transposition table is too large.

    >>> engine = BuiltinEngine("italian", hash_mb=1)
    >>> start = _core.rules("italian").start()
    >>> engine.choose(start, limits=SearchLimits(depth=3)).move in start.moves()
    True
    >>> [info.depth for info in engine.analyse(start, limits=SearchLimits(depth=3))]
    [1, 2, 3]
    """

    def __init__(
        self,
        game: str,
        *,
        hash_mb: int = 32,
        threads: int = 1,
        tables: Path | None = None,
        learned: bool = True,
        params: Mapping[str, int] | None = None,
    ) -> None:
        rules = rules_of(game)
        self.game = rules.slug
        weights = usable_weights(self.game) if learned else None
        self._adviser = TableAdviser(rules, tables) if tables is not None else None
        asked = self._adviser.for_search() if self._adviser else None
        try:
            self._search = _core.Search(
                rules,
                hash_mb=hash_mb,
                threads=threads,
                weights=weights,
                tables=asked,
                params=dict(params or {}),
            )
            self._novice = _core.Search(rules, hash_mb=1)
        except MemoryError:
            raise NoMemory(hash_mb) from None
        self._repeats = _repeats_of(self.game)
        self._turn = threading.Lock()
        self._pondered: _Pondered | None = None
        self._looks_ahead = False  # the next question is one of the opponent's time

    def choose(
        self,
        position: Position,
        *,
        history: Sequence[Position] = (),
        level: int | None = None,
        limits: SearchLimits | None = None,
        seed: int | None = None,
        draw_in: int = 0,
    ) -> Choice:
        """Return the move to play: at `level`, or at full strength within `limits`; see `Engine.choose`.

        Raises:
            NoMoveError, UnknownLevel, WrongEngineGame: as `Engine.choose`.
        """
        check_question(self.game, position)
        self.ponder_miss()
        if level is None:
            return self._best(position, history, _counting(limits or settings_of(HIGHEST).limits, draw_in))
        settings = settings_in(level, position)
        bounds = _counting(limits or settings.limits, draw_in)
        if settings.lines == 1:
            return self._best(position, history, bounds)
        return self._plausible(position, history, bounds, settings, Random(seed))

    def analyse(
        self,
        position: Position,
        *,
        history: Sequence[Position] = (),
        limits: SearchLimits = UNLIMITED,
        multipv: int = 1,
    ) -> Iterator[Info]:
        """Yield what is known after each depth; see `Engine.analyse`.

        Raises:
            NoMoveError, WrongEngineGame: as `Engine.choose`, when the first is asked for.
        """
        check_question(self.game, position)
        self.ponder_miss()
        if 0 < limits.nodes <= QUICK_NODES and not self._looks_ahead:
            yield from self._quickly(position, history, limits, multipv)
            return
        self._looks_ahead = False
        found: SimpleQueue[Info | Exception | None] = SimpleQueue()
        ended = threading.Event()
        thinker = threading.Thread(
            target=self._think_aloud, args=(position, history, limits, multipv, found, ended), daemon=True
        )
        try:
            thinker.start()
            while (told := found.get()) is not None:
                if isinstance(told, Exception):
                    raise told
                yield told
        finally:
            self._leave_off(thinker, ended)

    def _quickly(
        self, position: Position, history: Sequence[Position], limits: SearchLimits, multipv: int
    ) -> list[Info]:
        """Search to the end in the caller's thread: to start another takes as long as some thousand nodes."""
        told: list[_core.Info] = []
        with self._turn:
            _think(self._search, position, history, limits, multipv, self._repeats, told.append)
        return [_info(info, position) for info in told]

    def _leave_off(self, thinker: threading.Thread, ended: threading.Event) -> None:
        """Stop a thinker and wait for its end: a program may not go while a search is at work.

        One whose start was interrupted may be about to begin, and nobody can tell.
        """
        late = time.monotonic() + START_S
        while not ended.wait(0.005) and (thinker.is_alive() or time.monotonic() < late):
            self._search.stop()

    def stop(self) -> None:
        """End the question being thought about; harmless when there is none."""
        self._search.stop()
        self._novice.stop()

    def expect(self) -> None:
        """Let the next question be one of the opponent's time: no limit holds before `hit`."""
        self._looks_ahead = True
        self._search.ponder()

    def hit(self) -> None:
        """Say that the expected move was played: limits hold from now on, for what was pondered too."""
        self._search.ponder_hit()

    @property
    def is_pondering(self) -> bool:
        """True between `ponder` and what ends it."""
        return self._pondered is not None

    def ponder(
        self, position: Position, *, history: Sequence[Position] = (), limits: SearchLimits, draw_in: int = 0
    ) -> None:
        """Begin to think about the position that is expected, at full strength, in the opponent's time.

        It goes on until `ponder_hit` or `ponder_miss`. A question asked before that has to wait.

        Args:
            position, history, draw_in: as for `choose`, after the opponent's expected move.
            limits: how long to think once that move is played.
        Raises:
            WrongGame, NoMoveError: as `choose`.
        """
        check_question(self.game, position)
        self.ponder_miss()
        self._search.ponder()
        self._pondered = _Pondered(lambda: self._best(position, history, _counting(limits, draw_in)))

    def ponder_hit(self) -> Choice:
        """Return the answer to what `ponder` began, now that the expected move was played.

        Raises:
            ValueError: if nothing is being pondered.
        """
        pondered, self._pondered = self._pondered, None
        if pondered is None:
            raise ValueError("nothing is being pondered: call ponder first")
        self.hit()
        return pondered.answer()

    def ponder_miss(self) -> None:
        """Drop what `ponder` began, if anything: another move was played, or the game is over."""
        pondered, self._pondered = self._pondered, None
        if pondered is None:
            return
        self.hit()
        while pondered.is_alive():
            self._search.stop()
            pondered.join(0.005)

    def clear(self) -> None:
        """Forget everything learnt from earlier positions."""
        self.ponder_miss()
        with self._turn:
            self._search.clear()

    def _best(self, position: Position, history: Sequence[Position], limits: SearchLimits) -> Choice:
        advice = self._adviser.advise(position, limits.draw_in) if self._adviser else None
        if advice is not None and advice.score is not None:
            return Choice(advice.line[0], advice.score, len(advice.line), advice.line)
        only = advice.moves if advice else ()
        if (position.count() == 1 or len(only) == 1) and limits.time_ms:
            limits = replace(limits, nodes=limits.nodes or FORCED_NODES)
        with self._turn:
            result = _think(self._search, position, history, limits, 1, self._repeats, only=only)
        pv = tuple(result.pv) or (_move(result),)
        score = Score(result.score_cp, position.side)
        return Choice(_move(result), score, result.depth, pv, result.nodes, result.time_ms)

    def _plausible(
        self,
        position: Position,
        history: Sequence[Position],
        limits: SearchLimits,
        settings: LevelSettings,
        rng: Random,
    ) -> Choice:
        """Let a level draw its move; a low one forgets what was learnt elsewhere and by stronger play."""
        with self._turn:
            if not settings.looks_far:
                self._novice.clear()
            search = self._search if settings.looks_far else self._novice
            result = _think(search, position, history, limits, settings.lines, self._repeats)
        chosen = pick(position, [_info(line, position) for line in result.lines], settings, rng)
        return Choice(chosen.pv[0], chosen.score, chosen.depth, chosen.pv, result.nodes, result.time_ms)

    def _think_aloud(
        self,
        position: Position,
        history: Sequence[Position],
        limits: SearchLimits,
        multipv: int,
        found: SimpleQueue[Info | Exception | None],
        ended: threading.Event,
    ) -> None:
        def tell(info: _core.Info) -> None:
            found.put(_info(info, position))

        try:
            with self._turn:
                _think(self._search, position, history, limits, multipv, self._repeats, tell)
        except Exception as error:  # whoever listens would take silence for the end of the search
            found.put(error)
        finally:
            found.put(None)
            ended.set()


class _Pondered(threading.Thread):
    """A question thought about while the opponent thinks."""

    def __init__(self, ask: Callable[[], Choice]) -> None:
        super().__init__(daemon=True)
        self._ask = ask
        self._found: Choice | Exception | None = None
        self.start()

    def run(self) -> None:
        try:
            self._found = self._ask()
        except Exception as error:  # handed on to whoever asks for the answer
            self._found = error

    def answer(self) -> Choice:
        """Wait for the answer and return it; raises what went wrong."""
        self.join()
        if isinstance(self._found, Choice):
            return self._found
        raise self._found or RuntimeError("no answer")


def _think(
    search: _core.Search,
    position: Position,
    history: Sequence[Position],
    limits: SearchLimits,
    multipv: int,
    repeats: int,
    on_info: Callable[[_core.Info], object] | None = None,
    only: Sequence[Move] = (),
) -> _core.Result:
    return search.think(
        position,
        history=history,
        depth=limits.depth,
        nodes=limits.nodes,
        time_ms=limits.time_ms,
        soft_ms=limits.soft_ms,
        draw_in=limits.draw_in,
        repeats=repeats,
        multipv=multipv,
        searchmoves=only,
        on_info=on_info,
    )


def _repeats_of(game: str) -> int:
    """Return how many times a position must come to be a draw, by the first rulebook of a game; 0: never."""
    try:
        played = ruleset(game)
    except UnknownGame:  # of the core alone
        return _USUAL_REPEATS
    return parameters_with(rulebook(played.rulebooks[0]), played.parameters).repetition or 0


def _counting(limits: SearchLimits, draw_in: int) -> SearchLimits:
    """Return limits that know of a count under way, if there is one."""
    return replace(limits, draw_in=draw_in) if draw_in else limits


def _info(info: _core.Info, position: Position) -> Info:
    score = Score(info.score_cp, position.side)
    return Info(info.depth, score, info.nodes, info.time_ms, tuple(info.pv), info.multipv)


def _move(result: _core.Result) -> Move:
    assert result.move is not None, "a position with moves has a best one"
    return result.move
