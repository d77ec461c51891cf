"""How a rule of the core is broken: the game is played with another value of it, everywhere.

The core is compiled, so its code is not changed; but a rule set can be composed from another by name
(`italian~king-range=flying`), and that one then takes the game's place.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import ModuleType

from damiera import _core
from damiera.rules import ruleset as rulesets
from damiera.rules.fields import FIELDS
from damiera.rules.ruleset import CATALOGUE, Ruleset

_KEYS = {
    "board": "board",
    "dark_corner": "corner",
    "numbering": "squares",
    "rows_of_men": "rows",
    "first_mover": "first",
    "man_moves": "man-moves",
    "man_captures": "man-captures",
    "man_captures_king": "man-captures-king",
    "king_moves": "king-moves",
    "king_captures": "king-captures",
    "king_range": "king-range",
    "landing": "landing",
    "removal": "removal",
    "reversal": "reversal",
    "promotion": "promotion",
    "promotion_squares": "promotion-squares",
    "choice": "choice",
}

FAMILIES = {"stars": "families/star.hpp", "corners": "families/corners.hpp"}
"""The header of each family whose games are changed by the options of their pages."""
# And of the options of a game whose pieces are no men and kings: the first that the game has.
_OPTION_OF = {
    "players": ("seats",),
    "seats": ("seats",),
    "turns": ("seats",),
    "board": ("board",),
    "numbering": ("board",),
    "setup": ("camp", "seats"),
    "man_moves": ("steps",),
    "stays": ("leaving",),
    "jumps": ("steps",),
    "filled_point": ("goal",),
}

# Which trait carries out what an article governs, where the header does not cite the article.
_GOVERNED = {
    "board": ("board",),
    "playing_squares": ("board",),
    "orientation": ("dark_corner",),
    "numbering": ("numbering",),
    "notation": ("numbering",),
    "men": ("rows_of_men",),
    "setup": ("rows_of_men",),
    "bases": ("promotion_squares",),
    "promotion": ("promotion_squares",),
    "first_mover": ("first_mover",),
    "turns": ("first_mover",),
    "man_moves": ("man_moves",),
    "king_moves": ("king_moves", "king_range"),
    "king_both_ways": ("king_moves",),
    "capture": ("man_captures",),
    "who_takes_whom": ("man_captures", "king_captures"),
    "own_piece_captures": ("man_captures",),
    "single_and_multiple": ("man_captures",),
    "man_jump": ("man_captures",),
    "both_ways": ("man_captures",),
    "man_goes_on": ("man_captures",),
    "man_captures_forward": ("man_captures",),
    "man_takes_all": ("man_captures_king", "man_captures"),
    "king_jump": ("king_captures",),
    "king_goes_on": ("king_captures",),
    "king_takes_all": ("king_captures",),
    "king_captures_both_ways": ("king_captures",),
    "landing": ("landing", "man_captures"),
    "king_landing": ("landing",),
    "removal": ("removal",),
    "removal_at_once": ("removal",),
    "removal_at_the_end": ("removal",),
    "jump_once": ("removal",),
    "no_turning_back": ("reversal",),
    "promotion_passes": ("promotion",),
    "promotion_goes_on": ("promotion",),
    "promotion_ends_capture": ("promotion",),
    "new_king_waits": ("promotion",),
    "most_pieces": ("choice",),
    "free_choice": ("choice",),
    "most_value": ("choice",),
    "with_king": ("choice",),
    "most_kings": ("choice",),
    "kings_first": ("choice",),
    "precedence": ("choice",),
    "man_takes_men": ("man_captures_king",),
    "two_colours": ("man_moves",),
}


def governed(topic: str) -> tuple[str, ...]:
    """The traits that carry out what an article governs."""
    return _GOVERNED.get(topic, ())


def options_of(game: Ruleset, topic: str) -> tuple[str, ...]:
    """The options of a game of stars or corners that carry out what an article governs.

    A board that cannot be chosen is that of another game of the family.

    >>> options_of(CATALOGUE["ugolki"], "jumps"), options_of(CATALOGUE["halma"], "setup")
    (('steps',), ('seats',))
    """
    known = {one.name for one in game.entry.options} | {"board"}
    return tuple(name for name in _OPTION_OF.get(topic, ()) if name in known)[:1]


def others(slug: str, trait: str) -> Iterator[_core.Rules]:
    """The rule sets that differ from a game in one trait, named as in the header of its rules.

    >>> [rules.slug for rules in others("italian", "king_range")]
    ['italian~king-range=flying']
    """
    for value in _values(slug, trait):
        try:
            rules = _core.compose(f"{slug}~{_KEYS.get(trait, trait)}={value}")
        except ValueError:
            continue
        if rules.slug != slug:
            yield rules
    if trait == "board":
        yield from _on_other_boards(_core.rules(slug))


def _values(slug: str, trait: str) -> list[str]:
    """The values that a rule of a game may have: of its options, or of any game."""
    game = CATALOGUE.get(slug)
    if game is not None and game.core.family in FAMILIES:
        return [value.value for one in game.entry.options if one.name == trait for value in one.values]
    field = FIELDS[_KEYS[trait]]
    return [one.value for one in field.values] or [str(n) for n in range(field.least, field.most + 1)]


def _on_other_boards(rules: _core.Rules) -> Iterator[_core.Rules]:
    """One game of the family on each board of another size: many games have one board and no other.

    >>> from damiera import _core
    >>> [other.slug for other in _on_other_boards(_core.rules("bashni"))]
    ['lasca']
    """
    seen = {_size(rules)}
    for game in CATALOGUE.values():
        if game.core.family == rules.family and _size(game.core) not in seen:
            seen.add(_size(game.core))
            yield game.core


def _size(rules: _core.Rules) -> tuple[int, int, int]:
    return rules.files, rules.ranks, rules.squares


def play_by(game: Ruleset, rules: _core.Rules) -> None:
    """Let other rules take the place of a game's: in its rule set, and wherever a module holds them."""
    old, start = game.core, game.core.start()
    object.__setattr__(game, "core", rules)
    rulesets._stars()[rules.slug] = game
    rulesets._of_core.cache_clear()
    for module in list(sys.modules.values()):
        if isinstance(module, ModuleType) and module.__name__.startswith(("damiera", "tests")):
            for name, held in list(vars(module).items()):
                if held is old:
                    setattr(module, name, rules)
                elif isinstance(held, _core.Position) and held == start:
                    setattr(module, name, rules.start())


def game_of(header: str) -> Ruleset | None:
    """The game that a header of the core is of: `rules/italian.hpp`."""
    return CATALOGUE.get(header.removeprefix("rules/").removesuffix(".hpp").replace("_", "-"))


def is_trait(name: str) -> bool:
    """Whether a field of a header is one that another value can be given to."""
    return name in _KEYS
