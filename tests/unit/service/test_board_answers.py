"""Questions about a game, in every game: each is answered, and by the names of the squares on its board."""

from __future__ import annotations

import re

import pytest

from damiera.game.state import Game
from damiera.paper.geometry import geometry
from damiera.rules.ruleset import CATALOGUE
from damiera.rules.squares import square_name
from damiera.service.board_answers import BOARD_WORDS, tell
from damiera.service.errors import BadTerms
from damiera.service.words import TypedLine
from tests.spoken import recorded

ASKED = sorted(BOARD_WORDS - {"fen"} | {"last"})
NAMED = re.compile(r"\b(?:[a-n]\d{1,2}|\d{1,3})\b")


@pytest.mark.parametrize("slug", CATALOGUE)
def test_every_question_is_answered_in_the_names_of_the_game(slug: str) -> None:
    whole = recorded(slug)
    names = {point.name for point in geometry(whole.ruleset.core).points}
    for ply in (0, whole.ply // 2):
        game = Game.start(whole.ruleset, position=whole.positions[ply])
        if game.outcome is not None:
            continue
        square = square_name(whole.ruleset, whole.moves[ply].origin)
        for word in ASKED:
            for rest in ("", square) if word in ("moves", "why") else (square,):
                for order in ("square", "piece"):
                    said = tell(game, TypedLine(word, rest), "en", order)  # type: ignore[arg-type]
                    assert said is not None, word
                    if word not in ("why", "moves", "square"):
                        _only_names(f"{said.title} {said.text}", names, (slug, word))


def _only_names(text: str, names: set[str], where: tuple[str, str]) -> None:
    """Refuse a name that no square of the board has; counts and heights of towers are no squares."""
    plain = re.sub(r"tower of \d+|in \d+ ways|\d+ moves", "", text)
    strange = [name for name in NAMED.findall(plain) if name not in names]
    assert strange == [], (*where, text)


def test_what_is_no_square_is_refused() -> None:
    game = Game.start(CATALOGUE["russian"])
    for word in ("square", "row", "diagonal"):
        for rest in ("", "z9", "99", "k"):
            with pytest.raises(BadTerms):
                tell(game, TypedLine(word, rest), "en")
