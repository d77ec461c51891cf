"""Bots: made on the account's page, known as programs, kept apart from people; one that plays by itself."""

from __future__ import annotations

import html
import re
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx
import pytest
from argon2 import PasswordHasher
from websockets.sync.client import connect

from damiera.bot import BotRefused, BotRules, BotSeekTerms, PlayingBot
from damiera.engine.builtin import BuiltinEngine
from damiera.service.passwords import PasswordHashing
from damiera.web.common.settings import ServerSettings
from damiera.web.loadtest.own_server import OwnServer
from tests.unit.web.conftest import FirstMove, Person, until
from tests.wording import shows, words_of

PASSWORD = "quattro mosse al centro"


@pytest.fixture
def server(tmp_path: Path, run_server: Any) -> Iterator[Any]:
    with run_server(ServerSettings(data_dir=tmp_path, engine="thread", limits=False)) as running:
        running.parts.passwords._hashing = PasswordHashing(PasswordHasher(1, 8, 1))
        yield running


def _account(person: Person, name: str) -> Person:
    assert person.post("/register", name=name, password=PASSWORD).status_code == 200
    return person


def _made(owner: Person, name: str = "Automa") -> str:
    page = owner.post("/account", do="bot-make", name=name, password=PASSWORD)
    (token,) = re.findall(r'id="token">(bot_[\w-]+)<', page.text)
    assert page.headers["cache-control"] == "no-store"
    return str(token)


def _shown(base: str, token: str) -> httpx.Client:
    return httpx.Client(base_url=base, headers={"Authorization": f"Bearer {token}"}, trust_env=False)


@contextmanager
def _here(person: Person) -> Iterator[Any]:
    cookies = "; ".join(f"{c.name}={c.value}" for c in person.http.cookies.jar)
    headers = {"Cookie": cookies, "Origin": person.base}
    with connect(
        person.base.replace("http", "ws") + "/club/live", additional_headers=headers, proxy=None
    ) as line:
        yield line


@contextmanager
def _playing(base: str, token: str, **more: Any) -> Iterator[PlayingBot]:
    engine: Callable[[str], Any] = more.pop("engine", lambda game: FirstMove())
    bot = PlayingBot(base, token, engine, **more)
    thread = threading.Thread(target=bot.run)
    thread.start()
    try:
        yield bot
    finally:
        bot.stop(at_once=True)
        thread.join(30)
        assert not thread.is_alive()


def _challenged(person: Person, name: str, **fields: str) -> httpx.Response:
    said = words_of("Challenge %(name)s", name=name)
    handles: list[str] = []

    def is_there() -> bool:
        handles[:] = re.findall(
            rf'/club/challenge/([\w-]+)"\s+aria-label="{said}"', person.get("/club/now").text
        )
        return bool(handles)

    until(is_there)
    return person.post(f"/club/challenge/{handles[0]}", **{"game": "italian", "at": "5+3", **fields})


def _begun(person: Person) -> str:
    found: list[str] = []

    def is_there() -> bool:
        found[:] = re.findall(r'data-state="begun"\s+data-game="(\w+)"', person.get("/club/now").text)
        return bool(found)

    until(is_there)
    return found[0]


def _play_out(person: Person, id: str, most: int = 400) -> dict[str, Any]:
    """Play the last legal move at every turn until the game is over."""
    with person.sit(id) as talk:
        talk.send(t="hello", version=0)
        for _ in range(most):
            while not ((view := talk.hear("state")["view"])["outcome"] or view["moves"]):
                pass
            if view["outcome"]:
                return dict(view)
            talk.send(t="move", ply=view["ply"], path=view["moves"][-1]["paths"][0])
    raise AssertionError("the game does not end")


def test_a_token_is_shown_once_and_opens_what_is_for_bots_until_it_is_ended(server: Any) -> None:
    anna = _account(server.person(), "Anna")
    assert anna.post("/account", do="bot-make", name="Automa", password="wrong").status_code == 409
    token = _made(anna)
    page = anna.get("/account").text
    assert token not in page
    assert "Automa" in page
    with _shown(server.base, token) as bot:
        nothing: dict[str, object] = {one: [] for one in ("games", "waiting", "challenges", "boards")}
        assert bot.get("/api/bot").json() == {"name": "Automa", **nothing}
        assert shows(
            bot.get("/account").text,
            "This is for people: what a bot may ask is in the page for authors of bots.",
        )
        other = re.findall(
            r'id="token">(bot_[\w-]+)<',
            anna.post("/account", do="bot-renew", name="Automa", password=PASSWORD).text,
        )
        assert bot.get("/api/bot").status_code == 403
    with _shown(server.base, other[0]) as bot:
        assert bot.get("/api/bot").status_code == 200
        assert anna.post("/account", do="bot-end", name="Automa").status_code == 303
        assert bot.get("/api/bot").status_code == 403
    assert words_of("ended: it has no token") in anna.get("/account").text
    with pytest.raises(BotRefused):
        PlayingBot(server.base, other[0], lambda game: FirstMove()).run()


def test_who_answers_for_a_bot_and_nobody_else_ends_it_or_lets_it_in(server: Any) -> None:
    anna, bruno = _account(server.person(), "Anna"), _account(server.person(), "Bruno")
    zeno = _account(server.person(), "Zeno")
    server.parts.accounts.set_role("Zeno", "admin")
    token = _made(anna)
    assert "Automa" not in bruno.get("/account").text
    for do in ("bot-end", "bot-let", "bot-renew"):
        refused = bruno.post("/account", do=do, name="Automa", password=PASSWORD)
        assert refused.status_code == 404, do
    assert anna.post("/account", do="bot-let", name="Automa").status_code == 403
    assert zeno.post("/account", do="bot-let", name="Automa").status_code == 303
    [known] = server.parts.bots.of(server.parts.accounts.called("Anna").player_id)
    assert (known.among_people, known.owner) == (True, "Anna")
    assert anna.post("/account", do="delete", sure="yes", password=PASSWORD).status_code == 303
    with _shown(server.base, token) as bot:
        assert bot.get("/api/bot").status_code == 403
    assert "Automa" in zeno.get("/account").text


def test_nobody_signs_in_as_a_bot(server: Any) -> None:
    _made(_account(server.person(), "Anna"))
    code = server.parts.accounts.reset("Automa")
    other = server.person().post("/recover", name="Automa", code=code, password=PASSWORD)
    assert shows(
        html.unescape(other.text),
        "This account is a bot's: it plays by its token, and nobody signs in as it.",
    )


def test_a_bot_that_waits_is_met_by_those_who_choose_it_and_by_other_bots(server: Any) -> None:
    anna, bruno = _account(server.person(), "Anna"), _account(server.person(), "Bruno")
    first, second = _shown(server.base, _made(anna, "Automa")), _shown(server.base, _made(anna, "Meccano"))
    seek = {"game": "italian", "pace": "10+5"}
    with _here_bot(server.base, first), _here(bruno):
        until(lambda: len(server.parts.club_presence.ids) == 2)
        waits = first.post("/api/bot/seeks", json=seek).json()
        assert waits["waiting"]
        page = bruno.get("/club/now").text
        assert page.count(f'<span class="chip">{words_of("bot")}</span>') == 2  # waits, and is here
        sought = bruno.post("/club/seek", **seek)
        assert sought.headers["location"].startswith("/club")  # people are put opposite people
        [game] = first.get("/api/bot").json()["waiting"]
        theirs = next(one.row.id for one in server.parts.club.state(()).waiting if one.row.id != game)
        assert first.post(f"/api/bot/seats/{theirs}").status_code == 403
        assert second.post("/api/bot/seeks", json={**seek, "game": "nothing"}).status_code == 422
        met = second.post("/api/bot/seeks", json=seek).json()
        assert met == {"id": game, "waiting": False}
    for one in (first, second):
        one.close()


@contextmanager
def _here_bot(base: str, bot: httpx.Client) -> Iterator[None]:
    headers = {"Authorization": bot.headers["Authorization"]}
    with connect(base.replace("http", "ws") + "/club/live", additional_headers=headers, proxy=None):
        yield


def test_a_bot_plays_who_challenges_it_and_is_rated_apart(server: Any) -> None:
    anna, bruno = _account(server.person(), "Anna"), _account(server.person(), "Bruno")
    token = _made(anna)
    with _playing(server.base, token), _here(bruno):
        assert _challenged(bruno, "Automa", rated="yes").status_code == 303
        game = _begun(bruno)
        names = {one["name"]: one["bot"] for one in bruno.view(game)["players"].values()}
        assert names == {"Automa": True, "Bruno": False}
        assert words_of("{name}, bot", name="Automa") in bruno.get(f"/g/{game}").text
        _play_out(bruno, game)
    server.parts.ratings._rated.settle(game)
    profiles = server.parts.profiles
    for name in ("Automa", "Bruno"):
        assert [one.speed for one in profiles.profile(name, None, "en").ratings] == ["bots-blitz"]
    page = bruno.get("/people/Automa").text
    assert words_of("answered for by %(name)s", name="Anna") in page
    assert words_of("Blitz, with bots") in page


def _club(founder: Person, member: Person, name: str) -> str:
    where = str(founder.post("/clubs", name="Circolo").headers["location"])
    assert member.post(where, do="ask").status_code == 303
    assert founder.post(where, do="accept", name=name).status_code == 303
    return where


EVENING = {"game": "italian", "system": "optimal", "rounds": "1", "pace": "5+3", "wait": "60", "pause": "0"}
ARENA = {"game": "italian", "pace": "3+2", "minutes": "60", "starts_in": "0"}


def test_bots_stay_out_of_what_a_club_plays_unless_it_lets_them_and_their_owner_is_in_it(server: Any) -> None:
    anna, bruno = _account(server.person(), "Anna"), _account(server.person(), "Bruno")
    club = _club(bruno, anna, "Anna")
    hers = _shown(server.base, _made(anna))
    strange = _shown(server.base, _made(_account(server.person(), "Carla"), "Estraneo"))
    for form, more, kind, ids in (("evening", EVENING, "evenings", 2), ("arena", ARENA, "arenas", 2)):
        shut = bruno.post(f"{club}/{form}", name="People", **more).headers["location"].split("/")[ids]
        open_ = (
            bruno.post(f"{club}/{form}", name="All", bots="yes", **more).headers["location"].split("/")[ids]
        )
        assert hers.post(f"/api/bot/{kind}/{shut}").status_code == 403
        assert strange.post(f"/api/bot/{kind}/{open_}").status_code == 403
        assert hers.post(f"/api/bot/{kind}/{open_}").status_code == 200
    page = bruno.get(f"/arenas/{open_}?part=1").text
    assert f'<span class="chip">{words_of("bot")}</span>' in page
    for one in (hers, strange):
        one.close()


@pytest.mark.slow
def test_a_bot_comes_to_its_board_of_an_evening_and_plays_apart_from_the_ratings_of_people(
    server: Any,
) -> None:
    anna, bruno = _account(server.person(), "Anna"), _account(server.person(), "Bruno")
    club = _club(bruno, anna, "Anna")
    token = _made(anna)
    where = bruno.post(f"{club}/evening", name="All", bots="yes", rated="yes", **EVENING).headers["location"]
    evening = where.split("/")[2]
    assert words_of(
        "Bots may play, marked as such; games with them have ratings of their own."
    ) in html.unescape(bruno.get(where).text)
    with _playing(server.base, token, rules=BotRules(joins=(f"evenings/{evening}",))), _here(bruno):
        assert bruno.post(where, do="join").status_code == 303
        until(lambda: "Automa (bot)" in bruno.get(f"{where}?part=1").text)
        board = bruno.post(where, do="pair", round="1").headers["location"].rpartition("/")[2]
        _play_out(bruno, board)
    server.parts.ratings._rated.settle(board)
    profiles = server.parts.profiles
    for name in ("Automa", "Bruno"):
        assert [one.speed for one in profiles.profile(name, None, "en").ratings] == ["bots-blitz"]


def test_challenges_that_do_not_fit_are_declined(server: Any) -> None:
    token = _made(_account(server.person(), "Anna"))
    guest = server.person()
    guest.begin(game="italian", level=1)
    rules = BotRules(games=frozenset({"italian"}), guests=False)
    with _playing(server.base, token, rules=rules), _here(guest):
        assert _challenged(guest, "Automa").status_code == 303
        until(lambda: 'data-state="declined"' in guest.get("/club/now").text)


def test_bots_look_for_one_another_and_stop_after_their_games(server: Any) -> None:
    anna = _account(server.person(), "Anna")
    tokens = [_made(anna, "Automa"), _made(anna, "Meccano")]
    rules = BotRules(seeks=(BotSeekTerms("italian", "3+2", rated=True),))
    bots = [PlayingBot(server.base, token, lambda game: FirstMove(), rules=rules, most=1) for token in tokens]
    threads = [threading.Thread(target=bot.run) for bot in bots]
    for thread in threads:
        thread.start()
    for bot, thread in zip(bots, threads, strict=True):
        thread.join(60)
        is_over = not thread.is_alive()
        bot.stop(at_once=True)
        assert is_over
    [row] = server.parts.profiles.profile("Automa", None, "en").last
    assert row.line.score


@pytest.mark.slow
def test_a_bot_plays_a_whole_game_through_a_death_of_the_server(tmp_path: Path) -> None:
    """The server is killed twice while the bot thinks or waits: no move is lost, none is made twice."""
    server = OwnServer(tmp_path)
    server.start()
    anna, bruno = Person(server.url), Person(server.url)
    try:
        _account(anna, "Anna")
        _account(bruno, "Bruno")
        token = _made(anna)
        with _playing(server.url, token, engine=lambda game: BuiltinEngine(game, hash_mb=1), level=1):
            with _here(bruno):
                _challenged(bruno, "Automa")
                game = _begun(bruno)
            sent: list[Sequence[int]] = []
            for part in (6, 14, 400):
                with bruno.sit(game) as talk:
                    talk.send(t="hello", version=0)
                    while len(sent) < part:
                        if len(sent) > 50:
                            time.sleep(1 / 4)  # in a long game, slower than `RequestLimits.sockets` allows
                        view = talk.hear("state")["view"]
                        if view["outcome"]:
                            break
                        if view["moves"]:
                            path = view["moves"][-1]["paths"][0]
                            talk.send(t="move", ply=view["ply"], path=path)
                            talk.hear("ack")
                            sent.append(path)
                if part < 400:
                    server.kill()
                    server.start()
            over = bruno.wait(game, lambda one: one["outcome"] is not None)
        side = over["you"]
        assert [tuple(one["path"]) for one in over["history"] if one["side"] == side] == [
            tuple(one) for one in sent
        ]
        sides = [one["side"] for one in over["history"]]
        assert all(one != other for one, other in pairwise(sides))
    finally:
        for person in (anna, bruno):
            person.http.close()
        server.stop()
