"""Groups by Elo: how to split a field, with the reason for each choice.

Published: 18 to 200 players in 3 to 6 groups over 5 to 10 rounds, two groups only up to 36 players;
Provinciali may play apart (preface to the rules of 2008, points 17 and 18). The tables themselves were not
found: what we put in their place is data (`data/groups.toml`), and every proposal says what is ours.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import msgspec

from damiera.decoding import converter
from damiera.messages import Message, Text, Verbatim
from damiera.rating.categories import category
from damiera.rating.errors import UnknownCategory
from damiera.regulations.citations import implements
from damiera.tournament.errors import BadTournament
from damiera.tournament.model import EventPlayer

__all__ = [
    "EventGroup",
    "GroupProposal",
    "GroupSlots",
    "default_slots",
    "propose",
    "slots_of",
]

_DATA = Path(__file__).parent / "data" / "groups.toml"


class GroupSlots(msgspec.Struct, frozen=True):
    """The figures a proposal is made with; see `data/groups.toml` for which are the federation's.

    >>> slots = default_slots()
    >>> slots.least_players <= slots.most_players
    True
    """

    least_players: int
    most_players: int
    least_rounds: int
    most_rounds: int
    two_groups_up_to: int
    national_groups: int
    groups: tuple[tuple[int, int], ...]
    provincials_apart: int
    names: tuple[str, ...]
    provincials: str


class EventGroup(msgspec.Struct, frozen=True):
    """A group: its name, its players' numbers from the highest Elo down, its rounds, and why it is so.

    >>> field = [EventPlayer(n, str(n), 3000 - n) for n in range(1, 25)]
    >>> [len(group.numbers) for group in propose(field, groups=2).groups]
    [12, 12]
    """

    name: str
    numbers: tuple[int, ...]
    rounds: int
    highest: int
    lowest: int
    apart: bool
    reason: Text


class GroupProposal(msgspec.Struct, frozen=True):
    """Groups from the strongest down, and the reasons for how many there are and how they are cut.

    >>> field = [EventPlayer(n, str(n), 3000 - n) for n in range(1, 25)]
    >>> len(propose(field, groups=2).groups)
    2
    """

    groups: tuple[EventGroup, ...]
    reasons: tuple[Text, ...]


@cache
def default_slots() -> GroupSlots:
    """Return the figures of the package.

    Raises:
        BadTournament: for a file of the package that is damaged.

    >>> default_slots() is default_slots()
    True
    """
    return slots_of("")


def slots_of(toml: str) -> GroupSlots:
    """Return the package's figures with those of a user's file in their place.

    Raises:
        BadTournament: with the key and what is wrong with it.

    >>> slots_of("provincials_apart = 4").provincials_apart
    4
    """
    raw = tomllib.loads(_DATA.read_text(encoding="utf-8"))
    values: dict[str, object] = {**raw["federation"], **raw["ours"]}
    values.pop("source")
    try:
        mine = tomllib.loads(toml)
    except (ValueError, RecursionError) as error:
        raise _bad("TOML", Verbatim(str(error))) from None
    for key, value in mine.items():
        if key not in values:
            raise _bad(key, Message("unknown key"))
        values[key] = _checked(key, value, type(values[key]))
    return _to_slots(values)


_to_slots = converter(GroupSlots)


def _bad(key: str, why: Text) -> BadTournament:
    said = Message("Table of groups, '{key}': {why}.")
    return BadTournament(said.format(key=key, why=why))


def _checked(key: str, value: object, kind: type) -> object:
    if type(value) is not kind or (isinstance(value, int) and value < 0):
        raise _bad(key, Message("the value {value} is not valid", value=repr(value)))
    if key == "groups":
        assert isinstance(value, list)
        pairs = all(
            isinstance(p, list) and len(p) == 2 and all(type(n) is int and n > 0 for n in p) for p in value
        )
        if not pairs or not value or value != sorted(value):
            raise _bad(
                key,
                Message("rising pairs [players, groups] are expected"),
            )
    if key == "names" and not (isinstance(value, list) and value and all(isinstance(n, str) for n in value)):
        raise _bad(key, Message("a list of names is expected"))
    return value


@implements("fid.competition.2008:17", "fid.competition.2008:18")
def propose(
    players: Sequence[EventPlayer],
    *,
    groups: int | None = None,
    rounds: int | None = None,
    provincials: bool | None = None,
    national: bool = False,
    slots: GroupSlots | None = None,
) -> GroupProposal:
    """Return how to split a field by Elo.

    Args:
        groups: how many, Provinciali included; by the table if None. Two must be asked for.
        rounds: of every group; by the size of each if None.
        provincials: Provinciali apart; by their number if None.
        national: an interregional or national event, which needs more groups.
    Raises:
        BadTournament: if the field or the wish is outside the limits, with the remedy.
    Source:
        FID 2008, competitions: 17, 18 [fid.competition.2008].

    >>> field = [EventPlayer(n, f"P{n}", 4000 - n) for n in range(1, 21)]
    >>> [len(g.numbers) for g in propose(field).groups]
    [6, 6, 8]
    """
    slots = slots or default_slots()
    total = len(players)
    _check_field(total, groups, rounds, slots)
    low = [p for p in players if _is_provincial(p)]
    apart = (
        bool(low)
        and len(low) < total
        and (len(low) >= slots.provincials_apart if provincials is None else provincials)
    )
    by_table = _by_table(total, slots)
    count = groups or (max(by_table, slots.national_groups) if national else by_table)
    reasons = [_count_reason(total, count, groups is None)]
    if count > by_table and groups is None:
        reasons.append(_NATIONAL.format(n=slots.national_groups))
    rest = sorted((p for p in players if not (apart and p in low)), key=lambda p: (-p.elo, p.number))
    sizes = _sizes(len(rest), count - 1 if apart else count)
    least = min(sizes + ([len(low)] if apart else []))
    _check_sizes(least, rounds, slots)
    out = _cut(rest, sizes, rounds, slots)
    if low:
        reasons.append(_provincials_reason(len(low), apart, provincials, slots))
    if apart:
        weakest = sorted(low, key=lambda p: (-p.elo, p.number))
        out.append(_group(slots.provincials, weakest, rounds, slots, apart=True))
    reasons.append(_EVEN)
    return GroupProposal(tuple(out), tuple(reasons))


def _is_provincial(player: EventPlayer) -> bool:
    try:
        return category(player.category).id == "provinciale" if player.category else False
    except UnknownCategory:
        return False


def _by_table(total: int, slots: GroupSlots) -> int:
    return next(groups for least, groups in reversed(slots.groups) if total >= least)


def _check_field(total: int, groups: int | None, rounds: int | None, slots: GroupSlots) -> None:
    first = max(slots.least_players, slots.groups[0][0])
    if not first <= total <= slots.most_players:
        raise BadTournament(_FIELD.format(n=total, least=first, most=slots.most_players))
    most = max(3, max(g for _, g in slots.groups))
    if groups is not None and (not 2 <= groups <= most or (groups == 2 and total > slots.two_groups_up_to)):
        raise BadTournament(_GROUPS.format(groups=groups, most=most, two=slots.two_groups_up_to))
    if rounds is not None and not slots.least_rounds <= rounds <= slots.most_rounds:
        raise BadTournament(_ROUNDS.format(rounds=rounds, least=slots.least_rounds, most=slots.most_rounds))


def _check_sizes(least: int, rounds: int | None, slots: GroupSlots) -> None:
    needed = (slots.least_rounds if rounds is None else rounds) + 1
    if least < needed:
        raise BadTournament(_SMALLEST.format(n=least, rounds=needed - 1))


def _sizes(total: int, count: int) -> list[int]:
    """Even sizes near each other; what is over goes to the lower groups, an odd player to the lowest."""
    if count < 1:
        return [total]
    pairs, more = divmod(total // 2, count)
    sizes = [2 * (pairs + (n >= count - more)) for n in range(count)]
    sizes[-1] += total % 2
    return sizes


def _cut(
    rest: Sequence[EventPlayer], sizes: Sequence[int], rounds: int | None, slots: GroupSlots
) -> list[EventGroup]:
    out, at = [], 0
    for n, size in enumerate(sizes):
        name = slots.names[n] if n < len(slots.names) else f"{n + 1}"
        out.append(_group(name, rest[at : at + size], rounds, slots))
        at += size
    return out


@implements("fid.competition.2008:V.1")
def _group(
    name: str, players: Sequence[EventPlayer], rounds: int | None, slots: GroupSlots, *, apart: bool = False
) -> EventGroup:
    size = len(players)
    wished = min(slots.most_rounds, max(slots.least_rounds, size // 2))
    held = wished if rounds is None else rounds
    highest, lowest = (players[0].elo, players[-1].elo) if players else (0, 0)
    why = _BY_CATEGORY if apart else _BY_ELO
    third = -(-size // 3)
    within = _WITHIN if third <= held <= size // 2 else _OUTSIDE
    reason = why.format(
        n=size, high=highest, low=lowest, rounds=held, rule=within.format(third=third, half=size // 2)
    )
    return EventGroup(name, tuple(p.number for p in players), held, highest, lowest, apart, reason)


def _count_reason(total: int, count: int, by_table: bool) -> Text:
    return (_BY_TABLE if by_table else _AS_ASKED).format(n=total, groups=count)


def _provincials_reason(number: int, apart: bool, asked: bool | None, slots: GroupSlots) -> Text:
    if asked is not None:
        return (_APART_ASKED if apart else _TOGETHER_ASKED).format(n=number)
    return (_APART if apart else _TOGETHER).format(n=number, least=slots.provincials_apart)


_BY_TABLE = Message("{n} players: {groups} groups (a table of ours, NOT the federation's).")
_NATIONAL = Message("An interregional or national event asks for {n} groups at least (from 2007).")
_AS_ASKED = Message("{n} players in {groups} groups, as asked.")
_EVEN = Message("Groups of nearly the same size, even where possible; what is over goes to the lower groups.")
_BY_ELO = Message("{n} players rated {high} down to {low}; {rounds} rounds, {rule}.")
_BY_CATEGORY = Message("{n} Provinciali apart, rated {high} down to {low}; {rounds} rounds, {rule}.")
_WITHIN = Message("between a third ({third}) and half ({half}) of the players")
_OUTSIDE = Message("outside the preferred measure of a third ({third}) to half ({half})")
_APART = Message("The {n} Provinciali play apart: they are {least} at least (a figure of ours).")
_TOGETHER = Message(
    "The {n} Provinciali play with the others: they are fewer than {least} (a figure of ours)."
)
_APART_ASKED = Message("The {n} Provinciali apart, as asked.")
_TOGETHER_ASKED = Message("The {n} Provinciali with the others, as asked.")
_FIELD = Message("{n} players: groups are formed from {least} to {most}. With fewer, play one group.")
_GROUPS = Message("{groups} groups are not provided for: 3 to {most}, two only up to {two} players.")
_ROUNDS = Message("{rounds} rounds are not provided for: {least} to {most}.")
_SMALLEST = Message(
    "A group would have {n} players, too few for {rounds} rounds: "
    "fewer groups, fewer rounds or no group apart."
)
