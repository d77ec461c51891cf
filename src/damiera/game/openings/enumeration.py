"""Openings that are found by a rule: all pairs and triples of moves, and those in which nobody loses a man.

"Loses a man at once" is taken so: with captures played out and at most `QUIET` other moves among them, the
side that comes off worse cannot keep the balance of men by any play. Two other moves are the least with which
the rule gives the 174 three-move openings of Italian and English draughts; one gives 176 and none 188.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product

from damiera._core import Move, Position, Side
from damiera.game.openings.model import Opening
from damiera.notation.moves import format_move
from damiera.rules.ruleset import Ruleset

__all__ = ["QUIET", "eleven", "eleven_and_moves", "loses_a_man", "sequences", "unequal_free"]

QUIET = 2
"""How many moves other than captures may be played before the man is lost, for a loss "at once"."""
_BACK_ROW = 4


def loses_a_man(position: Position, quiet: int = QUIET) -> bool:
    """Tell whether one side loses a man at once, from a position with as many men on either side.

    Args:
        position: where it is asked.
        quiet: how many moves other than captures may be played among them.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> [" ".join(moves) for moves, place in sequences(ITALIAN, 2) if loses_a_man(place)]
    ['21-18 9-13', '22-18 9-13']
    """
    return not all(_holds(position, side, quiet) for side in (Side.WHITE, Side.BLACK))


def _holds(position: Position, side: Side, quiet: int) -> bool:
    """Tell whether a side can keep as many men as the other, when captures have been played out."""
    if position.detect():
        left = quiet
    elif quiet:
        left = quiet - 1
    else:
        return _ahead(position, side) >= 0
    after = (_holds(position.play(move), side, left) for move in position.moves())
    if not position.has_moves():
        return _ahead(position, side) >= 0
    return any(after) if position.side is side else all(after)


def _ahead(position: Position, side: Side) -> int:
    white = len(position.white_men) + len(position.white_kings)
    black = len(position.black_men) + len(position.black_kings)
    return white - black if side is Side.WHITE else black - white


def sequences(
    game: Ruleset, length: int, start: Position | None = None
) -> Iterator[tuple[tuple[str, ...], Position]]:
    """Yield every way to play so many moves from the start, with the position reached, by squares.

    Args:
        game: the game.
        length: how many plies.
        start: where they are played from; the game's start if left out.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> len(list(sequences(ITALIAN, 2)))
    49
    """
    position = start or game.start()
    if not length:
        yield (), position
        return
    for move in sorted(position.moves(), key=_order):
        first = format_move(position, move)
        for rest, after in sequences(game, length - 1, position.play(move)):
            yield (first, *rest), after


def _order(move: Move) -> tuple[int, int, tuple[int, ...]]:
    return move.origin, move.destination, move.captured


@lru_cache(maxsize=32)
def unequal_free(game: Ruleset, length: int) -> tuple[Opening, ...]:
    """Return the openings of so many moves in which nobody loses a man at once, each position once.

    Args:
        game: the game.
        length: how many plies.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> len(unequal_free(ITALIAN, 2))
    47
    """
    reached: dict[Position, list[tuple[str, ...]]] = {}
    for moves, position in sequences(game, length):
        reached.setdefault(position, []).append(moves)
    kept = [orders for position, orders in reached.items() if not loses_a_man(position)]
    return tuple(
        Opening(number, orders[0], transpositions=tuple(orders[1:]))
        for number, orders in enumerate(sorted(kept, key=lambda o: _squares(game, o[0])), 1)
    )


def _squares(game: Ruleset, moves: Iterable[str]) -> tuple[tuple[int, int], ...]:
    position, out = game.start(), []
    for text in moves:
        move = next(m for m in position.moves() if format_move(position, m) == text)
        out.append((move.origin, move.destination))
        position = position.play(move)
    return tuple(out)


def eleven(game: Ruleset) -> tuple[Opening, ...]:
    """Return the 144 ways to take off one man of each side: Black's in order, with each White's in order.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> len(eleven(ITALIAN)), eleven(ITALIAN)[0].removed
    (144, (1, 21))
    """
    start = game.start()
    pairs = product(sorted(start.black_men), sorted(start.white_men))
    return tuple(Opening(number, removed=pair) for number, pair in enumerate(pairs, 1))


@lru_cache(maxsize=4)
def eleven_and_moves(game: Ruleset) -> tuple[Opening, ...]:
    """Return openings with a man of each side taken off and one move played by each.

    The published English list takes the men from the second and third rows only, and moves men of those rows
    only: 50 ways for each side, 2,500 together, of which those are left out that the rules do not allow and
    those in which a man is lost at once.

    >>> from damiera.rules.ruleset import ruleset
    >>> len(eleven_and_moves(ruleset("english")))
    2405
    """
    start = game.start()
    black, white = start.black_men[_BACK_ROW:], start.white_men[:-_BACK_ROW]
    reached: dict[Position, Opening] = {}
    for pair in product(black, white):
        taken = Opening(0, removed=pair).start(game)
        for moves, position in _front_moves(taken, {*black, *white}):
            if position not in reached and not loses_a_man(position):
                reached[position] = Opening(len(reached) + 1, moves, removed=pair)
    return tuple(reached.values())


def _front_moves(start: Position, front: set[int]) -> Iterator[tuple[tuple[str, str], Position]]:
    for one in sorted(start.moves(), key=_order):
        between = start.play(one)
        for other in sorted(between.moves(), key=_order):
            if {one.origin, other.origin} <= front:
                yield (format_move(start, one), format_move(between, other)), between.play(other)
