"""Our gathered rules of Ugolki: what is its own."""

from __future__ import annotations

import pytest

from damiera.engine.builtin import BuiltinEngine
from damiera.game.clock import ClockSettings
from damiera.game.errors import OutOfOrder
from damiera.game.events import Flagged, Moved, Resigned
from damiera.game.state import Game
from damiera.notation.fen import parse_fen
from damiera.notation.moves import format_move
from damiera.notation.numbering import parse_square
from damiera.rules.explain import explain_move
from damiera.rules.ruleset import ruleset
from damiera.rules.setup import IllegalSetup, SetupProblem
from tests.articles.desk import BLACK, WHITE, Desk, outcome

DESK = Desk("damiera.ugolki.default")


def arrivals(fen: str, game: str = "ugolki") -> set[str]:
    """Where the men of the side to move can go, each as its name."""
    rules = ruleset(game)
    moves = parse_fen(fen, rules).position().moves()
    assert all(not move.captured for move in moves)
    return {
        f"{'abcdefgh'[file]}{rank + 1}"
        for file, rank in (rules.core.coordinates(m.destination) for m in moves)
    }


def after(game: Game, *texts: str) -> Game:
    for text in texts:
        path = tuple(parse_square(game.ruleset, name) for name in text.split("-"))
        game = game.apply(Moved(path=path, at=game.ply))
    return game


def test_art_01_01_two_play() -> None:
    assert DESK.start().sides == (WHITE, BLACK)
    with pytest.raises(OutOfOrder):
        DESK.start().apply(Resigned(side="red", at=0))


def test_art_01_02_eight_rows_of_eight_squares() -> None:
    core = DESK.game.core
    assert (core.files, core.ranks, core.squares) == (8, 8, 64)


def test_art_01_03_squares_have_letters() -> None:
    core = DESK.game.core
    assert (core.coordinates(57), core.coordinates(8)) == ((0, 0), (7, 7))
    assert DESK.game.notation == "algebraic"


@pytest.mark.parametrize(
    ("game", "men"),
    [("ugolki", 12), ("ugolki~camp=4x4", 16), ("ugolki~camp=3x3", 9), ("ugolki~camp=triangle", 10)],
)
def test_art_01_04_men_in_opposite_corners(game: str, men: int) -> None:
    rules = ruleset(game)
    start = rules.start()
    assert len(start.white_men) == len(start.black_men) == rules.core.men == men
    white = {rules.core.coordinates(square) for square in start.white_men}
    black = {rules.core.coordinates(square) for square in start.black_men}
    assert black == {(7 - file, 7 - rank) for file, rank in white}
    assert (0, 0) in white


def test_art_01_05_white_begins_then_in_turn() -> None:
    game = DESK.start()
    assert game.side is WHITE
    assert after(game, "d3-e3").side is BLACK
    assert after(game, "d3-e3", "e6-d6").side is WHITE


def test_art_01_05_who_cannot_move_is_passed_over() -> None:
    """A black man in the corner, four white ones about it: White moves again, in a game and from a FEN."""
    game = begun("W:Wa2,a3,b1,c1,d5:Ba1")
    assert after(game, "d5-d6").side is WHITE
    assert DESK.game.core.read("B:Wa2,a3,b1,c1,d5:Ba1").side is WHITE


def begun(fen: str) -> Game:
    return Game.start(DESK.game, position=parse_fen(fen, DESK.game).position(), rulebook=DESK.id)


@pytest.mark.parametrize(
    ("game", "fen"),
    [
        ("ugolki~camp=3x3", "W:Wa1,a2,a3,a4,a5,a6,a7,a8,b1,b2:Bh8"),
        ("ugolki", "W:Wa1,a2,a3,a4,a5,a6,a7,a8,b1,b2,b3,b4,b5:Bh8"),
        ("ugolki", "W:WKd4:Bh8"),
    ],
)
def test_a_board_that_cannot_be_is_refused_whatever_is_tolerated(game: str, fen: str) -> None:
    with pytest.raises(IllegalSetup):
        parse_fen(fen, ruleset(game)).position(tolerate=~SetupProblem(0))


def test_an_empty_board_reads_back_as_it_is() -> None:
    assert DESK.game.core.read("W:W:B").fen == "W:W:B"


def test_a_side_may_be_missing_from_a_board() -> None:
    """White moves on; nobody else can."""
    game = begun("B:Wd4:B")
    assert (game.side, after(game, "d4-d5").side) == (WHITE, WHITE)


def test_art_02_01_one_square_in_four_directions() -> None:
    assert arrivals("W:Wd4:Bh8") == {"d5", "e4", "d3", "c4"}
    diagonal = {"c3", "c5", "e3", "e5"}
    assert arrivals("W:Wd4:Bh8", "ugolki~steps=all") == {"d5", "e4", "d3", "c4"} | diagonal


def test_art_02_02_jumps_over_men_of_either_colour_one_after_another() -> None:
    assert arrivals("W:Wd4:Be4,f5,h7") >= {"f4", "f6"}
    assert "h6" in arrivals("W:Wd4:Be4,f5,g6")
    assert "f4" not in arrivals("W:Wd4:Be4,f4")
    assert "f6" not in arrivals("W:Wd4:Be5,h8")  # across a corner


def test_art_02_02_jumps_are_written_with_every_square_when_asked_for() -> None:
    position = parse_fen("W:Wd4,f5:Be4,g6", DESK.game).position()
    move = next(m for m in position.moves() if DESK.name(m.destination) == "h6")
    assert (format_move(position, move), format_move(position, move, long=True)) == ("d4-h6", "d4-f4-f6-h6")


@pytest.mark.parametrize(
    ("way", "reason", "article"),
    [
        ("d4-e5", "out-of-reach", "2.2"),
        ("d4-f4-g4", "out-of-reach", "2.3"),
        ("d4-e4", "occupied", "2.2"),
        ("h8-h7", "not-your-piece", "1.5"),
        ("a1-a2", "empty-square", "1.5"),
    ],
)
def test_art_01_05_and_02_02_and_02_03_what_is_refused_says_why(way: str, reason: str, article: str) -> None:
    position = parse_fen("W:Wd4:Be4,h8", DESK.game).position()
    told = explain_move(position, [parse_square(DESK.game, name) for name in way.split("-")])
    assert told.reason.value == reason
    assert told.articles[0] == f"{DESK.id}:{article}"


def test_art_02_03_steps_and_jumps_do_not_mix() -> None:
    assert "g4" not in arrivals("W:Wd4:Be4,h8")


def test_art_03_01_and_03_02_the_first_to_fill_the_corner_wins() -> None:
    game = begun("W:Wd6,c6,f6,g6,h6,e7,f7,g7,h7,e8,f8,g8:Ba1,b1,c1,d1,a2,b2,c2,d2,a3,b3,d4,h8")
    won = after(game, "d6-e6")
    assert (outcome(won).winner, DESK.ended(won)) == (WHITE, "3.1")
    assert won.position.moves() == ()


def test_art_03_02_not_before_the_last_square_is_taken() -> None:
    game = begun("W:Wd6,c6,f6,g6,h6,e7,f7,g7,h7,e8,f8,g8:Ba1,b1,c1,d1,a2,b2,c2,d2,a3,b3,d4,h8")
    assert after(game, "d6-d5").outcome is None


def test_art_03_02_strictly_only_by_ones_own_men() -> None:
    rules = ruleset("ugolki~goal=strict")
    fen = "W:Wd6,c6,f6,g6,h6,e7,f7,g7,h7,e8,f8,g8:Ba1,b1,c1,d1,a2,b2,c2,d2,a3,b3,d4,h8"
    game = Game.start(rules, position=parse_fen(fen, rules).position())
    assert after(game, "d6-e6").outcome is None


def test_art_03_03_to_03_05_resignation_and_time() -> None:
    game = DESK.start().apply(Resigned(side="white", at=0))
    assert (outcome(game).winner, DESK.ended(game)) == (BLACK, "3.3")
    timed = Game.start(DESK.game, rulebook=DESK.id, clock=ClockSettings(base_ms=1000)).apply(Flagged(at=1000))
    assert (outcome(timed).winner, DESK.ended(timed)) == (timed.side.opponent, "3.5")


def test_the_engine_plays_against_itself_to_the_end() -> None:
    game, engine = DESK.start(), BuiltinEngine("ugolki")
    while game.outcome is None and game.ply < 300:
        position = game.position
        move = engine.choose(position, history=game.positions[:-1], level=8, seed=game.ply).move
        game = game.apply(Moved(path=position.paths(move)[0], at=game.ply))
    assert outcome(game).winner is not None
    assert DESK.ended(game) == "3.1"
