"""A data folder written by an old program opens in today's, with nothing lost.

`tests/olddata` holds the folder, what was in it, and the script that made both with that program.
"""

from __future__ import annotations

import json
import lzma
import re
import shutil
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from html import unescape
from pathlib import Path
from threading import Barrier
from typing import Any, Final

import httpx
import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import OperationalError

from damiera.service.identity import Visitor
from damiera.service.tournament.acts import TournamentService
from damiera.store import upgrade
from damiera.store.database import FILE_NAME, open_store
from damiera.store.errors import NewerSchema, NotADatabase, StoreError
from damiera.web.common.identity import COOKIE
from damiera.web.common.settings import ServerSettings
from tests.olddata.found import LANGS, Rooms, found_in
from tests.unit.web.conftest import Person, Running, run

OLD: Final = Path(__file__).parents[2] / "olddata"
KEPT: Final = json.loads((OLD / "made.json").read_text(encoding="utf-8"))
MADE: Final[Mapping[str, Any]] = KEPT["made"]
FOUND: Final[Mapping[str, Any]] = KEPT["found"]
WRITTEN_ANEW: Final = {"alembic_version": {"version_num"}, "import_error": {"reason_it", "reason_en"}}
"""Columns that a migration means to change; what they told is looked for by `found_in`."""
TABLE_TODAY: Final = {"explorer_shelf": "explorer_collection"}
COLUMN_TODAY: Final = {"shelf": "collection"}
"""What a migration has only called by another name: every row is to be there."""


class Then:
    """The clock as it stood when the folder was closed."""

    now = int(KEPT["now"])

    def now_ms(self) -> int:
        return self.now


def put(folder: Path) -> Path:
    """Put the old data into a folder; return its file."""
    file = folder / FILE_NAME
    file.write_bytes(lzma.decompress((OLD / "data.sqlite3.xz").read_bytes()))
    return file


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    put(tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def old_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the old data as the old program left them, to be read only."""
    return put(tmp_path_factory.mktemp("untouched"))


@pytest.fixture(scope="module")
def upgraded_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the old data as today's program brings them up to date: that takes longer than what follows."""
    file = put(tmp_path_factory.mktemp("upgraded"))
    open_store(file.parent).close()
    return file


@pytest.fixture
def rooms(tmp_path: Path, upgraded_file: Path) -> Iterator[Rooms]:
    """Open a copy of the old data with today's use cases."""
    shutil.copy(upgraded_file, tmp_path / FILE_NAME)
    opened = Rooms(tmp_path, Then())
    yield opened
    opened.close()


def visitor(name: str) -> Visitor:
    """Return one of those who had played."""
    return Visitor(MADE["people"][name]["id"], MADE["people"][name]["name"])


def lost(old: Any, new: Any, where: str = "") -> list[str]:
    """Tell what is not there any more, or not as it was; today's program may know more of a thing."""
    if isinstance(old, dict) and isinstance(new, dict):
        found = (lost(one, new.get(key, "nothing"), f"{where}/{key}") for key, one in old.items())
        return [line for lines in found for line in lines]
    return [] if old == new else [f"{where}: was {old!r}, is {new!r}"]


# ---------------------------------------------------------------------------------------------- nothing lost


@pytest.mark.slow
def test_what_the_old_program_told_today_s_tells(rooms: Rooms) -> None:
    assert lost(FOUND, found_in(rooms, MADE)) == []


def test_what_it_told_is_all_there_is(rooms: Rooms) -> None:
    """The folder has one of everything that the test is to hold, so that none is held by chance."""
    games, events = FOUND["games"].values(), FOUND["events"].values()
    assert {"chinese-checkers~seats=3", "bashni", "contract", "italian~king-range=flying"} <= {
        one["game"] for one in games
    }
    assert {one["outcome"][1] for one in games if one["outcome"]} >= {"repetition", "resignation", "time"}
    assert {one["halt"] for one in games} >= {"pause", "sealed", "adjourned", None}
    assert [one for one in games if any(seat[1] == "open" and seat[5] for seat in one["seats"])]
    assert sum(len(one["errors"]["it"]) for one in FOUND["imports"].values()) == 5
    assert any(one["report"] and any(one["report"]["said"]["it"]) for one in FOUND["analyses"].values())
    assert FOUND["puzzles"]["own"]
    assert {g[4] for e in events for r in e["rounds"] for g in r["games"]} >= {"forfeit", "annulled", "bye"}
    assert any(steps for e in events for steps in e["trace"]["it"].values())
    assert not any(e["broken"] for e in events)
    everybody = {one["name"] for one in MADE["people"].values()}
    assert {one["name"] for one in FOUND["people"].values()} == everybody


def test_no_row_is_lost_or_changed_by_opening(folder: Path) -> None:
    before = {TABLE_TODAY.get(name, name): renamed(one) for name, one in rows(folder / FILE_NAME).items()}
    assert all(before[table]["rows"] for table in TABLE_TODAY.values())
    open_store(folder).close()
    after = rows(folder / FILE_NAME)
    for table, kept in before.items():
        columns = kept["columns"] & after[table]["columns"]
        assert kept["columns"] - columns <= WRITTEN_ANEW.get(table, set()), table
        same = sorted(columns - WRITTEN_ANEW.get(table, set()))
        assert chosen(after[table], same) == chosen(kept, same), table
    with closing(sqlite3.connect(folder / FILE_NAME)) as raw:
        assert raw.execute("PRAGMA foreign_key_check").fetchall() == []
        assert raw.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def rows(file: Path) -> dict[str, dict[str, Any]]:
    """Return every table of a database: its columns and its rows."""
    found = {}
    with closing(sqlite3.connect(file)) as raw:
        raw.row_factory = sqlite3.Row
        for (table,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            names = {row["name"] for row in raw.execute(f"PRAGMA table_info({table})")}
            found[table] = {
                "columns": names,
                "rows": [dict(r) for r in raw.execute(f"SELECT * FROM {table}")],
            }
    return found


def renamed(table: Mapping[str, Any]) -> dict[str, Any]:
    """Return a table of an earlier version, its columns called as today."""
    return {
        "columns": {COLUMN_TODAY.get(name, name) for name in table["columns"]},
        "rows": [{COLUMN_TODAY.get(name, name): row[name] for name in row} for row in table["rows"]],
    }


def chosen(table: Mapping[str, Any], columns: list[str]) -> list[str]:
    """Return the rows of a table with some of their columns, in an order of their own."""
    return sorted(repr([row[name] for name in columns]) for row in table["rows"])


def test_opening_old_data_again_changes_nothing(folder: Path) -> None:
    open_store(folder).close()
    before = rows(folder / FILE_NAME)
    open_store(folder).close()
    assert rows(folder / FILE_NAME) == before


def test_what_an_older_program_wrote_is_kept_beside_what_is_made_of_it(folder: Path) -> None:
    file = folder / FILE_NAME
    before = rows(file)
    (schema,) = [row["version_num"] for row in before["alembic_version"]["rows"]]
    copy = folder / f"damiera-schema-{schema}.sqlite3"
    open_store(folder).close()
    assert rows(copy) == before != rows(file)
    kept = copy.read_bytes()
    put(folder)  # brought back, and opened once more: the first copy stays
    with closing(sqlite3.connect(file)) as raw, raw:
        raw.execute("UPDATE player SET name = 'Later'")
    open_store(folder).close()
    assert copy.read_bytes() == kept
    assert sorted(p.suffix for p in folder.iterdir() if p.stem.startswith("damiera-schema")) == [".sqlite3"]


def test_without_room_for_the_copy_nothing_is_upgraded(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = rows(folder / FILE_NAME)

    def full(engine: object, file: object, found: object) -> None:
        raise OperationalError("VACUUM INTO ?", None, Exception("database or disk is full"))

    monkeypatch.setattr("damiera.store.upgrade._keep_a_copy", full)
    with pytest.raises(StoreError, match="disk is full"):
        open_store(folder)
    assert rows(folder / FILE_NAME) == before


@pytest.mark.slow
def test_an_upgrade_that_fails_leaves_old_data_as_it_was(folder: Path) -> None:
    """All steps are one transaction: what stops the last of them stops them all, and another try goes on."""
    file = folder / FILE_NAME
    with closing(sqlite3.connect(file)) as raw, raw:
        stop = "SELECT RAISE(ABORT, 'the disk is full')"
        raw.execute(f"CREATE TRIGGER stopping BEFORE UPDATE ON import_error BEGIN {stop}; END")
    before = rows(file)
    with pytest.raises(StoreError, match="the disk is full"):
        open_store(folder)
    assert rows(file) == before
    with closing(sqlite3.connect(file)) as raw, raw:
        raw.execute("DROP TRIGGER stopping")
    rooms = Rooms(folder, Then())
    assert lost(FOUND, found_in(rooms, MADE)) == []
    rooms.close()


@pytest.mark.slow
def test_two_who_open_old_data_at_once_upgrade_it_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other waits, and the copy that is kept is of what there was before."""
    before = rows(folder / FILE_NAME)
    (schema,) = [row["version_num"] for row in before["alembic_version"]["rows"]]
    upgraded, at_once = [], Barrier(2)
    begin = upgrade.upgrade

    def count(connection: Connection) -> None:
        upgraded.append(connection)
        begin(connection)

    def open_and_close(_: int) -> None:
        at_once.wait(10)
        open_store(folder).close()

    monkeypatch.setattr(upgrade, "upgrade", count)
    with ThreadPoolExecutor(2) as both:
        list(both.map(open_and_close, range(2)))
    assert len(upgraded) == 1
    assert rows(folder / f"damiera-schema-{schema}.sqlite3") == before
    rooms = Rooms(folder, Then())
    assert lost(FOUND, found_in(rooms, MADE)) == []
    rooms.close()


# ------------------------------------------------------------------------------------------------ it goes on


def test_a_game_left_off_is_played_on(rooms: Rooms) -> None:
    games, anna, bruno = MADE["games"], visitor("anna"), visitor("bruno")
    live = rooms.play.act(games["live"], bruno.id, "accept-draw")
    assert live.game.outcome is not None
    paused = rooms.conducting.do(games["paused"], anna.id, {"e": "resumed", "side": "white"})
    assert paused.game.conduct.halt is None
    opened = rooms.conducting.do(games["sealed"], bruno.id, {"e": "open"})
    assert opened.game.ply == len(FOUND["games"]["sealed"]["moves"]) + 1
    undone = rooms.play.act(games["computer"], anna.id, "ask-undo")
    assert undone.game.ply < len(FOUND["games"]["computer"]["moves"])
    [code] = [seat[5] for seat in FOUND["games"]["invited"]["seats"] if seat[1] == "open"]
    assert not rooms.play.join(code, visitor("elena")).waiting
    called = rooms.conducting.do(games["auction open"], *next_call(rooms))
    assert called.game.auction is not None
    assert called.game.auction.calls == (2, 5)


def next_call(rooms: Rooms) -> tuple[str, dict[str, Any]]:
    """Return who is to bid in the auction that stands open, and a bid."""
    live = rooms.play.load(MADE["games"]["auction open"])
    assert live.game.auction is not None
    turn = live.game.auction.turn
    player = live.seat(turn).player_id
    assert player is not None
    return player, {"e": "bid", "side": turn.name.lower(), "pieces": 5}


def test_an_event_left_off_goes_on(rooms: Rooms) -> None:
    hall, anna = rooms.hall, visitor("anna")
    id = MADE["events"]["individual"]
    live = hall.load(id)
    for game in live.open_games:
        live = hall.report(id, anna, 5, game.board, "draw", leg=game.leg)
    assert not live.open_games
    live = hall.undo(id, anna, live.version, live.version, seen=live.version, reason="svista")
    assert len(live.open_games) == 1
    for name, round in (("dutch", 3), ("teams", 3), ("final", 2), ("knockout", 3)):
        event = MADE["events"][name]
        for game in hall.load(event).open_games:
            live = hall.report(event, anna, round, game.board, "win", leg=game.leg)
        assert not live.open_games
        assert hall.proved(event) is None
    here = rooms.online.open_round(MADE["events"]["played here"], anna, 1)
    assert here.event.round(1) is not None


@pytest.mark.parametrize("name", sorted(MADE["events"]))
def test_a_file_of_an_old_log_is_read_with_its_seals(rooms: Rooms, old_file: Path, name: str) -> None:
    """An event file that the old program gave out is the lines of its log."""
    with closing(sqlite3.connect(old_file)) as raw:
        query = "SELECT body FROM tournament_entry WHERE tournament_id = ? ORDER BY seq"
        lines = [body for (body,) in raw.execute(query, (MADE["events"][name],))]
    live = rooms.hall.restore(visitor("elena"), "\n".join(lines) + "\n")
    again = TournamentService(rooms.opened, rooms.clock).load(live.id)
    told = FOUND["events"][name]
    assert again.log.entries[: told["version"]][-1].digest == told["seal"]
    assert [[r.number, r.rank, r.points] for r in again.standing.rows] == [
        [row[0], row[1], row[3]] for row in told["standing"]
    ]


def test_why_a_puzzle_of_one_s_own_is_right_is_still_said(rooms: Rooms) -> None:
    for id, reason in MADE["reasons"].items():
        puzzle = rooms.puzzles.puzzle(id, visitor("anna").id)
        for lang in LANGS:
            assert reason[lang] in puzzle.said(lang)


# ----------------------------------------------------------------------------------------------- every page


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Let today's app serve the old data, on the evening when it was closed."""
    folder = tmp_path_factory.mktemp("old")
    put(folder)
    with run(ServerSettings(data_dir=folder, engine="thread", limits=False), clock=Then()) as running:
        yield running


def known(server: Running, name: str, lang: str = "it") -> Person:
    """Return somebody whose browser still has what the old program gave it."""
    person = server.person(lang)
    person.http.cookies.set(COOKIE, MADE["people"][name]["token"])
    return person


HOUSE: Final = (
    "/",
    "/games",
    "/archive",
    "/archive.pdn",
    "/import",
    "/hall",
    "/puzzles",
    "/analysis",
    "/prefs",
)
OF_A_GAME: Final = ("", ".pdn", ".fen", ".svg", "/sheet.pdf", "/forms", "/panels")
OF_AN_EVENT: Final = (
    "", "/players", "/players/1", "/settings", "/log", "/standings", "/crosstable", "/about", "/check",
    "/games", "/event.damiera", "/event.pdn", "/players.csv", "/standings.csv", "/phones",
    "/phones/cards", "/print", "/public", "/ratings", "/groups", "/teams", "/hand", "/me", "/stamp",
)  # fmt: skip


NO_REPORT_FILE: Final = ("knockout", "matches")
"""Events that a TRF file has no words for, which its page says."""


def pages() -> list[str]:
    """Return every page that shows something of the old data to its owner."""
    found = list(HOUSE)
    for id in MADE["games"].values():
        found += [f"/g/{id}{page}" for page in OF_A_GAME] + [f"/api/games/{id}"]
    for name in ("resigned", "claimed", "flagged"):
        found.append(f"/g/{MADE['games'][name]}/analysis")
    for one in FOUND["archive"]:
        found += [f"/archive/{one['id']}{page}" for page in ("", ".pdn", ".fen", "/analysis")]
    for id in MADE["imports"].values():
        found += [f"/import/{id}", f"/import/{id}/errors.txt", f"/api/imports/{id}"]
    for name in ("blunder", "lot", "shot"):
        found.append(f"/archive/{MADE['analyses'][name]}/analysis.pdn")
    found += [f"/puzzles/{one[0]}" for one in FOUND["puzzles"]["own"]]
    for name, id in MADE["events"].items():
        found += [f"/hall/{id}{page}" for page in OF_AN_EVENT]
        found += [f"/hall/{id}/event.trf"] if name not in NO_REPORT_FILE else []
    return found


@pytest.mark.slow
def test_every_page_of_old_data_answers(server: Running) -> None:
    """In one language and the other by turns; `make proofs` asks for every page in both."""
    people = [known(server, "anna", lang) for lang in LANGS]
    assert refused((people[at % len(people)], path) for at, path in enumerate(pages())) == []


@pytest.mark.deep
@pytest.mark.parametrize("lang", LANGS)
def test_every_page_of_old_data_answers_in_each_language(server: Running, lang: str) -> None:
    anna = known(server, "anna", lang)
    assert refused((anna, path) for path in pages()) == []


def refused(asked: Iterable[tuple[Person, str]]) -> list[str]:
    """Return the pages that are not shown to who asks for them."""
    answers = ((path, person.get(path)) for person, path in asked)
    return [f"{answer.status_code} {path}" for path, answer in answers if answer.status_code != 200]


def test_the_pages_say_what_was_written_down(server: Running) -> None:
    anna, phone = known(server, "anna"), known(server, "phone3")
    event, imported = MADE["events"]["individual"], MADE["imports"]["mixed"]
    judged = FOUND["analyses"]["blunder"]["report"]["said"]["it"]
    told = {
        f"/g/{MADE['games']['ruled']}": [MADE["said"]["ruling"]],
        f"/g/{MADE['games']['resigned']}": ["Una nota di Anna", "L'errore"],
        f"/import/{imported}": [error[3][1:60] for error in FOUND["imports"]["mixed"]["errors"]["it"]],
        f"/archive/{MADE['analyses']['blunder']}/analysis": [one for one in judged if one],
        f"/archive/{MADE['analyses']['failed']}": ["Nota mia sull'archivio"],
        f"/archive/{MADE['analyses']['failed']}/analysis": [FOUND["analyses"]["failed"]["why"]["it"]],
        f"/hall/{event}/log": ["foglio letto male", "ha insultato l'arbitro", "non aveva titolo"],
        f"/hall/{event}/about": ["Pisa", "Niente telefoni.", "Coppa"],
        f"/hall/{event}/phones": ["Attesa Rita"],
        f"/hall/{event}/players": [MADE["said"]["withdrawn"], "Nuova Nina"],
        f"/hall/{MADE['events']['in groups']}": ["Finale"],
    }
    missing = []
    for path, words in told.items():
        said = text_of(anna.get(path))
        missing += [f"{path}: {word}" for word in words if word not in said]
    assert missing == []
    assert "Giocatore 3" in text_of(phone.get(f"/hall/{event}/me"))


@pytest.mark.parametrize("lang", LANGS)
def test_steps_of_an_old_pairing_are_told_as_they_were(server: Running, lang: str) -> None:
    """The reasons of a round paired by rotation were kept as sentences: each is told of one of its pairs."""
    told, id = FOUND["events"]["individual"], MADE["events"]["individual"]
    anna, boards = known(server, "anna", lang), [game[0] for game in told["rounds"][4]["games"]]
    pages = " ".join(text_of(anna.get(f"/hall/{id}?round=5&board={board}")) for board in boards)
    assert [step for step in told["trace"][lang]["5"] if step not in pages] == []


def text_of(answer: httpx.Response) -> str:
    """Return what a page says, without its marks."""
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.text)))


# ------------------------------------------------------------------------------------------ data not for us


def test_old_data_marked_by_a_newer_program_is_refused_and_left_alone(folder: Path) -> None:
    file = folder / FILE_NAME
    with closing(sqlite3.connect(file)) as raw, raw:
        raw.execute("UPDATE alembic_version SET version_num = '0999'")
    before = file.read_bytes()
    with pytest.raises(NewerSchema) as caught:
        open_store(folder)
    assert "0999" in caught.value.text("it")
    assert "--data" in caught.value.text("en")
    assert file.read_bytes() == before


@pytest.mark.parametrize("version", ["ae1027a6acf3", "0003", "0011", "9999", None])
def test_the_data_of_a_program_that_counts_its_revisions_as_we_do_is_left_alone(
    tmp_path: Path, version: str | None
) -> None:
    """Alembic's table alone does not make a database ours."""
    file = tmp_path / FILE_NAME
    with closing(sqlite3.connect(file)) as raw, raw:
        raw.execute("CREATE TABLE alembic_version (version_num VARCHAR(32))")
        raw.execute("CREATE TABLE player (name TEXT)")
        if version is not None:
            raw.execute("INSERT INTO alembic_version VALUES (?)", (version,))
    before = file.read_bytes()
    with pytest.raises(NotADatabase, match="not ours"):
        open_store(tmp_path)
    assert file.read_bytes() == before
