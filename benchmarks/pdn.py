"""PDN games read and replayed in a second of processor time: ours, in bulk and whole, beside pydraughts.

From the bytes in memory to the last position of every game, on one core. Without a file, random games are
written by our writer and read again. The peer is slow, so it is given the first games only; on these the
number of plies must agree. It may read less, for it drops moves where a number stands before three.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from damiera import _core
from damiera.notation.errors import PdnError
from damiera.notation.pdn.bulk import BulkGame, read_bulk
from damiera.notation.pdn.model import PdnGame, pdn_game
from damiera.notation.pdn.reader import read_pdn
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
    """Print games per second of our fast reader, our full reader and the peer."""
    parser = argparse.ArgumentParser(prog="benchmarks pdn", description=__doc__)
    parser.add_argument("file", type=Path, nargs="?", help="a PDN file; random games where it is left out")
    parser.add_argument("--game", choices=CATALOGUE, default="english", help="which random games")
    parser.add_argument("--games", type=int, default=2000, help="how many random games")
    parser.add_argument("--peer-games", type=int, default=20, help="how many games the peer is given")
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
