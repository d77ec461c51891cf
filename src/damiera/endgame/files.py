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
import struct
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import msgspec
import platformdirs

from damiera import _endgame
from damiera._core import Rules, Side
from damiera.disk import write_whole
from damiera.endgame.errors import BuildFailed, DamagedTable, ForeignTable, OtherVersion, UnreadableTable
from damiera.endgame.material import Material
from damiera.lang import Text

__all__ = [
    "FORMAT",
    "Head",
    "default_folder",
    "lost_table",
    "open_table",
    "path_of",
    "read_head",
    "rules_digest",
    "write_table",
]

FORMAT = 1
SIGNATURE = b"Damiera endgame\n"
FRONT = struct.Struct("<16sIIII")
LONGEST_HEAD = 1 << 16
CHUNK = 1 << 18
SMALL = CHUNK  # bytes of a payload that is kept in memory; a larger one keeps its file open
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
KINDS = {False: "wld", True: "dtw"}  # file name endings: without and with distances


class Head(msgspec.Struct, frozen=True):
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
    """

    game: str
    rules: str
    material: Material
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
class Table:
    """A file that was found sound: its head, and its payload, in memory if it is small.

    A large one is read block by block when it is asked. It is not mapped: a mapped file that another program
    cuts short ends the process that looks at it.
    """

    path: Path
    head: Head
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
            raise DamagedTable(self.path, Text(str(error), str(error))) from error


def default_folder() -> Path:
    """Return where tables lie: `DAMIERA_ENDGAME`, else `endgame` in the user's data folder."""
    chosen = os.environ.get("DAMIERA_ENDGAME")
    if chosen:
        return Path(chosen)
    return platformdirs.user_data_path("damiera", appauthor=False) / "endgame"


def path_of(folder: Path, rules: Rules, material: Material, *, distances: bool) -> Path:
    """Return the file of a slice."""
    return folder / rules.slug / str(material.pieces) / f"{material.name}.{KINDS[distances]}"


def rules_digest(rules: Rules) -> str:
    """Return a digest of all that decides how pieces move and who wins.

    Limits on the moves of one king in a row are left out: the tables do not know them.
    """
    traits = {name: value for name, value in rules.traits.items() if name != "king_limit"}
    promotion = [rules.promotion_squares(side) for side in (Side.WHITE, Side.BLACK)]
    text = json.dumps([traits, promotion], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


_head_decoder = msgspec.json.Decoder(Head)


def write_table(path: Path, head: Head, payload: bytes) -> None:
    """Write a file whole, or not at all.

    Raises:
        BuildFailed: the folder cannot be made or the file not be written.
    """
    text = msgspec.json.encode(head)
    front = FRONT.pack(SIGNATURE, FORMAT, len(text), zlib.crc32(text), 0)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, front, text, payload)
    except OSError as error:
        is_full = error.errno in FULL
        raise BuildFailed(path, error.strerror or str(error), is_full=is_full) from error


def read_head(path: Path, rules: Rules, material: Material, *, distances: bool) -> Head:
    """Read what a file says of itself; the payload is not looked at, but for its length.

    Raises:
        FileNotFoundError: there is no file.
        UnreadableTable: it is damaged, of another format, game or slice.
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


def open_table(path: Path, rules: Rules, material: Material, *, distances: bool) -> Table:
    """Open a file, after its checksum has been compared.

    Raises:
        FileNotFoundError: there is no file.
        UnreadableTable: it is damaged, of another format, game or slice, or cannot be read.
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


def lost_table(folder: Path, rules: Rules, lost: EOFError) -> DamagedTable:
    """Return what to say of a file that was whole when it was opened, and is so no more."""
    material, distances = lost.args
    return DamagedTable(path_of(folder, rules, Material(*material), distances=distances), _LOST)


def _opened(path: Path, file: BinaryIO, rules: Rules, material: Material, distances: bool) -> Table:
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
        raise DamagedTable(path, _CHECKSUM)
    if head.size > SMALL:
        return Table(path, head, begin, None, file)
    file.close()
    return Table(path, head, begin, b"".join(parts), None)


def _checked_head(
    path: Path, data: bytes, length: int, rules: Rules, material: Material, distances: bool
) -> tuple[Head, int]:
    """Return the head and where the payload begins."""
    if len(data) < FRONT.size:
        raise DamagedTable(path, _SHORT)
    signature, version, size, checksum, nought = FRONT.unpack_from(data)
    if signature != SIGNATURE:
        raise DamagedTable(path, _NO_SIGNATURE)
    if version != FORMAT:
        raise OtherVersion(path, version, FORMAT)
    text = data[FRONT.size : FRONT.size + size]
    if len(text) < size or nought != 0 or zlib.crc32(text) != checksum:
        raise DamagedTable(path, _HEAD)
    try:
        head = _head_decoder.decode(text)
    except msgspec.MsgspecError as error:
        raise DamagedTable(path, _HEAD) from error
    begin = FRONT.size + size
    _compare(path, head, rules, material, distances)
    if length != begin + head.size:
        raise DamagedTable(path, _SHORT if length < begin + head.size else _LONG)
    return head, begin


def _compare(path: Path, head: Head, rules: Rules, material: Material, distances: bool) -> None:
    if head.game != rules.slug:
        raise ForeignTable(path, head.game, rules.slug)
    digest = rules_digest(rules)
    if head.rules != digest:
        raise ForeignTable(path, f"{head.game} (rules {head.rules})", f"{rules.slug} (rules {digest})")
    found = f"{Material(*head.material).name}.{KINDS[head.distances]}"
    wanted = f"{material.name}.{KINDS[distances]}"
    if found != wanted:
        raise ForeignTable(path, found, wanted)


_CLOSED = Text(
    "Non riesco a leggere la tavola {path}: {reason}. Controlla la cartella e i permessi.",
    "Cannot read the table {path}: {reason}. Look at the folder and its permissions.",
)
_LOST = Text(
    "è stata cambiata o accorciata mentre era in uso",
    "it was changed or cut short while it was in use",
)
_SHORT = Text("è troncata", "it is cut short")
_LONG = Text("è più lunga di quanto dice", "it is longer than it says")
_NO_SIGNATURE = Text("non comincia come una tavola", "it does not begin as a table does")
_HEAD = Text("la testata non torna", "its head does not add up")
_CHECKSUM = Text("la somma di controllo non torna", "its checksum is another")
