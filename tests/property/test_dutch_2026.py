"""FIDE's Dutch system of 2026 against its definition, tried candidate by candidate on random small events."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from damiera.testing.tournaments import field_of_players, play, played_event
from damiera.tournament.check import check_event
from damiera.tournament.errors import Unpairable
from damiera.tournament.model import Event, EventSettings, Pairing, PlayerChange, Status, System
from damiera.tournament.pairing import pair
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
