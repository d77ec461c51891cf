"""Boards of teams are called by table and place wherever somebody reads of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from damiera.messages import Message
from damiera.notation.pdn.model import PdnGame
from damiera.notation.pdn.reader import read_pdn
from damiera.service.errors import Conflict
from damiera.service.identity import Visitor
from damiera.service.tournament.acts import TournamentService
from damiera.service.tournament.event import LiveEvent
from damiera.service.tournament.games import PaperGameService, event_pdn
from damiera.service.tournament.publication import event_feed
from damiera.service.tournament.teams import put_team
from damiera.tournament import acts
from damiera.tournament.errors import BadTournament
from damiera.tournament.model import System
from damiera.web.tournament.views.log import log_groups
from tests.unit.service.kit import App
from tests.unit.service.tournament.test_acts import anna, opened, tournaments
from tests.wording import raises, shows

__all__ = ["anna", "tournaments"]

PDN = "1. 22-18 12-16 2. 18-14 10x19 3. 23x14 11x18 4. 21x14 *"


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    made = App(tmp_path)
    yield made
    made.close()


@pytest.fixture
def teams(tournaments: TournamentService, anna: Visitor) -> LiveEvent:
    """Four teams of two, the first round paired: board 4 is board 2 at table 2."""
    live = opened(tournaments, anna, 8, system=System.ROUND_ROBIN, boards=2)
    for number in range(4):
        pair = (2 * number + 1, 2 * number + 2)
        live = tournaments.change(live.id, anna, put_team(None, f"Squadra {number}", pair))
    return tournaments.pair(live.id, anna, 1)


def test_lines_of_the_log_name_the_board_at_the_table(
    app: App, tournaments: TournamentService, anna: Visitor, teams: LiveEvent
) -> None:
    tournaments.report(teams.id, anna, 1, 4, "win", was="none")
    tournaments.turn(teams.id, anna, 1, 2, "lot")
    app.clock.now += 1
    live = PaperGameService(tournaments).attach(teams.id, anna, 1, 3, PDN)
    said = "; ".join(one.said for one in log_groups(live, "en", 3))
    assert shows(said, Message("Round {r}, board {b}: moves kept", r=1, b="2.1"))
    assert shows(said, Message("Round {r}, board {b}: colours turned", r=1, b="1.2"))
    assert shows(said, Message("Round {r}, board {b}: ", r=1, b="2.2"))


def test_a_result_that_was_taken_back_with_its_round_is_still_named(
    tournaments: TournamentService, anna: Visitor, teams: LiveEvent
) -> None:
    paired = teams.version
    live = tournaments.report(teams.id, anna, 1, 4, "win", was="none")
    live = tournaments.undo(live.id, anna, paired, live.version, seen=live.version)
    assert not live.event.rounds
    said = [one.said for one in log_groups(live, "en", 10)]
    assert any(shows(line, Message("Round {r}, board {b}: ", r=1, b="2.2")) for line in said)


def test_refusals_name_it_so(tournaments: TournamentService, anna: Visitor, teams: LiveEvent) -> None:
    for board in (1, 2, 4):
        live = tournaments.report(teams.id, anna, 1, board, "win", was="none")
    with raises(BadTournament, Message("Results are missing on boards {b}.", b="2.1")):
        live.log.add(acts.CloseAct(round=1), who="Anna", at=0)
    text = "Meanwhile {who} entered another result on board {b}: {now}. Yours was not written."
    with raises(Conflict, Message(text, who="Anna", b="2.2", now="2-0")):
        tournaments.report(teams.id, anna, 1, 4, "draw", was="none")


def test_the_feed_has_both_and_pdn_the_table(
    tournaments: TournamentService, anna: Visitor, teams: LiveEvent
) -> None:
    games = json.loads(event_feed(teams, "en"))["sections"][0]["rounds"][0]["games"]
    assert [(g["board"], g["called"]) for g in games] == [(1, "1.1"), (2, "1.2"), (3, "2.1"), (4, "2.2")]
    live = PaperGameService(tournaments).attach(teams.id, anna, 1, 3, PDN)
    text = event_pdn(live)
    assert [g.tags["Round"] for g in read_pdn(text) if isinstance(g, PdnGame)] == [
        "1.1.1",
        "1.1.2",
        "1.2.1",
        "1.2.2",
    ]


@pytest.mark.parametrize("written", ["1.2.1", "1.3", "1"])
def test_pdn_finds_the_board_by_its_table_and_by_the_number_of_earlier_files(
    tournaments: TournamentService, anna: Visitor, teams: LiveEvent, written: str
) -> None:
    held = teams.event.round(1)
    assert held is not None
    game = held.games[2]
    white, black = (teams.event.player(n or 0).name for n in (game.white, game.black))
    text = f'[White "{white}"]\n[Black "{black}"]\n[Round "{written}"]\n[Result "*"]\n\n{PDN}\n'
    live, found = PaperGameService(tournaments).attach_all(teams.id, anna, text)
    assert (found, list(live.margin.games)) == (1, [(1, 3, 1)])
