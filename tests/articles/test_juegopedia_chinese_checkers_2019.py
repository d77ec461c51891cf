"""The survey page at Juegopedia, Dama cinese: what it says of moves, as it says it."""

from __future__ import annotations

import pytest

from damiera.game.events import Moved
from damiera.game.outcome import Termination
from damiera.game.state import Game
from damiera.rules.explain import explain_move
from damiera.rules.ruleset import ruleset
from tests.articles.desk import Desk, outcome

DESK = Desk("juegopedia.chinese-checkers.2019")


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_art_01_01_two_to_six_play_with_ten_marbles(seats: int) -> None:
    game = DESK.game if seats == 2 else ruleset(f"chinese-checkers~seats={seats}")
    assert game.core.squares == 121
    start = Game.start(game)
    assert len(start.sides) == seats
    holes = start.position.fen.partition(":")[2].split(";")
    assert [len(seat.partition("=")[2].split(",")) for seat in holes] == [10] * seats


def test_art_01_02_a_step_or_jumps_and_not_both() -> None:
    """Hole 61 is the middle. A marble beside it is jumped; from there nothing steps on."""
    core = DESK.game.core
    beside = core.neighbour(61, "e")
    behind = core.neighbour(beside, "e") if beside else None
    position = DESK.at(f"0:0=61;3={beside}")
    arrived = {move.destination for move in position.moves()}
    around = {core.neighbour(61, way) for way in ("ne", "nw", "sw", "se", "w")}
    assert arrived == around | {behind}
    told = explain_move(position, [61, behind or 0], DESK.id)
    assert told.articles == (f"{DESK.id}:1.2",)


def test_art_01_03_the_first_in_the_opposite_point_wins() -> None:
    core = DESK.game.core
    door = core.neighbour(112, "ne")
    home = ",".join(map(str, range(113, 122)))
    game = Game.start(DESK.game, position=DESK.at(f"0:0={door},{home};3=1,2,3,4,5,6,7,8,9,11"))
    game = game.apply(Moved(path=(door or 0, 112), at=0))
    assert outcome(game).termination is Termination.HOME
