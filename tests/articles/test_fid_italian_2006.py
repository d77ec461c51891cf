"""FID, the text in the call of Palermo, 2006: its own numbers, and where it differs from the text of 2008."""

from __future__ import annotations

import pytest

from damiera.game.errors import NothingToClaim
from damiera.game.events import CountRequested, DrawAccepted, DrawOffered, RepetitionClaimed, Resigned
from damiera.game.irregular import article_of_kind, kinds_of
from damiera.game.outcome import Termination
from damiera.game.state import Game
from damiera.rules.ruleset import ITALIAN
from tests.articles.desk import BLACK, WHITE, Desk, outcome
from tests.articles.irregularities import ITALIAN as ACTS
from tests.articles.irregularities import recorded

DESK = Desk("fid.italian.2006")
moves, cited = DESK.moves, DESK.cited

TODAY = Desk("fid.italian.2008")
AROUND = ("32-28", "1-5", "28-32", "5-1")
ENDING = "W:WK32,20:BK1,9"


def test_art_03_02_and_03_03_a_move_of_one_s_own_or_a_capture() -> None:
    assert moves("W:W22,29:B18") == {"22x13"}
    assert DESK.play(DESK.start("W:W22,29:B18,5"), "22x13").position.fen == "B:W13,29:B5"
    assert cited(DESK.game.start().fen, "10", "14") == "3.5"


def test_art_03_05_white_begins() -> None:
    """The slip in the numbering: what is 3.4 in 2008 is 3.5 here."""
    assert DESK.game.start().side is WHITE
    assert DESK.book.article("3.5").governs == TODAY.book.article("3.4").governs


def test_art_04_01_a_man_goes_one_square_forward() -> None:
    assert moves("W:W22:B5") == {"22-18", "22-19"}
    assert cited("W:W22:B5", "22", "27") == "4.1"


def test_art_04_07_a_king_goes_one_square_forward_or_back() -> None:
    assert moves("W:WK18:B4") == {"18-13", "18-14", "18-21", "18-22"}


def test_art_05_03_and_05_03_a_men_and_kings_capture_differently() -> None:
    assert moves("W:W18:B14,22") == {"18x11"}
    assert cited("W:W18:B22", "18", "27") == "5.3.a"


def test_art_05_03_b_a_man_never_takes_a_king() -> None:
    assert moves("W:W22:BK18") == {"22-19"}
    assert cited("W:W22:BK18", "22", "13") == "5.3.b"


def test_art_05_03_c_and_05_03_d_a_king_takes_both_ways_men_and_kings() -> None:
    assert moves("W:WK18:B13,22") == {"18x9", "18x27"}
    assert moves("W:WK18:BK14") == {"18x11"}


def test_art_06_01_capturing_is_compulsory() -> None:
    assert cited("W:W22,29:B18", "29", "26") == "6.1"


def test_art_06_04_the_same_piece_is_not_jumped_twice() -> None:
    assert cited("W:WK22:B18", "22", "13", "22") == "6.4"


def test_art_06_06_the_most_pieces() -> None:
    assert moves("W:W22,21:B18,11,17") == {"21x14x7"}
    assert cited("W:W22,21:B18,11,17", "22", "13") == "6.6"


def test_art_06_07_the_king_and_not_the_man() -> None:
    assert moves("W:WK22,21:B18,17") == {"22x13"}
    assert cited("W:WK22,21:B18,17", "21", "14") == "6.7"


def test_art_06_08_the_most_kings() -> None:
    assert moves("W:WK22:BK18,19") == {"22x13"}
    assert cited("W:WK22:BK18,19", "22", "15") == "6.8"


def test_art_06_09_where_a_piece_of_greater_value_comes_first() -> None:
    """The wording of 2006 is read like that of 2008: the whole sequences are compared, king before man."""
    assert moves("W:WK22:BK18,10,19,K12") == {"22x13x6"}
    assert cited("W:WK22:BK18,10,19,K12", "22", "15", "8") == "6.9"


def test_art_06_10_otherwise_the_choice_is_free() -> None:
    assert moves("W:WK22:B18,19") == {"22x13", "22x15"}


def test_art_07_02_and_07_03_five_moves_each_and_no_minutes() -> None:
    said, today = DESK.book.parameters, TODAY.book.parameters
    assert (said.anomaly_moves, said.anomaly_minutes) == (5, 0)
    assert (today.anomaly_moves, today.anomaly_minutes) == (5, 10)


@pytest.mark.parametrize(
    ("number", "kind", "words"),
    [
        ("8.1.1", "touched_another", "one's own piece and moving another"),
        ("8.1.2", "took_back", "Taking back"),
        ("8.1.3", "moved_theirs", "an opposing piece"),
        ("8.1.4", "moved_wrongly", "irregularly"),
        ("8.1.5", "moved_twice", "twice"),
        ("8.1.6", "removed_without_reason", "without reason"),
        ("8.1.7", "omitted_capture", "Omitting"),
        ("8.1.8", "impossible_capture", "impossible"),
        ("8.1.9", "captured_own", "one's own piece."),
        ("8.1.10", "wrong_number", "more pieces, or fewer"),
        ("8.1.11", "stopped_short", "Stopping"),
        ("8.1.12", "removed_fewer", "Removing fewer"),
        ("8.1.13", "removed_uncaptured", "not captured"),
        ("8.1.14", "removed_own", "Removing one's own"),
        ("8.1.15", "ignored_priority", "precedence"),
        ("8.1.16", "moved_uncrowned", "not marked"),
        ("8.1.17", "crowned_wrong", "wrong man"),
    ],
)
def test_art_08_01_an_irregularity_has_the_number_of_2006(number: str, kind: str, words: str) -> None:
    recorded(ITALIAN, DESK.id, "white", kind, ACTS[kind], number, words)


def test_art_08_01_it_lists_these_seventeen_and_no_other() -> None:
    kinds = kinds_of(DESK.book)
    assert {kind.value for kind in kinds} == {*ACTS} - {"left_captured"}
    assert len({article_of_kind(DESK.book, kind) for kind in kinds}) == 17


def test_art_09_02_how_to_win() -> None:
    won = {
        "9.2.a": DESK.start().apply(Resigned(side="white", at=0)),
        "9.2.b": DESK.start("W:W13:B6,9,10"),
        "9.2.c": DESK.play(DESK.start("W:W22:B18"), "22x13"),
    }
    assert {DESK.ended(game) for game in won.values()} == set(won)
    assert outcome(won["9.2.b"]).winner is BLACK


def test_art_09_03_there_is_no_draw_by_repetition() -> None:
    """Agreement or the count: the same position may come five times, and nobody can claim anything."""
    offered = DESK.start(ENDING).apply(DrawOffered(side="white", at=0))
    agreed = offered.apply(DrawAccepted(side="black", at=0))
    assert (outcome(agreed).score, DESK.ended(agreed)) == ("1-1", "9.3.a")
    game = DESK.go_round(DESK.start(ENDING, automatic=False), AROUND, 16)
    assert (game.repetitions, game.outcome, game.can_claim_repetition) == (5, None, False)
    with pytest.raises(NothingToClaim):
        game.apply(RepetitionClaimed(side="white", at=0))
    today = TODAY.go_round(TODAY.start(ENDING, automatic=False), AROUND, 12)
    assert today.can_claim_repetition


def counting(fen: str = ENDING) -> Game:
    """The count is asked for: White is to move, so that White's moves are counted."""
    return DESK.start(fen, automatic=False).apply(CountRequested(side="black", at=0))


def counted(game: Game) -> tuple[int, int, int]:
    """White's moves counted, Black's, and the plies left."""
    count = game.tally.count(Termination.MOVE_COUNT)
    assert count is not None
    return count.white, count.black, count.plies_left


def test_art_10_01_a_king_on_each_side() -> None:
    assert not DESK.start("W:WK32,20:B1,9", automatic=False).can_ask_count


def test_art_10_03_the_moves_of_the_player_to_move_are_counted() -> None:
    assert counted(counting()) == (0, 0, 79)
    assert counted(DESK.play(counting(), "32-28", "1-5", "28-32")) == (2, 0, 76)


def test_art_10_04_forty_moves_of_the_player_counted() -> None:
    """The draw comes with White's fortieth; by the text of 2008 Black's fortieth is waited for."""
    game = DESK.go_round(counting(), AROUND, 78)
    assert game.outcome is None
    game = DESK.play(game, AROUND[78 % 4])
    assert (outcome(game).termination, DESK.ended(game)) == (Termination.MOVE_COUNT, "10.4")
    assert game.side is BLACK
    today = TODAY.start(ENDING, automatic=False).apply(CountRequested(side="black", at=0))
    assert TODAY.go_round(today, AROUND, 79).outcome is None


def test_art_10_05_taken_up_again_it_counts_the_same_player() -> None:
    """A man moves: the count is void. By the text of 2008 the side then to move is counted first."""
    game = DESK.play(counting(), "32-28", "1-5", "20-16")
    assert counted(game) == (0, 0, 80)
    assert counted(DESK.play(game, "5-1")) == (0, 0, 79)
    assert counted(DESK.play(game, "5-1", "28-32")) == (1, 0, 78)
    today = TODAY.start(ENDING, automatic=False).apply(CountRequested(side="black", at=0))
    anew = TODAY.play(today, "32-28", "1-5", "20-16").tally.count(Termination.MOVE_COUNT)
    assert anew is not None
    assert (anew.first, anew.plies) == (BLACK, 0)


def test_art_11_no_fewer_than_ten() -> None:
    assert DESK.book.parameters.move_count_min == 10
