"""The processes that share the database, inside one transaction: who lives, who does what, who is seen where.

What a worker has here goes with its row: whoever finds that it is dead takes the row away, and its duties are
free and nobody is seen by it any more.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final

from sqlalchemy import Connection, Table, delete, insert, literal, select, update

from damiera.records.workers import PresenceRecord, WorkerRecord
from damiera.store.rows import columns_of
from damiera.store.schema import duty, installation, presence, worker
from damiera.store.upsert import UpsertInsert, insert_of

__all__ = ["WorkerTable"]

_WORKER: Final = columns_of(worker, WorkerRecord)
_PRESENCE: Final = columns_of(presence, PresenceRecord)


class WorkerTable:
    """The workers, their duties, and the people they see."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    def key(self, fresh: str) -> str:
        """Return the key that all workers of this database share; `fresh` becomes it if there is none."""
        self._once(installation, lambda step: step.values(id=1, key=fresh))
        found: str = self._db.execute(select(installation.c.key)).scalar_one()
        return found

    def lightly(self) -> None:
        """Let this transaction not wait for the disk: what is lost with the machine is worth nothing."""
        if self._db.dialect.name == "postgresql":
            self._db.exec_driver_sql("SET LOCAL synchronous_commit TO off")

    def all(self) -> Sequence[WorkerRecord]:
        """Return all workers that were not taken away."""
        return [WorkerRecord(*row) for row in self._db.execute(select(*_WORKER).order_by(worker.c.id))]

    def enter(self, id: str, *, at: int) -> None:
        """Add a worker that has just begun."""
        self._db.execute(insert(worker).values(id=id, beats=0, changes=0, heard_at=at))

    def beat(self, id: str, *, at: int) -> bool:
        """Note that a worker lives; False if the others think it dead and took it away."""
        step = update(worker).where(worker.c.id == id).values(beats=worker.c.beats + 1, heard_at=at)
        return bool(self._db.execute(step).rowcount)

    def leave(self, id: str, *, at: int) -> None:
        """Note that a worker ends as it should: its duties are free, nobody is seen by it."""
        self._db.execute(delete(duty).where(duty.c.worker_id == id))
        self._db.execute(delete(presence).where(presence.c.worker_id == id))
        self._db.execute(update(worker).where(worker.c.id == id).values(beats=-1, heard_at=at))

    def remove(self, ids: Collection[str]) -> None:
        """Take away workers with all they have."""
        self._db.execute(delete(worker).where(worker.c.id.in_(ids)))

    def take(self, id: str, name: str) -> bool:
        """Give a duty to a worker; False if another has it, or the worker was taken away."""
        mine = select(literal(name), worker.c.id).where(worker.c.id == id)
        return self._once(duty, lambda step: step.from_select(["name", "worker_id"], mine))

    def has(self, id: str, name: str) -> bool:
        """Tell whether a duty is a worker's."""
        query = select(duty.c.worker_id).where(duty.c.name == name, duty.c.worker_id == id)
        return self._db.execute(query).first() is not None

    def free(self, id: str, name: str) -> None:
        """Take a duty from a worker."""
        self._db.execute(delete(duty).where(duty.c.name == name, duty.c.worker_id == id))

    def see(self, id: str, places: Mapping[str, Collection[str]], *, changes: int) -> bool:
        """Note who is seen at places by a worker now, in place of whoever was before.

        Args:
            changes: the worker's count of them.
        Returns:
            False, and nothing is noted, if the others think the worker dead and took it away.
        """
        step = update(worker).where(worker.c.id == id).values(changes=changes)
        if not self._db.execute(step).rowcount:
            return False
        self._db.execute(delete(presence).where(presence.c.worker_id == id, presence.c.place.in_(places)))
        rows = [
            {"worker_id": id, "place": place, "player_id": player}
            for place, players in places.items()
            for player in players
        ]
        if rows:
            self._db.execute(insert(presence), rows)
        return True

    def seen(self, ids: Collection[str]) -> Sequence[PresenceRecord]:
        """Return who is seen where by some workers."""
        query = select(*_PRESENCE).where(presence.c.worker_id.in_(ids))
        return [PresenceRecord(*row) for row in self._db.execute(query)]

    def _once(self, table: Table, fill: Callable[[UpsertInsert], UpsertInsert]) -> bool:
        """Add a row unless there is one with its key; tell whether it was added."""
        made = insert_of(self._db.dialect.name, table)
        step = fill(made).on_conflict_do_nothing().execution_options(preserve_rowcount=True)
        return self._db.execute(step).rowcount == 1
