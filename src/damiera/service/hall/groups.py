"""An event played in groups: each becomes an event of its own, linked with the one it was entered in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import msgspec

from damiera.lang import Text
from damiera.service.errors import BadTerms
from damiera.service.hall.announcing import announce, checked
from damiera.service.hall.event import head_of, live_event
from damiera.service.hall.sitting import Sitting, Step
from damiera.service.names import new_code, new_id
from damiera.tournament.errors import BadEvent
from damiera.tournament.log import Log, load
from damiera.tournament.model import System

__all__ = ["GroupWanted", "dissolve_groups", "make_groups"]

_BEGUN = Text("I gruppi si formano prima del primo turno.", "Groups are made before the first round.")
_DONE = Text("I gruppi ci sono già.", "The groups are there already.")
_NESTED = Text("Un gruppo non si divide ancora.", "A group is not divided again.")
_EVERYBODY = Text(
    "Ogni giocatore sta in un gruppo, e in uno solo: manca o è ripetuto il numero {n}.",
    "Every player is in one group, and in one only: number {n} is missing or there twice.",
)
_NAMES = Text("Ogni gruppo ha un nome suo.", "Each group has a name of its own.")
_TWO = Text("I gruppi sono almeno due.", "There are two groups at least.")
_NONE = Text("Qui non ci sono gruppi.", "There are no groups here.")
_PLAYED = Text(
    "Il gruppo {g} ha già un turno: i gruppi restano.", "Group {g} has a round already: the groups stay."
)
_DISSOLVED = Text("Gruppi sciolti.", "Groups dissolved.")
_SMALL = Text(
    "Il gruppo {g} ha {n} giocatori: troppo pochi per {r} turni.",
    "Group {g} has {n} players: too few for {r} rounds.",
)


@dataclass(frozen=True, slots=True)
class GroupWanted:
    """A group to be made: its name, its players' numbers in the order of their start numbers, its rounds."""

    name: str
    numbers: tuple[int, ...]
    rounds: int


def make_groups(groups: Sequence[GroupWanted]) -> Step:
    """Make an event of each group: its players and rounds, the same arbiters, all else announced alike."""

    def step(sitting: Sitting) -> None:
        wanted = [replace(g, name=" ".join(g.name.split())[:40]) for g in groups if g.numbers]
        _check(sitting, wanted)
        links = [{"id": _one(sitting, group), "name": group.name} for group in wanted]
        for group in wanted:
            for number in group.numbers:
                sitting.act("edit", {"number": number, "group": group.name})
        sitting.note("groups", groups=links)

    return step


def _check(sitting: Sitting, wanted: Sequence[GroupWanted]) -> None:
    event = sitting.log.event
    if event.rounds:
        raise BadEvent(_BEGUN)
    if sitting.live.groups:
        raise BadEvent(_DONE)
    if sitting.live.part_of:
        raise BadEvent(_NESTED)
    if len(wanted) < 2:
        raise BadTerms("groups", _TWO)
    names = [g.name.casefold() for g in wanted]
    if "" in names or len(set(names)) < len(names):
        raise BadTerms("groups", _NAMES)
    placed = [n for g in wanted for n in g.numbers]
    for number in {p.number for p in event.players} ^ set(placed):
        raise BadTerms("groups", _EVERYBODY.format(n=number))
    for number in placed:
        if placed.count(number) > 1:
            raise BadTerms("groups", _EVERYBODY.format(n=number))
    for group in wanted:
        if event.settings.system is not System.ROUND_ROBIN and len(group.numbers) <= group.rounds:
            raise BadTerms("groups", _SMALL.format(g=group.name, n=len(group.numbers), r=group.rounds))


def _one(sitting: Sitting, group: GroupWanted) -> str:
    """Make the event of a group within the same transaction; return its id."""
    work, now, who, live = sitting.work, sitting.now, sitting.who, sitting.live
    id, name = new_id(), f"{live.announced.name} · {group.name}"[:120]
    creator = next((said for one, said in live.arbiters if one == who.id), sitting.name)
    work.tournaments.add(
        id=id, name=name, head="{}", code=new_code(), created_by=who.id, arbiter=creator, at=now
    )
    for one, said in live.arbiters:
        if one != who.id:
            work.tournaments.let_in(id, player_id=one, name=said, at=now)
    row = work.tournaments.get(id)
    assert row is not None
    inner = Sitting(work, live_event(row, live.arbiters, Log()), who, now)
    announce(inner, checked(replace(live.announced, name=name, rounds=group.rounds)), "create")
    inner.note("part-of", id=live.id, name=live.announced.name)
    here = []
    for start, number in enumerate(group.numbers, 1):
        player = replace(live.event.player(number), number=start, group=group.name)
        inner.act("enter", msgspec.to_builtins(player))
        if number in live.here:
            here.append(start)
    if here:
        inner.note("check-in", players=here, here=True)
    _store(inner, 0)
    return id


def dissolve_groups() -> Step:
    """Close the events of the groups, before any of them has a round, and play in one field again."""

    def step(sitting: Sitting) -> None:
        if not sitting.live.groups:
            raise BadEvent(_NONE)
        for link in sitting.live.groups:
            _close(sitting, link.id, link.name)
        for player in sitting.log.event.players:
            if player.group:
                sitting.act("edit", {"number": player.number, "group": ""})
        sitting.note("groups", groups=[])

    return step


def _close(sitting: Sitting, id: str, name: str) -> None:
    work = sitting.work
    row = work.tournaments.get(id)
    assert row is not None
    log = load("\n".join(entry.body for entry in work.tournaments.entries(id)))
    if log.event.rounds:
        raise BadEvent(_PLAYED.format(g=name))
    inner = Sitting(work, live_event(row, sitting.live.arbiters, log), sitting.who, sitting.now)
    inner.note("over", over=True, why=_DISSOLVED.en)
    _store(inner, len(log.entries))


def _store(inner: Sitting, version: int) -> None:
    """Keep what was added to the log of another event."""
    live = inner.live
    made = live_event(live.row, live.arbiters, inner.log)
    fresh = inner.log.entries[version:]
    lines = [(msgspec.json.encode(entry).decode(), entry.digest) for entry in fresh]
    inner.work.tournaments.append(
        live.row.id,
        version=version,
        name=made.announced.name,
        head=head_of(made),
        at=inner.now,
        player_id=inner.who.id,
        lines=lines,
    )
