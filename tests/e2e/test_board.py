"""`<draughts-board>` by itself: on a page that holds nothing else, given positions and moves by the test."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Error, Locator, Page, Route

from damiera import _core
from damiera._core import Side
from damiera.messages import Message
from damiera.notation.fen import parse_fen
from damiera.paper.geometry import BoardRow, Geometry, Point, geometry
from damiera.paper.svg import sprite
from damiera.rules.ruleset import CATALOGUE, ruleset
from damiera.service.game_views import moves_view, pieces_view
from damiera.web.common.assets import BOARD_STYLE
from damiera.web.common.icons import ICONS
from tests.e2e.conftest import PATIENCE_MS, violations
from tests.wording import words_of

STATIC = Path(__file__).parents[2] / "src" / "damiera" / "web" / "static"
HOST = "http://board.test"
FRAME = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Board</title>
<link rel="stylesheet" href="/css/tokens.css"><link rel="stylesheet" href="/css/board.css">
<script type="module" src="/js/board/draughts-board.js"></script></head>
<body>{sprite}<main><h1>Board</h1>
<draughts-board id="board" label="Italian draughts"></draughts-board></main></body></html>"""
SET = """([record, pieces, moves, must, side]) => {
  const board = document.createElement("draughts-board");
  board.id = "board";
  board.setAttribute("label", "Italian draughts");
  document.getElementById("board").replaceWith(board);
  document.documentElement.removeAttribute("data-board");
  window.heard = [];
  for (const name of ["board-move", "board-ask", "board-routes", "board-say", "board-command"])
    board.addEventListener(name, (event) => window.heard.push([name, event.detail]));
  board.geometry = record;
  board.show(pieces);
  board.offer({ moves, must, side });
  board.style.width = "640px";
}"""

ANIMATIONS = "document.querySelector('.board').getAnimations({ subtree: true })"

# White must take two with 22, over 18 and 10 or over 19 and 11; both ways end on 6.
WHITE = (17, 20, 22, 23, 24, 25, 26, 28, 29, 30, 31)
BLACK = (1, 3, 4, 5, 7, 8, 9, 10, 11, 18, 19)
TWO_WAYS = (Side.WHITE, WHITE, (), BLACK, ())


class Bench:
    """A page with one board on it; each position gets a new board."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.route(f"{HOST}/**", _serve)
        page.goto(f"{HOST}/")
        page.wait_for_function("Boolean(customElements.get('draughts-board'))")

    def set(self, position: _core.Position, record: Geometry | None = None) -> None:
        """Show a position, and let the side to move choose."""
        moves = moves_view(position)
        must = sorted({move.origin for move in moves if move.captured})
        side = "white" if position.side is Side.WHITE else "black"
        picture = record or geometry(position.rules)
        facts = [picture, pieces_view(position), moves, must, side]
        self.page.evaluate(SET, msgspec.to_builtins(facts, str_keys=True))

    def show(self, record: Geometry, pieces: dict[str, str]) -> None:
        """Show pieces on any board."""
        self.page.evaluate(SET, msgspec.to_builtins([record, pieces, [], [], None]))

    def cell(self, square: int | str) -> Locator:
        return self.page.locator(f'[role=gridcell][data-square="{square}"]')

    def piece(self, square: int) -> Locator:
        return self.page.locator(f'.pc[data-square="{square}"]')

    def centre(self, square: int) -> tuple[float, float]:
        box = self.cell(square).bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def drag(self, *squares: int) -> None:
        mouse = self.page.mouse
        mouse.move(*self.centre(squares[0]))
        mouse.down()
        for square in squares[1:]:
            mouse.move(*self.centre(square), steps=5)
        mouse.up()

    def heard(self, name: str) -> list[Any]:
        """Return what the board told under this name."""
        told: list[tuple[str, Any]] = self.page.evaluate("window.heard")
        return [detail for event, detail in told if event == name]

    def played(self) -> list[list[int]]:
        return [detail["made"]["path"] for detail in self.heard("board-move")]

    def pieces(self) -> dict[str, str]:
        found: dict[str, str] = self.page.evaluate("document.getElementById('board').pieces")
        return found

    def focus(self) -> str:
        found: str = self.page.evaluate("document.activeElement.getAttribute('aria-label') ?? ''")
        return found

    def marks(self, selector: str) -> int:
        return self.page.locator(f".board {selector}").count()


def _serve(route: Route) -> None:
    path = route.request.url.removeprefix(HOST).lstrip("/")
    if not path:
        route.fulfill(content_type="text/html", body=FRAME.format(sprite=sprite(ICONS.items())))
        return
    route.fulfill(path=BOARD_STYLE if path == "css/board.css" else STATIC / path)


def start(slug: str) -> _core.Position:
    return _core.rules(slug).start()


def position(
    side: Side,
    white: Sequence[int],
    white_kings: Sequence[int],
    black: Sequence[int],
    black_kings: Sequence[int],
) -> _core.Position:
    return _core.rules("italian").position(side, white, white_kings, black, black_kings)


@pytest.fixture(scope="module")
def shared(browser: Browser) -> Iterator[Bench]:
    """One page for all these tests."""
    context = browser.new_context(viewport={"width": 1280, "height": 860}, locale="en-GB")
    context.set_default_timeout(PATIENCE_MS)
    yield Bench(context.new_page())
    context.close()


@pytest.fixture
def bench(shared: Bench) -> Iterator[Bench]:
    """That page, whose scripts may not fail."""
    failures: list[str] = []

    def note(error: Error) -> None:
        failures.append(str(error))

    shared.page.on("pageerror", note)
    yield shared
    shared.page.remove_listener("pageerror", note)
    shared.page.emulate_media(forced_colors="none")
    assert failures == []


# ---------- what a reader of speech meets ----------

ROWS = """- grid "Italian draughts, White at the bottom":
  - rowgroup:
    - row "row 1":
      - gridcell "1, black man"
      - gridcell "2, black man"
      - gridcell "3, black man"
      - gridcell "4, black man"
"""


def test_the_board_is_a_grid_of_named_rows_and_cells(bench: Bench) -> None:
    bench.set(start("italian"))
    tree = bench.page.locator(".board").aria_snapshot()
    assert tree.startswith(ROWS.rstrip())
    assert tree.count("gridcell") == 32
    assert tree.count("- row ") == 8
    assert '- gridcell "14, empty"' in tree
    assert '- gridcell "22, white man, can move"' in tree
    assert '- gridcell "32, white man"' in tree


def test_cells_say_what_must_be_captured(bench: Bench) -> None:
    bench.set(position(*TWO_WAYS))
    assert bench.cell(22).get_attribute("aria-label") == "22, white man, must capture two pieces"
    assert bench.cell(23).get_attribute("aria-label") == "23, white man"


@pytest.mark.parametrize("slug", ["italian", "international"])
def test_axe_finds_nothing(bench: Bench, slug: str) -> None:
    bench.set(start(slug))
    bench.cell(bench.page.locator(".can").count() and 22).click()
    assert violations(bench.page) == []


def test_turning_the_board_turns_the_reading_order(bench: Bench) -> None:
    bench.set(start("italian"))
    before = bench.cell(22).bounding_box()
    bench.page.evaluate("document.getElementById('board').flipped = true")
    tree = bench.page.locator(".board").aria_snapshot()
    assert f'grid "{words_of("{game}, Black at the bottom", game=Message("Italian draughts"))}"' in tree
    assert tree.index('"32, white man"') < tree.index('"29, white man"') < tree.index('"1, black man"')
    after = bench.cell(22).bounding_box()
    assert before is not None
    assert after is not None
    assert before["y"] > after["y"]
    piece = bench.piece(22).bounding_box()
    assert piece is not None
    assert abs(piece["x"] + piece["width"] / 2 - after["x"] - after["width"] / 2) < 3


def test_one_cell_is_reached_by_tab_and_arrows_go_on_from_there(bench: Bench) -> None:
    bench.set(start("italian"))
    press = bench.page.keyboard.press
    bench.page.evaluate("document.activeElement.blur()")
    press("Tab")
    assert bench.focus() == "21, white man, can move"
    press("Control+Home")
    assert bench.focus() == "1, black man"
    press("ArrowDown")
    assert bench.focus() == "5, black man"
    press("ArrowRight")
    assert bench.focus() == "6, black man"
    press("ArrowUp")
    assert bench.focus() == "2, black man"
    press("End")
    assert bench.focus() == "4, black man"
    press("PageDown")
    assert bench.focus() == "32, white man"
    press("Control+Home")
    assert bench.focus() == "1, black man"
    assert bench.page.locator("[role=gridcell][tabindex='0']").count() == 1
    assert bench.marks(".kfocus2") == 1


def test_two_arrows_together_go_slantwise(bench: Bench) -> None:
    bench.set(start("italian"))
    bench.cell(22).focus()
    keyboard = bench.page.keyboard
    keyboard.down("ArrowUp")
    keyboard.down("ArrowRight")
    keyboard.up("ArrowRight")
    keyboard.up("ArrowUp")
    assert bench.focus() == "19, empty"


def test_a_number_and_enter_jump_to_a_square(bench: Bench) -> None:
    bench.set(start("italian"))
    bench.cell(1).focus()
    bench.page.keyboard.type("23")
    assert bench.marks(".aim") == 1
    assert bench.heard("board-say")[-1]["text"] == "23, white man, can move"
    bench.page.keyboard.press("Enter")
    assert bench.focus() == "23, white man, can move"
    assert bench.marks(".aim") == 0
    bench.page.keyboard.type("77")
    assert bench.heard("board-say")[-1]["text"] == "no square 77"


def test_keys_that_look_about(bench: Bench) -> None:
    bench.set(position(*TWO_WAYS))
    bench.cell(17).focus()

    def said(key: str) -> str:
        bench.page.keyboard.press(key)
        text: str = bench.heard("board-say")[-1]["text"]
        return text

    both = "22 takes 18 and 10, lands on 13 then 6, two men; 22 takes 19 and 11, lands on 15 then 6, two men"
    bench.page.keyboard.press("c")
    assert bench.focus().startswith("22,")
    assert said("m") == both
    assert said("M") == both
    assert said("x") == "up right: 19 black man, 15 empty, 12 empty and 8 black man"
    assert said("x") == "down right: 27 empty and 31 white man"
    assert said("p") == "White 11 men, Black 11 men"
    bench.page.keyboard.press("n")
    assert bench.focus().startswith("22,"), "the only piece that can move"
    for key, name in {
        "l": "last",
        "t": "clocks",
        "r": "replay",
        ",": "previous",
        ".": "next",
        "/": "command",
    }.items():
        bench.page.keyboard.press(key)
        assert bench.heard("board-command")[-1] == {"name": name}


# ---------- marks ----------


def test_marks_before_and_after_a_piece_is_chosen(bench: Bench) -> None:
    bench.set(start("italian"))
    assert (bench.marks(".can"), bench.marks(".must"), bench.marks(".dest")) == (4, 0, 0)
    bench.cell(22).click()
    assert (bench.marks(".can"), bench.marks(".sel"), bench.marks(".dest")) == (0, 1, 2)
    assert bench.cell(22).get_attribute("aria-selected") == "true"
    bench.cell(22).click()
    assert (bench.marks(".can"), bench.marks(".sel"), bench.marks(".dest")) == (4, 0, 0)


def test_a_piece_that_must_capture_has_a_ring_and_four_corners(bench: Bench) -> None:
    bench.set(position(*TWO_WAYS))
    assert (bench.marks(".must"), bench.marks(".can")) == (1, 0)
    corners = bench.page.locator(".must path:not(.halo)").get_attribute("d") or ""
    assert corners.count("M") == 4


def test_the_last_move_is_drawn_with_all_its_hops(bench: Bench) -> None:
    bench.set(position(*TWO_WAYS))
    bench.cell(22).click()
    bench.cell(13).click()
    bench.page.wait_for_function("document.querySelectorAll('.pc').length === 20")
    points = bench.page.locator(".last:not(.edge)").get_attribute("points") or ""
    assert points.startswith("350,550 150,350 319"), "it ends at the rim of the man"
    assert bench.marks(".lastring") == 1
    assert bench.marks(".from") == 1


def test_a_refusal_marks_the_piece_until_the_next_touch(bench: Bench) -> None:
    bench.set(position(*TWO_WAYS))
    bench.cell(23).click()
    assert bench.heard("board-ask") == [{"path": [23]}]
    bench.page.evaluate("document.getElementById('board').refuse('23')")
    assert bench.marks(".refused") == 1
    bench.cell(22).click()
    assert bench.marks(".refused") == 0


def test_a_square_that_cannot_be_reached_is_asked_about(bench: Bench) -> None:
    bench.set(start("italian"))
    bench.cell(22).click()
    bench.cell(14).click()
    assert bench.heard("board-ask") == [{"path": [22, 14]}]


# ---------- moving ----------


def test_a_piece_keeps_its_element_when_it_moves(bench: Bench) -> None:
    bench.set(start("italian"))
    bench.page.evaluate("window.man = document.querySelector('.pc[data-square=\"22\"]')")
    bench.cell(22).click()
    bench.cell(18).click()
    bench.page.wait_for_function("window.man.dataset.square === '18'")
    assert bench.played() == [[22, 18]]
    assert bench.page.locator(".pc").count() == 24


def test_any_key_finishes_the_animation(bench: Bench) -> None:
    bench.set(position(*TWO_WAYS))
    slowly = bench.page.context.new_cdp_session(bench.page)
    slowly.send("Animation.enable")
    slowly.send("Animation.setPlaybackRate", {"playbackRate": 0.02})  # so that it is seen on a slow machine
    moving = f"{ANIMATIONS}.filter((a) => !a.animationName).length"
    bench.cell(22).click()
    bench.cell(15).click()
    assert bench.page.evaluate(moving) == 3, "one piece travels, two fade"
    assert bench.piece(11).count() == 1, "what is taken leaves at the end"
    bench.page.keyboard.press("Shift")
    bench.page.wait_for_function("document.querySelectorAll('.pc').length === 20")
    assert bench.page.evaluate(moving) == 0
    slowly.send("Animation.setPlaybackRate", {"playbackRate": 1})
    slowly.detach()


def test_reduced_motion_is_none(browser: Browser) -> None:
    context = browser.new_context(reduced_motion="reduce")
    bench = Bench(context.new_page())
    bench.set(position(*TWO_WAYS))
    bench.cell(22).click()
    bench.cell(15).click()
    assert (
        bench.page.evaluate("document.querySelector('.board').getAnimations({ subtree: true }).length") == 0
    )
    bench.page.wait_for_function("document.querySelectorAll('.pc').length === 20")
    context.close()


def test_a_man_that_promotes_becomes_a_king(bench: Bench) -> None:
    bench.set(position(Side.WHITE, [6], [], [32], []))
    bench.cell(6).click()
    bench.cell(2).click()
    bench.page.wait_for_function("document.querySelector('.pc[data-square=\"2\"]')")
    assert bench.piece(2).get_attribute("href") == "#p-wk"
    assert bench.pieces() == {"2": "W", "32": "b"}


# ---------- captures with several ways ----------


def test_one_end_two_ways_is_asked(bench: Bench) -> None:
    bench.set(position(*TWO_WAYS))
    bench.cell(22).click()
    bench.cell(6).click()
    assert bench.played() == []
    assert [route["path"] for route in bench.heard("board-routes")[-1]["routes"]] == [
        [22, 13, 6],
        [22, 15, 6],
    ]
    assert (bench.marks(".route.r1 polyline.edge"), bench.marks(".route.r2 polyline.edge")) == (1, 1)
    assert bench.page.locator(".rb text").all_text_contents() == ["1", "2"]
    assert bench.marks(".cross") == 2


def test_a_route_is_lit_by_number_and_played_by_enter(bench: Bench) -> None:
    bench.set(position(*TWO_WAYS))
    bench.cell(22).focus()
    press = bench.page.keyboard.press
    press("Enter")
    bench.page.keyboard.type("6")
    press("Enter")
    press("Enter")
    press("2")
    assert bench.heard("board-routes")[-1]["on"] == 1
    assert bench.played() == []
    press("Enter")
    assert bench.played() == [[22, 15, 6]]


def test_a_touch_on_a_line_lights_it_and_a_second_plays_it(bench: Bench) -> None:
    bench.set(position(*TWO_WAYS))
    for square in (22, 6, 15):
        bench.cell(square).click()
    assert bench.played() == []
    assert bench.heard("board-routes")[-1]["on"] == 1
    bench.cell(19).click()
    assert bench.played() == [[22, 15, 6]]


def test_escape_leaves_the_choice(bench: Bench) -> None:
    bench.set(position(*TWO_WAYS))
    bench.cell(22).click()
    bench.cell(6).click()
    bench.page.keyboard.press("Escape")
    bench.cell(22).focus()
    bench.page.keyboard.press("Escape")
    assert bench.heard("board-routes")[-1]["routes"] == []
    assert bench.marks(".route") == 0


def test_a_landing_on_one_way_only_plays_it_to_the_end(bench: Bench) -> None:
    bench.set(position(*TWO_WAYS))
    bench.cell(22).click()
    bench.cell(15).click()
    assert bench.played() == [[22, 15, 6]]
    assert len(bench.pieces()) == 20
    assert bench.pieces()["6"] == "w"


def test_a_landing_that_leaves_a_choice_is_waited_on(bench: Bench) -> None:
    """32 takes 28 and stands on 23: from there 18 or 19 may be taken."""
    bench.set(_core.rules("international").position(Side.WHITE, [32], [], [28, 18, 19], []))
    bench.cell(32).click()
    bench.cell(23).click()
    assert bench.played() == []
    assert bench.piece(32).get_attribute("transform") == "translate(550 450)"
    assert "ghost" in (bench.piece(28).get_attribute("class") or "")
    assert (bench.marks(".cross"), bench.marks(".dest")) == (1, 2)
    bench.page.keyboard.press("Backspace")
    assert (bench.marks(".cross"), bench.marks(".sel")) == (0, 1)
    bench.cell(23).click()
    bench.cell(12).click()
    assert bench.played() == [[32, 23, 12]]


# ---------- dragging, touching ----------


def test_a_drag_plays(bench: Bench) -> None:
    bench.set(start("italian"))
    bench.drag(22, 18)
    assert bench.played() == [[22, 18]]
    assert bench.piece(18).count() == 1


def test_a_drag_goes_through_the_landings(bench: Bench) -> None:
    bench.set(position(*TWO_WAYS))
    bench.drag(22, 15, 6)
    assert bench.played() == [[22, 15, 6]]


def test_a_drag_to_an_ambiguous_end_asks(bench: Bench) -> None:
    bench.set(position(*TWO_WAYS))
    bench.drag(22, 30, 6)
    assert bench.played() == []
    assert len(bench.heard("board-routes")[-1]["routes"]) == 2


def test_a_drag_to_nowhere_puts_the_piece_back(bench: Bench) -> None:
    bench.set(start("italian"))
    where = bench.piece(22).get_attribute("transform")
    bench.drag(22, 14)
    assert bench.played() == []
    assert bench.heard("board-ask") == [{"path": [22, 14]}]
    assert bench.piece(22).get_attribute("transform") == where


def test_a_finger_plays_with_two_taps(browser: Browser) -> None:
    context = browser.new_context(has_touch=True, is_mobile=True, viewport={"width": 390, "height": 844})
    bench = Bench(context.new_page())
    bench.set(start("italian"))
    bench.page.evaluate("document.getElementById('board').style.width = ''")
    box = bench.cell(22).bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    bench.cell(22).tap()
    bench.cell(18).tap()
    assert bench.played() == [[22, 18]]
    context.close()


def test_a_finger_drags_and_sees_the_piece_larger(browser: Browser) -> None:
    context = browser.new_context(has_touch=True, is_mobile=True, viewport={"width": 700, "height": 844})
    bench = Bench(context.new_page())
    bench.set(start("italian"))
    touch = context.new_cdp_session(bench.page)

    def finger(kind: str, *squares: int) -> None:
        places = [bench.centre(square) for square in squares]
        points = [{"x": x, "y": y} for x, y in places]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    finger("touchStart", 22)
    finger("touchMove", 23)
    finger("touchMove", 18)
    assert "scale(1.3)" in (bench.piece(22).get_attribute("transform") or "")
    finger("touchEnd")
    assert bench.played() == [[22, 18]]
    assert "scale" not in (bench.piece(18).get_attribute("transform") or "")
    context.close()


def test_a_speech_reader_presses_cells_without_a_pointer(bench: Bench) -> None:
    bench.set(start("italian"))
    for square in (22, 18):
        bench.cell(square).dispatch_event("click")
    assert bench.played() == [[22, 18]]


# ---------- numbers, shapes, colours ----------


@pytest.mark.parametrize(
    ("numbers", "width", "texts"),
    [
        (None, 640, 32),
        (None, 240, 8),
        ("inside", 240, 32),
        ("outside", 640, 14),
        ("both", 640, 48),
        ("none", 640, 0),
    ],
)
def test_numbers_stand_inside_outside_or_nowhere(
    bench: Bench, numbers: str | None, width: int, texts: int
) -> None:
    bench.set(start("italian"))
    bench.page.evaluate(
        """([numbers, width]) => {
          const board = document.getElementById("board");
          if (numbers) board.setAttribute("numbers", numbers);
          board.style.width = `${width}px`;
        }""",
        [numbers, width],
    )
    bench.page.wait_for_function(f"document.querySelectorAll('.coords text').length === {texts}")


@pytest.mark.parametrize("game", ["italian", "russian"])
def test_both_ways_to_name_squares_are_on_the_picture_alone(bench: Bench, game: str) -> None:
    """Numbers in the squares, letters and rows along the edges; what is said stays as the book has it."""
    names = """() => {
      const texts = [...document.querySelectorAll('.coords text')];
      const inside = texts.filter((one) => one.classList.contains('in')).map((one) => one.textContent);
      const edge = texts.filter((one) => !one.classList.contains('in'));
      const files = edge.filter((one) => /[a-z]/.test(one.textContent));
      files.sort((a, b) => a.getAttribute('x') - b.getAttribute('x'));
      return [inside.length, new Set(inside).size, inside[0], files.map((one) => one.textContent).join('')];
    }"""
    bench.set(start(game))
    label = bench.cell(21).get_attribute("aria-label")
    board = bench.page.locator("#board")
    board.evaluate("board => board.setAttribute('numbers', 'both')")
    assert bench.page.evaluate(names) == [32, 32, "1", "abcdefgh"]
    assert bench.cell(21).get_attribute("aria-label") == label
    board.evaluate("board => board.setAttribute('side', 'black')")
    assert bench.page.evaluate(names) == [32, 32, "1", "hgfedcba"]


def hexagons() -> Geometry:
    """Seven cells round one."""
    places = {
        "a": (100, 100),
        "b": (0, 50),
        "c": (100, 0),
        "d": (200, 50),
        "e": (200, 150),
        "f": (100, 200),
        "g": (0, 150),
    }
    points = tuple(
        Point(
            id=name,
            name=name,
            alg=name,
            x=x + 60,
            y=y + 60,
            row=y // 50,
            file=x // 100,
            rank=0,
            promotion=None,
        )
        for name, (x, y) in places.items()
    )
    rows = (("c",), ("b", "d"), ("a",), ("g", "e"), ("f",))
    return Geometry(
        kind="hex",
        width=320,
        height=320,
        cell="M-58 0L-29 -50H29L58 0L29 50H-29z",
        piece=0.9,
        points=points,
        rows=tuple(BoardRow(str(n), row) for n, row in enumerate(rows, 1)),
        directions=(),
        neighbours={},
        decor=(),
    )


def test_another_shape_is_another_record(bench: Bench) -> None:
    bench.show(hexagons(), {"a": "w", "f": "b"})
    assert bench.page.locator("[role=gridcell]").count() == 7
    bench.cell("a").focus()
    bench.page.keyboard.press("ArrowDown")
    assert bench.focus().startswith(("g,", "e,"))
    bench.page.keyboard.press("ArrowDown")
    assert bench.focus() == "f, black man"


@pytest.mark.parametrize(
    ("name", "emulate"),
    [
        ("forced", lambda page: page.emulate_media(forced_colors="active")),
        ("contrasto", lambda page: page.evaluate("document.documentElement.dataset.board = 'contrasto'")),
    ],
)
def test_playing_squares_are_white_where_colours_may_not_tell(
    bench: Bench, name: str, emulate: Callable[[Page], object]
) -> None:
    bench.set(start("italian"))
    emulate(bench.page)
    colour = bench.page.evaluate("getComputedStyle(document.querySelector('.board .ground')).fill")
    assert colour == "rgb(255, 255, 255)", name


# --------------------------------------------------------------- every game by the names of its squares

SPEECH = """async (games) => {
  const { moveSpeech, movesSpeech } = await import("/js/board/words.js");
  const { Grid } = await import("/js/board/grid.js");
  const made = ({ paths: [path], captured, promotes }) => ({ path, captured, promotes });
  return games.map(([record, pieces, moves]) => {
    const grid = new Grid(record);
    const [first] = moves;
    const own = moves.filter(({ origin }) => origin === first.origin);
    const full = moves.map((move) => moveSpeech(made(move), pieces, "full", grid));
    return [...full, movesSpeech(String(first.origin), own.map(made), pieces, grid)];
  });
}"""
TYPED = """(record) => {
  const board = document.getElementById("board");
  const lost = [];
  for (const { id, name } of record.points) {
    for (const key of [...name, "Enter"]) board.keys.press(new KeyboardEvent("keydown", { key }));
    if (board.current !== id) lost.push(`${name}: at ${board.grid.nameOf(board.current)}`);
  }
  return lost;
}"""


@pytest.mark.slow
def test_every_game_speaks_of_the_squares_that_are_on_its_board(bench: Bench) -> None:
    """Games with letters were spoken in numbers that are printed nowhere."""
    games = [game.core for game in CATALOGUE.values()]
    starts = [rules.start() for rules in games]
    facts = [(geometry(begun.rules), pieces_view(begun), moves_view(begun)) for begun in starts]
    told = bench.page.evaluate(SPEECH, msgspec.to_builtins(facts, str_keys=True))
    assert len(told) == len(games) > 70
    for rules, (picture, _, moves), said in zip(games, facts, told, strict=True):
        name = {int(point.id): point.name for point in picture.points}
        for move, words in zip(moves, said[:-1], strict=True):
            if not move.captured:
                path = move.paths[0]
                assert words == f"{name[path[0]]} to {name[path[-1]]}", rules.slug
        printed = set(name.values())
        spoken = {word for words in said for word in re.findall(r"\b[a-z]?\d+\b", words)}
        assert spoken, rules.slug
        assert spoken <= printed, rules.slug


def test_a_capture_is_spoken_in_the_names_of_the_squares(bench: Bench) -> None:
    position = parse_fen("W:WK27:B6,10,15,16,18,21", ruleset("russian")).position()
    facts = [[geometry(position.rules), pieces_view(position), moves_view(position)]]
    (said,) = bench.page.evaluate(SPEECH, msgspec.to_builtins(facts, str_keys=True))
    assert said
    for words in said:
        assert re.match(r"[a-h]\d takes [a-h]\d", words), words
        assert not re.search(r"(?<![a-h\d])\d", words), words


@pytest.mark.parametrize("slug", ["russian", "hexdame", "italian", "canadian", "chinese-checkers", "turkish"])
def test_every_square_is_reached_by_its_printed_name(bench: Bench, slug: str) -> None:
    bench.set(start(slug))
    picture = geometry(_core.rules(slug))
    assert bench.page.evaluate(TYPED, msgspec.to_builtins(picture, str_keys=True)) == []


def test_a_letter_that_is_a_key_too_waits_whether_a_square_follows(bench: Bench) -> None:
    bench.set(start("russian"))
    bench.cell(21).focus()
    for key in ("c", "3", "Enter"):
        bench.page.keyboard.press(key)
    assert bench.focus().startswith("c3, ")
    assert not any("No capture" in detail["text"] for detail in bench.heard("board-say"))
    bench.page.keyboard.press("c")
    bench.page.wait_for_function("window.heard.some(([, { text }]) => text === 'No capture.')")
    bench.page.keyboard.press("f")
    bench.page.keyboard.press("l")
    assert [detail["name"] for detail in bench.heard("board-command")] == ["flip", "last"]


CYRILLIC_KEY = (
    "key => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', "
    "{ key, bubbles: true, composed: true, cancelable: true }))"
)


def test_a_square_is_reached_by_cyrillic_letters(bench: Bench) -> None:
    bench.set(start("russian"))
    bench.cell(21).focus()
    for keys, name in (("с3", "c3"), ("ц5", "c5"), ("х2", "h2"), ("б4", "b4"), ("ф6", "f6")):
        for key in keys:  # the keyboard of the driver has Latin letters alone
            bench.page.evaluate(CYRILLIC_KEY, key)
        bench.page.keyboard.press("Enter")
        assert bench.focus().startswith(f"{name}, ")


# ---------- drawing for oneself ----------

DRAW = """async () => {
  const { drawForOneself } = await import("/js/board/drawings.js");
  window.drawn = drawForOneself(document.getElementById("board"));
}"""
PRESS = """async (square) => {
  const cell = document.querySelector(`[role=gridcell][data-square="${square}"]`);
  const { x, y, width, height } = cell.getBoundingClientRect();
  const kind = { bubbles: true, pointerType: "touch", isPrimary: true };
  const at = { ...kind, clientX: x + width / 2, clientY: y + height / 2 };
  cell.dispatchEvent(new PointerEvent("pointerdown", at));
  await new Promise((then) => setTimeout(then, 520));
  cell.dispatchEvent(new PointerEvent("pointerup", at));
}"""


def drawn(bench: Bench) -> list[str]:
    found: list[str] = bench.page.evaluate("window.drawn.shown")
    return found


def test_the_right_button_draws_and_a_click_on_an_empty_square_wipes(bench: Bench) -> None:
    bench.set(start("italian"))
    bench.page.evaluate(DRAW)
    mouse = bench.page.mouse
    mouse.move(*bench.centre(22))
    mouse.down(button="right")
    for square in (18, 14):
        mouse.move(*bench.centre(square), steps=5)
    mouse.up(button="right")
    bench.page.keyboard.down("Shift")
    mouse.click(*bench.centre(10), button="right")
    bench.page.keyboard.up("Shift")
    assert drawn(bench) == ["B22,18,14", "R10"]
    assert bench.marks(".drawn circle.R") == 1
    assert bench.played() == []
    mouse.click(*bench.centre(22))
    assert drawn(bench) == ["B22,18,14", "R10"]  # a click on a man chooses it
    bench.page.keyboard.press("Escape")
    mouse.click(*bench.centre(16))
    assert drawn(bench) == []
    assert bench.marks(".drawn > *") == 0


def test_the_key_d_draws_too(bench: Bench) -> None:
    bench.set(start("italian"))
    bench.page.evaluate(DRAW)
    for square, keys in ((22, "d"), (18, "d"), (10, "dd")):
        bench.cell(square).focus()
        for key in keys:
            bench.page.keyboard.press(key)
    assert drawn(bench) == ["B22,18", "B10"]
    bench.page.keyboard.press("Shift+D")
    assert drawn(bench) == []


def test_a_long_press_draws_but_on_a_piece_that_may_move(bench: Bench) -> None:
    bench.set(start("italian"))
    bench.page.evaluate(DRAW)
    bench.page.evaluate(PRESS, 10)
    bench.page.evaluate(PRESS, 22)
    assert drawn(bench) == ["B10"]


# ---------- a move laid ahead ----------

LAY = """async () => {
  const { MoveAhead } = await import("/js/game/ahead.js");
  const board = document.getElementById("board");
  board.withhold();
  window.ahead = new MoveAhead(board, () => "white", () => undefined);
  board.refresh();
}"""
TAKE = "(moves) => { const left = window.ahead.take(moves); return left.length === 1 ? left[0].path : null; }"


def laid(bench: Bench) -> list[str]:
    found: list[str] = bench.page.evaluate("window.ahead.path")
    return found


def taken(bench: Bench, position: _core.Position) -> list[int] | None:
    moves = msgspec.to_builtins(moves_view(position), str_keys=True)
    path: list[int] | None = bench.page.evaluate(TAKE, moves)
    return path


def test_a_move_is_laid_ahead_seen_and_taken_off(bench: Bench) -> None:
    bench.set(start("italian"))
    bench.page.evaluate(LAY)
    bench.cell(22).click()
    bench.cell(18).click()
    assert laid(bench) == ["22", "18"]
    assert bench.marks("rect.ahead") == 2
    assert bench.marks(".aheadway circle") == 1
    assert bench.played() == []
    bench.page.keyboard.press("Escape")
    assert laid(bench) == []
    assert bench.marks("rect.ahead") == 0
    bench.drag(23, 19)
    assert laid(bench) == ["23", "19"]
    bench.cell(23).click()
    assert laid(bench) == []
    bench.drag(22, 18)
    assert taken(bench, start("italian")) == [22, 18]
    bench.drag(22, 14)
    assert taken(bench, start("italian")) is None
    assert laid(bench) == []


@pytest.mark.parametrize(("squares", "path"), [((22, 13, 6), [22, 13, 6]), ((22, 15, 6), [22, 15, 6])])
def test_a_route_is_laid_ahead_whole(bench: Bench, squares: tuple[int, ...], path: list[int]) -> None:
    there = position(*TWO_WAYS)
    bench.set(there)
    bench.page.evaluate(LAY)
    for square in squares:
        bench.cell(square).click()
    assert taken(bench, there) == path
    bench.drag(*squares)
    assert taken(bench, there) == path
    bench.drag(squares[0], squares[-1])
    assert taken(bench, there) is None  # two ways end there


def test_places_for_men_that_come_back_are_laid_ahead_too(bench: Bench) -> None:
    """With several places possible a move laid ahead was always dropped: nobody could say where."""
    there = parse_fen("W:W21:B9:R2,0", ruleset("reentry")).position()
    bench.set(there)
    bench.page.evaluate("document.getElementById('board').beside({hands: [2, 0], runs: []})")
    bench.page.evaluate(LAY)
    way = "(moves) => window.ahead.take(moves).map((one) => [one.move.drops, one.path])"
    moves = msgspec.to_builtins(moves_view(there), str_keys=True)

    for square in (30, 32, 21, 17):
        bench.cell(square).click()
    assert bench.marks(".comesback circle") == 2
    assert bench.page.evaluate("window.ahead.text") == "*30 *32 21-17"
    assert bench.page.evaluate(way, moves) == [[[30, 32], [21, 17]]]
    assert bench.marks(".comesback") == 0

    for square in (30, 32, 30, 26):  # the man that comes back moves on
        bench.cell(square).click()
    assert bench.page.evaluate(way, moves) == [[[30, 32], [30, 26]]]

    for square in (30, 21, 17):  # of the other nobody has said where
        bench.cell(square).click()
    assert bench.page.evaluate(way, moves) == []

    bench.cell(30).click()
    bench.page.keyboard.press("Escape")
    assert bench.marks(".comesback") == 0
