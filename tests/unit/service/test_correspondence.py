"""Play by correspondence (art. 15.1.3): the days chosen, and the date by which a move is due."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from damiera.game.clock import ClockSettings
from damiera.game.ways import Conditions, Way
from damiera.messages import Lang, Message, day_and_time
from damiera.service.conduct import ConductService
from damiera.service.errors import BadTerms
from damiera.service.game_choices import DAYS, DaysName, GameChoices, new_game
from damiera.service.live import LiveGame
from damiera.service.record import record_of
from damiera.service.terms import NewGame, read_terms
from damiera.service.vacations import VacationService
from tests.unit.service.kit import BEGIN, App
from tests.wording import raises

DAY = 86_400_000


def by_post(clock: str) -> NewGame:
    agreed = Conditions(way=Way.CORRESPONDENCE)
    return NewGame(friend=True, clock=ClockSettings.parse(clock), conditions=agreed)


def when(ms: int, lang: Lang = "it") -> str:
    return day_and_time(datetime.fromtimestamp(ms / 1000).astimezone(), lang)


def do(app: App, game: LiveGame, player: str, **fields: Any) -> LiveGame:
    return ConductService(app.cache).do(game.id, player, fields)


@pytest.mark.parametrize("days", DAYS)
def test_art_15_01_03_the_days_are_chosen_from_a_list(days: DaysName) -> None:
    chosen = GameChoices(way=Way.CORRESPONDENCE, days=days, clock="5+3", against="friend")
    terms = read_terms(new_game(chosen))
    assert terms.conditions.way is Way.CORRESPONDENCE
    each = "" if days == "none" or "/" in days else " vacation year"
    assert terms.clock == (None if days == "none" else ClockSettings.parse(days + each))
    assert terms.clock is None or terms.clock.counts_days
    assert (terms.base_ms is None) is (days == "none")


def test_art_15_01_03_a_vacation_goes_with_days_for_each_move() -> None:
    chosen = GameChoices(way=Way.CORRESPONDENCE, days="3d", vacation="14d")
    assert new_game(chosen).clock == ClockSettings.parse("3d vacation 14d")
    for days in ("none", "10/30d"):
        with raises(
            BadTerms,
            Message("A vacation goes with days for each move: choose those, or no vacation."),
        ):
            new_game(GameChoices(way=Way.CORRESPONDENCE, days=days, vacation="14d"))


def test_art_15_01_03_days_are_for_correspondence_only() -> None:
    assert new_game(GameChoices(days="3d")).clock is None
    written = GameChoices(way=Way.CORRESPONDENCE, days="3d", timing="10d reset 5d")
    assert new_game(written).clock == ClockSettings.parse("10d reset 5d")


def test_art_15_01_03_each_is_told_by_when_the_move_is_due(app: App) -> None:
    game, anna, bruno = app.friends(by_post("5d"))
    app.clock.now += DAY
    due = BEGIN + 5 * DAY
    for viewer, said in (
        (anna, Message("Your move is due by {when}.", when=when(due))),
        (bruno, Message("The move of {side} is due by {when}.", side=Message("White"), when=when(due))),
    ):
        clock = app.view(app.play.load(game.id), viewer).clock
        assert clock is not None
        assert (clock.due_at, clock.due_text) == (due, said.text("it"))
        [line] = app.archive.my_games(viewer.id, "it").items
        assert line.due_text == said.text("it")
    app.play.move(game.id, anna.id, 0, (22, 18))
    clock = app.view(app.play.load(game.id), bruno).clock
    assert clock is not None
    assert clock.due_at == BEGIN + 6 * DAY


def test_art_15_01_03_moves_in_days_are_told_together(app: App) -> None:
    game, anna, _ = app.friends(by_post("10/30d"))
    clock = app.view(game, anna).clock
    assert clock is not None
    said = Message("Your next {n} moves are due by {when}.", n=10, when=when(BEGIN + 30 * DAY))
    assert clock.due_text == said.text("it")


def test_art_15_01_03_a_vacation_moves_the_date_on(app: App) -> None:
    _, anna, _ = app.friends(by_post("5d vacation 14d"))
    app.clock.now += 2 * DAY
    vacations = VacationService(app.cache)
    [away] = vacations.begin(anna.id, 14)
    clock = app.view(away, anna).clock
    assert clock is not None
    assert clock.due_at == BEGIN + 19 * DAY
    app.clock.now += 3 * DAY
    [back] = vacations.end(anna.id)
    clock = app.view(back, anna).clock
    assert clock is not None
    assert clock.due_at == BEGIN + 8 * DAY


def test_art_15_01_03_the_record_tells_the_date_while_it_is_due(app: App) -> None:
    game, anna, _ = app.friends(by_post("5d"))
    assert record_of(game).tags["MoveDue"] == "2023-11-19T22:13:20Z"
    over = app.play.act(game.id, anna.id, "resign")
    assert "MoveDue" not in record_of(over).tags
    assert record_of(over).tags["TimeControl"] == "1/432000"


def test_a_game_timed_in_minutes_has_no_date(app: App) -> None:
    game, anna, _ = app.friends(NewGame(friend=True, base_ms=600_000))
    clock = app.view(game, anna).clock
    assert clock is not None
    assert (clock.due_at, clock.due_text) == (None, "")
    assert app.archive.my_games(anna.id, "it").items[0].due_text == ""
    assert "MoveDue" not in record_of(game).tags


def test_art_15_01_03_asked_for_the_clock_the_date_is_told(app: App) -> None:
    game, anna, _ = app.friends(by_post("5d"))
    answer = app.say.say(game.id, anna.id, "orologio", "it").answer
    assert answer is not None
    said = Message("The move of {side} is due by {when}.", side=Message("White"), when=when(BEGIN + 5 * DAY))
    assert answer.text == said.text("it")
