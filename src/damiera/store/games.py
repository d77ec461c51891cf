"""Games being played and games that ended: seats, events, the current line, notes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from sqlalchemy import (
    CTE,
    Connection,
    Insert,
    Row,
    Select,
    Subquery,
    Table,
    and_,
    bindparam,
    case,
    delete,
    func,
    insert,
    or_,
    select,
    type_coerce,
    union,
    update,
)

from damiera.records.games import (
    EventRecord,
    GameRecord,
    GameStand,
    GameTerms,
    MoveRecord,
    NoteRecord,
    SeatRecord,
)
from damiera.store.prepared_statements import DirectLine, Prepared
from damiera.store.rows import columns_of, names_of, values_of
from damiera.store.schema import SEATS, bot, club_game, event, game, move, move_plan, note, seat

__all__ = ["GameTable"]


_STAND: Final = columns_of(game, GameStand)
_GAME: Final = tuple(game.c[name] for name in names_of(GameRecord) if name not in ("seats", "stand"))
_SEAT: Final = columns_of(seat, SeatRecord)
_EVENT: Final = columns_of(event, EventRecord)
_MOVE: Final = columns_of(move, MoveRecord)
_NOTE: Final = columns_of(note, NoteRecord)

# What every move needs, made once: putting a statement together costs more than running it.
_VERSION: Final = select(game.c.version).where(game.c.id == bindparam("b_id"))
_VERSIONS: Final = select(game.c.id, game.c.version).where(game.c.id.in_(bindparam("b_ids", expanding=True)))
_AT_ONCE: Final = 500  # names in one question
_ACCEPT: Final = Prepared(
    update(game)
    .where(game.c.id == bindparam("b_id"), game.c.version == bindparam("b_version"))
    .values({name: bindparam(name) for name in ("version", "updated_at", *names_of(GameStand))})
)
_ADD_EVENT: Final = Prepared(
    insert(event).values({name: bindparam(name) for name in ("game_id", "seq", "at", "player_id", "body")})
)
_ADD_MOVE: Final = Prepared(
    insert(move).values({name: bindparam(name) for name in ("game_id", "ply", "seq", "path", "at")})
)
_STANDS: Final = names_of(GameStand)


def _at_once(*, moves: bool) -> Prepared:
    """Return a statement that accepts an event and adds it and its half-move, all in one."""
    accepted = (
        update(game)
        .where(game.c.id == bindparam("b_id"), game.c.version == bindparam("b_version"))
        .values({name: bindparam(name) for name in ("version", "updated_at", *_STANDS)})
        .returning(game.c.id)
        .cte("accepted")
    )
    given = {"seq": "version", "at": "at", "player_id": "player_id", "body": "body"}
    added = _inserted(event, given, accepted)
    if not moves:
        return Prepared(added)
    given = {"ply": "b_ply", "seq": "version", "path": "path", "at": "at"}
    return Prepared(_inserted(move, given, added.returning(event.c.game_id).cte("added")))


def _inserted(table: Table, given: Mapping[str, str], before: CTE) -> Insert:
    """Return what adds a row to a table for each game of the statement before, of what is given by name."""
    values = [type_coerce(bindparam(name), table.c[column].type) for column, name in given.items()]
    return insert(table).from_select(["game_id", *given], select(*before.c, *values))


_ACCEPT_EVENT: Final = _at_once(moves=False)
_ACCEPT_MOVE: Final = _at_once(moves=True)
_EVENTS: Final = (
    select(*_EVENT)
    .where(
        event.c.game_id == bindparam("b_id"),
        event.c.seq > bindparam("b_after"),
        event.c.seq <= bindparam("b_up_to"),
    )
    .order_by(event.c.seq)
)


def _games_of(player_id: str) -> Subquery:
    """Return the names of the games at which a player sits, and of those that they rule as arbiter."""
    sits = select(seat.c.game_id).where(seat.c.player_id == player_id)
    rules = select(game.c.id).where(game.c.created_by == player_id, game.c.conditions.like('%"screens":%'))
    return union(sits, rules).subquery()


class GameTable:
    """The games, inside one transaction.

    Args:
        direct: by which what every move needs is written, where a transaction is kept with others.
    """

    def __init__(self, connection: Connection, direct: DirectLine | None = None) -> None:
        self._db = connection
        self._line = direct or connection

    def add(
        self,
        id: str,
        terms: GameTerms,
        stand: GameStand,
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
                **values_of(terms, GameTerms),
                **values_of(stand, GameStand),
            )
        )

    def add_seat(self, game_id: str, taken: SeatRecord) -> None:
        """Add one of the seats of a new game."""
        values = values_of(taken, SeatRecord) | {"is_bot": self._is_bot(taken.player_id)}
        self._db.execute(insert(seat).values(game_id=game_id, **values))

    def _is_bot(self, player_id: str | None) -> bool:
        query = select(bot.c.player_id).where(bot.c.player_id == player_id)
        return player_id is not None and self._db.execute(query).first() is not None

    def get(self, id: str) -> GameRecord | None:
        """Return the game with its seats, or None."""
        found = self._games(select(*_GAME, *_STAND).where(game.c.id == id))
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

    def ids(self, *, after: str, limit: int) -> Sequence[str]:
        """Return the names of games in their order, those that follow one."""
        query = select(game.c.id).where(game.c.id > after).order_by(game.c.id).limit(limit)
        return self._db.execute(query).scalars().all()

    def events(self, id: str, *, after: int, up_to: int) -> Sequence[EventRecord]:
        """Return the events that came after one version and made no later one than another, oldest first."""
        rows = self._db.execute(_EVENTS, {"b_id": id, "b_after": after, "b_up_to": up_to})
        return [EventRecord(*row) for row in rows]

    def line(self, id: str) -> Sequence[MoveRecord]:
        """Return the current line: what was played and not taken back."""
        query = select(*_MOVE).where(move.c.game_id == id).order_by(move.c.ply)
        return [MoveRecord(*row) for row in self._db.execute(query)]

    def accept(
        self,
        id: str,
        stand: GameStand,
        *,
        version: int,
        at: int,
        player_id: str | None,
        body: str,
        path: str | None = None,
    ) -> bool:
        """Append an event to the game as it is at `version`, make the next version, and note where it stands.

        Args:
            path: of the half-move that the event is, the last as the game stands then; None if it is none.
        Returns:
            False if the game has moved on meanwhile: nothing was written then.
        """
        given = {
            "b_id": id,
            "b_version": version,
            "version": version + 1,
            "updated_at": at,
            "at": at,
            "player_id": player_id,
            "body": body,
            "path": path,
            "b_ply": stand.ply - 1,
            **{name: getattr(stand, name) for name in _STANDS},
        }
        if self._db.dialect.name == "postgresql":
            return (_ACCEPT_EVENT if path is None else _ACCEPT_MOVE).write(self._line, given) == 1
        if _ACCEPT.write(self._line, given) != 1:
            return False
        given |= {"game_id": id, "seq": version + 1, "ply": stand.ply - 1}
        _ADD_EVENT.write(self._line, given)
        if path is not None:
            _ADD_MOVE.write(self._line, given)
        return True

    def touch(self, id: str, *, version: int, at: int) -> bool:
        """Make the next version of a game about which something new is known that is no event of it.

        Returns:
            False if the game has moved on meanwhile: nothing was written then.
        """
        return self._advance(id, version, at)

    def add_move(self, id: str, *, ply: int, seq: int, path: str, at: int) -> None:
        """Add a half-move to the current line."""
        _ADD_MOVE.write(self._line, {"game_id": id, "ply": ply, "seq": seq, "path": path, "at": at})

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
        values = {
            "kind": "human",
            "player_id": player_id,
            "name": name,
            "is_bot": self._is_bot(player_id),
        }
        self._db.execute(update(seat).where(mine).values(**values))
        still_open = select(seat.c.side).where(seat.c.game_id == id, seat.c.kind == "open")
        if self._db.execute(still_open).first() is None:
            self._db.execute(update(game).where(game.c.id == id).values(started_at=at))
        return True

    def give_to_engine(self, id: str, *, side: str, level: int) -> None:
        """Let the engine play on for whoever held a seat."""
        values = {
            "kind": "engine",
            "player_id": None,
            "name": "",
            "level": level,
            "invite": None,
            "is_bot": False,
        }
        self._db.execute(update(seat).where(seat.c.game_id == id, seat.c.side == side).values(**values))

    def keep_sealed(self, id: str, sealed: str | None) -> None:
        """Keep, or throw away, the move in the envelope of a game."""
        self._db.execute(update(game).where(game.c.id == id).values(sealed=sealed))

    def plans(self, id: str) -> Mapping[str, str]:
        """Return what each side has laid ahead in a game."""
        query = select(move_plan.c.side, move_plan.c.lines).where(move_plan.c.game_id == id)
        return {row.side: row.lines for row in self._db.execute(query)}

    def keep_plan(self, id: str, *, side: str, text: str) -> None:
        """Keep what a side lays ahead in place of what was there."""
        here = and_(move_plan.c.game_id == id, move_plan.c.side == side)
        self._db.execute(delete(move_plan).where(here))
        if text:
            self._db.execute(insert(move_plan).values(game_id=id, side=side, lines=text))

    def rematch_of(self, id: str) -> str | None:
        """Return the rematch of a game, or None."""
        found: str | None = self._db.execute(select(game.c.id).where(game.c.rematch_of == id)).scalar()
        return found

    def before_rematch(self, id: str) -> str | None:
        """Return the game of which a game is the rematch, or None."""
        found: str | None = self._db.execute(select(game.c.rematch_of).where(game.c.id == id)).scalar()
        return found

    def remove(self, id: str) -> None:
        """Take a game away with all that belongs to it."""
        self._db.execute(delete(game).where(game.c.id == id))

    def of_player(self, player_id: str, *, limit: int, offset: int = 0) -> Sequence[GameRecord]:
        """Return a player's games: unfinished first, among them those where it is their turn, then newest.

        They sit at them, or are the arbiter.
        """
        his = _games_of(player_id)
        turn = and_(seat.c.game_id == game.c.id, seat.c.side == game.c.turn, seat.c.player_id == player_id)
        query = (
            select(*_GAME, *_STAND)
            .where(game.c.id.in_(select(his.c.game_id)))
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
        return self._db.execute(select(func.count()).select_from(_games_of(player_id))).scalar_one()

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

    def show_in_club(self, id: str, *, at: int) -> None:
        """Let everybody who comes by see a game, and take its open seat."""
        self._db.execute(insert(club_game).values(game_id=id, listed_at=at))

    def is_in_club(self, id: str) -> bool:
        """Tell whether everybody may see a game."""
        return (
            self._db.execute(select(club_game.c.game_id).where(club_game.c.game_id == id)).first() is not None
        )

    def club_ids(self, *, started: bool, limit: int) -> Sequence[str]:
        """Return unfinished games of the club: those begun, newest first, or that wait, oldest first."""
        return list(self._db.execute(_of_club(select(game.c.id), started).limit(limit)).scalars())

    def of_club(self, *, started: bool, limit: int) -> Sequence[GameRecord]:
        """Return the games that `club_ids` names."""
        return self._games(_of_club(select(*_GAME, *_STAND), started).limit(limit))

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

    def _games(self, query: Select[*tuple[object, ...]]) -> list[GameRecord]:
        rows = self._db.execute(query).all()
        seats = self._seats(row.id for row in rows)
        return [_record(row, seats[row.id]) for row in rows]

    def _seats(self, ids: Iterable[str]) -> dict[str, tuple[SeatRecord, ...]]:
        found: dict[str, tuple[SeatRecord, ...]] = dict.fromkeys(ids, ())
        query = select(seat.c.game_id, *_SEAT).where(seat.c.game_id.in_(found))
        for game_id, *rest in self._db.execute(query):
            found[game_id] += (SeatRecord(*rest),)
        return {id: tuple(sorted(seats, key=lambda s: SEATS.index(s.side))) for id, seats in found.items()}


def _of_club(query: Select[Any], started: bool) -> Select[Any]:
    query = query.join(club_game, club_game.c.game_id == game.c.id).where(game.c.score.is_(None))
    if started:
        return query.where(game.c.started_at.is_not(None)).order_by(game.c.started_at.desc(), game.c.id)
    return query.where(game.c.started_at.is_(None)).order_by(club_game.c.listed_at, game.c.id)


def _record(row: Row[*tuple[object, ...]], seats: tuple[SeatRecord, ...]) -> GameRecord:
    facts = dict(row._mapping)
    stand = GameStand(**{name: facts.pop(name) for name in names_of(GameStand)})
    return GameRecord(**facts, stand=stand, seats=seats)
