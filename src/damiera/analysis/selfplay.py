"""Quick games of the engine with itself, to learn what its scores come to.

Every game begins with a few random plies; then both sides play their best within a limit of nodes. What is
kept are quiet positions, each with its score and the result: captures and the random plies are left out, and
endings, where fewer than a third of the men are left: kings against kings are seldom won, whatever the score,
and would teach that a man given away in the opening costs little.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from damiera import _core
from damiera._core import Position, Rules, Side
from damiera.engine.weightfile import weights_of

__all__ = ["samples"]

LONGEST = 200
PROVED_CP = 29_000


def samples(
    rules: Rules, *, games: int, nodes: int, seed: int, random_plies: tuple[int, int] = (4, 10)
) -> Iterator[list[tuple[int, int]]]:
    """Yield of each game its samples: score of the side to move, and 1, 0 or -1 as that side fared.

    The evaluation is the one in use, learned or made by hand. The same arguments give the same games. A game
    is drawn at the third repetition and after 200 plies.

    Args:
        rules: the game.
        games: how many.
        nodes: nodes searched for each move.
        seed: of the random plies.
        random_plies: the least and the most random plies at the start.
    Returns:
        One list a game; scores are centipieces, hundredths of a man.

    >>> from damiera import _core
    >>> [game] = samples(_core.rules("italian"), games=1, nodes=50, seed=1)
    >>> {result for _, result in game} <= {1, 0, -1}
    True
    """
    rng = Random(seed)
    for _ in range(games):
        search = _core.Search(rules, hash_mb=8, weights=weights_of(rules.slug))
        yield _play(search, _opened(rules, rng, random_plies), nodes)


def _opened(rules: Rules, rng: Random, between: tuple[int, int]) -> Position:
    while True:
        position = rules.start()
        for _ in range(rng.randint(*between)):
            moves = position.moves()
            if not moves:
                break
            position = position.play(rng.choice(moves))
        if position.has_moves():
            return position


def _play(search: _core.Search, start: Position, nodes: int) -> list[tuple[int, int]]:
    line, scores = [start], list[tuple[Side, int]]()
    winner: Side | None = None
    while len(line) < LONGEST:
        here = line[-1]
        winner = here.winner()
        if winner is not None or not here.has_moves() or line.count(here) >= 3:
            break
        result = search.think(here, history=line[:-1], nodes=nodes)
        assert result.move is not None
        if not here.detect() and abs(result.score_cp) < PROVED_CP and not _is_ending(here):
            scores.append((here.side, result.score_cp))
        if abs(result.score_cp) >= PROVED_CP:
            winner = here.side if result.score_cp > 0 else here.side.opponent
            break
        line.append(here.play(result.move))
    return [(cp, 0 if winner is None else 1 if side is winner else -1) for side, cp in scores]


def _is_ending(position: Position) -> bool:
    return 3 * (len(position.white_men) + len(position.black_men)) < 2 * position.rules.men
