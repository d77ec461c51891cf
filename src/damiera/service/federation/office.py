"""The rating office: events come in, ratings are counted by edition, published lists stay as they were.

Everything is an act of the log of the archive; what stands on a day is counted anew from all of them
(`damiera.rating.office`). A published list keeps its lines and how far the log was then, so that it can be
given for ever and counted again.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Final

import msgspec
from cachetools import LRUCache

from damiera.errors import DamieraError
from damiera.messages import Lang, Message, from_data, to_data
from damiera.rating.categories import CATEGORIES, category
from damiera.rating.cells import write_csv
from damiera.rating.editions import Edition, edition_at, replaced
from damiera.rating.elo_rubele import RatingReport
from damiera.rating.errors import UnknownCategory
from damiera.rating.event import Occasion, Override, RatedGame, Scope
from damiera.rating.office import (
    CountedEvent,
    HeldRating,
    ListDifference,
    OfficeEntrant,
    OfficeState,
    OfficeStep,
    OpeningElo,
    RatingCorrection,
    counted_office,
    list_differences,
    list_on,
)
from damiera.rating.slots import changed_slots, slots_in
from damiera.records.federation import FederationRatingRecord
from damiera.rules.ruleset import CATALOGUE
from damiera.service.errors import BadTerms, NotFound, RefusedAct
from damiera.service.federation.acts import (
    CountedPlayer,
    EventCountedAct,
    FederationActLine,
    ListImportedAct,
    ListPublishedAct,
    OfficeGame,
    PeopleMergedAct,
    PublishedLine,
    RatingCorrectedAct,
    TablesPutAct,
    TakenBackAct,
    line_of_act,
    written_down,
)
from damiera.service.federation.categories import keep_categories, last_told
from damiera.service.federation.event_links import EventLinks, people_of_players
from damiera.service.federation.people_lists import checked_day
from damiera.service.federation.register import people_of_roots, root_of
from damiera.service.identity import Visitor
from damiera.service.ports import ServerClock, StorePort, Transaction
from damiera.service.tournament.event import LiveEvent
from damiera.tournament.model import Event
from damiera.tournament.rated_games import entrants, rated_games

__all__ = [
    "OF_FILE",
    "OfficeBook",
    "OfficeEvent",
    "RatingOffice",
    "SlotAuthor",
    "TablesOfDay",
    "list_data",
    "list_table",
]

log = logging.getLogger(__name__)

_KEPT: Final = 8
OF_FILE: Final = "file: "
"""How the source of an event begins that a file told."""
KINDS: Final = ("list", "event", "correct", "publish", "tables", "merge", "undo")
_NO_GAME: Final = Message("There is no such game.")
_NO_DAY: Final = Message("This event has no day: write its last one.")
_NO_REASON: Final = Message("Write the reason.")
_NOTHING: Final = Message("Write a rating or a category.")
_NO_RATING: Final = Message("A rating is a whole number from 0 to 9999.")
_TWICE: Final = Message("{one} and {other} are the same person in the archive: say who they are first.")
_EMPTY: Final = Message("Nobody has a rating in this game on that day.")
_NO_LIST: Final = Message("There is no list {n}.")
_NO_EVENT: Final = Message("There is no event {n} in the office.")
_THERE: Final = Message("This event is in the office already, as number {n}: count it anew there.")
_STAYS: Final = Message("A published list stays: publish another one.")
_NOT_OURS: Final = Message("This act is not of the rating office.")
_TAKEN_BACK: Final = Message("Act {n} was taken back already.")


class OfficeEvent(msgspec.Struct, frozen=True):
    """An event as it is counted: the act that gave it, and its report."""

    seq: int
    act: EventCountedAct
    report: RatingReport
    people: Mapping[int, str]


class OfficeBook(msgspec.Struct, frozen=True):
    """All that the office holds, as it stands after an act.

    Attributes:
        lines: its acts, the oldest first. `undone`: those taken back, or replaced by a later one.
        state: what they lead to. `roots`: whom people were merged into.
    """

    lines: tuple[FederationActLine, ...]
    undone: frozenset[int]
    state: OfficeState
    roots: Mapping[str, str]

    @property
    def events(self) -> tuple[OfficeEvent, ...]:
        """The events that count, the last first."""
        acts = {one.seq: one.act for one in self.lines}
        found = [
            OfficeEvent(seq, act, report, self.state.people[seq])
            for seq, report in self.state.reports.items()
            if isinstance(act := acts[seq], EventCountedAct)
        ]
        return tuple(sorted(found, key=lambda one: (one.act.day, one.seq), reverse=True))

    @property
    def published(self) -> tuple[tuple[int, ListPublishedAct], ...]:
        """The published lists, the last first."""
        found = [(one.seq, one.act) for one in self.lines if isinstance(one.act, ListPublishedAct)]
        return tuple((seq, act) for seq, act in reversed(found))

    def event(self, seq: int) -> OfficeEvent:
        """Return an event. Raises `NotFound`."""
        for one in self.events:
            if one.seq == seq:
                return one
        raise NotFound(str(seq), _NO_EVENT.format(n=seq))


class SlotAuthor(msgspec.Struct, frozen=True):
    """Who put a table of the office's own, from which day it holds, and by which act."""

    who: str
    day: str
    seq: int


class TablesOfDay(msgspec.Struct, frozen=True):
    """The tables of a day.

    Attributes:
        base: the edition in force; `held`: with the office's own tables in the place of its own.
        text: the office's own, as TOML; `authors`: who put each, by its name.
    """

    day: str
    base: Edition
    held: Edition
    text: str
    authors: Mapping[str, SlotAuthor]


class RatingOffice:
    """The use cases of the office. Threads may share it."""

    def __init__(self, store: StorePort, clock: ServerClock, links: EventLinks) -> None:
        self._store = store
        self._clock = clock
        self._links = links
        self._books: LRUCache[tuple[int, int | None, str], OfficeBook] = LRUCache(_KEPT)

    # --- looking ---

    def book(self, *, upto: int | None = None, until: str = "") -> OfficeBook:
        """Return what the office holds: as all acts up to one have it, up to a day."""
        with self._store.read() as work:
            return self._kept(work, upto, until)

    def lines(self, discipline: str, day: str = "", *, upto: int | None = None) -> tuple[PublishedLine, ...]:
        """Return the list of a day, as all acts up to one have it. Raises `BadTerms`."""
        _check_game(discipline)
        with self._store.read() as work:
            return _lines(work, self._kept(work, upto, day and checked_day(day)), discipline)

    def catch_up(self) -> bool:
        """Let the archive have the categories as they stand, if anything was told since; tell whether it was.

        The office's own acts see to it at once: this is for lists brought in, merges and what was written by
        hand, and for an archive that had none of them yet.
        """
        with self._store.read() as work:
            if last_told(work) <= max(work.federation.categories_upto(), 0):
                return False
        try:
            with self._store.write() as work:
                _told_anew(work)
        except DamieraError:
            log.exception("the categories of the archive could not be counted")
        return True

    def _kept(self, work: Transaction, upto: int | None, until: str) -> OfficeBook:
        """Return what the office holds, counted once for each state of the log."""
        last = work.federation.last_act()
        key = (last.seq if last else 0, upto, until)
        book = self._books.get(key)
        if book is None:
            book = self._books[key] = _book(work, upto=upto, until=until)
        return book

    def published(self, seq: int) -> ListPublishedAct:
        """Return a published list as it was published. Raises `NotFound`."""
        for number, act in self.book().published:
            if number == seq:
                return act
        raise NotFound(str(seq), _NO_LIST.format(n=seq))

    def recounted(self, seq: int) -> tuple[tuple[ListDifference, ...], tuple[ListDifference, ...]]:
        """Count a published list again.

        Returns:
            how it differs when counted from what was told then, which is nothing; and how the list of its day
            differs as it stands now, after all that was told since.
        """
        act = self.published(seq)
        then = [(one.person, HeldRating(one.rating, one.category)) for one in act.lines]
        again = list_on(self.book(upto=act.upto, until=act.day).state, act.discipline)
        now = list_on(self.book(until=act.day).state, act.discipline)
        return list_differences(then, again), list_differences(then, now)

    # --- events ---

    def count(self, who: Visitor, live: LiveEvent, *, day: str = "", replaces: int = 0) -> int:
        """Take an event of this server in, or a section of it; with `replaces`, anew. Return its number.

        Raises:
            BadTerms: for an event without a day, or with one person twice.
            RefusedAct: for an event that is there already.
        """
        self._links.refresh(live.whole)
        people = self._links.people_in(live)
        facts = live.announced
        name = f"{live.announced.name} · {live.section.name}" if live.section else live.announced.name
        act = _act_of(
            live.event, people, name, live.id, day, facts.scope, facts.elo_weight, live.overrides, replaces
        )
        return self._counted(who, act)

    def count_file(
        self,
        who: Visitor,
        event: Event,
        *,
        source: str,
        day: str = "",
        discipline: str = "",
        scope: Scope = "national",
        weight: int | None = None,
        replaces: int = 0,
    ) -> int:
        """Take an event in that a file told; its players are known by card or name, or are candidates."""
        told = replace(event, game=discipline) if discipline else event
        with self._store.write() as work:
            people = people_of_players(work, told.players, self._clock.now_ms())
        act = _act_of(
            told, people, told.name or source, f"{OF_FILE}{source}", day, scope, weight, {}, replaces
        )
        return self._counted(who, act)

    def _counted(self, who: Visitor, act: EventCountedAct) -> int:
        names: dict[str, str] = {}
        for player in act.players:
            if player.person in names:
                raise BadTerms("event", _TWICE.format(one=names[player.person], other=player.name))
            names[player.person] = player.name
        now = self._clock.now_ms()
        with self._store.write() as work:
            book = _book(work)
            if act.replaces:
                book.event(act.replaces)
            elif same := next((one for one in book.events if one.act.source == act.source), None):
                raise RefusedAct(_THERE.format(n=same.seq))
            seq = written_down(work, act, who, now)
            _told_anew(work)  # what cannot be counted is refused now, and nothing is kept of it
        return seq

    def drop(self, who: Visitor, seq: int, reason: str) -> None:
        """Take an act of the office back: an event, a correction, tables. Raises `RefusedAct`, `NotFound`."""
        now, why = self._clock.now_ms(), " ".join(reason.split())[:300]
        if not why:
            raise BadTerms("reason", _NO_REASON)
        with self._store.write() as work:
            book = _book(work)
            line = next((one for one in book.lines if one.seq == seq), None)
            if line is None:
                raise NotFound(str(seq), _NO_EVENT.format(n=seq))
            if isinstance(line.act, ListPublishedAct):
                raise RefusedAct(_STAYS)
            if not isinstance(line.act, EventCountedAct | RatingCorrectedAct | TablesPutAct):
                raise RefusedAct(_NOT_OURS)
            if seq in book.undone:
                raise RefusedAct(_TAKEN_BACK.format(n=seq))
            written_down(work, TakenBackAct(seq=seq, reason=why), who, now)
            _told_anew(work)

    # --- tables ---

    def tables(self, day: str) -> TablesOfDay:
        """Return the tables by which an event that ends on a day is counted.

        Raises:
            BadTerms: for what is no day. UnknownEdition: before the first edition.
        """
        book = self.book()
        return _tables(book, checked_day(day))

    def put_slot(self, who: Visitor, slot: str, value: str, source: str, day: str) -> int:
        """Let one table of the office's own hold from a day on; with an empty value, the edition's again.

        Later days at which tables were put keep theirs.

        Raises:
            BadSlots: for a slot that the edition of the day has not, or a value that does not fit it.
        """
        told = " ".join(source.split())[:200]
        with self._store.write() as work:
            held = _tables(_book(work), checked_day(day))
            text = changed_slots(held.text, held.base, slot, value, told)
            if text:
                replaced(held.base, text)
            seq = written_down(work, TablesPutAct(day=held.day, text=text), who, self._clock.now_ms())
            _told_anew(work)
        return seq

    # --- the office's own ---

    def correct(
        self,
        who: Visitor,
        person: str,
        *,
        discipline: str,
        day: str,
        rating: str,
        category_: str,
        reason: str,
    ) -> int:
        """Set somebody's rating or category on a day, for a reason. Return the number of the act."""
        _check_game(discipline)
        why = " ".join(reason.split())[:300]
        if not why:
            raise BadTerms("reason", _NO_REASON)
        points = _rating(rating)
        if points is None and not category_.strip():
            raise BadTerms("rating", _NOTHING)
        try:
            held = category(category_).id if category_.strip() else None
        except UnknownCategory as error:
            raise BadTerms("category", error.message) from None
        now = self._clock.now_ms()
        with self._store.write() as work:
            act = RatingCorrectedAct(
                person=root_of(work, person),
                discipline=discipline,
                day=checked_day(day),
                rating=points,
                category=held,
                reason=why,
            )
            seq = written_down(work, act, who, now)
            _told_anew(work)
        return seq

    def put_tables(self, who: Visitor, text: str, day: str) -> int:
        """Let tables of the office's own hold for events from a day on. Raises `BadSlots`."""
        act = TablesPutAct(day=checked_day(day), text=text)
        replaced(edition_at(date.fromisoformat(act.day)), text) if text.strip() else None
        with self._store.write() as work:
            seq = written_down(work, act, who, self._clock.now_ms())
            _told_anew(work)
        return seq

    def publish(self, who: Visitor, *, name: str, discipline: str, day: str) -> int:
        """Publish the list of a day, which stays as it is for ever. Return its number.

        Its ratings are those of the archive from that day on: entries to events and people's pages have them.
        """
        _check_game(discipline)
        called, on = " ".join(name.split())[:80], checked_day(day)
        now = self._clock.now_ms()
        with self._store.write() as work:
            book = _book(work, until=on)
            last = work.federation.last_act()
            lines = _lines(work, book, discipline)
            if not lines:
                raise BadTerms("day", _EMPTY)
            act = ListPublishedAct(
                name=called or on, discipline=discipline, day=on, upto=last.seq if last else 0, lines=lines
            )
            rows = [FederationRatingRecord(one.person, discipline, on, act.name, one.rating) for one in lines]
            work.federation.rate(rows)
            return written_down(work, act, who, now)


def _tables(book: OfficeBook, day: str) -> TablesOfDay:
    """Return the tables of a day, and who put which of the office's own."""
    base, text = edition_at(date.fromisoformat(day)), ""
    authors: dict[str, SlotAuthor] = {}
    own: dict[str, dict[str, object]] = {}
    acts = [(line.act.day, line.seq, line) for line in book.lines if isinstance(line.act, TablesPutAct)]
    for since, seq, line in sorted(acts, key=lambda one: one[:2]):
        if seq in book.undone or since > day or not isinstance(line.act, TablesPutAct):
            continue
        text, before = line.act.text, own
        own = slots_in(text)
        changed = [name for name, held in own.items() if before.get(name) != held]
        authors |= {name: SlotAuthor(line.who, since, seq) for name in changed}
    held = replaced(base, text) if text.strip() else base
    return TablesOfDay(day, base, held, text, {name: authors[name] for name in own})


def list_table(lines: Sequence[PublishedLine], lang: Lang) -> str:
    """Return a list as CSV.

    >>> list_table([PublishedLine(1, "p", "Rossi", 3000)], "en").splitlines()[1]
    '1,,Rossi,,,3000'
    """
    names = {one.id: one.name.text(lang) for one in CATEGORIES}
    rows = [
        (one.place, one.card, one.name, one.club, names.get(one.category, one.category), one.rating)
        for one in lines
    ]
    return write_csv([[text.text(lang) for text in _HEADER], *rows])


def list_data(act: ListPublishedAct) -> str:
    """Return a published list as JSON."""
    return msgspec.json.format(msgspec.json.encode(act), indent=2).decode()


def _book(work: Transaction, *, upto: int | None = None, until: str = "") -> OfficeBook:
    lines = tuple(
        line_of_act(one) for one in work.federation.acts(kinds=KINDS) if upto is None or one.seq <= upto
    )
    undone = {one.act.seq for one in lines if isinstance(one.act, TakenBackAct)}
    undone |= {one.act.replaces for one in lines if isinstance(one.act, EventCountedAct) and one.act.replaces}
    counting = [one for one in lines if one.seq not in undone]
    roots: dict[str, str] = {}
    for one in counting:
        if isinstance(one.act, PeopleMergedAct):
            roots = {id: one.act.kept if to == one.act.gone else to for id, to in roots.items()}
            roots[one.act.gone] = one.act.kept
    tables = sorted(
        ((one.act.day, one.seq, one.act.text) for one in counting if isinstance(one.act, TablesPutAct)),
    )
    steps = [step for one in counting for step in _steps(one, tables)]
    state = counted_office(steps, until=date.fromisoformat(until) if until else None, roots=roots)
    return OfficeBook(lines, frozenset(undone), state, roots)


def _told_anew(work: Transaction) -> None:
    """Count everything anew, and let the archive have the categories. Raises what cannot be counted."""
    book = _book(work)
    keep_categories(work, book.lines, book.state, book.roots)


def _steps(line: FederationActLine, tables: Sequence[tuple[str, int, str]]) -> Sequence[OfficeStep]:
    act = line.act
    if isinstance(act, ListImportedAct) and act.opens:
        return [
            OpeningElo(
                line.seq,
                date.fromisoformat(act.day),
                act.name,
                game,
                {one.person: HeldRating(one.rating, _category(one.category)) for one in own},
            )
            for game, own in act.ratings.items()
        ]
    if isinstance(act, RatingCorrectedAct):
        day = date.fromisoformat(act.day)
        told = (act.person, act.discipline, act.rating, act.category, line.who, act.reason)
        return [RatingCorrection(line.seq, day, *told)]
    if isinstance(act, EventCountedAct):
        held = [text for day, _, text in tables if day <= act.day]
        return [_event(line.seq, act, held[-1] if held else "")]
    return ()


def _event(seq: int, act: EventCountedAct, tables: str) -> CountedEvent:
    occasion = Occasion(act.name, act.discipline, date.fromisoformat(act.day), act.weight, act.scope)
    players = tuple(
        OfficeEntrant(
            p.number,
            p.person,
            p.name,
            p.category,
            p.ending,
            Override(p.allowed_by, p.allowed_why) if p.allowed_by else None,
        )
        for p in act.players
    )
    games = tuple(
        RatedGame(g.round, g.first, g.second, g.points, from_data(g.left_out) if g.left_out else None)
        for g in act.games
    )
    return CountedEvent(seq, occasion, players, games, tables)


def _act_of(
    event: Event,
    people: Mapping[int, str],
    name: str,
    source: str,
    day: str,
    scope: Scope,
    weight: int | None,
    overrides: Mapping[int, Override],
    replaces: int,
) -> EventCountedAct:
    _check_game(event.game)
    last = event.ends or event.starts
    if not day and last is None:
        raise BadTerms("day", _NO_DAY)
    on = checked_day(day) if day else last.isoformat() if last else ""
    edition_at(date.fromisoformat(on))
    players = tuple(
        CountedPlayer(
            number=one.number,
            person=people[one.number],
            name=one.name,
            category=one.category,
            elo=one.rating or 0,
            ending=one.ending,
            allowed_by=one.override.author if one.override else "",
            allowed_why=one.override.reason if one.override else "",
        )
        for one in entrants(event, overrides)
    )
    games = tuple(OfficeGame(g.round, g.first, g.second, g.points, _as_data(g)) for g in rated_games(event))
    return EventCountedAct(
        name=name[:200],
        source=source,
        day=on,
        discipline=event.game,
        scope=scope,
        weight=weight,
        players=players,
        games=games,
        replaces=replaces,
    )


def _as_data(game: RatedGame) -> dict[str, object] | None:
    if game.left_out is None:
        return None
    told = to_data(game.left_out)
    assert isinstance(told, dict)
    return told


def _lines(work: Transaction, book: OfficeBook, discipline: str) -> tuple[PublishedLine, ...]:
    held = list_on(book.state, discipline)
    people = {one.id: one for one in people_of_roots(work, [root_of(work, id) for id, _ in held])}
    named = [(id, one, people[root_of(work, id)].facts) for id, one in held]
    named.sort(key=lambda one: (-one[1].rating, one[2].name.casefold(), one[0]))
    out: list[PublishedLine] = []
    for n, (id, one, facts) in enumerate(named, 1):
        level = out and out[-1].rating == one.rating
        place = out[-1].place if level else n
        out.append(PublishedLine(place, id, facts.name, one.rating, one.category, facts.card, facts.club))
    return tuple(out)


def _category(text: str) -> str:
    try:
        return category(text).id
    except UnknownCategory:
        return ""


def _check_game(discipline: str) -> None:
    if discipline not in CATALOGUE:
        raise BadTerms("discipline", _NO_GAME)


def _rating(text: str) -> int | None:
    plain = text.strip().replace(".", "")
    if not plain:
        return None
    if not plain.isascii() or not plain.isdigit() or int(plain) > 9999:
        raise BadTerms("rating", _NO_RATING)
    return int(plain)


_HEADER: Final = (
    Message("Place", context="rank"),
    Message("Card"),
    Message("Player"),
    Message("Club", context="of a player"),
    Message("Category"),
    Message("Elo"),
)
