"""The games of an event's boards, by round."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from damiera.errors import DamieraError
from damiera.messages import Lang
from damiera.service.tournament.event import LiveEvent
from damiera.tournament.model import Round
from damiera.tournament.state import PhoneNotes
from damiera.web.tournament.views.head import EventPage, event_head, refusal
from damiera.web.tournament.views.phones import BoardGame, board_games

__all__ = ["EventGamesPage", "event_games_page"]


class BoardGameRow(msgspec.Struct, frozen=True):
    """A board with its game here, or ""; `name`: what it is called; `moves`: its moves are kept."""

    board: int
    name: str
    leg: int
    white: str
    black: str
    said: str
    game: str
    moves: bool


class EventGamesPage(EventPage, frozen=True, kw_only=True):
    """Which boards have their games; `at` is the board whose form is refused ("2.3.1": round, board, leg)."""

    template: ClassVar[str] = "tournament/games.html"
    tab: str = "games"
    rounds: tuple[int, ...]
    round: int
    closed: bool
    rows: tuple[BoardGameRow, ...]
    margin: PhoneNotes
    at: str


def event_games_page(
    live: LiveEvent,
    lang: Lang,
    visitor_id: str | None,
    round: int | None,
    *,
    at: str = "",
    wrong: DamieraError | None = None,
) -> EventGamesPage:
    """Return the boards of a round with their games; of the last round if there is none of that number."""
    event = live.event
    held = event.round(round or event.played_rounds) or event.round(event.played_rounds)
    return EventGamesPage(
        head=event_head(live, lang),
        arbiter=live.is_arbiter(visitor_id),
        rounds=tuple(r.number for r in event.rounds),
        round=held.number if held else 0,
        closed=bool(held and held.closed),
        rows=_rows(live, held) if held else (),
        margin=live.margin,
        at=at,
        wrong=refusal(wrong, lang),
    )


def _rows(live: LiveEvent, held: Round) -> tuple[BoardGameRow, ...]:
    event, found, none = live.event, board_games(live, held.number), BoardGame("", moves=False)
    return tuple(
        BoardGameRow(
            board=game.board,
            name=live.board_name(held.number, game.board),
            leg=game.leg,
            white=event.player(game.white).name,
            black=event.player(game.black).name,
            said=game.result(event.settings.scoring),
            game=found.get(f"{game.board}.{game.leg}", none).game,
            moves=found.get(f"{game.board}.{game.leg}", none).moves,
        )
        for game in held.games
        if game.black is not None
    )
