"""The archive of players of a federation, as it is kept. Times are milliseconds since 1970, UTC."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = [
    "FederationActRecord",
    "FederationCategoryRecord",
    "FederationEntryRecord",
    "FederationEventRecord",
    "FederationPersonRecord",
    "FederationRatingRecord",
    "NameSpelling",
    "NameWord",
]

NameWord = tuple[str, str, int]
"""A word by which somebody is found: the word, the person's id, its place in the name."""
NameSpelling = tuple[str, str, str]
"""How a name is also written: the person's id, the name, its key as names are compared."""


@dataclass(frozen=True, slots=True)
class FederationPersonRecord:
    """Somebody in the archive.

    Attributes:
        root_id: whom they were merged into; their own `id` if into nobody.
        name: as it is written. `name_key`: its words without accents, in their order of the alphabet.
        card: of the national federation; `card_key`: as cards are compared. `fmjd`: their number there.
        sex: f, m or "".
        born: a year or a date, 1970/12/31; "" if not known.
        category: an id of `damiera.rating.categories`, or as it was written.
        candidate: they came with an event, and nobody has looked at them yet.

    >>> FederationPersonRecord("p1", "p1", "Rossi Anna", "anna rossi").card
    ''
    """

    id: str
    root_id: str
    name: str
    name_key: str
    card: str = ""
    card_key: str = ""
    fmjd: str = ""
    club: str = ""
    province: str = ""
    federation: str = ""
    sex: str = ""
    born: str = ""
    category: str = ""
    title: str = ""
    candidate: bool = False
    since: int = 0
    updated_at: int = 0


@dataclass(frozen=True, slots=True)
class FederationRatingRecord:
    """A rating that somebody had on a day, 2026-01-31, and where it comes from.

    >>> FederationRatingRecord("p1", "italian", "2026-01-01", "Elenco 2026", 3120).rating
    3120
    """

    person_id: str
    discipline: str
    day: str
    source: str
    rating: int


@dataclass(frozen=True, slots=True)
class FederationCategoryRecord:
    """The category that somebody has in a game, since which day, 2026-05-02, and where it comes from.

    Attributes:
        category: an id of `damiera.rating.categories`.
        source: a list, an event, the reason of a correction, or whoever wrote it.

    >>> FederationCategoryRecord("p1", "italian", "maestro", "2026-05-02", "Coppa").category
    'maestro'
    """

    person_id: str
    discipline: str
    category: str
    day: str
    source: str


@dataclass(frozen=True, slots=True)
class FederationEntryRecord:
    """Somebody's part in an event.

    Attributes:
        key: the line of the event's log that entered them.
        linked: how they are known: by card, name, hand, or new.
        body: how they fared, as JSON.

    >>> FederationEntryRecord("t1", 3, "p1", "card", "{}").linked
    'card'
    """

    tournament_id: str
    key: int
    person_id: str
    linked: str
    body: str


@dataclass(frozen=True, slots=True)
class FederationEventRecord:
    """An event whose players are linked, as it was at a version of its log.

    Attributes:
        day: the last one, 2026-05-02; "" if nobody said.

    >>> FederationEventRecord("t1", 14, "Coppa", "2026-05-02", "italian").version
    14
    """

    tournament_id: str
    version: int
    name: str
    day: str
    game: str


@dataclass(frozen=True, slots=True)
class FederationActRecord:
    """Something that was done with the archive or the lists.

    Attributes:
        seq: its number, from 1.
        who: the name of who did it.
        what: the kind of act; `body`: its facts, as JSON.
        hash: of all this and the hash before.

    >>> FederationActRecord(1, 1_700_000_000_000, "Anna Rossi", "merge", "{}", "5f1c…").what
    'merge'
    """

    seq: int
    at: int
    who: str
    what: str
    body: str
    hash: str
