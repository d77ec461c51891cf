"""FID, Capo I: how a game is conducted (art. 3, 4, 7, 8, 9.2.5, 11, 15), in all three of its texts.

The number in a name is that of `fid.italian.2008`; where the older text or the English one differ, the
case says so.
"""

from __future__ import annotations

import pytest

from damiera._core import Position, Side
from damiera.game.clock import ClockSettings
from damiera.game.errors import BadConditions, BadCountLimit, IllegalRoute, OutOfOrder, WrongSideToMove
from damiera.game.events import (
    Adjourned,
    Announced,
    Annulled,
    Balloted,
    Corrected,
    CountRequested,
    Crowned,
    Event,
    Irregular,
    LetStand,
    Moved,
    Refused,
    Repeated,
    Resumed,
    Ruled,
    Touched,
    UndoAccepted,
    UndoAsked,
)
from damiera.game.irregular import IrregularKind, article_of_kind, kinds_of
from damiera.game.irregular_fit import fitting_kinds
from damiera.game.outcome import Termination
from damiera.game.state import Game
from damiera.game.ways import Conditions, Way
from damiera.messages import Message
from damiera.regulations.book import rulebook
from damiera.rules.ruleset import ENGLISH, ITALIAN, Ruleset
from tests.articles.irregularities import ITALIAN as ACTS
from tests.articles.irregularities import recorded
from tests.wording import holds, raises, shows

CORE = ITALIAN.core
WHITE, BLACK = Side.WHITE, Side.BLACK
MINUTE = 60_000


def desk(
    position: Position | None = None,
    *,
    rules: Ruleset = ITALIAN,
    rulebook: str | None = None,
    clock: ClockSettings | None = None,
    recorded: bool = True,
    promotional: bool = False,
) -> Game:
    """A game on a real board that an arbiter writes down."""
    agreed = Conditions(
        arbitrated=True,
        touch_move=True,
        recorded=recorded,
        automatic_count=False,
        promotional=promotional,
    )
    return Game.start(rules, rulebook=rulebook, position=position, clock=clock, conditions=agreed)


def done(game: Game, *events: Event) -> Game:
    return game.replay(events)


def move(*path: int, at: int = 0) -> Moved:
    return Moved(path=path, at=at)


def refuses(game: Game, event: Event, article: str | None) -> None:
    with pytest.raises(OutOfOrder) as caught:
        game.apply(event)
    assert caught.value.article == article
    if article is not None:
        assert article.partition(":")[2] in caught.value.text("it").replace(" b", ".b")


# --- 3: touching --------------------------------------------------------------------------------------------


def test_art_03_06_until_released_the_piece_may_go_anywhere_it_can() -> None:
    game = desk().apply(Touched(side="white", square=22, at=0))
    assert game.conduct.bound == 22
    assert game.apply(move(22, 18)).ply == game.apply(move(22, 19)).ply == 1


def test_art_03_07_a_touched_piece_that_can_move_must_be_played() -> None:
    game = desk().apply(Touched(side="white", square=22, at=0))
    refuses(game, move(23, 19), "fid.italian.2008:3.7")
    assert game.apply(move(22, 18)).conduct.bound is None


def test_art_03_08_of_several_touched_the_first_must_be_played() -> None:
    game = done(desk(), Touched(side="white", square=22, at=0), Touched(side="white", square=23, at=1))
    assert game.conduct.bound == 22
    assert game.conduct.log[-1].article == "fid.italian.2008:3.8"
    refuses(game, move(23, 19), "fid.italian.2008:3.7")


def test_art_03_08_a_first_piece_that_cannot_move_does_not_bind() -> None:
    game = done(desk(), Touched(side="white", square=30, at=0), Touched(side="white", square=23, at=1))
    assert game.conduct.bound == 23


def test_art_03_07_what_may_not_move_because_another_must_capture_is_not_bound() -> None:
    position = CORE.position(WHITE, (22, 24), (), (18,), ())
    game = desk(position).apply(Touched(side="white", square=24, at=0))
    assert game.conduct.bound is None
    assert game.conduct.log[-1].article == "fid.italian.2008:3.10"


def test_art_03_09_accomodo_lifts_the_duty() -> None:
    game = desk().apply(Touched(side="white", square=22, at=0, adjust=True))
    assert game.conduct.log[-1].article == "fid.italian.2008:3.9"
    assert game.apply(move(23, 19)).ply == 1


def test_art_03_10_touching_what_cannot_move_is_improper_and_no_more() -> None:
    for square in (30, 9):  # shut in; the opponent's
        game = desk().apply(Touched(side="white", square=square, at=0))
        assert game.conduct.bound is None
        assert game.conduct.log[-1].article == "fid.italian.2008:3.10"


def test_art_03_11_touching_out_of_turn_is_improper_and_the_arbiter_may_void_a_count() -> None:
    game = desk(CORE.position(WHITE, (), (32,), (), (1,)))
    game = done(
        game, CountRequested(side="white", at=0), move(32, 28, at=1), Touched(side="white", square=28, at=2)
    )
    assert game.conduct.log[-1].article == "fid.italian.2008:3.11"
    voided = game.apply(
        Ruled(text="Conteggio annullato", article="fid.italian.2008:3.11", void_count=True, at=3)
    )
    assert game.count is not None
    assert voided.count is None


def test_art_03_11_in_the_text_of_2006_has_another_number() -> None:
    game = desk(rulebook="fid.italian.2006").apply(Touched(side="black", square=9, at=0))
    assert game.conduct.log[-1].article == "fid.italian.2006:3.12"


def test_art_03_07_online_only_where_it_was_agreed() -> None:
    refuses(Game.start(ITALIAN), Touched(side="white", square=22, at=0), "fid.italian.2008:3.7")
    agreed = Game.start(ITALIAN, conditions=Conditions(touch_move=True))
    refuses(agreed.apply(Touched(side="white", square=22, at=0)), move(23, 19), "fid.italian.2008:3.7")


# --- 4: crowning --------------------------------------------------------------------------------------------

ARRIVING = CORE.position(WHITE, (6, 30), (), (12,), ())


def test_art_04_05_an_uncrowned_man_is_no_king() -> None:
    game = desk(ARRIVING, recorded=False).apply(Moved(path=(6, 2), crowned=False, at=0))
    assert game.position.piece_at(2) == "w"
    assert game.conduct.uncrowned == {2}
    assert all(m.origin != 2 for m in game.apply(move(12, 16)).position.moves())


def test_art_04_05_but_where_the_game_is_recorded_it_is() -> None:
    refuses(desk(ARRIVING), Moved(path=(6, 2), crowned=False, at=0), "fid.italian.2008:4.5")


def test_art_04_04_crowning_late_counts_as_touching() -> None:
    game = desk(ARRIVING, recorded=False)
    game = done(
        game, Moved(path=(6, 2), crowned=False, at=0), move(12, 16), Crowned(side="white", square=2, at=1)
    )
    assert game.position.piece_at(2) == "W"
    assert game.conduct.bound == 2
    refuses(game, move(30, 27), "fid.italian.2008:3.7")
    assert game.apply(move(2, 6)).ply == 3


def test_art_04_04_only_a_man_left_uncrowned_is_crowned_late() -> None:
    refuses(desk(ARRIVING, recorded=False), Crowned(side="white", square=30, at=0), "fid.italian.2008:4.4")


def test_art_04_05_an_uncrowned_man_that_is_taken_is_gone() -> None:
    position = CORE.position(WHITE, (5,), (), (12,), (10,))
    game = desk(position, recorded=False).apply(Moved(path=(5, 1), crowned=False, at=0))
    assert game.conduct.uncrowned == {1}


@pytest.mark.parametrize("book", ["fid.italian.2008", "fid.italian.2006"])
def test_art_04_03_crowning_by_the_opponent_is_a_courtesy_that_counts(book: str) -> None:
    game = desk(ARRIVING, recorded=False, rulebook=book).apply(Moved(path=(6, 2), crowned=False, at=0))
    courtesy = game.apply(Crowned(side="black", square=2, at=1))
    assert (courtesy.position.piece_at(2), courtesy.side) == ("W", BLACK)
    assert (courtesy.conduct.bound, courtesy.conduct.uncrowned) == (None, frozenset())
    assert (courtesy.conduct.log[-1].author, courtesy.conduct.log[-1].article) == ("black", f"{book}:4.3")
    assert any(m.origin == 2 for m in courtesy.apply(move(12, 16)).position.moves())


def test_art_04_03_the_courtesy_is_no_duty() -> None:
    """Whoever leaves the man as it is may move: it stays a man until it is crowned."""
    game = desk(ARRIVING, recorded=False).apply(Moved(path=(6, 2), crowned=False, at=0))
    assert game.apply(move(12, 16)).position.piece_at(2) == "w"
    later = done(game, move(12, 16), Crowned(side="black", square=2, at=1))
    assert (later.position.piece_at(2), later.conduct.bound) == ("W", None)
    assert later.apply(move(30, 27)).ply == 3


def test_art_04_04_who_can_only_crown_late_is_not_without_moves() -> None:
    """9.2.2 does not cut off 4.4: White on move crowns the man on 2 and plays it."""
    position = CORE.position(WHITE, (6,), (), (12, 13), ())
    game = desk(position, recorded=False)
    game = done(game, Moved(path=(6, 2), crowned=False, at=0), move(12, 16))
    assert (game.outcome, game.position.has_moves()) == (None, False)
    crowned = game.apply(Crowned(side="white", square=2, at=1))
    assert crowned.conduct.bound == 2
    assert crowned.apply(move(2, 6)).outcome is None


def to_crown_only() -> Game:
    """White on move can do nothing but crown the man on 2."""
    position = CORE.position(WHITE, (6,), (), (12, 13), ())
    return done(desk(position, recorded=False), Moved(path=(6, 2), crowned=False, at=0), move(12, 16))


@pytest.mark.parametrize("by", ["ruling", "irregularity", "correction", "undo"])
def test_art_04_04_by_whatever_way_it_came_so_far_who_can_only_crown_late_has_a_move(by: str) -> None:
    game = to_crown_only()
    ways: dict[str, tuple[Event, ...]] = {
        "ruling": (Ruled(text="x", fen=game.position.fen, at=3),),
        "irregularity": (
            Irregular(side="black", kind="moved_twice", path=(13, 17), at=3),
            LetStand(side="white", at=4),
        ),
        "correction": (
            Irregular(side="black", kind="moved_twice", path=(13, 17), at=3),
            Corrected(side="white", at=4),
        ),
        "undo": (
            Crowned(side="white", square=2, at=3),
            move(2, 6, at=4),
            UndoAsked(side="black", at=5),
            UndoAccepted(side="white", at=6),
            move(12, 16, at=7),
        ),
    }
    again = done(game, *ways[by])
    assert (again.outcome, again.side, again.waiting_men) == (None, WHITE, (2,))
    assert not again.position.has_moves()
    assert again.apply(Crowned(side="white", square=2, at=9)).conduct.bound == 2


def test_art_04_04_a_late_king_that_could_not_move_either_is_without_moves() -> None:
    """On 1 a king would stand shut in by 5 and 10 too."""
    game = desk(CORE.position(WHITE, (5,), (), (2, 3, 10), ()), recorded=False)
    game = done(game, Moved(path=(5, 1), crowned=False, at=0), move(2, 5))
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.termination) == (BLACK, Termination.NO_MOVES)


# --- 5: the capture on the board ----------------------------------------------------------------------------

TAKES_TWO = CORE.position(WHITE, (22,), (), (10, 18, 4), ())


def test_art_05_11_let_go_half_way_the_move_ends_there_and_the_opponent_decides() -> None:
    half = Irregular(side="white", kind="stopped_short", path=(22, 13), removed=(18,), at=1)
    game = desk(TAKES_TWO).apply(half)
    assert game.position.fen == "B:W13:B4,10"
    assert game.apply(Corrected(side="black", at=2)).position == TAKES_TWO


def test_art_05_13_collecting_ends_with_the_last_captured_piece() -> None:
    fewer = Irregular(side="white", kind="removed_fewer", path=(22, 6), removed=(18,), at=1)
    game = desk(TAKES_TWO).apply(fewer)
    assert game.position.fen == "B:W6:B4,10"
    assert game.conduct.log[-1].article == "fid.italian.2008:8.1.11"


# --- 7: a wrong start ---------------------------------------------------------------------------------------

FIVE_EACH = (
    "23-20", "10-13", "27-23", "11-14", "30-27", "7-11", "20-16", "4-7", "24-20", "12-15",
)  # fmt: skip


def opened(plies: int, *, clock: ClockSettings | None = None, rulebook: str | None = None) -> Game:
    game = desk(clock=clock, rulebook=rulebook)
    for n, text in enumerate(FIVE_EACH[:plies], start=1):
        game = game.apply(move(*(int(s) for s in text.split("-")), at=n * 1000))
    return game


@pytest.mark.parametrize(("what", "number"), [("board", "7.2"), ("colours", "7.3")])
def test_art_07_02_and_07_03_annulled_within_five_moves_each_and_ten_minutes(what: str, number: str) -> None:
    event = Annulled(side="white", anomaly=what, at=9 * MINUTE)  # type: ignore[arg-type]
    game = opened(9).apply(event)
    assert (game.ply, game.position, game.conduct.restarts) == (0, ITALIAN.start(), 1)
    refuses(opened(10), event, f"fid.italian.2008:{number}")
    late = Annulled(side="white", anomaly=what, at=10 * MINUTE)  # type: ignore[arg-type]
    refuses(opened(9), late, f"fid.italian.2008:{number}")


def test_art_07_02_balloted_moves_count_as_played() -> None:
    paths = ((23, 20), (10, 13), (27, 23))
    game = desk().apply(Balloted(paths=paths, at=0, deck="it-3m-174", number=7, seed="x"))
    assert game.ply == 3
    for n, text in enumerate(FIVE_EACH[3:], start=1):
        game = game.apply(move(*(int(s) for s in text.split("-")), at=n))
    refuses(game, Annulled(side="black", anomaly="board", at=20), "fid.italian.2008:7.2")


def test_art_07_04_02_the_clocks_keep_the_time_used() -> None:
    game = opened(2, clock=ClockSettings(60 * MINUTE))
    game = game.apply(Annulled(side="black", anomaly="board", at=5000))
    assert game.clock is not None
    assert (game.clock.remaining(WHITE, 5000), game.clock.remaining(BLACK, 5000)) == (
        60 * MINUTE - 1000 - 3000,
        60 * MINUTE - 1000,
    )
    assert game.clock.running is WHITE


def test_art_07_04_02_read_literally_either_limit_suffices_and_the_arbiter_may_use_it() -> None:
    late = opened(2).apply(Annulled(side="arbiter", anomaly="board", at=30 * MINUTE))
    assert late.ply == 0
    refuses(opened(10), Annulled(side="arbiter", anomaly="board", at=30 * MINUTE), "fid.italian.2008:7.2")


def test_art_07_04_03_the_direction_s_mistake_over_colours_costs_nothing() -> None:
    game = opened(2, clock=ClockSettings(60 * MINUTE))
    game = game.apply(Annulled(side="arbiter", anomaly="colours", by_direction=True, at=5000))
    assert game.clock is not None
    assert game.clock.remaining(WHITE, 5000) == game.clock.remaining(BLACK, 5000) == 60 * MINUTE
    board = Annulled(side="arbiter", anomaly="board", by_direction=True, at=5000)
    refuses(opened(2), board, "fid.italian.2008:7.4.3")


def test_art_07_02_the_text_of_2006_knows_no_ten_minutes() -> None:
    event = Annulled(side="white", anomaly="board", at=45 * MINUTE)
    assert opened(9, rulebook="fid.italian.2006").apply(event).ply == 0


def test_art_07_04_02_the_game_begins_anew_from_its_own_start_whatever_was_put_on_the_board() -> None:
    game = desk().apply(Ruled(text="Così", fen="W:W30:B1,2", at=1))
    game = game.apply(Annulled(side="white", anomaly="setup", at=2))
    assert game.position == ITALIAN.start()
    assert game.conduct.jumps == ()


def test_art_07_01_pieces_found_out_of_place_the_game_begins_anew() -> None:
    """Noted by White after a move; not once five moves each have been made."""
    wrong = Annulled(side="white", anomaly="setup", at=2 * MINUTE)
    game = opened(1).apply(wrong)
    assert (game.ply, game.position, game.conduct.restarts) == (0, ITALIAN.start(), 1)
    assert holds(game.conduct.log[-1].text, Message("The pieces are not in their places"))
    assert holds(game.conduct.log[-1].text, Message("{what}: the game begins anew."))
    refuses(opened(10), wrong, "fid.italian.2008:7.1")


def test_art_07_online_the_board_is_always_right() -> None:
    refuses(Game.start(ITALIAN), Annulled(side="white", anomaly="board", at=0), "fid.italian.2008:7.2")


def placed_by_the_arbiter(number: str) -> None:
    fen = "B:W21,22:B1,2"
    game = desk().apply(
        Ruled(text="Così", article=f"fid.italian.2008:{number}", fen=fen, author="Rossi", at=5)
    )
    assert game.position.fen == fen
    entry = game.conduct.log[-1]
    assert (entry.at, entry.author, entry.article) == (5, "Rossi", f"fid.italian.2008:{number}")
    assert (game.conduct.jumps[-1].before, game.conduct.jumps[-1].after.fen) == (ITALIAN.start(), fen)


def test_art_07_05_an_inactive_piece_comes_back_or_goes_off() -> None:
    placed_by_the_arbiter("7.5")


def test_art_07_06_a_piece_partly_on_one_empty_square_stands_on_it() -> None:
    placed_by_the_arbiter("7.6")


def test_art_07_07_between_two_squares_the_arbiter_settles_where() -> None:
    placed_by_the_arbiter("7.7")


def test_art_07_08_a_disturbed_board_is_restored() -> None:
    placed_by_the_arbiter("7.8")


def test_art_07_05_a_position_that_is_none_is_refused() -> None:
    with raises(
        OutOfOrder,
        Message(
            "found {found}, expected {expected}. {remedy}",
            found=Message("'{short}'", short="99"),
            expected=Message("a square of the board, 1 to {last}", last=32),
            remedy=Message("Correct the square."),
        ),
    ):
        desk().apply(Ruled(text="x", fen="W:W99:B1", at=0))


# --- 8: irregularities --------------------------------------------------------------------------------------

OMITS = CORE.position(WHITE, (22, 24), (), (18, 5), ())
OMITTED = Irregular(side="white", kind="omitted_capture", path=(24, 20), at=7)

OMITTED_LATER = Irregular(side="white", kind="omitted_capture", path=(24, 20), at=60_000)


@pytest.mark.parametrize(
    ("number", "kind", "words"),
    [
        ("8.1.1", "moved_twice", "twice"),
        ("8.1.2", "moved_wrongly", "wrongly"),
        ("8.1.3", "touched_another", "Touching one piece"),
        ("8.1.4", "took_back", "Taking a move back"),
        ("8.1.5", "moved_theirs", "of the opponent's."),
        ("8.1.6", "omitted_capture", "Not capturing"),
        ("8.1.7", "removed_without_reason", "without reason"),
        ("8.1.8", "wrong_number", "more or fewer"),
        ("8.1.9", "stopped_short", "Stopping"),
        ("8.1.10", "left_captured", "Leaving"),
        ("8.1.11", "removed_fewer", "fewer pieces than a multiple"),
        ("8.1.12", "removed_uncaptured", "not captured"),
        ("8.1.13", "removed_own", "pieces of one's own"),
        ("8.1.14", "impossible_capture", "cannot be"),
        ("8.1.15", "ignored_priority", "priorit"),
        ("8.1.16", "moved_uncrowned", "not crowned"),
        ("8.1.17", "crowned_wrong", "wrong man"),
    ],
)
def test_art_08_01_an_irregularity_is_recorded_with_its_article(number: str, kind: str, words: str) -> None:
    recorded(ITALIAN, "fid.italian.2008", "white", kind, ACTS[kind], number, words)


def test_art_08_01_the_list_has_these_seventeen_and_no_other() -> None:
    assert {kind.value for kind in kinds_of(rulebook("fid.italian.2008"))} == {*ACTS} - {"captured_own"}


def test_art_08_01_the_english_list_has_sixteen_and_no_priorities() -> None:
    book = rulebook("fid.english.2008")
    kinds = kinds_of(book)
    assert len(kinds) == 16
    assert IrregularKind.IGNORED_PRIORITY not in kinds
    assert article_of_kind(book, IrregularKind.CROWNED_WRONG) == "fid.english.2008:8.1.16"
    game = desk(rules=ENGLISH)
    refuses(game, Irregular(side="black", kind="ignored_priority", at=0), "fid.english.2008:8.1")


def test_art_08_01_the_text_of_2006_lists_others() -> None:
    book = rulebook("fid.italian.2006")
    kinds = kinds_of(book)
    assert IrregularKind.CAPTURED_OWN in kinds
    assert IrregularKind.LEFT_CAPTURED not in kinds
    assert article_of_kind(book, IrregularKind.MOVED_TWICE) == "fid.italian.2006:8.1.5"


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ((24, 99), Message("this board has no square {square}", square=99)),
        ((13, 10), Message("there is no piece on {square}", square=13)),
        ((24, 22), Message("square {square} is occupied", square=22)),
    ],
)
def test_art_08_01_what_cannot_stand_is_told_in_the_readers_language(
    path: tuple[int, ...], why: Message
) -> None:
    cannot = Message("The board cannot stand so: {why}. Record what lies on it.", why=why)
    with raises(OutOfOrder, cannot) as caught:
        desk(OMITS).apply(Irregular(side="white", kind="moved_wrongly", path=path, at=7))
    assert shows(caught.value.text("it"), cannot, lang="it")


def test_art_08_01_online_nothing_irregular_is_possible() -> None:
    refuses(Game.start(ITALIAN), OMITTED, "fid.italian.2008:8.1")
    with pytest.raises(IllegalRoute):
        Game.start(ITALIAN, position=OMITS).apply(move(24, 20))


def test_art_08_02_only_the_opponent_decides() -> None:
    game = desk(OMITS).apply(OMITTED)
    for author in ("white", "arbiter"):
        refuses(game, Corrected(side=author, at=8), "fid.italian.2008:8.2")
        refuses(game, LetStand(side=author, at=8), "fid.italian.2008:8.2")
    put_right = game.apply(Corrected(side="black", at=8))
    assert put_right.position == OMITS
    assert put_right.conduct.jumps == ()


def test_art_08_02_it_may_stand_and_the_game_goes_on_from_it() -> None:
    game = done(desk(OMITS), OMITTED, LetStand(side="black", at=8))
    assert game.position.fen == "B:W20,22:B5,18"
    game = game.apply(move(18, 27, at=9))  # Black takes the man that did not take
    assert game.position.fen == "W:W20:B5,27"
    assert game.conduct.jumps[0].article == "fid.italian.2008:8.1.6"


def test_art_08_03_not_after_the_opponent_has_moved() -> None:
    game = done(desk(OMITS), OMITTED, move(18, 27, at=8))
    refuses(game, Corrected(side="black", at=9), "fid.italian.2008:8.3")


def test_art_08_03_nor_after_touching_a_piece_that_can_move() -> None:
    game = done(desk(OMITS), OMITTED, Touched(side="black", square=18, at=8))
    refuses(game, Corrected(side="black", at=9), "fid.italian.2008:8.3")
    still = done(desk(OMITS), OMITTED, Touched(side="black", square=5, at=8))  # 5 may not move: 18 must take
    assert still.apply(Corrected(side="black", at=9)).position == OMITS


def test_art_08_04_all_of_it_is_put_right_counts_and_clock_too() -> None:
    game = desk(CORE.position(WHITE, (22,), (32,), (9,), (1,)), clock=ClockSettings(10 * MINUTE))
    game = done(game, CountRequested(side="white", at=0), move(32, 28, at=1000), move(1, 5, at=2000))
    before = game
    game = game.apply(Irregular(side="white", kind="removed_without_reason", removed=(9,), at=3000))
    assert game.count is None
    assert game.clock is not None
    assert game.clock.running is BLACK
    game = game.apply(Corrected(side="black", at=4000))
    assert (game.position, game.count) == (before.position, before.count)
    assert game.clock is not None
    assert game.clock.running is WHITE
    assert game.clock.remaining(BLACK, 4000) == before.clock.remaining(BLACK, 2000) - 1000  # type: ignore[union-attr]


def test_art_08_02_the_clocks_may_stand_while_the_opponent_decides() -> None:
    game = desk(OMITS, clock=ClockSettings(10 * MINUTE))
    game = done(game, Adjourned(side="arbiter", at=1000), OMITTED_LATER, Corrected(side="black", at=90_000))
    assert game.clock is not None
    assert game.clock.running is None
    game = game.apply(Resumed(side="arbiter", at=100_000))
    assert game.clock is not None
    assert game.clock.running is WHITE
    assert game.clock.remaining(WHITE, 100_000) == 10 * MINUTE - 1000


def test_art_08_01_03_a_touched_piece_is_still_to_be_played_after_the_correction() -> None:
    game = done(
        desk(),
        Touched(side="white", square=22, at=0),
        Irregular(side="white", kind="touched_another", path=(23, 19), at=1),
        Corrected(side="black", at=2),
    )
    refuses(game, move(23, 19), "fid.italian.2008:3.7")
    assert game.apply(move(22, 18)).ply == 1


def test_art_08_01_01_moving_twice_leaves_the_opponent_on_move() -> None:
    game = done(desk(), move(22, 18), Irregular(side="white", kind="moved_twice", path=(18, 14), at=1))
    assert game.side is BLACK
    assert game.position.piece_at(14) == "w"


def test_art_08_an_irregularity_that_leaves_no_piece_ends_the_game_once_it_stands() -> None:
    position = CORE.position(WHITE, (22,), (), (5,), ())
    game = desk(position).apply(Irregular(side="white", kind="removed_without_reason", removed=(5,), at=0))
    assert game.outcome is None
    over = game.apply(LetStand(side="black", at=1))
    assert over.outcome is not None
    assert over.outcome.winner is WHITE


def test_art_08_what_cannot_stand_on_a_board_is_refused() -> None:
    for event in (
        Irregular(side="white", kind="moved_wrongly", path=(22, 23), at=0),
        Irregular(side="white", kind="moved_wrongly", path=(15, 18), at=0),
        Irregular(side="white", kind="removed_own", removed=(15,), at=0),
    ):
        with pytest.raises(OutOfOrder):
            desk().apply(event)


def test_art_08_05_a_player_is_held_to_the_rules() -> None:
    game = desk(OMITS).apply(OMITTED).apply(Corrected(side="black", at=8))
    with raises(
        IllegalRoute,
        Message(
            "You must capture: {how}.",
            context="must-capture",
            how=Message("with {who}, {count}", count=Message("one piece")),
        ),
    ):
        game.apply(move(24, 20, at=9))


def test_art_09_02_05_whoever_refuses_the_rules_loses() -> None:
    game = desk().apply(Refused(side="white", article="8.5", author="Rossi", at=3))
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.termination) == (BLACK, Termination.REFUSAL)
    assert (game.outcome.article, game.outcome.declared_by) == ("fid.italian.2008:9.2.5", "arbiter")


@pytest.mark.parametrize(
    ("fen", "path", "removed", "kinds"),
    [
        ("W:W22,24:B5,18", (24, 20), (), ["omitted_capture"]),
        ("W:W22,24:B5,18", (22, 13), (), ["left_captured"]),
        ("W:W22,24:B5,18", (22, 13), (18, 5), ["removed_uncaptured"]),
        ("W:W22,24:B5,18", (22, 13), (18, 24), ["removed_own"]),
        ("W:W22:B10,18", (22, 13), (18,), ["stopped_short", "wrong_number"]),
        ("W:W22:B10,18", (22, 6), (18,), ["removed_fewer"]),
        ("W:W22,24:B5", (22, 14), (), ["moved_wrongly"]),
        ("W:W22,24:B5", (5, 10), (), ["moved_theirs"]),
        ("W:W22,24:B5", (), (5,), ["removed_without_reason"]),
        ("W:W22,24:B5,6", (22, 13), (5,), ["impossible_capture"]),
        ("B:W22,24:B5", (22, 18), (), ["moved_twice"]),
    ],
)
def test_art_08_01_the_desk_suggests_what_it_was(
    fen: str, path: tuple[int, ...], removed: tuple[int, ...], kinds: list[str]
) -> None:
    act = Irregular(side="white", kind="", path=path, removed=removed, at=0)
    assert [kind.value for kind in fitting_kinds(desk(CORE.read(fen)), act)] == kinds


# --- 11: a lower count --------------------------------------------------------------------------------------

KINGS = CORE.position(WHITE, (), (32,), (), (1,))


def test_art_11_the_arbiter_of_a_promotional_event_may_count_fewer_but_not_below_ten() -> None:
    game = desk(KINGS, promotional=True)
    counted = game.apply(CountRequested(side="arbiter", limit=10, at=0))
    assert counted.count is not None
    assert counted.count.limit == 10
    with raises(
        BadCountLimit,
        Message(
            "A count of {limit} moves: the rulebook allows {lowest} to {highest}.",
            limit=9,
            lowest=10,
            highest=40,
        ),
    ):
        game.apply(CountRequested(side="arbiter", limit=9, at=0))


def test_art_11_nobody_else_and_nowhere_else() -> None:
    lower = CountRequested(side="arbiter", limit=10, at=0)
    refuses(desk(KINGS), lower, "fid.italian.2008:11")
    asked = CountRequested(side="white", limit=10, at=0)
    refuses(desk(KINGS, promotional=True), asked, "fid.italian.2008:11")


# --- 15: ways of playing ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("n", "way"), list(enumerate(Way, start=1)))
def test_art_15_01_each_way_of_playing_has_its_article(n: int, way: Way) -> None:
    order = list(Way)
    numbers = {
        Way.BOARD: 1, Way.SIMULTANEOUS: 2, Way.CORRESPONDENCE: 3, Way.BLINDFOLD: 4,
        Way.BLINDFOLD_SIMULTANEOUS: 5, Way.BOTH_BLINDFOLD: 6, Way.INTERNET: 7, Way.BLIND_PLAYERS: 8,
        Way.ODDS_PIECES: 9, Way.ODDS_TIME: 10, Way.ELEVEN_MEN: 11,
    }  # fmt: skip
    assert order[n - 1] is way
    article = Conditions(way=way).article(rulebook("fid.italian.2008"))
    assert article == f"fid.italian.2008:15.1.{numbers[way]}"


def agreed(**values: object) -> Game:
    return Game.start(ITALIAN, conditions=Conditions(**values))  # type: ignore[arg-type]


def test_art_15_01_02_a_simultaneous_has_a_host() -> None:
    assert agreed(way=Way.SIMULTANEOUS, host="white").conditions.host == "white"
    with raises(BadConditions, Message("Name who gives the display in a simultaneous, and only there.")):
        agreed(way=Way.SIMULTANEOUS)


def test_art_15_01_03_by_correspondence_a_move_sent_is_not_taken_back() -> None:
    game = agreed(way=Way.CORRESPONDENCE).apply(move(22, 18))
    refuses(game, UndoAsked(side="white", at=1), "fid.italian.2008:15.1.3")
    with pytest.raises(BadConditions):
        agreed(way=Way.CORRESPONDENCE, touch_move=True)


@pytest.mark.parametrize(
    ("way", "blind", "host"),
    [
        (Way.BLINDFOLD, ("black",), None),
        (Way.BLINDFOLD_SIMULTANEOUS, ("white",), "white"),
        (Way.BOTH_BLINDFOLD, ("white", "black"), None),
    ],
)
def test_art_15_01_04_to_06_who_is_blindfold_sees_no_board(
    way: Way, blind: tuple[str, ...], host: str | None
) -> None:
    game = agreed(way=way, blindfold=blind, host=host, touch_move=True)
    assert [game.conditions.sees(side) for side in (WHITE, BLACK)] == [
        "white" not in blind,
        "black" not in blind,
    ]
    square = 22 if blind[0] == "white" else 9
    refuses(
        game,
        Touched(side=blind[0], square=square, at=0),  # type: ignore[arg-type]
        game.conditions.article(game.book),
    )
    with pytest.raises(BadConditions):
        agreed(way=way)


def test_art_15_01_07_over_the_net_there_is_no_arbiter_at_the_board() -> None:
    with raises(
        BadConditions,
        Message(
            "Over the Internet an irregular move is not possible: the arbiter's desk is for a real board."
        ),
    ):
        agreed(way=Way.INTERNET, arbitrated=True)


def test_art_15_01_08_blind_players_feel_the_board_and_are_not_bound() -> None:
    game = agreed(way=Way.BLIND_PLAYERS, arbitrated=True, touch_move=True)
    game = game.apply(Touched(side="white", square=22, at=0))
    assert game.conduct.bound is None
    assert game.apply(move(23, 19)).ply == 1
    assert game.conduct.log[-1].article == FELT


FELT = "fid.italian.2008:15.1.8"


def felt_board(position: Position | None = None) -> Game:
    agreed_on = Conditions(way=Way.BLIND_PLAYERS, arbitrated=True, touch_move=True)
    return Game.start(ITALIAN, position=position, conditions=agreed_on)


def test_art_15_01_08_a_piece_lifted_out_of_its_hole_is_touched() -> None:
    game = felt_board().apply(Touched(side="white", square=22, at=0, lifted=True))
    assert game.conduct.bound == 22
    refuses(game, move(23, 19), "fid.italian.2008:3.7")
    free = agreed(way=Way.BLIND_PLAYERS, arbitrated=True)
    free = free.apply(Touched(side="white", square=22, at=0, lifted=True))
    assert free.conduct.bound is None
    assert free.conduct.log[-1].article == FELT
    with raises(OutOfOrder, Message("Only on a board made to be felt are pieces lifted out of holes.")):
        desk().apply(Touched(side="white", square=22, at=0, lifted=True))


def test_art_15_01_08_a_move_announced_counts_once_it_is_repeated() -> None:
    game = felt_board().apply(Announced(side="white", path=(22, 18), at=0))
    refuses(game, move(22, 18), FELT)
    game = game.apply(Repeated(side="black", at=1))
    refuses(game, move(23, 19), FELT)
    played = game.apply(move(22, 18))
    assert (played.ply, played.conduct.spoken) == (1, None)
    assert [line.article for line in played.conduct.log] == [FELT, FELT]
    assert [line.author for line in played.conduct.log] == ["white", "black"]


def test_art_15_01_08_a_slip_of_the_tongue_is_corrected_before_the_move() -> None:
    game = felt_board().apply(Announced(side="white", path=(22, 18), at=0))
    game = game.apply(Repeated(side="black", at=1)).apply(Announced(side="white", path=(22, 19), at=2))
    refuses(game, move(22, 19), FELT)
    game = game.apply(Repeated(side="black", path=(22, 19), at=3))
    refuses(game, move(22, 18), FELT)
    assert game.apply(move(22, 19)).ply == 1


def test_art_15_01_08_what_is_repeated_otherwise_is_announced_again() -> None:
    game = felt_board().apply(Announced(side="white", path=(22, 18), at=0))
    game = game.apply(Repeated(side="black", path=(22, 19), at=1))
    assert game.conduct.spoken is None
    refuses(game, Repeated(side="black", at=2), FELT)
    game = game.apply(Announced(side="white", path=(22, 18), at=3)).apply(Repeated(side="black", at=4))
    refuses(game, Repeated(side="black", at=5), FELT)
    assert game.apply(move(22, 18)).ply == 1


def test_art_15_01_08_who_moves_announces_and_the_opponent_repeats() -> None:
    game = felt_board()
    with pytest.raises(WrongSideToMove):
        game.apply(Announced(side="black", path=(11, 15), at=0))
    with pytest.raises(IllegalRoute):
        game.apply(Announced(side="white", path=(22, 13), at=0))
    refuses(game.apply(Announced(side="white", path=(22, 18), at=0)), Repeated(side="white", at=1), FELT)


def test_art_15_01_08_announcements_are_for_the_board_of_blind_players() -> None:
    said = Message("Announcements are written down at the board of blind players, by its arbiter.")
    for game in (desk(), agreed(way=Way.BLIND_PLAYERS), agreed(way=Way.INTERNET)):
        with raises(OutOfOrder, said):
            game.apply(Announced(side="white", path=(22, 18), at=0))
        with raises(OutOfOrder, said):
            game.apply(Repeated(side="black", at=0))


def test_art_15_01_08_an_irregularity_or_a_ruling_ends_what_was_announced() -> None:
    spoken = felt_board().apply(Announced(side="white", path=(22, 18), at=0))
    wrong = spoken.apply(Irregular(side="white", kind="moved_wrongly", path=(22, 14), at=1))
    assert wrong.conduct.spoken is None
    with raises(OutOfOrder, Message("There is an irregularity to decide on first.")):
        wrong.apply(Announced(side="black", path=(10, 19), at=2))
    assert spoken.apply(Ruled(text="x", fen="W:W22:B5", at=1)).conduct.spoken is None


def test_art_15_01_09_odds_of_pieces() -> None:
    game = agreed(way=Way.ODDS_PIECES, without=(21, 30))
    assert (len(game.position.white_men), len(game.position.black_men)) == (10, 12)
    for wrong in ((), (21, 1), (15,), (21, 21), tuple(range(21, 33))):
        with pytest.raises(BadConditions):
            agreed(way=Way.ODDS_PIECES, without=wrong)


def test_art_15_01_10_odds_of_time() -> None:
    clock = ClockSettings.parse("15+5 vs 5")
    game = Game.start(ITALIAN, clock=clock, conditions=Conditions(way=Way.ODDS_TIME))
    assert game.clock is not None
    assert (game.clock.white_ms, game.clock.black_ms) == (15 * MINUTE, 5 * MINUTE)
    with raises(BadConditions, Message("Odds of time need two different clocks: write them as 15+5 vs 5.")):
        Game.start(ITALIAN, clock=ClockSettings.parse("5"), conditions=Conditions(way=Way.ODDS_TIME))


def test_art_15_01_11_eleven_men_each() -> None:
    game = agreed(way=Way.ELEVEN_MEN, without=(3, 30), lot="seed")
    assert (len(game.position.white_men), len(game.position.black_men)) == (11, 11)
    for wrong in ((), (3,), (3, 4), (29, 30)):
        with pytest.raises(BadConditions):
            agreed(way=Way.ELEVEN_MEN, without=wrong)
