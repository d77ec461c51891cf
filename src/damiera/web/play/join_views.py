"""The page by which somebody joins a game: the code, and the game that it stands for."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from damiera.messages import Lang, translations
from damiera.service.conduct_views import conduct_view
from damiera.service.live import LiveGame, clock_of
from damiera.service.names import read_code
from damiera.web.common.pages import PageView
from damiera.web.play.board_views import timing

__all__ = ["InvitedGame", "JoinPage", "invited_game"]


class InvitedGame(msgspec.Struct, frozen=True):
    """A game that waits for somebody.

    Attributes:
        host: the name of whoever waits; empty where an arbiter does, at no side.
        terms: how it is timed.
        colour: which side is free.
        apart: what is not as in every game.
        is_rated: only who has an account may sit down.
    """

    host: str
    game_name: str
    terms: str
    colour: str
    apart: tuple[str, ...]
    is_rated: bool = False


class JoinPage(PageView, frozen=True):
    """The form for a code, or the game behind one.

    Attributes:
        offer: the game that waits; None while a code is asked for.
        wrong: why a code leads nowhere, or why a name cannot be had; empty where nothing is wrong.
        name: what the reader is called, as far as is known.
        watch: the game whose seat is taken, which can be watched.
        has_account: who reads this is signed in, and called by the name of the account.
    """

    template: ClassVar[str] = "play/join.html"
    offer: InvitedGame | None = None
    wrong: str = ""
    code: str = ""
    name: str = ""
    watch: str = ""
    has_account: bool = False


def invited_game(live: LiveGame, code: str, lang: Lang, *, is_rated: bool = False) -> InvitedGame:
    """Return what somebody reads who is to sit down at a game, at the seat of their code."""
    _ = translations(lang).gettext
    by_arbiter = live.game.conditions.arbitrated
    host = "" if by_arbiter else next(seat.name for seat in live.row.seats if seat.kind != "open")
    free = next(seat for seat in live.row.seats if seat.kind == "open" and seat.invite == read_code(code))
    return InvitedGame(
        host=host,
        game_name=live.game.conditions.house_name or live.game.ruleset.name.text(lang),
        terms=timing(clock_of(live.row), lang),
        colour=_("you have White") if free.side == "white" else _("you have Black"),
        apart=_apart(live, lang),
        is_rated=is_rated,
    )


def _apart(live: LiveGame, lang: Lang) -> tuple[str, ...]:
    """Return what is not as in every game: how it is played, and from where."""
    _ = translations(lang).gettext
    conduct = conduct_view(live, lang, 0)
    said = [conduct.way_text] if conduct and conduct.way != "board" else []
    if conduct and conduct.opening_text:
        said.append(conduct.opening_text)
    if live.game.conditions.screens == "claim":
        said.append(_("you play at a real board: this screen is for claims"))
    if live.row.start_fen and not live.game.conditions.without:
        said.append(_("from another position"))
    return tuple(said)
