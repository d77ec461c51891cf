"""The processes that share a database, as they are kept there. Times are milliseconds since 1970, UTC."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["PresenceRecord", "WorkerRecord"]


@dataclass(frozen=True, slots=True)
class WorkerRecord:
    """A worker.

    Attributes:
        id: its name, new each time it is started.
        beats: grows while it lives; -1 once it has left.
        changes: grows whenever somebody comes to it or goes.
        heard_at: when it last said that it lives, by its own clock.

    >>> WorkerRecord("w1", beats=-1, changes=7, heard_at=1).has_left
    True
    """

    id: str
    beats: int
    changes: int
    heard_at: int

    @property
    def has_left(self) -> bool:
        """Whether it ended as it should."""
        return self.beats < 0


@dataclass(frozen=True, slots=True)
class PresenceRecord:
    """Somebody is seen at a place, `game.4kq0vhmzsx` or `club.`, by a worker.

    >>> PresenceRecord("w1", "club.", "p1").place
    'club.'
    """

    worker_id: str
    place: str
    player_id: str
