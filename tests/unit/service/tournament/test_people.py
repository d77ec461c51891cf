"""People of an event: codes of their own, what each role may do, and what a withdrawn code leaves."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from damiera.messages import Message
from damiera.service.errors import BadTerms, Conflict, NotFound, NotYours, RefusedAct
from damiera.service.identity import Visitor
from damiera.service.tournament.acts import TournamentService
from damiera.service.tournament.event import Announcement, LiveEvent, result_name
from damiera.service.tournament.groups import GroupWanted, make_groups
from damiera.service.tournament.happenings import happen_to
from damiera.service.tournament.people import EventPeopleService
from damiera.service.tournament.phones import PhoneService
from damiera.service.tournament.results import second_entry
from damiera.service.tournament.rights import RIGHTS, Right, may
from damiera.store.database import FILE_NAME
from damiera.tournament.acts import PersonNote
from damiera.tournament.errors import BadTournament
from damiera.tournament.model import EventPlayer, EventRole, PlayerChange
from tests.unit.service.kit import App
from tests.wording import raises


@pytest.fixture
def tournaments(app: App) -> TournamentService:
    return TournamentService(app.store, app.clock)


@pytest.fixture
def people(app: App, tournaments: TournamentService) -> EventPeopleService:
    return EventPeopleService(tournaments, app.store, app.clock)


@pytest.fixture
def anna(app: App) -> Visitor:
    return app.guest("Anna")


@pytest.fixture
def live(tournaments: TournamentService, anna: Visitor) -> LiveEvent:
    """An event of eight with its first round paired."""
    made = tournaments.create(anna, Announcement("Trofeo", rounds=3))
    tournaments.enter(made.id, anna, [EventPlayer(0, f"Giocatore {n}", elo=3000 - n) for n in range(8)])
    return tournaments.pair(made.id, anna, 1)


def come(app: App, people: EventPeopleService, live: LiveEvent, anna: Visitor, role: EventRole) -> Visitor:
    """Return somebody who has come in with a code for a role, on a browser of their own."""
    name = f"Persona {role.value}"
    made = people.give(live.id, anna, role, name)
    who = app.guest("Guest 4711")
    people.enter(made.code, who, name)
    return who


ACTS: dict[str, tuple[Right, Callable[[TournamentService, str, Visitor], object]]] = {
    "result": (Right.RESULTS, lambda t, id, who: t.report(id, who, 1, 1, "win", was="none")),
    "check in": (Right.CHECK_IN, lambda t, id, who: t.check_in(id, who, [1], here=True)),
    "pair": (Right.RUN, lambda t, id, who: t.pair(id, who, 2)),
    "enter": (Right.RUN, lambda t, id, who: t.enter(id, who, [EventPlayer(0, "Nuovo")])),
    "remove": (Right.RUN, lambda t, id, who: t.remove(id, who, 1)),
    "come back": (Right.RUN, lambda t, id, who: t.come_back(id, who, 1)),
    "number": (Right.RUN, lambda t, id, who: t.number(id, who, "elo")),
    "forbid": (Right.RUN, lambda t, id, who: t.forbid(id, who, 1, 2, absolute=True)),
    "allow": (Right.RUN, lambda t, id, who: t.allow(id, who, 1, 2)),
    "swap": (Right.RUN, lambda t, id, who: t.swap(id, who, 1, 1, 2, "why")),
    "turn": (Right.RUN, lambda t, id, who: t.turn(id, who, 1, 1, "why")),
    "undo": (Right.RUN, lambda t, id, who: t.undo(id, who, 2, 2, seen=99)),
    "happen": (
        Right.RUN,
        lambda t, id, who: t.change(id, who, happen_to([1], PlayerChange.ABSENT, from_round=2, reason="")),
    ),
    "announce": (Right.LEAD, lambda t, id, who: t.announce(id, who, Announcement("Coppa"), seen=99)),
    "finish": (Right.LEAD, lambda t, id, who: t.finish(id, who, over=True)),
}


@pytest.mark.parametrize("role", list(EventRole))
@pytest.mark.parametrize("act", list(ACTS))
def test_each_role_does_what_it_may_and_nothing_else(
    app: App,
    tournaments: TournamentService,
    people: EventPeopleService,
    anna: Visitor,
    live: LiveEvent,
    role: EventRole,
    act: str,
) -> None:
    who = come(app, people, live, anna, role)
    before = tournaments.load(live.id)
    right, do = ACTS[act]
    if right in RIGHTS[role]:
        try:
            do(tournaments, live.id, who)
        except NotYours:
            raise
        except (BadTournament, Conflict):
            return  # refused for what it is, not for who asks
        assert tournaments.load(live.id).log.entries[-1].who == f"Persona {role.value}"
        return
    with pytest.raises(NotYours) as refused:
        do(tournaments, live.id, who)
    assert f"Persona {role.value}" in refused.value.text("en")
    assert tournaments.load(live.id).version == before.version


def test_who_is_no_arbiter_gives_no_codes_and_sees_none(
    app: App, tournaments: TournamentService, people: EventPeopleService, anna: Visitor, live: LiveEvent
) -> None:
    deputy = come(app, people, live, anna, EventRole.DEPUTY)
    clerk = come(app, people, live, anna, EventRole.RESULTS)
    one = people.listed(live.id, anna)[0]
    tries: list[Callable[[Visitor], object]] = [
        lambda who: people.listed(live.id, who),
        lambda who: people.give(live.id, who, EventRole.ARBITER, "Zeno"),
        lambda who: people.renew(live.id, who, one.id),
        lambda who: people.withdraw(live.id, who, one.id),
        lambda who: people.remove_arbiter(live.id, who, anna.id),
        lambda who: people.renew_event_code(live.id, who),
    ]
    for who in (deputy, clerk, app.guest("Straniero")):
        for attempt in tries:
            with pytest.raises(NotYours):
                attempt(who)
    with pytest.raises(NotYours):
        PhoneService(tournaments, app.store, app.clock).cards(live.id, clerk)
    assert tournaments.load(live.id).row.code == live.row.code


def test_a_result_clerk_corrects_nothing_that_is_closed(
    app: App, tournaments: TournamentService, people: EventPeopleService, anna: Visitor, live: LiveEvent
) -> None:
    clerk = come(app, people, live, anna, EventRole.RESULTS)
    for board in (1, 2, 3, 4):
        tournaments.report(live.id, clerk, 1, board, "win", was="none")
    tournaments.report(live.id, clerk, 1, 4, "draw", was="win")  # still open: their own slip
    tournaments.pair(live.id, anna, 2)
    with pytest.raises(NotYours):
        tournaments.report(live.id, clerk, 1, 1, "loss", was="win", reason="misread")
    tournaments.report(live.id, anna, 1, 1, "loss", was="win", reason="misread")


def test_two_clerks_at_one_row_are_told_what_stands(
    app: App, tournaments: TournamentService, people: EventPeopleService, anna: Visitor, live: LiveEvent
) -> None:
    clerk = come(app, people, live, anna, EventRole.RESULTS)
    other = app.guest("Guest 1")
    people.enter(people.give(live.id, anna, EventRole.RESULTS, "Bruno Neri").code, other, "Bruno")
    tournaments.report(live.id, clerk, 1, 1, "win", was="none")
    with pytest.raises(Conflict) as refused:
        tournaments.report(live.id, other, 1, 1, "draw", was="none")
    assert "Persona results" in refused.value.text("en")
    tournaments.report(live.id, other, 1, 2, "draw", was="none")
    assert [e.who for e in tournaments.load(live.id).log.entries[-2:]] == ["Persona results", "Bruno Neri"]


def test_two_check_in_clerks_write_one_line_about_one_player(
    app: App, tournaments: TournamentService, people: EventPeopleService, anna: Visitor, live: LiveEvent
) -> None:
    clerk = come(app, people, live, anna, EventRole.CHECK_IN)
    first = tournaments.check_in(live.id, clerk, [1, 2], here=True)
    again = tournaments.check_in(live.id, anna, [2, 1], here=True)
    assert (again.version, again.here) == (first.version, frozenset({1, 2}))


def test_a_withdrawn_code_does_nothing_from_the_next_request_on(
    app: App, tournaments: TournamentService, people: EventPeopleService, anna: Visitor, live: LiveEvent
) -> None:
    made = people.give(live.id, anna, EventRole.RESULTS, "Bruno Neri")
    clerk = app.guest("Guest 1")
    people.enter(made.code, clerk, "Bruno Neri")
    tournaments.report(live.id, clerk, 1, 1, "win", was="none")
    elsewhere = TournamentService(app.store, app.clock)  # another process, with the event in its memory
    assert may(elsewhere.load(live.id), clerk.id, Right.RESULTS)
    people.withdraw(live.id, anna, people.listed(live.id, anna)[0].id)
    with raises(
        NotYours,
        Message("The code by which you came in opens nothing any more. What you entered stands."),
    ):
        elsewhere.report(live.id, clerk, 1, 2, "win", was="none")
    with pytest.raises(NotFound):
        people.enter(made.code, clerk, "Bruno Neri")
    found = tournaments.load(live.id)
    assert found.role_of(clerk.id) is None
    held = found.event.round(1)
    assert held is not None
    assert held.games[0].is_over
    assert [line.entry.who for line in found.log.lines if isinstance(line.act, PersonNote)] == [
        "Anna",
        "Anna",
    ]


def test_another_code_puts_out_who_came_by_the_lost_one(
    app: App, tournaments: TournamentService, people: EventPeopleService, anna: Visitor, live: LiveEvent
) -> None:
    lost = people.give(live.id, anna, EventRole.CHECK_IN, "Carla")
    thief, carla = app.guest("Guest 1"), app.guest("Guest 2")
    people.enter(lost.code, thief, "Carla")
    fresh = people.renew(live.id, anna, people.listed(live.id, anna)[0].id)
    assert fresh.code != lost.code
    assert tournaments.load(live.id).role_of(thief.id) is None
    with pytest.raises(NotFound):
        people.enter(lost.code, thief, "Carla")
    people.enter(fresh.code.upper(), carla, "carla")
    assert tournaments.load(live.id).role_of(carla.id) is EventRole.CHECK_IN
    assert [one.devices for one in people.listed(live.id, anna)] == [1]


def test_code_and_name_must_both_fit_and_the_answer_does_not_say_which(
    app: App, people: EventPeopleService, anna: Visitor, live: LiveEvent
) -> None:
    made = people.give(live.id, anna, EventRole.RESULTS, "Bruno Neri")
    said = Message("This code opens no event, or was not given to somebody of this name.")
    for code, name in ((made.code, "Carla"), (made.code, ""), ("0" * 12, "Bruno Neri")):
        with raises(NotFound, said):
            people.enter(code, app.guest("Guest 1"), name)
    who = app.guest("Guest 2")
    assert people.enter(made.code, who, "NERI bruno").role_of(who.id) is EventRole.RESULTS


def test_only_the_hash_of_a_code_is_kept(
    tmp_path: Path, people: EventPeopleService, anna: Visitor, live: LiveEvent
) -> None:
    made = people.give(live.id, anna, EventRole.RESULTS, "Bruno Neri")
    assert len(made.code) == 12
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as raw:
        dump = "\n".join(raw.iterdump())
    assert "Bruno Neri" in dump
    assert made.code not in dump


def test_one_name_one_person(app: App, people: EventPeopleService, anna: Visitor, live: LiveEvent) -> None:
    people.give(live.id, anna, EventRole.RESULTS, "Bruno Neri")
    for name in ("bruno  neri", "ANNA"):
        with pytest.raises(BadTerms) as refused:
            people.give(live.id, anna, EventRole.CHECK_IN, name)
        assert refused.value.field == "name"
    people.withdraw(live.id, anna, people.listed(live.id, anna)[0].id)
    people.give(live.id, anna, EventRole.CHECK_IN, "Bruno Neri")


def test_an_arbiter_comes_by_the_events_code_under_a_name_of_their_own(
    app: App, tournaments: TournamentService, people: EventPeopleService, anna: Visitor, live: LiveEvent
) -> None:
    made = people.give(live.id, anna, EventRole.RESULTS, "Bruno Neri")
    other, bruno = app.guest("Guest 1"), app.guest("Guest 2")
    for name in ("bruno neri", "Anna"):
        with pytest.raises(BadTerms):
            people.enter(live.row.code, other, name)
    assert tournaments.load(live.id).role_of(other.id) is None
    people.enter(made.code, bruno, "Bruno Neri")
    found = people.enter(live.row.code, bruno, "Bruno Neri")  # they are who has the name
    assert (found.role_of(bruno.id), found.name_of(bruno.id)) == (EventRole.ARBITER, "Bruno Neri")


def test_the_arbiters_own_browser_keeps_its_rights(
    app: App, tournaments: TournamentService, people: EventPeopleService, anna: Visitor, live: LiveEvent
) -> None:
    made = people.give(live.id, anna, EventRole.SCREEN, "Schermo")
    with pytest.raises(RefusedAct):
        people.enter(made.code, anna, "Schermo")
    screen = app.guest("Guest 1")
    people.enter(made.code, screen, "Schermo")
    assert tournaments.load(live.id).role_of(screen.id) is EventRole.SCREEN
    assert people.leave(live.id, screen).role_of(screen.id) is None


def test_codes_are_not_taken_back_by_undoing(
    tournaments: TournamentService, people: EventPeopleService, anna: Visitor, live: LiveEvent
) -> None:
    people.give(live.id, anna, EventRole.RESULTS, "Bruno Neri")
    version = tournaments.load(live.id).version
    said = Message("Who has a code is changed on the page of the people, not by undoing.")
    with raises(BadTournament, said):
        tournaments.undo(live.id, anna, version, version, seen=version)


def test_an_arbiter_by_the_events_code_is_let_out_but_not_who_made_the_event(
    app: App, tournaments: TournamentService, people: EventPeopleService, anna: Visitor, live: LiveEvent
) -> None:
    bruno = app.guest("Bruno")
    people.enter(live.row.code, bruno)
    assert tournaments.load(live.id).is_arbiter(bruno.id)
    for who, whom in ((bruno, anna), (bruno, bruno)):
        with pytest.raises(RefusedAct):
            people.remove_arbiter(live.id, who, whom.id)
    people.remove_arbiter(live.id, anna, bruno.id)
    assert not tournaments.load(live.id).is_arbiter(bruno.id)
    changed = people.renew_event_code(live.id, anna)
    with pytest.raises(NotFound):
        people.enter(live.row.code, bruno)
    assert people.enter(changed.row.code, bruno).is_arbiter(bruno.id)


def test_a_code_for_the_event_is_one_for_its_groups(
    app: App, tournaments: TournamentService, people: EventPeopleService, anna: Visitor
) -> None:
    made = tournaments.create(anna, Announcement("Trofeo", rounds=3))
    tournaments.enter(made.id, anna, [EventPlayer(0, f"Giocatore {n}") for n in range(8)])
    groups = [GroupWanted("A", (1, 2, 3, 4), 3), GroupWanted("B", (5, 6, 7, 8), 3)]
    whole = tournaments.change(made.id, anna, make_groups(groups))
    clerk = come(app, people, whole, anna, EventRole.RESULTS)
    inner = whole.groups[0].id
    tournaments.pair(inner, anna, 1)
    told = tournaments.report(inner, clerk, 1, 1, "win", was="none")
    assert told.log.entries[-1].who == "Persona results"
    people.withdraw(whole.id, anna, people.listed(whole.id, anna)[0].id)
    with pytest.raises(NotYours):
        tournaments.report(inner, clerk, 1, 2, "win", was="none")


def test_an_arbiter_has_one_name_in_the_log_and_may_say_which(
    app: App, tournaments: TournamentService, people: EventPeopleService
) -> None:
    guest = app.guest("Guest 4489")
    made = tournaments.create(guest, Announcement("Trofeo"))
    people.give(made.id, guest, EventRole.RESULTS, "Bruno Neri")
    people.name_yourself(made.id, guest, " Anna  Rossi ")
    people.name_yourself(made.id, guest, "Anna Rossi")  # so already: nothing is written
    live = tournaments.enter(made.id, guest, [EventPlayer(0, "Verdi Carla")])
    assert [line.entry.who for line in live.log.lines[-2:]] == ["Guest 4489", "Anna Rossi"]
    with pytest.raises(BadTerms):
        people.name_yourself(made.id, guest, "bruno neri")
    deputy = come(app, people, live, guest, EventRole.ARBITER)
    with pytest.raises(RefusedAct):
        people.name_yourself(made.id, deputy, "Zeno")


def test_a_deputy_who_makes_groups_is_their_deputy(
    app: App, tournaments: TournamentService, people: EventPeopleService, anna: Visitor
) -> None:
    made = tournaments.create(anna, Announcement("Trofeo", rounds=3))
    tournaments.enter(made.id, anna, [EventPlayer(0, f"Giocatore {n}") for n in range(8)])
    deputy = come(app, people, made, anna, EventRole.DEPUTY)
    groups = [GroupWanted("A", (1, 2, 3, 4), 3), GroupWanted("B", (5, 6, 7, 8), 3)]
    whole = tournaments.change(made.id, deputy, make_groups(groups))
    inner = tournaments.load(whole.groups[0].id)
    assert (inner.role_of(deputy.id), inner.role_of(anna.id)) == (EventRole.DEPUTY, EventRole.ARBITER)
    assert {entry.who for entry in inner.log.entries} == {"Persona deputy"}


def test_an_event_without_codes_is_run_as_before(
    app: App, tournaments: TournamentService, people: EventPeopleService, anna: Visitor, live: LiveEvent
) -> None:
    assert people.listed(live.id, anna) == ()
    assert tournaments.load(live.id).staff == ()
    assert tournaments.load(live.id).role_of(anna.id) is EventRole.ARBITER
    with pytest.raises(NotYours):
        tournaments.report(live.id, app.guest("Straniero"), 1, 1, "win")


def test_a_slip_read_a_second_time_is_compared_and_changes_nothing(
    app: App, tournaments: TournamentService, people: EventPeopleService, anna: Visitor, live: LiveEvent
) -> None:
    clerk = come(app, people, live, anna, EventRole.RESULTS)
    with raises(
        BadTournament,
        Message("Board {b} has no result yet: what is entered first can be read a second time.", b="1"),
    ):
        tournaments.read_again(live.id, clerk, 1, 1, "win")
    tournaments.report(live.id, clerk, 1, 1, "win", was="none")
    with raises(
        BadTournament,
        Message("You entered board {b} yourself: somebody else reads its slip a second time.", b="1"),
    ):
        tournaments.read_again(live.id, clerk, 1, 1, "win")
    with pytest.raises(BadTerms):
        tournaments.read_again(live.id, anna, 1, 1, "victory")
    told = tournaments.read_again(live.id, anna, 1, 1, "draw")
    assert tournaments.read_again(live.id, anna, 1, 1, "draw").version == told.version
    game = told.event.round(1).games[0]  # type: ignore[union-attr]
    held = second_entry(told, game)
    assert held is not None
    assert (held.result, held.who, result_name(game)) == ("draw", "Anna", "win")
    settled = tournaments.report(live.id, clerk, 1, 1, "draw", was="win")
    game = settled.event.round(1).games[0]  # type: ignore[union-attr]
    held = second_entry(settled, game)
    assert held is not None
    assert held.result == result_name(game)


def test_a_second_reading_is_of_those_who_sat_there(
    tournaments: TournamentService, anna: Visitor, app: App, people: EventPeopleService, live: LiveEvent
) -> None:
    clerk = come(app, people, live, anna, EventRole.RESULTS)
    tournaments.report(live.id, clerk, 1, 1, "win", was="none")
    tournaments.read_again(live.id, anna, 1, 1, "win")
    tournaments.report(live.id, clerk, 1, 1, "none", was="win")
    turned = tournaments.turn(live.id, anna, 1, 1, "colours")
    assert second_entry(turned, turned.event.round(1).games[0]) is None  # type: ignore[union-attr]


def test_a_second_reading_is_for_those_who_enter_results(
    app: App, tournaments: TournamentService, people: EventPeopleService, anna: Visitor, live: LiveEvent
) -> None:
    tournaments.report(live.id, anna, 1, 1, "win", was="none")
    for role in (EventRole.CHECK_IN, EventRole.SCREEN):
        with pytest.raises(NotYours):
            tournaments.read_again(live.id, come(app, people, live, anna, role), 1, 1, "win")
