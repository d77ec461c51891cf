"""Russian texts: squares with Cyrillic letters, by sound and by look, headers, positions of books."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from damiera.messages import Message
from damiera.notation.cyrillic import FILES, latin_squares
from damiera.notation.errors import FenError, NotationError
from damiera.notation.fen import parse_fen
from damiera.notation.heard import heard_moves
from damiera.notation.moves import format_move, parse_move
from damiera.notation.numbering import parse_square
from damiera.notation.pdn.bulk import read_bulk
from damiera.notation.pdn.errors import PdnError
from damiera.notation.pdn.model import PdnGame
from damiera.notation.pdn.reader import read_pdn
from damiera.notation.pdn.writer import write_pdn
from damiera.rules.ruleset import CATALOGUE, INTERNATIONAL
from tests.wording import holds, raises

RUSSIAN = CATALOGUE["russian"]
LATIN = "1. g3-f4 f6-e5 2. e3-d4 e5xg3 3. f2xh4 b6-c5 4. d4xb6 c7xa5 *"
"""A game in which men leave or reach every file, and take from, or on, each."""


def one(text: str) -> PdnGame:
    [game] = read_pdn(text)
    assert isinstance(game, PdnGame), game
    return game


def written_with(letter: str) -> Iterator[str]:
    """Write the game with one Cyrillic letter, small and capital, for its file; captures by it too."""
    for form in (letter, letter.upper()):
        yield LATIN.replace(FILES[letter], form)


@pytest.mark.parametrize("letter", FILES)
def test_each_letter_is_its_file_in_a_game(letter: str) -> None:
    for text in written_with(letter):
        assert one(text).moves == one(LATIN).moves, text
        assert one(text.replace("x", "х")).moves == one(LATIN).moves, text
        assert one(text.replace("x", ":")).moves == one(LATIN).moves, text
        [bulk] = read_bulk(f'[Event "E"]\n\n{text}\n')
        assert not isinstance(bulk, PdnError)
        assert bulk.moves == one(LATIN).moves


@pytest.mark.parametrize("letter", FILES)
def test_each_letter_is_its_file_in_a_move_and_a_square(letter: str) -> None:
    """At the start, every man's square and every square it goes to."""
    start = RUSSIAN.start()
    squares = {name for move in one(LATIN).mainline for name in (move.text[:2], move.text[-2:])}
    for name in squares:
        if name[0] == FILES[letter]:
            assert parse_square(RUSSIAN, letter + name[1]) == parse_square(RUSSIAN, name)
            assert parse_square(RUSSIAN, letter.upper() + name[1]) == parse_square(RUSSIAN, name)
    for move in start.moves():
        text = format_move(start, move)
        assert parse_move(start, text.replace(FILES[letter], letter)) == move
        assert parse_move(start, text.replace("-", "").replace(FILES[letter], letter)) == move


@pytest.mark.parametrize("letter", FILES)
def test_each_letter_is_its_file_in_what_is_said(letter: str) -> None:
    start = RUSSIAN.start()
    for move in start.moves():
        text = format_move(start, move)
        said = text.replace("-", " на ").replace(FILES[letter], f"{letter} ")
        assert heard_moves(start, said, "it").moves == (move,), said


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("цэ три дэ четыре", "c3-d4"),
        ("хожу с це три на бэ четыре", "c3-b4"),
        ("же три аш четыре", "g3-h4"),
        ("е3 в ф4", "e3-f4"),
        ("а три бэ четыре", "a3-b4"),
    ],
)
def test_moves_are_heard_in_russian_words(said: str, text: str) -> None:
    start = RUSSIAN.start()
    assert [format_move(start, move) for move in heard_moves(start, said, "en").moves] == [text]


def test_numbers_are_heard_in_russian_words() -> None:
    [move] = heard_moves(INTERNATIONAL.start(), "тридцать два двадцать восемь", "en").moves
    assert (move.origin, move.destination) == (32, 28)


@pytest.mark.parametrize(
    ("text", "latin"),
    [
        ("с3хе5", "c3xe5"),
        ("с3 х е5", "c3 x e5"),
        ("ххг5", "hxg5"),
        ("г5х4", "g5h4"),
        ("гх4", "gh4"),
        ("хг5", "hg5"),
        ("22х18х11", "22x18x11"),
        ("е5хг7хх8", "e5xg7xh8"),
    ],
)
def test_a_cross_between_squares_takes_and_else_it_is_a_file(text: str, latin: str) -> None:
    assert latin_squares(text) == latin


def test_numbers_are_taken_with_a_cyrillic_cross() -> None:
    game = one('[GameType "20"]\n1. 32-28 19-23 2. 28х19 14х23 *')
    assert [move.text for move in game.mainline] == ["32-28", "19-23", "28x19", "14x23"]


def test_moves_by_the_file_alone() -> None:
    game = one("1.цд4 дс5 2.бс3 фг5 3.сб4 гх4 4.б:д6 е:с5 *")
    assert game.ruleset.slug == "russian"
    assert [move.text for move in game.mainline][-2:] == ["b4:d6", "e7:c5"]


@pytest.mark.parametrize(
    "head",
    [
        '[Белые "Иванов А."]\n[Чёрные "Петров"]\n',
        '[Бел. "Иванов А."]\n[Черн. "Петров"]\n',
        "Белые: Иванов А.\nЧёрные: Петров\n",
        "Белые – Иванов А.\nЧерные – Петров\n",
        "Бел.: Иванов А., чёрн.: Петров\n\n",
        "Бел. Иванов А. Чер. Петров\n",
    ],
)
def test_the_sides_are_named_in_russian(head: str) -> None:
    game = one(f"{head}1. с3-д4 б6-а5 *")
    assert (game.tags["White"], game.tags["Black"]) == ("Иванов А.", "Петров")
    assert game.notes == ()
    assert len(game.mainline) == 2


def test_other_russian_tags_are_written_as_pdn_can_and_remarks_stay() -> None:
    text = '[Турнир "Кубок"]\n[Место "Москва"]\n[Тур "3"]\n[Судья "Ким"]\n\n'
    text += "1. с3-д4 {а1 хорошо; с3хд4} б6-а5 1/2-1/2"
    game = one(text)
    assert {name: game.tags[name] for name in ("Event", "Site", "Round", "Sudya")} == {
        "Event": "Кубок",
        "Site": "Москва",
        "Round": "3",
        "Sudya": "Ким",
    }
    again = one(write_pdn(game))
    assert (again.tags["Sudya"], again.mainline[0].comment) == ("Ким", "а1 хорошо; с3хд4")


@pytest.mark.parametrize(
    ("head", "pieces"),
    [
        ("Белые: простые с1, е3 (2). Чёрные: б6, ф6.\n", {"c1": "w", "e3": "w", "b6": "b", "f6": "b"}),
        (
            "Бел.: с3, д. д2; черн.: а5, дамка ф8, пр. х6\n",
            {"c3": "w", "d2": "W", "a5": "b", "f8": "B", "h6": "b"},
        ),
    ],
)
def test_a_position_as_books_print_it(head: str, pieces: dict[str, str]) -> None:
    game = one(f"{head}*")
    assert game.start.pieces == {parse_square(RUSSIAN, name): piece for name, piece in pieces.items()}
    assert "White" not in game.tags


def test_players_by_numbers_are_no_position() -> None:
    game = one('[White "12"]\n[Black "13"]\n1. c3-d4 *')
    assert (game.tags["White"], game.tags["Black"]) == ("12", "13")


@pytest.mark.parametrize(
    "text", ["1. щ3-д4 *", "1. с3-щ4 *", "1. с3-д4 ы6-с5 *", '[GameType "25"]\n1. я3-б4 *']
)
def test_a_letter_that_is_no_file_is_told_with_those_that_are(text: str) -> None:
    [error] = read_pdn(text)
    assert isinstance(error, PdnError)
    said = Message("cannot read {found}: in Cyrillic letters the files a to h are а б ц д е ф г х.")
    assert holds(error.reason, said), error.reason


def test_a_typed_letter_that_is_no_file_is_no_move() -> None:
    said = Message(
        "{found} is not a move: write the square it leaves, a hyphen (or x for a capture) and the "
        "square it reaches, such as {example}."
    )
    with raises(NotationError, said):
        parse_move(RUSSIAN.start(), "щ3-д4")


@pytest.mark.parametrize(("text", "column", "found"), [("Ё", 1, "Ё"), ("W:Wё9:Вх8", 4, "ё9")])
def test_an_error_of_a_position_quotes_what_was_written(text: str, column: int, found: str) -> None:
    with pytest.raises(FenError) as told:
        parse_fen(text, RUSSIAN)
    assert (told.value.column, told.value.found, told.value.source) == (column, found, text)
