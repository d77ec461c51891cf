"""The worth of each move of a game, with the federation's signs.

FID, Regolamento tecnico, Capo I, art. 13 (edition fid.italian.2008). What a move costs is the drop in points
to be expected of the game (`Odds.expectation`) against the best move, as the engine sees both. The move that
the engine itself would have played costs nothing.

| class | drop | sign | article |
|---|---|---|---|
| forced: the only legal move | - | none | |
| by lot: of an opening that was drawn, nobody's choice | - | none | |
| the best, or as good | under 0.035 | none, or one of the next | |
| best, and every other loses | | `*` | 13.9 |
| best, and gives pieces to get more | | `?!` looks weak, is strong | 13.7 |
| the same, not seen at once, and nothing else came near | | `!!` | 13.4 |
| best, and the next is clearly worse | | `!` | 13.3 |
| inexact | 0.035 to 0.08 | none | |
| mistake | 0.08 to 0.18 | `?` | 13.5 |
| mistake that a short look prefers | | `!?` looks strong, is weak | 13.8 |
| blunder | over 0.18, or a proved win or draw thrown away | `??` | 13.6 |
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import pairwise
from typing import Literal

from damiera._core import Move, Position
from damiera.analysis.balance import balance, begun
from damiera.analysis.engine_view import EngineView
from damiera.analysis.odds import Curve, Odds, odds_of
from damiera.analysis.shots import Shot, prove
from damiera.analysis.truth import Truth, keeping
from damiera.engine.score import Score
from damiera.messages import Message, Text

__all__ = ["CLASS_NAMES", "Class", "Graded", "Missed", "as_known", "by_lot", "grade"]

Missed = Literal["", "likely", "proved", "tables"]
"""Whether a win was missed: not; likely, by the odds; proved by the search; or known from endgame tables."""

INEXACT, MISTAKE, BLUNDER = 0.035, 0.08, 0.18
CLEARLY = 0.12
FAR = 0.30
LOST = 0.12
HOLDS = 0.35
WINNING = 0.85


class Class(Enum):
    """How good a move is.

    >>> CLASS_NAMES[Class.BLUNDER].text("en")
    'blunder'
    """

    LOT = "lot"
    FORCED = "forced"
    BEST = "best"
    GOOD = "good"
    INEXACT = "inexact"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


CLASS_NAMES: dict[Class, Text] = {
    Class.LOT: Message("drawn by lot"),
    Class.FORCED: Message("forced"),
    Class.BEST: Message("the best"),
    Class.GOOD: Message("good"),
    Class.INEXACT: Message("inexact"),
    Class.MISTAKE: Message("mistake"),
    Class.BLUNDER: Message("blunder"),
}
"""The name of each class of moves, for readers."""


@dataclass(frozen=True, slots=True)
class Graded:
    """One move, judged.

    Attributes:
        move: the move played.
        best: the move the engine prefers.
        line: its line, the best move first.
        before: the score of the best move, for the mover.
        after: the score of the move played, for the mover.
        odds: of the mover, after the move played.
        drop: points to be expected that the move cost, 0 to 1.
        klass: how good it is.
        sign: the sign of art. 13, or none.
        missed_win: a win that was there and is gone: `tables` where endgame tables know it, `proved` where
            the search had seen it to its end, or `likely`.

    >>> from damiera.analysis.engine_view import look
    >>> from damiera.analysis.odds import curve_of
    >>> from damiera.engine.builtin import BuiltinEngine
    >>> from damiera.engine.limits import SearchLimits
    >>> from damiera.rules.ruleset import ITALIAN
    >>> engine, start, limits = BuiltinEngine("italian", hash_mb=1), ITALIAN.start(), SearchLimits(depth=4)
    >>> move = start.moves()[0]
    >>> here, there = (look(engine, one, (), limits) for one in (start, start.play(move)))
    >>> graded = grade(start, move, here, there, curve_of("italian"))
    >>> 0 <= graded.drop <= 1, graded.move == move
    (True, True)
    """

    move: Move
    best: Move
    line: tuple[Move, ...]
    before: Score
    after: Score
    odds: Odds
    drop: float
    klass: Class
    sign: str
    missed_win: Missed

    @property
    def is_bad(self) -> bool:
        """True for a mistake or a blunder."""
        return self.klass in (Class.MISTAKE, Class.BLUNDER)


def grade(
    position: Position,
    played: Move,
    here: EngineView,
    there: EngineView,
    curve: Curve,
    *,
    history: Sequence[Position] = (),
    truth: Truth | None = None,
) -> Graded:
    """Judge a move.

    Args:
        position: where it was played.
        played: the move.
        here: what the engine sees in the position.
        there: what it sees after the move.
        curve: odds of the game.
        history: the positions before, oldest first: in the midst of a shot it is not praised once more.
        truth: endgame tables; where they know both positions their word stands above the engine's.

    >>> from damiera.analysis.engine_view import look
    >>> from damiera.analysis.odds import curve_of
    >>> from damiera.engine.builtin import BuiltinEngine
    >>> from damiera.engine.limits import SearchLimits
    >>> from damiera.rules.ruleset import ITALIAN
    >>> engine, start, limits = BuiltinEngine("italian", hash_mb=1), ITALIAN.start(), SearchLimits(depth=4)
    >>> move = start.moves()[0]
    >>> here, there = (look(engine, one, (), limits) for one in (start, start.play(move)))
    >>> graded = grade(start, move, here, there, curve_of("italian"))
    >>> graded.klass in Class, graded.missed_win
    (True, '')
    """
    graded = _grade(position, played, here, there, curve, history)
    return graded if truth is None else _by_tables(position, graded, here, truth)


def by_lot(graded: Graded) -> Graded:
    """Return what is left of a judgement where the lot chose the move: its score, and no praise or blame.

    >>> from damiera.analysis.engine_view import look
    >>> from damiera.analysis.odds import curve_of
    >>> from damiera.engine.builtin import BuiltinEngine
    >>> from damiera.engine.limits import SearchLimits
    >>> from damiera.rules.ruleset import ITALIAN
    >>> engine, start, limits = BuiltinEngine("italian", hash_mb=1), ITALIAN.start(), SearchLimits(depth=4)
    >>> move = start.moves()[0]
    >>> here, there = (look(engine, one, (), limits) for one in (start, start.play(move)))
    >>> graded = grade(start, move, here, there, curve_of("italian"))
    >>> by_lot(graded).klass is Class.LOT, by_lot(graded).drop
    (True, 0.0)
    """
    return replace(graded, klass=Class.LOT, sign="", drop=0.0, missed_win="")


def as_known(graded: Graded) -> Graded:
    """Return the judgement on a move of an official opening: no mistake, whatever a quick look says.

    >>> from damiera.analysis.engine_view import look
    >>> from damiera.analysis.odds import curve_of
    >>> from damiera.engine.builtin import BuiltinEngine
    >>> from damiera.engine.limits import SearchLimits
    >>> from damiera.rules.ruleset import ITALIAN
    >>> engine, start, limits = BuiltinEngine("italian", hash_mb=1), ITALIAN.start(), SearchLimits(depth=4)
    >>> move = start.moves()[0]
    >>> here, there = (look(engine, one, (), limits) for one in (start, start.play(move)))
    >>> graded = grade(start, move, here, there, curve_of("italian"))
    >>> as_known(graded).is_bad
    False
    """
    if graded.is_bad or graded.klass is Class.INEXACT:
        return replace(graded, klass=Class.GOOD, sign="", drop=0.0, missed_win="")
    return graded


def _by_tables(position: Position, graded: Graded, here: EngineView, truth: Truth) -> Graded:
    """Judge a move by what is known: it kept what the position was worth, or it did not."""
    before, after = truth.worth(position), truth.worth(position.play(graded.move))
    if before is None or after is None or graded.klass is Class.FORCED:
        return graded
    lost = before - (2 - after)
    if lost <= 0:
        kept = (
            replace(graded, klass=Class.GOOD, sign="", drop=0.0, missed_win="") if graded.is_bad else graded
        )
        return replace(kept, missed_win="")
    better = keeping(position, truth) or (graded.best,)
    line = next((info.pv for info in here.lines if info.pv[:1] and info.pv[0] in better), (better[0],))
    return replace(
        graded,
        best=line[0],
        line=line,
        drop=max(graded.drop, lost / 2),
        klass=Class.BLUNDER,
        sign="??",
        missed_win="tables" if before == 2 else "",
    )


def _grade(
    position: Position,
    played: Move,
    here: EngineView,
    there: EngineView,
    curve: Curve,
    history: Sequence[Position],
) -> Graded:
    own = _worth(played, here, there)
    best = here.lines[0]
    if best.pv[:1] == (played,):
        # The engine would have played it too: that it saw a danger too late is no mistake of the player's.
        best = replace(best, score=own)
    before = max(best.score, own, key=lambda score: score.cp)
    line = best.pv if best.score.cp >= own.cp and best.pv else (played, *there.line)
    drop = max(0.0, odds_of(before, curve).expectation - odds_of(own, curve).expectation)
    klass = _class(position, played, line[0], drop, before, own)
    odds = odds_of(own, curve)
    return Graded(
        move=played,
        best=line[0],
        line=line,
        before=before,
        after=own,
        odds=odds,
        drop=drop,
        klass=klass,
        sign=_sign(position, played, here, klass, before, curve, history),
        missed_win=_missed(before, own, curve) if klass in (Class.MISTAKE, Class.BLUNDER) else "",
    )


def _worth(played: Move, here: EngineView, there: EngineView) -> Score:
    """Return the score of the move played: of the look behind it, which saw a ply more."""
    side = here.position.side
    if there.lines:
        return there.lines[0].score.seen_by(side)
    winner = there.position.winner()
    known = next((line.score for line in here.lines if line.pv[:1] == (played,)), None)
    if winner is None and known is not None:
        return known
    return Score(0 if winner is None else 29_999 if winner is side else -29_999, side)


def _class(position: Position, played: Move, best: Move, drop: float, before: Score, own: Score) -> Class:
    if position.count() == 1:
        return Class.FORCED
    thrown = (before.is_win and not own.is_win) or (own.is_loss and not before.is_loss)
    if drop >= BLUNDER or (thrown and drop >= MISTAKE):
        return Class.BLUNDER
    if drop >= MISTAKE:
        return Class.MISTAKE
    if drop >= INEXACT:
        return Class.INEXACT
    return Class.BEST if played == best else Class.GOOD


def _sign(
    position: Position,
    played: Move,
    here: EngineView,
    klass: Class,
    before: Score,
    curve: Curve,
    history: Sequence[Position],
) -> str:
    match klass:
        case Class.BLUNDER:
            return "??"
        case Class.MISTAKE:
            return "!?" if _looked_strong(played, here) else "?"
        case Class.BEST:
            return _praise(position, played, here, before, curve, history)
        case _:
            return ""


def _looked_strong(played: Move, here: EngineView) -> bool:
    return played in here.shallow


def _praise(
    position: Position,
    played: Move,
    here: EngineView,
    before: Score,
    curve: Curve,
    history: Sequence[Position],
) -> str:
    second = _second(here, played)
    if second is None:
        return ""
    worth, next_best = odds_of(before, curve).expectation, odds_of(second, curve).expectation
    gap = worth - next_best
    gives = not played.is_capture and _gives_to_get(position, played, here, history)
    obvious = played.is_capture or played in here.shallow[:1]
    if gives and gap >= FAR:
        return "!" if obvious else "!!"
    if next_best <= LOST and worth >= HOLDS:
        return "*"
    if gives and gap >= 0 and worth > LOST:
        return "?!"
    return "!" if gap >= CLEARLY and not obvious else ""


def _gives_to_get(position: Position, played: Move, here: EngineView, history: Sequence[Position]) -> bool:
    """Whether a move begins a shot: it gives pieces to get more, and is not in the midst of it."""
    shot = prove(position, played, hint=here.line)
    if shot is None or not shot.gives or shot.gain <= 0:
        return False
    start = begun(history, position)
    whole = shot.gain + balance(position, shot.side) - balance(start, shot.side)
    return start is position or (whole > 0 and not _was_seen(start, (*history, position), shot, whole))


def _was_seen(start: Position, passed: Sequence[Position], shot: Shot, whole: int) -> bool:
    """Whether the move at the start of an exchange had as much by force already: the same shot goes on."""
    if start.side is not shot.side:
        return False
    since = passed[next(at for at, one in enumerate(passed) if one is start) :]
    came = [m for one, then in pairwise(since) for m in one.moves() if one.play(m) == then]
    known = prove(start, came[0], hint=(*came, *shot.moves)) if came else None
    return known is not None and known.gain >= whole


def _second(here: EngineView, played: Move) -> Score | None:
    """Return the score of the best other move."""
    others: Sequence[Score] = [line.score for line in here.lines if line.pv[:1] != (played,)]
    return max(others, key=lambda score: score.cp, default=None)


def _missed(before: Score, own: Score, curve: Curve) -> Missed:
    if own.is_win or odds_of(own, curve).expectation >= WINNING:
        return ""
    if before.is_win:
        return "proved"
    return "likely" if odds_of(before, curve).expectation >= WINNING else ""
