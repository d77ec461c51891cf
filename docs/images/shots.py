"""Take the pictures of the documentation anew: `python docs/images/shots.py`, with a Chromium on the path.

Starts a server of its own on a free port, with a data folder that is thrown away. The sheet of boards is then
reduced to 256 colours, to a third of its size: with Pillow, `image.quantize(256, method=2, dither=0)`.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from damiera.notation.fen import parse_fen
from damiera.paper.boards import pieces_on
from damiera.paper.geometry import geometry
from damiera.paper.svg import diagram
from damiera.rules.ruleset import ruleset

HERE = Path(__file__).parent
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


def main() -> None:
    """Write every picture beside this file."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "damiera", "serve", "--port", "0", "--data", folder, "--no-browser"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            try:
                take(_address(server))
            finally:
                server.terminate()


def take(base: str) -> None:
    """Take all pictures of the server at `base`."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"))
        _by_day(browser, base)
        _by_night(browser, base)
        _phone(browser, base)
        _boards(browser, base)
        _hall(browser, base)
        _analysis(browser, base)
        browser.close()


def _by_day(browser: Browser, base: str) -> None:
    context = _person(browser, 1280, 860, "light")
    page = context.new_page()
    page.goto(base)
    _shoot(page, "home-light")
    page.goto(base + _played(context, base))
    page.locator('g[data-square="23"]').click()
    _shoot(page, "game-light")
    page.goto(f"{base}/book/fid.italian.2008/6#a6.6")
    _shoot(page, "book-light")
    page.goto(f"{base}/catalogue")
    _shoot(page, "catalogue-light")
    page.goto(f"{base}/rules/hexdame")
    _shoot(page, "rules-light")
    _desk(page, base)
    context.close()


def _desk(page: Page, base: str) -> None:
    """An arbiter's desk on which an irregularity is open."""
    page.goto(f"{base}/new?against=here&desk=yes&white_name=Rossi&black_name=Bianchi&timing=60%2B30")
    page.locator("form.terms button.main").click()
    page.wait_for_url("**/g/*")
    for move in ("22-18", "10-14"):
        page.locator("#command-text").fill(move)
        page.locator("#command-text").press("Enter")
        page.locator("#moves .now", has_text=move).wait_for()
    for door, fields in (
        ("touched", {"#touched-square": "23"}),
        ("irregular", {"#irregular-path": "24-20"}),
    ):
        page.locator(f"#door-{door} > summary").click()
        for field, value in fields.items():
            page.locator(field).fill(value)
        if door == "irregular":
            page.locator("#kind").select_option("touched_another")
        page.locator(f"#door-{door} .btn.main").click()
        page.locator("#record li", has_text="3.7" if door == "touched" else "8.1.3").wait_for()
    page.evaluate("scrollTo(0, 0)")
    _shoot(page, "desk-light")


def _hall(browser: Browser, base: str) -> None:
    """The third round of an event, half of its results in, and why one board is as it is."""
    context = _person(browser, 1280, 900, "light")
    page = context.new_page()
    page.goto(f"{base}/hall/new")
    page.locator("#name").fill("Trofeo Città di Livorno")
    page.locator("#rounds").fill("5")
    page.locator("#deck").select_option("it-2m-43")
    page.locator("#seed").fill("Livorno 2026")
    page.locator("form.stack button.main").first.click()
    page.wait_for_url("**/players")
    table = "\n".join(
        f"{name};{4000 - 90 * at};{('CD Livorno', 'CD Aosta', 'CD Lecce')[at % 3]}"
        for at, name in enumerate(PLAYERS)
    )
    page.locator("#list").fill("Nome;Elo;Circolo\n" + table)
    page.get_by_role("button", name="Enter them all").click()
    page.locator("table.people").wait_for()
    event = page.url.partition("/players")[0]
    for round in (1, 2, 3):
        page.goto(event)
        page.locator("#pair:enabled").click()
        page.locator(".rounds [aria-current=step]", has_text=f"Round {round}").wait_for()
        for board in range(1, 4 if round == 3 else 7):
            row = f"tr[data-board='{board}']"
            result = ("win", "draw", "loss")[(board + round) % 3]
            with page.expect_response(lambda answer: answer.url.endswith("/result")):
                page.locator(f"{row} button[value={result}]").click()
    page.goto(event)
    page.evaluate("scrollTo(0, 0)")
    _shoot(page, "hall-light")
    context.close()


def _analysis(browser: Browser, base: str) -> None:
    """A game of ours, judged, and its position looked at."""
    context = _person(browser, 1280, 1000, "light")
    page = context.new_page()
    url = _played(context, base)
    context.request.post(f"{base}{url}/say", form={"text": "resign"}, headers={"Origin": base})
    page.goto(f"{base}{url}/analysis")
    page.locator("#report button[value=judge]").click()
    page.locator("#report[data-status=done]").wait_for(timeout=120_000)
    page.goto(f"{base}{url}/analysis?ply=12")
    page.locator("#mind-go").click()
    page.wait_for_timeout(5_000)
    _shoot(page, "analysis-light")
    context.close()


def _by_night(browser: Browser, base: str) -> None:
    context = _person(browser, 1280, 860, "dark")
    page = context.new_page()
    page.goto(base)
    _shoot(page, "home-dark")
    page.goto(base + _played(context, base))
    page.locator('g[data-square="22"]').click()
    page.locator('g[data-square="6"]').click()
    _shoot(page, "routes-dark")
    context.close()


def _phone(browser: Browser, base: str) -> None:
    context = _person(browser, 390, 844, "light")
    page = context.new_page()
    page.goto(base + _played(context, base))
    page.locator('g[data-square="23"]').click()
    _shoot(page, "game-phone")
    context.close()


def _boards(browser: Browser, base: str) -> None:
    """All shapes of boards on one sheet."""
    context = _person(browser, 1280, 1100, "light")
    page = context.new_page()
    page.goto(base)
    cards = [[ruleset(slug).name.en.partition(" (")[0], _board(slug, fen)] for slug, fen in BOARDS.items()]
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
    page.locator("main").screenshot(path=HERE / "boards.png", animations="disabled")
    context.close()


def _board(slug: str, fen: str) -> str:
    game = ruleset(slug)
    position = parse_fen(fen, game).position() if fen else game.start()
    return str(diagram(geometry(game.core), pieces_on(position), hands=position.hands))


def _person(browser: Browser, width: int, height: int, look: str) -> BrowserContext:
    return browser.new_context(
        viewport={"width": width, "height": height},
        locale="en-GB",
        color_scheme="dark" if look == "dark" else "light",
    )


def _played(context: BrowserContext, base: str) -> str:
    """Play the game of the pictures and return its path."""
    terms = {"seat": "both", "clock": {"base_ms": 900_000, "increment_ms": 5_000}}
    headers = {"Content-Type": "application/json", "Origin": base}
    made = context.request.post(f"{base}/api/games", data=json.dumps(terms), headers=headers)
    url: str = made.json()["url"]
    for move in GAME.split():
        context.request.post(f"{base}{url}/say", form={"text": move}, headers={"Origin": base})
    return url


def _shoot(page: Page, name: str) -> None:
    page.wait_for_timeout(700)
    page.screenshot(path=HERE / f"{name}.png")


def _address(server: subprocess.Popen[str]) -> str:
    assert server.stdout is not None
    for line in server.stdout:
        if found := re.search(r"http://[\w.]+:\d+", line):
            return found[0]
    raise SystemExit("the server did not start")


if __name__ == "__main__":
    main()
