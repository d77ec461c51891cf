"""Games that came from files, kept whole and findable."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from sqlalchemy import ColumnElement, Connection, Executable, and_, delete, func, insert, select

from damiera.records.archive import ArchivedGame, ArchiveRecord, ArchiveSummary
from damiera.records.games import NoteRecord
from damiera.store.rows import columns_of, values_of
from damiera.store.schema import archive_game, archive_note
from damiera.store.upsert import insert_of

__all__ = ["ArchiveTable"]


_LINE: Final = columns_of(archive_game, ArchiveSummary)
_WHOLE: Final = columns_of(archive_game, ArchiveRecord)
_NOTE: Final = columns_of(archive_note, NoteRecord)


@cache
def _add(dialect: str) -> Executable:
    step = insert_of(dialect, archive_game).on_conflict_do_nothing(index_elements=["player_id", "digest"])
    return step.execution_options(preserve_rowcount=True)


class ArchiveTable:
    """The archived games, inside one transaction."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    def add(
        self, game: ArchivedGame, *, id: str, player_id: str, job_id: str | None, source: str, at: int
    ) -> bool:
        """Add a game; False, and nothing written, if the player has one with the same digest."""
        row = {
            "id": id,
            "player_id": player_id,
            "job_id": job_id,
            "source": source,
            "created_at": at,
            **values_of(game, ArchivedGame),
        }
        return bool(self._db.execute(_add(self._db.dialect.name), row).rowcount == 1)

    def get(self, id: str) -> ArchiveRecord | None:
        """Return the whole game, or None."""
        row = self._db.execute(select(*_WHOLE).where(archive_game.c.id == id)).first()
        return ArchiveRecord(**row._mapping) if row else None

    def ids(self, *, after: str, limit: int) -> Sequence[str]:
        """Return the names of archived games in their order, those that follow one."""
        query = (
            select(archive_game.c.id)
            .where(archive_game.c.id > after)
            .order_by(archive_game.c.id)
            .limit(limit)
        )
        return self._db.execute(query).scalars().all()

    def known(self, players: Sequence[str], digests: Sequence[str]) -> frozenset[str]:
        """Return those of the digests that games of these players have."""
        query = select(archive_game.c.digest).where(
            archive_game.c.player_id.in_(players), archive_game.c.digest.in_(digests)
        )
        return frozenset(self._db.execute(query).scalars())

    def marked(self, player_id: str, job_id: str, tag: str) -> Mapping[str, int]:
        """Return how many games of each kind an import brought whose tags have one of this name."""
        mine = (archive_game.c.player_id == player_id) & (archive_game.c.job_id == job_id)
        query = select(archive_game.c.game, func.count()).where(
            mine, archive_game.c.tags.contains(f'"{tag}":', autoescape=True)
        )
        found = self._db.execute(query.group_by(archive_game.c.game))
        return {row[0]: row[1] for row in found}

    def page(
        self, players: Sequence[str], *, words: Sequence[str], game_slug: str | None, limit: int, offset: int
    ) -> Sequence[ArchiveSummary]:
        """Return the games of some players that have all words, newest import first, in file order."""
        query = (
            select(*_LINE)
            .where(_matching(players, words, game_slug))
            .order_by(archive_game.c.created_at.desc(), archive_game.c.number, archive_game.c.id)
            .limit(limit)
            .offset(offset)
        )
        return [ArchiveSummary(**row._mapping) for row in self._db.execute(query)]

    def counts(self, players: Sequence[str], *, words: Sequence[str]) -> Mapping[str, int]:
        """Return how many games of each kind `page` would give in all."""
        query = select(archive_game.c.game, func.count()).where(_matching(players, words))
        return {row[0]: row[1] for row in self._db.execute(query.group_by(archive_game.c.game))}

    def remove(self, id: str, player_id: str) -> bool:
        """Take a game out of the player's archive; False if it is not theirs or not there."""
        his = and_(archive_game.c.id == id, archive_game.c.player_id == player_id)
        return self._db.execute(delete(archive_game).where(his)).rowcount == 1

    def notes(self, id: str, player_id: str) -> Sequence[NoteRecord]:
        """Return a player's notes on a game."""
        query = select(*_NOTE).where(archive_note.c.archive_id == id, archive_note.c.player_id == player_id)
        return [NoteRecord(*row) for row in self._db.execute(query.order_by(archive_note.c.ply))]

    def set_note(self, id: str, player_id: str, *, ply: int, comment: str, mark: str) -> None:
        """Put a player's note in place of what was at that half-move, the file's own words included."""
        here = and_(
            archive_note.c.archive_id == id, archive_note.c.player_id == player_id, archive_note.c.ply == ply
        )
        self._db.execute(delete(archive_note).where(here))
        values = {"archive_id": id, "player_id": player_id, "ply": ply, "comment": comment, "mark": mark}
        self._db.execute(insert(archive_note).values(**values))


def _matching(
    players: Sequence[str], words: Sequence[str], game_slug: str | None = None
) -> ColumnElement[bool]:
    found: ColumnElement[bool] = archive_game.c.player_id.in_(players)
    for word in words:
        found = and_(found, archive_game.c.search.contains(word, autoescape=True))
    return found if game_slug is None else and_(found, archive_game.c.game == game_slug)
