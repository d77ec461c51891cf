"""Moves in loose words: what they may mean in a position, in three languages."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from damiera.messages import Lang, languages
from damiera.notation.heard import heard_moves, readings
from damiera.notation.moves import format_move
from damiera.rules.ruleset import CATALOGUE, ITALIAN
from tests.spoken import NUMBERS

CAPTURE = "W:W22:B18,10"  # 22x6 over both, nothing else


@pytest.mark.parametrize(
    ("game", "text", "lang", "move"),
    [
        ("italian", "ventidue diciotto", "it", "22-18"),
        ("italian", "venti due diciotto", "it", "22-18"),
        ("italian", "muovo la 22 in 18, per favore", "it", "22-18"),
        ("italian", "ventitré diciannove", "it", "23-19"),
        ("italian", "22 18", "it", "22-18"),
        ("italian", "2218", "en", "22-18"),
        ("italian", "vingt-deux dix-huit", "fr", "22-18"),
        ("italian", "twenty two eighteen", "en", "22-18"),
        ("italian", "Twenty-two to eighteen!", "en", "22-18"),
        ("italian", "d3 c4", "it", "22-18"),
        ("international", "trente deux vingt huit", "fr", "32-28"),
        ("russian", "a tre b quattro", "it", "a3-b4"),
        ("russian", "da a tre a b quattro", "it", "a3-b4"),
        ("russian", "ci tre di quattro", "it", "c3-d4"),
        ("russian", "a trois b quatre", "fr", "a3-b4"),
        ("russian", "see three dee for", "en", "c3-d4"),
        ("russian", "charlie three to delta four", "en", "c3-d4"),
        ("russian", "C3D4", "en", "c3-d4"),
        ("turkish", "acca tre acca quattro", "it", "h3-h4"),
        ("chinese-checkers", "ninety-eight eighty-six", "en", None),
        ("italian", "banana", "it", None),
        ("italian", "ventidue trenta", "it", None),
        ("russian", "ventidue diciotto", "it", None),
    ],
)
def test_a_move_is_heard(game: str, text: str, lang: Lang, move: str | None) -> None:
    start = CATALOGUE[game].start()
    found = [format_move(start, each) for each in heard_moves(start, text, lang).moves]
    assert found == ([move] if move else [])


@pytest.mark.parametrize(
    "text",
    [
        "mangio",
        "mangio da 22 a 6",
        "22 prende 18",
        "22 takes 18 and 10, lands on 13 then 6, two men",
        "prise",
    ],
)
def test_a_capture_is_heard(text: str) -> None:
    position = ITALIAN.core.read(CAPTURE)
    found = [format_move(position, each) for each in heard_moves(position, text, "en").moves]
    assert found == ["22x6"]


def test_what_may_be_two_moves_stays_two() -> None:
    position = ITALIAN.core.read("W:W22:B10,11,18,19")
    heard = heard_moves(position, "mangio da ventidue a sei", "it")
    assert len(heard.moves) == 2
    assert heard.takes


@pytest.mark.parametrize(
    ("game", "text", "lang", "name"),
    [
        ("italian", "quarantasette nove", "it", "47"),
        ("italian", "quaranta sette nove", "it", "47"),
        ("italian", "ventidue novanta", "it", "90"),
        ("italian", "twenty-two takes forty", "fr", "40"),
        ("italian", "ventidue trenta", "it", ""),
        ("italian", "ventidue prende dieci, 47 pezzi", "it", ""),
        ("italian", "47 belle giornate", "it", ""),
        ("italian", "2218", "it", ""),
        ("international", "quarantasette nove", "it", ""),
        ("russian", "a tre b nove", "it", "b9"),
        ("russian", "a three b three", "en", "b3"),
        ("russian", "quarantasette nove", "it", ""),
    ],
)
def test_a_square_that_the_board_has_not_is_named(game: str, text: str, lang: Lang, name: str) -> None:
    assert heard_moves(CATALOGUE[game].start(), text, lang).unknown == name


def test_the_readers_language_comes_first() -> None:
    """In French "six" and "dix" are numbers, and so is "six" in English: both play."""
    start = CATALOGUE["international"].start()
    for lang in languages():
        assert [m.origin for m in heard_moves(start, "thirty one twenty six", lang).moves] == [31]


def test_every_number_is_said_in_every_language() -> None:
    table = json.loads(NUMBERS.read_text(encoding="utf-8"))
    assert set(table) == set(languages())
    highest = max(game.core.squares for game in CATALOGUE.values())
    for lang, forms in table.items():
        assert len(forms) >= highest
        board = CATALOGUE["chinese-checkers"]
        for number in range(1, board.core.squares + 1):
            for form in forms[number - 1]:
                assert (number,) in set(readings(board, form, lang)), (lang, form)


@settings(max_examples=150)
@given(
    st.text(max_size=60)
    | st.lists(st.sampled_from(["to", "for", "a", "e", "22", "18", "x", "1", "due", "vingt", "b", "c"])).map(
        " ".join
    )
)
def test_nonsense_is_read_in_no_time(text: str) -> None:
    begun = time.process_time()
    for game in ("italian", "russian"):
        heard_moves(CATALOGUE[game].start(), text[:200], "it")
    assert time.process_time() - begun < 2.0
