"""A profile as it is shown: ratings with their graph, last games, opponents; and the page of reports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import ClassVar, Final, cast

import msgspec
from markupsafe import Markup

from damiera.messages import Lang, Message, day_and_time, long_date, short_date
from damiera.paper.boards import small_board
from damiera.rating.online import PROVISIONAL, GameSpeed, RatingClass
from damiera.records.people import AbuseReportRecord, OpponentRecord, RatingChangeRecord, RatingRecord
from damiera.rules.ruleset import ruleset
from damiera.service.account_safety import ReportList
from damiera.service.friends import FriendState
from damiera.service.profiles import PlayerProfile, ProfileGame
from damiera.web.common.pages import PageView
from damiera.web.home.views import game_title
from damiera.web.people.rating_graph import rating_graph

__all__ = ["ProfilePage", "ReportsPage", "profile_page", "reports_page"]

SPEEDS: Final[Mapping[GameSpeed, Message]] = {
    "blitz": Message("Blitz"),
    "rapid": Message("Rapid"),
    "standard": Message("Standard"),
    "post": Message("Correspondence"),
}
CLASSES: Final[Mapping[RatingClass, Message]] = {
    "blitz": SPEEDS["blitz"],
    "rapid": SPEEDS["rapid"],
    "standard": SPEEDS["standard"],
    "post": SPEEDS["post"],
    "bots-blitz": Message("Blitz, with bots"),
    "bots-rapid": Message("Rapid, with bots"),
    "bots-standard": Message("Standard, with bots"),
    "bots-post": Message("Correspondence, with bots"),
}
"""What the ratings are called: those of people among themselves, and apart those of games with bots."""
_PERIODS: Final[Mapping[str, tuple[int, Message]]] = {
    "6": (183, Message("6 months")),
    "12": (365, Message("1 year")),
    "": (0, Message("All")),
}
_DAY_MS: Final = 86_400_000


class RatingRow(msgspec.Struct, frozen=True):
    """A rating as a list has it.

    Attributes:
        id: the game and the speed, as the address has them.
        points: the rating, with a question mark while little is known.
        around: how sure it is, `± 82`.
        shown: whether its graph is on the page.
    """

    id: str
    name: str
    points: str
    around: str
    games: int
    shown: bool
    small: Markup


class RatingHistory(msgspec.Struct, frozen=True):
    """The graph of one rating, and its twin in words.

    Attributes:
        gained: what the last thirty days did to it, with its sign; empty for nothing.
        periods: what may be shown: its id, its name, whether it is shown.
        graph, narrow_graph: the same on a large screen and on a small one.
        said: the graph in a sentence.
        rows: each game, the newest first: day, points after it, change, its name in links unless private.
    """

    name: str
    points: str
    gained: str
    periods: tuple[tuple[str, str, bool], ...]
    graph: Markup
    narrow_graph: Markup
    said: str
    won: int
    drawn: int
    lost: int
    rows: tuple[tuple[str, str, str, str], ...]


class ProfileLine(msgspec.Struct, frozen=True):
    """A game of somebody's: who sat opposite, how it ended (their points first), and the rating's change."""

    id: str
    title: str
    game_name: str
    when: str
    text: str
    score: str
    outcome: str
    change: str
    picture: Markup


class ProfilePage(PageView, frozen=True):
    """What others may see of somebody, what a signed-in reader may do, what they are to each other."""

    template: ClassVar[str] = "people/profile.html"
    name: str
    since: str
    games: int
    ratings: tuple[RatingRow, ...]
    history: RatingHistory | None
    last: tuple[ProfileLine, ...]
    opponents: tuple[OpponentRecord, ...]
    yours: bool
    blocked: bool
    may_act: bool
    friend: FriendState
    wrong: str
    words: str
    thanks: bool
    is_bot: bool = False
    owner: str = ""


class ReportRow(msgspec.Struct, frozen=True):
    """What was reported.

    Attributes:
        closed: when and by whom it was put away; empty before.
        own: whether it is about the reader, so that others put it away.
    """

    id: str
    reporter: str
    about: str
    words: str
    game: str
    evidence: str
    when: str
    closed: str
    own: bool


class ReportsPage(PageView, frozen=True):
    """The reports, for an admin: those to be seen to, and those put away.

    Attributes:
        others: whether the server has another admin.
        wrong: why something was refused; empty otherwise.
    """

    template: ClassVar[str] = "people/reports.html"
    others: bool
    wrong: str
    open_reports: tuple[ReportRow, ...]
    closed: tuple[ReportRow, ...]


def profile_page(
    found: PlayerProfile,
    lang: Lang,
    *,
    wanted: str,
    months: str,
    now_ms: int,
    may_act: bool,
    friend: FriendState = "",
    wrong: str = "",
    words: str = "",
    thanks: bool = False,
) -> ProfilePage:
    """Return a profile; `wanted` names the rating whose history is shown, `months` how far back."""
    chosen = next((one for one in found.ratings if _id(one) == wanted), None)
    chosen = chosen or (found.ratings[0] if found.ratings else None)
    return ProfilePage(
        name=found.account.name,
        since=long_date(_day(found.account.since), lang),
        games=found.games,
        ratings=tuple(_rating(one, found, one is chosen, lang) for one in found.ratings),
        history=_history(chosen, found, months, now_ms, lang) if chosen else None,
        last=tuple(_line(one, lang) for one in found.last),
        opponents=tuple(found.opponents),
        yours=found.yours,
        blocked=found.blocked,
        may_act=may_act and not found.yours,
        friend=friend,
        wrong=wrong,
        words=words,
        thanks=thanks,
        is_bot=found.is_bot,
        owner=found.owner,
    )


def _id(rating: RatingRecord) -> str:
    return f"{rating.game}.{rating.speed}"


def _rating(rating: RatingRecord, found: PlayerProfile, shown: bool, lang: Lang) -> RatingRow:
    changes = _of(found.changes, rating)
    return RatingRow(
        id=_id(rating),
        name=_name(rating.game, rating.speed, lang),
        points=_points(rating),
        around=f"± {2 * rating.deviation:.0f}",
        games=rating.games,
        shown=shown,
        small=rating_graph([one.after for one in changes]),
    )


def _of(changes: Sequence[RatingChangeRecord], rating: RatingRecord) -> list[RatingChangeRecord]:
    """Return the games of one rating, the oldest first."""
    return [one for one in reversed(changes) if (one.game, one.speed) == (rating.game, rating.speed)]


def _name(game: str, speed: str, lang: Lang) -> str:
    return f"{ruleset(game).name.text(lang)} · {CLASSES[cast(RatingClass, speed)].text(lang)}"


def _points(rating: RatingRecord) -> str:
    return f"{rating.rating:.0f}" + ("?" if rating.deviation > PROVISIONAL else "")


def _history(
    rating: RatingRecord, found: PlayerProfile, months: str, now_ms: int, lang: Lang
) -> RatingHistory:
    period = months if months in _PERIODS else ""
    days = _PERIODS[period][0]
    every = _of(found.changes, rating)
    changes = [one for one in every if not days or one.at >= now_ms - days * _DAY_MS]
    lately = [one for one in every if one.at >= now_ms - 30 * _DAY_MS]
    gained = round(lately[-1].after) - round(lately[0].before) if lately else 0
    name, points = _name(rating.game, rating.speed, lang), _points(rating)
    return RatingHistory(
        name=name,
        points=points,
        gained=f"{gained:+d}".replace("-", "−") if gained else "",
        periods=tuple((id, said.text(lang), id == period) for id, (_days, said) in _PERIODS.items()),
        graph=rating_graph([one.after for one in changes], _ticks(changes, lang), "wide"),
        narrow_graph=rating_graph([one.after for one in changes], _ticks(changes, lang), "narrow"),
        said=_said(changes, lang),
        won=sum(one.score == 1 for one in changes),
        drawn=sum(one.score == 0.5 for one in changes),
        lost=sum(one.score == 0 for one in changes),
        rows=tuple(_row(one, one.game_id in found.private, lang) for one in reversed(changes)),
    )


_SAID: Final = Message("From {first} to {last} in {games} games, between {least} and {most}.")


def _said(changes: Sequence[RatingChangeRecord], lang: Lang) -> str:
    """Return the graph in a sentence."""
    if not changes:
        return ""
    points = [round(one.after) for one in changes]
    first = round(changes[0].before)
    told = _SAID.format(
        first=first, last=points[-1], games=len(points), least=min(first, *points), most=max(first, *points)
    )
    return told.text(lang)


def _ticks(changes: Sequence[RatingChangeRecord], lang: Lang) -> tuple[str, str]:
    """Return the days of the first and the last game."""
    if not changes:
        return "", ""
    return short_date(_day(changes[0].at), lang), short_date(_day(changes[-1].at), lang)


def _row(change: RatingChangeRecord, is_private: bool, lang: Lang) -> tuple[str, str, str, str]:
    link = "" if is_private else change.game_id
    return short_date(_day(change.at), lang), f"{change.after:.0f}", _change(change), link


def _change(change: RatingChangeRecord) -> str:
    return f"{round(change.after) - round(change.before):+d}".replace("-", "−")


def _line(game: ProfileGame, lang: Lang) -> ProfileLine:
    line = game.line
    return ProfileLine(
        id=line.id,
        title=game_title(line, lang),
        game_name=line.game_name,
        when=short_date(_day(line.updated_at), lang),
        text=game.result,
        score="-".join(reversed(line.score.split("-"))) if line.you == "black" else line.score,
        outcome=_outcome(game),
        change=_change(game.change) if game.change else "",
        picture=small_board(line.game, line.pieces),
    )


def _outcome(game: ProfileGame) -> str:
    """Return how the score is to look: `won`, `drawn`, `lost`, or nothing where that is not known."""
    points = game.line.score.split("-")
    if len(points) != 2 or game.line.you not in ("white", "black") or points[0] == points[1]:
        return "drawn" if len(points) == 2 and points[0] == points[1] else ""
    white_won = points[0] > points[1]
    return "won" if white_won == (game.line.you == "white") else "lost"


def _day(at_ms: int) -> datetime:
    return datetime.fromtimestamp(at_ms / 1000)


def reports_page(found: ReportList, lang: Lang, *, wrong: str = "") -> ReportsPage:
    """Return the page of reports."""
    rows = [(_report(one, lang, is_own=one.id in found.own), one.closed_at is None) for one in found.reports]
    return ReportsPage(
        found.others,
        wrong,
        tuple(row for row, is_open in rows if is_open),
        tuple(row for row, is_open in rows if not is_open),
    )


def _report(report: AbuseReportRecord, lang: Lang, *, is_own: bool) -> ReportRow:
    closed = ""
    if report.closed_at is not None:
        closed = f"{report.closed_by}, {day_and_time(_day(report.closed_at), lang, year=True)}"
    return ReportRow(
        report.id,
        report.reporter,
        report.about,
        report.words,
        report.game_id,
        report.evidence,
        day_and_time(_day(report.at), lang, year=True),
        closed,
        is_own,
    )
