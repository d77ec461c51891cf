"""Who of the workers lives, as each of them sees it, and how long there was none."""

from __future__ import annotations

from pathlib import Path

import pytest

from damiera.records.workers import WorkerRecord
from damiera.service.wall_clock import WallClock
from damiera.service.worker_group import MISSED, WorkerGroup, WorkerWatch
from damiera.store.database import Database, open_store


class SetClock(WallClock):
    """A clock that stands where it is set."""

    def __init__(self) -> None:
        self.at = 1_000_000

    def now_ms(self) -> int:
        return self.at


@pytest.fixture
def store(tmp_path: Path) -> Database:
    return open_store(tmp_path)


def beats(**made: int) -> list[WorkerRecord]:
    return [WorkerRecord(id, count, changes=0, heard_at=0) for id, count in made.items()]


def test_a_worker_is_gone_after_three_beats_without_one_of_its_own_and_once() -> None:
    watch = WorkerWatch("me")
    assert watch.gone(beats(me=1, a=1, b=1)) == set()
    for turn in range(2, 1 + MISSED):
        assert watch.gone(beats(me=turn, a=1, b=turn)) == set()
    assert watch.gone(beats(me=9, a=1, b=9)) == {"a"}
    assert watch.gone(beats(me=10, b=10)) == set()


def test_a_beat_that_comes_late_is_one_and_looks_between_beats_do_not_count() -> None:
    watch = WorkerWatch("me")
    for count in (1, 1, 1, 2, 2, 2, 3):
        assert watch.gone(beats(me=count, a=count)) == set()
    for _ in range(10):
        assert watch.gone(beats(me=9, a=3), counts=False) == set()


def test_a_worker_that_left_or_was_taken_away_by_others_is_gone_at_once() -> None:
    watch = WorkerWatch("me")
    assert watch.gone(beats(a=1, b=1, c=1)) == set()
    assert watch.gone(beats(a=-1, c=2), counts=False) == {"a", "b"}


def test_a_worker_that_was_only_slow_enters_again_without_its_duties(store: Database) -> None:
    clock = SetClock()
    one, two = WorkerGroup(store, clock), WorkerGroup(store, clock)
    one.enter()
    two.enter()
    assert one.beat({"game.a": ["anna"]}, 1).is_on_duty
    assert one.take("engine.a")
    two.remove([one.id])
    assert two.beat({}, 0).is_on_duty
    assert two.seen([one.id]) == []
    found = one.beat({}, 1)
    assert (found.was_gone, found.is_on_duty) == (True, False)
    assert two.take("engine.a")
    assert not one.take("engine.a")
    assert not one.beat({}, 1).was_gone


def test_how_long_there_was_no_worker_is_known_to_the_first_that_begins(store: Database) -> None:
    clock = SetClock()
    first = WorkerGroup(store, clock)
    assert first.enter() == 0, "there never was one"
    clock.at += 600_000
    first.beat({}, 0)
    clock.at += 5_000
    assert WorkerGroup(store, clock).enter() == 0, "another lives"
    first.leave()
    clock.at += 60_000
    later = WorkerGroup(store, clock)
    assert later.enter() == 60_000
    assert [one.id for one in later.beat({}, 0).workers] == [later.id]


def test_all_workers_share_a_key(store: Database) -> None:
    clock = SetClock()
    assert WorkerGroup(store, clock).key() == WorkerGroup(store, clock).key() != ""
