"""What the pages of the archive of players show."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import ClassVar, Final

import msgspec
from markupsafe import Markup

from damiera.errors import DamieraError
from damiera.messages import Lang, Message, Text, day_and_time, short_date
from damiera.rating.categories import known_category, letters
from damiera.records.federation import FederationEventRecord, FederationRatingRecord
from damiera.service.federation.acts import (
    CandidatesAcceptedAct,
    EventCountedAct,
    FederationActLine,
    ListImportedAct,
    ListPublishedAct,
    PeopleApartAct,
    PeopleMergedAct,
    PersonFacts,
    PersonWrittenAct,
    PlayerLinkedAct,
    RatingCorrectedAct,
    TablesPutAct,
    TakenBackAct,
)
from damiera.service.federation.duplicates import LikelyDuplicate
from damiera.service.federation.event_links import PersonParts, PlayedPart
from damiera.service.federation.people import FACTS, ArchivedPerson
from damiera.service.federation.people_lists import ImportReport
from damiera.web.common.pages import PageView
from damiera.web.people.rating_graph import rating_graph
from damiera.web.tournament.views.head import refusal
from damiera.web.tournament.views.words import game_choices

__all__ = [
    "ActRow",
    "DuplicatesPage",
    "FederationFrame",
    "FederationLogPage",
    "FederationPage",
    "ImportListPage",
    "PeopleListPage",
    "PersonPage",
    "act_rows",
    "duplicates_page",
    "import_page",
    "log_page",
    "people_page",
    "person_page",
]

_MOST_PROBLEMS: Final = 200


class FederationFrame(msgspec.Struct, frozen=True):
    """What stands above every page: how many people, and what the reader may.

    Attributes:
        rates: whether they may count ratings. `unnamed`: whether they have to say who they are.
    """

    people: int
    candidates: int
    rates: bool
    unnamed: bool


class FederationPage(PageView, kw_only=True, frozen=True):
    """A page of the archive or the office; `wrong` is what was refused, `field` where."""

    head: FederationFrame
    wrong: str = ""
    field: str = ""


class PersonLine(msgspec.Struct, frozen=True):
    """Somebody in a list."""

    one: ArchivedPerson
    category: str
    elo: int


class PeopleListPage(FederationPage, kw_only=True, frozen=True):
    """People by name, found by a text, or the candidates.

    Attributes:
        more: leads to those that follow. `typed`: somebody to be added, as they were written.
    """

    template: ClassVar[str] = "federation/people.html"
    rows: tuple[PersonLine, ...]
    asked: str
    candidates: bool
    more: str
    typed: PersonFacts


class MetLine(msgspec.Struct, frozen=True):
    """A game of somebody's: against whom, in words how it ended."""

    round: int
    opponent: str
    opponent_id: str
    colour: str
    result: str


class PartLine(msgspec.Struct, frozen=True):
    """Somebody's part in an event; `section` as it is read."""

    event: FederationEventRecord
    day: str
    section: str
    part: PlayedPart
    games: tuple[MetLine, ...]


class OpponentLine(msgspec.Struct, frozen=True):
    """Whom somebody has met, and how they fare against them."""

    id: str
    name: str
    won: int
    drawn: int
    lost: int


class EloHistory(msgspec.Struct, frozen=True):
    """Somebody's ratings in a game: the last one, all of them, and the line they make."""

    game: str
    last: FederationRatingRecord
    rows: tuple[tuple[FederationRatingRecord, str], ...]
    graph: Markup
    narrow_graph: Markup


class CategoryLine(msgspec.Struct, frozen=True):
    """Somebody's category in a game: since which day, and where it comes from."""

    game: str
    category: str
    day: str
    source: str


class PersonPage(FederationPage, kw_only=True, frozen=True):
    """Somebody of the archive.

    Attributes:
        category: as their facts have it, where neither the office nor a list says it of a game.
        typed: their facts, as they are or as they were written. `other`, `reason`: a merge that is refused.
    """

    template: ClassVar[str] = "federation/person.html"
    one: ArchivedPerson
    category: str
    categories: tuple[CategoryLine, ...]
    courses: tuple[EloHistory, ...]
    parts: tuple[PartLine, ...]
    opponents: tuple[OpponentLine, ...]
    typed: PersonFacts
    other: str
    reason: str


class DuplicateLine(msgspec.Struct, frozen=True):
    """Two who may be one, and why."""

    pair: LikelyDuplicate
    reasons: tuple[str, ...]


class DuplicatesPage(FederationPage, kw_only=True, frozen=True):
    """Who may be one person twice."""

    template: ClassVar[str] = "federation/duplicates.html"
    pairs: tuple[DuplicateLine, ...]


class ImportListPage(FederationPage, kw_only=True, frozen=True):
    """A list to be brought in, and what became of the last one."""

    template: ClassVar[str] = "federation/import.html"
    report: ImportReport | None
    problems: tuple[str, ...]
    further: int
    notes: tuple[str, ...]
    games: tuple[tuple[str, str], ...]
    fields: Mapping[str, str]


class ActRow(msgspec.Struct, frozen=True):
    """An act: when, who, what; `undoable` if it can be taken back, `undone` if it was."""

    seq: int
    when: str
    who: str
    what: str
    undoable: bool
    undone: bool


class FederationLogPage(FederationPage, kw_only=True, frozen=True):
    """What was done, the newest first; `broken`: the first act altered since, 0 for none."""

    template: ClassVar[str] = "federation/log.html"
    rows: tuple[ActRow, ...]
    broken: int


def people_page(
    head: FederationFrame,
    people: Sequence[ArchivedPerson],
    lang: Lang,
    *,
    asked: str = "",
    candidates: bool = False,
    more: str = "",
    fields: Mapping[str, str] | None = None,
    wrong: DamieraError | None = None,
) -> PeopleListPage:
    """Return the list of people."""
    rows = tuple(PersonLine(one, letters(one.category()), one.rating("italian")) for one in people)
    return PeopleListPage(
        head=head,
        rows=rows,
        asked=asked,
        candidates=candidates,
        more=more,
        typed=_typed(fields or {}),
        wrong=refusal(wrong, lang),
        field=getattr(wrong, "field", ""),
    )


def person_page(
    head: FederationFrame,
    one: ArchivedPerson,
    held: PersonParts,
    history: Sequence[FederationRatingRecord],
    lang: Lang,
    *,
    fields: Mapping[str, str] | None = None,
    wrong: DamieraError | None = None,
) -> PersonPage:
    """Return the page of somebody."""
    return PersonPage(
        head=head,
        one=one,
        category="" if one.categories else letters(one.facts.category),
        categories=_categories(one, lang),
        courses=_courses(history, lang),
        parts=tuple(_part_line(event, part, held, lang) for event, part in held.parts),
        opponents=_opponents(one.id, held),
        typed=_typed(fields) if fields and fields.get("do") == "edit" else one.facts,
        other=(fields or {}).get("other", ""),
        reason=(fields or {}).get("reason", ""),
        wrong=refusal(wrong, lang),
        field=getattr(wrong, "field", ""),
    )


def _typed(fields: Mapping[str, str]) -> PersonFacts:
    return PersonFacts(**{name: fields.get(name, "") for name in FACTS})


def _categories(one: ArchivedPerson, lang: Lang) -> tuple[CategoryLine, ...]:
    names = dict(game_choices(lang))
    held = sorted((one.categories or {}).items(), key=lambda pair: (pair[0] != "italian", pair[0]))
    return tuple(
        CategoryLine(
            names.get(game, game), _category_name(own.category, lang), _day(own.day, lang), own.source
        )
        for game, own in held
    )


def _category_name(text: str, lang: Lang) -> str:
    found = known_category(text)
    return found.name.text(lang) if found else text


def _courses(history: Sequence[FederationRatingRecord], lang: Lang) -> tuple[EloHistory, ...]:
    names = dict(game_choices(lang))
    by_game: dict[str, list[FederationRatingRecord]] = defaultdict(list)
    for one in history:
        by_game[one.discipline].append(one)
    return tuple(
        _course(names.get(game, game), own, lang)
        for game, own in sorted(by_game.items(), key=lambda one: one[0] != "italian")
    )


def _course(game: str, own: Sequence[FederationRatingRecord], lang: Lang) -> EloHistory:
    points, ends = [one.rating for one in own], (_day(own[0].day, lang), _day(own[-1].day, lang))
    rows = tuple((one, _day(one.day, lang)) for one in reversed(own))
    wide, narrow = rating_graph(points, ends, "wide"), rating_graph(points, ends, "narrow")
    return EloHistory(game, own[-1], rows, wide, narrow)


def _day(text: str, lang: Lang) -> str:
    return short_date(date.fromisoformat(text), lang) if text else ""


def _part_line(event: FederationEventRecord, part: PlayedPart, held: PersonParts, lang: Lang) -> PartLine:
    games = []
    for game in part.games:
        id, name = held.others.get((event.tournament_id, game.opponent), ("", ""))
        said = _COLOURS[game.colour].text(lang) if game.colour else ""
        result = "" if game.points is None else f"{game.points}-{2 - game.points}"
        games.append(MetLine(game.round, name, id, said, result))
    return PartLine(event, _day(event.day, lang), part.section_name(lang), part, tuple(games))


def _opponents(own: str, held: PersonParts) -> tuple[OpponentLine, ...]:
    """Return whom somebody has met over all events, the most met first."""
    names: dict[str, str] = {}
    score: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    for event, part in held.parts:
        for game in part.games:
            id, name = held.others.get((event.tournament_id, game.opponent), ("", ""))
            if id and game.points is not None:
                names.setdefault(id, name)
                score[id][2 - game.points] += 1
    ordered = sorted(score.items(), key=lambda one: (-sum(one[1]), names[one[0]]))
    return tuple(OpponentLine(id, names[id], *told) for id, told in ordered if id != own)


def duplicates_page(
    head: FederationFrame,
    pairs: Sequence[LikelyDuplicate],
    lang: Lang,
    wrong: DamieraError | None = None,
) -> DuplicatesPage:
    """Return the page of who may be one person twice."""
    lines = tuple(DuplicateLine(pair, tuple(r.text(lang) for r in pair.reasons)) for pair in pairs)
    return DuplicatesPage(head=head, pairs=lines, wrong=refusal(wrong, lang))


def import_page(
    head: FederationFrame,
    lang: Lang,
    *,
    report: ImportReport | None = None,
    fields: Mapping[str, str] | None = None,
    wrong: DamieraError | None = None,
) -> ImportListPage:
    """Return the page of lists."""
    problems = report.problems if report else ()
    return ImportListPage(
        head=head,
        report=report,
        problems=tuple(p.said().text(lang) for p in problems[:_MOST_PROBLEMS]),
        further=max(len(problems) - _MOST_PROBLEMS, 0),
        notes=tuple(note.text(lang) for note in report.notes) if report else (),
        games=game_choices(lang),
        fields=fields or {},
        wrong=refusal(wrong, lang),
        field=getattr(wrong, "field", ""),
    )


def log_page(
    head: FederationFrame,
    lines: Sequence[FederationActLine],
    names: Mapping[str, str],
    broken: int | None,
    lang: Lang,
    wrong: DamieraError | None = None,
) -> FederationLogPage:
    """Return the page of what was done; `names` are those of the people in it, by their ids."""
    rows = act_rows(lines, names, lang)
    return FederationLogPage(head=head, rows=rows, broken=broken or 0, wrong=refusal(wrong, lang))


def act_rows(lines: Sequence[FederationActLine], names: Mapping[str, str], lang: Lang) -> tuple[ActRow, ...]:
    """Return acts in words, the newest first."""
    undone = {one.act.seq for one in lines if isinstance(one.act, TakenBackAct)}
    return tuple(
        ActRow(
            one.seq,
            day_and_time(datetime.fromtimestamp(one.at / 1000), lang),
            one.who,
            _said(one, names).text(lang),
            isinstance(one.act, PeopleMergedAct | PeopleApartAct)
            or (isinstance(one.act, PersonWrittenAct) and one.act.before is not None),
            one.seq in undone,
        )
        for one in reversed(lines)
    )


def _said(line: FederationActLine, names: Mapping[str, str]) -> Text:
    act = line.act

    def name(id: str) -> str:
        return names.get(id, id)

    if isinstance(act, PersonWrittenAct):
        return (_ADDED if act.before is None else _CHANGED).format(name=act.facts.name)
    if isinstance(act, PeopleMergedAct):
        return _MERGED.format(gone=name(act.gone), kept=name(act.kept))
    if isinstance(act, PeopleApartAct):
        return _APART.format(one=name(act.one), other=name(act.other))
    if isinstance(act, CandidatesAcceptedAct):
        return _ACCEPTED.format(names=", ".join(name(id) for id in act.people))
    if isinstance(act, PlayerLinkedAct):
        return _LINKED.format(name=name(act.person))
    if isinstance(act, ListImportedAct):
        return _LIST.format(name=act.name, added=act.added, changed=act.changed, refused=act.refused)
    if isinstance(act, EventCountedAct):
        return (_COUNTED_AGAIN if act.replaces else _COUNTED).format(
            name=act.name, day=act.day, n=act.replaces
        )
    if isinstance(act, RatingCorrectedAct):
        told = " ".join(filter(None, (str(act.rating or ""), act.category or "")))
        return _CORRECTED.format(name=name(act.person), told=told, day=act.day, why=act.reason)
    if isinstance(act, ListPublishedAct):
        return _PUBLISHED.format(name=act.name, day=act.day)
    if isinstance(act, TablesPutAct):
        return _TABLES.format(day=act.day)
    return _UNDONE.format(n=act.seq, why=act.reason) if act.reason else _UNDONE_ALONE.format(n=act.seq)


_COLOURS: Final = {"w": Message("White"), "b": Message("Black")}
_ADDED: Final = Message("{name} added")
_CHANGED: Final = Message("{name} changed")
_MERGED: Final = Message("{gone} is {kept}: merged")
_APART: Final = Message("{one} and {other} are two people")
_ACCEPTED: Final = Message("Taken from events into the archive: {names}")
_LINKED: Final = Message("A player of an event is {name}")
_LIST: Final = Message("List “{name}” brought in: {added} new, {changed} changed, {refused} lines not read")
_COUNTED: Final = Message("“{name}” counted, {day}")
_COUNTED_AGAIN: Final = Message("“{name}” counted anew, {day}, in place of act {n}")
_CORRECTED: Final = Message("{name}: {told} from {day}: {why}")
_PUBLISHED: Final = Message("List “{name}” of {day} published")
_TABLES: Final = Message("Tables of the office's own from {day}")
_UNDONE: Final = Message("Act {n} taken back: {why}")
_UNDONE_ALONE: Final = Message("Act {n} taken back")
