"""What the pages of matches and evenings say of a board that is decided by forfeit: its game is gone."""

from __future__ import annotations

from pathlib import Path

import pytest

from damiera.service.identity import Visitor
from damiera.web.club.club_match_views import club_match_part
from damiera.web.tournament.views.evening import evening_part
from damiera.web.tournament.views.phones import board_games
from tests.unit.service.kit import App
from tests.unit.service.test_club_matches import TwoClubs, event_of
from tests.wording import words_of


def _seen(two: TwoClubs, id: str, who: Visitor) -> str:
    match = two.matches.load(id)
    reader = two.matches.reader(match, who.id)
    return str(club_match_part(match, reader, (), frozenset(), two.app.clock.now, "en", has_account=True))


@pytest.fixture
def two(tmp_path: Path) -> TwoClubs:
    return TwoClubs(App(tmp_path))


def test_a_forfeit_leads_to_no_game_and_back_from_the_one_that_is_gone(two: TwoClubs) -> None:
    match = two.begun("Anna", "Bruno", "Ugo", "Vera", wait=1)
    live = event_of(match)
    gone = two.online.sit(live.id, two["Anna"], 1, 1)
    for name in ("Bruno", "Vera"):
        two.online.sit(live.id, two[name], 1, 2)
    id = two.after(1.1, match).record.id
    hers, his = (_seen(two, id, two[name]) for name in ("Anna", "Ugo"))
    for seen in (hers, his):
        assert f'href="/g/{gone}"' not in seen
        assert seen.count('href="/g/') == 1  # the board that is played
        assert f'data-decided="1.1.1.{gone}"' in seen
    assert words_of("%(name)s did not come in time: the board is yours by forfeit.", name="Ugo") in hers
    assert words_of("You did not come in time") in his
    assert words_of("I am here again") not in his, "no round is to come"
    assert "data-decided" not in _seen(two, id, two["Bruno"])
    assert "1.1" not in board_games(event_of(two.matches.load(id)), 1)


def test_who_comes_late_to_a_match_of_more_rounds_may_play_on(two: TwoClubs) -> None:
    match = two.begun("Anna", "Bruno", "Ugo", "Vera", wait=1, everyone=True)
    two.online.sit(event_of(match).id, two["Anna"], 1, 1)
    id = two.after(1.1, match).record.id
    assert words_of("I am here again") in _seen(two, id, two["Ugo"])


def test_an_evening_tells_who_is_alone_at_a_board_that_it_is_theirs(two: TwoClubs) -> None:
    match = two.begun("Anna", "Ugo", wait=1)
    live = event_of(match)
    gone = two.online.sit(live.id, two["Anna"], 1, 1)
    live = event_of(two.after(1.1, match))
    [game] = live.event.rounds[0].games
    seen = str(evening_part(live, two["Anna"], game.white, two.app.clock.now, "en"))
    assert words_of("%(name)s did not come in time: the board is yours by forfeit.", name="Ugo") in seen
    assert f"/g/{gone}" not in seen
