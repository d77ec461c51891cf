"""What the tables know, as a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from damiera._core import Position
from damiera.endgame.counts import counted_endings
from damiera.endgame.errors import EndgameError, MissingTable, UnreadableTable
from damiera.endgame.material import MOST, material_of, serves
from damiera.endgame.probe import EndgameTables, MoveValue, PositionValue, Verdict
from damiera.messages import Message, Text, Verbatim
from damiera.notation.moves import format_move

__all__ = [
    "count_sentence",
    "count_sentence_or_fault",
    "moves_sentences",
    "table_sentences",
    "value_sentence",
]


def value_sentence(answer: PositionValue) -> Text:
    """Say what a position is worth to the side to move.

    >>> value_sentence(PositionValue(Verdict.WIN, 5)).text("en")
    'Won in 3 moves with best play.'
    """
    moves = answer.moves
    if answer.verdict is Verdict.DRAW:
        return _DRAWN
    if answer.plies == 0:
        return _OVER_WON if answer.verdict is Verdict.WIN else _OVER_LOST
    won = answer.verdict is Verdict.WIN
    if moves is None:
        return _WON if won else _LOST
    if answer.plies is not None and answer.plies <= 2:
        return _WON_NEXT if won else _LOST_NEXT
    return (_WON_IN if won else _LOST_IN).format(n=moves)


def moves_sentences(position: Position, answers: Sequence[MoveValue]) -> Text:
    """Say which of the moves keep what the position is worth; nothing if all do, or if there is none.

    Args:
        position: what the answers are about.
        answers: as `EndgameTables.moves` gives them.

    >>> from tempfile import TemporaryDirectory
    >>> from damiera.endgame.build import Builder
    >>> from damiera.endgame.only_moves import endings
    >>> from damiera.rules.ruleset import ITALIAN
    >>> with TemporaryDirectory() as folder:
    ...     Builder(ITALIAN.core, 2, folder=Path(folder), threads=1).run()
    ...     tables = EndgameTables(ITALIAN.core, Path(folder), cache_mb=1)
    ...     position = endings(ITALIAN.core, tables, 2, count=1)[0].position
    ...     moves_sentences(position, tables.moves(position)).text("en")
    'Only 21-18 (4) wins.'
    """
    best = answers[0].answer.verdict if answers else Verdict.LOSS
    keeping = [one for one in answers if one.answer.verdict is best]
    if len(keeping) == len(answers) or best is Verdict.LOSS:
        return Verbatim("")
    named = ", ".join(_named(position, one) for one in keeping)
    one_only = len(keeping) == 1
    if best is Verdict.WIN:
        return (_WINS if one_only else _WIN).format(moves=named)
    return (_DRAWS if one_only else _DRAW).format(moves=named)


def count_sentence(position: Position, answer: PositionValue, folder: Path | None = None) -> Text:
    """Say that the rules draw a position by counting moves before it is won; nothing if they do not.

    Asked is for positions to which the game has just come: a count that is under way already ends sooner.

    Args:
        position: what stands on the board.
        answer: what it is worth if nobody counts.
        folder: where tables lie that draw such endings, besides those that come with Damiera.
    Raises:
        UnreadableTable: such a table is damaged, or not the right one; what the position is worth stays true.

    >>> from damiera.rules.ruleset import ruleset
    >>> tables = EndgameTables(ruleset("killer").core, Path("no-tables-here"), cache_mb=1)
    >>> for fen in ("W:WK29,44:BK4", "W:WK29,K44:BK4"):
    ...     position = tables.rules.read(fen)
    ...     answer = tables.need(position)
    ...     answer.moves, count_sentence(position, answer, tables.folder).text("en")
    (19, 'The rules count moves here: before that it is a draw.')
    (4, '')
    """
    if answer.verdict is Verdict.DRAW:
        return Verbatim("")
    limits, material = counted_endings(position.rules), material_of(position)
    limit = limits.get(material) or limits.get(material.turned())
    if limit is not None and answer.plies is not None:
        return _DRAWN_BEFORE if answer.plies > limit else Verbatim("")
    if not limits:
        return Verbatim("")
    within = EndgameTables(position.rules, folder, cache_mb=1, counted=True).probe(position)
    return _DRAWN_BEFORE if within is not None and within.verdict is Verdict.DRAW else Verbatim("")


def count_sentence_or_fault(position: Position, answer: PositionValue, folder: Path | None = None) -> Text:
    """As `count_sentence`; where a table cannot be used, say so, and how it is built again.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> position = ITALIAN.core.read("W:WK30:B10")
    >>> count_sentence_or_fault(position, PositionValue(Verdict.WIN, 7), Path("no-tables-here")).text("en")
    ''
    """
    try:
        return count_sentence(position, answer, folder)
    except UnreadableTable as error:
        return _NOT_KNOWN.format(why=error.message)


def table_sentences(position: Position, folder: Path | None = None) -> tuple[Text, ...]:
    """Return the sentences of the tables about a position; none if it is not in them.

    Asked are the tables in a folder, the usual one if none is named, and those that come with Damiera. A
    damaged table says so.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> [text.text("en") for text in table_sentences(ITALIAN.core.read("W:WK30:BK1"), Path("no-tables-here"))]
    ['Won in 6 moves with best play.']
    """
    if not serves(position.rules) or len(position.pieces) > MOST:
        return ()
    tables = EndgameTables(position.rules, folder, cache_mb=1)
    try:
        answer = tables.probe(position)
        if answer is None:
            return ()
        said = [value_sentence(answer), count_sentence_or_fault(position, answer, folder)]
    except EndgameError as error:
        return (error.message,)
    try:
        said.append(moves_sentences(position, tables.moves(position)))
    except MissingTable:
        pass
    except EndgameError as error:
        said.append(error.message)
    return tuple(text for text in said if str(text))


def _named(position: Position, one: MoveValue) -> str:
    text = format_move(position, one.move)
    moves = one.answer.moves
    return text if moves is None or one.answer.verdict is not Verdict.WIN else f"{text} ({moves})"


_DRAWN = Message("Drawn with best play.")
_WON = Message("Won with best play.")
_LOST = Message("Lost against best play.")
_WON_NEXT = Message("Won with the next move.")
_LOST_NEXT = Message("Lost after the next move.")
_WON_IN = Message("Won in {n} moves with best play.")
_LOST_IN = Message("Lost in {n} moves against best play.")
_OVER_WON = Message("The game is over: the side to move has won.")
_OVER_LOST = Message("The game is over: the side to move has lost.")
_DRAWN_BEFORE = Message("The rules count moves here: before that it is a draw.")
_NOT_KNOWN = Message("Whether the rules draw it by counting moves is not known. {why}")
_WINS = Message("Only {moves} wins.")
_WIN = Message("These win: {moves}.")
_DRAWS = Message("Only {moves} draws.")
_DRAW = Message("These draw: {moves}.")
