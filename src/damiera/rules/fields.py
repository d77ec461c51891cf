"""What a variant may change: one field for each `key=value` of its name, with its words.

The compiled core reads most of them (`_core.compose`); the `REMARKS` it only keeps, and they change the
parameters of the rulebook. Values are written here as names write them: small letters and hyphens.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from damiera.lang import Text

__all__ = [
    "FIELDS",
    "GROUPS",
    "REMARKS",
    "Field",
    "FieldGroup",
    "FieldValue",
    "field_value",
    "fitting_values",
]

Group = Literal["board", "men", "kings", "captures", "crowning", "choice", "end"]


@dataclass(frozen=True, slots=True)
class FieldValue:
    """One value of a field and what it is called."""

    value: str
    label: Text


@dataclass(frozen=True, slots=True)
class Field:
    """One thing that a variant may change.

    Attributes:
        key: how names and files write it.
        group: which `GROUPS` it stands in.
        kind: `choice`: one of `values`; `number`: `least` to `most`; `board`: columns and rows, `values` are
            proposals; `squares`: one of `values`, or squares joined by full stops.
        label: what it is called.
        values: the values with their words.
        least, most: between what a number lies.
        hint: what a value means that the label does not say.
    """

    key: str
    group: Group
    label: Text
    kind: Literal["choice", "number", "board", "squares"] = "choice"
    values: tuple[FieldValue, ...] = ()
    least: int = 0
    most: int = 0
    hint: Text | None = None


@dataclass(frozen=True, slots=True)
class FieldGroup:
    """Fields that stand together on a page."""

    key: Group
    title: Text


GROUPS: tuple[FieldGroup, ...] = (
    FieldGroup("board", Text("La damiera e l'inizio", "The board and the start")),
    FieldGroup("men", Text("La pedina", "The man")),
    FieldGroup("kings", Text("La dama", "The king")),
    FieldGroup("captures", Text("Le prese", "Captures")),
    FieldGroup("crowning", Text("La damatura", "Crowning")),
    FieldGroup("choice", Text("Quale presa", "Which capture")),
    FieldGroup("end", Text("La fine", "The end")),
)


def _values(*said: tuple[str, str, str]) -> tuple[FieldValue, ...]:
    return tuple(FieldValue(value, Text(it, en)) for value, it, en in said)


_BOTH_WAYS = (
    ("diagonals", "in diagonale, avanti e indietro", "diagonally, forward and back"),
    ("orthogonals", "in verticale e in orizzontale", "along rows and columns"),
    ("all", "in tutte le otto direzioni", "in all eight directions"),
    ("hex", "in tutte le sei direzioni", "in all six directions"),
)
_WAYS = (
    ("forward-diagonals", "in diagonale, in avanti", "diagonally forward"),
    ("forward-sideways", "in avanti e di lato", "forward and sideways"),
    ("front", "in avanti, di lato e in diagonale in avanti", "forward, sideways and diagonally forward"),
    ("hex-forward", "nelle tre direzioni in avanti", "in the three forward directions"),
    *_BOTH_WAYS,
)
_YES_NO = (("yes", "sì", "yes"), ("no", "no", "no"))
_COLOURS = (("white", "il Bianco", "White"), ("black", "il Nero", "Black"))
_HEXAGONS = ("5x5", "7x7", "9x9")
_NEVER = Text("mai", "never")
_ZERO_IS_NEVER = Text("0: mai", "0: never")

_ALL = (
    Field(
        "board",
        "board",
        Text("Caselle per lato", "Squares a side"),
        "board",
        _values(
            *(
                (size, size.replace("x", " × "), size.replace("x", " × "))
                for size in ("6x6", "8x8", "10x8", "10x10", "12x12", "14x14")
            )
        ),
    ),
    Field(
        "shape",
        "board",
        Text("Si gioca", "Play is"),
        values=_values(
            ("diagonal", "sulle caselle di un colore", "on the squares of one colour"),
            ("full", "su tutte le caselle", "on all squares"),
            ("hexagon", "su un esagono", "on a hexagon"),
        ),
    ),
    Field(
        "corner",
        "board",
        Text("L'angolo scuro di ciascuno", "Each player's dark corner"),
        values=_values(("left", "a sinistra", "on the left"), ("right", "a destra", "on the right")),
    ),
    Field(
        "squares",
        "board",
        Text("Le caselle si chiamano", "Squares are named"),
        values=_values(
            ("top-left", "per numero, dall'alto a sinistra", "by number, from the top left"),
            ("bottom-right", "per numero, dal basso a destra", "by number, from the bottom right"),
            ("letters", "per lettera e numero", "by letter and number"),
        ),
    ),
    Field("rows", "board", Text("Righe di pedine", "Rows of men"), "number", least=1, most=6),
    Field(
        "first-row",
        "board",
        Text("La prima riga di pedine", "The first row of men"),
        "number",
        least=1,
        most=6,
    ),
    Field("first", "board", Text("Chi comincia", "Who begins"), values=_values(*_COLOURS)),
    Field("man-moves", "men", Text("La pedina muove", "A man moves"), values=_values(*_WAYS)),
    Field("man-captures", "men", Text("La pedina prende", "A man captures"), values=_values(*_WAYS)),
    Field(
        "man-captures-king",
        "men",
        Text("La pedina prende la dama", "A man takes kings"),
        values=_values(*_YES_NO),
    ),
    Field("king-moves", "kings", Text("La dama muove", "A king moves"), values=_values(*_BOTH_WAYS)),
    Field("king-captures", "kings", Text("La dama prende", "A king captures"), values=_values(*_BOTH_WAYS)),
    Field(
        "king-range",
        "kings",
        Text("La dama va", "A king goes"),
        values=_values(
            ("adjacent", "di una casella", "one square"),
            ("flying", "di quante caselle vuole: vola", "as far as it likes: it flies"),
        ),
    ),
    Field(
        "landing",
        "kings",
        Text("La dama che vola si posa", "A flying king lands"),
        values=_values(
            ("any", "dove vuole dietro il pezzo preso", "where it likes behind the captured piece"),
            ("adjacent", "subito dietro il pezzo preso", "just behind the captured piece"),
            (
                "killer",
                "subito dietro, se l'ultimo preso è una dama",
                "just behind, if the last one taken is a king",
            ),
        ),
    ),
    Field(
        "king-limit",
        "kings",
        Text("Mosse di seguito della stessa dama", "Moves in a row of one king"),
        "number",
        most=99,
        hint=Text("0: quante vuole", "0: any number"),
    ),
    Field(
        "removal",
        "captures",
        Text("I pezzi presi escono", "Captured pieces go off"),
        values=_values(
            ("end", "a presa finita", "when the capture is over"),
            ("immediate", "subito, uno per uno", "at once, one by one"),
        ),
    ),
    Field(
        "reversal",
        "captures",
        Text(
            "La dama può voltarsi indietro fra due prese", "A king may turn straight back between two jumps"
        ),
        values=_values(*_YES_NO),
    ),
    Field(
        "promotion",
        "crowning",
        Text("La pedina che tocca il fondo prendendo", "A man that touches the far end while capturing"),
        values=_values(
            ("stop", "diventa dama e si ferma", "becomes a king and stops"),
            ("pass", "continua da pedina, se può", "goes on as a man, if it can"),
            ("king", "continua da dama", "goes on as a king"),
        ),
    ),
    Field(
        "promotion-squares",
        "crowning",
        Text("Si fa dama", "Men are crowned"),
        "squares",
        _values(
            ("last-row", "sull'ultima riga", "on the last row"),
            ("rim", "sul bordo oltre la diagonale", "on the rim beyond the diagonal"),
            ("corner", "nell'angolo lontano", "in the far corner"),
            ("far-sides", "sui due lati lontani", "on the two far sides"),
        ),
    ),
    Field(
        "choice",
        "choice",
        Text("Fra più prese", "Among several captures"),
        values=_values(
            ("free", "si sceglie liberamente", "the choice is free"),
            ("number", "si prende dove i pezzi sono di più", "take the most pieces"),
            ("quality", "più pezzi, poi più dame", "most pieces, then most kings"),
            ("number-king", "più pezzi, poi con la dama", "most pieces, then with a king"),
            (
                "italian",
                "più pezzi, con la dama, più dame, le dame prima",
                "most pieces, with a king, most kings, kings first",
            ),
            ("king-first", "prende la dama, se può", "a king captures if one can"),
            ("weight", "più valore: una dama vale due pedine", "most value: a king is worth two men"),
            (
                "frisian",
                "più valore: una dama vale un po' meno di due pedine",
                "most value: a king is worth a little less than two men",
            ),
            (
                "frisian-half",
                "più valore: una dama vale una pedina e mezza",
                "most value: a king is worth a man and a half",
            ),
        ),
    ),
    Field(
        "goal",
        "end",
        Text("Vince", "The winner is"),
        values=_values(
            ("win", "chi lascia l'altro senza mosse", "whoever leaves the other without a move"),
            ("lose", "chi resta senza mosse", "whoever is left without a move"),
            ("breakthrough", "chi fa dama per primo", "whoever crowns a man first"),
        ),
    ),
    Field(
        "blocked",
        "end",
        Text("A perdere, chi è bloccato", "When losing wins, whoever is blocked"),
        values=_values(
            ("wins", "ha vinto", "has won"),
            (
                "fewer-wins",
                "vince se ha meno pezzi, patta se ne ha altrettanti",
                "wins with fewer pieces, draws with as many",
            ),
        ),
    ),
    Field(
        "last-piece",
        "end",
        Text("Chi resta con un pezzo solo", "Whoever has a single piece left"),
        values=_values(("plays-on", "continua", "plays on"), ("loses", "ha perso", "has lost")),
    ),
    Field(
        "lone-pieces",
        "end",
        Text("Un pezzo contro uno", "One piece against one"),
        values=_values(
            ("play", "si continua", "play goes on"),
            ("draw", "è patta", "is a draw"),
            ("king-wins", "la dama vince contro la pedina", "the king wins against the man"),
        ),
    ),
    Field(
        "repetition",
        "end",
        Text("Patta se la posizione torna tante volte", "A draw when a position comes up so many times"),
        "number",
        most=9,
        hint=_ZERO_IS_NEVER,
    ),
    Field(
        "no-progress",
        "end",
        Text(
            "Patta dopo tante mosse di sole dame, senza prese",
            "A draw after so many moves of kings only, without captures",
        ),
        "number",
        most=200,
        hint=_ZERO_IS_NEVER,
    ),
)

FIELDS: Mapping[str, Field] = MappingProxyType({field.key: field for field in _ALL})
REMARKS = frozenset({"blocked", "last-piece", "lone-pieces", "repetition", "no-progress"})


def field_value(key: str, value: str) -> Text:
    """Return what a value of a field is called; a number or a list of squares is its own name.

    >>> field_value("king-range", "flying").en
    'as far as it likes: it flies'
    >>> field_value("promotion-squares", "a8.c8").en
    'a8, c8'
    """
    known = {one.value: one.label for one in FIELDS[key].values}
    plain = value.replace(".", ", ")
    if FIELDS[key].kind == "number" and value == "0" and key in REMARKS:
        return _NEVER
    return known.get(value) or Text(plain, plain)


def fitting_values(field: Field, shape: str) -> tuple[FieldValue, ...]:
    """Return the values of a field that fit a board of this shape.

    >>> [one.value for one in fitting_values(FIELDS["king-moves"], "hexagon")]
    ['hex']
    """
    on_hexagon = shape == "hexagon"
    if field.key in ("man-moves", "man-captures", "king-moves", "king-captures"):
        return tuple(one for one in field.values if one.value.startswith("hex") == on_hexagon)
    if field.key == "promotion-squares":
        return tuple(one for one in field.values if (one.value == "far-sides") == on_hexagon)
    if field.key == "board" and on_hexagon:
        return _values(*((size, size.replace("x", " × "), size.replace("x", " × ")) for size in _HEXAGONS))
    return field.values
