"""The game in the terminal: its commands, moves in words, whole games."""

from __future__ import annotations

import io
import random
import re

import pytest

from damiera.cli import play
from damiera.cli.main import main
from damiera.messages import Message
from damiera.notation.moves import format_move
from damiera.rules.ruleset import ruleset_of
from tests.spoken import FAMILIES, in_words
from tests.wording import words_of

QUESTIONS = (
    *("row 3", "diagonal h8", "captures", "threats", "pieces", "fen", "opponent", "clock", "pdn"),
    *("rematch", "draw", "last", "quit"),
)
ARGS = ("--level", "1", "--seed", "3", "--lang", "en")


def answers(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *args: str, lines: str
) -> list[str]:
    """Return what is answered to each line that is typed; what is said before the first is left out."""
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    with pytest.raises(SystemExit) as left:
        main(["play", *args, *ARGS])
    assert left.value.code in (0, None)
    return capsys.readouterr().out.split("> ")[1:]


def test_questions_in_the_names_of_the_game(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    said = answers(
        capsys,
        monkeypatch,
        *("russian", "--fen", "W:Wc3,a1:Bd4,Kh8", "--spoken"),
        lines="\n".join(QUESTIONS),
    )
    row, diagonal, captures, threats, pieces, fen, opponent, clock, pdn, rematch, draw, last, _ = said
    assert "a3 empty, c3 white man, e3 empty, g3 empty." in row
    assert "h8 black king." in diagonal
    assert captures.endswith("lands on e5, one man.\n")
    assert "d4 takes c3, lands on b2" in threats
    assert "White men: a1, c3." in pieces
    assert "W:Wc3,a1:BKh8,d4" in fen
    assert words_of("{name}, level {level}", name=Message("Computer"), level=1) in opponent
    assert words_of("There is no clock in this game") in clock
    assert '[FEN "' in pdn
    assert words_of("The game is not over") in rematch
    assert words_of("The computer plays on.") in draw
    assert words_of("Nobody has moved yet") in last


def test_words_are_read_back_before_they_are_played(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = "twenty-two eighteen\nno\nlast\nventidue diciotto\nsì\nyes\nhello\nquit\n"
    said = answers(capsys, monkeypatch, "italian", "--spoken", lines=lines)
    asked, refused, nothing, again, played, too_late, unknown, _ = said
    assert asked.startswith("22 to 18?")
    assert words_of("{side} to move.", side=Message("White")) in refused
    assert words_of("Nobody has moved yet") in nothing
    assert again.startswith("22 to 18?")
    assert played.startswith("Black: ")
    assert "22 to 18" not in too_late
    assert words_of(
        'No move was understood in "{text}". Name two squares, such as {move}.', text="hello", move="22-18"
    ) in (unknown)


def test_pieces_first_and_a_blank_for_the_sign(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    said = answers(capsys, monkeypatch, "italian", "--spoken", "--order", "piece", lines="22 18\n18\nquit\n")
    assert said[0].startswith("Black: man ")
    assert said[1].startswith("white man: 18")


def test_the_board_names_its_empty_squares(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = answers(capsys, monkeypatch, "russian", lines="board\nquit\n")[0]
    assert re.search(r"a5 +c5 +e5 +g5", drawn)


def test_a_rematch_swaps_colours(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    said = answers(
        capsys, monkeypatch, "italian", "--spoken", lines="resign\nrematch\nopponent\n22 18\nquit\n"
    )
    assert "0-2" in said[0]
    assert said[1].startswith("White: "), "the engine has White now, and begins"


@pytest.mark.parametrize("slug", FAMILIES)
def test_a_whole_game_in_words(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, slug: str
) -> None:
    """Every move is said in words, and played after yes; the game ends as games end."""
    tables = list[play._Table]()
    begin, chance = play._Table.begin, random.Random(7)
    spoken = list[str]()

    def note(table: play._Table) -> None:
        begin(table)
        tables.append(table)

    def prompt(*_: object, **__: object) -> str:
        game = tables[-1].game
        if game.outcome is not None:
            return "quit"
        if tables[-1].pending:
            return "yes"
        moves = game.position.moves()
        move = chance.choice(moves)
        path = game.position.paths(move)[0]
        line = in_words(ruleset_of(game.position), move, path, "en")
        if spoken and spoken[-1] == line:
            line = format_move(game.position, move, long=True)  # it may mean several: written, it does not
        spoken.append(line)
        return line

    monkeypatch.setattr(play._Table, "begin", note)
    monkeypatch.setattr("click.prompt", prompt)
    with pytest.raises(SystemExit):
        main(["play", slug, *ARGS, "--spoken"])
    assert tables[-1].game.outcome is not None
    assert tables[-1].game.outcome.score in capsys.readouterr().out
