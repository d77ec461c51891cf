"""Openings played, in a browser: the table follows the board, a click plays the move, a choice narrows it."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import FilePayload, Page, Route, expect

from tests.e2e.conftest import violations

PDN = "".join(
    f'[White "{white}"]\n[Black "Bianchi"]\n[BlackRating "2210"]\n[Event "Prova"]\n[Date "{year}.05.06"]\n'
    f'[GameType "22"]\n[Result "{result}"]\n\n{moves} {result}\n\n'
    for white, year, moves, result in (
        ("Rossi", 2001, "1. 21-17 12-15 2. 22-18", "1-0"),
        ("Verdi", 2010, "1. 21-17 12-15 2. 22-18 8-12", "1/2-1/2"),
        ("Verdi", 2011, "1. 22-18 12-15 2. 21-17", "0-1"),
    )
)


@pytest.mark.slow
def test_the_table_follows_the_board(page: Page, shared_server: str) -> None:
    file: FilePayload = {"name": "prova.pdn", "mimeType": "text/plain", "buffer": PDN.encode()}
    origin = {"Origin": shared_server}
    page.context.request.post(f"{shared_server}/import", multipart={"file": file}, headers=origin)
    page.goto(f"{shared_server}/analysis?game=italian")
    count, moves = page.locator("#explorer-count"), page.locator("#explorer [data-played]")
    until = time.monotonic() + 40
    while count.inner_text() != "3 games" and time.monotonic() < until:
        page.wait_for_timeout(300)
        page.reload()
    expect(moves).to_have_text(["21-17", "22-18"])
    expect(page.locator(".exp tbody .sr").first).to_have_text("1 won, 1 drawn, 0 lost")
    waiting: list[Route] = []
    page.route("**/analysis/explorer?**", lambda route: waiting.append(route), times=1)
    moves.first.focus()
    with page.expect_request("**/analysis/explorer?**"):
        page.keyboard.press("Enter")
    expect(page.locator("#tried-moves")).to_have_text("21-17")
    moves.last.click()  # a move of the position before: it is not played here
    waiting.pop().abort()  # it is asked for again
    expect(count).to_have_text("2 games")
    expect(moves).to_have_text(["12-15"])
    expect(page.locator("#tried-moves")).to_have_text("21-17")
    expect(moves.first).to_be_focused()
    moves.first.click()
    expect(page.locator("#explorer")).to_contain_text("1 more game comes here by other moves")
    page.get_by_text("Choose the games").click()
    page.get_by_label("Player").fill("verdi")
    page.get_by_role("button", name="Count them").click()
    expect(count).to_have_text("1 game")
    assert violations(page, context="#explorer") == []
    page.locator(".expgames a").click()
    expect(page.locator("#fen")).to_have_text(
        "W:W17,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,15"
    )
    page.goto(f"{shared_server}/analysis?game=italian&fen=&moves=21-17+12-15+22-18&ply=3")
    page.set_viewport_size({"width": 390, "height": 844})
    expect(moves).to_have_text(["8-12"])
    expect(page.locator(".exp tbody")).to_contain_text("2210")
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.locator("#explorer .tablewrap").evaluate("box => box.scrollWidth <= box.clientWidth")
    moves.first.press("Enter")
    expect(page.locator("#explorer")).to_contain_text("goes on from this position")
    expect(page.locator("#explorer-title")).to_be_focused()
