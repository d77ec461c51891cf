"""Fields of players: groups made whole or not at all, teams, what happens to several, corrections."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from damiera.rating.lists import Listed
from damiera.service.errors import BadTerms, Conflict
from damiera.service.hall.acts import Hall
from damiera.service.hall.event import Announced
from damiera.service.hall.groups import FinalWanted, GroupWanted, dissolve_groups, make_final, make_groups
from damiera.service.hall.happenings import correct, happen_to, rate_by_list
from damiera.service.hall.pairing import by_hand, one_more_game, pair_again, protect
from damiera.service.hall.retold import announced_of
from damiera.service.hall.rulings import playoff
from damiera.service.hall.teams import club_teams, put_team, team_leaves
from damiera.service.identity import Visitor
from damiera.tournament.acts import decode
from damiera.tournament.errors import BadEvent
from damiera.tournament.log import dump
from damiera.tournament.model import Change, Kind, Pair, Player, System, score, status
from damiera.tournament.trf import read_trf, write_trf
from tests.unit.service.hall.test_acts import anna, hall, opened, people, play
from tests.unit.service.kit import House

__all__ = ["anna", "hall"]

HALVES = (GroupWanted("A", (1, 2, 3, 4), 3), GroupWanted("B", (5, 6, 7, 8), 2))


def test_groups_are_events_with_the_same_arbiters_and_numbers_of_their_own(
    house: House, hall: Hall, anna: Visitor
) -> None:
    bruno = house.guest("Bruno")
    live = opened(hall, anna, 8, rounds=5, place="Livorno", weak_rounds=1, deck="it-2m-43", seed="x")
    hall.join(live.row.code, bruno, "Bruno")
    hall.check_in(live.id, anna, [5, 6], here=True)
    live = hall.change(live.id, anna, make_groups(HALVES))
    assert [g.name for g in live.groups] == ["A", "B"]
    assert "".join(p.group for p in live.event.players) == "AAAABBBB"
    first, second = (hall.load(g.id) for g in live.groups)
    assert first.part_of is not None
    assert (first.part_of.id, first.announced.rounds, second.announced.rounds) == (live.id, 3, 2)
    assert [p.name for p in second.event.players] == [f"Giocatore {n}" for n in (5, 6, 7, 8)]
    assert [p.number for p in second.event.players] == [1, 2, 3, 4]
    assert {p.group for p in second.event.players} == {"B"}
    assert second.here == {1, 2}
    assert second.event.settings.weak_rounds == 1
    assert first.is_arbiter(bruno.id)
    assert first.row.code != second.row.code
    assert hall.proved(first.id) is None
    with pytest.raises(BadEvent, match="not divided again"):
        hall.change(first.id, anna, make_groups((GroupWanted("X", (1, 2), 1), GroupWanted("Y", (3, 4), 1))))
    assert play(hall, bruno, first.id, 1).event.played_rounds == 1
    with pytest.raises(BadEvent, match="played in groups"):
        hall.pair(live.id, anna, 1)
    with pytest.raises(BadEvent, match="there already"):
        hall.change(live.id, anna, make_groups(HALVES))


def test_groups_are_not_taken_back_as_a_line_of_the_log(hall: Hall, anna: Visitor) -> None:
    live = hall.change(opened(hall, anna, 8, system=System.ROUND_ROBIN).id, anna, make_groups(HALVES))
    for first in (2, live.version):
        with pytest.raises(BadEvent, match="Groups are dissolved on their page"):
            hall.undo(live.id, anna, first, live.version, seen=live.version)
    assert [link.name for link in hall.load(live.id).groups] == ["A", "B"]


def test_groups_that_a_file_did_not_bring_are_neither_dissolved_nor_led_to_a_final(
    house: House, hall: Hall, anna: Visitor, tmp_path: Path
) -> None:
    live = hall.change(opened(hall, anna, 8, system=System.ROUND_ROBIN).id, anna, make_groups(HALVES))
    other = House(tmp_path / "other")
    elsewhere = Hall(other.store, other.clock)
    again = elsewhere.restore(anna := other.guest("Anna"), dump(live.log))
    assert [link.name for link in again.groups] == ["A", "B"]
    for step in (dissolve_groups(), make_final(finals_of())):
        with pytest.raises(BadEvent, match="are not here"):
            elsewhere.change(again.id, anna, step)
    other.close()


def finals_of(name: str = "Finale", last: int = 2, system: System = System.KNOCKOUT) -> FinalWanted:
    return FinalWanted(name, 1, last, system)


def test_the_first_of_each_group_meet_in_a_final_and_keep_their_places(hall: Hall, anna: Visitor) -> None:
    live = hall.change(opened(hall, anna, 8, system=System.ROUND_ROBIN).id, anna, make_groups(HALVES))
    with pytest.raises(BadEvent, match="Group A is still being played"):
        hall.change(live.id, anna, make_final(finals_of()))
    for group in live.groups:
        for round in (1, 2, 3):
            inner = hall.pair(group.id, anna, round)
            held = inner.event.round(round)
            assert held is not None
            for game in held.games:  # the higher number wins: the last by Elo are the first by places
                won = "win" if game.white > (game.black or 0) else "loss"
                hall.report(group.id, anna, round, game.board, won, was="none")
    hall.check_in(live.groups[0].id, anna, [4], here=True)
    before = [hall.load(g.id).log.entries for g in live.groups]
    live = hall.change(live.id, anna, make_final(finals_of()))
    final = hall.load(live.groups[-1].id)
    assert [(g.name, g.final) for g in live.groups] == [("A", False), ("B", False), ("Finale", True)]
    assert final.part_of is not None
    assert (final.part_of.id, final.part_of.final) == (live.id, True)
    assert [(p.name, p.group) for p in final.event.players] == [
        ("Giocatore 4", "A"),
        ("Giocatore 8", "B"),
        ("Giocatore 3", "A"),
        ("Giocatore 7", "B"),
    ]
    assert final.here == {1}
    first = hall.pair(final.id, anna, 1).event.round(1)
    assert first is not None
    assert [(g.white, g.black) for g in first.games] == [(1, 4), (2, 3)]  # by places, not by Elo
    assert [hall.load(g.id).log.entries for g in live.groups[:2]] == before
    with pytest.raises(BadTerms):
        hall.change(live.id, anna, make_final(finals_of()))  # the name is taken
    live = hall.change(live.id, anna, make_final(FinalWanted("Terzi", 3, 4, System.ROUND_ROBIN)))
    assert [p.name[-1] for p in hall.load(live.groups[-1].id).event.players] == list("2615")
    with pytest.raises(BadEvent, match="has 4 players left: there is no place 5"):
        hall.change(live.id, anna, make_final(finals_of("Tutti", 5)))
    with pytest.raises(BadEvent, match="has a round already"):
        hall.change(live.id, anna, dissolve_groups())


def test_who_is_level_at_the_border_of_a_final_plays_off_and_who_left_gives_his_place(
    hall: Hall, anna: Visitor
) -> None:
    live = hall.change(opened(hall, anna, 8, system=System.ROUND_ROBIN).id, anna, make_groups(HALVES))
    for group in live.groups:
        for round in (1, 2, 3):
            play(hall, anna, group.id, round, "draw")
    with pytest.raises(BadEvent, match="Giocatore 1, Giocatore 2, Giocatore 3, Giocatore 4 are level"):
        hall.change(live.id, anna, make_final(finals_of()))
    for group in live.groups:
        hall.change(group.id, anna, playoff([3, 1, 2, 4]))
        hall.change(group.id, anna, happen_to([1], Change.WITHDRAWN, from_round=4))
    live = hall.change(live.id, anna, make_final(finals_of(system=System.ROUND_ROBIN)))
    names = [p.name[-1] for p in hall.load(live.groups[-1].id).event.players]
    assert names == list("3726")


def test_teams_are_not_divided_into_groups(hall: Hall, anna: Visitor) -> None:
    live = opened(hall, anna, 8, boards=2)
    with pytest.raises(BadEvent, match="Teams are not divided"):
        hall.change(live.id, anna, make_groups(HALVES))


def test_groups_that_fail_leave_no_event_behind(hall: Hall, anna: Visitor) -> None:
    live = opened(hall, anna, 8)
    bad = (HALVES[0], GroupWanted("", (5, 6, 7, 8), 2))
    for groups in (
        bad,
        HALVES[:1],
        (*HALVES, GroupWanted("C", (8,), 0)),
        (HALVES[0], GroupWanted("B", (5,), 0)),
    ):
        with pytest.raises(BadTerms):
            hall.change(live.id, anna, make_groups(groups))
    assert len(hall.listed(anna.id)) == 1
    hall.pair(live.id, anna, 1)
    with pytest.raises(BadEvent, match="before the first round"):
        hall.change(live.id, anna, make_groups(HALVES))


def test_teams_keep_their_players_when_numbers_are_drawn_anew(hall: Hall, anna: Visitor) -> None:
    live = opened(hall, anna, 9, boards=2)
    live = hall.change(live.id, anna, club_teams())
    assert len(live.event.teams) == 3
    before = [[live.event.player(n).name for n in t.members] for t in live.event.teams]
    live = hall.number(live.id, anna, "name")
    live = hall.number(live.id, anna, "lot")
    assert [[live.event.player(n).name for n in t.members] for t in live.event.teams] == before
    live = hall.change(live.id, anna, team_leaves(3))
    assert status(live.field, 3, 1) is not None
    live = hall.pair(live.id, anna, 1)
    assert {g.match for g in live.event.rounds[0].games} == {1}


def test_a_team_without_players_is_named(hall: Hall, anna: Visitor) -> None:
    live = opened(hall, anna, 4, boards=2)
    hall.change(live.id, anna, put_team(None, "Uno", [1, 2]))
    live = hall.change(live.id, anna, put_team(None, "Due", []))
    waits = live.next_round().waits
    assert waits is not None
    assert "Due has no players" in waits.text("en")
    with pytest.raises(BadTerms):
        hall.change(live.id, anna, put_team(None, "uno", [3]))


def test_what_happens_to_several_happens_to_all_or_to_nobody(hall: Hall, anna: Visitor) -> None:
    live = opened(hall, anna, 6)
    version = live.version
    with pytest.raises(BadEvent):
        hall.change(live.id, anna, happen_to([1, 2], Change.EXCLUDED, from_round=1))
    with pytest.raises(ValueError, match="99"):
        hall.change(live.id, anna, happen_to([1, 99], Change.WITHDRAWN, from_round=1))
    assert hall.load(live.id).version == version
    step = happen_to([1, 2], Change.ABSENT, from_round=1, worth=Kind.HALF_BYE, reason="treno")
    live = hall.change(live.id, anna, step)
    live = play(hall, anna, live.id, 1)
    assert (score(live.event, 1), score(live.event, 2)) == (1, 1)


def test_a_late_entry_can_be_put_off_and_earns_what_the_settings_say(hall: Hall, anna: Visitor) -> None:
    live = opened(hall, anna, 5, late_points="half")
    hall.change(live.id, anna, happen_to([5], Change.LATE, from_round=2))
    live = hall.change(live.id, anna, happen_to([5], Change.LATE, from_round=3))
    for round in (1, 2):
        live = play(hall, anna, live.id, round, "draw")
    assert score(live.event, 5) == 2
    live = hall.pair(live.id, anna, 3)
    assert any(5 in (g.white, g.black) for g in live.event.rounds[2].games)


def test_facts_two_arbiters_correct_are_told_apart(hall: Hall, anna: Visitor) -> None:
    live = opened(hall, anna, 2)
    seen = live.version
    hall.change(live.id, anna, correct(1, {"name": "Rossi", "elo": 2500}, seen=seen))
    hall.change(live.id, anna, correct(2, {"name": "Neri"}, seen=seen))
    with pytest.raises(Conflict, match="elo 2500"):
        hall.change(live.id, anna, correct(1, {"name": "Rossi", "elo": 2600}, seen=seen))
    live = hall.change(live.id, anna, correct(1, {"name": "Rossi", "elo": 2500, "club": "Pisa"}, seen=seen))
    assert live.event.player(1).club == "Pisa"  # what he wrote agrees with what stands


def test_a_list_gives_elo_by_game(hall: Hall, anna: Visitor) -> None:
    live = opened(hall, anna, 2)
    live = hall.change(live.id, anna, rate_by_list([Listed("giocatore 1", 3210)], "italian"))
    assert (live.event.player(1).elo, live.event.player(1).ratings) == (3210, (("italian", 3210),))
    with pytest.raises(BadEvent, match="None of these"):
        hall.change(live.id, anna, rate_by_list([Listed("Nessuno", 3210)]))


def test_a_kept_board_stays_and_the_others_are_paired_again(hall: Hall, anna: Visitor) -> None:
    live = opened(hall, anna, 8)
    live = hall.change(
        live.id, anna, by_hand(1, [Pair(1, 2), Pair(3, 4), Pair(5, 6), Pair(7, 8)], "pilotato")
    )
    hall.change(live.id, anna, protect(1, 1, kept=True))
    with pytest.raises(BadTerms):
        hall.change(live.id, anna, pair_again(1, " "))
    live = hall.change(live.id, anna, pair_again(1, "altri da capo"))
    pairs = {frozenset((g.white, g.black)) for g in live.event.rounds[0].games}
    assert frozenset((1, 2)) in pairs
    assert frozenset((3, 4)) not in pairs
    hall.report(live.id, anna, 1, 1, "win")
    with pytest.raises(BadEvent, match="has results"):
        hall.change(live.id, anna, pair_again(1, "ancora"))
    with pytest.raises(BadEvent, match="Only knockout"):
        hall.change(live.id, anna, one_more_game(1, 1))


def test_what_is_brought_in_keeps_its_settings(hall: Hall, anna: Visitor) -> None:
    live = hall.create(anna, Announced("Girone", system=System.ROUND_ROBIN, cycles=2))
    hall.enter(live.id, anna, people(4))
    live = play(hall, anna, live.id, 1)
    facts = announced_of(live.event)
    assert (facts.system, facts.cycles, facts.rounds) == (System.ROUND_ROBIN, 2, 1)
    again = hall.bring_in(anna, read_trf(write_trf(live.event)))
    assert [p.name for p in again.event.players] == [p.name for p in live.event.players]
    assert hall.enter(again.id, anna, [Player(0, "Altro")]).event.player(5).name == "Altro"


@pytest.mark.parametrize("seeds", ["elo", "number"])
@pytest.mark.parametrize("third", [False, True])
def test_a_knockout_comes_back_from_a_report_file_and_goes_on(
    hall: Hall, anna: Visitor, seeds: str, third: bool
) -> None:
    live = opened(hall, anna, 6, system=System.KNOCKOUT, third_place=third)
    facts = decode("change", {"settings": {"seeds": seeds}})
    live = hall.change(live.id, anna, lambda sitting: sitting.act(facts))
    for number in (1, 6):  # by Elo the other way round than by number
        hall.change(live.id, anna, correct(number, {"elo": 2000 + number}, seen=99))
    play(hall, anna, live.id, 1)
    live = play(hall, anna, live.id, 2, "loss")
    again = hall.bring_in(anna, read_trf(write_trf(live.event)))
    assert again.event.settings == replace(live.event.settings, seed=again.event.settings.seed)
    assert (again.planned, again.standing_after(None).rows) == (3, live.standing_after(None).rows)
    seats = [[(g.white, g.black) for g in r.games] for r in live.event.rounds]
    assert [[(g.white, g.black) for g in r.games] for r in again.event.rounds] == seats
    assert hall.pair(again.id, anna, 3).event.rounds[2] == hall.pair(live.id, anna, 3).event.rounds[2]
