"""FIDE's Dutch system of 2026 against its definition, tried candidate by candidate on random small events."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations
from time import process_time

import msgspec
import pytest

from damiera.testing.tournaments import field_of_players, play, played_event
from damiera.tournament.check import check_event, check_pairs
from damiera.tournament.dutch_rules import DUTCH_CRITERIA, dutch_criterion
from damiera.tournament.errors import Unpairable
from damiera.tournament.model import (
    Event,
    EventSettings,
    Pairing,
    PlayerChange,
    Status,
    System,
    available,
    score,
)
from damiera.tournament.pairing import pair, why, why_not
from damiera.tournament.pairing.brackets import _Work
from damiera.tournament.pairing.dutch_forced_pair import dutch_difference
from damiera.tournament.steps import GroupPaired
from tests.property.dutch_by_definition import ByDefinition


def paired(pairing: Pairing) -> set[frozenset[int]]:
    return {frozenset(n for n in (p.white, p.black) if n is not None) for p in pairing.pairs}


def small_event(draw: random.Random, sizes: range) -> Event:
    size = draw.choice(sizes)
    rounds = draw.randint(3, max(3, min(8, size - 1)))
    settings = EventSettings(system=System.DUTCH_2026, rounds=rounds)
    away = [PlayerChange.ABSENT, PlayerChange.LATE, PlayerChange.WITHDRAWN]
    statuses = tuple(
        Status(n, change, first, first if change is PlayerChange.ABSENT else None)
        for n in range(1, size + 1)
        if draw.random() < 0.12
        for change, first in [(draw.choice(away), draw.randint(2, rounds))]
    )
    return Event("Small", field_of_players(size, draw.randrange(99)), settings=settings, statuses=statuses)


def equals_definition(seed: int, sizes: range) -> None:
    """Every round of a random event, until it ends or cannot be paired."""
    draw = random.Random(f"dutch {seed}")
    event = small_event(draw, sizes)
    unrest = draw.choice([0.0, 0.1])
    for number in range(1, event.settings.rounds + 1):
        expected = ByDefinition(event).couples()
        if not expected:
            with pytest.raises(Unpairable):
                pair(event)
            return
        pairing = pair(event)
        assert paired(pairing) == expected, (seed, number, event)
        event = play(event, pairing, draw, forfeits=unrest)


@pytest.mark.parametrize("seed", range(60))
def test_small_events_are_paired_as_defined(seed: int) -> None:
    equals_definition(seed, range(4, 8))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 400))
def test_many_small_events_are_paired_as_defined(seed: int) -> None:
    equals_definition(seed, range(4, 10))


@pytest.mark.parametrize("size", [9, 24, 41])
def test_events_are_lawful(size: int) -> None:
    settings = EventSettings(system=System.DUTCH_2026, rounds=7)
    event = played_event(size, 5, size, settings=settings, unrest=0.05)
    assert all(verdict.lawful for verdict in check_event(event))


def test_an_event_begun_with_the_rules_of_2017_keeps_them() -> None:
    pytest.importorskip("py4swiss")
    settings = EventSettings(system=System.DUTCH, rounds=5)
    event = played_event(12, 3, 5, settings=settings)
    again = replace(event, rounds=event.rounds[:2])
    made = {frozenset((g.white, g.black)) for g in event.rounds[2].games}
    assert {frozenset((p.white, p.black)) for p in pair(again).pairs} == made
    assert pair(again).system is System.DUTCH


def test_each_group_is_told_and_each_criterion_counted() -> None:
    settings = EventSettings(system=System.DUTCH_2026, rounds=6)
    event = played_event(15, 4, 3, settings=settings, unrest=0.05)
    pairing = pair(event)
    told = [step for step in pairing.trace if isinstance(step, GroupPaired)]
    assert sum(step.pairs for step in told) == sum(p.black is not None for p in pairing.pairs)
    assert sorted(step.points for step in told) == sorted(group_points(event))
    counted = dict(pairing.criteria)
    assert counted["C12"] == sum(value for step in told for name, value in step.counted if name == "C12")
    assert [name for name, _ in pairing.criteria if dutch_criterion(name) is None] == []
    log = msgspec.json.decode(msgspec.json.encode(pairing), type=Pairing)
    assert log == pairing


def group_points(event: Event) -> set[int]:
    return {score(event, n) for n in available(event, event.played_rounds + 1)}


def test_why_not_names_the_rule_that_decides() -> None:
    """The pairing with the pair forced is never better, and the rule named is one there is."""
    settings = EventSettings(system=System.DUTCH_2026, rounds=6)
    event = played_event(12, 3, 8, settings=settings, unrest=0.05)
    pairing = pair(event)
    rules = {"rematch", "colours", "second-rest", "together", "4.2", "4.3", "4.4"}
    seen = set()
    for one, two in combinations(available(event, 4), 2):
        answer = why_not(event, pairing, one, two)
        assert answer.rule in rules or dutch_criterion(answer.rule) is not None
        if answer.chosen is not None and answer.forced is not None:
            assert answer.forced > answer.chosen
        seen.add(answer.rule)
    assert len(seen) > 3
    assert all(why(event, pairing, n).said for n in available(event, 4))


def test_whoever_is_forced_to_meet_another_does() -> None:
    four = Event(players=field_of_players(4), settings=EventSettings(system=System.DUTCH_2026, rounds=3))
    assert dutch_difference(four, 1, 1, 3) is None
    found = dutch_difference(four, 1, 1, 2)
    assert found is not None
    assert found.name == "4.3"


def test_criteria_stand_in_the_order_of_the_handbook() -> None:
    assert [c.name for c in DUTCH_CRITERIA] == [f"C{n}" for n in range(1, 22)]
    assert len({c.article for c in DUTCH_CRITERIA}) == 21


def equals_whole(size: int, rounds: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Brackets paired alone, large ones by their likely pairs first, come to what one graph of all gives."""
    settings = EventSettings(system=System.DUTCH_2026, rounds=rounds + 2)
    event = played_event(size, rounds, size, settings=settings, unrest=0.02)
    quick = pair(event)
    monkeypatch.setattr(_Work, "_alone", lambda _: None)
    assert paired(pair(event)) == paired(quick)
    assert pair(event).criteria == quick.criteria


@pytest.mark.parametrize(("size", "rounds"), [(13, 3), (30, 2), (41, 5)])
def test_a_bracket_alone_is_paired_as_with_all_others(
    size: int, rounds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    equals_whole(size, rounds, monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize(("size", "rounds"), [(170, 0), (330, 1), (200, 4), (121, 6)])
def test_a_large_bracket_alone_is_paired_as_with_all_others(
    size: int, rounds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    equals_whole(size, rounds, monkeypatch)


@pytest.mark.slow
def test_a_thousand_players_are_paired_in_seconds() -> None:
    settings = EventSettings(system=System.DUTCH_2026, rounds=5)
    event = Event(players=field_of_players(1000), settings=settings)
    draw = random.Random(1000)
    for number in range(1, 4):
        started = process_time()
        pairing = pair(event)
        assert process_time() - started < 10
        assert check_pairs(event, number, pairing.pairs).lawful
        event = play(event, pairing, draw)
