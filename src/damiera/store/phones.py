"""The players' side of tournaments: secrets of codes, phones, who asks to play, games played here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy import func as sql

from damiera.records.tournaments import OnlineRecord, RequestRecord, TournamentKind
from damiera.store.rows import columns_of
from damiera.store.schema import (
    game,
    tournament,
    tournament_evening,
    tournament_online,
    tournament_phone,
    tournament_request,
    tournament_secret,
)

__all__ = ["PhoneTable"]


_REQUEST: Final = columns_of(tournament_request, RequestRecord)
_ONLINE: Final = columns_of(tournament_online, OnlineRecord)


class PhoneTable:
    """What players' phones need to be known, inside one transaction."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    def secret(self, id: str) -> str | None:
        """Return what a tournament's codes are made from, or None."""
        query = select(tournament_secret.c.secret).where(tournament_secret.c.tournament_id == id)
        found: str | None = self._db.execute(query).scalar()
        return found

    def set_secret(self, id: str, secret: str) -> None:
        """Give a tournament its secret."""
        self._db.execute(insert(tournament_secret).values(tournament_id=id, secret=secret))

    def bind(self, id: str, *, player_id: str, key: int, at: int) -> None:
        """Let a phone speak for an entry; it speaks for no other of this tournament then."""
        self.unbind(id, player_id=player_id)
        row = {"tournament_id": id, "player_id": player_id, "key": key, "at": at}
        self._db.execute(insert(tournament_phone).values(**row))

    def unbind(self, id: str, *, player_id: str) -> None:
        """Let a phone speak for nobody."""
        table = tournament_phone
        self._db.execute(delete(table).where(table.c.tournament_id == id, table.c.player_id == player_id))

    def unbind_all(self, id: str, *, key: int) -> None:
        """Let no phone speak for an entry any more."""
        table = tournament_phone
        self._db.execute(delete(table).where(table.c.tournament_id == id, table.c.key == key))

    def bound(self, id: str, player_id: str) -> int | None:
        """Return the entry a phone speaks for, or None."""
        table = tournament_phone
        query = select(table.c.key).where(table.c.tournament_id == id, table.c.player_id == player_id)
        found: int | None = self._db.execute(query).scalar()
        return found

    def phones(self, id: str) -> Sequence[tuple[int, str]]:
        """Return entry and player of every phone, the newest last."""
        table = tournament_phone
        query = select(table.c.key, table.c.player_id).where(table.c.tournament_id == id)
        return [(int(k), str(p)) for k, p in self._db.execute(query.order_by(table.c.at, table.c.player_id))]

    def ask(self, *, id: str, tournament_id: str, player_id: str, at: int, facts: str) -> None:
        """Add somebody who asks to play."""
        row = {"id": id, "tournament_id": tournament_id, "player_id": player_id, "at": at, "facts": facts}
        self._db.execute(insert(tournament_request).values(**row, state="waiting", key=None))

    def request(self, id: str) -> RequestRecord | None:
        """Return who asks, or None."""
        row = self._db.execute(select(*_REQUEST).where(tournament_request.c.id == id)).first()
        return RequestRecord(*row) if row else None

    def requests(self, tournament_id: str, *, state: str, limit: int) -> Sequence[RequestRecord]:
        """Return who asks in a tournament, who came first first."""
        table = tournament_request
        query = (
            select(*_REQUEST)
            .where(table.c.tournament_id == tournament_id, table.c.state == state)
            .order_by(table.c.at, table.c.id)
            .limit(limit)
        )
        return [RequestRecord(*row) for row in self._db.execute(query)]

    def waiting(self, tournament_id: str) -> int:
        """Return how many wait for an answer."""
        table = tournament_request
        found: int = self._db.execute(
            select(sql.count()).where(table.c.tournament_id == tournament_id, table.c.state == "waiting")
        ).scalar_one()
        return found

    def asked_by(self, tournament_id: str, player_id: str) -> Sequence[RequestRecord]:
        """Return what one person has asked in a tournament, the newest first."""
        table = tournament_request
        query = select(*_REQUEST).where(
            table.c.tournament_id == tournament_id, table.c.player_id == player_id
        )
        return [
            RequestRecord(*row) for row in self._db.execute(query.order_by(table.c.at.desc(), table.c.id))
        ]

    def answer(self, id: str, *, state: str, facts: str | None = None, key: int | None = None) -> bool:
        """Answer who waits; `facts` replaces what they wrote. False if they wait no more."""
        table = tournament_request
        step = update(table).where(table.c.id == id, table.c.state == "waiting")
        more = {} if facts is None else {"facts": facts}
        return self._db.execute(step.values(state=state, key=key, **more)).rowcount == 1

    def play_online(self, *, game_id: str, tournament_id: str, round: int, board: int, leg: int) -> None:
        """Record which board a game on this server is."""
        row = {"game_id": game_id, "tournament_id": tournament_id, "round": round, "board": board}
        self._db.execute(insert(tournament_online).values(**row, leg=leg, settled=0))

    def online(self, game_id: str) -> OnlineRecord | None:
        """Return which board a game is, or None."""
        row = self._db.execute(select(*_ONLINE).where(tournament_online.c.game_id == game_id)).first()
        return OnlineRecord(*row) if row else None

    def directed(self, game_id: str) -> TournamentKind:
        """Return in which kind of tournament a game is a board: "" for none."""
        board, evening = tournament_online, tournament_evening
        both = board.outerjoin(evening, evening.c.tournament_id == board.c.tournament_id)
        query = select(evening.c.tournament_id).select_from(both).where(board.c.game_id == game_id)
        found = self._db.execute(query).first()
        return "" if found is None else "arbiter" if found[0] is None else "evening"

    def ended(self) -> Sequence[str]:
        """Return the games of boards that are over and not yet told to their tournaments."""
        query = (
            select(tournament_online.c.game_id)
            .join(game, game.c.id == tournament_online.c.game_id)
            .where(tournament_online.c.settled == 0, game.c.score.is_not(None))
            .order_by(tournament_online.c.game_id)
        )
        return [str(id) for id in self._db.execute(query).scalars()]

    def settle(self, game_id: str) -> None:
        """Note that a game's tournament has been told."""
        table = tournament_online
        self._db.execute(update(table).where(table.c.game_id == game_id).values(settled=1))

    def set_evening(self, tournament_id: str, *, over: bool) -> None:
        """Have the rounds of a tournament follow one another by themselves, or no more."""
        table, value = tournament_evening, int(over)
        here = table.c.tournament_id == tournament_id
        if self._db.execute(update(table).where(here).values(over=value)).rowcount == 0:
            self._db.execute(insert(table).values(tournament_id=tournament_id, over=value))

    def tournaments_of(self, player_id: str) -> Sequence[tuple[str, str]]:
        """Return the tournaments in which a phone speaks for somebody, id and name, by id."""
        phone = tournament_phone
        both = phone.join(tournament, tournament.c.id == phone.c.tournament_id)
        query = select(tournament.c.id, tournament.c.name).select_from(both)
        query = query.where(phone.c.player_id == player_id).order_by(tournament.c.id)
        return [(str(id), str(name)) for id, name in self._db.execute(query)]

    def evenings_of(self, player_id: str) -> Sequence[str]:
        """Return the tournaments whose rounds follow one another in which a phone speaks for somebody."""
        phone, running = tournament_phone, tournament_evening
        query = select(phone.c.tournament_id).join(running, running.c.tournament_id == phone.c.tournament_id)
        query = query.where(running.c.over == 0, phone.c.player_id == player_id)
        return [str(id) for id in self._db.execute(query.order_by(phone.c.tournament_id)).scalars()]

    def evenings(self) -> Sequence[tuple[str, int]]:
        """Return the tournaments whose rounds follow one another, each with the last line of its log."""
        query = select(tournament.c.id, tournament.c.version).join(tournament_evening)
        query = query.where(tournament_evening.c.over == 0).order_by(tournament.c.id)
        return [(str(id), int(version)) for id, version in self._db.execute(query)]
