"""The fonts of what is printed, and which letters they have.

Noto Sans writes Latin, Cyrillic and Greek. FiraGO stands in for scripts it lacks (Arabic, Hebrew, Georgian,
Thai, Devanagari), Cascadia for signs; all come with the package `pymupdf-fonts`. Chinese, Japanese and Korean
names need `justmytype-intl-cjk`, whose fonts are cut down to the letters wanted before use. A letter that no
font has is never replaced by another: a box stands for it, and `missing` tells which it is.
"""

from __future__ import annotations

import io
import re
import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock

from damiera.messages import Message
from damiera.paper.pictures import PictureError

__all__ = [
    "BOX",
    "FAMILY",
    "MEN",
    "Style",
    "clean",
    "code_points",
    "families_for",
    "font_file",
    "has_fonts",
    "missing",
    "needs_shaping",
    "noto_letters",
    "require_fonts",
]

Style = str  # "", "B" or "I"
FAMILY = "noto"
MEN = "○●"  # the colours in a table
BOX = "□"  # stands for a letter that no font has
_NAMES = {  # as pymupdf-fonts calls them
    "noto": {"": "notos", "B": "notosbo", "I": "notosit"},
    "fira": {"": "figo", "B": "figbo"},
    "signs": {"": "cascadia", "B": "cascadiab"},
}
_CJK = {"cjk-sc": "notosanssc", "cjk-kr": "notosanskr", "cjk-jp": "notosansjp", "cjk-tc": "notosanstc"}
_SIGNS = {*map(ord, MEN + BOX)}  # of one font, so that they are of one size
_WEIGHTS = {"": 400, "B": 700}
_BREAKS = re.compile(r"[ \t\r\n\f\v]+")
_NOT_INSTALLED = Message("Prints as PDF need fpdf2 and pymupdf-fonts: install damiera[print].")
_PAGES = re.compile(r"\{(n+b)\}")
_lock = Lock()


def require_fonts() -> None:
    """See that the libraries that write PDF are here.

    Raises:
        PictureError: where one is not installed.
    """
    try:
        import fpdf  # noqa: F401
        import pymupdf_fonts  # noqa: F401
    except ImportError:
        raise PictureError(_NOT_INSTALLED) from None


def has_fonts() -> bool:
    """Tell whether the fonts are installed."""
    return find_spec("pymupdf_fonts") is not None


def missing(text: str) -> str:
    """Return the letters of a text that no font has, each once, in their order.

    >>> missing("Čížek Иванов Παπαδάκης Nguyễn"), missing("\\U00012000 and \\U00012001\\U00012000")
    ('', '𒀀𒀁')
    """
    text = _plain(text)
    lacking = [sign for sign in dict.fromkeys(text) if ord(sign) not in _letters("noto")]
    for family in ("fira", "signs", *_cjk_families()):
        if lacking:
            lacking = [sign for sign in lacking if ord(sign) not in _letters(family)]
    return "".join(lacking)


def code_points(letters: str) -> str:
    """Name letters that cannot be printed by their numbers in Unicode.

    >>> code_points("𒀀王")
    'U+12000, U+738B'
    """
    return ", ".join(f"U+{ord(letter):04X}" for letter in letters)


def clean(text: str) -> str:
    """Return a text as it is written: letters composed, on one line, a box for each letter that no font has.

    >>> clean("C\\u030ci\\u0301z\\u030cek\\n Jan"), clean("\\U00012000 Anna")
    ('Čížek Jan', '□ Anna')
    """
    text = _plain(text)
    if text.isascii():
        return text
    return text.translate(dict.fromkeys(map(ord, missing(text)), BOX))


def _plain(text: str) -> str:
    if not (text.isascii() and text.isprintable()):
        text = unicodedata.normalize("NFC", _BREAKS.sub(" ", text))
        text = "".join(sign for sign in text if unicodedata.category(sign) not in ("Cc", "Cs"))
    text = _BREAKS.sub(" ", text).strip(" ")
    return _PAGES.sub(r"{ \1}", text)  # which would be the number of pages


def families_for(text: str) -> tuple[str, ...]:
    """Return the fonts that stand in for Noto Sans in a text, in the order in which they are asked."""
    lacking = {ord(sign) for sign in text} - _letters("noto")
    out = []
    if lacking & _SIGNS:
        out.append("signs")
        lacking -= _letters("signs") & _SIGNS
    for family in ("fira", "signs", *_cjk_families()):
        found = lacking & _letters(family) if lacking else set()
        if found:
            out.append(family)
            lacking -= found
    return tuple(dict.fromkeys(out))


def needs_shaping(text: str) -> bool:
    """Tell whether letters of a text run from right to left, or change their form beside one another.

    >>> needs_shaping("Иванов"), needs_shaping("לוי"), needs_shaping("राम")
    (False, True, True)
    """
    return not text.isascii() and any(
        unicodedata.bidirectional(sign) in ("R", "AL") or "\u0900" <= sign <= "\u109f" for sign in set(text)
    )


def font_file(family: str, style: Style, text: str = "") -> Path | None:
    """Return the file of a font, None for a style it has not; of large fonts only what `text` needs."""
    if family in _CJK:
        wanted = "".join(sorted(sign for sign in set(text) if ord(sign) in _letters(family)))
        return _cut_file(family, style, wanted) if style in _WEIGHTS else None
    return _file(family, style) if style in _NAMES[family] else None


@cache
def _folder() -> TemporaryDirectory[str]:
    """Return where fonts lie for as long as the program runs: fpdf2 reads them from files only."""
    return TemporaryDirectory(prefix="damiera-fonts-", ignore_cleanup_errors=True)


def _file(family: str, style: Style) -> Path:
    from fontTools.ttLib import TTFont
    from pymupdf_fonts import fontbuffers

    with _lock:
        path = Path(_folder().name) / f"{family}{style}.ttf"
        if not path.exists():
            with TTFont(io.BytesIO(fontbuffers[_NAMES[family][style]]())) as font:
                if "TTFA" in font:  # notes of a hinting program, which cannot be cut down
                    del font["TTFA"]
                font.save(path)
    return path


@cache
def _letters(family: str) -> frozenset[int]:
    """Return the letters that a font has."""
    from fontTools.ttLib import TTFont

    path = _cjk_file(family) if family in _CJK else _file(family, "")
    with TTFont(path, lazy=True) as font:
        return frozenset(font.getBestCmap())


def noto_letters() -> frozenset[int]:
    """Return the letters that Noto Sans has.

    >>> ord("č") in noto_letters(), ord("王") in noto_letters()
    (True, False)
    """
    return _letters("noto")


@cache
def _cjk_families() -> tuple[str, ...]:
    return tuple(_CJK) if find_spec("justmytype_intl_cjk") else ()


def _cjk_file(family: str) -> Path:
    spec = find_spec("justmytype_intl_cjk")
    assert spec is not None
    assert spec.origin is not None
    [path] = (Path(spec.origin).parent / "fonts" / "ofl" / _CJK[family]).glob("*.ttf")
    return path


@lru_cache(maxsize=64)
def _cut_file(family: str, style: Style, wanted: str) -> Path:
    """Make a small font of the letters wanted, in one weight, from a variable one of thousands of letters."""
    from fontTools import subset
    from fontTools.ttLib import TTFont
    from fontTools.varLib.instancer import instantiateVariableFont

    with TTFont(_cjk_file(family), lazy=True) as font:
        options = subset.Options(layout_features=[], drop_tables=[*_unused()])
        cutter = subset.Subsetter(options)
        cutter.populate(text=wanted)
        cutter.subset(font)
        instantiateVariableFont(font, {"wght": _WEIGHTS[style]}, inplace=True)
        with _lock:
            path = Path(_folder().name) / f"{family}{style}-{len(list(Path(_folder().name).iterdir()))}.ttf"
            font.save(path)
    return path


def _unused() -> Iterator[str]:
    """Yield the tables that a PDF does not use."""
    yield from ("GSUB", "GPOS", "GDEF", "BASE", "STAT", "DSIG", "vhea", "vmtx", "VORG", "HVAR", "VVAR")
