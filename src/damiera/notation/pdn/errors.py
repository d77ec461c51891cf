"""What is wrong with a game of a PDN file, and where."""

from __future__ import annotations

from collections.abc import Sequence

from damiera.messages import Message, Text
from damiera.notation.errors import NotationError
from damiera.notation.pdn.model import PdnGame

__all__ = ["PdnError"]


class PdnError(NotationError):
    """One game of a PDN text that cannot be read, and where. It is handed out beside the good games.

    Attributes:
        game: which game of the text it is, counted from 1.
        line, column: where the trouble begins, counted from 1.
        reason: what is wrong and what to do.
        excerpt: the line of the text, shortened round the place.
        kind: `illegal`, `syntax`, `fen`, `game` (its rules are unknown here), `comment`,
            `variation` or `setup`.
        articles: references of the articles that forbid the move, the deciding one first.
        tags: the tags that could be read.
        plies: moves that were legal before the trouble.
        raw: the whole game as it stands in the text, for repair.
        start_line: the line where the game begins.
        beginning: the game as far as it is legal, with the rest as it stands in the text behind it; None
            where not even the first move is, or more than a move is wrong.
    """

    def __init__(
        self,
        *,
        game: int,
        line: int,
        column: int,
        reason: Text,
        excerpt: str,
        kind: str,
        articles: Sequence[str] = (),
        tags: dict[str, str] | None = None,
        plies: int = 0,
        raw: str = "",
        start_line: int = 1,
        beginning: PdnGame | None = None,
    ) -> None:
        self.game = game
        self.line = line
        self.column = column
        self.reason = reason
        self.excerpt = excerpt
        self.kind = kind
        self.articles = tuple(articles)
        self.tags = tags or {}
        self.plies = plies
        self.raw = raw
        self.start_line = start_line
        self.beginning = beginning
        super().__init__(_placed(game, line, column, reason))

    def numbered(self, game: int) -> PdnError:
        """Return the same error for a game with another number."""
        self.game = game
        self.message = _placed(game, self.line, self.column, self.reason)
        self.args = (self.message.text("en"),)
        return self


def _placed(game: int, line: int, column: int, reason: Text) -> Text:
    return Message("Game {game}, line {line}, column {column}: {reason}").format(
        game=game, line=line, column=column, reason=reason
    )
