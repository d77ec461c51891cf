"""The survey page at Juegopedia, Dama canadese: what it says of moves, as it says it."""

from __future__ import annotations

from tests.articles.desk import Desk

DESK = Desk("juegopedia.canadian.2019")
moves = DESK.moves


def test_art_01_01_international_draughts_on_twelve_by_twelve() -> None:
    """Men take backwards; in passing the last row they stay men; the most pieces; the king flies."""
    assert (DESK.game.core.files, DESK.game.core.ranks) == (12, 12)
    assert moves("W:W40:B34,47") == {"40x27", "40x53"}
    assert moves("W:WK67:B6") == {f"67-{n}" for n in (61, 56, 50, 45, 39, 34, 28, 23, 17, 12)}


def test_art_01_02_thirty_men_each() -> None:
    start = DESK.game.start()
    assert (start.black_men, start.white_men) == (tuple(range(1, 31)), tuple(range(43, 73)))
