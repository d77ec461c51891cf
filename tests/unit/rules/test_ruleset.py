"""The catalogue: names, numbers, and what happens with a name nobody knows."""

from __future__ import annotations

import pickle

import pytest

from damiera import _core
from damiera.regulations.book import rulebook
from damiera.rules.entry import groups
from damiera.rules.errors import UnknownGame
from damiera.rules.ruleset import (
    CATALOGUE,
    ENGLISH,
    INTERNATIONAL,
    ITALIAN,
    Ruleset,
    ruleset,
    ruleset_of,
    ruleset_of_game_type,
    ruleset_of_pdn_type,
)

GAMES = list(CATALOGUE.values())


def test_an_entry_without_compiled_rules_is_not_offered() -> None:
    """The catalogue holds what the core plays, in the order of the shelves."""
    offered = [slug for group in groups() for slug in group.games if slug in _core.slugs()]
    assert list(CATALOGUE) == offered
    assert list(CATALOGUE)[:3] == ["italian", "international", "english"]


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_rulebooks_are_of_the_game(game: Ruleset) -> None:
    assert game.rulebooks
    assert all(rulebook(id).game == game.slug for id in game.rulebooks)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_whole_pdn_tag_leads_to_the_game(game: Ruleset) -> None:
    assert ruleset_of_game_type(game.pdn_game_type) is game
    assert ruleset_of_game_type(game.pdn_game_type.lower().replace(",", ", ")) is game


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
    assert ruleset_of_pdn_type(77) is None
    assert ruleset_of_game_type("77,W,8,8,N2,1") is None
    assert ruleset_of_game_type("") is None


def test_a_number_alone_is_a_game_type_too() -> None:
    assert ruleset_of_game_type("22") is ITALIAN
    assert ruleset_of_game_type(" 21 , B ") is ENGLISH


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


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_every_name_leads_to_its_game(game: Ruleset) -> None:
    for name in (game.slug, game.name.it, game.name.en, *game.aliases):
        assert ruleset(name) is game


def test_an_unknown_game_gets_a_guess() -> None:
    with pytest.raises(UnknownGame) as caught:
        ruleset("itallian")
    error = caught.value
    assert (error.name, error.guess) == ("itallian", "italian")
    assert error.known == tuple(CATALOGUE)
    assert str(error).startswith("There is no game 'itallian'. Perhaps 'italian'? The games are: italian, ")
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
