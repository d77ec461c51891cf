"""Our gathered rules of Dama a rientro: what is its own."""

from __future__ import annotations

import pytest

from damiera.game.events import Moved
from damiera.game.outcome import Termination
from damiera.rules.explain import explain_move
from damiera.rules.setup import IllegalSetup, Setup, SetupProblem
from tests.articles.desk import WHITE, Desk, outcome

DESK = Desk("damiera.reentry.default")
moves, cited = DESK.moves, DESK.cited


def entering(fen: str) -> list[str]:
    """The articles that tell why a move waits until men came back."""
    told = explain_move(DESK.at(fen), DESK.squares("27", "24"), DESK.id)
    return [DESK.number(ref) for ref in told.articles]


def test_art_02_02_a_man_at_the_far_end_waits() -> None:
    assert DESK.after("W:W5:B20:R0,0", "5-1") == "B:W:B20:R1,0"
    told = explain_move(DESK.at("W:W5:B20:R0,0"), DESK.squares("5", "1"), DESK.id)
    assert DESK.number(told.articles[-1]) == "2.2"


def test_art_02_05_waiting_men_come_back_before_the_move() -> None:
    assert moves("W:W:B20:R1,0") == {
        *("29@29-25", "29@29-26", "30@30-26", "30@30-27"),
        *("31@31-27", "31@31-28", "32@32-28"),
    }
    assert cited("W:W:B20:R1,0", "27", "24") == "2.5"


def test_art_02_06_as_many_as_fit() -> None:
    """One square is free for two men: one comes back, the other waits on. No square: nobody does."""
    assert {move.partition("@")[0] for move in moves("W:W29,30,31:B20:R2,0")} == {"32"}
    assert DESK.after("W:W29,30,31:B20:R2,0", "@32/29-25") == "B:W25,30,31,32:B20:R1,0"
    assert not any("@" in move for move in moves("W:W29,30,31,32:B20:R1,0"))
    assert entering("W:W29,30,31:B20:R2,0") == ["2.5", "2.6"]
    assert entering("W:W29,30,31:B20:R1,0") == ["2.5"]


def test_art_03_07_captured_pieces_come_off_at_the_end() -> None:
    assert DESK.after("W:W21:B18,11,25:R0,0", "21x14x7") == "B:W7:B25"
    assert cited("W:W22:B18:R0,0", "22", "13", "22") == "3.7"


def test_art_03_03_there_are_men_only_and_all_are_taken() -> None:
    assert moves("W:W22:B18:R0,0") == {"22x13"}
    assert DESK.after("W:W6,22:B18,1:R0,0", "22x13") == "B:W6,13:B1"
    kings = Setup(DESK.game, WHITE, frozenset({22}), frozenset({6}), frozenset({18}))
    with pytest.raises(IllegalSetup) as refused:
        kings.position()
    assert refused.value.problems is SetupProblem.KINGS_WHERE_THERE_ARE_NONE


def test_art_04_01_the_most_pieces() -> None:
    assert moves("W:W22,21:B18,11,17:R0,0") == {"21x14x7"}
    assert cited("W:W22,21:B18,11,17:R0,0", "22", "13") == "4.1"


def test_art_05_06_the_third_time_comes_through_the_hand() -> None:
    """Two men go up and down the board on its edges, leave, come back where they began and go again."""
    core = DESK.game.core
    ways = {"W": [core.square_at(7 - r % 2, r) for r in range(8)]}
    ways["B"] = [core.square_at(r % 2, 7 - r) for r in range(8)]
    game = DESK.start(f"W:W{ways['W'][0]}:B{ways['B'][0]}:R0,0")
    for ply in range(30):
        assert game.outcome is None
        way, step = ways[game.side.letter], ply // 2 % 7
        steps = (way[step], way[step + 1])
        move = next(m for m in game.position.moves() if (m.origin, m.destination) == steps)
        game = game.apply(Moved(path=game.position.paths(move)[0], drops=move.drops, at=0))
    assert (outcome(game).termination, DESK.ended(game)) == (Termination.REPETITION, "5.6")


def test_art_05_07_forty_moves_each_without_a_capture() -> None:
    (count,) = DESK.play(DESK.start("W:W29:B1:R0,0"), "29-25", "1-5").tally.counts
    assert (count.termination, count.limit, count.plies) == (Termination.NO_CAPTURE, 40, 2)
