"""The catalogue: every game by its slug, with its names, its rulebooks and the compiled rules behind it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from types import MappingProxyType
from typing import Literal

import msgspec

from damiera import _core
from damiera.lang import Text
from damiera.rules.errors import UnknownGame

__all__ = [
    "CATALOGUE",
    "ENGLISH",
    "INTERNATIONAL",
    "ITALIAN",
    "Ruleset",
    "ruleset",
    "ruleset_of",
    "ruleset_of_pdn_type",
]

_FOLDER = Path(__file__).parent / "catalogue"
_ORDER = ("italian", "english", "international")


@dataclass(frozen=True, slots=True, eq=False)
class Ruleset:
    """A game of the catalogue. Two rule sets are equal when their slugs are.

    Attributes:
        slug: the name used in files, addresses and commands.
        name: the name of the game.
        summary: what differs from the other games, in one line.
        aliases: other names a reader may type.
        pdn_type: the number of the game in PDN's GameType tag.
        pdn_game_type: the whole GameType tag.
        capture_sign: what stands between the squares of a capture.
        notation: how squares are written: by number, or by letter and number.
        rulebooks: ids of the rulebooks that govern it, the default first.
        confidence: how sure the rules are.
        sources: where the rules come from.
        core: the compiled rules.
    """

    slug: str
    name: Text
    summary: Text
    aliases: tuple[str, ...]
    pdn_type: int
    pdn_game_type: str
    capture_sign: Literal["x", ":"]
    notation: Literal["numeric", "algebraic"]
    rulebooks: tuple[str, ...]
    confidence: Literal["official", "published", "reconstructed"]
    sources: tuple[str, ...]
    core: _core.Rules = field(repr=False)

    def start(self) -> _core.Position:
        """Return the position in which a game begins."""
        return self.core.start()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ruleset) and self.slug == other.slug

    def __hash__(self) -> int:
        return hash(self.slug)

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return ruleset, (self.slug,)

    def __str__(self) -> str:
        return self.slug


def ruleset(name: str) -> Ruleset:
    """Return the game with this slug, or with this Italian or English name, in any case.

    Raises:
        UnknownGame: with the known slugs and the nearest guess.

    >>> ruleset("Dama italiana").slug
    'italian'
    """
    wanted = _plain(name)
    slug = _NAMES.get(wanted)
    if slug is not None:
        return CATALOGUE[slug]
    near = get_close_matches(wanted, _NAMES, n=1)
    raise UnknownGame(name, tuple(CATALOGUE), _NAMES[near[0]] if near else None)


def ruleset_of(source: _core.Position | _core.Rules) -> Ruleset:
    """Return the game a position, or compiled rules, belong to. Raises `UnknownGame`."""
    core = source if isinstance(source, _core.Rules) else source.rules
    return ruleset(core.slug)


def ruleset_of_pdn_type(number: int) -> Ruleset | None:
    """Return the game with this number in PDN's GameType tag, or None.

    >>> ruleset_of_pdn_type(22) == ITALIAN
    True
    """
    return next((game for game in CATALOGUE.values() if game.pdn_type == number), None)


def _plain(name: str) -> str:
    return " ".join(name.replace("-", " ").replace("_", " ").casefold().split())


def _load(slug: str) -> Ruleset:
    data = msgspec.toml.decode((_FOLDER / f"{slug}.toml").read_bytes())
    entry = msgspec.convert(data, _Entry)
    return Ruleset(slug=slug, core=_core.rules(slug), **msgspec.structs.asdict(entry))


class _Entry(msgspec.Struct, forbid_unknown_fields=True):
    name: Text
    summary: Text
    aliases: tuple[str, ...]
    pdn_type: int
    pdn_game_type: str
    capture_sign: Literal["x", ":"]
    notation: Literal["numeric", "algebraic"]
    rulebooks: tuple[str, ...]
    confidence: Literal["official", "published", "reconstructed"]
    sources: tuple[str, ...]


CATALOGUE: Mapping[str, Ruleset] = MappingProxyType({slug: _load(slug) for slug in _ORDER})
ITALIAN = CATALOGUE["italian"]
ENGLISH = CATALOGUE["english"]
INTERNATIONAL = CATALOGUE["international"]

_NAMES: dict[str, str] = {
    _plain(name): game.slug
    for game in CATALOGUE.values()
    for name in (game.slug, game.name.it, game.name.en, *game.aliases)
}
