"""The logo of an event: a PNG or SVG file checked, painted and kept as a small PNG.

Nothing of the file that was sent is kept but its colours: a PNG is decoded and written anew, an SVG is
painted in a process of its own with limits of time and memory, without pictures or files it refers to.
"""

from __future__ import annotations

import io
import subprocess
import sys
import warnings
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree

from damiera.errors import DamieraError
from damiera.messages import Message, Text
from damiera.paper.pictures import PictureError

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = ["LARGEST_LOGO", "LogoError", "logo_png"]

LARGEST_LOGO: Final = 2 * 1024 * 1024
"""How many bytes of a file are looked at."""
_LARGEST_KEPT: Final = 96 * 1024
_BOX: Final = (900, 450)
"""Pixels of what is kept, at most: 300 dots an inch on 76 by 38 millimetres."""
_WIDEST: Final = 4000
_LEAST: Final = 16
_SECONDS: Final = 10.0
_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_HREFS: Final = ("href", "{http://www.w3.org/1999/xlink}href")

_NO_LIBRARY = Message("A logo needs libraries for pictures: install damiera[print].")
_OTHER = Message("A logo is a PNG or an SVG file: this is neither. Save the picture as PNG.")
_TOO_LARGE = Message("The file has {n} kB: a logo has {most} kB at most.")
_BROKEN = Message("This PNG file is damaged, or cut short: {why}.")
_SIDES = Message("The picture is {wide} by {tall} pixels: from {least} to {most} each way.")
_NOT_SVG = Message("This SVG file cannot be read: {why}.")
_OWN_ENTITIES = Message("This SVG file has entities of its own: save it anew as plain SVG, or as PNG.")
_UNPAINTED = Message(
    "This SVG file cannot be painted: {why}. Save it anew as plain SVG with its text as paths, or as PNG."
)
_SLOW = Message("it takes longer than {n} seconds")
_EMPTY = Message("Nothing can be seen of this picture on white paper.")

_PAINTER: Final = """
import sys
try:
    import resource
    resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
except (ImportError, ValueError, OSError):
    pass
import resvg_py
side = {"width": 900} if sys.argv[1] == "wide" else {"height": 450}
text = sys.stdin.buffer.read().decode()
sys.stdout.buffer.write(bytes(resvg_py.svg_to_bytes(svg_string=text, dpi=96, **side)))
"""


class LogoError(DamieraError):
    """A file that cannot be the logo of an event."""

    def __init__(self, message: Text) -> None:
        self.message = message
        super().__init__(message.text("en"))


def logo_png(data: bytes) -> bytes:
    """Return a logo as it is kept: a PNG on white, 900 by 450 pixels and 96 kB at most.

    Args:
        data: a PNG or an SVG file.
    Raises:
        LogoError: for another file, a damaged or too large one, one of which nothing can be seen.
        PictureError: where the libraries for pictures are not installed.

    >>> logo_png(b"GIF89a")
    Traceback (most recent call last):
        ...
    damiera.paper.logo.LogoError: A logo is a PNG or an SVG file: this is neither. Save the picture as PNG.
    """
    try:
        import PIL  # noqa: F401
    except ImportError:
        raise PictureError(_NO_LIBRARY) from None
    if len(data) > LARGEST_LOGO:
        raise LogoError(_TOO_LARGE.format(n=len(data) // 1024, most=LARGEST_LOGO // 1024))
    if data.startswith(_SIGNATURE):
        return _small(_opened(data))
    if b"<svg" in data[:65536] or data.lstrip(b"\xef\xbb\xbf \r\n\t").startswith(b"<"):
        return _small(_opened(_painted(_plain_svg(data))))
    raise LogoError(_OTHER)


def _opened(data: bytes) -> Image:
    """Return a picture on white paper, cut to what can be seen of it."""
    from PIL import Image, ImageChops

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            picture = Image.open(io.BytesIO(data), formats=["PNG"])
            wide, tall = picture.size
            if not (_LEAST <= wide <= _WIDEST and _LEAST <= tall <= _WIDEST):
                raise LogoError(_SIDES.format(wide=wide, tall=tall, least=_LEAST, most=_WIDEST))
            picture.load()
            sheet = Image.new("RGBA", picture.size, "white")
            sheet.alpha_composite(picture.convert("RGBA"))
    except LogoError:
        raise
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError, MemoryError) as error:
        raise LogoError(_BROKEN.format(why=str(error).rstrip("."))) from None
    flat = sheet.convert("RGB")
    seen = ImageChops.difference(flat, Image.new("RGB", flat.size, "white")).getbbox()
    if seen is None:
        raise LogoError(_EMPTY)
    return flat.crop(seen)


def _small(picture: Image) -> bytes:
    """Return a picture as a PNG file that is small enough: with fewer colours, then with fewer pixels."""
    picture.thumbnail(_BOX)
    for shades in (0, 128, 64):
        data = _written(picture, shades)
        if len(data) <= _LARGEST_KEPT:
            return data
    while len(data) > _LARGEST_KEPT:
        picture.thumbnail((picture.width * 3 // 4, picture.height * 3 // 4))
        data = _written(picture, 64)
    return data


def _written(picture: Image, shades: int) -> bytes:
    out = io.BytesIO()
    (picture.quantize(shades) if shades else picture).save(out, "PNG", optimize=True)
    return out.getvalue()


def _plain_svg(data: bytes) -> ElementTree.Element:
    """Return an SVG file without what is not drawn from it alone: scripts, and whatever lies elsewhere."""
    if b"<!ENTITY" in data:
        raise LogoError(_OWN_ENTITIES)
    try:
        root = ElementTree.fromstring(data)
    except (ElementTree.ParseError, ValueError, LookupError) as error:
        raise LogoError(_NOT_SVG.format(why=str(error))) from None
    if root.tag not in ("svg", "{http://www.w3.org/2000/svg}svg"):
        raise LogoError(_NOT_SVG.format(why=f"<{root.tag}>"))
    for part in root.iter():
        for name in [name for name in part.attrib if name in _HREFS]:
            if not part.attrib[name].startswith("#"):
                del part.attrib[name]
    return root


def _painted(root: ElementTree.Element) -> bytes:
    """Paint an SVG in a process of its own."""
    try:
        done = subprocess.run(
            [sys.executable, "-I", "-c", _PAINTER, "wide" if _is_wide(root) else "tall"],
            input=ElementTree.tostring(root),
            capture_output=True,
            timeout=_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise LogoError(_UNPAINTED.format(why=_SLOW.format(n=round(_SECONDS)))) from None
    if done.returncode or not done.stdout:
        told = done.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2]
        if "ModuleNotFoundError" in told:
            raise PictureError(_NO_LIBRARY)
        raise LogoError(_UNPAINTED.format(why=told.partition(": ")[2][:200] or told[:200] or "–"))
    return done.stdout


def _is_wide(root: ElementTree.Element) -> bool:
    """Tell whether a picture is at least twice as wide as it is tall."""
    wide, tall = next(_sides(root), (2.0, 1.0))
    return wide >= 2 * tall


def _sides(root: ElementTree.Element) -> Iterator[tuple[float, float]]:
    """Yield width and height as a file tells them, in whatever units, the frame of its coordinates first."""
    for words in (
        root.get("viewBox", "").replace(",", " ").split()[2:4],
        [root.get("width", ""), root.get("height", "")],
    ):
        try:
            wide, tall = (float(word.rstrip("ptxmcin% ")) for word in words)
        except ValueError:
            continue
        if wide > 0 and tall > 0:
            yield wide, tall
