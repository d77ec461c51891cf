"""What people write to one another, as it is kept. Times are milliseconds since 1970, UTC."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["ChatLineRecord", "ModerationRecord"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatLineRecord:
    """A line of a chat.

    Attributes:
        id: its name in links.
        room: where it was said. `number`: its place there, from 1.
        version: of the room, when the line was said or last changed.
        player_id, name: who said it, and what they were called.
        phrase: the ready phrase that was said; empty where `body` holds words of their own.
        at: when.
        removed_by: the moderator who took it away; empty if nobody did.

    >>> line = ChatLineRecord(
    ...     id="l1", room="club", number=1, version=1, player_id="p1", name="Anna", phrase="hello", body="",
    ...     at=1_700_000_000_000, removed_by="",
    ... )
    >>> line.phrase
    'hello'
    """

    id: str
    room: str
    number: int
    version: int
    player_id: str
    name: str
    phrase: str
    body: str
    at: int
    removed_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ModerationRecord:
    """What a moderator did.

    Attributes:
        by_id, by_name: the moderator; the id is None once their account is gone.
        act: `remove` a line, `mute` somebody or `unmute` them, `close` a report.
        about_id, about_name: whom it was about.
        room: where the line was said; empty where there was none.
        words: the line or the report, or for how many hours somebody is muted.

    >>> ModerationRecord(
    ...     id="m1", at=1, by_id="p1", by_name="Elena", act="mute", about_id="p2", about_name="Bruno",
    ...     room="", words="24",
    ... ).act
    'mute'
    """

    id: str
    at: int
    by_id: str | None
    by_name: str
    act: str
    about_id: str | None
    about_name: str
    room: str
    words: str
