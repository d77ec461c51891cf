"""Our gathered rules of Chinese checkers: what is its own."""

from __future__ import annotations

import pytest

from damiera.game.clock import ClockSettings
from damiera.game.events import Flagged, Moved, Resigned
from damiera.game.state import Game
from damiera.rules.explain import explain_move
from damiera.rules.ruleset import ruleset
from tests.articles.desk import BLACK, Desk, outcome

DESK = Desk("damiera.chinese-checkers.default")

CORE = DESK.game.core


def beside(hole: int, way: str) -> int:
    found = CORE.neighbour(hole, way)
    assert found is not None
    return found


def told(fen: str, *route: int) -> str:
    """The article that decides about a move tried, by its number."""
    return DESK.number(explain_move(DESK.at(fen), list(route), DESK.id).articles[0])


def arrivals(fen: str) -> set[int]:
    return {move.destination for move in DESK.at(fen).moves()}


# The points in turn round the star, 0 at the top and 3 opposite; with five one is empty.
POINTS = {2: {0, 3}, 3: {0, 2, 4}, 4: {0, 1, 3, 4}, 5: {0, 1, 2, 3, 4}, 6: {0, 1, 2, 3, 4, 5}}


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_art_01_01_and_01_02_two_to_six_with_ten_marbles_each(seats: int) -> None:
    game = Game.start(ruleset("chinese-checkers" if seats == 2 else f"chinese-checkers~seats={seats}"))
    assert len(game.sides) == seats
    places = game.position.fen.partition(":")[2].split(";")
    assert [len(place.partition("=")[2].split(",")) for place in places] == [10] * seats
    assert {int(place.partition("=")[0]) for place in places} == POINTS[seats]
    assert CORE.squares == 121


def test_art_01_03_holes_are_counted_row_by_row_from_the_top() -> None:
    every = range(1, 122)
    assert sorted(every, key=lambda hole: CORE.coordinates(hole)[::-1]) == list(every)
    assert told("0:0=61;3=1", 61, 122) == "1.3"


def test_art_01_04_in_turn_round_the_star() -> None:
    game = Game.start(ruleset("chinese-checkers~seats=3"))
    seen = []
    for _ in range(6):
        seen.append(game.side)
        move = game.position.moves()[0]
        game = game.apply(Moved(path=game.position.paths(move)[0], at=0))
    assert seen[:3] == seen[3:]
    assert set(seen) == set(game.sides)
    assert told("0:0=61;3=1", 1, 2) == "1.4"


def test_art_02_01_one_hole_in_six_directions() -> None:
    assert arrivals("0:0=61;3=1") == {beside(61, way) for way in ("ne", "nw", "e", "w", "se", "sw")}
    assert told("0:0=61;3=1", 61, beside(61, "e")) == "2.1"


def test_art_02_02_jumps_over_marbles_of_any_colour_one_after_another() -> None:
    """East over another's marble, and on over one of its own; it may stop after either."""
    first = beside(61, "e")
    landing = beside(first, "e")
    second = beside(landing, "e")
    reached = {
        move.destination for move in DESK.at(f"0:0=61,{second};3={first}").moves() if move.origin == 61
    }
    assert reached >= {landing, beside(second, "e")}
    assert told("0:0=61;3=1", 61, landing) == "2.2"


def test_art_02_03_steps_and_jumps_do_not_mix() -> None:
    first = beside(61, "e")
    landing = beside(first, "e")
    assert beside(landing, "e") not in arrivals(f"0:0=61;3={first}")
    assert all(not move.captured for move in DESK.at(f"0:0=61;3={first}").moves())
    assert told(f"0:0=61;3={first}", 61, landing, beside(landing, "e")) == "2.3"


@pytest.mark.parametrize("number", ["3.1", "3.2"])
def test_art_03_01_the_marble_that_comes_last_wins(number: str) -> None:
    """As the catalogue shows it: one's own tenth, or the ninth where another's marble is left."""
    (example,) = (one for one in DESK.game.entry.examples if one.article == number)
    game = Game.start(DESK.game, rulebook=DESK.id, position=DESK.at(example.fen))
    won = game.apply(Moved(path=tuple(DESK.squares(*example.route)), at=0))
    assert game.outcome is None
    assert (outcome(won).winner, DESK.ended(won)) == (game.side, "3.1")


def test_art_03_03_and_03_04_with_two_players_resignation_and_time() -> None:
    game = DESK.start().apply(Resigned(side="white", at=0))
    assert (outcome(game).winner, DESK.ended(game)) == (BLACK, "3.3")
    timed = Game.start(DESK.game, rulebook=DESK.id, clock=ClockSettings(base_ms=1000)).apply(Flagged(at=1000))
    assert (outcome(timed).winner, DESK.ended(timed)) == (timed.side.opponent, "3.4")
