"""The pages of the tournament hall: every address, bad input, strangers, two arbiters."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

from damiera.messages import Message
from damiera.tournament.tiebreak.catalogue import TIEBREAKS
from tests.unit.web.hallkit import NAMES, TABLE, filled, opened, paired, report, said
from tests.wording import shows, words_of


@pytest.mark.parametrize("lang", ["it", "en"])
def test_every_page_is_there(server: Any, lang: str) -> None:
    person = server.person(lang)
    event = paired(person, 2, deck="it-2m-43", seed="Livorno")
    for path in (
        "/hall",
        "/hall/new",
        event,
        f"{event}?round=1&board=1&versus=3",
        f"{event}/players",
        f"{event}/players/1",
        f"{event}/settings",
        f"{event}/log",
        f"{event}/public",
        *(f"{event}/standings?by={by}&row=1" for by in ("all", "category", "club", "province", "women")),
    ):
        answer = person.get(path)
        assert answer.status_code == 200, path
        assert answer.text.count("<h1") == 1, path


def test_the_desk_shows_boards_results_and_what_is_missing(anna: Any) -> None:
    event = paired(anna)
    assert report(anna, event, 1, "2", "draw", was="none").status_code == 303
    text = said(anna.get(event))
    assert words_of("%(n)s board to come", n=2) in text
    assert shows(text, "Board {b}. Round {round} can be paired as soon as it is in.", b="1, 3", round="2")
    assert anna.get(event).text.count('aria-pressed="true"') == 1 + 0
    assert anna.post(f"{event}/pair", round="2").status_code == 422


def test_a_ballot_is_drawn_for_each_round_and_can_be_checked(anna: Any) -> None:
    event = paired(anna, 2, deck="it-2m-43", seed="Livorno 2026")
    html = unescape(anna.get(event).text)
    (link,) = re.findall(r'href="(/openings/it-2m-43\?[^"]+)#result"', html)
    assert link == "/openings/it-2m-43?seed=Livorno+2026&round=2"
    number = re.search(r"number (\d+)", html)
    assert number
    assert f"Number {number[1]}" in anna.get(link.replace("+", "%20")).text


def test_two_arbiters_at_one_board(server: Any) -> None:
    one, two = server.person("en"), server.person("en")
    event = paired(one)
    code = re.search(r'id="arbiter-code">([^<]+)<', one.get(f"{event}/settings").text)
    assert code
    assert two.post("/hall/join", code=code[1].upper()).headers["location"] == event
    assert report(two, event, 1, "1", "draw", was="none").status_code == 303
    answer = report(one, event, 1, "1", "win", was="none")
    assert answer.status_code == 409
    assert shows(
        said(answer),
        "Meanwhile {who} entered another result on board {b}: {now}. Yours was not written.",
        b="1",
        now="1-1",
    )
    assert one.post(f"{event}/pair", round="1").status_code == 409
    undo = one.post(f"{event}/undo", first="5", last="5", seen="5")
    assert undo.status_code == 409


@pytest.mark.slow
def test_strangers_look_but_do_not_act(server: Any) -> None:
    owner, stranger = server.person("en"), server.person("en")
    event = paired(owner)
    before = owner.get(event).text
    assert stranger.get(event).headers["location"] == f"{event}/public"
    for path in ("/public", "/standings", "/standings.csv"):
        assert stranger.get(event + path).status_code == 200
    for path in ("/players", "/players/1", "/settings", "/log", "/event.trf", "/players.csv"):
        assert stranger.get(event + path).status_code == 403, path
    for path in ("/pair", "/result", "/undo", "/swap", "/turn", "/hand", "/finish", "/settings", "/players"):
        assert stranger.post(event + path, round="1", board="1").status_code == 403, path
    for path in ("/players/import", "/players/number", "/players/check-in", "/players/1"):
        assert stranger.post(event + path).status_code == 403, path
    assert owner.get(event).text == before
    assert stranger.post("/hall/join", code="0000-0000").status_code == 404
    for path in ("", "/public", "/standings", "/players", "/log"):
        assert stranger.get("/hall/nowhere" + path).status_code == 404


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"round": "1", "board": "9", "result": "win"}, 404),
        ({"round": "7", "board": "1", "result": "win"}, 404),
        ({"round": "x", "board": "1", "result": "win"}, 422),
        ({"round": "1", "board": "1", "result": "3-0"}, 422),
        ({"round": "1", "board": "1", "leg": "2", "result": "win"}, 404),
        ({"round": "²", "board": "1", "result": "win"}, 422),
        ({}, 422),
    ],
)
def test_results_that_cannot_be(anna: Any, fields: dict[str, str], status: int) -> None:
    event = paired(anna)
    assert anna.post(f"{event}/result", **fields).status_code == status
    assert words_of("%(n)s board to come", n=3) in said(anna.get(event))


BETWEEN = Message("{what}: {a} to {b}.")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"name": " "}, Message("An event has a name of at most 120 letters.")),
        ({"rounds": "100"}, BETWEEN.format(what=Message("Rounds", context="field of a form"), a=0, b=99)),
        (
            {"rounds": "-1"},
            Message(
                "'{word}' is no number that fits here: write one of at least {least}.", word="-1", least=0
            ),
        ),
        ({"starts": "yesterday"}, Message("'{word}' is no day: write it as {example}.", word="yesterday")),
        ({"starts": "2026-11-22", "ends": "2026-11-21"}, Message("It ends before it begins.")),
        ({"system": "magic"}, Message("There is no such system.")),
        ({"game": "chess"}, Message("There is no game '{name}'.", name="chess")),
        (
            {"tiebreaks": "Q9"},
            Message(
                "There is no tie-break '{code}'. There are: {known}.", code="Q9", known=", ".join(TIEBREAKS)
            ),
        ),
        ({"deck": "none"}, Message("There is no deck '{id}'.{near} There are: {known}.", id="none")),
        ({"elo_weight": "999"}, BETWEEN.format(what=Message("The Elo weight, in percent"), a=0, b=400)),
    ],
)
def test_events_that_cannot_be(anna: Any, fields: dict[str, str], words: Message) -> None:
    answer = anna.post("/hall", **{"name": "Trofeo <b>", "place": "Livorno", **fields})
    assert answer.status_code == 422
    assert shows(said(answer), words)
    assert 'value="Livorno"' in answer.text
    assert "<b>" not in answer.text.partition('id="name"')[2][:200]


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ("Nome;Elo\nRossi;abc\n", Message("Line {n}, column {c} ({h}): {why}", n=2)),
        (
            "Nome;Elo\nRossi;2500\nRossi;2500\n",
            Message("the same name as in line {line}: tell them apart by card or date of birth.", line=2),
        ),
        (
            "x;y\n1;2\n",
            Message(
                "a column with the name is missing (Player, Name, Surname): "
                "the first line must name the columns."
            ),
        ),
        ("", Message("Choose a file or paste the list.")),
        (
            "Nome\nBianchi Bruno\n",
            Message("{n} is entered already.", n="Bianchi Bruno"),
        ),
    ],
)
def test_a_list_with_a_mistake_enters_nobody(anna: Any, table: str, words: Message) -> None:
    event = opened(anna)
    assert anna.post(f"{event}/players", name="Bianchi Bruno").status_code == 303
    answer = anna.post(f"{event}/players/import", list=table)
    assert answer.status_code == 422
    assert shows(said(answer), words)
    assert "1 player" in said(anna.get(f"{event}/players"))


def test_a_list_comes_from_a_file(anna: Any) -> None:
    event = opened(anna)
    file = {"file": ("list.csv", TABLE.encode("cp1252"), "text/csv")}
    answer = anna.http.post(f"{event}/players/import", files=file, headers={"Origin": anna.base})
    assert answer.status_code == 303
    assert "6 players" in said(anna.get(f"{event}/players"))


def test_what_happens_to_a_player(anna: Any) -> None:
    event = paired(anna)

    def do(number: int, **fields: str) -> Any:
        return anna.post(f"{event}/players/{number}", **fields)

    assert do(1, do="here", back="players").status_code == 303
    assert do(1, do="status", change="expelled", **{"from": "1"}).status_code == 422
    assert do(1, do="status", change="expelled", reason="quarrel", **{"from": "1"}).status_code == 303
    assert "expelled from round 1: quarrel" in said(anna.get(f"{event}/players"))
    assert do(2, do="status", change="absent", worth="half", **{"from": "2"}).status_code == 303
    assert do(2, do="return").status_code == 303
    assert do(2, do="forbid", other="3", reason="brothers").status_code == 303
    assert "brothers" in said(anna.get(f"{event}/players/2"))
    assert do(2, do="allow", other="3").status_code == 303
    assert do(3, do="edit", name="Verdi Chiara", elo="2.999").status_code == 303
    assert "Verdi Chiara" in said(anna.get(event))
    assert do(3, do="remove").status_code == 422
    for fields in ({"do": "fly"}, {"do": "status", "change": "gone"}, {"do": "edit", "name": ""}, {}):
        assert do(3, **fields).status_code == 422
    assert do(99, do="here").status_code == 422
    assert anna.get(f"{event}/players/99").status_code in (404, 422)


def test_corrections_undo_and_the_log(anna: Any) -> None:
    event = paired(anna, 2)
    assert report(anna, event, 1, "1", "loss").status_code == 422
    assert report(anna, event, 1, "1", "loss", reason="slip <read> again").status_code == 303
    page = anna.get(f"{event}/log")
    assert "Round 1, board 1: 2-0 to 0-2" in said(page)
    assert "slip &lt;read&gt; again" in page.text
    assert shows(
        page.text,
        "The chain of all %(n)s lines holds. Whoever keeps the last seal can prove that nothing was changed:",
    )
    first, last, seen = (
        re.findall(rf'name="{name}" value="(\d+)"', page.text)[0] for name in ("first", "last", "seen")
    )
    answer = anna.post(f"{event}/undo", first=first, last=last, seen=seen, reason="no", back="log")
    assert answer.headers["location"] == f"{event}/log"
    assert "Undone: Round 1, board 1: 2-0 to 0-2" in said(anna.get(f"{event}/log"))
    assert anna.post(f"{event}/undo", first="1", last="1", seen="999", back="log").status_code == 422


def test_pairing_by_hand(anna: Any) -> None:
    event = filled(anna)
    good = "1 2\n3 4\n5-6"
    assert anna.post(f"{event}/hand", round="1", pairs=good).status_code == 422
    answer = anna.post(f"{event}/hand", round="1", pairs="1 2 3", reason="directed")
    assert answer.status_code == 422
    assert anna.post(f"{event}/hand", round="1", pairs="1 1\n2 3", reason="directed").status_code == 422
    assert anna.post(f"{event}/hand", round="1", pairs=good, reason="directed").status_code == 303
    assert anna.post(f"{event}/swap", round="1", a="2", b="4", reason="same club").status_code == 303
    assert anna.post(f"{event}/turn", round="1", board="1", reason="drawn").status_code == 303
    text = said(anna.get(event))
    assert words_of("Changed by hand:") + " same club Bd White" in text
    assert "Round 1, board 1: colours turned, drawn." in text
    assert "1 Neri Dario Circolo 1 0 2-0 1-1 0-2 … Rossi Anna" in text


def test_phones_ask_only_for_what_is_new(server: Any) -> None:
    owner, phone = server.person("en"), server.person("it")
    event = paired(owner)
    page = phone.get(f"{event}/public")
    version = re.search(r'data-version="(\d+)"', page.text)
    assert version
    assert phone.get(f"{event}/public?seq={version[1]}").status_code == 204
    report(owner, event, 1, "1", "win")
    fresh = phone.get(f"{event}/public?seq={version[1]}")
    assert fresh.status_code == 200
    assert "2-0" in said(fresh)
    assert 'action="' not in fresh.text.partition("<main")[2]


def test_files_out_and_in_again(server: Any) -> None:
    one, two = server.person("en"), server.person("en")
    event = paired(one, 2)
    report(one, event, 2, "1", "black-absent")
    for version in ("", "?version=16"):
        file = one.get(f"{event}/event.trf{version}")
        assert file.status_code == 200
        sent = {"file": ("event.trf", file.content, "text/plain")}
        answer = two.http.post("/hall/import", files=sent, headers={"Origin": two.base})
        assert answer.status_code == 303, said(answer)
        again = answer.headers["location"].partition("/check")[0]
        rows = [
            re.findall(r"<b>([^<]+)</b></a>", p.get(f"{e}/standings").text)
            for p, e in ((one, event), (two, again))
        ]
        assert rows[0] == rows[1]
    assert "Rossi Anna" in one.get(f"{event}/players.csv").text
    assert "Rossi Anna" in one.get(f"{event}/standings.csv").text


@pytest.mark.parametrize("data", [b"", b"\x00\xff\x00", b"001 nonsense", b"012 Nobody\r\n", "001 é".encode()])
def test_report_files_that_cannot_be_read(anna: Any, data: bytes) -> None:
    before = said(anna.get("/hall")).count("Nobody")
    sent = {"file": ("event.trf", data, "text/plain")}
    answer = anna.http.post("/hall/import", files=sent, headers={"Origin": anna.base})
    assert answer.status_code in (422, 303)
    if answer.status_code == 422:
        assert 'role="alert"' in answer.text
        assert said(anna.get("/hall")).count("Nobody") == before


def test_an_event_that_is_over(anna: Any) -> None:
    event = paired(anna)
    assert anna.post(f"{event}/finish", over="yes").status_code == 422
    for board in ("1", "2", "3"):
        report(anna, event, 1, board, "draw")
    assert anna.post(f"{event}/finish", over="yes").status_code == 303
    assert anna.post(f"{event}/pair", round="2").status_code == 422
    assert "over" in said(anna.get("/hall"))
    assert anna.post(f"{event}/finish", over="no").status_code == 303
    assert anna.post(f"{event}/pair", round="2").status_code == 303


def test_settings_change_and_the_start_is_locked(anna: Any) -> None:
    event = paired(anna)
    html = anna.get(f"{event}/settings").text
    seen = re.search(r'name="seen" value="(\d+)"', html)
    assert seen
    facts = {"name": "Coppa", "rounds": "5", "seen": seen[1], "scoring": "2-1-0", "game": "italian"}
    assert anna.post(f"{event}/settings", **{**facts, "game": "international"}).status_code == 422
    assert anna.post(f"{event}/settings", **facts).status_code == 303
    assert "Coppa" in said(anna.get(event))
    assert anna.post(f"{event}/settings", **facts).status_code == 409  # seen too long ago


def test_one_file_holds_the_whole_event_and_its_seals(server: Any) -> None:
    one, two = server.person("en"), server.person("en")
    event = paired(one, 2)
    data = one.get(f"{event}/event.damiera").content

    def bring(content: bytes) -> Any:
        sent = {"file": ("event.damiera", content, "text/plain")}
        return two.http.post("/hall/import", files=sent, headers={"Origin": two.base})

    altered = bring(data.replace(b'"white":"win"', b'"white":"loss"', 1))
    assert altered.status_code == 422
    assert shows(said(altered), "The log was altered at act {n}: {why}.")
    assert bring(b"{}").status_code == 422
    again = bring(data).headers["location"]
    seal = re.compile(r"[0-9a-f]{64}")
    assert seal.findall(two.get(f"{again}/log").text)[-1] == seal.findall(one.get(f"{event}/log").text)[-1]
    assert two.post(f"{again}/result", round="2", board="1", result="draw").status_code == 303


@pytest.mark.slow
def test_everything_prints(anna: Any) -> None:
    event = paired(anna, 2, deck="it-2m-43", seed="Livorno")
    links = re.findall(r'href="([^"]+\.pdf[^"]*)"', anna.get(event).text)
    assert len(links) > 8
    for link in links:
        answer = anna.get(link)
        assert answer.status_code == 200, link
        assert answer.content.startswith(b"%PDF"), link
    assert anna.get(f"{event}/print/money.pdf").status_code == 404
    assert anna.get(f"{opened(anna)}/print/pairings.pdf").status_code == 422


def test_the_log_calls_arbiters_by_their_names(server: Any) -> None:
    one, two = server.person("en"), server.person("en")
    event = paired(one, arbiter="Rossi Mario")
    code = re.search(r'id="arbiter-code">([^<]+)<', one.get(f"{event}/settings").text)
    assert code
    assert two.post("/hall/join", code=code[1], name="Bianchi Ugo").status_code == 303
    report(two, event, 1, "1", "draw")
    text = said(one.get(f"{event}/log"))
    assert "Rossi Mario" in text
    assert "Bianchi Ugo" in text


def test_the_log_says_what_was_done_and_to_whom(anna: Any) -> None:
    event = filled(anna, clock="30 min")
    anna.post(
        f"{event}/players/6", do="edit", name=NAMES[5], elo="2100", club="Circolo 1", sex="f", seen="99"
    )
    anna.post(f"{event}/players/number", how="name")
    log = said(anna.get(f"{event}/log"))
    assert f"Facts corrected: {NAMES[5]}: Elo 2100" in log  # whoever had number 6 then
    anna.post(f"{event}/players/1", do="remove")
    assert words_of("Taken from the list: {p}", p=NAMES[1]) in said(anna.get(f"{event}/log"))
    anna.post(
        f"{event}/players/2",
        do="status",
        change="absent",
        **{"from": "1"},
        until="2",
        worth="half",
        reason="",
    )
    absent = words_of("{p}: {what} from round {r} to {u}", p="", what=Message("absent"), r=1, u=2)
    assert absent + words_of(", worth a draw") in said(anna.get(f"{event}/log"))
    assert (
        anna.post(f"{event}/settings", name="Trofeo", rounds="4", place="Livorno", seen="99").status_code
        == 303
    )
    changed = words_of("Facts of the event changed")
    assert f"{changed}: Place Livorno, Rounds 4" in said(anna.get(f"{event}/log"))
    assert anna.post(f"{event}/ratings/slots", slots="").status_code == 303
    assert words_of("Elo: Damiera's tables") in said(anna.get(f"{event}/log"))


def test_the_log_tells_of_groups_by_name(anna: Any) -> None:
    event = filled(anna)
    fields = {f"g{n}": "1" if n <= 3 else "2" for n in range(1, 7)}
    answer = anna.post(
        f"{event}/groups", name1="Assoluto", rounds1="2", name2="Elite", rounds2="2", seen="99", **fields
    )
    assert answer.status_code == 303, said(answer)
    log = said(anna.get(f"{event}/log"))
    assert "Groups made: Assoluto, Elite" in log
    assert "Facts corrected" not in log
    anna.post(f"{event}/groups", do="dissolve")
    log = said(anna.get(f"{event}/log"))
    assert "Groups dissolved" in log
    assert "Facts corrected" not in log


@pytest.mark.slow
def test_a_final_is_made_of_groups_by_a_form_and_told_in_the_log(anna: Any) -> None:
    event = filled(anna, system="round-robin", rounds="0")
    fields = {f"g{n}": "1" if n <= 3 else "2" for n in range(1, 7)}
    anna.post(f"{event}/groups", name1="A", rounds1="3", name2="B", rounds2="3", seen="99", **fields)
    form = {"do": "final", "final": "Finale", "first": "1", "last": "2", "system": "knockout"}
    refused = anna.post(f"{event}/groups", **{**form, "final": "Gran finale"})
    assert refused.status_code == 422
    assert shows(
        said(refused), "Group {g} is still being played: a final is made when all groups are over.", g="A"
    )
    assert 'value="Gran finale"' in refused.text
    assert anna.post(f"{event}/groups", **{**form, "system": "none"}).status_code == 422
    for group in re.findall(r'href="(/hall/[^"/]+)">[AB]</a>', anna.get(f"{event}/groups").text):
        for number in (1, 2, 3):
            anna.post(f"{group}/pair", round=str(number))
            for board in re.findall(r'data-board="(\d+)"', anna.get(group).text):
                report(anna, group, number, board, "win" if number < 3 else "draw")
    made = anna.post(f"{event}/groups", **form)
    assert made.status_code == 303, said(made)
    final = anna.get(made.headers["location"])
    assert words_of("A final of {name}", name="Trofeo") in said(final)
    assert "4 players" in said(final)
    assert words_of("Final made: {name}, places {a}–{b} of each group", name="Finale", a="1", b="2") in said(
        anna.get(f"{event}/log")
    )
    assert 'id="undo"' not in anna.get(event).text  # it told of another event too
    assert 'value="Final 2"' in anna.get(f"{event}/groups").text  # the next has a name of its own


@pytest.mark.slow
def test_a_place_that_others_share_gives_way_to_the_start_number(anna: Any) -> None:
    event = paired(anna)
    for board in ("1", "2"):
        report(anna, event, 1, board, "win")
    report(anna, event, 1, "3", "draw")
    html = anna.get(f"{event}/standings").text
    shown = re.findall(r'<span title="[^"]+">([^<]+)</span>', html)  # ranks 1 1, 3 3, 5 5
    assert sorted(shown) == ["n1", "n2", "n3", "n4", "n5", "n6"]
    assert shows(
        said(anna.get(f"{event}/standings")),
        "In a round's column: the opponent's rank, or n and the start number where others share "
        "the rank or it is not on this list, and the points made; the open disc is White, the "
        "full one Black; f is a forfeit.",
    )
    two = filled(anna, "Nome;Elo\nUno;2\nDue;1")
    anna.post(f"{two}/pair", round="1")
    report(anna, two, 1, "1", "win")
    assert re.findall(r'<span title="[^"]+">([^<]+)</span>', anna.get(f"{two}/standings").text) == ["2", "1"]


def test_the_boards_of_a_match_are_given_to_a_reserve(anna: Any) -> None:
    event = filled(anna, boards="2")
    for n, (name, seats) in enumerate((("Alfa", (1, 2, 5)), ("Beta", (3, 4))), 1):
        fields = {f"seat{at}": str(number) for at, number in enumerate(seats, 1)}
        assert anna.post(f"{event}/teams", name=name, **fields).status_code == 303, n
    assert anna.post(f"{event}/pair", round="1").status_code == 303
    assert f"{event}/lineup?round=1&amp;table=1" in anna.get(event).text
    page = anna.get(f"{event}/lineup?round=1&table=1")
    assert page.status_code == 200
    white = re.search(r'<fieldset.*?<legend class="h3">(\w+)', page.text, re.DOTALL)
    assert white is not None
    alfa, beta = ("white", "black") if white[1] == "Alfa" else ("black", "white")
    taken = {f"{alfa}1": "1", f"{alfa}2": "5", f"{beta}1": "3", f"{beta}2": "4"}
    assert anna.post(f"{event}/lineup", round="1", table="1", **taken).status_code == 303
    assert "Russo Elena" in said(anna.get(event))
    wrong = {**taken, f"{alfa}1": "5", f"{alfa}2": "1"}
    assert anna.post(f"{event}/lineup", round="1", table="1", **wrong).status_code == 422
    assert anna.get(f"{event}/lineup?round=1&table=9").status_code == 422
    assert anna.get(f"{event}/lineup?round=x").status_code == 422
    assert "Russo Elena" in said(anna.get(f"{event}/log"))


def test_two_teams_play_all_against_all(anna: Any) -> None:
    event = filled(anna, boards="3", system="scheveningen")
    for name, seats in (("Alfa", (1, 2, 3)), ("Beta", (4, 5, 6))):
        fields = {f"seat{at}": str(number) for at, number in enumerate(seats, 1)}
        assert anna.post(f"{event}/teams", name=name, **fields).status_code == 303
    for round in ("1", "2", "3"):
        assert anna.post(f"{event}/pair", round=round).status_code == 303
        for board in ("1", "2", "3"):
            assert report(anna, event, int(round), board, "win").status_code in (200, 303)
    for page in (
        "",
        "/standings",
        "/crosstable",
        "/players",
        "/log",
        "/public",
        "/print",
        "/settings",
        "/check",
    ):
        assert anna.get(event + page).status_code == 200, page
    assert anna.post(f"{event}/pair", round="4").status_code == 422


def test_club_evenings_by_keizer(anna: Any) -> None:
    event = filled(anna, system="keizer", rounds="9")
    for round in range(1, 4):
        assert anna.post(f"{event}/pair", round=str(round)).status_code == 303
        for board in ("1", "2", "3"):
            assert report(anna, event, round, board, "win").status_code in (200, 303)
    for page in (
        "",
        "?board=1&versus=5",
        "/standings",
        "/crosstable",
        "/public",
        "/print/standings.pdf",
        "/check",
    ):
        assert anna.get(event + page).status_code == 200, page


def test_keizer_points_stand_everywhere_and_are_told_addend_by_addend(anna: Any) -> None:
    event = filled(anna, TABLE + "\nGalli Gino;2900;Circolo 2;m", system="keizer", rounds="3")
    assert anna.post(f"{event}/pair", round="1").status_code == 303
    for board in ("1", "2", "3"):
        report(anna, event, 1, board, "win")
    assert "rests · " not in said(anna.get(event))  # a rest is a share of a value that evenings change
    page = said(anna.get(f"{event}/standings?row=2"))
    told = re.escape(words_of("one's own value, then what each evening brought"))
    points = re.search(rf"Keizer = (\d+) {told} : ([^=]+?) WIN", page)
    assert points
    assert sum(map(int, re.findall(r"(?:^|\+ )(\d+)", points[2]))) == int(points[1])
    assert anna.post(f"{event}/pair", round="2").status_code == 303
    desk = unescape(anna.get(event).text)
    assert re.search(rf"Bianchi Bruno</b>(?:(?!</tr>).)*?muted\">{points[1]}<", desk, re.DOTALL)
    quotients = "A round without a game counts in the quotients as: %(rule)s."
    assert not shows(said(anna.get(f"{event}/standings")), quotients)


def test_the_table_and_the_card_of_a_keizer_count_as_keizer_does(anna: Any) -> None:
    event = filled(anna, TABLE + "\nGalli Gino;2900;Circolo 2;m", system="keizer", rounds="3")
    for round in (1, 2):
        assert anna.post(f"{event}/pair", round=str(round)).status_code == 303
        for board, result in (("1", "win"), ("2", "draw"), ("3", "loss")):
            report(anna, event, round, board, result)
    page = anna.get(f"{event}/crosstable").text
    lines = page.partition("<tbody")[2].partition("</tbody>")[0].split("</tr>")[:-1]
    assert len(lines) == 7
    for line in lines:
        own, *games = re.findall(r'<td class="c">(.*?)</td>', line, re.DOTALL)
        brought = [re.findall(r"(?:[+=-])(\d+)", game)[0] for game in games]
        total = re.search(r'<td class="n big">(\d+)</td>', line)
        assert total
        assert int(own) + sum(map(int, brought)) == int(total[1])
    assert shows(
        said(anna.get(f"{event}/crosstable")), "The points are one's own value and what each evening brought."
    )
    assert "12w2" not in page
    standing = said(anna.get(f"{event}/standings?row=1"))
    told = re.escape(words_of("one's own value, then what each evening brought"))
    points = re.search(rf"Keizer = (\d+) {told} : ([^=]+?) WIN", standing)
    assert points
    made = re.findall(r'<b class="made[^"]*">(\d+)</b>', anna.get(f"{event}/card/1").text)
    assert made == re.findall(r"\+ (\d+)", points[2])


def test_who_is_out_of_a_knockout_is_missed_by_nobody(anna: Any) -> None:
    event = filled(anna, system="knockout", games="2")
    assert anna.post(f"{event}/pair", round="1").status_code == 303
    for board in re.findall(r'data-board="(\d+)" data-leg="1"', anna.get(event).text):
        for leg, result in (("1", "win"), ("2", "loss")):
            report(anna, event, 1, board, result, leg=leg)
    assert anna.post(f"{event}/pair", round="2").status_code == 303
    assert not any(shows(said(anna.get(event)), "%(n)s without a game", n=n) for n in range(1, 6))
    page = anna.get(f"{event}/standings").text
    assert page.count('<span>–</span><span class="sr">out</span>') == 2
    met = re.findall(r'<span title="([^"]+)">', page)
    assert len(met) == 8  # once for each match of two games, from both chairs


def test_the_table_of_a_scheveningen_has_everybody_against_everybody(anna: Any) -> None:
    event = filled(anna, system="scheveningen", boards="3")
    for name, seats in (("Alfa", (1, 2, 3)), ("Beta", (4, 5, 6))):
        fields = {f"seat{at}": str(number) for at, number in enumerate(seats, 1)}
        assert anna.post(f"{event}/teams", name=name, **fields).status_code == 303
    for round in (1, 2, 3):
        assert anna.post(f"{event}/pair", round=str(round)).status_code == 303
        for board in ("1", "2", "3"):
            report(anna, event, round, board, "draw")
    table = anna.get(f"{event}/crosstable").text.partition("<table")[2].partition("</table>")[0]
    assert re.findall(r'<td class="c">(\d)</td>', table) == ["1"] * 9
    assert re.findall(r'<td class="n big">(\d)</td>', table) == ["3"] * 3
    assert re.findall(r'<td class="c strong">(\d)</td>', table) == ["3"] * 3
    assert "9-9" in table


def test_the_table_of_teams_has_the_points_of_their_boards(anna: Any) -> None:
    event = filled(anna, boards="2", rounds="2", tiebreak1="top-boards")
    for name, seats in (("Alfa", (1, 2)), ("Beta", (3, 4)), ("Gamma", (5, 6))):
        fields = {f"seat{at}": str(number) for at, number in enumerate(seats, 1)}
        assert anna.post(f"{event}/teams", name=name, **fields).status_code == 303
    assert anna.post(f"{event}/pair", round="1").status_code == 303
    for board, result in (("1", "win"), ("2", "draw")):
        report(anna, event, 1, board, result)
    page = said(anna.get(f"{event}/crosstable"))
    assert sorted(re.findall(r"\b\d[wb]\d \((\d)\)", page)) == ["1", "3"]
    assert words_of("In brackets: the board points.") in page
    opened = said(anna.get(f"{event}/standings?row=-1")) + said(anna.get(f"{event}/standings?row=1"))
    assert opened.count(words_of("the first board decides, then the second, and so on")) == 1


@pytest.mark.slow
def test_teams_play_two_games_a_board_with_an_opening_each(anna: Any) -> None:
    event = filled(anna, boards="2", games="2", deck="it-2m-43", ballots="board", seed="Livorno", rounds="2")
    for name, seats in (("Alfa", (1, 2)), ("Beta", (3, 4)), ("Gamma", (5, 6))):
        fields = {f"seat{at}": str(number) for at, number in enumerate(seats, 1)}
        assert anna.post(f"{event}/teams", name=name, **fields).status_code == 303
    for round in (1, 2):
        assert anna.post(f"{event}/pair", round=str(round)).status_code == 303
        for board in ("1", "2"):
            for leg in ("1", "2"):
                assert report(anna, event, round, board, "win", leg=leg).status_code == 303
    pages = (
        "",
        "?board=1",
        "/standings",
        "/standings?by=players",
        "/crosstable",
        "/public",
        "/screen",
        "/check",
        "/log",
    )
    prints = (
        "pairings",
        "names",
        "cards",
        "slips",
        "sheets",
        "standings",
        "crosstable",
        "ratings",
        "certificates",
    )
    for path in (
        *pages,
        *(f"/print/{what}.pdf" for what in prints),
        "/event.trf",
        "/event.json",
        "/site.zip",
    ):
        assert anna.get(event + path).status_code == 200, path
    standings = said(anna.get(f"{event}/standings"))
    assert "Alfa" in standings
