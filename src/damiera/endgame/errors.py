"""What can go wrong with endgame tables, each with its words."""

from __future__ import annotations

from pathlib import Path

from damiera.errors import DamieraError
from damiera.messages import Message, Text

__all__ = [
    "BuildFailed",
    "BuildStopped",
    "DamagedTable",
    "EndgameError",
    "ForeignTable",
    "MissingTable",
    "NoSlice",
    "NoTablesFor",
    "NotEnoughMemory",
    "OtherVersion",
    "UnreadableTable",
]


class EndgameError(DamieraError):
    """The tables cannot answer, or cannot be made; `message` says why."""

    def __init__(self, message: Text) -> None:
        super().__init__(str(message))
        self.message = message


class NoTablesFor(EndgameError):
    """The game, `game`, is not one of men and kings on at most 64 squares."""

    def __init__(self, game: str) -> None:
        self.game = game
        super().__init__(_NO_TABLES.format(game=game))


class NoSlice(EndgameError):
    """There is no slice `material` of `game` among those that were to be built."""

    def __init__(self, game: str, material: str) -> None:
        self.game, self.material = game, material
        super().__init__(_NO_SLICE.format(game=game, material=material))


class MissingTable(EndgameError):
    """The table of `material` pieces of `game` has not been built in `folder`."""

    def __init__(self, game: str, material: str, pieces: int, folder: Path) -> None:
        self.game, self.material, self.pieces, self.folder = game, material, pieces, folder
        super().__init__(_MISSING.format(game=game, material=material, pieces=pieces, folder=folder))


class UnreadableTable(EndgameError):
    """The file at `path` is not a table that can be used here."""

    def __init__(self, path: Path, message: Text) -> None:
        self.path = path
        super().__init__(message)


class DamagedTable(UnreadableTable):
    """The file is cut short or changed; `what` says where that showed, `command` writes it anew."""

    def __init__(self, path: Path, what: Text, command: str) -> None:
        self.what, self.command = what, command
        super().__init__(path, _DAMAGED.format(path=path, what=what, command=command))


class ForeignTable(UnreadableTable):
    """The file is of something else: `found`, where `wanted` was expected; `command` builds that."""

    def __init__(self, path: Path, found: str, wanted: str, command: str) -> None:
        self.found, self.wanted, self.command = found, wanted, command
        super().__init__(path, _FOREIGN.format(path=path, found=found, wanted=wanted, command=command))


class OtherVersion(UnreadableTable):
    """The file was written in the format `version`, which this program does not know; see `command`."""

    def __init__(self, path: Path, version: int, known: int, command: str) -> None:
        self.version, self.known, self.command = version, known, command
        super().__init__(
            path, _OTHER_VERSION.format(path=path, version=version, known=known, command=command)
        )


class BuildFailed(EndgameError):
    """A table could not be written to `path`, as the disk `is_full` or closed. What is finished stays."""

    def __init__(self, path: Path, reason: str, *, is_full: bool) -> None:
        self.path, self.reason, self.is_full = path, reason, is_full
        super().__init__((_FULL if is_full else _FAILED).format(path=path, reason=reason))


class NotEnoughMemory(EndgameError):
    """The table of `material` pieces of `game` did not fit; all that was wanted was `mb` megabytes."""

    def __init__(self, game: str, material: str, mb: int) -> None:
        self.game, self.material, self.mb = game, material, mb
        super().__init__(_MEMORY.format(game=game, material=material, mb=mb))


class BuildStopped(EndgameError):
    """The building was stopped with `done` of `total` tables finished; they stay."""

    def __init__(self, done: int, total: int) -> None:
        self.done, self.total = done, total
        super().__init__(_STOPPED.format(done=done, total=total))


_NO_TABLES = Message(
    "There are no endgame tables for {game}: they are for men and kings on boards of at most 64 squares."
)
_NO_SLICE = Message(
    "There is no table {material} of {game} among those: a name is four digits (white men, white kings, "
    "black men, black kings) that together are at most --pieces."
)
_MISSING = Message(
    "There is no table {material} of {game} in {folder}: build it with "
    "'damiera endgame build {game} --pieces {pieces}'."
)
_DAMAGED = Message("The table {path} is damaged ({what}): '{command}' writes it anew.")
_FOREIGN = Message(
    "The table {path} is of {found}, {wanted} is wanted here: move it away and run '{command}'."
)
_OTHER_VERSION = Message(
    "The table {path} is in format {version}, this program knows {known}: "
    "update Damiera, or delete the file and run '{command}'."
)
_FULL = Message("Cannot write {path}: {reason}. The tables finished so far stay: make room and try again.")
_FAILED = Message(
    "Cannot write {path}: {reason}. The tables finished so far stay: "
    "look at the folder and its permissions and try again."
)
_MEMORY = Message(
    "There is not enough memory for the table {material} of {game}: it takes {mb} MB. The tables finished so "
    "far stay: close other programs or choose fewer pieces (or a lower --memory) and run the "
    "command again."
)
_STOPPED = Message(
    "Stopped: {done} of {total} tables are finished and stay. The same command goes on from here."
)
