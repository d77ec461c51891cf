"""The moves played from each position: what is kept of games so that they can be counted fast.

A game is here once in each collection of those who may see it, without positions if they cannot be kept; so
that whatever is not here is still to be read. A position that many games pass through is counted ahead: by
year, move and result. What a player's name narrows is always counted game by game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from sqlalchemy import (
    BigInteger,
    BindParameter,
    Column,
    ColumnElement,
    Connection,
    Row,
    Select,
    and_,
    bindparam,
    case,
    cast,
    exists,
    func,
    insert,
    or_,
    select,
    text,
)
from sqlalchemy.sql.base import ReadOnlyColumnCollection

from damiera.records.analyses import CountedGame, ExploredGame, ExplorerFilter, MoveCount
from damiera.store.explorer_counts import forget, keep
from damiera.store.schema import (
    archive_game,
    explorer_collection,
    explorer_common,
    explorer_count,
    explorer_game,
    explorer_name,
    explorer_step,
    game,
)

__all__ = ["ExplorerTable"]

_STEP: Final = explorer_step.c
_GAME: Final = explorer_game.c
_COUNT: Final = explorer_count.c
_COLLECTION: Final[BindParameter[int]] = bindparam("collection")
_KEY: Final[BindParameter[int]] = bindparam("key")
_Columns = ReadOnlyColumnCollection[str, Column[object]]
_Counts = Select[str, int, int, int, int, int, int]
_Passing = Row[int, int, str, int, int, str, str, str, str, str, int]
_LOCK_KEY: Final = 0x64616D6965726101  # any fixed number: the name of our lock in PostgreSQL


class ExplorerTable:
    """The counted positions, inside one transaction."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    def unread_archive(self, *, after: str, limit: int) -> Sequence[str]:
        """Return archived games that are not counted yet, in the order of their names."""
        here = exists().where(_GAME.source == archive_game.c.id)
        query = select(archive_game.c.id).where(archive_game.c.id > after, ~here)
        return list(self._db.execute(query.order_by(archive_game.c.id).limit(limit)).scalars())

    def unread_games(self, *, after: str, limit: int) -> Sequence[str]:
        """Return finished games that are not counted yet, or otherwise than they stand now."""
        here = exists().where(_GAME.source == game.c.id, _GAME.version == game.c.version)
        query = select(game.c.id).where(game.c.id > after, game.c.score.is_not(None), ~here)
        return list(self._db.execute(query.order_by(game.c.id).limit(limit)).scalars())

    def lock(self) -> None:
        """Wait until nobody else changes what is counted, and let nobody else; SQLite does so of itself."""
        if self._db.dialect.name == "postgresql":
            self._db.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK_KEY})

    def collection(self, player_id: str, game_slug: str, *, played: bool) -> int:
        """Return the number of a collection, which is made if it is not there."""
        values = {"player_id": player_id, "game": game_slug, "played": int(played)}
        query = select(explorer_collection.c.number).filter_by(**values)
        found: int | None = self._db.execute(query).scalar()
        if found is None:
            made = self._db.execute(insert(explorer_collection).values(**values)).inserted_primary_key
            assert made is not None
            found = int(made[0])
        return found

    def collections(self, players: Sequence[str], game_slug: str, *, played: bool | None) -> Sequence[int]:
        """Return the collections of some players; `played` picks one kind."""
        query = select(explorer_collection.c.number).where(
            explorer_collection.c.game == game_slug, explorer_collection.c.player_id.in_(players)
        )
        if played is not None:
            query = query.where(explorer_collection.c.played == int(played))
        return list(self._db.execute(query).scalars())

    def keep(self, games: Sequence[CountedGame]) -> None:
        """Put games into their collections, where they are not yet."""
        keep(self._db, games)

    def forget(self, source: str) -> bool:
        """Take a game out of all collections, with all it was counted for; False if it was in none."""
        self.lock()
        return forget(self._db, source)

    def counts(self, collections: Sequence[int], key: int, wanted: ExplorerFilter) -> Sequence[MoveCount]:
        """Return what was played in a position. The same may come more than once, of other games."""
        common = self._common(collections, [key], wanted)
        rows: list[Row[str, int, int, int, int, int, int]] = []
        for collection in collections:
            query = _summed(wanted) if (collection, key) in common else _counted(wanted)
            rows += self._db.execute(query, {"collection": collection, "key": key}).all()
        return rows

    def reached(
        self, collections: Sequence[int], keys: Sequence[int], wanted: ExplorerFilter
    ) -> dict[int, int]:
        """Return how many games pass through each of some positions."""
        common = self._common(collections, keys, wanted)
        found = Counter[int]()
        for collection in collections:
            ahead = [key for key in keys if (collection, key) in common]
            rest = [key for key in keys if (collection, key) not in common]
            if _is_wide(wanted):
                found.update({key: common[collection, key] for key in ahead})
            elif ahead:
                query = select(_COUNT.key, func.sum(_COUNT.games)).where(*_years(wanted))
                found.update(self._by_key(query, explorer_count.c, collection, ahead))
            if rest:
                query = select(_STEP.key, func.count()).where(*_only(wanted))
                found.update(self._by_key(query, explorer_step.c, collection, rest))
        return dict(found)

    def games(
        self, collections: Sequence[int], key: int, wanted: ExplorerFilter, *, limit: int
    ) -> Sequence[ExploredGame]:
        """Return games that pass through a position, the latest first; none is looked for beyond `limit`."""
        if not limit:
            return ()
        rows = [row for collection in collections for row in self._latest(collection, key, wanted, limit)]
        rows.sort(key=lambda row: row[:2], reverse=True)
        return [ExploredGame(*row[2:]) for row in rows[:limit]]

    def total(self, collections: Sequence[int]) -> int:
        """Return how many games are in some collections."""
        query = select(func.count()).select_from(explorer_game).where(_GAME.collection.in_(collections))
        return self._db.execute(query).scalar_one()

    def _common(
        self, collections: Sequence[int], keys: Sequence[int], wanted: ExplorerFilter
    ) -> dict[tuple[int, int], int]:
        """Return which positions are counted ahead in a way that helps, and for how many games each."""
        if wanted.player:
            return {}
        common = explorer_common.c
        query = select(common.collection, common.key, common.games).where(
            common.collection.in_(collections), common.key.in_(keys)
        )
        return {(row[0], row[1]): row[2] for row in self._db.execute(query)}

    def _by_key(
        self, query: Select[int, int], table: _Columns, collection: int, keys: Sequence[int]
    ) -> dict[int, int]:
        query = query.where(table.collection == collection, table.key.in_(keys)).group_by(table.key)
        return {row[0]: int(row[1]) for row in self._db.execute(query)}

    def _latest(self, collection: int, key: int, wanted: ExplorerFilter, limit: int) -> Sequence[_Passing]:
        """Return the latest games of a collection: day and number, then what `ExploredGame` holds."""
        latest = (
            select(_STEP.number, _STEP.ply, _STEP.move, _STEP.day)
            .where(_STEP.collection == collection, _STEP.key == key, *_only(wanted))
            .order_by(_STEP.day.desc(), _STEP.number.desc())
            .limit(limit)
            .subquery()
        )
        query = (
            select(
                latest.c.day,
                latest.c.number,
                _GAME.source,
                explorer_collection.c.played,
                latest.c.ply,
                latest.c.move,
                *(_GAME[name] for name in ("white", "black", "event", "date", "result")),
            )
            .join(latest, latest.c.number == _GAME.number)
            .join(explorer_collection, explorer_collection.c.number == _GAME.collection)
        )
        return self._db.execute(query).all()


def _counted(wanted: ExplorerFilter) -> _Counts:
    """Return what counts the games of a position one by one."""
    rated = func.sum(case((_STEP.rating > 0, 1), else_=0))
    here = and_(_STEP.collection == _COLLECTION, _STEP.key == _KEY)
    return (
        select(
            _STEP.move,
            _STEP.result,
            func.count(),
            func.sum(_STEP.rating),
            rated,
            func.coalesce(func.min(func.nullif(_STEP.day, 0)), 0),
            func.max(_STEP.day),
        )
        .where(here, *_only(wanted))
        .group_by(_STEP.move, _STEP.result)
    )


def _summed(wanted: ExplorerFilter) -> _Counts:
    """Return what adds up the counts of a common position."""
    here = and_(_COUNT.collection == _COLLECTION, _COUNT.key == _KEY)
    return (
        select(
            _COUNT.move,
            _COUNT.result,
            func.sum(_COUNT.games),
            cast(func.sum(_COUNT.ratings), BigInteger),
            func.sum(_COUNT.rated),
            func.coalesce(func.min(func.nullif(_COUNT.first_day, 0)), 0),
            func.max(_COUNT.last_day),
        )
        .where(here, *_years(wanted))
        .group_by(_COUNT.move, _COUNT.result)
    )


def _is_wide(wanted: ExplorerFilter) -> bool:
    """Return whether all games are wanted."""
    return not wanted.player and not wanted.days[1] and wanted.result is None


def _only(wanted: ExplorerFilter) -> list[ColumnElement[bool]]:
    """Return what narrows the games of a position."""
    out: list[ColumnElement[bool]] = []
    if wanted.days[1]:
        out.append(_STEP.day.between(*wanted.days))
    if wanted.result is not None:
        out.append(_STEP.result == wanted.result)
    if wanted.player:
        named = explorer_name.c.folded.contains(wanted.player, autoescape=True)
        numbers = select(explorer_name.c.number).where(named)
        columns = (_STEP[f"{colour}_name"] for colour in ("white", "black") if wanted.colour in ("", colour))
        out.append(or_(*(column.in_(numbers) for column in columns)))
    return out


def _years(wanted: ExplorerFilter) -> list[ColumnElement[bool]]:
    """Return what narrows the counts of a common position: all but a player's name."""
    out: list[ColumnElement[bool]] = []
    if wanted.days[1]:
        first, last = wanted.days
        out.append(_COUNT.year.between(first // 10_000, last // 10_000))
    if wanted.result is not None:
        out.append(_COUNT.result == wanted.result)
    return out
