"""Tables for more than two, and games that come and go, carry and stack: what their views tell."""

from __future__ import annotations

import pytest

from damiera._core import Side
from damiera.messages import Message
from damiera.rules.ruleset import ruleset
from damiera.service.errors import BadTerms, NotYourTurn, RefusedAct
from damiera.service.game_views import build_view
from damiera.service.live import LiveGame
from damiera.service.terms import NewGame
from tests.unit.service.kit import App
from tests.wording import holds, words_of

THREE = "chinese-checkers~seats=3"


def _move(app: App, game: LiveGame, player: str) -> LiveGame:
    position = game.game.position
    move = position.moves()[0]
    return app.play.move(game.id, player, game.game.ply, position.paths(move)[0], move.drops).live


def test_three_friends_sit_down_one_after_the_other(app: App) -> None:
    anna, bruno, carla = (app.guest(name) for name in ("Anna", "Bruno", "Carla"))
    game = app.play.create(anna, NewGame(game=THREE, friend=True))
    assert [(seat.side, seat.kind) for seat in game.row.seats] == [
        ("white", "human"), ("green", "open"), ("blue", "open"),
    ]  # fmt: skip
    codes = [seat.invite for seat in game.row.seats[1:]]
    assert codes[0]
    assert codes[1]
    assert app.play.join(codes[0], bruno).waiting
    seated = app.play.join(codes[1], carla)
    assert not seated.waiting
    assert [seated.sides_of(who.id) for who in (anna, bruno, carla)] == [
        (Side.WHITE,), (Side.GREEN,), (Side.BLUE,),
    ]  # fmt: skip
    for who in (anna, bruno, carla, anna):
        seated = _move(app, seated, who.id)
    with pytest.raises(NotYourTurn):
        _move(app, seated, carla.id)


@pytest.mark.parametrize(
    ("slug", "names"),
    [
        (THREE, {"White": "Anna", "Black": "?", "Green": "Bruno", "Blue": "Carla"}),
        ("chinese-checkers~seats=2", {"White": "Anna", "Black": "Bruno"}),
    ],
)
def test_a_game_of_any_number_is_written_down_with_everybody_s_name(
    app: App, slug: str, names: dict[str, str]
) -> None:
    """At a table for three nobody has Black: looking for that seat made no answer come at all."""
    friends = [app.guest(name) for name in ("Bruno", "Carla")]
    game = app.play.create(app.guest("Anna"), NewGame(game=slug, friend=True))
    for seat, friend in zip(game.row.seats[1:], friends, strict=False):
        app.play.join(seat.invite or "", friend)
    written = app.archive.pdn(game.id)
    assert [f'[{tag} "{name}"]' for tag, name in names.items() if f'[{tag} "{name}"]' not in written] == []
    assert ("Green" in written) is ("Green" in names)


def test_each_player_has_a_plate_and_his_own_colour(app: App) -> None:
    anna = app.guest("Anna")
    game = app.play.create(anna, NewGame(game=THREE, seat="green", level=1))
    view = build_view(game, anna.id, "it", now_ms=0)
    assert list(view.players) == ["white", "green", "blue"]
    assert (view.you, view.side, view.thinking) == ("green", "white", True)
    assert set(view.pieces.values()) == {"0", "2", "4"}


def test_who_leaves_hands_the_seat_to_the_engine(app: App) -> None:
    anna, bruno = app.guest("Anna"), app.guest("Bruno")
    game = app.play.create(anna, NewGame(game="chinese-checkers~seats=4", friend=True))
    assert list(build_view(game, anna.id, "it", now_ms=0).players) == ["white", "red", "black", "blue"]
    app.play.join(game.seat(Side.RED).invite or "", bruno)
    for side in (Side.BLACK, Side.BLUE):
        app.play.join(game.seat(side).invite or "", app.guest(side.name))
    left = app.play.act(game.id, bruno.id, "resign")
    assert left.game.outcome is None
    assert [seat.kind for seat in left.row.seats].count("engine") == 1
    assert left.sides_of(bruno.id) == ()
    _move(app, left, anna.id)
    assert app.engine_moves.pending(game.id) is not None


ALMOST = (
    "2:0=112,113,114,115,116,117,118,119,120,121;2=11,12,13,14,24,25,26,36,37,48;"
    "4=66,76,77,87,88,89,99,100,101,102;home=0"
)
"""White is home, and Green will be with the next move: then Blue alone is left."""


def test_each_of_three_is_told_their_own_place(app: App) -> None:
    """Who came home second was told that they had lost, 1/3."""
    anna, bruno, carla = (app.guest(name) for name in ("Anna", "Bruno", "Carla"))
    game = app.play.create(anna, NewGame(game=THREE, friend=True, fen=ALMOST))
    for seat, friend in zip(game.row.seats[1:], (bruno, carla), strict=True):
        app.play.join(seat.invite or "", friend)
    over = app.play.move(game.id, bruno.id, 0, (48, 47)).live
    views = [build_view(over, who.id, "en", now_ms=0) for who in (anna, bruno, carla)]
    told = [view.outcome.title for view in views if view.outcome]
    assert told == [words_of("You win"), words_of("You are second"), words_of("You are last")]
    text = words_of("{winner} is home first; then {others}.", winner="White", others="Green")
    assert [(view.outcome.points, view.outcome.text) for view in views if view.outcome] == [("", text)] * 3
    assert views[1].turn_text == words_of("You are second") + "."


def test_no_clock_and_no_draw_for_more_than_two(app: App) -> None:
    anna = app.guest("Anna")
    with pytest.raises(BadTerms):
        app.play.create(anna, NewGame(game=THREE, seat="both", base_ms=60_000))
    game = app.play.create(anna, NewGame(game=THREE, seat="both"))
    with pytest.raises(RefusedAct):
        app.play.act(game.id, anna.id, "offer-draw", "white")


def test_one_who_plays_all_seats_takes_moves_back(app: App) -> None:
    anna = app.guest("Anna")
    game = app.play.create(anna, NewGame(game=THREE, seat="both"))
    game = _move(app, _move(app, game, anna.id), anna.id)
    assert app.play.act(game.id, anna.id, "ask-undo").game.ply == 1


def test_a_seat_that_the_game_has_not_is_refused(app: App) -> None:
    with pytest.raises(BadTerms) as refused:
        app.play.create(app.guest("Anna"), NewGame(game="italian", seat="red"))
    assert holds(
        refused.value,
        Message("There is no seat '{seat}': {known}, both or lot.", seat="red", known="white, black"),
    )


@pytest.mark.parametrize(
    "slug", ["bashni", "lasca", "reentry", "hexdame", "turkish", "german~landing=adjacent"]
)
def test_a_game_is_rebuilt_from_what_is_stored(app: App, slug: str) -> None:
    anna = app.guest("Anna")
    game = app.play.create(anna, NewGame(game=slug, seat="both"))
    for _ in range(14):
        if game.game.outcome is not None:
            break
        game = _move(app, game, anna.id)
    app.cache.forget(game.id)
    fresh = app.play.load(game.id)
    assert fresh.game.position == game.game.position
    assert [ply.text for ply in fresh.history] == [ply.text for ply in game.history]


def test_men_enter_where_the_player_says_and_the_same_move_sent_again_is_one(app: App) -> None:
    anna = app.guest("Anna")
    game = app.play.create(anna, NewGame(game="reentry", seat="both", fen="W:W18:B1,2:R1,0"))
    assert ruleset("reentry").core.read("W:W18:B1,2:R1,0") == game.game.position
    view = build_view(game, anna.id, "en", now_ms=0)
    assert {move.drops for move in view.moves} == {(29,), (30,), (31,), (32,)}
    assert view.facts.more_text == "White 1, Black 0"
    played = app.play.move(game.id, anna.id, 0, (18, 13), (30,))
    again = app.play.move(game.id, anna.id, 0, (18, 13), (30,))
    assert again.repeated
    assert played.live.game.position.fen == "B:W13,30:B1,2"
    with pytest.raises(RefusedAct):
        app.play.move(game.id, anna.id, 1, (1, 5), (30,))


def test_towers_are_told_from_the_bottom_up(app: App) -> None:
    anna = app.guest("Anna")
    game = app.play.create(anna, NewGame(game="bashni", seat="both", fen="W:c3=w,d4=b,h8=b"))
    view = build_view(game, anna.id, "en", now_ms=0)
    (move,) = view.moves
    assert move.after is not None
    assert move.after[str(move.destination)] == "bw"
    after = _move(app, game, anna.id)
    assert build_view(after, anna.id, "en", now_ms=0).pieces[str(move.destination)] == "bw"
