"""Lists of a federation brought into the archive, and the archive written as a list."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Final

import msgspec

from damiera.messages import Lang, Message, Text
from damiera.rating.cells import write_csv
from damiera.records.federation import FederationPersonRecord, FederationRatingRecord, NameWord
from damiera.rules.ruleset import CATALOGUE
from damiera.service.errors import BadTerms
from damiera.service.federation.acts import ListedElo, ListImportedAct, PersonFacts, written_down
from damiera.service.federation.event_links import known_as
from damiera.service.federation.people import (
    FACTS,
    facts_of_player,
    facts_of_row,
    row_of,
    tidied,
    words_of_person,
)
from damiera.service.federation.register import people_of_roots
from damiera.service.federation.spelling import card_key, name_key
from damiera.service.identity import Visitor
from damiera.service.names import new_id
from damiera.service.ports import ServerClock, StorePort, Transaction
from damiera.tournament.players_csv import CsvProblem, ListedPerson, read_people

__all__ = ["ImportReport", "PeopleLists", "checked_day"]

_NO_GAME: Final = Message("There is no such game.")
_NO_DAY: Final = Message("'{text}' is no day: write it as 2026-01-31.")
_NO_NAME: Final = Message("Write what the list is called.")
_NO_PLAYER: Final = Message("the name is missing.")


class ImportReport(msgspec.Struct, frozen=True):
    """What became of a list.

    Attributes:
        act: its number in the log. `added`, `changed`, `same`: people; `ratings`: how many were kept.
        problems: the lines that could not be read. `notes`: columns that are not used.
    """

    act: int
    added: int
    changed: int
    same: int
    ratings: int
    problems: tuple[CsvProblem, ...]
    notes: tuple[Text, ...]


class PeopleLists:
    """The use cases of lists. Threads may share it."""

    def __init__(self, store: StorePort, clock: ServerClock) -> None:
        self._store = store
        self._clock = clock

    def bring_in(
        self, who: Visitor, data: bytes | str, *, name: str, day: str, discipline: str, opens: bool = False
    ) -> ImportReport:
        """Bring a list in: who is known is changed where it says more or else, who is not is added.

        People are known by card, by their number of the world federation, or by a name that is surely theirs.
        What cannot be read is told by line and column, and the rest is taken.

        Args:
            name: what the list is called, as the source of its ratings. `day`: from when it holds.
            discipline: the game of its column Elo.
            opens: whether the rating office counts on from it.
        Raises:
            BadPlayersFile: where there is no table. BadTerms: for a name, day or game that is none.
        """
        called, day = " ".join(name.split())[:80], checked_day(day)
        if not called:
            raise BadTerms("name", _NO_NAME)
        if discipline not in CATALOGUE:
            raise BadTerms("discipline", _NO_GAME)
        found = read_people(data)
        now = self._clock.now_ms()
        with self._store.write() as work:
            taken = _Taken(work, now)
            problems = [*found.problems, *taken.take(found.people)]
            ratings = _ratings(taken.who, discipline)
            rows = [
                FederationRatingRecord(one.person, game, day, called, one.rating)
                for game, own in ratings.items()
                for one in own
            ]
            work.federation.rate(rows)
            act = ListImportedAct(
                name=called,
                day=day,
                ratings=ratings,
                opens=opens,
                added=taken.added,
                changed=taken.changed,
                refused=len({p.line for p in problems}),
            )
            seq = written_down(work, act, who, now)
        told = tuple(sorted(problems, key=lambda p: (p.line, p.column)))
        same = len(taken.who) - taken.added - taken.changed
        return ImportReport(seq, taken.added, taken.changed, same, len(rows), told, found.notes)

    def exported(self, lang: Lang) -> str:
        """Return the archive as CSV that `bring_in` reads: facts, and the last ratings by game."""
        with self._store.read() as work:
            roots = [row.id for row in work.federation.everybody() if row.id == row.root_id]
            people = people_of_roots(work, roots)
        header = [_HEADERS[field].text(lang) for field in FACTS]
        games = [_GAMES[game].text(lang) for game in _GAMES]
        lines = [
            [
                *(one.category() if field == "category" else getattr(one.facts, field) for field in FACTS),
                *(one.rating(game) or "" for game in _GAMES),
            ]
            for one in people
        ]
        return write_csv([[*header, *games], *lines], ";")


def checked_day(text: str) -> str:
    """Return a day, 2026-01-31. Raises `BadTerms` for what is none.

    >>> checked_day(" 2026-01-31 ")
    '2026-01-31'
    """
    try:
        return date.fromisoformat(text.strip()).isoformat()
    except ValueError:
        raise BadTerms("day", _NO_DAY.format(text=text[:20])) from None


class _Taken:
    """The people of a list as they are taken into the archive."""

    def __init__(self, work: Transaction, now: int) -> None:
        self.work = work
        self.now = now
        self.added = self.changed = 0
        self.who: list[tuple[str, ListedPerson]] = []

    def take(self, listed: Sequence[ListedPerson]) -> list[CsvProblem]:
        """Add and change people; return what is wrong with those that cannot be taken."""
        table, problems = self.work.federation, list[CsvProblem]()
        carded, named, numbered = defaultdict(list), defaultdict(list), defaultdict(list)
        for row in table.by_cards(card_key(one.player.card) for one in listed):
            carded[row.card_key].append(row)
        for key, row in table.by_names(name_key(one.player.name) for one in listed):
            named[key].append(row)
        for row in table.by_fmjd(one.fmjd for one in listed):
            numbered[row.fmjd].append(row)
        fresh: list[FederationPersonRecord] = []
        words: list[NameWord] = []
        for one in listed:
            player = one.player
            try:
                facts = tidied(_facts(one))
            except BadTerms as error:
                problems.append(CsvProblem(one.line, 0, "", error.message))
                continue
            by_number = carded[card_key(player.card)] or (numbered[one.fmjd] if one.fmjd else [])
            known = known_as(player, by_number, named[name_key(player.name)])
            if known is not None:
                self.who.append((known[0], one))
                self._change(known[0], facts)
                continue
            row = row_of(new_id(), facts, at=self.now)
            self.who.append((row.id, one))
            fresh.append(row)
            words += words_of_person(row.id, facts)
            if row.card_key:
                carded[row.card_key].append(row)
            if row.fmjd:
                numbered[row.fmjd].append(row)
        table.add(fresh, words)
        self.added = len(fresh)
        return problems

    def _change(self, id: str, listed: PersonFacts) -> None:
        """Let somebody be as the list says, where it says anything."""
        row = self.work.federation.get(id)
        if row is None:  # added by an earlier line of this list
            return
        before = facts_of_row(row)
        facts = PersonFacts(**{name: getattr(listed, name) or getattr(before, name) for name in FACTS})
        if facts == before and not row.candidate:
            return
        self.changed += 1
        spelled = [name for _, name in self.work.federation.spellings([id])]
        names = [name for name in dict.fromkeys([*spelled, row.name]) if name != facts.name]
        fresh = row_of(id, facts, at=self.now, since=row.since, root=row.root_id)
        self.work.federation.change(
            fresh, words_of_person(id, facts, names), [(id, name, name_key(name)) for name in names]
        )


def _facts(one: ListedPerson) -> PersonFacts:
    told = facts_of_player(one.player)
    return PersonFacts(**{**{name: getattr(told, name) for name in FACTS}, "fmjd": one.fmjd[:20]})


def _ratings(who: Sequence[tuple[str, ListedPerson]], discipline: str) -> dict[str, tuple[ListedElo, ...]]:
    out: dict[str, dict[str, ListedElo]] = defaultdict(dict)
    for id, one in who:
        ratings: Mapping[str, int] = {**({discipline: one.player.elo} if one.player.elo else {})} | dict(
            one.player.ratings
        )
        for game, rating in ratings.items():
            out[game][id] = ListedElo(id, rating, one.player.category)
    return {game: tuple(own.values()) for game, own in sorted(out.items())}


_HEADERS: Final[Mapping[str, Text]] = {
    "name": Message("Player"),
    "card": Message("Card"),
    "fmjd": Message("FMJD number"),
    "club": Message("Club", context="of a player"),
    "province": Message("Province"),
    "federation": Message("Federation"),
    "sex": Message("Sex"),
    "born": Message("Born"),
    "category": Message("Category"),
    "title": Message("Title"),
}
_GAMES: Final[Mapping[str, Text]] = {
    "italian": Message("Elo, Italian draughts"),
    "international": Message("Elo, international draughts"),
    "english": Message("Elo, English draughts"),
}
