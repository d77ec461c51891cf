"""Sections of an event through its pages: made by a rule, each paired, ranked and printed by itself."""

from __future__ import annotations

import re
from typing import Any

from tests.unit.web.hallkit import filled, said

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
