"""The pages of the archive of players: found, written, merged, brought in by lists."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest

from tests.unit.web.hallkit import opened, said
from tests.unit.web.test_hall_entering import archived, enter
from tests.wording import shows, words_of

LIST = (
    "Tessera;Nome;Circolo;Elo;Elo internazionale;Nato\n"
    "F1;Quirini Ugo;Livorno;3.120;2200;1974\nF2;Quarti Ada;Pisa;12x;;1980\n"
)
TAKEN = "%(a)s new, %(c)s changed, %(s)s as they were."


def bring(person: Any, table: bytes | str, **fields: str) -> httpx.Response:
    """Bring a list in."""
    told = {"name": "Elenco 2026", "day": "2026-01-01", "discipline": "italian", "me": "Elena", **fields}
    files = {"file": ("list.csv", table if isinstance(table, bytes) else table.encode(), "text/csv")}
    answer: httpx.Response = person.http.post(
        "/federation/import", data=told, files=files, headers={"Origin": person.base}
    )
    return answer


def test_a_list_is_brought_in_and_each_line_that_is_not_read_is_told(server: Any) -> None:
    anna = server.person("en")
    page = bring(anna, LIST)
    assert page.status_code == 200, said(page)
    assert words_of(TAKEN, a=1, c=0, s=0) in said(page)
    assert words_of("%(n)s rating kept.", n=2) in said(page)
    assert "Line 3, column 4 (Elo)" in said(page)
    [found] = server.parts.register.found("quirini")
    assert (found.rating("italian"), found.rating("international"), found.year) == (3120, 2200, "1974")
    again = bring(
        anna, LIST.replace("12x", "900").replace("Quirini Ugo", "Quirini Ugo Maria"), name="Elenco 2"
    )
    assert words_of(TAKEN, a=1, c=1, s=0) in said(again)
    [found] = server.parts.register.found("f1")
    assert (found.facts.name, found.spellings) == ("Quirini Ugo Maria", ("Quirini Ugo",))
    assert "Quirini Ugo Maria;F1" in anna.get("/federation/people.csv").text


def test_the_list_of_the_world_federation_is_read_as_it_is(server: Any) -> None:
    anna = server.person("en")
    table = (
        "nr_ew,nick,last_n,first_n,country,title,rating,wtitle,wrating\n"
        '14444,vq,"Vazquez","Quim",ESP,MI,2311,,\n'
        "14445,,Vermeer,Q.,NED,,2044,,\n"
    )
    assert "2 new" in said(bring(anna, table, name="FMJD", discipline="international"))
    [found] = server.parts.register.found("vazquez quim")
    facts = found.facts
    assert (facts.fmjd, facts.federation, facts.title, found.rating("international")) == (
        "14444",
        "ESP",
        "MI",
        2311,
    )
    assert words_of(TAKEN, a=0, c=0, s=2) in said(
        bring(anna, table, name="FMJD 2", discipline="international")
    )


def test_a_spreadsheet_is_read_and_a_broken_one_is_told(server: Any) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    import io

    book, out = openpyxl.Workbook(), io.BytesIO()
    for row in (("Nome", "Elo", "Nato"), ("Xerri Pia", 3120, 1974)):
        book.active.append(row)
    book.save(out)
    anna = server.person("en")
    assert "1 new" in said(bring(anna, out.getvalue(), name="Foglio"))
    assert server.parts.register.found("xerri")[0].facts.born == "1974"
    broken = bring(anna, b"PK\x03\x04 no zip", name="Foglio")
    assert (
        broken.status_code,
        words_of("this spreadsheet cannot be read: save it as CSV.") in said(broken),
    ) == (422, True)


def test_a_list_without_day_or_name_is_refused_and_keeps_what_was_typed(server: Any) -> None:
    anna = server.person("en")
    page = bring(anna, LIST, day="soon")
    assert (
        page.status_code,
        words_of("'{text}' is no day: write it as 2026-01-31.", text="soon") in said(page),
    ) == (422, True)
    assert 'value="Elenco 2026"' in page.text
    nobody = bring(server.person("en"), LIST, me="")
    assert words_of("Write your name: the log says who did what.") in said(nobody)


def test_two_who_look_alike_are_proposed_merged_and_parted_by_the_log(server: Any) -> None:
    anna = server.person("en")
    one = archived(server, "Zuccheri Bruno", card="Z77", born="1960")
    other = archived(server, "Zucheri Bruno", born="1960")
    page = anna.get("/federation/duplicates")
    assert words_of("names that differ by a letter or two") in said(page)
    assert words_of("born in {year}", year=1960) in said(page)
    fields = {"kept": one, "gone": other, "me": "Elena"}
    assert anna.post("/federation/duplicates", do="merge", **fields).status_code == 303
    assert anna.get(f"/federation/people/{other}").headers["location"] == f"/federation/people/{one}"
    log = anna.get("/federation/log")
    assert "Elena Zucheri Bruno is Zuccheri Bruno: merged" in said(log)
    [seq] = re.findall(r'name="seq" value="(\d+)"', log.text)[:1]
    assert anna.post("/federation/log", seq=seq).status_code == 303
    assert anna.get(f"/federation/people/{other}").status_code == 200
    assert anna.post("/federation/duplicates", do="apart", **fields).status_code == 303
    assert "Zucheri" not in said(anna.get("/federation/duplicates"))
    assert words_of("Act {n} was taken back already.", n=seq) in said(anna.post("/federation/log", seq=seq))


def test_whoever_is_merged_is_named_by_card_name_or_address(server: Any) -> None:
    anna = server.person("en")
    one = archived(server, "Quaglia Ada", card="Q1", born="1960")
    card = archived(server, "Quaglia Adelina", card="Q 2", born="1961")
    name = archived(server, "Quaglia Adriana", born="1962")
    page = f"/federation/people/{one}"
    several = anna.post(page, do="merge", other="quaglia", me="Elena")
    assert several.status_code == 422
    assert shows(
        said(several), "Several people can be meant: {who}. Write the card, or the address of the page."
    )
    for other, text in ((card, "q2"), (name, "adriana QUAGLIA")):
        assert anna.post(page, do="merge", other=text, me="Elena").status_code == 303
        assert anna.get(f"/federation/people/{other}").headers["location"] == page
    far = archived(server, "Quaresima Ugo", born="1963")
    assert (
        anna.post(page, do="merge", other=f"http://host/federation/people/{far}", me="Elena").status_code
        == 303
    )


def test_a_persons_page_has_events_results_and_opponents_and_no_public_page_their_birth(server: Any) -> None:
    anna = server.person("en")
    event = opened(anna, name="Coppa Quattro")
    id = archived(server, "Ottaviani Ciro", 2900, born="1955/07/08")
    enter(anna, event, person=id, name="Ottaviani Ciro", born="1955/07/08")
    enter(anna, event, name="Ottaviani Dina")
    anna.post(f"{event}/pair", round="1")
    anna.post(f"{event}/result", round="1", board="1", result="win")
    page = said(anna.get(f"/federation/people/{id}"))
    assert "Coppa Quattro" in page
    assert "Ottaviani Dina" in page.partition(words_of("Opponents over all events"))[2]
    assert "2900" in page
    for where in ("public", "standings", "about", "card/1", "event.json"):
        assert "1955" not in server.person("en").get(f"{event}/{where}").text


def test_candidates_are_taken_into_the_archive(server: Any) -> None:
    anna = server.person("en")
    event = opened(anna)
    enter(anna, event, name="Tizio Nuovissimo")
    page = anna.get("/federation?show=candidates")
    [id] = re.findall(r'name="p(\w+)"[^>]*\n?[^>]*aria-label="Choose Tizio Nuovissimo"', page.text)
    assert anna.post("/federation", do="accept", me="Elena", **{f"p{id}": "yes"}).status_code == 303
    assert "Tizio Nuovissimo" not in said(anna.get("/federation?show=candidates"))
    assert "Tizio Nuovissimo" in said(anna.get("/federation?q=nuovissimo"))
