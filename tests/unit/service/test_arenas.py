"""Arenas on a server: pairing, results that come by themselves, pauses, the end, stops and two servers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from damiera.game.events import CalledOff
from damiera.messages import Message
from damiera.service.accounts import Accounts
from damiera.service.arenas import ArenaForm, ArenaService, LiveArena
from damiera.service.errors import BadTerms, NotYours, RefusedAct
from damiera.service.identity import Visitor
from damiera.service.live import LiveGame
from damiera.service.member_clubs import MemberClubService
from damiera.tournament.arena import REST_MS, ArenaSaying
from tests.cases import case
from tests.unit.service.kit import App
from tests.wording import raises

MINUTE_MS = 60_000


class Arena:
    """An arena of a club, with four members who have joined."""

    def __init__(self, app: App) -> None:
        self.app, self.arenas = app, ArenaService(app.cache)
        accounts, clubs = Accounts(app.store, app.clock), MemberClubService(app.store, app.clock)
        names = ("Elena", "Anna", "Bruno", "Carla")
        self.people = [accounts.register(None, name, "a long password of mine").visitor for name in names]
        self.accounts = accounts
        self.club = clubs.found(self.people[0].id, "Circolo", "").id
        for one in self.people[1:]:
            clubs.ask(one.id, self.club)
            clubs.answer(self.people[0].id, self.club, one.name, accepts=True)
        self.id = self.arenas.create(self.people[0], self.club, ArenaForm("Noon", starts_in=0)).id
        for one in self.people:
            self.arenas.join(self.id, one)

    @property
    def live(self) -> LiveArena:
        return self.arenas.load(self.id)

    def after(self, ms: int) -> list[LiveGame]:
        self.app.clock.now += ms
        return list(self.arenas.go_on(self.id))

    def resign(self, game: LiveGame) -> Visitor:
        """Have Black resign; return the winner."""
        white, black = (seat.player_id for seat in game.row.seats)
        self.app.play.act(game.id, black, "resign")
        return next(one for one in self.people if one.id == white)


@pytest.fixture
def arena(tmp_path: Path) -> Iterator[Arena]:
    app = App(tmp_path)
    yield Arena(app)
    app.close()


def test_who_is_free_is_paired_again_and_again(arena: Arena) -> None:
    games = arena.after(0)
    assert len(games) == 2
    assert all(arena.app.play.agreed(game.id).rated for game in games)
    assert arena.after(1_000) == []
    winners = [arena.resign(game) for game in games]
    assert arena.after(1_000) == []  # they have a breath
    again = arena.after(REST_MS)
    assert len(again) == 2
    assert {one.points for one in arena.live.state.players.values()} == {0, 2}
    top = next(g for g in again if winners[0].id in [seat.player_id for seat in g.row.seats])
    assert {seat.player_id for seat in top.row.seats} == {one.id for one in winners}  # near in the standing


def test_the_clock_runs_and_a_game_that_nobody_begins_is_called_off(arena: Arena) -> None:
    game, _ = arena.after(0)
    arena.app.clock.now += 2 * MINUTE_MS
    arena.app.play.claim_flag(game.id)
    arena.after(0)
    white = next(seat.player_id for seat in game.row.seats if seat.side == "white")
    assert not arena.live.state.players[white or ""].here  # who did not move sits out
    arena.arenas.join(arena.id, next(one for one in arena.people if one.id == white))
    assert arena.live.state.players[white or ""].here


def test_who_calls_a_game_off_sits_out(arena: Arena) -> None:
    game, _ = arena.after(0)
    called_off = CalledOff(side="black", at=arena.app.clock.now)
    arena.app.cache.change(game.id, lambda board: board.happen(called_off, None))
    arena.after(1_000)
    black = next(seat.player_id for seat in game.row.seats if seat.side == "black")
    assert [one.id for one in arena.live.state.players.values() if not one.here] == [black]
    assert {one.points for one in arena.live.state.players.values()} == {0}


def test_who_sits_out_is_not_paired_and_plays_the_game_under_way(arena: Arena) -> None:
    anna = arena.people[1]
    arena.arenas.pause(arena.id, anna)
    assert len(arena.after(0)) == 1
    assert arena.live.state.players[anna.id].game == ""


def test_when_the_time_is_over_games_are_played_to_the_end_and_count(arena: Arena) -> None:
    games = arena.after(60 * MINUTE_MS - 5_000)
    assert arena.after(6_000) == []
    assert not arena.live.state.over
    with raises(RefusedAct, Message("The arena is over.")):
        arena.arenas.pause(arena.id, arena.people[1])
        arena.arenas.join(arena.id, arena.people[1])
    winner = arena.resign(games[0])
    arena.resign(games[1])
    arena.after(1_000)
    assert arena.live.state.over
    assert arena.live.state.players[winner.id].points == 2
    assert arena.arenas.running() == []


def test_a_stop_loses_and_doubles_nothing(arena: Arena, tmp_path: Path) -> None:
    games = arena.after(0)
    arena.resign(games[0])
    again = App(tmp_path, arena.app.clock)
    try:
        others = ArenaService(again.cache)
        for service in (others, arena.arenas, others):
            service.go_on(arena.id)
        assert others.load(arena.id) == arena.live
        assert sorted(one.points for one in arena.live.state.players.values()) == [0, 0, 0, 2]
        arena.resign(games[1])
        arena.app.clock.now += REST_MS
        begun = [game for service in (arena.arenas, others) for game in service.go_on(arena.id)]
        assert len(begun) <= 2
        assert len(arena.live.state.running) <= 2
    finally:
        again.close()


def test_two_of_whom_one_keeps_the_other_away_do_not_meet(arena: Arena) -> None:
    elena, anna, bruno, carla = arena.people
    for one in (bruno, carla):
        arena.arenas.pause(arena.id, one)
    with arena.app.store.write() as work:
        work.accounts.block(elena.id, anna.id, at=0)
    assert arena.after(0) == []


def test_only_members_with_accounts_play(arena: Arena) -> None:
    with raises(NotYours, Message("Sign in first: in an arena accounts play.")):
        arena.arenas.join(arena.id, arena.app.guest("Guest"))
    zeno = arena.accounts.register(None, "Zeno", "a long password of mine").visitor
    with raises(NotYours, Message("This arena is for the members of the club.")):
        arena.arenas.join(arena.id, zeno)
    with pytest.raises(NotYours):
        arena.arenas.create(arena.people[1], arena.club, ArenaForm("Mine"))


def test_terms_that_make_no_arena_are_refused_with_their_field(arena: Arena) -> None:
    wrong = {
        "name": ArenaForm(" "),
        "game": ArenaForm("A", game="chess"),
        "pace": ArenaForm("A", pace="1+0"),
        "minutes": ArenaForm("A", minutes=7),
        "starts_in": ArenaForm("A", starts_in=-1),
    }
    for field, form in wrong.items():
        with case(field), pytest.raises(BadTerms) as refused:
            arena.arenas.create(arena.people[0], arena.club, form)
        assert refused.value.field == field


def test_admins_halt_the_pairing_and_let_it_go_on(arena: Arena) -> None:
    elena, anna = arena.people[:2]
    with pytest.raises(NotYours):
        arena.arenas.halt(arena.id, anna, halts=True)
    for _ in range(2):  # the second tap does nothing
        arena.arenas.halt(arena.id, elena, halts=True)
    assert arena.after(0) == []
    arena.arenas.halt(arena.id, elena, halts=False)
    assert len(arena.after(0)) == 2
    assert len(arena.live.state.orders) == 2
    assert arena.arenas.directs(arena.live, elena.id)
    assert not arena.arenas.directs(arena.live, anna.id)
    assert not arena.arenas.directs(arena.live, None)


def test_an_arena_that_was_prolonged_pairs_on(arena: Arena) -> None:
    elena = arena.people[0]
    arena.arenas.prolong(arena.id, elena, 15)
    assert len(arena.after(70 * MINUTE_MS)) == 2  # 60 minutes were announced
    assert not arena.live.state.over
    with raises(RefusedAct, Message("The time is over")):
        arena.app.clock.now += 10 * MINUTE_MS
        arena.arenas.prolong(arena.id, elena, 15)
    for wrong in (0, 61, -5):
        with pytest.raises(BadTerms):
            arena.arenas.prolong(arena.id, elena, wrong)


def test_who_was_removed_plays_to_the_end_and_does_not_come_back(arena: Arena) -> None:
    elena, anna = arena.people[:2]
    arena.after(0)
    arena.arenas.remove(arena.id, elena, "Anna")
    assert arena.live.state.players[anna.id].game  # it is played
    said = Message("Whoever directs the arena has taken you out of it: talk to them.")
    with raises(RefusedAct, said):
        arena.arenas.join(arena.id, anna)
    with pytest.raises(RefusedAct):
        arena.arenas.remove(arena.id, elena, "Nobody")


def test_what_is_said_to_all_is_one_line(arena: Arena) -> None:
    elena = arena.people[0]
    arena.arenas.announce(arena.id, elena, " A break\nof five minutes. ")
    [(_, order)] = arena.live.state.orders
    assert order == ArenaSaying("A break of five minutes.", "Elena")
    for wrong in ("", "x" * 201, "\u202e"):
        with pytest.raises(BadTerms):
            arena.arenas.announce(arena.id, elena, wrong)
    again = ArenaService(arena.app.cache).load(arena.id)  # read anew from its lines
    assert again.state == arena.live.state
