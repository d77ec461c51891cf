"""The pictures of the book are true: each is put on a board and played."""

from __future__ import annotations

import re

from damiera.messages import languages
from damiera.notation.fen import parse_fen
from damiera.regulations.book import Diagram, Rulebook, rulebook, rulebooks
from damiera.rules.ruleset import CATALOGUE, ruleset
from damiera.rules.setup import Setup, SetupProblem

CASES = [
    (f"{b.id}:{a.number}-{i}", b, d)
    for b in (rulebook(id) for id in rulebooks())
    if b.game in CATALOGUE
    for a in b.articles
    for i, d in enumerate(a.diagrams)
]


def drawn(b: Rulebook, d: Diagram) -> Setup:
    return parse_fen(d.fen, ruleset(b.game))


def test_the_position_is_legal() -> None:
    """Or an empty board, where only the squares are spoken of."""
    for name, b, d in CASES:
        problems = drawn(b, d).problems()
        assert problems in (SetupProblem(0), SetupProblem.EMPTY_BOARD), name
        assert bool(problems) == (not d.route and bool(d.marked) and "W:B" in d.fen), name


def test_the_route_is_a_legal_move() -> None:
    for name, b, d in CASES:
        if not d.route:
            assert not d.only, name
            continue
        position = drawn(b, d).position()
        routes = [path for move in position.moves() for path in position.paths(move)]
        assert d.route in routes, name


def test_the_only_move_is_the_only_one() -> None:
    for name, b, d in CASES:
        if d.only:
            assert len(drawn(b, d).position().moves()) == 1, name


def test_what_is_jumped_is_what_the_route_jumps() -> None:
    for name, b, d in CASES:
        if d.jumped:
            lines = drawn(b, d).position().capture_lines()
            assert (d.route, d.jumped) in {(line.path, line.captured) for line in lines}, name


def test_what_must_move_must_move() -> None:
    for name, b, d in CASES:
        if d.must:
            moves = drawn(b, d).position().moves()
            assert all(move.is_capture for move in moves), name
            assert set(d.must) == {move.origin for move in moves}, name


def test_a_caption_speaks_of_squares_on_the_board() -> None:
    """Both languages name the same squares, and all of them exist."""
    for name, b, d in CASES:
        named = [sorted(re.findall(r"\d+", d.caption.text(lang))) for lang in languages()]
        assert named[0] == named[1], name
        assert all(1 <= int(n) <= ruleset(b.game).core.squares for n in named[0]), name
        assert all(1 <= n <= ruleset(b.game).core.squares for n in d.marked), name


def test_a_blocked_side_in_a_picture_is_blocked() -> None:
    for id in ("fid.italian.2008", "fid.english.2008"):
        book = rulebook(id)
        (diagram,) = book.article("9.2.2").diagrams
        assert not drawn(book, diagram).position().has_moves()


def test_the_capture_articles_have_pictures() -> None:
    book = rulebook("fid.italian.2008")
    for number in ("2.3", "4.1", "4.2", "4.7", "5.1", "5.2", "5.3.a", "5.3.b", "6.1", "6.4", "6.5",
                   "6.6", "6.7", "6.8", "6.9", "6.10", "9.2.2", "10.1"):  # fmt: skip
        assert book.article(number).diagrams, number
