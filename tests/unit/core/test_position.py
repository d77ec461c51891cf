"""`Position` and `Move` as values, and the faces that must agree."""

from __future__ import annotations

import copy
import pickle
import random
import signal
import threading
from collections.abc import Iterator

import pytest

from damiera import _core
from damiera.testing.perft import PerftTable
from tests.examples import in_turn, samples

SLUGS = [slug for slug in _core.compiled() if _core.rules(slug).family == "draughts"]

each_game = pytest.mark.parametrize("slug", in_turn(SLUGS))


def at(slug: str, fen: str) -> _core.Position:
    return PerftTable(slug, "", "", fen, ()).position()


def afresh(position: _core.Position) -> _core.Position:
    return position.rules.position(
        position.side,
        position.white_men,
        position.white_kings,
        position.black_men,
        position.black_kings,
        *position.king_runs,
    )


def walk(slug: str, seed: int, plies: int = 120) -> Iterator[tuple[_core.Position, _core.Move]]:
    """A random game: each position with the move played there."""
    chance = random.Random(seed)
    position = _core.rules(slug).start()
    for _ in range(plies):
        moves = position.moves()
        if not moves:
            return
        move = chance.choice(moves)
        yield position, move
        position = position.play(move)


def scattered(slug: str, seed: int) -> _core.Position:
    """Pieces anywhere, half of them kings: what start positions never show."""
    chance = random.Random(seed)
    rules = _core.rules(slug)
    squares = chance.sample(range(1, rules.squares + 1), chance.randint(2, rules.squares // 2))
    lists: list[list[int]] = [[], [], [], []]
    for square in squares:
        lists[chance.randrange(4)].append(square)
    a, b, c, d = lists
    return rules.position(chance.choice((_core.Side.WHITE, _core.Side.BLACK)), a, b, c, d)


@each_game
def test_faces_agree_along_games(slug: str) -> None:
    for seed in range(10):
        for position, _ in walk(slug, seed):
            moves = position.moves()
            assert position.count() == len(moves) == len(set(moves))
            assert position.has_moves() == bool(moves)
            assert position.detect() == any(move.is_capture for move in moves)
            assert position.detect() == all(move.is_capture for move in moves if moves)


@each_game
def test_faces_agree_among_kings(slug: str) -> None:
    for seed in range(samples(300)):
        position = scattered(slug, seed)
        moves = position.moves()
        assert position.count() == len(moves) == len(set(moves))
        assert position.has_moves() == bool(moves)
        assert position.detect() == any(move.is_capture for move in moves)


@each_game
def test_lines_with_the_greatest_key_are_the_captures(slug: str) -> None:
    """The lines come from the walk with rules carried at run time, the moves mostly from sets of men."""
    for seed in range(samples(300)):
        position = scattered(slug, seed)
        lines = position.capture_lines()
        greatest = max((line.key for line in lines), default=0)
        allowed = {line.move for line in lines if line.key == greatest}
        assert allowed == {move for move in position.moves() if move.is_capture}
        assert len({line.path for line in lines}) == len(lines)


@each_game
def test_lines_and_routes_tell_the_same(slug: str) -> None:
    for seed in range(samples(100)):
        position = scattered(slug, seed)
        lines = position.capture_lines()
        for move in position.moves():
            paths = position.paths(move)
            assert len(set(paths)) == len(paths) >= 1
            assert all((path[0], path[-1]) == (move.origin, move.destination) for path in paths)
            if move.is_capture:
                assert set(paths) <= {line.path for line in lines if line.move == move}
                assert all(len(path) == len(move.captured) + 1 for path in paths)
            else:
                assert paths == ((move.origin, move.destination),)


@pytest.mark.slow
@each_game
def test_a_line_is_whole(slug: str) -> None:
    for seed in range(samples(100)):
        position = scattered(slug, seed)
        for line in position.capture_lines():
            origin = position.piece_at(line.path[0])
            assert origin is not None
            assert len(line.path) == len(line.captured) + 1 == len(line.kings) + 1
            assert tuple(sorted(line.captured)) == line.move.captured
            assert line.kings == tuple(position.pieces[square].isupper() for square in line.captured)
            assert line.by_king == origin.isupper()
            assert line.promotes == line.move.promotes
            assert all(position.pieces[s].lower() != origin.lower() for s in line.captured)


@each_game
def test_the_key_kept_along_a_game_is_the_key_worked_out_afresh(slug: str) -> None:
    for seed in range(10):
        for position, move in walk(slug, seed):
            after = position.play(move)
            assert after.key == afresh(after).key
            assert after == afresh(after)
            assert hash(after) == hash(afresh(after))


@each_game
def test_keys_tell_positions_apart(slug: str) -> None:
    positions = {p for seed in range(20) for p, _ in walk(slug, seed)}
    positions |= {p.with_side(p.side.opponent) for p in positions}
    assert len({p.key for p in positions}) == len({p.fen for p in positions}) == len(positions)


@each_game
def test_playing_moves_pieces_as_the_move_says(slug: str) -> None:
    for seed in range(5):
        for position, move in walk(slug, seed):
            before, after = position.pieces, position.play(move).pieces
            piece = before.pop(move.origin)
            for square in move.captured:
                assert before.pop(square).lower() != piece.lower()
            assert after.pop(move.destination) == (piece.upper() if move.promotes else piece)
            assert after == before


@each_game
def test_turning_the_board_changes_nothing(slug: str) -> None:
    for seed in range(200):
        position = scattered(slug, seed)
        turned = position.rotated()
        assert turned.side is position.side.opponent
        assert turned.rotated() == position
        n = position.rules.squares + 1
        there = {
            (n - m.origin, n - m.destination, tuple(sorted(n - s for s in m.captured)), m.promotes)
            for m in position.moves()
        }
        assert there == {(m.origin, m.destination, m.captured, m.promotes) for m in turned.moves()}


def test_fen_is_canonical() -> None:
    start = _core.rules("italian").start()
    assert start.fen == "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"
    assert at("italian", "B:WK30,22,21:BK2,1").fen == "B:W21,22,K30:B1,K2"
    assert at("italian", "W:W:B").fen == "W:W:B"
    assert at("international", "W:WK50:B").fen == "W:WK50:B"


def test_pieces() -> None:
    position = at("italian", "W:W21,K30:BK2,1")
    assert position.pieces == {1: "b", 2: "B", 21: "w", 30: "W"}
    assert position.piece_at(30) == "W"
    assert position.piece_at(29) is None
    assert (position.white_men, position.white_kings) == ((21,), (30,))
    assert (position.black_men, position.black_kings) == ((1,), (2,))
    with pytest.raises(ValueError, match="no square 33"):
        position.piece_at(33)


def test_a_board_without_moves() -> None:
    for fen in ["W:W:B1", "W:W:B", "W:W29:B25,26,22", "W:WK1:B5,10"]:
        position = at("italian", fen)
        assert position.moves() == ()
        assert position.count() == 0
        assert not position.has_moves()
        assert not position.detect()
        assert position.perft(3) == 0


def test_men_on_the_last_row_stand_still() -> None:
    assert at("italian", "W:W2:B").moves() == ()


def test_illegal_moves_are_refused() -> None:
    start = _core.rules("italian").start()
    move = start.moves()[0]
    after = start.play(move)
    with pytest.raises(ValueError, match=r"legal in B:W.*: play one of"):
        after.play(move)
    with pytest.raises(ValueError, match=r"legal in [BW]:"):
        after.paths(move)
    assert not after.is_legal(move)
    assert start.is_legal(move)


def test_a_move_of_another_game_is_illegal() -> None:
    italian = at("italian", "W:W22:B1")
    english = at("english", "W:W22:B1")
    foreign = next(move for move in english.moves() if (move.origin, move.destination) == (22, 18))
    assert "22-18" in map(str, italian.moves())
    assert not italian.is_legal(foreign)
    with pytest.raises(ValueError, match=r"legal in [BW]:"):
        italian.play(foreign)


def test_a_forged_move_is_refused() -> None:
    start = _core.rules("italian").start()
    move = start.moves()[0]
    slug, origin, destination, _, promotes = move.__getstate__()
    forged = _core.Move.__new__(_core.Move)
    forged.__setstate__((slug, origin, destination, (1, 2), promotes))
    assert not start.is_legal(forged)


def test_other_side_same_pieces() -> None:
    start = _core.rules("english").start()
    other = start.with_side(_core.Side.WHITE)
    assert other.side is _core.Side.WHITE
    assert other.pieces == start.pieces
    assert other != start
    assert other.with_side(_core.Side.BLACK) == start


def test_positions_are_values() -> None:
    one, two = _core.rules("italian").start(), _core.rules("italian").start()
    assert one == two
    assert hash(one) == hash(two)
    assert one != _core.rules("english").start()
    assert one != "W"
    assert len({one, two, one.with_side(_core.Side.BLACK)}) == 2
    assert pickle.loads(pickle.dumps(one)) == one
    assert copy.deepcopy(one) == one
    with pytest.raises(AttributeError):
        one.side = _core.Side.BLACK  # type: ignore[misc]
    with pytest.raises(TypeError, match="no constructor"):
        _core.Position()
    assert repr(at("italian", "W:W22:B1")) == "<Position italian W:W22:B1>"


@each_game
def test_pickles_along_a_game(slug: str) -> None:
    for position, move in walk(slug, 3):
        assert pickle.loads(pickle.dumps((position, move))) == (position, move)


@pytest.mark.parametrize(
    "state",
    [
        (),
        ("chess", _core.Side.WHITE, (), (), (), ()),
        ("italian", _core.Side.WHITE, (33,), (), (), ()),
        ("italian", _core.Side.WHITE, (3,), (3,), (), ()),
    ],
)
def test_a_damaged_pickle_of_a_position(state: tuple[object, ...]) -> None:
    position = _core.Position.__new__(_core.Position)
    with pytest.raises(ValueError):
        position.__setstate__(state)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "state",
    [
        (),
        ("chess", 1, 2, (), False),
        ("italian", 0, 2, (), False),
        ("italian", 1, 33, (), False),
        ("italian", 1, 2, (77,), False),
    ],
)
def test_a_damaged_pickle_of_a_move(state: tuple[object, ...]) -> None:
    move = _core.Move.__new__(_core.Move)
    with pytest.raises(ValueError):
        move.__setstate__(state)


def test_moves_are_values() -> None:
    start = _core.rules("italian").start()
    one, two = start.moves()[0], start.moves()[0]
    assert one == two
    assert hash(one) == hash(two)
    assert one != start.moves()[1]
    assert one != "24-20"
    assert len(set(start.moves()) | set(start.moves())) == 7
    assert copy.copy(one) == one
    with pytest.raises(AttributeError):
        one.origin = 3  # type: ignore[misc]
    with pytest.raises(TypeError, match="no constructor"):
        _core.Move()


def test_moves_have_an_order() -> None:
    moves = sorted(_core.rules("italian").start().moves())
    assert [str(move) for move in moves] == [
        "21-17",
        "21-18",
        "22-18",
        "22-19",
        "23-19",
        "23-20",
        "24-20",
    ]
    assert moves[0] < moves[1] <= moves[1] < moves[2]
    assert moves[2] > moves[1] >= moves[1] > moves[0]
    with pytest.raises(TypeError):
        assert moves[0] < "22-18"  # type: ignore[operator]


def test_what_a_move_says() -> None:
    position = at("italian", "W:W10:B6,27")
    (move,) = position.moves()
    assert (move.origin, move.destination, move.captured) == (10, 3, (6,))
    assert move.promotes
    assert move.is_capture
    assert (str(move), repr(move)) == ("10x3", "<Move 10x3>")
    quiet = at("italian", "W:W22:B1").moves()
    assert {str(move) for move in quiet} == {"22-18", "22-19"}
    assert not any(move.is_capture or move.promotes or move.captured for move in quiet)


def test_perft_of_nothing_is_one() -> None:
    start = _core.rules("international").start()
    assert start.perft(0) == start.perft(0, bulk=False) == 1
    assert start.perft(1) == 9


def test_perft_refuses_what_makes_no_sense() -> None:
    start = _core.rules("italian").start()
    with pytest.raises(ValueError, match="0 or more, not -1"):
        start.perft(-1)
    with pytest.raises(ValueError, match="1 or more, not 0"):
        start.divide(0)
    with pytest.raises(TypeError):
        start.perft("3")  # type: ignore[arg-type]


def test_a_long_perft_hears_an_interrupt() -> None:
    class Stopped(Exception):
        pass

    def stop(*_: object) -> None:
        raise Stopped

    before = signal.signal(signal.SIGALRM, stop)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        with pytest.raises(Stopped):
            _core.rules("international").start().perft(30)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_a_long_perft_lets_other_threads_run() -> None:
    turns = 0
    done = threading.Event()

    def count() -> None:
        _core.rules("italian").start().perft(10)
        done.set()

    thread = threading.Thread(target=count)
    thread.start()
    while not done.is_set():
        turns += 1
    thread.join()
    assert turns > 10
