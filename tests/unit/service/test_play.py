"""Playing: who may do what, what is stored, what happens twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from damiera._core import Side
from damiera.rules.explain import Reason
from damiera.service.errors import BadTerms, Conflict, GameIsOver, NotFound, NotYours, NotYourTurn, Refused
from damiera.service.play import flag_due
from damiera.service.terms import NewGame
from tests.unit.service.kit import BEGIN, FakeClock, House, moves_of, score

ENDING = "W:WK30:BK1"
LAST_MAN = "W:W9:B5"  # 9 takes 5 and Black has nothing left


def test_a_game_begins_with_its_first_move_in_one_go(house: House) -> None:
    anna = house.guest("Anna")
    game = house.play.create(anna, NewGame(level=3, path=(22, 18)))
    assert moves_of(game) == ["22-18"]
    assert [(seat.kind, seat.player_id, seat.level) for seat in game.row.seats] == [
        ("human", anna.id, None),
        ("engine", None, 3),
    ]
    assert house.play.load(game.id).version == game.version


def test_a_game_whose_first_move_is_refused_is_not_there(house: House) -> None:
    anna = house.guest("Anna")
    with pytest.raises(Refused):
        house.play.create(anna, NewGame(path=(22, 15)))
    assert house.archive.my_games(anna.id, "it").total == 0


def test_who_has_black_does_not_make_whites_first_move(house: House) -> None:
    with pytest.raises(NotYourTurn):
        house.play.create(house.guest("Anna"), NewGame(seat="black", path=(22, 18)))


def test_the_lot_gives_either_colour(house: House) -> None:
    anna = house.guest("Anna")
    drawn = {house.play.create(anna, NewGame(seat="lot")).sides_of(anna.id) for _ in range(40)}
    assert drawn == {(Side.WHITE,), (Side.BLACK,)}


def test_names_of_games_do_not_repeat_and_are_not_guessed(house: House) -> None:
    anna = house.guest("Anna")
    names = {house.play.create(anna, NewGame()).id for _ in range(20)}
    assert len(names) == 20
    assert {len(name) for name in names} == {10}


def test_a_move_is_stored_before_it_is_answered(house: House, tmp_path: Path) -> None:
    game, anna, _ = house.friends()
    played = house.play.move(game.id, anna.id, 0, (22, 18))
    other = House(tmp_path)
    seen = other.play.load(game.id)
    other.close()
    assert (played.ply, played.repeated) == (0, False)
    assert seen.version == played.version
    assert moves_of(seen) == ["22-18"]


def test_the_same_move_again_gets_the_same_answer(house: House) -> None:
    game, anna, bruno = house.friends()
    first = house.play.move(game.id, anna.id, 0, (22, 18))
    house.play.move(game.id, bruno.id, 1, (10, 14))
    again = house.play.move(game.id, anna.id, 0, (22, 18))
    assert (again.ply, again.version, again.repeated) == (first.ply, first.version, True)
    assert moves_of(again.live) == ["22-18", "10-14"]


def test_another_move_for_a_ply_already_played_is_refused(house: House) -> None:
    game, anna, _ = house.friends()
    played = house.play.move(game.id, anna.id, 0, (22, 18))
    with pytest.raises(Conflict) as caught:
        house.play.move(game.id, anna.id, 0, (22, 19))
    assert caught.value.version == played.version
    assert caught.value.code == "conflict"


def test_a_ply_the_game_has_not_come_to_is_refused(house: House) -> None:
    game, anna, _ = house.friends()
    with pytest.raises(Conflict):
        house.play.move(game.id, anna.id, 2, (22, 18))
    with pytest.raises(Conflict):
        house.play.move(game.id, anna.id, -1, (22, 18))


def test_the_other_side_waits(house: House) -> None:
    game, anna, bruno = house.friends()
    with pytest.raises(NotYourTurn):
        house.play.move(game.id, bruno.id, 0, (22, 18))
    house.play.move(game.id, anna.id, 0, (22, 18))
    with pytest.raises(NotYourTurn):
        house.play.move(game.id, bruno.id, 0, (22, 18))


@pytest.mark.parametrize("who", [None, "carla"])
def test_who_has_no_seat_watches(house: House, who: str | None) -> None:
    game, _, _ = house.friends()
    stranger = house.guest("Carla").id if who else None
    assert house.play.load(game.id).id == game.id
    for ply in (0, 5):
        with pytest.raises(NotYours):
            house.play.move(game.id, stranger, ply, (22, 18))
    with pytest.raises(NotYours):
        house.play.act(game.id, stranger, "resign")
    assert house.play.load(game.id).version == game.version


def test_a_refused_move_says_why(house: House) -> None:
    game, anna, _ = house.friends()
    with pytest.raises(Refused) as caught:
        house.play.move(game.id, anna.id, 0, (22, 26))
    refusal = caught.value
    assert refusal.explanation is not None
    assert refusal.explanation.reason is Reason.MAN_BACKWARD
    assert refusal.path == (22, 26)
    assert house.play.load(game.id).version == game.version


@pytest.mark.parametrize("path", [(), (22,), (22, -18), (0, 5), (22, 10**9), tuple(range(1, 100))])
def test_what_is_no_route_is_refused_as_such(house: House, path: tuple[int, ...]) -> None:
    game, anna, _ = house.friends()
    with pytest.raises(BadTerms):
        house.play.move(game.id, anna.id, 0, path)


def test_a_game_that_is_not_there(house: House) -> None:
    anna = house.guest("Anna")
    with pytest.raises(NotFound) as caught:
        house.play.move("nothing000", anna.id, 0, (22, 18))
    assert caught.value.text("it") == "Questa partita non c'è, o non è aperta a tutti."


def test_the_end_of_a_game(house: House) -> None:
    game, anna, bruno = house.friends(NewGame(friend=True, fen=LAST_MAN))
    played = house.play.move(game.id, anna.id, 0, (9, 2))
    assert played.live.game.outcome is not None
    assert played.live.game.outcome.score == "2-0"
    with pytest.raises(GameIsOver):
        house.play.move(game.id, bruno.id, 1, (1, 5))
    with pytest.raises(GameIsOver):
        house.play.act(game.id, bruno.id, "resign")
    assert house.play.move(game.id, anna.id, 0, (9, 2)).repeated


def test_a_friend_joins_by_the_code(house: House) -> None:
    anna, bruno, carla = house.guest("Anna"), house.guest("Bruno"), house.guest("Carla")
    game = house.play.create(anna, NewGame(friend=True))
    code = game.row.seats[1].invite
    assert code is not None
    assert house.play.invited(f" {code[:4].upper()}-{code[4:]} ").waiting
    joined = house.play.join(code, bruno)
    assert joined.version > game.version
    assert joined.sides_of(bruno.id) == (Side.BLACK,)
    assert not joined.waiting
    assert house.play.join(code, bruno).version == joined.version
    assert house.play.join(code, anna).version == joined.version
    with pytest.raises(NotFound):
        house.play.join(code, carla)
    with pytest.raises(NotFound):
        house.play.join("0000-0000", carla)


def test_who_waits_may_move_but_not_against_the_clock(house: House) -> None:
    anna = house.guest("Anna")
    slow = house.play.create(anna, NewGame(friend=True, path=(22, 18)))
    assert moves_of(slow) == ["22-18"]
    timed = house.play.create(anna, NewGame(friend=True, base_ms=60_000))
    with pytest.raises(Refused, match="open"):
        house.play.move(timed.id, anna.id, 0, (22, 18))
    with pytest.raises(Refused, match="open"):
        house.play.act(slow.id, anna.id, "offer-draw")


def test_the_clock_begins_when_the_friend_sits_down(house: House) -> None:
    anna, bruno = house.guest("Anna"), house.guest("Bruno")
    game = house.play.create(anna, NewGame(friend=True, base_ms=60_000, increment_ms=2_000))
    house.clock.now += 3_600_000
    code = game.row.seats[1].invite
    assert code is not None
    joined = house.play.join(code, bruno)
    assert joined.game.clock is not None
    assert joined.game.clock.remaining(Side.WHITE, house.clock.now) == 60_000
    house.clock.now += 10_000
    played = house.play.move(game.id, anna.id, 0, (22, 18)).live
    assert played.game.clock is not None
    assert played.game.clock.remaining(Side.WHITE, house.clock.now) == 52_000


def test_a_game_nobody_joined_can_be_taken_away(house: House) -> None:
    anna = house.guest("Anna")
    game = house.play.create(anna, NewGame(friend=True))
    with pytest.raises(NotYours):
        house.play.withdraw(game.id, house.guest("Carla").id)
    house.play.withdraw(game.id, anna.id)
    with pytest.raises(NotFound):
        house.play.load(game.id)
    begun, anna2, _ = house.friends()
    with pytest.raises(Refused):
        house.play.withdraw(begun.id, anna2.id)


def test_undo_needs_the_friends_assent(house: House) -> None:
    game, anna, bruno = house.friends()
    house.play.move(game.id, anna.id, 0, (22, 18))
    asked = house.play.act(game.id, anna.id, "ask-undo")
    assert asked.game.undo_request is Side.WHITE
    with pytest.raises(Refused):
        house.play.act(game.id, anna.id, "accept-undo")
    undone = house.play.act(game.id, bruno.id, "accept-undo")
    assert moves_of(undone) == []
    assert undone.seqs == ()
    other = house.play.move(game.id, anna.id, 0, (22, 19))
    assert not other.repeated
    assert moves_of(other.live) == ["22-19"]


def test_events_keep_what_was_taken_back(house: House) -> None:
    game, anna, bruno = house.friends()
    house.play.move(game.id, anna.id, 0, (22, 18))
    house.play.act(game.id, anna.id, "ask-undo")
    house.play.act(game.id, bruno.id, "accept-undo")
    with house.store.read() as work:
        bodies = [event.body for event in work.games.events(game.id, after=0, up_to=99)]
    assert ["moved" in body or "undo" in body for body in bodies] == [True, True, True]


def test_undo_may_be_declined(house: House) -> None:
    game, anna, bruno = house.friends()
    house.play.move(game.id, anna.id, 0, (22, 18))
    house.play.act(game.id, anna.id, "ask-undo")
    after = house.play.act(game.id, bruno.id, "decline-undo")
    assert moves_of(after) == ["22-18"]
    with pytest.raises(Refused):
        house.play.act(game.id, anna.id, "ask-undo")


def test_the_engine_lets_undo_at_once(house: House) -> None:
    anna = house.guest("Anna")
    game = house.play.create(anna, NewGame(path=(22, 18)))
    game = house.minds.play(game.id, game.version, (10, 14))
    undone = house.play.act(game.id, anna.id, "ask-undo")
    assert moves_of(undone) == []
    assert undone.game.undo_request is None


def test_two_at_one_screen_need_no_assent(house: House) -> None:
    anna = house.guest("Anna")
    game = house.play.create(anna, NewGame(seat="both", names=("Anna", "Nonno")))
    assert [seat.name for seat in game.row.seats] == ["Anna", "Nonno"]
    house.play.move(game.id, anna.id, 0, (22, 18))
    house.play.move(game.id, anna.id, 1, (10, 14))
    undone = house.play.act(game.id, anna.id, "ask-undo", "black")
    assert moves_of(undone) == ["22-18"]
    over = house.play.act(game.id, anna.id, "offer-draw")
    assert score(over) == "1-1"


def test_at_one_screen_a_side_may_be_named(house: House) -> None:
    anna = house.guest("Anna")
    game = house.play.create(anna, NewGame(seat="both"))
    assert score(house.play.act(game.id, anna.id, "resign", "black")) == "2-0"


def test_nobody_resigns_for_the_other(house: House) -> None:
    game, anna, _ = house.friends()
    with pytest.raises(NotYours):
        house.play.act(game.id, anna.id, "resign", "black")
    assert score(house.play.act(game.id, anna.id, "resign")) == "0-2"


def test_a_draw_is_offered_and_agreed(house: House) -> None:
    game, anna, bruno = house.friends()
    house.play.act(game.id, anna.id, "offer-draw")
    declined = house.play.act(game.id, bruno.id, "decline-draw")
    assert declined.game.outcome is None
    house.play.act(game.id, bruno.id, "offer-draw")
    assert score(house.play.act(game.id, anna.id, "accept-draw")) == "1-1"


def test_a_claim_that_does_not_hold_is_refused(house: House) -> None:
    game, anna, _ = house.friends()
    with pytest.raises(Refused, match="here once, and a draw takes 4"):
        house.play.act(game.id, anna.id, "claim-repetition")
    with pytest.raises(Refused):
        house.play.act(game.id, anna.id, "ask-count")
    with pytest.raises(Refused, match="without a clock"):
        house.play.act(game.id, anna.id, "flag")


def test_the_fourth_repetition_may_be_claimed(house: House) -> None:
    game, anna, bruno = house.friends(NewGame(friend=True, fen=ENDING))
    dance = [(anna, (30, 26)), (bruno, (1, 5)), (anna, (26, 30)), (bruno, (5, 1))] * 3
    for ply, (who, path) in enumerate(dance):
        game = house.play.move(game.id, who.id, ply, path).live
    assert game.game.repetitions == 4
    over = house.play.act(game.id, bruno.id, "claim-repetition")
    assert over.game.outcome is not None
    assert (score(over), over.game.outcome.article) == ("1-1", "fid.italian.2008:9.3.b")


def test_an_unknown_act_is_refused(house: House) -> None:
    game, anna, _ = house.friends()
    with pytest.raises(BadTerms):
        house.play.act(game.id, anna.id, "explode")  # type: ignore[arg-type]


def timed(house: House) -> tuple[str, str, str]:
    game, anna, bruno = house.friends(NewGame(friend=True, base_ms=60_000))
    return game.id, anna.id, bruno.id


def test_a_move_after_the_flag_loses_and_the_loss_is_stored(house: House) -> None:
    game, anna, _ = timed(house)
    house.clock.now += 60_001
    with pytest.raises(GameIsOver):
        house.play.move(game, anna, 0, (22, 18))
    stored = house.play.load(game)
    assert (score(stored), moves_of(stored)) == ("0-2", [])


def test_the_flag_is_claimed_by_a_timer_only_when_it_fell(house: House) -> None:
    game, _, _ = timed(house)
    assert house.play.timed_games() == [(game, BEGIN + 60_000)]
    house.clock.now += 30_000
    assert house.play.claim_flag(game) is None
    house.clock.now += 30_000
    over = house.play.claim_flag(game)
    assert over is not None
    assert score(over) == "0-2"
    assert flag_due(over) is None
    assert house.play.claim_flag(game) is None
    assert house.play.timed_games() == []


def test_the_opponent_claims_the_flag(house: House) -> None:
    game, _, bruno = timed(house)
    with pytest.raises(Refused, match="still time"):
        house.play.act(game, bruno, "flag")
    house.clock.now += 61_000
    assert score(house.play.act(game, bruno, "flag")) == "0-2"


def test_a_rematch_swaps_the_colours_and_is_one(house: House) -> None:
    game, anna, bruno = house.friends(NewGame(friend=True, base_ms=60_000))
    with pytest.raises(Refused):
        house.play.rematch(game.id, anna)
    over = house.play.act(game.id, anna.id, "resign")
    offered = house.play.rematch(game.id, bruno)
    assert offered.sides_of(bruno.id) == (Side.WHITE,)
    assert offered.row.base_ms == 60_000
    assert house.play.rematch(game.id, bruno).id == offered.id, "who offers again has offered once"
    again = house.play.rematch(game.id, anna)
    assert again.id == offered.id
    assert again.sides_of(anna.id) == (Side.BLACK,)
    told = house.play.load(game.id)
    assert (told.rematch, told.rematch_offer) == (again.id, None)
    assert told.version > over.version
    with pytest.raises(NotYours):
        house.play.rematch(game.id, house.guest("Carla"))


def test_a_rematch_costs_no_time_before_both_have_agreed(house: House) -> None:
    """The clock of White, who had not even seen the offer, ran from the moment it was made."""
    game, anna, bruno = house.friends(NewGame(friend=True, base_ms=60_000))
    house.play.act(game.id, bruno.id, "resign")
    offered = house.play.rematch(game.id, anna)
    assert (offered.waiting, offered.game.clock) == (True, None)
    view = house.view(house.play.load(game.id), bruno)
    assert view.rematch is None
    assert view.rematch_offer is not None
    assert view.rematch_offer.text == "Anna propone la rivincita, a colori invertiti."
    own = house.view(house.play.load(game.id), anna)
    assert (own.rematch, own.rematch_offer) == (offered.id, None)
    watching = house.view(house.play.load(game.id))
    assert (watching.rematch, watching.rematch_offer) == (None, None)
    house.clock.now += 3_600_000
    begun = house.play.rematch(game.id, bruno)
    assert not begun.waiting
    assert begun.game.clock is not None
    house.clock.now += 5_000
    assert begun.game.clock.remaining(Side.WHITE, house.clock.now) == 55_000
    assert house.play.claim_flag(begun.id) is None


def test_nobody_is_agreed_with_who_has_left(house: House) -> None:
    game, anna, bruno = house.friends(NewGame(friend=True, base_ms=60_000))
    house.play.act(game.id, bruno.id, "resign")
    offered = house.play.rematch(game.id, anna, here={anna.id, bruno.id})
    house.clock.now += 60_000
    with pytest.raises(Refused, match="Anna"):
        house.play.rematch(game.id, bruno, here={bruno.id})
    assert house.play.load(offered.id).waiting
    assert not house.play.rematch(game.id, bruno, here={anna.id, bruno.id}).waiting


@pytest.mark.parametrize("base_ms", [None, 86_400_000])
def test_without_a_clock_that_hurries_nobody_need_be_there(house: House, base_ms: int | None) -> None:
    game, anna, bruno = house.friends(NewGame(friend=True, base_ms=base_ms))
    house.play.act(game.id, bruno.id, "resign")
    house.play.rematch(game.id, anna, here=())
    house.clock.now += 60_000
    assert not house.play.rematch(game.id, bruno, here=()).waiting


def test_a_rematch_is_turned_down_and_may_be_offered_anew(house: House) -> None:
    game, anna, bruno = house.friends()
    house.play.act(game.id, bruno.id, "resign")
    assert house.play.decline_rematch(game.id, bruno.id) is None
    offered = house.play.rematch(game.id, anna)
    with pytest.raises(NotYours):
        house.play.decline_rematch(game.id, house.guest("Carla").id)
    assert house.play.decline_rematch(game.id, bruno.id) == offered.id
    with pytest.raises(NotFound):
        house.play.load(offered.id)
    assert house.play.load(game.id).rematch_offer is None
    other = house.play.rematch(game.id, bruno)
    assert other.waiting
    house.play.withdraw(other.id, bruno.id)
    assert house.play.rematch(game.id, anna).waiting, "what was taken back at its own board is no offer"


def test_two_at_one_screen_play_again_at_once(house: House) -> None:
    anna = house.guest("Anna")
    game = house.play.create(anna, NewGame(seat="both", base_ms=60_000))
    house.play.act(game.id, anna.id, "resign", "white")
    again = house.play.rematch(game.id, anna)
    assert not again.waiting
    assert len(again.sides_of(anna.id)) == 2


def test_a_rematch_with_the_engine_keeps_its_level(house: House) -> None:
    anna = house.guest("Anna")
    game = house.play.create(anna, NewGame(level=7))
    house.play.act(game.id, anna.id, "resign")
    again = house.play.rematch(game.id, anna)
    assert [(seat.kind, seat.level) for seat in again.row.seats] == [("engine", 7), ("human", None)]
    assert not again.waiting


def test_two_processes_see_each_others_moves(tmp_path: Path) -> None:
    clock = FakeClock()
    here, there = House(tmp_path, clock), House(tmp_path, clock)
    game, anna, bruno = here.friends()
    there.play.load(game.id)
    for ply, (house, who, path) in enumerate(
        [(here, anna, (22, 18)), (there, bruno, (10, 14)), (here, anna, (21, 17)), (there, bruno, (14, 21))]
    ):
        house.play.move(game.id, who.id, ply, path)
    assert moves_of(here.play.load(game.id)) == moves_of(there.play.load(game.id))
    assert here.play.load(game.id).seqs == there.play.load(game.id).seqs
    here.close()
    there.close()


def test_a_clock_begins_in_every_process_when_a_friend_joins_in_one(tmp_path: Path) -> None:
    clock = FakeClock()
    here, there = House(tmp_path, clock), House(tmp_path, clock)
    game = here.play.create(here.guest("Anna"), NewGame(friend=True, base_ms=60_000))
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


def test_a_kept_game_is_the_same_as_a_rebuilt_one(house: House, tmp_path: Path) -> None:
    game, anna, bruno = house.friends(NewGame(friend=True, base_ms=600_000, increment_ms=1_000))
    for ply in range(30):
        live = house.play.load(game.id)
        house.clock.now += 1_234
        who = anna if live.game.side is Side.WHITE else bruno
        move = live.game.position.moves()[ply % live.game.position.count()]
        house.play.move(game.id, who.id, ply, live.game.position.paths(move)[0])
        if ply == 11:
            house.play.act(game.id, who.id, "ask-undo")
            house.play.act(game.id, (bruno if who is anna else anna).id, "decline-undo")
    kept = house.play.load(game.id)
    fresh = House(tmp_path, house.clock)
    rebuilt = fresh.play.load(game.id)
    fresh.close()
    assert (rebuilt.game, rebuilt.history, rebuilt.seqs) == (kept.game, kept.history, kept.seqs)
    with house.opened.read() as work:
        line = work.games.line(game.id)
    assert [(m.ply, m.seq, m.path) for m in line] == [
        (i, kept.seqs[i], ",".join(map(str, path))) for i, path in enumerate(kept.game.paths)
    ]
