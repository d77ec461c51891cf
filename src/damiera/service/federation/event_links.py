"""Who the players of the events of this server are: known by card or name, or candidates for the archive.

Every player of an event is linked with somebody. Who is known neither by card nor by name, or whose name
could be that of several, becomes a candidate: the office looks at them, and merges those that are one.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec
from cachetools import LRUCache

from damiera.errors import DamieraError
from damiera.messages import Lang, Verbatim
from damiera.records.federation import (
    FederationEntryRecord,
    FederationEventRecord,
    FederationPersonRecord,
)
from damiera.service.federation.acts import PersonFacts
from damiera.service.federation.people import ArchivedPerson, facts_of_player, row_of, words_of_person
from damiera.service.federation.register import root_of
from damiera.service.federation.spelling import card_key, find_words, name_key
from damiera.service.names import new_id
from damiera.service.ports import ServerClock, StorePort, Transaction
from damiera.service.tournament.acts import TournamentService
from damiera.service.tournament.event import LiveEvent
from damiera.tournament.effects import counted
from damiera.tournament.model import EventPlayer, GameMark, RoundGame, score
from damiera.tournament.sections import proposed_name
from damiera.tournament.standings import standing

__all__ = [
    "EventLinks",
    "PersonParts",
    "PlayedGame",
    "PlayedPart",
    "known_as",
    "part_in",
    "people_of_players",
]

log = logging.getLogger("damiera.federation")
_AT_ONCE: Final = 50


class PlayedGame(msgspec.Struct, frozen=True, array_like=True):
    """A game of somebody's in an event.

    Attributes:
        opponent: the line that entered them; 0 for nobody.
        colour: w, b or "".
        points: of two; None while there is no result, and for what was not played.

    >>> PlayedGame(1, 4, "w", 2).points
    2
    """

    round: int
    opponent: int
    colour: str
    points: int | None


class PlayedPart(msgspec.Struct, frozen=True):
    """How somebody fared in an event: as the list of it names them, and their games.

    Attributes:
        section: the name of their section as it was written; `called`: what it was proposed as, if it was.

    >>> PlayedPart(3, "Rossi Anna", 3120, "4", 1, 12, ()).rank
    1
    """

    number: int
    name: str
    elo: int
    points: str
    rank: int
    players: int
    games: tuple[PlayedGame, ...]
    section: str = ""
    club: str = ""
    card: str = ""
    called: str = ""

    def section_name(self, lang: Lang) -> str:
        """The name of their section as it is read; "" where there is none."""
        return (proposed_name(self.called) or Verbatim(self.section)).text(lang)


class PersonParts(msgspec.Struct, frozen=True):
    """Somebody's parts in events, the last first.

    Attributes:
        others: who everybody in these events is, by the event and the line that entered them: id and name.
    """

    parts: tuple[tuple[FederationEventRecord, PlayedPart], ...]
    others: Mapping[tuple[str, int], tuple[str, str]]


_parts: Final = msgspec.json.Decoder(PlayedPart)


def part_in(record: FederationEntryRecord) -> PlayedPart:
    """Return how somebody fared in an event."""
    return _parts.decode(record.body)


class EventLinks:
    """Keeps the players of events linked. Threads may share it."""

    def __init__(self, tournaments: TournamentService, store: StorePort, clock: ServerClock) -> None:
        self._tournaments = tournaments
        self._store = store
        self._clock = clock
        self._seen: LRUCache[str, tuple[EventPlayer, ...]] = LRUCache(256)

    def follow(self, live: LiveEvent) -> None:
        """Link whoever was entered or changed; nothing is done where nobody was."""
        players = live.whole.event.players
        if self._seen.get(live.row.id) == players:
            return
        try:
            self.refresh(live.whole)
        except DamieraError:  # the event is told; they are linked when the archive is looked at
            log.exception("event %s: players could not be linked", live.row.id)

    def refresh(self, live: LiveEvent) -> None:
        """Write down who the players of an event are, and how they fare."""
        with self._store.write() as work:
            _link(work, live, self._clock.now_ms())
        self._seen[live.row.id] = live.event.players

    def catch_up(self, *, most: int = _AT_ONCE) -> int:
        """Refresh events that have changed since; return how many were."""
        with self._store.read() as work:
            ids = work.federation.stale_events(limit=most)
        for id in ids:
            try:
                self.refresh(self._tournaments.load(id).whole)
            except DamieraError:
                log.exception("event %s: it cannot be read", id)
        return len(ids)

    def parts_of(self, person: ArchivedPerson) -> PersonParts:
        """Return somebody's parts in events, and who everybody in these events is."""
        with self._store.read() as work:
            own = work.federation.entries_of([person.id, *(row.id for row in person.members)])
            entries = [one for id in {e.tournament_id for e, _ in own} for one in work.federation.entries(id)]
        others = {(one.tournament_id, one.key): (one.person_id, part_in(one).name) for one in entries}
        return PersonParts(tuple((event, part_in(entry)) for entry, event in own), others)

    def people_in(self, live: LiveEvent) -> Mapping[int, str]:
        """Return who the players of an event are: ids of the archive by start number."""
        with self._store.read() as work:
            held = {one.key: one.person_id for one in work.federation.entries(live.row.id)}
        keys = live.whole.margin.keys
        return {number: held[key] for number, key in keys.items() if key in held}


def known_as(
    player: EventPlayer,
    carded: Sequence[FederationPersonRecord],
    named: Sequence[FederationPersonRecord],
) -> tuple[str, str] | None:
    """Return who a player is, and how they are known: by `card` or `name`; None where nobody surely is.

    A card decides. A name does where one alone has it, and neither card, birth nor sex say otherwise; of
    several, where birth or club point at one.

    Args:
        carded: whoever has the player's card. `named`: whoever is called so.

    >>> row = row_of("p1", PersonFacts(name="Anna Rossi", born="1974"), at=1)
    >>> known_as(EventPlayer(1, "ROSSI Anna"), [], [row])
    ('p1', 'name')
    >>> known_as(EventPlayer(1, "Rossi Anna", born="1980"), [], [row]) is None
    True
    """
    if len(roots := {row.root_id for row in carded}) == 1:
        return roots.pop(), "card"
    alike = [row for row in named if not _contradicts(player, row)]
    born, club = player.born[:4], name_key(player.club)
    by_birth = [row for row in alike if born and row.born[:4] == born]
    by_club = [row for row in alike if club and name_key(row.club) == club]
    for some in (alike, by_birth, by_club):
        if len(roots := {row.root_id for row in some}) == 1:
            return roots.pop(), "name"
    return None


def people_of_players(work: Transaction, players: Sequence[EventPlayer], now: int) -> Mapping[int, str]:
    """Return who the players of an event are that is not of this server; who is nobody yet is added.

    They are known as `known_as` says, and whoever is added is a candidate.
    """
    known = {number: id for number, (id, _) in _known(work, players).items()}
    fresh = {p.number: new_id() for p in players if p.number not in known}
    _add(work, [(fresh[p.number], facts_of_player(p)) for p in players if p.number in fresh], now)
    return known | fresh


def _contradicts(player: EventPlayer, row: FederationPersonRecord) -> bool:
    """Tell whether something says that a player is not somebody of the same name."""
    told = (
        (card_key(player.card), row.card_key),
        (player.born[:4], row.born[:4]),
        (player.sex or "", row.sex),
    )
    return any(one and other and one != other for one, other in told)


def _link(work: Transaction, live: LiveEvent, now: int) -> None:
    """Write down who the players of an event are; who is nobody yet is added as a candidate."""
    event, keys = live.event, live.margin.keys
    held = {one.key: one for one in work.federation.entries(live.row.id)}
    open_ = [p for p in event.players if _is_open(p, held.get(keys[p.number]))]
    links = _known(work, open_)
    links |= {
        p.number: (root_of(work, one.person_id), one.linked)
        for p in open_
        if p.number not in links and (one := held.get(keys[p.number]))
    }
    fresh = {p.number: new_id() for p in open_ if p.number not in links}
    _add(work, [(fresh[p.number], facts_of_player(p)) for p in open_ if p.number in fresh], now)
    links |= {number: (id, "new") for number, id in fresh.items()}
    _spell(work, [(links[p.number][0], p.name) for p in open_])
    parts = _parts_of(live)
    entries = []
    for player in event.players:
        key, body = keys[player.number], msgspec.json.encode(parts[player.number]).decode()
        before = held.pop(key, None)
        who, how = links.get(player.number) or (before.person_id, before.linked)  # type: ignore[union-attr]
        if before is None or (before.person_id, before.linked, before.body) != (who, how, body):
            entries.append(FederationEntryRecord(live.row.id, key, who, how, body))
    day = event.ends or event.starts
    told = FederationEventRecord(
        live.row.id, live.row.version, live.announced.name[:200], day.isoformat() if day else "", event.game
    )
    work.federation.put_event(told, entries, list(held))


def _is_open(player: EventPlayer, held: FederationEntryRecord | None) -> bool:
    """Tell whether it is to be asked who a player is: not yet known, or known by what has changed since."""
    if held is None:
        return True
    before = part_in(held)
    return held.linked != "hand" and (before.name, before.card) != (player.name, player.card)


def _known(work: Transaction, players: Sequence[EventPlayer]) -> dict[int, tuple[str, str]]:
    carded = defaultdict(list)
    for row in work.federation.by_cards(card_key(p.card) for p in players):
        carded[row.card_key].append(row)
    named = defaultdict(list)
    for key, row in work.federation.by_names(name_key(p.name) for p in players):
        named[key].append(row)
    found = {p.number: known_as(p, carded[card_key(p.card)], named[name_key(p.name)]) for p in players}
    return {number: one for number, one in found.items() if one is not None}


def _add(work: Transaction, people: Sequence[tuple[str, PersonFacts]], now: int) -> None:
    words = [word for id, facts in people for word in words_of_person(id, facts)]
    work.federation.add([row_of(id, facts, at=now, candidate=True) for id, facts in people], words)


def _spell(work: Transaction, names: Sequence[tuple[str, str]]) -> None:
    """Note how the event writes somebody's name, where that is new."""
    rows = {row.id: row for row in work.federation.of_roots([id for id, _ in names])}
    known = {(rows[id].root_id, name) for id, name in work.federation.spellings(rows)}
    known |= {(row.root_id, row.name) for row in rows.values()}
    for id, name in names:
        if (id, name[:80]) not in known:
            words = [(word, id, place) for word, place in find_words([name])]
            work.federation.spell(id, name[:80], name_key(name), words)
            known.add((id, name[:80]))


def _parts_of(live: LiveEvent) -> dict[int, PlayedPart]:
    """Return how each player fares, by start number; of an event in sections, each in their own."""
    out = {p.number: _part(live, p, 0, {}) for p in live.event.players}
    if live.sections:
        for part in live.inner:
            out |= _parts_within(part)
        return out
    return out | _parts_within(live)


def _parts_within(live: LiveEvent) -> dict[int, PlayedPart]:
    if not live.event.rounds:
        return {p.number: _part(live, p, 0, {}) for p in live.event.players}
    alone = standing(live.event) if live.event.settings.boards else live.standing
    ranks = {row.number: row.rank or 0 for row in alone.rows}
    games: dict[int, list[PlayedGame]] = defaultdict(list)
    keys = live.whole.margin.keys
    for game in counted(live.event).games:
        for number, told in _played(game, keys):
            games[number].append(told)
    return {p.number: _part(live, p, ranks.get(p.number, 0), games) for p in live.event.players}


def _part(
    live: LiveEvent, player: EventPlayer, rank: int, games: Mapping[int, Sequence[PlayedGame]]
) -> PlayedPart:
    event = live.event
    own = tuple(games.get(player.number, ()))
    points = event.settings.scoring.said(score(event, player.number)) if own else ""
    section = live.section
    return PlayedPart(
        player.number,
        player.name,
        player.elo,
        points,
        rank,
        len(event.players),
        own,
        section.name if section else "",
        player.club,
        player.card,
        section.called if section else "",
    )


_POINTS: Final = {GameMark.WIN: 2, GameMark.DRAW: 1, GameMark.LOSS: 0}


def _played(game: RoundGame, keys: Mapping[int, int]) -> Sequence[tuple[int, PlayedGame]]:
    """Return a game as each of its players has it."""
    played = game.is_played
    if game.black is None:
        return ((game.white, PlayedGame(game.round, 0, "", None)),)
    both = ((game.white, game.black, "w", game.white_mark), (game.black, game.white, "b", game.black_mark))
    return [
        (
            own,
            PlayedGame(
                game.round, keys.get(other, 0), colour, _POINTS.get(mark) if played and mark else None
            ),
        )
        for own, other, colour, mark in both
    ]
