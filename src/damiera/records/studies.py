"""Studies, and the log of what was changed in them."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["EditRecord", "StudyRecord"]


@dataclass(frozen=True, slots=True)
class StudyRecord:
    """A study without what stands in it.

    Attributes:
        owner_id: the player who began it.
        title: what it is called now.
        game: the slug of the game of its first chapter.
        sharing: private, link or public: who may read it.
        key: opens it for authors.
        version: how many changes its log has.
        created_at, updated_at: when it was begun and last changed, in milliseconds since 1970.

    >>> StudyRecord("s1", "p1", "Ends", "italian", "private", "k", 0, 0, 0).version
    0
    """

    id: str
    owner_id: str
    title: str
    game: str
    sharing: str
    key: str
    version: int
    created_at: int
    updated_at: int


@dataclass(frozen=True, slots=True)
class EditRecord:
    """A change of a study.

    Attributes:
        version: its number, counted from 1.
        player_id: who made it.
        given: the name its author's page gave it, so that it counts once however often it is sent.
        at: when the server took it, in milliseconds since 1970.
        body: the change as JSON.

    >>> EditRecord(1, "p1", "x", 0, "{}").body
    '{}'
    """

    version: int
    player_id: str
    given: str
    at: int
    body: str
