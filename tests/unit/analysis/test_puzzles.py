"""Puzzles: one move does it, and the others were tried."""

from __future__ import annotations

import pytest

from damiera._core import Position
from damiera.analysis import puzzles
from damiera.analysis.odds import Curve, odds_of
from damiera.analysis.puzzles import candidates, task_text, verified
from damiera.analysis.report import looks
from damiera.messages import Message
from damiera.notation.pdn.model import PdnGame
from damiera.notation.pdn.reader import read_pdn
from damiera.rules.ruleset import ENGLISH, ITALIAN
from tests.unit.analysis.kit import asker, at, texts
from tests.wording import holds


def test_a_shot_is_a_puzzle() -> None:
    position = at("B:W17,21,24,25,26,28,29:B3,4,8,9,10,14,19")
    puzzle = verified(position, (), asker(nodes=60_000))
    assert puzzle is not None
    assert puzzle.goal in ("gain", "win")
    assert puzzle.theme == "shot"
    assert texts(position, puzzle.solution) == "19-22 26x19 14x32"
    assert puzzle.depth >= 6
    assert puzzle.best.cp > puzzle.second.cp
    assert puzzle.reason is not None
    assert holds(
        puzzle.reason.text,
        Message(
            "{side} gives {l} and takes {t}, and gets a king",
            side=Message("Black", context="with the article"),
        ),
    )
    assert puzzle.id == verified(position, (), asker(nodes=60_000)).id  # type: ignore[union-attr]


def test_a_puzzle_ends_where_two_moves_do_as_well() -> None:
    """Edinburgh 1847, game 28: after 21-17 13x22 both 26x17 and 30x21 take, and neither is wrong."""
    position = at("W:WK3,15,21,23,24,26,30,31,32:B1,2,4,6,8,12,13,20,K25", ENGLISH)
    puzzle = verified(position, (), asker(ENGLISH, nodes=60_000))
    assert puzzle is not None
    assert puzzle.reason is not None
    assert holds(
        puzzle.reason.text,
        Message(
            "{move} is a shot: {gains} ({line}).",
            move="21-17",
            gains=Message(
                "{side} gives {l} and takes {t}", side=Message("White", context="with the article")
            ),
            line="21-17 13x22 26x17 20x27 30x21",
        ),
    )
    assert texts(position, puzzle.solution) == "21-17"


def test_the_others_are_worse_when_each_is_searched_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """The published game of 1849, Newcastle: 24-20 alone holds."""
    curve = Curve("english", scale_cp=98.5, margin_cp=190.5)
    monkeypatch.setattr(puzzles, "curve_of", lambda game: curve)
    position = at("W:W15,19,21,23,24,27:B6,8,10,12,14,16,17", ENGLISH)
    puzzle = verified(position, (), asker(ENGLISH, nodes=500_000))
    assert puzzle is not None
    assert puzzle.goal == "draw"
    ask = asker(ENGLISH, nodes=60_000, lines=1)
    for move in position.moves():
        after = position.play(move)
        there = ask(after)
        worth = 1 - odds_of(there.lines[0].score, curve).expectation
        assert (worth > 0.3) == (move == puzzle.solution[0]), move


def test_quiet_positions_and_captures_are_no_puzzles() -> None:
    assert verified(ITALIAN.start(), (), asker(nodes=20_000)) is None
    assert verified(at("W:W22,29:B18,1"), (), asker(nodes=5_000)) is None


def test_puzzles_are_looked_for_in_games() -> None:
    text = '[GameType "22"]\n[FEN "W:W17,21,24,25,26,29,32:B3,4,8,9,10,14,19"]\n\n1. 32-28 4-7 *\n'
    [game] = list(read_pdn(text))
    assert isinstance(game, PdnGame)
    seen = list(looks(game, asker(nodes=20_000)))[::-1]
    assert 1 in list(candidates(game, seen))


def test_the_task_is_said_in_both_languages() -> None:
    start: Position = ITALIAN.start()
    assert holds(
        task_text(start, "draw"),
        Message("{side} to move: one move alone holds.", side=Message("White", context="with the article")),
    )
    assert holds(
        task_text(start, "gain"),
        Message("{side} to move and gain.", side=Message("White", context="with the article")),
    )
