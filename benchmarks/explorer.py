"""How fast games come into the index of positions, and how fast it answers.

    python -m benchmarks.explorer [--games N]

The games are made up: 5,000 random walks that prefer some moves, each taken as often as is needed under other
names. Processor seconds count for the index, since the machine may be busy; an answer is timed by the clock.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from pathlib import Path

from damiera.analysis.explorer import Wanted
from damiera.notation.moves import format_move
from damiera.rules.ruleset import ITALIAN
from damiera.service.exploring import Exploring
from damiera.service.identity import HOUSE
from damiera.service.live import Desk
from damiera.service.ports import WallClock
from damiera.store.database import Store, open_store

WALKS, PLIES, ASKED = 5_000, 60, 400
NAMES = ("Rossi", "Bianchi", "Verdi", "Neri", "Russo", "Ferrari", "Esposito", "Romano", "Colombo", "Ricci")


def walk(rng: random.Random) -> list[str]:
    """Return the moves of a made-up game."""
    here, texts = ITALIAN.start(), list[str]()
    while len(texts) < PLIES and (moves := here.moves()):
        move = moves[min(int(rng.expovariate(0.8)), len(moves) - 1)]
        texts.append(format_move(here, move))
        here = here.play(move)
    return texts


def fill(store: Store, walks: list[list[str]], games: int, rng: random.Random) -> None:
    """Put the games into the archive of the house."""
    with store.write() as work:
        work.players.add(id=HOUSE, name="Damiera", at=0)
        for n in range(games):
            white, black = rng.sample(NAMES, 2)
            date, result = f"{1990 + n % 35}.05.06", rng.choice(("2-0", "1-1", "1-1", "0-2"))
            work.archive.add(
                id=f"g{n}", player_id=HOUSE, job_id=None, game_slug="italian", white=f"{white} {n % 97}",
                black=black, event="", date=date, result=result, plies=PLIES,
                tags=f'{{"White":"{white} {n % 97}","Black":"{black}","Date":"{date}","WhiteRating":"5000"}}',
                start_fen=None, moves=" ".join(walks[n % len(walks)]), pdn="", source="", number=n,
                search="", digest=str(n), at=0,
            )  # fmt: skip


def main() -> None:
    """Measure, and print a line for each figure."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=50_000)
    games, rng = parser.parse_args().games, random.Random(7)
    walks = [walk(rng) for _ in range(WALKS)]
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(Path(folder))
        fill(store, walks, games, rng)
        exploring = Exploring(Desk(store, WallClock()))
        wall, cpu = time.perf_counter(), time.process_time()
        while exploring.step():
            pass
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        print(
            f"index: {games / cpu:.0f} games/s of one processor, {games / wall:.0f} by the clock", flush=True
        )
        size = sum(one.stat().st_size for one in Path(folder).iterdir())
        print(f"database: {size / games / 1000:.1f} kB a game, archive included")
        for name, wanted in (
            ("all", Wanted()),
            ("a player", Wanted(player="rossi")),
            ("years", Wanted(since=2010)),
        ):
            ask(exploring, walks, name, wanted, rng, games)
        store.close()


def ask(
    exploring: Exploring, walks: list[list[str]], name: str, wanted: Wanted, rng: random.Random, games: int
) -> None:
    """Ask about positions of games, as one who walks through them does, and about the start."""
    times = list[float]()
    for at in range(ASKED):
        here = ITALIAN.start()
        for text in rng.choice(walks)[: at % 20]:
            here = next(here.play(move) for move in here.moves() if format_move(here, move) == text)
        begun = time.perf_counter()
        found = exploring.explore(None, here, wanted)
        times.append(time.perf_counter() - begun)
        assert found.tally.games > 0 or wanted != Wanted()
        assert at % 20 or wanted != Wanted() or found.tally.games == games
    times.sort()
    p50, p95 = (1000 * times[int(part * ASKED)] for part in (0.5, 0.95))
    print(f"{name}: p50 {p50:.1f} ms, p95 {p95:.1f} ms, most {1000 * times[-1]:.0f} ms", flush=True)


if __name__ == "__main__":
    main()
