"""Turning a template and some facts into a page, in the reader's language and look."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from secrets import token_hex
from typing import ClassVar, Final, TypeVar
from urllib.parse import unquote

import jinja2
import jinja2.bccache
import msgspec
from markupsafe import Markup
from msgspec.structs import fields
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse

from damiera.messages import SOURCE_LANGUAGE, Lang, direction, languages, native_name, translations
from damiera.paper.svg import sprite
from damiera.service.commands import example_line
from damiera.web.common.assets import asset, modules
from damiera.web.common.i18n import script_strings
from damiera.web.common.icons import ICONS, icon
from damiera.web.common.parts import app_of
from damiera.web.common.preferences import COOKIE, Preferences, read_preferences

__all__ = [
    "NAME_COOKIE",
    "TEMPLATES",
    "PageView",
    "as_json",
    "compile_templates",
    "here_url",
    "language",
    "name_shown",
    "part",
    "preferences",
    "show",
]

NAME_COOKIE: Final = "damiera_name"
"""Who is signed in, for every page to show it; the session alone says who it is."""
_LONGEST_NAME: Final = 40
_SCRIPT: Final = re.compile(r'<script type="module" src="/s/\w+/(js/[\w/-]+\.js)"')
_TAKEN_IN: Final = re.compile(r"{%-? *(?:extends|include|import|from) [\"']([\w/.-]+)[\"']")
_STRINGS: Final = Markup(f"strings of the scripts {token_hex()}")  # nobody can write it in a page
"""Where the words of a page's scripts go: which scripts it has is known when it is made."""
FEATURES = Path(__file__).parent.parent
TEMPLATES = {folder.parent.name: folder for folder in sorted(FEATURES.glob("*/templates"))}
"""Each feature's folder of templates; `play/game.html` is `game.html` in that of `play`."""
T = TypeVar("T")


def preferences(request: HTTPConnection) -> Preferences:
    """Return what this person likes."""
    return read_preferences(request.cookies.get(COOKIE, ""))


def language(request: HTTPConnection) -> Lang:
    """Return the language to speak to this person."""
    return preferences(request).language(request.headers.get("accept-language", ""))


def _shown_name(connection: HTTPConnection) -> str:
    """Return who is signed in, as the browser has kept it to be shown; empty for nobody."""
    kept = unquote(connection.cookies.get(NAME_COOKIE, "")[:400], errors="replace")
    name: str = getattr(connection.state, NAME_COOKIE, kept)  # who has come in by this very request
    return name if name.isprintable() and len(name) <= _LONGEST_NAME else ""


def name_shown(connection: HTTPConnection, name: str) -> None:
    """Have the page that answers show who is signed in, unless that was said already: empty for nobody."""
    if not hasattr(connection.state, NAME_COOKIE):
        setattr(connection.state, NAME_COOKIE, name)


def here_url(request: HTTPConnection) -> str:
    """Return the path and query of this page, to come back to it."""
    query = request.url.query
    return request.url.path + (f"?{query}" if query else "")


class PageView(msgspec.Struct, frozen=True):
    """What one page, or one part of a page, shows.

    A view made from it names its template, and its fields are all that the template may name
    beside the frame of the page. `tests/unit/web/test_templates.py` reads both.

    Attributes:
        template: the feature, and the file in its folder of templates: `play/join.html`.
    """

    template: ClassVar[str]


def show(request: Request, view: PageView, *, status: int = 200) -> HTMLResponse:
    """Return the page of a view, in the reader's language and look."""
    lang = language(request)
    prefs = preferences(request)
    text = _rendered(
        lang,
        view,
        sprite=_sprite(prefs.pieces),
        direction=direction(lang),
        languages=language_names(),
        prefs=prefs,
        signed_in=_shown_name(request),
        offers_accounts=app_of(request).settings.public is not None,
        here_url=here_url(request) if request.method in ("GET", "HEAD") else "/",
        strings=_STRINGS,
    )
    text = text.replace(_STRINGS, as_json(script_strings(lang, *dict.fromkeys(_SCRIPT.findall(text)))), 1)
    headers = {
        "Content-Language": lang,
        "Vary": "Cookie, Accept-Language",
        "Cache-Control": "private, no-cache",
    }
    response = HTMLResponse(text, status, headers)
    if NAME_COOKIE in request.cookies and not _shown_name(request):
        response.delete_cookie(
            NAME_COOKIE, httponly=True, samesite="lax", secure=request.url.scheme == "https"
        )
    return response


def part(lang: Lang, view: PageView) -> str:
    """Return a part of a page, which looks the same to everybody who reads a language."""
    return _rendered(lang, view)


def _rendered(lang: Lang, view: PageView, **frame: object) -> str:
    names = {field.name: getattr(view, field.name) for field in fields(view)}
    return _environment(lang).get_template(view.template).render(lang=lang, **frame, **names)


@cache
def language_names() -> tuple[tuple[Lang, str], ...]:
    """Return the languages a reader can choose, each with its name in itself, by that name."""
    return tuple(
        sorted(((lang, native_name(lang)) for lang in languages()), key=lambda one: one[1].casefold())
    )


def as_json(value: object) -> Markup:
    """Return a value as JSON that may stand inside a `<script>` element."""
    text = msgspec.json.encode(value).decode()
    return Markup(text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029"))


@cache
def _sprite(look: str) -> Markup:
    return sprite(ICONS.items(), look)


class _CompiledOnce(jinja2.BytecodeCache):
    """What templates are compiled to: the same for every language, and slower to make than any page."""

    def __init__(self) -> None:
        self._code: dict[str, bytes] = {}

    def load_bytecode(self, bucket: jinja2.bccache.Bucket) -> None:
        if (code := self._code.get(bucket.key)) is not None:
            bucket.bytecode_from_string(code)

    def dump_bytecode(self, bucket: jinja2.bccache.Bucket) -> None:
        self._code[bucket.key] = bucket.bytecode_to_string()


_COMPILED: Final = _CompiledOnce()


@cache
def _environment(lang: Lang) -> jinja2.Environment:
    env = jinja2.Environment(
        loader=jinja2.PrefixLoader({name: jinja2.FileSystemLoader(path) for name, path in TEMPLATES.items()}),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
        extensions=["jinja2.ext.i18n"],
        bytecode_cache=_COMPILED,
    )
    env.policies["ext.i18n.trimmed"] = True
    env.install_gettext_translations(translations(lang), newstyle=True)  # type: ignore[attr-defined]
    env.globals.update(asset=asset, modules=modules, icon=icon, can=_libraries())
    env.filters["batch_plies"] = _pairs
    env.filters["example_move"] = example_line
    return env


def compile_templates(*names: str) -> None:
    """Compile templates and what they take in, for every language, before somebody waits for it."""
    env, seen, left = _environment(SOURCE_LANGUAGE), set[str](), list(names)
    while left:
        if (name := left.pop()) in seen:
            continue
        seen.add(name)
        env.get_template(name)
        assert env.loader is not None
        left += _TAKEN_IN.findall(env.loader.get_source(env, name)[0])


def _libraries() -> dict[str, bool]:
    """Return which papers this installation can make: the libraries for them are an extra."""
    return {
        "pdf": bool(find_spec("fpdf") and find_spec("pymupdf_fonts")),
        "png": find_spec("resvg_py") is not None,
    }


def _pairs(history: Sequence[T]) -> list[tuple[int, T, T | None]]:
    """Group half-moves by two, numbered from 1."""
    firsts, seconds = history[::2], [*history[1::2], None]
    return [(n, first, second) for n, (first, second) in enumerate(zip(firsts, seconds, strict=False), 1)]
