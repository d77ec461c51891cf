"""Learning: the lessons of a game, what a player does in an exercise, and how far they have come."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from damiera._core import Move
from damiera.game.events import Moved
from damiera.game.scenarios import begun
from damiera.game.state import Game
from damiera.messages import Lang, Message
from damiera.notation.moves import best_route, parse_move
from damiera.notation.numbering import parse_square
from damiera.records.learning import ExerciseRecord
from damiera.regulations.book import Rulebook, rulebook
from damiera.regulations.lesson import COURSES, ArticleLesson, Exercise, lesson_parts
from damiera.regulations.scenario import Scenario
from damiera.rules.ruleset import ruleset
from damiera.rules.squares import square_name
from damiera.service.errors import BadTerms, NotFound
from damiera.service.ports import ServerClock, StorePort
from damiera.service.scenarios import PlayedPath, ScenarioState, play_scenario

__all__ = [
    "ExerciseAnswer",
    "LearningService",
    "OpenExercise",
    "courses",
    "find_exercise",
    "lessons_of",
    "marked",
    "moved",
    "right_answers",
    "state_at",
    "typed",
]

_NO_LESSON: Final = Message("This lesson is not here.")
_RIGHT: Final = Message("Right.")
_ALLOWED_BUT: Final = Message("That is allowed, but it is not what is asked. Read the task again.")
_MORE: Final = Message(
    "Right so far, but {n} more can be moved.", plural="Right so far, but {n} more can be moved."
)
_NOT_THIS: Final = Message("The piece on {square} cannot be moved now.")
_NO_PIECE: Final = Message("No piece of yours stands on {square}.")
_MARK: Final = Message("Mark at least one piece.")
_ONE_MOVE: Final = Message("One move is asked for.")
MOST_MARKED: Final = 60


class OpenExercise(msgspec.Struct, frozen=True):
    """An exercise of a lesson, the `number`th of it, on its board.

    Attributes:
        scenario: the position, under the rules of the book.
    """

    book: Rulebook
    lesson: ArticleLesson
    number: int
    exercise: Exercise
    scenario: Scenario

    @property
    def record(self) -> ExerciseRecord:
        """What is kept of it once it is done."""
        return ExerciseRecord(self.book.id, self.lesson.number, self.number)


class ExerciseAnswer(msgspec.Struct, frozen=True):
    """What is said to an answer.

    Attributes:
        right: whether it is what was asked for.
        state: the board after it; where it is refused, as before, with the reason.
        text: what is said of it.
        square: the piece that it is said of, by number; 0 for none.
    """

    right: bool
    state: ScenarioState
    text: str = ""
    square: int = 0


def lessons_of(book: str) -> tuple[ArticleLesson, ...]:
    """Return the lessons of a book, in order.

    >>> [lesson.number for lesson in lessons_of("wcdf.english")][:3]
    ['1.5', '2.1', '2.2']
    """
    return tuple(lesson for part in lesson_parts(book) for lesson in part.lesson)


def find_exercise(game: str, article: str, number: int) -> OpenExercise:
    """Return an exercise of the lesson on an article of a game.

    Raises:
        NotFound: if there is no such lesson, or it has no such exercise.
    """
    for id in COURSES:
        book = rulebook(id)
        for lesson in lessons_of(id) if book.game == game else ():
            if lesson.number == article and 1 <= number <= len(lesson.exercise):
                exercise = lesson.exercise[number - 1]
                scenario = Scenario(book=id, number=article, position=exercise.position)
                return OpenExercise(book, lesson, number, exercise, scenario)
    raise NotFound(article, _NO_LESSON)


def state_at(opened: OpenExercise, lang: Lang) -> ScenarioState:
    """Return the board of an exercise; where pieces are to be marked it does not say which."""
    return _hidden(opened, play_scenario(opened.scenario, (), lang))


def _hidden(opened: OpenExercise, state: ScenarioState) -> ScenarioState:
    if opened.exercise.find != "pieces":
        return msgspec.structs.replace(state, must=())
    return msgspec.structs.replace(state, must=(), moves=(), refusals={})


def right_answers(opened: OpenExercise) -> tuple[Move, ...]:
    """Return the legal moves that do what is asked, as the rules have it; of `pieces` all legal moves.

    >>> [str(move.destination) for move in right_answers(find_exercise("italian", "4.2", 1))]
    ['2', '3']
    """
    position, find = begun(opened.scenario).position, opened.exercise.find
    return tuple(
        move
        for move in position.moves()
        if find in ("move", "pieces")
        or (find == "capture" and move.captured)
        or (find == "crown" and move.promotes)
        or (find == "win" and position.play(move).winner() is position.side)
    )


def marked(opened: OpenExercise, squares: Sequence[int], lang: Lang) -> ExerciseAnswer:
    """Judge the pieces that somebody has marked: all that may be moved, and no other.

    Raises:
        BadTerms: if none or far too many are marked.
    """
    if not 1 <= len(squares) <= MOST_MARKED:
        raise BadTerms("squares", _MARK)
    game = begun(opened.scenario)
    plain = play_scenario(opened.scenario, (), lang)
    wanted = {move.origin for move in right_answers(opened)}
    for square in squares:
        if square not in wanted:
            return _not_to_be_moved(opened, game, plain, square, lang)
    left = len(wanted - set(squares))
    if left:
        return ExerciseAnswer(False, _hidden(opened, plain), _MORE.format(n=left).text(lang))
    shown = msgspec.structs.replace(plain, must=tuple(sorted(wanted)))
    return ExerciseAnswer(True, shown, _RIGHT.text(lang))


def _not_to_be_moved(
    opened: OpenExercise, game: Game, plain: ScenarioState, square: int, lang: Lang
) -> ExerciseAnswer:
    name = square_name(game.ruleset, square)
    refusal = plain.refusals.get(str(square))
    said = _NOT_THIS if refusal else _NO_PIECE
    state = msgspec.structs.replace(_hidden(opened, plain), refusal=refusal, tried=(square,))
    return ExerciseAnswer(False, state, said.format(square=name).text(lang), square)


def moved(opened: OpenExercise, played: PlayedPath, lang: Lang) -> ExerciseAnswer:
    """Judge a move; one that the law forbids is refused with its article, and the board stays."""
    state = play_scenario(opened.scenario, (played,), lang)
    if state.refusal is not None:
        return ExerciseAnswer(False, _hidden(opened, state))
    game = begun(opened.scenario)
    made = game.apply(Moved(path=played.path, drops=played.drops, at=len(game.events))).moves[-1]
    if made in right_answers(opened):
        return ExerciseAnswer(True, state, _RIGHT.text(lang))
    before = play_scenario(opened.scenario, (), lang)
    return ExerciseAnswer(False, _hidden(opened, before), _ALLOWED_BUT.text(lang))


def typed(opened: OpenExercise, text: str, lang: Lang) -> ExerciseAnswer:
    """Judge an answer that was typed: a move as players write it, or squares.

    Raises:
        BadTerms: where nothing, or more than is asked for, was typed.
        DamieraError: for a move that is none, or a square that is not on the board.
    """
    game = begun(opened.scenario)
    words = re.split(r"[\s,;]+", text.strip())[: MOST_MARKED + 1]
    if opened.exercise.find == "pieces":
        return marked(opened, [parse_square(game.ruleset, word) for word in words if word], lang)
    if len(words) != 1:
        raise BadTerms("answer", _ONE_MOVE)
    route = best_route(game.position, parse_move(game.position, words[0]))
    return moved(opened, PlayedPath(path=route), lang)


class LearningService:
    """What players learn, kept."""

    def __init__(self, store: StorePort, clock: ServerClock) -> None:
        self._store = store
        self._clock = clock

    def done(self, player_id: str | None) -> frozenset[ExerciseRecord]:
        """Return the exercises that a visitor has done."""
        if player_id is None:
            return frozenset()
        with self._store.read() as work:
            return frozenset(work.learning.exercises(player_id))

    def note(self, record: ExerciseRecord, player_id: str) -> None:
        """Write down that a player has done an exercise, or an ending."""
        with self._store.write() as work:
            work.learning.do_exercise(player_id, record, at=self._clock.now_ms())


def courses() -> Iterator[tuple[str, str]]:
    """Yield the games that have lessons, each with its book.

    >>> [game for game, _ in courses()]
    ['italian', 'english', 'international']
    """
    for id in COURSES:
        yield ruleset(rulebook(id).game).slug, id
