"""PDN files on their way into an archive: how far each has come, and what was refused in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import Connection, insert, select, update

from damiera.records.archive import ImportRecord, RefusedGame
from damiera.store.rows import columns_of, names_of
from damiera.store.schema import import_error, import_job

__all__ = ["ImportTable"]


_JOB: Final = columns_of(import_job, ImportRecord)
_ERROR: Final = tuple(import_error.c["col" if name == "column" else name] for name in names_of(RefusedGame))


class ImportTable:
    """The imports, inside one transaction."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    def add(
        self,
        *,
        id: str,
        player_id: str,
        name: str,
        total: int,
        data: bytes,
        beginnings: bool,
        game: str | None,
        overrules: bool,
        judgement: str,
        at: int,
    ) -> None:
        """Add a file that is to be read."""
        self._db.execute(
            insert(import_job).values(
                id=id,
                player_id=player_id,
                name=name,
                created_at=at,
                updated_at=at,
                status="running",
                total=total,
                done=0,
                imported=0,
                duplicates=0,
                refused=0,
                data=data,
                beginnings=beginnings,
                game=game,
                overrules=overrules,
                judgement=judgement,
            )
        )

    def get(self, id: str) -> ImportRecord | None:
        """Return the import, or None."""
        row = self._db.execute(select(*_JOB).where(import_job.c.id == id)).first()
        return ImportRecord(*row) if row else None

    def data(self, id: str) -> bytes:
        """Return the file's bytes; they are kept only while it is being read."""
        found: bytes | None = self._db.execute(
            select(import_job.c.data).where(import_job.c.id == id)
        ).scalar()
        return found or b""

    def running(self) -> Sequence[ImportRecord]:
        """Return the imports that are not finished and wait for nobody, oldest first."""
        query = select(*_JOB).where(import_job.c.status == "running", import_job.c.game.is_not(None))
        return [ImportRecord(*row) for row in self._db.execute(query.order_by(import_job.c.created_at))]

    def answer(self, id: str, *, game: str, overrules: bool, at: int) -> bool:
        """Write down what somebody says the games are; False if nobody was asked, or not any more."""
        step = update(import_job).where(
            import_job.c.id == id, import_job.c.status == "running", import_job.c.game.is_(None)
        )
        values = {"game": game, "overrules": overrules, "created_at": at, "updated_at": at}
        return self._db.execute(step.values(**values)).rowcount == 1

    def of_player(self, player_id: str, *, limit: int) -> Sequence[ImportRecord]:
        """Return a player's latest imports."""
        query = select(*_JOB).where(import_job.c.player_id == player_id)
        rows = self._db.execute(query.order_by(import_job.c.created_at.desc()).limit(limit))
        return [ImportRecord(*row) for row in rows]

    def advance(
        self, id: str, *, expected: int, done: int, imported: int, duplicates: int, refused: int, at: int
    ) -> bool:
        """Count another few games as read.

        Returns:
            False if the import was stopped, or another process has read on: nothing was written then.
        """
        step = update(import_job).where(
            import_job.c.id == id, import_job.c.status == "running", import_job.c.done == expected
        )
        values = {
            "done": done,
            "imported": import_job.c.imported + imported,
            "duplicates": import_job.c.duplicates + duplicates,
            "refused": import_job.c.refused + refused,
            "updated_at": at,
        }
        return self._db.execute(step.values(**values)).rowcount == 1

    def finish(self, id: str, *, status: str, total: int, at: int) -> bool:
        """End the import as done or stopped and let go of the file; False if it had ended before."""
        step = update(import_job).where(import_job.c.id == id, import_job.c.status == "running")
        values = {"status": status, "total": total, "data": None, "updated_at": at}
        return self._db.execute(step.values(**values)).rowcount == 1

    def add_error(self, id: str, number: int, refused: RefusedGame) -> None:
        """Write down why a game was refused; `number` counts the errors of this import from 1."""
        self._db.execute(
            insert(import_error).values(
                job_id=id,
                number=number,
                game=refused.game,
                line=refused.line,
                col=refused.column,
                reason=refused.reason,
                excerpt=refused.excerpt,
            )
        )

    def errors(self, id: str, *, limit: int, offset: int = 0) -> Sequence[RefusedGame]:
        """Return what was refused, in the order of the file."""
        query = select(*_ERROR).where(import_error.c.job_id == id).order_by(import_error.c.number)
        return [RefusedGame(*row) for row in self._db.execute(query.limit(limit).offset(offset))]
