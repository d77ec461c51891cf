"""What is on the bench, and how an address names it."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from damiera._core import Position
from damiera.rules.ruleset import Ruleset
from damiera.service.views import PlyView

__all__ = ["Subject"]


@dataclass(frozen=True, slots=True)
class Subject:
    """What is on the bench: a game, or a line from a position.

    Attributes:
        base: the path of its page.
        title: what the page calls it.
        game: the rules.
        start, history, positions: where it begins, its moves, the positions around them.
        id: of a game; empty for a line.
        back: the path of the game's own page; empty for a line.
        over: the game has ended, so that it can be judged.
    """

    base: str
    title: str
    game: Ruleset
    start: Position
    history: tuple[PlyView, ...]
    positions: tuple[Position, ...]
    id: str = ""
    back: str = ""
    over: bool = True

    @property
    def query(self) -> str:
        """What a link to one of its positions must repeat without a script; a game is named by its path."""
        return "" if self.id else self.line_query + "&"

    @property
    def line_query(self) -> str:
        """What names it as a line in an address, a game too."""
        moves = " ".join(one.text for one in self.history)
        return urlencode({"game": self.game.slug, "fen": self.start.fen, "moves": moves})

    @property
    def pdn_url(self) -> str:
        """Where it is to be had as PDN."""
        return f"{self.back}.pdn" if self.back else f"/analysis/line.pdn?{self.line_query}"
