"""Simultaneous displays: boards, games, the clock of a host who walks, looks, targets."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from damiera._core import Side
from damiera.messages import Message
from damiera.service.errors import BadTerms, NotFound, NotYours, RefusedAct, ServiceError
from damiera.service.identity import Visitor
from damiera.service.simul import MOST_BOARDS, Display, DisplayTally, DisplayTerms, SimulService
from damiera.store.database import FILE_NAME
from tests.postgresql import BACKENDS, Postgres
from tests.unit.service.kit import App
from tests.wording import raises


@pytest.fixture(params=BACKENDS)
def app(request: pytest.FixtureRequest, tmp_path: Path, empty_database: Path) -> Iterator[App]:
    """Return a house on each kind of database."""
    if request.param == "sqlite":
        shutil.copy(empty_database, tmp_path / FILE_NAME)
        opened = App(tmp_path)
    else:
        server: Postgres = request.getfixturevalue("postgres")
        opened = App(server.ready())
    yield opened
    opened.close()


@pytest.fixture
def simul(app: App) -> SimulService:
    return SimulService(app.cache)


@pytest.fixture
def elena(app: App) -> Visitor:
    return app.guest("Elena")


def _begun(app: App, simul: SimulService, elena: Visitor, guests: int = 3, **terms: Any) -> Display:
    id = simul.create(elena, DisplayTerms(**terms))
    for number in range(guests):
        assert simul.join(id, app.guest(f"Guest {number + 1}")) == number + 1
    simul.begin(id, elena)
    return simul.load(id)


def test_guests_take_boards_in_turn_and_each_becomes_a_game(
    app: App, simul: SimulService, elena: Visitor
) -> None:
    display = _begun(app, simul, elena, title="  Elena's   display ")
    assert display.record.title == "Elena's display"
    assert [one.name for one in display.boards] == ["Guest 1", "Guest 2", "Guest 3"]
    for one in display.boards:
        assert one.game is not None
        white, black = one.game.seats
        assert (white.player_id, black.player_id) == (elena.id, one.player_id)
        assert one.waits_for_host
        assert simul.place(one.game.id) == (display.record.id, one.number)
    assert display.score == DisplayTally(0, 0, 0, 3)
    assert simul.begin(display.record.id, elena) == tuple(one.game.id for one in display.boards if one.game)
    assert simul.place("nothing") is None


def test_whoever_has_a_board_keeps_it_and_a_freed_one_is_taken_first(
    app: App, simul: SimulService, elena: Visitor
) -> None:
    id = simul.create(elena, DisplayTerms(most=2))
    anna, bruno, carla = (app.guest(name) for name in ("Anna", "Bruno", "Carla"))
    assert (simul.join(id, anna), simul.join(id, bruno), simul.join(id, anna)) == (1, 2, 1)
    with raises(RefusedAct, Message("All {n} boards are taken.", n=2)):
        simul.join(id, carla)
    with pytest.raises(NotYours):
        simul.leave(id, carla, 1)
    simul.leave(id, anna, 1)
    simul.leave(id, anna, 1)
    assert simul.join(id, carla) == 1
    simul.leave(id, elena, 2)
    assert [one.name for one in simul.load(id).boards] == ["Carla"]
    with raises(RefusedAct, Message("You give this display: a board is for somebody else.")):
        simul.join(id, elena)


def test_nobody_but_the_host_begins_it_or_calls_it_off(app: App, simul: SimulService, elena: Visitor) -> None:
    id = simul.create(elena, DisplayTerms())
    anna = app.guest("Anna")
    with raises(RefusedAct, Message("Nobody sits at a board yet.")):
        simul.begin(id, elena)
    simul.join(id, anna)
    for act in (simul.begin, simul.call_off):
        with pytest.raises(NotYours):
            act(id, anna)
    simul.begin(id, elena)
    with raises(RefusedAct, Message("The display has begun: nobody can come or go any more.")):
        simul.join(id, app.guest("Late"))
    with pytest.raises(RefusedAct):
        simul.leave(id, anna, 1)
    with pytest.raises(RefusedAct):
        simul.call_off(id, elena)
    other = simul.create(elena, DisplayTerms())
    simul.call_off(other, elena)
    with raises(RefusedAct, Message("This display was called off.")):
        simul.join(other, anna)
    with pytest.raises(NotFound):
        simul.load("nothing")


def test_the_host_changes_sides_from_board_to_board(app: App, simul: SimulService, elena: Visitor) -> None:
    display = _begun(app, simul, elena, side="alternate", host_clock="40+10", guest_clock="20")
    assert [one.side for one in display.boards] == [Side.WHITE, Side.BLACK, Side.WHITE]
    for one in display.boards:
        assert one.game is not None
        clock = app.play.load(one.game.id).game.clock
        assert clock is not None
        assert clock.remaining(one.side, app.clock.now) == 40 * 60_000
        assert clock.remaining(one.side.opponent, app.clock.now) == 20 * 60_000


def test_a_host_who_walks_is_charged_only_where_they_are(
    app: App, simul: SimulService, elena: Visitor
) -> None:
    display = _begun(app, simul, elena, host_clock="30", walks=True)
    id = display.record.id
    games = [one.game.id for one in display.boards if one.game]

    def left(board: int) -> int:
        clock = app.play.load(games[board - 1]).game.clock
        assert clock is not None
        return clock.remaining(Side.WHITE, app.clock.now_ms())

    app.clock.now += 600_000
    assert left(1) == left(2) == 30 * 60_000
    with pytest.raises(ServiceError):
        app.play.move(games[0], elena.id, 0, (22, 18))
    assert [live.id for live in simul.arrive(id, elena, 1)] == [games[0]]
    assert simul.arrive(id, elena, 1) == ()
    app.clock.now += 10_000
    app.play.move(games[0], elena.id, 0, (22, 18))
    assert {live.id for live in simul.arrive(id, elena, 2)} == {games[0], games[1]}
    app.clock.now += 20_000
    assert (left(1), left(2)) == (30 * 60_000 - 10_000, 30 * 60_000 - 20_000)
    with pytest.raises(NotFound):
        simul.arrive(id, elena, 9)
    with pytest.raises(NotYours):
        simul.arrive(id, app.guest("Somebody"), 1)


def test_the_board_that_has_waited_longest_comes_next(app: App, simul: SimulService, elena: Visitor) -> None:
    display = _begun(app, simul, elena)
    id = display.record.id
    first = display.next_board()
    assert first is not None
    assert first.number == 1
    skipped = display.next_board(after=1)
    assert skipped is not None
    assert skipped.number == 2
    assert first.game is not None
    app.clock.now += 1_000
    app.play.move(first.game.id, elena.id, 0, (22, 18))
    later = simul.load(id).next_board(after=1)
    assert later is not None
    assert later.number == 2
    app.play.move(first.game.id, first.player_id, 1, (10, 13))
    assert [one.waits_for_host for one in simul.load(id).boards] == [True, True, True]
    waits = simul.load(id).next_board()
    assert waits is not None
    assert waits.number == 2


def test_a_blindfold_host_sees_no_board_and_every_look_is_kept(
    app: App, simul: SimulService, elena: Visitor
) -> None:
    display = _begun(app, simul, elena, blindfold=True)
    id, game = display.record.id, display.boards[1].game
    assert game is not None
    assert not app.play.load(game.id).game.conditions.sees(Side.WHITE)
    assert simul.look(id, elena, 2).id == game.id
    app.clock.now += 5_000
    simul.look(id, elena, 2)
    assert [(look.number, look.ply) for look in simul.load(id).looks] == [(2, 0), (2, 0)]
    with pytest.raises(NotYours):
        simul.look(id, app.guest("Somebody"), 2)
    seeing = _begun(app, simul, elena)
    with raises(RefusedAct, Message("In this display the host sees the boards.")):
        simul.look(seeing.record.id, elena, 1)


def test_results_make_the_standing(app: App, simul: SimulService, elena: Visitor) -> None:
    display = _begun(app, simul, elena, target=60)
    id = display.record.id
    first, second, _ = (one for one in display.boards)
    assert first.game is not None
    assert second.game is not None
    before = simul.stamps((id,))[id]
    app.play.act(first.game.id, first.player_id, "resign")
    app.play.act(second.game.id, elena.id, "resign")
    display = simul.load(id)
    assert display.score == DisplayTally(1, 0, 1, 1)
    assert [one.host_result for one in display.boards] == ["won", "lost", None]
    assert simul.stamps((id,))[id] != before


@pytest.mark.parametrize(
    ("score", "met"),
    [
        (DisplayTally(8, 0, 2, 0), True),
        (DisplayTally(7, 1, 2, 0), False),
        (DisplayTally(7, 1, 0, 2), None),
        (DisplayTally(0, 0, 3, 7), False),
        (DisplayTally(7, 2, 0, 1), True),
    ],
)
def test_a_target_is_met_missed_or_open(score: DisplayTally, met: bool | None) -> None:
    assert score.target_met(80) is met


@pytest.mark.parametrize(
    ("terms", "field"),
    [
        ({"most": 1}, "most"),
        ({"most": MOST_BOARDS + 1}, "most"),
        ({"target": 101}, "target"),
        ({"walks": True}, "walks"),
        ({"host_clock": "soon"}, "clock"),
        ({"title": "x" * 61}, "title"),
        ({"game": "chinese-checkers-3"}, "game"),
        ({"rulebook": "no.such.book"}, "rulebook"),
    ],
)
def test_terms_that_make_no_display(
    terms: dict[str, Any], field: str, simul: SimulService, elena: Visitor
) -> None:
    with pytest.raises(BadTerms) as refused:
        simul.create(elena, DisplayTerms(**terms))
    assert refused.value.field == field
    assert simul.of_player(elena.id) == []


def test_a_player_finds_their_displays(app: App, simul: SimulService, elena: Visitor) -> None:
    display = _begun(app, simul, elena)
    guest = display.boards[0].player_id
    assert guest is not None
    assert [one.id for one in simul.of_player(guest)] == [display.record.id]
    assert [one.id for one in simul.of_player(elena.id)] == [display.record.id]
    assert display.board_of(guest) == display.boards[0]
    assert display.board_of(None) is None
