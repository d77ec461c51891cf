"""Snapshots: points, opponents, colours, floats, who is there."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest

from damiera.tournament.errors import NoSuchPlayer
from damiera.tournament.model import (
    EFFECTS,
    Acceleration,
    EventSettings,
    GameMark,
    Kind,
    PlayerChange,
    Round,
    RoundGame,
    Scoring,
    Status,
    available,
    colour_balance,
    colours,
    entries,
    excluded,
    floats,
    opponents,
    score,
    scores,
    status,
    virtual_points,
    with_round,
)
from tests.unit.tournament.events import event


def test_points_on_the_scale_two_one_nought() -> None:
    five = event(5, "1-2 1, 3-4 =, 5-")
    assert scores(five) == {1: 2, 2: 0, 3: 1, 4: 1, 5: 2}
    assert score(five, 1, 0) == 0


def test_points_of_another_scale() -> None:
    five = event(5, "1-2 1, 3-4 =, 5-")
    five = replace(five, settings=EventSettings(scoring=Scoring(win=3, draw=1, bye=1)))
    assert scores(five) == {1: 3, 2: 0, 3: 1, 4: 1, 5: 1}


def test_opponents_and_colours_leave_out_forfeits() -> None:
    four = event(4, "1-2 1, 3-4 =")
    lost = RoundGame(2, 1, 1, 3, GameMark.WIN, GameMark.LOSS, Kind.FORFEIT)
    four = with_round(four, Round(2, (lost, RoundGame(2, 2, 4, 2, GameMark.DRAW, GameMark.DRAW))))
    assert opponents(four, 1) == (2,)
    assert opponents(four, 1, played=False) == (2, 3)
    assert colours(four, 1) == ("white",)
    assert colour_balance(four, 4) == 0
    assert score(four, 1) == 4


def test_floats_follow_the_points_before_the_round() -> None:
    four = event(4, "1-2 1, 3-4 =", "1-3 =, 2-4 =")
    assert floats(four, 1) == (None, "down")
    assert floats(four, 3) == (None, "up")
    assert floats(event(3, "1-2 1, 3-"), 3) == ("down",)


def test_each_change_has_its_own_effect() -> None:
    assert len({(e.ranked, e.gains, e.loses_round, e.annuls, e.lasts) for e in EFFECTS.values()}) >= 5
    four = replace(
        event(4, "1-2 1, 3-4 ="),
        statuses=(
            Status(1, PlayerChange.ABSENT, 2, 2, Kind.HALF_BYE),
            Status(2, PlayerChange.WITHDRAWN, 2),
            Status(3, PlayerChange.LATE, 3),
            Status(4, PlayerChange.EXCLUDED, 3),
        ),
    )
    assert available(four, 2) == (4,)
    assert available(four, 3) == (1, 3)
    assert excluded(four) == {4}
    held = status(four, 2, 5)
    assert held is not None
    assert held.change is PlayerChange.WITHDRAWN


def test_rounds_without_a_line_are_on_the_card() -> None:
    four = replace(
        event(4, "1-2 1, 3-4 =", "1-3 1"), statuses=(Status(2, PlayerChange.ABSENT, 2, 2, Kind.HALF_BYE),)
    )
    assert [(e.kind, e.points, e.board) for e in entries(four, 2)] == [
        (Kind.PLAYED, 0, 1),
        (Kind.HALF_BYE, 1, 0),
    ]
    assert entries(four, 4)[1].kind is Kind.ZERO_BYE
    late = replace(
        four, statuses=(Status(2, PlayerChange.LATE, 3),), settings=EventSettings(late_points="half")
    )
    assert entries(late, 2)[1].kind is Kind.HALF_BYE


def test_matches_of_two_games_may_count_as_one() -> None:
    two = event(2)
    legs = (
        RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),
        RoundGame(1, 1, 2, 1, GameMark.DRAW, GameMark.DRAW, leg=2),
    )
    two = with_round(replace(two, settings=EventSettings(games=2)), Round(1, legs))
    assert scores(two) == {1: 3, 2: 1}
    assert opponents(two, 1) == (2,)
    counted = replace(two, settings=EventSettings(games=2, match_points=True))
    assert scores(counted) == {1: 2, 2: 0}


def test_accelerated_points() -> None:
    eight = replace(event(8), settings=EventSettings(acceleration=4))
    assert [virtual_points(eight, n, 1) for n in (1, 4, 5)] == [2, 2, 0]
    assert [virtual_points(eight, 1, r) for r in (2, 3, 4, 5)] == [2, 1, 1, 0]
    given = replace(eight, accelerations=(Acceleration(8, 3, 1, 2),))
    assert [virtual_points(given, n, 2) for n in (1, 8)] == [0, 3]


def test_results_as_printed() -> None:
    assert RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS).result(Scoring()) == "2-0"
    assert RoundGame(1, 1, 1, 2, GameMark.DRAW, GameMark.DRAW).result(Scoring(halved=True)) == "0.5-0.5"
    assert RoundGame(1, 1, 1, 2, GameMark.LOSS, GameMark.LOSS, Kind.FORFEIT).result(Scoring()) == "- -"
    assert RoundGame(1, 1, 1, None, kind=Kind.BYE).result(Scoring()) == "2"
    assert RoundGame(1, 1, 1, 2).result(Scoring()) == ""


def test_nobody_has_that_number() -> None:
    with pytest.raises(NoSuchPlayer) as refused:
        score(event(2), 7)
    assert refused.value.number == 7
    assert "7" in refused.value.text("it")
    with pytest.raises(NoSuchPlayer):
        scores(event(2, "1-3 1"))


def test_counting_leaves_no_mark() -> None:
    asked, fresh = event(4, "1-2 1, 3-4 ="), event(4, "1-2 1, 3-4 =")
    scores(asked)
    assert asked == fresh
    assert hash(asked) == hash(fresh)
    assert pickle.loads(pickle.dumps(asked)) == fresh
