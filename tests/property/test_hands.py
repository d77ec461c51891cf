"""Whatever hands do on a board: it is read without a fault, and what is recorded is what lies there."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from damiera._core import Side
from damiera.game.errors import GameError, ImpossibleHandAct
from damiera.game.events import Corrected, Moved
from damiera.game.hands import Crown, HandAct, Lift, Put, Remove, Restore, Uncrown, handled
from damiera.game.readings import readings
from damiera.game.state import Game
from damiera.game.ways import Conditions
from damiera.rules.ruleset import ruleset

AGREED = Conditions(arbitrated=True, touch_move=True, recorded=False, automatic_count=False)


def middle(slug: str, dice: random.Random) -> Game:
    """A game after some moves played at random, the men of which may be left uncrowned."""
    game = Game.start(ruleset(slug), conditions=AGREED)
    for _ in range(dice.randrange(60)):
        moves = game.position.moves()
        if game.outcome is not None or not moves:
            break
        move = dice.choice(moves)
        crowned = not move.promotes or dice.random() < 0.5
        game = game.apply(Moved(path=game.position.paths(move)[0], crowned=crowned, at=0))
    return game


def some_acts(game: Game, dice: random.Random) -> list[HandAct]:
    """Acts of hands: likely ones, a legal move among them, and wild ones."""
    acts: list[HandAct] = []
    moves = game.position.moves()
    if moves and dice.random() < 0.6:
        move = dice.choice(moves)
        acts += [Lift(move.origin), Put(move.destination)]
        acts += [Remove(at) for at in move.captured if dice.random() < 0.8]
        if move.promotes and dice.random() < 0.7:
            acts.append(Crown(move.destination))
    pieces = [*game.position.pieces]
    for _ in range(dice.randrange(4)):
        square = dice.choice(pieces)
        other = dice.randint(1, game.position.rules.squares)
        acts += dice.choice(
            (
                [Lift(square), Put(other)],
                [Lift(square), Put(square)],
                [Remove(square)],
                [Restore(other, dice.choice("wWbB"))],  # type: ignore[arg-type]
                [Crown(square)],
                [Uncrown(square)],
                [Lift(square)],
            )
        )
    return acts


@pytest.mark.parametrize("slug", ["italian", "english", "international", "russian", "turkish", "frisian"])
def test_what_is_recorded_is_what_lies_on_the_board(slug: str) -> None:
    dice = random.Random(slug)
    read = 0
    for _ in range(200):
        game = middle(slug, dice)
        if game.outcome is not None:
            continue
        side = dice.choice((Side.WHITE, Side.BLACK))
        acts = some_acts(game, dice)
        try:
            board = handled(game.position, acts)
        except ImpossibleHandAct:
            continue
        for reading in readings(game, side, acts):
            assert not isinstance(reading.event, Corrected)
            after = game.replay((*reading.before, reading.event))
            assert after.position.pieces == board.pieces, (game.position.fen, side, acts, reading)
            read += 1
    assert read > 50, "too few boards were read"


@pytest.mark.parametrize("slug", ["italian", "english", "international", "brazilian"])
def test_every_legal_move_done_by_hand_is_read_as_itself(slug: str) -> None:
    dice = random.Random(slug)
    for _ in range(60):
        game = middle(slug, dice)
        if game.outcome is not None:
            continue
        for move in game.position.moves():
            for route in game.position.paths(move):
                acts: list[HandAct] = []
                for a, b in pairwise(route):
                    acts += [Lift(a), Put(b)]
                acts += [Remove(at) for at in jumped(game, route, move.captured)]
                acts += [Crown(move.destination)] if move.promotes else []
                first = readings(game, game.side, acts)[0]
                assert first.kind == "moved", (game.position.fen, move, first)
                assert game.apply(first.event).position == game.position.play(move)


def jumped(game: Game, route: tuple[int, ...], captured: tuple[int, ...]) -> tuple[int, ...]:
    """The captured squares in the order jumped."""
    if len(captured) < 2:
        return captured
    lines = game.position.capture_lines()
    return next(
        line.captured for line in lines if line.path == route and sorted(line.captured) == sorted(captured)
    )


def test_an_act_that_cannot_be_changes_nothing() -> None:
    game = middle("italian", random.Random(1))
    with pytest.raises(GameError):
        readings(game, Side.WHITE, [Put(1)])
    assert game == middle("italian", random.Random(1))
