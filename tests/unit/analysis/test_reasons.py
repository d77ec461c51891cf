"""Every sentence is true on the board, in both languages."""

from __future__ import annotations

from random import Random

import pytest

from damiera import _core
from damiera._core import Position, Side
from damiera.analysis.balance import balance, settled, walk
from damiera.analysis.motifs import locked_kings, opposition, run_of, threat
from damiera.analysis.odds import Curve
from damiera.analysis.reasons import Motif, reason_against, reason_for
from damiera.engine.score import Score
from damiera.messages import Message
from damiera.notation.moves import parse_move
from damiera.rules.ruleset import ENGLISH, INTERNATIONAL, ITALIAN, ruleset
from tests.unit.analysis.kit import asker, at, line
from tests.wording import holds, words_of

CASES = [
    ("W:WK28:BK27", "28-31", Motif.THREAT, "28-31 minaccia 31x22: il Bianco lascia il Nero senza mosse."),
    ("B:W18:BK14", "14x21", Motif.FORCED, "14x21 è obbligata: non c'è altra mossa."),
    (
        "B:WK10,K15:B22",
        "22-26",
        Motif.RUN,
        "22-26: la pedina va a dama in una mossa e nessuno la può fermare.",
    ),
    ("B:WK10,K19:B26", "26-29", Motif.RUN, "26-29 fa dama."),
    (
        "B:WK15:B12,26",
        "12-16",
        Motif.PARRIES,
        "12-16 para la minaccia 15x8, con cui il Bianco prende una pedina.",
    ),
    (
        "B:WK12,K14:BK20,K22,K25",
        "22-18",
        Motif.EXCHANGE,
        "22-18 cambia una dama per una (22-18 14x21 25x18).",
    ),
    ("W:WK9,19,20:B15,K17", "19x12", Motif.TAKES, "19x12: il Bianco prende una pedina."),
    (
        "W:WK11,21:B10,K25,K30,K32",
        "11-6",
        Motif.SHOT,
        "11-6 è un tiro: il Bianco dà una pedina e prende una pedina e una dama (11-6 25x18 6x22).",
    ),
    (
        "B:WK3,K7,17,18:B2,9,10,K23,K32",
        "2-6",
        Motif.LOCKS,
        "2-6 chiude la dama in 3: non ha più mosse.",
    ),
    (
        "B:WK11:BK13",
        "13-18",
        Motif.OPPOSITION,
        "13-18: il Nero ha l'opposizione e la mantiene se non ci sono cambi.",
    ),
]


@pytest.mark.parametrize(("fen", "move", "motif", "said"), CASES)
def test_a_good_move_is_explained(fen: str, move: str, motif: Motif, said: str) -> None:
    position = at(fen)
    reason = reason_for(position, [parse_move(position, move)], Score(0, position.side))
    assert reason is not None
    assert (reason.motif, reason.text.text("it")) == (motif, said)
    assert reason.text.text("en").startswith(move)
    assert reason.text.text("en").endswith(".")


def test_a_win_is_told_when_the_line_reaches_it() -> None:
    position = at("B:WK16:BK19")
    reason = reason_for(position, line(position, "19-15 16-12 15x8"), Score(29_997, Side.BLACK))
    assert reason is not None
    assert holds(
        reason.text,
        Message(
            "{move} wins: after {line} {end}.",
            move="19-15",
            line="19-15 16-12 15x8",
            end=Message("{side} has no piece left", side=Message("White", context="with the article")),
        ),
    )
    short = reason_for(position, line(position, "19-15"), Score(29_997, Side.BLACK))
    assert short is not None
    assert words_of(
        "{side} has no piece left", side=Message("White", context="with the article")
    ) not in short.text.text("en")


def test_nothing_is_said_where_nothing_is_proved() -> None:
    start = ITALIAN.start()
    assert reason_for(start, [parse_move(start, "22-18")], Score(0, Side.WHITE)) is None
    assert reason_for(start, [], Score(0, Side.WHITE)) is None
    towers = ruleset("bashni").start()
    assert reason_for(towers, [towers.moves()[0]], Score(0, Side.WHITE)) is None


MISTAKES = [
    # a man left to be taken
    ("W:W18,29,32:B10,1,2", "18-14", Motif.TAKES, "18-14 loses: with 10x19 Black takes a man. Better "),
    (
        "B:W21,22,24,25,27,28,30:B1,2,3,4,8,9,14",
        "9-13",
        Motif.SHOT,
        "9-13 allows the shot 21-18 14x21 25x9: White gives a man and takes two men. Better ",
    ),
    (
        "W:W17,21,24,25,26,29,32:B3,4,8,9,10,14,19",
        "32-28",
        Motif.SHOT,
        "32-28 allows the shot 19-22 26x19 14x32: Black gives a man and takes two men, and gets a king.",
    ),
    # nothing is lost by it, but a shot is missed
    (
        "W:W21,22,24,25,27,28,30:B1,2,3,4,8,13,14",
        "21-17",
        Motif.SHOT,
        "Better 21-18: ",
    ),
]


@pytest.mark.parametrize(("fen", "move", "motif", "said"), MISTAKES)
def test_a_mistake_is_explained(fen: str, move: str, motif: Motif, said: str) -> None:
    position, ask = at(fen), asker()
    played = parse_move(position, move)
    here, there = ask(position), ask(position.play(played))
    reason = reason_against(
        position, played, there.line, there.lines[0].score, here.line, here.lines[0].score
    )
    assert reason.motif is motif
    assert reason.text.text("en").startswith(said)
    assert walk(position, reason.moves)[-1].before.moves()  # what is shown is legal to its end


@pytest.mark.slow
def test_claims_of_random_games_hold_on_the_board() -> None:
    """Walk random games and check what is claimed against plain play, by other code."""
    rng, seen = Random(4), dict.fromkeys(Motif, 0)
    for game in (ITALIAN, ENGLISH, INTERNATIONAL):
        for _ in range(3):
            history: list[Position] = []
            position = game.start()
            while position.has_moves() and len(history) < 50:
                move = rng.choice(position.moves())
                reason = reason_for(position, [move], Score(0, position.side), history=history)
                if reason is not None:
                    seen[reason.motif] += 1
                    _check(position, reason.motif, reason.moves, settled(history, position))
                history.append(position)
                position = position.play(move)
    for motif in (Motif.FORCED, Motif.SHOT, Motif.TAKES, Motif.EXCHANGE, Motif.THREAT, Motif.RUN):
        assert seen[motif] > 0, motif


def _check(position: Position, motif: Motif, moves: tuple[_core.Move, ...], since: Position) -> None:
    steps = walk(position, moves)
    assert len(steps) == len(moves)
    end, side = steps[-1].after, position.side
    match motif:
        case Motif.FORCED:
            assert position.count() == 1
        case Motif.SHOT | Motif.TAKES:
            assert balance(end, side) > balance(since, side)
            assert not end.has_moves() or not (end.side is not side and end.detect())
        case Motif.EXCHANGE:
            assert balance(end, side) == balance(since, side)
        case Motif.WIN:
            assert not end.has_moves()
        case Motif.THREAT:
            assert not end.detect()


def test_a_run_is_stopped_by_whoever_can() -> None:
    free = at("W:WK10,K15:B26")
    run = run_of(free, 26)
    assert run is not None
    assert run.moves == 1
    guarded = at("W:WK22,30:B26")
    assert run_of(guarded, 26) is None
    assert run_of(free, 10) is None  # no man of the side that has moved


def test_nothing_is_threatened_where_a_capture_is_due() -> None:
    assert threat(at("W:W22:B18")) is None
    assert threat(ITALIAN.start()) is None


def test_a_king_that_could_not_move_before_is_not_locked_in_now() -> None:
    position = at("B:WK3,K7,17,18:B2,9,10,K23,K32")
    [step] = walk(position, [parse_move(position, "23-19")])
    assert locked_kings(step) == ()


def test_who_has_the_opposition_wins_king_against_king() -> None:
    """Whenever one king beats another that is not lost at once, its side has the opposition."""
    search, checked = _core.Search(_core.rules("italian"), hash_mb=4), 0
    for white in range(1, 33):
        for black in range(1, 33):
            if white == black:
                continue
            position = _core.rules("italian").position(Side.WHITE, [], [white], [], [black])
            if position.detect() or not position.has_moves() or threat(position) is not None:
                continue
            result = search.think(position, depth=11)
            if abs(result.score_cp) < 29_000 or 30_000 - abs(result.score_cp) < 5:
                continue
            winner = position.side if result.score_cp > 0 else position.side.opponent
            assert opposition(position) is winner, position.fen
            checked += 1
    assert checked > 30


def test_the_opposition_means_nothing_on_a_large_or_crowded_board() -> None:
    assert opposition(INTERNATIONAL.start()) is None
    assert opposition(ITALIAN.start()) is None
    assert opposition(at("W:WK22,25:BK1")) is None


def test_a_man_that_is_taken_back_by_a_shot_is_not_said_to_be_won() -> None:
    # A. Abatsiev's games: after c5:a3 White answers d4-c5 b6:d4 c3:g3 and has as much as before.
    russian = ruleset("russian")
    position = at("B:Wb4,d4,h4,c3,b2,d2,h2,a1,c1,e1,g1:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,c5,f4", russian)
    takes = parse_move(position, "c5:a3")
    reason = reason_for(position, [takes], Score(32, Side.BLACK))
    assert reason is None or reason.motif is not Motif.TAKES


COMPARED = [
    (0, -150, "la partita è pari; dopo 24-20 il Nero sta meglio (+0,00, -1,50)."),
    (200, 120, "il Bianco sta molto meglio; dopo 24-20 solo meglio (+2,00, +1,20)."),
    (-120, -220, "il Nero sta meglio; dopo 24-20 molto meglio (-1,20, -2,20)."),
    (30, -30, "ma la differenza è piccola (+0,30, -0,30)."),
    (300, 180, "in ogni caso, ma con {best} di più (+3,00, +1,80)."),
    (-180, -300, "in ogni caso, ma con {best} di meno (-1,80, -3,00)."),
]


@pytest.mark.parametrize(("before", "after", "said"), COMPARED)
def test_where_nothing_is_proved_the_standings_are_compared(
    before: int, after: int, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    curve = Curve("", scale_cp=61.5, margin_cp=136.0)
    monkeypatch.setattr("damiera.analysis.reasons.curve_of", lambda game: curve)
    position = ITALIAN.start()
    played, best = parse_move(position, "24-20"), parse_move(position, "22-18")
    told = reason_against(
        position, played, (), Score(after, Side.WHITE), [best], Score(before, Side.WHITE)
    ).text
    assert told.text("it").endswith(said.format(best="22-18"))
    assert told.text("it")[0].isupper()
    assert "22-18" in told.text("en")


ENDS = [
    ("italian-losing", "W:W22:B14", "22-18 14x21", "after 22-18 14x21 White has given all its pieces."),
    ("breakthrough", "W:W7:B20", "7-2", "White has a king."),
    ("bashni", "W:c3=w,e3=w,d4=b", "c3:e5", "Black commands no tower any more."),
    (
        "italian",
        "W:WK30:B1",
        "30-26 1-5 26-30 5-9 30-26 9-13 26-30 13-17 30-26 17-21 26x17",
        "in 11 plies at the most: in the end Black has no piece left.",
    ),
]


@pytest.mark.parametrize(("game", "fen", "moves", "said"), ENDS)
def test_the_end_is_told_as_the_game_wants_it_and_a_long_line_is_not_read_out(
    game: str, fen: str, moves: str, said: str
) -> None:
    position = at(fen, ruleset(game))
    played = line(position, moves)
    told = reason_for(position, played, Score(30_000 - len(played), position.side))
    assert told is not None
    assert told.motif is Motif.WIN
    assert told.moves == tuple(played)
    assert told.text.text("en").endswith(said)
    assert len(told.text.text("it")) < 100


# From V. Weitsman - A. Tsjizjow, world championship 2003: White has given a man with 27-22 18x27.
MIDWAY = (
    "W:W25,27,29,32,33,35,36,37,38,39,40,42,43,45,46,47,48,49:B2,3,5,6,7,8,9,10,11,12,13,14,15,16,18,19,20,21"
)


def test_what_was_given_on_the_move_before_is_counted() -> None:
    start = at(MIDWAY, INTERNATIONAL)
    gave, took, back = line(start, "27-22 18x27 29-23")
    between = start.play(gave)
    position = between.play(took)
    told = reason_for(position, [back], Score(0, Side.WHITE), history=[start, between])
    assert told is not None
    assert holds(
        told.text,
        Message(
            "{move} makes the exchange even: {gains} ({line}).",
            move="29-23",
            gains=Message(
                "{side} gives {l} and takes {t}", side=Message("White", context="with the article")
            ),
            line="29-23 19x28 33x31",
        ),
    )
    alone = reason_for(position, [back], Score(0, Side.WHITE))
    assert alone is not None
    assert alone.text.text("en").startswith("29-23 is a shot: ")


def test_one_for_one_is_of_the_gender_of_what_is_exchanged() -> None:
    position = at("B:W18,21,24,25,26,28,29,30,31,32:B1,2,3,4,5,7,8,9,10,12")
    told = reason_for(position, line(position, "10-14 18x11 7x14"), Score(0, Side.BLACK))
    assert told is not None
    assert told.text.text("it").startswith("10-14 cambia una pedina per una (10-14 ")
    assert told.text.text("fr").startswith("10-14 échange un pion (un pour un")
