"""Pictures of boards stand alone: plain values, every piece, every game, the same dots everywhere."""

from __future__ import annotations

import struct
import sys
import zlib
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from damiera.cli.main import main
from damiera.cli.picture import command
from damiera.notation.errors import IllegalMove
from damiera.notation.fen import parse_fen
from damiera.paper import pictures
from damiera.paper.pictures import THEMES, PictureError, board_png, board_svg
from damiera.rules.ruleset import CATALOGUE, ITALIAN, Ruleset, ruleset

SVG = "{http://www.w3.org/2000/svg}"


def _size_of(png: bytes) -> tuple[int, int]:
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def _dots(png: bytes) -> bytes:
    """The picture's data, unpacked: enough to tell two pictures apart."""
    at, data = 8, b""
    while at < len(png):
        length = struct.unpack(">I", png[at : at + 4])[0]
        if png[at + 4 : at + 8] == b"IDAT":
            data += png[at + 8 : at + 8 + length]
        at += 12 + length
    return zlib.decompress(data)


@pytest.mark.parametrize("game", CATALOGUE.values(), ids=str)
def test_every_game_has_a_picture_without_custom_properties(game: Ruleset) -> None:
    text = board_svg(game.start(), lang="it")
    assert "var(" not in text
    assert "color-mix" not in text
    root = ElementTree.fromstring(text)
    assert root.tag == f"{SVG}svg"
    title = root.find(f"{SVG}title")
    assert title is not None
    assert (title.text or "").startswith(game.name.text("it"))
    shown = [use for use in root.iter(f"{SVG}use") if use.get("class") == "pc"]
    assert len(shown) == len(game.start().pieces)
    ids = {element.get("id") for element in root.iter()}
    assert {(use.get("href") or "").removeprefix("#") for use in root.iter(f"{SVG}use")} <= ids


@pytest.mark.parametrize("theme", THEMES)
def test_every_theme_has_its_colours(theme: str) -> None:
    png = board_png(ITALIAN.start(), size=120, theme=theme)
    assert _size_of(png) == (120, 120)
    others = [board_png(ITALIAN.start(), size=120, theme=other) for other in THEMES if other != theme]
    assert all(_dots(png) != _dots(other) for other in others)


def test_a_picture_shows_numbers_marks_and_the_other_side() -> None:
    start = ITALIAN.start()
    plain = _dots(board_png(start, size=200))
    assert plain == _dots(board_png(start, size=200))
    assert plain != _dots(board_png(start, size=200, numbers=False))
    assert plain != _dots(board_png(start, size=200, flipped=True))
    assert plain != _dots(board_png(start, size=200, moves=["22-18"]))


def test_the_last_move_is_drawn_and_those_before_are_made() -> None:
    position = parse_fen("B:W6,13,14,21,22:B3", ITALIAN).position()
    root = ElementTree.fromstring(board_svg(position, moves=["3x10x19x26"]))
    crosses = [g for g in root.iter(f"{SVG}g") if g.get("class") == "cross"]
    assert len(crosses) == 3
    after = ElementTree.fromstring(board_svg(position, moves=["3x10x19x26", "13-9"]))
    assert len([use for use in after.iter(f"{SVG}use") if use.get("class") == "pc"]) == 3


def test_towers_and_men_that_wait_are_drawn() -> None:
    bashni = parse_fen("W:a1=wwb,c3=bbW", ruleset("bashni")).position()
    assert 'id="t-wwb"' in board_svg(bashni)
    reentry = parse_fen("W:W21:B9:R2,0", ruleset("reentry")).position()
    assert board_svg(reentry).count('href="#p-w"') == 3


def test_what_cannot_be_drawn_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(IllegalMove):
        board_svg(ITALIAN.start(), moves=["22-3"])
    with pytest.raises(PictureError, match="16 to 4096"):
        board_svg(ITALIAN.start(), size=5)
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(PictureError, match=r"damiera\[print\]") as caught:
        board_png(ITALIAN.start())
    assert "resvg-py" in caught.value.text("it")


def test_the_command_writes_both_kinds(tmp_path: Path) -> None:
    for name in ("board.svg", "board.png"):
        done = CliRunner().invoke(
            command,
            [
                "italian",
                "W:W21,22,K30:B1,10",
                "--out",
                str(tmp_path / name),
                "--size",
                "99",
                "--moves",
                "22-18",
            ],
        )
        assert done.exit_code == 0, done.output
    assert 'width="99"' in (tmp_path / "board.svg").read_text(encoding="utf-8")
    assert _size_of((tmp_path / "board.png").read_bytes()) == (99, 99)


@pytest.mark.parametrize(
    "args",
    [
        ["italian", "--out", "board.gif"],
        ["italian", "--theme", "pink"],
        ["nothing"],
        ["italian", "--moves", "22-3"],
        ["italian", "W:W99:B1"],
    ],
)
def test_bad_arguments_are_refused(
    args: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as stop:
        main(("picture", *args))
    assert stop.value.code == 2
    said = capsys.readouterr().err
    assert said
    assert "Traceback" not in said
    assert not list(tmp_path.iterdir())


def test_every_letter_of_every_board_has_its_strokes() -> None:
    from damiera.paper.geometry import geometry

    letters = {
        letter for game in CATALOGUE.values() for point in geometry(game.core).points for letter in point.name
    }
    assert letters <= set(pictures._GLYPHS)
