"""The panel of moves played: what the index says of a position, as the page shows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

import msgspec

from damiera._core import Position, Side
from damiera.analysis.explorer import Explored, GameFound, GameStatistics, NamedOpening, PlayedMove, Result
from damiera.analysis.words import score_text
from damiera.game.sides import side_text
from damiera.messages import Lang, Message
from damiera.service.analysis_lines import line_view
from damiera.service.explorer import ExploredGames, GamesWanted
from damiera.web.common.pages import PageView

__all__ = ["ExplorerPanel", "ExplorerPart", "explorer_panel"]

_SCORES: Final = {Result.WHITE: "2-0", Result.DRAW: "1-1", Result.BLACK: "0-2", Result.OPEN: "*"}
_NUMBERED: Final = Message("{name}, no. {number}")


class PanelFigures(msgspec.Struct, frozen=True):
    """The figures of some games for the side to move.

    Attributes:
        n: how many games.
        open: how many of them have no result.
        shares: won, drawn and lost, in hundredths of those that have one.
        rating: mean rating of whoever played it; None where nobody has one.
        years, last: from when to when; empty where no game says.
    """

    n: int
    won: int
    draws: int
    lost: int
    open: int
    shares: tuple[int, int, int]
    rating: int | None
    years: str
    last: str


class PanelVerdict(msgspec.Struct, frozen=True):
    """What the engine thinks of an opening, and after how many plies."""

    score: str
    depth: int


class PanelMove(msgspec.Struct, frozen=True):
    """A move that was played.

    Attributes:
        ply: the move as a board plays it, as JSON.
        others: how many games come to the position behind it by other moves.
        names, openings, verdict: what is known of that position.
    """

    text: str
    ply: str
    figures: PanelFigures
    others: int
    names: Sequence[str]
    openings: Sequence[str]
    verdict: PanelVerdict | None


class PanelGame(msgspec.Struct, frozen=True):
    """One of the games: where it is shown, and the move played from the position."""

    href: str
    players: str
    event: str
    year: str
    result: str
    move: str


class PanelMoves(msgspec.Struct, frozen=True):
    """What was played from a position.

    Attributes:
        side: who is to move, in words; `mover` as the style sheet names them.
        all: the figures of all games that pass through it.
        ended: how many games end here.
        names, openings, verdict: what is known of the position itself.
    """

    side: str
    mover: str
    rows: Sequence[PanelMove]
    all: PanelFigures
    ended: int
    names: Sequence[str]
    openings: Sequence[str]
    verdict: PanelVerdict | None
    games: Sequence[PanelGame]


class ExplorerPanel(msgspec.Struct, frozen=True):
    """The panel.

    Attributes:
        typed: what stands in the form that chooses the games.
        filtered: whether it narrows them.
        slug, fen: the position.
        cannot: why no index holds the game; empty where one does.
        played: what was played; None where no index holds the game.
        total: how many games the index holds that pass here, or if none does, at all.
    """

    typed: GamesWanted
    filtered: bool
    slug: str
    fen: str
    cannot: str
    played: PanelMoves | None
    total: int


class ExplorerPart(PageView, frozen=True):
    """The panel alone, for a script that walks."""

    template: ClassVar[str] = "analysis/_explorer.html"

    explored: ExplorerPanel


def explorer_panel(found: ExploredGames, lang: Lang) -> ExplorerPanel:
    """Return what the panel shows; for a game that no index holds, that it does not."""
    explored, position = found.explored, found.position
    return ExplorerPanel(
        typed=found.wanted,
        filtered=found.wanted.narrows,
        slug=position.rules.slug,
        fen=position.fen,
        cannot=found.why_not.text(lang) if found.why_not else "",
        played=_moves(explored, lang) if explored else None,
        total=found.total,
    )


def _moves(explored: Explored, lang: Lang) -> PanelMoves:
    position, side = explored.position, explored.position.side
    return PanelMoves(
        side=side_text(side).text(lang),
        mover=side.name.lower(),
        rows=[_row(position, one, lang) for one in explored.moves],
        all=_figures(explored.tally, side),
        ended=explored.ended,
        names=explored.names,
        openings=[_opening(one, lang) for one in explored.openings],
        verdict=_verdict(explored, lang),
        games=[_game(one, lang) for one in explored.games],
    )


def _row(position: Position, one: PlayedMove, lang: Lang) -> PanelMove:
    return PanelMove(
        text=one.text,
        ply=msgspec.json.encode(line_view(position, (one.move,))[0]).decode(),
        figures=_figures(one.tally, position.side),
        others=one.reached - one.tally.games,
        names=one.names,
        openings=[_opening(named, lang) for named in one.openings],
        verdict=_verdict(one, lang),
    )


def _game(one: GameFound, lang: Lang) -> PanelGame:
    return PanelGame(
        href=f"{'/g' if one.number else '/archive'}/{one.source}/analysis?ply={one.ply}",
        players=_players(one.facts.white, one.facts.black, lang),
        event=one.facts.event,
        year=one.facts.date[:4] if one.facts.day else "",
        result=_SCORES[one.facts.result],
        move=one.move,
    )


def _figures(tally: GameStatistics, side: Side) -> PanelFigures:
    """Return the figures of some games for a side; the shares are of the games that have a result."""
    won, lost = tally.won(side), tally.won(side.opponent)
    decided = won + tally.draws + lost
    wins, draws = (round(100 * part / max(1, decided)) for part in (won, tally.draws))
    years = tally.years
    return PanelFigures(
        n=tally.games,
        won=won,
        draws=tally.draws,
        lost=lost,
        open=tally.games - decided,
        shares=(wins, draws, max(0, 100 - wins - draws) if decided else 0),
        rating=tally.rating,
        years="" if years is None else str(years[0]) if years[0] == years[1] else f"{years[0]}–{years[1]}",
        last=str(years[1]) if years else "",
    )


def _opening(named: NamedOpening, lang: Lang) -> str:
    return _NUMBERED.format(name=named.name, number=named.number).text(lang)


def _verdict(one: PlayedMove | Explored, lang: Lang) -> PanelVerdict | None:
    if one.verdict is None:
        return None
    return PanelVerdict(score_text(one.verdict.score).text(lang), one.verdict.depth)


def _players(white: str, black: str, lang: Lang) -> str:
    return f"{white or side_text(Side.WHITE).text(lang)} – {black or side_text(Side.BLACK).text(lang)}"
