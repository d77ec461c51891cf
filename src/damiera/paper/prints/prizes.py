"""Prizes of every classification: the general one, women and men, categories, clubs, those announced."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor

from damiera.messages import Lang, Message, Number, Text, Verbatim
from damiera.paper.prints.frame import Frame
from damiera.paper.prints.job import PrintedPrize, PrintedTitle, PrintJob
from damiera.paper.prints.lists import CLUB, letters, who_said, without_empty
from damiera.paper.prints.table import PrintedTable, TableColumn, TableRow
from damiera.rating.categories import CATEGORIES, rank
from damiera.tournament.sections import birth_year
from damiera.tournament.standings import (
    Classified,
    StandingRow,
    classification,
    classifications,
    club_classification,
    place_text,
)
from damiera.tournament.standings import prizes as prizes_of

__all__ = ["Classification", "classifications_of", "euro_said", "medal_of", "prize_list"]

_PRIZE = Message("Prize")
_MEDAL = Message("Medal")
_POINTS = Message("Points")
_MONEY = Message("Euro")
_SIGNED = Message("Received")
_WINNER = Message("Winner")
_WHAT = Message("What")
_PLACE = Message("Rank", context="narrow column")
_COUNTED = Message("Who counts")
_OVERALL = Message("Overall")
_TEAMS = Message("Teams", context="standings")
_WOMEN = Message("Women", context="standings")
_MEN = Message("Men", context="standings")
_UNDER = Message("Under {n}")
_CLUBS = Message("Clubs", context="standings")
_CLUB_OF = {"f": Message("Clubs, women"), "m": Message("Clubs, men")}
_GROUPED = {
    "group": Message("Group {f}"),
    "category": Message("Category {f}"),
    "province": Message("Province {f}"),
}
_CATEGORY_NAMES = {c.id: c.name for c in CATEGORIES}
_MEDALS = (Message("gold"), Message("silver"), Message("bronze"))
_EVERYBODY = Message("A medal to remember it for everybody: {n}.")
_ANNOUNCED = Message("Prizes as announced")
_TOLD = Message("{said}: {listed}")
_SHARED = {
    "technical": Message("On a shared place the technical classification decides: no prize is split."),
    "equal": Message("On a shared place the prizes are put together and parted equally."),
}
_USUAL = ("women", "men", "category", "group", "club")


@dataclass(frozen=True, slots=True)
class Classification:
    """Some of the players with places of their own; only the general one has the money."""

    title: Text
    rows: Sequence[StandingRow]
    general: bool = False


def euro_said(sum: Fraction, lang: Lang) -> str:
    """Return a sum in euro; what is left of a cent stays with the organiser.

    >>> euro_said(Fraction(500), "it"), euro_said(Fraction(400, 3), "it"), euro_said(Fraction(400, 3), "en")
    ('500', '133,33', '133.33')
    """
    cents = floor(sum * 100)
    return Number(cents / 100, 2 if cents % 100 else 0).text(lang)


def medal_of(job: PrintJob, place: int) -> str:
    """Return the medal of a place: gold, silver, bronze; '' for the others, or where none are given."""
    return job.said(_MEDALS[place - 1]) if job.medals and 1 <= place <= len(_MEDALS) else ""


def classifications_of(job: PrintJob) -> Iterator[Classification]:
    """Yield the general classification, then those announced, or each of the usual that parts the field."""
    yield Classification(_TEAMS if job.counted else _OVERALL, job.standing.ranked, general=True)
    for by in job.classified or _USUAL:
        found = list(_one(job, by))
        if job.classified or len(found) > 1 or (by in _SEXES and _both_sexes(job)):
            yield from (one for one in found if one.rows)


_SEXES: Mapping[str, tuple[str, Text]] = {"women": ("f", _WOMEN), "men": ("m", _MEN)}


def _both_sexes(job: PrintJob) -> bool:
    return {"f", "m"} <= {p.sex for p in job.event.players}


def _one(job: PrintJob, by: str) -> Iterator[Classification]:
    whole, event = job.standing, job.event
    if by in _SEXES:
        sex, title = _SEXES[by]
        yield Classification(title, classifications(whole, event, "sex").get(sex, ()))
    elif by == "under":
        day = event.ends or event.starts
        if day is not None:
            young = {p.number for p in event.players if birth_year(p.born) > day.year - job.under}
            yield Classification(_UNDER.format(n=job.under), classification(whole, young.__contains__))
    elif by in _GROUPED:
        kind: Classified = "group" if by == "group" else "category" if by == "category" else "province"
        found = classifications(whole, event, kind)
        for fact, rows in sorted(found.items(), key=lambda one: -rank(one[0])):
            said = _CATEGORY_NAMES.get(fact, Verbatim(fact)) if by == "category" else fact
            yield Classification(_GROUPED[by].format(f=said), rows)


def prize_list(frame: Frame) -> None:
    """Print the prizes of each classification there is, with room for a signature."""
    job = frame.job
    if job.won:
        _all_titles(frame)
        return
    columns = [
        TableColumn(job.said(_PRIZE)),
        TableColumn(job.said(_MEDAL)),
        TableColumn(who_said(job), style="B", gives=True, least=34),
        TableColumn(job.said(CLUB), gives=True),
        TableColumn(job.said(_POINTS), "R", "B"),
        TableColumn(job.said(_MONEY), "R"),
        TableColumn(job.said(_SIGNED), wide=44),
    ]
    parts, clubs = [*_player_parts(job)], [*_club_parts(job)]
    parts += clubs
    of_clubs = list(columns)
    of_clubs[2:4] = replace(columns[2], head=job.said(CLUB)), replace(columns[3], head=job.said(_COUNTED))
    told = [row for _, part in parts for row in part]
    (columns, rows), (of_clubs, _) = without_empty(columns, told), without_empty(of_clubs, told)
    frame.page()
    tables = [PrintedTable(frame, heads, rows, 10.0, air=1.6) for heads in (columns, of_clubs)]
    at = 0
    for number, (title, part) in enumerate(parts):
        table = tables[number >= len(parts) - len(clubs)]
        own = rows[at : at + len(part)]
        at += len(part)
        tall = table.height(own)
        frame.subtitle(title, tall if tall < 0.4 * frame.bottom else table.height(own[:1]))
        table.draw(own)
    frame.gap(2)
    if any(len(group) > 1 for group in _level(job)):
        frame.paragraph(job.said(_SHARED[job.share]), 9, grey=40)
    _ending(frame)


def _ending(frame: Frame) -> None:
    """Print what everybody takes, and the prizes in the words of the announcement."""
    job = frame.job
    if job.keepsakes:
        frame.paragraph(job.said(_EVERYBODY, n=len(job.players)), 10, "B")
    if job.announced:
        frame.paragraph(job.said(_ANNOUNCED), 10, "B")
        for line in filter(None, map(str.strip, job.announced.splitlines())):
            frame.paragraph(line, 10)
    letters(frame)


def _level(job: PrintJob) -> list[list[StandingRow]]:
    """Return who stands on each place that has a prize."""
    ranked = [row for row in job.standing.ranked if (row.rank or 0) <= job.places]
    return [[row for row in ranked if row.rank == rank] for rank in {row.rank for row in ranked}]


def _player_parts(job: PrintJob) -> Iterator[tuple[str, list[TableRow]]]:
    """Yield each classification: its title, and a line for each prize."""
    players = {p.number: p for p in job.players}
    for one in classifications_of(job):
        money = job.money if one.general else ()
        rows = []
        for prize in prizes_of(one.rows, places=job.places, money=money, share=job.share):
            row = job.standing.row(prize.number)
            euro = euro_said(prize.money, job.lang) if prize.money else ""
            rows.append(TableRow((
                job.said(place_text(prize.place)), medal_of(job, prize.place), job.names[row.number],
                players[row.number].club, job.standing.quoted(row), euro, " ",
            )))  # fmt: skip
        if rows:
            yield job.said(one.title), rows


def _club_parts(job: PrintJob) -> Iterator[tuple[str, list[TableRow]]]:
    if job.counted or (job.classified and "club" not in job.classified):
        return
    scoring = job.event.settings.scoring
    for sex in (None, *(s for name, (s, _) in _SEXES.items() if name in job.classified)):
        clubs = club_classification(
            job.standing, job.event, best=job.club_best, sex="f" if sex == "f" else "m" if sex else None
        )
        if len(clubs) < 2:
            continue
        rows = []
        for club in (c for c in clubs if c.rank <= job.places):
            who = ", ".join(job.names[n] for n in club.counted)
            rows.append(TableRow((
                job.said(place_text(club.rank)), medal_of(job, club.rank), club.club, who,
                scoring.said(club.points), "", " ",
            )))  # fmt: skip
        if rows:
            yield job.said(_CLUB_OF[sex] if sex else _CLUBS), rows


def _all_titles(frame: Frame) -> None:
    """Print the prizes over all sections: who takes each and why, then the clubs with those who count."""
    job = frame.job
    columns = [
        TableColumn(job.said(_PRIZE)),
        TableColumn(job.said(_WINNER), style="B", gives=True, least=40),
        TableColumn(job.said(CLUB), gives=True),
        TableColumn(job.said(_WHAT), gives=True, least=30),
        TableColumn(job.said(_MONEY), "R"),
        TableColumn(job.said(_SIGNED), wide=44),
    ]
    frame.page()
    for title in dict.fromkeys(job.said(one.title) for one in job.won):
        at = [n for n, one in enumerate(job.won) if job.said(one.title) == title]
        empty = not any(job.won[n].club for n in at)  # clubs have no club
        heads, lines = without_empty(columns, [_won_row(job, one, club=not empty) for one in job.won])
        table = PrintedTable(frame, heads, lines, 10.0, air=1.6)
        own = [lines[n] for n in at]
        tall = table.height(own)
        frame.subtitle(title, tall if tall < 0.4 * frame.bottom else table.height(own[:1]))
        table.draw(own)
        told = [(job.won[n], reason) for n in at if job.won[n].name for reason in job.won[n].reasons]
        if told:
            frame.gap(1)  # clear of the line under the table
        for one, reason in told:
            who = f"{job.said(place_text(one.place))}, {one.name}"
            frame.paragraph(job.said(_TOLD, said=who, listed=reason), 8, grey=60)
    for clubs in job.clubs:
        _club_table(frame, clubs)
    frame.gap(2)
    _ending(frame)
    letters(frame)


def _won_row(job: PrintJob, one: PrintedPrize, *, club: bool) -> TableRow:
    euro = euro_said(one.worth, job.lang) if one.worth else ""
    of = one.club if club else ""
    return TableRow((job.said(place_text(one.place)), one.name or "-", of, one.what, euro, " "))


def _club_table(frame: Frame, clubs: PrintedTitle) -> None:
    job = frame.job
    columns = [
        TableColumn(job.said(_PLACE), "R", "B"),
        TableColumn(job.said(CLUB), style="B", gives=True, least=40),
        TableColumn(job.said(_POINTS), "R", "B"),
        TableColumn(job.said(_COUNTED), gives=True, least=50),
    ]
    rows = [TableRow((str(rank), name, points, who)) for rank, name, points, who in clubs.lines]
    table = PrintedTable(frame, columns, rows, 10.0, air=1.2)
    frame.subtitle(job.said(clubs.title), table.height(rows[:3]))
    table.draw(rows)
