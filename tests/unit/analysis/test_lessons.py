"""A mistake played again: what is good enough in its place, and what is said of what is not."""

from __future__ import annotations

from damiera._core import Position, Side
from damiera.analysis.engine_view import EngineView
from damiera.analysis.lessons import Lesson, LessonResult, at_once, tried_again
from damiera.analysis.odds import curve_of, odds_of
from damiera.engine.protocol import Info
from damiera.engine.score import Score
from damiera.messages import Message
from damiera.notation.moves import parse_move
from tests.unit.analysis.kit import asker, at
from tests.wording import holds, words_of

CURVE = curve_of("italian")
SHOT = at("W:W21,22,24,25,27,28,30:B1,2,3,4,8,13,14")


def lesson(position: Position, played: str, best: str, worth: float) -> Lesson:
    return Lesson(position, (), parse_move(position, played), parse_move(position, best), worth)


def seen(position: Position, cp: int) -> EngineView:
    """A look that saw this score for who moved last."""
    score = Score(-cp, position.side)
    return EngineView(position, (Info(8, score, 1000, 1, position.moves()[:1], 1),))


def test_the_better_move_and_the_mistake_need_no_search() -> None:
    again = lesson(SHOT, "24-20", "21-18", 0.9)
    best = at_once(again, parse_move(SHOT, "21-18"))
    assert best is not None
    assert (best.found, best.is_right, best.text.text("en")) == (
        LessonResult.BEST,
        True,
        words_of("Right: {move} is the move.", move="21-18"),
    )
    same = at_once(again, parse_move(SHOT, "24-20"))
    assert same is not None
    assert (same.found, same.is_right) == (LessonResult.SAME, False)
    assert holds(same.text, Message("{move} is what was played: look for another.", move="24-20"))
    assert at_once(again, parse_move(SHOT, "28-23")) is None


def test_another_move_is_right_if_it_costs_no_more_than_an_exact_one() -> None:
    move = parse_move(SHOT, "28-23")
    there = SHOT.play(move)
    worth = odds_of(Score(30, Side.WHITE), CURVE).expectation
    again = lesson(SHOT, "24-20", "21-18", worth)
    good = tried_again(again, move, seen(there, 28), CURVE)
    assert (good.found, good.is_right) == (LessonResult.GOOD, True)
    assert holds(
        good.text, Message("{move} is good too; the engine preferred {best}.", move="28-23", best="21-18")
    )
    assert not tried_again(again, move, seen(there, -60), CURVE).is_right


def test_a_wrong_move_is_told_what_it_loses_and_not_what_was_better() -> None:
    position = at("W:W17,21,22,25,28,30,31,32:B1,3,4,5,6,9,10,12")
    for played in position.moves():
        there = asker(nodes=3_000)(position.play(played))
        if there.position.moves()[0].is_capture and there.lines[0].score.cp > 50:
            again = Lesson(position, (), position.moves()[0], position.moves()[-1], 0.5)
            told = tried_again(again, played, there, CURVE)
            assert told.found is LessonResult.WRONG
            assert told.text.text("en").endswith("Try again.")
            assert "Better" not in told.text.text("en")
            return
    raise AssertionError("no move of this position loses a man")


class Known:
    """Tables that know everything, and what."""

    def __init__(self, before: int, after: int) -> None:
        self.before, self.after = before, after

    def worth(self, position: Position) -> int | None:
        return self.before if position == SHOT else self.after


def test_what_the_tables_know_stands_above_the_engine() -> None:
    move = parse_move(SHOT, "28-23")
    there = seen(SHOT.play(move), -200)
    again = lesson(SHOT, "24-20", "21-18", 0.9)
    assert tried_again(again, move, there, CURVE, truth=Known(1, 1)).is_right
    assert not tried_again(again, move, seen(SHOT.play(move), 500), CURVE, truth=Known(2, 1)).is_right
