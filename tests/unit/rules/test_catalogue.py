"""The catalogue against the core: boards, traits, starts, counts, examples of each game it offers."""

from __future__ import annotations

import pytest

from damiera import _core
from damiera.notation.fen import parse_fen
from damiera.notation.numbering import parse_square
from damiera.rules.entry import GameEntry, entry
from damiera.rules.ruleset import CATALOGUE, Ruleset, sections
from damiera.rules.traits import DIRECTIONS, Traits

GAMES = [game for game in CATALOGUE.values() if game.entry.family == "draughts"]
EXAMPLES = {
    game.slug: game.entry.examples
    for game in CATALOGUE.values()
    if game.entry.examples and not game.slug.endswith("-losing")
}
ENOUGH = 3_000  # positions counted for each game


def test_the_catalogue_offers_what_the_core_plays() -> None:
    assert set(CATALOGUE) == set(_core.slugs())
    assert [slug for shelf in sections() for slug in shelf.games] == list(CATALOGUE)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_board_is_the_core_s(game: Ruleset) -> None:
    board, core = game.entry.board, game.core
    assert (board.files, board.ranks) == (core.files, core.ranks)
    assert (board.squares, board.men) == (core.squares, core.men)
    assert board.corner in (core.dark_corner, "")
    assert traits_of(game.entry).first == core.first_mover.name.lower()


def traits_of(game: GameEntry) -> Traits:
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


@pytest.mark.parametrize("slug", EXAMPLES)
def test_an_example_is_a_position_of_the_game(slug: str) -> None:
    for example in EXAMPLES[slug]:
        assert not parse_fen(example.fen, CATALOGUE[slug]).problems(), example


@pytest.mark.parametrize(
    ("slug", "number", "after"),
    [
        ("bashni", "3.7", ["B:e5=bw,d4=wb,h4=b", "B:e5=bw,d4=w,h4=b"]),
        ("bashni", "3.12", ["B:e5=Bw,d4=w,h4=b"]),
        ("lasca", "3.7", ["B:e5=bw,g5=b,d4=wb", "B:e5=Bw,g5=b,d4=bw"]),
        ("lasca", "3.3", ["B:e5=Bw,g5=b"]),
        ("reentry", "2.2", ["B:W15:B13:R1,0"]),
        ("reentry", "2.6", ["B:W18,29,30,31,32:B16:R1,0"]),
        ("reentry", "3.8", ["B:W:B13:R1,0"]),
    ],
)
def test_what_an_example_leaves_behind(slug: str, number: str, after: list[str]) -> None:
    """Who lies under whom and who waits, as the captions say."""
    game = CATALOGUE[slug]
    found = []
    for example in (one for one in game.entry.examples if one.article == number):
        position = parse_fen(example.fen, game).position()
        squares = [
            tuple(parse_square(game, name) for name in names) for names in (example.enters, example.route)
        ]
        moves = [m for m in position.moves() if m.drops == squares[0] and squares[1] in position.paths(m)]
        found += [position.play(move).fen for move in moves]
    assert found == after


def test_a_twin_is_offered_beside_its_game() -> None:
    for slug in CATALOGUE:
        if slug.endswith("-losing"):
            assert entry(slug).board == entry(slug.removesuffix("-losing")).board
