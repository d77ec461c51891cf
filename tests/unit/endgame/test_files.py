"""Files that are damaged, foreign or newer are refused with what is wrong; a full disk loses nothing."""

from __future__ import annotations

import os
import resource
import struct
import subprocess
import sys
import time
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from damiera import _core, _endgame
from damiera.endgame.build import Builder, BuildProgress
from damiera.endgame.errors import (
    BuildFailed,
    BuildStopped,
    DamagedTable,
    ForeignTable,
    MissingTable,
    NoTablesFor,
    NotEnoughMemory,
    OtherVersion,
    UnreadableTable,
)
from damiera.endgame.files import default_folder, open_table, path_of, read_head, rules_digest
from damiera.endgame.material import SliceMaterial, materials
from damiera.endgame.probe import EndgameTables
from damiera.endgame.stock import heads, stock
from damiera.endgame.verify import Verifier
from damiera.messages import Message
from damiera.notation.fen import parse_fen
from damiera.rules.ruleset import ITALIAN
from tests.wording import raises, shows

RULES = ITALIAN.core
KINGS = SliceMaterial(0, 1, 0, 1)
POSITION = parse_fen("W:WK32:BK1", ITALIAN).position()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    Builder(RULES, 2, distances=True, folder=tmp_path).run()
    return tmp_path


def file_of(folder: Path, material: SliceMaterial = KINGS, *, distances: bool = False) -> Path:
    return path_of(folder, RULES, material, distances=distances)


def changed(path: Path, change: Callable[[bytearray], bytearray]) -> None:
    path.write_bytes(change(bytearray(path.read_bytes())))


def _cut(data: bytearray) -> bytearray:
    return data[:-1]


def _nothing(data: bytearray) -> bytearray:
    return data[:0]


def _longer(data: bytearray) -> bytearray:
    return data + b"x"


def _other_payload(data: bytearray) -> bytearray:
    data[-1] ^= 1
    return data


def _other_head(data: bytearray) -> bytearray:
    data[40] ^= 1
    return data


def _other_signature(data: bytearray) -> bytearray:
    data[0] ^= 1
    return data


def _head_alone(data: bytearray) -> bytearray:
    return data[:20]


@pytest.mark.parametrize(
    "change", [_cut, _nothing, _longer, _other_payload, _other_head, _other_signature, _head_alone]
)
def test_damage_is_seen_and_mended(
    folder: Path, change: Callable[[bytearray], bytearray], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = file_of(folder)
    changed(path, change)
    with pytest.raises(DamagedTable) as refused:
        open_table(path, RULES, KINGS, distances=False)
    for lang in ("it", "en"):
        assert str(path) in refused.value.text(lang)
        assert shows(
            refused.value.text(lang),
            "The table {path} is damaged ({what}): '{command}' writes it anew.",
            lang,
        )
    path_of(folder, RULES, KINGS, distances=True).unlink()
    with monkeypatch.context() as patch:
        patch.setattr("damiera.endgame.files.SHIPPED", folder / "nothing-shipped")
        with pytest.raises(DamagedTable):
            EndgameTables(RULES, folder).probe(POSITION)
    served = EndgameTables(RULES, folder)
    assert served.probe(POSITION) is not None
    assert [fault.path for fault in served.faults] == [path]
    Builder(RULES, 2, folder=folder).run()
    mended = EndgameTables(RULES, folder)
    assert mended.probe(POSITION) is not None
    assert mended.faults == ()


def test_every_byte_is_checked(folder: Path) -> None:
    path = file_of(folder)
    whole = path.read_bytes()
    for at in range(0, len(whole), 3):
        spoilt = bytearray(whole)
        spoilt[at] ^= 4
        path.write_bytes(spoilt)
        with pytest.raises((DamagedTable, OtherVersion, ForeignTable)):
            open_table(path, RULES, KINGS, distances=False)


def test_a_payload_that_lies_is_refused_by_the_reader() -> None:
    """Past the checksums: sizes that do not agree, and noise, never harm the one who reads."""
    tables = _endgame.Tables(RULES)
    assert tables.solve(KINGS, distances=True)
    for distances in (False, True):
        payload = tables.pack(KINGS, distances=distances)
        for spoilt in (b"", payload[:15], payload[:-1], payload + b"x", b"\x00" * len(payload)):
            with pytest.raises(ValueError):
                _endgame.Tables(RULES).attach(KINGS, spoilt)
        with pytest.raises(ValueError):
            _endgame.Tables(RULES).attach(SliceMaterial(0, 2, 0, 1), payload)
        noise = payload[:-8] + b"\xff" * 8
        other = _endgame.Tables(RULES)
        other.attach(KINGS, noise)
        for place in range(other.places(KINGS)):
            position = other.position(KINGS, place)
            assert position is not None
            assert other.verdict(position) in ("win", "draw", "loss")


def test_a_table_of_another_game_slice_or_kind(folder: Path) -> None:
    english = _core.rules("english")
    path = file_of(folder)
    with pytest.raises(ForeignTable, match="italian, english is wanted"):
        read_head(path, english, KINGS, distances=False)
    with pytest.raises(ForeignTable, match=r"0101\.wld, 1001\.wld"):
        read_head(path, RULES, SliceMaterial(1, 0, 0, 1), distances=False)
    with pytest.raises(ForeignTable, match=r"0101\.wld, 0101\.dtw"):
        read_head(path, RULES, KINGS, distances=True)


def test_a_table_of_other_rules_under_the_same_name(folder: Path) -> None:
    path = file_of(folder)
    digest = read_head(path, RULES, KINGS, distances=False).rules

    def other_rules(data: bytearray) -> bytearray:
        size = struct.unpack_from("<I", data, 20)[0]
        data[32 : 32 + size] = data[32 : 32 + size].replace(digest.encode(), b"0" * 16)
        struct.pack_into("<I", data, 24, zlib.crc32(bytes(data[32 : 32 + size])))
        return data

    changed(path, other_rules)
    with pytest.raises(ForeignTable, match="0000000000000000"):
        read_head(path, RULES, KINGS, distances=False)


def test_another_version(folder: Path) -> None:
    def newer(data: bytearray) -> bytearray:
        data[16] = 9
        return data

    changed(file_of(folder), newer)
    with pytest.raises(OtherVersion, match="format 9") as refused:
        open_table(file_of(folder), RULES, KINGS, distances=False)
    assert "formato 9" in refused.value.text("it")


@pytest.mark.usefixtures("nothing_shipped")
def test_what_is_not_there(folder: Path) -> None:
    position = parse_fen("W:W29,32:B23", ITALIAN).position()
    tables = EndgameTables(RULES, folder)
    assert tables.probe(position) is None
    with pytest.raises(MissingTable, match="endgame build italian --pieces 3"):
        tables.need(position)
    with pytest.raises(MissingTable, match="1020"):
        tables.moves(parse_fen("W:W29,32:B23", ITALIAN).position())


@pytest.mark.parametrize("slug", ["lasca", "canadian", "reentry", "chinese-checkers"])
def test_games_without_tables(slug: str) -> None:
    rules = _core.rules(slug)
    for make in (
        lambda: EndgameTables(rules),
        lambda: Builder(rules, 2),
        lambda: materials(rules, 2),
    ):
        with pytest.raises(NoTablesFor, match=slug):
            make()
    assert stock(rules) == []


@pytest.fixture
def little_disk() -> Iterator[None]:
    """No file may grow beyond some bytes, as on a disk that is full."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (700, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_full_disk_leaves_no_half_file(tmp_path: Path, little_disk: None) -> None:
    with pytest.raises(BuildFailed, match="make room") as failed:
        Builder(RULES, 3, folder=tmp_path).run()
    assert failed.value.path.parent.parent == tmp_path / "italian"
    left = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert left
    assert all(path.suffix == ".wld" for path in left)


def test_a_folder_that_is_a_file(tmp_path: Path) -> None:
    place = tmp_path / "tables"
    place.write_text("something else")
    with raises(
        BuildFailed,
        Message(
            "Cannot write {path}: {reason}. The tables finished so far stay: look at the folder and "
            "its permissions and try again."
        ),
    ) as failed:
        Builder(RULES, 2, folder=place).run()
    assert shows(
        failed.value.text("it"),
        "Cannot write {path}: {reason}. The tables finished so far stay: look at the folder and "
        "its permissions and try again.",
        "it",
    )
    assert place.read_text() == "something else"


class Cramped:
    """Tables on a machine without memory for more than so many places at once."""

    def __init__(self, tables: _endgame.Tables, places: int) -> None:
        self._tables, self._most = tables, places

    def __getattr__(self, name: str) -> object:
        return getattr(self._tables, name)

    def solve(self, material: SliceMaterial, *, distances: bool, threads: int) -> bool:
        if self._tables.places(material) > self._most:
            raise MemoryError("std::bad_alloc")
        return self._tables.solve(material, distances=distances, threads=threads)

    def load(self, material: SliceMaterial, *, threads: int) -> bool:
        if self._tables.places(material) > self._most:
            raise MemoryError("std::bad_alloc")
        return self._tables.load(material, threads=threads)


def test_without_enough_memory_what_is_finished_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    builder = Builder(RULES, 3, folder=tmp_path, threads=1)
    monkeypatch.setattr(builder, "_tables", Cramped(_endgame.Tables(RULES), 10_000))
    with pytest.raises(NotEnoughMemory, match=r"table 0[12]0[12] of italian: it takes 1 MB") as failed:
        builder.run()
    assert shows(
        failed.value.text("it"),
        "There is not enough memory for the table {material} of {game}: it takes {mb} MB. The tables "
        "finished so far stay: close other programs or choose fewer pieces (or a lower --memory) and run the "
        "command again.",
        "it",
    )
    assert [one.verdicts for one in stock(RULES, tmp_path)] == [4]
    Builder(RULES, 3, folder=tmp_path, threads=1).run()
    verifier = Verifier(RULES, 3, folder=tmp_path, threads=1)
    monkeypatch.setattr(verifier, "_tables", Cramped(_endgame.Tables(RULES), 10_000))
    with pytest.raises(NotEnoughMemory, match=r"table 0[12]0[12] of italian"):
        verifier.run()


def test_a_build_that_was_killed_goes_on(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "damiera", "endgame", "build", "italian", "--pieces", "5"]
    process = subprocess.Popen(
        [*command, "--folder", str(tmp_path), "--threads", "1"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        patience = time.monotonic() + 60
        while not list(tmp_path.glob("italian/3/*.wld")):
            assert time.monotonic() < patience
            time.sleep(0.01)
    finally:
        process.kill()
        process.wait()
    half = tmp_path / "italian" / "3" / ".2010.wld.1.tmp"  # as if killed while it wrote this one
    half.write_bytes(b"Damiera")
    os.utime(half, (0, 0))
    heard: list[BuildProgress] = []
    Builder(RULES, 3, folder=tmp_path, threads=1, on_progress=heard.append).run()
    assert sum(progress.found for progress in heard) >= 4
    assert not half.exists()
    assert all(one.is_right for one in Verifier(RULES, 3, folder=tmp_path, threads=1).run())


def test_a_stopped_build_goes_on_where_it_was(tmp_path: Path) -> None:
    heard: list[BuildProgress] = []

    def stop_after_some(progress: BuildProgress) -> None:
        heard.append(progress)
        if progress.done == 7:
            builder.stop()

    builder = Builder(RULES, 3, folder=tmp_path, on_progress=stop_after_some)
    with pytest.raises(BuildStopped) as stopped:
        builder.run()
    assert stopped.value.done == 8  # the turned twin is finished too
    assert [progress.done for progress in heard] == list(range(1, 9))
    assert not any(progress.found for progress in heard)
    heard.clear()
    Builder(RULES, 3, folder=tmp_path, on_progress=heard.append).run()
    assert sum(progress.found for progress in heard) == 8
    assert heard[-1].done == heard[-1].total == 16
    assert heard[-1].places_done == heard[-1].places
    assert all(one.is_right for one in Verifier(RULES, 3, folder=tmp_path).run())


@pytest.mark.usefixtures("nothing_shipped")
def test_distances_can_be_added_later(tmp_path: Path) -> None:
    Builder(RULES, 2, folder=tmp_path).run()
    assert [one.distances for one in stock(RULES, tmp_path)] == [0]
    before = EndgameTables(RULES, tmp_path).need(POSITION)
    assert before.plies is None
    Builder(RULES, 2, distances=True, folder=tmp_path).run()
    assert [one.distances for one in stock(RULES, tmp_path)] == [4]
    after = EndgameTables(RULES, tmp_path).need(POSITION)
    assert after.verdict is before.verdict


def test_little_memory_builds_the_same(tmp_path: Path) -> None:
    Builder(RULES, 3, distances=True, folder=tmp_path / "a", threads=1).run()
    Builder(RULES, 3, distances=True, folder=tmp_path / "b", threads=3, memory_mb=0).run()
    files = sorted(path.relative_to(tmp_path / "a") for path in (tmp_path / "a").rglob("*.*"))
    assert len(files) == 32
    for path in files:
        assert (tmp_path / "a" / path).read_bytes() == (tmp_path / "b" / path).read_bytes()
    Builder(RULES, 3, folder=tmp_path / "c", threads=2, memory_mb=0).run()
    for path in files:
        if path.suffix == ".wld":
            verdicts = open_table(tmp_path / "c" / path, RULES, _named(path.stem), distances=False)
            whole = open_table(tmp_path / "a" / path, RULES, _named(path.stem), distances=False)
            assert verdicts.small == whole.small is not None


def _named(name: str) -> SliceMaterial:
    return SliceMaterial(*map(int, name))


def test_heads_tell_the_counts(folder: Path) -> None:
    (kings,) = [head for head in heads(RULES, 2, folder) if head.material == KINGS]
    assert (kings.positions, kings.wins, kings.draws, kings.losses) == (992, 230, 654, 108)
    assert (kings.longest_win, kings.longest_loss) == (11, 10)
    longest = parse_fen(kings.longest, ITALIAN).position()
    assert EndgameTables(RULES, folder).need(longest).plies == 11


def test_a_wrong_table_is_found_out(folder: Path) -> None:
    """A table that is whole, but not right: that of a game in which the loser wins."""
    losing = _endgame.Tables(_core.rules("italian-losing"))
    assert losing.solve(KINGS, distances=True)
    path = file_of(folder, distances=True)
    data = path.read_bytes()
    size = struct.unpack_from("<I", data, 20)[0]
    head = data[32 : 32 + size]
    payload = losing.pack(KINGS, distances=True)
    before = read_head(path, RULES, KINGS, distances=True)
    head = head.replace(f'"size":{before.size}'.encode(), f'"size":{len(payload)}'.encode())
    head = head.replace(
        f'"checksum":{before.checksum}'.encode(), f'"checksum":{zlib.crc32(payload)}'.encode()
    )
    front = data[:20] + struct.pack("<III", len(head), zlib.crc32(head), 0)
    path.write_bytes(front + head + payload)
    (checked,) = [one for one in Verifier(RULES, 2, folder=folder).run() if one.material == KINGS]
    assert checked.wrong > 0
    assert checked.example is not None
    assert not checked.is_right


def test_where_tables_lie(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DAMIERA_ENDGAME", str(tmp_path))
    assert default_folder() == tmp_path
    monkeypatch.delenv("DAMIERA_ENDGAME")
    assert default_folder().name == "endgame"


def _zeros(data: bytearray) -> bytearray:
    return data[:-64] + bytes(64)


@pytest.mark.parametrize("change", [_cut, _nothing, _zeros, _head_alone])
def test_a_table_that_is_spoilt_while_it_is_in_use(
    folder: Path, change: Callable[[bytearray], bytearray], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A mapped file that is cut short would end the process; here who asks is told, a search does without."""
    monkeypatch.setattr("damiera.endgame.files.SMALL", 0)
    tables, own = EndgameTables(RULES, folder), _endgame.Tables(RULES)
    assert tables.probe(POSITION) is not None
    assert tables._is_there(SliceMaterial(1, 0, 1, 0))
    others = [m for m in materials(RULES, 2) if m != KINGS]
    for distances in (False, True):
        for material in others:
            open_table(
                file_of(folder, material, distances=distances), RULES, material, distances=distances
            ).attach_to(own)
    for material in materials(RULES, 2):
        changed(file_of(folder, material), change)
        changed(file_of(folder, material, distances=True), change)
    assert tables.probe(POSITION) is not None, "its block was read before"
    with raises(DamagedTable, Message("it was changed or cut short while it was in use")) as refused:
        tables.probe(parse_fen("W:W32:B1", ITALIAN).position())
    assert refused.value.path.suffix in (".wld", ".dtw")
    with pytest.raises(EOFError) as lost:
        own.load(others[0])
    assert lost.value.args == (others[0], True)
    search = _core.Search(RULES, hash_mb=1, tables=own.sealed())
    found = search.think(parse_fen("W:W32,K31:BK1", ITALIAN).position(), depth=5)
    assert found.move is not None


def test_a_table_that_is_removed_or_replaced_goes_on(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("damiera.endgame.files.SMALL", 0)
    tables = EndgameTables(RULES, folder)
    position = parse_fen("W:W32:B1", ITALIAN).position()
    assert tables._is_there(SliceMaterial(1, 0, 1, 0))
    for distances in (False, True):
        path = file_of(folder, SliceMaterial(1, 0, 1, 0), distances=distances)
        data = path.read_bytes()
        path.unlink()
        path.write_bytes(data[:10])
    assert tables.probe(position) is not None


def test_what_may_not_be_looked_for_is_not_there(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def closed(path: Path, **options: object) -> os.stat_result:
        raise PermissionError(13, "Permission denied", str(path))

    assert stock(RULES, folder)
    monkeypatch.setattr(Path, "stat", closed)
    assert stock(RULES, folder) == []


def test_a_folder_in_the_place_of_a_table(folder: Path) -> None:
    path = file_of(folder)
    path.unlink()
    path.mkdir()
    for refused in (open_table, read_head):
        with raises(
            UnreadableTable,
            Message("Cannot read the table {path}: {reason}. Look at the folder and its permissions."),
        ):
            refused(path, RULES, KINGS, distances=False)


def test_a_folder_behind_a_closed_one_is_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def closed(self: Path, pattern: str) -> Iterator[Path]:
        raise PermissionError(13, "Permission denied", str(self))

    (tmp_path / "italian").write_text("not a folder")
    monkeypatch.setattr(Path, "glob", closed)
    with raises(
        BuildFailed,
        Message(
            "Cannot write {path}: {reason}. The tables finished so far stay: look at the folder and "
            "its permissions and try again."
        ),
    ):
        Builder(RULES, 2, folder=tmp_path).run()


@pytest.mark.parametrize(
    ("game", "digest"),
    [
        ("italian", "054a3aaaf6e622f8"),
        ("english", "fc8e67646c2bb9d7"),
        ("russian", "36acf11eb8b10a60"),
        ("international", "1817afb903b51f99"),
    ],
)
def test_tables_of_earlier_versions_open(game: str, digest: str) -> None:
    """Files were stamped with these in 2026: a trait added since that a game has not changes nothing."""
    assert rules_digest(_core.rules(game)) == digest
