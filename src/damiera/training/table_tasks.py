"""What a worker of a Dask cluster does for a build of endgame tables: it takes files, solves, gives files.

It keeps tables in a folder of its own, or works in that of the build where it sees it.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from damiera import _core, _endgame
from damiera._core import Rules
from damiera.endgame.build import Builder
from damiera.endgame.errors import BuildFailed, EndgameError, NotEnoughMemory, UnreadableTable
from damiera.endgame.files import (
    FORMAT,
    FULL,
    TableHead,
    check_file,
    default_folder,
    path_of,
    put_in_place,
    rules_digest,
)
from damiera.endgame.material import FEWEST, SliceMaterial, materials
from damiera.messages import Text, Verbatim
from damiera.training.workers import signature, worker_name

if TYPE_CHECKING:
    from distributed import Worker

__all__ = [
    "PIECE",
    "PairResult",
    "PairTask",
    "WorkerFacts",
    "facts",
    "give",
    "lacking",
    "let_go",
    "limit_mb",
    "pieces_of",
    "solve",
    "sound_head",
    "table_signature",
    "take",
]

PIECE = 8 << 20
"""Bytes that travel at once."""
SHARE = 0.8  # of what a worker may use: Dask gives it nothing more to do above
OWN_BYTES = 160 << 20  # that a worker takes before it holds a table
KEPT_SHARE = 0.4  # of what tables may take, for those that are solved already


@dataclass(frozen=True, slots=True)
class WorkerFacts:
    """What a worker says of itself.

    Attributes:
        signature: what its Damiera is to the game, see `table_signature`.
        name: machine and process.
        memory: bytes that it may use for tables.
        threads: that it has to solve with.
        is_sharing: whether it sees the folder of the build.
    """

    signature: str
    name: str
    memory: int
    threads: int
    is_sharing: bool


@dataclass(frozen=True, slots=True)
class PairTask:
    """To solve a pair of slices.

    Attributes:
        game: slug.
        material: one of the two.
        pieces: of the largest slices of the build.
        distances: whether plies to the end are wanted beside the verdicts.
        folder: where the tables lie, where that is seen from the worker; None for its own folder.
        threads: to solve with.
        memory: bytes that all tables together may take.
    """

    game: str
    material: SliceMaterial
    pieces: int
    distances: bool
    folder: str | None
    threads: int
    memory: int


@dataclass(frozen=True, slots=True)
class PairResult:
    """What came of a pair.

    Attributes:
        heads: what its files say of themselves.
        sizes: bytes of these files.
        fault: why there are none.
        is_too_large: whether that is for want of memory.
    """

    heads: tuple[TableHead, ...] = ()
    sizes: tuple[int, ...] = ()
    fault: Text | None = None
    is_too_large: bool = False


def table_signature(game: str) -> str:
    """Return what this Damiera is to the tables of a game: `signature`, the rules, and what it solves.

    Raises:
        ForeignWorkerError: if it does not know the game.
    """
    own = signature(game)
    rules = _core.rules(game)
    tables = _endgame.Tables(rules, cache_mb=1)
    solved = zlib.crc32(f"{FORMAT} {rules_digest(rules)}".encode())
    for material in materials(rules, FEWEST):
        tables.solve(material, distances=True, threads=1)
        solved = zlib.crc32(tables.pack(material, distances=True, threads=1), solved)
    return f"{own}, tables {solved:08x}"


def facts(game: str, mark: str, dask_worker: Worker | None = None) -> WorkerFacts:
    """Return what a worker is to a build whose folder holds a file `mark`."""
    from distributed.system import MEMORY_LIMIT

    assert dask_worker is not None
    limit = min(dask_worker.memory_manager.memory_limit or MEMORY_LIMIT, MEMORY_LIMIT)
    return WorkerFacts(
        signature=table_signature(game),
        name=worker_name(),
        memory=max(0, round(limit * SHARE) - OWN_BYTES),
        threads=dask_worker.state.nthreads,
        is_sharing=sees(mark),
    )


def limit_mb(wanted: int) -> int:
    """Return the megabytes of `--memory-limit` with which a worker may use so many bytes for tables."""
    return round((wanted + OWN_BYTES) / SHARE / 1e6) + 1


def sees(mark: str) -> bool:
    """Tell whether a worker sees a file of the folder of the build."""
    return Path(mark).is_file()


def own_folder() -> Path:
    """Return where a worker keeps tables that others need not see: with those of whoever runs it."""
    return default_folder()


def _folder(chosen: str | None) -> Path:
    return own_folder() if chosen is None else Path(chosen)


def lacking(game: str, heads: tuple[TableHead, ...]) -> tuple[int, ...]:
    """Return which of these files, by their places, a worker does not have in its own folder."""
    rules = _core.rules(game)
    return tuple(place for place, head in enumerate(heads) if sound_head(own_folder(), rules, head) != head)


def sound_head(folder: Path, rules: Rules, head: TableHead) -> TableHead | None:
    """Return what the file that should have this head says of itself; None if it is missing or damaged."""
    path = path_of(folder, rules, head.material, distances=head.distances)
    try:
        return check_file(path, rules, head.material, distances=head.distances)
    except (FileNotFoundError, UnreadableTable):
        return None


def take(game: str, head: TableHead, begin: int, data: bytes, is_last: bool) -> Text | None:
    """Keep a piece of a file; with the last one, put the file in its place. Return what went wrong."""
    rules = _core.rules(game)
    path = path_of(own_folder(), rules, head.material, distances=head.distances)
    unfinished = path.with_name(f".{path.name}.{_address().rpartition(':')[2]}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with unfinished.open("r+b" if begin else "wb") as file:
            file.seek(begin)
            file.write(data)
        if is_last:
            put_in_place(path, pieces_of(unfinished), rules, head)
            unfinished.unlink()
    except OSError as error:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
        return BuildFailed(path, error.strerror or str(error), is_full=error.errno in FULL).message
    except EndgameError as error:
        unfinished.unlink(missing_ok=True)
        return error.message
    return None


def _address() -> str:
    """Return the address of the worker that does this."""
    from distributed import get_worker

    return str(get_worker().address)


def pieces_of(path: Path) -> Iterator[bytes]:
    """Yield a file in the pieces in which it travels."""
    with path.open("rb") as file:
        while piece := file.read(PIECE):
            yield piece


def give(game: str, head: TableHead, begin: int) -> bytes | Text:
    """Return a piece of a file in a worker's own folder, or why it cannot be read."""
    path = path_of(own_folder(), _core.rules(game), head.material, distances=head.distances)
    try:
        return _piece(path, begin)
    except OSError as error:
        return Verbatim(f"{path}: {error.strerror or error}")


def _piece(path: Path, begin: int) -> bytes:
    with path.open("rb") as file:
        file.seek(begin)
        return file.read(PIECE)


_builders: dict[str, tuple[PairTask, Builder]] = {}
"""Of each worker of this process its builder, with the last task: what is in memory is of use again."""


def solve(task: PairTask) -> PairResult:
    """Solve a pair, unless its files are there already."""
    folder = _folder(task.folder)
    try:
        heads = _builder(task, folder).build_pair(task.material)
    except EndgameError as error:
        _builders.pop(_address(), None)
        return PairResult(fault=error.message, is_too_large=isinstance(error, NotEnoughMemory))
    rules = _core.rules(task.game)
    paths = [path_of(folder, rules, head.material, distances=head.distances) for head in heads]
    return PairResult(heads, tuple(path.stat().st_size for path in paths))


def _builder(task: PairTask, folder: Path) -> Builder:
    address = _address()
    last, builder = _builders.get(address, (None, None))
    if builder is None or last is None or replace(last, material=task.material) != task:
        mb = task.memory >> 20
        builder = Builder(
            _core.rules(task.game),
            task.pieces,
            distances=task.distances,
            folder=folder,
            threads=task.threads,
            memory_mb=max(1, round(KEPT_SHARE * mb)),
            most_mb=mb,
        )
    _builders[address] = task, builder
    return builder


def let_go(dask_worker: Worker | None = None) -> None:
    """Have a worker end what it solves, and forget the tables it has in memory."""
    assert dask_worker is not None
    _, builder = _builders.pop(dask_worker.address, (None, None))
    if builder is not None:
        builder.stop()
