"""House rules: composed field by field, taken from a file, written into one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from damiera.errors import DamieraError
from damiera.messages import Verbatim
from damiera.rules.checks import RulesProblem
from damiera.rules.custom import (
    Composer,
    CustomRules,
    CustomRulesError,
    composer,
    decoded_house_rules,
    house_rules,
    read_house_rules,
)
from damiera.rules.fields import FIELDS
from damiera.rules.ruleset import ruleset
from damiera.rules.variants import is_trait_game
from damiera.service.errors import NotFound

__all__ = ["ComposedRules", "CustomRulesFile", "compose_rules", "custom_rules_file", "rules_from_file"]

LONGEST_NAME: Final = 60
USUAL_BASE: Final = "italian"


class ComposedRules(msgspec.Struct, frozen=True):
    """House rules as far as somebody has come with them.

    Attributes:
        rules: as they were given.
        composer: the fields with these rules in them, or as near to them as can be.
        problems: every reason why they cannot be played; none if they can.
        is_readable: False where nothing could be made of what was given.
    """

    rules: CustomRules
    composer: Composer
    problems: tuple[RulesProblem, ...]
    is_readable: bool = True


class CustomRulesFile(msgspec.Struct, frozen=True):
    """A file of house rules to keep: what it is called, and its text (TOML)."""

    name: str
    text: str


def compose_rules(base: str, was: str, name: str, changes: Mapping[str, str]) -> ComposedRules:
    """Return the composer with what was chosen so far.

    Args:
        base: the game that the rules come from.
        was: the game that they came from when the changes were chosen: the changes are taken over.
        name: what they are called; cut after 60 letters.
        changes: values by field; fields that there are not, and empty values, are left out.
    """
    changes = {key: value.strip() for key, value in changes.items() if key in FIELDS and value.strip()}
    try:
        if was != base:
            changes = dict(composer(was, changes).rules.changes)
        made = composer(base, changes, name[:LONGEST_NAME])
    except DamieraError as error:
        return _unreadable(error)
    return ComposedRules(made.rules, made, made.problems)


def rules_from_file(data: bytes) -> ComposedRules:
    """Return the rules of a file, with all that is wrong with it."""
    try:
        rules = read_house_rules(decoded_house_rules(data))
    except CustomRulesError as error:
        return _unreadable(error)
    return ComposedRules(rules, _nearest(rules), rules.problems())


def custom_rules_file(slug: str, name: str) -> CustomRulesFile:
    """Return the file of a variant.

    Raises:
        NotFound: if nobody can compose rules from this game.
        UnknownGame, UnknownOption: if there is no such game.
    """
    game = ruleset(slug)
    if not is_trait_game(game.base):
        raise NotFound(slug)
    rules = house_rules(game.base, game.changed, name[:LONGEST_NAME])
    return CustomRulesFile(f"{game.base}-house-rules.toml", rules.write_toml())


def _unreadable(error: DamieraError) -> ComposedRules:
    made = composer(USUAL_BASE)
    problem = RulesProblem("", error.message, Verbatim(""))
    return ComposedRules(made.rules, made, (problem,), is_readable=False)


def _nearest(rules: CustomRules) -> Composer:
    """Return the composer for rules that perhaps cannot be played, as near to them as it can come."""
    changes = {key: value for key, value in rules.changes.items() if key in FIELDS}
    try:
        return composer(rules.base, changes, rules.name[:LONGEST_NAME])
    except DamieraError:
        return composer(USUAL_BASE, {}, rules.name[:LONGEST_NAME])
