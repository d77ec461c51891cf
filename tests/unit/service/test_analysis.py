"""What may be analysed, reports that are kept, puzzles and who has solved them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from importlib.resources import files
from typing import Literal

import msgspec
import pytest

from damiera._core import Position
from damiera.analysis.engine_view import EngineView
from damiera.analysis.report import AnalysisReport, annotated
from damiera.engine.score import Score
from damiera.errors import DamieraError
from damiera.messages import Message, Verbatim, from_data
from damiera.notation.moves import parse_move
from damiera.notation.pdn.model import PdnGame
from damiera.notation.pdn.writer import write_pdn
from damiera.service.analysis import Analysis, TooMany
from damiera.service.analysis_lines import game_moves, line_view, read_line, state_of
from damiera.service.errors import BadTerms, NotFound, RefusedAct
from damiera.service.game_reports import GameReport, made_report
from damiera.service.identity import Visitor
from damiera.service.puzzle_views import PuzzleView, shipped
from damiera.service.puzzles import PuzzleService
from damiera.service.terms import NewGame
from damiera.service.workers.analysts import Analysts, GameJudge
from damiera.store.errors import StoreError
from tests.unit.analysis.kit import asker
from tests.unit.service.kit import App
from tests.wording import words_of

BLUNDER = """[White "Anna"]
[Black "Bruno"]
[GameType "22"]
[Result "0-1"]

1. 21-17 12-15 2. 23-19 11-14 3. 19x12 8x15 4. 28-23 14-18 5. 22x13 9x18 6. 23-20 10-14
7. 20x11 6x15 8. 25-21 18x25 0-1
"""


class Quick:
    """The built-in mind with few nodes."""

    def __init__(self) -> None:
        self.asker = asker(nodes=4_000)

    def __call__(self, position: Position, history: Sequence[Position]) -> EngineView:
        return self.asker(position)


def archived(app: App, owner: Visitor, text: str = BLUNDER, query: str = "") -> str:
    job = app.imports.start(owner.id, "one.pdn", text.encode())
    while app.imports.step(job.id):
        pass
    return app.archive.search(owner.id, "en", query=query).items[0].id


@pytest.fixture
def analysis(app: App) -> Analysis:
    return Analysis(app.cache, app.archive)


@pytest.fixture
def puzzles(app: App) -> PuzzleService:
    return PuzzleService(app.cache)


# -------------------------------------------------------------------------------------------------- positions


JUMPED = """[White "Anna"][GameType "22"][Result "0-1"]
1. 21-17 12-15 2. 23-19
{[%jump B:W17,22,23,30:B5,6,11,12 fid.italian.2008:7.8] Restored.} 11-14 3. 30-26 12-15 0-1
"""
JUMPED_MOVES = ["21-17", "12-15", "23-19", "11-14", "30-26", "12-15"]


def test_all_parts_of_a_game_are_judged_and_shown(app: App, analysis: Analysis) -> None:
    anna = app.guest("Anna")
    game = archived(app, anna, JUMPED)
    analysis.ask(game, anna.id)
    for _ in analysis.work_on(game, Quick(), Quick()):
        pass
    progress = analysis.progress(game)
    assert progress is not None
    assert progress.report is not None
    assert [one.text for one in progress.report.plies] == JUMPED_MOVES
    record, _ = app.archive.record(game)
    moves = game_moves(record)
    assert [one.ply for one in moves] == list(range(6))
    assert [bool(one.jump) for one in moves] == [False, False, True, False, False, False]
    text = analysis.annotated(game, "en")
    assert text is not None
    assert text.count("[%eval") == 6
    assert "[%jump" in text


class Alarmed(Quick):
    """A mind that thinks White has thrown the game away by the seventh move."""

    def __call__(self, position: Position, history: Sequence[Position]) -> EngineView:
        seen = self.asker(position)
        if len(history) != 7:
            return seen
        lines = [replace(one, score=Score(one.score.cp + 500, one.score.side)) for one in seen.lines]
        return replace(seen, lines=tuple(lines))


def test_a_game_is_judged_later_when_the_database_goes_away_meanwhile(app: App, analysis: Analysis) -> None:
    anna = app.guest("Anna")
    game = archived(app, anna)
    analysis.ask(game, anna.id)

    def gone(*_: object, **__: object) -> Iterator[None]:
        raise StoreError("here", Verbatim("nobody answers"))
        yield

    with pytest.MonkeyPatch.context() as patch, closing(Analysts("thread")) as analysts:
        patch.setattr(analysis, "work_on", gone)
        judge = GameJudge(analysis, analysts)
        judge.expect(StoreError)
        with pytest.raises(StoreError):
            judge.piece()
    assert analysis.waiting() == [game]


def test_what_is_called_bad_is_looked_at_deeper(app: App, analysis: Analysis) -> None:
    anna = app.guest("Anna")
    game = archived(app, anna)

    def judged(quick: Quick, deep: Quick) -> list[bool]:
        analysis.ask(game, anna.id)
        for _ in analysis.work_on(game, quick, deep):
            pass
        progress = analysis.progress(game)
        assert progress is not None
        assert progress.report is not None
        return [one.is_bad for one in progress.report.plies]

    assert judged(Alarmed(), Alarmed())[6]
    analysis.ask(game, anna.id)
    far = []
    for _ in analysis.work_on(game, Alarmed(), Quick()):
        halfway = analysis.progress(game)
        assert halfway is not None
        far.append((halfway.done, halfway.total))
    assert far == sorted(far)
    assert all(done < total for done, total in far if total > 17), far
    assert far[-1][1] > 17  # what is looked at again is counted too
    assert judged(Alarmed(), Quick()) == judged(Quick(), Quick())


def test_a_report_of_the_last_part_alone_is_asked_for_anew(app: App, analysis: Analysis) -> None:
    """Earlier versions judged no more."""
    anna = app.guest("Anna")
    game = archived(app, anna, JUMPED)
    analysis.ask(game, anna.id)
    for _ in analysis.work_on(game, Quick(), Quick()):
        pass
    progress = analysis.progress(game)
    assert progress is not None
    assert progress.report is not None
    old = msgspec.structs.replace(progress.report, plies=progress.report.plies[3:])
    with app.store.write() as work:
        body = msgspec.json.encode(old).decode()
        work.analyses.ask(game, player_id=anna.id, total=4, nodes=1, at=1)
        work.analyses.end(game, status="done", body=body, why=None, at=1)
    assert analysis.progress(game) is None
    assert analysis.annotated(game, "en") is None


def test_a_line_is_read_and_shown() -> None:
    line = read_line("italian", "", "21-17 12-15")
    state = state_of(line, "it")
    assert (state.side, state.over, len(state.moves) > 5) == ("white", "", True)
    assert state.last is not None
    assert (state.last.text, state.last.ply, state.last.path) == ("12-15", 1, (12, 15))
    over = state_of(read_line("italian", "W:W:B1", ""), "it")
    assert over.over == words_of("The game is over: Black wins.", "it")


def test_a_line_can_be_played_by_a_board() -> None:
    line = read_line("italian", "W:W21,22,24,25,27,28,30:B1,2,3,4,8,13,14", "21-18 14x21 25x9")
    plies = line_view(line.start, line.moves)
    assert [(ply.text, ply.path, ply.captured) for ply in plies] == [
        ("21-18", (21, 18), ()),
        ("14x21", (14, 21), (18,)),
        ("25x9", (25, 18, 9), (21, 13)),
    ]


@pytest.mark.parametrize(
    ("game", "fen", "moves"),
    [
        ("chess", "", ""),
        ("italian", "W:W99:B1", ""),
        ("italian", "W:W21:B21", ""),
        ("italian", "nonsense", ""),
        ("italian", "", "21-5"),
        ("italian", "", "hello"),
        ("chinese-checkers-3", "", ""),
    ],
)
def test_what_cannot_be_read_is_refused_with_words(game: str, fen: str, moves: str) -> None:
    with pytest.raises(DamieraError) as error:
        read_line(game, fen, moves)
    assert error.value.text("it") != ""
    assert error.value.text("en") != ""


def test_a_line_has_an_end() -> None:
    with pytest.raises(BadTerms):
        read_line("italian", "", "21-17 " * 1_001)


# -------------------------------------------------------------------------------------------- games of people


def test_a_game_between_people_is_theirs_until_it_is_over(app: App, analysis: Analysis) -> None:
    live, anna, bruno = app.friends()
    app.play.move(live.id, anna.id, 0, (21, 17))
    with pytest.raises(RefusedAct) as error:
        analysis.check_game(live.id)
    assert "finita" in error.value.text("it")
    here = read_line("italian", "", "21-17")
    for player in (anna, bruno):
        with pytest.raises(RefusedAct):
            analysis.check_line(player.id, here)
        with pytest.raises(RefusedAct):  # not by the way either
            analysis.check_line(player.id, read_line("italian", "", "21-17 12-15"))
        analysis.check_line(player.id, read_line("italian", "", "22-18"))
    analysis.check_line(app.guest("Carla").id, here)
    analysis.check_line(None, here)
    app.play.act(live.id, bruno.id, "resign")
    analysis.check_game(live.id)
    analysis.check_line(anna.id, here)


def test_only_a_finished_game_is_judged(app: App, analysis: Analysis) -> None:
    anna = app.guest("Anna")
    live = app.play.create(anna, NewGame(level=1))
    with pytest.raises(RefusedAct):
        analysis.ask(live.id, anna.id)  # no move yet
    app.play.move(live.id, anna.id, 0, (21, 17))
    with pytest.raises(RefusedAct):
        analysis.ask(live.id, anna.id)  # it goes on
    with pytest.raises(NotFound):
        analysis.ask("nowhere", anna.id)


# ---------------------------------------------------------------------------------------------------- reports


def test_a_game_is_judged_and_the_report_kept(app: App, analysis: Analysis) -> None:
    anna = app.guest("Anna")
    game = archived(app, anna)
    assert analysis.progress(game) is None
    analysis.ask(game, anna.id)
    analysis.ask(game, anna.id)  # once is enough
    assert analysis.waiting() == [game]
    work = analysis.work_on(game, Quick(), Quick())
    for _ in range(5):
        next(work)
    halfway = analysis.progress(game)
    assert halfway is not None
    assert (halfway.status, halfway.done, halfway.total) == ("waiting", 4, 17)
    for _ in work:
        pass
    done = analysis.progress(game)
    assert done is not None
    assert done.status == "done"
    assert done.report is not None
    assert len(done.report.plies) == 16
    assert done.report.plies[14].is_bad
    assert "il Nero prende una pedina" in done.report.plies[14].said_in("it")
    for lang, gained in (("it", "il Nero prende una pedina"), ("en", "Black takes a man")):
        told = " ".join((analysis.annotated(game, lang) or "").split())
        assert "25-21?" in told
        assert gained in told
        assert "(8. 17-13" in told  # the better line
    assert analysis.waiting() == []


def test_what_the_lot_chose_is_no_mistake(app: App, analysis: Analysis) -> None:
    anna = app.guest("Anna")
    game = archived(app, anna, '[BallotPlies "15"]\n' + BLUNDER)
    analysis.ask(game, anna.id)
    for _ in analysis.work_on(game, Quick(), Quick()):
        pass
    progress = analysis.progress(game)
    assert progress is not None
    assert progress.report is not None
    lot, own = progress.report.plies[:15], progress.report.plies[15:]
    assert {one.klass for one in lot} == {"lot"}
    assert not any(one.is_bad or one.sign or one.line or one.missed for one in lot)
    assert [said for one in lot if (said := one.said_in("en"))] == [
        words_of("Up to here the lot has chosen.")
    ]
    assert all(one.klass != "lot" for one in own)
    with pytest.raises(NotFound):
        analysis.lesson(game, 14)


def test_a_report_from_before_the_lot_was_heeded_is_shown_without_its_blame(
    app: App, analysis: Analysis, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = app.guest("Anna")
    game = archived(app, anna, '[BallotPlies "15"]\n' + BLUNDER)
    analysis.ask(game, anna.id)
    with monkeypatch.context() as before:
        before.setattr("damiera.analysis.report.plies_by_lot", lambda game: 0)
        before.setattr("damiera.service.analysis.made_report", made_before)
        for _ in analysis.work_on(game, Quick(), Quick()):
            pass
    progress = analysis.progress(game)
    assert progress is not None
    assert progress.report is not None
    lot, own = progress.report.plies[:15], progress.report.plies[15:]
    assert {one.klass for one in lot} == {"lot"}
    assert not any(one.is_bad or one.sign or one.line or one.best or one.missed for one in lot)
    assert [said for one in lot if (said := one.said_in("en"))] == [
        words_of("Up to here the lot has chosen.")
    ]
    assert all(one.klass != "lot" for one in own)
    assert own[0].said_in("it") == "detto"
    assert own[0].score_in("en") == "-0.50"
    for lang in ("it", "en"):
        told = analysis.annotated(game, lang) or ""
        assert "8. 25-21 18x25" in " ".join(told.split())
        assert "[%eval" in told
    with pytest.raises(NotFound):
        analysis.lesson(game, 14)


def made_before(game: PdnGame, report: AnalysisReport, nodes: int) -> GameReport:
    """Return a report as earlier versions kept it: each sentence twice, and the annotated game too."""
    made = made_report(game, report, nodes)
    plies = tuple(
        msgspec.structs.replace(one, said=("detto", "said"), score=("-0,50", "-0.50"), remark=None)
        for one in made.plies
    )
    return msgspec.structs.replace(
        made, plies=plies, pdn=tuple(write_pdn(annotated(game, report, lang)) for lang in ("it", "en"))
    )


def test_what_earlier_versions_kept_in_two_languages_is_read(app: App, analysis: Analysis) -> None:
    anna = app.guest("Anna")
    game = archived(app, anna)
    analysis.ask(game, anna.id)
    with app.store.write() as work:
        why = '{"it":"Il motore si è fermato.","en":"The engine has stopped."}'
        work.analyses.end(game, status="failed", body=None, why=why, at=1)
    failed = analysis.progress(game)
    assert failed is not None
    assert failed.why is not None
    assert failed.why.text("it") == "Il motore si è fermato."
    kept = (
        b'{"id":"p","game":"italian","fen":"W:W22:B18","goal":"win","solution":["22-19"],"theme":"shot",'
        b'"it":"22-19 \xc3\xa8 un tiro.","en":"22-19 is a shot.","depth":9,"easy":false}'
    )
    puzzle = msgspec.json.decode(kept, type=PuzzleView)
    assert puzzle.said("it") == f"22-19 è un tiro. {words_of('No other move wins.', 'it')}"
    assert puzzle.said("en") == f"22-19 is a shot. {words_of('No other move wins.')}"


def test_why_a_game_could_not_be_judged_is_worded_when_it_is_read(app: App, analysis: Analysis) -> None:
    anna = app.guest("Anna")
    game = archived(app, anna)
    analysis.ask(game, anna.id)
    analysis.fail(game, Message("The engine refused the request: {reason}", reason="no"))
    failed = analysis.progress(game)
    assert failed is not None
    assert failed.why == Message("The engine refused the request: {reason}", reason="no")


def test_the_sentences_of_the_puzzles_are_messages_that_the_catalogues_know() -> None:
    for puzzle in shipped().values():
        if puzzle.reason is None:
            assert puzzle.theme == "proved"
            continue
        said = from_data(puzzle.reason)
        assert said.text("it") != said.text("en")
        assert str(said).startswith(puzzle.solution[0])


def test_work_that_nobody_wants_any_more_ends(app: App, analysis: Analysis) -> None:
    anna, bruno = app.guest("Anna"), app.guest("Bruno")
    game = archived(app, anna)
    analysis.ask(game, anna.id)
    work = analysis.work_on(game, Quick(), Quick())
    next(work)
    with pytest.raises(NotFound):
        analysis.stop(game, bruno.id)
    analysis.stop(game, anna.id)
    for _ in work:
        pass
    found = analysis.progress(game)
    assert found is not None
    assert (found.status, found.report) == ("stopped", None)


def test_work_left_off_is_found_again(app: App, analysis: Analysis) -> None:
    anna = app.guest("Anna")
    game = archived(app, anna)
    analysis.ask(game, anna.id)
    next(analysis.work_on(game, Quick(), Quick()))  # and the machine stops
    again = Analysis(app.cache, app.archive)
    assert again.waiting() == [game]
    for _ in again.work_on(game, Quick(), Quick()):
        pass
    assert again.progress(game).status == "done"  # type: ignore[union-attr]


def test_why_a_game_could_not_be_judged_is_kept(app: App, analysis: Analysis) -> None:
    anna = app.guest("Anna")
    game = archived(app, anna)
    analysis.ask(game, anna.id)
    analysis.fail(game, Message("the engine died"))
    found = analysis.progress(game)
    assert found is not None
    assert found.why is not None
    assert (found.status, found.why.text("en")) == ("failed", "the engine died")


def test_nobody_takes_all_the_work(app: App, analysis: Analysis) -> None:
    anna = app.guest("Anna")
    for number in range(4):
        text = BLUNDER.replace("Bruno", f"Bruno{number}")
        game = archived(app, anna, text, f"Bruno{number}")
        if number == 3:
            with pytest.raises(TooMany):
                analysis.ask(game, anna.id)
        else:
            analysis.ask(game, anna.id)


# ---------------------------------------------------------------------------------------------------- puzzles


def test_every_puzzle_of_the_house_can_be_played(analysis: Analysis) -> None:
    assert len(shipped()) > 100
    for puzzle in shipped().values():
        position = puzzle.position
        assert position.count() >= 3
        assert not position.detect()
        for text in puzzle.solution:
            position = position.play(parse_move(position, text))
        assert len(puzzle.solution) % 2 == 1
        assert puzzle.task("it").startswith("Muove il ")
        assert puzzle.depth >= 5


def test_the_first_move_of_every_puzzle_is_better_than_the_next() -> None:
    lines = (files("damiera.analysis") / "data" / "puzzles.jsonl").read_bytes().splitlines()
    judged = [msgspec.json.decode(line) for line in lines]
    assert len(judged) == len(shipped())
    assert [one["id"] for one in judged if one["best_cp"] <= one["second_cp"]] == []


def test_a_puzzle_is_solved_move_by_move(app: App, puzzles: PuzzleService) -> None:
    anna = app.guest("Anna")
    puzzle = next(one for one in puzzles.puzzles(anna.id) if len(one.solution) == 3)
    first, reply, last = puzzle.solution
    other = next(
        view.text
        for view in state_of(read_line(puzzle.game, puzzle.fen, ""), "en").moves
        if view.text != first
    )
    assert puzzles.attempt(puzzle.id, anna.id, [other]) == (False, False)
    assert puzzles.attempt(puzzle.id, anna.id, [first]) == (True, False)
    assert puzzles.attempt(puzzle.id, anna.id, [first, reply, last]) == (True, True)
    fared = puzzles.fared(anna.id)[puzzle.id]
    assert (fared.solved, fared.tries) == (True, 2)
    assert puzzles.fared(app.guest("Bruno").id) == {}
    with pytest.raises(NotFound):
        puzzles.attempt("nothing", anna.id, [first])
    with pytest.raises(DamieraError):
        puzzles.attempt(puzzle.id, anna.id, ["1-99"])


def test_who_has_seen_the_solution_has_not_solved_it(app: App, puzzles: PuzzleService) -> None:
    anna = app.guest("Anna")
    puzzle = next(one for one in puzzles.puzzles(anna.id) if len(one.solution) == 3)
    puzzles.help(puzzle.id, anna.id, solution=False)
    puzzles.help(puzzle.id, anna.id, solution=True)
    assert puzzles.attempt(puzzle.id, anna.id, puzzle.solution) == (True, True)
    fared = puzzles.fared(anna.id)[puzzle.id]
    assert (fared.solved, fared.helped) == (False, 2)


def test_puzzles_of_ones_own_games_come_first(app: App, analysis: Analysis, puzzles: PuzzleService) -> None:
    anna = app.guest("Anna")
    text = (
        BLUNDER.split("\n\n")[0] + '\n[FEN "W:W17,21,24,25,26,29,32:B3,4,8,9,10,14,19"]\n\n1. 32-28 4-7 *\n'
    )
    game = archived(app, anna, text)
    analysis.ask(game, anna.id)
    deep = asker(nodes=60_000)
    for _ in analysis.work_on(game, Quick(), lambda position, history: deep(position)):
        pass
    mine = [one for one in puzzles.puzzles(anna.id) if one.id not in shipped()]
    assert puzzles.puzzles(anna.id)[: len(mine)] == tuple(mine)
    [own] = [one for one in mine if one.solution == ("19-22", "26x19", "14x32")]
    assert puzzles.puzzle(own.id, anna.id) == own
    with pytest.raises(NotFound):
        puzzles.puzzle(own.id, app.guest("Bruno").id)


@pytest.mark.parametrize(("side", "missed"), [("black", "4-7"), ("white", "")])
def test_what_one_missed_in_a_game_of_ones_own_is_kept_with_the_puzzle(
    app: App, analysis: Analysis, puzzles: PuzzleService, side: Literal["white", "black"], missed: str
) -> None:
    """Only of one's own side: what the other missed is a puzzle too, but no error of one's own."""
    anna, bruno = app.guest("Anna"), app.guest("Bruno")
    fen = "B:W17,21,24,25,26,28,29:B3,4,8,9,10,14,19"
    game = app.play.create(anna, NewGame(game="italian", seat=side, friend=True, fen=fen))
    code = next(seat.invite for seat in game.row.seats if seat.invite)
    app.play.join(code, bruno)
    black, white = (anna, bruno) if side == "black" else (bruno, anna)
    app.play.move(game.id, black.id, 0, (4, 7))
    app.play.act(game.id, white.id, "resign")
    analysis.ask(game.id, anna.id)
    deep = asker(nodes=60_000)
    for _ in analysis.work_on(game.id, Quick(), lambda position, history: deep(position)):
        pass
    [found] = [one for one in puzzles.puzzles(anna.id) if one.fen == game.game.position.fen]
    assert (found.solution[0], found.missed) == ("19-22", missed)


def test_openings_of_ones_own_archive_are_known(app: App, analysis: Analysis) -> None:
    anna = app.guest("Anna")
    first = archived(app, anna)
    second = archived(app, anna, BLUNDER.replace("Bruno", "Carlo").replace("25-21 18x25", "26-22"), "Carlo")
    for game, out in ((first, 14), (second, 14)):
        analysis.ask(game, anna.id)
        for _ in analysis.work_on(game, Quick(), Quick()):
            pass
        found = analysis.progress(game)
        assert found is not None
        assert found.report is not None
        assert found.report.out == out


def test_every_puzzle_has_a_sentence_and_says_what_no_other_move_does() -> None:
    for puzzle in shipped().values():
        it, en = puzzle.said("it"), puzzle.said("en")
        assert it.startswith(puzzle.solution[0])
        assert en.startswith(puzzle.solution[0])
        alone = "only move that" in en or "other move" in en
        assert alone is (puzzle.goal != "gain" and puzzle.theme != "win"), en
