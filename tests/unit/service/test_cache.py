"""Whatever has a name and a version is kept alike: the newest, and written on top of nothing newer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import cast

import pytest

from damiera.messages import Message
from damiera.service.cache import ATTEMPTS, LiveCache, Overtaken
from damiera.service.errors import BadTerms, Conflict
from damiera.service.ports import StorePort, Transaction

SAID = Message("Somebody is always quicker.")


@dataclass(frozen=True, slots=True)
class Count:
    """The smallest thing that can be kept."""

    id: str
    version: int


class Shelf:
    """A store that holds one version for every name; others may write just before a transaction of ours."""

    def __init__(self, others: int = 0) -> None:
        self.version = 1
        self.others = others
        self.read_anew = 0

    @contextmanager
    def read(self) -> Iterator[Transaction]:
        yield cast(Transaction, self)

    @contextmanager
    def write(self, *, bare: bool = False) -> Iterator[Transaction]:
        yield cast(Transaction, self)

    def when_stored(self, then: Callable[[], None]) -> None:
        then()

    def refresh(self, _work: Transaction, id: str, known: Count | None) -> Count:
        if known is not None and known.version == self.version:
            return known
        self.read_anew += 1
        return Count(id, self.version)

    def add_one(self, _work: Transaction, live: Count) -> tuple[Count, str]:
        if self.others:
            self.others -= 1
            self.version += 1
        if live.version != self.version:
            raise Overtaken
        self.version += 1
        return Count(live.id, self.version), "added"


def cache_of(shelf: Shelf, kept: int = 8) -> LiveCache[Count]:
    return LiveCache(cast(StorePort, shelf), shelf.refresh, kept=kept, overtaken=SAID)


def test_a_step_is_done_again_on_what_others_wrote_and_its_end_is_kept() -> None:
    shelf = Shelf(others=ATTEMPTS - 1)
    cache = cache_of(shelf)
    live, said = cache.update("a", shelf.add_one)
    assert (live, said) == (Count("a", 1 + ATTEMPTS), "added")
    assert shelf.read_anew == ATTEMPTS
    assert cache.load("a") is live


def test_who_is_always_overtaken_is_told_where_it_stands() -> None:
    shelf = Shelf(others=ATTEMPTS)
    with pytest.raises(Conflict) as caught:
        cache_of(shelf).update("a", shelf.add_one)
    assert caught.value.version == shelf.version == 1 + ATTEMPTS
    assert caught.value.message == SAID


def test_what_a_step_raises_changes_nothing_that_is_kept() -> None:
    shelf = Shelf()
    cache = cache_of(shelf)
    before = cache.load("a")

    def fail(_work: Transaction, _live: Count) -> tuple[Count, None]:
        raise ValueError

    with pytest.raises(ValueError):
        cache.update("a", fail)
    assert cache.load("a") is before


def test_an_older_version_does_not_take_the_place_of_a_newer_one_held_or_not() -> None:
    shelf = Shelf()
    cache = cache_of(shelf, kept=1)
    older = cache.load("a")
    newer, _ = cache.update("a", shelf.add_one)
    for change in (cache.keep, lambda _: cache.hold("a"), cache.keep, lambda _: cache.release("a")):
        change(older)
        assert cache.load("a") is newer


def test_what_is_held_is_kept_beside_those_used_last() -> None:
    shelf = Shelf()
    cache = cache_of(shelf, kept=1)
    cache.hold("a")
    held, first = cache.load("a"), cache.load("b")
    assert (cache.load("a") is held, cache.load("b") is first) == (True, True)
    cache.load("c")
    assert (cache.load("a") is held, cache.load("b") is first) == (True, False)
    cache.forget("a")
    assert cache.load("a") is not held


class Versions(Shelf):
    """A shelf that counts how often its version is asked."""

    asked = 0

    def refresh(self, _work: Transaction, id: str, known: Count | None) -> Count:
        self.asked += 1
        return super().refresh(_work, id, known)


def test_a_step_that_writes_does_not_ask_for_the_version_of_what_is_kept() -> None:
    shelf = Versions()
    cache = cache_of(shelf)
    cache.load("a")
    shelf.asked = 0
    assert cache.update("a", shelf.add_one, trusting=True) == (Count("a", 2), "added")
    assert shelf.asked == 0
    shelf.version = 7  # another process
    assert cache.update("a", shelf.add_one, trusting=True) == (Count("a", 8), "added")
    assert shelf.asked == 1


@pytest.mark.parametrize("refuses", [True, False])
def test_what_is_kept_is_believed_no_refusal_and_no_answer_that_others_made_wrong(refuses: bool) -> None:
    """A step that writes nothing is not stopped by the store: it is looked at whether it saw what is."""
    shelf, seen = Versions(), list[int]()
    cache = cache_of(shelf)
    cache.load("a")

    def look(_work: Transaction, live: Count) -> tuple[Count, int]:
        seen.append(live.version)
        if refuses and live.version == 1:
            raise BadTerms("x", SAID)
        return live, live.version

    shelf.version = 5
    assert cache.update("a", look, trusting=True) == (Count("a", 5), 5)
    assert seen == [1, 5]
