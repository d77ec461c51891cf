"""A large field is paired in a process of its own: the same pairing, the same refusals, nobody waits."""

from __future__ import annotations

import subprocess
import threading
import time
from dataclasses import replace

import pytest

from damiera.messages import Message
from damiera.testing.tournaments import field_of_players, played_event
from damiera.tournament.errors import BadTournament, Unpairable
from damiera.tournament.model import Event, EventSettings, ForbiddenPair, System, Team
from damiera.tournament.pairing import apart
from damiera.tournament.pairing.apart import pair_apart
from damiera.tournament.pairing.systems import pair
from tests.wording import raises


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apart, "LARGE", 20)


@pytest.mark.parametrize("system", [System.OPTIMAL, System.ROTATION])
def test_the_pairing_is_the_same(system: System) -> None:
    event = played_event(31, 3, 1, settings=EventSettings(system=system), unrest=0.05)
    assert pair_apart(event) == pair(event)
    assert pair_apart(event, 2) == pair(event, 2)


def test_teams_come_through() -> None:
    squads = tuple(Team(t, f"T{t}", tuple(range(4 * t - 3, 4 * t + 1))) for t in range(1, 8))
    event = Event(players=field_of_players(28), teams=squads, settings=EventSettings(boards=4))
    assert pair_apart(event) == pair(event)


def test_refusals_come_through() -> None:
    event = Event(players=field_of_players(30))
    alone = replace(event, forbidden=tuple(ForbiddenPair(1, n) for n in range(2, 31)))
    with pytest.raises(Unpairable) as refused:
        pair_apart(alone)
    with pytest.raises(Unpairable) as here:
        pair(alone)
    assert (refused.value.blocked, refused.value.text("it")) == (here.value.blocked, here.value.text("it"))
    odd = replace(event, settings=EventSettings(criteria=("beauty",)))
    for way in (pair, pair_apart):
        with raises(
            BadTournament,
            Message(
                "Unknown criterion: {what}. The criteria are: {all}.",
                what="beauty",
                all="score, weak, colour, strong, floaters, halves, fold",
            ),
        ):
            way(odd)


def test_without_a_process_it_is_paired_here(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: object, **__: object) -> None:
        raise OSError

    monkeypatch.setattr(subprocess, "run", none)
    event = played_event(31, 3, 1)
    assert pair_apart(event) == pair(event)


def test_other_threads_go_on_meanwhile() -> None:
    """Four thousand players: another thread never waits for long, beside what the pairing takes."""
    event = played_event(4000, 1, 1)
    assert any(longest < took / 2 for longest, took in (watched(event) for _ in range(3)))


def watched(event: Event) -> tuple[float, float]:
    """The longest wait of another thread while the event is paired, and how long the pairing took."""
    waits: list[float] = []
    over = threading.Event()

    def watch() -> None:
        last = time.perf_counter()
        while not over.wait(0.002):
            now = time.perf_counter()
            waits.append(now - last)
            last = now

    thread = threading.Thread(target=watch)
    thread.start()
    began = time.perf_counter()
    pair_apart(event)
    took = time.perf_counter() - began
    over.set()
    thread.join()
    return max(waits), took
