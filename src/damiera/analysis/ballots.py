"""What the engine thinks of the openings that are drawn by lot: looked at once, to a stated depth, and kept.

The verdicts lie in `data/ballots-GAME.csv`, a line for each position that the decks of a game lead to; the
remarks at its top say which engine looked, how long, when, and with which command.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from damiera._core import Position
from damiera.analysis.engine_view import look
from damiera.engine.builtin import BuiltinEngine
from damiera.engine.limits import SearchLimits
from damiera.engine.score import Score
from damiera.notation.moves import format_move

__all__ = ["JudgedOpening", "judge", "judged", "provenance", "read", "write"]

_COLUMNS = ("fen", "cp", "depth", "nodes", "line")
_LINE = 6


@dataclass(frozen=True, slots=True)
class JudgedOpening:
    """One opening, as the engine sees it.

    Attributes:
        position: after the moves of the opening.
        score: of the best line, for the side to move.
        depth: plies searched in full.
        nodes: positions visited until that depth was finished.
        line: the play the engine expects, as the game writes it; six plies unless more were asked for.

    >>> from damiera.game.openings import deck
    >>> start = deck("it-2m-43").openings[0].position(deck("it-2m-43").ruleset)
    >>> one = judged("italian", start)
    >>> one.depth > 15, len(one.line)
    (True, 6)
    """

    position: Position
    score: Score
    depth: int
    nodes: int
    line: tuple[str, ...]


def judged(game: str, position: Position) -> JudgedOpening | None:
    """Return what is kept about a position; None where nothing is.

    >>> from damiera.game.openings import deck
    >>> opening = deck("it-2m-43").openings[0]
    >>> judged("italian", opening.position(deck("it-2m-43").ruleset)).depth > 15
    True
    """
    row = _kept(game).get(position.fen)
    return None if row is None else _opened(position, row)


def provenance(game: str) -> tuple[str, ...]:
    """Return the remarks on how the verdicts of a game were found; none where there are no verdicts.

    >>> len(provenance("italian")) > 0, provenance("hexdame")
    (True, ())
    """
    return tuple(line.removeprefix("#").strip() for line in _text(game).splitlines() if line.startswith("#"))


def judge(
    engine: BuiltinEngine, positions: Iterable[Position], nodes: int, *, plies: int = _LINE
) -> Iterator[JudgedOpening]:
    """Look at each position anew, for so many nodes, and keep at most so many plies of the line.

    Raises:
        EngineError: if the engine cannot answer.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> engine = BuiltinEngine("italian", hash_mb=1)
    >>> [one] = judge(engine, [ITALIAN.start()], 500)
    >>> one.nodes > 0, one.position == ITALIAN.start()
    (True, True)
    """
    for position in positions:
        engine.clear()
        looked = look(engine, position, (), SearchLimits(nodes=nodes), lines=1)
        best, here, line = looked.lines[0], position, list[str]()
        for move in best.pv[:plies]:
            line.append(format_move(here, move))
            here = here.play(move)
        yield JudgedOpening(position, best.score, best.depth, best.nodes, tuple(line))


def write(remarks: Iterable[str], openings: Iterable[JudgedOpening]) -> str:
    """Write verdicts as the text of a file, in the order of their positions.

    >>> write(["made here"], []).splitlines()
    ['# made here', 'fen,cp,depth,nodes,line']
    """
    out = io.StringIO()
    for remark in remarks:
        out.write(f"# {remark}\n")
    table = csv.writer(out, lineterminator="\n")
    table.writerow(_COLUMNS)
    for one in sorted(openings, key=lambda one: one.position.fen):
        table.writerow((one.position.fen, one.score.cp, one.depth, one.nodes, " ".join(one.line)))
    return out.getvalue()


def read(text: str) -> dict[str, Mapping[str, str]]:
    """Read the text of a file: a row for each position, by its FEN.

    >>> from damiera.game.openings import deck
    >>> start = deck("it-2m-43").openings[0].position(deck("it-2m-43").ruleset)
    >>> read(write([], [judged("italian", start)])).keys() == {start.fen}
    True
    """
    lines = (line for line in text.splitlines() if not line.startswith("#"))
    return {row["fen"]: row for row in csv.DictReader(lines)}


@cache
def _kept(game: str) -> Mapping[str, Mapping[str, str]]:
    return read(_text(game))


@cache
def _text(game: str) -> str:
    file = files("damiera.analysis") / "data" / f"ballots-{game}.csv"
    return file.read_text(encoding="utf-8") if game.isidentifier() and file.is_file() else ""


def _opened(position: Position, row: Mapping[str, str]) -> JudgedOpening:
    score = Score(int(row["cp"]), position.side)
    return JudgedOpening(position, score, int(row["depth"]), int(row["nodes"]), tuple(row["line"].split()))
