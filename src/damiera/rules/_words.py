"""Small words of both languages: numbers, pieces, squares, colours, lists."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from damiera import _core
from damiera.messages import Joined, Message, Text, Verbatim

__all__ = [
    "AND",
    "OR",
    "colour",
    "haul",
    "join",
    "men_count",
    "number",
    "of_colour",
    "ordinal",
    "piece",
    "piece_count",
    "squares",
    "to_colour",
]

AND = Message(" and ")
OR = Message(" or ")

_NUMBERS = (
    Message("none"), Message("one"), Message("two"), Message("three"), Message("four"), Message("five"),
    Message("six"), Message("seven"), Message("eight"), Message("nine"), Message("ten"), Message("eleven"),
    Message("twelve"),
)  # fmt: skip
_FEMININE = (
    Message("none", context="feminine"),
    Message("one", context="feminine"),
    Message("two", context="feminine"),
    *_NUMBERS[3:],
)
_ORDINALS = (
    Message("first"), Message("second"), Message("third"), Message("fourth"),
    Message("fifth"), Message("sixth"), Message("seventh"), Message("eighth"),
    Message("ninth"), Message("tenth"), Message("eleventh"),
    Message("twelfth"),
)  # fmt: skip


def number(n: int, *, feminine: bool = False) -> Text:
    """Spell a number up to twelve; figures from thirteen on.

    >>> number(1, feminine=True).text("it"), number(13).text("it")
    ('una', '13')
    """
    if n >= len(_NUMBERS):
        return Verbatim(str(n))
    return (_FEMININE if feminine else _NUMBERS)[n]


def ordinal(n: int) -> Text:
    """Say which in a row, counting from 1: `primo`, `first`."""
    return _ORDINALS[n - 1] if n <= len(_ORDINALS) else Message("{n}th", n=n)


def piece_count(n: int) -> Text:
    """Count pieces: `un pezzo`, `due pezzi`; `one piece`, `two pieces`.

    >>> piece_count(1).text("it"), piece_count(2).text("en")
    ('un pezzo', 'two pieces')
    """
    if n == 1:
        return Message("one piece")
    return Message("{number} pieces", number=number(n))


def men_count(n: int) -> Text:
    """Count men: `una pedina`, `due pedine`; `a man`, `two men`."""
    if n == 1:
        return Message("a man")
    return Message("{number} men", number=number(n))


def join(items: Sequence[Text], conjunction: Text) -> Text:
    """List things: `la 1, la 5 e la 10`; `1, 5 and 10`.

    >>> join([piece(1), piece(5), piece(10)], AND).text("it")
    'la 1, la 5 e la 10'
    """
    return Joined(tuple(items), ", ", conjunction)


def kings_count(n: int) -> Text:
    """Count kings: `una dama`, `due dame`; `a king`, `two kings`."""
    if n == 1:
        return Message("a king")
    return Message("{number} kings", number=number(n))


def haul(men: int, kings: int) -> Text:
    """Count what a capture takes, kings first: `una dama e due pedine`, `a king and two men`.

    >>> haul(2, 1).text("it"), haul(3, 0).text("en")
    ('una dama e due pedine', 'three men')
    """
    counted = [kings_count(kings)] if kings else []
    return join([*counted, men_count(men)] if men else counted, AND)


def piece(name: int | str) -> Text:
    """Name the piece on a square: `la 22`, `22`; `la c3`, `c3`."""
    return Message("{name}", context="the piece on a square", name=str(name))


def squares(names: Iterable[int | str]) -> Text:
    """Name squares: `la casella 5`, `le caselle 5 e 10`; `square 5`, `squares 5 and 10`.

    >>> squares([5, 10]).text("it")
    'le caselle 5 e 10'
    """
    said = [Verbatim(str(name)) for name in names]
    listed = join(said, AND)
    if len(said) == 1:
        return Message("square {listed}", listed=listed)
    return Message("squares {listed}", listed=listed)


_COLOURS = {
    _core.Side.WHITE: Message("White", context="with the article"),
    _core.Side.BLACK: Message("Black", context="with the article"),
    _core.Side.RED: Message("Red", context="with the article"),
    _core.Side.GREEN: Message("Green", context="with the article"),
    _core.Side.BLUE: Message("Blue", context="with the article"),
    _core.Side.YELLOW: Message("Yellow", context="with the article"),
}
_OF_COLOUR = {
    _core.Side.WHITE: Message("White's"),
    _core.Side.BLACK: Message("Black's"),
    _core.Side.RED: Message("Red's"),
    _core.Side.GREEN: Message("Green's"),
    _core.Side.BLUE: Message("Blue's"),
    _core.Side.YELLOW: Message("Yellow's"),
}
_TO_COLOUR = {
    _core.Side.WHITE: Message("to White"),
    _core.Side.BLACK: Message("to Black"),
    _core.Side.RED: Message("to Red"),
    _core.Side.GREEN: Message("to Green"),
    _core.Side.BLUE: Message("to Blue"),
    _core.Side.YELLOW: Message("to Yellow"),
}


def colour(side: _core.Side) -> Text:
    """Name a side: `il Bianco`, `White`."""
    return _COLOURS[side]


def of_colour(side: _core.Side) -> Text:
    """Say whose: `del Bianco`, `White's`."""
    return _OF_COLOUR[side]


def to_colour(side: _core.Side) -> Text:
    """Say to whom: `al Bianco`, `to White`."""
    return _TO_COLOUR[side]
