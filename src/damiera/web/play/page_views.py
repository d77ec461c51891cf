"""The page of a game: the board, who sits at it, what can be done, what was done."""

from __future__ import annotations

from typing import ClassVar

import msgspec
from markupsafe import Markup
from msgspec.structs import replace

from damiera.messages import Lang, translations
from damiera.paper.geometry import geometry
from damiera.records.people import RatedGameRecord
from damiera.service.errors import RefusedAct, ServiceError
from damiera.service.game_views import refusal_view
from damiera.service.live import LiveGame, clock_of
from damiera.service.record import MARKS
from damiera.service.views import ArticleLink, GameView
from damiera.web.common.network_access import AccessView
from damiera.web.common.pages import PageView, as_json
from damiera.web.common.qr import qr
from damiera.web.play.arbiter_views import ArbiterDeskFacts, desk_facts
from damiera.web.play.board_views import Offer, Plate, draw, offer, plates, short_timing, shown_at, timing

__all__ = [
    "BoardPage",
    "FormReply",
    "MoveNote",
    "PanelsPage",
    "SeatInvite",
    "board_page",
    "mark_choices",
    "note_at",
]
__all__ += ["note_at", "panels", "refusal_reply", "with_agreed"]


class FormReply(msgspec.Struct, frozen=True):
    """What a page answers to a form: a refusal, or something worth knowing; `pending` is done after a yes."""

    title: str
    text: str = ""
    articles: tuple[ArticleLink, ...] = ()
    bad: bool = True
    pending: str = ""


class MoveNote(msgspec.Struct, frozen=True):
    """What a player wrote beside a move."""

    mark: str = ""
    comment: str = ""


class SeatInvite(msgspec.Struct, frozen=True):
    """A seat that is free: its side, where somebody may join, and the same to be scanned.

    >>> SeatInvite("white", "http://damiera/join/AB").qr[:4]
    Markup('<svg')
    """

    side: str
    url: str

    @property
    def qr(self) -> Markup:
        """The address as a code to be scanned."""
        return qr(self.url)


class BoardPage(PageView, frozen=True):
    """The page of a game.

    Attributes:
        drawn: the board.
        top: the plate above it, `others` those of further players, `bottom` the one below it.
        ply: the half-moves after which the board is shown; `shown_fen` and `shown_move` are of that moment.
        note: what the reader wrote beside the move shown; `marks` are the signs they may choose.
        more_fact: what the game counts besides; empty in most.
        terms: how it is timed; `pace` says it in figures, and is empty where that takes words.
        offer: what the other side proposes.
        claims: what this reader may claim now.
        invites: the seats that this reader may give away; `only_here` if that works on this machine alone.
        offered_to: who is offered this game as a rematch; empty in any other.
        house: the door to the house, for whoever waits for somebody.
        reply: the answer to the form that was sent; None without one.
        desk: what the arbiter may do; None for everybody else.
        strip: the boards of the simultaneous display that the game is part of; empty in any other.
        back: where an evening, a match of clubs or an arena goes on of which it is a board, with its name.
        chat: what is said at the game; empty where there is none, or none yet: `will_chat` if it may come.
    """

    template: ClassVar[str] = "play/game.html"
    view: GameView
    view_json: Markup
    geometry_json: Markup
    drawn: Markup
    top: Plate
    others: tuple[Plate, ...]
    bottom: Plate
    ply: int
    flipped: bool
    shown_fen: str
    shown_move: str
    note: MoveNote
    marks: tuple[tuple[str, str], ...]
    more_fact: str
    confidence: str
    terms: str
    offer: Offer | None
    claims: tuple[str, ...]
    invites: tuple[SeatInvite, ...]
    only_here: bool
    house: AccessView
    reply: FormReply | None
    desk: ArbiterDeskFacts | None
    offered_to: str = ""
    strip: Markup | str = ""
    back: tuple[str, str] | None = None
    chat: Markup | str = ""
    will_chat: bool = False
    pace: str = ""


class PanelsPage(PageView, frozen=True):
    """The parts of a game's page that tell how it is conducted."""

    template: ClassVar[str] = "play/_panels.html"
    view: GameView
    desk: ArbiterDeskFacts | None


def board_page(
    live: LiveGame,
    view: GameView,
    lang: Lang,
    *,
    wanted_ply: str | None,
    turned: bool,
    invites: tuple[SeatInvite, ...],
    house: AccessView,
    is_arbiter: bool,
    reply: FormReply | None,
) -> BoardPage:
    """Return the page of a game for one reader.

    Args:
        wanted_ply: the half-moves after which the board is wanted, as the address has it.
        turned: the board is turned round, from how the reader would see it.
    """
    flipped = _seen_from_above(live, view) != turned
    shown = shown_at(view, wanted_ply)
    above, bottom = plates(view, flipped, lang)
    return BoardPage(
        view=view,
        view_json=as_json(view),
        geometry_json=as_json(geometry(live.game.ruleset.core)),
        drawn=draw(view, shown, flipped=flipped, lang=lang),
        top=above[0],
        others=above[1:],
        bottom=bottom,
        ply=shown.ply,
        flipped=flipped,
        shown_fen="" if view.hidden else live.game.positions[shown.ply].fen,
        shown_move=view.history[shown.ply - 1].text if shown.ply else "",
        note=note_at(view, shown.ply),
        marks=mark_choices(lang),
        more_fact=_more_fact(live, lang),
        confidence=live.game.ruleset.confidence,
        terms=timing(clock_of(live.row), lang),
        pace=short_timing(clock_of(live.row), lang),
        offer=offer(view, lang),
        claims=_claims(view),
        invites=invites,
        only_here=any("//127.0.0.1" in one.url or "//localhost" in one.url for one in invites),
        house=house,
        reply=reply,
        desk=desk_facts(live, lang) if is_arbiter and not view.outcome else None,
    )


def with_agreed(page: BoardPage, agreed: RatedGameRecord, lang: Lang) -> BoardPage:
    """Return the page of a game whose terms say what accounts have agreed upon it."""
    _ = translations(lang).gettext
    said = (page.terms, _("rated") if agreed.rated else "", _("private") if agreed.private else "")
    return replace(page, terms=" · ".join(filter(None, said)))


def panels(live: LiveGame, view: GameView, lang: Lang, *, path: str, is_arbiter: bool) -> PanelsPage:
    """Return the parts of a page that tell how a game is conducted.

    Args:
        path: the squares of a move that was refused just now, as the reader wrote them.
    """
    desk = desk_facts(live, lang, path) if is_arbiter and not view.outcome else None
    return PanelsPage(view, desk)


def refusal_reply(error: ServiceError, lang: Lang) -> FormReply:
    """Return a refusal as the page of a game says it, with the articles where rules decide."""
    if isinstance(error, RefusedAct) and error.explanation is not None:
        refusal = refusal_view(error.explanation, lang)
        return FormReply(refusal.title, refusal.text, refusal.articles)
    return FormReply(error.text(lang))


def note_at(view: GameView, ply: int) -> MoveNote:
    """Return what the reader wrote beside the last of the first `ply` half-moves."""
    if not ply:
        return MoveNote()
    move = view.history[ply - 1]
    return MoveNote(move.mark, move.comment)


def mark_choices(lang: Lang) -> tuple[tuple[str, str], ...]:
    """Return the signs that may stand behind a move, as FID's art. 13 reads them."""
    _ = translations(lang).gettext
    words = {
        "!": _("good"),
        "!!": _("very good"),
        "?": _("weak"),
        "??": _("very weak"),
        "?!": _("looks weak, is strong"),
        "!?": _("looks strong, is weak"),
        "*": _("the only one"),
    }
    return (("", _("none")), *((mark, f"{mark}  {words[mark]}") for mark in MARKS))


def _seen_from_above(live: LiveGame, view: GameView) -> bool:
    """Whether the board is turned round for this viewer: who sits at its top sees their own side below."""
    core = live.game.ruleset.core
    if core.family == "stars":
        return view.you in ("white", None, "both")
    return view.you == "black" or (core.by_seat and view.you == "red")


def _more_fact(live: LiveGame, lang: Lang) -> str:
    """Return what a game counts besides: men that wait, moves of one king, who is home; empty in most."""
    _ = translations(lang).gettext
    core = live.game.ruleset.core
    if core.by_seat:
        return _("Home")
    if core.traits["king_limit"]:
        return _("King's moves")
    return _("Waiting") if core.family == "reentry" else ""


def _claims(view: GameView) -> tuple[str, ...]:
    """Return what this viewer may claim now."""
    if view.you is None or view.outcome is not None:
        return ()
    facts = {"repetition": view.facts.repetition_claimable, "count": view.facts.count_claimable}
    return tuple(name for name, claimable in facts.items() if claimable)
