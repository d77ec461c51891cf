"""What somebody pastes to look into: a position as FEN, or a game as PDN."""

from __future__ import annotations

import re
from typing import Final

from damiera.messages import Message
from damiera.notation.pdn.errors import PdnError
from damiera.notation.pdn.model import PdnGame, pdn_game
from damiera.notation.pdn.reader import read_pdn
from damiera.notation.pdn.writer import write_pdn
from damiera.rules.ruleset import ruleset
from damiera.service.analysis_lines import AnalysisLine
from damiera.service.errors import BadTerms

__all__ = ["looks_like_pdn", "pasted_game", "pdn_of"]

LONGEST: Final = 20_000
_TAG_OR_NUMBER: Final = re.compile(
    r"^\s*(?:\[|\{|1\s*\.|[A-Za-z]{3,}[ \t]*:(?!//)|[А-Яа-яЁё]{3,}\.?[ \t]*[:–—-]|Бел\.)"
)


def looks_like_pdn(text: str) -> bool:
    """Whether a text is a game and not a position: it opens with a tag, a comment or the first move's number.

    >>> [looks_like_pdn(text) for text in ("1. 21-17 12-15", "White: Anna", "Бел.: Иванов", "W:W21:B10")]
    [True, True, True, False]
    """
    return _TAG_OR_NUMBER.match(text) is not None


def pasted_game(text: str, game: str) -> PdnGame:
    """Return the first game of a text.

    Args:
        text: PDN.
        game: which game it is (slug), where the text does not say.
    Raises:
        PdnError: for a game that cannot be read, with the place.
        BadTerms: for a text without a game, or one that is too long.
        UnknownGame: for no game's name.
    """
    if len(text) > LONGEST:
        raise BadTerms("fen", _LONG)
    for found in read_pdn(text, default=ruleset(game)):
        if isinstance(found, PdnError):
            raise found
        return found
    raise BadTerms("fen", _NOTHING)


def pdn_of(line: AnalysisLine) -> str:
    """Return a line as PDN, from where it begins."""
    return write_pdn(pdn_game(line.game, line.moves, start=line.start))


_LONG: Final = Message("This text is too long for this place: bring it as a file, in My games.")
_NOTHING: Final = Message("There is no game in this text.")
