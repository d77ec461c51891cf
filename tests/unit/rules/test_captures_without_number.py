"""A game that comes to a position with more captures than can be listed goes on all the same."""

from __future__ import annotations

import time

import pytest

from damiera import _core
from damiera._core import Position
from damiera.engine.builtin import BuiltinEngine
from damiera.engine.limits import SearchLimits
from damiera.game.events import Moved
from damiera.game.state import Game
from damiera.notation.moves import format_move, parse_move
from damiera.notation.pdn.model import PdnGame
from damiera.notation.pdn.reader import read_pdn
from damiera.rules.explain import Reason, explain_move, explain_position
from damiera.rules.ruleset import ruleset
from tests.unit.rules.endless import GAMES, MOVE, START

LONGEST_S = 20.0  # of what takes a moment, on a busy machine


@pytest.fixture(params=GAMES)
def endless(request: pytest.FixtureRequest) -> Position:
    position = ruleset(request.param).core.read(START)
    assert not position.is_cut_short
    return position.play(parse_move(position, MOVE))


def test_what_is_found_is_listed_and_played(endless: Position) -> None:
    begun = time.monotonic()
    moves = endless.moves()
    assert endless.is_cut_short
    assert endless.moves_json("x") is None
    assert endless.has_moves()
    assert 0 < len(moves) == endless.count() <= 60
    for move in moves:
        assert endless.is_legal(move)
        paths = endless.paths(move)
        assert all((path[0], path[-1]) == (move.origin, move.destination) for path in paths)
        assert all(len(path) == len(move.captured) + 1 for path in paths)
        assert parse_move(endless, format_move(endless, move, long=True)) == move
        assert endless.play(move).side is not endless.side
    assert time.monotonic() - begun < LONGEST_S


def test_what_is_not_listed_is_played_by_all_its_squares(endless: Position) -> None:
    listed = endless.moves()
    best = max(len(move.captured) for move in listed)
    free = endless.rules.traits["choice"] == "free"
    lines = [line for line in endless.capture_lines() if free or len(line.captured) >= best]
    others = [line for line in lines if line.move not in listed][:8]
    assert others or not free
    for line in others:
        assert endless.is_legal(line.move)
        assert parse_move(endless, "x".join(map(str, line.path))) == line.move
        assert endless.play(line.move) is not None


def test_a_capture_broken_off_is_refused(endless: Position) -> None:
    """What goes on must be carried on: the same squares but the last are no move."""
    line = max(endless.capture_lines(), key=lambda one: len(one.path))
    state, moves = _core.parse_move(endless, "x".join(map(str, line.path[:-1])))
    assert (state, moves) == ("illegal", [])


def test_the_list_is_said_to_be_cut_short(endless: Position) -> None:
    assert explain_position(endless).reason is Reason.NOT_LISTED
    assert explain_position(endless).legal
    refused = explain_move(endless, (50, 64))
    assert (refused.reason, refused.legal) == (Reason.NOT_LISTED, False)
    assert refused.required == endless.moves()


def test_the_game_goes_on(endless: Position) -> None:
    game = Game.start(ruleset(endless.rules.slug), position=endless)
    assert game.outcome is None
    move = endless.moves()[0]
    for path in endless.paths(move):
        after = game.apply(Moved(path=path, at=0))
        assert after.position == endless.play(move)


def test_the_engine_moves(endless: Position) -> None:
    engine = BuiltinEngine(endless.rules.slug, hash_mb=4)
    begun = time.monotonic()
    move = engine.choose(endless, limits=SearchLimits(nodes=100)).move
    assert endless.is_legal(move)
    assert endless.play(move).side is not endless.side
    assert time.monotonic() - begun < LONGEST_S


def test_a_file_is_read(endless: Position) -> None:
    game = ruleset(endless.rules.slug)
    played = format_move(endless, endless.moves()[0], long=True)
    text = f'[GameType "{game.pdn_game_type}"]\n[SetUp "1"]\n[FEN "{START}"]\n\n1... {MOVE} 2. {played} *\n'
    [read] = [one for one in read_pdn(text) if isinstance(one, PdnGame)]
    assert read.ruleset == game
    assert len(read.moves) == 2
