"""What hands do with the pieces of a real board, act by act, and how the board lies then.

An act is told by the field `a` of its JSON:

    {"a": "lift", "square": 22}
    {"a": "put", "square": 18}
    {"a": "remove", "square": 18}
    {"a": "restore", "square": 18, "piece": "b"}
    {"a": "crown", "square": 3}
    {"a": "uncrown", "square": 3}

What the acts were, by the rules of the game, is found by `damiera.game.readings`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Annotated, assert_never

import msgspec

from damiera._core import Position, Side
from damiera.game.errors import ImpossibleHandAct
from damiera.game.events import PieceLetter
from damiera.messages import Message, Text

__all__ = [
    "Crown",
    "HandAct",
    "HandledBoard",
    "Lift",
    "Put",
    "Remove",
    "Restore",
    "Uncrown",
    "handled",
    "path_of",
]

_Square = Annotated[int, msgspec.Meta(ge=1, le=999)]


class _HandAct(msgspec.Struct, frozen=True, tag_field="a", forbid_unknown_fields=True):
    """Common to all acts: the square where it is done."""

    square: _Square


class Lift(_HandAct, frozen=True, tag="lift"):
    """A piece is taken up.

    >>> print(msgspec.json.encode(Lift(22)).decode())
    {"a":"lift","square":22}
    """


class Put(_HandAct, frozen=True, tag="put"):
    """The piece in the hand is put down.

    >>> print(msgspec.json.encode(Put(18)).decode())
    {"a":"put","square":18}
    """


class Remove(_HandAct, frozen=True, tag="remove"):
    """A piece is taken off the board.

    >>> print(msgspec.json.encode(Remove(18)).decode())
    {"a":"remove","square":18}
    """


class Restore(_HandAct, frozen=True, tag="restore"):
    """A piece from beside the board is put on it.

    >>> print(msgspec.json.encode(Restore(18, "b")).decode())
    {"a":"restore","square":18,"piece":"b"}
    """

    piece: PieceLetter


class Crown(_HandAct, frozen=True, tag="crown"):
    """A man is made a king.

    >>> print(msgspec.json.encode(Crown(3)).decode())
    {"a":"crown","square":3}
    """


class Uncrown(_HandAct, frozen=True, tag="uncrown"):
    """A king is made a man.

    >>> print(msgspec.json.encode(Uncrown(3)).decode())
    {"a":"uncrown","square":3}
    """


HandAct = Lift | Put | Remove | Restore | Crown | Uncrown
"""Anything that a hand does with one piece."""


_LETTERS: dict[str, PieceLetter] = {"w": "w", "W": "W", "b": "b", "B": "B"}


@dataclass(slots=True)
class _HandledPiece:
    """A piece while it is handled: where it stood first (None: beside the board), and everything since."""

    origin: int | None
    was: PieceLetter
    letter: PieceLetter
    trail: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class HandledBoard:
    """How the board lies after some acts.

    Attributes:
        pieces: the letter of what stands on each occupied square.
        hand: the square from which the piece in the hand was lifted, and its letter; None for an empty hand.
        touched: the squares of the pieces that were lifted, each once, in order, as they stood at first.
        trails: the squares over which each piece went that stood on the board and stands there still: where
            it stood first, then wherever it was put down.
        removed: the squares, as they stood at first, of the pieces taken off, in order.
        early: a piece was taken off before the last one that went anywhere was put down for good.
        restored: the squares and letters of pieces that came from beside the board.
        crowned, uncrowned: the squares, as they lie now, of men made kings and of kings made men.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> board = handled(ITALIAN.start(), (Lift(22), Put(18)))
    >>> board.trails, board.pieces[18], board.hand
    (((22, 18),), 'w', None)
    """

    pieces: dict[int, PieceLetter]
    hand: tuple[int, PieceLetter] | None
    touched: tuple[int, ...]
    trails: tuple[tuple[int, ...], ...]
    removed: tuple[int, ...]
    early: bool
    restored: tuple[tuple[int, PieceLetter], ...]
    crowned: tuple[int, ...]
    uncrowned: tuple[int, ...]

    def position(self, before: Position, side: Side) -> Position:
        """Return the position that lies on the board, with `side` to move.

        Args:
            before: any position of the same game.
            side: who is to move.
        """
        found = {letter: [at for at, one in self.pieces.items() if one == letter] for letter in "wWbB"}
        men_w, kings_w, men_b, kings_b = (sorted(found[letter]) for letter in "wWbB")
        return before.rules.position(side, men_w, kings_w, men_b, kings_b)


class _Hands:
    """A board under hands: does one act after the other."""

    def __init__(self, position: Position) -> None:
        self._squares = position.rules.squares
        self._most = position.rules.men
        stood = {at: _LETTERS[one] for at, one in position.pieces.items()}
        self._on = {at: _HandledPiece(at, one, one) for at, one in stood.items()}
        self._hand: tuple[int, _HandledPiece] | None = None
        self._touched: list[_HandledPiece] = []
        self._gone: list[tuple[int, _HandledPiece]] = []
        self._early = False

    def do(self, n: int, act: HandAct) -> None:
        """Do the act that is number `n`. Raises `ImpossibleHandAct`."""
        if not 1 <= act.square <= self._squares:
            raise ImpossibleHandAct(n, act.square, _NO_SQUARE)
        match act:
            case Lift():
                self._lift(n, act.square)
            case Put():
                self._put(n, act.square)
            case Remove():
                self._remove(n, act.square)
            case Restore():
                self._restore(n, act.square, act.piece)
            case Crown():
                self._recrown(n, act.square, king=True)
            case Uncrown():
                self._recrown(n, act.square, king=False)
            case _:
                assert_never(act)

    def board(self) -> HandledBoard:
        """Return how the board lies."""
        known = [(at, one) for at, one in self._on.items() if one.origin is not None]
        was = {id(one): at for at, one in known}
        hand = self._hand
        return HandledBoard(
            pieces={at: one.letter for at, one in self._on.items()},
            hand=(hand[0], hand[1].letter) if hand is not None else None,
            touched=tuple(one.origin for one in self._touched if one.origin is not None),
            trails=tuple(
                (one.origin, *one.trail)
                for one in self._touched
                if one.origin is not None and one.trail and id(one) in was
            ),
            removed=tuple(one.origin for _, one in self._gone if one.origin is not None),
            early=self._early,
            restored=tuple((at, one.letter) for at, one in self._on.items() if one.origin is None),
            crowned=tuple(at for at, one in known if one.letter != one.was and one.letter.isupper()),
            uncrowned=tuple(at for at, one in known if one.letter != one.was and one.letter.islower()),
        )

    def _lift(self, n: int, square: int) -> None:
        if self._hand is not None:
            raise ImpossibleHandAct(n, square, _FULL_HAND)
        piece = self._on.pop(self._occupied(n, square))
        self._hand = (square, piece)
        if all(piece is not one for one in self._touched):
            self._touched.append(piece)

    def _put(self, n: int, square: int) -> None:
        if self._hand is None:
            raise ImpossibleHandAct(n, square, _EMPTY_HAND)
        self._free(n, square)
        origin, piece = self._hand
        self._on[square], self._hand = piece, None
        piece.trail.append(square)
        if square != origin and self._gone:
            self._early = True

    def _remove(self, n: int, square: int) -> None:
        self._gone.append((square, self._on.pop(self._occupied(n, square))))

    def _restore(self, n: int, square: int, letter: PieceLetter) -> None:
        self._free(n, square)
        for place, (at, piece) in enumerate(self._gone):
            if (at, piece.letter) == (square, letter):  # what was taken off comes back to where it was
                self._on[square] = piece
                del self._gone[place]
                return
        same = sum(piece.letter.lower() == letter.lower() for piece in self._on.values())
        if same >= self._most:
            raise ImpossibleHandAct(n, square, _NONE_BESIDE)
        self._on[square] = _HandledPiece(None, letter, letter)

    def _recrown(self, n: int, square: int, *, king: bool) -> None:
        piece = self._on[self._occupied(n, square)]
        if piece.letter.isupper() is king:
            raise ImpossibleHandAct(n, square, _A_KING if king else _A_MAN)
        piece.letter = _LETTERS[piece.letter.upper() if king else piece.letter.lower()]

    def _occupied(self, n: int, square: int) -> int:
        if square not in self._on:
            raise ImpossibleHandAct(n, square, _EMPTY)
        return square

    def _free(self, n: int, square: int) -> None:
        if square in self._on:
            raise ImpossibleHandAct(n, square, _OCCUPIED)


def handled(position: Position, acts: Iterable[HandAct]) -> HandledBoard:
    """Return how a board lies after what hands did on it.

    Args:
        position: what stood before, of a game with men and kings.
        acts: what was done, in order.
    Raises:
        ImpossibleHandAct: for an act that cannot be done: another square than the board has, nothing there
            or in the hand, an occupied square, a king to be crowned. It names the act by its number.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> handled(ITALIAN.start(), (Lift(22), Lift(21)))
    Traceback (most recent call last):
    ...
    damiera.game.errors.ImpossibleHandAct: Act 2, square 21: there is a piece in the hand. Put it down first.
    """
    hands = _Hands(position)
    for n, act in enumerate(acts, start=1):
        hands.do(n, act)
    return hands.board()


def path_of(trail: Sequence[int]) -> tuple[int, ...]:
    """Return the way a piece went: where it was put down twice in a row, or went back to begin anew, once.

    >>> path_of((22, 22, 18)), path_of((22, 18, 22, 17)), path_of((22, 18, 22))
    ((22, 18), (22, 17), (22, 18, 22))
    """
    route = [square for place, square in enumerate(trail) if place == 0 or square != trail[place - 1]]
    if route[-1] == route[0]:
        return tuple(route)
    last_start = max(place for place, square in enumerate(route) if square == route[0])
    return tuple(route[last_start:])


_NO_SQUARE: Text = Message("the board has no square of this number. Take one of the board's.")
_EMPTY: Text = Message("there is no piece. Take a square where one stands.")
_OCCUPIED: Text = Message("a piece stands there. Take an empty square.")
_NONE_BESIDE: Text = Message("this side has all its pieces on the board already. Remove one first.")
_EMPTY_HAND: Text = Message("there is nothing in the hand. Lift a piece first.")
_FULL_HAND: Text = Message("there is a piece in the hand. Put it down first.")
_A_KING: Text = Message("there is a king already. Crown a man.")
_A_MAN: Text = Message("there is a man. Only a king can be made a man again.")
