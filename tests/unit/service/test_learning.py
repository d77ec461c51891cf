"""Lessons: every exercise has the answers that the rules give, and what is answered is judged by them."""

from __future__ import annotations

import pytest

from damiera.errors import DamieraError
from damiera.game.scenarios import begun
from damiera.messages import Message
from damiera.notation.errors import IllegalMove
from damiera.notation.moves import format_move
from damiera.regulations.lesson import COURSES
from damiera.rules.squares import square_name
from damiera.service.errors import BadTerms, NotFound
from damiera.service.learning import (
    LearningService,
    OpenExercise,
    courses,
    find_exercise,
    lessons_of,
    marked,
    moved,
    right_answers,
    state_at,
    typed,
)
from damiera.service.scenarios import PlayedPath
from tests.unit.service.kit import App
from tests.wording import raises

EXERCISES = [
    (game, lesson.number, number)
    for game, book in courses()
    for lesson in lessons_of(book)
    for number in range(1, len(lesson.exercise) + 1)
]


def answers_by_the_rules(opened: OpenExercise) -> set[str]:
    game = begun(opened.scenario)
    right = right_answers(opened)
    if opened.exercise.find == "pieces":
        return {square_name(game.ruleset, move.origin) for move in right}
    return {format_move(game.position, move) for move in right}


@pytest.mark.parametrize(("game", "article", "number"), EXERCISES)
def test_the_answers_of_an_exercise_are_those_of_the_rules(game: str, article: str, number: int) -> None:
    opened = find_exercise(game, article, number)
    assert set(opened.exercise.answers) == answers_by_the_rules(opened) != set()
    tried = " ".join(opened.exercise.answers) if opened.exercise.find == "pieces" else None
    for text in [tried] if tried else opened.exercise.answers:
        assert typed(opened, text, "en").right


@pytest.mark.parametrize("book", COURSES)
def test_lessons_follow_the_articles_and_exist_once(book: str) -> None:
    numbers = [lesson.number for lesson in lessons_of(book)]
    assert len(set(numbers)) == len(numbers) >= 10


def test_a_capture_that_is_not_due_is_refused_by_its_article() -> None:
    answer = moved(find_exercise("italian", "6.6", 1), PlayedPath(path=(22, 13)), "it")
    assert not answer.right
    assert answer.state.refusal is not None
    assert [article.number for article in answer.state.refusal.articles] == ["6.6"]
    assert answer.state.fen.startswith("W:W21,22")


def test_a_legal_move_that_is_not_asked_for_leaves_the_board() -> None:
    answer = moved(find_exercise("italian", "4.2", 1), PlayedPath(path=(27, 23)), "en")
    assert not answer.right
    assert answer.state.refusal is None
    assert answer.state.pieces == state_at(find_exercise("italian", "4.2", 1), "en").pieces


def test_marked_pieces_must_be_all_and_no_other() -> None:
    opened = find_exercise("italian", "6.1", 2)
    assert marked(opened, [24, 18], "en").right
    assert marked(opened, [24, 18], "en").state.must == (18, 24)
    assert not marked(opened, [24], "en").right
    wrong = marked(opened, [18, 22, 24], "en")
    assert not wrong.right
    assert wrong.square == 22
    assert wrong.state.refusal is not None
    assert not marked(opened, [5], "en").right


def test_the_board_of_an_exercise_does_not_tell_its_answer() -> None:
    state = state_at(find_exercise("italian", "6.1", 2), "en")
    assert (state.moves, state.must, state.refusals) == ((), (), {})
    assert state_at(find_exercise("italian", "6.6", 1), "en").must == ()


def test_bad_answers_say_what_is_wrong() -> None:
    opened = find_exercise("italian", "6.6", 1)
    with pytest.raises(IllegalMove):
        typed(opened, "22x13", "en")
    with raises(BadTerms, Message("One move is asked for.")):
        typed(opened, "22x13 21x7", "en")
    with raises(BadTerms, Message("Mark at least one piece.")):
        marked(find_exercise("italian", "6.1", 2), [], "en")
    with pytest.raises(DamieraError):
        typed(find_exercise("italian", "6.1", 2), "99", "en")


@pytest.mark.parametrize(
    ("game", "article", "number"), [("italian", "1.1", 1), ("italian", "4.1", 9), ("russian", "4.1", 1)]
)
def test_a_lesson_that_is_not_there(game: str, article: str, number: int) -> None:
    with raises(NotFound, Message("This lesson is not here.")):
        find_exercise(game, article, number)


def test_what_is_done_is_kept_for_each_player(app: App) -> None:
    learning = LearningService(app.store, app.clock)
    anna, bruno = app.guest("Anna"), app.guest("Bruno")
    opened = find_exercise("italian", "4.1", 1)
    learning.note(opened.record, anna.id)
    learning.note(opened.record, anna.id)
    assert learning.done(anna.id) == {opened.record}
    assert learning.done(bruno.id) == learning.done(None) == frozenset()
