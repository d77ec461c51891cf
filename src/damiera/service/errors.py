"""What a use case refuses. `code` is stable and is what the wire says; `text` is for people."""

from __future__ import annotations

from typing import Literal

from damiera._core import Move, Position
from damiera.errors import DamieraError
from damiera.messages import Message, Text
from damiera.rules.explain import Explanation

__all__ = [
    "BadTerms",
    "Code",
    "Conflict",
    "EngineUnavailable",
    "GameIsOver",
    "NotFound",
    "NotYourTurn",
    "NotYours",
    "RefusedAct",
    "ServiceError",
]

Code = Literal["refused", "conflict", "not-yours", "not-found", "over", "bad-message", "too-many", "busy"]
"""What was wrong with a request, for programs."""


class ServiceError(DamieraError):
    """A request that cannot be done. Nothing was stored."""

    code: Code = "refused"

    def __init__(self, message: Text) -> None:
        super().__init__(str(message))
        self.message = message


class NotFound(ServiceError):
    """There is nothing under this name; `what` is the name."""

    code = "not-found"

    def __init__(self, what: str, message: Text | None = None) -> None:
        default = Message("This game is not here, or not open to all.")
        super().__init__(message or default)
        self.what = what


class NotYours(ServiceError):
    """Only somebody else may do this."""

    code = "not-yours"

    def __init__(self, message: Text | None = None) -> None:
        default = Message("You may watch this game, but its seats belong to others.")
        super().__init__(message or default)


class NotYourTurn(ServiceError):
    """It is the other side's turn."""

    code = "not-yours"

    def __init__(self) -> None:
        super().__init__(Message("It is the other side's turn: wait."))


class Conflict(ServiceError):
    """The game has moved on meanwhile; `version` is where it is now."""

    code = "conflict"

    def __init__(self, version: int, message: Text | None = None) -> None:
        default = Message("The game has moved on meanwhile: here it is as it stands.")
        super().__init__(message or default)
        self.version = version


class RefusedAct(ServiceError):
    """The rules of the game, or its terms, do not allow this.

    Attributes:
        explanation: which article forbids a move; None where no move was tried.
        position: where it was tried.
        candidates: the moves a text may mean, when it may mean several.
        path: the squares that were named, as far as they could be read.
    """

    code = "refused"

    def __init__(
        self,
        message: Text,
        *,
        explanation: Explanation | None = None,
        position: Position | None = None,
        candidates: tuple[Move, ...] = (),
        path: tuple[int, ...] = (),
    ) -> None:
        super().__init__(message)
        self.explanation = explanation
        self.position = position
        self.candidates = candidates
        self.path = path


class EngineUnavailable(ServiceError):
    """No engine answers; the game is as it was."""

    code = "busy"


class GameIsOver(ServiceError):
    """The game has its result; `score` is White's points and Black's."""

    code = "over"

    def __init__(self, score: str) -> None:
        super().__init__(Message("The game is over: {score}.").format(score=score))
        self.score = score


class BadTerms(ServiceError):
    """A value that makes no game; `field` says which one."""

    code = "bad-message"

    def __init__(self, field: str, message: Text) -> None:
        super().__init__(message)
        self.field = field
