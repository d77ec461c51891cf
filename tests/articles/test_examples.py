"""Each article by the examples that the catalogue shows of it: one test for each article, as data.

`tests/proofs` breaks what an article's row names and asks the test of that article alone.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from damiera._core import Move, Position
from damiera.notation.fen import format_fen
from damiera.rules.entry import Example
from damiera.rules.explain import explain_move
from damiera.rules.ruleset import CATALOGUE
from tests.articles.desk import Desk
from tests.cases import case


def every_example() -> Iterator[tuple[str, str, Example]]:
    """Each example of the catalogue with its book and article; the number is empty where it names none."""
    for game in CATALOGUE.values():
        if not game.slug.endswith("-losing"):
            for example in game.entry.examples:
                yield game.rulebooks[0], example.article, example


SHOWN = list(dict.fromkeys((book, number) for book, number, _ in every_example()))


def examples_of(book: str, number: str) -> list[Example]:
    """The examples of one article."""
    game = CATALOGUE[Desk(book).book.game]
    return [example for example in game.entry.examples if example.article == number]


@pytest.mark.parametrize(("book", "number"), SHOWN)
def test_example(book: str, number: str) -> None:
    desk = Desk(book)
    for example in examples_of(book, number):
        with case(example):
            position = desk.at(example.fen)
            assert example.route or example.refused
            if example.route:
                may_be_played(desk, position, example)
            if example.refused:
                is_refused(desk, position, example)


def may_be_played(desk: Desk, position: Position, example: Example) -> None:
    """The route is legal, alone where it is said to be, and leaves the board that is shown."""
    found = playing(desk, position, example)
    assert found
    if example.only:
        assert len(position.moves()) == 1
    if any(move.promotes for move in found) and "promotion" in topics(desk, example):
        told = explain_move(position, desk.squares(*example.route), desk.id)
        assert f"{desk.id}:{example.article}" in told.articles
    if example.after:
        assert [format_fen(position.play(move)) for move in found] == [example.after]


def topics(desk: Desk, example: Example) -> tuple[str, ...]:
    """What the article of an example governs; nothing where it names none."""
    return desk.book.article(example.article).governs if example.article else ()


def playing(desk: Desk, position: Position, example: Example) -> list[Move]:
    """The legal moves that go the way of an example."""
    route, enters = tuple(desk.squares(*example.route)), tuple(desk.squares(*example.enters))
    return [move for move in position.moves() if move.drops == enters and route in position.paths(move)]


def is_refused(desk: Desk, position: Position, example: Example) -> None:
    """Refused for the reason that is named, by the article."""
    told = explain_move(position, desk.squares(*example.refused), desk.id)
    assert not told.legal
    assert told.reason.value == example.reason
    assert told.articles[0] == f"{desk.id}:{example.article}"


AFTERWARDS = {
    "promotion",
    "promotion_passes",
    "promotion_ends_capture",
    "promotion_goes_on",
    "removal_at_once",
    "removal_at_the_end",
}
"""What an article says of the board after a move: its examples show that board."""


def test_what_an_article_says_of_the_board_afterwards_is_shown() -> None:
    for book, number, example in every_example():
        if example.route and AFTERWARDS & set(topics(Desk(book), example)):
            with case(book, number):
                assert example.after
