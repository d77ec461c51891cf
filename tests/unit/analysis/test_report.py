"""A whole game, judged: grades, signs of art. 13, the end of the book, and the PDN that comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from damiera._core import Move, Position, Side
from damiera.analysis.books import first_out_of_book, known_openings, positions_of
from damiera.analysis.engine_view import EngineView, gather
from damiera.analysis.grading import CLASS_NAMES, Class, grade
from damiera.analysis.odds import Curve, curve_of, odds_of
from damiera.analysis.report import (
    AnalysisReport,
    annotated,
    confirmed,
    eval_text,
    judge,
    looks,
)
from damiera.analysis.truth import TableTruth, keeping
from damiera.endgame.build import Builder
from damiera.engine.protocol import Info
from damiera.engine.score import Score
from damiera.messages import Message
from damiera.notation.moves import parse_move
from damiera.notation.pdn.model import PdnGame
from damiera.notation.pdn.reader import read_pdn
from damiera.notation.pdn.writer import write_pdn
from damiera.rules.ruleset import ENGLISH, INTERNATIONAL, ITALIAN
from tests.unit.analysis.kit import asker, at, line
from tests.unit.analysis.test_reasons import MIDWAY
from tests.wording import holds, words_of

CURVE = Curve("", 90.0, 170.0)

# A short game in which White, at his eighth move, gives a man away.
GAME = """[White "Anna"]
[Black "Bruno"]
[GameType "22"]
[Result "0-1"]

1. 21-17 12-15 2. 23-19 {so far known} 11-14 3. 19x12 8x15 4. 28-23 14-18 5. 22x13 9x18 6. 23-20 10-14
7. 20x11 6x15 8. 25-21 18x25 9. 26-21 0-1
"""


@pytest.fixture(scope="module")
def game() -> PdnGame:
    found = next(iter(read_pdn(GAME)))
    assert isinstance(found, PdnGame), found
    return found


@pytest.fixture(scope="module")
def report(game: PdnGame) -> AnalysisReport:
    return judge(game, list(looks(game, asker(nodes=15_000)))[::-1])


JUMPED = """[White "Anna"][GameType "22"]
1. 21-17 12-15 2. 23-19
{[%jump B:W17,22,23,30:B5,6,11,12 fid.italian.2008:7.8] Restored.} 11-14 3. 30-26 12-15 *
"""


def test_a_game_in_which_the_board_changed_without_a_move_is_judged_whole() -> None:
    [game] = [one for one in read_pdn(JUMPED) if isinstance(one, PdnGame)]
    seen = list(looks(game, asker(nodes=2_000)))[::-1]
    assert len(seen) == len(game.entries) + len(game.parts)
    report = judge(game, seen)
    assert [(one.ply, one.side.name) for one in report.moves] == [
        (0, "WHITE"),
        (1, "BLACK"),
        (2, "WHITE"),
        (3, "BLACK"),
        (4, "WHITE"),
        (5, "BLACK"),
    ]
    told = annotated(game, report, "en")
    assert all("[%eval" in ply.comment for ply in told.entries)
    [again] = [one for one in read_pdn(write_pdn(told)) if isinstance(one, PdnGame)]
    assert again.all_positions == game.all_positions
    assert all("[%eval" in ply.comment for ply in again.entries)


def test_every_move_is_graded(game: PdnGame, report: AnalysisReport) -> None:
    assert [one.graded.move for one in report.moves] == list(game.moves)
    assert [one.side for one in report.moves[:2]] == [Side.WHITE, Side.BLACK]
    assert sum(report.count(side, klass) for side in (Side.WHITE, Side.BLACK) for klass in Class) == len(
        game.mainline
    )
    assert set(CLASS_NAMES) == set(Class)
    for one in report.moves:
        assert 0 <= one.graded.drop <= 1
        assert (one.reason is not None) >= one.graded.is_bad
        assert (one.graded.klass is Class.FORCED) == (game.positions[one.ply].count() == 1)


def test_a_man_given_away_is_a_mistake_and_said_so(report: AnalysisReport) -> None:
    bad = {one.ply: one for one in report.moves if one.graded.is_bad}
    assert 14 in bad
    reason = bad[14].reason
    assert reason is not None
    assert "18x25" in reason.text.text("en")
    assert holds(reason.text, Message("{side} takes {t}", side=Message("Black", context="with the article")))
    assert bad[14].graded.sign in ("?", "??", "!?")


def worse(view: EngineView, cp: int) -> EngineView:
    """What an engine would have seen that thinks the side to move better off by so much."""
    lines = [replace(one, score=Score(one.score.cp + cp, one.score.side)) for one in view.lines]
    return replace(view, lines=tuple(lines))


@pytest.mark.parametrize("text", [GAME, JUMPED], ids=["whole", "in parts"])
def test_nobody_is_told_of_a_mistake_that_a_deeper_look_takes_back(text: str) -> None:
    """Each position that is in doubt is looked at again, once, and no other."""
    [game] = [one for one in read_pdn(text) if isinstance(one, PdnGame)]
    truly = list(looks(game, asker(nodes=15_000)))[::-1]
    at = 5 if text == JUMPED else 7  # behind a move that is none of the bad ones
    quickly = [*truly[:at], worse(truly[at], 300), *truly[at + 1 :]]
    asked: list[Position] = []

    def deeper(position: Position, history: Sequence[Position]) -> EngineView:
        asked.append(position)
        return next(view for view in truly if view.position == position)

    def bad(report: AnalysisReport) -> list[int]:
        return [one.ply for one in report.moves if one.graded.is_bad]

    first, honest = judge(game, quickly), judge(game, truly)
    assert set(bad(first)) > set(bad(honest))
    *steps, last = confirmed(game, quickly, deeper, partial(judge, game))
    assert len(steps) == len(asked) == len(set(asked)) < len(truly)
    assert truly[at].position in asked
    assert [one.done for one in steps] == list(range(len(asked)))
    assert all(one.left for one in steps)
    assert (last.done, last.left) == (len(asked), 0)
    assert bad(last.report) == bad(honest)
    assert last.report.moves == honest.moves


def test_the_known_openings_end_somewhere(report: AnalysisReport) -> None:
    assert report.out_of_book is not None
    assert 2 <= report.out_of_book <= 4


def test_the_annotated_game_reads_back(game: PdnGame, report: AnalysisReport) -> None:
    written = write_pdn(annotated(game, report, "it"))
    [back] = list(read_pdn(written))
    assert isinstance(back, PdnGame)
    assert back.moves == game.moves
    assert back.mainline[2].comment.startswith("so far known [%eval ")  # what stood there stays
    assert all("[%eval " in entry.comment for entry in back.mainline)
    assert back.mainline[14].variations
    assert back.mainline[14].strength.endswith("?")
    assert "il Nero prende una pedina" in back.mainline[14].comment
    assert back.tags["Annotator"] == "Damiera"
    glyphs = write_pdn(annotated(game, report, "en", glyphs=True))
    assert "$2" in glyphs or "$4" in glyphs
    assert "25-21?" not in glyphs


def test_nobody_is_judged_for_what_the_lot_chose(game: PdnGame) -> None:
    seen = list(looks(game, asker(nodes=1_000)))[::-1]
    told = replace(game, tags={**game.tags, "BallotPlies": "15"})
    lot = judge(told, seen, is_known=lambda position: False)
    assert {one.graded.klass for one in lot.moves[:15]} == {Class.LOT}
    assert not any(one.graded.is_bad or one.graded.sign or one.reason for one in lot.moves[:15])
    assert not any(one.ply < 15 for one in lot.missed_wins)
    assert (lot.by_lot, lot.out_of_book) == (15, 15)
    assert all(one.graded.klass is not Class.LOT for one in lot.moves[15:])
    written = annotated(told, lot, "it").mainline
    assert [
        ply
        for ply, one in enumerate(written)
        if words_of("Up to here the lot has chosen.", "it") in one.comment
    ] == [14]
    assert not any(entry.variations or entry.strength for entry in written[:15])
    assert judge(game, seen).moves[14].graded.is_bad
    assert judge(game, seen, drawn=99).by_lot == len(game.mainline)
    for nonsense in ("-3", "two", "²", "9" * 5000):
        assert judge(replace(game, tags={**game.tags, "BallotPlies": nonsense}), seen).by_lot == 0


def test_signs_of_the_annotator_stay(report: AnalysisReport, game: PdnGame) -> None:
    marked = replace(game, mainline=tuple(replace(entry, strength="!!") for entry in game.mainline))
    assert {entry.strength for entry in annotated(marked, report, "en").mainline} == {"!!"}


def test_grades_and_signs_follow_the_odds() -> None:
    """Made-up scores: what is called what does not depend on any engine."""
    position = at("W:W21,22,24,25,27,28,30:B1,2,3,4,8,13,14")
    best, other = parse_move(position, "21-18"), parse_move(position, "21-17")

    def seen(first: int, second: int) -> EngineView:
        infos = [
            Info(9, Score(first, Side.WHITE), 1, 1, (best,), 1),
            Info(9, Score(second, Side.WHITE), 1, 1, (other,), 2),
        ]
        return EngineView(position, tuple(infos))

    def after(move: object, cp: int) -> EngineView:
        there = position.play(best if move is best else other)
        return EngineView(there, (Info(9, Score(-cp, Side.BLACK), 1, 1, (there.moves()[0],), 1),))

    curve = CURVE
    blunder = grade(position, other, seen(300, -300), after(other, -300), curve)
    assert (blunder.klass, blunder.sign, blunder.missed_win) == (Class.BLUNDER, "??", "likely")
    won = grade(position, other, seen(29_990, 0), after(other, 0), curve)
    assert (won.klass, won.missed_win) == (Class.BLUNDER, "proved")
    shot = grade(position, best, seen(120, 40), after(best, 120), curve)
    assert (shot.klass, shot.sign) == (Class.BEST, "?!")  # gives a man and takes two: art. 13.7
    alone = grade(position, best, seen(500, -100), after(best, 500), curve)
    assert alone.sign == "!!"
    for led, sign in (((best, other), "!"), ((other, best), "!!")):  # what one ply sees is no beauty
        plain = EngineView(position, seen(500, -100).lines, led)
        assert grade(position, best, plain, after(best, 500), curve).sign == sign
    same = grade(position, other, seen(10, 8), after(other, 8), curve)
    assert (same.klass, same.sign) == (Class.GOOD, "")
    tempting = EngineView(position, seen(150, -60).lines, (other,))
    assert grade(position, other, tempting, after(other, -60), curve).sign in ("!?", "??")


def test_the_last_word_on_each_line_counts() -> None:
    position = ITALIAN.start()
    first, second = position.moves()[:2]

    def info(depth: int, cp: int, move: object, multipv: int) -> Info:
        return Info(depth, Score(cp, Side.WHITE), 1, 1, (move,), multipv)  # type: ignore[arg-type]

    told = [info(1, 5, second, 1), info(1, 3, first, 2), info(2, 9, first, 1), info(2, 1, second, 2)]
    looked = gather(position, told)
    assert [one.pv[0] for one in looked.lines] == [first, second]
    assert looked.shallow == (second, first)
    unfinished = gather(position, [*told, info(3, 20, second, 1)])
    assert [one.pv[0] for one in unfinished.lines] == [second, first]


def test_books_know_orders_of_moves() -> None:
    known = known_openings("italian")
    start = ITALIAN.start()
    assert start in known
    moves = line(start, "21-17 12-15 23-19")
    positions = [start]
    for move in moves:
        positions.append(positions[-1].play(move))
    assert first_out_of_book(positions, known.__contains__) in (2, None)
    assert first_out_of_book(positions, lambda _: True) is None
    assert positions_of([positions, positions[:2]], least=2) == frozenset(positions[:2])
    assert positions_of([positions], plies=3) == frozenset(positions[:3])


def test_evaluations_are_written_as_programs_read_them() -> None:
    assert eval_text(Score(29_995, Side.BLACK), 9) == "[%eval #-3,9]"
    assert eval_text(Score(29_995, Side.WHITE), 9) == "[%eval #3,9]"
    assert eval_text(Score(7, Side.BLACK), 9) == "[%eval -0.07,9]"


class Known:
    """Tables in which one position is won and every other drawn."""

    def __init__(self, won: Position) -> None:
        self.won = won

    def worth(self, position: Position) -> int | None:
        return 2 if position == self.won else 1


def test_what_tables_know_stands_above_the_search(tmp_path: Path) -> None:
    Builder(ITALIAN.core, 3, distances=True, folder=tmp_path).run()
    tables = TableTruth(tmp_path)
    position = at("W:W29,32:B23")  # 29-25 alone wins
    right, wrong = parse_move(position, "29-25"), parse_move(position, "32-28")
    assert (tables.worth(position), keeping(position, tables)) == (2, (right,))
    assert tables.worth(ITALIAN.start()) is None
    assert keeping(at("W:W29,31,32:B23,22"), tables) is None

    def seen(move: Move) -> EngineView:
        return EngineView(position, (Info(9, Score(5, Side.WHITE), 1, 1, (move,), 1),))

    def after(move: Move) -> EngineView:
        there = position.play(move)
        return EngineView(there, (Info(9, Score(-5, Side.BLACK), 1, 1, (there.moves()[0],), 1),))

    curve = CURVE
    lost = grade(position, wrong, seen(wrong), after(wrong), curve, truth=tables)
    assert (lost.klass, lost.sign, lost.missed_win, lost.best) == (Class.BLUNDER, "??", "tables", right)
    kept = grade(position, right, seen(wrong), after(right), curve, truth=tables)
    assert (kept.klass, kept.missed_win) == (Class.GOOD, "")
    assert grade(position, wrong, seen(wrong), after(wrong), curve).klass is Class.BEST  # the search alone


def test_a_mistake_that_keeps_the_draw_is_none_for_the_tables() -> None:
    position = at("W:W21,22,24,25,27,28,30:B1,2,3,4,8,13,14")
    played, best = parse_move(position, "21-17"), parse_move(position, "21-18")
    here = EngineView(position, (Info(9, Score(200, Side.WHITE), 1, 1, (best,), 1),))
    there = position.play(played)
    seen = EngineView(there, (Info(9, Score(100, Side.BLACK), 1, 1, (there.moves()[0],), 1),))
    curve = CURVE
    assert grade(position, played, here, seen, curve).is_bad
    drawn = grade(position, played, here, seen, curve, truth=Known(ITALIAN.start()))
    assert (drawn.klass, drawn.sign, drawn.drop) == (Class.GOOD, "", 0.0)


def test_the_move_that_the_engine_would_have_played_is_no_mistake() -> None:
    """The look behind a move sees a ply more; what only that finds out is nobody's mistake."""
    position = ITALIAN.start()
    played, other = parse_move(position, "22-18"), parse_move(position, "24-20")
    here = EngineView(
        position,
        (
            Info(8, Score(40, Side.WHITE), 1000, 1, (played,), 1),
            Info(8, Score(10, Side.WHITE), 1000, 1, (other,), 2),
        ),
    )
    after = position.play(played)
    there = EngineView(after, (Info(8, Score(300, Side.BLACK), 1000, 1, after.moves()[:1], 1),))
    graded = grade(position, played, here, there, curve_of("italian"))
    assert graded.klass in (Class.BEST, Class.GOOD)
    assert (graded.is_bad, graded.sign, graded.missed_win) == (False, "", "")
    worse = grade(position, other, here, there, curve_of("italian"))
    assert worse.is_bad
    assert worse.best == played


def made_up(position: Position, best: Move, cp: int, *, other: tuple[Move, int] | None = None) -> EngineView:
    """What a mind could say: a move and its score, and perhaps a second one."""
    lines = [(best, cp), *([other] if other else [])]
    infos = (
        Info(9, Score(worth, position.side), 1, 1, (move,), number)
        for number, (move, worth) in enumerate(lines, 1)
    )
    return EngineView(position, tuple(infos))


def judged(text: str, scores: list[int]) -> AnalysisReport:
    """Judge a game by made-up scores of its positions, for White; a move is best only if alone."""
    [found] = read_pdn(text)
    assert isinstance(found, PdnGame), found
    seen = []
    for ply, position in enumerate(found.positions):
        played = found.mainline[ply].move if ply < len(found.mainline) else None
        best = next((move for move in position.moves() if move != played), played)
        assert best is not None
        seen.append(made_up(position, best, scores[ply] if position.side is Side.WHITE else -scores[ply]))
    return judge(found, seen)


def test_a_move_of_an_official_opening_is_no_mistake() -> None:
    told = judged('[GameType "22"] 1. 21-17 12-15 2. 23-19 11-14 *', [0, -150, 0, -150, 300])
    assert [one.graded.klass for one in told.moves[:3]] == [Class.GOOD] * 3
    assert not any(one.graded.sign or one.reason or one.graded.drop for one in told.moves[:3])
    assert told.moves[3].graded.is_bad
    assert told.out_of_book == 3


def test_a_number_in_the_place_of_the_opening_is_that_of_the_lot() -> None:
    told = judged('[Apertura "0028"][GameType "22"] 1. 21-17 12-15 2. 23-19 11-14 *', [0, -150, 0, -150, 300])
    assert told.by_lot == 3  # of the championship of 2005, whose table counted otherwise
    assert {one.graded.klass for one in told.moves[:3]} == {Class.LOT}
    named = judged('[Opening "Defiance"][GameType "22"] 1. 21-17 12-15 2. 23-19 *', [0, 0, 0, 0])
    assert named.by_lot == 0
    placed = judged('[Opening "12"][GameType "22"][FEN "W:W30:B1"] 1. 30-26 1-5 *', [0, 0, 0])
    assert placed.by_lot == 0


def test_nobody_leaves_a_book_that_knows_nothing() -> None:
    assert judged('[GameType "20"] 1. 32-28 19-23 2. 28x19 14x23 *', [0] * 5).out_of_book is None
    assert judged('[GameType "22"][FEN "W:W30:B1"] 1. 30-26 1-5 *', [0, 0, 0]).out_of_book is None


def test_an_inexact_move_lets_no_win_go() -> None:
    position = at("W:W21,22,24,25,27,28,30:B1,2,3,4,8,13,14")
    best, other = parse_move(position, "21-18"), parse_move(position, "21-17")
    there = position.play(other)
    curve = curve_of("italian")
    near = next(cp for cp in range(400) if odds_of(Score(cp, Side.WHITE), curve).expectation >= 0.86)
    less = max(cp for cp in range(near) if odds_of(Score(cp, Side.WHITE), curve).expectation < 0.82)
    after = made_up(there, there.moves()[0], -less)
    graded = grade(position, other, made_up(position, best, near), after, curve)
    assert (graded.klass, graded.missed_win) == (Class.INEXACT, "")


def test_what_comes_back_in_an_exchange_is_not_praised_as_a_shot() -> None:
    start = at(MIDWAY, INTERNATIONAL)
    gave, took, back = line(start, "27-22 18x27 29-23")
    history = [start, start.play(gave)]
    position = history[1].play(took)
    other = next(move for move in position.moves() if move != back)
    here = made_up(position, back, 0, other=(other, -150))
    after = position.play(back)
    there = made_up(after, after.moves()[0], 0)
    assert grade(position, back, here, there, CURVE).sign == "?!"
    assert grade(position, back, here, there, CURVE, history=history).sign == "!"


def test_a_shot_of_several_moves_has_its_sign_once() -> None:
    # R. L. Fortman - M. F. Tinsley: before 30-26 the men are even, and 22-17 had won the man already.
    start = at("W:W18,20,21,22,23,24,26,28,29,30,31,32:B1,2,3,4,7,8,9,11,12,13,14,15", ENGLISH)
    played = line(start, "22-17 13x22 26x10 7x14 30-26")
    positions = [start]
    for move in played:
        positions.append(positions[-1].play(move))

    def sign(ply: int) -> str:
        position, move = positions[ply], played[ply]
        other = next(m for m in position.moves() if m != move)
        best = Info(9, Score(40, position.side), 1, 1, tuple(played[ply:]), 1)
        here = EngineView(position, (best, Info(9, Score(30, position.side), 1, 1, (other,), 2)))
        after = positions[ply + 1]
        there = made_up(after, after.moves()[0], -40)
        return grade(position, move, here, there, CURVE, history=positions[:ply]).sign

    assert (sign(0), sign(4)) == ("?!", "")


def test_no_move_of_a_lost_game_is_stronger_than_it_looks() -> None:
    position = at("W:W21,22,24,25,27,28,30:B1,2,3,4,8,13,14")
    best, other = parse_move(position, "21-18"), parse_move(position, "21-17")
    there = position.play(best)
    after = made_up(there, there.moves()[0], 900)
    assert grade(position, best, made_up(position, best, -900, other=(other, -950)), after, CURVE).sign == ""
