"""Conditional moves by correspondence: laid ahead, played when they fit, seen by nobody else."""

from __future__ import annotations

from pathlib import Path

import pytest

from damiera.game.clock import ClockSettings
from damiera.messages import Message
from damiera.service.conduct import ConductService
from damiera.service.errors import BadTerms, NotYours
from damiera.service.identity import Visitor
from damiera.service.live import LiveGame
from damiera.service.terms import NewGame
from tests.unit.service.kit import App, moves_of
from tests.wording import holds

DAYS = ClockSettings.parse("5d")


def begin(app: App) -> tuple[LiveGame, Visitor, Visitor]:
    """Return a game by days in which Anna has opened 22-18, and Bruno is to move."""
    game, anna, bruno = app.friends(NewGame(friend=True, clock=DAYS))
    return app.play.move(game.id, anna.id, 0, (22, 18)).live, anna, bruno


def lay(app: App, game: LiveGame, who: Visitor, text: str) -> LiveGame:
    return ConductService(app.cache).do(game.id, who.id, {"e": "plan", "text": text})


def play(app: App, game: LiveGame, who: Visitor, *path: int) -> LiveGame:
    return app.play.move(game.id, who.id, app.play.load(game.id).game.ply, path).live


def test_the_move_that_was_expected_is_answered_at_once(app: App) -> None:
    game, anna, bruno = begin(app)
    lay(app, game, anna, "10-13 18-14 11x18 21x14\n12-16 18-14")
    after = play(app, game, bruno, 10, 13)
    assert moves_of(after) == ["22-18", "10-13", "18-14"]
    assert app.view(after, anna).plan == ("11x18 21x14",)
    again = play(app, game, bruno, 11, 18)
    assert moves_of(again) == ["22-18", "10-13", "18-14", "11x18", "21x14"]
    assert app.view(again, anna).plan == ()


def test_another_move_drops_them_all(app: App) -> None:
    game, anna, bruno = begin(app)
    lay(app, game, anna, "10-13 18-14")
    after = play(app, game, bruno, 12, 16)
    assert moves_of(after) == ["22-18", "12-16"]
    assert (app.view(after, anna).plan, after.plans) == ((), {})


def test_both_may_lay_ahead_and_nobody_sees_what_the_other_laid(app: App) -> None:
    game, anna, bruno = begin(app)
    game = lay(app, game, anna, "10-13 18-14 11x18 21x14")
    assert app.view(game, anna).plan == ("10-13 18-14 11x18 21x14",)
    assert app.view(game, bruno).plan == ()
    assert app.view(game).plan == ()
    assert "plan" not in app.view(game, bruno).rights


def test_answers_go_on_as_long_as_what_was_expected_comes(app: App) -> None:
    game, anna, bruno = app.friends(NewGame(friend=True, clock=DAYS))
    lay(app, game, bruno, "22-18 10-13 18-14 11x18\n23-20 12-15")
    after = play(app, game, anna, 22, 18)
    assert (moves_of(after), app.view(after, bruno).plan) == (["22-18", "10-13"], ("18-14 11x18",))
    after = play(app, game, anna, 18, 14)
    assert (moves_of(after)[2:], app.view(after, bruno).plan) == (["18-14", "11x18"], ())


def test_a_move_taken_back_drops_what_was_laid_for_another_position(app: App) -> None:
    game, anna, bruno = begin(app)
    lay(app, game, anna, "10-13 18-14")
    app.play.act(game.id, anna.id, "ask-undo")
    app.play.act(game.id, bruno.id, "accept-undo")
    game = play(app, game, anna, 23, 20)
    assert app.view(game, anna).plan == ()
    assert moves_of(play(app, game, bruno, 10, 13)) == ["23-20", "10-13"]


def test_an_offer_of_a_draw_is_not_declined_by_an_answer(app: App) -> None:
    game, anna, bruno = begin(app)
    lay(app, game, anna, "10-13 18-14")
    app.play.act(game.id, bruno.id, "offer-draw")
    after = play(app, game, bruno, 10, 13)
    assert moves_of(after) == ["22-18", "10-13"]
    assert after.game.draw_offer is not None


def test_another_process_knows_what_was_laid(app: App, tmp_path: Path) -> None:
    game, anna, bruno = begin(app)
    there = App(tmp_path, app.clock)
    assert app.view(there.play.load(game.id), anna).plan == ()
    lay(app, game, anna, "10-13 18-14")
    assert app.view(there.play.load(game.id), anna).plan == ("10-13 18-14",)
    after = there.play.move(game.id, bruno.id, 1, (10, 13))
    there.close()
    assert (after.ply, moves_of(after.live)) == (1, ["22-18", "10-13", "18-14"])
    assert moves_of(app.play.load(game.id)) == ["22-18", "10-13", "18-14"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("10-13", Message("Line {n} ends with a move of the opponent: add your answer to it.", n=1)),
        (
            "10-13 18-14\n10-13 24-20",
            Message(
                "Lines {first} and {second} answer {move} in two ways: leave one.",
                first=1,
                second=2,
                move="10-13",
            ),
        ),
        (
            "10-13 18-14\n" * 25,
            Message("There are at most {lines} lines of {moves} moves.", lines=24, moves=40),
        ),
    ],
)
def test_what_is_no_plan_is_refused_in_words(app: App, text: str, said: Message) -> None:
    game, anna, _ = begin(app)
    with pytest.raises(BadTerms) as refused:
        lay(app, game, anna, text)
    assert holds(refused.value, said)
    with pytest.raises(BadTerms, match="18-1"):
        lay(app, game, anna, "10-13 18-1")


def test_only_by_correspondence_and_while_the_other_is_to_move(app: App) -> None:
    game, anna, bruno = begin(app)
    with pytest.raises(BadTerms):
        lay(app, game, bruno, "10-13 18-14")
    with pytest.raises(NotYours):
        lay(app, game, app.guest("Carla"), "10-13 18-14")
    quick, anna, _ = app.friends(NewGame(friend=True, base_ms=60_000))
    app.play.move(quick.id, anna.id, 0, (22, 18))
    with pytest.raises(BadTerms):
        lay(app, quick, anna, "10-13 18-14")
