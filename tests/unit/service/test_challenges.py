"""Challenges at the club: made, answered, taken back, forgotten."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from damiera.messages import Message
from damiera.service.account_safety import AccountSafety
from damiera.service.accounts import Accounts
from damiera.service.challenges import ANSWER_S, MOST_OPEN, REST_S, TOLD_S, Challenges
from damiera.service.club import ClubService
from damiera.service.errors import NotFound, NotYours, RefusedAct
from damiera.service.identity import Visitor
from damiera.service.terms import NewGame
from tests.unit.service.kit import App
from tests.wording import raises

FIVE = NewGame(friend=True, seat="lot", base_ms=300_000, increment_ms=3_000)
ANNA, BRUNO = Visitor("a", "Anna"), Visitor("b", "Bruno")


class Watch:
    """A clock that a test sets."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def challenges(watch: Watch) -> Challenges:
    return Challenges(watch)


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    app = App(tmp_path)
    yield app
    app.close()


def test_both_see_a_challenge_and_only_who_was_asked_may_accept(challenges: Challenges) -> None:
    made = challenges.add(ANNA, BRUNO, FIVE)
    assert challenges.between("a") == challenges.between("b") == (made,)
    assert challenges.between("c") == ()
    assert challenges.require(made.id, "b") == made
    for other in ("a", "c", ""):
        with raises(NotFound, Message("This challenge is not open any more.")):
            challenges.require(made.id, other)


def test_a_challenge_is_forgotten_after_a_minute_and_pages_are_told(
    challenges: Challenges, watch: Watch
) -> None:
    made = challenges.add(ANNA, BRUNO, FIVE)
    before = challenges.changes
    watch.now += ANSWER_S - 0.1
    assert (challenges.changes, challenges.between("a")) == (before, (made,))
    watch.now += 0.1
    assert challenges.changes == before + 1
    assert challenges.between("a") == ()
    with raises(NotFound, Message("This challenge is not open any more.")):
        challenges.require(made.id, "b")


def test_who_declined_is_not_asked_again_by_the_same_person_at_once(
    challenges: Challenges, watch: Watch
) -> None:
    challenges.decline(challenges.add(ANNA, BRUNO, FIVE).id, "b")
    assert [one.state for one in challenges.between("a")] == ["declined"]
    with raises(RefusedAct, Message("{name} does not take a challenge now.", name="Bruno")):
        challenges.add(ANNA, BRUNO, FIVE)
    challenges.add(Visitor("c", "Carla"), BRUNO, FIVE)
    challenges.add(BRUNO, ANNA, FIVE)
    watch.now += TOLD_S
    assert [one.by for one in challenges.between("a")] == [BRUNO]
    watch.now += REST_S
    challenges.add(ANNA, BRUNO, FIVE)


def test_nobody_asks_too_many_nor_twice_nor_themselves(challenges: Challenges) -> None:
    for n in range(MOST_OPEN):
        challenges.add(ANNA, Visitor(str(n), f"Player {n}"), FIVE)
    wrong = Message("You have challenged {n} people already: wait for an answer, or take one back.", n=3)
    with raises(RefusedAct, wrong):
        challenges.add(ANNA, BRUNO, FIVE)
    for by, to in ((ANNA, Visitor("0", "Player 0")), (Visitor("0", "Player 0"), ANNA)):
        with raises(
            RefusedAct, Message("There is a challenge between you and {name} already.", name=to.name)
        ):
            challenges.add(by, to, FIVE)
    with raises(RefusedAct, Message("You cannot challenge yourself.")):
        challenges.add(ANNA, ANNA, FIVE)


def test_one_takes_back_one_s_own_challenge_only(challenges: Challenges) -> None:
    made = challenges.add(ANNA, BRUNO, FIVE)
    with raises(NotFound, Message("This challenge is not open any more.")):
        challenges.withdraw(made.id, "b")
    challenges.withdraw(made.id, "a")
    assert challenges.between("b") == ()
    challenges.add(ANNA, BRUNO, FIVE)


def test_an_accepted_challenge_is_a_game_of_the_club_and_other_offers_are_taken_back(app: App) -> None:
    anna, bruno = app.guest("Anna"), app.guest("Bruno")
    club, challenges = ClubService(app.cache, app.play), Challenges()
    club.seek(anna, NewGame(friend=True, seat="lot", base_ms=60_000, increment_ms=0), here=())
    club.seek(bruno, NewGame(friend=True, seat="lot", base_ms=90_000, increment_ms=0), here=())
    made = challenges.add(anna, bruno, FIVE)
    live = club.accept(challenges.require(made.id, bruno.id))
    challenges.begin(made.id, live.id)
    assert {seat.player_id for seat in live.row.seats} == {anna.id, bruno.id}
    state = club.state(())
    assert ([game.row.id for game in state.running], state.waiting) == ([live.id], ())
    (told,) = challenges.between(anna.id)
    assert (told.state, told.game_id) == ("begun", live.id)
    with raises(NotFound, Message("This challenge is not open any more.")):
        challenges.require(made.id, bruno.id)


def test_between_two_of_whom_one_keeps_the_other_away_there_is_no_challenge(app: App) -> None:
    accounts = Accounts(app.store, app.clock)
    people = [accounts.register(None, name, "a long password of mine").visitor for name in ("Anna", "Bruno")]
    anna, bruno = people
    club, challenges = ClubService(app.cache, app.play), Challenges()
    made = challenges.add(anna, bruno, FIVE)
    AccountSafety(app.store, app.archive, app.clock).block(bruno.id, "Anna")
    for one, other in ((anna, bruno), (bruno, anna)):
        with raises(RefusedAct, Message("{name} does not take a challenge now.", name=other.name)):
            club.require_welcome(one, other)
    with pytest.raises(NotYours):
        club.accept(made)
    assert club.state(()).waiting == ()
