"""Sections of an event through its pages: made by a rule, each paired, ranked and printed by itself."""

from __future__ import annotations

import re
from typing import Any

import pytest

from damiera.service.tournament.sections import MOST_SECTIONS
from damiera.tournament.trf.read import read_trf
from tests.unit.paper.paper_reader import pages_of
from tests.unit.web.hallkit import filled, said
from tests.unit.web.test_hall_roles import clerk_of
from tests.wording import shows, words_of

TABLE = "Nome;Elo;Circolo;Sesso\n" + "\n".join(
    f"Giocatore {n};{3000 - 10 * n};Circolo {n % 3};{'f' if n % 3 == 0 else 'm'}" for n in range(1, 13)
)


def made(person: Any, event: str, by: str = "sex") -> list[str]:
    """Make the sections that the page proposes, and return their addresses."""
    page = person.get(f"{event}/sections?by={by}")
    assert page.status_code == 200, said(page)
    answer = person.post(f"{event}/sections", do="make", **form_of(page.text))
    assert answer.status_code == 303, said(answer)
    return sorted(set(re.findall(rf'href="({event}~\d+)"', person.get(f"{event}/sections").text)))


def form_of(text: str) -> dict[str, str]:
    """Return the fields of the form in which sections are made, as the page fills them."""
    form = text.split('name="seen"')[1].split("</form>")[0]
    fields = dict(
        re.findall(r'<input class="field[^"]*" id="[^"]*" name="([^"]+)" type="[^"]*" value="([^"]*)"', form)
    )
    fields |= dict(re.findall(r'<input type="hidden" name="(called\d+)" value="([^"]*)"', form))
    for select, options in re.findall(r'<select [^>]*name="([^"]+)"[^>]*>(.*?)</select>', form, re.DOTALL):
        chosen = re.search(r'value="([^"]*)" selected', options)
        fields[select] = chosen[1] if chosen else re.findall(r'value="([^"]*)"', options)[0]
    seen = re.search(r'name="seen" value="(\d+)"', text)
    assert seen
    return {**fields, "seen": seen[1]}


def test_sections_are_proposed_by_sex_and_each_is_paired_by_its_own_system(server: Any) -> None:
    anna = server.person("en")
    event = filled(anna, TABLE, rounds="5")
    men, women = made(anna, event)
    for section in (men, women):
        assert anna.post(f"{section}/pair", round="1").status_code == 303
    assert "Giocatore 3" not in said(anna.get(f"{men}?round=1"))
    assert "Giocatore 3" in said(anna.get(f"{women}?round=1"))
    assert anna.post(f"{men}/result", round="1", board="1", result="win").status_code == 303
    assert anna.post(f"{women}/result", round="1", board="1", result="loss").status_code == 303
    assert anna.get(f"{event}").status_code == 200


WHOLE_PAGES = (
    "", "/players", "/standings", "/crosstable", "/ratings", "/print", "/phones", "/log",
    "/people", "/settings", "/about", "/public", "/public?part=1", "/sections", "/check", "/stamp", "/titles",
    "/titles?propose=1", "/players.csv", "/event.damiera", "/phones/cards", "/games", "/hand?round=2",
    "/event.pdn", "/second",
)  # fmt: skip


def test_the_feed_gives_proposed_sections_by_their_rule_and_in_the_language_of_the_request(
    server: Any,
) -> None:
    anna, ugo = server.person("en"), server.person("it")
    event = filled(anna, TABLE, rounds="5")
    made(anna, event)
    theirs, ours = (words_of("Women", lang, context="section") for lang in ("it", "en"))
    assert theirs != ours
    for reader, query, lang, name in (
        (anna, "", "en", ours),
        (ugo, "", "it", theirs),
        (anna, "?lang=it-CH", "it", theirs),
        (ugo, "?lang=tlh", "it", theirs),
    ):
        answer = reader.get(f"{event}/event.json{query}")
        feed = answer.json()
        assert (answer.headers["content-language"], feed["lang"]) == (lang, lang)
        women = feed["sections"][1]
        assert (women["name"], women["called"], women["rule"]) == (name, "women", {"sex": "f"})
    woman = re.findall(r'href="([^"]+)">Giocatore 3<', anna.get("/federation").text)[0]
    assert f" · {theirs}" in said(ugo.get(woman))
    own = anna.get(f"{event}~2/event.json").json()
    assert own["sections"][0]["name"] == ours
    assert own["name"].endswith(f" · {ours}")


def test_a_proposed_name_is_said_in_the_language_of_whoever_reads_it(server: Any) -> None:
    anna, ugo = server.person("en"), server.person("it")
    event = filled(anna, TABLE, rounds="5")
    men, women = made(anna, event)
    for section in (men, women):
        assert anna.post(f"{section}/pair", round="1").status_code == 303
    theirs = words_of("Women", "it", context="section")
    for page in ("/about", "/titles", "/public"):
        text = said(ugo.get(f"{event}{page}"))
        assert theirs in text, page
        assert "Women" not in text, page
    assert f"Trofeo · {theirs}" in said(ugo.get(f"{women}/public"))
    assert f"Trofeo · {theirs}" in ugo.get(f"{event}/standings.csv").text
    for address in (f"{event}/print/standings.pdf?lang=it", f"{women}/print/pairings.pdf?lang=it"):
        pages = " ".join(page.text for page in pages_of(anna.get(address).content))
        assert f"Trofeo · {theirs}" in pages
        assert "Women" not in pages
    assert words_of("Section made: {s}", "en", s="Women") in said(anna.get(f"{event}/log"))
    # what is kept as it was proposed stays so; a name that is typed is the arbiter's in every language
    form = {"do": "change", "number": "2", "name": theirs, "called": "women", "system": "round-robin"}
    assert anna.post(f"{event}/sections", **form).status_code == 303
    assert "Women" in said(anna.get(f"{event}/about"))
    assert anna.post(f"{event}/sections", **{**form, "name": "Queens"}).status_code == 303
    assert "Queens" in said(ugo.get(f"{event}/about"))
    assert theirs not in said(ugo.get(f"{event}/about"))


@pytest.mark.slow
def test_every_page_of_the_event_and_of_each_section_opens(server: Any) -> None:
    anna = server.person("en")
    event = filled(anna, TABLE, rounds="5")
    sections = made(anna, event)
    for stage in ("before", "after"):
        for place in (event, *sections):
            for page in WHOLE_PAGES:
                answer = anna.get(f"{place}{page}")
                assert answer.status_code in (200, 303), (stage, place, page, said(answer))
        for section in sections:
            anna.post(f"{section}/pair", round="1")


def test_whose_turn_it_is_in_an_all_play_all_rests_and_is_not_absent(server: Any) -> None:
    anna = server.person("en")
    event = filled(anna, "\n".join(TABLE.splitlines()[:4]), system="round-robin", rounds="0")
    anna.post(f"{event}/pair", round="1")
    desk, table = said(anna.get(event)), said(anna.get(f"{event}/standings"))
    assert f"{words_of('rests')} · 0" in desk
    assert f"{words_of('absent')} · 0" not in desk
    assert words_of("absent") not in table
    answer = anna.get(f"{event}/print/pairings.pdf?lang=en")
    printed = " ".join(page.text for page in pages_of(answer.content))
    assert words_of("rests") in printed
    assert words_of("absent") not in printed


def test_a_player_of_no_section_is_told_and_put_into_one_by_hand(server: Any) -> None:
    anna = server.person("en")
    event = filled(anna, TABLE, rounds="5")
    men, women = made(anna, event)
    anna.post(f"{event}/players", name="Senza Sesso")
    page = anna.get(f"{event}/sections")
    assert shows(said(page), "%(n)s player is in no section and is not paired.", n=1)
    assert anna.post(f"{event}/sections", do="assign", s13="2").status_code == 303
    assert "Senza Sesso" in said(anna.get(f"{women}/players"))
    assert anna.post(f"{event}/sections", do="assign", s13="1").status_code == 303
    assert "Senza Sesso" in said(anna.get(f"{men}/players"))


def test_a_section_is_changed_added_and_taken_away_on_its_page(server: Any) -> None:
    anna = server.person("en")
    event = filled(anna, TABLE, rounds="5")
    men, _ = made(anna, event)
    form = {"do": "change", "number": "1", "name": "Assoluti", "system": "round-robin", "rounds": "0"}
    assert anna.post(f"{event}/sections", **form).status_code == 303
    assert "Assoluti" in said(anna.get(men))
    refused = anna.post(f"{event}/sections", do="add", name="assoluti", system="optimal")
    assert refused.status_code == 422
    assert shows(said(refused), "Each section has a name of its own, of at most 40 letters.")
    assert anna.post(f"{event}/sections", do="add", name="Giovani", system="optimal").status_code == 303
    assert anna.get(f"{event}~3").status_code == 200
    assert anna.post(f"{event}/sections", do="remove", number="3").status_code == 303
    assert anna.get(f"{event}~3").status_code == 404
    anna.post(f"{men}/pair", round="1")
    stays = anna.post(f"{event}/sections", do="remove", number="1")
    assert shows(said(stays), "Section {s} has a round already: it stays.", s="Assoluti")


@pytest.mark.parametrize(
    ("form", "status"),
    [
        ({"do": "make", "name1": "A", "rounds1": "many", "seen": "99"}, 422),
        ({"do": "make", "name1": "", "seen": "99"}, 422),
        ({"do": "make", "name1": "A", "system1": "none", "seen": "99"}, 422),
        ({"do": "make", "seen": "x"}, 422),
        ({"do": "change", "number": "9", "name": "B"}, 422),
        ({"do": "remove", "number": "9"}, 422),
        ({"do": "add", "name": "x" * 41}, 422),
        ({"do": "add", "name": "B", "rounds": "1000"}, 422),
        ({"do": "add", "name": "B", "least": "99999"}, 422),
        ({"do": "add", "name": "B", "tiebreaks": "nonsense"}, 422),
    ],
)
def test_a_form_of_sections_that_makes_no_sense_is_refused_on_the_page(
    server: Any, form: dict[str, str], status: int
) -> None:
    anna = server.person("en")
    event = filled(anna, TABLE)
    answer = anna.post(f"{event}/sections", **form)
    assert answer.status_code == status, said(answer)
    assert 'id="wrong"' in answer.text


@pytest.mark.slow
def test_an_event_takes_as_many_sections_as_its_addresses_can_name(server: Any) -> None:
    anna = server.person("en")
    event = filled(anna, TABLE)
    for n in range(1, MOST_SECTIONS + 1):
        added = anna.post(f"{event}/sections", do="add", name=f"Girone {n}", system="round-robin")
        assert added.status_code == 303, n
    assert anna.get(f"{event}~{MOST_SECTIONS}").status_code == 200
    refused = anna.post(f"{event}/sections", do="add", name="Uno di più")
    assert refused.status_code == 422
    assert shows(said(refused), "An event can have {n} sections, those taken away counted.", n=MOST_SECTIONS)


@pytest.mark.parametrize("id", ["~1", "~0", "~x", "~99999", "~-1", "~1~1"])
def test_a_section_there_is_not_is_no_page(server: Any, id: str) -> None:
    anna = server.person("en")
    event = filled(anna, TABLE)
    for page in ("", "/standings", "/log", "/titles", "/print/standings.pdf", "/stamp"):
        assert anna.get(f"{event}{id}{page}").status_code in (404, 200 if page == "/stamp" else 404), page


def test_prizes_are_offered_kept_and_told_with_their_reasons(server: Any) -> None:
    anna, guest = server.person("en"), server.person("en")
    event = filled(anna, TABLE, rounds="1")
    for section in made(anna, event):
        anna.post(f"{section}/pair", round="1")
        for board in ("1", "2", "3", "4"):
            anna.post(f"{section}/result", round="1", board=board, result="win")
    page = anna.get(f"{event}/titles?propose=1").text
    seen = re.search(r'name="seen" value="(\d+)"', page)
    assert seen
    form = {
        "of1": "club", "place1": "1", "what1": "Cup", "value1": "100",
        "of2": "section:2", "place2": "1", "what2": "Trophy", "value2": "",
        "single": "yes", "seen": seen[1],
    }  # fmt: skip
    assert anna.post(f"{event}/titles", **form).status_code == 303
    shown = said(guest.get(f"{event}/titles"))
    assert "Trophy" in shown
    assert "Cup" in shown
    assert guest.post(f"{event}/titles", **form).status_code == 403
    stale = anna.post(f"{event}/titles", **{**form, "what1": "Plate"})
    assert stale.status_code == 409
    assert 'value="Plate"' in stale.text  # what was written is still there
    form["seen"] = str(int(form["seen"]) + 1)
    wrong = anna.post(f"{event}/titles", **{**form, "place2": "0"})
    assert wrong.status_code == 422
    assert shows(said(wrong), "A prize is for the first place or a later one.")
    assert anna.post(f"{event}/titles", **{**form, "of1": "nothing"}).status_code == 422


def test_a_result_clerk_sees_the_sections_desks_and_changes_nothing_of_them(server: Any) -> None:
    anna = server.person("en")
    event = filled(anna, TABLE, rounds="3")
    men, women = made(anna, event)
    for section in (men, women):
        anna.post(f"{section}/pair", round="1")
    clerk = clerk_of(server, anna, event, "results")
    assert f'href="{women}"' in clerk.get(men).text
    assert clerk.post(f"{women}/result", round="1", board="1", result="win").status_code == 303
    assert clerk.get(f"{event}/sections").status_code == 403
    assert clerk.post(f"{event}/sections", do="remove", number="1").status_code == 403
    deputy = clerk_of(server, anna, event, "deputy")
    assert deputy.get(f"{event}/sections").status_code == 200
    assert deputy.post(f"{event}/sections", do="add", name="Altri").status_code == 403


def test_a_players_phone_is_led_to_their_section_and_reports_there(server: Any) -> None:
    anna, phone = server.person("en"), server.person("en")
    event = filled(anna, TABLE, rounds="3")
    _, women = made(anna, event)
    anna.post(f"{women}/pair", round="1")
    anna.post(f"{event}/phones", do="reporting", on="yes")
    cards = said(anna.get(f"{event}/phones/cards"))
    code = re.search(r"Giocatore 3 .*?([0-9a-z]{4}-[0-9a-z]{4})", cards)
    assert code
    assert anna.get(f"{event}/card/3").headers["location"] == f"{women}/card/3"
    bound = phone.post(f"{event}/me", code=code[1])
    assert bound.headers["location"] == f"{event}/report"
    assert phone.get(f"{event}/report").headers["location"] == f"{women}/report"
    board = re.search(r'name="board" value="(\d+)"', phone.get(f"{women}/report").text)
    assert board
    sent = phone.post(f"{women}/report", round="1", board=board[1], result="win")
    assert sent.status_code == 303, said(sent)
    assert sent.headers["location"].startswith(f"{women}/report")


def test_the_games_of_all_sections_are_in_one_pdn(server: Any) -> None:
    anna = server.person("en")
    event = filled(anna, TABLE, rounds="3")
    for section in made(anna, event):
        anna.post(f"{section}/pair", round="1")
        anna.post(f"{section}/result", round="1", board="1", result="win")
    text = anna.get(f"{event}/event.pdn").text
    assert len(re.findall(r"^\[Event ", text, re.MULTILINE)) == 6


def test_a_report_file_of_a_section_has_start_numbers_from_one(server: Any) -> None:
    anna = server.person("en")
    event = filled(anna, TABLE, rounds="3")
    _, women = made(anna, event)
    anna.post(f"{women}/pair", round="1")
    brought = read_trf(anna.get(f"{women}/event.trf").text)
    assert [p.number for p in brought.players] == [1, 2, 3, 4]
    assert len(brought.games) == 2
    refused = anna.get(f"{event}/event.trf")
    assert refused.status_code == 422
    assert shows(said(refused), "This event is played in sections: each has a report file of its own.")
    table = anna.get(f"{event}/standings.csv").text
    assert "Giocatore 3" in table
    assert "Giocatore 1" in table


def test_a_result_of_one_section_changes_no_row_of_another(server: Any) -> None:
    anna = server.person("en")
    event = filled(anna, TABLE, rounds="3")
    men, women = made(anna, event)
    for section in (men, women):
        anna.post(f"{section}/pair", round="1")
    since = anna.get(f"{event}/stamp").json()["v"]
    anna.post(f"{men}/result", round="1", board="1", result="win")
    rows = {part: anna.get(f"{part}/boards?round=1&since={since}").json() for part in (men, women)}
    assert [row["board"] for row in rows[men]["rows"]] == [1]
    assert not {"rows", "whole"} & rows[women].keys()


def test_two_clerks_at_two_sections_do_not_stand_in_each_others_way(server: Any) -> None:
    anna = server.person("en")
    event = filled(anna, TABLE, rounds="3")
    men, women = made(anna, event)
    for section in (men, women):
        anna.post(f"{section}/pair", round="1")
    seen = str(anna.get(f"{event}/stamp").json()["v"])
    anna.post(f"{men}/result", round="1", board="1", result="win")
    undo = {"seen": seen, "first": seen, "last": seen, "reason": "by mistake"}
    assert anna.post(f"{women}/undo", **undo).status_code == 303  # the men went on meanwhile
    assert shows(said(anna.get(women)), "Pair round %(n)s", n=1)
    assert shows(said(anna.get(men)), "%(n)s board to come", n=3)
