"""Vacations by correspondence (art. 15.1.3): so many days a year, in all of one's games at once."""

from __future__ import annotations

import json
import zipfile
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

import pytest

from damiera.game.clock import ClockSettings
from damiera.game.ways import Conditions, Way
from damiera.messages import Message, day_and_month
from damiera.service.account_data import AccountData
from damiera.service.errors import BadTerms, RefusedAct
from damiera.service.identity import Visitor
from damiera.service.live import LiveGame
from damiera.service.rated_games import RatedGames
from damiera.service.terms import NewGame
from damiera.service.vacations import VacationFacts, VacationService
from tests.unit.service.kit import App
from tests.unit.service.test_contacts import Telling
from tests.wording import holds, raises, words_of

DAY = 86_400_000
AWAY = Message("You are on vacation already.")
NO_GAME = Message("None of your games by correspondence gives you vacation now.")


def left(n: int, year: int) -> Message:
    return Message(
        "Of {year} you have {n} day of vacation left.",
        plural="Of {year} you have {n} days of vacation left.",
        year=year,
        n=n,
    )


def by_post(clock: str) -> NewGame:
    agreed = Conditions(way=Way.CORRESPONDENCE)
    return NewGame(friend=True, seat="white", clock=ClockSettings.parse(clock), conditions=agreed)


@pytest.fixture
def telling(app: App) -> Telling:
    return Telling(app)


@pytest.fixture
def vacations(app: App) -> VacationService:
    return VacationService(app.cache)


def stand(telling: Telling, vacations: VacationService) -> tuple[int, int]:
    facts = vacations.facts(telling.anna.id)
    return facts.could, facts.away


def again(app: App, game: LiveGame) -> LiveGame:
    """Return a game as another process reads it, from its events alone."""
    other = App(Path(app.opened.where).parent, app.clock)
    try:
        return other.play.load(game.id)
    finally:
        other.close()


def due(app: App, game: LiveGame) -> int | None:
    clock = app.play.load(game.id).game.clock
    assert clock is not None
    return clock.falls_at()


def test_art_15_01_03_a_vacation_is_taken_in_all_games_at_once(
    telling: Telling, app: App, vacations: VacationService
) -> None:
    games = [
        telling.game(by_post("3d vacation year")),
        telling.game(by_post("3d vacation 2d")),
        telling.game(),
    ]
    begun, anna = app.clock.now, telling.anna.id
    assert len(vacations.begin(anna, 10)) == 2
    facts = vacations.facts(anna)
    assert facts == VacationFacts(0, 2, days=30, left=20, most=20, year=2023, until=begun + 10 * DAY)
    assert [due(app, game) for game in games] == [begun + n * DAY for n in (13, 5, 3)]
    assert vacations.facts(telling.bruno.id).left == 30
    for game in games:
        assert again(app, game).game == app.play.load(game.id).game
    with raises(RefusedAct, AWAY):
        vacations.begin(anna, 1)


def test_art_15_01_03_opponents_see_until_when(
    telling: Telling, app: App, vacations: VacationService
) -> None:
    whole, less = telling.game(by_post("3d vacation year")), telling.game(by_post("3d vacation 2d"))
    vacations.begin(telling.anna.id, 10)
    day = day_and_month(datetime.fromtimestamp((app.clock.now + 10 * DAY) / 1000), "it")
    for game, said in (
        (whole, words_of("away until {day}", "it", day=day)),
        (less, words_of("on vacation, {days} days left", "it", days=2)),
    ):
        clock = app.view(app.play.load(game.id), telling.bruno).clock
        assert clock is not None
        assert clock.white_note == said
        assert clock.running is None
    told = words_of("{side} is away until {day}.", "it", side=words_of("White", "it"), day=day)
    clock = app.view(app.play.load(whole.id), telling.bruno).clock
    assert clock is not None
    assert clock.due_text.endswith(told)
    clock = app.view(app.play.load(whole.id), telling.anna).clock
    assert clock is not None
    assert told not in clock.due_text
    app.clock.now += 10 * DAY
    clock = app.view(app.play.load(whole.id), telling.bruno).clock
    assert clock is not None
    assert (clock.white_note, clock.running) == ("", "white")


def test_art_15_01_03_only_ones_own_time_stands(
    telling: Telling, app: App, vacations: VacationService
) -> None:
    game = telling.game(by_post("3d vacation year"))
    vacations.begin(telling.bruno.id, 10)
    app.clock.now += 3 * DAY
    assert app.play.claim_flag(game.id) is not None  # it was Anna's move, who was not away


def test_art_15_01_03_days_that_had_not_begun_come_back(
    telling: Telling, app: App, vacations: VacationService
) -> None:
    game, anna = telling.game(by_post("3d vacation year")), telling.anna.id
    vacations.begin(anna, 20)
    app.clock.now += 2 * DAY + 1
    assert len(vacations.end(anna)) == 1
    assert stand(telling, vacations) == (1, 0)
    assert vacations.facts(anna).left == 27  # the third day had begun
    assert due(app, game) == app.clock.now + 3 * DAY
    vacations.begin(anna, 27)
    app.clock.now += 27 * DAY
    with raises(BadTerms, left(0, 2023)):
        vacations.begin(anna, 1)


@pytest.mark.parametrize("days", [0, -1])
def test_a_vacation_has_days(telling: Telling, vacations: VacationService, days: int) -> None:
    telling.game(by_post("3d vacation year"))
    with raises(BadTerms, Message("Say for how many days: one at least.")):
        vacations.begin(telling.anna.id, days)


@pytest.mark.parametrize("days", [31, 10**9])
def test_the_days_of_a_year_are_a_bound(
    telling: Telling, app: App, vacations: VacationService, days: int
) -> None:
    telling.game(by_post("3d vacation year"))
    with raises(BadTerms, left(30, 2023)):
        vacations.begin(telling.anna.id, days)
    assert VacationService(app.cache, 5).facts(telling.anna.id).left == 5
    with raises(BadTerms, left(5, 2023)):
        VacationService(app.cache, 5).begin(telling.anna.id, 6)
    with raises(RefusedAct, Message("On this server there are no vacations.")):
        VacationService(app.cache, 0).begin(telling.anna.id, 1)


def test_each_day_counts_for_the_year_in_which_it_begins(
    telling: Telling, app: App, vacations: VacationService
) -> None:
    new_year = round(datetime(2024, 1, 1, tzinfo=UTC).timestamp() * 1000)
    app.clock.now = new_year - 4 * DAY
    telling.game(by_post("3d vacation year"))
    anna = telling.anna.id
    assert vacations.facts(anna).most == 34
    with raises(BadTerms, left(30, 2024)):
        vacations.begin(anna, 35)
    vacations.begin(anna, 34)
    assert vacations.facts(anna).left == 26
    app.clock.now = new_year
    assert (vacations.facts(anna).year, vacations.facts(anna).left) == (2024, 0)
    vacations.end(anna)
    assert vacations.facts(anna).left == 30


def test_art_15_01_03_no_vacation_lifts_a_fallen_flag(
    telling: Telling, app: App, vacations: VacationService
) -> None:
    game = telling.game(by_post("3d vacation year"))
    app.clock.now += 3 * DAY
    with raises(RefusedAct, NO_GAME):
        vacations.begin(telling.anna.id, 1)
    assert vacations.facts(telling.anna.id).left == 30
    assert app.play.claim_flag(game.id) is not None


def test_who_has_no_game_that_gives_vacation_keeps_the_days(
    telling: Telling, vacations: VacationService
) -> None:
    telling.game()
    with raises(RefusedAct, NO_GAME):
        vacations.begin(telling.anna.id, 1)


def test_a_game_begun_meanwhile_is_taken_in_when_asked(
    telling: Telling, app: App, vacations: VacationService
) -> None:
    anna = telling.anna.id
    with raises(RefusedAct, Message("You are not on vacation.")):
        vacations.go_on(anna)
    telling.game(by_post("3d vacation year"))
    until = app.clock.now + 5 * DAY
    vacations.begin(anna, 5)
    app.clock.now += DAY
    later = telling.game(by_post("3d vacation year"))
    assert stand(telling, vacations) == (1, 1)
    assert [live.id for live in vacations.go_on(anna)] == [later.id]
    assert due(app, later) == until + 3 * DAY
    assert vacations.facts(anna).left == 25


def test_reminders_pause(telling: Telling, app: App, vacations: VacationService) -> None:
    telling.game(by_post("3d vacation year"))
    telling.confirmed()
    telling.look()
    telling.sent(after_ms=DAY)  # that it is their move
    vacations.begin(telling.anna.id, 10)
    telling.look()
    assert telling.sent(after_ms=DAY) == []
    assert telling.sent(after_ms=9 * DAY - 1) == []
    assert [one.delivery.kind for one in telling.sent(after_ms=DAY + 1)] == ["reminder"]


def test_a_guests_vacation_goes_along_and_is_taken_away_with_the_account(
    telling: Telling, app: App, vacations: VacationService
) -> None:
    came = app.identity.welcome(None, name="Carla")
    game = app.play.create(came.visitor, by_post("3d vacation year"))
    code = game.row.seats[1].invite
    assert code is not None
    app.play.join(code, telling.bruno)
    vacations.begin(came.visitor.id, 4)
    telling.game(by_post("3d vacation year"))
    vacations.begin(telling.anna.id, 2)
    signed = telling.accounts.sign_in(
        telling.accounts.credentials("Anna"), came.token, device="", take_along=True
    )
    anna: Visitor = signed.visitor
    assert vacations.facts(anna.id).left == 24
    data = AccountData(app.cache, app.play, app.archive, RatedGames(app.store, app.clock))
    with zipfile.ZipFile(BytesIO(data.export(anna.id, "en"))) as file:
        assert len(json.loads(file.read("account.json"))["vacations"]) == 2
    data.remove(anna.id)
    with app.store.read() as work:
        assert work.vacations.of_player(anna.id) == []


def test_two_devices_begin_one_vacation(telling: Telling, app: App, vacations: VacationService) -> None:
    """Whoever reads the table before another has written in it finds the number taken."""
    telling.game(by_post("3d vacation year"))
    anna = telling.anna.id
    vacations.begin(anna, 1)
    with app.store.write() as work:
        [kept] = work.vacations.of_player(anna)
        assert not work.vacations.add(kept)
    assert vacations.facts(anna).left == 29


def test_words(telling: Telling, vacations: VacationService) -> None:
    telling.game(by_post("3d vacation year"))
    with pytest.raises(BadTerms) as refused:
        vacations.begin(telling.anna.id, 31)
    assert holds(refused.value.message, left(30, 2023))
