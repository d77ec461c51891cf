"""The liberal reader: what each way of writing gives, and where trouble is placed."""

from __future__ import annotations

import pickle
import random
import time
from dataclasses import replace

import pytest

from damiera._core import Move, Side
from damiera.messages import Message
from damiera.notation.moves import parse_move
from damiera.notation.pdn.bulk import BulkGame, read_bulk
from damiera.notation.pdn.errors import PdnError
from damiera.notation.pdn.model import PdnGame, PdnMove, pdn_game
from damiera.notation.pdn.reader import read_pdn
from damiera.notation.pdn.writer import full_tags, write_pdn
from damiera.rules.ruleset import ENGLISH, INTERNATIONAL, ITALIAN, Ruleset, ruleset
from tests.wording import holds

HEAD = '[GameType "22"]\n\n'


def game_of(text: str) -> PdnGame:
    [item] = read_pdn(text)
    assert isinstance(item, PdnGame), item
    return item


def error_of(text: str) -> PdnError:
    [item] = read_pdn(text)
    assert isinstance(item, PdnError), item
    return item


def texts(game: PdnGame) -> list[str]:
    return [ply.text for ply in game.mainline]


@pytest.mark.parametrize(
    "body",
    [
        "1. 21-17 12-15 2. 23-19 11-14 *",
        "1.21-17 12-15 2.23-19 11-14*",
        "1. 21-17\n12-15\n2. 23-19\n11-14",
        "21-17 12-15 23-19 11-14 *",
        "1 21-17 12-15 2 23-19 11-14 *",
        "1. 21-17 1... 12-15 2. 23-19 2... 11-14 *",
        "1. 21- 17 12 -15 2. 23 - 19 11 - 14 *",
        "1. 2117 1215 2. 2319 1114 *",
        "1. 21x17 12:15 2. 23×19 11–14 *",
        "001. 21-17 12-15 002. 23-19 11-14 *",
        "1. 21-17 12-15 2. 23-19 . 11-14 . *",
        "1. 21-17 {a} 12-15 {b {c} d} 2. 23-19 ; rest 99-99\n% line 99-99\n11-14 *",
        "1. 21-17! $1 12-15 (!?!!!) 2. 23-19?! 11-14 ?? *",
        "1. 21-17 (1. 22-18 12-16 (12-15)) 12-15 2. 23-19 (23-20) 11-14 *",
        "1. 21-17 12-15 2. 23-19 11-14 3. - - *",
    ],
)
def test_one_game_written_in_many_ways(body: str) -> None:
    assert texts(game_of(HEAD + body)) == ["21-17", "12-15", "23-19", "11-14"]


def test_remarks_find_their_moves() -> None:
    game = game_of(
        HEAD + "{ before } 1. 21-17! { after } $1 { and\n more } (1. 22-18 {v} (22-19) 12-15) 12-15 $7 $10 *"
    )
    first, second = game.mainline
    assert game.comment == "before"
    assert (first.strength, first.comment, first.nags) == ("!", "after and more", (1,))
    [variation] = first.variations
    assert [ply.text for ply in variation.moves] == ["22-18", "12-15"]
    assert variation.moves[0].comment == "v"
    assert [ply.text for ply in variation.moves[0].variations[0].moves] == ["22-19"]
    assert (second.nags, second.variations) == ((7, 10), ())


def test_a_variation_may_begin_with_a_comment() -> None:
    [variation] = game_of(HEAD + "1. 21-17 ({ better } 1. 22-18) *").mainline[0].variations
    assert (variation.comment, len(variation.moves)) == ("better", 1)


def test_the_signs_of_article_13() -> None:
    game = game_of(HEAD + "1. 21-17 * 12-15 = 2. 23-19 + 11-14 + 3. 19x12 +1 8x15 a.l. *")
    assert [ply.nags for ply in game.mainline] == [(7,), (10,), (18,), (19,), (), ()]
    assert [ply.signs for ply in game.mainline[4:]] == [("+1",), ("a.l.",)]
    assert game_of(write_pdn(game)) == replace(game, tags=full_tags(game))


def test_pieces_lost_are_written_with_or_without_a_space() -> None:
    game = game_of(HEAD + "1. 21-17 - 2 12-15 {-1} 2. 23-19 {+1 in all} *")
    assert [ply.signs for ply in game.mainline] == [("-2",), ("-1",), ()]
    assert game.mainline[2].comment == "+1 in all"


def test_remarks_stay_where_they_stand() -> None:
    lines = "(1. {b} 22-18 {c} (1. 22-19)) {d} (1. 23-19) {e}"
    text = "{before} 1. {first} 21-17 {a} " + lines + " 12-15 {f} 1-0 {g} {h}"
    game = game_of(HEAD + text)
    first, last = game.mainline
    assert (game.comment, first.comment, last.comment, game.closing) == ("before first", "a", "f", "g h")
    assert [(line.comment, line.after) for line in first.variations] == [("b", "d"), ("", "e")]
    assert first.variations[0].moves[0].comment == "c"
    assert game_of(write_pdn(game)) == replace(game, tags=full_tags(game))


def test_a_tag_twice_is_kept_twice() -> None:
    game = game_of('[Event "A"]\n[Event "A"]\n[Event "B"]\n[Event "C"]\n1. 21-17 *')
    assert game.tags == {"Event": "A", "Event_2": "B", "Event_3": "C"}


def test_a_position_in_mid_game_begins_another_game() -> None:
    text = HEAD + '1. 21-17 {a} /FEN "W:W31:B9"/ {b} 1. 31-27 {c} 9-13 1-0 {d}\n\n[Event "next"]\n1. 32-28 *'
    first, second, third = read_pdn(text)
    assert isinstance(first, PdnGame)
    assert isinstance(second, PdnGame)
    assert isinstance(third, PdnGame)
    assert (len(first.mainline), first.result, first.mainline[0].comment) == (1, "*", "a")
    assert second.start.fen == "W:W31:B9"
    assert (second.comment, second.mainline[0].comment, second.result, second.closing) == (
        "b",
        "c",
        "1-0",
        "d",
    )
    assert second.tags["GameType"] == "22"
    assert [game.number for game in (first, second, third)] == [1, 2, 3]
    assert holds(
        first.notes[0].text,
        Message(
            "Another position is set up here: what follows is read as a game of its own, with the same tags."
        ),
    )


def test_a_diagram_of_the_position_reached_is_a_remark() -> None:
    start = ITALIAN.start()
    after = start.play(parse_move(start, "21-17"))
    game = game_of(HEAD + f'1. 21-17 /FEN "{after.fen}"/ 12-15 *')
    assert game.mainline[0].comment == f'/FEN "{after.fen}"/'


def test_a_variation_that_cannot_be_followed_is_kept_as_text() -> None:
    game = game_of(HEAD + "1. 21-17 (1. 21-13 { no } (and 3-4) 12-15) 12-15 (12-16) *")
    assert texts(game) == ["21-17", "12-15"]
    assert game.mainline[0].comment == "(1. 21-13 ( no ) (and 3-4) 12-15)"
    assert len(game.mainline[1].variations) == 1
    [note] = game.notes
    assert (note.line, note.column) == (3, 14)
    assert "21-13" in note.text.text("it")


@pytest.mark.parametrize(
    ("tags", "end", "result"),
    [
        ("", "1-0", "1-0"),
        ("", "2-0", "1-0"),
        ("", "0-2", "0-1"),
        ("", "1-1", "1/2-1/2"),
        ("", "1/2-1/2", "1/2-1/2"),
        ("", "½-½", "1/2-1/2"),
        ("", "1 - 0", "1-0"),
        ("", "0-0", "0-0"),
        ("", "*", "*"),
        ("", "* 1-0", "1-0"),
        ("", "1-0 *", "1-0"),
        ("", "", "*"),
        ('[Result "0-1"]', "", "0-1"),
        ('[Result "0-1"]', "*", "0-1"),
        ('[Result "?"]', "1-0", "1-0"),
        ('[Result "0-1"]', "1-0", "0-1"),
        ('[Risultato "2-0"]', "", "1-0"),
        ('[Result "4-6"]', "4-6", "*"),
        ('[Result "1 1/2 - 1/2"]', "", "*"),
    ],
)
def test_results(tags: str, end: str, result: str) -> None:
    game = game_of(f"{tags}{HEAD}1. 21-17 12-15 {end}")
    assert (len(game.mainline), game.result) == (2, result)


def test_the_first_figure_belongs_to_the_side_that_begins() -> None:
    assert game_of("1. 11-15 1-0").winner is Side.BLACK
    assert game_of("1. 21-17 1-0").winner is Side.WHITE
    assert game_of("1. 21-17 1-1").winner is None


@pytest.mark.parametrize(
    ("text", "slug", "guessed"),
    [
        ('[GameType "20"] 1. 32-28 *', "international", False),
        ('[GameType "20,W,10,10,N1,0"] 1. 32-28 *', "international", False),
        ('[GameType "22,W,8,8,N2,1"] *', "italian", False),
        ("1. 11-15 *", "english", True),
        ("1. 22-18 *", "italian", True),
        ("1. 31-26 *", "international", True),
        ("1.32-28 19-23 *", "international", True),
        ('[Bianco "A"] *', "italian", True),
        ('[FEN "W:W31-50:B1-20"] *', "international", True),
        ('[FEN "W:WK19,16:BK27,3"] *', "english", True),
        ('[Bianco "A"][FEN "W:W19,16:BK27,3"] *', "italian", True),
        # a man takes a king: English; with Italian tags too, for Italian rules forbid it
        ('[FEN "W:W22:BK18,1"] 1. 22x15 *', "english", True),
        ('[Bianco "A"][FEN "W:W22:BK18,1"] 1. 22x15 *', "english", True),
        # the diagonals of the Italian board only
        ('[FEN "W:W22:B1,2"] 1. 22-19 *', "italian", True),
        ('[FEN "W:W22:B1,2"] 1. 22-17 *', "english", True),
    ],
)
def test_which_game_it_is(text: str, slug: str, guessed: bool) -> None:
    game = game_of(text)
    assert (game.ruleset.slug, game.ruleset_guessed) == (slug, guessed)


def test_the_readers_own_word_counts_where_the_text_is_silent() -> None:
    [game] = read_pdn('[FEN "W:WK19,16:BK27,3"] *', default=ITALIAN)
    assert isinstance(game, PdnGame)
    assert (game.ruleset, game.ruleset_guessed) == (ITALIAN, False)
    [game] = read_pdn('[GameType "21"] 1. 11-15 *', default=ITALIAN)
    assert isinstance(game, PdnGame)
    assert game.ruleset == ENGLISH


def test_one_slip_of_the_pen_does_not_make_it_another_game() -> None:
    [error] = read_pdn('[Event "x"]\n\n1. 22-18 12-16 2. 26-22 8-12 3. 23-99 *')
    assert isinstance(error, PdnError)
    assert (error.line, error.column, error.plies) == (3, 33, 4)


def test_a_problem_without_moves_is_of_the_game_before_it() -> None:
    text = '1. 32-28 *\n\n[FEN "W:WK19,16:BK27,3"]\n*\n\n[Event "forfeit"]\n\n2-0'
    games = list(read_pdn(text))
    assert [game.ruleset.slug for game in games if isinstance(game, PdnGame)] == ["international"] * 3


ENDINGS = '[FEN "W:W24,K22:B5"]\n*\n\n[FEN "B:WK31,27:B32,7"]\n*\n\n[FEN "W:WK19,16:BK27,3"]\n1. 19-23 *\n\n'


@pytest.mark.parametrize(
    ("tags", "moves", "slug"),
    [
        ('[GameType "98"]', "1. 32-28 19-23 2. 28x19 14x23 *", "antidraughts"),
        ('[GameType "96"]', "1. 32-28 19-23 2. 28x19 14x23 *", "breakthrough"),
        ('[GameType "97"]', "1. 46-41 1-7 2. 41-37 7-11 *", "frysk"),
        ('[GameType "99"][FEN "W:W32,31:B8,9:H0:F1"]', "1. 32-28 8-12 *", "international"),
        ('[Variant "Antidraughts"]', "1. 32-28 19-23 2. 28x19 14x23 *", "antidraughts"),
        ('[GameType "20"][Variant "Frysk!"]', "1. 46-41 1-7 *", "frysk"),
        ('[GameType "20"][Variant "Standard"]', "1. 32-28 19-23 *", "international"),
        ('[GameType "22"][Variant "Antidraughts"]', "1. 21-17 12-15 *", "italian"),
    ],
)
@pytest.mark.parametrize("default", [None, ruleset("frisian")])
def test_the_games_of_servers(tags: str, moves: str, slug: str, default: Ruleset | None) -> None:
    """lidraughts has its own numbers, and some servers a Variant tag; what is written says the same game."""
    text = f"{tags}\n\n{moves}"
    [game] = read_pdn(text, default=default)
    [fast] = read_bulk(text, default=default)
    assert isinstance(game, PdnGame)
    assert isinstance(fast, BulkGame)
    assert (game.ruleset.slug, game.ruleset_guessed, game.notes) == (slug, False, ())
    assert (fast.ruleset, fast.ruleset_guessed) == (game.ruleset, False)
    assert game_of(write_pdn(game)).ruleset == game.ruleset
    kept = game_of(write_pdn(game, tags="kept"))
    assert kept.ruleset == game.ruleset
    assert kept.tags["GameType"] == game.tags.get("GameType", game.ruleset.pdn_game_type)


def test_a_number_of_no_known_game_is_kept_and_called_what_it_is() -> None:
    text = '[GameType "77,W,10,10,N2,0"]\n1. 32-28 19-23 2. 28x19 14x23 *'
    game = game_of(text)
    assert (game.ruleset, game.ruleset_guessed) == (INTERNATIONAL, True)
    assert holds(
        game.notes[0].text,
        Message(
            "The {said} is of no game known here; all the moves are possible in {game}: read as {game}, "
            "and the tag stays as it is.",
            said="GameType 77,W,10,10,N2,0",
            game=Message("International draughts"),
        ),
    )
    assert game.tags["GameType"] in write_pdn(game)
    assert game.tags["GameType"] in write_pdn(game, tags="kept")
    [told] = read_pdn(text, default=ruleset("breakthrough"))
    assert isinstance(told, PdnGame)
    assert (told.ruleset.slug, told.ruleset_guessed, told.notes) == ("breakthrough", False, ())


def test_a_variant_that_cannot_be_right_is_named_as_such() -> None:
    game = game_of('[Variant "Frysk!"]\n1. 21-17 12-15 2. 23-19 11-14 *')
    assert game.ruleset == ITALIAN
    assert game.notes[0].text.text("en").startswith("The Variant Frysk! cannot be right")


def test_a_problem_that_cannot_be_tells_nothing_of_those_after_it() -> None:
    """A black man on 32 is refused; it is no reason to read the file as one of a hundred squares."""
    first, refused, third, fourth = read_bulk(ENDINGS + '[FEN "W:WK1:BK29"]\n*\n')
    slugs = [item.ruleset.slug for item in (first, third, fourth) if not isinstance(item, PdnError)]
    assert slugs == ["english"] * 3
    assert isinstance(refused, PdnError)
    assert holds(
        refused.reason,
        Message(
            "{side} has {men} {there} ({where}), where a man is a king already: {kings}.",
            where=Message("square {listed}", listed="32"),
            side=Message("Black", context="with the article"),
            there=Message("on the last row"),
            men=Message("a man"),
            kings=Message("put a king there"),
        ),
    )


def test_problems_are_of_the_game_that_the_others_of_their_text_are_of() -> None:
    large = '[FEN "W:W24,K22:B5"]\n*\n\n[FEN "W:W48,K22:B35"]\n*\n\n[FEN "W:W22:B39,40"]\n*\n'
    assert [game.ruleset.slug for game in read_pdn(large) if isinstance(game, PdnGame)] == [
        "international"
    ] * 3
    italian = '[FEN "W:W22:B1,2"]\n*\n\n[FEN "W:W22:B1,2"]\n1. 22-19 *\n'
    assert [game.ruleset.slug for game in read_pdn(italian) if isinstance(game, PdnGame)] == ["italian"] * 2


def test_what_a_text_says_stands_until_it_says_something_else() -> None:
    text = '[GameType "20"]\n1. 32-28 *\n\n[White "A"]\n1. 9-14 *\n\n[FEN "W:WK19,16:BK27,3"]\n*\n'
    slugs = [game.ruleset.slug for game in read_pdn(text) if isinstance(game, PdnGame)]
    assert slugs == ["international", "english", "international"]


def test_an_ambiguous_capture_is_settled_by_what_follows() -> None:
    # 3x26 takes 6, 13 and 21, or 6, 14 and 22; White's answer tells which
    fen = '[GameType "22"][FEN "B:W6,13,14,21,22,32:B3,1"]\n'
    answers = {"21-17": "3x10x19x26", "22-18": "3x10x17x26"}
    for answer, route in answers.items():
        game = game_of(f"{fen}1... 3x26 2. {answer} *")
        assert texts(game)[0] == route
        assert route in game.notes[0].text.text("en")


def test_red_is_black() -> None:
    game = game_of('[Red "Ada"][White "Grace"] 1. 11-15 *')
    assert (game.tags["Black"], game.tags["Red"]) == ("Ada", "Ada")
    assert game.ruleset == ENGLISH


def test_tags_in_italian_stand_beside_the_standard_ones() -> None:
    game = game_of('[Bianco "Rossi"][Nero "Bianchi"][Anno "2005"][Apertura "0028"] 1. 21-17 *')
    assert list(game.tags.items()) == [
        ("White", "Rossi"),
        ("Bianco", "Rossi"),
        ("Black", "Bianchi"),
        ("Nero", "Bianchi"),
        ("Date", "2005.??.??"),
        ("Anno", "2005"),
        ("Opening", "0028"),
        ("Apertura", "0028"),
    ]


@pytest.mark.parametrize(
    ("line", "name", "value"),
    [
        ('[White "A \\"B\\" C"]', "White", 'A "B" C'),
        ('[White "C:\\\\x"]', "White", "C:\\x"),
        ('[white"A"]', "White", "A"),
        ('[  White   "A"  ]', "White", "A"),
        ('[GameType "22]', "GameType", "22"),
        ("[White A. Rossi]", "White", "A. Rossi"),
        ('[White "A', "White", "A"),
        ('[Setup "1"]', "SetUp", "1"),
        ('[myTag "x"]', "MyTag", "x"),
        ('[White ""]', "White", ""),
        ("White: A. Rossi", "White", "A. Rossi"),
        ('White: "A. Rossi"', "White", "A. Rossi"),
        ('White : Rossi, "Nando"', "White", 'Rossi, "Nando"'),
        ("white:A: B  ", "White", "A: B"),
        ("Black:", "Black", ""),
        ("Time: 10-15", "Time", "10-15"),
        ("Umpire: Neri", "Umpire", "Neri"),
        ('Site "Turin"', "Site", "Turin"),
    ],
)
def test_tags_as_they_are_found(line: str, name: str, value: str) -> None:
    game = game_of(f"{line}\n1. 21-17 *")
    assert game.tags == {name: value}
    assert len(game.mainline) == 1


def test_headers_without_brackets_begin_a_game() -> None:
    """Each on a line of its own; behind the moves only a usual name does, and in a comment none."""
    header = "Event: Evening\nWhite: {}\nBlack: B\nGameType: 22\n"
    text = f"{header.format('A')}\n1. 22-18 {{\nWhite: slow}} 10-14\n{header.format('C')}1. 21-17 *"
    games = list(read_pdn(text))
    assert all(isinstance(game, PdnGame) for game in games), games
    assert [game.tags["White"] for game in games if isinstance(game, PdnGame)] == ["A", "C"]
    assert [game.ruleset_guessed for game in games if isinstance(game, PdnGame)] == [False, False]
    [bad] = list(read_pdn(f"{header}1. 22-18\nPoor: 10-14\n12-16 *"))
    assert isinstance(bad, PdnError)


def test_clocks_in_comments() -> None:
    game = game_of(
        '[GameType "20"] 1. 32-28 {[%clk 1:55:21]} 19-23 {x [%clock w0:00:10 B0:00:03]} 28x19 {no} *'
    )
    assert [ply.clock_ms for ply in game.mainline] == [6_921_000, 10_000, None]


def test_several_games_with_and_without_tags() -> None:
    text = '1. 11-15 1-0 1. 21-17 0-1\n[White "A"]\n1. 32-28\n\n[White "B"] 1. 33-28 *[White "C"] *{end}'
    items = list(read_pdn(text))
    games = [item for item in items if isinstance(item, PdnGame)]
    assert [game.number for game in games] == [1, 2, 3, 4, 5]
    assert [game.line for game in games] == [1, 1, 2, 5, 5]
    assert [game.ruleset.slug for game in games] == ["english", "italian", *["international"] * 3]
    assert games[-1].closing == "end"


def test_two_headers_are_two_games_only_across_an_empty_line() -> None:
    one = list(read_pdn('[GameType "22"]\n[Event "A"]\n[Event "B"]\n1. 21-17 *'))
    two = list(read_pdn('[GameType "22"]\n[Event "A"]\n\n[GameType "22"]\n[Event "B"]\n1. 21-17 *'))
    assert [item.tags["Event"] for item in one] == ["A"]
    assert [item.tags["Event"] for item in two] == ["A", "B"]


@pytest.mark.parametrize("text", ["", " \n\n", "\ufeff", "% only a line", "{ only a comment }", "1-0", "* *"])
def test_texts_without_a_game(text: str) -> None:
    assert list(read_pdn(text)) == []


@pytest.mark.parametrize(
    ("body", "line", "column", "kind"),
    [
        ("1. 21-17 12-15 2. 31-31 *", 3, 19, "illegal"),
        ("1. 21-17\n   12-99 *", 4, 4, "illegal"),
        ("1. 21-17 l2-15 *", 3, 10, "syntax"),
        ("1. 21-17 [12-15] *", 3, 10, "syntax"),
        ("1. 21-17 { never closed *", 3, 10, "comment"),
        ("1. 21-17 (12-15 *", 3, 10, "variation"),
        ("1. 21-17 ) 12-15 *", 3, 10, "variation"),
        ("1. 21-17 - 2. 23-19 *", 3, 10, "syntax"),
        ('1. 21-17 (1. 22-18 /FEN "W:W', 3, 10, "variation"),
    ],
)
def test_trouble_is_placed(body: str, line: int, column: int, kind: str) -> None:
    error = error_of(HEAD + body)
    assert (error.line, error.column, error.kind) == (line, column, kind)
    assert error.raw == (HEAD + body).strip()
    assert error.tags == {"GameType": "22"}
    assert error.excerpt in body
    for lang in ("it", "en"):
        assert error.text(lang).endswith(error.reason.text(lang))
        assert str(line) in error.text(lang)


def test_an_illegal_move_is_told_by_number_side_and_article() -> None:
    error = error_of(HEAD + "1. 23-19 12-15 2. 24-20 *")
    assert error.articles[0] == "fid.italian.2008:6.1"
    assert holds(error.reason, Message("White's move {number}: {why}", number=2))
    assert "mossa 2 del Bianco" in error.text("it")
    assert error.plies == 2
    late = error_of('[GameType "22"][FEN "B:W21:B1"] 1... 1-5 2. 5-1 *')
    assert "mossa 2 del Bianco" in late.text("it")


def test_one_damaged_game_harms_no_other() -> None:
    good = '[Event "good"]\n[GameType "22"]\n\n1. 21-17 12-15 1-0\n\n'
    bad = [
        "1. 21-17 {",
        "1. 21-17 (",
        "1. 21-13",
        "[",
        "]",
        "1. 21-17 ) (",
        "}",
        "x9",
        "$",
    ]
    text = good + "".join(f'[Event "bad"]\n[GameType "22"]\n\n{damage} 1-0\n\n{good}' for damage in bad)
    items = list(read_pdn(text))
    names = [item.tags.get("Event") for item in items]
    assert names == ["good", *["bad", "good"] * len(bad)]
    assert all(isinstance(item, PdnGame) for item in items[::2])
    assert all(isinstance(item, PdnError) for item in items[1::2])


@pytest.mark.parametrize(
    "text",
    [
        "(" * 20_000,
        HEAD + "1. 21-17 " + "(22-18 " * 5000 + ")" * 5000,
        "{" * 20_000,
        "{{}" * 20_000,
        "{\n}" * 20_000,
        "{\n}1-0 " * 5000,
        "[" * 20_000,
        "[a " * 20_000,
        '[a "' * 20_000,
        HEAD + "21-17 " + "!" * 20_000,
        "1x" * 20_000,
        "9" * 50_000,
        " " * 100_000 + "x",
        "1 " * 20_000,
        "*" * 20_000,
        "1. - " * 20_000,
        HEAD + "1. 21-17 {" + "a\n\n" * 20_000,
    ],
    ids=lambda text: text[:12],
)
def test_hostile_texts_are_read_in_linear_time(text: str) -> None:
    begin = time.process_time()
    for item in read_pdn(text):
        assert isinstance(item, PdnGame | PdnError)
    assert time.process_time() - begin < 5


def test_broken_unicode_is_text_like_any_other() -> None:
    game = game_of(HEAD + "1. 21-17 {\ud800} *")
    assert game.mainline[0].comment == "\ud800"
    assert error_of(HEAD + "1. 21-1\ud800").kind == "illegal"
    assert error_of(HEAD + "1. 9\ud800").kind == "syntax"


def test_errors_and_games_travel_between_processes() -> None:
    for item in read_pdn(HEAD + "1. 21-17 12-15 *\n\n" + HEAD + "1. 21-18 *"):
        copy = pickle.loads(pickle.dumps(item))
        if isinstance(item, PdnGame):
            assert copy == item
        else:
            assert (str(copy), copy.reason, copy.line) == (str(item), item.reason, item.line)


def test_a_game_knows_its_positions() -> None:
    game = game_of('[GameType "20"] 1. 32-28 19-23 28x19 *')
    assert len(game.positions) == 4
    assert game.positions[0] == INTERNATIONAL.start()
    assert game.moves == tuple(ply.move for ply in game.mainline)
    assert isinstance(game.mainline[0], PdnMove)


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ('[GameType "20"]\n\n1. 21-17 12-15 2. 23-19 11-14 *', "italian"),
        ('[GameType "22"]\n\n1. 11-15 23-19 2. 8-11 22-17 *', "english"),
        ('[GameType "25"]\n\n1. 32-28 19-23 2. 28x19 14x23 *', "international"),
        ('[GameType "50"]\n\n1. 32-28 19-23 2. 28x19 14x23 *', "international"),
        ('[GameType "20"]\n[FEN "B:W6,13,14,21,22:B3"]\n\n1... 3x10x19x26 2. 13-9 *', "italian"),
    ],
)
def test_a_wrong_game_type_is_told_and_passed_over(text: str, slug: str) -> None:
    game = game_of(text)
    assert (game.ruleset.slug, game.ruleset_guessed) == (slug, True)
    [note] = [note for note in game.notes if "GameType" in note.text.text("en")]
    assert (note.line, note.column) == (1, 12)
    assert "GameType" in note.text.text("it")
    again = game_of(write_pdn(game))
    assert (again.ruleset.slug, again.moves, again.ruleset_guessed) == (slug, game.moves, False)


def test_a_fault_is_not_taken_for_another_game() -> None:
    # English draughts may allow it; but the first move is possible, so it is Italian
    assert error_of(HEAD + "1. 21-17 12-15 2. 23-19 15-18 3. 22x13 *").kind == "illegal"
    assert error_of('[GameType "50"]\n\n1. 21-17 *').kind == "game"


@pytest.mark.parametrize("slug", ["pool", "spanish", "brazilian", "czech", "armenian"])
def test_games_that_begin_alike_are_told_apart_by_what_is_legal(slug: str) -> None:
    """Of random games those are read as what they are that no game asked before would allow."""
    rng, own = random.Random(slug), ruleset(slug)
    told = set()
    for _ in range(40):
        position, moves = own.start(), list[Move]()
        while len(moves) < 60 and (legal := position.moves()):
            moves.append(rng.choice(legal))
            position = position.play(moves[-1])
        game = game_of(write_pdn(pdn_game(own, moves)).partition("\n\n")[2])
        assert len(game.mainline) == len(moves)
        assert game.ruleset_guessed
        told.add(game.ruleset.slug)
    assert slug in told


def test_a_star_ends_the_game_unless_moves_follow() -> None:
    end = game_of(HEAD + "1. 21-17 12-15 * {all}")
    assert (end.mainline[1].nags, end.closing) == ((), "all")
    forced = game_of(HEAD + "1. 21-17 * {only move} 12-15 *")
    assert (forced.mainline[0].nags, forced.mainline[0].comment) == ((7,), "only move")


def test_a_sign_in_two_pieces_is_a_sign() -> None:
    game = game_of(HEAD + "1. 21-17 {a.} {l.} 12-15 *")
    assert (game.mainline[0].signs, game.mainline[0].comment) == (("a.l.",), "")


def test_a_remark_inside_a_move_is_a_fault_for_both_readers() -> None:
    text = HEAD + "1. 21-{+1}17 12-15 *"
    assert [str(item) for item in read_bulk(text)] == [str(error_of(text))]


def test_what_follows_a_position_in_mid_game_comes_before_the_next_game() -> None:
    text = HEAD + '1. 21-17 /FEN "W:W31:B9"/ 1. 31-27 *\n\n[GameType "22"]\n\n1. 22-18 *'
    read = [item.final.fen for item in read_bulk(text) if isinstance(item, BulkGame)]
    assert read == [game.positions[-1].fen for game in read_pdn(text) if isinstance(game, PdnGame)]
    assert len(read) == 3


def test_a_quoted_value_broken_over_lines_is_joined() -> None:
    text = '[Event "Spring\nclub"]\n[GameType "20"]\n[FEN "W:W27,28:\nB6,2"]\n\n1. 27-22 *\n'
    [game] = read_pdn(text)
    assert isinstance(game, PdnGame)
    assert (game.tags["Event"], game.start.fen) == ("Spring club", "W:W27,28:B2,6")
    assert [entry.text for entry in game.mainline] == ["27-22"]


def test_a_quote_never_closed_costs_its_own_line_only() -> None:
    text = '[Event "Spring\n[White "Anna"]\n[GameType "20"]\n\n1. 32-28 *\n\n[White "Bruno"]\n1. 32-28 *\n'
    first, second = read_pdn(text)
    assert isinstance(first, PdnGame)
    assert isinstance(second, PdnGame)
    assert (first.tags["White"], second.tags["White"]) == ("Anna", "Bruno")


def test_a_header_line_without_brackets_is_a_tag() -> None:
    [game] = read_pdn('Event "Spring"\n[White "Anna"]\nGameType "20"\n\n1. 32-28 19-23 *\n')
    assert isinstance(game, PdnGame)
    assert (game.tags["Event"], game.tags["White"], game.ruleset.slug) == ("Spring", "Anna", "international")
    assert not game.ruleset_guessed
