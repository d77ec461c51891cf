"""The atlas of openings as its pages show it: a deck's list, and one opening."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final
from urllib.parse import urlencode

import msgspec
from markupsafe import Markup

from damiera._core import Side
from damiera.analysis.atlas import VERDICTS, AtlasRow, AtlasVerdict, published_result
from damiera.analysis.words import score_text
from damiera.engine.score import Score
from damiera.game.openings import CLASSES, deck
from damiera.game.openings.model import Deck, Opening
from damiera.game.sides import SideName, side_name
from damiera.messages import Lang, Message, translations
from damiera.paper.boards import board_shape, pieces_on
from damiera.paper.svg import Marks, board
from damiera.service.analysis_lines import AnalysisLine, line_view
from damiera.service.atlas import (
    ATLAS_ORDERS,
    AtlasItem,
    AtlasOrder,
    atlas_decks,
    atlas_item,
    atlas_line,
    choose_atlas,
)
from damiera.service.game_views import pieces_view
from damiera.service.views import PlyView
from damiera.web.book.views.values import LabelledValue
from damiera.web.common.pages import PageView, as_json

__all__ = ["AtlasOpeningPage", "AtlasPage", "AtlasQuery", "atlas_opening_page", "atlas_page"]

_VERDICT_NAMES: Final[dict[AtlasVerdict, Message]] = {
    "white": Message("White is better"),
    "even": Message("no advantage measured"),
    "black": Message("Black is better"),
}
_PROVED_NAMES: Final = {
    "white": Message("proved: White wins"),
    "black": Message("proved: Black wins"),
    "draw": Message("proved: a draw"),
}
_PUBLISHED_NAMES: Final = {
    "draw": Message("Proved by others: a draw (J. Schaeffer and others, 2005)."),
}
_ORDER_NAMES: Final[dict[AtlasOrder, Message]] = {
    "number": Message("number"),
    "white": Message("White's points in the games"),
    "black": Message("Black's points in the games"),
    "even": Message("balance"),
    "score": Message("the engine's score"),
}


class AtlasQuery(msgspec.Struct, frozen=True):
    """What the address of a page asks for.

    Attributes:
        find, verdict, order: of the list.
        ply: after how many moves one opening is shown.
        flip: anything at all to see it from Black's side.
    """

    find: str = ""
    verdict: str = ""
    order: str = ""
    ply: str | None = None
    flip: str | None = None


class AtlasFigures(msgspec.Struct, frozen=True):
    """What was measured of an opening.

    Attributes:
        verdict: a key of the verdicts; `verdict_text` words it, or what is proved.
        proved: whether that is a proof.
        score: the engine's, from White's side.
        games: how many different ones were played; White won, drawn, Black won.
        shares: the same in hundredths.
        points: White's mean points a game in hundredths, with the least and the most of the interval.
    """

    verdict: AtlasVerdict
    verdict_text: str
    proved: bool
    score: str
    depth: int
    games: int
    white: int
    drawn: int
    black: int
    shares: tuple[int, int, int]
    points: int
    low: int
    high: int


class AtlasCard(msgspec.Struct, frozen=True):
    """An opening in the list."""

    number: int
    text: str
    klass: str
    figures: AtlasFigures


class AtlasDeck(msgspec.Struct, frozen=True):
    """A deck of the atlas among the others."""

    id: str
    name: str


class AtlasMade(msgspec.Struct, frozen=True):
    """How figures were made: limits of nodes, most games, dates, and the engine.

    Attributes:
        weights: the first figures of the learned weights; empty for an evaluation made by hand.
    """

    games: int
    nodes: str
    game_nodes: str
    seed: int
    version: str
    weights: str
    date: str


class AtlasPage(PageView, frozen=True):
    """The openings of a deck.

    Attributes:
        counts: how many openings of the deck have each verdict.
        chosen: what stands in the form: the search, the verdict, the order.
        total: openings of the deck.
        made: how the figures were made; None where there are none.
    """

    template: ClassVar[str] = "book/atlas.html"

    deck: AtlasDeck
    others: Sequence[AtlasDeck]
    counts: Sequence[tuple[str, int]]
    find: str
    verdict: str
    order: str
    verdicts: Sequence[LabelledValue]
    orders: Sequence[LabelledValue]
    openings: Sequence[AtlasCard]
    total: int
    made: AtlasMade | None


class AtlasTrapCard(msgspec.Struct, frozen=True):
    """A trap: after which move it is set, who may fall into it, what loses, the shot and its gain."""

    after: str
    white: bool
    move: str
    shot: str
    won: int
    href: str


class AtlasOpeningPage(PageView, frozen=True):
    """One opening: the board with the play that is expected, games, traps, how all was found.

    Attributes:
        base: the path of this page.
        before, after: the numbers of its neighbours in the deck; 0 for none.
        opening_plies: how many of the moves are the opening's own.
        published: what others proved of the opening, in words; empty where nothing is known for certain.
        ply: how many moves are shown.
        drawn: the board after them, and `side` who sits at the bottom.
        play_url, analysis_url, deck_url: where to go from here.
    """

    template: ClassVar[str] = "book/atlas_opening.html"

    deck: AtlasDeck
    base: str
    number: int
    before: int
    after: int
    text: str
    klass: str
    orders: Sequence[str]
    figures: AtlasFigures
    published: str
    made: AtlasMade | None
    history: Sequence[PlyView]
    opening_plies: int
    ply: int
    flipped: bool
    game: str
    drawn: Markup
    side: SideName
    fen: str
    traps: Sequence[AtlasTrapCard]
    play_url: str
    analysis_url: str
    deck_url: str
    view_json: Markup
    geometry_json: Markup


class AtlasLineView(msgspec.Struct, frozen=True):
    """The line of the page as the script that walks reads it; `shown` is where it begins."""

    game: str
    game_name: str
    fen: str
    start_fen: str
    start_pieces: dict[str, str]
    pieces: dict[str, str]
    side: SideName
    history: tuple[PlyView, ...]
    shown: int


def atlas_page(chosen: Deck, query: AtlasQuery, lang: Lang) -> AtlasPage:
    """Return the list of a deck that is in the atlas."""
    choice = choose_atlas(chosen, query.find, query.verdict, query.order)
    every = [item.row for item in choose_atlas(chosen).items]
    return AtlasPage(
        deck=AtlasDeck(chosen.id, chosen.name.text(lang)),
        others=[AtlasDeck(id, deck(id).name.text(lang)) for id in atlas_decks()],
        counts=[
            (_VERDICT_NAMES[one].text(lang), sum(row.verdict == one for row in every)) for one in VERDICTS
        ],
        find=choice.find,
        verdict=choice.verdict,
        order=choice.order,
        verdicts=[LabelledValue(one, _VERDICT_NAMES[one].text(lang)) for one in VERDICTS],
        orders=[LabelledValue(one, _ORDER_NAMES[one].text(lang)) for one in ATLAS_ORDERS],
        openings=[_card(chosen, item, lang) for item in choice.items],
        total=choice.total,
        made=_made(every),
    )


def atlas_opening_page(
    chosen: Deck, opening: Opening, ply: int | None, lang: Lang, *, flipped: bool = False
) -> AtlasOpeningPage:
    """Return the page of one opening.

    Args:
        chosen: a deck of the atlas.
        opening: one of its openings.
        ply: after how many moves the board is shown; None for the opening itself.
        lang: the language of the reader.
        flipped: whether Black sits at the bottom.
    """
    item = atlas_item(chosen, opening)
    assert item is not None, "decks of the atlas are complete"
    line, own = atlas_line(chosen, item), len(opening.moves)
    shown = min(max(0, own if ply is None else ply), len(line.moves))
    base, here = f"/atlas/{chosen.id}/{opening.number}", line.positions[shown]
    history = line_view(line.start, line.moves)
    return AtlasOpeningPage(
        deck=AtlasDeck(chosen.id, chosen.name.text(lang)),
        base=base,
        number=opening.number,
        before=_neighbour(chosen, opening, -1),
        after=_neighbour(chosen, opening, 1),
        text=opening.said(chosen.ruleset).text(lang),
        klass=CLASSES[opening.klass].text(lang) if opening.klass else "",
        orders=[" ".join(order) for order in opening.transpositions],
        figures=_figures(item.row, lang),
        published=_published(chosen, opening, lang),
        made=_made([item.row]),
        history=history,
        opening_plies=own,
        ply=shown,
        flipped=flipped,
        game=chosen.game,
        drawn=_drawn(chosen, line, shown, lang, flipped=flipped),
        side="black" if flipped else "white",
        fen=here.fen,
        traps=[_trap(chosen, item, line, n, lang) for n in range(len(item.row.traps))],
        play_url="/new?" + urlencode({"game": chosen.game, "fen": item.row.fen}),
        analysis_url=_analysis(chosen, [one.text for one in history], own),
        deck_url=f"/openings/{chosen.id}?{urlencode({'find': opening.number})}#all",
        view_json=as_json(_view(chosen, line, history, shown, lang)),
        geometry_json=as_json(board_shape(chosen.game)),
    )


def _published(chosen: Deck, opening: Opening, lang: Lang) -> str:
    found = published_result(chosen.game, opening.moves)
    return _PUBLISHED_NAMES[found].text(lang) if found in _PUBLISHED_NAMES else ""


def _card(chosen: Deck, item: AtlasItem, lang: Lang) -> AtlasCard:
    opening = item.opening
    return AtlasCard(
        number=opening.number,
        text=opening.said(chosen.ruleset).text(lang),
        klass=CLASSES[opening.klass].text(lang) if opening.klass else "",
        figures=_figures(item.row, lang),
    )


def _figures(row: AtlasRow, lang: Lang) -> AtlasFigures:
    (white, drawn, black), (low, high) = row.counts, row.bounds
    games = white + drawn + black
    proved = _PROVED_NAMES.get(row.proved)
    return AtlasFigures(
        verdict=row.verdict,
        verdict_text=(proved or _VERDICT_NAMES[row.verdict]).text(lang),
        proved=proved is not None,
        score=score_text(Score(row.cp, Side.WHITE)).text(lang),
        depth=row.depth,
        games=games,
        white=white,
        drawn=drawn,
        black=black,
        shares=(_share(white, games), _share(drawn, games), _share(black, games)),
        points=round(100 * row.score),
        low=round(100 * low),
        high=round(100 * high),
    )


def _share(some: int, games: int) -> int:
    return round(100 * some / games) if games else 0


def _made(rows: Sequence[AtlasRow]) -> AtlasMade | None:
    if not rows:
        return None
    method = rows[0].method
    return AtlasMade(
        games=max(len(row.results) for row in rows),
        nodes=_large(method.nodes),
        game_nodes=_large(method.game_nodes),
        seed=method.seed,
        version=method.version,
        weights=method.weights,
        date=method.date,
    )


def _large(number: int) -> str:
    """Return a number with narrow spaces, as every language reads it."""
    return f"{number:_}".replace("_", "\u202f")


def _trap(chosen: Deck, item: AtlasItem, line: AnalysisLine, n: int, lang: Lang) -> AtlasTrapCard:
    trap, own = item.row.traps[n], len(item.opening.moves)
    texts = [one.text for one in line_view(line.start, line.moves)][: own + trap.ply]
    return AtlasTrapCard(
        after=texts[-1] if texts else "",
        white=line.positions[own + trap.ply].side is Side.WHITE,
        move=trap.moves[0],
        shot=" ".join(trap.moves[1:]),
        won=trap.won,
        href=_analysis(chosen, [*texts, *trap.moves], len(texts) + 1),
    )


def _analysis(chosen: Deck, texts: Sequence[str], ply: int) -> str:
    return "/analysis?" + urlencode({"game": chosen.game, "fen": "", "moves": " ".join(texts), "ply": ply})


def _neighbour(chosen: Deck, opening: Opening, step: int) -> int:
    numbers = [one.number for one in chosen.openings]
    at = numbers.index(opening.number) + step
    return numbers[at] if 0 <= at < len(numbers) else 0


def _drawn(chosen: Deck, line: AnalysisLine, ply: int, lang: Lang, *, flipped: bool) -> Markup:
    _ = translations(lang).gettext
    label = _("{game}, Black at the bottom") if flipped else _("{game}, White at the bottom")
    history = line_view(line.start, line.moves)
    return board(
        board_shape(chosen.game),
        pieces_on(line.positions[ply]),
        label=label.format(game=chosen.ruleset.name.text(lang)),
        _=_,
        marks=Marks(last=history[ply - 1].path if ply else ()),
        flipped=flipped,
    )


def _view(
    chosen: Deck, line: AnalysisLine, history: tuple[PlyView, ...], ply: int, lang: Lang
) -> AtlasLineView:
    last = line.positions[-1]
    return AtlasLineView(
        game=chosen.game,
        game_name=chosen.ruleset.name.text(lang),
        fen=last.fen,
        start_fen=line.start.fen,
        start_pieces=pieces_view(line.start),
        pieces=pieces_view(last),
        side=side_name(last.side),
        history=history,
        shown=ply,
    )
