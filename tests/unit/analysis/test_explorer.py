"""Moves played from a position: counted by position, told by result, date, rating and opening."""

from __future__ import annotations

import pytest

from damiera._core import Side
from damiera.analysis.explorer import (
    PLIES,
    GameFilter,
    GameOrigin,
    NotIndexed,
    PositionCounter,
    Result,
    ResultRow,
    assemble,
    check_indexed,
    facts_of,
    legal_part,
    openings_at,
    signed,
    steps,
)
from damiera.messages import Message
from damiera.notation.fen import parse_fen
from damiera.notation.moves import parse_move
from damiera.notation.pdn.errors import PdnError
from damiera.notation.pdn.model import PdnGame
from damiera.notation.pdn.reader import read_pdn
from damiera.rules.ruleset import ENGLISH, ITALIAN, ruleset
from tests.wording import raises

HEAD = '[White "{w}"]\n[Black "{b}"]\n[Date "{d}"]\n[WhiteRating "{r}"]\n[GameType "22"]\n[Result "{z}"]\n\n'
ONE_ORDER = "1. 21-17 12-15 2. 22-18"
OTHER_ORDER = "1. 22-18 12-15 2. 21-17"


def pdn(
    moves: str, w: str = "Rossi", b: str = "Bianchi", d: str = "2001.05.06", r: str = "5000", z: str = "1-0"
) -> str:
    return f"{HEAD.format(w=w, b=b, d=d, r=r, z=z)}{moves} {z}\n\n"


def counted(texts: str, moves: str = "", wanted: GameFilter | None = None) -> PositionCounter:
    position = ITALIAN.start()
    for text in moves.split():
        position = position.play(parse_move(position, text))
    count = PositionCounter(position, wanted or GameFilter())
    for number, game in enumerate(read_pdn(texts), 1):
        assert isinstance(game, PdnGame), game
        over = game.result != "*"
        facts = facts_of(game.tags, game.winner if over else None, over=over)
        count.take(facts, game.start, game.moves, "a.pdn", number)
    return count


def test_each_move_has_its_results_ratings_and_years() -> None:
    explored = counted(
        pdn("1. 21-17", z="1-0")
        + pdn("1. 21-17", d="1998", r="4000", z="0-1")
        + pdn("1. 21-17", d="?", r="-", z="*")
        + pdn("1. 22-18", d="2010.??.??", z="1/2-1/2")
    ).explored()
    first, second = explored.moves
    assert (first.text, first.tally.games) == ("21-17", 3)
    assert (first.tally.white, first.tally.draws, first.tally.black) == (1, 0, 1)
    assert first.tally.won(Side.WHITE) == 1 == first.tally.won(Side.BLACK)
    assert (first.tally.rating, first.tally.years) == (4500, (1998, 2001))
    assert (second.text, second.tally.draws, second.tally.years) == ("22-18", 1, (2010, 2010))
    assert (explored.tally.games, explored.tally.years, explored.ended) == (4, (1998, 2010), 0)
    assert [game.facts.date for game in explored.games][:2] == ["2010.??.??", "2001.05.06"]


def test_a_position_is_counted_whatever_the_order_of_moves() -> None:
    texts = pdn(ONE_ORDER) + pdn(OTHER_ORDER) + pdn(OTHER_ORDER + " 8-12")
    here = counted(texts, "21-17 12-15 22-18").explored()
    assert (here.tally.games, here.ended) == (3, 2)
    assert [(one.text, one.tally.games) for one in here.moves] == [("8-12", 1)]
    before = counted(texts, "21-17 12-15").explored()
    [move] = before.moves
    assert (move.text, move.tally.games, move.reached) == ("22-18", 1, 3)


def test_a_game_that_comes_back_is_counted_once() -> None:
    start = parse_fen("W:WK32:BK1", ITALIAN).position()
    moves, here = [], start
    for text in ("32-28", "1-5", "28-32", "5-1", "32-28"):
        moves.append(parse_move(here, text))
        here = here.play(moves[-1])
    kept = steps(start, moves)
    assert len({step.key for step in kept}) == len(kept) == 4
    assert kept[0].move == "32-28"


def test_the_index_stops_at_its_last_ply() -> None:
    position, moves = ITALIAN.start(), []
    for _ in range(12):
        moves.append(position.moves()[0])
        position = position.play(moves[-1])
    assert len(steps(ITALIAN.start(), moves, 5)) == 5
    assert steps(ITALIAN.start(), moves, 5)[-1].move != ""
    assert steps(ITALIAN.start(), moves)[-1] == (12, signed(position.key), "")
    assert PLIES == 40


@pytest.mark.parametrize(
    ("wanted", "games"),
    [
        (GameFilter(player="ross"), 2),
        (GameFilter(player="rossi", side=Side.BLACK), 1),
        (GameFilter(since=2002), 1),
        (GameFilter(until=2001), 1),
        (GameFilter(since=2001, until=2004), 2),
        (GameFilter(result=Result.DRAW), 1),
        (GameFilter(player="nobody"), 0),
    ],
)
def test_games_are_narrowed(wanted: GameFilter, games: int) -> None:
    texts = pdn("1. 21-17") + pdn("1. 21-17", w="Verdi", b="ROSSI", d="2004.01.01", z="1/2-1/2")
    texts += pdn("1. 21-17", w="Verdi", b="Neri", d="????.??.??", z="0-1")
    assert counted(texts, wanted=wanted).explored().tally.games == games


def test_openings_by_lot_and_the_engine_s_word_stand_beside_the_moves() -> None:
    texts = pdn("1. 21-17 10-13")
    [move] = counted(texts, "21-17").explored().moves
    [named] = move.openings
    assert (named.deck, named.number) == ("it-2m-49", 2)
    assert move.verdict is not None
    assert move.verdict.depth > 10
    assert openings_at(ITALIAN.start()) == ()


def test_games_from_set_up_positions_and_of_other_games_are_kept_apart() -> None:
    setup = '[GameType "22"]\n[SetUp "1"]\n[FEN "W:W21,32:B1,2"]\n[Result "1-0"]\n\n1. 21-17 1-5 1-0\n\n'
    english = '[GameType "21"]\n[Result "1-0"]\n\n1. 11-15 23-19 1-0\n\n'
    assert counted(setup + english + pdn("1. 21-17")).explored().tally.games == 1
    position = parse_fen("W:W21,32:B1,2", ITALIAN).position()
    count = PositionCounter(position)
    game = next(iter(read_pdn(setup)))
    assert isinstance(game, PdnGame)
    count.take(GameOrigin(result=Result.WHITE), game.start, game.moves)
    assert [(one.text, one.tally.white) for one in count.explored().moves] == [("21-17", 1)]


def test_a_damaged_game_counts_up_to_where_it_is_legal() -> None:
    damaged = HEAD.format(w="A", b="B", d="2001", r="-", z="1-0") + "1. 21-17 {ok} 12-15\n2. 32-1 1-0\n\n"
    error = next(iter(read_pdn(damaged)))
    assert isinstance(error, PdnError)
    part = legal_part(error, ITALIAN)
    assert part is not None
    assert [ply.text for ply in part.mainline] == ["21-17", "12-15"]
    first = next(iter(read_pdn(HEAD.format(w="A", b="B", d="2001", r="-", z="1-0") + "1. 32-1 1-0")))
    assert isinstance(first, PdnError)
    assert legal_part(first, ITALIAN) is None


def test_another_position_with_the_same_key_is_not_believed() -> None:
    rows = [ResultRow("21-17", Result.WHITE, 2, 0, 0, 0, 0), ResultRow("1-5", Result.WHITE, 7, 0, 0, 0, 0)]
    explored = assemble(ITALIAN.start(), rows, {})
    assert (explored.tally.games, len(explored.moves)) == (2, 1)


@pytest.mark.parametrize("slug", ["bashni", "reentry", "chinese-checkers"])
def test_games_without_men_and_kings_say_that_they_are_not_counted(slug: str) -> None:
    with raises(NotIndexed, Message("{game}: the moves played are counted only in games of men and kings.")):
        check_indexed(ruleset(slug))
    check_indexed(ENGLISH)


@pytest.mark.parametrize(
    ("date", "day"),
    [
        ("2019.05.07", 20190507),
        ("2019", 20190000),
        ("2019.??.??", 20190000),
        ("?", 0),
        ("2019.13.01", 20190000),
    ],
)
def test_days(date: str, day: int) -> None:
    assert GameOrigin(date=date).day == day
