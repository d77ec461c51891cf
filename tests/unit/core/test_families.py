"""Towers, men that come back, stars, corners: one face of positions and moves, and the search behind it."""

from __future__ import annotations

import pickle
import random
from itertools import pairwise

import pytest

from damiera import _core

STARS = ["chinese-checkers", *(f"chinese-checkers-{n}" for n in (3, 4, 5, 6))]
TOWERS = ["bashni", "lasca", "bashni-losing", "lasca-losing"]
FAMILIES = [*TOWERS, "reentry", "reentry-losing", *STARS, "ugolki", "halma", "cheskers"]
OPTIONS = [
    "bashni~man-captures=forward-diagonals",
    "chinese-checkers~foreign-points=forbidden",
    "chinese-checkers~goal=strict~seats=4",
    "ugolki~camp=4x4",
    "ugolki~camp=3x3~steps=all",
    "ugolki~camp=triangle~steps=all",
    "ugolki~goal=strict",
    "halma~seats=4",
    "halma~board=10x10",
    "halma~board=8x8~goal=strict~leaving=forbidden",
    "halma~board=8x8~seats=4",
    "cheskers~choice=free",
]

each_family = pytest.mark.parametrize("slug", [*FAMILIES, *OPTIONS])


def _walk(slug: str, seed: int, plies: int = 60) -> list[_core.Position]:
    chance, position = random.Random(seed), _core.rules(slug).start()
    positions = [position]
    for _ in range(plies):
        moves = position.moves()
        if not moves:
            break
        position = position.play(chance.choice(moves))
        positions.append(position)
    return positions


@each_family
def test_a_position_reads_back_from_its_fen_and_from_a_pickle(slug: str) -> None:
    for position in _walk(slug, 1):
        assert position.rules.read(position.fen) == position
        again = pickle.loads(pickle.dumps(position))
        assert (again, again.key, hash(again)) == (position, position.key, hash(position))


@each_family
def test_counting_and_listing_agree(slug: str) -> None:
    for position in _walk(slug, 2):
        moves = position.moves()
        assert len(set(moves)) == len(moves) == position.count()
        assert position.has_moves() == bool(moves)
        captures = [move.is_capture for move in moves]
        if position.rules.family == "chessmen":  # what a bishop or camel can take is no duty
            assert all(captures) or not position.detect()
        else:
            assert position.detect() == any(captures)
        assert position.perft(2, bulk=False) == position.perft(2) == sum(n for _, n in position.divide(2))


@pytest.mark.slow
@each_family
def test_every_route_is_a_text_that_means_its_move(slug: str) -> None:
    for position in _walk(slug, 3):
        for move in position.moves():
            entries = "".join(f"@{square}" for square in move.drops) + ("/" if move.drops else "")
            for route in position.paths(move):
                assert (route[0], route[-1]) == (move.origin, move.destination)
                text = entries + "-".join(map(str, route))
                status, found = _core.parse_move(position, text)
                assert status != "illegal", text
                assert move in found, text
            assert pickle.loads(pickle.dumps(move)) == move


@each_family
def test_a_game_replays_from_its_texts(slug: str) -> None:
    positions = _walk(slug, 4)
    texts = []
    for before, after in pairwise(positions):
        move = next(move for move in before.moves() if before.play(move) == after)
        entries = "".join(f"@{square}" for square in move.drops) + ("/" if move.drops else "")
        texts.append(entries + "-".join(map(str, before.paths(move)[0])))
    played = _core.replay(positions[0], texts)
    assert played.error is None or played.error == "ambiguous"
    assert played.final == positions[played.index]


@pytest.mark.parametrize("slug", TOWERS)
def test_no_piece_ever_leaves_the_board(slug: str) -> None:
    for position in _walk(slug, 5, 150):
        pieces = "".join(position.stacks.values()).lower()
        assert pieces.count("w") == pieces.count("b") == position.rules.men
        assert position.pieces == {square: stack[-1] for square, stack in position.stacks.items()}


def test_the_order_of_captures_tells_moves_of_towers_apart() -> None:
    position = _core.rules("bashni").read("W:c3=W,d4=b,d6=B,f6=b,f4=b")
    assert all(
        len(move.captured) == len(set(move.captured)) or position.paths(move) for move in position.moves()
    )
    stacks = {position.play(move).stacks[move.destination] for move in position.moves()}
    assert all(stack.endswith("W") for stack in stacks)


def test_men_that_wait_enter_before_the_move() -> None:
    position = _core.rules("reentry").read("W:W22:B1,2:R1,0")
    assert position.hands == (1, 0)
    assert {move.drops for move in position.moves()} == {(29,), (30,), (31,), (32,)}
    move = next(move for move in position.moves() if move.drops == (29,) and move.origin == 22)
    after = position.play(move)
    assert after.hands == (0, 0)
    assert 29 in after.white_men


def test_a_man_that_reaches_the_far_row_waits() -> None:
    position = _core.rules("reentry").read("W:W6:B20")
    move = position.moves()[0]
    assert move.promotes
    after = position.play(move)
    assert after.hands == (1, 0)
    assert after.white_men == after.white_kings == ()


@pytest.mark.parametrize(
    ("slug", "seats"), [("chinese-checkers", (0, 3)), ("chinese-checkers-5", (0, 1, 2, 3, 4))]
)
def test_seats_of_a_star_have_ten_marbles_and_turns_in_order(slug: str, seats: tuple[int, ...]) -> None:
    position = _core.rules(slug).start()
    assert position.rules.seats == seats
    turns = []
    for _ in seats:
        turns.append(position.seat)
        position = position.play(position.moves()[0])
    assert tuple(turns) == seats
    assert sorted(position.pieces.values()) == sorted(str(seat) for seat in seats for _ in range(10))


@pytest.mark.parametrize(
    ("slug", "fen", "said"),
    [
        ("bashni", "W:c3=", "a tower of nothing"),
        ("bashni", "W:c3=wx", "w, b, W and B"),
        ("bashni", "W:c4=w", "no such square"),
        ("bashni", "W:c3=w,c3=b", "named twice"),
        ("lasca", "W:h8=w", "no such square"),
        ("reentry", "W:WK22:B1", "no kings"),
        ("reentry", "W:W22:B1:R12,0", "twelve men at most"),
        ("chinese-checkers", "1:1=1", "does not play"),
        ("chinese-checkers", "0:0=1,122;3=121", "1 to 121"),
        ("chinese-checkers", "0:0=1,2,3,4,5,6,7,8,9,10,11;3=121", "ten marbles"),
        ("chinese-checkers", "0:0=1;3=1", "named twice"),
        ("chinese-checkers", "0:0=1", "every seat"),
        ("ugolki", "W:Wa9:Bh8", "no such square"),
        ("ugolki", "W:Wa1:Ba1", "named twice"),
        ("ugolki", "W:Wa1,a2,a3,a4,a5,a6,a7,a8,b1,b2,b3,b4,b5:Bh8", "12 men at most"),
        ("ugolki", "X:Wa1:Bh8", "W or B"),
        ("halma", "W:Wq1:Bp16", "no such square"),
        ("halma", "W:Wa17:Bp16", "no such square"),
        ("halma~seats=4", "2:0=a1;1=a16;3=p16;4=p1", "does not play here"),
        ("halma~seats=4", "0:0=a1;1=a16;3=p16", "every seat"),
        ("halma~seats=4", "0:0=a1;1=a16;3=p16;4=p1;home=0,0", "named twice"),
        ("italian", "W:W22:BK", "number"),
    ],
)
def test_a_bad_fen_says_what_is_wrong_and_where(slug: str, fen: str, said: str) -> None:
    with pytest.raises(ValueError, match=rf"{said}.*\(character \d+\)"):
        _core.rules(slug).read(fen)


@pytest.mark.parametrize(
    ("slug", "said"),
    [
        ("lasca~man-captures=diagonals", "no part of this game"),
        ("bashni~man-captures=sideways", "use one of diagonals, forward-diagonals"),
        ("chinese-checkers~seats=7", "use one of 2, 3, 4, 5, 6"),
        ("halma~seats=3", "use one of 2, 4"),
        ("halma~board=9x9", "use one of 16x16, 10x10, 8x8"),
        ("ugolki~camp=5x5", "use one of 4x3, 4x4, 3x3, triangle"),
    ],
)
def test_an_option_that_is_none_is_refused(slug: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        _core.rules(slug)


def test_more_seats_have_one_name() -> None:
    assert _core.rules("chinese-checkers~seats=3") is _core.rules("chinese-checkers-3")
    assert _core.rules("chinese-checkers~seats=2") is _core.rules("chinese-checkers")


@pytest.mark.parametrize("slug", [slug for slug in (*FAMILIES, *OPTIONS) if "strict" not in slug])
def test_the_search_beats_a_random_mover(slug: str) -> None:
    """One game each; on a star the seat that thinks is home first.

    Where a point is filled by its new owner's marbles only, who never leaves home keeps everybody out.
    """
    rules = _core.rules(slug)
    chance, search, position = random.Random(7), _core.Search(rules, hash_mb=4), rules.start()
    thinks = rules.seats[-1]
    history: list[_core.Position] = []
    for _ in range(1200):
        moves = position.moves()
        if not moves or position.home:
            break
        mine = position.seat == thinks
        move = search.think(position, history=history, nodes=600).move if mine else chance.choice(moves)
        assert move in moves
        history.append(position)
        position = position.play(move)
    if rules.by_seat:
        assert position.home[0] == thinks
    else:
        assert position.winner() is _core.Side(thinks)


def test_a_search_keeps_to_its_limits_and_to_the_moves_it_is_given() -> None:
    position = _core.rules("bashni").start()
    search = _core.Search(position.rules, hash_mb=1)
    only = position.moves()[2:4]
    told: list[int] = []
    result = search.think(
        position, depth=4, multipv=2, searchmoves=only, on_info=lambda info: told.append(info.depth)
    )
    assert {info.pv[0] for info in result.lines} == set(only)
    assert result.depth == 4
    assert told == [1, 1, 2, 2, 3, 3, 4, 4]
    assert search.think(position, nodes=50).nodes <= 51
    assert search.think(position, time_ms=30).time_ms < 500


def test_a_search_of_a_game_that_is_over_has_no_move() -> None:
    rules = _core.rules("bashni")
    result = _core.Search(rules, hash_mb=1).think(rules.read("W:a1=b"), depth=2)
    assert (result.move, result.score_cp) == (None, -30000)


def test_the_next_place_is_a_win_for_whoever_is_left() -> None:
    """White and Red are home: Black takes the third place at once, and does not put the end off."""
    rules = _core.compose("halma~board=8x8~seats=4")
    white, red = "h8,g8,f8,h7,g7,h6", "h1,g1,f1,h2,g2,h3"
    position = rules.read(f"3:0={white};1={red};3=a1,b1,a2,b2,c1,b4;4=c8,d5;home=0,1")
    move = _core.Search(rules, hash_mb=1).think(position, depth=3).move
    assert move is not None
    assert position.play(move).home == (0, 1, 3)
