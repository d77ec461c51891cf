"""Pairings of random events: lawful always, and best by what they declare, as found by trying all."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from msgspec import structs
from msgspec.structs import replace as anywhere

from damiera.testing.tournaments import field_of_players, play, played_event
from damiera.tournament.check import check_event, check_pairs
from damiera.tournament.errors import Unpairable
from damiera.tournament.model import (
    Event,
    EventPlayer,
    EventSettings,
    ForbiddenPair,
    Pair,
    System,
    entries,
    scores,
)
from damiera.tournament.pairing import optimal
from damiera.tournament.pairing.field import field_of, is_lawful, with_colours
from damiera.tournament.pairing.systems import pair
from damiera.tournament.trf import TrfError, TrfProblem, read_trf, write_trf

Couples = tuple[tuple[int, int], ...]


def perfect(numbers: list[int]) -> Iterator[Couples]:
    """Every way to pair an even number of players."""
    if not numbers:
        yield ()
        return
    first, rest = numbers[0], numbers[1:]
    for i, other in enumerate(rest):
        for more in perfect(rest[:i] + rest[i + 1 :]):
            yield ((first, other), *more)


def best(event: Event, round: int) -> tuple[tuple[str, int], ...] | None:
    """The least vector of criteria over all lawful pairings; limits of colours give way only at the end."""
    field = field_of(event, round)
    numbers = [s.number for s in field.seats]
    able = [s.number for s in field.seats if not s.rested] if len(numbers) % 2 else [0]
    vectors = []
    for rest in able:
        for couples in perfect([n for n in numbers if n != rest]):
            seats = [(field.by_number[a], field.by_number[b]) for a, b in couples]
            if all(is_lawful(field, a, b, strict=False) for a, b in seats):
                pairs = [with_colours(field, a, b) for a, b in couples]
                pairs += [Pair(rest, None)] if rest else []
                vectors.append(optimal.evaluate(field, pairs))
    return min(vectors, key=lambda v: [x for _, x in v], default=None)


@pytest.mark.parametrize("seed", range(24))
def test_small_fields_are_paired_as_well_as_trying_everything(seed: int) -> None:
    size, rounds = 4 + seed % 5, 1 + seed % 4
    draw = random.Random(seed)
    event = Event(players=field_of_players(size, seed))
    if seed % 3 == 0:
        event = replace(event, forbidden=(ForbiddenPair(1, 2), ForbiddenPair(2, 4, absolute=False)))
    for _ in range(rounds):
        found = best(event, event.played_rounds + 1)
        if found is None:
            with pytest.raises(Unpairable):
                pair(event)
            return
        pairing = pair(event)
        assert found == pairing.criteria
        event = play(event, pairing, draw, forfeits=0.1)


def test_a_field_of_ten_against_all_945_pairings() -> None:
    event = played_event(10, 4, seed=3)
    assert pair(event).criteria == best(event, 5)


@pytest.mark.parametrize("seed", range(12))
def test_parts_lose_nothing(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cut at even borders, and with only the pairs near the fold, the result is that of the whole graph."""
    event = played_event(40 + 17 * seed, 3 + seed % 5, seed, unrest=0.05)
    monkeypatch.setattr(optimal, "SMALL", 1000)
    whole = pair(event).criteria
    monkeypatch.setattr(optimal, "SMALL", 0)
    assert pair(event).criteria == whole
    monkeypatch.setattr(optimal, "FULL", 20)
    near = pair(event).criteria
    assert near[:-2] == whole[:-2]
    assert near[-1][1] <= 2 * whole[-1][1] + 50  # the fold alone may be a little less straight


@pytest.mark.parametrize(("size", "seed"), [(30, 2), (44, 0), (50, 4), (70, 1)])
def test_parts_that_must_be_joined_lose_nothing(
    size: int, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Long events: those in front have met each other, so that even borders must be crossed."""
    joins = 0
    join = optimal._join

    def counted(*args: Any) -> Any:
        nonlocal joins
        joins += 1
        return join(*args)

    monkeypatch.setattr(optimal, "_join", counted)
    draw = random.Random(seed)
    event = Event(players=field_of_players(size, seed))
    for _ in range(10):
        monkeypatch.setattr(optimal, "SMALL", 1000)
        whole = pair(event)
        monkeypatch.setattr(optimal, "SMALL", 0)
        assert pair(event).criteria == whole.criteria
        event = play(event, whole, draw)
    assert joins


@pytest.mark.parametrize("size", [4, 5, 7, 8, 13, 20, 33, 64, 65, 101, 200])
@pytest.mark.parametrize("system", [System.OPTIMAL, System.ROTATION])
def test_random_events_are_lawful(size: int, system: System) -> None:
    """No second meeting, at most one rest each, nobody twice, nobody missing, limits of colours kept."""
    rounds = 3 if size < 8 else 5 if size < 30 or size == 200 else 9
    event = played_event(
        size, rounds, seed=size, settings=EventSettings(system=system), unrest=0.04 if size > 7 else 0
    )
    for verdict in check_event(event):
        broken = {"row", "balance"} if size < 8 else set()
        assert {f.rule for f in verdict.findings if f.gravity == "error"} <= broken, verdict
        assert verdict.gaps >= verdict.least
    for player in event.players:
        rests = [e for e in entries(event, player.number) if e.opponent is None and e.board]
        assert len(rests) <= 1


@pytest.mark.parametrize("size", [30, 100])
def test_score_differences_are_the_least_parity_allows_early_on(size: int) -> None:
    event = played_event(size, 4, seed=7)
    assert all(v.gaps == v.least for v in check_event(event))


def test_numbers_do_not_matter() -> None:
    """Renaming the players renames the pairing (Elo, not the number, makes the order)."""
    event = played_event(30, 4, seed=5)
    event = replace(event, players=tuple(structs.replace(p, elo=5000 - 10 * p.number) for p in event.players))
    new = {p.number: 31 - p.number for p in event.players}
    turned = replace(
        event,
        players=tuple(structs.replace(p, number=new[p.number]) for p in event.players),
        rounds=tuple(
            structs.replace(
                r,
                games=tuple(structs.replace(g, white=new[g.white], black=new[g.black or 0]) for g in r.games),
            )
            for r in event.rounds
        ),
    )
    pairs = [(new[p.white], new[p.black or 0]) for p in pair(event).pairs]
    assert [(p.white, p.black) for p in pair(turned).pairs] == pairs


def test_a_withdrawn_player_changes_nothing() -> None:
    from damiera.tournament.model import PlayerChange, Status

    event = played_event(24, 3, seed=2)
    more = replace(
        event,
        players=(*event.players, EventPlayer(99, "Gone", 9999)),
        statuses=(Status(99, PlayerChange.WITHDRAWN, 1),),
    )
    assert pair(more).pairs == pair(event).pairs


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("version", ["trf16", "trf26"])
def test_report_files_bring_everything_back(seed: int, version: str) -> None:
    event = played_event(9 + 5 * seed, 5, seed, unrest=0.08)
    text = write_trf(event, "trf16" if version == "trf16" else "trf26")
    back = read_trf(text)
    assert scores(back) == scores(event)
    for player in event.players:
        mine = [anywhere(e, board=0) for e in entries(event, player.number)]
        assert [anywhere(e, board=0) for e in entries(back, player.number)] == mine
    assert read_trf(write_trf(back, "trf26")).rounds == back.rounds
    assert [p.opponent(n) for p in (pair(back),) for n in _paired(event)] == [
        p.opponent(n) for p in (pair(event),) for n in _paired(event)
    ]


def _paired(event: Event) -> list[int]:
    return [n for p in pair(event).pairs for n in (p.white, p.black) if n is not None]


def test_the_check_sees_what_is_wrong() -> None:
    event = played_event(12, 2, seed=1)
    good = pair(event).pairs
    old = event.rounds[0].games[0]
    wrong = (Pair(old.white, old.black), *good[1:])
    rules = {f.rule for f in check_pairs(event, 3, wrong).findings}
    assert "rematch" in rules
    assert rules & {"twice", "missing"}
    assert check_pairs(event, 3, good).lawful


@pytest.mark.parametrize("seed", range(40))
def test_damaged_report_files_are_refused_or_read(seed: int) -> None:
    """Whatever is done to a file, it is read whole or refused with places; nothing else happens."""
    draw = random.Random(seed)
    text = write_trf(played_event(8, 4, seed % 5, unrest=0.1), "trf16" if seed % 2 else "trf26")
    letters = list(text)
    for _ in range(1 + seed % 6):
        place = draw.randrange(len(letters))
        match draw.randrange(3):
            case 0:
                letters[place] = draw.choice("0123456789 wb-+=HFUZ\n\tX?è\x00")
            case 1:
                del letters[place]
            case _:
                letters.insert(place, draw.choice("0 9w\n"))
    event, problems = _read("".join(letters))
    assert all(p.line >= 1 and p.column >= 1 for p in problems)
    if event is None:
        assert problems
    else:
        assert read_trf(write_trf(event)).rounds == event.rounds


def _read(text: str) -> tuple[Event | None, tuple[TrfProblem, ...]]:
    try:
        return read_trf(text), ()
    except TrfError as error:
        return None, error.problems
