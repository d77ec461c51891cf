"""Analysis of positions and games: what may be analysed, and games that are judged one after the other.

A game that people are playing is theirs to think about: until it is over nobody analyses it here, nor a
position that is on its board. Whole games are judged one after the other, by a worker that asks `waiting`;
what it has found is kept with the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final, cast

import msgspec

from damiera._core import Position, Side
from damiera.analysis.books import PLIES, known_openings, positions_of
from damiera.analysis.lessons import Lesson
from damiera.analysis.puzzles import candidates, verified
from damiera.analysis.report import (
    Look,
    confirmed,
    judge,
    looks,
    parts_seen,
)
from damiera.analysis.truth import Truth
from damiera.game.sides import SideName, is_for_two, side_named
from damiera.messages import Lang, Message, Text, from_data, to_data
from damiera.notation.moves import parse_move
from damiera.notation.pdn.model import PdnGame
from damiera.service.analysis_lines import NOT_FOR_TWO, AnalysisLine
from damiera.service.archive import ArchiveService
from damiera.service.errors import Code, NotFound, RefusedAct, ServiceError
from damiera.service.game_reports import GameReport, JudgingProgress, made_report, read_report
from damiera.service.live import GameCache, LiveGame
from damiera.service.puzzle_views import PuzzleView, kept_puzzle

__all__ = ["NODES", "Analysis", "TooMany"]

NODES: Final = 200_000
"""Nodes the engine searches for each position of a game that is judged."""

WAITING_EACH: Final = 3
VERIFY_TIMES: Final = 5
PUZZLES_A_GAME: Final = 4
TOLD_EVERY: Final = 4
BOOK_GAMES: Final = 200


class TooMany(ServiceError):
    """A player asks for more work than their share."""

    code: Code = "too-many"


class Analysis:
    """The use cases of somebody who wants to know why."""

    def __init__(self, cache: GameCache, archive: ArchiveService) -> None:
        self._cache = cache
        self._store = cache.store
        self._clock = cache.clock
        self._archive = archive

    def check_game(self, game_id: str) -> None:
        """Make sure that a game may be analysed.

        Raises:
            NotFound: if there is no such game.
            RefusedAct: while people play it, or where more than two play.
        """
        with self._store.read() as work:
            if work.archive.get(game_id) is not None:
                return
        live = self._cache.load(game_id)
        if _is_between_people(live):
            raise RefusedAct(_RUNNING)
        if not is_for_two(live.game.ruleset.core):
            raise RefusedAct(NOT_FOR_TWO)

    def check_line(self, player_id: str | None, line: AnalysisLine) -> None:
        """Make sure that a line does not touch a game that this player is playing with another.

        Raises:
            RefusedAct: if it does.
        """
        if player_id is None:
            return
        with self._store.read() as work:
            rows = work.games.of_player(player_id, limit=50, offset=0)
        running = [row.id for row in rows if not row.stand.score]
        boards = {tuple(sorted(position.pieces.items())) for position in line.positions}
        for game_id in running:
            live = self._cache.load(game_id)
            same = live.game.ruleset.base == line.game.base and live.game.ply > 0
            if (
                same
                and _is_between_people(live)
                and tuple(sorted(live.game.position.pieces.items())) in boards
            ):
                raise RefusedAct(_ON_YOUR_BOARD)

    def progress(self, game_id: str) -> JudgingProgress | None:
        """Return how far the judging of a game has come; None if nobody asked for it."""
        with self._store.read() as work:
            row = work.analyses.report(game_id)
        if row is None:
            return None
        report = None
        if row.body:
            written, _ = self._archive.record(game_id)
            report = read_report(row.body, written)
            if report is None:
                return None
        why = from_data(msgspec.json.decode(row.why)) if row.why else None
        return JudgingProgress(row.status, row.done, row.total, report, why)

    def annotated(self, game_id: str, lang: Lang) -> str | None:
        """Return a judged game as PDN with the report in it, for a reader of `lang`; None before."""
        progress = self.progress(game_id)
        if progress is None or progress.report is None:
            return None
        game, _ = self._archive.record(game_id)
        return progress.report.annotated(game, lang)

    def lesson(self, game_id: str, ply: int) -> Lesson:
        """Return a mistake of a judged game, to be played again.

        Raises:
            NotFound: if there is no such game, or no mistake at that ply.
            RefusedAct: as `check_game`.
        """
        self.check_game(game_id)
        progress = self.progress(game_id)
        report = progress.report if progress else None
        if report is None or not 0 <= ply < len(report.plies) or not report.plies[ply].is_bad:
            raise NotFound(game_id, _NO_MISTAKE)
        game, _ = self._archive.record(game_id)
        part, begin = _part_at(game, ply)
        position, white = part.positions[ply - begin], report.plies[ply - 1].white if ply else report.start
        return Lesson(
            position=position,
            history=part.positions[: ply - begin],
            played=part.mainline[ply - begin].move,
            best=parse_move(position, report.plies[ply].best),
            worth=white if position.side is Side.WHITE else 1 - white,
        )

    def ask(self, game_id: str, player_id: str, *, nodes: int = NODES) -> None:
        """Ask for a game to be judged.

        Raises:
            NotFound, RefusedAct: as `check_game`; Refused too for a game without moves, or not over.
            TooMany: if this player waits for three games already.
        """
        self.check_game(game_id)
        game, _ = self._archive.record(game_id)
        if not game.entries:
            raise RefusedAct(_NO_MOVES)
        if not self._is_over(game_id):
            raise RefusedAct(_GOES_ON)
        with self._store.write() as work:
            row = work.analyses.report(game_id)
            if row is not None and row.status == "waiting":
                return
            if work.analyses.waiting_of(player_id) >= WAITING_EACH:
                raise TooMany(_THREE)
            total = len(game.entries) + len(game.parts)
            work.analyses.ask(game_id, player_id=player_id, total=total, nodes=nodes, at=self._clock.now_ms())

    def _is_over(self, game_id: str) -> bool:
        with self._store.read() as work:
            if work.archive.get(game_id) is not None:
                return True
        return self._cache.load(game_id).game.outcome is not None

    def stop(self, game_id: str, player_id: str | None) -> None:
        """Take a game off the list, for whoever asked. Raises `NotFound`."""
        with self._store.write() as work:
            row = work.analyses.report(game_id)
            if row is None or row.player_id != player_id:
                raise NotFound(game_id)
            work.analyses.end(game_id, status="stopped", body=None, why=None, at=self._clock.now_ms())

    def waiting(self) -> list[str]:
        """Return the games to be judged, the longest waiting first: all of them after a restart."""
        with self._store.read() as work:
            return list(work.analyses.waiting())

    def work_on(
        self, game_id: str, asked: Look, deeper: Look, *, truth: Truth | None = None
    ) -> Iterator[None]:
        """Judge a game, step by step: a position is looked at between one step and the next.

        Whoever drives it may leave off at any step; then the game waits on.

        Args:
            game_id: the game.
            asked: looks at every position.
            deeper: looks again at a position where a move is called bad, or that may be a puzzle.
            truth: endgame tables, where there are any.
        Raises:
            EngineError: if the engine cannot answer; `fail` writes it down.
        """
        game, _ = self._archive.record(game_id)
        seen = []
        for looked in looks(game, asked):
            seen.append(looked)
            if len(seen) % TOLD_EVERY == 0 and not self._advance(game_id, len(seen)):
                return
            yield
        seen.reverse()
        how = partial(judge, game, is_known=self._book(game_id, game), truth=truth)
        for again in confirmed(game, seen, deeper, how):
            if again.left and again.done % TOLD_EVERY == 0:
                done = len(seen) + again.done
                if not self._advance(game_id, done, total=done + again.left):
                    return
            yield
        found = list[PuzzleView]()
        own = self._own_sides(game_id)
        for part, begin, here in parts_seen(game, seen):
            for ply in candidates(part, here):
                if len(found) < PUZZLES_A_GAME:
                    puzzle = verified(part.positions[ply], part.positions[:ply], deeper, truth=truth)
                    found += [kept_puzzle(puzzle, part, begin, own)] if puzzle else []
                    yield
        self._finish(game_id, made_report(game, again.report, NODES), found)

    def _own_sides(self, game_id: str) -> frozenset[Side]:
        """Return the sides that whoever asked for a report had in the game, if it was played here."""
        with self._store.read() as work:
            asked, row = work.analyses.report(game_id), work.games.get(game_id)
        if asked is None or row is None or asked.player_id is None:
            return frozenset()
        mine = [seat.side for seat in row.seats if seat.player_id == asked.player_id]
        return frozenset(side_named(cast(SideName, name)) for name in mine)

    def _book(self, game_id: str, game: PdnGame) -> Callable[[Position], bool]:
        """Return what knows openings: the decks of the game, and other games of the asker's archive."""
        slug = game.ruleset.slug
        known = known_openings(slug)
        with self._store.read() as work:
            row = work.analyses.report(game_id)
            owner = row.player_id if row is not None else None
        found = self._archive.search(owner, "en", game=slug, size=BOOK_GAMES).items
        others = (self._archive.positions(one.id)[:PLIES] for one in found if one.id != game_id)
        played = positions_of(others)
        return lambda position: position in known or position in played

    def _advance(self, game_id: str, done: int, *, total: int | None = None) -> bool:
        """Write down how far the work has come; False if nobody wants it any more."""
        with self._store.write() as work:
            return work.analyses.advance(game_id, done=done, total=total, at=self._clock.now_ms())

    def _finish(self, game_id: str, report: GameReport, puzzles: Sequence[PuzzleView]) -> None:
        now, body = self._clock.now_ms(), msgspec.json.encode(report).decode()
        with self._store.write() as work:
            row = work.analyses.report(game_id)
            if row is None or not work.analyses.end(game_id, status="done", body=body, why=None, at=now):
                return
            for puzzle in puzzles if row.player_id else ():
                assert row.player_id is not None
                text = msgspec.json.encode(puzzle).decode()
                work.analyses.add_puzzle(
                    puzzle.id, player_id=row.player_id, game_slug=puzzle.game, body=text, at=now
                )

    def fail(self, game_id: str, why: Text) -> None:
        """Write down why a game could not be judged."""
        said = msgspec.json.encode(to_data(why)).decode()
        with self._store.write() as work:
            work.analyses.end(game_id, status="failed", body=None, why=said, at=self._clock.now_ms())


def _part_at(game: PdnGame, ply: int) -> tuple[PdnGame, int]:
    """Return the part of a game in which a ply was played, and the part's first ply."""
    begin = 0
    for part in game.part_games:
        if ply < begin + len(part.mainline):
            return part, begin
        begin += len(part.mainline)
    raise IndexError(ply)


def _is_between_people(live: LiveGame) -> bool:
    """Whether a game is under way in which two people sit opposite each other."""
    if live.game.outcome is not None or live.waiting:
        return False
    seats = live.row.seats
    return all(seat.kind == "human" for seat in seats) and len({seat.player_id for seat in seats}) > 1


_RUNNING: Final = Message("People are playing this game: it can be analysed when it is over.")
_ON_YOUR_BOARD: Final = Message(
    "This position is on the board of a game you are playing with another person: it can be analysed when "
    "the game is over."
)
_NO_MOVES: Final = Message("No move was made in this game.")
_NO_MISTAKE: Final = Message("There is no mistake here to play again.")
_GOES_ON: Final = Message("A game can be judged when it is over.")
_THREE: Final = Message("You are waiting for three games already: wait until one is done.")
