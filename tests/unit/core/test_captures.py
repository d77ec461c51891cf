"""What must be captured, and how: the three games side by side, positions worked out by hand."""

from __future__ import annotations

import pytest

from damiera import _core
from damiera.testing.perft import PerftTable


def at(slug: str, fen: str) -> _core.Position:
    return PerftTable(slug, "", "", fen, ()).position()


def routes(slug: str, fen: str) -> set[str]:
    """Every legal move by its routes: `22x13x6`."""
    position = at(slug, fen)
    return {
        ("x" if move.is_capture else "-").join(map(str, path))
        for move in position.moves()
        for path in position.paths(move)
    }


@pytest.mark.parametrize(
    ("fen", "expected"),
    [
        pytest.param("W:W14:B18", {"14-10", "14-11"}, id="5.3(a): men capture forward only"),
        pytest.param("W:W22:BK18", {"22-19"}, id="5.3(b): men do not capture kings"),
        pytest.param("W:WK14:B19", {"14x23"}, id="5.3(c): kings capture backward"),
        pytest.param("W:WK22:BK18", {"22x13"}, id="5.3(d): kings capture kings"),
        pytest.param("W:WK29:B22", {"29-25", "29-26"}, id="5.8: a king captures what it touches"),
        pytest.param("W:W22,32:B18", {"22x13"}, id="6.1: a capture is compulsory"),
        pytest.param("W:W30,26:B1", {"30-27", "26-21", "26-22"}, id="6.3: own pieces are not jumped"),
        pytest.param(
            "W:WK10:B6,7,14,15",
            {"10x19x12x3x10", "10x3x12x19x10"},
            id="6.4: a piece is jumped once, the square left is free",
        ),
        pytest.param("W:W10:B6,7", {"10x3"}, id="6.5: crowned, it stops"),
        pytest.param("W:W22,30:B18,19,10", {"22x13x6"}, id="6.6: most pieces"),
        pytest.param("W:W22,K29:B18,10,25", {"22x13x6"}, id="6.7: with a king"),
        pytest.param("W:W22,K32:B18,28", {"32x23"}, id="6.7: with a king, at equal number"),
        pytest.param("W:WK22:BK18,19", {"22x13"}, id="6.8: most kings"),
        pytest.param("W:WK22:BK18,19,12", {"22x15x8"}, id="6.8: number before kings"),
        pytest.param("W:WK22:BK18,10,19,K12", {"22x13x6"}, id="6.9: kings earliest"),
        pytest.param(
            "W:W21,K27,K32:BK5,7,12,13,K14,15,K19,K22,K26",
            {"27x18x11x20", "27x18x11x4"},
            id="6.9: the whole sequence counts",
        ),
        pytest.param("W:WK22:B18,19", {"22x13", "22x15"}, id="6.10: else free"),
    ],
)
def test_italian(fen: str, expected: set[str]) -> None:
    assert routes("italian", fen) == expected


def test_italian_sequence_refused_though_its_first_piece_is_a_king() -> None:
    """6.9: king, man, king comes after king, king, man; comparing first kings alone would allow both."""
    position = at("italian", "W:W21,K27,K32:BK5,7,12,13,K14,15,K19,K22,K26")
    lines = {line.path: line for line in position.capture_lines() if line.path[0] == 27}
    refused, allowed = lines[27, 18, 9, 2], lines[27, 18, 11, 20]
    assert (refused.captured, refused.kings) == ((22, 13, 5), (True, False, True))
    assert (allowed.captured, allowed.kings) == ((22, 14, 15), (True, True, False))
    assert refused.key < allowed.key
    assert not position.is_legal(refused.move)
    assert position.is_legal(allowed.move)


@pytest.mark.parametrize(
    ("fen", "expected"),
    [
        pytest.param("W:W22:BK18", {"22x15"}, id="men capture kings"),
        pytest.param("W:W14:B18", {"14-9", "14-10"}, id="men capture forward only"),
        pytest.param("B:W18,26,19:B15", {"15x22x31", "15x24"}, id="free choice: fewer pieces or more"),
        pytest.param("W:W22,K31:B18,27", {"22x15", "31x24"}, id="free choice: man or king"),
        pytest.param("B:W18,26:B15", {"15x22x31"}, id="a capture begun is finished"),
        pytest.param("B:W26,27:B22", {"22x31"}, id="crowned, it stops"),
        pytest.param("W:WK6:B10,11", {"6x15x8"}, id="a king turns and goes on"),
        pytest.param("W:WK6:B10", {"6x15"}, id="a jumped piece is a wall"),
    ],
)
def test_english(fen: str, expected: set[str]) -> None:
    assert routes("english", fen) == expected


@pytest.mark.parametrize(
    ("fen", "expected"),
    [
        pytest.param("W:W28:B33", {"28x39"}, id="men capture backward"),
        pytest.param("W:W28:BK33", {"28x39"}, id="men capture kings"),
        pytest.param("W:W28,38:B23,32,21", {"38x27x16"}, id="most pieces"),
        pytest.param("W:W28,K47:B23,41", {"28x19", "47x36"}, id="number only: a man or a king"),
        pytest.param("W:W28:BK22,23", {"28x17", "28x19"}, id="number only: kings are worth no more"),
        pytest.param("W:WK46:B", {f"46-{n}" for n in (41, 37, 32, 28, 23, 19, 14, 10, 5)}, id="a king flies"),
        pytest.param(
            "W:WK46:B28",
            {f"46x{n}" for n in (23, 19, 14, 10, 5)},
            id="a king captures from afar and lands at will",
        ),
        pytest.param("W:WK46:B28,23", {"46-41", "46-37", "46-32"}, id="two in a row close a line"),
        pytest.param("W:W12:B8,9", {"12x3x14"}, id="a man that passes the last row stays a man"),
        pytest.param(
            "W:W28:B12,13,22,23", {"28x19x8x17x28", "28x17x8x19x28"}, id="a circuit ends where it began"
        ),
    ],
)
def test_international(fen: str, expected: set[str]) -> None:
    assert routes("international", fen) == expected


def test_international_promotion() -> None:
    """A man is crowned only where its move ends."""
    (through,) = at("international", "W:W12:B8,9").moves()
    (ends,) = at("international", "W:W12:B8").moves()
    assert (through.destination, through.promotes) == (14, False)
    assert (ends.destination, ends.promotes) == (3, True)


def test_the_turkish_stroke() -> None:
    """Pieces come off at the end: the one jumped first, on 33, bars the way from 29 to 38."""
    position = at("international", "W:WK47:B13,14,19,23,24,33")
    assert all(move.captured == (13, 14, 23, 24, 33) for move in position.moves())
    assert {move.destination for move in position.moves()} == {29, 34, 40, 45}
    (by_the_right,) = [m for m in position.moves() if m.destination == 29]
    assert set(position.paths(by_the_right)) == {(47, 29, 18, 9, 20, 29), (47, 29, 20, 9, 18, 29)}
    assert 19 in position.play(by_the_right).black_men


def test_a_king_may_rest_on_any_square_between_two_pieces() -> None:
    position = at("international", "W:WK46:B37,19")
    (move,) = [m for m in position.moves() if m.destination == 5]
    assert set(position.paths(move)) == {(46, 32, 5), (46, 28, 5), (46, 23, 5)}


def test_lines_include_those_that_precedence_refuses() -> None:
    position = at("italian", "W:W22,30:B18,19,10")
    assert {line.path for line in position.capture_lines()} == {(22, 13, 6), (22, 15)}
    assert {str(line) for line in position.capture_lines()} == {
        "<CaptureLine 22x6 of 2>",
        "<CaptureLine 22x15 of 1>",
    }


def test_lines_are_told_for_every_landing() -> None:
    position = at("international", "W:WK46:B28,24")
    short = {line.path for line in position.capture_lines() if len(line.captured) == 1}
    assert short == {(46, 23), (46, 14), (46, 10), (46, 5)}
    assert {line.path for line in position.capture_lines() if len(line.captured) == 2} == {
        (46, 19, 30),
        (46, 19, 35),
    }


def test_a_quiet_position_has_no_lines() -> None:
    assert _core.rules("italian").start().capture_lines() == ()
