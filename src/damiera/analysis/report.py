"""A whole game, judged: every move graded, the sentences, where the book ends, the wins that were missed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from damiera._core import Move, Position, Side
from damiera.analysis.books import first_out_of_book, known_openings, plies_by_lot
from damiera.analysis.engine_view import EngineView
from damiera.analysis.grading import Class, Graded, Missed, as_known, by_lot, grade
from damiera.analysis.odds import Curve, curve_of
from damiera.analysis.reasons import MoveReason, reason_against, reason_for
from damiera.analysis.truth import Truth
from damiera.engine.score import Score
from damiera.messages import Joined, Lang, Message, Text, Verbatim
from damiera.notation.moves import format_move
from damiera.notation.pdn.model import PdnGame, PdnLine, PdnMove
from damiera.notation.signs import nag_of_sign

__all__ = [
    "BY_LOT",
    "AnalysisReport",
    "JudgedMove",
    "Look",
    "ReportNote",
    "SecondLook",
    "annotated",
    "confirmed",
    "judge",
    "looks",
    "notes",
    "parts_seen",
    "with_notes",
]

Look = Callable[[Position, Sequence[Position]], EngineView]
"""Asks an engine about a position, given the positions before it."""

SHOWN_PLIES = 8


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """One move of a game.

    Attributes:
        ply: 0 for the first.
        side: who played it.
        graded: how good it is.
        reason: why, for mistakes and for moves with a sign; None for the others.
        depth: plies to which the position after it was searched.

    >>> from damiera.testing.sample_game import seen_game
    >>> game, seen, _ = seen_game()
    >>> report = judge(game, seen)
    >>> report.moves[1].ply, report.moves[1].depth
    (1, 4)
    """

    ply: int
    side: Side
    graded: Graded
    reason: MoveReason | None
    depth: int


@dataclass(frozen=True, slots=True)
class AnalysisReport:
    """A game, judged.

    Attributes:
        moves: every move.
        start: the score of the position before the first.
        out_of_book: the first ply that no opening known has; None where the game stays within, or where
            nothing is known of its start.
        curve: the odds used.
        depth: the fewest plies to which a position was searched.
        by_lot: how many of the first plies were drawn by lot; nobody is judged for them.

    >>> from damiera.testing.sample_game import seen_game
    >>> game, seen, _ = seen_game()
    >>> report = judge(game, seen)
    >>> report.by_lot, report.depth
    (0, 4)
    """

    moves: tuple[JudgedMove, ...]
    start: Score
    out_of_book: int | None
    curve: Curve
    depth: int
    by_lot: int = 0

    @property
    def missed_wins(self) -> tuple[JudgedMove, ...]:
        """The moves that let a win go."""
        return tuple(one for one in self.moves if one.graded.missed_win)

    def count(self, side: Side, klass: Class) -> int:
        """Return how many moves of a class a side made."""
        return sum(one.side is side and one.graded.klass is klass for one in self.moves)


@dataclass(frozen=True, slots=True)
class SecondLook:
    """How far the deeper look at a game has come: see `confirmed`.

    Attributes:
        report: what is known by now.
        done: how many positions were looked at again; `left`: how many are still to be, as it stands.

    >>> SecondLook(AnalysisReport((), Score(0, Side.WHITE), None, curve_of("italian"), 4), 2, 1).left
    1
    """

    report: AnalysisReport
    done: int
    left: int


def looks(game: PdnGame, ask: Look) -> Iterator[EngineView]:
    """Look at every position of a game, the last one first: what comes after helps with what comes before.

    Where the board changed without a move, what stood there before and after is looked at.

    >>> from damiera.testing.sample_game import seen_game
    >>> game, seen, _ = seen_game()
    >>> len(seen)
    3
    """
    for part in reversed(game.part_games):
        positions = part.positions
        for at in range(len(positions) - 1, -1, -1):
            yield ask(positions[at], positions[:at])


def parts_seen(
    game: PdnGame, seen: Sequence[EngineView]
) -> Iterator[tuple[PdnGame, int, Sequence[EngineView]]]:
    """Yield each part of a game as a game by itself, its first ply in the whole, and what was seen in it.

    A game has one part more than there are changes of its board without a move.

    >>> from damiera.testing.sample_game import seen_game
    >>> game, seen, _ = seen_game('1. 22-18 {[%jump B:W18,30:B12,5 7.8] Ruled.} 12-16 *')
    >>> [(begin, len(here)) for part, begin, here in parts_seen(game, seen)]
    [(0, 2), (1, 2)]
    """
    begin = at = 0
    for part in game.part_games:
        plies = len(part.mainline)
        yield part, begin, seen[at : at + plies + 1]
        begin, at = begin + plies, at + plies + 1


def judge(
    game: PdnGame,
    seen: Sequence[EngineView],
    *,
    is_known: Callable[[Position], bool] | None = None,
    truth: Truth | None = None,
    drawn: int | None = None,
) -> AnalysisReport:
    """Return the report on a game.

    Args:
        game: the game.
        seen: what an engine sees in its positions, the start first, as `looks` found it: in each part one
            more than it has moves.
        is_known: whether a book has a position; the opening decks of the game if none is given.
        truth: endgame tables, where there are any.
        drawn: how many of the first plies were drawn by lot; the tag `BallotPlies` says it otherwise.

    >>> from damiera.analysis.engine_view import look
    >>> from damiera.engine.builtin import BuiltinEngine
    >>> from damiera.engine.limits import SearchLimits
    >>> from damiera.notation.pdn.reader import read_pdn
    >>> engine = BuiltinEngine("italian", hash_mb=1)
    >>> [game] = read_pdn('[GameType "22"] 1. 22-18 12-16 *')
    >>> ask = lambda position, past: look(engine, position, past, SearchLimits(depth=4))
    >>> seen = list(looks(game, ask))[::-1]
    >>> report = judge(game, seen)
    >>> [one.side.name for one in report.moves]
    ['WHITE', 'BLACK']
    """
    curve, first = curve_of(game.ruleset.slug), game.part_games[0]
    lot = plies_by_lot(first) if drawn is None else min(drawn, len(first.mainline))
    decks = known_openings(game.ruleset.slug)
    judged = tuple(
        one
        for part, begin, here in parts_seen(game, seen)
        for one in _judged_part(part, begin, here, curve, truth, lot=0 if begin else lot, decks=decks)
    )
    start = seen[0].lines[0].score if seen[0].lines else Score(0, first.start.side)
    out = _out_of_book(first.positions, lot, is_known or decks.__contains__)
    return AnalysisReport(
        judged, start, out, curve, min((one.depth for one in seen if one.lines), default=0), lot
    )


def confirmed(
    game: PdnGame,
    seen: Sequence[EngineView],
    deeper: Look,
    judged: Callable[[Sequence[EngineView]], AnalysisReport],
) -> Iterator[SecondLook]:
    """Judge a game, and look deeper at what is called bad, before and behind it, until nothing new is.

    A quick look sees some of what it blames wrongly: nobody is told of a mistake that a better look takes
    back. Yields before each position that is looked at again, and at the end: the last report is the one
    that holds.

    Args:
        game: the game.
        seen: as for `judge`.
        deeper: the better look.
        judged: judges what was seen, see `judge`.

    >>> from damiera.testing.sample_game import seen_game
    >>> game, seen, ask = seen_game()
    >>> *_, last = confirmed(game, seen, ask, lambda views: judge(game, views))
    >>> len(last.report.moves), last.left
    (2, 0)
    """
    views, again = list(seen), set[int]()
    places = [(part, at) for part in game.part_games for at in range(len(part.positions))]
    before = [place for place, (part, at) in enumerate(places) if at < len(part.mainline)]
    while True:
        report = judged(views)
        bad = [before[number] for number, one in enumerate(report.moves) if one.graded.is_bad]
        doubted = {place for first in bad for place in (first, first + 1)} - again
        if not doubted:
            yield SecondLook(report, len(again), 0)
            return
        for left, place in zip(range(len(doubted), 0, -1), sorted(doubted, reverse=True), strict=True):
            yield SecondLook(report, len(again), left)
            part, at = places[place]
            views[place] = deeper(part.positions[at], part.positions[:at])
            again.add(place)


def _out_of_book(positions: Sequence[Position], lot: int, known: Callable[[Position], bool]) -> int | None:
    out = first_out_of_book(positions, lambda position: position == positions[lot] or known(position))
    if out == 0 and not any(known(positions[0].play(move)) for move in positions[0].moves()):
        return None  # no book goes on from here: there is nothing to leave
    return out


def _judged_part(
    part: PdnGame,
    begin: int,
    seen: Sequence[EngineView],
    curve: Curve,
    truth: Truth | None,
    *,
    lot: int,
    decks: frozenset[Position],
) -> Iterator[JudgedMove]:
    """Judge the moves of a part, whose first one is number `begin` of the game."""
    positions = part.positions
    for ply, entry in enumerate(part.mainline):
        spared = by_lot if ply < lot else as_known if positions[ply + 1] in decks else None
        one = _judged(ply, positions, entry, seen[ply], seen[ply + 1], curve, truth, spared=spared)
        yield replace(one, ply=begin + ply)


def _judged(
    ply: int,
    positions: Sequence[Position],
    entry: PdnMove,
    here: EngineView,
    there: EngineView,
    curve: Curve,
    truth: Truth | None,
    *,
    spared: Callable[[Graded], Graded] | None,
) -> JudgedMove:
    position, history = positions[ply], positions[:ply]
    graded = grade(position, entry.move, here, there, curve, history=history, truth=truth)
    graded = spared(graded) if spared else graded
    return JudgedMove(
        ply, position.side, graded, _why(position, history, graded, there), there.depth or here.depth
    )


def _why(
    position: Position, history: Sequence[Position], graded: Graded, there: EngineView
) -> MoveReason | None:
    if graded.is_bad:
        return reason_against(
            position, graded.move, there.line, graded.after, graded.line, graded.before, history=history
        )
    if graded.sign:
        line = graded.line if graded.line[:1] == (graded.move,) else (graded.move, *there.line)
        return reason_for(position, line, graded.after, history=history)
    return None


# ------------------------------------------------------------------------------------------------ in the game

BY_LOT = Message("Up to here the lot has chosen.")
"""The remark at the last ply of an opening that was drawn by lot."""
_OUT = Message("Here the known openings end.")
_MISSED: dict[Missed, Text] = {
    "proved": Message("A missed win, proved by the search."),
    "tables": Message("A missed win, say the endgame tables."),
}


@dataclass(frozen=True, slots=True)
class ReportNote:
    """What an annotated game says of one move.

    Attributes:
        remark: stands behind what was said of the move already: the score, and the sentences.
        sign: of the move, or empty.
        better: the line that was better; empty where the move was the best.

    >>> ReportNote(Message("Good."), "!").sign
    '!'
    """

    remark: Text
    sign: str
    better: tuple[Move, ...] = ()


def notes(report: AnalysisReport) -> tuple[ReportNote, ...]:
    """Return what a report says of each move.

    >>> from damiera.testing.sample_game import seen_game
    >>> game, seen, _ = seen_game()
    >>> report = judge(game, seen)
    >>> len(notes(report))
    2
    """
    return tuple(_note(judged, report) for judged in report.moves)


def annotated(game: PdnGame, report: AnalysisReport, lang: Lang, *, glyphs: bool = False) -> PdnGame:
    """Return the game with the report in it: signs, `[%eval]`, sentences, better lines as variations.

    Remarks, signs and variations that it had stay, before ours.

    Args:
        game: the game.
        report: what was found out about it.
        lang: of the sentences.
        glyphs: write signs as numeric glyphs ($2) and not as themselves (?).

    >>> from damiera.testing.sample_game import seen_game
    >>> game, seen, _ = seen_game()
    >>> report = judge(game, seen)
    >>> len(annotated(game, report, "en").mainline)
    2
    """
    return with_notes(game, notes(report), lang, glyphs=glyphs)


def with_notes(game: PdnGame, told: Sequence[ReportNote], lang: Lang, *, glyphs: bool = False) -> PdnGame:
    """Return the game with a note at each move, as `annotated`.

    >>> from damiera.testing.sample_game import seen_game
    >>> game, seen, _ = seen_game()
    >>> report = judge(game, seen)
    >>> len(with_notes(game, notes(report), "en").mainline)
    2
    """
    pairs = zip(game.entries, told, game.all_positions[:-1], strict=True)
    noted = iter([_entry(entry, note, position, lang, glyphs) for entry, note, position in pairs])
    lines = [tuple(islice(noted, len(part.mainline))) for part in game.parts]
    earlier = tuple(replace(part, mainline=line) for part, line in zip(game.earlier, lines, strict=False))
    return replace(game, mainline=lines[-1], earlier=earlier, tags=_tags(game))


def _tags(game: PdnGame) -> dict[str, str]:
    return {**game.tags, "Annotator": "Damiera"} if "Annotator" not in game.tags else game.tags


def _note(judged: JudgedMove, report: AnalysisReport) -> ReportNote:
    graded = judged.graded
    said: list[Text] = [Verbatim(eval_text(graded.after, judged.depth))]
    if judged.ply == report.by_lot - 1:
        said.append(BY_LOT)
    if judged.ply == report.out_of_book:
        said.append(_OUT)
    if graded.missed_win in _MISSED:
        said.append(_MISSED[graded.missed_win])
    if judged.reason is not None:
        said.append(judged.reason.text)
    is_better = graded.is_bad and graded.best != graded.move
    return ReportNote(Joined(tuple(said)), graded.sign, tuple(graded.line) if is_better else ())


def _entry(entry: PdnMove, note: ReportNote, position: Position, lang: Lang, glyphs: bool) -> PdnMove:
    nags, strength = _marks(entry, note.sign, position, glyphs)
    return replace(
        entry,
        comment=" ".join(part for part in (entry.comment, note.remark.text(lang)) if part),
        nags=nags,
        strength=strength,
        variations=(*entry.variations, *_variation(position, note.better)),
    )


def _marks(entry: PdnMove, sign: str, position: Position, glyphs: bool) -> tuple[tuple[int, ...], str]:
    if entry.strength or not sign or any(nag <= 7 for nag in entry.nags):
        return entry.nags, entry.strength
    nag = nag_of_sign(sign, position.side)
    if (glyphs or sign == "*") and nag is not None:
        return (*entry.nags, nag), ""
    return entry.nags, sign


def _variation(position: Position, better: Sequence[Move]) -> tuple[PdnLine, ...]:
    """Return the better line of a mistake."""
    if not better:
        return ()
    moves = []
    for move in better[:SHOWN_PLIES]:
        moves.append(PdnMove(move, format_move(position, move)))
        position = position.play(move)
    return (PdnLine(tuple(moves), after=""),)


def eval_text(score: Score, depth: int) -> str:
    """Write a score as programs read it in comments: pieces from White's side, or moves to a proved end.

    >>> eval_text(Score(-42, Side.WHITE), 14)
    '[%eval -0.42,14]'
    """
    if score.plies is None:
        return f"[%eval {score.white / 100:+.2f},{depth}]"
    moves = (score.plies + 1) // 2
    sign = "" if (score.white > 0) else "-"
    return f"[%eval #{sign}{moves},{depth}]"
