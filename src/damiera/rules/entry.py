"""What the catalogue says of a game: one file of data each, `catalogue/<slug>.toml`.

An entry can be read whether or not the compiled core plays the game; `ruleset.py` offers the games that it
plays. Every game has a losing twin, made from its entry and not written down.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Literal

import msgspec

from damiera.decoding import converter
from damiera.messages import Joined, Text, message_of
from damiera.regulations.book import provisions as stock
from damiera.rules.traits import BoardShape, Traits, provisions

__all__ = [
    "CatalogueSection",
    "Doubt",
    "Example",
    "GameEntry",
    "HowToPlay",
    "Option",
    "OptionValue",
    "entries",
    "entry",
    "groups",
    "has_twin",
    "how",
]

_FOLDER = Path(__file__).parent / "catalogue"
_LOSING = "-losing"
_LOSING_NUMBERS = 500  # in GameType PDN numbers games to 50; ours begin at 200, twins 500 after their game


@dataclass(frozen=True, slots=True)
class OptionValue:
    """One value of an option: what it is called and the traits or parameters it changes.

    `named` is what the whole game is called with this value, where it has a name of its own.

    >>> entry("german").options[0].values[0].value
    'any'
    """

    value: str
    label: Text
    traits: dict[str, str | int | bool] | None = None
    parameters: dict[str, str | int | bool] | None = None
    named: Text | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """A setting that the sources leave open, with the value we recommend.

    >>> [(option.name, option.default) for option in entry("german").options]
    [('landing', 'any'), ('first', 'white')]
    """

    name: str
    label: Text
    default: str
    values: tuple[OptionValue, ...]


@dataclass(frozen=True, slots=True)
class Doubt:
    """What the sources leave open, and the reading we chose.

    The other reading can be played by one of the `options` of the game, or, where `rulebooks` is true, by
    another of its rulebooks; `no_option` says why there is nothing to choose. One of the three is there.

    >>> entry("german").doubts[0].options
    ('landing',)
    """

    said: Text
    options: tuple[str, ...] = ()
    rulebooks: bool = False
    no_option: Text | None = None


@dataclass(frozen=True, slots=True)
class Example:
    """A small diagram: a position, a route that the rules allow, and what it shows.

    Squares are written as the game writes them. `only` says that the route is the one legal move; `refused`
    is a route that the rules do not allow there, for the `reason` named (a value of `explain.Reason`).
    `article` is the number of the article it illustrates, in the game's first rulebook. `enters` are the
    squares where men come back before the route; `then` asks to show the board after it too. `after` is the
    position that the route leaves, as FEN, where the article says what becomes of pieces.

    >>> shown = entry("italian").examples[0]
    >>> shown.article, shown.route
    ('4.1', ('22', '19'))
    """

    fen: str
    caption: Text
    route: tuple[str, ...] = ()
    enters: tuple[str, ...] = ()
    then: bool = False
    only: bool = False
    refused: tuple[str, ...] = ()
    reason: str = ""
    article: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True)
class GameEntry:
    """A game, as its file describes it.

    Attributes:
        slug: the name used in files, addresses and commands.
        family: how its positions are built: pieces on squares, towers, men that come back, a star,
            men that go from corner to corner, men and kings with bishops and camels.
        name: the name of the game.
        summary: what differs from the games a player may know, in one line.
        aliases: other names a reader may type.
        pdn_type, pdn_game_type: the number and the whole tag of PDN's GameType.
        capture_sign: what stands between the squares of a capture.
        notation: how squares are written: by number, or by letter and number.
        rulebooks: ids of the rulebooks that govern it, the default first.
        confidence: how sure the rules are.
        sources: where the rules come from.
        board: the board.
        history: where the game comes from.
        start: the position at the start, as FEN; empty where positions are not FEN.
        traits: how its pieces move and capture; None where they do neither as draughtsmen.
        men, kings, captures: in words, where the traits do not say it all.
        doubts: what the sources leave open, which reading we chose and why.
        options: the settings that follow from the doubts.
        examples: small diagrams.
        perft: positions after 1, 2, 3 … plies, from the literature or our reference.

    >>> game = entry("italian")
    >>> game.rulebooks[0], game.board.squares, game.perft[:3]
    ('fid.italian.2008', 32, (7, 49, 302))
    """

    slug: str
    family: Literal["draughts", "towers", "reentry", "stars", "corners", "chessmen"]
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
    board: BoardShape
    history: Text
    start: str
    traits: Traits | None = None
    men: Text | None = None
    kings: Text | None = None
    captures: Text | None = None
    doubts: tuple[Doubt, ...] = ()
    options: tuple[Option, ...] = ()
    examples: tuple[Example, ...] = ()
    perft: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class CatalogueSection:
    """A section of the catalogue: its title and its games, in order.

    >>> groups()[0].games[0]
    'italian'
    """

    key: str
    title: Text
    games: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HowToPlay:
    """A game in words: how men and kings move and take, what holds for captures, which one to choose.

    >>> len(how("italian").choice)
    5
    """

    men: Text
    kings: Text
    captures: Text
    choice: tuple[Text, ...]


_to_entry = converter(GameEntry, message_of)


def entry(slug: str) -> GameEntry:
    """Return what the catalogue says of a game.

    Raises:
        KeyError: if it has no game of this slug.

    >>> entry("russian").capture_sign, entry("russian-losing").traits.goal
    (':', 'lose')
    """
    if slug in _slugs() or not slug.endswith(_LOSING):
        return _entry(slug)
    return _losing_twin(slug)


@lru_cache(maxsize=1)
def entries() -> Mapping[str, GameEntry]:
    """Return every game of the catalogue in its order, whether or not the core plays it; twins left out.

    >>> next(iter(entries())), "italian-losing" in entries()
    ('italian', False)
    """
    return MappingProxyType({slug: _entry(slug) for slug in _slugs()})


@lru_cache(maxsize=1)
def groups() -> tuple[CatalogueSection, ...]:
    """Return the sections of the catalogue, losing twins last.

    >>> groups()[-1].games[-1].endswith("-losing")
    True
    """
    sections = _sectioned().groups
    twins = tuple(f"{slug}{_LOSING}" for slug in _slugs() if has_twin(slug))
    return (*sections[:-1], replace(sections[-1], games=(*sections[-1].games, *twins)))


def has_twin(slug: str) -> bool:
    """Tell whether a game can be played to lose.

    >>> has_twin("russian"), has_twin("breakthrough")
    (True, False)
    """
    return slug in _slugs() and slug not in _sectioned().alone


def how(game: str | GameEntry) -> HowToPlay:
    """Return a game in words: its own where it has them, else those of the stock that its traits choose.

    Raises:
        KeyError: if the catalogue has no game of this slug.

    >>> how("italian").men.text("en").split(": ")[0]
    'A man moves diagonally forward by one square, if it is free. A man captures diagonally and forward only'
    """
    game = game if isinstance(game, GameEntry) else entry(game)
    said = provisions(game.traits) if game.traits else {}
    return HowToPlay(
        men=game.men or _told(said["men"]),
        kings=game.kings or _told(said["kings"]),
        captures=game.captures or _told((*said["captures"], *said["crowning"])),
        choice=tuple(stock()[key].text for key in said.get("choice", ())),
    )


def _told(keys: tuple[str, ...]) -> Text:
    texts = [stock()[key].text for key in keys]
    return Joined(texts)


@dataclass(frozen=True, slots=True)
class _Sectioned:
    """The file of the sections: `alone` are the games that nobody plays to lose."""

    groups: tuple[CatalogueSection, ...]
    alone: tuple[str, ...]


_to_sectioned = converter(_Sectioned, message_of)


@lru_cache(maxsize=1)
def _sectioned() -> _Sectioned:
    path = Path(__file__).parent / "groups.toml"
    return _to_sectioned(msgspec.toml.decode(path.read_bytes()))


@lru_cache(maxsize=1)
def _slugs() -> tuple[str, ...]:
    return tuple(slug for section in _sectioned().groups for slug in section.games)


@lru_cache
def _entry(slug: str) -> GameEntry:
    if slug not in _slugs():
        raise KeyError(slug)
    data = msgspec.toml.decode((_FOLDER / f"{slug}.toml").read_bytes(), type=dict[str, object])
    return _to_entry({"slug": slug, **data})


@dataclass(frozen=True, slots=True)
class _Losing:
    """What is said of every game played to lose; `{game}` is filled in."""

    name: Text
    summary: Text
    history: Text
    doubt: Doubt
    source: str
    option: Option


_to_losing = converter(_Losing, message_of)


@lru_cache(maxsize=1)
def _losing_words() -> _Losing:
    path = Path(__file__).parent / "losing.toml"
    return _to_losing(msgspec.toml.decode(path.read_bytes()))


@lru_cache
def _losing_twin(slug: str) -> GameEntry:
    """Return a game played to lose: everything of the game itself but the aim."""
    base = _entry(slug.removesuffix(_LOSING))
    if not has_twin(base.slug):
        raise KeyError(slug)
    words = _losing_words()
    number = base.pdn_type + _LOSING_NUMBERS
    return replace(
        base,
        slug=slug,
        name=words.name.format(game=base.name),
        summary=words.summary.format(game=base.name),
        aliases=(
            f"losing {base.name.text('en')}",
            *(f"anti {a}" for a in base.aliases if a.endswith("checkers")),  # as BrainKing names it
            *(_twin_number(a) for a in base.aliases if a.isdigit()),
        ),
        pdn_type=number,
        pdn_game_type=f"{number},{base.pdn_game_type.partition(',')[2]}",
        rulebooks=tuple(f"losing.{id}" for id in base.rulebooks),
        confidence="published" if base.confidence == "official" else base.confidence,
        sources=(*base.sources, words.source),
        history=words.history,
        traits=replace(base.traits, goal="lose") if base.traits else None,
        doubts=(*base.doubts, words.doubt),
        options=(*base.options, words.option),
    )


def _twin_number(number: str) -> str:
    return str(int(number) + _LOSING_NUMBERS)
