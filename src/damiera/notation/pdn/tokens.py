"""The tokens of a game as its readers see them: the moves of a line, a remark, a change of the board."""

from __future__ import annotations

from collections.abc import Sequence

from damiera.notation.moves import plain_move
from damiera.notation.pdn.lexer import Token
from damiera.notation.pdn.model import CLOSING, JUMP

__all__ = ["is_jump", "main_words", "remark_of", "words_after"]


def main_words(tokens: Sequence[Token]) -> list[str]:
    """Return the moves of the main line as plain text, as far as no jump of the board breaks it.

    >>> from damiera.notation.pdn.lexer import Cutter
    >>> main_words(Cutter("1. 21-17 (22-18) 12-15 *").game(0).tokens)
    ['21-17', '12-15']
    """
    words = []
    depth = 0
    for token in tokens:
        if depth == 0 and is_jump(token):
            break
        if token.kind == "move" and depth == 0:
            words.append(plain_move(token.value))
        depth += (token.kind == "open") - (token.kind == "close")
    return words


def is_jump(token: Token) -> bool:
    """Tell whether a token marks a board that changed without a move.

    >>> is_jump(Token("comment", "so [%jump W:W17:B5 8.1] ruled", 0, 29))
    True
    """
    said = remark_of(token)
    return JUMP in said.lower() and not said.lstrip().startswith(CLOSING)


def remark_of(token: Token) -> str:
    """Return what a token says as a remark; empty where it is none.

    >>> remark_of(Token("rest", "; good", 0, 6))
    ' good'
    """
    if token.kind == "rest":
        return token.value[1:] if token.value[0] == ";" else ""
    return token.value if token.kind == "comment" else ""


def words_after(tokens: Sequence[Token], at: int) -> list[str]:
    """Return the moves that follow token `at` in its own line.

    >>> from damiera.notation.pdn.lexer import Cutter
    >>> words_after(Cutter("1. 21-17 (22-18) 12-15 *").game(0).tokens, 1)
    ['12-15']
    """
    words = []
    depth = 0
    for token in tokens[at + 1 :]:
        if depth == 0 and is_jump(token):
            break
        depth += (token.kind == "open") - (token.kind == "close")
        if depth < 0:
            break
        if token.kind == "move" and depth == 0:
            words.append(plain_move(token.value))
    return words
