"""Take the pictures of the documentation anew: `python docs/images/shots.py [FOLDER]`, with a Chromium on the
path and, as most computers have them, the fonts Noto Sans and Palatino (or one that stands for it).

Starts a server of its own on a free port, with a data folder that is thrown away. Pictures have 256 colours,
a third of the size they would have otherwise.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Locator, Page, sync_playwright

from damiera.notation.fen import parse_fen
from damiera.paper.boards import pieces_on
from damiera.paper.geometry import geometry
from damiera.paper.svg import diagram
from damiera.rules.ruleset import ruleset

GAME = "22-19 10-14 19x10 5x14 23-20 2-5 21-17 12-15 28-23 15-19 32-28 6-10 27-22 14-18"
PLAYERS = (
    *("Rossi Anna", "Bianchi Ugo", "Verdi Luca", "Neri Sara", "Costa Ivo", "Galli Pia"),
    *("Fonti Rita", "Sarti Leo", "Bruni Eva", "Moro Aldo", "Testa Gino", "Lupi Nora"),
)
# A board of each shape, with a position where the start does not show what is particular.
BOARDS = {
    "italian": "W:W32,31,28,26,22,21,K15:B1,2,5,6,9,11,14,K24",
    "international": "",
    "south-african": "",
    "hexdame": "W:Wa1,b1,c1,d1,a2,b2,c2,a3,b3,a4,d4,c4,Kf5:Bf8,g6,h6,i6,f7,g7,h7,i7,g8,h8,i8,f9,g9,h9,i9",
    "turkish": "",
    "black-white": "",
    "bashni": "W:b8=b,d8=b,f8=b,e7=wb,f6=b,d6=bw,c5=wwbb,e5=bbW,c3=w,d2=wbB,h2=w,e1=w",
    "lasca": "W:a7=b,g7=b,b6=b,d6=wb,c5=bw,e5=b,d4=bbbw,a3=w,e3=wb,b2=w,f2=w,a1=w,g1=w",
    "chinese-checkers~seats=6": "",
    "chinese-checkers~seats=3": "",
    "reentry": "W:W14,17,18,22,23,26,29,32:B1,3,4,7,8,11,20:R3,2",
    "gothic": "",
}


STUDY = """[StudyName "The shots of the corner"][ChapterName "A shot for two"]
[White "Anna"][Black "Bruno"]
1. 22-19 10-14 2. 19x10 5x14 {[%cal B2218]Black holds the middle.} (2... 6x13 {towards the edge})
3. 23-20!? 2-5 4. 21-17 12-15 5. 28-23 15-19?! {[%csl Y19]It stands alone here.} (5... 8-12) 6. 32-28 *

[ChapterName "Find it yourself"][ChapterKind "guess white"]
1. 22-19 10-14 2. 19x10 5x14 3. 23-20 *
"""


def main(folder: Path) -> None:
    """Write every picture into `folder`."""
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "damiera", "serve", "--port", "0", "--data", data, "--no-browser"]
        with (
            subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server,
            sync_playwright() as playwright,
        ):
            try:
                browser = playwright.chromium.launch(executable_path=shutil.which("chromium"))
                Photographer(browser, _address(server), folder).all()
                browser.close()
            finally:
                server.terminate()


@dataclass
class Photographer:
    """Takes the pictures of the server at `base`."""

    browser: Browser
    base: str
    folder: Path

    def all(self) -> None:
        """Take all of them."""
        self.by_day()
        self.by_night()
        self.phone()
        self.boards()
        self.desk()
        self.hall()
        self.analysis()
        self.study()

    def by_day(self) -> None:
        page = self.page(1280, 860)
        page.goto(self.base)
        self.shoot(page, "home-light")
        page.goto(self.played(page.context))
        _square(page, 23).click()
        self.shoot(page, "game-light")
        page.goto(f"{self.base}/book/fid.italian.2008/6#a6.6")
        self.shoot(page, "book-light")
        page.goto(f"{self.base}/catalogue")
        self.shoot(page, "catalogue-light")
        page.goto(f"{self.base}/rules/hexdame")
        self.shoot(page, "rules-light")
        page.context.close()

    def by_night(self) -> None:
        page = self.page(1280, 860, "dark")
        page.goto(self.base)
        self.shoot(page, "home-dark")
        page.goto(self.played(page.context))
        for square in (22, 6):
            _square(page, square).click()
        self.shoot(page, "routes-dark")
        page.context.close()

    def phone(self) -> None:
        page = self.page(390, 844)
        page.goto(self.played(page.context))
        _square(page, 23).click()
        self.shoot(page, "game-phone")
        page.context.close()

    def desk(self) -> None:
        """An arbiter's desk: what the pieces did is done again by hand, and the book says what it was."""
        page = self.page(1280, 860)
        names = {"white_name": "Rossi", "black_name": "Bianchi", "timing": "60+30"}
        made = self.post(page.context, "/new", {"against": "here", "desk": "yes", "game": "italian", **names})
        path = made.removeprefix(self.base)
        self.post(page.context, f"{path}/do", {"e": "resumed", "side": "arbiter"})  # the clocks are started
        for move in ("22-18", "10-14"):
            self.post(page.context, f"{path}/say", {"text": move})
        page.goto(made)
        page.locator("#hands-begin").click()
        for square in (23, 23, 24, 20):  # White touched one piece and moved another
            _square(page, square).click()
        page.locator(".handreading.book").wait_for()
        page.evaluate("scrollTo(0, 0)")
        self.shoot(page, "desk-light")
        page.context.close()

    def hall(self) -> None:
        """The third round of an event, half of its results in, and why one board is as it is."""
        page = self.page(1280, 900)
        page.goto(f"{self.base}/hall/new")
        page.locator("#name").fill("Trofeo Città di Livorno")
        page.locator("#rounds").fill("5")
        page.locator("[data-fold=openings] > summary").click()
        page.locator("#deck").select_option("it-2m-43")
        page.locator("#seed").fill("Livorno 2026")
        page.get_by_role("button", name="Open the event").click()
        page.wait_for_url("**/players")
        table = "\n".join(
            f"{name};{4000 - 90 * at};{('CD Livorno', 'CD Aosta', 'CD Lecce')[at % 3]}"
            for at, name in enumerate(PLAYERS)
        )
        page.locator("#list").fill("Nome;Elo;Circolo\n" + table)
        page.get_by_role("button", name="Enter them all").click()
        page.locator("table.people").wait_for()
        event = page.url.partition("#")[0].removesuffix("/players")
        for round in (1, 2, 3):
            page.goto(event)
            page.locator("#pair:enabled").click()
            page.locator(".rounds [aria-current=step]", has_text=f"Round {round}").wait_for()
            for board in range(1, 4 if round == 3 else 7):
                result = ("win", "draw", "loss")[(board + round) % 3]
                row = page.locator(f"tr[data-board='{board}']")
                with page.expect_response(lambda answer: answer.url.endswith("/result")):
                    row.locator(f"button[value={result}]").click()
                row.locator(f"[aria-pressed=true][value={result}]").wait_for()
        page.goto(event)
        page.evaluate("scrollTo(0, 0)")
        self.shoot(page, "hall-light")
        page.context.close()

    def analysis(self) -> None:
        """A game of ours, judged, and its position looked at."""
        page = self.page(1280, 1000)
        url = self.played(page.context)
        self.post(page.context, f"{url.removeprefix(self.base)}/say", {"text": "resign"})
        page.goto(f"{url}/analysis")
        page.locator("#report button[value=judge]").click()
        page.locator("#report[data-status=done]").wait_for(timeout=120_000)
        page.goto(f"{url}/analysis?ply=12")
        page.locator("#engine-go").click()
        page.locator("#lines li").nth(2).wait_for()
        page.wait_for_timeout(5_000)
        self.shoot(page, "analysis-light")
        page.context.close()

    def study(self) -> None:
        """A chapter with variations, comments, marks and drawings."""
        page = self.page(1280, 860)
        page.goto(self.post(page.context, "/studies", {"game": "italian", "title": "", "text": STUDY}))
        page.locator("#study-panel [data-node]", has_text="15-19").first.click()
        self.shoot(page, "study-light")
        page.context.close()

    def boards(self) -> None:
        """All shapes of boards on one sheet."""
        page = self.page(1280, 1100)
        page.goto(self.base)
        cards = [
            [ruleset(slug).name.text("en").partition(" (")[0], _board(slug, fen)]
            for slug, fen in BOARDS.items()
        ]
        page.evaluate(
            """(cards) => {
              const sprite = document.querySelector("svg.sprite");
              const sheet = document.createElement("main");
              const columns = "repeat(4, 1fr)";
              Object.assign(sheet.style, { display: "grid", gridTemplateColumns: columns, gap: "28px 32px" });
              Object.assign(sheet.style, { padding: "36px", alignItems: "end" });
              for (const [name, picture] of cards) {
                const card = document.createElement("figure");
                card.innerHTML = `${picture}<figcaption>${name}</figcaption>`;
                Object.assign(card.style, { textAlign: "center", fontWeight: "600", lineHeight: "2.4" });
                sheet.append(card);
              }
              document.documentElement.style.setProperty("--hatch", "transparent");
              document.body.replaceChildren(sprite, sheet);
            }""",
            cards,
        )
        self.shoot(page.locator("main"), "boards")
        page.context.close()

    def page(self, width: int, height: int, look: str = "light") -> Page:
        """Open a page of somebody new."""
        return self.browser.new_context(
            viewport={"width": width, "height": height},
            locale="en-GB",
            color_scheme="dark" if look == "dark" else "light",
        ).new_page()

    def post(self, context: BrowserContext, path: str, form: dict[str, str | float | bool]) -> str:
        """Send a form; return the address it leads to."""
        answer = context.request.post(f"{self.base}{path}", form=form, headers={"Origin": self.base})
        assert answer.ok, f"{path}: {answer.status}"
        return answer.url.partition("?")[0]

    def played(self, context: BrowserContext) -> str:
        """Play the game of the pictures and return its address."""
        terms = {"seat": "both", "clock": {"base_ms": 900_000, "increment_ms": 5_000}}
        headers = {"Content-Type": "application/json", "Origin": self.base}
        made = context.request.post(f"{self.base}/api/games", data=json.dumps(terms), headers=headers)
        path: str = made.json()["url"]
        for move in GAME.split():
            self.post(context, f"{path}/say", {"text": move})
        return self.base + path

    def shoot(self, what: Page | Locator, name: str) -> None:
        """Take one picture when everything on it has come to rest."""
        file = self.folder / f"{name}.png"
        (what if isinstance(what, Page) else what.page).wait_for_timeout(700)
        what.screenshot(path=file, animations="disabled")
        with Image.open(file) as picture:
            picture.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(file, optimize=True)


def _square(page: Page, square: int) -> Locator:
    return page.locator(f'#board g[data-square="{square}"]')


def _board(slug: str, fen: str) -> str:
    game = ruleset(slug)
    position = parse_fen(fen, game).position() if fen else game.start()
    return str(diagram(geometry(game.core), pieces_on(position), hands=position.hands))


def _address(server: subprocess.Popen[str]) -> str:
    assert server.stdout is not None
    for line in server.stdout:
        if found := re.search(r"http://[\w.]+:\d+", line):
            return found[0]
    raise SystemExit("the server did not start")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
