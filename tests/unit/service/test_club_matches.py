"""Matches between clubs: asked for, accepted, played, closed; captains, substitutes, the absent."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from damiera.messages import Message
from damiera.service.account_data import AccountData
from damiera.service.accounts import Accounts
from damiera.service.club_matches import ClubMatchForm, ClubMatchService, LiveClubMatch
from damiera.service.conduct import ConductService, rights_of
from damiera.service.errors import BadTerms, Conflict, NotYours, RefusedAct
from damiera.service.identity import Visitor
from damiera.service.member_clubs import MemberClubService
from damiera.service.notices import NoticeService
from damiera.service.rated_games import RatedGames
from damiera.service.tournament.acts import TournamentService
from damiera.service.tournament.evening import EveningService, seated_apart
from damiera.service.tournament.event import LiveEvent
from damiera.service.tournament.online import OnlineBoardService, online_game
from damiera.tournament.log import verify
from damiera.tournament.model import Kind
from tests.cases import case
from tests.unit.service.kit import App, FakeClock
from tests.wording import raises

MINUTE_MS = 60_000
HOME = ("Anna", "Bruno", "Carla")
AWAY = ("Ugo", "Vera", "Zeno")


class TwoClubs:
    """Two clubs of three, over a store that may be opened again; Anna and Ugo founded them."""

    def __init__(self, app: App) -> None:
        self.open(app)
        accounts = Accounts(app.store, app.clock)
        names = (*HOME, *AWAY)
        self.people = {n: accounts.register(None, n, "a long password of mine").visitor for n in names}
        self.clubs = MemberClubService(app.store, app.clock)
        self.home, self.away = (
            self._founded(name, people) for name, people in (("Livorno", HOME), ("Pisa", AWAY))
        )

    def _founded(self, name: str, people: tuple[str, ...]) -> str:
        founder = self.people[people[0]]
        club = self.clubs.found(founder.id, name, "").id
        for one in people[1:]:
            self.clubs.ask(self.people[one].id, club)
            self.clubs.answer(founder.id, club, one, accepts=True)
        return club

    def open(self, app: App) -> None:
        self.app = app
        self.tournaments = TournamentService(app.store, app.clock)
        self.online = OnlineBoardService(self.tournaments, app.cache, app.store)
        self.evenings = EveningService(self.tournaments, self.online, app.cache, app.store)
        self.tournaments.followers += [self.online.follow, self.evenings.follow]
        self.matches = ClubMatchService(self.tournaments, app.cache, app.store)

    def __getitem__(self, name: str) -> Visitor:
        return self.people[name]

    def agreed(self, *names: str, **terms: object) -> LiveClubMatch:
        """Return an accepted match for which some have put their names down."""
        form = ClubMatchForm("pisa", **{"boards": 2, **terms})  # type: ignore[arg-type]
        id = self.matches.challenge(self["Anna"], self.home, form).id
        self.matches.accept(id, self["Ugo"])
        for name in names:
            self.matches.join(id, self[name], "home" if name in HOME else "away")
        return self.matches.load(id)

    def begun(self, *names: str, **terms: object) -> LiveClubMatch:
        """Return a match whose hour has come."""
        return self.after(10, self.agreed(*names, **terms))

    def after(self, minutes: float, match: LiveClubMatch) -> LiveClubMatch:
        """Let time pass, then what is due happen."""
        self.app.clock.now += int(minutes * MINUTE_MS)
        self.evenings.go_on(event_of(match).id)
        return self.matches.load(match.record.id)

    def play(self, match: LiveClubMatch, board: int, leg: int = 1) -> LiveClubMatch:
        """Have both sit at a board and Black resign."""
        live = event_of(match)
        held = live.event.round(live.event.played_rounds)
        assert held is not None
        game = next(g for g in held.games if (g.board, g.leg) == (board, leg))
        for number in (game.white, game.black or 0):
            who = self.people[live.event.player(number).name]
            self.online.sit(live.id, who, held.number, board, leg=leg)
        game_id = online_game(live.margin, game)
        self.app.play.act(game_id, self.app.play.load(game_id).row.seats[1].player_id, "resign")
        for ended in self.online.ended():
            self.online.record(ended)
        self.evenings.go_on(live.id)
        return self.matches.load(match.record.id)


def event_of(match: LiveClubMatch) -> LiveEvent:
    assert match.event is not None
    return match.event


def seats(match: LiveClubMatch) -> list[tuple[str, str]]:
    """Return who sits with White and Black at the boards of the last round."""
    event = event_of(match).event
    held = event.round(event.played_rounds)
    assert held is not None
    return [(event.player(g.white).name, event.player(g.black).name if g.black else "") for g in held.games]


@pytest.fixture
def two(tmp_path: Path) -> Iterator[TwoClubs]:
    app = App(tmp_path)
    yield TwoClubs(app)
    app.close()


def test_a_match_from_the_challenge_to_the_histories_of_both_clubs(two: TwoClubs) -> None:
    match = two.begun("Anna", "Bruno", "Ugo", "Vera")
    assert seats(match) == [("Anna", "Ugo"), ("Vera", "Bruno")]
    match = two.play(two.play(match, 1), 2)
    match = two.after(1, match)
    assert event_of(match).over
    two.after(0, match)
    for club in (two.home, two.away):
        [listed] = two.matches.of_club(club, is_admin=False)
        assert (listed.state, listed.home_points, listed.away_points) == ("over", 2, 2)
    assert verify(event_of(match).log.entries) is None
    assert [game.pdn != "" for game in event_of(match).margin.games.values()] == [True, True]


def test_two_games_with_colours_changed_are_played_one_after_the_other(two: TwoClubs) -> None:
    match = two.begun("Anna", "Ugo", games=2)
    assert seats(match) == [("Anna", "Ugo"), ("Ugo", "Anna")]
    live = event_of(match)
    games = live.event.rounds[0].games
    assert [bool(online_game(live.margin, game)) for game in games] == [True, False]
    match = two.play(match, 1)
    live = event_of(match)
    assert online_game(live.margin, live.event.rounds[0].games[1])  # the second begins as the first is over
    assert not live.over
    match = two.after(1, two.play(match, 1, leg=2))
    assert event_of(match).over


@case("fid.competition.2008:9.4")
def test_who_does_not_come_in_time_has_lost_by_forfeit(two: TwoClubs) -> None:
    match = two.begun("Anna", "Ugo", wait=3)
    live = event_of(match)
    two.online.sit(live.id, two["Anna"], 1, 1)
    match = two.after(3.1, match)
    [game] = event_of(match).event.rounds[0].games
    assert (game.kind, event_of(match).event.player(game.white).name) == (Kind.FORFEIT, "Anna")
    two.after(0, two.after(1, match))
    assert two.matches.load(match.record.id).record.home_points == 2


def test_who_is_left_alone_at_a_board_claims_it_and_settles_nothing_else(two: TwoClubs) -> None:
    """A match goes on by itself: no arbiter is there who would decide."""
    match = two.begun("Anna", "Ugo")
    live = event_of(match)
    for name in ("Anna", "Ugo"):
        game_id = two.online.sit(live.id, two[name], 1, 1)
    anna, conduct = two["Anna"].id, ConductService(two.app.cache)
    rights = rights_of(two.app.play.load(game_id), anna)
    assert [one for one in rights if one in ("called-off", "time-given", "absence-claimed")] == [
        "absence-claimed"
    ]
    for event in ("called-off", "time-given"):
        with raises(RefusedAct, Message("This is a board of a tournament: its arbiter decides.")):
            conduct.do(game_id, anna, {"e": event, "side": "white"})
    conduct.do(game_id, anna, {"e": "absence-claimed", "side": "white"}, away_ms=60_000)
    for ended in two.online.ended():
        two.online.record(ended)
    match = two.after(1, match)
    two.after(0, match)
    assert two.matches.load(match.record.id).record.home_points == 2


def test_everybody_meets_everybody_where_that_is_asked_for(two: TwoClubs) -> None:
    match = two.begun("Anna", "Bruno", "Ugo", "Vera", everyone=True)
    met = set[frozenset[str]]()
    for _ in range(2):
        met |= {frozenset(pair) for pair in seats(match)}
        match = two.after(1.1, two.play(two.play(match, 1), 2))
    assert met == {frozenset((a, b)) for a in ("Anna", "Bruno") for b in ("Ugo", "Vera")}


def test_only_admins_challenge_and_answer_and_only_members_play(two: TwoClubs) -> None:
    with pytest.raises(NotYours):
        two.matches.challenge(two["Bruno"], two.home, ClubMatchForm("Pisa"))
    id = two.matches.challenge(two["Anna"], two.home, ClubMatchForm("Pisa", words="Friday?")).id
    for refused in (two["Anna"], two["Vera"]):
        with pytest.raises(NotYours):
            two.matches.accept(id, refused)
        with pytest.raises(NotYours):
            two.matches.decline(id, refused)
    with raises(RefusedAct, Message("The match was not accepted.")):
        two.matches.join(id, two["Anna"], "home")
    assert two.matches.of_club(two.away, is_admin=False) == []
    two.matches.accept(id, two["Ugo"], "With pleasure.")
    assert two.matches.load(id).record.answer == "With pleasure."
    with raises(NotYours, Message("Only members of the two clubs may do this.")):
        two.matches.join(id, two["Anna"], "away")
    two.matches.join(id, two["Bruno"], "home")
    with pytest.raises(NotYours):
        two.matches.drop(id, two["Ugo"], 1)


def test_who_answers_second_is_told_so(two: TwoClubs) -> None:
    id = two.matches.challenge(two["Anna"], two.home, ClubMatchForm("Pisa")).id
    two.matches.decline(id, two["Ugo"], "Not this week.")
    for late in (two.matches.accept, two.matches.decline):
        with pytest.raises(Conflict):
            late(id, two["Ugo"])
    with pytest.raises(Conflict):
        two.matches.withdraw(id, two["Anna"])
    assert two.matches.load(id).event is None
    assert two.tournaments.listed(None) == ()  # the event of the second answer was not made


@pytest.mark.parametrize(
    ("field", "terms"),
    [
        ("other", {"other": "Nowhere"}),
        ("other", {"other": "Livorno"}),
        ("game", {"game": "none"}),
        ("pace", {"pace": "1+0"}),
        ("boards", {"boards": 0}),
        ("boards", {"boards": 21}),
        ("games", {"games": 3}),
        ("wait", {"wait": 0}),
        ("starts", {"starts": "soon"}),
        ("words", {"words": "x" * 501}),
    ],
)
def test_terms_that_make_no_match_say_which_field(
    two: TwoClubs, field: str, terms: dict[str, object]
) -> None:
    form = ClubMatchForm(**{"other": "Pisa", **terms})  # type: ignore[arg-type]
    with pytest.raises(BadTerms) as caught:
        two.matches.challenge(two["Anna"], two.home, form)
    assert caught.value.field == field


def test_captains_set_the_boards_by_hand_and_by_rating(two: TwoClubs) -> None:
    match = two.agreed("Anna", "Bruno", "Carla", "Ugo")
    id, event = match.record.id, event_of(match).event
    numbers = {player.name: player.number for player in event.players}

    def order() -> list[str]:
        live = event_of(two.matches.load(id))
        home = next(team for team in live.event.teams if team.number == 1)
        return [live.event.player(n).name for n in home.members]

    two.matches.move_up(id, two["Anna"], numbers["Carla"])
    assert order() == ["Anna", "Carla", "Bruno"]
    two.matches.move_up(id, two["Anna"], numbers["Anna"])  # who is first stays
    two.matches.by_rating(id, two["Anna"], "home")  # nobody has one: nothing changes
    assert order() == ["Anna", "Carla", "Bruno"]
    two.matches.drop(id, two["Anna"], numbers["Anna"])
    two.matches.leave(id, two["Carla"])
    two.matches.leave(id, two["Carla"])  # again does nothing
    two.matches.join(id, two["Anna"], "home")
    assert order() == ["Bruno", "Anna"]
    match = two.after(10, match)
    with raises(RefusedAct, Message("The match has begun: names are put down before.")):
        two.matches.leave(id, two["Bruno"])


def test_a_reserve_plays_for_whoever_has_not_come(two: TwoClubs) -> None:
    match = two.begun("Anna", "Bruno", "Carla", "Ugo", "Vera")
    id, live = match.record.id, event_of(match)
    numbers = {player.name: player.number for player in live.event.players}
    two.online.sit(live.id, two["Ugo"], 1, 1)
    assert two.matches.missing(match) == {numbers[one] for one in ("Anna", "Bruno", "Vera")}
    old = online_game(live.margin, live.event.rounds[0].games[0])
    with pytest.raises(NotYours):
        two.matches.substitute(id, two["Ugo"], numbers["Anna"], numbers["Carla"])
    with raises(RefusedAct, Message("They have come to their board: nobody takes their place.")):
        two.matches.substitute(id, two["Ugo"], numbers["Ugo"], numbers["Vera"])
    with raises(RefusedAct, Message("Choose somebody of the team who does not play.")):
        two.matches.substitute(id, two["Anna"], numbers["Anna"], numbers["Bruno"])
    match = two.matches.substitute(id, two["Anna"], numbers["Anna"], numbers["Carla"])
    assert seats(match) == [("Carla", "Ugo"), ("Vera", "Bruno")]
    new = online_game(event_of(match).margin, event_of(match).event.rounds[0].games[0])
    assert new not in ("", old)
    with raises(RefusedAct, Message("Choose somebody of the team who does not play.")):
        two.matches.substitute(id, two["Anna"], numbers["Carla"], numbers["Anna"])
    match = two.after(0, two.after(1, two.play(two.play(match, 1), 2)))
    assert match.record.state == "over"


def test_boards_that_nobody_faces_are_won_and_empty_ones_are_not_there(two: TwoClubs) -> None:
    match = two.begun("Anna", "Bruno", "Ugo", boards=3)
    assert seats(match) == [("Anna", "Ugo"), ("Bruno", "")]
    match = two.after(0, two.after(1, two.play(match, 1)))
    assert (match.record.home_points, match.record.away_points) == (4, 0)


def test_two_who_keep_one_another_away_sit_at_other_boards(two: TwoClubs) -> None:
    with two.app.store.write() as work:
        work.accounts.block(two["Bruno"].id, two["Vera"].id, at=0)
    match = two.agreed("Anna", "Bruno", "Ugo", "Vera")
    assert two.matches.apart(match) == (2,)  # the captains are told
    match = two.after(10, match)
    assert seats(match) == [("Anna", "Vera"), ("Ugo", "Bruno")]
    assert seated_apart([1, 2], [3, 4], lambda a, b: a != 1) == [3, 4]  # nobody can be helped


def test_a_match_of_a_club_that_was_closed_is_called_off(two: TwoClubs) -> None:
    match = two.agreed("Anna", "Ugo")
    two.clubs.close(two["Ugo"].id, two.away, knows=True)
    match = two.after(0, two.after(10, match))
    assert match.record.state == "called-off"
    assert event_of(match).over
    assert event_of(match).event.rounds == ()


def test_a_club_closed_while_boards_are_played_keeps_its_name(two: TwoClubs) -> None:
    match = two.begun("Anna", "Ugo")
    two.clubs.close(two["Ugo"].id, two.away, knows=True)
    match = two.after(0, two.after(1, two.play(match, 1)))
    assert (match.record.state, match.record.away_id, match.record.away_name) == ("over", None, "Pisa")


def test_a_match_is_called_off_before_it_begins_and_not_later(two: TwoClubs) -> None:
    match = two.agreed("Anna", "Ugo")
    with pytest.raises(NotYours):
        two.matches.call_off(match.record.id, two["Vera"])
    match = two.matches.call_off(match.record.id, two["Anna"], "Snow.")
    assert (match.record.state, match.record.answer, event_of(match).over) == ("called-off", "Snow.", True)
    begun = two.begun("Anna", "Ugo")
    with pytest.raises(RefusedAct):
        two.matches.call_off(begun.record.id, two["Anna"])


def test_a_match_goes_on_after_the_server_was_stopped(two: TwoClubs, tmp_path: Path) -> None:
    match = two.agreed("Anna", "Bruno", "Ugo", "Vera")
    clock = FakeClock()
    clock.now = two.app.clock.now
    again = App(tmp_path, clock)
    try:
        two.open(again)
        match = two.play(two.after(10, match), 1)
        assert [bool(g.is_over) for g in event_of(match).event.rounds[0].games] == [True, False]
    finally:
        again.close()


def test_captains_hear_of_a_challenge_and_players_that_their_board_is_ready(two: TwoClubs) -> None:
    notices = NoticeService(two.app.store, two.evenings.boards_ready)

    def heard(name: str) -> list[tuple[str, str]]:
        return [(one.kind, one.address) for one in notices.of(two[name].id)]

    id = two.matches.challenge(two["Anna"], two.home, ClubMatchForm("Pisa")).id
    assert heard("Ugo") == [("club", f"/matches/{id}")]
    assert heard("Vera") == heard("Anna") == []
    two.matches.decline(id, two["Ugo"])
    assert heard("Ugo") == []
    match = two.begun("Anna", "Ugo")
    live = event_of(match)
    assert heard("Anna") == heard("Ugo") == [("board", f"/hall/{live.id}/evening")]
    two.online.sit(live.id, two["Anna"], 1, 1)
    assert (heard("Anna"), len(heard("Ugo"))) == ([], 1)


def test_a_match_is_played_though_a_captain_is_gone(two: TwoClubs) -> None:
    match, app = two.agreed("Anna", "Bruno", "Ugo", "Vera"), two.app
    data = AccountData(app.cache, app.play, app.archive, RatedGames(app.store, app.clock))
    packed = zipfile.ZipFile(io.BytesIO(data.export(two["Ugo"].id, "en")))
    assert [one["name"] for one in json.loads(packed.read("account.json"))["events"]] == ["Livorno – Pisa"]
    data.remove(two["Ugo"].id)
    match = two.after(10, match)
    assert seats(match) == [("Anna", "Ugo"), ("Vera", "Bruno")]
    two.online.sit(event_of(match).id, two["Anna"], 1, 1)
    match = two.after(5.1, match)  # nobody else has come
    match = two.after(0, two.after(1, match))
    assert (match.record.state, match.record.home_points, match.record.away_points) == ("over", 2, 0)
