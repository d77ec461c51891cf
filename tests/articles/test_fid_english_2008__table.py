"""FID, English draughts: who gets which colour (2.8), and squares crossed again (6.4)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from damiera.service.terms import NewGame
from tests.articles.desk import BLACK, WHITE, Desk
from tests.unit.service.kit import App

DESK = Desk("fid.english.2008")


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    opened = App(tmp_path)
    yield opened
    opened.close()


def test_art_02_08_friends_draw_lots_and_then_alternate(app: App) -> None:
    anna = app.guest("Anna")
    drawn = {app.play.create(anna, NewGame(game="english", seat="lot")).sides_of(anna.id) for _ in range(20)}
    assert drawn == {(WHITE,), (BLACK,)}
    game, one, other = app.friends(NewGame(game="english", friend=True))
    app.play.act(game.id, one.id, "resign")
    app.play.rematch(game.id, other)
    again = app.play.rematch(game.id, one)
    assert (again.sides_of(one.id), again.sides_of(other.id)) == ((BLACK,), (WHITE,))


def test_art_06_04_a_free_square_is_crossed_again_and_no_piece_jumped_twice() -> None:
    """The king comes round to the square it set out from; straight back over what it took it may not go."""
    assert DESK.moves("W:WK22:B18,17,10,9") == {"22x13x6x15x22", "22x15x6x13x22"}
    assert DESK.cited("W:WK22:B18", "22", "15", "22") == "6.4"
