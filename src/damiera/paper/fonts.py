"""What everything on paper shares: how a PDF is begun, and names in the letters its fonts have.

The fonts are those every reader of PDF has, so nothing has to be installed but fpdf2, and a file stays small.
They know the letters of Latin-1; others are written with the nearest ones, and `is_plain` tells where.
"""

from __future__ import annotations

import unicodedata
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Literal

from damiera.lang import Lang, Text
from damiera.paper.pictures import PictureError

if TYPE_CHECKING:
    from fpdf import FPDF

__all__ = ["is_plain", "latin", "new_pdf"]

_MADE = datetime(2008, 1, 1, tzinfo=UTC)  # the same content is the same file

_PLAIN = str.maketrans(
    {
        "ł": "l",
        "Ł": "L",
        "đ": "d",
        "Đ": "D",
        "ı": "i",
        "–": "-",
        "—": "-",
        "‑": "-",
        "−": "-",
        "…": "...",
        "’": "'",
        "‘": "'",
        "“": '"',
        "”": '"',
        "€": "EUR",
        "→": "->",
        "≥": ">=",
        "≤": "<=",
        "œ": "oe",
        "Œ": "OE",
    }
)
_RUSSIAN = "абвгдеёжзийклмнопрстуфхцчшщъыьэюяіїєґў"
_RUSSIAN_LATIN = "a b v g d e yo zh z i y k l m n o p r s t u f kh ts ch sh shch _ y _ e yu ya i yi ye g w"
_GREEK = "αβγδεζηθικλμνξοπρσςτυφχψω"
_GREEK_LATIN = "a v g d e z i th i k l m n x o p r s s t y f ch ps o"
_LETTERS = dict(zip(_RUSSIAN + _GREEK, f"{_RUSSIAN_LATIN} {_GREEK_LATIN}".split(), strict=True))


def new_pdf(
    title: str,
    lang: Lang,
    missing: Text,
    *,
    paper: Literal["A4", "A3"] = "A4",
    landscape: bool = False,
) -> FPDF:
    """Begin a PDF file.

    Args:
        title: what a reader shows in its title bar.
        lang: the language of the text.
        missing: what is said where the library that writes PDF is not installed.
    Raises:
        PictureError: where it is not.
    """
    try:
        from fpdf import FPDF
    except ImportError:
        raise PictureError(missing) from None
    pdf = FPDF(format=paper, orientation="landscape" if landscape else "portrait")
    pdf.set_creation_date(_MADE)
    pdf.set_title(latin(title))
    pdf.set_lang(lang)
    pdf.set_auto_page_break(False)
    return pdf


def is_plain(text: str) -> bool:
    """Tell whether the paper's own fonts have all letters of a text.

    >>> is_plain("Niccolò D’Angiò"), is_plain("Čížek")
    (True, False)
    """
    return all(sign.isprintable() and ord(sign) < 256 for sign in text.translate(_PLAIN))


def latin(text: str) -> str:
    """Return a text in the letters that the paper's own fonts have; `?` for a sign that has no near one.

    >>> latin("Čížek – Иванов"), latin("Παπαδάκης"), latin("王")
    ('Cízek - Ivanov', 'Papadakis', '?')
    """
    return "".join(map(_sign, text.translate(_PLAIN)))


def _sign(sign: str) -> str:
    if sign.isprintable() and ord(sign) < 256:
        return sign
    if sign.lower() in _LETTERS:
        plain = _LETTERS[sign.lower()].replace("_", "")
        return plain if sign.islower() else plain.capitalize()
    parts = unicodedata.normalize("NFKD", sign)
    if parts[0].lower() in _LETTERS:
        return _sign(parts[0])
    return "".join(c for c in parts if ord(c) < 128 and c.isprintable()) or "?"
