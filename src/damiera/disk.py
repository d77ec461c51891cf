"""Files written whole or not at all, errors that name the file, and folders held against other processes."""

from __future__ import annotations

import errno
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

__all__ = ["held_alone", "is_held", "naming", "write_whole", "writing_whole"]


@contextmanager
def held_alone(folder: Path, lock: str = ".lock") -> Iterator[bool]:
    """Hold a folder against other processes that ask so, for as long as the block or this process lives.

    Those who name another `lock` are no others.

    Yields whether nobody else holds it; True also where the system cannot tell.
    """
    try:
        file = os.open(folder / lock, os.O_CREAT | os.O_RDWR, 0o600)
    except (
        OSError
    ):  # a folder that cannot be written, or on a disk without locks: what is done there will tell
        yield True
        return
    try:
        yield _lock(file)
    finally:
        os.close(file)


def is_held(folder: Path, lock: str = ".lock") -> bool | None:
    """Tell whether some process holds a folder by `held_alone`; None where the system cannot tell.

    The lock is asked for and let go at once.
    """
    if sys.platform == "win32":
        return None
    import fcntl

    try:
        file = os.open(folder / lock, os.O_RDONLY)
    except FileNotFoundError:
        return False
    except OSError:
        return None
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError as error:
        return True if error.errno in (errno.EACCES, errno.EAGAIN) else None
    finally:
        os.close(file)
    return False


def _lock(file: int) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno not in (errno.EACCES, errno.EAGAIN, errno.EDEADLK)
    return True


@contextmanager
def writing_whole(path: Path) -> Iterator[BinaryIO]:
    """Yield a file that takes the place of `path` when the block ends well; otherwise the old one stays.

    That holds even if the power goes. What is no file (a device, a pipe) is written to as it is; a link stays
    one.

    Raises:
        OSError: if it cannot be written, with its name; nothing half written is left.
    """
    if path.exists() and not path.is_file():
        with naming(path), path.open("wb") as stream:
            yield stream
        return
    whole = path.resolve()
    unfinished = whole.with_name(f".{whole.name}.{os.getpid()}.tmp")
    try:
        with unfinished.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())  # some disks tell only now that they are full
        if whole.exists():
            shutil.copymode(whole, unfinished)
        unfinished.replace(whole)
    except OSError as error:
        if error.filename not in (None, str(unfinished), str(whole)):
            raise  # of another file, which the block reads
        raise OSError(error.errno, error.strerror, str(path)) from error
    finally:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)


def write_whole(path: Path, *parts: bytes) -> None:
    """Write a file whole, or leave the old one as it was: see `writing_whole`.

    Raises:
        OSError: if it cannot be written, with its name; nothing half written is left.
    """
    with writing_whole(path) as file:
        file.writelines(parts)


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Have what goes wrong with a file that is open name it, as what goes wrong with opening one does."""
    try:
        yield
    except OSError as error:
        if error.filename is not None or error.errno is None:
            raise
        raise OSError(error.errno, error.strerror, str(path)) from error
