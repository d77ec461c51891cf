"""What endgame tables advise an engine that plays."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from damiera._core import Move, Position, Rules
from damiera.endgame.errors import EndgameError, MissingTable
from damiera.endgame.files import default_folder
from damiera.endgame.material import MOST, serves
from damiera.endgame.probe import EndgameTables, Verdict, say_once, sealed_tables
from damiera.engine.score import WIN, Score

__all__ = ["TableAdvice", "TableAdviser"]

CACHE_MB = 16
SEARCH_CACHE_MB = 64  # at most, and as blocks are asked for: all of five pieces on 32 squares is 35
LINE_PLIES = 12


@dataclass(frozen=True, slots=True)
class TableAdvice:
    """What a position asks for.

    Attributes:
        moves: those that keep what it is worth; one of them is to be played.
        score: where the way to the end is known ply by ply; None where a search must choose among the moves.
        line: the play expected, where the score is known.

    >>> TableAdvice(moves=()).score is None
    True
    """

    moves: tuple[Move, ...]
    score: Score | None = None
    line: tuple[Move, ...] = ()


class TableAdviser:
    """The tables of a game in a folder, as an engine asks them. A damaged one is reported and harms no game.

    No folder means the usual one.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> TableAdviser(ITALIAN.core).advise(ITALIAN.start()) is None  # no table has so many pieces
    True
    """

    def __init__(self, rules: Rules, folder: Path | None = None) -> None:
        self._rules, self._folder = rules, folder or default_folder()
        self._tables = EndgameTables(rules, self._folder, cache_mb=CACHE_MB) if serves(rules) else None

    def for_search(self) -> object | None:
        """Return the tables there are now, for a search that asks them by itself; None if there are none."""
        if self._tables is None:
            return None
        return sealed_tables(
            self._rules, self._folder, lambda fault: say_once(str(fault)), cache_mb=SEARCH_CACHE_MB
        )

    def advise(self, position: Position, draw_in: int = 0) -> TableAdvice | None:
        """Return what the tables advise; None where they know too little.

        Args:
            position: where somebody is to move.
            draw_in: plies until a count makes the game a draw; a win that takes longer is none. 0: no count.
        """
        if self._tables is None or len(position.pieces) > MOST:
            return None
        try:
            return self._found(self._tables, position, draw_in)
        except MissingTable:
            return None
        except EndgameError as error:
            say_once(str(error))
            return None

    def _found(self, tables: EndgameTables, position: Position, draw_in: int) -> TableAdvice | None:
        answers = tables.moves(position)
        best = answers[0].answer
        keeping = tuple(one.move for one in answers if one.answer.verdict is best.verdict)
        if best.plies is None:
            return TableAdvice(keeping) if len(keeping) < len(answers) else None
        if best.verdict is Verdict.WIN and 0 < draw_in < best.plies:
            return None
        worth = WIN - best.plies
        score = Score(worth if best.verdict is Verdict.WIN else -worth, position.side)
        return TableAdvice(keeping, score, _line(tables, position))


def _line(tables: EndgameTables, position: Position) -> tuple[Move, ...]:
    line: list[Move] = []
    while len(line) < LINE_PLIES and position.has_moves():
        try:
            best = tables.best(position)[0]
        except MissingTable:
            break
        line.append(best)
        position = position.play(best)
    return tuple(line)
