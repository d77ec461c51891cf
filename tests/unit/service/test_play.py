"""Playing: who may do what, what is stored, what happens twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from damiera._core import Side
from damiera.game.clock import ClockSettings
from damiera.game.ways import Conditions
from damiera.messages import Message
from damiera.rules.explain import Reason
from damiera.service.errors import BadTerms, Conflict, GameIsOver, NotFound, NotYours, NotYourTurn, RefusedAct
from damiera.service.play import flag_due
from damiera.service.terms import NewGame
from tests.unit.service.kit import BEGIN, App, FakeClock, moves_of, score
from tests.wording import holds, raises, words_of

ENDING = "W:WK30:BK1"
LAST_MAN = "W:W9:B5"  # 9 takes 5 and Black has nothing left


def test_a_game_begins_with_its_first_move_in_one_go(app: App) -> None:
    anna = app.guest("Anna")
    game = app.play.create(anna, NewGame(level=3, path=(22, 18)))
    assert moves_of(game) == ["22-18"]
    assert [(seat.kind, seat.player_id, seat.level) for seat in game.row.seats] == [
        ("human", anna.id, None),
        ("engine", None, 3),
    ]
    assert app.play.load(game.id).version == game.version


def test_a_game_whose_first_move_is_refused_is_not_there(app: App) -> None:
    anna = app.guest("Anna")
    with pytest.raises(RefusedAct):
        app.play.create(anna, NewGame(path=(22, 15)))
    assert app.archive.my_games(anna.id, "it").total == 0


def test_who_has_black_does_not_make_whites_first_move(app: App) -> None:
    with pytest.raises(NotYourTurn):
        app.play.create(app.guest("Anna"), NewGame(seat="black", path=(22, 18)))


def test_the_lot_gives_either_colour(app: App) -> None:
    anna = app.guest("Anna")
    drawn = {app.play.create(anna, NewGame(seat="lot")).sides_of(anna.id) for _ in range(40)}
    assert drawn == {(Side.WHITE,), (Side.BLACK,)}


def test_names_of_games_do_not_repeat_and_are_not_guessed(app: App) -> None:
    anna = app.guest("Anna")
    names = {app.play.create(anna, NewGame()).id for _ in range(20)}
    assert len(names) == 20
    assert {len(name) for name in names} == {10}


def test_a_move_is_stored_before_it_is_answered(app: App, tmp_path: Path) -> None:
    game, anna, _ = app.friends()
    played = app.play.move(game.id, anna.id, 0, (22, 18))
    other = App(tmp_path)
    seen = other.play.load(game.id)
    other.close()
    assert (played.ply, played.repeated) == (0, False)
    assert seen.version == played.version
    assert moves_of(seen) == ["22-18"]


def test_the_same_move_again_gets_the_same_answer(app: App) -> None:
    game, anna, bruno = app.friends()
    first = app.play.move(game.id, anna.id, 0, (22, 18))
    app.play.move(game.id, bruno.id, 1, (10, 14))
    again = app.play.move(game.id, anna.id, 0, (22, 18))
    assert (again.ply, again.version, again.repeated) == (first.ply, first.version, True)
    assert moves_of(again.live) == ["22-18", "10-14"]


def test_another_move_for_a_ply_already_played_is_refused(app: App) -> None:
    game, anna, _ = app.friends()
    played = app.play.move(game.id, anna.id, 0, (22, 18))
    with pytest.raises(Conflict) as caught:
        app.play.move(game.id, anna.id, 0, (22, 19))
    assert caught.value.version == played.version
    assert caught.value.code == "conflict"


def test_a_ply_the_game_has_not_come_to_is_refused(app: App) -> None:
    game, anna, _ = app.friends()
    with pytest.raises(Conflict):
        app.play.move(game.id, anna.id, 2, (22, 18))
    with pytest.raises(Conflict):
        app.play.move(game.id, anna.id, -1, (22, 18))


def test_the_other_side_waits(app: App) -> None:
    game, anna, bruno = app.friends()
    with pytest.raises(NotYourTurn):
        app.play.move(game.id, bruno.id, 0, (22, 18))
    app.play.move(game.id, anna.id, 0, (22, 18))
    with pytest.raises(NotYourTurn):
        app.play.move(game.id, bruno.id, 0, (22, 18))


@pytest.mark.parametrize("who", [None, "carla"])
def test_who_has_no_seat_watches(app: App, who: str | None) -> None:
    game, _, _ = app.friends()
    stranger = app.guest("Carla").id if who else None
    assert app.play.load(game.id).id == game.id
    for ply in (0, 5):
        with pytest.raises(NotYours):
            app.play.move(game.id, stranger, ply, (22, 18))
    with pytest.raises(NotYours):
        app.play.act(game.id, stranger, "resign")
    assert app.play.load(game.id).version == game.version


def test_a_refused_move_says_why(app: App) -> None:
    game, anna, _ = app.friends()
    with pytest.raises(RefusedAct) as caught:
        app.play.move(game.id, anna.id, 0, (22, 26))
    refusal = caught.value
    assert refusal.explanation is not None
    assert refusal.explanation.reason is Reason.MAN_BACKWARD
    assert refusal.path == (22, 26)
    assert app.play.load(game.id).version == game.version


@pytest.mark.parametrize("path", [(), (22,), (22, -18), (0, 5), (22, 10**9), tuple(range(1, 100))])
def test_what_is_no_route_is_refused_as_such(app: App, path: tuple[int, ...]) -> None:
    game, anna, _ = app.friends()
    with pytest.raises(BadTerms):
        app.play.move(game.id, anna.id, 0, path)


def test_a_game_that_is_not_there(app: App) -> None:
    anna = app.guest("Anna")
    with pytest.raises(NotFound) as caught:
        app.play.move("nothing000", anna.id, 0, (22, 18))
    assert holds(caught.value, Message("This game is not here, or not open to all."))


def test_the_end_of_a_game(app: App) -> None:
    game, anna, bruno = app.friends(NewGame(friend=True, fen=LAST_MAN))
    played = app.play.move(game.id, anna.id, 0, (9, 2))
    assert played.live.game.outcome is not None
    assert played.live.game.outcome.score == "2-0"
    with pytest.raises(GameIsOver):
        app.play.move(game.id, bruno.id, 1, (1, 5))
    with pytest.raises(GameIsOver):
        app.play.act(game.id, bruno.id, "resign")
    assert app.play.move(game.id, anna.id, 0, (9, 2)).repeated


def test_a_friend_joins_by_the_code(app: App) -> None:
    anna, bruno, carla = app.guest("Anna"), app.guest("Bruno"), app.guest("Carla")
    game = app.play.create(anna, NewGame(friend=True))
    code = game.row.seats[1].invite
    assert code is not None
    assert app.play.invited(f" {code[:4].upper()}-{code[4:]} ").waiting
    joined = app.play.join(code, bruno)
    assert joined.version > game.version
    assert joined.sides_of(bruno.id) == (Side.BLACK,)
    assert not joined.waiting
    assert app.play.join(code, bruno).version == joined.version
    assert app.play.join(code, anna).version == joined.version
    with pytest.raises(NotFound):
        app.play.join(code, carla)
    with pytest.raises(NotFound):
        app.play.join("0000-0000", carla)


def test_who_waits_may_move_but_not_against_the_clock(app: App) -> None:
    anna = app.guest("Anna")
    slow = app.play.create(anna, NewGame(friend=True, path=(22, 18)))
    assert moves_of(slow) == ["22-18"]
    timed = app.play.create(anna, NewGame(friend=True, base_ms=60_000))
    with raises(RefusedAct, Message("The other seat is still open: send the link, and wait.")):
        app.play.move(timed.id, anna.id, 0, (22, 18))
    with raises(RefusedAct, Message("The other seat is still open: send the link, and wait.")):
        app.play.act(slow.id, anna.id, "offer-draw")


def test_the_clock_begins_when_the_friend_sits_down(app: App) -> None:
    anna, bruno = app.guest("Anna"), app.guest("Bruno")
    game = app.play.create(anna, NewGame(friend=True, first_move_s=0, base_ms=60_000, increment_ms=2_000))
    app.clock.now += 3_600_000
    code = game.row.seats[1].invite
    assert code is not None
    joined = app.play.join(code, bruno)
    assert joined.game.clock is not None
    assert joined.game.clock.remaining(Side.WHITE, app.clock.now) == 60_000
    app.clock.now += 10_000
    played = app.play.move(game.id, anna.id, 0, (22, 18)).live
    assert played.game.clock is not None
    assert played.game.clock.remaining(Side.WHITE, app.clock.now) == 52_000


def test_a_game_nobody_joined_can_be_taken_away(app: App) -> None:
    anna = app.guest("Anna")
    game = app.play.create(anna, NewGame(friend=True))
    with pytest.raises(NotYours):
        app.play.withdraw(game.id, app.guest("Carla").id)
    app.play.withdraw(game.id, anna.id)
    with pytest.raises(NotFound):
        app.play.load(game.id)
    begun, anna2, _ = app.friends()
    with pytest.raises(RefusedAct):
        app.play.withdraw(begun.id, anna2.id)


def test_undo_needs_the_friends_assent(app: App) -> None:
    game, anna, bruno = app.friends()
    app.play.move(game.id, anna.id, 0, (22, 18))
    asked = app.play.act(game.id, anna.id, "ask-undo")
    assert asked.game.undo_request is Side.WHITE
    with pytest.raises(RefusedAct):
        app.play.act(game.id, anna.id, "accept-undo")
    undone = app.play.act(game.id, bruno.id, "accept-undo")
    assert moves_of(undone) == []
    assert undone.seqs == ()
    other = app.play.move(game.id, anna.id, 0, (22, 19))
    assert not other.repeated
    assert moves_of(other.live) == ["22-19"]


def test_events_keep_what_was_taken_back(app: App) -> None:
    game, anna, bruno = app.friends()
    app.play.move(game.id, anna.id, 0, (22, 18))
    app.play.act(game.id, anna.id, "ask-undo")
    app.play.act(game.id, bruno.id, "accept-undo")
    with app.store.read() as work:
        bodies = [event.body for event in work.games.events(game.id, after=0, up_to=99)]
    assert ["moved" in body or "undo" in body for body in bodies] == [True, True, True]


def test_undo_may_be_declined(app: App) -> None:
    game, anna, bruno = app.friends()
    app.play.move(game.id, anna.id, 0, (22, 18))
    app.play.act(game.id, anna.id, "ask-undo")
    after = app.play.act(game.id, bruno.id, "decline-undo")
    assert moves_of(after) == ["22-18"]
    with pytest.raises(RefusedAct):
        app.play.act(game.id, anna.id, "ask-undo")


def test_the_engine_lets_undo_at_once(app: App) -> None:
    anna = app.guest("Anna")
    game = app.play.create(anna, NewGame(path=(22, 18)))
    game = app.engine_moves.play(game.id, game.version, (10, 14))
    undone = app.play.act(game.id, anna.id, "ask-undo")
    assert moves_of(undone) == []
    assert undone.game.undo_request is None


def test_two_at_one_screen_need_no_assent(app: App) -> None:
    anna = app.guest("Anna")
    game = app.play.create(anna, NewGame(seat="both", names=("Anna", "Nonno")))
    assert [seat.name for seat in game.row.seats] == ["Anna", "Nonno"]
    app.play.move(game.id, anna.id, 0, (22, 18))
    app.play.move(game.id, anna.id, 1, (10, 14))
    undone = app.play.act(game.id, anna.id, "ask-undo", "black")
    assert moves_of(undone) == ["22-18"]
    over = app.play.act(game.id, anna.id, "offer-draw")
    assert score(over) == "1-1"


def test_at_one_screen_a_side_may_be_named(app: App) -> None:
    anna = app.guest("Anna")
    game = app.play.create(anna, NewGame(seat="both"))
    assert score(app.play.act(game.id, anna.id, "resign", "black")) == "2-0"


def test_nobody_resigns_for_the_other(app: App) -> None:
    game, anna, _ = app.friends()
    with pytest.raises(NotYours):
        app.play.act(game.id, anna.id, "resign", "black")
    assert score(app.play.act(game.id, anna.id, "resign")) == "0-2"


def test_a_draw_is_offered_and_agreed(app: App) -> None:
    game, anna, bruno = app.friends()
    app.play.act(game.id, anna.id, "offer-draw")
    declined = app.play.act(game.id, bruno.id, "decline-draw")
    assert declined.game.outcome is None
    app.play.act(game.id, bruno.id, "offer-draw")
    assert score(app.play.act(game.id, anna.id, "accept-draw")) == "1-1"


def test_a_claim_that_does_not_hold_is_refused(app: App) -> None:
    game, anna, _ = app.friends()
    with raises(
        RefusedAct,
        Message(
            "This position has been here {times}, and a draw takes {needed}: play on.",
            times=Message("once"),
            needed=4,
        ),
    ):
        app.play.act(game.id, anna.id, "claim-repetition")
    with pytest.raises(RefusedAct):
        app.play.act(game.id, anna.id, "ask-count")
    with raises(RefusedAct, Message("This game is played without a clock.")):
        app.play.act(game.id, anna.id, "flag")


def test_the_fourth_repetition_may_be_claimed(app: App) -> None:
    game, anna, bruno = app.friends(NewGame(friend=True, fen=ENDING))
    dance = [(anna, (30, 26)), (bruno, (1, 5)), (anna, (26, 30)), (bruno, (5, 1))] * 3
    for ply, (who, path) in enumerate(dance):
        game = app.play.move(game.id, who.id, ply, path).live
    assert game.game.repetitions == 4
    over = app.play.act(game.id, bruno.id, "claim-repetition")
    assert over.game.outcome is not None
    assert (score(over), over.game.outcome.article) == ("1-1", "fid.italian.2008:9.3.b")


def test_an_unknown_act_is_refused(app: App) -> None:
    game, anna, _ = app.friends()
    with pytest.raises(BadTerms):
        app.play.act(game.id, anna.id, "explode")  # type: ignore[arg-type]


def timed(app: App) -> tuple[str, str, str]:
    game, anna, bruno = app.friends(NewGame(friend=True, first_move_s=0, base_ms=60_000))
    return game.id, anna.id, bruno.id


def test_a_move_after_the_flag_loses_and_the_loss_is_stored(app: App) -> None:
    game, anna, _ = timed(app)
    app.clock.now += 60_001
    with pytest.raises(GameIsOver):
        app.play.move(game, anna, 0, (22, 18))
    stored = app.play.load(game)
    assert (score(stored), moves_of(stored)) == ("0-2", [])


def test_the_flag_is_claimed_by_a_timer_only_when_it_fell(app: App) -> None:
    game, _, _ = timed(app)
    assert app.play.timed_games() == [(game, BEGIN + 60_000)]
    app.clock.now += 30_000
    assert app.play.claim_flag(game) is None
    app.clock.now += 30_000
    over = app.play.claim_flag(game)
    assert over is not None
    assert score(over) == "0-2"
    assert flag_due(over) is None
    assert app.play.claim_flag(game) is None
    assert app.play.timed_games() == []


def test_the_opponent_claims_the_flag(app: App) -> None:
    game, _, bruno = timed(app)
    with raises(RefusedAct, Message("There is still time: {time}.")):
        app.play.act(game, bruno, "flag")
    app.clock.now += 61_000
    assert score(app.play.act(game, bruno, "flag")) == "0-2"


def test_a_rematch_swaps_the_colours_and_is_one(app: App) -> None:
    game, anna, bruno = app.friends(NewGame(friend=True, first_move_s=0, base_ms=60_000))
    with pytest.raises(RefusedAct):
        app.play.rematch(game.id, anna)
    over = app.play.act(game.id, anna.id, "resign")
    offered = app.play.rematch(game.id, bruno)
    assert offered.sides_of(bruno.id) == (Side.WHITE,)
    assert offered.row.base_ms == 60_000
    assert app.play.rematch(game.id, bruno).id == offered.id, "who offers again has offered once"
    again = app.play.rematch(game.id, anna)
    assert again.id == offered.id
    assert again.sides_of(anna.id) == (Side.BLACK,)
    told = app.play.load(game.id)
    assert (told.rematch, told.rematch_offer) == (again.id, None)
    assert told.version > over.version
    with pytest.raises(NotYours):
        app.play.rematch(game.id, app.guest("Carla"))


@pytest.mark.parametrize(
    ("base_ms", "seconds"), [(60_000, 20), (180_000, 30), (600_000, 45), (1_800_000, 60)]
)
def test_the_first_moves_of_friends_start_their_clocks(app: App, base_ms: int, seconds: int) -> None:
    game, anna, bruno = app.friends(NewGame(friend=True, base_ms=base_ms))
    app.clock.now += 1000 * seconds - 1
    view = app.view(app.play.load(game.id), anna)
    assert view.clock is not None
    assert (view.clock.white_ms, view.clock.running) == (base_ms, None)
    assert (view.clock.first, view.clock.first_ms) == ("white", 1)
    app.play.move(game.id, anna.id, 0, (22, 18))
    app.clock.now += 5_000
    app.play.move(game.id, bruno.id, 1, (10, 14))
    app.clock.now += 7_000
    view = app.view(app.play.load(game.id), anna)
    assert view.clock is not None
    assert (view.clock.white_ms, view.clock.black_ms) == (base_ms - 7_000, base_ms)
    assert (view.clock.running, view.clock.first) == ("white", None)


def test_a_game_whose_first_move_does_not_come_is_called_off(app: App) -> None:
    """Nobody has lost a game that has not begun; the clock used to run against who had not come yet."""
    game, anna, _ = app.friends(NewGame(friend=True, base_ms=180_000))
    app.clock.now += 29_999
    assert app.play.claim_flag(game.id) is None
    app.clock.now += 1
    over = app.play.claim_flag(game.id)
    assert over is not None
    outcome = app.view(over, anna).outcome
    assert outcome is not None
    assert (outcome.score, outcome.title) == ("*", words_of("No result", "it"))
    assert outcome.text == words_of("The first move was not made in time, and the game was called off.", "it")


@pytest.mark.parametrize(
    "new",
    [
        NewGame(seat="both", base_ms=180_000),
        NewGame(base_ms=180_000),
        NewGame(seat="both", base_ms=180_000, conditions=Conditions(arbitrated=True)),
        NewGame(friend=True, clock=ClockSettings.parse("5d")),
    ],
)
def test_elsewhere_the_clock_runs_from_the_start(app: App, new: NewGame) -> None:
    """At one screen, against the computer, where an arbiter starts it, and where days are counted."""
    game = app.friends(new)[0] if new.friend else app.play.create(app.guest("Anna"), new)
    assert game.game.clock is not None
    assert not game.game.clock.awaits_first


def test_a_rematch_costs_no_time_before_both_have_agreed(app: App) -> None:
    """The clock of White, who had not even seen the offer, ran from the moment it was made."""
    game, anna, bruno = app.friends(NewGame(friend=True, first_move_s=0, base_ms=60_000))
    app.play.act(game.id, bruno.id, "resign")
    offered = app.play.rematch(game.id, anna)
    assert (offered.waiting, offered.game.clock) == (True, None)
    awaited = app.view(offered, anna).white
    assert (awaited.kind, awaited.name, awaited.here) == ("open", "Bruno", False)
    view = app.view(app.play.load(game.id), bruno)
    assert view.rematch is None
    assert view.rematch_offer is not None
    assert view.rematch_offer.text == words_of("{name} offers a rematch, colours swapped.", "it", name="Anna")
    assert view.rematch_offer.sides == ("white",)
    own = app.view(app.play.load(game.id), anna)
    assert (own.rematch, own.rematch_offer) == (offered.id, None)
    watching = app.view(app.play.load(game.id))
    assert (watching.rematch, watching.rematch_offer) == (None, None)
    app.clock.now += 3_600_000
    begun = app.play.rematch(game.id, bruno)
    assert not begun.waiting
    assert begun.game.clock is not None
    app.clock.now += 5_000
    assert begun.game.clock.remaining(Side.WHITE, app.clock.now) == 55_000
    assert app.play.claim_flag(begun.id) is None


def test_nobody_is_agreed_with_who_has_left(app: App) -> None:
    game, anna, bruno = app.friends(NewGame(friend=True, first_move_s=0, base_ms=60_000))
    app.play.act(game.id, bruno.id, "resign")
    offered = app.play.rematch(game.id, anna, here={anna.id, bruno.id})
    app.clock.now += 60_000
    with raises(
        RefusedAct,
        Message(
            "{name} is not at the board any more, and their clock would start: try again when they are back.",
            name="Anna",
        ),
    ):
        app.play.rematch(game.id, bruno, here={bruno.id})
    assert app.play.load(offered.id).waiting
    assert not app.play.rematch(game.id, bruno, here={anna.id, bruno.id}).waiting


@pytest.mark.parametrize("base_ms", [None, 86_400_000])
def test_without_a_clock_that_hurries_nobody_need_be_there(app: App, base_ms: int | None) -> None:
    game, anna, bruno = app.friends(NewGame(friend=True, first_move_s=0, base_ms=base_ms))
    app.play.act(game.id, bruno.id, "resign")
    app.play.rematch(game.id, anna, here=())
    app.clock.now += 60_000
    assert not app.play.rematch(game.id, bruno, here=()).waiting


def test_a_rematch_is_turned_down_and_may_be_offered_anew(app: App) -> None:
    game, anna, bruno = app.friends()
    app.play.act(game.id, bruno.id, "resign")
    assert app.play.decline_rematch(game.id, bruno.id) is None
    offered = app.play.rematch(game.id, anna)
    with pytest.raises(NotYours):
        app.play.decline_rematch(game.id, app.guest("Carla").id)
    assert app.play.decline_rematch(game.id, bruno.id) == offered.id
    with pytest.raises(NotFound):
        app.play.load(offered.id)
    assert app.play.load(game.id).rematch_offer is None
    other = app.play.rematch(game.id, bruno)
    assert other.waiting
    app.play.withdraw(other.id, bruno.id)
    assert app.play.rematch(game.id, anna).waiting, "what was taken back at its own board is no offer"


def test_two_at_one_screen_play_again_at_once(app: App) -> None:
    anna = app.guest("Anna")
    game = app.play.create(anna, NewGame(seat="both", base_ms=60_000))
    app.play.act(game.id, anna.id, "resign", "white")
    again = app.play.rematch(game.id, anna)
    assert not again.waiting
    assert len(again.sides_of(anna.id)) == 2


def test_a_rematch_with_the_engine_keeps_its_level(app: App) -> None:
    anna = app.guest("Anna")
    game = app.play.create(anna, NewGame(level=7))
    app.play.act(game.id, anna.id, "resign")
    again = app.play.rematch(game.id, anna)
    assert [(seat.kind, seat.level) for seat in again.row.seats] == [("engine", 7), ("human", None)]
    assert not again.waiting


def test_two_processes_see_each_others_moves(tmp_path: Path) -> None:
    clock = FakeClock()
    here, there = App(tmp_path, clock), App(tmp_path, clock)
    game, anna, bruno = here.friends()
    there.play.load(game.id)
    for ply, (app, who, path) in enumerate(
        [(here, anna, (22, 18)), (there, bruno, (10, 14)), (here, anna, (21, 17)), (there, bruno, (14, 21))]
    ):
        app.play.move(game.id, who.id, ply, path)
    assert moves_of(here.play.load(game.id)) == moves_of(there.play.load(game.id))
    assert here.play.load(game.id).seqs == there.play.load(game.id).seqs
    here.close()
    there.close()


def test_a_clock_begins_in_every_process_when_a_friend_joins_in_one(tmp_path: Path) -> None:
    clock = FakeClock()
    here, there = App(tmp_path, clock), App(tmp_path, clock)
    game = here.play.create(here.guest("Anna"), NewGame(friend=True, first_move_s=0, base_ms=60_000))
    assert here.play.load(game.id).game.clock is None
    code = game.row.seats[1].invite
    assert code is not None
    there.play.join(code, there.guest("Bruno"))
    clock.now += 1_000
    running = here.play.load(game.id)
    here.close()
    there.close()
    assert running.game.clock is not None
    assert running.game.clock.remaining(Side.WHITE, clock.now) == 59_000


def test_a_kept_game_is_the_same_as_a_rebuilt_one(app: App, tmp_path: Path) -> None:
    game, anna, bruno = app.friends(NewGame(friend=True, base_ms=600_000, increment_ms=1_000))
    for ply in range(30):
        live = app.play.load(game.id)
        app.clock.now += 1_234
        who = anna if live.game.side is Side.WHITE else bruno
        move = live.game.position.moves()[ply % live.game.position.count()]
        app.play.move(game.id, who.id, ply, live.game.position.paths(move)[0])
        if ply == 11:
            app.play.act(game.id, who.id, "ask-undo")
            app.play.act(game.id, (bruno if who is anna else anna).id, "decline-undo")
    kept = app.play.load(game.id)
    fresh = App(tmp_path, app.clock)
    rebuilt = fresh.play.load(game.id)
    fresh.close()
    assert (rebuilt.game, rebuilt.history, rebuilt.seqs) == (kept.game, kept.history, kept.seqs)
    with app.opened.read() as work:
        line = work.games.line(game.id)
    assert [(m.ply, m.seq, m.path) for m in line] == [
        (i, kept.seqs[i], ",".join(map(str, path))) for i, path in enumerate(kept.game.paths)
    ]
