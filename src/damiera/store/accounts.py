"""Accounts: names with passwords, recovery codes and devices; who blocks and who reports whom."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final

from sqlalchemy import Connection, Select, Table, and_, delete, exists, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from damiera.records.people import AbuseReportRecord, AccountRecord, SessionRecord
from damiera.store.rows import columns_of, values_of
from damiera.store.schema import (
    abuse_report,
    account,
    analysis_report,
    archive_game,
    archive_note,
    block,
    chat_line,
    display,
    display_board,
    exercise_done,
    game,
    import_job,
    note,
    player,
    puzzle,
    puzzle_form,
    puzzle_try,
    recovery_code,
    seat,
    session,
    study,
    study_author,
    study_edit,
    study_solved,
)

__all__ = ["AccountTable"]

_ACCOUNT: Final = (
    account.c.player_id,
    player.c.name,
    account.c.key,
    account.c.password,
    account.c.role,
    account.c.since,
)
_SESSION: Final = columns_of(session, SessionRecord)
_THEIRS: Final[tuple[tuple[Table, str, tuple[str, ...]], ...]] = (
    (study, "owner_id", ()),
    (study_author, "player_id", ("study_id",)),
    (study_edit, "player_id", ()),
    (study_solved, "player_id", ("study_id", "chapter")),
    (import_job, "player_id", ()),
    (archive_game, "player_id", ("digest",)),
    (archive_note, "player_id", ("archive_id", "ply")),
    (note, "player_id", ("game_id", "ply")),
    (analysis_report, "player_id", ()),
    (puzzle, "player_id", ("id",)),
    (puzzle_try, "player_id", ("puzzle_id",)),
    (puzzle_form, "player_id", ("game_slug",)),
    (exercise_done, "player_id", ("book", "article", "number")),
    (display, "host_id", ()),
    (display_board, "player_id", ("display_id",)),
    (chat_line, "player_id", ()),
    (abuse_report, "reporter_id", ()),
    (abuse_report, "about_id", ()),
)
"""What somebody has beside seats: the table, its column, and what nobody has twice in it."""
_REPORT: Final = columns_of(abuse_report, AbuseReportRecord)


class AccountTable:
    """Who has an account, inside one transaction."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    def add(self, record: AccountRecord) -> bool:
        """Give a player an account; False if another has one under its key, or was quicker."""
        row = {
            "player_id": record.player_id,
            "key": record.key,
            "password": record.password,
            "role": record.role,
            "since": record.since,
        }
        try:
            with self._db.begin_nested():
                self._db.execute(insert(account).values(**row))
        except IntegrityError:
            return False
        return True

    def get(self, player_id: str) -> AccountRecord | None:
        """Return the account of a player, or None."""
        query = select(*_ACCOUNT).join(player).where(account.c.player_id == player_id)
        return _account(self._db.execute(query).first())

    def by_key(self, key: str) -> AccountRecord | None:
        """Return the account whose name is compared as this, or None."""
        return _account(self._db.execute(select(*_ACCOUNT).join(player).where(account.c.key == key)).first())

    def all(self, *, limit: int) -> Sequence[AccountRecord]:
        """Return accounts by their names."""
        query = select(*_ACCOUNT).join(player).order_by(account.c.key).limit(limit)
        return [AccountRecord(*row) for row in self._db.execute(query)]

    def names(self, player_ids: Collection[str]) -> dict[str, str]:
        """Return the names of those of some players who have an account, by id."""
        query = select(account.c.player_id, player.c.name).join(player)
        rows = self._db.execute(query.where(account.c.player_id.in_(player_ids)))
        return {row.player_id: row.name for row in rows}

    def set_password(self, player_id: str, password: str) -> None:
        """Keep the hash of a new password."""
        self._db.execute(update(account).where(account.c.player_id == player_id).values(password=password))

    def count_role(self, role: str) -> int:
        """Return how many accounts have a role."""
        return self._db.execute(select(func.count()).where(account.c.role == role)).scalar_one()

    def set_role(self, player_id: str, role: str) -> None:
        """Let somebody do what a role may."""
        self._db.execute(update(account).where(account.c.player_id == player_id).values(role=role))

    # ------------------------------------------------------------------------------------ recovery codes

    def set_codes(self, player_id: str, hashes: Sequence[str]) -> None:
        """Give somebody recovery codes in place of those they have."""
        self._db.execute(delete(recovery_code).where(recovery_code.c.player_id == player_id))
        for code_hash in hashes:
            self._db.execute(insert(recovery_code).values(code_hash=code_hash, player_id=player_id))

    def use_code(self, player_id: str, code_hash: str) -> bool:
        """Use a recovery code up; False if it is none of theirs, or was used."""
        table = recovery_code
        mine = and_(table.c.player_id == player_id, table.c.code_hash == code_hash)
        return self._db.execute(delete(table).where(mine)).rowcount == 1

    def codes_left(self, player_id: str) -> int:
        """Return how many recovery codes somebody has not used."""
        query = select(func.count()).where(recovery_code.c.player_id == player_id)
        return self._db.execute(query).scalar_one()

    # ------------------------------------------------------------------------------------------- devices

    def sessions(self, player_id: str) -> Sequence[SessionRecord]:
        """Return the devices on which somebody is known, the last seen first."""
        seen = func.coalesce(session.c.seen_at, session.c.created_at)
        query = select(*_SESSION).where(session.c.player_id == player_id)
        return [SessionRecord(*row) for row in self._db.execute(query.order_by(seen.desc()))]

    def seen(self, token_hash: str, *, device: str, at: int) -> None:
        """Note that a device was heard of."""
        here = update(session).where(session.c.token_hash == token_hash)
        self._db.execute(here.values(device=device, seen_at=at))

    def end_sessions(self, player_id: str, *, keep: str = "") -> int:
        """Know somebody on no device any more, but for one; return on how many they were known."""
        mine = and_(session.c.player_id == player_id, session.c.token_hash != keep)
        return self._db.execute(delete(session).where(mine)).rowcount

    # ------------------------------------------------------------------------------------------- leaving

    def hand_over(self, from_id: str, to_id: str, name: str) -> tuple[Sequence[str], Sequence[str]]:
        """Give what is one player's to another: seats, archive, studies, displays, notes, what was learned.

        Games in which both sit, and whatever the other has of the same kind already, stay as they are.

        Returns:
            the games whose seats changed hands, and the archived games that did.
        """
        games = self._hand_seats_over(from_id, to_id, name)
        first = archive_game.alias()
        twice = exists().where(first.c.player_id == to_id, first.c.digest == archive_game.c.digest)
        theirs = and_(archive_game.c.player_id == from_id, ~twice)
        archived = list(self._db.execute(select(archive_game.c.id).where(theirs)).scalars())
        for table, column, key in _THEIRS:
            mine = table.c[column] == from_id
            if key:
                other = table.alias()
                same = [other.c[one] == table.c[one] for one in key]
                mine = and_(mine, ~exists().where(other.c[column] == to_id, *same))
            self._db.execute(update(table).where(mine).values({column: to_id}))
        return games, archived

    def _hand_seats_over(self, from_id: str, to_id: str, name: str) -> Sequence[str]:
        theirs = select(seat.c.game_id).where(seat.c.player_id == to_id)
        movable = and_(seat.c.player_id == from_id, seat.c.game_id.not_in(theirs))
        ids = list(self._db.execute(select(seat.c.game_id).where(movable).distinct()).scalars())
        for id in ids:
            mine = and_(seat.c.game_id == id, seat.c.player_id == from_id)
            self._db.execute(update(seat).where(mine).values(player_id=to_id, name=name))
            self._next_version(id)
            made = and_(game.c.id == id, game.c.created_by == from_id)
            self._db.execute(update(game).where(made).values(created_by=to_id))
        return [*ids, *self._hand_desks_over(from_id, to_id, theirs)]

    def _hand_desks_over(self, from_id: str, to_id: str, theirs: Select[tuple[str]]) -> Sequence[str]:
        """Let another be the arbiter of games at which the players have screens of their own."""
        rules = and_(game.c.created_by == from_id, game.c.conditions.like('%"screens":%'))
        ids = list(self._db.execute(select(game.c.id).where(rules, game.c.id.not_in(theirs))).scalars())
        for id in ids:
            self._db.execute(update(game).where(game.c.id == id).values(created_by=to_id))
            self._next_version(id)
        return ids

    def forget(self, player_id: str, name: str) -> Sequence[str]:
        """Remove a player with all that is theirs alone; others keep their games, in which they have a name.

        Returns:
            the games in which they sat.
        """
        ids = list(
            self._db.execute(select(seat.c.game_id).where(seat.c.player_id == player_id).distinct()).scalars()
        )
        self._leave_offers(player_id)
        self._db.execute(update(seat).where(seat.c.player_id == player_id).values(name=name))
        self._db.execute(delete(player).where(player.c.id == player_id))
        for id in ids:
            self._next_version(id)
        return ids

    def _leave_offers(self, player_id: str) -> None:
        """Await a player no more where others have offered them a rematch: the seat there has their name."""
        theirs = select(seat.c.game_id, seat.c.name).where(seat.c.player_id == player_id).subquery()
        offers = select(game.c.id).join(theirs, theirs.c.game_id == game.c.rematch_of)
        awaited = and_(
            seat.c.kind == "open", seat.c.game_id.in_(offers), seat.c.name.in_(select(theirs.c.name))
        )
        for id in list(self._db.execute(select(seat.c.game_id).where(awaited).distinct()).scalars()):
            self._next_version(id)
        self._db.execute(update(seat).where(awaited).values(name=""))

    def _next_version(self, game_id: str) -> None:
        """Have every process read the seats of a game again."""
        self._db.execute(update(game).where(game.c.id == game_id).values(version=game.c.version + 1))

    # ------------------------------------------------------------------------------- blocking, reporting

    def block(self, player_id: str, blocked_id: str, *, at: int) -> None:
        """Let somebody keep another away; twice does no harm."""
        self.unblock(player_id, blocked_id)
        self._db.execute(insert(block).values(player_id=player_id, blocked_id=blocked_id, at=at))

    def unblock(self, player_id: str, blocked_id: str) -> None:
        """Let somebody keep another away no longer."""
        mine = and_(block.c.player_id == player_id, block.c.blocked_id == blocked_id)
        self._db.execute(delete(block).where(mine))

    def blocked(self, player_id: str) -> Sequence[tuple[str, str]]:
        """Return whom somebody keeps away, id and name, by name."""
        query = (
            select(player.c.id, player.c.name)
            .join(block, block.c.blocked_id == player.c.id)
            .where(block.c.player_id == player_id)
            .order_by(player.c.name)
        )
        return [(id, name) for id, name in self._db.execute(query)]

    def blocking(self, blocked_ids: Collection[str]) -> Sequence[tuple[str, str]]:
        """Return who keeps away any of some players, each with whom."""
        query = select(block.c.player_id, block.c.blocked_id).where(block.c.blocked_id.in_(blocked_ids))
        return [(by, whom) for by, whom in self._db.execute(query)]

    def blocks_between(self, one: str, others: Collection[str]) -> bool:
        """Tell whether somebody keeps one of some others away, or one of them keeps them away."""
        mine = and_(block.c.player_id == one, block.c.blocked_id.in_(others))
        theirs = and_(block.c.blocked_id == one, block.c.player_id.in_(others))
        return self._db.execute(select(block.c.at).where(or_(mine, theirs)).limit(1)).first() is not None

    def add_report(self, record: AbuseReportRecord) -> None:
        """Keep what somebody reports."""
        self._db.execute(insert(abuse_report).values(**values_of(record, AbuseReportRecord)))

    def reports(self, *, limit: int) -> Sequence[AbuseReportRecord]:
        """Return reports, those not yet closed first, the newest first among each."""
        table = abuse_report
        query = select(*_REPORT).order_by(table.c.closed_at.is_not(None), table.c.at.desc()).limit(limit)
        return [AbuseReportRecord(*row) for row in self._db.execute(query)]

    def reports_of(self, reporter_id: str, *, since: int) -> int:
        """Return how many reports somebody has sent since a time."""
        table = abuse_report
        query = select(func.count()).where(table.c.reporter_id == reporter_id, table.c.at >= since)
        return self._db.execute(query).scalar_one()

    def abuse_report(self, id: str) -> AbuseReportRecord | None:
        """Return a report, or None."""
        row = self._db.execute(select(*_REPORT).where(abuse_report.c.id == id)).first()
        return None if row is None else AbuseReportRecord(*row)

    def close_report(self, id: str, *, by: str, at: int) -> bool:
        """Put a report away; False if it was, or is not there."""
        table = abuse_report
        step = update(table).where(table.c.id == id, table.c.closed_at.is_(None))
        return self._db.execute(step.values(closed_at=at, closed_by=by)).rowcount == 1


def _account(row: Any) -> AccountRecord | None:
    return None if row is None else AccountRecord(*row)
