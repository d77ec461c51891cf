"""Simultaneous displays, inside one transaction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from sqlalchemy import ColumnElement, Connection, and_, delete, func, insert, or_, select, update

from damiera.records.displays import DisplayBoardRecord, DisplayLookRecord, DisplayRecord
from damiera.store.rows import columns_of, values_of
from damiera.store.schema import display, display_board, display_look, game

__all__ = ["DisplayTable"]

_DISPLAY: Final = columns_of(display, DisplayRecord)
_BOARD: Final = columns_of(display_board, DisplayBoardRecord)
_LOOK: Final = columns_of(display_look, DisplayLookRecord)


class DisplayTable:
    """Displays, their boards, and the looks of a blindfold host."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    def add(self, record: DisplayRecord) -> None:
        """Write a new display down."""
        self._db.execute(insert(display).values(values_of(record, DisplayRecord)))

    def get(self, id: str) -> DisplayRecord | None:
        """Return a display, or None."""
        row = self._db.execute(select(*_DISPLAY).where(display.c.id == id)).mappings().first()
        return DisplayRecord(**row) if row else None

    def of_game(self, game_id: str) -> tuple[str, int] | None:
        """Return the display and the board that a game is played at; None for any other game."""
        query = select(display_board.c.display_id, display_board.c.number)
        row = self._db.execute(query.where(display_board.c.game_id == game_id)).first()
        return (row[0], row[1]) if row else None

    def of_player(self, player_id: str, *, limit: int) -> Sequence[DisplayRecord]:
        """Return the displays that a player gives or plays in, the newest first."""
        guest = select(display_board.c.display_id).where(display_board.c.player_id == player_id)
        query = select(*_DISPLAY).where(or_(display.c.host_id == player_id, display.c.id.in_(guest)))
        query = query.order_by(display.c.created_at.desc(), display.c.id).limit(limit)
        return [DisplayRecord(**row) for row in self._db.execute(query).mappings()]

    def boards(self, id: str) -> Sequence[DisplayBoardRecord]:
        """Return the boards of a display, by number."""
        query = select(*_BOARD).where(display_board.c.display_id == id).order_by(display_board.c.number)
        return [DisplayBoardRecord(*row) for row in self._db.execute(query)]

    def add_board(self, id: str, board: DisplayBoardRecord) -> None:
        """Give a guest a board."""
        self._db.execute(insert(display_board).values(display_id=id, **values_of(board, DisplayBoardRecord)))

    def drop_board(self, id: str, number: int) -> None:
        """Take a board away; nothing happens if there is none."""
        self._db.execute(delete(display_board).where(_is_board(id, number)))

    def play(self, id: str, number: int, game_id: str) -> None:
        """Note the game of a board."""
        self._db.execute(update(display_board).where(_is_board(id, number)).values(game_id=game_id))

    def begin(self, id: str, *, at: int) -> None:
        """Note that play has begun."""
        self._db.execute(update(display).where(display.c.id == id).values(begun_at=at))

    def end(self, id: str, *, at: int) -> None:
        """Note that a display is called off."""
        self._db.execute(update(display).where(display.c.id == id).values(ended_at=at))

    def look(self, id: str, number: int, *, at: int, ply: int) -> None:
        """Note that the host looked at a board."""
        table = display_look
        here = and_(table.c.display_id == id, table.c.number == number, table.c.at == at)
        if self._db.execute(select(table.c.at).where(here)).first() is None:
            self._db.execute(insert(table).values(display_id=id, number=number, at=at, ply=ply))

    def looks(self, id: str) -> Sequence[DisplayLookRecord]:
        """Return the looks of a host, in their order."""
        table = display_look
        query = select(*_LOOK).where(table.c.display_id == id).order_by(table.c.at, table.c.number)
        return [DisplayLookRecord(*row) for row in self._db.execute(query)]

    def stamps(self, ids: Sequence[str]) -> Mapping[str, tuple[int, int, int]]:
        """Return for each display how many boards it has, the sum of their games' versions, and its state."""
        query = (
            select(
                display.c.id,
                func.count(display_board.c.number),
                func.coalesce(func.sum(game.c.version), 0),
                func.coalesce(func.max(display_board.c.number), 0),
                display.c.begun_at,
                display.c.ended_at,
            )
            .select_from(display)
            .outerjoin(display_board, display_board.c.display_id == display.c.id)
            .outerjoin(game, game.c.id == display_board.c.game_id)
            .where(display.c.id.in_(ids))
            .group_by(display.c.id, display.c.begun_at, display.c.ended_at)
        )
        return {
            row[0]: (
                int(row[1]) * 1000 + int(row[3]),
                int(row[2]),
                (row[4] is not None) + 2 * (row[5] is not None),
            )
            for row in self._db.execute(query)
        }


def _is_board(id: str, number: int) -> ColumnElement[bool]:
    return and_(display_board.c.display_id == id, display_board.c.number == number)
