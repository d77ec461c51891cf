"""The words of pages and scripts. English is in the source; any other language is a catalogue."""

from __future__ import annotations

import gettext
import re
from functools import cache
from pathlib import Path

from damiera.lang import LANGS, Lang

__all__ = ["LOCALE", "best_language", "script_strings", "translations"]

LOCALE = Path(__file__).parent / "locale"
SCRIPTS = Path(__file__).parent / "static" / "js"
NATIVE: Lang = "en"

_STRING = r'"((?:[^"\\]|\\.)*)"'
_SCRIPT_CALL = re.compile(rf"\b(n?gettext)\(\s*{_STRING}(?:\s*,\s*{_STRING})?")


@cache
def translations(lang: Lang) -> gettext.NullTranslations:
    """Return the catalogue of a language; the source's own language needs none."""
    if lang == NATIVE:
        return gettext.NullTranslations()
    return gettext.translation("damiera", LOCALE, [lang])


@cache
def script_strings(lang: Lang) -> dict[str, str | list[str]]:
    """Return what the scripts say, by the English they say it in; plurals as a pair. Empty in English."""
    if lang == NATIVE:
        return {}
    catalogue = translations(lang)
    found: dict[str, str | list[str]] = {}
    for path in sorted(SCRIPTS.rglob("*.js")):
        for kind, one, many in _SCRIPT_CALL.findall(path.read_text(encoding="utf-8")):
            if kind == "ngettext":
                found[_plain(one)] = [catalogue.ngettext(_plain(one), _plain(many), n) for n in (1, 2)]
            else:
                found.setdefault(_plain(one), catalogue.gettext(_plain(one)))
    return found


def _plain(literal: str) -> str:
    return literal.replace('\\"', '"').replace("\\\\", "\\")


def best_language(accept: str) -> Lang:
    """Choose the language that an `Accept-Language` asks for most; English when it names none of ours.

    >>> best_language("de, it-IT;q=0.8, en;q=0.5")
    'it'
    """
    wanted = sorted(filter(None, map(_wish, accept.split(","))), key=lambda wish: -wish[1])
    for tag, weight in wanted:
        for lang in LANGS:
            if weight > 0 and tag.split("-")[0] == lang:
                return lang
    return NATIVE


def _wish(part: str) -> tuple[str, float] | None:
    tag, _, rest = part.strip().lower().partition(";")
    try:
        return (tag.strip(), float(rest.strip().removeprefix("q=") or 1)) if tag else None
    except ValueError:
        return None
