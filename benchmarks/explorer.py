"""How fast games come into the index of positions, and how fast it answers.

    python -m benchmarks.explorer [--games N] [--database URL]

The games are made up: 5,000 random walks that prefer some moves, each taken as often as is needed with other
players, dates and results. The players are two hundred of each of ten families; some play much more than
others. Processor seconds are given beside the clock's, since the machine may be busy; PostgreSQL's own are
not in them. A database that is named must be new.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from pathlib import Path

from damiera._core import Position, Side
from damiera.analysis.explorer import GameFilter, Result
from damiera.notation.moves import format_move
from damiera.records.archive import ArchivedGame
from damiera.rules.ruleset import ITALIAN
from damiera.service.explorer import ExplorerService
from damiera.service.identity import LOCAL_PLAYER
from damiera.service.live import GameCache
from damiera.service.wall_clock import WallClock
from damiera.store.database import Database, open_store

WALKS, PLIES, ASKED, A_FAMILY, AT_ONCE = 5_000, 60, 400, 200, 5_000
NAMES = ("Rossi", "Bianchi", "Verdi", "Neri", "Russo", "Ferrari", "Esposito", "Romano", "Colombo", "Ricci")
QUESTIONS = (
    ("all", GameFilter()),
    ("a family", GameFilter(player="rossi")),
    ("who plays most", GameFilter(player="rossi 0.")),
    ("who plays little", GameFilter(player="ricci 150.")),
    ("two letters", GameFilter(player="ri")),
    ("a family as White", GameFilter(player="rossi", side=Side.WHITE)),
    ("a family, some years", GameFilter(player="rossi", since=2010, until=2015)),
    ("some years", GameFilter(since=2010, until=2015)),
    ("drawn games", GameFilter(result=Result.DRAW)),
)


def walk(rng: random.Random) -> list[str]:
    """Return the moves of a made-up game."""
    here, texts = ITALIAN.start(), list[str]()
    while len(texts) < PLIES and (moves := here.moves()):
        move = moves[min(int(rng.expovariate(0.8)), len(moves) - 1)]
        texts.append(format_move(here, move))
        here = here.play(move)
    return texts


def player(rng: random.Random) -> str:
    """Return somebody; the first of a family plays about a tenth of its games."""
    return f"{rng.choice(NAMES)} {min(int(4 * (rng.paretovariate(0.6) - 1)), A_FAMILY - 1)}."


def fill(store: Database, walks: list[list[str]], games: int, rng: random.Random) -> None:
    """Put the games into the archive of the house."""
    with store.write() as work:
        work.players.add(id=LOCAL_PLAYER, name="Damiera", at=0)
    for first in range(0, games, AT_ONCE):
        with store.write() as work:
            for n in range(first, min(first + AT_ONCE, games)):
                white, black = player(rng), player(rng)
                date, result = f"{1990 + n % 35}.{1 + n % 12:02}.06", rng.choice(("2-0", "1-1", "1-1", "0-2"))
                game = ArchivedGame(
                    game="italian", white=white, black=black, event="", date=date, result=result, plies=PLIES,
                    tags=f'{{"White":"{white}","Black":"{black}","Date":"{date}","WhiteRating":"5000"}}',
                    start_fen=None, moves=" ".join(walks[n % len(walks)]), pdn="", number=n,
                    search="", digest=str(n),
                )  # fmt: skip
                work.archive.add(game, id=f"g{n}", player_id=LOCAL_PLAYER, job_id=None, source="", at=0)


def main() -> None:
    """Measure, and print a line for each figure."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--database", default="")
    given, rng = parser.parse_args(), random.Random(7)
    walks = [walk(rng) for _ in range(WALKS)]
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(given.database or folder)
        fill(store, walks, given.games, rng)
        exploring = ExplorerService(GameCache(store, WallClock()))
        wall, cpu = time.perf_counter(), time.process_time()
        while exploring.step():
            pass
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        print(f"index: {cpu:.0f} s of one processor, {wall:.0f} s by the clock", flush=True)
        if not given.database:
            size = sum(one.stat().st_size for one in Path(folder).iterdir())
            print(f"database: {size / given.games / 1000:.1f} kB a game, archive included")
        places = [place(walks, at, rng) for at in range(ASKED)]
        for name, wanted in QUESTIONS:
            ask(exploring, places, name, wanted, given.games)
        store.close()


def place(walks: list[list[str]], at: int, rng: random.Random) -> Position:
    """Return a position of a game, as one who walks through it comes to: every twentieth is the start."""
    here = ITALIAN.start()
    for text in rng.choice(walks)[: at % 20]:
        here = next(here.play(move) for move in here.moves() if format_move(here, move) == text)
    return here


def ask(
    exploring: ExplorerService, places: list[Position], name: str, wanted: GameFilter, games: int
) -> None:
    """Ask about every place, and say how long the answers took."""
    wall, cpu, most = list[float](), list[float](), 0
    for here in places:
        begun, begun_cpu = time.perf_counter(), time.process_time()
        found = exploring.explore(None, here, wanted)
        cpu.append(time.process_time() - begun_cpu)
        wall.append(time.perf_counter() - begun)
        most = max(most, found.tally.games)
        assert found.tally.games > 0 or wanted != GameFilter()
    assert most == games or wanted != GameFilter()
    print(f"{name} ({most} games at most): clock {_told(wall)}; processor {_told(cpu)}", flush=True)


def _told(times: list[float]) -> str:
    p50, p95, most = (1000 * sorted(times)[at] for at in (ASKED // 2, 95 * ASKED // 100, -1))
    return f"p50 {p50:.1f}, p95 {p95:.1f}, most {most:.0f} ms"


if __name__ == "__main__":
    main()
