"""What a draw of openings refuses, each with its own class."""

from __future__ import annotations

from difflib import get_close_matches

from damiera.errors import DamieraError
from damiera.messages import Message, Text, Verbatim

__all__ = ["BadDeckFile", "BadDraw", "EmptyDeck", "OpeningError", "UnknownDeck", "UnknownOpening"]


class OpeningError(DamieraError):
    """Something asked of a deck of openings that it cannot give. Carries `message`."""

    def __init__(self, message: Text) -> None:
        self.message = message
        super().__init__(message.text("en"))


class UnknownDeck(OpeningError):
    """No deck has this id. Carries `id`, `known` and the `guess` (None if nothing is near).

    >>> UnknownDeck("three-mov", ("two-move", "three-move")).guess
    'three-move'
    """

    def __init__(self, id: str, known: tuple[str, ...]) -> None:
        self.id = id
        self.known = known
        self.guess = next(iter(get_close_matches(id, known, 1)), None)
        near = Message(" Perhaps '{g}'?").format(g=self.guess) if self.guess else Verbatim("")
        said = Message("There is no deck '{id}'.{near} There are: {known}.")
        super().__init__(said.format(id=id, near=near, known=", ".join(known)))


class UnknownOpening(OpeningError):
    """A number that is not in the deck. Carries `deck` and `number`."""

    def __init__(self, deck: str, number: int) -> None:
        self.deck = deck
        self.number = number
        said = Message("The deck '{deck}' has no number {number}: see the list of the deck.")
        super().__init__(said.format(deck=deck, number=number))


class EmptyDeck(OpeningError):
    """A draw from a deck whose list we do not hold. Carries `deck` and `expected`, their number."""

    def __init__(self, deck: str, expected: int) -> None:
        self.deck = deck
        self.expected = expected
        said = Message(
            "The deck '{deck}' is empty: the list of its {n} openings is table 4 of the federation, which is "
            "not here. If you have it, write it in a file, one opening to a line, and name it (--file)."
        )
        super().__init__(said.format(deck=deck, n=expected))


class BadDeckFile(OpeningError):
    """A list of openings that cannot fill the deck. Carries `line` (None: the whole) and `reason`.

    >>> BadDeckFile(3, Message("No move.")).message.text("en")
    'Line 3: No move.'
    """

    def __init__(self, line: int | None, reason: Text) -> None:
        self.line = line
        self.reason = reason
        where = Message("Line {n}: ").format(n=line) if line is not None else Verbatim("")
        super().__init__(Message("{where}{reason}").format(where=where, reason=reason))


class BadDraw(OpeningError):
    """A seed, a round or a board that a draw cannot be made with."""
