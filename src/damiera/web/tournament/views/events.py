"""The events of this server."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import ClassVar

import msgspec

from damiera.errors import DamieraError
from damiera.messages import Lang, short_date
from damiera.rules.ruleset import ruleset
from damiera.service.tournament.event import EventLine
from damiera.web.common.pages import PageView
from damiera.web.tournament.views.head import refusal

__all__ = ["EventsPage", "events_page"]


class ListedEvent(msgspec.Struct, frozen=True):
    """An event in the list, with the name of its game, where and when."""

    line: EventLine
    game: str
    where: str


class EventsPage(PageView, kw_only=True, frozen=True):
    """The events of this server: `mine` are run by the reader; `code` opens none, or was scanned.

    Attributes:
        name: whose the code is.
        federation: whether the reader may look at the archive of players.
    """

    template: ClassVar[str] = "tournament/events.html"
    mine: tuple[ListedEvent, ...]
    others: tuple[ListedEvent, ...]
    wrong: str
    code: str
    name: str
    federation: bool


def events_page(
    lines: Sequence[EventLine],
    lang: Lang,
    wrong: DamieraError | None = None,
    code: str = "",
    name: str = "",
    *,
    federation: bool = False,
) -> EventsPage:
    """Return the page of all events."""
    events = [ListedEvent(line, _game_name(line.game, lang), _where_and_when(line, lang)) for line in lines]
    return EventsPage(
        mine=tuple(one for one in events if one.line.yours),
        others=tuple(one for one in events if not one.line.yours),
        wrong=refusal(wrong, lang),
        code=code,
        name=name,
        federation=federation,
    )


def _where_and_when(line: EventLine, lang: Lang) -> str:
    day = short_date(date.fromisoformat(line.starts), lang) if line.starts else ""
    return " · ".join(filter(None, (line.place, day)))


def _game_name(slug: str, lang: Lang) -> str:
    try:
        return ruleset(slug).name.text(lang)
    except DamieraError:
        return slug
