"""What a training run refuses, or cannot go on for."""

from __future__ import annotations

from damiera.errors import DamieraError
from damiera.messages import Text

__all__ = ["ForeignWorkerError", "TrainingError", "WorkerError", "WorkerGone"]


class _MessageError(DamieraError):
    """An error that is its message."""

    def __init__(self, message: Text) -> None:
        self.message = message
        super().__init__(str(message))


class TrainingError(_MessageError):
    """A run that cannot be: nothing to learn, a folder that holds another one, games that are unsound."""


class WorkerError(_MessageError):
    """Those who should play cannot: no cluster, no workers, or workers of another kind."""


class ForeignWorkerError(_MessageError):
    """This worker's Damiera plays otherwise than that of the run, or not at all."""


class WorkerGone(_MessageError):
    """A worker was lost with what it was at; others may do it."""
