"""Explanations never disagree with the core, never fail, and always cite the book."""

from __future__ import annotations

import re
from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from damiera import _core
from damiera.messages import languages
from damiera.regulations.book import article, rulebook
from damiera.rules.explain import Explanation, Reason, explain_move, explain_piece, explain_position
from damiera.rules.ruleset import CATALOGUE, ENGLISH, INTERNATIONAL, ITALIAN, Ruleset
from damiera.testing.strategies import positions
from tests.examples import in_turn, of_each_game

GAMES = [game for game in CATALOGUE.values() if game.entry.family == "draughts"]
_SQUARE = re.compile(r"[a-z][0-9]")  # its name stays as it is written, at the beginning too
_ENOUGH = of_each_game(60)


def check_words(explained: Explanation, game: Ruleset) -> None:
    """Both languages, nothing unfilled, articles of the game's book or of the general one behind it."""
    book = rulebook(game.rulebooks[0])
    ids = {book.id, book.general}
    assert explained.articles
    for ref in explained.articles:
        assert article(ref)
        assert ref.split(":")[0] in ids
    for lang in languages():
        for said in (explained.title.text(lang), explained.text.text(lang)):
            assert said
            assert "{" not in said
            assert said[0] == said[0].upper() or _SQUARE.match(said)
            assert "Text(" not in said


def is_matched(position: _core.Position, path: Iterable[int]) -> bool:
    """Whether the path names a legal move, told from the routes alone."""
    squares = tuple(path)
    return any(
        follows(route, squares) or (len(squares) > 2 and spells(move, squares))
        for move in position.moves()
        for route in position.paths(move)
    )


def follows(route: tuple[int, ...], squares: tuple[int, ...]) -> bool:
    """Same ends, and the squares between them are landings in order."""
    if (route[0], route[-1]) != (squares[0], squares[-1]):
        return False
    landings = iter(route[1:-1])
    return all(square in landings for square in squares[1:-1])


def spells(move: _core.Move, squares: tuple[int, ...]) -> bool:
    """The ends, then the captured squares, as the Hub protocol writes a move."""
    ends = (move.origin, move.destination)
    return squares[:2] == ends and sorted(squares[2:]) == sorted(move.captured)


@pytest.mark.slow
@pytest.mark.parametrize("game", in_turn(GAMES), ids=str)
@given(data=st.data())
@_ENOUGH
def test_any_pair_of_squares(game: Ruleset, data: st.DataObject) -> None:
    position = data.draw(positions(game))
    own = [*position.pieces] or [1]
    origin = data.draw(st.sampled_from(own))
    moves = set(position.moves())
    matched = {(route[0], route[-1]) for move in moves for route in position.paths(move)}
    for to in range(game.core.squares + 2):
        explained = explain_move(position, [origin, to])
        assert explained.legal == ((origin, to) in matched), (position.fen, origin, to)
        check_words(explained, game)
        assert (explained.reason in (Reason.LEGAL, Reason.AMBIGUOUS)) == explained.legal
        assert moves.issuperset(explained.required)


@pytest.mark.parametrize("game", in_turn(GAMES), ids=str)
@given(data=st.data())
@_ENOUGH
def test_any_path(game: Ruleset, data: st.DataObject) -> None:
    """Squares at random: no path makes an explanation fail."""
    position = data.draw(positions(game))
    squares = st.integers(-1, game.core.squares + 1)
    path = data.draw(st.lists(squares, min_size=1, max_size=7))
    check_words(explain_move(position, path), game)


@pytest.mark.slow
@pytest.mark.parametrize("game", in_turn(GAMES), ids=str)
@given(data=st.data())
@_ENOUGH
def test_any_capture_line(game: Ruleset, data: st.DataObject) -> None:
    """Every sequence of jumps, whole, cut short or drawn out; precedence decides as the core's key does."""
    position = data.draw(positions(game))
    lines = position.capture_lines()
    best = max((line.key for line in lines), default=0)
    for line in lines[:20]:
        whole = explain_move(position, line.path)
        check_words(whole, game)
        assert whole.legal == is_matched(position, line.path)
        if line.key == best:
            assert whole.legal
        for cut in range(2, len(line.path)):
            short = explain_move(position, line.path[:cut])
            check_words(short, game)
            assert short.legal == is_matched(position, line.path[:cut])
        longer = explain_move(position, (*line.path, line.path[0]))
        assert longer.legal == is_matched(position, (*line.path, line.path[0]))


@pytest.mark.parametrize("game", in_turn(GAMES), ids=str)
@given(data=st.data())
@_ENOUGH
def test_every_piece_and_the_whole(game: Ruleset, data: st.DataObject) -> None:
    position = data.draw(positions(game))
    movable = {move.origin for move in position.moves()}
    for square in range(1, game.core.squares + 1):
        explained = explain_piece(position, square)
        check_words(explained, game)
        assert explained.legal == (square in movable)
    whole = explain_position(position)
    check_words(whole, game)
    assert whole.legal == bool(movable)
    assert set(whole.squares) == movable
    assert (whole.reason is Reason.MUST_CAPTURE) == position.detect()


@pytest.mark.slow
@given(data=st.data())
@settings(max_examples=200)
def test_the_ladder_says_what_the_core_did(data: st.DataObject) -> None:
    """A refused capture is refused by the first question of 6.6 to 6.9 that it loses, asked here anew."""
    position = data.draw(positions(ITALIAN))
    lines = position.capture_lines()
    best = max(lines, key=rank, default=None)
    for line in lines[:20]:
        explained = explain_move(position, line.path)
        assert best is not None
        if rank(line) == rank(best):
            assert explained.legal
        elif not explained.legal:
            assert explained.reason is lost_at(rank(best), rank(line)), (position.fen, line.path)


Rank = tuple[int, bool, int, tuple[bool, ...]]


def rank(line: _core.CaptureLine) -> Rank:
    return (len(line.captured), line.by_king, sum(line.kings), line.kings)


def lost_at(best: Rank, line: Rank) -> Reason:
    reasons = (Reason.FEWER_PIECES, Reason.MAN_INSTEAD_OF_KING, Reason.FEWER_KINGS, Reason.KINGS_LATER)
    return next(reason for reason, a, b in zip(reasons, best, line, strict=True) if a != b)


def test_english_players_choose_freely() -> None:
    """No capture of the English game is ever refused for another."""
    ladder = {Reason.FEWER_PIECES, Reason.MAN_INSTEAD_OF_KING, Reason.FEWER_KINGS, Reason.KINGS_LATER}

    @given(positions(ENGLISH))
    @settings(max_examples=60)
    def ask(position: _core.Position) -> None:
        for line in position.capture_lines():
            assert explain_move(position, line.path).legal
        for square in position.pieces:
            assert explain_piece(position, square).reason not in ladder

    ask()


def test_international_players_count_pieces_only() -> None:
    """In the international game only the number of pieces refuses a capture."""
    ladder = {Reason.MAN_INSTEAD_OF_KING, Reason.FEWER_KINGS, Reason.KINGS_LATER}

    @given(positions(INTERNATIONAL))
    @settings(max_examples=60)
    def ask(position: _core.Position) -> None:
        for line in position.capture_lines()[:20]:
            assert explain_move(position, line.path).reason not in ladder

    ask()
