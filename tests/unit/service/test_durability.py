"""What was acknowledged is there, whoever is killed and whoever else is writing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from subprocess import PIPE

from damiera.service.identity import Visitor
from damiera.service.terms import NewGame
from tests.unit.service.kit import House

ROOT = Path(__file__).parents[3]


def worker(folder: Path, player: Visitor, games: list[str], seed: int) -> subprocess.Popen[str]:
    """Return a process that is ready to play and waits for `begin`."""
    command = [sys.executable, "-m", "tests.unit.service.worker", str(folder), player.id, str(seed), *games]
    process = subprocess.Popen(command, cwd=ROOT, stdin=PIPE, stdout=PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def begin(process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None
    process.stdin.write("go\n")
    process.stdin.flush()


def acknowledged(lines: list[str]) -> list[tuple[str, int, str]]:
    found = [line.split() for line in lines if line.endswith("\n")]
    return [(game, int(ply), path) for game, ply, path in found]


def lines_of(house: House, games: list[str]) -> dict[str, list[str]]:
    """Return what the database holds, and see that it is a game: rebuilding it replays every move."""
    found = {}
    for game in games:
        live = house.play.load(game)
        with house.opened.read() as work:
            stored = [move.path for move in work.games.line(game)]
        assert stored == [",".join(map(str, path)) for path in live.game.paths]
        found[game] = stored
    return found


def test_nothing_acknowledged_is_lost_when_the_program_is_killed(tmp_path: Path) -> None:
    house = House(tmp_path)
    anna = house.guest("Anna")
    games = [house.play.create(anna, NewGame(seat="both")).id for _ in range(4)]
    seen: list[tuple[str, int, str]] = []
    for seed, wanted in ((1, 40), (2, 25)):
        process = worker(tmp_path, anna, games, seed)
        begin(process)
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(wanted)]
        process.kill()
        lines += process.stdout.readlines()  # what was read ahead, too, which `communicate` would leave out
        process.communicate(timeout=30)
        assert process.returncode == -9
        seen += acknowledged(lines)
    house.close()
    again = House(tmp_path)
    stored = lines_of(again, games)
    again.close()
    assert len(seen) >= 65
    assert all(stored[game][ply] == path for game, ply, path in seen)
    # one move more than was acknowledged may have been stored when the process was killed
    assert sum(map(len, stored.values())) - len(seen) in (0, 1, 2)


def test_two_processes_write_the_same_games_at_once(tmp_path: Path) -> None:
    house = House(tmp_path)
    anna = house.guest("Anna")
    *shared, first, second = (house.play.create(anna, NewGame(seat="both")).id for _ in range(5))
    both = [worker(tmp_path, anna, [*shared, own], seed) for own, seed in ((first, 3), (second, 4))]
    for process in both:
        begin(process)
    seen = [acknowledged(process.communicate(timeout=60)[0].splitlines(keepends=True)) for process in both]
    assert [process.returncode for process in both] == [0, 0]
    stored = lines_of(house, [*shared, first, second])
    house.close()
    together = [move for moves in seen for move in moves]
    every_ply = sorted((game, ply) for game, line in stored.items() for ply in range(len(line)))
    assert sorted((game, ply) for game, ply, _ in together) == every_ply
    assert all(stored[game][ply] == path for game, ply, path in together)
    assert all(any(game in shared for game, _, _ in moves) for moves in seen)
