"""The categories of the archive, by game: who says them, since when, and whose word holds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from damiera.service.federation.acts import PersonFacts
from damiera.service.federation.event_links import EventLinks
from damiera.service.federation.office import RatingOffice
from damiera.service.federation.people_lists import PeopleLists
from damiera.service.federation.register import FederationRegister
from damiera.service.identity import Visitor
from damiera.service.tournament.acts import TournamentService
from damiera.store.database import Database, open_store
from damiera.tournament.model import Event, EventPlayer, GameMark, Round, RoundGame
from tests.postgresql import BACKENDS, Postgres
from tests.unit.service.kit import FakeClock

OPENING = "Tessera;Nome;Elo;Elo internazionale;Cat\nU1;Rossi Anna;2190;2000;R\nU2;Neri Ugo;2188;2000;R\n"


class _Archive:
    """An archive whose office counts on from two players of the lowest category but one."""

    def __init__(self, store: Database) -> None:
        self.store = store
        clock = FakeClock()
        self.register = FederationRegister(store, clock)
        self.lists = PeopleLists(store, clock)
        self.office = RatingOffice(store, clock, EventLinks(TournamentService(store, clock), store, clock))
        with store.write() as work:
            work.players.add(id="elena", name="Elena", at=1)
        self.elena = Visitor("elena", "Elena")
        self.bring(OPENING, "Elenco", "2026-01-01", opens=True)

    def bring(self, table: str, name: str, day: str, *, opens: bool = False) -> None:
        self.lists.bring_in(self.elena, table, name=name, day=day, discipline="italian", opens=opens)

    def cup(self, day: str = "2026-05-02") -> int:
        """Let the office count an event in which Rossi beats Neri, and reaches 2200."""
        players = (EventPlayer(1, "Rossi Anna", card="U1"), EventPlayer(2, "Neri Ugo", card="U2"))
        won = Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),), closed=True)
        return self.office.count_file(
            self.elena, Event(players=players, rounds=(won,), name="Coppa"), source="c.trf", day=day
        )

    def held(self, card: str = "u1") -> list[tuple[str, str, str, str]]:
        """Return somebody's categories: game, category, since when, from where."""
        self.office.catch_up()
        [one] = self.register.found(card)
        return [
            (game, own.category, own.day, own.source) for game, own in sorted((one.categories or {}).items())
        ]


@pytest.fixture(params=BACKENDS)
def archive(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[_Archive]:
    if request.param == "sqlite":
        store = open_store(tmp_path)
    else:
        server: Postgres = request.getfixturevalue("postgres")
        store = open_store(server.ready())
    yield _Archive(store)
    store.close()


INTERNATIONAL = ("international", "regionale", "2026-01-01", "Elenco")
BEFORE = ("italian", "regionale", "2026-01-01", "Elenco")
PROMOTED = ("italian", "nazionale", "2026-05-02", "Coppa")


def test_a_promotion_is_of_its_game_since_its_day_and_goes_when_its_event_counts_no_more(
    archive: _Archive,
) -> None:
    assert archive.held() == [INTERNATIONAL, BEFORE]
    event = archive.cup()
    assert archive.held() == [INTERNATIONAL, PROMOTED]
    assert archive.held("u2") == [INTERNATIONAL, BEFORE]
    [anna] = archive.register.found("u1")
    assert (anna.category("italian"), anna.category("english"), anna.category("international")) == (
        "nazionale",
        "nazionale",
        "regionale",
    )
    assert ";nazionale;" in archive.lists.exported("en")
    archive.office.drop(archive.elena, event, "not rated")
    assert archive.held() == [INTERNATIONAL, BEFORE]


def test_the_later_day_holds_of_an_office_and_a_list_and_what_is_the_same_stays_as_old_as_it_was(
    archive: _Archive,
) -> None:
    archive.cup()
    archive.bring("Tessera;Nome;Elo;Cat\nU1;Rossi Anna;2100;R\n", "Aprile", "2026-04-01")
    assert archive.held() == [INTERNATIONAL, PROMOTED]
    archive.bring("Tessera;Nome;Elo;Cat\nU1;Rossi Anna;2300;N\n", "Giugno", "2026-06-01")
    assert archive.held() == [INTERNATIONAL, PROMOTED]
    archive.bring("Tessera;Nome;Elo;Cat\nU1;Rossi Anna;3100;CM\n", "Luglio", "2026-07-01")
    assert archive.held()[1] == ("italian", "candidato-maestro", "2026-07-01", "Luglio")


def test_a_correction_says_who_and_why_and_what_is_written_by_hand_holds_until_another_word(
    archive: _Archive,
) -> None:
    [anna] = archive.register.found("u1")
    corrected = {"discipline": "international", "day": "2026-02-01", "rating": "", "reason": "misread"}
    archive.office.correct(archive.elena, anna.id, category_="M", **corrected)
    assert archive.held()[0] == ("international", "maestro", "2026-02-01", "Elena: misread")
    facts = PersonFacts(name="Rossi Anna", card="U1", category="gm")
    archive.register.edit(archive.elena, anna.id, facts)
    assert [(game, told) for game, told, _, _ in archive.held()] == [
        ("international", "grande-maestro"),
        ("italian", "grande-maestro"),
    ]
    assert archive.held()[0][3] == "Elena"
    archive.register.edit(
        archive.elena, anna.id, PersonFacts(name="Rossi Anna", card="U1", category="gm", club="Livorno")
    )
    archive.cup()
    assert archive.held()[1] == PROMOTED


def test_who_is_merged_has_what_the_other_had_until_they_are_two_again(archive: _Archive) -> None:
    archive.cup()
    twin = archive.register.add(archive.elena, PersonFacts(name="Rossi Annina", card="Z9"))
    [anna] = archive.register.found("u1")
    archive.register.merge(archive.elena, twin.id, anna.id)
    assert archive.held("annina") == [INTERNATIONAL, PROMOTED]
    merge = archive.register.acts(kinds=("merge",))[-1].seq
    archive.register.take_back(archive.elena, merge)
    assert archive.held("annina") == []
    assert archive.held() == [INTERNATIONAL, PROMOTED]


def test_categories_are_counted_once_for_what_was_told(archive: _Archive) -> None:
    archive.cup()
    archive.office.catch_up()
    assert not archive.office.catch_up()
    with archive.store.write() as work:  # as in data of a program that kept none
        held = work.federation.categories()
        work.federation.put_categories((), [(one.person_id, one.discipline) for one in held], upto=0)
    assert archive.register.found("u1")[0].categories == {}
    assert archive.office.catch_up()
    assert archive.held() == [INTERNATIONAL, PROMOTED]
