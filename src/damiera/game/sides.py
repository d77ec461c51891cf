"""The two sides by name: as events and the wire write them, and as people say them."""

from __future__ import annotations

from typing import Literal

from damiera._core import Side
from damiera.lang import Text

__all__ = ["SideName", "side_name", "side_named", "side_text"]

SideName = Literal["white", "black"]

_SIDES = {Side.WHITE: Text("Bianco", "White"), Side.BLACK: Text("Nero", "Black")}


def side_name(side: Side) -> SideName:
    """Return the side as events write it."""
    return "white" if side is Side.WHITE else "black"


def side_named(name: SideName) -> Side:
    """Return the side that events write so."""
    return Side.WHITE if name == "white" else Side.BLACK


def side_text(side: Side) -> Text:
    """Return the side as people call it: Bianco, White."""
    return _SIDES[side]
