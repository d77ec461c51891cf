"""Fields of players: groups made whole or not at all, teams, what happens to several, corrections."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from damiera.messages import Message
from damiera.rating.lists import RatingListLine
from damiera.service.errors import BadTerms, Conflict
from damiera.service.identity import Visitor
from damiera.service.tournament import files
from damiera.service.tournament.acts import TournamentService
from damiera.service.tournament.event import Announcement, LiveEvent
from damiera.service.tournament.groups import (
    FinalWanted,
    GroupWanted,
    dissolve_groups,
    make_final,
    make_groups,
)
from damiera.service.tournament.happenings import correct, happen_to, rate_by_list
from damiera.service.tournament.pairing import by_hand, pair_again, play_off, protect
from damiera.service.tournament.replay import announced_of
from damiera.service.tournament.rulings import playoff
from damiera.service.tournament.teams import club_teams, line_up, put_team, team_leaves
from damiera.tournament.acts import decode
from damiera.tournament.errors import BadTournament, NoSuchPlayer
from damiera.tournament.log import Log, dump, load
from damiera.tournament.model import (
    Event,
    EventPlayer,
    Kind,
    Pair,
    PlayerChange,
    System,
    score,
    scores,
    status,
)
from damiera.tournament.trf import read_trf, write_trf
from tests.unit.service.kit import App
from tests.unit.service.tournament.test_acts import anna, opened, people, play, tournaments
from tests.unit.tournament.test_trf_teams import TEAMS
from tests.wording import holds, raises

__all__ = ["anna", "tournaments"]

HALVES = (GroupWanted("A", (1, 2, 3, 4), 3), GroupWanted("B", (5, 6, 7, 8), 2))


def test_groups_are_events_with_the_same_arbiters_and_numbers_of_their_own(
    app: App, tournaments: TournamentService, anna: Visitor
) -> None:
    bruno = app.guest("Bruno")
    live = opened(tournaments, anna, 8, rounds=5, place="Livorno", weak_rounds=1, deck="it-2m-43", seed="x")
    tournaments.join(live.row.code, bruno, "Bruno")
    tournaments.check_in(live.id, anna, [5, 6], here=True)
    live = tournaments.change(live.id, anna, make_groups(HALVES))
    assert [g.name for g in live.groups] == ["A", "B"]
    assert "".join(p.group for p in live.event.players) == "AAAABBBB"
    first, second = (tournaments.load(g.id) for g in live.groups)
    assert first.part_of is not None
    assert (first.part_of.id, first.announced.rounds, second.announced.rounds) == (live.id, 3, 2)
    assert [p.name for p in second.event.players] == [f"Giocatore {n}" for n in (5, 6, 7, 8)]
    assert [p.number for p in second.event.players] == [1, 2, 3, 4]
    assert {p.group for p in second.event.players} == {"B"}
    assert second.here == {1, 2}
    assert second.event.settings.weak_rounds == 1
    assert first.is_arbiter(bruno.id)
    assert first.row.code != second.row.code
    assert tournaments.proved(first.id) is None
    with raises(BadTournament, Message("A group is not divided again.")):
        tournaments.change(
            first.id, anna, make_groups((GroupWanted("X", (1, 2), 1), GroupWanted("Y", (3, 4), 1)))
        )
    assert play(tournaments, bruno, first.id, 1).event.played_rounds == 1
    with raises(BadTournament, Message("This event is played in groups: each group has its own desk.")):
        tournaments.pair(live.id, anna, 1)
    with raises(BadTournament, Message("The groups are there already.")):
        tournaments.change(live.id, anna, make_groups(HALVES))


def test_groups_are_not_taken_back_as_a_line_of_the_log(
    tournaments: TournamentService, anna: Visitor
) -> None:
    live = tournaments.change(
        opened(tournaments, anna, 8, system=System.ROUND_ROBIN).id, anna, make_groups(HALVES)
    )
    for first in (2, live.version):
        with raises(
            BadTournament, Message("Groups are dissolved on their page, while none of them has a round.")
        ):
            tournaments.undo(live.id, anna, first, live.version, seen=live.version)
    assert [link.name for link in tournaments.load(live.id).groups] == ["A", "B"]


def test_groups_that_a_file_did_not_bring_are_neither_dissolved_nor_led_to_a_final(
    app: App, tournaments: TournamentService, anna: Visitor, tmp_path: Path
) -> None:
    live = tournaments.change(
        opened(tournaments, anna, 8, system=System.ROUND_ROBIN).id, anna, make_groups(HALVES)
    )
    other = App(tmp_path / "other")
    elsewhere = TournamentService(other.store, other.clock)
    again = elsewhere.restore(anna := other.guest("Anna"), dump(live.log))
    assert [link.name for link in again.groups] == ["A", "B"]
    for step in (dissolve_groups(), make_final(finals_of())):
        with raises(
            BadTournament, Message("The groups of this event are not here: the file brought the event alone.")
        ):
            elsewhere.change(again.id, anna, step)
    other.close()


def test_an_event_that_is_brought_in_is_counted_once(
    app: App, tournaments: TournamentService, anna: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = dump(opened(tournaments, anna, 8).log)
    counted: list[str] = []

    def counting(text: str, *, stored: bool = False) -> Log:
        counted.append(text)
        return load(text, stored=stored)

    monkeypatch.setattr("damiera.service.tournament.acts.load", counting)
    brought = tournaments.restore(anna, text)
    assert len(counted) == 1
    assert brought == TournamentService(app.store, app.clock).load(brought.id)
    assert dump(brought.log) == text


def finals_of(name: str = "Finale", last: int = 2, system: System = System.KNOCKOUT) -> FinalWanted:
    return FinalWanted(name, 1, last, system)


def test_the_first_of_each_group_meet_in_a_final_and_keep_their_places(
    tournaments: TournamentService, anna: Visitor
) -> None:
    live = tournaments.change(
        opened(tournaments, anna, 8, system=System.ROUND_ROBIN).id, anna, make_groups(HALVES)
    )
    with raises(
        BadTournament,
        Message("Group {g} is still being played: a final is made when all groups are over.", g="A"),
    ):
        tournaments.change(live.id, anna, make_final(finals_of()))
    for group in live.groups:
        for round in (1, 2, 3):
            inner = tournaments.pair(group.id, anna, round)
            held = inner.event.round(round)
            assert held is not None
            for game in held.games:  # the higher number wins: the last by Elo are the first by places
                won = "win" if game.white > (game.black or 0) else "loss"
                tournaments.report(group.id, anna, round, game.board, won, was="none")
    tournaments.check_in(live.groups[0].id, anna, [4], here=True)
    before = [tournaments.load(g.id).log.entries for g in live.groups]
    live = tournaments.change(live.id, anna, make_final(finals_of()))
    final = tournaments.load(live.groups[-1].id)
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
    first = tournaments.pair(final.id, anna, 1).event.round(1)
    assert first is not None
    assert [(g.white, g.black) for g in first.games] == [(1, 4), (2, 3)]  # by places, not by Elo
    assert [tournaments.load(g.id).log.entries for g in live.groups[:2]] == before
    with pytest.raises(BadTerms):
        tournaments.change(live.id, anna, make_final(finals_of()))  # the name is taken
    live = tournaments.change(live.id, anna, make_final(FinalWanted("Terzi", 3, 4, System.ROUND_ROBIN)))
    assert [p.name[-1] for p in tournaments.load(live.groups[-1].id).event.players] == list("2615")
    with raises(
        BadTournament, Message("Group {g} has {n} players left: there is no place {p}.", g="A", n=4, p=5)
    ):
        tournaments.change(live.id, anna, make_final(finals_of("Tutti", 5)))
    with raises(BadTournament, Message("Group {g} has a round already: the groups stay.", g="A")):
        tournaments.change(live.id, anna, dissolve_groups())


def test_who_is_level_at_the_border_of_a_final_plays_off_and_who_left_gives_his_place(
    tournaments: TournamentService, anna: Visitor
) -> None:
    live = tournaments.change(
        opened(tournaments, anna, 8, system=System.ROUND_ROBIN).id, anna, make_groups(HALVES)
    )
    for group in live.groups:
        for round in (1, 2, 3):
            play(tournaments, anna, group.id, round, "draw")
    with raises(
        BadTournament,
        Message(
            "In group {g} it is not decided who goes to the final: {who} are level. "
            "Let them play off and write it in the group's standings, or take other places.",
            g="A",
            who="Giocatore 1, Giocatore 2, Giocatore 3, Giocatore 4",
        ),
    ):
        tournaments.change(live.id, anna, make_final(finals_of()))
    for group in live.groups:
        tournaments.change(group.id, anna, playoff([3, 1, 2, 4]))
        tournaments.change(group.id, anna, happen_to([1], PlayerChange.WITHDRAWN, from_round=4))
    live = tournaments.change(live.id, anna, make_final(finals_of(system=System.ROUND_ROBIN)))
    names = [p.name[-1] for p in tournaments.load(live.groups[-1].id).event.players]
    assert names == list("3726")


def test_teams_are_not_divided_into_groups(tournaments: TournamentService, anna: Visitor) -> None:
    live = opened(tournaments, anna, 8, boards=2)
    with raises(BadTournament, Message("Teams are not divided into groups.")):
        tournaments.change(live.id, anna, make_groups(HALVES))


def test_groups_that_fail_leave_no_event_behind(tournaments: TournamentService, anna: Visitor) -> None:
    live = opened(tournaments, anna, 8)
    bad = (HALVES[0], GroupWanted("", (5, 6, 7, 8), 2))
    for groups in (
        bad,
        HALVES[:1],
        (*HALVES, GroupWanted("C", (8,), 0)),
        (HALVES[0], GroupWanted("B", (5,), 0)),
    ):
        with pytest.raises(BadTerms):
            tournaments.change(live.id, anna, make_groups(groups))
    assert len(tournaments.listed(anna.id)) == 1
    tournaments.pair(live.id, anna, 1)
    with raises(BadTournament, Message("Groups are made before the first round.")):
        tournaments.change(live.id, anna, make_groups(HALVES))


def test_teams_keep_their_players_when_numbers_are_drawn_anew(
    tournaments: TournamentService, anna: Visitor
) -> None:
    live = opened(tournaments, anna, 9, boards=2)
    live = tournaments.change(live.id, anna, club_teams())
    assert len(live.event.teams) == 3
    before = [[live.event.player(n).name for n in t.members] for t in live.event.teams]
    live = tournaments.number(live.id, anna, "name")
    live = tournaments.number(live.id, anna, "lot")
    assert [[live.event.player(n).name for n in t.members] for t in live.event.teams] == before
    live = tournaments.change(live.id, anna, team_leaves(3))
    assert status(live.field, 3, 1) is not None
    live = tournaments.pair(live.id, anna, 1)
    assert {g.match for g in live.event.rounds[0].games} == {1}


def test_a_team_without_players_is_named(tournaments: TournamentService, anna: Visitor) -> None:
    live = opened(tournaments, anna, 4, boards=2)
    tournaments.change(live.id, anna, put_team(None, "Uno", [1, 2]))
    live = tournaments.change(live.id, anna, put_team(None, "Due", []))
    waits = live.next_round().waits
    assert waits is not None
    assert holds(waits, Message("Team {t} has no players.", t="Due"))
    with pytest.raises(BadTerms):
        tournaments.change(live.id, anna, put_team(None, "uno", [3]))


def test_what_happens_to_several_happens_to_all_or_to_nobody(
    tournaments: TournamentService, anna: Visitor
) -> None:
    live = opened(tournaments, anna, 6)
    version = live.version
    with pytest.raises(BadTournament):
        tournaments.change(live.id, anna, happen_to([1, 2], PlayerChange.EXCLUDED, from_round=1))
    with raises(NoSuchPlayer, Message("No player has number {n}: see the list of entries.", n=99)):
        tournaments.change(live.id, anna, happen_to([1, 99], PlayerChange.WITHDRAWN, from_round=1))
    assert tournaments.load(live.id).version == version
    step = happen_to([1, 2], PlayerChange.ABSENT, from_round=1, worth=Kind.HALF_BYE, reason="treno")
    live = tournaments.change(live.id, anna, step)
    live = play(tournaments, anna, live.id, 1)
    assert (score(live.event, 1), score(live.event, 2)) == (1, 1)


def test_a_late_entry_can_be_put_off_and_earns_what_the_settings_say(
    tournaments: TournamentService, anna: Visitor
) -> None:
    live = opened(tournaments, anna, 5, late_points="half")
    tournaments.change(live.id, anna, happen_to([5], PlayerChange.LATE, from_round=2))
    live = tournaments.change(live.id, anna, happen_to([5], PlayerChange.LATE, from_round=3))
    for round in (1, 2):
        live = play(tournaments, anna, live.id, round, "draw")
    assert score(live.event, 5) == 2
    live = tournaments.pair(live.id, anna, 3)
    assert any(5 in (g.white, g.black) for g in live.event.rounds[2].games)


def test_facts_two_arbiters_correct_are_told_apart(tournaments: TournamentService, anna: Visitor) -> None:
    live = opened(tournaments, anna, 2)
    seen = live.version
    tournaments.change(live.id, anna, correct(1, {"name": "Rossi", "elo": 2500}, seen=seen))
    tournaments.change(live.id, anna, correct(2, {"name": "Neri"}, seen=seen))
    with raises(
        Conflict,
        Message(
            "Meanwhile {who} has corrected the same player: {what}. Yours is still below; look and repeat.",
            who="Anna",
            what="elo 2500",
        ),
    ):
        tournaments.change(live.id, anna, correct(1, {"name": "Rossi", "elo": 2600}, seen=seen))
    live = tournaments.change(
        live.id, anna, correct(1, {"name": "Rossi", "elo": 2500, "club": "Pisa"}, seen=seen)
    )
    assert live.event.player(1).club == "Pisa"  # what he wrote agrees with what stands


def test_a_list_gives_elo_by_game(tournaments: TournamentService, anna: Visitor) -> None:
    live = opened(tournaments, anna, 2)
    live = tournaments.change(live.id, anna, rate_by_list([RatingListLine("giocatore 1", 3210)], "italian"))
    assert (live.event.player(1).elo, live.event.player(1).ratings) == (3210, (("italian", 3210),))
    with raises(BadTournament, Message("None of these players is in the list.")):
        tournaments.change(live.id, anna, rate_by_list([RatingListLine("Nessuno", 3210)]))


def test_a_kept_board_stays_and_the_others_are_paired_again(
    tournaments: TournamentService, anna: Visitor
) -> None:
    live = opened(tournaments, anna, 8)
    live = tournaments.change(
        live.id, anna, by_hand(1, [Pair(1, 2), Pair(3, 4), Pair(5, 6), Pair(7, 8)], "pilotato")
    )
    tournaments.change(live.id, anna, protect(1, 1, kept=True))
    with pytest.raises(BadTerms):
        tournaments.change(live.id, anna, pair_again(1, " "))
    live = tournaments.change(live.id, anna, pair_again(1, "altri da capo"))
    pairs = {frozenset((g.white, g.black)) for g in live.event.rounds[0].games}
    assert frozenset((1, 2)) in pairs
    assert frozenset((3, 4)) not in pairs
    tournaments.report(live.id, anna, 1, 1, "win")
    with raises(BadTournament, Message("Round {r} has results: undo them first.", r=1)):
        tournaments.change(live.id, anna, pair_again(1, "ancora"))
    with raises(BadTournament, Message("Only knockout matches are played off.")):
        tournaments.change(live.id, anna, play_off(1, 1))


def test_what_is_brought_in_keeps_its_settings(tournaments: TournamentService, anna: Visitor) -> None:
    live = tournaments.create(anna, Announcement("Girone", system=System.ROUND_ROBIN, cycles=2))
    tournaments.enter(live.id, anna, people(4))
    live = play(tournaments, anna, live.id, 1)
    facts = announced_of(live.event)
    assert (facts.system, facts.cycles, facts.rounds) == (System.ROUND_ROBIN, 2, 1)
    again = tournaments.bring_in(anna, read_trf(write_trf(live.event)))
    assert [p.name for p in again.event.players] == [p.name for p in live.event.players]
    assert tournaments.enter(again.id, anna, [EventPlayer(0, "Altro")]).event.player(5).name == "Altro"


@pytest.mark.parametrize("seeds", ["elo", "number"])
@pytest.mark.parametrize("third", [False, True])
def test_a_knockout_comes_back_from_a_report_file_and_goes_on(
    tournaments: TournamentService, anna: Visitor, seeds: str, third: bool
) -> None:
    live = opened(tournaments, anna, 6, system=System.KNOCKOUT, third_place=third)
    facts = decode("change", {"settings": {"seeds": seeds}})
    live = tournaments.change(live.id, anna, lambda transaction: transaction.act(facts))
    for number in (1, 6):  # by Elo the other way round than by number
        tournaments.change(live.id, anna, correct(number, {"elo": 2000 + number}, seen=99))
    play(tournaments, anna, live.id, 1)
    live = play(tournaments, anna, live.id, 2, "loss")
    again = tournaments.bring_in(anna, read_trf(write_trf(live.event)))
    assert again.event.settings == replace(live.event.settings, seed=again.event.settings.seed)
    assert (again.planned, again.standing_after(None).rows) == (3, live.standing_after(None).rows)
    seats = [[(g.white, g.black) for g in r.games] for r in live.event.rounds]
    assert [[(g.white, g.black) for g in r.games] for r in again.event.rounds] == seats
    assert (
        tournaments.pair(again.id, anna, 3).event.rounds[2]
        == tournaments.pair(live.id, anna, 3).event.rounds[2]
    )


def _by_teams(tournaments: TournamentService, anna: Visitor, **facts: Any) -> LiveEvent:
    """Make an event of three teams on two boards, one with a reserve."""
    live = opened(tournaments, anna, 7, boards=2, **facts)
    for number, members in enumerate(((1, 2, 7), (3, 4), (5, 6)), 1):
        live = tournaments.change(live.id, anna, put_team(None, f"Squadra {number}", members))
    return live


def test_a_reserve_plays_in_the_order_of_the_list_or_with_a_reason(
    tournaments: TournamentService, anna: Visitor
) -> None:
    live = tournaments.pair(_by_teams(tournaments, anna).id, anna, 1)
    table = next(g for g in live.field.rounds[0].games if g.black is not None and 1 in (g.white, g.black))
    turned = table.white != 1
    other = next(t.members for t in live.event.teams if t.number == (table.white if turned else table.black))

    def seats(ours: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return (other, ours) if turned else (ours, other)

    live = tournaments.change(live.id, anna, line_up(1, table.board, *seats((1, 7))))
    assert {n for g in live.event.games if g.match == table.board for n in (g.white, g.black)} == {
        1,
        7,
        *other,
    }
    with pytest.raises(BadTournament):
        tournaments.change(live.id, anna, line_up(1, table.board, *seats((7, 1))))
    live = tournaments.change(live.id, anna, line_up(1, table.board, *seats((7, 1)), "captain's wish"))
    with pytest.raises(BadTournament):
        tournaments.change(live.id, anna, line_up(1, table.board, *seats((1, 3))))
    with pytest.raises(BadTournament):
        tournaments.change(live.id, anna, line_up(1, table.board, *seats((0, 0))))
    live = tournaments.change(live.id, anna, line_up(1, table.board, *seats((1, 0))))
    assert sum(g.kind is Kind.FULL_BYE for g in live.event.games) == 1
    live = tournaments.report(live.id, anna, 1, live.event.games[0].board, "draw")
    with pytest.raises(BadTournament):
        tournaments.change(live.id, anna, line_up(1, table.board, *seats((1, 2))))


def test_a_team_event_comes_back_from_a_report_file(tournaments: TournamentService, anna: Visitor) -> None:
    live = _by_teams(tournaments, anna)
    live = play(tournaments, anna, live.id, 1)
    live = play(tournaments, anna, live.id, 2, "draw")
    again = tournaments.bring_in(anna, read_trf(write_trf(live.event)))
    assert [(t.name, t.members) for t in again.event.teams] == [(t.name, t.members) for t in live.event.teams]
    seats = [[(g.white, g.black, g.white_mark, g.match) for g in r.games] for r in live.event.rounds]
    assert [[(g.white, g.black, g.white_mark, g.match) for g in r.games] for r in again.event.rounds] == seats
    assert again.standing_after(None).rows == live.standing_after(None).rows


def test_matches_of_two_games_come_back_from_a_report_file(
    tournaments: TournamentService, anna: Visitor
) -> None:
    live = opened(tournaments, anna, 6, games=2)
    live = tournaments.pair(live.id, anna, 1)
    for game in live.event.games:
        live = tournaments.report(live.id, anna, 1, game.board, "win", leg=game.leg)
    again = tournaments.bring_in(anna, read_trf(write_trf(live.event)))
    assert again.event.settings.games == 2
    assert again.standing_after(None).rows == live.standing_after(None).rows


def test_a_knockout_that_was_played_on_comes_back_from_a_report_file(
    tournaments: TournamentService, anna: Visitor
) -> None:
    live = opened(tournaments, anna, 6, system=System.KNOCKOUT)
    live = tournaments.pair(live.id, anna, 1)
    boards = [game.board for game in live.event.games if game.black is not None]
    for board in boards:
        live = tournaments.report(live.id, anna, 1, board, "draw")
    live = tournaments.change(live.id, anna, play_off(1, boards[0], games=2))
    live = tournaments.report(live.id, anna, 1, boards[0], "win", leg=2)
    live = tournaments.report(live.id, anna, 1, boards[0], "draw", leg=3)
    live = tournaments.change(live.id, anna, play_off(1, boards[1], draw_for="black"))
    live = tournaments.report(live.id, anna, 1, boards[1], "draw", leg=2)
    live = tournaments.pair(live.id, anna, 2)
    file = write_trf(live.event)
    again = tournaments.bring_in(anna, read_trf(file))
    assert [(g.white, g.black, g.leg, g.white_mark, g.draw_for) for g in again.event.games] == [
        (g.white, g.black, g.leg, g.white_mark, g.draw_for) for g in live.event.games
    ]
    assert write_trf(again.event) == file


def test_two_teams_that_play_all_against_all_come_back_from_a_report_file(
    tournaments: TournamentService, anna: Visitor
) -> None:
    live = opened(tournaments, anna, 8, system=System.SCHEVENINGEN, boards=4)
    for number, members in ((1, (1, 3, 5, 7)), (2, (2, 4, 6, 8))):
        live = tournaments.change(live.id, anna, put_team(None, f"Squadra {number}", members))
    for round in range(1, 5):
        live = play(tournaments, anna, live.id, round)
    again = tournaments.bring_in(anna, read_trf(write_trf(live.event)))
    seats = [[(g.white, g.black, g.white_mark) for g in r.games] for r in live.event.rounds]
    assert [[(g.white, g.black, g.white_mark) for g in r.games] for r in again.event.rounds] == seats
    assert again.standing_after(None).rows == live.standing_after(None).rows


def test_a_team_event_with_a_match_lost_by_absence_is_brought_in(
    tournaments: TournamentService, anna: Visitor
) -> None:
    """FIDE's sample of 2026 has such matches: it was refused for the points of who won without play."""
    event = read_trf(TEAMS)
    live = tournaments.bring_in(anna, event)
    assert scores(live.event) == scores(event)
    third = live.event.round(3)
    assert third is not None
    assert [(g.white, g.black, g.kind) for g in third.games] == [
        (1, 3, Kind.FORFEIT),
        (4, 2, Kind.FORFEIT),
    ]


def test_a_report_file_of_too_many_players_is_told_by_their_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MOST_BROUGHT", 6)
    said = "A report file is brought in with up to {most} players: this one has {n}."
    with raises(BadTerms, Message(said, most=6, n=7)):
        files.read_report(SEVEN)


SEVEN = write_trf(Event(players=tuple(EventPlayer(n, f"P{n}") for n in range(1, 8))))
