"""One article with its scenarios: what it says, and a position of it that the reader plays."""

from __future__ import annotations

from typing import ClassVar
from urllib.parse import urlencode

import msgspec
from markupsafe import Markup

from damiera._core import Side
from damiera.game.scenarios import begun, scenarios_of
from damiera.game.sides import SideName, is_for_two, side_name
from damiera.messages import Lang, translations
from damiera.notation.fen import format_fen, parse_fen
from damiera.paper.boards import board_shape, pieces_on, small_board
from damiera.paper.svg import Marks, board
from damiera.regulations.book import Article, Rulebook
from damiera.regulations.scenario import Scenario
from damiera.rules.ruleset import Ruleset, ruleset
from damiera.service.game_views import pieces_view
from damiera.service.scenarios import ScenarioState, ScenarioView, play_scenario, scenario_view
from damiera.web.common.pages import PageView, as_json

__all__ = ["ArticlePage", "article_page"]


class ArticlePage(PageView, frozen=True):
    """An article and one of its scenarios, `n` of `total`.

    Attributes:
        chapter_url: where it stands among the others.
        printed, title, text, note: the article; title and note may be empty.
        said: the scenario in words.
        after: the board when it is done, drawn; empty where nothing moves.
        drawn, side: the board before it, and who sits at the bottom.
        try_fen: the position as FEN where a game can begin there; else empty.
        analysis_url: where it is analysed; empty for a game of more than two.
    """

    template: ClassVar[str] = "book/article.html"

    book: Rulebook
    game_name: str
    short: str
    chapter_url: str
    number: str
    printed: str
    title: str
    text: str
    note: str
    n: int
    total: int
    said: ScenarioView
    after: Markup
    drawn: Markup
    side: SideName
    fen: str
    try_fen: str
    analysis_url: str
    data_json: Markup
    geometry_json: Markup


class ScenarioData(msgspec.Struct, frozen=True):
    """What the script of the page begins with.

    Attributes:
        url: where a move is tried.
        act: whether the scenario's act can be shown.
    """

    url: str
    game_name: str
    act: bool
    state: ScenarioState


def article_page(book: Rulebook, article: Article, scenario: Scenario, n: int, lang: Lang) -> ArticlePage:
    """Return the page of an article with one of its scenarios, the `n`th."""
    game, here = ruleset(book.game), begun(scenario)
    state = play_scenario(scenario, (), lang)
    said = scenario_view(scenario, lang)
    fen = format_fen(here.position)
    data = ScenarioData(
        url=f"/api/book/{book.id}/{article.number}/{n}",
        game_name=game.name.text(lang),
        act=scenario.act is not None,
        state=state,
    )
    return ArticlePage(
        book=book,
        game_name=game.name.text(lang),
        short=book.short.text(lang),
        chapter_url=f"/book/{book.id}/{article.chapter}#a{article.number}",
        number=article.number,
        printed=article.printed,
        title=article.title.text(lang) if article.title else "",
        text=article.text.text(lang),
        note=article.note.text(lang) if article.note else "",
        n=n,
        total=len(scenarios_of(book.id, article.number)),
        said=said,
        after=_small(game, said.after) if said.after and said.after != fen else Markup(),
        drawn=_drawn(game, state, here.position.side is Side.BLACK, scenario, lang),
        side=side_name(here.side),
        fen=fen,
        try_fen=fen if state.moves and is_for_two(game.core) else "",
        analysis_url="/analysis?" + urlencode({"game": book.game, "fen": fen})
        if is_for_two(game.core)
        else "",
        data_json=as_json(data),
        geometry_json=as_json(board_shape(book.game)),
    )


def _analysis_url(game: Ruleset, fen: str) -> str:
    return "/analysis?" + urlencode({"game": game.slug, "fen": fen}) if is_for_two(game.core) else ""


def _small(game: Ruleset, fen: str) -> Markup:
    return small_board(game.slug, pieces_view(parse_fen(fen, game).position()))


def _drawn(game: Ruleset, state: ScenarioState, flipped: bool, scenario: Scenario, lang: Lang) -> Markup:
    _ = translations(lang).gettext
    label = _("{game}, Black at the bottom") if flipped else _("{game}, White at the bottom")
    can = () if state.must else tuple(dict.fromkeys(move.origin for move in state.moves))
    return board(
        board_shape(game.slug),
        pieces_on(begun(scenario).position),
        label=label.format(game=game.name.text(lang)),
        _=_,
        marks=Marks(can=can, must=state.must),
        flipped=flipped,
        hands=begun(scenario).position.hands if game.core.family == "reentry" else (0, 0),
    )
