"""Find the move: positions of games in which one move alone does it.

A puzzle is kept only if a deeper search bears it out: its move wins (or holds the draw), and the best of all
the others does clearly not. What was compared, how deep and with how many nodes, stays with the puzzle.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from damiera._core import Move, Position
from damiera.analysis.engine_view import EngineView
from damiera.analysis.odds import Curve, curve_of, odds_of
from damiera.analysis.reasons import Motif, MoveReason, reason_for
from damiera.analysis.report import Look
from damiera.analysis.shots import prove
from damiera.analysis.truth import Truth, keeping
from damiera.analysis.words import colour
from damiera.engine.score import Score
from damiera.messages import Joined, Message, Text, Verbatim
from damiera.notation.pdn.model import PdnGame

__all__ = ["Goal", "Puzzle", "candidates", "solved_text", "task_text", "verified"]

Goal = Literal["win", "gain", "draw"]
"""It wins; it gets something by force and nothing else does as well; it alone does not lose."""

WINS, WINS_NOT = 0.85, 0.60
HOLDS, HOLDS_NOT = 0.35, 0.12
LOOSE = 0.08
GAINS = 0.08  # what makes a move a mistake: every other move is at least that
CHOICES = 3
LONGEST = 5


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position and the only way.

    Attributes:
        position: where to find the move.
        history: the positions before it in the game.
        ply: which ply of the game it is.
        goal: what the move does that no other does.
        solution: the moves, the solver's first and last.
        reason: why the first one is right; None where only the search says so.
        best, second: the scores of the move and of the best other one, for the solver.
        depth: plies to which both were searched.
        seen: True if a short look finds the move: an easy one.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> start = ITALIAN.start()
    >>> score = Score(0, start.side)
    >>> puzzle = Puzzle(start, (), 0, "draw", start.moves()[:1], None, score, score, 9, False)
    >>> puzzle.theme, len(puzzle.id)
    ('proved', 12)
    """

    position: Position
    history: tuple[Position, ...]
    ply: int
    goal: Goal
    solution: tuple[Move, ...]
    reason: MoveReason | None
    best: Score
    second: Score
    depth: int
    seen: bool

    @property
    def id(self) -> str:
        """A name that depends on the position alone."""
        return hashlib.sha256(f"{self.position.rules.slug} {self.position.fen}".encode()).hexdigest()[:12]

    @property
    def theme(self) -> str:
        """What it is about: a motif, or the search alone."""
        return (self.reason.motif if self.reason else Motif.PROVED).value


_TASKS: dict[Goal, Text] = {
    "win": Message("{side} to move and win."),
    "gain": Message("{side} to move and gain."),
    "draw": Message("{side} to move: one move alone holds."),
}


def task_text(position: Position, goal: Goal) -> Text:
    """Say what to find: Muove il Bianco e vince.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> task_text(ITALIAN.start(), "win").text("en")
    'White to move and win.'
    """
    return _TASKS[goal].format(side=colour(position.side))


_ALONE: dict[Goal, Text] = {
    "win": Message("{move} is the only move that wins."),
    "gain": Verbatim(""),
    "draw": Message("{move} is the only move that holds: any other loses."),
}
_NO_OTHER: dict[Goal, Text] = {
    "win": Message("No other move wins."),
    "gain": Verbatim(""),
    "draw": Message("Any other move loses."),
}


def solved_text(goal: Goal, theme: str, move: str, reason: Text | None = None) -> Text:
    """Say why a move solves a puzzle: its reason, and where that leaves it open, what no other move does.

    >>> solved_text("draw", "proved", "28-33").text("en")
    '28-33 is the only move that holds: any other loses.'
    """
    if reason is None:
        return _ALONE[goal].format(move=move)
    return reason if theme == Motif.WIN.value else Joined((reason, _NO_OTHER[goal]))


def candidates(game: PdnGame, seen: Sequence[EngineView]) -> Iterator[int]:
    """Yield the plies whose positions may be puzzles, judged by what a quick search saw of them.

    >>> from damiera.analysis.engine_view import look
    >>> from damiera.engine.builtin import BuiltinEngine
    >>> from damiera.engine.limits import SearchLimits
    >>> engine = BuiltinEngine("italian", hash_mb=1)
    >>> ask = lambda position, past: look(engine, position, past, SearchLimits(depth=4))
    >>> from damiera.notation.pdn.reader import read_pdn
    >>> [game] = read_pdn('[GameType "22"] 1. 22-18 12-16 *')
    >>> list(candidates(game, [ask(here, ()) for here in game.positions]))
    []
    """
    curve = curve_of(game.ruleset.slug)
    for ply, looked in enumerate(seen):
        if _is_open(looked.position) and _goal(looked, curve, LOOSE) is not None:
            yield ply


def verified(
    position: Position, history: Sequence[Position], ask: Look, *, truth: Truth | None = None
) -> Puzzle | None:
    """Return the puzzle of a position, if a search by `ask` bears it out; it must give two lines.

    Where endgame tables know the position they decide: the move must be the only one that keeps its worth.

    Raises:
        EngineError: if the engine cannot answer.

    >>> from damiera.analysis.engine_view import look
    >>> from damiera.engine.builtin import BuiltinEngine
    >>> from damiera.engine.limits import SearchLimits
    >>> engine = BuiltinEngine("italian", hash_mb=1)
    >>> ask = lambda position, past: look(engine, position, past, SearchLimits(depth=4))
    >>> from damiera.rules.ruleset import ITALIAN
    >>> verified(ITALIAN.start(), (), ask) is None
    True
    """
    if not _is_open(position):
        return None
    curve = curve_of(position.rules.slug)
    looked = ask(position, history)
    goal = _goal(looked, curve, 0.0)
    if goal is None:
        return None
    best, second = looked.lines[0], looked.lines[1]
    kept = keeping(position, truth) if truth is not None and goal != "gain" else None
    if kept is not None and kept != best.pv[:1]:
        return None
    return Puzzle(
        position=position,
        history=tuple(history),
        ply=len(history),
        goal=goal,
        solution=_solution(position, history, looked, goal, curve, ask),
        reason=reason_for(position, best.pv, best.score, history=history),
        best=best.score,
        second=second.score,
        depth=min(best.depth, second.depth),
        seen=best.pv[0] in looked.shallow,
    )


def _is_open(position: Position) -> bool:
    """Whether there is something to find: some choice, and nothing to take."""
    return position.count() >= CHOICES and not position.detect()


def _goal(looked: EngineView, curve: Curve, loose: float) -> Goal | None:
    if len(looked.lines) < 2:
        return None
    best, second = (odds_of(line.score, curve).expectation for line in looked.lines[:2])
    if best >= WINS - loose and second <= WINS_NOT + loose:
        return "win"
    if best >= HOLDS - loose and second <= HOLDS_NOT + loose and best < WINS:
        return "draw"
    if best - second >= GAINS - loose / 2 and _forces(looked):
        return "gain"
    return None


def _forces(looked: EngineView) -> bool:
    """Whether the best move gets something by force, giving pieces first."""
    shot = prove(looked.position, looked.line[0], hint=looked.line)
    return shot is not None and shot.gives and shot.gain > 0


def _solution(
    position: Position,
    history: Sequence[Position],
    looked: EngineView,
    goal: Goal,
    curve: Curve,
    ask: Look,
) -> tuple[Move, ...]:
    """Follow the best play while the solver has one good move; the last move is theirs."""
    if goal == "gain" and (shot := prove(position, looked.line[0], hint=looked.line)) is not None:
        moves = shot.moves if shot.steps[-1].side is shot.side else shot.moves[:-1]
        return _alone(position, history, moves, curve, ask)
    line = list(looked.line[:1])
    past, here = [*history, position], position.play(line[0])
    replies = looked.line[1:]
    while len(line) < 2 * LONGEST - 1 and here.has_moves():
        reply = replies[0] if replies else _reply(here, past, ask)
        if reply is None:
            break
        past, after = [*past, here], here.play(reply)
        if not after.has_moves():
            break
        found = ask(after, past)
        if after.count() > 1 and _goal(found, curve, LOOSE) != goal:
            break
        line += [reply, found.line[0]]
        past, here, replies = [*past, after], after.play(found.line[0]), found.line[1:]
    return tuple(line)


def _alone(
    position: Position, history: Sequence[Position], moves: tuple[Move, ...], curve: Curve, ask: Look
) -> tuple[Move, ...]:
    """Cut a line where the solver has another move that does as well: it would be called wrong."""
    past, here = list(history), position
    for number, move in enumerate(moves):
        if number and number % 2 == 0 and here.count() > 1:
            found = ask(here, past)
            best, second = (odds_of(line.score, curve).expectation for line in found.lines[:2])
            if found.line[0] != move or best - second < GAINS / 2:
                return moves[: number - 1]
        past, here = [*past, here], here.play(move)
    return moves


def _reply(position: Position, past: Sequence[Position], ask: Look) -> Move | None:
    line = ask(position, past).line
    return line[0] if line else None
