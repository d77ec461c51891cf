"""PDN games read, replayed and rewritten in a second of processor time, ours beside pydraughts.

From the bytes in memory to the last position of every game, on one core. Without a file, random games are
written by our writer and read again. The peer is slow, so it is given the first games only; on these the
number of plies must agree. It may read less, for it drops moves where a number stands before three.

The games rewritten are those of the file, or random ones, over and over up to `--rewritten`, each with three
variations, remarks and glyphs put in; they are read from a file and written to one, and memory is watched.
"""

from __future__ import annotations

import argparse
import os
import random
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from damiera import _core
from damiera.notation.pdn.bulk import BulkGame, read_bulk
from damiera.notation.pdn.errors import PdnError
from damiera.notation.pdn.model import PdnGame, PdnLine, pdn_game
from damiera.notation.pdn.reader import read_pdn
from damiera.notation.pdn.rewrite import rewrite_all
from damiera.notation.pdn.stream import read_file
from damiera.notation.pdn.writer import write_pdn
from damiera.rules.ruleset import CATALOGUE, Ruleset

__all__ = ["main"]

PEER = "pydraughts"
REPEATS = 5


@dataclass(frozen=True, slots=True)
class Measured:
    """Plies of each legal game, None for a refused one, and the seconds it took."""

    plies: tuple[int | None, ...]
    seconds: float

    @property
    def games(self) -> int:
        """The legal games."""
        return sum(plies is not None for plies in self.plies)

    def line(self, name: str) -> str:
        """One row of the table."""
        total = sum(plies or 0 for plies in self.plies)
        rate, speed = len(self.plies) / self.seconds, total / self.seconds
        return f"{name:<22}{rate:>12,.0f} games/s{speed:>14,.0f} plies/s   {self.games} legal games"


def main(argv: Sequence[str] | None = None) -> None:
    """Print games per second of our fast reader, our full reader, the peer and our rewriting."""
    parser = argparse.ArgumentParser(prog="benchmarks pdn", description=__doc__)
    parser.add_argument("file", type=Path, nargs="?", help="a PDN file; random games where it is left out")
    parser.add_argument("--game", choices=CATALOGUE, default="english", help="which random games")
    parser.add_argument("--games", type=int, default=2000, help="how many random games")
    parser.add_argument("--peer-games", type=int, default=20, help="how many games the peer is given")
    parser.add_argument("--rewritten", type=int, default=10_000, help="how many annotated games to rewrite")
    args = parser.parse_args(argv)
    data = args.file.read_bytes() if args.file else _collection(CATALOGUE[args.game], args.games)
    fast = min((_fast(data) for _ in range(REPEATS)), key=lambda run: run.seconds)
    full = min((_full(data) for _ in range(2)), key=lambda run: run.seconds)
    assert fast.plies == full.plies, "the two readers must give the same games"
    print(f"{len(data):,} bytes, {len(fast.plies)} games, {sum(p or 0 for p in fast.plies):,} plies")
    print(fast.line("damiera, in bulk"))
    print(full.line("damiera, full reader"))
    peer = _peer(list(read_bulk(data))[: args.peer_games])
    _compare(peer.plies, fast.plies)
    print(peer.line(f"{PEER}, {len(peer.plies)} games"))
    ratio = (len(fast.plies) / fast.seconds) / (len(peer.plies) / peer.seconds)
    print(f"in bulk against {PEER}: {ratio:,.0f} times")
    with tempfile.TemporaryDirectory() as folder:
        _rewritten(data, args.rewritten, Path(folder))


def _rewritten(data: bytes, count: int, folder: Path) -> None:
    """Print how fast annotated games are read, replayed and rewritten, and what memory that takes."""
    source, target = folder / "annotated.pdn", folder / "rewritten.pdn"
    games = [item for item in read_pdn(data) if isinstance(item, PdnGame) and item.mainline]
    rng = random.Random(20080101)
    with source.open("w", encoding="utf-8") as file:
        for number in range(count):
            game = _annotated(games[number % len(games)], rng)
            file.write(write_pdn(game, results="chess", ending="result") + "\n")
    del games
    peaks = []
    begun = time.process_time()
    with target.open("w", encoding="utf-8") as file:
        for number, text in enumerate(rewrite_all(read_file(source)), 1):
            file.write(text)
            if number in (count // 4, count):
                peaks.append(_resident_mb())
    spent = time.process_time() - begun
    assert number == count, "every game must be rewritten"
    print(f"{'read and rewritten':<22}{count / spent:>12,.0f} games/s, with variations, file to file")
    print(f"memory after a quarter of the games {peaks[0]} MB, after all {peaks[-1]} MB")


def _annotated(game: PdnGame, rng: random.Random) -> PdnGame:
    """Return the game with three moves commented on and followed by another line."""
    moves, positions = list(game.mainline), game.positions
    for at in rng.sample(range(len(moves)), min(3, len(moves))):
        others = [move for move in positions[at].moves() if move != moves[at].move]
        if others:
            line = _random_line(positions[at], rng.choice(others), rng)
            remark = rng.choice(["", "A remark of some words.", "[%clk 0:12:33]"])
            variation = PdnLine(pdn_game(game.ruleset, line, start=positions[at]).mainline)
            moves[at] = replace(moves[at], comment=remark, nags=(1,), variations=(variation,))
    return replace(game, mainline=tuple(moves))


def _random_line(position: _core.Position, first: _core.Move, rng: random.Random) -> list[_core.Move]:
    line = [first]
    position = position.play(first)
    while len(line) < 5 and (legal := position.moves()):
        line.append(rng.choice(legal))
        position = position.play(line[-1])
    return line


def _resident_mb() -> int:
    """Return the memory this process holds, where the system tells; else the most it has held."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return pages * os.sysconf("SC_PAGE_SIZE") >> 20


def _fast(data: bytes) -> Measured:
    begun = time.process_time()
    plies = tuple(None if isinstance(item, PdnError) else item.plies for item in read_bulk(data))
    return Measured(plies, time.process_time() - begun)


def _full(data: bytes) -> Measured:
    begun = time.process_time()
    plies = tuple(None if isinstance(item, PdnError) else len(item.mainline) for item in read_pdn(data))
    return Measured(plies, time.process_time() - begun)


def _peer(items: Sequence[BulkGame | PdnError]) -> Measured:
    """Read and replay the same games, one text each, so that a game it loses is not counted for another."""
    from draughts import Board, Move
    from draughts.PDN import PDNReader

    plies: list[int | None] = []
    begun = time.process_time()
    for item in items:
        slug = item.ruleset.slug if isinstance(item, BulkGame) else "international"
        variant = "standard" if slug == "international" else slug
        board = Board(variant)
        try:
            moves = PDNReader(pdn_text=item.raw).games[0].moves
            for text in moves:
                board.push(Move(board, pdn_move=text))
        except Exception:  # the peer raises what it likes at a game it cannot replay
            plies.append(None)
        else:
            plies.append(len(moves))
    return Measured(tuple(plies), time.process_time() - begun)


def _compare(peer: Sequence[int | None], ours: Sequence[int | None]) -> None:
    both = [(a, b) for a, b in zip(peer, ours, strict=False) if a is not None and b is not None]
    assert both, f"{PEER} replays none of these games"
    assert all(a <= b for a, b in both), f"{PEER} reads moves that are not there: {both}"
    assert any(a == b for a, b in both), f"{PEER} agrees on no game: {both}"
    print(f"{PEER} reads every ply of {sum(a == b for a, b in both)} in {len(both)} games")


def _collection(ruleset: Ruleset, count: int) -> bytes:
    games = _random_games(ruleset, count, random.Random(20080101))
    return "\n".join(write_pdn(game, results="chess", ending="result") for game in games).encode()


def _random_games(ruleset: Ruleset, count: int, rng: random.Random) -> Iterator[PdnGame]:
    for number in range(1, count + 1):
        moves: list[_core.Move] = []
        position = ruleset.start()
        while len(moves) < 60 and (legal := position.moves()):
            moves.append(rng.choice(legal))
            position = position.play(moves[-1])
        tags = {"Event": "Random games", "Round": str(number), "White": "Random", "Black": "Random"}
        yield pdn_game(ruleset, moves, tags=tags, result=rng.choice(("1-0", "0-1", "1/2-1/2")))


if __name__ == "__main__":
    main()
