"""The archive of players, inside one transaction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeVar

from sqlalchemy import ColumnElement, Connection, and_, delete, exists, insert, select, update
from sqlalchemy import func as sql

from damiera.records.federation import (
    FederationActRecord,
    FederationCategoryRecord,
    FederationEntryRecord,
    FederationEventRecord,
    FederationPersonRecord,
    FederationRatingRecord,
    NameSpelling,
    NameWord,
)
from damiera.store.rows import columns_of, values_of
from damiera.store.schema import (
    federation_act,
    federation_category,
    federation_counted,
    federation_entry,
    federation_event,
    federation_person,
    federation_rating,
    federation_spelling,
    federation_word,
    tournament,
)

__all__ = ["FederationTable"]

_PERSON: Final = columns_of(federation_person, FederationPersonRecord)
_RATING: Final = columns_of(federation_rating, FederationRatingRecord)
_CATEGORY: Final = columns_of(federation_category, FederationCategoryRecord)
_ENTRY: Final = columns_of(federation_entry, FederationEntryRecord)
_EVENT: Final = columns_of(federation_event, FederationEventRecord)
_ACT: Final = columns_of(federation_act, FederationActRecord)
_CATEGORIES: Final = "categories"
_LAST: Final = "\U0010ffff"
_SHORT: Final = 3
_AT_ONCE: Final = 500
T = TypeVar("T")


class FederationTable:
    """People, how their names are written, their ratings and events, and the acts."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    # --- people ---

    def add(
        self,
        people: Sequence[FederationPersonRecord],
        words: Sequence[NameWord],
        spellings: Sequence[NameSpelling] = (),
    ) -> None:
        """Add people, whose ids nobody must have yet.

        Args:
            words: by which each is found: the word, whose it is, its place in the name.
            spellings: whose name is also written how, and the key of that.
        """
        if people:
            rows = [values_of(one, FederationPersonRecord) for one in people]
            self._db.execute(insert(federation_person), rows)
        self._add_words(words)
        self._add_spellings(spellings)

    def change(
        self,
        person: FederationPersonRecord,
        words: Sequence[NameWord],
        spellings: Sequence[NameSpelling],
    ) -> None:
        """Write a person anew, who must be there, with all words and other spellings of their name."""
        id = person.id
        self._db.execute(
            update(federation_person)
            .where(federation_person.c.id == id)
            .values(values_of(person, FederationPersonRecord))
        )
        self._db.execute(delete(federation_word).where(federation_word.c.person_id == id))
        self._add_words(words)
        self._db.execute(delete(federation_spelling).where(federation_spelling.c.person_id == id))
        self._add_spellings(spellings)

    def get(self, id: str) -> FederationPersonRecord | None:
        """Return somebody, or None."""
        row = self._db.execute(select(*_PERSON).where(federation_person.c.id == id)).mappings().first()
        return FederationPersonRecord(**row) if row else None

    def of_roots(self, roots: Iterable[str]) -> Sequence[FederationPersonRecord]:
        """Return people with all who were merged into them."""
        return self._where(federation_person.c.root_id, roots)

    def by_cards(self, keys: Iterable[str]) -> Sequence[FederationPersonRecord]:
        """Return whoever has one of these cards, as cards are compared."""
        return self._where(federation_person.c.card_key, keys)

    def by_fmjd(self, numbers: Iterable[str]) -> Sequence[FederationPersonRecord]:
        """Return whoever has one of these numbers of the world federation."""
        return self._where(federation_person.c.fmjd, numbers)

    def by_names(self, keys: Iterable[str]) -> Sequence[tuple[str, FederationPersonRecord]]:
        """Return whose name is, or is also, one of these, as names are compared: which, and who."""
        wanted = sorted({key for key in keys if key})
        out = [(row.name_key, row) for row in self._where(federation_person.c.name_key, wanted)]
        spelling = federation_spelling
        for some in _parts(wanted):
            query = (
                select(spelling.c.name_key, *_PERSON)
                .join(federation_person, federation_person.c.id == spelling.c.person_id)
                .where(spelling.c.name_key.in_(some))
                .order_by(federation_person.c.id)
            )
            out += [(str(row[0]), FederationPersonRecord(*row[1:])) for row in self._db.execute(query)]
        return list(dict.fromkeys(out))

    def everybody(self) -> Sequence[FederationPersonRecord]:
        """Return all people, those that were merged too, by name."""
        query = select(*_PERSON).order_by(federation_person.c.name_key, federation_person.c.id)
        return [FederationPersonRecord(*row) for row in self._db.execute(query)]

    def page(self, *, candidates: bool, after: str, limit: int) -> Sequence[FederationPersonRecord]:
        """Return people in order of their names, those that follow one name; or the candidates alone."""
        table = federation_person
        query = select(*_PERSON).where(table.c.id == table.c.root_id, table.c.name_key > after)
        if candidates:
            query = query.where(table.c.candidate)
        query = query.order_by(table.c.name_key, table.c.id).limit(limit)
        return [FederationPersonRecord(*row) for row in self._db.execute(query)]

    def counts(self) -> tuple[int, int]:
        """Return how many people there are, and how many of them are candidates."""
        table = federation_person
        query = select(table.c.candidate, sql.count()).where(table.c.id == table.c.root_id)
        found = {bool(kind): int(n) for kind, n in self._db.execute(query.group_by(table.c.candidate))}
        return sum(found.values()), found.get(True, 0)

    def spellings(self, ids: Iterable[str]) -> Sequence[tuple[str, str]]:
        """Return how else names of people are written: whose, and how."""
        out: list[tuple[str, str]] = []
        for some in _parts(ids):
            query = select(federation_spelling.c.person_id, federation_spelling.c.name)
            query = query.where(federation_spelling.c.person_id.in_(some))
            out += [(str(id), str(name)) for id, name in self._db.execute(query.order_by("name"))]
        return out

    def spell(self, id: str, name: str, key: str, words: Sequence[NameWord]) -> None:
        """Note another way in which somebody's name is written, which must be a new one."""
        self._add_spellings([(id, name, key)])
        known = select(federation_word.c.word).where(federation_word.c.person_id == id)
        there = set(self._db.execute(known).scalars())
        self._add_words([one for one in words if one[0] not in there])

    def found(self, words: Sequence[str], *, limit: int) -> Sequence[str]:
        """Return the roots of whoever has a word that begins with each of some, the likeliest first.

        Args:
            words: without accents, in small letters; one at least.
        """
        ordered = sorted(words, key=len, reverse=True)
        word, person = federation_word, federation_person
        rest = [
            exists().where(other.c.person_id == word.c.person_id, _begins(other.c.word, one))
            for one in ordered[1:]
            for other in (word.alias(),)
        ]
        query = (
            select(person.c.root_id)
            .join(word, word.c.person_id == person.c.id)
            .where(_begins(word.c.word, ordered[0]), *rest)
        )
        if len(ordered[0]) < _SHORT:  # too many to be put in order: the first that the index gives
            query = query.order_by(word.c.word)
        else:
            query = query.order_by(word.c.word != ordered[0], word.c.place, word.c.word)
        rows = self._db.execute(query.limit(limit * 3)).scalars()
        return list(dict.fromkeys(str(root) for root in rows))[:limit]

    def set_roots(self, roots: Mapping[str, str]) -> None:
        """Let people be merged into others, or into nobody any more: themselves."""
        table = federation_person
        for id, root in roots.items():
            self._db.execute(update(table).where(table.c.id == id).values(root_id=root))

    def accept(self, ids: Sequence[str]) -> None:
        """Let people be no candidates any more."""
        table = federation_person
        for some in _parts(ids):
            self._db.execute(update(table).where(table.c.id.in_(some)).values(candidate=False))

    # --- ratings ---

    def rate(self, ratings: Sequence[FederationRatingRecord]) -> None:
        """Keep ratings, in place of those of the same people, games, days and sources."""
        table = federation_rating
        kinds: dict[tuple[str, str, str], list[FederationRatingRecord]] = {}
        for one in ratings:
            kinds.setdefault((one.discipline, one.day, one.source), []).append(one)
        for (discipline, day, source), alike in kinds.items():
            same = and_(table.c.discipline == discipline, table.c.day == day, table.c.source == source)
            for some in _parts(alike):
                self._db.execute(
                    delete(table).where(same, table.c.person_id.in_([one.person_id for one in some]))
                )
                self._db.execute(insert(table), [values_of(one, FederationRatingRecord) for one in some])

    def ratings(self, ids: Iterable[str]) -> Sequence[FederationRatingRecord]:
        """Return the ratings of people, the oldest first."""
        out: list[FederationRatingRecord] = []
        for some in _parts(ids):
            query = select(*_RATING).where(federation_rating.c.person_id.in_(some))
            out += [FederationRatingRecord(*row) for row in self._db.execute(query)]
        return sorted(out, key=lambda one: (one.day, one.source))

    # --- categories ---

    def categories(self, ids: Iterable[str] | None = None) -> Sequence[FederationCategoryRecord]:
        """Return the categories of people, or of everybody, those held longest first."""
        out: list[FederationCategoryRecord] = []
        query = select(*_CATEGORY)
        if ids is None:
            out = [FederationCategoryRecord(*row) for row in self._db.execute(query)]
        for some in _parts(ids or ()):
            found = self._db.execute(query.where(federation_category.c.person_id.in_(some)))
            out += [FederationCategoryRecord(*row) for row in found]
        return sorted(out, key=lambda one: (one.day, one.discipline, one.person_id))

    def put_categories(
        self, fresh: Sequence[FederationCategoryRecord], gone: Iterable[tuple[str, str]], *, upto: int
    ) -> None:
        """Keep categories that are new or changed, take those of some people and games away.

        Args:
            upto: the last act that they are counted from.
        """
        table = federation_category
        for person, discipline in [*((one.person_id, one.discipline) for one in fresh), *gone]:
            same = and_(table.c.person_id == person, table.c.discipline == discipline)
            self._db.execute(delete(table).where(same))
        if fresh:
            self._db.execute(insert(table), [values_of(one, FederationCategoryRecord) for one in fresh])
        counted = federation_counted
        self._db.execute(delete(counted).where(counted.c.what == _CATEGORIES))
        self._db.execute(insert(counted).values(what=_CATEGORIES, seq=upto))

    def categories_upto(self) -> int:
        """Return the last act that categories are counted from; -1 before they were counted at all."""
        table = federation_counted
        found = self._db.execute(select(table.c.seq).where(table.c.what == _CATEGORIES)).scalar()
        return -1 if found is None else int(found)

    # --- events ---

    def stale_events(self, *, limit: int) -> Sequence[str]:
        """Return events whose players are not linked as they stand now, the longest untouched first."""
        query = (
            select(tournament.c.id)
            .outerjoin(federation_event, federation_event.c.tournament_id == tournament.c.id)
            .where(sql.coalesce(federation_event.c.version, -1) != tournament.c.version)
        )
        query = query.order_by(tournament.c.updated_at, tournament.c.id).limit(limit)
        return [str(id) for id in self._db.execute(query).scalars()]

    def entries(self, tournament_id: str) -> Sequence[FederationEntryRecord]:
        """Return who the players of an event are, in the order in which they were entered."""
        query = select(*_ENTRY).where(federation_entry.c.tournament_id == tournament_id)
        return [
            FederationEntryRecord(*row) for row in self._db.execute(query.order_by(federation_entry.c.key))
        ]

    def entries_of(self, ids: Iterable[str]) -> Sequence[tuple[FederationEntryRecord, FederationEventRecord]]:
        """Return the parts of people in events, the last event first."""
        out: list[tuple[FederationEntryRecord, FederationEventRecord]] = []
        width = len(_ENTRY)
        for some in _parts(ids):
            query = (
                select(*_ENTRY, *_EVENT)
                .join(federation_event, federation_event.c.tournament_id == federation_entry.c.tournament_id)
                .where(federation_entry.c.person_id.in_(some))
            )
            for row in self._db.execute(query):
                entry = FederationEntryRecord(*row[:width])
                out.append((entry, FederationEventRecord(*row[width:])))
        return sorted(out, key=lambda one: (one[1].day, one[1].tournament_id, one[0].key), reverse=True)

    def put_event(
        self,
        event: FederationEventRecord,
        entries: Sequence[FederationEntryRecord],
        gone: Sequence[int] = (),
    ) -> None:
        """Write down an event as it stands, entries that are new or changed, and those that are `gone`."""
        id, table = event.tournament_id, federation_entry
        self._db.execute(delete(federation_event).where(federation_event.c.tournament_id == id))
        self._db.execute(insert(federation_event).values(values_of(event, FederationEventRecord)))
        for some in _parts([*(one.key for one in entries), *gone]):
            self._db.execute(delete(table).where(table.c.tournament_id == id, table.c.key.in_(some)))
        if entries:
            rows = [values_of(one, FederationEntryRecord) for one in entries]
            self._db.execute(insert(table), rows)

    def link(self, tournament_id: str, key: int, *, person_id: str, linked: str) -> bool:
        """Let a player of an event be somebody else; False if there is no such player."""
        table = federation_entry
        step = update(table).where(table.c.tournament_id == tournament_id, table.c.key == key)
        return self._db.execute(step.values(person_id=person_id, linked=linked)).rowcount == 1

    # --- acts ---

    def act(self, record: FederationActRecord, player_id: str | None) -> None:
        """Append an act, whose number must be the next one."""
        row = values_of(record, FederationActRecord)
        self._db.execute(insert(federation_act).values(**row, player_id=player_id))

    def last_act(self, *, kinds: Sequence[str] = ()) -> FederationActRecord | None:
        """Return the last act, or the last of some kinds; None before the first."""
        query = select(*_ACT).order_by(federation_act.c.seq.desc()).limit(1)
        if kinds:
            query = query.where(federation_act.c.what.in_(kinds))
        row = self._db.execute(query).first()
        return FederationActRecord(*row) if row else None

    def acts(
        self, *, after: int = 0, kinds: Sequence[str] = (), limit: int = 0
    ) -> Sequence[FederationActRecord]:
        """Return the acts after one, the oldest first; of some kinds alone, if any are named."""
        table = federation_act
        query = select(*_ACT).where(table.c.seq > after).order_by(table.c.seq)
        if kinds:
            query = query.where(table.c.what.in_(kinds))
        if limit:
            query = query.limit(limit)
        return [FederationActRecord(*row) for row in self._db.execute(query)]

    # --- inside ---

    def _where(self, column: ColumnElement[str], values: Iterable[str]) -> Sequence[FederationPersonRecord]:
        out: list[FederationPersonRecord] = []
        for some in _parts(sorted({value for value in values if value})):
            query = select(*_PERSON).where(column.in_(some)).order_by(federation_person.c.id)
            out += [FederationPersonRecord(*row) for row in self._db.execute(query)]
        return out

    def _add_words(self, words: Sequence[NameWord]) -> None:
        if words:
            rows = [{"word": word, "person_id": id, "place": place} for word, id, place in words]
            self._db.execute(insert(federation_word), rows)

    def _add_spellings(self, spellings: Sequence[NameSpelling]) -> None:
        if spellings:
            rows = [{"person_id": id, "name": name, "name_key": key} for id, name, key in spellings]
            self._db.execute(insert(federation_spelling), rows)


def _begins(column: ColumnElement[str], word: str) -> ColumnElement[bool]:
    """Tell whether a word begins with another, by the order in which the index keeps them."""
    return and_(column >= word, column < word + _LAST)


def _parts(values: Iterable[T], size: int = _AT_ONCE) -> Iterable[Sequence[T]]:
    """Cut values into parts that fit into one statement."""
    held = list(values)
    return [held[n : n + size] for n in range(0, len(held), size)]
