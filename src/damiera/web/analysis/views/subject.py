"""What a page of analysis is about, and how an address names it."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlencode

import msgspec
from msgspec.structs import replace

from damiera._core import Position, Side
from damiera.game.sides import side_text
from damiera.messages import Lang
from damiera.notation.pdn.model import PdnGame
from damiera.rules.ruleset import Ruleset
from damiera.service.analysis_lines import AnalysisLine, game_moves, line_view
from damiera.service.views import PlyView

__all__ = ["Subject", "game_subject", "line_subject", "named_line", "pasted_address", "says_more"]


class Subject(msgspec.Struct, frozen=True):
    """What is looked into: a game, or a line from a position.

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


def line_subject(line: AnalysisLine, lang: Lang) -> Subject:
    """Return a line from a position."""
    return Subject(
        base="/analysis",
        title=line.game.name.text(lang),
        game=line.game,
        start=line.start,
        history=line_view(line.start, line.moves),
        positions=line.positions,
    )


def game_subject(id: str, base: str, record: PdnGame, lang: Lang, *, over: bool) -> Subject:
    """Return a game, played here or brought in.

    Args:
        id: the name of the game.
        base: the path of its analysis, below that of the game's own page.
        record: its moves and tags.
        lang: the language of the reader.
        over: whether it has ended; one that was brought in always has.
    """
    back = base.removesuffix("/analysis")
    return Subject(
        base=base,
        title=_title(record, lang),
        game=record.ruleset,
        start=record.all_positions[0],
        history=game_moves(record),
        positions=record.all_positions,
        id=id,
        back=back,
        over=over or back.startswith("/archive"),
    )


def pasted_address(game: PdnGame) -> str:
    """Return where a game that was pasted is shown as a line."""
    start = "" if game.start == game.ruleset.start() else game.start.fen
    moves = " ".join(ply.text for ply in game.mainline)
    return "/analysis?" + urlencode({"game": game.ruleset.slug, "fen": start, "moves": moves, "ply": "0"})


def says_more(game: PdnGame) -> bool:
    """Whether a game that was pasted says more than a line does: who played, remarks, other lines.

    >>> from damiera.notation.pdn.reader import read_pdn
    >>> [says_more(*read_pdn(text)) for text in ("1. 21-17 *", "1. 21-17 {safe} *", "1. 21-17 (22-18) *")]
    [False, True, True]
    """
    told = (value.strip("?. -*") for name, value in game.tags.items() if name not in _OF_THE_LINE)
    remarks = (
        ply.comment or ply.nags or ply.strength or ply.variations or ply.signs for ply in game.mainline
    )
    return any((game.comment, game.closing, game.earlier, *told, *remarks))


def named_line(line: AnalysisLine, game: PdnGame, lang: Lang) -> Subject:
    """Return a line that was pasted as a game, under the names of those who played it."""
    subject = line_subject(line, lang)
    named = any(game.tags.get(name, "").strip("?") for name in ("White", "Black"))
    return replace(subject, title=_title(game, lang)) if named else subject


def _title(record: PdnGame, lang: Lang) -> str:
    names = [record.tags.get(name, "?") for name in ("White", "Black")]
    sides = (side_text(Side.WHITE).text(lang), side_text(Side.BLACK).text(lang))
    return " – ".join(
        side if name.strip("?") == "" else name for name, side in zip(names, sides, strict=True)
    )


_OF_THE_LINE: Final = {"GameType", "FEN", "SetUp", "Variant", "Result"}
"""The tags of a PDN text that say only which game it is and where it begins."""
