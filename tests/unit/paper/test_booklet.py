"""A study as a booklet: every chapter, diagrams where they are asked for, solutions apart."""

from __future__ import annotations

import pytest

from damiera._core import Position
from damiera.messages import Message
from damiera.notation.pdn.model import pdn_game
from damiera.notation.pdn.writer import write_pdn
from damiera.paper import booklet as module
from damiera.paper.booklet import booklet
from damiera.paper.fonts import has_fonts
from damiera.paper.pictures import board_png
from damiera.rules.ruleset import CATALOGUE
from damiera.study.edits import AddChapterEdit
from damiera.study.files import chapter_of, read_chapters
from damiera.study.fold import changed
from damiera.study.model import Study

TEXT = """[ChapterName "First"][White "Anna"][Black "Ξένη"]
1. 22-19 {[%cal B221506,R2218][%csl Y14] drawn} 10-14?? 2. 19x10 (2. 19x10 {twice}) 5x14!? $7 1-0

[ChapterName "Second"][ChapterKind "find"] 1. 22-19 {hidden} *
"""

pytestmark = pytest.mark.skipif(not has_fonts(), reason="the library that writes PDF is an extra")


def study(text: str = TEXT) -> Study:
    read = read_chapters(text)
    chapters = (chapter_of(str(n), name, game) for n, (name, game) in enumerate(read.chapters))
    return Study("Roads", tuple(chapters))


def written(monkeypatch: pytest.MonkeyPatch, one: Study, lang: str = "en") -> list[str]:
    """Return what a booklet writes, row by row."""
    rows: list[str] = []
    flow = module._Booklet._flow

    def noted(self: module._Booklet, row: list[module._Words], depth: int = 0) -> None:
        rows.append(" ".join(words.text for words in row))
        flow(self, row, depth)

    monkeypatch.setattr(module._Booklet, "_flow", noted)
    assert booklet(one, "Elena", lang).startswith(b"%PDF")
    return [row for row in rows if row]


@pytest.mark.slow
def test_moves_comments_signs_and_variations_are_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = written(monkeypatch, study())
    assert rows[0] == "Anna, Ξένη, 1-0"
    assert rows[1] == "1. 22-19 drawn"
    assert rows[2] == "1… 10-14??"
    assert rows[3] == "2. 19×10"
    assert rows[4] == "a) 2. 19×10 twice"
    assert rows[5] == "2… 5×14!? *"


@pytest.mark.slow
def test_a_chapter_that_asks_is_solved_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = written(monkeypatch, study(), "it")
    asked = rows.index(Message("White to move: find the shot.").text("it"))
    assert rows[asked + 1 :] == ["1. 22-19 hidden"]


@pytest.mark.slow
def test_what_readers_are_still_to_find_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    rows: list[str] = []
    monkeypatch.setattr(
        module._Booklet, "_flow", lambda _, row, depth=0: rows.extend(one.text for one in row)
    )
    monkeypatch.setattr(module._Booklet, "_heading", lambda _, text, *more: rows.append(text))
    booklet(study(), "Elena", "en", without=("1",))
    assert Message("White to move: find the shot.").text("en") in rows
    assert "hidden" not in rows
    assert Message("Solutions").text("en") not in rows


def test_diagrams_stand_where_something_is_drawn_or_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []

    def noted(self: object, position: object, shapes: tuple[object, ...] = (), **_: object) -> None:
        drawn.append(len(shapes))

    monkeypatch.setattr(module._Booklet, "_diagram", noted)
    booklet(study(), "Elena", "en")
    assert drawn == [3, 0, 0]


@pytest.mark.parametrize("slug", ["international", "russian", "hexdame", "turkish", "lasca", "reentry"])
def test_a_board_of_any_shape_is_printed(slug: str) -> None:
    game = CATALOGUE[slug]
    start = game.start()
    moves = [start.moves()[0]]
    text = write_pdn(pdn_game(game, moves)).replace("*\n", "{[%cal B0102][%csl R03] x} *\n")
    one = changed(Study("t"), AddChapterEdit("a", "First", text))
    assert booklet(one, "Elena", "fr").startswith(b"%PDF")


def test_a_long_study_goes_on_from_page_to_page() -> None:
    text = "1. 22-19 {" + "words " * 3_000 + "} *"
    assert booklet(study(text), "Elena", "en").count(b"/Type /Page\n") > 2


def test_a_heading_stands_on_the_page_of_its_diagram(monkeypatch: pytest.MonkeyPatch) -> None:
    """It stood alone at the foot of a page, and the diagram on the next."""
    at: dict[str, int] = {}
    heading, diagram = module._Booklet._heading, module._Booklet._diagram

    def headed(self: module._Booklet, text: str, *more: float) -> None:
        heading(self, text, *more)
        at[text] = self.pdf.page_no()

    def drawn(self: module._Booklet, position: Position, *more: object, **named: object) -> None:
        diagram(self, position, *more, **named)  # type: ignore[arg-type]
        at["diagram"] = self.pdf.page_no()

    monkeypatch.setattr(module._Booklet, "_heading", headed)
    monkeypatch.setattr(module._Booklet, "_diagram", drawn)
    picture = board_png(CATALOGUE["italian"].start(), size=64, theme="stampa")
    monkeypatch.setattr(module, "board_png", lambda *_, **__: picture)
    for lines in (24, 28, 32):
        text = "1. 22-19 {" + "word " * (16 * lines) + "} *" + '\n\n[ChapterKind "find"] 1. 22-19 *'
        booklet(study(text), "Elena", "en", without=("1",))
        assert at["2. 2"] == at["diagram"], lines


@pytest.mark.slow
def test_a_diagram_says_which_move_led_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that came to stand on the next page stood there without its move."""
    under: list[str] = []
    monkeypatch.setattr(module._Booklet, "_caption", lambda _, text: under.append(text))
    booklet(study(), "Elena", "en")
    assert under == ["1. 22-19", "1… 10-14??"]
