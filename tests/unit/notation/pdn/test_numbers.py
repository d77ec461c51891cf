"""Every game that PDN 3.0 numbers opens by its number, and the draughts of servers by their names there."""

from __future__ import annotations

import pytest

from damiera.notation.moves import format_move
from damiera.notation.pdn.model import PdnGame
from damiera.notation.pdn.reader import read_pdn
from damiera.rules.ruleset import CATALOGUE, ruleset

# PDN 3.0, table of game types: the games of draughts; 0 to 19 are chess, 50 is Othello, the rest is free.
NUMBERS = {
    20: "international", 21: "english", 22: "italian", 23: "pool", 24: "spanish", 25: "russian",
    26: "brazilian", 27: "canadian", 28: "portuguese", 29: "czech", 30: "turkish", 31: "thai",
    40: "frisian", 41: "spantsireti",
    # lidraughts, beyond the table
    96: "breakthrough", 97: "frysk", 98: "antidraughts", 99: "international",
}  # fmt: skip

# As the servers' own pages name them, as far as they could be read: lidraughts' description of itself,
# PlayStrategy's announcement of new games and rules of Dameo, igGameCenter's rules, BrainKing's list.
# BrainKing's One Way, Parachute and Hawaiian Checkers and Halma are not in the catalogue.
ON_SERVERS = {
    "lidraughts": {
        "Antidraughts": "antidraughts", "Breakthrough": "breakthrough", "Russian": "russian",
        "Brazilian": "brazilian", "Frisian": "frisian", "Frysk!": "frysk",
    },
    "PlayStrategy": {
        "American/English": "english", "Spanish": "spanish", "Portuguese": "portuguese", "Dameo": "dameo",
    },
    "igGameCenter": {"Harzdame": "harzdame", "International Checkers": "international"},
    "BrainKing": {
        "Checkers": "english", "Anti Checkers": "english-losing", "Czech Checkers": "czech",
        "Corner Checkers": "diagonal", "Gothic Checkers": "gothic", "Turkish Checkers": "turkish",
        "Alquerque": "alquerque", "International Checkers": "international", "Russian Checkers": "russian",
        "Canadian Checkers": "canadian", "Thai Checkers": "thai", "Brazilian Checkers": "brazilian",
        "Portuguese Checkers": "portuguese",
    },
}  # fmt: skip


def opening(slug: str, plies: int = 6) -> str:
    """The first moves of a game, each the first that is legal, as a file writes them."""
    position = ruleset(slug).start()
    words = []
    for _ in range(plies):
        move = position.moves()[0]
        words.append(format_move(position, move))
        position = position.play(move)
    return " ".join(words)


@pytest.mark.parametrize(("number", "slug"), NUMBERS.items())
@pytest.mark.parametrize("whole", [False, True], ids=["alone", "whole tag"])
def test_every_numbered_game_opens(number: int, slug: str, whole: bool) -> None:
    tag = f"{number},{CATALOGUE[slug].pdn_game_type.partition(',')[2]}" if whole else str(number)
    [game] = read_pdn(f'[GameType "{tag}"]\n\n{opening(slug)} *')
    assert isinstance(game, PdnGame), game
    assert (game.ruleset.slug, len(game.mainline)) == (slug, 6)


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        pytest.param(name, slug, id=f"{server}: {name}")
        for server, games in ON_SERVERS.items()
        for name, slug in games.items()
    ],
)
def test_every_game_of_a_server_opens_by_its_name_there(name: str, slug: str) -> None:
    assert ruleset(name).slug == slug
    [game] = read_pdn(f'[Variant "{name}"]\n\n{opening(slug)} *')
    assert isinstance(game, PdnGame), game
    assert (game.ruleset.slug, len(game.mainline)) == (slug, 6)
