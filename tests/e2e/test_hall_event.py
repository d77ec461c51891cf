"""A whole federation event in a browser: sixty players and nine rounds, from the entry form to certificates.

An arbiter alone, with mouse and keyboard: a list from a file and three more by hand, the start numbers,
nine rounds paired and their results typed, somebody who leaves, somebody who comes late, a forfeit, an
absence, a result read wrongly and corrected three rounds later; then every table and every print.

`DAMIERA_SHOTS=folder` keeps pictures of the stations.
"""

from __future__ import annotations

import os
import random
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from damiera.tournament.check import check_event
from damiera.tournament.model import Kind, PlayerChange, score
from damiera.tournament.standings import standing
from damiera.tournament.trf import read_trf
from tests.unit.paper.paper_reader import pages_of

SURNAMES = (
    *("Rossi", "Bianchi", "Esposito", "Romano", "Colombo", "Ricci", "Marino", "Greco", "D'Amico", "Giordano"),
    *("Nicolò", "Lombardi"),
)
NAMES = ("Anna", "Bruno", "Carla", "Dario", "Noè")
PEOPLE = tuple(f"{surname} {name}" for name in NAMES for surname in SURNAMES)
LATE = "Zuccarelli Iris"
BY_HAND = PEOPLE[57:]
ROUNDS = 9


class Arbiter:
    """A page of the arbiter's, and what is done on it."""

    def __init__(self, page: Page, server: str) -> None:
        self.page = page
        self.server = server
        self.event = ""
        self.draw = random.Random("sixty")
        self.shots = os.environ.get("DAMIERA_SHOTS")

    def shot(self, name: str) -> None:
        if self.shots:
            Path(self.shots).mkdir(parents=True, exist_ok=True)
            self.page.screenshot(path=str(Path(self.shots) / f"{name}.png"), full_page=True)

    def to(self, path: str = "") -> None:
        self.page.goto(self.event + path)

    def announce(self) -> None:
        page = self.page
        page.goto(f"{self.server}/hall")
        page.get_by_role("link", name="New event").first.click()
        for fold in ("openings", "tiebreaks"):
            page.locator(f"[data-fold={fold}] summary").click()
        for field, value in (
            *(("name", "Campionato d'autunno"), ("place", "Livorno"), ("arbiter", "Anna Conti")),
            *(("starts", "2026-11-21"), ("ends", "2026-11-22"), ("time_control", "30 min + 10 s")),
            *(("rounds", str(ROUNDS)), ("seed", "Livorno 2026"), ("elo_weight", "50")),
        ):
            page.locator(f"#{field}").fill(value)
        page.locator("#deck").select_option("it-2m-43")
        page.get_by_role("button", name="Open the event").click()
        page.wait_for_url("**/players")
        self.event = page.url.removesuffix("/players").partition("#")[0]

    def enter_all(self) -> None:
        page = self.page
        rows = (
            f'"{name}";{4000 - 55 * n};Circolo {n % 7};{"FM"[n % 2]};{["M", "CM", "N", "R", "P"][n // 12]}'
            for n, name in enumerate(PEOPLE[:57])
        )
        table = "Giocatore;Elo;Società;Sesso;Categoria\n" + "\n".join(rows)
        file = {"name": "iscritti.csv", "mimeType": "text/csv", "buffer": table.encode("cp1252")}
        page.locator("#file").set_input_files(file)  # type: ignore[arg-type]
        page.get_by_role("button", name="Enter them all").click()
        expect(page.locator("table.people tbody tr")).to_have_count(57)
        for n, name in enumerate(BY_HAND):
            self.enter(name, 800 - 10 * n)
        page.get_by_role("button", name="by Elo").click()
        page.get_by_role("button", name="All are here").click()
        expect(page.get_by_text("60 checked in")).to_be_visible()
        self.shot("1-players")

    def enter(self, name: str, elo: int) -> None:
        page = self.page
        page.locator("#add #name").fill(name)
        page.locator("#add #elo").fill(str(elo))
        page.locator("#add #category").fill("P")
        page.get_by_role("button", name="Enter the player").click()
        expect(page.locator("table.people tbody").get_by_text(name)).to_be_visible()

    def pair(self, round: int) -> None:
        self.to()
        self.page.locator("#pair").click()
        expect(self.page.locator(".rounds [aria-current=step]")).to_have_text(f"Round {round}")
        self.page.wait_for_load_state()  # keys are heard

    def play(self, round: int, *, but: int = 0) -> None:
        """Type a result for every board; board `but` is left open. What is written is waited for."""
        page = self.page
        boards = page.locator("tr.open")
        waiting = boards.count()
        boards.first.locator("button").first.focus()
        for _ in range(waiting - (1 if but else 0)):
            if but and page.evaluate("document.activeElement.closest('tr').dataset.board") == str(but):
                page.keyboard.press("ArrowDown")
            page.keyboard.press(self.draw.choice("2221100"))
        expect(boards).to_have_count(1 if but else 0, timeout=30_000)
        expect(page.locator("#desk .state:not(.ok)")).to_have_count(1 if but else 0, timeout=60_000)
        expect(page.get_by_role("heading", name=f"Round {round} is complete")).to_have_count(0 if but else 1)

    def correct(self, round: int, board: int, result: str, reason: str) -> None:
        page = self.page
        self.to(f"?round={round}&board={board}#board")
        page.locator("#result").select_option(result)
        page.locator("#reason").fill(reason)
        page.get_by_role("button", name="Write it down").click()
        expect(page.locator("ul.log li").first).to_contain_text(reason)

    def happens(self, number: int, change: str, from_round: int, reason: str, until: str = "") -> None:
        page = self.page
        self.to(f"/players/{number}")
        page.locator("#change").select_option(change)
        page.locator("#from").fill(str(from_round))
        page.locator("#until").fill(until)
        page.locator("#reason").fill(reason)
        page.get_by_role("button", name="Write it down").click()
        self.to(f"/players/{number}")

    def pdf(self, what: str, **more: str) -> tuple[int, str]:
        """The pages of a print and their text, blanks as one."""
        asked = "&".join(["lang=en", *(f"{key}={value}" for key, value in more.items())])
        answer = self.page.request.get(f"{self.event}/print/{what}.pdf?{asked}", timeout=60_000)
        assert answer.ok, what
        assert answer.headers["content-type"].startswith("application/pdf")
        body = answer.body()
        assert body.startswith(b"%PDF-")
        if self.shots:
            (Path(self.shots) / f"{what}.pdf").write_bytes(body)
        pages = pages_of(body)
        return len(pages), re.sub(r"\s+", " ", " ".join(page.text for page in pages))


@pytest.mark.deep
def test_sixty_players_nine_rounds_from_the_entries_to_the_certificates(
    page: Page, roomy_server: str
) -> None:
    arbiter = Arbiter(page, roomy_server)
    arbiter.announce()
    arbiter.enter_all()
    for round in range(1, ROUNDS + 1):
        arbiter.pair(round)
        if round == 1:
            arbiter.shot("2-round-1-open")
        arbiter.play(round, but=4 if round == 5 else 0)
        if round == 1:
            arbiter.shot("3-round-1-played")
        elif round == 2:
            arbiter.happens(7, "withdrawn", 3, "called home")
        elif round == 3:
            arbiter.to("/players")
            arbiter.enter(LATE, 3333)
        elif round == 5:
            arbiter.correct(5, 4, "black-absent", "did not come")
            arbiter.shot("4-forfeit")
        elif round == 6:
            arbiter.correct(3, 2, "both-lost", "both had stopped recording")
            arbiter.shot("5-correction")
            arbiter.happens(20, "absent", 7, "a wedding", until="7")

    report = page.request.get(f"{arbiter.event}/event.trf").text()
    event = read_trf(report)
    assert (len(event.players), event.played_rounds) == (61, ROUNDS)
    assert all(game.is_over for game in event.games)
    assert all(verdict.lawful for verdict in check_event(event)), check_event(event)
    late = next(p.number for p in event.players if p.name == LATE)
    assert {g.round for g in event.games if 7 in (g.white, g.black)} == {1, 2}
    assert {g.round for g in event.games if late in (g.white, g.black)} == set(range(4, ROUNDS + 1))
    assert not any(g.round == 7 and 20 in (g.white, g.black) for g in event.games)
    assert [(g.round, g.board) for g in event.games if g.kind is Kind.FORFEIT] == [(5, 4)]
    assert any(s.player == 20 and s.change is PlayerChange.ABSENT for s in event.statuses)

    arbiter.to("/check")
    expect(page.locator("li.error")).to_have_count(0)
    arbiter.to("/standings")
    rows = page.locator("table.stand tbody tr")
    expect(rows).to_have_count(61)
    points = [int(text) for text in page.locator("table.stand tbody td.big").all_text_contents()]
    assert sorted(points) == sorted(score(event, p.number) for p in event.players)
    assert points == [row.points for row in standing(event).rows]
    first = page.locator("table.stand tbody th b").first.inner_text()
    assert first == event.player(standing(event).rows[0].number).name
    page.locator("table.stand tbody th a").first.click()
    expect(page.locator("tr.sum")).to_have_count(1)
    arbiter.shot("6-standings")
    arbiter.to("/crosstable")
    expect(page.locator("table.crossed tbody tr")).to_have_count(61)
    arbiter.shot("7-crosstable")

    arbiter.to("/ratings")
    expect(page.locator("table.stand tbody tr")).to_have_count(61)
    (forfeit,) = (
        g for g in event.games if g.kind is Kind.FORFEIT
    )  # who did not appear is barred as who left
    expect(page.get_by_text("They gain no Elo, unless the commission decides otherwise.")).to_have_count(2)
    assert forfeit.black is not None
    expect(page.locator(f"#author7, #author{forfeit.black}")).to_have_count(2)
    page.locator("#author7").fill("CTF")
    page.locator("#reason7").fill("illness, certified")
    page.locator("form[aria-labelledby=o7]").get_by_role("button", name="Let them gain").click()
    expect(page.get_by_text("Gain allowed by CTF: illness, certified")).to_be_visible()
    arbiter.shot("8-ratings")

    everybody = (*PEOPLE, LATE)
    for what in ("entries", "standings", "crosstable", "ratings", "certificates"):
        pages, text = arbiter.pdf(what)
        assert [name for name in everybody if name not in text] == [], what
        assert pages == 61 if what == "certificates" else pages >= 1, what
    playing = [p.name for p in event.players if p.name != PEOPLE[6]]
    for what in ("pairings", "names", "cards", "slips", "sheets"):
        pages, text = arbiter.pdf(what, round=str(ROUNDS))
        seated = {
            event.player(n).name
            for g in event.games
            if g.round == ROUNDS and g.black is not None
            for n in (g.white, g.black)
        }
        assert sorted(name for name in seated if name not in text) == [], what
        assert seated <= set(playing)
    _, text = arbiter.pdf("prizes", places="3", money="500,300,150")
    for row in standing(event).rows[:3]:
        assert event.player(row.number).name in text
    assert "500" in text
    arbiter.to("/print")
    arbiter.shot("9-prints")

    arbiter.to("/log")
    expect(page.get_by_text(re.compile("The chain of all \\d+ lines holds"))).to_be_visible()
    arbiter.to("/public")
    expect(page.locator("main")).to_contain_text("Campionato d'autunno")
    arbiter.shot("a-public")
