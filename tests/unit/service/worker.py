"""A process that plays a move in each of some games by turns, both seats: one of several writers.

`python -m tests.unit.service.worker FOLDER PLAYER SEED [meet] GAME…` says `ready`, waits for a line, then
writes each move to standard output once it is acknowledged, as `game ply path`, until all games are over.
With `meet` its first move is in the first game, and it waits for another line after it, so that nobody is
done before the others have begun.
"""

from __future__ import annotations

import sys
from random import Random

from damiera.service.errors import Conflict, GameIsOver
from damiera.service.live import GameCache
from damiera.service.play import Play
from damiera.service.wall_clock import WallClock
from damiera.store.database import open_store


def main(folder: str, player: str, games: list[str], seed: int, *, meet: bool) -> None:
    store = open_store(folder)
    play, random = Play(GameCache(store, WallClock())), Random(seed)
    open_games = list(games)
    print("ready", flush=True)
    sys.stdin.readline()
    while open_games:
        game = games[0] if meet else random.choice(open_games)
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
            if meet:
                sys.stdin.readline()
                meet = False
    store.close()


if __name__ == "__main__":
    words = sys.argv[4:]
    main(
        sys.argv[1],
        sys.argv[2],
        [word for word in words if word != "meet"],
        int(sys.argv[3]),
        meet="meet" in words,
    )
