"""What phones in the hall see: the boards of the round under way, and the standing."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, Final, Literal

import msgspec
from cachetools import LRUCache, cached
from markupsafe import Markup

from damiera.messages import Lang
from damiera.service.tournament.event import LiveEvent
from damiera.tournament.standings import Standing, StandingRow
from damiera.web.common.pages import PageView, part
from damiera.web.tournament.views.head import EventHead, EventPage, event_head
from damiera.web.tournament.views.phones import BoardGame, board_games
from damiera.web.tournament.views.rounds import PairedBoard, RoundView, round_view
from damiera.web.tournament.views.standings import column

__all__ = ["FoundPlayer", "PublicPage", "PublicPart", "public_page", "public_part", "public_view"]

KEPT: Final = 16


class FoundPlayer(msgspec.Struct, frozen=True):
    """Where somebody plays: who looks for a name finds the board."""

    number: int
    name: str
    board: int
    board_name: str
    colour: Literal["w", "b"]
    bye: bool
    opponent: str


class PlaceRow(msgspec.Struct, frozen=True):
    """A line of the standing: `values` are its tie-breaks."""

    rank: int | None
    number: int
    name: str
    points: str
    values: tuple[str, ...]


class PublicPart(PageView, frozen=True):
    """What changes on the page for phones.

    Attributes:
        finder: where everybody plays, by name.
        standing: the standing, with its `columns`; empty before the first round.
        reporting: players may say here how their games ended.
        games: where games are, by board and leg ("3.1").
    """

    template: ClassVar[str] = "tournament/_public.html"
    head: EventHead
    desk: RoundView
    finder: tuple[FoundPlayer, ...]
    standing: tuple[PlaceRow, ...]
    columns: tuple[str, ...]
    reporting: bool
    games: Mapping[str, BoardGame]


class PublicPage(EventPage, kw_only=True, frozen=True):
    """The page for phones; `part` is what changes on it."""

    template: ClassVar[str] = "tournament/public.html"
    tab: str = "public"
    round: int
    part: Markup


_made: LRUCache[tuple[str, str, str, Lang], Markup] = LRUCache(KEPT)


def _what(live: LiveEvent, lang: Lang) -> tuple[str, str, str, Lang]:
    return live.id, live.log.head, live.row.name, lang


@cached(_made, key=_what, lock=threading.Lock())
def public_part(live: LiveEvent, lang: Lang) -> Markup:
    """Return what phones see of an event, in a language: made once for each line of its log."""
    return Markup(part(lang, public_view(live, lang)))


def public_page(live: LiveEvent, lang: Lang, visitor_id: str | None) -> PublicPage:
    """Return the page for phones."""
    return PublicPage(
        head=event_head(live, lang),
        arbiter=live.is_arbiter(visitor_id),
        round=live.event.played_rounds,
        part=public_part(live, lang),
    )


def public_view(live: LiveEvent, lang: Lang) -> PublicPart:
    """Return what phones see: the boards of the round under way, and the standing."""
    shown, margin = round_view(live, lang, None, None), live.margin
    whole = live.standing if live.event.players else None
    ranked = whole.ranked if whole and live.event.rounds else ()
    return PublicPart(
        head=event_head(live, lang),
        desk=shown,
        finder=tuple(sorted(_found(shown.rows), key=lambda one: one.name.casefold())),
        standing=tuple(
            PlaceRow(
                row.rank,
                row.number,
                whole.names[row.number],
                whole.points_said(row),
                tuple(whole.values_said(row)),
            )
            for row in ranked
            if whole
        ),
        columns=tuple(column(code) for code in whole.rules.tiebreaks) if whole else (),
        reporting=(margin.reporting or margin.plays_online) and not live.over and not live.state.evening,
        games=board_games(live, live.event.played_rounds),
    )


def _place(whole: Standing, row: StandingRow) -> PlaceRow:
    values = tuple(whole.values_said(row))
    return PlaceRow(row.rank, row.number, whole.names[row.number], whole.points_said(row), values)


def _found(rows: Sequence[PairedBoard]) -> Iterator[FoundPlayer]:
    for row in rows:
        white, black, where = row.white, row.black, (row.board, row.name)
        if row.leg > 1:
            continue
        if white.number is not None:
            yield FoundPlayer(white.number, white.name, *where, "w", row.bye, black.name)
        if black.number is not None:
            yield FoundPlayer(black.number, black.name, *where, "b", row.bye, white.name)
