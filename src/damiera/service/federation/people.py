"""Somebody in the archive: their facts with those of whoever was merged into them, and their records."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Final

import msgspec

from damiera.messages import Message
from damiera.rating.categories import category
from damiera.rating.errors import UnknownCategory
from damiera.records.federation import (
    FederationCategoryRecord,
    FederationPersonRecord,
    FederationRatingRecord,
    NameWord,
)
from damiera.service.errors import BadTerms
from damiera.service.federation.acts import PersonFacts
from damiera.service.federation.spelling import card_key, find_words, name_key
from damiera.tournament.model import EventPlayer

__all__ = [
    "FACTS",
    "ArchivedPerson",
    "facts_of_player",
    "facts_of_row",
    "latest_ratings",
    "person_of",
    "row_of",
    "tidied",
    "words_of_person",
]

FACTS: Final[tuple[str, ...]] = PersonFacts.__struct_fields__
_LENGTHS: Final[Mapping[str, int]] = {
    "name": 80, "card": 40, "fmjd": 20, "club": 80, "province": 20, "federation": 20, "sex": 1, "born": 10,
    "category": 20, "title": 20,
}  # fmt: skip
_NO_NAME: Final = Message("Write the player's name.")
_LONG: Final = Message("At most {n} letters.")
_NOT_SEX: Final = Message("'{text}' is not a sex: write M or F.")


class ArchivedPerson(msgspec.Struct, frozen=True):
    """Somebody of the archive.

    Attributes:
        facts: what is known of them; what their own row does not say, of whoever was merged into them.
        spellings: how else their name is written.
        ratings: the last one by discipline.
        members: the rows of whoever was merged into them.
        candidate: they came with an event, and nobody has looked at them yet.
        categories: by discipline, as the rating office or a list has it.
    """

    id: str
    facts: PersonFacts
    spellings: tuple[str, ...] = ()
    ratings: Mapping[str, FederationRatingRecord] | None = None
    members: tuple[FederationPersonRecord, ...] = ()
    candidate: bool = False
    categories: Mapping[str, FederationCategoryRecord] | None = None

    @property
    def year(self) -> str:
        """Their year of birth; "" if not known."""
        return self.facts.born[:4]

    def rating(self, discipline: str) -> int:
        """Their last rating; 0 for none."""
        held = (self.ratings or {}).get(discipline)
        return held.rating if held else 0

    def category(self, discipline: str = "italian") -> str:
        """Their category in a game, else in the Italian one, else as their facts have it; "" for none."""
        held = self.categories or {}
        found = held.get(discipline) or held.get("italian")
        return found.category if found else self.facts.category


def tidied(facts: PersonFacts) -> PersonFacts:
    """Return facts as they may be kept. Raises `BadTerms` with the field.

    >>> tidied(PersonFacts(name=" Rossi  Anna ", category="Maestro")).category
    'maestro'
    """
    plain = {field: " ".join(str(getattr(facts, field)).split()) for field in FACTS}
    if not plain["name"] or not plain["name"].isprintable() or not name_key(plain["name"]):
        raise BadTerms("name", _NO_NAME)
    for field, text in plain.items():
        if len(text) > _LENGTHS[field] or not text.isprintable():
            raise BadTerms(field, _LONG.format(n=_LENGTHS[field]))
    plain["sex"] = plain["sex"].lower()
    if plain["sex"] not in ("", "f", "m"):
        raise BadTerms("sex", _NOT_SEX.format(text=plain["sex"]))
    with suppress(UnknownCategory):
        plain["category"] = category(plain["category"]).id
    return PersonFacts(**plain)


def facts_of_player(player: EventPlayer) -> PersonFacts:
    """Return what a player of an event says of themselves.

    >>> facts_of_player(EventPlayer(1, "Rossi Anna", 3000, sex="f")).sex
    'f'
    """
    return PersonFacts(
        name=player.name[:80],
        card=player.card[:40],
        club=player.club[:80],
        province=player.province[:20],
        federation=player.federation[:20],
        sex=player.sex or "",
        born=player.born[:10],
        category=player.category[:20],
        title=player.title[:20],
    )


def row_of(
    id: str, facts: PersonFacts, *, at: int, since: int = 0, root: str = "", candidate: bool = False
) -> FederationPersonRecord:
    """Return the row of somebody with these facts."""
    told = {field: str(getattr(facts, field)) for field in FACTS}
    return FederationPersonRecord(
        id=id,
        root_id=root or id,
        name_key=name_key(facts.name),
        card_key=card_key(facts.card),
        candidate=candidate,
        since=since or at,
        updated_at=at,
        **told,
    )


def facts_of_row(row: FederationPersonRecord) -> PersonFacts:
    """Return the facts of a row."""
    return PersonFacts(**{field: getattr(row, field) for field in FACTS})


def words_of_person(id: str, facts: PersonFacts, spellings: Iterable[str] = ()) -> list[NameWord]:
    """Return the words by which somebody is found."""
    found = find_words((facts.name, *spellings), facts.card, facts.fmjd)
    return [(word, id, place) for word, place in found]


def person_of(
    id: str,
    rows: Sequence[FederationPersonRecord],
    spellings: Iterable[tuple[str, str]] = (),
    ratings: Iterable[FederationRatingRecord] = (),
    categories: Iterable[FederationCategoryRecord] = (),
) -> ArchivedPerson:
    """Return somebody made of their row and those of whoever was merged into them.

    Args:
        rows: theirs among them. `spellings`, `ratings`, `categories`: of all people of the rows, the oldest
            first.
    """
    own = next(row for row in rows if row.id == id)
    rest = sorted((row for row in rows if row.id != id), key=lambda row: -row.updated_at)
    facts = PersonFacts(
        **{
            field: next((told for row in (own, *rest) if (told := getattr(row, field))), "")
            for field in FACTS
        }
    )
    names = dict.fromkeys([*(row.name for row in rest), *(name for _, name in spellings)])
    names.pop(own.name, None)
    held = {one.discipline: one for one in categories}
    return ArchivedPerson(id, facts, tuple(names), latest_ratings(ratings), tuple(rest), own.candidate, held)


def latest_ratings(
    ratings: Iterable[FederationRatingRecord],
) -> Mapping[str, FederationRatingRecord]:
    """Return the last rating by discipline, of ratings from the oldest on."""
    return {one.discipline: one for one in ratings}
