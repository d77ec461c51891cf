"""What a variant may change: one field for each `key=value` of its name, with its words.

The compiled core reads most of them (`_core.compose`); the `REMARKS` it only keeps, and they change the
parameters of the rulebook. Values are written here as names write them: small letters and hyphens.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from damiera.messages import Message, Text, Verbatim

__all__ = [
    "FIELDS",
    "GROUPS",
    "REMARKS",
    "FieldGroup",
    "FieldValue",
    "RuleField",
    "field_value",
    "fitting_values",
]

Group = Literal["board", "men", "kings", "captures", "crowning", "choice", "end"]


@dataclass(frozen=True, slots=True)
class FieldValue:
    """One value of a field and what it is called.

    >>> FIELDS["king-range"].values[1].value
    'flying'
    """

    value: str
    label: Text


@dataclass(frozen=True, slots=True)
class RuleField:
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

    >>> FIELDS["repetition"].kind, FIELDS["repetition"].least, FIELDS["repetition"].most
    ('number', 0, 9)
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
    """Fields that stand together on a page.

    >>> GROUPS[0].key, GROUPS[0].title.text("en")
    ('board', 'The board and the start')
    """

    key: Group
    title: Text


GROUPS: tuple[FieldGroup, ...] = (
    FieldGroup("board", Message("The board and the start")),
    FieldGroup("men", Message("The man")),
    FieldGroup("kings", Message("The king")),
    FieldGroup("captures", Message("Captures")),
    FieldGroup("crowning", Message("Crowning")),
    FieldGroup("choice", Message("Which capture")),
    FieldGroup("end", Message("The end")),
)
"""The groups of fields, in the order of a page."""


def _values(*said: tuple[str, Text]) -> tuple[FieldValue, ...]:
    return tuple(FieldValue(value, label) for value, label in said)


_BOTH_WAYS = (
    ("diagonals", Message("diagonally, forward and back")),
    ("orthogonals", Message("along rows and columns")),
    ("all", Message("in all eight directions")),
    ("hex", Message("in all six directions")),
)
_WAYS = (
    ("forward-diagonals", Message("diagonally forward")),
    ("forward-sideways", Message("forward and sideways")),
    ("front", Message("forward, sideways and diagonally forward")),
    ("ahead", Message("forward and diagonally forward")),
    ("ahead-right", Message("forward and to the right")),
    ("hex-forward", Message("in the three forward directions")),
    *_BOTH_WAYS,
)
_YES_NO = (("yes", Message("yes")), ("no", Message("no")))
_COLOURS = (
    ("white", Message("White", context="with the article")),
    ("black", Message("Black", context="with the article")),
)
_HEXAGONS = ("5x5", "7x7", "9x9")
_NEVER = Message("never")
_ZERO_IS_NEVER = Message("0: never")

_ALL = (
    RuleField(
        "board",
        "board",
        Message("Squares a side"),
        "board",
        _values(
            *(
                (size, Verbatim(size.replace("x", " × ")))
                for size in ("6x6", "8x8", "10x8", "10x10", "12x12", "14x14")
            )
        ),
    ),
    RuleField(
        "shape",
        "board",
        Message("Play is"),
        values=_values(
            ("diagonal", Message("on the squares of one colour")),
            ("full", Message("on all squares")),
            ("lined", Message("on points joined by lines")),
            ("ended", Message("on the crossings and ends of lines")),
            ("hexagon", Message("on a hexagon")),
        ),
    ),
    RuleField(
        "corner",
        "board",
        Message("Each player's dark corner"),
        values=_values(("left", Message("on the left")), ("right", Message("on the right"))),
    ),
    RuleField(
        "squares",
        "board",
        Message("Squares are named"),
        values=_values(
            ("top-left", Message("by number, from the top left")),
            ("bottom-right", Message("by number, from the bottom right")),
            ("letters", Message("by letter and number")),
        ),
    ),
    RuleField("rows", "board", Message("Rows of men"), "number", least=1, most=6),
    RuleField(
        "first-row",
        "board",
        Message("The first row of men"),
        "number",
        least=1,
        most=6,
    ),
    RuleField("first", "board", Message("Who begins"), values=_values(*_COLOURS)),
    RuleField("man-moves", "men", Message("A man moves"), values=_values(*_WAYS)),
    RuleField(
        "man-lines",
        "men",
        Message("A man goes over a line of its own men"),
        values=_values(*_YES_NO),
    ),
    RuleField(
        "man-hops",
        "men",
        Message("A man jumps a piece of its own"),
        values=_values(
            ("no", Message("no")),
            ("moves", Message("in the directions in which it moves")),
            ("captures", Message("in the directions in which it captures")),
        ),
    ),
    RuleField("man-captures", "men", Message("A man captures"), values=_values(*_WAYS)),
    RuleField(
        "man-captures-king",
        "men",
        Message("A man takes kings"),
        values=_values(*_YES_NO),
    ),
    RuleField("king-moves", "kings", Message("A king moves"), values=_values(*_BOTH_WAYS)),
    RuleField("king-captures", "kings", Message("A king captures"), values=_values(*_BOTH_WAYS)),
    RuleField(
        "king-range",
        "kings",
        Message("A king goes"),
        values=_values(
            ("adjacent", Message("one square")),
            ("flying", Message("as far as it likes: it flies")),
        ),
    ),
    RuleField(
        "landing",
        "kings",
        Message("A flying king lands"),
        values=_values(
            ("any", Message("where it likes behind the captured piece")),
            ("adjacent", Message("just behind the captured piece")),
            ("killer", Message("just behind, if the last one taken is a king")),
        ),
    ),
    RuleField(
        "king-limit",
        "kings",
        Message("Moves in a row of one king"),
        "number",
        most=99,
        hint=Message("0: any number"),
    ),
    RuleField(
        "removal",
        "captures",
        Message("Captured pieces go off"),
        values=_values(
            ("end", Message("when the capture is over")),
            ("immediate", Message("at once, one by one")),
        ),
    ),
    RuleField(
        "reversal",
        "captures",
        Message("A king may turn straight back between two jumps"),
        values=_values(*_YES_NO),
    ),
    RuleField(
        "promotion",
        "crowning",
        Message("A man that touches the far end while capturing"),
        values=_values(
            ("stop", Message("becomes a king and stops")),
            ("pass", Message("goes on as a man, if it can")),
            ("king", Message("goes on as a king")),
        ),
    ),
    RuleField(
        "promotion-squares",
        "crowning",
        Message("Men are crowned"),
        "squares",
        _values(
            ("last-row", Message("on the last row")),
            ("rim", Message("on the rim beyond the diagonal")),
            ("corner", Message("in the far corner")),
            ("far-sides", Message("on the two far sides")),
            ("none", Message("nowhere: there are no kings")),
        ),
    ),
    RuleField(
        "choice",
        "choice",
        Message("Among several captures"),
        values=_values(
            ("free", Message("the choice is free")),
            ("number", Message("take the most pieces")),
            ("quality", Message("most pieces, then most kings")),
            ("number-king", Message("most pieces, then with a king")),
            ("italian", Message("most pieces, with a king, most kings, kings first")),
            ("italian-first", Message("most pieces, with a king, most kings, the first king earliest")),
            ("king-first", Message("a king captures if one can")),
            ("weight", Message("most value: a king is worth two men")),
            ("frisian", Message("most value: a king is worth a little less than two men")),
            ("frisian-half", Message("most value: a king is worth a man and a half")),
        ),
    ),
    RuleField(
        "goal",
        "end",
        Message("The winner is"),
        values=_values(
            ("win", Message("whoever leaves the other without a move")),
            ("lose", Message("whoever is left without a move")),
            ("breakthrough", Message("whoever crowns a man first")),
        ),
    ),
    RuleField(
        "blocked",
        "end",
        Message("When losing wins, whoever is blocked"),
        values=_values(
            ("wins", Message("has won")),
            ("fewer-wins", Message("wins with fewer pieces, draws with as many")),
        ),
    ),
    RuleField(
        "last-piece",
        "end",
        Message("Whoever has a single piece left"),
        values=_values(("plays-on", Message("plays on")), ("loses", Message("has lost"))),
    ),
    RuleField(
        "lone-pieces",
        "end",
        Message("One piece against one"),
        values=_values(
            ("play", Message("play goes on")),
            ("draw", Message("is a draw")),
            ("king-wins", Message("the king wins against the man")),
        ),
    ),
    RuleField(
        "repetition",
        "end",
        Message("A draw when a position comes up so many times"),
        "number",
        most=9,
        hint=_ZERO_IS_NEVER,
    ),
    RuleField(
        "no-progress",
        "end",
        Message("A draw after so many moves of kings only, without captures"),
        "number",
        most=200,
        hint=_ZERO_IS_NEVER,
    ),
)

FIELDS: Mapping[str, RuleField] = MappingProxyType({field.key: field for field in _ALL})
"""Every field by its key, in the order of a page."""
REMARKS = frozenset({"blocked", "last-piece", "lone-pieces", "repetition", "no-progress"})
"""The fields that change numbers of the rulebook, not what the core plays."""


def field_value(key: str, value: str) -> Text:
    """Return what a value of a field is called; a number or a list of squares is its own name.

    Raises:
        KeyError: for a key that is none of `FIELDS`.

    >>> field_value("king-range", "flying").text("en")
    'as far as it likes: it flies'
    >>> field_value("promotion-squares", "a8.c8").text("en")
    'a8, c8'
    """
    known = {one.value: one.label for one in FIELDS[key].values}
    plain = value.replace(".", ", ")
    if FIELDS[key].kind == "number" and value == "0" and key in REMARKS:
        return _NEVER
    return known.get(value) or Verbatim(plain)


def fitting_values(field: RuleField, shape: str) -> tuple[FieldValue, ...]:
    """Return the values of a field that fit a board of this shape.

    >>> [one.value for one in fitting_values(FIELDS["king-moves"], "hexagon")]
    ['hex']
    """
    on_hexagon = shape == "hexagon"
    if field.key in ("man-moves", "man-captures", "king-moves", "king-captures"):
        return tuple(one for one in field.values if one.value.startswith("hex") == on_hexagon)
    if field.key == "promotion-squares":
        there = ("far-sides",) if on_hexagon else ("last-row", "rim", "corner", "none")
        return tuple(one for one in field.values if one.value in there)
    if field.key == "board" and on_hexagon:
        return _values(*((size, Verbatim(size.replace("x", " × "))) for size in _HEXAGONS))
    return field.values
