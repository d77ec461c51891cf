"""A person's games: those played here, those brought in from files, and one to be walked through."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar, Final

import msgspec
from markupsafe import Markup

from damiera.errors import DamieraError
from damiera.messages import Lang, translations
from damiera.paper.boards import board_shape, small_board
from damiera.rules.ruleset import ruleset
from damiera.service.archive import MOST_EXPORTED
from damiera.service.views import ArchivedView, ArchiveLineView, ArchivePage, GameLine, GamePage, GameView
from damiera.web.common.pages import PageView, as_json
from damiera.web.common.views import Pager
from damiera.web.home.views import game_title
from damiera.web.play.board_views import Plate, ShownPosition, draw, plates
from damiera.web.play.page_views import MoveNote, mark_choices, note_at

__all__ = [
    "FoundGamesPage",
    "GamesPage",
    "ReplayPage",
    "archive_page",
    "games_page",
    "known_game",
    "replay_page",
]

FIRST_PAGE: Final = Pager(1, 1)
TAGS_SHOWN = ("Event", "Site", "Date", "Round", "Annotator")


class PlayedLine(msgspec.Struct, frozen=True):
    """A game that was played here; `score` is empty while it goes on, `text` says how it stands."""

    id: str
    title: str
    game_name: str
    moves_text: str
    score: str
    text: str
    yours: bool
    when: str
    picture: Markup


class GamesPage(PageView, frozen=True):
    """The games played here; `archived` counts those brought in."""

    template: ClassVar[str] = "games/games.html"
    running: tuple[PlayedLine, ...] = ()
    finished: tuple[PlayedLine, ...] = ()
    archived: int = 0
    pages: Pager = FIRST_PAGE


class ArchivedLine(msgspec.Struct, frozen=True):
    """A game of the archive; `moves` are full moves."""

    id: str
    white: str
    black: str
    event: str
    date: str
    score: str
    game_name: str
    moves: int


class KindCount(msgspec.Struct, frozen=True):
    """How many games of a kind a search finds."""

    slug: str
    name: str
    count: int


class FoundGamesPage(PageView, frozen=True):
    """The games brought in that a search finds.

    Attributes:
        query: the words of the search.
        game: the game searched for; empty for all.
        kinds: which games were found, the most played first.
        most: how many games can be taken away at once.
    """

    template: ClassVar[str] = "games/archive.html"
    query: str
    game: str
    total: int = 0
    lines: tuple[ArchivedLine, ...] = ()
    kinds: tuple[KindCount, ...] = ()
    most: int = MOST_EXPORTED
    pages: Pager = FIRST_PAGE


class ReplayPage(PageView, frozen=True):
    """A game of the archive, to be walked through.

    Attributes:
        drawn: the board after `ply` half-moves; `shown_fen` and `shown_move` are of that moment.
        yours: the reader brought it in.
        comment: what the file says before the first move.
        facts: what the file says of it, each with its name.
        note: what the reader wrote beside the move shown; `marks` are the signs they may choose.
    """

    template: ClassVar[str] = "games/replay.html"
    view: GameView
    view_json: Markup
    geometry_json: Markup
    drawn: Markup
    top: Plate
    bottom: Plate
    ply: int
    flipped: bool
    yours: bool
    comment: str
    score: str
    facts: tuple[tuple[str, str], ...]
    shown_fen: str
    shown_move: str
    note: MoveNote
    marks: tuple[tuple[str, str], ...]


def games_page(found: GamePage, archived: int, lang: Lang) -> GamesPage:
    """Return the games played here, those that go on first."""
    lines = [_line(game, lang) for game in found.items]
    return GamesPage(
        running=tuple(line for line in lines if not line.score),
        finished=tuple(line for line in lines if line.score),
        archived=archived,
        pages=Pager(found.page, found.pages),
    )


def archive_page(found: ArchivePage, query: str, game: str | None, lang: Lang) -> FoundGamesPage:
    """Return what a search in the archive found."""
    return FoundGamesPage(
        query=query,
        game=game or "",
        total=found.total,
        lines=tuple(_row(line, lang) for line in found.items),
        kinds=_kinds(found, lang),
        pages=Pager(found.page, found.pages),
    )


def known_game(wanted: str) -> str | None:
    """Return the slug of a game by any of its names; None for one that nobody knows."""
    try:
        return ruleset(wanted).slug if wanted else None
    except DamieraError:
        return None


def replay_page(
    found: ArchivedView, shown: ShownPosition, fen: str, lang: Lang, *, flipped: bool
) -> ReplayPage:
    """Return the page of an archived game, at a position whose FEN is given."""
    view = found.view
    (top, *_others), bottom = plates(view, flipped, lang)
    return ReplayPage(
        view=view,
        view_json=as_json(view),
        geometry_json=as_json(board_shape(view.game)),
        drawn=draw(view, shown, flipped=flipped, lang=lang),
        top=top,
        bottom=bottom,
        ply=shown.ply,
        flipped=flipped,
        yours=found.yours,
        comment=found.comment,
        score=view.outcome.line if view.outcome else "",
        facts=_facts(found, lang),
        shown_fen=fen,
        shown_move=view.history[shown.ply - 1].text if shown.ply else "",
        note=note_at(view, shown.ply),
        marks=mark_choices(lang),
    )


def _line(game: GameLine, lang: Lang) -> PlayedLine:
    _ = translations(lang)
    moves = (game.ply + 1) // 2
    return PlayedLine(
        id=game.id,
        title=game_title(game, lang),
        game_name=game.game_name,
        moves_text=_.ngettext("{n} move", "{n} moves", moves).format(n=moves),
        score=game.score,
        text=game.due_text or game.text,
        yours=game.your_turn,
        when=_when(game.updated_at, lang),
        picture=small_board(game.game, game.pieces),
    )


def _row(game: ArchiveLineView, lang: Lang) -> ArchivedLine:
    return ArchivedLine(
        id=game.id,
        white=game.white,
        black=game.black,
        event=game.event,
        date=_day(game.date, lang),
        score=game.score,
        game_name=game.game_name,
        moves=(game.plies + 1) // 2,
    )


def _kinds(found: ArchivePage, lang: Lang) -> tuple[KindCount, ...]:
    """Return the games among those found, the most played first; the one chosen though it has none."""
    counts = {**({found.game: 0} if found.game else {}), **found.kinds}
    ordered = sorted(counts.items(), key=lambda kind: (-kind[1], kind[0]))
    return tuple(KindCount(slug, ruleset(slug).name.text(lang), n) for slug, n in ordered)


def _facts(found: ArchivedView, lang: Lang) -> tuple[tuple[str, str], ...]:
    """Return what the file says about a game, the tags we know in the reader's words."""
    _ = translations(lang).gettext
    names = {
        "Event": _("Event"),
        "Site": _("Place"),
        "Date": _("Date"),
        "Round": _("Round"),
        "Annotator": _("Notes by"),
    }
    tags = {**found.tags, "Date": _day(found.tags.get("Date", "?"), lang)}
    said = [(names[tag], tags[tag]) for tag in TAGS_SHOWN if tags.get(tag, "?").strip("?.- ")]
    return ((_("Game"), found.view.game_name), *said, (_("File"), f"{found.source}, {found.number}"))


def _day(date: str, lang: Lang) -> str:
    """Return a date of PDN as people write it; what is not known is left out.

    >>> _day("2005.03.12", "en"), _day("2005.??.??", "en"), _day("spring 1910", "en")
    ('12 Mar 2005', '2005', 'spring 1910')
    """
    known = [part for part in date.split(".") if part.strip("?")]
    if not all(part.isdecimal() for part in known) or not 1 <= len(known) <= 3:
        return date
    if len(known) == 1:
        return known[0]
    month = int(known[1])
    name = _months(lang)[month - 1] if 1 <= month <= 12 else known[1]
    return " ".join([*(str(int(day)) for day in known[2:]), name, known[0]])


def _months(lang: Lang) -> list[str]:
    return translations(lang).gettext("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec").split()


def _when(at_ms: int, lang: Lang) -> str:
    """Return a moment as people say it, in the time of this computer."""
    _ = translations(lang).gettext
    at = datetime.fromtimestamp(at_ms / 1000).astimezone()
    today = datetime.now().astimezone().date()
    clock = f"{at.hour}:{at.minute:02}"
    if at.date() == today:
        return _("today, {time}").format(time=clock)
    return f"{at.day} {_months(lang)[at.month - 1]} {at.year}, {clock}"
