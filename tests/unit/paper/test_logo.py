"""Logos of events: what is taken, what becomes of it, what is refused."""

from __future__ import annotations

import io
import random
import struct
import zlib
from pathlib import Path

import pytest
from PIL import Image, PngImagePlugin

from damiera.messages import Message
from damiera.paper import logo as under_test
from damiera.paper.logo import LARGEST_LOGO, LogoError, logo_png
from damiera.paper.prints import pdf
from tests.unit.tournament.events import event
from tests.wording import raises

SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100">'
    '<circle cx="100" cy="50" r="40" fill="#a00"/>{}</svg>'
)


def png(wide: int, tall: int, colour: str | int = "red", mode: str = "RGB", **more: object) -> bytes:
    out = io.BytesIO()
    Image.new(mode, (wide, tall), colour).save(out, "PNG", **more)
    return out.getvalue()


def seen(data: bytes) -> Image.Image:
    picture = Image.open(io.BytesIO(logo_png(data)))
    assert picture.format == "PNG"
    return picture.convert("RGB")


def noise(side: int) -> bytes:
    drawn = random.Random(7).randbytes(side * side * 3)
    out = io.BytesIO()
    Image.frombytes("RGB", (side, side), drawn).save(out, "PNG")
    return out.getvalue()


def test_a_png_is_written_anew_without_what_else_is_in_the_file() -> None:
    note = PngImagePlugin.PngInfo()
    note.add_text("Comment", "secret place")
    kept = logo_png(png(300, 100, pnginfo=note) + b"<script>after the end</script>")
    assert b"secret" not in kept
    assert b"script" not in kept
    assert Image.open(io.BytesIO(kept)).size == (300, 100)


@pytest.mark.parametrize("mode", ["1", "L", "P", "LA", "RGBA", "I;16"])
def test_every_kind_of_png_is_seen_on_white(mode: str) -> None:
    out = io.BytesIO()
    sheet = Image.new("RGBA", (60, 40), (0, 0, 0, 0))
    sheet.paste((10, 20, 30, 255), (20, 10, 40, 30))
    mode_of = sheet.convert("L").convert("I;16") if mode == "I;16" else sheet.convert(mode)
    mode_of.save(out, "PNG")
    picture = seen(out.getvalue())
    assert min(picture.size) >= 20
    if mode in ("LA", "RGBA"):
        assert picture.size == (20, 20), "what is transparent is paper, and cut off"


@pytest.mark.slow
def test_a_large_picture_becomes_small() -> None:
    kept = logo_png(noise(800))
    assert len(kept) <= 96 * 1024
    assert max(Image.open(io.BytesIO(kept)).size) <= 900


def test_an_svg_is_painted() -> None:
    picture = seen(SVG.format("").encode())
    assert picture.getpixel((picture.width // 2, picture.height // 2)) == (170, 0, 0)
    path = '<path d="M0 0h99v999H0z"/>'
    tall = f'<svg xmlns="http://www.w3.org/2000/svg" width="2cm" height="20cm">{path}</svg>'
    assert max(seen(tall.encode()).size) <= 450


def test_an_svg_reads_no_files_and_runs_nothing(tmp_path: Path) -> None:
    secret = tmp_path / "secret.png"
    secret.write_bytes(png(50, 50, "#0000ff"))
    for href in (str(secret), secret.as_uri(), "http://127.0.0.1:9/x.png"):
        image = (
            f'<image href="{href}" x="0" y="0" width="60" height="60"/>'
            f'<image xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="{href}" width="60" height="60"/>'
            '<script>alert(1)</script><a href="javascript:alert(1)"><rect x="190" width="9" height="9"/></a>'
        )
        flat = seen(SVG.format(image).encode()).tobytes()
        assert not any(blue > red for red, blue in zip(flat[::3], flat[2::3], strict=True))


def _nested(depth: int) -> str:
    parts = ['<g id="a0"><rect width="1" height="1"/></g>']
    parts += [f'<g id="a{n}">' + f'<use href="#a{n - 1}"/>' * 10 + "</g>" for n in range(1, depth)]
    return "<defs>" + "".join(parts) + f'</defs><use href="#a{depth - 1}"/>'


def test_an_svg_that_would_take_for_ever_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(under_test, "_SECONDS", 1.0)
    with pytest.raises(LogoError):
        logo_png(SVG.format(_nested(12)).encode())


REFUSED = {
    "another kind": (b"\xff\xd8\xff\xe0 a photograph", "neither"),
    "nothing": (b"", "neither"),
    "cut short": (png(300, 300)[:60], "damaged"),
    "a broken sum": (png(30, 30)[:-20] + b"x" * 20, "damaged"),
    "a bomb": (
        b"\x89PNG\r\n\x1a\n"
        + b"".join(
            struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
            for kind, body in (
                (b"IHDR", struct.pack(">IIBBBBB", 60000, 60000, 8, 2, 0, 0, 0)),
                (b"IDAT", zlib.compress(bytes(9999))),
                (b"IEND", b""),
            )
        ),
        "pixels",
    ),
    "a dot": (png(2, 2), "pixels"),
    "white": (png(30, 30, "white"), "seen"),
    "transparent": (png(30, 30, 0, "RGBA"), "seen"),
    "no xml": (b"<svg><", "cannot be read"),
    "a page": (b"<html><body>Logo</body></html>", "cannot be read"),
    "entities": (b'<!DOCTYPE svg [<!ENTITY a "x">]><svg xmlns="http://www.w3.org/2000/svg"/>', "entities"),
    "an empty drawing": (b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>', "seen"),
    "too much": (b"\x89PNG\r\n\x1a\n" + bytes(LARGEST_LOGO), "at most"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_no_logo_is_refused_with_the_reason(case: str) -> None:
    data, word = REFUSED[case]
    with pytest.raises(LogoError) as refusal:
        logo_png(data)
    assert word in refusal.value.message.text("en")


def test_an_svg_that_cannot_be_painted_says_what_to_do() -> None:
    sentence = (
        "This SVG file cannot be painted: {why}. Save it anew as plain SVG with its text as paths, or as PNG."
    )
    with raises(LogoError, Message(sentence)):
        logo_png(b'<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0"/>')


@pytest.mark.parametrize("what", ["pairings", "standings", "certificates", "form"])
def test_prints_have_the_logo_once_in_the_file(what: str) -> None:
    coppa, picture = event(4, "1-2 1, 3-4 ="), logo_png(SVG.format("").encode())
    bare, marked = pdf(coppa, what), pdf(coppa, what, logo=picture)
    assert marked.count(b"/Subtype /Image") == bare.count(b"/Subtype /Image") + 1
