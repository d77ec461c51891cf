"""What other programs put on the clipboard is recognised, and what they can read is written."""

from __future__ import annotations

import random

import pytest

from damiera._core import Position, Side
from damiera.messages import Message
from damiera.notation.clipboard import (
    FORMS,
    GAME_FORMS,
    ClipboardError,
    Form,
    GameForm,
    read_game,
    read_position,
    write_game,
    write_position,
)
from damiera.notation.errors import FenError, NotationError
from damiera.notation.pdn.errors import PdnError
from damiera.notation.pdn.model import pdn_game
from damiera.rules.ruleset import CATALOGUE, ENGLISH, INTERNATIONAL, ITALIAN, Ruleset, ruleset, ruleset_of
from tests.cases import case
from tests.wording import holds, raises, words_of

FLAT = [game for game in CATALOGUE.values() if game.core.family == "draughts"]


def _some_position(game: Ruleset) -> Position:
    rng = random.Random(game.slug)
    position = game.start()
    for _ in range(rng.randint(5, 30)):
        moves = position.moves()
        if not moves:
            break
        position = position.play(rng.choice(moves))
    return position


@pytest.mark.parametrize("game", FLAT, ids=str)
def test_every_form_of_every_game_reads_back(game: Ruleset) -> None:
    position = _some_position(game)
    for form in FORMS:
        found = read_position(write_position(position, form), game)
        assert found.position.fen.partition(":M")[0] == position.fen.partition(":M")[0], form
        assert found.form == form


@pytest.mark.parametrize("game", [g for g in CATALOGUE.values() if g not in FLAT], ids=str)
def test_towers_stars_and_men_in_hand_have_their_fen_only(game: Ruleset) -> None:
    position = _some_position(game)
    assert read_position(write_position(position), game).position == position
    with raises(ClipboardError, Message("{game} cannot be written as {form}: use fen.", form="hub")):
        write_position(position, "hub")


@pytest.mark.parametrize(
    ("text", "slug", "form", "fen"),
    [
        ("W:W21,22:B1,K3", "italian", "fen", "W:W21,22:B1,K3"),
        ('[FEN "B:W18,24,K15:B12,16,K22."]', "english", "checkerboard", "B:WK15,18,24:B12,16,K22"),
        ("B:W18,24,K15:B12,16,K22.", "english", "checkerboard", "B:WK15,18,24:B12,16,K22"),
        ("W:W31-50:B1-20:H0:F1", "international", "lidraughts", INTERNATIONAL.start().fen),
        (
            "https://lidraughts.org/editor/W:W27,K46:B5,10:H3:F12",
            "international",
            "lidraughts",
            "W:W27,K46:B5,10",
        ),
        (
            "lidraughts.org/analysis/frisian/B:W27,46:B5,10:H0:F1:+0+0",
            "frisian",
            "lidraughts",
            "B:W27,46:B5,10",
        ),
        ("W:WK46,31:B4:H0:F50:+0+246", "frisian", "lidraughts", "W:W31,K46:B4:M46/2,-"),
        ("https://lidraughts.org/analysis/W%3AW27%3AB5", "international", "lidraughts", "W:W27:B5"),
        ("W" + "b" * 20 + "e" * 10 + "w" * 20, "international", "hub", INTERNATIONAL.start().fen),
        (
            "Z" + "z" * 20 + "e" * 10 + "w" * 20,
            "international",
            "dxp",
            INTERNATIONAL.start().fen.replace("W:W", "B:W", 1),
        ),
        ("z" * 20 + "e" * 10 + "w" * 20, "international", "dxp", INTERNATIONAL.start().fen),
        ("R01" + "Scan".ljust(32) + "Z010000A", "international", "dxp", INTERNATIONAL.start().fen),
        (
            "R01" + "Scan".ljust(32) + "W010075BZ" + "e" * 4 + "Z" + "e" * 40 + "weeew",
            "international",
            "dxp",
            "B:W46,50:BK5",
        ),
        ("W:Wc3,Kb2:Bd6", "russian", "fen", "W:Wc3,Kb2:Bd6"),
    ],
)
def test_recognised(text: str, slug: str, form: Form, fen: str) -> None:
    found = read_position(text)
    assert (str(ruleset_of(found.position)), found.form, found.position.fen) == (slug, form, fen)
    if "lidraughts.org" not in text and not text.startswith("R01"):
        assert any(
            holds(note, Message("The text does not say which game it is: read as {game}."))
            for note in found.notes
        )


DIAGRAM = """
Diagramma 3 - Muove il Nero

    a b c d e f g h
  +-----------------+
8 | b . . . . . . . | 8
7 | . . . . . . . . | 7
6 | . . . . . . . . | 6
5 | . . . . . . . . | 5
4 | . . W . . . . . | 4
3 | . . . . . . . . | 3
2 | . . . . . . . . | 2
1 | . . . w . . . B | 1
  +-----------------+
"""


def test_a_drawn_board_with_everything_round_it() -> None:
    found = read_position(DIAGRAM)
    assert found.position.fen == "B:WK18,30:B1,K32"
    assert found.form == "diagram"
    assert [note.text("it") for note in found.notes] == [
        words_of(
            "The text does not say which game it is: read as {game}.", "it", game=Message("Italian draughts")
        )
    ]


def test_rows_of_playing_squares_only() -> None:
    rows = "bbbb bbbb bbbb .... .... wwww wwww wwww".replace(" ", "\n")
    found = read_position(rows, ENGLISH)
    assert found.position == ENGLISH.start().with_side(Side.WHITE)
    assert holds(found.notes[0], Message("The side to move is not given: White moves."))


@pytest.mark.parametrize(
    ("text", "game", "said"),
    [
        (
            "",
            None,
            Message(
                "{found} is no position known here: paste a FEN such as W:W21,K30:B1,2, the letters of "
                "Hub or DXP, an address of lidraughts, or a diagram with rows of w, b, W, B and dots.",
                found=Message("'{short}'", short=""),
            ),
        ),
        (
            "hello world",
            None,
            Message(
                "{found} is no position known here: paste a FEN such as W:W21,K30:B1,2, the letters of "
                "Hub or DXP, an address of lidraughts, or a diagram with rows of w, b, W, B and dots.",
                found=Message("'{short}'", short="hello world"),
            ),
        ),
        (
            "https://lidraughts.org/abcdefgh",
            None,
            Message(
                "{found} is no position known here: paste a FEN such as W:W21,K30:B1,2, the letters of "
                "Hub or DXP, an address of lidraughts, or a diagram with rows of w, b, W, B and dots.",
                found=Message("'{short}'", short="https://lidraughts.org/abcdefgh"),
            ),
        ),
        (
            "W" + "e" * 33,
            None,
            Message(
                "No board has {n} squares: write one letter for the side to move and one a square (32, "
                "50, 64 or 72).",
                n=33,
            ),
        ),
        (
            "W" + "e" * 32,
            INTERNATIONAL,
            Message(
                "There are {n} squares: the board of {game} has {squares}.",
                n=32,
                game=Message("International draughts"),
                squares=50,
            ),
        ),
        ("x" * 30_000, None, Message("The text has {n} characters: a position has far fewer.", n=30000)),
        (
            "\n".join([". . . ."] * 5),
            ITALIAN,
            Message(
                "The diagram has {rows} rows, the last one of {cells} squares: write {files} rows of "
                "{files} squares, or of half as many, the playing ones only.",
                rows=5,
                cells=4,
                files=8,
            ),
        ),
        (
            DIAGRAM.replace("1 | . . .", "1 | . . w"),
            ITALIAN,
            Message(
                "Row {row}: a piece stands on a square where {game} is not played.",
                row=8,
                game=Message("Italian draughts"),
            ),
        ),
    ],
)
def test_what_is_no_position_is_told(text: str, game: Ruleset | None, said: Message) -> None:
    with raises(ClipboardError, said) as caught:
        read_position(text, game)
    assert caught.value.text("it") != caught.value.text("en")


def test_a_fault_in_a_fen_has_its_column() -> None:
    with pytest.raises(FenError) as caught:
        read_position("W:W21,99:B1", ITALIAN)
    assert caught.value.column == 7


def test_any_text_is_a_position_or_a_clear_error() -> None:
    for seed in range(200):
        with case(seed):
            _is_read_or_clearly_refused(random.Random(seed))


def _is_read_or_clearly_refused(rng: random.Random) -> None:
    text = "".join(rng.choice('WBwbzZeK:,.-0123456789 \n|/[]"') for _ in range(rng.randint(0, 120)))
    try:
        said = read_position(text).position.fen
    except NotationError as error:
        said = error.text("it")
    assert said


@pytest.mark.parametrize("form", GAME_FORMS)
def test_games_read_back(form: GameForm) -> None:
    for game in (ITALIAN, ENGLISH, INTERNATIONAL, ruleset("russian")):
        position, moves = game.start(), []
        rng = random.Random(7)
        for _ in range(30):
            moves.append(rng.choice(position.moves()))
            position = position.play(moves[-1])
        written = write_game(pdn_game(game, moves, result="1-0"), form)
        again, notes = read_game(written, game)
        assert again.moves == tuple(moves)
        assert not [note for note in notes if "capture" not in note.text("en")]


def test_only_the_first_of_several_games_is_read() -> None:
    text = '[White "A"]\n1. 21-17 *\n\n[White "B"]\n1. 21-17 *'
    game, notes = read_game(text)
    assert game.tags["White"] == "A"
    assert [note.text("en") for note in notes] == [
        words_of("The text does not say which game it is: read as {game}.", game=Message("Italian draughts")),
        words_of("The text holds {n} games: the first is read.", n=2),
    ]


def test_no_game_and_a_damaged_game() -> None:
    with pytest.raises(ClipboardError):
        read_game("  ")
    with pytest.raises(PdnError) as caught:
        read_game("1. 21-17 12-15 2. 21-17")
    assert (caught.value.line, caught.value.column) == (1, 19)


def test_the_moves_of_a_frisian_king_go_to_lidraughts_and_back() -> None:
    found = read_position("W:WK46,31:BK5,4:M46/3,5/1", ruleset("frisian"))
    text = write_position(found.position, "lidraughts")
    assert text == "W:W31,K46:B4,K5:H0:F1:+105+346"
    again = read_position(text, ruleset("frisian"))
    assert again.position == found.position
    assert [note.text("en") for note in again.notes] == [
        words_of(
            "The counters {found} are not part of the position.", found=Message("'{short}'", short="H0:F1")
        )
    ]
