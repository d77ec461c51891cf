"""Looking into a position or a game: what may be analysed, what a browser is shown, reports and puzzles.

A game that people are playing is theirs to think about: until it is over nobody analyses it here, nor a
position that is on its board. Whole games are judged one after the other, by a worker that asks `waiting`;
what it has found is kept with the game.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from importlib.resources import files
from typing import Final, cast

import msgspec

from damiera._core import Move, Position, Side
from damiera.analysis.books import PLIES, known_openings, plies_by_lot, positions_of
from damiera.analysis.grading import CLASS_NAMES, Class
from damiera.analysis.lessons import Lesson
from damiera.analysis.odds import Odds, odds_of
from damiera.analysis.puzzles import Goal, Puzzle, candidates, solved_text, task_text, verified
from damiera.analysis.report import (
    BY_LOT,
    AnalysisReport,
    Look,
    ReportNote,
    confirmed,
    judge,
    looks,
    notes,
    parts_seen,
    with_notes,
)
from damiera.analysis.truth import Truth
from damiera.analysis.words import score_text
from damiera.game.sides import SideName, is_for_two, side_name, side_named
from damiera.messages import Lang, Message, Recorded, Text, Verbatim, from_data, to_data
from damiera.notation.fen import parse_fen
from damiera.notation.moves import best_route, format_move, parse_move
from damiera.notation.pdn.model import PdnGame
from damiera.notation.pdn.reader import read_pdn
from damiera.notation.pdn.writer import write_pdn
from damiera.records.learning import PuzzleFormRecord
from damiera.rules.crowning import becomes_king, leaves_board
from damiera.rules.ruleset import CATALOGUE, Ruleset, ruleset
from damiera.service.archive import ArchiveService
from damiera.service.errors import BadTerms, Code, NotFound, RefusedAct, ServiceError
from damiera.service.game_views import moves_view, pieces_view
from damiera.service.live import GameCache, LiveGame, after_view, captured_in_order
from damiera.service.puzzle_form import rated
from damiera.service.views import MoveView, PlyView

__all__ = [
    "NODES",
    "Analysis",
    "AnalysisLine",
    "GameReport",
    "JudgingProgress",
    "PlyReport",
    "PositionView",
    "PuzzleResult",
    "PuzzleView",
    "TooMany",
    "class_name",
    "line_view",
    "read_line",
    "state_of",
]

NODES: Final = 200_000
"""Nodes the engine searches for each position of a game that is judged."""

LONGEST: Final = 1_000
WAITING_EACH: Final = 3
VERIFY_TIMES: Final = 5
PUZZLES_A_GAME: Final = 4
PUZZLES_SHOWN: Final = 200
SHOWN_PLIES: Final = 12
TOLD_EVERY: Final = 4
BOOK_GAMES: Final = 200


class TooMany(ServiceError):
    """A player asks for more work than their share."""

    code: Code = "too-many"


# -------------------------------------------------------------------------------------------------- positions


class AnalysisLine(msgspec.Struct, frozen=True):
    """A position, and the way it was reached.

    Attributes:
        game: which game.
        start: where the line begins.
        moves: its moves.
        positions: all of its positions, the start first.
    """

    game: Ruleset
    start: Position
    moves: tuple[Move, ...]
    positions: tuple[Position, ...]

    @property
    def position(self) -> Position:
        """Where the line has got to."""
        return self.positions[-1]

    @property
    def history(self) -> tuple[Position, ...]:
        """The positions before it."""
        return self.positions[:-1]


class PositionView(msgspec.Struct, frozen=True):
    """A position as a board shows it, with the moves that may be tried."""

    fen: str
    side: SideName
    pieces: dict[str, str]
    moves: tuple[MoveView, ...]
    must: tuple[int, ...]
    last: PlyView | None
    over: str


def read_line(game: str, fen: str, moves: str) -> AnalysisLine:
    """Return the line that a page asks for: moves from a position, or from the start of a game.

    Raises:
        UnknownGame, FenError, IllegalSetup, NotationError: for what cannot be read, with a place.
        BadTerms: for a game that two cannot play, or a line without end.
    """
    rules = ruleset(game)
    if not is_for_two(rules.core):
        raise BadTerms("game", _NOT_FOR_TWO)
    texts = moves.split()
    if len(texts) > LONGEST:
        raise BadTerms("moves", _TOO_LONG.format(n=LONGEST))
    start = parse_fen(fen, rules).position() if fen.strip() else rules.start()
    played, positions = list[Move](), [start]
    for text in texts:
        played.append(parse_move(positions[-1], text))
        positions.append(positions[-1].play(played[-1]))
    return AnalysisLine(rules, start, tuple(played), tuple(positions))


def state_of(line: AnalysisLine, lang: Lang) -> PositionView:
    """Return what a board shows at the end of a line."""
    position = line.position
    last = line_view(line.positions[-2], line.moves[-1:], ply=len(line.moves) - 1) if line.moves else ()
    moves = moves_view(position)
    captures = position.detect()
    return PositionView(
        fen=position.fen,
        side=side_name(position.side),
        pieces=pieces_view(position),
        moves=moves,
        must=tuple(dict.fromkeys(move.origin for move in moves)) if captures else (),
        last=last[0] if last else None,
        over="" if moves else _over(position).text(lang),
    )


def _over(position: Position) -> Text:
    winner = position.winner()
    if winner is None:
        return Message("The game is over: a draw.")
    if winner is Side.WHITE:
        return Message("The game is over: White wins.")
    return Message("The game is over: Black wins.")


def line_view(position: Position, moves: Sequence[Move], *, ply: int = 0) -> tuple[PlyView, ...]:
    """Return moves from a position as a board can play them."""
    out = []
    for number, move in enumerate(moves, ply):
        path = best_route(position, move)
        out.append(
            PlyView(
                ply=number,
                text=format_move(position, move),
                path=path,
                captured=captured_in_order(position, move, path),
                promotes=becomes_king(position.rules, move),
                leaves=leaves_board(position.rules, move),
                becomes=move.becomes,
                side=side_name(position.side),
                after=after_view(position, move),
                drops=move.drops,
            )
        )
        position = position.play(move)
    return tuple(out)


def game_moves(game: PdnGame) -> tuple[PlyView, ...]:
    """Return the moves of a game as a board can play them, and how it stands where it changed between two."""
    out = list[PlyView]()
    for part in game.part_games:
        if out:
            stands = pieces_view(part.start)
            out[-1] = msgspec.structs.replace(out[-1], after=stands, jump=part.start.fen)
        out += line_view(part.start, part.moves, ply=len(out))
    return tuple(out)


# ---------------------------------------------------------------------------------------------------- reports


class PlyReport(msgspec.Struct, frozen=True):
    """One move of a judged game.

    Attributes:
        white: points White may expect of one, after the move.
        score: the score after it, from White's side, as `to_data` writes it.
        klass: how good it is, a value of `Class`.
        sign: of art. 13.
        missed: a win that it let go: tables, proved, likely, or empty.
        said: why, where there is something to say, as `to_data` writes it.
        best: the better move and its line; empty where it was the best.
        remark: what the annotated game says of it, likewise; None in reports of earlier versions, which
            kept `score` and `said` as two sentences, Italian and English.
    """

    ply: int
    text: str
    white: float
    score: object
    klass: str
    sign: str
    missed: str
    said: object
    best: str
    line: str
    remark: object = None

    def score_in(self, lang: Lang) -> str:
        """Return the score for a reader of `lang`."""
        return _read(self.score).text(lang)

    def said_in(self, lang: Lang) -> str:
        """Return why, for a reader of `lang`; empty where there is nothing to say."""
        return _read(self.said).text(lang)

    @property
    def is_bad(self) -> bool:
        """True for a mistake or a blunder."""
        return self.klass in (Class.MISTAKE.value, Class.BLUNDER.value)


class GameReport(msgspec.Struct, frozen=True):
    """A judged game, as it is kept.

    Attributes:
        plies: each move.
        start: points White may expect at the start, and the score there.
        out: the first ply that no known opening has.
        depth: the least depth searched.
        measured: whether the odds were measured for this game.
        pdn: the game with the report in it, in Italian and in English: in reports of earlier versions only.
    """

    plies: tuple[PlyReport, ...]
    start: float
    out: int | None
    depth: int
    nodes: int
    measured: bool
    pdn: tuple[str, ...] = ()

    def annotated(self, game: PdnGame, lang: Lang) -> str:
        """Return the game with the report in it as PDN, worded for a reader of `lang`."""
        if self.pdn:
            return _read(list(self.pdn)).text(lang)
        told = [
            _note(one, position, entry.move)
            for one, position, entry in zip(self.plies, game.all_positions[:-1], game.entries, strict=True)
        ]
        return write_pdn(with_notes(game, told, lang))

    def count(self, side: int, klass: Class) -> int:
        """Return how many moves of a class the first (0) or second (1) player of the game made."""
        return sum(one.klass == klass.value for one in self.plies[side::2])


class JudgingProgress(msgspec.Struct, frozen=True):
    """How far the judging of a game has come; `report` once it is done, `why` if it could not be."""

    status: str
    done: int
    total: int
    report: GameReport | None
    why: Text | None


def made_report(game: PdnGame, report: AnalysisReport, nodes: int) -> GameReport:
    """Return a report in the form in which it is kept."""
    positions, told, entries = game.all_positions, notes(report), game.entries
    plies = tuple(
        PlyReport(
            ply=one.ply,
            text=entries[one.ply].text,
            white=_whites(one.graded.odds, one.side),
            score=to_data(score_text(one.graded.after)),
            klass=one.graded.klass.value,
            sign=one.graded.sign,
            missed=one.graded.missed_win,
            said=to_data(
                one.reason.text if one.reason else BY_LOT if one.ply == report.by_lot - 1 else _NOTHING
            ),
            best=format_move(positions[one.ply], one.graded.best) if one.graded.is_bad else "",
            line=_texts(positions[one.ply], one.graded.line) if one.graded.is_bad else "",
            remark=to_data(told[one.ply].remark),
        )
        for one in report.moves
    )
    start = odds_of(report.start.seen_by(Side.WHITE), report.curve).expectation
    return GameReport(plies, start, report.out_of_book, report.depth, nodes, report.curve.measured)


def _spared(report: GameReport, game: PdnGame) -> GameReport:
    """Return a report without blame for what the lot chose: those kept before the lot was heeded have it."""
    lot = plies_by_lot(game.part_games[0])
    if all(one.klass == Class.LOT.value for one in report.plies[:lot]):
        return report
    drawn = tuple(
        msgspec.structs.replace(one, klass=Class.LOT.value, sign="", missed="", said="", best="", line="")
        for one in report.plies[:lot]
    )
    drawn = (*drawn[:-1], msgspec.structs.replace(drawn[-1], said=to_data(BY_LOT)))
    texts = tuple(_spared_text(text, game, lot) for text in report.pdn)
    return msgspec.structs.replace(report, plies=drawn + report.plies[lot:], pdn=texts)


def _spared_text(text: str, game: PdnGame, lot: int) -> str:
    """Return an annotated game with the moves that the lot chose as they were written down."""
    [told] = (one for one in read_pdn(text) if isinstance(one, PdnGame))
    return write_pdn(replace(told, mainline=game.entries[:lot] + told.mainline[lot:]))


def _whites(odds: Odds, side: Side) -> float:
    return round(odds.expectation if side is Side.WHITE else 1 - odds.expectation, 4)


def _read(kept: object) -> Text:
    """Return a sentence of a report as it is kept; earlier versions wrote it in Italian and in English."""
    return Recorded(dict(zip(("it", "en"), kept, strict=True))) if isinstance(kept, list) else from_data(kept)


def _note(one: PlyReport, position: Position, played: Move) -> ReportNote:
    """Return what an annotated game says of a move."""
    better = list[Move]()
    for text in one.line.split():
        better.append(parse_move(position, text))
        position = position.play(better[-1])
    return ReportNote(_read(one.remark), one.sign, tuple(better) if better[:1] != [played] else ())


def _texts(position: Position, moves: Sequence[Move]) -> str:
    out = []
    for move in moves[:SHOWN_PLIES]:
        out.append(format_move(position, move))
        position = position.play(move)
    return " ".join(out)


# ---------------------------------------------------------------------------------------------------- puzzles


class PuzzleView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A puzzle as it is kept: moves as the game writes them, and why the first is right.

    Attributes:
        reason: why, as `damiera.messages.to_data` writes it; None where only the search says so.
        it, en: the same in puzzles kept by earlier versions, which wrote it in two languages.
        missed: what its owner played there instead, in a game of their own; empty where they found it, or the
            move was somebody else's.
    """

    id: str
    game: str
    fen: str
    goal: Goal
    solution: tuple[str, ...]
    theme: str
    depth: int
    easy: bool
    reason: object = None
    it: str = ""
    en: str = ""
    ply: int = 0
    missed: str = ""
    source: dict[str, str] = msgspec.field(name="from", default_factory=dict)

    def said(self, lang: Lang) -> str:
        """Return why the first move is right."""
        return solved_text(self.goal, self.theme, self.solution[0], self._reason).text(lang)

    @property
    def _reason(self) -> Text | None:
        if self.reason is not None:
            return from_data(self.reason)
        return Recorded({"it": self.it, "en": self.en}) if self.en else None

    def task(self, lang: Lang) -> str:
        """Return what is to be found."""
        return task_text(self.position, self.goal).text(lang)

    @property
    def position(self) -> Position:
        """Where it begins."""
        return parse_fen(self.fen, ruleset(self.game)).position()


_puzzle_decoder = msgspec.json.Decoder(PuzzleView)
_report_decoder = msgspec.json.Decoder(GameReport)


@cache
def shipped() -> Mapping[str, PuzzleView]:
    """Return the puzzles that come with the program, from published games: the shorter ones first."""
    text = (files("damiera.analysis") / "data" / "puzzles.jsonl").read_bytes()
    found = [_puzzle_decoder.decode(line) for line in text.splitlines() if line.strip()]
    games = list(CATALOGUE)
    found.sort(key=lambda one: (games.index(one.game), len(one.solution), not one.easy, one.id))
    return {puzzle.id: puzzle for puzzle in found}


def _kept(puzzle: Puzzle, game: PdnGame, begin: int, own: Collection[Side]) -> PuzzleView:
    """Return a puzzle as it is kept for somebody who had the sides `own` in the game.

    Args:
        game: the part of the game that it is of, whose first ply is number `begin`.
    """
    moves = tuple(_texts(puzzle.position, puzzle.solution).split())
    reason = puzzle.reason
    played = game.mainline[puzzle.ply].text if puzzle.ply < len(game.mainline) else ""
    is_own_error = puzzle.position.side in own and played != moves[0]
    tags = {name: game.tags[name] for name in ("White", "Black", "Event", "Date") if game.tags.get(name)}
    return PuzzleView(
        id=puzzle.id,
        game=game.ruleset.slug,
        fen=puzzle.position.fen,
        goal=puzzle.goal,
        solution=moves,
        theme=puzzle.theme,
        reason=to_data(reason.text) if reason else None,
        depth=puzzle.depth,
        easy=puzzle.seen,
        ply=begin + puzzle.ply,
        missed=played if is_own_error else "",
        source=tags,
    )


class PuzzleResult(msgspec.Struct, frozen=True):
    """How a visitor fared with a puzzle: tries made, help had (1 a hint, 2 the solution), whether solved."""

    tries: int = 0
    helped: int = 0
    solved: bool = False


# ---------------------------------------------------------------------------------------------- the use cases


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
            raise RefusedAct(_NOT_FOR_TWO)

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
            report = _report_decoder.decode(row.body)
            if len(report.plies) != len(written.entries):
                return None  # an earlier version judged the last part alone
            report = _spared(report, written)
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
                    found += [_kept(puzzle, part, begin, own)] if puzzle else []
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

    # -- puzzles

    def puzzles(self, player_id: str | None, game: str | None = None) -> tuple[PuzzleView, ...]:
        """Return the puzzles of a visitor: those of their own games, then those that came with the app."""
        own: list[PuzzleView] = []
        if player_id is not None:
            with self._store.read() as work:
                bodies = work.analyses.puzzles(player_id, limit=PUZZLES_SHOWN)
            own = [_puzzle_decoder.decode(body) for body in bodies]
        known = {puzzle.id for puzzle in own}
        all = (*own, *(puzzle for puzzle in shipped().values() if puzzle.id not in known))
        return tuple(puzzle for puzzle in all if game is None or puzzle.game == game)

    def puzzle(self, id: str, player_id: str | None) -> PuzzleView:
        """Return a puzzle that came with the app, or one's own. Raises `NotFound`."""
        if player_id is not None:
            with self._store.read() as work:
                body = work.analyses.puzzle(id, player_id)
            if body is not None:
                return _puzzle_decoder.decode(body)
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


def class_name(klass: str, lang: Lang) -> str:
    """Return what a class of moves is called."""
    return CLASS_NAMES[Class(klass)].text(lang)


_NOTHING: Final = Verbatim("")
_RUNNING: Final = Message("People are playing this game: it can be analysed when it is over.")
_ON_YOUR_BOARD: Final = Message(
    "This position is on the board of a game you are playing with another person: it can be analysed when "
    "the game is over."
)
_NOT_FOR_TWO: Final = Message("Analysis is for games of two: this one is played by more.")
_NO_MOVES: Final = Message("No move was made in this game.")
_NO_MISTAKE: Final = Message("There is no mistake here to play again.")
_GOES_ON: Final = Message("A game can be judged when it is over.")
_THREE: Final = Message("You are waiting for three games already: wait until one is done.")
_TOO_LONG: Final = Message("A line has at most {n} moves.")
