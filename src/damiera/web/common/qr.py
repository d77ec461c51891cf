"""Codes to be scanned: an address as an SVG of squares."""

from __future__ import annotations

import io
from functools import lru_cache

from markupsafe import Markup

__all__ = ["qr"]


@lru_cache(maxsize=64)
def qr(text: str) -> Markup:
    """Return the QR code of a text, to be sized by its box."""
    import segno  # a twentieth of a second to import, and not every page has a code

    out = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        out, kind="svg", border=1, xmldecl=False, svgns=True, omitsize=True, dark="#12201b"
    )
    svg = out.getvalue().decode()
    return Markup(svg.replace("<svg ", '<svg aria-hidden="true" ', 1))
