"""How somebody solves puzzles: what counts for rating and run, themes, and the answer to a wrong move."""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

import pytest

from damiera.engine.builtin import BuiltinEngine
from damiera.engine.errors import EngineError
from damiera.messages import Message, Verbatim
from damiera.notation.moves import format_move
from damiera.records.learning import PuzzleFormRecord
from damiera.service.puzzle_form import THEMES, puzzle_rating, rated, theme_of
from damiera.service.puzzle_views import PuzzleView, shipped
from damiera.service.puzzles import PuzzleService
from damiera.service.refutations import refuted, refuted_by
from tests.unit.service.kit import App
from tests.wording import holds


@pytest.fixture
def puzzles(app: App) -> PuzzleService:
    return PuzzleService(app.cache)


def of_length(length: int) -> list[PuzzleView]:
    return [one for one in shipped().values() if one.game == "italian" and len(one.solution) == length]


def wrong(puzzle: PuzzleView) -> str:
    position = puzzle.position
    texts = (format_move(position, move) for move in position.moves())
    return next(text for text in texts if text != puzzle.solution[0])


def test_the_first_answer_counts_and_no_other(app: App, puzzles: PuzzleService) -> None:
    anna, (first, second, *_) = app.guest("Anna"), of_length(3)
    assert puzzles.form(anna.id, "italian") is puzzles.form(None, "italian") is None
    puzzles.attempt(first.id, anna.id, first.solution)
    form = puzzles.form(anna.id, "italian")
    assert form is not None
    assert (form.rated, form.run, form.best_run) == (1, 1, 1)
    assert form.rating > 1200
    puzzles.attempt(second.id, anna.id, [wrong(second)])
    after = puzzles.form(anna.id, "italian")
    assert after is not None
    assert (after.rated, after.run, after.best_run) == (2, 0, 1)
    assert after.rating < form.rating
    puzzles.attempt(second.id, anna.id, second.solution)
    assert puzzles.form(anna.id, "italian") == after
    assert puzzles.form(anna.id, "english") is None


def test_half_a_solution_decides_nothing(app: App, puzzles: PuzzleService) -> None:
    anna, (puzzle, *_) = app.guest("Anna"), of_length(3)
    assert puzzles.attempt(puzzle.id, anna.id, puzzle.solution[:1]) == (True, False)
    assert puzzles.form(anna.id, "italian") is None


@pytest.mark.parametrize("solution", [True, False])
def test_help_before_the_first_answer_ends_the_run(app: App, puzzles: PuzzleService, solution: bool) -> None:
    anna, (first, second, *_) = app.guest("Anna"), of_length(3)
    puzzles.attempt(first.id, anna.id, first.solution)
    puzzles.help(second.id, anna.id, solution=solution)
    form = puzzles.form(anna.id, "italian")
    assert form is not None
    assert (form.rated, form.run) == (2, 0)
    puzzles.attempt(second.id, anna.id, second.solution)
    assert puzzles.form(anna.id, "italian") == form


def test_a_harder_puzzle_is_worth_more_and_costs_less() -> None:
    easy = min(shipped().values(), key=puzzle_rating)
    hard = max(shipped().values(), key=puzzle_rating)
    form = PuzzleFormRecord("italian", 1500, 40, 3, 5)
    assert rated(form, hard, solved=True).rating > rated(form, easy, solved=True).rating > 1500
    assert rated(form, easy, solved=False).rating < rated(form, hard, solved=False).rating < 1500
    assert rated(form, easy, solved=True).best_run == 5


def test_every_puzzle_has_a_theme_with_a_name() -> None:
    assert {theme_of(one) for one in shipped().values()} == set(THEMES)


def test_a_wrong_move_is_answered_on_the_board() -> None:
    engine = BuiltinEngine("italian", hash_mb=1)
    for puzzle in of_length(3)[:4]:
        text = wrong(puzzle)
        told = refuted(puzzle.position, [text], engine)
        assert told is not None
        here = told.position
        for move in told.moves:
            assert move in here.moves()
            here = here.play(move)
        said = (Message("That is not it."), Message("That is not it: {line} follows."))
        assert any(holds(told.text, one) for one in said)


def test_an_engine_that_fails_answers_nothing_and_is_given_back() -> None:
    puzzle, given = of_length(3)[0], list[str]()

    class Broken(BuiltinEngine):
        def analyse(self, *_: object, **__: object) -> NoReturn:
            raise EngineError(Verbatim("broken"))

    def lend(game: str) -> tuple[BuiltinEngine, Callable[[], None]]:
        return Broken(game, hash_mb=1), lambda: given.append(game)

    def none(_: str) -> NoReturn:
        raise EngineError(Verbatim("broken"))

    assert refuted_by(puzzle.game, puzzle.position, [wrong(puzzle)], lend) is None
    assert given == ["italian"]
    assert refuted_by(puzzle.game, puzzle.position, [wrong(puzzle)], none) is None
