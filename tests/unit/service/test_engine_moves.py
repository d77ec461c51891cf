"""The engine's turn: late, dead or foolish minds never break a game."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from damiera._core import Move, Side
from damiera.engine.limits import TimeLeft
from damiera.service.errors import BadTerms, Conflict, RefusedAct
from damiera.service.identity import Visitor
from damiera.service.live import LiveGame
from damiera.service.terms import NewGame
from tests.unit.service.kit import App, moves_of, score


def test_the_engine_is_wanted_when_it_is_its_turn(app: App) -> None:
    anna = app.guest("Anna")
    game = app.play.create(anna, NewGame(level=4))
    assert app.engine_moves.pending(game.id) is None
    assert app.engine_moves.waiting() == []
    played = app.play.move(game.id, anna.id, 0, (22, 18)).live
    task = app.engine_moves.pending(game.id)
    assert task is not None
    assert (task.what, task.version, task.side, task.level) == ("move", played.version, Side.BLACK, 4)
    assert task.position == played.game.position
    assert task.history == (played.game.start_position,)
    assert app.engine_moves.waiting() == [game.id]
    after = app.engine_moves.play(game.id, task.version, (10, 14))
    assert moves_of(after) == ["22-18", "10-14"]
    assert app.engine_moves.pending(game.id) is None


def test_the_engine_begins_when_it_has_white(app: App) -> None:
    game = app.play.create(app.guest("Anna"), NewGame(seat="black"))
    task = app.engine_moves.pending(game.id)
    assert task is not None
    assert (task.side, task.version) == (Side.WHITE, game.version)


def test_a_move_thought_up_before_an_undo_is_void(app: App) -> None:
    anna = app.guest("Anna")
    game = app.play.create(anna, NewGame(path=(22, 18)))
    undone = app.play.act(game.id, anna.id, "ask-undo")
    with pytest.raises(Conflict):
        app.engine_moves.play(game.id, game.version, (10, 14))
    app.play.move(game.id, anna.id, 0, (22, 18))
    with pytest.raises(Conflict):
        app.engine_moves.play(game.id, undone.version, (10, 14))
    assert moves_of(app.play.load(game.id)) == ["22-18"]


def test_a_move_sent_twice_is_played_once(app: App) -> None:
    game = app.play.create(app.guest("Anna"), NewGame(path=(22, 18)))
    app.engine_moves.play(game.id, game.version, (10, 14))
    with pytest.raises(Conflict):
        app.engine_moves.play(game.id, game.version, (10, 14))


def test_an_illegal_move_of_the_engine_is_refused(app: App) -> None:
    game = app.play.create(app.guest("Anna"), NewGame(path=(22, 18)))
    with pytest.raises(RefusedAct):
        app.engine_moves.play(game.id, game.version, (10, 18))
    with pytest.raises(BadTerms):
        app.engine_moves.play(game.id, game.version, ())
    assert app.engine_moves.waiting() == [game.id]


ENDING = "W:WK29,K30:BK1,K2"


def _moved(app: App, game: LiveGame, anna: Visitor, plies: int) -> LiveGame:
    """Play on, Anna and the engine in turn: nothing is taken and no position comes back."""
    live = game
    for ply in range(plies):
        position, seen = live.game.position, live.game.positions
        quiet = (move for move in position.moves() if not position.play(move).capture_lines())
        path = tuple(position.paths(next(move for move in quiet if position.play(move) not in seen))[0])
        if ply % 2 == 0:
            live = app.play.move(game.id, anna.id, ply, path).live
        else:
            live = app.engine_moves.play(game.id, live.version, path)
    return live


@pytest.mark.parametrize(("score_cp", "accepted"), [(-300, True), (0, True), (20, True), (21, False)])
def test_the_engine_takes_a_draw_in_an_ending_when_it_is_not_ahead(
    app: App, score_cp: int, accepted: bool
) -> None:
    anna = app.guest("Anna")
    game = _moved(app, app.play.create(anna, NewGame(fen=ENDING, level=20)), anna, 20)
    offered = app.play.act(game.id, anna.id, "offer-draw")
    task = app.engine_moves.pending(game.id)
    assert task is not None
    assert (task.what, task.version, task.side) == ("answer-draw", offered.version, Side.BLACK)
    assert app.engine_moves.waiting() == [game.id]
    after = app.engine_moves.answer_draw(game.id, task.version, score_cp)
    assert score(after) == ("1-1" if accepted else None)
    assert after.game.draw_offer is None
    with pytest.raises(Conflict):
        app.engine_moves.answer_draw(game.id, task.version, score_cp)


@pytest.mark.parametrize("level", [1, 3, 10, 20])
def test_the_engine_takes_no_draw_in_the_opening(app: App, level: int) -> None:
    """A draw after one move, at any level, was two clicks."""
    anna = app.guest("Anna")
    game = app.play.create(anna, NewGame(level=level, path=(22, 18)))
    app.engine_moves.play(game.id, game.version, (10, 14))
    offered = app.play.act(game.id, anna.id, "offer-draw")
    after = app.engine_moves.answer_draw(game.id, offered.version, -500)
    assert after.game.outcome is None
    assert after.game.draw_offer is None, "it has answered, and plays on"


def test_an_offer_is_answered_before_the_move(app: App) -> None:
    anna = app.guest("Anna")
    game = app.play.create(anna, NewGame(path=(22, 18)))
    app.play.act(game.id, anna.id, "offer-draw")
    task = app.engine_moves.pending(game.id)
    assert task is not None
    assert task.what == "answer-draw"
    with pytest.raises(Conflict):
        app.engine_moves.play(game.id, task.version, (10, 14))
    declined = app.engine_moves.answer_draw(game.id, task.version, 200)
    task = app.engine_moves.pending(game.id)
    assert task is not None
    assert (task.what, task.version) == ("move", declined.version)


def test_games_that_wait_are_found_after_a_restart(app: App, tmp_path: Path) -> None:
    anna = app.guest("Anna")
    first = app.play.create(anna, NewGame(path=(22, 18)))
    app.play.create(anna, NewGame())
    app.clock.now += 5
    second = app.play.create(anna, NewGame(seat="black"))
    again = App(tmp_path, app.clock)
    assert again.engine_moves.waiting() == [first.id, second.id]
    again.close()


def test_the_engine_knows_its_time(app: App) -> None:
    anna = app.guest("Anna")
    game = app.play.create(anna, NewGame(base_ms=60_000, increment_ms=1_000, path=(22, 18)))
    app.clock.now += 7_000
    task = app.engine_moves.pending(game.id)
    assert task is not None
    assert task.time_left == TimeLeft(53_000, gain_ms=1_000)


def test_people_have_no_engine(app: App) -> None:
    game, anna, _ = app.friends()
    app.play.move(game.id, anna.id, 0, (22, 18))
    assert app.engine_moves.pending(game.id) is None
    assert app.engine_moves.waiting() == []


def test_a_finished_game_wants_nothing(app: App) -> None:
    anna = app.guest("Anna")
    game = app.play.create(anna, NewGame(path=(22, 18)))
    app.play.act(game.id, anna.id, "resign")
    assert app.engine_moves.pending(game.id) is None
    assert app.engine_moves.waiting() == []


# ------------------------------------------------------------------------------- thinking ahead

TIMED = NewGame(level=20, path=(22, 18), base_ms=300_000)


def _answered(app: App, new: NewGame = TIMED) -> tuple[LiveGame, Visitor]:
    """Return a game after the engine's first answer, and its player."""
    anna = app.guest("Anna")
    game = app.play.create(anna, new)
    return app.engine_moves.play(game.id, game.version, (10, 14)), anna


def _reply(game: LiveGame, *path: int) -> Move:
    position = game.game.position
    return next(move for move in position.moves() if path in position.paths(move))


def test_what_is_thought_about_ahead_is_what_comes(app: App) -> None:
    game, anna = _answered(app)
    app.clock.now += 2_000
    expected = app.engine_moves.ahead(game.id, game.version, _reply(game, 23, 20))
    assert expected is not None
    assert expected.player_id == anna.id
    app.clock.now += 7_000
    app.play.move(game.id, anna.id, 2, (23, 20))
    came = app.engine_moves.pending(game.id)
    assert came is not None
    assert replace(expected.task, version=came.version) == came


def test_a_game_that_has_gone_on_is_not_thought_about(app: App) -> None:
    game, anna = _answered(app)
    reply = _reply(game, 23, 20)
    app.play.act(game.id, anna.id, "ask-undo")
    assert app.engine_moves.ahead(game.id, game.version, reply) is None


def test_who_is_out_of_time_is_not_waited_for(app: App) -> None:
    game, _ = _answered(app)
    app.clock.now += 300_000
    assert app.engine_moves.ahead(game.id, game.version, _reply(game, 23, 20)) is None


@pytest.mark.parametrize("new", [replace(TIMED, level=19), replace(TIMED, base_ms=None)])
def test_only_the_highest_level_thinks_ahead_and_only_on_a_clock(app: App, new: NewGame) -> None:
    game, _ = _answered(app, new)
    assert app.engine_moves.ahead(game.id, game.version, _reply(game, 23, 20)) is None
