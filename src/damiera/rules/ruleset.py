"""The catalogue: every game by its slug, with its names, its rulebooks and the compiled rules behind it.

It offers the games that the core plays, in the order of the sections (`groups.toml`): an entry without
compiled rules is not offered, and appears by itself when the core learns the game. A game may be changed by
its options and by house rules: `ruleset("german~landing=adjacent")`, see `variants.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cache, lru_cache
from typing import Literal

from damiera import _core
from damiera.errors import DamieraError
from damiera.messages import Text
from damiera.rules.entry import CatalogueSection, GameEntry, entry, groups
from damiera.rules.errors import UnknownGame
from damiera.rules.variants import HOUSE_NUMBER, Variant, chosen_of, offered, parts_of, variant

__all__ = [
    "CATALOGUE",
    "ENGLISH",
    "INTERNATIONAL",
    "ITALIAN",
    "Ruleset",
    "read_every_game",
    "ruleset",
    "ruleset_of",
    "ruleset_of_game_type",
    "ruleset_of_pdn_type",
    "sections",
    "variant_slug",
]


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
        entry: all that the catalogue says of it: board, history, doubts, options, examples.
        core: the compiled rules.
        base: the game of the catalogue it comes from; its own slug where nothing is changed.
        changed: what differs from the base, by key of `fields.FIELDS`.
        chosen: the options that have another value than the recommended one, with that value.
        parameters: what of the changes replaces numbers of the rulebook.

    >>> ITALIAN.capture_sign, ITALIAN.pdn_type, ITALIAN.core.squares
    ('x', 22, 32)
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
    entry: GameEntry = field(repr=False)
    core: _core.Rules = field(repr=False)
    base: str = ""
    changed: Mapping[str, str] = field(default_factory=dict)
    chosen: Mapping[str, str] = field(default_factory=dict)
    parameters: Mapping[str, str | int | bool] = field(default_factory=dict)

    @property
    def is_house(self) -> bool:
        """Whether more is changed than the options that the catalogue offers.

        >>> ruleset("german~landing=adjacent").is_house, ruleset("german~rows=2").is_house
        (False, True)
        """
        return bool(self.changed) and variant_slug(self.base, self.chosen) != self.slug

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

    def __repr__(self) -> str:
        return f"<Ruleset {self.slug}>"


def ruleset(name: str) -> Ruleset:
    """Return the game with this slug, or with this Italian or English name, in any case.

    After a `~` come changes, by options of the game or by any key of `fields.FIELDS`.

    Raises:
        UnknownGame: with the known slugs and the nearest guess.
        UnknownOption: for changes that cannot be, with every reason.

    >>> ruleset("Dama italiana").slug
    'italian'
    >>> ruleset("gothic~king=flying").slug
    'gothic~king-range=flying~landing=any'
    """
    return _changed(name) if "~" in name else _plainly_named(name)


@lru_cache(maxsize=1024)
def _changed(name: str) -> Ruleset:
    base, parts = parts_of(name)
    made = variant(_plainly_named(base).slug, tuple(sorted(parts.items())))
    return _ruleset(made) if made.slug == name else ruleset(made.slug)


def _ruleset(made: Variant) -> Ruleset:
    """A variant as a rule set; that of the catalogue where nothing is changed."""
    if not made.changed:
        return CATALOGUE[made.slug]
    return _load(made.entry, made)


def variant_slug(base: str, chosen: Mapping[str, str]) -> str:
    """Return the one name of a game with these options or keys.

    Raises:
        KeyError: if the catalogue has no game of the slug `base`.
        UnknownOption: if they cannot be, with every reason.

    >>> variant_slug("german", {"landing": "adjacent", "first": "white"})
    'german~landing=adjacent'
    """
    return variant(base, tuple(sorted(chosen.items()))).slug


def _plainly_named(name: str) -> Ruleset:
    if name in CATALOGUE:
        return CATALOGUE[name]
    wanted, names = _plain(name), _names()
    slug = names.get(wanted)
    if slug is not None:
        return CATALOGUE[slug]
    if name in _stars():
        return _stars()[name]
    near = get_close_matches(wanted, names, n=1)
    raise UnknownGame(name, tuple(CATALOGUE), names[near[0]] if near else None)


def ruleset_of(source: _core.Position | _core.Rules) -> Ruleset:
    """Return the game a position, or compiled rules, belong to.

    Raises:
        UnknownGame: if it is no game of the catalogue.

    >>> ruleset_of(ITALIAN.start()) == ITALIAN
    True
    """
    core = source if isinstance(source, _core.Rules) else source.rules
    return _of_core(core.slug)


@lru_cache(maxsize=1024)
def _of_core(slug: str) -> Ruleset:
    return CATALOGUE.get(slug) or _stars().get(slug) or ruleset(slug)


def ruleset_of_pdn_type(number: int) -> Ruleset | None:
    """Return the game with this number in PDN's GameType tag, or None; the first one where several share it.

    Source:
        PDN 3.0, tag GameType.

    >>> ruleset_of_pdn_type(22) == ITALIAN
    True
    """
    return next((game for game in CATALOGUE.values() if game.pdn_type == number), None)


# lidraughts numbers the games that PDN has no number for, and games "from position", which are international.
_NUMBERS_OF_LIDRAUGHTS: Mapping[str, str] = {
    "96": "breakthrough", "97": "frysk", "98": "antidraughts", "99": "international",
}  # fmt: skip


def ruleset_of_game_type(tag: str) -> Ruleset | None:
    """Return the game a whole GameType tag means, or None.

    PDN gives one number to several games; the rest of the tag (who begins, the board, how squares are named,
    whether the board is mirrored) then tells them apart, as far as it goes.

    Source:
        PDN 3.0, tag GameType; lidraughts for the numbers 96 to 99.

    >>> ruleset_of_game_type("22,W,8,8,N2,1") == ITALIAN
    True
    >>> ruleset_of_game_type("199,B,8,8,N2,0,german~first=black").slug, ruleset_of_game_type("98").slug
    ('german~first=black', 'antidraughts')
    """
    said = _fields(tag)
    if said[0] == str(HOUSE_NUMBER):
        return _named_in(tag)
    if said[0] in _NUMBERS_OF_LIDRAUGHTS:
        return CATALOGUE[_NUMBERS_OF_LIDRAUGHTS[said[0]]]
    same = _by_number().get(said[0], ())
    return max(same, key=lambda one: _agreement(one[1], said))[0] if same else None


@cache
def _by_number() -> Mapping[str, Sequence[tuple[Ruleset, list[str]]]]:
    """The games of the catalogue by the number of their GameType, each with the fields of the whole tag."""
    found: dict[str, list[tuple[Ruleset, list[str]]]] = {}
    for game in CATALOGUE.values():
        fields = _fields(game.pdn_game_type)
        found.setdefault(fields[0], []).append((game, fields))
    return found


def _named_in(tag: str) -> Ruleset | None:
    """The variant whose slug is the seventh field of a tag."""
    slug = tag.split(",", 6)[-1].strip()
    try:
        return ruleset(slug) if "~" in slug else None
    except DamieraError:
        return None


def sections() -> tuple[CatalogueSection, ...]:
    """Return the sections of the catalogue that are not empty, each with the games it offers.

    >>> sections()[0].games[0]
    'italian'
    """
    offered = (
        CatalogueSection(g.key, g.title, tuple(slug for slug in g.games if slug in CATALOGUE))
        for g in groups()
    )
    return tuple(group for group in offered if group.games)


def read_every_game() -> None:
    """Have every game read now, and what games are found by: threads that ask for one later find it there.

    Raises:
        UnknownGame: if a game is listed and is not there.

    >>> read_every_game()
    """
    _names(), _stars(), _by_number()


def _fields(tag: str) -> list[str]:
    return [part.strip().upper() for part in tag.split(",")]


def _agreement(ours: list[str], theirs: list[str]) -> tuple[bool, int]:
    """How well two tags agree: first of all on the mirrored board, which changes the moves."""
    return ours[-1] == theirs[-1], sum(a == b for a, b in zip(ours, theirs, strict=False))


def _plain(name: str) -> str:
    return " ".join(name.replace("-", " ").replace("_", " ").casefold().split())


def _load(said: GameEntry, made: Variant | None = None) -> Ruleset:
    base = made.base if made else said.slug
    said = replace(said, options=offered(said.options, base))
    return Ruleset(
        slug=said.slug,
        name=said.name,
        summary=said.summary,
        aliases=said.aliases,
        pdn_type=said.pdn_type,
        pdn_game_type=said.pdn_game_type,
        capture_sign=said.capture_sign,
        notation=said.notation,
        rulebooks=said.rulebooks,
        confidence=said.confidence,
        sources=said.sources,
        entry=said,
        core=made.core if made else _core.rules(base),
        base=base,
        changed=made.changed if made else {},
        chosen=chosen_of(said.options, base, made.changed) if made else {},
        parameters=made.parameters if made else {},
    )


@cache
def _stars() -> dict[str, Ruleset]:
    """The star boards that the core names in its own way, by their players: `chinese-checkers-3`."""
    found = {}
    for game in CATALOGUE.values():
        for option in game.entry.options:
            for value in option.values if option.name == "seats" else ():
                made = ruleset(f"{game.slug}~seats={value.value}")
                found[made.core.slug] = made
    return found


@cache
def _names() -> dict[str, str]:
    """The slugs of the catalogue by every name of their game."""
    return {
        _plain(name): game.slug
        for game in CATALOGUE.values()
        for name in (game.slug, game.name.text("it"), game.name.text("en"), *game.aliases)
    }


class _Catalogue(Mapping[str, Ruleset]):
    """The games that the core plays: the file of each is read when somebody first asks for it."""

    def __init__(self) -> None:
        compiled = frozenset(_core.slugs())
        self._slugs = tuple(slug for group in groups() for slug in group.games if slug in compiled)
        self._read: dict[str, Ruleset] = {}

    def __getitem__(self, slug: str) -> Ruleset:
        found = self._read.get(slug)
        if found is None:
            if slug not in self._slugs:
                raise KeyError(slug)
            found = self._read.setdefault(slug, _load(entry(slug)))  # one only, whichever thread is first
        return found

    def __contains__(self, slug: object) -> bool:
        return slug in self._slugs

    def __iter__(self) -> Iterator[str]:
        return iter(self._slugs)

    def __len__(self) -> int:
        return len(self._slugs)


CATALOGUE: Mapping[str, Ruleset] = _Catalogue()
"""Every game that the core plays by its slug, in the order of the sections, losing twins last."""
ITALIAN = CATALOGUE["italian"]
"""Dama italiana."""
ENGLISH = CATALOGUE["english"]
"""English draughts, or checkers."""
INTERNATIONAL = CATALOGUE["international"]
"""International draughts, on 100 squares."""
