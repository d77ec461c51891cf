"""Turning a template and some facts into a page, in the reader's language and look."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

import jinja2
import msgspec
from markupsafe import Markup
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse

from damiera.messages import Lang, direction, languages, native_name, translations
from damiera.notation.moves import example_move
from damiera.paper.svg import sprite
from damiera.rules.ruleset import ruleset
from damiera.web.assets import asset
from damiera.web.i18n import script_strings
from damiera.web.icons import ICONS, icon
from damiera.web.preferences import COOKIE, Preferences, read_preferences

__all__ = ["TEMPLATES", "as_json", "fragment", "here_url", "language", "page", "preferences"]

TEMPLATES = Path(__file__).parent / "templates"
T = TypeVar("T")


def preferences(request: HTTPConnection) -> Preferences:
    """Return what this person likes."""
    return read_preferences(request.cookies.get(COOKIE, ""))


def language(request: HTTPConnection) -> Lang:
    """Return the language to speak to this person."""
    return preferences(request).language(request.headers.get("accept-language", ""))


def here_url(request: HTTPConnection) -> str:
    """Return the path and query of this page, to come back to it."""
    query = request.url.query
    return request.url.path + (f"?{query}" if query else "")


def page(request: Request, template: str, *, status: int = 200, **facts: Any) -> HTMLResponse:
    """Return a page. `facts` are what its template names; the rest of the frame is filled here."""
    lang = language(request)
    text = (
        _environment(lang)
        .get_template(template)
        .render(
            lang=lang,
            direction=direction(lang),
            languages=language_names(),
            prefs=preferences(request),
            here_url=here_url(request) if request.method in ("GET", "HEAD") else "/",
            strings=as_json(script_strings(lang)),
            **facts,
        )
    )
    headers = {
        "Content-Language": lang,
        "Vary": "Cookie, Accept-Language",
        "Cache-Control": "private, no-cache",
    }
    return HTMLResponse(text, status, headers)


def fragment(lang: Lang, template: str, **facts: Any) -> str:
    """Return a part of a page, which looks the same to everybody who reads a language."""
    return _environment(lang).get_template(template).render(lang=lang, **facts)


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
def _environment(lang: Lang) -> jinja2.Environment:
    env = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
        extensions=["jinja2.ext.i18n"],
    )
    env.policies["ext.i18n.trimmed"] = True
    env.install_gettext_translations(translations(lang), newstyle=True)  # type: ignore[attr-defined]
    env.globals.update(asset=asset, icon=icon, sprite=sprite(ICONS.items()), can=_libraries())
    env.filters["batch_plies"] = _pairs
    env.filters["example_move"] = lambda slug: example_move(ruleset(slug))
    return env


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
