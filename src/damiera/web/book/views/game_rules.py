"""The rules of one game as its page shows them: how it is played, examples on the board, sources."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final
from urllib.parse import quote

import msgspec
from markupsafe import Markup

from damiera._core import Move, Position, Side
from damiera.game.sides import is_for_two
from damiera.messages import Lang, Text
from damiera.notation.fen import parse_fen
from damiera.notation.moves import parse_move
from damiera.notation.numbering import parse_square
from damiera.paper.boards import crop_round, game_picture, game_size, pieces_on
from damiera.paper.geometry import geometry
from damiera.paper.svg import Marks, diagram
from damiera.regulations.book import rulebook
from damiera.rules.entry import Doubt, Example, OptionValue, has_twin, how
from damiera.rules.fields import FIELDS, field_value
from damiera.rules.options import Setting, options_of, with_options
from damiera.rules.ruleset import Ruleset, ruleset
from damiera.rules.variants import is_trait_game
from damiera.web.common.pages import PageView

__all__ = ["ChangedField", "changed_fields", "rules_page"]

_LOSING: Final = "-losing"
_LAST_PDN_NUMBER: Final = 50
_LONGEST_NAME: Final = 60
_WON: Final = ("no_moves", "no_pieces", "breakthrough")
_DRAWN: Final = (
    "repetition", "move_count", "no_progress", "no_capture", "balance", "material", "material_two",
    "material_one", "material_three", "road", "lone_pieces", "agreement",
)  # fmt: skip


class NamedGame(msgspec.Struct, frozen=True):
    """Another game: its slug and its name."""

    slug: str
    name: str


class PlayWords(msgspec.Struct, frozen=True):
    """How a game is played, in sentences."""

    men: str
    kings: str
    captures: str
    choice: Sequence[str]


class ChangedField(msgspec.Struct, frozen=True):
    """A field that differs from the base of a variant, and its value."""

    label: str
    value: str


class RuleExample(msgspec.Struct, frozen=True):
    """A position that shows a rule.

    Attributes:
        article: of the rulebook; empty where it is of none.
        picture, after: the board before the move, and after it where that is worth showing.
        refused: a move that is not allowed there; empty where none is named.
    """

    caption: str
    fen: str
    article: str
    picture: Markup
    after: Markup | None
    refused: str


class OpenSetting(msgspec.Struct, frozen=True):
    """A setting that the sources leave open."""

    label: str
    values: Sequence[OpenSettingValue]


class OpenSettingValue(msgspec.Struct, frozen=True):
    """A value of a setting, and whether it is the recommended one."""

    label: str
    recommended: bool


class OtherReading(msgspec.Struct, frozen=True):
    """Another reading of what the sources leave open: its name, and the form that begins a game by it."""

    label: str
    href: str


class OpenQuestion(msgspec.Struct, frozen=True):
    """What the sources leave open; `why_none` says why there is nothing to choose, where there is not."""

    said: str
    others: Sequence[OtherReading]
    why_none: str


class BookLink(msgspec.Struct, frozen=True):
    """A rulebook of the game."""

    id: str
    title: str


class GameRules(msgspec.Struct, frozen=True):
    """All that the page says of a game.

    Attributes:
        base: the game itself, or the one that a variant comes from.
        twin: the same game played the other way, to win or to lose; None if there is none.
        composable: whether house rules can be made from it.
        won, drawn: how it ends, article by article.
        pdn, pdn_ours: its GameType in PDN, and whether that is a number of ours.
    """

    slug: str
    name: str
    summary: str
    size: str
    confidence: str
    picture: Markup
    how: PlayWords
    changed: Sequence[ChangedField]
    is_house: bool
    base: NamedGame
    twin: NamedGame | None
    composable: bool
    won: Sequence[str]
    drawn: Sequence[str]
    examples: Sequence[RuleExample]
    doubts: Sequence[OpenQuestion]
    options: Sequence[OpenSetting]
    history: str
    sources: Sequence[str]
    notation: str
    capture_sign: str
    pdn: str
    pdn_ours: bool
    books: Sequence[BookLink]


class RulesPage(PageView, frozen=True):
    """The rules of a game, of a variant of it, or of house rules, which somebody may have named."""

    template: ClassVar[str] = "book/rules.html"

    game: GameRules
    house_name: str
    can_analyse: bool


def rules_page(game: Ruleset, name: str, lang: Lang) -> RulesPage:
    """Return the page of a game; `name` is what somebody calls their house rules."""
    house_name = name.strip()[:_LONGEST_NAME] if game.is_house else ""
    return RulesPage(_game(game, lang), house_name, is_for_two(game.core))


def changed_fields(game: Ruleset, lang: Lang) -> list[ChangedField]:
    """Return what differs in a variant from its base: fields, or options where the game has no fields."""
    if not is_trait_game(game.base):
        return [
            ChangedField(option.label.text(lang), value.label.text(lang))
            for option, value in ((one.option, _value(one)) for one in options_of(game))
            if value.value != option.default
        ]
    return [
        ChangedField(FIELDS[key].label.text(lang), field_value(key, value).text(lang))
        for key, value in game.changed.items()
    ]


def _value(setting: Setting) -> OptionValue:
    return next(value for value in setting.option.values if value.value == setting.value)


def _game(game: Ruleset, lang: Lang) -> GameRules:
    entry, words = game.entry, how(game.entry)
    return GameRules(
        slug=game.slug,
        name=game.name.text(lang),
        summary=game.summary.text(lang),
        size=game_size(game),
        confidence=game.confidence,
        picture=game_picture(game.slug),
        how=PlayWords(
            words.men.text(lang),
            words.kings.text(lang),
            words.captures.text(lang),
            [text.text(lang) for text in words.choice],
        ),
        changed=changed_fields(game, lang),
        is_house=game.is_house,
        base=NamedGame(game.base, ruleset(game.base).name.text(lang)),
        twin=_twin(game, lang),
        composable=is_trait_game(game.base),
        won=[text.text(lang) for text in _end(game, _WON)],
        drawn=[text.text(lang) for text in _end(game, _DRAWN)],
        examples=[] if game.changed else [_example(game, one, lang) for one in entry.examples],
        doubts=[_question(game, doubt, lang) for doubt in entry.doubts],
        options=_options(game, lang),
        history=entry.history.text(lang),
        sources=game.sources,
        notation=game.notation,
        capture_sign=game.capture_sign,
        pdn=game.pdn_game_type,
        pdn_ours=game.pdn_type > _LAST_PDN_NUMBER,
        books=[BookLink(id, rulebook(id).title.text(lang)) for id in game.rulebooks],
    )


def _question(game: Ruleset, doubt: Doubt, lang: Lang) -> OpenQuestion:
    others = [*_other_options(game, doubt, lang), *(_other_books(game, lang) if doubt.rulebooks else ())]
    return OpenQuestion(doubt.said.text(lang), others, doubt.no_option.text(lang) if doubt.no_option else "")


def _other_options(game: Ruleset, doubt: Doubt, lang: Lang) -> Iterator[OtherReading]:
    """Return the values of the options of a doubt that the game has not; house rules have none."""
    for setting in () if game.is_house else options_of(game):
        option = setting.option
        for value in option.values if option.name in doubt.options else ():
            if value.value != setting.value:
                slug = with_options(game.base, {**game.chosen, option.name: value.value}).slug
                label = f"{option.label.text(lang)}: {value.label.text(lang)}"
                yield OtherReading(label, f"/new?game={quote(slug)}")


def _other_books(game: Ruleset, lang: Lang) -> Iterator[OtherReading]:
    for id in game.rulebooks[1:]:
        yield OtherReading(
            rulebook(id).short.text(lang), f"/new?game={quote(game.slug)}&rulebook={quote(id)}"
        )


def _options(game: Ruleset, lang: Lang) -> list[OpenSetting]:
    return [
        OpenSetting(
            state.option.label.text(lang),
            [
                OpenSettingValue(value.label.text(lang), value.value == state.option.default)
                for value in state.option.values
            ],
        )
        for state in options_of(game)
    ]


def _twin(game: Ruleset, lang: Lang) -> NamedGame | None:
    """Return the same game played the other way, to win or to lose, if there is one."""
    plain = game.base.removesuffix(_LOSING)
    if game.changed or not has_twin(plain):
        return None
    other = ruleset(plain if game.base.endswith(_LOSING) else plain + _LOSING)
    return NamedGame(other.slug, other.name.text(lang))


def _end(game: Ruleset, topics: Sequence[str]) -> Iterator[Text]:
    """Return what the first rulebook of a game says of these topics, each article once."""
    book = rulebook(game.rulebooks[0])
    refs = dict.fromkeys(book.ref(topic) for topic in topics if book.governs(topic))
    for ref in refs:
        id, _, number = ref.partition(":")
        yield rulebook(id).article(number).text


def _example(game: Ruleset, example: Example, lang: Lang) -> RuleExample:
    caption = example.caption.text(lang)
    before = parse_fen(example.fen, game).position()
    move = _move(before, example)
    return RuleExample(
        caption=caption,
        fen=example.fen,
        article=example.article,
        picture=_picture(game, before, move, example, caption),
        after=_after(game, before, move, example),
        refused="-".join(example.refused),
    )


def _move(before: Position, example: Example) -> Move | None:
    """Return the move that an example shows, the men that come back before it among it."""
    if not example.route:
        return None
    enters = "".join(f"@{name}" for name in example.enters)
    return parse_move(before, f"{enters}/{'-'.join(example.route)}" if enters else "-".join(example.route))


def _picture(game: Ruleset, before: Position, move: Move | None, example: Example, caption: str) -> Markup:
    route = [parse_square(game, name) for name in example.route]
    refused = [parse_square(game, name) for name in example.refused]
    man = "w" if before.side is Side.WHITE else "b"
    marks = Marks(
        route=route,
        jumped=move.captured if move else (),
        marked=() if route else refused,
        enters=dict.fromkeys(move.drops if move else (), man),
    )
    return diagram(
        geometry(game.core),
        pieces_on(before),
        label=caption,
        marks=marks,
        numbers=True,
        small=True,
        crop=_crop(game, before, example),
        hands=before.hands,
    )


def _after(game: Ruleset, before: Position, move: Move | None, example: Example) -> Markup | None:
    """Return the board after the move of an example that asks for it."""
    if move is None or not example.then:
        return None
    after = before.play(move)
    crop = _crop(game, before, example)
    return diagram(
        geometry(game.core), pieces_on(after), numbers=True, small=True, crop=crop, hands=after.hands
    )


def _crop(game: Ruleset, before: Position, example: Example) -> tuple[int, int, int, int] | None:
    """Return the part of the board to show; of a star only where the mover's marbles are."""
    named = {parse_square(game, name) for name in (*example.route, *example.refused, *example.enters)}
    star = game.core.by_seat
    return crop_round(
        game, named.union(s for s, p in before.pieces.items() if not star or p == str(before.seat))
    )
