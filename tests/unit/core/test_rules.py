"""`Rules`: the facts of a board, its squares, and positions made by hand."""

from __future__ import annotations

import copy
import pickle

import pytest

from damiera import _core

ITALIAN = _core.rules("italian")
ENGLISH = _core.rules("english")
INTERNATIONAL = _core.rules("international")
GAMES = [ITALIAN, ENGLISH, INTERNATIONAL]
PROOFS = [_core.rules("proof-english-6x6"), _core.rules("proof-international-6x6")]

each_board = pytest.mark.parametrize("rules", GAMES + PROOFS, ids=lambda rules: rules.slug)


def test_games_and_proof_boards() -> None:
    assert _core.slugs()[:3] == ("italian", "english", "international")
    assert set(_core.slugs()) < set(_core.compiled())
    assert {rules.slug for rules in PROOFS} <= set(_core.compiled()) - set(_core.slugs())
    assert len(set(_core.compiled())) == len(_core.compiled())


@pytest.mark.parametrize("slug", _core.compiled())
def test_a_game_and_its_losing_twin_differ_in_the_goal_alone(slug: str) -> None:
    rules = _core.rules(slug)
    if not slug.endswith("-losing"):
        assert rules.goal in ("win", "breakthrough") or slug == "antidraughts"
        return
    base = _core.rules(slug.removesuffix("-losing"))
    assert (rules.goal, base.goal) == ("lose", "win")
    assert rules.traits | {"goal": "win"} == base.traits
    assert rules.start().fen == base.start().fen


def test_an_unknown_game_is_a_key_error() -> None:
    with pytest.raises(KeyError, match="chess"):
        _core.rules("chess")


@each_board
def test_a_rule_set_is_one_object(rules: _core.Rules) -> None:
    assert _core.rules(rules.slug) is rules
    assert rules.start().rules is rules
    assert pickle.loads(pickle.dumps(rules)) is rules
    assert copy.deepcopy(rules) is rules
    assert repr(rules) == f"<Rules {rules.slug}>"


@pytest.mark.parametrize(
    ("rules", "facts"),
    [
        (ITALIAN, (32, 8, 8, 12, "right", _core.Side.WHITE)),
        (ENGLISH, (32, 8, 8, 12, "left", _core.Side.BLACK)),
        (INTERNATIONAL, (50, 10, 10, 20, "left", _core.Side.WHITE)),
        (PROOFS[0], (18, 6, 6, 6, "left", _core.Side.BLACK)),
        (PROOFS[1], (18, 6, 6, 6, "left", _core.Side.WHITE)),
    ],
)
def test_facts(rules: _core.Rules, facts: tuple[object, ...]) -> None:
    assert facts == (
        rules.squares,
        rules.files,
        rules.ranks,
        rules.men,
        rules.dark_corner,
        rules.first_mover,
    )


def test_traits_tell_the_games_apart() -> None:
    assert ITALIAN.traits == {
        "board": {"files": 8, "ranks": 8, "shape": "diagonal"},
        "man_moves": ("ne", "nw"),
        "man_captures": ("ne", "nw"),
        "man_captures_king": False,
        "king_moves": ("ne", "se", "sw", "nw"),
        "king_captures": ("ne", "se", "sw", "nw"),
        "king_range": "adjacent",
        "landing": "adjacent",
        "removal": "end",
        "reversal": True,
        "promotion": "stop",
        "choice": "italian",
        "king_limit": 0,
        "man_lines": False,
        "man_hops": "no",
        "goal": "win",
    }
    assert ENGLISH.traits == ITALIAN.traits | {"man_captures_king": True, "choice": "free"}
    assert INTERNATIONAL.traits == ENGLISH.traits | {
        "board": {"files": 10, "ranks": 10, "shape": "diagonal"},
        "man_captures": ("ne", "se", "sw", "nw"),
        "king_range": "flying",
        "landing": "any",
        "promotion": "pass",
        "choice": "number",
    }


@pytest.mark.parametrize(
    ("rules", "square", "at"),
    [
        (ITALIAN, 1, (0, 7)),
        (ITALIAN, 4, (6, 7)),
        (ITALIAN, 5, (1, 6)),
        (ITALIAN, 29, (1, 0)),
        (ITALIAN, 32, (7, 0)),
        (ENGLISH, 1, (1, 7)),
        (ENGLISH, 29, (0, 0)),
        (INTERNATIONAL, 1, (1, 9)),
        (INTERNATIONAL, 46, (0, 0)),
        (INTERNATIONAL, 50, (8, 0)),
        (INTERNATIONAL, 5, (9, 9)),
    ],
)
def test_numbers_run_from_whites_top_left(rules: _core.Rules, square: int, at: tuple[int, int]) -> None:
    assert rules.coordinates(square) == at


def test_the_italian_diagonals() -> None:
    """FID 2008, 2.8.5: the main diagonal joins the corners 1 and 32."""
    diagonal = [1]
    while (following := ITALIAN.neighbour(diagonal[-1], "se")) is not None:
        diagonal.append(following)
    assert diagonal == [1, 5, 10, 14, 19, 23, 28, 32]


@each_board
def test_coordinates_and_square_at_are_inverse(rules: _core.Rules) -> None:
    squares = range(1, rules.squares + 1)
    assert [rules.square_at(*rules.coordinates(square)) for square in squares] == list(squares)
    dark = {rules.coordinates(square) for square in squares}
    light = {(file, rank) for file in range(rules.files) for rank in range(rules.ranks)} - dark
    assert all(rules.square_at(*at) is None for at in light)
    assert ((0, 0) in dark) == (rules.dark_corner == "left")


@each_board
def test_there_is_no_square_beyond_the_board(rules: _core.Rules) -> None:
    for at in [(-1, 0), (0, -1), (rules.files, 0), (0, rules.ranks), (99, 99)]:
        assert rules.square_at(*at) is None


@each_board
def test_neighbours_are_one_step_away(rules: _core.Rules) -> None:
    steps = {"ne": (1, 1), "nw": (-1, 1), "se": (1, -1), "sw": (-1, -1)}
    for square in range(1, rules.squares + 1):
        file, rank = rules.coordinates(square)
        for direction, (right, up) in steps.items():
            assert rules.neighbour(square, direction) == rules.square_at(file + right, rank + up)


def test_promotion_squares() -> None:
    assert ITALIAN.promotion_squares(_core.Side.WHITE) == (1, 2, 3, 4)
    assert ITALIAN.promotion_squares(_core.Side.BLACK) == (29, 30, 31, 32)
    assert INTERNATIONAL.promotion_squares(_core.Side.BLACK) == (46, 47, 48, 49, 50)


@pytest.mark.parametrize("square", [0, -1, 33, 1000])
def test_numbers_that_are_no_squares(square: int) -> None:
    with pytest.raises(ValueError, match=rf"no square {square} .* 1 to 32"):
        ITALIAN.coordinates(square)
    with pytest.raises(ValueError, match=f"no square {square} "):
        ITALIAN.neighbour(square, "ne")
    with pytest.raises(ValueError, match=f"no square {square} "):
        ITALIAN.position(_core.Side.WHITE, [square], [], [], [])


@pytest.mark.parametrize("direction", ["n", "NE", "", "up"])
def test_words_that_are_no_directions(direction: str) -> None:
    said = f"no direction '{direction}' on this board: use one of ne, se, sw, nw"
    with pytest.raises(ValueError, match=said):
        ITALIAN.neighbour(1, direction)


@pytest.mark.parametrize("taken", range(4))
def test_a_square_holds_one_piece(taken: int) -> None:
    lists: list[list[int]] = [[1], [2], [3], [4]]
    lists[taken].append(1)
    a, b, c, d = lists
    with pytest.raises(ValueError, match="square 1 is given twice"):
        ITALIAN.position(_core.Side.WHITE, a, b, c, d)


def test_pieces_may_come_from_any_iterable() -> None:
    position = ITALIAN.position(_core.Side.BLACK, (n for n in (30, 21)), {22}, range(1, 3), [])
    assert position.fen == "B:W21,K22,30:B1,2"


def test_a_square_must_be_a_number() -> None:
    with pytest.raises((TypeError, RuntimeError)):
        ITALIAN.position(_core.Side.WHITE, ["c3"], [], [], [])  # type: ignore[list-item]


@each_board
def test_the_start(rules: _core.Rules) -> None:
    start = rules.start()
    assert start.side is rules.first_mover
    assert start.black_men == tuple(range(1, rules.men + 1))
    assert start.white_men == tuple(range(rules.squares - rules.men + 1, rules.squares + 1))
    assert start.white_kings == start.black_kings == ()


def test_sides() -> None:
    assert _core.Side.WHITE.opponent is _core.Side.BLACK
    assert _core.Side.BLACK.opponent is _core.Side.WHITE
    assert (_core.Side.WHITE.letter, _core.Side.BLACK.letter) == ("W", "B")
    assert pickle.loads(pickle.dumps(_core.Side.BLACK)) is _core.Side.BLACK
