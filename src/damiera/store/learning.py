"""What a player has learned: exercises done, and how they solve puzzles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import Connection, insert, select, update

from damiera.records.learning import ExerciseRecord, PuzzleFormRecord
from damiera.store.rows import columns_of, values_of
from damiera.store.schema import exercise_done, puzzle_form

__all__ = ["LearningTable"]

_EXERCISE: Final = columns_of(exercise_done, ExerciseRecord)
_FORM: Final = columns_of(puzzle_form, PuzzleFormRecord)


class LearningTable:
    """What players have learned, inside one transaction."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    def exercises(self, player_id: str) -> Sequence[ExerciseRecord]:
        """Return the exercises that a player has done."""
        query = select(*_EXERCISE).where(exercise_done.c.player_id == player_id)
        return [ExerciseRecord(*row) for row in self._db.execute(query)]

    def do_exercise(self, player_id: str, record: ExerciseRecord, *, at: int) -> None:
        """Write down that a player has done an exercise; the first time counts."""
        if record not in self.exercises(player_id):
            values = values_of(record, ExerciseRecord)
            self._db.execute(insert(exercise_done).values(player_id=player_id, done_at=at, **values))

    def form(self, player_id: str, game_slug: str) -> PuzzleFormRecord | None:
        """Return how a player solves the puzzles of a game; None before the first."""
        at = (puzzle_form.c.player_id == player_id, puzzle_form.c.game_slug == game_slug)
        row = self._db.execute(select(*_FORM).where(*at)).first()
        return PuzzleFormRecord(*row) if row else None

    def set_form(self, player_id: str, record: PuzzleFormRecord) -> None:
        """Write down how a player solves the puzzles of a game, in place of what stood there."""
        at = (puzzle_form.c.player_id == player_id, puzzle_form.c.game_slug == record.game_slug)
        values = values_of(record, PuzzleFormRecord)
        if self._db.execute(update(puzzle_form).where(*at).values(**values)).rowcount == 0:
            self._db.execute(insert(puzzle_form).values(player_id=player_id, **values))
