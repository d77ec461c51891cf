"""Rounds paired anew, the lot of colours read from a file, and who has a pairing number yet."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec import structs

from damiera.testing.tournaments import field_of_players, played_event
from damiera.tournament.check import check_event, check_round
from damiera.tournament.model import Event, EventSettings, Kind, Pair, PlayerChange, Round, Status, System
from damiera.tournament.pairing import pair
from damiera.tournament.pairing.again import event_before, paired_otherwise
from damiera.tournament.pairing.field import first_white

DUTCH = EventSettings(system=System.DUTCH_2026, rounds=5)


def colours(event: Event) -> list[tuple[int, int | None]]:
    return [(one.white, one.black) for one in pair(event).pairs]


@pytest.mark.parametrize("change", [PlayerChange.ABSENT, PlayerChange.LATE])
def test_c_04_2_3_who_was_in_no_pairing_has_no_number_yet(change: PlayerChange) -> None:
    until = 1 if change is PlayerChange.ABSENT else None
    first = 1 if change is PlayerChange.ABSENT else 2
    status = Status(2, change, first, until, Kind.HALF_BYE)
    event = Event(players=field_of_players(6), settings=DUTCH, statuses=(status,))
    assert colours(event) == [(1, 4), (5, 3), (6, None)]  # 3 is the second of those who are numbered


@pytest.mark.parametrize("said", ["white", "black"])
def test_the_lot_of_colours_is_read_from_the_first_round_where_no_record_tells_it(said: str) -> None:
    event = Event(players=field_of_players(9), settings=DUTCH, extra=(("first_colour", said),))
    made = pair(event)
    games = played_event(9, 1, settings=DUTCH).rounds[0].games
    seated = tuple(
        structs.replace(game, white=one.white, black=one.black)
        for game, one in zip(games, made.pairs, strict=True)
    )
    file = replace(event, extra=(), rounds=(Round(1, seated),))
    assert first_white(file) == (said == "white")
    assert paired_otherwise(file, 1) is None


def test_a_round_changed_by_hand_is_told_with_the_pairs_of_the_rules() -> None:
    event = played_event(8, 3, settings=DUTCH)
    assert [paired_otherwise(event, n) for n in (1, 2, 3)] == [None, None, None]
    one, two, *rest = event.rounds[2].games
    crossed = (structs.replace(one, black=two.black), structs.replace(two, black=one.black), *rest)
    other = replace(event, rounds=(*event.rounds[:2], structs.replace(event.rounds[2], games=crossed)))
    found = paired_otherwise(other, 3)
    assert found is not None
    assert set(found.held) == {Pair(one.white, two.black), Pair(two.white, one.black)}
    assert set(found.ruled) == {Pair(one.white, one.black), Pair(two.white, two.black)}


def test_who_is_not_paired_in_a_round_is_absent_when_it_is_paired_anew() -> None:
    event = played_event(9, 4, settings=DUTCH, unrest=0.2)
    for held in event.rounds:
        seated = {
            n for g in held.games for n in (g.white, g.black) if n is not None and g.kind is not Kind.ZERO_BYE
        }
        before = event_before(event, held.number)
        assert {n for one in pair(before).pairs for n in (one.white, one.black) if n is not None} == seated
        assert paired_otherwise(event, held.number) is None


def test_c_04_3_1_8_the_last_round_of_a_file_that_counts_none_may_have_been_the_last_of_all() -> None:
    event = played_event(8, 5, 8, settings=DUTCH)
    untold = replace(event, settings=structs.replace(DUTCH, rounds=0))
    assert paired_otherwise(replace(event, settings=structs.replace(DUTCH, rounds=9)), 5) is not None, (
        "top scorers"
    )
    assert paired_otherwise(event, 5) is None
    assert paired_otherwise(untold, 5) is None
    going_on = pair(event_before(replace(event, settings=structs.replace(DUTCH, rounds=9)), 5))
    games = tuple(
        structs.replace(game, white=one.white, black=one.black)
        for game, one in zip(event.rounds[4].games, going_on.pairs, strict=True)
    )
    other = replace(untold, rounds=(*untold.rounds[:4], structs.replace(untold.rounds[4], games=games)))
    assert paired_otherwise(other, 5) is None


def test_a_top_scorer_of_the_last_round_may_have_a_colour_for_the_third_time_and_the_check_knows_it() -> None:
    """C.04.3, 1.8: the check called every pairing of the system unlawful that used what the system allows."""
    event = played_event(33, 7, 13, settings=structs.replace(DUTCH, rounds=7), unrest=0.06)
    *before, last = check_event(event)
    assert all(one.lawful for one in before)
    assert last.lawful
    [told] = [one for one in last.findings if one.rule == "row"]
    assert (told.gravity, told.players) == ("note", (10,))
    longer = replace(event, settings=structs.replace(event.settings, rounds=9))
    assert not check_round(longer, 7).lawful
    other = replace(event, settings=structs.replace(event.settings, system=System.OPTIMAL))
    assert not check_round(other, 7).lawful
