"""Our own files for the browser, at an address that changes with their content: `/s/<hash>/…`."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Route

__all__ = ["BOARD_STYLE", "STATIC", "asset", "asset_routes"]

STATIC = Path(__file__).parent.parent / "static"
BOARD_STYLE = Path(str(files("damiera.paper") / "board.css"))  # pages and pictures have the same boards
FOR_EVER = "public, max-age=31536000, immutable"
NOT_SERVED = {".md"}

mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("image/svg+xml", ".svg")


@cache
def _files() -> dict[str, Path]:
    found = (p for p in sorted(STATIC.rglob("*")) if p.is_file() and p.suffix not in NOT_SERVED)
    return {p.relative_to(STATIC).as_posix(): p for p in found} | {"css/board.css": BOARD_STYLE}


@cache
def _version() -> str:
    """Hash all files together: modules import one another by relative paths, so they move as one."""
    digest = hashlib.sha256()
    for name, path in _files().items():
        digest.update(name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:12]


def asset(name: str) -> str:
    """Return the address of one of our files, such as `css/app.css`.

    Raises:
        KeyError: there is no such file.
    """
    if name not in _files():
        raise KeyError(name)
    return f"/s/{_version()}/{name}"


def asset_routes() -> list[BaseRoute]:
    """Serve the files; an old address still gives today's file, but is not to be kept."""
    return [
        Route("/s/{version}/{name:path}", _serve),
        Route("/favicon.ico", _icon),
    ]


async def _serve(request: Request) -> Response:
    path = _files().get(request.path_params["name"])
    if path is None:
        raise HTTPException(404)
    fresh = request.path_params["version"] == _version()
    headers = {"Cache-Control": FOR_EVER if fresh else "no-cache"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return FileResponse(path, headers=headers)
    packed = _packed(path, path.stat().st_mtime_ns)
    headers |= {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
    return Response(packed, headers=headers, media_type=mimetypes.guess_type(path.name)[0])


@lru_cache(maxsize=512)
def _packed(path: Path, _changed: int) -> bytes:
    """Pack a file once, not for every phone in the hall; one that has changed since is packed again."""
    return gzip.compress(path.read_bytes(), mtime=0)


async def _icon(_request: Request) -> Response:
    return FileResponse(STATIC / "img" / "icon.svg", headers={"Cache-Control": "public, max-age=86400"})
