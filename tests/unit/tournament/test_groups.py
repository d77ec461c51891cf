"""Groups by Elo: how many, how large, Provinciali apart, other figures."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damiera.messages import Message
from damiera.tournament.errors import BadTournament
from damiera.tournament.groups import default_slots, propose, slots_of
from damiera.tournament.model import EventPlayer
from tests.wording import holds


def field(n: int, provincials: int = 0) -> list[EventPlayer]:
    strong = [EventPlayer(k, f"P{k}", 4500 - 20 * k) for k in range(1, n - provincials + 1)]
    low = [EventPlayer(k, f"P{k}", 300 + k, "P") for k in range(n - provincials + 1, n + 1)]
    return strong + low


@pytest.mark.parametrize(
    ("players", "groups"), [(18, 3), (47, 3), (48, 4), (89, 4), (90, 5), (139, 5), (140, 6), (200, 6)]
)
def test_how_many(players: int, groups: int) -> None:
    found = propose(field(players))
    assert len(found.groups) == groups
    assert holds(
        found.reasons[0], Message("{n} players: {groups} groups (a table of ours, NOT the federation's).")
    )


@given(st.integers(18, 200), st.integers(0, 60), st.booleans())
def test_everybody_is_in_one_group_by_elo(players: int, provincials: int, apart: bool) -> None:
    people = field(players, min(provincials, players - 1))
    try:
        found = propose(people, provincials=apart)
    except BadTournament as error:
        assert "too few" in str(error)  # noqa: PT017
        return
    assert sorted(n for g in found.groups for n in g.numbers) == [p.number for p in people]
    by_elo = [g for g in found.groups if not g.apart]
    assert all(a.lowest >= b.highest for a, b in pairwise(by_elo))
    assert all(len(g.numbers) > g.rounds and 5 <= g.rounds <= 10 for g in found.groups)
    sizes = [len(g.numbers) for g in by_elo]
    assert max(sizes) - min(sizes) <= 3
    assert sizes[:-1] == sorted(sizes[:-1])
    assert all(size % 2 == 0 for size in sizes[:-1])
    assert all(g.reason.text("it") and str(g.rounds) in g.reason.text("en") for g in found.groups)


def test_provincials_apart_by_number() -> None:
    assert not propose(field(40, 5)).groups[-1].apart
    last = propose(field(40, 6)).groups[-1]
    assert (last.apart, last.name, last.rounds, len(last.numbers)) == (True, "Provinciali", 5, 6)
    assert not propose(field(40, 6), provincials=False).groups[-1].apart
    assert len(propose(field(40, 6)).groups) == 3


def test_limits_are_the_federations() -> None:
    for n in (17, 201):
        with pytest.raises(BadTournament):
            propose(field(n))
    assert len(propose(field(36), groups=2).groups) == 2
    for groups, rounds in ((2, None), (7, None), (1, None), (None, 4), (None, 11)):
        with pytest.raises(BadTournament):
            propose(field(37), groups=groups, rounds=rounds)
    with pytest.raises(BadTournament) as caught:
        propose(field(18), rounds=6)
    assert caught.value.text("it").startswith("Un gruppo avrebbe 6 giocatori, troppo pochi per 6 turni")


def test_national_events_need_four_groups() -> None:
    found = propose(field(40), national=True)
    assert [g.name for g in found.groups] == ["Assoluto", "Elite", "Esperti", "Distinti"]
    assert any("2007" in r.text("it") for r in found.reasons)


def test_figures_are_data() -> None:
    mine = slots_of('groups = [[10, 2], [30, 3]]\nleast_players = 10\nleast_rounds = 3\nnames = ["A", "B"]')
    found = propose(field(12), slots=mine)
    assert [g.name for g in found.groups] == ["A", "B"]
    assert default_slots().provincials_apart == 6


@pytest.mark.parametrize(
    "toml",
    [
        "provincials_apart = -1",
        "provincials_apart = 'x'",
        "nope = 1",
        "groups = [[3]]",
        "groups = [[9, 3], [3, 2]]",
        "names = []",
        "x =",
        pytest.param("provincials_apart = " + "9" * 5_000, id="many digits"),
        pytest.param("groups = " + "[" * 20_000, id="many lists"),
    ],
)
def test_bad_figures(toml: str) -> None:
    with pytest.raises(BadTournament) as caught:
        slots_of(toml)
    assert "«" in caught.value.text("it")
