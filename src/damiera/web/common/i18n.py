"""The words of the scripts, from the same catalogue as the pages."""

from __future__ import annotations

import re
from functools import lru_cache

from damiera.messages import SOURCE_LANGUAGE, Lang, translations
from damiera.web.common.assets import STATIC, imported

__all__ = ["script_strings"]

SCRIPTS = STATIC / "js"

_STRING = r'"((?:[^"\\]|\\.)*)"'
_SCRIPT_CALL = re.compile(rf"\b(n?gettext)\(\s*{_STRING}(?:\s*,\s*{_STRING})?")
_PLURALS = 200
"""No language's choice of a plural form looks beyond the last two figures and the first hundred."""


@lru_cache(maxsize=512)
def script_strings(lang: Lang, *names: str) -> dict[str, str | list[str]]:
    """Return what scripts say, by the English they say it in; plurals as their forms.

    Args:
        lang: the reader's language.
        names: scripts, such as `js/game/play.js`, with all they import now or later; without any, all.

    `""` is the form of each number below 200, a figure a number; larger ones take that of their last two
    figures after a hundred. Empty in English.
    """
    if lang == SOURCE_LANGUAGE:
        return {}
    known = translations(lang)
    form_of = getattr(known, "plural", lambda n: int(n != 1))
    forms = [form_of(n) for n in range(_PLURALS)]
    found: dict[str, str | list[str]] = {"": "".join(map(str, forms))}
    numbers = [forms.index(form) for form in range(max(forms) + 1)]
    paths = [STATIC / name for name in imported(*names, later=True)] if names else SCRIPTS.rglob("*.js")
    for path in sorted(paths):
        for kind, one, many in _SCRIPT_CALL.findall(path.read_text(encoding="utf-8")):
            if kind == "ngettext":
                found[_plain(one)] = [known.ngettext(_plain(one), _plain(many), n) for n in numbers]
            else:
                found.setdefault(_plain(one), known.gettext(_plain(one)))
    return found


def _plain(literal: str) -> str:
    return literal.replace('\\"', '"').replace("\\\\", "\\")
