"""What the engine found out about games, the puzzles that came of it, and how players fared with them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy import func as sql

from damiera.records.analyses import ReportRecord, TryRecord
from damiera.store.rows import columns_of
from damiera.store.schema import analysis_report, puzzle, puzzle_try

__all__ = ["AnalysisTable"]


_REPORT: Final = columns_of(analysis_report, ReportRecord)
_TRY: Final = columns_of(puzzle_try, TryRecord)


class AnalysisTable:
    """Reports, puzzles and tries, inside one transaction."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    def report(self, game_id: str) -> ReportRecord | None:
        """Return the report on a game, finished or not; None if nobody has asked for one."""
        row = self._db.execute(select(*_REPORT).where(analysis_report.c.game_id == game_id)).first()
        return ReportRecord(*row) if row else None

    def ask(self, game_id: str, *, player_id: str | None, total: int, nodes: int, at: int) -> None:
        """Put a game on the list of those to be judged; a report there was is replaced."""
        self._db.execute(delete(analysis_report).where(analysis_report.c.game_id == game_id))
        self._db.execute(
            insert(analysis_report).values(
                game_id=game_id,
                player_id=player_id,
                status="waiting",
                done=0,
                total=total,
                nodes=nodes,
                created_at=at,
                updated_at=at,
            )
        )

    def waiting(self) -> Sequence[str]:
        """Return the games to be judged, the longest waiting first."""
        table = analysis_report.c
        query = select(table.game_id).where(table.status == "waiting").order_by(table.created_at)
        return list(self._db.execute(query).scalars())

    def waiting_of(self, player_id: str) -> int:
        """Return how many games of the list a player has asked for."""
        table = analysis_report.c
        query = select(sql.count()).where(table.status == "waiting", table.player_id == player_id)
        return int(self._db.execute(query).scalar() or 0)

    def advance(self, game_id: str, *, done: int, at: int, total: int | None = None) -> bool:
        """Write down how many positions were looked at; False if the work was stopped meanwhile."""
        table = analysis_report.c
        step = update(analysis_report).where(table.game_id == game_id, table.status == "waiting")
        more = {} if total is None else {"total": total}
        return self._db.execute(step.values(done=done, updated_at=at, **more)).rowcount == 1

    def end(self, game_id: str, *, status: str, body: str | None, why: str | None, at: int) -> bool:
        """End the work on a game; False if it had ended before."""
        table = analysis_report.c
        step = update(analysis_report).where(table.game_id == game_id, table.status == "waiting")
        values = {"status": status, "body": body, "why": why, "updated_at": at}
        return self._db.execute(step.values(**values)).rowcount == 1

    def add_puzzle(self, id: str, *, player_id: str, game_slug: str, body: str, at: int) -> None:
        """Keep a puzzle for a player; one they have already is replaced."""
        known = (puzzle.c.id == id, puzzle.c.player_id == player_id)
        self._db.execute(delete(puzzle).where(*known))
        self._db.execute(
            insert(puzzle).values(id=id, player_id=player_id, game_slug=game_slug, body=body, created_at=at)
        )

    def puzzles(self, player_id: str, *, limit: int) -> Sequence[str]:
        """Return a player's own puzzles, the latest first."""
        query = select(puzzle.c.body).where(puzzle.c.player_id == player_id)
        rows = self._db.execute(query.order_by(puzzle.c.created_at.desc(), puzzle.c.id).limit(limit))
        return list(rows.scalars())

    def puzzle(self, id: str, player_id: str) -> str | None:
        """Return one of a player's own puzzles, or None."""
        query = select(puzzle.c.body).where(puzzle.c.id == id, puzzle.c.player_id == player_id)
        found: str | None = self._db.execute(query).scalar()
        return found

    def tries(self, player_id: str) -> Sequence[TryRecord]:
        """Return how a player fared with all the puzzles they have tried."""
        return [
            TryRecord(*row)
            for row in self._db.execute(select(*_TRY).where(puzzle_try.c.player_id == player_id))
        ]

    def attempt(
        self, player_id: str, puzzle_id: str, *, tries: int, helped: int, solved_at: int | None
    ) -> None:
        """Write down how a player has fared with a puzzle so far."""
        key = (puzzle_try.c.player_id == player_id, puzzle_try.c.puzzle_id == puzzle_id)
        values = {"tries": tries, "helped": helped, "solved_at": solved_at}
        if self._db.execute(update(puzzle_try).where(*key).values(**values)).rowcount == 0:
            self._db.execute(insert(puzzle_try).values(player_id=player_id, puzzle_id=puzzle_id, **values))
