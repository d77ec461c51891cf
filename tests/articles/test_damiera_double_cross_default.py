"""Our gathered rules of Double Cross: what is its own."""

from __future__ import annotations

from tests.articles.desk import Desk

DESK = Desk("damiera.double-cross.default")
moves = DESK.moves


def test_art_02_05_two_games_on_one_board() -> None:
    """A move on either colour, a capture wherever it is; no piece ever changes its colour."""
    assert moves("W:Wc3,c4:Bh8") == {"c3-b4", "c3-d4", "c4-b5", "c4-d5"}
    assert moves("W:Wc3,c4:Bd4") == {"c3xe5"}
    core = DESK.game.core
    for move in DESK.game.start().moves():
        (a, b), (c, d) = core.coordinates(move.origin), core.coordinates(move.destination)
        assert (a + b) % 2 == (c + d) % 2
