"""An opening to be drawn, and a deck of them.

FID, Regolamento tecnico, Capo I, art. 7 (edition fid.italian.2008): moves drawn by lot count as played moves.
So an opening is a start position and moves to play from it, never a position without a past. Where men are
taken off (eleven men each, art. 15.1.11) or put elsewhere ("flying men" of the Russian table), the start
position itself is another.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from damiera._core import Move, Position
from damiera.game.errors import WrongGame
from damiera.game.openings.errors import UnknownOpening
from damiera.messages import Joined, Message, Text, Verbatim
from damiera.notation.moves import parse_move
from damiera.rules.pieces import Piece, pieces_of
from damiera.rules.ruleset import Ruleset, ruleset
from damiera.rules.squares import square_name

__all__ = ["CLASSES", "Deck", "Opening", "OpeningClass", "Status"]

Status = Literal["official", "computed", "published", "ours", "empty"]
"""Where a deck comes from: a federation, our computation, a publication, our choice; or it is empty."""
OpeningClass = Literal["playable", "excluded", "loses-a-man", "crossboard", "mail", "barred", ""]
"""What a drawn opening is in its deck: playable or why it is not; empty where the deck has no classes."""

CLASSES: dict[OpeningClass, Text] = {
    "": Verbatim(""),
    "playable": Message("playable"),
    "excluded": Message("left out of the 43"),
    "loses-a-man": Message("loses a man"),
    "crossboard": Message("cross-board"),
    "mail": Message("mail play, admitted later"),
    "barred": Message("barred (English)"),
}
"""The name of each class of openings, for readers."""


@dataclass(frozen=True, slots=True)
class Opening:
    """One opening of a deck.

    Attributes:
        number: the number it has in its list; numbers need not be consecutive.
        moves: the moves to play from the start, as the game writes them.
        klass: how it is held, a key of `CLASSES`; empty where nobody says.
        transpositions: other orders of moves that reach the same position.
        removed: the squares whose men are taken off before the first move, Black's first.
        placed: men put elsewhere before the first move: square left, square reached.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> Opening(1, ("21-17", "9-13")).position(ITALIAN).piece_at(17)
    'w'
    """

    number: int
    moves: tuple[str, ...] = ()
    klass: OpeningClass = ""
    transpositions: tuple[tuple[str, ...], ...] = ()
    removed: tuple[int, ...] = ()
    placed: tuple[tuple[int, int], ...] = ()

    def start(self, game: Ruleset) -> Position:
        """Return the position in which its first move is played."""
        usual = game.start()
        if not self.removed and not self.placed:
            return usual
        pieces = {s: piece for s, piece in pieces_of(usual).items() if s not in self.removed}
        lifted = [(there, pieces.pop(here)) for here, there in self.placed]
        pieces.update(lifted)
        men = (Piece.WHITE_MAN, Piece.BLACK_MAN)
        white, black = (sorted(s for s, piece in pieces.items() if piece is man) for man in men)
        return game.core.position(usual.side, white, (), black, ())

    def played(self, game: Ruleset) -> tuple[Move, ...]:
        """Return its moves, as moves of the game.

        Raises:
            IllegalMove: if the game does not allow one.
        """
        position, moves = self.start(game), []
        for text in self.moves:
            move = parse_move(position, text)
            moves.append(move)
            position = position.play(move)
        return tuple(moves)

    def position(self, game: Ruleset) -> Position:
        """Return the position it leads to.

        Raises:
            IllegalMove: if the game does not allow one of its moves.
        """
        position = self.start(game)
        for move in self.played(game):
            position = position.play(move)
        return position

    def said(self, game: Ruleset) -> Text:
        """Return the opening as people write it: its moves, the men taken off, the men put elsewhere."""
        parts: list[Text] = []
        if self.removed:
            off = " ".join(square_name(game, square) for square in self.removed)
            parts.append(Message("without {off}").format(off=off))
        if self.placed:
            flights = " ".join(f"{square_name(game, a)}→{square_name(game, b)}" for a, b in self.placed)
            parts.append(Verbatim(flights))
        if self.moves:
            parts.append(Verbatim(" ".join(self.moves)))
        return Joined(parts, ", ")

    @property
    def canonical(self) -> str:
        """The line by which it goes into the checksum of its deck."""
        off = "".join(f" -{square}" for square in self.removed)
        flights = "".join(f" {here}>{there}" for here, there in self.placed)
        moves = "".join(f" {move}" for move in self.moves)
        return f"{self.number}{off}{flights}{moves}"


@dataclass(frozen=True)
class Deck:
    """Openings one of which is drawn.

    Attributes:
        id: how it is named, `it-2m-43`.
        game: the slug of its game.
        name: what it is called.
        status: where the list comes from: a federation ("official"), our program by a rule ("computed"), a
            table in print or in another program ("published"), the user ("ours"), nowhere yet ("empty").
        source: where the list, or the rule, is found.
        note: what should be known before using it.
        openings: in the order of the list.
        expected: how many there should be.
    """

    id: str
    game: str
    name: Text
    status: Status
    source: Text
    note: Text
    openings: tuple[Opening, ...] = field(repr=False)
    expected: int

    def __len__(self) -> int:
        return len(self.openings)

    @property
    def ruleset(self) -> Ruleset:
        """Its game."""
        return ruleset(self.game)

    @cached_property
    def checksum(self) -> str:
        """The first 16 figures of the SHA-256 of its openings, a line each: it changes when the list does."""
        lines = "".join(f"{opening.canonical}\n" for opening in self.openings)
        return hashlib.sha256(lines.encode()).hexdigest()[:16]

    @cached_property
    def _by_number(self) -> dict[int, Opening]:
        return {opening.number: opening for opening in self.openings}

    def opening(self, number: int) -> Opening:
        """Return the opening with this number.

        Raises:
            UnknownOpening: if there is none.

        >>> from damiera.game.openings.decks import deck
        >>> deck("it-2m-43").opening(1).moves
        ('21-17', '9-13')
        """
        found = self._by_number.get(number)
        if found is None:
            raise UnknownOpening(self.id, number)
        return found

    def position(self, number: int) -> Position:
        """Return the position to which the opening with this number leads.

        Raises:
            UnknownOpening: if there is no opening with this number.
        """
        return self.opening(number).position(self.ruleset)

    def start_of(self, number: int, game: Ruleset | None = None) -> tuple[Position, tuple[Move, ...]]:
        """Return the position in which a game with this opening starts, and the moves to play from it.

        Args:
            number: of the opening.
            game: the deck's game, or one that differs from it by options only; the deck's if none is given.
        Raises:
            WrongGame: if the game is another.
            IllegalMove: if the options of the game forbid a move of the opening.
            UnknownOpening: if there is no opening with this number.
        """
        game = game or self.ruleset
        if game.base != self.ruleset.base:
            raise WrongGame(self.game, game.slug)
        opening = self.opening(number)
        return opening.start(game), opening.played(game)
