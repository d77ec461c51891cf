"""Whatever is tried in whatever game is legal, or refused with a reason, in two languages, by articles."""

from __future__ import annotations

import random

import pytest

from damiera._core import Position
from damiera.regulations.book import article
from damiera.rules.explain import Explanation, Reason, explain_move, explain_piece, explain_position
from damiera.rules.ruleset import CATALOGUE, ruleset
from tests.examples import in_turn

GAMES = [*CATALOGUE, "chinese-checkers~seats=3", "chinese-checkers~seats=6", "german~landing=adjacent"]
each_game = pytest.mark.parametrize("slug", in_turn(GAMES))


def _met(slug: str, seed: int, plies: int = 70) -> list[Position]:
    chance, position = random.Random(seed), ruleset(slug).start()
    met = [position]
    for _ in range(plies):
        moves = position.moves()
        if not moves:
            break
        position = position.play(chance.choice(moves))
        met.append(position)
    return met[:: max(1, len(met) // 12)]


def _is_whole(told: Explanation) -> None:
    assert told.text.text("it")
    assert told.text.text("en")
    assert told.text.text("it") != told.text.text("en")
    assert told.title.text("it")
    assert "{" not in told.text.text("it") + told.text.text("en") + told.title.text("it") + told.title.text(
        "en"
    )
    for ref in told.articles:
        assert article(ref).text.text("it")


@each_game
def test_what_is_illegal_is_refused_with_a_reason(slug: str) -> None:
    chance = random.Random(5)
    for position in _met(slug, 3):
        routes = {path for move in position.moves() for path in position.paths(move)}
        own = [sq for sq in position.pieces if any(move.origin == sq for move in position.moves())] or [1]
        for _ in range(6):
            start = chance.choice(own) if chance.random() < 0.7 else chance.randint(1, position.rules.squares)
            path = (
                start,
                *(chance.randint(1, position.rules.squares) for _ in range(chance.choice((1, 1, 2)))),
            )
            told = explain_move(position, path)
            _is_whole(told)
            assert set(told.required) <= set(position.moves())
            if told.legal:
                assert told.reason is Reason.LEGAL
                assert any(path[0] == route[0] and path[-1] == route[-1] for route in routes)
            elif told.reason is not Reason.AMBIGUOUS:
                assert path not in routes


@each_game
def test_what_is_legal_is_not_refused(slug: str) -> None:
    for position in _met(slug, 4):
        for move in position.moves()[:8]:
            if move.drops:
                continue
            told = explain_move(position, position.paths(move)[0])
            assert told.legal, (position.fen, move)
            _is_whole(told)


@each_game
def test_every_piece_and_every_position_can_be_spoken_of(slug: str) -> None:
    for position in _met(slug, 6):
        _is_whole(explain_position(position))
        for square in sorted(position.pieces)[:12]:
            told = explain_piece(position, square)
            _is_whole(told)
            assert told.legal == any(move.origin == square for move in position.moves())
