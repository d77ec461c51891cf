"""A backup holds everything and one moment; it goes back whole, or nothing is changed."""

from __future__ import annotations

import lzma
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest
from sqlalchemy import create_engine, text

from damiera.messages import Message
from damiera.store.backup import back_up, check_database, restore
from damiera.store.database import FILE_NAME, open_store
from damiera.store.errors import (
    DamagedData,
    DataInUse,
    FailingDisk,
    FullDisk,
    NewerSchema,
    NotADatabase,
    NothingStored,
    StoreError,
    TargetNotEmpty,
    UnusableFolder,
)
from damiera.store.schema import SCHEMA
from tests.disks import disk_that_holds
from tests.postgresql import BACKENDS, Postgres
from tests.wording import raises

OLD: Final = Path(__file__).parents[2] / "olddata" / "data.sqlite3.xz"


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A folder with the data of an old program: games, events, imports."""
    folder = tmp_path / "old"
    folder.mkdir()
    (folder / FILE_NAME).write_bytes(lzma.decompress(OLD.read_bytes()))
    return folder


@pytest.fixture
def played(old: Path) -> Path:
    """The same folder with today's tables."""
    open_store(old).close()
    return old


@pytest.fixture(params=BACKENDS)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], Path | str]:
    """Somewhere to put data back: one place of each kind, with nothing in it."""
    if request.param == "sqlite":
        return lambda: tmp_path / "new" / "folder"
    server: Postgres = request.getfixturevalue("postgres")
    return server.bare


@pytest.mark.slow
def test_a_backup_goes_back_anywhere_and_comes_out_again(
    played: Path, place: Callable[[], Path | str], tmp_path: Path
) -> None:
    kept = back_up(played, tmp_path / "kept.sqlite3")
    where = place()
    done = restore(Path(kept.where), where)
    assert done.before is None
    assert (done.facts.schema, done.facts.rows) == (SCHEMA, kept.rows)
    assert kept.rows["game"] == 29
    again = back_up(where, tmp_path / "again.sqlite3")
    assert _all(Path(again.where)) == _all(Path(kept.where))


def _all(file: Path) -> dict[str, list[str]]:
    """Read every row of every table, in an order that does not depend on how they were written."""
    with closing(sqlite3.connect(file)) as connection:
        connection.row_factory = sqlite3.Row
        names = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {
            name: sorted(
                repr(sorted(dict(row).items())) for row in connection.execute(f"SELECT * FROM {name}")
            )
            for name in names
        }


def test_a_place_goes_on_counting_where_the_backup_stopped(
    place: Callable[[], Path | str], tmp_path: Path
) -> None:
    source = tmp_path / "source"
    open_store(source).close()
    with closing(sqlite3.connect(source / FILE_NAME)) as connection:
        columns = [row[1] for row in connection.execute("PRAGMA table_info(explorer_collection)")]
        names = [name for name in columns if name != "number"]
        connection.execute(_insert(names, "1"))
        connection.commit()
    where = place()
    restore(Path(back_up(source, tmp_path / "kept.sqlite3").where), where)
    address = where if isinstance(where, str) else f"sqlite:///{where / FILE_NAME}"
    engine = create_engine(address)
    with engine.begin() as connection:
        connection.execute(text(_insert(names, "2")))
        numbers = connection.execute(text("SELECT number FROM explorer_collection ORDER BY number"))
        assert numbers.scalars().all() == [1, 2]
    engine.dispose()


def _insert(names: list[str], value: str) -> str:
    values = ", ".join(f"'{value}'" for _ in names)
    return f"INSERT INTO explorer_collection ({', '.join(names)}) VALUES ({values})"


def test_a_backup_is_one_moment_while_the_server_writes(played: Path, tmp_path: Path) -> None:
    store = open_store(played)
    with store.write() as work:
        work.players.add(id="late", name="Late", at=1)
        kept = back_up(played, tmp_path / "during.sqlite3")
    after = back_up(played, tmp_path / "after.sqlite3")
    store.close()
    assert after.rows["player"] == kept.rows["player"] + 1


def test_a_backup_in_a_folder_is_named_after_the_time(played: Path, tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    folder.mkdir()
    kept = Path(back_up(played, folder).where)
    assert kept.parent == folder
    assert kept.name.startswith("damiera-20")
    assert [file.name for file in folder.iterdir()] == [kept.name]


def test_nothing_is_written_over(played: Path, tmp_path: Path) -> None:
    there = tmp_path / "there.sqlite3"
    there.write_text("mine")
    with raises(StoreError, Message("The file {file} is there already: nothing was written over it.")):
        back_up(played, there)
    assert there.read_text() == "mine"


@pytest.mark.slow
def test_an_old_backup_is_brought_up_to_date(
    old: Path, place: Callable[[], Path | str], tmp_path: Path
) -> None:
    kept = back_up(old, tmp_path / "old.sqlite3")
    assert kept.schema == "0010"
    done = restore(Path(kept.where), place())
    assert done.facts.schema == SCHEMA
    assert (done.facts.rows["game"], done.facts.rows["tournament"]) == (29, 14)
    assert check_database(Path(kept.where)).schema == "0010", "the backup itself stays as it is"


def test_what_was_there_is_kept_aside(played: Path, tmp_path: Path) -> None:
    kept = back_up(played, tmp_path / "kept.sqlite3")
    folder = tmp_path / "present"
    open_store(folder).close()
    done = restore(Path(kept.where), folder, now=0.0)
    assert done.before is not None
    assert check_database(done.before).rows["game"] == 0
    assert check_database(folder).rows["game"] == 29
    with raises(StoreError, Message("The file {file} is there already: nothing was written over it.")):
        restore(Path(kept.where), folder, now=0.0)  # a second time within a second


def test_data_that_a_server_has_open_is_not_put_away(played: Path, tmp_path: Path) -> None:
    kept = back_up(played, tmp_path / "kept.sqlite3")
    folder = tmp_path / "present"
    store = open_store(folder)
    with store.read() as work:
        assert work.games.get("none") is None
    with pytest.raises(DataInUse):
        restore(Path(kept.where), folder)
    store.close()
    assert check_database(folder).rows["game"] == 0
    assert sorted(file.name for file in folder.iterdir()) == [FILE_NAME]


def test_the_log_of_damaged_data_is_not_played_into_what_is_put_back(played: Path, tmp_path: Path) -> None:
    """Where a server died, its write-ahead log lies beside a file that may be damaged."""
    kept = back_up(played, tmp_path / "kept.sqlite3")
    folder = tmp_path / "dead"
    store = open_store(folder)
    with store.write() as work:
        work.players.add(id="late", name="Late", at=1)
    log = (folder / f"{FILE_NAME}-wal").read_bytes()
    store.close()
    (folder / FILE_NAME).write_bytes(b"no database at all" * 1000)
    (folder / f"{FILE_NAME}-wal").write_bytes(log)
    done = restore(Path(kept.where), folder)
    assert done.facts.rows == kept.rows
    assert done.before is not None
    assert done.before.with_name(f"{done.before.name}-wal").read_bytes() == log


def test_a_backup_may_have_any_name(played: Path, tmp_path: Path) -> None:
    kept = back_up(played, tmp_path / "kept")
    assert restore(Path(kept.where), tmp_path / "new").facts.rows == kept.rows


def test_data_that_cannot_be_read_is_kept_aside_too(played: Path, tmp_path: Path) -> None:
    kept = back_up(played, tmp_path / "kept.sqlite3")
    folder = tmp_path / "broken"
    folder.mkdir()
    (folder / FILE_NAME).write_bytes(b"no database at all" * 100)
    done = restore(Path(kept.where), folder)
    assert done.before is not None
    assert done.before.read_bytes().startswith(b"no database at all")
    assert done.facts.rows["game"] == 29


@pytest.mark.skipif("postgresql" not in BACKENDS, reason="no PostgreSQL on this machine")
def test_a_database_that_has_tables_is_left_alone(played: Path, postgres: Postgres, tmp_path: Path) -> None:
    kept = back_up(played, tmp_path / "kept.sqlite3")
    with pytest.raises(TargetNotEmpty):
        restore(Path(kept.where), postgres.ready())


def test_damage_is_found_and_neither_kept_nor_put_back(played: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(played / FILE_NAME)) as connection:  # a move of a game that is not there
        connection.execute("INSERT INTO move (game_id, ply, seq, path, at) VALUES ('lost', 0, 1, '1,5', 1)")
        connection.commit()
    with pytest.raises(DamagedData) as caught:
        check_database(played)
    assert "move" in caught.value.why
    target = tmp_path / "kept.sqlite3"
    with pytest.raises(DamagedData):
        back_up(played, target)
    assert not target.exists()
    with pytest.raises(DamagedData):
        restore(played / FILE_NAME, tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_files_that_are_not_ours(played: Path, tmp_path: Path) -> None:
    letter = tmp_path / "letter.sqlite3"
    letter.write_text("Dear club, " * 100)
    cut = tmp_path / "cut.sqlite3"
    cut.write_bytes((played / FILE_NAME).read_bytes()[:100_000])
    for file in (letter, cut):
        with pytest.raises((NotADatabase, DamagedData)):
            restore(file, tmp_path / "new")
    with pytest.raises(NothingStored):
        restore(tmp_path / "none.sqlite3", tmp_path / "new")
    with closing(sqlite3.connect(played / FILE_NAME)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    with pytest.raises(NewerSchema):
        back_up(played, tmp_path / "newer.sqlite3")
    assert not (tmp_path / "new").exists()


def test_no_data_and_no_place(tmp_path: Path, played: Path) -> None:
    with pytest.raises(NothingStored):
        back_up(tmp_path / "nowhere", tmp_path / "kept.sqlite3")
    assert not (tmp_path / "nowhere").exists()
    with pytest.raises(UnusableFolder):
        back_up(played, tmp_path / "no" / "folder" / "kept.sqlite3")
    if os.geteuid() != 0:
        closed = tmp_path / "closed"
        closed.mkdir(mode=0o500)
        with pytest.raises(UnusableFolder):
            back_up(played, closed / "kept.sqlite3")


def test_a_backup_that_there_is_no_room_for_changes_nothing(old: Path, tmp_path: Path) -> None:
    """An old one needs room for today's tables too, before it takes the place of what is there."""
    there = tmp_path / "there"
    open_store(there).close()
    before = check_database(there).rows
    size = (old / FILE_NAME).stat().st_size
    for room in (size // 2, size + 4096):
        with disk_that_holds(room), pytest.raises((FullDisk, FailingDisk)):
            restore(old / FILE_NAME, there)
        assert [one.name for one in there.iterdir()] == [FILE_NAME]
        assert check_database(there).rows == before


def test_a_backup_of_a_database_elsewhere_says_that_the_disk_is_full(
    played: Path, postgres: Postgres, tmp_path: Path
) -> None:
    address = postgres.bare()
    restore(played / FILE_NAME, address)
    folder = tmp_path / "kept"
    folder.mkdir()
    with disk_that_holds(200_000), pytest.raises((FullDisk, FailingDisk)):
        back_up(address, folder)
    assert not list(folder.iterdir())
