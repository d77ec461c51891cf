"""What waits for somebody, and what does not wait any more."""

from __future__ import annotations

import pytest

from damiera.game.clock import ClockSettings
from damiera.messages import Message
from damiera.service.accounts import Accounts
from damiera.service.challenges import Challenges
from damiera.service.friends import FriendService
from damiera.service.identity import Visitor
from damiera.service.member_clubs import MemberClubService
from damiera.service.notices import Notice, NoticeService
from damiera.service.terms import NewGame
from tests.unit.service.kit import App

DAYS = NewGame(friend=True, seat="white", clock=ClockSettings.parse("3d"))


@pytest.fixture
def notices(app: App) -> NoticeService:
    return NoticeService(app.store)


def _member(app: App, name: str) -> Visitor:
    return Accounts(app.store, app.clock).register(None, name, "a long password of mine").visitor


def _told(found: tuple[Notice, ...]) -> list[tuple[str, Message, str]]:
    return [(one.kind, one.text, one.address) for one in found if isinstance(one.text, Message)]


def test_nothing_waits_for_a_newcomer(app: App, notices: NoticeService) -> None:
    assert notices.of(_member(app, "Anna").id) == ()


def test_a_challenge_waits_for_who_is_asked(app: App, notices: NoticeService) -> None:
    anna, bruno = _member(app, "Anna"), _member(app, "Bruno")
    challenges = Challenges()
    made = challenges.add(anna, bruno, NewGame(friend=True))
    assert notices.of(anna.id, challenges.between(anna.id)) == ()
    assert _told(notices.of(bruno.id, challenges.between(bruno.id))) == [
        ("challenge", Message("{name} challenges you", name="Anna"), "/club")
    ]
    challenges.decline(made.id, bruno.id)
    assert notices.of(bruno.id, challenges.between(bruno.id)) == ()


def test_a_move_by_correspondence_waits_for_whose_turn_it_is(app: App, notices: NoticeService) -> None:
    anna, bruno = _member(app, "Anna"), _member(app, "Bruno")
    game = app.play.create(anna, DAYS)
    assert notices.of(anna.id) == ()  # nobody sits opposite yet
    code = game.row.seats[1].invite
    assert code is not None
    app.play.join(code, bruno)
    said = Message("Your move against {name}", name="Bruno")
    assert _told(notices.of(anna.id)) == [("move", said, f"/g/{game.id}")]
    [first] = notices.of(anna.id)
    app.play.move(game.id, anna.id, 0, (22, 18))
    assert notices.of(anna.id) == ()
    app.play.move(game.id, bruno.id, 1, (10, 14))
    [second] = notices.of(anna.id)
    assert second.key != first.key  # it is another move, to be told anew
    app.play.act(game.id, bruno.id, "resign")
    assert notices.of(anna.id) == ()


def test_a_game_on_a_clock_is_no_notice(app: App, notices: NoticeService) -> None:
    game, anna, _ = app.friends(NewGame(friend=True, base_ms=300_000, increment_ms=0))
    assert game.game.outcome is None
    assert notices.of(anna.id) == ()


def test_who_asks_to_be_a_friend_or_to_come_in_waits(app: App, notices: NoticeService) -> None:
    anna, bruno = _member(app, "Anna"), _member(app, "Bruno")
    friends, clubs = FriendService(app.store, app.clock), MemberClubService(app.store, app.clock)
    club = clubs.found(anna.id, "Circolo", "")
    friends.ask(bruno.id, "Anna")
    clubs.ask(bruno.id, club.id)
    assert _told(notices.of(anna.id)) == [
        ("friend", Message("{name} asks to be your friend", name="Bruno"), "/friends"),
        (
            "club",
            Message("{name} asks to come into {club}", name="Bruno", club="Circolo"),
            f"/clubs/{club.id}",
        ),
    ]
    assert notices.of(bruno.id) == ()
    friends.accept(anna.id, "Bruno")
    clubs.answer(anna.id, club.id, "Bruno", accepts=True)
    assert notices.of(anna.id) == ()
