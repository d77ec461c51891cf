"""The traits of a game as the catalogue states them, and the provisions that put them into words.

The compiled core has traits of its own, which decide; tests hold the two against each other. Here they are
what a reader sees, what options change, and what chooses the sentences of the stock (`regulations/stock`), so
that the same rule has the same words in every book and on every page.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

__all__ = ["DIRECTIONS", "BoardShape", "Traits", "capture_ladder", "provisions"]

# Directions as White sees them. On a board of dark squares n, e, s and w are the next square of the same
# colour, two away; on a hexagon n and e are the steps along the two axes and ne the one between them.
DIRECTIONS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "forward-diagonals": frozenset({"ne", "nw"}),
        "diagonals": frozenset({"ne", "nw", "se", "sw"}),
        "forward-sideways": frozenset({"n", "e", "w"}),
        "orthogonals": frozenset({"n", "e", "s", "w"}),
        "front": frozenset({"n", "ne", "nw", "e", "w"}),
        "ahead": frozenset({"n", "ne", "nw"}),
        "ahead-right": frozenset({"n", "e"}),
        "all": frozenset({"n", "ne", "nw", "e", "w", "s", "se", "sw"}),
        "hex-forward": frozenset({"n", "ne", "e"}),
        "hex": frozenset({"n", "ne", "e", "s", "sw", "w"}),
    }
)
"""The steps that each named set of directions allows, as White sees them."""

_LADDERS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "free": ("choice.free",),
        "number": ("choice.most-pieces", "choice.rest"),
        "italian": (
            "choice.most-pieces",
            "choice.with-king",
            "choice.most-kings",
            "choice.kings-first",
            "choice.rest",
        ),
        "italian_first": (
            "choice.most-pieces",
            "choice.with-king",
            "choice.most-kings",
            "choice.first-king",
            "choice.rest",
        ),
        "quality": ("choice.most-pieces", "choice.most-kings", "choice.rest"),
        "number_king": ("choice.most-pieces", "choice.with-king", "choice.rest"),
        "king_first": ("choice.king-first", "choice.rest"),
        "weight": ("choice.weight", "choice.rest"),
        "frisian": ("choice.frisian", "choice.frisian-king", "choice.rest"),
        "frisian_half": ("choice.frisian-half", "choice.frisian-king", "choice.rest"),
    }
)


@dataclass(frozen=True, slots=True)
class BoardShape:
    """What a picture of the board needs to know.

    Attributes:
        shape: the outline; `lines` is a square of points joined by lines.
        files, ranks: columns and rows; on a hexagon the lengths of its two axes; 0 on a star.
        squares: squares, cells or holes that are played on.
        cells: whether only the dark squares are used, or all.
        corner: the dark corner nearest to each player; empty where all squares are used.
        men: pieces of each side at the start.
        first_square: where the numbers begin, or that squares have letters.

    >>> from damiera.rules.entry import entry
    >>> board = entry("italian").board
    >>> board.files, board.ranks, board.corner, board.men
    (8, 8, 'right', 12)
    """

    shape: Literal["square", "lines", "hexagon", "star"]
    files: int
    ranks: int
    squares: int
    cells: Literal["dark", "all"]
    corner: Literal["left", "right", ""]
    men: int
    first_square: Literal["top-left", "bottom-right", "letters"]


@dataclass(frozen=True, slots=True)
class Traits:
    """How the pieces move and capture; values as the core names them, directions by their sets.

    Attributes:
        first: the side that begins.
        man_moves, man_captures, king_moves, king_captures: keys of `DIRECTIONS`.
        man_captures_king: whether a man may take a king.
        king_range: one square, or any distance.
        landing: where a flying king lands behind what it takes.
        removal: when captured pieces leave the board.
        reversal: whether a piece may turn straight back between two jumps.
        promotion: what becomes of a man that touches the far end during a capture.
        promotion_squares: which squares crown.
        choice: what decides among captures.
        goal: what wins.
        king_limit: moves in a row that one king may make without capturing; 0 for no limit.
        man_lines: whether a man may go over a line of its own men to the free square at its head.
        man_hops: which ways a man may jump a piece of its own beside it, taking nothing: those in which it
            moves, or captures.

    >>> from damiera.rules.entry import entry
    >>> traits = entry("italian").traits
    >>> traits.first, traits.man_captures, traits.king_range, traits.choice
    ('white', 'forward-diagonals', 'adjacent', 'italian')
    """

    first: Literal["white", "black"]
    man_moves: str
    man_captures: str
    man_captures_king: bool
    king_moves: str
    king_captures: str
    king_range: Literal["adjacent", "flying"]
    landing: Literal["adjacent", "any", "killer"]
    removal: Literal["end", "immediate"]
    reversal: bool
    promotion: Literal["stop", "pass", "king"]
    promotion_squares: Literal["last-row", "marked", "far-sides", "corner", "squares", "none"]
    choice: str
    goal: Literal["win", "lose", "breakthrough"] = "win"
    king_limit: int = 0
    man_lines: bool = False
    man_hops: Literal["no", "moves", "captures"] = "no"


def provisions(traits: Traits) -> dict[str, tuple[str, ...]]:
    """Return the stock provisions that say in words what the traits say, by what they are about.

    >>> from damiera.rules.entry import entry
    >>> provisions(entry("italian").traits)["men"]
    ('man-moves.forward-diagonals', 'man-captures.forward-diagonals', 'man-takes.men')
    """
    takes = "all" if traits.man_captures_king else "men"
    crowns = traits.promotion_squares != "none"
    return {
        "men": (
            f"man-moves.{traits.man_moves}",
            *(("man-lines",) if traits.man_lines else ()),
            *(() if traits.man_hops == "no" else (f"man-hops.{traits.man_hops}",)),
            f"man-captures.{traits.man_captures}",
            *((f"man-takes.{takes}",) if crowns else ()),
        ),
        "kings": _of_kings(traits) if crowns else ("promotion.none",),
        "captures": (
            "must-capture",
            "goes-on",
            "own-pieces" if traits.man_hops == "no" else "own-pieces.capturing",
            f"removal.{traits.removal}",
            *(() if traits.reversal else ("no-turning-back",)),
        ),
        "crowning": (f"promotion.{traits.promotion_squares}", f"promotion-in-capture.{traits.promotion}")
        if crowns
        else (),
        "choice": capture_ladder(traits),
    }


def _of_kings(traits: Traits) -> tuple[str, ...]:
    flies = traits.king_range == "flying"
    return (
        f"king-moves.{traits.king_range}.{traits.king_moves}",
        *(("king-limit",) if traits.king_limit else ()),
        f"king-captures.{traits.king_range}.{traits.king_captures}",
        *((f"landing.{traits.landing}",) if flies else ()),
        *(("landing-goes-on",) if chooses_its_landing(traits) else ()),
    )


def capture_ladder(traits: Traits) -> tuple[str, ...]:
    """Return the questions that decide among captures, in order.

    >>> from damiera.rules.entry import entry
    >>> capture_ladder(entry("italian").traits)[0]
    'choice.most-pieces'
    """
    return _LADDERS[traits.choice]


def chooses_its_landing(traits: Traits) -> bool:
    """Whether the duty to go on narrows the landing squares: where number decides, it does so by itself."""
    flies = traits.king_range == "flying" and traits.landing != "adjacent"
    return flies and traits.choice in ("free", "king_first")
