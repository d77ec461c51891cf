"""The site of an event: plain files that any web space can show, without a script and without this server."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Mapping
from typing import ClassVar, Final, TypedDict

import msgspec

from damiera.messages import Lang, direction
from damiera.service.tournament.event import LiveEvent
from damiera.service.tournament.games import event_pdn
from damiera.service.tournament.publication import calendar_file, event_feed, has_days
from damiera.web.common.assets import STATIC
from damiera.web.common.pages import PageView, part
from damiera.web.tournament.views.about import AnnouncedView, announced_view
from damiera.web.tournament.views.card import PlayerCard, player_cards
from damiera.web.tournament.views.head import EventHead, event_head
from damiera.web.tournament.views.rounds import RoundView, round_view
from damiera.web.tournament.views.standings import StandingsView, standings_view
from damiera.web.tournament.views.titles import PrizeLine, TitleTable, titles_page

__all__ = ["SitePage", "site_archive", "site_files"]

_STYLE: Final = "site.css"
_EARLIEST: Final = (1980, 1, 1, 0, 0, 0)
"""The first moment that a zip can hold: files of the same event are the same, whenever they are made."""


class SitePart(msgspec.Struct, frozen=True):
    """A section of the event, or the event itself, as the pages of its site are called.

    Attributes:
        prefix: what stands before the names of its files; "" where it is played as one field.
        name: of the section; "" where there is one alone.
        cards: whether each player has a page.
    """

    prefix: str
    name: str
    rounds: tuple[int, ...]
    players: int
    cards: bool


class SitePage(PageView, kw_only=True, frozen=True):
    """A page of the site.

    Attributes:
        direction: of the writing, "ltr" or "rtl".
        here: the name of its file; `parts`: what the event is played in.
        prizes_shown, games_shown: whether the site has these files.
    """

    direction: str
    here: str
    head: EventHead
    parts: tuple[SitePart, ...]
    prizes_shown: bool
    games_shown: bool


class SiteIndex(SitePage, kw_only=True, frozen=True):
    """The first page: where everything is, and what is announced."""

    template: ClassVar[str] = "tournament/site.html"
    about: AnnouncedView


class SiteRound(SitePage, kw_only=True, frozen=True):
    """The boards of a round."""

    template: ClassVar[str] = "tournament/site_round.html"
    part: SitePart
    desk: RoundView


class SiteStandings(SitePage, kw_only=True, frozen=True):
    """The standing, then each classification with its name."""

    template: ClassVar[str] = "tournament/site_standings.html"
    part: SitePart
    views: tuple[tuple[str, StandingsView], ...]


class SitePlayer(SitePage, kw_only=True, frozen=True):
    """A player's card."""

    template: ClassVar[str] = "tournament/site_player.html"
    part: SitePart
    card: PlayerCard


class SiteTitles(SitePage, kw_only=True, frozen=True):
    """The titles over all sections, and the prizes."""

    template: ClassVar[str] = "tournament/site_titles.html"
    settled: bool
    tables: tuple[TitleTable, ...]
    prizes: tuple[PrizeLine, ...]


def site_archive(live: LiveEvent, lang: Lang) -> bytes:
    """Return the site of an event as one zip."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in site_files(live, lang).items():
            archive.writestr(zipfile.ZipInfo(name, _EARLIEST), data, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def site_files(live: LiveEvent, lang: Lang) -> Mapping[str, bytes]:
    """Return the files of an event's site by name, all in one folder: a section's site is that of the whole.

    They hold what the public pages show. Nothing in them is a script or lies elsewhere.
    """
    live = live.whole
    site = _Site(live, lang, tuple(_part(inner, lang) for inner in live.inner), event_head(live, lang))
    files = {_STYLE: _style(), "event.json": event_feed(live, lang)}
    if has_days(live):
        files["event.ics"] = calendar_file(live, lang).encode()
    if site.has_games:
        files["games.pdn"] = event_pdn(live).encode()
    for page in site.pages():
        files[page.here] = part(lang, page).encode()
    return files


def _part(live: LiveEvent, lang: Lang) -> SitePart:
    section = live.section
    return SitePart(
        prefix=f"s{section.number}-" if section else "",
        name=live.section_name(lang),
        rounds=tuple(held.number for held in live.event.rounds),
        players=len(live.event.players),
        cards=bool(live.event.rounds),
    )


class _Site(msgspec.Struct, frozen=True):
    live: LiveEvent
    lang: Lang
    parts: tuple[SitePart, ...]
    head: EventHead

    @property
    def has_games(self) -> bool:
        """Whether moves of a board are kept."""
        return any(inner.margin.games for inner in self.live.inner)

    @property
    def has_titles(self) -> bool:
        """Whether titles are made over all sections, or prizes offered."""
        return self.live.begun and bool(self.live.sections or self.live.state.awards.prizes)

    def pages(self) -> Iterator[SitePage]:
        """Yield all pages."""
        yield SiteIndex(**self._frame("index.html"), about=announced_view(self.live, self.lang))
        for inner, one in zip(self.live.inner, self.parts, strict=True):
            yield from self._of_part(inner, one)
        if self.has_titles:
            yield self._titles()

    def _frame(self, here: str) -> _Frame:
        return _Frame(
            direction=direction(self.lang),
            here=here,
            head=self.head,
            parts=self.parts,
            prizes_shown=self.has_titles,
            games_shown=self.has_games,
        )

    def _of_part(self, live: LiveEvent, one: SitePart) -> Iterator[SitePage]:
        for number in one.rounds:
            frame = self._frame(f"{one.prefix}round-{number}.html")
            desk = round_view(live, self.lang, number, None)
            yield SiteRound(**frame, part=one, desk=desk)
        if live.event.players and not live.groups:
            frame = self._frame(f"{one.prefix}standings.html")
            yield SiteStandings(**frame, part=one, views=tuple(self._standings(live)))
        for card in player_cards(live, self.lang) if one.cards else ():
            frame = self._frame(f"{one.prefix}player-{card.player.number}.html")
            yield SitePlayer(**frame, part=one, card=card)

    def _standings(self, live: LiveEvent) -> Iterator[tuple[str, StandingsView]]:
        """Yield the standing, then the classifications that anybody stands in."""
        first = standings_view(live, self.lang, after=None, by="all")
        yield "", first
        for by, said in first.views:
            if by not in ("all", "technical"):
                view = standings_view(live, self.lang, after=None, by=by)
                if view.clubs or any(table.rows for table in view.tables):
                    yield said, view

    def _titles(self) -> SitePage:
        found = titles_page(self.live, self.lang, arbiter=False, may_change=False)
        return SiteTitles(
            **self._frame("titles.html"), settled=found.settled, tables=found.tables, prizes=found.prizes
        )


class _Frame(TypedDict):
    direction: str
    here: str
    head: EventHead
    parts: tuple[SitePart, ...]
    prizes_shown: bool
    games_shown: bool


def _style() -> bytes:
    """Return the style of all pages: our colours, light and dark as the reader's device has them."""
    light, own = (_css(name) for name in ("tokens.css", "site.css"))
    dark = _css("dark.css").partition("}")[0] + "}"
    return f"{light}\n@media (prefers-color-scheme: dark) {{\n{dark}\n}}\n{own}".encode()


def _css(name: str) -> str:
    return (STATIC / "css" / name).read_text(encoding="utf-8")
