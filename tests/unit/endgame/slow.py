"""A slow solver, written apart from the fast one: forwards over Python positions, for both sides to move."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import combinations

from damiera._core import Move, Position, Rules, Side

__all__ = ["after", "positions", "solve"]

Value = tuple[str, int]
Groups = tuple[list[int], list[int], list[int], list[int]]  # white men, white kings, black men, black kings


def positions(rules: Rules, pieces: int) -> Iterator[Position]:
    """Yield every placement of so many pieces in which both sides have one, with either side to move."""
    every = range(1, rules.squares + 1)
    for squares in combinations(every, pieces):
        for kinds in range(4**pieces):
            groups: Groups = ([], [], [], [])
            for square in squares:
                groups[kinds % 4].append(square)
                kinds //= 4
            if not _is_placement(rules, groups):
                continue
            yield rules.position(Side.WHITE, *groups)
            yield rules.position(Side.BLACK, *groups)


def _is_placement(rules: Rules, groups: Groups) -> bool:
    white_men, white_kings, black_men, black_kings = groups
    if not (white_men or white_kings) or not (black_men or black_kings):
        return False
    crowned = {side: set(rules.promotion_squares(side)) for side in (Side.WHITE, Side.BLACK)}
    return not crowned[Side.WHITE] & set(white_men) and not crowned[Side.BLACK] & set(black_men)


def after(position: Position, move: Move) -> Position:
    """Return the position after a move, with no memory of how often a king has moved: tables have none."""
    played = position.play(move)
    pieces = (played.white_men, played.white_kings, played.black_men, played.black_kings)
    return played.rules.position(played.side, *pieces) if _counts_kings(played.rules) else played


def _counts_kings(rules: Rules) -> bool:
    return rules.traits["king_limit"] != 0


def solve(rules: Rules, pieces: int) -> dict[Position, Value]:
    """Return the verdict and the plies of every position of up to so many pieces, ends of games included."""
    todo = [p for n in range(2, pieces + 1) for p in positions(rules, n)]
    moves_left: dict[Position, int] = {}
    before: dict[Position, list[Position]] = {p: [] for p in todo}
    ends: list[Position] = []
    while todo:
        position = todo.pop()
        following = [after(position, move) for move in position.moves()]
        moves_left[position] = len(following)
        if not following:
            ends.append(position)
        for reached in following:
            if reached not in before:
                before[reached] = []
                todo.append(reached)
            before[reached].append(position)
    at_the_end = ("win" if rules.goal == "lose" else "loss", 0)
    values: dict[Position, Value] = dict.fromkeys(ends, at_the_end)
    queue = deque(ends)
    while queue:
        known = queue.popleft()
        verdict, plies = values[known]
        for position in before[known]:
            if position in values:
                continue
            moves_left[position] -= 1
            if verdict == "loss":
                values[position] = ("win", plies + 1)
            elif moves_left[position] == 0:
                values[position] = ("loss", plies + 1)
            else:
                continue
            queue.append(position)
    return {p: values.get(p, ("draw", 0)) for p in before}
