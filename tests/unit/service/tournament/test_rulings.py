"""What is announced and ruled of an event: settings, openings for each board, play-offs, overrides."""

from __future__ import annotations

from datetime import date

import pytest

from damiera.messages import Message
from damiera.service.errors import BadTerms
from damiera.service.identity import Visitor
from damiera.service.tournament.acts import TournamentService
from damiera.service.tournament.announcement import round_days, rounds_of
from damiera.service.tournament.event import Announcement, Appointment
from damiera.service.tournament.happenings import happen_to
from damiera.service.tournament.rulings import override, playoff
from damiera.tournament.errors import BadTournament
from damiera.tournament.model import Kind, PlayerChange, System
from tests.unit.service.kit import App
from tests.unit.service.tournament.test_acts import anna, opened, play, tournaments
from tests.wording import raises

__all__ = ["anna", "tournaments"]


def test_settings_reach_the_event_and_stay_once_it_has_begun(
    tournaments: TournamentService, anna: Visitor
) -> None:
    facts = Announcement(
        "Trofeo", system=System.ROUND_ROBIN, cycles=2, last_bye_lowest=True, weak_rounds=1, acceleration=2
    )
    live = tournaments.create(anna, facts)
    settings = live.event.settings
    assert (settings.cycles, settings.last_bye_lowest, settings.weak_rounds, settings.acceleration) == (
        2,
        True,
        1,
        2,
    )
    live = opened(tournaments, anna, 4, system=System.ROUND_ROBIN, cycles=2)
    assert live.planned == 6
    live = play(tournaments, anna, live.id, 1)
    live = tournaments.announce(
        live.id, anna, Announcement("Trofeo", system=System.ROUND_ROBIN, cycles=1), seen=live.version
    )
    assert live.event.settings.cycles == 2


def test_a_knockout_knows_how_many_rounds_it_takes(tournaments: TournamentService, anna: Visitor) -> None:
    assert opened(tournaments, anna, 8, system=System.KNOCKOUT).planned == 3
    assert opened(tournaments, anna, 9, system=System.KNOCKOUT).planned == 4


def test_the_timetable_gives_each_round_its_day(tournaments: TournamentService, anna: Visitor) -> None:
    one, two = date(2006, 4, 24), date(2006, 4, 25)
    lines = (Appointment(two, "9:00", "2-3"), Appointment(one, "18:00", "1", "Primo turno"), Appointment())
    live = tournaments.create(anna, Announcement("Sordi", timetable=lines))
    assert [line.day for line in live.announced.timetable] == [one, two]  # in order, empty lines gone
    assert live.event.dates == (one, two, two)
    assert round_days(()) == ()
    for word in ("x", "0", "3-1", "1-2-3", "100"):
        with pytest.raises(ValueError, match=r".*"):
            rounds_of(word)
        with pytest.raises(BadTerms):
            tournaments.create(anna, Announcement("Sordi", timetable=(Appointment(one, "", word),)))


def test_each_board_can_have_its_own_opening_both_games_of_a_match_with_it(
    tournaments: TournamentService, anna: Visitor
) -> None:
    live = opened(tournaments, anna, 9, deck="it-2m-43", seed="Livorno", ballots="board", games=2)
    live = tournaments.pair(live.id, anna, 1)
    assert sorted(live.board_ballots) == [(1, n) for n in range(1, 5)]
    assert len({b.number for b in live.board_ballots.values()}) > 1
    assert live.ballots == {}
    boards = {(g.board, g.leg) for g in live.event.rounds[0].games if g.black}
    assert boards == {(n, leg) for n in range(1, 5) for leg in (1, 2)}
    again = TournamentService(tournaments._store, tournaments._clock).load(live.id)
    assert again.board_ballots == live.board_ballots


def test_a_playoff_settles_the_rank_and_can_be_taken_back(
    tournaments: TournamentService, anna: Visitor
) -> None:
    live = opened(tournaments, anna, 2, rounds=1)
    live = play(tournaments, anna, live.id, 1, "draw")
    assert live.standing.playoffs_needed == ((1, 2),)
    live = tournaments.change(live.id, anna, playoff([2, 1]))
    assert [(r.number, r.rank) for r in live.standing.rows] == [(2, 1), (1, 2)]
    live = tournaments.change(live.id, anna, playoff([1, 2]))  # corrected
    assert [r.number for r in live.standing.rows] == [1, 2]
    live = tournaments.change(live.id, anna, playoff([1, 2], held=False))
    assert live.standing.playoffs_needed
    for wrong in ([1], [1, 1], [1, 7]):
        with pytest.raises(BadTerms):
            tournaments.change(live.id, anna, playoff(wrong))


def test_an_override_has_an_author_and_a_reason(
    app: App, tournaments: TournamentService, anna: Visitor
) -> None:
    live = opened(tournaments, anna, 4)
    with pytest.raises(BadTerms):
        tournaments.change(live.id, anna, override(1, "CTF", " "))
    live = tournaments.change(live.id, anna, override(1, "CTF", "malattia"))
    assert (live.overrides[1].author, live.overrides[1].reason) == ("CTF", "malattia")
    assert TournamentService(app.store, app.clock).load(live.id).overrides == live.overrides
    assert not tournaments.change(live.id, anna, override(1, "", "")).overrides


def test_the_tie_breaks_and_the_rule_announced_are_those_used(
    tournaments: TournamentService, anna: Visitor
) -> None:
    live = opened(tournaments, anna, 4, tiebreaks="SB,direct", unplayed="zero")
    assert live.rules.tiebreaks == ("sonneborn-berger", "direct")
    assert live.standing.rules.unplayed == "zero"
    usual = opened(tournaments, anna, 4, system=System.ROUND_ROBIN)
    assert (usual.rules.tiebreaks, usual.rules.unplayed) == (("quotient2",), "paired")


def test_an_exclusion_holds_from_the_next_round_at_the_latest(
    tournaments: TournamentService, anna: Visitor
) -> None:
    live = play(tournaments, anna, opened(tournaments, anna, 6, rounds=3).id, 1)
    with raises(
        BadTerms,
        Message("Who is not entitled to play is excluded at once: from round {n} at the latest.", n=2),
    ):
        tournaments.change(
            live.id, anna, happen_to([1], PlayerChange.EXCLUDED, from_round=3, reason="no card")
        )
    gone = tournaments.change(
        live.id, anna, happen_to([1], PlayerChange.EXCLUDED, from_round=2, reason="no card")
    )
    game = next(g for g in gone.event.games if 1 in (g.white, g.black))
    assert game.kind is Kind.ANNULLED
    with raises(
        BadTournament,
        Message(
            "The result of board {b} comes from what happened to {who}: undo that, and the result is back.",
            b="1",
            who="Giocatore 1",
        ),
    ):
        tournaments.report(live.id, anna, 1, game.board, "draw", reason="read again")
