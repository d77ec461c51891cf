"""Our own files for the browser, at an address that changes with their content: `/s/<hash>/…`."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import posixpath
import re
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Route

__all__ = ["BOARD_STYLE", "STATIC", "asset", "asset_routes", "imported", "modules"]

STATIC = Path(__file__).parent.parent / "static"
BOARD_STYLE = Path(str(files("damiera.paper") / "board.css"))  # pages and pictures have the same boards
FOR_EVER = "public, max-age=31536000, immutable"
NOT_SERVED = {".md"}

# A comment that has its lines for itself: types are a quarter of what is sent, and no browser reads them.
_COMMENT = re.compile(rb"^[ \t]*(?:/\*(?:[^*]|\*(?!/))*\*/|//[^\n]*)[ \t]*(?=\n)", re.MULTILINE)
_REMARK = re.compile(
    rb"/\*(?:[^*]|\*(?!/))*\*/"
)  # of a style: nothing else there is written between such marks
_IMPORT = re.compile(r'^(?:import|export)\b[^"\n]*"(\.[^"\n]+)";', re.MULTILINE)

_LATER = re.compile(r'\bimport\("(\.[^"\n]+)"\)')

mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("image/svg+xml", ".svg")


@cache
def _files() -> dict[str, Path]:
    found = (p for p in sorted(STATIC.rglob("*")) if p.is_file() and p.suffix not in NOT_SERVED)
    return {p.relative_to(STATIC).as_posix(): p for p in found} | {"css/board.css": BOARD_STYLE}


@cache
def version_of_files() -> str:
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
    return f"/s/{version_of_files()}/{name}"


def modules(*names: str) -> tuple[str, ...]:
    """Return the addresses of some scripts and of all that they import, for a page that fetches them at once.

    Raises:
        KeyError: there is no such file.
    """
    return tuple(asset(name) for name in imported(*names))


@lru_cache(maxsize=256)
def imported(*names: str, later: bool = False) -> tuple[str, ...]:
    """Return the names of some scripts and of all that they import.

    Args:
        names: scripts, such as `js/game/play.js`.
        later: with those that are fetched only when they are needed.

    Raises:
        KeyError: there is no such file.
    """
    found: list[str] = []
    todo = list(names)
    while todo:
        name = todo.pop(0)
        if name in found:
            continue
        found.append(name)
        here = posixpath.dirname(name)
        text = _uncommented(_files()[name].read_bytes()).decode()
        others = _IMPORT.findall(text) + (_LATER.findall(text) if later else [])
        todo += [posixpath.normpath(posixpath.join(here, other)) for other in others]
    return tuple(found)


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
    fresh = request.path_params["version"] == version_of_files()
    headers = {"Cache-Control": FOR_EVER if fresh else "no-cache"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return FileResponse(path, headers=headers)
    packed = _packed(path, path.stat().st_mtime_ns)
    headers |= {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
    return Response(packed, headers=headers, media_type=mimetypes.guess_type(path.name)[0])


@lru_cache(maxsize=512)
def _packed(path: Path, _changed: int) -> bytes:
    """Pack a file once, not for every phone in the hall; one that has changed since is packed again."""
    content = path.read_bytes()
    bare = {".js": _uncommented, ".css": _unremarked}.get(path.suffix, bytes)
    return gzip.compress(bare(content), mtime=0)


def _unremarked(style: bytes) -> bytes:
    """Leave out the remarks in a style; every line keeps its number."""
    return _REMARK.sub(lambda found: b"\n" * found[0].count(b"\n"), style)


def _uncommented(script: bytes) -> bytes:
    """Leave out what stands in comments of their own lines; every line keeps its number."""
    return _COMMENT.sub(lambda found: b"\n" * found[0].count(b"\n"), script)


async def _icon(_request: Request) -> Response:
    return FileResponse(STATIC / "img" / "icon.svg", headers={"Cache-Control": "public, max-age=86400"})
