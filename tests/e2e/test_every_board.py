"""Every kind of board is played on: squares, straight and chequered ones, hexagons, towers, stars."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from damiera.rules.ruleset import ruleset
from tests.e2e.conftest import somebody, violations

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Locator, Page

    from tests.e2e.conftest import Table

BOARDS = [
    "turkish", "black-white", "hexdame", "canadian", "frisian", "spanish", "bashni", "lasca",
    "chinese-checkers", "chinese-checkers~seats=3", "german~landing=adjacent", "italian-losing",
    "dameo", "harzdame", "alquerque", "ugolki", "halma", "tobit", "cheskers",
]  # fmt: skip


@pytest.fixture(scope="module")
def player(browser: Browser) -> Iterator[BrowserContext]:
    """One person plays all these games: what every page loads is then loaded once."""
    with somebody(browser) as context:
        yield context


@pytest.fixture
def page(player: BrowserContext) -> Iterator[Page]:
    """A new page of that person, whose scripts may not fail."""
    page, failures = player.new_page(), list[str]()
    page.on("pageerror", lambda error: failures.append(str(error)))
    yield page
    page.close()
    assert failures == []


@pytest.mark.slow
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


@pytest.mark.slow
@pytest.mark.parametrize(
    "slug", ["turkish", "hexdame", "bashni", "reentry", "zamma", "chinese-checkers~seats=6"]
)
def test_nothing_on_the_page_keeps_anybody_out(table: Table, slug: str) -> None:
    table.begin(game=slug, seat="both")
    assert violations(table.page) == []


def test_a_tower_is_made_and_said(table: Table) -> None:
    table.begin(game="bashni", seat="both", fen="W:c3=w,d4=b,h8=b")
    position = ruleset("bashni").core.read("W:c3=w,d4=b,h8=b")
    (move,) = position.moves()
    table.click(move.origin, move.destination)
    expect(table.piece(move.destination)).to_have_attribute("data-piece", "bw")
    expect(table.cell(move.destination)).to_have_attribute("aria-label", "e5, tower of 2, on top white man")


def test_a_man_becomes_what_its_owner_likes(table: Table) -> None:
    table.begin(game="cheskers", seat="both", fen="W:Wa7,Kh2:BKh8,h6")
    table.click(5, 1)
    expect(table.page.locator(".chooser input")).to_have_count(3)
    expect(table.page.locator(".chooser legend")).to_contain_text("what does the man become?")
    table.page.locator(".chooser label").nth(1).click()
    table.page.locator(".choosing button.main").click()
    expect(table.moves).to_have_count(1)
    expect(table.moves.first).to_contain_text("a7-b8=B")
    expect(table.piece(1)).to_have_attribute("data-piece", "s")
    expect(table.cell(1)).to_have_attribute("aria-label", "b8, white bishop")


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


@pytest.mark.slow
@pytest.mark.parametrize(
    "slug",
    [
        "hexdame",
        "bashni",
        "chinese-checkers~seats=4",
        "turkish",
        "dameo",
        "alquerque",
        "ugolki",
        "halma~seats=4",
        "cheskers",
    ],
)
def test_the_computer_answers(table: Table, slug: str) -> None:
    position = ruleset(slug).start()
    table.begin(game=slug, seat=position.side.name.lower(), level=1)
    move = position.moves()[0]
    table.click(move.origin, move.destination)
    expect(table.moves).to_have_count(len(ruleset(slug).core.seats))


@pytest.mark.slow
@pytest.mark.parametrize("width", [390, 1280])
def test_the_names_of_six_are_whole(table: Table, width: int) -> None:
    """Four of five were cut to `Green: Comp…`, and White and Black bore other signs than their marbles."""
    table.page.set_viewport_size({"width": width, "height": 844})
    table.begin(game="chinese-checkers~seats=6", seat="white", level=10)
    names = table.page.locator(".plate .name")
    expect(names).to_have_count(6)
    whole = "nodes => nodes.every((node) => node.scrollWidth <= node.clientWidth)"
    assert names.evaluate_all(whole)
    assert table.page.locator(".plate .state").evaluate_all(whole)
    signs = table.page.locator(".plate .disc use").evaluate_all(
        "all => all.map((u) => u.getAttribute('href'))"
    )
    colours = ["white", "red", "green", "black", "blue", "yellow"]
    assert sorted(signs) == sorted(f"#p-{colour}" for colour in colours)
    move = ruleset("chinese-checkers~seats=6").start().moves()[0]
    table.click(move.origin, move.destination)
    expect(table.moves).to_have_count(6)
    expect(table.page.locator("#moves li")).to_have_count(1)


def test_a_line_of_men_moves_as_one(table: Table) -> None:
    """The last man of the line is shown at its head, and may be put there."""
    table.begin(game="dameo", seat="both")
    core = ruleset("dameo").core
    last, head = core.square_at(3, 0), core.square_at(3, 3)
    assert last is not None
    assert head is not None
    table.click(last, head)
    expect(table.moves).to_have_count(1)
    expect(table.piece(head)).to_have_attribute("data-piece", "w")
    expect(table.piece(last)).to_have_count(0)


@pytest.mark.slow
def test_arrows_walk_over_hexagons_and_holes(table: Table) -> None:
    for slug, first in (("hexdame", "e5"), ("chinese-checkers", "61")):
        table.begin(game=slug, seat="both")
        table.page.locator(f'#board [role=gridcell][aria-label^="{first},"]').focus()
        for key in ("ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"):
            before = table.focused
            table.keys(key)
            assert table.focused != before


def rail(table: Table, side: str) -> Locator:
    return table.page.locator(f'#board > .rail[data-side="{side}"]')


def test_a_man_comes_back_where_its_square_is_touched(table: Table) -> None:
    table.begin(game="reentry", seat="both", fen="W:W18:B1,2:R1,0")
    expect(rail(table, "white")).to_have_attribute("aria-label", "White, waiting: 1")
    expect(table.cell(30)).to_have_attribute("aria-label", "30, empty, a man can come back here")
    table.click(30)
    expect(table.piece(30)).to_have_attribute("data-piece", "w")
    expect(table.cell(30)).to_have_attribute("aria-label", "30, white man, can move")
    expect(rail(table, "white")).to_have_attribute("aria-label", "White, waiting: 0")
    table.click(18, 13)
    expect(table.page.locator(".chooser")).to_have_count(0)
    expect(table.moves).to_have_count(1)
    expect(table.moves.first).to_contain_text("@30/18-13")
    expect(table.page.locator('[data-fact="more"]')).to_have_text("White 0, Black 0")


def test_two_men_come_back_by_keys_and_one_goes_to_another_square(table: Table) -> None:
    table.begin(game="reentry", seat="both", fen="W:W18:B1,2:R2,0")
    for square in (29, 31):
        table.go(square)
        table.keys("Enter")
        expect(table.piece(square)).to_have_count(1)
    table.keys("Escape")
    expect(table.piece(31)).to_have_count(0)
    expect(rail(table, "white")).to_have_attribute("aria-label", "White, waiting: 1")
    table.go(32)
    table.keys("Enter", "Enter")
    table.go(28)
    table.keys("Enter")
    expect(table.moves.first).to_contain_text("@29@32/32-28")
    expect(table.piece(28)).to_have_attribute("data-piece", "w")


def test_a_man_is_dragged_from_the_hand(table: Table) -> None:
    table.begin(game="reentry", seat="both", fen="W:W18:B1,2:R1,0")
    hand, square = rail(table, "white").locator("svg").bounding_box(), table.cell(31).bounding_box()
    assert hand is not None
    assert square is not None
    mouse = table.page.mouse
    mouse.move(hand["x"] + 10, hand["y"] + 10)
    mouse.down()
    mouse.move(square["x"] + 10, square["y"] - 30, steps=4)
    expect(table.page.locator("svg.carried")).to_be_visible()
    mouse.move(square["x"] + square["width"] / 2, square["y"] + square["height"] / 2, steps=4)
    mouse.up()
    expect(table.page.locator("svg.carried")).to_have_count(0)
    expect(table.piece(31)).to_have_attribute("data-piece", "w")
    rail(table, "white").click()
    expect(table.piece(31)).to_have_count(0)


def test_a_man_that_has_come_back_must_capture(table: Table) -> None:
    """Standing on 30 it can take 26: the other man may not move, and the book says why."""
    table.begin(game="reentry", seat="both", fen="W:W22:B26:R1,0")
    table.click(30)
    expect(table.cell(30)).to_have_attribute("aria-label", "30, white man, must capture one piece")
    table.click(22)
    expect(table.page.locator("#sheet")).to_contain_text("You must capture: with 30, one piece.")
    table.keys("Escape")
    expect(table.piece(30)).to_have_attribute("data-piece", "w")
    table.click(30, 21)
    expect(table.moves.first).to_contain_text("@30/30x21")


def test_where_there_is_one_free_square_nothing_is_asked(table: Table) -> None:
    table.begin(game="reentry", seat="both", fen="W:W22,29,30,32:B16:R2,0")
    expect(table.piece(31)).to_have_attribute("data-piece", "w")
    expect(rail(table, "white")).to_have_attribute("aria-label", "White, waiting: 1")
    table.click(22, 18)
    expect(table.moves.first).to_contain_text("@31/22-18")


def test_what_waits_follows_the_walk_through_the_game(table: Table) -> None:
    table.begin(game="reentry", seat="both", fen="W:W6,29,30,31,32:B13,16")
    table.click(6, 2)
    expect(rail(table, "white")).to_have_attribute("aria-label", "White, waiting: 1")
    table.page.locator('[data-go="prev"]').first.click()
    expect(rail(table, "white")).to_have_attribute("aria-label", "White, waiting: 0")


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["frisian", "frysk"])
def test_a_king_carries_the_count_of_its_moves(table: Table, slug: str) -> None:
    table.begin(game=slug, seat="both", fen="W:WK46,50:B1,K2")
    table.click(46, 41)
    count = table.page.locator("#board .over .run")
    expect(count).to_have_text(["1"])
    expect(table.cell(41)).to_have_attribute("aria-label", "41, white king, one move in a row")
    table.click(2, 8)
    expect(table.moves).to_have_count(2)
    table.click(41, 37)
    expect(count).to_have_text(["2", "1"])
    expect(table.cell(37)).to_have_attribute("aria-label", "37, white king, two moves in a row")


@pytest.mark.slow
@pytest.mark.parametrize("size", [(390, 844), (1280, 800)], ids=["phone", "desktop"])
@pytest.mark.parametrize(
    "slug",
    ["italian", "international", "canadian", "south-african", "turkish", "hexdame", "bashni", "reentry",
     "zamma", "chinese-checkers", "chinese-checkers~seats=6"],
)  # fmt: skip
def test_a_whole_board_is_seen_at_once_and_its_names_can_be_read(
    table: Table, slug: str, size: tuple[int, int]
) -> None:
    table.page.set_viewport_size({"width": size[0], "height": size[1]})
    table.begin(game=slug, seat="both")
    box = table.page.locator("#board").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= size[1]
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= size[0]
    heights = table.page.eval_on_selector_all(
        "#board .board text",
        "texts => texts.map((t) => parseFloat(getComputedStyle(t).fontSize) * t.getScreenCTM().a)",
    )
    assert min(heights, default=12) >= 12


@pytest.mark.slow
def test_a_wide_board_has_its_names_along_its_edges(table: Table) -> None:
    table.page.set_viewport_size({"width": 1280, "height": 800})
    table.begin(game="halma", seat="both")
    names = table.page.locator("#board .coords text, draughts-board .coords text")
    expect(names).to_have_count(32)
    table.page.set_viewport_size({"width": 390, "height": 844})
    expect(names).to_have_count(32)  # its squares are too small for names of their own
