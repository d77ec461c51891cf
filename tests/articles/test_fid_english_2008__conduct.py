"""FID, extract for English draughts, edition 2008: how a game is conducted (art. 3, 4, 5, 7, 8, 9.2.5)."""

from __future__ import annotations

import pytest

from damiera._core import Position, Side
from damiera.game.clock import ClockSettings
from damiera.game.errors import IllegalRoute, OutOfOrder
from damiera.game.events import (
    Annulled,
    Anomaly,
    Corrected,
    Crowned,
    Event,
    Irregular,
    LetStand,
    Moved,
    Refused,
    Ruled,
    Touched,
)
from damiera.game.irregular import kinds_of
from damiera.game.outcome import Termination
from damiera.game.state import Game
from damiera.game.ways import Conditions
from damiera.messages import Message
from damiera.regulations.book import rulebook
from damiera.rules.ruleset import ENGLISH
from tests.articles.irregularities import ENGLISH as ACTS
from tests.articles.irregularities import recorded
from tests.wording import holds, raises

CORE = ENGLISH.core
BOOK = "fid.english.2008"
OMITS = CORE.position(Side.BLACK, (18, 29), (), (9, 14), ())  # 14 must take 18
OMITTED = Irregular(side="black", kind="omitted_capture", path=(9, 13), at=5)


def desk(
    position: Position | None = None, *, recorded: bool = True, clock: ClockSettings | None = None
) -> Game:
    agreed = Conditions(arbitrated=True, touch_move=True, recorded=recorded, automatic_count=False)
    return Game.start(ENGLISH, position=position, conditions=agreed, clock=clock)


def refuses(game: Game, event: Event, number: str) -> None:
    with pytest.raises(OutOfOrder) as caught:
        game.apply(event)
    assert caught.value.article == f"{BOOK}:{number}"


def test_art_03_06_and_03_07_the_touched_piece_goes_where_it_can() -> None:
    game = desk().apply(Touched(side="black", square=11, at=0))
    assert game.conduct.bound == 11
    assert game.apply(Moved(path=(11, 15), at=1)).ply == game.apply(Moved(path=(11, 16), at=1)).ply == 1


def test_art_03_07_and_no_other_may_be_played() -> None:
    game = desk().apply(Touched(side="black", square=11, at=0))
    refuses(game, Moved(path=(9, 13), at=1), "3.7")


def test_art_03_08_of_several_the_first() -> None:
    game = desk().apply(Touched(side="black", square=11, at=0)).apply(Touched(side="black", square=9, at=1))
    assert (game.conduct.bound, game.conduct.log[-1].article) == (11, f"{BOOK}:3.8")


def touched_without_consequence(square: int, side: str, adjust: bool) -> str | None:
    game = desk().apply(Touched(side=side, square=square, adjust=adjust, at=0))  # type: ignore[arg-type]
    assert game.conduct.bound is None
    return game.conduct.log[-1].article


def test_art_03_09_after_notice() -> None:
    assert touched_without_consequence(11, "black", True) == f"{BOOK}:3.9"


def test_art_03_10_what_cannot_move() -> None:
    assert touched_without_consequence(1, "black", False) == f"{BOOK}:3.10"


def test_art_03_11_out_of_turn() -> None:
    assert touched_without_consequence(22, "white", False) == f"{BOOK}:3.11"


ARRIVING = CORE.position(Side.BLACK, (20,), (), (27, 5), ())


def test_art_04_05_an_uncrowned_man_is_no_king_and_crowning_late_is_touching() -> None:
    game = desk(ARRIVING, recorded=False).apply(Moved(path=(27, 31), crowned=False, at=0))
    assert game.position.piece_at(31) == "b"
    game = game.apply(Moved(path=(20, 16), at=1)).apply(Crowned(side="black", square=31, at=2))
    assert (game.position.piece_at(31), game.conduct.bound) == ("B", 31)


def test_art_04_03_crowning_by_the_opponent_is_a_courtesy_that_counts() -> None:
    game = desk(ARRIVING, recorded=False).apply(Moved(path=(27, 31), crowned=False, at=0))
    courtesy = game.apply(Crowned(side="white", square=31, at=1))
    assert (courtesy.position.piece_at(31), courtesy.conduct.bound) == ("B", None)
    assert (courtesy.conduct.log[-1].author, courtesy.conduct.log[-1].article) == ("white", f"{BOOK}:4.3")


def test_art_04_05_who_can_only_crown_late_is_not_without_moves() -> None:
    game = desk(CORE.position(Side.BLACK, (20,), (), (27,), ()), recorded=False)
    game = game.apply(Moved(path=(27, 31), crowned=False, at=0)).apply(Moved(path=(20, 16), at=1))
    assert (game.outcome, game.position.has_moves()) == (None, False)
    assert game.apply(Crowned(side="black", square=31, at=2)).conduct.bound == 31


def test_art_05_11_and_05_13_a_capture_half_done_is_for_the_opponent_to_judge() -> None:
    position = CORE.position(Side.BLACK, (18, 26, 32), (), (14,), ())  # 14x23x30
    half = Irregular(side="black", kind="stopped_short", path=(14, 23), removed=(18,), at=1)
    game = desk(position).apply(half)
    assert game.position.fen == "W:W26,32:B23"
    assert game.apply(Corrected(side="white", at=2)).position == position


def test_art_05_13_fewer_removed_than_captured() -> None:
    position = CORE.position(Side.BLACK, (18, 26, 32), (), (14,), ())
    fewer = Irregular(side="black", kind="removed_fewer", path=(14, 30), removed=(18,), at=1)
    assert desk(position).apply(fewer).conduct.log[-1].article == f"{BOOK}:8.1.11"


def annulled(anomaly: Anomaly, at: int = 5000) -> Game:
    game = desk(clock=ClockSettings(600_000)).apply(Moved(path=(11, 15), at=2000))
    return game.apply(Annulled(side="white", anomaly=anomaly, at=at))


def test_art_07_01_the_pieces_are_checked() -> None:
    assert annulled("setup").position == ENGLISH.start()


def test_art_07_02_the_board() -> None:
    assert annulled("board").ply == 0
    with raises(
        OutOfOrder,
        Message(
            "{reason} ({cited})",
            reason=Message(
                "It is too late to annul: {white} moves by White, {black} by Black, {minutes} minutes.",
                white=0,
                black=1,
                minutes=10,
            ),
        ),
    ):
        annulled("board", at=600_000)


def test_art_07_03_the_colours() -> None:
    assert annulled("colours").ply == 0


def test_art_07_04_the_clocks_stay_as_they_are() -> None:
    game = annulled("board")
    assert game.clock is not None
    assert [game.clock.remaining(side, 5000) for side in (Side.BLACK, Side.WHITE)] == [598_000, 597_000]


def test_art_07_04_without_clocks_the_time_gone_is_shared_equally() -> None:
    """Eight minutes gone, none by a clock: four each; the second time all that is gone is shared again."""
    game = (
        desk()
        .apply(Moved(path=(11, 15), at=60_000))
        .apply(Annulled(side="white", anomaly="board", at=480_000))
    )
    assert (game.ply, game.conduct.shared_ms) == (0, 240_000)
    entry = game.conduct.log[-1]
    assert (entry.author, entry.article) == ("rules", f"{BOOK}:7.4")
    assert holds(
        entry.text,
        Message(
            "Without clocks the time gone, {gone}, is shared equally: {each} each.",
            gone="8 minutes",
            each="4 minutes",
        ),
    )
    again = game.apply(Annulled(side="black", anomaly="colours", at=540_000))
    assert again.conduct.shared_ms == 270_000


def test_art_07_04_with_clocks_or_by_the_direction_s_mistake_nothing_is_shared() -> None:
    assert annulled("board").conduct.shared_ms == 0
    mistake = Annulled(side="arbiter", anomaly="colours", by_direction=True, at=60_000)
    assert desk().apply(mistake).conduct.shared_ms == 0


@pytest.mark.parametrize("number", ["7.5", "7.6", "7.7", "7.8"])
def test_art_07_05_where_a_piece_stands_the_arbiter_says(number: str) -> None:
    ruling = Ruled(text="x", article=f"{BOOK}:{number}", fen="W:W30:B1,2", at=1)
    assert desk().apply(ruling).position.fen == "W:W30:B1,2"


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
        ("8.1.15", "moved_uncrowned", "not crowned"),
        ("8.1.16", "crowned_wrong", "wrong man"),
    ],
)
def test_art_08_01_an_irregularity_has_its_english_number(number: str, kind: str, words: str) -> None:
    recorded(ENGLISH, BOOK, "black", kind, ACTS[kind], number, words)


def test_art_08_01_it_lists_these_sixteen_and_no_other() -> None:
    assert {kind.value for kind in kinds_of(rulebook(BOOK))} == {*ACTS}


def test_art_08_02_the_opponent_alone_decides() -> None:
    game = desk(OMITS).apply(OMITTED)
    refuses(game, LetStand(side="arbiter", at=6), "8.2")
    assert game.apply(LetStand(side="white", at=6)).position.piece_at(13) == "b"


def test_art_08_03_until_he_moves() -> None:
    game = desk(OMITS).apply(OMITTED).apply(Moved(path=(18, 9), at=6))
    refuses(game, Corrected(side="white", at=7), "8.3")


def test_art_08_04_all_of_it() -> None:
    assert desk(OMITS).apply(OMITTED).apply(Corrected(side="white", at=6)).position == OMITS


def test_art_08_05_a_player_is_held_to_the_rules() -> None:
    game = desk(OMITS).apply(OMITTED).apply(Corrected(side="white", at=6))
    with pytest.raises(IllegalRoute, match="capture"):
        game.apply(Moved(path=(9, 13), at=7))
    assert game.apply(Moved(path=(14, 23), at=7)).ply == 1


def test_art_08_05_and_09_02_05_whoever_refuses_the_rules_loses() -> None:
    outcome = desk().apply(Refused(side="black", at=1)).outcome
    assert outcome is not None
    assert (outcome.winner, outcome.termination) == (Side.WHITE, Termination.REFUSAL)


def test_art_09_02_05_the_arbiter_declares_it() -> None:
    outcome = desk().apply(Refused(side="white", at=1)).outcome
    assert outcome is not None
    assert (outcome.article, outcome.declared_by) == (f"{BOOK}:9.2.5", "arbiter")
