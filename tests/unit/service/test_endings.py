"""Endings to practise: only moves, right and wrong ones judged by the tables, the defence, bad lines."""

from __future__ import annotations

import pytest

from damiera.endgame.files import shipped_folder
from damiera.endgame.probe import EndgameTables, Verdict
from damiera.errors import DamieraError
from damiera.game.scenarios import begun
from damiera.notation.moves import best_route, format_move
from damiera.rules.ruleset import ruleset
from damiera.service import endings
from damiera.service.endings import (
    ENOUGH,
    SETS,
    SIZE,
    OpenEnding,
    find_ending,
    games_with_endings,
    line_from,
    line_text,
    played_on,
    typed_on,
)
from damiera.service.errors import BadTerms, NotFound
from damiera.service.scenarios import PlayedPath
from tests.examples import in_turn
from tests.wording import shows

GAMES = ("italian", "english", "international", "russian", "brazilian", "pool", "spanish")


def path(opened: OpenEnding, text: str, line: tuple[PlayedPath, ...] = ()) -> PlayedPath:
    game = endings._after(opened, line)
    move = next(m for m in game.position.moves() if format_move(game.position, m) == text)
    return PlayedPath(path=best_route(game.position, move))


def test_every_game_whose_tables_are_there_has_endings() -> None:
    assert set(games_with_endings()) == set(GAMES)


@pytest.mark.parametrize("slug", in_turn(list(GAMES)))
@pytest.mark.parametrize("number", [1, SETS])
def test_a_set_has_nine_endings_with_one_move_alone(slug: str, number: int) -> None:
    tables = EndgameTables(ruleset(slug).core, shipped_folder())
    seen = set()
    for n in range(1, SIZE + 1):
        opened = find_ending(slug, number, n)
        position = begun(opened.scenario).position
        assert not position.detect()
        best, second = tables.moves(position)[:2]
        assert best.answer.verdict is opened.ending.kind is not Verdict.LOSS
        assert second.answer.verdict is not opened.ending.kind
        seen.add(position.fen)
    assert len(seen) == SIZE
    with pytest.raises(NotFound):
        find_ending(slug, number, SIZE + 1)


@pytest.mark.parametrize("slug", in_turn(list(GAMES)))
def test_the_only_moves_end_every_ending_and_every_other_move_is_refused(slug: str) -> None:
    tables = EndgameTables(ruleset(slug).core, shipped_folder())
    for n in range(1, SIZE + 1):
        opened = find_ending(slug, 2, n)
        line: tuple[PlayedPath, ...] = ()
        for _ in range(ENOUGH):
            position = endings._after(opened, line).position
            answers = tables.moves(position)
            for one in answers:
                told = played_on(opened, (*line, PlayedPath(path=best_route(position, one.move))), "en")
                assert told.right is (one.answer.verdict is opened.ending.kind)
                assert told.text
                if not told.right:
                    assert told.line == line
            told = played_on(opened, (*line, PlayedPath(path=best_route(position, answers[0].move))), "en")
            line = told.line
            if told.over:
                break
        assert told.over, (slug, n)


def test_what_is_said() -> None:
    opened = find_ending("italian", 1, 4)
    assert opened.scenario.position == "W:WK22,28:BK2,K23"
    right = played_on(opened, (path(opened, "28-24"),), "it")
    assert (right.right, right.over, len(right.line)) == (True, True, 2)
    assert shows(right.text, "Done: the draw is held.", "it")
    wrong = played_on(opened, (path(opened, "22-18"),), "en")
    assert shows(wrong.text, "That loses: the answer is {move}.", move="23x32")
    assert wrong.state.fen.startswith(opened.scenario.position)
    illegal = played_on(opened, (PlayedPath(path=(28, 19)),), "en")
    assert illegal.state.refusal is not None
    assert not illegal.right


def test_a_typed_move() -> None:
    opened = find_ending("italian", 1, 4)
    assert typed_on(opened, (), " 28-24 ", "en").right
    for text in ("", "28-27", "nonsense"):
        with pytest.raises(DamieraError):
            typed_on(opened, (), text, "en")


@pytest.mark.parametrize(
    ("game", "set", "number"),
    [("italian", 0, 1), ("italian", SETS + 1, 1), ("italian", 1, 0), ("lasca", 1, 1)],
)
def test_what_is_not_there(game: str, set: int, number: int) -> None:
    with pytest.raises(NotFound):
        find_ending(game, set, number)


def test_lines_that_make_no_sense() -> None:
    opened = find_ending("italian", 1, 4)
    own = path(opened, "28-24")
    held = played_on(opened, (own,), "en")
    for line in ((), held.line, (own, PlayedPath(path=(1, 32)), own), (own,) * 99):
        with pytest.raises(BadTerms):
            played_on(opened, line, "en")


@pytest.mark.parametrize("text", ["22", "22.", "a.b", "22.18 x", "1.2 " * 99, "22.18.99999"])
def test_a_line_that_a_form_did_not_write(text: str) -> None:
    with pytest.raises(BadTerms):
        line_from(text)


def test_a_line_through_a_form_and_back() -> None:
    line = (PlayedPath((22, 18)), PlayedPath((5, 14, 23)))
    assert line_from(line_text(line)) == line
    assert line_from("") == ()
