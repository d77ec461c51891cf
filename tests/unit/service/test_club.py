"""The club: who looks for a game finds somebody who wants the same."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from damiera.game.clock import ClockSettings
from damiera.messages import Message
from damiera.records.people import RatedGameRecord
from damiera.service.account_safety import AccountSafety
from damiera.service.accounts import Accounts
from damiera.service.club import ARRIVES_MS, MOST_OF_ONE, ClubService
from damiera.service.errors import BadTerms, NotFound, RefusedAct
from damiera.service.identity import Visitor
from damiera.service.live import LiveGame
from damiera.service.terms import NewGame
from tests.unit.service.kit import App
from tests.wording import raises

FIVE = NewGame(friend=True, seat="lot", base_ms=300_000, increment_ms=3_000)
TEN = NewGame(friend=True, seat="lot", base_ms=600_000, increment_ms=5_000)
DAYS = NewGame(friend=True, seat="lot", clock=ClockSettings.parse("3d"))


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    app = App(tmp_path)
    yield app
    app.close()


@pytest.fixture
def club(app: App) -> ClubService:
    return ClubService(app.cache, app.play)


def test_two_who_look_for_the_same_game_are_put_at_one_board(app: App, club: ClubService) -> None:
    anna, bruno = app.guest("Anna"), app.guest("Bruno")
    waits = club.seek(anna, FIVE, here=())
    assert waits.waiting
    found = club.seek(bruno, FIVE, here=(anna.id,))
    assert found.id == waits.id
    assert not found.waiting
    assert {seat.player_id for seat in found.row.seats} == {anna.id, bruno.id}
    state = club.state(())
    assert ([game.row.id for game in state.running], state.waiting) == ([found.id], ())


def test_two_who_ask_before_the_page_of_either_is_there_meet(app: App, club: ClubService) -> None:
    anna, bruno = app.guest("Anna"), app.guest("Bruno")
    waits = club.seek(anna, FIVE, here=())
    assert club.seek(bruno, FIVE, here=()).id == waits.id


def test_two_who_ask_in_the_same_moment_meet(
    app: App, club: ClubService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both have looked before either waits."""
    anna, bruno = app.guest("Anna"), app.guest("Bruno")
    offer = club.offer

    def offer_after_the_other(visitor: Visitor, new: NewGame, rated: RatedGameRecord) -> LiveGame:
        monkeypatch.undo()
        club.seek(anna, FIVE, here=())
        app.clock.now += 1
        return offer(visitor, new, rated)

    monkeypatch.setattr(club, "offer", offer_after_the_other)
    found = club.seek(bruno, FIVE, here=())
    assert not found.waiting
    assert {seat.player_id for seat in found.row.seats} == {anna.id, bruno.id}
    assert club.state(()).waiting == ()


@pytest.mark.parametrize(
    "other",
    [
        TEN,
        NewGame(friend=True, seat="lot", base_ms=300_000, increment_ms=3_000, game="english"),
        NewGame(friend=True, seat="lot", base_ms=300_000, increment_ms=3_000, rulebook="fid.italian.2006"),
        DAYS,
    ],
)
def test_other_terms_make_no_pair(app: App, club: ClubService, other: NewGame) -> None:
    anna, bruno = app.guest("Anna"), app.guest("Bruno")
    club.seek(anna, FIVE, here=())
    assert club.seek(bruno, other, here=(anna.id,)).waiting
    assert len(club.state(()).waiting) == 2


def test_who_waits_longest_is_first_and_nobody_sits_opposite_an_empty_chair(
    app: App, club: ClubService
) -> None:
    anna, bruno, carla, dario = (app.guest(name) for name in ("Anna", "Bruno", "Carla", "Dario"))
    club.offer(anna, FIVE)
    app.clock.now += ARRIVES_MS
    second = club.offer(bruno, FIVE)
    app.clock.now += 1
    club.offer(carla, FIVE)
    assert [game.here for game in club.state((bruno.id, carla.id)).waiting] == [False, True, True]
    assert club.seek(dario, FIVE, here=(bruno.id, carla.id)).id == second.id


def test_a_game_by_correspondence_waits_for_whoever_comes(app: App, club: ClubService) -> None:
    anna, bruno = app.guest("Anna"), app.guest("Bruno")
    waits = club.seek(anna, DAYS, here=())
    assert club.seek(bruno, DAYS, here=()).id == waits.id


def test_one_looks_for_one_game_on_a_clock_at_a_time(app: App, club: ClubService) -> None:
    anna = app.guest("Anna")
    club.seek(anna, DAYS, here=())
    app.clock.now += 1
    first = club.seek(anna, FIVE, here=(anna.id,))
    second = club.seek(anna, TEN, here=(anna.id,))
    assert [game.row.id for game in club.state((anna.id,)).waiting][1:] == [second.id]
    with pytest.raises(NotFound):
        app.play.load(first.id)


def test_a_seat_is_taken_once_and_not_by_who_offers_it(app: App, club: ClubService) -> None:
    anna, bruno, carla = app.guest("Anna"), app.guest("Bruno"), app.guest("Carla")
    game = club.offer(anna, TEN)
    with raises(RefusedAct, Message("You wait here yourself: somebody else has to sit down.")):
        club.sit(game.id, anna)
    assert not club.sit(game.id, bruno).waiting
    with raises(RefusedAct, Message("The seat is taken: somebody was quicker.")):
        club.sit(game.id, carla)


def test_a_game_between_friends_is_no_game_of_the_club(app: App, club: ClubService) -> None:
    anna, bruno = app.guest("Anna"), app.guest("Bruno")
    hidden = app.play.create(anna, TEN)
    with pytest.raises(NotFound):
        club.sit(hidden.id, bruno)
    assert club.state(()).waiting == ()


def test_a_game_that_is_over_or_taken_back_is_seen_no_more(app: App, club: ClubService) -> None:
    anna, bruno = app.guest("Anna"), app.guest("Bruno")
    before = club.stamps(["club"])
    gone, over = club.offer(anna, TEN), club.offer(bruno, FIVE)
    waits = club.stamps(["club"])
    app.play.withdraw(gone.id, anna.id)
    club.sit(over.id, anna)
    begun = club.stamps(["club"])
    app.play.act(over.id, anna.id, "resign")
    ended = club.stamps(["club"])
    assert club.state(()).running == ()
    assert len({stamp["club"][0] for stamp in (before, waits, begun)}) == 3
    assert ended == before


@pytest.mark.parametrize("new", [NewGame(), NewGame(friend=False, seat="both")])
def test_only_games_for_two_at_two_screens_are_offered(app: App, club: ClubService, new: NewGame) -> None:
    with raises(BadTerms, Message("At the club two play, each at their own screen: choose a friend.")):
        club.offer(app.guest("Anna"), new)


def test_who_looks_for_a_rated_game_meets_others_with_accounts_only(app: App, club: ClubService) -> None:
    anna, bruno, carla = _member(app, "Anna"), _member(app, "Bruno"), app.guest("Carla")
    rated = club.seek(anna, FIVE, here=(), is_rated=True)
    (shown,) = club.state(()).waiting
    assert (shown.is_rated, shown.has_account) == (True, True)
    here = (anna.id, bruno.id, carla.id)
    assert club.seek(carla, FIVE, here=here).waiting
    assert club.seek(bruno, FIVE, here=here, is_rated=True).id == rated.id
    with pytest.raises(BadTerms):
        club.seek(carla, FIVE, here=here, is_rated=True)


def test_two_of_whom_one_keeps_the_other_away_are_not_put_together(app: App, club: ClubService) -> None:
    anna, bruno = _member(app, "Anna"), _member(app, "Bruno")
    AccountSafety(app.store, app.archive, app.clock).block(bruno.id, "Anna")
    club.seek(anna, FIVE, here=())
    assert club.seek(bruno, FIVE, here=(anna.id,)).waiting


def test_a_private_game_is_no_game_of_the_club(app: App, club: ClubService) -> None:
    with raises(BadTerms, Message("At the club everybody sees the games: leave out one or the other.")):
        club.offer(_member(app, "Anna"), FIVE, RatedGameRecord(rated=False, private=True))


def test_what_is_shown_is_not_made_anew_for_each_who_looks(app: App, club: ClubService) -> None:
    club.offer(app.guest("Anna"), DAYS)
    seen = [club.glance(()) for _ in range(50)]
    assert len({id(one) for one in seen}) <= 2  # a second may end meanwhile
    club.offer(app.guest("Bruno"), DAYS)
    assert len(club.glance(()).waiting) == 2


def test_nobody_fills_the_club_with_offers(app: App, club: ClubService) -> None:
    anna = app.guest("Anna")
    for _ in range(MOST_OF_ONE):
        club.offer(anna, DAYS)
    with raises(RefusedAct, Message("You wait at {n} boards already: take one of them back first.")):
        club.offer(anna, DAYS)
    assert len(club.state(()).waiting) == MOST_OF_ONE


def _member(app: App, name: str) -> Visitor:
    return Accounts(app.store, app.clock).register(None, name, "a long password of mine").visitor
