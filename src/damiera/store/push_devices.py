"""Browsers that are told while no page is open, inside one transaction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import Connection, and_, delete, insert, select

from damiera.records.contacts import PushDeviceRecord
from damiera.store.rows import columns_of, values_of
from damiera.store.schema import push_device

__all__ = ["PushDeviceTable"]

_DEVICE: Final = columns_of(push_device, PushDeviceRecord)


class PushDeviceTable:
    """Which browsers are told."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    def keep(self, record: PushDeviceRecord) -> None:
        """Tell a browser from now on what is for one player, and for no other any more."""
        self.remove(record.endpoint_hash)
        self._db.execute(insert(push_device).values(**values_of(record, PushDeviceRecord)))

    def of_player(self, player_id: str) -> Sequence[PushDeviceRecord]:
        """Return somebody's browsers, the first chosen first."""
        query = select(*_DEVICE).where(push_device.c.player_id == player_id)
        ordered = query.order_by(push_device.c.created_at, push_device.c.endpoint_hash)
        return [PushDeviceRecord(*row) for row in self._db.execute(ordered)]

    def remove(self, endpoint_hash: str, player_id: str = "") -> None:
        """Tell a browser no more; if a player is named, only if it is theirs."""
        table = push_device
        mine = [table.c.player_id == player_id] if player_id else []
        self._db.execute(delete(table).where(and_(table.c.endpoint_hash == endpoint_hash, *mine)))
