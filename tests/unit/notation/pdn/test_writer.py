"""The strict writer: what PDN 3.0 lays down, checked by a grammar written from its rules."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from damiera.notation.fen import parse_fen
from damiera.notation.moves import format_move, parse_move
from damiera.notation.pdn.model import PdnGame, PdnLine, PdnMove, pdn_game
from damiera.notation.pdn.reader import read_pdn
from damiera.notation.pdn.results import ResultStyle
from damiera.notation.pdn.writer import full_tags, write_pdn, write_pdn_file
from damiera.rules.ruleset import ENGLISH, INTERNATIONAL, ITALIAN, Ruleset, ruleset

# PDN 3.0: a game is tags, then moves, variations, comments and glyphs; `*` stands behind it.
TAG = r'\[[A-Z][A-Za-z0-9_]* "(?:[^"\\\n]|\\.)*"\]\n'
SQUARE = r"[1-9][0-9]?"
WORD = re.compile(
    rf"[0-9]+\.(?:\.\.)?(?=\s)|{SQUARE}(?:-{SQUARE}|(?:x{SQUARE})+)[!?]*(?=[\s)])|\$[0-9]+|\{{[^{{}}]*\}}|[()]"
)
GAME = re.compile(rf"(?P<tags>(?:{TAG})+)\n(?P<body>[^*]*)\*\n")


def assert_strict(text: str) -> None:
    game = GAME.fullmatch(text)
    assert game is not None, text
    assert all(len(line) <= 80 for line in game["body"].splitlines())
    assert all(line == line.rstrip() for line in text.splitlines())
    rest = WORD.sub("", game["body"])
    assert not rest.strip(), rest
    names = re.findall(r"(?m)^\[(\w+)", game["tags"])
    assert names[:8] == ["Event", "Site", "Date", "Round", "White", "Black", "Result", "GameType"]
    assert len(names) == len(set(names))


def played(ruleset: Ruleset, text: str, fen: str = "") -> PdnGame:
    start = parse_fen(fen, ruleset).position() if fen else ruleset.start()
    position, moves = start, []
    for word in text.split():
        moves.append(parse_move(position, word))
        position = position.play(moves[-1])
    return pdn_game(ruleset, moves, start=start)


def test_a_whole_game_to_the_letter() -> None:
    game = played(ITALIAN, "21-17 12-15 23-19 11-14 19x12 8x15")
    first, second, *rest = game.mainline
    variation = PdnLine((PdnMove(parse_move(game.start, "22-18"), "22-18", comment="safe"),), comment="also")
    game = replace(
        game,
        tags={"White": 'Rossi "il Gatto", A.', "Black": "Bianchi", "Date": "2005-3-1", "Torneo": "Prova"},
        mainline=(replace(first, strength="!", variations=(variation,)), replace(second, nags=(7,)), *rest),
        result="1-0",
        comment="Turno 1",
    )
    assert write_pdn(game) == (
        '[Event "Prova"]\n'
        '[Site "?"]\n'
        '[Date "2005.03.01"]\n'
        '[Round "?"]\n'
        '[White "Rossi \\"il Gatto\\", A."]\n'
        '[Black "Bianchi"]\n'
        '[Result "1-0"]\n'
        '[GameType "22,W,8,8,N2,1"]\n'
        '[Torneo "Prova"]\n'
        "\n"
        "{Turno 1} 1. 21-17! ({also} 1. 22-18 {safe}) 1... 12-15 $7 2. 23-19 11-14\n"
        "3. 19x12 8x15 *\n"
    )
    assert_strict(write_pdn(game))


@pytest.mark.parametrize(
    ("ruleset", "style", "written"),
    [
        (ITALIAN, "pdn", "1-0"),
        (ENGLISH, "pdn", "1-0"),
        (INTERNATIONAL, "pdn", "2-0"),
        (INTERNATIONAL, "chess", "1-0"),
        (ITALIAN, "points", "2-0"),
    ],
)
def test_results_in_the_habit_of_the_game(ruleset: Ruleset, style: ResultStyle, written: str) -> None:
    game = pdn_game(ruleset, [ruleset.start().moves()[0]], result="1-0")
    text = write_pdn(game, results=style, ending="result")
    assert f'[Result "{written}"]' in text
    assert text.endswith(f" {written}\n")
    [again] = read_pdn(text)
    assert isinstance(again, PdnGame)
    assert again.result == "1-0"


def test_a_position_is_written_with_its_fen() -> None:
    text = write_pdn(_fork())
    assert '[SetUp "1"]\n[FEN "B:W6,13,14,21,22:B3"]\n' in text
    assert "1... 3x10x19x26 *" in text
    assert_strict(text)


def _fork() -> PdnGame:
    return played(ITALIAN, "3x10x19x26", "B:W6,13,14,21,22:B3")


def test_black_begins_in_english_draughts() -> None:
    text = write_pdn(played(ENGLISH, "11-15 23-19 8-11"))
    assert text.endswith("\n\n1. 11-15 23-19 2. 8-11 *\n")


def test_a_variation_is_numbered_from_where_it_begins() -> None:
    game = played(ITALIAN, "21-17 12-15 23-19 11-14")
    before = game.positions[3]
    first = parse_move(before, "10-14")
    answer = before.play(first).moves()[0]
    line = PdnLine(pdn_game(ITALIAN, [first, answer], start=before).mainline)
    game = replace(game, mainline=(*game.mainline[:3], replace(game.mainline[3], variations=(line,))))
    assert "2. 23-19 11-14 (2... 10-14 3. " in write_pdn(game)
    assert_strict(write_pdn(game))


def test_long_comments_are_wrapped_and_braces_replaced() -> None:
    game = played(ITALIAN, "21-17 12-15")
    comment = "parola {fra} graffe " * 40
    game = replace(game, mainline=(replace(game.mainline[0], comment=comment), *game.mainline[1:]))
    text = write_pdn(game)
    assert_strict(text)
    [again] = read_pdn(text)
    assert isinstance(again, PdnGame)
    assert again.mainline[0].comment == ("parola (fra) graffe " * 40).strip()


def test_a_forced_move_is_written_as_a_glyph() -> None:
    game = played(ITALIAN, "21-17")
    game = replace(game, mainline=(replace(game.mainline[0], strength="*"),))
    assert "1. 21-17 $7 *" in write_pdn(game)


def test_tags_that_pdn_cannot_hold() -> None:
    game = replace(
        played(ITALIAN, "21-17"),
        tags={
            "white": "A\nB",
            "2bad": "x",
            "Note": "back\\slash",
            "FEN": "old",
            "SetUp": "1",
            "Result": "4-6",
        },
    )
    tags = full_tags(game)
    assert tags["White"] == "A B"
    assert tags["Note"] == "back\\slash"
    assert tags["Result"] == "4-6"
    assert tags.keys().isdisjoint({"2bad", "FEN", "SetUp"})
    [again] = read_pdn(write_pdn(game))
    assert again.tags == tags
    assert_strict(write_pdn(game))


def test_several_games_are_one_text() -> None:
    games = [played(ITALIAN, "21-17"), played(INTERNATIONAL, "32-28 19-23"), played(ENGLISH, "")]
    again = list(read_pdn(write_pdn_file(games)))
    assert [len(item.mainline) for item in again if isinstance(item, PdnGame)] == [1, 2, 0]


def test_the_moves_are_written_as_format_move_does() -> None:
    game = _fork()
    assert game.mainline[0].text == format_move(game.start, game.moves[0]) == "3x10x19x26"


def test_three_hands_are_numbered_by_rounds_and_named() -> None:
    star = ruleset("chinese-checkers-3")
    position, moves = star.start(), []
    for _ in range(7):
        moves.append(position.moves()[0])
        position = position.play(moves[-1])
    tags = {
        "White": "Anna",
        "Red": "nobody",
        "Green": "Bruno",
        "Blue": "Carla",
        "Places": "Green, white Blue ?",
    }
    game = pdn_game(star, moves, tags=tags)
    assert [side.name for side in game.places] == ["GREEN", "WHITE", "BLUE"]
    text = write_pdn(game)
    assert re.findall(r"\d+\.(?= )", text) == ["1.", "2.", "3."]
    assert '[Black "?"]' in text
    [again] = read_pdn(text)
    assert isinstance(again, PdnGame)
    assert (again.moves, again.places, again.tags["Red"]) == (tuple(moves), game.places, "nobody")
    late = pdn_game(star, moves[2:], start=game.positions[2])
    assert "\n\n1... " in write_pdn(late)


def test_a_line_breaks_between_commands_and_never_in_one() -> None:
    """Programs that look for `[%clk ` with its space do not find one that goes on in the next line."""
    moves = " ".join(
        f"{n}. {white} {{[%clk 0:02:{n:02}]}} {black} {{[%clk 0:01:{n:02}] [%cal B2218]}}"
        for n, (white, black) in enumerate([("22-18", "11-14"), ("18x11", "6x15"), ("21-18", "12-16")], 1)
    )
    [game] = read_pdn(f'[GameType "22"] {moves} *')
    assert isinstance(game, PdnGame)
    written = write_pdn(game)
    assert all(line.count("[") == line.count("]") for line in written.splitlines())
    assert max(map(len, written.splitlines())) <= 80
    [again] = read_pdn(written)
    assert isinstance(again, PdnGame)
    assert [one.comment for one in again.mainline] == [one.comment for one in game.mainline]
