"""The form of a new game: the games, what each offers, levels, clocks and ways of playing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, Final

import msgspec
from markupsafe import Markup
from msgspec.structs import replace

from damiera.engine.levels import LEVELS
from damiera.errors import DamieraError
from damiera.game.clock import ClockSettings
from damiera.game.openings import deck, decks_of
from damiera.game.sides import is_for_two, side_name, side_text, sides_of
from damiera.game.timing.units import DAY_MS, length_words
from damiera.game.ways import Way
from damiera.messages import Lang, Message, Text, translations
from damiera.notation.fen import example_fen
from damiera.paper.boards import game_picture, game_size
from damiera.paper.geometry import geometry
from damiera.paper.svg import board
from damiera.regulations.book import rulebook
from damiera.rules.entry import Doubt, has_twin
from damiera.rules.options import Setting, options_of
from damiera.rules.ruleset import CATALOGUE, Ruleset, ruleset, sections
from damiera.service.event_forms import squares_or_none
from damiera.service.game_choices import (
    CLOCKS,
    DAYS,
    LOSING,
    VACATIONS,
    ClockName,
    DaysName,
    GameChoices,
    VacationName,
)
from damiera.service.game_views import pieces_view
from damiera.web.common.pages import PageView, as_json
from damiera.web.play.board_views import terms
from damiera.web.play.tastes import Taste, tastes
from damiera.web.play.terms_views import terms_line

__all__ = ["NewGamePage", "new_game_page"]

_FOLDED: Final = frozenset({"clock", "fen", "deck", "way", "without", "blindfold", "screens"})


class OfferedGame(msgspec.Struct, frozen=True):
    """A game to choose: its slug and its name."""

    slug: str
    name: str


class GameSection(msgspec.Struct, frozen=True):
    """A section of the catalogue with its games."""

    title: str
    games: tuple[OfferedGame, ...]


class OfferedValue(msgspec.Struct, frozen=True):
    """What an option may be; `usual` if the game has it so."""

    value: str
    label: str
    usual: bool


class GameOption(msgspec.Struct, frozen=True):
    """An option of a game: its name, what is chosen, what may be, and the doubt that it answers."""

    name: str
    label: str
    value: str
    values: tuple[OfferedValue, ...]
    doubt: str


class RulebookChoice(msgspec.Struct, frozen=True):
    """A rulebook of a game; `chosen` if the form has it."""

    id: str
    name: str
    chosen: bool


class ChosenGame(msgspec.Struct, frozen=True):
    """What the form shows of the game that is chosen.

    Attributes:
        example: a position as FEN, as the form's example.
        size: the size of the board and the men a side.
        twin: the game can be played to lose.
        seats: sides, each with its name.
        for_two: two play it.
        auction: it begins with an auction, if that is wished.
        doubts: how many things its sources leave open.
        book_doubt: what they leave open that its rulebooks answer; may be empty.
    """

    slug: str
    name: str
    summary: str
    example: str
    size: str
    confidence: str
    picture: Markup
    twin: bool
    options: tuple[GameOption, ...]
    books: tuple[RulebookChoice, ...]
    seats: tuple[tuple[str, str], ...]
    for_two: bool
    auction: bool
    doubts: int
    book_doubt: str


class LevelChoice(msgspec.Struct, frozen=True):
    """A level of the engine, by number and name."""

    number: int
    name: str


class LevelGroup(msgspec.Struct, frozen=True):
    """Levels under who plays like that."""

    title: str
    levels: tuple[LevelChoice, ...]


class LevelAdvice(msgspec.Struct, frozen=True):
    """Where to begin: a level, who may take it, and what it does."""

    level: int
    who: str
    what: str


class ClockChoice(msgspec.Struct, frozen=True):
    """A clock: its name, and what it feels like."""

    id: ClockName
    name: str
    hint: str


class OddsBoard(msgspec.Struct, frozen=True):
    """The board on which pieces are taken off before the first move.

    Attributes:
        drawn: the board as it is left.
        geometry_json: its shape, and `pieces_json` what stands on it at the usual start, for scripts.
        taken: the squares of the pieces that are taken off, with blanks between them.
    """

    drawn: Markup
    geometry_json: Markup
    pieces_json: Markup
    taken: str


class NewGamePage(PageView, frozen=True):
    """The form of a new game.

    Attributes:
        sections: the games to choose from.
        about: the game that is chosen; None for one that nobody knows.
        ways: ways of playing and `decks` of openings, each with its name.
        shown_way: the way that is chosen; that neither side sees is a choice of `blind_choices`.
        days: the times by correspondence and `vacations` beside them, each with its name.
        blind_choices: who may play without seeing the board, each with its name.
        odds: the board from which pieces are taken off; None where none are.
        tastes: a few levels under friendly names.
        begins: what will begin, in a line; empty while nobody knows the game.
        asks_name: the reader has no name of their own yet.
        has_account: the reader may have the game rated.
        errors: what is wrong, by field; what belongs to no field under `form`.
        shows_more: something was chosen, or is wrong, among what is folded away.
    """

    template: ClassVar[str] = "play/new.html"
    sections: tuple[GameSection, ...]
    about: ChosenGame | None
    chosen: GameChoices
    levels: tuple[LevelGroup, ...]
    level_advice: tuple[LevelAdvice, ...]
    clocks: tuple[ClockChoice, ...]
    ways: tuple[tuple[str, str], ...]
    shown_way: str
    blind_choices: tuple[tuple[str, str], ...]
    days: tuple[tuple[str, str], ...]
    vacations: tuple[tuple[str, str], ...]
    decks: tuple[tuple[str, str], ...]
    odds: OddsBoard | None
    tastes: tuple[Taste, ...]
    begins: str
    asks_name: bool
    has_account: bool
    errors: Mapping[str, str]
    shows_more: bool


def new_game_page(
    chosen: GameChoices,
    errors: Mapping[str, str],
    lang: Lang,
    *,
    asks_name: bool = False,
    has_account: bool = False,
) -> NewGamePage:
    """Return the form as it is filled in, with what is wrong in it.

    Args:
        asks_name: a guest without a name reads it.
        has_account: somebody reads it who may have the game rated.
    """
    return NewGamePage(
        sections=_sections(chosen, lang),
        about=_about(chosen, lang),
        chosen=replace(chosen, blind="both") if chosen.none_sees else chosen,
        levels=_levels(lang),
        level_advice=_level_advice(lang),
        clocks=_clocks(lang),
        ways=tuple((way.value, _way_name(way).text(lang)) for way in Way if way is not Way.BOTH_BLINDFOLD),
        shown_way=(Way.BLINDFOLD if chosen.none_sees else chosen.way).value,
        blind_choices=_blind_choices(lang),
        days=tuple((id, _days_name(id, lang)) for id in DAYS),
        vacations=tuple((id, _vacation_name(id, lang)) for id in VACATIONS),
        decks=_decks(chosen, lang),
        odds=_odds(chosen, lang),
        tastes=tastes(lang),
        begins=terms_line(chosen, lang) if _game(chosen) else "",
        asks_name=asks_name,
        has_account=has_account,
        errors=errors,
        shows_more=_shows_more(chosen, errors),
    )


def _shows_more(chosen: GameChoices, errors: Mapping[str, str]) -> bool:
    written = (chosen.deck, chosen.fen, chosen.timing, chosen.rulebook)
    special = chosen.is_special or chosen.losing or any(written) or bool(chosen.options)
    return special or not _FOLDED.isdisjoint(errors)


def _way_name(way: Way) -> Text:
    """Return a way of playing as the form offers it: who does not see is asked after it."""
    return Message("Without seeing the board") if way is Way.BLINDFOLD else way.said


def _days_name(days: DaysName, lang: Lang) -> str:
    if days == "none":
        return translations(lang).gettext("No limit")
    return ClockSettings.parse(days).text(lang)


def _vacation_name(vacation: VacationName, lang: Lang) -> str:
    if vacation == "none":
        return translations(lang).gettext("no vacation")
    if vacation == "year":
        return translations(lang).gettext("the days that each has in a year")
    return length_words(int(vacation.removesuffix("d")) * DAY_MS).text(lang)


def _blind_choices(lang: Lang) -> tuple[tuple[str, str], ...]:
    _ = translations(lang).gettext
    return (("you", _("You")), ("white", _("White")), ("black", _("Black")), ("both", _("Both players")))


def _game(chosen: GameChoices) -> Ruleset | None:
    """Return the game that is chosen; None for one that nobody knows."""
    try:
        return ruleset(chosen.slug())
    except DamieraError:
        return None


def _decks(chosen: GameChoices, lang: Lang) -> tuple[tuple[str, str], ...]:
    """Return the decks of openings that the game has, those that can be drawn from."""
    game = _game(chosen)
    found = [deck(id) for id in decks_of(game.slug)] if game else []
    return tuple((one.id, one.name.text(lang)) for one in found if one.status != "empty")


def _sections(chosen: GameChoices, lang: Lang) -> tuple[GameSection, ...]:
    """Return the games to choose from, by sections; losing twins are a switch beside them."""
    shown = tuple(
        GameSection(
            section.title.text(lang),
            tuple(
                OfferedGame(slug, CATALOGUE[slug].name.text(lang))
                for slug in section.games
                if not slug.endswith(LOSING)
            ),
        )
        for section in sections()
    )
    if "~" not in chosen.game:
        return shown
    house = OfferedGame(chosen.game, chosen.house_name or _house_name(chosen.game, lang))
    return (GameSection(translations(lang).gettext("House rules"), (house,)), *shown)


def _house_name(slug: str, lang: Lang) -> str:
    _ = translations(lang).gettext
    return _("House rules from: {game}").format(game=ruleset(ruleset(slug).base).name.text(lang))


def _about(chosen: GameChoices, lang: Lang) -> ChosenGame | None:
    game = _game(chosen)
    if game is None:
        return None
    return ChosenGame(
        slug=game.slug,
        name=(game.is_house and chosen.house_name) or game.name.text(lang),
        summary=game.summary.text(lang),
        example=example_fen(game),
        size=game_size(game),
        confidence=game.confidence,
        picture=game_picture(game.slug),
        twin=not game.is_house and has_twin(game.base.removesuffix(LOSING)),
        options=() if game.is_house else tuple(_option(game, one, lang) for one in options_of(game)),
        books=tuple(
            RulebookChoice(id, rulebook(id).short.text(lang), id == chosen.book()) for id in game.rulebooks
        ),
        seats=tuple((side_name(side), side_text(side).text(lang)) for side in sides_of(game.core)),
        for_two=is_for_two(game.core),
        auction=game.base == "contract",
        doubts=len(game.entry.doubts),
        book_doubt=_doubts((doubt for doubt in game.entry.doubts if doubt.rulebooks), lang),
    )


def _odds(chosen: GameChoices, lang: Lang) -> OddsBoard | None:
    """Return the board from which pieces are taken off; None where the game is not begun with fewer."""
    game = _game(chosen)
    if chosen.way not in (Way.ODDS_PIECES, Way.ELEVEN_MEN) or game is None:
        return None
    if not is_for_two(game.core) or game.core.family not in ("draughts", "reentry"):
        return None
    standing = dict(game.start().pieces)
    taken = [square for square in squares_or_none(chosen.without, game) if square in standing]
    left = {square: piece for square, piece in standing.items() if square not in taken}
    shape = geometry(game.core)
    _ = translations(lang).gettext
    label = _("{game}, White at the bottom").format(game=_("Pieces taken off first"))
    return OddsBoard(
        drawn=board(shape, left, label=label, _=_),
        geometry_json=as_json(shape),
        pieces_json=as_json(pieces_view(game.start())),
        taken=" ".join(map(str, taken)),
    )


def _option(game: Ruleset, setting: Setting, lang: Lang) -> GameOption:
    option = setting.option
    values = tuple(
        OfferedValue(v.value, v.label.text(lang), v.value == option.default) for v in option.values
    )
    doubt = _doubts((doubt for doubt in game.entry.doubts if option.name in doubt.options), lang)
    return GameOption(option.name, option.label.text(lang), setting.value, values, doubt)


def _doubts(doubts: Iterable[Doubt], lang: Lang) -> str:
    return " ".join(doubt.said.text(lang) for doubt in doubts)


def _clocks(lang: Lang) -> tuple[ClockChoice, ...]:
    """Return the clocks that a form offers."""
    _ = translations(lang).gettext
    hints: dict[ClockName, str] = {
        "none": _("think as long as you like"),
        "3+2": _("lightning"),
        "5+3": _("quick"),
        "10+5": _("quick, with time to look"),
        "15+5": _("semi-rapid"),
        "30+10": _("calm"),
    }
    return tuple(
        ClockChoice(id, terms(*times, lang) if times else _("No clock"), hints[id])
        for id, times in CLOCKS.items()
    )


def _levels(lang: Lang) -> tuple[LevelGroup, ...]:
    """Return the levels, five by five under who plays like that."""
    _ = translations(lang).gettext
    groups = (_("Beginners"), _("Club players"), _("Tournament players"), _("Masters"))
    named = tuple(LevelChoice(settings.number, settings.name.text(lang)) for settings in LEVELS)
    each = len(named) // len(groups)
    return tuple(LevelGroup(group, named[each * n : each * (n + 1)]) for n, group in enumerate(groups))


def _level_advice(lang: Lang) -> tuple[LevelAdvice, ...]:
    """Return where to begin: a level, who may take it, and what it does."""
    _ = translations(lang).gettext
    return (
        LevelAdvice(
            1, _("who has just learned the moves"), _("it overlooks most shots and leaves men to be taken")
        ),
        LevelAdvice(3, _("who plays now and then, in the family"), _("it overlooks two shots in five")),
        LevelAdvice(5, _("who knows the common shots"), _("it overlooks one in ten")),
        LevelAdvice(9, _("who plays at a club"), _("it overlooks no shot and looks three half-moves ahead")),
    )
