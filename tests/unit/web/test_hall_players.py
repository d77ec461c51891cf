"""The players' pages of the hall: cards, reports, registration, the live page, games played here."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from damiera.service.live import GameCache
from damiera.service.play import Play
from damiera.service.wall_clock import WallClock
from damiera.store.database import open_store
from damiera.web.common.limits import Limiter
from damiera.web.common.settings import ServerSettings
from damiera.web.tournament import requests
from tests.unit.web.hallkit import filled, opened, paired, report, said
from tests.wording import shows, words_of


def cards(arbiter: Any, event: str) -> dict[str, str]:
    """Return the code of each player by name."""
    text = unescape(arbiter.get(f"{event}/phones/cards").text)
    found = re.findall(r'<p class="strong">\d+\. ([^<]+)</p>.*?<p class="code">([^<]+)</p>', text, re.S)
    return dict(found)


def switched(arbiter: Any, event: str) -> str:
    answer = arbiter.post(f"{event}/phones", do="reporting", on="yes")
    assert answer.status_code == 303, answer.text
    return event


def at_board(arbiter: Any, event: str, board: int = 1) -> tuple[str, str]:
    """Return who plays at a board: White's name and Black's."""
    row = re.search(
        rf'<tr class="[^"]*"[^>]* data-board="{board}".*?class="w">\s*<b>([^<]+)</b>'
        r'.*?class="k">\s*<b>([^<]+)</b>',
        unescape(arbiter.get(event).text),
        re.S,
    )
    assert row
    return row[1], row[2]


def seat(server: Any, arbiter: Any, event: str, name: str, lang: str = "en") -> Any:
    """Return the phone of a player, bound by the code of his card."""
    phone = server.person(lang)
    answer = phone.post(f"{event}/me", code=cards(arbiter, event)[name])
    assert answer.status_code == 303, answer.text
    assert answer.headers["location"] == f"{event}/report"
    return phone


def test_two_phones_make_a_result(server: Any, anna: Any) -> None:
    event = switched(anna, paired(anna))
    white, black = (seat(server, anna, event, name) for name in at_board(anna, event))
    page = white.get(f"{event}/report")
    assert page.status_code == 200
    assert "Round 1, board 1" in said(page)
    assert page.text.count('name="result"') == 3
    where = {"round": "1", "board": "1"}
    answer = white.post(f"{event}/report", **where, result="win")
    assert answer.headers["location"] == f"{event}/report?round=1&board=1"
    assert shows(
        said(white.get(f"{event}/report")),
        "You said {r}. {o} has still to confirm it.",
        r="2-0",
    )
    assert words_of("{side} reports {r}, {other} has not yet", side="White", r="2-0", other="Black") in said(
        anna.get(event)
    )
    assert shows(said(black.get(f"{event}/report?round=1&board=1")), "{o} says {r}. Is that right?", r="2-0")
    assert black.post(f"{event}/report", **where, result="win").status_code == 303
    assert "Recorded: 2-0." in said(white.get(f"{event}/report"))
    assert not shows(said(anna.get(event)), "{side} reports {r}, {other} has not yet", other="Black")
    assert words_of("%(n)s board to come", n=2) in said(anna.get(event))
    log = said(anna.get(f"{event}/log"))
    assert "Round 1, board 1: White reports 2-0" in log
    assert words_of("Players may report results") in log


def _version(desk: str) -> int:
    found = re.search(r'data-version="(\d+)"', desk)
    assert found
    return int(found[1])


def test_two_who_disagree_are_seen_at_the_desk_and_ruled(server: Any, anna: Any) -> None:
    event = switched(anna, paired(anna))
    names = at_board(anna, event, 2)
    white, black = (seat(server, anna, event, name, "it") for name in names)
    white.post(f"{event}/report", round="1", board="2", result="win")
    black.post(f"{event}/report", round="1", board="2", result="loss")
    assert shows(
        said(white.get(f"{event}/report")),
        "You say {r}, {o} says {s}: the arbiter decides. If it was a slip, correct it here.",
        "it",
    )
    desk = anna.get(event)
    assert "they disagree: White says 2-0, Black 0-2" in said(desk)
    assert 'class="reported differ"' in desk.text
    rows = anna.get(f"{event}/boards?round=1&since={_version(desk.text) - 1}").json()
    assert shows(rows["differ"], "The players disagree: board {b}. Your entry decides.", b="2")
    assert report(anna, event, 1, "2", "draw", was="none").status_code == 303
    answer = white.post(f"{event}/report", round="1", board="2", result="win")
    assert answer.status_code == 409
    assert shows(
        said(answer),
        "Board {b} has its result already: {now}. If it is wrong, the arbiter corrects it.",
        "it",
        now="1-1",
    )
    assert "they disagree" not in said(anna.get(event))


def test_a_phone_must_be_somebodys_and_the_feature_is_off_at_first(server: Any, anna: Any) -> None:
    event = paired(anna)
    stranger = server.person("en")
    assert (
        stranger.get(f"{event}/report?round=1&board=1").headers["location"] == f"{event}/me?round=1&board=1"
    )
    assert stranger.post(f"{event}/report", round="1", board="1", result="win").status_code == 303
    page = stranger.get(f"{event}/me?round=1&board=1")
    assert words_of("Who are you?") in said(page)
    assert stranger.get(f"{event}/me?code=0000-0000").status_code == 404
    wrong = stranger.post(f"{event}/me", code="0000-0000")
    assert wrong.status_code == 404
    assert shows(said(wrong), "This code is nobody's in this event: check it, or ask the arbiter.")
    name = at_board(anna, event)[0]
    code = cards(anna, event)[name]
    assert f"Are you {name}?" in said(stranger.get(f"{event}/me?code={code}"))
    answer = stranger.post(f"{event}/me", code=code.upper(), round="1", board="1")
    assert answer.headers["location"] == f"{event}/report?round=1&board=1"
    assert shows(
        said(stranger.get(f"{event}/report")),
        "In this event the arbiter enters the results: tell them how it ended.",
    )
    assert stranger.post(f"{event}/report", round="1", board="1", result="win").status_code == 403
    switched(anna, event)
    assert words_of("Others play at board %(a)s. Yours is board %(b)s.", a="2", b="1") in said(
        stranger.get(f"{event}/report?round=1&board=2")
    )
    assert stranger.post(f"{event}/report", round="1", board="2", result="win").status_code == 403
    assert stranger.post(f"{event}/report", round="x", board="1", result="win").status_code == 422
    assert stranger.post(f"{event}/report", round="1", board="1", result="3-0").status_code == 422
    assert stranger.post(f"{event}/me", do="leave").status_code == 303
    assert words_of("Who are you?") in said(stranger.get(f"{event}/me"))


@pytest.mark.parametrize("path", ["/phones", "/phones/cards"])
def test_codes_are_the_arbiters(server: Any, anna: Any, path: str) -> None:
    event = paired(anna)
    stranger = server.person("en")
    assert stranger.get(event + path).status_code == 403
    assert stranger.post(event + path, do="reporting", on="yes", number="1").status_code == 403
    assert anna.get(event + path).status_code == 200


def test_the_links_of_a_player_are_the_arbiters_to_hand_out(server: Any, anna: Any) -> None:
    event = switched(anna, paired(anna))
    name = at_board(anna, event)[0]
    number = list(cards(anna, event)).index(name) + 1
    page = anna.get(f"{event}/players/{number}/links")
    assert page.status_code == 200
    found = re.findall(r'id="link-\d">([^<]+)<', page.text)
    assert [link.partition("/hall/")[2].partition("/")[2].partition("?")[0] for link in found] == [
        "me", "report", f"card/{number}", "public",
    ]  # fmt: skip
    phone = server.person("en")
    mine = phone.get("/hall/" + unescape(found[0]).partition("/hall/")[2])
    assert shows(said(mine), "Are you %(n)s?", n=name), "the link is this player's"
    assert server.person("en").get(f"{event}/players/{number}/links").status_code == 403
    assert anna.get(f"{event}/players/99/links").status_code == 404
    assert f"{event}/players/{number}/links" in anna.get(f"{event}/players/{number}").text


@pytest.mark.parametrize("path", ["/settings", "/phones", "/phones/cards", "/players/1/links"])
def test_no_code_is_shown_that_no_phone_could_open(
    anna: Any, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of 127.0.0.1 the page says that phones cannot reach it, of an address of the network it shows codes."""
    event = switched(anna, filled(anna))
    assert anna.post(f"{event}/phones", do="open").status_code == 303
    here = anna.get(event + path)
    assert 'class="qr"' not in here.text
    assert shows(
        said(here), "No code to be scanned is shown: phones cannot reach {address}. Let the house in first."
    )
    monkeypatch.setattr(requests, "network_address", lambda request: "http://192.168.1.7:8000")
    there = anna.get(event + path)
    codes = {"/settings": 1, "/phones": 2, "/phones/cards": 6, "/players/1/links": 4}
    assert there.text.count('class="qr"') == codes[path]


def test_a_card_that_was_lost(server: Any, anna: Any) -> None:
    event = switched(anna, paired(anna))
    name = at_board(anna, event)[0]
    finder = seat(server, anna, event, name)
    before = cards(anna, event)
    number = re.search(rf'id="n(\d+)">.{{0,2500}}?{name}', anna.get(f"{event}/phones/cards").text, re.S)
    listed = list(before)
    answer = anna.post(f"{event}/phones/cards", number=str(listed.index(name) + 1))
    assert number
    assert answer.status_code == 303
    after = cards(anna, event)
    assert [n for n in after if after[n] != before[n]] == [name]
    assert finder.post(f"{event}/report", round="1", board="1", result="win").headers["location"]
    assert words_of("Who are you?") in said(finder.get(f"{event}/me"))
    assert anna.post(f"{event}/phones/cards", number="99").status_code == 422


def test_before_the_first_round_a_phone_waits(server: Any, anna: Any) -> None:
    event = opened(anna)
    anna.post(f"{event}/players", name="Rossi Anna")
    phone = seat(server, anna, event, "Rossi Anna")
    assert words_of("The first round is not paired yet. Your board appears here as soon as it is.") in said(
        phone.get(f"{event}/report")
    )


# --- registration ----------------------------------------------------------------------------------------

WHO = {"name": "Rossi Mario", "club": "Livorno", "card": "A-17", "born": "1974", "elo": "2.950", "sex": "m"}


def link_of(arbiter: Any, event: str) -> str:
    """Return the path of the registration link."""
    found = re.search(r'id="join-link">([^<]+)<', arbiter.get(f"{event}/phones").text)
    assert found
    return event + found[1].partition(event)[2]


def test_a_player_registers_by_link_and_the_arbiter_takes_him(server: Any, anna: Any) -> None:
    event = opened(anna)
    assert anna.post(f"{event}/phones", do="open").status_code == 303
    link, phone = link_of(anna, event), server.person("en")
    form = phone.get(link)
    assert form.status_code == 200
    assert words_of(
        "Everybody sees your name, club, province, category, Elo, your games and your place, here and "
        "on the lists in the hall. Card and year of birth are for the arbiters, who write them into the "
        "report to the federation."
    ) in said(form)
    refused = phone.post(link, **WHO)
    assert refused.status_code == 422
    assert words_of("To register you have to agree to what everybody sees: tick the box.") in said(refused)
    assert 'value="Rossi Mario"' in refused.text
    answer = phone.post(link, **WHO, agree="yes")
    mine = answer.headers["location"]
    assert mine.startswith(f"{event}/entry/")
    assert words_of(
        "You have asked to play. The arbiter has still to confirm; the answer appears here."
    ) in said(phone.get(mine))
    again = server.person("en").post(link, **{**WHO, "card": ""}, agree="yes")
    assert again.status_code == 422
    assert words_of("{n} has asked to enter already, and waits for the arbiter.", n="Rossi Mario") in said(
        again
    )
    page = anna.get(f"{event}/phones")
    assert words_of("%(n)s asks to play", n=1, num=1) in said(page)
    assert "A-17" in said(page)
    assert "Rossi Mario" not in said(anna.get(f"{event}/players"))
    request = mine.rpartition("/")[2]
    assert anna.post(f"{event}/phones", do="accept", request=request).status_code == 303
    assert words_of("You are entered, number %(n)s.", n=1) in said(phone.get(mine))
    assert "Rossi Mario" in said(phone.get(f"{event}/me"))
    assert "Rossi Mario" in said(anna.get(f"{event}/players"))
    public = said(phone.get(f"{event}/public")) + said(phone.get(f"{event}/standings"))
    assert "A-17" not in public
    assert "1974" not in public


def test_who_is_refused_reads_why_and_who_waits_may_go(server: Any, anna: Any) -> None:
    event = opened(anna)
    anna.post(f"{event}/phones", do="open")
    link, phone = link_of(anna, event), server.person("it")
    one, two = (
        phone.post(link, name=name, agree="yes").headers["location"] for name in ("Neri Ada", "Verdi Ugo")
    )
    anna.post(f"{event}/phones", do="refuse", request=one.rpartition("/")[2], reason="tessera scaduta")
    assert "tessera scaduta" in said(phone.get(one))
    assert "Request refused: Neri Ada" in said(anna.get(f"{event}/log"))
    assert server.person("it").post(two).status_code == 403
    assert phone.post(two).status_code == 303
    assert words_of("Nobody waits for an answer.") in said(anna.get(f"{event}/phones"))
    assert anna.post(f"{event}/phones", do="accept", request="nessuno").status_code == 404
    assert phone.get(f"{event}/entry/nessuno").status_code == 404


def test_links_that_are_closed_replaced_or_wrong(server: Any, anna: Any) -> None:
    event = opened(anna)
    anna.post(f"{event}/phones", do="open", at_once="yes")
    link, phone = link_of(anna, event), server.person("en")
    assert phone.post(link, name="Neri Ada", agree="yes").status_code == 303
    assert "Neri Ada" in said(anna.get(f"{event}/players"))
    anna.post(f"{event}/phones", do="close")
    closed = phone.get(link)
    assert closed.status_code == 200
    assert words_of("Registration by this address is closed: talk to the arbiter.") in said(closed)
    assert 'name="agree"' not in closed.text
    assert phone.post(link, name="Verdi Ugo", agree="yes").status_code == 422
    anna.post(f"{event}/phones", do="fresh")
    assert phone.get(link).status_code == 404
    assert phone.post(link, name="Verdi Ugo", agree="yes").status_code == 404
    assert link_of(anna, event) != link
    assert anna.post(f"{event}/phones", do="dance").status_code == 422
    anna.post(f"{event}/phones", do="open")
    for name in ("Verdi Ugo", "Blu Ida", "Neri Ada"):
        more = {"club": "Pisa", "born": "1980"} if name == "Neri Ada" else {}
        server.person("en").post(link_of(anna, event), name=name, agree="yes", **more)
    assert anna.post(f"{event}/phones", do="accept-all").status_code == 303
    text = said(anna.get(f"{event}/players"))
    assert "Verdi Ugo" in text
    assert "Blu Ida" in text


# --- boards played here, moves, the live page ------------------------------------------------------------


@pytest.mark.slow
def test_a_board_played_here_writes_its_result_by_itself(server: Any, anna: Any) -> None:
    event = paired(anna)
    assert anna.post(f"{event}/games", do="play-here", on="yes", clock="30+10").status_code == 303
    names = at_board(anna, event)
    white, black = (seat(server, anna, event, name) for name in names)
    assert words_of("This board is played here. The result is written by itself when the game ends.") in said(
        white.get(f"{event}/report")
    )
    places = [p.post(f"{event}/sit", round="1", board="1").headers["location"] for p in (white, black)]
    assert places[0] == places[1]
    game = places[0].removeprefix("/g/")
    view = white.view(game)
    assert (view["white"]["name"], view["black"]["name"]) == names
    assert view["clock"] is not None
    other = server.person("en")
    assert other.post(f"{event}/sit", round="1", board="1").status_code == 303
    assert black.post(f"{event}/sit", round="1", board="2").status_code == 403
    assert f'href="/g/{game}"' in anna.get(event).text
    assert f'href="/g/{game}"' in other.get(f"{event}/public").text
    with white.sit(game) as talk:
        talk.send("act", what="resign")
        talk.hear("state")
    until(lambda: "0-2" in said(black.get(f"{event}/report")))
    text = anna.get(f"{event}/event.pdn").text
    assert f'[White "{names[0]}"]' in text
    assert '[Round "1.1"]' in text
    assert words_of("%(n)s board to come", n=2) in said(anna.get(event))


def test_games_that_end_while_nobody_is_there_are_told_at_the_next_start(
    run_server: Any, tmp_path: Path
) -> None:
    settings = ServerSettings(data_dir=tmp_path, engine="thread", limits=False)
    with run_server(settings) as running:
        anna = running.person("en")
        event = paired(anna)
        anna.post(f"{event}/games", do="play-here", on="yes")
        for name in at_board(anna, event):
            phone = seat(running, anna, event, name)
            game = phone.post(f"{event}/sit", round="1", board="1").headers["location"][3:]
    store = open_store(tmp_path)
    play = Play(GameCache(store, WallClock()))
    play.act(game, play.load(game).row.seats[0].player_id, "resign")
    store.close()
    with run_server(settings) as running:
        anyone = running.person("en")
        until(lambda: "1 of 3" in said(anyone.get(f"{event}/public")))
        assert "0-2" in said(anyone.get(f"{event}/public"))


def test_moves_brought_to_a_board(anna: Any, server: Any) -> None:
    event = paired(anna)
    where = {"do": "attach", "round": "1", "board": "1"}
    refused = anna.post(f"{event}/games", **where, pdn="1. 22-18 12-16 2. 18-9 *")
    assert refused.status_code == 422
    assert "18-9" in said(refused)
    assert anna.post(f"{event}/games", **where, pdn="1. 22-18 12-16 *").status_code == 303
    assert "moves kept" in said(anna.get(f"{event}/games"))
    assert "22-18 12-16" in server.person("it").get(f"{event}/event.pdn").text
    stranger = server.person("en")
    assert stranger.get(f"{event}/games").status_code == 200
    assert stranger.post(f"{event}/games", **where, pdn="1. 22-18 *").status_code == 403
    assert anna.post(f"{event}/games", **{**where, "do": "detach"}).status_code == 303
    assert "22-18" not in anna.get(f"{event}/event.pdn").text
    assert anna.post(f"{event}/games", do="open", round="9").status_code == 422
    assert anna.post(f"{event}/games", do="open", round="1").status_code == 303
    assert anna.get(f"{event}/games").text.count('href="/g/') == 3


def until(true: Callable[[], bool], patience_s: float = 8.0) -> None:
    deadline = time.monotonic() + patience_s
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_screen_is_told_at_once_and_asks_for_what_has_changed(server: Any, anna: Any) -> None:
    event, phone = paired(anna), server.person("en")
    url = server.base.replace("http", "ws") + f"{event}/live"
    with connect(url, proxy=None) as one, connect(url, proxy=None) as two:
        first = msgspec.json.decode(one.recv(timeout=5))
        assert msgspec.json.decode(two.recv(timeout=5)) == first
        assert phone.get(f"{event}/stamp").json() == first
        assert phone.get(f"{event}/public?part=1&seq={first['v']}").status_code == 204
        begun = time.monotonic()
        report(anna, event, 1, "1", "win")
        told = [msgspec.json.decode(screen.recv(timeout=5)) for screen in (one, two)]
        assert time.monotonic() - begun < 3
        assert told[0] == told[1]
        assert told[0]["v"] == first["v"] + 1
        part = phone.get(f"{event}/public?part=1&seq={first['v']}")
        assert part.status_code == 200
        assert "<html" not in part.text
        assert "1 of 3" in said(part)
        assert f'data-version="{told[0]["v"]}"' in part.text
        until(lambda: server.parts.event_watchers.count(event.removeprefix("/hall/")) == 2)
    until(lambda: server.parts.event_watchers.count(event.removeprefix("/hall/")) == 0)
    assert phone.get("/hall/nowhere/stamp").status_code == 404
    for bad in (f"{server.base.replace('http', 'ws')}/hall/nowhere/live",):
        with pytest.raises(InvalidStatus), connect(bad, proxy=None):
            pass
    with (
        pytest.raises(InvalidStatus),
        connect(url, proxy=None, additional_headers={"Origin": "http://evil.example"}),
    ):
        pass


def test_who_asks_to_play_is_news_for_the_arbiters_page(server: Any, anna: Any) -> None:
    event = opened(anna)
    anna.post(f"{event}/phones", do="open")
    with connect(server.base.replace("http", "ws") + f"{event}/live", proxy=None) as screen:
        first = msgspec.json.decode(screen.recv(timeout=5))
        server.person("en").post(link_of(anna, event), name="Neri Ada", agree="yes")
        told = msgspec.json.decode(screen.recv(timeout=5))
    assert (told["v"], told["w"]) == (first["v"], 1)


def test_the_part_for_phones_is_in_their_language(server: Any, anna: Any) -> None:
    event = paired(anna)
    assert "Turno 1" in server.person("it").get(f"{event}/public?part=1").text
    assert "Round 1" in server.person("en").get(f"{event}/public?part=1").text


def test_many_games_in_one_file(anna: Any) -> None:
    event = paired(anna)
    white, black = at_board(anna, event, 2)
    text = f'[White "{white}"]\n[Black "{black}"]\n\n1. 22-18 12-16 *\n'
    answer = anna.http.post(
        f"{event}/games",
        data={"do": "attach-all"},
        files={"file": ("g.pdn", text)},
        headers={"Origin": anna.base},
    )
    assert answer.status_code == 303
    assert "22-18 12-16" in anna.get(f"{event}/event.pdn").text
    refused = anna.post(f"{event}/games", do="attach-all", pdn=text.replace(white, "Nessuno"))
    assert refused.status_code == 422
    assert "Line 1: Nessuno" in said(refused)


@pytest.mark.slow
def test_entries_from_one_address_are_not_without_end(
    run_server: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with run_server(ServerSettings(data_dir=tmp_path, engine="thread")) as running:
        # however slow the machine, the bucket does not fill again while it is being emptied
        monkeypatch.setattr(running.parts.limits, "entries", Limiter(40, every_s=3600))
        anna = running.person("en")
        event = opened(anna)
        anna.post(f"{event}/phones", do="open")
        link = link_of(anna, event)
        person = running.person("en")
        answers = [person.post(link, name="").status_code for _ in range(41)]
        assert answers[:40] == [422] * 40
        assert answers[40] == 429
        assert words_of("Too many entries in a short time.") in said(person.post(link, name="Neri Ada"))
        assert anna.post(f"{event}/phones", do="close").status_code == 303
