"""A process that runs an event: pairs rounds, enters results, corrects some; one of several arbiters.

`python -m tests.unit.service.tournament.worker FOLDER EVENT PLAYER SEED [meet]` says `ready`, waits for a
line, then writes `number digest` of the log's last act to standard output each time one was acknowledged.
With `meet` it waits for another line after the first act, so that nobody is done before the others have
begun.
"""

from __future__ import annotations

import sys
from random import Random

from damiera.errors import DamieraError
from damiera.service.identity import Visitor
from damiera.service.tournament.acts import TournamentService
from damiera.service.wall_clock import WallClock
from damiera.store.database import open_store


def main(folder: str, event: str, player: str, seed: int, *, meet: bool) -> None:
    store = open_store(folder)
    tournaments, random, who = (
        TournamentService(store, WallClock()),
        Random(seed),
        Visitor(player, f"Arbiter {seed}"),
    )
    print("ready", flush=True)
    sys.stdin.readline()
    for _ in range(10_000):
        live = tournaments.load(event)
        if live.open_games:
            game = random.choice(live.open_games)
            was, why = "none", ""
        elif live.event.rounds and random.random() < 0.5:
            game = random.choice([g for g in live.event.games if g.black is not None])
            was, why = None, "read again"
        elif live.next_round().waits is None:
            game = None
        else:
            break
        try:
            if game is None:
                live = tournaments.pair(event, who, live.event.played_rounds + 1)
            else:
                result = random.choice(["win", "draw", "loss", "both-lost"])
                live = tournaments.report(event, who, game.round, game.board, result, was=was, reason=why)
        except DamieraError:
            continue  # the other arbiter was quicker
        print(live.version, live.log.head, flush=True)
        if meet:
            sys.stdin.readline()
            meet = False
    store.close()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]), meet="meet" in sys.argv[5:])
