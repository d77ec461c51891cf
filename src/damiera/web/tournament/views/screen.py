"""What the screens of the hall show: page after page by itself, readable from afar."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from typing import ClassVar, Final, Literal

import msgspec
from cachetools import LRUCache, cached
from markupsafe import Markup
from msgspec.structs import replace

from damiera.messages import Lang, Message, Text
from damiera.service.tournament.event import LiveEvent
from damiera.tournament.state import EventScreen, RoundClock
from damiera.web.common.pages import PageView, part
from damiera.web.tournament.views.head import EventHead, EventPage, event_head
from damiera.web.tournament.views.rounds import PairedBoard, RoundView, round_view
from damiera.web.tournament.views.standings import standings_view

__all__ = ["ScreenPage", "is_large", "screen_of", "screen_page", "screen_part"]

KEPT: Final = 16
_ROWS: Final = {False: (17, 15), True: (11, 10)}
"""How many boards and places stand in a column, by whether the letters are large."""
_FITS: Final = {"boards": (22, 12), "places": (34, 17)}
"""How many letters of a name find room on one line of two columns, and of three; of large ones in two.

Counted in the widest letters we know of on a screen 1920 wide; `hall-screen.css` gives the widths.
"""
_LONG: Final = 10
"""One line in so many may have a name on two lines, in smaller letters, before a page has two columns."""


class ScreenLine(msgspec.Struct, frozen=True):
    """A line: a board with its two players and the result between them, or a place with its points.

    `waits`: the game is still being played. `match`: two teams, over their boards.
    """

    number: str
    left: str
    middle: str
    right: str
    waits: bool = False
    match: bool = False


class ScreenSlide(msgspec.Struct, frozen=True):
    """A page of a screen: `kind` is "boards", "places", "clock" or "notice".

    Longer names than `fits` take two lines in smaller letters: nobody's name is cut.
    """

    kind: str
    title: str
    about: str
    columns: tuple[tuple[ScreenLine, ...], ...] = ()
    fits: int = 0


class ScreenPart(PageView, kw_only=True, frozen=True):
    """What changes on a screen.

    Attributes:
        version: how far the event has come.
        round: the last round that is paired; a new one is announced across the screen.
        seconds: how long each page is shown.
        shown: the page that stands where no script runs.
        large: whether the letters are large: as set up, or where all of a list stands on one page so.
    """

    template: ClassVar[str] = "tournament/_screen.html"
    head: EventHead
    slides: tuple[ScreenSlide, ...]
    notice: str
    clock: RoundClock | None
    version: int
    round: int
    seconds: int
    shown: int
    large: bool


class ScreenPage(EventPage, kw_only=True, frozen=True):
    """A screen of the hall; `screen` is its name, "" for one that has none."""

    template: ClassVar[str] = "tournament/screen.html"
    tab: str = "screen"
    screen: str
    dark: bool
    seconds: int
    following: int
    now: int
    part: Markup


def screen_of(live: LiveEvent, name: str) -> EventScreen:
    """Return what a screen shows: as the arbiter has set it, or the usual."""
    return live.whole.state.screens.get(name) or EventScreen(name)


def screen_page(live: LiveEvent, lang: Lang, name: str, *, now: int, shown: int = 0) -> ScreenPage:
    """Return a screen of the hall; where no script runs it shows one page, and asks for the next one."""
    screen = screen_of(live, name)
    count = len(_slides(live, lang, screen))
    shown %= max(count, 1)
    return ScreenPage(
        head=event_head(live, lang),
        screen=name,
        dark=screen.dark,
        seconds=screen.seconds,
        following=(shown + 1) % max(count, 1),
        now=now,
        part=Markup(screen_part(live, lang, screen, shown)),
    )


def _what(live: LiveEvent, lang: Lang, screen: EventScreen, shown: int) -> tuple[object, ...]:
    return live.row.id, live.whole.log.head, lang, screen, shown


_made: LRUCache[tuple[object, ...], str] = LRUCache(KEPT)


@cached(_made, key=_what, lock=threading.Lock())
def screen_part(live: LiveEvent, lang: Lang, screen: EventScreen, shown: int) -> str:
    """Return what changes on a screen: made once for each line of the log."""
    whole, large = live.whole, is_large(live, screen)
    view = ScreenPart(
        head=event_head(whole, lang),
        slides=_slides(live, lang, screen),
        notice=whole.state.notice,
        clock=whole.state.clock,
        version=whole.version,
        round=max((inner.event.played_rounds for inner in whole.inner), default=0),
        seconds=screen.seconds,
        shown=shown,
        large=large,
    )
    return part(lang, view)


def is_large(live: LiveEvent, screen: EventScreen) -> bool:
    """Tell whether a screen has large letters: as set up, or since every list stands on one page so."""
    boards, places = _ROWS[True]
    return screen.large or all(
        len(inner.event.players) <= 2 * places and _lines_of_round(inner) <= 2 * boards
        for inner in live.whole.inner
    )


def _lines_of_round(inner: LiveEvent) -> int:
    """Return how many lines the last round has, those over the matches of teams among them."""
    held = inner.event.round(inner.event.played_rounds)
    games = held.games if held else ()
    return len(games) + len({game.match for game in games if game.match})


_BOARDS: Final = Message("Round {n}: where do I play?")
_STANDING: Final = Message("Standings after round {n}")
_ABOUT_BOARDS: Final = Message("boards {a}–{b} of {n} · White on the left")
_ABOUT_PLACES: Final = Message("places {a}–{b} of {n}")
_CLOCK: Final = Message("Round {n}")
_SOON: Final = Message("The first round is not paired yet")


def _slides(live: LiveEvent, lang: Lang, screen: EventScreen) -> tuple[ScreenSlide, ...]:
    """Return what a screen shows in turn: made once for each line of the log, whoever asks."""
    return live.whole.state.derived(("slides", lang, screen), lambda: _made_slides(live, lang, screen))


def _made_slides(live: LiveEvent, lang: Lang, screen: EventScreen) -> tuple[ScreenSlide, ...]:
    whole = live.whole
    screen = replace(screen, large=is_large(live, screen))
    makers = {
        "pairings": lambda: _boards(whole, lang, screen),
        "standings": lambda: _standings(whole, lang, screen),
        "classes": lambda: _classes(whole, lang, screen),
        "clock": lambda: _clock(whole, lang),
        "notice": lambda: _notice(whole),
    }
    found = tuple(slide for what in screen.shows for slide in makers[what]())
    return found or (ScreenSlide("notice", live.whole.row.name, _SOON.text(lang)),)


def _titled(section: LiveEvent, title: Text, lang: Lang) -> str:
    said = title.text(lang)
    return f"{section.section_name(lang)} · {said}" if section.section else said


def _boards(whole: LiveEvent, lang: Lang, screen: EventScreen) -> Iterator[ScreenSlide]:
    for inner in whole.inner:
        if not inner.event.rounds:
            continue
        desk = round_view(inner, lang, None, None)
        lines = [(row.name, line) for row in desk.rows for line in _board_lines(row, desk)]
        title = _titled(inner, _BOARDS.format(n=desk.round), lang)
        for first, columns, fits in _paged([line for _, line in lines], "boards", screen):
            shown = [name for name, line in lines[first : first + sum(map(len, columns))] if line.number]
            about = _ABOUT_BOARDS.format(a=shown[0], b=shown[-1], n=desk.boards).text(lang) if shown else ""
            yield ScreenSlide("boards", title, about, columns, fits)  # who rests is at no board


def _board_lines(row: PairedBoard, desk: RoundView) -> Iterator[ScreenLine]:
    """Yield the line of a board, under the teams that meet where it is the first of their match."""
    match = None if row.letter else desk.matches.get(row.board)
    if match is not None:
        white, black = (*match.names, "")[:2]
        yield ScreenLine("", white, "–".join(match.points[:2]) if black else "", black, match=True)
    yield _board_line(row)


def _board_line(row: PairedBoard) -> ScreenLine:
    if row.bye:
        return ScreenLine("", row.white.name, "", row.kind)
    middle = row.said or f"{row.white.points}–{row.black.points}"
    board = f"{row.name}{row.letter}"
    return ScreenLine(board, row.white.name, middle, row.black.name, waits=not row.over)


def _standings(whole: LiveEvent, lang: Lang, screen: EventScreen) -> Iterator[ScreenSlide]:
    for inner in whole.inner:
        if inner.event.rounds and inner.event.players:
            title = _titled(inner, _STANDING.format(n=inner.event.played_rounds), lang)
            yield from _table(inner, lang, screen, "all", title)


def _classes(whole: LiveEvent, lang: Lang, screen: EventScreen) -> Iterator[ScreenSlide]:
    for inner in whole.inner:
        if not inner.event.rounds or not inner.event.players or inner.event.settings.boards:
            continue
        first = standings_view(inner, lang, after=None, by="all")
        for by, said in first.views:
            if by not in ("all", "technical"):
                yield from _table(inner, lang, screen, by, f"{_titled(inner, first_title(said), lang)}")


def first_title(said: str) -> Text:
    """Return the name of a classification as a title."""
    return Message("Standings: {what}").format(what=said)


def _table(inner: LiveEvent, lang: Lang, screen: EventScreen, by: str, title: str) -> Iterator[ScreenSlide]:
    view = standings_view(inner, lang, after=None, by=by)
    short = view.columns[0][0] if view.columns else ""
    for table in view.tables:
        lines = [
            ScreenLine(
                str(row.rank or "–"), row.name, f"{short} {row.values[0]}" if row.values else "", row.points
            )
            for row in table.rows
        ]
        headed = f"{title} · {table.title}" if table.title else title
        for first, columns, fits in _paged(lines, "places", screen):
            shown = sum(map(len, columns))
            about = _ABOUT_PLACES.format(a=first + 1, b=first + shown, n=len(lines))
            yield ScreenSlide("places", headed, about.text(lang), columns, fits)


def _paged(
    lines: Sequence[ScreenLine], kind: Literal["boards", "places"], screen: EventScreen
) -> Iterator[tuple[int, tuple[tuple[ScreenLine, ...], ...], int]]:
    """Yield where each page begins, its columns, equally long, and the letters of a name that fit."""
    rows = _ROWS[screen.large][kind == "places"]
    two, three = _FITS[kind]
    longest = sorted((max(len(line.left), len(line.right)) for line in lines), reverse=True)
    common = longest[len(longest) // _LONG] if longest else 0
    count = 3 if not screen.large and common <= 1.15 * three and len(lines) > 2 * rows else 2
    for first in range(0, len(lines), rows * count):
        page = tuple(lines[first : first + rows * count])
        length = -(-len(page) // count)
        columns = tuple(page[at : at + length] for at in range(0, len(page), length))
        yield first, columns, two if count == 2 and not screen.large else three


def _clock(whole: LiveEvent, lang: Lang) -> Iterator[ScreenSlide]:
    clock = whole.state.clock
    if clock is not None:
        yield ScreenSlide("clock", _CLOCK.format(n=clock.round).text(lang), whole.row.name)


def _notice(whole: LiveEvent) -> Iterator[ScreenSlide]:
    if whole.state.notice:
        yield ScreenSlide("notice", whole.state.notice, whole.row.name)
