"""The decks of openings: what is listed is what the rules of the game give."""

from __future__ import annotations

import hashlib

import pytest

from damiera.game.errors import WrongGame
from damiera.game.events import Balloted
from damiera.game.openings import (
    BadDeckFile,
    EmptyDeck,
    UnknownDeck,
    UnknownOpening,
    deck,
    decks,
    decks_of,
    default_deck,
    draw,
    filled,
    start_of,
)
from damiera.game.openings.enumeration import loses_a_man, sequences
from damiera.game.state import Game
from damiera.game.ways import Conditions, Way
from damiera.messages import Message
from damiera.notation.fen import parse_fen
from damiera.notation.moves import format_move
from damiera.rules.ruleset import CATALOGUE, ENGLISH, ITALIAN, Ruleset, ruleset
from tests.wording import raises

COUNTS = {
    "it-2m-43": 43, "it-2m-47": 47, "it-2m-49": 49, "it-3m-174": 174, "it-3m-156e": 156, "it-3m-125": 0,
    "it-11m": 144, "en-2m-43": 43, "en-2m-47": 47, "en-2m-49": 49, "en-3m-156": 156, "en-3m-144": 144,
    "en-3m-174": 174, "en-11m": 144, "en-11m-2m": 2405, "ru-745": 745, "ru-2m": 47, "ru-3m": 154,
    "br-table": 741, "br-2m": 47, "br-3m": 154,
}  # fmt: skip

# Mind-Sports-Games/strategygames, tables of draw of the IDF: the entry, and the position it stands for.
IDF = {
    "a1-a5 a7-h4": "W:W13,21,22,23,24,25,26,27,28,30,31,32:B1,2,3,4,6,7,8,9,10,11,12,20",
    "a1-e5 d6-g5": "W:W15,21,22,23,24,25,26,27,28,30,31,32:B1,2,3,4,5,6,7,8,9,11,12,16",
    "a3-c5 d6-a3": "W:W14,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,11,12,21",
    "h2-c5 f6-h2": "W:W14,21,22,23,24,25,26,27,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,28",
    "a7-c5": "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,6,7,8,9,10,11,12,14",
    "g3-a5": "W:W13,21,22,23,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12",
    "b2-a5": "W:W13,21,22,23,24,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12",
}
IDF_PLAYED = {
    "a3-b4 d6-c5 b4:d6 e7:c5 g3-h4": "B:W20,22,23,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,8,9,11,12,14",
    "c3-d4 b6-c5 d4:b6 c7:a5 e3-d4": "B:W18,21,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,7,8,10,11,12,13",
    "g3-h4 h6-g5 e3-f4 g5:e3 d2:f4 b6-a5": "W:W19,20,21,22,25,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,10,11,13",
}


def test_how_many_openings_each_deck_has() -> None:
    assert {id: len(deck(id)) for id in decks()} == COUNTS
    assert all(len(deck(id)) == deck(id).expected for id in decks() if deck(id).status != "empty")


@pytest.mark.parametrize("id", [id for id in COUNTS if id != "en-11m-2m"])
def test_every_opening_is_played_in_its_game(id: str) -> None:
    chosen = deck(id)
    numbers = [opening.number for opening in chosen.openings]
    assert len(set(numbers)) == len(numbers)
    for opening in chosen.openings:
        assert len(opening.played(chosen.ruleset)) == len(opening.moves)
        for order in opening.transpositions:
            other = start = opening.start(chosen.ruleset)
            for text in order:
                other = next(other.play(m) for m in other.moves() if format_move(other, m) == text)
            assert other == chosen.position(opening.number)
            assert start == chosen.ruleset.start()


@pytest.mark.parametrize("rules", [ITALIAN, ENGLISH], ids=["italian", "english"])
def test_the_174_are_computed(rules: Ruleset) -> None:
    """49 pairs; 302 triples reach 216 positions, in 174 of which nobody loses a man at once."""
    pairs, triples = list(sequences(rules, 2)), list(sequences(rules, 3))
    assert (len(pairs), len({position for _, position in pairs})) == (49, 49)
    reached = {position for _, position in triples}
    kept = {position for position in reached if not loses_a_man(position)}
    assert (len(triples), len(reached), len(kept)) == (302, 216, 174)
    assert sum(position not in kept for _, position in triples) == 56
    short = {"italian": "it", "english": "en"}[rules.slug]
    listed = deck(f"{short}-3m-174")
    assert {listed.position(opening.number) for opening in listed.openings} == kept
    assert sum(len(opening.transpositions) for opening in listed.openings) == 72
    every = deck(f"{short}-2m-49")
    assert {opening.moves for opening in every.openings} == {moves for moves, _ in pairs}


def test_fewer_quiet_moves_leave_more() -> None:
    """What "at once" must mean for the two federations' number to come out."""
    reached = {position for _, position in sequences(ITALIAN, 3)}
    assert [sum(not loses_a_man(p, quiet) for p in reached) for quiet in (0, 1, 2)] == [188, 176, 174]


@pytest.mark.parametrize(
    ("game", "losing"),
    [
        ("italian", {"21-18 9-13", "22-18 9-13"}),
        ("english", {"9-14 21-17", "10-14 21-17"}),
        ("russian", {"e3-f4 h6-g5", "g3-f4 h6-g5"}),
        ("brazilian", {"e3-f4 h6-g5", "g3-f4 h6-g5"}),
    ],
)
def test_two_pairs_lose_a_man(game: str, losing: set[str]) -> None:
    rules = CATALOGUE[game]
    assert {" ".join(moves) for moves, position in sequences(rules, 2) if loses_a_man(position)} == losing
    if game in ("italian", "english"):
        listed = deck(f"{game[:2]}-2m-49")
        assert {" ".join(o.moves) for o in listed.openings if o.klass == "loses-a-man"} == losing


def test_the_six_left_out_of_the_43() -> None:
    out = {o.moves for o in deck("it-2m-49").openings} - {o.moves for o in deck("it-2m-43").openings}
    assert {" ".join(moves) for moves in out} == {
        "21-18 9-13", "22-18 9-13", "21-18 11-14", "22-18 11-14", "23-20 11-15", "24-20 11-15",
    }  # fmt: skip
    assert {o.moves for o in deck("it-2m-49").openings} - {o.moves for o in deck("it-2m-47").openings} == {
        ("21-18", "9-13"),
        ("22-18", "9-13"),
    }


def test_the_american_classes() -> None:
    classes = [opening.klass for opening in deck("en-3m-174").openings]
    assert [classes.count(k) for k in ("crossboard", "mail", "barred")] == [144, 12, 18]
    assert {o.number for o in deck("en-3m-156").openings} >= {o.number for o in deck("en-3m-144").openings}
    barred = {" ".join(o.moves) for o in deck("it-3m-174").openings if o.klass == "barred"}
    assert "24-20 11-15 20x11" in barred


def test_italian_and_english_are_each_other_in_a_mirror() -> None:
    """The rows are turned over: English 11-15 is Italian 23-19."""

    def mirror(square: int) -> int:
        row, place = divmod(square - 1, 4)
        return 4 * (7 - row) + place + 1

    for id in ("2m-43", "2m-47", "2m-49", "3m-174"):
        for here, there in zip(deck(f"it-{id}").openings, deck(f"en-{id}").openings, strict=True):
            squares = [[mirror(int(n)) for n in m.replace("x", "-").split("-")] for m in there.moves]
            assert [[int(n) for n in m.replace("x", "-").split("-")] for m in here.moves] == squares
            assert here.number == there.number


def test_the_russian_table_has_both_kinds() -> None:
    table = deck("ru-745")
    played = [opening for opening in table.openings if opening.moves]
    assert (len(played), len(table) - len(played)) == (349, 396)
    assert {len(opening.moves) for opening in played} == {1, 2, 3, 4, 5, 6}
    assert len({table.position(opening.number) for opening in table.openings}) == 742


@pytest.mark.parametrize("entry", IDF)
def test_flying_men_stand_where_the_federation_puts_them(entry: str) -> None:
    table = deck("ru-745")
    game = table.ruleset
    flights = "→".join(entry.split("-"))
    found = [o for o in table.openings if o.placed and o.said(game).text("en") == flights]
    assert len(found) == 1
    assert found[0].position(game) == parse_fen(IDF[entry], game).position()


@pytest.mark.parametrize("entry", IDF_PLAYED)
def test_moves_of_the_table_lead_where_the_federation_says(entry: str) -> None:
    table = deck("ru-745")
    found = [o for o in table.openings if o.moves == tuple(entry.split())]
    assert len(found) == 1
    assert table.position(found[0].number) == parse_fen(IDF_PLAYED[entry], table.ruleset).position()


def test_flying_men_are_lifted_together() -> None:
    """White's man takes the square that Black's leaves."""
    table = deck("ru-745")
    game = table.ruleset
    opening = next(o for o in table.openings if o.said(game).text("en") == "e3→b6 b6→b4")
    assert [opening.start(game).pieces[here] for _, here in opening.placed] == ["w", "b"]
    assert all(len(o.start(game).pieces) == 24 for o in table.openings)


def test_the_brazilian_table_leaves_out_what_the_rules_forbid() -> None:
    russian, brazilian = deck("ru-745"), deck("br-table")
    out = {o.number for o in russian.openings} - {o.number for o in brazilian.openings}
    assert len(out) == 4
    assert all(russian.opening(number).moves for number in out)


def test_eleven_men_are_every_pair_once() -> None:
    chosen = deck("it-11m")
    pairs = {opening.removed for opening in chosen.openings}
    assert pairs == {(black, white) for black in range(1, 13) for white in range(21, 33)}
    drawn = draw(chosen, "Livorno 2026")
    agreed = Conditions(way=Way.ELEVEN_MEN, without=drawn.opening.removed, lot=drawn.seed)
    agreed.check(ITALIAN, None)
    assert agreed.start(ITALIAN) == start_of(drawn)[0]


def test_eleven_men_and_two_moves_are_50_ways_for_each() -> None:
    """The published list numbers 50 by 50; a few of them the rules forbid, and some lose a man."""
    chosen = deck("en-11m-2m")
    game, usual = chosen.ruleset, deck("en-2m-49").ruleset.start()
    black, white, reached = set(), set(), set()
    for opening in chosen.openings:
        position = opening.position(game)
        reached.add(position)
        black.add(position.black_men)
        white.add(position.white_men)
        assert set(position.black_men) >= set(usual.black_men[:4])
        assert len(opening.moves) == 2
    # a capture or an exchange would change the number of men, so every side keeps eleven
    assert {len(men) for men in black | white} <= {10, 11}
    assert len([men for men in black if len(men) == 11]) == 50
    assert len([men for men in white if len(men) == 11]) == 50
    assert len(reached) == len(chosen) <= 2500


def test_the_empty_deck_says_so() -> None:
    assert deck("it-3m-125").status == "empty"
    with raises(
        EmptyDeck,
        Message(
            "The deck '{deck}' is empty: the list of its {n} openings is table 4 of the federation, "
            "which is not here. If you have it, write it in a file, one opening to a line, and name it "
            "(--file).",
            deck="it-3m-125",
            n=125,
        ),
    ) as caught:
        draw("it-3m-125")
    assert (caught.value.deck, caught.value.expected) == ("it-3m-125", 125)


def _lines(count: int) -> list[str]:
    return [" ".join(opening.moves) for opening in deck("it-3m-174").openings[:count]]


@pytest.mark.parametrize("form", ["{m}", "{n}. {m}", "{n};{m}", "{n}, {c}", "{n})\t{m}"])
def test_a_file_fills_the_empty_deck(form: str) -> None:
    lines = [form.format(n=n, m=m, c=m.replace(" ", ",")) for n, m in enumerate(_lines(125), 1)]
    mine = filled("it-3m-125", "\ufeff# table 4\nnumero;mosse\n\n" + "\r\n".join(lines))
    assert (mine.status, len(mine), mine.opening(125).number) == ("ours", 125, 125)
    assert mine.checksum != deck("it-3m-125").checksum
    assert draw(mine, "x").opening in mine.openings


@pytest.mark.parametrize(
    ("line", "text", "what"),
    [
        (2, "21-17 9-13 25-21\n21-17 9-13", Message("there must be three moves, and there are {n}.", n=2)),
        (1, "21-17 9-13 17-10", Message("Line {n}: ", n=1)),
        (1, "21-17 foo1 17-10", Message("Line {n}: ", n=1)),
        (
            3,
            "21-17 9-13 25-21\n# x\n21-17 9-13 25-21",
            Message("the same number or the same position is on line {line} already.", line=1),
        ),
        (
            2,
            "22-18 10-14 21-17\n21-17 10-14 22-18",
            Message("the same number or the same position is on line {line} already.", line=1),
        ),
        (
            2,
            "7. 21-17 9-13 25-21\n7. 21-17 9-13 26-21",
            Message("the same number or the same position is on line {line} already.", line=1),
        ),
        (
            None,
            "21-17 9-13 25-21",
            Message("the list has {n} openings, and this deck has {expected}.", n=1, expected=125),
        ),
        (None, "", Message("the list has {n} openings, and this deck has {expected}.", n=0, expected=125)),
    ],
)
def test_a_file_that_does_not_fill_it(line: int | None, text: str, what: Message) -> None:
    with raises(BadDeckFile, what) as caught:
        filled("it-3m-125", text)
    assert caught.value.line == line


def test_only_an_empty_deck_is_filled() -> None:
    with raises(
        BadDeckFile,
        Message("the deck '{id}' has its openings: a file fills an empty deck only.", id="it-2m-43"),
    ):
        filled("it-2m-43", "21-17 9-13")


def test_unknown_names() -> None:
    with raises(
        UnknownDeck,
        Message(
            "There is no deck '{id}'.{near} There are: {known}.",
            id="it-2m43",
            near=Message(" Perhaps '{g}'?", g="it-2m-43"),
        ),
    ) as caught:
        deck("it-2m43")
    assert caught.value.known == decks()
    with pytest.raises(UnknownOpening) as missing:
        deck("it-2m-43").opening(8)
    assert missing.value.number == 8


def test_the_usual_decks() -> None:
    assert default_deck("italian") == decks_of("italian")[0] == "it-2m-43"
    assert default_deck("english") == decks_of("english")[0] == "en-3m-156"
    assert default_deck("frisian") is None
    assert decks_of("frisian") == ()


def test_a_game_with_options_starts_from_it_and_another_does_not() -> None:
    drawn = draw("en-3m-156", "x")
    position, moves = start_of(drawn, ruleset("english~king-range=flying"))
    assert position.rules.slug.startswith("english~")
    assert len(moves) == 3
    with pytest.raises(WrongGame):
        start_of(drawn, ITALIAN)


def test_the_checksum_is_that_of_the_list() -> None:
    chosen = deck("it-2m-49")
    lines = "".join(f"{o.number} {' '.join(o.moves)}\n" for o in chosen.openings)
    assert chosen.checksum == hashlib.sha256(lines.encode()).hexdigest()[:16] == "b0e1f1ec6ea011c6"


@pytest.mark.parametrize("number", [7, 10, 30])
def test_a_game_names_the_opening_it_was_given(number: int) -> None:
    """Its moves are played moves; a number that ends in 0 is written whole."""
    position, moves = deck("it-2m-49").start_of(number)
    paths = []
    for move in moves:
        paths.append(position.paths(move)[0])
        position = position.play(move)
    event = Balloted(paths=tuple(paths), at=0, deck="it-2m-49", number=number, seed="x")
    game = Game.start(ITALIAN).apply(event)
    assert (game.ply, game.position) == (2, position)
    assert f"it-2m-49 {number}, seed x" in game.conduct.log[-1].text.text("en")
