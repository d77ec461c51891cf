"""The levels against each other: every level against the one below it, in every game.

Each opening is a few random moves, played twice with colours reversed. A game is drawn when a position comes
for the third time, after 50 plies without a capture or a man's move, or after 200 plies. Results are the
points of the higher level, then what they are worth in Elo; the table goes into docs/levels.md. The highest
level thinks by the clock: `--full-nodes` gives it so many positions a move instead. Levels that ask endgame
tables ask those that come with Damiera.

With `--file` every pair of games is kept as a line of JSON, and the same command goes on where it was broken
off; more games add to those that are there. Pairs of an engine that played otherwise are not counted.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import time
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from contextlib import nullcontext
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from damiera import _core
from damiera._core import Position, Side
from damiera.endgame.files import shipped_folder
from damiera.engine.builtin import BuiltinEngine
from damiera.engine.levels import HIGHEST, LOWEST
from damiera.engine.levels import level as settings_of
from damiera.engine.limits import SearchLimits
from damiera.engine.statistics import estimate
from damiera.engine.weightfile import signature_of
from damiera.training.trials import TrialFile, alone_with
from damiera.training.workers import signature

__all__ = ["Pairing", "PlayedPairs", "Player", "main", "play", "play_pair"]


@dataclass(frozen=True, slots=True)
class Player:
    """Who plays: a level; or level 0, a move at random; or -1, a greedy player that looks two plies ahead.

    Attributes:
        nodes: positions a move in place of the level's own limits; 0 = its own.
    """

    level: int
    nodes: int = 0

    @property
    def name(self) -> str:
        """What the table calls it."""
        return {0: "random", -1: "greedy"}.get(self.level, f"level {self.level}")


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game to play: `first` moves first."""

    game: str
    first: Player
    second: Player
    opening: int
    plies: int = 200
    idle: int = 50


@dataclass(frozen=True, slots=True)
class Score:
    """The games of a match, pair by pair: the points of one side with either colour."""

    pairs: tuple[tuple[float, float], ...]

    def __str__(self) -> str:
        games = [points for pair in self.pairs for points in pair]
        share = sum(games) / len(games)
        return f"+{games.count(1.0)} ={games.count(0.5)} -{games.count(0.0)} ({share:.0%}) {self._elo()}"

    def _elo(self) -> str:
        """The difference in Elo, give or take so much in 95 cases of 100; nothing where it has no bound."""
        totals = [sum(pair) for pair in self.pairs]
        found = estimate([totals.count(points) for points in (0.0, 0.5, 1.0, 1.5, 2.0)])
        return "" if found is None or found.error is None else f"{found.elo:+.0f} ±{found.error:.0f}"


def play(pairing: Pairing) -> float:
    """Play one game; return the points of the first player: 1, 0.5 or 0."""
    engine_moves = {
        player: BuiltinEngine(pairing.game, hash_mb=16, tables=shipped_folder())
        for player in {pairing.first, pairing.second}
    }
    history, position = _opening(pairing)
    rng = random.Random(pairing.opening * 2 + (pairing.first.level > pairing.second.level))
    starter, idle = _core.rules(pairing.game).first_mover, 0
    for _ in range(pairing.plies):
        if not position.has_moves():
            return 0.0 if position.side is starter else 1.0
        if idle >= pairing.idle or history.count(position) >= 2:
            break
        player = pairing.first if position.side is starter else pairing.second
        history.append(position)
        after = _move(engine_moves[player], player, position, history[:-1], rng)
        idle = idle + 1 if _is_idle(position, after) else 0
        position = after
    return 0.5


def _opening(pairing: Pairing) -> tuple[list[Position], Position]:
    rng, position, history = (
        random.Random(pairing.opening),
        _core.rules(pairing.game).start(),
        list[Position](),
    )
    for _ in range(4):
        history.append(position)
        position = position.play(rng.choice(position.moves()))
    return history, position


def _move(
    engine: BuiltinEngine, player: Player, position: Position, history: list[Position], rng: random.Random
) -> Position:
    if player.level == 0:
        return position.play(rng.choice(position.moves()))
    if player.level < 0:
        return position.play(_greedy(position, rng))
    limits = SearchLimits(nodes=player.nodes) if player.nodes else None
    choice = engine.choose(
        position, history=history, level=player.level, limits=limits, seed=rng.getrandbits(30)
    )
    return position.play(choice.move)


def _greedy(position: Position, rng: random.Random) -> _core.Move:
    """Take the move after which the best answer leaves the most pieces: count, two plies ahead."""

    def worth(move: _core.Move) -> int:
        after = position.play(move)
        answers = [_balance(after.play(answer), position.side) for answer in after.moves()]
        return min(answers, default=100)

    moves = list(position.moves())
    rng.shuffle(moves)
    return max(moves, key=worth)


def _balance(position: Position, side: Side) -> int:
    white = len(position.white_men) + 2 * len(position.white_kings)
    black = len(position.black_men) + 2 * len(position.black_kings)
    return white - black if side is Side.WHITE else black - white


def _is_idle(before: Position, after: Position) -> bool:
    men = (before.white_men, before.black_men) == (after.white_men, after.black_men)
    return men and len(before.pieces) == len(after.pieces)


def play_pair(game: str, high: Player, low: Player, opening: int) -> tuple[float, float]:
    """Play an opening with either colour; return the points of `high` in each."""
    return play(Pairing(game, high, low, opening)), 1 - play(Pairing(game, low, high, opening))


class PlayedPairs:
    """Pairs of games that were played, kept in a file of JSON lines if there is one.

    Args:
        path: of the file; None to keep nothing.
    Raises:
        TrainingError: if the file is of something else, or damaged before its last line.
        OSError: if it cannot be read or written.
    """

    def __init__(self, path: Path | None) -> None:
        self._file = TrialFile(path, {"levels": "pairs of games"}) if path is not None else None
        self._points: dict[tuple[object, ...], tuple[float, float]] = {}
        for key, points in self._file.read(_pair_in) if self._file is not None else ():
            self._points[key] = points
        self._engines: dict[tuple[str, Player], str] = {}

    def match(self, pool: Executor, game: str, high: Player, low: Player, games: int) -> Score:
        """Play what is missing of a match; return its score."""
        engines = (self._engine(game, high), self._engine(game, low))
        keys = {opening: (game, *engines, opening) for opening in range(1, games // 2 + 1)}
        missing = {
            pool.submit(play_pair, game, high, low, opening): key
            for opening, key in keys.items()
            if key not in self._points
        }
        for done in as_completed(missing):
            key, points = missing[done], done.result()
            self._points[key] = points
            if self._file is not None:
                names = {"game": game, "high": high.name, "low": low.name}
                self._file.add({**names, "engines": engines, "opening": key[-1], "points": points})
        return Score(tuple(self._points[key] for key in keys.values()))

    def _engine(self, game: str, player: Player) -> str:
        """Return a digest of all that decides how somebody plays."""
        if (game, player) not in self._engines:
            settings = settings_of(player.level) if player.level >= LOWEST else None
            weights = signature_of(game) if settings is not None and settings.looks_far else ""
            told = f"{signature(game)}; {weights}; {settings}; {player}"
            self._engines[game, player] = hashlib.sha256(told.encode()).hexdigest()[:12]
        return self._engines[game, player]


def _pair_in(line: Mapping[str, object], _: int) -> tuple[tuple[object, ...], tuple[float, float]]:
    engines, points = line["engines"], line["points"]
    if not isinstance(engines, list) or not isinstance(points, list):
        raise ValueError(line)
    first, second = points
    if not {first, second} <= {0, 0.5, 1}:
        raise ValueError(line)
    return (line["game"], *engines, line["opening"]), (first, second)


def _pairs(levels: Iterable[int], others: bool, full_nodes: int) -> list[tuple[Player, Player]]:
    wanted = [Player(n, full_nodes if n == HIGHEST else 0) for n in sorted(levels)]
    pairs = [(high, low) for low, high in pairwise(wanted)]
    strangers = [(Player(-1), wanted[0]), (wanted[0], Player(0))] if others else []
    return strangers + pairs


def main(argv: Sequence[str] | None = None) -> None:
    """Play the matches and print a table in Markdown."""
    parser = argparse.ArgumentParser(prog="benchmarks levels", description=__doc__)
    parser.add_argument("--games", type=int, default=10, help="games a pair, in each game of draughts")
    parser.add_argument("--from", dest="least", type=int, default=LOWEST)
    parser.add_argument("--to", dest="most", type=int, default=HIGHEST - 1)
    parser.add_argument("--full-nodes", type=int, default=0, help="positions a move of the highest level")
    parser.add_argument("--only", nargs="*", default=list(_core.slugs()), help="slugs of the games")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--file", type=Path, help="where pairs are kept, and gone on from")
    args = parser.parse_args(argv)
    began = time.monotonic()
    print("| | " + " | ".join(args.only) + " |")
    print("| --- |" + " --- |" * len(args.only))
    alone = nullcontext() if args.file is None else alone_with(args.file)
    with alone, ProcessPoolExecutor(args.processes) as pool:
        played = PlayedPairs(args.file)
        for high, low in _pairs(range(args.least, args.most + 1), args.least == LOWEST, args.full_nodes):
            cells = [str(played.match(pool, game, high, low, args.games)) for game in args.only]
            print(f"| {high.name} against {low.name} | " + " | ".join(cells) + " |", flush=True)
    print(f"\n{args.games} games a cell, {time.monotonic() - began:.0f} s on {args.processes} processes.")


if __name__ == "__main__":
    main()
