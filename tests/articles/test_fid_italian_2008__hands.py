"""Irregularities and lesser faults done by hand on a real board: which each is, by FID 2008.

The rows are data (`tests/articles/handwork.py`); exchange two numbers, or two kinds, and their tests fail.
"""

from __future__ import annotations

import pytest

from damiera.game.events import (
    Corrected,
    Crowned,
    ImproperCapture,
    Irregular,
    LetStand,
    Moved,
    Touched,
)
from tests.articles.handwork import ITALIAN, Handwork, begun, read, read_as, uncrowned

BOOK = "fid.italian.2008"
SAME_ENDS = "W:W22:B4,10,11,18,19"
"""22x6 over 18 and 10, or over 19 and 11."""


@pytest.mark.parametrize(
    ("number", "kind"),
    [
        ("8.1.1", "moved_twice"),
        ("8.1.2", "moved_wrongly"),
        ("8.1.3", "touched_another"),
        ("8.1.4", "took_back"),
        ("8.1.5", "moved_theirs"),
        ("8.1.6", "omitted_capture"),
        ("8.1.7", "removed_without_reason"),
        ("8.1.8", "wrong_number"),
        ("8.1.9", "stopped_short"),
        ("8.1.10", "left_captured"),
        ("8.1.11", "removed_fewer"),
        ("8.1.12", "removed_uncaptured"),
        ("8.1.13", "removed_own"),
        ("8.1.14", "impossible_capture"),
        ("8.1.15", "ignored_priority"),
        ("8.1.16", "moved_uncrowned"),
        ("8.1.17", "crowned_wrong"),
    ],
)
def test_art_08_01_done_by_hand_it_is_read_as_the_irregularity_of_this_number(number: str, kind: str) -> None:
    read_as(BOOK, number, kind, ITALIAN[kind])


def all_kinds(work: Handwork, book: str = BOOK) -> list[str]:
    """Every reading: the kind of the irregularity, or what else it is."""
    return [
        reading.event.kind if isinstance(reading.event, Irregular) else reading.kind
        for reading in read(book, work)
    ]


def test_a_legal_move_is_no_irregularity() -> None:
    [reading] = read(BOOK, Handwork("W:W22,24:B5", "22-18"))
    assert (reading.kind, reading.event) == ("moved", Moved(path=(22, 18), at=9))


def test_a_capture_collected_in_its_order_or_in_reverse_is_legal() -> None:
    for order in ("x18 x10", "x10 x18"):
        [reading] = read(BOOK, Handwork("W:W22:B4,10,18", f"22-13 13-6 {order}"))
        assert reading.event == Moved(path=(22, 13, 6), at=9)


def test_art_05_12_pieces_taken_off_out_of_order_may_be_put_right() -> None:
    work = Handwork("W:W29:B4,11,19,26", "29-22 22-15 15-6 x26 x11 x19")
    improper, legal = read(BOOK, work)
    assert (improper.kind, improper.article) == ("improper", f"{BOOK}:5.12")
    assert improper.event == ImproperCapture(side="white", kind="out_of_order", path=(29, 22, 15, 6), at=9)
    assert legal.event == Moved(path=(29, 22, 15, 6), at=9)


def test_art_05_12_pieces_taken_off_before_the_capture_is_over_are_out_of_order() -> None:
    work = Handwork("W:W22:B4,10,18", "22-13 x18 13-6 x10")
    assert [reading.article for reading in read(BOOK, work)] == [f"{BOOK}:5.12", None]


def test_art_05_10_a_capture_not_shown_jump_by_jump_may_be_demanded_again() -> None:
    legal, unclear = read(BOOK, Handwork("W:W22:B4,10,18", "22-6 x18 x10"))
    assert (legal.kind, unclear.kind, unclear.article) == ("moved", "improper", f"{BOOK}:5.10")
    assert unclear.event == ImproperCapture(side="white", kind="unclear", path=(22, 13, 6), at=9)


@pytest.mark.parametrize("fault", ["unclear", "out_of_order"])
def test_art_05_10_and_05_12_the_opponent_has_it_done_again_or_lets_it_stand(fault: str) -> None:
    work = Handwork("W:W22,24:B4,10,18", "")
    game = begun(BOOK, work)
    done = ImproperCapture(side="white", kind=fault, path=(22, 13, 6), at=1)  # type: ignore[arg-type]
    after = game.apply(done)
    assert (after.ply, after.position.fen) == (1, "B:W6,24:B4")
    assert after.conduct.pending is not None
    again = after.apply(Corrected(side="black", at=2))
    assert (again.ply, again.position, again.conduct.bound) == (0, game.position, 22)
    stands = after.apply(LetStand(side="black", at=2))
    assert (stands.ply, stands.position, stands.conduct.pending) == (1, after.position, None)


def test_the_board_put_as_it_was_before_is_the_correction() -> None:
    wrong = Irregular(side="white", kind="left_captured", path=(22, 13), at=1)
    [reading] = read(BOOK, Handwork("W:W22,24:B5,18", "13-22", (wrong,), "black"))[:1]
    assert (reading.event, reading.article) == (Corrected(side="black", at=9), f"{BOOK}:8.2")


@pytest.mark.parametrize(
    ("acts", "side", "number"),
    [
        ("22-22", "white", "3.7"),
        ("30-30", "white", "3.10"),
        ("5-5", "black", "3.11"),
        ("22-22", "black", "3.11"),
    ],
)
def test_a_piece_lifted_and_put_back_was_touched(acts: str, side: str, number: str) -> None:
    [reading] = read(BOOK, Handwork("W:W21,22,23,26,27,30,31:B5", acts, (), side))
    assert isinstance(reading.event, Touched)
    assert (reading.event.side, reading.article) == (side, f"{BOOK}:{number}")


def test_art_03_08_of_several_touched_the_first_binds() -> None:
    work = Handwork("W:W22,24:B5", "22-22 24-24")
    [reading] = read(BOOK, work)
    game = begun(BOOK, work).replay((*reading.before, reading.event))
    assert (game.conduct.bound, reading.article) == (22, f"{BOOK}:3.8")


def test_a_touch_that_cannot_move_binds_nobody() -> None:
    assert all_kinds(Handwork("W:W22,26,27,30:B5", "30-30 22-18")) == ["moved"]


def test_what_was_touched_before_binds_too() -> None:
    first = Touched(side="white", square=22, at=0)
    assert all_kinds(Handwork("W:W22,24:B5", "24-20", (first,))) == ["touched_another"]


def test_a_move_made_and_withdrawn_at_once_is_taken_back() -> None:
    assert all_kinds(Handwork("W:W22,24:B5", "22-18 18-22")) == ["took_back", "touched"]


def test_art_08_01_04_a_crowning_taken_back_leaves_a_man() -> None:
    work = Handwork("W:W6,22:B12", "2-6 v6", ("6-2",))
    first = read(BOOK, work)[0]
    assert isinstance(first.event, Irregular)
    game = begun(BOOK, work).apply(first.event)
    assert (first.event.kind, game.position.fen) == ("took_back", "B:W6,22:B12")


def test_art_08_01_04_what_was_captured_comes_back_and_who_took_it_back_moves_again() -> None:
    work = ITALIAN["took_back"]
    first = read(BOOK, work)[0]
    game = begun(BOOK, work).apply(first.event)
    assert game.position.fen == "B:W22,24:B5,18"
    stands = game.apply(LetStand(side="black", at=10))
    assert stands.position.fen == "W:W22,24:B5,18"
    right = game.apply(Corrected(side="black", at=10))
    assert right.position.fen == "B:W13,24:B5"


@pytest.mark.parametrize(("side", "number", "author"), [("white", "4.4", "white"), ("black", "4.3", "black")])
def test_a_man_left_uncrowned_is_crowned_late_or_as_a_courtesy(side: str, number: str, author: str) -> None:
    work = Handwork("W:W6,22:B12,27", "^2", (uncrowned(6, 2), "12-16"), side)
    [reading] = read(BOOK, work)
    assert (reading.event, reading.article) == (
        Crowned(side=author, square=2, at=9),  # type: ignore[arg-type]
        f"{BOOK}:{number}",
    )


def test_a_man_crowned_late_moves_as_a_king() -> None:
    work = Handwork("W:W6:B12,13", "^2 2-6", (uncrowned(6, 2), "12-16"))
    [reading] = read(BOOK, work)
    assert reading.before == (Crowned(side="white", square=2, at=9),)
    assert reading.event == Moved(path=(2, 6), at=9)


def test_an_arrival_is_crowned_by_hand_or_left_uncrowned() -> None:
    [left] = read(BOOK, Handwork("W:W6,22:B12", "6-2"))
    assert (left.event, left.article) == (Moved(path=(6, 2), crowned=False, at=9), f"{BOOK}:4.5")
    [crowned] = read(BOOK, Handwork("W:W6,22:B12", "6-2 ^2"))
    assert (crowned.event, crowned.article) == (Moved(path=(6, 2), at=9), None)


@pytest.mark.parametrize(
    ("acts", "found"),
    [
        ("22-6 x18 x10", (22, 13, 6)),
        ("22-6 x19 x11", (22, 15, 6)),
        ("22-13 13-6 x18 x10", (22, 13, 6)),
        ("22-15 15-6 x19 x11", (22, 15, 6)),
    ],
)
def test_of_captures_with_the_same_ends_the_pieces_taken_off_say_which(
    acts: str, found: tuple[int, ...]
) -> None:
    assert read(BOOK, Handwork(SAME_ENDS, acts))[0].event == Moved(path=found, at=9)


@pytest.mark.parametrize(
    ("acts", "found"),
    [
        ("22-13 13-6 x19 x11", ["removed_uncaptured", "removed_fewer"]),
        ("22-6 x19", ["removed_fewer", "removed_uncaptured"]),
        ("22-6 x18", ["removed_fewer", "removed_uncaptured"]),
    ],
)
def test_of_captures_with_the_same_ends_each_is_looked_at(acts: str, found: list[str]) -> None:
    assert all_kinds(Handwork(SAME_ENDS, acts)) == found


def test_nothing_done_and_a_piece_in_the_hand_are_read_as_nothing() -> None:
    assert read(BOOK, Handwork("W:W22,24:B5", "")) == ()
    assert read(BOOK, Handwork("W:W22,24:B5", "22")) == ()


def test_two_pieces_moved_on_one_turn_is_moving_twice() -> None:
    work = Handwork("W:W22,24:B5", "22-18 24-20")
    first = read(BOOK, work)[0]
    assert isinstance(first.event, Irregular)
    assert (first.event.kind, begun(BOOK, work).apply(first.event).position.fen) == (
        "moved_twice",
        "B:W18,20:B5",
    )


def test_a_piece_from_nowhere_has_no_article() -> None:
    assert read(BOOK, Handwork("W:W22,24:B5", "+14b")) == ()
