"""An event played in groups: each becomes an event of its own, linked with the one it was entered in.

So does a final that the groups lead to.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

from damiera.messages import Message
from damiera.service.errors import BadTerms
from damiera.service.names import new_code, new_id
from damiera.service.tournament.announcement import announce, checked, system_called
from damiera.service.tournament.event import Announcement, LiveEvent, head_of
from damiera.service.tournament.transaction import EventTransaction, Step
from damiera.tournament import acts
from damiera.tournament.errors import BadTournament
from damiera.tournament.finals import seeded_apart, seeded_in_turn
from damiera.tournament.log import Log, load
from damiera.tournament.model import EventPlayer, System
from damiera.tournament.standings import StandingRow

__all__ = [
    "FinalWanted",
    "GroupWanted",
    "dissolve_groups",
    "final_called",
    "make_final",
    "make_groups",
    "written_groups",
]

_BEGUN = Message("Groups are made before the first round.")
_DONE = Message("The groups are there already.")
_NESTED = Message("A group is not divided again.")
_EVERYBODY = Message("Every player is in one group, and in one only: number {n} is missing or there twice.")
_NAMES = Message("Each group has a name of its own.")
_TWO = Message("There are two groups at least.")
_NONE = Message("There are no groups here.")
_PLAYED = Message("Group {g} has a round already: the groups stay.")
_ELSEWHERE = Message("The groups of this event are not here: the file brought the event alone.")
_DISSOLVED = Message("Groups dissolved.")
_SMALL = Message("Group {g} has {n} players: too few for {r} rounds.")
_TEAMS = Message("Teams are not divided into groups.")
_SYSTEM = Message("A final is all play all or a knockout.")
_PLACES = Message("Places go from the first on, and it takes two finalists at least.")
_UNDERWAY = Message("Group {g} is still being played: a final is made when all groups are over.")
_FEW = Message("Group {g} has {n} players left: there is no place {p}.")
_SHARED = Message(
    "In group {g} it is not decided who goes to the final: {who} are level. Let them play off and write it "
    "in the group's standings, or take other places."
)


class GroupWanted(msgspec.Struct, frozen=True):
    """A group to be made: its name, its players' numbers in the order of their start numbers, its rounds."""

    name: str
    numbers: tuple[int, ...]
    rounds: int


def written_groups(
    live: LiveEvent, heads: Sequence[tuple[str, int]], chosen: Mapping[int, int]
) -> list[GroupWanted]:
    """Return groups as written: name and rounds of each, and the place of each player's group, from 1."""
    ordered = sorted(live.event.players, key=lambda p: (-p.elo, p.number))
    return [
        GroupWanted(name, tuple(p.number for p in ordered if chosen.get(p.number) == place), rounds)
        for place, (name, rounds) in enumerate(heads, 1)
    ]


def make_groups(groups: Sequence[GroupWanted]) -> Step:
    """Make an event of each group: its players and rounds, the same arbiters, all else announced alike."""

    def step(transaction: EventTransaction) -> None:
        wanted = [replace(g, name=" ".join(g.name.split())[:40]) for g in groups if g.numbers]
        _check(transaction, wanted)
        links = tuple(acts.GroupLinkNote(id=_one(transaction, group), name=group.name) for group in wanted)
        for group in wanted:
            for number in group.numbers:
                transaction.act(acts.EditAct(number=number, group=group.name))
        transaction.act(acts.GroupsNote(groups=links))

    return step


def _check(transaction: EventTransaction, wanted: Sequence[GroupWanted]) -> None:
    event = transaction.log.event
    if event.rounds:
        raise BadTournament(_BEGUN)
    if event.settings.boards:
        raise BadTournament(_TEAMS)
    if transaction.live.groups:
        raise BadTournament(_DONE)
    if transaction.live.part_of:
        raise BadTournament(_NESTED)
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


def _one(transaction: EventTransaction, group: GroupWanted) -> str:
    """Make the event of a group; return its id."""
    live = transaction.live
    players = [(replace(live.event.player(n), group=group.name), n in live.here) for n in group.numbers]
    inner = _opened(transaction, replace(live.announced, rounds=group.rounds), group.name, players)
    _store(inner, 0)
    return inner.live.id


def _opened(
    transaction: EventTransaction,
    facts: Announcement,
    name: str,
    players: Sequence[tuple[EventPlayer, bool]],
    *,
    final: bool = False,
) -> EventTransaction:
    """Open an event that belongs to this one in the same transaction: players in order, and who is here."""
    work, now, who, live = transaction.work, transaction.now, transaction.who, transaction.live
    id, name = new_id(), f"{live.announced.name} · {name}"[:120]
    arbiters = dict(live.arbiters)
    maker = who.id if who.id in arbiters else live.maker  # a deputy is none in the group either
    work.tournaments.add(
        id=id, name=name, head="{}", code=new_code(), created_by=maker, arbiter=arbiters[maker], at=now
    )
    for one, said in live.arbiters:
        if one != maker:
            work.tournaments.let_in(id, player_id=one, name=said, at=now)
    row = work.tournaments.get(id)
    assert row is not None
    inner = EventTransaction(work, LiveEvent(row, live.arbiters, Log(), live.staff), who, now)
    announce(inner, checked(replace(facts, name=name)), acts.CreateAct)
    inner.act(acts.PartOfNote(id=live.id, name=live.announced.name, final=final))
    if live.state.logo:
        inner.act(acts.LogoNote(picture=live.state.logo))
    for start, (player, _) in enumerate(players, 1):
        inner.act(acts.EnterAct.of(replace(player, number=start)))
    here = tuple(start for start, (_, here) in enumerate(players, 1) if here)
    if here:
        inner.act(acts.CheckInNote(players=here, here=True))
    return inner


class FinalWanted(msgspec.Struct, frozen=True):
    """A final to be made: its name, from which place of each group to which, and how it is played."""

    name: str
    first: int
    last: int
    system: System


def final_called(name: str, first: int, last: int, system: str) -> FinalWanted:
    """Return a final as written. Raises `BadTerms` for a system that is none."""
    return FinalWanted(name, first, last, system_called(system or "?"))


def make_final(wanted: FinalWanted) -> Step:
    """Make an event of those who came to these places of each group, seeded by them.

    A player who did not stay to the end of their group has no place here: the next moves up.
    """

    def step(transaction: EventTransaction) -> None:
        name = " ".join(wanted.name.split())[:40]
        groups = [link for link in transaction.live.groups if not link.final]
        tiers = wanted.last - wanted.first + 1
        if not groups:
            raise BadTournament(_NONE)
        if not name or name.casefold() in {link.name.casefold() for link in transaction.live.groups}:
            raise BadTerms("final", _NAMES)
        if wanted.system not in (System.ROUND_ROBIN, System.KNOCKOUT):
            raise BadTerms("system", _SYSTEM)
        if wanted.first < 1 or tiers < 1:
            raise BadTerms("last", _PLACES)
        came = [_came(_group(transaction, link.id), link.name, wanted) for link in groups]
        seeded = seeded_apart if wanted.system is System.KNOCKOUT else seeded_in_turn
        players = [came[group][tier] for group, tier in seeded(len(groups), tiers)]
        inner = _opened(
            transaction, _final_facts(transaction.live.announced, wanted.system), name, players, final=True
        )
        if wanted.system is System.KNOCKOUT:
            inner.act(acts.ChangeAct(settings=acts.SettingsFacts(seeds="number")))
        _store(inner, 0)
        transaction.act(acts.FinalMadeNote(id=inner.live.id, name=name, first=wanted.first, last=wanted.last))

    return step


def _final_facts(facts: Announcement, system: System) -> Announcement:
    """Return what is announced of a final: all but what is of the rounds and the system of the groups."""
    return replace(facts, system=system, rounds=0, acceleration=0, tiebreaks="", unplayed="", timetable=())


def _came(group: LiveEvent, name: str, wanted: FinalWanted) -> list[tuple[EventPlayer, bool]]:
    """Return who came to the places wanted, and whether they are here."""
    if not group.played_out:
        raise BadTournament(_UNDERWAY.format(g=name))
    rows = [row for row in group.standing_after(None).ranked if row.left is None]
    if len(rows) < wanted.last:
        raise BadTournament(_FEW.format(g=name, n=len(rows), p=wanted.last))
    for border in (wanted.first - 1, wanted.last):
        _check_parted(group, name, rows, border)
    wins = [group.event.player(row.number) for row in rows[wanted.first - 1 : wanted.last]]
    return [(player, player.number in group.here) for player in wins]


def _check_parted(group: LiveEvent, name: str, rows: Sequence[StandingRow], border: int) -> None:
    """Make sure that the places before a border are not shared with those after it."""
    if not 0 < border < len(rows) or rows[border - 1].rank != rows[border].rank:
        return
    level = [group.event.player(r.number).name for r in rows if r.rank == rows[border].rank]
    raise BadTournament(_SHARED.format(g=name, who=", ".join(level)))


def dissolve_groups() -> Step:
    """Close the events of the groups, before any of them has a round, and play in one field again."""

    def step(transaction: EventTransaction) -> None:
        if not transaction.live.groups:
            raise BadTournament(_NONE)
        for link in transaction.live.groups:
            _close(transaction, link.id, link.name)
        for player in transaction.log.event.players:
            if player.group:
                transaction.act(acts.EditAct(number=player.number, group=""))
        transaction.act(acts.GroupsNote(groups=()))

    return step


def _group(transaction: EventTransaction, id: str) -> LiveEvent:
    """Read the event of a group."""
    row = transaction.work.tournaments.get(id)
    if row is None:  # the event was brought in from a file, without its groups
        raise BadTournament(_ELSEWHERE)
    log = load("\n".join(entry.body for entry in transaction.work.tournaments.entries(id)), stored=True)
    return LiveEvent(row, transaction.live.arbiters, log, transaction.live.staff)


def _close(transaction: EventTransaction, id: str, name: str) -> None:
    group = _group(transaction, id)
    if group.event.rounds:
        raise BadTournament(_PLAYED.format(g=name))
    inner = EventTransaction(transaction.work, group, transaction.who, transaction.now)
    inner.act(acts.OverNote(over=True, why=str(_DISSOLVED)))
    _store(inner, len(group.log.lines))


def _store(inner: EventTransaction, version: int) -> None:
    """Keep what was added to the log of another event."""
    live = inner.live
    made = replace(live, log=inner.log)
    fresh = [line.entry for line in inner.log.lines[version:]]
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
