"""A position with what explaining it needs: its legal moves and all capture sequences, found once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from damiera import _core
from damiera.rules._lines import OPPOSITE, step
from damiera.rules.pieces import Piece, pieces_of
from damiera.rules.ruleset import Ruleset, ruleset_of
from damiera.rules.squares import square_name

__all__ = ["Nature", "Situation", "entered", "nature", "reach", "situation"]

_HEX_FORWARD = frozenset({"n", "ne", "e"})
_AHEAD_AND_RIGHT = frozenset({"n", "e"})
_FORWARD = frozenset({"n", "ne", "nw"})


@dataclass(frozen=True, slots=True)
class Nature:
    """The traits of a game that decide why a move is refused. Directions are White's."""

    man_moves: frozenset[str]
    man_captures: frozenset[str]
    man_captures_king: bool
    king_moves: frozenset[str]
    king_captures: frozenset[str]
    king_flies: bool
    landing: str
    removes_at_once: bool
    reversal: bool
    promotion: str
    choice: str
    goal: str
    man_lines: bool = False
    man_hops: frozenset[str] = frozenset()

    @property
    def directions(self) -> tuple[str, ...]:
        """Every direction in which some piece goes or takes, in a fixed order."""
        return tuple(sorted(self.man_moves | self.man_captures | self.king_moves | self.king_captures))

    @property
    def forward(self) -> frozenset[str]:
        """The directions that lead towards the other side."""
        own = self.man_moves in (_HEX_FORWARD, _AHEAD_AND_RIGHT)
        return self.man_moves if own else _FORWARD

    @property
    def men_go_to_a_corner(self) -> bool:
        """Whether men move straight ahead or to their right, and in no other direction."""
        return self.man_moves == _AHEAD_AND_RIGHT

    @property
    def men_go_sideways(self) -> bool:
        """Whether men move along their own row."""
        return {"e", "w"} <= self.man_moves

    @property
    def men_take_sideways(self) -> bool:
        """Whether men capture along their own row."""
        return {"e", "w"} <= self.man_captures


@dataclass(frozen=True, slots=True)
class Situation:
    """A position, its legal moves, every capture sequence, and those that precedence allows."""

    position: _core.Position
    game: Ruleset
    pieces: dict[int, Piece]
    moves: tuple[_core.Move, ...]
    lines: tuple[_core.CaptureLine, ...]
    best: tuple[_core.CaptureLine, ...]
    nature: Nature
    by_number: bool = False
    unknown: str = ""

    @property
    def rules(self) -> _core.Rules:
        """The rules of the game."""
        return self.position.rules

    @property
    def side(self) -> _core.Side:
        """The side to move."""
        return self.position.side

    @property
    def next_side(self) -> _core.Side:
        """The side against the side to move; on a star, where there are several, the side itself."""
        return self.side.opponent if len(self.rules.seats) == 2 else self.side

    @property
    def origins(self) -> tuple[int, ...]:
        """The squares of the pieces that have a legal move, ascending."""
        return tuple(sorted({move.origin for move in self.moves}))

    def name(self, square: int) -> str:
        """Return the name of a square as the game writes it, or its number where numbers are asked for."""
        return str(square) if self.by_number else square_name(self.game, square)

    def is_own(self, square: int) -> bool:
        """Whether the side to move has a piece on `square`."""
        return square in self.pieces and self.pieces[square].side is self.side

    def is_enemy(self, square: int) -> bool:
        """Whether the opponent has a piece on `square`."""
        return square in self.pieces and self.pieces[square].side is not self.side

    def owner(self, square: int) -> _core.Side:
        """Return whose piece stands on `square`."""
        return self.pieces[square].side

    def is_king(self, square: int) -> bool:
        """Whether the piece on `square` is a king."""
        return self.pieces[square].is_king

    def moves_of(self, square: int) -> tuple[_core.Move, ...]:
        """Return the legal moves of the piece on `square`."""
        return tuple(move for move in self.moves if move.origin == square)

    def lines_of(self, square: int) -> tuple[_core.CaptureLine, ...]:
        """Return the capture sequences of the piece on `square`, allowed or not."""
        return tuple(line for line in self.lines if line.path[0] == square)

    def may_go(self, directions: frozenset[str], direction: str) -> bool:
        """Whether the side to move has `direction` among these directions of White's."""
        return self._seen(direction) in directions

    def is_backward(self, direction: str) -> bool:
        """Whether `direction` leads the side to move back towards its own base."""
        return OPPOSITE[self._seen(direction)] in self.nature.forward

    def crowns(self, square: int) -> bool:
        """Whether the men of the side to move become kings on `square`."""
        return square in self.rules.promotion_squares(self.side)

    def has_free_step(self, square: int) -> bool:
        """Whether the piece on `square` has an empty square beside it to which its kind may go."""
        directions = self.nature.king_moves if self.is_king(square) else self.nature.man_moves
        beside = (step(self.rules, square, d) for d in self.nature.directions if self.may_go(directions, d))
        return any(next_to is not None and next_to not in self.pieces for next_to in beside)

    def _seen(self, direction: str) -> str:
        return direction if self.side is _core.Side.WHITE else OPPOSITE[direction]


@lru_cache(maxsize=128)
def situation(position: _core.Position) -> Situation:
    """Return what explaining `position` needs. Kept for the positions asked about last."""
    moves = position.moves()
    lines = position.capture_lines() if moves and moves[0].is_capture else ()
    top = max((line.key for line in lines), default=0)
    return Situation(
        position,
        ruleset_of(position),
        pieces_of(position),
        moves,
        lines,
        tuple(line for line in lines if line.key == top),
        nature(position.rules.slug),
    )


def entered(position: _core.Position, drops: Sequence[int]) -> _core.Position:
    """Return a position once the men of the side to move have come back onto `drops`, before it moves.

    >>> entered(_core.rules("reentry").read("W:W22:B5:R2,0"), (29, 30)).fen
    'W:W22,29,30:B5'
    """
    men, hands = [position.white_men, position.black_men], list(position.hands)
    mover = position.side.value
    men[mover] = tuple(sorted({*men[mover], *drops}))
    hands[mover] -= len(drops)
    white, black = (",".join(map(str, squares)) for squares in men)
    waiting = f":R{hands[0]},{hands[1]}" if any(hands) else ""
    return position.rules.read(f"{position.side.letter}:W{white}:B{black}{waiting}")


@lru_cache
def nature(slug: str) -> Nature:
    """Return the traits of a game."""
    traits = _core.rules(slug).traits
    return Nature(
        _names(traits["man_moves"]),
        _names(traits["man_captures"]),
        bool(traits["man_captures_king"]),
        _names(traits["king_moves"]),
        _names(traits["king_captures"]),
        traits["king_range"] == "flying",
        str(traits["landing"]),
        traits["removal"] == "immediate",
        bool(traits["reversal"]),
        str(traits["promotion"]),
        str(traits["choice"]),
        str(traits.get("goal", "win")),
        bool(traits.get("man_lines")),
        _names(traits.get(f"man_{traits['man_hops']}")),
    )


def reach(line: _core.CaptureLine, path: Sequence[int]) -> int | None:
    """Return where along a capture line a path ends, or None if it does not follow the line.

    The squares between the first and the last need only be landings of the line, in order.
    """
    if line.path[0] != path[0]:
        return None
    at = 0
    for square in path[1:]:
        try:
            at = line.path.index(square, at + 1)
        except ValueError:
            return None
    return at


def _names(value: object) -> frozenset[str]:
    return frozenset(value) if isinstance(value, tuple) else frozenset()
