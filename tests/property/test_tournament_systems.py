"""Every system against a slow one written from its rules; whole events told by acts, undone, corrected.

Everyday runs take a few seeds, the deep ones many.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import pytest
from msgspec import structs

from damiera.testing.tournaments import field_of_players, play, played_event
from damiera.tournament.acts import decode
from damiera.tournament.check import check_event, check_pairs
from damiera.tournament.errors import BadTournament, Unpairable
from damiera.tournament.groups import propose
from damiera.tournament.log import Log, dump, load, verify
from damiera.tournament.model import (
    Event,
    EventPlayer,
    EventSettings,
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
    available,
    entries,
    met,
    opponents,
    score,
    scores,
    with_round,
)
from damiera.tournament.pairing import ahead, optimal
from damiera.tournament.pairing.field import PairingField, field_of, is_lawful, with_colours
from damiera.tournament.pairing.knockout import survivors, winner
from damiera.tournament.pairing.round_robin import berger, rounds_needed
from damiera.tournament.pairing.systems import pair, round_of
from damiera.tournament.pairing.teams import as_teams, board_points
from damiera.tournament.pairing.why import criterion_name, why, why_not
from damiera.tournament.standings import standing, team_standing

Couple = tuple[int, int]
deep = pytest.mark.deep


def perfect(numbers: list[int]) -> Iterator[tuple[Couple, ...]]:
    """Every way to pair an even number of players."""
    if not numbers:
        yield ()
        return
    first, rest = numbers[0], numbers[1:]
    for i, other in enumerate(rest):
        for more in perfect(rest[:i] + rest[i + 1 :]):
            yield ((first, other), *more)


# --- the checker against an oracle of its own ---------------------------------------------------------------


def oracle(event: Event, round: int, pairs: list[Pair]) -> bool:
    """Is it lawful, read from the games one by one?"""
    seats = [n for p in pairs for n in (p.white, p.black) if n is not None]
    if sorted(seats) != list(available(event, round)):
        return False
    before = [g for g in event.games if g.round < round]
    for p in pairs:
        if p.black is None:
            rested = any(
                (g.black is None and g.white == p.white and g.kind in (Kind.BYE, Kind.FULL_BYE))
                or (g.kind is Kind.FORFEIT and (p.white, GameMark.WIN) in _marks(g))
                for g in before
            )
            if rested or len(seats) % 2 == 0:
                return False
            continue
        if any({g.white, g.black} == {p.white, p.black} and g.kind is not Kind.FORFEIT for g in before):
            return False
        for number, mine in ((p.white, 1), (p.black, -1)):
            had = [1 if g.white == number else -1 for g in before if _sat(g, number)] + [mine]
            if abs(sum(had)) > 2 or (len(had) > 2 and abs(sum(had[-3:])) == 3):
                return False
    return sum(p.black is None for p in pairs) <= 1


def _marks(game: RoundGame) -> list[tuple[int | None, GameMark | None]]:
    return [(game.white, game.white_mark), (game.black, game.black_mark)]


def _sat(game: RoundGame, number: int) -> bool:
    return game.kind is Kind.PLAYED and game.black is not None and number in (game.white, game.black)


def check_agrees(seed: int) -> None:
    draw = random.Random(f"oracle {seed}")
    event = played_event(8 + seed % 6, 1 + seed % 3, seed, unrest=0.06)
    number = event.played_rounds + 1
    here = list(available(event, number))
    found = {True: 0, False: 0}
    for _ in range(60):
        order = draw.sample(here, len(here))
        pairs = [Pair(a, b) for a, b in zip(order[::2], order[1::2], strict=False)]
        pairs += [Pair(order[-1], None)] if len(order) % 2 else []
        if draw.random() < 0.2:
            pairs = pairs[1:] if draw.random() < 0.5 else [*pairs[1:], Pair(pairs[0].white, 1)]
        lawful = oracle(event, number, pairs)
        assert check_pairs(event, number, pairs).lawful == lawful, pairs
        found[lawful] += 1
    assert found[False]


@pytest.mark.parametrize("seed", range(12))
def test_the_checker_agrees_with_a_reading_game_by_game(seed: int) -> None:
    check_agrees(seed)


@deep
@pytest.mark.parametrize("seed", range(12, 300))
def test_the_checker_agrees_on_many_events(seed: int) -> None:
    check_agrees(seed)


# --- an exact solver ----------------------------------------------------------------------------------------


def exact(event: Event, number: int) -> tuple[int, ...] | None:
    """The least vector of criteria over all lawful pairings, by dynamic programming over sets of players."""
    field = field_of(event, number)
    numbers = [s.number for s in field.seats]
    able = [s.number for s in field.seats if not s.rested] if len(numbers) % 2 else [None]
    found = [least for rest in able if (least := _least_with(field, numbers, rest)) is not None]
    return min(found, default=None)


def _least_with(field: PairingField, numbers: list[int], rest: int | None) -> tuple[int, ...] | None:
    here = [n for n in numbers if n != rest]
    resting = [Pair(rest, None)] if rest is not None else []
    base = tuple(x for _, x in optimal.evaluate(field, resting))
    costs: dict[Couple, tuple[int, ...]] = {}
    for i, a in enumerate(here):
        for j, b in enumerate(here[i + 1 :], i + 1):
            if is_lawful(field, field.by_number[a], field.by_number[b], strict=False):
                values = optimal.evaluate(field, [with_colours(field, a, b), *resting])
                costs[i, j] = tuple(x - y for (_, x), y in zip(values, base, strict=True))
    best: dict[int, tuple[int, ...]] = {0: base}
    everybody = (1 << len(here)) - 1
    for seated in range(everybody):
        if seated not in best:
            continue
        first = next(i for i in range(len(here)) if not seated >> i & 1)
        for j in range(first + 1, len(here)):
            if not seated >> j & 1 and (first, j) in costs:
                then = seated | 1 << first | 1 << j
                value = tuple(x + y for x, y in zip(best[seated], costs[first, j], strict=True))
                best[then] = min(best.get(then, value), value)
    return best.get(everybody)


def optimal_is_exact(size: int, seed: int, rounds: int) -> None:
    event = played_event(size, rounds, seed, unrest=0.03 if seed % 2 else 0)
    number = event.played_rounds + 1
    wanted = exact(event, number)
    if wanted is None:
        with pytest.raises(Unpairable):
            pair(event)
    else:
        assert tuple(x for _, x in pair(event).criteria) == wanted


@pytest.mark.parametrize("parts", [False, True], ids=["whole", "in parts"])
@pytest.mark.parametrize(("size", "seed"), [(12, 1), (13, 2), (14, 3), (16, 4), (17, 5), (18, 6)])
def test_the_best_pairing_is_that_of_an_exact_solver(
    size: int, seed: int, parts: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether the field is solved as one or cut at its even borders first, as large ones are."""
    monkeypatch.setattr(optimal, "SMALL", 0 if parts else optimal.SMALL)
    optimal_is_exact(size, seed, 2 + seed % 4)


@deep
@pytest.mark.parametrize("parts", [False, True], ids=["whole", "in parts"])
@pytest.mark.parametrize("size", range(11, 21))
@pytest.mark.parametrize("seed", range(20))
def test_the_best_pairing_is_that_of_an_exact_solver_many_times(
    size: int, seed: int, parts: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(optimal, "SMALL", 0 if parts else optimal.SMALL)
    optimal_is_exact(size, seed, 1 + seed % 8)


# --- small fields of many rounds ----------------------------------------------------------------------------


def planned(size: int, seed: int, rounds: int) -> Event:
    return Event(players=field_of_players(size, seed), settings=EventSettings(rounds=rounds))


def ends_as_planned(size: int, rounds: int, seed: int) -> int:
    """Play all rounds; returns in how many of them looking ahead changed the pairing. The best is proved."""
    draw = random.Random(f"planned {size} {seed}")
    event, changed = planned(size, seed, rounds), 0
    for number in range(1, rounds + 1):
        found = pair(event)
        if ahead.matters(field_of(event, number)):
            assert [x for _, x in found.criteria] == best_of(event, number)
            assert found.criteria[0] == ("later", 0)
            careless = pair(replace(event, settings=EventSettings()))
            changed += {frozenset((p.white, p.black)) for p in careless.pairs} != {
                frozenset((p.white, p.black)) for p in found.pairs
            }
        event = play(event, found, draw)
    return changed


def test_no_planned_round_is_left_without_opponents() -> None:
    """All rounds up to all-play-all; at times the best pairing of a round would have barred a later one."""
    changed = sum(
        ends_as_planned(size, size + size % 2 - 1, seed) for size in range(4, 8) for seed in range(12)
    )
    assert changed


@deep
@pytest.mark.parametrize("size", range(4, 11))
def test_no_planned_round_is_left_without_opponents_many_times(size: int) -> None:
    for rounds in range(size // 2 + 1, size + size % 2):
        for seed in range(20 if size < 9 else 2):
            ends_as_planned(size, rounds, seed)


def test_a_pairing_is_judged_by_the_rounds_to_come() -> None:
    """1, 2 and 3 have met two of 4, 5 and 6 each: if they met the third too, round 4 could not be paired."""
    event = planned(6, 1, 5)
    for number, couples in enumerate((((1, 4), (2, 5), (3, 6)), ((5, 1), (6, 2), (4, 3))), 1):
        games = (RoundGame(number, b, *c, GameMark.DRAW, GameMark.DRAW) for b, c in enumerate(couples, 1))
        event = with_round(event, Round(number, tuple(games), closed=True))
    third = (Pair(1, 6), Pair(2, 4), Pair(3, 5))
    with pytest.raises(Unpairable):
        pair(play(event, Pairing(3, System.OPTIMAL, third), random.Random(1)))
    field = field_of(event, 3)
    assert optimal.evaluate(field, third)[0] == ("later", 2)
    assert pair(event).criteria[0] == ("later", 0)
    made = pair(event, fixed=third[:1])
    assert made.criteria[0] == ("later", 0)
    assert why(event, made, 1).text("it")
    rotated = Pairing(3, System.ROTATION, third)
    assert why_not(event, rotated, 1, 2).rule == "later"
    assert criterion_name("later").text("en").startswith("planned rounds")


# --- rotation, straight from its articles -------------------------------------------------------------------


def third_colours(event: Event, numbers: Iterable[int]) -> dict[int, set[int]]:
    """With whom each would have to share out one colour of which both had two in a row last."""
    last = {n: [e.colour for e in entries(event, n) if e.kind is Kind.PLAYED][-2:] for n in numbers}
    twice = {n: two[0] for n, two in last.items() if len(two) == 2 and two[0] == two[1]}
    return {n: {m for m in twice if m != n and twice[m] == twice.get(n)} for n in last}


def fewest_clashes(rest: list[int], closed: Mapping[int, set[int]], clash: Mapping[int, set[int]]) -> int:
    """The fewest clashes with which all can be paired; a great number where they cannot."""
    if not rest:
        return 0
    first, *others = rest
    return min(
        (
            (b in clash[first]) + fewest_clashes([x for x in others if x != b], closed, clash)
            for b in others
            if b not in closed[first]
        ),
        default=1000,
    )


def rotation_by_hand(event: Event, number: int) -> tuple[list[frozenset[int | None]], int]:
    """Capo V, articles 2 to 5, by trying: a partner is taken if the others can still be paired somehow.

    Beside the pairs the fewest clashes of colours there must be; if there are any, the pairs look at none.
    """
    left = {n: score(event, n) for n in available(event, number)}
    closed = met(event)
    out: list[frozenset[int | None]] = []

    def can(rest: list[int]) -> bool:
        if not rest:
            return True
        first, *others = rest
        return any(b not in closed[first] and can([x for x in others if x != b]) for b in others)

    if len(left) % 2:
        rested = {n for n in left if _has_rested(event, n)}
        able = sorted(set(left) - rested, key=lambda n: (left[n], event.player(n).elo, -n))
        rest = next((n for n in able if can([x for x in left if x != n])), None)
        if rest is None:
            raise LookupError
        del left[rest]
        out.append(frozenset((rest, None)))
    elif not can(list(left)):
        raise LookupError
    clash = third_colours(event, left)
    clashes = fewest_clashes(sorted(left), closed, clash)
    if not clashes:
        closed = {n: set(closed[n]) | clash[n] for n in left}
    order = sorted(left)
    last = [g for g in event.rounds[-1].games if g.black is not None] if event.rounds else []
    place = (last[-1].black or 0) if last else min(order, default=0)

    def forward(start: int) -> list[int]:
        return [n for n in order if n in left and n >= start] + [n for n in order if n in left and n < start]

    while left:
        top = max(left.values()) if event.rounds else None
        first = next(n for n in forward(place) if top is None or left[n] == top)
        if not event.rounds:
            first = min(left)
        second = _first_partner(left, closed, first, forward, can, in_order=not event.rounds)
        out.append(frozenset((first, second)))
        place = second
        del left[first], left[second]
    return out, clashes


def _has_rested(event: Event, number: int) -> bool:
    return any(
        e.kind in (Kind.BYE, Kind.FULL_BYE) or (e.kind is Kind.FORFEIT and e.mark is GameMark.WIN)
        for e in entries(event, number)
    )


def _first_partner(
    left: dict[int, int], closed: Any, first: int, forward: Any, can: Any, *, in_order: bool
) -> int:
    """The same score to its last player, then each lower one from the last examined on."""
    if in_order:
        candidates = sorted(set(left) - {first})
    else:
        candidates, examined = [], first
        for level in sorted({s for s in left.values() if s <= left[first]}, reverse=True):
            those = [n for n in forward(examined + 1) if left[n] == level and n != first]
            candidates += those
            examined = those[-1] if those else examined
    for other in candidates:
        others = [n for n in left if n not in (first, other)]
        if other not in closed[first] and can(others):
            return int(other)
    raise LookupError


def rotation_agrees(seed: int) -> None:
    size, rounds = 4 + seed % 7, 1 + seed % 5
    draw = random.Random(f"rotation {seed}")
    event = Event(players=field_of_players(size, seed), settings=EventSettings(system=System.ROTATION))
    for number in range(1, rounds + 1):
        try:
            wanted, clashes = rotation_by_hand(event, number)
        except LookupError:
            with pytest.raises(Unpairable):
                pair(event)
            return
        found = pair(event)
        made = {frozenset((p.white, p.black)) for p in found.pairs}
        clash = third_colours(event, available(event, number))
        assert sum(p.black in clash[p.white] for p in found.pairs) == clashes
        assert clashes or made == set(wanted)
        event = play(event, found, draw, forfeits=0.05)


@pytest.mark.parametrize("seed", range(40))
def test_rotation_is_what_its_articles_say(seed: int) -> None:
    rotation_agrees(seed)


@deep
@pytest.mark.parametrize("seed", range(40, 1000))
def test_rotation_is_what_its_articles_say_many_times(seed: int) -> None:
    rotation_agrees(seed)


# --- teams --------------------------------------------------------------------------------------------------


def team_event(teams: int, boards: int, seed: int, system: System) -> Event:
    """Teams of `boards` players and a reserve; now and then a member is away for a round."""
    draw = random.Random(f"teams {seed}")
    people = field_of_players(teams * (boards + 1), seed)
    squads = tuple(
        Team(t, f"Team {t}", tuple(p.number for p in people[t - 1 :: teams])) for t in range(1, teams + 1)
    )
    away = tuple(
        Status(p.number, PlayerChange.ABSENT, r := draw.randint(1, 5), r)
        for p in people
        if draw.random() < 0.1
    )
    settings = EventSettings(system=system, boards=boards)
    return Event("Teams", people, settings=settings, statuses=away, teams=squads)


def play_teams(event: Event, draw: random.Random) -> Event:
    made = round_of(event, pair(event))
    games = []
    for game in made.games:
        marks = draw.choice(
            [(GameMark.WIN, GameMark.LOSS), (GameMark.DRAW, GameMark.DRAW), (GameMark.LOSS, GameMark.WIN)]
        )
        games.append(
            game if game.black is None else structs.replace(game, white_mark=marks[0], black_mark=marks[1])
        )
    return with_round(event, structs.replace(made, games=tuple(games), closed=True))


def best_of(event: Event, number: int) -> list[int] | None:
    """The least vector of criteria over all lawful pairings of a field."""
    field = field_of(event, number)
    numbers = [s.number for s in field.seats]
    able = [s.number for s in field.seats if not s.rested] if len(numbers) % 2 else [0]
    found = []
    for rest in able:
        for couples in perfect([n for n in numbers if n != rest]):
            seats = [(field.by_number[a], field.by_number[b]) for a, b in couples]
            if all(is_lawful(field, a, b, strict=False) for a, b in seats):
                pairs = [with_colours(field, a, b) for a, b in couples] + ([Pair(rest, None)] if rest else [])
                found.append([x for _, x in optimal.evaluate(field, pairs)])
    return min(found, default=None)


@pytest.mark.parametrize("teams", [4, 5, 7, 8, 10])
@pytest.mark.parametrize("system", [System.OPTIMAL, System.ROTATION, System.ROUND_ROBIN])
def test_events_of_teams(teams: int, system: System) -> None:
    """Teams are paired lawfully and, by `optimal`, as well as can be; nobody sits at two boards."""
    draw = random.Random(teams)
    event = team_event(teams, 4 if teams % 2 else 3, teams, system)
    for number in range(1, 4):
        matches = as_teams(event)
        if system is System.OPTIMAL and teams < 9:
            assert [x for _, x in pair(event).criteria] == best_of(matches, number)
        event = play_teams(event, draw)
        held = event.rounds[-1]
        seated = [n for g in held.games for n in (g.white, g.black) if n is not None]
        assert len(set(seated)) == len(seated)
        assert not {n for n in seated if n not in available(event, number)}
        for table in {g.match for g in held.games}:
            games = [g for g in held.games if g.match == table and g.black is not None]
            sides = {t.number for g in games for t in event.teams if g.white in t.members}
            assert len(games) < 2 or len(sides) == 2  # White goes to either team in turn
    for verdict in check_event(as_teams(event)):
        grave = {f.rule for f in verdict.findings if f.gravity == "error"}
        assert grave <= ({"row", "balance"} if teams < 8 else set()), verdict
    whole = team_standing(event)
    assert sorted(row.number for row in whole.rows) == list(range(1, teams + 1))
    for row in whole.rows:
        assert row.values[-1] == board_points(event, row.number)


# --- knockout and two-game matches --------------------------------------------------------------------------


@pytest.mark.parametrize("size", [4, 5, 6, 8, 11, 16, 23, 32, 64, 100])
@pytest.mark.parametrize("games", [1, 2])
def test_in_a_knockout_who_loses_is_out(size: int, games: int) -> None:
    draw = random.Random(size)
    settings = EventSettings(system=System.KNOCKOUT, games=games, third_place=size > 4)
    event = Event(players=field_of_players(size), settings=settings)
    rounds = (size - 1).bit_length()
    out: set[int] = set()
    for number in range(1, rounds + 1):
        found = pair(event)
        seated = [n for p in found.pairs for n in (p.white, p.black) if n is not None]
        final = number == rounds
        assert len(set(seated)) == len(seated)
        assert not out & set(seated) or (final and len(out & set(seated)) == 2)
        assert number == 1 or all(p.black is not None for p in found.pairs)
        event = decided(event, draw)
        held = event.round(number)
        assert held is not None
        assert len({(g.board, g.leg) for g in held.games}) == len(held.games)
        for p in found.pairs:
            if p.black is not None:
                won = winner(event, number, p.white, p.black)
                out.add(p.black if won == p.white else p.white)
    (champion,) = survivors(event, rounds + 1)
    assert champion not in out
    assert len(out) == size - 1
    with pytest.raises(BadTournament, match="over"):
        pair(event)


def decided(event: Event, draw: random.Random) -> Event:
    """A round of a knockout: the same player wins every game of a match."""
    made = round_of(event, pair(event))
    luck: dict[frozenset[int | None], int] = {}
    games = []
    for game in made.games:
        if game.black is None:
            games.append(game)
            continue
        won = luck.setdefault(frozenset((game.white, game.black)), draw.choice([game.white, game.black]))
        white, black = (GameMark.WIN, GameMark.LOSS) if won == game.white else (GameMark.LOSS, GameMark.WIN)
        games.append(structs.replace(game, white_mark=white, black_mark=black))
    return with_round(event, structs.replace(made, games=tuple(games), closed=True))


@pytest.mark.parametrize("size", [8, 13, 30])
@pytest.mark.parametrize("match_points", [False, True])
def test_two_games_a_match_turn_the_colours(size: int, match_points: bool) -> None:
    event = played_event(size, 4, size, settings=EventSettings(games=2, match_points=match_points))
    for held in event.rounds:
        pairs = Counter(frozenset((g.white, g.black)) for g in held.games if g.black is not None)
        assert set(pairs.values()) == {2}
        whites = Counter(g.white for g in held.games if g.black is not None)
        assert set(whites.values()) == {1}
    for player in event.players:
        others = opponents(event, player.number)
        assert len(set(others)) == len(others)
    assert all(v.lawful for v in check_event(event))


# --- all play all -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", range(4, 25))
def test_colours_of_the_tables_are_even(size: int) -> None:
    """In a table of n places each has n/2 or n/2 - 1 Whites; in an odd field all as many as Blacks."""
    whole = size + size % 2
    whites: Counter[int] = Counter()
    seen: Counter[int] = Counter()
    for row in berger(whole):
        for white, black in row:
            if max(white, black) <= size:
                whites[white] += 1
                seen.update((white, black))
    for n in range(1, size + 1):
        assert seen[n] == size - 1
        assert whites[n] * 2 in ((seen[n],) if size % 2 else (whole, whole - 2))


@pytest.mark.parametrize("size", [5, 8, 11])
@pytest.mark.parametrize("cycles", [1, 2])
def test_all_play_all_with_people_who_leave(size: int, cycles: int) -> None:
    """Every pair of the table is there once a cycle, played, lost by forfeit, or annulled with the others."""
    draw = random.Random(size)
    settings = EventSettings(system=System.ROUND_ROBIN, cycles=cycles)
    event = Event(players=field_of_players(size), settings=settings)
    leaves = {2: Status(1, PlayerChange.WITHDRAWN, 2), 4: Status(3, PlayerChange.FORFEITED, 4)}
    for number in range(1, rounds_needed(event) + 1):
        if number in leaves:
            event = replace(event, statuses=(*event.statuses, leaves[number]))
        event = play(event, pair(event), draw)
    tally = Counter(frozenset((g.white, g.black)) for g in event.games if g.black is not None)
    assert set(tally.values()) == {cycles}
    assert len(tally) == size * (size - 1) // 2
    rests = Counter(g.white for g in event.games if g.black is None)
    assert set(rests.values()) == ({cycles} if size % 2 else set())
    gone = [g for g in event.games if g.round >= 2 and 1 in (g.white, g.black) and g.black is not None]
    assert gone
    assert all(g.kind is Kind.FORFEIT for g in gone)


# --- groups, the Dutch system, early and late ---------------------------------------------------------------


@pytest.mark.parametrize("size", [18, 37, 61, 90, 140, 200])
def test_each_group_is_an_event_of_its_own(size: int) -> None:
    whole = Event(players=field_of_players(size))
    groups = propose(whole.players).groups
    assert sorted(n for group in groups for n in group.numbers) == [p.number for p in whole.players]
    for group in groups:
        mine = tuple(p for p in whole.players if p.number in group.numbers)
        event = replace(whole, players=mine, settings=EventSettings(rounds=group.rounds))
        draw = random.Random(group.name)
        for _ in range(group.rounds):
            event = play(event, pair(event), draw)
        small = len(mine) < 2 * group.rounds
        for verdict in check_event(event):
            grave = {f.rule for f in verdict.findings if f.gravity == "error"}
            assert grave <= ({"row", "balance"} if small else set()), (group.name, verdict)


@pytest.mark.parametrize("size", [8, 15, 24])
def test_the_dutch_system_is_lawful_too(size: int) -> None:
    event = played_event(size, 4, size, settings=EventSettings(system=System.DUTCH, rounds=5), unrest=0.03)
    assert all(v.lawful for v in check_event(event))


def lawful_event(seed: int, system: System) -> None:
    draw = random.Random(f"lawful {system} {seed}")
    size = draw.choice([*range(8, 40), *range(40, 201, 7)])
    rounds = draw.randint(3, min(9, size // 3 + 1))
    event = played_event(
        size, rounds, seed, settings=EventSettings(system=system), unrest=draw.choice([0, 0.02, 0.06])
    )
    cramped = size < 3 * rounds
    for verdict in check_event(event):
        grave = {f.rule for f in verdict.findings if f.gravity == "error"}
        assert grave <= ({"row", "balance"} if cramped else set()), (size, rounds, seed, verdict)
        assert verdict.gaps >= verdict.least
    for player in event.players:
        own = entries(event, player.number)
        assert sum(e.kind is Kind.BYE for e in own) <= 1
        against = [e.opponent for e in own if e.opponent is not None and e.kind is Kind.PLAYED]
        assert len(set(against)) == len(against)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("system", [System.OPTIMAL, System.ROTATION])
def test_events_of_any_size_are_lawful(seed: int, system: System) -> None:
    lawful_event(seed, system)


@deep
@pytest.mark.parametrize("seed", range(8, 400))
@pytest.mark.parametrize("system", [System.OPTIMAL, System.ROTATION])
def test_many_events_of_any_size_are_lawful(seed: int, system: System) -> None:
    lawful_event(seed, system)


# --- events told by acts ------------------------------------------------------------------------------------


@dataclass
class Told:
    """An event told act by act, with the acts that changed a result."""

    log: Log
    draw: random.Random

    def act(self, act: str, data: dict[str, Any], why: str = "because") -> None:
        self.log = self.log.add(decode(act, data), who="Anna", at=len(self.log.entries), why=why)

    def tried(self, act: str, data: dict[str, Any]) -> None:
        """An act that may be refused; then nothing has changed."""
        before = self.log
        try:
            self.act(act, data)
        except ValueError:
            assert self.log is before

    def round(self) -> None:
        number = self.log.event.played_rounds + 1
        system = self.log.event.settings.system.value
        pairs = [[p.white, p.black or 0] for p in pair(self.log.event).pairs]
        self.act("pair", {"round": number, "system": system, "pairs": pairs})
        for game in self.log.event.rounds[-1].games:
            if game.black is not None and not game.is_over:
                self.result(number, game)
        self.act("close", {"round": number})

    def result(self, number: int, game: RoundGame) -> None:
        white, black, kind = self.draw.choice(
            [
                *[("win", "loss", "played")] * 4, *[("draw", "draw", "played")] * 3,
                *[("loss", "win", "played")] * 4, ("win", "loss", "forfeit"), ("loss", "loss", "forfeit"),
            ]
        )  # fmt: skip
        data = {"round": number, "board": game.board, "leg": game.leg, "kind": kind}
        self.act("result", {**data, "white": white, "black": black})

    def something(self) -> None:
        """Somebody comes, goes, is sent away, returns; most of it fits, some does not."""
        event = self.log.event
        number = self.draw.choice([p.number for p in event.players])
        coming = event.played_rounds + 1
        match self.draw.randrange(6):
            case 0:
                new = max(p.number for p in event.players) + 1
                self.act("enter", {"number": new, "name": f"Late {new}", "elo": self.draw.randrange(4000)})
            case 1:
                self.tried("return", {"player": number, "round": coming})
            case 2:
                self.tried("remove", {"number": number})
            case 3:
                data = {"player": number, "change": "absent", "from_round": coming, "until_round": coming}
                self.act("status", {**data, "worth": self.draw.choice(["zero-bye", "half-bye"])})
            case _:
                change = self.draw.choice(["withdrawn", "forfeited", "expelled", "excluded"])
                self.act("status", {"player": number, "change": change, "from_round": coming})


def told(seed: int, rounds: int = 4) -> Told:
    draw = random.Random(f"told {seed}")
    system = ("optimal", "rotation")[seed % 2]
    event = Told(Log(), draw)
    event.act("create", {"name": f"Event {seed}", "settings": {"system": system, "rounds": rounds}})
    for player in field_of_players(draw.randint(14, 26), seed):
        event.act("enter", {"number": player.number, "name": player.name, "elo": player.elo})
    for _ in range(rounds):
        event.round()
        for _ in range(draw.randrange(3)):
            event.something()
    return event


def told_event_holds(seed: int) -> None:
    """A log replays to the same event; undone to any act it is the event of that moment."""
    event = told(seed)
    log = event.log
    assert verify(log.entries) is None
    assert load(dump(log)) == log
    for number in event.draw.sample(range(1, len(log.entries)), 4):
        back = log.add(decode("undo", {"after": number}), who="Anna", at=0, why="back")
        assert back.event == log.until(number)
        again = back.add(decode("undo", {"act": len(back.entries)}), who="Anna", at=0, why="and forth")
        assert again.event == log.event


def correction_counts_anew(seed: int) -> None:
    """A result of any past round changed: the same event as if it had been so from the start."""
    event = told(seed)
    held = event.draw.choice(event.log.event.rounds)
    over = [g for g in held.games if g.black is not None and g.kind is Kind.PLAYED]
    game = event.draw.choice(over)
    data: dict[str, Any] = {"round": held.number, "board": game.board, "white": "loss", "black": "win"}
    if game.white_mark is GameMark.LOSS:
        data |= {"white": "win", "black": "loss"}
    corrected = event.log.add(decode("result", data), who="Anna", at=0, why="read wrongly")
    marks = {"white_mark": GameMark(data["white"]), "black_mark": GameMark(data["black"])}
    direct = with_round(
        event.log.event,
        structs.replace(
            held, games=tuple(structs.replace(g, **marks) if g is game else g for g in held.games)
        ),
    )
    assert corrected.event == direct
    assert scores(corrected.event) == scores(direct)
    assert scores(corrected.event) != scores(event.log.event)
    one, two = standing(corrected.event), standing(direct)
    assert (one.rows, one.steps) == (two.rows, two.steps)
    try:
        wanted = pair(replace(direct))
    except Unpairable:
        with pytest.raises(Unpairable):
            pair(corrected.event)
    else:
        assert pair(corrected.event) == wanted
        assert check_pairs(direct, wanted.round, wanted.pairs).lawful or len(direct.players) < 16


@pytest.mark.parametrize("seed", range(10))
def test_a_log_replays_and_is_undone_to_any_act(seed: int) -> None:
    told_event_holds(seed)


@pytest.mark.parametrize("seed", range(10))
def test_a_correction_of_any_round_counts_everything_anew(seed: int) -> None:
    correction_counts_anew(seed)


@deep
@pytest.mark.parametrize("seed", range(10, 200))
def test_many_logs_and_corrections(seed: int) -> None:
    told_event_holds(seed)
    correction_counts_anew(seed)


def test_two_who_share_a_number_are_never_one() -> None:
    """Numbers need not be in a row: the gaps change nothing."""
    near = played_event(12, 3, 5)
    apart = {p.number: 10 * p.number + 3 for p in near.players}
    far = replace(
        near,
        players=tuple(structs.replace(p, number=apart[p.number]) for p in near.players),
        rounds=tuple(
            structs.replace(
                r,
                games=tuple(
                    structs.replace(g, white=apart[g.white], black=apart[g.black] if g.black else None)
                    for g in r.games
                ),
            )
            for r in near.rounds
        ),
    )
    for system in (System.OPTIMAL, System.ROTATION):
        mine = [
            (apart[p.white], apart[p.black or 0] if p.black else None)
            for p in pair(near, system=system).pairs
        ]
        assert [(p.white, p.black) for p in pair(far, system=system).pairs] == mine


def test_a_player_alone_rests_once() -> None:
    alone = Event(players=(EventPlayer(1, "Alone"),))
    first = play(alone, pair(alone), random.Random(1))
    with pytest.raises(Unpairable):
        pair(first)
