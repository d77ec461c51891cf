"""What goes on in the clubs that somebody is in."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from damiera.service.accounts import Accounts
from damiera.service.arenas import ArenaForm, ArenaService
from damiera.service.club_calendar import ClubCalendar
from damiera.service.identity import Visitor
from damiera.service.member_clubs import MemberClubService
from damiera.service.tournament.acts import TournamentService
from damiera.store.database import FILE_NAME
from damiera.tournament.announcement import Announcement
from tests.unit.service.kit import App


class Clubs:
    """Two clubs of Elena's; Bruno is in the first and asks to come into the second."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.clubs = MemberClubService(app.store, app.clock)
        self.arenas = ArenaService(app.cache)
        self.events = TournamentService(app.store, app.clock)
        self.calendar = ClubCalendar(self.clubs, self.arenas, self.events)
        self.elena, self.bruno = (
            Accounts(app.store, app.clock).register(None, name, "a long password of mine").visitor
            for name in ("Elena", "Bruno")
        )
        self.livorno, self.pisa = (
            self.clubs.found(self.elena.id, name, "").id for name in ("Livorno", "Pisa")
        )
        for club in (self.livorno, self.pisa):
            self.clubs.ask(self.bruno.id, club)
        self.clubs.answer(self.elena.id, self.livorno, "Bruno", accepts=True)

    def lists(self, club: str, title: str, address: str = "/book") -> None:
        self.app.clock.now += 1
        self.clubs.list_event(self.elena.id, club, title, address, "")

    def seen(self, who: Visitor | None) -> list[tuple[str, str]]:
        found = self.calendar.planned(who.id if who else None)
        return [(one.club.name, one.event.title) for one in found]


@pytest.fixture
def clubs(app: App) -> Clubs:
    return Clubs(app)


def test_the_newest_of_each_club_of_ones_own_come_first(clubs: Clubs) -> None:
    for title in ("First", "Second", "Third"):
        clubs.lists(clubs.livorno, title)
    clubs.lists(clubs.pisa, "Only")
    assert clubs.seen(clubs.bruno) == [("Livorno", "Third"), ("Livorno", "Second"), ("Livorno", "First")]
    [one, *rest] = clubs.seen(clubs.elena)
    assert {one, rest[0]} == {("Livorno", "Third"), ("Pisa", "Only")}
    assert rest[1:] == [("Livorno", "Second")]
    assert clubs.seen(None) == []


def test_an_event_whose_log_was_altered_keeps_nobody_from_the_others(
    app: App, clubs: Clubs, tmp_path: Path
) -> None:
    event = clubs.events.create(clubs.elena, Announcement("Cup")).id
    clubs.lists(clubs.livorno, "Cup", f"/hall/{event}")
    clubs.lists(clubs.livorno, "Book")
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as raw:
        raw.execute("UPDATE tournament_entry SET body = replace(body, 'Cup', 'Cap')")
        raw.commit()
    anew = ClubCalendar(clubs.clubs, clubs.arenas, TournamentService(app.store, app.clock))
    assert [one.event.title for one in anew.planned(clubs.bruno.id)] == ["Book", "Cup"]


def test_what_is_over_or_gone_is_left_out(app: App, clubs: Clubs) -> None:
    clubs.arenas.create(clubs.elena, clubs.livorno, ArenaForm("Noon", minutes=30, starts_in=0))
    event = clubs.events.create(clubs.elena, Announcement("Cup")).id
    clubs.lists(clubs.livorno, "Cup", f"/hall/{event}")
    clubs.lists(clubs.livorno, "Gone", "/hall/nowhere")
    assert clubs.seen(clubs.bruno) == [("Livorno", "Cup"), ("Livorno", "Noon")]
    app.clock.now += 3_600_000
    [arena] = clubs.arenas.running()
    clubs.arenas.go_on(arena)
    assert clubs.seen(clubs.bruno) == [("Livorno", "Cup")]
    clubs.events.finish(event, clubs.elena, over=True)
    assert clubs.seen(clubs.bruno) == []
