"""What stands beside the logs of tournaments: phones, who asks to play, games played here."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import create_engine, text

from damiera.store.database import FILE_NAME, open_store
from damiera.store.upgrade import upgrade

_A_TOURNAMENT_OF_THE_REVISION_BEFORE = (
    "INSERT INTO player (id, name, created_at) VALUES ('p1', 'Anna', 1), ('p2', 'Bruno', 2)",
    """INSERT INTO tournament (id, name, head, code, created_by, created_at, updated_at, version)
       VALUES ('t1', 'Trofeo', '{}', 'c', 'p1', 1, 1, 3)""",
    "INSERT INTO tournament_arbiter (tournament_id, player_id, name, since) VALUES ('t1', 'p1', 'Anna', 1)",
    """INSERT INTO tournament_entry (tournament_id, seq, at, player_id, body, hash)
       VALUES ('t1', 3, 1, 'p1', '{}', 'h')""",
)


def test_an_event_of_an_older_program_gets_its_phones(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path}/{FILE_NAME}")
    with engine.begin() as connection:
        upgrade(connection, "0004")
        for statement in _A_TOURNAMENT_OF_THE_REVISION_BEFORE:
            connection.execute(text(statement))
    engine.dispose()
    store = open_store(tmp_path)
    with store.write() as work:
        assert [e.seq for e in work.tournaments.entries("t1")] == [3]
        assert work.phones.secret("t1") is None
        work.phones.set_secret("t1", "ab")
        work.phones.bind("t1", player_id="p2", key=3, at=5)
        work.phones.bind("t1", player_id="p2", key=4, at=6)
        work.phones.bind("t1", player_id="p1", key=4, at=7)
    with store.write() as work:
        assert (work.phones.secret("t1"), work.phones.bound("t1", "p2")) == ("ab", 4)
        assert work.phones.phones("t1") == [(4, "p2"), (4, "p1")]
        work.phones.unbind_all("t1", key=4)
        assert work.phones.phones("t1") == []
    store.close()


def test_a_request_is_answered_once_and_goes_with_its_event_not_with_its_asker(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    with store.write() as work:
        for id in ("p1", "p2"):
            work.players.add(id=id, name=id, at=1)
        work.tournaments.add(
            id="t1", name="Trofeo", head="{}", code="c", created_by="p1", arbiter="Anna", at=1
        )
        work.phones.ask(id="r1", tournament_id="t1", player_id="p2", at=2, facts="{}")
        assert work.phones.waiting("t1") == 1
        assert work.phones.answer("r1", state="taken", key=7)
        assert not work.phones.answer("r1", state="refused", facts="x")
        row = work.phones.request("r1")
        assert row is not None
        assert (row.state, row.key, row.facts, work.phones.waiting("t1")) == ("taken", 7, "{}", 0)
    store.close()
    with create_engine(f"sqlite:///{tmp_path}/{FILE_NAME}").begin() as raw:
        raw.execute(text("PRAGMA foreign_keys=ON"))
        raw.execute(text("DELETE FROM player WHERE id = 'p2'"))
        assert raw.execute(text("SELECT player_id FROM tournament_request")).scalar_one() is None
        raw.execute(text("DELETE FROM tournament"))
        assert raw.execute(text("SELECT count(*) FROM tournament_request")).scalar_one() == 0
