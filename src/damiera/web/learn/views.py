"""Lessons: the list of a game's, and an exercise of one on its board."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import ClassVar

import msgspec
from markupsafe import Markup
from msgspec.structs import replace

from damiera._core import Side
from damiera.endgame.probe import Verdict
from damiera.game.scenarios import begun
from damiera.game.sides import SideName, side_name
from damiera.messages import Lang, translations
from damiera.paper.boards import board_shape, small_board
from damiera.paper.svg import Marks, board
from damiera.records.learning import ExerciseRecord
from damiera.regulations.book import rulebook
from damiera.regulations.lesson import ArticleLesson, LessonPart, lesson_parts
from damiera.rules.ruleset import ruleset
from damiera.rules.squares import square_name
from damiera.service.endings import (
    SETS,
    SIZE,
    EndingAnswer,
    OpenEnding,
    ending_record,
    games_with_endings,
    line_text,
    state_of,
)
from damiera.service.game_views import pieces_view
from damiera.service.learning import (
    ExerciseAnswer,
    OpenExercise,
    courses,
    find_exercise,
    lessons_of,
    state_at,
)
from damiera.service.links import article_link
from damiera.service.scenarios import PlayedPath, ScenarioState
from damiera.service.views import ArticleLink
from damiera.web.common.pages import PageView, as_json

__all__ = [
    "EndingPage",
    "ExercisePage",
    "ExerciseReply",
    "LessonsPage",
    "answer_reply",
    "ending_page",
    "exercise_page",
    "lessons_page",
]


class LessonCard(msgspec.Struct, frozen=True):
    """A lesson in the list: `standing` is done, now or later."""

    href: str
    number: int
    title: str
    article: str
    picture: Markup
    standing: str


class LessonGroup(msgspec.Struct, frozen=True):
    """The lessons of a part, and how many of them are done."""

    title: str
    done: int
    cards: tuple[LessonCard, ...]


class LessonsPage(PageView, frozen=True):
    """The lessons of a game.

    Attributes:
        courses: the games that have lessons: the slug, the name.
        done: how many lessons are done, of `total`.
        current: the first lesson that is not done; None when all are.
        endings: whether endings of the game can be practised.
    """

    template: ClassVar[str] = "learn/lessons.html"
    courses: tuple[tuple[str, str], ...]
    game: str
    game_name: str
    groups: tuple[LessonGroup, ...]
    done: int
    total: int
    current: LessonCard | None
    endings: bool


class ExerciseStep(msgspec.Struct, frozen=True):
    """An exercise among those of its lesson."""

    href: str
    done: bool
    here: bool


class ExercisePage(PageView, frozen=True):
    """An exercise of a lesson, on its board.

    Attributes:
        number: which lesson of the game it is, counted from 1.
        text: the article.
        marks: pieces are to be marked, not moved; `choices` are those of the side to move: number and name.
        line: None: one move is asked for; see `EndingPage`.
        reply: what is said to an answer that came by the form; None where none came.
        next_href: what comes after it: the next exercise, the next lesson, or the list.
    """

    template: ClassVar[str] = "learn/exercise.html"
    game: str
    game_name: str
    number: int
    title: str
    article: ArticleLink
    text: str
    task: str
    steps: tuple[ExerciseStep, ...]
    done: bool
    marks: bool
    choices: tuple[tuple[int, str], ...]
    line: str | None
    reply: ExerciseReply | None
    next_href: str
    next_name: str
    drawn: Markup
    side: SideName
    fen: str
    data_json: Markup
    geometry_json: Markup


class EndingPage(PageView, frozen=True):
    """An ending that the tables defend, on its board.

    Attributes:
        set, sets: which set it is of, and how many there are; `number` in it.
        line: the moves so far, as `line_text` writes them.
        reply: what is said to a move that came by the form; None where none came.
        next_href: what comes after it: the next ending, the next set, or where one came from.
        set_before, set_after: the sets beside this one; empty where there is none.
    """

    template: ClassVar[str] = "learn/ending.html"
    game: str
    game_name: str
    back_href: str
    back_name: str
    title: str
    number: int
    set: int
    sets: int
    task: str
    steps: tuple[ExerciseStep, ...]
    done: bool
    marks: bool
    choices: tuple[tuple[int, str], ...]
    line: str
    reply: ExerciseReply | None
    next_href: str
    next_name: str
    set_before: str
    set_after: str
    drawn: Markup
    fen: str
    data_json: Markup
    geometry_json: Markup


class ExerciseReply(msgspec.Struct, frozen=True):
    """What a page answers to what was done.

    Attributes:
        title: why it is refused; empty where it is not.
        articles: what it is refused by.
        over: whether nothing more is asked.
        line: of an ending: the moves so far, one's own and the answers.
    """

    right: bool
    title: str
    text: str
    articles: tuple[ArticleLink, ...]
    state: ScenarioState
    over: bool = True
    line: tuple[PlayedPath, ...] = ()


class ExerciseData(msgspec.Struct, frozen=True):
    """What the script of the page begins with; `lined` where moves are asked for one after another."""

    url: str
    game_name: str
    marks: bool
    state: ScenarioState
    lined: bool = False
    line: tuple[PlayedPath, ...] = ()


def _is_done(lesson: ArticleLesson, book: str, done: Set[ExerciseRecord]) -> bool:
    numbers = range(1, len(lesson.exercise) + 1)
    return all(ExerciseRecord(book, lesson.number, number) in done for number in numbers)


def lessons_page(game: str, book: str, done: Set[ExerciseRecord], lang: Lang) -> LessonsPage:
    """Return the lessons of a game, for somebody who has done some exercises."""
    lessons = lessons_of(book)
    finished = {lesson.number for lesson in lessons if _is_done(lesson, book, done)}
    first = next((lesson.number for lesson in lessons if lesson.number not in finished), "")
    order = [lesson.number for lesson in lessons]

    def card(lesson: ArticleLesson) -> LessonCard:
        number = lesson.number
        standing = "done" if number in finished else "now" if number == first else "later"
        return _card(game, book, lesson, order.index(number) + 1, standing, lang)

    def group(part: LessonPart) -> LessonGroup:
        cards = tuple(card(lesson) for lesson in part.lesson)
        return LessonGroup(part.title.text(lang), sum(one.standing == "done" for one in cards), cards)

    groups = tuple(group(part) for part in lesson_parts(book))
    return LessonsPage(
        courses=tuple((slug, ruleset(slug).name.text(lang)) for slug, _ in courses()),
        game=game,
        game_name=ruleset(game).name.text(lang),
        groups=groups,
        done=len(finished),
        total=len(lessons),
        current=next((one for part in groups for one in part.cards if one.standing == "now"), None),
        endings=game in games_with_endings(),
    )


def _card(game: str, book: str, lesson: ArticleLesson, number: int, standing: str, lang: Lang) -> LessonCard:
    position = begun(find_exercise(game, lesson.number, 1).scenario).position
    return LessonCard(
        href=f"/learn/{game}/{lesson.number}",
        number=number,
        title=lesson.title.text(lang),
        article=rulebook(book).article(lesson.number).printed,
        picture=small_board(game, pieces_view(position)),
        standing=standing,
    )


def exercise_page(
    opened: OpenExercise, done: Set[ExerciseRecord], reply: ExerciseReply | None, lang: Lang
) -> ExercisePage:
    """Return the page of an exercise, after an answer that came by the form where there is one."""
    book, lesson, game = opened.book, opened.lesson, opened.book.game
    article = book.article(lesson.number)
    state = reply.state if reply else state_at(opened, lang)
    here = begun(opened.scenario).position
    marks = opened.exercise.find == "pieces"
    href, name = _next(opened, lang)
    base = f"/learn/{game}/{lesson.number}"
    order = [one.number for one in lessons_of(book.id)]
    data = ExerciseData(
        f"/api/learn/{game}/{lesson.number}/{opened.number}",
        ruleset(game).name.text(lang),
        marks,
        state_at(opened, lang),
    )
    return ExercisePage(
        game=game,
        game_name=ruleset(game).name.text(lang),
        number=order.index(lesson.number) + 1,
        title=lesson.title.text(lang),
        article=article_link(f"{book.id}:{lesson.number}"),
        text=article.text.text(lang),
        task=opened.exercise.task.text(lang),
        steps=tuple(
            ExerciseStep(
                f"{base}?n={n}", ExerciseRecord(book.id, lesson.number, n) in done, n == opened.number
            )
            for n in range(1, len(lesson.exercise) + 1)
        ),
        done=opened.record in done,
        marks=marks,
        choices=tuple((n, square_name(ruleset(game), n)) for n in _own(opened)) if marks else (),
        line=None,
        reply=reply,
        next_href=href,
        next_name=name,
        drawn=_drawn(game, state, here.side is Side.BLACK, lang),
        side=side_name(here.side),
        fen=state.fen,
        data_json=as_json(data),
        geometry_json=as_json(board_shape(game)),
    )


def _own(opened: OpenExercise) -> Sequence[int]:
    """Return the squares of the pieces of the side to move, in order."""
    position = begun(opened.scenario).position
    mine = "w" if position.side is Side.WHITE else "b"
    return sorted(int(square) for square, piece in pieces_view(position).items() if piece.lower()[0] == mine)


def _next(opened: OpenExercise, lang: Lang) -> tuple[str, str]:
    """Return what comes after an exercise, and what its link says."""
    _ = translations(lang).gettext
    game, lesson = opened.book.game, opened.lesson
    if opened.number < len(lesson.exercise):
        return f"/learn/{game}/{lesson.number}?n={opened.number + 1}", _("Next exercise")
    lessons = lessons_of(opened.book.id)
    at = lessons.index(lesson) + 1
    if at < len(lessons):
        return f"/learn/{game}/{lessons[at].number}", _("Next lesson")
    return f"/learn/{game}", _("All lessons")


def _drawn(game: str, state: ScenarioState, flipped: bool, lang: Lang) -> Markup:
    _ = translations(lang).gettext
    label = _("{game}, Black at the bottom") if flipped else _("{game}, White at the bottom")
    rules = ruleset(game)
    return board(
        board_shape(game),
        {int(square): piece for square, piece in state.pieces.items()},
        label=label.format(game=rules.name.text(lang)),
        _=_,
        marks=Marks(must=state.must, last=state.last.path if state.last else ()),
        flipped=flipped,
    )


def ending_page(
    opened: OpenEnding,
    done: Set[ExerciseRecord],
    reply: ExerciseReply | None,
    lang: Lang,
    line: Sequence[PlayedPath] = (),
) -> EndingPage:
    """Return the page of an ending after some moves; `reply` is to one that came by the form."""
    _ = translations(lang).gettext
    game, line = opened.game.slug, reply.line if reply else tuple(line)
    state = reply.state if reply else state_of(opened, lang, line)
    wins = opened.ending.kind is Verdict.WIN
    learned = game in dict(courses())
    href, name = _next_ending(opened, lang)
    data = ExerciseData(
        f"/api/learn/{game}/endings/{opened.set}/{opened.number}",
        opened.game.name.text(lang),
        marks=False,
        state=state,
        lined=True,
        line=line,
    )
    return EndingPage(
        game=game,
        game_name=opened.game.name.text(lang),
        back_href=f"/learn/{game}" if learned else f"/endgame?game={game}",
        back_name=_("Lessons") if learned else _("Endgame tables"),
        title=_("White to move and win") if wins else _("White to move and draw"),
        number=opened.number,
        set=opened.set,
        sets=SETS,
        task=_("One move alone wins: find it, and the next ones.")
        if wins
        else _("One move alone draws: find it, and the next ones."),
        steps=tuple(
            ExerciseStep(
                _ending_href(game, opened.set, n),
                ending_record(replace(opened, number=n)) in done,
                n == opened.number,
            )
            for n in range(1, SIZE + 1)
        ),
        done=ending_record(opened) in done,
        marks=False,
        choices=(),
        line=line_text(line),
        reply=reply,
        next_href=href,
        next_name=name,
        set_before=_ending_href(game, opened.set - 1, 1) if opened.set > 1 else "",
        set_after=_ending_href(game, opened.set + 1, 1) if opened.set < SETS else "",
        drawn=_drawn(game, state, False, lang),
        fen=state.fen,
        data_json=as_json(data),
        geometry_json=as_json(board_shape(game)),
    )


def _ending_href(game: str, set: int, number: int) -> str:
    return f"/learn/{game}/endings?set={set}&n={number}"


def _next_ending(opened: OpenEnding, lang: Lang) -> tuple[str, str]:
    """Return what comes after an ending, and what its link says."""
    _ = translations(lang).gettext
    game = opened.game.slug
    if opened.number < SIZE:
        return _ending_href(game, opened.set, opened.number + 1), _("Next ending")
    return _ending_href(game, opened.set % SETS + 1, 1), _("Next set")


def answer_reply(answered: ExerciseAnswer | EndingAnswer) -> ExerciseReply:
    """Return what a page says to an answer: the law where it is refused."""
    refusal = answered.state.refusal
    over, line = (answered.over, answered.line) if isinstance(answered, EndingAnswer) else (True, ())
    if refusal is None:
        return ExerciseReply(answered.right, "", answered.text, (), answered.state, over, line)
    return ExerciseReply(False, refusal.title, refusal.text, refusal.articles, answered.state, over, line)
