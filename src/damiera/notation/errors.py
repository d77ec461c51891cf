"""What notation refuses: a position, a square or a move that cannot be read.

Every error says what was found, where, and what to do, in Italian and in English.
"""

from __future__ import annotations

from collections.abc import Sequence

from damiera import _core
from damiera.errors import DamieraError
from damiera.messages import Message, Text, Verbatim
from damiera.rules.explain import Explanation

__all__ = [
    "AmbiguousMove",
    "FenError",
    "IllegalMove",
    "MoveSyntaxError",
    "NotationError",
    "SquareError",
    "quoted",
]

_EXCERPT = 60
_CAPTURES = Message("{found} may be more than one capture: write the whole route ({choices}).")
_MOVES = Message("{found} may be more than one move: write the whole of the first square ({choices}).")


class NotationError(DamieraError):
    """The root of this package's errors. `message` is the whole sentence in both languages."""

    def __init__(self, message: Text) -> None:
        self.message = message
        super().__init__(message.text("en"))


_NO_SQUARE = Message(
    "{found} is no square: write a number from 1 to {last}, or a letter and a number such as c3."
)
_UNUSED_SQUARE = Message(
    "{found} is a square that this game does not use: write a number from 1 to {last}, or one such as {used}."
)


class SquareError(NotationError):
    """A text names no square of the board. Carries `found`.

    Args:
        found: what was written.
        last: the highest number of a square.
        used: a square that the game uses; given where `found` names one of the board that it does not use.
    """

    def __init__(self, found: str, last: str, used: str | None = None) -> None:
        self.found = found
        message = _NO_SQUARE if used is None else _UNUSED_SQUARE
        super().__init__(message.format(found=quoted(found), last=last, used=used))


class FenError(NotationError):
    """A text is no position.

    Attributes:
        source: the whole text.
        column: where the trouble begins, counted from 1; one past the end where something is missing.
        found: what stands there; empty at the end.
        expected: what should stand there.
        remedy: what to do.
        detail: the message without the place.
    """

    def __init__(self, source: str, column: int, found: str, expected: Text, remedy: Text) -> None:
        self.source = source
        self.column = column
        self.found = found
        self.expected = expected
        self.remedy = remedy
        what = quoted(found) if found else Message("nothing")
        self.detail = Message("found {found}, expected {expected}. {remedy}").format(
            found=what, expected=expected, remedy=remedy
        )
        place = Message("FEN, column {column}: {detail}")
        super().__init__(place.format(column=column, detail=self.detail))

    def written_as(self, source: str) -> FenError:
        """Return the same error of a text as long, which says the same with other letters."""
        start = self.column - 1
        found = source[start : start + len(self.found)]
        return FenError(source, self.column, found, self.expected, self.remedy)

    def with_more(self, *sentences: Text | None) -> FenError:
        """Return the same error, with more to say behind what to do."""
        remedy = self.remedy
        for more in sentences:
            remedy = Message("{remedy} {more}", remedy=remedy, more=more) if more else remedy
        return FenError(self.source, self.column, self.found, self.expected, remedy)


class MoveSyntaxError(NotationError):
    """A text is not the shape of a move. Carries `found`, the text; `example` is a move of the game."""

    def __init__(self, found: str, example: str) -> None:
        self.found = found
        super().__init__(
            Message(
                "{found} is not a move: write the square it leaves, a hyphen (or x for a capture) and the "
                "square it reaches, such as {example}."
            ).format(found=quoted(found), example=example)
        )


class IllegalMove(NotationError):
    """A text that names a move which the rules forbid here.

    Attributes:
        position: where it was tried.
        found: the text of the move.
        explanation: why not, by article, and what must be played instead.
    """

    def __init__(self, position: _core.Position, found: str, explanation: Explanation) -> None:
        self.position = position
        self.found = found
        self.explanation = explanation
        super().__init__(
            Message("{found} is not a legal move. {title}. {why}{by}").format(
                found=quoted(found),
                title=explanation.title,
                why=explanation.text,
                by=_cited(explanation.articles),
            )
        )


class AmbiguousMove(NotationError):
    """A text that fits several legal moves.

    Attributes:
        position: where it was tried.
        found: the text of the move.
        candidates: the moves it fits.
        choices: the same moves written out, each on its own.
    """

    def __init__(
        self, position: _core.Position, found: str, candidates: Sequence[_core.Move], choices: Sequence[str]
    ) -> None:
        self.position = position
        self.found = found
        self.candidates = tuple(candidates)
        self.choices = tuple(choices)
        said = _CAPTURES if len({move.origin for move in candidates}) == 1 else _MOVES
        super().__init__(said.format(found=quoted(found), choices=", ".join(self.choices)))


def quoted(found: str) -> Text:
    """Put a text from outside in the quotes of each language, shortened when it is long.

    >>> quoted("22-18")
    Message("'{short}'", short='22-18')
    """
    short = found if len(found) <= _EXCERPT else found[: _EXCERPT - 1] + "…"
    return Message("'{short}'", short=short)


def _cited(articles: Sequence[str]) -> Text:
    if not articles:
        return Verbatim("")
    numbers = ", ".join(ref.rpartition(":")[2] for ref in articles)
    return Message(" (art. {numbers})", numbers=numbers)
