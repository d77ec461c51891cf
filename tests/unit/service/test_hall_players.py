"""The players' side of the hall: codes and phones, results by two, registration, games played here."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from damiera.service.errors import BadTerms, Conflict, NotFound, NotYours
from damiera.service.hall import Hall
from damiera.service.hall_event import Announced, LiveEvent
from damiera.service.hall_phones import Phones, margin_of
from damiera.service.hall_reports import Reports, said_of
from damiera.service.hall_results import game_at
from damiera.service.identity import Visitor
from damiera.tournament.errors import BadEvent
from damiera.tournament.log import verify
from damiera.tournament.model import Kind, Mark, Player
from tests.unit.service.kit import House


@dataclass
class Room:
    """An event with four players, round 1 paired, and a phone for each of them."""

    house: House
    hall: Hall
    phones: Phones
    reports: Reports
    arbiter: Visitor
    id: str
    people: dict[int, Visitor]

    @property
    def live(self) -> LiveEvent:
        return self.hall.load(self.id)

    def at(self, board: int = 1, round: int = 1) -> tuple[Visitor, Visitor]:
        game = game_at(self.live.event, round, board)
        assert game.black is not None
        return self.people[game.white], self.people[game.black]

    def state(self, board: int = 1, round: int = 1) -> str:
        return said_of(margin_of(self.live.log), game_at(self.live.event, round, board)).state

    def say(self, who: Visitor, result: str, board: int = 1, round: int = 1) -> LiveEvent:
        return self.reports.report(self.id, who, round, board, result)


@pytest.fixture
def room(house: House) -> Room:
    hall = Hall(house.store, house.clock)
    phones, arbiter = Phones(hall, house.store, house.clock), house.guest("Anna")
    live = hall.create(arbiter, Announced("Trofeo", rounds=3))
    hall.enter(live.id, arbiter, [Player(0, f"Giocatore {i}", elo=3000 - i) for i in range(1, 5)])
    people = {}
    for card in phones.cards(live.id, arbiter):
        people[card.player.number] = house.guest(f"Telefono {card.player.number}")
        phones.bind(live.id, people[card.player.number], card.code)
    hall.pair(live.id, arbiter, 1)
    reports = Reports(hall)
    reports.switch(live.id, arbiter, on=True)
    return Room(house, hall, phones, reports, arbiter, live.id, people)


def test_a_result_stands_once_both_say_it(room: Room) -> None:
    white, black = room.at()
    room.say(white, "win")
    game = game_at(room.live.event, 1, 1)
    assert (room.state(), game.is_over) == ("waiting", False)
    room.say(white, "win")
    room.say(black, "win")
    game = game_at(room.live.event, 1, 1)
    assert (game.white_mark, game.kind, room.state()) == (Mark.WIN, Kind.PLAYED, "over")
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
    room.hall.report(room.id, room.arbiter, 1, 1, "draw", was="none")
    assert room.state() == "over"
    for who, result in ((white, "win"), (black, "loss")):
        with pytest.raises(Conflict, match="1-1"):
            room.say(who, result)
    assert game_at(room.live.event, 1, 1).white_mark is Mark.DRAW
    room.say(black, "draw")
    assert margin_of(room.live.log).said == {}


def test_who_sees_his_mistake_may_say_it_anew(room: Room) -> None:
    white, black = room.at(2)
    room.say(white, "loss", board=2)
    room.say(black, "win", board=2)
    room.say(black, "loss", board=2)
    assert game_at(room.live.event, 1, 2).black_mark is Mark.WIN


def test_what_the_arbiter_takes_back_can_be_confirmed_again(room: Room) -> None:
    white, black = room.at()
    room.say(white, "win")
    live = room.say(black, "win")
    room.hall.undo(room.id, room.arbiter, live.version, live.version, seen=live.version)
    assert room.state() == "agreed"
    room.say(white, "win")
    assert room.state() == "over"


def test_only_the_two_at_a_board_may_report_and_only_where_it_is_allowed(room: Room) -> None:
    white, other = room.at(1)[0], room.at(2)[0]
    with pytest.raises(NotYours, match="Others play"):
        room.say(other, "win", board=1)
    with pytest.raises(NotYours, match="no player"):
        room.say(room.house.guest("Curioso"), "win")
    with pytest.raises(BadTerms):
        room.say(white, "black-absent")
    with pytest.raises(NotFound):
        room.say(white, "win", board=9)
    with pytest.raises(NotYours):
        room.reports.switch(room.id, white, on=False)
    room.reports.switch(room.id, room.arbiter, on=False)
    before = room.live.version
    with pytest.raises(NotYours, match="arbiter"):
        room.say(white, "win")
    assert room.live.version == before


def test_reports_of_a_pairing_that_is_no_more_are_forgotten(room: Room) -> None:
    white, _ = room.at()
    live = room.say(white, "win")
    room.hall.turn(room.id, room.arbiter, 1, 1, "sbagliato")
    assert room.state() == "open"
    line = room.live.log.entries[-1].number
    assert line == live.version + 1


def test_a_round_that_is_over_takes_no_reports(room: Room) -> None:
    for board in (1, 2):
        room.hall.report(room.id, room.arbiter, 1, board, "win")
    room.hall.pair(room.id, room.arbiter, 2)
    with pytest.raises(Conflict):
        room.say(room.at()[0], "draw")


def test_reports_do_not_stand_in_an_arbiters_way(room: Room) -> None:
    seen = room.live.version
    room.say(room.at()[0], "win")
    live = room.hall.announce(room.id, room.arbiter, Announced("Trofeo d'autunno", rounds=3), seen=seen)
    assert live.event.name == "Trofeo d'autunno"
    with pytest.raises(Conflict):
        room.hall.announce(room.id, room.arbiter, Announced("Altro", rounds=3), seen=seen)


def test_codes_are_one_for_each_and_follow_a_player_to_his_new_number(house: House) -> None:
    hall = Hall(house.store, house.clock)
    phones, arbiter = Phones(hall, house.store, house.clock), house.guest("Anna")
    live = hall.create(arbiter, Announced("Trofeo"))
    hall.enter(live.id, arbiter, [Player(0, f"G{i}", elo=1000 + i) for i in range(1, 9)])
    before = {c.player.name: c.code for c in phones.cards(live.id, arbiter)}
    assert len(set(before.values())) == 8
    guest = house.guest("Telefono")
    phones.bind(live.id, guest, before["G3"].upper())
    hall.number(live.id, arbiter, "elo")
    assert {c.player.name: c.code for c in phones.cards(live.id, arbiter)} == before
    who = phones.who_is(live.id, guest.id)
    assert who is not None
    assert (who.name, who.number) == ("G3", 6)
    hall.remove(live.id, arbiter, 8)
    hall.enter(live.id, arbiter, [Player(0, "Nuovo")])
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
    with pytest.raises(NotYours, match="no player"):
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
        room.hall.report(room.id, room.arbiter, 1, board, "win")
    room.hall.finish(room.id, room.arbiter, over=True)
    with pytest.raises(BadEvent):
        room.say(room.at()[0], "win")
