"""Plays games in a folder, several moves in a commit, and writes down in it what was acknowledged.

python -m tests.unit.store.power_cut_player FOLDER ROUNDS
"""

from __future__ import annotations

import os
import random
import sys
from pathlib import Path

from damiera.service.terms import NewGame
from tests.unit.service.kit import App

GAMES = 3


def main(folder: Path, rounds: int) -> None:
    luck = random.Random(rounds)
    acknowledged = os.open(folder / "acknowledged", os.O_WRONLY | os.O_CREAT, 0o600)
    app = App(folder)
    anna = app.guest("Anna")
    games = [app.play.create(anna, NewGame(seat="both")) for _ in range(GAMES)]
    for _ in range(rounds):
        said = []
        with app.opened.together():
            for number, live in enumerate(games):
                moves = live.game.position.moves() if live.game.outcome is None else ()
                if not moves:
                    continue
                path = tuple(live.game.position.paths(luck.choice(moves))[0])
                played = app.play.move(live.id, anna.id, live.game.ply, path)
                games[number] = played.live
                said.append(
                    f"{live.id} {played.ply} {','.join(map(str, played.live.game.paths[played.ply]))}\n"
                )
        os.write(acknowledged, "".join(said).encode())
        games = [
            live if live.game.outcome is None else app.play.create(anna, NewGame(seat="both"))
            for live in games
        ]
    os._exit(0)  # nothing is tidied up


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
