"""
The reference's own tests: what the texts say, in small positions worked out by hand, squares as a1 in every
game.

Among them what public libraries are known to get wrong, each with its name.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.differential import positions, reference
from tests.differential.reference import draughts, fens, stars, witness
from tests.differential.reference.boards import algebraic

CASES: dict[str, tuple[str, str, str]] = {
    # Compulsion, promotion on the way.
    "english, compulsory (py-draughts: optional)": ("english", "W:Wc3,h2:Bd4", "c3xe5/d4"),
    "english, crowning stops": ("english", "W:Wb6:Bc7,e7", "b6xd8/c7=K"),
    "czech, crowning stops": ("czech", "W:Wb6:Bc7,e7", "b6xd8/c7=K"),
    "pool, passes uncrowned (draughts.github.io: stops)": ("pool", "W:Wb6:Bc7,e7", "b6xf6/c7,e7"),
    "brazilian, passes uncrowned": ("brazilian", "W:Wb6:Bc7,e7", "b6xf6/c7,e7"),
    "russian, goes on as a king": (
        "russian",
        "W:Wb6:Bc7,e7",
        "b6xf6/c7,e7=K b6xg5/c7,e7=K b6xh4/c7,e7=K",
    ),
    "turkish, on the far row still a man": ("turkish", "W:Wc6:Bc7,e8", "c6xc8/c7=K"),
    "turkish, along the far row": ("turkish", "W:Wc6:Bc7,d8", "c6xe8/c7,d8=K"),
    "armenian, on the far row a king": (
        "armenian",
        "W:Wc6:Bc7,e8",
        "c6xf8/c7,e8=K c6xg8/c7,e8=K c6xh8/c7,e8=K",
    ),
    # Who takes whom, in which directions.
    "italian, men take no kings": ("italian", "W:Wd3:BKe4,c4", "d3xb5/c4"),
    "italian, not even to go on": ("italian", "W:Wd3:Bc4,Kc6", "d3xb5/c4"),
    "english, men take kings": ("english", "W:Wc3:BKd4", "c3xe5/d4"),
    "spanish, men take forwards only": ("spanish", "W:Wd5:Bc4,e4", "d5-c6 d5-e6"),
    "pool, men take backwards": ("pool", "W:Wd6:Bc5", "d6xb4/c5"),
    "turkish, men take sideways, not back": ("turkish", "W:Wd4:Bc4,d3", "d4xb4/c4"),
    "armenian, men step in five directions": ("armenian", "W:Wd4:Bh8", "d4-c4 d4-e4 d4-d5 d4-c5 d4-e5"),
    "armenian, men take orthogonally only": ("armenian", "W:Wd4:Be5,d5", "d4xd6/d5"),
    "gothic, men take sideways and ahead": ("gothic", "W:Wd4:Be4,d5,d3", "d4xf4/e4 d4xd6/d5"),
    "gothic, short kings in eight directions": (
        "gothic",
        "W:WKd4:Bh8",
        "d4-c3 d4-c4 d4-c5 d4-d3 d4-d5 d4-e3 d4-e4 d4-e5",
    ),
    "black-white, men take ahead and sideways": ("black-white", "W:Wd1:Bd2,e1", "d1xd3/d2 d1xf1/e1"),
    "black-white, men step diagonally": ("black-white", "W:Wd1:Bh8", "d1-c2 d1-e2"),
    "black-white, kings take backwards": ("black-white", "W:WKd3:Bd2", "d3xd1/d2"),
    "hexdame, men ahead": ("hexdame", "W:We5:Ba1", "e5-f6 e5-f5 e5-e6"),
    "hexdame, men take in six directions": ("hexdame", "W:We5:Bd5,d4", "e5xc5/d5 e5xc3/d4"),
    "hexdame, not between": ("hexdame", "W:We5:Bd6,f4", "e5-f6 e5-f5 e5-e6"),
    "hexdame, on from where it lands": ("hexdame", "W:We5:Bd5,d4,d6", "e5xe7/d5,d6"),
    "hexdame, crowned on two sides": ("hexdame", "W:Wh8,d7:Ba1", "h8-i9=K h8-i8=K h8-h9=K d7-e8 d7-e7 d7-d8"),
    "frisian, orthogonal captures": ("frisian", "W:Wd4:Bd6,b4", "d4xd8/d6"),
    "frisian, men step diagonally": ("frisian", "W:Wd4:Bj10", "d4-c5 d4-e5"),
    "double-cross, two games at once": ("double-cross", "B:Wd4,e4:Bc5,h8", "c5xe3/d4"),
    # Landing.
    "international, any landing": (
        "international",
        "W:WKa1:BKe5",
        "a1xf6/e5 a1xg7/e5 a1xh8/e5 a1xi9/e5 a1xj10/e5",
    ),
    "killer, behind a king": ("killer", "W:WKa1:BKe5", "a1xf6/e5"),
    "killer, anywhere behind a man": (
        "killer",
        "W:WKa1:Be5",
        "a1xf6/e5 a1xg7/e5 a1xh8/e5 a1xi9/e5 a1xj10/e5",
    ),
    "killer, a king first": ("killer", "W:WKa1:BKd4,h6", "a1xi5/d4,h6 a1xj4/d4,h6"),
    "killer, a king last": ("killer", "W:WKa1:BKd4,Kh6", "a1xi5/d4,h6"),
    "russian, where it goes on": ("russian", "W:WKa1:Bc3,f4", "a1xg3/c3,f4 a1xh2/c3,f4"),
    "thai, directly behind": ("thai", "W:WKa1:Bd4", "a1xe5/d4"),
    # Removal.
    "thai, straight back over an emptied square": ("thai", "W:WKd4:Bb2,e5", "d4xa1/b2,e5 d4xf6/b2,e5"),
    "german, not back over a piece that stays": (
        "german",
        "W:WKd4:Bb2,e5",
        "d4xa1/b2 d4xf6/e5 d4xg7/e5 d4xh8/e5",
    ),
    "brazilian, a piece jumped stays in the way": (
        "brazilian",
        "W:WKb4:Bb6,c5,f4,f6",
        "b4xe3/c5,f4,f6 b4xd2/c5,f4,f6 b4xc1/c5,f4,f6",
    ),
    "turkish, over an emptied square": ("turkish", "W:WKc1:Bc3,e5,f4,b3", "c1xa3/b3,c3,e5,f4"),
    "turkish, not straight back": ("turkish", "W:WKd4:Bd2,d6", "d4xd1/d2 d4xd7/d6 d4xd8/d6"),
    "turkish, kings do not slide over pieces (pydraughts)": (
        "turkish",
        "W:WKa1,a3:Bb1,c1,h8",
        "a1-a2 a3-b3 a3-a4",
    ),
    "turkish, one capture with an empty square behind each (kish: twice)": (
        "turkish",
        "W:WKa1:Ba3,a5",
        "a1xa6/a3,a5 a1xa7/a3,a5 a1xa8/a3,a5",
    ),
    # Priorities.
    "italian 6.6, number": ("italian", "W:WKc2,f3:Bb3,e4,c6", "f3xb7/c6,e4"),
    "italian 6.7, the king": ("italian", "W:WKc2,f3:Bb3,e4", "c2xa4/b3"),
    "italian 6.8, most kings": ("italian", "W:WKd3:Bc4,Ke4", "d3xf5/e4"),
    "italian 6.9, kings first (pydraughts: only the first king)": (
        "italian",
        "W:W21,K27,K32:BK5,7,12,13,K14,15,K19,K22,K26",
        "e2xg4/d3,d5,f5 e2xg8/d3,d5,f7",
    ),
    "spanish, number only": ("spanish", "W:Wd3:Bc4,Ke4", "d3xb5/c4 d3xf5/e4"),
    "spanish with quality": ("spanish-quality", "W:Wd3:Bc4,Ke4", "d3xf5/e4"),
    "czech, a king before men": ("czech", "W:Wd4,Kf4:Bc5,b2,c7", "f4xb8/c7"),
    "argentine, number before the king": ("argentine", "W:Wh3,Ke4:Bg6,a4,g4", "h3xh7/g4,g6"),
    "argentine, then the king": ("argentine", "W:Wa6,Kd7:Bb7,b5", "d7xa4/b5"),
    "mozambican, a king weighs two": ("mozambican", "W:Wd3:BKe4,c4", "d3xf5/e4"),
    "frisian, a king is more than a man": ("frisian", "W:Wd4:BKe5,c5", "d4xf6/e5"),
    "frisian, two men are more than a king": ("frisian", "W:Wd4:BKe5,c5,b8", "d4xb10/b8,c5=K"),
    "frisian, two kings are more than three men": ("frisian", "W:Wj6,c9:Bi3,i5,j4,Kd8,Kf8", "c9xg9/d8,f8"),
    "frisian, three men are more than a king and a man": (
        "frisian",
        "W:Wg5,f2:Bc9,g3,g7,h6,Ki3",
        "f2xf6/g3,g7,h6",
    ),
    "frisian, with a king at equal value": ("frisian", "W:Wg5,Kh6:Be9,f4", "h6xd10/e9"),
    # The marked squares.
    "diagonal, the rim": ("diagonal", "W:Wb2,g7:Ba1", "b2-a3=K b2-c3 g7-f8=K g7-h8"),
    "diagonal, the corner": ("diagonal-corner", "W:Wb2,b6,g7:Ba1", "b2-a3 b2-c3 b6-a7=K b6-c7 g7-f8 g7-h8"),
    "diagonal, the row": ("diagonal-row", "W:Wb2,g7:Ba1", "b2-a3 b2-c3 g7-f8=K g7-h8=K"),
    "diagonal, stuck in the far corner": ("diagonal", "W:Wh8:Ba1", ""),
}


def written(game: draughts.Game, state: draughts.State) -> set[str]:
    """The legal moves: c3-d4, c3xe5/d4, with =K when the man is crowned."""
    out = set()
    for move in draughts.moves(game, state):
        taken = ",".join(sorted(map(algebraic, move.captured)))
        sign, tail = ("x", f"/{taken}") if taken else ("-", "")
        crowned = "=K" if move.promotes else ""
        out.add(f"{algebraic(move.origin)}{sign}{algebraic(move.destination)}{tail}{crowned}")
    return out


@pytest.mark.parametrize("case", CASES)
def test_moves(case: str) -> None:
    slug, fen, expected = CASES[case]
    game = reference.GAMES[slug]
    assert written(game, fens.read_draughts(game, fen)) == set(expected.split())


def test_pydraughts_weak_reading_of_6_9_is_refused() -> None:
    """27x2 over 22, 13 and 5 takes king, man, king; another line takes king, king, man."""
    game = reference.GAMES["italian"]
    state = fens.read_draughts(game, "W:W21,K27,K32:BK5,7,12,13,K14,15,K19,K22,K26")
    assert {line.kings for line in draughts.allowed_lines(game, state)} == {(True, True, False)}
    weak = [line for line in draughts.capture_lines(game, state) if line.kings == (True, False, True)]
    assert {game.names[line.path[-1]] for line in weak} == {"2"}


def test_frisian_route_that_pydraughts_omits() -> None:
    game = reference.GAMES["frisian"]
    state = fens.read_draughts(game, "B:WK4,K8,13,41,47:BK21,K24,36,K48")
    routes = {tuple(game.names[cell] for cell in line.path) for line in draughts.allowed_lines(game, state)}
    assert ("48", "46", "14", "12", "3", "5") in routes


# Frisian: three moves of one king in succession, while there are men.


@pytest.mark.parametrize(
    ("fen", "may_move"),
    [
        ("W:WKa1,c1:Bj10:Ma1/2,-", True),
        ("W:WKa1,c1:Bj10:Ma1/3,-", False),
        ("W:WKa1,Kc1:Bj10:Ma1/3,-", True),
        ("W:WKa1,Ke1,c1:Bj10:Me1/3,-", True),
        ("B:WKa1,c1:BKj10,b10:Ma1/3,-", True),
    ],
)
def test_frisian_king_that_has_moved_three_times(fen: str, may_move: bool) -> None:
    game = reference.GAMES["frisian"]
    state = fens.read_draughts(game, fen)
    origins = {algebraic(move.origin) for move in draughts.moves(game, state)}
    assert (("a1" if state.side == "W" else "j10") in origins) == may_move


def test_frisian_king_may_capture_all_the_same() -> None:
    game = reference.GAMES["frisian"]
    assert "a1xd4/c3" in written(game, fens.read_draughts(game, "W:WKa1,i1:Bc3:Ma1/3,-"))


def _played(slug: str, fen: str, *texts: str) -> str:
    """The position after these moves, as text."""
    game = reference.GAMES[slug]
    state = fens.read_draughts(game, fen)
    for text in texts:
        moves = {
            f"{game.names[m.origin]}-{game.names[m.destination]}": m for m in draughts.moves(game, state)
        }
        state = draughts.play(game, state, moves[text])
    return fens.write_draughts(game, state)


@pytest.mark.parametrize(
    ("moves", "counts"),
    [
        (("46-41", "6-11", "41-46", "11-6"), "M46/2,6/2"),
        (("46-41", "6-11", "47-42", "11-6"), "M-,6/2"),
        (("46-41", "6-11", "48-43", "11-6"), "M43/1,6/2"),
        (("46-41", "6-11", "41-46", "1-7"), "M46/2,-"),
    ],
)
def test_frisian_count(moves: tuple[str, ...], counts: str) -> None:
    assert _played("frisian", "W:WK46,47,K48:BK6,1", *moves).endswith(counts)


def test_frisian_count_ends_with_the_last_man() -> None:
    assert _played("frisian", "W:WK46,10:BK6,1", "46-41", "6-11", "10-5", "11-6").endswith("M-,6/2")


# Towers.

TOWERS: dict[str, tuple[str, str, set[str]]] = {
    "the jumped man goes under": ("bashni", "W:a1=w,b2=b", {"B:c3=bw"}),
    "only the top is taken": ("bashni", "W:a1=w,b2=wb", {"B:b2=w,c3=bw"}),
    "a column is its top's": (
        "lasca",
        "W:a1=w,c3=bw,e5=wb",
        {"B:a1=w,b4=bw,e5=wb", "B:a1=w,d4=bw,e5=wb"} | {"B:b2=w,c3=bw,e5=wb"},
    ),
    "a taken king stays a king": ("bashni", "W:a1=w,b2=B", {"B:c3=Bw"}),
    "men take backwards in bashni": ("bashni", "W:c3=w,b2=b", {"B:a1=bw"}),
    "but not in lasca": ("lasca", "W:c3=w,b2=b", {"B:b4=w,b2=b", "B:d4=w,b2=b"}),
    "not the same column twice running": ("bashni", "W:c3=W,b2=bb", {"B:b2=b,a1=bW"}),
    "crowned on the way, on as a king": (
        "bashni",
        "W:b6=w,c7=b,e7=b",
        {"B:f6=bbW", "B:g5=bbW", "B:h4=bbW"},
    ),
    "crowned and over in lasca": ("lasca", "W:c5=w,d6=b,f6=b", {"B:e7=bW,f6=b"}),
    "kings fly in bashni": ("bashni", "W:a1=W,f6=b", {"B:g7=bW", "B:h8=bW"}),
    "but not in lasca, nor capture afar": ("lasca", "W:a1=W,f6=b", {"B:b2=W,f6=b"}),
    "the same column again, after others": (
        "bashni",
        "W:c3=w,d4=bb,f4=b,f2=b,d2=b",
        {"B:e5=bbbbbw", "B:c3=bbbbw,d4=b"},
    ),
}


@pytest.mark.parametrize("case", TOWERS)
def test_towers(case: str) -> None:
    slug, fen, expected = TOWERS[case]
    game = witness(slug)
    state = game.read(fen)
    after = [game.play(state, move) for move in game.moves(state)]
    assert {_towers(s) for s in after} == {_towers(game.read(text)) for text in expected}


def _towers(state: Any) -> tuple[str, frozenset[tuple[object, str]]]:
    return state.side, frozenset(state.board.items())


# Re-entry.


def _turns(fen: str) -> set[str]:
    """The legal turns: +b1 b1-c2, the squares of entry first."""
    game = witness("reentry")
    out = set()
    for turn in game.moves(game.read(fen)):
        sign = "x" if turn.move.captured else "-"
        entries = "".join("+" + name for name in sorted(map(algebraic, turn.entries)))
        out.add(f"{entries} {algebraic(turn.move.origin)}{sign}{algebraic(turn.move.destination)}".strip())
    return out


@pytest.mark.parametrize(
    ("fen", "turns"),
    [
        ("W:Wa4:Bf5:R0,1", "a4-b5"),
        (
            "W:Wa4,b1,d1,f1:Bf5:R1,0",
            "+h1 a4-b5|+h1 b1-a2|+h1 b1-c2|+h1 d1-c2|+h1 d1-e2|+h1 f1-e2|+h1 f1-g2|+h1 h1-g2",
        ),
        ("W:W:Bc2:R1,0", "+b1 b1xd3|+d1 d1xb3|+f1 f1-e2|+f1 f1-g2|+h1 h1-g2"),
        ("W:Wb1,d1:Ba2,a4,b3,c2,d3,e2,f3,g2,h3:R2,0", ""),
        (
            "B:Wa2:Ba8,c8:R0,3",
            "+e8+g8 a8-b7|+e8+g8 c8-b7|+e8+g8 c8-d7|+e8+g8 e8-d7|+e8+g8 e8-f7|+e8+g8 g8-f7|+e8+g8 g8-h7",
        ),
    ],
)
def test_reentry_turns(fen: str, turns: str) -> None:
    assert _turns(fen) == set(turns.split("|")) - {""}


@pytest.mark.parametrize(
    ("fen", "move", "after"),
    [
        ("W:Wb7:Bf5", "b7a8", "B:W:Bf5:R1,0"),
        ("W:Wc6:Bd7,f5", "c6e8", "B:W:Bf5:R1,0"),
        ("W:Wa4,b1,d1,f1:Bf5:R3,1", "a4b5", "B:Wb5,b1,d1,f1,h1:Bf5:R2,1"),
        ("W:Wa4,b1,d1,f1,h1:Bf5:R3,1", "a4b5", "B:Wb5,b1,d1,f1,h1:Bf5:R3,1"),
        ("B:Wh7:Bc2,a8,c8,e8:R2,1", "c2d1", "W:Wh7:Ba8,c8,e8,g8:R2,1"),
    ],
)
def test_reentry_waiting(fen: str, move: str, after: str) -> None:
    game = witness("reentry")
    state = game.read(fen)
    (turn,) = [
        t for t in game.moves(state) if algebraic(t.move.origin) + algebraic(t.move.destination) == move
    ]
    assert game.play(state, turn) == game.read(after)


# Stars.


def _destinations(fen: str, hole: int) -> set[int]:
    game = witness("chinese-checkers")
    moves = game.moves(game.read(fen))
    return {int(stars.NAMES[m.destination]) for m in moves if stars.NAMES[m.origin] == str(hole)}


@pytest.mark.parametrize(
    ("fen", "hole", "holes"),
    [
        ("0:0=61;3=62,64", 61, {51, 52, 60, 70, 71, 63, 65}),
        ("0:0=61,62,64", 61, {51, 52, 60, 70, 71, 63, 65}),
        ("0:0=61;3=62,63", 61, {51, 52, 60, 70, 71}),
        ("0:0=61;3=63", 61, {51, 52, 60, 62, 70, 71}),
        ("0:0=1;3=2,5", 1, {3, 4, 6}),
        ("0:0=1;3=2", 1, {3, 4}),
    ],
)
def test_star_steps_or_jumps_but_not_both(fen: str, hole: int, holes: set[int]) -> None:
    assert _destinations(fen, hole) == holes


def test_star_points() -> None:
    tips = [max(point, key=lambda hole: abs(hole[0] - 12)) for point in stars.POINTS]
    assert [len(point) for point in stars.POINTS] == [10] * 6
    assert {stars.NAMES[hole] for hole in stars.POINTS[0]} == {str(n) for n in range(1, 11)}
    assert {stars.NAMES[hole] for hole in stars.goal(0)} == {str(n) for n in range(112, 122)}
    assert [stars.NAMES[tip] for tip in (tips[1], tips[2], tips[4], tips[5])] == ["23", "111", "99", "11"]


@pytest.mark.parametrize(
    ("fen", "home"),
    [
        ("0:0=103,113,114,115,116,117,118,119,120,121;3=1", (0,)),
        ("0:0=103,113,114,115,116,117,118,119,120;3=121", (0,)),
        ("0:0=103,113,114,115,116,117,118,119;3=121", None),
    ],
)
def test_star_filled(fen: str, home: tuple[int, ...] | None) -> None:
    game = witness("chinese-checkers")
    state = game.read(fen)
    (last,) = [m for m in game.moves(state) if stars.NAMES[m.origin] + stars.NAMES[m.destination] == "103112"]
    after = game.play(state, last)
    assert game.outcome(after) == home
    assert bool(game.moves(after)) == (home is None)


def test_star_goes_on_for_the_places() -> None:
    game = witness("chinese-checkers-3")
    state = game.read("0:0=103,113,114,115,116,117,118,119,120,121;2=88;4=77")
    (last,) = [m for m in game.moves(state) if stars.NAMES[m.origin] + stars.NAMES[m.destination] == "103112"]
    after = game.play(state, last)
    seats = []
    for _ in range(4):
        seats.append(after.side)
        after = game.play(after, min(game.moves(after), key=lambda m: (m.origin, m.destination)))
    assert (seats, after.home, game.outcome(after)) == ([2, 4, 2, 4], (0,), None)


@pytest.mark.parametrize("slug", ["chinese-checkers", "chinese-checkers-3"])
def test_star_comes_to_an_end(slug: str) -> None:
    game, rng = witness(slug), random.Random(slug)
    state = game.start()
    for _ in range(1500):
        moves = game.moves(state)
        if not moves:
            break
        state = game.play(state, positions.lively(state, moves, rng))
    assert game.outcome(state) == state.home
    assert len(state.home) == len(stars.GAMES[slug].seats) - 1


# Ends of games.


@pytest.mark.parametrize(
    ("slug", "fen", "winner"),
    [
        ("italian", "W:Wa4:Bb5,c6", "B"),
        ("italian", "W:W:Bb5", "B"),
        ("italian", "W:Wa4:Bd7", None),
        ("italian-losing", "W:Wa4:Bb5,c6", "W"),
        ("italian-losing", "W:W:Bb5", "W"),
        ("antidraughts", "B:Wa1:B", "B"),
        ("breakthrough", "B:WKb10,a1:Bj10", "W"),
        ("breakthrough", "B:Wa1:Bj10", None),
        ("international", "B:WKb10,a1:Bj10", None),
        ("frisian", "W:WKa1,a9:Bb10:Ma1/3,-", "B"),
        ("frisian", "W:WKa1,a9:Bb10:Ma1/2,-", None),
        ("bashni", "W:a1=wwB", "B"),
        ("lasca", "B:a1=wwB", None),
        ("reentry", "W:W:Bf5:R1,0", None),
        ("reentry", "W:W:Bf5", "B"),
    ],
)
def test_outcome(slug: str, fen: str, winner: str | None) -> None:
    game = witness(slug)
    assert game.outcome(game.read(fen)) == winner


def test_no_moves_in_breakthrough_once_there_is_a_king() -> None:
    game = witness("breakthrough")
    assert game.moves(game.read("B:WKb10,a1:Bj10")) == set()


# Names of squares.


@pytest.mark.parametrize(
    ("slug", "squares", "names"),
    [
        ("italian", "h1 b1 a8 g8", "32 29 1 4"),
        ("international", "a1 i1 b10 j10", "46 50 1 5"),
        ("english", "a1 g1 b8 h8", "29 32 1 4"),
        ("spanish", "h1 b1 a8 g8", "1 4 32 29"),
        ("portuguese", "h1 b1 a8 g8", "1 4 32 29"),
        ("russian", "a1 h8", "a1 h8"),
        ("turkish", "a1 h8 b1", "a1 h8 b1"),
        ("hexdame", "a1 i9 e1", "a1 i9 e1"),
        ("canadian", "a1 b12 l12", "67 1 6"),
        ("south-african", "a1 b14 n14", "92 1 7"),
        ("triestina", "j1 b1 a10 i10", "50 46 1 5"),
        ("bashni", "a1 h8", "a1 h8"),
        ("lasca", "a1 g7", "a1 g7"),
    ],
)
def test_names(slug: str, squares: str, names: str) -> None:
    by_algebra = {algebraic(cell): name for cell, name in witness(slug).names.items()}
    assert [by_algebra[square] for square in squares.split()] == names.split()
