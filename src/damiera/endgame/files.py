"""The files of the tables: one a slice, one more for its distances, in a folder for each game.

A file is a signature of 16 bytes; four numbers of four bytes, little-endian: the format, the length of the
head, its checksum, and 0; the head, a JSON object; and the payload, which
`cpp/include/damiera/endgame/pack.hpp` describes. It is written under another name and then renamed, so that a
file is whole or not there.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shlex
import struct
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import msgspec
import platformdirs

from damiera import _endgame
from damiera._core import Rules, Side
from damiera.disk import write_whole, writing_whole
from damiera.endgame.errors import BuildFailed, DamagedTable, ForeignTable, OtherVersion, UnreadableTable
from damiera.endgame.material import SliceMaterial
from damiera.messages import Message, Verbatim

__all__ = [
    "FORMAT",
    "TableHead",
    "check_file",
    "counted_folder",
    "default_folder",
    "lost_table",
    "open_table",
    "path_of",
    "paths_of",
    "put_in_place",
    "read_head",
    "repair_command",
    "rules_digest",
    "shipped_folder",
    "write_table",
]

FORMAT = 1
"""The number of the format that is written, and the only one that is read."""
SIGNATURE = b"Damiera endgame\n"
FRONT = struct.Struct("<16sIIII")
LONGEST_HEAD = 1 << 16
CHUNK = 1 << 18
SMALL = CHUNK  # bytes of a payload that is kept in memory; a larger one keeps its file open
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
SHIPPED = Path(__file__).parent / "shipped"
KINDS = {False: "wld", True: "dtw"}  # file name endings: without and with distances


class TableHead(msgspec.Struct, frozen=True):
    """What a file says of itself; White is to move.

    Attributes:
        game: slug of the game.
        rules: digest of its rules, see `rules_digest`.
        material: white men, white kings, black men, black kings.
        distances: whether plies to the end are in it.
        positions, wins, draws, losses: the counts of the slice.
        longest_win, longest_loss: in plies; null without distances, or if there is none.
        longest: FEN of a position with the longest win; empty without one.
        size: bytes of the payload.
        checksum: CRC-32 of the payload.

    >>> head = TableHead("italian", "", SliceMaterial(0, 1, 0, 1), False, 4, 1, 2, 1, None, None, "", 16, 0)
    >>> head.material.name, head.positions, head.draws, head.size
    ('0101', 4, 2, 16)
    """

    game: str
    rules: str
    material: SliceMaterial
    distances: bool
    positions: int
    wins: int
    draws: int
    losses: int
    longest_win: int | None
    longest_loss: int | None
    longest: str
    size: int
    checksum: int


@dataclass(frozen=True, slots=True)
class EndgameTable:
    """A file that was found sound: its head, and its payload, in memory if it is small.

    A large one is read block by block when it is asked. It is not mapped: a mapped file that another program
    cuts short ends the process that looks at it.
    """

    path: Path
    head: TableHead
    begin: int
    small: bytes | None
    _file: BinaryIO | None

    def attach_to(self, tables: _endgame.Tables) -> None:
        """Have tables asked what stands in it; this object is of no use afterwards.

        Raises:
            DamagedTable: the payload is not what it should be.
        """
        try:
            if self._file is None:
                tables.attach(self.head.material, self.small)
                return
            with self._file as file:
                tables.attach_file(self.head.material, file.fileno(), self.begin, self.head.size)
        except ValueError as error:
            raise DamagedTable(self.path, Verbatim(str(error)), repair_command(self.path)) from error


def default_folder() -> Path:
    """Return where tables lie: `DAMIERA_ENDGAME`, else `endgame` in the user's data folder.

    >>> from unittest import mock
    >>> with mock.patch.dict(os.environ, DAMIERA_ENDGAME="/srv/tables"):
    ...     default_folder().as_posix()
    '/srv/tables'
    """
    chosen = os.environ.get("DAMIERA_ENDGAME")
    if chosen:
        return Path(chosen)
    return platformdirs.user_data_path("damiera", appauthor=False) / "endgame"


def shipped_folder() -> Path:
    """Return where the tables lie that come with Damiera: verdicts to four pieces of the games played most.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> path_of(shipped_folder(), ITALIAN.core, SliceMaterial(2, 0, 0, 1), distances=False).is_file()
    True
    """
    return SHIPPED


def counted_folder(folder: Path) -> Path:
    """Return where in a folder the tables lie that draw the endings which the rules draw by counting.

    >>> counted_folder(Path("tables")).as_posix()
    'tables/counted'
    """
    return folder / "counted"


def path_of(folder: Path, rules: Rules, material: SliceMaterial, *, distances: bool) -> Path:
    """Return the file of a slice.

    Args:
        folder: where tables lie.
        rules: of the game.
        material: the slice.
        distances: whether the file of distances is meant, not that of verdicts.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> path_of(Path("tables"), ITALIAN.core, SliceMaterial(2, 0, 0, 1), distances=True).as_posix()
    'tables/italian/3/2001.dtw'
    """
    return folder / rules.slug / str(material.pieces) / f"{material.name}.{KINDS[distances]}"


def paths_of(
    folder: Path, rules: Rules, material: SliceMaterial, *, distances: bool, counted: bool = False
) -> tuple[Path, ...]:
    """Return the files in which a slice is looked for, in order: a folder's own, then the one shipped.

    Args:
        folder: where tables lie.
        rules: of the game.
        material: the slice.
        distances: whether the file of distances is meant, not that of verdicts.
        counted: whether those are meant in which endings drawn by counting are drawn.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> own, shipped = paths_of(Path("tables"), ITALIAN.core, SliceMaterial(2, 0, 0, 1), distances=False)
    >>> own.as_posix(), shipped.is_relative_to(shipped_folder())
    ('tables/italian/3/2001.wld', True)
    """
    places = (folder, shipped_folder())
    if counted:
        places = (counted_folder(folder), counted_folder(shipped_folder()))
    return tuple(path_of(place, rules, material, distances=distances) for place in places)


LATER_TRAITS = {"man_hops": "no"}
"""Traits younger than the first tables, as they are in a game that has nothing of them."""


def rules_digest(rules: Rules) -> str:
    """Return a digest of all that decides how pieces move and who wins.

    Limits on the moves of one king in a row are left out: the tables do not know them. So are traits
    younger than the first tables, where a game has nothing of them: its tables stay good.

    >>> from damiera.rules.ruleset import ENGLISH, ITALIAN
    >>> rules_digest(ITALIAN.core) == rules_digest(ENGLISH.core), len(rules_digest(ITALIAN.core))
    (False, 16)
    """
    traits = {
        name: value
        for name, value in rules.traits.items()
        if name != "king_limit" and LATER_TRAITS.get(name) != value
    }
    promotion = [rules.promotion_squares(side) for side in (Side.WHITE, Side.BLACK)]
    text = json.dumps([traits, promotion], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


_head_decoder = msgspec.json.Decoder(TableHead)


def write_table(path: Path, head: TableHead, payload: bytes) -> None:
    """Write a file whole, or not at all.

    Args:
        path: where, see `path_of`; folders are made.
        head: what the file says of itself.
        payload: the packed slice, `head.size` bytes.
    Raises:
        BuildFailed: the folder cannot be made or the file not be written.

    >>> from tempfile import TemporaryDirectory
    >>> from damiera.endgame.build import Builder
    >>> from damiera.rules.ruleset import ITALIAN
    >>> slice = SliceMaterial(0, 1, 0, 1)
    >>> with TemporaryDirectory() as folder:
    ...     Builder(ITALIAN.core, 2, folder=Path(folder), threads=1).run()
    ...     path = path_of(Path(folder), ITALIAN.core, slice, distances=False)
    ...     table = open_table(path, ITALIAN.core, slice, distances=False)
    ...     write_table(Path(folder) / "copy", table.head, table.small)
    ...     (Path(folder) / "copy").read_bytes() == path.read_bytes()
    True
    """
    text = msgspec.json.encode(head)
    front = FRONT.pack(SIGNATURE, FORMAT, len(text), zlib.crc32(text), 0)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, front, text, payload)
    except OSError as error:
        is_full = error.errno in FULL
        raise BuildFailed(path, error.strerror or str(error), is_full=is_full) from error


def read_head(path: Path, rules: Rules, material: SliceMaterial, *, distances: bool) -> TableHead:
    """Read what a file says of itself; the payload is not looked at, but for its length.

    Raises:
        FileNotFoundError: there is no file.
        UnreadableTable: it is damaged, of another format, game or slice.

    >>> from tempfile import TemporaryDirectory
    >>> from damiera.endgame.build import Builder
    >>> from damiera.rules.ruleset import ITALIAN
    >>> slice = SliceMaterial(0, 1, 0, 1)
    >>> with TemporaryDirectory() as folder:
    ...     Builder(ITALIAN.core, 2, folder=Path(folder), threads=1).run()
    ...     path = path_of(Path(folder), ITALIAN.core, slice, distances=False)
    ...     read_head(path, ITALIAN.core, slice, distances=False).game
    'italian'
    """
    try:
        with path.open("rb") as file:
            data = file.read(FRONT.size + LONGEST_HEAD)
            length = file.seek(0, os.SEEK_END)
    except FileNotFoundError:
        raise
    except OSError as error:
        reason = error.strerror or str(error)
        raise UnreadableTable(path, _CLOSED.format(path=path, reason=reason)) from error
    return _checked_head(path, data, length, rules, material, distances)[0]


def open_table(path: Path, rules: Rules, material: SliceMaterial, *, distances: bool) -> EndgameTable:
    """Open a file, after its checksum has been compared.

    Raises:
        FileNotFoundError: there is no file.
        UnreadableTable: it is damaged, of another format, game or slice, or cannot be read.

    >>> from tempfile import TemporaryDirectory
    >>> from damiera.endgame.build import Builder
    >>> from damiera.rules.ruleset import ITALIAN
    >>> slice = SliceMaterial(0, 1, 0, 1)
    >>> with TemporaryDirectory() as folder:
    ...     Builder(ITALIAN.core, 2, folder=Path(folder), threads=1).run()
    ...     path = path_of(Path(folder), ITALIAN.core, slice, distances=False)
    ...     open_table(path, ITALIAN.core, slice, distances=False).head.distances
    False
    """
    try:
        file = path.open("rb")
        try:
            return _opened(path, file, rules, material, distances)
        except BaseException:
            file.close()
            raise
    except FileNotFoundError:
        raise
    except OSError as error:
        reason = error.strerror or str(error)
        raise UnreadableTable(path, _CLOSED.format(path=path, reason=reason)) from error


def check_file(path: Path, rules: Rules, material: SliceMaterial, *, distances: bool) -> TableHead:
    """Return what a file says of itself, after all of it has been compared with its checksum.

    Raises:
        FileNotFoundError: there is no file.
        UnreadableTable: it is damaged, of another format, game or slice, or cannot be read.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> slice = SliceMaterial(2, 0, 0, 1)
    >>> path = path_of(shipped_folder(), ITALIAN.core, slice, distances=False)
    >>> check_file(path, ITALIAN.core, slice, distances=False).material.name
    '2001'
    """
    table = open_table(path, rules, material, distances=distances)
    if table._file is not None:
        table._file.close()
    return table.head


def put_in_place(path: Path, pieces: Iterable[bytes], rules: Rules, head: TableHead) -> None:
    """Write a file that was made elsewhere: whole and sound, or not at all.

    Args:
        path: where, see `path_of`; folders are made.
        pieces: its bytes, in any portions.
        rules: of the game.
        head: what it must say of itself.
    Raises:
        BuildFailed: the folder cannot be made or the file not be written.
        UnreadableTable: the pieces are not that file.

    >>> from tempfile import TemporaryDirectory
    >>> from damiera.rules.ruleset import ITALIAN
    >>> slice = SliceMaterial(2, 0, 0, 1)
    >>> path = path_of(shipped_folder(), ITALIAN.core, slice, distances=False)
    >>> head = read_head(path, ITALIAN.core, slice, distances=False)
    >>> with TemporaryDirectory() as folder:
    ...     put_in_place(Path(folder) / "copy", [path.read_bytes()], ITALIAN.core, head)
    ...     (Path(folder) / "copy").read_bytes() == path.read_bytes()
    True
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with writing_whole(path) as file:
            file.writelines(pieces)
            file.flush()
            _compare_files(Path(file.name), path, rules, head)
    except OSError as error:
        is_full = error.errno in FULL
        raise BuildFailed(path, error.strerror or str(error), is_full=is_full) from error


def _compare_files(unfinished: Path, path: Path, rules: Rules, head: TableHead) -> None:
    found = check_file(unfinished, rules, head.material, distances=head.distances)
    if found != head:
        raise DamagedTable(path, _HEAD, repair_command(path))


def lost_table(folder: Path, rules: Rules, lost: EOFError) -> DamagedTable:
    """Return what to say of a file that was whole when it was opened, and is so no more.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> lost_table(Path("tables"), ITALIAN.core, EOFError((2, 0, 0, 1), True)).path.name
    '2001.dtw'
    """
    material, distances = lost.args
    path = path_of(folder, rules, SliceMaterial(*material), distances=distances)
    return DamagedTable(path, _LOST, repair_command(path))


def repair_command(path: Path, *, names_folder: bool = True) -> str:
    """Return the command that builds the table of a file, with all that it leads to where that is missing.

    One that comes with Damiera is built where the user's own are, which serve before it.

    Args:
        path: as `path_of` has it.
        names_folder: False where readers are not to know of it.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> slice = SliceMaterial(2, 0, 0, 1)
    >>> repair_command(path_of(shipped_folder(), ITALIAN.core, slice, distances=True))
    'damiera endgame build italian --pieces 3 --only 2001 --distance'
    >>> repair_command(path_of(counted_folder(Path("my tables")), ITALIAN.core, slice, distances=True))
    "damiera endgame build italian --pieces 3 --only 2001 --counted --folder 'my tables'"
    """
    material, kind, *_ = path.name.lstrip(".").split(".")
    folder, game = path.parents[2], path.parents[1].name
    words = ["damiera", "endgame", "build", game, "--pieces", path.parent.name, "--only", material]
    if folder == counted_folder(folder.parent):
        words.append("--counted")
        folder = folder.parent
    elif kind == KINDS[True]:
        words.append("--distance")
    if names_folder and folder not in (default_folder(), shipped_folder()):
        words += ["--folder", str(folder)]
    return shlex.join(words)


def _opened(
    path: Path, file: BinaryIO, rules: Rules, material: SliceMaterial, distances: bool
) -> EndgameTable:
    length = file.seek(0, os.SEEK_END)
    file.seek(0)
    data = file.read(FRONT.size + LONGEST_HEAD)
    head, begin = _checked_head(path, data, length, rules, material, distances)
    file.seek(begin)
    checksum, parts = 0, []
    while part := file.read(CHUNK):
        checksum = zlib.crc32(part, checksum)
        parts = [part]
    if checksum != head.checksum:
        raise DamagedTable(path, _CHECKSUM, repair_command(path))
    if head.size > SMALL:
        return EndgameTable(path, head, begin, None, file)
    file.close()
    return EndgameTable(path, head, begin, b"".join(parts), None)


def _checked_head(
    path: Path, data: bytes, length: int, rules: Rules, material: SliceMaterial, distances: bool
) -> tuple[TableHead, int]:
    """Return the head and where the payload begins."""
    if len(data) < FRONT.size:
        raise DamagedTable(path, _SHORT, repair_command(path))
    signature, version, size, checksum, nought = FRONT.unpack_from(data)
    if signature != SIGNATURE:
        raise DamagedTable(path, _NO_SIGNATURE, repair_command(path))
    if version != FORMAT:
        raise OtherVersion(path, version, FORMAT, repair_command(path))
    text = data[FRONT.size : FRONT.size + size]
    if len(text) < size or nought != 0 or zlib.crc32(text) != checksum:
        raise DamagedTable(path, _HEAD, repair_command(path))
    try:
        head = _head_decoder.decode(text)
    except msgspec.MsgspecError as error:
        raise DamagedTable(path, _HEAD, repair_command(path)) from error
    begin = FRONT.size + size
    _compare(path, head, rules, material, distances)
    if length != begin + head.size:
        raise DamagedTable(path, _SHORT if length < begin + head.size else _LONG, repair_command(path))
    return head, begin


def _compare(path: Path, head: TableHead, rules: Rules, material: SliceMaterial, distances: bool) -> None:
    if head.game != rules.slug:
        raise ForeignTable(path, head.game, rules.slug, repair_command(path))
    digest = rules_digest(rules)
    if head.rules != digest:
        found = f"{head.game} (rules {head.rules})"
        raise ForeignTable(path, found, f"{rules.slug} (rules {digest})", repair_command(path))
    found = f"{SliceMaterial(*head.material).name}.{KINDS[head.distances]}"
    wanted = f"{material.name}.{KINDS[distances]}"
    if found != wanted:
        raise ForeignTable(path, found, wanted, repair_command(path))


_CLOSED = Message("Cannot read the table {path}: {reason}. Look at the folder and its permissions.")
_LOST = Message("it was changed or cut short while it was in use")
_SHORT = Message("it is cut short")
_LONG = Message("it is longer than it says")
_NO_SIGNATURE = Message("it does not begin as a table does")
_HEAD = Message("its head does not add up")
_CHECKSUM = Message("its checksum is another")
