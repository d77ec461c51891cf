"""Endings to practise: positions in which one move alone will do, defended by the endgame tables."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import msgspec

from damiera._core import Move, Position
from damiera.endgame.files import counted_folder, shipped_folder
from damiera.endgame.only_moves import OnlyMovePosition, ending_set
from damiera.endgame.probe import EndgameTables, MoveValue, Verdict
from damiera.endgame.stock import stock
from damiera.errors import DamieraError
from damiera.game.events import Moved
from damiera.game.scenarios import begun
from damiera.game.state import Game
from damiera.messages import Lang, Message
from damiera.notation.moves import best_route, format_move, parse_move
from damiera.records.learning import ExerciseRecord
from damiera.regulations.scenario import Scenario
from damiera.rules.ruleset import CATALOGUE, Ruleset, ruleset
from damiera.service.errors import BadTerms, NotFound
from damiera.service.scenarios import PlayedPath, ScenarioState, play_scenario

__all__ = [
    "ENOUGH",
    "SETS",
    "SIZE",
    "EndingAnswer",
    "OpenEnding",
    "ending_record",
    "find_ending",
    "games_with_endings",
    "line_from",
    "line_text",
    "played_on",
    "state_of",
    "typed_on",
]

SETS: Final = 20
SIZE: Final = 9
"""How many endings a set has."""
ENOUGH: Final = 6
"""So many right moves of one's own end an ending that has not ended before."""
_CACHE_MB: Final = 4
_WORD: Final = re.compile(r"\d{1,3}(?:\.\d{1,3}){1,63}", re.ASCII)

_NO_ENDING: Final = Message("This ending is not here: there are sets 1 to {sets}, of {size} endings each.")
_NO_GAME: Final = Message("There are no endings of this game to practise.")
_WIN_KEPT: Final = Message("Right: the win is kept. {move} is the answer; go on.")
_DRAW_KEPT: Final = Message("Right: the draw is kept. {move} is the answer; go on.")
_WON: Final = Message("Done: the win is safe.")
_HELD: Final = Message("Done: the draw is held.")
_WIN_GONE: Final = Message("That lets the win go: after {move} it is a draw.")
_LOST: Final = Message("That loses: the answer is {move}.")
_LOST_AT_ONCE: Final = Message("That loses.")
_DRAWN_AT_ONCE: Final = Message("That lets the win go.")


class OpenEnding(msgspec.Struct, frozen=True):
    """An ending of a set, both counted from 1, on its board.

    Attributes:
        scenario: the position, under the rules of the game's first book.
    """

    game: Ruleset
    set: int
    number: int
    ending: OnlyMovePosition
    scenario: Scenario


class EndingAnswer(msgspec.Struct, frozen=True):
    """What is said to a move.

    Attributes:
        right: whether it keeps what the position was worth.
        over: whether nothing more is asked.
        state: the board: after the answer to a right move; before a wrong one.
        line: the moves to here, one's own and the answers.
        text: what is said of it.
    """

    right: bool
    over: bool
    state: ScenarioState
    line: tuple[PlayedPath, ...]
    text: str = ""


@lru_cache
def games_with_endings() -> tuple[str, ...]:
    """Return the games whose endings can be practised: those whose tables come with Damiera.

    Where a count of the rules often comes before the end, as in killer draughts, a win by the tables is none
    to be practised.

    >>> [game in games_with_endings() for game in ("italian", "killer", "lasca")]
    [True, False, False]
    """
    counted = counted_folder(shipped_folder())
    return tuple(
        slug
        for slug, game in CATALOGUE.items()
        if stock(game.core, shipped_folder()) and not stock(game.core, counted)
    )


@lru_cache(maxsize=64)
def _set_of(game: str, number: int) -> tuple[OnlyMovePosition, ...]:
    return ending_set(ruleset(game).core, _tables(game), number, SIZE)


@lru_cache
def _tables(game: str) -> EndgameTables:
    """Return the tables that come with Damiera: what was built here may be damaged, and is not needed."""
    return EndgameTables(ruleset(game).core, shipped_folder(), cache_mb=_CACHE_MB)


def find_ending(game: str, set: int, number: int) -> OpenEnding:
    """Return an ending of a set.

    Raises:
        NotFound: if there is no such game, set or ending.
    """
    if game not in games_with_endings():
        raise NotFound(game, _NO_GAME)
    if not (1 <= set <= SETS and 1 <= number <= len(_set_of(game, set))):
        raise NotFound(f"{set}-{number}", _NO_ENDING.format(sets=SETS, size=SIZE))
    ending, rules = _set_of(game, set)[number - 1], ruleset(game)
    scenario = Scenario(book=rules.rulebooks[0], position=ending.position.fen)
    return OpenEnding(rules, set, number, ending, scenario)


def ending_record(opened: OpenEnding) -> ExerciseRecord:
    """Return what is kept of an ending once it is done: it stands beside the exercises of the lessons.

    >>> ending_record(find_ending("italian", 2, 9))
    ExerciseRecord(book='italian', article='endings 2', number=9)
    """
    return ExerciseRecord(opened.game.slug, f"endings {opened.set}", opened.number)


def state_of(opened: OpenEnding, lang: Lang, line: Sequence[PlayedPath] = ()) -> ScenarioState:
    """Return the board of an ending after some moves."""
    return msgspec.structs.replace(play_scenario(opened.scenario, line, lang), must=())


def line_text(line: Sequence[PlayedPath]) -> str:
    """Return a line as a form keeps it: the squares of each move.

    >>> line_text((PlayedPath((22, 18)), PlayedPath((5, 9))))
    '22.18 5.9'
    """
    return " ".join(".".join(map(str, one.path)) for one in line)


def line_from(text: str) -> tuple[PlayedPath, ...]:
    """Return the line that a form kept. Raises `BadTerms` for anything that `line_text` does not write.

    >>> line_from("22.18 5.9")[1].path
    (5, 9)
    """
    words = text.split()
    if len(words) > 2 * ENOUGH or not all(_WORD.fullmatch(word) for word in words):
        raise BadTerms("line", _NOT_YOURS)
    return tuple(PlayedPath(tuple(map(int, word.split(".")))) for word in words)


def played_on(opened: OpenEnding, line: Sequence[PlayedPath], lang: Lang) -> EndingAnswer:
    """Judge the last move of a line, and answer it as the tables do.

    Args:
        line: the moves from the beginning, one's own and the answers, the new one last.
        lang: the language of what is said.
    Raises:
        BadTerms: for a line that does not end with a move of one's own, or goes on where all is over.
    """
    before, own = tuple(line[:-1]), line[-1:]
    if len(line) % 2 == 0 or len(line) > 2 * ENOUGH:
        raise BadTerms("line", _NOT_YOURS)
    game = _after(opened, before)
    state = state_of(opened, lang, line)
    if state.refusal is not None:
        return EndingAnswer(False, False, state, before)
    after = _applied(game, own[0])
    reached = _worth(opened, after.position)
    if reached is not opened.ending.kind.opposite:
        said = _gone(opened, after, reached).text(lang)
        return EndingAnswer(False, False, state_of(opened, lang, before), before, said)
    if after.outcome is not None:
        return EndingAnswer(True, True, state, tuple(line), _done(opened).text(lang))
    return _answered(opened, after, tuple(line), lang)


def typed_on(opened: OpenEnding, line: Sequence[PlayedPath], text: str, lang: Lang) -> EndingAnswer:
    """Judge a move that was typed.

    Raises:
        BadTerms: as `played_on`.
        DamieraError: for a text that is no move here.
    """
    game = _after(opened, tuple(line))
    route = best_route(game.position, parse_move(game.position, text.strip()))
    return played_on(opened, (*line, PlayedPath(path=route)), lang)


def _after(opened: OpenEnding, line: tuple[PlayedPath, ...]) -> Game:
    game = begun(opened.scenario)
    for one in line:
        try:
            game = _applied(game, one)
        except DamieraError as error:
            raise BadTerms("line", error.message) from error
    if game.outcome is not None:
        raise BadTerms("line", _NOT_YOURS)
    return game


def _applied(game: Game, played: PlayedPath) -> Game:
    return game.apply(Moved(path=played.path, drops=played.drops, at=len(game.events)))


def _worth(opened: OpenEnding, position: Position) -> Verdict:
    return _tables(opened.game.slug).need(position).verdict


def _gone(opened: OpenEnding, after: Game, reached: Verdict) -> Message:
    """Return what a wrong move lets go, and by which answer."""
    if after.outcome is not None or not after.position.has_moves():
        return _DRAWN_AT_ONCE if reached is Verdict.DRAW else _LOST_AT_ONCE
    answer = format_move(after.position, _tables(opened.game.slug).best(after.position)[0])
    return (_WIN_GONE if reached is Verdict.DRAW else _LOST).format(move=answer)


def _answered(opened: OpenEnding, after: Game, line: tuple[PlayedPath, ...], lang: Lang) -> EndingAnswer:
    """Return the defence, and whether anything is left to find."""
    reply = _defence(opened, after.position)
    line = (*line, PlayedPath(path=best_route(after.position, reply), drops=tuple(reply.drops)))
    then = _applied(after, line[-1])
    is_easy = _keeping(opened, then.position) == then.position.count()
    over = then.outcome is not None or len(line) >= 2 * ENOUGH or is_easy
    kept = _WIN_KEPT if opened.ending.kind is Verdict.WIN else _DRAW_KEPT
    said = _done(opened) if over else kept.format(move=format_move(after.position, reply))
    return EndingAnswer(True, over, state_of(opened, lang, line), line, said.text(lang))


def _done(opened: OpenEnding) -> Message:
    return _WON if opened.ending.kind is Verdict.WIN else _HELD


def _defence(opened: OpenEnding, position: Position) -> Move:
    """Return the best move that leaves the fewest good answers; of such, one that lasts longest."""
    answers = _tables(opened.game.slug).moves(position)
    best = [one for one in answers if one.answer.verdict is answers[0].answer.verdict]

    def hardest(one: MoveValue) -> tuple[int, int]:
        return _keeping(opened, position.play(one.move)), -(one.answer.plies or 0)

    return min(best, key=hardest).move


def _keeping(opened: OpenEnding, position: Position) -> int:
    """Return how many moves keep what a position is worth."""
    answers = _tables(opened.game.slug).moves(position)
    return sum(one.answer.verdict is answers[0].answer.verdict for one in answers)


_NOT_YOURS: Final = Message("This line does not end with a move of yours: begin the ending again.")
