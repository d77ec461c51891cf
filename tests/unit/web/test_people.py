"""Accounts over HTTP: coming in on two devices, rated games, what is refused and how."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from damiera.messages import Message
from damiera.service.passwords import PasswordHashing
from damiera.web.common.identity import COOKIE
from damiera.web.common.pages import NAME_COOKIE
from damiera.web.common.settings import ServerSettings
from tests.unit.web.conftest import Person, Running
from tests.unit.web.rightskit import archive, study
from tests.wording import shows, words_of

PASSWORD = "quattro mosse al centro"
WRONG = (
    "The name and the password do not belong together: check both. Whoever forgot theirs has recovery codes."
)
_names = iter(f"Anna {letter}{other}" for letter in "ABCDEFGHIJ" for other in "klmnop")


@pytest.fixture(scope="module", autouse=True)
def quick_passwords(server: Running) -> None:
    """Hash with little work: how much is tried where passwords are."""
    server.parts.passwords._hashing = PasswordHashing(PasswordHasher(1, 8, 1))


@pytest.fixture
def name() -> str:
    """Return a name that nobody has yet."""
    return next(_names)


def register(person: Person, name: str) -> list[str]:
    """Make an account and return its recovery codes."""
    answer = person.post("/register", name=name, password=PASSWORD)
    assert answer.status_code == 200, answer.text
    return re.findall(r'<li class="code">([0-9a-z-]+)</li>', answer.text)


def sign_in(person: Person, name: str, **more: str) -> None:
    """Sign in."""
    answer = person.post("/sign-in", name=name, password=PASSWORD, **more)
    assert answer.status_code == 303, answer.text


def rated_game(server: Running, white: Person, black: Person, **more: str) -> str:
    """Return a rated game between two accounts."""
    answer = white.post(
        "/new", game="italian", against="friend", clock="5+3", seat="white", rated="yes", **more
    )
    assert answer.status_code == 303, answer.text
    game = answer.headers["location"].rpartition("/")[2]
    code = server.parts.play.load(game).row.seats[1].invite
    answer = black.post(f"/join/{code}")
    assert answer.status_code == 303, answer.text
    return game


def play(person: Person, game: str, plies: int) -> None:
    """Play the first move of the list, so many times, over one's own socket."""
    with person.sit(game) as talk:
        talk.send("hello", version=0)
        view = talk.hear("state")["view"]
        for _ in range(plies):
            talk.send("move", ply=view["ply"], path=view["moves"][0]["paths"][0], id="m")
            talk.hear("ack")
            view = talk.hear("state")["view"]


def test_a_guest_s_games_are_the_account_s_on_every_device(server: Running, name: str) -> None:
    anna = server.person()
    game = anna.begin(game="italian", friend=True)
    assert len(register(anna, name)) == 8
    assert anna.view(game)["you"] == "white"
    second = server.person()
    assert second.view(game)["you"] is None
    sign_in(second, f" {name.upper()} ", back="/games")
    assert second.view(game)["you"] == "white"


def test_the_cookie_is_kept_from_scripts_and_other_sites(server: Running, name: str) -> None:
    anna = server.person()
    answer = anna.post("/register", name=name, password=PASSWORD)
    (cookie,) = [one for one in answer.headers.get_list("set-cookie") if one.startswith(COOKIE)]
    assert "HttpOnly" in cookie
    assert "samesite=lax" in cookie.lower()
    assert answer.headers["cache-control"] == "no-store"


def test_behind_https_the_cookie_goes_nowhere_else(
    run_server: Callable[..., AbstractContextManager[Running]], tmp_path: Path
) -> None:
    settings = ServerSettings(
        data_dir=tmp_path, engine="thread", public="https://dama.example", hosts=("dama.example",)
    )
    with run_server(settings) as server:
        anna = server.person()
        page = anna.http.get("/", headers={"Host": "dama.example"})
        assert 'id="account-link"' in page.text  # at home it is not there
        answer = anna.http.post(
            "/register",
            data={"name": "Anna", "password": PASSWORD},
            headers={"Host": "dama.example", "Origin": "https://dama.example"},
        )
        assert answer.status_code == 200
        assert all("secure" in one.lower() for one in answer.headers.get_list("set-cookie"))


def test_at_home_nothing_asks_for_an_account(server: Running) -> None:
    anna = server.person()
    game = anna.begin(game="italian", friend=True)
    for path in ("/", "/new", "/prefs", "/games", f"/g/{game}"):
        page = anna.get(path).text
        assert not re.search(r'href="/(account|sign-in|register)', page), path


def test_a_form_from_another_page_changes_nothing(server: Running, name: str) -> None:
    anna = server.person()
    register(anna, name)
    for path, data in (("/account", {"do": "end-others"}), ("/sign-out", {}), ("/reports", {"report": "1"})):
        answer = anna.http.post(path, data=data, headers={"Origin": "https://evil.example"})
        assert answer.status_code == 403
    assert anna.get("/account").status_code == 200


def test_an_unknown_name_and_a_wrong_password_get_the_same_page(server: Running, name: str) -> None:
    register(server.person(), name)
    stranger = server.person()
    wrong = stranger.post("/sign-in", name=name, password="another password")
    unknown = stranger.post("/sign-in", name="Nobody", password="another password")
    assert wrong.status_code == unknown.status_code == 403
    assert wrong.text.replace(name, "") == unknown.text.replace("Nobody", "")
    assert shows(wrong.text, WRONG)
    assert stranger.cookie(COOKIE) is None


@pytest.mark.parametrize(
    "fields",
    [
        {"name": "", "password": PASSWORD},
        {"name": "a" * 41, "password": PASSWORD},
        {"name": "a" * 40_000, "password": PASSWORD},
        {"name": "<script>", "password": PASSWORD},
        {"name": "Carla", "password": "short"},
        {"name": "Carla", "password": "x" * 50_000},
        {"name": "Carla"},
        {},
    ],
)
def test_what_makes_no_account(server: Running, fields: dict[str, str]) -> None:
    for path in ("/register", "/sign-in", "/recover"):
        answer = server.person().post(path, **fields)
        assert answer.status_code in (403, 422), path
        assert 'role="alert"' in answer.text
        assert "<script>" not in answer.text


def test_a_name_alike_is_refused_beside_its_field(server: Running, name: str) -> None:
    register(server.person(), name)
    answer = server.person().post("/register", name=name.upper(), password=PASSWORD)
    assert answer.status_code == 422
    assert 'id="name" name="name" value="' in answer.text
    assert 'aria-invalid="true"' in answer.text


def test_a_stolen_or_foreign_cookie_lets_nobody_in(server: Running) -> None:
    thief = server.person()
    known = server.person()
    register(known, "Known")
    mark = min((name for name in known.http.cookies if name.startswith(COOKIE)), key=len).removeprefix(COOKIE)
    assert mark
    thief.http.cookies.set(COOKIE + mark, "x" * 43)
    thief.http.cookies.set(NAME_COOKIE + mark, "%3Cscript%3E%FF")
    assert thief.get("/account").headers["location"] == "/sign-in?back=/account"
    page = thief.get("/")
    assert page.status_code == 200
    assert "<script>\ufffd" not in page.text
    assert thief.post("/account", do="end-others").headers["location"] == "/sign-in?back=/account"


def test_an_ended_session_is_out_and_its_screen_comes_back_as_a_stranger(server: Running, name: str) -> None:
    anna, phone = server.person(), server.person()
    game = anna.begin(game="italian", friend=True)
    register(anna, name)
    sign_in(phone, name)
    page = anna.get("/account").text
    (device,) = re.findall(r'name="device" value="(\w+)"', page)
    with phone.sit(game) as talk:
        talk.send("hello", version=0)
        assert talk.hear("state")["view"]["you"] == "white"
        assert anna.post("/account", do="end", device=device).status_code == 303
        assert talk.closed() == 1013  # come back
    version = phone.view(game)["version"]
    for seat, is_shown in (("?you=white", True), ("?you=", False), ("", False)):  # what its page still shows
        with phone.sit(game, seat) as talk:
            talk.send("hello", version=version)
            talk.send("why", path=[22])
            first = talk.hear("state", "answer")
            assert first["t"] == ("state" if is_shown else "answer"), seat
            assert not is_shown or first["view"]["you"] is None
    assert phone.view(game)["you"] is None
    assert phone.cookie(NAME_COOKIE) is not None
    board = phone.get(f"/g/{game}").text
    assert shows(board, "You are signed out in this browser, and look on here: sign in to play on.")
    assert 'id="account-link"' not in board
    assert phone.get("/account").status_code == 303
    assert phone.cookie(NAME_COOKIE) is None
    again = anna.post("/account", do="end", device=device)
    assert again.status_code == 404
    assert shows(again.text, "This device is not signed in any more.")


def test_a_recovery_code_is_good_once(server: Running, name: str) -> None:
    code = register(server.person(), name)[0]
    anna = server.person()
    fields = {"name": name, "code": code.upper(), "password": "another set of words"}
    assert anna.post("/recover", **fields).headers["location"] == "/account"
    assert anna.get("/account").status_code == 200
    again = server.person().post("/recover", **fields)
    assert again.status_code == 403
    assert shows(again.text, "This recovery code is not of this name, or was used before: each is good once.")


def test_two_devices_in_one_seat_play_one_game(server: Running, name: str) -> None:
    anna, phone = server.person(), server.person()
    register(anna, name)
    sign_in(phone, name)
    game = anna.begin(game="italian", seat="both")
    with anna.sit(game) as here, phone.sit(game) as there:
        for talk in (here, there):
            talk.send("hello", version=0)
        path = here.hear("state")["view"]["moves"][0]["paths"][0]
        here.send("move", ply=0, path=path, id="one")
        here.hear("ack")
        there.send("move", ply=0, path=path, id="two")
        there.hear("ack")  # the same move again
        there.send("move", ply=5, path=path, id="three")
        assert there.hear("failed")["code"] in ("conflict", "refused")
    assert anna.view(game)["ply"] == 1


def test_a_rated_game_between_two_accounts_is_on_their_profiles(server: Running) -> None:
    anna, bruno, names = server.person(), server.person("it"), (next(_names), next(_names))
    for person, own in zip((anna, bruno), names, strict=True):
        register(person, own)
    game = rated_game(server, anna, bruno)
    terms = re.search(r'id="terms">([^<]*)<', bruno.get(f"/g/{game}").text)
    assert terms is not None
    assert terms[1].endswith(words_of("rated", "it"))
    play(anna, game, 1)
    play(bruno, game, 1)
    assert bruno.post(f"/g/{game}/act", what="resign").status_code == 303
    page = ""
    while "1662?" not in page:
        page = server.person().get(f"/people/{names[0]}").text
    assert f'href="/g/{game}"' in page
    assert shows(page, "White wins") or shows(page, "{side} wins", context="verb first")
    assert not shows(page, "You win")  # it is not the reader who has won
    assert f'href="/people/{names[1].replace(" ", "%20")}"' in page
    assert "1338?" in server.person().get(f"/people/{names[1].lower()}?since=6&in=italian.blitz").text


def test_a_guest_who_sits_down_under_the_name_of_an_account_is_told_beside_it(
    server: Running, name: str
) -> None:
    anna, guest = server.person(), server.person()
    register(anna, name)
    code = server.parts.play.load(anna.begin(game="italian", friend=True)).row.seats[1].invite
    answer = guest.post(f"/join/{code}", name=name.upper())
    assert answer.status_code == 422
    assert shows(answer.text, "Somebody with an account is called so: choose another name, or sign in.")
    assert f'value="{name.upper()}" aria-invalid="true"' in answer.text
    assert guest.post(f"/join/{code}", name="Carla").status_code == 303
    again = guest.post("/name", name=name)
    assert again.status_code == 422


def test_a_guest_is_told_to_sign_in_for_a_rated_game(server: Running, name: str) -> None:
    anna, guest = server.person(), server.person()
    register(anna, name)
    answer = anna.post("/new", game="italian", against="friend", clock="5+3", rated="yes")
    code = server.parts.play.load(answer.headers["location"].rpartition("/")[2]).row.seats[1].invite
    page = guest.get(f"/join/{code}").text
    assert f'href="/sign-in?back=/join/{code}"' in page
    answer = guest.post(f"/join/{code}", name="Carla")
    assert answer.status_code == 403
    assert shows(answer.text, "This game is rated: sign in first, and open the link again.")


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"against": "friend"}, Message("A rated game needs a clock, so that it ends: choose one.")),
        (
            {"against": "here", "clock": "5+3"},
            Message("A rated game is one with somebody else: choose a friend to play with."),
        ),
    ],
)
def test_what_cannot_be_rated_is_said_in_the_form(
    server: Running, name: str, fields: dict[str, str], said: Message
) -> None:
    anna = server.person()
    register(anna, name)
    answer = anna.post("/new", game="italian", rated="yes", **fields)
    assert answer.status_code == 422
    assert shows(answer.text, said)


def test_an_account_is_deleted_with_its_password_only(server: Running) -> None:
    anna, bruno, names = server.person(), server.person(), (next(_names), next(_names))
    for person, own in zip((anna, bruno), names, strict=True):
        register(person, own)
    game = rated_game(server, anna, bruno)
    play(anna, game, 1)
    refused = anna.post("/account", do="delete", password="another", sure="yes")
    assert refused.status_code == 409
    assert shows(refused.text, "This is not your password.")
    assert anna.post("/account", do="delete", password=PASSWORD).status_code == 422
    assert anna.post("/account", do="delete", password=PASSWORD, sure="yes").headers["location"] == "/"
    view = bruno.wait(game, lambda view: view["white"]["name"] == "Deleted player")
    assert view["outcome"]["score"] == "0-2"
    assert server.person().get(f"/people/{names[0]}").status_code == 404
    assert anna.get("/account").status_code == 303


def test_all_data_is_given_out_to_its_owner_only(server: Running, name: str) -> None:
    anna = server.person()
    register(anna, name)
    anna.begin(game="italian", friend=True)
    packed = anna.get("/account/export")
    assert packed.headers["content-type"] == "application/zip"
    assert packed.content.startswith(b"PK")
    assert server.person().get("/account/export").headers["location"] == "/sign-in?back=/account"


def test_reports_are_for_admins(server: Running) -> None:
    anna, bruno, names = server.person(), server.person(), (next(_names), next(_names))
    for person, own in zip((anna, bruno), names, strict=True):
        register(person, own)
    there = f"/people/{names[1]}"
    assert (
        anna.post(there, do="report", words="<b>He</b> insults me").headers["location"].endswith("reported=1")
    )
    assert anna.get("/reports").status_code == 403
    assert server.person().get("/reports").status_code == 403
    server.parts.accounts.set_role(names[0], "admin")
    page = anna.get("/reports").text
    assert "&lt;b&gt;He&lt;/b&gt; insults me" in page
    report = re.findall(r'name="report" value="(\w+)"', page)[0]
    for _ in range(2):
        assert anna.post("/reports", report=report).headers["location"] == "/reports"
    assert not re.search(rf'value="{report}"', anna.get("/reports").text)


def test_an_admin_does_not_put_away_what_is_told_of_them(server: Running) -> None:
    anna, bruno, names = server.person(), server.person(), (next(_names), next(_names))
    for person, own in zip((anna, bruno), names, strict=True):
        register(person, own)
    server.parts.accounts.set_role(names[1], "admin")
    assert anna.post(f"/people/{names[1]}", do="report", words="He insults me").status_code == 303
    server.parts.accounts.set_role(names[0], "admin")
    report = re.findall(r'name="report" value="(\w+)"', anna.get("/reports").text)[0]
    why = words_of("This report is about you: another admin puts it away.")
    page = bruno.get("/reports").text
    assert why in page
    assert f'value="{report}"' not in page
    refused = bruno.post("/reports", report=report)
    assert refused.status_code == 403
    assert f"<b>{why}</b>" in refused.text
    assert f'value="{report}"' in anna.get("/reports").text
    assert anna.post("/reports", report=report).status_code == 303
    log = anna.get("/moderation").text
    assert words_of("put a report away") in log
    assert "He insults me" in log


def test_whom_one_keeps_away_is_on_one_s_page(server: Running) -> None:
    anna, bruno, names = server.person(), server.person(), (next(_names), next(_names))
    for person, own in zip((anna, bruno), names, strict=True):
        register(person, own)
    assert anna.post(f"/people/{names[1]}", do="block").status_code == 303
    code = server.parts.play.load(bruno.begin(game="italian", friend=True)).row.seats[1].invite
    assert anna.post(f"/join/{code}").status_code == 403
    assert names[1] in anna.get("/account").text
    assert anna.post("/account", do="unblock", name=names[1]).status_code == 303
    assert anna.post(f"/join/{code}").status_code == 303


@pytest.mark.parametrize("path", ["/people/nobody", "/people/%00", "/people/" + "x" * 3000, "/people/%F0%9F"])
def test_nobody_has_no_profile(server: Running, path: str) -> None:
    assert server.person().get(path).status_code == 404


def test_tries_are_counted(
    run_server: Callable[..., AbstractContextManager[Running]], tmp_path: Path
) -> None:
    with run_server(ServerSettings(data_dir=tmp_path, engine="thread")) as server:
        server.parts.passwords._hashing = PasswordHashing(PasswordHasher(1, 8, 1))
        thief = server.person()
        codes = [thief.post("/sign-in", name="Anna", password=f"try {n}").status_code for n in range(12)]
        assert codes == [403] * 10 + [429] * 2
        assert thief.post("/sign-in", name="Bruno", password="a try").status_code == 403


def test_a_guest_s_archive_and_studies_come_along_when_signing_in(server: Running) -> None:
    member = server.person()
    assert member.post("/register", name="Nora", password=PASSWORD).status_code == 200
    guest, writer = archive(server), study(server)
    owner, author = guest.people["owner"], writer.people["author"]
    chapter = writer.address("/study/{id}/{chapter}")
    for person in (owner, author):
        answer = person.post("/sign-in", name="Nora", password=PASSWORD, along="yes")
        assert answer.status_code == 303
    assert member.get(chapter).status_code == 200
    assert member.get(guest.address("/import/{job}")).status_code == 200
    assert guest.address("/archive/{id}") in member.get("/archive").text
    assert (
        member.post(guest.address("/archive/{id}/note"), ply="0", mark="", comment="mine").status_code == 303
    )


def test_what_an_account_has_already_is_not_taken_twice(server: Running) -> None:
    first, second = archive(server), archive(server)
    assert first.people["owner"].post("/register", name="Olga", password=PASSWORD).status_code == 200
    came = second.people["owner"].post("/sign-in", name="Olga", password=PASSWORD, along="yes")
    assert came.status_code == 303
    shown = second.people["owner"].get("/archive").text
    assert first.address("/archive/{id}") in shown
    assert second.address("/archive/{id}") not in shown
