"""The archive of players: found while a name is typed, linked with events, merged and parted again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from damiera.messages import Message
from damiera.records.federation import FederationPersonRecord
from damiera.service.errors import BadTerms, NotFound, RefusedAct
from damiera.service.federation import register
from damiera.service.federation.acts import PersonFacts, PersonWrittenAct
from damiera.service.federation.duplicates import likely_duplicates
from damiera.service.federation.event_links import EventLinks, part_in
from damiera.service.federation.register import FederationRegister
from damiera.service.identity import Visitor
from damiera.service.tournament.acts import TournamentService
from damiera.service.tournament.event import Announcement
from damiera.store.database import Database, open_store
from damiera.tournament.model import EventPlayer
from tests.postgresql import BACKENDS, Postgres
from tests.unit.service.kit import FakeClock
from tests.wording import raises


class _Office:
    """The archive and the events of one database."""

    def __init__(self, store: Database) -> None:
        self.clock = FakeClock()
        self.store = store
        self.register = FederationRegister(store, self.clock)
        self.events = TournamentService(store, self.clock)
        self.links = EventLinks(self.events, store, self.clock)
        self.events.followers.append(self.links.follow)
        with store.write() as work:
            work.players.add(id="anna", name="Anna Office", at=1)
        self.anna = Visitor("anna", "Anna Office")

    def people(self, *names: str, **facts: str) -> list[str]:
        return [self.register.add(self.anna, PersonFacts(name=name, **facts)).id for name in names]

    def names(self, text: str) -> list[str]:
        return [one.facts.name for one in self.register.found(text)]

    def event(self, *players: EventPlayer) -> str:
        live = self.events.create(self.anna, Announcement(name="Coppa", rounds=3))
        self.events.enter(live.id, self.anna, players)
        return live.id

    def linked(self, event: str) -> dict[str, tuple[str, str]]:
        with self.store.read() as work:
            return {part_in(one).name: (one.person_id, one.linked) for one in work.federation.entries(event)}


@pytest.fixture(params=BACKENDS)
def office(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[_Office]:
    if request.param == "sqlite":
        store = open_store(tmp_path)
    else:
        server: Postgres = request.getfixturevalue("postgres")
        store = open_store(server.ready())
    yield _Office(store)
    store.close()


def test_people_are_found_by_parts_of_their_names_in_any_order_and_without_accents(office: _Office) -> None:
    office.people("Rossi Niccolò", "Rossi Anna Maria", "D'Ùrso Nicoletta", "Łukasz Nowak")
    assert office.names("niccolo ros") == ["Rossi Niccolò"]
    assert set(office.names("ROS")) == {"Rossi Anna Maria", "Rossi Niccolò"}
    assert office.names("mar anna") == ["Rossi Anna Maria"]
    assert office.names("durs") == office.names("d'ur") == office.names("urso nic") == ["D'Ùrso Nicoletta"]
    assert office.names("lukasz") == ["Łukasz Nowak"]
    assert office.names("rossi x") == office.names("") == office.names("'%_") == []


def test_people_are_found_by_their_cards(office: _Office) -> None:
    office.people("Rossi Anna", card="FID 00-123")
    assert office.names("fid00123") == office.names("FID 00-123") == office.names("fid 001") == ["Rossi Anna"]


def test_a_surname_comes_before_a_first_name_and_the_whole_word_before_its_beginning(office: _Office) -> None:
    office.people("Bianchi Marco", "Marcolini Ada", "Marco Ugo")
    assert office.names("marco") == ["Marco Ugo", "Bianchi Marco", "Marcolini Ada"]


def test_who_is_written_keeps_every_name_they_had_and_a_card_is_one_persons(office: _Office) -> None:
    [id] = office.people("Rossi Anna", card="A1")
    changed = office.register.edit(office.anna, id, PersonFacts(name="Rossi Verdi Anna", card="A1"))
    assert changed.facts.name == "Rossi Verdi Anna"
    assert changed.spellings == ("Rossi Anna",)
    assert office.names("verdi") == ["Rossi Verdi Anna"]
    taken = Message("Card {card} is {name}'s already.", card="a-1", name="Rossi Verdi Anna")
    with raises(BadTerms, taken):
        office.register.add(office.anna, PersonFacts(name="Neri Ugo", card="a-1"))
    with raises(BadTerms, Message("Write the player's name.")):
        office.register.add(office.anna, PersonFacts(name=" . "))


def test_a_merge_keeps_both_ids_and_is_taken_back(office: _Office) -> None:
    one, other, third = office.people("Rossi Anna", "Rossi Ana", "Rosi Anna")
    office.register.merge(office.anna, one, other, ("alike",))
    whole = office.register.merge(office.anna, third, one)
    assert (whole.id, set(whole.spellings)) == (third, {"Rossi Anna", "Rossi Ana"})
    assert {office.register.person(id).id for id in (one, other, third)} == {third}
    assert office.names("rossi ana") == ["Rosi Anna"]
    assert office.register.counts() == (1, 0)
    merges = [line.seq for line in office.register.acts(kinds=["merge"])]
    office.register.take_back(office.anna, merges[0], "another person")
    assert office.register.person(other).id == other
    assert office.register.person(one).id == third
    office.register.take_back(office.anna, merges[1])
    assert [office.register.person(id).id for id in (one, other, third)] == [one, other, third]
    again = Message("Act {n} was taken back already.", n=merges[0])
    with raises(RefusedAct, again):
        office.register.take_back(office.anna, merges[0])
    office.register.merge(office.anna, one, other)
    assert office.register.person(other).id == one
    with raises(RefusedAct, Message("These are one person already.")):
        office.register.merge(office.anna, other, one)
    with raises(NotFound, Message("Nobody in the archive has this number.")):
        office.register.merge(office.anna, one, "nobody")


def test_a_change_is_taken_back_unless_another_came_after_it(office: _Office) -> None:
    [id] = office.people("Rossi Anna")
    office.register.edit(office.anna, id, PersonFacts(name="Rossi Anna", club="Livorno"))
    office.register.take_back(office.anna, 2)
    assert office.register.person(id).facts.club == ""
    office.register.edit(office.anna, id, PersonFacts(name="Rossi Anna", club="Roma"))
    office.register.edit(office.anna, id, PersonFacts(name="Rossi Anna", club="Pisa"))
    changed = Message("{name} was changed again since: change them by hand.", name="Rossi Anna")
    with raises(RefusedAct, changed):
        office.register.take_back(office.anna, 4)
    with raises(NotFound, Message("There is no act {n} to take back.", n=99)):
        office.register.take_back(office.anna, 99)
    with raises(RefusedAct, Message("This act cannot be taken back: do the contrary.")):
        office.register.take_back(office.anna, 1)


def test_the_log_names_who_did_what_and_shows_where_it_was_altered(office: _Office) -> None:
    office.people("Rossi Anna", "Bianchi Bruno")
    lines = office.register.acts()
    assert [(line.seq, line.who) for line in lines] == [(1, "Anna Office"), (2, "Anna Office")]
    assert isinstance(lines[0].act, PersonWrittenAct)
    assert office.register.proved() is None
    with office.store._engine.begin() as connection:
        connection.exec_driver_sql("UPDATE federation_act SET who = 'Bruno' WHERE seq = 2")
    assert office.register.proved() == 2


def test_players_of_an_event_are_known_by_card_or_name_or_become_candidates(office: _Office) -> None:
    rossi, bianchi = office.people("Rossi Anna", card="A1")[0], office.people("Bianchi Bruno", born="1974")[0]
    office.people("Verdi Ugo", club="Roma")
    verdi = office.people("Verdi Ugo", club="Pisa")[0]
    event = office.event(
        EventPlayer(0, "Rossi A.", card="a 1"),
        EventPlayer(0, "BRUNO BIANCHI", born="1974/05/01"),
        EventPlayer(0, "Verdi Ugo", club="Pisa"),
        EventPlayer(0, "Bianchi Bruno", born="2001"),
        EventPlayer(0, "Neri Zoe", club="Siena"),
    )
    linked = office.linked(event)
    assert linked["Rossi A."] == (rossi, "card")
    assert linked["BRUNO BIANCHI"] == (bianchi, "name")
    assert linked["Verdi Ugo"] == (verdi, "name")
    assert (linked["Bianchi Bruno"][1], linked["Neri Zoe"][1]) == ("new", "new")
    assert office.register.person(rossi).spellings == ("Rossi A.",)
    candidates = office.register.listed(candidates=True)
    assert [(one.facts.name, one.facts.club) for one in candidates] == [
        ("Bianchi Bruno", ""),
        ("Neri Zoe", "Siena"),
    ]
    assert office.register.accept(office.anna, [candidates[1].id]) == 1
    assert office.register.counts() == (6, 1)
    again = office.event(EventPlayer(0, "Zoe Neri"))
    assert office.linked(again)["Zoe Neri"] == (candidates[1].id, "name")


def test_who_a_player_is_can_be_said_and_stays_so_when_their_name_is_changed(office: _Office) -> None:
    [id] = office.people("Rossi Anna")
    event = office.event(EventPlayer(0, "Rossi Annina"))
    key = office.events.load(event).margin.keys[1]
    office.register.link(office.anna, event, key, id)
    assert office.linked(event)["Rossi Annina"] == (id, "hand")
    office.events.enter(event, office.anna, [EventPlayer(0, "Neri Zoe")])
    assert office.linked(event)["Rossi Annina"] == (id, "hand")
    with raises(NotFound, Message("Nobody in the archive has this number.")):
        office.register.link(office.anna, event, 99, id)


def test_events_told_before_there_was_an_archive_are_caught_up_with(office: _Office) -> None:
    office.events.followers.clear()
    event = office.event(EventPlayer(0, "Rossi Anna"), EventPlayer(0, "Bianchi Bruno"))
    assert office.linked(event) == {}
    assert (office.links.catch_up(), office.links.catch_up()) == (1, 0)
    assert set(office.linked(event)) == {"Rossi Anna", "Bianchi Bruno"}
    office.events.pair(event, office.anna, 1)
    office.events.report(event, office.anna, 1, 1, "draw")
    assert office.links.catch_up() == 1
    with office.store.read() as work:
        parts = [part_in(one) for one in work.federation.entries(event)]
    assert [[(g.round, g.points) for g in part.games] for part in parts] == [[(1, 1)], [(1, 1)]]
    assert sorted(g.opponent for part in parts for g in part.games) == sorted(
        office.events.load(event).margin.keys.values()
    )


def test_likely_duplicates_are_looked_for_once_for_each_state_of_the_archive(
    office: _Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked = list[int]()

    def counted(people: Sequence[FederationPersonRecord], apart: Sequence[tuple[str, str]]) -> object:
        looked.append(len(people))
        return likely_duplicates(people, apart)

    monkeypatch.setattr(register, "likely_duplicates", counted)
    one, other = office.people("Rossi Anna", born="1974"), office.people("Anna Rossi")
    assert [{p.kept.id, p.gone.id} for p in office.register.duplicates()] == [{one[0], other[0]}]
    office.register.duplicates()
    assert looked == [2]
    office.event(EventPlayer(1, "Rossi Annna", club="Livorno"))
    assert len(office.register.duplicates()) >= 1
    assert looked == [2, 3], "a candidate of an event is somebody new"
    office.register.keep_apart(office.anna, one[0], other[0])
    assert {one[0], other[0]} not in [{p.kept.id, p.gone.id} for p in office.register.duplicates()]
