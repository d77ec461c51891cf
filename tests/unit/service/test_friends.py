"""Friends: one asks, the other agrees; what each sees of the other, and what they need not let be seen."""

from __future__ import annotations

import pytest

from damiera.messages import Message
from damiera.records.people import FriendChoiceRecord, RatedGameRecord
from damiera.service.account_safety import AccountSafety
from damiera.service.accounts import Accounts
from damiera.service.errors import NotFound, NotYours, RefusedAct
from damiera.service.friends import MOST_ASKED, FriendService
from damiera.service.identity import Visitor
from damiera.service.terms import NewGame
from tests.unit.service.kit import App
from tests.wording import raises

NOT_NOW = Message("{name} does not take requests now.")


@pytest.fixture
def friends(app: App) -> FriendService:
    return FriendService(app.store, app.clock)


def _member(app: App, name: str) -> Visitor:
    return Accounts(app.store, app.clock).register(None, name, "a long password of mine").visitor


def _names(friends: FriendService, who: Visitor) -> list[str]:
    return [one.friend.name for one in friends.friends_of(who.id, (), _nowhere).friends]


def _nowhere(player_id: str, game_id: str) -> bool:
    return False


def _together(app: App, friends: FriendService) -> tuple[Visitor, Visitor]:
    anna, bruno = _member(app, "Anna"), _member(app, "Bruno")
    friends.ask(anna.id, "Bruno")
    friends.accept(bruno.id, "Anna")
    return anna, bruno


def test_two_are_friends_once_the_other_agrees(app: App, friends: FriendService) -> None:
    anna, bruno = _member(app, "Anna"), _member(app, "Bruno")
    assert friends.ask(anna.id, " BRUNO ").player_id == bruno.id
    assert (friends.state(anna.id, bruno.id), friends.state(bruno.id, anna.id)) == ("asked", "asks")
    assert (_names(friends, anna), _names(friends, bruno)) == ([], [])
    assert friends.asking(bruno.id) == 1
    with pytest.raises(NotFound):
        friends.accept(anna.id, "Bruno")  # nobody agrees to their own request
    friends.accept(bruno.id, "anna")
    assert (_names(friends, anna), _names(friends, bruno)) == (["Bruno"], ["Anna"])
    with raises(RefusedAct, Message("You are friends already.")):
        friends.ask(bruno.id, "Anna")


def test_two_who_ask_each_other_are_friends(app: App, friends: FriendService) -> None:
    anna, bruno = _member(app, "Anna"), _member(app, "Bruno")
    friends.ask(anna.id, "Bruno")
    friends.ask(bruno.id, "Anna")
    assert _names(friends, anna) == ["Bruno"]


def test_either_may_end_it_and_a_request_can_be_taken_back(app: App, friends: FriendService) -> None:
    anna, bruno = _together(app, friends)
    friends.remove(bruno.id, "Anna")
    assert friends.state(anna.id, bruno.id) == ""
    friends.ask(anna.id, "Bruno")
    friends.remove(anna.id, "Bruno")
    assert friends.asking(bruno.id) == 0
    friends.remove(anna.id, "Bruno")  # once more does no harm


def test_guests_have_no_friends(app: App, friends: FriendService) -> None:
    guest, bruno = app.guest("Carla"), _member(app, "Bruno")
    for who in (guest.id, None):
        with pytest.raises(NotYours):
            friends.ask(who, "Bruno")
        with pytest.raises(NotYours):
            friends.friends_of(who, (), _nowhere)
    with pytest.raises(NotFound):
        friends.ask(bruno.id, "Carla")
    with raises(RefusedAct, Message("This is you.")):
        friends.ask(bruno.id, "bruno")


def test_whoever_is_kept_away_cannot_ask_and_is_a_friend_no_more(app: App, friends: FriendService) -> None:
    anna, bruno = _together(app, friends)
    AccountSafety(app.store, app.archive, app.clock).block(anna.id, "Bruno")
    assert (_names(friends, anna), _names(friends, bruno)) == ([], [])
    for who, name in ((bruno, "Anna"), (anna, "Bruno")):
        with raises(RefusedAct, NOT_NOW.format(name=name)):
            friends.ask(who.id, name)


def test_who_wants_no_requests_gets_none(app: App, friends: FriendService) -> None:
    anna, bruno = _member(app, "Anna"), _member(app, "Bruno")
    friends.choose(anna.id, FriendChoiceRecord(may_ask=False))
    with raises(RefusedAct, NOT_NOW.format(name="Anna")):
        friends.ask(bruno.id, "Anna")
    friends.ask(anna.id, "Bruno")  # their own they may send
    friends.choose(anna.id, FriendChoiceRecord())
    assert friends.friends_of(anna.id, (), _nowhere).choice == FriendChoiceRecord()


def test_nobody_asks_everybody(app: App, friends: FriendService) -> None:
    anna = _member(app, "Anna")
    for number in range(MOST_ASKED):
        _member(app, f"Member {number}")
        friends.ask(anna.id, f"Member {number}")
    _member(app, "One more")
    with raises(RefusedAct, Message("You have {n} requests open: wait for answers, or take some back.")):
        friends.ask(anna.id, "One more")


def test_a_friend_is_seen_here_and_at_a_game(app: App, friends: FriendService) -> None:
    anna, bruno = _together(app, friends)
    game = app.play.create(bruno, NewGame(level=1))

    def sits(player_id: str, game_id: str) -> bool:
        return (player_id, game_id) == (bruno.id, game.id)

    [away] = friends.friends_of(anna.id, (), sits).friends
    assert (away.is_here, away.game) == (False, None)
    [here] = friends.friends_of(anna.id, (bruno.id,), _nowhere).friends
    assert (here.is_here, here.game) == (True, None)
    [plays] = friends.friends_of(anna.id, (bruno.id,), sits).friends
    assert plays.game is not None
    assert plays.game.id == game.id
    friends.choose(bruno.id, FriendChoiceRecord(is_seen=False))
    [hidden] = friends.friends_of(anna.id, (bruno.id,), sits).friends
    assert (hidden.is_here, hidden.game) == (False, None)


def test_a_private_game_and_one_that_waits_are_not_shown(app: App, friends: FriendService) -> None:
    anna, bruno = _together(app, friends)
    carla = _member(app, "Carla")
    private = app.play.create(bruno, NewGame(friend=True), RatedGameRecord(rated=False, private=True))
    code = private.row.seats[1].invite
    assert code is not None
    app.play.join(code, carla)
    app.play.create(bruno, NewGame(friend=True))
    [seen] = friends.friends_of(anna.id, (bruno.id,), lambda player, game: player == bruno.id).friends
    assert (seen.is_here, seen.game) == (True, None)


def test_friends_who_play_come_first(app: App, friends: FriendService) -> None:
    anna, _ = _together(app, friends)
    zeno = _member(app, "Zeno")
    friends.ask(zeno.id, "Anna")
    friends.accept(anna.id, "Zeno")
    app.play.create(zeno, NewGame(level=1))
    here = (zeno.id,)
    found = friends.friends_of(anna.id, here, lambda player, game: player == zeno.id).friends
    assert [one.friend.name for one in found] == ["Zeno", "Bruno"]
