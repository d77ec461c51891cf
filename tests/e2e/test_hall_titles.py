"""The championship of the deaf of 2006 in a browser: one event, men and women apart, clubs over both.

The arbiter writes the call into the form, brings the list in, has the sections proposed, plays both to the
end with the keyboard, offers the prizes that the call announces and closes. `DAMIERA_SHOTS=folder` keeps
pictures of the stations on a desktop and a phone, light and dark, and the prints.
"""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.unit.paper.paper_reader import pages_of
from tests.unit.service.tournament.championship import CALL, provision

SIZES = {"desktop": (1280, 860), "phone": (390, 844)}


class Office:
    """The arbiter's page, and what is done on it."""

    def __init__(self, page: Page, server: str) -> None:
        self.page, self.server, self.event = page, server, ""
        self.draw = random.Random("Palermo")
        self.shots = os.environ.get("DAMIERA_SHOTS")

    def shot(self, name: str) -> None:
        if not self.shots:
            return
        Path(self.shots).mkdir(parents=True, exist_ok=True)
        for size, (wide, tall) in SIZES.items():
            for scheme in ("light", "dark"):
                self.page.set_viewport_size({"width": wide, "height": tall})
                self.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
                path = Path(self.shots) / f"{name}-{size}-{scheme}.png"
                self.page.screenshot(path=str(path), full_page=True)
        self.page.set_viewport_size({"width": 1280, "height": 860})
        self.page.emulate_media(color_scheme="light")

    def to(self, path: str = "") -> None:
        self.page.goto(self.event + path)

    def announce(self) -> None:
        """Write the call into the form of a new event: its whole timetable fits there."""
        page = self.page
        page.goto(f"{self.server}/hall/new")
        page.evaluate("document.querySelectorAll('details').forEach(fold => { fold.open = true; })")
        fields = {
            "name": CALL["name"],
            "place": CALL["place"],
            "starts": str(CALL["starts"]),
            "ends": str(CALL["ends"]),
            "deadline": provision("Iscrizioni")["deadline"],
            "rounds": "5",
            "prizes": "\n".join(provision("Premiazione")["prizes"]),
            "exclusion": provision("Art. 12")["exclusion"],
        }
        for n, line in enumerate(provision("Programma")["timetable"], 1):
            fields |= {f"day{n}": str(line["day"]), f"time{n}": line["time"], f"rounds{n}": line["rounds"]}
            fields[f"what{n}"] = line["what"]
        for name, value in fields.items():
            page.locator(f"[name={name}]").fill(value)
        for tick in ("medals", "class_men", "class_women", "class_club"):
            page.locator(f"[name={tick}]").check()
        page.get_by_role("button", name="Open the event").click()
        page.wait_for_url("**/players")
        self.event = page.url.removesuffix("/players").partition("#")[0]

    def enter(self) -> None:
        rows = (f"{name};{club};{sex};{card}" for name, club, sex, card in CALL["players"]["rows"])
        table = "Giocatore;Società;Sesso;Tessera\n" + "\n".join(rows)
        file = {"name": "iscritti.csv", "mimeType": "text/csv", "buffer": table.encode()}
        self.page.locator("#file").set_input_files(file)  # type: ignore[arg-type]
        self.page.get_by_role("button", name="Enter them all").click()
        expect(self.page.locator("table.people tbody tr")).to_have_count(22)

    def divide(self) -> list[str]:
        """Have the sections proposed by sex and make them; return their addresses."""
        page = self.page
        page.get_by_role("link", name="Sections").click()
        page.locator("#by").select_option("sex")
        page.get_by_role("button", name="Propose").click()
        self.shot("1-sections-proposed")
        page.locator("#system2").select_option("round-robin")
        page.locator("#rounds2").fill("0")
        page.get_by_role("button", name="Make the sections").click()
        cards = page.locator(".groupcards h3 a")
        expect(cards).to_have_count(2)
        self.shot("2-sections-made")
        return [f"{self.server}{card.get_attribute('href')}" for card in cards.all()]

    def play(self, section: str, rounds: int) -> None:
        page = self.page
        for round in range(1, rounds + 1):
            page.goto(section)
            page.locator("#pair").click()
            expect(page.locator(".rounds [aria-current=step]")).to_have_text(f"Round {round}")
            page.wait_for_load_state()  # keys are heard
            if round == 2:
                self.shot(f"3-desk-{section[-1]}")
            boards = page.locator("tr.open")
            waiting = boards.count()
            boards.first.locator("button").first.focus()
            for _ in range(waiting):
                page.keyboard.press(self.draw.choice("2221100"))
            expect(boards).to_have_count(0)

    def pdf(self, what: str) -> list[str]:
        """The text of each page of a print of the whole event."""
        answer = self.page.request.get(f"{self.event}/print/{what}.pdf?lang=it")
        assert answer.ok, answer.text()
        if self.shots:
            (Path(self.shots) / f"{what}.pdf").write_bytes(answer.body())
        return [page.text for page in pages_of(answer.body())]


@pytest.mark.slow
def test_the_championship_of_2006_from_its_call_to_its_certificates(page: Page, roomy_server: str) -> None:
    office = Office(page, roomy_server)
    office.announce()
    office.enter()
    men, women = office.divide()
    office.to()
    office.shot("2-whole-desk")
    office.play(men, 5)
    office.play(women, 7)
    page.goto(f"{women}/standings")
    expect(page.locator("table.stand tbody tr")).to_have_count(7)
    office.shot("4-standings-women")

    office.to("/titles?propose=1")
    page.get_by_role("button", name="Keep the prizes").click()
    prizes = page.locator("table.prizes tbody tr")
    expect(prizes).to_have_count(9)
    winners = prizes.locator("th").all_inner_texts()
    assert all(name.strip() not in ("", "–") for name in winners)
    office.shot("5-titles")
    for what in ("prizes", "certificates", "standings", "pairings", "form", "crosstable"):
        pages = office.pdf(what)
        assert pages, what
        if what == "certificates":
            assert len(pages) == 22

    office.to("/about")
    expect(page.locator("table.stand tbody tr")).to_have_count(8)
    lefts = "row => [...row.children].map(cell => Math.round(cell.getBoundingClientRect().left))"
    rows = page.locator("table.timetable tr")
    assert rows.first.evaluate(lefts) == rows.last.evaluate(lefts)  # each heading stands over its column
    office.shot("6-announcement")
    office.to("/settings")
    page.get_by_role("button", name="Close the event").click()
    office.to("/public")
    expect(page.locator("#in-groups .event-line a")).to_have_count(2)
    office.shot("7-public-whole")
    page.goto(f"{men}/public")
    office.shot("8-public-men")
    office.to("/about")
    office.shot("9-announcement-closed")
    office.to("/log")
    office.shot("9-log")
