"""When people were away, inside one transaction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from damiera.records.vacations import VacationRecord
from damiera.store.rows import columns_of, values_of
from damiera.store.schema import vacation

__all__ = ["VacationTable"]

_VACATION: Final = columns_of(vacation, VacationRecord)


class VacationTable:
    """The vacations of people."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    def of_player(self, player_id: str) -> Sequence[VacationRecord]:
        """Return somebody's vacations, the first first."""
        mine = select(*_VACATION).where(vacation.c.player_id == player_id)
        return [VacationRecord(*row) for row in self._db.execute(mine.order_by(vacation.c.number))]

    def add(self, record: VacationRecord) -> bool:
        """Note a vacation that begins; False if the player has one of this number already."""
        try:
            with self._db.begin_nested():
                self._db.execute(insert(vacation).values(**values_of(record, VacationRecord)))
        except IntegrityError:
            return False
        return True

    def end(self, player_id: str, *, at: int) -> bool:
        """End the vacation that goes on at `at`, then; False if there is none."""
        now = (vacation.c.player_id == player_id) & (vacation.c.until_at > at)
        return bool(self._db.execute(update(vacation).where(now).values(until_at=at)).rowcount)

    def hand_over(self, from_id: str, to_id: str) -> None:
        """Let the vacations of one player count as another's, after those that this one had."""
        query = select(func.max(vacation.c.number)).where(vacation.c.player_id == to_id)
        had = self._db.execute(query).scalar() or 0
        theirs = self.of_player(from_id)
        self._db.execute(delete(vacation).where(vacation.c.player_id == from_id))
        for one in theirs:
            moved = VacationRecord(to_id, had + one.number, one.begun_at, one.until_at)
            self._db.execute(insert(vacation).values(**values_of(moved, VacationRecord)))
