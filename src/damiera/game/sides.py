"""The sides by name: as events and the wire write them, and as people say them.

White and Black play every game for two. On a star up to six play, and each colour has its own point: White
at the top and Black opposite, the others clockwise between them. In Halma four may play: White in the corner
at its left, Black opposite, Red and Blue between them.
"""

from __future__ import annotations

from typing import Literal

from damiera._core import Rules, Side
from damiera.messages import Message, Text
from damiera.regulations.citations import implements

__all__ = ["SideName", "is_for_two", "side_name", "side_named", "side_text", "sides_of"]

SideName = Literal["white", "black", "red", "green", "blue", "yellow"]
"""A side as stored games and links call it. Games for two have `white` and `black` only."""

_TWO = (Side.WHITE, Side.BLACK)
_BY_SEAT = (Side.WHITE, Side.RED, Side.GREEN, Side.BLACK, Side.BLUE, Side.YELLOW)

_NAMES: dict[Side, SideName] = {
    Side.WHITE: "white",
    Side.BLACK: "black",
    Side.RED: "red",
    Side.GREEN: "green",
    Side.BLUE: "blue",
    Side.YELLOW: "yellow",
}
_NAMED = {name: side for side, name in _NAMES.items()}
_SIDES = {
    Side.WHITE: Message("White"),
    Side.BLACK: Message("Black"),
    Side.RED: Message("Red"),
    Side.GREEN: Message("Green"),
    Side.BLUE: Message("Blue"),
    Side.YELLOW: Message("Yellow"),
}


def side_name(side: Side) -> SideName:
    """Return the side as events write it.

    >>> side_name(Side.WHITE)
    'white'
    """
    return _NAMES[side]


def side_named(name: SideName) -> Side:
    """Return the side that events write so.

    Raises:
        KeyError: for a name that no side has.

    >>> side_named("black").name
    'BLACK'
    """
    return _NAMED[name]


@implements("fid.italian:2.7", "fid.english:2.7")
def side_text(side: Side) -> Text:
    """Return the side as people call it: Bianco, White.

    Source:
        FID 2008, 2.7 [fid.italian].
        FID English 2008, 2.7 [fid.english].

    >>> side_text(Side.WHITE).text("it")
    'Bianco'
    """
    return _SIDES[side]


@implements("fid.italian:1.3", "fid.english:1.3", "fmjd.international:1.1", "stock:players")
def sides_of(rules: Rules) -> tuple[Side, ...]:
    """Return the sides that play a game, in the order in which they first move round the board.

    Source:
        FID 2008, 1.3 [fid.italian].
        FID English 2008, 1.3 [fid.english].
        FMJD, 1.1 [fmjd.international].

    >>> from damiera import _core
    >>> [side.name for side in sides_of(_core.rules("chinese-checkers-3"))]
    ['WHITE', 'GREEN', 'BLUE']
    """
    return tuple(_BY_SEAT[seat] for seat in rules.seats) if rules.by_seat else _TWO


def is_for_two(rules: Rules) -> bool:
    """Return whether two sides play, so that each has an opponent.

    >>> from damiera import _core
    >>> is_for_two(_core.rules("italian")), is_for_two(_core.rules("chinese-checkers-3"))
    (True, False)
    """
    return len(sides_of(rules)) == 2
