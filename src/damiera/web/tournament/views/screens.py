"""The arbiter's page of the hall's screens: what each shows, what all of them say, the clock of the round."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final
from urllib.parse import urlencode

import msgspec

from damiera.errors import DamieraError
from damiera.messages import Lang, Message, Text
from damiera.service.tournament.event import LiveEvent
from damiera.tournament.announcement import ScreenContent
from damiera.tournament.state import EventScreen, RoundClock
from damiera.web.tournament.site_writer import SiteState
from damiera.web.tournament.views.head import EventPage, event_head, refusal

__all__ = ["CONTENTS", "ScreensPage", "screens_page"]

CONTENTS: Final[Mapping[ScreenContent, Text]] = {
    "pairings": Message("boards and results of the round"),
    "standings": Message("standings"),
    "classes": Message("standings by category and title"),
    "clock": Message("clock of the round, across the screen"),
    "notice": Message("the notice, across the screen"),
}
"""What a screen can show, in words."""


class ScreenSetUp(msgspec.Struct, frozen=True):
    """A screen: what it shows, and its address."""

    screen: EventScreen
    address: str


class ScreensPage(EventPage, kw_only=True, frozen=True):
    """The hall's screens; `contents` is what they can show, `site` how the event's site stands."""

    template: ClassVar[str] = "tournament/screens.html"
    tab: str = "screens"
    screens: tuple[ScreenSetUp, ...]
    contents: tuple[tuple[str, str], ...]
    notice: str
    clock: RoundClock | None
    round: int
    site: SiteState | None
    fields: Mapping[str, str]


def screens_page(
    live: LiveEvent,
    lang: Lang,
    *,
    site: SiteState | None = None,
    fields: Mapping[str, str],
    wrong: DamieraError | None = None,
) -> ScreensPage:
    """Return the page of the hall's screens."""
    whole = live.whole
    return ScreensPage(
        head=event_head(live, lang),
        screens=tuple(
            ScreenSetUp(screen, f"/hall/{whole.id}/screen?{urlencode({'screen': name})}")
            for name, screen in sorted(whole.state.screens.items(), key=lambda one: one[0].casefold())
        ),
        contents=tuple((what, said.text(lang)) for what, said in CONTENTS.items()),
        notice=whole.state.notice,
        clock=whole.state.clock,
        round=max((inner.event.played_rounds for inner in whole.inner), default=0),
        site=site,
        fields=fields,
        wrong=refusal(wrong, lang),
    )
