"""The moves played from each position: what is kept of games so that they can be counted fast.

A game stands here once on each shelf of those who may see it, without positions if they cannot be kept; so
that whatever is not here is still to be read.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from sqlalchemy import ColumnElement, Connection, and_, case, delete, exists, func, insert, or_, select

from damiera.store.schema import archive_game, explorer_game, explorer_shelf, explorer_step, game

__all__ = ["ExploredGame", "ExplorerTable", "Narrow"]

_STEP: Final = explorer_step.c
_GAME: Final = explorer_game.c


@dataclass(frozen=True, slots=True)
class ExploredGame:
    """A game that passes through a position; `played` tells whether it was played here."""

    source: str
    played: int
    ply: int
    move: str
    white: str
    black: str
    event: str
    date: str
    result: int


class Narrow(Protocol):
    """Which games to count: part of a folded name, its colour ("" for either), days (0, 0: all), result."""

    @property
    def player(self) -> str: ...
    @property
    def colour(self) -> str: ...
    @property
    def days(self) -> tuple[int, int]: ...
    @property
    def result(self) -> int | None: ...


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

    def shelf(self, player_id: str, game_slug: str, *, played: bool) -> int:
        """Return the number of a shelf, which is made if it is not there."""
        values = {"player_id": player_id, "game": game_slug, "played": int(played)}
        query = select(explorer_shelf.c.number).filter_by(**values)
        found: int | None = self._db.execute(query).scalar()
        if found is None:
            made = self._db.execute(insert(explorer_shelf).values(**values)).inserted_primary_key
            assert made is not None
            found = int(made[0])
        return found

    def shelves(self, players: Sequence[str], game_slug: str, *, played: bool | None) -> Sequence[int]:
        """Return the shelves of some players; `played` picks one kind."""
        query = select(explorer_shelf.c.number).where(
            explorer_shelf.c.game == game_slug, explorer_shelf.c.player_id.in_(players)
        )
        if played is not None:
            query = query.where(explorer_shelf.c.played == int(played))
        return list(self._db.execute(query).scalars())

    def add(
        self,
        shelf: int,
        *,
        source: str,
        version: int,
        white: str,
        black: str,
        event: str,
        date: str,
        result: int,
        white_key: str,
        black_key: str,
        steps: Sequence[tuple[int, int, str, int, int]],
    ) -> None:
        """Put a game on a shelf; `steps` are key, ply, move, day and rating, each key once."""
        keys = array("q", (step[0] for step in steps)).tobytes()
        values = {
            "shelf": shelf,
            "source": source,
            "version": version,
            "white": white,
            "black": black,
            "event": event,
            "date": date,
            "result": result,
            "white_key": white_key,
            "black_key": black_key,
            "positions": keys,
        }
        made = self._db.execute(insert(explorer_game).values(**values)).inserted_primary_key
        assert made is not None
        number = int(made[0])
        names = ("key", "ply", "move", "day", "rating")
        rows = [
            {**dict(zip(names, step, strict=True)), "shelf": shelf, "number": number, "result": result}
            for step in steps
        ]
        if rows:
            self._db.execute(insert(explorer_step), rows)

    def forget(self, source: str) -> bool:
        """Take a game off all shelves, with all it was counted for; False if it stood on none."""
        query = select(_GAME.number, _GAME.shelf, _GAME.positions).where(_GAME.source == source)
        rows = self._db.execute(query).all()
        for number, shelf, blob in rows:
            keys = array("q", blob)
            his = and_(_STEP.shelf == shelf, _STEP.key.in_(keys.tolist()), _STEP.number == number)
            self._db.execute(delete(explorer_step).where(his))
        self._db.execute(delete(explorer_game).where(_GAME.source == source))
        return bool(rows)

    def counts(
        self, shelves: Sequence[int], key: int, wanted: Narrow
    ) -> Sequence[tuple[str, int, int, int, int, int, int]]:
        """Return for each move and result: games, sum of ratings, how many are rated, first and last day."""
        rated = func.sum(case((_STEP.rating > 0, 1), else_=0))
        query = (
            select(
                _STEP.move,
                _STEP.result,
                func.count(),
                func.sum(_STEP.rating),
                rated,
                func.coalesce(func.min(func.nullif(_STEP.day, 0)), 0),
                func.max(_STEP.day),
            )
            .where(_at(shelves, key), *_only(shelves, wanted))
            .group_by(_STEP.move, _STEP.result)
        )
        return [tuple(row) for row in self._db.execute(query)]

    def reached(self, shelves: Sequence[int], keys: Sequence[int], wanted: Narrow) -> dict[int, int]:
        """Return how many games pass through each of some positions."""
        query = select(_STEP.key, func.count()).where(
            _STEP.shelf.in_(shelves), _STEP.key.in_(keys), *_only(shelves, wanted)
        )
        return {row[0]: row[1] for row in self._db.execute(query.group_by(_STEP.key))}

    def games(
        self, shelves: Sequence[int], key: int, wanted: Narrow, *, limit: int
    ) -> Sequence[ExploredGame]:
        """Return games that pass through a position, the latest first."""
        latest = (
            select(_STEP.number, _STEP.ply, _STEP.move, _STEP.day)
            .where(_at(shelves, key), *_only(shelves, wanted))
            .order_by(_STEP.day.desc(), _STEP.number.desc())
            .limit(limit)
            .subquery()
        )
        query = (
            select(
                _GAME.source,
                explorer_shelf.c.played,
                latest.c.ply,
                latest.c.move,
                *(_GAME[name] for name in ("white", "black", "event", "date", "result")),
            )
            .join(latest, latest.c.number == _GAME.number)
            .join(explorer_shelf, explorer_shelf.c.number == _GAME.shelf)
            .order_by(latest.c.day.desc(), latest.c.number.desc())
        )
        return [ExploredGame(*row) for row in self._db.execute(query)]

    def total(self, shelves: Sequence[int]) -> int:
        """Return how many games stand on some shelves."""
        query = select(func.count()).select_from(explorer_game).where(_GAME.shelf.in_(shelves))
        return self._db.execute(query).scalar_one()


def _only(shelves: Sequence[int], wanted: Narrow) -> list[ColumnElement[bool]]:
    """Return what narrows the games."""
    out: list[ColumnElement[bool]] = []
    if wanted.days[1]:
        out.append(_STEP.day.between(*wanted.days))
    if wanted.result is not None:
        out.append(_STEP.result == int(wanted.result))
    if wanted.player:
        columns: Iterable[Any] = (
            _GAME[f"{colour}_key"] for colour in ("white", "black") if wanted.colour in ("", colour)
        )
        named = or_(*(column.contains(wanted.player, autoescape=True) for column in columns))
        out.append(_STEP.number.in_(select(_GAME.number).where(_GAME.shelf.in_(shelves), named)))
    return out


def _at(shelves: Sequence[int], key: int) -> ColumnElement[bool]:
    return and_(_STEP.shelf.in_(shelves), _STEP.key == key)
