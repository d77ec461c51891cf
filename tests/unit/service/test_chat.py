"""Chats: who may read and say what at a game and at the club, in which measure, and what moderators do."""

from __future__ import annotations

import pytest

from damiera.game.ways import Conditions
from damiera.messages import Message
from damiera.service.account_safety import AccountSafety
from damiera.service.accounts import Accounts
from damiera.service.chat import (
    CLUB_ROOM,
    KEPT,
    LONGEST_LINE,
    PHRASES,
    ChatService,
    clean_line,
    game_room,
    phrases_for,
    words_of,
)
from damiera.service.errors import BadTerms, NotFound, NotYours, RefusedAct
from damiera.service.identity import Visitor
from damiera.service.live import LiveGame
from damiera.service.terms import NewGame
from tests.unit.service.kit import App
from tests.wording import raises

MUCH = Message("Wait a moment: {n} lines in {s} seconds are enough.")
MUTED = Message("A moderator has asked you to be silent for now.")


@pytest.fixture
def chat(app: App) -> ChatService:
    return ChatService(app.store, app.play.load, app.clock)


def _texts(chat: ChatService, room: str, reader: Visitor | None, lang: str = "en") -> list[str]:
    return [words_of(line, lang) for line in chat.lines(room, reader)]


def _rooms(game: LiveGame) -> tuple[str, str]:
    return game_room("players", game.id), game_room("watchers", game.id)


def _member(app: App, name: str) -> Visitor:
    return Accounts(app.store, app.clock).register(None, name, "a long password of mine").visitor


def _admin(app: App, name: str = "Elena") -> Visitor:
    visitor = _member(app, name)
    Accounts(app.store, app.clock).set_role(name, "admin")
    return visitor


def test_players_and_spectators_talk_apart_while_the_game_runs(app: App, chat: ChatService) -> None:
    game, anna, bruno = app.friends()
    carla = app.guest("Carla")
    players, watchers = _rooms(game)
    chat.say(anna, players, phrase="good-game")
    chat.say(carla, watchers, text="White is lost")
    assert _texts(chat, players, bruno) == [PHRASES["good-game"].text("en")]
    for reader in (carla, None):
        assert not chat.access(players, reader).may_read
        with pytest.raises(NotYours):
            chat.lines(players, reader)
    for player in (anna, bruno):
        assert not chat.access(watchers, player).may_read
        with pytest.raises(NotYours):
            chat.lines(watchers, player)
        with pytest.raises(NotYours):
            chat.say(player, watchers, text="What do they say?")
    with pytest.raises(NotYours):
        chat.say(carla, players, text="Take on 22")
    app.play.act(game.id, anna.id, "resign")
    assert _texts(chat, watchers, anna) == ["White is lost"]
    assert chat.say(bruno, watchers, phrase="thanks").number == 2
    with pytest.raises(NotYours):
        chat.lines(players, carla)


def test_who_plays_alone_has_nobody_to_talk_to(app: App, chat: ChatService) -> None:
    anna = app.guest("Anna")
    for new in (NewGame(), NewGame(friend=True), NewGame(seat="both")):
        game = app.play.create(anna, new)
        assert not chat.access(game_room("players", game.id), anna).may_read


def test_a_ready_phrase_is_read_in_the_language_of_each_reader(app: App, chat: ChatService) -> None:
    anna = app.guest("Anna")
    chat.say(anna, CLUB_ROOM, phrase="who")
    for lang in ("en", "it", "fr"):
        assert _texts(chat, CLUB_ROOM, None, lang) == [PHRASES["who"].text(lang)]
    assert len({PHRASES["who"].text(lang) for lang in ("en", "it", "fr")}) == 3


@pytest.mark.parametrize("room", ["players-g", "watchers-g", CLUB_ROOM])
@pytest.mark.parametrize("is_over", [False, True])
def test_phrases_that_are_offered_can_be_said(room: str, is_over: bool) -> None:
    assert set(phrases_for(room, is_over=is_over)) <= PHRASES.keys()


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("  two\n lines\tof   it ", "two lines of it"),
        ("\u202eturned\u200b round\x07", "turned round"),
        ("a" + "\u0301" * 40, "á\u0301\u0301\u0301"),
        ("<b>plain</b> & text", "<b>plain</b> & text"),
        ("👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"),
        ("x" * LONGEST_LINE, "x" * LONGEST_LINE),
    ],
)
def test_a_line_is_one_line_of_plain_text(written: str, kept: str) -> None:
    assert clean_line(written) == kept


@pytest.mark.parametrize("written", ["", " \n ", "\u200d\u202e", "x" * (LONGEST_LINE + 1), "y" * 100_000])
def test_nothing_and_too_much_are_refused(app: App, chat: ChatService, written: str) -> None:
    with pytest.raises(BadTerms):
        chat.say(app.guest("Anna"), CLUB_ROOM, text=written)
    assert chat.lines(CLUB_ROOM, None) == []


def test_who_speaks_too_often_waits(app: App, chat: ChatService) -> None:
    anna = app.guest("Anna")
    for number in range(5):
        chat.say(anna, CLUB_ROOM, text=f"line {number}")
    with raises(RefusedAct, MUCH.format(n=5, s=10)):
        chat.say(anna, CLUB_ROOM, text="one more")
    chat.say(app.guest("Bruno"), CLUB_ROOM, text="another may")
    app.clock.now += 10_000
    chat.say(anna, CLUB_ROOM, text="one more")
    with raises(RefusedAct, Message("You have just said so.")):
        chat.say(anna, CLUB_ROOM, text="one more")
    for number in range(54):
        app.clock.now += 2_500
        chat.say(anna, CLUB_ROOM, text=f"on and on {number}")
    app.clock.now += 20_000
    with raises(RefusedAct, MUCH.format(n=60, s=600)):
        chat.say(anna, CLUB_ROOM, text="and on")


def test_a_reader_is_not_shown_those_they_keep_away(app: App, chat: ChatService) -> None:
    anna, bruno, carla = _member(app, "Anna"), _member(app, "Bruno"), app.guest("Carla")
    AccountSafety(app.store, app.archive, app.clock).block(anna.id, "Bruno")
    chat.say(bruno, CLUB_ROOM, text="from Bruno")
    chat.say(carla, CLUB_ROOM, text="from Carla")
    assert _texts(chat, CLUB_ROOM, anna) == ["from Carla"]
    assert _texts(chat, CLUB_ROOM, carla) == ["from Bruno", "from Carla"]
    found = chat.news(CLUB_ROOM, (anna, carla, None), after=0)
    assert [len(found[reader]) for reader in (anna.id, carla.id, None)] == [1, 2, 2]


def test_guests_of_a_public_server_say_ready_phrases_only(app: App) -> None:
    chat = ChatService(app.store, app.play.load, app.clock, guests_write=False)
    guest, member = app.guest("Carla"), _member(app, "Anna")
    assert (chat.access(CLUB_ROOM, guest).may_write, chat.access(CLUB_ROOM, member).may_write) == (
        False,
        True,
    )
    chat.say(guest, CLUB_ROOM, phrase="hello")
    with pytest.raises(NotYours):
        chat.say(guest, CLUB_ROOM, text="buy this")
    chat.say(member, CLUB_ROOM, text="good evening")


def test_a_server_without_chat_has_no_rooms(app: App) -> None:
    chat = ChatService(app.store, app.play.load, app.clock, is_on=False)
    game, anna, _ = app.friends()
    for room in (CLUB_ROOM, *_rooms(game)):
        with pytest.raises(NotFound):
            chat.say(anna, room, phrase="hello")
        with pytest.raises(NotFound):
            chat.lines(room, anna)


@pytest.mark.parametrize("room", ["", "elsewhere", "players-none", "club-", "watchers-"])
def test_there_are_no_other_rooms(app: App, chat: ChatService, room: str) -> None:
    with pytest.raises(NotFound):
        chat.say(app.guest("Anna"), room, text="hello")


def test_a_game_with_an_arbiter_has_chat_only_if_the_arbiter_opens_it(app: App, chat: ChatService) -> None:
    arbiter = app.guest("Aldo")
    conditions = Conditions(arbitrated=True)
    game = app.play.create(arbiter, NewGame(seat="both", conditions=conditions))
    watchers = game_room("watchers", game.id)
    spectator = app.guest("Carla")
    closed = Message("In a game with an arbiter there is no chat, unless the arbiter opens it.")
    with raises(NotYours, closed):
        chat.say(spectator, watchers, phrase="nice")
    with pytest.raises(NotYours):
        chat.open(spectator.id, game.id, is_open=True)
    chat.open(arbiter.id, game.id, is_open=True)
    chat.say(spectator, watchers, phrase="nice")
    chat.open(arbiter.id, game.id, is_open=False)
    with raises(NotYours, closed):
        chat.say(spectator, watchers, phrase="sharp")
    assert len(chat.lines(watchers, spectator)) == 1


def test_a_reader_asks_from_the_version_they_have(app: App, chat: ChatService) -> None:
    anna, admin = app.guest("Anna"), _admin(app)
    first = chat.say(anna, CLUB_ROOM, text="one")
    second = chat.say(anna, CLUB_ROOM, text="two")
    assert chat.lines(CLUB_ROOM, None, after=first.version) == [second]
    assert chat.versions((CLUB_ROOM, "players-x")) == {CLUB_ROOM: second.version, "players-x": 0}
    assert chat.remove(admin, first.id, "en") == CLUB_ROOM
    [changed] = chat.lines(CLUB_ROOM, None, after=second.version)
    assert (changed.id, changed.removed_by, changed.number) == (first.id, "Elena", 1)


def test_what_moderators_do_is_written_down(app: App, chat: ChatService) -> None:
    anna, admin, bruno = app.guest("Anna"), _admin(app), _member(app, "Bruno")
    line = chat.say(anna, CLUB_ROOM, text="something rude")
    for stranger in (None, anna, bruno):
        with pytest.raises(NotYours):
            chat.remove(stranger, line.id, "en")
        with pytest.raises(NotYours):
            chat.mute(stranger, line.id, 24)
        with pytest.raises(NotYours):
            chat.acts(stranger)
    chat.remove(admin, line.id, "en")
    with pytest.raises(RefusedAct):
        chat.remove(admin, line.id, "en")
    app.clock.now += 1
    chat.mute(admin, line.id, 24)
    app.clock.now += 20_000
    with raises(RefusedAct, MUTED):
        chat.say(anna, CLUB_ROOM, phrase="hello")
    assert chat.context(admin, line.id).muted
    chat.mute(admin, line.id, 0)
    chat.say(anna, CLUB_ROOM, phrase="hello")
    with pytest.raises(BadTerms):
        chat.mute(admin, line.id, 5)
    told = [(one.act, one.by_name, one.about_name, one.words) for one in chat.acts(admin)]
    assert told == [
        ("unmute", "Elena", "Anna", ""),
        ("mute", "Elena", "Anna", "24"),
        ("remove", "Elena", "Anna", "something rude"),
    ]


def test_who_is_muted_speaks_again_when_the_time_is_over(app: App, chat: ChatService) -> None:
    anna, admin = app.guest("Anna"), _admin(app)
    line = chat.say(anna, CLUB_ROOM, text="rude")
    chat.mute(admin, line.id, 1)
    app.clock.now += 3_600_000
    assert chat.say(anna, CLUB_ROOM, phrase="hello").number == 2


def test_a_report_of_a_line_tells_what_was_said_beside_it(app: App, chat: ChatService) -> None:
    game, anna, bruno = app.friends()
    players, _ = _rooms(game)
    chat.say(anna, players, phrase="good-game")
    line = chat.say(bruno, players, text="you play like a child")
    with pytest.raises(NotYours):
        chat.report(app.guest("Carla"), line.id, "", "en")
    with pytest.raises(RefusedAct):
        chat.report(bruno, line.id, "", "en")
    chat.report(anna, line.id, "He goes on like this.", "en")
    safety = AccountSafety(app.store, app.archive, app.clock)
    [report] = safety.reports(_admin(app).id).reports
    assert (report.reporter, report.about, report.game_id) == ("Anna", "Bruno", game.id)
    assert "you play like a child" in report.words
    assert report.evidence.splitlines() == [
        f"Anna: {PHRASES['good-game'].text('en')}",
        "Bruno: you play like a child",
    ]


def test_a_room_keeps_its_newest_lines(app: App, chat: ChatService) -> None:
    people = [app.guest(f"Guest {number}") for number in range(12)]
    for number in range(KEPT + 51):
        app.clock.now += 1_200
        chat.say(people[number % 12], CLUB_ROOM, text=f"line {number}")
    with app.store.read() as work:
        kept = work.chat.lines(CLUB_ROOM, after=0, limit=10_000)
    assert (len(kept), kept[-1].body) == (KEPT + 1, f"line {KEPT + 50}")


def test_what_was_said_at_a_game_goes_with_it_and_with_who_said_it(app: App, chat: ChatService) -> None:
    game, anna, bruno = app.friends()
    players, _ = _rooms(game)
    chat.say(anna, players, text="hello")
    chat.say(bruno, players, text="hello too")
    with app.store.write() as work:
        work.accounts.forget(anna.id, "Somebody")
    with app.store.read() as work:
        assert [line.name for line in work.chat.lines(players, after=0, limit=9)] == ["Bruno"]
    with app.store.write() as work:
        work.games.remove(game.id)
    with app.store.read() as work:
        assert work.chat.lines(players, after=0, limit=9) == []
