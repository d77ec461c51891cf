"""The pairing systems on small events, each rule by itself."""

from __future__ import annotations

import csv
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs

from damiera.messages import Message
from damiera.tournament import check
from damiera.tournament.check import check_event, check_pairs
from damiera.tournament.effects import settled
from damiera.tournament.errors import BadTournament, Unpairable
from damiera.tournament.model import (
    ColourRule,
    Event,
    EventPlayer,
    EventSettings,
    ForbiddenPair,
    GameMark,
    Kind,
    Pair,
    Pairing,
    PlayerChange,
    Round,
    RoundGame,
    Status,
    System,
    Team,
    score,
    with_round,
)
from damiera.tournament.pairing import berger, criterion_name, pair, pair_round_robin, round_of, why, why_not
from damiera.tournament.pairing.knockout import bracket, winner
from damiera.tournament.pairing.round_robin import places
from damiera.tournament.pairing.teams import as_teams, board_points
from damiera.tournament.pairing.unpairable import blocking_sets
from damiera.tournament.steps import Rest, StepNote, worded
from damiera.tournament.trf import read_trf
from tests.unit.tournament.events import event, round_
from tests.wording import holds, raises, words_of

DATA = Path(__file__).parent / "data"


def said(pairing: Pairing) -> str:
    return " ".join(f"{p.white}-{p.black or ''}" for p in pairing.pairs)


# --- optimal ----------------------------------------------------------------------------------------------


def test_the_first_round_folds_and_turns_the_colours() -> None:
    assert said(pair(event(8))) == "1-5 6-2 3-7 8-4"
    assert said(pair(replace(event(4), extra=(("first_colour", "black"),)))) == "3-1 2-4"


def test_the_rest_goes_to_the_last_and_never_twice() -> None:
    assert said(pair(event(5))).endswith("5-")
    after = event(5, "1-3 1, 4-2 0, 5-")
    resting = [p.white for p in pair(after).pairs if p.black is None]
    assert resting == [4]


def test_a_win_by_forfeit_counts_as_a_rest() -> None:
    three = event(3)
    won = RoundGame(1, 1, 1, 2, GameMark.LOSS, GameMark.WIN, Kind.FORFEIT)
    three = with_round(three, Round(1, (won, RoundGame(1, 2, 3, None, kind=Kind.BYE))))
    assert [p.white for p in pair(three).pairs if p.black is None] == [1]


def test_a_forfeit_may_be_played_later() -> None:
    two = with_round(event(2), Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS, Kind.FORFEIT),)))
    assert len(pair(two).pairs) == 1
    with pytest.raises(Unpairable):
        pair(event(2, "1-2 1"))


def test_forbidden_pairs() -> None:
    four = event(4)
    assert said(pair(four)) == "1-3 4-2"
    assert said(pair(replace(four, forbidden=(ForbiddenPair(1, 3),)))) == "1-4 3-2"
    assert said(pair(replace(four, forbidden=(ForbiddenPair(1, 3, first=2),)))) == "1-3 4-2"
    weak = tuple(ForbiddenPair(1, n, absolute=False) for n in (2, 3, 4))
    assert dict(pair(replace(four, forbidden=weak)).criteria)["weak"] == 1


def test_clubs_are_kept_apart_in_the_first_rounds() -> None:
    clubs = ["A", "B", "A", "B"]
    four = event(4)
    four = replace(
        four, players=tuple(structs.replace(p, club=c) for p, c in zip(four.players, clubs, strict=True))
    )
    assert said(pair(four)) == "1-3 4-2"
    assert said(pair(replace(four, settings=EventSettings(weak_rounds=1)))) == "1-4 3-2"


def test_the_accelerated_start_divides_the_field() -> None:
    eight = replace(event(8), settings=EventSettings(acceleration=2))
    halves = [{p.white, p.black} <= {1, 2, 3, 4} for p in pair(eight).pairs]
    assert halves == [True, True, False, False]


def test_nobody_gets_a_third_white_in_a_row() -> None:
    six = event(6, "1-4 1, 2-5 1, 3-6 1", "1-2 1, 3-4 1, 5-6 1")
    verdict = check_pairs(six, 3, pair(six).pairs)
    assert verdict.lawful
    loose = replace(six, settings=EventSettings(colours=ColourRule(ignored=True)))
    assert dict(pair(loose).criteria)["colour"] == 0


def test_the_limits_of_colours_give_way_only_in_need() -> None:
    two = event(4, "1-3 1, 2-4 1", "1-4 1, 2-3 1")
    pairing = pair(two)
    assert dict(pairing.criteria)["absolute"] == 2
    assert {p.white for p in pairing.pairs} | {p.black for p in pairing.pairs} == {1, 2, 3, 4}


def test_other_orders_of_criteria() -> None:
    six = event(6, "1-4 1, 2-5 =, 3-6 0")
    ordered = replace(six, settings=EventSettings(criteria=("colour", "score", "fold")))
    assert [name for name, _ in pair(ordered).criteria] == ["absolute", "rest", "colour", "score", "fold"]
    assert dict(pair(ordered).criteria)["colour"] == 0
    with raises(
        BadTournament,
        Message(
            "Unknown criterion: {what}. The criteria are: {all}.",
            what="beauty",
            all="score, weak, colour, strong, floaters, halves, fold",
        ),
    ):
        pair(replace(six, settings=EventSettings(criteria=("beauty",))))


def test_fixed_pairs_stand() -> None:
    pairing = pair(event(6), fixed=(Pair(2, 1),))
    assert Pair(2, 1) in pairing.pairs
    assert len(pairing.pairs) == 3
    with pytest.raises(BadTournament):
        pair(event(6), fixed=(Pair(2, 1), Pair(1, 3)))
    with pytest.raises(BadTournament):
        pair(event(6), system=System.KNOCKOUT, fixed=(Pair(2, 1),))


def test_an_unpairable_round_names_who_blocks_it() -> None:
    barred = tuple(ForbiddenPair(a, b) for a, b in ((1, 2), (1, 3), (2, 3)))
    four = event(4)
    assert len(pair(replace(four, forbidden=barred[:2])).pairs) == 2
    with pytest.raises(Unpairable) as refused:
        pair(replace(four, forbidden=barred))
    assert refused.value.blocked == (1, 2, 3)
    assert refused.value.rivals == (4,)
    assert holds(
        refused.value,
        Message(
            "The round cannot be paired: beyond each other {blocked} can meet only {rivals}, "
            "which is too few.",
            blocked="P1 (1), P2 (2), P3 (3)",
            rivals="P4 (4)",
        ),
    )
    assert blocking_sets({1: {2}, 2: {1}}) == ((), ())


@pytest.mark.slow
def test_a_large_field_that_cannot_be_paired() -> None:
    large = event(402)
    large = replace(large, forbidden=tuple(ForbiddenPair(1, n) for n in range(2, 403)))
    with raises(
        Unpairable,
        Message(
            "The round cannot be paired. Those with the fewest possible opponents: {blocked}.",
            blocked="P1 (1), P2 (2), P3 (3), P4 (4), P5 (5)",
        ),
    ) as refused:
        pair(large)
    assert refused.value.blocked[0] == 1


def test_a_large_odd_field_rests_whom_it_can() -> None:
    """The last in the order may meet the first only: he cannot rest without leaving someone else alone."""
    large = event(101)
    large = replace(large, forbidden=tuple(ForbiddenPair(100, n) for n in range(1, 100)))
    assert {p.white for p in pair(large).pairs if p.black is None} == {100}


@pytest.mark.parametrize("size", [1, 2, 3])
@pytest.mark.parametrize("system", [System.OPTIMAL, System.ROTATION, System.KNOCKOUT, System.ROUND_ROBIN])
def test_the_smallest_fields(size: int, system: System) -> None:
    if size == 1 and system is System.KNOCKOUT:
        with pytest.raises(BadTournament):
            pair(event(1), system=system)
        return
    pairing = pair(event(size), system=system)
    assert sorted(n for p in pairing.pairs for n in (p.white, p.black) if n) == list(range(1, size + 1))


def test_nobody_to_pair() -> None:
    assert pair(event(0)).pairs == ()
    assert pair(event(0), system=System.ROTATION).pairs == ()


def test_everyone_has_rested() -> None:
    three = event(3, "1-2 1, 3-", "3-1 1, 2-", "2-3 1, 1-")
    with raises(
        Unpairable, Message("The round cannot be paired: the number is odd and everyone has already rested.")
    ):
        pair(three)


# --- why --------------------------------------------------------------------------------------------------


def test_why_not_names_the_rule() -> None:
    six = event(6, "1-4 1, 5-2 0, 3-6 1")
    six = replace(six, forbidden=(ForbiddenPair(1, 5, reason="brothers"),))
    pairing = pair(six)
    assert why_not(six, pairing, 1, 4).rule == "rematch"
    barred = why_not(six, pairing, 1, 5)
    assert barred.rule == "forbidden"
    assert "brothers" in barred.text("en")
    assert why_not(six, pairing, 1, 1).rule == "self"
    assert why_not(six, pairing, 1, pairing.opponent(1)).rule == "together"


def test_why_not_says_by_how_much() -> None:
    eight = event(8, "1-5 1, 6-2 0, 3-7 1, 8-4 0")
    pairing = pair(eight)
    answer = why_not(eight, pairing, 1, 6)
    assert (answer.rule, answer.chosen) == ("score", 0)
    assert answer.forced == 8  # two boards with two points between
    assert "8" in answer.text("it")


def test_why_not_when_the_rest_would_be_stuck() -> None:
    four = replace(event(4), forbidden=(ForbiddenPair(3, 4),))
    answer = why_not(four, pair(four), 1, 2)
    assert answer.rule == "unpairable"
    stuck = Message(
        "The round cannot be paired: {blocked} have no possible opponents left.", blocked="P3 (3), P4 (4)"
    )
    assert any(holds(text, stuck) for text in answer.said)


def test_why_not_for_the_rest_and_the_absent() -> None:
    five = event(5, "1-3 1, 4-2 0, 5-")
    pairing = pair(five)
    assert why_not(five, pairing, 5, None).rule == "second-rest"
    assert why_not(five, pairing, 1, None).rule == "rest"
    away = replace(event(6), statuses=(Status(6, PlayerChange.WITHDRAWN, 1),))
    assert why_not(away, pair(away), 1, 6).rule == "absent"


def test_why_tells_points_and_colours() -> None:
    eight = event(8, "1-5 1, 6-2 0, 3-7 1, 8-4 0")
    pairing = pair(eight)
    text = why(eight, pairing, 1).text("en")
    assert "P1 (1) (2 points)" in text
    assert words_of("is due {c}", c=Message("Black")) in text
    five = event(5)
    assert why(five, pair(five), 5).rule == "rest"
    turning = pair(eight, system=System.ROTATION)
    assert why(eight, turning, 1).rule == "rotation"
    met = event(6, "1-2 1, 3-4 1, 5-6 0")
    steps = why(met, pair(met, system=System.ROTATION), 3).text("en")
    assert words_of("{a} and {b} have met already: on.", a=3, b=4) in steps
    assert "6 (2 points) meets 1" not in steps
    assert criterion_name("score").text("it").startswith("somma")


# --- rotation ---------------------------------------------------------------------------------------------


def test_rotation_round_one_is_in_the_order_of_the_lots() -> None:
    assert said(pair(event(6), system=System.ROTATION)) == "1-2 3-4 5-6"


def test_rotation_reads_the_circle_forward() -> None:
    """Six players; 6 had Black last. Highest score from 6 on: 6 itself; next forward with as much: 1."""
    six = event(6, "1-2 1, 3-4 1, 5-6 0")
    pairing = pair(six, system=System.ROTATION)
    # 6 meets 1; forward from 1, 3 has the highest score left, nobody equal: the next lower, 4 (met), then 5
    assert said(pairing) == "6-1 3-5 2-4"
    text = " ".join(worded(step).text("en") for step in pairing.trace)
    assert words_of("Reading starts at {n}, who had Black in the last pair of round {r}.", n=6, r=1) in text
    assert words_of("{a} and {b} have met already: on.", a=3, b=4) in text


def test_why_reads_the_steps_of_a_rotation_and_words_kept_by_earlier_versions() -> None:
    six = event(6, "1-2 1, 3-4 1, 5-6 0", system=System.ROTATION)
    made = pair(six)
    assert why(six, made, 3).said[3:] == tuple(worded(step) for step in made.trace[2:5])
    told = structs.replace(
        made, trace=tuple(StepNote(w.text("it"), w.text("en")) for w in map(worded, made.trace))
    )
    assert why(six, told, 3) == why(six, made, 3)  # the same pairing comes of it: the same steps
    other = replace(six, rounds=event(6, "1-2 0, 3-4 1, 5-6 0").rounds)
    kept = why(other, told, 3).said  # a result was corrected since: all that was written then
    assert kept[-len(told.trace) :] == tuple(worded(step) for step in told.trace)


def test_rotation_passes_over_a_pair_that_blocks() -> None:
    six = event(6, "1-2 =, 3-4 =, 5-6 =", "6-1 =, 2-3 =, 4-5 =")
    six = replace(six, forbidden=(ForbiddenPair(5, 2),))
    pairing = pair(six, system=System.ROTATION)
    assert check_pairs(replace(six, settings=EventSettings(system=System.ROTATION)), 3, pairing.pairs).lawful
    assert len(pairing.pairs) == 3


def test_rotation_rest() -> None:
    five = event(5, "1-2 1, 3-4 1, 5-", system=System.ROTATION)
    pairing = pair(five)
    assert pairing.pairs[-1] == Pair(4, None)
    assert pairing.trace[0] == Rest(4, 0, 1960)


# --- all play all -----------------------------------------------------------------------------------------


def known_tables() -> dict[int, list[list[tuple[int, int]]]]:
    tables: dict[int, list[list[tuple[int, int]]]] = {}
    with (DATA / "berger_4_24.csv").open(encoding="utf-8", newline="") as file:
        for size, _round, *boards in list(csv.reader(file))[1:]:
            row = [(int(a), int(b)) for a, b in (x.split("-") for x in boards)]
            tables.setdefault(int(size), []).append(row)
    return tables


def test_berger_tables_are_the_known_ones() -> None:
    known = known_tables()
    assert sorted(known) == list(range(4, 25, 2))
    for size, rows in known.items():
        assert [sorted(r) for r in berger(size)] == [sorted(r) for r in rows]


@pytest.mark.parametrize("size", range(3, 25))
@pytest.mark.parametrize("cycles", [1, 2])
def test_everyone_meets_everyone(size: int, cycles: int) -> None:
    field = replace(
        event(size, system=System.ROUND_ROBIN), settings=EventSettings(System.ROUND_ROBIN, cycles=cycles)
    )
    met: dict[tuple[int, int], int] = {}
    rounds = (size + size % 2 - 1) * cycles
    for number in range(1, rounds + 1):
        pairs = pair(field, number).pairs
        seated = [n for p in pairs for n in (p.white, p.black) if n is not None]
        assert sorted(seated) == list(range(1, size + 1))
        for p in pairs:
            if p.black is not None:
                met[p.white, p.black] = met.get((p.white, p.black), 0) + 1
    both = {(a, b): met.get((a, b), 0) + met.get((b, a), 0) for a in range(1, size + 1) for b in range(1, a)}
    assert set(both.values()) == {cycles}
    if cycles == 2:
        assert set(met.values()) == {1}
    with raises(BadTournament, Message("All-play-all has {n} rounds: there is no round {r}.")):
        pair(field, rounds + 1)


@pytest.mark.parametrize("size", range(3, 24, 2))
def test_the_last_rest_is_the_lowest_elo(size: int) -> None:
    field = event(size)
    field = replace(
        field,
        players=tuple(structs.replace(p, elo=500 if p.number == 2 else p.elo) for p in field.players),
        settings=EventSettings(System.ROUND_ROBIN, last_bye_lowest=True),
    )
    assert [p.white for p in pair(field, size).pairs if p.black is None] == [2]
    assert sorted(n for n in places(field) if n) == list(range(1, size + 1))


def test_world_championship_2011_round_one() -> None:
    """Emmeloord 2011, group A: Chizhov-Schwarzman, Silva-Dul, Amrillaew-Georgiev, ... (wk2011.kndb.nl)."""
    assert set(berger(10)[0]) == {(5, 6), (1, 10), (2, 9), (4, 7), (3, 8)}


def test_who_left_an_all_play_all_loses_by_forfeit() -> None:
    four = replace(event(4, system=System.ROUND_ROBIN), statuses=(Status(4, PlayerChange.WITHDRAWN, 2),))
    made = settled(four, round_of(four, pair_round_robin(four, 2)))
    lost = next(g for g in made.games if 4 in (g.white, g.black))
    assert lost.kind is Kind.FORFEIT
    assert (lost.white_mark if lost.white == 4 else lost.black_mark) is GameMark.LOSS
    rest = round_of(event(3, system=System.ROUND_ROBIN), pair(event(3), 1, system=System.ROUND_ROBIN))
    assert rest.games[-1].kind is Kind.ZERO_BYE


@pytest.mark.parametrize("size", [5, 6])
def test_neither_a_rest_of_the_table_nor_who_has_left_is_called_against_the_rules(size: int) -> None:
    """Who has left is paired all the same, and loses by forfeit; he may not sit down in another system."""
    field = event(size, system=System.ROUND_ROBIN)
    for number in range(1, 6):
        if number == 4:
            field = replace(field, statuses=(Status(2, PlayerChange.WITHDRAWN, 4),))
        games = tuple(
            g
            if g.black is None or g.is_over
            else structs.replace(g, white_mark=GameMark.DRAW, black_mark=GameMark.DRAW)
            for g in round_of(field, pair(field)).games
        )
        field = with_round(field, Round(number, games, closed=True))
    assert [f.said.text("en") for verdict in check_event(field) for f in verdict.findings] == []
    swiss = replace(field, settings=EventSettings())
    assert "absent" in {f.rule for verdict in check_event(swiss) for f in verdict.findings}
    short = [Pair(g.white, g.black) for g in field.rounds[0].games[1:]]
    missing = check_pairs(replace(field, rounds=()), 1, short)
    assert {f.rule for f in missing.findings} == {"missing"}


# --- knockout ---------------------------------------------------------------------------------------------


def test_the_two_best_meet_only_at_the_end() -> None:
    assert bracket(4) == (1, 4, 2, 3)
    eight = event(8, system=System.KNOCKOUT)
    assert said(pair(eight)) == "1-8 4-5 2-7 3-6"
    eight = with_round(eight, round_(1, "1-8 1, 4-5 0, 2-7 1, 3-6 0"))
    assert said(pair(eight)) == "5-1 6-2"
    eight = with_round(eight, round_(2, "5-1 0, 6-2 0"))
    eight = replace(eight, settings=EventSettings(System.KNOCKOUT, third_place=True))
    assert said(pair(eight)) == "1-2 5-6"
    with raises(BadTournament, Message("The knockout is over.")):
        pair(with_round(eight, round_(3, "1-2 1")))


def test_the_first_placed_rest_in_round_one() -> None:
    six = event(6, system=System.KNOCKOUT)
    assert said(pair(six)) == "1- 4-5 2- 3-6"


def test_a_match_of_two_games_has_its_board_alone_though_others_rest() -> None:
    two = EventSettings(System.KNOCKOUT, games=2)
    six = replace(event(6), settings=two)
    made = round_of(six, pair(six))
    assert [(g.board, g.leg, g.white, g.black) for g in made.games] == [
        (1, 1, 1, None), (2, 1, 4, 5), (2, 2, 5, 4), (3, 1, 2, None), (4, 1, 3, 6), (4, 2, 6, 3),
    ]  # fmt: skip


def test_whom_an_excluded_player_would_have_met_goes_on() -> None:
    """4 went on before he was excluded; 1, whom he beat, stays out."""
    four = event(4, "1-4 0, 2-3 1", "4-2", system=System.KNOCKOUT)
    struck = tuple(
        structs.replace(
            r,
            games=tuple(
                structs.replace(g, kind=Kind.ANNULLED) if 4 in (g.white, g.black) else g for g in r.games
            ),
        )
        for r in four.rounds
    )
    left = replace(four, rounds=struck, statuses=(Status(4, PlayerChange.EXCLUDED, 2),))
    assert (winner(left, 1, 1, 4), winner(left, 2, 4, 2)) == (4, 2)
    with raises(BadTournament, Message("The knockout is over.")):
        pair(left)


def test_a_knockout_needs_a_winner() -> None:
    two = with_round(event(4, system=System.KNOCKOUT), round_(1, "1-4 =, 2-3 1"))
    assert winner(two, 1, 1, 4) is None
    with raises(
        BadTournament,
        Message(
            "Round {r}: there is no winner yet between {a} and {b}. Add a play-off game.", r=1, a="P1", b="P4"
        ),
    ):
        pair(two)
    more = RoundGame(1, 1, 4, 1, GameMark.LOSS, GameMark.WIN, leg=2)
    two = with_round(two, Round(1, (*two.rounds[0].games, more)))
    assert winner(two, 1, 1, 4) == 1


# --- two games, teams -------------------------------------------------------------------------------------


def test_matches_of_two_games_turn_the_colours() -> None:
    four = replace(event(4), settings=EventSettings(games=2))
    made = round_of(four, pair(four))
    assert [(g.board, g.leg, g.white, g.black) for g in made.games[:2]] == [(1, 1, 1, 3), (1, 2, 3, 1)]
    assert dict(pair(four).criteria)["colour"] == 0


def team_event() -> Event:
    players = tuple(EventPlayer(i, f"P{i}", 2000 - i) for i in range(1, 9))
    teams = tuple(Team(t, f"T{t}", (2 * t - 1, 2 * t)) for t in range(1, 5))
    return Event(players=players, teams=teams, settings=EventSettings(boards=2))


def test_teams_by_boards() -> None:
    teams = team_event()
    pairing = pair(teams)
    assert said(pairing) == "1-3 4-2"
    made = round_of(teams, pairing)
    assert [(g.match, g.white, g.black) for g in made.games] == [(1, 1, 5), (1, 6, 2), (2, 7, 3), (2, 4, 8)]
    won = tuple(structs.replace(g, white_mark=GameMark.WIN, black_mark=GameMark.LOSS) for g in made.games)
    teams = with_round(
        teams,
        structs.replace(
            made,
            games=(
                won[0],
                *(structs.replace(g, white_mark=GameMark.DRAW, black_mark=GameMark.DRAW) for g in won[1:]),
            ),
        ),
    )
    folded = as_teams(teams)
    assert [score(folded, t) for t in (1, 2, 3, 4)] == [2, 1, 0, 1]
    assert [board_points(teams, t) for t in (1, 2, 3, 4)] == [3, 2, 1, 2]
    assert {1, 3} not in [{p.white, p.black} for p in pair(teams).pairs]


def test_a_board_nobody_sits_at_is_lost() -> None:
    teams = replace(
        team_event(), statuses=(Status(6, PlayerChange.ABSENT, 1, 1), Status(-4, PlayerChange.WITHDRAWN, 1))
    )
    pairing = pair(teams)
    assert said(pairing) == "1-2 3-"
    facing = pair(replace(teams, statuses=teams.statuses[:1]))
    made = round_of(teams, facing)
    assert [(g.white, g.black, g.kind) for g in made.games[:2]] == [
        (1, 5, Kind.PLAYED),
        (2, None, Kind.FULL_BYE),
    ]
    drawn = structs.replace(made.games[0], white_mark=GameMark.DRAW, black_mark=GameMark.DRAW)
    teams = with_round(teams, Round(1, (drawn, made.games[1])))
    assert [board_points(teams, t) for t in (1, 3)] == [3, 1]
    assert [score(as_teams(teams), t) for t in (1, 3)] == [2, 0]


def test_forbidden_teams() -> None:
    barred = replace(team_event(), forbidden=(ForbiddenPair(-1, -3),))
    assert said(pair(barred)) == "1-4 3-2"
    players = replace(team_event(), forbidden=(ForbiddenPair(1, 3),))
    assert said(pair(players)) == "1-3 4-2"


def test_match_points_pair_by_matches() -> None:
    four = replace(event(4), settings=EventSettings(games=2, match_points=True))
    legs = []
    for board, (a, b) in enumerate(((1, 3), (4, 2)), 1):
        legs += [
            RoundGame(1, board, a, b, GameMark.WIN, GameMark.LOSS),
            RoundGame(1, board, b, a, GameMark.DRAW, GameMark.DRAW, leg=2),
        ]
    four = with_round(four, Round(1, tuple(legs)))
    assert {frozenset((p.white, p.black)) for p in pair(four).pairs} == {frozenset((1, 4)), frozenset((2, 3))}
    assert dict(pair(four).criteria)["score"] == 0


# --- dutch ------------------------------------------------------------------------------------------------


def test_dutch_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "py4swiss", None)
    monkeypatch.setitem(sys.modules, "py4swiss.engines", None)
    with raises(
        BadTournament, Message("The Dutch system needs the library py4swiss: install 'damiera[dutch]'.")
    ):
        pair(event(4), system=System.DUTCH)


@pytest.mark.parametrize("players", [(), event(1).players])
def test_the_dutch_system_pairs_nobody_with_nobody(players: tuple[EventPlayer, ...]) -> None:
    pytest.importorskip("py4swiss")
    with raises(BadTournament, Message("It takes at least two players.")):
        pair(Event(players=players), system=System.DUTCH)


def test_dutch_pairs_lawfully() -> None:
    nine = event(9, system=System.DUTCH)
    for number in range(1, 5):
        pairing = pair(nine)
        made = round_of(nine, pairing)
        played = tuple(
            g if g.black is None else structs.replace(g, white_mark=GameMark.WIN, black_mark=GameMark.LOSS)
            for g in made.games
        )
        nine = with_round(nine, structs.replace(made, games=played))
        assert nine.played_rounds == number
    assert all(v.lawful for v in check_event(nine))


def test_the_check_shares_no_code_with_the_pairing() -> None:
    text = (Path(check.__file__)).read_text(encoding="utf-8")
    ours = {
        line.split()[1] for line in text.splitlines() if line.startswith(("from damiera", "import damiera"))
    }
    assert ours == {"damiera.messages", "damiera.tournament.model"}


# --- golden files -----------------------------------------------------------------------------------------

GOLDEN = sorted((DATA / "golden").glob("*.trf"))


@pytest.mark.parametrize("file", GOLDEN, ids=lambda f: f.stem)
@pytest.mark.parametrize("system", [System.OPTIMAL, System.ROTATION])
def test_golden_files(file: Path, system: System) -> None:
    """A change of these pairings is a change of the system: it needs a reason and a line in the changelog."""
    known = file.with_suffix(f".{system.value}").read_text(encoding="utf-8").split("\n")
    made = pair(read_trf(file.read_text(encoding="utf-8")), system=system).pairs
    assert [str(len(made)), *(f"{p.white} {p.black or 0}" for p in made), ""] == known


def test_more_rounds_than_can_be_are_not_looked_through() -> None:
    """A report file may plan any number: what six players cannot play is seen at once."""
    planned = 999_999_999
    six = Event(
        players=tuple(EventPlayer(n, f"P{n}") for n in range(1, 7)), settings=EventSettings(rounds=planned)
    )
    pairing = pair(six)
    assert pairing.criteria[0] == ("later", planned - 5)
