"""Arenas: whatever happens in whatever order, nobody plays two boards, and nobody waits who may play."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damiera.tournament.arena import (
    AGAIN_MS,
    REST_MS,
    ArenaClosed,
    ArenaJoined,
    ArenaMeeting,
    ArenaPaused,
    ArenaResult,
    ArenaState,
    arena_pairs,
    arena_standing,
    decode_act,
    encode_act,
    happened,
)

STEPS = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 9), st.integers(0, 30_000)), max_size=60)


def _sound(state: ArenaState, now: int) -> None:
    """Assert what always holds of an arena and of who meets next in it."""
    seated = Counter(id for game in state.running for id in (game.white, game.black))
    assert all(times == 1 for times in seated.values())
    assert {one.id for one in state.players.values() if one.game} == set(seated)
    pairs = arena_pairs(state, now)
    paired = Counter(id for pair in pairs for id in pair)
    assert all(times == 1 for times in paired.values())
    assert not set(paired) & set(seated)
    left = [
        one
        for one in state.players.values()
        if one.here and not one.game and one.id not in paired and one.free_since + REST_MS <= now
    ]
    for one, two in combinations(left, 2):  # who is left has only just met whoever else is left
        assert one.last == two.id or two.last == one.id
        assert min(now - one.free_since, now - two.free_since) < AGAIN_MS
    for white, black in pairs:
        if state.players[white].whites != state.players[black].whites:
            assert state.players[white].whites < state.players[black].whites


@given(STEPS)
def test_nobody_plays_two_boards_and_nobody_waits_who_may_play(steps: list[tuple[int, int, int]]) -> None:
    state, now = ArenaState(), 1_000_000
    lines: list[tuple[str, int]] = []

    def do(act: object) -> None:
        nonlocal state
        lines.append((encode_act(act), now))  # type: ignore[arg-type]
        state = happened(state, act, now)  # type: ignore[arg-type]

    for kind, number, passed in steps:
        now += passed
        match kind:
            case 0 | 1:
                do(ArenaJoined(f"p{number}", f"Player {number}"))
            case 2:
                do(ArenaPaused(f"p{number}"))
            case 3 | 4:
                for white, black in arena_pairs(state, now):
                    do(ArenaMeeting(f"g{len(state.games)}", white, black))
            case _ if state.running:
                game = state.running[number % len(state.running)]
                score = ("white", "black", "draw", "none")[number % 4]
                do(ArenaResult(game.id, score, game.white if score == "none" else ""))  # type: ignore[arg-type]
            case _:
                pass
        _sound(state, now)
    again = ArenaState()
    for text, at in lines:
        for _ in range(2):  # what is told twice counts once
            again = happened(again, decode_act(text), at)
    assert again == state


@pytest.mark.slow
def test_two_hundred_play_for_an_hour() -> None:
    chance, state, now = random.Random("arena"), ArenaState(), 0
    strength = {f"p{n}": n for n in range(200)}
    for id in strength:
        state = happened(state, ArenaJoined(id, id), now)
    ends: dict[str, int] = {}
    waits: list[int] = []
    while now < 3_600_000 or state.running:
        now += 1_000
        for game in state.running:
            if ends[game.id] <= now:
                odds = 1 / (1 + 10 ** ((strength[game.black] - strength[game.white]) / 40))
                score = "draw" if chance.random() < 0.2 else "white" if chance.random() < odds else "black"
                state = happened(state, ArenaResult(game.id, score), now)  # type: ignore[arg-type]
        if now < 3_600_000:
            for white, black in arena_pairs(state, now):
                waits += [now - state.players[id].free_since for id in (white, black)]
                id = f"g{len(state.games)}"
                ends[id] = now + chance.randint(120_000, 600_000)
                state = happened(state, ArenaMeeting(id, white, black), now)
    state = happened(state, ArenaClosed(), now)
    assert state.over
    played = [len(one.games) for one in state.players.values()]
    assert min(played) >= 5
    assert sum(waits) / len(waits) < 30_000
    assert max(abs(one.whites) for one in state.players.values()) <= 2
    top = [int(row.player.id[1:]) for row in arena_standing(state)[:20]]
    assert sum(top) / len(top) > 120  # the strong ones come out on top
    meetings = Counter(frozenset((game.white, game.black)) for game in state.games.values())
    assert max(meetings.values()) <= 6


def test_streaks_and_ties() -> None:
    state = ArenaState()
    for id in ("a", "b"):
        state = happened(state, ArenaJoined(id, id), 0)

    def play(score: str) -> None:
        nonlocal state
        id = f"g{len(state.games)}"
        state = happened(state, ArenaMeeting(id, "a", "b"), 0)
        state = happened(state, ArenaResult(id, score), 0)  # type: ignore[arg-type]

    for score in ("white", "white", "white", "draw", "draw"):
        play(score)
    assert state.players["a"].games == (2, 2, 4, 2, 1)
    assert state.players["b"].games == (0, 0, 0, 1, 1)
    plain = happened(happened(state, ArenaMeeting("x", "a", "b"), 0), ArenaResult("x", "none", "b"), 0)
    assert plain.players["a"].games == state.players["a"].games
    assert not plain.players["b"].here
    level = ArenaState()
    for id in ("a", "b", "c"):
        level = happened(level, ArenaJoined(id, id), 0)
    assert [row.rank for row in arena_standing(level)] == [1, 1, 1]
