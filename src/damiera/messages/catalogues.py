"""The catalogues: one gettext file for each language, and the choice of a language for a reader.

English is in the source and has no catalogue. `locale/<tag>/LC_MESSAGES/damiera.po` is all that a translator
writes: it is compiled when it is first read and kept in the user's cache under its contents' checksum, so
that a change is seen at the next start. An entry that would break a sentence is left out and logged.
"""

from __future__ import annotations

import gettext
import hashlib
import io
import logging
import os
import struct
from contextlib import suppress
from functools import cache, lru_cache
from pathlib import Path
from threading import Lock

from platformdirs import user_cache_dir

from damiera.disk import write_whole
from damiera.messages.errors import BadCatalogue
from damiera.messages.pseudo import PSEUDO, PseudoTranslations

__all__ = [
    "FOLDER",
    "SOURCE_LANGUAGE",
    "BadCatalogue",
    "Lang",
    "compiled_catalogue",
    "direction",
    "known_language",
    "languages",
    "native_name",
    "negotiated",
    "translations",
]

Lang = str
"""A language tag (BCP 47): `en`, `it`, `pt-BR`."""

SOURCE_LANGUAGE: Lang = "en"
"""The language of the sentences in the code."""
FOLDER = Path(__file__).parent.parent / "locale"
"""Where the catalogues lie, one folder for each language."""
_DOMAIN = "damiera"
_NUMBERS_TRIED = 1_000
"""How many numbers a rule of plurals is tried with; no language looks at more than the last three digits."""
_log = logging.getLogger(__name__)
_lock = Lock()
_loaded: dict[Lang, gettext.NullTranslations] = {SOURCE_LANGUAGE: gettext.NullTranslations()}


@cache
def languages() -> tuple[Lang, ...]:
    """Return the languages there are words in: English, then the catalogues by tag.

    With `DAMIERA_PSEUDO=1` in the environment there is a made one more, to test layouts (see `pseudo.py`).

    >>> "en" in languages() and "it" in languages()
    True
    """
    written = sorted(
        path.parent.parent.name.replace("_", "-") for path in FOLDER.glob(f"*/LC_MESSAGES/{_DOMAIN}.po")
    )
    made = (PSEUDO,) if os.environ.get("DAMIERA_PSEUDO") else ()
    return (SOURCE_LANGUAGE, *written, *made)


def known_language(tag: str) -> Lang | None:
    """Return the language that `tag` asks for, or None where there is no catalogue for it.

    >>> known_language("it-CH"), known_language("tlh")
    ('it', None)
    """
    return negotiated(tag) if tag and _first(tag) is not None else None


def negotiated(accept: str) -> Lang:
    """Choose the language that an `Accept-Language` asks for most; English when it names none of ours.

    >>> negotiated("de, it-IT;q=0.8, en;q=0.5")
    'it'
    """
    return _first(accept) or SOURCE_LANGUAGE


def native_name(lang: Lang) -> str:
    """Return the language's name in itself, with a capital letter.

    >>> native_name("it")
    'Italiano'
    """
    from babel import Locale, UnknownLocaleError

    try:
        name = Locale.parse(lang, sep="-").get_display_name(lang.replace("-", "_")) or lang
    except (UnknownLocaleError, ValueError):
        return lang
    return name[:1].upper() + name[1:]


def direction(lang: Lang) -> str:
    """Return `ltr` or `rtl`: which way the language is written.

    >>> direction("it")
    'ltr'
    """
    from babel import Locale, UnknownLocaleError

    try:
        return Locale.parse(lang, sep="-").text_direction
    except (UnknownLocaleError, ValueError):
        return "ltr"


def translations(lang: Lang) -> gettext.NullTranslations:
    """Return the translations of a language; the English source where there is none, or a damaged one.

    A tag that names no catalogue itself is read as a wish: with a country, or as a system writes its locale.

    >>> translations("it").gettext("Round {n}"), translations("it_IT").gettext("Round {n}")
    ('Turno {n}', 'Turno {n}')
    """
    found = _loaded.get(lang)
    return found if found is not None else _load(_meant(lang))


@lru_cache(maxsize=100)
def _meant(tag: str) -> Lang:
    return tag if tag in languages() else negotiated(tag)


def _load(lang: Lang) -> gettext.NullTranslations:
    with _lock:
        if lang not in _loaded:
            _loaded[lang] = _read_or_english(lang)
        return _loaded[lang]


def _read_or_english(lang: Lang) -> gettext.NullTranslations:
    """Return what is in the file; a page in English is better than none, and the log says what to mend."""
    if lang == PSEUDO:
        return PseudoTranslations()
    try:
        return _read(lang)
    except BadCatalogue as error:
        _log.error("%s English is shown in its place.", error)
        return _loaded[SOURCE_LANGUAGE]


class _Translations(gettext.GNUTranslations):
    """A catalogue in which a sentence said of one is found where its plural stands beside it.

    Early releases of Python 3.11, such as Debian's, do not look there.
    """

    def gettext(self, message: str) -> str:
        found = super().gettext(message)
        return found if found != message else self.ngettext(message, message, 1)

    def pgettext(self, context: str, message: str) -> str:
        found = super().pgettext(context, message)
        return found if found != message else self.npgettext(context, message, message, 1)


def _read(lang: Lang) -> gettext.NullTranslations:
    source = FOLDER / lang.replace("-", "_") / "LC_MESSAGES" / f"{_DOMAIN}.po"
    try:
        written = source.read_bytes()
    except OSError as error:
        raise BadCatalogue(source, str(error)) from error
    kept = _cache_folder() / f"{lang}-{hashlib.sha256(written).hexdigest()[:24]}.mo"
    try:
        return _checked(kept.read_bytes())
    except (OSError, ValueError):  # not there yet, or not written to its end
        compiled = compiled_catalogue(source, written)
    with suppress(OSError):  # a closed or full folder costs time at the next start, no more
        kept.parent.mkdir(parents=True, exist_ok=True)
        write_whole(kept, compiled)
    return _Translations(io.BytesIO(compiled))


def _checked(compiled: bytes) -> gettext.GNUTranslations:
    """Read a compiled catalogue.

    Raises:
        ValueError: it is damaged, or its rule of plurals fails for some number.
    """
    try:
        read = _Translations(io.BytesIO(compiled))
        for n in range(_NUMBERS_TRIED):
            read.ngettext("", "", n)
    except (OSError, struct.error, ArithmeticError, RecursionError, LookupError) as error:
        raise ValueError(str(error)) from error
    return read


def compiled_catalogue(source: Path, written: bytes) -> bytes:
    r"""Return a catalogue in gettext's binary form, without the entries that would break a sentence.

    Raises:
        BadCatalogue: with the file, the line and what is wrong, as far as it is known.

    >>> compiled = compiled_catalogue(Path("it.po"), b'msgid "Draw"\nmsgstr "Patta"\n')
    >>> gettext.GNUTranslations(io.BytesIO(compiled)).gettext("Draw")
    'Patta'
    """
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import PoFileError, read_po

    from damiera.messages.checks import faults

    try:
        parsed = read_po(io.BytesIO(written), abort_invalid=True)
    except (LookupError, PoFileError, ValueError) as error:
        raise BadCatalogue(source, str(error), getattr(error, "lineno", None)) from error
    for fault in faults(parsed):
        _log.warning("%s: %s: English is shown in its place", source, fault)
        parsed.delete(fault.id, fault.context)
    out = io.BytesIO()
    write_mo(out, parsed)
    try:
        _checked(out.getvalue())
    except ValueError as error:
        raise BadCatalogue(source, f"Plural-Forms: {error}", 1) from error
    return out.getvalue()


def _cache_folder() -> Path:
    return Path(user_cache_dir("damiera", appauthor=False)) / "catalogues"


def _first(accept: str) -> Lang | None:
    """Return the first of ours in an `Accept-Language`, by weight and then by order."""
    from babel import negotiate_locale

    wishes = sorted(filter(None, map(_wish, accept.split(","))), key=lambda wish: -wish[1])
    preferred = [tag.replace("-", "_") for tag, weight in wishes if weight > 0]
    ours = [tag.replace("-", "_") for tag in languages()]
    found = negotiate_locale(preferred, ours, sep="_")
    return None if found is None else _ours(found)


def _ours(found: str) -> Lang:
    """Return our spelling of a tag that differs in case only."""
    return next(tag for tag in languages() if tag.lower() == found.replace("_", "-").lower())


def _wish(part: str) -> tuple[str, float] | None:
    tag, _, rest = part.strip().lower().partition(";")
    try:
        return (tag.strip(), float(rest.strip().removeprefix("q=") or 1)) if tag.strip() else None
    except ValueError:
        return None
