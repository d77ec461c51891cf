"""What every engine can do: choose a move, analyse a position, stop.

The built-in search, the same search in a process of its own, and any other program that speaks Hub sit in
the same chair.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from damiera._core import Move, Position, Rules, rules
from damiera.engine.errors import NoMoveError, WrongEngineGame
from damiera.engine.limits import SearchLimits
from damiera.engine.score import Score
from damiera.rules.ruleset import ruleset

__all__ = ["Choice", "Engine", "Info", "Ponderer", "check_question", "rules_of"]


@dataclass(frozen=True, slots=True)
class Info:
    """What an engine knows after one finished depth.

    Attributes:
        depth: plies searched in full.
        score: for the side to move.
        nodes: positions visited so far: nodes of the search.
        time_ms: milliseconds since the question.
        pv: the play expected from both sides, first move first.
        multipv: 1 for the best line, 2 for the next, and so on.

    >>> from damiera._core import Side
    >>> Info(depth=8, score=Score(35, Side.WHITE), nodes=12_000, time_ms=40, pv=()).score.text().text("en")
    '+0.35'
    """

    depth: int
    score: Score
    nodes: int
    time_ms: int
    pv: tuple[Move, ...]
    multipv: int = 1


@dataclass(frozen=True, slots=True)
class Choice:
    """The move an engine would play, and what it thinks of it.

    Attributes:
        move: a legal move.
        score: for the side to move.
        depth: plies searched in full; 0 where nothing was told.
        pv: the play expected from both sides, the move first.
        nodes: positions visited, where that was told: nodes of the search.
        time_ms: milliseconds since the question.

    >>> from damiera.engine.builtin import BuiltinEngine
    >>> start = ruleset("italian").start()
    >>> choice = BuiltinEngine("italian", hash_mb=1).choose(start, limits=SearchLimits(depth=2))
    >>> choice.move == choice.pv[0], choice.depth
    (True, 2)
    """

    move: Move
    score: Score
    depth: int
    pv: tuple[Move, ...]
    nodes: int = 0
    time_ms: int = 0


class Engine(Protocol):
    """Someone who plays draughts. One question at a time; `stop` may come from any thread."""

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
        """Return a legal move for the side to move.

        Args:
            position: where to move.
            history: the positions before it, oldest first; repeating one of them is a step towards a draw.
            level: 1 (a beginner) to 20 (all it can); instead of `limits`.
            limits: how long to think, at full strength.
            draw_in: plies until a count under way makes the game a draw; 0 where nothing is counted.
            seed: makes the choices of the lower levels repeatable.
        Raises:
            NoMoveError: if the side to move has no legal move.
            UnknownLevel: if there is no such level.
            WrongEngineGame: if the position is of a game this engine does not play.
            EngineError: if the engine cannot answer.
        """
        ...

    def analyse(
        self,
        position: Position,
        *,
        history: Sequence[Position] = (),
        limits: SearchLimits = ...,
        multipv: int = 1,
    ) -> Iterator[Info]:
        """Yield what is known after each depth until the limits, `stop`, or the iterator is closed.

        Args:
            position: what to look at.
            history: the positions before it, oldest first.
            limits: when to end by itself.
            multipv: how many lines to follow, best first.
        Raises:
            NoMoveError: if the side to move has no legal move.
            WrongEngineGame: if the position is of a game this engine does not play.
            EngineError: if the engine cannot answer.
        """
        ...

    def stop(self) -> None:
        """End the question being thought about; the best move so far is the answer."""
        ...


@runtime_checkable
class Ponderer(Engine, Protocol):
    """An engine that can think in its opponent's time. Any other question ends that."""

    @property
    def is_pondering(self) -> bool:
        """True between `ponder` and what ends it; never where an engine does not offer it."""
        ...

    def ponder(
        self, position: Position, *, history: Sequence[Position] = (), limits: SearchLimits, draw_in: int = 0
    ) -> None:
        """Begin to think about the position that is expected, at full strength, until told how it came.

        Args:
            position, history, draw_in: as for `choose`, after the opponent's expected move.
            limits: how long to think once that move is played.
        Raises:
            EngineError: as `choose`.
        """
        ...

    def ponder_hit(self) -> Choice:
        """Return the answer to what `ponder` began, now that the expected move was played.

        Raises:
            ValueError: if nothing is being pondered.
            EngineError: as `choose`.
        """
        ...

    def ponder_miss(self) -> None:
        """Drop what `ponder` began, if anything: another move was played, or the game is over.

        Raises:
            EngineError: if the engine does not leave off.
        """
        ...


def rules_of(game: str) -> Rules:
    """Return the compiled rules of a game that an engine is made for.

    Raises:
        UnknownGame: if there is no such game.

    >>> rules_of("english").slug
    'english'
    """
    try:
        return rules(game)
    except KeyError:  # house rules that nobody has asked for yet, or no game
        return ruleset(game).core


def check_question(game: str, position: Position) -> None:
    """Check that an engine for `game` can be asked about a position.

    Raises:
        UnknownGame: if there is no such game.
        WrongEngineGame: if the position is of another game.
        NoMoveError: if the side to move has no legal move.

    >>> check_question("english", ruleset("italian").start())
    Traceback (most recent call last):
    ...
    damiera.engine.errors.WrongEngineGame: This engine plays english, the position is of italian: ...
    """
    if position.rules.slug != game and position.rules is not rules_of(game):
        raise WrongEngineGame(game, position.rules.slug)
    if not position.has_moves():
        raise NoMoveError(position.fen)
