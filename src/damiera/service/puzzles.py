"""Puzzles of visitors: those of their own games and those of the program, and how they fare with them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from damiera.messages import Message
from damiera.notation.moves import parse_move
from damiera.records.learning import PuzzleFormRecord
from damiera.service.errors import NotFound
from damiera.service.live import GameCache
from damiera.service.puzzle_form import rated
from damiera.service.puzzle_views import PuzzleView, read_puzzle, shipped

__all__ = ["PuzzleResult", "PuzzleService"]

PUZZLES_SHOWN: Final = 200


class PuzzleResult(msgspec.Struct, frozen=True):
    """How a visitor fared with a puzzle: tries made, help had (1 a hint, 2 the solution), whether solved."""

    tries: int = 0
    helped: int = 0
    solved: bool = False


class PuzzleService:
    """The use cases of somebody who solves puzzles."""

    def __init__(self, cache: GameCache) -> None:
        self._store = cache.store
        self._clock = cache.clock

    def puzzles(self, player_id: str | None, game: str | None = None) -> tuple[PuzzleView, ...]:
        """Return the puzzles of a visitor: those of their own games, then those that came with the app."""
        own: list[PuzzleView] = []
        if player_id is not None:
            with self._store.read() as work:
                bodies = work.analyses.puzzles(player_id, limit=PUZZLES_SHOWN)
            own = [read_puzzle(body) for body in bodies]
        known = {puzzle.id for puzzle in own}
        all = (*own, *(puzzle for puzzle in shipped().values() if puzzle.id not in known))
        return tuple(puzzle for puzzle in all if game is None or puzzle.game == game)

    def puzzle(self, id: str, player_id: str | None) -> PuzzleView:
        """Return a puzzle that came with the app, or one's own. Raises `NotFound`."""
        if player_id is not None:
            with self._store.read() as work:
                body = work.analyses.puzzle(id, player_id)
            if body is not None:
                return read_puzzle(body)
        found = shipped().get(id)
        if found is None:
            raise NotFound(id, Message("This puzzle is not here."))
        return found

    def fared(self, player_id: str | None) -> dict[str, PuzzleResult]:
        """Return how a visitor fared with every puzzle they have tried."""
        if player_id is None:
            return {}
        with self._store.read() as work:
            rows = work.analyses.tries(player_id)
        return {row.puzzle_id: PuzzleResult(row.tries, row.helped, row.solved_at is not None) for row in rows}

    def attempt(self, id: str, player_id: str, texts: Sequence[str]) -> tuple[bool, bool]:
        """Judge what a solver has played: whether it is right so far, and whether that is all of it.

        Another last move that ends the game at once in the solver's favour is right too.

        Raises:
            NotFound: if there is no such puzzle.
            NotationError: for a move that is none.
        """
        puzzle = self.puzzle(id, player_id)
        right = _is_right(puzzle, texts)
        done = right and len(texts) >= len(puzzle.solution)
        self._note(puzzle, player_id, solved=done, failed=not right, helped=0)
        return right, done

    def help(self, id: str, player_id: str, *, solution: bool) -> PuzzleView:
        """Return a puzzle to somebody who wants a hint, or to see the solution; it is written down."""
        puzzle = self.puzzle(id, player_id)
        self._note(puzzle, player_id, solved=False, failed=False, helped=2 if solution else 1)
        return puzzle

    def form(self, player_id: str | None, game: str) -> PuzzleFormRecord | None:
        """Return how a visitor solves the puzzles of a game; None before their first."""
        if player_id is None:
            return None
        with self._store.read() as work:
            return work.learning.form(player_id, game)

    def _note(self, puzzle: PuzzleView, player_id: str, *, solved: bool, failed: bool, helped: int) -> None:
        before = self.fared(player_id).get(puzzle.id, PuzzleResult())
        if before.solved:
            return
        is_first = not before.tries and not before.helped
        with self._store.write() as work:
            if is_first and (solved or failed or helped):
                form = rated(work.learning.form(player_id, puzzle.game), puzzle, solved=solved)
                work.learning.set_form(player_id, form)
            work.analyses.attempt(
                player_id,
                puzzle.id,
                tries=before.tries + (1 if failed or solved else 0),
                helped=max(before.helped, helped),
                solved_at=self._clock.now_ms() if solved and max(before.helped, helped) < 2 else None,
            )


def _is_right(puzzle: PuzzleView, texts: Sequence[str]) -> bool:
    """Whether the solver's moves, every other one of the texts, are the solution's."""
    position = solution = puzzle.position
    for number, text in enumerate(texts):
        move = parse_move(position, text)
        if number >= len(puzzle.solution):
            return False
        wanted = parse_move(solution, puzzle.solution[number])
        position = position.play(move)
        if move != wanted:
            return number % 2 == 0 and number == len(texts) - 1 and position.winner() is puzzle.position.side
        solution = solution.play(wanted)
    return bool(texts)
