"""Games being played and games that ended: seats, events, the current line, notes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from sqlalchemy import Connection, Select, and_, bindparam, case, delete, func, insert, or_, select, update

from damiera.store.schema import SEATS, event, game, move, note, seat

__all__ = [
    "EventRecord",
    "GameRecord",
    "GameTable",
    "MoveRecord",
    "NoteRecord",
    "Seat",
    "SeatRecord",
    "Stand",
    "Terms",
]


class Terms(Protocol):
    """What a game is played under."""

    @property
    def game(self) -> str: ...
    @property
    def rulebook(self) -> str: ...
    @property
    def start_fen(self) -> str | None: ...
    @property
    def base_ms(self) -> int | None: ...
    @property
    def increment_ms(self) -> int | None: ...
    @property
    def clock(self) -> str | None: ...
    @property
    def conditions(self) -> str | None: ...


class Stand(Protocol):
    """Where a game stands."""

    @property
    def ply(self) -> int: ...
    @property
    def turn(self) -> str: ...
    @property
    def fen(self) -> str: ...
    @property
    def last_move(self) -> str: ...
    @property
    def draw_offer(self) -> str | None: ...
    @property
    def score(self) -> str | None: ...
    @property
    def winner(self) -> str | None: ...
    @property
    def termination(self) -> str | None: ...


class Seat(Protocol):
    """One side of a board and who sits there; `invite` is the code that opens the seat."""

    @property
    def side(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def player_id(self) -> str | None: ...
    @property
    def level(self) -> int | None: ...
    @property
    def name(self) -> str: ...
    @property
    def invite(self) -> str | None: ...


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """One side of a board and who sits there; `invite` is the code that opens, or opened, the seat."""

    side: str
    kind: str
    player_id: str | None
    level: int | None
    name: str
    invite: str | None


@dataclass(frozen=True, slots=True)
class GameRecord:
    """The facts of a game that never change, where it stands now, and its seats, White's first.

    `started_at` is when the last seat was taken; None while one is open. `clock` and `conditions` are JSON,
    None where there is nothing unusual; `sealed` is the move in the envelope, for nobody to see.
    """

    id: str
    game: str
    rulebook: str
    start_fen: str | None
    base_ms: int | None
    increment_ms: int | None
    clock: str | None
    conditions: str | None
    sealed: str | None
    created_by: str | None
    created_at: int
    started_at: int | None
    updated_at: int
    version: int
    ply: int
    turn: str
    fen: str
    last_move: str
    draw_offer: str | None
    score: str | None
    winner: str | None
    termination: str | None
    seats: tuple[SeatRecord, ...]


@dataclass(frozen=True, slots=True)
class EventRecord:
    """One event: `seq` is the version it made, `body` its JSON."""

    seq: int
    at: int
    player_id: str | None
    body: str


@dataclass(frozen=True, slots=True)
class MoveRecord:
    """One half-move of the current line."""

    ply: int
    seq: int
    path: str
    at: int


@dataclass(frozen=True, slots=True)
class NoteRecord:
    """A comment or a mark that somebody set at a half-move."""

    ply: int
    comment: str
    mark: str


_GAME: Final = tuple(game.c[name] for name in GameRecord.__dataclass_fields__ if name != "seats")
_SEAT: Final = tuple(seat.c[name] for name in SeatRecord.__dataclass_fields__)
_EVENT: Final = tuple(event.c[name] for name in EventRecord.__dataclass_fields__)
_MOVE: Final = tuple(move.c[name] for name in MoveRecord.__dataclass_fields__)
_NOTE: Final = tuple(note.c[name] for name in NoteRecord.__dataclass_fields__)

# What every move needs, made once: putting a statement together costs more than running it.
_TERMS: Final = ("game", "rulebook", "start_fen", "base_ms", "increment_ms", "clock", "conditions")
_STAND: Final = ("ply", "turn", "fen", "last_move", "draw_offer", "score", "winner", "termination")
_VERSION: Final = select(game.c.version).where(game.c.id == bindparam("b_id"))
_VERSIONS: Final = select(game.c.id, game.c.version).where(game.c.id.in_(bindparam("b_ids", expanding=True)))
_AT_ONCE: Final = 500  # names in one question
_ACCEPT: Final = (
    update(game)
    .where(game.c.id == bindparam("b_id"), game.c.version == bindparam("b_version"))
    .values({name: bindparam(name) for name in ("version", "updated_at", *_STAND)})
)
_ADD_EVENT: Final = insert(event)
_ADD_MOVE: Final = insert(move)
_EVENTS: Final = (
    select(*_EVENT)
    .where(
        event.c.game_id == bindparam("b_id"),
        event.c.seq > bindparam("b_after"),
        event.c.seq <= bindparam("b_up_to"),
    )
    .order_by(event.c.seq)
)


class GameTable:
    """The games, inside one transaction."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    def add(
        self,
        id: str,
        terms: Terms,
        stand: Stand,
        *,
        created_by: str,
        rematch_of: str | None,
        at: int,
        started_at: int | None,
    ) -> None:
        """Add a game at version 1, with no seat yet."""
        self._db.execute(
            insert(game).values(
                id=id,
                created_by=created_by,
                rematch_of=rematch_of,
                created_at=at,
                started_at=started_at,
                updated_at=at,
                version=1,
                **_named(terms, _TERMS),
                **_named(stand, _STAND),
            )
        )

    def add_seat(self, game_id: str, taken: Seat) -> None:
        """Add one of the seats of a new game."""
        row = _named(taken, SeatRecord.__dataclass_fields__)
        self._db.execute(insert(seat).values(game_id=game_id, **row))

    def get(self, id: str) -> GameRecord | None:
        """Return the game with its seats, or None."""
        found = self._games(select(*_GAME).where(game.c.id == id))
        return found[0] if found else None

    def version(self, id: str) -> int | None:
        """Return the game's version, or None when there is no such game."""
        found: int | None = self._db.execute(_VERSION, {"b_id": id}).scalar()
        return found

    def versions(self, ids: Sequence[str]) -> Mapping[str, int]:
        """Return the versions of games by their names; those that there are not are left out."""
        found: dict[str, int] = {}
        for first in range(0, len(ids), _AT_ONCE):
            rows = self._db.execute(_VERSIONS, {"b_ids": ids[first : first + _AT_ONCE]})
            found.update((row[0], row[1]) for row in rows)
        return found

    def events(self, id: str, *, after: int, up_to: int) -> Sequence[EventRecord]:
        """Return the events that came after one version and made no later one than another, oldest first."""
        rows = self._db.execute(_EVENTS, {"b_id": id, "b_after": after, "b_up_to": up_to})
        return [EventRecord(*row) for row in rows]

    def line(self, id: str) -> Sequence[MoveRecord]:
        """Return the current line: what was played and not taken back."""
        query = select(*_MOVE).where(move.c.game_id == id).order_by(move.c.ply)
        return [MoveRecord(*row) for row in self._db.execute(query)]

    def accept(
        self, id: str, stand: Stand, *, version: int, at: int, player_id: str | None, body: str
    ) -> bool:
        """Append an event to the game as it is at `version`, make the next version, and note where it stands.

        Returns:
            False if the game has moved on meanwhile: nothing was written then.
        """
        head = {
            "b_id": id,
            "b_version": version,
            "version": version + 1,
            "updated_at": at,
            **_named(stand, _STAND),
        }
        if self._db.execute(_ACCEPT, head).rowcount != 1:
            return False
        row = {"game_id": id, "seq": version + 1, "at": at, "player_id": player_id, "body": body}
        self._db.execute(_ADD_EVENT, row)
        return True

    def touch(self, id: str, *, version: int, at: int) -> bool:
        """Make the next version of a game about which something new is known that is no event of it.

        Returns:
            False if the game has moved on meanwhile: nothing was written then.
        """
        return self._advance(id, version, at)

    def add_move(self, id: str, *, ply: int, seq: int, path: str, at: int) -> None:
        """Add a half-move to the current line."""
        self._db.execute(_ADD_MOVE, {"game_id": id, "ply": ply, "seq": seq, "path": path, "at": at})

    def drop_moves(self, id: str, *, from_ply: int) -> int:
        """Take half-moves from `from_ply` on off the current line; the events keep them."""
        return self._db.execute(delete(move).where(move.c.game_id == id, move.c.ply >= from_ply)).rowcount

    def by_invite(self, code: str) -> str | None:
        """Return the game to whose seat this code belongs, or None."""
        found: str | None = self._db.execute(select(seat.c.game_id).where(seat.c.invite == code)).scalar()
        return found

    def take_seat(self, id: str, *, version: int, side: str, player_id: str, name: str, at: int) -> bool:
        """Seat a player on an open seat; with the last one the game begins. Its code opens nothing more.

        Returns:
            False if the game has moved on or the seat is taken: nothing was written then.
        """
        mine = and_(seat.c.game_id == id, seat.c.side == side, seat.c.kind == "open")
        if self._db.execute(select(seat.c.side).where(mine)).first() is None:
            return False
        if not self._advance(id, version, at):
            return False
        values = {"kind": "human", "player_id": player_id, "name": name}
        self._db.execute(update(seat).where(mine).values(**values))
        still_open = select(seat.c.side).where(seat.c.game_id == id, seat.c.kind == "open")
        if self._db.execute(still_open).first() is None:
            self._db.execute(update(game).where(game.c.id == id).values(started_at=at))
        return True

    def give_to_engine(self, id: str, *, side: str, level: int) -> None:
        """Let the engine play on for whoever held a seat."""
        values = {"kind": "engine", "player_id": None, "name": "", "level": level, "invite": None}
        self._db.execute(update(seat).where(seat.c.game_id == id, seat.c.side == side).values(**values))

    def keep_sealed(self, id: str, sealed: str | None) -> None:
        """Keep, or throw away, the move in the envelope of a game."""
        self._db.execute(update(game).where(game.c.id == id).values(sealed=sealed))

    def rematch_of(self, id: str) -> str | None:
        """Return the rematch of a game, or None."""
        found: str | None = self._db.execute(select(game.c.id).where(game.c.rematch_of == id)).scalar()
        return found

    def remove(self, id: str) -> None:
        """Take a game away with all that belongs to it."""
        self._db.execute(delete(game).where(game.c.id == id))

    def of_player(self, player_id: str, *, limit: int, offset: int = 0) -> Sequence[GameRecord]:
        """Return a player's games: unfinished first, among them those where it is his turn, then newest."""
        his = select(seat.c.game_id).where(seat.c.player_id == player_id)
        turn = and_(seat.c.game_id == game.c.id, seat.c.side == game.c.turn, seat.c.player_id == player_id)
        query = (
            select(*_GAME)
            .where(game.c.id.in_(his))
            .order_by(
                case((game.c.score.is_(None), 0), else_=1),
                case((and_(game.c.score.is_(None), select(seat.c.side).where(turn).exists()), 0), else_=1),
                game.c.updated_at.desc(),
                game.c.id,
            )
            .limit(limit)
            .offset(offset)
        )
        return self._games(query)

    def count_of_player(self, player_id: str) -> int:
        """Return how many games the player has."""
        his = select(seat.c.game_id).where(seat.c.player_id == player_id).distinct().subquery()
        return self._db.execute(select(func.count()).select_from(his)).scalar_one()

    def awaiting_engine(self) -> Sequence[str]:
        """Return the unfinished games in which the engine has to move or to answer an offer."""
        query = (
            select(game.c.id)
            .join(seat)
            .where(game.c.score.is_(None), seat.c.kind == "engine")
            .where(or_(seat.c.side == game.c.turn, game.c.draw_offer != seat.c.side))
            .order_by(game.c.updated_at)
        )
        return list(self._db.execute(query).scalars())

    def with_clock(self) -> Sequence[str]:
        """Return the unfinished games that are played with a clock."""
        query = select(game.c.id).where(game.c.score.is_(None), game.c.base_ms.is_not(None))
        return list(self._db.execute(query).scalars())

    def notes(self, id: str, player_id: str) -> Sequence[NoteRecord]:
        """Return a player's notes on a game."""
        query = select(*_NOTE).where(note.c.game_id == id, note.c.player_id == player_id)
        return [NoteRecord(*row) for row in self._db.execute(query.order_by(note.c.ply))]

    def set_note(self, id: str, player_id: str, *, ply: int, comment: str, mark: str) -> None:
        """Put a note in place of what was at that half-move; an empty one is taken away."""
        here = and_(note.c.game_id == id, note.c.player_id == player_id, note.c.ply == ply)
        self._db.execute(delete(note).where(here))
        if comment or mark:
            self._db.execute(
                insert(note).values(game_id=id, player_id=player_id, ply=ply, comment=comment, mark=mark)
            )

    def _advance(self, id: str, version: int, at: int) -> bool:
        """Make the next version, if this is still the last: the one lock every writer passes."""
        step = update(game).where(game.c.id == id, game.c.version == version)
        return self._db.execute(step.values(version=version + 1, updated_at=at)).rowcount == 1

    def _games(self, query: Select[Any]) -> list[GameRecord]:
        rows = self._db.execute(query).all()
        seats = self._seats(row[0] for row in rows)
        return [GameRecord(**row._mapping, seats=seats[row[0]]) for row in rows]

    def _seats(self, ids: Iterable[str]) -> dict[str, tuple[SeatRecord, ...]]:
        found: dict[str, tuple[SeatRecord, ...]] = dict.fromkeys(ids, ())
        query = select(seat.c.game_id, *_SEAT).where(seat.c.game_id.in_(found))
        for game_id, *rest in self._db.execute(query):
            found[game_id] += (SeatRecord(*rest),)
        return {id: tuple(sorted(seats, key=lambda s: SEATS.index(s.side))) for id, seats in found.items()}


def _named(facts: object, columns: Iterable[str]) -> dict[str, Any]:
    return {name: getattr(facts, name) for name in columns}
