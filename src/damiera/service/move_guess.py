"""Which move a loosely worded line means, and what is said of it before it is played."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import msgspec

from damiera._core import Move, Position
from damiera.game.state import Game
from damiera.messages import Joined, Lang, Message, Text
from damiera.notation.cyrillic import latin_squares
from damiera.notation.heard import heard_moves
from damiera.notation.moves import example_move, format_move
from damiera.rules.explain import explain_move
from damiera.rules.ruleset import Ruleset
from damiera.service.analysis_lines import line_view
from damiera.service.board_answers import plain_answer, tell
from damiera.service.errors import BadTerms, RefusedAct
from damiera.service.game_views import pieces_view
from damiera.service.spoken import WordOrder, move_words
from damiera.service.views import RefusalView
from damiera.service.words import TypedLine

__all__ = ["ASK", "MeantMove", "meant_move", "spaced_squares"]

ASK: Final = Message("Shall I? Say yes or no.")
_SPACED: Final = re.compile(r"(?:[0-9]{1,3}|[a-pA-P][0-9]{1,2})(?:\s+(?:[0-9]{1,3}|[a-pA-P][0-9]{1,2}))+")
_MOST_TOLD: Final = 6


class MeantMove(msgspec.Struct, frozen=True):
    """What a loosely worded line comes to.

    Attributes:
        answer: what to say: the one move read back, the question which, the moves of one square.
        line: the move as it is to be played once it is confirmed; empty unless the line surely means one.
        candidates: the moves it may mean, where it may mean several with the same ends.
        squares: the squares it was understood to name.
    """

    answer: RefusalView
    line: str
    candidates: tuple[Move, ...]
    squares: tuple[int, ...]


def spaced_squares(text: str) -> str:
    """Return squares with blanks between them as one move text; any other text as it is.

    >>> spaced_squares("22 18"), spaced_squares("c3 e5 g3"), spaced_squares("ventidue diciotto")
    ('22-18', 'c3-e5-g3', 'ventidue diciotto')
    """
    plain = latin_squares(text.strip().casefold())
    return "-".join(plain.split()) if _SPACED.fullmatch(plain) else text


def meant_move(game: Game, text: str, lang: Lang, order: WordOrder = "square") -> MeantMove:
    """Return which move a line means: words for numbers, numbers without a sign, a sentence round them.

    Nothing is played. One move is read back, to be confirmed; of several it is asked which.

    Raises:
        BadTerms: where the line names no square and no capture.
        RefusedAct: where the squares it names make no legal move, or one is not on the board, with the
            explanation.
    """
    position = game.position
    heard = heard_moves(position, text, lang)
    if len(heard.moves) == 1:
        return _read_back(game, heard.moves[0], heard.squares, lang, order)
    if heard.moves:
        return _which(game, heard.moves, heard.squares, lang, order)
    if heard.unknown:
        path = (0, *heard.squares)
        explanation = explain_move(position, path, game.rulebook, unknown=heard.unknown)
        raise RefusedAct(explanation.text, explanation=explanation, position=position, path=path)
    if len(heard.squares) > 1:
        explanation = explain_move(position, heard.squares, game.rulebook)
        raise RefusedAct(explanation.text, explanation=explanation, position=position, path=heard.squares)
    asks = heard.whole and any(sign.isalpha() for sign in text)
    told = _moves_of(game, heard.squares, lang) if asks else None
    if told is None:
        said = Message('No move was understood in "{text}". Name two squares, such as {move}.')
        raise BadTerms("text", said.format(text=text.strip(), move=example_move(game.ruleset)))
    return MeantMove(told, "", (), heard.squares)


def _read_back(game: Game, move: Move, squares: tuple[int, ...], lang: Lang, order: WordOrder) -> MeantMove:
    said = _in_words(game.ruleset, game.position, move, order)
    answer = plain_answer(Message("{move}?", move=said), ASK, lang, (move.origin, move.destination))
    return MeantMove(answer, format_move(game.position, move), (), squares)


def _which(
    game: Game, moves: Sequence[Move], squares: tuple[int, ...], lang: Lang, order: WordOrder
) -> MeantMove:
    told = [_in_words(game.ruleset, game.position, move, order) for move in moves[:_MOST_TOLD]]
    title = Message("Which of {n} moves?", n=len(moves))
    text = Message("{told}.", told=Joined(tuple(told), "; "))
    origins = tuple(dict.fromkeys(move.origin for move in moves))
    alike = len({(move.origin, move.destination) for move in moves}) == 1
    answer = plain_answer(title, text, lang, origins)
    return MeantMove(answer, "", tuple(moves) if alike else (), squares)


def _moves_of(game: Game, squares: Sequence[int], lang: Lang) -> RefusalView | None:
    if len(squares) != 1:
        return None
    return tell(game, TypedLine("moves", str(squares[0])), lang)


def _in_words(ruleset: Ruleset, position: Position, move: Move, order: WordOrder) -> Text:
    ply = line_view(position, [move])[0]
    return move_words(ruleset, ply, pieces_view(position), detail="full", order=order)
