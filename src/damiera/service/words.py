"""The words of the command line, in both languages at once: nobody has to say which he speaks."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Final, Literal

__all__ = ["HELP", "Line", "Word", "read_line"]

Word = Literal[
    "move", "moves", "why", "square", "turn", "last", "pieces", "clock", "help",
    "resign", "draw", "accept", "decline", "undo", "repetition", "count",
]  # fmt: skip

_WORDS: Final[dict[Word, tuple[str, ...]]] = {
    "moves": ("mosse", "moves", "m"),
    "why": ("perche", "why", "spiega", "explain"),
    "square": ("casella", "square", "s"),
    "turn": ("chi tocca", "a chi tocca", "turno", "tocca", "turn", "who", "whose turn", "t"),
    "last": ("ultima", "ultima mossa", "last", "last move", "l"),
    "pieces": ("pezzi", "pieces", "p"),
    "clock": ("orologio", "tempo", "clock", "time"),
    "help": ("aiuto", "help", "comandi", "commands", "?"),
    "resign": ("abbandono", "abbandona", "abbandonare", "mi arrendo", "resign", "i resign"),
    "draw": ("patta", "draw", "proponi patta", "offer draw"),
    "accept": ("accetto", "accetta", "si", "accept", "yes"),
    "decline": ("rifiuto", "rifiuta", "no", "decline", "refuse"),
    "undo": ("riprendi", "riprendo", "annulla", "undo", "take back", "takeback"),
    "repetition": ("ripetizione", "repetition", "claim", "chiedo patta"),
    "count": ("conta", "conteggio", "count"),
}

HELP: Final[dict[Word, tuple[str, str]]] = {
    "moves": ("mosse", "moves"),
    "why": ("perché 22", "why 22"),
    "square": ("casella 22", "square 22"),
    "turn": ("a chi tocca", "turn"),
    "last": ("ultima", "last"),
    "pieces": ("pezzi", "pieces"),
    "clock": ("orologio", "clock"),
    "draw": ("patta", "draw"),
    "accept": ("accetto", "accept"),
    "decline": ("rifiuto", "decline"),
    "undo": ("riprendi", "undo"),
    "repetition": ("ripetizione", "repetition"),
    "count": ("conta", "count"),
    "resign": ("abbandono", "resign"),
}
"""What help lists: one form of each word, Italian and English."""

_BY_FORM: Final[dict[str, Word]] = {form: word for word, forms in _WORDS.items() for form in forms}
_TAKES_SQUARES: Final = frozenset[Word]({"moves", "why", "square"})
_HEAD: Final = re.compile(r"([^\W\d]+)\s+(.+)")
_ONE_SQUARE: Final = re.compile(r"[a-z]?[0-9]{1,2}")


@dataclass(frozen=True, slots=True)
class Line:
    """A line that was typed: a word, and what stands behind it; for a move, its text."""

    word: Word
    rest: str


def read_line(text: str) -> Line:
    """Return what a line says; whatever is no word is taken for a move.

    >>> read_line("Perché 23?"), read_line("22-18"), read_line("22")
    (Line(word='why', rest='23'), Line(word='move', rest='22-18'), Line(word='square', rest='22'))
    """
    typed = " ".join(text.split())
    plain = _folded(typed).rstrip(" .!")
    bare = plain.rstrip("?") or plain
    word = _BY_FORM.get(plain) or _BY_FORM.get(bare)
    if word is not None:
        return Line(word, "")
    if _ONE_SQUARE.fullmatch(bare):
        return Line("square", bare)
    head = _HEAD.fullmatch(bare)
    if head is not None and (word := _BY_FORM.get(head[1])) in _TAKES_SQUARES and word is not None:
        return Line(word, head[2])
    return Line("move", typed)


def _folded(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in plain if not unicodedata.combining(sign))
