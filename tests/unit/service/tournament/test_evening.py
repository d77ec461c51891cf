"""Evenings played here: joining, rounds that follow one another, boards to which nobody comes, restarts."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest
from sqlalchemy import insert

from damiera.game.events import CalledOff
from damiera.messages import Message
from damiera.service.accounts import Accounts
from damiera.service.errors import BadTerms, NotYours, RefusedAct
from damiera.service.identity import Visitor
from damiera.service.member_clubs import MemberClubService
from damiera.service.tournament.acts import TournamentService
from damiera.service.tournament.evening import EveningService, EveningTerms, evening_due
from damiera.service.tournament.event import LiveEvent
from damiera.service.tournament.online import OnlineBoardService, online_game
from damiera.store.schema import rating
from damiera.tournament.log import verify
from damiera.tournament.model import Kind, PlayerChange
from tests.cases import case
from tests.unit.service.kit import App, FakeClock
from tests.wording import raises

MINUTE_MS = 60_000


class Club:
    """A club with its people, over a store that may be opened again."""

    def __init__(self, app: App) -> None:
        self.open(app)
        names = ("Elena", "Anna", "Bruno", "Carla", "Dario")
        accounts = Accounts(app.store, app.clock)
        self.people = [accounts.register(None, name, "a long password of mine").visitor for name in names]
        clubs = MemberClubService(app.store, app.clock)
        self.id = clubs.found(self.elena.id, "Circolo", "").id
        for one in self.people[1:]:
            clubs.ask(one.id, self.id)
            clubs.answer(self.elena.id, self.id, one.name, accepts=True)
        self.clubs = clubs

    def open(self, app: App) -> None:
        self.app = app
        self.tournaments = TournamentService(app.store, app.clock)
        self.online = OnlineBoardService(self.tournaments, app.cache, app.store)
        self.evenings = EveningService(self.tournaments, self.online, app.cache, app.store)
        self.tournaments.followers += [self.online.follow, self.evenings.follow]

    @property
    def elena(self) -> Visitor:
        return self.people[0]

    def after(self, minutes: float, id: str) -> LiveEvent:
        """Let time pass, then what is due happen."""
        self.app.clock.now += int(minutes * MINUTE_MS)
        self.evenings.go_on(id)
        return self.tournaments.load(id)

    def begun(self, *players: Visitor, **terms: object) -> LiveEvent:
        """Return an evening with its first round paired."""
        live = self.evenings.create(self.elena, self.id, EveningTerms("Friday", **terms))  # type: ignore[arg-type]
        for one in players:
            self.evenings.join(live.id, one)
        return self.evenings.pair(live.id, self.elena, 1)

    def sit(self, live: LiveEvent, *boards: int) -> None:
        """Have both come to some boards of the round under way."""
        names = {one.name: one for one in self.people}
        held = live.event.round(live.event.played_rounds)
        assert held is not None
        for game in held.games:
            if game.board in boards and game.black is not None:
                for number in (game.white, game.black):
                    self.online.sit(live.id, names[live.event.player(number).name], held.number, game.board)

    def play(self, live: LiveEvent, board: int) -> None:
        """Have Black resign at a board, and the result told."""
        self.sit(live, board)
        held = live.event.round(live.event.played_rounds)
        assert held is not None
        game_id = online_game(live.margin, held.games[board - 1])
        black = self.app.play.load(game_id).row.seats[1].player_id
        self.app.play.act(game_id, black, "resign")
        for ended in self.online.ended():
            self.online.record(ended)


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    app = App(tmp_path)
    yield Club(app)
    app.close()


def test_members_join_by_one_tap_and_nobody_else(club: Club) -> None:
    live = club.evenings.create(club.elena, club.id, EveningTerms("Friday"))
    anna = club.people[1]
    for _ in range(2):  # the second tap does nothing
        live = club.evenings.join(live.id, anna)
    assert [(one.name, one.club) for one in live.event.players] == [("Anna", "Circolo")]
    stranger = Accounts(club.app.store, club.app.clock).register(None, "Zeno", "a long password of mine")
    with raises(NotYours, Message("This evening is for the members of the club.")):
        club.evenings.join(live.id, stranger.visitor)
    with raises(NotYours, Message("Sign in first: at an evening accounts play.")):
        club.evenings.join(live.id, club.app.guest("Guest"))
    assert club.evenings.leave(live.id, anna).event.players == ()
    assert [one.address for one in club.clubs.load(club.id, None, "italian", "rapid").events] == [
        f"/hall/{live.id}/evening"
    ]
    with pytest.raises(NotYours):
        club.evenings.create(anna, club.id, EveningTerms("Mine"))
    with pytest.raises(NotYours):
        club.evenings.set_open(live.id, anna, is_open=False)
    club.evenings.set_open(live.id, club.elena, is_open=False)
    with raises(RefusedAct, Message("Nobody can join any more.")):
        club.evenings.join(live.id, anna)


def test_a_round_comes_after_the_pause_and_the_last_one_ends_the_evening(club: Club) -> None:
    live = club.begun(*club.people[:4], rounds=2, pause=1)
    for board in (1, 2):
        club.play(live, board)
    assert club.after(0.9, live.id).event.played_rounds == 1
    live = club.after(0.2, live.id)
    assert live.event.played_rounds == 2
    assert all(online_game(live.margin, game) for game in live.open_games)
    for board in (1, 2):
        club.play(live, board)
    live = club.after(0.1, live.id)
    assert live.over
    club.evenings.go_on(live.id)
    assert club.evenings.running() == ()
    assert sum(row.points for row in live.standing.ranked) == 8  # four games, two points each
    assert verify(live.log.entries) is None


def test_who_does_not_come_in_time_has_lost_by_forfeit_9_4(club: Club) -> None:
    live = club.begun(*club.people[:4], rounds=3, wait=5)
    club.sit(live, 1)
    first, second = live.open_games
    club.online.sit(
        live.id, next(p for p in club.people if p.name == live.event.player(second.white).name), 1, 2
    )
    assert club.after(4.9, live.id).open_games == live.open_games
    live = club.after(0.2, live.id)
    assert live.open_games == (first,)
    game = live.event.round(1).games[1]  # type: ignore[union-attr]
    assert (game.kind, game.white_mark) == (Kind.FORFEIT, "win")
    assert [(s.player, s.change) for s in live.event.statuses] == [(second.black, PlayerChange.FORFEITED)]
    version = live.version
    assert club.after(1, live.id).version == version  # it is looked once
    late = next(p for p in club.people if p.name == live.event.player(second.black or 0).name)
    with raises(
        RefusedAct, Message("This board is decided by forfeit: you play again from the next round on.")
    ):
        club.online.sit(live.id, late, 1, 2)
    live = club.evenings.join(live.id, late)  # here again: paired in the next round
    assert [s.until_round for s in live.event.statuses] == [1]


def test_the_clock_of_a_board_runs_when_both_are_there(club: Club) -> None:
    live = club.begun(*club.people[:2], rounds=1)
    club.sit(live, 1)
    game = club.app.play.load(online_game(live.margin, live.open_games[0]))
    assert game.game.conditions.first_move_s == 0
    club.app.clock.now += 5 * MINUTE_MS + 1
    ended = club.app.play.claim_flag(game.id)
    assert ended is not None
    assert ended.game.outcome is not None
    assert ended.game.outcome.score == "0-2"


def test_a_game_called_off_is_begun_again(club: Club) -> None:
    live = club.begun(*club.people[:2], rounds=1)
    club.sit(live, 1)
    game_id = online_game(live.margin, live.open_games[0])
    called_off = CalledOff(side="white", at=club.app.clock.now)
    club.app.cache.change(game_id, lambda board: board.happen(called_off, None))
    [ended] = club.online.ended()
    for _ in range(2):  # told twice, made once
        club.online.record(ended)
    live = club.tournaments.load(live.id)
    again = online_game(live.margin, live.open_games[0])
    assert again != game_id
    assert club.app.play.load(again).waiting


def test_both_may_forfeit(club: Club) -> None:
    live = club.begun(*club.people[:2], rounds=1)
    live = club.after(5.1, live.id)
    game = live.event.round(1).games[0]  # type: ignore[union-attr]
    assert (game.kind, game.white_mark, game.black_mark) == (Kind.FORFEIT, "loss", "loss")
    assert club.after(1, live.id).over


def test_who_pauses_leaves_or_comes_late_is_paired_accordingly(club: Club) -> None:
    elena, anna, bruno, carla, dario = club.people
    live = club.begun(elena, anna, bruno, rounds=4)
    club.evenings.join(live.id, carla)
    club.evenings.pause(live.id, anna)
    for game in live.open_games:
        club.play(live, game.board)
    live = club.after(2, live.id)

    def paired() -> set[str]:
        held = live.event.round(live.event.played_rounds)
        assert held is not None
        numbers = {n for game in held.games for n in (game.white, game.black) if n}
        return {live.event.player(n).name for n in numbers}

    assert paired() == {"Elena", "Bruno", "Carla"}
    club.evenings.join(live.id, anna)
    club.evenings.leave(live.id, bruno)
    club.evenings.join(live.id, dario)
    for game in live.open_games:
        club.play(live, game.board)
    live = club.after(2, live.id)
    assert paired() == {"Elena", "Anna", "Carla", "Dario"}


def test_a_server_that_was_stopped_goes_on_where_it_was(club: Club, tmp_path: Path) -> None:
    live = club.begun(*club.people[:4], rounds=2)
    for board in (1, 2):
        club.play(live, board)
    clock = FakeClock()
    clock.now = club.app.clock.now + 10 * MINUTE_MS
    again = App(tmp_path, clock)
    try:
        club.open(again)
        club.tournaments.followers.clear()  # it stops again between a round and its games
        assert [id for id, _ in club.evenings.running()] == [live.id]
        live = club.after(0, live.id)
        assert live.event.played_rounds == 2
        assert all(online_game(live.margin, game) for game in live.open_games)
    finally:
        again.close()


def test_games_that_a_stop_left_unmade_are_made(club: Club) -> None:
    club.tournaments.followers.clear()
    live = club.begun(*club.people[:2], rounds=2)
    assert not online_game(live.margin, live.open_games[0])
    assert evening_due(live) is not None
    live = club.after(0, live.id)
    assert online_game(live.margin, live.open_games[0])


def test_two_servers_pair_a_round_once(club: Club, tmp_path: Path) -> None:
    live = club.begun(*club.people[:4], rounds=3, pause=0)
    for board in (1, 2):
        club.play(live, board)
    first = club.evenings
    other = App(tmp_path, club.app.clock)
    try:
        club.open(other)
        first.go_on(live.id)
        club.evenings.go_on(live.id)
        live = club.tournaments.load(live.id)
        assert live.event.played_rounds == 2
        assert len({online_game(live.margin, game) for game in live.open_games}) == 2
    finally:
        other.close()


def test_an_evening_begins_at_its_time_and_not_with_one_player(club: Club) -> None:
    starts = datetime.fromtimestamp((club.app.clock.now + 10 * MINUTE_MS) / 1000).isoformat(
        timespec="minutes"
    )
    live = club.evenings.create(club.elena, club.id, EveningTerms("Friday", starts=starts))
    club.evenings.join(live.id, club.people[1])
    assert club.after(11, live.id).event.rounds == ()
    club.evenings.join(live.id, club.people[2])
    assert club.after(0, live.id).event.played_rounds == 1


def test_an_evening_to_which_nobody_comes_is_closed(club: Club) -> None:
    starts = datetime.fromtimestamp(club.app.clock.now / 1000).isoformat(timespec="minutes")
    live = club.evenings.create(club.elena, club.id, EveningTerms("Friday", starts=starts))
    assert not club.after(60, live.id).over
    assert club.after(6 * 60, live.id).over
    live = club.tournaments.finish(live.id, club.elena, over=False)  # opened again, it is left alone
    assert not club.after(60, live.id).over
    assert [id for id, _ in club.evenings.running()] == [live.id]


def test_where_nobody_is_left_to_meet_the_evening_ends(club: Club) -> None:
    live = club.begun(*club.people[:2], rounds=5, pause=0)
    club.play(live, 1)
    live = club.after(0.1, live.id)
    assert (live.event.played_rounds, live.over) == (1, True)


def test_terms_that_make_no_evening_are_refused_with_their_field(club: Club) -> None:
    wrong = {
        "name": EveningTerms(" "),
        "pace": EveningTerms("A", pace="1+0"),
        "system": EveningTerms("A", system="knockout"),
        "rounds": EveningTerms("A", rounds=0),
        "wait": EveningTerms("A", wait=0),
        "pause": EveningTerms("A", pause=61),
        "starts": EveningTerms("A", starts="soon"),
        "game": EveningTerms("A", game="chess"),
    }
    for field, terms in wrong.items():
        with case(field), pytest.raises(BadTerms) as refused:
            club.evenings.create(club.elena, club.id, terms)
        assert refused.value.field == field


def test_the_first_round_is_paired_by_ratings(club: Club) -> None:
    live = club.evenings.create(club.elena, club.id, EveningTerms("Friday", pace="5+3"))
    with club.app.store.write() as work:
        for one, points in zip(club.people, (1400.0, 1500.0, 1700.0, 1600.0), strict=False):
            told = {"game": "italian", "speed": "blitz", "rating": points, "deviation": 50.0}
            work.connection.execute(  # type: ignore[attr-defined]
                insert(rating).values(player_id=one.id, **told, volatility=0.06, games=20, at=0)
            )
    for one in club.people[:4]:
        club.evenings.join(live.id, one)
    live = club.evenings.pair(live.id, club.elena, 1)
    assert [(one.name, one.elo) for one in sorted(live.event.players, key=lambda p: p.number)] == [
        ("Bruno", 1700), ("Carla", 1600), ("Anna", 1500), ("Elena", 1400)
    ]  # fmt: skip
    assert club.evenings.mine(live, club.elena.id) == 4  # their phones speak for the same players
    club.play(live, 1)


def test_two_who_keep_one_another_away_are_not_paired_where_that_can_be(club: Club) -> None:
    with club.app.store.write() as work:
        work.accounts.block(club.people[0].id, club.people[2].id, at=0)
        work.accounts.block(club.people[0].id, club.people[3].id, at=0)
    live = club.begun(*club.people[:4])
    round = live.event.round(1)
    assert round is not None
    names = [{live.event.player(n).name for n in (g.white, g.black) if n} for g in round.games]
    assert {"Elena", "Anna"} in names
