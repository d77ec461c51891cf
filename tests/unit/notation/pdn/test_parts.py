"""The small parts of the reader: characters, places, results, tags, the game a text is taken for."""

from __future__ import annotations

import pytest

from damiera.messages import Message
from damiera.notation.pdn.decode import Source, decode
from damiera.notation.pdn.guess import GameGuess, decide, game_type_verdict
from damiera.notation.pdn.results import (
    RESULTS,
    ResultStyle,
    canonical_result,
    final_result,
    result_of,
    result_text,
    winner_of,
)
from damiera.notation.pdn.tags import (
    game_type_name,
    game_type_number,
    standard_date,
    standard_name,
    with_standard,
)
from damiera.notation.signs import SIGNS, sign_of_nag
from damiera.rules.ruleset import CATALOGUE, ENGLISH, INTERNATIONAL, ITALIAN, ruleset_of_pdn_type
from tests.wording import holds


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "latin-1", "utf-16"])
def test_encodings(encoding: str) -> None:
    assert decode("Città, perché\r\nno\r".encode(encoding)) == "Città, perché\nno\n"


def test_bytes_that_are_no_text_are_read_all_the_same() -> None:
    assert decode(bytes(range(128, 160))) == "".join(map(chr, range(128, 160)))
    assert decode(b"\x93forte\x94") == "“forte”"
    assert decode(b"\xff\xfe\x00") == "�"


def test_places_and_excerpts() -> None:
    source = Source("one\r\ntwo\n\nlast")
    assert [source.place(at) for at in (0, 3, 4, 7, 8, 9, 12)] == [
        (1, 1), (1, 4), (2, 1), (2, 4), (3, 1), (4, 1), (4, 4),
    ]  # fmt: skip
    assert source.excerpt(5) == "two"
    assert Source("").place(0) == (1, 1)
    long = Source("a" * 500 + "HERE" + "b" * 500)
    assert "HERE" in long.excerpt(500)
    assert len(long.excerpt(500)) <= 76


@pytest.mark.parametrize("style", ["pdn", "chess", "points"])
def test_results_read_back(style: ResultStyle) -> None:
    for ruleset in CATALOGUE.values():
        for result in RESULTS:
            assert canonical_result(result_text(result, ruleset, style)) == result, ruleset


def test_winners() -> None:
    for ruleset in CATALOGUE.values():
        for side in (ruleset.core.first_mover, ruleset.core.first_mover.opponent, None):
            assert winner_of(result_of(side, ruleset), ruleset) is side
    assert winner_of("0-0", ITALIAN) is winner_of("*", ITALIAN) is None


@pytest.mark.parametrize(
    ("tag", "end", "result"),
    [("", "", "*"), ("*", "1-0", "1-0"), ("1-0", "0-1", "1-0"), ("9-1", "1-0", "*"), ("lost", "0-1", "0-1")],
)
def test_the_tag_and_the_end(tag: str, end: str, result: str) -> None:
    assert final_result(tag, end) == result


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ("2005", "2005.??.??"),
        ("2005-3-1", "2005.03.01"),
        ("2005.??.??", "2005.??.??"),
        ("1.3.2005", "1.3.2005"),
        ("", ""),
    ],
)
def test_dates(value: str, written: str) -> None:
    assert standard_date(value) == written
    assert standard_date(written) == written


def test_tag_names() -> None:
    assert [standard_name(name) for name in ("EVENT", "gametype", "x", "MyTag")] == [
        "Event",
        "GameType",
        "X",
        "MyTag",
    ]
    assert with_standard({"White": "A", "Bianco": "B"}) == {"White": "A", "Bianco": "B"}


@pytest.mark.parametrize(
    ("value", "number"),
    [("20", 20), (" 22 , W", 22), ("25,W,8,8,A0,0", 25), ("", None), ("x20", None), ("20x", None)],
)
def test_game_type_numbers(value: str, number: int | None) -> None:
    assert game_type_number(value) == number


def test_every_game_of_the_catalogue_has_its_game_type() -> None:
    for ruleset in CATALOGUE.values():
        verdict = game_type_verdict(ruleset.pdn_game_type)
        assert verdict is not None
        assert verdict.ruleset == ruleset
        if ruleset.pdn_type <= 50 and ruleset_of_pdn_type(ruleset.pdn_type) == ruleset:  # PDN's own table
            assert (
                game_type_name(ruleset.pdn_type).text("en").casefold() in ruleset.name.text("en").casefold()
            )


@pytest.mark.parametrize(
    ("words", "fen", "slug"),
    [
        (["c3-d4", "d6-c5"], "", "russian"),  # White first on a1, c1...: Russian and its relatives
        (["a3-a4"], "", "turkish"),  # every square: Turkish
        (["b3-a4"], "", "italian"),  # light squares of the others
        (["d6-c5"], "", "english"),  # Black first
        (["d4-e5"], "", "international"),  # the fourth row begins
        (["i3-h4"], "", "international"),
        (["a3-b4", "j7-i6"], "", "international"),
        ([], "W:Wa1,c3:Bd4", "russian"),
        ([], "W:Wb1:Ba8", "italian"),
        ([], "W:Wa1:Bj10", "international"),
        (["9-14"], "", "english"),
        (["9-14", "33-28"], "", "international"),
        (["30-25"], "", "italian"),
        (["31-27"], "", "international"),
    ],
)
def test_games_told_by_their_squares(words: list[str], fen: str, slug: str | None) -> None:
    verdict = decide({}, fen, words)
    assert (verdict.ruleset.slug if verdict.ruleset else None) == slug
    assert (verdict.refusal is None) is (slug is not None)
    assert verdict.guessed


def test_the_company_of_a_game_without_moves() -> None:
    assert decide({}, "", [], previous=GameGuess(INTERNATIONAL)).ruleset == INTERNATIONAL
    assert decide({"Nero": "A"}, "", [], previous=GameGuess(INTERNATIONAL)).ruleset == ITALIAN
    assert decide({}, "", []).ruleset is None
    assert decide({}, "W:W22:B1", ["22-18"], previous=GameGuess(INTERNATIONAL)).ruleset == INTERNATIONAL
    assert decide({}, "W:W22:B1", ["22-17"], previous=GameGuess(ITALIAN)).ruleset == ENGLISH


def test_a_refusal_names_the_game_in_both_languages() -> None:
    verdict = game_type_verdict("50")
    assert verdict is not None
    assert verdict.refusal is not None
    assert "Othello" in verdict.refusal.text("it")
    assert "Othello" in verdict.refusal.text("en")
    assert all(slug in verdict.refusal.text("en") for slug in CATALOGUE)


def test_signs_mean_the_reverse_of_chess() -> None:
    assert holds(SIGNS["?!"], Message("looks weak and is strong"))
    assert (sign_of_nag(5), sign_of_nag(6)) == ("?!", "!?")  # chess writes !? and ?! here
    assert sign_of_nag(99) == ""


def test_cyrillic_is_told_from_accents() -> None:
    for text in ('[White "Чижов А."]', "Лёгкая победа (1. c3-d4)", "ИВАНОВ"):
        assert decode(text.encode("cp1251")) == text
    for text in ("perché così è più bello", "À L'ÉTÉ", "Mäkäräinen – Åås", "ÈÈ! É", "Łeb".replace("Ł", "L")):
        assert decode(text.encode("cp1252")) == text
