"""Studies that a browser keeps, to be opened while the server is out of reach: its worker, and for whom."""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from damiera.service.identity import Visitor
from damiera.web.common.assets import STATIC, asset, imported

__all__ = ["READER", "reader_mark", "worker"]

READER: Final = "Damiera-Reader"
"""The header that says for whom a chapter's page was made: a browser keeps those of one person at a time."""
_SCRIPTS: Final = ("js/page.js", "js/bell.js", "js/study/start.js", "js/study/files.js")
_STYLES: Final = ("tokens", "dark", "contrast", "board", "app", "pages", "places", "analysis", "study")


def reader_mark(visitor: Visitor | None) -> str:
    """Return what tells one reader from another and says nothing of either; empty for strangers."""
    return "" if visitor is None else hashlib.sha256(b"reader" + visitor.id.encode()).hexdigest()[:16]


async def worker(_request: Request) -> Response:
    """Return the script that keeps studies; it stands beside them, for it is for their pages alone."""
    return Response(_worker(), media_type="text/javascript", headers={"Cache-Control": "no-cache"})


@cache
def _worker() -> bytes:
    names = [f"css/{name}.css" for name in _STYLES] + ["img/icon.svg", *imported(*_SCRIPTS, later=True)]
    files = [asset(name) for name in names]
    deploy = msgspec.json.encode({"files": files, "version": files[0].split("/")[2]})
    return b"self.DEPLOY = " + deploy + b";\n" + (STATIC / "js" / "study" / "worker.js").read_bytes()
