"""What was done with the archive and the lists: one class an act, each row chained to the one before."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Annotated, Any, Final, TypeAlias

import msgspec
from msgspec import Meta

from damiera.rating.event import Ending, Scope
from damiera.records.federation import FederationActRecord
from damiera.service.identity import Visitor
from damiera.service.ports import Transaction

__all__ = [
    "CandidatesAcceptedAct",
    "CountedPlayer",
    "EventCountedAct",
    "FederationAct",
    "FederationActLine",
    "ListImportedAct",
    "ListPublishedAct",
    "ListedElo",
    "OfficeGame",
    "PeopleApartAct",
    "PeopleMergedAct",
    "PersonFacts",
    "PersonWrittenAct",
    "PlayerLinkedAct",
    "PublishedLine",
    "RatingCorrectedAct",
    "TablesPutAct",
    "TakenBackAct",
    "broken_at",
    "line_of_act",
    "written_down",
]

Day = Annotated[str, Meta(pattern=r"^(\d{4}-\d\d-\d\d)?$")]


class PersonFacts(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of somebody; "" for what is not.

    >>> PersonFacts(name="Rossi Anna", card="A12").club
    ''
    """

    name: str
    card: str = ""
    fmjd: str = ""
    club: str = ""
    province: str = ""
    federation: str = ""
    sex: str = ""
    born: str = ""
    category: str = ""
    title: str = ""


class _FederationAct(msgspec.Struct, frozen=True, kw_only=True, tag_field="what"):
    """Something done with the archive or the lists."""


class PersonWrittenAct(_FederationAct, frozen=True, kw_only=True, tag="person"):
    """Somebody was added, or their facts changed: as they were `before`, if they were."""

    person: str
    facts: PersonFacts
    before: PersonFacts | None = None


class PeopleMergedAct(_FederationAct, frozen=True, kw_only=True, tag="merge"):
    """Two are one person: `gone` stands for `kept` from now on."""

    kept: str
    gone: str
    reasons: tuple[str, ...] = ()


class PeopleApartAct(_FederationAct, frozen=True, kw_only=True, tag="apart"):
    """Two who look alike are two people."""

    one: str
    other: str


class CandidatesAcceptedAct(_FederationAct, frozen=True, kw_only=True, tag="accept"):
    """People who came with events are people of the archive."""

    people: tuple[str, ...]


class PlayerLinkedAct(_FederationAct, frozen=True, kw_only=True, tag="link"):
    """A player of an event is somebody: `key` is the line of its log that entered them."""

    event: str
    key: int
    player: str
    person: str
    before: str = ""


class ListedElo(msgspec.Struct, frozen=True, array_like=True):
    """A line of a list: who, rated how, of which category.

    >>> ListedElo("p1", 3120).category
    ''
    """

    person: str
    rating: int
    category: str = ""


class ListImportedAct(_FederationAct, frozen=True, kw_only=True, tag="list"):
    """A list of a federation was brought in.

    Attributes:
        name: as its file is called. `day`: from when it holds.
        ratings: by discipline.
        opens: whether the rating office counts on from it.
        added, changed, refused: how many people were new, changed; how many lines could not be read.
    """

    name: str
    day: Day
    ratings: dict[str, tuple[ListedElo, ...]]
    opens: bool = False
    added: int = 0
    changed: int = 0
    refused: int = 0


class CountedPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """A player of an event that is counted: who they are, and how it ended for them.

    >>> CountedPlayer(number=1, person="p1", name="Rossi").ending
    'finished'
    """

    number: int
    person: str
    name: str
    category: str = ""
    elo: int = 0
    ending: Ending = "finished"
    allowed_by: str = ""
    allowed_why: str = ""


class OfficeGame(msgspec.Struct, frozen=True, array_like=True):
    """A game that is counted, or, with a reason why not (`left_out`, as `messages.to_data` has it), is not.

    >>> OfficeGame(1, 1, 2, 2).left_out is None
    True
    """

    round: int
    first: int
    second: int | None
    points: int = 0
    left_out: dict[str, Any] | None = None


class EventCountedAct(_FederationAct, frozen=True, kw_only=True, tag="event"):
    """An event was given to the office, in place of what an act said of it before (`replaces`; 0 for none).

    Attributes:
        source: the id of an event of this server, with its section; or what its file is called.
        day: its last one, which decides the edition. `weight`: in percent; None for the edition's own.
    """

    name: str
    source: str
    day: Day
    discipline: str
    scope: Scope = "national"
    weight: int | None = None
    players: tuple[CountedPlayer, ...] = ()
    games: tuple[OfficeGame, ...] = ()
    replaces: int = 0


class RatingCorrectedAct(_FederationAct, frozen=True, kw_only=True, tag="correct"):
    """The office sets a rating or a category on a day, with its reason; None leaves it as it is."""

    person: str
    discipline: str
    day: Day
    rating: int | None = None
    category: str | None = None
    reason: str = ""


class PublishedLine(msgspec.Struct, frozen=True):
    """A line of a published list, as it was published.

    >>> PublishedLine(1, "p1", "Rossi", 3000).card
    ''
    """

    place: int
    person: str
    name: str
    rating: int
    category: str = ""
    card: str = ""
    club: str = ""


class ListPublishedAct(_FederationAct, frozen=True, kw_only=True, tag="publish"):
    """The list of a day was published, as all acts up to `upto` made it."""

    name: str
    discipline: str
    day: Day
    upto: int
    lines: tuple[PublishedLine, ...] = ()


class TablesPutAct(_FederationAct, frozen=True, kw_only=True, tag="tables"):
    """Tables of the office's own, as TOML, hold for events from a day on; "": those of the edition again."""

    day: Day
    text: str = ""


class TakenBackAct(_FederationAct, frozen=True, kw_only=True, tag="undo"):
    """An act was taken back."""

    seq: int
    reason: str = ""


FederationAct: TypeAlias = (
    PersonWrittenAct
    | PeopleMergedAct
    | PeopleApartAct
    | CandidatesAcceptedAct
    | PlayerLinkedAct
    | ListImportedAct
    | EventCountedAct
    | RatingCorrectedAct
    | ListPublishedAct
    | TablesPutAct
    | TakenBackAct
)
"""Any act."""


class FederationActLine(msgspec.Struct, frozen=True):
    """An act with its number, when it was done and by whom.

    >>> FederationActLine(1, 0, "Anna", TakenBackAct(seq=1)).who
    'Anna'
    """

    seq: int
    at: int
    who: str
    act: FederationAct


_decoder: Final = msgspec.json.Decoder(FederationAct)


def line_of_act(record: FederationActRecord) -> FederationActLine:
    """Return an act as it was done."""
    return FederationActLine(record.seq, record.at, record.who, _decoder.decode(record.body))


def written_down(work: Transaction, act: FederationAct, who: Visitor, at: int) -> int:
    """Append an act to the log, and return its number."""
    last = work.federation.last_act()
    seq, before = (last.seq + 1, last.hash) if last else (1, "")
    body = msgspec.json.encode(act).decode()
    what = str(type(act).__struct_config__.tag)
    record = FederationActRecord(seq, at, who.name[:80], what, body, "")
    sealed = FederationActRecord(seq, at, record.who, what, body, _seal(before, record))
    work.federation.act(sealed, who.id or None)
    return seq


def broken_at(records: Iterable[FederationActRecord]) -> int | None:
    """Return the number of the first act that was altered after it was written; None if none was.

    >>> broken_at([]) is None
    True
    """
    before, expected = "", 1
    for record in records:
        if record.seq != expected or record.hash != _seal(before, record):
            return record.seq
        before, expected = record.hash, expected + 1
    return None


def _seal(before: str, record: FederationActRecord) -> str:
    told = "\n".join((before, str(record.seq), str(record.at), record.who, record.what, record.body))
    return hashlib.sha256(told.encode()).hexdigest()
