"""The championship of the deaf of 2006, provision by provision of its call, from the form to certificates."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest

from damiera.messages import Message
from damiera.paper.prints.of_event import PrintChoices, event_pdf
from damiera.service.errors import NotYours
from damiera.service.tournament.online import OnlineBoardService
from damiera.service.tournament.people import EventPeopleService
from damiera.service.tournament.phones import PhoneService
from damiera.service.tournament.registration import shut_because
from damiera.service.tournament.rights import Right
from damiera.service.tournament.sections import assign, remove_section
from damiera.service.tournament.titles import given_prizes, titles_of
from damiera.store.database import FILE_NAME
from damiera.tournament.acts import RegistrationNote, StatusAct
from damiera.tournament.check import check_event
from damiera.tournament.errors import BadTournament
from damiera.tournament.log import dump, load, verify
from damiera.tournament.model import EventPlayer, EventRole, Kind, PlayerChange, System
from damiera.tournament.state import RegistrationWindow
from tests.unit.paper.paper_reader import pages_of
from tests.unit.service.kit import App
from tests.unit.service.tournament.championship import CALL, Championship, opened, played, provision
from tests.wording import raises

MEN, WOMEN = 1, 2


@pytest.fixture(scope="module")
def event(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> Iterator[Championship]:
    """The whole championship, played once for the tests that only look."""
    folder = tmp_path_factory.mktemp("palermo")
    shutil.copy(empty_database, folder / FILE_NAME)
    app = App(folder)
    yield played(app)
    app.close()


@pytest.fixture
def fresh(app: App) -> Championship:
    """The championship before its first round."""
    return opened(app)


def test_titolo_men_and_women_play_apart_each_by_a_system_of_their_own(event: Championship) -> None:
    men, women = event.section(MEN), event.section(WOMEN)
    assert {p.sex for p in men.event.players} == {"m"}
    assert {p.sex for p in women.event.players} == {"f"}
    assert (men.event.settings.system, men.event.played_rounds) == (System.OPTIMAL, 5)
    assert (women.event.settings.system, women.event.played_rounds) == (System.ROUND_ROBIN, 7)
    assert len(men.event.players) + len(women.event.players) == len(event.live.event.players) == 22
    for section in (men, women):
        assert not [
            one for round in check_event(section.event) for one in round.findings if one.gravity == "error"
        ]


def test_titolo_a_champion_each_and_nobody_is_in_both_standings(event: Championship) -> None:
    titles = titles_of(event.live)
    men, women = titles["section:1"].rows, titles["section:2"].rows
    assert (len(men), len(women)) == (15, 7)
    assert not {row.number for row in men} & {row.number for row in women}


def test_iscrizioni_close_at_nine_in_the_evening_of_8_april(fresh: Championship) -> None:
    live, door = fresh.live, RegistrationWindow(1, open=True, at_once=False)
    minute = 60_000
    late = int(datetime(2006, 4, 8, 21, 0).timestamp() * 1000)
    assert shut_because(live, door, late - minute) is None
    assert shut_because(live, door, late) is not None


def test_programma_is_announced_line_by_line(event: Championship) -> None:
    wanted = provision("Programma")["timetable"]
    lines = event.live.announced.timetable
    assert [(one.day, one.time, one.rounds, one.what) for one in lines] == [
        (one["day"], one["time"], one["rounds"], one["what"]) for one in wanted
    ]
    assert event.section(WOMEN).event.dates[3] == CALL["ends"]  # a section's rounds have the event's days


def test_programma_the_club_event_is_over_men_and_women(event: Championship) -> None:
    clubs = titles_of(event.live)["club"].rows
    assert {row.name for row in clubs} == {club for _, club, _, _ in CALL["players"]["rows"]}
    counted = {n for row in clubs for n in row.counted}
    women = {p.number for p in event.section(WOMEN).event.players}
    assert counted & women
    assert counted - women
    titles = titles_of(event.live)
    rows = (*titles["section:1"].rows, *titles["section:2"].rows)
    points = {row.number: row.points for row in rows}
    for row in clubs:
        assert row.points == sum(points[n] for n in row.counted)
        assert len(row.counted) <= event.live.announced.club_best


def test_premiazione_trophy_cup_and_plate_for_men_women_and_clubs(event: Championship) -> None:
    won = given_prizes(event.live)
    assert [(one.prize.of, one.prize.place) for one in won] == [
        (of, place) for of in ("section:1", "section:2", "club") for place in (1, 2, 3)
    ]
    assert [one.prize.what for one in won[:3]] == provision("Premiazione")["prizes"]
    assert all(one.name for one in won)
    takers = [one.number for one in won if one.number]
    assert len(takers) == len(set(takers)) == 6
    text = " ".join(page.text for page in pages_of(_print(event, "prizes")))
    for one in won:
        assert one.name in text
    assert provision("Premiazione")["prizes"][2] in text
    assert "22" in text  # a medal to remember it for everybody


def _print(event: Championship, what: str, section: int = 0) -> bytes:
    live = event.section(section) if section else event.live
    return event_pdf(live, "it", what, PrintChoices(address="http://damiera.example"))


def test_premiazione_a_certificate_for_everybody_with_the_prize_they_take(event: Championship) -> None:
    pages = pages_of(_print(event, "certificates"))
    ranked = sum(len(part.standing.ranked) for part in event.live.inner)
    assert len(pages) == ranked == 22
    best = given_prizes(event.live)[0]
    own = next(page for page in pages if best.name in page.text)
    assert provision("Premiazione")["prizes"][0] in own.text
    women = event.section(WOMEN).event.players
    assert sum("Femminile" in page.text for page in pages) == len(women)


def test_modulo_has_six_lines_deadline_and_exclusion(event: Championship) -> None:
    (page,) = pages_of(_print(event, "form"))
    words = [word.text for word in page.words]
    assert [str(n) for n in range(1, provision("Modulo")["lines"] + 1)] == [
        w for w in words if w in set("123456789")
    ]
    assert "8 aprile 2006, 21:00" in page.text
    assert "protesi acustica" in page.text


@pytest.mark.slow
def test_every_print_of_the_whole_has_both_sections(event: Championship) -> None:
    for what in ("pairings", "names", "cards", "slips", "sheets", "standings", "crosstable", "ratings"):
        text = " ".join(page.text for page in pages_of(_print(event, what)))
        assert "Greco Pia" in text, what
        assert "Alaimo Ugo" in text, what


def test_art_12_who_wears_a_hearing_aid_is_excluded_and_all_their_games_annulled(fresh: Championship) -> None:
    tournaments, arbiter = fresh.tournaments, fresh.arbiter
    for section in (MEN, WOMEN):
        tournaments.pair(f"{fresh.id}~{section}", arbiter, 1)
        for game in fresh.section(section).open_games:
            tournaments.report(f"{fresh.id}~{section}", arbiter, 1, game.board, "win")
    first = fresh.section(MEN).event.games[0]
    who, other = first.white, first.black
    before = fresh.section(WOMEN).event
    told = StatusAct(player=who, change=PlayerChange.EXCLUDED, from_round=2)
    live = tournaments.change(f"{fresh.id}~1", arbiter, lambda s: s.act(told, "Art. 12"))
    assert live.event.games[0].kind is Kind.ANNULLED
    assert who not in {row.number for row in live.standing.ranked}
    assert other in {row.number for row in live.standing.ranked}
    assert fresh.section(WOMEN).event == before
    tournaments.undo(
        fresh.id, arbiter, live.version, live.version, seen=live.version, reason="Nessuna protesi"
    )
    assert fresh.section(MEN).event.games[0].kind is Kind.PLAYED


def test_one_log_holds_it_all_and_opens_again_from_its_file(event: Championship) -> None:
    log = event.live.log
    assert verify(log.entries) is None
    again = load(dump(log))
    assert again == log
    assert again.within(WOMEN).event == event.section(WOMEN).event
    brought = event.tournaments.restore(event.arbiter, dump(log))
    assert given_prizes(brought) == given_prizes(event.live)


def test_every_act_on_sections_and_prizes_is_taken_back_like_any_other(fresh: Championship) -> None:
    tournaments, arbiter = fresh.tournaments, fresh.arbiter
    men = fresh.section(MEN).event.players
    live = tournaments.change(fresh.id, arbiter, assign({men[0].number: WOMEN}, "per prova"))
    assert len(fresh.section(WOMEN).event.players) == 8
    tournaments.undo(fresh.id, arbiter, live.version, live.version, seen=live.version)
    assert fresh.section(MEN).event.players == men
    live = tournaments.change(fresh.id, arbiter, remove_section(WOMEN), right=Right.LEAD)
    assert len(fresh.live.sections) == 1
    tournaments.undo(fresh.id, arbiter, live.version, live.version, seen=live.version)
    assert len(fresh.section(WOMEN).event.players) == 7


def test_the_whole_event_has_no_rounds_of_its_own(fresh: Championship) -> None:
    said = Message("This event is played in sections: each has its own desk.")
    with raises(BadTournament, said):
        fresh.tournaments.pair(fresh.id, fresh.arbiter, 1)
    told = StatusAct(player=1, change=PlayerChange.WITHDRAWN, from_round=1)
    with raises(
        BadTournament, Message("This event is played in sections: do it in the section it is about.")
    ):
        fresh.tournaments.change(fresh.id, fresh.arbiter, lambda s: s.act(told))


def test_whoever_comes_late_goes_to_the_section_whose_rule_they_fit(fresh: Championship) -> None:
    fresh.tournaments.pair(f"{fresh.id}~1", fresh.arbiter, 1)
    fresh.tournaments.enter(fresh.id, fresh.arbiter, [EventPlayer(0, "Zito Mino", sex="m", club="G.S. Bari")])
    men = fresh.section(MEN).event
    assert [p.name for p in men.players][-1] == "Zito Mino"
    assert [(s.change, s.from_round) for s in men.statuses] == [(PlayerChange.LATE, 2)]
    assert len(fresh.section(WOMEN).event.players) == 7


def test_a_result_clerk_enters_results_of_every_section_and_makes_none(fresh: Championship) -> None:
    people = EventPeopleService(fresh.tournaments, fresh.app.store, fresh.app.clock)
    code = people.give(fresh.id, fresh.arbiter, EventRole.RESULTS, "Bice")
    clerk = fresh.app.guest("Bice")
    people.enter(code.code, clerk, "Bice")
    for section in (MEN, WOMEN):
        id = f"{fresh.id}~{section}"
        fresh.tournaments.pair(id, fresh.arbiter, 1)
        live = fresh.tournaments.report(id, clerk, 1, 1, "win")
        assert live.log.entries[-1].who == "Bice"
        with pytest.raises(NotYours):
            fresh.tournaments.pair(id, clerk, 2)
    with pytest.raises(NotYours):
        fresh.tournaments.change(fresh.id, clerk, remove_section(WOMEN), right=Right.LEAD)
    with pytest.raises(NotYours):
        fresh.tournaments.change(fresh.id, clerk, assign({1: WOMEN}))


def test_registration_by_link_enters_into_the_section(fresh: Championship) -> None:
    live = fresh.tournaments.change(
        f"{fresh.id}~2", fresh.arbiter, lambda s: s.act(RegistrationNote(open=True, at_once=True))
    )
    assert "section" not in live.log.entries[-1].data  # a section has no door of its own: it is the event's
    assert fresh.live.margin.door is not None
    assert fresh.section(WOMEN).margin.door == fresh.live.margin.door


def test_boards_of_two_sections_with_one_number_are_played_here_apart(fresh: Championship) -> None:
    app, tournaments = fresh.app, fresh.tournaments
    online = OnlineBoardService(tournaments, app.cache, app.store)
    tournaments.followers.append(online.follow)
    online.switch(fresh.id, fresh.arbiter, on=True, clock="30+10")
    phones = PhoneService(tournaments, app.store, app.clock)
    codes = {card.player.number: card.code for card in phones.cards(fresh.id, fresh.arbiter)}
    for section in (MEN, WOMEN):
        tournaments.pair(f"{fresh.id}~{section}", fresh.arbiter, 1)
    women = fresh.section(WOMEN).event.games[0]
    for number in (women.white, women.black or 0):
        who = app.guest(f"Telefono {number}")
        phones.bind(fresh.id, who, codes[number])
        game = online.sit(f"{fresh.id}~{WOMEN}", who, 1, 1)
    app.play.act(game, who.id, "resign")
    live = online.record(game)
    assert live is not None
    assert live.id == f"{fresh.id}~{WOMEN}"
    assert fresh.section(WOMEN).event.games[0].is_over
    assert not fresh.section(MEN).event.games[0].is_over
