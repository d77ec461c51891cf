"""The survey page at Juegopedia, Dama turca: what it says of moves, as it says it."""

from __future__ import annotations

from damiera.game.events import Irregular
from damiera.game.hands import Lift, Put
from damiera.game.outcome import Termination
from damiera.game.readings import readings
from damiera.game.state import Game
from damiera.game.ways import Conditions
from damiera.messages import Message
from damiera.notation.numbering import parse_square
from tests.articles.desk import BLACK, WHITE, Desk, outcome
from tests.wording import holds

DESK = Desk("juegopedia.turkish.2019")
moves, cited = DESK.moves, DESK.cited


def test_art_01_01_who_begins_is_decided_by_lot() -> None:
    """In the program White begins; the lot is who gets White."""
    assert DESK.game.start().side is WHITE


def test_art_01_02_a_man_steps_forward_or_sideways() -> None:
    assert moves("W:Wd4:Bh8") == {"d4-c4", "d4-d5", "d4-e4"}
    assert cited("W:Wd4:Bh8", "d4", "d3") == "1.2"


def test_art_01_03_it_captures_the_same_three_ways() -> None:
    assert moves("W:Wd4:Bd5,c4,e4,d3") == {"d4xd6", "d4xb4", "d4xf4"}
    assert moves("W:Wd4:Bd3") == {"d4-c4", "d4-d5", "d4-e4"}


def test_art_01_04_kings_too() -> None:
    assert moves("W:Wd4:BKd5") == {"d4xd6"}


def test_art_01_05_a_king_moves_like_a_rook() -> None:
    along = {f"a1-{file}1" for file in "bcdefgh"}
    assert moves("W:WKa1:Bh8") == along | {f"a1-a{rank}" for rank in range(2, 9)} | {
        f"a1-a{rank}" for rank in range(2, 9)
    }


def test_art_01_06_it_lands_where_it_likes() -> None:
    assert moves("W:WKd1:Bd4") == {"d1xd5", "d1xd6", "d1xd7", "d1xd8"}


def test_art_01_07_captured_pieces_come_off_at_once() -> None:
    """f8 goes first, and the king comes back along the file it stood on."""
    assert moves("W:WKg8:Bf8,c7,f6,Ke2") == {"g8xc8xc2xf2xf7", "g8xc8xc2xf2xf8"}


def test_art_01_08_capturing_is_compulsory() -> None:
    assert moves("W:Wd4,a1:Bd5") == {"d4xd6"}
    assert cited("W:Wd4,a1:Bd5", "a1", "a2") == "1.8"


def test_art_01_09_the_most_pieces() -> None:
    assert moves("W:Wd4:Bd5,c4,b5") == {"d4xb4xb6"}
    assert cited("W:Wd4:Bd5,c4,b5", "d4", "d6") == "1.9"


AGREED = Conditions(arbitrated=True, automatic_count=False)


def wrongly(fen: str, kind: str, *path: str, removed: tuple[str, ...] = (), book: str = DESK.id) -> Game:
    game = Game.start(DESK.game, rulebook=book, position=DESK.at(fen), conditions=AGREED)
    route, gone = (tuple(parse_square(DESK.game, s) for s in some) for some in (path, removed))
    return game.apply(Irregular(side="white", kind=kind, path=route, removed=gone, at=5))


def test_art_01_10_whoever_does_not_capture_loses() -> None:
    game = wrongly("W:Wd4,a1:Bd5,h8", "omitted_capture", "a1", "a2")
    assert (outcome(game).winner, DESK.ended(game)) == (BLACK, "1.10")
    assert (outcome(game).termination, outcome(game).declared_by) == (Termination.WRONG_CAPTURE, "arbiter")
    assert holds(
        outcome(game).said,
        Message("{loser} did not capture, or captured wrongly.", loser=Message("White")),
    )
    assert game.conduct.log[-1].article == f"{DESK.id}:1.10"
    assert (game.conduct.pending, game.position.fen) == (None, "B:Wd4,a2:Bh8,d5")


def test_art_01_10_whoever_takes_fewer_than_they_could_loses() -> None:
    game = wrongly("W:Wd4:Bd5,c4,b5", "wrong_number", "d4", "d6", removed=("d5",))
    assert (outcome(game).winner, DESK.ended(game)) == (BLACK, "1.10")


def test_art_01_10_done_by_hand_too() -> None:
    game = Game.start(DESK.game, rulebook=DESK.id, position=DESK.at("W:Wd4,a1:Bd5,h8"), conditions=AGREED)
    first, last = (parse_square(DESK.game, square) for square in ("a1", "a2"))
    [reading] = readings(game, WHITE, (Lift(first), Put(last)))
    assert reading.article == f"{DESK.id}:1.10"
    assert outcome(game.apply(reading.event)).winner is BLACK


def test_art_01_10_another_irregularity_is_for_the_opponent_to_judge() -> None:
    """And by the game's first book a wrong capture is too."""
    assert wrongly("W:Wd4,a1:Bh8", "moved_wrongly", "a1", "b2").outcome is None
    game = wrongly("W:Wd4,a1:Bd5", "omitted_capture", "a1", "a2", book="damiera.turkish.default")
    assert game.outcome is None
    assert game.conduct.pending is not None


def test_art_01_11_a_king_and_a_single_man() -> None:
    """The page's sentence is garbled: here the king beats the man, unless a capture comes first."""
    game = DESK.start("W:WKa1:Bh5")
    assert (outcome(game).winner, DESK.ended(game)) == (WHITE, "1.11")
    assert DESK.start("W:WKa1:Ba5").outcome is None
    assert outcome(Desk("damiera.turkish.default").start("W:WKa1:Bh5")).winner is None
