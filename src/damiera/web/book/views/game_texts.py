"""A game as text for other programs, and as a picture of one of its positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

import msgspec

from damiera._core import Position
from damiera.messages import Lang, Message
from damiera.notation.clipboard import FORMS, GAME_FORMS, Form, GameForm, write_game, write_position
from damiera.notation.pdn.model import PdnGame
from damiera.service.record import position_at
from damiera.web.common.numbers import whole
from damiera.web.common.pages import PageView

__all__ = ["PicturePlace", "PictureQuery", "picture_place", "texts_page"]

_SMALLEST, _LARGEST, _USUAL = 64, 2048, 960


class PictureQuery(msgspec.Struct, frozen=True):
    """What the address of a picture asks for: after which ply, from which side, how large (pixels)."""

    ply: str = ""
    flip: str | None = None
    size: str = ""


class PicturePlace(msgspec.Struct, frozen=True):
    """A position of a game, and how its picture is to be.

    Attributes:
        flipped: whether Black is at the bottom.
        size: how wide, in pixels.
    """

    position: Position
    flipped: bool
    size: int


class ProgramText(msgspec.Struct, frozen=True):
    """A position or a game in one form: its key in the page, what the form is called, the text."""

    key: str
    name: str
    text: str


class GameTextsPage(PageView, frozen=True):
    """A position of a game, and the game, as other programs write them."""

    template: ClassVar[str] = "book/forms.html"

    id: str
    ply: int
    positions: Sequence[ProgramText]
    games: Sequence[ProgramText]


def picture_place(positions: Sequence[Position], query: PictureQuery) -> PicturePlace:
    """Return which position of a game an address means, the last one if it names none.

    Raises:
        NotFound: if the game has no such ply.
    """
    size = whole(query.size)
    wide = _USUAL if size is None else max(_SMALLEST, min(size, _LARGEST))
    return PicturePlace(position_at(positions, whole(query.ply)), query.flip is not None, wide)


def texts_page(id: str, game: PdnGame, position: Position, query: PictureQuery, lang: Lang) -> GameTextsPage:
    """Return the page of a game as text, at one of its positions."""
    ply = whole(query.ply)
    return GameTextsPage(
        id=id,
        ply=len(game.mainline) if ply is None else ply,
        positions=[
            ProgramText(form, _FORMS[form].text(lang), write_position(position, form))
            for form in _possible(position)
        ],
        games=[
            ProgramText(form, _GAMES[form].text(lang), write_game(game, form)) for form in _writable(game)
        ],
    )


def _possible(position: Position) -> tuple[Form, ...]:
    """Return the forms in which a position can be written."""
    return FORMS if position.rules.family == "draughts" else ("fen",)


def _writable(game: PdnGame) -> tuple[GameForm, ...]:
    """Return the forms in which a game can be written."""
    return GAME_FORMS if game.ruleset.core.family == "draughts" else ("pdn", "moves")


_FORMS: Final[dict[Form, Message]] = {
    "fen": Message("FEN"),
    "checkerboard": Message("FEN of CheckerBoard"),
    "lidraughts": Message("FEN of lidraughts"),
    "hub": Message("Hub"),
    "dxp": Message("DXP"),
    "diagram": Message("Diagram"),
}
_GAMES: Final[dict[GameForm, Message]] = {
    "pdn": Message("PDN"),
    "checkerboard": Message("PDN of CheckerBoard"),
    "moves": Message("The moves alone"),
    "hub": Message("Moves of Hub"),
}
