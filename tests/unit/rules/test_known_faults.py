"""Cases in which public programs are known to be wrong: here they stay right."""

from __future__ import annotations

import pytest

from damiera import _core
from damiera._core import Position, Side
from damiera.notation.fen import parse_fen
from damiera.notation.moves import format_move, parse_move
from damiera.rules.explain import Reason, explain_move
from damiera.rules.ruleset import ENGLISH, ITALIAN, ruleset


def at(slug: str, fen: str) -> Position:
    game = ruleset(slug)
    return parse_fen(fen, game).position()


def test_italian_6_9_compares_whole_sequences_not_the_first_king_alone() -> None:
    """pydraughts 0.6.7 allows 27x2 over 22, 13, 5: man, king, ... where another takes king, king, man."""
    position = at("italian", "W:W21,K27,K32:BK5,7,12,13,K14,15,K19,K22,K26")
    kings = {tuple(line.kings) for line in position.capture_lines() if line.move in position.moves()}
    assert kings == {(True, True, False)}
    refused = [line for line in position.capture_lines() if line.path[0] == 27 and line.path[-1] == 2]
    assert refused
    for line in refused:
        told = explain_move(position, line.path)
        assert told.reason is Reason.KINGS_LATER
        assert told.articles[0] == "fid.italian.2008:6.9"
        assert set(told.required) == set(position.moves())


def test_turkish_kings_do_not_slide_over_pieces() -> None:
    position = at("turkish", "W:WKa1,a4:Bh8")
    ends = {move.destination for move in position.moves() if move.origin == 57}
    up_the_file = {position.rules.square_at(0, rank) for rank in range(1, 8)}
    assert ends & up_the_file == {position.rules.square_at(0, 1), position.rules.square_at(0, 2)}


def test_turkish_captures_are_listed_once() -> None:
    """kish lists twice a king's capture with an empty square between two pieces on a line."""
    position = at("turkish", "W:WKa1:Ba4,a6,h8")
    moves = position.moves()
    assert len(moves) == len({(m.origin, m.destination, m.captured) for m in moves})
    assert {len(move.captured) for move in moves} == {2}


def test_frisian_routes_are_not_left_out() -> None:
    position = at("frisian", "B:WK4,K8,13,41,47:BK21,K24,36,K48")
    move = parse_move(position, "48x5")
    assert (48, 46, 14, 12, 3, 5) in position.paths(move)


@pytest.mark.parametrize("slug", ["frisian", "turkish", "international", "russian", "italian"])
def test_no_capture_is_listed_twice(slug: str) -> None:
    fen = {"turkish": "W:WKa1,Kd4:Ba4,c4,d6,f4,h8", "russian": "W:WKa1,Kh2:Bb2,d4,f6,c7,e7"}
    position = at(slug, fen.get(slug, "W:WK28,K32:B22,23,19,8,12,13,18"))
    texts = [format_move(position, move, long=True) for move in position.moves()]
    assert len(set(texts)) == len(texts)


def test_english_captures_are_compulsory_and_black_begins() -> None:
    """py-draughts 1.10.1 plays American checkers with optional captures, and White first."""
    assert ENGLISH.start().side is Side.BLACK
    position = at("english", "B:W18,32:B14,1")
    assert [format_move(position, move) for move in position.moves()] == ["14x23"]


def test_a_fen_may_end_in_a_full_stop() -> None:
    assert at("international", "W:W31-50:B1-20.") == ruleset("international").start()


def test_a_frisian_king_rests_after_three_moves() -> None:
    """py-draughts ignores the limit."""
    position = at("frisian", "W:WK46,31:BK5,1:M46/3,-")
    assert all(move.origin != 46 for move in position.moves())
    assert any(move.origin == 46 for move in at("frisian", "W:WK46,31:BK5,1:M46/2,-").moves())
    told = explain_move(position, (46, 41))
    assert told.reason is Reason.KING_LIMIT


def test_the_limit_is_counted_along_a_game_and_undone_by_another_move() -> None:
    position = at("frisian", "W:WK50,31:BK2,1")
    for origin, destination in ((50, 45), (2, 7), (45, 50), (7, 2), (50, 45), (2, 7)):
        move = next(m for m in position.moves() if (m.origin, m.destination) == (origin, destination))
        position = position.play(move)
    assert position.king_runs == ((45, 3), (7, 3))
    assert {move.origin for move in position.moves()} == {31}


def test_the_core_counts_what_others_count() -> None:
    assert ITALIAN.start().perft(7) == 177_532
    assert _core.rules("frisian").start().perft(7) == 540_126
