"""Analysis in a browser: the engine watched, lines walked, a game judged, a puzzle solved."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import Browser, FilePayload, Page, Route, expect

from damiera.service.puzzle_views import PuzzleView, shipped
from tests.e2e.conftest import PATIENCE_MS, violations
from tests.e2e.test_study import waiting_for
from tests.wording import words_of

SHOT = "/analysis?game=italian&fen=W:W21,22,24,25,27,28,30:B1,2,3,4,8,13,14"
LOOKS = {"light": "theme=light", "dark": "theme=dark", "contrast": "theme=contrast&voice=on"}
PDN = """[Event "Prova"]
[White "Rossi"]
[Black "Bianchi"]
[GameType "22"]
[Result "0-1"]

1. 21-17 12-15 2. 23-19 11-14 3. 19x12 8x15 4. 28-23 14-18 5. 22x13 9x18 6. 23-20 10-14
7. 20x11 6x15 8. 25-21 18x25 0-1
"""


def bring(page: Page, base: str) -> str:
    """Bring the game and return the path of its analysis."""
    file: FilePayload = {"name": "prova.pdn", "mimeType": "text/plain", "buffer": PDN.encode()}
    page.context.request.post(f"{base}/import", multipart={"file": file}, headers={"Origin": base})
    page.goto(f"{base}/archive")
    link = page.locator("table.games a").first
    until = time.monotonic() + 30
    while not link.count() and time.monotonic() < until:
        page.wait_for_timeout(200)
        page.reload()
    return f"{link.get_attribute('href')}/analysis"


def expect_judged(page: Page) -> None:
    """Wait until the game on the page is judged: some ten seconds of a processor that others use too."""
    expect(page.locator("#course")).to_be_visible(timeout=4 * PATIENCE_MS)


def puzzle_of(length: int, game: str = "italian") -> PuzzleView:
    return next(one for one in shipped().values() if one.game == game and len(one.solution) == length)


@pytest.mark.slow
def test_the_engine_is_watched_and_its_lines_walked(page: Page, roomy_server: str) -> None:
    page.goto(roomy_server + SHOT)
    go = page.locator("#engine-go")
    go.click()
    expect(page.locator("#engine-said")).to_contain_text(
        "21-18 is a shot: White gives a man and takes two men"
    )
    expect(page.locator("#lines li")).to_have_count(3)
    expect(page.locator(".board .arrows .head")).to_have_count(3)
    page.locator('#lines [data-step="0.2"]').click()
    expect(page.locator("#tried-moves")).to_have_text("21-18 14×21 25×9")
    expect(page.locator("#fen")).to_have_text("B:W9,22,24,27,28,30:B1,2,3,4,8")
    expect(page.locator("#turn")).to_have_text("Black to move")
    page.locator("#tried-back").click()
    expect(page.locator("#fen")).to_have_text("W:W21,22,24,25,27,28,30:B1,2,3,4,8,13,14")
    page.locator('[role="gridcell"][data-square="24"]').click()
    page.locator('[role="gridcell"][data-square="20"]').click()
    expect(page.locator("#tried-moves")).to_have_text("24-20")
    page.locator("body").press("a")
    expect(go).to_have_attribute("aria-pressed", "false")
    page.locator("body").press("t")
    expect(page.locator("#engine-said")).to_contain_text("If Black passed")
    expect(page.locator(".board .head.threat")).to_have_count(1)


@pytest.mark.parametrize("how", ["tapped", "dragged"])
def test_a_touch_before_the_moves_are_known_counts(page: Page, roomy_server: str, how: str) -> None:
    """It was lost, on a slow line often."""
    held: list[Route] = []
    page.goto(f"{roomy_server}/analysis?game=italian")
    square = '[role="gridcell"][data-square="{}"]'.format
    expect(page.locator(f"{square(22)}[data-grip]")).to_be_attached()
    page.route("**/api/analysis/at*", lambda route: held.append(route))
    page.locator(square(22)).click()
    page.locator(square(18)).click()
    expect(page.locator("#tried-moves")).to_have_text("22-18")
    if how == "tapped":
        page.locator(square(12)).click()
        expect(page.locator("#board .sel")).to_have_count(1)
        page.locator(square(16)).click()
    else:
        page.locator(square(12)).drag_to(page.locator(square(16)))
    waiting_for(page, held)
    held[0].continue_()
    expect(page.locator("#tried-moves")).to_have_text("22-18 12-16")


@pytest.mark.slow
def test_where_a_capture_is_due_nothing_threatens_and_one_is_told(page: Page, roomy_server: str) -> None:
    page.goto(f"{roomy_server}/analysis?game=italian&fen=W:W22,24,25:B1,2,18")
    threat, trouble = page.locator("#engine-threat"), page.locator("#engine-trouble")
    threat.click()
    expect(trouble).to_have_text("A capture is due here: nobody can pass.")
    expect(threat).to_have_attribute("aria-pressed", "false")
    expect(page.locator("#engine-said")).not_to_contain_text("I am looking.")
    expect(page.locator("#engine-go")).to_have_text("Analyse")
    page.locator("#engine-go").click()
    expect(page.locator("#lines li")).not_to_have_count(0)
    threat.click()
    expect(trouble).to_have_text("A capture is due here: nobody can pass.")
    expect(page.locator("#lines li")).not_to_have_count(0)
    expect(page.locator("#engine-said")).not_to_contain_text("passed")


@pytest.mark.slow
def test_a_win_in_words_leaves_its_moves_room(page: Page, roomy_server: str) -> None:
    page.goto(f"{roomy_server}/analysis?game=german&fen=W:W10,11,15:B1")
    page.locator("#engine-go").click()
    room = page.wait_for_function("""() => {  // in one look: while the engine thinks, its lines are replaced
      const b = [...document.querySelectorAll("#lines b")].find(b => b.textContent.includes("W wins in"));
      if (!b) return null;
      const text = new Range();
      text.selectNodeContents(b);
      return [b.nextElementSibling.getBoundingClientRect().left - text.getBoundingClientRect().right];
    }""")
    assert room.json_value()[0] > 0


def test_a_game_that_is_over_is_not_looked_at_for_ever(page: Page, roomy_server: str) -> None:
    page.goto(f"{roomy_server}/analysis?game=italian&fen=W:W:B1")
    page.locator("#engine-go").click()
    expect(page.locator("#engine-said")).to_have_text("The game is over: nothing to look for.")
    expect(page.locator("#engine-go")).to_have_attribute("aria-pressed", "false")


def test_pieces_are_put_by_hand(page: Page, roomy_server: str) -> None:
    page.goto(f"{roomy_server}/analysis")
    page.locator("#edit-go").click()
    page.locator("#edit-clear").click()
    expect(page.locator("#board-live")).to_contain_text("Empty board")
    page.locator('[role="gridcell"][data-square="18"]').click()
    page.get_by_text("black king").click()
    page.locator('[role="gridcell"][data-square="5"]').press("Enter")
    expect(page.locator("#board-live")).to_contain_text("5, black king")
    page.locator("#edit-side").select_option("black")
    page.locator("#edit-done").click()
    expect(page.locator("#fen")).to_have_text("B:W18:BK5")


@pytest.mark.slow
def test_a_game_is_judged_while_one_waits(page: Page, roomy_server: str) -> None:
    path = bring(page, roomy_server)
    page.goto(roomy_server + path)
    page.get_by_role("button", name="Judge this game").press("Enter")
    expect(page.locator("#report-title")).to_be_focused()
    here = page.locator('.moves [data-ply="2"]')
    here.focus()
    expect_judged(page)
    expect(here).to_be_focused()
    expect(page.locator("#answer")).to_contain_text("The game is judged: ")
    mark = page.locator("#course .mark").last
    mark.focus()
    mark.press("Enter")
    expect(page.locator(".moves [aria-current]")).to_contain_text("25-21")
    expect(page.locator("#engine-said")).to_contain_text("Black takes a man")
    page.get_by_text("Every move in a table").click()
    expect(page.locator("table.judged tbody tr")).to_have_count(16)


@pytest.mark.slow
def test_a_puzzle_is_solved_on_the_board(page: Page, roomy_server: str) -> None:
    puzzle = puzzle_of(3)
    page.goto(f"{roomy_server}/puzzles/{puzzle.id}")
    first, _, last = puzzle.solution
    count = page.locator("#puzzle-count .num").first
    total = re.findall(r"\d+", count.inner_text())[-1]
    wrong = next(m for m in page.request.get(
        f"{roomy_server}/api/analysis/at", params={"game": puzzle.game, "fen": puzzle.fen}
    ).json()["moves"] if m["text"] != first)  # fmt: skip
    page.locator("#puzzle-moves").fill(wrong["text"])
    page.locator("#puzzle-moves").press("Enter")
    expect(page.locator("#puzzle-said")).to_contain_text("That is not it")
    expect(page.locator("#puzzle-run")).to_have_text(
        words_of("Run {run}", run=0)
    )  # the page is not loaded again
    expect(page.locator("#puzzle-rating")).to_contain_text(words_of("Your rating: {rating}", rating=""))
    page.locator("#puzzle-again").click()
    page.locator("#puzzle-moves").fill(first)
    page.locator("#puzzle-moves").press("Enter")
    expect(page.locator("#puzzle-said")).to_contain_text("Right. Go on.")
    origin, destination = last.replace("x", "-").split("-")[0], last.replace("x", "-").split("-")[-1]
    page.locator(f'[data-square="{origin}"][data-open], [data-square="{origin}"][data-grip]').click()
    page.locator(f'[role="gridcell"][data-square="{destination}"]').click()
    expect(page.locator("#puzzle-said")).to_contain_text("Solved.")
    expect(count).to_have_text(words_of("%(done)s of %(total)s solved", done=1, total=total))
    themes = page.locator("#puzzle-themes").inner_text()
    page.reload()
    assert page.locator("#puzzle-themes").inner_text() == themes, "they were counted at once"
    expect(page.locator("#solution")).to_contain_text(" ".join(puzzle.solution))


@pytest.mark.slow
def test_a_puzzle_is_tried_again_when_the_server_was_slow_or_gone(page: Page, roomy_server: str) -> None:
    puzzle = puzzle_of(3)
    page.goto(f"{roomy_server}/puzzles/{puzzle.id}")
    said, typed = page.locator("#puzzle-said"), page.locator("#puzzle-moves")
    waiting: list[Route] = []
    page.route("**/api/puzzles/**", lambda route: waiting.append(route))
    typed.fill(puzzle.solution[0])
    typed.press("Enter")
    expect(said).to_contain_text("I am looking.")
    page.locator("#puzzle-solution").click()  # one thing at a time
    waiting.pop().abort()
    expect(said).to_contain_text("No word from the server. Try again.")
    assert waiting == []
    page.unroute("**/api/puzzles/**")
    expect(page.locator('[aria-label*="can move"]')).not_to_have_count(0)
    typed.fill(puzzle.solution[0])
    typed.press("Enter")
    expect(said).to_contain_text("Right. Go on.")


def test_nobody_is_lost_behind_the_solution(page: Page, roomy_server: str) -> None:
    page.goto(f"{roomy_server}/puzzles/{puzzle_of(3).id}")
    page.locator("#puzzle-solution").press("Enter")
    expect(page.locator("#puzzle-said")).to_contain_text(puzzle_of(3).solution[0])
    expect(page.locator("#puzzle-next")).to_be_focused()


@pytest.mark.slow
@pytest.mark.parametrize(
    "look", ["light", *(pytest.param(look, marks=pytest.mark.deep) for look in ("dark", "contrast"))]
)
def test_axe_finds_nothing_in_analysis(browser: Browser, roomy_server: str, look: str) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 860}, locale="it-IT")
    context.add_cookies([{"name": "damiera_prefs", "value": LOOKS[look], "url": roomy_server}])
    page, found = context.new_page(), []
    judged = bring(page, roomy_server)
    page.goto(roomy_server + judged)
    if page.locator('button[value="judge"]').count():
        page.locator('button[value="judge"]').click()
    expect_judged(page)
    for path in (SHOT, judged, "/puzzles", f"/puzzles/{puzzle_of(1).id}", "/analysis?fen=W:W99:B1"):
        page.goto(roomy_server + path)
        if path == SHOT:
            page.locator("#engine-go").click()
            expect(page.locator("#lines li")).to_have_count(3)
        found += [(path, *what) for what in violations(page)]
    page.set_viewport_size({"width": 320, "height": 640})
    for path in (SHOT, judged, "/puzzles", f"/puzzles/{puzzle_of(1).id}"):
        page.goto(roomy_server + path)
        reached = page.evaluate("document.documentElement.scrollWidth")
        found += [(path, "wider than the screen", str(reached))] if reached > 320 else []
    context.close()
    assert found == []


@pytest.mark.slow
def test_analysis_without_script(browser: Browser, roomy_server: str) -> None:
    context = browser.new_context(java_script_enabled=False, locale="en-GB")
    page = context.new_page()
    page.goto(f"{roomy_server}{SHOT}&look=1")
    expect(page.locator("#engine-said")).to_contain_text("21-18 is a shot")
    page.goto(f"{roomy_server}/puzzles/{puzzle_of(1).id}")
    page.locator("#puzzle-moves").fill(puzzle_of(1).solution[0])
    page.get_by_role("button", name="Try", exact=True).click()
    expect(page.locator("#puzzle-said")).to_contain_text("Solved.")
    context.close()
