"""Variants: a game of the catalogue with some of its rules changed, named `BASE~key=value~...`.

A name says everything: from it alone come the compiled rules, the catalogue's entry with its traits replaced,
and a rulebook of its own (`house.` and the name), which states what is changed and cites the base's book for
all the rest. Options of the catalogue are short names for the same keys: `gothic~king=flying` is
`gothic~king-range=flying~landing=any`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from difflib import get_close_matches
from functools import lru_cache
from types import MappingProxyType

from damiera import _core
from damiera.decoding import converter
from damiera.messages import Joined, Lower, Message, Text
from damiera.regulations.book import (
    Article,
    Chapter,
    Parameters,
    Rulebook,
    inherited,
    making,
    rulebook,
)
from damiera.regulations.book import provisions as stock
from damiera.rules.checks import RulesProblem, problems_of, unknown_field
from damiera.rules.entry import GameEntry, Option, OptionValue, entry
from damiera.rules.errors import UnknownOption
from damiera.rules.fields import FIELDS, REMARKS, field_value
from damiera.rules.traits import BoardShape, Traits, provisions

__all__ = [
    "HOUSE_NUMBER",
    "Changes",
    "Variant",
    "changes_of",
    "chosen_of",
    "is_trait_game",
    "offered",
    "parameter_values",
    "parts_of",
    "recipe_with_remarks",
    "variant",
]

Values = Mapping[str, str | int | bool]

_HOUSE = "house."
HOUSE_NUMBER = 199
"""The number of a variant in PDN's GameType, whose seventh field is then the slug: PDN's own go to 50."""
_CROWNS = {"rim": "marked", "marked": "rim"}


@dataclass(frozen=True, slots=True)
class Variant:
    """What a name with parts means.

    Attributes:
        slug: the one name of these rules.
        base: the game of the catalogue they come from.
        changed: what differs from it, by key.
        parameters: what of it changes the numbers of the rulebook.
        entry: the base's entry as it is here.
        core: the compiled rules.

    >>> made = variant("italian", (("repetition", "5"),))
    >>> dict(made.changed), dict(made.parameters)
    ({'repetition': '5'}, {'repetition': 5})
    """

    slug: str
    base: str
    changed: Mapping[str, str]
    parameters: Values
    entry: GameEntry
    core: _core.Rules


Changes = dict[str, str]
"""What differs from the base, by key of `fields.FIELDS`."""


def parts_of(name: str) -> tuple[str, Changes]:
    """Take a name apart.

    Raises:
        UnknownOption: for a part that is not `key=value`, or a field given twice.

    >>> parts_of("german~landing=adjacent")
    ('german', {'landing': 'adjacent'})
    """
    base, *parts = name.strip().split("~")
    found: Changes = {}
    problems: list[RulesProblem] = []
    for part in parts:
        key, sign, value = (x.strip() for x in part.partition("="))
        if not (key and sign and value):
            said = Message("'{part}' is no part of a name.", part=part)
            problems.append(RulesProblem("", said, Message("Write field=value.")))
        elif key in found:
            said = Message("The field is given more than once.")
            problems.append(RulesProblem(key, said, Message("Keep one of them.")))
        found[key] = value
    if problems:
        raise UnknownOption(base, problems)
    return base, found


@lru_cache(maxsize=1024)
def variant(base: str, parts: tuple[tuple[str, str], ...]) -> Variant:
    """Return the variant of a game of the catalogue with these parts.

    Parts are keys of `FIELDS`, or options of the game with their values. Where nothing differs the slug is
    that of a game of the catalogue.

    Raises:
        KeyError: if the catalogue has no such game.
        UnknownOption: for parts that cannot be, with every reason.

    >>> variant("gothic", (("king", "flying"),)).slug
    'gothic~king-range=flying~landing=any'
    """
    given = dict(parts)
    if not is_trait_game(base):
        return _family_variant(base, given)
    changes = changes_of(base, given)
    problems = problems_of(base, changes)
    if problems:
        raise UnknownOption(base, problems)
    return _built(_core.compose(_name(base, _without_defaults(base, changes))))


def _built(core: _core.Rules) -> Variant:
    base, changed = parts_of(core.slug)
    if not changed:
        return Variant(core.slug, base, MappingProxyType({}), MappingProxyType({}), entry(base), core)
    parameters = parameter_values(changed)
    made = _changed_entry(core, entry(base), changed)
    return Variant(core.slug, base, MappingProxyType(changed), MappingProxyType(parameters), made, core)


def _name(base: str, changes: Mapping[str, str]) -> str:
    return "~".join((base, *(f"{key}={value}" for key, value in changes.items())))


def is_trait_game(slug: str) -> bool:
    """Tell whether a game is one of men and kings on squares, whose rules can be changed.

    Raises:
        KeyError: if the catalogue has no such game.

    >>> is_trait_game("italian-losing")
    True
    """
    return entry(slug).family == "draughts"


# --- options --------------------------------------------------------------------------------------------


def changes_of(base: str, given: Mapping[str, str]) -> Changes:
    """Return what chosen options and keys change, by key.

    Raises:
        KeyError: if the catalogue has no such game.
        UnknownOption: for unknown keys, and values that an option does not have.

    >>> changes_of("gothic", {"king": "flying"})
    {'king-range': 'flying', 'landing': 'any'}
    """
    options = {option.name: option for option in entry(base).options}
    changes: Changes = {}
    problems: list[RulesProblem] = []
    for key, value in given.items():
        option = options.get(key)
        chosen = option and next((v for v in option.values if v.value == value), None)
        if chosen:
            changes |= _option_changes(chosen)
        elif option and key not in FIELDS:
            problems.append(_no_value(option, value))
        elif key not in FIELDS:
            problems.append(unknown_field(key, (*options, *FIELDS)))
        else:
            changes[key] = value
    if problems:
        raise UnknownOption(base, problems)
    return changes


def _option_changes(value: OptionValue) -> Changes:
    traits = {key.replace("_", "-"): _trait_text(key, said) for key, said in (value.traits or {}).items()}
    return traits | {
        _remark_of(key): _remark_text(key, said) for key, said in (value.parameters or {}).items()
    }


def _trait_text(key: str, value: str | int | bool) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if key == "promotion_squares":
        return _CROWNS.get(str(value), str(value))
    return str(value).replace("_", "-")


def _no_value(option: Option, value: str) -> RulesProblem:
    known = [v.value for v in option.values]
    near = get_close_matches(value, known, n=1)
    names = ", ".join(near or known)
    return RulesProblem(
        option.name,
        Message("'{value}' is no value of this option.", value=value),
        Message("Write {names}.", names=names),
    )


def _not_a_trait_game() -> RulesProblem:
    return RulesProblem(
        "",
        Message("The rules of this game cannot be changed."),
        Message("Start from a game of men and kings."),
    )


def offered(options: Iterable[Option], base: str) -> tuple[Option, ...]:
    """Return the options whose values the core can play; one with a single value left is none.

    >>> [option.name for option in offered(entry("german").options, "german")]
    ['landing', 'first']
    """
    kept = (replace(o, values=tuple(v for v in o.values if _is_played(base, o, v))) for o in options)
    return tuple(option for option in kept if len(option.values) > 1)


def _is_played(base: str, option: Option, value: OptionValue) -> bool:
    changes = _option_changes(value) if is_trait_game(base) else {option.name: value.value}
    try:
        _core.compose(_name(base, changes))
    except ValueError:
        return False
    return True


def chosen_of(options: Iterable[Option], base: str, changed: Mapping[str, str]) -> dict[str, str]:
    """Return the options that have another value than the recommended one, with that value.

    >>> chosen_of(entry("gothic").options, "gothic", {"king-range": "flying", "landing": "any"})
    {'king': 'flying'}
    """
    if not is_trait_game(base):
        return dict(changed)
    now = {**recipe_with_remarks(base), **changed}
    found = {}
    for option in options:
        for value in option.values:
            if value.value != option.default and _option_changes(value).items() <= now.items():
                found[option.name] = value.value
    return found


# --- parameters of the rulebook -------------------------------------------------------------------------

_REMARK_OF = {
    "blocked": "blocked",
    "last_piece_loses": "last-piece",
    "lone_pieces": "lone-pieces",
    "repetition": "repetition",
    "no_progress_moves": "no-progress",
}
_PARAMETER_OF = {remark: parameter for parameter, remark in _REMARK_OF.items()}


def _remark_of(parameter: str) -> str:
    return _REMARK_OF.get(parameter, parameter.replace("_", "-"))


def _remark_text(parameter: str, value: str | int | bool | None) -> str:
    if parameter == "last_piece_loses":
        return "loses" if value else "plays-on"
    return "0" if value is None else str(value)


def parameter_values(changed: Mapping[str, str]) -> dict[str, str | int | bool]:
    """Return the parameters of a rulebook that changes set; 0 stands for never.

    >>> parameter_values({"landing": "any", "last-piece": "loses", "repetition": "4"})
    {'last_piece_loses': True, 'repetition': 4}
    """
    found: dict[str, str | int | bool] = {}
    for key, value in changed.items():
        if key == "last-piece":
            found["last_piece_loses"] = value == "loses"
        elif key in REMARKS:
            found[_PARAMETER_OF[key]] = int(value) if value.isdigit() else value
    return found


def recipe_with_remarks(base: str) -> dict[str, str]:
    """Return every field with its value in a game of the catalogue.

    Raises:
        KeyError: if the catalogue has no such game.

    >>> recipe_with_remarks("turkish")["lone-pieces"]
    'draw'
    """
    return {**_core.rules(base).recipe, **_remarks_of(base)}


def _remarks_of(base: str) -> dict[str, str]:
    """The remarks as the base's own book has them."""
    said = rulebook(entry(base).rulebooks[0]).parameters
    return {remark: _remark_text(name, getattr(said, name)) for name, remark in _REMARK_OF.items()}


def _without_defaults(base: str, changes: Changes) -> Changes:
    usual = _remarks_of(base)
    return {key: value for key, value in changes.items() if usual.get(key) != value}


def _parameters(base: Rulebook, changed: Mapping[str, str]) -> Parameters:
    """The numbers of a book as a variant has them; a number that is never reached is none."""
    said = parameter_values(changed)
    never = {key: None for key, value in said.items() if value == 0 and not isinstance(value, bool)}
    return _to_parameters(asdict(inherited(base)) | said | never)


# --- the entry ------------------------------------------------------------------------------------------


def _changed_entry(core: _core.Rules, base: GameEntry, changed: Mapping[str, str]) -> GameEntry:
    said = _differences(base, changed)
    first = core.first_mover.letter
    notation = core.recipe["squares"]
    options = chosen_of(base.options, base.slug, changed)
    by_options = _by_options(base, options)
    name = _named(base, changed, by_options)
    return replace(
        base,
        slug=core.slug,
        name=name,
        summary=Message("{name}, but: {said}.", name=base.name, said=said),
        aliases=(),
        pdn_type=HOUSE_NUMBER,
        pdn_game_type=_game_type(core, first, notation),
        notation="algebraic" if notation == "letters" else "numeric",
        rulebooks=tuple(f"{_HOUSE}{core.slug}{'+' + id if n else ''}" for n, id in enumerate(base.rulebooks)),
        confidence="published" if base.confidence == "official" else base.confidence,
        board=_board(core),
        start=core.start().fen,
        traits=_traits(core),
        men=None,
        kings=None,
        captures=None,
        examples=(),
        perft=(),
    )


def _base_name(base: GameEntry, changed: Mapping[str, str]) -> Text:
    """What the game is called before what differs is said: `Dama cinese per tre`."""
    return next((one.named for _, one in _options_in(base, changed) if one.named is not None), base.name)


def _differences(base: GameEntry, changed: Mapping[str, str]) -> Text:
    """What differs, in words: `la dama che vola si posa subito dietro il pezzo preso`.

    What the name tells already, the first option that has one, is not said again.
    """
    said = []
    name = _base_name(base, changed)
    for option, one in _options_in(base, changed):
        if one.named is name:
            continue
        said.append(Message("{label}: {label2}", label=option.label, label2=one.label))
    if not is_trait_game(base.slug):
        changed = {}
    told = _by_options(base, {option.name: value.value for option, value in _options_in(base, changed)})
    for key, value in changed.items():
        if key in FIELDS and key not in told:
            label, meant = FIELDS[key].label, field_value(key, value)
            said.append(Message("{label}: {meant}", label=label, meant=meant))
    return Joined(tuple(map(Lower, said)), "; ")


def _options_in(base: GameEntry, changed: Mapping[str, str]) -> list[tuple[Option, OptionValue]]:
    chosen = chosen_of(base.options, base.slug, changed)
    return [
        (option, value)
        for option in base.options
        for value in option.values
        if chosen.get(option.name) == value.value
    ]


def _by_options(base: GameEntry, chosen: Mapping[str, str]) -> set[str]:
    """The keys that the chosen options change."""
    return {
        key
        for option in base.options
        for value in option.values
        if chosen.get(option.name) == value.value
        for key in _option_changes(value)
    }


def _named(base: GameEntry, changed: Mapping[str, str], by_options: set[str]) -> Text:
    """`Dama gotica (la dama: vola)`; house rules are many things, and say so."""
    if not set(changed) <= by_options:
        return Message("{name}, house rules", name=base.name)
    said = _differences(base, changed)
    return Message("{name} ({said})", name=base.name, said=said)


def _game_type(core: _core.Rules, first: str, notation: str) -> str:
    squares = {"letters": "A0", "top-left": "N2", "bottom-right": "N1"}[notation]
    mirrored = int(core.dark_corner == "right" and core.shape in ("diagonal", "crossed"))
    return f"{HOUSE_NUMBER},{first},{core.files},{core.ranks},{squares},{mirrored},{core.slug}"


def _board(core: _core.Rules) -> BoardShape:
    one_coloured = core.shape in ("diagonal", "crossed")
    return _to_board(
        {
            "shape": {"hexagon": "hexagon", "lined": "lines", "ended": "lines"}.get(core.shape, "square"),
            "files": core.files,
            "ranks": core.ranks,
            "squares": core.squares,
            "cells": "dark" if one_coloured else "all",
            "corner": core.dark_corner if one_coloured else "",
            "men": core.men,
            "first_square": core.recipe["squares"],
        }
    )


def _traits(core: _core.Rules) -> Traits:
    recipe = core.recipe
    same = {
        key.replace("-", "_"): recipe[key]
        for key in (
            "first",
            "man-moves",
            "man-captures",
            "king-moves",
            "king-captures",
            "king-range",
            "landing",
            "removal",
            "promotion",
            "goal",
        )
    }
    crown = recipe["promotion-squares"]
    named = crown in ("last-row", "corner", "far-sides", "rim", "none")
    return _to_traits(
        {
            **same,
            "man_captures_king": recipe["man-captures-king"] == "yes",
            "reversal": recipe["reversal"] == "yes",
            "promotion_squares": _CROWNS.get(crown, crown) if named else "squares",
            "choice": recipe["choice"].replace("-", "_"),
            "king_limit": int(recipe["king-limit"]),
            "man_lines": recipe["man-lines"] == "yes",
            "man_hops": recipe["man-hops"],
        }
    )


# --- the rulebook ---------------------------------------------------------------------------------------


def _house_book(id: str) -> Rulebook | None:
    """Return the book of a variant: what it changes, in the words of the stock; the base's for the rest."""
    slug, _, of = id.removeprefix(_HOUSE).partition("+")
    try:
        base, parts = parts_of(slug)
        made = variant(base, tuple(sorted(parts.items())))
        if made.slug != slug or not made.changed:
            return None
        general = rulebook(of or entry(base).rulebooks[0])
    except (ValueError, KeyError):
        return None
    changed = made.changed
    before, now = entry(base).traits, made.entry.traits
    if is_trait_game(base) and before is not None and now is not None:
        articles = [*_board_articles(made), *_stock_articles(before, now), *_end_articles(made)]
        unsaid = _unsaid(before, now)
    else:
        articles, unsaid = _option_articles(entry(base), changed), ()
    name = entry(base).name
    opening = Article(
        "1.1",
        Message("The rules of {name} hold, but for what follows.", name=name),
        governs=("variant",),
    )
    numbered = [replace(article, number=f"2.{n}") for n, article in enumerate(articles, 1)]
    is_house = is_trait_game(base) and not set(changed) <= _by_options(
        entry(base), chosen_of(entry(base).options, base, changed)
    )
    return Rulebook(
        id=id,
        game=slug,
        short=Message("House rules", context="book") if is_house else Message("Options"),
        title=made.entry.name,
        body="Damiera",
        date="",
        source=general.source,
        parameters=_parameters(general, changed),
        chapters=(
            Chapter("1", Message("Where it starts from")),
            Chapter("2", Message("What changes")),
        ),
        articles=(opening, *numbered),
        general=general.id,
        unsaid=unsaid,
    )


def _keys(traits: Traits) -> tuple[str, ...]:
    return tuple(key for keys in provisions(traits).values() for key in keys)


def _stock_articles(before: Traits, now: Traits) -> list[Article]:
    """The provisions that hold here and not in the base; the whole ladder if it is another."""
    old, new = _keys(before), _keys(now)
    same_ladder = provisions(before)["choice"] == provisions(now)["choice"]
    wanted = [key for key in new if key not in old or (key.startswith("choice.") and not same_ladder)]
    articles = [replace(stock()[key], like=f"stock:{key}") for key in wanted if key != "king-limit"]
    if now.king_limit and now.king_limit != before.king_limit:
        articles.append(_king_limit(now.king_limit))
    if now.reversal and not before.reversal and now.removal == "immediate" and now.king_range == "flying":
        articles.append(_turning_back())
    if now.goal != before.goal:
        articles += _goal(now.goal)
    return articles


def _unsaid(before: Traits, now: Traits) -> tuple[str, ...]:
    """The topics of provisions that do not hold any more."""
    gone = {topic for key in _keys(before) if key not in _keys(now) for topic in stock()[key].governs}
    kept = {topic for key in _keys(now) for topic in stock()[key].governs}
    if before.goal != now.goal:
        gone |= {"breakthrough", "losing"}
    return tuple(sorted(gone - kept))


def _king_limit(limit: int) -> Article:
    return Article(
        "",
        Message(
            "While a player has men, the same king may not move more than {limit} times in a row "
            "without capturing.",
            limit=limit,
        ),
        governs=("king_move_limit",),
    )


def _turning_back() -> Article:
    said = Message("Between two jumps a king may turn straight back.")
    return Article("", said, governs=("turning_back",))


def _goal(goal: str) -> list[Article]:
    if goal == "breakthrough":
        said = Message("The first to have a king, when a move is over, wins.")
        return [Article("", said, governs=("breakthrough", "how_to_win"))]
    if goal == "lose":
        moves = Message("Whoever must move and cannot has won.")
        pieces = Message("Whoever has no pieces left has won.")
    else:
        moves = Message("Whoever must move and cannot has lost.")
        pieces = Message("Whoever has no pieces left has lost.")
    return [
        Article("", moves, governs=("no_moves", "how_to_win")),
        Article("", pieces, governs=("no_pieces",)),
    ]


def _board_articles(made: Variant) -> list[Article]:
    core, changed = made.core, set(made.changed)
    articles = []
    if changed & {"board", "shape", "corner"}:
        articles.append(Article("", _board_words(core), governs=("board", "playing_squares", "orientation")))
    if changed & {"board", "shape", "corner", "squares"}:
        articles.append(Article("", _number_words(core), governs=("numbering",)))
    if changed & {"board", "shape", "rows", "first-row"}:
        said = Message("At the start each side has {men} men.", men=core.men)
        articles.append(Article("", said, governs=("setup", "men", "check_setup")))
    if "first" in changed:
        key = f"turns.{made.changed['first']}"
        articles.append(replace(stock()[key], like=f"stock:{key}"))
    return articles


def _board_words(core: _core.Rules) -> Text:
    size = f"{core.files} × {core.ranks}"
    if core.shape == "hexagon":
        return Message("The board is a hexagon of {squares} cells.", squares=core.squares)
    if core.shape == "lined":
        return Message("The board is {size} points, joined by lines.", size=size)
    if core.shape == "ended":
        return Message(
            "The board is {long} long lines crossed by {cross}; "
            "play is on their {squares} crossings and ends.",
            long=core.files - 2,
            cross=core.ranks - 2,
            squares=core.squares,
        )
    if core.shape == "full":
        return Message("The board is {size} squares, and play is on all of them.", size=size)
    corner = (
        Message("left", context="corner")
        if core.dark_corner == "left"
        else Message("right", context="corner")
    )
    return Message(
        "The board is {size} squares; play is on the {squares} dark ones. "
        "The square at each player's lower {corner} is dark.",
        size=size,
        squares=core.squares,
        corner=corner,
    )


def _number_words(core: _core.Rules) -> Text:
    if core.recipe["squares"] == "letters":
        return Message("Squares are named by letter and number, as in chess.")
    top = core.recipe["squares"] == "top-left"
    start = Message("top left") if top else Message("bottom right")
    return Message(
        "Squares are counted from 1 to {squares}, row by row, from the {start}.",
        squares=core.squares,
        start=start,
    )


def _end_articles(made: Variant) -> list[Article]:
    topics = {
        "blocked": ("no_moves",),
        "last-piece": ("last_piece",),
        "lone-pieces": ("lone_pieces",),
        "repetition": ("repetition",),
        "no-progress": ("no_progress",),
    }
    articles = []
    for key, value in made.changed.items():
        if key in REMARKS:
            label, meant = FIELDS[key].label, field_value(key, value)
            said = Message("{label}: {meant}.", label=label, meant=meant)
            articles.append(Article("", said, governs=topics[key]))
    return articles


# --- games of another family ----------------------------------------------------------------------------


def _family_variant(base: str, given: Mapping[str, str]) -> Variant:
    """A game of towers, of men that come back, of the star or of corners: only its options can be chosen."""
    game = entry(base)
    options = {option.name: option for option in offered(game.options, base)}
    problems = [_not_a_trait_game()] if given and not options else []
    changed = {}
    for key, value in given.items():
        option = options.get(key)
        if option is None:
            problems += [unknown_field(key, tuple(options))] if options else []
        elif value not in {v.value for v in option.values}:
            problems.append(_no_value(option, value))
        elif value != option.default:
            changed[key] = value
    if problems:
        raise UnknownOption(base, problems)
    core = _core.compose(_name(base, changed))
    if not changed:
        return Variant(base, base, MappingProxyType({}), MappingProxyType({}), game, core)
    slug = _name(base, dict(sorted(changed.items())))
    return Variant(
        slug,
        base,
        MappingProxyType(changed),
        MappingProxyType(parameter_values(changed)),
        _family_entry(slug, game, core, changed),
        core,
    )


def _family_entry(slug: str, base: GameEntry, core: _core.Rules, changed: Mapping[str, str]) -> GameEntry:
    said, called = _differences(base, changed), _base_name(base, changed)
    is_named = all(one.named is called for _, one in _options_in(base, changed))
    mirrored = core.dark_corner if base.board.corner else base.board.corner
    same_size = (core.files, core.ranks, core.men) == (base.board.files, base.board.ranks, base.board.men)
    board = base.board if same_size or core.family != "corners" else _sized(base.board, core)
    traits = base.traits and _replaced(base.traits, _trait_changes(base, changed))
    return replace(
        base,
        slug=slug,
        name=called if is_named else Message("{name} ({said})", name=called, said=said),
        summary=base.summary if is_named else Message("{name}, but: {said}.", name=called, said=said),
        aliases=(),
        pdn_type=HOUSE_NUMBER,
        pdn_game_type=f"{HOUSE_NUMBER},{_family_game_type(base, core)},{slug}",
        board=_to_board(asdict(board) | {"corner": mirrored}),
        rulebooks=tuple(f"{_HOUSE}{slug}{'+' + id if n else ''}" for n, id in enumerate(base.rulebooks)),
        confidence="published" if base.confidence == "official" else base.confidence,
        start=core.start().fen,
        traits=traits,
        examples=(),
        perft=(),
    )


def _sized(board: BoardShape, core: _core.Rules) -> BoardShape:
    return replace(board, files=core.files, ranks=core.ranks, squares=core.squares, men=core.men)


def _family_game_type(base: GameEntry, core: _core.Rules) -> str:
    """The fields of the base's GameType but its number; who begins and which way the board lies, as here."""
    _, first, *between, mirrored = base.pdn_game_type.split(",")
    if core.family == "corners":
        between[:2] = str(core.files), str(core.ranks)
    if base.board.corner:
        first, mirrored = core.first_mover.letter, str(int(core.dark_corner == "right"))
    return ",".join((first, *between, mirrored))


def _trait_changes(base: GameEntry, changed: Mapping[str, str]) -> dict[str, object]:
    return {
        key: said for _, value in _options_in(base, changed) for key, said in (value.traits or {}).items()
    }


def _replaced(traits: Traits, changes: Mapping[str, object]) -> Traits:
    known = {key: value for key, value in changes.items() if hasattr(traits, key)}
    return _to_traits(asdict(traits) | known) if known else traits


_to_parameters = converter(Parameters)
_to_board = converter(BoardShape)
_to_traits = converter(Traits)


def _option_articles(base: GameEntry, changed: Mapping[str, str]) -> list[Article]:
    return [
        Article(
            "",
            Message("{label}: {label2}.", label=option.label, label2=value.label),
            governs=(topic,),
        )
        for option, value in _options_in(base, changed)
        for topic in [_TOPICS.get(option.name, option.name.replace("-", "_"))]
    ]


_TOPICS = {
    "man-captures": "man_jump",
    "seats": "players",
    "goal": "filled_point",
    "blocked": "no_moves",
    "camp": "setup",
    "steps": "man_moves",
    "leaving": "stays",
    "choice": "several_first",
}


making(_house_book)
