"""The form of a new game is read by its types, and what does not fit is said beside its field."""

from __future__ import annotations

from typing import Any

import pytest

from damiera.game.ways import Way
from damiera.service.game_choices import GameChoices
from damiera.web.play.forms import choices_of, read_choices

WRONG = [
    ("level", "five"),
    ("level", "9" * 5000),
    ("clock", "1+0"),
    ("way", "upside-down"),
    ("seat", "purple"),
    ("against", "nobody"),
    ("blind", "red"),
    ("host", "nobody"),
    ("scoresheet", "fid1999"),
    ("auction", "perhaps"),
    ("touch", "perhaps"),
    ("losing", "perhaps"),
]


def test_every_field_is_read() -> None:
    given = {
        "game": "german-losing",
        "against": "here",
        "level": "7",
        "seat": "any",
        "clock": "5+3",
        "way": "blindfold",
        "blind": "white",
        "touch": "yes",
        "opt-landing": "adjacent",
        "white_name": " Anna ",
        "house_name": "",
        "nobody asked": "x",
    }
    assert read_choices(given) == (
        GameChoices(
            game="german",
            losing=True,
            against="here",
            level=7,
            seat="any",
            clock="5+3",
            way=Way.BLINDFOLD,
            blind="white",
            touch=True,
            options={"landing": "adjacent"},
            white_name=" Anna ",
        ),
        None,
    )
    assert choices_of({}) == GameChoices()


@pytest.mark.parametrize(("field", "word"), WRONG)
def test_what_is_not_offered_is_refused_and_the_rest_is_kept(field: str, word: str) -> None:
    chosen, refusal = read_choices({"game": "russian", field: word, "deck": "x", "white_name": "Anna"})
    assert refusal is not None
    assert refusal.field == field
    assert chosen == GameChoices(game="russian", deck="x", white_name="Anna")


def test_of_several_mistakes_the_first_is_said() -> None:
    chosen, refusal = read_choices({"level": "x", "clock": "y", "way": "z", "fen": "W:W1:B2"})
    assert refusal is not None
    assert refusal.field == "level"
    assert chosen == GameChoices(fen="W:W1:B2")


@pytest.mark.parametrize(("field", "word"), WRONG)
def test_page_says_what_is_wrong_and_keeps_what_was_typed(anna: Any, field: str, word: str) -> None:
    answer = anna.post("/new", **{"game": "russian", "white_name": "Anna Rossi", field: word})
    assert answer.status_code == 422
    assert f"{word[:20]}" in answer.text or field in ("clock", "way")
    assert 'class="msg bad"' in answer.text or f'id="{field}-wrong"' in answer.text
    assert 'value="Anna Rossi"' in answer.text
    assert '<option value="russian" selected>' in answer.text


def test_address_with_nonsense_shows_the_form(anna: Any) -> None:
    answer = anna.get("/new?game=russian&level=x&clock=y&seat=z&touch=q")
    assert answer.status_code == 200
    assert '<option value="russian" selected>' in answer.text


@pytest.mark.parametrize("game", ["chess", "x" * 500])
def test_an_address_that_names_no_game_says_so(anna: Any, game: str) -> None:
    answer = anna.get("/new", params={"game": game})
    assert answer.status_code == 200
    assert 'id="game-wrong"' in answer.text
    assert 'id="game-wrong"' not in anna.get("/new").text


@pytest.mark.parametrize(("field", "word"), [("pieces", "many"), ("white", "noon"), ("moved", "perhaps")])
def test_what_happened_is_refused_with_a_word_that_is_none(anna: Any, field: str, word: str) -> None:
    game = anna.begin(game="italian", seat="both")
    answer = anna.post(f"/g/{game}/do", e="ruled", **{field: word})
    assert answer.status_code == 422
    assert word in answer.text
