"""What a person likes to see and hear. Kept in a cookie on their own device, never in the database."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import parse_qsl, urlencode

import msgspec
from markupsafe import Markup
from msgspec.structs import fields, replace

from damiera.messages import Lang, languages, negotiated
from damiera.paper.svg import PIECE_SETS

__all__ = ["BOARDS", "COOKIE", "THEMES", "Preferences", "read_preferences"]

COOKIE = "damiera_prefs"
THEMES = ("system", "light", "dark", "contrast")
BOARDS = ("auto", "carrara", "notte", "ardesia", "cotto", "noce", "contrasto", "stampa")
_ALLOWED: Mapping[str, tuple[str, ...]] = {
    "theme": THEMES,
    "board": BOARDS,
    "pieces": PIECE_SETS,
    "numbers": ("on", "outside", "both", "off"),
    "hints": ("on", "off"),
    "halos": ("on", "off"),
    "last": ("path", "squares", "off"),
    "motion": ("normal", "fast", "slow", "off"),
    "blind": ("off", "on"),
    "zen": ("off", "on"),
    "sound": ("on", "off"),
    "sounds": ("wood", "stone", "bells"),
    "volume": ("full", "half", "low"),
    "voice": ("off", "on"),
    "rate": ("normal", "slow", "fast"),
    "explore": ("off", "on"),
    "verbosity": ("short", "full"),
    "order": ("square", "piece"),
    "chat": ("on", "off"),
    "lang": ("", *languages()),
}

_SHOWN = ("numbers", "sound", "voice", "rate", "explore", "verbosity", "order")
_SHOWN_IF_CHOSEN = ("pieces", "hints", "halos", "last", "motion", "blind", "zen", "sounds", "volume")


class Preferences(msgspec.Struct, frozen=True):
    """Each field has a value of `_ALLOWED`, by default the first. An empty `lang`: as the browser asks."""

    theme: str = "system"
    board: str = "auto"
    pieces: str = "turned"
    numbers: str = "on"
    hints: str = "on"
    halos: str = "on"
    last: str = "path"
    motion: str = "normal"
    blind: str = "off"
    zen: str = "off"
    sound: str = "on"
    sounds: str = "wood"
    volume: str = "full"
    voice: str = "off"
    rate: str = "normal"
    explore: str = "off"
    verbosity: str = "short"
    order: str = "square"
    chat: str = "on"
    lang: str = ""

    def with_choices(self, chosen: Mapping[str, str]) -> Preferences:
        """Return these preferences after some choices; what is not ours is ignored."""
        return replace(self, **{k: v for k, v in chosen.items() if v in _ALLOWED.get(k, ())})

    def language(self, accept: str) -> Lang:
        """Return the language to speak: the chosen one, else what the browser asks for."""
        return self.lang or negotiated(accept)

    def cookie(self) -> str:
        """Write the choices that differ from the defaults."""
        values = ((f.name, getattr(self, f.name), f.default) for f in fields(self))
        return urlencode({name: value for name, value, usual in values if value != usual})

    def attributes(self) -> Markup:
        """Return the attributes of `<html>` that style sheets and scripts read."""
        shown = {name: getattr(self, name) for name in _SHOWN}
        usual = Preferences()
        chosen = {name: getattr(self, name) for name in _SHOWN_IF_CHOSEN}
        shown |= {name: value for name, value in chosen.items() if value != getattr(usual, name)}
        if self.theme != "system":
            shown["theme"] = self.theme
        if self.board != "auto":
            shown["board"] = self.board
        return Markup("").join(Markup(' data-{}="{}"').format(k, v) for k, v in shown.items())

    def dark_media(self) -> str:
        """Return when the dark style sheet holds."""
        return self._media("dark", "(prefers-color-scheme: dark)")

    def contrast_media(self) -> str:
        """Return when the high-contrast style sheet holds."""
        return self._media("contrast", "(prefers-contrast: more)")

    def _media(self, theme: str, query: str) -> str:
        if self.theme == "system":
            return query
        return "all" if self.theme == theme else "not all"


def read_preferences(cookie: str) -> Preferences:
    """Read the cookie; anything odd in it is ignored.

    >>> read_preferences("theme=dark&board=wood").board
    'auto'
    """
    return Preferences().with_choices(dict(parse_qsl(cookie[:400])))
