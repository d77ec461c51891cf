"""The settings that the sources leave open, chosen by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from damiera.rules.entry import Option
from damiera.rules.ruleset import Ruleset, ruleset, variant_slug

__all__ = ["Setting", "options_of", "with_options"]


@dataclass(frozen=True, slots=True)
class Setting:
    """An option of a game and the value it has there.

    >>> [setting.value for setting in options_of(ruleset("german"))]
    ['any', 'white']
    """

    option: Option
    value: str


def with_options(base: str, chosen: Mapping[str, str]) -> Ruleset:
    """Return a game with options chosen; values that are recommended change nothing.

    Args:
        base: a game of the catalogue, by slug or name.
        chosen: values by the name of their option; keys of `fields.FIELDS` are understood too.
    Raises:
        UnknownGame: for a base that is no game.
        UnknownOption: with every reason.

    >>> with_options("german", {"landing": "adjacent", "first": "white"}).slug
    'german~landing=adjacent'
    """
    return ruleset(variant_slug(ruleset(base).slug, dict(chosen)))


def options_of(game: Ruleset) -> tuple[Setting, ...]:
    """Return what may be chosen in a game, and what is.

    >>> [(s.option.name, s.value) for s in options_of(ruleset("german~first=black"))]
    [('landing', 'any'), ('first', 'black')]
    """
    return tuple(
        Setting(option, game.chosen.get(option.name, option.default)) for option in game.entry.options
    )
