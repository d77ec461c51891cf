"""FID, Capo I: who gets which colour (2.9), who checks (7.4.1), the signs that no glyph stands for (13)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from damiera._core import Side
from damiera.game.errors import OutOfOrder
from damiera.game.events import Annulled
from damiera.game.state import Game
from damiera.game.ways import Conditions
from damiera.messages import Message
from damiera.notation.signs import is_sign, sign_meaning
from damiera.regulations.book import rulebook
from damiera.rules.ruleset import ITALIAN
from damiera.service.terms import NewGame
from tests.unit.service.kit import App
from tests.wording import holds

WHITE, BLACK = Side.WHITE, Side.BLACK


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    opened = App(tmp_path)
    yield opened
    opened.close()


def test_art_02_09_friends_draw_lots_and_then_alternate(app: App) -> None:
    drawn = {app.play.create(app.guest("Anna"), NewGame(seat="lot")).row.seats[0].kind for _ in range(20)}
    assert len(drawn) == 2
    game, anna, bruno = app.friends()
    for white, black in ((bruno, anna), (anna, bruno), (bruno, anna)):
        app.play.act(game.id, anna.id, "resign")
        app.play.rematch(game.id, bruno)
        game = app.play.rematch(game.id, anna)
        assert (game.sides_of(white.id), game.sides_of(black.id)) == ((WHITE,), (BLACK,))


def test_art_07_04_01_the_players_check_and_either_may_say_so() -> None:
    game = Game.start(ITALIAN, conditions=Conditions(arbitrated=True, automatic_count=False))
    for side in ("white", "black"):
        assert game.apply(Annulled(side=side, anomaly="board", at=1)).conduct.restarts == 1
    online = Game.start(ITALIAN)
    with pytest.raises(OutOfOrder):
        online.apply(Annulled(side="white", anomaly="board", at=1))


@pytest.mark.parametrize(
    ("number", "sign", "meaning"),
    [
        ("13.12", "+1", Message("one piece won")),
        ("13.12", "+ 3", Message("{n} pieces won", n="3")),
        ("13.13", "-1", Message("one piece lost")),
        ("13.13", "-2", Message("{n} pieces lost", n="2")),
        ("13.14", "a. l.", Message("either will do, to the same effect")),
    ],
)
def test_art_13_signs_for_pieces_won_and_lost_and_either_move(
    number: str, sign: str, meaning: Message
) -> None:
    assert is_sign(sign)
    assert holds(sign_meaning(sign), meaning)
    assert sign.split()[0][0] in rulebook("fid.italian.2008").article(number).text.text("en")
