"""What can go wrong with an engine, and with a match of two, each with its words."""

from __future__ import annotations

from damiera.errors import DamieraError
from damiera.messages import Message, Text

__all__ = [
    "EngineDied",
    "EngineError",
    "EngineLacks",
    "EngineRefused",
    "EngineSilent",
    "MatchError",
    "NoMemory",
    "NoMoveError",
    "UnknownLevel",
    "WrongEngineGame",
]


class EngineError(DamieraError):
    """An engine could not answer; `message` says why."""

    def __init__(self, message: Text) -> None:
        super().__init__(str(message))
        self.message = message


class EngineDied(EngineError):
    """The engine's process ended, or could not be started.

    `returncode` is its exit status (None if it never ran), `stderr` the last words it wrote.
    """

    def __init__(self, returncode: int | None, stderr: str = "") -> None:
        self.returncode = returncode
        self.stderr = stderr
        super().__init__(_DIED.format(status=_status(returncode), words=f" ({stderr})" if stderr else ""))


class EngineSilent(EngineError):
    """The engine's process gave no answer in `seconds` to what it was asked; it has been ended."""

    def __init__(self, request: str, seconds: float) -> None:
        self.request = request
        self.seconds = seconds
        super().__init__(_SILENT.format(request=request, seconds=f"{seconds:g}"))


class EngineRefused(EngineError):
    """The engine answered with an error of its own, `reason`."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(_REFUSED.format(reason=reason))


class EngineLacks(EngineError):
    """The engine has no parameter `name`, or that may not have `value`; `known` says what there is."""

    def __init__(self, name: str, value: str | None, known: str) -> None:
        self.name, self.value, self.known = name, value, known
        if value is None:
            super().__init__(_NO_PARAMETER.format(name=name, known=known or "-"))
        else:
            super().__init__(_NO_VALUE.format(name=name, value=value, known=known or "-"))


class NoMoveError(EngineError):
    """The side to move in `fen` has no legal move: the game is over, there is nothing to choose."""

    def __init__(self, fen: str) -> None:
        self.fen = fen
        super().__init__(_NO_MOVE.format(fen=fen))


class UnknownLevel(EngineError):
    """`level` is not one of the levels of play."""

    def __init__(self, level: int) -> None:
        self.level = level
        super().__init__(_UNKNOWN_LEVEL.format(level=level))


class WrongEngineGame(EngineError):
    """An engine that plays `game` was asked about a position of another one, `asked`."""

    def __init__(self, game: str, asked: str) -> None:
        self.game, self.asked = game, asked
        super().__init__(_WRONG_GAME.format(game=game, asked=asked))


class NoMemory(EngineError):
    """There is no memory for a table of `hash_mb` MiB."""

    def __init__(self, hash_mb: int) -> None:
        self.hash_mb = hash_mb
        super().__init__(_NO_MEMORY.format(mb=hash_mb))


class MatchError(DamieraError):
    """A match that cannot be played, or goes no further; `message` says why."""

    def __init__(self, message: Text) -> None:
        super().__init__(str(message))
        self.message = message


def _status(returncode: int | None) -> Text:
    if returncode is None:
        return Message("it did not start")
    if returncode < 0:
        return Message("signal {returncode}", returncode=-returncode)
    return Message("exit status {returncode}", returncode=returncode)


_DIED = Message("The engine has stopped: {status}{words}. It starts again by itself at the next move.")
_SILENT = Message('The engine did not answer "{request}" within {seconds} s and was closed. Try again.')
_REFUSED = Message("The engine refused the request: {reason}")
_NO_PARAMETER = Message('The engine has no parameter "{name}": it has {known}.')
_NO_VALUE = Message("The engine does not know {name}={value}: it knows {known}.")
_NO_MOVE = Message("No legal move in {fen}: the game is over.")
_WRONG_GAME = Message("This engine plays {game}, the position is of {asked}: ask the engine of that game.")
_NO_MEMORY = Message("There is no memory for a table of {mb} MiB: ask for a smaller one (hash).")
_UNKNOWN_LEVEL = Message("There is no level {level}: choose from 1 to 20.")
