"""An event keeps what was acknowledged: the power fails, and two arbiters write at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from damiera.service.identity import Visitor
from damiera.service.tournament.acts import TournamentService
from damiera.service.tournament.event import Announcement, LiveEvent
from damiera.tournament.log import dump, load, verify
from damiera.tournament.model import EventPlayer
from tests.unit.service.kit import App
from tests.unit.service.workers import Worker


def acknowledged(lines: list[list[str]]) -> list[tuple[int, str]]:
    return [(int(number), digest) for number, digest in lines]


def opened(app: App, who: Visitor, rounds: int) -> tuple[TournamentService, LiveEvent]:
    tournaments = TournamentService(app.store, app.clock)
    live = tournaments.create(who, Announcement("Trofeo", rounds=rounds))
    return tournaments, tournaments.enter(
        live.id, who, [EventPlayer(0, f"P{n}", elo=2000 - n) for n in range(1, 13)]
    )


def sound(app: App, id: str) -> LiveEvent:
    """The event as another process finds it: its chain holds and replays to the same."""
    live = TournamentService(app.store, app.clock).load(id)
    assert verify(live.log.entries) is None
    assert load(dump(live.log)).event == live.event
    return live


def test_nothing_acknowledged_is_lost_when_the_power_fails(tmp_path: Path) -> None:
    app = App(tmp_path)
    anna = app.guest("Anna")
    _, live = opened(app, anna, 9)
    seen: list[tuple[int, str]] = []
    for seed, wanted in ((1, 20), (2, 7)):
        arbiter = Worker("tournament.worker", tmp_path, live.id, anna.id, seed)
        arbiter.begin()
        seen += acknowledged(arbiter.killed_after(wanted))
        stored = sound(app, live.id).log.entries
        assert all(stored[number - 1].digest == digest for number, digest in seen)
    app.close()
    assert len(seen) >= 27


@pytest.mark.slow
def test_two_arbiters_lose_nothing_of_each_other_s(tmp_path: Path) -> None:
    app = App(tmp_path)
    anna, bruno = app.guest("Anna"), app.guest("Bruno")
    tournaments, live = opened(app, anna, 3)
    tournaments.join(live.row.code, bruno)
    them = ((anna, 4), (bruno, 5))
    both = [Worker("tournament.worker", tmp_path, live.id, who.id, seed, "meet") for who, seed in them]
    firsts = [arbiter.first() for arbiter in both]
    for arbiter in both:
        arbiter.begin()
    seen = [acknowledged([first, *arbiter.ended()]) for first, arbiter in zip(firsts, both, strict=True)]
    after = sound(app, live.id)
    app.close()
    assert after.event.played_rounds == 3
    assert all(game.is_over for game in after.event.games)
    digests = {number: entry.digest for number, entry in enumerate(after.log.entries, 1)}
    for acts in seen:
        assert all(digests[number] == digest for number, digest in acts)
    assert {entry.who for entry in after.log.entries} >= {"Anna", "Bruno"}
