"""Openings by lot as their pages show them: the decks, one deck with its list, an opening that was drawn."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import ClassVar, Final
from urllib.parse import urlencode

import msgspec
from markupsafe import Markup

from damiera._core import Side
from damiera.analysis.ballots import judged
from damiera.analysis.words import score_text
from damiera.game.openings import CLASSES, deck, decks_of, steps
from damiera.game.openings.drawing import DrawnOpening
from damiera.game.openings.model import Deck, Opening
from damiera.messages import Lang, Message
from damiera.notation.moves import best_route
from damiera.paper.boards import game_picture
from damiera.paper.geometry import geometry
from damiera.paper.svg import Marks, diagram
from damiera.rules.ruleset import CATALOGUE
from damiera.service.atlas import atlas_decks
from damiera.service.openings import ORDERS, ChosenOpenings, OpeningOrder, choose_openings, is_judged
from damiera.web.book.views.values import LabelledValue
from damiera.web.common.numbers import whole
from damiera.web.common.pages import PageView
from damiera.web.common.views import Pager

__all__ = ["DeckQuery", "deck_page", "decks_page", "draw_address"]

SIZE: Final = 60
_ORDER_NAMES: Final[dict[OpeningOrder, Message]] = {
    "number": Message("number"),
    "white": Message("White's advantage"),
    "black": Message("Black's advantage"),
    "even": Message("balance"),
}


class DeckQuery(msgspec.Struct, frozen=True):
    """What the address of a deck asks for: a draw, and which openings of the list.

    Attributes:
        draw: anything at all if the form of the draw was sent.
        seed, round, board, repeat: of the draw.
        find, klass, order, page: of the list.
    """

    draw: str | None = None
    seed: str = ""
    round: str | None = None
    board: str = ""
    repeat: str = ""
    find: str = ""
    klass: str = msgspec.field(name="class", default="")
    order: str = ""
    page: str = ""


# ---------------------------------------------------------------------------------------------- all the decks


class DeckCard(msgspec.Struct, frozen=True):
    """A deck among the others.

    Attributes:
        short: its name without that of the game.
        count: how many openings it has.
        picture: its first opening.
    """

    id: str
    short: str
    status: str
    count: int
    picture: Markup


class GameDecks(msgspec.Struct, frozen=True):
    """The decks of a game."""

    slug: str
    name: str
    decks: Sequence[DeckCard]


class DecksPage(PageView, frozen=True):
    """Every deck, game by game."""

    template: ClassVar[str] = "book/openings.html"

    games: Sequence[GameDecks]


def decks_page(lang: Lang) -> DecksPage:
    """Return every deck, game by game. The first time it reads all of them, which takes a while."""
    return DecksPage(
        [
            GameDecks(
                slug,
                game.name.text(lang),
                [_deck_card(deck(id), lang) for id in decks_of(slug)],
            )
            for slug, game in CATALOGUE.items()
            if decks_of(slug)
        ]
    )


def _deck_card(chosen: Deck, lang: Lang) -> DeckCard:
    return DeckCard(chosen.id, _short(chosen, lang), chosen.status, len(chosen), _cover(chosen.id))


def _short(chosen: Deck, lang: Lang) -> str:
    text = chosen.name.text(lang).partition(", ")[2]
    return text[:1].upper() + text[1:]


@lru_cache(maxsize=64)
def _cover(id: str) -> Markup:
    """Return the first opening of a deck, as decoration."""
    chosen = deck(id)
    if not chosen.openings:
        return game_picture(chosen.game)
    game = chosen.ruleset
    return diagram(geometry(game.core), chosen.openings[0].position(game).pieces)


# -------------------------------------------------------------------------------------------------- one deck


class DeckFacts(msgspec.Struct, frozen=True):
    """A deck as its page describes it.

    Attributes:
        game: slug.
        count, expected: how many openings it has, and should have.
        checksum: of its list.
    """

    id: str
    game: str
    name: str
    status: str
    source: str
    note: str
    count: int
    expected: int
    checksum: str


class DeckLink(msgspec.Struct, frozen=True):
    """Another deck of the same game."""

    id: str
    short: str


class DrawFields(msgspec.Struct, frozen=True):
    """What stands in the form of the draw."""

    seed: str
    round: str
    board: str
    repeat: bool


class OpeningCard(msgspec.Struct, frozen=True):
    """One opening of a list.

    Attributes:
        text: the opening as people write it.
        klass: how it is held; empty where nobody says.
        orders: other orders of its moves.
        white: whether White is to move after it.
        fen: the position after it.
        score, line, depth: what the engine thinks of it; empty and 0 where it was not asked.
        picture: the position after it.
    """

    number: int
    text: str
    klass: str
    orders: Sequence[str]
    white: bool
    fen: str
    score: str
    line: Sequence[str]
    depth: int
    picture: Markup


class DrawStep(msgspec.Struct, frozen=True):
    """One step by which anyone can check a draw: what to do, a command and what it prints."""

    text: str
    command: str
    prints: str


class DrawResult(msgspec.Struct, frozen=True):
    """An opening that was drawn.

    Attributes:
        opening: the opening.
        seed, round, board: by what it was drawn.
        playable: whether a game can be begun from this draw.
        steps: how to check it by hand.
    """

    opening: OpeningCard
    seed: str
    round: int
    board: str
    playable: bool
    steps: Sequence[DrawStep]


class ListFields(msgspec.Struct, frozen=True):
    """What stands in the form of the list.

    Attributes:
        query: the same as an address has it, for the links to other pages.
    """

    find: str
    klass: str
    order: str
    query: str


class DeckPage(PageView, frozen=True):
    """A deck and, where a seed is given, what it draws.

    Attributes:
        wrong: why nothing could be drawn; empty if something was, or nothing was asked for.
        depths: the least and the greatest depth to which the engine looked at what is listed.
        classed: whether openings of the deck are held differently.
        orders: in which orders the list can be.
        found: how many openings fit the search, of which `openings` are one page.
        in_atlas: whether the atlas has all openings of the deck.
    """

    template: ClassVar[str] = "book/openings_deck.html"

    deck: DeckFacts
    others: Sequence[DeckLink]
    asked: DrawFields
    wrong: str
    drawn: DrawResult | None
    openings: Sequence[OpeningCard]
    depths: tuple[int, int] | None
    classed: bool
    klasses: Sequence[LabelledValue]
    orders: Sequence[LabelledValue]
    choice: ListFields
    found: int
    pages: Pager
    in_atlas: bool


def draw_address(chosen: Deck, query: DeckQuery, seed: str) -> str:
    """Return the lasting address of a draw with this seed."""
    fields = {"seed": seed, "round": query.round or "1"}
    given = {"board": query.board.strip(), "repeat": query.repeat.strip()}
    fields |= {name: value for name, value in given.items() if value}
    return f"/openings/{chosen.id}?{urlencode(fields)}#result"


def deck_page(chosen: Deck, query: DeckQuery, drawn: DrawnOpening | None, wrong: str, lang: Lang) -> DeckPage:
    """Return the page of a deck.

    Args:
        chosen: the deck.
        query: what the address asks for.
        drawn: what was drawn, if anything was.
        wrong: why nothing could be drawn.
        lang: the language of the reader.
    """
    choice = choose_openings(chosen, query.find, query.klass, query.order)
    last = max(1, -(-len(choice.openings) // SIZE))
    number = min(last, max(1, whole(query.page) or 1))
    listed = choice.openings[(number - 1) * SIZE : number * SIZE]
    cards = [_opening(chosen, opening, lang) for opening in listed]
    depths = [card.depth for card in cards if card.depth]
    klasses = dict.fromkeys(opening.klass for opening in choice.openings)
    return DeckPage(
        deck=_facts(chosen, lang),
        others=[DeckLink(id, _short(deck(id), lang)) for id in decks_of(chosen.game)],
        asked=DrawFields(
            query.seed, "1" if query.round is None else query.round, query.board, bool(query.repeat)
        ),
        wrong=wrong,
        drawn=_result(drawn, lang) if drawn else None,
        openings=cards,
        depths=(min(depths), max(depths)) if depths else None,
        classed=len(klasses) > 1,
        klasses=[LabelledValue(klass, CLASSES[klass].text(lang)) for klass in klasses if klass],
        orders=_orders(lang) if is_judged(chosen) else [],
        choice=_fields(choice),
        found=len(choice.openings),
        pages=Pager(number, last),
        in_atlas=chosen.id in atlas_decks(),
    )


def _orders(lang: Lang) -> list[LabelledValue]:
    return [LabelledValue(name, _ORDER_NAMES[name].text(lang)) for name in ORDERS]


def _facts(chosen: Deck, lang: Lang) -> DeckFacts:
    return DeckFacts(
        id=chosen.id,
        game=chosen.game,
        name=chosen.name.text(lang),
        status=chosen.status,
        source=chosen.source.text(lang),
        note=chosen.note.text(lang),
        count=len(chosen),
        expected=chosen.expected,
        checksum=chosen.checksum,
    )


def _fields(choice: ChosenOpenings) -> ListFields:
    fields = {
        "find": choice.find,
        "class": choice.klass,
        "order": choice.order if choice.order != "number" else "",
    }
    query = urlencode({name: value for name, value in fields.items() if value})
    return ListFields(choice.find, choice.klass, choice.order, query)


def _opening(chosen: Deck, opening: Opening, lang: Lang) -> OpeningCard:
    game = chosen.ruleset
    position, route = opening.start(game), tuple[int, ...]()
    for move in opening.played(game):
        route = best_route(position, move)
        position = position.play(move)
    text = opening.said(game).text(lang)
    marks = Marks(last=route) if route else Marks(marked=[there for _, there in opening.placed])
    found = judged(chosen.game, position)
    return OpeningCard(
        number=opening.number,
        text=text,
        klass=CLASSES[opening.klass].text(lang),
        orders=[" ".join(order) for order in opening.transpositions],
        white=position.side is Side.WHITE,
        fen=position.fen,
        score=score_text(found.score).text(lang) if found else "",
        line=found.line if found else (),
        depth=found.depth if found else 0,
        picture=diagram(geometry(game.core), position.pieces, label=text, marks=marks),
    )


def _result(drawn: DrawnOpening, lang: Lang) -> DrawResult:
    return DrawResult(
        opening=_opening(drawn.deck, drawn.opening, lang),
        seed=drawn.seed,
        round=drawn.round,
        board=drawn.board,
        playable=drawn.round == 1 and not drawn.board,
        steps=[DrawStep(step.text.text(lang), step.command, step.prints) for step in steps(drawn)],
    )
