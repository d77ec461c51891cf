"""Studies: what each is, who writes in it, and the log of what they changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from sqlalchemy import Connection, LargeBinary, cast, delete, insert, or_, select, update
from sqlalchemy.exc import OperationalError

from damiera.records.studies import EditRecord, StudyRecord
from damiera.store.rows import columns_of, values_of
from damiera.store.schema import player, study, study_author, study_edit, study_solved

__all__ = ["StudyTable"]

_STUDY: Final = columns_of(study, StudyRecord)
_EDIT: Final = columns_of(study_edit, EditRecord)
_EDIT_OF_BYTES: Final = (
    *(one for one in _EDIT if one.name != "body"),
    cast(study_edit.c.body, LargeBinary).label("raw"),
)


class StudyTable:
    """The studies, inside one transaction."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    def add(self, record: StudyRecord) -> None:
        """Add a study."""
        self._db.execute(insert(study).values(values_of(record, StudyRecord)))

    def get(self, id: str) -> StudyRecord | None:
        """Return a study, or None."""
        row = self._db.execute(select(*_STUDY).where(study.c.id == id)).first()
        return StudyRecord(*row) if row else None

    def ids(self, *, after: str, limit: int) -> Sequence[str]:
        """Return the names of studies in their order, those that follow one."""
        query = select(study.c.id).where(study.c.id > after).order_by(study.c.id).limit(limit)
        return self._db.execute(query).scalars().all()

    def remove(self, id: str) -> None:
        """Take a study away with all that stands in it."""
        self._db.execute(delete(study).where(study.c.id == id))

    def of_player(self, player_id: str, *, limit: int) -> Sequence[StudyRecord]:
        """Return the studies that a player owns or writes in, the one changed last first."""
        written = select(study_author.c.study_id).where(study_author.c.player_id == player_id)
        query = select(*_STUDY).where(or_(study.c.owner_id == player_id, study.c.id.in_(written)))
        rows = self._db.execute(query.order_by(study.c.updated_at.desc(), study.c.id).limit(limit))
        return [StudyRecord(*row) for row in rows]

    def public(self, *, limit: int) -> Sequence[StudyRecord]:
        """Return the studies that are open to all, the one changed last first."""
        query = select(*_STUDY).where(study.c.sharing == "public")
        rows = self._db.execute(query.order_by(study.c.updated_at.desc(), study.c.id).limit(limit))
        return [StudyRecord(*row) for row in rows]

    def authors(self, id: str) -> Mapping[str, str]:
        """Return who writes in a study beside its owner: ids with names, by name."""
        query = select(player.c.id, player.c.name).join(study_author, study_author.c.player_id == player.c.id)
        rows = self._db.execute(query.where(study_author.c.study_id == id).order_by(player.c.name))
        return {row.id: row.name for row in rows}

    def add_author(self, id: str, player_id: str) -> None:
        """Let a player write in a study; one who may already stays so."""
        at = (study_author.c.study_id == id, study_author.c.player_id == player_id)
        if self._db.execute(select(study_author.c.player_id).where(*at)).first() is None:
            self._db.execute(insert(study_author).values(study_id=id, player_id=player_id))

    def remove_author(self, id: str, player_id: str) -> None:
        """Let a player write in a study no more."""
        at = (study_author.c.study_id == id, study_author.c.player_id == player_id)
        self._db.execute(delete(study_author).where(*at))

    def share(self, id: str, *, sharing: str, key: str) -> None:
        """Say who may read a study, and what opens it for authors."""
        self._db.execute(update(study).where(study.c.id == id).values(sharing=sharing, key=key))

    def append(self, id: str, record: EditRecord, *, title: str, game: str) -> bool:
        """Put a change at the end of the log.

        Returns:
            False if the log has another length meanwhile: nothing was written then.
        """
        step = update(study).where(study.c.id == id, study.c.version == record.version - 1)
        values = {"version": record.version, "title": title, "game": game, "updated_at": record.at}
        if self._db.execute(step.values(**values)).rowcount != 1:
            return False
        self._db.execute(insert(study_edit).values(study_id=id, **values_of(record, EditRecord)))
        return True

    def edits(self, id: str, *, after: int = 0) -> Sequence[EditRecord]:
        """Return the changes behind a version, in their order.

        What is not UTF-8, as SQLite may hold it in a damaged file, comes with lone surrogates in its place.
        """
        at = (study_edit.c.study_id == id, study_edit.c.version > after)
        query = select(*_EDIT).where(*at).order_by(study_edit.c.version)
        try:
            return [EditRecord(*row) for row in self._db.execute(query)]
        except OperationalError as error:
            if "Could not decode to UTF-8" not in str(error.orig):
                raise
        query = select(*_EDIT_OF_BYTES).where(*at).order_by(study_edit.c.version)
        return [
            EditRecord(
                row.version, row.player_id, row.given, row.at, row.raw.decode(errors="surrogateescape")
            )
            for row in self._db.execute(query)
        ]

    def version_of(self, id: str, given: str) -> int | None:
        """Return the number of a change by the name its author's page gave it; None if it has not come."""
        at = (study_edit.c.study_id == id, study_edit.c.given == given)
        found: int | None = self._db.execute(select(study_edit.c.version).where(*at)).scalar()
        return found

    def versions(self, ids: Sequence[str]) -> Mapping[str, int]:
        """Return how far some studies have come; those that are gone are missing."""
        rows = self._db.execute(select(study.c.id, study.c.version).where(study.c.id.in_(ids)))
        return {row.id: row.version for row in rows}

    def solved(self, id: str, player_id: str) -> frozenset[str]:
        """Return the chapters of a study that a player has solved."""
        at = (study_solved.c.study_id == id, study_solved.c.player_id == player_id)
        return frozenset(self._db.execute(select(study_solved.c.chapter).where(*at)).scalars())

    def solve(self, id: str, player_id: str, chapter: str, *, at: int) -> None:
        """Write down that a player has solved a chapter; the first time counts."""
        if chapter not in self.solved(id, player_id):
            values = {"study_id": id, "player_id": player_id, "chapter": chapter, "solved_at": at}
            self._db.execute(insert(study_solved).values(values))
