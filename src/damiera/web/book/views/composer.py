"""The composer of house rules as its page shows it: the fields, what is wrong, what comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final
from urllib.parse import urlencode

import msgspec
from markupsafe import Markup

from damiera.messages import Lang
from damiera.paper.boards import game_picture, game_size
from damiera.rules.checks import RulesProblem
from damiera.rules.custom import ComposerField, CustomRules
from damiera.rules.fields import FIELDS, field_value
from damiera.rules.ruleset import CATALOGUE, sections
from damiera.rules.variants import is_trait_game
from damiera.service.custom_rules import ComposedRules
from damiera.web.book.views.game_rules import ChangedField, changed_fields
from damiera.web.book.views.values import LabelledValue
from damiera.web.common.pages import PageView

__all__ = ["composer_page", "file_address"]

_LOSING: Final = "-losing"


class BaseGames(msgspec.Struct, frozen=True):
    """The games of one section that house rules may come from."""

    title: str
    games: Sequence[LabelledValue]


class ComposerInput(msgspec.Struct, frozen=True):
    """One field of the composer.

    Attributes:
        kind: as in `RuleField`.
        value, words: its value, and what it means where it is a list of squares.
        usual: what it is in the base, in words.
        values: those to choose from.
        least, most: between what a number lies.
        wrong: whether something is wrong with it.
    """

    key: str
    kind: str
    label: str
    hint: str
    value: str
    words: str
    usual: str
    changed: bool
    values: Sequence[LabelledValue]
    least: int
    most: int
    wrong: bool

    @property
    def is_usual_value(self) -> bool:
        """Whether its value is among those to choose from."""
        return any(one.value == self.value for one in self.values)


class ComposerSection(msgspec.Struct, frozen=True):
    """Fields that stand together."""

    key: str
    title: str
    fields: Sequence[ComposerInput]


class ComposerProblem(msgspec.Struct, frozen=True):
    """One reason why rules cannot be played.

    Attributes:
        field: the key of the field; empty where no field of the page is meant.
        label: what the field is called.
        line: of the file; 0 where there is none.
        text, remedy: what is wrong, and what to do.
    """

    field: str
    label: str
    line: int
    text: str
    remedy: str


class PlayableRules(msgspec.Struct, frozen=True):
    """Rules that can be played: the board, and where to play, share and keep them."""

    slug: str
    picture: Markup
    size: str
    link: str
    file: str
    changed: Sequence[ChangedField]


class ComposerPage(PageView, frozen=True):
    """The composer, with the rules that an address or a file brings.

    Attributes:
        address: the shortest address of the composer with these rules in it.
        made: what comes of the rules; None while they cannot be played.
    """

    template: ClassVar[str] = "book/composer.html"

    base: str
    name: str
    bases: Sequence[BaseGames]
    groups: Sequence[ComposerSection]
    problems: Sequence[ComposerProblem]
    made: PlayableRules | None
    address: str


def file_address(rules: CustomRules) -> str:
    """Return the address of the composer with the rules of a file in it, which may have no name."""
    return f"/rules/new?{urlencode({'base': rules.base, 'name': rules.name, **rules.changes})}"


def composer_page(composed: ComposedRules, lang: Lang) -> ComposerPage:
    """Return the page of the composer."""
    made, problems = composed.composer, composed.problems
    wrong = {problem.field for problem in problems}
    return ComposerPage(
        base=made.rules.base,
        name=made.rules.name,
        bases=_bases(lang),
        groups=[
            ComposerSection(
                group.group.key,
                group.group.title.text(lang),
                [_input(one, one.field.key in wrong, lang) for one in group.fields],
            )
            for group in made.groups
        ],
        problems=[_problem(problem, lang) for problem in problems],
        made=None if problems else _playable(made.rules, lang),
        address=_address(made.rules),
    )


def _bases(lang: Lang) -> list[BaseGames]:
    """Return the games that house rules may come from, by the sections of the catalogue."""
    found = []
    for section in sections():
        slugs = [s for s in section.games if is_trait_game(s) and not s.endswith(_LOSING)]
        if slugs:
            games = [LabelledValue(slug, CATALOGUE[slug].name.text(lang)) for slug in slugs]
            found.append(BaseGames(section.title.text(lang), games))
    return found


def _input(one: ComposerField, wrong: bool, lang: Lang) -> ComposerInput:
    field = one.field
    return ComposerInput(
        key=field.key,
        kind=field.kind,
        label=field.label.text(lang),
        hint=field.hint.text(lang) if field.hint else "",
        value=one.value,
        words=field_value(field.key, one.value).text(lang) if field.kind == "squares" else "",
        usual=field_value(field.key, one.usual).text(lang),
        changed=one.is_changed,
        values=[LabelledValue(value.value, value.label.text(lang)) for value in one.values],
        least=field.least,
        most=field.most,
        wrong=wrong,
    )


def _problem(problem: RulesProblem, lang: Lang) -> ComposerProblem:
    known = FIELDS.get(problem.field)
    return ComposerProblem(
        field=problem.field if known else "",
        label=known.label.text(lang) if known else problem.field,
        line=problem.line,
        text=problem.text.text(lang),
        remedy=problem.remedy.text(lang),
    )


def _playable(rules: CustomRules, lang: Lang) -> PlayableRules:
    game = rules.ruleset()
    return PlayableRules(
        slug=game.slug,
        picture=game_picture(game.slug),
        size=game_size(game),
        link=f"/rules/{rules.link()}",
        file=f"/rules/{game.slug}.toml" + (f"?{urlencode({'name': rules.name})}" if rules.name else ""),
        changed=changed_fields(game, lang),
    )


def _address(rules: CustomRules) -> str:
    name = {"name": rules.name} if rules.name else {}
    return f"/rules/new?{urlencode({'base': rules.base, **name, **rules.changes})}"
