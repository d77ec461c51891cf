"""The players' side of the hall: codes and phones, results by two, registration, games played here."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from damiera.messages import Message
from damiera.notation.pdn.model import PdnGame
from damiera.notation.pdn.reader import read_pdn
from damiera.service.conduct import ConductService, rights_of
from damiera.service.errors import BadTerms, Conflict, NotFound, NotYours, RefusedAct
from damiera.service.identity import Visitor
from damiera.service.tournament.acts import TournamentService
from damiera.service.tournament.event import Announcement, LiveEvent
from damiera.service.tournament.games import PaperGameService, event_pdn
from damiera.service.tournament.online import OnlineBoardService, online_game
from damiera.service.tournament.phones import PhoneService
from damiera.service.tournament.registration import EntryRequest, Registration
from damiera.service.tournament.reports import ReportService, said_of
from damiera.service.tournament.results import game_at
from damiera.tournament.errors import BadTournament
from damiera.tournament.log import verify
from damiera.tournament.model import EventPlayer, GameMark, Kind
from tests.unit.service.kit import App
from tests.wording import raises


@dataclass
class Room:
    """An event with four players, round 1 paired, and a phone for each of them."""

    app: App
    tournaments: TournamentService
    phones: PhoneService
    reports: ReportService
    arbiter: Visitor
    id: str
    people: dict[int, Visitor]

    @property
    def live(self) -> LiveEvent:
        return self.tournaments.load(self.id)

    def at(self, board: int = 1, round: int = 1) -> tuple[Visitor, Visitor]:
        game = game_at(self.live.event, round, board)
        assert game.black is not None
        return self.people[game.white], self.people[game.black]

    def state(self, board: int = 1, round: int = 1) -> str:
        return said_of(self.live.margin, game_at(self.live.event, round, board)).state

    def say(self, who: Visitor, result: str, board: int = 1, round: int = 1) -> LiveEvent:
        return self.reports.report(self.id, who, round, board, result)


@pytest.fixture
def room(app: App) -> Room:
    tournaments = TournamentService(app.store, app.clock)
    phones, arbiter = PhoneService(tournaments, app.store, app.clock), app.guest("Anna")
    live = tournaments.create(arbiter, Announcement("Trofeo", rounds=3))
    tournaments.enter(live.id, arbiter, [EventPlayer(0, f"Giocatore {i}", elo=3000 - i) for i in range(1, 5)])
    people = {}
    for card in phones.cards(live.id, arbiter):
        people[card.player.number] = app.guest(f"Telefono {card.player.number}")
        phones.bind(live.id, people[card.player.number], card.code)
    tournaments.pair(live.id, arbiter, 1)
    reports = ReportService(tournaments)
    reports.switch(live.id, arbiter, on=True)
    return Room(app, tournaments, phones, reports, arbiter, live.id, people)


def test_a_result_stands_once_both_say_it(room: Room) -> None:
    white, black = room.at()
    room.say(white, "win")
    game = game_at(room.live.event, 1, 1)
    assert (room.state(), game.is_over) == ("waiting", False)
    room.say(white, "win")
    room.say(black, "win")
    game = game_at(room.live.event, 1, 1)
    assert (game.white_mark, game.kind, room.state()) == (GameMark.WIN, Kind.PLAYED, "over")
    told = [e for e in room.live.log.entries if e.act == "result" or e.data.get("about") == "reported"]
    assert [e.act for e in told] == ["note", "note", "result"]
    assert [e.who.startswith("Giocatore") for e in told] == [True] * 3
    assert told[0].who != told[1].who == told[2].who
    assert verify(room.live.log.entries) is None


def test_two_who_differ_wait_for_the_arbiter_whose_word_stands(room: Room) -> None:
    white, black = room.at()
    room.say(white, "win")
    room.say(black, "loss")
    assert room.state() == "differ"
    room.tournaments.report(room.id, room.arbiter, 1, 1, "draw", was="none")
    assert room.state() == "over"
    for who, result in ((white, "win"), (black, "loss")):
        with raises(
            Conflict,
            Message(
                "Board {b} has its result already: {now}. If it is wrong, the arbiter corrects it.",
                b="1",
                now="1-1",
            ),
        ):
            room.say(who, result)
    assert game_at(room.live.event, 1, 1).white_mark is GameMark.DRAW
    room.say(black, "draw")
    assert room.live.margin.said == {}


def test_who_sees_his_mistake_may_say_it_anew(room: Room) -> None:
    white, black = room.at(2)
    room.say(white, "loss", board=2)
    room.say(black, "win", board=2)
    room.say(black, "loss", board=2)
    assert game_at(room.live.event, 1, 2).black_mark is GameMark.WIN


def test_what_the_arbiter_takes_back_can_be_confirmed_again(room: Room) -> None:
    white, black = room.at()
    room.say(white, "win")
    live = room.say(black, "win")
    room.tournaments.undo(room.id, room.arbiter, live.version, live.version, seen=live.version)
    assert room.state() == "agreed"
    room.say(white, "win")
    assert room.state() == "over"


def test_only_the_two_at_a_board_may_report_and_only_where_it_is_allowed(room: Room) -> None:
    white, other = room.at(1)[0], room.at(2)[0]
    with raises(
        NotYours,
        Message(
            "Others play at board {b} of round {r}: you may report the result of your own board.", b="1", r=1
        ),
    ):
        room.say(other, "win", board=1)
    with raises(NotYours, Message("This phone is no player's yet: enter your code first.")):
        room.say(room.app.guest("Curioso"), "win")
    with pytest.raises(BadTerms):
        room.say(white, "black-absent")
    with pytest.raises(NotFound):
        room.say(white, "win", board=9)
    with pytest.raises(NotYours):
        room.reports.switch(room.id, white, on=False)
    room.reports.switch(room.id, room.arbiter, on=False)
    before = room.live.version
    with raises(NotYours, Message("In this event the arbiter enters the results: tell them.")):
        room.say(white, "win")
    assert room.live.version == before


def test_reports_of_a_pairing_that_is_no_more_are_forgotten(room: Room) -> None:
    white, _ = room.at()
    live = room.say(white, "win")
    room.tournaments.turn(room.id, room.arbiter, 1, 1, "sbagliato")
    assert room.state() == "open"
    line = room.live.log.entries[-1].number
    assert line == live.version + 1


def test_a_round_that_is_over_takes_no_reports(room: Room) -> None:
    for board in (1, 2):
        room.tournaments.report(room.id, room.arbiter, 1, board, "win")
    room.tournaments.pair(room.id, room.arbiter, 2)
    with pytest.raises(Conflict):
        room.say(room.at()[0], "draw")


def test_reports_do_not_stand_in_an_arbiters_way(room: Room) -> None:
    seen = room.live.version
    room.say(room.at()[0], "win")
    live = room.tournaments.announce(
        room.id, room.arbiter, Announcement("Trofeo d'autunno", rounds=3), seen=seen
    )
    assert live.event.name == "Trofeo d'autunno"
    with pytest.raises(Conflict):
        room.tournaments.announce(room.id, room.arbiter, Announcement("Altro", rounds=3), seen=seen)


def test_codes_are_one_for_each_and_follow_a_player_to_his_new_number(app: App) -> None:
    tournaments = TournamentService(app.store, app.clock)
    phones, arbiter = PhoneService(tournaments, app.store, app.clock), app.guest("Anna")
    live = tournaments.create(arbiter, Announcement("Trofeo"))
    tournaments.enter(live.id, arbiter, [EventPlayer(0, f"G{i}", elo=1000 + i) for i in range(1, 9)])
    before = {c.player.name: c.code for c in phones.cards(live.id, arbiter)}
    assert len(set(before.values())) == 8
    guest = app.guest("Telefono")
    phones.bind(live.id, guest, before["G3"].upper())
    tournaments.number(live.id, arbiter, "elo")
    assert {c.player.name: c.code for c in phones.cards(live.id, arbiter)} == before
    who = phones.who_is(live.id, guest.id)
    assert who is not None
    assert (who.name, who.number) == ("G3", 6)
    tournaments.remove(live.id, arbiter, 8)
    tournaments.enter(live.id, arbiter, [EventPlayer(0, "Nuovo")])
    cards = {c.player.name: c for c in phones.cards(live.id, arbiter)}
    assert cards["Nuovo"].code not in before.values()
    assert (cards["G3"].phones, cards["G4"].phones) == (1, 0)


def test_a_code_that_is_replaced_opens_nothing_and_its_phones_speak_for_nobody(room: Room) -> None:
    white, _ = room.at()
    player = room.phones.who_is(room.id, white.id)
    assert player is not None
    old = next(c.code for c in room.phones.cards(room.id, room.arbiter) if c.player == player)
    room.phones.replace_code(room.id, room.arbiter, player.number)
    with pytest.raises(NotFound):
        room.phones.bind(room.id, white, old)
    with raises(NotYours, Message("This phone is no player's yet: enter your code first.")):
        room.say(white, "win")
    new = next(c.code for c in room.phones.cards(room.id, room.arbiter) if c.player == player)
    assert room.phones.bind(room.id, white, new) == player
    with pytest.raises(NotYours):
        room.phones.cards(room.id, white)
    with pytest.raises(BadTerms):
        room.phones.replace_code(room.id, room.arbiter, 99)
    room.phones.unbind(room.id, white)
    assert room.phones.who_is(room.id, white.id) is None


def test_a_closed_event_takes_no_reports(room: Room) -> None:
    for board in (1, 2):
        room.tournaments.report(room.id, room.arbiter, 1, board, "win")
    room.tournaments.finish(room.id, room.arbiter, over=True)
    with pytest.raises(BadTournament):
        room.say(room.at()[0], "win")


# --- registration ----------------------------------------------------------------------------------------


@dataclass
class Desk:
    """An event with nobody in it, and its registration."""

    app: App
    tournaments: TournamentService
    links: Registration
    arbiter: Visitor
    id: str

    @property
    def code(self) -> str:
        link = self.links.link(self.id)
        assert link is not None
        return link.code

    def ask(self, name: str, who: Visitor | None = None, **facts: str) -> EntryRequest:
        player = EventPlayer(0, name, **facts)  # type: ignore[arg-type]
        return self.links.ask(self.id, self.code, who or self.app.guest("Ospite"), player)

    def names(self) -> list[str]:
        return [p.name for p in self.tournaments.load(self.id).event.players]


@pytest.fixture
def cache(app: App) -> Desk:
    tournaments, arbiter = TournamentService(app.store, app.clock), app.guest("Anna")
    live = tournaments.create(arbiter, Announcement("Trofeo", rounds=3))
    links = Registration(tournaments, app.store, app.clock)
    links.open(live.id, arbiter, at_once=False)
    return Desk(app, tournaments, links, arbiter, live.id)


def test_who_asks_waits_is_taken_and_has_his_phone(cache: Desk) -> None:
    guest = cache.app.guest("Ospite")
    one = cache.ask(" Rossi  Mario ", guest, club="Livorno", card="A1", born="1974")
    assert (one.state, one.player.name, cache.names()) == ("waiting", "Rossi Mario", [])
    before = cache.tournaments.load(cache.id).version
    live = cache.links.accept(cache.id, cache.arbiter, one.id)
    assert (cache.names(), live.event.players[0].card) == (["Rossi Mario"], "A1")
    assert [(e.act, e.who) for e in live.log.entries[before:]] == [("enter", "Anna"), ("note", "Anna")]
    taken = cache.links.asked(cache.id, one.id)
    assert (taken.state, taken.number) == ("taken", 1)
    player = PhoneService(cache.tournaments, cache.app.store, cache.app.clock).who_is(cache.id, guest.id)
    assert player is not None
    assert player.name == "Rossi Mario"
    for again in (cache.links.accept, cache.links.refuse):
        with pytest.raises((Conflict, BadTournament)):
            again(cache.id, cache.arbiter, one.id)
    assert verify(live.log.entries) is None


def test_who_is_refused_is_told_why_and_forgotten(cache: Desk) -> None:
    one = cache.ask("Neri Ada", card="B7", born="1990")
    live = cache.links.refuse(cache.id, cache.arbiter, one.id, "tessera scaduta")
    told = cache.links.asked(cache.id, one.id)
    assert (told.state, told.reason, told.player.card, told.player.born) == (
        "refused", "tessera scaduta", "", "",
    )  # fmt: skip
    last = live.log.entries[-1]
    assert (last.data["about"], last.data["name"], last.who, last.why) == (
        "refused", "Neri Ada", "Anna", "tessera scaduta",
    )  # fmt: skip
    assert "B7" not in last.data.values()
    assert cache.links.waiting(cache.id) == ()


def test_doubles_are_told(cache: Desk) -> None:
    cache.tournaments.enter(
        cache.id, cache.arbiter, [EventPlayer(0, "Rossi Mario", club="Livorno", card="A1")]
    )
    for club, born in (("", ""), ("livorno", ""), ("", "1974")):
        with raises(
            BadTerms,
            Message(
                "{n} is entered already, as number {k}. "
                "If you are somebody else, add your club and year of birth.",
                n="Rossi Mario",
                k=1,
            ),
        ):
            cache.ask("ROSSI MARIO", club=club, born=born)
    with raises(
        BadTerms, Message("Card {c} is {n}'s already, entered as number {k}.", c="a1", n="Rossi Mario", k=1)
    ):
        cache.ask("Bianchi Ugo", card="a1")
    other = cache.ask("Rossi Mario", club="Pisa")
    assert [one.like for one in cache.links.waiting(cache.id)] == [("1. Rossi Mario",)]
    with raises(
        BadTerms, Message("{n} has asked to enter already, and waits for the arbiter.", n="Rossi Mario")
    ):
        cache.ask("rossi mario", club="Pisa")
    cache.links.accept(cache.id, cache.arbiter, other.id)
    assert cache.names() == ["Rossi Mario", "Rossi Mario"]


def test_who_is_taken_at_once_unless_he_has_anothers_name(cache: Desk) -> None:
    cache.links.open(cache.id, cache.arbiter, at_once=True)
    guest = cache.app.guest("Ospite")
    assert cache.ask("Rossi Mario", guest, club="Livorno").number == 1
    assert cache.ask("Verdi Ugo", guest).number == 2
    assert cache.tournaments.load(cache.id).log.entries[-1].who == "Verdi Ugo (link)"
    player = PhoneService(cache.tournaments, cache.app.store, cache.app.clock).who_is(cache.id, guest.id)
    assert player is not None
    assert player.number == 1
    assert cache.ask("Rossi Mario", club="Pisa").state == "waiting"


def test_a_link_is_closed_opened_again_and_replaced(cache: Desk) -> None:
    code = cache.code
    cache.links.close(cache.id, cache.arbiter)
    with raises(BadTournament, Message("Registration by this address is closed: talk to the arbiter.")):
        cache.ask("Rossi Mario")
    cache.links.open(cache.id, cache.arbiter, at_once=False)
    assert cache.code == code
    cache.links.open(cache.id, cache.arbiter, at_once=False, fresh=True)
    assert cache.code != code
    with pytest.raises(NotFound):
        cache.links.come_to(cache.id, code)
    with pytest.raises(NotYours):
        cache.links.open(cache.id, cache.app.guest("Ospite"), at_once=True)


def test_a_link_closes_by_itself(cache: Desk) -> None:
    moment = datetime.fromtimestamp(cache.app.clock.now / 1000) + timedelta(minutes=1)
    facts = Announcement("Trofeo", deadline=moment.strftime("%Y-%m-%dT%H:%M"))
    cache.tournaments.announce(cache.id, cache.arbiter, facts, seen=cache.tournaments.load(cache.id).version)
    cache.ask("Rossi Mario")
    cache.app.clock.now += 61_000
    with raises(BadTournament, Message("The entry deadline has passed.")):
        cache.ask("Verdi Ugo")
    cache.tournaments.announce(
        cache.id, cache.arbiter, Announcement("Trofeo"), seen=cache.tournaments.load(cache.id).version
    )
    cache.ask("Verdi Ugo")
    cache.tournaments.enter(cache.id, cache.arbiter, [EventPlayer(0, "A"), EventPlayer(0, "B")])
    cache.tournaments.pair(cache.id, cache.arbiter, 1)
    with raises(BadTournament, Message("The event has begun: whoever comes now talks to the arbiter.")):
        cache.ask("Neri Ada")
    with raises(BadTournament, Message("The event has begun: whoever comes now talks to the arbiter.")):
        cache.links.open(cache.id, cache.arbiter, at_once=False)
    assert len(cache.links.waiting(cache.id)) == 2


@pytest.mark.parametrize(
    ("facts", "field"),
    [
        ({"name": " "}, "name"),
        ({"name": "x" * 81}, "name"),
        ({"name": "Rossi\x00Mario"}, "name"),
        ({"elo": -1}, "elo"),
        ({"elo": 10_000}, "elo"),
        ({"club": "x" * 81}, "club"),
        ({"born": "x" * 11}, "born"),
    ],
)
def test_what_makes_no_player(cache: Desk, facts: dict[str, Any], field: str) -> None:
    with pytest.raises(BadTerms) as caught:
        cache.links.ask(cache.id, cache.code, cache.arbiter, replace(EventPlayer(0, "Rossi Mario"), **facts))
    assert caught.value.field == field


def test_nobody_fills_the_list_alone_and_nobody_takes_anothers_request_back(cache: Desk) -> None:
    guest = cache.app.guest("Ospite")
    asked = [cache.ask(f"Giocatore {n}", guest) for n in range(6)]
    with raises(
        RefusedAct,
        Message("{n} have registered from this phone already: the arbiter enters the others.", n=6),
    ):
        cache.ask("Giocatore 7", guest)
    with pytest.raises(NotYours):
        cache.links.withdraw(cache.id, cache.arbiter, asked[0].id)
    cache.links.withdraw(cache.id, guest, asked[0].id)
    assert cache.links.asked(cache.id, asked[0].id).state == "withdrawn"
    with pytest.raises(Conflict):
        cache.links.accept(cache.id, cache.arbiter, asked[0].id)
    assert cache.names() == []
    assert cache.ask("Giocatore 7", guest).state == "waiting"
    assert len(cache.links.asked_by(cache.id, guest.id)) == 7
    with pytest.raises(NotFound):
        cache.links.asked(cache.id, "nessuno")


# --- boards played here ----------------------------------------------------------------------------------


@dataclass
class Club:
    """The room above, with its boards played here."""

    room: Room
    online: OnlineBoardService

    def game(self, board: int = 1) -> str:
        return online_game(self.room.live.margin, game_at(self.room.live.event, 1, board))

    def sit_down(self, board: int = 1) -> str:
        for who in self.room.at(board):
            self.online.sit(self.room.id, who, 1, board)
        return self.game(board)

    def resign(self, board: int = 1, *, white: bool = False) -> str:
        game = self.sit_down(board)
        self.room.app.play.act(game, self.room.at(board)[0 if white else 1].id, "resign")
        return game


@pytest.fixture
def club(room: Room) -> Club:
    app = room.app
    online = OnlineBoardService(room.tournaments, app.cache, app.store)
    room.tournaments.followers.append(online.follow)
    online.switch(room.id, room.arbiter, on=True, clock="30+10")
    return Club(room, online)


def test_nothing_is_offered_at_a_board_that_its_arbiter_decides(club: Club) -> None:
    game, white = club.sit_down(), club.room.at()[0].id
    offered = rights_of(club.room.app.play.load(game), white)
    assert not {"called-off", "time-given", "absence-claimed"}.intersection(offered)
    claim = {"e": "absence-claimed", "side": "white"}
    with raises(RefusedAct, Message("This is a board of a tournament: its arbiter decides.")):
        ConductService(club.room.app.cache).do(game, white, claim, away_ms=600_000)


def test_the_boards_of_a_round_become_games_with_the_right_colours_and_clock(club: Club) -> None:
    room = club.room
    assert club.game(1) != club.game(2) != ""
    white, black = room.at()
    game = club.online.sit(room.id, black, 1, 1)
    assert room.app.play.load(game).waiting
    assert club.online.sit(room.id, white, 1, 1) == club.online.sit(room.id, white, 1, 1) == game
    live = room.app.play.load(game)
    event = room.live.event
    pair = game_at(event, 1, 1)
    assert pair.black is not None
    assert [(s.side, s.name) for s in live.row.seats] == [
        ("white", event.player(pair.white).name),
        ("black", event.player(pair.black).name),
    ]
    assert (live.row.base_ms, live.row.increment_ms, live.row.game) == (1_800_000, 10_000, "italian")
    assert live.game.clock is not None
    with pytest.raises(NotYours):
        club.online.sit(room.id, room.at(2)[0], 1, 1)
    with pytest.raises(NotYours):
        club.online.sit(room.id, room.app.guest("Curioso"), 1, 1)


def test_a_seat_is_its_players_and_nobody_can_be_kept_from_it(club: Club) -> None:
    room = club.room
    white, black = room.at()
    game = club.online.sit(room.id, white, 1, 1)
    assert [seat.invite for seat in room.app.play.load(game).row.seats] == [None, None]
    tablet = room.app.guest("Tablet")
    number = next(n for n, who in room.people.items() if who == white)
    code = next(c.code for c in room.phones.cards(room.id, room.arbiter) if c.player.number == number)
    room.phones.bind(room.id, tablet, code)
    with raises(RefusedAct, Message("Your seat is taken by another phone of yours: play with that one.")):
        club.online.sit(room.id, tablet, 1, 1)
    room.app.play.withdraw(game, white.id)
    again = club.online.sit(room.id, black, 1, 1)
    assert again == club.game(1) == club.online.sit(room.id, white, 1, 1) != game


def test_a_game_that_ends_writes_its_result_once_also_after_a_restart(club: Club) -> None:
    room = club.room
    game = club.resign(1)
    assert club.online.ended() == (game,)
    tournaments = TournamentService(room.app.store, room.app.clock)
    again = OnlineBoardService(tournaments, room.app.cache, room.app.store)
    live = again.record(game)
    assert live is not None
    pair = game_at(live.event, 1, 1)
    assert (pair.white_mark, pair.kind) == (GameMark.WIN, Kind.PLAYED)
    line = next(e for e in live.log.entries if e.act == "result")
    assert (line.who, line.data["by"]) == ("Damiera", "board")
    assert live.margin.games[1, 1, 1].game == game
    assert again.record(game) is None
    assert club.online.record(game) is None
    assert (again.ended(), room.live.version) == ((), live.version)
    assert verify(live.log.entries) is None


def test_what_the_arbiter_entered_before_stands_and_the_moves_are_kept(club: Club) -> None:
    room = club.room
    game = club.sit_down(1)
    room.tournaments.report(room.id, room.arbiter, 1, 1, "draw")
    room.app.play.act(game, room.at()[1].id, "resign")
    club.online.record(game)
    assert game_at(room.live.event, 1, 1).white_mark is GameMark.DRAW
    assert room.live.margin.games[1, 1, 1].game == game


def test_a_game_whose_board_others_have_now_changes_nothing(club: Club) -> None:
    room = club.room
    old = club.sit_down(1)
    room.tournaments.turn(room.id, room.arbiter, 1, 1, "colori sbagliati")
    new = club.game(1)
    assert new not in ("", old)
    room.app.play.act(old, room.app.play.load(old).row.seats[0].player_id, "resign")
    club.online.record(old)
    assert not game_at(room.live.event, 1, 1).is_over
    assert club.online.ended() == ()
    assert room.app.play.load(new).waiting


def test_the_next_round_is_made_by_itself_with_the_opening_that_was_drawn(app: App) -> None:
    tournaments, arbiter = TournamentService(app.store, app.clock), app.guest("Anna")
    online = OnlineBoardService(tournaments, app.cache, app.store)
    tournaments.followers.append(online.follow)
    live = tournaments.create(arbiter, Announcement("Trofeo", rounds=3, deck="it-2m-43", seed="Livorno"))
    tournaments.enter(live.id, arbiter, [EventPlayer(0, f"G{i}") for i in range(5)])
    online.switch(live.id, arbiter, on=True)
    live = tournaments.pair(live.id, arbiter, 1)
    games = {place: board.game for place, board in live.margin.online.items()}
    assert sorted(games) == [(1, 1, 1), (1, 2, 1)]
    played = app.play.load(games[1, 1, 1])
    assert played.game.ply == 2
    assert played.game.opening is not None
    assert (played.game.opening.deck, played.game.opening.number) == ("it-2m-43", live.ballots[1].number)
    assert played.row.base_ms is None
    online.switch(live.id, arbiter, on=False)
    for board in (1, 2):
        tournaments.report(live.id, arbiter, 1, board, "win")
    live = tournaments.pair(live.id, arbiter, 2)
    assert len(live.margin.online) == 2
    live = online.open_round(live.id, arbiter, 2)
    assert len(live.margin.online) == 4
    assert online.open_round(live.id, arbiter, 2).version == live.version
    with pytest.raises(BadTournament):
        online.open_round(live.id, arbiter, 1)
    with pytest.raises(BadTerms):
        online.switch(live.id, arbiter, on=True, clock="mezz'ora")
    with pytest.raises(NotYours):
        online.open_round(live.id, app.guest("Altro"), 2)


PDN = (
    '[White "X"]\n[Black "Y"]\n[Result "0-1"]\n\n1. 22-18 12-16 2. 18-14 10x19 3. 23x14 11x18 4. 21x14 0-1\n'
)


def test_the_event_as_pdn_has_headings_results_and_the_moves_there_are(club: Club) -> None:
    room, games = club.room, PaperGameService(club.room.tournaments)
    games.attach(room.id, room.arbiter, 1, 2, PDN)
    room.tournaments.report(room.id, room.arbiter, 1, 2, "win")
    club.online.record(club.resign(1))
    first, second = read_pdn(event_pdn(room.live))
    assert isinstance(first, PdnGame)
    assert isinstance(second, PdnGame)
    event, pair = room.live.event, game_at(room.live.event, 1, 2)
    assert pair.black is not None
    want = {
        "Event": "Trofeo", "Round": "1.2",
        "White": event.player(pair.white).name, "Black": event.player(pair.black).name,
    }  # fmt: skip
    assert {name: second.tags[name] for name in want} == want
    assert (second.result, len(second.mainline)) == ("1-0", 7)
    assert (first.tags["Round"], first.result, first.mainline) == ("1.1", "1-0", ())
    games.detach(room.id, room.arbiter, 1, 2)
    assert [len(g.mainline) for g in read_pdn(event_pdn(room.live)) if isinstance(g, PdnGame)] == [0, 0]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", Message("There is no PDN game here.")),
        (PDN + "\n" + PDN, Message("There are several games here: a board has one.")),
        (
            "1. 22-18 12-16 2. 18-9 *",
            Message(
                "{found} is not a legal move. {title}. {why}{by}",
                found=Message("'{short}'", short="18-9"),
                by=Message(" (art. {numbers})", numbers="4.1"),
            ),
        ),
        ('[Result "*"]\n\n*', Message("The game has no moves.")),
        (
            '[GameType "20"]\n\n1. 32-28 18-23 *',
            Message(
                "This is a game of {a}: here it is {b}.",
                a=Message("International draughts"),
                b=Message("Italian draughts"),
            ),
        ),
        ("x" * 70_000, Message("The game is too long.")),
    ],
)
def test_what_is_no_game_of_this_event(room: Room, text: str, words: Message) -> None:
    before = room.live.version
    with raises(BadTerms, words):
        PaperGameService(room.tournaments).attach(room.id, room.arbiter, 1, 1, text)
    assert room.live.version == before


def test_many_games_find_their_boards_by_names_or_none_is_kept(room: Room) -> None:
    games, event = PaperGameService(room.tournaments), room.live.event
    texts = []
    for board in (1, 2):
        pair = game_at(event, 1, board)
        assert pair.black is not None
        white, black = event.player(pair.white).name, event.player(pair.black).name
        swapped = ", ".join(reversed(white.split()))
        texts.append(f'[White "{swapped.upper()}"]\n[Black "{black}"]\n[Round "1"]\n\n1. 22-18 12-16 *\n')
    before = room.live.version
    lost = '[White "Nessuno"]\n[Black "Ignoto"]\n\n1. 22-18 12-16 *\n'
    astray = Message("Games that find no board: {n}. Nothing was kept.")
    other_round = texts[0] + texts[1].replace('"1"', '"2"')
    for bad, why in (
        (texts[0] + lost, astray),
        (texts[0] + texts[0], astray),
        (other_round, astray),
        (lost, astray),
        ("", Message("There is no PDN game here.")),
    ):
        with raises(BadTerms, why):
            games.attach_all(room.id, room.arbiter, bad)
    assert room.live.version == before
    live, kept = games.attach_all(room.id, room.arbiter, "\n".join(texts))
    assert kept == 2
    assert sorted(live.margin.games) == [(1, 1, 1), (1, 2, 1)]
    with pytest.raises(NotYours):
        games.attach_all(room.id, room.people[1], "\n".join(texts))


def test_a_list_filled_for_fun_is_emptied_with_one_line(cache: Desk) -> None:
    asked = [cache.ask(f"Nessuno {n}", card=f"X{n}") for n in range(4)]
    before = cache.tournaments.load(cache.id).version
    live = cache.links.refuse_all(cache.id, cache.arbiter, "scherzo")
    assert (live.version, cache.links.waiting(cache.id)) == (before + 1, ())
    told = [cache.links.asked(cache.id, one.id) for one in asked]
    assert {(one.state, one.reason, one.player.card) for one in told} == {("refused", "scherzo", "")}
    assert cache.links.refuse_all(cache.id, cache.arbiter).version == live.version
