"""Puzzles: the list of them, one to be solved, and what a script is answered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final, Literal, TypeVar
from urllib.parse import urlencode

import msgspec
from markupsafe import Markup

from damiera._core import Side
from damiera.game.sides import side_name
from damiera.messages import Lang, Message, translations
from damiera.paper.boards import board_shape, pieces_on, small_board
from damiera.paper.svg import Marks, board
from damiera.records.learning import PuzzleFormRecord
from damiera.rules.ruleset import ruleset
from damiera.rules.squares import square_name
from damiera.service.analysis_lines import AnalysisLine, PositionView, line_view, read_line, state_of
from damiera.service.game_views import pieces_view
from damiera.service.puzzle_form import THEMES, puzzle_rating, theme_of
from damiera.service.puzzle_views import PuzzleView, shipped
from damiera.service.puzzles import PuzzleResult
from damiera.service.refutations import Refutation
from damiera.service.views import PlyView, SideName
from damiera.web.common.pages import PageView, as_json
from damiera.web.common.views import Pager

__all__ = [
    "AttemptAnswer",
    "HelpAnswer",
    "PuzzlePage",
    "PuzzleReply",
    "PuzzlesPage",
    "attempt_answer",
    "help_answer",
    "puzzle_page",
    "puzzles_page",
    "refuted_answer",
    "reply_to",
    "with_form",
]

PUZZLES_A_PAGE: Final = 24
_WRONG: Final = Message("That is not it. Look again.")
_RIGHT: Final = Message("Right. Go on.")
_SOLVED_IT: Final = Message("Solved.")
_RATING: Final = Message("Your rating: {rating}")
_RUN: Final = Message("Run {run}")
_BEST: Final = Message("best: {best}")
_PLAYED: Final = Message("In your game you played {move} here. What is better?")


class PuzzleCard(msgspec.Struct, frozen=True):
    """A puzzle in the list; `tried` if the reader tried it and has not solved it."""

    id: str
    task: str
    game_name: str
    picture: Markup
    moves: str
    solved: bool
    tried: bool


class ThemeShare(msgspec.Struct, frozen=True):
    """A theme of puzzles: how many there are, how many the reader has solved, and where they are."""

    slug: str
    name: str
    solved: int
    total: int
    href: str


class PuzzlesPage(PageView, frozen=True):
    """The puzzles there are, and how the reader fared with each.

    Attributes:
        total: how many puzzles of the chosen game there are, `solved` how many of them are.
        kinds: the games of which there are puzzles, each with its name.
        game: the game chosen; empty for all.
        theme: the theme chosen; empty for all. `themes` are those there are, with the share solved.
        next_id: the first that is not solved; empty if there is none.
        errors: only the reader's own errors are listed; `missed` is how many there are.
        daily: the puzzle of the day; None where there is none of the game, or only some are listed.
    """

    template: ClassVar[str] = "study/puzzles.html"
    puzzles: tuple[PuzzleCard, ...]
    total: int
    solved: int
    kinds: tuple[tuple[str, str], ...]
    game: str
    theme: str
    themes: tuple[ThemeShare, ...]
    next_id: str
    pages: Pager
    errors: bool
    missed: int
    daily: PuzzleCard | None


class PuzzleReply(msgspec.Struct, frozen=True):
    """What a page answers to a move that was tried."""

    kind: Literal["good", "bad"]
    text: str


class PuzzlePage(PageView, frozen=True):
    """A puzzle to be solved.

    Attributes:
        task: what is to be found; `said` is why the solution does it, once that may be seen.
        source: the game it is from; empty where that is not known.
        solution: its moves, if the reader has `solved` it or asked for it; `revealed` tells that.
        done: how many puzzles of this game the reader has solved, of `total`.
        form: how the reader solves such puzzles; None before their first. `rating` is that of this puzzle.
        theme: its theme; next comes one of the same theme where one is left.
        missed: what the reader played here in a game of their own, in a sentence; empty elsewhere.
        reply: the answer to what was tried.
        played: the moves made so far.
        side: who is to move.
    """

    template: ClassVar[str] = "study/puzzle.html"
    puzzle: PuzzleView
    task: str
    game_name: str
    said: str
    source: str
    solution: tuple[str, ...]
    solved: bool
    revealed: bool
    hint: str
    next_id: str
    done: int
    total: int
    form: PuzzleFormRecord | None
    rating: int
    theme: str
    themes: tuple[ThemeShare, ...]
    missed: str
    reply: PuzzleReply | None
    played: tuple[str, ...]
    drawn: Markup
    side: SideName
    data_json: Markup
    geometry_json: Markup
    analysis_url: str


class PuzzleData(msgspec.Struct, frozen=True):
    """What the script of the page begins with."""

    id: str
    start: dict[str, str]
    played: tuple[str, ...]
    state: PositionView


class SolverForm(msgspec.Struct, frozen=True):
    """What a script shows of a solver after an answer: their rating and their run, in words.

    `solved` is how many they have solved in a row.
    """

    rating: str
    run: str
    best: str
    solved: int


class HelpAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """Help for a script: a hint with its square, and the solution if it was asked for."""

    hint: str
    square: int
    line: tuple[PlyView, ...] | msgspec.UnsetType = msgspec.UNSET
    said: str | msgspec.UnsetType = msgspec.UNSET
    form: SolverForm | msgspec.UnsetType = msgspec.UNSET


class AttemptAnswer(msgspec.Struct, frozen=True):
    """What a script is told of the moves made: whether they are right, and whether they are all."""

    right: bool
    done: bool
    text: str
    said: str | msgspec.UnsetType = msgspec.UNSET
    state: PositionView | msgspec.UnsetType = msgspec.UNSET
    refuted: tuple[PlyView, ...] | msgspec.UnsetType = msgspec.UNSET
    form: SolverForm | msgspec.UnsetType = msgspec.UNSET


def puzzles_page(
    every: Sequence[PuzzleView],
    fared: Mapping[str, PuzzleResult],
    game: str,
    theme: str,
    page: int,
    lang: Lang,
    *,
    day: int = 0,
    errors: bool = False,
) -> PuzzlesPage:
    """Return a page of the puzzles of a game and a theme, of all if empty; the last page for one beyond.

    Args:
        day: the days since 1970, by which the puzzle of the day is chosen.
        errors: only those where the reader went wrong in a game of their own.
    """
    missed = [one for one in every if one.missed]
    of_game = [one for one in (missed if errors else every) if not game or one.game == game]
    chosen = [one for one in of_game if not theme or theme_of(one) == theme]
    of = max(1, -(-len(chosen) // PUZZLES_A_PAGE))
    number = min(max(1, page), of)
    shown = chosen[(number - 1) * PUZZLES_A_PAGE : number * PUZZLES_A_PAGE]
    return PuzzlesPage(
        puzzles=tuple(_card(one, fared.get(one.id), lang) for one in shown),
        total=len(chosen),
        solved=sum(fared[one.id].solved for one in chosen if one.id in fared),
        kinds=tuple(
            (slug, ruleset(slug).name.text(lang)) for slug in dict.fromkeys(one.game for one in every)
        ),
        game=game,
        theme=theme,
        themes=_themes(of_game, fared, "/puzzles?" + (urlencode({"game": game}) + "&" if game else ""), lang),
        next_id=_next(chosen, fared, ""),
        pages=Pager(number, of),
        errors=errors,
        missed=len(missed),
        daily=None if theme or errors or number > 1 else _daily(day, game, fared, lang),
    )


def _daily(day: int, game: str, fared: Mapping[str, PuzzleResult], lang: Lang) -> PuzzleCard | None:
    """Return the puzzle of a day: of a game, or of all; one after the other in an order of its own.

    Everybody has the same, so only those that come with the program are asked.
    """
    given = sorted(one.id for one in shipped().values() if not game or one.game == game)
    if not given:
        return None
    one = shipped()[given[day % len(given)]]
    return _card(one, fared.get(one.id), lang)


def _themes(
    puzzles: Sequence[PuzzleView], fared: Mapping[str, PuzzleResult], base: str, lang: Lang
) -> tuple[ThemeShare, ...]:
    """Return the themes of some puzzles; an address of each begins with `base`."""
    shares = list[ThemeShare]()
    for slug, name in THEMES.items():
        of = [one for one in puzzles if theme_of(one) == slug]
        solved = sum(fared[one.id].solved for one in of if one.id in fared)
        if of:
            shares.append(ThemeShare(slug, name.text(lang), solved, len(of), f"{base}theme={slug}"))
    return tuple(shares)


def _card(puzzle: PuzzleView, one: PuzzleResult | None, lang: Lang) -> PuzzleCard:
    return PuzzleCard(
        id=puzzle.id,
        task=puzzle.task(lang),
        game_name=ruleset(puzzle.game).name.text(lang),
        picture=small_board(puzzle.game, pieces_view(puzzle.position)),
        moves=_moves_text((len(puzzle.solution) + 1) // 2, lang),
        solved=bool(one and one.solved),
        tried=bool(one and not one.solved and (one.tries or one.helped)),
    )


def _moves_text(n: int, lang: Lang) -> str:
    return translations(lang).ngettext("{n} move", "{n} moves", n).format(n=n)


def _next(all: Sequence[PuzzleView], fared: Mapping[str, PuzzleResult], after: str) -> str:
    """Return the next puzzle that is not solved, behind one of them."""
    ids = [one.id for one in all]
    start = ids.index(after) + 1 if after in ids else 0
    for id in (*ids[start:], *ids[:start]):
        if id != after and not (id in fared and fared[id].solved):
            return id
    return ""


def puzzle_page(
    found: PuzzleView,
    every: Sequence[PuzzleView],
    fared: Mapping[str, PuzzleResult],
    form: PuzzleFormRecord | None,
    reply: PuzzleReply | None,
    played: Sequence[str],
    lang: Lang,
) -> PuzzlePage:
    """Return the page of a puzzle, one of `every` of its game, after the moves played."""
    line = read_line(found.game, found.fen, " ".join(played))
    start, one = line.start, fared.get(found.id)
    revealed = bool(one and (one.solved or one.helped >= 2))
    alike = [one for one in every if theme_of(one) == theme_of(found)]
    data = PuzzleData(found.id, pieces_view(start), tuple(played), state_of(line, lang))
    return PuzzlePage(
        puzzle=found,
        task=found.task(lang),
        game_name=ruleset(found.game).name.text(lang),
        said=found.said(lang) if revealed else "",
        source=_source(found),
        solution=found.solution if revealed else (),
        solved=bool(one and one.solved),
        revealed=revealed,
        hint=_hint(found, lang) if one and one.helped else "",
        next_id=_next(alike, fared, found.id) or _next(every, fared, found.id),
        done=sum(fared[each.id].solved for each in every if each.id in fared),
        total=len(every),
        form=form,
        rating=puzzle_rating(found),
        theme=theme_of(found),
        themes=_themes(every, fared, "/puzzles?" + urlencode({"game": found.game}) + "&", lang),
        missed=_PLAYED.format(move=found.missed).text(lang) if found.missed else "",
        reply=reply,
        played=tuple(played),
        drawn=_puzzle_board(found, line, start.side is Side.BLACK, lang),
        side=side_name(start.side),
        data_json=as_json(data),
        geometry_json=as_json(board_shape(found.game)),
        analysis_url="/analysis?" + urlencode({"game": found.game, "fen": found.fen}),
    )


Answer = TypeVar("Answer", HelpAnswer, AttemptAnswer)


def with_form(said: Answer, form: PuzzleFormRecord | None, lang: Lang) -> Answer:
    """Return an answer that tells how the solver stands now: the page need not be loaded again."""
    return msgspec.structs.replace(said, form=solver_form(form, lang))


def solver_form(form: PuzzleFormRecord | None, lang: Lang) -> SolverForm | msgspec.UnsetType:
    """Return how somebody solves the puzzles of a game, in words; nothing before their first."""
    if form is None:
        return msgspec.UNSET
    return SolverForm(
        _RATING.format(rating=form.rating).text(lang),
        _RUN.format(run=form.run).text(lang),
        _BEST.format(best=form.best_run).text(lang),
        form.run,
    )


def reply_to(right: bool, lang: Lang) -> PuzzleReply:
    """Return the answer to a move that was tried."""
    return PuzzleReply("good", _RIGHT.text(lang)) if right else PuzzleReply("bad", _WRONG.text(lang))


def help_answer(found: PuzzleView, solution: bool, lang: Lang) -> HelpAnswer:
    """Return a hint, and the solution if it was asked for."""
    line = read_line(found.game, found.fen, " ".join(found.solution))
    hint, square = _hint(found, lang), line.moves[0].origin
    if not solution:
        return HelpAnswer(hint, square)
    return HelpAnswer(hint, square, line_view(line.start, line.moves), found.said(lang))


def refuted_answer(refutation: Refutation, lang: Lang) -> AttemptAnswer:
    """Return what is said of a wrong move, with the play that answers it."""
    line = line_view(refutation.position, refutation.moves)
    return AttemptAnswer(False, False, refutation.text.text(lang), refuted=line)


def attempt_answer(found: PuzzleView, moves: int, right: bool, done: bool, lang: Lang) -> AttemptAnswer:
    """Return what is said of so many moves: with the reply on the board, if they are right and not all."""
    if done:
        return AttemptAnswer(right, done, _SOLVED_IT.text(lang), said=found.said(lang))
    text = reply_to(right, lang).text
    if not right:
        return AttemptAnswer(right, done, text)
    line = read_line(found.game, found.fen, " ".join(found.solution[: moves + 1]))
    return AttemptAnswer(right, done, text, state=state_of(line, lang))


def _puzzle_board(found: PuzzleView, line: AnalysisLine, flipped: bool, lang: Lang) -> Markup:
    _ = translations(lang).gettext
    label = _("{game}, Black at the bottom") if flipped else _("{game}, White at the bottom")
    rules = ruleset(found.game)
    here = line.position
    can = tuple(dict.fromkeys(move.origin for move in here.moves()))
    last = line_view(line.positions[-2], line.moves[-1:])[0].path if line.moves else ()
    return board(
        board_shape(found.game),
        pieces_on(here),
        label=label.format(game=rules.name.text(lang)),
        _=_,
        marks=Marks(can=can, last=last),
        flipped=flipped,
        hands=(0, 0),
    )


def _source(found: PuzzleView) -> str:
    tags = found.source
    names = " – ".join(tags[name] for name in ("White", "Black") if name in tags)
    return ", ".join(
        part for part in (names, tags.get("Event", ""), tags.get("Date", "").split(".")[0]) if part
    )


def _hint(found: PuzzleView, lang: Lang) -> str:
    origin = read_line(found.game, found.fen, found.solution[0]).moves[0].origin
    said = Message("Look at the piece on {square}.")
    return said.format(square=square_name(ruleset(found.game), origin)).text(lang)
