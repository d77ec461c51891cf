"""What a server needs of its machine, looked at one by one: `damiera check`.

Each look says what it found, whether that will do, and what to do if not. Nothing is changed, except that a
few bytes are written to the data folder and taken away again.
"""

from __future__ import annotations

import os
import platform
import shutil
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Final

from damiera._core import rules
from damiera.disk import held_alone
from damiera.endgame.stock import stock
from damiera.engine.errors import EngineError
from damiera.engine.hub.client import HubClient
from damiera.engine.limits import SearchLimits
from damiera.engine.weightfile import WeightsError, learned, signature_of
from damiera.messages import Message, Text
from damiera.messages.catalogues import languages
from damiera.regulations.book import rulebooks
from damiera.service.links import read_all_rules
from damiera.store.backup import check_database
from damiera.store.database import default_data_dir
from damiera.store.errors import NothingStored, StoreError
from damiera.store.schema import SCHEMA

__all__ = ["MachineGrade", "MachineReport", "check_machine"]

_FREE_WRONG: Final = 100 * 2**20
_FREE_SHORT: Final = 2**30
_WRITES: Final = 15
_SLOW_MS: Final = 40.0
_EXTRAS: Final = (
    ("print", ("fpdf", "pymupdf_fonts", "resvg_py")),
    ("postgresql", ("psycopg",)),
    ("dutch", ("py4swiss",)),
    ("cluster", ("distributed",)),
    ("openid", ("authlib", "joserfc")),
    ("people", ("pywebpush", "webauthn")),
)


class MachineGrade(StrEnum):
    """Whether something will do: `note` is for what works and could be better."""

    WELL = "well"
    NOTE = "note"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class MachineReport:
    """What one look found.

    Attributes:
        name: of the look, for programs.
        grade: whether it will do.
        found: what is there.
        remedy: what to do about it; None if there is nothing to do.
    """

    name: str
    grade: MachineGrade
    found: Text
    remedy: Text | None = None


def check_machine(data_dir: Path | None, database: str | None) -> Iterator[MachineReport]:
    """Look at the program, its data, its disk and its engine, in this order.

    Args:
        data_dir: as the server has it; None for the user's own.
        database: an address, where the data is not in the folder.
    """
    folder = data_dir or default_data_dir()
    looks: tuple[Callable[[], MachineReport], ...] = (
        _program,
        _books,
        lambda: _folder(folder),
        lambda: _room(folder),
        lambda: _disk(folder),
        lambda: _data(folder, database),
        _engine,
        _weights,
        lambda: _tables(folder / "endgame"),
        _extras,
    )
    for look in looks:
        yield look()


def _program() -> MachineReport:
    found = Message(
        "Damiera {version}, Python {python}, {system}, {cores} cores",
        version=version("damiera"),
        python=platform.python_version(),
        system=f"{platform.system()} {platform.machine()}",
        cores=os.cpu_count() or 1,
    )
    return MachineReport("program", MachineGrade.WELL, found)


def _books() -> MachineReport:
    read_all_rules()
    found = Message("{n} rulebooks, languages: {names}", n=len(rulebooks()), names=", ".join(languages()))
    return MachineReport("books", MachineGrade.WELL, found)


def _folder(folder: Path) -> MachineReport:
    if not folder.exists():
        found = Message("{folder} is not there: the first start makes it", folder=folder)
        return MachineReport("folder", MachineGrade.WELL, found)
    if not os.access(folder, os.W_OK | os.X_OK):
        return MachineReport(
            "folder",
            MachineGrade.WRONG,
            Message("{folder} cannot be written", folder=folder),
            Message("Give it to the user who starts Damiera, or name another with --data."),
        )
    with held_alone(folder) as alone:
        found = Message("{folder}, open in no server", folder=folder)
        if not alone:
            found = Message("{folder}, open in a server that runs", folder=folder)
    return MachineReport("folder", MachineGrade.WELL, found)


def _room(folder: Path) -> MachineReport:
    free = shutil.disk_usage(_there(folder)).free
    found = Message("{free:.1f} GB free on its disk", free=free / 1e9)
    make_room = Message("Make room: on a full disk no move can be kept.")
    if free < _FREE_WRONG:
        return MachineReport("room", MachineGrade.WRONG, found, make_room)
    if free < _FREE_SHORT:
        return MachineReport("room", MachineGrade.NOTE, found, make_room)
    return MachineReport("room", MachineGrade.WELL, found)


def _disk(folder: Path) -> MachineReport:
    """Time how long the disk takes to keep a few bytes, as for a move."""
    try:
        took_ms = _write_time_ms(_there(folder))
    except OSError as error:
        found = Message("its disk cannot be written: {why}", why=error.strerror or error)
        return MachineReport("disk", MachineGrade.WRONG, found, Message("Name another folder with --data."))
    found = Message("its disk keeps a write in {ms:.1f} ms", ms=took_ms)
    if took_ms > _SLOW_MS:
        remedy = Message("Each move waits for that: a disk of another kind, or nearer, is faster.")
        return MachineReport("disk", MachineGrade.NOTE, found, remedy)
    return MachineReport("disk", MachineGrade.WELL, found)


def _write_time_ms(folder: Path) -> float:
    took = []
    with NamedTemporaryFile(dir=folder, prefix=".damiera-check-") as file:
        for _ in range(_WRITES):
            began = time.perf_counter()
            file.write(b"\0" * 4096)
            file.flush()
            os.fsync(file.fileno())
            took.append(time.perf_counter() - began)
    return statistics.median(took) * 1000


def _there(folder: Path) -> Path:
    """Return a folder, or the nearest one above it that is there."""
    return next(path for path in (folder.absolute(), *folder.absolute().parents) if path.is_dir())


def _data(folder: Path, database: str | None) -> MachineReport:
    if database is None and not folder.exists():
        return MachineReport("data", MachineGrade.WELL, Message("nothing stored yet"))
    try:
        facts = check_database(database or folder)
    except NothingStored:
        return MachineReport("data", MachineGrade.WELL, Message("nothing stored yet"))
    except StoreError as error:
        remedy = Message("`damiera restore` puts a backup back, and keeps what is there.")
        return MachineReport("data", MachineGrade.WRONG, error.message, remedy)
    if facts.schema != SCHEMA:
        found = Message("data of an earlier version ({schema})", schema=facts.schema)
        remedy = Message("The next start brings it up to date, and keeps a copy; `damiera backup` first.")
        return MachineReport("data", MachineGrade.NOTE, found, remedy)
    found = Message(
        "{where}: {n} games, no damage found; `damiera verify` replays them",
        where=facts.where,
        n=facts.rows.get("game", 0),
    )
    return MachineReport("data", MachineGrade.WELL, found)


def _engine() -> MachineReport:
    """Have an engine of its own process answer, as one of the server does."""
    began = time.perf_counter()
    try:
        with HubClient("italian", threads=1, hash_mb=4) as engine:
            choice = engine.choose(rules("italian").start(), limits=SearchLimits(time_ms=100))
    except EngineError as error:
        remedy = Message(
            "Without a process of its own the computer plays in that of the server, and slows it."
        )
        return MachineReport("engine", MachineGrade.WRONG, error.message, remedy)
    found = Message(
        "the engine started and answered in {s:.1f} s, {rate:.1f} million positions a second",
        s=time.perf_counter() - began,
        rate=choice.nodes / max(choice.time_ms, 1) / 1e3,
    )
    return MachineReport("engine", MachineGrade.WELL, found)


def _weights() -> MachineReport:
    games = learned()
    for game in games:
        try:
            signature_of(game)
        except WeightsError as error:
            remedy = Message("Until then the engine plays {game} by the evaluation made by hand.", game=game)
            return MachineReport("weights", MachineGrade.WRONG, error.message, remedy)
    found = Message("learned evaluations of {n} games", n=len(games))
    return MachineReport("weights", MachineGrade.WELL, found)


def _tables(folder: Path) -> MachineReport:
    most = 0
    with suppress(OSError):
        complete = [one.pieces for one in stock(rules("italian"), folder) if one.is_complete]
        most = max(complete, default=0)
    if not most:
        found = Message("Italian endgame tables: those that come with the program")
        remedy = Message("If you want larger ones: {command}", command="damiera endgame build italian")
        return MachineReport("tables", MachineGrade.WELL, found, remedy)
    return MachineReport("tables", MachineGrade.WELL, Message("Italian endgame tables to {n} pieces", n=most))


def _extras() -> MachineReport:
    missing = [name for name, modules in _EXTRAS if not all(find_spec(one) for one in modules)]
    if not missing:
        return MachineReport("extras", MachineGrade.WELL, Message("every extra is installed"))
    found = Message("extras that are not installed: {names}", names=", ".join(missing))
    remedy = Message("If you want them: {command}", command=f'pip install "damiera[{",".join(missing)}]"')
    return MachineReport("extras", MachineGrade.WELL, found, remedy)
