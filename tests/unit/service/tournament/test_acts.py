"""The tournament hall's use cases: rounds, corrections, two arbiters at once, a log that proves itself."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from damiera.messages import Message
from damiera.service.errors import BadTerms, Conflict, NotFound, NotYours
from damiera.service.identity import Visitor
from damiera.service.tournament.acts import TournamentService
from damiera.service.tournament.event import Announcement, LiveEvent
from damiera.service.tournament.happenings import happen_to
from damiera.service.tournament.pairing import by_hand
from damiera.service.tournament.teams import put_team
from damiera.store.database import FILE_NAME
from damiera.tournament.errors import BadTournament
from damiera.tournament.log import BrokenLog
from damiera.tournament.model import EventPlayer, Kind, Pair, PlayerChange, System, score, scores
from damiera.tournament.standings import standing
from damiera.tournament.trf import read_trf, write_trf
from tests.unit.service.kit import App
from tests.wording import raises


@pytest.fixture
def tournaments(app: App) -> TournamentService:
    return TournamentService(app.store, app.clock)


@pytest.fixture
def anna(app: App) -> Visitor:
    return app.guest("Anna")


def people(n: int) -> list[EventPlayer]:
    return [EventPlayer(0, f"Giocatore {i}", elo=3000 - i, club=f"C{i % 3}") for i in range(1, n + 1)]


def opened(tournaments: TournamentService, who: Visitor, n: int = 8, **facts: object) -> LiveEvent:
    live = tournaments.create(who, Announcement("Trofeo", **facts))  # type: ignore[arg-type]
    return tournaments.enter(live.id, who, people(n)) if n else live


def play(tournaments: TournamentService, who: Visitor, id: str, round: int, result: str = "win") -> LiveEvent:
    """Pair a round and enter the same result on every board."""
    live = tournaments.pair(id, who, round)
    held = live.event.round(round)
    assert held is not None
    for game in held.games:
        if game.black is not None:
            live = tournaments.report(id, who, round, game.board, result, was="none")
    return live


def test_an_event_from_the_first_player_to_the_last_round(
    tournaments: TournamentService, anna: Visitor
) -> None:
    live = opened(tournaments, anna, 9, rounds=3)
    for round in (1, 2, 3):
        live = play(tournaments, anna, live.id, round)
    assert live.next_round().waits is not None
    rows = standing(live.event).rows
    assert (rows[0].points, sum(r.points for r in rows)) == (6, 3 * 5 * 2)
    with raises(BadTournament, Message("All {n} planned rounds are there.", n=3)):
        tournaments.pair(live.id, anna, 4)


@pytest.mark.parametrize("system", list(System))
def test_every_system_pairs(tournaments: TournamentService, anna: Visitor, system: System) -> None:
    teams = system is System.SCHEVENINGEN
    live = opened(tournaments, anna, 8, system=system, boards=4 if teams else 0)
    for number, members in enumerate(((1, 2, 3, 4), (5, 6, 7, 8)) if teams else ()):
        live = tournaments.change(live.id, anna, put_team(None, f"Squadra {number}", members))
    live = play(tournaments, anna, live.id, 1)
    live = tournaments.pair(live.id, anna, 2)
    assert live.event.played_rounds == 2


def test_what_is_kept_is_what_another_process_reads(
    app: App, tournaments: TournamentService, anna: Visitor
) -> None:
    live = opened(tournaments, anna, deck="it-2m-43", seed="Livorno", rounds=5)
    live = tournaments.check_in(live.id, anna, [1, 2, 3], here=True)
    live = play(tournaments, anna, live.id, 1)
    again = TournamentService(app.store, app.clock).load(live.id)
    assert again.event == live.event
    assert again.state == live.state
    assert (len(again.here), list(again.ballots), list(again.state.pairings)) == (3, [1], [1])
    assert again.announced == live.announced
    assert again.ballots[1].seed == "Livorno"


def test_a_correction_of_a_past_round_counts_everything_again(
    tournaments: TournamentService, anna: Visitor
) -> None:
    live = opened(tournaments, anna)
    live = play(tournaments, anna, live.id, 1)
    live = tournaments.pair(live.id, anna, 2)
    first = live.event.rounds[0].games[0]
    before = scores(live.event)
    with raises(BadTournament, Message("Round {r} is closed: a result is corrected with a reason.", r=1)):
        tournaments.report(live.id, anna, 1, first.board, "loss")
    assert scores(tournaments.load(live.id).event) == before
    live = tournaments.report(live.id, anna, 1, first.board, "loss", was="win", reason="slip read again")
    assert first.black is not None
    assert (score(live.event, first.white), score(live.event, first.black)) == (0, 2)
    assert [r.number for r in live.event.rounds] == [1, 2]
    entry = live.log.entries[-1]
    assert (entry.why, entry.who, entry.data["was"]) == ("slip read again", "Anna", "win")


def test_undo_takes_back_the_last_act_and_nothing_is_erased(
    tournaments: TournamentService, anna: Visitor
) -> None:
    live = opened(tournaments, anna)
    live = tournaments.pair(live.id, anna, 1)
    paired = live.event
    live = tournaments.report(live.id, anna, 1, 1, "draw")
    version = live.version
    live = tournaments.undo(live.id, anna, version, version, seen=version)
    assert live.event == paired
    assert live.version == version + 1
    with pytest.raises(BadTournament):
        tournaments.undo(live.id, anna, 1, 1, seen=live.version)


def test_an_act_that_later_ones_need_is_not_undone(tournaments: TournamentService, anna: Visitor) -> None:
    live = opened(tournaments, anna)
    live = tournaments.pair(live.id, anna, 1)
    pairing = live.version
    live = tournaments.report(live.id, anna, 1, 1, "draw")
    with pytest.raises(BadTournament):
        tournaments.undo(live.id, anna, pairing, pairing, seen=live.version, reason="wrong")
    assert tournaments.load(live.id).version == live.version


def test_two_arbiters_with_the_same_board_get_a_conflict_and_nothing_is_lost(
    app: App, tournaments: TournamentService, anna: Visitor
) -> None:
    bruno = app.guest("Bruno")
    live = opened(tournaments, anna)
    other = TournamentService(app.store, app.clock)  # another process
    other.join(live.row.code, bruno)
    tournaments.pair(live.id, anna, 1)
    other.report(live.id, bruno, 1, 1, "draw", was="none")
    with raises(
        Conflict,
        Message(
            "Meanwhile {who} entered another result on board {b}: {now}. Yours was not written.",
            who="Bruno",
            b="1",
            now="1-1",
        ),
    ):
        tournaments.report(live.id, anna, 1, 1, "win", was="none")
    tournaments.report(live.id, anna, 1, 1, "draw", was="none")  # the same: no quarrel
    live = tournaments.report(live.id, anna, 1, 2, "win", was="none")  # another board: no quarrel either
    games = live.event.rounds[0].games
    assert [g.result(live.event.settings.scoring) for g in games[:2]] == ["1-1", "2-0"]


def test_a_page_that_shows_a_result_since_taken_back_blames_nobody_for_another(
    app: App, tournaments: TournamentService, anna: Visitor
) -> None:
    bruno = app.guest("Bruno")
    live = opened(tournaments, anna)
    tournaments.join(live.row.code, bruno)
    tournaments.pair(live.id, anna, 1)
    live = tournaments.report(live.id, bruno, 1, 1, "win", was="none")
    tournaments.undo(live.id, anna, live.version, live.version, seen=live.version)
    with raises(
        Conflict,
        Message(
            "Board {b} has {now} now, not what your page showed. Yours was not written.",
            b="1",
            now=Message("no result"),
        ),
    ):
        tournaments.report(live.id, anna, 1, 1, "draw", was="win")
    with raises(BadTerms, Message("There is no such result.")):
        tournaments.report(live.id, anna, 1, 1, "draw", was="won")
    assert tournaments.load(live.id).open_games


def test_two_arbiters_who_pair_at_once_make_one_round(
    app: App, tournaments: TournamentService, anna: Visitor
) -> None:
    live = opened(tournaments, anna)
    tournaments.pair(live.id, anna, 1)
    with raises(Conflict, Message("Round {n} is paired already.", n=1)):
        TournamentService(app.store, app.clock).pair(live.id, anna, 1)
    assert tournaments.load(live.id).event.played_rounds == 1


def test_undo_and_settings_ask_for_the_newest_view(tournaments: TournamentService, anna: Visitor) -> None:
    live = opened(tournaments, anna)
    seen = live.version
    tournaments.check_in(live.id, anna, [1], here=True)
    with raises(
        Conflict,
        Message(
            "Meanwhile {who} has done something else ({n} act): here it is as it stands; look and repeat.",
            who="Anna",
            n=1,
        ),
    ):
        tournaments.undo(live.id, anna, seen, seen, seen=seen)
    with pytest.raises(Conflict):
        tournaments.announce(live.id, anna, Announcement("Altro"), seen=seen)


def test_strangers_may_look_but_not_act(app: App, tournaments: TournamentService, anna: Visitor) -> None:
    carla = app.guest("Carla")
    live = opened(tournaments, anna)
    with pytest.raises(NotYours):
        tournaments.pair(live.id, carla, 1)
    with pytest.raises(NotFound):
        tournaments.join("0000-0000", carla)
    assert [line.yours for line in tournaments.listed(carla.id)] == [False]
    assert tournaments.join(live.row.code, carla).is_arbiter(carla.id)
    assert tournaments.pair(live.id, carla, 1).event.played_rounds == 1
    with pytest.raises(NotFound):
        tournaments.load("nowhere")


@pytest.mark.parametrize("how", ["body", "gone", "time"])
def test_a_log_that_was_altered_is_found_out(
    app: App, tournaments: TournamentService, anna: Visitor, tmp_path: Path, how: str
) -> None:
    live = opened(tournaments, anna)
    live = play(tournaments, anna, live.id, 1)
    assert tournaments.proved(live.id) is None
    line = live.version - 1
    change = {
        "body": "UPDATE tournament_entry SET body = replace(body, 'win', 'loss') WHERE seq = :n",
        "gone": "DELETE FROM tournament_entry WHERE seq = :n",
        "time": "UPDATE tournament_entry SET body = replace(body, '\"at\":1', '\"at\":2') WHERE seq = :n",
    }[how]
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as connection:
        assert connection.execute(change, {"n": line}).rowcount == 1
        connection.commit()
    broken = tournaments.proved(live.id)
    assert isinstance(broken, BrokenLog)
    assert broken.number == line
    with pytest.raises(BrokenLog):
        TournamentService(app.store, app.clock).load(live.id)


def test_each_way_to_leave_has_its_own_effect(tournaments: TournamentService, anna: Visitor) -> None:
    live = opened(tournaments, anna)
    live = tournaments.pair(live.id, anna, 1)
    one, two, three = live.event.rounds[0].games[:3]
    tournaments.change(live.id, anna, happen_to([one.white], PlayerChange.FORFEITED, from_round=1))
    tournaments.change(live.id, anna, happen_to([two.white], PlayerChange.WITHDRAWN, from_round=2))
    with raises(BadTournament, Message("This act needs a reason.")):
        tournaments.change(live.id, anna, happen_to([three.white], PlayerChange.EXCLUDED, from_round=1))
    live = tournaments.change(
        live.id, anna, happen_to([three.white], PlayerChange.EXCLUDED, from_round=1, reason="not entitled")
    )
    games = live.event.rounds[0].games
    assert (games[0].kind, games[1].kind, games[2].kind) == (Kind.FORFEIT, Kind.PLAYED, Kind.ANNULLED)
    for board in (two.board, live.event.rounds[0].games[3].board):
        live = tournaments.report(live.id, anna, 1, board, "win")
    live = tournaments.come_back(live.id, anna, one.white)
    live = tournaments.pair(live.id, anna, 2)
    seated = {n for g in live.event.rounds[1].games for n in (g.white, g.black)}
    assert one.white in seated
    assert not {two.white, three.white} & seated


def test_who_enters_late_plays_from_the_next_round(tournaments: TournamentService, anna: Visitor) -> None:
    live = opened(tournaments, anna)
    live = play(tournaments, anna, live.id, 1)
    live = tournaments.enter(live.id, anna, [EventPlayer(0, "Tardi")])
    live = tournaments.pair(live.id, anna, 2)
    assert score(live.event, 9, 1) == 0
    assert any(9 in (g.white, g.black) for g in live.event.rounds[1].games)


def test_who_has_not_checked_in_can_be_left_out(tournaments: TournamentService, anna: Visitor) -> None:
    live = opened(tournaments, anna)
    tournaments.check_in(live.id, anna, [1, 2, 3, 4], here=True)
    live = tournaments.pair(live.id, anna, 1, only_present=True)
    assert {n for g in live.event.rounds[0].games for n in (g.white, g.black)} == {1, 2, 3, 4}


def test_start_numbers_by_elo_and_by_lot(tournaments: TournamentService, anna: Visitor) -> None:
    live = opened(tournaments, anna, 0)
    tournaments.enter(live.id, anna, [EventPlayer(0, "Uno", elo=2000), EventPlayer(0, "Due", elo=3000)])
    tournaments.check_in(live.id, anna, [2], here=True)
    live = tournaments.number(live.id, anna, "elo")
    assert [p.name for p in live.event.players] == ["Due", "Uno"]
    assert live.here == {1}
    live = tournaments.number(live.id, anna, "lot")
    assert sorted(p.name for p in live.event.players) == ["Due", "Uno"]
    live = tournaments.pair(live.id, anna, 1)
    with pytest.raises(BadTournament):
        tournaments.number(live.id, anna, "elo")


def test_a_round_by_hand_needs_a_reason_and_everybody_once(
    tournaments: TournamentService, anna: Visitor
) -> None:
    live = opened(tournaments, anna, 4)
    with raises(BadTournament, Message("This act needs a reason.")):
        tournaments.change(live.id, anna, by_hand(1, [Pair(1, 2), Pair(3, 4)], ""))
    with pytest.raises(BadTournament):
        tournaments.change(live.id, anna, by_hand(1, [Pair(1, 2), Pair(1, 4)], "directed"))
    live = tournaments.change(live.id, anna, by_hand(1, [Pair(1, 2), Pair(3, 4)], "directed"))
    assert [(g.white, g.black) for g in live.event.rounds[0].games] == [(1, 2), (3, 4)]
    live = tournaments.swap(live.id, anna, 1, 2, 4, "same club")
    assert [(g.white, g.black) for g in live.event.rounds[0].games] == [(1, 4), (3, 2)]
    pairing = live.pairing(1)
    assert pairing is not None
    assert pairing.opponent(1) == 4


@pytest.mark.parametrize(
    ("facts", "field"),
    [
        ({"name": "  "}, "name"),
        ({"game": "nothing"}, "game"),
        ({"rounds": 100}, "rounds"),
        ({"elo_weight": 401}, "elo_weight"),
        ({"tiebreaks": "Q1,nonsense"}, "tiebreaks"),
        ({"deck": "no-deck"}, "deck"),
        ({"games": 3}, "games"),
    ],
)
def test_what_makes_no_event_is_refused(
    tournaments: TournamentService, anna: Visitor, facts: dict[str, object], field: str
) -> None:
    with pytest.raises(BadTerms) as error:
        tournaments.create(anna, Announcement(**{"name": "Trofeo", **facts}))  # type: ignore[arg-type]
    assert error.value.field == field
    assert tournaments.listed(anna.id) == ()


def test_nobody_enters_twice_and_a_list_enters_whole_or_not(
    tournaments: TournamentService, anna: Visitor
) -> None:
    live = opened(tournaments, anna, 2)
    with raises(BadTournament, Message("{n} is entered already.", n="Giocatore 1")):
        tournaments.enter(live.id, anna, [EventPlayer(0, "Nuovo"), people(1)[0]])
    assert len(tournaments.load(live.id).event.players) == 2


def test_an_event_that_is_over_changes_no_more_until_reopened(
    tournaments: TournamentService, anna: Visitor
) -> None:
    live = opened(tournaments, anna)
    tournaments.pair(live.id, anna, 1)
    with raises(BadTournament, Message("{n} results are still missing.", n=4)):
        tournaments.finish(live.id, anna, over=True)
    for board in range(1, 5):
        tournaments.report(live.id, anna, 1, board, "draw")
    tournaments.finish(live.id, anna, over=True)
    with raises(BadTournament, Message("The event is over: reopen it to change.")):
        tournaments.pair(live.id, anna, 2)
    tournaments.finish(live.id, anna, over=False)
    assert tournaments.pair(live.id, anna, 2).event.played_rounds == 2


def test_the_list_tells_how_far_an_event_is(tournaments: TournamentService, anna: Visitor) -> None:
    live = opened(tournaments, anna, place="Livorno", rounds=5)
    tournaments.pair(live.id, anna, 1)
    tournaments.report(live.id, anna, 1, 1, "draw")
    (line,) = tournaments.listed(anna.id)
    assert (line.players, line.round, line.rounds, line.open_boards, line.place) == (8, 1, 5, 3, "Livorno")


def test_an_event_written_as_a_report_comes_back_the_same(
    tournaments: TournamentService, anna: Visitor
) -> None:
    live = opened(tournaments, anna, 9, rounds=5)
    live = play(tournaments, anna, live.id, 1)
    tournaments.change(live.id, anna, happen_to([4], PlayerChange.ABSENT, from_round=2, worth=Kind.HALF_BYE))
    tournaments.change(live.id, anna, happen_to([5], PlayerChange.WITHDRAWN, from_round=3))
    live = play(tournaments, anna, live.id, 2, "draw")
    live = tournaments.pair(live.id, anna, 3)
    live = tournaments.report(live.id, anna, 3, 1, "black-absent")
    again = tournaments.bring_in(anna, read_trf(write_trf(live.event)))
    assert scores(again.event) == scores(live.event)
    assert [r.number for r in standing(again.event, after_round=2).rows] == [
        r.number for r in standing(live.event, after_round=2).rows
    ]
    assert len(again.open_games) == len(live.open_games)
    assert tournaments.proved(again.id) is None
