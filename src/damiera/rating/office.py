"""The lists of a federation over years: opening lists, events, corrections, in the order of their days.

A pure function of what was told: the state on a day is what all steps up to it lead to, each event counted by
the edition in force on its last day from the ratings that its players had then. Telling one event anew
therefore changes all later ones, and a list of a day can be counted again for ever.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from damiera.messages import Message, Text
from damiera.rating.editions import Edition, edition_at, replaced
from damiera.rating.elo_rubele import RatingReport, rate
from damiera.rating.event import Ending, Entrant, Occasion, Override, RatedGame

__all__ = [
    "CountedEvent",
    "HeldRating",
    "ListDifference",
    "OfficeEntrant",
    "OfficeState",
    "OpeningElo",
    "RatingCorrection",
    "counted_office",
    "list_differences",
    "list_on",
]


@dataclass(frozen=True, slots=True)
class HeldRating:
    """What somebody holds in a discipline.

    Attributes:
        rating: Elo points. `category`: an id of `categories`; "" for none.
        source: where the rating comes from: the list, the event or the correction.
        day: since when.
        category_source, category_day, category_seq: where the category comes from, since when, and by which
            of the things that were told; a list or an event that says the same changes none of them.

    >>> HeldRating(3000, "maestro").rating
    3000
    """

    rating: int
    category: str = ""
    source: str = ""
    day: date | None = None
    category_source: str = ""
    category_day: date | None = None
    category_seq: int = 0


@dataclass(frozen=True, slots=True)
class OpeningElo:
    """Ratings from which the office counts on: by person, from a day on.

    Attributes:
        seq: its place among what was told. `held`: by the person's id.

    >>> OpeningElo(1, date(2026, 1, 1), "Elenco", "italian", {}).discipline
    'italian'
    """

    seq: int
    day: date
    name: str
    discipline: str
    held: Mapping[str, HeldRating]


@dataclass(frozen=True, slots=True)
class OfficeEntrant:
    """A player of an event as the office knows them.

    Attributes:
        number: their start number. `person`: who they are.
        category: as the event has it, for whoever holds none.
        override: the decision that lets them gain although they left.

    >>> OfficeEntrant(1, "p1", "Rossi").ending
    'finished'
    """

    number: int
    person: str
    name: str
    category: str = ""
    ending: Ending = "finished"
    override: Override | None = None


@dataclass(frozen=True, slots=True)
class CountedEvent:
    """An event to be counted, with its games.

    Attributes:
        seq: its place among what was told.
        occasion: with the day it was held: its last one.
        tables: tables of the office's own for it, as TOML; "" for none.

    >>> CountedEvent(1, Occasion("Coppa", held=date(2026, 5, 1)), (), ()).day
    datetime.date(2026, 5, 1)
    """

    seq: int
    occasion: Occasion
    players: tuple[OfficeEntrant, ...]
    games: tuple[RatedGame, ...]
    tables: str = ""

    @property
    def day(self) -> date:
        """The day that decides when it counts, and by which edition."""
        return self.occasion.held or date.min


@dataclass(frozen=True, slots=True)
class RatingCorrection:
    """A rating or a category set by the office on a day; None leaves it as it is.

    >>> RatingCorrection(1, date(2026, 1, 1), "p1", "italian", 3000, None, "Elena", "misread").rating
    3000
    """

    seq: int
    day: date
    person: str
    discipline: str
    rating: int | None
    category: str | None
    author: str
    reason: str


OfficeStep = OpeningElo | CountedEvent | RatingCorrection
_ORDER: Mapping[type, int] = {OpeningElo: 0, CountedEvent: 1, RatingCorrection: 2}


@dataclass(frozen=True, slots=True)
class OfficeState:
    """What all steps up to a day lead to.

    Attributes:
        held: by discipline and person.
        reports: of each event, by its place among what was told; its players have the numbers of the event.
        people: who the players of each event are, by place and number.

    >>> OfficeState({"italian": {"a": HeldRating(300)}}).held["italian"]["a"].rating
    300
    """

    held: Mapping[str, Mapping[str, HeldRating]] = field(default_factory=dict)
    reports: Mapping[int, RatingReport] = field(default_factory=dict)
    people: Mapping[int, Mapping[int, str]] = field(default_factory=dict)


def counted_office(
    steps: Iterable[OfficeStep],
    *,
    until: date | None = None,
    roots: Mapping[str, str] | None = None,
) -> OfficeState:
    """Return the state after all steps up to a day, that day included.

    Steps of one day: lists first, then events, then corrections, each as they were told. Who is in no list
    enters by the edition. In a discipline without categories the Italian one gives the first rating.

    Args:
        until: the last day; None for all of them.
        roots: whom people were merged into.
    Raises:
        ImpossibleGames: if the results of an event cannot be. UnknownEdition: for an event before the first.

    >>> one, two = OfficeEntrant(1, "a", "Rossi"), OfficeEntrant(2, "b", "Bianchi")
    >>> known = {"a": HeldRating(2000), "b": HeldRating(2000)}
    >>> opening = OpeningElo(1, date(2010, 1, 1), "Elenco", "italian", known)
    >>> cup = CountedEvent(2, Occasion("Coppa", held=date(2010, 5, 1)), (one, two), (RatedGame(1, 1, 2, 2),))
    >>> state = counted_office([cup, opening])
    >>> [(who, held.rating) for who, held in state.held["italian"].items()]
    [('a', 2030), ('b', 1970)]
    """
    into = roots or {}
    held: dict[str, dict[str, HeldRating]] = {}
    reports: dict[int, RatingReport] = {}
    people: dict[int, dict[int, str]] = {}
    due = [step for step in steps if until is None or step.day <= until]
    for step in sorted(due, key=lambda one: (one.day, _ORDER[type(one)], one.seq)):
        if isinstance(step, OpeningElo):
            known = held.setdefault(step.discipline, {})
            for listed, one in step.held.items():
                person = into.get(listed, listed)
                known[person] = _held(step, one.rating, one.category, step.name, known.get(person))
        elif isinstance(step, RatingCorrection):
            _correct(held.setdefault(step.discipline, {}), step, into)
        else:
            who = {p.number: into.get(p.person, p.person) for p in step.players}
            report = _report(step, who, held)
            reports[step.seq], people[step.seq] = report, who
            _apply(held.setdefault(step.occasion.discipline, {}), step, report, who)
    return OfficeState(held, reports, people)


def _correct(known: dict[str, HeldRating], step: RatingCorrection, into: Mapping[str, str]) -> None:
    who = into.get(step.person, step.person)
    before = known.get(who, HeldRating(0))
    rating = before.rating if step.rating is None else step.rating
    category = before.category if step.category is None else step.category
    known[who] = _held(step, rating, category, step.reason, before)


def _held(step: OfficeStep, rating: int, category: str, source: str, before: HeldRating | None) -> HeldRating:
    """Return what somebody holds after a step; a category that stays is as old as it was."""
    if before and category and category == before.category:
        since = (before.category_source, before.category_day, before.category_seq)
    else:
        told = f"{step.author}: {source}" if isinstance(step, RatingCorrection) else source
        since = (told, step.day, step.seq) if category else ("", None, 0)
    return HeldRating(rating, category, source, step.day, *since)


def _report(
    step: CountedEvent, who: Mapping[int, str], held: Mapping[str, Mapping[str, HeldRating]]
) -> RatingReport:
    edition = _edition(step)
    discipline = step.occasion.discipline
    own, italian = held.get(discipline, {}), held.get("italian", {})
    entrants = []
    for player in step.players:
        mine, first = own.get(who[player.number]), italian.get(who[player.number])
        category = (mine and mine.category) or (first and first.category) or player.category
        rating = mine.rating if mine and mine.rating else None
        entrants.append(Entrant(player.number, player.name, rating, category, player.ending, player.override))
    return rate(entrants, step.games, step.occasion, edition)


def _edition(step: CountedEvent) -> Edition:
    found = edition_at(step.day)
    return replaced(found, step.tables) if step.tables else found


def _apply(
    known: dict[str, HeldRating], step: CountedEvent, report: RatingReport, who: Mapping[int, str]
) -> None:
    for change in report.changes:
        if not change.played:  # who played no game that counts stays as they are
            continue
        person = who[change.entrant.number]
        before = known.get(person, HeldRating(0))
        category = change.after or before.category
        known[person] = _held(step, change.final, category, step.occasion.name, before)


def list_on(state: OfficeState, discipline: str) -> tuple[tuple[str, HeldRating], ...]:
    """Return the list of a discipline in order of rating; whoever is level stands by their id.

    >>> list_on(OfficeState({"italian": {"a": HeldRating(300), "b": HeldRating(500)}}), "italian")[0][0]
    'b'
    """
    known = state.held.get(discipline, {})
    return tuple(sorted(known.items(), key=lambda one: (-one[1].rating, one[0])))


@dataclass(frozen=True, slots=True)
class ListDifference:
    """Somebody whose rating or category differs between two lists; None for who is not in one.

    >>> ListDifference("a", HeldRating(300), None).said().text("en")
    '300 → –'
    """

    person: str
    before: HeldRating | None
    after: HeldRating | None

    def said(self) -> Text:
        """Return both ratings in words."""
        return _DIFFERENCE.format(
            before=self.before.rating if self.before else "–", after=self.after.rating if self.after else "–"
        )


def list_differences(
    before: Sequence[tuple[str, HeldRating]], after: Sequence[tuple[str, HeldRating]]
) -> tuple[ListDifference, ...]:
    """Return who differs between two lists, by rating or category, the largest difference first.

    >>> [d.person for d in list_differences([("a", HeldRating(300))], [("a", HeldRating(310))])]
    ['a']
    """
    old, new = dict(before), dict(after)
    found = [
        ListDifference(who, old.get(who), new.get(who))
        for who in dict.fromkeys([*old, *new])
        if _told(old.get(who)) != _told(new.get(who))
    ]

    def size(one: ListDifference) -> int:
        return abs((one.after.rating if one.after else 0) - (one.before.rating if one.before else 0))

    return tuple(sorted(found, key=lambda one: (-size(one), one.person)))


def _told(held: HeldRating | None) -> tuple[int, str] | None:
    return (held.rating, held.category) if held else None


_DIFFERENCE = Message("{before} → {after}")
