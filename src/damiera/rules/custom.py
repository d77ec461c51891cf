"""House rules: a game that somebody has made from another, in a small file or on the composer's page.

A file is TOML, or JSON with the same fields:

    name = "Zia Rosa"
    base = "italian"

    [rules]
    board = "10x10"
    rows = 4
    man-captures = "diagonals"

What is not said is as in the base. Fields are those of `fields.FIELDS`, and the options of the base. All that
is wrong with a file comes at once (`CustomRules.problems`); only a text that is no TOML at all is an error.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from urllib.parse import parse_qsl, quote

from damiera.errors import DamieraError
from damiera.messages import Message, Verbatim
from damiera.rules.checks import RulesProblem, problems_of
from damiera.rules.errors import UnknownGame, UnknownOption
from damiera.rules.fields import FIELDS, GROUPS, FieldGroup, FieldValue, RuleField, fitting_values
from damiera.rules.ruleset import Ruleset, ruleset, variant_slug
from damiera.rules.variants import changes_of, is_trait_game, parts_of, recipe_with_remarks

__all__ = [
    "Composer",
    "ComposerField",
    "ComposerGroup",
    "CustomRules",
    "CustomRulesError",
    "NotUtf8",
    "composer",
    "decoded_house_rules",
    "house_rules",
    "read_house_rules",
    "read_link",
]

_TOP = ("name", "base", "rules")
_LONGEST_NAME = 60
_TOO_DEEP = "nested too deeply"


class CustomRulesError(DamieraError):
    """A text that cannot be read at all. Carries `line`, `column` and `reason`."""

    said = Message(
        "Line {line}, column {column}: the text is neither TOML nor JSON ({reason}). "
        'Write one field a line, such as rows = 3 or first = "black".'
    )

    def __init__(self, line: int, column: int, reason: str) -> None:
        self.line = line
        self.column = column
        self.reason = reason
        self.message = self.said.format(line=line, column=column, reason=reason)
        super().__init__(self.text("en"))


class NotUtf8(CustomRulesError):
    """The bytes of a file are not text in UTF-8, from `line` and `column` on."""

    said = Message(
        "Line {line}, column {column}: the file is not written in UTF-8 ({reason}). Save it as text in UTF-8."
    )


@dataclass(frozen=True, slots=True)
class CustomRules:
    """Rules that somebody has made.

    Attributes:
        name: what they are called; may be empty.
        base: the game they come from.
        changes: what differs, as it was given: by fields, or by options of the base.
        found: what was wrong with the text itself.
        lines: on which line of the text each field stands.

    >>> house_rules("english", {"king-range": "flying"}).ruleset().changed["king-range"]
    'flying'
    """

    name: str
    base: str
    changes: Mapping[str, str]
    found: tuple[RulesProblem, ...] = ()
    lines: Mapping[str, int] = field(default_factory=dict)

    def problems(self) -> tuple[RulesProblem, ...]:
        """Return every reason why these rules cannot be played; none if they can."""
        said = (*self.found, *self._base_problems())
        if not any(problem.field == "base" for problem in said):
            said = (*said, *self._rule_problems())
        return tuple(replace(p, line=p.line or self.lines.get(p.field, 0)) for p in said)

    def ruleset(self) -> Ruleset:
        """Return the game to be played, under its name.

        Raises:
            UnknownOption: with all problems, if there are any.
        """
        problems = self.problems()
        if problems:
            raise UnknownOption(self.name or self.base, problems)
        game = ruleset(self.slug)
        return replace(game, name=Verbatim(self.name)) if self.name else game

    @property
    def slug(self) -> str:
        """The name that says these rules wholly.

        Raises:
            UnknownGame: if the base is no game.
            UnknownOption: if the changes cannot be, with every reason.

        >>> house_rules("german", {"rows": "2"}).slug
        'german~rows=2'
        """
        return variant_slug(ruleset(self.base).slug, dict(self.changes))

    def link(self) -> str:
        """Return the slug with the name, as a link carries them: `german~rows=2?name=Zia%20Rosa`.

        Raises:
            UnknownGame, UnknownOption: as `slug`.

        >>> house_rules("german", {"rows": "2"}, "Zia Rosa").link()
        'german~rows=2?name=Zia%20Rosa'
        """
        return f"{self.slug}?name={quote(self.name)}" if self.name else self.slug

    def write_toml(self) -> str:
        """Return the file that says these rules.

        Raises:
            UnknownGame, UnknownOption: as `slug`.

        >>> print(house_rules("german", {"rows": "2"}, "Zia Rosa").write_toml(), end="")
        name = "Zia Rosa"
        base = "german"
        <BLANKLINE>
        [rules]
        rows = 2
        """
        head = [f"name = {json.dumps(self.name, ensure_ascii=False)}"] if self.name else []
        rules = [f"{key} = {_toml_value(value)}" for key, value in self._changed().items()]
        return "\n".join([*head, f'base = "{ruleset(self.base).base}"', "", "[rules]", *rules]) + "\n"

    def write_json(self) -> str:
        """Return the file that says these rules, as JSON.

        Raises:
            UnknownGame, UnknownOption: as `slug`.

        >>> print(house_rules("german", {"rows": "2"}).write_json(), end="")
        {
          "name": "",
          "base": "german",
          "rules": {
            "rows": "2"
          }
        }
        """
        said = {"name": self.name, "base": ruleset(self.base).base, "rules": self._changed()}
        return json.dumps(said, ensure_ascii=False, indent=2) + "\n"

    def _changed(self) -> dict[str, str]:
        return parts_of(self.slug)[1]

    def _base_problems(self) -> Iterable[RulesProblem]:
        try:
            base = ruleset(self.base)
        except DamieraError as error:
            return [_unknown_base(self.base, error)]
        return [] if is_trait_game(base.base) else [_no_trait_game(base)]

    def _rule_problems(self) -> Iterable[RulesProblem]:
        base = ruleset(self.base)
        try:
            changes = changes_of(base.base, self.changes)
        except UnknownOption as error:
            known = {key: value for key, value in self.changes.items() if key in FIELDS}
            return (*error.problems, *problems_of(base.base, {**base.changed, **known}))
        return problems_of(base.base, {**base.changed, **changes})


def house_rules(base: str, changes: Mapping[str, str], name: str = "") -> CustomRules:
    """Return the rules that change `base` so; ask `problems` whether they can be played.

    >>> [problem.field for problem in house_rules("italian", {"rows": "9"}).problems()]
    ['rows']
    >>> house_rules("italian", {"rows": "2"}).problems()
    ()
    """
    found = (_long_name(name),) if len(name) > _LONGEST_NAME else ()
    return CustomRules(name.strip(), base, dict(changes), found)


def read_link(link: str) -> CustomRules:
    """Return the rules that a link carries, see `CustomRules.link`.

    Raises:
        UnknownOption: if a part of it is not `key=value`.

    >>> read_link("german~rows=2?name=Zia%20Rosa").name
    'Zia Rosa'
    """
    slug, _, query = link.partition("?")
    base, changes = parts_of(slug)
    return house_rules(base, changes, dict(parse_qsl(query)).get("name", ""))


# --- reading --------------------------------------------------------------------------------------------


def decoded_house_rules(data: bytes) -> str:
    """Return the text of a file of house rules.

    Raises:
        NotUtf8: with the place of the first bad byte.

    >>> decoded_house_rules(b'base = "italian"')
    'base = "italian"'
    """
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8", errors="replace")
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        raise NotUtf8(line, column, f"0x{data[error.start]:02x}") from None


def read_house_rules(text: str) -> CustomRules:
    """Return the rules that a file says, with all that is wrong with it.

    Raises:
        CustomRulesError: for a text that is neither TOML nor JSON, with its place.

    >>> [p.said("en") for p in read_house_rules('base = "italian"\\nrows = 3').problems()]
    ['line 2, rows: This field stands outside [rules]. Write it under a line that says [rules].']
    """
    text = text.removeprefix("\ufeff")
    data = _decoded(text)
    lines = _lines(text)
    found = [_misplaced(key, lines) for key in data if key not in _TOP]
    name, base = data.get("name", ""), data.get("base", "")
    if not isinstance(name, str):
        found.append(_no_text("name"))
    elif len(name) > _LONGEST_NAME:
        found.append(_long_name(name))
    rules = data.get("rules", {})
    if not isinstance(rules, dict):
        found.append(_no_table())
        rules = {}
    changes: dict[str, str] = {}
    for key, value in rules.items():
        said = _said(value)
        if said is None:
            found.append(_no_value(str(key)))
        else:
            changes[str(key).replace("_", "-")] = said
    return CustomRules(
        name.strip() if isinstance(name, str) else "",
        base if isinstance(base, str) else "",
        changes,
        tuple(found),
        lines,
    )


def _decoded(text: str) -> dict[str, object]:
    if text.lstrip().startswith("{"):
        return _decoded_json(text)
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise CustomRulesError(1, 1, _TOO_DEEP) from None
    except ValueError as error:  # also for a number of thousands of digits
        place = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
        line, column = (int(place[1]), int(place[2])) if place else _end_of(text)
        raise CustomRulesError(line, column, str(error).partition(" (at ")[0]) from None


def _decoded_json(text: str) -> dict[str, object]:
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise CustomRulesError(error.lineno, error.colno, error.msg) from None
    except RecursionError:
        raise CustomRulesError(1, 1, _TOO_DEEP) from None
    except ValueError as error:
        raise CustomRulesError(*_end_of(text), str(error)) from None
    return dict(data)


def _end_of(text: str) -> tuple[int, int]:
    lines = text.splitlines() or [""]
    return len(lines), len(lines[-1]) + 1


def _lines(text: str) -> dict[str, int]:
    """On which line each field is written."""
    found: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        for key in re.findall(r'(?:^|[{,])\s*"?([A-Za-z][\w-]*)"?\s*[=:]', line):
            found.setdefault(key.replace("_", "-"), number)
    return found


def _said(value: object) -> str | None:
    """A value as names write it: a number, a word, yes or no, squares; None if it is none of these."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, list) and value and all(isinstance(one, str) for one in value):
        return ".".join(value)
    return value.strip() if isinstance(value, str) and value.strip() else None


def _toml_value(value: str) -> str:
    return value if value.isascii() and value.isdigit() else json.dumps(value, ensure_ascii=False)


# --- what is wrong with a text --------------------------------------------------------------------------


def _misplaced(key: str, lines: Mapping[str, int]) -> RulesProblem:
    plain = key.replace("_", "-")
    line = lines.get(plain, 0)
    if plain in FIELDS:
        said = Message("This field stands outside [rules].")
        remedy = Message("Write it under a line that says [rules].")
        return RulesProblem(plain, said, remedy, line)
    near = get_close_matches(plain, _TOP, n=1)
    said = Message("There is no field of this name.")
    guess = near[0] if near else ", ".join(_TOP)
    return RulesProblem(key, said, Message("Write {guess}.", guess=guess), line)


def _long_name(name: str) -> RulesProblem:
    return RulesProblem(
        "name",
        Message("The name has {n} letters.", n=len(name)),
        Message("Write {longest_name} at most.", longest_name=_LONGEST_NAME),
    )


def _no_text(key: str) -> RulesProblem:
    return RulesProblem(
        key,
        Message("It is no text."),
        Message('Write it in quotation marks: {key} = "…".', key=key),
    )


def _no_table() -> RulesProblem:
    return RulesProblem(
        "rules",
        Message("It is no table of fields."),
        Message("Write [rules] on a line, and the fields below it."),
    )


def _no_value(key: str) -> RulesProblem:
    return RulesProblem(
        key,
        Message("The value is neither a word nor a number."),
        Message('Write for example "flying", 3 or true.'),
    )


def _missing_base() -> RulesProblem:
    return RulesProblem(
        "base",
        Message("The game they come from is missing."),
        Message('Write for example base = "italian".'),
    )


def _unknown_base(base: str, error: DamieraError) -> RulesProblem:
    if not base:
        return _missing_base()
    guess = error.guess if isinstance(error, UnknownGame) else None
    near = guess or "italian"
    return RulesProblem(
        "base",
        Message("There is no game '{base}'.", base=base),
        Message("Perhaps '{near}'?", near=near)
        if guess
        else Message('Write for example base = "{near}".', near=near),
    )


def _no_trait_game(base: Ruleset) -> RulesProblem:
    return RulesProblem(
        "base",
        Message("The rules of {name} cannot be changed.", name=base.name),
        Message("Start from a game of men and kings, such as italian."),
    )


# --- the composer ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ComposerField:
    """A field as a page shows it.

    Attributes:
        field: the field, with its label and kind.
        usual: its value in the base.
        value: its value now.
        values: those that fit the board as it is now; all of them where it does not matter.

    >>> [first, *_] = composer("english", {"board": "10x10"}).groups[0].fields
    >>> first.field.key, first.usual, first.value, first.is_changed
    ('board', '8x8', '10x10', True)
    """

    field: RuleField
    usual: str
    value: str
    values: tuple[FieldValue, ...]

    @property
    def is_changed(self) -> bool:
        """Whether it differs from the base."""
        return self.value != self.usual


@dataclass(frozen=True, slots=True)
class ComposerGroup:
    """Fields that stand together.

    >>> [one.group.key for one in composer("english").groups]
    ['board', 'men', 'kings', 'captures', 'crowning', 'choice', 'end']
    """

    group: FieldGroup
    fields: tuple[ComposerField, ...]


@dataclass(frozen=True, slots=True)
class Composer:
    """All that a page needs to compose house rules.

    Attributes:
        rules: the rules as they are now.
        groups: every field, by groups.
        problems: why they cannot be played; empty if they can.

    >>> [problem.field for problem in composer("english", {"rows": "5"}).problems]
    ['rows']
    """

    rules: CustomRules
    groups: tuple[ComposerGroup, ...]
    problems: tuple[RulesProblem, ...]


def composer(base: str, changes: Mapping[str, str] | None = None, name: str = "") -> Composer:
    """Return the fields of house rules on `base`, with what is chosen so far and all that is wrong with it.

    Changes equal to the base's own values are none; unknown ones stay among the problems.

    Raises:
        UnknownGame: for a base that is no game.
        UnknownOption: for a base whose rules cannot be changed.

    >>> made = composer("english", {"king-range": "flying", "first": "black"})
    >>> [f.field.key for g in made.groups for f in g.fields if f.is_changed], made.problems
    (['king-range'], ())
    """
    game = ruleset(base)
    if not is_trait_game(game.base):
        raise UnknownOption(game.slug, [_no_trait_game(game)])
    usual = recipe_with_remarks(game.base)
    given = {**game.changed, **(changes or {})}
    kept = {key: value for key, value in given.items() if usual.get(key) != value}
    rules = house_rules(game.base, kept, name)
    now = {**usual, **kept}
    fields = {
        key: ComposerField(one, usual[key], now[key], fitting_values(one, now["shape"]))
        for key, one in FIELDS.items()
    }
    groups = tuple(
        ComposerGroup(group, tuple(fields[key] for key, one in FIELDS.items() if one.group == group.key))
        for group in GROUPS
    )
    return Composer(rules, groups, rules.problems())
