"""Opening the data: a fresh folder, an old one, one that is not ours."""

from __future__ import annotations

import errno
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
from array import array
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest
from alembic.autogenerate import compare_metadata
from alembic.command import downgrade
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, MetaData, Table, create_engine, inspect, text
from sqlalchemy.exc import IntegrityError

from damiera.messages import Message, from_data, to_data
from damiera.records.analyses import ExplorerFilter
from damiera.records.archive import RefusedGame
from damiera.store.database import FILE_NAME, Database, open_store
from damiera.store.errors import (
    FullDisk,
    NewerSchema,
    NotADatabase,
    NotTogether,
    StoreError,
    UnreachableDatabase,
    UnusableFolder,
    unwritable,
)
from damiera.store.schema import SCHEMA, metadata
from damiera.store.upgrade import MIGRATIONS, upgrade
from tests.postgresql import BACKENDS, Postgres
from tests.wording import raises


@pytest.fixture(params=BACKENDS)
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return where a database may be made: one of each kind, with nothing in it."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/{FILE_NAME}"
    server: Postgres = request.getfixturevalue("postgres")
    return server.bare()


def test_a_fresh_folder_gets_every_table(tmp_path: Path) -> None:
    open_store(tmp_path / "new" / "folder").close()
    engine = create_engine(f"sqlite:///{tmp_path}/new/folder/{FILE_NAME}")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
    engine.dispose()


def test_a_database_at_an_address_gets_every_table(address: str) -> None:
    open_store(address).close()
    engine = create_engine(address)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


def test_new_tables_are_what_the_migrations_lead_to_and_they_go_down_to_nothing(address: str) -> None:
    """Whoever begins today and whoever has upgraded from the first day have the same tables."""
    engine = create_engine(address)
    with engine.begin() as connection:
        upgrade(connection)
        migrated = _tables(connection)
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        config.attributes["connection"] = connection
        downgrade(config, "base")
        left = inspect(connection).get_table_names()
    engine.dispose()
    assert left == ["alembic_version"]
    open_store(address).close()
    engine = create_engine(address)
    with engine.connect() as connection:
        made = _tables(connection)
        version = connection.execute(text("SELECT version_num FROM alembic_version")).scalars().all()
    engine.dispose()
    assert version == [SCHEMA]
    assert made.keys() == migrated.keys()
    for name, facts in made.items():
        assert facts == migrated[name], name


def _tables(connection: Connection) -> dict[str, dict[str, object]]:
    """Tell all that the database itself says of each table; the order of its columns does not matter."""
    tables = inspect(connection)
    return {
        name: {
            "columns": {
                column["name"]: (str(column["type"]), column["nullable"], column["default"])
                for column in tables.get_columns(name)
            },
            "primary key": tables.get_pk_constraint(name),
            "foreign keys": sorted(map(str, tables.get_foreign_keys(name))),
            "unique": sorted(map(str, tables.get_unique_constraints(name))),
            "indexes": sorted(map(str, tables.get_indexes(name))),
            "checks": sorted(map(str, tables.get_check_constraints(name))),
        }
        for name in tables.get_table_names()
    }


def test_the_program_knows_the_newest_migration() -> None:
    assert ScriptDirectory(str(MIGRATIONS)).get_current_head() == SCHEMA


def test_an_upgrade_keeps_every_row_of_the_tables_it_makes_anew(address: str) -> None:
    """SQLite copies a table to change it; what refers to its rows must not go with the old one."""
    engine = create_engine(address)
    with engine.begin() as connection:
        upgrade(connection, "0001")
        for statement in _A_GAME_OF_THE_FIRST_REVISION:
            connection.execute(text(statement))
    engine.dispose()
    open_store(address).close()
    engine = create_engine(address)
    with engine.connect() as connection:
        assert connection.execute(text("SELECT path FROM move")).scalar() == "22,18"
        assert connection.execute(text("SELECT side FROM seat")).scalars().all() == ["white"]
        if engine.dialect.name == "sqlite":
            assert connection.execute(text("PRAGMA foreign_key_check")).all() == []
    engine.dispose()


_A_GAME_OF_THE_FIRST_REVISION = (
    """INSERT INTO game (id, game, rulebook, created_at, updated_at, version, ply, turn, fen, last_move)
       VALUES ('g1', 'italian', 'fid.italian.2008', 1, 1, 1, 1, 'black', 'B:W18:B1', '22-18')""",
    "INSERT INTO seat (game_id, side, kind, name) VALUES ('g1', 'white', 'human', 'Anna')",
    "INSERT INTO move (game_id, ply, seq, path, at) VALUES ('g1', 0, 1, '22,18', 1)",
)


def test_an_engine_at_a_game_keeps_its_strength_when_ten_levels_become_twenty(address: str) -> None:
    engine = create_engine(address)
    game = _A_GAME_OF_THE_FIRST_REVISION[0]
    seat = (
        "INSERT INTO seat (game_id, side, kind, level, name) VALUES ('g{n}', '{side}', '{kind}', {level}, '')"
    )
    with engine.begin() as connection:
        upgrade(connection, "0006")
        for n in range(1, 11):
            connection.execute(text(game.replace("'g1'", f"'g{n}'")))
            connection.execute(text(seat.format(n=n, side="white", kind="human", level="NULL")))
            connection.execute(text(seat.format(n=n, side="black", kind="engine", level=n)))
    engine.dispose()
    open_store(address).close()
    open_store(address).close()
    assert _levels(address) == [(f"g{n}", now) for n, now in enumerate(_NOW_OF_BEFORE, 1)]
    engine = create_engine(address)
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        downgrade(config, "0006")
    engine.dispose()
    assert _levels(address) == [(f"g{n}", n) for n in range(1, 11)]


_NOW_OF_BEFORE = (2, 3, 5, 6, 7, 9, 12, 14, 17, 20)


def _levels(address: str) -> list[tuple[str, int]]:
    engine = create_engine(address)
    with engine.connect() as raw:
        found = raw.execute(text("SELECT game_id, level FROM seat WHERE level IS NOT NULL")).all()
        people = raw.execute(text("SELECT count(*) FROM seat WHERE level IS NULL")).scalar()
    engine.dispose()
    assert people == 10
    return sorted(((row[0], row[1]) for row in found), key=lambda row: int(row[0][1:]))


def test_positions_counted_by_an_older_program_are_counted_anew(address: str) -> None:
    """What 0008 had counted is taken away; the archived game itself stays, and waits to be counted."""
    engine = create_engine(address)
    with engine.begin() as connection:
        upgrade(connection, "0008")
        for statement in _AN_INDEX_OF_0008:
            connection.execute(text(statement))
    engine.dispose()
    store = open_store(address)
    with store.read() as work:
        assert list(work.explorer.unread_archive(after="", limit=10)) == ["a1"]
        kept = work.archive.get("a1")
        assert kept is not None
        assert kept.moves == "22-18"
        assert work.explorer.total([1]) == 0
    store.close()
    engine, config = create_engine(address), Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        downgrade(config, "0008")
        connection.execute(text(_AN_INDEX_OF_0008[-1]))
    engine.dispose()


_AN_INDEX_OF_0008 = (
    "INSERT INTO player (id, name, created_at) VALUES ('p1', 'Anna', 1)",
    """INSERT INTO archive_game
       (id, player_id, game, white, black, event, date, result, plies, tags, moves, pdn, source, number,
        search, digest, created_at)
       VALUES ('a1', 'p1', 'italian', 'Rossi', 'Verdi', '', '2001', '2-0', 1, '{}', '22-18', '', 'a.pdn', 1,
        '', 'd1', 1)""",
    "INSERT INTO explorer_shelf (number, player_id, game, played) VALUES (1, 'p1', 'italian', 0)",
    """INSERT INTO explorer_game
       (number, shelf, source, version, white, black, event, date, result, white_key, black_key, positions)
       VALUES (1, 1, 'a1', 0, 'Rossi', 'Verdi', '', '2001', 0, 'rossi', 'verdi', '')""",
    """INSERT INTO explorer_step (shelf, key, number, ply, move, result, day, rating)
       VALUES (1, -5, 1, 0, '22-18', 0, 20010000, 0)""",
)


def test_lists_that_the_office_published_before_the_archive_was_fed_are_taken_up_once(address: str) -> None:
    """0037 adds what is not there: a rating of that day that is there, by whichever name, is not doubled."""
    engine, config = create_engine(address), Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with engine.begin() as connection:
        upgrade(connection, "0036")
        for statement in _AN_OFFICE_OF_0036:
            connection.execute(text(statement))
    engine.dispose()
    for _ in range(2):
        open_store(address).close()
        assert _ratings(address) == _RATINGS_OF_0036
        engine = create_engine(address)
        with engine.begin() as connection:  # and once more, as if it had never been done
            config.attributes["connection"] = connection
            downgrade(config, "0036")
        engine.dispose()
    open_store(address).close()
    assert _ratings(address) == _RATINGS_OF_0036


def _ratings(address: str) -> list[tuple[str, str, str, int]]:
    store = open_store(address)
    with store.read() as work:
        found = work.federation.ratings(("a", "b"))
    store.close()
    return sorted((one.person_id, one.day, one.source, one.rating) for one in found)


_RATINGS_OF_0036 = [
    ("a", "2025-01-01", "Elenco", 3000),
    ("a", "2025-06-01", "Giugno", 3010),
    ("a", "2026-01-01", "As a file", 3020),
    ("b", "2025-06-01", "Giugno", 2500),
    ("b", "2026-01-01", "Gennaio", 2510),
]


def _a_list(seq: int, name: str, day: str, **ratings: int) -> str:
    lines = [{"place": 1, "person": who, "name": who, "rating": points} for who, points in ratings.items()]
    body = {"what": "publish", "name": name, "discipline": "italian", "day": day, "upto": 0, "lines": lines}
    told = json.dumps(body).replace(":", chr(92) + ":")
    return (
        "INSERT INTO federation_act (seq, at, who, what, body, hash) "
        f"VALUES ({seq}, 1, 'Elena', 'publish', '{told}', 'h')"
    )


_PERSON_OF_0036 = """INSERT INTO federation_person
    (id, root_id, name, name_key, card, card_key, fmjd, club, province, federation, sex, born, category,
     title, candidate, since, updated_at)
    VALUES ('{id}', '{id}', '{id}', '{id}', '', '', '', '', '', '', '', '', '', '', {no}, 1, 1)"""
_RATING_OF_0036 = (
    "INSERT INTO federation_rating (person_id, discipline, day, source, rating) "
    "VALUES ('a', 'italian', '{day}', '{source}', {rating})"
)
_AN_OFFICE_OF_0036 = (
    _PERSON_OF_0036.format(id="a", no="FALSE"),
    _PERSON_OF_0036.format(id="b", no="FALSE"),
    _RATING_OF_0036.format(day="2025-01-01", source="Elenco", rating=3000),
    _RATING_OF_0036.format(day="2026-01-01", source="As a file", rating=3020),
    _a_list(1, "Giugno", "2025-06-01", a=3010, b=2500, gone=100),
    _a_list(2, "Gennaio", "2026-01-01", a=3020, b=2510),
)


@pytest.mark.slow
def test_a_shelf_of_the_explorer_becomes_a_collection_and_loses_nothing(address: str) -> None:
    """0013 gives its tables and columns a plain name; on the way down every row is there as it was."""
    engine, config = create_engine(address), Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with engine.begin() as connection:
        upgrade(connection, "0012")
        _fill(connection, _SHELF_OF_0012)
    before = _rows(engine, _SHELF_OF_0012)
    store = open_store(address)
    with store.write() as work:
        assert work.explorer.collections(["p1"], "italian", played=None) == [1]
        assert work.explorer.total([1]) == 2
        assert work.explorer.reached([1], [-5, -6], ExplorerFilter()) == {-5: 2, -6: 700}
        assert [row[0] for row in work.explorer.counts([1], -6, ExplorerFilter())] == ["10-14"]
        assert work.explorer.collection("p1", "italian", played=True) == 2
        assert work.explorer.forget("a2")
    with store.read() as work:
        assert work.explorer.reached([1], [-5, -6], ExplorerFilter()) == {-5: 1, -6: 700}
    store.close()
    for doubled in (
        "INSERT INTO explorer_collection (number, player_id, game, played) VALUES (9, 'p1', 'italian', 0)",
        "INSERT INTO explorer_game SELECT * FROM explorer_game",
    ):
        with pytest.raises(IntegrityError), engine.begin() as connection:
            connection.execute(text(doubled))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        downgrade(config, "0012")
        connection.execute(text("DELETE FROM explorer_shelf WHERE number = 2"))
    after = _rows(engine, _SHELF_OF_0012)
    engine.dispose()
    gone = {"explorer_game": 1, "explorer_step": 1}
    assert after == {name: rows[: len(rows) - gone.get(name, 0)] for name, rows in before.items()}


def _fill(connection: Connection, tables: Mapping[str, Sequence[Mapping[str, object]]]) -> None:
    for name, rows in tables.items():
        connection.execute(Table(name, MetaData(), autoload_with=connection).insert(), list(rows))


def _rows(engine: Engine, tables: Iterable[str]) -> dict[str, list[tuple[object, ...]]]:
    with engine.connect() as connection:
        found = {name: connection.execute(text(f"SELECT * FROM {name}")).all() for name in tables}
    return {name: sorted(tuple(row) for row in rows) for name, rows in found.items()}


def _game_of_0012(number: int, source: str) -> dict[str, object]:
    players = {"white": "Rossi", "black": "Verdi", "white_name": 0, "black_name": 0, "event": ""}
    when = {"version": 0, "date": "2001", "day": 20010000, "result": 0}
    keys = array("q", [-5]).tobytes()
    return {"number": number, "shelf": 1, "source": source, "positions": keys, **players, **when}


def _step_of_0012(number: int) -> dict[str, object]:
    played = {"ply": 0, "move": "22-18", "result": 0, "rating": 0, "white_name": 0, "black_name": 0}
    return {"shelf": 1, "key": -5, "day": 20010000, "number": number, **played}


_SHELF_OF_0012: Mapping[str, Sequence[Mapping[str, object]]] = {
    "explorer_shelf": [{"player_id": "p1", "game": "italian", "played": 0}],
    "explorer_game": [_game_of_0012(1, "a1"), _game_of_0012(2, "a2")],
    "explorer_step": [_step_of_0012(1), _step_of_0012(2)],
    "explorer_common": [{"shelf": 1, "key": -6, "games": 700}],
    "explorer_count": [
        {
            "shelf": 1,
            "key": -6,
            "year": 2001,
            "move": "10-14",
            "result": 0,
            "games": 700,
            "ratings": 0,
            "rated": 0,
            "first_day": 20010000,
            "last_day": 20010000,
        }
    ],
}


@pytest.mark.slow
def test_why_a_game_was_refused_is_kept_in_both_languages_by_one_column(address: str) -> None:
    """What was written in Italian and in English is read again, and written out again on the way down."""
    engine, config = create_engine(address), Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with engine.begin() as connection:
        upgrade(connection, "0010")
        for statement in _TWO_REFUSED_GAMES_OF_0010:
            connection.execute(text(statement))
    engine.dispose()
    store = open_store(address)
    said = [from_data(json.loads(one.reason)) for one in _errors(store)]
    assert [(one.text("it"), one.text("en"), one.text("fr")) for one in said] == [
        ("Mossa «22-19»: non c'è.", 'No such move: "22-19".', 'No such move: "22-19".'),
        ("Manca la fine.", "The end is missing.", "The end is missing."),
    ]
    with store.write() as work:
        new = json.dumps(to_data(Message("Round {n} is complete.", n=3)))
        work.imports.add_error("j1", 3, RefusedGame(3, 9, 1, new, "x"))
    store.close()
    engine = create_engine(address)
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        downgrade(config, "0010")
        query = "SELECT reason_it, reason_en FROM import_error ORDER BY number"
        rows = [tuple(row) for row in connection.execute(text(query))]
    engine.dispose()
    assert rows[:2] == [
        ("Mossa «22-19»: non c'è.", 'No such move: "22-19".'),
        ("Manca la fine.", "The end is missing."),
    ]
    assert rows[2][1] == "Round 3 is complete."


def _errors(store: Database) -> Sequence[RefusedGame]:
    with store.read() as work:
        return work.imports.errors("j1", limit=10)


_TWO_REFUSED_GAMES_OF_0010 = (
    "INSERT INTO player (id, name, created_at) VALUES ('p1', 'Anna', 1)",
    """INSERT INTO import_job
       (id, player_id, name, created_at, updated_at, status, total, done, imported, duplicates, refused,
        beginnings)
       VALUES ('j1', 'p1', 'a.pdn', 1, 1, 'done', 2, 2, 0, 0, 2, FALSE)""",
    """INSERT INTO import_error (job_id, number, game, line, col, reason_it, reason_en, excerpt)
       VALUES ('j1', 1, 1, 7, 3, 'Mossa «22-19»\\: non c''è.', 'No such move\\: "22-19".', 'x')""",
    """INSERT INTO import_error (job_id, number, game, line, col, reason_it, reason_en, excerpt)
       VALUES ('j1', 2, 2, 8, 1, 'Manca la fine.', 'The end is missing.', '')""",
)


def test_data_is_there_when_opened_again(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    with store.write() as work:
        work.players.add(id="p1", name="Anna", at=5)
    store.close()
    again = open_store(tmp_path)
    with again.read() as work:
        found = work.players.get("p1")
    again.close()
    assert found is not None
    assert (found.name, found.created_at) == ("Anna", 5)


def test_a_failed_transaction_leaves_nothing(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    with pytest.raises(IntegrityError):
        _add_one_player_twice(store)
    with store.read() as work:
        assert work.players.get("p1") is None
    store.close()


def test_what_is_written_together_is_kept_together_but_for_what_failed(address: str) -> None:
    store, told = open_store(address), list[str]()
    with store.together():
        with store.write() as work:
            work.players.add(id="p2", name="Berto", at=5)
            work.when_stored(lambda: told.append("p2"))
        with pytest.raises(IntegrityError):
            _add_one_player_twice(store)
        with store.write() as work:
            assert work.players.get("p2") is not None
            work.players.add(id="p3", name="Carla", at=5)
            work.when_stored(lambda: told.append("p3"))
        with store.read() as other:
            assert other.players.get("p2") is None  # nothing is kept before the end
        assert told == []
    assert told == ["p2", "p3"]
    with store.read() as work:
        assert [work.players.get(id) is not None for id in ("p1", "p2", "p3")] == [False, True, True]
    store.close()


def test_a_block_that_raises_keeps_nothing_that_was_written_together(address: str) -> None:
    store, told = open_store(address), list[str]()
    with pytest.raises(ZeroDivisionError):
        _write_and_fail(store, told)
    with store.write() as work:  # and the thread goes on alone
        assert work.players.get("p2") is None
        work.when_stored(lambda: told.append("alone"))
    assert told == ["alone"]
    store.close()


def _write_and_fail(store: Database, told: list[str]) -> None:
    with store.together():
        with store.write() as work:
            work.players.add(id="p2", name="Berto", at=5)
            work.when_stored(lambda: told.append("p2"))
        raise ZeroDivisionError


@pytest.mark.slow
def test_what_is_committed_is_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`synchronous=FULL` (2) waits for the disk at every commit; only tests hurry."""
    program = [sys.executable, "-c", "from damiera.store.database import SYNCHRONOUS as asked; print(asked)"]
    asked = subprocess.run(program, capture_output=True, text=True, check=True).stdout.strip()
    monkeypatch.setattr("damiera.store.database.SYNCHRONOUS", asked)
    store = open_store(tmp_path)
    with store._engine.connect() as connection:
        assert connection.execute(text("PRAGMA synchronous")).scalar() == 2
    store.close()


def _add_one_player_twice(store: Database) -> None:
    with store.write() as work:
        work.players.add(id="p1", name="Anna", at=5)
        work.players.add(id="p1", name="Another", at=5)


def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / FILE_NAME
    file.write_text("Cara Anna, ti scrivo questa lettera.\n" * 100)
    before = file.read_bytes()
    with pytest.raises(NotADatabase) as caught:
        open_store(tmp_path)
    assert str(file) in caught.value.text("it")
    assert "--data" in caught.value.text("en")
    assert file.read_bytes() == before


def test_the_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / FILE_NAME
    with sqlite3.connect(file) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    other.close()
    before = file.read_bytes()
    with pytest.raises(NotADatabase, match="not ours"):
        open_store(tmp_path)
    assert file.read_bytes() == before


def test_a_newer_schema_is_refused_and_left_alone(tmp_path: Path) -> None:
    open_store(tmp_path).close()
    with sqlite3.connect(tmp_path / FILE_NAME) as raw:
        raw.execute("UPDATE alembic_version SET version_num = '9999'")
    raw.close()
    with pytest.raises(NewerSchema) as caught:
        open_store(tmp_path)
    assert caught.value.found == "9999"
    assert "Aggiorna" in caught.value.text("it")


def test_a_data_folder_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(UnusableFolder) as caught:
        open_store(tmp_path / "file" / "inside")
    assert caught.value.where == str(tmp_path / "file" / "inside")


def test_a_disk_that_is_full_is_called_so_and_what_was_stored_is_there(tmp_path: Path) -> None:
    store, stored = open_store(tmp_path), 0

    def store_one_more() -> None:
        with store.write() as work:
            work.players.add(id=f"{stored:04}", name="Anna" * 1000, at=0)

    with store._engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count = 1")  # no more than there are
    full: FullDisk | None = None
    while full is None:
        try:
            store_one_more()
            stored += 1
        except FullDisk as error:
            full = error
    with store.read() as work:
        there = [work.players.get(f"{number:04}") is not None for number in range(stored + 1)]
    store.close()
    assert full.where == str(tmp_path / FILE_NAME)
    assert there == [True] * stored + [False]


def test_a_place_without_room_is_full_and_one_that_is_closed_is_not() -> None:
    for number in (errno.ENOSPC, errno.EDQUOT):
        assert isinstance(unwritable("/data", OSError(number, "")), FullDisk)
    assert isinstance(unwritable("/data", OSError(errno.EACCES, "")), UnusableFolder)


def test_a_folder_that_cannot_be_written() -> None:
    """Told by somebody without the rights: root may write everywhere."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o555)
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            _open_as_nobody(folder, write)
        os.close(write)
        with os.fdopen(read) as answer:
            said = answer.read()
        os.waitpid(child, 0)
    assert said.startswith(f"UnusableFolder Non posso scrivere nella cartella dei dati {folder}")


def _open_as_nobody(folder: str, write: int) -> None:
    said = "opened"
    try:
        if os.getuid() == 0:
            os.setuid(65534)
        open_store(folder)
    except StoreError as error:
        said = f"{type(error).__name__} {error.text('it')}"
    finally:
        os.write(write, said.encode())
        os._exit(0)


@pytest.mark.parametrize(
    "address", ["nosuchdatabase://host/x", "mysql://host/x", "postgresql+nosuchdriver://host/x", "://"]
)
def test_an_address_that_leads_nowhere(address: str) -> None:
    with pytest.raises(UnreachableDatabase, match="--database"):
        open_store(address)


def test_an_address_whose_port_is_no_number() -> None:
    for address in ("http://[::1", "postgresql://here:there/damiera"):
        with raises(UnreachableDatabase, Message("what follows the last colon is no number of a port")):
            open_store(address)


@pytest.mark.parametrize(
    "address", ["postgresql+nosuchdriver://anna:secret@host/x", "postgresql://anna:se/cret@host:port/x"]
)
def test_a_password_is_not_shown(address: str) -> None:
    with pytest.raises(StoreError) as caught:
        open_store(address)
    assert "cret" not in str(caught.value)


def test_an_sqlite_address(tmp_path: Path) -> None:
    store = open_store(f"sqlite:///{tmp_path}/by-address.sqlite3")
    store.close()
    assert (tmp_path / "by-address.sqlite3").exists()


def test_two_who_open_an_older_database_at_once_upgrade_it_once(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = create_engine(address)
    with engine.begin() as connection:
        upgrade(connection, "0001")
        for statement in _A_GAME_OF_THE_FIRST_REVISION:
            connection.execute(text(statement))
    engine.dispose()
    upgraded, at_once = [], Barrier(2)

    def count(connection: Connection) -> None:
        upgraded.append(connection)
        upgrade(connection)

    def open_and_count(_: int) -> int:
        at_once.wait(10)
        store = open_store(address)
        with store.read() as work:
            found = int(work.connection.execute(text("SELECT count(*) FROM move")).scalar_one())
        store.close()
        return found

    monkeypatch.setattr("damiera.store.upgrade.upgrade", count)
    with ThreadPoolExecutor(2) as both:
        assert list(both.map(open_and_count, range(2))) == [1, 1]
    assert len(upgraded) == 1


@pytest.mark.slow
def test_two_processes_open_a_fresh_folder_at_once(tmp_path: Path) -> None:
    program = f"from damiera.store.database import open_store; open_store({str(tmp_path)!r}).close()"
    both = [subprocess.Popen([sys.executable, "-c", program], stderr=subprocess.PIPE) for _ in range(2)]
    for process in both:
        _, stderr = process.communicate(timeout=60)
        assert (process.returncode, stderr) == (0, b"")


def test_nothing_is_migrated_and_alembic_not_even_loaded_when_all_is_up_to_date(tmp_path: Path) -> None:
    open_store(tmp_path).close()
    program = (
        "import sys; from damiera.store.database import open_store; "
        f"open_store({str(tmp_path)!r}).close(); sys.exit('alembic' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


@pytest.mark.skipif("postgresql" not in BACKENDS, reason="no PostgreSQL on this machine")
def test_a_connection_that_was_cut_while_nobody_used_it_is_made_anew_unseen(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("damiera.store.database._IDLE_S", 0.0)
    store = open_store(postgres.ready())
    with store.write() as work:
        work.players.add(id="anna", name="Anna", at=1)
    engine = create_engine(postgres.address("postgres"), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(
            text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
        )
    engine.dispose()
    with store.read() as work:
        assert work.players.get("anna") is not None
    store.close()


def test_a_bare_part_that_wrote_before_it_raised_takes_all_of_them_back(address: str) -> None:
    store = open_store(address)
    with pytest.raises(NotTogether):
        _write_bare_and_fail(store)
    with store.together():
        with store.write(bare=True) as work:
            work.players.add(id="p4", name="Dora", at=5)
        with pytest.raises(ZeroDivisionError):
            _read_bare_and_fail(store)
    with store.read() as work:
        assert [work.players.get(id) is not None for id in ("p2", "p3", "p4")] == [False, False, True]
    store.close()


def _write_bare_and_fail(store: Database) -> None:
    with store.together():
        with store.write() as work:
            work.players.add(id="p2", name="Berto", at=5)
        with store.write(bare=True) as work:
            work.players.add(id="p3", name="Carla", at=5)
            raise ZeroDivisionError


def _read_bare_and_fail(store: Database) -> None:
    """Fail before anything is written: the others are kept."""
    with store.write(bare=True) as work:
        assert work.players.get("p4") is not None
        raise ZeroDivisionError


def test_what_anybody_stores_is_a_change_and_what_is_read_is_none(address: str) -> None:
    ours, theirs = open_store(address), open_store(address)
    try:
        before = ours.changes()
        with theirs.read() as work:
            assert work.chat.versions(["club"]) == {}
        assert ours.changes() == before
        if address.startswith("postgresql"):
            assert before is None
            return
        seen = [before]
        for store in (ours, theirs, ours):
            with store.write() as work:
                work.chat.set_open("club", False, game_id=None)
            seen.append(ours.changes())
            assert seen[-1] == ours.changes() != seen[-2]
    finally:
        ours.close()
        theirs.close()
