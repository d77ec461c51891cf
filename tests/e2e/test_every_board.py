"""Every kind of board is played on: squares, straight and chequered ones, hexagons, towers, stars."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from damiera.rules.ruleset import ruleset

if TYPE_CHECKING:
    from tests.e2e.conftest import Table

BOARDS = [
    "turkish", "black-white", "hexdame", "canadian", "frisian", "spanish", "bashni", "lasca",
    "chinese-checkers", "chinese-checkers~seats=3", "german~landing=adjacent", "italian-losing",
]  # fmt: skip


@pytest.mark.parametrize("slug", BOARDS)
def test_a_few_moves_with_the_pointer(table: Table, slug: str) -> None:
    table.begin(game=slug, seat="both")
    position = ruleset(slug).start()
    for ply in range(1, 5):
        moves = position.moves()
        move = moves[ply % len(moves)]
        table.click(move.origin, move.destination)
        expect(table.moves).to_have_count(ply)
        position = position.play(move)
    expect(table.page.locator("#fen")).to_have_text(position.fen)
    stands = position.stacks or position.pieces
    for square, piece in stands.items():
        expect(table.piece(square)).to_have_attribute("data-piece", piece)


@pytest.mark.parametrize("slug", ["turkish", "hexdame", "bashni", "chinese-checkers~seats=6"])
def test_nothing_on_the_page_keeps_anybody_out(table: Table, slug: str) -> None:
    table.begin(game=slug, seat="both")
    found = Axe().run(table.page)
    assert found.violations_count == 0, found.generate_report()


def test_a_tower_is_made_and_said(table: Table) -> None:
    table.begin(game="bashni", seat="both", fen="W:c3=w,d4=b,h8=b")
    position = ruleset("bashni").core.read("W:c3=w,d4=b,h8=b")
    (move,) = position.moves()
    table.click(move.origin, move.destination)
    expect(table.piece(move.destination)).to_have_attribute("data-piece", "bw")
    expect(table.cell(move.destination)).to_have_attribute("aria-label", "e5, tower of 2, on top white man")


def test_men_come_back_before_the_move(table: Table) -> None:
    fen = "W:W18:B1,2:R1,0"
    table.begin(game="reentry", seat="both", fen=fen)
    expect(table.page.locator('[data-fact="more"]')).to_have_text("White 1, Black 0")
    table.click(18, 13)
    choices = table.page.locator(".chooser input")
    expect(choices).to_have_count(4)
    table.page.locator(".chooser label").first.click()
    table.page.locator(".choosing button.main").click()
    expect(table.moves).to_have_count(1)
    expect(table.page.locator('[data-fact="more"]')).to_have_text("White 0, Black 0")
    expect(table.moves.first).to_contain_text("@")


@pytest.mark.parametrize("slug", ["hexdame", "bashni", "chinese-checkers~seats=4", "turkish"])
def test_the_computer_answers(table: Table, slug: str) -> None:
    table.begin(game=slug, seat="white", level=1)
    position = ruleset(slug).start()
    move = position.moves()[0]
    table.click(move.origin, move.destination)
    expect(table.moves).to_have_count(len(ruleset(slug).core.seats), timeout=15_000)


def test_arrows_walk_over_hexagons_and_holes(table: Table) -> None:
    for slug, first in (("hexdame", "e5"), ("chinese-checkers", "61")):
        table.begin(game=slug, seat="both")
        table.page.locator(f'#board [role=gridcell][aria-label^="{first},"]').focus()
        for key in ("ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"):
            before = table.focused
            table.keys(key)
            assert table.focused != before
