"""Files written whole or not at all, and errors that name the file."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["naming", "write_whole"]


def write_whole(path: Path, *parts: bytes) -> None:
    """Write a file whole, or leave the old one as it was, even if the power goes.

    What is no file (a device, a pipe) is written to as it is; a link stays one.

    Raises:
        OSError: if it cannot be written, with its name; nothing half written is left.
    """
    try:
        if path.exists() and not path.is_file():
            with path.open("wb") as stream:
                stream.writelines(parts)
        else:
            _replace(path.resolve(), parts)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error


def _replace(path: Path, parts: tuple[bytes, ...]) -> None:
    unfinished = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with unfinished.open("wb") as file:
            file.writelines(parts)
            file.flush()
            os.fsync(file.fileno())  # some disks tell only now that they are full
        if path.exists():
            shutil.copymode(path, unfinished)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Have what goes wrong with a file that is open name it, as what goes wrong with opening one does."""
    try:
        yield
    except OSError as error:
        if error.filename is not None or error.errno is None:
            raise
        raise OSError(error.errno, error.strerror, str(path)) from error
