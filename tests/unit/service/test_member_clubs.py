"""Clubs with members: who comes in and how, and what each role may do."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from damiera.messages import Message
from damiera.service.account_data import AccountData
from damiera.service.account_safety import AccountSafety
from damiera.service.accounts import Accounts
from damiera.service.chat import ChatService, club_room
from damiera.service.errors import BadTerms, NotFound, NotYours, RefusedAct
from damiera.service.identity import Visitor
from damiera.service.member_clubs import (
    LONGEST_TEXT,
    MOST_EVENTS,
    MOST_FOUNDED,
    MOST_NOTES,
    MemberClub,
    MemberClubService,
)
from damiera.service.rated_games import RatedGames
from tests.unit.service.kit import App
from tests.wording import raises

ADMINS_ONLY = Message("Only the admins of the club may do this.")
FOUNDER_ONLY = Message("Only the founder of the club may do this.")


@pytest.fixture
def clubs(app: App) -> MemberClubService:
    return MemberClubService(app.store, app.clock)


class Circle:
    """A club with one of each role."""

    def __init__(self, app: App, clubs: MemberClubService) -> None:
        self.clubs = clubs
        self.elena, self.anna, self.bruno, self.carla = (
            _member(app, name) for name in ("Elena", "Anna", "Bruno", "Carla")
        )
        self.id = clubs.found(self.elena.id, "  Circolo   Livorno ", "We play on Friday.").id
        for who in (self.anna, self.bruno):
            app.clock.now += 1
            clubs.ask(who.id, self.id)
            clubs.answer(self.elena.id, self.id, who.name, accepts=True)
        clubs.set_role(self.elena.id, self.id, "Anna", is_admin=True)

    def roles(self) -> dict[str, str]:
        return {one.name: one.role for one in self.seen().members}

    def seen(self, who: Visitor | None = None) -> MemberClub:
        return self.clubs.load(self.id, who.id if who else None, "italian", "rapid")


@pytest.fixture
def circle(app: App, clubs: MemberClubService) -> Circle:
    return Circle(app, clubs)


def _member(app: App, name: str) -> Visitor:
    return Accounts(app.store, app.clock).register(None, name, "a long password of mine").visitor


def test_a_club_is_founded_and_found(app: App, clubs: MemberClubService, circle: Circle) -> None:
    assert circle.roles() == {"Elena": "founder", "Anna": "admin", "Bruno": "member"}
    [found] = clubs.search("LIVOR")
    assert (found.name, found.members) == ("Circolo Livorno", 3)
    assert clubs.search("%") == []
    assert [role for _, role in clubs.of_player(circle.anna.id)] == ["admin"]
    with raises(BadTerms, Message("A club is called so already: choose another name.")):
        clubs.found(circle.carla.id, "CIRCOLO livorno", "")
    with pytest.raises(NotYours):
        clubs.found(app.guest("Dario").id, "Another", "")
    with pytest.raises(NotFound):
        clubs.load("none", None, "italian", "rapid")


def test_one_comes_in_by_a_request_that_an_admin_answers(clubs: MemberClubService, circle: Circle) -> None:
    clubs.ask(circle.carla.id, circle.id)
    with raises(RefusedAct, Message("You have asked already: an admin of the club answers.")):
        clubs.ask(circle.carla.id, circle.id)
    assert [one.name for one in circle.seen(circle.anna).asking] == ["Carla"]
    assert circle.seen(circle.bruno).asking == ()  # a member is not told who asks
    with raises(NotYours, ADMINS_ONLY):
        clubs.answer(circle.bruno.id, circle.id, "Carla", accepts=True)
    clubs.answer(circle.anna.id, circle.id, "carla", accepts=False)
    assert "Carla" not in circle.roles()
    clubs.ask(circle.carla.id, circle.id)
    clubs.leave(circle.carla.id, circle.id)  # taken back
    with pytest.raises(NotFound):
        clubs.answer(circle.anna.id, circle.id, "Carla", accepts=True)
    with raises(RefusedAct, Message("You are in this club already.")):
        clubs.ask(circle.bruno.id, circle.id)


def test_one_comes_in_by_a_link_until_it_is_another(clubs: MemberClubService, circle: Circle) -> None:
    with raises(NotYours, ADMINS_ONLY):
        clubs.set_link(circle.bruno.id, circle.id, is_open=True)
    clubs.set_link(circle.anna.id, circle.id, is_open=True)
    key = circle.seen().club.key
    assert clubs.invited(key).id == circle.id
    clubs.ask(circle.carla.id, circle.id)
    clubs.join(circle.carla.id, key)  # who has asked needs no answer any more
    assert circle.roles()["Carla"] == "member"
    clubs.set_link(circle.elena.id, circle.id, is_open=True)
    for old in (key, "", "none"):
        with pytest.raises(NotFound):
            clubs.invited(old)
    clubs.set_link(circle.elena.id, circle.id, is_open=False)
    assert circle.seen().club.key == ""


def test_whom_the_founder_keeps_away_cannot_come_in(
    app: App, clubs: MemberClubService, circle: Circle
) -> None:
    AccountSafety(app.store, app.archive, app.clock).block(circle.elena.id, "Carla")
    clubs.set_link(circle.elena.id, circle.id, is_open=True)
    not_now = Message("You cannot come into this club now.")
    with raises(RefusedAct, not_now):
        clubs.ask(circle.carla.id, circle.id)
    with raises(RefusedAct, not_now):
        clubs.join(circle.carla.id, circle.seen().club.key)


def test_each_role_may_do_what_is_its_own(clubs: MemberClubService, circle: Circle) -> None:
    id = circle.id
    keeper: dict[str, Callable[[str], None]] = {
        "describe": lambda me: clubs.describe(me, id, "Who we are"),
        "pin": lambda me: clubs.pin(me, id, "Bring a friend."),
        "list": lambda me: clubs.list_event(me, id, "Evening", "/hall/abc", "Friday"),
        "unpin": lambda me: clubs.unpin(me, id, circle.seen(circle.elena).notes[0].id),
        "drop": lambda me: clubs.drop_event(me, id, circle.seen().events[0].id),
    }
    for what, act in keeper.items():
        for who in (circle.bruno, circle.carla):
            with raises(NotYours, ADMINS_ONLY):
                clubs.pin(who.id, id, what)
        act(circle.anna.id)
    leader: dict[str, Callable[[str], None]] = {
        "role": lambda me: clubs.set_role(me, id, "Bruno", is_admin=True),
        "hand over": lambda me: clubs.hand_over(me, id, "Bruno"),
        "close": lambda me: clubs.close(me, id, knows=True),
        "remove an admin": lambda me: clubs.remove(me, id, "Anna"),
    }
    for act in leader.values():
        with pytest.raises(NotYours):
            act(circle.bruno.id)
    for what in ("role", "hand over", "close", "remove an admin"):
        with raises(NotYours, FOUNDER_ONLY):
            leader[what](circle.anna.id)
    stays = Message("The founder of a club cannot be removed or made anything else.")
    with raises(RefusedAct, stays):
        clubs.remove(circle.anna.id, id, "Elena")
    with raises(RefusedAct, stays):
        clubs.set_role(circle.elena.id, id, "Elena", is_admin=False)
    clubs.remove(circle.anna.id, id, "Bruno")
    assert circle.roles() == {"Elena": "founder", "Anna": "admin"}


def test_the_founder_leaves_by_handing_the_club_over(clubs: MemberClubService, circle: Circle) -> None:
    with raises(RefusedAct, Message("You have founded the club: hand it over first, or close it.")):
        clubs.leave(circle.elena.id, circle.id)
    clubs.ask(circle.carla.id, circle.id)
    with pytest.raises(RefusedAct):
        clubs.hand_over(circle.elena.id, circle.id, "Carla")  # who only asks is no member
    clubs.hand_over(circle.elena.id, circle.id, "Bruno")
    assert circle.roles() == {"Elena": "admin", "Anna": "admin", "Bruno": "founder"}
    clubs.leave(circle.elena.id, circle.id)
    assert circle.roles() == {"Anna": "admin", "Bruno": "founder"}


def test_a_club_that_is_closed_is_gone(clubs: MemberClubService, circle: Circle) -> None:
    with pytest.raises(BadTerms):
        clubs.close(circle.elena.id, circle.id, knows=False)
    clubs.close(circle.elena.id, circle.id, knows=True)
    assert (clubs.search(""), clubs.of_player(circle.anna.id)) == ([], [])
    clubs.found(circle.anna.id, "Circolo Livorno", "")  # its name is free again


def test_notes_are_for_members_and_events_for_all(clubs: MemberClubService, circle: Circle) -> None:
    clubs.pin(circle.anna.id, circle.id, "First line\r\nsecond \u202eline")
    clubs.list_event(circle.anna.id, circle.id, "Friday evening", "/hall/abc?x=1", "")
    for who, sees in ((circle.bruno, True), (circle.carla, False), (None, False)):
        seen = circle.seen(who)
        assert [note.text for note in seen.notes] == ["First line\nsecond line"] * sees
        assert [(one.title, one.address) for one in seen.events] == [("Friday evening", "/hall/abc?x=1")]


@pytest.mark.parametrize(
    "address", ["https://evil.example", "//evil.example", "/\\evil", "hall/abc", "", "/\n"]
)
def test_an_event_is_a_page_of_this_server(clubs: MemberClubService, circle: Circle, address: str) -> None:
    if address == "/\n":
        address = "/a\nb"
    with pytest.raises(BadTerms):
        clubs.list_event(circle.anna.id, circle.id, "Evening", address, "")


def test_nothing_grows_without_end(clubs: MemberClubService, circle: Circle) -> None:
    for _ in range(MOST_NOTES):
        clubs.pin(circle.anna.id, circle.id, "again")
    for _ in range(MOST_EVENTS):
        clubs.list_event(circle.anna.id, circle.id, "again", "/hall/x", "")
    with pytest.raises(RefusedAct):
        clubs.pin(circle.anna.id, circle.id, "again")
    with pytest.raises(RefusedAct):
        clubs.list_event(circle.anna.id, circle.id, "again", "/hall/x", "")
    with pytest.raises(BadTerms):
        clubs.describe(circle.anna.id, circle.id, "x" * (LONGEST_TEXT + 1))
    for number in range(MOST_FOUNDED):
        clubs.found(circle.carla.id, f"Club {number}", "")
    with raises(RefusedAct, Message("You have founded {n} clubs: hand one over or close it first.")):
        clubs.found(circle.carla.id, "One more", "")


def test_a_founder_whose_account_goes_leaves_the_club_to_the_first_admin(app: App, circle: Circle) -> None:
    data = AccountData(app.cache, app.play, app.archive, RatedGames(app.store, app.clock))
    data.delete(circle.elena.id)
    assert circle.roles() == {"Anna": "founder", "Bruno": "member"}
    data.delete(circle.anna.id)
    assert circle.roles() == {"Bruno": "founder"}
    data.delete(circle.bruno.id)
    assert circle.clubs.search("") == []


def test_members_talk_among_themselves(app: App, clubs: MemberClubService, circle: Circle) -> None:
    chat, room = ChatService(app.store, app.play.load, app.clock), club_room(circle.id)
    clubs.ask(circle.carla.id, circle.id)
    line = chat.say(circle.bruno, room, text="See you on Friday")
    assert [one.body for one in chat.lines(room, circle.anna)] == ["See you on Friday"]
    for other in (circle.carla, None):
        with pytest.raises(NotYours):
            chat.lines(room, other)
    with raises(NotYours, Message("Only the members of the club talk here.")):
        chat.say(circle.carla, room, text="Me too")
    with pytest.raises(NotYours):
        chat.remove(circle.bruno, line.id, "en")
    with pytest.raises(NotYours):
        chat.mute(circle.anna, line.id, 24)  # that is for the moderators of the server
    assert chat.context(circle.anna, line.id).may_remove
    assert chat.remove(circle.anna, line.id, "en") == room
    clubs.close(circle.elena.id, circle.id, knows=True)
    with pytest.raises(NotFound):
        chat.lines(room, circle.anna)
    with app.store.read() as work:
        assert work.chat.lines(room, after=0, limit=9) == []
