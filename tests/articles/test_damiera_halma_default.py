"""Our gathered rules of Halma: what is its own."""

from __future__ import annotations

import pytest

from damiera.engine.builtin import BuiltinEngine
from damiera.game.events import Moved
from damiera.game.outcome import Termination
from damiera.game.sides import sides_of
from damiera.game.state import Game
from damiera.notation.fen import parse_fen
from damiera.notation.numbering import parse_square, square_name
from damiera.notation.pdn.model import PdnGame, pdn_game
from damiera.notation.pdn.reader import read_pdn
from damiera.notation.pdn.writer import write_pdn
from damiera.rules.explain import explain_move
from damiera.rules.ruleset import ruleset
from damiera.rules.setup import Setup
from tests.articles.desk import BLACK, WHITE, Desk, outcome

DESK = Desk("damiera.halma.default")
SEATED = "halma~board=8x8~seats=4"


def arrivals(fen: str, game: str = "halma") -> set[str]:
    """Where the men of the side to move can go, each as its name."""
    rules = ruleset(game)
    return {square_name(rules, m.destination) for m in parse_fen(fen, rules).position().moves()}


def begun(fen: str, game: str = "halma") -> Game:
    rules = ruleset(game)
    return Game.start(rules, position=parse_fen(fen, rules).position())


def after(game: Game, *texts: str) -> Game:
    for text in texts:
        path = tuple(parse_square(game.ruleset, name) for name in text.split("-"))
        game = game.apply(Moved(path=path, at=game.ply))
    return game


def test_art_01_01_two_or_four_play() -> None:
    assert [side.name for side in sides_of(ruleset("halma").core)] == ["WHITE", "BLACK"]
    assert [side.name for side in sides_of(ruleset(SEATED).core)] == ["WHITE", "RED", "BLACK", "BLUE"]


@pytest.mark.parametrize(
    ("game", "side", "men"),
    [
        ("halma", 16, 19),
        ("halma~seats=4", 16, 13),
        ("halma~board=10x10", 10, 15),
        ("halma~board=10x10~seats=4", 10, 10),
        ("halma~board=8x8", 8, 10),
        (SEATED, 8, 6),
    ],
)
def test_art_01_02_and_01_04_boards_and_men(game: str, side: int, men: int) -> None:
    rules = ruleset(game)
    assert (rules.core.files, rules.core.ranks, rules.core.squares) == (side, side, side * side)
    assert (rules.entry.board.squares, rules.entry.board.men) == (side * side, men)
    start = rules.start()
    owners = list(start.pieces.values())
    assert {owner: owners.count(owner) for owner in owners} == dict.fromkeys(owners, men)
    corners = {rules.core.square_at(file, rank) for file in (0, side - 1) for rank in (0, side - 1)}
    assert len(corners & start.pieces.keys()) == len(rules.core.seats)


def test_art_01_03_squares_have_letters_up_to_p() -> None:
    core = DESK.game.core
    assert (core.coordinates(241), core.coordinates(16)) == ((0, 0), (15, 15))
    assert parse_square(DESK.game, "p16") == 16
    assert parse_square(DESK.game, "k14") == 43


def test_art_01_05_in_turn_clockwise() -> None:
    game = Game.start(ruleset(SEATED))
    turns = [game.side.name]
    for text in ("c1-d2", "c8-d7", "f8-e7", "f1-e2"):
        game = after(game, text)
        turns.append(game.side.name)
    assert turns == ["WHITE", "RED", "BLACK", "BLUE", "WHITE"]


def test_art_01_05_who_cannot_move_is_passed_over() -> None:
    shut = "0:0=d4;1=a8;3=h8,a7,b8,b7,a6,c8;4=h1,b6,c6,c7"
    game = begun(shut, SEATED)
    assert after(game, "d4-d5").side is BLACK


def test_art_02_01_one_square_in_eight_directions() -> None:
    assert "p11" in arrivals("W:Wp12:Ba1")  # out of the corner it has reached, too
    assert arrivals("W:Wg7:Bp16") == {"f6", "f7", "f8", "g6", "g8", "h6", "h7", "h8"}


def test_art_02_01_a_man_may_leave_the_corner_unless_that_is_forbidden() -> None:
    """Within the corner it moves all the same; outside it may pass on a jump, if it comes back."""
    fen = "W:Wf8:Ba1"
    assert "d8" not in arrivals(fen, "halma~board=8x8~leaving=forbidden")
    assert arrivals(fen, "halma~board=8x8") >= {"e8", "e7"}
    assert arrivals(fen, "halma~board=8x8~leaving=forbidden") == {"e8", "g8", "g7", "f7"}
    over = "W:Wf7,e8:Bf6,e7,a1"
    assert "g8" in arrivals("W:We8:Bf8,a1", "halma~board=8x8~leaving=forbidden")
    assert arrivals(over, "halma~board=8x8~leaving=forbidden") >= {"g8", "g7", "g6", "f8"}


def test_art_02_02_jumps_over_men_of_any_colour() -> None:
    assert "i11" in arrivals("W:Wg7,j8:Bh7,j10,p16")
    assert "i9" not in arrivals("W:Wg7:Bh8,i9")
    four = "0:0=d4;1=e4,a8;3=g5,h8;4=h1"
    assert arrivals(four, SEATED) >= {"f4", "h6"}


@pytest.mark.parametrize(
    ("way", "reason", "article"),
    [
        ("g7-i7-i8", "out-of-reach", "2.3"),
        ("g7-h7", "occupied", "2.2"),
        ("p16-p15", "not-your-piece", "1.5"),
        ("a1-a2", "empty-square", "1.5"),
        ("g7-g9", "out-of-reach", "2.2"),
    ],
)
def test_art_01_05_and_02_02_and_02_03_what_is_refused_says_why(way: str, reason: str, article: str) -> None:
    position = parse_fen("W:Wg7:Bh7,p16", DESK.game).position()
    told = explain_move(position, [parse_square(DESK.game, name) for name in way.split("-")])
    assert told.reason.value == reason
    assert told.articles[0] == f"{DESK.id}:{article}"


FULL = "m16,n16,o16,p16,m15,n15,o15,p15,m14,n14,o14,p14,n13,o13,p13,o12,p12"


def test_art_03_01_the_first_to_fill_the_corner_wins() -> None:
    game = after(begun(f"W:Wk14,l16,{FULL}:Ba1,d6"), "k14-l15")
    assert (outcome(game).winner, DESK.ended(game)) == (WHITE, "3.1")
    assert game.position.moves() == ()


def test_art_03_01_four_play_on_for_their_places() -> None:
    game = begun("0:0=h8,g8,f8,h7,g7,g6;1=h1,g1,f1,h2,f2,g3;3=a1,b1,a2,b2,c1,d4;4=c8,d5", SEATED)
    game = after(game, "g6-h6", "f2-g2")
    assert (game.position.home, game.outcome) == ((0,), None)
    game = after(game, "g3-f4") if game.side.name == "RED" else game
    assert game.position.home[0] == 0
    assert game.outcome is None


def test_art_03_01_places_of_four() -> None:
    start = "3:0=h8,g8,f8,h7,g7,h6;1=h1,g1,f1,h2,g2,h3;3=a1,b1,a2,b2,c1,b4;4=c8,d5;home=0,1"
    game = after(begun(start, SEATED), "b4-a3")
    found = outcome(game)
    assert found.termination is Termination.HOME
    assert [side.name for side in found.places] == ["WHITE", "RED", "BLACK"]


def test_art_03_02_a_corner_is_filled_with_guests_in_it_unless_strict() -> None:
    fen = f"W:Wk14,k13,{FULL}:Ba1,l16"
    assert outcome(after(begun(fen), "k14-l15")).winner is WHITE
    assert after(begun(fen, "halma~goal=strict"), "k14-l15").outcome is None
    assert after(begun(fen), "k14-k15").outcome is None


@pytest.mark.parametrize("game", ["halma", "halma~seats=4", "halma~board=10x10", SEATED])
def test_texts_of_positions_come_back_as_they_were(game: str) -> None:
    rules = ruleset(game)
    position = rules.start()
    for ply in range(30):
        again = parse_fen(position.fen, rules)
        assert again.fen == position.fen
        assert again.position().key == position.key
        assert Setup.from_position(position).problems() == Setup.from_position(rules.start()).problems()
        moves = position.moves()
        position = position.play(moves[(7 * ply) % len(moves)])


@pytest.mark.parametrize("game", ["halma", "halma~seats=4", SEATED])
def test_games_come_back_from_pdn(game: str) -> None:
    rules = ruleset(game)
    position, moves = rules.start(), []
    for ply in range(24):
        legal = position.moves()
        moves.append(legal[(11 * ply) % len(legal)])
        position = position.play(moves[-1])
    (found,) = read_pdn(write_pdn(pdn_game(rules, moves)))
    assert isinstance(found, PdnGame)
    assert found.ruleset is rules
    assert found.positions[-1].fen == position.fen


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "most"), [("halma~board=8x8", 160), ("halma~board=10x10", 240), (SEATED, 320)]
)
def test_the_engine_plays_against_itself_to_the_end(game: str, most: int) -> None:
    state, engine = Game.start(ruleset(game)), BuiltinEngine(game)
    while state.outcome is None and state.ply < most:
        position = state.position
        move = engine.choose(position, history=state.positions[:-1], level=8, seed=state.ply).move
        state = state.apply(Moved(path=position.paths(move)[0], at=state.ply))
    assert outcome(state).termination is Termination.HOME
