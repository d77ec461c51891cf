"""Each article by an example as data, carried out: see `damiera.regulations.scenario`."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from damiera._core import Position
from damiera.game.errors import GameError
from damiera.game.events import Irregular
from damiera.game.irregular_fit import fitting_kinds
from damiera.game.scenarios import begun, event_of, refused_by, scenarios_of
from damiera.game.state import Game
from damiera.notation.fen import format_fen
from damiera.notation.moves import format_move, parse_move
from damiera.notation.signs import sign_meaning
from damiera.regulations.book import article as article_named
from damiera.regulations.book import rulebook, rulebooks, split_ref
from damiera.regulations.scenario import (
    Scenario,
    files,
    read_scenario,
    reasons_for_none,
    scenarios,
    told_of,
)
from tests.cases import case


def every_scenario() -> Iterator[tuple[str, str, int]]:
    """Each scenario of a file: the book and the article it is tried by, and its place among theirs."""
    for id in rulebooks():
        for article in rulebook(id).articles:
            for n in range(len(scenarios(id, article.number))):
                yield id, article.number, n


@pytest.mark.parametrize(("book", "number", "n"), list(every_scenario()))
def test_scenario(book: str, number: str, n: int) -> None:
    holds(scenarios(book, number)[n])


@pytest.mark.parametrize("book", rulebooks())
def test_what_the_catalogue_shows_of_an_article_is_so(book: str) -> None:
    for article in rulebook(book).articles:
        if not scenarios(book, article.number):
            for told in scenarios_of(book, article.number):
                with case(told.number, told.position):
                    holds(told)


def holds(told: Scenario) -> None:
    """Assert that what is told of an act follows, by the article that is named for it."""
    game = begun(told)
    if told.refused:
        with pytest.raises(GameError) as caught:
            done(game, told)
        assert refused_by(caught.value) == told.cited
        return
    after = done(game, told)
    for name in told.outcomes:
        OUTCOMES[name](told, game, after)
    if (
        told.winner is None
        and not isinstance(told.act, str)
        and len(after.conduct.log) > len(game.conduct.log)
    ):
        assert after.conduct.log[-1].article == told.cited


@pytest.mark.parametrize(
    ("book", "number", "n"), [one for one in every_scenario() if scenarios(*one[:2])[one[2]].terms]
)
def test_a_way_of_playing_is_that_of_its_article(book: str, number: str, n: int) -> None:
    governed = rulebook(book).article(number).governs
    told = scenarios(book, number)[n]
    if governed and governed[0].startswith("form_"):
        assert begun(told).conditions.article(rulebook(book)) == f"{book}:{number}"


def done(game: Game, told: Scenario) -> Game:
    """The game after the act; the same game where nothing is done."""
    if told.act is None:
        return game
    act = event_of(game.ruleset, told.act, at=len(game.events) + 1)
    if isinstance(act, Irregular):
        assert act.kind in tuple(fitting_kinds(game, act)), "what is done is of the kind it is told under"
    return game.apply(act)


def stands(told: Scenario, game: Game, after: Game) -> None:
    assert format_fen(after.position) == told.after


def is_legal(told: Scenario, game: Game, after: Game) -> None:
    assert after.ply == game.ply + 1


def can_move(told: Scenario, game: Game, after: Game) -> None:
    assert texts(after.position) == set(told.moves)


def is_bound(told: Scenario, game: Game, after: Game) -> None:
    assert (after.conduct.bound or 0) == told.bound


def is_counted(told: Scenario, game: Game, after: Game) -> None:
    """A move is counted by the article that is named; an event may begin the count of another."""
    counts = {(count.plies, count.limit): count.article for count in after.tally.counts}
    assert told.count in counts
    assert not isinstance(told.act, str) or counts[told.count] == told.cited


def has_left(told: Scenario, game: Game, after: Game) -> None:
    assert after.clock is not None
    assert (after.clock.white_ms, after.clock.black_ms) == told.clocks


def has_won(told: Scenario, game: Game, after: Game) -> None:
    assert after.outcome is not None
    assert (after.outcome.winner.name.lower() if after.outcome.winner else "draw") == told.winner
    assert after.outcome.article == told.cited


def is_written(told: Scenario, game: Game, after: Game) -> None:
    assert format_move(game.position, after.moves[-1]) == told.written
    assert parse_move(game.position, told.written) == after.moves[-1]


def is_signed(told: Scenario, game: Game, after: Game) -> None:
    meaning = sign_meaning(told.sign)
    assert meaning is not None
    governed = rulebook(told.book).article(told.number).governs
    assert governed == (f"sign {told.sign}",)


def is_made_so(told: Scenario, game: Game, after: Game) -> None:
    core = game.ruleset.core
    assert told.board is not None
    assert {name: getattr(core, name) for name in told.board} == told.board


OUTCOMES = {
    "after": stands,
    "legal": is_legal,
    "moves": can_move,
    "bound": is_bound,
    "count": is_counted,
    "clocks": has_left,
    "winner": has_won,
    "written": is_written,
    "sign": is_signed,
    "board": is_made_so,
}


def texts(position: Position) -> set[str]:
    """The legal moves as players write them."""
    return {format_move(position, move) for move in position.moves()}


def test_every_file_is_of_an_article() -> None:
    """A file whose book or number is misspelt would never be tried."""
    tried = {":".join(split_ref(ref)) for ref in own_files()}
    assert set(files()) == tried


def own_files() -> Iterator[str]:
    """The files from which the scenarios tried come."""
    for book, number, _ in every_scenario():
        ref = f"{book}:{number}"
        article = rulebook(book).article(number)
        while not told_of(ref) and article.like:
            ref = ":".join(split_ref(article.like))
            article = article_named(ref)
        yield ref


WITHOUT = 5
"""How many articles for a program have no scenario. It may only shrink."""


def test_every_article_for_a_program_has_a_scenario_or_says_why() -> None:
    """Of all rulebooks; what is said of competitions is no game, and has files of its own."""
    without = {
        f"{id}:{article.number}"
        for id in rulebooks()
        for article in rulebook(id).articles
        if article.software and not scenarios_of(id, article.number)
    }
    assert without == set(reasons_for_none())
    assert len(without) <= WITHOUT


def test_a_scenario_that_says_nothing_is_refused() -> None:
    """Neither a key that no scenario has nor an act without what follows goes unseen."""
    tables: list[dict[str, object]] = [{"act": "22-18"}, {"legal": True, "then": "B:W18:B1"}]
    for table in tables:
        with pytest.raises(ValueError, match=r"^fid\.italian\.2008:4\.1: "):
            read_scenario("fid.italian.2008:4.1", table)
