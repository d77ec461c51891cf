"""The index of positions follows the archive and the games played here, and forgets what is removed."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import text

from damiera._core import Position, Side
from damiera.analysis.explorer import GameFilter, Result
from damiera.rules.ruleset import ITALIAN
from damiera.service.explorer import ExplorerService
from damiera.service.identity import Visitor
from damiera.service.terms import NewGame
from damiera.store import explorer_counts
from damiera.store.database import FILE_NAME
from tests.postgresql import BACKENDS, Postgres
from tests.unit.service.kit import App

GAME = (
    '[White "{w}"]\n[Black "Bianchi"]\n[Event "Prova"]\n[Date "{d}"]\n[GameType "22"]\n'
    '[Result "{z}"]\n\n{m} {z}\n\n'
)
ONE = "1. 21-17 12-15 2. 22-18"
OTHER = "1. 22-18 12-15 2. 21-17"
START = ITALIAN.start()


@pytest.fixture(params=BACKENDS)
def app(request: pytest.FixtureRequest, tmp_path: Path, empty_database: Path) -> Iterator[App]:
    """Return a house on each kind of database."""
    if request.param == "sqlite":
        shutil.copy(empty_database, tmp_path / FILE_NAME)
        opened = App(tmp_path)
    else:
        server: Postgres = request.getfixturevalue("postgres")
        opened = App(server.ready())
    yield opened
    opened.close()


def pdn(moves: str = ONE, w: str = "Niccolò Rossi", d: str = "2001.05.06", z: str = "1-0") -> str:
    return GAME.format(w=w, d=d, z=z, m=moves)


def bring(app: App, who: str, texts: str) -> None:
    job = app.imports.start(who, "a.pdn", texts.encode()).id
    while app.imports.step(job):
        pass


def index(exploring: ExplorerService, games: int = 100) -> int:
    return sum(iter(lambda: exploring.step(games=games), 0))


def rows(app: App, table: str) -> int:
    with app.opened._engine.connect() as connection:
        return int(connection.execute(text(f"SELECT count(*) FROM {table}")).scalar_one())


def resign(app: App) -> tuple[str, Visitor, Visitor]:
    """Return a game that Anna (White) began and Bruno resigned."""
    game, anna, bruno = app.friends(NewGame(friend=True))
    app.play.move(game.id, anna.id, 0, (21, 17))
    app.play.act(game.id, bruno.id, "resign")
    return game.id, anna, bruno


@pytest.mark.slow
def test_imported_games_are_counted_by_position(app: App) -> None:
    anna = app.guest("Anna")
    bring(app, anna.id, pdn() + pdn(OTHER, w="Verdi", d="2010", z="1/2-1/2"))
    exploring = ExplorerService(app.cache)
    assert index(exploring) == 2
    found = exploring.explore(anna.id, START)
    assert [(one.text, one.tally.games) for one in found.moves] == [("21-17", 1), ("22-18", 1)]
    assert [game.facts.white for game in found.games] == ["Verdi", "Niccolò Rossi"]
    here = START
    for origin, destination in ((21, 17), (12, 15), (22, 18)):
        here = _play(here, origin, destination)
    assert (exploring.explore(anna.id, here).ended, exploring.total(anna.id, "italian")) == (2, 2)


def _play(position: Position, origin: int, destination: int) -> Position:
    move = next(m for m in position.moves() if (m.origin, m.destination) == (origin, destination))
    return position.play(move)


def test_work_goes_on_where_it_stopped_and_counts_nothing_twice(app: App, tmp_path: Path) -> None:
    anna = app.guest("Anna")
    bring(app, anna.id, "".join(pdn(w=f"Player {n}") for n in range(7)))
    assert ExplorerService(app.cache).step(games=3) == 3
    later, beside = ExplorerService(app.cache), ExplorerService(app.cache)
    assert later.step(games=2) == 2
    assert index(beside) == 2
    assert index(later) == 0
    assert later.explore(anna.id, START).tally.games == 7
    assert rows(app, "explorer_game") == 7


@pytest.mark.parametrize(
    ("wanted", "games"),
    [
        (GameFilter(player="NICCOLO"), 1),
        (GameFilter(player="rossi_"), 0),
        (GameFilter(since=2005), 1),
        (GameFilter(until=2005), 1),
        (GameFilter(result=Result.DRAW), 1),
    ],
)
def test_games_are_narrowed(app: App, wanted: GameFilter, games: int) -> None:
    anna = app.guest("Anna")
    bring(app, anna.id, pdn() + pdn(w="Verdi", d="2010", z="1/2-1/2"))
    exploring = ExplorerService(app.cache)
    index(exploring)
    found = exploring.explore(anna.id, START, wanted)
    assert (found.tally.games, len(found.games)) == (games, games)


MANY = [
    pdn(moves, w=white, d=date, z=result)
    for moves, white, date, result in (
        (ONE, "Rossi", "2001.05.06", "1-0"),
        (OTHER, "Rossi", "2001.07.06", "1/2-1/2"),
        (ONE, "Verdi", "2003", "0-1"),
        (OTHER, "Rossini", "?", "1-0"),
        (ONE + " 8-12", "Neri", "2003.01.02", "*"),
        ("1. 21-17 12-16", "Verdi", "1999", "1-0"),
        (OTHER + " 8-12", "Verdi", "0000.05.06", "1-0"),
    )
]


def answers(exploring: ExplorerService, who: str) -> list[object]:
    """Return what is said of every position of a line, however the games are narrowed."""
    here, found = START, list[object]()
    for origin, destination in ((21, 17), (12, 15), (22, 18)):
        for wanted in (
            GameFilter(),
            GameFilter(player="ross"),
            GameFilter(player="verdi", side=Side.BLACK),
            GameFilter(since=2001, until=2002),
            GameFilter(until=2003, result=Result.BLACK),
            GameFilter(player="ross", since=2001),
        ):
            explored = exploring.explore(who, here, wanted)
            moves = [(one.text, one.tally, one.reached) for one in explored.moves]
            found.append((moves, explored.tally, explored.ended, [game.facts for game in explored.games]))
        here = _play(here, origin, destination)
    return found


@pytest.mark.slow
def test_counting_ahead_changes_no_answer(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """Anna's games are counted one by one; Bruno's, the same ones, ahead as soon as there are two."""
    anna, bruno = app.guest("Anna"), app.guest("Bruno")
    exploring = ExplorerService(app.cache)
    bring(app, anna.id, "".join(MANY))
    index(exploring)
    assert rows(app, "explorer_common") == 0
    monkeypatch.setattr(explorer_counts, "COMMON", 2)
    monkeypatch.setattr(explorer_counts, "_LOOKED_AT", 1)
    bring(app, bruno.id, "".join(MANY))
    index(exploring, games=1)
    assert rows(app, "explorer_common") == 7
    assert answers(exploring, bruno.id) == answers(exploring, anna.id)
    for who in (anna, bruno):
        gone = [one.id for one in app.archive.search(who.id, "it").items if one.number in (1, 4, 7)]
        for id in gone:
            app.archive.remove(id, who.id)
    assert answers(exploring, bruno.id) == answers(exploring, anna.id)


def test_nothing_is_left_of_games_that_are_removed(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explorer_counts, "COMMON", 2)
    monkeypatch.setattr(explorer_counts, "_LOOKED_AT", 1)
    anna = app.guest("Anna")
    bring(app, anna.id, "".join(MANY))
    index(ExplorerService(app.cache))
    assert rows(app, "explorer_name") == 5
    for one in app.archive.search(anna.id, "it").items:
        app.archive.remove(one.id, anna.id)
    for table in ("game", "step", "common", "count", "name"):
        assert rows(app, f"explorer_{table}") == 0, table


def test_a_very_long_name_is_counted_and_found(app: App) -> None:
    """The databases put names into an index, and PostgreSQL takes no long ones there."""
    anna = app.guest("Anna")
    name = "".join(chr(0x4E00 + n % 20_000) for n in range(5_000))
    bring(app, anna.id, pdn(w=name))
    exploring = ExplorerService(app.cache)
    assert index(exploring) == 1
    [found] = exploring.explore(anna.id, START, GameFilter(player=name[:40])).games
    assert found.facts.white == name


@pytest.mark.slow
def test_two_processes_count_together(app: App) -> None:
    anna = app.guest("Anna")
    bring(app, anna.id, "".join(pdn(w=f"Player {n}") for n in range(40)))
    both = [ExplorerService(app.cache) for _ in range(2)]
    with ThreadPoolExecutor(2) as threads:
        for done in [threads.submit(index, one, 3) for one in both]:
            done.result()
    assert both[0].explore(anna.id, START).tally.games == 40 == rows(app, "explorer_game")


def test_a_removed_game_takes_its_statistics_with_it(app: App) -> None:
    anna = app.guest("Anna")
    bring(app, anna.id, pdn() + pdn(w="Verdi"))
    exploring = ExplorerService(app.cache)
    index(exploring)
    [gone] = app.archive.search(anna.id, "it", query="verdi").items
    app.archive.remove(gone.id, anna.id)
    assert exploring.explore(anna.id, START).tally.games == 1
    assert (rows(app, "explorer_game"), rows(app, "explorer_step")) == (1, 4)
    assert index(exploring) == 0


def test_everybody_sees_his_own_games_and_the_house_s(app: App) -> None:
    anna, bruno = app.guest("Anna"), app.guest("Bruno")
    bring(app, anna.id, pdn())
    bring(app, app.identity.local_player().id, pdn(w="Verdi"))
    exploring = ExplorerService(app.cache)
    index(exploring)
    asked = [exploring.explore(who, START).tally.games for who in (anna.id, bruno.id, None)]
    assert asked == [2, 1, 1]


def test_a_finished_game_is_counted_for_who_played_it(app: App) -> None:
    id, anna, bruno = resign(app)
    going_on, carla, _ = app.friends(NewGame(friend=True))
    exploring = ExplorerService(app.cache)
    assert index(exploring) == 1
    for who in (anna, bruno):
        found = exploring.explore(who.id, START, which="mine")
        assert [(one.text, one.tally.white) for one in found.moves] == [("21-17", 1)]
        assert [(game.source, game.number) for game in found.games] == [(id, 1)]
    assert exploring.explore(carla.id, START).tally.games == 0
    assert exploring.explore(anna.id, START, which="files").tally.games == 0
    assert exploring.explore(None, START, machine=True).tally.games == 1
    assert going_on.game.outcome is None


def test_games_of_towers_are_passed_over_once(app: App) -> None:
    anna = app.guest("Anna")
    game = app.play.create(anna, NewGame(game="bashni", seat="both"))
    app.play.act(game.id, anna.id, "resign")
    exploring = ExplorerService(app.cache)
    assert index(exploring) == 1
    assert index(exploring) == 0
    assert rows(app, "explorer_step") == 0
