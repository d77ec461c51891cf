"""Arenas, inside one transaction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from sqlalchemy import Connection, insert, select, update

from damiera.records.arenas import ArenaLineRecord, ArenaRecord
from damiera.store.rows import columns_of, values_of
from damiera.store.schema import arena, arena_game, arena_line, game

__all__ = ["ArenaTable"]

_ARENA: Final = columns_of(arena, ArenaRecord)
_LINE: Final = columns_of(arena_line, ArenaLineRecord)


class ArenaTable:
    """Arenas, what happened in them, and their games."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    def add(self, record: ArenaRecord) -> None:
        """Write a new arena down."""
        self._db.execute(insert(arena).values(values_of(record, ArenaRecord)))

    def get(self, id: str) -> ArenaRecord | None:
        """Return an arena, or None."""
        row = self._db.execute(select(*_ARENA).where(arena.c.id == id)).first()
        return ArenaRecord(*row) if row else None

    def lines(self, id: str, *, after: int) -> Sequence[ArenaLineRecord]:
        """Return what happened in an arena after a line."""
        table = arena_line
        query = select(*_LINE).where(table.c.arena_id == id, table.c.seq > after).order_by(table.c.seq)
        return [ArenaLineRecord(*row) for row in self._db.execute(query)]

    def append(self, id: str, lines: Sequence[ArenaLineRecord], *, version: int, over: bool) -> bool:
        """Add lines after line `version`; False if others have added some meanwhile."""
        known = update(arena).where(arena.c.id == id, arena.c.version == version)
        after = lines[-1].seq if lines else version
        if self._db.execute(known.values(version=after, over=int(over))).rowcount == 0:
            return False
        rows = [{"arena_id": id, **values_of(line, ArenaLineRecord)} for line in lines]
        if rows:
            self._db.execute(insert(arena_line), rows)
        return True

    def running(self) -> Sequence[str]:
        """Return the arenas that are not over."""
        query = select(arena.c.id).where(arena.c.over == 0).order_by(arena.c.id)
        return [str(id) for id in self._db.execute(query).scalars()]

    def versions(self, ids: Sequence[str]) -> Mapping[str, int]:
        """Return the last lines of arenas; those that there are not are left out."""
        query = select(arena.c.id, arena.c.version).where(arena.c.id.in_(ids))
        return {str(id): int(version) for id, version in self._db.execute(query)}

    def add_game(self, id: str, game_id: str) -> None:
        """Add a game of an arena."""
        self._db.execute(insert(arena_game).values(game_id=game_id, arena_id=id, settled=0))

    def of_game(self, game_id: str) -> str | None:
        """Return the arena that a game is played in, or None."""
        query = select(arena_game.c.arena_id).where(arena_game.c.game_id == game_id)
        found: str | None = self._db.execute(query).scalar()
        return found

    def ended(self, id: str) -> Sequence[str]:
        """Return the games of an arena that are over and of which it was not told."""
        query = select(arena_game.c.game_id).join(game, game.c.id == arena_game.c.game_id)
        query = query.where(arena_game.c.arena_id == id, arena_game.c.settled == 0, game.c.score.is_not(None))
        return [str(one) for one in self._db.execute(query.order_by(arena_game.c.game_id)).scalars()]

    def settle(self, game_id: str) -> None:
        """Note that the arena of a game was told how it ended."""
        self._db.execute(update(arena_game).where(arena_game.c.game_id == game_id).values(settled=1))
