"""Games in which the board changed without a move: every move is kept, and what is written reads back."""

from __future__ import annotations

from damiera.notation.pdn.bulk import read_bulk
from damiera.notation.pdn.errors import PdnError
from damiera.notation.pdn.model import PdnGame
from damiera.notation.pdn.reader import read_pdn
from damiera.notation.pdn.rewrite import rewrite
from damiera.notation.pdn.writer import write_pdn
from damiera.rules.ruleset import CATALOGUE

TWICE = """[GameType "22"]
[Result "1-0"]

{Club evening} 1. 22-18! {well} (1. 21-17 12-15) 10-14
{[%jump W:W21,25,30:B5,12 fid.italian.2008:8.1.6] Did not capture.} {goes on}
3. 21-17 {[%jump B:W2,30:B12] Left uncrowned.} 3... 12-16 {[%end] late} 1-0
"""


def one(text: str) -> PdnGame:
    [game] = read_pdn(text)
    assert isinstance(game, PdnGame), game.reason.text("en")
    return game


def test_each_part_keeps_its_moves_remarks_and_reason() -> None:
    game = one(TWICE)
    first, second = game.earlier
    assert [entry.text for entry in first.mainline] == ["22-18", "10-14"]
    assert (first.comment, first.mainline[0].comment, first.mainline[0].strength) == (
        "Club evening",
        "well",
        "!",
    )
    assert len(first.mainline[0].variations) == 1
    assert (first.article, first.text) == ("fid.italian.2008:8.1.6", "Did not capture.")
    assert (second.start.fen, second.comment) == ("W:W21,25,30:B5,12", "goes on")
    assert (second.article, second.text) == ("", "Left uncrowned.")
    assert (game.start.fen, [entry.text for entry in game.mainline]) == ("B:W2,30:B12", ["12-16"])
    assert (game.result, game.closing) == ("1-0", "late")


def test_what_is_written_reads_back_the_same() -> None:
    game = one(TWICE)
    for text in (write_pdn(game), write_pdn(game, tags="kept"), write_pdn(game, ending="result")):
        again = one(text)
        assert (again.earlier, again.start, again.mainline) == (game.earlier, game.start, game.mainline)
        assert (again.comment, again.closing, again.result) == (game.comment, game.closing, game.result)
    assert "FEN" not in write_pdn(game).partition("\n\n")[0]


def test_numbers_go_on_behind_the_change() -> None:
    moves = " ".join(write_pdn(one(TWICE)).partition("\n\n")[2].split())
    assert "2. 21-17" in moves
    assert "2... 12-16" in moves


def test_a_collection_read_fast_keeps_the_parts_too() -> None:
    [game] = read_bulk(TWICE)
    assert not isinstance(game, PdnError)
    assert rewrite(game) == write_pdn(one(TWICE))
    assert [entry.text for entry in game.game().earlier[0].mainline] == ["22-18", "10-14"]


def test_start_positions_of_every_game_can_stand_behind_a_change() -> None:
    for slug, rules in CATALOGUE.items():
        text = f'[GameType "{rules.pdn_game_type}"]\n\n{{[%jump {rules.start().fen} art] Replayed.}} *\n'
        items = list(read_pdn(text, default=rules))
        assert len(items) == 1, slug
        assert isinstance(items[0], PdnGame), slug
        assert (items[0].earlier[0].article, items[0].start) == ("art", rules.start()), slug


def test_a_change_without_a_readable_position_is_refused_with_its_place() -> None:
    cases = {"[%jump]": "fen", "[%jump W:W99:B1 x] no": "fen", "[%jump W:W21 no bracket": "fen"}
    for remark, kind in cases.items():
        [error] = read_pdn(f'[GameType "22"]\n\n1. 22-18 {{{remark}}} 10-14 *\n')
        assert isinstance(error, PdnError), remark
        assert (error.kind, error.line) == (kind, 3), remark


def test_a_change_told_inside_a_variation_is_a_remark() -> None:
    game = one('[GameType "22"]\n\n1. 22-18 (1. 21-17 {[%jump W:W21:B5 x] so}) 10-14 *\n')
    assert game.earlier == ()
    assert game.mainline[0].variations[0].moves[0].comment == "[%jump W:W21:B5 x] so"


def test_a_wrong_move_behind_a_change_leaves_the_parts_in_the_beginning() -> None:
    [error] = read_pdn('[GameType "22"]\n\n1. 22-18 {[%jump B:W21:B5 8.2] stood} 1... 5-30 *\n')
    assert isinstance(error, PdnError)
    assert error.beginning is not None
    assert [entry.text for entry in error.beginning.earlier[0].mainline] == ["22-18"]


def test_spaces_inside_tag_values_survive() -> None:
    text = '[Event "  two  spaces "]\n[White "A   B"]\n[GameType "20"]\n\n1. 32-28 19-23 *\n'
    game = one(text)
    assert one(write_pdn(game)).tags["White"] == "A   B"
    assert one(write_pdn(game, tags="kept")).tags["Event"] == "  two  spaces "
    [fast] = read_bulk(text)
    assert not isinstance(fast, PdnError)
    assert '[Event "  two  spaces "]' in rewrite(fast)
