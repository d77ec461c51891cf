"""Standings of 5,000 players after 9 rounds: points, Buholz, second quotient, ties by the procedure."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Sequence

from damiera.tournament.model import Event, EventPlayer, GameMark, Kind, Round, RoundGame
from damiera.tournament.standings import standing

__all__ = ["event", "main"]

PLAYERS, ROUNDS = 5000, 9


def event(players: int = PLAYERS, rounds: int = ROUNDS, seed: int = 1) -> Event:
    """A Swiss-like event: each round in the order of the points, results by lot, a bye here and there."""
    lots = random.Random(seed)
    field = tuple(EventPlayer(n, f"Player {n}", lots.randrange(300, 4500)) for n in range(1, players + 1))
    points = dict.fromkeys(range(1, players + 1), 0)
    results = [(GameMark.WIN, GameMark.LOSS), (GameMark.DRAW, GameMark.DRAW), (GameMark.LOSS, GameMark.WIN)]
    worth = {GameMark.WIN: 2, GameMark.DRAW: 1, GameMark.LOSS: 0}
    all_rounds = []
    for number in range(1, rounds + 1):
        order = sorted(points, key=lambda n: (-points[n], lots.random()))
        games = []
        for board, (white, black) in enumerate(zip(order[::2], order[1::2], strict=False), 1):
            mine, theirs = lots.choice(results)
            kind = Kind.FORFEIT if lots.random() < 0.01 else Kind.PLAYED
            games.append(RoundGame(number, board, white, black, mine, theirs, kind))
            points[white] += worth[mine]
            points[black] += worth[theirs]
        all_rounds.append(Round(number, tuple(games), closed=True))
    return Event("Benchmark", field, tuple(all_rounds))


def main(argv: Sequence[str] = ()) -> None:
    """Print the seconds of one core for a standing, from the rounds as read, and check what it must hold."""
    players, rounds = (int(argv[0]), int(argv[1])) if len(argv) == 2 else (PLAYERS, ROUNDS)
    best, found = float("inf"), None
    for _ in range(5):
        given = event(players, rounds)
        start = time.process_time()
        found = standing(given)
        best = min(best, time.process_time() - start)
    assert found is not None
    assert sorted(row.technical or 0 for row in found.rows) == list(range(1, players + 1))
    assert [row.points for row in found.rows] == sorted((row.points for row in found.rows), reverse=True)
    print(f"standings: {players} players, {rounds} rounds: {best:.3f} s, {len(found.steps)} steps of ties")


if __name__ == "__main__":
    main(sys.argv[1:])
