"""The catalogue: names, numbers, and what happens with a name nobody knows."""

from __future__ import annotations

import pickle
import tomllib
from pathlib import Path

import pytest

from damiera import _core
from damiera.regulations.book import rulebook
from damiera.rules import ruleset as module
from damiera.rules.errors import UnknownGame
from damiera.rules.ruleset import (
    CATALOGUE,
    ENGLISH,
    INTERNATIONAL,
    ITALIAN,
    Ruleset,
    ruleset,
    ruleset_of,
    ruleset_of_pdn_type,
)

GAMES = list(CATALOGUE.values())


def test_the_catalogue_is_the_core_s() -> None:
    assert tuple(CATALOGUE) == ("italian", "english", "international")
    assert set(CATALOGUE) == set(_core.slugs())


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_every_catalogue_file_is_listed(game: Ruleset) -> None:
    folder = Path(module.__file__).parent / "catalogue"
    assert {path.stem for path in folder.glob("*.toml")} == set(CATALOGUE)
    assert (
        tomllib.loads((folder / f"{game.slug}.toml").read_text(encoding="utf-8"))["pdn_type"] == game.pdn_type
    )


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_rulebooks_are_of_the_game(game: Ruleset) -> None:
    assert game.rulebooks
    assert all(rulebook(id).game == game.slug for id in game.rulebooks)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_pdn_tag_agrees_with_the_core(game: Ruleset) -> None:
    """GameType: number, first mover, files, ranks, numbering, whether the board is mirrored (PDN 3.0)."""
    number, first, files, ranks, _, mirrored = game.pdn_game_type.split(",")
    assert int(number) == game.pdn_type
    assert first == game.core.first_mover.letter
    assert (int(files), int(ranks)) == (game.core.files, game.core.ranks)
    assert (mirrored == "1") == (game.core.dark_corner == "right")


@pytest.mark.parametrize(
    ("game", "number", "men", "squares"),
    [(ITALIAN, 22, 12, 32), (ENGLISH, 21, 12, 32), (INTERNATIONAL, 20, 20, 50)],
    ids=str,
)
def test_the_three_games(game: Ruleset, number: int, men: int, squares: int) -> None:
    assert ruleset_of_pdn_type(number) is game
    assert (game.core.men, game.core.squares) == (men, squares)
    start = game.start()
    assert len(start.white_men) == len(start.black_men) == men
    assert start.side is game.core.first_mover


def test_no_game_of_that_pdn_type() -> None:
    assert ruleset_of_pdn_type(99) is None


@pytest.mark.parametrize(
    "name",
    [
        "italian",
        "ITALIAN",
        "Dama italiana",
        "dama  italiana",
        "Italian draughts",
        "italiana",
        "dama-italiana",
    ],
)
def test_names_are_found_in_any_case(name: str) -> None:
    assert ruleset(name) is ITALIAN


def test_names_do_not_collide() -> None:
    names = [n.casefold() for g in GAMES for n in {g.slug, g.name.it, g.name.en, *g.aliases}]
    assert len(set(names)) == len(names)


def test_an_unknown_game_gets_a_guess() -> None:
    with pytest.raises(UnknownGame) as caught:
        ruleset("itallian")
    error = caught.value
    assert (error.name, error.guess) == ("itallian", "italian")
    assert error.known == ("italian", "english", "international")
    assert str(error) == (
        "There is no game 'itallian'. Perhaps 'italian'? The games are: italian, english, international."
    )
    assert error.text("it").startswith("Non conosco il gioco «itallian». Forse «italian»?")


def test_an_unknown_game_without_a_guess() -> None:
    with pytest.raises(UnknownGame) as caught:
        ruleset("xyzzy")
    assert caught.value.guess is None
    assert "Perhaps" not in str(caught.value)
    assert "Forse" not in caught.value.text("it")


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_position_knows_its_game(game: Ruleset) -> None:
    assert ruleset_of(game.start()) is game
    assert ruleset_of(game.core) is game


def test_a_proof_board_is_no_game() -> None:
    with pytest.raises(UnknownGame):
        ruleset("6x6")


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_ruleset_travels(game: Ruleset) -> None:
    assert pickle.loads(pickle.dumps(game)) is game


def test_equal_by_slug() -> None:
    assert ruleset("italian") == ITALIAN
    assert ITALIAN != ENGLISH
    assert ITALIAN != "italian"
    assert len({ITALIAN, ENGLISH, ruleset("english")}) == 2
    assert str(ITALIAN) == "italian"
