"""Which legal move a row of squares means: what comes as squares is never written out to be read again."""

from __future__ import annotations

from collections.abc import Sequence

from damiera._core import Move, Position, parse_move

__all__ = ["leads_through", "move_along", "moves_along"]


def move_along(position: Position, path: Sequence[int], drops: Sequence[int] = ()) -> Move | None:
    """Return the one legal move that a path means, or None where there is none, or more than one.

    Args:
        position: where it is played.
        path: origin, any of the landings in their order, destination.
        drops: where men come back first; left out, on any squares.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> move_along(ITALIAN.start(), (22, 18)), move_along(ITALIAN.start(), (22, 13))
    (<Move 22-18>, None)
    """
    if not drops and len(path) == 2:  # most moves are the only ones with their ends
        origin, last = path
        found = [move for move in position.moves() if move.origin == origin and move.destination == last]
        if len(found) == 1:
            return found[0]
    found = moves_along(position, path, drops)
    return found[0] if len(found) == 1 else None


def moves_along(position: Position, path: Sequence[int], drops: Sequence[int] = ()) -> list[Move]:
    """Return every legal move that a path may mean; of several, those of which it is a whole route.

    Between origin and destination the captured squares may stand as well; or, as Hub writes captures, behind
    the destination.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> [str(move) for move in moves_along(ITALIAN.start(), [22, 18])]
    ['22-18']
    """
    if len(path) < 2:
        return []
    origin, last, inner = path[0], path[-1], path[1:-1]
    moves = position.moves()
    found = [move for move in moves if move.origin == origin and move.destination == last]
    if (inner or not found) and position.is_cut_short:
        return _not_listed(position, path)
    if drops:
        entered = tuple(sorted(drops))
        found = [move for move in found if move.drops == entered]
    if inner:
        found = [
            move for move in found if _lies_on(position, path, move) or _names_captured(position, inner, move)
        ]
    if len(found) > 1:
        whole = tuple(path)
        return [move for move in found if whole in position.paths(move)] or found
    if found or not inner or drops or position.rules.family != "draughts":
        return found
    ends = (move for move in moves if move.origin == origin and move.destination == path[1])
    return [move for move in ends if _names_captured(position, path[2:], move)]


def _not_listed(position: Position, path: Sequence[int]) -> list[Move]:
    """Return the capture with these squares, where a position has more of them than are listed."""
    names = "x".join(str(square) for square in path)
    return parse_move(position, names)[1]


def leads_through(route: Sequence[int], squares: Sequence[int]) -> bool:
    """Tell whether all `squares` lie on `route` in this order.

    >>> leads_through((22, 15, 8), (22, 8)), leads_through((22, 15, 8), (15, 22))
    (True, False)
    """
    rest = iter(route)
    return all(square in rest for square in squares)


def _lies_on(position: Position, path: Sequence[int], move: Move) -> bool:
    routes = position.paths(move)
    return tuple(path) in routes or any(leads_through(route, path) for route in routes)


def _names_captured(position: Position, squares: Sequence[int], move: Move) -> bool:
    """Tell whether these are the captured squares: in any order, of towers in the order jumped."""
    if len(squares) != len(move.captured):
        return False
    in_any_order = position.rules.family == "draughts"
    return (tuple(sorted(squares)) if in_any_order else tuple(squares)) == move.captured
