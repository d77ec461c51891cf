"""Who may be one person twice, and why: proposals, of which the office decides each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from itertools import combinations
from typing import Final

import msgspec

from damiera.messages import Message, Text
from damiera.records.federation import FederationPersonRecord
from damiera.service.federation.spelling import name_key

__all__ = ["LikelyDuplicate", "likely_duplicates"]

MOST: Final = 200
_MOST_IN_BLOCK: Final = 40
_ALIKE: Final = 0.86

_CARD: Final = Message("the same card {card}")
_FMJD: Final = Message("the same FMJD number {number}")
_NAME: Final = Message("the same name")
_SPELLED: Final = Message("names that differ by a letter or two")
_BORN: Final = Message("born in {year}")
_CLUB: Final = Message("the same club")
_CARDS: Final = Message("but two cards: {one}, {other}")


class LikelyDuplicate(msgspec.Struct, frozen=True):
    """Two who may be one, the likelier the higher the `weight`.

    Attributes:
        kept: the one to be kept: with a card, or in the archive longer. `gone`: the other.
        reasons: why, and what speaks against it.
    """

    kept: FederationPersonRecord
    gone: FederationPersonRecord
    reasons: tuple[Text, ...]
    weight: int


def likely_duplicates(
    people: Sequence[FederationPersonRecord], apart: Iterable[tuple[str, str]] = (), *, most: int = MOST
) -> tuple[LikelyDuplicate, ...]:
    """Return pairs that may be one person, the likeliest first.

    Births or sexes that differ, and what was decided (`apart`, ids in their order), are no pair.

    >>> one = FederationPersonRecord("1", "1", "Rossi Anna", "anna rossi", born="1974")
    >>> other = FederationPersonRecord("2", "2", "Anna Rossi", "anna rossi")
    >>> [(p.kept.id, p.gone.id, p.weight) for p in likely_duplicates([one, other])]
    [('1', '2', 4)]
    """
    roots = [row for row in people if row.id == row.root_id]
    blocks: dict[tuple[str, str], list[FederationPersonRecord]] = defaultdict(list)
    for row in roots:
        blocks["name", row.name_key].append(row)
        if row.card_key:
            blocks["card", row.card_key].append(row)
        if row.fmjd:
            blocks["fmjd", row.fmjd].append(row)
        for part in {word[:2] for word in row.name_key.split()}:  # spelled alike, something else the same
            if row.born:
                blocks[f"born {row.born[:4]}", part].append(row)
            if row.club:
                blocks[f"club {name_key(row.club)}", part].append(row)
    decided, seen, out = set(apart), set[tuple[str, str]](), list[LikelyDuplicate]()
    for block in blocks.values():
        for one, other in combinations(block[:_MOST_IN_BLOCK], 2):
            pair = (min(one.id, other.id), max(one.id, other.id))
            if pair in seen or pair in decided:
                continue
            seen.add(pair)
            if found := _judged(one, other):
                out.append(found)
    return tuple(sorted(out, key=lambda p: (-p.weight, p.kept.name_key, p.gone.id))[:most])


def _judged(one: FederationPersonRecord, other: FederationPersonRecord) -> LikelyDuplicate | None:
    born = one.born[:4], other.born[:4]
    same_card = bool(one.card_key) and one.card_key == other.card_key
    if not same_card and (all(born) and born[0] != born[1]):
        return None
    if one.sex and other.sex and one.sex != other.sex:
        return None
    reasons, weight = list[Text](), 0
    if same_card:
        reasons, weight = [_CARD.format(card=one.card)], 6
    if one.fmjd and one.fmjd == other.fmjd:
        reasons, weight = [*reasons, _FMJD.format(number=one.fmjd)], weight + 6
    if one.name_key == other.name_key:
        reasons, weight = [*reasons, _NAME], weight + 4
    elif _spelled_alike(one.name_key, other.name_key):
        reasons, weight = [*reasons, _SPELLED], weight + 2
    if not weight:
        return None
    if all(born):
        reasons, weight = [*reasons, _BORN.format(year=born[0])], weight + 2
    if one.club and name_key(one.club) == name_key(other.club):
        reasons, weight = [*reasons, _CLUB], weight + 1
    if one.card_key and other.card_key and not same_card:
        reasons, weight = [*reasons, _CARDS.format(one=one.card, other=other.card)], weight - 4
    if weight < 3:
        return None
    kept, gone = sorted((one, other), key=lambda row: (row.candidate, not row.card, row.since, row.id))
    return LikelyDuplicate(kept, gone, tuple(reasons), weight)


def _spelled_alike(one: str, other: str) -> bool:
    match = SequenceMatcher(None, one, other, autojunk=False)
    return match.real_quick_ratio() >= _ALIKE and match.quick_ratio() >= _ALIKE and match.ratio() >= _ALIKE
