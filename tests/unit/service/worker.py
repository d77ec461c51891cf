"""A process that plays a move in each of some games by turns, both seats: one of several writers.

`python -m tests.unit.service.worker FOLDER PLAYER SEED GAME…` says `ready`, waits for a line, then writes
each move to standard output once it is acknowledged, as `game ply path`, until all games are over.
"""

from __future__ import annotations

import sys
from random import Random

from damiera.service.errors import Conflict, GameIsOver
from damiera.service.live import GameCache
from damiera.service.play import Play
from damiera.service.ports import WallClock
from damiera.store.database import open_store


def main(folder: str, player: str, games: list[str], seed: int) -> None:
    store = open_store(folder)
    play, random = Play(GameCache(store, WallClock())), Random(seed)
    open_games = list(games)
    print("ready", flush=True)
    sys.stdin.readline()
    while open_games:
        game = random.choice(open_games)
        live = play.load(game)
        if live.game.outcome is not None:
            open_games.remove(game)
            continue
        position = live.game.position
        path = position.paths(random.choice(position.moves()))[0]
        try:
            played = play.move(game, player, live.game.ply, path)
        except (Conflict, GameIsOver):
            continue
        if not played.repeated:
            print(game, played.ply, ",".join(map(str, path)), flush=True)
    store.close()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[4:], int(sys.argv[3]))
