"""Chats: their rooms and lines, who is muted, and what moderators did, inside one transaction."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from sqlalchemy import Connection, and_, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from damiera.records.chat import ChatLineRecord, ModerationRecord
from damiera.store.rows import columns_of, values_of
from damiera.store.schema import chat_line, chat_mute, chat_room, moderation

__all__ = ["ChatTable"]

_LINE: Final = columns_of(chat_line, ChatLineRecord)
_ACT: Final = columns_of(moderation, ModerationRecord)


class ChatTable:
    """Rooms with their lines; each change of a room gives it its next version."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    def versions(self, rooms: Collection[str]) -> Mapping[str, int]:
        """Return the version of each room that anything was ever said or set in."""
        query = select(chat_room.c.room, chat_room.c.version).where(chat_room.c.room.in_(rooms))
        return {str(row[0]): int(row[1]) for row in self._db.execute(query)}

    def is_open(self, room: str) -> bool | None:
        """Tell whether somebody has opened or closed a room; None if nobody has."""
        query = select(chat_room.c.is_open).where(chat_room.c.room == room)
        return self._db.execute(query).scalar()

    def set_open(self, room: str, is_open: bool, *, game_id: str | None) -> None:
        """Open or close a room."""
        self._next(room, game_id)
        self._db.execute(update(chat_room).where(chat_room.c.room == room).values(is_open=is_open))

    def add(self, line: ChatLineRecord, *, game_id: str | None) -> ChatLineRecord:
        """Add a line, which is given its number and version; return it with them.

        Args:
            game_id: the game with which the room goes; None if it stays.
        """
        version = self._next(line.room, game_id)
        last = select(func.coalesce(func.max(chat_line.c.number), 0)).where(chat_line.c.room == line.room)
        number = int(self._db.execute(last).scalar_one()) + 1
        row = values_of(line, ChatLineRecord) | {"number": number, "version": version}
        self._db.execute(insert(chat_line).values(row))
        return ChatLineRecord(**row)  # type: ignore[arg-type]

    def get(self, id: str) -> ChatLineRecord | None:
        """Return a line, or None."""
        row = self._db.execute(select(*_LINE).where(chat_line.c.id == id)).mappings().first()
        return ChatLineRecord(**row) if row else None

    def lines(self, room: str, *, after: int, limit: int) -> Sequence[ChatLineRecord]:
        """Return the newest lines of a room that were said or changed after a version, in their order."""
        mine = and_(chat_line.c.room == room, chat_line.c.version > after)
        query = select(*_LINE).where(mine).order_by(chat_line.c.number.desc()).limit(limit)
        found = [ChatLineRecord(**row) for row in self._db.execute(query).mappings()]
        return found[::-1]

    def around(self, line: ChatLineRecord, *, each_way: int) -> Sequence[ChatLineRecord]:
        """Return a line with those beside it, in their order."""
        near = chat_line.c.number.between(line.number - each_way, line.number + each_way)
        query = select(*_LINE).where(chat_line.c.room == line.room, near).order_by(chat_line.c.number)
        return [ChatLineRecord(**row) for row in self._db.execute(query).mappings()]

    def of_player(self, player_id: str, *, limit: int) -> Sequence[ChatLineRecord]:
        """Return what somebody has said, the newest first."""
        query = select(*_LINE).where(chat_line.c.player_id == player_id)
        query = query.order_by(chat_line.c.at.desc(), chat_line.c.id).limit(limit)
        return [ChatLineRecord(**row) for row in self._db.execute(query).mappings()]

    def said_since(self, player_id: str, at: int) -> int:
        """Return how many lines somebody has said since a time."""
        mine = and_(chat_line.c.player_id == player_id, chat_line.c.at >= at)
        return int(self._db.execute(select(func.count()).where(mine)).scalar_one())

    def remove(self, line: ChatLineRecord, *, by: str) -> bool:
        """Take a line away; False if it was before."""
        mine = and_(chat_line.c.id == line.id, chat_line.c.removed_by == "")
        version = self._next(line.room, None)
        step = update(chat_line).where(mine).values(removed_by=by, version=version)
        return self._db.execute(step).rowcount == 1

    def forget(self, room: str) -> None:
        """Forget a room with all that was said in it."""
        self._db.execute(delete(chat_room).where(chat_room.c.room == room))

    def trim(self, room: str, *, keep: int) -> None:
        """Forget all lines of a room but the last."""
        last = select(func.coalesce(func.max(chat_line.c.number), 0)).where(chat_line.c.room == room)
        newest = int(self._db.execute(last).scalar_one())
        self._db.execute(
            delete(chat_line).where(chat_line.c.room == room, chat_line.c.number <= newest - keep)
        )

    def mute(self, player_id: str, *, until: int) -> None:
        """Let somebody say nothing until a time."""
        self.unmute(player_id)
        self._db.execute(insert(chat_mute).values(player_id=player_id, until=until))

    def unmute(self, player_id: str) -> None:
        """Let somebody speak again."""
        self._db.execute(delete(chat_mute).where(chat_mute.c.player_id == player_id))

    def muted_until(self, player_id: str) -> int:
        """Return until when somebody is muted; 0 if they never were."""
        query = select(chat_mute.c.until).where(chat_mute.c.player_id == player_id)
        return int(self._db.execute(query).scalar() or 0)

    def log(self, record: ModerationRecord) -> None:
        """Write down what a moderator did."""
        self._db.execute(insert(moderation).values(values_of(record, ModerationRecord)))

    def acts(self, *, limit: int) -> Sequence[ModerationRecord]:
        """Return what moderators did, the newest first."""
        query = select(*_ACT).order_by(moderation.c.at.desc(), moderation.c.id).limit(limit)
        return [ModerationRecord(**row) for row in self._db.execute(query).mappings()]

    def _next(self, room: str, game_id: str | None) -> int:
        """Give a room its next version and return it: who has it holds the room until the end."""
        step = update(chat_room).where(chat_room.c.room == room).values(version=chat_room.c.version + 1)
        if self._db.execute(step).rowcount == 0:
            try:
                with self._db.begin_nested():
                    self._db.execute(insert(chat_room).values(room=room, game_id=game_id, version=1))
            except IntegrityError:  # another was quicker
                self._db.execute(step)
        query = select(chat_room.c.version).where(chat_room.c.room == room)
        return int(self._db.execute(query).scalar_one())
