"""The catalogue against the core: boards, traits, starts, counts, examples of each game it offers."""

from __future__ import annotations

import pytest

from damiera import _core
from damiera.notation.fen import parse_fen
from damiera.notation.numbering import parse_square
from damiera.regulations.book import rulebook
from damiera.rules.entry import Entry, Example, entry
from damiera.rules.explain import explain_move
from damiera.rules.ruleset import CATALOGUE, Ruleset, shelves
from damiera.rules.traits import DIRECTIONS, Traits

GAMES = [game for game in CATALOGUE.values() if game.entry.family == "draughts"]
EXAMPLES = [
    pytest.param(game, example, id=f"{game.slug}-{i}")
    for game in GAMES
    if not game.slug.endswith("-losing")
    for i, example in enumerate(game.entry.examples)
]
ENOUGH = 3_000  # positions counted for each game


def test_the_catalogue_offers_what_the_core_plays() -> None:
    assert set(CATALOGUE) == set(_core.slugs())
    assert [slug for shelf in shelves() for slug in shelf.games] == list(CATALOGUE)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_board_is_the_core_s(game: Ruleset) -> None:
    board, core = game.entry.board, game.core
    assert (board.files, board.ranks) == (core.files, core.ranks)
    assert (board.squares, board.men) == (core.squares, core.men)
    assert board.corner in (core.dark_corner, "")
    assert traits_of(game.entry).first == core.first_mover.name.lower()


def traits_of(game: Entry) -> Traits:
    assert game.traits is not None
    return game.traits


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_traits_are_the_core_s(game: Ruleset) -> None:
    said, core = game.entry.traits, game.core.traits
    assert said is not None
    for name in ("man_moves", "man_captures", "king_moves", "king_captures"):
        assert DIRECTIONS[getattr(said, name)] == set(names(core[name])), name
    for name in ("man_captures_king", "king_range", "removal", "promotion", "choice"):
        assert getattr(said, name) == core[name], name
    if said.king_range == "flying":
        assert said.landing == core["landing"]
    if said.removal == "immediate":
        assert said.reversal == core["reversal"]


def names(value: object) -> tuple[str, ...]:
    assert isinstance(value, tuple)
    return value


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_start_is_the_core_s(game: Ruleset) -> None:
    assert parse_fen(game.entry.start, game).position() == game.start()


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_counts_are_the_core_s(game: Ruleset) -> None:
    """The literature's numbers, as far as a moment allows; `tests/perft` goes on."""
    for depth, positions in enumerate(game.entry.perft, 1):
        if positions > ENOUGH:
            break
        assert game.start().perft(depth) == positions


@pytest.mark.parametrize(("game", "example"), EXAMPLES)
def test_an_example_is_a_position_of_the_game(game: Ruleset, example: Example) -> None:
    assert not parse_fen(example.fen, game).problems()


@pytest.mark.parametrize(("game", "example"), EXAMPLES)
def test_the_route_of_an_example_is_legal(game: Ruleset, example: Example) -> None:
    if not example.route:
        return
    position = parse_fen(example.fen, game).position()
    route = tuple(parse_square(game, square) for square in example.route)
    assert route in [path for move in position.moves() for path in position.paths(move)]
    assert len(position.moves()) == 1 or not example.only


@pytest.mark.parametrize(("game", "example"), EXAMPLES)
def test_what_an_example_refuses_is_refused_by_its_article(game: Ruleset, example: Example) -> None:
    if not example.refused:
        return
    position = parse_fen(example.fen, game).position()
    explained = explain_move(position, [parse_square(game, square) for square in example.refused])
    assert not explained.legal
    assert explained.reason.value == example.reason
    assert explained.articles[0] == f"{rulebook(game.rulebooks[0]).id}:{example.article}"


def test_a_twin_is_offered_beside_its_game() -> None:
    for slug in CATALOGUE:
        if slug.endswith("-losing"):
            assert entry(slug).board == entry(slug.removesuffix("-losing")).board
