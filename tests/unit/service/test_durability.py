"""What was acknowledged is there, whoever is killed and whoever else is writing."""

from __future__ import annotations

from pathlib import Path

import pytest

from damiera.service.terms import NewGame
from tests.unit.service.kit import App
from tests.unit.service.workers import Worker


def acknowledged(lines: list[list[str]]) -> list[tuple[str, int, str]]:
    return [(game, int(ply), path) for game, ply, path in lines]


def lines_of(app: App, games: list[str]) -> dict[str, list[str]]:
    """Return what the database holds, and see that it is a game: rebuilding it replays every move."""
    found = {}
    for game in games:
        live = app.play.load(game)
        with app.opened.read() as work:
            stored = [move.path for move in work.games.line(game)]
        assert stored == [",".join(map(str, path)) for path in live.game.paths]
        found[game] = stored
    return found


def test_nothing_acknowledged_is_lost_when_the_program_is_killed(tmp_path: Path) -> None:
    app = App(tmp_path)
    anna = app.guest("Anna")
    games = [app.play.create(anna, NewGame(seat="both")).id for _ in range(4)]
    seen: list[tuple[str, int, str]] = []
    for seed, wanted in ((1, 40), (2, 25)):
        player = Worker("worker", tmp_path, anna.id, seed, *games)
        player.begin()
        seen += acknowledged(player.killed_after(wanted))
    app.close()
    again = App(tmp_path)
    stored = lines_of(again, games)
    again.close()
    assert len(seen) >= 65
    assert all(stored[game][ply] == path for game, ply, path in seen)
    # one move more than was acknowledged may have been stored when the process was killed
    assert sum(map(len, stored.values())) - len(seen) in (0, 1, 2)


@pytest.mark.slow
def test_two_processes_write_the_same_games_at_once(tmp_path: Path) -> None:
    app = App(tmp_path)
    anna = app.guest("Anna")
    *shared, first, second = (app.play.create(anna, NewGame(seat="both")).id for _ in range(5))
    both = [
        Worker("worker", tmp_path, anna.id, seed, "meet", *shared, own)
        for own, seed in ((first, 3), (second, 4))
    ]
    firsts = [player.first() for player in both]
    for player in both:
        player.begin()
    seen = [acknowledged([begun, *player.ended()]) for begun, player in zip(firsts, both, strict=True)]
    stored = lines_of(app, [*shared, first, second])
    app.close()
    together = [move for moves in seen for move in moves]
    every_ply = sorted((game, ply) for game, line in stored.items() for ply in range(len(line)))
    assert sorted((game, ply) for game, ply, _ in together) == every_ply
    assert all(stored[game][ply] == path for game, ply, path in together)
    assert all(any(game in shared for game, _, _ in moves) for moves in seen)
