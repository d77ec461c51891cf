"""The words of the command line, in all languages at once: nobody has to say which they speak."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Final, Literal

import msgspec

from damiera.messages import Message, Text
from damiera.notation.cyrillic import latin_squares

__all__ = ["HELP", "SQUARED", "TypedLine", "Word", "read_line"]

Word = Literal[
    "move", "moves", "why", "square", "row", "diagonal", "captures", "threats", "turn", "last", "pieces",
    "board", "clock", "opponent", "fen", "pdn", "rematch", "help", "resign", "draw", "accept", "decline",
    "undo", "repetition", "count",
]  # fmt: skip
"""What a typed line asks for."""

_WORDS: Final[dict[Word, tuple[str, ...]]] = {
    "moves": ("mosse", "moves", "m"),
    "why": ("perche", "why", "spiega", "explain"),
    "square": ("casella", "square", "s"),
    "row": ("riga", "traversa", "fila", "row", "rank", "rangee", "ligne", "colonna", "column", "colonne"),
    "diagonal": ("diagonale", "diagonali", "diagonal", "diagonals", "diagonales", "linee", "lines"),
    "captures": ("prese", "catture", "captures", "prises"),
    "threats": ("minacce", "threats", "menaces"),
    "turn": ("chi tocca", "a chi tocca", "turno", "tocca", "turn", "who", "whose turn", "t"),
    "last": ("ultima", "ultima mossa", "last", "last move", "l"),
    "pieces": ("pezzi", "pieces", "p"),
    "board": ("damiera", "tavoliere", "scacchiera", "board", "damier", "plateau"),
    "clock": ("orologio", "tempo", "clock", "time", "pendule", "horloge"),
    "opponent": ("avversario", "opponent", "adversaire", "o"),
    "fen": ("fen",),
    "pdn": ("pdn",),
    "rematch": ("rivincita", "rematch", "revanche"),
    "help": ("aiuto", "help", "aide", "comandi", "commands", "commandes", "?"),
    "resign": (
        "abbandono",
        "abbandona",
        "abbandonare",
        "mi arrendo",
        "resign",
        "i resign",
        "j'abandonne",
        "abandon",
    ),
    "draw": ("patta", "draw", "proponi patta", "offer draw", "nulle", "proposer nulle"),
    "accept": ("accetto", "accetta", "si", "accept", "yes", "ok", "oui", "va bene", "d'accord", "да"),
    "decline": ("rifiuto", "rifiuta", "no", "decline", "refuse", "non", "нет"),
    "undo": ("riprendi", "riprendo", "annulla", "undo", "take back", "takeback"),
    "repetition": ("ripetizione", "repetition", "claim", "chiedo patta"),
    "count": ("conta", "conteggio", "count"),
}

HELP: Final[dict[Word, Text]] = {
    "moves": Message("moves", context="typed by the player"),
    "why": Message("why", context="typed by the player"),
    "square": Message("square", context="typed by the player"),
    "row": Message("row", context="typed by the player"),
    "diagonal": Message("diagonal", context="typed by the player"),
    "captures": Message("captures", context="typed by the player"),
    "threats": Message("threats", context="typed by the player"),
    "turn": Message("turn", context="typed by the player"),
    "last": Message("last", context="typed by the player"),
    "pieces": Message("pieces", context="typed by the player"),
    "board": Message("board", context="typed by the player"),
    "clock": Message("clock", context="typed by the player"),
    "opponent": Message("opponent", context="typed by the player"),
    "fen": Message("fen", context="typed by the player"),
    "pdn": Message("pdn", context="typed by the player"),
    "rematch": Message("rematch", context="typed by the player"),
    "draw": Message("draw", context="typed by the player"),
    "accept": Message("accept", context="typed by the player"),
    "decline": Message("decline", context="typed by the player"),
    "undo": Message("undo", context="typed by the player"),
    "repetition": Message("repetition", context="typed by the player"),
    "count": Message("count", context="typed by the player"),
    "resign": Message("resign", context="typed by the player"),
}
"""What help lists: one form of each word. A translation is understood as soon as it is in a catalogue."""

SQUARED: Final = frozenset[Word]({"why", "square", "row", "diagonal"})
"""The words that help shows with the number of a square behind them."""

_TAKES_SQUARES: Final = frozenset[Word]({"moves", "why", "square", "row", "diagonal"})
_HEAD: Final = re.compile(r"([^\W\d]+)\s+(.+)")
_ONE_SQUARE: Final = re.compile(r"[a-z]?[0-9]{1,2}")


@cache
def _by_form() -> dict[str, Word]:
    """Return the words by their forms: ours, and behind them what the catalogues say."""
    said = {_folded(form): word for word, text in HELP.items() for form in text.everywhere().values()}
    return said | {form: word for word, forms in _WORDS.items() for form in forms}


class TypedLine(msgspec.Struct, frozen=True):
    """A line that was typed: a word, and what stands behind it; for a move, its text."""

    word: Word
    rest: str


def read_line(text: str) -> TypedLine:
    """Return what a line says; whatever is no word is taken for a move.

    >>> read_line("Perché 23?"), read_line("22-18")
    (TypedLine(word='why', rest='23'), TypedLine(word='move', rest='22-18'))
    >>> read_line("22")
    TypedLine(word='square', rest='22')
    """
    typed = " ".join(text.split())
    plain = _folded(typed).rstrip(" .!")
    bare = plain.rstrip("?") or plain
    word = _by_form().get(plain) or _by_form().get(bare)
    if word is not None:
        return TypedLine(word, "")
    if _ONE_SQUARE.fullmatch(square := latin_squares(bare)):
        return TypedLine("square", square)
    head = _HEAD.fullmatch(bare)
    if head is not None and (word := _by_form().get(head[1])) in _TAKES_SQUARES and word is not None:
        return TypedLine(word, head[2])
    return TypedLine("move", typed)


def _folded(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in plain if not unicodedata.combining(sign))
