"""Tournaments: their logs, which only grow, who their arbiters are, and what lists show of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import Connection, Select, bindparam, delete, insert, or_, select, update

from damiera.records.tournaments import TournamentEntryRecord, TournamentRecord
from damiera.store.prepared_statements import Prepared
from damiera.store.rows import columns_of
from damiera.store.schema import (
    tournament,
    tournament_arbiter,
    tournament_entry,
    tournament_member,
    tournament_person,
)

__all__ = ["TournamentTable"]


_Listing = Select[str, str, str, str, str | None, int, int, int]

_HEAD: Final = columns_of(tournament, TournamentRecord)
_ENTRY: Final = columns_of(tournament_entry, TournamentEntryRecord)

# What every page and every result of an event needs.
_GET: Final = Prepared(select(*_HEAD).where(tournament.c.id == bindparam("b_id")))
_ARBITERS: Final = Prepared(
    select(tournament_arbiter.c.player_id, tournament_arbiter.c.name)
    .where(tournament_arbiter.c.tournament_id == bindparam("b_id"))
    .order_by(tournament_arbiter.c.since, tournament_arbiter.c.player_id)
)
_STEP: Final = Prepared(
    update(tournament)
    .where(tournament.c.id == bindparam("b_id"), tournament.c.version == bindparam("b_version"))
    .values({name: bindparam(name) for name in ("version", "name", "head", "updated_at")})
)
_ADD_LINE: Final = Prepared(
    insert(tournament_entry).values(
        {name: bindparam(name) for name in ("tournament_id", "seq", "at", "player_id", "body", "hash")}
    )
)


class TournamentTable:
    """The tournaments, inside one transaction."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    def add(
        self, *, id: str, name: str, head: str, code: str, created_by: str, arbiter: str, at: int
    ) -> None:
        """Add a tournament with an empty log, and its first arbiter."""
        self._db.execute(
            insert(tournament).values(
                id=id,
                name=name,
                head=head,
                code=code,
                created_by=created_by,
                created_at=at,
                updated_at=at,
                version=0,
            )
        )
        self.let_in(id, player_id=created_by, name=arbiter, at=at)

    def get(self, id: str) -> TournamentRecord | None:
        """Return the tournament, or None."""
        row = _GET.execute(self._db, {"b_id": id}).first()
        return TournamentRecord(*row) if row else None

    def ids(self, *, after: str, limit: int) -> Sequence[str]:
        """Return the names of tournaments in their order, those that follow one."""
        query = select(tournament.c.id).where(tournament.c.id > after).order_by(tournament.c.id).limit(limit)
        return self._db.execute(query).scalars().all()

    def by_code(self, code: str) -> str | None:
        """Return the tournament that a code lets an arbiter into, or None."""
        found: str | None = self._db.execute(
            select(tournament.c.id).where(tournament.c.code == code)
        ).scalar()
        return found

    def entries(self, id: str, *, after: int = 0) -> Sequence[TournamentEntryRecord]:
        """Return the lines of the log after one, oldest first."""
        query = (
            select(*_ENTRY)
            .where(tournament_entry.c.tournament_id == id, tournament_entry.c.seq > after)
            .order_by(tournament_entry.c.seq)
        )
        return [TournamentEntryRecord(*row) for row in self._db.execute(query)]

    def append(
        self,
        id: str,
        *,
        version: int,
        name: str,
        head: str,
        at: int,
        player_id: str | None,
        lines: Sequence[tuple[str, str]],
    ) -> bool:
        """Append lines (body and hash) to the log as it is at `version`, and note what lists show.

        Returns:
            False if the log has grown meanwhile: nothing was written then.
        """
        row = {"version": version + len(lines), "name": name, "head": head, "updated_at": at}
        if _STEP.execute(self._db, {**row, "b_id": id, "b_version": version}).rowcount != 1:
            return False
        rows = [
            {"tournament_id": id, "seq": seq, "at": at, "player_id": player_id, "body": body, "hash": digest}
            for seq, (body, digest) in enumerate(lines, version + 1)
        ]
        if len(rows) == 1:
            _ADD_LINE.execute(self._db, rows[0])
        else:
            self._db.execute(insert(tournament_entry), rows)
        return True

    def arbiters(self, id: str) -> Sequence[tuple[str, str]]:
        """Return who may act, first the one who came first: player and name."""
        return [(str(player), str(name)) for player, name in _ARBITERS.execute(self._db, {"b_id": id})]

    def let_in(self, id: str, *, player_id: str, name: str, at: int) -> None:
        """Add an arbiter."""
        self._db.execute(
            insert(tournament_arbiter).values(tournament_id=id, player_id=player_id, name=name, since=at)
        )

    def let_out(self, id: str, *, player_id: str) -> None:
        """Let somebody be no arbiter any more."""
        table = tournament_arbiter
        self._db.execute(delete(table).where(table.c.tournament_id == id, table.c.player_id == player_id))

    def name_arbiter(self, id: str, *, player_id: str, name: str) -> None:
        """Call an arbiter by another name from now on."""
        table = tournament_arbiter
        step = update(table).where(table.c.tournament_id == id, table.c.player_id == player_id)
        self._db.execute(step.values(name=name))

    def set_code(self, id: str, code: str) -> None:
        """Give a tournament another code; the one before opens nothing any more."""
        self._db.execute(update(tournament).where(tournament.c.id == id).values(code=code))

    def of_arbiter(self, player_id: str, *, limit: int) -> Sequence[TournamentRecord]:
        """Return the tournaments that somebody may act in, the last touched first."""
        member, person = tournament_member, tournament_person
        runs = select(tournament_arbiter.c.tournament_id).where(tournament_arbiter.c.player_id == player_id)
        helps = (
            select(member.c.tournament_id)
            .join(person, person.c.id == member.c.person_id)
            .where(member.c.player_id == player_id, person.c.withdrawn_at.is_(None))
        )
        query = select(*_HEAD).where(or_(tournament.c.id.in_(runs), tournament.c.id.in_(helps)))
        return self._listed(query.order_by(tournament.c.updated_at.desc(), tournament.c.id).limit(limit))

    def latest(self, *, limit: int) -> Sequence[TournamentRecord]:
        """Return the tournaments of this server, the last touched first."""
        return self._listed(
            select(*_HEAD).order_by(tournament.c.updated_at.desc(), tournament.c.id).limit(limit)
        )

    def _listed(self, query: _Listing) -> Sequence[TournamentRecord]:
        return [TournamentRecord(*row) for row in self._db.execute(query)]
