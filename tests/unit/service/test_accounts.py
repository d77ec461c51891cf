"""Accounts over a real database of each kind: coming in, devices, rated games, leaving for good."""

from __future__ import annotations

import io
import json
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from damiera.game.ways import Conditions, Way
from damiera.messages import Message
from damiera.records.people import RatedGameRecord
from damiera.service.account_data import AccountData
from damiera.service.account_safety import AccountSafety
from damiera.service.accounts import Accounts, Credentials, SignedIn
from damiera.service.bots import BotService
from damiera.service.chat import CLUB_ROOM, ChatService
from damiera.service.errors import BadTerms, NotFound, NotYours, RefusedAct
from damiera.service.identity import Visitor
from damiera.service.live import LiveGame
from damiera.service.names import name_key
from damiera.service.passwords import NO_PASSWORD, PasswordHashing, account_name, check_password
from damiera.service.profiles import Profiles
from damiera.service.rated_games import RatedGames
from damiera.service.studies import StudyService
from damiera.service.terms import NewGame
from damiera.store.database import FILE_NAME
from tests.postgresql import BACKENDS, Postgres
from tests.unit.service.kit import BEGIN, App
from tests.wording import raises

TAKEN = Message(
    "There is somebody called so, or so alike that one is taken for the other: choose another name."
)
WRONG = Message(
    "The name and the password do not belong together: check both. Whoever forgot theirs has recovery codes."
)
USED = Message("This recovery code is not of this name, or was used before: each is good once.")
SIGN_IN = Message("Sign in first: this belongs to an account.")
RATED = RatedGameRecord(rated=True, private=False)
NOTHING = RatedGameRecord(rated=False, private=False)
QUICK = PasswordHashing(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))


class Club(App):
    """All use cases of people with accounts."""

    def __init__(self, where: Path | str) -> None:
        super().__init__(where)
        self.accounts = Accounts(self.store, self.clock)
        self.rated = RatedGames(self.store, self.clock)
        self.data = AccountData(self.cache, self.play, self.archive, self.rated)
        self.safety = AccountSafety(self.store, self.archive, self.clock)
        self.profiles = Profiles(self.store)

    def member(self, name: str, token: str | None = None) -> SignedIn:
        return self.accounts.register(token, name, QUICK.hashed("quattro mosse"), device="Firefox, Linux")

    def sign_in(self, name: str, password: str = "quattro mosse", **more: bool) -> SignedIn:
        found = self.accounts.credentials(name)
        if not QUICK.fits(found.password, password):
            raise self.accounts.refuse()
        return self.accounts.sign_in(found, None, device="Chrome, Android", **more)

    def match(self, white: Visitor, black: Visitor, agreed: RatedGameRecord = RATED) -> LiveGame:
        """Return a game of five minutes between two, both seated."""
        new = NewGame(friend=True, base_ms=300_000, increment_ms=3_000)
        game = self.play.create(white, new, agreed)
        return self.play.join(game.row.seats[1].invite or "", black)

    def moved(self, game: LiveGame, plies: int) -> LiveGame:
        """Return a game with so many first moves of the list played."""
        for ply in range(plies):
            live = self.play.load(game.id)
            path = live.game.position.paths(live.game.position.moves()[0])[0]
            sitting = live.seat(live.game.side).player_id
            live = self.play.move(game.id, sitting, ply, path).live
        return self.play.load(game.id)

    def lost_by(self, game: LiveGame, loser: Visitor, plies: int = 2) -> None:
        """Let somebody resign after some moves, and have it reckoned."""
        self.moved(game, plies)
        self.clock.now += 1_000
        self.play.act(game.id, loser.id, "resign")
        for ended in self.rated.ended():
            self.rated.settle(ended)


@pytest.fixture(params=BACKENDS)
def club(request: pytest.FixtureRequest, tmp_path: Path, empty_database: Path) -> Iterator[Club]:
    if request.param == "sqlite":
        shutil.copy(empty_database, tmp_path / FILE_NAME)
        opened = Club(tmp_path)
    else:
        server: Postgres = request.getfixturevalue("postgres")
        opened = Club(server.ready())
    yield opened
    opened.close()


# --------------------------------------------------------------------------------------------------- names


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "ANNA"),
        ("Anna", "Ａｎｎａ"),
        ("Anna Rossi", "anna  rossi"),
        ("Straße", "STRASSE"),
        ("ﬁlo", "FILO"),
    ],
)
def test_names_that_look_alike_are_one(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(
    "name",
    [
        *("", "  ", "a" * 41, "ﷺ" * 3, "<b>Anna", "Anna/..", "1234", "\u0301Anna"),
        *("\u202eannA", "An\x00na", "a\u200bb", "Аnna", "Guest 4711", "Damiera", "ADMIN"),
    ],
)
def test_a_name_that_no_account_may_have(name: str) -> None:
    with pytest.raises(BadTerms) as caught:
        account_name(name)
    assert caught.value.field == "name"


@pytest.mark.parametrize("name", ["Anna", "Niccolò D'Elia", "Jean-Luc", "王芳", "अनिल", "Ольга", "Anna_2"])
def test_a_name_that_an_account_may_have(name: str) -> None:
    assert account_name(name) == name


@pytest.mark.parametrize("password", ["", "short", "aaaaaaaaaa", "12345678", "Anna Rossi", "x" * 201])
def test_a_password_that_is_none(password: str) -> None:
    with pytest.raises(BadTerms) as caught:
        check_password(password, "anna rossi")
    assert caught.value.field == "password"


def test_nobody_s_hash_takes_as_long_as_anybody_s() -> None:
    """The same parameters make the same work."""
    real = PasswordHashing()
    kept = real.hashed("quattro mosse")
    from damiera.service import passwords

    assert kept.split("$")[1:4] == passwords._NOBODYS.split("$")[1:4] == real._nobodys.split("$")[1:4]
    quick = PasswordHashing(PasswordHasher(1, 8, 1))
    assert quick.hashed("quattro mosse").split("$")[1:4] == quick._nobodys.split("$")[1:4]
    assert real.fits(kept, "quattro mosse")
    assert not real.fits(None, "quattro mosse")
    assert not real.fits(NO_PASSWORD, NO_PASSWORD)
    assert not real.fits("no hash at all", "quattro mosse")


# ------------------------------------------------------------------------------------------------ coming in


def test_whoever_registers_stays_who_they_were(club: Club) -> None:
    guest = club.identity.welcome(None, name="Anna")
    game = club.play.create(guest.visitor, NewGame(friend=True))
    came = club.member("Anna Rossi", guest.token)
    assert came.visitor.id == guest.visitor.id
    assert came.games == ()
    assert len(set(came.codes)) == 8
    assert club.play.load(game.id).sides_of(came.visitor.id)
    assert club.identity.visitor(guest.token) is None  # a token from before opens nothing
    seen = club.identity.visitor(came.token)
    assert seen == came.visitor
    assert seen is not None
    assert seen.has_account


def test_a_name_is_had_once(club: Club) -> None:
    club.member("Anna")
    with raises(BadTerms, TAKEN):
        club.member("ＡＮＮＡ")
    with raises(BadTerms, TAKEN):
        club.accounts.check_free("anna")


def test_somebody_with_an_account_makes_no_second_one(club: Club) -> None:
    anna = club.member("Anna")
    with raises(RefusedAct, Message("You have an account already: sign out first.")):
        club.member("Bruno", anna.token)


def test_no_guest_is_called_as_an_account_is(club: Club) -> None:
    club.member("Anna")
    taken = Message("Somebody with an account is called so: choose another name, or sign in.")
    with raises(BadTerms, taken):
        club.guest("ＡＮＮＡ")
    guest = club.guest("Bruno")
    with raises(BadTerms, taken):
        club.identity.rename(guest.id, "anna")
    assert club.identity.rename(guest.id, "Anna Rossi").name == "Anna Rossi"


def test_an_account_keeps_its_name(club: Club) -> None:
    anna = club.member("Anna")
    assert club.identity.rename(anna.visitor.id, "Somebody else").name == "Anna"
    assert club.accounts.called("anna").name == "Anna"


def test_a_wrong_password_and_a_name_of_nobody_are_refused_alike(club: Club) -> None:
    club.member("Anna")
    with raises(NotYours, WRONG):
        club.sign_in("Anna", "another")
    with raises(NotYours, WRONG):
        club.sign_in("Bruno")
    assert club.accounts.credentials("Bruno") == Credentials(None, None)
    assert club.accounts.credentials("x" * 100_000) == Credentials(None, None)


def test_a_password_changed_meanwhile_lets_nobody_in(club: Club) -> None:
    anna = club.member("Anna")
    found = club.accounts.credentials("Anna")
    club.accounts.set_password(anna.visitor.id, QUICK.hashed("otto mosse"), anna.token)
    with raises(NotYours, WRONG):
        club.accounts.sign_in(found, None)


def test_a_recovery_code_is_good_once(club: Club) -> None:
    anna = club.member("Anna")
    other = club.sign_in("Anna")
    code = anna.codes[3]
    typed = f" {code[:4]}-{code[4:8]} {code[8:]} ".upper()
    came = club.accounts.recover("anna", typed, QUICK.hashed("otto mosse"), None)
    assert came.visitor == anna.visitor
    assert club.identity.visitor(other.token) is None
    assert club.identity.visitor(anna.token) is None
    with raises(NotYours, USED):
        club.accounts.recover("anna", code, QUICK.hashed("sedici mosse"), None)
    assert club.accounts.facts(anna.visitor.id, came.token).codes == 7
    assert club.sign_in("Anna", "otto mosse").visitor == anna.visitor


def test_another_s_recovery_code_opens_nothing(club: Club) -> None:
    club.member("Anna")
    bruno = club.member("Bruno")
    with raises(NotYours, USED):
        club.accounts.recover("Anna", bruno.codes[0], "hash", None)
    assert club.accounts.recover("Bruno", bruno.codes[0], "hash", None).visitor == bruno.visitor


def test_new_codes_make_the_old_ones_worth_nothing(club: Club) -> None:
    anna = club.member("Anna")
    fresh = club.accounts.renew_codes(anna.visitor.id)
    with raises(NotYours, USED):
        club.accounts.recover("Anna", anna.codes[0], "hash", None)
    assert club.accounts.recover("Anna", fresh[0], "hash", None).visitor == anna.visitor


def test_neither_tokens_nor_codes_are_in_the_database(tmp_path: Path) -> None:
    club = Club(tmp_path)
    anna = club.member("Anna")
    club.close()
    kept = b"".join(path.read_bytes() for path in tmp_path.glob("*sqlite3*"))
    for secret in (anna.token, *anna.codes, "quattro mosse"):
        assert secret.encode() not in kept


def test_devices_are_seen_and_ended(club: Club) -> None:
    anna = club.member("Anna")
    club.clock.now += 60_000
    phone = club.sign_in("Anna")
    club.clock.now += 60_000
    club.accounts.seen(phone.token, "Chrome, Android")
    facts = club.accounts.facts(anna.visitor.id, anna.token)
    assert [(one.name, one.here, one.seen - BEGIN) for one in facts.devices] == [
        ("Chrome, Android", False, 120_000),
        ("Firefox, Linux", True, 0),
    ]
    club.accounts.end_device(anna.visitor.id, facts.devices[0].id)
    assert club.identity.visitor(phone.token) is None
    with raises(NotFound, Message("This device is not signed in any more.")):
        club.accounts.end_device(anna.visitor.id, facts.devices[0].id)


def test_nobody_ends_another_s_device(club: Club) -> None:
    anna, bruno = club.member("Anna"), club.member("Bruno")
    device = club.accounts.facts(anna.visitor.id, anna.token).devices[0].id
    with pytest.raises(NotFound):
        club.accounts.end_device(bruno.visitor.id, device)
    assert club.identity.visitor(anna.token) == anna.visitor


def test_all_others_are_signed_out_at_once(club: Club) -> None:
    anna = club.member("Anna")
    others = [club.sign_in("Anna") for _ in range(3)]
    assert club.accounts.end_others(anna.visitor.id, anna.token) == 3
    assert [club.identity.visitor(one.token) for one in others] == [None] * 3
    assert club.identity.visitor(anna.token) == anna.visitor


def test_a_guest_s_seats_come_along_when_asked(club: Club) -> None:
    anna = club.member("Anna")
    guest = club.identity.welcome(None, name="Ospite")
    game = club.play.create(guest.visitor, NewGame(friend=True))
    both = club.play.create(guest.visitor, NewGame(friend=True))
    club.play.join(both.row.seats[1].invite or "", anna.visitor)
    found = club.accounts.credentials("Anna")
    came = club.accounts.sign_in(found, guest.token, take_along=True)
    assert came.games == (game.id,)  # of a game against oneself nobody takes both seats
    live = club.play.load(game.id)
    assert live.sides_of(anna.visitor.id)
    assert not live.sides_of(guest.visitor.id)
    assert club.identity.visitor(guest.token) is None


def test_a_guest_s_seats_stay_when_not_asked(club: Club) -> None:
    anna = club.member("Anna")
    guest = club.identity.welcome(None, name="Ospite")
    game = club.play.create(guest.visitor, NewGame(friend=True))
    club.accounts.sign_in(club.accounts.credentials("Anna"), guest.token)
    assert not club.play.load(game.id).sides_of(anna.visitor.id)


# -------------------------------------------------------------------------------------------- rated games


def test_a_rated_game_changes_both_ratings_once(club: Club) -> None:
    anna, bruno = club.member("Anna").visitor, club.member("Bruno").visitor
    game = club.match(anna, bruno)
    club.lost_by(game, bruno)
    assert club.rated.ended() == []
    assert not club.rated.settle(game.id)
    winner, loser = (club.profiles.profile(name, None, "en") for name in ("anna", "BRUNO"))
    assert [(one.game, one.speed, round(one.rating), one.games) for one in winner.ratings] == [
        ("italian", "blitz", 1662, 1)
    ]
    assert [(round(one.rating), round(one.deviation)) for one in loser.ratings] == [(1338, 290)]
    assert [(one.game_id, one.score, round(one.opponent)) for one in winner.changes] == [(game.id, 1, 1500)]
    assert [(one.name, one.won, one.drawn, one.lost) for one in winner.opponents] == [("Bruno", 1, 0, 0)]
    assert [(one.name, one.won, one.drawn, one.lost) for one in loser.opponents] == [("Anna", 0, 0, 1)]


def test_a_rematch_is_rated_as_the_game_was(club: Club) -> None:
    anna, bruno = club.member("Anna").visitor, club.member("Bruno").visitor
    game = club.match(anna, bruno)
    club.lost_by(game, bruno)
    club.play.rematch(game.id, anna)
    again = club.play.rematch(game.id, bruno)
    assert club.play.agreed(again.id) == RATED
    club.lost_by(again, anna)
    profile = club.profiles.profile("Anna", None, "en")
    assert [one.score for one in profile.changes] == [0, 1]
    assert profile.ratings[0].games == 2


def test_a_game_left_before_it_began_in_earnest_is_not_rated(club: Club) -> None:
    anna, bruno = club.member("Anna").visitor, club.member("Bruno").visitor
    game = club.match(anna, bruno)
    club.lost_by(game, bruno, plies=1)
    assert club.rated.ended() == []
    assert not club.profiles.profile("Anna", None, "en").ratings


def test_a_rated_game_is_for_accounts(club: Club) -> None:
    anna, guest = club.member("Anna").visitor, club.guest("Bruno")
    with raises(NotYours, Message("This game is rated: sign in first, and open the link again.")):
        club.match(anna, guest)
    with pytest.raises(BadTerms) as caught:
        club.play.create(guest, NewGame(friend=True, base_ms=60_000), RATED)
    assert caught.value.field == "rated"


@pytest.mark.parametrize(
    "new",
    [
        NewGame(friend=True),
        NewGame(base_ms=60_000, level=3),
        NewGame(friend=True, base_ms=60_000, fen="W:W21:B1"),
        NewGame(friend=True, base_ms=60_000, conditions=Conditions(way=Way.ODDS_PIECES, without=(21,))),
        NewGame(friend=True, base_ms=60_000, asker_blindfold=True, conditions=Conditions(way=Way.BLINDFOLD)),
    ],
)
def test_what_cannot_be_rated(tmp_path: Path, new: NewGame) -> None:
    club = Club(tmp_path)
    anna = club.member("Anna").visitor
    with pytest.raises(BadTerms) as caught:
        club.play.create(anna, new, RATED)
    assert caught.value.field == "rated"
    with club.store.read() as work:
        assert work.games.count_of_player(anna.id) == 0
    club.close()


def test_a_private_game_is_on_no_profile(club: Club) -> None:
    anna, bruno = club.member("Anna").visitor, club.member("Bruno").visitor
    club.lost_by(club.match(anna, bruno, RatedGameRecord(rated=False, private=True)), bruno)
    secret = club.match(anna, bruno, RatedGameRecord(rated=True, private=True))
    club.lost_by(secret, bruno)
    profile = club.profiles.profile("Anna", None, "en")
    assert (profile.games, list(profile.last), list(profile.opponents)) == (0, [], [])
    assert [one.game_id for one in profile.changes] == list(profile.private) == [secret.id]


def test_what_was_played_without_two_accounts_is_on_no_profile(club: Club) -> None:
    """As a guest, with a guest, alone or with the computer: only the link leads to such a game."""
    guest = club.identity.welcome(None, name="Anna")
    before = club.match(guest.visitor, club.guest("Bruno"), NOTHING)
    club.lost_by(before, guest.visitor)
    club.clock.now += 1
    anna = club.member("Anna", guest.token).visitor
    for game in (
        club.match(anna, club.guest("Carla"), NOTHING),
        club.play.create(anna, NewGame(level=1)),
        club.play.create(anna, NewGame(seat="both")),
    ):
        club.play.act(game.id, anna.id, "resign")
    bruno = club.member("Bruno").visitor
    club.clock.now += 1
    open_game = club.match(anna, bruno, NOTHING)
    club.lost_by(open_game, bruno)
    profile = club.profiles.profile("Anna", None, "en")
    assert [one.line.id for one in profile.last] == [open_game.id]
    assert (profile.games, profile.opponents[0].won) == (1, 1)


# --------------------------------------------------------------------------------------- blocks and reports


def test_whom_somebody_keeps_away_sits_at_no_board_of_theirs(club: Club) -> None:
    anna, bruno = club.member("Anna").visitor, club.member("Bruno").visitor
    finished = club.match(anna, bruno)
    club.lost_by(finished, bruno)
    club.safety.block(anna.id, "bruno")
    away = Message("You cannot join this game: one of you does not want to play with the other.")
    for host, other in ((anna, bruno), (bruno, anna)):
        with raises(NotYours, away):
            club.match(host, other)
    with raises(NotYours, away):
        club.play.rematch(finished.id, bruno)
    club.safety.unblock(anna.id, "Bruno")
    assert not club.match(anna, bruno).waiting


def test_nobody_blocks_themselves_or_nobody(club: Club) -> None:
    anna = club.member("Anna").visitor
    with raises(RefusedAct, Message("This is you.")):
        club.safety.block(anna.id, "Anna")
    with raises(NotFound, Message("Nobody is called so here.")):
        club.safety.block(anna.id, "Bruno")
    with raises(NotYours, SIGN_IN):
        club.safety.block(club.guest("Carla").id, "Anna")


def test_a_report_is_kept_with_the_game_for_the_admins(club: Club) -> None:
    anna, bruno = club.member("Anna").visitor, club.member("Bruno").visitor
    game = club.moved(club.match(anna, bruno), 2)
    club.safety.report(anna.id, "Bruno", " He insults me. ", f"http://localhost:8080/g/{game.id}")
    with raises(NotYours, Message("This page is for the admins of this server.")):
        club.safety.reports(anna.id)
    club.accounts.set_role("Anna", "admin")
    (told,) = club.safety.reports(anna.id).reports
    assert (told.reporter, told.about, told.words, told.game_id) == (
        "Anna",
        "Bruno",
        "He insults me.",
        game.id,
    )
    assert "[GameType" in told.evidence
    club.safety.close(anna.id, told.id)
    assert [one.closed_by for one in club.safety.reports(anna.id).reports] == ["Anna"]
    with raises(NotFound, Message("This report was put away already.")):
        club.safety.close(anna.id, told.id)


def test_a_report_about_an_admin_is_put_away_by_another(club: Club) -> None:
    anna, bruno = club.member("Anna").visitor, club.member("Bruno").visitor
    chat = ChatService(club.store, club.play.load, club.clock)
    club.accounts.set_role("Bruno", "admin")
    program = BotService(club.store, club.clock).make(bruno.id, "Bruno's engine")
    club.safety.report(anna.id, "Bruno", "He insults me.")
    club.safety.report(anna.id, program.name, "It talks all the time.")
    found = club.safety.reports(bruno.id)
    assert found.own == {one.id for one in found.reports}
    assert not found.others
    for told in found.reports:
        with raises(NotYours, Message("This report is about you: another admin puts it away.")):
            club.safety.close(bruno.id, told.id)
    club.accounts.set_role("Anna", "admin")
    assert club.safety.reports(bruno.id).others
    assert [one.closed_at for one in club.safety.reports(bruno.id).reports] == [None, None]
    assert not club.safety.reports(anna.id).own
    for told in found.reports:
        club.safety.close(anna.id, told.id)
    written = {(one.act, one.by_name, one.about_name, one.words) for one in chat.acts(anna)}
    assert written == {("close", "Anna", one.about, one.words) for one in found.reports}


def test_a_report_about_a_guest_goes_along_with_them(club: Club) -> None:
    """Or an admin would put away what was told of them before they signed in."""
    anna, bruno = club.member("Anna").visitor, club.member("Bruno")
    club.accounts.set_role("Bruno", "admin")
    guest = club.identity.welcome(None, name="Ospite")
    chat = ChatService(club.store, club.play.load, club.clock)
    line = chat.say(guest.visitor, CLUB_ROOM, text="something rude")
    chat.report(anna, line.id, "", "en")
    club.accounts.sign_in(club.accounts.credentials("Bruno"), guest.token, take_along=True)
    (told,) = club.safety.reports(bruno.visitor.id).reports
    assert told.about_id == bruno.visitor.id


def test_reports_are_bounded(club: Club) -> None:
    anna = club.member("Anna").visitor
    club.member("Bruno")
    for words in ("", " ", "x" * 2001):
        with pytest.raises(BadTerms):
            club.safety.report(anna.id, "Bruno", words)
    with pytest.raises(NotFound):
        club.safety.report(anna.id, "Bruno", "a game that is none", "nothing")
    for _ in range(10):
        club.safety.report(anna.id, "Bruno", "again")
    with pytest.raises(RefusedAct):
        club.safety.report(anna.id, "Bruno", "again")


# ------------------------------------------------------------------------------------------------- leaving


def test_all_that_is_somebody_s_is_in_one_file(club: Club) -> None:
    anna, bruno = club.member("Anna").visitor, club.member("Bruno").visitor
    game = club.match(anna, bruno)
    club.lost_by(game, bruno)
    club.archive.annotate(game.id, anna.id, 0, "My best first move")
    study, _ = StudyService(club.store, club.clock).create(
        anna.id, title="A trap", text="W:W21,22:B5,6", game="italian"
    )
    file = zipfile.ZipFile(io.BytesIO(club.data.export(anna.id, "en")))
    facts = json.loads(file.read("account.json"))
    assert (facts["name"], facts["games"], len(facts["devices"])) == ("Anna", [game.id], 1)
    assert facts["rated_games"][0]["game_id"] == game.id
    assert "password" not in file.read("account.json").decode()
    assert "My best first move" in file.read("games.pdn").decode()
    assert [one["id"] for one in facts["studies"]] == [study]
    assert "A trap" in file.read(f"studies/{study}.pdn").decode(), "it is gone with the account"
    with raises(NotYours, SIGN_IN):
        club.data.export(club.guest("Carla").id, "en")


def delete(club: Club, who: Visitor) -> list[str]:
    """Delete an account as its page does, and return the games that this ended."""
    left = [live.id for live in club.data.leave_games(who.id)]
    while club.data.forget_some(who.id):
        pass
    club.data.delete(who.id)
    return left


def test_an_account_deleted_in_mid_game_leaves_its_opponent_the_game(club: Club) -> None:
    anna, bruno = club.member("Anna"), club.member("Bruno").visitor
    game = club.moved(club.match(anna.visitor, bruno), 4)
    waiting = club.play.create(anna.visitor, NewGame(friend=True))
    alone = club.play.create(anna.visitor, NewGame(level=1))
    assert set(delete(club, anna.visitor)) == {game.id, alone.id}
    live = club.play.load(game.id)
    assert live.game.outcome is not None
    assert live.game.outcome.score == "0-2"
    assert club.view(live, bruno).white.name == Message("Deleted player").text("it")
    assert not live.sides_of(anna.visitor.id)
    for gone in (waiting.id, alone.id):
        with pytest.raises(NotFound):
            club.play.load(gone)
    assert club.identity.visitor(anna.token) is None
    with raises(NotYours, WRONG):
        club.sign_in("Anna")
    assert club.rated.ended() == []
    profile = club.profiles.profile("Bruno", None, "en")
    assert [one.score for one in profile.changes] == [1]  # the points are not lost with the account
    assert [one.line.id for one in profile.last] == [game.id]
    assert "Deleted player" in club.archive.pdn(game.id)
    assert club.member("Anna").visitor.id != anna.visitor.id  # the name is free again


def test_who_has_deleted_their_account_is_awaited_no_more(club: Club) -> None:
    anna, bruno = club.member("Anna").visitor, club.member("Bruno").visitor
    game = club.match(anna, bruno)
    club.lost_by(game, bruno)
    offered = club.play.rematch(game.id, bruno)
    assert "Anna" in {one.name for one in club.view(offered, bruno).players.values()}
    delete(club, anna)
    seats = club.view(club.play.load(offered.id), bruno).players.values()
    assert {one.name for one in seats} == {"Bruno", Message("Open seat").text("it")}


def test_nobody_is_asked_for_a_rematch_whose_account_is_deleted(club: Club) -> None:
    anna, bruno = club.member("Anna").visitor, club.member("Bruno").visitor
    game = club.match(anna, bruno)
    club.lost_by(game, bruno)
    assert not any(one.gone for one in club.view(club.play.load(game.id), bruno).players.values())
    delete(club, anna)
    assert club.view(club.play.load(game.id), bruno).white.gone
    with raises(
        RefusedAct, Message("Nobody is there to play again: the account of the other player was deleted.")
    ):
        club.play.rematch(game.id, bruno)


def test_what_others_have_of_a_deleted_account_stays(club: Club) -> None:
    anna, bruno = club.member("Anna").visitor, club.member("Bruno").visitor
    game = club.match(anna, bruno)
    club.lost_by(game, bruno)
    club.safety.report(bruno.id, "Anna", "She left in the middle", game.id)
    club.accounts.set_role("Bruno", "admin")
    delete(club, anna)
    profile = club.profiles.profile("Bruno", None, "en")
    assert [one.game_id for one in profile.changes] == [game.id]
    assert [one.line.white.name for one in profile.last] == ["Deleted player"]
    assert list(profile.opponents) == []
    assert [(one.about, one.about_id) for one in club.safety.reports(bruno.id).reports] == [("Anna", None)]
    with raises(NotFound, Message("Nobody is called so here.")):
        club.profiles.profile("Anna", None, "en")


# ----------------------------------------------------------------------------------------- running a club


def test_an_account_made_for_somebody_is_opened_by_its_code(club: Club) -> None:
    made, code = club.accounts.add("Carla", "arbiter")
    assert club.accounts.role(made.player_id) == "arbiter"
    with raises(NotYours, WRONG):
        club.sign_in("Carla", NO_PASSWORD)
    assert club.accounts.recover("Carla", code, "hash", None).visitor.id == made.player_id


def test_a_reset_account_is_opened_by_its_new_code_only(club: Club) -> None:
    anna = club.member("Anna")
    code = club.accounts.reset("ANNA")
    assert club.identity.visitor(anna.token) is None
    with raises(NotYours, WRONG):
        club.sign_in("Anna")
    with raises(NotYours, USED):
        club.accounts.recover("Anna", anna.codes[0], "hash", None)
    assert club.accounts.recover("Anna", code, "hash", None).visitor == anna.visitor


def test_roles_are_those_there_are(club: Club) -> None:
    club.member("Anna")
    with raises(BadTerms, Message("There is no role {role}: choose one of {roles}.", role="king")):
        club.accounts.set_role("Anna", "king")
    with raises(NotFound, Message("There is no account called {name}.", name="Bruno")):
        club.accounts.set_role("Bruno", "admin")
