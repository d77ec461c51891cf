"""What can be wrong with the place where the data is kept."""

from __future__ import annotations

import errno

from damiera.errors import DamieraError
from damiera.messages import Message, Text, Verbatim

__all__ = [
    "DamagedData",
    "DataInUse",
    "FailingDisk",
    "FullDisk",
    "NewerSchema",
    "NotADatabase",
    "NotTogether",
    "NothingStored",
    "StoreError",
    "TargetNotEmpty",
    "UnreachableDatabase",
    "UnusableFolder",
    "unwritable",
]


class StoreError(DamieraError):
    """The data cannot be kept or read. `where` is the folder, file or address; nothing was changed."""

    def __init__(self, where: str, message: Text) -> None:
        super().__init__(str(message))
        self.where = where
        self.message = message


class UnusableFolder(StoreError):
    """The data folder cannot be made, or nothing can be written in it."""

    def __init__(self, where: str, why: str | Text) -> None:
        super().__init__(
            where,
            Message(
                "Cannot write in the data folder {where} ({why}). "
                "Make it writable, or choose another folder with --data."
            ).format(where=where, why=why),
        )


class FullDisk(StoreError):
    """There is no room for more where the data is, or for a copy of it where that was to go."""

    def __init__(self, where: str, why: str | Text) -> None:
        super().__init__(
            where,
            Message(
                "The disk with {where} is full ({why}): nothing more can be stored there, and what was "
                "stored is safe. Make room on it, and a running server stores again by itself; or choose "
                "another folder with --data."
            ).format(where=where, why=why),
        )


class FailingDisk(StoreError):
    """The disk where the data is did not do what it was asked."""

    def __init__(self, where: str, why: str | Text) -> None:
        super().__init__(
            where,
            Message(
                "The disk with {where} fails ({why}). See whether it is at the limit of a quota, taken out "
                "or damaged; a running server stores again by itself once it works."
            ).format(where=where, why=why),
        )


def unwritable(where: str, error: OSError) -> UnusableFolder | FullDisk:
    """Return what it means that a folder or file cannot be written.

    >>> type(unwritable("/data", OSError(errno.ENOSPC, "No space left on device"))).__name__
    'FullDisk'
    """
    full = error.errno in (errno.ENOSPC, errno.EDQUOT)
    return (FullDisk if full else UnusableFolder)(where, error.strerror or str(error))


class NotADatabase(StoreError):
    """The file is there, but Damiera did not write it or it is damaged."""

    def __init__(self, where: str, why: str | Text) -> None:
        super().__init__(
            where,
            Message(
                "The file {where} is not a Damiera database ({why}). "
                "Move it away, or choose another folder with --data; nothing was changed."
            ).format(where=where, why=why),
        )


class NewerSchema(StoreError):
    """The data was written by a later version of Damiera."""

    def __init__(self, where: str, found: str, known: str) -> None:
        super().__init__(
            where,
            Message(
                "The data in {where} was written by a newer Damiera (schema {found}, here {known}). "
                "Update the program, or choose another folder with --data; nothing was changed."
            ).format(where=where, found=found, known=known),
        )
        self.found = found
        self.known = known


class UnreachableDatabase(StoreError):
    """No connection could be made to the address given."""

    def __init__(self, where: str, why: str | Text) -> None:
        super().__init__(
            where,
            Message(
                "Cannot open the database {where} ({why}). Check the address given with --database."
            ).format(where=where, why=why),
        )


class NothingStored(StoreError):
    """There is no data of ours."""

    def __init__(self, where: str) -> None:
        super().__init__(
            where,
            Message("There is no data of Damiera in {where}. Name its folder with --data.").format(
                where=where
            ),
        )


class DamagedData(StoreError):
    """The database is ours, and parts of it do not fit together; `why` names some."""

    def __init__(self, where: str, why: str) -> None:
        super().__init__(
            where,
            Message(
                "The data in {where} is damaged ({why}). Put the last backup back with {command}."
            ).format(where=where, why=why, command="damiera restore"),
        )
        self.why = why


class DataInUse(StoreError):
    """Another program has the data open."""

    def __init__(self, where: str) -> None:
        super().__init__(
            where,
            Message("The data in {where} is in use. Stop the server first; nothing was changed.").format(
                where=where
            ),
        )


class TargetNotEmpty(StoreError):
    """Data is put back into an empty database only."""

    def __init__(self, where: str) -> None:
        super().__init__(
            where,
            Message("The database {where} has data already. Make an empty one; nothing was changed.").format(
                where=where
            ),
        )


class NotTogether(StoreError):
    """What was to be kept together cannot be: nothing of it is kept, and each part may be tried alone."""

    def __init__(self, where: str, why: Exception) -> None:
        super().__init__(where, Verbatim(str(why)))
